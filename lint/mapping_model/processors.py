"""The kinds of processors that a result may depend on, told by the instructions that they have.

Which instructions matter was found by running everything with each level of them: libraries choose
other code where AVX-512 is missing, and Paddle converts no layer to bfloat16 there. AMX computes
products of bfloat16 in another order.
"""

from __future__ import annotations

from enum import StrEnum

from mapping_model.categories import Text

_AVX512 = frozenset({"avx512f", "avx512bw", "avx512dq", "avx512vl"})
_AMX = frozenset({"amx_tile", "amx_bf16"})


class Processor(StrEnum):
    """A kind of processors; of several that a result is recorded for, the first one leads."""

    AVX512 = "avx512"
    AMX = "amx"  # and AVX-512
    AVX2 = "avx2"  # without AVX-512
    EMULATED_AVX2 = "avx2-emulated"  # libraries were told to do without AVX-512
    OTHER = "other"  # no x86-64

    @classmethod
    def of(cls, machine: str, flags: frozenset[str]) -> Processor:
        """The kind of a processor: what `uname -m` says of it, and its flags as in Linux."""
        if machine not in ("x86_64", "AMD64"):
            return cls.OTHER
        if not flags >= _AVX512:
            return cls.AVX2
        return cls.AMX if flags >= _AMX else cls.AVX512

    @property
    def emulated(self) -> Processor:
        """This kind when its libraries are told to do without AVX-512."""
        return Processor.EMULATED_AVX2 if Feature.AVX512.is_of(self) else self

    @property
    def stand_in(self) -> Processor | None:
        """The emulation of this kind, whose results are expected where it has none itself."""
        return Processor.EMULATED_AVX2 if self is Processor.AVX2 else None

    @property
    def said(self) -> Text:
        """Where such processors are meant."""
        return _SAID[self]


class Feature(StrEnum):
    """What a limit may ask of the processor."""

    AVX512 = "avx512"
    NO_AVX512 = "no-avx512"

    def is_of(self, processor: Processor) -> bool:
        """Whether processors of this kind are meant."""
        has = processor in (Processor.AVX512, Processor.AMX)
        return has is (self is Feature.AVX512)

    @property
    def said(self) -> Text:
        """Where such processors are meant."""
        return _WITH if self is Feature.AVX512 else _WITHOUT


_WITH = Text("on processors with AVX-512", "在支持 AVX-512 的处理器上")
_WITHOUT = Text("on processors without AVX-512", "在不支持 AVX-512 的处理器上")
_SAID = {
    Processor.AVX512: _WITH,
    Processor.AMX: Text("on processors with AMX", "在支持 AMX 的处理器上"),
    Processor.AVX2: _WITHOUT,
    Processor.EMULATED_AVX2: _WITHOUT,
    Processor.OTHER: Text("on processors other than x86-64", "在 x86-64 以外的处理器上"),
}
