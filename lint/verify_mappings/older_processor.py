"""What has the libraries use their code for processors without AVX-512."""

from __future__ import annotations

import os

# torch's own kernels, MKL, OpenBLAS, and oneDNN, which both libraries have.
SETTINGS = {
    "ATEN_CPU_CAPABILITY": "avx2",
    "MKL_ENABLE_INSTRUCTIONS": "AVX2",
    "OPENBLAS_CORETYPE": "Haswell",
    "ONEDNN_MAX_CPU_ISA": "AVX2",
}


def in_force() -> dict[str, str]:
    """Those of them that this process was started with: all or none."""
    return {name: os.environ[name] for name in SETTINGS if name in os.environ}
