"""Models of packages that nobody here wrote, converted by one command and held against PyTorch.

Run it with `.venv/bin/python benchmarks/port.py`; it takes the packages below from PyPI into a
temporary folder. Each model is made in PyTorch and from the converted code, gets the same weights
by `torch-to-paddle-weights`, and both take three steps of SGD on the same batch. Told are the lines
that the converter leaves to a person in the module of the model, and the largest difference of the
results, of the gradients of the input, and of the losses, relative to the largest value. No line is
edited by hand. What it prints stands in the guide: `> examples/converted/models.txt`.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.abc
import importlib.machinery
import io
import json
import subprocess
import sys
import tempfile
import types
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

PACKAGES = ("vit-pytorch==1.26.11", "einops==0.8.2", "timm==1.0.31")
# What the packages import of others, and the models here do not use.
STUBS = ("torchvision", "huggingface_hub", "safetensors")
STEPS, RATE, NEAR = 3, 0.01, 1e-4


@dataclass(frozen=True, slots=True)
class Model:
    """A model: its module, what makes it, of what, and the size of the pictures."""

    module: str
    name: str
    made: dict[str, Any]
    size: int = 32

    @property
    def title(self) -> str:
        return str(self.made.get("model_name", self.module.rpartition(".")[2]))

    @property
    def file(self) -> str:
        """The module that defines it, whose lines are counted."""
        return self.module if self.module != "timm" else f"timm.models.{OF_TIMM[self.title]}"


SMALL = {"image_size": 32, "patch_size": 8, "num_classes": 10, "dim": 32, "depth": 2, "heads": 2}
SMALL |= {"mlp_dim": 64}
LEVIT = {"image_size": 32, "num_classes": 10, "stages": 1, "dim": 16, "depth": 1, "heads": 2}
LEVIT |= {"mlp_mult": 2}
MAX_VIT = {"num_classes": 10, "dim": 16, "depth": (1, 1), "window_size": 4, "dim_head": 8}
VIT = tuple(
    Model(f"vit_pytorch.{module}", name, made, size)
    for module, name, made, size in (
        ("vit", "ViT", SMALL, 32),
        ("simple_vit", "SimpleViT", SMALL, 32),
        ("deepvit", "DeepViT", SMALL, 32),
        ("cait", "CaiT", {**SMALL, "cls_depth": 2}, 32),
        ("cct", "CCT", {"img_size": 32, "embedding_dim": 32, "num_layers": 2, "num_heads": 2}, 32),
        ("pit", "PiT", {**SMALL, "depth": (1, 1)}, 32),
        ("levit", "LeViT", LEVIT, 32),
        ("cvt", "CvT", {"num_classes": 10}, 64),
        ("twins_svt", "TwinsSVT", {"num_classes": 10}, 224),
        ("max_vit", "MaxViT", MAX_VIT, 64),
        ("xcit", "XCiT", {**SMALL, "cls_depth": 1}, 32),
        ("vit_for_small_dataset", "ViT", SMALL, 32),
    )
)
# Models of timm, each with its module; those with a size are made for pictures of that size.
OF_TIMM = {
    "resnet18": "resnet",
    "densenet121": "densenet",
    "regnetx_002": "regnet",
    "vgg11": "vgg",
    "efficientnet_b0": "efficientnet",
    "mobilenetv3_small_050": "mobilenetv3",
    "ghostnet_050": "ghostnet",
    "repvgg_a0": "byobnet",
    "convnext_atto": "convnext",
    "edgenext_xx_small": "edgenext",
    "convmixer_768_32": "convmixer",
    "poolformer_s12": "metaformer",
    "mixer_s32_224": "mlp_mixer",
    "vit_tiny_patch16_224": "vision_transformer",
    "deit_tiny_patch16_224": "deit",
    "cait_xxs24_224": "cait",
    "xcit_nano_12_p16_224": "xcit",
    "swin_tiny_patch4_window7_224": "swin_transformer",
}
SIZES = dict.fromkeys(("mixer_s32_224", "vit_tiny_patch16_224", "deit_tiny_patch16_224"), 64)
SIZES |= {"cait_xxs24_224": 64, "swin_tiny_patch4_window7_224": 56}
TIMM = tuple(
    Model("timm", "create_model", {"model_name": name, "num_classes": 10, **sized}, size)
    for name in OF_TIMM
    for size in [SIZES.get(name, 64)]
    for sized in [{"img_size": size} if name in SIZES else {}]
)
MODELS = (*VIT, *TIMM)


class _Stubs(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Empty modules in the place of packages that are not there, with any class and function."""

    def find_spec(
        self, name: str, path: Any, target: Any = None
    ) -> importlib.machinery.ModuleSpec | None:
        if name.partition(".")[0] not in STUBS:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        return _Stub(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        """Nothing is to be run."""


class _StubClass(type):
    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _StubClass(name, (), {}) if name[:1].isupper() else lambda *args, **kwargs: None


class _Stub(types.ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return _StubClass(name, (), {})


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


def imported(folder: Path, module: str) -> Any:
    """A module of a package below a folder, whatever is imported under its name now."""
    top = module.partition(".")[0]
    for name in [name for name in sys.modules if name.partition(".")[0] == top]:
        del sys.modules[name]
    sys.path.insert(0, str(folder))
    try:
        importlib.invalidate_caches()
        return importlib.import_module(module)
    finally:
        sys.path.remove(str(folder))


def compared(one: Model, source: Any, converted: Any) -> str:
    """How far a converted model is from its original, or what went wrong first."""
    torch.manual_seed(0)
    original = getattr(source, one.name)(**one.made)
    with torch.no_grad():  # some start with zeros, which hide what comes before
        for parameter in original.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.02)
    try:
        port = getattr(converted, one.name)(**one.made)
        port.set_state_dict(carry(original.state_dict(), port))
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
    """Convert, compare, print; return 1 if fewer than eight of the first twelve are equal."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    sys.meta_path.append(_Stubs())
    with tempfile.TemporaryDirectory() as made:
        folder, out = Path(made, "torch"), Path(made, "paddle")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", folder]
        subprocess.run([*pip, *PACKAGES], check=True, stderr=subprocess.DEVNULL)
        sys.path.append(str(folder))  # for einops
        Path(folder, "vit_pytorch", "__init__.py").write_text("")  # which imports all
        left: dict[str, Counter[str]] = {}
        for package in ("vit_pytorch", "timm"):
            told = io.StringIO()
            with contextlib.redirect_stdout(told):
                torch_to_paddle([f"{folder}/{package}", "-o", f"{out}/{package}", "--format=json"])
            for file in json.loads(told.getvalue())["files"]:
                module = ".".join(Path(file["path"]).relative_to(folder).with_suffix("").parts)
                left[module] = Counter(finding["kind"] for finding in file["findings"])
        print(
            *PACKAGES,
            f"torch=={torch.__version__.partition('+')[0]}",
            f"paddlepaddle=={paddle.__version__}",
        )
        print("model                          left  silent  result   gradient losses")
        equal: list[bool] = []
        for one in MODELS:
            sides = imported(folder, one.module), imported(out, one.module)
            said = compared(one, *sides)
            far = [] if said.startswith("fails") else [float(value) for value in said.split()]
            equal.append(bool(far) and all(value < NEAR for value in far))
            kinds = left[one.file]
            counts = f"{kinds['undecided']:4}  {kinds['silent']:6}"
            print(f"{one.title:30} {counts}  {said}", flush=True)
        first = sum(equal[: len(VIT)])
        print(
            f"{first} of {len(VIT)} of vit-pytorch and {sum(equal) - first} of {len(TIMM)} of timm"
        )
        print("are equal without an edit by hand")
    return 0 if first >= 8 else 1


if __name__ == "__main__":
    sys.exit(main())
