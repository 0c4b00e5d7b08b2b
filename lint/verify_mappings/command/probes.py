"""The command `verify-mappings probe`."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from mapping_model.ending import UsageError, say
from mapping_model.entry import Entry
from mapping_model.files import write_atomically
from mapping_model.inputs import DTYPES
from mapping_model.naming import PROBES
from mapping_model.outcomes import Departure
from mapping_model.probes import (
    BrokenProbes,
    ProbeRecord,
    probe_path,
    read_probes,
    render_probes,
)
from mapping_model.records import sorted_releases
from mapping_model.snapshots import PADDLE, paddle_releases
from verify_mappings.command.environments import probing_crews
from verify_mappings.command.limits import instead, narrow
from verify_mappings.command.report import errors, finding_code, finding_line, output
from verify_mappings.command.selection import Chosen, choose
from verify_mappings.probing.probes import PROBED, EntryProbe, probe_all
from verify_mappings.probing.running import Prober
from verify_mappings.runs.executing import processes, working


def probe(options: argparse.Namespace) -> int:
    """`verify-mappings probe`."""
    chosen = choose(options)
    corpus, mappings = chosen.corpus, chosen.mappings
    names = dict.fromkeys(case.name for case in chosen.cases)
    entries = [corpus.entries[name] for name in names if name in corpus.entries]
    if not entries:
        return 0
    releases = sorted_releases(set(PADDLE if options.matrix else options.paddle or PADDLE[-1:]))
    if unknown := set(releases) - set(PADDLE):
        raise UsageError(f"There is no snapshot of Paddle {', '.join(sorted(unknown))}.")
    if options.narrow:
        return narrow(chosen, entries, releases, options)
    if options.instead:
        return instead(chosen, entries, releases, options)
    found = _probed(chosen, entries, releases, options)
    if options.format == "json":
        rows = [
            {"name": one.entry.torch, "release": one.release, **asdict(one.probed)} for one in found
        ]
        print(json.dumps(rows, indent=1, ensure_ascii=False))
    else:
        _print(found, releases, options.verbose)
    unfinished = len(found) < len(entries) * len(releases)
    if options.check:
        return 1 if _held_against(mappings, found) or unfinished else 0
    wrong = any(one.probed.findings or one.probed.loose_limits for one in found)
    return 1 if wrong or unfinished else 0


def _held_against(mappings: Path, found: Sequence[EntryProbe]) -> bool:
    """Tell of what is not as recorded; whether anything is.

    Where nothing at all is recorded, nothing is held against it. Numbers of inputs are not
    compared: a few of them depend on the processor.
    """
    wrong = False
    for one in found if (mappings / PROBES).is_dir() else ():
        name, probed = one.entry.torch, one.probed
        recorded = _read(mappings, name).get(one.release)
        if recorded is None:
            told = ["nothing is recorded"]
        elif recorded.is_of(probed.digest):
            ours, theirs = (
                {(f.outcome.value, f.on, f.reason) for f in one.findings}
                for one in (recorded, probed)
            )
            lost, new = sorted(ours - theirs), sorted(theirs - ours)
            told = [f"no longer found: {' '.join(filter(None, words))}" for words in lost]
            told += [f"not recorded: {' '.join(filter(None, words))}" for words in new]
            if recorded.dtypes != probed.dtypes:
                told.append("other dtypes are taken than recorded")
        else:
            told = ["the record is of another mapping"]
        for line in told:
            wrong = True
            hint = f"run `verify-mappings probe {name} --write --paddle {one.release}`"
            say(f"{name} on {one.release}: {line}; {hint}")
    return wrong


def _read(mappings: Path, name: str) -> ProbeRecord:
    try:
        return read_probes(probe_path(mappings, name))
    except BrokenProbes as error:
        told = f"Restore it with git, or delete it and run `verify-mappings probe {name} --write`."
        raise UsageError(f"{error}. {told}") from error


def _probed(
    chosen: Chosen, entries: Sequence[Entry], releases: Sequence[str], options: argparse.Namespace
) -> list[EntryProbe]:
    jobs = min(processes(options.jobs), len(entries))
    crews = probing_crews(chosen.root, releases, jobs, errors())
    with working(crews, options.unconfined, "probes", len(entries)) as (pool, versions, advance):
        snapshots = paddle_releases()
        wanted = {one: snapshots[one] for one in releases}
        kinds = {name: getattr(options, name) for name in ("further", "pairs", "literals")}
        prober = Prober(pool, chosen.corpus, wanted, options.timeout, **kinds)

        def done(ones: Sequence[EntryProbe]) -> None:
            advance()
            if options.write:
                _write(chosen.mappings, ones)

        def unfinished(entry: Entry, why: str) -> None:
            advance()
            hint = "Nothing is kept of it. Give it more time with `--timeout`."
            say(f"{entry.torch} is not probed: {why}. {hint}")

        dtypes = DTYPES if options.further or options.literals else PROBED
        return probe_all(prober, entries, dtypes, versions, jobs + 1, done, unfinished)


def _write(mappings: Path, ones: Sequence[EntryProbe]) -> None:
    """Keep what was found of one entry beside what is known of other releases."""
    path = probe_path(mappings, ones[0].entry.torch)
    record = _read(mappings, ones[0].entry.torch) | {one.release: one.probed for one in ones}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, render_probes(record))


def _print(found: Sequence[EntryProbe], releases: Sequence[str], verbose: bool) -> None:
    console = output()
    for one in found:
        for finding in one.probed.findings:
            console.print(
                f"{one.entry.torch} on {one.release}: {finding_line(finding)}", markup=False
            )
            # A class has no sizes or values of its own: those of its smallest case say more.
            case = finding_code(finding) if verbose else f"    {finding.told}"
            console.print(case, markup=False)
        for number, covered, shown in one.probed.loose_limits:
            told = f"limit {number} covers {covered} inputs, and {shown} come out as it says"
            console.print(f"{one.entry.torch} on {one.release}: {told}", markup=False)
    names = " ".join(dict.fromkeys(one.entry.torch for one in found if one.probed.findings))
    if names and not verbose:
        how = f"verify-mappings probe {names} --verbose"
        console.print(f"The inputs and the code of each: {how}", markup=False, soft_wrap=True)
    for release in releases:
        probed = [one.probed for one in found if one.release == release]
        counts: Counter[str] = Counter()
        for finding in (f for one in probed for f in one.findings):
            counts[finding.outcome] += finding.count
        tried, equal = sum(p.inputs for p in probed), sum(p.equal for p in probed)
        parts = [f"{counts[outcome]:,} {outcome}" for outcome in Departure if counts[outcome]]
        left = f"{sum(p.unwritten for p in probed):,} left to a person"
        random = f"{sum(p.random for p in probed):,} random"
        console.print(
            f"Paddle {release}: {len(probed)} entries, {tried:,} inputs, {equal:,} equal, "
            f"{sum(p.limited for p in probed):,} within limits, "
            f"{sum(p.refused for p in probed):,} of dtypes that Paddle refuses, "
            f"{sum(p.empty for p in probed):,} refused because empty"
            + "".join(f", {part}" for part in parts)
            + f"; not run: {left}, {random}",
        )
