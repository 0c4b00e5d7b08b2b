"""Entries that tests apply: idioms of mappings, each in the entry of an API that needs it."""

from __future__ import annotations

from typing import Any

import yaml

from mapping_model.applying.code import Rewritten, rewrite
from mapping_model.building import build_entry
from mapping_model.snapshots import paddle_releases
from mapping_model.types import Type

ENTRIES: dict[str, Any] = {
    data["torch"]: data
    for data in yaml.safe_load_all(
        """
torch: torch.clamp
paddle: paddle.clip
category: params-differ
params:
  - {torch: input, paddle: x}
  - {torch: min, paddle: min}
  - {torch: max, paddle: max}
  - {torch: out, paddle: out}
cases:
  - when: isa(min, tensor) and isa(max, tensor)
    code: paddle.minimum(paddle.maximum(input, min), max)
  - {when: "isa(min, tensor) and max is None", code: "paddle.maximum(input, min)"}
---
torch: torch.nn.LSTM
paddle: paddle.nn.LSTM
category: params-differ
params:
  - {torch: input_size, paddle: input_size}
  - {torch: hidden_size, paddle: hidden_size}
  - {torch: num_layers, paddle: num_layers}
  - {torch: bias}
  - {torch: batch_first, paddle: time_major, value: not batch_first}
  - {torch: dropout, paddle: dropout}
  - {torch: bidirectional, paddle: direction, value: "'bidirect' if bidirectional else 'forward'"}
  - {torch: proj_size, paddle: proj_size}
  - {torch: device, do: none}
cases:
  - when: bias == False
    code: |
      zero = paddle.ParamAttr(learning_rate=0.0)
      paddle.nn.LSTM(input_size, hidden_size, bias_ih_attr=zero, bias_hh_attr=zero, **rest)
---
torch: torch.gather
paddle: paddle.take_along_axis
category: torch-more-params
params:
  - {torch: input, paddle: arr}
  - {torch: dim, paddle: axis}
  - {torch: index, paddle: indices}
  - {torch: sparse_grad, do: drop}
  - {torch: out, paddle: out}
  - {paddle: broadcast, value: "False"}
---
torch: torch.sort
paddle: paddle.sort
category: params-differ
params:
  - {torch: input, paddle: x}
  - {torch: dim, paddle: axis}
  - {torch: descending, paddle: descending}
  - {torch: stable, paddle: stable}
  - {torch: out, do: assign_pair}
cases:
  - {code: {values: paddle.sort(**rest), indices: paddle.argsort(**rest)}}
---
torch: torch.max
category: params-differ
variants:
  - paddle: paddle.max
    category: renamed-params
    when: isa(dim, int)
    params:
      - {torch: input, paddle: x}
      - {torch: dim, paddle: axis}
      - {torch: keepdim, paddle: keepdim}
      - {torch: out, do: assign}
  - paddle: paddle.maximum
    category: renamed-params
    when: isa(other, tensor)
    params:
      - {torch: input, paddle: x}
      - {torch: other, paddle: y}
      - {torch: out, paddle: out}
---
torch: torch.chunk
paddle: paddle.chunk
category: params-differ
params:
  - {torch: input, paddle: x}
  - {torch: chunks, paddle: chunks}
  - {torch: dim, paddle: axis}
cases:
  - when: chunks is None
    code: |
      tuple(input) if isa(input, list) else {"cpu": str(3).replace("3", "4")}["cpu"]
  - {when: dim == 5, paddle: "<3.0", code: "paddle.chunk(input, chunks)"}
---
torch: torch.optim.Adam
paddle: paddle.optimizer.Adam
category: params-differ
params:
  - {torch: params, paddle: parameters, do: groups}
  - {torch: lr, paddle: learning_rate}
  - {torch: betas, paddle: beta1, value: "betas[0]"}
  - {torch: betas, paddle: beta2, value: "betas[1]"}
  - {torch: eps, paddle: epsilon}
  - {torch: weight_decay, paddle: weight_decay, do: same_default}
cases:
  - {when: amsgrad == True, paddle: "<3.0", text: {en: From 3.0 on., zh: 自 3.0 起。}}
  - {when: maximize == True, code: "paddle.optimizer.Adam(-lr, **rest)"}
---
torch: torch.optim.SGD
paddle: paddle.optimizer.SGD
category: params-differ
params:
  - {torch: params, paddle: parameters, do: groups}
  - {torch: lr, paddle: learning_rate}
  - {torch: momentum}
cases:
  - {when: given(momentum), code: "paddle.optimizer.Momentum(momentum=momentum, **rest)"}
---
torch: torch.load
paddle: paddle.load
category: params-differ
params:
  - {torch: f, paddle: path}
cases:
  - {when: "isa(f, file)", code: paddle.load(f.name)}
---
torch: torch.Tensor.view
category: params-differ
variants:
  - paddle: paddle.Tensor.view
    category: params-differ
    when: isa(dtype, dtype)
    params:
      - {torch: dtype, paddle: shape_or_dtype}
  - paddle: paddle.Tensor.reshape
    category: params-differ
    params:
      - {torch: "*size", paddle: shape, do: list}
---
torch: torch.Tensor.requires_grad
paddle: paddle.Tensor.stop_gradient
category: params-differ
returns: {value: not result, text: {en: The opposite., zh: 相反。}}
---
torch: torch.Tensor.size
category: composite
text: {en: The shape., zh: 形状。}
params:
  - {torch: dim}
cases:
  - {when: dim is None, code: self.shape}
  - {code: "self.shape[dim]"}
---
torch: torch.from_numpy
paddle: paddle.to_tensor
category: renamed-params
params:
  - {torch: ndarray, paddle: data}
---
torch: torch.Tensor.grad
paddle: paddle.Tensor.grad
category: no-params
---
torch: torch.where
category: params-differ
variants:
  - paddle: paddle.where
    category: renamed-params
    params:
      - {torch: condition, paddle: condition}
      - {torch: input, paddle: x}
      - {torch: other, paddle: y}
  - paddle: paddle.nonzero
    category: renamed-params
    params:
      - {torch: condition, paddle: x}
      - {paddle: as_tuple, value: "True"}
---
torch: torch.addcmul
category: composite
text: {en: A product is added., zh: 加上乘积。}
cases:
  - {code: input + value * tensor1 * tensor2}
---
torch: torch.full
paddle: paddle.full
category: torch-more-params
params:
  - {torch: size, paddle: shape}
  - {torch: fill_value, paddle: fill_value}
  - {torch: out, do: assign}
  - {torch: dtype, paddle: dtype}
cases:
  - when: given(out) and dtype is None
    code: paddle.assign(paddle.full(size, fill_value, out.dtype), out)
---
torch: torch.Tensor.to
paddle: paddle.Tensor.to
category: params-differ
params:
  - {torch: device, paddle: device, do: device}
  - {torch: non_blocking, paddle: blocking, value: not non_blocking}
---
torch: torch.zeros
paddle: paddle.zeros
category: params-differ
params:
  - {torch: "*size", paddle: shape, do: list}
  - {torch: out, do: assign}
  - {torch: dtype, paddle: dtype}
  - {torch: requires_grad, paddle: requires_grad}
  - {torch: device, paddle: device}
---
torch: torch.LongTensor
category: params-differ
variants:
  - paddle: paddle.to_tensor
    category: paddle-more-params
    when: not isa(data, shape) and not isa(data, int)
    params:
      - {torch: data, paddle: data}
      - {paddle: dtype, value: "'int64'"}
  - paddle: paddle.empty
    category: params-differ
    when: isa(size[0], shape) or isa(size[0], int)
    params:
      - {torch: "*size", paddle: shape, do: list}
      - {paddle: dtype, value: "'int64'"}
---
torch: torch.Tensor.shape
paddle: paddle.Tensor.shape
category: no-params
---
torch: torch.Size
paddle: paddle.Size
category: same-params
params:
  - {torch: iterable, paddle: iterable}
---
torch: torch.Tensor.size
paddle: paddle.Tensor.shape
category: params-differ
params:
  - {torch: dim}
cases:
  - {when: given(dim), code: "self.shape[dim]"}
---
torch: torch.backends.cudnn.benchmark
category: composite
cases:
  - {when: written(), code: "paddle.set_flags({'FLAGS_x': value})"}
  - {code: paddle.get_flags('FLAGS_x')}
---
torch: torch.nn.MSELoss
paddle: paddle.nn.MSELoss
category: torch-more-params
params:
  - {torch: size_average, do: reduction}
  - {torch: reduce, do: reduction}
  - {torch: reduction, paddle: reduction}
---
torch: torch.nn.Linear
paddle: paddle.nn.Linear
category: torch-more-params
params:
  - {torch: in_features, paddle: in_features}
  - {torch: out_features, paddle: out_features}
  - {torch: bias, paddle: bias_attr, do: same_default}
  - {torch: device, do: moved}
  - {torch: dtype, do: to}
---
torch: torch.nn.Sequential
paddle: paddle.nn.Sequential
category: renamed-params
params:
  - {torch: "*args", paddle: "*layers"}
---
torch: torch.nn.Module.parameters
paddle: paddle.nn.Layer.parameters
category: params-differ
params:
  - {torch: recurse, paddle: include_sublayers}
returns: {value: result, text: {en: A list., zh: 列表。}}
---
torch: torch.nn.utils.clip_grad_norm_
paddle: paddle.nn.ClipGradByGlobalNorm
category: context-change
params:
  - {torch: parameters, do: collected}
  - {torch: max_norm, paddle: clip_norm}
  - {torch: norm_type}
  - {torch: error_if_nonfinite}
  - {torch: foreach, do: drop}
cases:
  - {code: paddle.nn.utils.clip_grad_norm_(**same)}
---
torch: torch.nn.Parameter
paddle: paddle.create_parameter
category: torch-more-params
params:
  - {torch: data}
  - {paddle: shape, value: data.shape}
  - {paddle: dtype, value: data.dtype}
---
torch: torch.nn.init.kaiming_normal_
paddle: paddle.nn.initializer.KaimingNormal
category: context-change
params:
  - {torch: tensor}
  - {torch: a, paddle: negative_slope}
cases:
  - {when: "isa(tensor, parameter)", code: "paddle.nn.initializer.KaimingNormal(1, **rest)(tensor)"}
  - {code: paddle.nn.initializer.KaimingNormal(**rest)(tensor)}
---
torch: torch.nn.Module.state_dict
paddle: paddle.nn.Layer.state_dict
category: same-params
params:
  - {torch: prefix, paddle: structured_name_prefix}
cases:
  - {code: "{name: value.detach() for name, value in self.state_dict(**rest).items()}"}
---
torch: torch.nn.Module.load_state_dict
paddle: paddle.nn.Layer.set_state_dict
category: params-differ
params:
  - {torch: state_dict, paddle: state_dict}
  - {torch: strict}
cases:
  - {when: strict == False, code: self.set_state_dict(**rest)}
  - code: |
      missing, unexpected = self.set_state_dict(**rest)
      if strict and (missing or unexpected):
          raise RuntimeError('Missing key(s): ' + str(missing))
      (missing, unexpected)
---
torch: torch.linalg.lu
paddle: paddle.linalg.lu
category: params-differ
params:
  - {torch: A, paddle: x}
  - {torch: pivot, paddle: pivot}
  - {torch: out, do: drop}
  - {paddle: get_infos}
cases:
  - code: |
      lu, pivots = paddle.linalg.lu(**rest)
      paddle.linalg.lu_unpack(lu, pivots)
---
torch: torch.optim.Optimizer.state_dict
paddle: paddle.optimizer.Optimizer.state_dict
category: params-differ
returns: {value: result, text: {en: Other keys., zh: 键不同。}}
---
torch: torch.Tensor.device
paddle: paddle.Tensor.place
category: params-differ
cases:
  - {code: {type: "'cuda' if self.place.is_gpu_place() else 'cpu'"}}
---
torch: torch.nn.utils.parameters_to_vector
category: composite
params:
  - {torch: parameters}
cases:
  - {code: "paddle.concat([p.flatten() for p in parameters])"}
---
torch: torch.nn.LeakyReLU
paddle: paddle.nn.LeakyReLU
category: torch-more-params
params:
  - {torch: negative_slope, paddle: negative_slope}
  - {torch: inplace}
cases:
  - when: inplace == True
    code: |
      layer = paddle.nn.LeakyReLU(negative_slope)
      layer.forward = lambda x: paddle.nn.functional.leaky_relu_(x, negative_slope)
      layer
---
torch: torch.nn.functional.softmax
paddle: paddle.nn.functional.softmax
category: torch-more-params
params:
  - {torch: input, paddle: x}
  - {torch: dim, paddle: axis, value: "0 if input.ndim in (0, 1, 3) else 1"}
---
torch: torch.nn.functional.interpolate
paddle: paddle.nn.functional.interpolate
category: params-differ
params:
  - {torch: input, paddle: x}
  - {torch: size, paddle: size, value: "[size] * (input.ndim - 2) if isa(size, int) else size"}
  - {torch: align_corners, paddle: align_corners, do: same_default}
---
torch: torch.nn.Embedding
paddle: paddle.nn.Embedding
category: params-differ
params:
  - {torch: num_embeddings, paddle: num_embeddings}
  - {torch: embedding_dim, paddle: embedding_dim}
  - {torch: _weight, paddle: weight_attr, value: _weight}
  - {torch: _freeze, paddle: weight_attr, value: False if _freeze else None}
---
torch: torch.distributions.LogNormal
paddle: paddle.distribution.LogNormal
category: torch-more-params
params:
  - {torch: loc, paddle: loc}
  - {torch: scale, paddle: scale}
  - {torch: validate_args, do: drop}
---
torch: torch.distributions.Distribution.stddev
category: composite
cases:
  - {code: paddle.sqrt(self.variance)}
---
torch: torch.distributions.TanhTransform
paddle: paddle.distribution.TanhTransform
category: torch-more-params
params:
  - {torch: cache_size, do: drop}
---
torch: torch.distributions.Transform.log_abs_det_jacobian
paddle: paddle.distribution.Transform.forward_log_det_jacobian
category: torch-more-params
params:
  - {torch: x, paddle: x}
  - {torch: y, do: drop}
---
torch: torch.float64
paddle: paddle.float64
category: no-params
---
torch: torch.Tensor
paddle: paddle.Tensor
category: same-params
---
torch: torch.mean
category: missing
text: {en: Nothing., zh: 无。}
"""
    )
}
TENSORS = {name: Type("Tensor") for name in "xywvi"}


def written(code: str, release: str = "3.3.1") -> Rewritten:
    entries = {name: build_entry(data) for name, data in ENTRIES.items()}
    return rewrite(code, entries.get, paddle_releases()[release], TENSORS)
