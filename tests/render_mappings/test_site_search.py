"""The search, in a real browser: the right first hit for what people type.

The sample has some hundred further entries with names like those looked for.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from browsing import Open
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
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
    query, fragment = url.query and f"?{url.query}", url.fragment and f"#{url.fragment}"
    return f"{url.path}{query}{fragment}"


HITS = [
    # Of names that end alike, the one that is used more comes first.
    ("gather", {"torch.Tensor.gather"}),
    ("torch.gather", {"torch.gather"}),
    ("Tensor.gather", {"torch.Tensor.gather"}),
    ("masked_fill", {"torch.masked_fill", "torch.Tensor.masked_fill"}),
    ("clip_grad", {f"torch.nn.utils.clip_grad_{end}" for end in ("norm_", "norm", "value_")}),
    ("clip_grad_value", {"torch.nn.utils.clip_grad_value_"}),
    ("where", {"torch.where"}),
    ("max", {"torch.Tensor.max"}),
    ("abs", {"torch.abs"}),
    ("Conv2d", {"torch.nn.Conv2d", "torch.conv2d", "torch.nn.functional.conv2d"}),
    ("F.relu", {"torch.nn.functional.relu"}),
    ("take_along_axis", {"paddle.take_along_axis"}),
    # Code as people paste it, and the names of modules as they write them.
    ("y = torch.gather(x, dim=1, index=i)", {"torch.gather"}),
    ("x.gather(1, i)", {"torch.Tensor.gather"}),
    (".gather(", {"torch.Tensor.gather"}),
    ("F.relu(x)", {"torch.nn.functional.relu"}),
    ("nn.Conv2d(3, 8, 1)", {"torch.nn.Conv2d"}),
    ("loss = max(x.gather(1, i), 2)", {"torch.Tensor.max"}),
    ("list(torch.gather(x, 1, i))", {"torch.gather"}),
    ("paddle.take_along_axis", {"paddle.take_along_axis"}),
    ("torch.GATHER", {"torch.gather"}),
    # Operators, alone and with operands.
    ("+=", {"torch.Tensor.__iadd__"}),
    ("mask & other", {"torch.Tensor.__and__"}),
    ("y = x[-1, 2:]", {"torch.Tensor.__getitem__"}),
    ("x[mask] = 0", {"torch.Tensor.__setitem__"}),
    # Questions.
    ("how do I clip gradients?", {"torch.nn.utils.clip_grad_norm_"}),
    ("gradient clip", {"torch.nn.utils.clip_grad_norm_"}),
    ("what maps to paddle.take_along_axis", {"paddle.take_along_axis"}),
    ("torch.gathre", {"torch.gather"}),
]


@pytest.mark.parametrize(("typed", "expected"), HITS)
def test_first_hit(open_page: Open, typed: str, expected: set[str]) -> None:
    hit = first_hit(open_page, "", typed)
    assert hit in {f"/{'paddle' if 'paddle' in name else 'api'}/{name}/" for name in expected}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        # Parameters by either name; releases.
        ("keepdim", "/api/torch.sum/"),
        ("axis", "/api/torch.sum/"),
        ("torch.gather paddle 3.1", "/api/torch.gather/?paddle=3.1"),
        ("which of my calls are silently different", "/truth/#silent"),
        # What has no entry.
        ("torch.atan2(x, y)", "/not-mapped/?name=torch.atan2"),
        ("F.batch_norm", "/not-mapped/?name=torch.nn.functional.batch_norm"),
    ],
)
def test_first_hit_of_what_is_no_name_of_an_entry(
    open_page: Open, typed: str, expected: str
) -> None:
    assert first_hit(open_page, "", typed) == expected


def test_enter_opens_the_entry_of_the_name_and_no_other_entry_is_shown(
    open_page: Open, chrome: webdriver.Chrome
) -> None:
    assert first_hit(open_page, "", "torch.gather(x, 1, i)") == "/api/torch.gather/"
    seen = chrome.find_elements(By.CSS_SELECTOR, ".md-search-result__link")
    paths = [urlsplit(link.get_attribute("href")).path for link in seen if link.is_displayed()]
    assert paths == ["/api/torch.gather/", "/gotcha/gather-index-rank/"]
    query = chrome.find_element(By.CSS_SELECTOR, "[data-md-component=search-query]")
    query.send_keys(Keys.ENTER)
    arrived = "/api/torch.gather/"
    WebDriverWait(chrome, 60).until(lambda b: urlsplit(b.current_url).path == arrived)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("gather", "/zh/api/torch.Tensor.gather/"),
        ("masked_fill", "/zh/api/torch.Tensor.masked_fill/"),
        ("常见陷阱", "/zh/gotchas/"),
        ("如何做梯度裁剪", "/zh/api/torch.nn.utils.clip_grad_norm_/"),
        ("不报错但结果不同", "/zh/truth/#silent"),
        ("组合替代实现", "/zh/category/composite/"),
    ],
)
def test_first_hit_in_chinese(open_page: Open, typed: str, expected: str) -> None:
    assert first_hit(open_page, "zh/", typed) == expected


def test_api_without_counterpart_is_found(open_page: Open) -> None:
    assert first_hit(open_page, "", "vitals_enabled") == "/api/torch.vitals_enabled/"
