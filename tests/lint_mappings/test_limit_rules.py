"""PM311, PM312: what limits ask for, on which releases, and that they show themselves."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from entries import abs_entry

Expect = Callable[..., None]
LIMIT = """\
limits:
  - when: {when}
    then: {then}
{more}    example:
      inputs: {{x: {{tensor: [1, -2], dtype: int8}}}}
      torch: {torch}
"""


def limited(
    when: str = "input.dtype == int8",
    then: str = "refused",
    more: str = "",
    torch: str = "result = torch.abs(x)",
) -> str:
    return abs_entry(more=LIMIT.format(when=when, then=then, more=more, torch=torch))


def test_a_limit_of_the_language_is_right(expect: Expect) -> None:
    expect(
        limited(more="    place: cpu\n    since: '3.0'\n    instead: paddle.abs(input, **rest)\n")
    )


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (
            limited(when="▸inptu.dtype == int8"),
            "PM311 The call has no `inptu`. Did you mean `input`?",
        ),
        (
            limited(when="▸some(isnam(input))"),
            "PM311 Conditions have no `isnam`. Did you mean `isnan`?",
        ),
        (limited(when="▸1 < 2"), "PM311 The condition asks nothing of a call."),
        (
            limited(more="    since: ▸'2.0'\n"),
            "PM311 2.6.2 is the oldest supported release.",
        ),
        (
            limited(more="    until: ▸'3.3'\n"),
            "PM311 3.3.1 is the newest supported release.",
        ),
        (
            limited(then="▸refused", more="    since: '3.4'\n"),
            "PM311 No supported Paddle release has this limit.",
        ),
        (
            limited(then="accepted").replace("inputs: {x: {", "▸inputs: {x: {"),
            "PM311 `then: accepted` and `compare: {raises: ...}` belong together.",
        ),
        (
            limited(torch="result = (").replace("inputs: {x: {", "▸inputs: {x: {"),
            "PM311 The code is not Python: '(' was never closed.",
        ),
        (
            limited(torch=f"result = {'-' * 60}x").replace("inputs: {x: {", "▸inputs: {x: {"),
            "PM311 The code nests deeper than 50 levels.",
        ),
        (
            limited(torch="result = torch.sin(x)").replace("inputs: {x: {", "▸inputs: {x: {"),
            "PM311 The mapping writes no code for `torch.sin` here: There is no entry for "
            "`torch.sin`.",
        ),
        (
            limited(more="    instead: ▸paddle.abs(inptu)\n"),
            "PM310 The call has no `inptu`. Did you mean `input`?",
        ),
        (limited(then="▸refuse"), "PM105 `then` cannot be `refuse`. Did you mean `refused`?"),
        (abs_entry(more="limits: [▸other]\n"), "PM311 There are no shared limits `other`."),
    ],
)
def test_what_is_wrong_with_a_limit_is_told(expect: Expect, entry: str, message: str) -> None:
    expect(entry, message)


SHARED = """\
▸bytes:
  - when: input.{asked} == uint8
    then: refused
    example:
      torch: result = API(x)
"""


def test_shared_limits_are_named_by_an_entry(expect: Expect) -> None:
    path = "mappings/limits.yaml"
    expect(SHARED.format(asked="dtype"), "PM312 No entry names `bytes`.", path=path)
    named = {"mappings/torch/torch.abs.yaml": abs_entry(more="limits: [bytes]\n").encode()}
    wrong = "PM312 A condition cannot ask for `.dtpe`. Did you mean `dtype`?"
    text = SHARED.format(asked="dtpe").replace("▸", "").replace("input", "▸input")
    expect(text, wrong, path=path, others=named)
