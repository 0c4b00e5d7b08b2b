"""Where torch's public names are."""

from __future__ import annotations

import torch

from verify_mappings.snapshot.walk import Place, places

# The types of TorchScript's compiler live in `torch` too; code that is ported never names them.
_NAMED_BY_USERS = (
    *("AcceleratorError", "Event", "Generator", "OutOfMemoryError", "ScriptFunction"),
    *("ScriptModule", "Size", "Stream", "device", "dtype", "finfo", "iinfo", "layout"),
    *("memory_format", "qscheme"),
)
_COMPILER_CLASSES = tuple(
    name
    for name, obj in vars(torch._C).items()
    if isinstance(obj, type) and name not in _NAMED_BY_USERS
)

# Each is defined in a module of its own, which code imports it from.
_OPTIMIZERS = (
    *("ASGD", "Adadelta", "Adagrad", "Adam", "AdamW", "Adamax", "LBFGS", "NAdam", "RAdam"),
    *("RMSprop", "Rprop", "SGD"),
)
# What only instances have, and code reads: the class, something that makes one, attributes.
OF_INSTANCES = (
    (
        "torch.optim.Optimizer",
        lambda: torch.optim.SGD([torch.zeros(1)]),
        ("defaults", "param_groups", "state"),
    ),
)
# What no module lists and people's code names all the same.
_UNLISTED = {
    "": (
        *(name for name in dir(torch) if name.startswith("_foreach_")),
        *(f"{name}.itemsize" for name, obj in vars(torch).items() if isinstance(obj, torch.dtype)),
        *("__version__", "__version__.split", "_assert", "cuda.OutOfMemoryError"),
    ),
    "ao.quantization": ("DeQuantStub", "QuantStub"),
    "cpu.amp": ("autocast",),
    "distributed.checkpoint": ("FileSystemReader", "FileSystemWriter"),
    "distributed.checkpoint.hf_storage": ("HuggingFaceStorageReader",),
    "distributed.checkpoint.optimizer": ("load_sharded_optimizer_state_dict",),
    "distributed.fsdp.fully_sharded_data_parallel": ("MixedPrecision", "ShardingStrategy"),
    "distributed.fsdp.sharded_grad_scaler": ("ShardedGradScaler",),
    "distributed.fsdp.wrap": ("ModuleWrapPolicy", "enable_wrap"),
    "distributions.constraints": ("positive_definite.check",),
    "distributions.utils": ("lazy_property",),
    # Its `Graph`, `Interpreter`, `Node` and `Proxy` would be taken for others of these names.
    "fx": ("GraphModule", "Tracer", "symbolic_trace", "wrap"),
    "jit": ("_overload", "_overload_method"),
    "multiprocessing": ("spawn",),
    "nn": tuple(
        f"Conv{transposed}{n}d.reset_parameters"
        for transposed in ("", "Transpose")
        for n in (1, 2, 3)
    ),
    "nn.attention": ("_cur_sdpa_kernel_backends",),
    "nn.functional": ("_Reduction.get_enum",),
    "nn.init": ("_calculate_fan_in_and_fan_out",),
    "nn.modules.batchnorm": ("_BatchNorm",),
    "nn.modules.loss": ("_Loss",),
    "nn.modules.utils": ("_ntuple", "_pair", "_quadruple", "_single", "_triple"),
    "onnx.symbolic_helper": ("parse_args",),
    "onnx.symbolic_opset9": ("masked_fill",),
    **{f"optim.{name.lower()}": (name,) for name in _OPTIMIZERS},
    "optim.lr_scheduler": ("_LRScheduler",),
    "quasirandom": ("SobolEngine",),
    "sparse": ("FloatTensor",),
    "storage": ("TypedStorage",),
    "utils.cpp_extension": ("BuildExtension.with_options", "CUDA_HOME"),
    "utils.data._utils.collate": (
        *("default_collate", "default_collate_err_msg_format", "np_str_obj_array_pattern"),
    ),
    "utils.flop_counter": ("FlopCounterMode",),
    "utils.model_zoo": ("load_url",),
}

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
    Place(
        "torch.nn.functional",
        owners=("torch.nn.functional",),
        builtins=True,
        without=("has_torch_function", "has_torch_function_unary", "has_torch_function_variadic"),
    ),
    Place("torch.nn.parallel", without=("DistributedDataParallelCPU",)),
    Place("torch.linalg", builtins=True, extra=("LinAlgError",)),
    Place("torch.fft", builtins=True, without=("Tensor",)),
    Place("torch.sparse", builtins=True, extra=("spdiags", "spsolve")),
    Place("torch.utils.dlpack", extra=("to_dlpack",)),
    Place(
        "torch.distributed",
        owners=("torch.distributed", "torch._C._distributed_c10d"),
        extra=("group.WORLD",),
    ),
    Place("torch.version", extra=("cuda", "hip", "git_version"), members=False),
    Place("torch.jit", extra=("is_scripting", "is_tracing", "script_method", "ScriptFunction")),
    Place("torch.onnx", extra=("OperatorExportTypes", "TrainingMode")),
    Place("torch.library", extra=("register_autograd",), members=False),
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
            *("allow_tf32", "benchmark", "benchmark_limit", "deterministic"),
            *("enabled", "flags", "is_available", "version"),
        ),
    ),
    Place("torch.backends.mkldnn", extra=("flags", "is_available", "is_acl_available", "verbose")),
    Place(
        "torch.backends.opt_einsum", extra=("enabled", "get_opt_einsum", "is_available", "strategy")
    ),
    *places(
        "torch",
        """
        nn.utils.rnn nn.utils.parametrizations nn.utils.parametrize nn.utils.fusion
        nn.utils.stateless nn.attention special signal.windows nn.attention.flex_attention optim
        optim.lr_scheduler optim.swa_utils autograd autograd.functional autograd.graph
        autograd.profiler profiler utils.data utils.data.distributed utils.checkpoint distributions
        distributions.kl distributed.fsdp distributed.tensor distributed.optim cuda cuda.amp
        cuda.memory cuda.random cuda.nvtx cuda.comm amp cpu mps accelerator nested futures random
        hub func compiler overrides
        """,
    ),
    *places(
        "torch",
        """
        optim.optimizer utils.hooks utils.cpp_extension distributions.transforms
        distributions.constraints distributed.checkpoint distributed.checkpoint.state_dict
        distributed.device_mesh nn.parallel.distributed xpu multiprocessing serialization masked
        export
        """,
        members=False,
    ),
    *places(
        "torch",
        """
        nn nn.init nn.utils nn.utils.prune autograd.forward_ad distributed.algorithms
        distributed.rpc cuda.graphs testing backends.mkl backends.mps backends.openmp
        """,
        own=True,
    ),
    # The modules that define what the modules above list: `help()` prints these names, and code
    # imports from them. What torch documents, it documents under the others.
    *places(
        "torch",
        """
        functional nn.modules nn.modules.activation nn.modules.batchnorm nn.modules.container
        nn.modules.conv nn.modules.distance nn.modules.dropout nn.modules.instancenorm
        nn.modules.linear nn.modules.loss nn.modules.module nn.modules.normalization
        nn.modules.padding nn.modules.pooling nn.modules.rnn nn.modules.sparse
        nn.modules.transformer nn.modules.upsampling utils.data.dataloader utils.data.dataset
        utils.data.sampler amp.autocast_mode amp.grad_scaler autograd.grad_mode
        cuda.amp.autocast_mode cuda.amp.grad_scaler distributed.fsdp.fully_sharded_data_parallel
        distributed.tensor.placement_types distributions.bernoulli distributions.beta
        distributions.binomial distributions.categorical distributions.cauchy distributions.chi2
        distributions.continuous_bernoulli distributions.dirichlet
        distributions.exp_family distributions.exponential distributions.gamma
        distributions.geometric distributions.gumbel distributions.half_cauchy
        distributions.half_normal distributions.independent distributions.inverse_gamma
        distributions.kumaraswamy distributions.laplace distributions.lkj_cholesky
        distributions.log_normal distributions.mixture_same_family distributions.multinomial
        distributions.multivariate_normal distributions.negative_binomial distributions.normal
        distributions.one_hot_categorical distributions.pareto distributions.poisson
        distributions.relaxed_bernoulli distributions.relaxed_categorical distributions.studentT
        distributions.transformed_distribution distributions.uniform distributions.von_mises
        distributions.weibull
        """,
        members=False,
        documented=False,
    ),
    *(
        Place(
            f"torch.{module}".rstrip("."), extra=names, only=True, members=False, documented=False
        )
        for module, names in _UNLISTED.items()
    ),
    *places("torch", "autograd.function distributions.distribution", documented=False),
    *places(
        "torch",
        "nn.parameter utils",
        own=True,
        members=False,
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
