"""The keywords of NumPy that torch's parser of arguments takes for its own (`axis` for `dim`).

A rule in C++ (`numpy_compatibility_arg_names` in `torch/csrc/utils/python_arg_parser.cpp`) says
which there are; whether a function takes them is found by calling it. The tensors of these calls
are ones that torch asks first (`__torch_function__`): it parses the arguments, hands them over,
and computes nothing. Functions in Python take none of these words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import torch

from verify_mappings.snapshot.document import Aliases
from verify_mappings.snapshot.merged_overloads import SPELLINGS
from verify_mappings.snapshot.render import Overload, Param

# Where the documentation calls a parameter by one of these, the parser takes its own name too.
_OWN = {word: name for name, words in SPELLINGS.items() for word in words}
_PARSED = "the arguments were taken"


class _Asked(torch.Tensor):  # type: ignore[misc]
    """A tensor that answers instead of the function that is called with it."""

    @classmethod
    def __torch_function__(cls, *_: object) -> object:
        return _PARSED


_TENSOR = torch.ones(1).as_subclass(_Asked)
_VALUES: Mapping[str, object] = {
    **{"Tensor": _TENSOR, "list[Tensor]": [_TENSOR], "number": 1, "int": 1, "float": 1.0},
    **{"bool": True, "str": "", "list[int]": [1], "list[float]": [1.0], "dtype": torch.float32},
    **{"tuple[Tensor, Tensor]": (_TENSOR, _TENSOR), "list[bool]": [True], "complex": 1j},
    **{"device": torch.device("cpu"), "None": None, "list[number]": [1]},
    "list[Tensor | None]": [_TENSOR],
}


class Parsed:
    """A function that torch's own parser serves; `method`: of a tensor.

    `type_text` puts annotations into the vocabulary of the snapshots.
    """

    def __init__(
        self,
        function: Callable[..., object],
        signatures: Sequence[Overload],
        type_text: Callable[[str], str],
        *,
        method: bool,
    ) -> None:
        self._function = function
        self._signatures = signatures
        self._type_text = type_text
        self._own = [_TENSOR] * method

    def other_keywords(self) -> Aliases:
        """What it takes besides the names of its signatures, and how that was found.

        A word is left out where no call could be made up that takes the parameter by its name.
        """
        names = sorted({param.name for o in self._signatures for param in o.params})
        found: Aliases = {}
        for name in names:
            own = name if name in SPELLINGS else _OWN.get(name, "")
            words = {own, *SPELLINGS.get(own, ())} - {*names, ""}
            taken = [word for word in sorted(words) if self._takes_for(name, word)]
            if taken:
                found[name] = dict.fromkeys(taken, "call")
        return found

    def _takes_for(self, name: str, word: str) -> bool:
        """Whether some call is taken with the word as it is with the name."""
        return any(
            self._takes({word if key == name else key: value for key, value in call.items()})
            for call in self._calls(name)
        )

    def _calls(self, name: str) -> Iterator[dict[str, object]]:
        """Calls by name that are taken: with what is required, and with everything."""
        for overload in self._signatures:
            needed = [p for p in overload.params if p.required or p.name == name]
            for passed in (needed, overload.params):
                call = {param.name: self._value(param) for param in passed}
                if name in call and self._takes(call):
                    yield call

    def _value(self, param: Param) -> object:
        members = self._type_text(param.type).split(" | ") if param.type else []
        return next((_VALUES[member] for member in members if member in _VALUES), _TENSOR)

    def _takes(self, keywords: Mapping[str, object]) -> bool:
        try:
            result = self._function(*self._own, **keywords)
        except Exception:
            return False
        return result is _PARSED
