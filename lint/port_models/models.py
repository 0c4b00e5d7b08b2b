"""Models of the user's, named as `module:factory`."""

from __future__ import annotations

import importlib
import importlib.util
import sys
import traceback
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

from mapping_model.ending import UsageError
from mapping_model.problems import did_you_mean


def load_function(spec: str) -> Callable[..., Any]:
    """The function or class that `module:factory` names.

    The module is looked for in the current directory, too; `path/to/file.py:factory` names a file.
    Raise UsageError with what is wrong, and where in the user's code.
    """
    module_name, colon, attribute = spec.rpartition(":")
    if not (colon and module_name and attribute):
        raise UsageError(f"`{spec}` is no `module:factory`, as in `models.tagger:build`.")
    module = _module(module_name)
    if not hasattr(module, attribute):
        near = did_you_mean(attribute, dir(module))
        raise UsageError(f"`{module_name}` has no `{attribute}`.{near}")
    factory = getattr(module, attribute)
    if not callable(factory):
        raise UsageError(f"`{spec}` cannot be called; name a function or a class.")
    if not module_name.endswith(".py"):
        return factory
    folder = Path(module_name).resolve().parent

    @wraps(factory)
    def called(*args: Any, **keywords: Any) -> Any:
        _turn_to(folder)  # for what it imports when it is called
        return factory(*args, **keywords)

    return called


def load(spec: str) -> Any:
    """What `module:factory` gives when it is called without arguments.

    Raise UsageError as `load_function` does, and where it raises an error itself.
    """
    factory = load_function(spec)
    try:
        return factory()
    except (Exception, SystemExit) as error:
        raise UsageError(f"`{spec}` raised {told(error)}") from error


def load_layer(spec: str) -> Any:
    """The Paddle model that `module:factory` gives; raise UsageError if it is none."""
    import paddle

    model = load(spec)
    if not isinstance(model, paddle.nn.Layer):
        raise UsageError(f"`{spec}` gives a {type(model).__name__}, not a paddle.nn.Layer.")
    return _with_state(spec, model)


def load_module(spec: str) -> Any:
    """The PyTorch model that `module:factory` gives; raise UsageError if it is none."""
    import torch

    model = load(spec)
    if not isinstance(model, torch.nn.Module):
        raise UsageError(f"`{spec}` gives a {type(model).__name__}, not a torch.nn.Module.")
    return _with_state(spec, model)


def _with_state(spec: str, model: Any) -> Any:
    """The model itself; raise UsageError if it cannot even give its state."""
    try:
        model.state_dict()
    except Exception as error:  # such as one whose `__init__` forgot `super().__init__()`
        raise UsageError(f"The model of `{spec}` has no state: {told(error)}") from error
    return model


def told(error: BaseException) -> str:
    """An error of the user's code in one line, with the line of the code."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = str(Path(__file__).parent)
    theirs = [frame for frame in frames if not frame.filename.startswith((ours, "<"))]
    where = f" ({theirs[-1].filename}:{theirs[-1].lineno})" if theirs else ""
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said}{where}" if said else f"{type(error).__name__}{where}"


def _module(name: str) -> Any:
    try:
        if name.endswith(".py"):
            return _file(Path(name).resolve())
        if (here := str(Path.cwd())) not in sys.path:
            sys.path.insert(0, here)
        return importlib.import_module(name)
    except UsageError:
        raise
    except (Exception, SystemExit) as error:
        raise UsageError(f"`{name}` cannot be imported: {told(error)}") from error


# Of the folders that files were loaded from: what these have imported from beside them, by name.
_beside: dict[Path, dict[str, Any]] = {}


def _turn_to(folder: Path) -> None:
    """Imports find what lies in a folder, though another one has modules of the same names."""
    own = _beside.setdefault(folder, {})
    for name, module in list(sys.modules.items()):
        top = folder / name.partition(".")[0]
        if not (top.is_dir() or top.with_suffix(".py").is_file()):
            continue
        owner = _owner(module)
        if owner is not None and owner != folder:
            _beside[owner][name] = sys.modules.pop(name)
    sys.modules.update(own)
    if str(folder) in sys.path:
        sys.path.remove(str(folder))
    sys.path.insert(0, str(folder))


def _owner(module: Any) -> Path | None:
    """The innermost of the folders that a module lies in."""
    place = _place(module)
    found = [folder for folder in _beside if folder in place.parents]
    return max(found, key=lambda folder: len(folder.parts), default=None)


def _place(module: Any) -> Path:
    return Path(getattr(module, "__file__", None) or "")


def _name(path: Path) -> str:
    """What the module of a file is called, which no other has."""
    return "_".join(path.with_suffix("").parts[1:]).replace(".", "_")


def _file(path: Path) -> Any:
    """The module that a file is; two files of one name in two folders are two modules."""
    if not path.is_file():
        raise UsageError(f"There is no file `{path}`.")
    name = _name(path)
    _turn_to(path.parent)
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    return sys.modules[name]
