"""The reader's net: one look at a whole tile gives both ends, what it is, and where its corners really are."""

from __future__ import annotations

import torch
from torch import Tensor, nn

NUMBERS = 19
"""Ends of 0 to 18 pips."""
KINDS = 3
OUTPUTS = 2 * NUMBERS + KINDS + 8


def _conv(inward: int, outward: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inward, outward, 3, stride, 1, bias=False), nn.BatchNorm2d(outward), nn.ReLU()
    )


class _Separable(nn.Module):
    """A 3 x 3 convolution of each plane, then a mixing of planes; added to its input where the shapes agree."""

    def __init__(self, inward: int, outward: int, stride: int = 1) -> None:
        super().__init__()
        self.each = nn.Conv2d(inward, inward, 3, stride, 1, groups=inward, bias=False)
        self.norm = nn.BatchNorm2d(inward)
        self.mix = nn.Conv2d(inward, outward, 1, bias=False)
        self.norm2 = nn.BatchNorm2d(outward)
        self.adds = inward == outward and stride == 1

    def forward(self, x: Tensor) -> Tensor:
        y = self.norm2(self.mix(torch.relu(self.norm(self.each(x)))))
        return torch.relu(x + y) if self.adds else torch.relu(y)


class ReaderNet(nn.Module):
    """(n, 3, 48, 96) -> (n, OUTPUTS): left end, right end, kind (logits), then corner shifts in crop pixels / 8."""

    def __init__(self) -> None:
        super().__init__()
        self.trunk = nn.Sequential(
            _conv(3, 16, 2),
            _Separable(16, 24),
            _Separable(24, 40, 2),
            _Separable(40, 40),
            _Separable(40, 60),
            _Separable(60, 88, 2),
            _Separable(88, 88),
        )
        # Every plane is weighed by place, in four ways: where a pip is decides what it means.
        self.places = nn.Conv2d(88, 352, (6, 12), groups=88, bias=False)
        self.norm = nn.BatchNorm2d(352)
        self.hidden = nn.Linear(352, 96)
        self.out = nn.Linear(96, OUTPUTS)

    def forward(self, x: Tensor) -> Tensor:
        """Normalised crops to readings."""
        y = torch.relu(self.norm(self.places(self.trunk(x)))).flatten(1)
        out: Tensor = self.out(torch.relu(self.hidden(y)))
        return out


def multiply_adds(net: nn.Module, shape: tuple[int, ...] = (1, 3, 48, 96)) -> int:
    """How many multiply-adds one pass takes."""
    total = 0

    def count(layer: nn.Module, _: tuple[Tensor, ...], out: Tensor) -> None:
        nonlocal total
        weight = layer.weight
        assert isinstance(weight, Tensor)
        places = out.shape[2] * out.shape[3] if out.dim() == 4 else 1
        total += weight.numel() * places

    hooks = [m.register_forward_hook(count) for m in net.modules() if isinstance(m, nn.Conv2d | nn.Linear)]
    net.eval()(torch.zeros(shape))
    for hook in hooks:
        hook.remove()
    return total
