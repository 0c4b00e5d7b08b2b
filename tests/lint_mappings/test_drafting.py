"""`lint-mappings new`: drafts are valid, in order, and unfinished in the linter's eyes."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO, Any

import pytest
from small_project import write

from lint_mappings.__main__ import main
from lint_mappings.drafting.draft import make_draft
from lint_mappings.drafting.idioms import known_ways
from lint_mappings.drafting.pairing import Known, known_pairs
from lint_mappings.drafting.rendering import render
from lint_mappings.drafting.similar import from_similar
from lint_mappings.drafting.targets import paddle_api
from lint_mappings.rules import all_rules
from lint_mappings.running.engine import run
from lint_mappings.subjects.facts import Facts
from lint_mappings.subjects.lookup import Library
from mapping_model.building import build_entry
from mapping_model.corpus import Corpus
from mapping_model.differences import derive_category
from mapping_model.entry import Row
from mapping_model.reading import read_text
from mapping_model.shape import check_shape
from mapping_model.snapshots import paddle_snapshot

ROOT = Path(__file__).parents[2]
HANN = "mappings/torch/torch.hann_window.yaml"
ELSEWHERE = "paddle.audio.functional.get_window"
DIM = {
    "mappings/torch/torch.argsort.yaml": (
        "torch: torch.argsort\npaddle: paddle.argsort\ncategory: renamed-params\n"
        "params:\n  - {torch: dim, paddle: axis}\n"
    )
}


@pytest.mark.parametrize("error", [30, 13, 28])
def test_a_draft_that_cannot_be_written(
    project: Path, error: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = Path.open

    def fail(path: Path, mode: str = "r", *rest: Any, **options: Any) -> IO[Any]:
        if "x" in mode:
            raise OSError(error, os.strerror(error))
        return real(path, mode, *rest, **options)

    monkeypatch.setattr(Path, "open", fail)  # of a read-only file system, say
    assert main(["new", "torch.gather", "--root", str(project)]) == 2
    said = capsys.readouterr().err
    assert f"mappings/torch/torch.gather.yaml cannot be written: {os.strerror(error)}." in said
    assert not (project / "mappings/torch/torch.gather.yaml").exists()


def draft(project: Path, *options: str) -> int:
    return main(["new", *options, "--root", str(project)])


def text_of(project: Path, path: str) -> str:
    return (project / "mappings" / path).read_text("utf-8")


def test_the_draft_of_a_function(project: Path) -> None:
    write(project, DIM)
    assert draft(project, "torch.cumsum") == 0
    lines = text_of(project, "torch/torch.cumsum.yaml").splitlines()
    assert [line for line in lines if not line.lstrip().startswith("#")] == [
        "torch: torch.cumsum",
        "paddle: paddle.cumsum",
        "category: renamed-params",
        "params:",
        "  - {torch: input, paddle: x}",
        "  - {torch: dim, paddle: axis}",
        "  - {torch: dtype, paddle: dtype}",
        "  - {torch: out, paddle: out}",
        "examples:",
        '  - inputs: {x: "float32[2, 3]"}',
        "    torch: |",
        "      result = torch.cumsum(x, dim=1)",
        "    paddle: |",
        "      result = paddle.cumsum(x, axis=1)",
    ]


def test_a_draft_is_unfinished(project: Path) -> None:
    draft(project, "torch.nn.Hardtanh")
    name = "mappings/torch.nn/torch.nn.Hardtanh.yaml"
    report = run(Corpus.load(project / "mappings"), all_rules().values(), {name})
    assert {"PM709", "PM303", "PM715"} <= {problem.code for problem in report.problems}


def test_the_own_tensor_of_a_method_has_no_row(project: Path) -> None:
    draft(project, "torch.Tensor.kron", "--paddle", "paddle.kron")
    text = text_of(project, "torch.Tensor/torch.Tensor.kron.yaml")
    assert "paddle: x" not in text
    assert "result = x.kron(y)" in text


def test_parameters_in_the_same_place_with_the_same_default(project: Path) -> None:
    draft(project, "torch.rot90")
    text = text_of(project, "torch/torch.rot90.yaml")
    assert "  - torch: dims\n    paddle: axes\n" in text
    assert "category: renamed-params" in text


@pytest.mark.parametrize(
    ("torch", "inputs", "code"),
    [
        (
            "torch.Tensor.index_fill",
            'inputs: {x: "float32[2, 3]", y: [1, 0]}',
            "result = x.index_fill(1, index=y, value=-1.5)",
        ),
        (
            "torch.nn.CosineSimilarity",
            'inputs: {x: "float32[2, 3]"}',
            "result = torch.nn.CosineSimilarity()",
        ),
    ],
)
def test_the_example_of_a_draft(project: Path, torch: str, inputs: str, code: str) -> None:
    draft(project, torch)
    text = text_of(project, f"{torch.rpartition('.')[0]}/{torch}.yaml")
    assert inputs in text
    assert code in text


def test_a_default_that_differs_is_set(project: Path) -> None:
    draft(project, "torch.linalg.svd")
    text = text_of(project, "torch.linalg/torch.linalg.svd.yaml")
    assert 'value: "True"' in text
    assert "full_matrices=True" in text


LIKE_OTHERS = {
    "torch.sum": (
        "torch: torch.sum\npaddle: paddle.sum\ncategory: torch-more-params\n"
        "params:\n  - {torch: out, do: assign}\n"
    ),
    "torch.zeros": (
        "torch: torch.zeros\npaddle: paddle.zeros\ncategory: torch-more-params\nparams:\n"
        "  - {torch: out, do: assign}\n  - {torch: layout, do: drop}\n"
    ),
    "torch.ones": (
        "torch: torch.ones\npaddle: paddle.ones\ncategory: torch-more-params\nparams:\n"
        "  - {torch: layout, do: drop}\n"
    ),
    "torch.sort": (
        "torch: torch.sort\npaddle: paddle.sort\ncategory: torch-more-params\n"
        "params:\n  - {torch: out, do: assign_pair}\n"
        "cases: [{code: {values: paddle.sort(**rest)}}]\n"
    ),
    "torch.topk": (
        "torch: torch.topk\npaddle: paddle.topk\ncategory: torch-more-params\n"
        "params:\n  - {torch: out, do: assign_pair}\n"
        "cases: [{code: {values: paddle.topk(**rest)}}]\n"
    ),
}
LAYERS = {
    "torch.nn.GRU": "  - {torch: batch_first, paddle: time_major, value: not batch_first}\n",
    "torch.nn.LSTM": "  - {torch: batch_first, paddle: time_major, value: not batch_first}\n",
    "torch.nn.AvgPool2d": (
        "  - {torch: count_include_pad, paddle: exclusive, "
        "value: padding == 0 or count_include_pad}\n"
    ),
}


@pytest.mark.parametrize(
    ("torch", "shown"),
    [
        ("torch.mv", "- {torch: out, do: assign}"),
        ("torch.mode", "- {torch: out, do: assign_pair}"),
        ("torch.full_like", "- torch: layout\n    do: drop\n"),
        ("torch.Tensor.tile", '- torch: "*dims"\n    paddle: repeat_times\n    do: list\n'),
        (
            "torch.nn.RNN",
            '- torch: batch_first\n    paddle: time_major\n    value: "not batch_first"',
        ),
        ("torch.optim.NAdam", '- torch: betas\n    paddle: beta1\n    value: "betas[0]"'),
        ("torch.optim.NAdam", '- paddle: beta2\n    value: "betas[1]"'),
        # What it gets differs from case to case: a person says it.
        (
            "torch.nn.AvgPool1d",
            "say what Paddle's gets, as in `value: not count_include_pad`. Describe it, too.\n"
            "  - torch: count_include_pad\n    paddle: exclusive\n    desc:",
        ),
    ],
)
def test_what_becomes_of_a_parameter_is_as_in_other_entries(
    project: Path, torch: str, shown: str
) -> None:
    paths = {f"mappings/torch/{name}.yaml": text for name, text in LIKE_OTHERS.items()}
    paths |= {
        f"mappings/torch.nn/{name}.yaml": (
            f"torch: {name}\npaddle: paddle{name[5:]}\ncategory: params-differ\n"
            f"text: {{en: S., zh: S。}}\nparams:\n{rows}"
        )
        for name, rows in LAYERS.items()
    }
    write(project, paths)
    target = ["--paddle", "paddle.nn.SimpleRNN"] if torch == "torch.nn.RNN" else []
    assert draft(project, torch, *target) == 0
    assert shown in text_of(project, f"{torch.rpartition('.')[0]}/{torch}.yaml")


def test_the_draft_of_a_form_is_what_does_not_follow(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert draft(project, "torch.Tensor.abs_") == 0
    assert text_of(project, "torch.Tensor/torch.Tensor.abs_.yaml") == (
        "torch: torch.Tensor.abs_\nform_of: torch.abs\n"
    )
    assert "a form of `torch.abs`" in capsys.readouterr().out
    path = project / "mappings/torch/torch.abs.yaml"
    note = 'notes: [{en: "Mind the third position.", zh: "注意第三个位置参数。"}]\n'
    path.write_text(path.read_text("utf-8") + note, "utf-8")
    assert draft(project, "torch.Tensor.abs") == 0
    line = len(path.read_text("utf-8").splitlines())
    assert text_of(project, "torch.Tensor/torch.Tensor.abs.yaml").splitlines()[2:] == [
        f"# TODO: `notes` does not follow from mappings/torch/torch.abs.yaml:{line}:",
        "# it tells of a parameter by its place (“third position”). Write it here, or `notes: ~`.",
    ]


LINEAR = "torch: torch.nn.Linear\npaddle: paddle.nn.Linear\ncategory: params-differ\n"


CELU = (
    "torch: torch.celu\npaddle: paddle.nn.functional.celu\ncategory: renamed-params\n"
    "params:\n  - {torch: input, paddle: x}\n  - {torch: alpha, paddle: alpha, desc: other}\n"
    "examples:\n  - inputs: {x: 'float32[2, 3]'}\n    torch: result = torch.celu(x, 2.0)\n"
    "    paddle: result = paddle.nn.functional.celu(x, 2.0)\n"
)


def test_an_in_place_form_that_paddle_lacks_writes_its_result_back(project: Path) -> None:
    """What is left to do is to read the comment: the code is Python, and does what torch does."""
    write(project, {"mappings/torch/torch.celu.yaml": CELU})
    assert draft(project, "torch.celu_") == 0
    text = text_of(project, "torch/torch.celu_.yaml")
    assert "paddle.assign(paddle.nn.functional.celu(input.clone(), alpha=alpha), input)" in text
    assert "result = paddle.assign(paddle.nn.functional.celu(x.clone()), x)" in text
    data = read_text(text.encode(), "x").data
    assert data["form_of"] == "torch.celu"
    assert data["cases"][1] == "overwritten-view"


def test_a_default_of_torchs_own_is_no_value(project: Path) -> None:
    draft(project, "torch.bartlett_window")
    text = text_of(project, "torch/torch.bartlett_window.yaml")
    assert "paddle: layout\n    do: same_default\n" in text or "layout, do: same_default}" in text
    assert "is `torch.strided` what Paddle does?" in text
    assert "torch.strided)" not in text


def test_a_target_that_older_releases_lack_and_relatives_without_it_are_told(
    project: Path,
) -> None:
    """Three releases had no such window when the snapshots were made, and the others another."""
    window = (ROOT / HANN).read_text("utf-8").replace(ELSEWHERE, "paddle.hann_window")
    write(project, {HANN: window})
    draft(project, "torch.bartlett_window")
    text = " ".join(text_of(project, "torch/torch.bartlett_window.yaml").replace("# ", "").split())
    assert "paddle.bartlett_window is not on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2:" in text
    assert "torch.hann_window (paddle.hann_window)" in text


def test_a_similar_entry_with_a_target_on_all_releases_is_the_better_draft(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who drafted a window took the newest target, and copied its neighbour in the end."""
    write(project, {HANN: (ROOT / HANN).read_text("utf-8")})
    assert draft(project, "torch.bartlett_window") == 0
    assert "from the entry of `torch.hann_window`, which is alike" in capsys.readouterr().out
    text = text_of(project, "torch/torch.bartlett_window.yaml")
    head = " ".join(line.removeprefix("# ") for line in text.splitlines()[:4])
    assert head.startswith("TODO: A draft from the entry of `torch.hann_window`")
    assert "not on Paddle 2.6.2, 3.0.0, 3.1.1, 3.2.2." in head
    data = read_text(text.encode(), "x").data
    assert (data["torch"], data["paddle"]) == ("torch.bartlett_window", ELSEWHERE)
    assert data["cases"][0]["call"] == "paddle.bartlett_window"
    assert "hann" not in text.partition("torch: torch.")[2]
    # A target that is given counts.
    (project / "mappings/torch/torch.bartlett_window.yaml").unlink()
    draft(project, "torch.bartlett_window", "--paddle", "paddle.bartlett_window")
    assert "paddle: paddle.bartlett_window\n" in text_of(
        project, "torch/torch.bartlett_window.yaml"
    )


def test_drafts_from_similar_entries_have_the_parameters_of_their_own() -> None:
    """A word of the other name that is one of a parameter, too, is not replaced."""
    facts = Facts(Corpus.load(ROOT / "mappings"))
    drafted = 0
    for name in facts.torch.snapshot.names()[::3]:
        torch, paddle = facts.torch.get(name), facts.paddle.called_like(name)
        made = from_similar(torch, paddle, facts) if torch and paddle else None
        if torch is None or made is None:
            continue
        drafted += 1
        document = read_text(made.text.encode(), name)
        assert check_shape(document, "entry") == []
        assert document.data["torch"] == name
        variants = document.data.get("variants") or [document.data]
        rows = {row.get("torch") for one in variants for row in one.get("params", ())} - {None}
        assert rows <= {one for signature in torch.signatures for one in signature.names}
    assert drafted


def test_a_draft_of_several_calls_names_its_siblings(project: Path) -> None:
    """In other dimensions the same departs: their texts, their traps."""
    pools = {
        f"mappings/torch.nn.functional/torch.nn.functional.max_pool{n}d.yaml": (
            ROOT / f"mappings/torch.nn.functional/torch.nn.functional.max_pool{n}d.yaml"
        ).read_text("utf-8")
        for n in (1, 2)
    }
    write(project, pools)
    name = "torch.nn.functional.max_pool3d"
    assert draft(project, name, "--composite") == 0
    text = text_of(project, f"torch.nn.functional/{name}.yaml")
    told = " ".join(text.replace("\n# ", " ").split())
    assert "torch.nn.functional.max_pool1d, torch.nn.functional.max_pool2d. What departs" in told
    data = read_text(text.encode(), "x").data
    assert check_shape(read_text(text.encode(), "x"), "entry") == []
    kept = read_text(next(iter(pools.values())).encode(), "x").data
    assert set(kept["gotchas"]) <= set(data["gotchas"])
    said = {row["torch"]: row["desc"] for row in kept["params"] if "desc" in row and "torch" in row}
    assert said
    assert {row["torch"]: row.get("desc") for row in data["params"]}.items() >= said.items()


def test_a_draft_of_several_calls(project: Path) -> None:
    assert draft(project, "torch.addcdiv", "--composite") == 0
    text = text_of(project, "torch/torch.addcdiv.yaml")
    assert "in PyTorch's names: `input`, `tensor1`, `tensor2`, `value`, `out`." in text
    data = read_text(text.encode(), "x").data
    assert data["category"] == "composite"
    assert data["cases"] == [{"code": "..."}]
    rows = [row["torch"] for row in data["params"]]
    assert rows == ["input", "tensor1", "tensor2", "value", "out"]
    assert data["examples"][0]["torch"] == "result = torch.addcdiv(x, tensor1=..., tensor2=...)"


@pytest.mark.parametrize("name", ["torch.nn.modules.linear.Linear", "torch.nn.modules.Linear"])
def test_another_name_of_an_api_is_an_alias(
    project: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(project, {"mappings/torch.nn/torch.nn.Linear.yaml": LINEAR})
    assert draft(project, name) == 0
    path = f"{name.rpartition('.')[0]}/{name}.yaml"
    assert text_of(project, path) == f"torch: {name}\nalias_of: torch.nn.Linear\n"
    assert "another name of `torch.nn.Linear`" in capsys.readouterr().out


def test_the_entry_may_have_the_longer_name(project: Path) -> None:
    name = "torch.nn.modules.Linear"
    write(
        project, {f"mappings/torch.nn.modules/{name}.yaml": LINEAR.replace("torch.nn.Linear", name)}
    )
    assert draft(project, "torch.nn.Linear") == 0
    assert f"alias_of: {name}\n" in text_of(project, "torch.nn/torch.nn.Linear.yaml")


def test_another_name_with_other_parameters_is_no_alias(project: Path) -> None:
    write(
        project, {"mappings/torch/torch.transpose.yaml": LINEAR.replace("nn.Linear", "transpose")}
    )
    assert draft(project, "torch.swapaxes") == 0
    assert "alias_of" not in text_of(project, "torch/torch.swapaxes.yaml")


def test_with_a_target_given_it_is_no_form(project: Path) -> None:
    draft(project, "torch.Tensor.abs", "--paddle", "paddle.abs")
    assert "paddle: paddle.abs" in text_of(project, "torch.Tensor/torch.Tensor.abs.yaml")


@pytest.mark.parametrize(
    ("torch", "paddle"),
    [
        ("torch.pca_lowrank", "paddle.linalg.pca_lowrank"),
        ("torch.sparse.softmax", "paddle.sparse.nn.functional.softmax"),
        ("torch.sparse.FloatTensor", "paddle.FloatTensor"),
        ("torch.dropout", "paddle.nn.functional.dropout"),
        ("torch.exp_", "paddle.Tensor.exp_"),
        ("torch.nn.MultiheadAttention", "paddle.nn.MultiHeadAttention"),
        ("torch.nn.BatchNorm1d", "paddle.nn.BatchNorm1D"),
    ],
)
def test_the_target_of_a_draft_is_of_the_same_kind(torch: str, paddle: str) -> None:
    assert paddle_api(Library(paddle_snapshot()), torch, None).name == paddle


def test_schedulers_are_context_changes(project: Path) -> None:
    draft(project, "torch.optim.lr_scheduler.StepLR", "--paddle", "paddle.optimizer.lr.StepDecay")
    folder = "torch.optim.lr_scheduler"
    assert "category: context-change" in text_of(project, f"{folder}/{folder}.StepLR.yaml")


def test_overloads_become_variants(project: Path) -> None:
    draft(project, "torch.normal")
    assert text_of(project, "torch/torch.normal.yaml").count("  - paddle: paddle.normal") > 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["torch.abs"], "has an entry already"),
        (["torch.gathe"], "`torch.gather`"),
        (["torch.nn.Conv2"], "`torch.nn.Conv2d`"),
        (["torch.addcmul"], "if it takes several calls, draft these with --composite."),
        (["torch.gather", "--paddle", "paddle.take_along"], "`paddle.take_along_axis`"),
        ([], "API"),
    ],
)
def test_what_cannot_be_drafted(
    project: Path, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    before = sorted(project.rglob("*"))
    assert draft(project, *options) == 2
    assert said in capsys.readouterr().err
    assert sorted(project.rglob("*")) == before


def test_a_path_called_new_can_still_be_linted(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(project, {"mappings/new": ""})
    monkeypatch.chdir(project / "mappings")
    assert main(["./new", "--format", "concise"]) == 0


def test_drafts_of_all_apis_are_valid() -> None:
    corpus = Corpus.load(ROOT / "mappings")
    facts = Facts(corpus)
    known = Known(known_pairs(corpus), known_ways(corpus, facts.torch))
    for name in facts.torch.snapshot.names()[::5]:
        same = facts.paddle.named(name.rpartition(".")[2])
        if not same:
            continue
        paddle = facts.paddle.get(same[0])
        made = make_draft(facts.torch.get(name), paddle, known, False)
        document = read_text(render(made, corpus.glossary).encode(), name)
        assert document.problems == []
        assert check_shape(document, "entry") == []
        assert [rows(variant.params) for variant in build_entry(document.data).variants] == [
            rows(variant.rows) for variant in made.variants
        ]


def rows(params: tuple[Row, ...]) -> list[tuple[object, ...]]:
    return [(row.torch, row.paddle, row.set, row.value, row.form) for row in params]


def test_the_category_of_a_draft_is_the_derived_one(project: Path) -> None:
    draft(project, "torch.cumsum")
    data = read_text(text_of(project, "torch/torch.cumsum.yaml").encode(), "x").data
    variant = build_entry(data).variants[0]
    assert derive_category(variant) is variant.category
