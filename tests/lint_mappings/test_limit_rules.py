"""PM311, PM312, PM807: what cases that depart ask for, on which releases, and that they do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from entries import abs_entry
from small_project import Files, write

from lint_mappings.rules import all_rules
from lint_mappings.running.engine import run
from mapping_model.corpus import Corpus
from mapping_model.limits.examples import EntryLimits
from mapping_model.outcomes import Outcome
from mapping_model.problems import Problem
from mapping_model.processors import Processor
from mapping_model.records import Record, record_path, render_record
from mapping_model.results import NO_BACKWARD, Gradient, Result, Stamp, example_hash
from mapping_model.snapshots import PADDLE, number_of, paddle_snapshot

NEWEST = PADDLE[-1]
# The series that follows it.
AFTER = f"{number_of(NEWEST)[0]}.{number_of(NEWEST)[1] + 1}"

Expect = Callable[..., None]
LIMIT = """\
cases:
  - when: {when}
    departs: {departs}
{more}    example:
      inputs: {{x: {{tensor: [1, -2], dtype: int8}}}}
      torch: {torch}
"""


def limited(
    when: str = "input.dtype == int8",
    departs: str = "raises",
    more: str = "",
    torch: str = "result = torch.abs(x)",
) -> str:
    return abs_entry(more=LIMIT.format(when=when, departs=departs, more=more, torch=torch))


def test_a_limit_of_the_language_is_right(expect: Expect) -> None:
    expect(
        limited(more="    place: cpu\n    paddle: '>=3.0'\n    code: paddle.abs(input, **rest)\n")
    )


SUMS = """torch: torch.cumsum
paddle: paddle.cumsum
category: renamed-params
params:
  - {torch: input, paddle: x}
  - {torch: dim, paddle: axis}
  - {torch: dtype, paddle: dtype}
  - {torch: out, paddle: out}
cases:
  - when: input.size == 0 and not given(dtype)
    departs: raises
    code: CODE
    example:
      inputs: {x: "float32[0, 3]"}
      torch: result = torch.cumsum(x, 1)
examples:
  - inputs: {x: "float32[2, 3]"}
    torch: result = torch.cumsum(x, 1)
    paddle: result = paddle.cumsum(x, 1)
  - inputs: {x: "float32[2, 3]"}
    torch: result = torch.cumsum(input=x, dim=0)
    paddle: result = paddle.cumsum(x=x, axis=0)
"""


def test_code_may_say_that_an_argument_changes_nothing(
    lint: Callable[[Files], list[Problem]],
) -> None:
    def told(code: str) -> list[str]:
        problems = lint({"mappings/torch/torch.cumsum.yaml": SUMS.replace("CODE", code)})
        return [problem.message for problem in problems if problem.code == "PM310"]

    assert told("paddle.zeros_like(input)") == ["The code loses `dim` where a call passes it."]
    assert told('"_ = dim\\npaddle.zeros_like(input)"') == []
    near = "The call has no `din`. Did you mean `dim`?"
    assert told('"_ = din\\npaddle.cumsum(input, dim)"') == [near]
    assert told('"_ = dim, out\\npaddle.zeros_like(input)"') == []
    assert told('"_ = dim\\npaddle.cumsum(input, _)"') == ["The call has no `_`."]


@pytest.mark.parametrize(
    ("tensors", "told"),
    [
        ("[input, dim]", True),
        ("[input.detach(), dim]", True),
        ("input=(input, dim.detach())", True),
        ("list(input)", True),
        ("input=[input.detach(), paddle.zeros([2])]", False),
        ("[paddle.empty([]), *[paddle.empty(one) for one in dim]]", False),
    ],
)
def test_one_tensor_that_may_need_a_gradient_is_enough(
    lint: Callable[[Files], list[Problem]], tensors: str, told: bool
) -> None:
    code = f'"_ = input, dim\\npaddle.cumsum(*paddle.broadcast_tensors({tensors}))"'
    problems = lint({"mappings/torch/torch.cumsum.yaml": SUMS.replace("CODE", code)})
    assert any("ends the process" in problem.message for problem in problems) is told


def test_values_are_looked_at_as_code_is(lint: Callable[[Files], list[Problem]]) -> None:
    row = 'paddle: x, value: "paddle.broadcast_tensors([input, input])[0]"}'
    entry = SUMS.replace("CODE", "paddle.cumsum(input, dim)").replace("paddle: x}", row, 1)
    problems = lint({"mappings/torch/torch.cumsum.yaml": entry})
    assert [problem.line for problem in problems if "ends the process" in problem.message] == [5]


def test_code_is_named_once_and_by_all_that_have_it(
    lint: Callable[[Files], list[Problem]],
) -> None:
    path = "mappings/torch/torch.cumsum.yaml"
    entry = SUMS.replace("CODE", "summed").replace("cases:", "code: {summed: NAMED}\ncases:", 1)
    named = entry.replace("NAMED", '"paddle.cumsum(input, dim)"')
    assert "PM310" not in {problem.code for problem in lint({path: named})}
    (wrong,) = [p for p in lint({path: named.replace("{summed", "{sumed")}) if p.code == "PM310"]
    assert wrong.message == "There is no code called `summed`. Did you mean `sumed`?"
    (unused,) = [p for p in lint({path: named.replace("{summed", "{sumed")}) if p.code == "PM206"]
    assert unused.message == "No case has the code `sumed`."


@pytest.mark.parametrize("deep", ["-" * 3000 + "input", "input" + ".a" * 1500, "(" * 300])
def test_code_that_is_too_deep_is_told_once(
    lint: Callable[[Files], list[Problem]], deep: str
) -> None:
    """No rule fails because of it."""
    code = f"paddle.cumsum(*paddle.broadcast_tensors([{deep}]), dim)"
    problems = lint({"mappings/torch/torch.cumsum.yaml": SUMS.replace("CODE", f'"{code}"')})
    told = {problem.code: problem.message for problem in problems}
    assert "PM310" in told and "ends the process" not in told["PM310"]


@pytest.mark.parametrize("aside", ["paddle.assign(input, dim)", "rest", "1", "dim, dim.abs_()"])
def test_what_is_not_written_does_nothing_else(
    lint: Callable[[Files], list[Problem]], aside: str
) -> None:
    """A call would be lost without a word, and `rest` would set everything aside."""
    code = f'"_ = {aside}\\npaddle.zeros_like(input)"'
    problems = lint({"mappings/torch/torch.cumsum.yaml": SUMS.replace("CODE", code)})
    assert "`_ = …` is not written: it only names arguments." in [p.message for p in problems]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (
            limited(when="▸inptu.dtype == int8"),
            "PM311 The call has no `inptu`. Did you mean `input`?",
        ),
        (
            limited(when="▸some(isnam(input))"),
            "PM311 Conditions have no `isnam`. Did you mean `isnan`?",
        ),
        (limited(when="▸1 < 2"), "PM311 The condition asks nothing of a call."),
        (
            limited(more="    paddle: ▸'>=2.0'\n"),
            "PM311 2.6.2 is the oldest supported release.",
        ),
        (
            limited(more=f"    paddle: ▸'<{AFTER}'\n"),
            f"PM311 {NEWEST} is the newest supported release.",
        ),
        (
            limited(more="    paddle: ▸'>=99.0'\n"),
            "PM311 No supported Paddle release is one of these.",
        ),
        (
            limited(departs="accepts").replace("inputs: {x: {", "▸inputs: {x: {"),
            "PM311 `departs: accepts` and `compare: {raises: ...}` belong together.",
        ),
        (
            limited(torch="result = (").replace("inputs: {x: {", "▸inputs: {x: {"),
            "PM311 The code is not Python: '(' was never closed.",
        ),
        (
            limited(torch=f"result = {'-' * 60}x").replace("inputs: {x: {", "▸inputs: {x: {"),
            "PM311 The code nests deeper than 50 levels.",
        ),
        (
            limited(torch="result = torch.sin(x)").replace("inputs: {x: {", "▸inputs: {x: {"),
            "PM311 The mapping writes no code for `torch.sin` here: There is no entry for "
            "`torch.sin`.",
        ),
        (
            limited(more="    code: ▸paddle.abs(inptu)\n"),
            "PM310 The call has no `inptu`. Did you mean `input`?",
        ),
        (limited(departs="▸raise"), "PM105 `departs` cannot be `raise`. Did you mean `raises`?"),
        (abs_entry(more="cases: [▸other]\n"), "PM311 There are no shared cases `other`."),
    ],
)
def test_what_is_wrong_with_a_limit_is_told(expect: Expect, entry: str, message: str) -> None:
    expect(entry, message)


SHARED = """\
▸bytes:
  - when: input.{asked} == uint8
    departs: raises
    example:
      torch: result = API(x)
"""


def test_shared_cases_are_named_by_an_entry(expect: Expect) -> None:
    path = "mappings/cases.yaml"
    expect(SHARED.format(asked="dtype"), "PM312 No entry names `bytes`.", path=path)
    named = {"mappings/torch/torch.abs.yaml": abs_entry(more="cases: [bytes]\n").encode()}
    wrong = "PM312 A condition cannot ask for `.dtpe`. Did you mean `dtype`?"
    text = SHARED.format(asked="dtpe").replace("▸", "").replace("input", "▸input")
    expect(text, wrong, path=path, others=named)


@pytest.mark.parametrize(
    ("kept", "old", "new", "told"),
    [
        ({}, "", "", False),
        ({"hash": "0" * 12}, "", "", False),  # the code is not written to find out
        ({"mapping": None}, "", "", False),
        ({"hash": "0" * 12, "mapping": "0" * 8}, "", "", True),
        ({}, "paddle: x}", "paddle: x, value: input + 1}", True),
        ({}, "[1, -2]", "[1, -3]", True),
        ({}, "paddle.abs(input, **rest)", "paddle.abs(-input, **rest)", True),
        ({}, "'>=3.0'", "'>=3.1'", False),  # the same code on the newest release
    ],
)
def test_what_runs_have_shown_of_a_limit_is_of_it_as_it_is(
    kept: dict[str, str | None], old: str, new: str, told: bool, project: Path
) -> None:
    text = limited(more="    paddle: '>=3.0'\n    code: paddle.abs(input, **rest)\n")
    assert old in text
    write(project, {"mappings/torch/torch.abs.yaml": text})
    corpus = Corpus.load(project / "mappings")
    limits = EntryLimits(corpus.entries["torch.abs"], corpus.limits, corpus.resolve)
    stamp = Stamp("2026-11-21", "2.13.0", "3.11.7", processors=(Processor.AVX512,))
    record: Record = {}
    for shown in limits.showings({PADDLE[-1]: paddle_snapshot()}):
        digest = example_hash(shown.example)
        result = Result(shown.example.expect, True, digest, mapping=shown.source, stamp=stamp)
        record[shown.key] = {PADDLE[-1]: replace(result, **kept)}
    path = record_path(project / "mappings", "limits:torch.abs")
    write(project, {str(path.relative_to(project)): render_record(record)})
    write(project, {"mappings/torch/torch.abs.yaml": text.replace(old, new)})
    report = run(Corpus.load(project / "mappings"), [all_rules()["PM807"]])
    assert report.crashes == []
    stale = "The case or the mapping has changed since its result was recorded."
    assert [problem.message for problem in report.problems] == [stale] * told


DEPARTS, EQUALS = Outcome.DIFFERS, Outcome.EQUAL


@pytest.mark.parametrize(
    ("asked", "lines", "told"),
    [
        ("no-avx512", {"avx512": EQUALS, "avx2": DEPARTS}, None),
        ("no-avx512", {"avx512": EQUALS, "avx2-emulated": DEPARTS}, None),
        ("avx512", {"avx512": DEPARTS, "amx": DEPARTS, "avx2": EQUALS}, None),
        ("avx512", {"avx512": DEPARTS}, None),
        ("no-avx512", {"avx512": EQUALS}, "has no result on processors without AVX-512."),
        ("avx512", {"avx2": EQUALS}, "has no result on processors with AVX-512."),
        ("no-avx512", {"avx512": DEPARTS, "avx2": DEPARTS}, "is `differs`, not `equal`."),
        ("avx512", {"avx512 avx2-emulated": DEPARTS}, "is `differs`, not `equal`."),
        (
            "no-avx512",
            {"avx512": EQUALS, "avx2": EQUALS},
            "on processors without AVX-512 the example is `equal`, not `differs`.",
        ),
        (
            "avx512",
            {"avx512": DEPARTS, "amx": EQUALS, "avx2": EQUALS},
            "on processors with AMX the example is `equal`, not `differs`.",
        ),
    ],
)
def test_a_limit_of_some_processors_has_shown_itself_there_alone(
    asked: str, lines: dict[str, Outcome], told: str | None, project: Path
) -> None:
    text = limited(more=f"    place: {asked}\n", departs="differs", when="'True'")
    write(project, {"mappings/torch/torch.abs.yaml": text})
    corpus = Corpus.load(project / "mappings")
    limits = EntryLimits(corpus.entries["torch.abs"], corpus.limits, corpus.resolve)
    ((shown),) = limits.showings({PADDLE[-1]: paddle_snapshot()})
    stamp = Stamp("2026-11-21", "2.13.0", "3.11.7")
    results = [
        Result(
            outcome,
            True,
            example_hash(shown.example),
            mapping=shown.source,
            stamp=stamp.on([Processor(kind) for kind in kinds.split()]),
        )
        for kinds, outcome in lines.items()
    ]
    first = replace(results[0], elsewhere=tuple(results[1:]))
    path = record_path(project / "mappings", "limits:torch.abs")
    write(project, {str(path.relative_to(project)): render_record({"1.1": {PADDLE[-1]: first}})})
    report = run(Corpus.load(project / "mappings"), [all_rules()["PM807"], all_rules()["PM311"]])
    assert report.crashes == []
    messages = [problem.message for problem in report.problems]
    assert len(messages) == (told is not None)
    assert told is None or messages[0].endswith(told)


WRONG, ERROR = "gradient of x: 1 of 3 values differ", f"{NO_BACKWARD}ValueError: no"


@pytest.mark.parametrize(
    ("departs", "seen", "told"),
    [
        ("gradient", (WRONG, WRONG), 0),
        ("backward", (ERROR, ERROR), 0),
        # Silent on one release: that is what has to be told.
        ("gradient", (WRONG, ERROR), 0),
        ("gradient", (ERROR, ERROR), 1),
        ("backward", (WRONG, ERROR), 1),
    ],
)
def test_an_error_where_a_gradient_is_wanted_is_not_silent(
    departs: str, seen: tuple[str, str], told: int, project: Path
) -> None:
    text = limited(departs=departs, when="input.requires_grad")
    write(project, {"mappings/torch/torch.abs.yaml": text})
    corpus = Corpus.load(project / "mappings")
    limits = EntryLimits(corpus.entries["torch.abs"], corpus.limits, corpus.resolve)
    ((shown),) = limits.showings({PADDLE[-1]: paddle_snapshot()})
    stamp = Stamp("2026-11-21", "2.13.0", "3.11.7", processors=(Processor.AVX512,))
    results = [
        Result(
            *(Outcome.DIFFERS, True, example_hash(shown.example)),
            gradient=Gradient.DIFFERS,
            detail=detail,
            mapping=shown.source,
            stamp=stamp,
        )
        for detail in seen
    ]
    record: Record = {"1.1": dict(zip(PADDLE[-2:], results, strict=True))}
    path = record_path(project / "mappings", "limits:torch.abs")
    write(project, {str(path.relative_to(project)): render_record(record)})
    report = run(Corpus.load(project / "mappings"), [all_rules()["PM807"]])
    assert report.crashes == []
    assert len(report.problems) == told


@pytest.mark.parametrize(("source", "told"), [(None, 1), ("0" * 8, 0)])
def test_on_older_releases_what_is_of_another_case_says_nothing(
    source: str | None, told: int, project: Path
) -> None:
    """Cases are counted: one that is put before others has had the number of the next."""
    text = limited(departs="differs", when="floating(input)")
    write(project, {"mappings/torch/torch.abs.yaml": text})
    corpus = Corpus.load(project / "mappings")
    limits = EntryLimits(corpus.entries["torch.abs"], corpus.limits, corpus.resolve)
    ((shown),) = limits.showings({PADDLE[-1]: paddle_snapshot()})
    stamp = Stamp("2026-11-21", "2.13.0", "3.11.7", processors=(Processor.AVX512,))
    newest = Result(
        *(Outcome.DIFFERS, True, example_hash(shown.example)), mapping=shown.source, stamp=stamp
    )
    older = replace(newest, outcome=Outcome.EQUAL, mapping=source or shown.source)
    record: Record = {"1.1": {PADDLE[-2]: older, PADDLE[-1]: newest}}
    path = record_path(project / "mappings", "limits:torch.abs")
    write(project, {str(path.relative_to(project)): render_record(record)})
    report = run(Corpus.load(project / "mappings"), [all_rules()["PM807"]])
    assert report.crashes == []
    assert len(report.problems) == told


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("paddle.cumsum(input, axis=1, **rest)", "The code loses `dim` where a call passes it: "),
        ("paddle.cumsum(input, axis=dim, axis=0)", "`axis` is passed twice to `paddle.cumsum`."),
        ("paddle.cumsum(input, dim, rest)", "`rest` stands only as `**rest`, in a call."),
        ("paddle.cumsum(input, *same)", "`same` stands only as `**same`, in a call."),
        ("dim = 1\\npaddle.cumsum(input, dim)", "The code gives `dim` another meaning."),
        ("result = dim\\npaddle.cumsum(input, result)", "The code gives `result` another meaning."),
        ("dim if some(input < 0) else input", "Only conditions have `some`."),
        ("paddle.cumsum(input.astype(int8), dim)", "Only conditions have `int8`."),
        ("_ = dim\\npaddle.cumsum(input, axis=1, **rest)", ""),
        ("paddle.cumsum(input, axis=dim, **rest)", ""),
    ],
)
def test_code_uses_all_that_a_call_passes_and_nothing_twice(
    lint: Callable[[Files], list[Problem]], code: str, told: str
) -> None:
    entry = SUMS.replace("CODE", f'"{code}"')
    problems = lint({"mappings/torch/torch.cumsum.yaml": entry})
    found = [problem.message for problem in problems if problem.code == "PM310"]
    assert [message.startswith(told) for message in found] == ([True] if told else [])


@pytest.mark.parametrize(
    ("cases", "told"),
    [
        (["code: A", "code: B"], "This case is never reached: one before it has no `when`: "),
        (["when: dim == 1, code: A", "when: dim == 1, code: B"], "This case is never reached: "),
        (['code: A, paddle: "<3.0"', "code: B"], ""),
        (['code: A, paddle: "<3.1"', 'code: B, paddle: "<3.0"'], "This case is never reached: "),
        (['code: A, paddle: "<3.0"', 'code: A, paddle: ">=3.0"', "code: B"], "This case is never"),
        (["when: dim == 1, code: A", "code: B"], ""),
        (["code: A, call: paddle.cumsum"], "Nobody reads `call` beside `code` here."),
        (["code: A, text: {en: Slow., zh: 较慢。}"], "Nobody reads `text` beside `code`."),
    ],
)
def test_each_case_is_reached(
    lint: Callable[[Files], list[Problem]], cases: list[str], told: str
) -> None:
    listed = "".join(f"  - {{{case}}}\n" for case in cases)
    listed = listed.replace("A", '"paddle.cumsum(input, dim)"')
    listed = listed.replace("B", '"input.cumsum(dim)"')
    entry = SUMS.replace("cases:\n", f"cases:\n{listed}").replace("CODE", "input + dim")
    problems = lint({"mappings/torch/torch.cumsum.yaml": entry})
    found = [problem.message for problem in problems if problem.code == "PM315"]
    assert [message.startswith(told) for message in found] == ([True] if told else [])


def test_no_case_that_departs_stands_twice(lint: Callable[[Files], list[Problem]]) -> None:
    start, end = SUMS.index("  - when"), SUMS.index("examples:")
    case = SUMS[start:end]
    other = case.replace("departs: raises", "departs: differs")
    for more, times in ((case, 1), (other, 0), (case.replace("size == 0", "size < 1"), 0)):
        entry = (SUMS[:end] + more + SUMS[end:]).replace("CODE", "input + dim")
        problems = lint({"mappings/torch/torch.cumsum.yaml": entry})
        assert [problem.code for problem in problems].count("PM315") == times
