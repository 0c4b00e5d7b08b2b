"""The command `torch-to-paddle-weights`."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Sequence
from pathlib import Path

from mapping_model.ending import CLEAN, PROBLEMS, UsageError, run
from mapping_model.options import Parser

_EPILOG = """\
The Paddle model is made, since a state alone cannot tell a linear layer from an embedding. Nothing
is written while any tensor of either side is without its counterpart: say of those that may be
left out --ignore PATTERN, and of names that differ --rename PADDLE=TORCH.

No code in a file of weights runs: only tensors, numbers and texts are read. A file that holds more
is refused, with what it is. --model is code of your own, and runs.

exit codes: 0 written (or would be, with --dry-run), 1 some tensors do not fit, 2 wrong usage, or a
file or a model that cannot be read, 3 a bug of this program, 130 interrupted
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit code is that of the table in the help."""
    return run("torch-to-paddle-weights", lambda: _main(argv), extra="port")


def _main(argv: Sequence[str] | None) -> int:
    options = _parser().parse_args(argv)
    from rich.console import Console

    from port_models.models import load_layer
    from port_models.weights import files, plan, report

    files.check_output(options.output, backwards=options.backwards)
    names = plan.Names(plan.renamings(options.rename), options.ignore)
    # torch is imported before Paddle, since Paddle 2.6.2 needs zlib there first.
    if options.backwards:
        read, write, carry = files.read_paddle, files.write_torch, plan.to_torch
        import torch  # noqa: F401
    else:
        read, write, carry = files.read_torch, files.write_paddle, plan.to_paddle
    with contextlib.suppress(OSError):  # what is wrong with a path is told when it is used
        if options.output.samefile(options.input):
            raise UsageError(f"OUT is IN, `{options.input}`, which would be lost.")
    given = read(options.input, options.key)
    done = carry(load_layer(options.model), given, names)
    if options.format == "json":
        print(report.as_json(done))
    else:
        report.table(done, Console(soft_wrap=False))
    if done.wrong:
        return PROBLEMS
    if not options.dry_run:
        write(options.output, done.state)
    return CLEAN


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="torch-to-paddle-weights",
        description="carry the weights of a PyTorch model over to its port in Paddle, or back",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("input", type=Path, metavar="IN", help=".pt, .pth, .bin or .safetensors")
    parser.add_argument("output", type=Path, metavar="OUT", help=".pdparams or .safetensors")
    parser.add_argument(
        "--model",
        required=True,
        metavar="MODULE:FACTORY",
        help="what makes the Paddle model, as `models.tagger:build` or `tagger.py:Tagger`",
    )
    parser.add_argument("--key", default="", help="where in IN the weights are, as `state_dict`")
    parser.add_argument(
        "--rename",
        action="append",
        default=[],
        metavar="PADDLE=TORCH",
        help="a prefix that differs, as `encoder.layers=encoder.layer`; `=module` adds one",
    )
    parser.add_argument(
        "--ignore",
        action="append",
        default=[],
        metavar="PATTERN",
        help="tensors that may be left out, as `head.*`; those of the model keep their values",
    )
    parser.add_argument(
        "--backwards", action="store_true", help="IN is Paddle's, OUT becomes PyTorch's"
    )
    parser.add_argument("--dry-run", action="store_true", help="report, and write nothing")
    parser.add_argument("--format", choices=("text", "json"), default="text")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
