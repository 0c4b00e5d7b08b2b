"""PM6xx: the names in entries against the names that torch 2.13.0 and the Paddle releases have."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from entries import ABS_EXAMPLE, abs_entry
from small_project import Files

from mapping_model.problems import Problem
from mapping_model.snapshots import PADDLE

NEWEST = PADDLE[-1]
Expect = Callable[..., None]


@pytest.mark.parametrize(
    ("api", "guess"),
    [
        ("torch.nn.Conv2D", " Did you mean `torch.nn.Conv2d`?"),
        ("torch.nn.functional.Relu", " Did you mean `torch.nn.functional.relu`?"),
        ("torch.nn.Con2d", " Did you mean `torch.nn.Conv2d`?"),
        ("torch.zzz", ""),
    ],
)
def test_an_unknown_torch_api(expect: Expect, api: str, guess: str) -> None:
    text = f'torch: ▸{api}\ncategory: missing\ntext: {{en: "None.", zh: "无。"}}\n'
    expect(text, f"PM601 torch 2.13.0 has no `{api}`.{guess}")


@pytest.mark.parametrize(
    ("target", "guess"),
    [
        ("paddle.Abs", " Did you mean `paddle.abs`?"),
        ("paddle.tensor.zzz", ""),
    ],
)
def test_an_unknown_target(expect: Expect, target: str, guess: str) -> None:
    shown = ABS_EXAMPLE.replace("paddle.abs", target)
    text = abs_entry(target=f"paddle: ▸{target}\n", examples=shown)
    expect(text, f"PM602 Paddle {NEWEST} has no `{target}`.{guess}")


def test_a_target_that_is_not_of_paddle_is_outside_of_it(expect: Expect) -> None:
    expect(
        abs_entry(target="paddle: torch.abs\n", category="▸renamed-params"),
        "PM206 The category is `renamed-params`, but what is written leads to `outside-core`.",
    )


def test_a_newer_target_is_known_in_some_release(expect: Expect) -> None:
    more = 'cases:\n  - {{call: {0}, text: {{en: "Closer.", zh: "更接近。"}}}}\n'
    expect(abs_entry(more=more.format("paddle.compat.sort")))
    expect(
        abs_entry(more=more.format("▸paddle.compat.srot")),
        f"PM602 Paddle {NEWEST} has no `paddle.compat.srot`. Did you mean `paddle.compat.sort`?",
    )


@pytest.mark.parametrize(
    ("newer", "message"),
    [
        ("call: paddle.compat.sort", None),
        ("call: paddle.gather, paddle: '>=3.3'", None),
        ("call: ▸paddle.gather", "PM617 All supported releases have `paddle.gather`."),
        (
            "call: paddle.compat.sort, paddle: ▸'>=3.2'",
            "PM617 `paddle.compat.sort` is there from 3.2.2 on.",
        ),
        (
            "call: paddle.gather, paddle: ▸'>=99.0'",
            "PM617 No supported release is 99.0 or newer.",
        ),
        (
            "call: paddle.gather, paddle: ▸'>=3.1,<3.3'",
            "PM617 `paddle.gather` is called on later releases too, whatever `>=3.1,<3.3` says.",
        ),
        ("call: paddle.cat, params: [{torch: out, paddle: out}]", None),
        (
            "call: paddle.cat, params: [{torch: ▸dims, paddle: axis}]",
            "PM603 The variant has no row `dims`.",
        ),
        (
            "call: paddle.cat, params: [{torch: out, paddle: ▸to}]",
            "PM603 `paddle.cat` has no parameter `to`.",
        ),
        (
            "call: paddle.cat, when: ▸given(dim)",
            "PM310 The call has no `dim`.",
        ),
        (
            "call: paddle.cat, code: ▸paddle.cat(input + dim)",
            "PM310 The call has no `dim`.",
        ),
        ("call: paddle.cat, when: 'isa(input, shape)'", None),
        ("call: paddle.cat, when: 'input in (1, -inf)'", None),
        (
            "call: paddle.cat, code: ▸'paddle.clip(input, -inf)'",
            "PM310 Only conditions have `inf`.",
        ),
        (
            "call: paddle.cat, code: ▸'1 if isa(input, shape) else 2'",
            "PM310 Code cannot ask for a shape when it runs.",
        ),
    ],
)
def test_a_newer_target_agrees_with_the_releases(
    expect: Expect, newer: str, message: str | None
) -> None:
    expect(abs_entry(more=f"cases:\n  - {{{newer}}}\n"), *filter(None, [message]))


NO_SEED = """torch: torch.seed
category: ▸composite
text: {en: "Draws a seed; SAID.", zh: "生成种子；SAID。"}
examples:
  - torch: result = torch.seed() > 0
    paddle: result = paddle.seed(1).seed() > 0
"""


def seed_check(torch: str, paddle: str, expect: str = "expect: raises") -> Files:
    """The gotcha of the project with a check of this code."""
    return {
        "mappings/gotchas/gather-index-rank.yaml": (
            "id: gather-index-rank\n"
            'title: {en: "Seeds differ.", zh: "种子不同。"}\n'
            "topic: tensors\n"
            'text: {en: "Seeds differ.", zh: "种子不同。"}\n'
            f"checks:\n  - torch: result = {torch}\n    paddle: result = {paddle}\n    {expect}\n"
        )
    }


GOTCHA = "gotchas: [gather-index-rank]\n"


@pytest.mark.parametrize(
    ("text", "others", "message"),
    [
        (
            NO_SEED,
            {},
            "PM623 Paddle has `paddle.seed`, which the texts do not mention.",
        ),
        (
            NO_SEED.replace("SAID", "`paddle.seed` does not", 1) + GOTCHA,
            seed_check("torch.seed()", "paddle.seed()"),
            "PM623 Paddle has `paddle.seed`, which the texts do not mention.",
        ),
        *(
            (
                NO_SEED.replace("SAID", "`paddle.seed`") + GOTCHA,
                others,
                "PM623 Nothing shows that `paddle.seed` does something else than `torch.seed`.",
            )
            for others in (
                {},
                seed_check("torch.seed()", "paddle.seed(torch.seed)"),
                seed_check("torch.seed() > 0", "paddle.seed(1, 2, 3)"),
                seed_check("torch.seed() > 0", "paddle.compat.seed() > 0"),
                seed_check("torch.initial_seed()", "paddle.seed()"),
                seed_check("torch.seed()", "1 // 0 + paddle.seed()"),
                seed_check("torch.seed(seed=1)", "paddle.seed(sead=1)"),
                seed_check("str(torch.seed())", "str(paddle.seed())"),
                seed_check("torch.seed().type()", "paddle.seed().type()"),
                seed_check("f'{torch.seed()}'", "f'{paddle.seed()}'"),
                seed_check("torch.seed()", "paddle.seed()", ""),
                seed_check(
                    "torch.seed()",
                    "paddle.seed()",
                    'expect: raises\n    cannot_run: gpu\n    text: {en: "So.", zh: "是。"}',
                ),
            )
        ),
    ],
)
def test_the_nearest_api_is_shown_to_be_none(
    lint: Callable[[Files], list[Problem]],
    text: str,
    others: Files,
    message: str,
) -> None:
    name = "mappings/torch/torch.seed.yaml"
    problems = lint({**others, name: text.replace("▸", "")})
    assert [f"{p.code} {p.message}" for p in problems if p.code == "PM623"] == [message]
    assert [(p.line, p.column) for p in problems if p.code == "PM623"] == [(2, 11)]


def test_two_draws_differ_by_chance(lint: Callable[[Files], list[Problem]]) -> None:
    text = NO_SEED.replace("▸", "").replace("SAID", "`paddle.seed`") + GOTCHA
    text = text.replace("  - torch:", "  - compare: {random: true}\n    torch:")

    def found(expect: str) -> list[str]:
        others = seed_check("torch.seed()", "paddle.seed()", expect)
        problems = lint({**others, "mappings/torch/torch.seed.yaml": text})
        return [problem.code for problem in problems if problem.code == "PM623"]

    assert found("expect: differs") == ["PM623"]
    assert found("compare: {random: true}\n    expect: differs") == []
    assert found("expect: raises") == []


def test_a_check_shows_that_the_nearest_api_is_none(
    lint: Callable[[Files], list[Problem]],
) -> None:
    text = NO_SEED.replace("▸", "").replace("SAID", "`paddle.seed`") + GOTCHA
    files = {
        "mappings/torch/torch.seed.yaml": text,
        **seed_check("torch.seed()", "paddle.seed()"),
    }
    assert lint(files) == []


NO_GRADIENT = """torch: torch.gradient
category: composite
text: {en: "Not `paddle.Tensor.gradient`.", zh: "与 `paddle.Tensor.gradient` 不同。"}
examples:
  - inputs: {x: "float32[3]"}
    torch: result = torch.gradient(x, edge_order=2)
    paddle: result = paddle.diff(x) + 1
gotchas: [gather-index-rank]
"""


@pytest.mark.parametrize(
    ("torch", "paddle", "shown"),
    [
        ("torch.gradient(x)", "x.gradient()", True),
        ("torch.gradient(x, dim=1)", "x.gradient()", False),
        ("torch.gradient(x)", "y.gradient()", False),
        ("torch.gradient(x)", "paddle.Tensor.gradient(x)", True),
        ("torch.gradient(x)", "paddle.diff(x)", False),
        ("x", "x.gradient()", False),
    ],
)
def test_a_function_is_held_against_a_method(
    lint: Callable[[Files], list[Problem]], torch: str, paddle: str, shown: bool
) -> None:
    check = seed_check(
        torch, paddle, 'expect: differs\n    inputs: {x: "float32[3, 2]", y: "float32[3, 2]"}'
    )
    problems = lint({**check, "mappings/torch/torch.gradient.yaml": NO_GRADIENT})
    expected = (
        []
        if shown
        else [
            "Nothing shows that `paddle.Tensor.gradient` does something else than `torch.gradient`."
        ]
    )
    assert [p.message for p in problems if p.code == "PM623"] == expected


def test_a_nearest_api_of_newer_releases_is_named_there(expect: Expect) -> None:
    text = (
        "torch: torch.cuda.is_available\ncategory: {mark}composite\n"
        'text: {{en: "Is there a GPU.", zh: "是否有 GPU。"}}\n{newer}'
        "examples:\n  - torch: result = torch.cuda.is_available()\n"
        "    paddle: result = paddle.device.cuda.device_count() > 0\n"
    )
    newer = (
        "cases:\n  - call: paddle.cuda.is_available\n"
        '    text: {en: "The same.", zh: "功能相同。"}\n'
    )
    expect(text.format(mark="", newer=newer))
    expect(
        text.format(mark="▸", newer=""),
        "PM623 Paddle has `paddle.cuda.is_available`, which the texts do not mention.",
    )


def test_what_all_releases_have_is_not_newer(expect: Expect) -> None:
    expect(
        abs_entry(
            category="▸composite",
            rows="",
            target="",
            more='text: {en: "No sign.", zh: "去掉符号。"}\ncases:\n  - call: ▸paddle.abs\n'
            '    text: {en: "The same.", zh: "功能相同。"}\n',
        ),
        "PM623 Paddle has `paddle.abs`, which the texts do not mention.",
        "PM617 All supported releases have `paddle.abs`.",
    )


@pytest.mark.parametrize("api", ["torch.export.Dim", "torch.nn.PReLU.reset_parameters"])
def test_methods_of_other_classes_are_not_the_nearest_api(
    lint: Callable[[Files], list[Problem]], api: str
) -> None:
    """Paddle has `paddle.Tensor.dim` and `paddle.compat.nn.Linear.reset_parameters`."""
    text = f'torch: {api}\ncategory: missing\ntext: {{en: "None.", zh: "没有。"}}\n'
    assert lint({f"mappings/{api.rpartition('.')[0]}/{api}.yaml": text}) == []


OTHER_OBJECT = (
    "Nothing shows that `torch.{0}` is another name of `torch.{1}`: it is another object."
)


IN_PLACE = "Of `torch.{0}` and `torch.{1}`, one works in place and the other does not."


@pytest.mark.parametrize(
    ("alias", "target", "message"),
    [
        ("sin", "abs", OTHER_OBJECT),
        ("selu_", "selu", IN_PLACE),
        ("absolute", "abs", None),
    ],
)
def test_an_alias_is_the_same_object(
    expect: Expect, alias: str, target: str, message: str | None
) -> None:
    text = f"torch: torch.{alias}\nalias_of: {'▸' if message else ''}torch.{target}\n"
    expected = [] if message is None else [f"PM624 {message.format(alias, target)}"]
    others = {f"mappings/torch/torch.{target}.yaml": abs_entry().replace(".abs", f".{target}")}
    expect(text, *expected, others=others)


def test_calling_an_alias_beside_the_result_shows_nothing(expect: Expect) -> None:
    example = ABS_EXAMPLE.replace("torch: result", "torch: torch.sin(x); result")
    others = {"mappings/torch/torch.abs.yaml": abs_entry(examples=example)}
    told = f"PM624 {OTHER_OBJECT.format('sin', 'abs')}"
    expect("torch: torch.sin\nalias_of: ▸torch.abs\n", told, others=others)


@pytest.mark.parametrize(
    ("more", "shown"),
    [
        ("", True),
        (
            "    compare: {raises: {torch: 'ValueError: not so', paddle: 'ValueError: not so'}}\n",
            False,
        ),
        ('    cannot_run: gpu\n    text: {en: "So.", zh: "是。"}\n', False),
    ],
)
def test_an_example_of_the_target_shows_an_alias(expect: Expect, more: str, shown: bool) -> None:
    example = f"\n{more}".join(ABS_EXAMPLE.replace("torch.abs", "torch.sin").rsplit("\n", 1))
    entry_of_target = abs_entry(examples=ABS_EXAMPLE + example.lstrip("\n"))
    mark, expected = ("", []) if shown else ("▸", [f"PM624 {OTHER_OBJECT.format('sin', 'abs')}"])
    others = {"mappings/torch/torch.abs.yaml": entry_of_target}
    expect(f"torch: torch.sin\nalias_of: {mark}torch.abs\n", *expected, others=others)
