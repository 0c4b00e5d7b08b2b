"""What one entry says of limits is asked of those that do the same in another form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from mapping_model.building import build_entry
from mapping_model.corpus import Corpus
from mapping_model.outcomes import Departure
from mapping_model.snapshots import paddle_snapshot
from verify_mappings.probing.probes import probe
from verify_mappings.probing.relatives import of_relatives
from verify_mappings.probing.running import Prober
from verify_mappings.runs.pool import Pool, Versions


def entry(torch: str, example: str | None = None, **more: Any) -> dict[str, Any]:
    """An entry; with the example of a limit for all that is NaN."""
    found: dict[str, Any] = {"torch": torch, "category": "same-params", **more}
    if example is not None:
        inputs = {"x": {"tensor": [float("nan"), 1.0]}, "y": "float32[2]"}
        given = {"inputs": inputs, "torch": example}
        limit = {"when": "some(isnan(input))", "departs": "differs", "example": given}
        found["cases"] = [*more.get("cases", ()), limit]
    return found


def asked(api: str, other: str, example: str) -> list[str]:
    """The code that is asked of an API for what is said of another."""
    entries = [build_entry(entry(api)), build_entry(entry(other, example))]
    corpus = Corpus(Path(), {one.torch: one for one in entries})
    return [seed.code.strip() for seed in of_relatives(corpus.entries[api], corpus)]


@pytest.mark.parametrize(
    ("other", "example", "api", "code"),
    [
        ("torch.add", "torch.add(x, y)", "torch.Tensor.add", "x.add(y)"),
        ("torch.add", "torch.add(x, y, alpha=2)", "torch.Tensor.add_", "x.add_(y, alpha=2)"),
        ("torch.add", "torch.add(x, y)", "torch.Tensor.__add__", "x + y"),
        ("torch.Tensor.add", "x.add(y)", "torch.add", "torch.add(x, y)"),
        ("torch.Tensor.__or__", "x | y", "torch.bitwise_or", "torch.bitwise_or(x, y)"),
        ("torch.Tensor.add_", "x.add_(y)", "torch.Tensor.add", "x.add(y)"),
        ("torch.relu", "torch.relu(x)", "torch.nn.functional.relu", "torch.nn.functional.relu(x)"),
        ("torch.Tensor.__lt__", "x < y", "torch.lt", "torch.lt(x, y)"),
        ("torch.Tensor.__neg__", "-x", "torch.Tensor.neg", "x.neg()"),
        ("torch.Tensor.__iadd__", "x += y", "torch.Tensor.add_", "x.add_(y)"),
        ("torch.Tensor.__iadd__", "x += y", "torch.add", "x = torch.add(x, y)"),
        ("torch.add", "r = torch.add(x, y)", "torch.Tensor.__iadd__", "x += y\nr = x"),
        ("torch.Tensor.add_", "x.add_(y)", "torch.Tensor.__iadd__", "x += y"),
        ("torch.add", "torch.add(x, -2)", "torch.Tensor.__radd__", "-2 + x"),
        ("torch.Tensor.__pow__", "x ** 3", "torch.Tensor.float_power_", "x.float_power_(3)"),
        ("torch.float_power", "torch.float_power(x, 3)", "torch.Tensor.pow", "x.pow(3)"),
        (
            "torch.nn.KLDivLoss",
            "r = torch.nn.KLDivLoss(None, None, 'sum')(x, y)",
            "torch.nn.functional.kl_div",
            "r = torch.nn.functional.kl_div(x, y, size_average=None, reduce=None, reduction='sum')",
        ),
        (
            "torch.nn.functional.kl_div",
            "r = torch.nn.functional.kl_div(x, target=y, reduction='sum')",
            "torch.nn.KLDivLoss",
            "r = torch.nn.KLDivLoss(reduction='sum')(x, y)",
        ),
        ("torch.nn.Softmax", "torch.nn.Softmax(1)(x)", "torch.Tensor.softmax", "x.softmax(dim=1)"),
        ("torch.Tensor.softmax", "x.softmax(1)", "torch.nn.Softmax", "torch.nn.Softmax(1)(x)"),
        (
            "torch.nn.BCELoss",
            "torch.nn.BCELoss()(x, y)",
            "torch.nn.functional.binary_cross_entropy",
            "torch.nn.functional.binary_cross_entropy(x, y)",
        ),
    ],
)
def test_an_example_is_called_in_another_form(
    other: str, example: str, api: str, code: str
) -> None:
    assert asked(api, other, example) == [code]


@pytest.mark.parametrize(
    ("other", "example", "api"),
    [
        ("torch.add", "r = torch.add(x, y)", "torch.sub"),
        ("torch.add", "r = torch.add(x, y, alpha=2)", "torch.Tensor.__add__"),
        ("torch.add", "r = torch.add(input=x, other=y)", "torch.Tensor.add"),
        ("torch.add", "r = torch.add(x, y)", "torch.Tensor.__radd__"),
        ("torch.add", "r = torch.add(x, y) * 2", "torch.Tensor.__iadd__"),
        ("torch.nn.Softmax", "r = torch.nn.Softmax(1)", "torch.softmax"),
        ("torch.nn.Softmax", "r = torch.nn.Softmax(*d)(x)", "torch.softmax"),
    ],
)
def test_what_cannot_be_called_so_is_left_out(other: str, example: str, api: str) -> None:
    assert asked(api, other, example) == []


def test_what_is_said_to_be_a_form_is_a_relative() -> None:
    other = build_entry(entry("torch.sigmoid", "torch.sigmoid(x)"))
    form = build_entry(entry("torch.special.expit", form_of="torch.sigmoid"))
    corpus = Corpus(Path(), {one.torch: one for one in (other, form)})
    assert [s.code.strip() for s in of_relatives(form, corpus)] == ["torch.special.expit(x)"]


@pytest.mark.parametrize("told", [True, False])
def test_a_relative_that_says_nothing_is_found(pool: Pool, told: bool) -> None:
    """Whatever is NaN comes out as 0 of both mappings, of which one says so."""
    example = "result = torch.abs(x)"
    cases = [{"code": "paddle.nan_to_num(paddle.abs(input))"}]
    method = entry(
        "torch.Tensor.abs",
        "result = x.abs()" if told else None,
        cases=[{"code": "paddle.nan_to_num(paddle.abs(self))"}],
    )
    if told:
        method["cases"][-1]["when"] = "some(isnan(self))"
    entries = [build_entry(entry("torch.abs", example, cases=cases)), build_entry(method)]
    corpus = Corpus(Path(), {one.torch: one for one in entries})
    prober = Prober(pool, corpus, {"paddle": paddle_snapshot()}, 20.0, further=True)
    versions = {crew: Versions("1", "3.11") for crew in ("torch", "paddle")}
    (one,) = probe(prober, corpus.entries["torch.Tensor.abs"], ("float32",), versions)
    found = {finding.outcome for finding in one.probed.findings}
    assert (Departure.DIFFERS in found) is not told
