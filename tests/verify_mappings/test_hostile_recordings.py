"""Whatever lies in the place of a recording is a matter of that example alone."""

from __future__ import annotations

import copy
import json
import math
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from mapping_model.entry import Compare, Example
from mapping_model.outcomes import Outcome
from mapping_model.records import render_record
from verify_mappings.job import Answer, Job
from verify_mappings.judging.verdict import checked
from verify_mappings.recording import Mapping, Node, Observation, Raised, Scalar, Sequence, Tensor
from verify_mappings.recording_files import MAX_ARRAYS, MAX_TREE, Unreadable, load, save
from verify_mappings.runs.pool import Pool, remove
from verify_mappings.runs.records import as_recorded
from verify_mappings.runs.verifier import Verifier


def tensor(form: object = "<f4", shape: object = (1,), dtype: object = "float32") -> bytes:
    """A recording of one tensor, with eight bytes of numbers."""
    tree = ["tensor", form, shape, dtype, None, False]
    return json.dumps(tree).encode() + b"\n" + bytes(8)


NO_RECORDINGS = {
    "nothing": b"",
    "truncated": b'["sequence", [["scal',
    "200,000 brackets": b"[" * 200_000,
    "nested lists": b'["sequence", [' * 200 + b"]]" * 200,
    "no text": b"\xff\xfe\x00",
    "no array": b'["tensor", "<f4", [4], "float32", null, false]\n',
    "half an array": tensor(shape=[3]),
    "a negative size": tensor(shape=[-1, 2]),
    "a size that is no number": tensor(shape=["1"]),
    "a size that is a bool": tensor(shape=[True]),
    "a huge size": tensor(shape=[10**30]),
    "a huge size beside none": tensor(shape=[0, 10**12]),
    "sizes without end": tensor(shape=[1] * 100_000),
    "500 sizes of 4,000 digits": tensor(shape=[10**4000] * 500),
    "objects": tensor("|O"),
    "texts": tensor("<U1"),
    "fields": tensor("f4,f4"),
    "a form that is none": tensor("<f3"),
    "a form that is a number": tensor(5),
    "a dtype that is a number": tensor(dtype=5),
    "another dtype that is none": tensor(dtype=None),
    "a list as a number": b'["scalar", [1]]',
    "a text as a number": b'["complex", "1", 0.0]',
    "a number that is too long": b'["scalar", 1%s]' % (b"0" * 5000),
    "a huge complex number": b'["complex", 1%s, 0]' % (b"0" * 400),
    "NaN as a text": b'["symbol", NaN, "x"]',
    "a mapping of lists": b'["mapping", []]',
    "an endless key": json.dumps(["mapping", {"k" * 5000: ["scalar", 1]}]).encode(),
    "another word": b'["pickle", "x"]',
    "too many words": b'["scalar", 1, 2]',
    "an endless line": b" " * (MAX_TREE + 2),
}


@pytest.mark.parametrize("case", NO_RECORDINGS)
def test_what_is_no_recording_is_told(case: str, tmp_path: Path) -> None:
    (tmp_path / "plain.recording").write_bytes(NO_RECORDINGS[case])
    with pytest.raises(Unreadable):
        load(tmp_path, "plain")


def test_what_would_take_an_hour_to_compare_is_not_compared() -> None:
    draws = Tensor(np.ones((20, 5)), "float64")
    stacked = {str(number): draws for number in range(30_000)}
    node = Observation("draws", {"first": Scalar(1), "stacked": Mapping(dict(stacked))})
    assert isinstance(checked("random", node), Raised)


def _huge(path: Path) -> None:
    path.write_bytes(b'["scalar", 1]\n')
    os.truncate(path, MAX_TREE + MAX_ARRAYS + 5 * 2**30)


def _linked(path: Path) -> None:
    path.with_name("other").write_bytes(b'["scalar", 1]\n')
    path.hardlink_to(path.with_name("other"))


NO_FILES: dict[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "a link to what never ends": lambda path: path.symlink_to("/dev/zero"),
    "a link to itself": lambda path: path.symlink_to(path),
    "a second name of a file": _linked,
    "a folder": Path.mkdir,
    "gigabytes without content": _huge,
}


@pytest.mark.parametrize("case", NO_FILES)
def test_what_is_no_file_of_its_own_is_told(case: str, tmp_path: Path) -> None:
    NO_FILES[case](tmp_path / "plain.recording")
    with pytest.raises(Unreadable):
        load(tmp_path, "plain")


LEFT = {
    "a link to what never ends": "os.symlink('/dev/zero', '../plain.recording')",
    "brackets": "open('../plain.recording', 'w').write('[' * 200000)",
    "a recording without what must be there": (
        "open('../plain.recording', 'w').write('[\"record\", \"example\", {}, {}]\\n')"
    ),
}


@pytest.mark.parametrize("side", ["torch", "Paddle"])
@pytest.mark.parametrize("case", LEFT)
def test_what_an_example_leaves_is_an_outcome(case: str, side: str, verify) -> None:
    code = f"import os\n{LEFT[case]}\nos._exit(86)"
    sides = ("result = 1", code) if side == "Paddle" else (code, "result = 1")
    # Not even an example that expects an error gets away with it.
    result = verify(*sides, expect=Outcome.RAISES)
    assert (result.outcome, result.as_expected) == (Outcome.RAISES, False)
    assert f"{side} raises" in result.detail


def test_folders_in_folders_without_end_are_removed(tmp_path: Path, monkeypatch) -> None:
    outermost = tmp_path / "a"
    monkeypatch.chdir(tmp_path)
    for _ in range(500):
        Path("a").mkdir()
        os.chdir("a")
    os.chdir(tmp_path)
    remove(outermost)
    assert not outermost.exists()


X = np.arange(6, dtype="float32").reshape(2, 3)
_MODULE = Observation(
    "module",
    {"training": Scalar(True), "initial weights": Mapping({}), "output": Tensor(X, "float32")},
    {"weights": Mapping({"weight": Tensor(X, "float32")}), "calmed": Scalar(False)},
)
HONEST: dict[str, Node] = {
    "plain": Observation(
        "example",
        {
            "result": Sequence((Tensor(X, "float32", tracks=True), Scalar(1 + 2j), _MODULE)),
            "input x": Tensor(X, "float32", tracks=False),
            "input y": Mapping({"a": Scalar("text"), "b": Scalar(None), "c": Scalar(2.5)}),
        },
        {"inputs": Mapping({"input x": Tensor(X, "float32")}), "modules": Mapping({})},
    ),
    "gradient": Observation(
        "gradients", {"x": Tensor(X, "float32"), "y": Mapping({"w": Scalar(None)})}
    ),
    "random": Observation(
        "draws",
        {
            "first": Observation("example", {"result": Tensor(X, "float32")}),
            "stacked": Mapping({"result": Tensor(np.stack([X.astype("float64")] * 20), "float64")}),
        },
    ),
}
HOSTILE: list[Any] = [
    *(None, True, -1, 10**400, 1e308, math.nan, "", "\ud800", "\x1b[2J", "\n::error file=x", []),
    *({}, {"\ud800": ["scalar", 1]}, ["scalar", "\u202e"], ["raised", "\x1b[2J", "\ud800"], "<f8"),
    *(["opaque", "\n::error"], ["sequence", []], ["mapping", {}], ["record", "x", {}, {}], [0, 5]),
    *("|b1", "<c16", "<f2", [2, 0, 3], [0], "no-gradient", ["scalar", "no-gradient"], "float64"),
    ["tensor", "<f4", [2, 3], "float32", None, False],
]
# What may stand in the place of any other node.
NODES: list[Any] = [
    *(["scalar", None], ["scalar", 2.5], ["scalar", "\x1b[2J"], ["complex", 1.0, math.nan]),
    *(["opaque", "\n::error"], ["raised", "\x1b[2J", "\ud800"], ["symbol", "dtype", "\u202e"]),
    *(["sequence", []], ["mapping", {"\ud800": ["scalar", 1]}], ["record", "x", {}, {}]),
]


def mutated(data: bytes, chance: random.Random) -> bytes:
    """A recording with a few changes of its tree or its bytes."""
    line, _, numbers = data.partition(b"\n")
    if chance.random() < 0.2:
        raw = bytearray(data)
        for _ in range(chance.randint(1, 8)):
            raw[chance.randrange(len(raw))] = chance.randrange(256)
        return bytes(raw[: chance.choice([len(raw), chance.randrange(len(raw))])])
    tree = json.loads(line)
    places = list(_places(tree))
    if chance.random() < 0.4:
        node, key = chance.choice([(n, k) for n, k in places if _is_node(n[k])])
        node[key] = chance.choice(NODES)
        return json.dumps(tree).encode() + b"\n" + numbers
    for _ in range(chance.randint(1, 3)):
        node, key = chance.choice(places)
        value = copy.deepcopy(chance.choice([chance.choice(HOSTILE), tree]))
        if isinstance(node, dict) and chance.random() < 0.3:
            node.pop(key, None)
            node[chance.choice(["\ud800", "\x1b[2J", "x", "result"])] = value
        else:
            node[key] = value
    return json.dumps(tree).encode() + b"\n" + (numbers if chance.random() < 0.8 else b"")


def _places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Every container of a tree, with every key or index of it."""
    for key, value in node.items() if isinstance(node, dict) else enumerate(node):
        yield node, key
        if isinstance(value, (list, dict)):
            yield from _places(value)


def _is_node(value: object) -> bool:
    return isinstance(value, list) and isinstance(value[:1] and value[0], str)


class Strangers:
    """Stands for workers that leave whatever they like."""

    def __init__(self, directory: Path, chance: random.Random) -> None:
        self.directory = directory
        self.chance = chance
        folder = directory / "honest"
        folder.mkdir()
        for phase, node in HONEST.items():
            save(node, folder, phase)
        self.honest = {p: (folder / f"{p}.recording").read_bytes() for p in HONEST}

    def run(self, name: str, job: Job) -> Answer:
        """Leave recordings, some of them broken."""
        job.folder.mkdir(parents=True)
        for phase in job.phases:
            data = self.honest[phase]
            if self.chance.random() < 0.2:
                data = mutated(data, self.chance)
            (job.folder / f"{phase}.recording").write_bytes(data)
        status = self.chance.choice(["done"] * 20 + ["exit", "signal", "timeout"])
        return Answer(status, self.chance.choice([0, 9, 999]), "\x1b[2J\n::error file=x\ud800")


COMPARES = (Compare(), Compare(random=True), Compare(rtol=0.1, atol=0.1))


def test_no_recording_breaks_judging(tmp_path: Path) -> None:
    chance = random.Random(20240601)
    strangers = Strangers(tmp_path, chance)
    verifier = Verifier(cast(Pool, strangers), drop_in=True)
    seen: dict[str, int] = {}
    for _ in range(500):
        example = Example("", "", compare=chance.choice(COMPARES))
        ((_, result),) = verifier.verify(example, ["paddle"])
        seen[result.outcome] = seen.get(result.outcome, 0) + 1
        for text in (result.detail, result.gradient_detail, result.drop_in_detail):
            assert text is None or text.isprintable()
        kept = as_recorded(replace(result, stamp=replace(result.stamp, date="2026-01-01")))
        render_record({"1": {"3.3.1": kept}}).encode()
    assert set(seen) == {Outcome.EQUAL, Outcome.DIFFERS, Outcome.RAISES}
    assert min(seen.values()) > 15, seen
    assert not [path for path in tmp_path.iterdir() if path.name != "honest"]


NAMES = {
    "the name of a class": "result = type('\\x1b[2J', (), {})()",
    "the name of an error": "raise type('E\\n::error file=x', (Exception,), {})('\\u202e')",
    "a key": "result = {'\\n::error file=x::': 1}",
    "what is printed last": "import os; print('\\x1b[2J', flush=True); os._exit(1)",
}


@pytest.mark.parametrize("case", NAMES)
def test_names_of_strangers_are_shown_and_not_sent(case: str, verify) -> None:
    result = verify("result = {}", NAMES[case], drop_in=True)
    assert result.outcome is not Outcome.EQUAL
    assert result.detail.isprintable()
    assert "\\x1b" in result.detail or "::error" in result.detail


AGAIN = "import builtins\nagain = hasattr(builtins, 'again')\nbuiltins.again = True\n"
ENDS = {
    "an exit": "import os\nif again: os._exit(0)\n",
    "an exit that looks well": "import os\nif again: os._exit(86)\n",
    "a signal": "import os\nif again: os.kill(os.getpid(), 9)\n",
    "an endless loop": "while again: pass\n",
    "SystemExit": "if again: raise SystemExit\n",
}


@pytest.mark.parametrize("compare", [Compare(), Compare(random=True)], ids=["gradient", "random"])
@pytest.mark.parametrize("side", ["torch", "Paddle"])
@pytest.mark.parametrize("case", ENDS)
def test_an_end_in_a_later_phase_is_no_equal(case: str, side: str, compare, verify) -> None:
    ends, honest = f"{AGAIN}{ENDS[case]}result = x * 2", "result = x * 2"
    sides = (honest, ends) if side == "Paddle" else (ends, honest)
    result = verify(*sides, {"x": "float32[2]"}, timeout=1, compare=compare)
    assert (result.outcome, result.as_expected) == (Outcome.RAISES, False)
    assert f"{side} raises" in result.detail
