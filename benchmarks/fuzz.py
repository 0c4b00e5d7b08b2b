"""Broken files through all rules, all reporters and `--fix`: nothing may fail, hang or grow.

Run it with `.venv/bin/python benchmarks/fuzz.py --inputs 200000`. It counts what must not happen:
an exception (exit code 3), an input that takes more than two seconds of the processor, more than
500 MB of memory. An input that does not end is ended, and counts as an exception.

Each input is a project of a few real files, one to three of which are broken: entries, gotchas,
the glossary, records of runs, the list of known problems. They are changed byte by byte, line by
line, value by value; parts of two are put together; code gets deep, numbers huge, texts long and
repetitive. See `mutants`.
Some are the bad samples of rules, or these with another defect: so every rule has its turn.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mutants.records import broken_record, known_list
from mutants.structures import exchanged, mutated_values, recoded
from mutants.texts import (
    composed,
    confused,
    marked,
    mutated_bytes,
    mutated_lines,
    numbered,
    repeated,
    spliced,
)

from lint_mappings.reporters import REPORTERS
from lint_mappings.reporters.summary import Summary
from lint_mappings.rules import all_rules
from lint_mappings.running.fixed import diff
from lint_mappings.running.project import Project
from lint_mappings.running.sources import Sources
from mapping_model.corpus import Corpus
from mapping_model.forms.document import FORM_OF
from mapping_model.naming import KNOWN_PROBLEMS
from mapping_model.reading import Document, read_text
from mapping_model.records import GOTCHA, record_path

ROOT = Path(__file__).parents[1]
MAPPINGS = ROOT / "mappings"
sys.path.insert(0, str(ROOT / "tests" / "lint_mappings"))

from rule_samples import bad  # noqa: E402
from small_project import BASE  # noqa: E402

SECONDS, MEGABYTES = 2.0, 500
# What ends an input: so many seconds, or so much memory that the machine would suffer.
HANGS, ENOUGH = 60, 4 * 2**30
# How many files a project has, besides the glossary.
FILES = 4
# The share of inputs that `--fix` is tried on: it lints many times.
FIXED = 0.02
# The share of inputs that are samples of rules.
SAMPLES = 0.05
KNOWN = f"{MAPPINGS.name}/{KNOWN_PROBLEMS}"
GLOSSARY = f"{MAPPINGS.name}/glossary.yaml"
NAMES = ("\x1b[2J", "a\nb", "\udcff", "中文", "A" * 200, "a b", "%41", "&<>\"'", "\u202e", "x.y")


@dataclass(frozen=True, slots=True)
class Input:
    """The files of one project: broken ones, by name, as bytes; others as they are read.

    `records` are those below the folder of the mappings.
    """

    files: dict[str, bytes | Document]
    known: bytes | None
    records: dict[str, bytes]

    @property
    def broken(self) -> set[str]:
        """The files of it that are no longer what they were."""
        return {name for name, raw in self.files.items() if isinstance(raw, bytes)}


class Inputs:
    """Random projects out of the files of a corpus."""

    def __init__(self, corpus: Corpus, rng: random.Random) -> None:
        self.rng = rng
        entries = [(f"{entry.torch}", document) for document, entry in corpus.entry_files]
        gotchas = [(f"{GOTCHA}{gotcha.id}", document) for document, gotcha in corpus.gotcha_files]
        self.documents = dict((*entries, *gotchas))
        self.records = {name: _raw(record_path(MAPPINGS, name)) for name in self.documents}
        self.glossary = _shortened(corpus.documents[GLOSSARY])

    def next(self) -> Input:
        """One project."""
        rng = self.rng
        if rng.random() < SAMPLES:
            return self.sample()
        chosen = rng.sample(list(self.documents.items()), FILES)
        bases = {document.data.get(FORM_OF) for _, document in chosen}
        chosen += [(name, self.documents[name]) for name in sorted(bases & self.documents.keys())]
        documents = {document.name: document for _, document in chosen}
        files: dict[str, bytes | Document] = {GLOSSARY: self.glossary, **documents}
        for name in rng.sample(list(documents), rng.choice((1, 1, 1, 2, 3))):
            other = rng.choice(list(documents.values()))
            broken = self.mutant(documents[name], other)
            files[self._renamed(name) if rng.random() < 0.05 else name] = broken
        if rng.random() < 0.03:
            files[GLOSSARY] = self.mutant(self.glossary, rng.choice(list(documents.values())))
        known = known_list(rng) if rng.random() < 0.1 else None
        records = {
            str(record_path(Path(), name)): self._record(name)
            for name, document in chosen
            if files[document.name] is not document
        }
        return Input(files, known, records)

    def sample(self) -> Input:
        """The bad sample of a rule, as it is or with another defect."""
        rng = self.rng
        files = {name: text.encode() for name, text in BASE.items()}
        files |= bad(rng.choice(list(all_rules().values())))
        if rng.random() < 0.7:
            name = rng.choice(list(files))
            files[name] = rng.choice((mutated_bytes, mutated_lines, marked))(files[name], rng)
        known = files.pop(KNOWN, None)
        below = f"{MAPPINGS.name}/"
        records = [name for name in files if name.endswith(".json")]
        found = {name.removeprefix(below): files.pop(name) for name in records}
        return Input(dict(files), known, found)

    def mutant(self, document: Document, other: Document) -> bytes:
        """A file changed in one way or another."""
        rng, raw, data = self.rng, document.text.encode(), document.data
        kind = rng.randrange(100)
        if kind < 16:
            return mutated_values(data, rng)
        if kind < 32:
            return exchanged(data, other.data, rng)
        if kind < 46:
            return recoded(data, rng)
        if kind < 60:
            return mutated_bytes(raw, rng)
        if kind < 70:
            return mutated_lines(raw, rng)
        if kind < 78:
            return marked(raw, rng)
        if kind < 86:
            return confused(raw, rng)
        if kind < 90:
            return numbered(raw, rng)
        if kind < 94:
            return repeated(raw, rng)
        return spliced(raw, other.text.encode(), rng) if kind < 98 else composed(rng)

    def _renamed(self, name: str) -> str:
        folder, _, last = name.rpartition("/")
        return f"{folder}/{self.rng.choice(NAMES)}{last}"

    def _record(self, name: str) -> bytes:
        raw = self.records[name]
        return broken_record(raw, self.rng) if self.rng.random() < 0.1 else raw


def _raw(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b"{}"


def _shortened(glossary: Document) -> Document:
    """A part of the glossary: what no row of a project uses would be most that is found in it."""
    lines = glossary.text.splitlines(keepends=True)
    return read_text("".join(lines[:: len(lines) // 12]).encode(), glossary.name)


def lint(given: Input, mappings: Path, fixing: bool, everything: bool) -> Iterator[str]:
    """Lint a project and report on it in every format; give the codes that were found.

    Its records are written below `mappings`, since they are read from there.
    """
    paths = [mappings / name for name in given.records]
    for path, raw in zip(paths, given.records.values(), strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    try:
        sources = Sources(mappings, given.files, given.known)
        wanted = None if everything else frozenset((*given.broken, KNOWN))
        project = Project(sources, tuple(all_rules()), wanted)
        report = project.check(sources)
        if report.crashes:
            raise RuntimeError(report.crashes[0].traceback)
        found = {problem.code for problem in report.problems}
        # The rules that found nothing would be most of what SARIF has to say.
        rules = {code: rule for code, rule in all_rules().items() if code in found}
        summary = Summary(
            report.files, report.told, lambda: rules, sources, report.fixable, report.known
        )
        for write in REPORTERS.values():
            stream = io.TextIOWrapper(io.BytesIO(), "utf-8", errors="backslashreplace")
            write(report.problems, summary, stream)
            stream.flush()
        if fixing:
            diff(project)
    finally:
        for path in paths:
            path.unlink()
    yield from found


@dataclass(slots=True)
class Tally:
    """What has happened so far."""

    outcomes: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    failures: int = 0
    slow: int = 0
    slowest: float = 0.0

    def try_all(self, inputs: Inputs, count: int, only: int | None, mappings: Path) -> None:
        """Lint `count` projects, or only one of them."""
        for number in range(1, count + 1):
            start = time.process_time()
            signal.alarm(HANGS)
            try:
                given = inputs.next()
                fixing, everything = inputs.rng.random() < FIXED, inputs.rng.random() < FIXED
                if only not in (None, number):
                    continue
                found = list(lint(given, mappings, fixing, everything))
            except Exception:
                self.failures += 1
                said = traceback.format_exc().strip().splitlines()
                outcome = said[-1][:150]
                # Each is told once.
                if not self.outcomes[outcome]:
                    print(f"input {number}: ", *said[-12:], sep="\n    ", flush=True)
                self.outcomes[outcome] += 1
                continue
            spent = time.process_time() - start
            self.slowest = max(self.slowest, spent)
            self.codes.update(found)
            self.outcomes["with problems" if found else "clean"] += 1
            if spent > SECONDS:
                self.slow += 1
                print(f"input {number}: {spent:.1f} s", flush=True)


def hangs(*_: object) -> None:
    """End an input that takes too long."""
    raise TimeoutError(f"not ended after {HANGS} s")


def main() -> int:
    """Run and print; return 1 if anything happened that must not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=5000, help="Ctrl-C ends it earlier")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", type=int, metavar="N", help="only the N-th input, from 1")
    options = parser.parse_args()
    # Python remarks on code that it parses.
    warnings.simplefilter("ignore", SyntaxWarning)
    inputs = Inputs(Corpus.load(MAPPINGS), random.Random(options.seed))
    tally = Tally()
    resource.setrlimit(resource.RLIMIT_AS, (ENOUGH, ENOUGH))
    signal.signal(signal.SIGALRM, hangs)
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(KeyboardInterrupt):
        tally.try_all(inputs, options.inputs, options.only, Path(folder, MAPPINGS.name))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    for outcome, count in tally.outcomes.most_common():
        print(f"{count:8}  {outcome}")
    silent = sorted(all_rules().keys() - tally.codes.keys())
    print(f"rules that found nothing: {', '.join(silent) or 'none'}")
    print(
        f"inputs {tally.outcomes.total()}, exceptions {tally.failures}, "
        f"slowest {tally.slowest:.3f} s, peak {peak:.0f} MB"
    )
    return 1 if tally.failures or tally.slow or peak > MEGABYTES else 0


if __name__ == "__main__":
    sys.exit(main())
