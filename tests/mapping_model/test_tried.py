"""What is said of the inputs that probes have tried."""

from __future__ import annotations

from mapping_model.outcomes import Departure
from mapping_model.probes import Dtypes, Finding, Probed, probe_path, read_probes
from mapping_model.snapshots import PADDLE
from mapping_model.tried import sentences
from whole import MAPPINGS, corpus

# The dtype of their indices is changed with that of the values, which a limit tells of.
INDICES_TOO = {"torch.sparse_coo_tensor", "torch.sparse_csr_tensor"}


def test_what_takes_float32_takes_float64() -> None:
    """Else an example holds its other inputs in float32, and what is said of the API is wrong."""
    found = set()
    for name in corpus().entries:
        probed = read_probes(probe_path(MAPPINGS, name)).get(PADDLE[-1])
        if probed is None:
            continue
        if "float32" in probed.dtypes.taken and "float64" in probed.dtypes.refused:
            found.add(name)
    assert found == INDICES_TOO


def finding(outcome: Departure, on: str, reason: str) -> Finding:
    """A class of two inputs."""
    return Finding(outcome, reason, on, ("float32",), 2, "", "", {}, reason)


def probed(**more: object) -> Probed:
    """Of 1,234 inputs of three dtypes so many came out otherwise."""
    dtypes = Dtypes(taken=("float32", "float64"), refused=("uint8",))
    return Probed(
        **{"inputs": 1234, "equal": 1234, "digest": "", "run": "", "dtypes": dtypes, **more}
    )


def said(found: Probed, language: str) -> list[str]:
    """The sentences in a language."""
    return [text.get(language) for text in sentences("3.3.1", found)]


def test_what_came_out_is_counted_in_both_languages() -> None:
    nan = finding(Departure.GRADIENT, "NaN", "x: only torch has NaN")
    other = finding(Departure.GRADIENT, "NaN", "x: values differ")
    found = probed(equal=1195, limited=20, refused=10, empty=5, findings=(nan, other))
    assert said(found, "en") == [
        "On Paddle 3.3.1, 1,234 inputs in 3 dtypes were tried: 1,195 came out as in PyTorch, 20 "
        "differed as described, Paddle refused 10 because of the dtype and 5 because a tensor is "
        "empty, and 4 came out otherwise for no known reason.",
        "On the CPU Paddle takes float32 and float64; refuses uint8.",
        "Not decided yet: the gradient differs without an error on NaN.",
    ]
    assert said(found, "zh") == [
        "在 Paddle 3.3.1 上用 3 种 dtype 的 1,234 个输入做了对比：1,195 个与 PyTorch 一致，"
        "20 个属于已说明的差异，10 个因 dtype 不受支持而报错，5 个因 Tensor 为空而报错，"
        "4 个的差异尚无定论。",
        "在 CPU 上，Paddle 接受 float32、float64；不接受 uint8。",
        "尚无定论：含 NaN 时，梯度不同且不报错。",
    ]


def test_where_all_is_equal_and_taken_one_sentence_is_enough() -> None:
    (only,) = said(probed(dtypes=Dtypes(taken=("float32",))), "en")
    assert only == (
        "On Paddle 3.3.1, 1,234 inputs in 1 dtype were tried; all came out as in PyTorch."
    )


def test_dtypes_that_some_calls_take_or_that_have_no_gradient_are_told() -> None:
    dtypes = Dtypes(("float32",), ("bool", "int32"), ("float16",), ("uint8",))
    assert said(probed(dtypes=dtypes), "en")[1] == (
        "On the CPU Paddle takes float32; takes bool and int32 in some calls only; has no gradient "
        "for float16; refuses uint8."
    )


def test_nothing_is_said_where_nothing_was_tried() -> None:
    assert sentences("3.3.1", probed(inputs=0, equal=0, dtypes=Dtypes())) == ()
