"""The example entry in CONTRIBUTING.md: the same as the real one, and accepted by the linter."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from lint_mappings.__main__ import main
from mapping_model.applying.forms import FORMS
from mapping_model.applying.kinds import KINDS
from mapping_model.building import build_entry
from mapping_model.categories import Category
from mapping_model.reading import read_text
from mapping_model.shape import load_schema

ROOT = Path(__file__).parents[1]
REAL = "torch/torch.gather.yaml"


def sample() -> str:
    """The first YAML block of CONTRIBUTING.md."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    found = re.search(r"^```yaml\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert found is not None
    return found.group(1)


def test_is_the_real_entry() -> None:
    real = read_text((ROOT / "mappings" / REAL).read_bytes(), "real")
    assert build_entry(read_text(sample().encode(), "sample").data) == build_entry(real.data)


def test_lints(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mappings = tmp_path / "mappings"
    shutil.copytree(ROOT / "mappings", mappings)
    (mappings / REAL).write_text(sample(), "utf-8")
    code = main(["--root", str(tmp_path), "--format", "concise", str(mappings / REAL)])
    assert capsys.readouterr().out.strip() == ""
    assert code == 0


def test_the_table_of_categories_is_the_real_list() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    found = re.findall(r"^\| `([a-z-]+)` \| ([\d.]+) \|", text, re.MULTILINE)
    assert found == [(category.value, category.info.id) for category in Category]


def test_the_table_of_forms_is_the_real_list() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for name, form in FORMS.items():
        torch, paddle = (code.replace("\n", "; ") for code in form.example)
        assert f"| `{name}` | {form.sentence.en} | `{torch}` | `{paddle}` |\n" in text
    assert ", ".join(f"`{kind}`" for kind in KINDS) in text
    schema = load_schema("entry")["$defs"]["row"]["properties"]["form"]
    assert schema["enum"] == list(FORMS)
