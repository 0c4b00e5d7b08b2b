"""What the look at programs that go on finds, by faults that are planted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import nested_contexts
import state_programs
from state_programs import ROOT, Program, alike, converted, differing

from mapping_model.corpus import Corpus

_TWICE = """x = torch.ones(2, requires_grad=True)
@torch.set_grad_enabled(False)
def part():
    result.append((x * 2).requires_grad)
part()
part()
"""


def test_what_goes_wrong_the_second_time_is_found(libraries: Path) -> None:
    """A decorator that works once, and a step that comes out otherwise or not at all."""
    right = Program("right", _TWICE)
    [(_, code)] = converted(Corpus.load(ROOT / "mappings"), [right])
    wrong = code.replace("paddle.no_grad()", "paddle.set_grad_enabled(False)")
    assert wrong != code
    one, early, late = (replace(right, name=name) for name in ("one", "1", "2"))
    asked = [(right, code), (one, wrong), (early, "raise KeyError"), (late, f"{code}\npart()")]
    found = {one.name: what for one, what in differing(libraries, asked)}
    assert found == {
        "one": "step 1: bool [] [0] is bool [] [1]",
        "1": "step 0: KeyError: ",
        "2": "2 steps are 3",
    }


def test_a_step_is_told_as_it_was(libraries: Path) -> None:
    """What is appended and changed later is told as it was then, in both libraries."""
    code = "x = {0}.zeros([2])\nresult.append(x)\nx[0] = {1}\nresult.append([x, 'end'])"
    one = Program("one", code.format("torch", 2.0))
    asked = [(one, code.format("paddle", 2.0)), (one, code.format("paddle", 3.0))]
    told = [what for _, what in differing(libraries, asked)]
    assert told == ["step 1: [float32 [2] [2.0, 0.0], end] is [float32 [2] [3.0, 0.0], end]"]


def test_numbers_are_compared() -> None:
    assert alike({"real": [1.0, float("nan")]}, {"real": [1.00001, float("nan")]})
    assert not alike({"real": [1.0]}, {"real": [1.001]})
    assert not alike({"real": [1.0]}, {"real": [float("nan")]})
    assert not alike({"dtype": "int64"}, {"dtype": "int32"})
    assert not alike([1.0], [1.0, 1.0])


def test_every_context_stands_within_every_other() -> None:
    found = [Program(*one) for one in nested_contexts.programs()]
    names = {one.name for one in found}
    every = [*nested_contexts.CONTEXTS, *nested_contexts.BLOCKS]
    assert len(names) == len(found)
    assert {f"{one} within {other}" for one in every for other in every} <= names
    assert {one.told for one in found} >= {"", "no-grad-generator", "torch.amp.autocast"}


def test_each_program_is_one() -> None:
    """Each that is spread over several expressions says where they stand."""
    names = [one.name for one in state_programs.programs()]
    assert len({*names}) == len(names)
    assert not any("MAKE" in one.torch for one in state_programs.programs())
