"""The list of known problems."""

from __future__ import annotations

from collections.abc import Iterator

from lint_mappings.fixes.making import remove_line
from lint_mappings.rules import RETIRED, retired
from lint_mappings.rules.rule import rule
from lint_mappings.subjects import Finding, KnownSubject
from lint_mappings.subjects.known_problems import FAMILY, KnownLine
from mapping_model.problems import did_you_mean


@rule("PM901", KnownSubject, severity="warning", fixable=True)
def needless_line(known: KnownSubject) -> Iterator[Finding]:
    """Every line of the known problems leaves a problem out.
    已知问题列表的每一行都对应一个仍存在的问题。

    A line of `.known-problems.txt` leaves a problem out; once that is fixed the line has to go. So
    the list shrinks with every fixed problem, and nobody leaves out what might come back.

    ```text
    # mappings/.known-problems.txt
    PM203 torch.abs  # The category is being discussed.
    ```

    ```diff
     torch: torch.abs
    -category: renamed-params
    +category: same-params
    ```
    """
    for line in known.lines:
        if known.needless(line):
            yield Finding(
                known.document,
                f"`{line.target}` has no {line.code} any more.",
                "Remove the line.",
                offset=(line.number, 0),
                fix=remove_line(known.document.text, line.number),
            )


_FORM = "Write `PM203 torch.abs  # why it stays for now`."


@rule("PM902", KnownSubject)
def known_line(known: KnownSubject) -> Iterator[Finding]:
    """Every line of the known problems names a code, a file or API, and a reason.
    已知问题列表的每一行都写明代码、文件或 API 以及原因。

    A line of `.known-problems.txt` is a code, an API or the path of a file, `#` and the reason. The
    reason is for whoever fixes the problem one day. A line that is not of this form leaves nothing
    out, and neither does a second one for the same.

    ```diff
     # mappings/.known-problems.txt
    -PM203 torch.abs
    -PM230 torch.abs  # The category is being discussed.
    -PM203 torch.abz  # The category is being discussed.
    +# Lines that begin with a number sign say nothing.
    ```
    """
    for problem in known.document.problems:
        yield Finding(known.document, problem.message, problem.hint)
    seen: dict[tuple[str | None, str], int] = {}
    for line in known.lines:
        first = seen.setdefault((line.code, line.target), line.number)
        for message, hint in _wrong_line(known, line):
            yield Finding(known.document, message, hint, offset=(line.number, 0))
        if line.code is not None and first != line.number:
            message = f"Line {first + 1} says the same already."
            yield Finding(known.document, message, "Remove one of them.", offset=(line.number, 0))


def _wrong_line(known: KnownSubject, line: KnownLine) -> Iterator[tuple[str, str]]:
    if line.code is None:
        reason = "" if "#" in line.text.partition(" ")[2] else " The reason is missing."
        yield f"This is not a code, an API or a path, and a reason.{reason}", _FORM
        return
    if line.code.startswith(FAMILY):
        yield f"{line.code} is about this list and cannot be left out.", "Remove the line."
    elif line.code in RETIRED:
        yield retired(line.code).en, f"Write {RETIRED[line.code]}, or remove the line."
    elif line.code not in known.codes:
        yield f"There is no rule `{line.code}`.{did_you_mean(line.code, known.codes)}", _FORM
    if not known.paths(line.target):
        guess = did_you_mean(line.target, [*known.apis, *known.corpus.documents])
        yield f"No entry and no file is called `{line.target}`.{guess}", "Fix or remove the line."
