"""A file that says of which entry it is a form; what follows is worked out when it is asked for."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from mapping_model.forms.deriving import Derived, Fault, derive
from mapping_model.forms.document import FORM_OF, DerivedDocument
from mapping_model.forms.relation import Underivable
from mapping_model.reading import Document


class WrittenForm:
    """The file of a form; `base` is that of the entry `of` which it is one, None where none is."""

    def __init__(self, written: Document) -> None:
        self.written = written
        self.of: str = written.data[FORM_OF]
        self.base: Document | None = None

    @cached_property
    def _derived(self) -> Derived | Underivable:
        if self.base is None:
            return Underivable(f"`{self.of}` has no entry")
        if not {"alias_of", FORM_OF}.isdisjoint(self.base.data):
            other = self.base.data.get("alias_of") or self.base.data[FORM_OF]
            return Underivable(f"the entry of `{self.of}` says nothing itself: name `{other}`")
        try:
            return derive(self.written.data, self.base.data)
        except Underivable as why:
            return why

    @property
    def why_not(self) -> str:
        """Why nothing follows at all, "" where something does."""
        return str(self._derived) if isinstance(self._derived, Underivable) else ""

    @property
    def faults(self) -> list[Fault]:
        """What does not follow."""
        return [] if isinstance(self._derived, Underivable) else self._derived.faults

    def data(self) -> dict[str, Any] | None:
        """All data of the entry, None where nothing follows."""
        return None if isinstance(self._derived, Underivable) else self._derived.data

    @cached_property
    def document(self) -> Document:
        """The file with all data; as it is written where nothing follows."""
        found = self._derived
        if isinstance(found, Underivable) or self.base is None:
            return self.written
        here = self.written
        return DerivedDocument(
            *(here.name, here.text, found.data, here.problems),
            written=here,
            base=self.base,
            origins=found.origins,
        )
