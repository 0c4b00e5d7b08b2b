"""Files of weights: PyTorch's, Paddle's, and safetensors for both."""

from __future__ import annotations

import contextlib
import re
import secrets
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from mapping_model.ending import UsageError
from port_models.arrays import Array, from_saved, from_torch, to_paddle, to_torch
from port_models.weights import pdparams

TORCH_ENDINGS = (".pt", ".pth", ".bin", ".ckpt")
PADDLE_ENDINGS = (".pdparams",)
SAFE_ENDING = ".safetensors"

State = Mapping[str, Array]


def read_torch(path: Path, key: str = "") -> dict[str, Array]:
    """The state that a file of PyTorch's holds, or under one key of a larger checkpoint.

    Only tensors are read, no code of the file runs. Raise UsageError where there is no such state.
    """
    import torch

    _known(path, (*TORCH_ENDINGS, SAFE_ENDING))
    if path.suffix == SAFE_ENDING:
        from safetensors.torch import load_file

        found = _read(path, lambda: load_file(path))
    else:
        found = _read(path, lambda: torch.load(path, map_location="cpu", weights_only=True))
    return _state(path, _below(path, found, key), torch.Tensor, from_torch)


def read_paddle(path: Path, key: str = "") -> dict[str, Array]:
    """The state that a file of Paddle's holds; raise UsageError where there is none.

    No code of the file is run, though `.pdparams` is a pickle.
    """
    _known(path, (*PADDLE_ENDINGS, SAFE_ENDING))
    if path.suffix == SAFE_ENDING:
        return read_torch(path, key)
    found = _below(path, _read(path, lambda: pdparams.read(path)), key)
    if isinstance(found, dict):
        found = {name: pdparams.values(value) for name, value in found.items()}
    return _state(path, pdparams.values(found), np.ndarray, from_saved)


def check_output(path: Path, *, backwards: bool) -> None:
    """Raise UsageError where a file of weights cannot be at this place, before any is made."""
    _known(path, (*(TORCH_ENDINGS if backwards else PADDLE_ENDINGS), SAFE_ENDING))
    if not path.parent.is_dir():  # Paddle would make it, PyTorch would not
        raise UsageError(f"{path} cannot be written: there is no folder `{path.parent}`.")


def write_paddle(path: Path, state: State) -> None:
    """Write a state for `paddle.load`, or as safetensors."""
    import paddle

    check_output(path, backwards=False)
    if path.suffix == SAFE_ENDING:
        write_torch(path, state)
    else:
        values = {name: to_paddle(array) for name, array in state.items()}
        _write(path, lambda draft: paddle.save(values, draft))


def write_torch(path: Path, state: State) -> None:
    """Write a state for `torch.load`, or as safetensors."""
    import torch

    check_output(path, backwards=True)
    values = {name: to_torch(array) for name, array in state.items()}
    if path.suffix == SAFE_ENDING:
        from safetensors.torch import save_file

        _write(path, lambda draft: save_file(values, draft))
    else:
        _write(path, lambda draft: torch.save(values, draft))


def _known(path: Path, endings: tuple[str, ...]) -> None:
    if path.suffix not in endings:
        raise UsageError(f"`{path}` ends in none of {', '.join(endings)}.")


def _read(path: Path, read: Callable[[], Any]) -> Any:
    if not path.is_file():
        raise UsageError(f"There is no file `{path}`.")
    if path.stat().st_size == 0:
        raise UsageError(f"{path} is empty.")
    try:
        with warnings.catch_warnings():  # of PyTorch, on how else the file could be loaded
            warnings.simplefilter("ignore")
            return read()
    except pdparams.NotWeights as error:
        raise UsageError(f"{path} cannot be read: {_not_weights(str(error))}") from error
    except MemoryError as error:
        raise UsageError(f"{path} cannot be read: there is not enough memory for it.") from error
    except Exception as error:  # whatever the library raises for what is no such file
        said = " ".join(str(error).split()) or type(error).__name__
        if "weights_only" in said:
            said = _without_advice(said)
        raise UsageError(f"{path} cannot be read: {said[:500]}") from error


def _not_weights(what: str) -> str:
    """What is said of a file that holds something of Python's beside its tensors."""
    return (
        f"beside tensors it holds {what}, which is no part of weights. Whoever loads that runs "
        "what the file chooses, so it was not loaded. If you trust where the file comes from, "
        "load it yourself and save what `state_dict()` gives, alone."
    )


def _without_advice(said: str) -> str:
    """What PyTorch says of a file, without its advice to load it with `weights_only=False`.

    That would run the code in the file.
    """
    if named := re.search(r"GLOBAL ([\w.]+)|<(?:class|function|built-in \w+) '?([\w.]+)", said):
        return _not_weights(f"`{(named[1] or named[2])[:100]}`")
    if "TorchScript" in said:
        return (
            "it is a TorchScript archive, a program with its weights. If you trust where it comes "
            "from, load it yourself with `torch.jit.load` and save what `state_dict()` gives."
        )
    return "it is damaged, or holds something else than tensors. Save what `state_dict()` gives."


def _below(path: Path, found: Any, key: str) -> Any:
    """What a checkpoint holds under a key, whose dots lead further inside."""
    for step in filter(None, key.split(".")):
        if not isinstance(found, Mapping) or step not in found:
            raise UsageError(f"{path} has no `{key}`; it holds {_keys(found)}.")
        found = found[step]
    return found


def _state(path: Path, found: Any, kind: type, take: Callable[[Any], Array]) -> dict[str, Array]:
    if not isinstance(found, Mapping):
        raise UsageError(f"{path} holds a {type(found).__name__}, not a state by names.")
    # Paddle notes beside a state which of its names are which parameters' own.
    # The file may have given its dictionary an attribute `items`: that one is not called.
    items = {name: found[name] for name in found if name != "StructuredToParameterName@@"}
    wrong = [name for name, value in items.items() if not isinstance(value, kind)]
    if wrong or not items:
        raise UsageError(
            f"{path} holds {_keys(found)}, not only tensors; name what holds the weights with "
            "--key, as `--key state_dict`."
        )
    if len(set(map(str, items))) < len(items):  # as 1 and "1", of which one would be lost
        raise UsageError(f"{path} holds names that look alike: {_keys(found)}.")
    state = {}
    for name, value in items.items():
        try:
            state[str(name)] = take(value)
        except (TypeError, RuntimeError) as error:  # sparse, quantized, without data
            raise UsageError(
                f"{path} holds `{name}` in a form that NumPy has not: "
                f"{str(value.dtype).rpartition('.')[2]}, {error}"
            ) from error
    return state


def _keys(found: Any) -> str:
    names = [f"`{name}`" for name in found] if isinstance(found, Mapping) else []
    more = f" and {len(names) - 6} more" if len(names) > 6 else ""
    return ", ".join(names[:6]) + more or "nothing"


def _write(path: Path, write: Callable[[str], object]) -> None:
    """Write beside the file and exchange it at the end, so that no half of one is left."""
    draft = path.with_name(f".{path.stem}.{secrets.token_hex(6)}{path.suffix}")
    try:
        draft.touch()  # says what is wrong with a place better than the libraries do
        write(str(draft))
        draft.replace(path)
    except Exception as error:  # a full disk is another error in each library
        said = getattr(error, "strerror", None) or error
        raise UsageError(f"{path} cannot be written: {said}") from error
    finally:
        with contextlib.suppress(OSError):
            draft.unlink(missing_ok=True)
