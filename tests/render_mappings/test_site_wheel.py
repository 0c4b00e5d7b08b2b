"""The site from a wheel, in a directory with the data, the handwritten pages and examples."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from browsing import ROOT
from site_html import html_of

LOOKS = ROOT / "lint" / "render_mappings" / "looks"


@pytest.fixture(scope="module")
def unpacked(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The content of the wheel, as pip unpacks it."""
    directory = tmp_path_factory.mktemp("wheel")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(directory / "packages")
    return directory / "packages"


def test_template_style_and_script_of_everything_are_in_the_wheel(unpacked: Path) -> None:
    looks = {path.relative_to(LOOKS) for path in LOOKS.rglob("*") if path.is_file()}
    assert {path.suffix for path in looks} == {".html", ".css", ".js", ".svg", ".txt", ".xml"}
    inside = unpacked / "render_mappings" / "looks"
    assert {path.relative_to(inside) for path in inside.rglob("*") if path.is_file()} == looks


def test_the_wheel_builds_the_site_elsewhere(
    unpacked: Path, mappings: Path, tmp_path: Path
) -> None:
    for name in ("mkdocs.yml", "mkdocs.zh.yml"):
        shutil.copy(ROOT / name, tmp_path)
    for folder in ("docs", "examples"):  # whose code the guide includes
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copytree(mappings, tmp_path / "mappings")
    build = [sys.executable, "-m", "render_mappings", "build", "--only", "torch.gather"]
    environment = {**os.environ, "PYTHONPATH": str(unpacked)}
    told = [sys.executable, "-c", "import render_mappings as r; print(r.__file__)"]
    run = {"cwd": tmp_path, "env": environment, "check": True, "capture_output": True}
    assert str(unpacked) in subprocess.run(told, **run).stdout.decode()
    subprocess.run(build, **run)
    assert "pm-codes" in html_of(tmp_path / "site", "zh/api/torch.gather")
    style = (tmp_path / "site" / "assets" / "mappings.css").read_text("utf-8")
    assert ".pm-codes {" in style
    assert (tmp_path / "site" / "assets" / "apis.js").is_file()


def test_the_wheel_converts_code_without_the_repository(unpacked: Path, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import torch\ny = torch.zeros(2, 3)\n")
    run = [sys.executable, "-m", "convert_torch", "a.py", "--in-place", "--force"]
    environment = {**os.environ, "PYTHONPATH": str(unpacked)}
    subprocess.run(run, cwd=tmp_path, env=environment, check=True)
    assert (tmp_path / "a.py").read_text() == "import paddle\ny = paddle.zeros([2, 3])\n"
