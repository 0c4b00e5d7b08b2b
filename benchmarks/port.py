"""Models of packages that nobody here wrote, converted by one command and held against PyTorch.

Run it with `.venv/bin/python benchmarks/port.py`; it takes the packages below from PyPI into a
temporary folder. Each model is made in PyTorch and from the converted code, gets the same weights
by `torch-to-paddle-weights`, and both take three steps of SGD on the same batch. Told are the lines
that the converter leaves to a person in the module of the model, and the largest difference of the
results, of the gradients of the input, and of the losses, relative to the largest value. No line is
edited by hand.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import json
import subprocess
import sys
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

# torch is imported before Paddle, since Paddle 2.6.2 needs zlib there first.
import torch  # isort: skip
import numpy as np
import paddle

from convert_torch.__main__ import main as torch_to_paddle
from port_models.weights.convert import torch_to_paddle as carry

PACKAGES = ("vit-pytorch==1.26.11", "einops==0.8.2")
STEPS, RATE = 3, 0.01


@dataclass(frozen=True, slots=True)
class Model:
    """A model: its module, its class, what it is made with, and the size of the pictures."""

    module: str
    name: str
    made: dict[str, Any]
    size: int = 32


SMALL = {"image_size": 32, "patch_size": 8, "num_classes": 10, "dim": 32, "depth": 2, "heads": 2}
SMALL |= {"mlp_dim": 64}
LEVIT = {"image_size": 32, "num_classes": 10, "stages": 1, "dim": 16, "depth": 1, "heads": 2}
LEVIT |= {"mlp_mult": 2}
MAX_VIT = {"num_classes": 10, "dim": 16, "depth": (1, 1), "window_size": 4, "dim_head": 8}
MODELS = (
    Model("vit", "ViT", SMALL),
    Model("simple_vit", "SimpleViT", SMALL),
    Model("deepvit", "DeepViT", SMALL),
    Model("cait", "CaiT", {**SMALL, "cls_depth": 2}),
    Model("cct", "CCT", {"img_size": 32, "embedding_dim": 32, "num_layers": 2, "num_heads": 2}),
    Model("pit", "PiT", {**SMALL, "depth": (1, 1)}),
    Model("levit", "LeViT", LEVIT),
    Model("cvt", "CvT", {"num_classes": 10}, 64),
    Model("twins_svt", "TwinsSVT", {"num_classes": 10}, 224),
    Model("max_vit", "MaxViT", MAX_VIT, 64),
    Model("xcit", "XCiT", {**SMALL, "cls_depth": 1}),
    Model("vit_for_small_dataset", "ViT", SMALL),
)


def trained(model: Any, library: Any, batch: Any, goal: Any) -> list[np.ndarray]:
    """The result, the gradient of the batch, and the losses of some steps."""
    if library is torch:
        batch, goal = torch.tensor(batch, requires_grad=True), torch.tensor(goal)
        optimizer = torch.optim.SGD(model.parameters(), RATE)
        clear = optimizer.zero_grad
    else:
        batch, goal = paddle.to_tensor(batch, stop_gradient=False), paddle.to_tensor(goal)
        optimizer = paddle.optimizer.SGD(RATE, parameters=model.parameters())
        clear = optimizer.clear_grad
    model.eval()
    result = model(batch)
    ((result - goal) ** 2).mean().backward()
    found = [result.detach().numpy(), np.array(batch.grad.numpy())]
    losses = []
    for _ in range(STEPS):
        clear()
        loss = ((model(batch) - goal) ** 2).mean()
        loss.backward()
        optimizer.step()
        losses.append(float(loss))
    return [*found, np.array(losses)]


def compared(one: Model, source: str, converted: str) -> str:
    """How far a converted model is from its original, or what went wrong first."""
    original = getattr(importlib.import_module(f"{source}.{one.module}"), one.name)(**one.made)
    try:
        port = getattr(importlib.import_module(f"{converted}.{one.module}"), one.name)(**one.made)
        done = carry(original.state_dict(), port)
        port.set_state_dict(done)
        random = np.random.default_rng(0)
        batch = random.normal(size=(2, 3, one.size, one.size)).astype("float32")
        shape = original.eval()(torch.tensor(batch)).shape
        goal = random.normal(size=tuple(shape)).astype("float32")
        ours, theirs = trained(port, paddle, batch, goal), trained(original, torch, batch, goal)
    except Exception as error:
        said = str(error).strip().splitlines() or [""]
        return f"fails: {type(error).__name__}: {said[0][:90]}"
    far = [float(abs(a - b).max() / abs(b).max()) for a, b in zip(ours, theirs, strict=True)]
    return "  ".join(f"{value:.1e}" for value in far)


def main() -> int:
    """Convert, compare, print; return 1 if fewer than eight are equal."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder:
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder]
        subprocess.run([*pip, *PACKAGES], check=True, stderr=subprocess.DEVNULL)
        sys.path.insert(0, folder)
        package = Path(folder, "vit_pytorch")
        (package / "__init__.py").write_text("")  # which imports all, torchvision too
        told = io.StringIO()
        with contextlib.redirect_stdout(told):
            out = ["-o", f"{folder}/vit_paddle", "--format", "json"]
            torch_to_paddle([str(package), *out])
        files = {Path(one["path"]).stem: one for one in json.loads(told.getvalue())["files"]}
        print("model                  left  silent  result   gradient losses")
        equal = 0
        for one in MODELS:
            kinds = Counter(finding["kind"] for finding in files[one.module]["findings"])
            said = compared(one, "vit_pytorch", "vit_paddle")
            equal += not said.startswith("fails") and max(map(float, said.split())) < 1e-4
            left = f"{kinds['undecided']:4}  {kinds['silent']:6}"
            print(f"{one.module:22} {left}  {said}", flush=True)
        print(f"{equal} of {len(MODELS)} are equal without an edit by hand")
    return 0 if equal >= 8 else 1


if __name__ == "__main__":
    sys.exit(main())
