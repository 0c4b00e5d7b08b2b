"""Takes the README's picture of the site: `make screenshot`, after what it shows has changed."""

from __future__ import annotations

import shutil
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.support.ui import WebDriverWait

PAGE = "api/torch.gather/"
WIDTH, HEIGHT = 1280, 860


def main(site: str, picture: str) -> None:
    """Open the page of an entry of a built site as readers see it, and write what is seen."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for flag in ("--headless=new", "--no-sandbox", "--hide-scrollbars"):
        options.add_argument(flag)
    driver = webdriver.ChromeService(shutil.which("chromedriver"))
    handler = partial(SimpleHTTPRequestHandler, directory=site)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = webdriver.Chrome(options=options, service=driver)
        metrics = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        browser.get(f"http://127.0.0.1:{server.server_port}/{PAGE}")
        # The releases to choose from are there once the script has run.
        shown = "return !document.querySelector('.pm-choice').hidden"
        WebDriverWait(browser, 60).until(lambda b: b.execute_script(shown))
        Path(picture).write_bytes(browser.get_screenshot_as_png())
        browser.quit()
        server.shutdown()


if __name__ == "__main__":
    main(*sys.argv[1:])
