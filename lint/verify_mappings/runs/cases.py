"""The examples of the corpus, under the names they have in results."""

from __future__ import annotations

from dataclasses import dataclass

from mapping_model.corpus import Corpus
from mapping_model.entry import Entry, Example, Gotcha
from mapping_model.records import GOTCHA


@dataclass(frozen=True, slots=True)
class Case:
    """One example, under the names it has in records."""

    name: str
    key: str
    example: Example


def all_cases(corpus: Corpus) -> dict[str, list[Case]]:
    """Every example of the corpus by name, `gotcha:<id>` for the checks of gotchas."""
    subjects: dict[str, Entry | Gotcha] = dict(sorted(corpus.entries.items()))
    subjects |= {f"{GOTCHA}{id_}": gotcha for id_, gotcha in sorted(corpus.gotchas.items())}
    return {
        name: [Case(name, key, example) for key, example in subject.examples()]
        for name, subject in subjects.items()
    }
