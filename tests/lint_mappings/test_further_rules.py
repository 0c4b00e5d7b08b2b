"""Rules beyond the specification: texts, examples against rows, releases, recorded results."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from entries import ABS_EXAMPLE, ABS_ROWS, abs_entry, gather_entry, t_entry
from small_project import BASE, write

from lint_mappings.__main__ import main
from lint_mappings.rules import all_rules
from lint_mappings.running.engine import run
from lint_mappings.running.project import Project
from lint_mappings.running.sources import read_sources
from mapping_model import probes
from mapping_model.corpus import Corpus
from mapping_model.entry import Example
from mapping_model.outcomes import Departure
from mapping_model.problems import Problem
from mapping_model.results import HARNESS, example_hash, mapping_hash
from mapping_model.snapshots import PADDLE

NEWEST = PADDLE[-1]

Expect = Callable[..., None]
ABS = Example("result = torch.abs(x)\n", "result = paddle.abs(x)\n", (("x", "float32[2, 3]"),))


def notes(en: str, zh: str) -> str:
    return abs_entry(more=f"notes:\n  - en: {en}\n    zh: {zh}\n")


@pytest.mark.parametrize(
    ("en", "sign"), [("▸TODO.", "TODO"), ("Write ▸FIXME here.", "FIXME"), ("▸....", "....")]
)
def test_placeholders(expect: Expect, en: str, sign: str) -> None:
    expect(notes(en, "正文。"), f"PM709 `{sign}` is a placeholder.")


@pytest.mark.parametrize(
    ("en", "zh", "said"),
    [
        ("A ▸truth value in PyTorch.", "布尔值。", "truth value"),
        ("It ▸passes over NaN.", "忽略 NaN。", "passes over NaN"),
        ("Paddle ▸cuts a fraction.", "截断。", "cuts a fraction"),
        ("It ▸is said by `x`.", "由 `x` 指定。", "is said by"),
        ("The device is ▸a text such as `x`.", "字符串。", "a text"),
        ("No error.", "会▸静默出错。", "静默"),
        ("On ▸2.6 it fails.", "在 ▸2.6 上失败。", "2.6"),
        ("It fails on ▸2.6.", "▸2.6 上会失败。", "2.6"),
    ],
)
def test_unusual_words(expect: Expect, en: str, zh: str, said: str) -> None:
    wrong = f"PM710 `{said}` is not the usual wording."
    expect(notes(en, zh), *[wrong] * (en + zh).count("▸"))


@pytest.mark.parametrize(
    ("en", "zh"),
    [
        ("It needs paddlenlp 2.6.1.", "需要 paddlenlp 2.6.1。"),
        ("Version 12.6 of it.", "12.6 版。"),
        ("Write `passes over NaN`.", "写作 `passes over NaN`。"),
        ("A text of some length.", "一段文本。"),
    ],
)
def test_usual_words(expect: Expect, en: str, zh: str) -> None:
    expect(notes(en, zh))


@pytest.mark.parametrize("en", ["The AUTODO flag.", "A TODOS list.", "It is so... not."])
def test_parts_of_words_are_no_placeholders(expect: Expect, en: str) -> None:
    expect(notes(en, "正文…文。"))


def test_words_in_code_are_no_placeholders(expect: Expect) -> None:
    expect(notes('"`TODO` and `x[...]` are code."', "代码 `TODO`。"))


def test_full_width_punctuation_in_code(expect: Expect) -> None:
    message = "PM711 `，` is full-width punctuation in code."
    expect(notes("Code.", '"见 `f(x▸，y)`，再见。"'), message)


@pytest.mark.parametrize("name", ["keep_dim_", "huggingface_hub", "e.g. this", "1.5", "torch"])
def test_words_that_are_no_code(expect: Expect, name: str) -> None:
    expect(notes(f"It is {name}.", "正文。"))


@pytest.mark.parametrize(
    "name", ["torch.abs", "paddle.nn.ReLU", "align_corners", "paddle.cumprood", "brodcast=False"]
)
def test_names_outside_of_backticks(expect: Expect, name: str) -> None:
    message = f"PM712 `{name}` is a name in code, but stands outside of backticks."
    expect(notes(f"It is ▸{name}.", "正文。"), message)


def test_a_length_is_allowed_up_to_its_limit(expect: Expect) -> None:
    expect(notes("a" * 599 + ".", "正文。"))
    message = "PM713 The text has 601 characters; here at most 600 can be read."
    expect(notes("▸" + "a" * 600 + ".", "正文。"), message)


def test_releases_in_both_languages(expect: Expect) -> None:
    expect(notes("From 3.1 on it takes 0.95.", "自 3.1 起可用。"))
    expect(
        notes("From 3.1 on.", '"▸自 ▸3.2 起可用。"'),
        "PM714 The Chinese text does not name 3.1, which the English one does.",
        "PM714 The English text does not name 3.2.",
    )


def test_large_numbers_in_both_languages(expect: Expect) -> None:
    expect(notes("Exact up to 2 ** 53, or 10,000 of 8.", "在 2 ** 53 以内精确，或 10000。"))
    expect(notes("Of twenty, 0.25 or `33`.", "在 20 个中有 0.35 或 `44` 个。"))
    expect(notes("Above 10,000 or 250,000,000.", "超过 1 万或 2.5 亿。"))
    expect(
        notes("Exact up to 2 ** 53.", '"▸在 2 ** ▸35 以内精确。"'),
        "PM721 The Chinese text does not name 53, which the English one does.",
        "PM721 The English text does not name 35.",
    )


def test_texts_in_code_may_be_chinese(expect: Expect) -> None:
    code = 'y = x.t()\nresult = y + len("中文")'
    expect(t_entry(code, code))


def test_names_in_code_are_latin(expect: Expect) -> None:
    code = "▸结果 = x.t()\nresult = ▸结果"
    message = "PM415 The code has `结` in a name or a comment."
    expect(t_entry(code, "result = x.t()"), message, message)


def test_an_ellipsis_in_an_index_is_code(expect: Expect) -> None:
    code = "result = x.t()[..., 0]"
    expect(t_entry(code, code))
    message = "PM417 The code is unfinished: `...` stands where a value belongs."
    expect(t_entry("result = x.t().sum(dim=▸...)", "result = x.t().sum()"), message)


def test_a_function_and_its_method(expect: Expect) -> None:
    entry = (
        "torch: torch.Tensor.abs\npaddle: ▸paddle.Tensor.exp\ncategory: paddle-more-params\n"
        "{}params:\n  - {{paddle: out}}\nexamples:\n"
        '  - inputs: {{x: "float32[2]"}}\n    torch: result = x.abs()\n'
        "    paddle: result = x.exp()\n"
    )
    expect(
        entry.format(""),
        "PM501 `torch.Tensor.abs` leads to `paddle.Tensor.exp`, but `torch.abs` to `paddle.abs`.",
    )
    reason = 'notes:\n  - {en: "Not `paddle.abs`.", zh: "不是 `paddle.abs`。"}\n'
    expect(entry.replace("▸", "").format(reason))


@pytest.mark.parametrize(
    ("bounds", "message"),
    [
        ("'<3.3'", None),
        ("'>=3.0,<3.3'", None),
        ("▸'<99.0'", "PM617 Every supported release is in it."),
        ("▸'<2.6'", "PM617 No supported release is in it."),
        ("▸'>=2.6'", "PM617 Every supported release is in it."),
        ("▸'>=3.2,<3.1'", "PM617 No supported release is in it."),
        ("▸'>=99.0'", "PM617 No supported release is in it."),
    ],
)
def test_a_case_counts_on_some_releases(expect: Expect, bounds: str, message: str | None) -> None:
    more = f"cases: [{{call: paddle.abs, paddle: {bounds}}}]\n"
    expect(abs_entry(more=more), *filter(None, [message]))


GATHER = """
  - {torch: input, paddle: arr}
  - {torch: dim, paddle: %s}
  - {torch: index, paddle: %s}
  - {torch: sparse_grad, do: drop}
  - {torch: out, paddle: out}
  - {paddle: broadcast, value: "False", desc: other}
"""


@pytest.mark.parametrize(
    ("row", "passed", "told"),
    [
        ("", "broadcast=False", True),
        ("", "broadcast=x.ndim < 2", True),
        ("", "broadcast=True", False),
        (', value: "False"', "broadcast=False", False),
        (
            ", text: {en: Pass `broadcast=False`., zh: 传入 `broadcast=False`。}",
            "broadcast=0",
            False,
        ),
    ],
)
def test_what_only_paddle_gets_stands_in_its_row(
    expect: Expect, row: str, passed: str, told: bool
) -> None:
    rows = GATHER % ("axis", "indices")
    mark = "▸" if told else ""
    rows = rows.replace(
        '{paddle: broadcast, value: "False", desc: other}',
        f"{mark}{{paddle: broadcast, desc: other{row}}}",
    )
    message = f"PM421 An example passes `{passed}`, but the row does not say so."
    expect(gather_entry(rows, keyword=f", {passed}"), *[message] * told)


def test_pairs_that_an_example_contradicts(expect: Expect) -> None:
    clean = gather_entry(GATHER % ("axis", "indices"), keyword=", broadcast=False")
    expect(clean)
    wrong = gather_entry(GATHER % ("▸indices", "▸axis"), keyword=", broadcast=False")
    expect(
        wrong.replace("\u25b8indices", "▸▸indices"),
        "PM420 The row pairs `dim` with `indices`, but an example passes `0` to `dim` and to "
        "`axis`.",
        "PM620 `paddle.take_along_axis` takes `dim` as `axis`, not as `indices`.",
        "PM420 The row pairs `index` with `axis`, but an example passes `i` to `index` and to "
        "`indices`.",
    )


def test_a_layer_needs_an_input(expect: Expect) -> None:
    relu = (
        "torch: torch.nn.Sigmoid\npaddle: paddle.nn.Sigmoid\ncategory: no-params\nexamples:\n"
        "  - {inputs}{call}torch: result = torch.nn.Sigmoid()\n"
        "    paddle: result = paddle.nn.Sigmoid()\n"
    )
    two = '▸inputs: {x: "float32[2]", y: "float32[2]"}\n    '
    message = "PM423 It is open which of `x`, `y` the layer is called with."
    expect(relu.format(inputs=two, call=""), message)
    marked = two.replace("▸", "").replace("y:", "▸y:")
    message = "PM411 Neither side uses the input `y`."
    expect(relu.format(inputs=marked, call="called_with: [x]\n    "), message)


RECORD = "mappings/results/torch/torch.abs.json"
# The hash of that entry's mapping, and what else a result may say.
MAPPED = "0bb4431c"
DIFFERS = {"outcome": "differs", "as_expected": False}
RUN = f"2026-11-21 2.13.0 3.11.7 {HARNESS} avx512"


def results_of(project: Path, result: dict[str, object] | None, release: str = NEWEST) -> set[str]:
    """The codes of PM8xx for `torch.abs`, with this result of its first example."""
    write(project, BASE)
    if result is not None:
        found = {"1": {release: {"run": RUN, **result}}} if result else {}
        write(project, {RECORD: json.dumps(found)})
    return {problem.code for problem in recorded_problems(project)}


def recorded_problems(project: Path) -> list[Problem]:
    report = run(Corpus.load(project / "mappings"), all_rules().values())
    assert report.crashes == []
    return [problem for problem in report.problems if problem.code.startswith("PM8")]


@pytest.mark.parametrize(
    ("result", "codes"),
    [
        (None, set()),
        ({}, {"PM801"}),
        ({"hash": "0"}, {"PM802"}),
        ({**DIFFERS, "hash": "0"}, {"PM802"}),
        ({"hash": example_hash(ABS)}, {"PM802"}),
        ({"hash": f"{example_hash(ABS)} {MAPPED}"}, set()),
        (
            {"hash": f"{example_hash(ABS)} {MAPPED}", "run": RUN.replace(f" {HARNESS} ", " 0 ")},
            {"PM802"},
        ),
        ({**DIFFERS, "hash": f"{example_hash(ABS)} {MAPPED}"}, {"PM803"}),
    ],
)
def test_recorded_results(project: Path, result: dict[str, object] | None, codes: set[str]) -> None:
    assert results_of(project, result) == codes


def test_kinds_of_processors_are_held_against_the_claim(project: Path) -> None:
    digest = f"{example_hash(ABS)} {MAPPED}"
    write(project, BASE)
    lines = {
        NEWEST: {"hash": digest, "run": RUN},
        f"{NEWEST} avx2": {**DIFFERS, "hash": digest, "run": RUN.replace("avx512", "avx2")},
    }
    write(project, {RECORD: json.dumps({"1": lines})})
    (problem,) = recorded_problems(project)
    assert problem.code == "PM803"
    told = "Running the example on processors without AVX-512 did not give what it claims: differs"
    assert problem.message.startswith(told)
    assert "or add a case that departs, with `place`" in (problem.hint or "")


def test_a_line_of_other_processors_is_stale_alone(project: Path) -> None:
    digest = f"{example_hash(ABS)} {MAPPED}"
    write(project, BASE)
    lines = {
        NEWEST: {"hash": digest, "run": RUN},
        f"{NEWEST} avx2": {"hash": f"0 {MAPPED}", "run": RUN.replace("avx512", "avx2")},
    }
    write(project, {RECORD: json.dumps({"1": lines})})
    assert [problem.code for problem in recorded_problems(project)] == ["PM802"]


def test_what_the_mapping_gives_on_kinds_of_processors_is_looked_at(project: Path) -> None:
    line = {"hash": f"{example_hash(ABS)} {MAPPED}", "run": RUN}
    other = {**line, "applied": "differs", "run": RUN.replace("avx512", "avx2")}
    write(project, BASE)
    write(project, {RECORD: json.dumps({"1": {NEWEST: line, f"{NEWEST} avx2": other}})})
    (problem,) = recorded_problems(project)
    assert problem.code == "PM810"
    assert problem.message.startswith(f"On Paddle {NEWEST} on processors without AVX-512 the code")


def test_a_result_of_another_mapping_is_stale(project: Path) -> None:
    entry = Corpus.load(project / "mappings").entries["torch.abs"]
    assert results_of(project, {"hash": f"{example_hash(ABS)} {mapping_hash(entry)}"}) == set()
    text = (project / "mappings/torch/torch.abs.yaml").read_text("utf-8")
    assert "paddle: x}" in text
    (project / "mappings/torch/torch.abs.yaml").write_text(
        text.replace("paddle: x}", 'paddle: x, value: "input"}'), "utf-8"
    )
    (problem,) = recorded_problems(project)
    assert problem.message == "The mapping has changed since its result was recorded."


@pytest.mark.parametrize(
    ("seen", "release", "limited", "message"),
    [
        ({"applied": "equal"}, NEWEST, "", None),
        ({"applied": "unwritten"}, NEWEST, "", None),
        (
            {"applied": "differs", "applied_detail": "torch 1, Paddle 2"},
            *("3.1.1", ""),
            "On Paddle 3.1.1 the code that the mapping gives differs (torch 1, Paddle 2).",
        ),
        (
            {"newer": "raises", "newer_detail": "TypeError"},
            *(NEWEST, ""),
            f"On Paddle {NEWEST} the code that the mapping gives raises (TypeError).",
        ),
        # Another API had no entry, and has one by now; or still has none.
        (
            {"applied": "elsewhere", "applied_detail": "torch.abs: no entry"},
            *("3.1.1", ""),
            "The record says that `torch.abs` has no entry; it has one by now.",
        ),
        ({"applied": "elsewhere", "applied_detail": "torch.sin: no entry"}, "3.1.1", "", None),
        # The example itself is told of by PM803, or differs on an old release.
        ({**DIFFERS, "applied": "differs"}, "3.1.1", "", None),
        ({"applied": "differs"}, "3.1.1", "differs", None),
        (
            {"applied": "raises", "applied_detail": "TypeError"},
            *("3.1.1", "differs"),
            "On Paddle 3.1.1 the code that the mapping gives raises (TypeError).",
        ),
        (
            {"applied": "differs", "applied_detail": "torch 1, Paddle 2"},
            *("3.1.1", "differs\n    paddle: '>=3.2'"),
            "On Paddle 3.1.1 the code that the mapping gives differs (torch 1, Paddle 2).",
        ),
    ],
)
def test_what_the_mapping_gives_is_right_or_a_limit_says_where_not(
    project: Path, seen: dict[str, object], release: str, limited: str, message: str | None
) -> None:
    limit = f"""\
cases:
  - when: input.dtype == int8
    departs: {limited}
    example:
      inputs: {{x: {{tensor: [1, -2], dtype: int8}}}}
      torch: result = torch.abs(x)
"""
    entry = abs_entry(more=limit if limited else "")
    write(project, {**BASE, "mappings/torch/torch.abs.yaml": entry})
    result = {"run": RUN, "hash": f"{example_hash(ABS)} {MAPPED}", **seen}
    write(project, {RECORD: json.dumps({"1": {release: result}})})
    told = [one.message for one in recorded_problems(project) if one.code == "PM810"]
    assert told == ([message] if message else [])


@pytest.mark.parametrize(
    "text",
    [
        '{"3.3.1": {"inputs": 9}}',
        '{"3.3.1": {"inputs": "9", "equal": 9, "digest": "0", "run": "1"}}',
        '{"3.3.1": {"inputs": 9, "equal": 9, "digest": "\\u001b[2J", "run": "1"}}',
        '{"3.3.1": {"inputs": 9, "equal": 9, "digest": "0", "run": "1", "limits": [[1, "x", 2]]}}',
        f'{{"3.3.1": {"[" * 5000}{"]" * 5000}}}',
    ],
)
def test_a_record_of_probes_that_cannot_be_read_is_told_of(project: Path, text: str) -> None:
    write(project, {"mappings/probes/torch/torch.abs.json": text})
    (problem,) = recorded_problems(project)
    assert (problem.code, problem.line) == ("PM804", 1)
    assert problem.message.startswith("not a record of probes:")


def test_where_probes_are_recorded_each_entry_with_examples_is_probed(project: Path) -> None:
    write(project, BASE)
    assert recorded_problems(project) == []
    (project / "mappings/probes").mkdir()
    (problem,) = recorded_problems(project)
    assert (problem.code, problem.path) == ("PM804", "mappings/torch/torch.abs.yaml")
    assert problem.message == f"The entry has not been probed on Paddle {NEWEST}."


def test_what_is_to_be_run_again_is_one_problem_and_comes_last(project: Path) -> None:
    """After an edit nearly all records are stale; what is wrong with the edit comes first."""
    second = ABS_EXAMPLE.replace("float32[2, 3]", "float32[4]")
    path = "mappings/torch/torch.abs.yaml"
    write(project, {**BASE, path: abs_entry(examples=ABS_EXAMPLE + second.lstrip("\n"))})
    stale = {NEWEST: {"run": RUN, "hash": f"0 {MAPPED}"}}
    write(project, {RECORD: json.dumps({"1": stale, "2": stale})})
    (project / "mappings/probes").mkdir()
    (problem,) = recorded_problems(project)
    assert (problem.path, problem.code) == (path, "PM802")
    assert problem.message == "2 results and the probes are missing, or not of the file as it is."
    assert problem.hint == "Run: verify-mappings check torch.abs"
    note = 'notes:\n  - {en: "A text.", zh: "正文"}\n'
    write(project, {path: abs_entry(examples=ABS_EXAMPLE + second.lstrip("\n"), more=note)})
    report = run(Corpus.load(project / "mappings"), all_rules().values())
    codes = [problem.code for problem in report.problems if problem.path == path]
    assert codes == ["PM701", "PM802"]


def test_probes_of_older_releases_may_be_stale(project: Path) -> None:
    """They take environments that a contributor has not; a workflow makes them again."""
    write(project, BASE)
    entry = Corpus.load(project / "mappings").entries["torch.abs"]
    run = f"2.13.0 3.11.7 {probes.PROBER}"
    now = probes.Probed(9, 9, probes.digest(entry, {}), run)
    stale = replace(now, digest="000000000000")
    path = probes.probe_path(project / "mappings", "torch.abs")
    path.parent.mkdir(parents=True)
    path.write_text(probes.render_probes({NEWEST: now, "3.2.2": stale}), "utf-8")
    assert recorded_problems(project) == []
    path.write_text(probes.render_probes({NEWEST: stale, "3.2.2": now}), "utf-8")
    (problem,) = recorded_problems(project)
    assert problem.message == "The entry has changed since it was probed."
    assert problem.hint == "Run: verify-mappings probe torch.abs --write"


def test_what_probes_have_found_is_told_with_the_call_that_shows_it(project: Path) -> None:
    write(project, BASE)
    entry = Corpus.load(project / "mappings").entries["torch.abs"]
    found = probes.Finding(
        *(Departure.GRADIENT, "x: only torch has NaN", "NaN", ("float32",), 3),
        *(
            "result = torch.abs(x)",
            "result = paddle.abs(x)",
            {"x": "float32[1] [nan]"},
            "torch nan",
        ),
    )
    run = f"2.13.0 3.11.7 {probes.PROBER}"
    probed = probes.Probed(9, 6, probes.digest(entry, {}), run, findings=(found,))
    path = probes.probe_path(project / "mappings", "torch.abs")
    path.parent.mkdir(parents=True)
    path.write_text(probes.render_probes({NEWEST: probed, "3.2.2": probed}), "utf-8")
    (problem,) = recorded_problems(project)
    assert problem.code == "PM808"
    assert problem.message == (
        f"On Paddle {NEWEST}, 3.2.2 the gradient differs without an error on NaN (3 inputs): "
        "`result = torch.abs(x)` with x = float32[1] [nan]: torch nan."
    )


def test_a_file_without_any_result_is_told_once(project: Path) -> None:
    write(project, {"mappings/results/torch/torch.x.json": "{}"})
    text = abs_entry(examples=f"{ABS_EXAMPLE}  - {ABS_EXAMPLE.strip().removeprefix('- ')}\n")
    write(project, {"mappings/torch/torch.abs.yaml": text})
    sources = read_sources(project / "mappings")
    found = Project(sources, ("PM801",), None).check(sources).problems
    assert [(p.line, p.message) for p in found] == [
        (8, f"The examples of this file have no result on Paddle {NEWEST}.")
    ]
    results = {"1": {NEWEST: {"hash": "0" * 12, "run": RUN}}}
    write(project, {"mappings/results/torch/torch.abs.json": json.dumps(results)})
    found = Project(sources, ("PM801",), None).check(sources).problems
    assert [(p.line, p.message) for p in found] == [
        (11, f"The example has no result on Paddle {NEWEST}.")
    ]


def test_a_second_file_of_an_api_without_examples_there(project: Path) -> None:
    write(project, {"mappings/results/torch/torch.x.json": "{}"})
    write(
        project, {"mappings/torch/torch.aaa.yaml": "torch: torch.abs\nalias_of: torch.absolute\n"}
    )
    sources = read_sources(project / "mappings")
    report = Project(sources, ("PM801",), None).check(sources)
    assert report.crashes == []
    assert [p.path for p in report.problems] == ["mappings/torch/torch.abs.yaml"]


def test_results_of_older_releases_alone_are_not_enough(project: Path) -> None:
    assert results_of(project, {"hash": "0"}, "3.0.0") == {"PM801"}


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ('{\n"1": {\n<<<<<<< HEAD\n', 3, "a conflict of git is left in it"),
        (f'{{"1": {{\n"{NEWEST}": {{"hash": "0"}}}}}}', 2, "`run` is missing"),
        (f'{{"1": {{\n"{NEWEST}": {{"hash": "0", "run": "{RUN}", "more": 1}}}}}}', 2, "`more: 1`"),
        ("[]", 1, "expected `{...}`, not `[]`"),
    ],
)
def test_a_broken_record_is_one_problem(project: Path, text: str, line: int, told: str) -> None:
    entry = BASE["mappings/torch/torch.abs.yaml"]
    example = entry[entry.index("examples:\n") + len("examples:\n") :]
    example = example.replace("torch.abs(x)", "torch.abs(x * 2)").replace("paddle.abs(x)", "x")
    write(project, {**BASE, "mappings/torch/torch.abs.yaml": entry + example, RECORD: text})
    (problem,) = recorded_problems(project)
    assert problem.message.startswith(f"{RECORD}:{line}: not a record of runs: ")
    assert told in problem.message
    assert problem.hint.startswith("Restore it with git, or delete it and run: verify-mappings")


def test_an_editors_file_is_no_record(project: Path) -> None:
    folder = "mappings/results/torch"
    write(project, {f"{folder}/.torch.abs.json.swp": "x", f"{folder}/torch.abs.json~": "x"})
    assert results_of(project, None) == set()


def test_the_message_says_which_command_to_run(project: Path) -> None:
    write(project, {RECORD: "{}"})
    report = run(Corpus.load(project / "mappings"), [all_rules()["PM801"]])
    assert [problem.hint for problem in report.problems] == [
        "Run: verify-mappings run torch.abs --write"
    ]


def test_rows_of_the_base_are_clean(expect: Expect) -> None:
    expect(abs_entry(rows=ABS_ROWS))


def test_comments_that_say_what_is_left_to_do(expect: Expect) -> None:
    expect(
        abs_entry(more="▸# TODO: decide. Then go on.\n# Done: nothing.\n").replace(
            "- {torch: out", "- #FIXME\n    {torch: out"
        ),
        "PM715 A comment says that something is left to do: decide. Then go on.",
    )
    expect(abs_entry(more="▸# FIXME\n"), "PM715 A comment says that something is left to do.")


def test_comments_of_a_draft_are_told_once(project: Path) -> None:
    assert main(["new", "torch.gather", "--root", str(project)]) == 0
    sources = read_sources(project / "mappings")
    found = Project(sources, ("PM715",), None).check(sources).problems
    assert [(p.line, p.hint) for p in found] == [
        (1, "Do it and remove the comment; 2 more on lines 12, 17.")
    ]


def test_code_without_rows_takes_up_what_a_call_passes(expect: Expect) -> None:
    text = """torch: torch.addcmul
category: composite
text: {en: "Adds a scaled product.", zh: "加上缩放后的乘积。"}
cases:
  - {code: CODE}
examples:
  - inputs: {x: "float32[2, 3]"}
    torch: |
      result = torch.addcmul(x, x, x, value=2)
    paddle: |
      result = x + 2 * x * x
  - title: {en: Called with keywords., zh: 以关键字方式调用。}
    inputs: {x: "float32[2, 3]"}
    torch: |
      result = torch.addcmul(input=x, tensor1=x, tensor2=x)
    paddle: |
      result = x + x * x
"""
    lost = "PM310 The code loses `value` where a call passes it."
    expect(text.replace("CODE", "▸input + tensor1 * tensor2"), lost)
    expect(text.replace("CODE", "input + value * tensor1 * tensor2"))


def test_both_sides_of_a_choice_take_up_what_a_call_passes(expect: Expect) -> None:
    text = """torch: torch.amax
paddle: paddle.amax
category: renamed-params
params:
  - {torch: input, paddle: x}
  - {torch: dim, paddle: axis}
  - {torch: keepdim, paddle: keepdim}
  - {torch: out, paddle: out}
cases:
  - {code: CODE}
examples:
  - inputs: {x: "float32[2, 3]"}
    torch: |
      result = torch.amax(x, dim=1, keepdim=True)
    paddle: |
      result = paddle.amax(x, axis=1, keepdim=True)
"""
    lost = "PM310 One side of the choice names `keepdim`, the other loses it: "
    lost += "`**rest` is what the code names nowhere."
    first = "paddle.max(input, dim, keepdim) if input.ndim else "
    expect(text.replace("CODE", f'▸"{first}paddle.amax(input, dim, **rest)"'), lost)
    expect(text.replace("CODE", f'"{first}paddle.amax(input, dim, keepdim, **rest)"'))
    expect(text.replace("CODE", '"paddle.amax(input, dim if dim else 0, **rest)"'))


GELU = """\
torch: torch.nn.functional.gelu
paddle: paddle.nn.functional.gelu
category: params-differ
text: {en: "Paddle's `approximate` is a bool.", zh: "Paddle 的 `approximate` 为布尔值。"}
params:
  - {torch: input, paddle: x}
  - MARKtorch: approximate
    paddle: approximate
    value: ROW
    desc: other
    text: {en: "It is a bool in Paddle.", zh: "Paddle 使用布尔值。"}
examples:
  - inputs: {x: "float32[3]", how: {value: tanh}}
    param: approximate
    torch: result = torch.nn.functional.gelu(x, approximate="tanh"), how
    paddle: result = paddle.nn.functional.gelu(x, approximate=SHOWN), how
OTHER"""
OTHER = """\
  - inputs: {x: "float32[3]"}
    torch: result = torch.nn.functional.gelu(x, approximate="tanh")
    paddle: result = paddle.nn.functional.gelu(x, approximate=True)
"""
GPU = OTHER.replace("torch: r", "cannot_run: gpu\n    torch: r")
LARGE = "1" + "0" * 400


@pytest.mark.parametrize(
    ("row", "shown", "other", "told"),
    [
        ("approximate == 'tanh'", "True", "", ""),
        ("approximate == 'none'", "True", "", "is left out, and gets `True` in an example"),
        ("approximate == 'tanh'", "x.ndim > 0", "", ""),
        ("approximate == 'tanh'", "how", "", "gets `True`, and gets `how` in an example"),
        ("approximate == 'tanh'", "how", OTHER, ""),
        # An integer that is larger than any float.
        ("1.5 if approximate else 0", LARGE, "", f"gets `1.5`, and gets `{LARGE}` in an example"),
        (
            *("approximate == 'tanh'", "True", GPU.replace("=True", "=False")),
            "gets `True`, and is left out in an example",
        ),
    ],
)
def test_what_the_rows_make_of_a_call_is_shown(
    expect: Expect, row: str, shown: str, other: str, told: str
) -> None:
    text = GELU.replace("MARK", "▸" if told else "").replace("ROW", row)
    text = text.replace("SHOWN", shown).replace("OTHER", other)
    expect(text, *[f"PM428 By the rows `approximate` {told}."] * bool(told))


@pytest.mark.parametrize(
    ("applied", "stale", "told"),
    [
        ({}, False, False),
        ({"applied": "unwritten"}, False, False),
        ({"applied": "differs"}, False, True),
        ({}, True, True),
    ],
    ids=["equal", "left to a person", "differs", "of another example"],
)
def test_a_run_of_what_the_rows_make_of_a_call_counts(
    applied: dict[str, str], stale: bool, told: bool, project: Path
) -> None:
    text = GELU.replace("MARK", "").replace("OTHER", "").replace("SHOWN", "True")
    text = text.replace("ROW", "approximate == 'none'")
    write(project, {"mappings/torch.nn.functional/torch.nn.functional.gelu.yaml": text})
    entry = Corpus.load(project / "mappings").entries["torch.nn.functional.gelu"]
    ((_, example),) = entry.examples()
    hashes = f"{'0' * 12 if stale else example_hash(example)} {mapping_hash(entry)}"
    record = {"1": {NEWEST: {"hash": hashes, "run": RUN, **applied}}}
    path = "mappings/results/torch.nn.functional/torch.nn.functional.gelu.json"
    write(project, {path: json.dumps(record)})
    report = run(Corpus.load(project / "mappings"), [all_rules()["PM428"]])
    assert (report.crashes, bool(report.problems)) == ([], told)
