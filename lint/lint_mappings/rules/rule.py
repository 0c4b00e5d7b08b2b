"""What a rule is: a function that looks at a subject, and what is said of it where it stands."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from lint_mappings.subjects import CorpusSubject, Finding, KnownSubject, Subject
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
_Subject = TypeVar("_Subject", bound=Subject | CorpusSubject | KnownSubject)
# The first line that is Chinese, and the last one before a blank line.
_SUMMARY = re.compile(r"(?P<en>.+?)\n(?P<zh>[^\n]*[\u3400-\u9fff].*?)\n\n", re.DOTALL)
# Samples of entries leave out keys that make no difference.
SAMPLE = "Bad (`-`) and good (`+`), of an entry what matters:"
_FENCE = re.compile(r"^```", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that is checked.

    A code is stable and never used again for something else. `about` is the class of the subjects
    that `check` is called with, `requirements` are the ids of the format specification that it
    serves, `source` is its module.

    `severity` is how bad a problem is: an error misleads readers or breaks a tool, a warning does
    neither. Formats for programs pass it on; a run with nothing but warnings has problems too.
    """

    code: str
    name: str
    summary: Text
    documentation: str
    requirements: tuple[str, ...]
    severity: Severity
    about: type
    fixable: bool
    source: str
    check: Callable[[Any], Iterator[Finding | Problem]]

    @property
    def prose(self) -> str:
        """The documentation before its sample."""
        return self.documentation.partition(SAMPLE)[0].strip()

    @property
    def family(self) -> str:
        """The key of its family in `FAMILIES`."""
        return self.code.removeprefix("PM")[0]


def rule(
    code: str,
    about: type[_Subject],
    *,
    serves: str = "",
    severity: Severity = "error",
    fixable: bool = False,
) -> Callable[[Callable[[_Subject], Iterator[Finding | Problem]]], Rule]:
    """Make a function that looks at subjects of one class the rule with a code.

    The rule is called as the function is. The function's docstring begins with what holds where the
    rule finds nothing, in English and on the next lines in Chinese. What follows is the rule's
    documentation, with a sample of what it finds. `serves` are the ids of the format specification
    that it serves; with `fixable` some of its findings have a fix.
    """

    def made(check: Callable[[_Subject], Iterator[Finding | Problem]]) -> Rule:
        summary, documentation = described(check.__doc__ or "")
        return Rule(
            code=code,
            name=check.__name__.strip("_").replace("_", "-"),
            summary=summary,
            documentation=documentation,
            requirements=tuple(serves.split()),
            severity=severity,
            about=about,
            fixable=fixable,
            source=check.__module__,
            check=check,
        )

    return made


def described(docstring: str) -> tuple[Text, str]:
    """The summary at the beginning of a docstring, and the documentation, in Markdown."""
    text = inspect.cleandoc(docstring)
    found = _SUMMARY.match(text)
    if found is None:
        raise TypeError(f"no summary in both languages: {text[:60]!r}")
    summary = Text(found["en"].replace("\n", " "), found["zh"].replace("\n", ""))
    return summary, _FENCE.sub(f"{SAMPLE}\n\n```", text[found.end() :], count=1)
