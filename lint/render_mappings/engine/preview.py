"""Shows the site on this machine: what is saved is shown, and open pages reload."""

from __future__ import annotations

import logging
import posixpath
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterable
from http import HTTPStatus
from pathlib import Path
from typing import Any
from wsgiref.types import StartResponse

from markupsafe import escape
from mkdocs.livereload import LiveReloadServer

from mapping_model.ending import UsageError, say
from mapping_model.records import BrokenRecord
from render_mappings.data.reference import CorpusProblems, UnknownEntry
from render_mappings.engine.live_site import UNKNOWN, LiveSite, Source

# Shown instead of every page while the data cannot be; it asks again until that has changed.
_PROBLEMS = """<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="1">
<title>Problems</title><pre>{}</pre>"""


class PortTaken(Exception):
    """The port cannot be listened on; the message says why."""


class Preview(LiveReloadServer):
    """Serves a site from a folder of its own; port 0 takes any free one."""

    def __init__(self, out: Path, port: int) -> None:
        super().__init__(self.rebuild, "127.0.0.1", port, str(out))
        self.out, self.problems = out, ""
        self.bound = False
        self.error_handler = self._error_page
        # Requests come in threads of their own, and one page is made at a time.
        self._making = threading.Lock()

    def show(self, source: Source) -> None:
        """Read the data of a site and lay out what all pages need; raises what reading does."""
        self.site = LiveSite(source, self.out)
        self.site.lay("index.html")
        for path in source.watched(self.site.reference):
            self.watch(str(path))

    def rebuild(self) -> None:
        """Take in a change; problems are told here and in the browser, and end nothing."""
        started = time.monotonic()
        self.problems = ""
        self._try(self.site.renew)
        if not self.problems:
            print(f"Read again in {time.monotonic() - started:.1f} s.", flush=True)

    def _try(self, change: Callable[[], None]) -> None:
        with self._making:
            try:
                change()
            except (CorpusProblems, BrokenRecord, UnknownEntry, UsageError) as error:
                self._tell(str(error))
            except (Exception, SystemExit):  # MkDocs ends so
                self._tell(traceback.format_exc())

    def _tell(self, problems: str) -> None:
        self.problems = problems
        say(problems)

    def serve_request(
        self, environ: dict[str, Any], start_response: StartResponse
    ) -> Iterable[bytes]:
        """Answer with the page asked for, or with what keeps it from being made."""
        path = environ["PATH_INFO"].encode("latin-1").decode("utf-8", "ignore")
        if path.startswith("/livereload/"):
            return super().serve_request(environ, start_response)
        if not self.problems:
            self._try(lambda: self._lay(path))
        if not self.problems:
            return super().serve_request(environ, start_response)
        start_response("503 Service Unavailable", [("Content-Type", "text/html")])
        return [_PROBLEMS.format(escape(self.problems)).encode()]

    def _lay(self, path: str) -> None:
        """Make the file that the host answers with."""
        inside = posixpath.normpath(f"{path}index.html" if path.endswith("/") else path)
        self.site.lay(inside.lstrip("/"))

    def _error_page(self, code: int) -> bytes | None:
        """What the host shows for an unknown address."""
        return (self.out / UNKNOWN).read_bytes() if code == HTTPStatus.NOT_FOUND else None

    def server_bind(self) -> None:
        """Take the port, which is done once, before anything is read; raise PortTaken."""
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


def serve(source: Source, port: int) -> None:
    """Serve the site until interrupted; raises PortTaken before anything is read."""
    started = time.monotonic()
    logging.getLogger("mkdocs.livereload").setLevel(logging.ERROR)  # it tells every 404
    with tempfile.TemporaryDirectory(prefix="porting-site-") as folder:
        server = Preview(Path(folder, "site"), port)
        server.server_bind()
        try:
            print("Reading the entries; pages are made when they are asked for.", flush=True)
            server.show(source)
            print(f"Ready after {time.monotonic() - started:.1f} s.", flush=True)
            server.serve()
        finally:
            server.shutdown()
