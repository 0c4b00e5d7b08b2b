"""Which options the calls of an API in some code pass: parameters that can be left out."""

from __future__ import annotations

from collections.abc import Sequence

from mapping_model.calls.binding import Fit, bind
from mapping_model.calls.overloads import choose
from mapping_model.calls.uses import Form, uses_in
from mapping_model.sides import best_overload, is_member
from mapping_model.snapshots import Api


def options_in(code: str, api: Api, names: Sequence[str]) -> frozenset[str] | None:
    """The options that any call passes, by the overload most like `names`, else by its own.

    None where the code has no call of which that can be told.
    """
    signature = best_overload(api, names)
    uses = uses_in(code).of(api.name, member=is_member(api, api.name))
    found: set[str] = set()
    bound = False
    for use in uses if signature else ():
        if use.form not in (Form.CALL, Form.OPERATOR):
            continue
        binding = bind(use, signature, api) if signature else None
        if binding is None or binding.fit is Fit.IMPOSSIBLE:
            binding = choose(use, api).best
        if binding is None or binding.fit is Fit.UNKNOWN:
            continue
        bound = True
        given = (argument.parameter for argument in binding.arguments.values())
        found |= {one.name for one in given if one.default is not None}
        found |= {keyword.arg for keyword in binding.others if keyword.arg}
    return frozenset(found) if bound else None
