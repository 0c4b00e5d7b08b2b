"""The fixed sentences of the format specification, composed for one row or one variant.

What a contributor writes is only what cannot be derived; these functions add the rest, in both
languages (S2, P4 to P9).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from mapping_model.applying.idioms import IDIOMS, OUT, RESULT
from mapping_model.categories import Category, Text
from mapping_model.differences import RowKind, row_kind
from mapping_model.entry import Action, Newer, Returns, Row, Variant
from mapping_model.language.parsing import named_in
from mapping_model.language.sentences import where

RETURN_VALUE = Text("Return value", "返回值")
# Instead of an example, where none is possible (X1).
NO_WAY = Text("Paddle has no way to write it for now.", "Paddle 暂无转写方式。")

_RENAMED = Text("Only the name differs.", "仅参数名不一致。")
_TORCH_ONLY = {
    Action.REWRITE: Text(
        "Paddle has no such parameter; it has to be rewritten.",
        "Paddle 无此参数，需要转写。",
    ),
    Action.NONE: Text(
        "Paddle has no such parameter and there is no way to write it for now.",
        "Paddle 无此参数，暂无转写方式。",
    ),
    Action.DROP: Text(
        "Paddle has no such parameter; it hardly affects training results and can be dropped.",
        "Paddle 无此参数，一般对网络训练结果影响不大，可直接删除。",
    ),
}
_DIFFERS = {
    Action.REWRITE: Text("It has to be rewritten.", "需要转写。"),
    Action.NONE: Text("There is no way to write it for now.", "暂无转写方式。"),
    Action.DROP: Text(
        "It hardly affects training results and can be dropped.",
        "一般对网络训练结果影响不大，可直接删除。",
    ),
}
_KEEP = Text(
    "PyTorch has no such parameter; keep Paddle's default.",
    "PyTorch 无此参数，Paddle 保持默认即可。",
)
_SET = Text(
    "PyTorch has no such parameter; set `{0}` in Paddle.",
    "PyTorch 无此参数，Paddle 需设置为 `{0}`。",
)
_DEFAULT = Text(
    "The default is `{0}` in PyTorch and `{1}` in Paddle; set `{2}` in Paddle to get the "
    "same result.",
    "PyTorch 默认值为 `{0}`，Paddle 默认值为 `{1}`，Paddle 需设置为 `{2}` 才能与 PyTorch 一致。",
)
_PASS = Text("Pass `{0}`.", "传入 `{0}`。")
_RESULT = Text(
    "From Paddle's `result` it is `{0}`.",
    "写作 `{0}`，其中 `result` 为 Paddle 的返回值。",
)
_SAME_DEFAULT = Text("The defaults mean the same.", "两者的默认值含义相同。")
# Found of every function that takes `out`: no tensor of another dtype keeps it. Of 129 such
# rows 103 were seen to return another tensor, and 5 `out` itself, by code of the mapping.
_OUT = Text(
    "One of another dtype takes that of the result; assign `result.astype(out.dtype)` to keep it. "
    "What Paddle returns may be another tensor over the same memory; go on with `out`.",
    "若其数据类型与结果不同，会变成结果的数据类型；如需保持不变，应赋 `result.astype(out.dtype)`。"
    "Paddle 返回的可能是共享内存的另一个 Tensor，之后请使用 `out`。",
)
_ASSIGN = IDIOMS["assign"].sentence
_OUT_OF_CODE = Text(f"`{OUT}`: {_ASSIGN.en[0].lower()}{_ASSIGN.en[1:]}", f"`{OUT}`：{_ASSIGN.zh}")
_DEFAULT_UNKNOWN = Text(
    "The defaults differ; set `{2}` in Paddle to get the same result.",
    "两者的默认值不同，Paddle 需设置为 `{2}` 才能与 PyTorch 一致。",
)


# How a sentence begins that tells what to do.
_TELLING = re.compile(
    r"(?:^|[.;] )(?:Write|Call|Use|Pass|Convert|Multiply|Divide|Add|Subtract|Unpack|Assign|Take"
    r"|Make|Put|Leave|Give|Build|Read|Wrap|Keep|Replace|Index|Split|Set)\b[^.]*"
)


def join(parts: list[Text]) -> Text:
    """Sentences in a row; in Chinese the full stops between them become commas (P4 to P8)."""
    english = " ".join(part.en for part in parts if part.en)
    chinese = "，".join(part.zh.removesuffix("。") for part in parts if part.zh)
    return Text(english, f"{chinese}。" if chinese else "")


def row_remark(
    row: Row,
    description: Text | None,
    torch_default: str | None = None,
    paddle_default: str | None = None,
) -> Text:
    """The remark of a row: what the parameter means, how it differs, and what to do.

    `description` is the row's own or the glossary's; defaults are those of the signatures.
    """
    parts = [text for text in (description, row.note) if text is not None]
    kind = row_kind(row)
    if kind is RowKind.TORCH_ONLY and row.action is not None:
        parts.append(_TORCH_ONLY[row.action])
    elif kind is RowKind.PADDLE_ONLY:
        passed = row.set or row.value
        parts.append(_KEEP if passed is None else _filled(_SET, passed))
    elif kind is RowKind.DEFAULT_DIFFERS:
        known = torch_default is not None and paddle_default is not None
        sentence = _DEFAULT if known else _DEFAULT_UNKNOWN
        parts.append(_filled(sentence, torch_default or "", paddle_default or "", row.set or ""))
    elif kind is RowKind.DIFFERS and row.action is not None:
        parts.append(_differing(row.action, row.value or row.form or _told(parts)))
    elif kind is RowKind.SAME and row.torch == OUT and row.note is None:
        parts.append(_OUT)
    if row.torch is not None and row.value not in (None, row.torch):
        parts.append(_filled(_PASS, row.value or ""))
    if row.same_default:
        parts.append(_SAME_DEFAULT)
    if row.form is not None:
        parts.append(IDIOMS[row.form].sentence)
    if kind in (RowKind.RENAMED, RowKind.DEFAULT_DIFFERS) and row.torch != row.paddle:
        parts.append(_RENAMED)
    return join(parts)


def newer_remark(newer: Newer, since: str | None) -> Text:
    """How a target of newer releases is called, from a release on; what else there is to say."""
    told = Text(f" from {since} on", f"自 {since} 起，") if since else Text("", "")
    asked = Text("", "")
    if newer.when is not None:
        asked = Text(f" {where(newer.when).en}", f"{where(newer.when).zh}，")
    called = Text(
        f"Called as in PyTorch{told.en}{asked.en}.", f"{told.zh}{asked.zh}调用方式与 PyTorch 相同。"
    )
    return join([called, newer.note] if newer.note else [called])


def returns_remark(returns: Returns) -> Text:
    """The remark of the return row (P2, P8)."""
    value = returns.value
    written = [] if value in (None, RESULT) else [_filled(_RESULT, value or "")]
    return join(
        [returns.note, _differing(returns.action, value or _told([returns.note])), *written]
    )


def _told(texts: Iterable[Text]) -> str | None:
    """What texts of an entry themselves tell to do: "Multiply it by the size of an element."."""
    return next((found[0] for text in texts if (found := _TELLING.search(text.en))), None)


def _differing(action: Action, how: str | None) -> Text:
    """What is to be done; where it is said how, that is enough in English."""
    said = _DIFFERS[action]
    return said if how is None else Text("", said.zh)


def summary(variant: Variant, parameters: Collection[str] = ()) -> list[Text]:
    """The sentences that sum a variant up: the fixed one of its category and its own (S1, S2).

    Of a combination of calls, which has no rows, also what to do with `out`, where that is among
    torch's `parameters`.
    """
    opening = variant.category.info.opening
    own = [variant.summary] if variant.summary else []
    if variant.category is Category.COMPOSITE and opening:
        taken_up = any(OUT in named_in(code) for code in variant.codes)
        return [*own, opening, *([_OUT_OF_CODE] if OUT in parameters and not taken_up else [])]
    reasons = [text for text in (variant.context, variant.missing) if text]
    return [*([opening] if opening else []), *own, *reasons]


def _filled(template: Text, *values: str) -> Text:
    return Text(template.en.format(*values), template.zh.format(*values))
