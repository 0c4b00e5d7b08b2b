"""Loops that change parameters, for `test_augmented.py`, which converts and runs this file."""

import copy, itertools
import torch
from torch import nn


def fill(m):
    with torch.no_grad():
        for i, p in enumerate(m.parameters()):
            p.copy_(torch.full_like(p, i + 1.0))
    return m


def show(m):
    return [float(p.sum()) for p in m.parameters()]


m = fill(nn.Sequential(nn.Conv2d(1, 2, 3), nn.GroupNorm(1, 2)))
e = copy.deepcopy(m)
out = []
with torch.no_grad():
    ps = list(m.parameters())
    for p in ps:
        p -= 0.5
    out.append(show(m))
    for p, q in zip(e.parameters(), m.parameters()):
        p *= 0.9
        p += 0.1 * q
    out.append(show(e))
    for (n, p), (_, q) in zip(e.named_parameters(), m.named_parameters()):
        p *= 0.9
    out.append(show(e))
    for k, p in dict(m.named_parameters()).items():
        p += 2
    out.append(show(m))
    for k, v in m.state_dict().items():
        if v.is_floating_point():
            v *= 0.5
    out.append(show(m))
    for p in itertools.chain(m.parameters(), e.parameters()):
        p -= 0.25
    out += [show(m), show(e)]
    params = dict(m.named_parameters())
    for k in params:
        params[k] -= 0.125
    out.append(show(m))
x = torch.ones(1, 1, 5, 5)
m(x).mean().backward()
for p in m.parameters():
    p.grad *= 2
    p.data -= 0.1 * p.grad
    p.grad.data *= 0.5
    out.append([float(p.sum()), float(p.grad.sum())])
out.append(show(m))
s = [p.clone().detach() for p in m.parameters()]
for v, p in zip(s, m.parameters()):
    v -= 0.1 * (v - p * 2)
out.append([float(v.sum()) for v in s])
print([[round(x, 3) for x in one] for one in out])
