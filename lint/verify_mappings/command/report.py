"""Printing what a run, a matrix or `falsify` showed: for people, or as JSON."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from mapping_model.corpus import Corpus
from mapping_model.modes import supported_modes
from mapping_model.outcomes import RUN, DropIn, Outcome
from mapping_model.probes import Finding
from mapping_model.processors import Processor
from mapping_model.records import subject_of
from mapping_model.results import Applied, Result
from mapping_model.snapshots import PADDLE
from verify_mappings.command.selection import subjects
from verify_mappings.falsify.survivors import Needless, Survivor
from verify_mappings.processor import described
from verify_mappings.runs.cases import Verified
from verify_mappings.runs.records import Disagreement, as_recorded

_LOG_WIDTH = 180
_STYLES = {
    Outcome.EQUAL: "green",
    Outcome.DIFFERS: "yellow",
    Outcome.RAISES: "red",
    Outcome.MISSING: "magenta",
    Outcome.NOT_EXECUTABLE: "dim",
}
# What the JSON says of a result.
_OF_RESULTS = (
    *("outcome", "as_expected", "max_diff", "gradient", "gradient_detail", "detail"),
    *("drop_in", "drop_in_detail"),
    *("applied", "applied_detail", "newer", "newer_detail", "hash", "mapping"),
)


def output() -> Console:
    """Where results are printed."""
    # Where no terminal sets the width, in logs of CI say, rows shall not be squeezed.
    return Console(highlight=False, width=None if sys.stdout.isatty() else _LOG_WIDTH)


def errors() -> Console:
    """Where people are told of what goes on."""
    return Console(stderr=True)


def print_text(
    verified: Sequence[Verified], torch: str, release: str, verbose: bool, console: Console
) -> None:
    """Tables of what is not as expected (of everything, if `verbose`), and a summary."""
    print_unexpected(verified, console, verbose)
    print_applied(verified, console)
    console.print(summary(verified, torch, release))


def print_unexpected(verified: Sequence[Verified], console: Console, verbose: bool = False) -> None:
    """A table of what is not as expected; of everything, if `verbose`."""
    shown = [one for one in verified if verbose or not one.result.as_expected]
    if shown:
        console.print(_table(shown, console))


def print_applied(verified: Sequence[Verified], console: Console) -> None:
    """A table of the examples for which a program writes code that does not give torch's result.

    Samples of torch's own tests are there to be counted.
    """
    verified = [one for one in verified if not one.case.of_sample]
    headings = ("example", "target", "what it gives", "detail")
    table = _named([one.case.name for one in verified], console, headings)
    for one in verified:
        result = one.result
        for target, status, detail in (
            ("main", result.applied, result.applied_detail),
            ("newer", result.newer, result.newer_detail),
        ):
            if status in (Applied.DIFFERS, Applied.RAISES):
                texts = (one.case.name, one.case.key, target, status.value, detail or "")
                table.add_row(*map(Text, texts))
    if table.rows:
        console.print("What the mapping makes of torch code, where that is not right:")
        console.print(table)
        console.print('See the code: lint-mappings show "TORCH CODE"')


def plain_table(title: str | None = None) -> Table:
    """A table without lines; its columns and rows are still to come.

    Columns fold, however narrow it is: one that may not be wrapped is cut off, or has others cut.
    """
    plain = Table(box=None, padding=(0, 1), header_style="bold", pad_edge=False)
    plain.title, plain.title_justify = title, "left"
    return plain


def _named(names: Sequence[str], console: Console, headings: Sequence[str]) -> Table:
    """A table whose first column has names, in one line where a third of the width is enough."""
    table = plain_table()
    width = min(max(map(len, ["name", *names])), console.width // 3)
    table.add_column("name", overflow="fold", width=width)
    for heading in headings:
        table.add_column(heading, overflow="fold", max_width=24 if heading == "gradient" else None)
    return table


def _table(shown: Sequence[Verified], console: Console) -> Table:
    headings = ("example", "outcome", "max diff", "gradient", "detail")
    table = _named([one.case.name for one in shown], console, headings)
    for one in shown:
        result = one.result
        style = _STYLES[result.outcome] if result.as_expected else "bold red"
        mark = "" if result.as_expected else " (unexpected)"
        difference = "" if result.max_diff is None else f"{result.max_diff:.2g}"
        texts = (one.case.name, one.case.key)
        gradient = ": ".join(filter(None, (result.gradient, result.gradient_detail)))
        more = (difference, gradient, result.detail or "")
        table.add_row(*map(Text, texts), Text(result.outcome.value + mark, style), *map(Text, more))
    return table


def summary(verified: Sequence[Verified], torch: str, release: str) -> Text:
    """One line: what ran on what, how many as expected, how many of each outcome."""
    counts = Counter(one.result.outcome.value for one in verified)
    parts = ", ".join(f"{count} {name}" for name, count in counts.most_common())
    plural = "" if len(verified) == 1 else "s"
    what = f"{len(verified)} example{plural} on torch {torch} and Paddle {release}"
    return verdict(what, verified, f" ({parts})" if parts else "")


def verdict(what: str, verified: Sequence[Verified], more: str = "") -> Text:
    """A line that says whether all is as expected."""
    wrong = sum(not one.result.as_expected for one in verified)
    told = f"{wrong} not as expected" if wrong else "all as expected"
    return Text(f"{what}: {told}{more}", "bold red" if wrong else "bold green")


def print_check(found: Sequence[Disagreement], processor: Processor, console: Console) -> None:
    """Tables of what is not as recorded, and what to do about it.

    What has only been recorded on other kinds of processors comes first: nothing is wrong there.
    """
    if unrecorded := [one for one in found if one.open]:
        console.print(_unlike(unrecorded, console))
        names = " ".join(dict.fromkeys(subject_of(one.name) for one in unrecorded))
        emulating = "--older-processor " if processor is Processor.EMULATED_AVX2 else ""
        told = f"{_counted(unrecorded)} otherwise than on the processors that are recorded. That "
        told += f"is no failure: of this kind, {processor}, nothing is recorded there. To record it"
        told += f":\nverify-mappings run --write {emulating}{names}\nThe processor: {described()}"
        console.print(Text(told, "yellow"))
    wrong = [one for one in found if not one.open]
    if not wrong:
        console.print(Text("all as recorded", "bold green"))
        return
    console.print(_unlike(wrong, console))
    told = f"{_counted(wrong)} not as recorded. If what was seen is right, keep it: "
    told += f"verify-mappings matrix NAME\nThe processor: {processor}, {described()}"
    console.print(Text(told, "bold red"))


def _counted(found: Sequence[Disagreement]) -> str:
    examples = len({(one.name, one.key, one.release) for one in found})
    return f"{examples} result{'s are' if examples > 1 else ' is'}"


def _unlike(found: Sequence[Disagreement], console: Console) -> Table:
    headings = ("example", "Paddle", "what", "recorded", "seen")
    table = _named([one.name for one in found], console, headings)
    for one in found:
        values = ("nothing" if v is None else str(v) for v in (one.recorded, one.seen))
        table.add_row(*map(Text, (one.name, one.key, one.release, one.field, *values)))
    return table


def to_json(
    verified: Sequence[Verified],
    torch: str,
    processor: Processor,
    disagreements: Sequence[Disagreement] = (),
) -> str:
    """An array with one object per example and release, always with the same keys.

    What is not as recorded stands in `recorded`, in `open` whether only other kinds of processors
    have been recorded; results of examples that are gone come last.
    """
    unlike: dict[tuple[str, str, str], dict[str, object]] = {}
    opened = {(one.name, one.key, one.release) for one in disagreements if one.open}
    for found in disagreements:
        place = unlike.setdefault((found.name, found.key, found.release), {})
        place[found.field] = found.recorded
    rows = [
        {
            "name": one.case.name,
            "example": one.case.key,
            "torch": torch,
            "paddle": one.release,
            "processor": processor,
            **{name: getattr(one.result, name) for name in _OF_RESULTS},
            **dict(_of_modes(one.result)),
            "seconds": one.seconds,
            "recorded": unlike.pop((one.case.name, one.case.key, one.release), None),
            "open": (one.case.name, one.case.key, one.release) in opened,
        }
        for one in verified
    ]
    for (name, key, release), recorded in unlike.items():
        gone = {"name": name, "example": key, "torch": torch, "paddle": release}
        rows.append({**dict.fromkeys(rows[0] if rows else ()), **gone, "recorded": recorded})
    return json.dumps(rows, indent=1, ensure_ascii=False)


def _of_modes(result: Result) -> Iterator[tuple[str, str | None]]:
    """What the JSON says of unchanged code in each mode, as records say it."""
    for mode in supported_modes():
        seen = as_recorded(result).modes.get(mode.name)
        yield mode.name, seen.status if seen else None
        yield f"{mode.name}_detail", seen.detail if seen else None


def print_matrix(found: Sequence[Verified], releases: Sequence[str], console: Console) -> None:
    """What is not as expected on the newest release, and the counts of each release."""
    newest = [one for one in found if one.release == PADDLE[-1]]
    print_unexpected(newest, console)
    print_applied(newest, console)
    here = {release: [one for one in found if one.release == release] for release in releases}

    def print_counts(title: str, columns: dict[str, Callable[[Verified], bool]]) -> None:
        table = plain_table(title)
        table.add_column("Paddle", overflow="fold")
        for heading in columns:
            table.add_column(heading, justify="right", overflow="fold")
        for release, verified in here.items():
            counts = (str(sum(map(counted, verified))) for counted in columns.values())
            table.add_row(release, *counts)
        console.print(table)

    def of(field: str, value: object) -> Callable[[Verified], bool]:
        return lambda one: getattr(one.result, field) == value

    outcomes = {outcome.value: of("outcome", outcome) for outcome in RUN}
    unexpected = {"not as expected": of("as_expected", False)}
    print_counts(
        "Examples", outcomes | unexpected | {"just run": lambda one: one.seconds is not None}
    )
    applied = {str(status): of("applied", status) for status in Applied}
    print_counts("What the mapping makes of torch code", applied)
    known = [status for status in DropIn if status is not DropIn.UNKNOWN]
    unchanged = {status.word: of("drop_in", status) for status in known}
    print_counts("Examples, if only the import changes", unchanged)
    if newest:
        what = f"{len(newest)} examples on the newest release, Paddle {PADDLE[-1]}"
        console.print(verdict(what, newest))


Overlooked = Survivor | Needless

_UNSEEN = "does not see `{}`: with `{}` it is equal, too."
_FIX_UNSEEN = "Choose inputs or values for which it matters, or leave it out."
_NEEDLESS = "fares the same on every Paddle release without {} in `compare`."
_KEYS = {"gradient": "`gradient`", "dtype": "`dtype`", "why": "the tolerance"}
_FIX_NEEDLESS = "Remove that, and run `verify-mappings matrix {}`."


def findings_text(found: Sequence[Overlooked], corpus: Corpus) -> str:
    """A line for each, with file, line and how to fix it; and whether all is well."""
    lines = [
        f"{row['path']}:{row['line']}: example {row['example']} {row['message']} {row['fix']}"
        for row in _rows(found, corpus)
    ]
    count = f"{len(lines)} finding{'s' if len(lines) > 1 else ''}" if lines else "nothing found"
    return "\n".join((*lines, f"falsified: {count}"))


def findings_json(found: Sequence[Overlooked], corpus: Corpus) -> str:
    """An array with one object for each."""
    return json.dumps(list(_rows(found, corpus)), indent=1, ensure_ascii=False)


def _rows(found: Sequence[Overlooked], corpus: Corpus) -> Iterator[dict[str, str | int]]:
    names = subjects(corpus)
    documents = {names[name]: corpus.whole(name) for name in names}
    for one in found:
        case, document = one.case, documents[one.case.name]
        *variant, number = (int(part) - 1 for part in case.key.split("."))
        where = "checks" if "checks" in document.data else "examples"
        path = (*(("variants", variant[0]) if variant else ()), where, number)
        if isinstance(one, Survivor):
            code = (*path, "paddle")
            line, _ = document.position(code)
            in_block = getattr(document.node(code), "style", None) == "|"  # from the next line on
            line += one.change.line + in_block
            message, fix = _UNSEEN.format(one.change.name, one.change.shown), _FIX_UNSEEN
        else:
            line, _ = document.position((*path, "compare", one.key), key=True)
            message, fix = _NEEDLESS.format(_KEYS[one.key]), _FIX_NEEDLESS.format(case.name)
        yield {
            "name": case.name,
            "example": case.key,
            "path": document.name,
            "line": line,
            "message": message,
            "fix": fix,
        }


def finding_line(finding: Finding) -> str:
    """A class of inputs of a probe, in one line."""
    on = f" on {finding.on}" if finding.on else ""
    dtypes = ", ".join(finding.dtypes)
    return f"{finding.outcome}{on}, {finding.count} inputs ({dtypes}): {finding.reason}"


def finding_code(finding: Finding) -> str:
    """The smallest of its inputs, with the code of both sides."""
    inputs = "\n".join(f"    {name} = {value}" for name, value in finding.inputs.items())
    codes = (f"    {line}" for code in (finding.torch, finding.paddle) for line in code.split("\n"))
    return "\n".join((inputs, *codes, f"    {finding.told}"))
