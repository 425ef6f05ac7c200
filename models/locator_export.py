"""Write the locator as ONNX: `python -m models.locator_export RUN/last.pt OUT.onnx`; prints its SHA-256."""

from __future__ import annotations

import argparse
import hashlib
import json
import warnings
from pathlib import Path

import onnx
import torch
from torch import Tensor, nn

from models.locator_net import Locator
from models.reader_net import multiply_adds
from vision.find import LABELS

FRAME = (1, 3, 352, 640)
"""How a 1280 x 720 frame is looked at first; its multiply-adds are told in the file."""


class Shipped(nn.Module):
    """The locator with scores instead of logits."""

    def __init__(self, net: Locator) -> None:
        super().__init__()
        self.net = net

    def forward(self, x: Tensor) -> Tensor:
        """(n, 3, h, w) -> (n, 14, h / 4, w / 4)."""
        answer = self.net(x)
        return torch.cat(
            [torch.sigmoid(answer[:, :3]), answer[:, 3:13], torch.sigmoid(answer[:, 13:])], dim=1
        )


def export(weights: Path, out: Path) -> str:
    """The ONNX file of a training run's averaged weights; its SHA-256."""
    net = Locator()
    net.load_state_dict(torch.load(weights)["mean"])
    shapes = {"picture": {2: "height", 3: "width"}, "answer": {2: "rows", 3: "columns"}}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            Shipped(net).eval(), (torch.zeros(1, 3, 320, 320),), str(out), dynamo=False, opset_version=13,
            input_names=["picture"], output_names=["answer"], dynamic_axes=shapes,
        )  # fmt: skip
    model = onnx.load(str(out))
    facts = {
        "labels": json.dumps(LABELS),
        "input": "n x 3 x height x width, BGR, 0 to 1",
        "multiply_adds": str(multiply_adds(net, FRAME)),
    }
    onnx.helper.set_model_props(model, facts)
    onnx.save(model, str(out))
    return hashlib.sha256(out.read_bytes()).hexdigest()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    parser.add_argument("out", type=Path)
    given = parser.parse_args()
    print(export(given.weights, given.out))


if __name__ == "__main__":
    main()
