"""The commands `verify-mappings probe --narrow` and `--instead`: what is wrong with limits.

Limits that say too little, and code of limits that does not hold where they speak.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import TypeVar

from mapping_model.ending import say
from mapping_model.entry import Entry
from mapping_model.snapshots import paddle_releases
from verify_mappings.command.environments import probing_crews
from verify_mappings.command.report import errors, finding_code, finding_line, output
from verify_mappings.command.selection import Chosen
from verify_mappings.probing.findings import shown
from verify_mappings.probing.instead import Unsafe, unsafe_code
from verify_mappings.probing.narrowing import Narrow, narrow_limits
from verify_mappings.probing.running import Prober, Unfinished
from verify_mappings.runs.executing import processes, working

_SHOWN = 6

T = TypeVar("T")


def narrow(
    chosen: Chosen, entries: Sequence[Entry], releases: Sequence[str], options: argparse.Namespace
) -> int:
    """Tell of each entry the limits that are too narrow; 1 where there are any."""
    return _look(chosen, entries, releases, options, narrow_limits, _print)


def instead(
    chosen: Chosen, entries: Sequence[Entry], releases: Sequence[str], options: argparse.Namespace
) -> int:
    """Tell of each entry what the code of its limits is not right for; 1 where there is any."""
    return _look(chosen, entries, releases, options, unsafe_code, _print_unsafe)


def _look(
    chosen: Chosen,
    entries: Sequence[Entry],
    releases: Sequence[str],
    options: argparse.Namespace,
    look: Callable[[Prober, Entry, str], Iterable[T]],
    tell: Callable[[Entry, str, Sequence[T], argparse.Namespace], None],
) -> int:
    jobs = min(processes(options.jobs), len(entries))
    crews = probing_crews(chosen.root, releases, jobs, errors())
    wrong = False
    with (
        working(crews, options.unconfined, "limits", len(entries)) as (pool, _, advance),
        ThreadPoolExecutor(jobs + 1) as executor,
    ):
        snapshots = paddle_releases()
        wanted = {one: snapshots[one] for one in releases}
        prober = Prober(pool, chosen.corpus, wanted, options.timeout, further=options.narrow)

        def looked(entry: Entry, release: str) -> list[T]:
            return list(look(prober, entry, release))

        asked = [(entry, release) for entry in entries for release in releases]
        futures = [executor.submit(looked, *one) for one in asked]
        for (entry, release), future in zip(asked, futures, strict=True):
            try:
                found = future.result()
            except Unfinished as error:
                say(f"{entry.torch} is not looked at: {error}.")
                wrong = True
                continue
            finally:
                advance()
            wrong |= bool(found)
            tell(entry, release, found, options)
    return int(wrong)


def _print_unsafe(
    entry: Entry, release: str, found: Sequence[Unsafe], options: argparse.Namespace
) -> None:
    for one in found:
        if options.format == "json":
            row = {"name": entry.torch, "release": release, **asdict(one)}
            print(json.dumps(row, ensure_ascii=False), flush=True)
            continue
        console = output()
        told = f"the code of limit {one.number}, `{one.when}`: {finding_line(one.finding)}"
        console.print(f"{entry.torch} on {release}: {told}", markup=False)
        if options.verbose:
            console.print(finding_code(one.finding), markup=False)


def _print(
    entry: Entry, release: str, found: Sequence[Narrow], options: argparse.Namespace
) -> None:
    for one in found:
        if options.format == "json":
            print(json.dumps(_row(entry, release, one), ensure_ascii=False), flush=True)
            continue
        console = output()
        console.print(
            f"{entry.torch} on {release}: limit {one.number}, `{one.limit.when}`, "
            f"{one.limit.then} without `{one.part}`, too: {_some(one.changes)}"
            + (f"; equal: {_some(one.equal)}" if one.equal else ""),
            markup=False,
        )
        if options.verbose:
            inputs = [f"    {n} = {shown(spec)}" for n, spec in one.run.sample.inputs.items()]
            lines = (one.run.sample.code + one.run.code).strip().split("\n")
            text = "\n".join([*inputs, *(f"    {line}" for line in lines), f"    {one.told}"])
            console.print(text, markup=False)


def _some(changes: Sequence[str]) -> str:
    more = f" and {len(changes) - _SHOWN} more" if changes[_SHOWN:] else ""
    return ", ".join(changes[:_SHOWN]) + more


def _row(entry: Entry, release: str, one: Narrow) -> dict[str, object]:
    return {
        "name": entry.torch,
        "release": release,
        "limit": one.number,
        "when": one.limit.when,
        "departs": one.limit.then.value,
        "part": one.part,
        "changes": one.changes,
        "equal": one.equal,
        "inputs": {name: shown(spec) for name, spec in one.run.sample.inputs.items()},
        "torch": one.run.sample.code,
        "paddle": one.run.code,
        "told": one.told,
    }
