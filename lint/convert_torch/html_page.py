"""The report as one page of HTML that needs nothing else: what is left, and the code with marks.

It is built as a tree, so that nothing of what was read becomes markup.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from xml.etree.ElementTree import Element, SubElement, tostring

from convert_torch.finding import TITLES, Finding, Kind
from convert_torch.notebooks import lines_of
from convert_torch.report import FileReport, summary
from mapping_model.categories import Text
from mapping_model.printable import printable

# Lines around what has changed or is told.
_AROUND = 3
_STYLE = """
:root { color-scheme: light dark; --line: #8884; --old: #f4433622; --new: #4caf5022; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 80rem; padding: 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .1rem .6rem; text-align: start; vertical-align: top; }
.files td:not(:first-child), .files th:not(:first-child) { text-align: end; }
.files tr:hover { background: #8881; }
details { border: 1px solid var(--line); border-radius: .3rem; margin: .8rem 0; overflow: auto; }
summary { cursor: pointer; padding: .4rem .8rem; position: sticky; left: 0; }
.code td { font: 13px/1.5 ui-monospace, monospace; white-space: pre; }
.code td.n { color: gray; text-align: end; user-select: none; width: 1%; }
.old { background: var(--old); } .new { background: var(--new); }
.code td.said { font: 14px/1.4 system-ui, sans-serif; white-space: normal; padding-block: .3rem; }
.said b { border-radius: .2rem; margin-inline-end: .4rem; padding: 0 .3rem; background: #8883; }
.said b.silent { background: #c62828; color: white; }
.said b.undecided, .said b.library { background: #e65100; color: white; }
.gap td { color: gray; text-align: center; }
"""
_TITLE = Text("Converted to Paddle {}", "转换为 Paddle {}")
_PATH, _REMAINS = (
    Text("File", "文件"),
    Text("Nothing is left to decide.", "没有需要人工决定的内容。"),
)


def html(files: Sequence[FileReport], release: str, language: str) -> str:
    """The page: a summary, the files with what is left of each, and the code of those."""
    page = Element("html", lang=language)
    head, body = SubElement(page, "head"), SubElement(page, "body")
    SubElement(head, "meta", charset="utf-8")
    SubElement(head, "meta", name="viewport", content="width=device-width")
    SubElement(head, "title").text = _TITLE.get(language).format(release)
    SubElement(head, "style").text = _STYLE
    SubElement(body, "h1").text = _TITLE.get(language).format(release)
    SubElement(body, "p").text = summary(files, language)
    shown = [one for one in files if one.error or one.code != one.before or _told(one)]
    kinds = [kind for kind in Kind if any(f.kind is kind for one in files for f in _told(one))]
    if kinds:
        _table(SubElement(body, "table", {"class": "files"}), shown, kinds, language)
    else:
        SubElement(body, "p").text = _REMAINS.get(language)
    for number, one in enumerate(shown):
        _file(SubElement(body, "details", id=f"file-{number}"), one, language)
    # Whatever the encoding of standard output is.
    text: bytes = tostring(page, encoding="us-ascii", method="html")
    return f"<!doctype html>\n{text.decode()}"


def _told(one: FileReport) -> list[Finding]:
    return [finding for finding in one.findings if finding.kind is not Kind.RARE]


def _table(
    table: Element, shown: Sequence[FileReport], kinds: Sequence[Kind], language: str
) -> None:
    row = SubElement(table, "tr")
    SubElement(row, "th").text = _PATH.get(language)
    for kind in kinds:
        SubElement(row, "th", title=TITLES[kind].get(language)).text = kind.value
    for number, one in enumerate(shown):
        counts = [sum(finding.kind is kind for finding in one.findings) for kind in kinds]
        if any(counts) or one.error:
            row = SubElement(table, "tr")
            cell = SubElement(row, "td")
            SubElement(cell, "a", href=f"#file-{number}").text = _shown(one.path)
            for count in counts:
                SubElement(row, "td").text = str(count or "")


def _file(details: Element, one: FileReport, language: str) -> None:
    if _told(one) or one.error:
        details.set("open", "")
    SubElement(details, "summary").text = _shown(one.path)
    if one.error:
        SubElement(details, "p").text = _shown(one.error)
        return
    table = SubElement(details, "table", {"class": "code"})
    findings: dict[int, list[Finding]] = {}
    for finding in _told(one):
        findings.setdefault(finding.line, []).append(finding)
    last = 0
    rows = list(_rows(one))
    wanted = _wanted(rows, findings)
    for index, (old, new, text) in enumerate(rows):
        if index not in wanted:
            continue
        if index > last:
            cell = SubElement(SubElement(table, "tr", {"class": "gap"}), "td", colspan="3")
            cell.text = "⋯"
        last = index + 1
        kind = "" if old and new else "old" if old else "new"
        row = SubElement(table, "tr", {"class": kind} if kind else {})
        SubElement(row, "td", {"class": "n"}).text = str(old or "")
        SubElement(row, "td", {"class": "n"}).text = str(new or "")
        SubElement(row, "td").text = _shown(text)
        for finding in findings.get(old, ()):
            cell = SubElement(SubElement(table, "tr"), "td", {"class": "said", "colspan": "3"})
            mark = SubElement(cell, "b", {"class": finding.kind.value})
            mark.text, mark.tail = finding.kind.value, f"{finding.api}: "
            mark.tail += _shown(finding.text.get(language))


def _rows(one: FileReport) -> Iterator[tuple[int, int, str]]:
    """The lines of old and new in order, each with its number in both; 0 where it is in one."""
    old, new = lines_of(one.before), lines_of(one.code)
    for tag, i, i_end, j, j_end in SequenceMatcher(None, old, new).get_opcodes():
        if tag == "equal":
            yield from ((i + k + 1, j + k + 1, old[i + k]) for k in range(i_end - i))
        else:
            yield from ((k + 1, 0, old[k]) for k in range(i, i_end))
            yield from ((0, k + 1, new[k]) for k in range(j, j_end))


def _wanted(rows: Sequence[tuple[int, int, str]], findings: dict[int, list[Finding]]) -> set[int]:
    """Which rows are shown: those that have changed or are told, and some around."""
    wanted: set[int] = set()
    for index, (old, new, _) in enumerate(rows):
        if not (old and new) or old in findings:
            wanted.update(range(index - _AROUND, index + _AROUND + 1))
    return wanted


def _shown(text: str) -> str:
    """Text without what turns a line around or cannot be in a page; tabs stay."""
    return "\t".join(map(printable, text.split("\t")))
