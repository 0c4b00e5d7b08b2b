"""The command `lint-mappings coverage`: how much of torch has an entry, and what is next."""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from lint_mappings.running.paths import own_root
from mapping_model.coverage import Coverage, Part, coverage_of, read_uses
from mapping_model.easy import Easy, easy
from mapping_model.ending import UsageError, say
from mapping_model.members import Answer, Member, members
from mapping_model.naming import owner_of
from mapping_model.options import Parser
from mapping_model.problems import did_you_mean
from mapping_model.shelf import Shelf
from mapping_model.snapshots import paddle_snapshot, torch_snapshot
from mapping_model.stores import MAPPINGS, Folder, opened
from mapping_model.uncovered import Reason, reason_of

# What `--format json` prints.
FORMAT = 1
_WHY = {
    Reason.USED: "used by the packages that were counted",
    Reason.DEPRECATED: "deprecated by torch's documentation",
    Reason.DEVICE: "for devices that run no CPU build: GPUs and other accelerators",
    Reason.PROCESSES: "for work in several processes",
    Reason.MACHINERY: "of torch's compiler, exporters, profilers, storages",
    Reason.UNASKED: "of none of these kinds, and not used by the packages that were counted",
}
_TOLD = {
    Answer.ENTRY: "have an entry",
    Answer.ELSEWHERE: "are written by the entry of another name",
    Answer.CLASS: "are named by the entry of their class",
    Answer.LEFT: "have none, which `torch-to-paddle` and `show` say where they meet one:",
    Answer.NONE: "have no answer",
}


def coverage(argv: Sequence[str]) -> int:
    """Print the shares and what is missing; return 0. Raise UsageError."""
    options = _parse(argv)
    store = opened(own_root(options.root))
    shelf, torch = Shelf(store), torch_snapshot()
    if not isinstance(store, Folder):
        say(f"lint-mappings: The entries of {store.told}.")
    found = coverage_of(frozenset(shelf.names()), torch)
    first = easy(frozenset(shelf.names()), torch, paddle_snapshot()) if options.easy else []
    within = _within(found, options.within) if options.within else {}
    told = members(shelf, torch, paddle_snapshot()) if options.members else ()
    if options.format == "json":
        more: dict[str, object] = (
            {"members": {one.name: one.answer for one in told}} if options.members else {}
        )
        more |= {"easy": [asdict(one) for one in first]} if options.easy else {}
        more |= {"within": within} if options.within else {}
        print(json.dumps({"format": FORMAT, **asdict(found), **more}, indent=2))
    elif options.within:
        print("\n".join(_by_module(within)))
    elif options.easy:
        print("\n".join(_easy(first)))
    else:
        lines = [*_lines(found, options.missing), *(_told(told) if options.members else ())]
        print("\n".join(lines))
    return 0


def _lines(found: Coverage, missing: int) -> Iterator[str]:
    whole = found.whole
    packages = ", ".join(" ".join(pair) for pair in found.packages.items())
    names = f"{whole.documented:,} documented names of torch {found.torch}"
    yield f"{whole.of_names:.2f} %  {whole.entries:,} of {names}"
    yield f"{whole.of_uses:.2f} %  {whole.covered:,} of {whole.uses:,} uses in {packages}"
    yield ""
    yield f"{'uses':>9} {'covered':>9} {'names':>7} {'entries':>9}  of"
    yield from map(_row, found.begun)
    uses, documented = sum(p.uses for p in found.others), sum(p.documented for p in found.others)
    yield _row(Part(f"{len(found.others)} others", documented, 0, uses, 0))
    if missing:
        yield ""
        yield f"without an entry: {len(found.missing):,} names that are used, most used first"
        yield from (f"{uses:>9,}  {name}" for name, uses in found.missing[:missing])
        private = ", ".join(name for name, _ in found.private) or "none"
        yield f"private names, which torch may change at any time: {private}"
    yield ""
    yield f"{sum(map(len, found.without.values())):,} documented names without an entry:"
    yield from (f"{len(names):>9,}  {_WHY[reason]}" for reason, names in found.without.items())


def _within(found: Coverage, module: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """The names of a module, or below it, without an entry: by the module, and by the reason."""
    if not any(_is_below(part.name, module) for part in found.parts):
        near = did_you_mean(module, [part.name for part in found.parts])
        raise UsageError(f"torch has no module or class `{module}` with names of its own.{near}")
    by_module: dict[str, dict[str, tuple[str, ...]]] = {}
    for reason, names in found.without.items():
        for name in names:
            if _is_below(owner_of(name), module):
                here = by_module.setdefault(owner_of(name), {})
                here[reason.value] = (*here.get(reason.value, ()), name)
    return dict(sorted(by_module.items()))


def _is_below(name: str, module: str) -> bool:
    return name == module or name.startswith(f"{module}.")


def _by_module(found: dict[str, dict[str, tuple[str, ...]]]) -> Iterator[str]:
    count = sum(len(names) for reasons in found.values() for names in reasons.values())
    yield f"{count:,} documented names without an entry"
    for module, reasons in found.items():
        yield f"{module}: {sum(map(len, reasons.values())):,}"
        for reason, names in reasons.items():
            yield f"  {_WHY[Reason(reason)]}"
            yield from (f"    {name}" for name in names)


def _easy(found: Sequence[Easy]) -> Iterator[str]:
    yield f"{len(found):,} names without an entry to which something leads:"
    yield from (f"  {one.name}: {one.lead} {one.to}" for one in found)
    yield "`lint-mappings new NAME` writes a draft, `verify-mappings check NAME` says what is left."


def _told(found: Sequence[Member]) -> Iterator[str]:
    """What readers are told of members, with the names of which nothing is."""
    torch, used = torch_snapshot(), read_uses().counts
    counts = Counter(one.answer for one in found)
    left = [one.name for one in found if one.answer is Answer.LEFT]
    reasons = Counter(reason_of(name, used, torch) for name in left)
    yield ""
    yield f"{len(found):,} members of classes that have an entry, of which"
    for answer, said in _TOLD.items():
        yield f"{counts[answer]:>9,}  {said}"
        if answer is Answer.LEFT:
            yield from (f"{reasons[reason]:>13,}  {why}" for reason, why in _WHY.items())
    yield from (f"           {one.name}" for one in found if one.answer is Answer.NONE)


def _row(part: Part) -> str:
    uses = f"{part.of_uses:.1f} %" if part.uses else "-"
    names = f"{part.of_names:.1f} %" if part.documented else "-"
    return f"{part.uses:>9,} {uses:>9} {part.documented:>7,} {names:>9}  {part.name}"


def _parse(argv: Sequence[str]) -> argparse.Namespace:
    parser = Parser(
        prog="lint-mappings coverage",
        description="Count how much of torch has an entry: of its documented names, and of the "
        "uses in packages that were read for it; and list what is missing.",
    )
    add = parser.add_argument
    add("--missing", type=int, default=20, metavar="N", help="how many to list (default: 20)")
    add("--members", action="store_true", help="also what is told of each member of a class")
    listed = parser.add_mutually_exclusive_group()
    told = "list what a first contribution can be, instead"
    listed.add_argument("--easy", action="store_true", help=told)
    told = "list the names of a module or class, and below it, that have no entry, instead"
    listed.add_argument("--in", dest="within", metavar="MODULE", help=told)
    add("--format", choices=("text", "json"), default="text", help="how to print (default: text)")
    add("--root", metavar="DIR", help=f"the directory that holds `{MAPPINGS}`")
    options = parser.parse_args(argv)
    if options.missing < 0:
        raise UsageError(f"--missing {options.missing}: a number of 0 or more is needed.")
    return options
