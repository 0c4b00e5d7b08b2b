"""What the heads of all pages say holds: verdicts of the call itself, warnings, conditions."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from mapping_model.language.parsing import ALWAYS, parse_condition
from mapping_model.usages import RETURNS, Severity, Verdict
from published.entry import PublishedEntry
from published.marks import HARMING, WORKING
from published.own_call import keeps_call
from published.warnings import Told, told_of
from render_mappings.views.entry_view import beside, minded, verdicts
from render_mappings.views.speech import Speech
from whole import reference

MAPPINGS = Path(__file__).parents[2] / "mappings"


@cache
def speech() -> Speech:
    return Speech(reference(), "en")


def entry(name: str) -> PublishedEntry:
    return reference().published[name]


def own() -> Iterator[PublishedEntry]:
    return (one for one in reference().published.values() if one.alias_of is None and one.source)


def warned(name: str) -> set[str]:
    found = (one.url for one in minded(speech(), entry(name)))
    return {url.split("/")[1] for url in found if url.startswith("gotcha/")}


@pytest.mark.parametrize(
    ("api", "gotcha"),
    [
        # Booleans mean the same there.
        ("torch.nn.functional.scaled_dot_product_attention", "attention-mask-bool"),
        # Broke ties alike in every trial.
        ("torch.sort", "sort-ties"),
        # Raises an error, where the losses of the title broadcast.
        ("torch.nn.functional.kl_div", "loss-reshape-broadcast"),
        # Follows `paddle.seed`.
        ("torch.utils.data.random_split", "seed-single"),
    ],
)
def test_a_gotcha_that_excludes_an_api_is_no_warning_there(api: str, gotcha: str) -> None:
    assert gotcha not in warned(api)


@pytest.mark.parametrize(
    ("api", "gotcha"),
    [
        ("torch.nn.MultiheadAttention", "attention-mask-bool"),
        ("torch.nn.Transformer", "attention-mask-bool"),
        ("torch.nn.functional.cross_entropy", "cross-entropy-ignore-index"),
        ("torch.gather", "gather-index-rank"),
    ],
)
def test_one_that_holds_is_a_warning(api: str, gotcha: str) -> None:
    assert gotcha in warned(api)


def test_no_title_of_a_gotcha_that_says_something_else_of_an_api_is_at_its_head() -> None:
    found = 0
    for one in own():
        names = reference().relatives_of(one.name)
        for gotcha in one.gotchas:
            if told_of(gotcha, names) is Told.BESIDE:
                found += 1
                assert gotcha.id not in warned(one.name), (one.name, gotcha.id)
                said = beside(speech(), one, gotcha)
                # Below, what it says of the API stands instead of the opening of its text.
                assert said is None or said.en != gotcha.text.en.strip().partition("\n\n")[0]
    assert found > 30


def test_what_is_silent_for_everybody_is_red() -> None:
    """A result that is another without an error is met by every call, whatever raises one."""
    for one in own():
        found = verdicts(one)
        silent = [
            usage
            for usage in one.usages
            if usage.param == RETURNS
            and usage.title is None
            and usage.newest.severity is Severity.SILENT
        ]
        if found and silent and found[-1].mark in WORKING:
            assert found[-1].mark in HARMING, one.name


def test_the_head_shows_the_call_that_its_verdict_is_of() -> None:
    for name in ("torch.sort", "torch.Tensor.sort", "torch.numel", "torch.allclose"):
        (answer,) = entry(name).answers.values()
        assert "=" not in answer.torch, answer.torch
    assert entry("torch.sort").answers[1].torch == "torch.sort(x, 1)"
    assert entry("torch.max").answers[2].torch == "torch.max(x, 1)"


def test_code_for_paddle_has_no_torch_in_it() -> None:
    for one in reference().published.values():
        for answer in one.answers.values():
            for written in answer.written:
                # After `enable_compat()` the code imports torch all the same.
                if written.verdict is Verdict.COMPAT:
                    continue
                text = ast.unparse(ast.parse(written.code or ""))
                assert not re.search(r"(?<![\w.'\"])torch\.", text), (one.name, written.code)


@pytest.mark.parametrize(
    ("torch", "code", "kept"),
    [
        ("o = torch.optim.SGD(p)\no.step()", "o = paddle.optimizer.SGD(p)\no.step()", True),
        # The call itself is another.
        ("o = torch.optim.SGD(p)\no.step()", "o = paddle.optimizer.SGD(p)\no.run()", False),
        # What it gives is used in a line that is another.
        (
            "o = torch.optim.SGD(p)\nr = o.step()\ns = r.item()",
            "o = paddle.optimizer.SGD(p)\nr = o.step()\ns = r",
            False,
        ),
        ("o.step()", "o.step()", False),
    ],
)
def test_whether_the_call_itself_stays(torch: str, code: str, kept: bool) -> None:
    assert keeps_call("torch.optim.Optimizer.step", torch, code) is kept


@pytest.mark.parametrize(
    ("name", "marks"),
    [
        ("torch.nn.utils.clip_grad_norm_", {"unchanged"}),
        ("torch.optim.Optimizer.step", {"unchanged"}),
        ("torch.optim.Optimizer.zero_grad", {"code", "unchanged"}),
    ],
)
def test_the_verdict_is_about_the_own_call(name: str, marks: set[str]) -> None:
    found = verdicts(entry(name))
    assert {one.mark for one in found} == marks
    assert found[-1].word == "kept"
    # The name is one that Paddle has.
    assert [*entry(name).leads][-1] in reference().releases[reference().paddle.version]


def test_the_same_call_that_fares_by_its_inputs_says_on_which() -> None:
    *_, newest = found = verdicts(entry("torch.nn.functional.cross_entropy"))
    assert newest.said and found[0].said
    assert (
        "labels of -100, which the mean must leave out (another result, no error)" in newest.said.en
    )
    assert "含值为 -100 的标签，求平均时不应计入（结果不同且不报错）" in newest.said.zh
    # There it was a result as PyTorch's.
    assert "-100" not in found[0].said.en


def test_views_alone_make_no_head_red() -> None:
    for one in own():
        for found in verdicts(one):
            assert not (found.trap and "view of another" in found.trap.text.en), one.name


def _conjuncts(tree: ast.expr) -> list[ast.expr]:
    return tree.values if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And) else [tree]


def test_a_short_condition_is_no_wider_than_its_own() -> None:
    """Each thing that must hold is said, or that it is of calls with default options."""
    wider = []
    for one in own():
        for variant in one.variants:
            for limit in variant.limits:
                if limit.short is None or limit.defaults or limit.limit.when == ALWAYS:
                    continue
                for part in _conjuncts(parse_condition(limit.limit.when)):
                    names = {n.id for n in ast.walk(part) if isinstance(n, ast.Name)}
                    names |= {"evaluation"} if "training" in names else set()
                    if not any(re.search(rf"\b{name}\b", limit.short.en) for name in names):
                        wider.append((one.name, limit.short.en, ast.unparse(part)))
    assert wider == []


def test_the_mode_of_interpolate_is_said() -> None:
    said = [one.text.en for one in minded(speech(), entry("torch.nn.functional.interpolate"))]
    assert "Where `input` has 3 dimensions, Paddle raises an error." not in said
    assert any("`mode` is `'nearest'`" in one and "3 dimensions" in one for one in said)


def test_a_tick_of_an_option_is_limited_where_another_call_with_it_is_not_unchanged() -> None:
    (table,) = entry("torch.nn.functional.cross_entropy").marked
    (row,) = [row for row in table.usages if row.usage.param == "label_smoothing"]
    assert {*row.marks} == {"partly"}
    for one in own():
        for table in one.marked:
            for row in table.usages:
                if row.usage.param in (None, RETURNS):
                    assert "partly" not in row.marks


def test_it_is_said_which_function_the_rows_are_of() -> None:
    from render_mappings.views.entry_view import other_functions

    gather = entry("torch.gather")
    said = other_functions(speech(), gather, gather.variants[0]).striptags()
    assert said == (
        "The signature and the rows below are of paddle.take_along_axis, for Paddle "
        "2.6.2 – 3.2.2. On Paddle 3.3.1 the call becomes paddle.gather."
    )
    for one in own():
        for variant in one.variants:
            led = {*one.leads_of(variant).values()}
            other = led - {variant.paddle.name} if variant.paddle else set()
            assert bool(other) == bool(other_functions(speech(), one, variant)), one.name


def test_what_is_often_called_is_one_call_that_is_ported() -> None:
    """`enable_compat()` changes the whole process; nobody calls in a comprehension to see two."""
    shown = [(one.name, answer) for one in own() for answer in one.common]
    assert len(shown) > 30
    modes = [name for name, a in shown for w in a.written if w.verdict is Verdict.COMPAT]
    assert modes == []
    loops = (ast.comprehension, ast.For)
    trees = [(name, ast.walk(ast.parse(answer.torch))) for name, answer in shown]
    assert [name for name, nodes in trees if any(isinstance(n, loops) for n in nodes)] == []


def test_self_attention_is_the_plain_call() -> None:
    """Left as it is, it runs and gives something else, since the heads are taken for the length."""
    assert {*entry("torch.nn.functional.scaled_dot_product_attention").marks} == {"silent"}


def test_what_silently_differs_below_a_green_head_is_told_there() -> None:
    """A call that stays, and another of the same API that gives another result without an error."""
    told = 0
    for one in own():
        found = verdicts(one)
        silent = [u for u in one.usages if u.newest.severity is Severity.SILENT]
        silent = [u for u in silent if u.newest.verdict in (Verdict.CODE, Verdict.THINK)]
        if not found or found[-1].mark != "unchanged" or found[-1].trap or found[-1].said:
            continue
        if silent and any("silent" in row.marks[-1] for t in one.marked for row in t.usages):
            told += 1
            said = [m for m in minded(speech(), one) if m.text.en.startswith("Has to be")]
            assert any(not m.on or reference().paddle.version in m.on for m in said), one.name
    assert told > 40
    said = [m.text.en for m in minded(speech(), entry("torch.Tensor.masked_fill_"))]
    assert said[0].endswith("a tensor as `value`, which gets a gradient.")
