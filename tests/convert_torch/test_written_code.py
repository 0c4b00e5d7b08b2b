"""What is written for code of strangers; what Paddle's views and classes do was measured on it."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest
from test_layout import IMPORTS, NEWEST, SHELF

from convert_torch.converting import convert
from convert_torch.finding import Kind
from library_programs import answers

HEAD = f"{IMPORTS}from functools import partial\n\n\n"
FUNCTION = "def f(x: torch.Tensor, y: torch.Tensor, n):\n    "


def written(code: str) -> str:
    """The lines for Paddle, without the imports and the head of the function."""
    found = convert(HEAD + code, SHELF, NEWEST).code
    return found.partition("partial\n\n\n")[2].rpartition("y: paddle.Tensor, n):\n    ")[2].strip()


@pytest.mark.parametrize(
    ("torch", "paddle"),
    [
        # Paddle gives the right values through a view, but its gradients do not know of them.
        ("x[..., :n].copy_(y)", "x[..., :n] = y"),
        ("x[0].zero_()", "x[0] = 0"),
        ("x[:, 0].fill_(1)", "x[:, 0] = 1"),
        ("x[n].add_(y)", "x[n] += y"),
        ("x[0].mul_(2)", "x[0] *= 2"),
        # What was there is needed for the gradient: Paddle raises an error where it is gone.
        ("x[0].exp_()", "x[0] = x[0].clone().exp()"),
        # PyTorch changes a copy, as Paddle does; nothing is evaluated twice.
        ("x[[0, 1]].zero_()", "x[[0, 1]].zero_()"),
        ("x[n()].zero_()", "x[n()].zero_()"),
    ],
)
def test_what_is_written_to_a_part_is_assigned(torch: str, paddle: str) -> None:
    assert written(FUNCTION + torch) == paddle


@pytest.mark.parametrize(
    ("torch", "paddle", "kind"),
    [
        ("a = {'r': F.relu}", "a = {'r': paddle.nn.functional.relu}", Kind.LIKELY),
        ("a = nn.GELU", "a = paddle.nn.GELU", None),
        ("a = nn.LayerNorm", "a = paddle.nn.LayerNorm", Kind.LIKELY),
        # `momentum` means something else.
        ("a = nn.BatchNorm2d", "a = paddle.nn.BatchNorm2D", Kind.SILENT),
        ("isinstance(m, nn.LayerNorm)", "isinstance(m, paddle.nn.LayerNorm)", None),
        ("a = partial(nn.LayerNorm, eps=1)", "a = partial(paddle.nn.LayerNorm, epsilon=1)", None),
        ("a = partial(nn.ReLU, inplace=x)", "a = partial(paddle.nn.ReLU, inplace=x)", Kind.LIKELY),
    ],
)
def test_what_is_only_named_is_written_and_told(torch: str, paddle: str, kind: Kind | None) -> None:
    assert written(torch) == paddle
    found = convert(HEAD + torch, SHELF, NEWEST).findings
    named = {one.kind for one in found if "only named" in one.text.en}
    assert named == ({kind} if kind else set())


def test_a_class_passes_on_what_paddle_calls_it() -> None:
    code = (
        "class Norm(nn.LayerNorm):\n    def __init__(self, d):\n"
        "        super().__init__(d, eps=1e-6)"
    )
    assert written(code).splitlines()[-1].strip() == "super().__init__(d, epsilon=1e-6)"


@pytest.mark.parametrize(
    ("line", "passed"),
    [
        ("dd = {'dtype': n}", True),
        ("dd = dict(dtype=n)", True),
        ("dd = {'dtype': n()}", False),
        ("dd = {'dtype': n}; dd['device'] = n", False),
        ("dd = {'dtype': n}; n = 1", False),
    ],
)
def test_what_a_dictionary_passes_is_known(line: str, passed: bool) -> None:
    code = f"{FUNCTION}{line}\n    return torch.zeros(2, 3, **dd)"
    last = written(code).splitlines()[-1].strip()
    assert (last == "return paddle.zeros([2, 3], dtype=n)") is passed


GROUPS = "g = [{'params': [p for p in net.parameters() if p.ndim > 1], 'weight_decay': 0.1}]"
ADDED = "g.append({'params': p, 'lr': 1, 'weight_decay': 0})"
EACH = (
    "paddle.optimizer.SGD(learning_rate=0.1, "
    'parameters=[{**group, "learning_rate": group.get("lr", 0.1) / 0.1} for group in g])'
)


@pytest.mark.parametrize(
    ("lines", "last"),
    [
        # Paddle's groups are the same but for learning rates, which are factors there.
        (f"{GROUPS}\nSGD(g, lr=0.1)", "paddle.optimizer.SGD(learning_rate=0.1, parameters=g)"),
        (f"{GROUPS}\ng.append(h)\nSGD(g, lr=0.1)", None),
        (f"{GROUPS}\ng[0]['lr'] = 1\nSGD(g, lr=0.1)", None),
        (f"{GROUPS[:-2]}, 'lr': 1}}]\nSGD(g, lr=0.1)", EACH),
        (f"{GROUPS[:-2]}, 'eps': 1}}]\nSGD(g, lr=0.1)", None),
        (f"{GROUPS[:-2]}, **h}}]\nSGD(g, lr=0.1)", None),
        (f"{GROUPS[:-2]}, 'lr': 1}}]\nSGD(g, lr=f(x))", None),
        (f"{GROUPS[:-2]}, 'lr': 1}}]\nSGD(g, lr=group)", None),
        (f"{GROUPS[:-2]}, 'lr': 1}}]\nSGD(g, lr=0.1, maximize=True)", None),
        # Those that are put together.
        (f"g = []\nfor p in ps:\n    {ADDED}\nSGD(g, lr=0.1)", EACH),
        (f"{GROUPS}\n{ADDED}\nprint(len(g))\nSGD(g, lr=0.1)", EACH),
        ("g = []\ng += [{'params': p, 'lr': 1}]\nSGD(g, lr=0.1)", EACH),
        ("g = []\ng.extend({'params': p, 'lr': 1} for p in ps)\nSGD(g, lr=0.1)", None),
        ("g = []\ng.extend([{'params': p, 'lr': 1} for p in ps])\nSGD(g, lr=0.1)", EACH),
        (f"g = []\n{ADDED}\ng += h\nSGD(g, lr=0.1)", None),
        (f"g = []\n{ADDED}\ng[0]['lr'] = 2\nSGD(g, lr=0.1)", None),
        (f"g = h\n{ADDED}\nSGD(g, lr=0.1)", None),
        (
            "ps = [p for p in net.parameters() if p.requires_grad]\nSGD(ps, lr=0.1)",
            "paddle.optimizer.SGD(learning_rate=0.1, parameters=ps)",
        ),
        ("ps = [f(p) for p in qs]\nSGD(ps, lr=0.1)", None),
    ],
)
def test_an_optimizer_takes_what_a_name_is_known_to_hold(lines: str, last: str | None) -> None:
    code = f"from torch.optim import SGD\nnet = nn.Linear(3, 4)\n{lines}"
    found = convert(HEAD + code, SHELF, NEWEST)
    told = [one.api for one in found.findings if one.kind is Kind.UNDECIDED]
    assert told == ([] if last else ["torch.optim.SGD"])
    assert last is None or found.code.splitlines()[-1] == last


def test_groups_that_stand_elsewhere_are_trained_alike(libraries: Path, tmp_path: Path) -> None:
    """With rates of their own, weight decay of their own, or neither."""
    code = """import json
import torch
from torch.optim import AdamW

w, b, c = (torch.nn.Parameter(torch.full([2], float(n))) for n in (1, 2, 3))
groups = [{"params": w, "lr": 0.02}]
for p in (b, c):
    groups.append({"params": [p], "weight_decay": 0.3})
optimizer = AdamW(groups, lr=0.1)
for _ in range(3):
    (w * b * c).sum().backward()
    optimizer.step()
    optimizer.zero_grad()
print(json.dumps([round(p.mean().item(), 4) for p in (w, b, c)]))
"""
    (told := tmp_path / "code.py").write_text(code)
    found = convert(code, SHELF, NEWEST)
    assert [one for one in found.findings if one.kind is Kind.UNDECIDED] == []
    (ported := tmp_path / "ported.py").write_text(found.code)
    (torch,) = answers(libraries, told, "torch", None)
    assert answers(libraries, ported, "paddle", None) == [torch]
    assert len({1 - torch[0], 2 - torch[1], 3 - torch[2]}) == 3


@pytest.mark.parametrize(
    ("made", "called", "paddle", "told"),
    [
        ("nn.MSELoss()", "layer(target=y, input=x)", "layer(x, y)", False),
        ("nn.MSELoss()", "layer(x, target=y)", "layer(x, y)", False),
        ("nn.LSTM(3, 4)", "layer(x, hx=(y, y))", "layer(x, (y, y))", False),
        ("nn.ConvTranspose2d(3, 4, 2)", "layer(x, output_size=n)", "layer(x, n)", False),
        ("nn.TransformerEncoder(n, 2)", "layer(x)", None, False),
        # Paddle's takes a mask of another shape that says the opposite.
        ("nn.TransformerEncoder(n, 2)", "layer(x, src_key_padding_mask=y)", None, True),
        ("nn.TransformerEncoder(n, 2)", "layer(x, y)", None, True),
        (
            "nn.TransformerEncoder(n, 2)",
            "layer(x, src_key_padding_mask=~y)",
            "layer(x, src_mask=y.unsqueeze([1, 2]))",
            False,
        ),
        (
            "nn.TransformerEncoderLayer(8, 2)",
            "layer(x, src_key_padding_mask=y == 0)",
            "layer(x, src_mask=paddle.logical_not(y == 0).unsqueeze([1, 2]))",
            False,
        ),
        ("nn.TransformerDecoder(n, 2)", "layer(x, y)", None, False),
    ],
)
def test_what_layers_are_called_with(
    made: str, called: str, paddle: str | None, told: bool
) -> None:
    found = convert(f"{HEAD}layer = {made}\n{FUNCTION}{called}\n", SHELF, NEWEST)
    assert found.code.splitlines()[-1].strip() == (paddle or called)
    words = [one.text.en for one in found.findings if one.kind is Kind.UNDECIDED]
    assert any(one.startswith("Paddle's layer takes no ") for one in words) is told


@pytest.mark.parametrize(
    ("torch", "paddle"),
    [
        ("s = STEP(o, 3)", "s = DECAY(o.get_lr(), step_size=3)\no.set_lr_scheduler(s)"),
        # What has the name already is asked for afterwards.
        (
            "o = STEP(o, 3)",
            "scheduler = DECAY(o.get_lr(), step_size=3)\no.set_lr_scheduler(scheduler)\n"
            "o = scheduler",
        ),
        (
            "self.s = STEP(o, 3)",
            "scheduler = DECAY(o.get_lr(), step_size=3)\no.set_lr_scheduler(scheduler)\n"
            "self.s = scheduler",
        ),
        ("s = STEP(o, 3, last_epoch=4)", None),
        ("s = [STEP(o, 3) for o in a]", None),
    ],
)
def test_an_optimizer_gets_its_scheduler_where_it_is_built(torch: str, paddle: str | None) -> None:
    torch = torch.replace("STEP", "torch.optim.lr_scheduler.StepLR")
    found = convert(HEAD + torch, SHELF, NEWEST)
    assert [one.kind for one in found.findings] == ([] if paddle else [Kind.UNDECIDED])
    wanted = (paddle or torch).replace("DECAY", "paddle.optimizer.lr.StepDecay")
    assert found.code.rpartition("\n\n\n")[2].endswith(wanted)


def test_an_item_of_a_list_of_one_is_that_one() -> None:
    head = "s = torch.optim.lr_scheduler.StepLR(o, 3)\n"
    assert written(f"{head}a = s.get_last_lr()[0]").endswith("\na = s()")
    assert written(f"{head}a = s.get_last_lr()[n]").endswith("\na = [s()][n]")


def test_a_class_that_stands_for_a_type_is_written_whatever_its_calls_become() -> None:
    scheduler = "torch.optim.lr_scheduler.LRScheduler"
    code = f"def f(s: {scheduler}):\n    return isinstance(s, torch.optim.lr_scheduler.StepLR)"
    new = code.replace(scheduler, "paddle.optimizer.lr.LRScheduler")
    assert written(code) == new.replace(
        "torch.optim.lr_scheduler.StepLR", "paddle.optimizer.lr.StepDecay"
    )
    assert not convert(HEAD + code, SHELF, NEWEST).findings
    base = f"class Own({scheduler}):\n    pass"
    assert {one.kind for one in convert(HEAD + base, SHELF, NEWEST).findings} == {Kind.UNDECIDED}


ONE, TWO = (f"torch.optim.lr_scheduler.{name}(o, 3)" for name in ("StepLR", "CosineAnnealingLR"))


@pytest.mark.parametrize(
    ("code", "told"),
    [
        (f"a = {ONE}\nb = {TWO}", True),
        (f"a = {ONE}\nif n:\n    b = {TWO}", True),
        (f"if n:\n    a = {ONE}\nb = {TWO}", True),
        (f"for n in a:\n    b = {ONE}\nelse:\n    b = {TWO}", True),
        # One or the other, or of two functions.
        (f"if n:\n    a = {ONE}\nelif a:\n    a = {TWO}", False),
        (f"match n:\n    case 1:\n        a = {ONE}\n    case _:\n        a = {TWO}", False),
        (f"def f(o, n):\n    if n:\n        return {ONE}\n    return {TWO}", False),
        (f"def f(o):\n    return {ONE}\ndef g(o):\n    return {TWO}", False),
        (f"a = {ONE}\nb = {TWO.replace('(o,', '(p,')}", False),
    ],
)
def test_a_second_scheduler_of_an_optimizer_is_told(code: str, told: bool) -> None:
    found = convert(HEAD + code, SHELF, NEWEST).findings
    assert [one.kind for one in found] == ([Kind.SILENT] if told else [])


def added(lines: str, layer: bool = True) -> tuple[list[str], list[Kind]]:
    """What becomes of `o += y` in a function of a layer, or of none, and what is told of it."""
    first = "class A(nn.Module):\n" if layer else "class A:\n"
    body = f"{first} def f(self, x: torch.Tensor, y: torch.Tensor):\n{indent(lines, '  ')}\n"
    found = convert(HEAD + body, SHELF, NEWEST)
    told = [one.kind for one in found.findings if "new tensor" in one.text.en]
    return [line.strip() for line in found.code.splitlines() if " y" in line[-3:]], told


@pytest.mark.parametrize(
    ("lines", "stays"),
    [
        ("o = torch.exp(x)\no += y", True),
        ("o = torch.exp(x)\nif o:\n o = torch.cat([o, o])\no += y\nreturn o, x", True),
        ("o = torch.exp(x)\no += y\no = x", True),
        # Another name, a list or a loop may hold it, or it is a part of something.
        ("o = torch.exp(x)\nx = o\no += y", False),
        ("o = torch.exp(x)\nx.append(o)\no += y", False),
        ("o = torch.exp(x)\nx = [o]\no += y", False),
        ("o = x.view(3)\no += y", False),
        ("o = x\no += y", False),
        ("if x:\n o = torch.exp(x)\nelse:\n o = x.t()\no += y", False),
        ("o = torch.exp(x)\nfor i in x:\n o += y\n o = x.t()", False),
    ],
)
def test_a_sum_of_its_own_is_not_written_in_place(lines: str, stays: bool) -> None:
    written, told = added(lines)
    assert written[-1:] == (["o += y"] if stays else [])
    assert told == []


def test_what_a_layer_adds_to_its_parameter_is_told() -> None:
    assert added("x += y") == (["x += y"], [Kind.SILENT])
    assert added("x += y", layer=False) == ([], [])


def test_a_class_of_tensors_makes_a_tensor() -> None:
    assert written("a = torch.BoolTensor(2, 3).zero_()").endswith(".zero_()")
    found = convert(HEAD + "a = torch.FloatTensor(2, 3).zero_().permute(1, 0)", SHELF, NEWEST)
    assert [one for one in found.findings if one.kind is Kind.UNDECIDED] == []


@pytest.mark.parametrize(
    "line", ["x[n] = y[n] = 1", "x[n], a = y, n", "for x[n] in y: pass", "del x[n], y[n]"]
)
def test_what_is_assigned_to_with_others_stays(line: str) -> None:
    assert written(FUNCTION + line) == line


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("with torch.device('meta'):\n    a = nn.Linear(2, 3)", 0),
        ("a = torch.device('cuda:1')\nwith a:\n    b = torch.ones(3)", 2),
        # Nothing is said of what is no device, nor of a device that is only passed.
        ("a = torch.device('cpu')\nwith torch.no_grad():\n    b = torch.ones(3, device=a)", 0),
        ("with open(torch.device('cpu').type) as a:\n    b = a.read()", 0),
    ],
)
def test_a_device_that_is_entered_is_told(code: str, line: int) -> None:
    """By a name it is a string on Paddle, which `with` refuses."""
    found = convert(HEAD + code, SHELF, NEWEST).findings
    told = [one.line - HEAD.count("\n") for one in found if "no context" in one.text.en]
    assert told == ([line] if line else [])


@pytest.mark.parametrize(
    ("torch", "paddle"),
    [
        ("with torch.device('cuda:1'): ...", 'with paddle.device_guard("gpu:1"): ...'),
        ("with a, torch.device('cpu'): ...", "with a, paddle.device_guard('cpu'): ..."),
        ("with torch.device(0): ...", 'with paddle.device_guard("gpu:0"): ...'),
        ("n = torch.device('cuda')", 'n = "gpu"'),
    ],
)
def test_a_device_that_with_makes_is_a_context(torch: str, paddle: str) -> None:
    assert written(torch) == paddle


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("n -= 0.1 * n.grad", "paddle.assign(n - 0.1 * n.grad, n)"),
        ("n += n.grad", "paddle.assign(n + n.grad, n)"),
        # Nothing is known of what another has a gradient of.
        ("n -= 0.1 * m.grad", "n -= 0.1 * m.grad"),
        ("n -= 0.1", "n -= 0.1"),
    ],
)
def test_what_has_a_gradient_is_changed_in_place(line: str, lines: str) -> None:
    """Else the parameter that a function was passed would silently stay as it is."""
    assert written(FUNCTION + line) == lines


@pytest.mark.parametrize(
    ("line", "last", "told"),
    [
        ("m.running_mean = x.mean(0)", "m._mean.set_value(x.mean(0))", False),
        ("m.running_var = None", "m.running_var = None", True),
        ("m.running_var *= 2", "m.running_var *= 2", True),
    ],
)
def test_running_statistics_are_filled(line: str, last: str, told: bool) -> None:
    """To assign a tensor to Paddle's raises an error; under the name of PyTorch it does nothing."""
    found = convert(f"{HEAD}m = nn.BatchNorm1d(3)\n{line}", SHELF, NEWEST)
    assert found.code.splitlines()[-1] == last
    undecided = [one.api for one in found.findings if one.kind is Kind.UNDECIDED]
    name = line.partition(" ")[0].removeprefix("m.")
    assert undecided == ([f"torch.nn.BatchNorm1d.{name}"] if told else [])
