"""One model of a call: where code uses an API, and what each use passes to which parameter.

`uses` finds them in syntax trees, operators and subscripts too (`operators`); `binding` gives the
arguments of a use to the parameters of one signature; `overloads` chooses among several. All of
it has three answers, yes, no and "cannot be told", and needs neither library, only snapshots.
"""
