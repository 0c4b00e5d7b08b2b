"""`--fix` and `--diff`: every fix removes its problem, adds none, and keeps all that it can."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from entries import abs_entry, gather_entry
from rule_samples import bad
from small_project import BASE, path_of, write

from lint_mappings.__main__ import main
from lint_mappings.fixes import applying
from lint_mappings.fixes.applying import apply_fixes
from lint_mappings.fixes.fix import Change, Edit, Fix, changed, edited
from lint_mappings.fixes.making import splice
from lint_mappings.rules import all_rules
from lint_mappings.rules.rule import Rule
from lint_mappings.running.project import Project
from lint_mappings.running.sources import read_sources
from mapping_model.problems import Problem
from mapping_model.reading import read_text

RULES = all_rules()
FIXABLE = {code: rule for code, rule in RULES.items() if rule.fixable}
ABS = "mappings/torch/torch.abs.yaml"
T = "mappings/torch.Tensor/torch.Tensor.t.yaml"
MARK = "\ufeff"
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current directory: a project with more terms than it uses."""
    write(tmp_path, BASE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def problems(root: Path) -> list[Problem]:
    sources = read_sources(root / "mappings")
    return Project(sources, tuple(RULES), None).check(sources).problems


def contents(root: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }


def fixed(root: Path, text: str, *codes: str) -> str:
    """An entry after `--fix`, which must leave none of the problems of the codes."""
    path = path_of(text.removeprefix(MARK))
    write(root, {path: text})
    main(["--fix", "--select", ",".join(codes), path])
    assert not [p for p in problems(root) if p.path == path and p.code in codes]
    return (root / path).read_bytes().decode("utf-8")


def sample(rule: Rule) -> dict[str, bytes]:
    """The bad sample; where that cannot be fixed with certainty, another."""
    others = {
        "PM101": {ABS: (MARK + abs_entry()).encode()},
        "PM209": {"mappings/glossary.yaml": BASE["mappings/glossary.yaml"].encode()},
    }
    return others.get(rule.code) or bad(rule)


def test_these_rules_are_fixable() -> None:
    assert set(FIXABLE) >= {
        *("PM101", "PM203", "PM209", "PM301", "PM302", "PM607", "PM612"),
        *("PM701", "PM703", "PM704", "PM707", "PM901"),
    }


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_only_fixable_rules_have_fixes(rule: Rule, root: Path) -> None:
    write(root, bad(rule))
    sources = read_sources(root / "mappings")
    report = Project(sources, tuple(RULES), None).check(sources)
    assert {problem.code for problem in report.fixes} <= FIXABLE.keys()


@pytest.mark.parametrize("rule", FIXABLE.values(), ids=FIXABLE)
def test_a_fix_removes_its_problem_and_adds_none(rule: Rule, root: Path, capsys: Capture) -> None:
    write(root, sample(rule))
    before = problems(root)
    assert any(problem.code == rule.code for problem in before)
    main(["--fix", "--select", rule.code])
    after = problems(root)
    assert not any(problem.code == rule.code for problem in after)
    # What is left was there before, but for terms that no row uses any more.
    new = {(p.path, p.code) for p in after} - {(p.path, p.code) for p in before}
    assert new <= {("mappings/glossary.yaml", "PM209")}


@pytest.mark.parametrize("rule", FIXABLE.values(), ids=FIXABLE)
def test_a_fix_is_idempotent_and_a_diff_writes_nothing(
    rule: Rule, root: Path, capsys: Capture
) -> None:
    write(root, sample(rule))
    before = contents(root)
    assert main(["--diff", "--select", rule.code]) == 1
    patch = capsys.readouterr().out
    assert contents(root) == before
    assert main(["--fix", "--select", rule.code]) == 0
    fixed = contents(root)
    assert fixed != before
    assert main(["--fix"]) in (0, 1)
    again = contents(root)
    assert main(["--fix"]) in (0, 1)
    assert contents(root) == again
    assert main(["--diff", "--select", rule.code]) == 0
    # The diff, applied to the files as they were, gives what --fix gives.
    for name, content in before.items():
        (root / name).write_bytes(content)
    (root / "p.diff").write_bytes(patch.encode("utf-8"))
    subprocess.run(["git", "apply", "p.diff"], cwd=root, check=True)
    (root / "p.diff").unlink()
    assert contents(root) == fixed


def test_rows_move_with_their_comments(root: Path) -> None:
    first = "  # The one that matters.\n  - torch: input\n    # in lines\n\n    paddle: 'x'\n"
    second = "  - {torch: out, paddle: out}  # given last\n"
    text = abs_entry(rows=f"\n{second}{first}")
    assert fixed(root, text, "PM607") == abs_entry(rows=f"\n{first}{second}")


def test_a_comment_above_all_rows_stays(root: Path) -> None:
    rows = "\n  # All of them.\n{}  - {{torch: input, paddle: x}}\n{}"
    out = "  - {torch: out, paddle: out}\n"
    assert fixed(root, abs_entry(rows=rows.format(out, "")), "PM607") == abs_entry(
        rows=rows.format("", out)
    )


@pytest.mark.parametrize("code", ["PM301", "PM607"])
def test_rows_in_one_line_are_left_alone(root: Path, code: str) -> None:
    text = abs_entry(rows=" [{torch: out, paddle: out}, {torch: input, paddle: x}]\n")
    write(root, {ABS: text})
    main(["--fix", "--select", code])
    assert (root / ABS).read_text("utf-8") == text


def test_all_orders_at_once(root: Path) -> None:
    rows = [
        '{paddle: broadcast, value: "False", desc: other}',
        "{torch: sparse_grad, do: drop}",
        "{torch: out, paddle: out}",
        "{torch: input, paddle: arr}",
        "{torch: index, paddle: indices}",
        "{torch: dim, paddle: axis}",
    ]
    text = gather_entry("\n" + "".join(f"  - {row}\n" for row in rows))
    right = [rows[n] for n in (3, 5, 4, 1, 2, 0)]
    assert fixed(root, text, "PM301", "PM607") == gather_entry(
        "\n" + "".join(f"  - {row}\n" for row in right)
    )


def test_a_comment_is_never_taken_away(root: Path) -> None:
    rows = "\n  - {torch: input, paddle: x}\n  - {paddle: name}  # why it is here\n"
    write(root, {ABS: abs_entry(rows=rows)})
    main(["--fix", "--select", "PM302"])
    assert "why it is here" in (root / ABS).read_text("utf-8")


@pytest.mark.parametrize(
    "written",
    [
        "category: same-params  # it is",
        "category: 'same-params'",
        'category:   "same-params"',
    ],
)
def test_quotes_blanks_and_comments_survive(root: Path, written: str) -> None:
    text = abs_entry().replace("category: renamed-params", written)
    assert fixed(root, text, "PM203") == text.replace("same-params", "renamed-params")


def test_line_ends_and_the_mark_survive(root: Path) -> None:
    text = abs_entry(category="same-params").replace("\n", "\r\n")
    assert fixed(root, MARK + text, "PM203") == MARK + text.replace("same-", "renamed-")
    assert fixed(root, MARK + text, "PM101") == text
    assert fixed(root, MARK + text, "PM101", "PM203") == text.replace("same-", "renamed-")


def note(zh: str, en: str = '"A."') -> str:
    return abs_entry(more=f"notes:\n  - en: {en}\n    zh: {zh}\n")


TEXT_RULES = ("PM701", "PM703", "PM704", "PM707")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('"返回Tensor的视图, 不复制"', '"返回 Tensor 的视图，不复制。"'),
        ("'返回`x`'", "'返回 `x`。'"),
        ("返回 (见`x`) 视图.", "返回（见 `x`）视图。"),
        ('"至 9 为止(含), 不变。"', '"至 9 为止（含），不变。"'),
        ('"返回 (甲(乙)). 另见 (`x`), 其余"', '"返回（甲（乙））。另见（`x`），其余。"'),
        ('"张量(Tensor) 不变。"', '"张量（Tensor）不变。"'),
        ("返回  视图。", "返回 视图。"),
        ("|\n      第一行\n\n      返回Tensor.\n", "|\n      第一行\n\n      返回 Tensor。\n"),
        ("|\n      第一行  \n      二\n", "|\n      第一行\n      二。\n"),
        ('"视图😀Tensor视图"', '"视图😀Tensor 视图。"'),
    ],
)
def test_texts_are_fixed_where_they_stand(root: Path, before: str, after: str) -> None:
    assert fixed(root, note(before), *TEXT_RULES) == note(after)


@pytest.mark.parametrize(
    "zh",
    [
        '"他说\\"好\\"。"',  # which quotation mark is meant, only a person knows
        '"见 torch.cat()。"',
        '"这是什么？"',
        '"用 f(x) 计算。"',
        ">\n      折叠的\n      文字\n",
        '"转义\\u4e2d文"',
        '"等等...。"',
    ],
)
def test_what_is_uncertain_is_left_alone(root: Path, zh: str) -> None:
    write(root, {ABS: note(zh)})
    main(["--fix", "--select", ",".join(TEXT_RULES)])
    assert (root / ABS).read_text("utf-8") == note(zh)


def test_english_gets_its_own_stop(root: Path) -> None:
    assert fixed(root, note('"甲。"', '"It is so。"'), "PM701") == note('"甲。"', '"It is so."')


def test_a_glossary_key_that_may_be_misspelt_is_left_alone(root: Path) -> None:
    row = "\n  - {torch: input, paddle: x, desc: inputt}\n  - {torch: out, paddle: out}\n"
    glossary = 'inputtt: {en: "A.", zh: "甲。"}\nout: {en: "A.", zh: "甲。"}\n'
    write(root, {ABS: abs_entry(rows=row), "mappings/glossary.yaml": glossary})
    main(["--fix", "--select", "PM209"])
    assert (root / "mappings/glossary.yaml").read_text("utf-8") == glossary


def test_only_what_is_named_is_fixed(root: Path, capsys: Capture) -> None:
    write(root, {ABS: abs_entry(category="same-params"), T: "torch: torch.Tensor.t\n"})
    before = contents(root)
    assert main(["--fix", "mappings/torch.Tensor"]) == 1
    assert contents(root) == before
    assert main(["--fix", "--ignore", "PM203", ABS]) == 0
    assert contents(root) == before


def test_known_problems_are_not_fixed(root: Path, capsys: Capture) -> None:
    known = "PM203 torch.abs  # Under discussion.\n"
    write(root, {ABS: abs_entry(category="same-params"), "mappings/.known-problems.txt": known})
    before = contents(root)
    assert main(["--fix", "--select", "PM203"]) == 0
    assert contents(root) == before


def test_what_was_fixed_is_said(root: Path, capsys: Capture) -> None:
    notes = 'notes: [{en: "A", zh: "甲。"}, {en: "B", zh: "乙。"}]\n'
    write(root, {ABS: abs_entry(category="same-params", more=notes)})
    assert main(["--fix", ABS]) == 0
    assert capsys.readouterr().err == "lint-mappings: 3 problems fixed in 1 file.\n"
    assert main(["--fix", ABS]) == 0
    assert capsys.readouterr().err == "lint-mappings: 0 problems fixed in 0 files.\n"


def test_a_category_that_needs_more_is_not_called_fixable(root: Path, capsys: Capture) -> None:
    """`params-differ` needs a text, which only a person can write."""
    note = 'do: rewrite, text: {en: "N.", zh: "注。"}'
    rows = f"\n  - {{torch: input, paddle: x, {note}}}\n  - {{torch: out, paddle: out}}\n"
    write(root, {ABS: abs_entry(rows=rows)})
    assert main([ABS, "--select", "PM203"]) == 1
    said = capsys.readouterr().out
    assert "Write `category: params-differ` and the key `text`, which it needs" in said
    assert "fixable" not in said
    text = 'text: {en: "`input` differs.", zh: "`input` 不同。"}\n'
    write(root, {ABS: abs_entry(rows=rows, more=text)})
    assert main([ABS, "--select", "PM203"]) == 1
    assert "(1 fixable with --fix)" in capsys.readouterr().out


def test_a_fix_that_is_refused_is_not_offered_again(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    write(root, {ABS: abs_entry(category="same-params")})
    monkeypatch.setattr("lint_mappings.fixes.applying._worse", lambda _, __, names: set(names))
    assert main(["--fix", ABS]) == 1
    assert "fixable" not in capsys.readouterr().out


def test_a_fixed_file_keeps_its_mode(root: Path) -> None:
    write(root, {ABS: abs_entry(category="same-params")})
    (root / ABS).chmod(0o640)
    assert main(["--fix", ABS]) == 0
    assert (root / ABS).stat().st_mode & 0o777 == 0o640
    assert [path.name for path in (root / ABS).parent.iterdir()] == ["torch.abs.yaml"]


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_a_write_that_fails_leaves_the_old_file(
    root: Path, error: BaseException, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    write(root, {ABS: abs_entry(category="same-params")})
    before = contents(root)

    def fail(_: int) -> None:
        raise error

    monkeypatch.setattr("os.fsync", fail)
    assert main(["--fix", ABS]) == (130 if isinstance(error, KeyboardInterrupt) else 2)
    assert contents(root) == before
    if isinstance(error, OSError):
        assert f"{ABS}: cannot be written: No space left" in capsys.readouterr().err


@pytest.mark.parametrize("linked", [False, True])
def test_a_file_changed_meanwhile_is_not_written(
    root: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, linked: bool
) -> None:
    write(root, {ABS: abs_entry(category="same-params")})
    check = Project.check

    def meanwhile(self: Project, *args: object) -> object:
        if not linked:
            write(root, {ABS: "torch: torch.abs\n"})
        elif not (root / ABS).is_symlink():
            (root / ABS).rename(root / "moved")
            (root / ABS).symlink_to(root / "moved")
        return check(self, *args)

    monkeypatch.setattr(Project, "check", meanwhile)
    assert main(["--fix", ABS]) == 2
    assert "has been changed meanwhile" in capsys.readouterr().err
    assert (root / ABS).is_symlink() == linked
    if not linked:
        assert (root / ABS).read_text("utf-8") == "torch: torch.abs\n"


def test_edits_are_made_from_the_end() -> None:
    edits = [Edit(0, 1, "xyz"), Edit(3, 3, "!"), Edit(5, 6, "")]
    assert edited("abcdef", edits) == "xyzbc!de"
    assert edited("\ufeffabcdef", [*edits, Edit(-1, 0, "")][1:]) == "abc!de"


def test_changes_do_not_move_one_another() -> None:
    data = {"a": [{"x": 1, "y": 2}, {"x": 3, "y": 4}, {"x": 5}], "t": "abcd"}
    changes = [
        Change("remove", ("a", 0)),
        Change("set", ("a", 2, "x"), 6),
        Change("remove", ("a", 1, "y")),
        Change("splice", ("t",), "Z", 1, 2),
        Change("splice", ("t",), "!", 4, 4),
    ]
    assert changed(data, changes) == {"a": [{"x": 3}, {"x": 6}], "t": "aZcd!"}
    assert changed([1, 2, 3], [Change("order", (), (2, 0, 1))]) == [3, 1, 2]


def test_a_fix_that_does_not_read_back_as_meant_is_refused(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    text = abs_entry(category="same-params")
    write(root, {ABS: text})
    monkeypatch.setattr(applying, "edited", lambda *_: edited(text, [Edit(0, 5, "torhc")]))
    assert main(["--fix", ABS]) == 1
    assert (root / ABS).read_text("utf-8") == text


def test_a_fix_that_makes_a_file_worse_is_taken_back(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lint_mappings.rules import category

    # A fix that writes a category that the rows do not lead to either, and that needs a text.
    def wrong(document: object, path: tuple[str, ...], new: str) -> object:
        from lint_mappings.fixes.making import replace

        return replace(document, path, "params-differ")

    monkeypatch.setattr(category, "replace", wrong)
    text = abs_entry(category="same-params", more='notes: [{en: "A", zh: "甲。"}]\n')
    write(root, {ABS: text})
    assert main(["--fix", ABS]) == 1
    # The other fix of the same file is made all the same.
    assert (root / ABS).read_text("utf-8") == text.replace('"A"', '"A."')


def test_a_real_entry_reads_the_same_but_for_the_change(root: Path) -> None:
    text = abs_entry(category="same-params")
    before = read_text(text.encode(), ABS).data
    after = read_text(fixed(root, text, "PM203").encode(), ABS).data
    assert after == {**before, "category": "renamed-params"}


def test_edits_that_touch_wait_for_another_pass() -> None:
    """Which of two insertions at one place comes first is not for the order of edits to say."""
    contents: list[bytes] = []

    def check(changed: Mapping[str, bytes]) -> dict[Problem, Fix | None]:
        text = changed.get(ABS, b"a: bc\n")
        contents.append(text)
        return {
            Problem(ABS, 1, 5, f"PM{letter}", f"It lacks {letter}."): splice(
                read_text(text, ABS), ("a",), 1, 1, letter
            )
            for letter in "xy"
            if letter not in text.decode()
        }

    done = apply_fixes(lambda name: b"a: bc\n", check, {"PMx", "PMy"})
    assert contents == [b"a: bc\n", b"a: bxc\n", b"a: byxc\n"]
    assert done.applied == 2
