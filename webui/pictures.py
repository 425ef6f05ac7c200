"""The camera's picture laid under the tiles, and the picture that a play came from.

A picture is made from the newest frame when somebody asks, by the thread that serves them: the loop that
watches the table gives nothing for it but a reference.
"""

from __future__ import annotations

import threading
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from calibration.view import TableView
from webui.answers import refuse, room
from webui.host import needs
from webui.house import house

pictures = Blueprint("pictures", __name__)

LONGEST_PX = 900
QUALITY = 80
LARGEST_MM = 5000.0
FELT = (51, 60, 18)
"""Blue, green, red of the page's felt."""
Box = tuple[float, float, float, float]
Bgr = npt.NDArray[np.uint8]
_one = threading.Lock()
"""One picture is made at a time: a small machine has cores to spare for one."""


@pictures.get("/api/table.jpg")
@needs("picture")
def table() -> ResponseReturnValue:
    """The part of the table that the felt shows, seen from straight above; 204 while there is no picture."""
    box = _box(request.args.get("box", ""))
    if box is None:
        return refuse(400, "bad_box")
    lookout = house().lookout
    sight = None if lookout is None else lookout.sight
    if sight is None or sight.view is None:
        return Response(status=204)
    with _one:
        jpeg = seen_from_above(np.asarray(sight.frame.bgr, np.uint8), sight.view, box)
    return Response(jpeg, mimetype="image/jpeg")


@pictures.get("/api/evidence/<int:number>.jpg")
@needs("picture")
def evidence(number: int) -> ResponseReturnValue:
    """What the camera saw when it made that entry of the present game; 204 where no picture is kept."""
    game = room().seen.game
    crop = None if game is None else house().crops.crop(game.id, number)
    if crop is None:
        return Response(status=204)
    response = Response(crop.jpeg, mimetype="image/jpeg")
    response.headers["Cache-Control"] = "no-store"
    return response


def _box(text: str) -> Box | None:
    """x, y, width and height in millimetres of the felt, y down; None where *text* is not that."""
    try:
        told = tuple(float(part) for part in text.split(","))
    except ValueError:
        return None
    if len(told) != 4 or not all(abs(value) <= LARGEST_MM for value in told):
        return None
    x, y, width, height = told
    return (x, y, width, height) if width >= 1 and height >= 1 else None


def seen_from_above(bgr: Bgr, view: TableView, box: Box) -> bytes:
    """A JPEG of the table in *box*; what the camera does not see is felt."""
    x, y, width, height = box
    scale = LONGEST_PX / max(width, height)
    corners_mm = [(x, -y), (x + width, -y), (x + width, -y - height), (x, -y - height)]
    corners_px = np.asarray(view.to_image(corners_mm), np.float32)
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    into = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32)
    matrix = cv2.getPerspectiveTransform(corners_px, into)
    straight = cv2.warpPerspective(bgr, matrix, size, flags=cv2.INTER_LINEAR, borderValue=FELT)
    done, data = cv2.imencode(".jpg", straight, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert done, "OpenCV cannot write JPEG"
    told: Any = data.tobytes()
    return bytes(told)
