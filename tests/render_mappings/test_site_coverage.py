"""The page of counts says how much of PyTorch has an entry."""

from __future__ import annotations

from pathlib import Path

import pytest
from site_html import seen

from mapping_model.coverage import read_uses
from render_mappings.data.reference import load_reference
from render_mappings.pages.statistics_page import statistics_page
from render_mappings.views.page_context import Context, Repository
from render_mappings.views.wording import Language

ENTRY = "torch: torch.{0}\ncategory: missing\ntext: {{en: None., zh: 无。}}\n"


@pytest.mark.parametrize(
    ("language", "first", "others"),
    [
        (
            "en",
            "of the {0} uses of PyTorch in transformers 5.23, timm",
            "other modules and classes",
        ),
        ("zh", "对 PyTorch API 的使用共 {0} 处", "个模块和类"),
    ],
)
def test_shares_and_what_is_wanted(
    tmp_path: Path, language: Language, first: str, others: str
) -> None:
    folder = tmp_path / "torch"
    folder.mkdir()
    for name in ("abs", "exp"):
        (folder / f"torch.{name}.yaml").write_text(ENTRY.format(name), "utf-8")
    context = Context(load_reference(tmp_path), language, Repository("https://example.org/r"))
    text = seen(statistics_page(context).body())
    uses = read_uses().counts
    assert first.format(f"{sum(uses.values()):,}") in text
    lines = text.split("\n")
    module = lines.index("torch")
    own = sum(number for name, number in uses.items() if name.count(".") == 1)
    share = 100 * (uses["torch.abs"] + uses["torch.exp"]) / own
    assert lines[module + 1 : module + 3] == [f"{own:,}", f"{share:.1f} %"]
    assert others in text
    assert f"torch.nn.Module {uses['torch.nn.Module']:,}" in lines
    assert not any(line.startswith("torch.abs ") for line in lines)
