"""What `verify-mappings conformance --freeze` does: make the next set, samples and all."""

from __future__ import annotations

import argparse
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from mapping_model.conformance.frozen import (
    Part,
    digest_of,
    examples_of,
    freeze,
    numbers,
    save,
)
from mapping_model.conformance.samples import FOLDER, read_samples, rendered
from mapping_model.corpus import Corpus
from mapping_model.ending import CLEAN, UsageError, say
from mapping_model.entry import Entry, Example
from mapping_model.files import write_atomically
from mapping_model.snapshots import TORCH
from verify_mappings.command.environments import probing_crews
from verify_mappings.command.report import errors
from verify_mappings.command.selection import MAPPINGS
from verify_mappings.probing.freezing import samples_of
from verify_mappings.probing.running import Prober, Unfinished
from verify_mappings.runs.executing import processes, working
from verify_mappings.runs.verifier import TORCH as TORCH_CREW


def make_set(root: Path, corpus: Corpus, options: argparse.Namespace) -> int:
    """Make the next set of the examples that there are now, and of samples of torch's own tests.

    Its file of samples has those that no older set has brought.
    """
    entries = [e for _, e in sorted(corpus.entries.items()) if e.alias_of is None]
    drawn = _drawn(root, corpus, entries, options)
    number, mappings = max(numbers(), default=0) + 1, root / MAPPINGS
    known = {
        name: set(map(digest_of, ones.values())) for name, ones in read_samples(mappings).items()
    }
    new = {
        name: [one for one in ones if digest_of(one) not in known.get(name, ())]
        for name, ones in drawn.items()
    }
    if any(new.values()):
        file = mappings / FOLDER / f"{number}.jsonl"
        file.parent.mkdir(exist_ok=True)
        write_atomically(file, rendered(new))
        print(f"wrote {file}")
    samples = {name: {str(n): one for n, one in enumerate(ones)} for name, ones in drawn.items()}
    parts = {
        Part.EXAMPLES: freeze(examples_of(entries)),
        Part.SAMPLES: freeze(samples),
    }
    print(f"wrote {save(number, parts)}")
    for part, calls in parts.items():
        print(f"{part}: {sum(map(len, calls.values()))} calls of {len(calls)} APIs")
    return CLEAN


def _drawn(
    root: Path, corpus: Corpus, entries: list[Entry], options: argparse.Namespace
) -> dict[str, list[Example]]:
    """The samples of entries, by API."""
    jobs = processes(options.jobs)
    crews = probing_crews(root, (), jobs, errors())
    with (
        working(crews, options.unconfined, "samples", len(entries)) as (pool, versions, advance),
        ThreadPoolExecutor(jobs + 1) as executor,
    ):
        if versions[TORCH_CREW].library.partition("+")[0] != TORCH:
            raise UsageError(f"Samples are those of torch {TORCH}: pip install torch=={TORCH}")
        prober = Prober(pool, corpus, {}, options.timeout)

        def of(entry: Entry) -> list[Example]:
            try:
                return samples_of(prober, entry)
            except Unfinished as error:
                say(f"{entry.torch} has no samples: {error}.")
                return []
            finally:
                advance()

        return dict(zip((e.torch for e in entries), executor.map(of, entries), strict=True))
