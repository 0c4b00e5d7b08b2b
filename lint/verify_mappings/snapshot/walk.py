"""Finds the public names of an installed library, as a user writes them.

And which of them are names of one and the same thing.
"""

from __future__ import annotations

import enum
import importlib
import inspect
import re
import types
from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from verify_mappings.snapshot.signatures import annotation_text


@dataclass(frozen=True, slots=True)
class Place:
    """A public module and which of its names are public.

    `owners`: also take unlisted names whose object was defined beneath one of these modules;
    `builtins`: also take functions written in C, which tell no module; `extra`: further names,
    with dots for attributes of objects; `only`: nothing but those; `without`: names to leave out;
    `members`: walk its classes; `documented`: whether the library documents the names under it.
    """

    module: str
    owners: tuple[str, ...] = ()
    builtins: bool = False
    extra: tuple[str, ...] = ()
    only: bool = False
    without: tuple[str, ...] = ()
    members: bool = True
    documented: bool = True


def places(
    library: str, modules: str, *, own: bool = False, members: bool = True, documented: bool = True
) -> tuple[Place, ...]:
    """Modules of which the same is to be said; `own`: also take what they define unlisted."""
    names = [f"{library}.{module}" for module in modules.split()]
    return tuple(Place(n, (n,) * own, members=members, documented=documented) for n in names)


@dataclass(frozen=True, slots=True)
class PublicName:
    """A public name and what it stands for; `owner` is the class of a member.

    `listed`: whether the documentation may tell it under this name.
    """

    name: str
    obj: Any
    kind: str
    owner: type | None = None
    listed: bool = True


def walk(places: Iterable[Place], base_classes: Iterable[str]) -> dict[str, PublicName]:
    """All public names of the places; of the base classes, inherited members too."""
    found: dict[str, PublicName] = {}
    for place in places:
        module = import_module(place.module)
        if module is None:
            continue
        for name in _public_names(module, place):
            path = f"{place.module}.{name}"
            obj = attrgetter(name)(module)
            kind = "function" if callable(obj) else "attribute"
            kind = "class" if isinstance(obj, type) else kind
            owner = _owner(module, name) if inspect.isfunction(obj) else None
            kind = "method" if owner else kind
            found[path] = PublicName(path, obj, kind, owner, listed=place.documented)
            if place.members and isinstance(obj, type) and not is_tensor_type(obj):
                found |= _members(path, obj, _own_members(obj), place.documented)
    for path in base_classes:
        found |= _members(path, found[path].obj, dir(found[path].obj))
    return found


def _owner(module: types.ModuleType, name: str) -> type | None:
    """The class that a function with a dot in its name is a method of."""
    holder = attrgetter(name.rpartition(".")[0])(module) if "." in name else None
    return holder if isinstance(holder, type) else None


def _takes_value(value: object) -> None:
    """The signature of an enumeration, which Python itself spells out differently each year."""


def unbound(api: PublicName) -> tuple[Any, bool]:
    """What to call or inspect, and whether its first parameter stands for the object itself."""
    if isinstance(api.obj, staticmethod):
        return api.obj.__func__, False
    if isinstance(api.obj, classmethod):
        return api.obj.__func__, True
    if inspect.isclass(api.obj) and issubclass(api.obj, enum.Enum):
        return _takes_value, False
    return api.obj, api.kind == "method"


def import_module(name: str) -> types.ModuleType | None:
    """The module, or None where this release (or this machine) has none of that name."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _public_names(module: types.ModuleType, place: Place) -> list[str]:
    if place.only:
        return sorted(name for name in place.extra if _is_api(module, name))
    listed = set(getattr(module, "__all__", None) or ())
    names = {name for name in listed if not name.startswith("_")}
    names.update(
        name for name in dir(module) if name not in listed and _is_own(module, name, place)
    )
    names = (names | set(place.extra)) - set(place.without)
    return sorted(name for name in names if _is_api(module, name))


# Where Python keeps the types of type aliases (`int | str`, `Optional[Tensor]`).
_ALIASES = ("typing", "types")


def _is_api(module: types.ModuleType, name: str) -> bool:
    """Whether the name exists and is more than a module or a type alias."""
    try:
        obj = attrgetter(name)(module)
    except AttributeError:
        return False
    return not isinstance(obj, types.ModuleType) and type(obj).__module__ not in _ALIASES


def _is_own(module: types.ModuleType, name: str, place: Place) -> bool:
    """Whether an unlisted name belongs to the module rather than being a helper's import."""
    if name.startswith("_"):
        return False
    obj = getattr(module, name, None)
    if place.builtins and isinstance(obj, types.BuiltinFunctionType):
        return True
    home = getattr(obj, "__module__", None)
    if not isinstance(home, str):
        home = type(obj).__module__
    return any(home == owner or home.startswith(f"{owner}.") for owner in place.owners)


def is_tensor_type(obj: object) -> bool:
    """Whether a class merely stands for `Tensor` of some type (`torch.LongTensor`)."""
    return type(obj).__name__ == "tensortype"


# Called by the library itself, or overridden everywhere: under each class they say nothing.
_HOOKS = frozenset({"forward", "extra_repr", "backward", "build_once"})

# What NumPy, `copy`, `pickle` and `range` ask of a tensor; code that replaces tensors names them.
_ASKED_BY_OTHERS = frozenset(
    f"Tensor.__{name}__" for name in ("array", "deepcopy", "index", "reduce_ex")
)


def _own_members(cls: type) -> set[str]:
    """Members that the class itself brings, without those it merely overrides."""
    inherited = {name for base in cls.__mro__[1:] if base is not object for name in vars(base)}
    return set(vars(cls)) - inherited - _HOOKS


def _members(
    path: str, cls: type, names: Iterable[str], listed: bool = True
) -> dict[str, PublicName]:
    found = {}
    for name in sorted(set(names)):
        if name.startswith("_") and f"{cls.__name__}.{name}" not in _ASKED_BY_OTHERS:
            continue
        obj = inspect.getattr_static(cls, name)
        if isinstance(obj, type | types.ModuleType) or type(obj).__module__ == "typing":
            continue
        routine = callable(obj) and inspect.isroutine(obj)
        kind = "method" if routine or isinstance(obj, staticmethod | classmethod) else "attribute"
        found[f"{path}.{name}"] = PublicName(f"{path}.{name}", obj, kind, cls, listed)
    return found


def attribute_type(api: PublicName) -> str:
    """What an attribute is: the annotation of a property, else the class of a module's value."""
    if api.kind != "attribute":
        return ""
    if isinstance(api.obj, property):
        notes = getattr(api.obj.fget, "__annotations__", {})
        return annotation_text(notes["return"]) if "return" in notes else ""
    return "" if api.owner is not None else type(api.obj).__name__


def is_documented(api: PublicName) -> bool:
    """Whether it has a docstring of its own, neither of its value's class nor of a base class."""
    if not api.listed or (api.kind == "attribute" and not inspect.isdatadescriptor(api.obj)):
        return False
    doc = getattr(api.obj, "__doc__", None)
    inherited = {base.__doc__ for base in getattr(api.obj, "__mro__", ())[1:]}
    return isinstance(doc, str) and bool(doc.strip()) and doc not in inherited


# A directive at the margin, the first word, or a sentence about the API: never about a parameter.
_DEPRECATED = (
    r"(?m)^\.\. deprecated::",
    r"\A\(?Deprecated\b",
    r"This (?:function|method|class|API) is (?:now )?deprecated",
    r"\b{}(?:\(args\.\.\.\))?`* is deprecated",
)


def is_deprecated(api: PublicName) -> bool:
    """Whether its docstring says that the API itself is deprecated, not one of its parameters."""
    if not is_documented(api):
        return False
    text, own = inspect.cleandoc(api.obj.__doc__), re.escape(api.name.rpartition(".")[2])
    return any(re.search(pattern.replace("{}", own), text) for pattern in _DEPRECATED)


_SAID = re.compile(r"^\s*(?:This is an )?[Aa]lias (?:for|of) :\w+:`~?\.?([\w.]+)`", re.MULTILINE)
# Values that a library defines once, whatever they are called.
_CONSTANTS = ("dtype", "layout", "memory_format", "VarType", "DataType")


def same_things(apis: Iterable[PublicName]) -> dict[str, dict[str, str]]:
    """For each further name: the name that it is another one of, and how that was found."""
    apis = list(apis)
    names = {api.name for api in apis}
    groups: dict[int, list[PublicName]] = {}
    for api in apis:
        if _has_identity(api):
            groups.setdefault(id(api.obj), []).append(api)
    found: dict[str, dict[str, str]] = {}
    for group in groups.values():
        first, *others = sorted(group, key=_rank)
        found.update((other.name, {first.name: "identity"}) for other in others)
    for api in apis:
        said = _said(api, names)
        if said is not None and api.name not in found:
            found[api.name] = {said: "doc"}
    return found


def _has_identity(api: PublicName) -> bool:
    """Whether two names of one object are no chance, as they are for numbers and strings."""
    kind = type(api.obj)
    return api.kind != "attribute" or kind.__name__ in _CONSTANTS or hasattr(kind, "__get__")


def _rank(api: PublicName) -> tuple[bool, bool, int, int, str]:
    """The thing's own name first (`torch.float32`, not `torch.float`), then the shortest."""
    own = getattr(api.obj, "__name__", None)
    last = api.name.rpartition(".")[2]
    return (str(api.obj) != api.name, own != last, api.name.count("."), len(api.name), api.name)


def _said(api: PublicName, names: set[str]) -> str | None:
    """The API that the documentation calls this one an alias of."""
    doc = getattr(api.obj, "__doc__", None) if api.kind != "attribute" else None
    match = _SAID.search(doc) if isinstance(doc, str) else None
    if match is None:
        return None
    owner = api.name.rpartition(".")[0]
    library = api.name.partition(".")[0]
    candidates = (match[1], f"{library}.{match[1]}", f"{owner}.{match[1]}")
    return next((name for name in candidates if name in names and name != api.name), None)
