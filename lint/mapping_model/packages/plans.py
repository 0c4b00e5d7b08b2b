"""Which tests of a package are run, and with what beside it, as people have written it down."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

_FILE = Path(__file__).with_suffix(".yaml")
_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?")
_REQUIREMENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*([=<>!~]=?[A-Za-z0-9.*+!]+)?")
_VERSION = re.compile(r"[0-9][A-Za-z0-9.+!]*")


@dataclass(frozen=True, slots=True)
class Plan:
    """A release of a package, the `tests` of its source, and the wheels that are needed `beside`.

    Without a `wheel` its modules are those of the source.
    """

    name: str
    version: str
    tests: tuple[str, ...]
    beside: tuple[str, ...] = ()
    surroundings: Mapping[str, str] = field(default_factory=dict)
    wheel: bool = True

    @property
    def requirement(self) -> str:
        """As pip is told it."""
        return f"{self.name}=={self.version}"


@cache
def all_plans() -> Mapping[str, Plan]:
    """Every plan, by the name of its package."""
    data = yaml.safe_load(_FILE.read_text("utf-8"))
    return {name: _plan(name, told) for name, told in data.items()}


def _plan(name: str, told: Mapping[str, Any]) -> Plan:
    return Plan(
        name,
        told["version"],
        tuple(told["tests"]),
        tuple(told.get("with", ())),
        told.get("surroundings", {}),
        told.get("wheel", True),
    )


def normalized(name: str) -> str:
    """The name of a package as registries know it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def is_requirement(text: str) -> bool:
    """Whether pip is told a package of its index, with at most one condition on its release."""
    return _REQUIREMENT.fullmatch(text) is not None


def named(text: str) -> tuple[str, str | None] | None:
    """The name and release of `NAME` or `NAME==VERSION`; None for anything else."""
    name, equals, version = text.partition("==")
    if not _NAME.fullmatch(name) or (equals and not _VERSION.fullmatch(version)):
        return None
    return normalized(name), version or None
