"""API snapshots: the names and signatures of real libraries, as measured data.

`verify-mappings snapshot` writes them; here they are only read. Looking a name up costs nothing
but the reading of one JSON file per library and release.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any

DIRECTORY = Path(__file__).parent / "snapshots"
FORMAT = 1
TORCH = "2.13.0"
# The supported Paddle releases, oldest first; categories are judged on the newest.
PADDLE = ("2.6.2", "3.0.0", "3.1.1", "3.2.2", "3.3.1")


class ParameterKind(Enum):
    """How an argument may be passed."""

    POSITIONAL_ONLY = "positional-only"
    POSITIONAL_OR_KEYWORD = "positional or keyword"
    KEYWORD_ONLY = "keyword-only"
    VAR_POSITIONAL = "*args"
    VAR_KEYWORD = "**kwargs"


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter; `name` carries its stars, `default` is an expression, None if required."""

    name: str
    kind: ParameterKind
    default: str | None = None


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameters of one overload, in the library's order."""

    parameters: tuple[Parameter, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Names in order, varargs with their stars."""
        return tuple(parameter.name for parameter in self.parameters)

    def get(self, name: str) -> Parameter | None:
        """The parameter called `name`, None if there is none."""
        return next((p for p in self.parameters if p.name == name), None)

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
    are overloads that still work but that nobody should write any more.
    """

    name: str
    kind: str
    signatures: tuple[Signature, ...]
    aliases: dict[str, tuple[str, ...]]
    source: str = "none"
    deprecated: tuple[Signature, ...] = ()


@dataclass(frozen=True)
class Snapshot:
    """All public names of one release of one library."""

    library: str
    version: str
    records: dict[str, dict[str, Any]]

    def __contains__(self, name: str) -> bool:
        return name in self.records

    def get(self, name: str) -> Api | None:
        """The API called `name`, None if this release has none."""
        record = self.records.get(name)
        if record is None:
            return None
        return Api(
            name=name,
            kind=record["kind"],
            signatures=tuple(_signature(texts) for texts in record.get("signatures", ())),
            aliases={key: tuple(sorted(v)) for key, v in record.get("aliases", {}).items()},
            source=record.get("source", "none"),
            deprecated=tuple(_signature(t) for t in record.get("deprecated_signatures", ())),
        )

    def names(self) -> list[str]:
        """Every public name, sorted."""
        return sorted(self.records)


@cache
def load_snapshot(library: str, version: str) -> Snapshot:
    """The shipped snapshot of a release; raise FileNotFoundError if there is none."""
    path = DIRECTORY / f"{library}-{version}.json"
    data = json.loads(path.read_text("utf-8"))
    if data["format"] != FORMAT:
        raise ValueError(f"{path}: format {data['format']}, expected {FORMAT}")
    return Snapshot(data["library"], data["version"], data["apis"])


def torch_snapshot() -> Snapshot:
    """The snapshot of the one torch release that mappings are written for."""
    return load_snapshot("torch", TORCH)


def paddle_snapshot() -> Snapshot:
    """The snapshot of the newest supported Paddle release."""
    return load_snapshot("paddle", PADDLE[-1])


def paddle_releases() -> dict[str, Snapshot]:
    """Every supported Paddle release that has a snapshot, oldest first."""
    return {
        version: load_snapshot("paddle", version)
        for version in PADDLE
        if (DIRECTORY / f"paddle-{version}.json").is_file()
    }


@cache
def _parameters(texts: tuple[str, ...]) -> tuple[Parameter, ...]:
    kind = ParameterKind.POSITIONAL_OR_KEYWORD
    found: list[Parameter] = []
    for text in texts:
        if text == "/":
            found = [Parameter(p.name, ParameterKind.POSITIONAL_ONLY, p.default) for p in found]
        elif text == "*":
            kind = ParameterKind.KEYWORD_ONLY
        elif text.startswith("**"):
            found.append(Parameter(text, ParameterKind.VAR_KEYWORD))
        elif text.startswith("*"):
            found.append(Parameter(text, ParameterKind.VAR_POSITIONAL))
            kind = ParameterKind.KEYWORD_ONLY
        else:
            name, equals, default = text.partition("=")
            found.append(Parameter(name, kind, default if equals else None))
    return tuple(found)


def _signature(texts: list[str]) -> Signature:
    return Signature(_parameters(tuple(texts)))


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
