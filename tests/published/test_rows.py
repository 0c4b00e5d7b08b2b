"""The rows of the release table, and the calls above it, of all entries."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from library_programs import answers
from mapping_model.usages import RETURNS, Usage
from published.entry import PublishedEntry
from published.marks import MarkedVariant
from render_mappings.views.entry_view import usage_label
from render_mappings.views.speech import Speech
from whole import reference

MAPPINGS = Path(__file__).parents[2] / "mappings"


def tables() -> Iterator[tuple[PublishedEntry, MarkedVariant]]:
    for entry in reference().published.values():
        yield from ((entry, table) for table in entry.marked)


def test_what_fares_alike_has_one_row() -> None:
    for entry, table in tables():
        rows = [row.marks for row in table.usages]
        assert len({*rows}) == len(rows), entry.name


def test_a_row_names_no_parameter_that_torch_lacks() -> None:
    for entry, table in tables():
        rows = entry.state.variants[table.number - 1].params
        known = {row.torch for row in rows} | {None, RETURNS}
        for row in table.usages:
            assert {one.param for one in (row.usage, *row.also)} <= known, entry.name


def test_a_row_leads_to_an_example_with_other_code_for_paddle() -> None:
    for entry, table in tables():
        shown = {one.key: one.example for variant in entry.variants for one in variant.examples}
        for row in table.usages:
            if row.example is not None:
                example = shown[row.example]
                same = re.sub(r"\btorch\.", "paddle.", example.torch).strip()
                assert same != example.paddle.strip(), (entry.name, row.example)


def test_an_alias_is_called_by_its_own_name() -> None:
    aliases = [entry for entry in reference().published.values() if entry.alias_of]
    # `x + y` is a use of `__radd__`, too.
    named = [one for one in aliases if not one.name.rpartition(".")[2].startswith("__r")]
    assert len(named) > 40
    for entry in named:
        last = entry.name.rpartition(".")[2]
        for answer in entry.answers.values():
            assert re.search(rf"\b{last}\b", answer.torch), (entry.name, answer.torch)


def test_torch_knows_an_alias_as_it_is_called(libraries: Path) -> None:
    """`torch.optim.adam` is deleted even where it was imported: `from` alone reaches its names."""
    aliases = [entry for entry in reference().published.values() if entry.alias_of]
    codes = {
        (entry.name, shown.example.torch)
        for entry in aliases
        for variant in entry.variants
        for shown in variant.examples
    }
    assert len(codes) > 1500
    *_, found = answers(libraries, _NAMED_IN_VAIN, "torch", sorted(codes))
    assert not found


# Of the codes, those which name something below `torch` that is not there after their imports.
_NAMED_IN_VAIN = """
import ast, contextlib, functools, importlib, json, sys
import torch

@functools.cache
def is_there(imports, name):
    done, parts = {"torch": torch}, name.split(".")
    with contextlib.suppress(ImportError):
        for place in range(2, len(parts)):
            importlib.import_module(".".join(parts[:place]))
    try:
        exec(imports, done)
        eval(name, done)
    except (ImportError, AttributeError):
        return False
    return True

def names(tree):
    for node in ast.walk(tree):
        if isinstance(node, (ast.Attribute, ast.Name)):
            text = ast.unparse(node)
            if all(part.isidentifier() for part in text.split(".")):
                yield text

wrong = []
for api, code in json.load(sys.stdin):
    tree = ast.parse(code)
    lines = [node for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))]
    imports = "\\n".join(ast.unparse(node) for node in lines)
    wrong += [(api, each) for each in names(tree) if each.startswith("torch.")
              and not is_there(imports, each)]
print(json.dumps(wrong))
"""


@cache
def speech() -> Speech:
    return Speech(reference(), "en")


def label(entry: PublishedEntry, usage: Usage) -> str:
    return str(usage_label(speech(), usage, entry).striptags())


def codes(entry: PublishedEntry) -> dict[str, str]:
    return {key: one.torch.strip() for key, one in entry.source.examples()} if entry.source else {}


def test_a_row_called_the_call_is_of_the_call_in_the_head() -> None:
    """Of the 2,000 such rows 29 were of a call with keywords, or with another result used."""
    found = 0
    for entry, table in tables():
        if entry.alias_of or table.number not in entry.answers:
            continue
        shown = re.sub(r"\s", "", entry.answers[table.number].torch)
        for row in table.usages:
            if label(entry, row.usage) == "The call":
                found += 1
                of = {re.sub(r"\s", "", codes(entry)[key]) for key in row.usage.examples}
                assert any(shown in one for one in of), (entry.name, shown, of)
    assert found > 1000


@pytest.mark.parametrize(
    ("api", "said"),
    [
        ("torch.sort", "Called with keywords, with ties; only the values are used"),
        ("torch.numel", "Called with keywords"),
        ("torch.nn.functional.interpolate", "size=4"),
    ],
)
def test_a_row_says_which_call_it_is_of(api: str, said: str) -> None:
    entry = reference().published[api]
    assert said in {label(entry, row.usage) for table in entry.marked for row in table.usages}


def keywords(code: str) -> set[str]:
    return {
        node.arg for node in ast.walk(ast.parse(code)) if isinstance(node, ast.keyword) if node.arg
    }


def test_a_row_of_an_option_tells_its_value_where_the_call_in_the_head_passes_another() -> None:
    """Nobody reads that `size=` has to be rewritten below a call with `size=` that stays."""
    for entry, table in tables():
        answer = entry.answers.get(table.number)
        plain = next((row for row in table.usages if row.usage.param is None), None)
        if entry.alias_of or answer is None or plain is None or plain.usage.title:
            continue
        for row in table.usages:
            own = row.usage.param
            pairs = zip(plain.marks, row.marks, strict=True)
            worse = any(one == "unchanged" != other for one, other in pairs)
            judged = codes(entry)[row.usage.examples[0]]
            if own in keywords(answer.torch) and own in keywords(judged) and worse:
                assert label(entry, row.usage) != f"{own}=", (entry.name, own)
