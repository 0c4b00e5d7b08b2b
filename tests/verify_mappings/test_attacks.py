"""Every attack that `isolation.md` lists is tried, and comes to what the page says."""

from __future__ import annotations

import resource
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from attacks import ATTACKS, PRELUDE, Attack, table

from verify_mappings.job import Job, place
from verify_mappings.recording import Observation, Scalar
from verify_mappings.recording_files import load
from verify_mappings.runs.pool import Pool, remove

ROOT = Path(__file__).parents[2]
ALL = [attack for attacks in ATTACKS.values() for attack in attacks]


@pytest.fixture(scope="module")
def prelude(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """What attacks find; afterwards, whatever they might have hit is as it was."""
    outside = tmp_path_factory.mktemp("outside")
    secret = outside / "secret"
    secret.write_text("secret")
    before = _state(secret)
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        subprocess.Popen(["sleep", "600"]) as victim,
    ):
        limits = resource.prlimit(victim.pid, resource.RLIMIT_CPU)
        found = {
            "VICTIM": victim.pid,
            "OUTSIDE": str(outside),
            "SECRET": str(secret),
            "CHECKOUT": str(ROOT),
            "HOME": str(Path.home()),
            "PORT": server.getsockname()[1],
        }
        yield "\n".join(f"{name} = {value!r}" for name, value in found.items()) + PRELUDE
        assert victim.poll() is None
        assert resource.prlimit(victim.pid, resource.RLIMIT_CPU) == limits
        victim.kill()
    assert (list(outside.iterdir()), secret.read_text()) == ([secret], "secret")
    assert _state(secret) == before


def _state(path: Path) -> tuple[int, ...]:
    found = path.stat()
    return found.st_mode, found.st_uid, found.st_nlink, found.st_mtime_ns


@pytest.mark.parametrize("attack", ALL, ids=lambda attack: f"{attack.what}, {attack.way}")
def test_an_attack(attack: Attack, prelude: str, pool: Pool, tmp_path: Path) -> None:
    if attack.processes > 1 and not pool.connects:
        pytest.skip("no example is run by several processes here")
    folder = tmp_path / "job"
    late = attack.answer == "timeout"
    code = prelude.replace("{code}", attack.code)
    job = Job(
        code=code,
        name="torch",
        inputs=(),
        directory=str(folder),
        phases=("plain",),
        timeout=0.5 if late else 20.0,
        processes=attack.processes,
    )
    answer = pool.run("torch", job)
    if late:
        assert answer.status == "timeout"
    else:
        for rank in range(attack.processes):
            recorded = load(place(folder, rank), "plain")
            assert isinstance(recorded, Observation), (recorded, answer)
            assert recorded.fields["result"] == Scalar(attack.answer)
    remove(folder)
    assert not folder.exists()


def test_the_page_says_what_was_tried() -> None:
    assert len(ALL) >= 40
    text = (ROOT / "docs/en/isolation.md").read_text("utf-8")
    told = "isolation.md has another table: paste that of tests/verify_mappings/attacks.py"
    assert "\n".join(table()) in text, told


def test_no_process_stays(pool: Pool) -> None:
    """Not a child of any worker is left."""
    for _, worker in pool._workers:
        children = Path(f"/proc/{worker._process.pid}/task/{worker._process.pid}/children")
        assert children.read_text() == ""
