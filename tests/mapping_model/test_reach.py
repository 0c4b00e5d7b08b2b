"""What a mapping leaves to people."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from mapping_model.applying.reach import left_to_people
from mapping_model.building import build_entry


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("category: renamed-params\nparams: [{torch: a, paddle: b}]", ()),
        ("category: params-differ\nparams: [{torch: a, paddle: b, do: rewrite}]", ("a",)),
        ("category: params-differ\nparams: [{torch: a, paddle: b, value: not a}]", ()),
        ("category: torch-more-params\nparams: [{torch: a, do: none}]", ()),
        ("category: torch-more-params\nparams: [{torch: a, do: assign}]", ()),
        ("category: composite\nparams: [{torch: a}]", ("composite",)),
        ("category: composite\ncases: [{code: f(a)}]\nparams: [{torch: a}]", ()),
        (
            "category: composite\ncases: [{when: given(a), code: f(a)}]",
            ("composite",),
        ),
        (
            "category: same-params\ncases: [{when: a == 0, text: {en: X., zh: 某。}}]",
            ("a == 0",),
        ),
        (
            "category: same-params\n"
            "cases: [{when: a == 0, paddle: '>=3.3', code: f(a)}, "
            "{when: a == 0, text: {en: X., zh: 某。}}]",
            (),
        ),
        (
            "category: same-params\ncases: [{paddle: '<3.2', text: {en: X., zh: 某。}}]",
            (),
        ),
        (
            "category: params-differ\nparams: [{torch: a, paddle: b, do: none}]\n"
            "cases: [{when: a == 0, text: {en: X., zh: 某。}}]",
            (),
        ),
        (
            "category: params-differ\nreturns: {text: {en: X., zh: 某。}}",
            ("returns",),
        ),
        (
            "category: params-differ\nreturns: {value: bool(result), text: {en: X., zh: 某。}}",
            (),
        ),
        ("category: context-change\npaddle: paddle.x", ("context-change",)),
    ],
)
def test_left_to_people(text: str, left: tuple[str, ...]) -> None:
    data: dict[str, Any] = {"torch": "torch.x", "paddle": "paddle.x", **yaml.safe_load(text)}
    (variant,) = build_entry(data).variants
    assert left_to_people(variant) == left
