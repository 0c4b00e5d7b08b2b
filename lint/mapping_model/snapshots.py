"""API snapshots: the names and signatures of real libraries, as measured data.

`verify-mappings snapshot` writes them; here they are only read. Looking a name up costs nothing
but the reading of one JSON file per library and release. A release is supported when its snapshot
is there: no list of releases is kept anywhere else.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, ValuesView
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from mapping_model.calls.operators import operands
from mapping_model.types import Type, parse_type

DIRECTORY = Path(__file__).parent / "snapshots"
FORMAT = 3
_RELEASE = re.compile(r"[0-9]+(\.[0-9]+)+")


@lru_cache(maxsize=1024)
def number_of(release: str) -> tuple[int, ...]:
    """A release as numbers, so that 3.10 is newer than 3.9; nine digits of each are enough."""
    return tuple(int(part[:9]) for part in release.split("."))


def releases_of(library: str) -> tuple[str, ...]:
    """The releases of a library that have a snapshot, oldest first; previews are none."""
    found = (path.stem.removeprefix(f"{library}-") for path in DIRECTORY.glob(f"{library}-*.json"))
    return tuple(sorted(filter(_RELEASE.fullmatch, found), key=number_of))


# The one torch release that mappings are written for, and the supported Paddle releases, oldest
# first; categories are judged on the newest.
TORCH = releases_of("torch")[-1]
PADDLE = releases_of("paddle")


class ParameterKind(Enum):
    """How an argument may be passed."""

    POSITIONAL_ONLY = "positional-only"
    POSITIONAL_OR_KEYWORD = "positional or keyword"
    KEYWORD_ONLY = "keyword-only"
    VAR_POSITIONAL = "*args"
    VAR_KEYWORD = "**kwargs"


_BY_POSITION = (ParameterKind.POSITIONAL_ONLY, ParameterKind.POSITIONAL_OR_KEYWORD)
_STARS = {1: ParameterKind.VAR_POSITIONAL, 2: ParameterKind.VAR_KEYWORD}
# How a snapshot begins the part of a signature that is its result.
_RETURNS = "-> "
_BY_KEYWORD = (ParameterKind.POSITIONAL_OR_KEYWORD, ParameterKind.KEYWORD_ONLY)


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter; `name` carries its stars, `default` is an expression, None if required.

    `type_text` is in the vocabulary of `mapping_model.types`, empty where nothing is known.
    """

    name: str
    kind: ParameterKind
    default: str | None = None
    type_text: str = ""

    @property
    def type(self) -> Type | None:
        """What may be passed, None where that is not known."""
        return parse_type(self.type_text)

    @property
    def by_position(self) -> bool:
        """Whether it has a place of its own among the positional arguments."""
        return self.kind in _BY_POSITION

    @property
    def by_keyword(self) -> bool:
        """Whether it may be passed by its name."""
        return self.kind in _BY_KEYWORD

    @property
    def variadic(self) -> bool:
        """Whether it takes any number of arguments."""
        return self.kind in (ParameterKind.VAR_POSITIONAL, ParameterKind.VAR_KEYWORD)

    @property
    def required(self) -> bool:
        """Whether every call must pass it."""
        return self.default is None and not self.variadic


@dataclass(frozen=True)
class Signature:
    """The parameters of one overload, in the library's order, and the type of its result."""

    parameters: tuple[Parameter, ...]
    returns_text: str = ""

    @property
    def returns(self) -> Type | None:
        """What comes back, None where that is not known."""
        return parse_type(self.returns_text)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names in order, varargs with their stars."""
        return tuple(parameter.name for parameter in self.parameters)

    @cached_property
    def by_position(self) -> tuple[Parameter, ...]:
        """The parameters that have a place among the positional arguments, in order."""
        return tuple(p for p in self.parameters if p.by_position)

    @cached_property
    def open(self) -> bool:
        """Whether it takes keywords beyond the named parameters."""
        return any(p.kind is ParameterKind.VAR_KEYWORD for p in self.parameters)

    def get(self, name: str) -> Parameter | None:
        """The parameter called `name`, None if there is none."""
        return self._by_name.get(name)

    @cached_property
    def _by_name(self) -> dict[str, Parameter]:
        return {p.name: p for p in reversed(self.parameters)}

    @property
    def parts(self) -> list[str]:
        """What stands between the brackets: `x`, `*`, `out=None`."""
        return _python_order(self.parameters)

    @property
    def text(self) -> str:
        """As Python writes it: `(x, *, out=None)`."""
        return f"({', '.join(self.parts)})"


@dataclass(frozen=True, slots=True)
class Api:
    """One public name: kind (function, method, class, attribute) and overloads.

    `aliases` maps a parameter to the other keywords that the library accepts for it. `deprecated`
    are overloads that still work but that nobody should write any more. `same` is the API that
    this is another name of, with how that was found: the "identity" of the object, or the "doc".
    `type_text` is what an attribute is.
    """

    name: str
    kind: str
    signatures: tuple[Signature, ...]
    aliases: dict[str, tuple[str, ...]]
    source: str = "none"
    deprecated: tuple[Signature, ...] = ()
    same: tuple[str, str] | None = None
    type_text: str = ""

    @property
    def type(self) -> Type | None:
        """What an attribute is, None where that is not known."""
        return parse_type(self.type_text)

    @property
    def overloads(self) -> tuple[Signature, ...]:
        """All that work, those that nobody should write last."""
        return (*self.signatures, *self.deprecated)

    @property
    def in_python(self) -> bool:
        """Whether Python itself gives it its arguments, rather than a parser in C."""
        return self.source in ("inspect", "source")


@dataclass(frozen=True)
class Snapshot:
    """All public names of one release of one library.

    `special_records` are of the methods behind operators: they can be looked up, but are in no
    list, since nobody writes these names.
    """

    library: str
    version: str
    records: Mapping[str, dict[str, Any]]
    special_records: Mapping[str, dict[str, Any]] = field(default_factory=dict)
    _apis: dict[str, Api] = field(default_factory=dict, init=False, compare=False)

    def __contains__(self, name: str) -> bool:
        return name in self.records or name in self.special_records

    def get(self, name: str) -> Api | None:
        """The API called `name`, None if this release has none."""
        found = self._apis.get(name)
        if found is None and name in self.records:
            found = self._apis[name] = _api(name, self.records[name])
        elif found is None and name in self.special_records:
            found = self._apis[name] = _special(_api(name, self.special_records[name]))
        return found

    def names(self) -> list[str]:
        """Every public name, sorted."""
        return sorted(self.records)

    def documented(self, name: str) -> bool:
        """Whether a public name has a docstring of its own, which is told of torch only."""
        return "undocumented" not in self.records[name]

    def deprecated(self, name: str) -> bool:
        """Whether the documentation of a name says that it is deprecated, told of torch only."""
        return name in self.records and "deprecated" in self.records[name]

    def parameters(self) -> frozenset[str]:
        """The names of all parameters of all signatures, without stars."""
        records = self.records.values()
        texts = {t for r in records for signature in r.get("signatures", ()) for t in signature}
        return frozenset(_parameter_name(text).lstrip("*") for text in texts)


# So many names are looked for in the text of a snapshot before it is worth an index.
_FEW = 16


class _Lines(Mapping[str, dict[str, Any]]):
    """The records of a file that has each on a line of its own, read when one is asked for."""

    def __init__(self, text: str) -> None:
        self._text = f"\n{text}\n"
        self._found: dict[str, str | None] = {}
        self._index: dict[str, str] | None = None
        self._read: dict[str, dict[str, Any]] = {}

    @property
    def _lines(self) -> dict[str, str]:
        """The lines by name."""
        if self._index is None:
            lines = self._text.splitlines()
            self._index = {line[1 : line.index('": ')]: line for line in lines if line}
        return self._index

    def _line(self, name: str) -> str | None:
        """The line of a name, None where there is none; of a few names by a search alone."""
        if self._index is None and name not in self._found:
            if len(self._found) >= _FEW or '"' in name:
                return self._lines.get(name)
            at = self._text.find(f'\n"{name}": ') + 1
            self._found[name] = self._text[at : self._text.index("\n", at)] if at else None
        return self._found[name] if self._index is None else self._index.get(name)

    def __getitem__(self, name: str) -> dict[str, Any]:
        if name not in self._read:
            line = self._line(name)
            if line is None:
                raise KeyError(name)
            self._read[name] = json.loads(f"{{{line.rstrip(',')}}}")[name]
        return self._read[name]

    def values(self) -> ValuesView[dict[str, Any]]:
        """All records, read together, which takes half the time."""
        if len(self._read) < len(self._lines):
            self._read = json.loads(f"{{{''.join(self._lines.values()).rstrip(',')}}}")
        return self._read.values()

    def __contains__(self, name: object) -> bool:
        if self._index is not None:
            return name in self._index
        return isinstance(name, str) and self._line(name) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


@cache
def load_snapshot(library: str, version: str) -> Snapshot:
    """The shipped snapshot of a release; raise FileNotFoundError if there is none."""
    path = DIRECTORY / f"{library}-{version}.json"
    head, _, rest = path.read_text("utf-8").partition('"apis": {\n')
    told = json.loads(f"{head.rstrip().removesuffix(',')}}}")
    if told["format"] != FORMAT:
        raise ValueError(f"{path}: format {told['format']}, expected {FORMAT}")
    public, _, special = rest.partition('\n},\n"special": {\n')
    records = (_Lines(part.removesuffix("\n}\n}\n")) for part in (public, special))
    return Snapshot(told["library"], told["version"], *records)


def torch_snapshot() -> Snapshot:
    """The snapshot of the one torch release that mappings are written for."""
    return load_snapshot("torch", TORCH)


def paddle_snapshot() -> Snapshot:
    """The snapshot of the newest supported Paddle release."""
    return load_snapshot("paddle", PADDLE[-1])


def paddle_releases() -> dict[str, Snapshot]:
    """Every supported Paddle release, oldest first."""
    return {version: load_snapshot("paddle", version) for version in PADDLE}


def _api(name: str, record: dict[str, Any]) -> Api:
    return Api(
        name=name,
        kind=record["kind"],
        signatures=_signatures(record, "signatures"),
        aliases={key: tuple(sorted(v)) for key, v in record.get("aliases", {}).items()},
        source=record.get("source", "none"),
        deprecated=_signatures(record, "deprecated_signatures"),
        same=next(iter(record.get("same", {}).items()), None),
        type_text=record.get("type", ""),
    )


def _special(api: Api) -> Api:
    """The method behind an operator with the parameters that Python passes, under one name each."""
    names = operands(api.name.rpartition(".")[2])
    only = ParameterKind.POSITIONAL_ONLY
    signatures = (
        Signature(
            tuple(
                replace(parameter, name=name, kind=only, default=None)
                for name, parameter in zip(names, signature.parameters, strict=False)
            ),
            signature.returns_text,
        )
        for signature in api.signatures
    )
    return replace(api, signatures=tuple(signatures))


def _signatures(record: dict[str, Any], key: str) -> tuple[Signature, ...]:
    return tuple(read_signature(tuple(texts)) for texts in record.get(key, ()))


def _parameter_name(text: str) -> str:
    return text.partition(" = ")[0].partition(": ")[0]


@cache
def read_signature(texts: tuple[str, ...]) -> Signature:
    """The signature that its parts tell: `x: Tensor`, `*`, `out = None`, `-> Tensor`."""
    kind = ParameterKind.POSITIONAL_OR_KEYWORD
    found: list[Parameter] = []
    returns = ""
    for text in texts:
        if text.startswith(_RETURNS):
            returns = text.removeprefix(_RETURNS)
        elif text == "/":
            found = [replace(p, kind=ParameterKind.POSITIONAL_ONLY) for p in found]
        elif text == "*":
            kind = ParameterKind.KEYWORD_ONLY
        else:
            head, equals, default = text.partition(" = ")
            name = _parameter_name(head)
            type_text = head[len(name) :].removeprefix(": ")
            stars = _STARS.get(len(name) - len(name.lstrip("*")), kind)
            found.append(Parameter(name, stars, default if equals else None, type_text))
            if stars is ParameterKind.VAR_POSITIONAL:
                kind = ParameterKind.KEYWORD_ONLY
    return Signature(tuple(found), returns)


def _python_order(parameters: tuple[Parameter, ...]) -> list[str]:
    """The parts between the brackets, with `/` and `*` where Python needs them."""
    parts: list[str] = []
    starred = False
    for index, parameter in enumerate(parameters):
        if parameter.kind is ParameterKind.KEYWORD_ONLY and not starred:
            parts.append("*")
            starred = True
        starred = starred or parameter.kind is ParameterKind.VAR_POSITIONAL
        default = "" if parameter.default is None else f"={parameter.default}"
        parts.append(parameter.name + default)
        following = parameters[index + 1].kind if index + 1 < len(parameters) else None
        if parameter.kind is ParameterKind.POSITIONAL_ONLY and following is not parameter.kind:
            parts.append("/")
    return parts
