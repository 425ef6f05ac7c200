"""Write the reader's net as ONNX, with what its numbers mean inside the file."""

from __future__ import annotations

import copy
import json
import warnings
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from models.reader_net import NUMBERS, ReaderNet, multiply_adds
from vision.read import LABELS


def export(net: ReaderNet, to: Path, temperature: float = 1.0) -> None:
    """Write *net*; input 'crops' (n, 3, 48, 96) as vision.rectify.normalised gives it, output 'readings' (n, 49).

    *temperature* divides the logits of both ends, so that confidence means what it says.
    """
    still = copy.deepcopy(net).to(memory_format=torch.contiguous_format).eval()
    with torch.no_grad():
        still.out.weight[: 2 * NUMBERS] /= temperature
        still.out.bias[: 2 * NUMBERS] /= temperature
    cost = multiply_adds(copy.deepcopy(still))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            still,
            (torch.zeros(1, 3, 48, 96),),
            str(to),
            input_names=["crops"],
            output_names=["readings"],
            dynamic_axes={"crops": {0: "n"}, "readings": {0: "n"}},
            opset_version=13,
            dynamo=False,
        )
    model = onnx.load(str(to))
    facts = {"labels": json.dumps(LABELS), "temperature": str(temperature), "multiply_adds": str(cost)}
    onnx.helper.set_model_props(model, facts)
    _halve(model)
    onnx.save(model, str(to))


def _halve(model: onnx.ModelProto) -> None:
    """Keep the weights in sixteen bits: the file is half as large, the net still reckons in thirty-two."""
    kept = []
    for tensor in model.graph.initializer:
        weights = numpy_helper.to_array(tensor)
        if weights.dtype != np.float32 or weights.size < 64:
            kept.append(tensor)
            continue
        name = f"{tensor.name}_16"
        kept.append(numpy_helper.from_array(weights.astype(np.float16), name))
        model.graph.node.insert(
            0, onnx.helper.make_node("Cast", [name], [tensor.name], to=onnx.TensorProto.FLOAT)
        )
    del model.graph.initializer[:]
    model.graph.initializer.extend(kept)
    onnx.checker.check_model(model)
