"""Every file that a run looks at, read once, so that all of the run sees the same."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from mapping_model.files import read_ordinary
from mapping_model.naming import (
    KNOWN_PROBLEMS,
    MAX_RECORD,
    PROBES,
    RECORD,
    RESULTS,
    document_names,
    named_below,
)
from mapping_model.reading import Document, read_raw, read_text

Raw = bytes | Document


@dataclass(frozen=True)
class Sources:
    """What the files below `mappings` hold: bytes, or a document that says why they cannot be had.

    `files` has every YAML file by its name, `known` the list of known problems, if there is one.
    """

    mappings: Path
    files: Mapping[str, Raw]
    known: Raw | None

    @property
    def names(self) -> set[str]:
        """The names of all files that can be reported on."""
        return {*self.files, *([self.known_name] if self.known is not None else [])}

    @property
    def known_name(self) -> str:
        """What the list of known problems is called."""
        return f"{self.mappings.name}/{KNOWN_PROBLEMS}"

    @cached_property
    def digests(self) -> dict[str, str]:
        """A digest of each file; what has no bytes has the reason for that."""
        everything = {**self.files, self.known_name: self.known}
        return {
            name: sha256(raw).hexdigest() if isinstance(raw, bytes) else repr(raw)
            for name, raw in everything.items()
        }

    @cached_property
    def known_document(self) -> Document | None:
        """The list of known problems, if there is one."""
        # Costs what all of checking does, and nothing is checked where nothing has changed.
        from lint_mappings.subjects import known_problems

        return None if self.known is None else known_problems.document(self.known, self.known_name)

    def document(self, name: str) -> Document:
        """A file as it reads."""
        raw = self.files[name]
        return replace(raw) if isinstance(raw, Document) else read_text(raw, name)

    def text(self, name: str) -> str:
        """The text of a file for showing a line of it; "" where there is none."""
        raw = self.known if name == self.known_name else self.files.get(name, b"")
        return raw.decode("utf-8-sig", "replace") if isinstance(raw, bytes) else ""

    def raw(self, name: str) -> bytes | None:
        """The bytes of a file, None where it cannot be read."""
        raw = self.known if name == self.known_name else self.files.get(name)
        return raw if isinstance(raw, bytes) else None

    def having(self, contents: Mapping[str, bytes]) -> Sources:
        """The same but for some files, which may be new ones."""
        files = {**self.files, **contents}
        return Sources(self.mappings, files, files.pop(self.known_name, self.known))

    def results(self) -> Iterator[tuple[str, bytes]]:
        """What runs and probes have recorded, by file; or the reason why it cannot be read."""
        for folder in (RESULTS, PROBES):
            for file in named_below(self.mappings / folder, RECORD):
                name = f"{folder}/{file}"
                try:
                    yield name, read_ordinary(f"{self.mappings}/{name}", MAX_RECORD)
                except (OSError, ValueError) as error:
                    yield name, str(error).encode()


def read_sources(mappings: Path) -> Sources:
    """Read everything below a directory called `mappings`; files that vanish meanwhile are left."""
    files = {}
    known = f"{mappings.name}/{KNOWN_PROBLEMS}"
    for name in (*document_names(mappings), known):
        path = f"{mappings.parent}/{name}"
        raw = read_raw(path, name)
        if isinstance(raw, bytes) or os.path.lexists(path):
            files[name] = raw
    return Sources(mappings, files, files.pop(known, None))
