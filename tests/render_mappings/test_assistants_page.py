"""The page for programs: its transcripts are what the commands print, its code runs."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest
from browsing import ROOT, Open
from selenium.webdriver.chrome.webdriver import WebDriver

from lint_mappings.__main__ import main

SITE = "https://paddle-porting.github.io/lint-mappings/"
PAGES = [ROOT / f"docs/{language}/assistants.md" for language in ("en", "zh")]
BLOCK = re.compile(r"```console\n\$ lint-mappings (.*)\n([\s\S]*?)```")


def transcripts(page: Path) -> list[tuple[str, str]]:
    return BLOCK.findall(page.read_text("utf-8"))


def test_both_languages_have_the_same() -> None:
    first, second = map(transcripts, PAGES)
    assert first == second
    assert len(first) == 4


@pytest.mark.parametrize("place", range(4))
def test_transcripts_are_what_is_printed(
    place: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    command, told = transcripts(PAGES[0])[place]
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out == told


def test_python_reads_an_entry(address: str) -> None:
    code = (ROOT / "examples/data/one_entry.py").read_text("utf-8")
    assert len(code.split("\n\n", 1)[1].splitlines()) <= 10
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code.replace(SITE, address), "one_entry.py", "exec"), {})
    assert out.getvalue().splitlines()[:3] == [
        "torch.gather -> paddle.take_along_axis",
        "  input -> arr",
        "  dim -> axis",
    ]


def test_javascript_lists_what_silently_differs(open_page: Open, address: str) -> None:
    code = (ROOT / "examples/data/silent_ones.js").read_text("utf-8")
    browser: WebDriver = open_page("")
    run = (
        "const done = arguments[0], said = [];"
        "const console = {log: (...parts) => said.push(parts.join(' '))};"
        f"const run = async () => {{{code.replace(SITE, address)}}};"
        "run().then(() => done(said), error => done([`${error}`]));"
    )
    said = browser.execute_async_script(run)
    assert re.fullmatch(
        r"\d+ APIs differ on [\d.]+ without an error if nothing is changed:", said[0]
    )
    assert len(said) == 1 + min(10, int(said[0].split()[0]))
