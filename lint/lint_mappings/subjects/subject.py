"""What rules look at: a file, an entry, a variant, an example, a gotcha, the whole corpus.

Every subject knows its document and its place in it, so that a rule names only the steps from
there. What is costly (syntax trees, signatures, texts) is computed once, when first asked for.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cached_property

from lint_mappings.fixes.fix import Fix
from lint_mappings.fixes.making import splice
from lint_mappings.subjects.code import Code, Placed
from lint_mappings.subjects.facts import Facts
from lint_mappings.subjects.finding import Finding
from lint_mappings.subjects.sentences import Sentence, sentences
from lint_mappings.subjects.spans import Span, spans
from mapping_model.categories import Category, Text
from mapping_model.entry import Entry, Example, Gotcha, Row, Variant
from mapping_model.language.pieces import Faults, Piece, pieces_of
from mapping_model.limits.examples import EntryLimits
from mapping_model.outcomes import Outcome
from mapping_model.problems import Problem
from mapping_model.reading import Document, Path_
from mapping_model.records import LIMITS_OF, BrokenRecord, Record
from mapping_model.results import example_hash, mapping_hash
from mapping_model.sides import Side, compare, is_member

# What no file has, before each of the texts that are looked through at once.
BEGIN = "\0"


class Subject:
    """A place of a document: `path` leads to it."""

    def __init__(self, facts: Facts, document: Document, path: Path_ = ()) -> None:
        self.facts = facts
        self.document = document
        self.path = path

    def at(self, *steps: str | int) -> Subject:
        """The place that `steps` lead to from here."""
        return Subject(self.facts, self.document, (*self.path, *steps))

    def finding(
        self,
        message: str,
        *steps: str | int,
        hint: str = "",
        key: bool = False,
        offset: tuple[int, int] | None = None,
        fix: Fix | None = None,
        again: bool = False,
    ) -> Finding:
        """Something wrong at the node that `steps` lead to from here."""
        place = (*self.path, *steps)
        return Finding(self.document, message, hint, place, key, offset, fix, again)


class FileSubject(Subject):
    """Any YAML file, also one that could not be read (then it has no sentences)."""

    @cached_property
    def sentences(self) -> list[Sentence]:
        """All texts of the file."""
        return [] if self.document.problems else sentences(self.document.data)

    @cached_property
    def spans(self) -> list[Span]:
        """What stands between backticks in them, in the order of the file."""
        return list(spans(self.sentences))

    def found_by_reader(self, code: str) -> Iterator[Problem]:
        """What the reader itself has found of one kind."""
        return (problem for problem in self.document.problems if problem.code == code)

    @cached_property
    def bare(self) -> dict[str, str]:
        """All texts of a language, or of both (""), without code: `BEGIN` stands before each.

        Most files have nothing of what is looked for, which one search tells.
        """
        each = {"en": "", "zh": ""}
        for sentence in self.sentences:
            each[sentence.language] += f"{BEGIN}{sentence.bare}"
        return {**each, "": each["en"] + each["zh"]}

    def matches(self, pattern: re.Pattern[str]) -> Iterator[tuple[Sentence, re.Match[str]]]:
        """The first match of a pattern in each text, outside of code, with `BEGIN` before it."""
        if pattern.search(self.bare[""]):
            for sentence in self.sentences:
                found = pattern.search(f"{BEGIN}{sentence.bare}")
                if found:
                    yield sentence, found

    def in_sentence(
        self,
        sentence: Sentence,
        index: int,
        message: str,
        hint: str = "",
        fix: tuple[int, int, str] | None = None,
    ) -> Finding:
        """Something wrong at one character of a text.

        `fix`: the characters from one index to another, and what to write in their place.
        """
        made = None if fix is None else splice(self.document, sentence.path, *fix)
        offset = sentence.offset(index)
        return self.finding(message, *sentence.path, hint=hint, offset=offset, fix=made)


class ExampleSubject(Subject):
    """One example of a variant, or one check of a gotcha (then `variant` is None)."""

    def __init__(
        self,
        facts: Facts,
        document: Document,
        path: Path_,
        example: Example,
        variant: VariantSubject | None = None,
    ) -> None:
        super().__init__(facts, document, path)
        self.example = example
        self.variant = variant

    @cached_property
    def torch(self) -> Code:
        """The torch code."""
        return Code("torch", self.example.torch)

    @cached_property
    def paddle(self) -> Code:
        """The Paddle code."""
        return Code("paddle", self.example.paddle)

    @cached_property
    def hash(self) -> str:
        """The hash of all that decides what a run of it gives."""
        return example_hash(self.example)

    @property
    def sides(self) -> tuple[Code, Code]:
        """The code of both sides, torch's first."""
        return self.torch, self.paddle

    @property
    def raises(self) -> bool:
        """Whether it is there to show an error."""
        return self.example.compare.raises is not None or self.example.expect is Outcome.RAISES

    def in_code(self, code: Code, node: Placed, message: str, hint: str) -> Finding:
        """Something wrong at one node of the code of a side."""
        return self.finding(message, code.side, hint=hint, offset=code.offset(node))

    @property
    def parses(self) -> bool:
        """Whether both sides are Python; if not, other rules have nothing to look at."""
        return self.torch.error is None and self.paddle.error is None


class VariantSubject(Subject):
    """One variant of an entry: the entry itself where it has only one."""

    def __init__(self, entry: EntrySubject, path: Path_, variant: Variant) -> None:
        super().__init__(entry.facts, entry.document, path)
        self.entry = entry
        self.variant = variant
        self.examples = [
            ExampleSubject(self.facts, self.document, (*path, "examples", n), example, self)
            for n, example in enumerate(variant.examples)
        ]

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows of the parameter table."""
        return self.variant.params

    @property
    def has_table(self) -> bool:
        """Whether rows are written, or there should be none since there are no parameters."""
        variant = self.variant
        return bool(variant.params) or (
            variant.category.one_to_one
            and (variant.category is Category.NO_PARAMS or variant.returns is not None)
        )

    @cached_property
    def _sides(self) -> tuple[Side, Side]:
        torch = self.facts.torch.get(self.entry.entry.torch)
        paddle = self.variant.paddle and self.facts.paddle.get(self.variant.paddle)
        return compare(self.entry.entry.torch, torch, paddle or None, self.rows)

    @property
    def torch(self) -> Side:
        """What the snapshot knows about the torch API."""
        return self._sides[0]

    @property
    def paddle(self) -> Side:
        """What the snapshot knows about the target."""
        return self._sides[1]

    @cached_property
    def faults(self) -> list[tuple[Piece, str, str]]:
        """The mapping's own expressions and code that cannot be read, with message and hint."""
        library = self.facts.paddle
        member = self.entry.is_member
        faults = Faults(self.variant, self.torch, member, library.knows, library.guess)
        found = ((piece, *faults.of(piece)) for piece in pieces_of(self.variant))
        return [(piece, message, hint) for piece, message, hint in found if message]

    def description(self, row: Row) -> Text | None:
        """What a row's parameter means: its own text, or the glossary's."""
        if row.desc is not None:
            return row.desc
        return self.facts.corpus.glossary.get(row.term or row.torch or row.paddle or "")


class EntrySubject(Subject):
    """One entry; `file` is its file."""

    def __init__(self, file: FileSubject, entry: Entry) -> None:
        super().__init__(file.facts, file.document)
        self.file = file
        self.entry = entry
        several = len(entry.variants) > 1
        self.variants = [
            VariantSubject(self, ("variants", n) if several else (), variant)
            for n, variant in enumerate(entry.variants)
        ]

    @property
    def parts(self) -> list[Subject]:
        """The entry itself, its variants and their examples."""
        examples = [example for variant in self.variants for example in variant.examples]
        return [self, *self.variants, *examples]

    @cached_property
    def limits(self) -> EntryLimits:
        """The limits of all variants, shared ones too."""
        corpus = self.facts.corpus
        return EntryLimits(self.entry, corpus.limits, corpus.resolve)

    @property
    def limit_record(self) -> Record | BrokenRecord:
        """What is recorded of them."""
        return self.facts.results(f"{LIMITS_OF}{self.entry.torch}")

    @cached_property
    def hash(self) -> str:
        """The hash of what a program applies."""
        return mapping_hash(self.entry)

    @cached_property
    def is_member(self) -> bool:
        """Whether the torch API is used on an object, as methods are."""
        return is_member(self.facts.torch.get(self.entry.torch), self.entry.torch)


class GotchaSubject(Subject):
    """One gotcha."""

    def __init__(self, file: FileSubject, gotcha: Gotcha) -> None:
        super().__init__(file.facts, file.document)
        self.gotcha = gotcha
        self.examples = [
            ExampleSubject(self.facts, self.document, ("checks", n), check)
            for n, check in enumerate(gotcha.checks)
        ]

    @property
    def parts(self) -> list[Subject]:
        """The gotcha itself and its examples."""
        return [self, *self.examples]


class CorpusSubject:
    """Everything at once, for what no single file can know.

    `wanted` are the files that are reported on, None for all: what others lack need not be found.
    """

    def __init__(self, facts: Facts, wanted: Collection[str] | None = None) -> None:
        self.facts = facts
        self.corpus = facts.corpus
        self.wanted = wanted

    def is_wanted(self, document: Document | None) -> bool:
        """Whether there is such a file, and it is reported on."""
        return document is not None and (self.wanted is None or document.name in self.wanted)
