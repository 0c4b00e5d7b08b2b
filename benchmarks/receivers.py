"""What the converter takes for tensors, held against what they are when the code runs.

Run it with `.venv/bin/python benchmarks/receivers.py`; it takes the packages below from PyPI into a
temporary folder, or into `--folder`, where they may lie already. Their torch code is imported with
every `x.member` watched, models run in training and in evaluation, and for each place that ran,
what `x` was is held against what `torch-to-paddle` says of it: a tensor for certain, a tensor that
is told as likely, possibly one, or nothing. Printed are the precision of what is certain, of this
with what is likely, and the recall: the share of the places where methods of tensors were used on
tensors that were taken for such. Each place counts once, and as wrong if ever something else was
there. `--list` names what is wrong or missed. It takes ten minutes.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import importlib
import importlib.machinery
import subprocess
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import torch

from convert_torch.converting import convert
from mapping_model.applying import code
from mapping_model.applying.typing import Typing
from mapping_model.calls.uses import Use
from mapping_model.shelf import Shelf
from mapping_model.snapshots import PADDLE, load_snapshot, torch_snapshot
from mapping_model.stores import brought

PACKAGES = (
    *("vit-pytorch==1.26.11", "x-transformers==2.31.10", "timm==1.0.31", "transformers==5.24.0"),
    *("segmentation-models-pytorch==0.6.0", "einops==0.8.2", "einx==0.4.3", "loguru==0.7.3"),
    *("torch-einops-utils==0.2.0", "frozendict==2.5.1", "huggingface_hub==2.4.0", "anyio"),
    *("certifi", "click", "fsspec", "h11", "httpcore2", "httpx2", "idna", "pillow", "regex"),
    *("sniffio", "tokenizers==0.23.3", "tqdm", "truststore", "typer"),
)
WATCHED = (
    *("vit_pytorch", "x_transformers", "timm", "segmentation_models_pytorch"),
    "transformers/models",
)
GOALS = {"certain": 0.999, "certain or likely": 0.995, "methods found": 0.93}
# A file, where `x.member` ends, and the member; what ran has whether `x` was a tensor each time.
Place = tuple[str, int, int, str]
seen: dict[Place, set[bool]] = {}


def watch(found: Any, place: Place) -> Any:
    """Write down what has a member that is asked for, and give it back."""
    if not isinstance(found, ModuleType):
        seen.setdefault(place, set()).add(isinstance(found, torch.Tensor))
    return found


def place_of(path: str, node: ast.Attribute) -> Place:
    """What names a place, in what runs and in what is converted."""
    return path, node.end_lineno or 0, node.end_col_offset or 0, node.attr


class Watched(ast.NodeTransformer):
    """The code of a file, with `x.member` watched; annotations and patterns stay as they are."""

    def __init__(self, path: str) -> None:
        self._path = path

    def visit(self, node: ast.AST) -> Any:
        """A node with its parts watched."""
        if isinstance(node, ast.pattern):
            return node
        said = {name: getattr(node, name, None) for name in ("annotation", "returns")}
        self.generic_visit(node)
        for name in (name for name, one in said.items() if one is not None):
            setattr(node, name, said[name])
        if isinstance(node, ast.Attribute):
            place = ast.Constant(place_of(self._path, node))
            node.value = ast.Call(ast.Name("__watch__", ast.Load()), [node.value, place], [])
        return node


def compiled(_: Any, data: Any, path: Any, **options: Any) -> Any:
    """How modules are compiled while watching."""
    tree = ast.parse(data)
    if any(f"/{name}/" in str(path) for name in WATCHED):
        tree = ast.fix_missing_locations(Watched(str(path)).visit(tree))
    return compile(tree, path, "exec", dont_inherit=True)


class Anything(type):
    """A class that has all members: what torchvision's modules have in place of theirs."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything(name, (), {})


class Stub(ModuleType):
    """Stands for each module of torchvision, and finds them: what runs here needs none of it."""

    __path__: list[str] = []  # noqa: RUF012

    def __getattr__(self, name: str) -> Any:
        return getattr(Anything("stub", (), {}), name)

    def find_spec(self, name: str, *_: Any) -> Any:
        """What is to be imported, if it is torchvision's."""
        own = name.partition(".")[0] == "torchvision"
        loader: Any = self
        return importlib.machinery.ModuleSpec(name, loader, is_package=True) if own else None

    def create_module(self, spec: Any) -> ModuleType:
        """Another stub."""
        return Stub(spec.name)

    def exec_module(self, _: ModuleType) -> None:
        """Nothing is run."""


VIT = {"image_size": 32, "patch_size": 8, "num_classes": 10, "dim": 32, "depth": 2, "heads": 2}
VIT |= {"mlp_dim": 64}
LEVIT = {"image_size": 32, "num_classes": 10, "stages": 1, "dim": 16, "depth": 1, "heads": 2}
LEVIT |= {"mlp_mult": 2}
MAX_VIT = {"num_classes": 10, "dim": 16, "depth": (1, 1), "window_size": 4, "dim_head": 8}
CCT = {"img_size": 32, "embedding_dim": 32, "num_layers": 2, "num_heads": 2}
VITS = """vit.ViT deepvit.DeepViT parallel_vit.ViT simple_vit.SimpleViT normalized_vit.nViT
 vit_for_small_dataset.ViT vit_with_patch_dropout.ViT learnable_memory_vit.ViT
 simple_vit_with_register_tokens.SimpleViT simple_vit_with_qk_norm.SimpleViT"""
OTHER_VITS: dict[str, tuple[dict[str, Any], int]] = {
    **{"cct.CCT": (CCT, 32), "levit.LeViT": (LEVIT, 32), "max_vit.MaxViT": (MAX_VIT, 64)},
    **{"cait.CaiT": ({**VIT, "cls_depth": 2}, 32), "xcit.XCiT": ({**VIT, "cls_depth": 1}, 32)},
    **{"pit.PiT": ({**VIT, "depth": (1, 1)}, 32), "cvt.CvT": ({"num_classes": 10}, 64)},
    "twins_svt.TwinsSVT": ({"num_classes": 10}, 224),
}
DECODERS: tuple[dict[str, Any], ...] = (
    *({}, {"rotary_pos_emb": True, "attn_qk_norm": True, "ff_glu": True}, {"alibi_pos_bias": True}),
    *({"rel_pos_bias": True, "attn_num_mem_kv": 2}, {"macaron": True, "shift_tokens": 1}),
    *(
        {"attn_flash": True, "attn_kv_heads": 1},
        {"attn_pre_talking_heads": True, "use_rmsnorm": True},
    ),
)
TIMM = """beit_base_patch16_224 cait_xxs24_224 coat_tiny convit_tiny convnext_atto crossvit_tiny_240
 davit_tiny deit_tiny_patch16_224 densenet121 dla34 edgenext_xx_small efficientformer_l1
 efficientformerv2_s0 efficientnet_b0 eva02_tiny_patch14_224 fastvit_t8 focalnet_tiny_srf
 gcvit_xxtiny ghostnet_050 hiera_tiny_224 hrnet_w18_small inception_next_atto inception_v3
 lambda_resnet26t levit_128s mambaout_femto maxvit_tiny_tf_224 mixer_s16_224 mobilenetv3_small_050
 mobilevit_xxs mobilevitv2_050 mvitv2_tiny nest_tiny nf_resnet26 pit_ti_224 poolformer_s12
 pvt_v2_b0 regnetx_002 repvit_m0_9 resnest14d resnet18 rexnet_100 samvit_base_patch16_224 selecsls42
 sequencer2d_s skresnet18 starnet_s1 swin_tiny_patch4_window7_224 swinv2_tiny_window8_256
 tiny_vit_5m_224 tnt_s_legacy_patch16_224 twins_svt_small visformer_tiny vit_tiny_patch16_224
 volo_d1_224 vovnet39a xcit_nano_12_p16_224"""
SMALL = {"vocab_size": 100, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 2}
SMALL |= {"num_key_value_heads": 2, "intermediate_size": 64, "image_size": 64, "patch_size": 8}
TEXTS = "Albert Bert Bloom DebertaV2 Electra Falcon GPT2 GPTNeoX Llama Mistral Phi Qwen2 Roberta"
PICTURES = "Beit CLIPVision ConvNext Dinov2 ResNet Segformer ViT"
OWN_SIZES = ("ConvNext", "ResNet", "Segformer")
ENCODERS = "mobileone_s0 mit_b0 tu-resnet18 timm-regnetx_002 xception dpn68"
SEGMENTING = "DeepLabV3 DeepLabV3Plus FPN Linknet MAnet PAN PSPNet Unet UnetPlusPlus"


def models() -> Iterator[tuple[Any, torch.Tensor]]:
    """Models with what they are called with; each is made when it is asked for."""
    tokens, picture = torch.randint(3, 50, (2, 16)), torch.rand(2, 3, 64, 64)
    # Before the stub is there: it asks for torchvision's version.
    import transformers

    for name in [*TEXTS.split(), *PICTURES.split()]:
        config = getattr(transformers, f"{name}Config")(**{} if name in OWN_SIZES else SMALL)
        made = getattr(transformers, f"{name}Model")(config)
        yield made, picture if name in PICTURES.split() else tokens
    stub: Any = Stub("torchvision")
    sys.meta_path.append(stub)
    for name, (options, size) in {**dict.fromkeys(VITS.split(), (VIT, 32)), **OTHER_VITS}.items():
        module, _, kind = name.partition(".")
        own = importlib.import_module(f"vit_pytorch.{module}")
        yield getattr(own, kind)(**options), torch.rand(2, 3, size, size)
    import x_transformers

    common: dict[str, Any] = {"dim": 32, "depth": 2, "heads": 2, "attn_dim_head": 32}
    for options in DECODERS:
        layers = x_transformers.Decoder(**common, **options)
        net = x_transformers.TransformerWrapper(num_tokens=50, max_seq_len=32, attn_layers=layers)
        yield x_transformers.AutoregressiveWrapper(net), tokens
    import timm

    for name in TIMM.split():
        net = timm.create_model(name, num_classes=5)
        yield net, torch.rand(2, *net.default_cfg["input_size"])
    import segmentation_models_pytorch as smp

    pairs = [(smp.Unet, encoder) for encoder in ENCODERS.split()]
    pairs += [(getattr(smp, name), "efficientnet-b0") for name in SEGMENTING.split()]
    pairs += [(smp.UPerNet, "mit_b0"), (smp.Segformer, "mit_b0")]
    for make, encoder in pairs:
        yield make(encoder, encoder_weights=None), torch.rand(2, 3, 128, 128)


def run(folder: Path) -> None:
    """Import and run everything, watched."""
    builtins.__dict__["__watch__"] = watch
    loader: Any = importlib.machinery.SourceFileLoader
    loader.source_to_code = compiled
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(folder))
    warnings.simplefilter("ignore")
    torch.manual_seed(0)
    torch.set_num_threads(1)
    for model, given in models():
        for training in (True, False):
            model.train(training)(given)


class Told(Typing):
    """Writes down what the converter says of each place; its last word counts."""

    said: dict[Place, str] = {}  # noqa: RUF012
    path = ""

    def api(self, node: ast.AST) -> tuple[str, Use] | None:
        """As ever."""
        found = super().api(node)
        member = node.func if isinstance(node, ast.Call) else node
        if isinstance(member, ast.Attribute) and id(node) in self._uses:
            level = "likely" if id(node) in self.guessed else "certain"
            if found is None or not found[0].startswith("torch.Tensor."):
                level = "possible" if self.member(node) else "nothing"
            self.said[place_of(self.path, member)] = level
        return found


def told() -> dict[Place, str]:
    """Convert each file of which something ran, for what is said of its places."""
    vars(code)["Typing"] = Told
    shelf, release = Shelf(brought()), load_snapshot("paddle", PADDLE[-1])
    for path in sorted({place[0] for place in seen}):
        Told.path = path
        convert(Path(path).read_text("utf-8"), shelf, release)
    return Told.said


def main() -> int:
    """Run, convert, compare, print; return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where the packages lie, or are put")
    parser.add_argument("--list", action="store_true", help="name what is wrong or missed")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        if not (folder / "timm").is_dir():
            pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-compile"]
            subprocess.run([*pip, "--target", folder, *PACKAGES], check=True)
        run(folder)
        said = told()
    torch_api = torch_snapshot()
    # Whether a place was taken for a tensor rightly, and what found the methods of tensors.
    counts: dict[str, Counter[bool]] = {name: Counter() for name in GOALS}
    missed = []
    for place, types in sorted(seen.items()):
        level = said.get(place, "nothing")
        always = types == {True}
        wrong = level in ("certain", "likely") and not always
        if level in ("certain", "likely"):
            counts["certain or likely"][always] += 1
        if level == "certain":
            counts["certain"][always] += 1
        api = torch_api.get(f"torch.Tensor.{place[3]}")
        if always and api is not None and api.kind == "method":
            counts["methods found"][level in ("certain", "likely")] += 1
        lost = always and api is not None and level in ("possible", "nothing")
        missed += [f"{level}: {place[0]}:{place[1]}: {place[3]}"] if wrong or lost else []
    shares = {name: one[True] / max(one.total(), 1) for name, one in counts.items()}
    for name, one in counts.items():
        print(f"{name:20} {one[True]:6} of {one.total():6}  {shares[name]:.2%}")
    print("\n".join(missed if options.list else []))
    return int(any(shares[name] < goal for name, goal in GOALS.items()))


if __name__ == "__main__":
    sys.exit(main())
