"""Probing: the applied mapping and torch on inputs that nobody here chose.

`calling` makes code of the examples, `running` has both sides run samples, `findings` says what
became of each and puts together what came out alike, `limiting` holds it against limits, which are
asked of `arguments`; `probes` does all that for entries.
"""
