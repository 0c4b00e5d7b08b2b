"""The parts, and which way they depend."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Collection
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

LINT = Path(__file__).parents[1] / "lint"
PARTS = (
    *("mapping_model", "published", "lint_mappings"),
    *("verify_mappings", "render_mappings", "port_models", "convert_torch"),
)
# Who may import whom, besides the standard library.
ALLOWED = {
    "mapping_model": {"yaml", "jsonschema", "jsonschema_rs"},
    "published": {"mapping_model"},
    "lint_mappings": {"mapping_model", "published", "yaml"},
    "verify_mappings": {"mapping_model", "numpy", "rich", "pyseccomp"},
    "render_mappings": {
        "mapping_model",
        "published",
        "lint_mappings",
        "convert_torch",
        "mkdocs",
        "jinja2",
        "markupsafe",
        "pygments",
        "jieba",
        "sphobjinv",
        "markdown",
        "yaml",
        "material",
    },
    # It runs in the environment of its users, on their own models, beside both libraries.
    "port_models": {"mapping_model", "numpy", "rich", "safetensors"},
    "convert_torch": {"mapping_model", "yaml"},
}
# The rooms of the parts, and who may import which others. In verify_mappings, what runs code of
# strangers and what judges it share the form of a recording, and nothing else.
ROOMS: dict[str, dict[str, set[str]]] = {
    "published": {
        "known": set(),
        "sides": {"known"},
        "examples": {"known"},
        "variants": {"known", "sides", "examples"},
        "own_call": {"examples"},
        "answers": {"known", "examples", "own_call"},
        "marks": {"known", "variants"},
        "speed": set(),
        "attributes": set(),
        "entry": {"known", "variants", "answers", "marks", "speed", "attributes"},
        "by_inputs": {"entry", "answers"},
        "usage_names": {"entry"},
        "warnings": set(),
    },
    "lint_mappings": {
        "fixes": set(),
        "subjects": {"fixes"},
        "rules": {"fixes", "subjects"},
        "running": {"fixes", "subjects", "rules"},
        "reporters": {"rules", "running"},
        "command": {"rules", "running", "reporters"},
        "drafting": {"subjects", "rules", "running"},
        "showing": {"running"},
        "__main__": {"command", "drafting", "showing"},
    },
    "verify_mappings": {
        "recording": set(),
        "job": set(),
        "walls": set(),
        "processor": set(),
        "recording_files": {"recording"},
        "inside": {"recording", "recording_files", "job", "walls", "processor"},
        "sampling": {"inside", "recording", "recording_files", "job"},
        "worker": {"inside", "sampling", "job", "walls"},
        "judging": {"recording"},
        "runs": {"judging", "recording", "recording_files", "job", "walls", "processor"},
        "falsify": {"runs"},
        "packages": {"runs", "job"},
        "probing": {
            *("sampling", "judging", "runs", "processor"),
            *("recording", "recording_files", "job"),
        },
        "snapshot": set(),
        "command": {"runs", "falsify", "packages", "probing", "snapshot", "processor"},
        "__main__": {"command"},
    },
    "render_mappings": {
        "in_browser": set(),
        "data": set(),
        "views": {"data"},
        "pages": {"data", "views"},
        "engine": {"data", "views", "pages"},
        "command": {"data", "views", "pages", "engine"},
        "__main__": {"command"},
    },
    "port_models": {
        "arrays": set(),
        "models": set(),
        "whole_tables": set(),
        "weights": {"arrays", "models", "whole_tables"},
        "alignment": {"arrays", "models", "weights", "whole_tables"},
    },
    "convert_torch": {
        "files": set(),
        "finding": set(),
        "assuming": {"finding"},
        "devices": {"finding"},
        "notebooks": set(),
        "settings": set(),
        "ignoring": {"finding"},
        "libraries": {"finding"},
        "gradients": {"finding"},
        "schedulers": {"finding"},
        "converting": {
            *("assuming", "devices", "finding", "gradients"),
            *("ignoring", "libraries", "schedulers"),
        },
        "report": {"finding", "notebooks"},
        "baseline": {"finding", "report"},
        "sarif_log": {"finding", "report"},
        "html_page": {"finding", "notebooks", "report"},
        "running": {"converting", "files", "finding", "libraries", "notebooks", "report"},
        "__main__": {
            *("baseline", "converting", "files", "finding", "html_page"),
            *("report", "running", "sarif_log", "settings"),
        },
    },
}
# verify_mappings knows them only inside worker processes, each beside the one it works on.
LIBRARIES = {"torch", "paddle"}


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
    if part in ("verify_mappings", "port_models"):
        allowed |= LIBRARIES
    files = list((LINT / part).rglob("*.py"))
    assert files
    wrong = {
        str(path.relative_to(LINT)): sorted(extra)
        for path in files
        if (extra := imports_of(path) - allowed)
    }
    assert wrong == {}


def modules_of(part: str) -> dict[str, set[str]]:
    """The modules of a part by full name, each with those of the project that it imports."""
    files = {}
    for path in (LINT / part).rglob("*.py"):
        steps = path.relative_to(LINT).with_suffix("").parts
        files[".".join(steps).removesuffix(".__init__")] = path
    return {name: imported_modules(path, files) for name, path in files.items()}


def imported_modules(path: Path, known: Collection[str]) -> set[str]:
    """Full names of what a file imports of the project: `from a import b` may mean module a.b."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in known else node.module)
    return {name for name in found if name.split(".")[0] in PARTS}


def room(module: str) -> str:
    """The room of its part that a module lies in."""
    return [*module.split("."), ""][1]


@pytest.mark.parametrize("part", ROOMS)
def test_rooms(part: str) -> None:
    modules, rooms = modules_of(part), ROOMS[part]
    assert {room(module) for module in modules} == {"", *rooms}
    wrong = {
        module: sorted(extra)
        for module, imported in modules.items()
        if (extra := {room(name) for name in imported if name.startswith(part)} - {""})
        and (extra := extra - {room(module)} - rooms.get(room(module), set()))
    }
    assert wrong == {}


def test_only_the_engine_of_the_site_knows_mkdocs() -> None:
    files = (LINT / "render_mappings").rglob("*.py")
    knowing = {path for path in files if "mkdocs" in imports_of(path)}
    assert {path.parent.name for path in knowing} == {"engine"}


def test_what_runs_strangers_code_and_what_judges_it_share_the_recording_only() -> None:
    modules = modules_of("verify_mappings")
    inside, judging = (
        set().union(*(imported for name, imported in modules.items() if room(name) == wanted))
        for wanted in ("inside", "judging")
    )
    assert inside & judging == {"verify_mappings.recording"}


@pytest.mark.parametrize("part", ROOMS)
def test_modules_import_in_no_circle(part: str) -> None:
    list(TopologicalSorter(modules_of(part)).static_order())  # raises CycleError, with the circle


@pytest.mark.parametrize(
    "module",
    [
        "lint_mappings.__main__",
        "verify_mappings.__main__",
        "port_models.weights.__main__",
        "port_models.alignment.__main__",
        "convert_torch.__main__",
    ],
)
def test_importing_a_command_loads_no_heavy_library(module: str) -> None:
    heavy = ("torch", "paddle", "mkdocs", "jinja2")
    code = f"import sys, {module}; print([m for m in {heavy!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_linting_loads_no_heavy_library() -> None:
    """With all rules, and in one process: what a forked one loads is not seen here."""
    folders = ["mappings/torch.linalg", "mappings/torch.optim", "mappings/gotchas"]
    code = (
        "import sys; from mapping_model import processes; processes._MOST = 1; "
        f"from lint_mappings.__main__ import main; main(['--format', 'json', *{folders}]); "
        "print([m for m in ('torch', 'paddle', 'mkdocs', 'jinja2') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=LINT.parent
    )
    assert done.stdout.strip().splitlines()[-1] == "[]"


# What reads a file by other means than `read_ordinary`, which takes no link, no pipe and no more
# than a number of bytes; and why it may: no project that is looked at has a say in what is read.
# (MkDocs reads pages and settings of the site itself. The settings may name programs anyway.)
_PACKAGE, _BUILT, _INSTALLED, _MADE = (
    "a file of the package itself",
    "what the site's build has written",
    "a file of an installed library",
    "made by the process itself, or by its like",
)
READS_PLAINLY = {
    "convert_torch.libraries": _PACKAGE,
    "mapping_model.applying.attributes": _PACKAGE,
    "mapping_model.cache": _PACKAGE,
    "mapping_model.conformance.claimed": "a wheel that is named, and a file of the package",
    "mapping_model.conformance.frozen": _PACKAGE,
    "mapping_model.coverage": _PACKAGE,
    "mapping_model.ending": _MADE,
    "mapping_model.files": "`read_ordinary` and the writing of files",
    "mapping_model.modes": _PACKAGE,
    "mapping_model.packages.converted": _PACKAGE,
    "mapping_model.packages.plans": _PACKAGE,
    "mapping_model.packages.record": _PACKAGE,
    "mapping_model.packed": _PACKAGE,
    "mapping_model.shape": _PACKAGE,
    "mapping_model.speed": _PACKAGE,
    "mapping_model.snapshots": _PACKAGE,
    "mapping_model.ways": _PACKAGE,
    "mapping_model.searching.same_words": _PACKAGE,
    "render_mappings.data.synonyms": _PACKAGE,
    "render_mappings.engine.link_check": _BUILT,
    "render_mappings.engine.live_site": _BUILT,
    "render_mappings.engine.preview": _BUILT,
    "render_mappings.engine.pyodide": "opens an archive in memory, whose hash it knows",
    "render_mappings.in_browser": _BUILT,
    "render_mappings.pages.all_pages": _PACKAGE,
    "render_mappings.pages.converter_files": _PACKAGE,
    "render_mappings.views.looks": _PACKAGE,
    "verify_mappings.command.environments": _MADE,
    "verify_mappings.inside.confined": "made by the process itself; tries whether the walls stand",
    "verify_mappings.inside.kernel": "opens folders, and reads nothing",
    "verify_mappings.inside.paddle_adapter": "what the system tells of connections",
    "verify_mappings.inside.sandbox": "what the system tells",
    "verify_mappings.inside.suites": "writes the file of its own process",
    "verify_mappings.packages.fetching": "an archive that is named, or whose hash it knows",
    "verify_mappings.processor": "what the system tells",
    "verify_mappings.recording_files": "its own precautions: it is told of a folder by its handle",
    "verify_mappings.runs.pool": _MADE,
    "verify_mappings.runs.records": "opens folders, and reads nothing",
    "verify_mappings.sampling.running": _MADE,
    "verify_mappings.snapshot": _MADE,
    "verify_mappings.snapshot.annotations": _INSTALLED,
    "verify_mappings.snapshot.signatures": _INSTALLED,
    "verify_mappings.worker": _MADE,
}
_READS = {"open", "read_text", "read_bytes", "fromfile"}


def reads_plainly(path: Path) -> bool:
    """Whether a module calls what opens or reads a file, be it of `Path`, `os` or Python itself."""
    calls = (
        n.func for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.Call)
    )
    return any(
        f.attr in _READS
        if isinstance(f, ast.Attribute)
        else isinstance(f, ast.Name) and f.id == "open"
        for f in calls
    )


def test_files_of_a_project_are_read_with_care() -> None:
    """Those of a stranger's checkout may be links to what never ends."""
    found = set()
    for part in PARTS:
        for path in (LINT / part).rglob("*.py"):
            steps = path.relative_to(LINT).with_suffix("").parts
            if part != "port_models" and reads_plainly(path):  # its users name each file themselves
                found.add(".".join(steps).removesuffix(".__init__"))
    assert found == set(READS_PLAINLY)


def test_code_is_parsed_by_one_thread_at_a_time() -> None:
    """Python's parser fails now and then where two do; what takes snapshots runs alone."""
    alone = ("mapping_model/syntax.py", "verify_mappings/inside/", "verify_mappings/snapshot/")
    found = [
        f"{path.relative_to(LINT)}:{node.lineno}"
        for path in LINT.rglob("*.py")
        if not path.relative_to(LINT).as_posix().startswith(alone)
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "ast.parse"
    ]
    assert found == []


def test_people_are_told_things_in_one_way() -> None:
    """What a stranger has written is made harmless there: `say`, and the parser of options."""
    own = {"mapping_model/ending.py", "mapping_model/options.py"}
    ways = {
        path.relative_to(LINT).as_posix(): found
        for path in LINT.rglob("*.py")
        if (
            found := [
                w for w in ("file=sys.stderr", "= argparse.Arg") if w in path.read_text("utf-8")
            ]
        )
    }
    assert {name: found for name, found in ways.items() if name not in own} == {}
