"""The file of a form as the linter sees it: with all data, and places of what it writes itself."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import yaml

from mapping_model.forms.deriving import Origin
from mapping_model.reading import Document, Path_

FORM_OF = "form_of"
_FOLLOWS = " It follows from "
_PLACE = re.compile(re.escape(_FOLLOWS) + r"(\S+):\d+\.$")


@dataclass(slots=True)
class DerivedDocument(Document):
    """A file with the data that follow from another one's, of the entry `base`.

    What it does not write itself stands where it names that entry, and cannot be fixed here.
    """

    written: Document = field(default_factory=lambda: Document(""))
    base: Document = field(default_factory=lambda: Document(""))
    origins: dict[Path_, Origin] = field(default_factory=dict)

    def node(self, path: Path_ = (), key: bool = False) -> yaml.Node | None:
        """The node at `path`, or of its key; None for what follows from the other entry."""
        origin, rest = self._origin(path)
        return self.written.node((*origin.path, *rest), key) if origin.own else None

    def position(self, path: Path_ = (), key: bool = False) -> tuple[int, int]:
        """Where the value at `path` is written; where the other entry is named for what follows."""
        origin, rest = self._origin(path)
        here = (*origin.path, *rest) if origin.own else (FORM_OF,)
        return self.written.position(here, key and origin.own)

    def remark(self, path: Path_) -> str:
        """Where the other entry says what stands at `path`; "" for what is written here."""
        origin, rest = self._origin(path)
        if origin.own:
            return ""
        line, _ = self.base.position((*origin.path, *rest))
        return f"{_FOLLOWS}{self.base.name}:{line}."

    def forget_nodes(self) -> None:
        """Let go of nodes and lines of both files."""
        self.written.forget_nodes()
        self.base.forget_nodes()

    def _origin(self, path: Path_) -> tuple[Origin, Path_]:
        """Where the longest part of a path that is known comes from, and the steps below that."""
        for length in range(len(path), 0, -1):
            found = self.origins.get(path[:length])
            if found is not None:
                return found, path[length:]
        own = not path or path[0] in ("torch", FORM_OF)
        return Origin(own, path), ()


def followed(message: str) -> tuple[str, str] | None:
    """A message without its remark, and the file from which it says that something follows."""
    found = _PLACE.search(message)
    return (message[: found.start()], found[1]) if found else None
