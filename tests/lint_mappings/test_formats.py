"""The formats for programs: their shape, and that hostile text cannot break out of them."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import jsonschema
import pytest
from entries import abs_entry
from small_project import BASE, write

from lint_mappings.__main__ import main
from lint_mappings.reporters import FORMATS, REPORTERS, chosen_format, sarif_log
from lint_mappings.reporters.json_array import SCHEMA
from lint_mappings.reporters.summary import Summary
from lint_mappings.rules import all_rules
from mapping_model.problems import Problem

RULES = all_rules()
TOLD = {code: (rule.name, rule.severity) for code, rule in RULES.items()}
HOSTILE = Problem(
    "mappings/a,b:c%/é 张.yaml",
    7,
    3,
    "PM203",
    'Line 1%\r\nline 2 "x" <b>&amp;]]>\x00\x1b[31m\x85\ufffe',
    "Fix ``` it: now, %0A",
)
PLAIN = Problem("mappings/torch/torch.abs.yaml", 1, 1, "PM000", "The rule crashed.")
FOUND = [HOSTILE, PLAIN]


def printed(name: str, problems: list[Problem], summary: Summary | None = None) -> str:
    stream = io.StringIO()
    REPORTERS[name](problems, summary or Summary(5, TOLD, lambda: RULES), stream)
    return stream.getvalue()


def test_github_commands_are_one_line_each_and_escaped() -> None:
    first, second, last = printed("github", FOUND).split("\n")[:-1]
    assert first.startswith(
        "::error file=mappings/a%2Cb%3Ac%25/é 张.yaml,line=7,col=3,title=PM203 category::"
        "mappings/a,b:c%25/é 张.yaml:7:3: PM203 Line 1%25\\r\\nline 2 "
    )
    assert first.endswith("Fix ``` it: now, %250A")
    assert second == (
        "::error file=mappings/torch/torch.abs.yaml,line=1,col=1,title=PM000 crash::"
        "mappings/torch/torch.abs.yaml:1:1: PM000 The rule crashed."
    )
    assert last == "2 problems in 2 files; 5 files checked."


def test_a_warning_is_passed_on_as_one() -> None:
    stop = Problem(PLAIN.path, 2, 1, "PM701", "No full stop.")
    assert printed("github", [stop]).startswith("::warning file=")
    assert json.loads(printed("json", [stop, PLAIN]))[0]["severity"] == "warning"
    run = json.loads(printed("sarif", [stop]))["runs"][0]
    levels = {r["id"]: r["defaultConfiguration"]["level"] for r in run["tool"]["driver"]["rules"]}
    assert (run["results"][0]["level"], levels["PM701"], levels["PM203"]) == (
        *("warning", "warning", "error"),
    )


def test_github_says_that_all_is_well() -> None:
    assert printed("github", []) == "No problems; 5 files checked.\n"


@pytest.mark.parametrize("problems", [[], FOUND])
def test_json_is_what_its_schema_promises(problems: list[Problem]) -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    records = json.loads(printed("json", problems, Summary(5, TOLD, fixable={HOSTILE})))
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(records, schema)
    assert [record["fixable"] for record in records] == [True, False][: len(records)]
    assert [record["message"] for record in records] == [p.message for p in problems]


def test_the_keys_of_json_are_those_of_version_1() -> None:
    """These may get company, but none may go (README, "What is promised")."""
    keys = {"path", "line", "column", "code", "name", "severity"}
    keys |= {"message", "hint", "url", "fixable"}
    schema = json.loads(SCHEMA.read_text("utf-8"))
    assert schema["title"].endswith("version 1")
    assert keys <= set(schema["items"]["required"]) == set(schema["items"]["properties"])
    assert json.loads(printed("json", FOUND))[0].keys() == schema["items"]["properties"].keys()


def test_junit_is_xml_with_a_failure_per_problem() -> None:
    suites = ElementTree.fromstring(printed("junit", FOUND))
    (suite,) = suites
    assert suite.attrib == {
        "name": "lint-mappings", "tests": "2", "failures": "2", "errors": "0"
    }  # fmt: skip
    first, second = suite
    assert first.attrib == {"classname": HOSTILE.path, "name": "PM203 category at 7:3"}
    (failure,) = first
    assert failure.attrib["type"] == "PM203"
    assert failure.attrib["message"].endswith('"x" <b>&amp;]]>\\x00\\x1b[31m\\x85\\ufffe')
    assert second[0].text == "mappings/torch/torch.abs.yaml:1:1: The rule crashed."


def test_junit_of_a_clean_run_is_one_passing_test() -> None:
    (suite,) = ElementTree.fromstring(printed("junit", []))
    assert suite.attrib["tests"] == "1"
    assert suite.attrib["failures"] == "0"
    assert [case.attrib["name"] for case in suite] == ["No problems; 5 files checked."]
    assert list(suite[0]) == []


def check_sarif(log: dict[str, object]) -> None:
    """What the schema of SARIF 2.1.0 requires of the parts that we write."""
    assert log.keys() == {"$schema", "version", "runs"}
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert run.keys() == {"tool", "columnKind", "results"}
    assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
    driver = run["tool"]["driver"]
    assert driver.keys() <= {"name", "version", "informationUri", "rules"}
    ids = [rule["id"] for rule in driver["rules"]]
    assert len(set(ids)) == len(ids)
    for rule in driver["rules"]:
        assert rule["defaultConfiguration"]["level"] in ("warning", "error")
        assert rule["shortDescription"]["text"]
        # GitHub's code scanning refuses rules without these two.
        assert rule["fullDescription"]["text"]
        assert rule["help"]["text"].startswith(rule["shortDescription"]["text"])
        assert rule.get("helpUri", "https://").startswith("https://")
    for result in run["results"]:
        assert result.keys() <= {"ruleId", "ruleIndex", "level", "message", "locations"}
        assert result["level"] in ("none", "note", "warning", "error")
        assert result["message"]["text"]
        assert ids[result["ruleIndex"]] == result["ruleId"] if "ruleIndex" in result else True
        (location,) = result["locations"]
        place = location["physicalLocation"]
        assert place["region"]["startLine"] >= 1
        assert place["region"]["startColumn"] >= 1
        assert not set(place["artifactLocation"]["uri"]) & set(' "<>\\^`{|}')


@pytest.mark.parametrize("about", ["", "https://example.org/"])
def test_sarif_has_the_required_structure(about: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif_log, "project_url", lambda label: about)
    monkeypatch.setattr(sarif_log, "rule_url", lambda code: f"{about}rules/{code}/")
    for problems in ([], FOUND):
        log = json.loads(printed("sarif", problems))
        check_sarif(log)
        run = log["runs"][0]
        assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == list(RULES)
        assert ("informationUri" in run["tool"]["driver"]) is bool(about)
        assert len(run["results"]) == len(problems)
    first, crash = run["results"]
    uri = first["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert unquote(uri) == HOSTILE.path
    assert "ruleIndex" in first
    assert "ruleIndex" not in crash


def test_concise_is_one_line_per_problem() -> None:
    assert len(printed("concise", FOUND).split("\n")) == 3


OBEYED = "\x1b[2J\n::error file=a::b\r\u202e\x9b0m\ud800\udcff"


@pytest.mark.parametrize("name", REPORTERS)
def test_no_format_sends_what_a_terminal_or_a_log_would_obey(name: str) -> None:
    problem = Problem("mappings/a\x1b[31m\n::error::\udcff.yaml", 1, 1, "PM203", OBEYED, OBEYED)
    out = printed(name, [problem])
    out.encode("utf-8" if name in ("text", "concise", "github") else "ascii")
    assert all(line.isprintable() for line in out.split("\n"))
    assert not any(line.startswith("::error::") for line in out.split("\n"))
    if name == "sarif":
        (result,) = json.loads(out)["runs"][0]["results"]
        assert result["message"]["text"].encode()
        place = result["locations"][0]["physicalLocation"]["artifactLocation"]
        assert place["uri"] == "mappings/a%1B%5B31m%0A%3A%3Aerror%3A%3A%FF.yaml"
    elif name == "json":
        (record,) = json.loads(out)
        assert record["message"] == OBEYED.replace("\ud800\udcff", "\\ud800\\udcff")
        assert record["path"].endswith("\\udcff.yaml")
    elif name == "junit":
        ElementTree.fromstring(out)


@pytest.mark.parametrize("name", REPORTERS)
def test_a_file_whose_name_is_not_utf_8(name: str, tmp_path: Path) -> None:
    write(tmp_path, BASE)
    odd = tmp_path / os.fsdecode(b"mappings/torch/torch.\xff.yaml")
    odd.write_bytes(b"torch: torch.abs\n")
    done = subprocess.run(
        [sys.executable, "-m", "lint_mappings", "--format", name, "--root", str(tmp_path)],
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, b"")
    assert b"\xff" not in done.stdout


def test_auto_is_github_inside_github_actions(monkeypatch: pytest.MonkeyPatch) -> None:
    assert chosen_format("auto") == "text"
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert chosen_format("auto") == "github"
    assert chosen_format("concise") == "concise"


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_the_same_however_it_is_asked_for(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, BASE)
    write(tmp_path, {"mappings/torch/torch.abs.yaml": abs_entry(category="same-params")})
    monkeypatch.chdir(tmp_path)
    assert main(["--format", name]) == 1
    asked = capsys.readouterr()
    write(tmp_path, {"pyproject.toml": f'[tool.lint-mappings]\nformat = "{name}"\n'})
    assert main([]) == 1
    assert capsys.readouterr() == asked


@pytest.mark.parametrize("name", ["json", "sarif", "junit"])
def test_statistics_go_elsewhere(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, BASE)
    monkeypatch.chdir(tmp_path)
    assert main(["--format", name, "--statistics"]) == 1
    out, err = capsys.readouterr()
    assert "unused-term" in err
    if name == "junit":
        ElementTree.fromstring(out)
    else:
        json.loads(out)
