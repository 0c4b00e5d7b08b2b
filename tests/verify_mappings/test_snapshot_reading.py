"""How signatures are read, merged and written, on small made-up sources."""

from __future__ import annotations

import datetime
import enum
import functools
import inspect
import json
import types
from dataclasses import replace
from pathlib import Path

import pytest

from verify_mappings.snapshot.alias_sources import found_in
from verify_mappings.snapshot.annotations import TypeWords
from verify_mappings.snapshot.document import document
from verify_mappings.snapshot.merging import Merged, merge
from verify_mappings.snapshot.signatures import (
    Overload,
    Params,
    default_text,
    documented,
    from_inspect,
    read_attributes,
    read_classes,
    read_functions,
    read_tuples,
    stated,
    to_strings,
)
from verify_mappings.snapshot.walk import Place, walk


def text(params: Params) -> str:
    """The parameters without types."""
    bare = Overload(tuple(replace(param, type="") for param in params))
    return ", ".join(to_strings(bare, str)).replace(" = ", "=")


def texts(merged: Merged) -> list[str]:
    return [text(overload.params) for overload in merged.current]


def overloads(*signatures: str) -> list[Overload]:
    return [Overload(stated(signature)) for signature in signatures]


class Colour(enum.Enum):
    RED = 1


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (None, "None"),
        (True, "True"),
        (1e-05, "1e-05"),
        (float("inf"), "float('inf')"),
        ("mean", "'mean'"),
        ((1,), "(1,)"),
        ([0.9, None], "[0.9, None]"),
        ({"b", "a"}, "{'a', 'b'}"),
        ({"a": (1, 2)}, "{'a': (1, 2)}"),
        (Colour.RED, "Colour.RED"),
        (datetime.timedelta(seconds=5), "datetime.timedelta(seconds=5)"),
        (len, "len"),
        (Path, "pathlib.Path"),
        (..., "..."),
        (object(), "..."),
        (types.SimpleNamespace(a=1), "SimpleNamespace(...)"),
        (json, "json"),
    ],
)
def test_defaults_are_written_alike_on_every_run(value: object, expected: str) -> None:
    assert default_text(value) == expected


def test_parameters_are_written_in_pythons_order() -> None:
    def f(a, /, b, c=1, *rest, d, e="x", **more): ...
    def g(self, x, *, out=None): ...

    assert to_strings(from_inspect(inspect.signature(f)), str) == [
        "a", "/", "b", "c = 1", "*rest", "d", "e = 'x'", "**more",
    ]  # fmt: skip
    assert text(from_inspect(inspect.signature(g), drop_first=True).params) == "x, *, out=None"


STUB = """
@overload
def pick(input: Tensor, dim: _int, *, out: Tensor | None = None) -> Tensor: ...
@overload
def pick(input: Tensor, dim: str | EllipsisType | None, *, out: Tensor | None = None) -> Tensor: ...
def fill(size: _size, *, names: list[str | None], layout: _layout = strided) -> Tensor: ...
def ball(p: float = inf, eps: float = 0.00001, *, generator: Generator | None) -> Tensor: ...
class Box:
    def put(self, from_: _int = 0, *dims: _int) -> None: ...
    @staticmethod
    def make(size: _int) -> Box: ...
"""


def test_stubs_give_overloads_without_those_for_named_tensors(tmp_path: Path) -> None:
    path = tmp_path / "stub.pyi"
    path.write_text(STUB, "utf-8")
    functions = read_functions(path)
    assert [text(o.params) for o in functions["pick"]] == ["input, dim, *, out=None"]
    assert functions["pick"][0].returns == "Tensor"
    assert "fill" not in functions
    assert text(functions["ball"][0].params) == "p=float('inf'), eps=1e-05, *, generator=None"
    methods = read_classes(path)["Box"]
    assert text(methods["put"][0].params) == "from=0, *dims"
    assert text(methods["make"][0].params) == "size"


def test_annotations_are_kept_as_they_stand(tmp_path: Path) -> None:
    path = tmp_path / "stub.pyi"
    path.write_text(STUB, "utf-8")
    assert to_strings(read_functions(path)["pick"][0], str) == [
        "input: Tensor", "dim: _int", "*", "out: Tensor | None = None", "-> Tensor",
    ]  # fmt: skip

    def f(x: int, y: Tensor = None) -> list[str]: ...  # noqa: F821

    assert to_strings(from_inspect(inspect.signature(f)), str) == [
        "x: int", "y: Tensor = None", "-> list[str]",
    ]  # fmt: skip


MORE = """
class max(tuple[Tensor, tuple[Tensor, ...]]):
    @property
    def values(self) -> Tensor: ...
    @property
    def indices(self) -> tuple[Tensor, ...]: ...
    n_fields: Final[_int] = 2
class Base:
    shape: Size
    def method(self) -> int: ...
    @property
    def T(self) -> Tensor: ...
"""


def test_stubs_tell_attributes_and_the_places_of_tuples(tmp_path: Path) -> None:
    path = tmp_path / "stub.pyi"
    path.write_text(MORE, "utf-8")
    assert read_attributes(path)["Base"] == {"shape": "Size", "T": "Tensor"}
    assert read_tuples(path) == {"max": "tuple[values:Tensor, indices:tuple[Tensor, ...]]"}


@pytest.mark.parametrize(
    ("annotation", "expected"),
    [
        ("_int | Sequence[_int]", "int | list[int]"),
        ("Optional[Union[int, float, bool]]", "number | None"),
        ("Tensor | Number | _complex", "Tensor | number"),
        ("None | Tensor", "Tensor | None"),
        ("tuple[int, int] | list[int]", "list[int]"),
        ("tuple[float, float]", "tuple[float, float]"),
        ("tuple[Tensor, ...]", "list[Tensor]"),
        ("tuple[values:Tensor, indices:LongTensor]", "tuple[values:Tensor, indices:object]"),
        ("ForwardRef('Tensor')", "Tensor"),
        ("'Tensor' | None", "Tensor | None"),
        ("Literal['mean', 'sum', 1]", "str | int"),
        ("Callable[[int], Tensor]", "function"),
        ("Generator[int, None, None]", "iterable[int]"),
        ("Generator | None", "lib.Generator | None"),
        ("torch.return_types.max", "tuple[values:Tensor]"),
        ("Nested", "int | list[any]"),
        ("_T", "any"),
        ("Self", "module"),
        ("Widget", "object"),
        ("no python", ""),
    ],
)
def test_annotations_in_the_vocabulary(tmp_path: Path, annotation: str, expected: str) -> None:
    path = tmp_path / "stub.pyi"
    path.write_text("Nested: TypeAlias = Union[int, list[Any]]\n", "utf-8")
    types = TypeWords("lib", ["lib.Generator"], {"max": "tuple[values:Tensor]"}, [path])
    assert types.text(annotation, owner="Layer") == expected


def test_docstrings_state_signatures() -> None:
    doc = """
    zeros(*size, *, out=None, dtype=None) -> Tensor

    .. function:: zeros(other, flag=False) -> Tensor

    1. zeros(self: lib.Thing, value: int = 3) -> None
    arange(start=0, end)
    """
    assert [text(o.params) for o in documented(doc, "zeros")] == [
        "*size, out=None, dtype=None", "other, flag=False", "value=3",
    ]  # fmt: skip
    assert documented("arange(start=0, end)", "arange") == []
    assert documented("Adds two tensors.", "add") == []
    assert documented(property(), "add") == []


def test_star_size_stands_for_size() -> None:
    found = merge(overloads("size, *, dtype=None", "*size, dtype=None"))
    assert texts(found) == ["*size, dtype=None"]


def test_out_and_narrower_variants_are_absorbed() -> None:
    found = merge(overloads("end", "start, end", "start, end, step=1, *, out=None"))
    assert texts(found) == ["end", "start, end, step=1, *, out=None"]


def test_the_documented_form_leads_and_tells_defaults() -> None:
    stubs = overloads("input, *, stable=None, dim=-1", "input, dim=-1, *, out=None")
    found = merge(stubs, [stated("input, dim=-1, *, stable=False, out=None")])
    assert texts(found) == ["input, dim=-1, *, stable=False, out=None"]


def test_a_false_documented_form_is_not_believed() -> None:
    found = merge(overloads("input, weight, bias=None"), [stated("input, bias, weight")])
    assert texts(found) == ["input, weight, bias=None"]
    assert texts(merge(overloads("input, p=2"), [stated("A, p=None")])) == ["input, p=2"]


def test_forms_that_return_other_things_stay_apart() -> None:
    stubs = [
        Overload(stated("input"), "Tensor"),
        Overload(stated("input, dim, keepdim=False"), "tuple[Tensor, Tensor]"),
    ]
    found = merge(stubs, [stated("input, dim=None, keepdim=False")])
    assert sorted(texts(found)) == ["input", "input, dim, keepdim=False"]


def test_factors_before_the_tensors_are_deprecated() -> None:
    found = merge(overloads("beta, self, mat, *, out", "input, mat, *, beta=1, out=None"))
    assert texts(found) == ["input, mat, *, beta=1, out=None"]
    assert [text(overload.params) for overload in found.deprecated] == [
        "beta, input, mat, *, out=None"
    ]


def test_a_keyword_that_only_one_overload_has_is_joined() -> None:
    found = merge(overloads("dim, src", "dim, src, *, reduce"), hints=[stated("reduce='sum'")])
    assert texts(found) == ["dim, src, *, reduce='sum'"]


def one_alias(alias_list):
    def decorator(function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            if alias_list[1] in kwargs:
                kwargs[alias_list[0]] = kwargs.pop(alias_list[1])
            return function(*args, **kwargs)

        return wrapper

    return decorator


def by_hand(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        def put(key, value):
            kwargs[key] = value

        plural = "s" if len(kwargs) > 1 else ""
        if "size" in kwargs:
            kwargs["shape"] = kwargs.pop("size")
        if "eps" in kwargs:
            put("epsilon", kwargs.pop("eps"))
        return function(*args, **kwargs), plural

    return wrapper


class Renamer:
    """A decorator object, as Paddle has them."""

    alias_mapping = {"input": "x"}  # noqa: RUF012

    def __call__(self, function):
        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            return function(*args, **self.process(kwargs))

        return wrapper

    def process(self, kwargs):
        if "name" in kwargs:
            kwargs["title"] = kwargs.pop("name")
        return kwargs


def test_other_keywords_are_found_in_decorators() -> None:
    @Renamer()
    @one_alias(["axis", "dim"])
    @by_hand
    def api(x, axis=None, shape=None, epsilon=1, title=None): ...

    assert set(found_in(api)) == {
        ("x", "input", "closure"),
        ("axis", "dim", "closure"),
        ("shape", "size", "wrapper"),
        ("epsilon", "eps", "wrapper"),
        ("title", "name", "wrapper"),
    }


def fake_module(name: str, **names: object) -> types.ModuleType:
    module = types.ModuleType(name)
    vars(module).update(names)
    return module


def test_public_names_are_listed_ones_and_own_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    class Base:
        shared = property(lambda self: 1)

        def step(self) -> None: ...

    class Sgd(Base):
        count = 0

        def step(self) -> None: ...
        def extra(self) -> None: ...
        def forward(self) -> None: ...
        def _hidden(self) -> None: ...

    def helper() -> None: ...

    helper.__module__ = "other"
    Sgd.__module__ = Base.__module__ = "fakelib.optim"
    module = fake_module(
        "fakelib", __all__=["pi", "Base", "json"], pi=3.14, Base=Base, Sgd=Sgd, helper=helper,
        json=json, inner=types.SimpleNamespace(flag=True),
    )  # fmt: skip
    monkeypatch.setitem(__import__("sys").modules, "fakelib", module)
    places = (Place("fakelib", owners=("fakelib",), extra=("inner.flag",)), Place("no.such"))
    found = walk(places, base_classes=("fakelib.Base",))
    assert {name: api.kind for name, api in found.items()} == {
        "fakelib.pi": "attribute",
        "fakelib.inner.flag": "attribute",
        "fakelib.Base": "class",
        "fakelib.Base.shared": "attribute",
        "fakelib.Base.step": "method",
        "fakelib.Sgd": "class",
        "fakelib.Sgd.count": "attribute",
        "fakelib.Sgd.extra": "method",
    }


def test_the_file_is_sorted_with_one_api_a_line() -> None:
    apis = {"torch.b": {"kind": "x"}, "torch.a": {"kind": "y"}}
    made = document("torch", "1.0", apis, {"torch.Tensor.__neg__": {"kind": "z"}})
    assert json.loads(made)["apis"] == apis
    assert json.loads(made)["special"] == {"torch.Tensor.__neg__": {"kind": "z"}}
    assert made.splitlines()[5:7] == ['"torch.a": {"kind": "y"},', '"torch.b": {"kind": "x"}']
    assert made.endswith("}\n}\n")
