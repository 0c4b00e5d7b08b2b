"""Targets that only newer releases have: what is written by them, and when the main one is.

What is expected was written by hand; the script of benchmarks runs what comes of the entries.
"""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from mapping_model.applying.code import candidates, rewrite
from mapping_model.applying.reach import left_to_people
from mapping_model.building import build_entry
from mapping_model.remarks import newer_remark
from mapping_model.snapshots import paddle_releases
from mapping_model.types import Type

ENTRIES: dict[str, Any] = {
    data["torch"]: data
    for data in yaml.safe_load_all(
        """
torch: torch.gather
paddle: paddle.take_along_axis
category: torch-more-params
params:
  - {torch: input, paddle: arr}
  - {torch: dim, paddle: axis}
  - {torch: index, paddle: indices}
  - {torch: sparse_grad, do: drop}
  - {torch: out, paddle: out}
  - {paddle: broadcast, value: "False"}
cases: [{call: paddle.gather, paddle: ">=3.3"}]
---
torch: torch.cat
paddle: paddle.concat
category: renamed-params
params: [{torch: tensors, paddle: x}, {torch: dim, paddle: axis}, {torch: out, paddle: out}]
cases: [{call: paddle.cat}]
---
torch: torch.ge
paddle: paddle.greater_equal
category: renamed-params
params: [{torch: input, paddle: x}, {torch: other, paddle: y}, {torch: out, paddle: out}]
cases:
  - {when: "isa(other, tensor)", call: paddle.ge}
  - {when: "isa(other, tensor)", call: paddle.greater_equal}
  - {code: input >= other}
---
torch: torch.Tensor.permute
paddle: paddle.Tensor.transpose
category: renamed-params
params: [{torch: "*dims", paddle: perm, do: list}]
cases: [{call: paddle.Tensor.permute}]
---
torch: torch.nn.init.orthogonal_
paddle: paddle.nn.initializer.Orthogonal
category: context-change
params:
  - {torch: tensor}
  - {torch: gain, paddle: gain}
  - {torch: generator, do: none}
cases:
  - call: paddle.nn.init.orthogonal_
    code: |
      paddle.nn.init.orthogonal_(tensor, **same)
      tensor
  - {code: "paddle.nn.initializer.Orthogonal(**rest)(tensor)"}
---
torch: torch.nn.functional.pad
paddle: paddle.nn.functional.pad
category: params-differ
params:
  - {torch: input, paddle: x}
  - {torch: pad, paddle: pad}
  - {torch: mode, paddle: mode}
  - {torch: value, paddle: value, do: same_default}
cases:
  - call: paddle.compat.nn.functional.pad
    params: [{torch: value, paddle: value, do: same_default}]
---
torch: torch.nn.AvgPool2d
paddle: paddle.nn.AvgPool2D
category: params-differ
params:
  - {torch: kernel_size, paddle: kernel_size}
  - {torch: count_include_pad, paddle: exclusive, do: rewrite}
cases: [{call: paddle.compat.nn.AvgPool2d}]
"""
    )
}
TYPES = {"x": Type("Tensor"), "i": Type("Tensor"), "w": Type("Tensor")}
RELEASES = paddle_releases()


def written(code: str, release: str = "3.3.1", newer: bool = True) -> str:
    entries = {name: build_entry(data) for name, data in ENTRIES.items()}
    found = rewrite(code, entries.get, RELEASES[release], TYPES, newer)
    assert not found.undone, found.undone
    return found.code


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        # The order and the keywords of torch; what is to be dropped is dropped.
        ("torch.gather(x, 1, i)", "paddle.gather(x, 1, i)"),
        (
            "torch.gather(x, dim=1, index=i, sparse_grad=f)",
            "paddle.gather(x, dim=1, index=i)",
        ),
        ("torch.cat((x, i), dim=1)", "paddle.cat((x, i), dim=1)"),
        ("torch.cat(tensors=(x, i))", "paddle.cat(tensors=(x, i))"),
        ("x.permute(1, 0)", "x.permute([1, 0])"),
        # A row of its own, and torch's default where that of the newer target means the same.
        ("torch.nn.functional.pad(x, [1, 1])", "paddle.compat.nn.functional.pad(x, [1, 1])"),
        # What it is not for, and what it does not take, is written by the main target.
        ("torch.ge(x, i)", "paddle.ge(x, i)"),
        ("torch.ge(x, 2)", "x >= 2"),
        ("torch.ge(x, unknown)", "x >= unknown"),
        ("torch.nn.init.orthogonal_(w, 2.0)", "paddle.nn.init.orthogonal_(w, 2.0)"),
        ("r = torch.nn.init.orthogonal_(w)", "paddle.nn.init.orthogonal_(w)\nr = w"),
    ],
)
def test_a_newer_target_is_called_as_in_torch(code: str, expected: str) -> None:
    assert written(code) == expected


def test_a_newer_target_that_refuses_an_argument_is_not_written() -> None:
    entries = {name: build_entry(data) for name, data in ENTRIES.items()}
    code = "torch.nn.init.orthogonal_(w, generator=g)"
    found = rewrite(code, entries.get, RELEASES["3.3.1"], TYPES)
    assert [use.decision.about for use in found.undone] == ["generator"]


@pytest.mark.parametrize(
    ("release", "gather", "cat"),
    [
        ("3.3.1", "paddle.gather(x, 1, i)", "paddle.cat([x, i])"),
        # `paddle.gather` is there, but is not torch's yet: the case says so.
        ("3.2.2", "paddle.take_along_axis(x, i, 1, broadcast=False)", "paddle.cat([x, i])"),
        ("3.1.1", "paddle.take_along_axis(x, i, 1, broadcast=False)", "paddle.concat([x, i])"),
    ],
)
def test_a_newer_target_is_for_the_releases_that_have_it(
    release: str, gather: str, cat: str
) -> None:
    assert written("torch.gather(x, 1, i)", release) == gather
    assert written("torch.cat([x, i])", release) == cat


def test_candidates_come_with_the_simplest_first() -> None:
    entries = {name: build_entry(data) for name, data in ENTRIES.items()}

    def codes(code: str, release: str) -> list[str]:
        return [one.code for one in candidates(code, entries.get, RELEASES[release], TYPES)]

    assert codes("torch.cat([x])", "3.3.1") == ["paddle.cat([x])", "paddle.concat([x])"]
    assert codes("torch.cat([x])", "3.0.0") == ["paddle.concat([x])"]
    assert written("torch.cat([x])", newer=False) == "paddle.concat([x])"


def test_what_a_newer_target_writes_is_not_left_to_people() -> None:
    (variant,) = build_entry(ENTRIES["torch.nn.AvgPool2d"]).variants
    assert left_to_people(variant) == ()
    plain = {k: v for k, v in ENTRIES["torch.nn.AvgPool2d"].items() if k != "cases"}
    (variant,) = build_entry(plain).variants
    assert left_to_people(variant) == ("count_include_pad",)


@pytest.mark.parametrize(
    ("index", "expected"), [("i", "paddle.gather(x, 1, i)"), ("0", "x[0]"), ("[0]", "x.f()")]
)
def test_cases_before_a_newer_target_hold_before_it(index: str, expected: str) -> None:
    before = {"when": "isa(index, int)", "code": "input[index]"}
    after = {"when": "isa(index, list)", "code": "input.f()"}
    newer = {"when": "not isa(index, list)", "call": "paddle.gather"}
    data = ENTRIES["torch.gather"] | {"cases": [before, newer, after]}
    entry = build_entry(data)
    code = f"torch.gather(x, 1, {index})"
    found = rewrite(code, {"torch.gather": entry}.get, RELEASES["3.3.1"], TYPES)
    assert (found.code, found.undone) == (expected, ())


def test_what_is_said_of_a_newer_target() -> None:
    (newer,) = build_entry(ENTRIES["torch.ge"]).variants[0].newer
    said = newer_remark(newer, "3.3.1")
    assert said.en == "Called as in PyTorch from 3.3.1 on where `other` is a tensor."
    assert said.zh == "自 3.3.1 起，`other` 为 Tensor 时，调用方式与 PyTorch 相同。"
    (newer,) = build_entry(ENTRIES["torch.cat"]).variants[0].newer
    assert newer_remark(newer, None).en == "Called as in PyTorch."
