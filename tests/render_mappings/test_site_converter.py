"""The page that converts code, in a real browser: it gives what the command gives."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from os import PathLike
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import quote, urlsplit

import pytest
from browsing import PHONE, Open
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait
from site_html import article, html_of

from convert_torch.converting import convert
from convert_torch.finding import Kind
from mapping_model.shelf import Shelf
from mapping_model.snapshots import PADDLE, load_snapshot
from render_mappings.views.wording import Language, labels

CODE = """\
import torch

# 各行对照
def picked(x: torch.Tensor, i, y):
    largest = torch.max(x, y)
    torch.wait(x)
    i = torch.view_as_real(x)
    return torch.gather(x, 1, i), largest, torch.no_such_name(x)
"""
HOSTILE = """\
import torch
a = "</script><img src=x onerror=window.hit=1>"
torch.gather(a, 1, "<b onmouseover=window.hit=1>")  # </textarea><script>window.hit=1</script>
"""
# All of it goes to one process: the first page that asks compiles Python for the others.
pytestmark = pytest.mark.usefixtures("site")


@pytest.fixture
def open_page(open_page: Open, chrome: Chrome) -> Iterator[Open]:
    """As for other pages; what is kept for the tab goes afterwards."""
    yield open_page
    chrome.execute_script("sessionStorage.clear(); localStorage.clear()")


def write(browser: Chrome, code: str) -> None:
    """Put code into the field, as pasting it does."""
    script = "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input'))"
    browser.execute_script(script, field(browser), code)


def field(browser: Chrome):
    return browser.find_element(By.CSS_SELECTOR, ".pm-convert textarea")


def status(browser: Chrome) -> str:
    return browser.find_element(By.CSS_SELECTOR, ".pm-convert [role=status]").text


def converted(browser: Chrome) -> str:
    """The code that the page shows, once it is there."""
    script = """
      const lines = [...document.querySelectorAll('.pm-convert:not([aria-busy]) pre > span')];
      return lines.map(line => line.textContent).join('');
    """
    WebDriverWait(browser, 120).until(lambda b: b.execute_script(script), status(browser))
    return browser.execute_script(script)


def told(browser: Chrome, key: str, language: Language, *values: str) -> None:
    """Wait until the status is so."""
    expected = labels(language)[f"convert_say_{key}"].format(*values)
    WebDriverWait(browser, 120).until(lambda b: status(b) == expected, expected)


def by_command(mappings: Path, code: str, release: str) -> str:
    command = [sys.executable, "-m", "convert_torch", "-", "--root", mappings.parent]
    command += ["--paddle", release, "--fail-on", ""]
    run = {"capture_output": True, "check": True, "encoding": "utf-8"}
    return subprocess.run(command, input=code, **run).stdout


@pytest.mark.parametrize("root", ["", "zh/"])
def test_it_gives_what_the_command_gives_on_every_release(
    open_page: Open, mappings: Path, root: str
) -> None:
    browser = open_page(f"{root}convert/")
    write(browser, CODE)
    assert converted(browser) == by_command(mappings, CODE, PADDLE[-1])
    old = by_command(mappings, CODE, "2.6.2")
    assert old != by_command(mappings, CODE, PADDLE[-1])
    browser.find_element(By.CSS_SELECTOR, "[data-paddle='2.6.2']").click()
    WebDriverWait(browser, 60).until(lambda b: converted(b) == old)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_left_is_told_with_its_lines_and_entries(
    open_page: Open, mappings: Path, language: Language
) -> None:
    browser = open_page("zh/convert/" if language == "zh" else "convert/")
    write(browser, CODE)
    converted(browser)
    shown = browser.execute_script("""
      return [...document.querySelectorAll('.pm-convert__left details:not([hidden])')].flatMap(
        kind => [...kind.querySelectorAll('li')].map(one => [
          kind.dataset.kind, one.textContent, one.querySelector('a')?.getAttribute('href')]))
    """)
    known = Shelf(mappings)
    found = convert(CODE, known, load_snapshot("paddle", PADDLE[-1])).findings
    expected = [one for one in found if one.kind is not Kind.RARE]
    assert len(shown) == len(expected) >= 2
    line = labels(language)["convert_say_line"]
    said = {
        (f.kind.value, f"{f.api} {f.text.get(language)} {line.format(f.line)}".replace("`", ""))
        for f in expected
    }
    assert {(kind, text) for kind, text, _ in shown} == said
    top = "/zh" if language == "zh" else ""
    urls = {text.split()[0]: url and urlsplit(url).path for _, text, url in shown}
    assert urls["torch.wait"] == f"{top}/api/torch.wait/"
    assert urls["torch.no_such_name"] is None


def test_a_line_that_is_told_leads_to_the_code(open_page: Open) -> None:
    browser = open_page("convert/")
    write(browser, CODE)
    converted(browser)
    browser.find_element(By.CSS_SELECTOR, "[data-line='6']").send_keys(Keys.ENTER)
    script = "const s = arguments[0]; return s.value.slice(s.selectionStart, s.selectionEnd)"
    assert browser.switch_to.active_element == field(browser)
    assert browser.execute_script(script, field(browser)) == "    torch.wait(x)"


def test_every_change_is_marked_and_nothing_else(open_page: Open) -> None:
    browser = open_page("convert/")
    write(browser, "import torch\nx = 1\ntorch.gather(x, 1, i)\n")
    converted(browser)
    script = "return [...document.querySelectorAll('{}')].map(e => e.textContent)"
    changed = browser.execute_script(script.format(".pm-convert__new"))
    assert changed == [
        "import paddle\n",
        "paddle.take_along_axis(x, i, 1, broadcast=False)\n",
    ]
    written = browser.execute_script(script.format(".pm-convert__result ins"))
    assert "".join(written).startswith("paddlepaddle") and "(" not in "".join(written)


@pytest.mark.parametrize("root", ["", "zh/"])
def test_code_is_carried_by_a_link_and_back(open_page: Open, root: str, address: str) -> None:
    browser = open_page(f"{root}convert/")
    rights = {"origin": address, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    browser.execute_cdp_cmd("Browser.grantPermissions", rights)
    write(browser, CODE + HOSTILE)
    before = converted(browser)
    browser.find_element(By.CSS_SELECTOR, "[data-do=link]").click()
    told(browser, "linked", "zh" if root else "en")
    read = "navigator.clipboard.readText().then(arguments[0])"
    link = browser.execute_async_script(read)
    assert link.startswith(f"{address}{root}convert/#packed=")
    browser.find_element(By.CSS_SELECTOR, "[data-do=copy]").click()
    told(browser, "copied", "zh" if root else "en")
    assert browser.execute_async_script(read) == before
    browser.execute_script("sessionStorage.clear()")
    browser.get("about:blank")
    browser.get(link)
    assert converted(browser) == before
    assert field(browser).get_attribute("value") == CODE + HOSTILE
    # What is changed from here on is not undone by what the address says.
    assert "#" not in browser.current_url


@pytest.mark.parametrize("fragment", ["packed=%00", "packed=AAAA", "code=%E0%A4%A"])
def test_a_link_that_is_broken_is_told(open_page: Open, fragment: str) -> None:
    browser = open_page(f"convert/#{fragment}")
    told(browser, "unlinked", "en")


def test_code_too_long_for_a_link_or_the_page_is_told(open_page: Open) -> None:
    browser = open_page("convert/")
    numbers = "".join(f"x{n} = {pow(3, n, 10**40)}\n" for n in range(1, 900))
    write(browser, f"import torch\n{numbers}")
    converted(browser)
    browser.find_element(By.CSS_SELECTOR, "[data-do=link]").click()
    told(browser, "long", "en")
    write(browser, "x" * 200_001)
    told(browser, "large", "en", "200,001", "200,000")
    assert not browser.find_elements(By.CSS_SELECTOR, ".pm-convert__result > *")


def test_hostile_code_is_only_text(open_page: Open) -> None:
    browser = open_page(f"convert/#code={quote(HOSTILE)}")
    assert '"</script><img src=x onerror=window.hit=1>"\n' in converted(browser)
    found = (
        "return [window.hit, document.querySelectorAll('.pm-convert :is(img, script, b)').length]"
    )
    assert browser.execute_script(found) == [None, 0]


@pytest.mark.parametrize(("root", "language"), [("", "en"), ("zh/", "zh")])
def test_what_is_no_python_is_told_with_its_line(
    open_page: Open, root: str, language: Language
) -> None:
    browser = open_page(f"{root}convert/")
    write(browser, "import torch\nx = (\n")
    told(browser, "syntax", language, "2", "'(' was never closed")
    write(browser, f"import torch\nx = {'-' * 100_000}1\n")
    WebDriverWait(browser, 120).until(
        lambda b: "pm-convert__status--bad" in b.page_source and "never closed" not in status(b)
    )
    # It goes on after what it cannot read.
    write(browser, "import torch\n")
    assert converted(browser) == "import paddle\n"


def test_code_without_torch(open_page: Open) -> None:
    browser = open_page("convert/")
    write(browser, "x = 1\n")
    told(browser, "nothing", "en")


def test_a_browser_without_webassembly_is_told(open_page: Open) -> None:
    browser = open_page("convert/")
    browser.execute_script("delete window.WebAssembly")
    write(browser, CODE)
    told(browser, "wasm", "en")


@pytest.mark.parametrize("part", ["worker", "packed", "runtime"])
def test_what_does_not_load_is_told(open_page: Open, part: str) -> None:
    browser = open_page("convert/")
    script = f"document.querySelector('.pm-convert').dataset.{part} = '../no-such-thing/'"
    browser.execute_script(script)
    write(browser, CODE)
    told(browser, "failed", "en")


def test_a_snippet_without_imports_is_converted_and_what_was_assumed_is_told(
    open_page: Open,
) -> None:
    browser = open_page("convert/")
    write(browser, "y = torch.gather(F.relu(x), 1, i)\noptimizer.zero_grad()\n")
    assert "\ny = paddle.take_along_axis(F.relu(x), i, 1" in converted(browser)
    left = browser.find_element(By.CSS_SELECTOR, "details[data-kind=likely]").text
    assert "F is not imported in this code; it is taken for torch.nn.functional." in left
    # What may be of torch is told at its line, and is no part of the code.
    script = """
      return [...document.querySelectorAll('.pm-convert__maybe')].map(line => [
        line.textContent, getComputedStyle(line.querySelector('small'), '::after').content])
    """
    ((line, note),) = browser.execute_script(script)
    assert line == "optimizer.zero_grad()\n"
    assert "may be PyTorch's: .zero_grad" in note


SLOW = """
  const timeout = window.setTimeout;
  window.setTimeout = (f, ms, ...rest) => timeout(f, ms / 100, ...rest);
  window.Worker = class extends EventTarget { postMessage() {} terminate() {} };
"""


@pytest.mark.parametrize(("root", "language"), [("", "en"), ("zh/", "zh")])
def test_python_that_never_starts_is_told(open_page: Open, root: str, language: Language) -> None:
    browser = open_page(f"{root}convert/")
    browser.execute_script(SLOW)
    write(browser, CODE)
    told(browser, "slow", language)


class _Misnamed(SimpleHTTPRequestHandler):
    """Calls WebAssembly plain text, or sends something else in its place."""

    broken: ClassVar[bool] = False

    def guess_type(self, path: str | PathLike[str]) -> str:
        return "text/plain" if str(path).endswith(".wasm") else super().guess_type(path)

    def do_GET(self) -> None:
        if self.broken and self.path.endswith(".wasm"):
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"<html>Not here.</html>")
            return
        super().do_GET()

    def log_message(self, format: str, *args: object) -> None:
        """Keep requests to ourselves."""


@pytest.mark.parametrize("broken", [False, True])
def test_webassembly_of_another_type_is_taken_and_what_is_none_is_told(
    chrome: Chrome, site: Path, monkeypatch: pytest.MonkeyPatch, broken: bool
) -> None:
    monkeypatch.setattr(_Misnamed, "broken", broken)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Misnamed, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        chrome.get(f"http://127.0.0.1:{server.server_port}/convert/#code=torch.gather(x%2C1%2Ci)")
        if broken:
            told(chrome, "failed", "en")
        else:
            assert converted(chrome).startswith("paddle.take_along_axis(")
        server.shutdown()


def test_the_home_page_leads_to_it_with_the_code(open_page: Open) -> None:
    browser = open_page("zh/")
    box = browser.find_element(By.CSS_SELECTOR, ".pm-paste textarea")
    browser.execute_script("arguments[0].value = arguments[1]", box, CODE)
    browser.find_element(By.CSS_SELECTOR, ".pm-paste button").click()
    assert "paddle" in converted(browser)
    assert urlsplit(browser.current_url).path == "/zh/convert/"
    assert field(browser).get_attribute("value") == CODE
    # The other language has the same code.
    browser.find_element(By.CSS_SELECTOR, ".md-header .pm-language").click()
    WebDriverWait(browser, 60).until(lambda b: urlsplit(b.current_url).path == "/convert/")
    assert field(browser).get_attribute("value") == CODE


def test_both_codes_stand_side_by_side_and_one_below_the_other_on_a_phone(open_page: Open) -> None:
    script = """
      return [...document.querySelectorAll('.pm-convert__side')]
        .map(e => e.getBoundingClientRect()).map(r => [r.left, r.top])
    """
    (left, top), (right, other) = open_page("convert/").execute_script(script)
    assert (right > left, other) == (True, top)
    (left, top), (right, below) = open_page("convert/", PHONE).execute_script(script)
    assert (right, below > top) == (left, True)


@pytest.mark.parametrize("root", ["", "zh/"])
def test_it_is_found_and_does_without_scripts_what_it_can(site: Path, root: str) -> None:
    html = article(site, f"{root}convert")
    plain = html[html.index("<noscript>") : html.index("</noscript>")]
    assert "JavaScript" in plain and "<code>torch-to-paddle" in plain
    # Without a name nothing of it would be sent.
    assert "name=" not in article(site, f"{root}convert").partition("<textarea")[2].split(">")[0]
    home = article(site, root)
    assert "name=" not in home[home.index('class="pm-paste"') :].partition("</form>")[0]
    assert 'href="../../convert/"' in article(site, f"{root}api/torch.gather")
    assert "convert/" in html_of(site, f"{root}apis")


def test_python_is_there_once_and_has_its_licence(site: Path) -> None:
    assert [path.parent for path in site.rglob("*.wasm")] == [site / "assets/pyodide"]
    assert [path.parent for path in site.rglob("converter.zip")] == [site / "assets"]
    licence = (site / "assets/pyodide/LICENSE.txt").read_text("utf-8")
    assert licence.startswith("Mozilla Public License Version 2.0")


class _Own(SimpleHTTPRequestHandler):
    """Lets pages and workers load from here only, and is told what else they have tried."""

    reports: ClassVar[list[Any]] = []

    def end_headers(self) -> None:
        policy = "default-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' data: blob:"
        self.send_header("Content-Security-Policy", f"{policy}; report-uri /report")
        super().end_headers()

    def do_POST(self) -> None:
        self.reports.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Keep requests to ourselves."""


@pytest.fixture
def guarded(site: Path) -> Iterator[str]:
    _Own.reports.clear()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Own, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_nothing_is_asked_of_others(chrome: Chrome, guarded: str) -> None:
    chrome.get(f"{guarded}zh/convert/#code={quote(CODE)}")
    assert "paddle.gather" in converted(chrome) or "take_along_axis" in converted(chrome)
    assert _Own.reports == []
    # Were it otherwise, this test would be told.
    chrome.execute_async_script("fetch('https://example.org/').catch(() => arguments[0]())")
    WebDriverWait(chrome, 60).until(lambda _: _Own.reports)
    chrome.execute_script("sessionStorage.clear()")
