"""From words to what they are about: an index of them, and how it is asked.

The index of the site is asked by a script, `looks/search/words.js`; that of `lint-mappings show`
by `asking`.
"""
