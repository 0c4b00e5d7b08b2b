"""Comments in code that let a finding pass: `# torch-to-paddle: ignore`, or `ignore[silent, ...]`.

In brackets stand kinds of findings and names of APIs; without brackets all of the line pass.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Collection, Iterator, Sequence

from convert_torch.finding import Finding

_COMMENT = re.compile(r"#\s*torch-to-paddle:\s*ignore\b(?:\[(?P<which>[^\]]*)\]|(?!\[))")


def without_ignored(source: str, findings: Sequence[Finding]) -> list[Finding]:
    """The findings that no comment at their line lets pass."""
    if not findings or not _COMMENT.search(source):
        return list(findings)
    ignored = dict(_ignored(source))
    return [one for one in findings if not _passes(one, ignored.get(one.line))]


def _passes(finding: Finding, which: Collection[str] | None) -> bool:
    return which is not None and (not which or not {finding.kind, finding.api}.isdisjoint(which))


def _ignored(source: str) -> Iterator[tuple[int, Collection[str]]]:
    """Lines with such a comment, and what it names."""
    for token in tokenize.generate_tokens(io.StringIO(source, newline=None).readline):
        found = _COMMENT.search(token.string) if token.type == tokenize.COMMENT else None
        if found:
            names = (found["which"] or "").split(",")
            yield token.start[0], {name.strip() for name in names if name.strip()}
