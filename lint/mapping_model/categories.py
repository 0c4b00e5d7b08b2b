"""The categories of a mapping: the one list that schema, rules, pages and documentation come from.

Ids, Chinese names and Chinese sentences are fixed wording of the format specification (C1, S2);
the English ones are their counterparts.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


@dataclass(frozen=True, slots=True)
class Text:
    """One text in both languages of the site."""

    en: str
    zh: str

    def get(self, language: str) -> str:
        """The text in `language`, which is "en" or "zh"."""
        return self.zh if language == "zh" else self.en


@dataclass(frozen=True, slots=True)
class CategoryInfo:
    """What is fixed about a category.

    `rank` orders by precedence: of several that fit, the highest wins (C2). `opening` is the
    sentence that a page's summary begins with (S2); None where the entry's own text begins it.
    """

    id: str
    slug: str
    rank: int
    name: Text
    meaning: Text
    opening: Text | None


_ROWS: tuple[tuple[str, str, tuple[str, str], tuple[str, str], tuple[str, str] | None], ...] = (
    (
        "1.1",
        "no-params",
        ("No parameters", "无参数"),
        (
            "One to one; neither side takes parameters.",
            "API 一一对应，两侧都没有参数。",
        ),
        ("Both do the same and take no parameters.", "两者功能一致，无参数。"),
    ),
    (
        "1.2",
        "same-params",
        ("Same parameters", "参数完全一致"),
        (
            "One to one; parameters have the same names, the same use and the same defaults.",
            "API 一一对应，参数的名称、用法和默认值都相同。",
        ),
        (
            "Both do the same with exactly the same parameters:",
            "两者功能一致，参数完全一致，具体如下：",
        ),
    ),
    (
        "1.3",
        "renamed-params",
        ("Only parameter names differ", "仅参数名不一致"),
        (
            "One to one; of the parameters only the names differ.",
            "API 一一对应，参数只有名称不同。",
        ),
        (
            "Both do the same and parameters are used the same way; only their names differ:",
            "两者功能一致且参数用法一致，仅参数名不一致，具体如下：",
        ),
    ),
    (
        "1.4",
        "paddle-more-params",
        ("Paddle takes more parameters", "paddle 参数更多"),
        (
            "One to one; Paddle takes parameters that PyTorch does not have.",
            "API 一一对应，Paddle 有 PyTorch 没有的参数。",
        ),
        (
            "Paddle supports more parameters than PyTorch:",
            "Paddle 相比 PyTorch 支持更多其他参数，具体如下：",
        ),
    ),
    (
        "1.5",
        "different-defaults",
        ("Only default values differ", "仅参数默认值不一致"),
        (
            "One to one; the default value of a parameter differs.",
            "API 一一对应，有参数的默认值不同。",
        ),
        (
            "Both do the same and parameters are used the same way; only default values differ:",
            "两者功能一致且参数用法一致，仅参数默认值不一致，具体如下：",
        ),
    ),
    (
        "2",
        "torch-more-params",
        ("PyTorch takes more parameters", "torch 参数更多"),
        (
            "PyTorch takes parameters that Paddle does not have; Paddle may have others too.",
            "PyTorch 有 Paddle 没有的参数；Paddle 也可能另有参数。",
        ),
        (
            "PyTorch supports more parameters than Paddle:",
            "PyTorch 相比 Paddle 支持更多其他参数，具体如下：",
        ),
    ),
    (
        "3",
        "params-differ",
        ("Parameters differ", "参数不一致"),
        (
            "The accepted type or the use of a parameter differs, or the return value does.",
            "参数支持的类型、参数的用法或返回值不同。",
        ),
        None,
    ),
    (
        "4",
        "composite",
        ("Replaced by a combination", "组合替代实现"),
        (
            "No single counterpart; a combination of Paddle calls replaces it.",
            "没有可直接对应的 API，需要用多个 Paddle API 组合实现。",
        ),
        (
            "Paddle has no such API; it takes a combination of calls.",
            "Paddle 无此 API，需要组合实现。",
        ),
    ),
    (
        "5",
        "context-change",
        ("Other code must change too", "用法不同：涉及上下文修改"),
        (
            "The two are designed differently, so other places in the code must change too.",
            "两者的设计不同，还需要修改代码的其他位置。",
        ),
        (
            "PyTorch and Paddle design and use this API differently; "
            "the surrounding code must be analysed and changed together with it.",
            "其中 PyTorch 与 Paddle 对该 API 的设计思路与用法不同，需要分析上下文并联动修改：",
        ),
    ),
    (
        "6",
        "outside-core",
        ("Counterpart outside Paddle", "对应 API 不在主框架"),
        (
            "The counterpart lives in another package than Paddle itself.",
            "对应的 API 不在 Paddle 主框架，而在其他软件包中。",
        ),
        (
            "The counterpart is not part of Paddle itself.",
            "对应 API 不在主框架。",
        ),
    ),
    (
        "7",
        "missing",
        ("No counterpart", "功能缺失"),
        ("Paddle has no counterpart.", "Paddle 没有对应的功能。"),
        None,
    ),
)


class Category(Enum):
    """The category of an entry; the members come from `_ROWS`, lowest precedence first."""

    NO_PARAMS = "no-params"
    SAME_PARAMS = "same-params"
    RENAMED_PARAMS = "renamed-params"
    PADDLE_MORE_PARAMS = "paddle-more-params"
    DIFFERENT_DEFAULTS = "different-defaults"
    TORCH_MORE_PARAMS = "torch-more-params"
    PARAMS_DIFFER = "params-differ"
    COMPOSITE = "composite"
    CONTEXT_CHANGE = "context-change"
    OUTSIDE_CORE = "outside-core"
    MISSING = "missing"

    @property
    def info(self) -> CategoryInfo:
        """Id, names, meaning and fixed sentence."""
        return _INFO[self.value]

    @property
    def rank(self) -> int:
        """Precedence: of several categories that fit, the one with the highest rank wins (C2)."""
        return self.info.rank

    @property
    def one_to_one(self) -> bool:
        """Whether it is one of 1.1 to 3: one API on each side, compared by parameters (C1)."""
        return self.rank <= Category.PARAMS_DIFFER.rank


_INFO = {
    slug: CategoryInfo(
        id=id_,
        slug=slug,
        rank=rank,
        name=Text(*name),
        meaning=Text(*meaning),
        opening=Text(*opening) if opening else None,
    )
    for rank, (id_, slug, name, meaning, opening) in enumerate(_ROWS)
}
