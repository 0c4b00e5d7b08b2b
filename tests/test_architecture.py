"""The parts, and which way they depend."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

LINT = Path(__file__).parents[1] / "lint"
PARTS = ("mapping_model", "lint_mappings", "verify_mappings", "render_mappings")
# Who may import whom, besides the standard library.
ALLOWED = {
    "mapping_model": {"yaml", "jsonschema", "jsonschema_rs"},
    "lint_mappings": {"mapping_model", "yaml"},
    "verify_mappings": {"mapping_model", "numpy", "rich"},
    "render_mappings": {
        "mapping_model",
        "lint_mappings",
        "mkdocs",
        "jinja2",
        "markupsafe",
        "pygments",
        "jieba",
        "markdown",
        "yaml",
        "material",
    },
}
# These run only inside worker processes, beside the library they work on.
IN_WORKERS = {"torch", "paddle"}


def imports_of(path: Path) -> set[str]:
    """Top-level names of all absolute imports in a file, wherever in the file they stand."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            found.add(node.module.split(".")[0])
    return found


@pytest.mark.parametrize("part", PARTS)
def test_imports_go_one_way(part: str) -> None:
    allowed = ALLOWED[part] | {part} | set(sys.stdlib_module_names)
    if part == "verify_mappings":
        allowed |= IN_WORKERS
    files = list((LINT / part).rglob("*.py"))
    assert files
    wrong = {
        str(path.relative_to(LINT)): sorted(extra)
        for path in files
        if (extra := imports_of(path) - allowed)
    }
    assert wrong == {}


@pytest.mark.parametrize("module", ["lint_mappings.__main__", "verify_mappings.__main__"])
def test_importing_a_command_loads_no_heavy_library(module: str) -> None:
    heavy = ("torch", "paddle", "mkdocs", "jinja2")
    code = f"import sys, {module}; print([m for m in {heavy!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_linting_loads_no_heavy_library() -> None:
    code = (
        "import sys; from lint_mappings.__main__ import main; main(['--format', 'json']); "
        "print([m for m in ('torch', 'paddle', 'mkdocs', 'jinja2') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=LINT.parent
    )
    assert done.stdout.strip().splitlines()[-1] == "[]"
