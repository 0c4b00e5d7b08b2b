"""The command `package`: the own tests of whole packages in the modes of Paddle."""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path

from mapping_model.conformance.frozen import examples_of, newest
from mapping_model.conformance.states import conformance_of, recorded_of
from mapping_model.ending import CLEAN, PROBLEMS, UsageError, say
from mapping_model.modes import Mode, modes_of
from mapping_model.packages.plans import Plan, all_plans, is_requirement, named
from mapping_model.packages.prediction import Said, predicted
from mapping_model.packages.record import Fate, Measured, Run, keep, measured
from mapping_model.problems import did_you_mean
from mapping_model.records import BrokenRecord, read_results
from mapping_model.snapshots import PADDLE, load_snapshot
from verify_mappings.command.environments import environment_of, find_interpreter
from verify_mappings.command.report import errors, output, plain_table
from verify_mappings.command.selection import MAPPINGS, find_root, loaded
from verify_mappings.packages.fetching import TOOLS, Unsafe, download, install, source_of, unpack
from verify_mappings.packages.measuring import Limits, Suite, count, passing, run_suite
from verify_mappings.runs.executing import working
from verify_mappings.runs.pool import Crew
from verify_mappings.runs.verifier import TORCH


def package(options: argparse.Namespace) -> int:
    """`verify-mappings package`."""
    root = find_root(options.root)
    if options.recorded:
        return _recorded(root)
    plans = [_plan(text, options) for text in options.names] or [*all_plans().values()]
    modes = {release: modes_of(load_snapshot("paddle", release)) for release in _releases(options)}
    ways = [(release, mode) for release, of in modes.items() for mode in of]
    if not ways:
        told = ", ".join(modes)
        raise UsageError(f"Paddle {told} has no mode in which `import torch` gives Paddle.")
    crews = {TORCH: Crew(find_interpreter(None, ("torch",)), TORCH)}
    for release in dict(ways):
        crews[release] = Crew(environment_of(root, release, errors()), "paddle")
    found: list[Measured] = []
    unlike: list[str] = []
    for plan in plans:
        with tempfile.TemporaryDirectory(prefix="verify-mappings-package-") as folder:
            suite = _suite(plan, Path(folder), options.source)
            one = _measured(plan, suite, ways, crews, options)
        found.append(one)
        if options.write:
            say(f"verify-mappings: wrote {keep(one)}")
        elif options.check:
            unlike += _unlike(one)
    if options.format == "json":
        print(json.dumps([asdict(one) for one in found], indent=1, ensure_ascii=False))
    else:
        _print(found)
    for line in unlike:
        print(f"not as recorded: {line}")
    return PROBLEMS if unlike else CLEAN


def _recorded(root: Path) -> int:
    """Print what is kept, and how often the record of single calls had foreseen it."""
    kept = list(measured().values())
    _print(kept)
    corpus = loaded(root)
    releases = {release: load_snapshot("paddle", release) for release in PADDLE}
    try:
        results = {one.paddle: one.entries for one in read_results(root / MAPPINGS)}
    except BrokenRecord as error:
        raise UsageError(f"{error}. Restore it with git.") from error
    calls, examples = newest(), examples_of(corpus.entries.values())
    recorded = recorded_of(calls.part, examples, results)
    found = conformance_of(calls, examples, releases, recorded)

    def entry_of(api: str) -> str | None:
        entry = corpus.resolve(api) if api in corpus.entries else None
        return entry.torch if entry else None

    told = predicted(kept, found, entry_of)
    print("\nOf the APIs at which tests stopped, by what the record of single calls says:")
    for which, counted in (("first blockers", told.first), ("all blockers", told.all)):
        numbers = ", ".join(f"{counted[said]} {said.value}" for said in Said)
        print(f"  {which}: {numbers}, of {counted.total()}")
    print(f"  of all APIs that were run, {told.usual} of {told.many} are not equal")
    return CLEAN


def _releases(options: argparse.Namespace) -> list[str]:
    wanted = options.paddle or PADDLE
    if unknown := sorted({*wanted} - {*PADDLE}):
        raise UsageError(f"There is no Paddle {unknown[0]} here, only {', '.join(PADDLE)}.")
    return [release for release in PADDLE if release in wanted]


def _plan(text: str, options: argparse.Namespace) -> Plan:
    """How a package is run: as it is written down, with what the options say otherwise."""
    if wrong := [one for one in options.beside or () if not is_requirement(one)]:
        raise UsageError(f"{wrong[0]!r} is no package; write NAME or NAME==VERSION.")
    found = named(text)
    if found is None:
        raise UsageError(f"{text!r} is no name of a package; write NAME or NAME==VERSION.")
    name, version = found
    known = all_plans().get(name)
    if known is None:
        if version is None or not options.tests:
            like = did_you_mean(name, all_plans())
            told = f"Of {name} it is not written down which tests to run.{like} Else name its "
            raise UsageError(f"{told}release and them: {name}==VERSION --tests FOLDER")
        known = Plan(name, version, (), ())
    known = replace(known, version=version or known.version)
    known = replace(known, tests=tuple(options.tests or known.tests))
    return replace(known, beside=tuple(options.beside or known.beside))


def _suite(plan: Plan, folder: Path, source: Path | None) -> Suite:
    """The package, its tests and what they need, in a folder; nothing of it is run here."""
    wheels = folder / "wheels"
    wheels.mkdir()
    say(f"verify-mappings: bringing {plan.requirement}")
    try:
        archive = source or download(source_of(plan.name, plan.version), folder)
        root = unpack(archive, folder / "source")
    except Unsafe as error:
        raise UsageError(f"{error}.") from error
    missing = [test for test in plan.tests if not (root / test).exists()]
    if missing or any(".." in Path(test).parts for test in plan.tests):
        told = f"The source of {plan.requirement} has no {', '.join(missing or plan.tests)}"
        raise UsageError(f"{told}, so there are no tests to run.")
    own = [plan.requirement] if plan.wheel and source is None else []
    install([*own, *plan.beside, *TOOLS], wheels)
    modules = [] if own else [path for path in (root / "src", root) if path.is_dir()]
    return Suite(root, plan.tests, [*modules, wheels], plan.surroundings)


def _measured(
    plan: Plan,
    suite: Suite,
    ways: list[tuple[str, Mode]],
    crews: dict[str, Crew],
    options: argparse.Namespace,
) -> Measured:
    limits = Limits(options.timeout, options.package_timeout, options.most)
    with working(crews, options.unconfined, plan.name, len(ways) + 1) as (pool, versions, advance):
        counted, listed = passing(pool, suite, limits, plan.requirement)
        advance()
        runs = []
        for release, mode in ways:
            seen = run_suite(pool, release, suite, limits, mode.call, counted)
            runs.append(count(counted, seen, release, mode.name))
            advance()
    of_torch = versions[TORCH]
    today = datetime.now(UTC).date().isoformat()
    about = (plan.name, plan.version, today, of_torch.library, of_torch.python)
    return Measured(*about, tuple(plan.tests), listed, tuple(runs))


def _unlike(found: Measured) -> Iterator[str]:
    """Where a run is not as it is recorded."""
    kept = measured().get(found.package)
    if kept is None or kept.version != found.version:
        yield f"{found.package} {found.version}: nothing is recorded"
        return
    recorded = {(run.paddle, run.mode): run for run in kept.runs}
    for run in found.runs:
        before = recorded.get((run.paddle, run.mode))
        if before is None or _told(before) != _told(run):
            told = f"{found.package} on {run.paddle}, {run.mode}: {_told(run)}"
            yield f"{told}, recorded {before and _told(before)}"


def _told(run: Run) -> str:
    first = run.apis[0].api if run.apis else "no API"
    return f"{run.fates[Fate.PASSED]} of {run.counted} passed, {first} first"


def _print(found: list[Measured]) -> None:
    console = output()
    table = plain_table("Tests that pass on torch, by what became of them")
    for heading in ("package", "Paddle", "mode"):
        table.add_column(heading, overflow="fold")
    for heading in ("counted", *(fate.value for fate in Fate)):
        table.add_column(heading, justify="right", overflow="fold")
    for one in found:
        for run in one.runs:
            numbers = (run.counted, *(run.fates[fate] for fate in Fate))
            about = (f"{one.package} {one.version}", run.paddle, run.mode)
            table.add_row(*about, *map(str, numbers))
    console.print(table)
    for one in found:
        for run in one.runs:
            console.print(f"\n{one.package} on Paddle {run.paddle}, {run.mode}, as they were met:")
            for cause in run.blockers:
                told = f"  {cause.tests:4} {cause.why}: {cause.api or 'no API'}"
                console.print(f"{told}: {cause.error}", markup=False, highlight=False)
