"""JUnit's XML, which most CI servers can show: every problem is a failed test.

What XML cannot hold, and what would break lines, is shown as on a terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO
from xml.etree import ElementTree

from lint_mappings.reporters.summary import Summary, place
from mapping_model.printable import printable
from mapping_model.problems import Problem


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
    name = f"{problem.code} {summary.name(problem.code)} at {problem.line}:{problem.column}"
    case = ElementTree.SubElement(
        suite, "testcase", {"classname": printable(problem.path), "name": name}
    )
    failure = ElementTree.SubElement(
        case, "failure", {"type": problem.code, "message": printable(problem.message)}
    )
    failure.text = f"{place(problem)}: {printable(f'{problem.message} {problem.hint}'.rstrip())}"
