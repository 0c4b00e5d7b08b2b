"""What the site publishes of all entries besides pages: JSON with a schema, a table, Markdown."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from browsing import ROOT

from mapping_model.snapshots import PADDLE
from render_mappings.__main__ import main
from render_mappings.data.reference import Reference
from render_mappings.engine.preview import Source
from render_mappings.pages.api_files import api_files
from render_mappings.views.page_context import Context, Repository

NEWEST = PADDLE[-1]
KINDS = {"index": "list", "modules": "list", "categories": "list", "full": "full",
         "paddle": "mapped", "entries": "single",
         "gotchas": "gotchas", "claims": "claims"}  # fmt: skip
# The fixed wording of the format specification (categories), and of its tables and headings.
CATEGORIES = [
    *("无参数", "参数完全一致", "仅参数名不一致", "paddle 参数更多", "仅参数默认值不一致"),
    *("torch 参数更多", "参数不一致", "组合替代实现", "用法不同：涉及上下文修改"),
    "对应 API 不在主框架",
]
HEADS = "| PyTorch | PaddlePaddle | 备注 |"


@pytest.fixture(scope="module")
def files(reference: Reference) -> dict[str, str]:
    """The files for programs, by path."""
    return dict(api_files(Context(reference, "en", Repository("https://example.org/r"))))


def of_kind(schema: Any, kind: str) -> jsonschema_rs.Validator:
    return jsonschema_rs.validator_for({"$ref": f"#/$defs/{kind}", "$defs": schema["$defs"]})


def test_every_file_is_as_the_schema_says(files: dict[str, str]) -> None:
    schema = json.loads(files["api/v1/schema.json"])
    jsonschema_rs.meta.validate(schema)
    validators = {kind: of_kind(schema, kind) for kind in {*KINDS.values()}}
    seen = set()
    for path, text in files.items():
        kind = KINDS.get(path.split("/")[2].removesuffix(".json"))
        if kind is not None:
            seen.add(kind)
            validators[kind].validate(json.loads(text))
    assert seen == {*validators}


def test_the_schema_refuses_what_is_missing_or_unknown(files: dict[str, str]) -> None:
    valid = of_kind(json.loads(files["api/v1/schema.json"]), "single").is_valid
    gather = json.loads(files["api/v1/entries/torch.gather.json"])
    assert valid(gather)
    assert not valid(gather | {"more": 1})
    assert not valid(gather | {"entry": gather["entry"] | {"status": "fine"}})
    assert not valid({key: value for key, value in gather.items() if key != "licence"})


def test_all_entries_are_in_the_lists_and_have_a_file(
    files: dict[str, str], reference: Reference
) -> None:
    for name in ("index", "full"):
        data = json.loads(files[f"api/v1/{name}.json"])
        assert data["total"] == len(data["entries"]) == len(reference.entries)
        assert [entry["torch"] for entry in data["entries"]] == list(reference.entries)
    listed = [json.loads(text) for path, text in files.items() if "/modules/" in path]
    assert sum(one["total"] for one in listed) == len(reference.entries)
    listed = [json.loads(text) for path, text in files.items() if "/categories/" in path]
    assert sum(one["total"] for one in listed) == len(reference.entries)
    assert len([path for path in files if "/entries/" in path]) == len(reference.entries)
    # Also where case is ignored.
    assert len({path.casefold() for path in files}) == len(files)
    rows = list(csv.DictReader(files["api/v1/mappings.csv"].splitlines()))
    assert [row["torch"] for row in rows] == list(reference.entries)
    gather = next(row for row in rows if row["torch"] == "torch.gather")
    assert gather["paddle"] == "paddle.take_along_axis"
    # Of the plain call: on no release does Paddle have `sparse_grad`.
    assert gather[f"unchanged on {NEWEST}"] == "drop-in"


def test_an_entry_tells_what_each_example_has_shown(files: dict[str, str]) -> None:
    entry = json.loads(files["api/v1/entries/torch.gather.json"])["entry"]
    example = entry["variants"][0]["examples"][0]
    assert example["key"] == "1"
    shown = {one["paddle"]: (one["outcome"], one["drop_in"]) for one in example["outcomes"]}
    assert [*shown] == [*reversed(PADDLE)]
    # Only from 3.3 on, paddle.gather takes what torch.gather does.
    assert (shown["3.2.2"][1], shown[NEWEST]) == ("refused", ("equal", "drop-in"))


def test_gotchas_and_claims_know_each_other(files: dict[str, str]) -> None:
    gotchas = json.loads(files["api/v1/gotchas.json"])["gotchas"]
    documents = json.loads(files["api/v1/claims.json"])["documents"]
    told = {(claim["gotcha"], one["id"]) for one in documents for claim in one["claims"]}
    assert {(one["id"], source) for one in gotchas for source in one["source"]} == {
        (gotcha, source) for gotcha, source in told if gotcha
    }
    claims = [claim for one in documents for claim in one["claims"]]
    assert {claim["verdict"] for claim in claims} == {"holds", "held", "never", "unchecked"}
    for claim in claims:
        spans = {"holds": PADDLE, "never": (), "unchecked": ()}
        if claim["verdict"] == "held":
            assert 0 < len(claim["holds_on"]) < len(PADDLE)
        else:
            assert claim["holds_on"] == list(spans[claim["verdict"]])


def test_an_alias_says_of_what(files: dict[str, str]) -> None:
    entry = json.loads(files["api/v1/entries/torch.absolute.json"])["entry"]
    assert (entry["alias_of"], entry["variants"], entry["usages"]) == ("torch.abs", [], [])


def test_what_maps_to_a_name(files: dict[str, str]) -> None:
    data = json.loads(files["api/v1/paddle/paddle.concat.json"])
    assert data["paddle_api"] == "paddle.concat"
    assert {"torch.cat", "torch.concat"} <= {one["torch"] for one in data["mapped"]}


@pytest.fixture(scope="module")
def exported(reference: Reference, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("export")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Source, "load", lambda _: reference)
        assert main(["export", "--root", str(ROOT), str(out)]) == 0
    return out


def test_every_api_with_a_counterpart_is_exported(exported: Path, reference: Reference) -> None:
    found = {path.stem for path in exported.glob("*/*.md")}
    missing = {name for name, one in reference.published.items() if not one.state.has_counterpart}
    assert missing
    assert {stem.removesuffix("-capital") for stem in found} == {*reference.entries} - missing
    table = (exported / "pytorch_api_mapping_cn.md").read_text("utf-8")
    rows = [line for line in table.splitlines() if line.startswith(("| [torch", "| torch"))]
    assert len(rows) == len(reference.entries)
    # C6: only listed.
    assert "| torch.linalg.ldl_factor | - | 功能缺失 | " in table


def test_exported_pages_have_the_headings_and_tables_of_the_format(exported: Path) -> None:
    wrong = {}
    for path in exported.glob("*/*.md"):
        problems = list(departures(path.stem.removesuffix("-capital"), path.read_text("utf-8")))
        if problems:
            wrong[path.name] = problems
    assert wrong == {}


def departures(name: str, text: str):
    """Where a page is not as the format specification says."""
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    heads = [line for line in prose.splitlines() if line.startswith("#")]
    category = re.fullmatch(r"## \[ (.+) \] (\S+)", heads[0])
    if not category or category[1] not in CATEGORIES or category[2] != name:
        yield heads[0]
        return
    if not re.fullmatch(rf"### \[{re.escape(name)}\]\(https://docs.pytorch.org/\S+\)", heads[1]):
        yield heads[1]
    titles = [head for head in heads[1:] if not re.match(r"### (\[\S+\]\(http|\S+\.)|#### ", head)]
    if {*titles} - {"### 参数映射", "### 转写示例"}:
        yield titles
    lines = prose.splitlines()
    rows = [line for line in lines if line.startswith("|")]
    if ("### 参数映射" in titles) != (HEADS in rows):
        yield "no table"
    for row in rows:
        cells = re.split(r"(?<!\\)\|", row)[1:-1]
        if len(cells) != 3 or (row != HEADS and "---" not in row and not row.endswith("。 |")):
            yield row
    if category[1] in CATEGORIES[:5] and "### 转写示例" in titles:
        yield "examples where the format needs none"
    if category[1] == "无参数" and rows:
        yield "a table without parameters"
    for block in re.findall(r"^#### .*?^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        if not re.match(r"# PyTorch 写法\n.*?\n\n# Paddle 写法\n", block, re.DOTALL):
            yield block


def test_a_page_is_written_as_the_format_shows(exported: Path) -> None:
    text = (exported / "torch/torch.dist.md").read_text("utf-8")
    assert text.startswith("## [ 仅参数名不一致 ] torch.dist\n\n### [torch.dist](https://docs.")
    assert "```python\ntorch.dist(input, other, p=2)\n```\n\n### [paddle.dist](https://www." in text
    assert "\n\n两者功能一致且参数用法一致，仅参数名不一致，具体如下：\n\n### 参数映射\n\n" in text
    assert f"{HEADS}\n| --- | --- | --- |\n| input | x | " in text
    assert "转写示例" not in text
