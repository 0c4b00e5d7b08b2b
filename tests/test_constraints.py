"""The exact versions that `make` installs: nothing it installs is left open."""

from __future__ import annotations

from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
EXTRAS = ("site", "verify", "port", "dev")


def requirements(path: Path) -> list[Requirement]:
    """The lines of a file as pip reads it."""
    lines = path.read_text("utf-8").splitlines()
    return [Requirement(line) for line in lines if line and not line.startswith("#")]


def needed(name: str, extras: tuple[str, ...]) -> dict[str, Requirement]:
    """Everything that an installed package needs on this machine, but what its parent pins."""
    found: dict[str, Requirement] = {}
    waiting = [(name, extras)]
    while waiting:
        parent, wanted = waiting.pop()
        for line in metadata.requires(parent) or ():
            need = Requirement(line)
            given = [{"extra": extra} for extra in (*wanted, "")]
            if need.marker and not any(need.marker.evaluate(extra) for extra in given):
                continue
            key = canonicalize_name(need.name)
            if key not in found:
                waiting.append((need.name, tuple(need.extras)))
            found[key] = need
    return found


@pytest.fixture
def pinned() -> dict[str, str]:
    """Version by name."""
    lines = requirements(ROOT / "constraints.txt")
    assert all(len(line.specifier) == 1 and "==" in str(line.specifier) for line in lines)
    return {canonicalize_name(line.name): str(line.specifier)[2:] for line in lines}


def test_everything_that_is_needed_is_pinned(pinned: dict[str, str]) -> None:
    wanted = needed("lint-mappings", EXTRAS)
    assert sorted(wanted.keys() - pinned.keys()) == []
    # The file is of this project: what pyproject.toml asks for is what is pinned.
    for name, need in wanted.items():
        assert need.specifier.contains(pinned[name], prereleases=True), f"{need}: {pinned[name]}"


@pytest.mark.usefixtures("libraries")
def test_what_the_libraries_need_is_pinned(pinned: dict[str, str]) -> None:
    for library in requirements(ROOT / "requirements-libraries.txt"):
        for name, need in needed(library.name, ()).items():
            assert name in pinned or "==" in str(need.specifier), f"{need} of {library.name}"
