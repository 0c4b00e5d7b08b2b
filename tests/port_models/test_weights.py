"""Weights carried over make the port give what PyTorch's model gives; what does not fit is told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from ported_layers import PAIRS, Pair

from port_models.weights.convert import UncarriedWeights, paddle_to_torch, torch_to_paddle
from port_models.weights.plan import Fate

pytestmark = pytest.mark.usefixtures("both_libraries")


def made(pair: Pair) -> tuple[Any, Any]:
    """The PyTorch layer, with all its floats from a seed (statistics too), and its port."""
    import paddle
    import torch

    torch.manual_seed(3)
    theirs = pair.torch(torch)
    for tensor in (*theirs.parameters(), *theirs.buffers()):
        if tensor.is_floating_point():
            with torch.no_grad():
                tensor.copy_(torch.rand_like(tensor) + 0.1)
    return theirs.eval(), pair.paddle(paddle).eval()


def first(result: Any) -> Any:
    """The output of what gives states, too."""
    return result[0] if isinstance(result, tuple) else result


@pytest.mark.parametrize("name", PAIRS)
def test_the_port_gives_the_same(name: str) -> None:
    import paddle
    import torch

    pair = PAIRS[name]
    theirs, ours = made(pair)
    assert ours.set_state_dict(torch_to_paddle(theirs.state_dict(), ours)) == ([], [])
    inputs = pair.inputs()
    expected = first(theirs(*map(torch.tensor, inputs)))
    got = first(ours(*map(paddle.to_tensor, inputs)))
    np.testing.assert_allclose(got.numpy(), expected.detach().numpy(), atol=2e-6, rtol=2e-6)


@pytest.mark.parametrize("name", PAIRS)
def test_there_and_back(name: str) -> None:
    theirs, ours = made(PAIRS[name])
    ours.set_state_dict(torch_to_paddle(theirs.state_dict(), ours))
    back = paddle_to_torch(ours.state_dict(), ours)
    expected = theirs.state_dict()
    assert back.keys() == expected.keys()
    for key, tensor in expected.items():
        np.testing.assert_array_equal(back[key].numpy(), tensor.numpy(), err_msg=key)
    theirs.load_state_dict(back)


def wrong(state: dict[str, Any], model: Any, **options: Any) -> dict[str, Any]:
    """What is wrong by the name in the file, or in the model where the file has none."""
    with pytest.raises(UncarriedWeights) as raised:
        torch_to_paddle(state, model, **options)
    return {str(line.torch or line.paddle): line for line in raised.value.plan.wrong}


def test_a_weight_that_the_file_has_not() -> None:
    theirs, ours = made(PAIRS["linear"])
    state = dict(theirs.state_dict())
    del state["bias"]
    found = wrong(state, ours)
    assert found["bias"].fate is Fate.MISSING
    kept = torch_to_paddle(state, ours, ignore=["bias"])
    np.testing.assert_array_equal(kept["bias"].numpy(), ours.bias.numpy())


def test_a_weight_that_the_model_has_not() -> None:
    import torch

    theirs, ours = made(PAIRS["linear"])
    state = {**theirs.state_dict(), "scale": torch.ones(3)}
    assert wrong(state, ours)["scale"].fate is Fate.UNEXPECTED
    assert torch_to_paddle(state, ours, ignore=["scale"]).keys() == {"weight", "bias"}


def test_a_misspelt_weight_is_told_with_the_nearest_name() -> None:
    theirs, ours = made(PAIRS["batch norm"])
    state = dict(theirs.state_dict())
    state["runing_mean"] = state.pop("running_mean")
    found = wrong(state, ours)
    assert found["_mean"].note == "The file has no running_mean. Did you mean `runing_mean`?"
    assert found["runing_mean"].fate is Fate.UNEXPECTED


def test_a_file_in_the_layout_of_paddle() -> None:
    import paddle
    import torch

    state = {"weight": torch.ones(2, 3), "bias": torch.ones(3)}
    found = wrong(state, paddle.nn.Linear(2, 3))
    assert found["weight"].fate is Fate.UNFIT
    assert "wants [3, 2]" in found["weight"].note
    assert "transpose would fit" in found["weight"].note


def test_weights_normed_along_another_axis() -> None:
    import paddle

    theirs, _ = made(PAIRS["weight norm of a linear layer"])
    # Without `dim=1` Paddle keeps the norm of each row of what is transposed.
    found = wrong(theirs.state_dict(), paddle.nn.utils.weight_norm(paddle.nn.Linear(3, 3)))
    assert set(found) == {"parametrizations.weight.original0"}


def test_batches_are_not_counted_but_statistics_of_instance_norm_are_no_trifle() -> None:
    import paddle
    import torch

    theirs, ours = made(PAIRS["batch norm"])
    assert "num_batches_tracked" in theirs.state_dict()
    assert "num_batches_tracked" not in torch_to_paddle(theirs.state_dict(), ours)
    tracking = torch.nn.InstanceNorm1d(3, affine=True, track_running_stats=True)
    found = wrong(tracking.state_dict(), paddle.nn.InstanceNorm1D(3))
    assert set(found) == {"running_mean", "running_var", "num_batches_tracked"}
    assert "keeps no statistics" in found["running_mean"].note


def tied_model() -> Any:
    """An embedding whose matrix is the weight of no other layer but itself, by two names."""
    import paddle

    model = paddle.nn.Layer()
    model.words = paddle.nn.Embedding(5, 4)
    model.again = paddle.nn.Embedding(5, 4)
    model.again.weight = model.words.weight
    return model


def test_tied_weights() -> None:
    import torch

    matrix = torch.rand(5, 4)
    both = {"words.weight": matrix, "again.weight": matrix.clone()}
    assert torch_to_paddle(both, tied_model()).keys() == both.keys()
    # As safetensors has them: once.
    once = torch_to_paddle({"again.weight": matrix}, tied_model())
    np.testing.assert_array_equal(once["words.weight"].numpy(), matrix.numpy())
    found = wrong({**both, "again.weight": matrix + 1}, tied_model())
    assert "two different ones" in found["again.weight"].note


def test_other_names() -> None:
    import paddle

    theirs, _ = made(PAIRS["linear"])
    state = {f"encoder.layer.0.{key}": value for key, value in theirs.state_dict().items()}
    model = paddle.nn.Layer()
    model.blocks = paddle.nn.LayerList([paddle.nn.Linear(3, 3)])
    carried = torch_to_paddle(state, model, rename={"blocks": "encoder.layer"})
    np.testing.assert_array_equal(
        carried["blocks.0.weight"].numpy(), theirs.state_dict()["weight"].numpy().T
    )
    back = paddle_to_torch(carried, model, rename={"blocks": "encoder.layer"})
    assert back.keys() == state.keys()


def test_other_precision_is_told_and_another_kind_refused() -> None:
    import paddle
    import torch

    model = paddle.nn.Embedding(5, 4)
    half = torch_to_paddle({"weight": torch.ones(5, 4, dtype=torch.bfloat16)}, model)
    assert half["weight"].dtype == paddle.float32
    found = wrong({"weight": torch.ones(5, 4, dtype=torch.int64)}, model)
    assert found["weight"].note == "PyTorch's is int64, Paddle's float32."


def test_buffers() -> None:
    import paddle
    import torch

    model = paddle.nn.Layer()
    model.register_buffer("positions", paddle.zeros([3], "int64"))
    model.register_buffer("scratch", paddle.zeros([3]), persistable=False)
    carried = torch_to_paddle({"positions": torch.arange(3)}, model)
    assert {key: value.tolist() for key, value in carried.items()} == {"positions": [0, 1, 2]}


@pytest.mark.parametrize("dtype", ["uint8", "int8", "float16"])
def test_values_beyond_the_range_of_the_port_are_refused(dtype: str) -> None:
    import paddle
    import torch

    model = paddle.nn.Layer()
    model.register_buffer("sizes", paddle.zeros([2], dtype))
    wide = torch.float32 if dtype == "float16" else torch.int64
    found = wrong({"sizes": torch.tensor([1, 70_000], dtype=wide)}, model)
    assert "beyond its range" in found["sizes"].note
    fits = torch_to_paddle({"sizes": torch.tensor([1, 7], dtype=wide)}, model)
    assert fits["sizes"].astype("float32").tolist() == [1, 7]


def test_tensors_that_numpy_takes_only_resolved() -> None:
    import paddle
    import torch

    model = paddle.nn.Layer()
    model.register_buffer("roots", paddle.zeros([2], "complex64"))
    carried = torch_to_paddle({"roots": torch.tensor([1j, 2]).conj()}, model)
    assert carried["roots"].tolist() == [-1j, 2]
    words = torch_to_paddle({"weight": torch.eye(3).to_sparse()}, paddle.nn.Embedding(3, 3))
    np.testing.assert_array_equal(words["weight"].numpy(), np.eye(3, dtype="float32"))


def test_a_part_of_what_pytorch_packs_is_not_enough() -> None:
    theirs, ours = made(PAIRS["attention"])
    state = torch_to_paddle(theirs.state_dict(), ours)
    del state["k_proj.bias"]
    with pytest.raises(UncarriedWeights) as raised:
        paddle_to_torch(state, ours, ignore=["k_proj.bias"])
    (line,) = raised.value.plan.wrong
    assert (line.torch, line.fate) == ("in_proj_bias", Fate.UNFIT)
    assert "the file has only 2 of them" in line.note
