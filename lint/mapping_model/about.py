"""Where a rule is explained on the web; the address is that of the package's metadata."""

from __future__ import annotations

from functools import cache

DISTRIBUTION = "lint-mappings"


@cache
def version() -> str:
    """The version of the linter."""
    from importlib import metadata  # slow to import, and needed only where something is printed

    try:
        return metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return "unknown"


def rule_url(code: str) -> str:
    """The page of a rule; relative to the site where the package names none."""
    return f"{project_url('Documentation')}rules/{code}/"


def issues_url() -> str:
    """Where bugs are reported; empty where the package names no place."""
    return project_url("Issues")


@cache
def project_url(label: str) -> str:
    """An address from the package's metadata, with `/` at its end; empty where there is none."""
    from importlib import metadata  # see above

    try:
        urls = metadata.metadata(DISTRIBUTION).get_all("Project-URL") or []
    except metadata.PackageNotFoundError:
        return ""
    for line in urls:
        name, _, url = str(line).partition(",")
        if name.strip() == label:
            return url.strip().rstrip("/") + "/"
    return ""
