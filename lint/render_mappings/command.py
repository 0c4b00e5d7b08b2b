"""The command `python -m render_mappings`: its options, and what it does."""

from __future__ import annotations

import argparse
import gc
import logging
import time
from collections.abc import Sequence
from pathlib import Path

from mapping_model.ending import CLEAN, PROBLEMS, UsageError, say
from mapping_model.options import Parser
from mapping_model.records import BrokenRecord
from render_mappings.data.reference import CorpusProblems, UnknownEntry
from render_mappings.engine.link_check import check_links
from render_mappings.engine.live_site import Source
from render_mappings.engine.preview import PortTaken, serve
from render_mappings.engine.site_build import build_site
from render_mappings.pages.export_files import LAYOUTS
from render_mappings.views.page_context import Context, Repository

_DESCRIPTION = "Build the site, show it on this machine, or export the entries."


def render(argv: Sequence[str] | None) -> int:
    """Do what the options ask; return the exit code. Raise UsageError."""
    arguments = _parser().parse_args(argv)
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
    try:
        code: int = arguments.run(arguments)
    except (CorpusProblems, BrokenRecord) as error:
        say(str(error))
        return PROBLEMS
    except (UnknownEntry, PortTaken) as error:
        raise UsageError(str(error)) from error
    return code


def _parser() -> argparse.ArgumentParser:
    parser = Parser(prog="render_mappings", description=_DESCRIPTION)
    commands = parser.add_subparsers(dest="command", required=True)
    build = commands.add_parser("build", help="build both languages")
    serve = commands.add_parser("serve", help="show the site on this machine, and what is saved")
    check = commands.add_parser("check", help="check every link inside a built site")
    export = commands.add_parser("export", help="write the entries as Markdown, in Chinese")
    export.add_argument("out", type=Path, metavar="OUT", help="the directory to write to")
    export.add_argument(
        "--layout",
        choices=LAYOUTS,
        default="specification",
        help="that of the format specification (default), or the newer one of the official site",
    )
    for command in (build, serve, export):
        command.add_argument("--root", type=Path, default=Path(), help="the repository")
        command.add_argument("--mappings", type=Path, help="the data (default: ROOT/mappings)")
        command.add_argument(
            "--only", default="", metavar="API,...", help="a preview of these entries only"
        )
    for command in (build, check):
        command.add_argument("--out", type=Path, default=Path("site"), help="the site's directory")
    serve.add_argument("--port", type=int, default=8000)
    build.set_defaults(run=_build)
    serve.set_defaults(run=_serve)
    check.set_defaults(run=_check)
    export.set_defaults(run=_export)
    return parser


def _build(arguments: argparse.Namespace) -> int:
    source = _source(arguments)
    started = time.monotonic()
    gc.disable()  # Nothing that is read goes before the end.
    try:
        build_site(source.root, arguments.out, source.load())
    finally:
        gc.enable()
    print(f"Built {arguments.out} in {time.monotonic() - started:.1f} s.")
    return CLEAN


def _serve(arguments: argparse.Namespace) -> int:
    source = _source(arguments)
    serve(source, arguments.port)
    return CLEAN


def _export(arguments: argparse.Namespace) -> int:
    source = _source(arguments)
    written = 0
    context = Context(source.load(), "zh", Repository(""))
    for path, text in LAYOUTS[arguments.layout](context):
        file = arguments.out / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
        written += 1
    print(f"Wrote {written} files to {arguments.out}.")
    return CLEAN


def _source(arguments: argparse.Namespace) -> Source:
    """Where the data is; raise UsageError where there is none."""
    mappings = arguments.mappings or arguments.root / "mappings"
    for path in (arguments.root / "mkdocs.yml", mappings):
        if not path.exists():
            raise UsageError(f"{path} does not exist.")
    only = tuple(name for name in arguments.only.split(",") if name)
    return Source(arguments.root, mappings.resolve(), only)


def _check(arguments: argparse.Namespace) -> int:
    if not arguments.out.is_dir():
        raise UsageError(f"{arguments.out} does not exist.")
    broken = check_links(arguments.out)
    for line in broken:
        print(line)
    return PROBLEMS if broken else CLEAN
