"""Applying a mapping: from a use of a torch API to the Paddle code that replaces it.

`rows` makes Paddle's arguments of torch's, `idioms` are the ways to carry a parameter over that
have a name, `newer` has the targets that only some releases have, `mapping` chooses the case,
`typing` says what expressions of torch code are, `code` rewrites all uses in a piece of code, and
asks `nodes` about single parts of it, `layout` puts what has changed into its text. The language of
conditions and code is in `mapping_model.language`. Needs neither library.
"""
