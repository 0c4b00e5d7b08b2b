"""What a rule is: a module of `lint_mappings.rules`, and what its parts say."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal

from lint_mappings import subjects
from lint_mappings.subjects import FileSubject, Finding
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
Check = Callable[[Any], Iterator[Finding | Problem]]


@dataclass(frozen=True, slots=True)
class Rule:
    """One thing that is checked, as its module says it.

    The module is called by the rule's code and name: `pm103_duplicate_key`. A code is stable and
    never used again for something else. `scope` is the subject that `check` is called with.

    `severity` is how bad a problem is: an error misleads readers or breaks a tool, a warning does
    neither. Formats for programs pass it on; a run with nothing but warnings has problems too.
    """

    code: str
    name: str
    summary: Text
    docstring: str
    requirements: tuple[str, ...]
    severity: Severity
    scope: str
    fixable: bool
    source: str
    check: Check

    @property
    def documentation(self) -> str:
        """Why the rule exists, with a sample of what it finds, in Markdown."""
        return inspect.cleandoc(self.docstring)

    @property
    def family(self) -> str:
        """The key of its family in `FAMILIES`."""
        return self.code.removeprefix("PM")[0]


def rule_of(module: ModuleType) -> Rule:
    """The rule that a module is.

    A module has a docstring, `SUMMARY` and `check`. The annotations of `check` say what the rule is
    about (`VariantSubject`) and whether `--fix` can fix its problems (`Iterator[Fixable]`). Without
    a `check`, the reader of files finds the problems itself. Optional are `REQUIREMENTS`, the ids
    of the format specification that it serves, and `SEVERITY`. Raise TypeError where `check` takes
    no subject.
    """
    code, _, name = module.__name__.rpartition(".")[2].partition("_")
    check = getattr(module, "check", None) or _check_of_the_reader(code.upper())
    scope, result = check.__annotations__.values()
    if scope not in subjects.__all__:
        raise TypeError(f"{module.__name__}: check takes no subject, but {scope}")
    return Rule(
        code=code.upper(),
        name=name.replace("_", "-"),
        summary=module.SUMMARY,
        docstring=module.__doc__ or "",
        requirements=getattr(module, "REQUIREMENTS", ()),
        severity=getattr(module, "SEVERITY", "error"),
        scope=scope,
        fixable="Fixable" in result,
        source=module.__name__,
        check=check,
    )


def _check_of_the_reader(code: str) -> Check:
    def check(file: FileSubject) -> Iterator[Problem]:
        return file.found_by_reader(code)

    return check
