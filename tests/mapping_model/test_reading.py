"""Reading files: whatever is in them, a document with problems at their places, no traceback."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from mapping_model import reading
from mapping_model.reading import MAX_DEPTH, Document, read_document, read_text


def problems(raw: bytes) -> list[tuple[int, int, str, str]]:
    return [(p.line, p.column, p.code, p.message) for p in read_text(raw, "f.yaml").problems]


def test_plain_values_keep_their_types() -> None:
    raw = b"a: 1\nb: 1.5\nc: true\nd: ~\ne: text\nf: [x, 2]\ng: {h: 2024-01-01}\n"
    expected = {"a": 1, "b": 1.5, "c": True, "d": None, "e": "text", "f": ["x", 2]}
    document = read_text(raw, "f.yaml")
    assert document.problems == []
    assert document.data == {**expected, "g": {"h": "2024-01-01"}}


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        pytest.param(
            b"a: 1\n\tb: 2\n",
            (2, 1, "PM102", "A tab is used for indentation."),
            id="tab",
        ),
        pytest.param(
            b"a:\n  b: 1\n \t c: 2\n",
            (3, 2, "PM102", "A tab is used for indentation."),
            id="tab after a space",
        ),
        pytest.param(
            b"\xef\xbb\xbfa: 1\n",
            (1, 1, "PM101", "The file begins with a byte order mark."),
            id="BOM",
        ),
        pytest.param(
            "a: 1\n".encode("utf-16"),
            (1, 1, "PM101", "The file is encoded as UTF-16."),
            id="UTF-16",
        ),
        pytest.param(
            b"\xfe\xff\x00a",
            (1, 1, "PM101", "The file is encoded as UTF-16."),
            id="UTF-16 big-endian",
        ),
        pytest.param(
            "a: 1\nb: 数é\n".encode()[:-3] + b"\xe9\n",
            (2, 5, "PM101", "Byte 0xe9 is not valid UTF-8."),
            id="latin-1",
        ),
        pytest.param(
            b"a: 1\nb: x\x00y\n",
            (2, 5, "PM102", "This is not YAML: control characters are not allowed."),
            id="NUL",
        ),
        pytest.param(b"", (1, 1, "PM102", "The file is empty."), id="empty"),
        pytest.param(b"~\n", (1, 1, "PM102", "The file is empty."), id="null"),
        pytest.param(b"# nothing\n\n", (1, 1, "PM102", "The file is empty."), id="only a comment"),
        pytest.param(
            b"a: 1\nb: 2\na: 3\n",
            (3, 1, "PM103", "The key `a` stands twice; the first is on line 1."),
            id="duplicate key",
        ),
        pytest.param(
            b"a:\n  - {b: 1, b: 2}\n",
            (2, 12, "PM103", "The key `b` stands twice; the first is on line 2."),
            id="duplicate key in braces",
        ),
        pytest.param(
            b"a: &x [1]\nb: *x\n",
            (1, 4, "PM104", "An anchor (`&x`) is used."),
            id="anchor and alias",
        ),
        pytest.param(
            b"- {torch: *size, paddle: shape}\n",
            (1, 11, "PM104", "An alias (`*size`) is used."),
            id="star without quotes",
        ),
        pytest.param(
            b"a: !!python/object:os.system x\n",
            (
                1,
                4,
                "PM104",
                "The YAML tag `tag:yaml.org,2002:python/object:os.system` is not allowed.",
            ),
            id="tag",
        ),
        pytest.param(
            b"[1, 2]: x\n",
            (1, 1, "PM102", "A key must be a plain word."),
            id="list as a key",
        ),
        pytest.param(
            b"a: b: c\n",
            (1, 5, "PM102", "This is not YAML: mapping values are not allowed in this context."),
            id="colon in a text",
        ),
        pytest.param(
            b"a: 1\n---\nb: 2\n",
            (2, 1, "PM102", "This is not YAML: but found another document."),
            id="several documents",
        ),
    ],
)
def test_a_defect_is_reported_at_its_place(raw: bytes, expected: tuple[int, int, str, str]) -> None:
    assert problems(raw) == [expected]


def test_an_anchor_alone_is_reported_too() -> None:
    assert problems(b"a: &x 1\n") == [(1, 4, "PM104", "An anchor (`&x`) is used.")]


@pytest.mark.parametrize(
    "raw", [b'a: "*size"\n', b"a: |\n  f(x, *args)\n  x &y\n", b"a: x * y & z\n# &a *b\n"]
)
def test_stars_and_ampersands_in_texts_are_no_anchors(raw: bytes) -> None:
    assert problems(raw) == []


def test_a_byte_order_mark_does_not_shift_positions() -> None:
    document = read_text(b"\xef\xbb\xbfa: 1\nb: 2\n", "f.yaml")
    assert document.data == {"a": 1, "b": 2}
    assert document.position(("a",)) == (1, 4)


def test_defects_that_leave_the_data_readable_are_all_reported() -> None:
    assert [line for line, *_ in problems(b"a: 1\na: 2\nb: 1\nb: 2\n")] == [2, 4]


def test_columns_count_characters() -> None:
    document = read_text("数据: {甲: 1, 😀: 乙}\r\nb: 2\r\n".encode(), "f.yaml")
    assert document.position(("数据", "😀")) == (1, 15)
    assert document.position(("数据", "😀"), key=True) == (1, 12)
    assert document.position(("b",)) == (2, 4)


def test_positions_lead_to_values_and_keys() -> None:
    raw = b"a:\n  - b: 1\n    c: |\n      text\n  - d: {e: 2}\n"
    document = read_text(raw, "f.yaml")
    assert document.position() == (1, 1)
    assert document.position(("a",)) == (2, 3)
    assert document.position(("a", 0, "c")) == (3, 8)
    assert document.position(("a", 0, "c"), key=True) == (3, 5)
    assert document.position(("a", 1, "d", "e")) == (5, 12)
    assert document.position(("a", 1, "nothing", "more")) == (5, 5)


def bomb() -> bytes:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 9)]
    return "\n".join(lines).encode()


@pytest.mark.parametrize(
    "raw",
    [
        pytest.param(bomb(), id="alias bomb"),
        pytest.param(b"a: &a [*a]\n", id="alias of what it stands in"),
        pytest.param(b"[" * 10_000 + b"]" * 10_000, id="10,000 brackets"),
        pytest.param(b"{a: " * 10_000 + b"1" + b"}" * 10_000, id="10,000 braces"),
        pytest.param(b"- " * 10_000 + b"x\n", id="10,000 dashes"),
        pytest.param(b"? " * 10_000 + b"x\n", id="10,000 question marks"),
        *(
            pytest.param(b"".join(b" " * n + b"a:\n" for n in range(levels)), id=f"{levels} levels")
            for levels in (MAX_DEPTH, 400)
        ),
    ],
)
def test_what_could_explode_is_refused_quickly(raw: bytes) -> None:
    started = time.perf_counter()
    document = read_text(raw, "f.yaml")
    assert time.perf_counter() - started < 2
    assert document.data is None
    assert {problem.code for problem in document.problems} == {"PM104"}


def test_the_depth_allowed_is_enough_and_one_more_is_too_much() -> None:
    assert problems(b"[" * MAX_DEPTH + b"]" * MAX_DEPTH) == []
    raw = b"[" * (MAX_DEPTH + 1) + b"]" * (MAX_DEPTH + 1)
    assert problems(raw) == [(1, 1, "PM104", "The file nests deeper than 30 levels.")]


@pytest.mark.parametrize(
    "value", ["9" * 5000, "0b" + "2", "1" * 400 + ".0", "2024-13-45", "1_000", "0o9", ".inf"]
)
def test_odd_numbers_never_raise(value: str) -> None:
    read_text(f"a: {value}\n".encode(), "f.yaml")


def read(path: Path) -> Document:
    return read_document(path, "f.yaml")


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ('a: "x\nb: "y"\n', 1, 4, "The quote that is opened here is not closed before line 2."),
        ("a: 'x\nb: 'y'\n", 1, 4, "The quote that is opened here is not closed before line 2."),
        (
            'a:\n  - en: "b\n    zh: c\n  - {e: "f", g: 1}\nh: "i"\n',
            2,
            9,
            "not closed before line 4.",
        ),
        ('a: "b\nc: d\n', 1, 4, "The quote that is opened here is not closed before line 3."),
        ('a: "b\n  c"\nd: [1\n', 4, 1, "This is not YAML: did not find expected ',' or ']'."),
        ("a: 1\n<<<<<<< HEAD\nb: 2\n", 2, 1, "A conflict of git is left in the file."),
        ("a: 1\nb: 2\n=======\nb: 3\n", 3, 1, "A conflict of git is left in the file."),
    ],
)
def test_the_cause_is_named_where_it_is(text: str, line: int, column: int, message: str) -> None:
    (problem,) = read_text(text.encode(), "f.yaml").problems
    assert (problem.line, problem.column, problem.code) == (line, column, "PM102")
    assert problem.message.endswith(message)


def test_a_file_of_50_mb_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "big.yaml"
    with path.open("wb") as file:
        file.truncate(50 * 1024 * 1024)
    document = read(path)
    assert [(p.code, p.message) for p in document.problems] == [
        ("PM101", "The file is larger than 128 KB.")
    ]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    document = read(tmp_path / "none.yaml")
    assert [p.message for p in document.problems] == [
        "The file cannot be read: No such file or directory."
    ]


def test_an_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "secret.yaml"
    path.write_text("a: 1\n")

    def refuse(path: Path, most: int) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(reading, "read_ordinary", refuse)
    problem = read(path).problems[0]
    assert (problem.code, problem.message) == (
        "PM101",
        "The file cannot be read: Permission denied.",
    )


SPECIAL = ["folder", "link", "dangling link", *(["pipe"] if hasattr(os, "mkfifo") else [])]


@pytest.mark.parametrize("kind", SPECIAL)
def test_only_ordinary_files_are_read(tmp_path: Path, kind: str) -> None:
    path, target = tmp_path / "x.yaml", tmp_path / "target.yaml"
    if kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        if kind == "link":
            target.write_text("a: 1\n")
        path.symlink_to(target)
    document = read(path)
    assert document.data is None
    assert [(p.code, p.message) for p in document.problems] == [
        ("PM101", "This is a link or another special file.")
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a: {en: b: c, zh: d}\n", "quote a text with a colon or a comma"),
        ("a: [b, c: d: e]\n", "quote a text with a colon or a comma"),
        ("a: b: c\n", "Quote a string that contains a colon followed by a space."),
        ("a:\n  b: 1\n c: 2\n", "Check indentation"),
    ],
)
def test_what_to_do_about_it_is_told(text: str, told: str) -> None:
    (problem,) = read_text(text.encode(), "f.yaml").problems
    assert problem.hint is not None
    assert told in problem.hint
