"""What other kinds of processors have shown is told on the page, and to programs."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

TOLD = {
    "": (
        "on processors without AVX-512: the result differs without an error, "
        "unchanged code raises an error"
    ),
    "zh": "在不支持 AVX-512 的处理器上：结果不同且不报错、代码不改时报错",
}


@pytest.mark.parametrize("language", TOLD)
def test_the_page_says_it_in_words(language: str, site: Path) -> None:
    page = (site / language / "api" / "torch.sum" / "index.html").read_text("utf-8")
    assert page.count(TOLD[language]) == 1
    assert "(<code>&lt;b&gt;values differ by 3&lt;/b&gt;</code>)" in page  # a stranger's text


def test_programs_are_told(site: Path) -> None:
    told = json.loads((site / "api" / "v1" / "entries" / "torch.sum.json").read_text("utf-8"))
    schema = json.loads((site / "api" / "v1" / "schema.json").read_text("utf-8"))
    jsonschema.validate(told, schema)
    first, second = told["entry"]["variants"][0]["examples"]
    (newest, older) = first["outcomes"]
    (other,) = newest["elsewhere"]
    assert (other["processors"], other["outcome"]) == (["avx2"], "differs")
    assert (newest["outcome"], newest["drop_in"], other["drop_in"]) == (
        *("equal", "drop-in"),
        "refused",
    )
    assert "elsewhere" not in older
    assert all("elsewhere" not in one for one in second["outcomes"])
