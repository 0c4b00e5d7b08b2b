"""The models of the guide are aligned at every checkpoint, with the real reprod_log."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from examples.checkpoints import BACKWARD_STEPS, NAMES, THRESHOLDS, check, report

pytestmark = pytest.mark.usefixtures("both_libraries")

# Training steps for the last checkpoint; those of SeqNet take seconds each.
STEPS = {"seqnet": 2}


@pytest.mark.parametrize("name", NAMES)
def test_all_five_pass(name: str, tmp_path: Path) -> None:
    checkpoints = check(name, tmp_path, STEPS.get(name, 20))
    assert [one.name for one in checkpoints] == [*THRESHOLDS, "parameters"]
    assert {one.name: one.difference for one in checkpoints if not one.passed} == {}
    for one in checkpoints[:5]:
        assert (tmp_path / f"{one.name}_torch.npy").is_file()
        assert (tmp_path / f"{one.name}_paddle.npy").is_file()
        log = (tmp_path / f"{one.name}_diff.log").read_text("utf-8")
        assert log.rstrip().endswith("diff check passed")
        assert log.count("diff check") == 1  # of this checkpoint only
    losses = np.load(tmp_path / "bp_align_paddle.npy", allow_pickle=True).tolist()
    assert len(losses) == BACKWARD_STEPS >= 2
    assert len({float(loss) for loss in losses.values()}) > 1  # it learns something


def test_what_is_beyond_a_threshold_does_not_pass(tmp_path: Path) -> None:
    logits = np.zeros((2, 3), np.float32)
    found = {"torch": {"logits": logits}, "paddle": {"logits": logits + 1e-5}}
    one = report("forward", found, tmp_path)
    assert not one.passed
    assert one.difference == pytest.approx(1e-5)
    assert "diff check failed" in (tmp_path / "forward_diff.log").read_text("utf-8")


def test_both_sides_have_the_same_keys(tmp_path: Path) -> None:
    logits = np.zeros((2, 3), np.float32)
    with pytest.raises(AssertionError):
        report("forward", {"torch": {"logits": logits}, "paddle": {"scores": logits}}, tmp_path)


def test_seeds_fix_the_order_of_training() -> None:
    """NumPy's does; that of Paddle alone is not enough."""
    import paddle

    orders = []
    for seed in (0, 0, 1):
        paddle.seed(0)
        np.random.seed(seed)
        orders.append(list(paddle.io.RandomSampler(range(100))))
    assert orders[0] == orders[1] != orders[2]


def test_dropout_draws_alike() -> None:
    """Of 100,000 values each drops 30 %, give or take, and makes the others as much larger."""
    import paddle
    import torch
    from examples.tagger import in_paddle, in_torch

    torch.manual_seed(0)
    paddle.seed(0)
    kept = [
        in_torch.Tagger().train().dropout(torch.ones(100_000)).numpy(),
        (model := in_paddle.Tagger(), model.train())[0].dropout(paddle.ones([100_000])).numpy(),
    ]
    for values in kept:
        assert set(np.unique(values).round(6)) == {0.0, np.float32(1 / 0.7).round(6)}
        assert (values == 0).mean() == pytest.approx(0.3, abs=0.01)
        assert values.mean() == pytest.approx(1.0, abs=0.02)


def test_mixed_precision_does_nothing_on_the_cpu() -> None:
    import paddle
    from examples.encoder import data, in_paddle

    model = in_paddle.build()
    model.eval()
    inputs = [paddle.to_tensor(array) for array in data.inputs()]
    with paddle.no_grad():
        plain = model(*inputs)
        with paddle.amp.auto_cast(level="O1"):
            cast = model(*inputs)
    assert cast.dtype == paddle.float32
    np.testing.assert_array_equal(cast.numpy(), plain.numpy())
