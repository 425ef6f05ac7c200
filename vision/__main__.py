"""python -m vision PHOTO...: the tiles in each photograph, one line of JSON a photograph."""

from __future__ import annotations

import json
import sys

from vision.scan import Scanner, answer


def run(images: list[str]) -> int:
    """Print the answers; the exit status is 1 when a picture could not be read, 2 when none was named."""
    if not images or images[0] in ("-h", "--help"):
        print(__doc__, file=sys.stderr)
        return 0 if images else 2
    scanner = Scanner()
    failed = False
    for image in images:
        told = answer(scanner, image)
        failed |= "error" in told
        print(json.dumps(told), flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
