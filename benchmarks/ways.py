"""How code of packages calls the APIs with an entry: `lint/mapping_model/ways.json`.

Run it with `.venv/bin/python benchmarks/ways.py --write`; it takes the packages below from PyPI
into a temporary folder, or into `--folder`, where they may lie already. Nothing of them is run. A
way of calling is which parameters are passed, of the overload that takes them; a method is counted
by its name on any object. It takes two minutes.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from mapping_model.calls.uses import Uses
from mapping_model.snapshots import Api, torch_snapshot
from mapping_model.stores import brought
from mapping_model.ways import WAYS, way_of

PACKAGES = {
    **{"transformers": "5.24.0", "timm": "1.0.31", "torchvision": "0.29.1", "lightning": "2.6.6"},
    **{"torchmetrics": "1.9.0", "speechbrain": "1.1.2", "allennlp-models": "2.10.1"},
    **{"diffusers": "0.42.1", "accelerate": "1.15.0"},
}
# A way that fewer calls take is none of the commonest; so many of an API are kept.
_LEAST, _MOST = 3, 4


def main() -> int:
    """Count, and print or write what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, help="where the packages lie, or come to")
    parser.add_argument("--write", action="store_true", help="write it to where it is read")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        found = _counted(options.folder or Path(temporary))
    lines = (f"{json.dumps(name)}: {json.dumps(ways)}" for name, ways in sorted(found.items()))
    text = '{{\n"packages": {},\n"ways": {{\n{}\n}}\n}}\n'.format(
        json.dumps(PACKAGES), ",\n".join(lines)
    )
    if options.write:
        WAYS.write_text(text, "utf-8")
    else:
        sys.stdout.write(text)
    return 0


def _counted(folder: Path) -> dict[str, dict[str, int]]:
    torch = torch_snapshot()
    found_apis = ((name, torch.get(name)) for name in brought().names())
    apis: dict[str, Api] = {name: api for name, api in found_apis if api is not None}
    members: dict[str, list[str]] = {}
    for name in apis:
        if name.startswith("torch.Tensor."):
            members.setdefault(f".{name.rpartition('.')[2]}", []).append(name)
    known = {**{name: [name] for name in apis}, **members}
    found: dict[str, Counter[str]] = {}
    for tree in _trees(folder):
        for key, use in Uses([*ast.walk(tree)]).items():
            for name in known.get(key, ()):
                way = way_of(use, apis[name])
                if way is not None:
                    found.setdefault(name, Counter())[" ".join(way)] += 1
    common = {
        name: dict(pair for pair in ways.most_common(_MOST) if pair[1] >= _LEAST)
        for name, ways in found.items()
    }
    return {name: ways for name, ways in common.items() if ways}


def _trees(folder: Path) -> Iterator[ast.Module]:
    for name, version in PACKAGES.items():
        pattern = f"{re.sub('[-_]', '?', name)}-{version}-*.whl"
        if not any(folder.glob(pattern)):
            pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--dest", folder]
            subprocess.run([*pip, f"{name}=={version}"], check=True, stdout=subprocess.DEVNULL)
        with zipfile.ZipFile(next(folder.glob(pattern))) as wheel:
            for path in wheel.namelist():
                if path.endswith(".py"):
                    yield ast.parse(wheel.read(path))


if __name__ == "__main__":
    sys.exit(main())
