"""The porting guide: its code is what the tests run, its commands work, its figures are real."""

from __future__ import annotations

import re
import shlex
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from examples.checkpoints import NAMES
from examples.pictures import FIGURES, FOLDER, LANGUAGES, STEPS

ROOT = Path(__file__).parents[2]
PAGES = {language: ROOT / "docs" / language / "porting" for language in LANGUAGES}
BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INCLUDE = re.compile(r'^--8<-- "(.+)"$', re.MULTILINE)
# Shown, not run: it would install, and what a command prints.
SHOWN = ("pip install", "In evaluation", "Trained:", "--8<--")


def blocks(language: str) -> list[tuple[str, str, str]]:
    """Of the pages of a language: the page, the kind of a block of code, the code."""
    return [
        (page.name, *found)
        for page in sorted(PAGES[language].glob("*.md"))
        for found in BLOCK.findall(page.read_text("utf-8"))
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_code_is_included_never_pasted(language: str) -> None:
    pasted = [(page, code) for page, kind, code in blocks(language) if kind == "python"]
    assert len(pasted) >= 15
    assert [p for p, code in pasted if not re.fullmatch(INCLUDE.pattern, code.strip())] == []
    kinds = {kind for _, kind, _ in blocks(language)}
    assert kinds == {"python", "text"}


def test_both_languages_show_the_same() -> None:
    english, chinese = (
        {
            page.name: [name.replace(f".{language}.", ".") for name in INCLUDE.findall(text)]
            for page in PAGES[language].glob("*.md")
            if (text := page.read_text("utf-8"))
        }
        for language in LANGUAGES
    )
    assert english == chinese
    assert len(english) == 5 + len(STEPS)  # also: index, package, export, cards, checklist


def test_figures_of_converted_models_are_of_what_the_benchmark_converts() -> None:
    source = (ROOT / "benchmarks/port.py").read_text("utf-8")
    packages = re.findall(r'"([\w-]+==[\d.]+)"', source)
    libraries = re.findall(
        r"^\w+==\S+$", (ROOT / "requirements-libraries.txt").read_text("utf-8"), re.MULTILINE
    )
    first, *_ = (ROOT / "examples/converted/models.txt").read_text("utf-8").splitlines()
    assert len(packages) >= 3 <= len(first.split())
    assert set(first.split()) == {*packages, *libraries}


@pytest.mark.parametrize("language", LANGUAGES)
def test_gotchas_that_the_guide_leads_to_are_there(language: str) -> None:
    linked = {
        name
        for page in PAGES[language].glob("*.md")
        for name in re.findall(r"\.\./gotcha/([^)#]+)\.md", page.read_text("utf-8"))
    }
    assert len(linked) > 60
    assert {n for n in linked if not (ROOT / f"mappings/gotchas/{n}.yaml").is_file()} == set()


def commands() -> list[str]:
    """The commands on the pages, each once."""
    found = [
        line
        for language in LANGUAGES
        for _, kind, code in blocks(language)
        if kind == "text" and not code.startswith(SHOWN)
        for line in code.splitlines()
    ]
    return list(dict.fromkeys(found))


@pytest.mark.usefixtures("both_libraries")
@pytest.mark.parametrize("command", commands())
def test_a_command_of_the_guide(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch
    from examples.seqnet.in_torch import build

    from port_models.alignment.__main__ import main as align
    from port_models.weights.__main__ import main as carry

    torch.save(build().state_dict(), tmp_path / "seqnet.pt")
    monkeypatch.chdir(tmp_path)
    name, *arguments = shlex.split(command)
    assert {"align-models": align, "torch-to-paddle-weights": carry}[name](arguments) == 0


ENCODER = ("examples.encoder.in_torch:build", "tests/port_models/planted.py:encoder_epsilon")
ROTARY = tuple(f"tests/port_models/rotary.py:build_{side}" for side in ("torch", "paddle"))


@pytest.mark.usefixtures("both_libraries")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("place", "sides", "inputs"),
    [
        (0, ENCODER, "examples.encoder.data:inputs"),
        (1, ROTARY, "tests/port_models/rotary.py:inputs"),
    ],
)
def test_what_the_guide_says_is_printed(
    place: int,
    sides: tuple[str, str],
    inputs: str,
    language: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from port_models.alignment.__main__ import main

    monkeypatch.chdir(ROOT)
    torch, paddle = sides
    assert main(["--torch", torch, "--paddle", paddle, "--inputs", inputs, "--quiet"]) == 1
    printed = " ".join(capsys.readouterr().out.split())
    shown = [code for _, _, code in blocks(language) if code.startswith("In evaluation")]
    assert len(shown) == 2
    digits = re.compile(r"\d\.\de")
    assert digits.sub("#e", " ".join(shown[place].split())) in digits.sub("#e", printed)


@pytest.mark.usefixtures("both_libraries")
def test_the_whole_training_loop_trains_as_in_pytorch(capsys: pytest.CaptureFixture[str]) -> None:
    from examples.convnet import in_paddle, in_torch

    from port_models.weights.convert import torch_to_paddle

    original, port = in_torch.build(), in_paddle.build()
    port.set_state_dict(torch_to_paddle(original.state_dict(), port))
    expected = in_torch.fit(original, 3)
    assert in_paddle.fit(port, 3) == pytest.approx(expected, rel=1e-4)
    assert expected[-1] < expected[0]
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == lines[3:]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_on_training_has_a_whole_loop(language: str) -> None:
    text = (PAGES[language] / "training.md").read_text("utf-8")
    for library, words in (("torch", ["zero_grad()"]), ("paddle", ["clear_grad()"])):
        assert f'"convnet/in_{library}.py:loop"' in text
        source = (ROOT / f"examples/convnet/in_{library}.py").read_text("utf-8")
        loop = source.partition("[start:loop]")[2].partition("[end:loop]")[0]
        parts = ["optimizer = ", "schedule = ", "backward()", "optimizer.step()", "schedule.step()"]
        assert [one for one in (*parts, *words) if one not in loop] == []


def test_the_figures_are_of_all_examples_and_all_passed() -> None:
    head, *lines = FIGURES.read_text("utf-8").splitlines()
    assert [line.split()[0] for line in lines] == list(NAMES)
    assert head.split() == ["forward", "metric", "loss", "bp_align", "train_align", "parameters"]
    assert "NOT" not in "".join(lines)


@pytest.mark.parametrize("picture", sorted(FOLDER.glob("*.svg")), ids=lambda path: path.name)
def test_a_picture_is_read_to_those_who_do_not_see_it(picture: Path) -> None:
    root = ET.fromstring(picture.read_text("utf-8"))
    said = [element.text for element in root if element.tag.endswith(("title", "desc"))]
    assert len(said) == 2 and all(said)
    assert root.get("role") == "img"
    chinese = any("一" <= letter <= "鿿" for letter in "".join(map(str, said)))
    assert chinese is picture.name.endswith(".zh.svg")


@pytest.mark.usefixtures("both_libraries")
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_guide_says_of_training_is_printed(
    language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from port_models.alignment.__main__ import main

    monkeypatch.chdir(ROOT)
    sides = [f"examples.encoder.in_{side}:build" for side in ("torch", "paddle")]
    port = "tests/port_models/planted_training.py:not_clipped"
    arguments = ["--torch", sides[0], "--paddle", sides[1], "--quiet"]
    arguments += ["--inputs", "examples.encoder.data:inputs"]
    assert main([*arguments, "--train", "examples.encoder.in_torch:train", port]) == 1
    printed = " ".join(capsys.readouterr().out.split())
    (told,) = (code for _, _, code in blocks(language) if code.startswith("Trained"))
    digits = re.compile(r"\d\.\de-?\+?\d+|\.\d+")
    assert digits.sub("#", " ".join(told.split())) in digits.sub("#", printed)


@pytest.mark.usefixtures("both_libraries")
@pytest.mark.parametrize("name", ["seqnet", "encoder", "tagger", "convnet"])
def test_an_exported_model_gives_the_same(name: str, tmp_path: Path) -> None:
    import importlib

    import numpy as np
    import paddle
    from examples.exporting import export

    model = importlib.import_module(f"examples.{name}.in_paddle").build()
    inputs = importlib.import_module(f"examples.{name}.data").inputs()
    given = [*inputs.values()] if isinstance(inputs, dict) else [*inputs]
    export(model, given, str(tmp_path / "model"))
    loaded = paddle.jit.load(str(tmp_path / "model"))
    for count in (len(given[0]), 1):
        tensors = [paddle.to_tensor(array[:count]) for array in given]
        ours, theirs = (
            [one.numpy() for one in (out if isinstance(out, (list, tuple)) else [out])]
            for out in (model(*tensors), loaded(*tensors))
        )
        for one, other in zip(ours, theirs, strict=True):
            assert float(np.abs(one - other).mean()) <= 1e-6
