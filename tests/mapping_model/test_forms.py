"""Entries that are forms of another: what follows from it, what does not, and where it stands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from mapping_model.corpus import Corpus
from mapping_model.forms.deriving import Derived, derive
from mapping_model.forms.relation import Underivable, possible_bases
from mapping_model.naming import path_for
from mapping_model.shelf import Shelf

ABS = """
torch: torch.abs
paddle: paddle.abs
category: renamed-params
params:
  - {torch: input, paddle: x}
  - {torch: out, paddle: out}
notes:
  - {en: "`torch.abs(x)` keeps the dtype of `input`.", zh: "`torch.abs(x)` 保持 `input` 的 dtype。"}
cases:
  - when: input.dtype == uint8
    departs: raises
    code: paddle.abs(input.astype("float32"), **rest).astype(input.dtype)
    example:
      inputs: {x: {tensor: [1, 2], dtype: uint8}}
      torch: |
        result = torch.abs(x)
examples:
  - inputs: {x: "float32[2, 3]"}
    torch: |
      result = torch.abs(x * 2)
    paddle: |
      result = paddle.abs(x * 2)
  - title: {en: Called with a keyword., zh: 以关键字方式调用。}
    inputs: {x: [-3, 0, 5]}
    torch: |
      result = torch.abs(input=x)
    paddle: |
      result = paddle.abs(x=x)
  - inputs: {x: "float32[2, 3]", y: "float32[2, 3]"}
    param: out
    torch: |
      torch.abs(x, out=y)
    paddle: |
      paddle.abs(x, out=y)
gotchas: [bytes-on-cpu]
"""


def form(own: str, base: str, **more: Any) -> Derived:
    data = yaml.safe_load(base)
    return derive({"torch": own, "form_of": data["torch"], **more}, data)


def codes(derived: Derived) -> list[tuple[str, str]]:
    return [(one["torch"].strip(), one["paddle"].strip()) for one in derived.data["examples"]]


def test_a_method_is_called_on_what_the_function_takes_first() -> None:
    derived = form("torch.Tensor.abs", ABS)
    assert derived.faults == []
    data = derived.data
    assert (data["paddle"], data["category"]) == ("paddle.Tensor.abs", "paddle-more-params")
    assert data["params"] == [{"paddle": "out"}]
    assert codes(derived) == [
        ("result = (x * 2).abs()", "result = (x * 2).abs()"),
        ("result = x.abs()", "result = x.abs()"),
    ]
    assert not any("title" in example for example in data["examples"])
    assert data["notes"] == [
        {
            "en": "`x.abs()` keeps the dtype of the tensor.",
            "zh": "`x.abs()` 保持原 Tensor 的 dtype。",
        }
    ]
    (limit,) = data["cases"]
    assert limit["when"] == "self.dtype == uint8"
    assert limit["code"] == 'paddle.abs(self.astype("float32"), **rest).astype(self.dtype)'
    assert limit["example"]["torch"] == "result = x.abs()\n"
    assert data["gotchas"] == ["bytes-on-cpu"]


def test_an_in_place_method_overwrites_and_has_no_out() -> None:
    derived = form("torch.Tensor.abs_", ABS)
    data = derived.data
    assert (data["paddle"], data["category"]) == ("paddle.Tensor.abs_", "no-params")
    assert "params" not in data
    assert codes(derived)[1] == ("result = x.abs_()", "result = x.abs_()")
    assert data["cases"][0]["code"].startswith('paddle.assign(paddle.abs(self.astype("float32"')


CLAMP = """
torch: torch.clamp
paddle: paddle.clip
category: params-differ
params:
  - {torch: input, paddle: x}
  - {torch: min, paddle: min}
  - {torch: max, paddle: max}
cases:
  - {when: "isa(min, tensor)", code: "paddle.maximum(input, min.astype(input.dtype))"}
examples:
  - param: min
    inputs: {x: "float32[3]", low: [-0.5, 0.0, 0.5]}
    torch: |
      result = torch.clamp(x, min=low)
    paddle: |
      result = paddle.maximum(x, low)
"""


def test_where_paddle_overwrites_by_assigning_it_computes_with_a_copy() -> None:
    """Paddle refuses the gradient of `maximum` where its input was overwritten."""
    derived = form("torch.Tensor.clamp_", CLAMP)
    assert derived.data["paddle"] == "paddle.Tensor.clip_"
    (case,) = derived.data["cases"]
    assert case["code"] == (
        "paddle.assign(paddle.maximum(self.clone(), min.astype(self.dtype)), self)"
    )
    assert codes(derived) == [
        ("result = x.clamp_(min=low)", "result = paddle.assign(paddle.maximum(x.clone(), low), x)")
    ]


RELU = """
torch: torch.nn.functional.relu
paddle: paddle.nn.functional.relu
category: torch-more-params
params:
  - {torch: input, paddle: x}
  - torch: inplace
    text: {en: "For `True` it is overwritten.", zh: "取 `True` 时会被覆盖。"}
cases:
  - {when: given(inplace), code: paddle.nn.functional.relu_(input) if inplace else input}
  - when: floating(input) and some(isnan(input)) and not inplace
    departs: differs
    example:
      inputs: {x: [-1.0, .nan]}
      torch: |
        result = torch.nn.functional.relu(x)
examples:
  - inputs: {x: "float32[3, 4]"}
    torch: |
      result = torch.nn.functional.relu(x)
    paddle: |
      result = paddle.nn.functional.relu(x)
  - param: inplace
    inputs: {x: "float32[3, 4]"}
    torch: |
      torch.nn.functional.relu(x, inplace=True)
    paddle: |
      paddle.nn.functional.relu_(x)
"""


def test_another_name_lacks_a_parameter_and_what_is_said_of_it() -> None:
    derived = form("torch.relu", RELU)
    assert derived.faults == []
    assert derived.data["params"] == [{"torch": "input", "paddle": "x"}]
    assert derived.data["category"] == "renamed-params"
    (limit,) = derived.data["cases"]
    assert limit["when"] == "floating(input) and some(isnan(input))"
    assert codes(derived) == [("result = torch.relu(x)", "result = paddle.nn.functional.relu(x)")]


def test_in_place_a_limit_of_what_is_in_place_holds_and_no_other() -> None:
    base = yaml.safe_load(RELU)
    other = {"departs": "raises", "when": "input.ndim == 0 and inplace"}
    other["example"] = {"torch": "torch.nn.functional.relu(x, inplace=True)"}
    base["cases"].append(other)
    for name, call in (("torch.relu_", "torch.relu_(x)"), ("torch.Tensor.relu_", "x.relu_()")):
        derived = derive({"torch": name, "form_of": base["torch"]}, base)
        assert derived.data["paddle"] == "paddle.nn.functional.relu_"
        (limit,) = (case for case in derived.data["cases"] if "departs" in case)
        assert limit["when"] in ("input.ndim == 0", "self.ndim == 0")
        assert limit["example"]["torch"] == call


def test_a_layer_is_made_with_the_parameters_and_called_with_the_tensors() -> None:
    case = {"when": "given(inplace)", "code": "paddle.nn.ReLU()"}
    derived = form("torch.nn.ReLU", RELU, cases=[case])
    assert derived.faults == []
    assert derived.data["cases"][0] == case
    assert derived.data["paddle"] == "paddle.nn.ReLU"
    assert [row["torch"] for row in derived.data["params"]] == ["inplace"]
    assert codes(derived) == [
        ("result = torch.nn.ReLU()(x)", "result = paddle.nn.ReLU()(x)"),
        ("torch.nn.ReLU(inplace=True)(x)", "paddle.nn.functional.relu_(x)"),
    ]


def test_code_of_a_function_does_for_no_layer() -> None:
    (fault,) = form("torch.nn.ReLU", RELU).faults
    assert (fault.write, fault.path) == ("cases", ("cases", 0))


GATHER = """
torch: torch.gather
paddle: paddle.take_along_axis
category: torch-more-params
params:
  - {torch: input, paddle: arr}
  - {torch: dim, paddle: axis}
  - {torch: index, paddle: indices}
  - {torch: sparse_grad, do: drop}
  - {torch: out, paddle: out}
  - paddle: broadcast
    value: "False"
    desc: {en: Whether it is broadcast to the shape of `arr`., zh: 是否广播到 `arr` 的形状。}
cases:
  - {call: paddle.gather, paddle: ">=3.3"}
  - code:
      values: paddle.sort(**rest)
      indices: paddle.take_along_axis(**rest)
      both: paddle.gather(input, **rest)
examples:
  - param: index
    title: {en: The second and third parameter change places., zh: 第二和第三个参数互换。}
    inputs: {x: "float32[3, 4]", i: [[0, 2, 1]]}
    torch: |
      result = torch.gather(input=x, dim=0, index=i)
    paddle: |
      result = paddle.take_along_axis(arr=x, indices=i, axis=0, broadcast=False)
"""


def test_what_only_paddle_has_stays_and_the_rest_of_a_call_gets_its_tensor() -> None:
    derived = form("torch.Tensor.gather", GATHER)
    data = derived.data
    assert [(row.get("torch"), row.get("paddle")) for row in data["params"]] == [
        ("dim", "axis"),
        ("index", "indices"),
        ("sparse_grad", None),
        (None, "broadcast"),
        (None, "out"),
    ]
    assert data["params"][3]["desc"] == {
        "en": "Whether it is broadcast to the shape of the tensor.",
        "zh": "是否广播到原 Tensor 的形状。",
    }
    newer, parts = data["cases"]
    assert parts["code"] == {
        "values": "paddle.sort(self, **rest)",
        "indices": "self.take_along_axis(**rest)",
        "both": "paddle.gather(self, **rest)",
    }
    assert newer == {"call": "paddle.Tensor.gather", "paddle": ">=3.3"}
    (example,) = data["examples"]
    assert example["torch"] == "result = x.gather(dim=0, index=i)\n"
    assert example["paddle"] == "result = x.take_along_axis(indices=i, axis=0, broadcast=False)\n"
    assert "title" not in example


def test_own_cases_stand_in_the_place_of_those_that_say_the_same_kind_of_thing() -> None:
    base = yaml.safe_load(GATHER)
    base["code"] = {"safe": "paddle.gather(input, **rest)"}
    departs = {"when": "input.size == 0", "departs": "raises", "code": "safe"}
    base["cases"] += [{**departs, "example": {"torch": "result = torch.gather(x, 0, i)"}}, "shared"]
    own = {"when": "dim == 0", "code": "self.clone()"}
    parts = {"code": {"values": "paddle.sort(self, **rest)"}}
    derived = derive(
        {"torch": "torch.Tensor.gather", "form_of": "torch.gather", "cases": [parts, own]}, base
    )
    newer, *others = derived.data["cases"]
    # Another target, code, parts, departures; code that has a name is where it is named.
    assert newer["call"] == "paddle.Tensor.gather"
    assert others == [
        own,
        parts,
        {
            "when": "self.size == 0",
            "departs": "raises",
            "code": "paddle.gather(self, **rest)",
            "example": {"torch": "result = x.gather(0, i)"},
        },
        "shared",
    ]
    places = [derived.origins["cases", place] for place in range(5)]
    assert [(origin.own, origin.path) for origin in places] == [
        (False, ("cases", 0)),
        (True, ("cases", 1)),
        (True, ("cases", 0)),
        (False, ("cases", 2)),
        (False, ("cases", 3)),
    ]


def test_rows_and_examples_of_a_parameter_stand_in_the_place_of_those_that_would_follow() -> None:
    own = {
        "params": [{"torch": "index", "paddle": "indices", "desc": "input"}],
        "examples": [{"param": "index", "torch": "result = 1", "paddle": "result = 1"}],
    }
    derived = form("torch.Tensor.gather", GATHER, **own)
    assert derived.data["params"][1] == own["params"][0]
    assert codes(derived) == [("result = 1", "result = 1")]


def test_no_example_calls_the_method_of_a_number() -> None:
    base = {
        "torch": "torch.add",
        "paddle": "paddle.add",
        "category": "renamed-params",
        "params": [{"torch": "input", "paddle": "x"}, {"torch": "other", "paddle": "y"}],
        "examples": [
            {"torch": "result = torch.add(x, y)", "paddle": "result = paddle.add(x, y)"},
            {"param": "input", "torch": "result = torch.add(2.5, x)", "paddle": "result = 2.5 + x"},
        ],
    }
    derived = derive({"torch": "torch.Tensor.add", "form_of": "torch.add"}, base)
    assert codes(derived) == [("result = x.add(y)", "result = x.add(y)")]


@pytest.mark.parametrize(
    ("name", "more", "key", "why"),
    [
        (
            "torch.Tensor.abs",
            {"notes": [{"en": "The second parameter is new.", "zh": "第二个参数是新的。"}]},
            "notes",
            "it tells of a parameter by its place (“second parameter”)",
        ),
        (
            "torch.Tensor.abs",
            {"notes": [{"en": "Pass `out`.", "zh": "传入 `out`。"}]},
            "notes",
            "it names `out`, which this form does not take",
        ),
        (
            "torch.Tensor.abs",
            {"examples": [{"torch": "result = map(torch.abs, x)", "paddle": "result = x"}]},
            "examples",
            "it names `torch.abs` without calling it",
        ),
        (
            "torch.Tensor.abs",
            {"examples": [{"torch": "result = torch.abs(*x)", "paddle": "result = x"}]},
            "examples",
            "it passes no `input`",
        ),
        (
            "torch.Tensor.abs",
            {"examples": [{"torch": "result = torch.abs(x, out=y)", "paddle": "result = x"}]},
            "examples",
            "it passes `out`, which `torch.Tensor.abs` does not take so",
        ),
        (
            "torch.Tensor.abs_",
            {"cases": [{"code": {"values": "paddle.abs(**rest)"}}]},
            "cases",
            "the parts of a result are none of this form",
        ),
        (
            "torch.Tensor.sign_",
            {"torch": "torch.sign", "paddle": "paddle.sign"},
            "paddle",
            "`paddle.sign` has no in-place form on all Paddle releases",
        ),
    ],
)
def test_what_is_not_certain_is_left_to_be_written(
    name: str, more: dict[str, Any], key: str, why: str
) -> None:
    base = {**yaml.safe_load(ABS), **more}
    derived = derive({"torch": name, "form_of": base["torch"]}, base)
    assert (key, why) in [(fault.write, fault.why) for fault in derived.faults]


def test_a_function_does_not_follow_from_a_method() -> None:
    with pytest.raises(Underivable, match=r"let its entry follow from that of `torch\.abs`"):
        derive({"torch": "torch.abs", "form_of": "m"}, {"torch": "torch.Tensor.abs"})


@pytest.mark.parametrize(
    ("own", "base", "why"),
    [
        ({"variants": [{}, {}]}, {}, "it has no `variants`; write what differs without them"),
        ({"notes": []}, {"variants": [{}, {}]}, "it has variants; write `notes` in one of"),
        ({"cases": ["empty"]}, {"variants": [{}, {}]}, "it has variants; write `cases` in one of"),
        ({"variants": [{}]}, {"variants": [{}, {}]}, "it has 2 variants, not 1; write `{}` for"),
    ],
)
def test_variants_are_those_of_the_other_entry(
    own: dict[str, Any], base: dict[str, Any], why: str
) -> None:
    with pytest.raises(Underivable, match=re.escape(why)):
        derive(
            {"torch": "torch.Tensor.abs", "form_of": "torch.abs", **own},
            {"torch": "torch.abs", "category": "same-name", **base},
        )


def test_likely_bases() -> None:
    known = {"torch.abs", "torch.Tensor.abs", "torch.nn.functional.mse_loss", "torch.sigmoid"}
    assert list(possible_bases("torch.Tensor.abs_", known)) == ["torch.abs", "torch.Tensor.abs"]
    assert list(possible_bases("torch.nn.MSELoss", known)) == ["torch.nn.functional.mse_loss"]
    assert list(possible_bases("torch.special.sigmoid", known)) == []
    assert list(possible_bases("torch.abs", known)) == []


def written(root: Path, texts: dict[str, str]) -> Path:
    for name, text in texts.items():
        path = root / "mappings" / path_for(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root / "mappings"


FORM = "torch: torch.Tensor.abs\nform_of: torch.abs\n"


def test_an_entry_follows_whichever_of_the_two_files_is_read_first(tmp_path: Path) -> None:
    # Folders are read in order: `torch.Tensor` comes before and after one of these.
    mappings = written(tmp_path, {"torch.abs": ABS, "torch.Tensor.abs": FORM, "torch.relu": ABS})
    for corpus in (Corpus.load(mappings), Corpus.of(mappings, documents_backwards(mappings))):
        entry = corpus.entries["torch.Tensor.abs"]
        assert (entry.form_of, entry.gotchas) == ("torch.abs", ("bytes-on-cpu",))
        assert entry.category is not None and entry.category.value == "paddle-more-params"
        assert entry.variants[0].examples[0].torch == "result = (x * 2).abs()\n"
    found = Shelf(mappings).source("torch.Tensor.abs")
    assert found is not None and found.variants[0].paddle == "paddle.Tensor.abs"


def documents_backwards(mappings: Path) -> list[Any]:
    return list(Corpus.load(mappings).documents.values())[::-1]


def test_what_follows_stands_where_the_other_entry_is_named(tmp_path: Path) -> None:
    own = FORM + "notes:\n  - {en: Own., zh: 自己的。}\n"
    mappings = written(tmp_path, {"torch.abs": ABS, "torch.Tensor.abs": own})
    document = Corpus.load(mappings).whole("mappings/torch.Tensor/torch.Tensor.abs.yaml")
    assert document.position(("notes", 0, "en")) == (4, 10)
    assert document.remark(("notes", 0, "en")) == ""
    assert document.position(("examples", 1, "torch")) == (2, 10)
    assert document.node(("examples", 1, "torch")) is None
    line = ABS.splitlines().index("      result = torch.abs(input=x)")
    said = f" It follows from mappings/torch/torch.abs.yaml:{line}."
    assert document.remark(("examples", 1, "torch")) == said


def test_a_form_of_nothing_is_no_entry(tmp_path: Path) -> None:
    corpus = Corpus.load(written(tmp_path, {"torch.Tensor.abs": FORM}))
    assert corpus.entries == {} and corpus.problems == []
    assert list(corpus.forms) == ["mappings/torch.Tensor/torch.Tensor.abs.yaml"]
