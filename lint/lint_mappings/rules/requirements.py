"""The requirements of the format specification, and what serves each of them.

Most are enforced by rules, which name them in `REQUIREMENTS`. What no rule of the linter can judge
says so here, with what serves it instead. The table of both is `served`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from lint_mappings.rules.rule import Rule
from mapping_model.categories import Text


@dataclass(frozen=True, slots=True)
class Requirement:
    """One requirement in one line; `otherwise` is what serves it beside the rules, or instead."""

    id: str
    text: Text
    otherwise: Text | None = None


_EXECUTED = Text(
    "`verify-mappings` runs both sides of every example on every supported release.",
    "`verify-mappings` 会在每个支持的版本上运行示例两侧的代码。",
)
_RENDERED = Text(
    "The site writes it from the entry's data, so no entry can get it wrong.",
    "由站点根据条目数据生成，条目不会写错。",
)


def _asked(id_: str, en: str, zh: str, otherwise: Text | None = None) -> Requirement:
    return Requirement(id_, Text(en, zh), otherwise)


REQUIREMENTS = (
    _asked(
        "C1",
        "Seven categories, the first split in five; 1 to 3 are one to one.",
        "共七类，第一类再分五种；第 1 至 3 类为一一对应。",
    ),
    _asked(
        "C2",
        "An entry that fits several categories takes the highest.",
        "符合多个分类时取优先级最高的。",
    ),
    _asked(
        "C3",
        "What Paddle accepts is judged from PyTorch's side.",
        "Paddle 是否支持，以 PyTorch 侧的用法为准。",
        Text(
            "Defaults are compared this way by the rules for `value` and `do: same_default`; "
            "whether Paddle accepts all that PyTorch does is shown by examples, which are run.",
            "默认值由 `value` 和 `do: same_default` 的规则按此比较；Paddle 是否接受 PyTorch 的"
            "全部取值，由会实际运行的示例体现。",
        ),
    ),
    _asked("C4", "Paddle's `name` is ignored.", "忽略 Paddle 的 `name` 参数。"),
    _asked(
        "C5",
        "From a method to a function: the tensor itself is not compared.",
        "方法对应函数时，不比较 Tensor 自身这个参数。",
    ),
    _asked(
        "C6",
        "What is missing in Paddle is listed, but has no page of differences.",
        "功能缺失的 API 只列在总表中，没有差异页面。",
        Text(
            "The page of such an entry only says what people do instead.",
            "这类条目的页面只说明可以用什么代替。",
        ),
    ),
    _asked(
        "C7",
        "A page of 1.1 to 1.5 names both APIs, their signatures and their documentation.",
        "1.1 至 1.5 类的页面写明两侧的 API、签名和文档链接。",
        _RENDERED,
    ),
    _asked(
        "S1",
        "One sentence sums up the difference, with parameters in backticks.",
        "用一句话概括差异，参数名用反引号标出。",
        Text(
            "Rules see that the sentence is there, finished, not too long and names what differs; "
            "whether it says the essence is for a reviewer.",
            "规则检查这句话存在、完整、不过长并提到不同之处；是否抓住要点由评审者判断。",
        ),
    ),
    _asked("S2", "Summaries begin with fixed sentences.", "概述以固定语句开头。", _RENDERED),
    _asked(
        "P1",
        "Rows follow PyTorch's order, then what only Paddle has, in Paddle's order.",
        "参数行按 PyTorch 的顺序排列，仅 Paddle 有的参数按 Paddle 的顺序排在最后。",
    ),
    _asked(
        "P2",
        "Every parameter of both sides has a row; so has a return value that differs.",
        "两侧的每个参数都有一行，返回值不同时也有一行。",
    ),
    _asked("P3", "Without parameters there is no table.", "没有参数时不列参数表。"),
    _asked(
        "P4",
        "The remark of a renamed parameter ends with a fixed sentence.",
        "仅名称不同的参数，备注以固定语句结尾。",
        _RENDERED,
    ),
    _asked(
        "P5",
        "A parameter that only Paddle has: how to set it, or to leave it alone.",
        "仅 Paddle 有的参数，写明如何设置或保持默认。",
    ),
    _asked(
        "P6",
        "A default that differs: both values, and what to set.",
        "默认值不同时，写明两侧的默认值和需要设置的值。",
    ),
    _asked(
        "P7",
        "A parameter that only PyTorch has is rewritten, dropped, or has no way.",
        "仅 PyTorch 有的参数，需要转写、可直接删除或暂无转写方式。",
    ),
    _asked(
        "P8",
        "A parameter that differs: how, and whether it can be rewritten.",
        "用法不同的参数，写明差异以及能否转写。",
    ),
    _asked("P9", "Every remark ends with a full stop.", "备注均以句号结尾。"),
    _asked("X1", "Everything to be rewritten has an example.", "每个需要转写的参数都有转写示例。"),
    _asked(
        "X2",
        "An example names its parameter and shows both sides.",
        "示例写明所展示的参数，并给出两侧的代码。",
    ),
    _asked("X3", "Examples are short and print nothing.", "示例简短，不打印内容。"),
    _asked("X4", "Both sides give the same result.", "两侧的运行结果一致。", _EXECUTED),
)


def served(rules: Mapping[str, Rule]) -> list[tuple[Requirement, list[Rule]]]:
    """Every requirement with the rules that enforce it, in the order of the specification."""
    return [
        (requirement, [rule for rule in rules.values() if requirement.id in rule.requirements])
        for requirement in REQUIREMENTS
    ]
