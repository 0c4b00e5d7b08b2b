"""The site: pages, search entries and JSON from the corpus, in English and in Chinese.

Its rooms, each of which knows only those before it: `data` (what is true, in no language), `views`
(what is shown of it, in one language), `pages` (which pages there are), `engine` (MkDocs, the file
system, the server).
"""
