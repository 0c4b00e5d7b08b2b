"""Lists of claims: read from a wheel, kept, and compared with a newer one."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from mapping_model.conformance import claimed
from mapping_model.conformance.claimed import Claim, Claims, NoList, changes, keep, kept, read_wheel
from verify_mappings.__main__ import main

TABLE = {
    "torch.abs": {"Matcher": "ChangePrefixMatcher"},
    "torch.cat": {"Matcher": "ChangeAPIMatcher", "paddle_api": "paddle.concat"},
    "torch.sum": {"Matcher": "GenericMatcher", "args_list": ["input"]},
    "torch.max": {"Matcher": "TensorMaxMatcher"},
    "torch.jit.script": {},
    "torchvision.models.vgg16": {"Matcher": "ChangePrefixMatcher"},
}
CLAIMS = {
    "torch.abs": Claim.PREFIX,
    "torch.cat": Claim.NAME,
    "torch.jit.script": Claim.NONE,
    "torch.max": Claim.CODE,
    "torch.sum": Claim.ARGUMENTS,
}


def wheel(path: Path, table: object, version: str = "1.2") -> Path:
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("paconvert/api_mapping.json", json.dumps(table))
        file.writestr("paconvert-1.dist-info/METADATA", f"Name: paconvert\nVersion: {version}\n")
    return path


def test_a_wheel_is_read(tmp_path: Path) -> None:
    found = read_wheel(wheel(tmp_path / "p.whl", TABLE))
    assert (found.version, found.claims) == ("1.2", CLAIMS)
    assert found.count() == dict.fromkeys(Claim, 1)


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kept list of the test's own."""
    monkeypatch.setattr(claimed, "_KEPT", tmp_path / "claimed.json")
    kept.cache_clear()
    keep(Claims("paconvert", "1.2", CLAIMS))
    yield
    kept.cache_clear()


def test_what_is_kept_is_read_again(own: None) -> None:
    assert kept() == Claims("paconvert", "1.2", CLAIMS)


def test_a_newer_list(own: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = {**TABLE, "torch.max": {"Matcher": "GenericMatcher"}, "torch.t": {}}
    del table["torch.abs"]
    path = str(wheel(tmp_path / "new.whl", table, "1.3"))
    assert main(["claims", path]) == 1
    told = capsys.readouterr().out.splitlines()
    assert told[:3] == [
        "torch.abs: prefix -> not listed",
        "torch.max: code -> arguments",
        "torch.t: not listed -> none",
    ]
    assert told[3].startswith("paconvert 1.3: 5 names, ")
    assert main(["claims", path, "--write"]) == 0
    assert main(["claims", path]) == 0
    assert list(changes(kept(), kept())) == []


def test_what_is_no_wheel(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "text.whl").write_text("nothing")
    with zipfile.ZipFile(tmp_path / "other.whl", "w") as file:
        file.writestr("other/__init__.py", "")
    for name in ("text.whl", "other.whl", "missing.whl"):
        with pytest.raises(NoList, match="is no wheel of PaConvert"):
            read_wheel(tmp_path / name)
        assert main(["claims", str(tmp_path / name)]) == 2
    assert "is no wheel of PaConvert" in capsys.readouterr().err
    with pytest.raises(NoList):
        read_wheel(wheel(tmp_path / "list.whl", []))


def test_the_kept_list_has_facts_alone() -> None:
    """Read in the wheel of PaConvert 3.3.1."""
    assert (kept().package, kept().version) == ("paconvert", "3.3.1")
    assert len(kept().claims) == 1716
    assert kept().count()[Claim.PREFIX] == 926
    assert kept().claims["torch.nn.Linear"] is not Claim.NONE
