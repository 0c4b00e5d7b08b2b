"""JUnit's XML, which most CI servers can show: every problem is a failed test."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TextIO
from xml.etree import ElementTree

from lint_mappings.reporters.summary import Summary
from mapping_model.problems import Problem

# What XML 1.0 has no way to write, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit(problems: Sequence[Problem], summary: Summary, stream: TextIO) -> None:
    """One suite; a clean run is one test that passes, so that the suite is not empty."""
    count = {"tests": str(len(problems) or 1), "failures": str(len(problems)), "errors": "0"}
    suites = ElementTree.Element("testsuites", {"name": "lint-mappings", **count})
    suite = ElementTree.SubElement(suites, "testsuite", {"name": "lint-mappings", **count})
    for problem in problems:
        _case(suite, problem, summary)
    if not problems:
        said = summary.closing(problems)
        ElementTree.SubElement(suite, "testcase", {"classname": "mappings", "name": said})
    ElementTree.indent(suites)
    # ASCII with character references, so that any stream can carry it.
    stream.write(ElementTree.tostring(suites, "us-ascii", xml_declaration=True).decode() + "\n")


def _case(suite: ElementTree.Element, problem: Problem, summary: Summary) -> None:
    place = f"{problem.path}:{problem.line}:{problem.column}"
    name = f"{problem.code} {summary.name(problem.code)} at {problem.line}:{problem.column}"
    case = ElementTree.SubElement(
        suite, "testcase", {"classname": _clean(problem.path), "name": name}
    )
    failure = ElementTree.SubElement(
        case, "failure", {"type": problem.code, "message": _clean(problem.message)}
    )
    failure.text = _clean(f"{place}: {problem.message} {problem.hint}".rstrip())


def _clean(value: str) -> str:
    return _FORBIDDEN.sub("\ufffd", value)
