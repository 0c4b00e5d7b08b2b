"""The command `torch-to-paddle-weights`: files, options, messages, exit codes."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import tarfile
from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mapping_model.ending import UsageError
from port_models.weights.__main__ import main
from port_models.weights.files import read_paddle

pytestmark = pytest.mark.usefixtures("both_libraries")

MODEL = """
import paddle

class Net(paddle.nn.Layer):
    def __init__(self):
        super().__init__()
        self.words = paddle.nn.Embedding(3, 3)
        self.out = paddle.nn.Linear(3, 3)

def broken():
    return 1 / 0

number = 3
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a Paddle model and the weights of its PyTorch counterpart."""
    import torch

    (tmp_path / "net.py").write_text(MODEL)
    monkeypatch.chdir(tmp_path)
    state = {"words.weight": torch.rand(3, 3), "out.weight": torch.rand(3, 3)}
    torch.save({**state, "out.bias": torch.rand(3)}, "in.pt")
    return tmp_path


def call(*arguments: str) -> int:
    """The exit code of the command."""
    return main([*arguments, "--model", "net.py:Net"])


@pytest.mark.parametrize("paddle_file", ["out.pdparams", "out.safetensors"])
@pytest.mark.parametrize("torch_file", ["back.pt", "back.safetensors"])
def test_there_and_back(folder: Path, paddle_file: str, torch_file: str) -> None:
    import torch
    from safetensors.torch import load_file

    assert call("in.pt", paddle_file) == 0
    assert call(paddle_file, torch_file, "--backwards") == 0
    back = load_file(torch_file) if "safe" in torch_file else torch.load(torch_file)
    given = torch.load("in.pt")
    assert back.keys() == given.keys()
    assert all(torch.equal(back[key], given[key]) for key in given)


def test_paddle_loads_what_is_written(folder: Path) -> None:
    import paddle
    import torch

    assert call("in.pt", "out.pdparams") == 0
    state = paddle.load("out.pdparams")
    given = torch.load("in.pt")
    np.testing.assert_array_equal(state["out.weight"].numpy(), given["out.weight"].numpy().T)
    np.testing.assert_array_equal(state["words.weight"].numpy(), given["words.weight"].numpy())


def test_the_report(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")  # names are not broken
    assert call("in.pt", "out.pdparams", "--dry-run") == 0
    printed = capsys.readouterr().out
    assert "out.weight" in printed and "transposed" in printed
    assert any(line.startswith("words.weight") for line in printed.splitlines())
    assert printed.rstrip().endswith("2 copied, 1 transposed.")
    assert sorted(p.name for p in folder.iterdir() if p.is_file()) == ["in.pt", "net.py"]


def test_the_report_for_programs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("in.pt", "out.pdparams", "--dry-run", "--format", "json") == 0
    report = json.loads(capsys.readouterr().out)
    assert report["ok"] is True
    assert report["counts"] == {"copied": 2, "transposed": 1}
    assert {
        "torch": "out.weight",
        "torch_shape": [3, 3],
        "paddle": "out.weight",
        "paddle_shape": [3, 3],
        "fate": "transposed",
    } in report["tensors"]


def test_nothing_is_written_while_a_tensor_is_left(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import torch

    torch.save({**torch.load("in.pt"), "head.weight": torch.ones(2)}, "more.pt")
    (folder / "out.pdparams").write_bytes(b"older")
    assert call("more.pt", "out.pdparams") == 1
    assert "unexpected" in capsys.readouterr().out
    assert (folder / "out.pdparams").read_bytes() == b"older"
    assert call("more.pt", "out.pdparams", "--ignore", "head.*") == 0


def test_a_larger_checkpoint(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import torch

    torch.save({"epoch": 3, "model": {"net": torch.load("in.pt")}}, "checkpoint.pt")
    assert call("checkpoint.pt", "out.pdparams", "--key", "model.net") == 0
    capsys.readouterr()
    assert call("checkpoint.pt", "out.pdparams") == 2
    assert "--key" in capsys.readouterr().err
    assert call("checkpoint.pt", "out.pdparams", "--key", "modle") == 2
    assert "has no `modle`; it holds `epoch`, `model`" in capsys.readouterr().err


def test_names_that_all_begin_with_one_word(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import torch

    # As DataParallel saves them.
    torch.save({f"module.{k}": v for k, v in torch.load("in.pt").items()}, "parallel.pt")
    assert call("parallel.pt", "out.pdparams") == 1
    assert "begins with `module.`: try `--rename =module`." in capsys.readouterr().out
    assert call("parallel.pt", "out.pdparams", "--rename", "=module") == 0
    assert call("out.pdparams", "back.pt", "--backwards", "--rename", "=module") == 0
    assert torch.load("back.pt").keys() == torch.load("parallel.pt").keys()


class Exploding:
    """A pickle of it makes a file when it is read."""

    def __reduce__(self) -> Any:
        return os.system, ("touch exploded",)


def test_a_pickle_of_pytorch_runs_no_code(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import torch

    torch.save({"out.weight": Exploding()}, "bad.pt")
    Path("worse.pt").write_bytes(pickle.dumps(Exploding(), 2))
    for name in ("bad.pt", "worse.pt"):
        assert call(name, "out.pdparams") == 2
        said = capsys.readouterr().err
        assert "holds `posix.system`, which is no part of weights" in said
        assert "it was not loaded" in said and "`state_dict()`" in said
        assert "weights_only" not in said and "torch.load" not in said
    assert not (folder / "exploded").exists()


def test_a_pickle_of_paddle_runs_no_code(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.pdparams").write_bytes(pickle.dumps({"out.weight": Exploding()}, 4))
    (folder / "out.pt").write_bytes(b"older")
    assert call("bad.pdparams", "out.pt", "--backwards") == 2
    assert "holds `posix.system`, which is no part of weights" in capsys.readouterr().err
    assert not (folder / "exploded").exists()
    assert (folder / "out.pt").read_bytes() == b"older"


@pytest.mark.parametrize("form", ["layer", "script", "tar", "newer pickle", "damaged"])
def test_no_advice_of_pytorch_to_run_the_code_in_a_file(
    folder: Path, capfd: pytest.CaptureFixture[str], form: str
) -> None:
    import torch

    path = Path("other.pt")
    if form == "layer":
        torch.save(torch.nn.Linear(2, 2), path)
    elif form == "script":
        torch.jit.save(torch.jit.script(torch.nn.Linear(2, 2)), path)
    elif form == "tar":
        with tarfile.open(path, "w") as archive:
            archive.add("net.py", "storages")
    elif form == "newer pickle":
        torch.save({"a": torch.ones(2)}, path, pickle_protocol=4)
    else:
        path.write_bytes(b"\x80\x02nothing")
    capfd.readouterr()
    assert call("other.pt", "out.pdparams") == 2
    said = capfd.readouterr().err
    assert {
        "layer": "holds `torch.nn.modules.linear.Linear`, which is no part of weights",
        "script": "a TorchScript archive, a program with its weights",
    }.get(form, "damaged, or holds something else than tensors") in said
    for advice in ("weights_only", "set to `False`", "add_safe_globals", "file an issue"):
        assert advice not in said


def test_a_dictionary_that_hides_its_own_items(folder: Path) -> None:
    import torch

    class Hiding:
        def __reduce__(self) -> Any:
            return OrderedDict, (), {"items": "none"}, None, iter(torch.load("in.pt").items())

    torch.save(Hiding(), "hiding.pt")
    assert call("hiding.pt", "out.pdparams") == 0


@pytest.mark.parametrize("name", ["empty.pt", "empty.safetensors", "empty.pdparams"])
def test_an_empty_file(folder: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    Path(name).touch()
    assert call(name, "out.safetensors", *(["--backwards"] if "pd" in name else [])) == 2
    assert f"{name} is empty." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("none.pt", "o.pdparams", "--model", "net.py:Net"), "There is no file `none.pt`."),
        (("in.pt", "o.pdparams", "--model", "net.py"), "is no `module:factory`"),
        (("in.pt", "o.pdparams", "--model", "nett.py:Net"), "nett.py`."),
        (("in.pt", "o.pdparams", "--model", "net.py:Nett"), "Did you mean `Net`?"),
        (("in.pt", "o.pdparams", "--model", "net.py:number"), "cannot be called"),
        (("in.pt", "o.pdparams", "--model", "net.py:broken"), "ZeroDivisionError"),
        (("in.pt", "o.pdparams", "--model", "builtins:dict"), "not a paddle.nn.Layer"),
        (("in.pt", "o.onnx", "--model", "net.py:Net"), "ends in none of .pdparams"),
        (("net.py", "o.pdparams", "--model", "net.py:Net"), "ends in none of .pt"),
        (("in.pt", "no/o.pdparams", "--model", "net.py:Net"), "cannot be written"),
        (("in.pt", "no/o.pdparams", "--model", "net.py:Net", "--dry-run"), "no folder `no`"),
        (("in.pt", "o.onnx", "--model", "net.py:Net", "--dry-run"), "ends in none of .pdparams"),
        (
            ("in.pt", "o.pdparams", "--model", "net.py:Net", "--rename", "outt=head"),
            "Did you mean `out`?",
        ),
        (("in.pt", "o.pdparams", "--model", "net.py:Net", "--rename", "out"), "PADDLE=TORCH"),
    ],
)
def test_wrong_usage(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], said: str
) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert said in printed.err
    assert "Traceback" not in printed.err
    assert not list(folder.glob("**/*.pdparams"))


def test_a_file_that_is_damaged(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("broken.pt", "broken.safetensors"):
        Path(name).write_bytes(b"\x80\x02nothing")
        assert call(name, "out.pdparams") == 2
        assert f"{name} cannot be read" in capsys.readouterr().err
    Path("broken.pdparams").write_bytes(b"nothing")
    assert call("broken.pdparams", "out.pt", "--backwards") == 2
    assert "broken.pdparams cannot be read" in capsys.readouterr().err


def test_the_only_copy_of_the_weights_is_not_written_over(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import torch
    from safetensors.torch import save_file

    save_file(torch.load("in.pt"), "in.safetensors")
    before = Path("in.safetensors").read_bytes()
    Path("link.safetensors").symlink_to("in.safetensors")
    for out in ("in.safetensors", "link.safetensors"):
        assert call("in.safetensors", out) == 2
        assert "OUT is IN" in capsys.readouterr().err
    assert Path("in.safetensors").read_bytes() == before


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("def Net(): raise SystemExit(0)", "raised SystemExit: 0"),
        ("raise SystemExit(0)", "cannot be imported: SystemExit: 0"),
        (
            "import paddle\nclass Net(paddle.nn.Layer):\n    def __init__(self): pass",
            "has no state: AttributeError",
        ),
    ],
)
def test_a_model_that_ends_the_program_or_is_none(
    folder: Path, capsys: pytest.CaptureFixture[str], code: str, said: str
) -> None:
    Path("net.py").write_text(code)
    assert call("in.pt", "out.pdparams") == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("form", ["float8", "without data", "quantized"])
def test_a_tensor_in_a_form_that_numpy_has_not(
    folder: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    import torch

    weight = {
        "float8": lambda: torch.ones(3, 3).to(torch.float8_e4m3fn),
        "without data": lambda: torch.empty(3, 3, device="meta"),
        "quantized": lambda: torch.quantize_per_tensor(torch.ones(3, 3), 0.1, 0, torch.qint8),
    }[form]()
    torch.save({**torch.load("in.pt"), "out.weight": weight}, "other.pt")
    assert call("other.pt", "out.pdparams") == 2
    assert "other.pt holds `out.weight` in a form that NumPy has not" in capsys.readouterr().err


def test_arrays_in_place_of_tensors(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import torch

    torch.save({name: each.numpy() for name, each in torch.load("in.pt").items()}, "arrays.pt")
    assert call("arrays.pt", "out.pdparams") == 2
    said = capsys.readouterr().err
    assert "_reconstruct`, which is no part of weights" in said
    assert "weights_only" not in said


def test_names_of_which_one_would_be_lost(folder: Path) -> None:
    given = folder / "given.pdparams"
    given.write_bytes(pickle.dumps({1: np.ones(2, "f4"), "1": np.zeros(2, "f4")}))
    with pytest.raises(UsageError, match="holds names that look alike"):
        read_paddle(given)


@pytest.mark.parametrize("ending", ["pdparams", "safetensors"])
def test_a_name_that_no_file_can_have(
    folder: Path, capsys: pytest.CaptureFixture[str], ending: str
) -> None:
    assert call("in.pt", f"{'x' * 300}.{ending}") == 2
    assert "cannot be written: File name too long" in capsys.readouterr().err


def test_a_larger_checkpoint_of_paddle(folder: Path) -> None:
    import paddle

    assert call("in.pt", "out.pdparams") == 0
    paddle.save({"model": {"net": paddle.load("out.pdparams")}}, "checkpoint.pdparams")
    assert call("checkpoint.pdparams", "back.pt", "--backwards", "--key", "model.net") == 0


# Is told to end when half of the file is written.
ENDED = """
import os, signal, sys
from pathlib import Path
from port_models.weights.__main__ import main
import paddle

def save(state, path):
    Path(path).write_bytes(b"half")
    os.kill(os.getpid(), signal.{name})

paddle.save = save
sys.exit(main(["in.pt", "out.pdparams", "--model", "net.py:Net"]))
"""


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130)])
def test_a_signal_while_it_writes_leaves_what_was_there(folder: Path, name: str, code: int) -> None:
    (folder / "out.pdparams").write_bytes(b"older")
    command = [sys.executable, "-c", ENDED.format(name=name)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    assert sorted(p.name for p in folder.iterdir() if p.is_file()) == [
        "in.pt",
        "net.py",
        "out.pdparams",
    ]
    assert (folder / "out.pdparams").read_bytes() == b"older"


def test_a_prefix_that_is_renamed_twice(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call("in.pt", "out.pdparams", "--rename", "out=a", "--rename", "out=b") == 2
    assert "--rename names `out` twice" in capsys.readouterr().err
