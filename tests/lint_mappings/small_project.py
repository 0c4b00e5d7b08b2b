"""The files of a small project that is clean, and how files are written into it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

TERMS = (
    *("input", "self", "other", "dim", "index", "out", "dtype", "size", "sparse_grad"),
    *("axis", "keepdim", "data_format"),
)
BASE = {
    "mappings/glossary.yaml": "".join(
        f'{term}: {{en: "The {term}.", zh: "参数 `{term}`。"}}\n' for term in TERMS
    ),
    "mappings/gotchas/gather-index-rank.yaml": (
        "id: gather-index-rank\n"
        'title: {en: "Ranks differ.", zh: "维度数不同。"}\n'
        "topic: tensors\n"
        'text: {en: "The ranks differ.", zh: "维度数不同。"}\n'
    ),
    "mappings/torch/torch.abs.yaml": (
        "torch: torch.abs\n"
        "paddle: paddle.abs\n"
        "category: renamed-params\n"
        "params:\n"
        "  - {torch: input, paddle: x}\n"
        "  - {torch: out, paddle: out}\n"
        "examples:\n"
        '  - inputs: {x: "float32[2, 3]"}\n'
        "    torch: result = torch.abs(x)\n"
        "    paddle: result = paddle.abs(x)\n"
    ),
}

Files = Mapping[str, str | bytes]


def write(root: Path, files: Files) -> None:
    """Write files below `root`, with `\\n` as line end."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


def path_of(text: str) -> str:
    """Where an entry belongs: `mappings/torch/torch.abs.yaml` for `torch: torch.abs`."""
    api = text.partition("\n")[0].removeprefix("torch: ").strip()
    capital = "-capital" if api in ("torch.Tensor", "torch.Tensor.T") else ""
    return f"mappings/{api.rpartition('.')[0]}/{api}{capital}.yaml"
