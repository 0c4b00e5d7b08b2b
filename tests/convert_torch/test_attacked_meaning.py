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
