"""Train the reader.  One command, seeded, resumable.

    python -m models.reader_train --out runs/reader --minutes 60 [--from models/reader.onnx]

Renders its own data while it trains, one thread.  Writes reader.pt (a checkpoint to go on from) and reader.onnx.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from models.locator_start import settled
from models.reader_data import UNJUDGED, Batch, Pools, held_out
from models.reader_export import export
from models.reader_net import NUMBERS, ReaderNet, multiply_adds
from models.reader_start import from_onnx

NEW_CLUSTERS, STEPS_A_TABLE = 1, 4
"""Clusters rendered for each step; steps for each whole table rendered."""
TABLES = 0.2
"""Whole tables in memory for each cluster."""


def losses(out: Tensor, batch: Batch) -> Tensor:
    """How wrong *out* is, all heads together."""
    ends, kinds = torch.from_numpy(batch.ends), torch.from_numpy(batch.kinds)
    left = functional.cross_entropy(out[:, :NUMBERS], ends[:, 0], ignore_index=UNJUDGED)
    right = functional.cross_entropy(out[:, NUMBERS : 2 * NUMBERS], ends[:, 1], ignore_index=UNJUDGED)
    kind = functional.cross_entropy(out[:, 2 * NUMBERS : 2 * NUMBERS + 3], kinds, ignore_index=UNJUDGED)
    apart = functional.smooth_l1_loss(
        out[:, -8:], torch.from_numpy(batch.shifts), reduction="none", beta=0.1
    ).mean(1)
    corners = (apart * torch.from_numpy(batch.has_corners)).mean()
    return left + right + 1.5 * kind + 3.0 * corners


def measured(net: nn.Module, batches: list[Batch]) -> dict[str, float]:
    """Shares right and the mean corner error in crop pixels."""
    net.eval()
    both = judged = kind_right = kinds = 0
    error, cornered = 0.0, 0.0
    with torch.no_grad():
        for batch in batches:
            out = net(torch.from_numpy(batch.crops)).numpy()
            said = np.stack([out[:, :NUMBERS].argmax(1), out[:, NUMBERS : 2 * NUMBERS].argmax(1)], 1)
            is_judged = batch.ends[:, 0] >= 0
            both += int(((said == batch.ends).all(1) & is_judged).sum())
            judged += int(is_judged.sum())
            has_kind = batch.kinds >= 0
            kind_right += int(
                ((out[:, 2 * NUMBERS : 2 * NUMBERS + 3].argmax(1) == batch.kinds) & has_kind).sum()
            )
            kinds += int(has_kind.sum())
            error += float((np.abs(out[:, -8:] - batch.shifts).mean(1) * 8 * batch.has_corners).sum())
            cornered += float(batch.has_corners.sum())
    return {"tiles": both / judged, "kinds": kind_right / kinds, "corner_px": error / cornered}


def train(
    out: Path, minutes: float, start: Path | None, seed: int, rate: float, size: int, pool_size: int
) -> None:
    """Train for *minutes*, then export the moving average of the weights."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    out.mkdir(parents=True, exist_ok=True)
    net = ReaderNet()
    rng = np.random.default_rng(seed)
    pools, check = Pools(pool_size, int(pool_size * TABLES)), held_out(1_000_003, 300)
    pools.fill(rng, min(pool_size, 500), min(int(pool_size * TABLES), 120))
    if start is not None and start.suffix == ".onnx":
        net.load_state_dict(from_onnx(start))
        settled(net, torch.from_numpy(pools.batch(np.random.default_rng(seed), 512).crops))
    elif start is not None:
        net.load_state_dict(torch.load(start, weights_only=True))
    net = net.to(memory_format=torch.channels_last)
    average = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    print(f"{multiply_adds(ReaderNet()):,} multiply-adds a tile", flush=True)
    began, step, seen = time.monotonic(), 0, 0.0
    while (share := (time.monotonic() - began) / (60 * minutes)) < 1:
        warm = min(1.0, (step + 1) / 200)
        for group in optimiser.param_groups:
            group["lr"] = rate * warm * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * share)))
        pools.fill(rng, NEW_CLUSTERS, int(step % STEPS_A_TABLE == 0))
        batch = pools.batch(rng, size)
        net.train()
        loss = losses(net(torch.from_numpy(batch.crops).to(memory_format=torch.channels_last)), batch)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        average.update_parameters(net)
        seen += 0.02 * (float(loss.detach()) - seen)
        step += 1
        if step % 500 == 0:
            report = " ".join(
                f"{name} {value:.4f}" for name, value in measured(average.module, check).items()
            )
            print(
                f"step {step} {(time.monotonic() - began) / 60:.1f} min loss {seen:.3f} {report} pool {pools.small.at}+{pools.large.at}",
                flush=True,
            )
            torch.save(average.module.state_dict(), out / "reader.pt")
            export(average.module, out / "reader.onnx")
    torch.save(average.module.state_dict(), out / "reader.pt")
    export(average.module, out / "reader.onnx")
    print("done", measured(average.module, check), flush=True)


def _main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--from", dest="start", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--size", type=int, default=128)
    parser.add_argument("--pool", type=int, default=15000)
    args = parser.parse_args()
    train(args.out, args.minutes, args.start, args.seed, args.rate, args.size, args.pool)


if __name__ == "__main__":
    _main()
