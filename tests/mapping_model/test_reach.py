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
        ("category: params-differ\nparams: [{torch: a, paddle: b, action: rewrite}]", ("a",)),
        ("category: params-differ\nparams: [{torch: a, paddle: b, as: not a}]", ()),
        ("category: torch-more-params\nparams: [{torch: a, paddle: ~, action: none}]", ()),
        ("category: torch-more-params\nparams: [{torch: a, paddle: ~, form: assign}]", ()),
        ("category: composite\nparams: [{torch: a, paddle: ~}]", ("composite",)),
        ("category: composite\nwrite: [{code: f(a)}]\nparams: [{torch: a, paddle: ~}]", ()),
        (
            "category: composite\nwrite: [{when: given(a), code: f(a)}]",
            ("composite",),
        ),
        (
            "category: same-params\nwrite: [{when: a == 0, advice: {en: X., zh: 某。}}]",
            ("a == 0",),
        ),
        (
            "category: same-params\n"
            "write: [{when: a == 0, since: '3.3', code: f(a)}, "
            "{when: a == 0, advice: {en: X., zh: 某。}}]",
            (),
        ),
        (
            "category: same-params\nwrite: [{until: '3.1', advice: {en: X., zh: 某。}}]",
            (),
        ),
        (
            "category: params-differ\nparams: [{torch: a, paddle: b, action: none}]\n"
            "write: [{when: a == 0, advice: {en: X., zh: 某。}}]",
            (),
        ),
        (
            "category: params-differ\nreturns: {action: rewrite, note: {en: X., zh: 某。}}",
            ("returns",),
        ),
        (
            "category: params-differ\n"
            "returns: {action: rewrite, as: bool(result), note: {en: X., zh: 某。}}",
            (),
        ),
        ("category: context-change\npaddle: paddle.x", ("context-change",)),
    ],
)
def test_left_to_people(text: str, left: tuple[str, ...]) -> None:
    data: dict[str, Any] = {"torch": "torch.x", "paddle": "paddle.x", **yaml.safe_load(text)}
    (variant,) = build_entry(data).variants
    assert left_to_people(variant) == left
