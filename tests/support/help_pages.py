"""The examples in the pages of ``tallybones help``."""

from __future__ import annotations

import re
from importlib.resources import files


def page(name: str) -> str:
    """The page as it is written."""
    return files("webui").joinpath("help", f"{name}.md").read_text(encoding="utf-8")


def blocks(name: str, language: str) -> list[str]:
    """The blocks in one language, in order."""
    return re.findall(rf"```{language}\n(.*?)```", page(name), re.DOTALL)


HAND_OF_42 = blocks("notation", "dgn")[0]
"""A whole hand of Texas 42: N bids 32 and fails, 29 to 13."""
