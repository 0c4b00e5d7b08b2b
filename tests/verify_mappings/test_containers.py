"""What is done to layers that hold others is looked at, and what an entry quotes is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from mapping_model.building import build_entry
from mapping_model.corpus import Corpus
from mapping_model.outcomes import Departure
from mapping_model.snapshots import paddle_snapshot
from verify_mappings.probing.containers import written_to
from verify_mappings.probing.probes import probe
from verify_mappings.probing.running import Prober
from verify_mappings.runs.pool import Pool, Versions

SEQUENTIAL = {
    "torch": "torch.nn.Sequential",
    "paddle": "paddle.nn.Sequential",
    "category": "renamed-params",
    "params": [{"torch": "*args", "paddle": "*layers"}],
}
SET = {
    "torch": "torch.nn.Sequential.__setitem__",
    "paddle": "paddle.nn.Sequential.__setitem__",
    "category": "same-params",
    "params": [{"torch": "indices", "paddle": "indices"}, {"torch": "value", "paddle": "value"}],
}
CONTAINERS = ("Sequential", "ModuleList", "ModuleDict", "ParameterList", "ParameterDict")


def corpus_of(*entries: dict[str, Any]) -> Corpus:
    return Corpus(Path(), {data["torch"]: build_entry(data) for data in entries})


def asked(corpus: Corpus, name: str = "torch.nn.Sequential") -> set[str]:
    """The operations that are tried."""
    seeds = written_to(corpus.entries[name], corpus)
    return {seed.origin.removeprefix("container: ") for seed in seeds}


@pytest.mark.parametrize("wrong", [True, False])
def test_a_layer_put_last_that_is_added_is_found(pool: Pool, wrong: bool) -> None:
    """The project's own entries, of which one says that what is written is the same."""
    whole = Corpus.load(Path(__file__).parents[2] / "mappings")  # which other tests read, too
    wrongly = corpus_of(SET).entries if wrong else {}
    corpus = replace(whole, entries={**whole.entries, **wrongly})
    prober = Prober(pool, corpus, {"paddle": paddle_snapshot()}, 20.0, further=True)
    versions = {crew: Versions("1", "3.11") for crew in ("torch", "paddle")}
    entry = corpus.entries["torch.nn.Sequential"]
    (one,) = probe(prober, entry, ("float32",), versions)
    found = {f.torch.splitlines()[1] for f in one.probed.findings if f.outcome is Departure.DIFFERS}
    assert ("m[-1] = layer" in found) is wrong


@pytest.mark.parametrize("name", CONTAINERS)
def test_all_kinds_of_containers_are_written_to(name: str) -> None:
    corpus = corpus_of({"torch": f"torch.nn.{name}", "category": "same-params"})
    assert len(asked(corpus, f"torch.nn.{name}")) > 20


def test_what_is_no_container_is_not() -> None:
    assert (
        asked(corpus_of({"torch": "torch.nn.Linear", "category": "same-params"}), "torch.nn.Linear")
        == set()
    )


def test_what_notes_quote_is_told() -> None:
    notes = {"notes": [{"en": "Unlike `m * 2`, `m[3] = layer` adds one.", "zh": ""}]}
    before, after = asked(corpus_of(SEQUENTIAL)), asked(corpus_of(SEQUENTIAL, SET | notes))
    assert before - after == {"m = m * 2", "m[3] = layer"}
