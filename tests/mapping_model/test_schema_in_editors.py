"""The schemas alone, as an editor uses them: the settings tie them to the files, and they judge.

`check-jsonschema` is another tool than the validators that the linter uses.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from mapping_model.naming import file_of
from whole import changed

ROOT = Path(__file__).parents[2]
MAPPINGS = ROOT / "mappings"
SETTINGS = json.loads((ROOT / ".vscode" / "settings.json").read_text("utf-8"))["yaml.schemas"]
GATHER = ROOT / "mappings" / "torch" / "torch.gather.yaml"


def check(schema: str, *files: Path) -> subprocess.CompletedProcess[str]:
    tool = Path(sys.executable).parent / "check-jsonschema"
    command = [str(tool), "--schemafile", str(ROOT / schema), *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def files_of(pattern: str) -> list[Path]:
    return sorted(ROOT.glob(pattern))


def test_every_file_has_exactly_one_schema() -> None:
    tied = [path for pattern in SETTINGS.values() for path in files_of(pattern)]
    assert sorted(tied) == sorted((ROOT / "mappings").rglob("*.yaml"))


@pytest.mark.parametrize(("schema", "pattern"), SETTINGS.items())
def test_good_files_pass(schema: str, pattern: str) -> None:
    """Of entries those that are not as on the main branch, and one of thirty."""
    files = files_of(pattern)
    some = {*files[::30], *(MAPPINGS / file_of(name) for name in changed())}
    done = check(schema, *[file for file in files if len(files) < 500 or file in some])
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.sweeps
@pytest.mark.parametrize(("schema", "pattern"), SETTINGS.items())
def test_all_files_pass(schema: str, pattern: str) -> None:
    done = check(schema, *files_of(pattern))
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("good", "bad", "said"),
    [
        ("category: torch-more-params", "category: torch-more", "'torch-more' is not one of"),
        ("category: ", "categoy: ", "'categoy' was unexpected"),
        ("paddle: broadcast", "paddel: broadcast", "'paddel' was unexpected"),
        ("do: drop", "do: [drop]", "['drop'] is not"),
    ],
)
def test_a_bad_file_fails(good: str, bad: str, said: str, tmp_path: Path) -> None:
    text = GATHER.read_text("utf-8")
    assert good in text
    file = tmp_path / GATHER.name
    file.write_text(text.replace(good, bad, 1), "utf-8")
    [schema] = [s for s, pattern in SETTINGS.items() if GATHER in files_of(pattern)]
    done = check(schema, file)
    assert done.returncode == 1
    assert said in done.stdout
