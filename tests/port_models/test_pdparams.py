"""Files of Paddle's are read without running what they ask for, and give what Paddle reads."""

from __future__ import annotations

import collections
import os
import pickle
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from port_models.arrays import from_paddle, from_saved
from port_models.weights import pdparams


def read(folder: Path, content: bytes) -> Any:
    """What a file with this content holds."""
    path = folder / "given.pdparams"
    path.write_bytes(content)
    return pdparams.read(path)


def dumped(given: Any, protocol: int = 4) -> bytes:
    return pickle.dumps(given, protocol)


@pytest.mark.parametrize("protocol", [2, 3, 4])
@pytest.mark.parametrize("kind", ["layer", "optimizer", "nested"])
@pytest.mark.usefixtures("both_libraries")
def test_what_paddle_saves_is_read_as_paddle_reads_it(
    tmp_path: Path, kind: str, protocol: int
) -> None:
    import paddle

    layer = paddle.nn.Sequential(paddle.nn.Linear(2, 3), paddle.nn.BatchNorm1D(3))
    rate = paddle.optimizer.lr.StepDecay(0.1, 2)
    optimizer = paddle.optimizer.Adam(rate, parameters=layer.parameters())
    layer(paddle.ones([4, 2])).sum().backward()
    optimizer.step()
    saved = {
        "layer": layer.state_dict(),
        "optimizer": optimizer.state_dict(),
        "nested": {
            "epoch": 3,
            "best": 0.5,
            "note": ["höher", None, True, (1, 2), np.float64(0.25), 2**40],
            "net": {"model": layer.state_dict(), "optimizer": optimizer.state_dict()},
        },
    }[kind]
    path = tmp_path / "saved.pdparams"
    paddle.save(saved, str(path), protocol=protocol)
    same(pdparams.read(path), paddle.load(str(path)))


def same(got: Any, expected: Any) -> None:
    """The one has the same tensors, numbers and texts as the other."""
    if isinstance(expected, dict):
        assert got.keys() - {"StructuredToParameterName@@"} == expected.keys()
        for key in expected:
            same(got[key], expected[key])
    elif isinstance(expected, list | tuple):
        assert len(got) == len(expected)
        for one, other in zip(got, expected, strict=True):
            same(one, other)
    elif hasattr(expected, "numpy"):
        np.testing.assert_array_equal(pdparams.values(got), expected.numpy(), strict=True)
    else:
        assert (type(got), got) == (getattr(expected, "dtype", type(expected)), expected) or (
            isinstance(expected, np.generic) and got == expected
        )


@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "int64", "bool", "complex64"])
@pytest.mark.parametrize("shape", [[], [0, 2], [2, 3]])
@pytest.mark.usefixtures("both_libraries")
def test_dtypes_and_shapes(tmp_path: Path, dtype: str, shape: list[int]) -> None:
    import paddle

    tensor = (paddle.rand(shape) * 3).astype(dtype)
    path = tmp_path / "saved.pdparams"
    paddle.save({"x": tensor}, str(path))
    got, expected = from_saved(pdparams.values(pdparams.read(path)["x"])), from_paddle(tensor)
    assert got.dtype == expected.dtype
    np.testing.assert_array_equal(got.values, expected.values, strict=True)


def test_a_tensor_that_is_cut(tmp_path: Path) -> None:
    """As `paddle.framework.io_utils._unpack_saved_dict` cuts those of more than 1 GiB."""
    whole = np.arange(10, dtype="f4").reshape(2, 5)
    parts = {f"w@@.{n}": whole.flatten()[4 * n : 4 * n + 4] for n in range(3)}
    told = {"w": {"OriginShape": (2, 5), "slices": list(parts)}}
    found = read(tmp_path, dumped({**parts, "UnpackBigParamInfor@@": told}, 2))
    assert list(found) == ["w"]
    np.testing.assert_array_equal(pdparams.values(found["w"]), whole)


def test_the_order_of_bytes_and_of_dimensions(tmp_path: Path) -> None:
    array = np.arange(6, dtype=">i4").reshape(2, 3)
    for given in (array, np.asfortranarray(array)):
        found = pdparams.values(read(tmp_path, dumped({"x": given}))["x"])
        np.testing.assert_array_equal(found, array)
        assert found.dtype == np.dtype("int32")


def test_what_newer_pickles_and_older_numpy_write(tmp_path: Path) -> None:
    array = np.ones((2, 2), "f4")
    for content in (
        dumped({"x": array}, 5),
        dumped({"x": array}, 3).replace(b"._core.", b".core."),
    ):
        np.testing.assert_array_equal(pdparams.values(read(tmp_path, content)["x"]), array)


class Calls:
    """A pickle of it calls something when it is read."""

    def __init__(self, call: Callable[..., Any], *arguments: Any) -> None:
        self.what = call, arguments

    def __reduce__(self) -> Any:
        return self.what


def named(module: str, name: str, *arguments: bytes) -> bytes:
    """A pickle that calls something by its name, which need not exist here."""
    return b"\x80\x02c" + f"{module}\n{name}\n".encode() + b"(" + b"".join(arguments) + b"tR."


TEXT = b"X\x08\x00\x00\x00exploded"
BOMBS = {
    "posix.system": dumped(Calls(os.system, "touch exploded")),
    "nt.system": named("nt", "system", TEXT),
    "builtins.eval": dumped({"x": Calls(eval, "open('exploded', 'w')")}, 2),
    "builtins.getattr": named("__builtin__", "getattr", TEXT, TEXT),
    "os.mkdir": b"\x80\x02(X\x08\x00\x00\x00explodedios\nmkdir\n.",
    "numpy.load": named("numpy", "load", TEXT, b"N\x88"),
    "numpy.fromfile": named("numpy", "fromfile", TEXT),
    "numpy._core.records.fromfile": named("numpy.core.records", "fromfile", TEXT),
    "numpy.ndarray.tofile": b"\x80\x04\x8c\x05numpy\x8c\x0endarray.tofile\x93.",
    "copyreg._reconstructor": dumped(Calls(collections.ChainMap), 2).replace(
        b"collections\nChainMap", b"copy_reg\n_reconstructor"
    ),
}


@pytest.mark.parametrize("name", BOMBS)
def test_nothing_that_a_file_names_is_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(pdparams.NotWeights) as raised:
        read(tmp_path, BOMBS[name])
    assert name.replace("copyreg", "copy_reg") in str(raised.value)
    assert not Path("exploded").exists()


def as_bytes(count: int) -> bytes:
    return struct.pack("<Q", count)


EMPTY = b"\x80\x02cnumpy\nndarray\n0cnumpy.core.multiarray\n_reconstruct\n"
ARRAY = dumped({"x": np.ones(2, "f4")}, 3)
OBJECTS = pickle.dumps({"x": np.array([None, "a"], dtype=object)}, 3)
SHARED = b"\x80\x02}" + b"".join(b"q%c}(U\x01ah%cU\x01bh%cu" % (n, n, n) for n in range(60)) + b"."
TUPLES = b"\x80\x02}K\x00" + b"".join(b"q%ch%c\x86" % (n, n) for n in range(60)) + b"Ns."


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"nothing",
        b".",
        b"\x80\x02.",
        b"\x80\x02}",
        b"\x80\x02}}.",
        b"\x80\x02h\x07.",
        b"\x80\x02tR.",
        b"\x80\x02}K\x01K\x02as.",
        b"\x80\x02]K\x01b.",
        # Sizes that the file has not: of a text, of the memo, of a shape, of a number.
        b"\x80\x04\x8e" + as_bytes(1 << 60) + b"x.",
        b"\x80\x02}r\xff\xff\xff\xffK\x01s.",
        b"\x80\x02\x8b\xff\xff\xff\x7f.",
        ARRAY.replace(b"K\x02\x85", b"J\xff\xff\xff\x7f\x85"),
        ARRAY.replace(b"K\x02\x85", b"J\xff\xff\xff\xff\x85"),
        # Structures and objects, which hold more than numbers.
        OBJECTS,
        ARRAY.replace(b"\x02\x00\x00\x00f4", b"\x02\x00\x00\x00O8"),
        ARRAY.replace(b"\x02\x00\x00\x00f4", b"\x02\x00\x00\x00V4"),
        ARRAY.replace(b"\x02\x00\x00\x00f4", b"\x02\x00\x00\x00f9"),
        pickle.dumps({"x": np.ones(2, "f4,i4")}, 3),
        # Known names with what is not meant for them, and filled in a wrong way.
        named("numpy", "dtype", b"]"),
        named("numpy", "dtype", b"cnumpy\nndarray\n"),
        named("numpy", "ndarray", b"J\xff\xff\xff\x7f"),
        named("numpy.core.multiarray", "_reconstruct", b"c__builtin__\ntuple\nK\x00\x85U\x01b"),
        named("collections", "OrderedDict", b"K\x01"),
        named("__builtin__", "tuple", b"K\x01"),
        named("_codecs", "encode", TEXT, b"X\x03\x00\x00\x00bz2"),
        named("_codecs", "encode", TEXT, b"X\x05\x00\x00\x00rot13"),
        b"\x80\x02cnumpy\nndarray\n}X\x08\x00\x00\x00__dict__}sb.",
        # Keys that take for ever to hash.
        TUPLES,
        b"\x80\x02}]Ns.",
    ],
)
def test_a_damaged_or_malicious_file_is_told(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ValueError):
        read(tmp_path, content)


def test_text_that_is_decoded_again_and_again(tmp_path: Path) -> None:
    """Would take thousands of times the size of the file."""
    text = b"X" + struct.pack("<I", 1 << 20) + b"x" * (1 << 20) + b"q\x00"
    encode = b"c_codecs\nencode\nq\x01X\x06\x00\x00\x00latin1q\x02"
    again = b"h\x01h\x00h\x02\x86R" * 5000
    with pytest.raises(ValueError):
        read(tmp_path, b"\x80\x02](" + text + encode + again + b"e.")


ITEMS = b"\x80\x02]q\x00(" + b"N" * 20_000 + b"e"
PAIRS = b"\x80\x02]q\x00(" + b"NN\x86" * 20_000 + b"e"
DATA = b"\x80\x03B" + struct.pack("<I", 1 << 20) + bytes(1 << 20) + b"q\x00"
SWAPPED = b"cnumpy\ndtype\nX\x02\x00\x00\x00u1\x85R(K\x03X\x01\x00\x00\x00>NNNNNK\x00tb"
WHOLE = b"(h\x00" + SWAPPED + b"J\x00\x00\x10\x00\x85X\x01\x00\x00\x00Ctq\x02"


@pytest.mark.parametrize(
    "content",
    [
        ITEMS + b"c__builtin__\ntuple\nq\x01h\x00\x85q\x02" + b"h\x01h\x02R" * 100,
        PAIRS + b"ccollections\nOrderedDict\nq\x01h\x00\x85q\x02" + b"h\x01h\x02R" * 100,
        DATA + b"cnumpy.core.numeric\n_frombuffer\nq\x01" + WHOLE + b"h\x01h\x02R" * 100,
    ],
    ids=["tuple", "OrderedDict", "array"],
)
def test_what_is_held_once_is_not_copied_again_and_again(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(ValueError) as raised:
        read(tmp_path, content + b".")
    assert "more than the file has" in str(raised.value.__cause__)


def test_numbers_that_take_for_ever(tmp_path: Path) -> None:
    # As names these all hash alike.
    with pytest.raises(ValueError):
        read(tmp_path, dumped({(2**61 - 1) * count: None for count in range(1, 20_000)}))
    long = b"\x8b" + struct.pack("<I", 1 << 19) + b"\x01" * (1 << 19)
    shape = b"(" + long + b"q\x05" + b"h\x05" * 31 + b"t"
    frombuffer = b"\x80\x03cnumpy.core.numeric\n_frombuffer\n(C\x01a"
    with pytest.raises(ValueError):
        read(tmp_path, frombuffer + SWAPPED + shape + b"X\x01\x00\x00\x00CtR.")


@pytest.mark.usefixtures("both_libraries")
def test_protocol_2_writes_no_bytes_as_a_call(tmp_path: Path) -> None:
    import paddle

    path = tmp_path / "saved.pdparams"
    paddle.save({"x": paddle.zeros([0, 2])}, str(path), protocol=2)
    assert pdparams.values(pdparams.read(path)["x"]).shape == (0, 2)


def test_a_file_cut_anywhere(tmp_path: Path) -> None:
    whole = dumped({"x": np.ones(2, "f4"), "n": ("a", 1)})
    for length in range(len(whole)):
        with pytest.raises(ValueError):
            read(tmp_path, whole[:length])


def test_bytes_that_are_changed_never_call_anything(tmp_path: Path) -> None:
    """Whatever byte is another, something is read or refused."""
    whole = dumped({"x": np.ones(2, "f4"), "n": collections.OrderedDict(a=(1, 2.5))}, 2)
    for place in range(len(whole)):
        for other in (0x00, 0x28, 0x52, 0x62, 0x63, 0x69, 0x81, 0x93, 0xFF):
            changed = whole[:place] + bytes([other]) + whole[place + 1 :]
            try:
                found = read(tmp_path, changed)
            except ValueError:
                continue
            assert isinstance(found, dict | tuple | list | str | int | bytes) or found is None
