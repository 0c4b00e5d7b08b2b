"""The committed snapshots: facts about the real libraries, and that remaking gives the same bytes.

The facts come from the libraries' documentation and from calling them, not from the files.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import mapping_model
from mapping_model.snapshots import FORMAT, Api, load_snapshot
from mapping_model.types import Type
from verify_mappings.snapshot import SnapshotError, make_snapshot

FOLDER = Path(mapping_model.__file__).parent / "snapshots"
NEWEST = "paddle-3.3.1"
PADDLES = ("paddle-2.6.2", "paddle-3.0.0", "paddle-3.1.1", "paddle-3.2.2", NEWEST)
TORCH = "torch-2.13.0"
KINDS = {"function", "method", "class", "attribute"}
VOCABULARY = {
    *("Tensor", "dtype", "device", "layout", "memory_format", "module", "optimizer"),
    *("int", "float", "bool", "complex", "str", "bytes", "None", "number"),
    *("list", "tuple", "iterable", "dict", "function", "type", "any", "object", "|"),
}
SOURCES = {"inspect", "stub", "aten", "doc", "source", "none"}
OF_SPECIAL = {"inspect", "stub", "python"}


@cache
def snapshot(name: str) -> dict[str, dict]:
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))["apis"]


def signatures(name: str, api: str) -> list[str]:
    """The signatures without types."""
    return [", ".join(signature.parts) for signature in read(name, api).signatures]


def read(name: str, api: str) -> Api:
    library, _, version = name.partition("-")
    found = load_snapshot(library, version).get(api)
    assert found is not None
    return found


def typed(name: str, api: str) -> list[str]:
    return [", ".join(texts) for texts in snapshot(name)[api]["signatures"]]


@pytest.mark.parametrize(
    ("api", "expected"),
    [
        ("torch.gather", ["input, dim, index, *, sparse_grad=False, out=None"]),
        ("torch.svd", ["input, some=True, compute_uv=True, *, out=None"]),
        ("torch.clamp", ["input, min=None, max=None, *, out=None"]),
        ("torch.div", ["input, other, *, rounding_mode=None, out=None"]),
        ("torch.add", ["input, other, *, alpha=1, out=None"]),
        ("torch.addcmul", ["input, tensor1, tensor2, *, value=1, out=None"]),
        ("torch.reshape", ["input, shape"]),
        ("torch.transpose", ["input, dim0, dim1"]),
        ("torch.sort", ["input, dim=-1, descending=False, *, stable=False, out=None"]),
        ("torch.norm", ["input, p='fro', dim=None, keepdim=False, out=None, dtype=None"]),
        (
            "torch.max",
            [
                "input, *, out=None",
                "input, dim, keepdim=False, *, out=None",
                "input, other, *, out=None",
            ],
        ),
        ("torch.where", ["condition, input, other, *, out=None", "condition"]),
        (
            "torch.std",
            [
                "input, dim=None, *, correction=1, keepdim=False, out=None",
                "input, dim, unbiased=True, keepdim=False, *, out=None",
                "input, unbiased=True",
            ],
        ),
        (
            "torch.zeros",
            [
                "*size, out=None, dtype=None, layout=torch.strided, device=None, "
                "requires_grad=False, pin_memory=False"
            ],
        ),
        (
            "torch.tensor",
            ["data, *, dtype=None, device=None, requires_grad=False, pin_memory=False"],
        ),
        ("torch.as_tensor", ["data, *, dtype=None, device=None"]),
        ("torch.einsum", ["equation, *operands"]),
        ("torch.Tensor.view", ["dtype", "*size"]),
        ("torch.Tensor.reshape", ["*shape"]),
        ("torch.Tensor.masked_fill", ["mask, value"]),
        ("torch.Tensor.size", ["dim=None"]),
        ("torch.Tensor.float", ["memory_format=torch.preserve_format"]),
        ("torch.Tensor.uniform_", ["from=0, to=1, *, generator=None"]),
        ("torch.nn.Linear", ["in_features, out_features, bias=True, device=None, dtype=None"]),
        (
            "torch.nn.LSTM",
            [
                "input_size, hidden_size, num_layers=1, bias=True, batch_first=False, "
                "dropout=0.0, bidirectional=False, proj_size=0, device=None, dtype=None"
            ],
        ),
        (
            "torch.nn.RNN",
            [
                "input_size, hidden_size, num_layers=1, nonlinearity='tanh', bias=True, "
                "batch_first=False, dropout=0.0, bidirectional=False, device=None, dtype=None"
            ],
        ),
        ("torch.LongTensor", ["data, *, device=None", "*size, device=None"]),
        (
            "torch.sparse.FloatTensor",
            [
                "indices, values, size, *, device=None",
                "indices, values, *, device=None",
                "*size, device=None",
            ],
        ),
        ("torch.nn.Sigmoid", [""]),
        (
            "torch.nn.NLLLoss2d",  # deprecated by a wrapper that takes anything
            ["weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean'"],
        ),
        ("torch.nn.functional.dropout", ["input, p=0.5, training=True, inplace=False"]),
        ("torch.nn.functional.gelu", ["input, *, approximate='none'"]),
        ("torch.nn.functional.one_hot", ["input, num_classes=-1"]),
        (
            "torch.nn.functional.scaled_dot_product_attention",
            [
                "query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, *, "
                "scale=None, enable_gqa=False"
            ],
        ),
        (
            "torch.nn.functional.max_pool2d",
            [
                "input, kernel_size, stride=None, padding=0, dilation=1, ceil_mode=False, "
                "return_indices=False"
            ],
        ),
        ("torch.linalg.svd", ["A, full_matrices=True, *, driver=None, out=None"]),
        ("torch.fft.fft", ["input, n=None, dim=-1, norm=None, *, out=None"]),
        ("torch.optim.Optimizer.zero_grad", ["set_to_none=True"]),
        (
            "torch.optim.AdamW",
            [
                "params, lr=0.001, betas=(0.9, 0.999), eps=1e-08, weight_decay=0.01, "
                "amsgrad=False, *, maximize=False, foreach=None, capturable=False, "
                "differentiable=False, fused=None"
            ],
        ),
    ],
)
def test_torch_signatures(api: str, expected: list[str]) -> None:
    assert signatures(TORCH, api) == expected


def test_torch_keeps_deprecated_overloads_apart() -> None:
    assert signatures(TORCH, "torch.addmm")[0] == "input, mat1, mat2, *, beta=1, alpha=1, out=None"
    deprecated = read(TORCH, "torch.addmm").deprecated
    assert "(beta, input, alpha, mat1, mat2, *, out=None)" in [s.text for s in deprecated]


@pytest.mark.parametrize(
    ("name", "api", "expected"),
    [
        (
            TORCH,
            "torch.max",
            [
                "input: Tensor, *, out: Tensor | None = None, -> Tensor",
                "input: Tensor, dim: int, keepdim: bool = False, *, "
                "out: Tensor | list[Tensor] | None = None, -> tuple[values:Tensor, indices:Tensor]",
                "input: Tensor, other: Tensor, *, out: Tensor | None = None, -> Tensor",
            ],
        ),
        (
            TORCH,
            "torch.Tensor.view",
            ["dtype: dtype, -> Tensor", "*size: list[int] | int, -> Tensor"],
        ),
        (
            TORCH,
            "torch.linalg.svd",
            [
                "A: Tensor, full_matrices: bool = True, *, driver: str | None = None, "
                "out: tuple[U:Tensor, S:Tensor, Vh:Tensor] | None = None, "
                "-> tuple[U:Tensor, S:Tensor, Vh:Tensor]"
            ],
        ),
        (TORCH, "torch.Tensor.size", ["dim: int | None = None, -> list[int] | int"]),
        (TORCH, "torch.nn.Module.eval", ["-> module"]),
        (TORCH, "torch.Generator.manual_seed", ["seed: int, -> torch.Generator"]),
        (
            NEWEST,
            "paddle.sum",
            [
                "x: Tensor, axis: int | list[int] | None = None, dtype: dtype | str | None = None, "
                "keepdim: bool = False, name: str | None = None, *, out: Tensor | None = None, "
                "-> Tensor"
            ],
        ),
        (
            "paddle-2.6.2",
            "paddle.sum",
            ["x, axis = None, dtype = None, keepdim = False, name = None"],
        ),
    ],
)
def test_types_are_written_in_one_vocabulary(name: str, api: str, expected: list[str]) -> None:
    assert typed(name, api) == expected


@pytest.mark.parametrize("name", (*PADDLES, TORCH))
def test_every_type_can_be_read(name: str) -> None:
    library, _, version = name.partition("-")
    found = load_snapshot(library, version)
    apis = [api for api in map(found.get, found.names()) if api is not None]
    signatures = [s for api in apis for s in api.overloads]
    types = [p.type for s in signatures for p in s.parameters] + [s.returns for s in signatures]
    words = {word.name for kind in [*types, *(api.type for api in apis)] for word in parts(kind)}
    assert {word for word in words if "." not in word} <= VOCABULARY
    assert {word for word in words if "." in word} - {"numpy.ndarray"} <= set(found.names())


def parts(kind: Type | None) -> Iterator[Type]:
    if kind is not None:
        yield kind
        for item in kind.items:
            yield from parts(item)


@pytest.mark.parametrize(
    ("name", "method", "expected"),
    [
        (TORCH, "__add__", "other: Tensor | number, -> Tensor"),
        (TORCH, "__pos__", "-> Tensor"),
        (TORCH, "__len__", "-> int"),
        (TORCH, "__contains__", "item: any, /, -> bool"),
        (TORCH, "__imatmul__", None),
        (NEWEST, "__add__", "y: numpy.ndarray | Tensor | number, -> Tensor"),
        (NEWEST, "__getitem__", "item: any, -> Tensor"),
        (NEWEST, "__iadd__", None),  # Python calls `__add__` in its place
        ("paddle-2.6.2", "__add__", "other, /"),
        ("paddle-2.6.2", "__neg__", ""),
        ("paddle-2.6.2", "__bool__", "-> bool"),
    ],
)
def test_special_methods(name: str, method: str, expected: str | None) -> None:
    library = name.partition("-")[0]
    special = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))["special"]
    facts = special.get(f"{library}.Tensor.{method}")
    assert (facts and ", ".join(*facts["signatures"])) == expected


@pytest.mark.parametrize("name", (*PADDLES, TORCH))
def test_what_is_written_to_a_sequential_is_known(name: str) -> None:
    method = f"{name.partition('-')[0]}.nn.Sequential.__setitem__"
    assert [len(s.parameters) for s in read(name, method).signatures] == [2]


@pytest.mark.parametrize("name", (*PADDLES, TORCH))
def test_the_class_of_dtypes_is_not_called(name: str) -> None:
    found = read(name, f"{name.partition('-')[0]}.dtype")
    assert (found.kind, found.signatures) == ("class", ())


@pytest.mark.parametrize(
    ("api", "text"),
    [
        ("torch.Tensor.T", "Tensor"),
        ("torch.Tensor.shape", "list[int]"),
        ("torch.Tensor.is_cuda", "bool"),
        ("torch.float16", "dtype"),
        ("torch.backends.cudnn.benchmark", "bool"),
        ("torch.backends.cuda.cufft_plan_cache", "torch.backends.cuda.cuFFTPlanCacheManager"),
    ],
)
def test_attributes_have_types_where_they_are_told(api: str, text: str) -> None:
    assert read(TORCH, api).type_text == text


@pytest.mark.parametrize(
    ("name", "api", "same"),
    [
        (TORCH, "torch.float", ("torch.float32", "identity")),
        (TORCH, "torch.nn.functional.conv2d", ("torch.conv2d", "identity")),
        (TORCH, "torch.utils.checkpoint.checkpoint", None),
        (TORCH, "torch.absolute", ("torch.abs", "doc")),
        (TORCH, "torch.Tensor.clip", ("torch.Tensor.clamp", "doc")),
        (TORCH, "torch.abs", None),
        (NEWEST, "paddle.cat", ("paddle.concat", "identity")),
        (NEWEST, "paddle.Tensor.abs", ("paddle.abs", "identity")),
        (NEWEST, "paddle.nn.Module", ("paddle.nn.Layer", "identity")),
    ],
)
def test_other_names_of_the_same_thing(name: str, api: str, same: tuple[str, str] | None) -> None:
    assert read(name, api).same == same


@pytest.mark.parametrize(
    ("api", "expected"),
    [
        ("torch.sum", {"dim": ("axis",), "input": ("a", "x", "x1"), "keepdim": ("keepdims",)}),
        ("torch.Tensor.mul", {"other": ("x2",)}),
        (
            "torch.linalg.vector_norm",
            {"dim": ("axis",), "keepdim": ("keepdims",), "x": ("a", "input", "x1")},
        ),
        ("torch.linalg.vecdot", {"dim": ("axis",)}),  # its `x` is called so in the parser
        ("torch.nn.functional.softmax", {}),  # written in Python
        ("torch.Event.elapsed_time", {}),  # served by another parser
    ],
)
def test_torch_takes_keywords_of_numpy(api: str, expected: dict[str, tuple[str, ...]]) -> None:
    assert read(TORCH, api).aliases == expected


@pytest.mark.parametrize(
    ("api", "kind"),
    [
        ("torch.float32", "attribute"),
        ("torch.long", "attribute"),
        ("torch.Tensor.shape", "attribute"),
        ("torch.Tensor.is_cuda", "attribute"),
        ("torch.Tensor.T", "attribute"),
        ("torch.backends.cudnn.benchmark", "attribute"),
        ("torch.backends.cuda.matmul.allow_tf32", "attribute"),
        ("torch.distributions.Bernoulli.logits", "attribute"),
        ("torch.LongTensor", "class"),
        ("torch.no_grad", "class"),
        ("torch.nn.Module.state_dict", "method"),
        ("torch.Generator.manual_seed", "method"),
        ("torch.nn.Conv2d.reset_parameters", "method"),
        ("torch.optim.lr_scheduler.LRScheduler.get_last_lr", "method"),
        ("torch.cuda.Event.elapsed_time", "method"),
        ("torch.linalg.LinAlgError", "class"),
        ("torch.nn.utils.clip_grad_norm_", "function"),
        ("torch.nn.functional.conv2d", "function"),
    ],
)
def test_torch_kinds(api: str, kind: str) -> None:
    assert snapshot(TORCH)[api]["kind"] == kind


@pytest.mark.parametrize(
    ("release", "api", "expected"),
    [
        (NEWEST, "paddle.take_along_axis", ["arr, indices, axis, broadcast=True, *, out=None"]),
        (NEWEST, "paddle.Tensor.reshape", ["shape, name=None"]),
        (
            NEWEST,
            "paddle.gather",
            ["x, index, axis=None, name=None, out=None", "input, dim, index, out=None"],
        ),
        (
            NEWEST,
            "paddle.nn.Dropout",
            ["p=0.5, inplace=False, axis=None, mode='upscale_in_train', name=None"],
        ),
        (
            "paddle-3.2.2",
            "paddle.nn.Dropout",
            ["p=0.5, axis=None, mode='upscale_in_train', name=None"],
        ),
        ("paddle-2.6.2", "paddle.gather", ["x, index, axis=None, name=None"]),
        ("paddle-2.6.2", "paddle.__version__.split", ["sep=None, maxsplit=-1"]),  # of `str`
        (NEWEST, "paddle.__version__.split", ["sep=None, maxsplit=-1"]),
        (
            NEWEST,
            "paddle.linalg.matmul",
            ["x, y, transpose_x=False, transpose_y=False, name=None, *, out=None"],
        ),
        (
            NEWEST,
            "paddle.compat.max",
            [
                "input, *, out=None",
                "input, dim, keepdim=False, *, out=None",
                "input, other, *, out=None",
            ],
        ),
    ],
)
def test_paddle_signatures(release: str, api: str, expected: list[str]) -> None:
    assert signatures(release, api) == expected


@pytest.mark.parametrize(
    ("api", "param", "alias", "how"),
    [
        ("paddle.sum", "axis", "dim", "call"),
        ("paddle.bmm", "y", "mat2", "call"),
        ("paddle.Tensor.roll", "axis", "dims", "call"),
        ("paddle.take_along_axis", "axis", "dim", "closure"),
        ("paddle.nn.functional.softmax", "axis", "dim", "wrapper"),
        ("paddle.nn.functional.group_norm", "epsilon", "eps", "wrapper"),
        ("paddle.zeros", "shape", "size", "wrapper"),
        ("paddle.nn.LayerNorm", "epsilon", "eps", "closure"),
    ],
)
def test_paddle_aliases(api: str, param: str, alias: str, how: str) -> None:
    assert snapshot(NEWEST)[api]["aliases"][param][alias] == how


@pytest.mark.parametrize(
    "api", ["paddle.max", "paddle.split", "paddle.sort", "paddle.std", "paddle.flip", "paddle.neg"]
)
def test_refused_keywords_are_no_aliases(api: str) -> None:
    assert "aliases" not in snapshot(NEWEST)[api]


def test_old_paddle_has_hardly_any_alias() -> None:
    with_aliases = {api for api, facts in snapshot("paddle-3.1.1").items() if "aliases" in facts}
    assert all(api.endswith("_dict") for api in with_aliases)  # `stat_dict` for `state_dict`


@pytest.mark.parametrize(
    ("release", "leaked"),
    [
        (NEWEST, "paddle.compat.ForbidKeywordsDecorator"),
        (NEWEST, "paddle.fft.TYPE_CHECKING"),
        (NEWEST, "paddle.amp.debugging.Any"),
        (NEWEST, "paddle.monkey_patch_variable"),
        (TORCH, "torch.nn.functional.has_torch_function"),
        (TORCH, "torch.nn.functional.Optional"),
        (TORCH, "torch.sparse.Tensor"),
        (TORCH, "torch.Graph"),
    ],
)
def test_helpers_that_modules_import_are_left_out(release: str, leaked: str) -> None:
    assert leaked not in snapshot(release)


@pytest.mark.parametrize("name", (*PADDLES, TORCH))
def test_files_are_lean_and_in_shape(name: str) -> None:
    path = FOLDER / f"{name}.json"
    data = json.loads(path.read_text("utf-8"))
    assert (data["format"], f"{data['library']}-{data['version']}") == (FORMAT, name)
    assert list(data["apis"]) == sorted(data["apis"])
    assert list(data["special"]) == sorted(data["special"])
    assert path.stat().st_size < 950_000
    assert {facts["kind"] for facts in data["apis"].values()} == KINDS
    assert {facts["source"] for facts in data["apis"].values()} <= SOURCES
    assert {facts["source"] for facts in data["special"].values()} <= OF_SPECIAL
    assert " at 0x" not in path.read_text("utf-8")


CALLS = """
import warnings
import torch
warnings.simplefilter("ignore")
x = torch.ones(2, 2)
torch.Tensor(data=[1.0], device="cpu"), torch.Tensor(2, 3, device="cpu"), x.new(data=[1.0])
torch.LongTensor(data=[1], device="cpu"), torch.LongTensor(2, 3, device="cpu")
at, sparse = torch.tensor([[0, 1], [1, 0]]), torch.sparse.FloatTensor
assert sparse(at, torch.ones(2), (2, 3)).shape == (2, 3) == sparse(2, 3, device="cpu").shape
assert sparse(indices=at, values=torch.ones(2), device="cpu").shape == (2, 2)
assert sparse(indices=at, values=torch.ones(2), size=[2, 3]).shape == (2, 3)
for wrong in (([1.0],), (at,), (at, torch.ones(2), None), (at, torch.ones(2), 2, 3)):
    try:
        sparse(*wrong)
    except TypeError:
        continue
    raise AssertionError(wrong)
x.new_tensor(data=[1], dtype=None, device=None, requires_grad=False)
x.to(tensor=x), x.clone().requires_grad_(requires_grad=False)
torch.finfo(type=torch.float32), torch.iinfo(type=torch.int32)
torch.to_dlpack(data=x), torch.range(start=0, end=1, step=1, out=None, requires_grad=False)
torch.autograd.Variable(data=x, requires_grad=True, volatile=False)
torch.nn.functional.one_hot(input=torch.tensor([0]), num_classes=2)
assert torch.equal(x.roll(1), x.roll(1, dims=())) and x.stride() == x.stride(dim=None) == (2, 1)
assert torch.equal(torch.histogram(x).hist, torch.histogram(x, bins=100).hist)
assert x[:1].squeeze().shape == x[:1].clone().squeeze_().shape == (2,)
assert x.count_nonzero() == 4 and torch.normal(mean=x, generator=None, out=None).shape == (2, 2)
x.hash_tensor(keepdim=False, mode=0)
for keyword in ("input", "x", "a", "x1"):
    assert torch.sum(**{keyword: x, "axis": 0}, keepdims=True).shape == (1, 2)
torch.mul(x1=x, x2=x), x.mul(x2=x), torch.linalg.vector_norm(a=x)
for function, keywords in ((torch.linalg.vecdot, {"input": x, "y": x}), (torch.relu, {"y": x})):
    try:
        function(**keywords)
    except TypeError:
        continue
    raise AssertionError(function)
torch.linalg.lstsq(input=x, b=x), torch.linalg.vector_norm(x=x), torch.sparse.mm(x, x)
try:
    torch.hsmm()
except TypeError as error:
    assert '"mat1", "mat2"' in str(error)
import paddle
y = paddle.ones([2, 2])
assert (paddle.compat.max(y) == 1).item()
assert paddle.compat.max(y, dim=1, keepdim=True).values.shape == [2, 1]
assert paddle.compat.max(y, other=y, out=None).shape == [2, 2]
"""


@pytest.mark.usefixtures("libraries")
def test_the_libraries_take_what_is_stated_by_hand() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CALLS],
        env=os.environ | {"OMP_NUM_THREADS": "1", "CUDA_VISIBLE_DEVICES": ""},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-2000:]


@pytest.mark.parametrize(
    ("api", "documented"),
    [
        ("torch.abs", True),
        ("torch.Tensor.sum", True),
        ("torch.nn.Linear", True),
        ("torch.nn.ModuleList.append", True),
        ("torch.Tensor.clamp_min", False),
        ("torch.pi", False),
        # Its docstring is that of the class above it.
        ("torch.Size", False),
        # What no module lists, and code names all the same.
        ("torch._foreach_abs", False),
        ("torch.float32.itemsize", False),
        ("torch.Tensor.__array__", False),
        ("torch.nn.modules.utils._pair", False),
        ("torch.distributions.distribution.Distribution.cdf", False),
    ],
)
def test_what_has_a_docstring_of_its_own(api: str, documented: bool) -> None:
    assert load_snapshot("torch", "2.13.0").documented(api) is documented


@pytest.mark.usefixtures("libraries")
@pytest.mark.parametrize("name", [NEWEST, TORCH])
def test_remaking_gives_the_committed_bytes(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONHASHSEED", "4711")
    out = tmp_path / "made.json"
    make_snapshot(Path(sys.executable), name.partition("-")[0], out)
    assert out.read_bytes() == (FOLDER / f"{name}.json").read_bytes()
    assert list(tmp_path.iterdir()) == [out]


def interpreter(folder: Path, script: str) -> Path:
    """A program that stands in for a Python with a broken library."""
    program = folder / "python"
    program.write_text(f"#!/bin/sh\n{script}\n", "utf-8")
    program.chmod(0o755)
    return program


def test_a_crash_is_told_with_the_end_of_its_output(tmp_path: Path) -> None:
    python = interpreter(tmp_path, "echo 'no module named paddle' >&2; exit 3")
    with pytest.raises(SnapshotError, match=r"exit code 3:\nno module named paddle"):
        make_snapshot(python, "paddle", tmp_path / "made.json")
    assert list(tmp_path.iterdir()) == [python]


def test_a_missing_interpreter_is_told(tmp_path: Path) -> None:
    with pytest.raises(SnapshotError, match="cannot start"):
        make_snapshot(tmp_path / "nowhere", "torch", tmp_path / "made.json")


def test_a_hanging_library_is_ended(tmp_path: Path) -> None:
    python = interpreter(tmp_path, "exec sleep 60")
    with pytest.raises(SnapshotError, match=r"more than 0\.2 seconds"):
        make_snapshot(python, "torch", tmp_path / "made.json", timeout=0.2)
