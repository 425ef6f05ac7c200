"""Write the reader's net as ONNX, with what its numbers mean inside the file."""

from __future__ import annotations

import copy
import json
import warnings
from pathlib import Path

import onnx
import torch

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
    onnx.save(model, str(to))
