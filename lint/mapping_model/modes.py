"""The modes of Paddle in which unchanged torch code may run, as data.

Which of them a release has its snapshot says.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from mapping_model.snapshots import Snapshot, paddle_releases
from mapping_model.syntax import parsed

_FILE = Path(__file__).with_suffix(".yaml")
# The torch code with Paddle's package under the name `torch`, which every release has.
UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True)
class Mode:
    """A mode by the name that records have for it, and the call of Paddle that switches it on."""

    name: str
    call: str

    @property
    def function(self) -> str:
        """The full name of what is called."""
        return ast.unparse(self._tree.func)

    def is_of(self, release: Snapshot) -> bool:
        """Whether a release has the function, with a parameter for each argument."""
        api = release.get(self.function)
        names = [keyword.arg for keyword in self._tree.keywords if keyword.arg]
        return api is not None and any(all(map(s.get, names)) for s in api.overloads)

    @property
    def _tree(self) -> ast.Call:
        call = parsed(self.call, mode="eval").body
        assert isinstance(call, ast.Call)
        return call


@cache
def all_modes() -> tuple[Mode, ...]:
    """Every known mode, the plainest first."""
    data = yaml.safe_load(_FILE.read_text("utf-8"))
    return tuple(Mode(name, told["call"]) for name, told in data.items())


@cache
def supported_modes() -> tuple[Mode, ...]:
    """The modes that any supported release has."""
    releases = paddle_releases().values()
    return tuple(mode for mode in all_modes() if any(map(mode.is_of, releases)))


def modes_of(release: Snapshot) -> tuple[Mode, ...]:
    """The modes that a release has."""
    return tuple(mode for mode in all_modes() if mode.is_of(release))
