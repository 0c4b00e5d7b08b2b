"""An entry as it is published: everything about it, worked out once, in no language and no layout.

Pages, Markdown, the JSON, the search and `lint-mappings show` print it and work out nothing again.
"""
