"""What a rule is: a module of `lint_mappings.rules` with these attributes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, Protocol

from lint_mappings.subjects.finding import Finding
from mapping_model.categories import Text
from mapping_model.problems import Problem

# What the rules of a family are about, by the first digit of their codes.
FAMILIES = {
    "1": Text("Reading and form", "读取与格式"),
    "2": Text("Names, categories and references", "名称、分类与引用"),
    "3": Text("Rows of the parameter table", "参数表的行"),
    "4": Text("Examples", "转写示例"),
    "5": Text("Methods and their functions", "方法与对应的函数"),
    "6": Text("Signatures of the real libraries", "真实签名"),
    "7": Text("Texts", "文字"),
    "8": Text("Recorded results", "运行结果记录"),
    "9": Text("Known problems", "已知问题"),
}

Severity = Literal["error", "warning"]
Scope = Literal["file", "entry", "variant", "example", "gotcha", "corpus", "known"]


class Rule(Protocol):
    """One thing that is checked. The module's docstring says why, with a bad and a good sample.

    `CODE` is stable and never used again for something else; its hundred is the family.
    `REQUIREMENTS` are ids of the format specification. `SCOPE` decides what `check` is called
    with: the subject of that kind, see `lint_mappings.subjects`. Some or all of its findings carry
    a fix where the module also says `FIXABLE = True`. A rule about form, not about what is said,
    says `SEVERITY = "warning"`.
    """

    __doc__: str
    __name__: str
    CODE: str
    NAME: str
    SUMMARY: Text
    REQUIREMENTS: tuple[str, ...]
    SCOPE: Scope

    def check(self, subject: Any, /) -> Iterator[Finding | Problem]:
        """Everything wrong with the subject."""


def family(code: str) -> str:
    """The family of a code such as PM610: its key in `FAMILIES`."""
    return code.removeprefix("PM")[0]


def is_fixable(rule: Rule) -> bool:
    """Whether `--fix` can fix problems of this rule, at least some of them."""
    return getattr(rule, "FIXABLE", False)


def severity_of(rule: Rule) -> Severity:
    """How bad a problem is: an error misleads readers or breaks a tool, a warning does neither.

    Formats for programs pass it on; a run with nothing but warnings has problems all the same.
    """
    return getattr(rule, "SEVERITY", "error")
