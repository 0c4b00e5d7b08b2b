"""Samples of torch's own tests that frozen sets have: torch code and its inputs, as data.

`mappings/samples/2.jsonl` has those that set 2 has brought, a line for each list of inputs, with
all calls on them by the torch API that they are of. The file of a set is never edited.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from mapping_model.ending import UsageError
from mapping_model.entry import Compare, Example
from mapping_model.files import read_ordinary
from mapping_model.printable import printable

FOLDER = "samples"
_MOST_BYTES = 4 * 1024 * 1024
# What each line of code begins with.
_RESULT = "result = "
# Nobody has chosen their numbers: they may be rounded ten times as much as those of examples.
_COMPARE = Compare(rtol=1e-4, atol=1e-5)

# By torch API, then by key: "2.1" is the first one that set 2 has brought of an API.
Samples = Mapping[str, Mapping[str, Example]]


def read_samples(mappings: Path) -> Samples:
    """The samples of all sets; raises UsageError for a file that has none."""
    paths = (mappings / FOLDER).glob("*.jsonl")
    found = sorted((path for path in paths if path.stem.isdecimal()), key=lambda p: int(p.stem))
    return _all(tuple((path, path.lstat().st_mtime_ns) for path in found))


@lru_cache(maxsize=2)  # asked for each entry
def _all(files: tuple[tuple[Path, int], ...]) -> Samples:
    found: dict[str, dict[str, Example]] = {}
    for path, _ in files:
        for name, samples in _read(path).items():
            keyed = {f"{path.stem}.{place}": one for place, one in enumerate(samples, 1)}
            found.setdefault(name, {}).update(keyed)
    return found


def _read(path: Path) -> dict[str, list[Example]]:
    found: dict[str, list[Example]] = {}
    try:
        for line in read_ordinary(path, _MOST_BYTES).decode("utf-8").splitlines():
            told = json.loads(line)
            inputs = tuple(told["inputs"].items())
            for name, codes in told["calls"].items():
                found.setdefault(name, []).extend(_example(code, inputs) for code in codes)
    except (OSError, ValueError, TypeError, LookupError, AttributeError) as error:
        why = f"{path}: these are no samples: {error}. Restore it with git."
        raise UsageError(printable(why)) from error
    return found


def _example(code: str, inputs: tuple[tuple[str, Any], ...]) -> Example:
    """One as an example that has no Paddle code: it is the mapping's that is run.

    What a layer is called with are all inputs, as in an example.
    """
    return Example(_RESULT + code, "", inputs, compare=_COMPARE)


def sample(code: str, inputs: Mapping[str, Any]) -> Example:
    """A sample by its code, which binds `result`, and its inputs, as they are read again."""
    return _example(code.strip().removeprefix(_RESULT), tuple(inputs.items()))


def rendered(samples: Mapping[str, Iterable[Example]]) -> str:
    """The file of some samples by API: inputs that several have stand once."""
    lines: dict[str, dict[str, list[str]]] = {}
    for name, ones in samples.items():
        for one in ones:
            calls = lines.setdefault(_compact(dict(one.inputs)), {})
            calls.setdefault(name, []).append(one.torch.removeprefix(_RESULT))
    return "".join(
        f'{{"calls":{_compact(calls)},"inputs":{inputs}}}\n' for inputs, calls in lines.items()
    )


def _compact(told: object) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))
