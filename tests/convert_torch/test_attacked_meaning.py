"""Code for which something else was written without a word; what PyTorch does was measured."""

from __future__ import annotations

from textwrap import indent

import pytest
from test_layout import NEWEST, SHELF
from test_written_code import HEAD, added

from convert_torch.converting import convert
from convert_torch.finding import Kind


@pytest.mark.parametrize(
    ("lines", "stays"),
    [
        # What lies in the same memory shows what is added in place.
        ("o = torch.exp(x)\na = o[0]\no += y\nreturn a", False),
        ("o = torch.exp(x)\na = o if n else x\no += y\nreturn a", False),
        ("o = torch.exp(x)\nself.a = o.detach()\no += y", False),
        ("o = torch.exp(x)\na = o.T.view(-1)\no += y\nreturn a", False),
        ("o = torch.exp(x)\na = o.cpu().numpy()\no += y\nreturn a", False),
        ("o = torch.exp(x)\nself.keep('o', o)\no += y", False),
        ("o = torch.exp(x)\nself.keep(value=o)\no += y", False),
        # What is no part of it does not; nor what was held before it was made.
        ("o = torch.exp(x)\nn = o.shape[0]\no += y", True),
        ("o = torch.exp(x)\nprint(o)\no += y", True),
        ("o = torch.exp(x)\no += y\no = self.relu(o)\nreturn o.view(-1)", True),
        ("o = torch.exp(x)\no += y\nself.a = o[0]", True),
        ("o = torch.exp(x)\nnn.init.zeros_(o)\no += y", True),
        ("o = torch.exp(x)\na = o.view(-1)\no = torch.exp(a)\no += y", True),
        ("o = torch.exp(x)\nfor i in x:\n o += y\n self.a = o[0]", False),
    ],
)
def test_a_sum_is_written_in_place_where_something_shares_its_memory(
    lines: str, stays: bool
) -> None:
    written, _ = added(lines)
    assert written[-1:] == (["o += y"] if stays else [])


@pytest.mark.parametrize(
    ("lines", "stays"),
    [
        ("return x if self.training else x * 2", False),
        ("if self.training:\n return x\nreturn x * 2", False),
        ("x += 1\nreturn x", False),
        ("x = x.view(-1)\nreturn x", False),
        ("x = torch.exp(x)\nreturn x", True),
        ("return x * 2", True),
    ],
)
def test_a_layer_of_the_code_may_give_what_it_was_passed(lines: str, stays: bool) -> None:
    code = f"class B(nn.Module):\n  def forward(self, x: torch.Tensor):\n{indent(lines, '    ')}\n"
    code += "class A(nn.Module):\n  def __init__(self):\n    self.b = B()\n"
    code += (
        "  def forward(self, x: torch.Tensor, y: torch.Tensor):\n    o = self.b(x)\n    o += y\n"
    )
    assert convert(HEAD + code, SHELF, NEWEST).code.endswith("o += y\n") is stays


@pytest.mark.parametrize(("line", "told"), [("self.a = 0", True), ("self.b = 0", False)])
def test_what_is_changed_after_it_was_put_in_a_dictionary_is_not_written_later(
    line: str, told: bool
) -> None:
    code = f"def f(self, x):\n    k = {{'dim': self.a}}\n    {line}\n    return torch.sum(x, **k)\n"
    found = convert(HEAD + code, SHELF, NEWEST).findings
    assert any(one.kind is Kind.UNDECIDED for one in found) is told


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        # PyTorch gives 1s for each of these, Paddle a tensor without elements.
        ("k = [p.grad for p in ps]\no.zero_grad()", True),
        ("k.append(p.grad)\no.zero_grad(set_to_none=True)", True),
        ("for p in ps:\n o.zero_grad()\n k[p] = p.grad.detach()", True),
        ("self.k = p.grad.data\nm.zero_grad()", True),
        # These have memory of their own, are not kept, or become zeros in PyTorch, too.
        ("k = [p.grad.clone() for p in ps]\no.zero_grad()", False),
        ("k = [p.grad.norm() for p in ps]\no.zero_grad()", False),
        ("k.append(p.grad)\no.zero_grad(set_to_none=False)", False),
        ("k = [p.grad for p in ps]\ndef g():\n  o.zero_grad()", False),
    ],
)
def test_a_gradient_that_is_kept_while_gradients_are_cleared_is_told(
    lines: str, told: bool
) -> None:
    code = f"def f(self, k, o, m, p, ps):\n{indent(lines, '  ')}\n"
    found = convert(HEAD + code, SHELF, NEWEST).findings
    assert any(one.kind is Kind.SILENT and "empties" in one.text.en for one in found) is told


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        # In PyTorch all of these are true.
        ("hasattr(x.grad, 'shape')", "hasattr(x.grad, 'shape')"),
        ("hasattr(x.clone(), 'shape')", "hasattr(x.clone(), 'shape')"),
        ("hasattr(nn.Linear(2, 2), 'bias')", "hasattr(paddle.compat.nn.Linear(2, 2), 'bias')"),
        ("hasattr(nn.Linear, 'forward')", "hasattr(paddle.compat.nn.Linear, 'forward')"),
        ("hasattr(torch.Tensor, 'view')", "True"),
        ("hasattr(F, 'gelu')", "True"),
    ],
)
def test_what_objects_and_classes_have_is_asked_of_them(asked: str, written: str) -> None:
    code = convert(f"{HEAD}def f(x: torch.Tensor):\n    return {asked}\n", SHELF, NEWEST).code
    assert code.endswith(f"return {written}\n")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        # The values through the view are right in Paddle, its gradient is not.
        ("a = o[:, :1]", True),
        ("a = o.view(-1, 2).transpose(0, 1)", True),
        # Paddle's array is a copy.
        ("a = o.detach().numpy()", True),
        # These have no gradient, or are the tensor itself.
        ("a = o.detach()", False),
        ("a = o", False),
    ],
)
def test_what_is_added_to_a_tensor_of_which_a_view_lives_on_is_told(line: str, told: bool) -> None:
    code = "class A(nn.Module):\n  def f(self, x: torch.Tensor, y: torch.Tensor):\n"
    code += f"    o = torch.exp(x)\n    {line}\n    o += y\n    return torch.tanh(o) * a\n"
    found = convert(HEAD + code, SHELF, NEWEST).findings
    assert any(one.kind is Kind.SILENT and "shares" in one.text.en for one in found) is told
