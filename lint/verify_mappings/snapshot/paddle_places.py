"""Where Paddle's public names are."""

from __future__ import annotations

from verify_mappings.snapshot.walk import Place, import_module

_TENSOR = ("paddle.tensor", "paddle.nn", "paddle.linalg", "paddle.fft", "paddle.signal")

PLACES = (
    Place(
        "paddle",
        owners=(*_TENSOR, "paddle.device", "paddle.framework.framework", "paddle.base.dygraph.base"),
        extra=("int", "long", "short", "tensor", "CustomPlace", "Event", "Stream", "XPUPlace"),
        without=("monkey_patch_dtype", "monkey_patch_math_tensor", "monkey_patch_variable"),
    ),
    Place("paddle.nn", owners=("paddle.nn",)),
    Place("paddle.nn.functional", owners=("paddle.nn.functional",)),
    Place("paddle.nn.initializer", owners=("paddle.nn.initializer.initializer",)),
    Place("paddle.nn.init", owners=("paddle.nn.init",)),
    Place("paddle.nn.utils"),
    Place("paddle.linalg"),
    Place("paddle.fft"),
    Place("paddle.signal"),
    Place("paddle.special"),
    Place("paddle.functional"),
    Place("paddle.random"),
    Place("paddle.optimizer"),
    Place("paddle.optimizer.lr"),
    Place("paddle.regularizer"),
    Place("paddle.metric"),
    Place("paddle.io"),
    Place("paddle.amp", extra=("autocast",)),
    Place("paddle.amp.debugging"),
    Place("paddle.autograd", extra=("grad", "no_grad", "enable_grad", "set_grad_enabled",
                                    "is_grad_enabled")),
    Place("paddle.device", owners=("paddle.device",), without=("Device", "dev_types")),
    Place("paddle.device.cuda", extra=("get_rng_state", "set_rng_state", "manual_seed")),
    Place("paddle.cuda", owners=("paddle.cuda", "paddle.device")),
    Place("paddle.distribution"),
    Place("paddle.distributed", extra=("DataParallel", "P2POp", "batch_isend_irecv",
                                       "group_sharded_parallel", "save_group_sharded_model")),
    Place("paddle.distributed.fleet", extra=("init", "distributed_model", "distributed_optimizer",
                                             "distributed_scaler"), members=False),
    Place("paddle.distributed.fleet.utils", members=False),
    Place("paddle.distributed.sharding"),
    Place("paddle.sparse"),
    Place("paddle.sparse.nn"),
    Place("paddle.sparse.nn.functional"),
    Place("paddle.geometric"),
    Place("paddle.compat", owners=("paddle.compat",), extra=(), without=("PROMOTE_DICT",)),
    Place("paddle.compat.nn"),
    Place("paddle.compat.nn.functional"),
    Place("paddle.incubate"),
    Place("paddle.incubate.autograd"),
    Place("paddle.incubate.nn"),
    Place("paddle.incubate.nn.functional", owners=("paddle.incubate.nn.functional",)),
    Place("paddle.incubate.optimizer"),
    Place("paddle.vision.ops"),
    Place("paddle.vision.transforms"),
    Place("paddle.audio.functional"),
    Place("paddle.audio.features"),
    Place("paddle.static", members=False),
    Place("paddle.static.nn", members=False),
    Place("paddle.jit"),
    Place("paddle.hub"),
    Place("paddle.onnx"),
    Place("paddle.profiler"),
    Place("paddle.utils"),
    Place("paddle.utils.dlpack"),
    Place("paddle.utils.cpp_extension"),
    Place("paddle.utils.unique_name"),
    Place("paddle.version", members=False),
)


def base_classes() -> list[tuple[str, type]]:
    """Classes whose members are listed in full, inherited ones too."""
    names = (
        "paddle.Tensor", "paddle.nn.Layer", "paddle.optimizer.Optimizer",
        "paddle.optimizer.lr.LRScheduler", "paddle.distribution.Distribution",
        "paddle.io.Dataset", "paddle.metric.Metric",
    )
    pairs = []
    for name in names:
        module, _, attribute = name.rpartition(".")
        pairs.append((name, getattr(import_module(module), attribute)))
    return pairs
