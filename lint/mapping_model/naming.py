"""What lies where below `mappings`, and from the name of an API to where its entry lives."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from mapping_model.files import files_below

GOTCHAS = "gotchas"
RESULTS = "results"
PROBES = "probes"
GLOSSARY = "glossary.yaml"
CASES = "cases.yaml"
CLAIMS = "claims.yaml"
KNOWN_PROBLEMS = ".known-problems.txt"
# How files with records end; none takes so many bytes.
RECORD = ".json"
MAX_RECORD = 1024 * 1024
# Of two names that differ only in case (`torch.Tensor.T`, `torch.Tensor.t`) the capitalised one
# gets a suffix, since macOS and Windows cannot hold both. A test holds this list against the
# snapshot of torch.
CASE_TIES = frozenset(
    {
        "torch.SUM",
        "torch.Tensor",
        "torch.Tensor.T",
        "torch.autograd.Variable",
        "torch.cpu.Stream",
        "torch.cuda.Stream",
        "torch.nn.utils.prune.Identity",
        "torch.xpu.Stream",
    }
)
_SUFFIX = "-capital"


def owner_of(api: str) -> str:
    """The module or class an API belongs to: `torch.nn` for `torch.nn.Linear`."""
    return api.rpartition(".")[0]


def slug_of(api: str) -> str:
    """The file stem and URL part of an API: unique even where case is ignored."""
    return api + _SUFFIX if api in CASE_TIES else api


def api_of(slug: str) -> str:
    """The API with this slug."""
    return slug.removesuffix(_SUFFIX)


def path_for(api: str) -> PurePosixPath:
    """The path of the entry of `api`, relative to `mappings`."""
    return PurePosixPath(file_of(api))


def file_of(api: str) -> str:
    """The same as a string, which costs a fraction where thousands are compared."""
    return f"{owner_of(api)}/{slug_of(api)}.yaml".lstrip("/")


def record_of(api: str) -> str:
    """The path of what is recorded of `api`, relative to where records are."""
    return f"{owner_of(api)}/{slug_of(api)}{RECORD}".lstrip("/")


def document_name(root: Path, path: Path) -> str:
    """What a file below `root`, the directory called `mappings`, is called in problems."""
    return f"{root.name}/{path.as_posix().removeprefix(root.as_posix()).lstrip('/')}"


def kind_of(name: str) -> str:
    """Whether a document is an "entry", a "gotcha", "glossary", "cases" (shared) or "claims"."""
    relative = name.partition("/")[2]
    if relative in (GLOSSARY, CASES, CLAIMS):
        return relative.removesuffix(".yaml")
    return "gotcha" if relative.startswith(f"{GOTCHAS}/") else "entry"


def document_names(root: Path) -> Iterator[str]:
    """What all files below `root` are called that are *.yaml or *.yml, also unreadable ones."""
    return (f"{root.name}/{file}" for file in named_below(root, ".yaml", ".yml"))


def named_below(root: Path, *endings: str) -> Iterator[str]:
    """As `files_below`, each in the folder that its own name wants.

    Where case is ignored, as on macOS, `torch.autograd.Function` and `torch.autograd.function` are
    one folder, with one of both names.
    """
    for file in files_below(root, *endings):
        folder, _, name = file.rpartition("/")
        above, slash, owner = folder.rpartition("/")
        wanted = name[: len(owner)]
        if wanted != owner and wanted.casefold() == owner.casefold():
            named = f"{above}{slash}{wanted}/{name}"
            with contextlib.suppress(OSError):
                if (root / file).samefile(root / named):
                    file = named
        yield file
