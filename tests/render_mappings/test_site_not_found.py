"""The page for unknown addresses: to what was meant, and never to another site."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from selenium import webdriver

from render_mappings.engine.live_site import bring_home

Visit = Callable[[str], str]
# Until the page's script has done all it does; a page that has none is not the one asked about.
_DONE = """
const [done] = arguments;
const { src } = document.querySelector("script[src*=not_found]");
import(src).then(() => done(""), (error) => done(`${error}`));
"""


class _Host(SimpleHTTPRequestHandler):
    """Answers as the host of the site does."""

    def log_message(self, format: str, *args: object) -> None:
        """Keep requests to ourselves."""

    def send_error(self, code: int, *_: object) -> None:
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(Path(self.directory, "404.html").read_bytes())


class _Elsewhere(BaseHTTPRequestHandler):
    """Another site, which has everything and lets everyone ask."""

    def log_message(self, format: str, *args: object) -> None:
        """Keep requests to ourselves."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Access-Control-Allow-Origin", "*")
        self.end_headers()

    do_HEAD = do_GET


@pytest.fixture(scope="module")
def hosts(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The site and another one, as `127.0.0.1:port` each."""
    own = tmp_path_factory.mktemp("host") / "site"
    shutil.copytree(site, own)
    for language in (own, own / "zh"):
        bring_home(language)
    with ExitStack() as stack:
        found = []
        for handler in (partial(_Host, directory=own), _Elsewhere):
            server = stack.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), handler))
            threading.Thread(target=server.serve_forever, daemon=True).start()
            stack.callback(server.shutdown)
            found.append(f"127.0.0.1:{server.server_port}")
        yield found[0], found[1]


@pytest.fixture
def visit(chrome: webdriver.Chrome, hosts: tuple[str, str]) -> Visit:
    """Opens an unknown path; where that leads."""

    def visited(path: str) -> str:
        chrome.get(f"http://{hosts[0]}{path}")
        chrome.set_script_timeout(30)
        assert chrome.execute_async_script(_DONE) == ""
        return chrome.current_url

    return visited


@pytest.mark.parametrize(
    "path",
    [
        "///HOST/X",
        "/%zz",
        "/https:%2F%2FHOST%2FX",
        "/http://HOST/X",
        "/%5C%5CHOST/X",
        "/DATA:text/html,X",
    ],
)
def test_no_address_leads_to_another_site(path: str, hosts: tuple[str, str], visit: Visit) -> None:
    path = path.replace("https", "http").replace("HOST", hosts[1])
    assert visit(path) == f"http://{hosts[0]}{path}"
