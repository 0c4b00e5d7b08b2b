"""Makes a corpus of any size: real entries under other real torch names, for timings."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from mapping_model.naming import RESULTS, owner_of, path_for
from mapping_model.snapshots import paddle_snapshot, torch_snapshot

FULL_SIZE = 2300
_TORCH_LINE = re.compile(r"^torch: .*$", re.MULTILINE)
# Entries that say nothing without another.
_REFERS = re.compile(r"^(?:alias|form)_of:", re.MULTILINE)
_PADDLE_LINE = re.compile(r"^( *(?:- )?)paddle: paddle\.[\w.]+$", re.MULTILINE)
_CODE_BLOCK = re.compile(r"^( *)(torch|paddle): \|$", re.MULTILINE)
# Owners of names that people port, the most used first.
_OWNERS = (
    "torch",
    "torch.Tensor",
    "torch.nn",
    "torch.nn.functional",
    "torch.nn.init",
    "torch.nn.utils",
    "torch.optim",
    "torch.optim.lr_scheduler",
    "torch.linalg",
    "torch.fft",
    "torch.special",
    "torch.distributions",
    "torch.distributed",
    "torch.utils.data",
    "torch.cuda",
    "torch.nn.Module",
)


def make_corpus(source: Path, target: Path, size: int = FULL_SIZE) -> list[str]:
    """Write `size` entries below `target`, a new `mappings` directory; return their names.

    Entries of `source` keep their names; copies of them, in turn, get further names, other
    targets and code that no other copy has.
    """
    shutil.copytree(source, target)
    files = sorted(f for f in target.rglob("*.yaml") if f.parent.name.startswith("torch"))
    texts = [file.read_text("utf-8") for file in files]
    names = [_TORCH_LINE.search(text).group().removeprefix("torch: ") for text in texts]
    copied = cycle(text for text in texts if not _REFERS.search(text))
    targets = cycle(paddle_snapshot().names())
    for name in _further_names(set(names)):
        if len(names) >= size:
            break
        path = target / path_for(name)
        path.parent.mkdir(exist_ok=True)
        path.write_text(_renamed(next(copied), name, next(targets)), "utf-8")
        names.append(name)
    return names


def make_copies(source: Path, target: Path, size: int = FULL_SIZE) -> None:
    """Write `size` entries below `target` that are as correct as those of `source`.

    Copies keep the name of their API, and so its results (which are copied for their number): all
    that is wrong with them is that they stand twice (PM202).
    """
    shutil.copytree(source, target)
    files = sorted(f for f in target.rglob("*.yaml") if f.parent.name.startswith("torch"))
    full = [file for file in files if not _REFERS.search(file.read_text("utf-8"))]
    for number in range(size - len(files)):
        file = full[number % len(full)]
        for original in (file, target / RESULTS / file.parent.name / f"{file.stem}.json"):
            if original.exists():
                copy = original.with_name(f"{original.stem}~{number}{original.suffix}")
                shutil.copyfile(original, copy)


def _renamed(text: str, name: str, target: str) -> str:
    text = _TORCH_LINE.sub(f"torch: {name}", text, count=1)
    text = _PADDLE_LINE.sub(rf"\1paddle: {target}", text)
    return _CODE_BLOCK.sub(rf"\g<0>\n\1  {name} = 0", text)


def _further_names(taken: set[str]) -> Iterator[str]:
    """Names of torch that are not taken, those of common owners first."""
    known = [name for name in torch_snapshot().names() if name not in taken]
    common = [name for owner in _OWNERS for name in known if owner_of(name) == owner]
    # Where case is ignored, two names must not be one file.
    seen = {str(path_for(name)).casefold() for name in taken}
    for name in dict.fromkeys([*common, *known]):
        path = str(path_for(name)).casefold()
        if path not in seen:
            seen.add(path)
            yield name
