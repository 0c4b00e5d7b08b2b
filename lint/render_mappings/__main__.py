"""`python -m render_mappings`: build the site, show it on this machine, or export the entries."""

from __future__ import annotations

from collections.abc import Sequence

from mapping_model.ending import run


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return 0, 1 (problems), 2 (usage), 3 (a bug) or 130 (interrupted)."""
    return run("render_mappings", lambda: _main(argv), extra="site")


def _main(argv: Sequence[str] | None) -> int:
    from render_mappings.command import render

    return render(argv)


if __name__ == "__main__":
    raise SystemExit(main())
