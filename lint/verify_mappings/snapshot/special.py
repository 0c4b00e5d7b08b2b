"""The special methods of tensors: what Python calls for operators, subscripts and `len(x)`.

Which ones those are is said once, in `mapping_model.calls.operators`. They are no names that
anybody writes, so they are kept apart from the public ones.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from mapping_model.calls.operators import SPECIAL, WITH_OPERAND
from verify_mappings.snapshot.annotations import Types
from verify_mappings.snapshot.doclines import stated
from verify_mappings.snapshot.document import Facts, facts_of
from verify_mappings.snapshot.render import Overload, is_opaque
from verify_mappings.snapshot.walk import Api

# Python refuses any other result of these.
_RESULTS = {
    **dict.fromkeys(("__bool__", "__contains__"), "bool"),
    **dict.fromkeys(("__hash__", "__int__", "__len__"), "int"),
    **dict.fromkeys(("__format__", "__repr__", "__str__"), "str"),
    **{"__float__": "float", "__complex__": "complex", "__iter__": "Iterator"},
    **dict.fromkeys(("__delitem__", "__setitem__"), "None"),
}
Signatures = Callable[[Api], tuple[str, Sequence[Overload]]]


def special_methods(tensor: type, signatures: Signatures, types: Types) -> dict[str, Facts]:
    """The facts of those that the tensor class of a library has, by full name."""
    found: dict[str, Facts] = {}
    for api in _methods(tensor):
        source, overloads = signatures(api)
        if not overloads or is_opaque(overloads[0].params):
            source, overloads = "python", [_as_python_calls(api)]
        result = _RESULTS.get(_last(api), "")
        overloads = [replace(o, returns=o.returns or result) for o in overloads]
        found[api.name] = facts_of(api, source, overloads, types)
    return found


def _methods(tensor: type) -> Iterator[Api]:
    library = tensor.__module__.partition(".")[0]
    for name in sorted(SPECIAL):
        method = inspect.getattr_static(tensor, name, None)
        if method is not None:
            yield Api(f"{library}.Tensor.{name}", method, "method", tensor)


def _as_python_calls(api: Api) -> Overload:
    """What Python passes besides the tensor: the other operand, if there is one."""
    return Overload(stated("other, /" if _last(api) in WITH_OPERAND else ""))


def _last(api: Api) -> str:
    return api.name.rpartition(".")[2]
