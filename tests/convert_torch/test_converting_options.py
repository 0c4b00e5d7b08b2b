"""The command's formats and its options for whole projects."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import yaml

from convert_torch import libraries, running
from convert_torch.__main__ import main
from mapping_model import processes
from mapping_model.cache_directory import VARIABLE
from mapping_model.snapshots import PADDLE, load_snapshot

LEFT = "import torch\nx = torch.linalg.nope(1)\n"
HOSTILE = "import torch\nx = torch.linalg.nope('</script><img src=x onerror=alert(1)>')\n"


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder without settings, with a cache of its own."""
    (tmp_path / "pyproject.toml").write_text("")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(VARIABLE, str(tmp_path.parent / f"{tmp_path.name}-cache"))


def told(capsys: pytest.CaptureFixture[str], *options: str) -> Any:
    """The findings of one file, as programs get them."""
    main([*options, "--format", "json"])
    return json.loads(capsys.readouterr().out)["files"][0]["findings"]


def test_a_statement_is_printed_once_with_its_places(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.py", "b.py"):
        Path(name).write_text(LEFT + "\ny = torch.linalg.nope(2)\n")
    assert main(["a.py", "b.py"]) == 1
    out = capsys.readouterr().out
    assert out.count("There is no entry for `torch.linalg.nope`.") == 1
    assert "      a.py:2, 4\n      b.py:2, 4\n" in out
    assert "      2 to decide,     0 silent  a.py\n" in out


def test_what_few_inputs_meet_is_told_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text("import torch\ny = torch.abs(torch.ones(3))\n")
    assert main(["a.py"]) == 0
    assert "infinities" not in capsys.readouterr().out
    assert main(["a.py", "--rare"]) == 0
    assert "  torch.abs: Where `input` holds infinities or NaN" in capsys.readouterr().out


@pytest.mark.parametrize("ignored", ["", "[undecided]", "[silent, torch.linalg.nope]"])
def test_a_comment_lets_a_finding_pass(ignored: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = LEFT[:-1] + f"  # torch-to-paddle: ignore{ignored}\n"
    Path("a.py").write_text(code)
    assert main(["a.py", "--in-place", "--force"]) == 0
    assert "undecided" not in capsys.readouterr().out
    assert Path("a.py").read_text() == f"import paddle\n{code}"  # with no comment about it


def test_half_a_comment_lets_nothing_pass(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(f"{LEFT[:-1]}  # torch-to-paddle: ignore[silent\n")
    assert [one["line"] for one in told(capsys, "a.py")] == [2]


def test_a_comment_for_something_else_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    text = 's = "# torch-to-paddle: ignore"'
    Path("a.py").write_text(f"{LEFT[:-1]}; {text}  # torch-to-paddle: ignore[silent]\n")
    assert [one["line"] for one in told(capsys, "a.py")] == [2]


def test_known_findings_are_not_told_again(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(LEFT)
    assert main(["a.py", "--write-baseline", "known.json"]) == 1
    capsys.readouterr()
    Path("a.py").write_text(f"# A line more.\n{LEFT}y = torch.linalg.nope(2)\n")
    assert main(["a.py", "--baseline", "known.json"]) == 1
    out = capsys.readouterr().out
    assert "1 undecided" in out and "1 in the baseline" in out and "a.py:4\n" in out
    Path("a.py").write_text(LEFT)
    assert main(["a.py", "--baseline", "known.json"]) == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "`--write-baseline known.json` makes one."),
        ("[]", "known.json is no baseline: "),
        ('{"format": 7}', "this is format 7, read is 1."),
    ],
)
def test_a_baseline_that_cannot_be_read_is_told(
    content: str | None, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("a.py").write_text(LEFT)
    if content is not None:
        Path("known.json").write_text(content)
    assert main(["a.py", "--baseline", "known.json"]) == 2
    assert said in capsys.readouterr().err


def test_settings_are_the_projects_and_options_win(capsys: pytest.CaptureFixture[str]) -> None:
    Path("pyproject.toml").write_text(
        '[tool.torch-to-paddle]\nlanguage = "zh"\nfail-on = ["silent"]\nexclude = ["old"]\n'
    )
    Path("old").mkdir()
    Path("old/b.py").write_text(LEFT)
    Path("a.py").write_text(LEFT)
    assert main(["."]) == 0
    assert "1 个文件中有 1 个改动" in capsys.readouterr().out
    assert main([".", "--language", "en", "--fail-on", "undecided"]) == 1
    assert "1 of 1 files changed" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("languag = 'zh'", "There is no setting `languag`. Did you mean `language`?"),
        ("exclude = 'a'", '`exclude` has to be a list of strings, such as exclude = ["..."].'),
        ("marks = 1", "`marks` is true or false."),
        ("paddle = 3.1", "`paddle` has to be a string."),
        ("format = 'htm'", "choose of text, json, sarif, html. Did you mean `html`?"),
    ],
)
def test_wrong_settings_are_told(table: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("pyproject.toml").write_text(f"[tool.torch-to-paddle]\n{table}\n")
    Path("a.py").write_text(LEFT)
    assert main(["a.py"]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("only", ["torch.zeros", "zeros", "torch.zer*"])
def test_one_api_alone_is_converted(only: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text("import torch\nx = torch.zeros(2)\ny = torch.ones(2)\n")
    assert main(["a.py", "--only", only, "--in-place", "--force"]) == 0
    made = Path("a.py").read_text()
    assert "paddle.zeros([2])" in made and "torch.ones(2)" in made and "import torch" in made


def test_an_api_that_is_none_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(LEFT)
    assert main(["a.py", "--only", "torch.gathr"]) == 2
    assert "Did you mean `torch.gather`?" in capsys.readouterr().err


def notebook(*sources: str | list[str]) -> dict[str, Any]:
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": "torch.zeros(1)"},
        *(
            {
                "cell_type": "code",
                "execution_count": 3,
                "metadata": {"ä": 1},
                "outputs": [],
                "source": source,
            }
            for source in sources
        ),
    ]
    return {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


CELLS = (
    ["import torch\n", "%matplotlib inline\n", "!pip list"],
    ["x = torch.zeros(2)\n", "if True:\n", "    %time y = x.view(2, 1)\n"],
    "%%bash\necho torch.zeros(3)",
    "this is torch.zeros?",
    "z = torch.linalg.nope(x)",
)
PADDLE_CELLS = (
    ["import paddle\n", "import torch\n", "%matplotlib inline\n", "!pip list"],
    ["x = paddle.zeros([2])\n", "if True:\n", "    %time y = x.view(2, 1)\n"],
    *CELLS[2:],
)


@pytest.mark.parametrize("indent", [1, 2, None])
def test_notebooks_are_converted_cell_by_cell(
    indent: int | None, capsys: pytest.CaptureFixture[str]
) -> None:
    text = json.dumps(notebook(*CELLS), indent=indent, ensure_ascii=False)
    Path("a.ipynb").write_text(text + "\n")
    assert main(["a.ipynb", "--in-place", "--force", "--no-marks"]) == 1
    # Cells are counted with those of text.
    out = capsys.readouterr().out
    assert "a.ipynb cell 6:1\n" in out
    # What is for another program, or for nobody, is told where it speaks of torch.
    assert "  cell 4: This cell is not Python and stays as it is.\n      a.ipynb cell 4:1\n" in out
    assert "  cell 5: This cell is not Python" in out
    made = notebook(*PADDLE_CELLS)
    assert Path("a.ipynb").read_text() == json.dumps(made, indent=indent, ensure_ascii=False) + "\n"


def test_a_notebook_without_torch_stays_byte_for_byte() -> None:
    raw = json.dumps(notebook("x = 1", ["y = (2\n", "% 3)"]), indent=3).encode()
    Path("a.ipynb").write_bytes(raw)
    assert main(["a.ipynb", "-o", "out"]) == 0
    assert Path("out/a.ipynb").read_bytes() == raw


@pytest.mark.parametrize("raw", [b"", b"[]", b'{"cells": [{}]}', b"{", b'{"cells": 3}'])
def test_what_is_no_notebook_is_told(raw: bytes, capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.ipynb").write_bytes(raw)
    assert main(["a.ipynb"]) == 1
    assert "a.ipynb: not Python: it is no notebook of format 4" in capsys.readouterr().out


def test_other_libraries_are_told_and_torch_alone_is_torch(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code = "import torchvision.transforms as T\nimport torch_xla.core\nx = T.Resize(3)\n"
    Path("a.py").write_text(f"{code}import torch\ny = torch_xla.core.f(torch.zeros(3))\n")
    found = told(capsys, "a.py")
    assert [(one["kind"], one["api"], one["line"]) for one in found] == [
        ("library", "torchvision", 1),
        ("library", "torch_xla", 2),
    ]
    assert "paddle.vision" in found[0]["text"]
    assert main(["a.py", "--in-place", "--force", "--no-marks"]) == 0
    assert "y = torch_xla.core.f(paddle.zeros([3]))" in Path("a.py").read_text()


def test_a_package_is_no_library_to_itself(capsys: pytest.CaptureFixture[str]) -> None:
    Path("timm").mkdir()
    Path("timm/a.py").write_text("from timm.layers import x\nimport transformers\n")
    assert [one["api"] for one in told(capsys, "timm")] == ["transformers"]


def test_what_paddle_has_for_a_library_is_there() -> None:
    names = load_snapshot("paddle", PADDLE[-1]).names()
    data = yaml.safe_load(libraries.content())
    for relative in filter(None, data["relatives"].values()):
        root = relative.partition(".")[0]
        assert data["sources"][root].startswith("https://")
        if root == "paddle":
            assert any(name == relative or name.startswith(f"{relative}.") for name in names)


def test_sarif_has_what_its_readers_ask_for(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a b.py").write_text(HOSTILE)
    Path("a.ipynb").write_text(json.dumps(notebook(LEFT)))
    Path("c.py").write_text("(")
    assert main([".", "--format", "sarif"]) == 1
    log = json.loads(capsys.readouterr().out)
    assert log.keys() == {"$schema", "version", "runs"} and log["version"] == "2.1.0"
    (run,) = log["runs"]
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    for rule in rules.values():
        assert rule["shortDescription"]["text"] and rule["fullDescription"]["text"]
        assert rule["help"]["text"]
        assert rule["defaultConfiguration"]["level"] in ("note", "warning", "error")
    for result in run["results"]:
        assert result["ruleId"] in rules and result["message"]["text"]
        (location,) = result["locations"]
        assert not set(location["physicalLocation"]["artifactLocation"]["uri"]) & set(' "<>')
    by_file = {
        one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]: one
        for one in run["results"]
    }
    lines = by_file["a%20b.py"]["locations"][0]["physicalLocation"]["region"]
    assert lines == {"startLine": 2}
    assert by_file["a.ipynb"]["message"]["text"].startswith("Cell 2, line 2: torch.linalg.nope")
    assert by_file["c.py"]["ruleId"] == "unreadable"


class _Page(HTMLParser):
    """What a browser would make of a page: its elements and their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))


def test_the_page_shows_the_code_and_loads_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(HOSTILE + "y = torch.zeros(2)\n")
    assert main(["a.py", "--format", "html", "--language", "zh"]) == 1
    page = capsys.readouterr().out
    assert page.startswith("<!doctype html>\n<html") and 'lang="zh"' in page
    parser = _Page()
    parser.feed(page)
    assert {"img", "script", "link"}.isdisjoint(tag for tag, _ in parser.elements)
    assert all("src" not in has for _, has in parser.elements)
    assert all((has.get("href") or "#").startswith("#") for _, has in parser.elements)
    assert "paddle.zeros([2])" in page and "torch.zeros(2)" in page
    assert re.search(r'<b class="undecided">undecided</b>torch\.linalg\.nope: ', page)


@pytest.mark.parametrize("count", [1, 2])
def test_many_files_are_converted_alike_and_again_from_the_cache(
    count: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(processes, "_processors", lambda: count)
    Path("src").mkdir()
    for number in range(60):
        Path(f"src/{number:02}.py").write_text(f"{LEFT}z = torch.zeros({number})\n")
    reports = []
    for _ in range(2):
        assert main(["src", "--diff"]) == 1
        reports.append(capsys.readouterr().out)
    assert reports[0].count("paddle.zeros(") == 60
    assert reports[0] == reports[1]
    monkeypatch.setattr(running, "convert", None)  # which would be called for what is not kept
    assert main(["src", "--diff"]) == 1
    assert capsys.readouterr().out == reports[0]
    assert main(["src", "--diff", "--no-cache"]) == 3
