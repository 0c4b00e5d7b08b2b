"""Files of weights: PyTorch's, Paddle's, and safetensors for both."""

from __future__ import annotations

import contextlib
import re
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from mapping_model.ending import UsageError
from port_models.arrays import Array, from_paddle, from_torch, to_paddle, to_torch

TORCH_ENDINGS = (".pt", ".pth", ".bin", ".ckpt")
PADDLE_ENDINGS = (".pdparams",)
SAFE_ENDING = ".safetensors"

State = Mapping[str, Array]


def read_torch(path: Path, key: str = "") -> dict[str, Array]:
    """The state that a file of PyTorch's holds, or under one key of a larger checkpoint.

    Only tensors are read, no code is run. Raise UsageError where there is no such state.
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

    `.pdparams` is a pickle, which can run code: read only what you or those you trust have written.
    """
    import paddle

    _known(path, (*PADDLE_ENDINGS, SAFE_ENDING))
    if path.suffix == SAFE_ENDING:
        return read_torch(path, key)
    found = _read(path, lambda: paddle.load(str(path)))
    return _state(path, _below(path, found, key), paddle.Tensor, from_paddle)


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
    try:
        return read()
    except Exception as error:  # whatever the library raises for what is no such file
        said = " ".join(str(error).split()) or type(error).__name__
        # What PyTorch says of other objects advises to run the code in the file.
        if foreign := re.search(r"Unsupported global: GLOBAL (\S+)", said):
            said = f"it holds {foreign[1]}, not only tensors; save `model.state_dict()` alone."
        raise UsageError(f"{path} cannot be read: {said[:300]}") from error


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
    items = {k: v for k, v in found.items() if k != "StructuredToParameterName@@"}
    wrong = [name for name, value in items.items() if not isinstance(value, kind)]
    if wrong or not items:
        raise UsageError(
            f"{path} holds {_keys(found)}, not only tensors; name what holds the weights with "
            "--key, as `--key state_dict`."
        )
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
