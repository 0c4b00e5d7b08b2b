"""The command `align-models`."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mapping_model.ending import CLEAN, PROBLEMS, UsageError, run
from mapping_model.options import Parser

if TYPE_CHECKING:
    from port_models.alignment.paddle_side import PaddleSide
    from port_models.alignment.parting import Tolerances
    from port_models.alignment.torch_side import TorchSide
    from port_models.alignment.training import Trained
    from port_models.weights.plan import Plan

_EPILOG = """\
Both models run on the same input: in evaluation, then in training with every dropout at 0, where
the gradients are compared, too. The layers are paired by name and order. Before that the Paddle
model gets PyTorch's weights, as torch-to-paddle-weights carries them over. With --train both are
then trained by the user's own code: data, losses, gradients, learning rates and parameters of each
step are compared. With --generate the user's own code calls the models as often as it likes, with
its caches: each call is compared, and what it returns.

exit codes: 0 aligned, 1 the models part, or weights do not fit, 2 wrong usage, or a model that
cannot be made or run, 3 a bug of this program, 130 interrupted
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; the exit code is that of the table in the help."""
    return run("align-models", lambda: _main(argv), extra="port")


def _main(argv: Sequence[str] | None) -> int:
    options = _parser().parse_args(argv)
    from rich.console import Console

    from port_models.models import load_function, load_layer, load_module
    from port_models.weights import plan
    from port_models.weights import report as weights_report

    names = plan.Names(plan.renamings(options.rename), options.ignore)
    torch_model = load_module(options.torch)
    paddle_model = load_layer(options.paddle)
    inputs = _inputs(options.inputs)
    codes = [load_function(spec) for spec in options.train or ()]
    generating = [load_function(spec) for spec in options.generate or ()]
    console = Console()

    from port_models.alignment import parting, picture, report
    from port_models.alignment.generation import generated
    from port_models.alignment.paddle_side import PaddleSide
    from port_models.alignment.torch_side import TorchSide
    from port_models.arrays import from_torch, to_paddle

    state = {name: from_torch(value) for name, value in torch_model.state_dict().items()}
    carried = plan.to_paddle(paddle_model, state, names)
    if carried.wrong:
        weights_report.table(carried, console)
        return PROBLEMS
    if options.keep_weights:
        if wrong := parting.wrong_weights(paddle_model, carried):
            report.weights(wrong, console)
            return PROBLEMS
    else:
        paddle_model.set_state_dict({k: to_paddle(array) for k, array in carried.state.items()})
    tolerances = parting.Tolerances(options.tolerance, options.gradient_tolerance)
    sides = TorchSide(torch_model, inputs), PaddleSide(paddle_model, inputs)
    found = parting.passes(*sides, carried, names, tolerances)
    tokens = steps = None
    parted = parting.first_parting(found) is not None
    if generating and not parted:
        theirs, ours = sides[0].generate(generating[0]), sides[1].generate(generating[1])
        tokens = generated(theirs, ours, tolerances)
    if codes and not parted:
        steps = _trained(sides, codes, options.steps, carried, tolerances)
    if options.format == "json":
        print(report.as_json(found, tokens, steps))
    else:
        report.text(found, tolerances, console, options.quiet)
        if tokens:
            report.generation(tokens, console)
        if steps:
            report.training(steps, console)
        if parted and (codes or generating):
            report.not_compared(
                [*["generation"] * bool(generating), *["training"] * bool(codes)], console
            )
    if options.picture:
        from mapping_model.files import write_atomically

        drawn = picture.named(found)
        title = f"How far the results of {options.paddle} are from those of {options.torch}"
        try:
            write_atomically(options.picture, picture.picture(title, drawn, tolerances.forward))
        except (OSError, ValueError) as error:  # ValueError: `.`, which is no name of a file
            said = getattr(error, "strerror", None) or error
            raise UsageError(f"{options.picture} cannot be written: {said}") from error
    further = [one.parting for one in (tokens, steps) if one]
    return PROBLEMS if parted or any(further) else CLEAN


def _trained(
    sides: tuple[TorchSide, PaddleSide],
    codes: Sequence[Callable[[Any, int], object]],
    steps: int,
    carried: Plan,
    tolerances: Tolerances,
) -> Trained:
    """How both models are trained from the same weights, which they then have no more."""
    from port_models.alignment import paddle_training, torch_training
    from port_models.alignment.training import trained

    torch, paddle = sides
    torch.restore()
    paddle.restore()
    theirs = torch_training.train(torch.model, codes[0], steps)
    ours = paddle_training.train(paddle.model, codes[1], steps)
    return trained(theirs, ours, carried, tolerances)


def _inputs(spec: str) -> Any:
    """What both models are called with: arrays by place or by name."""
    import numpy as np

    from port_models.models import load

    if spec.endswith(".npz"):
        try:
            with np.load(spec, allow_pickle=False) as file:
                return {name: file[name] for name in file.files}
        except Exception as error:  # of NumPy, of the archive, of its compression
            raise UsageError(f"`{spec}` cannot be read: {error}") from error
    given = load(spec)
    if isinstance(given, np.ndarray):
        return [given]
    if isinstance(given, (dict, list, tuple)):
        values = given.values() if isinstance(given, dict) else given
        if not any(hasattr(value, "detach") for value in values):
            return given if isinstance(given, dict) else list(given)
        raise UsageError(f"`{spec}` gives tensors; both libraries take arrays (`.numpy()`).")
    raise UsageError(f"`{spec}` gives a {type(given).__name__}, not arrays of NumPy.")


def tolerance(text: str) -> float:
    """What a result may differ by: a number from 0; raise ValueError for another."""
    value = float(text)
    if not 0 <= value < math.inf:
        raise ValueError
    return value


def positive(text: str) -> int:
    """A number of steps, from 1; raise ValueError for another."""
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def _parser() -> argparse.ArgumentParser:
    parser = Parser(
        prog="align-models",
        description="find where a port in Paddle first gives something else than PyTorch's model",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    made = "MODULE:FACTORY"
    parser.add_argument("--torch", required=True, metavar=made, help="makes the PyTorch model")
    parser.add_argument("--paddle", required=True, metavar=made, help="makes the Paddle model")
    parser.add_argument(
        "--inputs",
        required=True,
        metavar=f"{made}|FILE.npz",
        help="NumPy arrays that both are called with: a list by place, a dict by name",
    )
    parser.add_argument(
        "--train",
        nargs=2,
        metavar=("MODULE:FUNCTION", "MODULE:FUNCTION"),
        help="compare training too: PyTorch's and Paddle's, called as `train(model, steps)`",
    )
    parser.add_argument(
        "--generate",
        nargs=2,
        metavar=("MODULE:FUNCTION", "MODULE:FUNCTION"),
        help="compare what both generate: PyTorch's and Paddle's, called as `generate(model)`",
    )
    parser.add_argument(
        "--steps", type=positive, default=3, metavar="N", help="of training (default: 3)"
    )
    parser.add_argument(
        "--rename",
        action="append",
        default=[],
        metavar="PADDLE=TORCH",
        help="a prefix that differs, as `encoder.layers=encoder.layer`; `=module` adds one",
    )
    parser.add_argument(
        "--ignore", action="append", default=[], metavar="PATTERN", help="weights left out"
    )
    parser.add_argument(
        "--keep-weights", action="store_true", help="check the Paddle model's own weights"
    )
    parser.add_argument("--tolerance", type=tolerance, default=1e-6, help="of results (1e-6)")
    parser.add_argument(
        "--gradient-tolerance",
        type=tolerance,
        default=1e-4,
        help="of gradients, of their size (1e-4)",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text")
    parser.add_argument(
        "--quiet", action="store_true", help="only where they part, without a table"
    )
    parser.add_argument("--picture", type=Path, metavar="FILE.svg", help="draw the differences")
    return parser


if __name__ == "__main__":
    raise SystemExit(main())
