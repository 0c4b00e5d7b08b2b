"""The example entry in CONTRIBUTING.md: the same as the real one, and accepted by the linter."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from textwrap import dedent

import pytest

from lint_mappings.__main__ import main
from mapping_model.building import build_entry
from mapping_model.categories import Category
from mapping_model.reading import read_text

ROOT = Path(__file__).parents[1]
REAL = "torch.nn.functional/torch.nn.functional.linear.yaml"


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


def recipe(name: str) -> list[str]:
    """The commands of a guide, without what is said of them."""
    text = (ROOT / name).read_text("utf-8")
    return re.findall(r"^\$ (\S.*?) *(?=#|$)", text, re.MULTILINE)


def test_there_is_one_recipe() -> None:
    """Whoever reads one guide does what whoever reads another does."""
    guides = ("CONTRIBUTING.md", "docs/en/contributing.md", "docs/zh/contributing.md")
    first, *others = map(recipe, guides)
    assert len(first) == 3
    assert others == [first, first]


@pytest.mark.parametrize(
    ("name", "quick", "rules"),
    [
        ("README.md", "4 minutes", "half a minute"),
        ("CONTRIBUTING.md", "4 minutes", "half a minute"),
        ("README.zh.md", "4 分钟", "半分钟"),
        ("CONTRIBUTING.zh.md", "4 分钟", "半分钟"),
    ],
)
def test_how_long_the_tests_take_is_said(name: str, quick: str, rules: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    for command, time in (("make quick", quick), ("make rules", rules)):
        assert re.search(rf"`{command}`.*{time}", text), (name, command)


def test_the_short_command_for_rules_runs_what_is_there() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    found = re.search(r"^RULES := (.+)$", makefile, re.MULTILINE)
    assert found is not None
    for name in found[1].split():
        assert (ROOT / f"tests/lint_mappings/test_{name}.py").is_file()


def test_the_walkthrough_of_a_rule_is_of_a_real_one() -> None:
    text = (ROOT / "docs/en/maintainers.md").read_text("utf-8")
    walkthrough = text[text.index("**Add a rule.**") : text.index("**Add a Paddle release.**")]
    rule, test = re.findall(r"^   ```python\n(.*?)^   ```$", walkthrough, re.DOTALL | re.MULTILINE)
    real = (ROOT / "lint/lint_mappings/rules/texts.py").read_text("utf-8")
    assert dedent(rule).partition("\n\n")[0] in real
    real = (ROOT / "tests/lint_mappings/test_further_rules.py").read_text("utf-8")
    assert set(dedent(test).splitlines()) <= {*real.splitlines()}


def test_it_is_short_enough_to_be_read() -> None:
    assert len((ROOT / "CONTRIBUTING.md").read_bytes()) <= 12_288


def shape(name: str) -> list[str]:
    """What a guide has whatever its language: levels of headings, code, and what is quoted."""
    text = (ROOT / name).read_text("utf-8")
    blocks = re.findall(r"^```.*?^```$", text, re.DOTALL | re.MULTILINE)
    code = [re.sub(r" *#.*", "", block) for block in blocks]
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+(?= )", prose, re.MULTILINE)
    keys = re.findall(r"^\| `([^`]+)`", prose, re.MULTILINE)
    return [*headings, *code, *keys, *sorted(set(re.findall(r"`[^`\n]+`", prose)))]


@pytest.mark.parametrize("name", ["CONTRIBUTING", "README"])
def test_both_languages_have_the_same_parts(name: str) -> None:
    assert shape(f"{name}.zh.md") == shape(f"{name}.md")
