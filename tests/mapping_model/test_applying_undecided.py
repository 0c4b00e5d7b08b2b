"""Applying mappings: what a program leaves to a person, and what it says of that."""

from __future__ import annotations

import pytest
import yaml
from applied_entries import written

from mapping_model.applying.code import rewrite
from mapping_model.applying.decisions import Decision, Reason
from mapping_model.building import build_entry
from mapping_model.snapshots import paddle_releases


def test_a_parameter_that_the_release_lacks_is_not_lost() -> None:
    (undone,) = written("torch.sort(x, stable=True).values", "2.6.2").undone
    assert undone.decision == Decision(Reason.NO_TARGET, "stable")


def test_what_is_taken_from_a_result_with_other_keys_is_left_to_a_person() -> None:
    (undone,) = written("o = torch.optim.Adam([x])\nf(o.state_dict()['state'][0])").undone
    assert undone.decision == Decision(Reason.REWRITE, "returns")
    assert written("o = torch.optim.Adam([x])\nf(o.state_dict())").undone == ()


@pytest.mark.parametrize(
    ("code", "reason", "about"),
    [
        ("torch.nn.LSTM(3, 4, device='cpu')", Reason.NO_WAY, "device"),
        ("torch.nn.Embedding(3, 4, _weight=w, _freeze=True)", Reason.TWICE, "weight_attr"),
        ("torch.mean(x)", Reason.MISSING, ""),
        ("torch.std(x)", Reason.NO_ENTRY, "torch.std"),
        ("x.view(f(s))", Reason.UNKNOWN, ""),
        ("torch.max(x, s)", Reason.UNKNOWN, ""),
        ("torch.optim.Adam(groups)", Reason.UNKNOWN, "params"),
        ("torch.optim.Adam([{'params': p, 'betas': b}])", Reason.UNKNOWN, "params"),
        ("torch.clamp(x, 0, 1, 2, 3)", Reason.IMPOSSIBLE, ""),
        ("torch.gather(*given)", Reason.SPREAD, ""),
        ("[torch.sort(f(y)) for y in z]", Reason.NO_PLACE, ""),
        ("map(torch.gather, x)", Reason.READ, ""),
        ("map(torch.addcmul, x)", Reason.READ, ""),
        ("del x.requires_grad", Reason.READ, ""),
        # No statement of Python assigns to the result of a call.
        ("y = torch.backends.cudnn.benchmark = True", Reason.NO_WAY, "cudnn.benchmark"),
        # What something is that was bound in a way that cannot be followed.
        ("f(s).view(2)", Reason.RECEIVER, ".view"),
        ("s.param_groups[0]['lr'] = 0.1", Reason.RECEIVER, ".param_groups"),
        ("f(s).requires_grad = True", Reason.RECEIVER, ".requires_grad"),
        ("[s for s in (x, y)]\ns.view(3)", Reason.RECEIVER, ".view"),
        ("def f(x):\n    return x.view(3)", Reason.RECEIVER, ".view"),
        ("g = lambda x: x.view(3)", Reason.RECEIVER, ".view"),
        ("for n, x in s:\n    x.view(3)", Reason.RECEIVER, ".view"),
        ("for _ in s:\n    x.view(3)\n    x = f(x)", Reason.RECEIVER, ".view"),
        ("if s:\n    x = f(s)\nx.view(3)", Reason.RECEIVER, ".view"),
        ("try:\n    x = f(s)\nexcept E:\n    pass\nx.view(3)", Reason.RECEIVER, ".view"),
        ("with f() as x:\n    x.view(3)", Reason.RECEIVER, ".view"),
        ("(x := f(s))\nx.view(3)", Reason.RECEIVER, ".view"),
        ("x: int = f(s)\nx, *w = s\nw.view(3)", Reason.RECEIVER, ".view"),
    ],
)
def test_what_a_person_must_decide(code: str, reason: Reason, about: str) -> None:
    (undone,) = written(code).undone
    assert undone.decision.reason is reason
    assert undone.decision.about.endswith(about)
    assert written(code).code == code


@pytest.mark.parametrize("code", ["torch.Tensor.nbytes = 0", "print(torch.Tensor.nbytes)"])
def test_an_attribute_of_a_class_is_of_no_tensor(code: str) -> None:
    name = "torch.Tensor.nbytes"
    entry = build_entry({"torch": name, "paddle": "paddle.numel", "category": "params-differ"})
    (undone,) = rewrite(code, {name: entry}.get, paddle_releases()["3.3.1"], {}).undone
    assert undone.decision.reason is Reason.READ


@pytest.mark.parametrize(
    "more",
    [
        "cases: [{code: 'x = 1'}]",
        "cases: [{code: 'x = y = input; x'}]",
        "cases: [{code: \"if input: raise RuntimeError('x')\\nelse: x\\ninput\"}]",
        'cases: [{code: "if input: x\\ninput"}]',
        "cases: [{code: '[x] = input; x'}]",
        "cases: [{when: 'match input:', code: input}]",
        "cases: [{call: paddle.sign, when: input =}]",
        "when: 'paddle.abs(**rest)'",
        "params: [{torch: input, paddle: x, value: 'paddle.abs(input, **same)'}]",
        "paddle: ~",
    ],
)
def test_a_mapping_that_is_not_well_written_is_told_of(more: str) -> None:
    text = "{torch: torch.abs, paddle: paddle.abs, category: same-params, examples: [], "
    text += "params: [{torch: input, paddle: x}], " + more + "}"
    entry = build_entry(yaml.safe_load(text))
    (undone,) = rewrite(
        "torch.abs(x)", {"torch.abs": entry}.get, paddle_releases()["3.3.1"], {}
    ).undone
    assert undone.decision == Decision(Reason.UNREADABLE, "torch.abs")


@pytest.mark.parametrize("passed", ["n", "f(n)", "np.prod(n)", "math.ceil(n)"])
def test_what_may_be_a_shape_or_values_is_left_to_a_person(passed: str) -> None:
    (undone,) = written(f"import math, numpy as np\ntorch.LongTensor({passed})").undone
    assert undone.decision.said().en == (
        "What is passed cannot be told: `paddle.to_tensor` where `data` is neither a `torch.Size` "
        "nor an integer, `paddle.empty` where `size[0]` is a `torch.Size` or an integer."
    )


def test_what_a_shape_is_asked_is_left_to_a_person() -> None:
    (undone,) = written("torch.Size([2, 3]).numel()").undone
    assert undone.api == "torch.Size.numel"


def test_advice_is_for_the_releases_that_need_it() -> None:
    code = "torch.optim.Adam([p], amsgrad=True)"
    (undone,) = written(code, "2.6.2").undone
    assert undone.decision.reason is Reason.ADVICE
    assert undone.decision.advice is not None
