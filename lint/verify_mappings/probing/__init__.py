"""Probing: the applied mapping and torch on inputs that nobody here chose.

`seeds` is code made of the examples; `running` has both sides run samples; `judging` says what
became of each, `classes` puts together what came out alike, `keeping` writes it down.
"""
