"""The nets, a card for each, and the recipes that made them.

NAME.onnx is a net and NAME.md its card; `path` finds both, in a checkout and in an installed package.  All other files
here are recipes: scripts that nothing imports at run time.
"""

from __future__ import annotations

from importlib import resources
from pathlib import Path


def path(name: str) -> Path:
    """Where the file *name* of this folder lies."""
    return Path(str(resources.files(__name__).joinpath(name)))
