"""The data of the project: entries, gotchas, the glossary, API snapshots, results.

Knows nobody: it imports neither the linter, the verification, the site, torch nor paddle.
"""
