"""The search, in a real browser: the right first hit for what people type.

The sample has some hundred further entries with names like those looked for.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from browsing import Open
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait


def first_hit(open_page: Open, language: str, typed: str) -> str:
    """The path of the first result, once it no longer changes."""
    browser = open_page(language)
    browser.find_element(By.CSS_SELECTOR, "[data-search]").click()
    query = browser.find_element(By.CSS_SELECTOR, "[data-md-component=search-query]")
    query.send_keys(typed)
    seen: list[str] = []

    def settled(_: object) -> bool:
        links = browser.execute_script(
            "return [...document.querySelectorAll('.md-search-result__link')].map(a => a.href)"
        )
        seen.append(links[0] if links else "")
        return len(seen) > 4 and seen[-1] != "" and len(set(seen[-5:])) == 1

    WebDriverWait(browser, 60, poll_frequency=0.2).until(settled)
    url = urlsplit(seen[-1])
    return url.path + (f"#{url.fragment}" if url.fragment else "")


HITS = [
    ("gather", {"torch.gather"}),
    ("torch.gather", {"torch.gather"}),
    ("Tensor.gather", {"torch.Tensor.gather"}),
    ("masked_fill", {"torch.masked_fill", "torch.Tensor.masked_fill"}),
    ("clip_grad", {f"torch.nn.utils.clip_grad_{end}" for end in ("norm_", "norm", "value_")}),
    ("clip_grad_value", {"torch.nn.utils.clip_grad_value_"}),
    ("where", {"torch.where"}),
    ("max", {"torch.max"}),
    ("abs", {"torch.abs"}),
    ("Conv2d", {"torch.nn.Conv2d", "torch.conv2d", "torch.nn.functional.conv2d"}),
    ("F.relu", {"torch.nn.functional.relu"}),
    ("take_along_axis", {"torch.gather", "torch.Tensor.gather"}),
]


@pytest.mark.parametrize(("typed", "expected"), HITS)
def test_first_hit(open_page: Open, typed: str, expected: set[str]) -> None:
    assert first_hit(open_page, "", typed) in {f"/api/{name}/" for name in expected}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("gather", "/zh/api/torch.gather/"),
        ("masked_fill", "/zh/api/torch.masked_fill/"),
        ("常见陷阱", "/zh/gotchas/"),
        ("组合替代实现", "/zh/category/composite/"),
    ],
)
def test_first_hit_in_chinese(open_page: Open, typed: str, expected: str) -> None:
    assert first_hit(open_page, "zh/", typed) == expected


def test_api_without_counterpart_leads_to_its_row(open_page: Open) -> None:
    assert first_hit(open_page, "", "vitals_enabled").startswith("/table/")
