"""A ported model as a file that runs without its class."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import paddle


# --8<-- [start:export]
def export(model: paddle.nn.Layer, inputs: Sequence[np.ndarray], path: str) -> None:
    """Save a model that is done with training; its first axis takes batches of any size."""
    model.eval()
    spec = [paddle.static.InputSpec([None, *x.shape[1:]], str(x.dtype)) for x in inputs]
    paddle.jit.save(model, path, input_spec=spec)


# --8<-- [end:export]
