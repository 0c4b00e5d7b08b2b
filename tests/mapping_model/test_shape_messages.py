"""What a contributor is told when a file does not fit its schema."""

from __future__ import annotations

import pytest

from mapping_model.reading import read_text
from mapping_model.shape import check_shape


def told(text: str, kind: str = "entry") -> list[tuple[int, int, str]]:
    document = read_text(text.encode(), "f.yaml")
    assert document.problems == []
    problems = check_shape(document, kind)
    assert {problem.code for problem in problems} == {"PM105"}
    return [(problem.line, problem.column, problem.message) for problem in problems]


def row(more: str) -> str:
    head = "torch: torch.abs\ncategory: same-params\nparams:\n"
    return f"{head}  - {{torch: x, paddle: x, {more}}}\n"


def example(more: str) -> str:
    return f"torch: torch.abs\ncategory: missing\nexamples:\n  - {{torch: a, paddle: b, {more}}}\n"


TEXT = '{en: "A.", zh: "甲。"}'


# `▸` stands where the problem is to be reported.
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (row('desc: ▸{en: "A."}'), "`desc` lacks its Chinese text, `zh`."),
        (row('text: ▸{zh: "甲。"}'), "`text` lacks its English text, `en`."),
        (row('desc: {en: "A.", zh: ▸""}'), "`zh` is empty."),
        (row('desc: {en: "A.", zh: ▸~}'), "`zh` must be text, not empty."),
        (row("desc: ▸[word]"), "`desc` must be a mapping, not a list."),
        (row("desc: ▸two words"), "`two words` is not of the form expected for `desc`."),
        (row("▸valeu: x"), "Unknown key `valeu`. Did you mean `value`?"),
        (row("do: ▸dorp"), "`do` cannot be `dorp`. Did you mean `drop`?"),
        (row("value: ▸False"), "`value` must be text, not `false`."),
        (
            row(f'desc: {{en: ▸"{"1." * 2501}", zh: ""}}'),
            "This text has 5,002 characters; at most 5,000 are allowed.",
        ),
        (
            example(f'inputs: {{x: ▸"float32[2] in {"." * 5000}"}}'),
            "This text has 5,014 characters; at most 5,000 are allowed.",
        ),
        (
            example(f"inputs: {{? ▸{'a' * 5001} : 1}}"),
            "This key has 5,001 characters; at most 5,000 are allowed.",
        ),
        (example(f"compare: {{dtype: ▸true, text: {TEXT}}}"), "`dtype` can only be `false`."),
        (
            "torch: torch.abs\ncategory: missing\nparams: [▸{value: a}]\n",
            "This item has at least one of `torch` and `paddle`.",
        ),
        (example("inputs: {X: ▸float32(2)}"), "The input `X` cannot be `float32(2)`."),
        (example("inputs: {▸2a: 1}"), "`2a` is no name for an input."),
        (example("compare: {random: ▸false}"), "`random` can only be `true`."),
        (example("compare: {▸rnadom: x}"), "Unknown key `rnadom`. Did you mean `random`?"),
        (
            "torch: torch.abs\ncategory: composite\ncases: [▸{when: given(out)}]\n",
            "This item has at least one of `call`, `code`, `departs` and `text`.",
        ),
        (
            "torch: torch.abs\ncategory: composite\n"
            "cases: [▸{call: a.b, departs: raises, example: {torch: pass}}]\n",
            "This item cannot have `call` and `departs`.",
        ),
        (
            'torch: torch.abs\ncategory: composite\ncases: [{code: f(x), paddle: ▸"<=3.1"}]\n',
            "`<=3.1` is not of the form expected for `paddle`.",
        ),
        (example("compare: {raises: ▸true}"), "`raises` must be a mapping, not `true`."),
        (example("compare: {raises: ▸{torch: ValueError}}"), "`raises` lacks the key `paddle`."),
        (
            example('compare: {raises: {torch: ValueError, paddle: ▸"the rank"}}'),
            "`the rank` is not of the form expected for `paddle`.",
        ),
        (example("compare: ▸{rtol: 1.0}"), "`compare` lacks the key `text`."),
        (
            "torch: torch.abs\ncategory: missing\ncases: [▸{when: input.size == 0, "
            "departs: sometimes differs, example: {torch: pass}}]\n",
            "This item lacks the key `text`.",
        ),
        (
            example("cannot_run: ▸gpus"),
            "`cannot_run` cannot be `gpus`. Did you mean `gpu`?",
        ),
        ("▸torch: torch.abs\n", "The entry lacks the key `category`."),
        ("▸- a\n", "The entry must be a mapping, not a list."),
        (
            "torch: ▸numpy.abs\ncategory: missing\n",
            "`numpy.abs` is not of the form expected for `torch`.",
        ),
        (
            "torch: torch.abs\ncategory: ▸Missing\n",
            "`category` cannot be `Missing`. Did you mean `missing`?",
        ),
        (
            "torch: torch.abs\nalias_of: torch.b\n▸category: missing\n",
            "An alias has only `torch` and `alias_of`, not `category`.",
        ),
        (
            "torch: torch.abs\ncategory: missing\ngotchas: ▸[a, a]\n",
            "An item of `gotchas` stands twice.",
        ),
        (
            "torch: torch.abs\ncategory: missing\nvariants: ▸[{category: missing}]\n",
            "`variants` needs at least 2 items.",
        ),
    ],
)
def test_one_defect_is_named_at_its_place(text: str, message: str) -> None:
    before, _, after = text.partition("▸")
    line, column = before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1
    assert told(before + after) == [(line, column, message)]


def test_every_missing_key_is_named() -> None:
    found = told(
        "torch: torch.abs\ncategory: missing\n"
        "cases: [{departs: raises, place: cpu}]\nexamples: [{}]\n"
    )
    assert [message for *_, message in found] == [
        "This item lacks the key `example`.",
        "This item lacks the key `torch`.",
        "This item lacks the key `paddle`.",
    ]


def test_gotchas_and_the_glossary_have_shapes_too() -> None:
    assert told("id: a\n", "gotcha")[0] == (1, 1, "The gotcha lacks the key `title`.")
    assert told("input: text\n", "glossary") == [(1, 8, "`input` must be a mapping, not `text`.")]


def test_numbers_that_json_cannot_hold_are_no_crash() -> None:
    document = read_text(f"torch: {'9' * 400}\ncategory: missing\n".encode(), "f.yaml")
    assert [problem.code for problem in check_shape(document, "entry")] == ["PM105"]
