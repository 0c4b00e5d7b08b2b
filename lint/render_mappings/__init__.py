"""The site: pages, search entries and JSON from the corpus, in English and in Chinese.

Everything but `mkdocs_hook` and `language_build` knows nothing of the engine that builds the site.
"""
