"""Applying a mapping: from a use of a torch API to the Paddle code that replaces it.

`expressions` is the language in which mappings say what becomes of arguments; `kinds` are the
words for kinds of values in it, `sentences` says a condition in English and Chinese,
`vocabulary` lists all words for people. `rows` makes
Paddle's arguments of torch's, `forms` are the idioms that have a name, `template` fills in code,
`mapping` chooses the case, `code` rewrites all uses in a piece of code. Needs neither library.
"""
