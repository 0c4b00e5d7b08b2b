"""The report of what a release has changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mapping_model import snapshots
from mapping_model.snapshots import PADDLE, TORCH
from verify_mappings.__main__ import main

ENTRY = "torch: torch.{0}\npaddle: paddle.{0}\ncategory: no-params\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with two entries."""
    for name in ("abs", "sin"):
        path = tmp_path / f"mappings/torch/torch.{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(ENTRY.format(name), "utf-8")
    return tmp_path


def report(root: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["changes", "--root", str(root), *arguments]) == 0
    return capsys.readouterr().out


def test_paddle(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = report(root, capsys, "3.3.1")
    assert told.startswith("# What changed in Paddle 3.3\n\n3.2.2 → 3.3.1\n")
    # Measured: paddle.abs took `out` on 3.3, and on 3.2 refused it; paddle.enable_compat is new.
    assert "- `paddle.abs` (`torch.abs`): new: `out`; `input` is accepted for `x`\n" in told
    assert "`paddle.enable_compat`" in told
    assert report(root, capsys, "3.2.2", "3.3.1") == told
    assert report(root, capsys, "3.3.1", "--language", "zh").startswith("# Paddle 3.3 的变化\n")
    assert report(root, capsys) == report(root, capsys, PADDLE[-1])


def test_torch(
    root: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A doctored snapshot: only one real one is here."""
    text = (snapshots.DIRECTORY / f"torch-{TORCH}.json").read_text("utf-8")
    lines = text.replace(f'"{TORCH}"', '"999.0.0"').splitlines(keepends=True)
    lines = [line for line in lines if not line.startswith('"torch.sin":')]
    at = next(n for n, line in enumerate(lines) if line.startswith('"torch.abs":'))
    assert json.dumps("out: Tensor | None = None") in lines[at]
    lines[at] = lines[at].replace('"out: Tensor | None = None"', '"into: Tensor | None = None"')
    lines.insert(at, '"torch.aa": {"kind": "function", "source": "none"},\n')
    for release, content in ((TORCH, text), ("999.0.0", "".join(lines))):
        (tmp_path / f"torch-{release}.json").write_text(content, "utf-8")
    monkeypatch.setattr(snapshots, "DIRECTORY", tmp_path)
    assert report(root, capsys, "--torch") == (
        f"# What changed in PyTorch 999.0\n\n{TORCH} → 999.0.0\n\n"
        "| change | number |\n|---|---:|\n"
        "| Parameters that changed | 1 |\n| Names that went | 1 |\n| Names that came | 1 |\n"
        "\n## Parameters that changed\n\n- `torch.abs`: new: `into`; gone: `out`\n"
        "\n## Names that went\n\n- `torch.sin`\n"
        "\n## Names that came\n\n\n"
        "<details><summary>1 of no entry</summary>\n\n`torch.aa`\n\n</details>\n"
    )


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["9.9.9"], "There is no snapshot of paddle 9.9.9, only of 2.6.2, "),
        (["2.6.2"], "There is no snapshot of a paddle before 2.6.2 to compare it with."),
        (["3.4.0rc1"], "expected a final release such as 3.3.1, not '3.4.0rc1'"),
    ],
)
def test_what_cannot_be_compared(
    arguments: list[str], told: str, root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["changes", "--root", str(root), *arguments]) == 2
    assert told in capsys.readouterr().err
