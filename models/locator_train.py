"""Train the locator: `python -m models.locator_train --run FOLDER --pool FOLDER... [--steps N] [--from WEIGHTS]`.

Scenes come from `python -m models.pool`.  Seeded; goes on from FOLDER/last.pt when it is there, else from
WEIGHTS: another run's last.pt or the shipped models/locator.onnx.
"""

from __future__ import annotations

import argparse
import copy
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn

from models.locator_crops import CELLS, Pool, crop
from models.locator_net import Locator
from models.locator_start import from_onnx, settled
from vision.find import STRIDE, UNIT_PX

BATCH = 16


def batch(pool: Pool, rng: np.random.Generator, number: int) -> tuple[Tensor, ...]:
    """Pictures (n, 3, h, w) 0 to 1, heat, where it is asked, pose, its weight, what is covered, where that is asked."""
    scenes = [pool.draw(rng) for _ in range(number // 2)]
    pairs = [crop(rng, *drawn) for drawn in scenes for _ in range(2)]
    pictures = torch.from_numpy(np.stack([p for p, _ in pairs])).permute(0, 3, 1, 2).float() / 255
    layers = [
        torch.from_numpy(np.stack([getattr(a, name) for _, a in pairs]))
        for name in ("heat", "asked", "pose", "weight", "covered", "told")
    ]
    return pictures, *layers


def loss_of(
    answer: Tensor, heat: Tensor, asked: Tensor, pose: Tensor, weight: Tensor, covered: Tensor, told: Tensor
) -> tuple[Tensor, Tensor, Tensor]:
    """Focal loss of the heat maps, pose error as a share of the tile's size, entropy of what is covered."""
    logits = answer[:, :3]
    p = torch.sigmoid(logits).clamp(1e-5, 1 - 1e-5)
    centre = (heat > 0.999).float()
    near = centre * (1 - p) ** 2 * torch.log(p)
    far = (1 - centre) * (1 - heat) ** 4 * p**2 * torch.log(1 - p)
    found = -((near + far) * asked[:, None]).sum() / centre.sum().clamp(min=1)
    scale = torch.tensor([STRIDE] * 2 + [UNIT_PX] * 8).view(1, -1, 1, 1)
    gap = nn.functional.smooth_l1_loss(answer[:, 3:13] * scale, pose * scale, reduction="none", beta=0.5)
    placed = (gap * weight[:, None]).sum() / (weight > 0).float().sum().clamp(min=1)
    spread = nn.functional.binary_cross_entropy_with_logits(answer[:, 13], covered, reduction="none")
    return found, placed, (spread * told).mean()


class Run:
    """One training run, kept in a folder."""

    def __init__(
        self, folder: Path, pool: Pool, steps: int, rate: float, seed: int, start: Path | None
    ) -> None:
        self.folder, self.pool, self.steps, self.rate, self.seed = folder, pool, steps, rate, seed
        folder.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(seed)
        self.net = Locator().to(memory_format=torch.channels_last)
        if start is not None:
            self.net.load_state_dict(
                from_onnx(start) if start.suffix == ".onnx" else torch.load(start)["mean"]
            )
            if start.suffix == ".onnx":
                settled(self.net, batch(pool, np.random.default_rng(seed), 4 * BATCH)[0])
        self.mean = copy.deepcopy(self.net).eval()
        decayed = [p for p in self.net.parameters() if p.ndim > 1]
        rest = [p for p in self.net.parameters() if p.ndim <= 1]
        groups = [{"params": decayed, "weight_decay": 1e-2}, {"params": rest, "weight_decay": 0.0}]
        self.optimiser = torch.optim.AdamW(groups, lr=rate)
        self.done = 0
        if (folder / "last.pt").exists():
            saved = torch.load(folder / "last.pt")
            self.net.load_state_dict(saved["net"])
            self.mean.load_state_dict(saved["mean"])
            self.optimiser.load_state_dict(saved["optimiser"])
            self.done = saved["done"]

    def rate_at(self, step: int) -> float:
        """Up in 200 steps, then down along half a cosine."""
        return float(
            self.rate * min(1.0, (step + 1) / 200) * (0.5 + 0.5 * np.cos(np.pi * step / self.steps)) + 1e-6
        )

    def step(self) -> tuple[float, float, float]:
        """One batch; the three losses."""
        rng = np.random.default_rng((self.seed, self.done))
        for group in self.optimiser.param_groups:
            group["lr"] = self.rate_at(self.done)
        pictures, *wanted = batch(self.pool, rng, BATCH)
        with torch.autocast("cpu", torch.bfloat16):
            answer = self.net(pictures.contiguous(memory_format=torch.channels_last))
        found, placed, told = loss_of(answer.float(), *wanted)
        self.optimiser.zero_grad(set_to_none=True)
        (found + 2.0 * placed + 2.0 * told).backward()
        nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        self.optimiser.step()
        self.done += 1
        keep = min(0.998, self.done / (self.done + 20))
        with torch.no_grad():
            for slow, fast in zip(
                self.mean.state_dict().values(), self.net.state_dict().values(), strict=True
            ):
                if slow.dtype.is_floating_point:
                    slow.lerp_(fast, 1 - keep)
        return float(found.detach()), float(placed.detach()), float(told.detach())

    def save(self) -> None:
        """Keep everything needed to go on."""
        state = {
            "net": self.net.state_dict(),
            "mean": self.mean.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "done": self.done,
        }
        torch.save(state, self.folder / "new.pt")
        (self.folder / "new.pt").replace(self.folder / "last.pt")

    def train(self) -> None:
        """All the steps still to be done."""
        self.net.train()
        sums, since = np.zeros(3), time.time()
        while self.done < self.steps:
            sums += self.step()
            if self.done % 100 == 0:
                print(
                    f"{self.done} found {sums[0] / 100:.3f} placed {sums[1] / 100:.4f} covered {sums[2] / 100:.4f} {(time.time() - since) / 100:.2f} s",
                    flush=True,
                )
                sums, since = np.zeros(3), time.time()
            if self.done % 250 == 0:
                self.save()
                self.pool.reload()
        self.save()


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--pool", type=Path, nargs="+", required=True)
    parser.add_argument("--steps", type=int, default=20000)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--from", dest="start", type=Path)
    given = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    assert CELLS % 4 == 0
    Run(given.run, Pool(given.pool), given.steps, given.rate, given.seed, given.start).train()


if __name__ == "__main__":
    main()
