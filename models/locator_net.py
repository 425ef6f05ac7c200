"""The locator: a small fully convolutional net from a picture to places, kinds and poses of tiles."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from vision.find import LABELS


def conv(inputs: int, outputs: int, stride: int = 1, spread: int = 1) -> nn.Sequential:
    """A 3 x 3 convolution, normalised."""
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, 3, stride, spread, dilation=spread, bias=False),
        nn.BatchNorm2d(outputs, momentum=0.03),
    )


class Residual(nn.Module):
    """Two convolutions beside a straight line."""

    def __init__(self, channels: int, spread: int = 1) -> None:
        super().__init__()
        self.first, self.second = conv(channels, channels, 1, spread), conv(channels, channels, 1, spread)

    def forward(self, x: Tensor) -> Tensor:
        """(n, c, h, w) -> the same shape."""
        return torch.relu(x + self.second(torch.relu(self.first(x))))


class Locator(nn.Module):
    """Down to a sixteenth of the picture and back up to a quarter."""

    def __init__(self) -> None:
        super().__init__()
        self.to2, self.to4 = conv(6, 16, 2), conv(16, 32, 2)
        self.to8 = nn.Sequential(conv(32, 48, 2), nn.ReLU(), Residual(48), Residual(48))
        self.to16 = nn.Sequential(conv(48, 64, 2), nn.ReLU(), Residual(64), Residual(64, 2))
        self.up8, self.mix8 = nn.Conv2d(64, 48, 1), conv(48, 48)
        self.up4, self.mix4 = nn.Conv2d(48, 32, 1), conv(32, 32)
        self.out = nn.Conv2d(32, len(LABELS), 1)
        nn.init.constant_(self.out.bias[:3], -4.0)
        self.grown = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, x: Tensor) -> Tensor:
        """(n, 3, h, w) BGR 0 to 1, h and w multiples of 16 -> (n, 14, h / 4, w / 4): vision.find.LABELS, the first three as logits."""
        # The logarithm shows what the dark hides: between touching black tiles there is but a hair of a seam.
        both = torch.cat([x, 0.4 * torch.log(x + 0.03) + 1.0], dim=1)
        quarter = torch.relu(self.to4(torch.relu(self.to2(both))))
        eighth = self.to8(quarter)
        eighth = torch.relu(self.mix8(eighth + self.grown(self.up8(self.to16(eighth)))))
        quarter = torch.relu(self.mix4(quarter + self.grown(self.up4(eighth))))
        answer: Tensor = self.out(quarter)
        return answer
