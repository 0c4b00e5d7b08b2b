"""The command `lint-mappings show`: its options, and what it prints."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from textwrap import dedent
from typing import Any

from lint_mappings.running.paths import MAPPINGS, find_root
from mapping_model.ending import UsageError
from mapping_model.entry import Entry
from mapping_model.options import Parser, release_of
from mapping_model.problems import nearest
from mapping_model.shelf import Shelf
from mapping_model.snapshots import PADDLE

# What `--format json` prints, which schema/show.schema.json describes.
FORMAT = 1
SCHEMA = Path(__file__).parents[1] / "schema" / "show.schema.json"
_SHOWN = 8
_ALIKE = 0.8


def show(argv: Sequence[str]) -> int:
    """Print what is known of an API, or the Paddle code for torch code; return 0, or 1 where a
    person must decide. Raise UsageError."""
    options = _parse(argv)
    mappings = find_root(options.root) / MAPPINGS
    shelf = Shelf(mappings)
    release = release_of(options.paddle) if options.paddle else None
    if options.code is None:
        return _show_entry(options, shelf, mappings, [release] if release else PADDLE)
    asked = None if options.torch is None else _entry(shelf, options.torch).torch
    return _show_code(options, shelf, release or PADDLE[-1], asked)


# Loading what one of both needs takes longer than its answer, so neither loads that of the other.


def _show_entry(
    options: argparse.Namespace, shelf: Shelf, mappings: Path, releases: Sequence[str]
) -> int:
    from lint_mappings.showing.answer import answer
    from lint_mappings.showing.asked import Asked
    from lint_mappings.showing.printing import answer_text
    from mapping_model.records import BrokenRecord

    asked = _entry(shelf, options.torch)
    try:
        entry = Asked(shelf, mappings, releases).entry(asked)
        if options.format == "json":
            text = _json(answer(entry, options.language))
        else:
            text = answer_text(entry, options.language, sys.stdout)
    except BrokenRecord as error:
        raise UsageError(f"{error}. Restore it with git.") from None
    _check(shelf)
    print(text)
    return 0


def _show_code(options: argparse.Namespace, shelf: Shelf, release: str, asked: str | None) -> int:
    from lint_mappings.showing.converting import convert, print_converted

    try:
        # Lines taken out of a file may be indented.
        converted = convert(shelf, dedent(options.code), release, options.language, asked)
    except SyntaxError as error:
        raise UsageError(f"The code is not Python: {error.msg}, line {error.lineno}.") from None
    except (UnicodeEncodeError, RecursionError, MemoryError) as error:
        raise UsageError(f"The code cannot be read: {error}.") from None
    _check(shelf)
    if options.format == "json":
        print(_json(asdict(converted)))
    else:
        print_converted(converted, sys.stdout, sys.stderr)
    return 1 if converted.undecided else 0


def _json(shown: dict[str, Any]) -> str:
    return json.dumps({"format": FORMAT, **shown}, ensure_ascii=False, indent=2)


def _check(shelf: Shelf) -> None:
    """Raise UsageError for what is wrong with the files that were read."""
    for problem in shelf.problems:
        raise UsageError(f"{problem.path}:{problem.line}: {problem.message}")


def _entry(shelf: Shelf, asked: str) -> Entry:
    """The entry that is meant by a name, written in full or not."""
    entry = shelf.entry(asked)
    if entry is not None:
        return entry
    _check(shelf)
    names = shelf.names()
    # As PyTorch's own documentation imports it.
    asked = f"nn.functional{asked[1:]}" if asked.startswith("F.") else asked
    ends = [name for name in names if name.endswith(f".{asked}")]
    found = [entry for name in ends if (entry := shelf.entry(name)) is not None]
    if len({entry.alias_of or entry.torch for entry in found}) == 1:
        return min(found, key=lambda entry: entry.alias_of is not None)
    if ends:
        more = ", …" if len(ends) > _SHOWN else ""
        raise UsageError(f"`{asked}` may be {', '.join(ends[:_SHOWN])}{more}. Write one in full.")
    inside = [name for name in names if name.startswith(f"{asked}.")]
    if inside:
        told = f" `{asked}` holds {len(inside)}, such as {inside[0]}."
    else:
        near = _nearest(asked, names)
        told = f" Did you mean `{near}`?" if near else ""
    raise UsageError(f"There is no entry for `{asked}`.{told}")


def _nearest(asked: str, names: list[str]) -> str | None:
    """The name most like what was asked, or the shortest whose last part is, whatever its case."""
    by_length = sorted(names, key=len, reverse=True)
    lasts = {name.rpartition(".")[2].casefold(): name for name in by_length}
    last = nearest(asked.rpartition(".")[2].casefold(), lasts)
    return nearest(asked, names, _ALIKE) or (lasts[last] if last else None)


def _parse(argv: Sequence[str]) -> argparse.Namespace:
    parser = Parser(
        prog="lint-mappings show",
        description="Show how a torch API is ported, or what becomes of torch code.",
        epilog="exit codes: 0 shown, 1 a person must decide, 2 wrong usage",
    )
    add = parser.add_argument
    add("torch", metavar="API", help="the API: torch.gather, or gather; or CODE alone")
    add("code", nargs="?", metavar="CODE", help='torch code: "torch.gather(x, dim=1, index=i)"')
    add("--paddle", metavar="RELEASE", help=f"a Paddle release (default: {PADDLE[-1]})")
    add("--format", choices=("text", "json"), default="text", help="how to print (default: text)")
    add("--language", choices=("en", "zh"), default="en", help="of the texts (default: en)")
    add("--root", metavar="DIR", help=f"the directory that holds `{MAPPINGS}`")
    # CODE may come after an option, too.
    options = parser.parse_intermixed_args(argv)
    for name in ("torch", "code"):
        if getattr(options, name) is not None and not getattr(options, name).strip():
            parser.error(f"{'API' if name == 'torch' else 'CODE'} is empty")
    if options.code is None and not options.torch.replace(".", "").isidentifier():
        options.torch, options.code = None, options.torch
    return options
