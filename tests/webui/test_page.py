"""The view is a pure function of what is there; its whole is compared with what was read and found right."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from engine.actions import HandStart
from engine.games import GAMES
from engine.journal import Withdraw
from tests.support.dashboard import DEALT, HAND, PLAYS, room_in, seen_by_camera
from webui import create_app
from webui.page import view
from webui.room import Room, Seen
from webui.words import LANGUAGES, words_in

GOLDEN = Path(__file__).with_name("views")
ENGLISH = words_in("en")


def shown(room: Room, language: str = "en") -> dict[str, Any]:
    return view(room.seen, words_in(language))


def as_read(told: dict[str, Any]) -> str:
    """A view as a person reviews it: what never changes in a game is left out."""
    kept = {k: v for k, v in told.items() if k not in ("set", "tile_names", "beat")}
    if kept["game"]:
        kept["game"] = kept["game"] | {"date": None}
    return json.dumps(kept, indent=1, ensure_ascii=False) + "\n"


def auction(folder: Path) -> Room:
    return room_in(folder, HAND[:3])


def trick(folder: Path) -> Room:
    room = room_in(folder, HAND[:6])
    for number, act in enumerate(PLAYS[:12]):
        seen_by_camera(room, act, number)
    return room


def mended(folder: Path) -> Room:
    room = trick(folder)
    room.enter_text("fix 17 => W 6-2", "Ella")
    return room


def asked(folder: Path) -> Room:
    room = room_in(folder, HAND[:16])
    room.enter_text("ask S 4-0 | S 5-0", None)
    return room


def against(folder: Path) -> Room:
    return room_in(folder, [*DEALT, *PLAYS[:9], "E 5-3"])


def line(folder: Path) -> Room:
    acts = ["A 6-6", "B 6-4@6-6", "A 6-3@6-6", "B 4-4@6-4", "A 5-2"]
    return room_in(folder, acts, "block", (("A", "Ann"), ("B", "Bob")))


def finished(folder: Path) -> Room:
    return room_in(folder, HAND)


CASES = (auction, trick, mended, asked, against, line, finished)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_the_view_is_the_one_that_was_read(case: Any, tmp_path: Path) -> None:
    told = as_read(shown(case(tmp_path)))
    path = GOLDEN / f"{case.__name__}.json"
    if os.environ.get("REWRITE_VIEWS"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(told)
    assert told == path.read_text(), "if this is meant: REWRITE_VIEWS=1, and read the difference"


def test_the_same_table_gives_the_same_view(tmp_path: Path) -> None:
    room = trick(tmp_path)
    assert shown(room) == shown(room)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_every_sentence_is_filled_in_every_language(case: Any, language: str, tmp_path: Path) -> None:
    text = json.dumps(shown(case(tmp_path), language), ensure_ascii=False)
    for key in ("says", "more", "small", "ruling", "label", "evidence", "title", "points"):
        for part in _strings(json.loads(text), key):
            assert not set("{}") & set(part), part
            assert "None" not in part, part


def _strings(node: Any, key: str) -> list[str]:
    if isinstance(node, dict):
        own = [node[key]] if isinstance(node.get(key), str) else []
        return own + [text for value in node.values() for text in _strings(value, key)]
    return [text for value in node for text in _strings(value, key)] if isinstance(node, list) else []


def test_without_a_game_there_is_little_to_show() -> None:
    told = view(Seen(0, None, None), ENGLISH)
    assert (told["version"], told["game"]) == (0, None)


def test_the_whole_hand_comes_out_29_to_13(tmp_path: Path) -> None:
    told = shown(finished(tmp_path))
    assert told["hand"]["points"] == "29 – 13"
    assert [side["says"] for side in told["sides"]] == [
        "Nancy & Steve: 0 marks of 7",
        "Ella & Will: 1 mark of 7",
    ]
    assert told["last"]["small"] == "Hand 1: Nancy & Steve 29, Ella & Will 13. 1 mark to Ella & Will."


def test_a_trick_is_told_with_its_arithmetic(tmp_path: Path) -> None:
    last = shown(trick(tmp_path))["last"]
    assert last["says"] == "Will takes it with the 6-6."
    assert last["more"] == "6-4: 10, and 1 for the trick: 11 to Ella & Will."
    assert last["small"] == "Nancy & Steve cannot make the bid any more."


def test_a_play_that_does_not_follow_is_told_with_what_was_held(tmp_path: Path) -> None:
    last = shown(against(tmp_path))["last"]
    assert last["tone"] == "wrong"
    assert last["says"] == "Sixes were led and Ella holds the 6-5, so the 5-3 does not follow."


def test_a_renege_names_the_play_it_exposes(tmp_path: Path) -> None:
    acts = [*HAND[:14], "N 6-4", "E 5-3", "S 4-0", "W 6-6", "W 3-3", "N 4-3", "E 6-5"]
    last = shown(room_in(tmp_path, acts))["last"]
    assert last["tone"] == "exposed"
    assert last["says"] == "Ella reneged: sixes were led when Ella played the 5-3, but Ella had the 6-5."


def test_an_act_out_of_turn_names_whose_turn_it_was(tmp_path: Path) -> None:
    last = shown(room_in(tmp_path, [*HAND[:7], "S 3-1"]))["last"]
    assert last["says"] == "It was Ella's turn, not Steve's."


def test_tiles_lie_where_the_camera_saw_them(tmp_path: Path) -> None:
    room = trick(tmp_path)
    tiles = shown(room)["felt"]["tiles"]
    assert room.seen.snapshot is not None
    seen = [entry.seen.pose for entry in room.seen.snapshot.entries[-4:]]  # type: ignore[union-attr]
    assert [(t["x"], t["y"]) for t in tiles] == [(round(p.x_mm, 1), round(-p.y_mm, 1)) for p in seen]
    assert [t["label"] for t in tiles][3] == "double six, played by Will, takes the trick"


def test_a_correction_stays_where_the_tile_was_seen(tmp_path: Path) -> None:
    before = shown(trick(tmp_path / "a"))["felt"]["tiles"][3]
    after = shown(mended(tmp_path / "b"))["felt"]["tiles"][3]
    assert (after["x"], after["y"], after["tile"]) == (before["x"], before["y"], "6-2")


def test_likely_tiles_come_first_with_how_likely(tmp_path: Path) -> None:
    row = shown(trick(tmp_path))["record"][-1]
    assert row["likely"] == [["6-0", "0.3 %"]]
    assert row["evidence"] == "seen by the camera, 99.6 % sure"


def test_every_bid_offered_stands_and_no_other_number_does(tmp_path: Path) -> None:
    turn = shown(auction(tmp_path))["turn"]
    assert [choice["says"] for choice in turn["choices"]] == ["Pass", *map(str, range(31, 43)), "84"]
    assert turn["says"] == "Will to bid."


def test_every_trump_can_be_named_by_one_tap(tmp_path: Path) -> None:
    turn = shown(room_in(tmp_path, HAND[:5]))["turn"]
    said = ["Sixes", "Fives", "Fours", "Threes", "Twos", "Ones", "Blanks", "Doubles", "Follow me"]
    assert [choice["says"] for choice in turn["choices"]] == said
    assert turn["choices"][5]["act"] == "call N 1"


def test_a_question_offers_its_candidates(tmp_path: Path) -> None:
    ask = shown(asked(tmp_path))["ask"]
    assert [one["act"] for one in ask["candidates"]] == ["fix 16 => S 4-0", "fix 16 => S 5-0"]


def test_a_tile_that_joins_nothing_is_shown_beside_the_layout(tmp_path: Path) -> None:
    tiles = shown(line(tmp_path))["felt"]["tiles"]
    assert [(t["tile"], t["beside"], t["tone"]) for t in tiles][-1] == ("5-2", True, "wrong")


def test_the_view_holds_the_present_hand_and_the_record_the_whole_game(tmp_path: Path) -> None:
    room = room_in(tmp_path, [*HAND, "bid S pass", "bid W 30"])
    assert [row["n"] for row in shown(room)["record"]] == [33, 34, 35]
    told = create_app(room).test_client().get("/api/record").get_json()["record"]
    assert [row["n"] for row in told] == list(range(1, 36))


@pytest.mark.parametrize("key", GAMES)
def test_every_game_can_be_shown_from_its_first_moment(key: str, tmp_path: Path) -> None:
    game = GAMES[key]
    number = next(iter(game.profiles.values())).seats
    seats = [("ABCDEFGH"[i], f"Player {i}") for i in range(number)]
    room = room_in(tmp_path, (), key, seats)
    for language in LANGUAGES:
        told = shown(room, language)
        assert told["turn"]["says"] and len(told["seats"]) == number
    assert len(json.dumps(shown(room))) < 60_000


def test_once_trumps_are_named_the_first_trick_is_on(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:5])
    assert shown(room)["hand"]["says"] == "hand 1", "the auction is over"
    room.enter_text(HAND[5], None)
    assert shown(room)["hand"]["says"] == "trick 1 of 7"


def test_a_name_written_from_right_to_left_is_kept_apart_in_sentences(tmp_path: Path) -> None:
    """Else the bid and the number of the trick beside it change places."""
    seats = (
        ("N", "\u05e0\u05e2\u05de\u05d9"),
        ("E", "Ella"),
        ("S", "\u0633\u0627\u0631\u0629"),
        ("W", "Will"),
    )
    told = shown(room_in(tmp_path, HAND[:9], seats=seats))
    naomi, sara = (f"\u2068{seats[seat][1]}\u2069" for seat in (0, 2))
    assert told["record"][-1]["says"].startswith(f"{sara} played the 3-1")
    assert told["sides"][0]["name"] == f"{naomi} & {sara}"
    assert told["sides"][1]["name"] == "Ella & Will"
    assert [seat["name"] for seat in told["seats"]] == [name for _, name in seats]


# --- what is undone, and what is only supposed ---


def undo(room: Room) -> str | None:
    told: str | None = shown(room)["undo"]
    return told


def test_a_hand_that_the_camera_concluded_to_begin_is_undone_before_the_hand_it_ended(tmp_path: Path) -> None:
    room = room_in(tmp_path, ["hand 1", "A 6-6", "B 6-4@6-6"], "block", (("A", "Ann"), ("B", "Bob")))
    room.enter(HandStart(2), "inferred")
    assert undo(room) == "fix hand 2 drop"
    room.enter_text("fix hand 2 drop", "Ann")
    assert shown(room)["turn"]["seat"] == "A" and len(shown(room)["felt"]["tiles"]) == 2
    assert undo(room) == "fix 2 drop"


def test_what_the_camera_took_back_is_itself_undone_first(tmp_path: Path) -> None:
    room = trick(tmp_path)
    room.enter(Withdraw(17), "vision")
    assert undo(room) == "fix 18 drop"
    room.enter_text("fix 18 drop", None)
    assert undo(room) == "fix 17 drop"


def test_while_a_question_is_open_nobody_is_out_of_turn_for_it(tmp_path: Path) -> None:
    room = asked(tmp_path)
    room.enter_text("W 3-3", None)
    told = shown(room)
    assert [row["tone"] for row in told["record"][-2:]] == ["fine", "fine"]
    assert told["record"][-2]["says"] == "Not sure what Steve did"
    assert (told["ask"]["n"], told["last"]["n"]) == (16, 17)


def test_a_question_without_answers_leaves_the_page_as_it_is(tmp_path: Path) -> None:
    room = trick(tmp_path)
    room.enter_text("ask", None)
    assert shown(room)["ask"]["candidates"] == []
