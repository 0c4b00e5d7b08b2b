"""A small corpus built once, served on localhost, and a real browser to look at it."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from browsing import ROOT, WIDE, Open
from sample import write_sample
from selenium import webdriver
from selenium.webdriver.support.ui import WebDriverWait

from render_mappings.__main__ import main

_FLAGS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)


@pytest.fixture(scope="session")
def mappings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `mappings` directory of the sample."""
    return write_sample(tmp_path_factory.mktemp("sample") / "mappings")


@pytest.fixture(scope="session")
def site(mappings: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site of the sample."""
    out = tmp_path_factory.mktemp("built") / "site"
    options = ["--root", str(ROOT), "--mappings", str(mappings), "--out", str(out)]
    assert main(["build", *options]) == 0
    return out


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Keep requests to ourselves."""


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where the sample is served, with a slash at the end."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def chrome() -> Iterator[webdriver.Chrome]:
    """One browser for all tests; without one the tests fail, since nothing else can show this."""
    browser = shutil.which("chromium") or shutil.which("chromium-browser")
    driver = shutil.which("chromedriver")
    if browser is None or driver is None:
        pytest.fail("These tests need chromium and chromedriver; `make browser` installs them.")
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
    for flag in _FLAGS:
        options.add_argument(flag)
    found = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver))
    yield found
    found.quit()


@pytest.fixture
def open_page(chrome: webdriver.Chrome, address: str) -> Open:
    """Opens a page of the sample in a window of a size and a colour scheme."""

    def open_(path: str, size: tuple[int, int] = WIDE, scheme: str = "light") -> webdriver.Chrome:
        width, height = size
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        scheme_feature = {"name": "prefers-color-scheme", "value": scheme}
        chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        chrome.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme_feature]})
        chrome.get(address + path)
        palette = {"light": "default", "dark": "slate"}[scheme]

        def settled(browser: webdriver.Chrome) -> bool:
            if browser.execute_script("return document.body.dataset.mdColorScheme") == palette:
                return True
            # An earlier page has kept the palette that it was shown in.
            browser.execute_script("localStorage.clear()")
            browser.refresh()
            return False

        WebDriverWait(chrome, 60).until(settled)
        chrome.execute_script("localStorage.clear()")
        return chrome

    return open_
