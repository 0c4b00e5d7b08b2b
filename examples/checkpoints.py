"""The five checkpoints of a port, recorded with reprod_log: `python -m examples.checkpoints NAME`.

Forward, metric, loss, two and more steps back, and training: for each, what both libraries gave
(`forward_torch.npy`, `forward_paddle.npy` ...) and a report of the differences
(`forward_diff.log` ...). The exit code is 1 if one of them is beyond its threshold.
"""

from __future__ import annotations

import argparse
import importlib
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from port_models.weights.convert import torch_to_paddle

NAMES = ("seqnet", "encoder", "tagger", "convnet")
# Of the mean difference. A metric after training may differ by 0.15 %.
THRESHOLDS = {
    "forward": 1e-6,
    "metric": 1e-6,
    "loss": 1e-6,
    "bp_align": 1e-6,
    "train_align": 1.5e-3,
}
BACKWARD_STEPS = 5
# Of the largest difference of a parameter after so many steps; rounding, which grows with them,
# depends on the processor: up to 1.6e-5 was seen.
PARAMETERS_THRESHOLD = 5e-5


@dataclass(frozen=True)
class Checkpoint:
    """The largest mean difference of what was recorded at a checkpoint, and what it may be."""

    name: str
    difference: float
    threshold: float

    @property
    def passed(self) -> bool:
        """Whether the port is aligned there."""
        return self.difference <= self.threshold


# What both libraries gave at a checkpoint: by library, then by key.
Recorded = dict[str, dict[str, np.ndarray]]


def record(name: str, steps: int) -> tuple[dict[str, Recorded], float]:
    """What is recorded at each checkpoint, and how far parameters are apart after the fourth."""
    import paddle
    import torch

    theirs = importlib.import_module(f"examples.{name}.in_torch")
    ours = importlib.import_module(f"examples.{name}.in_paddle")
    data = importlib.import_module(f"examples.{name}.data").inputs()
    samples = 4 * theirs.BATCH

    def models() -> tuple[Any, Any]:
        torch_model, paddle_model = theirs.build(), ours.build()
        paddle_model.set_state_dict(torch_to_paddle(torch_model.state_dict(), paddle_model))
        return torch_model, paddle_model

    one, other = models()
    found: dict[str, Recorded] = {}
    with torch.no_grad(), paddle.no_grad():
        logits = (
            one.eval()(*map(torch.from_numpy, data)).numpy(),
            (other.eval(), other)[1](*map(paddle.to_tensor, data)).numpy(),
        )
        found["forward"] = _both("logits", *logits)
        metrics = (theirs.metric(one, samples, seed=3), ours.metric(other, samples, seed=3))
        found["metric"] = _both("metric", *metrics)
        losses = (
            theirs.loss_of(one, next(iter(theirs.loader(samples, seed=3)))).item(),
            ours.loss_of(other, next(iter(ours.loader(samples, seed=3)))).item(),
        )
        found["loss"] = _both("loss", *losses)
    one, other = models()
    backward = {"torch": theirs.train(one, BACKWARD_STEPS)}
    backward["paddle"] = ours.train(other, BACKWARD_STEPS)
    found["bp_align"] = {
        library: {f"loss_{step}": np.array(loss) for step, loss in enumerate(each)}
        for library, each in backward.items()
    }
    apart = parameters_apart(one, other)
    one, other = models()
    theirs.train(one, steps)
    ours.train(other, steps)
    metrics = (theirs.metric(one, samples, seed=3), ours.metric(other, samples, seed=3))
    found["train_align"] = _both("metric", *metrics)
    return found, apart


def parameters_apart(torch_model: Any, paddle_model: Any) -> float:
    """The largest difference of a parameter of both models.

    Paddle counts the statistics of batch normalisation among the parameters; they are not trained.
    """
    expected = torch_to_paddle(torch_model.state_dict(), paddle_model)
    return max(
        float(np.abs(expected[name].numpy() - parameter.numpy()).max())
        for name, parameter in paddle_model.named_parameters()
        if not parameter.stop_gradient
    )


def report(name: str, found: Recorded, folder: Path) -> Checkpoint:
    """Save what both gave at a checkpoint, and compare the files as reprod_log does."""
    from reprod_log import ReprodDiffHelper, ReprodLogger

    for library, values in found.items():
        logger = ReprodLogger()
        for key, value in values.items():
            logger.add(key, value)
        logger.save(str(folder / f"{name}_{library}.npy"))
    helper = ReprodDiffHelper()
    # The files are pickles: only what was just written is read.
    infos = [helper.load_info(str(folder / f"{name}_{each}.npy")) for each in ("torch", "paddle")]
    helper.compare_info(*infos)
    helper.report(diff_threshold=THRESHOLDS[name], path=str(folder / f"{name}_diff.log"))
    root = logging.getLogger("root")
    for handler in root.handlers[:]:  # reprod_log adds two each time, and takes none away
        root.removeHandler(handler)
        handler.close()
    difference = max(float(each["mean"]) for each in helper.diff_dict.values())
    return Checkpoint(name, difference, THRESHOLDS[name])


def check(name: str, folder: Path, steps: int = 20) -> list[Checkpoint]:
    """All five checkpoints of an example, and its parameters after the steps of the fourth."""
    folder.mkdir(parents=True, exist_ok=True)
    found, apart = record(name, steps)
    checkpoints = [report(key, each, folder) for key, each in found.items()]
    return [*checkpoints, Checkpoint("parameters", apart, PARAMETERS_THRESHOLD)]


def _both(key: str, torch: Any, paddle: Any) -> Recorded:
    return {"torch": {key: np.asarray(torch)}, "paddle": {key: np.asarray(paddle)}}


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m examples.checkpoints", description=__doc__)
    parser.add_argument("name", choices=NAMES)
    parser.add_argument("--out", type=Path, default=Path("log_reprod"))
    parser.add_argument("--steps", type=int, default=20, help="of training, for the last one")
    options = parser.parse_args()
    checkpoints = check(options.name, options.out, options.steps)
    for one in checkpoints:
        said = "passed" if one.passed else "NOT PASSED"
        print(f"{one.name:12} {one.difference:.1e}, at most {one.threshold:.1e}: {said}")
    return 0 if all(one.passed for one in checkpoints) else 1


if __name__ == "__main__":
    raise SystemExit(main())
