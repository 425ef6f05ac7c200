"""Games gone by: the list, one game hand by hand, the statistics."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

from engine.notation import read
from engine.outcomes import Promise
from tests.pictures_for_readme import lost_42
from tests.support.dashboard import HAND, SEATS, room_in
from webui import create_app
from webui.past import PastGame, past_game
from webui.plots import Bar, Line, bars, lines
from webui.room import Room
from webui.shelf import Shelf
from webui.standings import standings
from webui.store import KeptEntry, Store

RECORDS = Path(__file__).parent.parent / "records"
NAMES = ("Nancy", "Ella", "Steve", "Will")


def past(name: str) -> PastGame:
    return past_game(1, read((RECORDS / f"{name}.dgn").read_text()).record, ended=True)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Room:
    """Two games, only looked at: a Mexican Train played to its end, and a 42 with one hand over and one begun."""
    room = Room(Store(tmp_path_factory.mktemp("past")))
    record = read((RECORDS / "mexican_train.dgn").read_text()).record
    room.begin_record(record.tagged("Date", "2026.11.12"))
    room.begin("texas_42", SEATS, date="2026.11.30")
    for act in (*HAND, "hand 2 shaker=E", "bid S pass"):
        room.enter_text(act, None)
    return room


@pytest.fixture(scope="module")
def client(room: Room) -> FlaskClient:
    return create_app(room).test_client()


def words_of(html: str) -> str:
    text = re.sub(r"<svg.*?</svg>", " ", html, flags=re.S)
    return " ".join(re.sub(r"<[^>]+>", " ", text).replace("&amp;", "&").split())


# --- one game as values ------------------------------------------------------------------------


def test_a_game_gone_by_knows_who_promised_what_and_what_came_of_it() -> None:
    game = past("texas_42_example")
    (hand,) = game.hands
    assert hand.promised is not None and hand.scored is not None
    assert (hand.promised.seat, hand.promised.result) == (0, Promise.FAILED)
    assert (hand.points, hand.scored.marks) == ((29, 13), (0, 1))
    assert [trick.winner for trick in hand.tricks] == [0, 0, 3, 3, 3, 0, 0]
    assert (game.in_marks, game.low_wins, game.players(0)) == (True, False, ("Nancy", "Steve"))


def test_in_layout_games_the_tiles_stand_in_the_order_laid() -> None:
    game = past("all_fives_spinner")
    assert len(game.hands[0].laid) == 5
    assert sum(laid.points for laid in game.hands[0].laid if laid.seat == 0) == game.total[0]


@pytest.mark.parametrize("path", sorted(RECORDS.glob("*.dgn")), ids=lambda path: path.stem)
def test_hands_add_up_to_the_score_in_every_game(path: Path) -> None:
    game = past(path.stem)
    if all(hand.scored for hand in game.hands) and game.hands:
        added = tuple(map(sum, zip(*(hand.scored.marks for hand in game.scored_hands), strict=True)))  # type: ignore[union-attr]
        assert added == game.total or "Score" in path.read_text()


# --- statistics ----------------------------------------------------------------------------------


def test_bids_made_and_failed_are_counted_for_who_bid() -> None:
    told = standings([past("texas_42_example"), past("texas_42")])
    bids = {one.name: (one.made, one.failed) for one in told.players}
    assert bids == {"Nancy": (1, 2), "Ella": (0, 2), "Steve": (0, 1), "Will": (0, 2)}
    assert (told.games, told.hands, told.bids) == (2, 9, True)


def test_an_average_is_of_the_hands_of_the_players_side() -> None:
    told = standings([past("texas_42_example")])
    averages = {one.name: one.average for one in told.players}
    assert averages == {"Nancy": 29, "Steve": 29, "Ella": 13, "Will": 13}


def test_where_few_points_win_the_lowest_is_the_best() -> None:
    told = standings([past("mexican_train")])
    assert told.low_wins and told.players[0].name in ("Nancy", "Steve")
    best = told.best[0]
    assert best.hand.points[best.side] == min(best.hand.points)


def test_a_player_is_one_however_the_name_is_written() -> None:
    game = past("texas_42_example")
    told = standings([game, PastGame(2, *(getattr(game, name) for name in ("key", "date")), ("NANCY ", *NAMES[1:]),
                                     game.sides, game.hands, game.total, (1,), False, True)])  # fmt: skip
    assert [one.name for one in told.players if one.name.strip().lower() == "nancy"] == ["Nancy"]
    assert {one.name: (one.won, one.games) for one in told.players}["Ella"] == (1, 1)


def test_no_games_have_no_statistics() -> None:
    told = standings([])
    assert (told.players, told.best, told.bids) == ([], [], False)


# --- plots ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hands", [1, 2, 13, 60])
@pytest.mark.parametrize("players", [1, 2, 8])
def test_a_plot_is_sound_and_stays_inside_its_frame(hands: int, players: int) -> None:
    rows = [
        Line(f"Player <{n}> & Co", tuple((n + 1) * hand for hand in range(hands))) for n in range(players)
    ]
    plot = ElementTree.fromstring(lines("Score & more", rows, target=20))
    heights = [float(one.get("y", 0)) for one in plot.iter("text")]
    assert all(0 <= y <= 200 for y in heights)
    assert plot.get("aria-label") == "Score & more"


def test_lines_are_told_apart_without_colour() -> None:
    plot = str(lines("Score", [Line(name, (0, 1, 2)) for name in NAMES]))
    assert all(
        shape in plot for shape in ("<circle", 'class="square"', 'class="diamond"', 'class="triangle"')
    )
    assert all(name in plot for name in NAMES)


def test_scores_below_nothing_are_drawn_too() -> None:
    ElementTree.fromstring(lines("Score", [Line("Ann", (0, -20, 15))]))


def test_a_bar_says_its_numbers() -> None:
    plot = str(bars("Bids", [Bar("Nancy", 3, 1, "3 / 1"), Bar("<b>", 0, 0, "0 / 0")]))
    assert "3 / 1" in plot and "<b>" not in plot
    ElementTree.fromstring(plot)


# --- pages ------------------------------------------------------------------------------------------


def test_the_games_are_listed_newest_first_with_how_they_stand(client: FlaskClient) -> None:
    told = words_of(client.get("/games?lang=en").text)
    assert "Texas 42 30 November 2026 Nancy & Steve against Ella & Will On the table now: 0 – 1." in told
    assert (
        "Mexican Train 12 November 2026 Nancy, Ella, Steve and Will Steve won: Steve 300, Nancy 347" in told
    )
    assert told.index("Texas 42") < told.index("Mexican Train")


def test_many_games_are_turned_over_page_by_page(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:1])
    for _ in range(34):
        room.begin("texas_42", SEATS)
        room.enter_text("hand 1 shaker=N", None)
    client = create_app(room).test_client()
    first = client.get("/games").text
    assert (first.count('href="/games/'), "/games?before=6" in first) == (30, True)
    rest = client.get("/games?before=6").text
    assert (rest.count('href="/games/'), "before=" in rest) == (5, False)


def test_a_game_shows_bids_scores_and_tricks(client: FlaskClient) -> None:
    html = client.get("/games/2?lang=en").text
    told = words_of(html)
    assert "Nancy 32, ones failed" in told and "29 13 +1" in told
    assert "Trick 3 Nancy Ella Steve Will Will takes it, worth 11" in told
    assert 'aria-label="six four"' in html
    assert html.count("<use ") == 3 * 28


def test_tricks_the_rules_hide_are_not_shown_while_the_hand_is_played(tmp_path: Path) -> None:
    acts = [
        "hand 1 shaker=N",
        "bid E 2m",
        "bid S pass",
        "bid W pass",
        "bid N pass",
        "call E 6",
        "E 6-6",
        "S 6-1",
    ]
    room = room_in(tmp_path, [*acts, "W 6-2", "N 6-3", "E 6-5"])
    state = room.seen.snapshot.refereed.state  # type: ignore[union-attr]
    html = create_app(room).test_client().get("/games/1?lang=en").text
    assert state.hidden_history == ("The tricks of this hand are shown when it is over." in html)
    assert state.hidden_history == ("Trick 1" not in html)


@pytest.mark.parametrize("language", ["en", "es", "da"])
@pytest.mark.parametrize(
    "path", ["/games", "/games/1", "/games/2", "/statistics", "/statistics?game=mexican_train"]
)
def test_every_page_is_whole_in_every_language(client: FlaskClient, path: str, language: str) -> None:
    html = client.get(f"{path}{'&' if '?' in path else '?'}lang={language}").text
    assert f'<html lang="{language}"' in html and "{" not in words_of(html)
    for plot in re.findall(r"<svg.*?</svg>", html, flags=re.S):
        ElementTree.fromstring(plot)


def test_statistics_are_of_one_game_at_a_time(client: FlaskClient) -> None:
    told = words_of(client.get("/statistics?lang=en&game=texas_42").text)
    assert "1 hand in 1 game." in told and "Nancy 0 / 0 0 / 1 29 0 / 1 0 %" in told
    assert "The fewest points win." in words_of(client.get("/statistics?lang=en&game=mexican_train").text)
    assert "There is nothing to count yet." in words_of(client.get("/statistics?lang=en&game=chess").text)


def test_a_game_that_is_not_kept_is_refused(client: FlaskClient) -> None:
    assert client.get("/games/77").status_code == 404


def test_a_game_this_program_does_not_know_is_listed_all_the_same(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.begin("pinochle", '[DGN "1"]\n[Game "pinochle"]\n[Seats]', SEATS, 0)
    store.append(1, KeptEntry(1, "N meld 40", "hand"))
    store.begin("texas_42", '[DGN "1"]\n[Game "texas_42"]\n[Seats]', SEATS, 9)
    client = create_app(Room(store)).test_client()
    for path in ("/games", "/games/1"):
        assert "cannot show this game, but its record can be downloaded" in client.get(f"{path}?lang=en").text
    assert client.get("/statistics").status_code == 200


def test_a_name_cannot_bring_markup_into_a_page(tmp_path: Path) -> None:
    seats = (("N", "<b>Nan"), ("E", "E&'\""), ("S", "Steve"), ("W", "Will"))
    room = room_in(tmp_path, HAND, seats=seats)
    client = create_app(room).test_client()
    for path in ("/games", "/games/1", "/statistics"):
        assert "<b>Nan" not in client.get(path).text


def test_a_game_is_refereed_once_however_often_it_is_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = room_in(tmp_path, HAND[:12])
    room.begin("texas_42", SEATS)
    shelf = Shelf(room)
    first = shelf.game(1), shelf.game(2)
    monkeypatch.setattr("webui.shelf.past_game", lambda *_, **__: 1 / 0)
    assert (shelf.game(1), shelf.game(2)) == first
    monkeypatch.undo()
    room.enter_text("hand 1 shaker=N", None)
    assert shelf.game(2) is not first[1]
    assert shelf.game(1) is first[0]


def test_the_shelf_holds_only_so_many_games(tmp_path: Path) -> None:
    room = room_in(tmp_path, ())
    for _ in range(5):
        room.enter_text("hand 1 shaker=N", None)
        room.begin("texas_42", SEATS)
    shelf = Shelf(room, most=3)
    assert len(list(shelf.newest_first(10))) == 6
    assert len(shelf._known) == 3


def test_short_hands_of_one_evening_are_all_there(tmp_path: Path) -> None:
    acts = [act for number in (1, 2, 3) for act in lost_42(number, 0)]
    acts.append("hand 4 shaker=N")
    game = Shelf(room_in(tmp_path, acts)).game(1)
    assert game is not None and [hand.number for hand in game.scored_hands] == [1, 2, 3]


def test_a_game_in_which_nothing_was_entered_is_not_told_of(tmp_path: Path) -> None:
    room = room_in(tmp_path, HAND[:3])
    for _ in range(3):
        room.begin("texas_42", SEATS)
    assert [number for number, *_ in Shelf(room).newest_first(9)] == [4, 1]
    assert [game.id for game in room.games()] == [1, 2, 3, 4]
