"""Probing: what differs is found, what is equal is not, and nothing ends it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from copy import copy
from pathlib import Path
from typing import Any

import pytest
from projects import ENTRY, write_project

from mapping_model.building import build_entry
from mapping_model.corpus import Corpus
from mapping_model.outcomes import Departure, Outcome
from mapping_model.probes import Dtypes, Probed, digest, read_probes, render_probes
from mapping_model.snapshots import PADDLE, paddle_snapshot
from verify_mappings.__main__ import main
from verify_mappings.job import Answer, ProbeJob
from verify_mappings.probing.findings import reason
from verify_mappings.probing.probes import probe
from verify_mappings.probing.running import Prober
from verify_mappings.runs import executing
from verify_mappings.runs.pool import Pool, Versions

ProbeEntry = Callable[..., Probed]


@pytest.fixture
def probed(pool: Pool) -> ProbeEntry:
    """Probe an entry, given as in its file, in some dtypes."""

    def run(
        data: dict[str, Any], dtypes: Sequence[str] = ("float32",), *, further: bool = False
    ) -> Probed:
        entry = build_entry({"category": "same-params", **data})
        corpus = Corpus(Path(), {entry.torch: entry})
        prober = Prober(pool, corpus, {"paddle": paddle_snapshot()}, 20.0, further=further)
        versions = {crew: Versions("1", "3.11") for crew in ("torch", "paddle")}
        (one,) = probe(prober, entry, dtypes, versions)
        return one.probed

    return run


def entry_of(torch: str, code: str | None = None, **more: Any) -> dict[str, Any]:
    """A function of one tensor, with its example; with the code that is written for it."""
    name = torch.rpartition(".")[2]
    example = {
        "inputs": {"x": "float32[3, 2]"},
        "torch": f"result = torch.{name}(x)\n",
        "paddle": f"result = paddle.{name}(x)\n",
    }
    rows = [{"torch": "input", "paddle": "x"}, {"torch": "out", "paddle": "out"}]
    found = {"torch": torch, "paddle": f"paddle.{name}", "params": rows, "examples": [example]}
    cases = [*([{"code": code}] if code else []), *more.pop("cases", ())]
    return found | ({"cases": cases} if cases else {}) | more


def outcomes(probed: Probed) -> set[tuple[Departure, str]]:
    """What was found, and on which inputs."""
    return {(finding.outcome, finding.on) for finding in probed.findings}


def test_what_is_equal_is_equal_on_torchs_samples_and_on_mutations(probed: ProbeEntry) -> None:
    found = probed(entry_of("torch.floor"), ("float32", "float64", "bfloat16"))
    assert found.findings == ()
    assert found.inputs == found.equal > 20
    assert found.dtypes == Dtypes(taken=("bfloat16", "float32", "float64"))


def test_samples_of_more_dimensions_than_numpy_has_are_left_out(probed: ProbeEntry) -> None:
    found = probed(entry_of("torch.amax"))
    assert found.inputs > 20


def test_samples_of_tensors_without_values_are_left_out(probed: ProbeEntry) -> None:
    """One of those that must raise lies on the device `meta`."""
    found = probed(entry_of("torch.gradient", "paddle.zeros_like(input)"))
    assert found.inputs > 20


def test_a_wrong_mapping_is_found(probed: ProbeEntry) -> None:
    found = probed(entry_of("torch.floor", "paddle.ceil(input)"))
    assert (Departure.DIFFERS, "") in outcomes(found)
    assert 0 < found.equal < found.inputs


def test_what_becomes_of_nan_is_found(probed: ProbeEntry) -> None:
    found = probed(entry_of("torch.floor", "paddle.nan_to_num(paddle.floor(input))"))
    assert (Departure.DIFFERS, "NaN") in outcomes(found)
    assert (Departure.DIFFERS, "") not in outcomes(found)


def test_a_wrong_gradient_is_found(probed: ProbeEntry) -> None:
    found = probed(entry_of("torch.abs", "paddle.abs(input.detach()) + 0 * input"))
    assert (Departure.GRADIENT, "") in outcomes(found)
    assert (Departure.DIFFERS, "") not in outcomes(found)


def test_parameters_are_given_to_both(probed: ProbeEntry) -> None:
    example = {
        "inputs": {"x": {"parameter": "float32[3, 2]"}},
        "torch": "result = torch.abs(x)\n",
        "paddle": "",
    }
    found = probed(entry_of("torch.abs", "paddle.abs(input.detach())", examples=[example]))
    assert any(f.inputs.get("x", "").startswith("parameter float32") for f in found.findings)


def test_what_a_sample_sets_does_not_reach_the_next_one(probed: ProbeEntry) -> None:
    example = {
        "inputs": {"x": "float32[2]"},
        "torch": "torch.set_grad_enabled(False)\nresult = torch.abs(x)\n",
        "paddle": "",
    }
    write = "paddle.abs(input.detach()) + 0 * input"
    found = probed(entry_of("torch.abs", write, examples=[example]), ("float32", "float64"))
    assert {f.dtypes for f in found.findings if f.on == ""} == {("float32", "float64")}


def test_a_view_is_told_from_a_copy(probed: ProbeEntry) -> None:
    """Torch's result shares the memory of its argument, which is seen when it is overwritten."""
    found = probed(entry_of("torch.ravel", "paddle.flatten(input.clone())"))
    assert (Departure.DIFFERS, "shared") in outcomes(found)
    assert (Departure.DIFFERS, "") not in outcomes(found)


@pytest.mark.parametrize(
    "code",
    [
        "paddle.abs(input) * (1 + (paddle.abs(input) > 1e7).astype(input.dtype))",
        "paddle.abs(input) + paddle.all(input[:1] == 0) * paddle.any(input != 0)",
        "paddle.abs(input) * (1 if input.ndim < 3 else 2)",
    ],
)
def test_further_inputs_show_what_goes_wrong_rarely(probed: ProbeEntry, code: str) -> None:
    found = outcomes(probed(entry_of("torch.abs", code), further=True))
    assert Departure.DIFFERS in {outcome for outcome, _ in found}


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("paddle.clip(input, min)", False),
        ("paddle.maximum(input, paddle.to_tensor(min, 'float32').astype(input.dtype))", True),
        ("paddle.clip(input, paddle.to_tensor(float(min), 'float64').astype(input.dtype))", True),
    ],
)
def test_numbers_that_lose_digits_are_found(probed: ProbeEntry, code: str, found: bool) -> None:
    """The second goes through float32, the third through float64, which shows beside integers."""
    example = {
        "inputs": {"x": "float32[3, 2]"},
        "torch": "result = torch.clamp(x, min=0.5)\n",
        "paddle": "",
    }
    entry = {"torch": "torch.clamp", "examples": [example], "cases": [{"code": code}]}
    probes = probed(entry, ("float64", "int64"), further=True)
    exact = [f for f in probes.findings if f.outcome is Departure.DIFFERS and "min=" in f.torch]
    assert bool(exact) is found


@pytest.mark.parametrize("number", ["0", "1", "float('inf')"])
def test_numbers_that_few_pass_are_passed(probed: ProbeEntry, number: str) -> None:
    example = {
        "inputs": {"x": "float32[3, 2]"},
        "torch": "result = torch.clamp(x, min=0.5)\n",
        "paddle": "",
    }
    right = "input if min == float('inf') else paddle.clip(input, min)"
    code = f"paddle.clip(input, 0.25) if min == {number} else {right}"
    entry = {"torch": "torch.clamp", "examples": [example], "cases": [{"code": code}]}
    found = {f.torch for f in probed(entry, further=True).findings}
    assert f"result = torch.clamp(x, min={number})" in found


@pytest.mark.parametrize("asked", ["given(max)", "max is not None"])
def test_none_is_passed_where_it_means_nothing(probed: ProbeEntry, asked: str) -> None:
    example = {
        "inputs": {"x": "float32[3, 2]"},
        "torch": "result = torch.clamp(x, min=0.5)\n",
        "paddle": "",
    }
    code = {"when": asked, "code": "paddle.clip(input, min, max + 0)"}
    cases = [code, {"code": "paddle.clip(input, min)"}]
    entry = {"torch": "torch.clamp", "examples": [example], "cases": cases}
    found = {f.torch for f in probed(entry, further=True).findings}
    assert any("max=None" in code for code in found) is (asked == "given(max)")


def test_a_part_of_a_result_is_used_alone(probed: ProbeEntry) -> None:
    example = {
        "inputs": {"x": "float32[3, 2]"},
        "torch": "result = torch.unbind(x)\n",
        "paddle": "result = paddle.unbind(x)\n",
    }
    swapped = "(lambda a, b, c: [a + b - b.detach(), b + a - a.detach(), c])(*paddle.unbind(input))"
    entry = entry_of("torch.unbind", swapped, examples=[example])
    outcome = {(Departure.GRADIENT, "")}
    assert outcomes(probed(entry, further=True)) >= outcome


def test_an_error_of_torch_that_paddle_does_not_raise_is_found(probed: ProbeEntry) -> None:
    """Torch's tests say which tensors cannot be put together."""
    rows = [{"torch": name, "paddle": name} for name in ("tensors", "dim", "out")]
    given = {"torch": "torch.cat", "params": rows, "cases": [{"code": "tensors[0]"}]}
    found = probed(given)
    assert Departure.ACCEPTED in {outcome for outcome, _ in outcomes(found)}


def test_what_ends_the_process_is_told_and_the_others_are_run(probed: ProbeEntry) -> None:
    code = 'paddle.floor(input) if input.shape == [3, 2] else __import__("os").abort()'
    found = probed(entry_of("torch.floor", code))
    assert {outcome for outcome, _ in outcomes(found)} == {Departure.CRASHES}
    assert found.equal > 3
    assert sum(finding.count for finding in found.findings) == found.inputs - found.equal > 1
    assert "SIGABRT" in found.findings[0].told


def test_a_dtype_that_paddle_refuses_is_told_once(probed: ProbeEntry) -> None:
    """There is no kernel of `square` for `uint8`, and none of the backward of `log` for halves."""
    found = probed(entry_of("torch.square"), ("float32", "uint8"))
    assert found.dtypes == Dtypes(taken=("float32",), refused=("uint8",))
    assert found.findings == ()
    assert found.refused == found.inputs - found.equal > 5
    found = probed(entry_of("torch.log"), ("float32", "float16"))
    assert found.dtypes == Dtypes(taken=("float32",), without_gradient=("float16",))
    assert found.unexplained == 0 < found.refused


def test_what_refuses_empty_tensors_is_counted(probed: ProbeEntry) -> None:
    write = "paddle.floor(input if input.size else input.reshape([7]))"
    found = probed(entry_of("torch.floor", write))
    assert found.findings == ()
    assert 0 < found.empty == found.inputs - found.equal


def test_a_dtype_that_some_calls_take_is_refused_in_part(probed: ProbeEntry) -> None:
    write = "paddle.square(input if input.ndim == 2 else input.cast('float64')).cast(input.dtype)"
    found = probed(entry_of("torch.square", write), ("float32", "uint8"))
    assert found.dtypes == Dtypes(taken=("float32",), partly=("uint8",))
    assert found.refused > 0
    assert found.findings == ()


def test_a_dtype_that_is_always_refused_for_one_reason_needs_no_word_of_it(
    probed: ProbeEntry,
) -> None:
    write = "paddle.floor(input if input.dtype == paddle.float32 else input.reshape([7, 11]))"
    found = probed(entry_of("torch.floor", write), ("float32", "float64", "int64"))
    assert found.dtypes == Dtypes(taken=("float32",), refused=("int64", "float64"))
    assert found.findings == ()


def test_a_dtype_of_which_nothing_comes_out_is_not_taken(probed: ProbeEntry) -> None:
    """Though its errors differ, and say nothing of a dtype, so that they have to be explained."""
    write = (
        "paddle.floor(input if input.dtype == paddle.float32 else"
        " {}['abcdefghijk'[int(abs(input.sum()) * 1000) % 11]])"
    )
    found = probed(entry_of("torch.floor", write), ("float32", "float64"))
    assert found.dtypes == Dtypes(taken=("float32",), refused=("float64",))
    assert found.refused == 0 < found.unexplained


def test_temporary_files_go_to_the_scratch_directory_whatever_was_run_before(
    probed: ProbeEntry, verify
) -> None:
    """What makes samples asks for a directory in the process that the others are forked from."""
    probed(entry_of("torch.floor"))
    code = "import os, tempfile\nassert tempfile.gettempdir() == os.getcwd()\nresult = 1\n"
    result = verify(code, code)
    assert (result.outcome, result.detail) == (Outcome.EQUAL, None)


def test_folders_and_samples_of_strangers_do_no_harm(probed: ProbeEntry) -> None:
    """Code of examples runs in the folder of the job, beside those of the samples."""
    make = '__import__("os").makedirs("../{}", exist_ok=True)'
    code = f"({make.format(999)}, {make.format('x')}, paddle.floor(input))[2]"
    torch = f"{make.format(19999)}\nresult = torch.floor(x)\n"
    example = {"inputs": {"x": "float32[3]"}, "torch": torch, "paddle": ""}
    found = probed(entry_of("torch.floor", code, examples=[example]))
    assert found.findings == ()
    assert found.equal == found.inputs > 5


def test_what_another_seed_changes_is_left_out(probed: ProbeEntry) -> None:
    found = probed(entry_of("torch.bernoulli"))
    assert found.random > 0
    assert found.findings == ()


def test_what_the_harness_cannot_compare_is_no_finding(probed: ProbeEntry) -> None:
    example = {"inputs": {"x": "float32[2, 4]"}, "torch": "result = torch.nn.Linear(4, 3)\n"}
    data = {
        "torch": "torch.nn.Linear",
        "cases": [{"code": "paddle.nn.Linear(4, 3, bias_attr=False)"}],
        "examples": [example | {"paddle": ""}],
    }
    found = probed(data)
    assert found.findings == ()
    assert found.random > 0


def test_the_same_is_found_twice_and_kept(probed: ProbeEntry, tmp_path: Path) -> None:
    data = entry_of("torch.floor", "paddle.ceil(input)")
    first, second = probed(data, ("float32", "int32")), probed(data, ("float32", "int32"))
    assert first == second
    path = tmp_path / "torch.floor.json"
    path.write_text(render_probes({"3.3.1": first}), "utf-8")
    assert read_probes(path) == {"3.3.1": first}
    text = render_probes({"3.3.1": first, "3.2.2": first})
    assert text.count('"torch": "result') == len(first.findings)  # on the newest release
    path.write_text(text, "utf-8")
    assert read_probes(path) == {"3.3.1": first, "3.2.2": first}
    entry = build_entry({"category": "same-params", **data})
    other = build_entry({"category": "same-params", **data, "cases": [{"code": "input"}]})
    assert first.is_of(digest(entry, {}))
    assert not first.is_of(digest(other, {}))


@pytest.fixture
def shared(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The workers of all tests, for the installed release alone."""
    own = copy(pool)
    own._idle = {**pool._idle, PADDLE[-1]: pool._idle["paddle"]}
    versions = {crew: Versions("2.13.0", "3.11.7") for crew in ("torch", PADDLE[-1])}
    monkeypatch.setattr(executing, "open_pool", lambda crews, unconfined: nullcontext(own))
    monkeypatch.setattr(own, "start", lambda: versions)


@pytest.mark.usefixtures("shared")
def test_the_command_keeps_what_it_finds_and_holds_it_against_that(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = write_project(tmp_path, {"torch/torch.abs.yaml": ENTRY.format(name="abs", more="")})
    told = ["probe", "torch.abs", "--root", str(root)]
    assert main([*told, "--check"]) == 0  # nothing is recorded that it could be held against
    (root / "mappings/probes").mkdir()
    assert main([*told, "--check"]) == 1
    assert "torch.abs on 3.3.1: nothing is recorded; run `verify-" in capsys.readouterr().err
    assert main([*told, "--write", "--verbose"]) == 1
    shown = capsys.readouterr().out
    assert "torch.abs on 3.3.1: gradient-differs on NaN" in shown
    assert "    result = paddle.abs(x)" in shown
    assert "Paddle 3.3.1: 1 entries," in shown
    assert "--verbose" not in shown
    assert main(told) == 1
    shown = capsys.readouterr().out
    assert "first at [" in shown  # a real value, below the class that has none
    assert "The inputs and the code of each: verify-mappings probe torch.abs --verbose" in shown
    path = root / "mappings/probes/torch/torch.abs.json"
    record = path.read_text("utf-8")
    assert main([*told, "--write", "--format", "json"]) == 1
    assert path.read_text("utf-8") == record
    assert json.loads(capsys.readouterr().out)[0]["name"] == "torch.abs"
    assert main([*told, "--check"]) == 0
    path.write_text(record.replace('"on": "NaN"', '"on": "ties"'), "utf-8")
    capsys.readouterr()
    assert main([*told, "--check"]) == 1
    assert "torch.abs on 3.3.1: no longer found: gradient-differs ties" in capsys.readouterr().err
    text = (root / "mappings/torch/torch.abs.yaml").read_text("utf-8")
    write_project(root, {"torch/torch.abs.yaml": text.replace("float32[2]", "float32[3]")})
    assert main([*told, "--check"]) == 1
    assert "torch.abs on 3.3.1: the record is of another mapping; run" in capsys.readouterr().err
    path.write_text("[]", "utf-8")
    assert main([*told, "--check"]) == 2


@pytest.mark.usefixtures("shared")
def test_what_took_too_long_to_begin_is_told_and_the_others_are_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process of a job that ended before it made a directory; another entry goes on."""
    files = {f"torch/torch.{n}.yaml": ENTRY.format(name=n, more="") for n in ("abs", "floor")}
    root = write_project(tmp_path, files)
    run, late = Pool.run, {"torch.abs"}

    def slow(pool: Pool, crew: str, job: ProbeJob) -> Answer:
        return Answer("timeout") if job.api in late else run(pool, crew, job)

    monkeypatch.setattr(Pool, "run", slow)
    told = ["probe", "--root", str(root), "--timeout", "20", "--write", "torch.abs", "torch.floor"]
    assert main(told) == 1
    expected = "torch.abs is not probed: PyTorch's side began no sample: it took more than 20 s"
    captured = capsys.readouterr()
    assert expected in captured.err
    assert "Paddle 3.3.1: 1 entries," in captured.out
    probed = root / "mappings/probes/torch"
    assert [path.name for path in probed.iterdir()] == ["torch.floor.json"]


LIMIT = {
    "when": "some(isnan(input))",
    "departs": "differs",
    "example": {"inputs": {"x": [0.5]}, "torch": "result = torch.floor(x)\n"},
}


def test_what_a_limit_says_is_no_finding(probed: ProbeEntry) -> None:
    data = entry_of("torch.floor", "paddle.nan_to_num(paddle.floor(input))", cases=[LIMIT])
    found = probed(data)
    assert {on for _, on in outcomes(found)} == {"infinity"}
    assert found.limited > 0
    ((number, covered, shown),) = found.limits
    assert (number, shown) == (1, found.limited)
    assert covered == shown
    assert found.loose_limits == ()


def test_a_limit_that_covers_what_is_equal_shows_less(probed: ProbeEntry) -> None:
    data = entry_of("torch.floor", cases=[LIMIT | {"when": "input.ndim > 0"}])
    found = probed(data)
    assert found.limited == 0
    ((_, covered, shown),) = found.limits
    assert covered > 5
    assert shown == 0
    assert found.loose_limits == found.limits


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (
            "result: 2 of 6 values differ; first at [0]: torch nan, Paddle 1",
            "result: only torch has NaN",
        ),
        ("result: 2 of 6 values differ; first at [0]: torch 2, Paddle 1", "result: values differ"),
        ("result: torch has shape [2, 0], Paddle [0]", "result: torch has shape N, Paddle N"),
        (
            "result[1][0]: torch has dtype int64, Paddle int32",
            "result: torch has dtype DTYPE, Paddle DTYPE",
        ),
        (
            "Shape not match, Variable [ conv1d_16.w_0 ]",
            "Shape not match, Variable [ conv1d_N.w_N ]",
        ),
        ("the kernel of `a` for float16 is missing", "the kernel of `a` for DTYPE is missing"),
    ],
)
def test_a_reason_is_what_samples_have_in_common(told: str, expected: str) -> None:
    assert reason(told) == expected
