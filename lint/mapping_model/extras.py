"""What a command needs beside the package itself, and what is said where that is not installed."""

from __future__ import annotations

from mapping_model.about import DISTRIBUTION

# By the extra, the modules of what it installs.
EXTRAS = {
    "verify": ("numpy", "rich", "pyseccomp", "expecttest"),
    "port": ("numpy", "rich", "safetensors"),
    "site": (
        *("mkdocs", "material", "jinja2", "markupsafe", "pygments", "jieba", "sphobjinv"),
        "markdown",  # MkDocs brings it
    ),
}
# What no extra brings: which build of it is wanted its user knows.
_LIBRARIES = {"torch": "torch", "paddle": "paddlepaddle"}


def missing(error: ModuleNotFoundError, command: str, extra: str) -> str | None:
    """What is said where a command of an extra lacks a module; None where that is our own bug."""
    module = (error.name or "").partition(".")[0]
    if module in EXTRAS.get(extra, ()):
        return (
            f"{command} needs `{module}`, which the extra `{extra}` brings. "
            f"Run: pip install '{DISTRIBUTION}[{extra}]'"
        )
    if extra and module in _LIBRARIES:
        return (
            f"{command} needs `{module}`, which is not installed here. "
            f"Run: pip install {_LIBRARIES[module]}"
        )
    return None
