"""From the name of an API to where its entry lives."""

from __future__ import annotations

from pathlib import PurePosixPath

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
