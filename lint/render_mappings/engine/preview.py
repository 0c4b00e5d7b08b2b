"""Shows the site on this machine: what is saved is built again, and open pages reload."""

from __future__ import annotations

import logging
import re
import time
import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse

from markupsafe import escape
from mkdocs.livereload import LiveReloadServer

from mapping_model.ending import say
from mapping_model.naming import GLOSSARY, GOTCHAS, RESULTS, path_for
from mapping_model.records import BrokenRecord
from render_mappings.data.reference import CorpusProblems, Reference, UnknownEntry, load_reference
from render_mappings.engine.site_build import build_site
from render_mappings.views.looks import LOOKS

# Where the published site begins, as the theme's scripts are told.
_BASE = re.compile(r'"base": "([^"]+)"')
# Shown instead of every page while the data cannot be; it asks again until that has changed.
_PROBLEMS = """<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="1">
<title>Problems</title><pre>{}</pre>"""


class PortTaken(Exception):
    """The port cannot be listened on; the message says why."""


@dataclass(frozen=True, slots=True)
class Source:
    """What the site is made from: the repository, its data, and the entries to show (or all)."""

    root: Path
    mappings: Path
    only: tuple[str, ...] = ()

    def load(self) -> Reference:
        """Read the data; raises what `load_reference` does."""
        return load_reference(self.mappings, self.only)

    def watched(self, reference: Reference) -> Iterator[Path]:
        """The files and folders that the site changes with."""
        yield from (LOOKS, self.root / "docs", *self.root.glob("mkdocs*.yml"))
        if not self.only:
            yield self.mappings
            return
        parts = {path_for(name).parent for name in reference.entries} | {Path(GOTCHAS)}
        folders = [base / part for base in (Path(), Path(RESULTS)) for part in parts]
        for path in (Path(GLOSSARY), *folders):
            if (self.mappings / path).exists():
                yield self.mappings / path


class Preview(LiveReloadServer):
    """Serves what was built; port 0 takes any free one."""

    def __init__(self, source: Source, out: Path, port: int) -> None:
        super().__init__(self.rebuild, "127.0.0.1", port, str(out))
        self.source, self.out, self.problems = source, out, ""
        self.bound = False
        self.error_handler = self._error_page

    def rebuild(self) -> None:
        """Build after a change; problems are told here and in the browser, and end nothing."""
        started = time.monotonic()
        try:
            build_site(self.source.root, self.out, self.source.load(), apart=False)
            _bring_home(self.out)
        except (CorpusProblems, BrokenRecord, UnknownEntry) as error:
            self._tell(str(error))
        except Exception:
            self._tell(traceback.format_exc())
        else:
            self.problems = ""
            print(f"Built again in {time.monotonic() - started:.1f} s.", flush=True)

    def _tell(self, problems: str) -> None:
        self.problems = problems
        say(problems)

    def serve_request(
        self, environ: dict[str, Any], start_response: StartResponse
    ) -> Iterable[bytes]:
        """Answer with the page asked for, or with what keeps it from being built."""
        if not self.problems or environ["PATH_INFO"].startswith("/livereload/"):
            return super().serve_request(environ, start_response)
        start_response("503 Service Unavailable", [("Content-Type", "text/html")])
        return [_PROBLEMS.format(escape(self.problems)).encode()]

    def _error_page(self, code: int) -> bytes | None:
        """What the host shows for an unknown address."""
        return _unknown(self.out).read_bytes() if code == HTTPStatus.NOT_FOUND else None

    def server_bind(self) -> None:
        """Take the port, which is done once, before the site is built; raise PortTaken."""
        if self.bound:
            return
        try:
            super().server_bind()
        except OSError as error:
            raise PortTaken(f"port {self.server_address[1]}: {error.strerror}") from error
        self.bound = True

    def server_activate(self) -> None:
        """Say where the site is as soon as it can be asked for."""
        super().server_activate()
        print(f"http://127.0.0.1:{self.server_port}/  (Chinese: /zh/; Ctrl+C ends)", flush=True)


def _unknown(out: Path) -> Path:
    return out / "404.html"


def _bring_home(out: Path) -> None:
    """Let the pages for unknown addresses, whose links are absolute, link to this machine."""
    base = _BASE.search(_unknown(out).read_text("utf-8"))
    for page in (_unknown(out), _unknown(out / "zh")):
        text = page.read_text("utf-8")
        page.write_text(text.replace(f'"{base[1]}', '"/') if base else text, "utf-8")


def serve(source: Source, out: Path, port: int) -> None:
    """Build the site and serve it until interrupted; raises PortTaken, before anything is built."""
    started = time.monotonic()
    server = Preview(source, out, port)
    server.server_bind()
    reference = source.load()
    build_site(source.root, out, reference, apart=not source.only)
    _bring_home(out)
    print(f"Built {out} in {time.monotonic() - started:.1f} s.", flush=True)
    logging.getLogger("mkdocs.livereload").setLevel(logging.ERROR)  # it tells every 404
    for path in source.watched(reference):
        server.watch(str(path))
    try:
        server.serve()
    finally:
        server.shutdown()
