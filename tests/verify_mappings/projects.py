"""Small projects for the tests of the commands."""

from __future__ import annotations

from pathlib import Path

ENTRY = """\
torch: torch.{name}
paddle: paddle.{name}
category: same-params
params:
  - {{torch: input, paddle: x}}
examples:
  - inputs: {{x: "float32[2]"}}
    torch: |
      result = torch.{name}(x)
    paddle: |
      result = paddle.{name}(x){more}
"""
GOTCHA = """\
id: odd
title: {en: Odd., zh: 奇怪。}
text: {en: It is odd., zh: 很奇怪。}
topic: tensors
checks:
  - title: {en: The trap., zh: 陷阱。}
    torch: |
      result = 1
    paddle: |
      result = 2
    expect: differs
"""


def write_project(root: Path, files: dict[str, str]) -> Path:
    """Write files below `mappings`; the root."""
    for name, text in files.items():
        path = root / "mappings" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


def write_entries(root: Path, *names: str) -> Path:
    """Write an entry, which is right, for each of some functions of one argument; the root."""
    return write_project(
        root, {f"torch/torch.{name}.yaml": ENTRY.format(name=name, more="") for name in names}
    )
