"""Where Paddle's public names are."""

from __future__ import annotations

from verify_mappings.snapshot.walk import Place, places

PLACES = (
    Place(
        "paddle",
        owners=(
            *("paddle.tensor", "paddle.nn", "paddle.linalg", "paddle.fft", "paddle.signal"),
            *("paddle.device", "paddle.framework.framework", "paddle.base.dygraph.base"),
        ),
        extra=(
            *("int", "long", "short", "tensor", "sigmoid", "async_save"),
            *("CustomPlace", "Event", "Stream", "XPUPlace"),
            *("hann_window", "hamming_window", "kaiser_window"),
            *("blackman_window", "bartlett_window"),
            *("__version__", "__version__.split"),
            *("is_compiled_with_cuda", "is_compiled_with_rocm", "is_compiled_with_cinn"),
            "is_compiled_with_distribute",
        ),
        without=("monkey_patch_dtype", "monkey_patch_math_tensor", "monkey_patch_variable"),
    ),
    Place("paddle.nn.initializer", owners=("paddle.nn.initializer.initializer",)),
    Place("paddle.nn.init", owners=("paddle.nn.init",), extra=("calculate_gain",)),
    Place("paddle.nn.layer.norm", extra=("_BatchNormBase",), only=True, members=False),
    Place("paddle.nn.parameter", extra=("Parameter",), members=False),
    Place("paddle.io.dataloader.collate", extra=("default_collate_fn",)),
    Place("paddle.amp", extra=("autocast",)),
    Place(
        "paddle.autograd",
        extra=("grad", "no_grad", "enable_grad", "set_grad_enabled", "is_grad_enabled"),
    ),
    Place("paddle.device", owners=("paddle.device",), without=("Device", "dev_types")),
    Place("paddle.device.cuda", extra=("get_rng_state", "set_rng_state", "manual_seed")),
    Place("paddle.cuda", owners=("paddle.cuda", "paddle.device")),
    Place(
        "paddle.distributed",
        extra=(
            *("DataParallel", "P2POp", "batch_isend_irecv"),
            *("group_sharded_parallel", "save_group_sharded_model"),
            *("stream.all_gather", "stream.all_reduce", "stream.alltoall", "stream.broadcast"),
            *("stream.alltoall_single", "stream.gather", "stream.recv", "stream.reduce"),
            *("stream.reduce_scatter", "stream.scatter", "stream.send"),
        ),
    ),
    Place(
        "paddle.distributed.fleet",
        extra=("init", "distributed_model", "distributed_optimizer", "distributed_scaler"),
        members=False,
    ),
    Place("paddle.utils.cpp_extension", extra=("BuildExtension", "CUDA_HOME")),
    *places(
        "paddle",
        """
        nn.utils linalg fft signal special functional random optimizer optimizer.lr regularizer
        metric io amp.debugging distribution distributed.sharding distributed.rpc sparse sparse.nn
        sparse.nn.functional geometric compat.nn compat.nn.functional incubate incubate.autograd
        incubate.nn incubate.optimizer vision.ops vision.transforms audio.functional audio.features
        jit hub onnx profiler utils utils.dlpack utils.download utils.unique_name
        """,
    ),
    *places(
        "paddle",
        """
        distributed.fleet.utils incubate.multiprocessing static static.nn version
        """,
        members=False,
    ),
    *places(
        "paddle",
        """
        nn nn.functional nn.attention distribution.constraint compat incubate.nn.functional
        """,
        own=True,
    ),
)

# Classes whose members are listed in full, inherited ones too.
BASE_CLASSES = (
    "paddle.Tensor",
    "paddle.nn.Layer",
    "paddle.optimizer.Optimizer",
    "paddle.optimizer.lr.LRScheduler",
    "paddle.distribution.Distribution",
    "paddle.io.Dataset",
    "paddle.metric.Metric",
    "paddle.autograd.PyLayer",
    "paddle.amp.GradScaler",
)
