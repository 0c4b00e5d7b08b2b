"""What rules look at: files, entries, examples, their code and sentences, both libraries.

Rules import from here what they all need: the subjects, and what they yield.
"""

from lint_mappings.subjects.finding import Finding
from lint_mappings.subjects.known_problems import KnownSubject
from lint_mappings.subjects.subject import (
    CorpusSubject,
    EntrySubject,
    ExampleSubject,
    FileSubject,
    GotchaSubject,
    Subject,
    VariantSubject,
)

__all__ = [
    "CorpusSubject",
    "EntrySubject",
    "ExampleSubject",
    "FileSubject",
    "Finding",
    "GotchaSubject",
    "KnownSubject",
    "Subject",
    "VariantSubject",
]
