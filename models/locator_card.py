"""Put a new locator in place: `python -m models.locator_card RUN/last.pt` writes locator.onnx and its hash on the card."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import models
from models.locator_export import export


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("weights", type=Path)
    digest = export(parser.parse_args().weights, models.path("locator.onnx"))
    card = models.path("locator.md")
    text = card.read_text(encoding="utf-8")
    card.write_text(re.sub(r"SHA-256: `[0-9a-f]*`", f"SHA-256: `{digest}`", text), encoding="utf-8")
    print(digest)


if __name__ == "__main__":
    main()
