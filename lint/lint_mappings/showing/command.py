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

from lint_mappings.running.paths import own_root
from lint_mappings.showing.asking import Kind, Question, question
from lint_mappings.showing.finding import check, named
from mapping_model.ending import UsageError, say
from mapping_model.entry import Entry
from mapping_model.options import Parser, release_of
from mapping_model.shelf import Shelf
from mapping_model.snapshots import PADDLE
from mapping_model.stores import MAPPINGS, Layered, opened

# What `--format json` prints, which schema/show.schema.json describes.
FORMAT = 1
SCHEMA = Path(__file__).parents[1] / "schema" / "show.schema.json"


def show(argv: Sequence[str]) -> int:
    """Print what is known of an API, of an error, or the Paddle code for torch code.

    Return 0, or 1 where a person must decide. Raise UsageError.
    """
    options = _parse(argv)
    shelf = Shelf(opened(own_root(options.root)))
    release = release_of(options.paddle) if options.paddle else None
    if options.code is not None:
        entry = named(shelf, options.asked)
        if entry is None:
            raise _unknown(shelf, options.asked)
        asked = Question(dedent(options.code), Kind.CODE)
        return _show_code(options, shelf, release or PADDLE[-1], asked, entry.torch)
    asked = question(options.asked, shelf.gotchas())
    if asked.kind is Kind.CODE:
        return _show_code(options, shelf, release or PADDLE[-1], asked, None)
    releases = [release] if release else PADDLE
    if asked.kind is Kind.GOTCHA:
        return _show_gotchas(options, shelf, releases, asked.text, [asked.text])
    if asked.kind is Kind.NAME:
        return _show_name(options, shelf, releases, asked.text)
    return _show_hits(options, shelf, asked)


# Loading what one of these needs takes longer than its answer, so none loads that of another.


def _show_name(
    options: argparse.Namespace, shelf: Shelf, releases: Sequence[str], asked: str
) -> int:
    entry = None if asked.startswith("paddle.") else named(shelf, asked)
    if entry is not None:
        return _show_entry(options, shelf, releases, entry)
    from lint_mappings.showing.finding import gotchas_on, is_code, on_paddles_side

    if is_code(shelf, asked):
        return _show_code(options, shelf, releases[-1], Question(asked, Kind.CODE), None)
    if target := on_paddles_side(shelf, asked):
        return _show_target(options, shelf, *target)
    if ids := gotchas_on(shelf, asked):
        say(f"lint-mappings: There is no entry for `{asked}`; this tells what to do about it.")
        return _show_gotchas(options, shelf, releases, asked, ids[:1], ids[1:])
    raise _unknown(shelf, asked)


def _unknown(shelf: Shelf, asked: str) -> UsageError:
    from lint_mappings.showing.finding import unknown

    return unknown(shelf, asked)


def _show_entry(
    options: argparse.Namespace, shelf: Shelf, releases: Sequence[str], asked: Entry
) -> int:
    from lint_mappings.showing.answer import answer
    from lint_mappings.showing.asked import Asked
    from lint_mappings.showing.printing import answer_text
    from mapping_model.records import BrokenRecord

    try:
        entry = Asked(shelf, releases).entry(asked)
        if options.format == "json":
            text = _json(answer(entry, options.language))
        else:
            text = answer_text(entry, options.language, sys.stdout)
    except BrokenRecord as error:
        raise UsageError(f"{error}. Restore it with git.") from None
    check(shelf)
    _say_from_where(shelf, asked)
    print(text)
    return 0


def _say_from_where(shelf: Shelf, entry: Entry) -> None:
    """Of a project with entries of its own: whose this one is."""
    store = shelf.store
    if isinstance(store, Layered) and store.own.names():
        whose = store.own.told if store.is_own(entry.torch) else store.beneath.told
        say(f"lint-mappings: {entry.torch} is that of {whose}.")


def _show_gotchas(
    options: argparse.Namespace,
    shelf: Shelf,
    releases: Sequence[str],
    asked: str,
    ids: Sequence[str],
    others: Sequence[str] = (),
) -> int:
    from lint_mappings.showing.gotchas import gotcha_answer, gotcha_text
    from mapping_model.problems import did_you_mean
    from mapping_model.records import BrokenRecord

    found = [gotcha for id_ in ids if (gotcha := shelf.gotcha(id_)) is not None]
    check(shelf)
    if not found:
        near = did_you_mean(asked, shelf.gotchas())
        raise UsageError(f"There is no gotcha `{asked}`.{near}")
    try:
        if options.format == "json":
            text = _json(gotcha_answer(shelf, found[0], releases, options.language))
        else:
            text = gotcha_text(shelf, found[0], releases, options.language, sys.stdout)
    except BrokenRecord as error:
        raise UsageError(f"{error}. Restore it with git.") from None
    print(text)
    if others:
        say(f"See also: lint-mappings show {', '.join(others)}")
    return 0


def _show_target(
    options: argparse.Namespace, shelf: Shelf, target: str, found: Sequence[tuple[str, str]]
) -> int:
    from lint_mappings.showing.targets import target_answer, target_text

    told = target_answer(shelf, target, found, options.language)
    check(shelf)
    print(_json(told) if options.format == "json" else target_text(told, options.language))
    return 0


def _show_hits(options: argparse.Namespace, shelf: Shelf, asked: Question) -> int:
    from lint_mappings.showing.finding import hit, hits

    found = [
        told
        for kind, name in hits(shelf, asked.text)
        if (told := hit(shelf, kind, name, options.language)) is not None
    ]
    check(shelf)
    if not found and asked.kind is Kind.WORDS:
        return _show_code(options, shelf, PADDLE[-1], asked, None)  # which tells what is wrong
    if not found:
        raise UsageError("Nothing is known of this error. Try the name of what was called.")
    if options.format == "json":
        print(_json({"asked": asked.text, "found": found}))
        return 0
    from lint_mappings.showing.targets import hits_text

    print(hits_text(found))
    say("Each is told by: lint-mappings show NAME")
    return 0


def _show_code(
    options: argparse.Namespace, shelf: Shelf, release: str, asked: Question, api: str | None
) -> int:
    from lint_mappings.showing.converting import convert, print_converted

    at, what = (f"{asked.file}: ", "This") if asked.file else ("", "The code")
    if "\0" in asked.text:
        raise UsageError(f"{at}{what} is not Python: it has a character 0.")
    try:
        whole = bool(asked.file)
        converted = convert(shelf, asked.text, release, options.language, api, whole)
    except SyntaxError as error:
        if asked.file:
            at = f"{asked.file}:{error.lineno or 1}: "
        raise UsageError(f"{at}{what} is not Python: {error.msg}, line {error.lineno}.") from None
    except (UnicodeEncodeError, RecursionError, MemoryError) as error:
        raise UsageError(f"{at}{what} cannot be read: {error}.") from None
    check(shelf)
    if options.format == "json":
        print(_json(asdict(converted)))
    else:
        print_converted(converted, sys.stdout, sys.stderr, options.all)
    return 1 if converted.undecided else 0


def _json(shown: dict[str, Any]) -> str:
    return json.dumps({"format": FORMAT, **shown}, ensure_ascii=False, indent=2)


def _parse(argv: Sequence[str]) -> argparse.Namespace:
    parser = Parser(
        prog="lint-mappings show",
        description="Show how a torch API is ported, what becomes of torch code, or what an error "
        "is about.",
        epilog="exit codes: 0 shown, 1 a person must decide, 2 wrong usage, or nothing is known",
    )
    add = parser.add_argument
    add(
        "asked",
        metavar="ASKED",
        help="torch code, a file of it, an API (torch.gather, or gather), a gotcha, an API of "
        "Paddle, an error message of either library, or words",
    )
    add("code", nargs="?", metavar="CODE", help="torch code, of which ASKED names the API")
    add("--all", action="store_true", help="of code, also what few inputs meet")
    add("--paddle", metavar="RELEASE", help=f"a Paddle release (default: {PADDLE[-1]})")
    add("--format", choices=("text", "json"), default="text", help="how to print (default: text)")
    add("--language", choices=("en", "zh"), default="en", help="of the texts (default: en)")
    add(
        "--root",
        metavar="DIR",
        help=f"the directory that holds `{MAPPINGS}` (default: the nearest upwards, if any; "
        "what it lacks is that of this package)",
    )
    # CODE may come after an option, too.
    options = parser.parse_intermixed_args(argv)
    for name in ("asked", "code"):
        if getattr(options, name) is not None and not getattr(options, name).strip():
            parser.error(f"{'ASKED' if name == 'asked' else 'CODE'} is empty")
    return options
