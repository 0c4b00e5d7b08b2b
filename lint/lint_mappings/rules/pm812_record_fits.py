"""Records are of examples and releases that there are, found with what there is to run them with.

A result of an example that is gone, or of a release that is no longer supported, proves nothing and
stays for ever. What no run can have written was written by hand: a date to come, a Python that
Paddle has never supported, a torch without a snapshot, a harness that is not made yet.

Bad (`-`) and good (`+`):

```yaml
torch: torch.abs
paddle: paddle.abs
category: renamed-params
params:
  - {torch: input, paddle: x}
  - {torch: out, paddle: out}
examples:
  - inputs: {x: "float32[2, 3]"}
    torch: result = torch.abs(x)
    paddle: result = paddle.abs(x)
```

```diff
 # mappings/results/torch/torch.abs.json
 {
 "1": {
 "3.3.1": {"hash": "719dc66cee3c 4afc6d39", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
-},
-"2": {
-"3.3.1": {"hash": "719dc66cee3c 4afc6d39", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
 }
 }
```
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import astuple
from pathlib import Path

from lint_mappings.subjects import FileSubject, Finding
from lint_mappings.subjects.facts import Facts
from lint_mappings.subjects.recorded_probes import probes_of
from mapping_model.categories import Text
from mapping_model.entry import Entry
from mapping_model.limits.examples import limit_keys
from mapping_model.limits.sharing import placed_limits
from mapping_model.naming import document_name, kind_of
from mapping_model.probes import PROBER, BrokenProbes, probe_path
from mapping_model.problems import did_you_mean
from mapping_model.records import GOTCHA, LIMITS_OF, BrokenRecord, record_path
from mapping_model.results import HARNESS
from mapping_model.snapshots import PADDLE, number_of, releases_of

SUMMARY = Text(
    "Records are of examples and releases that there are, from runs that there can be.",
    "运行结果记录对应存在的示例和版本，运行信息合理。",
)
REQUIREMENTS = ("X4",)

# Before the first nothing was recorded. A clock that is behind the second is wrong itself.
_FIRST, _WRITTEN = datetime.date(2024, 1, 1), datetime.date(2026, 11, 23)
# What releases of Paddle have run on, and some to come.
_OLDEST, _NEWEST = (3, 8), (3, 20)
_PYTHON = re.compile(r"[0-9]+(\.[0-9]+)+")
_SHOWN = 60


def check(file: FileSubject) -> Iterator[Finding]:
    """Look at what is recorded of an entry or a gotcha, of its limits, and by probes of it."""
    corpus, kind = file.facts.corpus, kind_of(file.document.name)
    if file.document.problems or kind not in ("entry", "gotcha"):
        return
    if kind == "gotcha" and (gotcha := corpus.gotchas.get(file.document.data["id"])):
        keys = [key for key, _ in gotcha.examples()]
        found = _of_results(file.facts, f"{GOTCHA}{gotcha.id}", keys)
    elif kind == "entry" and (entry := corpus.entries.get(file.document.data["torch"])):
        found = _of_entry(file.facts, entry)
    else:
        return  # A form of an entry that is not there: PM212.
    for path, message, hint in found:
        yield file.finding(f"{document_name(corpus.root, path)} {message}", hint=hint)


# The file with the record, how its fault goes on after the name of the file, and what to do.
_Fault = tuple[Path, str, str]


def _of_entry(facts: Facts, entry: Entry) -> Iterator[_Fault]:
    api = entry.torch
    yield from _of_results(facts, api, [key for key, _ in entry.examples()])
    if facts.results(f"{LIMITS_OF}{api}"):
        placed = enumerate(placed_limits(entry, facts.corpus.limits), 1)
        keys = [key for number, one in placed for key in limit_keys(number, one.limit)]
        yield from _of_results(facts, f"{LIMITS_OF}{api}", keys)
    probes = probes_of(facts, api)
    if isinstance(probes, BrokenProbes):
        return  # PM804
    path = probe_path(facts.corpus.root, api)
    hint = f"Delete the file and run: verify-mappings probe {api} --write --matrix"
    yield from ((path, told, hint) for told in _of_releases(probes))
    for run in sorted({probed.run for probed in probes.values()}):
        torch, python, prober = [*run.split(" "), "", "", ""][:3]
        for why in _impossible(torch, python, prober, "prober", PROBER):
            yield path, f"has a run `{run[:_SHOWN]}`, but {why}.", hint


def _of_results(facts: Facts, name: str, keys: Collection[str]) -> Iterator[_Fault]:
    """The faults of one file of results; `keys` are those of the examples that there are."""
    record = facts.results(name)
    if isinstance(record, BrokenRecord):
        return  # PM801, PM807
    path, named = record_path(facts.corpus.root, name), name.removeprefix(LIMITS_OF)
    known = f"There are: {', '.join(keys)}. Run: verify-mappings run {named} --write, which takes "
    hint = f"{known}it out." if keys else "Delete the file."
    for key in record.keys() - set(keys):
        yield path, f"has results of an example `{key}`, which is not there.", hint
    hint = f"Delete the file and run: verify-mappings matrix {named}"
    releases = dict.fromkeys(release for results in record.values() for release in results)
    yield from ((path, told, hint) for told in _of_releases(releases))
    results = (result for results in record.values() for result in results.values())
    stamps = {one.stamp for result in results for one in (result, *result.elsewhere)}
    for stamp in sorted(stamps, key=astuple):
        harness = str(stamp.harness)
        for why in (
            *_impossible_date(stamp.date),
            *_impossible(stamp.torch, stamp.python, harness, "harness", HARNESS),
        ):
            run = f"{stamp.date} {stamp.torch} {stamp.python} {harness} "
            run += ",".join(stamp.processors)
            yield path, f"has a run `{run[:_SHOWN]}`, but {why}.", hint


def _of_releases(releases: Iterable[str]) -> Iterator[str]:
    """What is wrong with releases; after one may stand what it was run on."""
    for release in dict.fromkeys(release.partition(" ")[0] for release in releases):
        if release not in PADDLE:
            near = did_you_mean(release, PADDLE)
            yield f"has results on Paddle {release}, which is no supported release.{near}"


def _impossible_date(date: str) -> Iterator[str]:
    day, today = datetime.date.fromisoformat(date), datetime.datetime.now(datetime.UTC).date()
    if day < _FIRST:
        yield f"nothing was run before {_FIRST}"
    # Clocks of two machines may be on either side of midnight.
    elif today >= _WRITTEN and day > today + datetime.timedelta(days=1):
        yield f"today is {today}"


def _impossible(torch: str, python: str, number: str, of: str, newest: int) -> Iterator[str]:
    """Why no run can have been with these; `number` is that of the harness or the prober."""
    known = releases_of("torch")
    if torch.partition("+")[0] not in known:
        yield f"there is a snapshot of torch {', '.join(known)} only"
    if not _PYTHON.fullmatch(python) or not _OLDEST <= number_of(python)[:2] <= _NEWEST:
        yield f"Paddle runs on Python {_shown(_OLDEST)} to {_shown(_NEWEST)}"
    if not number.isdecimal() or int(number[:9]) > newest:
        yield f"the newest {of} is {newest}"


def _shown(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))
