"""What is filled is the tensor that a view is of, where the code plainly has a view."""

from __future__ import annotations

import pytest

from lint_mappings.showing.converting import convert
from mapping_model.shelf import Shelf
from mapping_model.snapshots import PADDLE
from whole import MAPPINGS

_PLAIN = "paddle.nn.init.normal_("


@pytest.mark.parametrize(
    ("lines", "written"),
    [
        ("nn.init.normal_(w.data)", "w.data.detach().normal_(0.0, 1.0)"),
        ("nn.init.normal_(w.detach(), 1.0, 2.0)", ".detach().normal_(1.0, 2.0)"),
        ("nn.init.normal_(w[1])", ".detach().normal_("),
        ("nn.init.normal_(w.weight.t())", ".detach().normal_("),
        ("v = w.view(2, -1)\nnn.init.normal_(v)", "v.detach().normal_("),
        ("nn.init.xavier_uniform_(w.data)", "w.data.set_value(filled)"),
        ("nn.init.normal_(w)", _PLAIN),
        ("nn.init.normal_(w.weight)", _PLAIN),
        ("v = nn.Parameter(torch.empty(3))\nnn.init.normal_(v)", _PLAIN),
        ("v = torch.empty(3).to(w)\nnn.init.normal_(v)", _PLAIN),
        # It is another name in another function.
        ("def f(w):\n    v = w.t()\ndef g(v):\n    nn.init.normal_(v)", _PLAIN),
    ],
)
def test_a_view_is_filled_through(lines: str, written: str) -> None:
    assert written in _shown(f"import torch\nfrom torch import nn\n{lines}")


@pytest.mark.parametrize(
    ("lines", "written"),
    [
        ("s = nn.Linear(2, 2).state_dict()\ns['bias'].fill_(3)", "s['bias'].fill_(3)"),
        ("def f(d, k):\n    d[k].zero_()", "d[k].zero_()"),
        ("x = torch.ones(2, 2)\nx[0].fill_(3)", "x[0] = 3"),
        ("def f(x):\n    x[0, 1].fill_(3)", "x[0, 1] = 3"),
    ],
)
def test_what_a_dictionary_holds_is_written_where_it_is(lines: str, written: str) -> None:
    assert written in _shown(f"import torch\nfrom torch import nn\n{lines}")


@pytest.mark.parametrize(
    ("lines", "written"),
    [
        ('m = m.to("cpu", memory_format=torch.channels_last)', 'm.to("cpu")'),
        ("m.to(torch.float64, memory_format=torch.channels_last)", "m.to(dtype=paddle.float64)"),
        ('m = m.to("cpu").eval()\nm.to(torch.float64)', "m.to(dtype=paddle.float64)"),
    ],
)
def test_a_layer_is_still_one_after_it_was_moved(lines: str, written: str) -> None:
    assert written in _shown(f"import torch\nm = torch.nn.Conv2d(3, 4, 3)\n{lines}")


def _shown(code: str) -> str:
    return convert(Shelf(MAPPINGS), code, PADDLE[-1], "en", whole=True).code
