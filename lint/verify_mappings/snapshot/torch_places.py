"""Where torch's public names are."""

from __future__ import annotations

import torch

from verify_mappings.snapshot.walk import Place

# The types of TorchScript's compiler live in `torch` too; code that is ported never names them.
_NAMED_BY_USERS = frozenset(
    {
        "AcceleratorError",
        "Event",
        "Generator",
        "OutOfMemoryError",
        "ScriptFunction",
        "ScriptModule",
        "Size",
        "Stream",
        "device",
        "dtype",
        "finfo",
        "iinfo",
        "layout",
        "memory_format",
        "qscheme",
    }
)
_COMPILER_CLASSES = tuple(
    name
    for name, obj in vars(torch._C).items()
    if isinstance(obj, type) and name not in _NAMED_BY_USERS
)

PLACES = (
    Place(
        "torch",
        owners=("torch",),
        without=(
            "classproperty",
            "get_file_path",
            "prepare_multiprocessing_environment",
            "PRIVATE_OPS",
            *_COMPILER_CLASSES,
        ),
    ),
    Place("torch.nn", owners=("torch.nn",)),
    Place(
        "torch.nn.functional",
        owners=("torch.nn.functional",),
        builtins=True,
        without=("has_torch_function", "has_torch_function_unary", "has_torch_function_variadic"),
    ),
    Place("torch.nn.init", owners=("torch.nn.init",)),
    Place("torch.nn.utils", owners=("torch.nn.utils",)),
    Place("torch.nn.utils.rnn"),
    Place("torch.nn.utils.parametrizations"),
    Place("torch.nn.utils.parametrize"),
    Place("torch.nn.utils.prune", owners=("torch.nn.utils.prune",)),
    Place("torch.nn.utils.fusion"),
    Place("torch.nn.utils.stateless"),
    Place("torch.nn.parallel", without=("DistributedDataParallelCPU",)),
    Place("torch.nn.attention"),
    Place("torch.linalg", builtins=True, extra=("LinAlgError",)),
    Place("torch.fft", builtins=True, without=("Tensor",)),
    Place("torch.special"),
    Place("torch.sparse", builtins=True, extra=("spdiags", "spsolve")),
    Place("torch.signal.windows"),
    Place("torch.nn.parameter", owners=("torch.nn.parameter",), members=False),
    Place("torch.nn.attention.flex_attention"),
    Place("torch.optim"),
    Place("torch.optim.optimizer", members=False),
    Place("torch.optim.lr_scheduler"),
    Place("torch.optim.swa_utils"),
    Place("torch.autograd", members=True),
    Place("torch.autograd.functional"),
    Place("torch.autograd.forward_ad", owners=("torch.autograd.forward_ad",)),
    Place("torch.autograd.graph"),
    Place("torch.autograd.profiler"),
    Place("torch.profiler"),
    Place("torch.utils.data"),
    Place("torch.utils.data.distributed"),
    Place("torch.utils.checkpoint"),
    Place("torch.utils", owners=("torch.utils",), members=False),
    Place("torch.utils.hooks", members=False),
    Place("torch.utils.dlpack", extra=("to_dlpack",)),
    Place("torch.utils.cpp_extension", members=False),
    Place("torch.distributions"),
    Place("torch.distributions.transforms", members=False),
    Place("torch.distributions.constraints", members=False),
    Place("torch.distributions.kl"),
    Place("torch.distributed", owners=("torch.distributed", "torch._C._distributed_c10d")),
    Place("torch.distributed.algorithms", owners=("torch.distributed.algorithms",)),
    Place("torch.distributed.checkpoint", members=False),
    Place("torch.distributed.device_mesh", members=False),
    Place("torch.distributed.fsdp"),
    Place("torch.distributed.tensor"),
    Place("torch.distributed.optim"),
    Place("torch.distributed.rpc", owners=("torch.distributed.rpc",)),
    Place("torch.cuda"),
    Place("torch.cuda.amp"),
    Place("torch.cuda.memory"),
    Place("torch.cuda.random"),
    Place("torch.cuda.nvtx"),
    Place("torch.cuda.comm"),
    Place("torch.cuda.graphs", owners=("torch.cuda.graphs",)),
    Place("torch.amp"),
    Place("torch.cpu"),
    Place("torch.mps"),
    Place("torch.accelerator"),
    Place("torch.xpu", members=False),
    Place("torch.multiprocessing", members=False),
    Place("torch.serialization", members=False),
    Place("torch.masked", members=False),
    Place("torch.nested"),
    Place("torch.futures"),
    Place("torch.version", extra=("cuda", "hip", "git_version"), members=False),
    Place("torch.random"),
    Place("torch.jit", extra=("is_scripting", "is_tracing", "script_method", "ScriptFunction")),
    Place("torch.onnx", extra=("OperatorExportTypes", "TrainingMode")),
    Place("torch.hub"),
    Place("torch.func"),
    Place("torch.export", members=False),
    Place("torch.library", extra=("register_autograd",), members=False),
    Place("torch.compiler"),
    Place("torch.overrides"),
    Place("torch.testing", owners=("torch.testing",)),
    Place(
        "torch.backends.cuda",
        owners=("torch.backends.cuda",),
        extra=(
            "matmul.allow_tf32",
            "matmul.allow_fp16_reduced_precision_reduction",
            "matmul.allow_bf16_reduced_precision_reduction",
        ),
    ),
    Place(
        "torch.backends.cudnn",
        extra=(
            "allow_tf32",
            "benchmark",
            "benchmark_limit",
            "deterministic",
            "enabled",
            "flags",
            "is_available",
            "version",
        ),
    ),
    Place("torch.backends.mkl", owners=("torch.backends.mkl",)),
    Place("torch.backends.mkldnn", extra=("flags", "is_available", "is_acl_available", "verbose")),
    Place("torch.backends.mps", owners=("torch.backends.mps",)),
    Place("torch.backends.openmp", owners=("torch.backends.openmp",)),
    Place(
        "torch.backends.opt_einsum", extra=("enabled", "get_opt_einsum", "is_available", "strategy")
    ),
)

# Classes whose members are listed in full, inherited ones too.
BASE_CLASSES = (
    "torch.Tensor",
    "torch.nn.Module",
    "torch.optim.Optimizer",
    "torch.optim.lr_scheduler.LRScheduler",
    "torch.distributions.Distribution",
    "torch.autograd.Function",
    "torch.utils.data.Dataset",
)
