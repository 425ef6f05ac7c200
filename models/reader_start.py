"""The reader's weights back from its ONNX file, so that training can go on from what is shipped."""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import nn

from models.reader_net import ReaderNet


def from_onnx(path: Path) -> dict[str, torch.Tensor]:
    """The state of a ReaderNet that answers as the file does (but for what sixteen bits cannot hold).

    Exporting folds each normalisation into its convolution, so the normalisations start as (nearly) nothing.
    """
    graph = onnx.load(str(path)).graph
    kept = {
        tensor.name: torch.from_numpy(numpy_helper.to_array(tensor).copy()) for tensor in graph.initializer
    }
    for node in graph.node:
        if node.op_type == "Cast" and node.input[0] in kept:
            kept[node.output[0]] = kept[node.input[0]].float()
    nodes = [node for node in graph.node if node.op_type in ("Conv", "Gemm")]
    net = ReaderNet()
    layers = [layer for layer in net.modules() if isinstance(layer, nn.Conv2d | nn.Linear)]
    norms = iter([layer for layer in net.modules() if isinstance(layer, nn.BatchNorm2d)])
    with torch.no_grad():
        for layer, node in zip(layers, nodes, strict=True):
            weight, bias = (kept[name] for name in node.input[1:])
            layer.weight.copy_(weight)
            if layer.bias is not None:
                layer.bias.copy_(bias)
                continue
            normal = next(norms)
            normal.bias.copy_(bias)
            normal.running_var.fill_(1.0 - normal.eps)
    return net.state_dict()
