"""What is recorded of runs and probes."""

from __future__ import annotations

import datetime
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import astuple
from pathlib import Path

from lint_mappings.rules.rule import rule
from lint_mappings.subjects import CorpusSubject, EntrySubject, ExampleSubject, FileSubject, Finding
from lint_mappings.subjects.facts import Facts
from lint_mappings.subjects.recorded_probes import current_probes, probes_of
from lint_mappings.subjects.recorded_results import (
    any_result,
    broken_record,
    command,
    is_first,
    newest_result,
)
from mapping_model import probes
from mapping_model.corpus import Corpus
from mapping_model.entry import Entry
from mapping_model.files import files_below
from mapping_model.limits.examples import limit_keys
from mapping_model.limits.sentences import THEN
from mapping_model.limits.sharing import placed_limits
from mapping_model.naming import GOTCHAS, PROBES, RECORD, api_of, document_name, file_of, kind_of
from mapping_model.outcomes import Outcome
from mapping_model.probes import PROBER, BrokenProbes, probe_path
from mapping_model.problems import did_you_mean
from mapping_model.reading import Document
from mapping_model.records import (
    GOTCHA,
    LIMITS_OF,
    BrokenRecord,
    record_files,
    record_path,
    subject_of,
)
from mapping_model.results import HARNESS, Result
from mapping_model.snapshots import PADDLE, number_of, releases_of


@rule("PM801", ExampleSubject, serves="X4")
def result_there(example: ExampleSubject) -> Iterator[Finding]:
    """Every example has a recorded result.
    每个示例都有运行结果记录。

    Every example has a recorded result, so that its page can say what running it has shown. Looked
    at only where `mappings/results` holds results at all, and only on the newest release. A file
    there that is missing or cannot be read is told once, not for each example.

    ```yaml
    torch: torch.abs
    ```

    ```diff
     # mappings/results/torch/torch.abs.json
     {
    +"1": {
    +"3.3.1": {"hash": "b4a643b53a8e 0bb4431c", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
    +}
     }
    ```
    """
    if not example.facts.has_records:
        return
    if trouble := broken_record(example):
        if is_first(example):
            hint = f"Restore it with git, or delete it and run: {command(example)}"
            yield example.finding(f"{trouble}.", hint=hint)
    elif newest_result(example) is None:
        alone = any_result(example)
        if alone or is_first(example):
            which = "The example has" if alone else "The examples of this file have"
            message = f"{which} no result on Paddle {PADDLE[-1]}."
            yield example.finding(message, hint=f"Run: {command(example)}", again=True)


@rule("PM802", ExampleSubject, serves="X4")
def result_stale(example: ExampleSubject) -> Iterator[Finding]:
    """Recorded results belong to the examples as they are.
    运行结果记录与示例的当前内容一致。

    A result is tied to code, inputs and comparison by a hash, to how examples are run and judged by
    the number of the harness; when they change, it says nothing about the example any more. A
    second hash ties it to the rows, cases and forms of the entry, whose code is run as well.

    ```yaml
    torch: torch.abs
    ```

    ```diff
     # mappings/results/torch/torch.abs.json
     {
     "1": {
    -"3.3.1": {"hash": "000000000000 0bb4431c", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
    +"3.3.1": {"hash": "b4a643b53a8e 0bb4431c", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
     }
     }
    ```
    """
    result = newest_result(example)
    if result is None:
        return
    changed = next(filter(None, (_changed(example, r) for r in (result, *result.elsewhere))), None)
    if changed is None:
        return
    yield example.finding(
        f"The {changed} has changed since its result was recorded.",
        hint=f"Run: {command(example)}",
        again=True,
    )


def _changed(example: ExampleSubject, result: Result) -> str | None:
    """What is no longer as it was when a result was recorded."""
    if result.hash != example.hash:
        return "example"
    if result.stamp.harness != HARNESS:
        return "way of running examples"
    if result.outcome is not Outcome.NOT_EXECUTABLE and result.mapping != _mapping(example):
        return "mapping"
    return None


def _mapping(example: ExampleSubject) -> str | None:
    """The hash of the mapping that examples of an entry are held against; gotchas have none."""
    return example.variant.entry.hash if example.variant else None


@rule("PM803", ExampleSubject, serves="X4")
def result_expected(example: ExampleSubject) -> Iterator[Finding]:
    """On the newest release every example gives what it claims.
    在最新版本上，每个示例的运行结果都符合预期。

    That is the same result on both sides, unless the example expects something else (`raises`,
    `expect: differs`). An older release may well differ; the page then says so. So may a kind of
    processors, such as those without AVX-512, where a case of the entry says so (`place`).

    ```yaml
    torch: torch.abs
    ```

    ```diff
     # mappings/results/torch/torch.abs.json
     {
     "1": {
    -"3.3.1": {"outcome": "differs", "as_expected": false,
    -  "hash": "b4a643b53a8e 0bb4431c", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
    +"3.3.1": {"hash": "b4a643b53a8e 0bb4431c", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
     }
     }
    ```
    """
    result = newest_result(example)
    if result is None or not result.is_of(example.hash):
        return
    for line in (result, *result.elsewhere):
        if line.as_expected:
            continue
        detail = f" ({line.detail})" if line.detail else ""
        where = "" if line is result else f" {line.stamp.processors[0].said.en}"
        case = "" if line is result else ", or add a case that departs, with `place`"
        yield example.finding(
            f"Running the example{where} did not give what it claims: "
            f"{line.outcome.value}{detail}.",
            hint=f"Fix it{case}, then run: {command(example)}",
        )


@rule("PM804", EntrySubject, serves="X4")
def probe_stale(entry: EntrySubject) -> Iterator[Finding]:
    """Entries have records of probes, of the entries as they are.
    条目有与当前内容一致的探测记录。

    A record of probes says what became of inputs that nobody chose. It is tied to the mapping, its
    examples and its limits by a hash, and to the way of probing by a number; when they change, it
    says nothing about the entry any more. Looked at only where `mappings/probes` is there: an entry
    with examples has a record for the newest release. Those of older ones are open until they are
    probed again, which a workflow does; pages tell of none that is stale.

    ```yaml
    torch: torch.abs
    ```

    ```diff
     # mappings/probes/torch/torch.abs.json
     {
     "3.3.1": {"inputs": 9, "equal": 9,
    -  "digest": "000000000000",
    +  "digest": "b1d5e4131f39",
       "run": "2.13.0 3.11.7 1", "dtypes": {"taken": ["float32"]}}
     }
    ```
    """
    command = f"verify-mappings probe {entry.entry.torch} --write"
    record = probes_of(entry.facts, entry.entry.torch)
    if isinstance(record, BrokenProbes):
        yield entry.finding(
            f"{record.reason}.", hint=f"Restore it with git, or delete it and run: {command}"
        )
        return
    needed = entry.facts.has_probes and any(entry.entry.examples())
    if needed and PADDLE[-1] not in record:
        message = f"The entry has not been probed on Paddle {PADDLE[-1]}."
    elif needed and PADDLE[-1] not in current_probes(entry):
        message = "The entry has changed since it was probed."
    else:
        return
    yield entry.finding(message, hint=f"Run: {command}", again=True)


@rule("PM808", EntrySubject, serves="X4")
def probe_explained(entry: EntrySubject) -> Iterator[Finding]:
    """A case says where probes have found that Paddle departs from torch.
    探测发现的差异，均由映射消除或由某个情况说明。

    Where Paddle departs from torch on inputs that probes have tried, readers must know: the mapping
    is changed so that it holds there too, or a case says how Paddle `departs`. What Paddle refuses
    for want of a kernel for the dtype is measured, and needs no case.

    ```diff
     torch: torch.abs
    +cases:
    +  - when: some(isnan(input))
    +    departs: gradient
    +    example:
    +      inputs: {x: {tensor: [.nan, 0.5]}}
    +      torch: result = torch.abs(x)
    ```

    ```diff
     # mappings/probes/torch/torch.abs.json
     {
    -"3.3.1": {"inputs": 9, "equal": 8, "digest": "b1d5e4131f39", "run": "2.13.0 3.11.7 1",
    -  "findings": [
    -{"outcome": "gradient-differs", "reason": "x: only torch has NaN", "on": "NaN",
    -  "dtypes": ["float32"], "count": 1, "torch": "result = torch.abs(x)",
    -  "paddle": "result = paddle.abs(x)", "inputs": {"x": "float32[2] [nan, 0.5]"},
    -  "told": "x: 1 of 2 values differ; first at [0]: torch nan, Paddle 0"}
    -]}
    +"3.3.1": {"inputs": 9, "equal": 8, "digest": "965f500f6514", "run": "2.13.0 3.11.7 1",
    +  "limited": 1, "limits": [[1, 1, 1]]}
     }
    ```
    """
    seen: dict[tuple[str, str, str], list[tuple[str, probes.Finding]]] = {}
    for release, probed in current_probes(entry).items():
        for found in probed.findings:
            key = found.outcome.value, found.on, found.reason
            seen.setdefault(key, []).append((release, found))
    hint = "Change the mapping so that it holds there too, or add a case that departs."
    for classes in seen.values():
        releases = ", ".join(release for release, _ in classes)
        yield entry.finding(f"On Paddle {releases} {_told_of_finding(classes[0][1])}", hint=hint)


def _told_of_finding(found: probes.Finding) -> str:
    """What happens, and the smallest call that shows it."""
    on = f" on {found.on}" if found.on else ""
    code = "; ".join(found.torch.split("\n"))
    given = " and ".join(f"{name} = {value}" for name, value in found.inputs.items())
    then = THEN[found.outcome].en
    return f"{then}{on} ({found.count} inputs): `{code}` with {given}: {found.told}."


# Before the first nothing was recorded. A clock that is behind the second is wrong itself.
_FIRST, _WRITTEN = datetime.date(2024, 1, 1), datetime.date(2026, 11, 23)
# What releases of Paddle have run on, and some to come.
_OLDEST, _NEWEST = (3, 8), (3, 20)
_PYTHON = re.compile(r"[0-9]+(\.[0-9]+)+")
_FAULTS_SHOWN = 60


@rule("PM812", FileSubject, serves="X4")
def record_fits(file: FileSubject) -> Iterator[Finding]:
    """Records are of examples and releases that there are, from runs that there can be.
    运行结果记录对应存在的示例和版本，运行信息合理。

    A result of an example that is gone, or of a release that is no longer supported, proves nothing
    and stays for ever. What no run can have written was written by hand: a date to come, a Python
    that Paddle has never supported, a torch without a snapshot, a harness that is not made yet.

    ```yaml
    torch: torch.abs
    ```

    ```diff
     # mappings/results/torch/torch.abs.json
     {
     "1": {
     "3.3.1": {"hash": "b4a643b53a8e 0bb4431c", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
    -},
    -"2": {
    -"3.3.1": {"hash": "b4a643b53a8e 0bb4431c", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}
     }
     }
    ```
    """
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
            yield path, f"has a run `{run[:_FAULTS_SHOWN]}`, but {why}.", hint


def _of_results(facts: Facts, name: str, keys: Collection[str]) -> Iterator[_Fault]:
    """The faults of one file of results; `keys` are those of the examples that there are."""
    record = facts.results(name)
    if isinstance(record, BrokenRecord):
        return  # PM801, PM807
    path, named = record_path(facts.corpus.root, name), subject_of(name)
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
            yield path, f"has a run `{run[:_FAULTS_SHOWN]}`, but {why}.", hint


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
        yield f"Paddle runs on Python {_said(_OLDEST)} to {_said(_NEWEST)}"
    if not number.isdecimal() or int(number[:9]) > newest:
        yield f"the newest {of} is {newest}"


def _said(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


@rule("PM813", CorpusSubject, serves="X4")
def record_of_nothing(subject: CorpusSubject) -> Iterator[Finding]:
    """Records lie in their place, and are of entries and gotchas that there are.
    记录文件位置正确，所属的条目或陷阱存在。

    What is recorded of an entry that has been renamed or deleted is read by nobody, but for figures
    that count it.

    ```yaml
    torch: torch.abs
    ```

    ```json
    # mappings/results/torch/torch.abs.json
    {"1": {"3.3.1": {"hash": "b4a643b53a8e 0bb4431c", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}}}
    ```

    ```diff
    -# mappings/results/torch/torch.absolute.json
    -{"1": {"3.3.1": {"hash": "b4a643b53a8e 0bb4431c", "run": "2026-11-21 2.13.0 3.11.7 2 avx512"}}}
    ```
    """
    if subject.wanted is not None and {*subject.wanted} <= subject.corpus.documents.keys():
        return  # no record is asked for
    root = subject.corpus.root
    for name, path in record_files(root):
        yield from _placed(subject.corpus, name, path, record_path(root, name))
    for file in files_below(root / PROBES, RECORD):
        path = root / PROBES / file
        api = api_of(path.stem)
        yield from _placed(subject.corpus, api, path, probe_path(root, api))


def _placed(corpus: Corpus, name: str, path: Path, place: Path) -> Iterator[Finding]:
    """What is wrong with a file that is about `name` and belongs at `place`."""
    known: Collection[str]
    told = ""
    if name.startswith(GOTCHA):
        what, own = "gotcha", name.removeprefix(GOTCHA)
        source, known = f"{GOTCHAS}/{own}.yaml", corpus.gotchas
    else:
        what, own = "entry", subject_of(name)
        source, known = file_of(own), corpus.entries
    # One that cannot be read is there all the same.
    if own not in known and f"{corpus.root.name}/{source}" not in corpus.documents:
        told = f"There is no {what} `{own}`.{did_you_mean(own, known, 0.8)}"
        hint = "Delete the file, or give it the name of what it is about."
    elif path != place:
        told = f"Records of `{own}` lie elsewhere."
        hint = f"Move it to {document_name(corpus.root, place)}."
    if told:
        yield Finding(Document(document_name(corpus.root, path)), told, hint)
