"""The locator's weights back from its ONNX file, so that training can go on from what is shipped."""

from __future__ import annotations

import itertools
from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn

from models.locator_net import Locator


def from_onnx(path: Path) -> dict[str, torch.Tensor]:
    """The state of a Locator that answers as the file does.

    Exporting folds each normalisation into its convolution, so the normalisations start as (nearly) nothing.
    """
    graph = onnx.load(str(path)).graph
    values = {
        tensor.name: torch.from_numpy(numpy_helper.to_array(tensor).copy()) for tensor in graph.initializer
    }
    folded = [[values[name] for name in node.input[1:]] for node in graph.node if node.op_type == "Conv"]
    net = Locator().eval()
    called: list[nn.Conv2d] = []
    hooks = [
        m.register_forward_hook(lambda m, *_: called.append(m))
        for m in net.modules()
        if isinstance(m, nn.Conv2d)
    ]
    net(torch.zeros(1, 3, 64, 64))
    for hook in hooks:
        hook.remove()
    after = {
        id(one): two
        for block in net.modules()
        if isinstance(block, nn.Sequential)
        for one, two in itertools.pairwise(block)
    }
    with torch.no_grad():
        for convolution, (weight, bias) in zip(called, folded, strict=True):
            convolution.weight.copy_(weight)
            if convolution.bias is not None:
                convolution.bias.copy_(bias)
                continue
            normal = after[id(convolution)]
            normal.bias.copy_(bias)
            normal.running_var.fill_(1.0 - normal.eps)
    return net.state_dict()


def settled(net: nn.Module, pictures: torch.Tensor) -> None:
    """Give each normalisation the mean and spread it sees on *pictures*, without changing what the net answers."""

    def settle(module: nn.Module, inputs: tuple[torch.Tensor, ...]) -> None:
        mean, spread = inputs[0].mean((0, 2, 3)), inputs[0].var((0, 2, 3))
        module.running_mean, module.running_var = mean, spread
        module.weight.copy_((spread + module.eps).sqrt())
        module.bias.add_(mean)

    hooks = [m.register_forward_pre_hook(settle) for m in net.modules() if isinstance(m, nn.BatchNorm2d)]
    with torch.no_grad():
        net.eval()(pictures)
    for hook in hooks:
        hook.remove()
