"""The corpus that the tests build: one entry of every kind, hostile ones, and results."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

from mapping_model.corpus import Corpus
from mapping_model.entry import Example
from mapping_model.naming import owner_of, path_for
from mapping_model.outcomes import DropIn, Outcome
from mapping_model.processors import Processor
from mapping_model.records import read_record, record_path, render_record
from mapping_model.results import Gradient, Result, Stamp, example_hash
from mapping_model.snapshots import PADDLE, torch_snapshot

NEWEST = PADDLE[-1]

CORPUS = Path(__file__).parent / "corpus"
# Names that a search could take for what is looked for in the tests of the search.
_ALIKE = ("gather", "fill", "clip", "grad", "where", "max", "linear", "conv", "abs", "relu", "view")
_OWNERS = ("torch", "torch.Tensor", "torch.nn", "torch.nn.functional", "torch.nn.utils")


def write_sample(target: Path) -> Path:
    """Write the corpus, entries with similar names, and results of two releases to `target`."""
    shutil.copytree(CORPUS, target)
    _write_alike(target)
    corpus = Corpus.load(target)
    assert corpus.problems == []
    for release, date in ((NEWEST, "2026-05-04"), ("2.6.2", "2026-05-03")):
        write_results(target, release, date, _outcomes(corpus, release))
    return target


def write_results(
    mappings: Path, release: str, date: str, entries: dict[str, dict[str, Result]]
) -> None:
    """Add results on a release, by name and example key, to the records below `mappings`."""
    stamp = Stamp(date, "2.13.0", "3.11.7", processors=(Processor.AVX512,))
    for name, results in entries.items():
        path = record_path(mappings, name)
        record = read_record(path)
        for key, result in results.items():
            others = tuple(
                replace(one, stamp=stamp.on([Processor.AVX2])) for one in result.elsewhere
            )
            record.setdefault(key, {})[release] = replace(result, stamp=stamp, elsewhere=others)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(render_record(record), "utf-8")


def _outcomes(corpus: Corpus, release: str) -> dict[str, dict[str, Result]]:
    gather = dict(corpus.entries["torch.gather"].examples())
    svd = dict(corpus.entries["torch.addcmul"].examples())
    check = dict(corpus.gotchas["gather-index-rank"].examples())
    newest = release == NEWEST
    sums, largest = corpus.entries["torch.sum"], corpus.entries["torch.max"]
    return {
        "torch.gather": {
            "1": _result(gather["1"], Outcome.EQUAL if newest else Outcome.MISSING, newest),
            # What was run is not what the entry says today.
            "2": Result(Outcome.EQUAL, True, "000000000000", 0.1, Gradient.EQUAL),
        },
        "torch.sum": _sums(dict(sums.examples()), newest),
        "torch.max": _largest(dict(largest.examples()), newest),
        "torch.addcmul": {"1": _result(svd["1"], Outcome.DIFFERS, False)},
        "gotcha:gather-index-rank": {"1": _result(check["1"], Outcome.RAISES, True)},
    }


def _result(example: Example, outcome: Outcome, as_expected: bool) -> Result:
    detail = None if as_expected else "<b>values differ by 3</b>"
    return Result(outcome, as_expected, example_hash(example), 0.1, Gradient.EQUAL, detail)


def _sums(examples: dict[str, Example], newest: bool) -> dict[str, Result]:
    """On the newest release all as it should be; before, no keyword was taken.

    One kind of processors fares otherwise.
    """
    fine = replace(_result(examples["1"], Outcome.EQUAL, True), drop_in=DropIn.EQUAL)
    if newest:
        other = replace(
            _result(examples["1"], Outcome.DIFFERS, False), drop_in=DropIn.REFUSED, gradient=None
        )
        return {
            "1": replace(fine, elsewhere=(other,)),
            "2": replace(fine, hash=example_hash(examples["2"])),
        }
    wrong = replace(
        _result(examples["2"], Outcome.RAISES, False),
        detail="Paddle raises TypeError: <u>dim</u>",
        drop_in=DropIn.REFUSED,
        drop_in_detail="TypeError: no <u>dim</u>",
    )
    return {"1": fine, "2": wrong}


def _largest(examples: dict[str, Example], newest: bool) -> dict[str, Result]:
    """As ported all is well; the unchanged code is refused at first, and worse on the newest."""
    results = {key: _result(example, Outcome.EQUAL, True) for key, example in examples.items()}
    results = {key: replace(result, drop_in=DropIn.EQUAL) for key, result in results.items()}
    drop_in = DropIn.DIFFERS if newest else DropIn.REFUSED
    detail = "<i>torch gives a pair</i>" if newest else "TypeError: no <i>dim</i>"
    results["2.1"] = replace(results["2.1"], drop_in=drop_in, drop_in_detail=detail)
    return results


def _write_alike(target: Path) -> None:
    operators = [f"torch.Tensor.__{name}__" for name in ("and", "getitem", "iadd", "setitem")]
    for name in [*torch_snapshot().names(), *operators]:
        path = target / path_for(name)
        alike = name in operators or (
            any(word in name.lower() for word in _ALIKE) and owner_of(name) in _OWNERS
        )
        if alike and not path.exists():
            last = name.rpartition(".")[2]
            text = f"torch: {name}\npaddle: paddle.{last}\ncategory: no-params\n"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
