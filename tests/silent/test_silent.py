"""What the looks in this folder find, by faults that are planted."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import complex_numbers
import containers
import doubles
import groups
import integer_results
import magnitudes
import needed_gradients
import nothing_chosen
import same_objects
import settings
import silent_calls
import tiny_numbers
from silent_calls import ROOT, Call

from mapping_model.corpus import Corpus

_GATHERS = "torch.distributed.all_gather_object"


def test_a_list_for_a_tuple_is_found(libraries: Path) -> None:
    code = "x.shape[0], (1, (2, 3))"
    right = Call("", f"result = {code}", f"result = {code}", {"x": _random("float32")})
    wrong = replace(right, paddle="result = x.shape[0], (1, [2, 3])")
    named = replace(right, torch="result = torch.max(x, 1)", paddle="result = x.max(1), x.min(1)")
    found = list(containers.differing(libraries, [right, wrong, named]))
    assert [(one, what) for one, what in found] == [(wrong, "tuple is list of int")]


def test_entries_that_tell_of_lists_are_left_out() -> None:
    corpus = Corpus.load(ROOT / "mappings")
    names = ["torch.broadcast_shapes", "torch.unbind", "torch.max"]
    assert {one.api for one in containers.calls(corpus, names)} == {"torch.max"}
    assert {one.api for one in containers.calls(corpus, names, every=True)} == {*names}


def test_a_call_is_taken_out_of_what_is_around_it() -> None:
    code = "y = x + 1\nresult = list(torch.split(y, 2)), x.shape"
    assert [*containers.alone(code, "torch.split")] == ["y = x + 1\nresult = torch.split(y, 2)"]
    assert [*containers.alone(code, "torch.Tensor.shape")] == ["y = x + 1\nresult = x.shape"]


def test_an_imaginary_part_that_is_dropped_is_found(libraries: Path) -> None:
    """As if nothing were told of `linspace`."""
    corpus = Corpus.load(ROOT / "mappings")
    assert not [*complex_numbers.calls(corpus, ["torch.linspace"])]
    found = [*complex_numbers.calls(corpus, ["torch.linspace", "torch.mul"], every=True)]
    told = {one.api for one, _ in complex_numbers.differing(libraries, found)}
    assert told == {"torch.linspace"}


def test_one_number_at_a_time() -> None:
    assert list(complex_numbers.changed("result = torch.add(x, -2, alpha=3)", "torch.add")) == [
        ("1", "result = torch.add(x, 0.5 + 1j, alpha=3)"),
        ("alpha", "result = torch.add(x, -2, alpha=0.5 + 1j)"),
    ]
    assert list(complex_numbers.changed("result = 2 * x", "torch.Tensor.__rmul__")) == [
        ("left", "result = (0.5 + 1j) * x")
    ]


def test_a_tolerance_is_found(libraries: Path) -> None:
    """`paddle.isreal` has one, and `isneginf` none."""
    plain = Call("", "result = torch.isreal(x)", "result = paddle.isreal(x)", {})
    plain = replace(plain, inputs={"x": _random("complex64")})
    exact = 'result = paddle.logical_not(paddle.imag(x).astype("bool"))'
    wrong = [*tiny_numbers.variants(plain)]
    right = [*tiny_numbers.variants(replace(plain, paddle=exact))]
    complex_ = [one for one in right if one.inputs["x"][2].startswith("complex")]
    found = [one for one, _ in tiny_numbers.differing(libraries, [*wrong, *complex_])]
    assert found
    assert all(one in wrong for one in found)


def test_numbers_begin_elsewhere_in_each_input() -> None:
    call = Call("", "", "", {"x": _random("float32"), "y": ["literal", [[1.0, 2.0]], "float64"]})
    first, near, *_ = tiny_numbers.variants(call)
    assert first.inputs["y"] == ["literal", [[1e-30, -1e-30]], "float32"]
    assert near.inputs["x"][1][0][:2] == [1.0, 1.0 + 2.0**-23]


def test_a_wrong_number_in_a_grid_is_found(libraries: Path) -> None:
    """An exponential that is no more than that of 50, of each number and of several."""
    corpus = Corpus.load(ROOT / "mappings")
    right = Call("torch.exp", "result = torch.exp(x)", "result = paddle.exp(x)", {})
    right = replace(right, inputs={"x": ["literal", [0.0, 3.0, 80.0, math.nan], "float32"]})
    wrong = replace(right, paddle="result = paddle.exp(paddle.clip(x, max=50.0))")
    several = replace(
        right,
        torch=f"{right.torch}.sum()",
        paddle=f"{right.paddle}.sum()",
        inputs={"x": ["literal", [0.0, 80.0], "float32"]},
    )
    otherwise = replace(several, paddle=f"{wrong.paddle}.sum()")
    made = list(silent_calls.answers(libraries, [right, wrong, several, otherwise]))
    alone = replace(wrong, inputs={"x": ["literal", [80.0], "float32"]})
    assert [*magnitudes.suspects(made[:2], corpus)] == [alone]
    assert [one.call for one in magnitudes.unlike_of_several(made[2:], corpus)] == [otherwise]


def test_each_number_is_another_one_and_limits_speak_of_elements() -> None:
    corpus = Corpus.load(ROOT / "mappings")
    codes = {one.torch.strip() for one in magnitudes.calls(corpus, ["torch.Tensor.__pow__"])}
    assert {"result = x ** 2.0", "result = x ** (-1.5)", "result = (0.1) ** x"} <= {
        code.replace("(2.0)", "2.0") for code in codes
    }
    call = Call("torch.Tensor.__pow__", "result = x ** 3", "", {})
    told = [
        magnitudes.is_told(replace(call, inputs={"x": ["literal", [x], "float64"]}), corpus)
        for x in (-math.inf, math.inf)
    ]
    assert told == [True, False]


def test_digits_that_are_lost_are_found(libraries: Path) -> None:
    """In the result, and in the gradient alone."""
    right = Call("", "result = x * 0.1", "result = x * 0.1", {"x": _random("float64")})
    wrong = replace(right, paddle="result = x * 0.10000000149")
    gradient = replace(right, paddle="result = x * 0.1 + (x - x.detach()) * 1e-9")
    found = [*doubles.differing(libraries, [right, wrong, gradient])]
    assert [one for one, _ in found] == [wrong, gradient]
    assert [what.partition(" is")[0] for _, what in found] == ["result", "gradient of x"]


def test_entries_that_tell_of_digits_are_left_out() -> None:
    corpus = Corpus.load(ROOT / "mappings")
    names = ["torch.nn.functional.interpolate", "torch.nn.AvgPool2d", "torch.sigmoid"]
    assert {one.api for one in doubles.calls(corpus, names)} == {"torch.sigmoid"}
    calls = [*doubles.calls(corpus, names, every=True)]
    assert {one.api for one in calls} == {*names}
    assert {dtype for one in calls for _, _, dtype in one.inputs.values()} >= {"float64"}
    assert not any(dtype == "float32" for one in calls for _, _, dtype in one.inputs.values())


def test_a_sample_that_lets_a_gradient_through_is_found(libraries: Path) -> None:
    """Not one that is detached, nor one that neither library lets through."""
    draw = "result = {}.Normal(x, 2.0 + 0 * x).{}"
    right = Call("", draw.format("torch.distributions", "sample()"), "", {"x": _random("float32")})
    right = replace(right, paddle=draw.format("paddle.distribution", "sample().detach()"))
    wrong = replace(right, paddle=draw.format("paddle.distribution", "sample()"))
    both = replace(wrong, torch=draw.format("torch.distributions", "rsample()"))
    found = [*needed_gradients.differing(libraries, [right, wrong, both])]
    assert found == [(wrong, "it needs a gradient in Paddle alone")]


def test_what_needs_a_gradient_is_asked_of_all_samplers() -> None:
    """Random examples, too, which other looks leave out."""
    names = ["torch.distributions.Distribution.sample", "torch.bernoulli"]
    found = {one.api for one in needed_gradients.calls(Corpus.load(ROOT / "mappings"), names)}
    assert found == {*names}


def _random(dtype: str) -> list[object]:
    return ["random", [[2, 3], None, None], dtype]


def test_integers_that_need_a_gradient_are_found(libraries: Path) -> None:
    """As if nothing were told of `topk`; `argmax` gives none."""
    corpus = Corpus.load(ROOT / "mappings")
    names = ["torch.topk", "torch.argmax"]
    assert {one.api for one in integer_results.calls(corpus, names)} == {"torch.argmax"}
    found = [*integer_results.calls(corpus, names, every=True)]
    assert {one.api for one in integer_results.needing(libraries, found)} == {"torch.topk"}


def test_one_that_is_no_member_is_found(libraries: Path) -> None:
    """As if nothing were told of groups; and members that combine otherwise."""
    corpus = Corpus.load(ROOT / "mappings")
    assert len([*groups.calls(corpus, ["torch.distributed.all_gather_object"])]) == 1
    inputs = {"x": _random("float32")}
    code = groups.within("torch.distributed.all_reduce(x)", "torch.distributed.all_reduce")
    right = Call("", code, code.replace("torch", "paddle"), inputs)
    largest = "x, op=paddle.distributed.ReduceOp.MAX"
    wrong = replace(right, paddle=right.paddle.replace("(x", f"({largest}"))
    code = groups.within(f"result = []\n{_GATHERS}(result, 1)", _GATHERS)
    outside = Call("", code.replace("[]", "[None, None]"), code.replace("torch", "paddle"), {})
    found = list(groups.differing(libraries, [right, wrong, outside]))
    assert [one for one, _ in found] == [wrong, outside]
    assert [what.partition(": ")[2][:12] for _, what in found] == ["other values", "RuntimeError"]


def test_code_is_put_into_a_group() -> None:
    assert groups.within("a.f(x, 0)\na.g.h(x)", "a.f", alone=True) == (
        "group = torch.distributed.new_group([0, 1])\nresult = None\n"
        "if torch.distributed.get_rank() < 2:\n    a.f(x, 0, group=group)\n    a.g.h(x)"
    )
    assert groups.within("a.f(x, group=g)", "a.f") == ""


def test_a_result_that_is_what_was_passed_in_torch_alone_is_found(libraries: Path) -> None:
    """Over the same memory, too; not one that neither library gives."""
    code = "result = torch.abs(x, out=y)"
    one = Call(
        "", code, code.replace("torch", "paddle"), {name: _random("float32") for name in "xy"}
    )
    right = replace(one, paddle="result = paddle.assign(paddle.abs(x), y)")
    other = replace(one, torch="result = torch.abs(x)")
    found = [*same_objects.differing(libraries, [one, right, other])]
    assert found == [(one, "the result is not `y`")]


def test_settings_and_what_is_planted(libraries: Path, tmp_path: Path) -> None:
    """All that those of the file do otherwise is told; what is planted is found."""
    path = tmp_path / "settings.yaml"
    guard = "g = torch.set_grad_enabled(False)\\nwith g: pass\\nwith g:\\n  on = "
    twice = f"{guard}torch.is_grad_enabled()\\nresult = on"
    once = "torch.manual_seed(4)\\nresult = torch.initial_seed()"
    path.write_text(
        f"""
- {{of: torch.no_grad, code: "{twice}"}}
- {{of: torch.set_grad_enabled, code: "{twice},", told: it changes nothing}}
- {{of: torch.manual_seed, code: "{once}"}}
- {{of: torch.manual_seed, code: "{once} + 0", told: what nobody says}}
- {{of: torch.cuda.is_available, asks: torch.cuda.is_available()}}
- {{of: torch.device, asks: torch.device("cpu")}}
- {{of: torch.hub, code: result = torch.hub.get_dir()}}
""",
        "utf-8",
    )
    planted = settings.programs(path=path)
    asked = [*planted, *settings.programs()]
    found = [*settings.wrong(libraries, Corpus.load(ROOT / "mappings"), asked)]
    told = [(planted.index(one) if one in planted else one, what) for one, what in found]
    assert sorted(told, key=str) == [
        (0, "result.real[0] is 1 in place of 0"),
        (3, "its page does not say what `told` has"),
        (3, "nothing is other"),
        (5, "result.type.value is 'str' in place of ''"),
        (6, "the mapping does not write it"),
    ]


def test_a_mask_that_chooses_nothing_is_found_to_end_the_process(libraries: Path) -> None:
    """As if nothing were told of `masked_scatter`; `masked_fill` takes it."""
    corpus = Corpus.load(ROOT / "mappings")
    names = ["torch.masked_scatter", "torch.masked_fill"]
    assert {one.api for one in nothing_chosen.calls(corpus, names)} == {"torch.masked_fill"}
    found = [*nothing_chosen.calls(corpus, names, every=True)]
    told = {(one.api, what) for one, what in nothing_chosen.differing(libraries, found)}
    assert told == {("torch.masked_scatter", "the process ends")}


def test_another_shape_of_nothing_is_found(libraries: Path) -> None:
    inputs = {"x": _random("float32"), "i": ["random", [[0], 0, 1], "int64"]}
    right = Call("", "result = x[i]", "result = x[i]", inputs)
    wrong = Call("", "result = x[:, i]", "result = x[:, i]", inputs)
    found = [*nothing_chosen.differing(libraries, [right, wrong])]
    assert found == [(wrong, "the shape is [3, 0] for [2, 0]")]


def test_what_chooses_is_emptied_alone_and_with_another() -> None:
    literal = ["literal", [True, False], "bool"]
    one = Call("", "", "", {"x": _random("float32"), "m": literal, "n": ["value", 3, ""]})
    none = ["random", [[2], -2.0, -1.0], "bool"]
    alone, both = nothing_chosen.variants(one)
    assert alone.inputs == {**one.inputs, "m": none}
    assert both.inputs == {**alone.inputs, "x": ["random", [[0, 3], 0, 1], "float32"]}
    assert [*nothing_chosen.variants(Call("", "", "", {"m": literal}))] == []
