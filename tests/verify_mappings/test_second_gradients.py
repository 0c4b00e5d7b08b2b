"""The look for second gradients tells what is wrong, and what is not there."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

PATH = Path(__file__).parents[2] / "benchmarks" / "second_gradients.py"
FIRST, SECOND = [[1.0, 2.0]], [[3.0, 4.0]]


@pytest.fixture(scope="module")
def look() -> ModuleType:
    spec = importlib.util.spec_from_file_location("second_gradients", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("paddle", "told"),
    [
        ({"first": FIRST, "second": SECOND}, None),
        ({"first": FIRST, "second": [[3.0, 4.5]]}, "differs"),
        ({"first": FIRST, "second": [None]}, "differs"),
        ({"first": FIRST}, "nothing"),
        (
            {"first": FIRST, "error": "The Op tan_grad doesn't have any grad op."},
            "raises: tan_grad",
        ),
        ({"crash": True}, "crashes"),
        # Another cause: the first gradient differs, or the example has none.
        ({"first": SECOND, "second": FIRST}, None),
        ({"none": True}, None),
    ],
)
def test_what_is_planted_is_told(look: ModuleType, paddle: dict[str, Any], told: str) -> None:
    assert look.judged({"first": FIRST, "second": SECOND}, paddle) == told
