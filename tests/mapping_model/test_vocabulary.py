"""The page of all words lists what the language knows, and nothing else."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from mapping_model.language import evaluating, parsing, reference
from mapping_model.language.parsing import ExpressionError, lines_of, parse, parse_condition
from mapping_model.language.values import ATTRIBUTES, CONSTANTS, WORDS

PLACES = [word.sample.partition(": ")[2] for word in reference.PLACES]
VALUES = [word.sample for word in reference.VALUES]
CONDITIONS = [*reference.QUESTIONS, *reference.CONDITIONS]
# What a list of alternatives, or a node that is only a place for others, brings with it.
ABSTRACT = (ast.expr_context, ast.operator, ast.unaryop, ast.boolop, ast.cmpop)


def nodes() -> Iterator[ast.AST]:
    for sample in (*VALUES, *CONDITIONS):
        yield from ast.walk(parse(sample))
    for sample in PLACES:
        for line in lines_of(sample):
            yield from ast.walk(line)


@pytest.mark.parametrize("sample", [*VALUES, *CONDITIONS])
def test_every_sample_is_of_the_language(sample: str) -> None:
    parse(sample)


def test_every_part_of_the_language_has_a_sample() -> None:
    shown = {type(node) for node in nodes()}
    assert [node for node in parsing.NODES if node not in ABSTRACT and node not in shown] == []
    assert [op for op in (*evaluating.COMPARE, *evaluating.COMPUTE) if op not in shown] == []


def test_the_questions_are_those_that_the_language_knows() -> None:
    asked = {sample.partition("(")[0] for sample in reference.QUESTIONS}
    assert asked == {*parsing.QUESTIONS}


def test_the_names_are_those_that_the_language_knows() -> None:
    known = {parsing.RECEIVER, parsing.VALUE, "result"}
    known |= {f"**{parsing.REST}", f"**{parsing.SAME}"}
    assert {word.sample for word in reference.NAMES} == known


def test_the_samples_of_limits_have_all_words() -> None:
    trees = [parse_condition(sample) for sample in reference.LIMITS]
    parts = [node for tree in trees for node in ast.walk(tree)]
    called = {ast.unparse(node.func) for node in parts if isinstance(node, ast.Call)}
    assert called == WORDS.keys()
    assert {node.attr for node in parts if isinstance(node, ast.Attribute)} == ATTRIBUTES.keys()


def test_the_constant_of_all_conditions_has_a_sample() -> None:
    """Those of limits are dtypes, too."""
    named = [n.id for sample in CONDITIONS for n in ast.walk(parse(sample)) if type(n) is ast.Name]
    assert parsing.INFINITY in named and parsing.INFINITY in CONSTANTS


def test_what_only_code_may_do_is_said() -> None:
    (said,) = (word for word in reference.PLACES if word.sample.startswith("code:"))
    repeating = said.meaning.en.split("`")[-2]
    lines_of(repeating)
    with pytest.raises(ExpressionError):
        parse(repeating)
