"""What another tool claims of torch names, as facts from its package, and what runs have shown.

A list says of each name how the tool converts it. Lists are read from the wheel of a release, so
that a newer one is compared by a command; of the tool's code nothing is kept.
"""

from __future__ import annotations

import json
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

_KEPT = Path(__file__).with_name("claimed.json")
_TABLE = "paconvert/api_mapping.json"
_METADATA = ".dist-info/METADATA"
_TORCH = "torch."


class Claim(StrEnum):
    """How a tool says that a name is converted."""

    PREFIX = "prefix"  # nothing but `torch` is replaced
    NAME = "name"  # by another name, arguments as they are
    ARGUMENTS = "arguments"  # by a table of the arguments
    CODE = "code"  # by code of its own
    NONE = "none"  # not at all


_MATCHERS = {
    "ChangePrefixMatcher": Claim.PREFIX,
    "ChangeAPIMatcher": Claim.NAME,
    "GenericMatcher": Claim.ARGUMENTS,
}


class NoList(ValueError):
    """A file that has no such list; the message says what is wrong."""


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of a release of a tool, by torch name."""

    package: str
    version: str
    claims: Mapping[str, Claim]

    def count(self) -> Counter[Claim]:
        """How many names are claimed to be what."""
        return Counter(self.claims.values())


def read_wheel(path: Path) -> Claims:
    """The claims in a wheel of PaConvert; raises NoList for a file that is none."""
    try:
        with zipfile.ZipFile(path) as wheel:
            table = json.loads(wheel.read(_TABLE))
            about = next(name for name in wheel.namelist() if name.endswith(_METADATA))
            lines = wheel.read(about).decode().splitlines()
    except (OSError, zipfile.BadZipFile, KeyError, StopIteration, ValueError) as error:
        raise NoList(f"{path} is no wheel of PaConvert: {error}") from error
    version = next((line[9:] for line in lines if line.startswith("Version: ")), "")
    if not version or not isinstance(table, dict):
        raise NoList(f"{path} is no wheel of PaConvert: it has no version or no table of names")
    claims = {
        name: _claim(told)
        for name, told in sorted(table.items())
        if name.startswith(_TORCH) and isinstance(told, dict)
    }
    return Claims("paconvert", version, claims)


def _claim(told: Mapping[str, object]) -> Claim:
    matcher = told.get("Matcher")
    return _MATCHERS.get(str(matcher), Claim.CODE) if matcher else Claim.NONE


@cache
def kept() -> Claims:
    """The list that figures are of."""
    data = json.loads(_KEPT.read_text("utf-8"))
    claims = {name: Claim(kind) for kind, names in data["claims"].items() for name in names}
    return Claims(data["package"], data["version"], dict(sorted(claims.items())))


def keep(claims: Claims) -> Path:
    """Write a list in the place of the kept one: names by claim, a line each, for a diff."""
    by_claim = {
        claim.value: [name for name, one in claims.claims.items() if one is claim]
        for claim in Claim
    }
    data = {"package": claims.package, "version": claims.version, "claims": by_claim}
    _KEPT.write_text(json.dumps(data, indent=0) + "\n", "utf-8")
    kept.cache_clear()
    return _KEPT


def changes(old: Claims, new: Claims) -> Iterator[str]:
    """What a newer list says otherwise, a line each."""
    for name in sorted({*old.claims, *new.claims}):
        before, now = old.claims.get(name), new.claims.get(name)
        if before is not now:
            yield f"{name}: {before or 'not listed'} -> {now or 'not listed'}"
