"""Code of cases that passes `out` to a call whose result is not yet the one that is wanted."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from mapping_model.corpus import Corpus
from mapping_model.entry import Entry
from mapping_model.limits.sharing import placed_limits

# Told of calls that hardly anyone gives an `out`: of numbers that are complex, of half numbers and
# of tensors without dimensions; and of releases where Paddle takes no `out`: it is assigned.
KNOWN = {
    "torch.full": "dtype in (complex64, complex128)",
    "torch.linspace": "not isa(start, float)|not isa(end, float)",
    "torch.fft.fftfreq": "dtype in (float16, bfloat16)",
    "torch.fft.rfftfreq": "dtype in (float16, bfloat16)",
    "torch.gather": "input.ndim == 0",
    "torch.nn.functional.normalize": "input.ndim == 0",
    "torch.round": "integral(input)",
}


def changes_what_is_written(code: str) -> bool:
    """Whether what the arguments of the call give, of which `out` may be one, is changed after it.

    `paddle.sum(input, **rest).astype(dtype)` writes to `out` what has not been converted.
    """
    lines = ast.parse(code).body
    passing = [
        node
        for node in ast.walk(ast.Module(lines, []))
        if isinstance(node, ast.Call)
        and any(isinstance(k.value, ast.Name) and k.value.id == "rest" for k in node.keywords)
    ]
    last = lines[-1]
    return any(not isinstance(last, ast.Expr) or last.value is not call for call in passing)


def is_known(api: str, when: str) -> bool:
    return api in KNOWN and any(part in when for part in KNOWN[api].split("|"))


def wrong(entry: Entry, corpus: Corpus) -> list[str]:
    """The conditions of such code of an entry."""
    return [
        placed.limit.when
        for placed in placed_limits(entry, corpus.limits)
        if placed.limit.instead is not None
        and any(row.torch == row.paddle == "out" for row in entry.variants[placed.variant].params)
        and "given(out)" not in placed.limit.when
        and "assign" not in (code := str(placed.limit.instead))
        and changes_what_is_written(code)
        and not is_known(entry.torch, placed.limit.when)
    ]


def test_no_code_changes_what_it_has_written_to_out() -> None:
    corpus = Corpus.load(Path(__file__).parents[2] / "mappings")
    found = {api: whens for api, one in corpus.entries.items() if (whens := wrong(one, corpus))}
    assert not found


def test_what_is_known_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = Corpus.load(Path(__file__).parents[2] / "mappings")
    monkeypatch.setattr(f"{__name__}.is_known", lambda *_: False)
    assert {api for api, one in corpus.entries.items() if wrong(one, corpus)} == {*KNOWN}


@pytest.mark.parametrize(
    ("code", "changes"),
    [
        ("paddle.mean(input.astype('float32'), **rest).astype(input.dtype)", True),
        ("paddle.sum(input.astype('int64'), **rest)", False),
        ("part = paddle.sum(input, **rest)\npart + 1", True),
        ("paddle.abs(input)", False),
    ],
)
def test_it_is_found(code: str, changes: bool) -> None:
    assert changes_what_is_written(code) is changes
