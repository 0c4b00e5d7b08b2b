"""Where torch's public names are."""

from __future__ import annotations

from verify_mappings.snapshot.walk import Place, import_module

PLACES = (
    Place("torch", owners=("torch",), extra=("broadcast_shapes",),
          without=("classproperty", "get_file_path", "prepare_multiprocessing_environment",
                   "PRIVATE_OPS", "LoggerBase", "import_ir_module", "unify_type_list")),
    Place("torch.nn", owners=("torch.nn",)),
    Place("torch.nn.functional", owners=("torch.nn.functional", "torch._C", "builtin")),
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
    Place("torch.linalg", owners=("torch._C._linalg",), without=("Tensor",)),
    Place("torch.fft", owners=("torch._C._fft",)),
    Place("torch.special"),
    Place("torch.sparse", owners=("torch._C._sparse",)),
    Place("torch.signal.windows"),
    Place("torch.optim"),
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
    Place("torch.utils.dlpack", extra=("to_dlpack",)),
    Place("torch.utils.cpp_extension", members=False),
    Place("torch.distributions"),
    Place("torch.distributions.transforms", members=False),
    Place("torch.distributions.constraints", members=False),
    Place("torch.distributions.kl"),
    Place("torch.distributed", owners=("torch.distributed", "torch._C._distributed_c10d")),
    Place("torch.distributed.fsdp"),
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
    Place("torch.random"),
    Place("torch.jit", owners=("torch.jit",)),
    Place("torch.onnx", extra=("OperatorExportTypes", "TrainingMode")),
    Place("torch.hub"),
    Place("torch.func"),
    Place("torch.library", members=False),
    Place("torch.compiler"),
    Place("torch.overrides"),
    Place("torch.testing", owners=("torch.testing",)),
    Place("torch.backends.cuda", owners=("torch.backends.cuda",)),
    Place("torch.backends.cudnn", extra=("allow_tf32", "benchmark", "benchmark_limit",
                                         "deterministic", "enabled", "flags", "is_available",
                                         "version")),
    Place("torch.backends.mkl", owners=("torch.backends.mkl",)),
    Place("torch.backends.mkldnn", owners=("torch.backends.mkldnn",)),
    Place("torch.backends.mps", owners=("torch.backends.mps",)),
    Place("torch.backends.openmp", owners=("torch.backends.openmp",)),
    Place("torch.backends.opt_einsum", owners=("torch.backends.opt_einsum",)),
)

_BASE_CLASSES = (
    "torch.Tensor", "torch.nn.Module", "torch.optim.Optimizer",
    "torch.optim.lr_scheduler.LRScheduler", "torch.distributions.Distribution",
    "torch.autograd.Function", "torch.utils.data.Dataset",
)


def base_classes() -> list[tuple[str, type]]:
    """Classes whose members are listed in full, inherited ones too."""
    pairs = []
    for name in _BASE_CLASSES:
        module, _, attribute = name.rpartition(".")
        pairs.append((name, getattr(import_module(module), attribute)))
    return pairs
