"""Where mappings are read: a directory, what an installed package brings, or one above the other.

A checkout has them as files. A wheel brings the same, packed into one file when it is built (see
`mapping_model.packing`). A project that has some entries of its own has all else from there.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Protocol

from mapping_model.about import DISTRIBUTION, version
from mapping_model.ending import UsageError
from mapping_model.files import read_ordinary
from mapping_model.naming import (
    GLOSSARY,
    GOTCHAS,
    MAX_RECORD,
    api_of,
    document_name,
    document_names,
)
from mapping_model.packed import Lines
from mapping_model.reading import Document, read_document

MAPPINGS = "mappings"
# What the file of a wheel is called, beside this module; what else it has, beside documents.
PACKED = "mappings.jsonl"
INDEX, NAMES, ALL_GOTCHAS = "index", "names/entries", "names/gotchas"
_HERE = Path(__file__).parent
_ENTRIES = "torch*/torch.*.yaml"
_MAX_BYTES = 64 * 1024 * 1024


class Store(Protocol):
    """Documents and records, by their paths below `mappings`.

    `root` is the directory of that name, `told` what people are told it is.
    """

    root: Path

    @property
    def told(self) -> str: ...

    def document(self, relative: str) -> tuple[Document, bool] | None:
        """A document, and whether it is known to have the right shape; None where there is none."""

    def record(self, relative: str) -> bytes:
        """What runs or probes have recorded; raise OSError or ValueError."""

    def names(self) -> list[str]:
        """The APIs that have an entry, sorted, without reading any."""

    def gotchas(self) -> list[str]:
        """The ids of gotchas, sorted."""

    def contents(self) -> Iterator[bytes]:
        """All of the documents, for a digest of them."""


class Folder:
    """The files below a directory called `mappings`."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @property
    def told(self) -> str:
        """Where it is."""
        return str(self.root)

    @property
    def is_complete(self) -> bool:
        """Whether it stands alone, as one with a glossary does: nothing is read elsewhere."""
        return os.path.lexists(self.root / GLOSSARY)

    def document(self, relative: str) -> tuple[Document, bool] | None:
        """A file as it reads."""
        path = self.root / relative
        if not os.path.lexists(path):
            return None
        return read_document(path, document_name(self.root, path)), False

    def record(self, relative: str) -> bytes:
        """The bytes of a file."""
        return read_ordinary(f"{self.root}/{relative}", MAX_RECORD)

    def names(self) -> list[str]:
        """By the names of files."""
        return sorted(api_of(file.stem) for file in self.root.glob(_ENTRIES))

    def gotchas(self) -> list[str]:
        """By the names of files."""
        return sorted(file.stem for file in (self.root / GOTCHAS).glob("*.yaml"))

    def contents(self) -> Iterator[bytes]:
        """The files, in order."""
        patterns = ("*.yaml", "torch*/*.yaml", f"{GOTCHAS}/*.yaml")
        written = [path for pattern in patterns for path in self.root.glob(pattern)]
        return (read_ordinary(one, _MAX_BYTES) for one in sorted(written))


class Given:
    """Documents that were read elsewhere: their data by name, which has the right shape."""

    def __init__(self, root: Path, data: Mapping[str, Any]) -> None:
        self.root = root
        self.told = str(root)
        self._data = data

    def document(self, relative: str) -> tuple[Document, bool] | None:
        """The data of a file."""
        name = f"{self.root.name}/{relative}"
        return (Document(name, data=self._data[name]), True) if name in self._data else None

    def record(self, relative: str) -> bytes:
        """There is none."""
        raise FileNotFoundError(relative)

    def names(self) -> list[str]:
        """By the names of files."""
        files = (Path(name) for name in self._data)
        return sorted(api_of(file.stem) for file in files if file.match(_ENTRIES))

    def gotchas(self) -> list[str]:
        """By the names of files."""
        files = (Path(name) for name in self._data)
        return sorted(file.stem for file in files if file.match(f"{GOTCHAS}/*.yaml"))

    def contents(self) -> Iterator[bytes]:
        """One document after the other."""
        return (json.dumps(pair).encode() for pair in sorted(self._data.items()))


class Packed:
    """What a wheel brings, in one file; what is made of it beforehand is there, too."""

    def __init__(self, path: Path) -> None:
        self.lines = Lines(path)
        self.root = path.parent / MAPPINGS

    @property
    def told(self) -> str:
        """The package, since nobody looks into its file."""
        return f"{DISTRIBUTION} {version()}"

    def document(self, relative: str) -> tuple[Document, bool] | None:
        """The data of a file, which was looked at when it was packed."""
        name = f"{MAPPINGS}/{relative}"
        data = self.lines.get(name)
        return None if data is None else (Document(name, data=data), True)

    def record(self, relative: str) -> bytes:
        """As it was recorded."""
        raw = self.lines.raw(relative)
        if raw is None:
            raise FileNotFoundError(relative)
        return raw

    def names(self) -> list[str]:
        """As they were listed."""
        return list(self.lines.get(NAMES))

    def gotchas(self) -> list[str]:
        """As they were listed."""
        return list(self.lines.get(ALL_GOTCHAS))

    def contents(self) -> Iterator[bytes]:
        """All of the file."""
        yield read_ordinary(self.lines.path, _MAX_BYTES)

    def all(self) -> Iterator[Document]:
        """All documents, in order."""
        return (Document(name, data=data) for name, data in self.lines.below(f"{MAPPINGS}/"))


class Layered:
    """The files of a project, and what is not among them from `beneath`."""

    def __init__(self, own: Folder, beneath: Store) -> None:
        self.own, self.beneath = own, beneath
        self.root = own.root

    @property
    def told(self) -> str:
        """Both, the one that counts first."""
        return f"{self.own.told} and {self.beneath.told}"

    @cached_property
    def _own_names(self) -> frozenset[str]:
        return frozenset(self.own.names())

    def document(self, relative: str) -> tuple[Document, bool] | None:
        """The project's own, though it be broken; else the other."""
        return self.own.document(relative) or self.beneath.document(relative)

    def record(self, relative: str) -> bytes:
        """The project's own, else the other; whether it is of the entry at hand its hash tells."""
        try:
            return self.own.record(relative)
        except FileNotFoundError:
            return self.beneath.record(relative)

    def names(self) -> list[str]:
        """Those of both."""
        return sorted(self._own_names.union(self.beneath.names()))

    def gotchas(self) -> list[str]:
        """Those of both."""
        return sorted({*self.own.gotchas(), *self.beneath.gotchas()})

    def contents(self) -> Iterator[bytes]:
        """Those of both."""
        yield from self.own.contents()
        yield from self.beneath.contents()

    def is_own(self, api: str) -> bool:
        """Whether the entry of an API is the project's."""
        return api in self._own_names


@cache
def brought() -> Store:
    """What this installation brings: its file, or the checkout that it is. Raise UsageError."""
    if (file := _HERE / PACKED).is_file():
        return Packed(file)
    checkout = _HERE.parents[1] / MAPPINGS
    if checkout.is_dir():
        return Folder(checkout)
    raise UsageError(
        f"This installation of {DISTRIBUTION} has no data: there is neither {file} nor "
        f"{checkout}. Install it again: pip install --force-reinstall {DISTRIBUTION}"
    )


def checked_root(given: Path) -> Path:
    """The directory that `--root` names, which holds `mappings`; raise UsageError for another."""
    place = given / MAPPINGS
    if not place.is_dir():
        why = f"`{MAPPINGS}` in it is no directory" if os.path.lexists(place) else ""
        why = why or f"there is no directory `{MAPPINGS}` in it"
        raise UsageError(f"--root {given}: {why}.")
    return given.resolve()


def opened(root: Path | None) -> Store:
    """The mappings of the project at `root`, if any, above those that this installation brings.

    A project with a glossary of its own stands alone.
    """
    if root is None:
        return brought()
    own = Folder(root / MAPPINGS)
    return own if (beneath := beneath_of(own)) is None else Layered(own, beneath)


def beneath_of(own: Folder) -> Store | None:
    """From where a project has what it lacks; None where it stands alone."""
    if own.is_complete:
        return None
    beneath = brought()
    if isinstance(beneath, Folder) and beneath.root.resolve() == own.root.resolve():
        return None
    return beneath


def documents_of(store: Store) -> Iterator[Document]:
    """All documents of what an installation brings, in order."""
    if isinstance(store, Packed):
        yield from store.all()
        return
    for name in document_names(store.root):
        found = store.document(name.partition("/")[2])
        if found is not None:
            yield found[0]
