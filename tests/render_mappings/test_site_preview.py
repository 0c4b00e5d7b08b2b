"""The server for writing: what is saved is shown, what is broken is told, and nothing ends it."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from browsing import ROOT
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

from render_mappings.__main__ import main
from render_mappings.engine.link_check import check_links
from render_mappings.engine.live_site import LiveSite, Source
from render_mappings.views.looks import LOOKS

PAGE = "zh/api/torch.gather/"


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def test_the_port_is_asked_for_before_anything_is_read(
    mappings: Path, taken_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    paths = ["--root", str(ROOT), "--mappings", str(mappings)]
    assert main(["serve", *paths, "--port", str(taken_port)]) == 2
    said = f"render_mappings: error: port {taken_port}: Address already in use\n"
    assert capsys.readouterr() == ("", said)


@dataclass
class Served:
    """A running preview of `torch.gather`, and the file of the entry."""

    process: subprocess.Popen[str]
    address: str
    entry: Path


@pytest.fixture
def served(mappings: Path, tmp_path: Path) -> Iterator[Served]:
    shutil.copytree(mappings, tmp_path / "mappings")
    paths = ["--root", ROOT, "--mappings", tmp_path / "mappings"]
    command = [sys.executable, "-m", "render_mappings", "serve", "--only", "torch.gather"]
    process = subprocess.Popen(
        [*command, *paths, "--port", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Reading ")
        assert process.stdout.readline().startswith("Ready after ")
        address = process.stdout.readline().split()[0]
        yield Served(process, address, tmp_path / "mappings/torch/torch.gather.yaml")
    finally:
        process.kill()
        process.communicate()


def wait_for(browser: webdriver.Chrome, text: str) -> None:
    """Until the page shows a text, with nobody asking for the page again."""
    # Asked in the page itself: an element may go while its page is loaded again.
    script = "return document.body ? document.body.innerText : ''"
    shows = lambda b: text in (b.execute_script(script) or "")  # noqa: E731
    WebDriverWait(browser, 120).until(shows, f"the page never showed {text!r}")


@pytest.mark.parametrize(
    ("asked", "path"),
    [
        ("gather", "api/torch.gather/"),
        ("zh/api/TORCH.Gather/", "zh/api/torch.gather/"),
        ("GOTCHAS/", "gotchas/"),
    ],
)
def test_a_name_in_another_spelling_leads_to_its_page(
    served: Served, chrome: webdriver.Chrome, asked: str, path: str
) -> None:
    chrome.get(served.address + asked)
    WebDriverWait(chrome, 60).until(lambda b: b.current_url == served.address + path)


def test_an_unknown_address_is_answered_in_its_language(
    served: Served, chrome: webdriver.Chrome
) -> None:
    chrome.get(served.address + "zh/torch.gahter")
    wait_for(chrome, "没有这个页面")
    wait_for(chrome, "torch.gather → paddle.take_along_axis")
    with pytest.raises(HTTPError) as refused:
        urlopen(served.address + "gathered")
    assert refused.value.code == 404


def test_saving_shows_in_the_open_page(served: Served, chrome: webdriver.Chrome) -> None:
    good = served.entry.read_text("utf-8")
    chrome.get(served.address + PAGE)
    wait_for(chrome, "take_along_axis")

    served.entry.write_text(good + "notes: [{en: New., zh: 刚刚保存的说明。}]\n", "utf-8")
    wait_for(chrome, "刚刚保存的说明")
    assert chrome.find_elements(By.CSS_SELECTOR, ".pm-codes")

    # A file that is none is told in the terminal and in the page; the server goes on.
    served.entry.write_text("torch: torch.gather\n paddle: x\n", "utf-8")
    wait_for(chrome, "mappings/torch/torch.gather.yaml:2:8: PM102 ")
    with pytest.raises(HTTPError) as refused:
        urlopen(served.address)
    assert "PM102" in refused.value.read().decode()
    assert served.process.stdout is not None
    told = [served.process.stdout.readline() for _ in range(2)]
    assert told[0].startswith("Read again")
    assert "PM102" in told[1]

    served.entry.write_text(good, "utf-8")
    wait_for(chrome, "take_along_axis")
    served.process.send_signal(signal.SIGINT)
    assert served.process.wait(timeout=60) == 130


def test_a_preview_has_what_its_entry_needs(mappings: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    paths = ["--root", str(ROOT), "--mappings", str(mappings), "--out", str(site)]
    assert main(["build", "--only", "torch.gather", *paths]) == 0
    assert (site / "rules/index.html").is_file()
    assert check_links(site) == []
    assert [path.name for path in (site / "gotcha").iterdir()] == ["gather-index-rank"]
    assert "contributing/" in (site / PAGE / "index.html").read_text("utf-8")


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with our handwritten pages, to change them."""
    root = tmp_path / "repository"
    shutil.copytree(ROOT / "docs", root / "docs")
    shutil.copytree(ROOT / "examples", root / "examples")
    for path in ROOT.glob("mkdocs*.yml"):
        shutil.copy(path, root)
    return root


def test_every_file_of_a_site_is_made_when_it_is_asked_for(
    site: Path, mappings: Path, tmp_path: Path
) -> None:
    """What a host would send of the whole site, but for the page of unknown addresses."""
    live, out = LiveSite(Source(ROOT, mappings), tmp_path / "live"), tmp_path / "live"
    wanted = [path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()]
    wanted = [path for path in wanted if "assets/pyodide" not in path and path[-8:] != "404.html"]
    assert len(wanted) > 500
    for path in wanted:
        live.lay(path)
        if not path.endswith("sitemap.xml.gz"):  # which has the time in it
            assert (out / path).read_bytes() == (site / path).read_bytes(), path


def test_lists_and_handwritten_pages_follow_a_change(repository: Path, mappings: Path) -> None:
    data = shutil.copytree(mappings, repository / "mappings")
    out = repository / "out"
    live = LiveSite(Source(repository, data), out)

    def shown(path: str) -> str:
        live.lay(path)
        return (out / path).read_text("utf-8")

    list_, page, read = "apis/index.html", "zh/api/torch.gather/index.html", "reading/index.html"
    assert shown("apis.json").count("take_along_axis") == 2
    assert shown(list_) and shown(read)
    entry = data / "torch/torch.gather.yaml"
    entry.write_text(entry.read_text("utf-8").replace("take_along_axis", "index_select"), "utf-8")
    live.renew()
    assert shown("apis.json").count("take_along_axis") == 1
    assert "index_select" in shown(page)
    (data / "torch/torch.sum.yaml").unlink()
    live.renew()
    data_of_all = "api/v1/index.json"
    assert "torch.sum" not in shown(data_of_all)
    assert "torch.sum/" not in shown(list_)
    assert shown(data_of_all)  # though English was laid out again between
    (repository / "docs/en/reading.md").write_text("# A zebra\n", "utf-8")
    live.renew()
    assert "A zebra" in shown(read)
    assert "index_select" in shown(page)


def test_only_what_a_preview_needs_is_watched(mappings: Path) -> None:
    source = Source(ROOT, mappings, ("torch.gather",))
    watched = set(source.watched(source.load()))
    assert LOOKS in watched
    assert ROOT / "mkdocs.zh.yml" in watched
    inside = {path.relative_to(mappings).as_posix() for path in watched if mappings in path.parents}
    assert inside == {"glossary.yaml", "gotchas", "torch", "results/gotchas", "results/torch"}
    assert mappings in set(Source(ROOT, mappings).watched(source.load()))
