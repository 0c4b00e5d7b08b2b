"""Builds, serves and checks the site: the only room that knows MkDocs and the file system."""
