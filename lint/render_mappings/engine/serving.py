"""Shows a built site on this machine."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class _Handler(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Keep requests to ourselves."""


def make_server(site: Path, port: int) -> ThreadingHTTPServer:
    """A server of `site` on localhost; port 0 takes any free one. Raises OSError if it is taken."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(_Handler, directory=str(site)))
