"""The command `verify-mappings`."""

from __future__ import annotations

from collections.abc import Sequence

from mapping_model.ending import run


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit code is that of the table in `cli`."""
    return run("verify-mappings", lambda: _main(argv), extra="verify")


def _main(argv: Sequence[str] | None) -> int:
    from verify_mappings.command import cli

    options = cli.parse(argv)
    code: int = options.command(options)
    return code


if __name__ == "__main__":
    raise SystemExit(main())
