"""What GitHub reads: workflows, actions, forms for issues."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import yaml

from render_mappings.views.page_context import Repository
from verify_mappings.command.cli import parse

GITHUB = Path(__file__).parents[1] / ".github"
FILES = {
    "vendor.github-workflows": "workflows/*.yml",
    "vendor.github-actions": "actions/*/action.yml",
    "vendor.github-issue-forms": "ISSUE_TEMPLATE/[!c]*.yml",
    "vendor.github-issue-config": "ISSUE_TEMPLATE/config.yml",
    "vendor.dependabot": "dependabot.yml",
}
PINNED = re.compile(r"[\w-]+/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+")


@pytest.mark.parametrize("schema", FILES)
def test_files_are_what_github_expects(schema: str) -> None:
    files = sorted(GITHUB.glob(FILES[schema]))
    assert files
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", schema, *files]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_action_for_others_is_what_github_expects() -> None:
    action = GITHUB.parent / "action.yml"
    schema = ["--builtin-schema", "vendor.github-actions"]
    command = [sys.executable, "-m", "check_jsonschema", *schema, action]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_linter_trusts_no_cache_where_others_rely_on_it() -> None:
    root = GITHUB.parent
    places = [*GITHUB.rglob("*.yml"), root / ".pre-commit-config.yaml", root / "Makefile"]
    run = re.compile(r"(?:run: |bin/|BIN\)/|^ +|-m )lint[-_]mappings\"?(?: .*)?$", re.MULTILINE)
    found = [line for path in places for line in run.findall(path.read_text("utf-8"))]
    # `make lint` alone is for the one who types it.
    assert [line for line in found if "--no-cache" not in line] == ["BIN)/lint-mappings"]
    assert len(found) == 7


def test_actions_of_others_are_pinned() -> None:
    """A tag can be moved, a commit cannot."""
    files = [*GITHUB.rglob("*.yml"), GITHUB.parent / "action.yml"]
    lines = [line for path in files for line in path.read_text().splitlines()]
    used = [line.partition("uses:")[2].strip() for line in lines if "uses:" in line]
    assert len(used) > 10
    assert [use for use in used if not (use.startswith("./") or PINNED.fullmatch(use))] == []


# The linter is installed as other repositories do, with whatever versions pip chooses.
UNPINNED = ["pip install ."]


def test_what_workflows_install_is_pinned() -> None:
    """A version that is named, or those of a file which names them all."""
    texts = [path.read_text("utf-8").replace("\\\n", " ") for path in GITHUB.rglob("*.yml")]
    installs = re.findall(r"pip[\w\"]* (?:install|download) .*", "\n".join(texts))
    assert len(installs) > 8
    pinned = re.compile(r"-c constraints\.txt| -r \.github/requirements-release\.txt$|==")
    assert [line for line in installs if not pinned.search(line)] == UNPINNED


def test_what_a_release_is_made_with_is_pinned() -> None:
    root = GITHUB.parent
    versions = _versions(GITHUB / "requirements-release.txt")
    assert {"build", "hatchling", "twine"} <= versions.keys()
    constraints = _versions(root / "constraints.txt")
    both = versions.keys() & constraints.keys()
    assert {name: versions[name] for name in both} == {name: constraints[name] for name in both}


def _versions(path: Path) -> dict[str, str]:
    lines = [line for line in path.read_text("utf-8").splitlines() if not line.startswith("#")]
    return dict(line.split("==") for line in lines)


def test_no_workflow_has_a_secret_or_runs_code_of_others_with_rights() -> None:
    for path in GITHUB.glob("workflows/*.yml"):
        text = path.read_text("utf-8")
        assert "secrets." not in text
        assert "pull_request_target" not in text
        assert yaml.safe_load(text)["permissions"] == {"contents": "read"}


def test_the_sites_link_fills_the_form() -> None:
    repository = Repository("https://github.com/a/b")
    report = _fields(repository.report_url("torch.gather"))
    assert report["subject"] == "torch.gather"
    # The script of the page of what is not mapped adds the subject itself.
    ask = _fields(repository.ask_url()) | {"title": "torch.gather", "subject": "torch.gather"}
    for fields in (report, ask):
        form = yaml.safe_load((GITHUB / "ISSUE_TEMPLATE" / fields["template"]).read_text("utf-8"))
        ids = {field["id"] for field in form["body"]}
        assert fields.keys() - {"template", "title"} <= ids


def _fields(link: str) -> dict[str, str]:
    return {key: value for key, (value,) in parse_qs(urlsplit(link).query).items()}


def test_workflows_call_the_commands_as_they_are() -> None:
    texts = [path.read_text("utf-8") for path in GITHUB.glob("workflows/*.yml")]
    calls = re.findall(
        r"verify-mappings ((?:run|matrix|falsify|probe|add-release) .*?)(?: >.*)?$",
        "\n".join(texts),
        re.M,
    )
    assert len(calls) > 5
    for call in calls:
        words = shlex.split(re.sub(r"\$\{\{.*?\}\}", "1", call).replace("$FRESH", "--fresh"))
        words = ["--torch" if word == "$OF_TORCH" else word for word in words]
        parse(words)


@pytest.mark.skipif(sys.platform == "darwin", reason="the action runs on Linux, with GNU's find")
def test_only_what_is_expected_of_a_run_is_proposed(tmp_path: Path) -> None:
    """What strangers' code may have left in the place of results is not taken."""
    action = yaml.safe_load((GITHUB / "actions/propose/action.yml").read_text("utf-8"))
    script, _ = (step["run"] for step in action["runs"]["steps"] if "run" in step)
    here, there = tmp_path / "here", tmp_path / "results"
    snapshots = "lint/mapping_model/snapshots"
    texts = {
        here / "mappings/torch/torch.abs.yaml": "",
        here / f"{snapshots}/paddle-1.0.json": "old",
        there / "mappings/results/torch/torch.abs.json": "{}",
        there / "mappings/results/limits/torch/torch.abs.json": "{}",
        there / "mappings/results/samples/torch/torch.abs.json": "{}",
        there / "mappings/probes/torch/torch.abs.json": "{}",
        there / "mappings/results/torch/torch.sin.json": "of no entry",
        there / "mappings/results/torch/deep/torch.abs.json": "too deep",
        there / f"{snapshots}/paddle-1.0.json": "new",
        there / f"{snapshots}/paddle-1.1.json": "new",
        there / f"{snapshots}/paddle-x.json": "of no release",
        there / "requirements-libraries.txt": "# Both.\ntorch==2.0\npaddlepaddle==1.1\n",
    }
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    (there / f"{snapshots}/paddle-1.2.json").symlink_to("/etc/passwd")
    subprocess.run(["git", "init", "--quiet", here], check=True)
    variables = {"RUNNER_TEMP": str(tmp_path), "GITHUB_WORKSPACE": str(here)}

    def proposed() -> dict[str, str]:
        command = ["bash", "-eo", "pipefail", "-c", script]
        subprocess.run(command, env=os.environ | variables, cwd=here, check=True)
        files = (path for path in here.rglob("*") if path.is_file() and ".git" not in path.parts)
        found = {path.relative_to(here).as_posix(): path.read_text("utf-8") for path in files}
        return {name: text for name, text in found.items() if texts.get(here / name) != text}

    expected = {
        "mappings/results/torch/torch.abs.json": "{}",
        "mappings/results/limits/torch/torch.abs.json": "{}",
        "mappings/results/samples/torch/torch.abs.json": "{}",
        "mappings/probes/torch/torch.abs.json": "{}",
        f"{snapshots}/paddle-1.1.json": "new",
        "requirements-libraries.txt": texts[there / "requirements-libraries.txt"],
    }
    assert proposed() == expected
    (here / "requirements-libraries.txt").unlink()
    (there / "requirements-libraries.txt").write_text("torch @ https://example.org/x.whl\n")
    assert proposed() == {k: v for k, v in expected.items() if "requirements" not in k}


# As GitHub's command line: keeps what it is called with; `pr list` counts the open ones.
GH = """#!/bin/bash
echo "$*" >> "$RUNNER_TEMP/calls"
[ "$1 $2" != "pr list" ] || echo "$OPEN"
"""


@pytest.mark.parametrize("already", [0, 1])
def test_what_is_proposed_is_checked(tmp_path: Path, already: int) -> None:
    """GitHub starts no workflow by itself for what the token of another one does."""
    action = yaml.safe_load((GITHUB / "actions/propose/action.yml").read_text("utf-8"))
    _, script = (step["run"] for step in action["runs"]["steps"] if "run" in step)
    here, origin = tmp_path / "here", tmp_path / "origin"
    for folder in ("bin", "results", "here/mappings", "here/lint/mapping_model/snapshots"):
        (tmp_path / folder).mkdir(parents=True)
    gh = tmp_path / "bin/gh"
    gh.write_text(GH)
    gh.chmod(0o755)
    (tmp_path / "results/report.md").write_text("What was found.\n" + "x" * 70_000)
    (here / "requirements-libraries.txt").touch()
    subprocess.run(["git", "init", "--quiet", "--bare", origin], check=True)
    subprocess.run(["git", "init", "--quiet", here], check=True)
    subprocess.run(["git", "remote", "add", "origin", origin], cwd=here, check=True)
    for folder in ("mappings", "lint/mapping_model/snapshots"):
        (here / folder / "new").touch()
    given = {"RUNNER_TEMP": tmp_path, "BRANCH": "new", "TITLE": "New", "DRAFT": "", "OPEN": already}
    variables = {name: str(value) for name, value in given.items()}
    variables["PATH"] = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    command = ["bash", "-eo", "pipefail", "-c", script]
    subprocess.run(command, env=os.environ | variables, cwd=here, check=True)
    calls = (tmp_path / "calls").read_text().splitlines()
    assert calls[1].startswith("pr edit" if already else "pr create")
    assert calls[-1] == "workflow run ci.yml --ref new"
    body = (tmp_path / "body.md").read_text()
    assert "`gh workflow run ci.yml --ref new`" in body
    assert "What was found." in body and len(body) < 65_536


def test_who_proposes_may_start_the_checks() -> None:
    workflows = [yaml.safe_load(path.read_text("utf-8")) for path in GITHUB.glob("workflows/*.yml")]
    jobs = [job for workflow in workflows for job in workflow["jobs"].values()]
    proposing = [job for job in jobs if "./.github/actions/propose" in str(job["steps"])]
    assert len(proposing) == 2
    assert [job["permissions"].get("actions") for job in proposing] == ["write"] * 2
    ci = yaml.safe_load((GITHUB / "workflows/ci.yml").read_text("utf-8"))
    assert "workflow_dispatch" in ci[True]  # YAML reads `on` as a truth
