"""Pages about games gone by: the list, one game hand by hand, and the statistics people ask for."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, current_app, request
from flask.typing import ResponseReturnValue

from engine.games import GAMES
from webui.answers import room, words
from webui.drawn import drawn, ends_drawn
from webui.errors import NoGame
from webui.pages import no_page, rendered
from webui.past import PastGame, PastHand
from webui.plots import Bar, Line, bars, lines
from webui.shelf import Shelf
from webui.standings import Best, Standings, standings, winners_of
from webui.words import Words

history = Blueprint("history", __name__)

ON_A_PAGE = 30
COUNTED = 300
"""Games that go into the statistics, the newest; each is refereed once."""
Shown = dict[str, Any]


def _shelf() -> Shelf:
    found: Shelf = current_app.extensions["shelf"]
    return found


def _page(template: str, **facts: Any) -> str:
    return rendered(template, "games", say=words().catalogue["history"], **facts)


@history.get("/games")
def games() -> ResponseReturnValue:
    """The games kept, newest first."""
    before = request.args.get("before", type=int)
    kept = [_row(number, key, game) for number, key, game in _shelf().newest_first(ON_A_PAGE + 1, before)]
    more = len(kept) > ON_A_PAGE
    shown = kept[:ON_A_PAGE]
    return _page("games.html", kept=shown, older=shown[-1]["id"] if more else None)


@history.get("/games/<int:number>")
def game(number: int) -> ResponseReturnValue:
    """One game: its score and its hands, trick by trick."""
    try:
        told = _shelf().game(number)
    except NoGame as error:
        return no_page(error)
    if told is None:
        key = room().store.game(number).key
        return _page("game.html", game=_row(number, key, None), hands=[])
    return _page("game.html", game=_row(number, told.key, told), **_hands(told))


@history.get("/statistics")
def statistics() -> ResponseReturnValue:
    """Bids made and failed, averages and best hands, for one of the games played here."""
    kept = [told for _, _, told in _shelf().newest_first(COUNTED) if told is not None and told.scored_hands]
    keys = list(dict.fromkeys(told.key for told in kept))
    most = max(keys, key=lambda key: sum(told.key == key for told in kept), default=None)
    chosen = request.args.get("game", most)
    told = standings(one for one in kept if one.key == chosen)
    choices = [(key, GAMES[key].title, key == chosen) for key in keys]
    return _page("statistics.html", choices=choices, **_standings(told))


# --- what a page shows -----------------------------------------------------------------------------


def _row(number: int, key: str, game: PastGame | None) -> Shown:
    """A game in a list."""
    told = words()
    title = GAMES[key].title if key in GAMES else key
    row = {"id": number, "title": title, "date": "", "names": "", "says": told.say("history", "unreadable")}
    if game is None:
        return row
    seen = room().seen
    present = seen.game is not None and seen.game.id == number
    return row | {
        "date": told.date(game.date),
        "names": told.catalogue["history"]["against"].join(_sides(told, game))
        if game.sides < len(game.names)
        else told.joined(list(game.names)),
        "says": _outcome(told, game, present),
        "now": present,
    }


def _side(told: Words, game: PastGame, side: int) -> str:
    return told.partners(list(game.players(side)))


def _sides(told: Words, game: PastGame) -> list[str]:
    return [_side(told, game, side) for side in range(game.sides)]


def _outcome(told: Words, game: PastGame, present: bool) -> str:
    """How a game stands or ended: ``Nancy & Steve won, 7 – 2.``."""
    order = sorted(range(game.sides), key=lambda side: game.total[side], reverse=not game.low_wins)
    many = game.sides != 2
    if many:
        score = ", ".join(f"{_side(told, game, side)} {game.total[side]}" for side in order)
    else:
        first, second = order if game.winners else (0, 1)
        score = told.say("hand", "points", first=game.total[first], second=game.total[second])
    if game.winners:
        sides = told.joined([_side(told, game, side) for side in game.winners])
        key = ("won" if len(game.winners) == 1 else "shared") + ("_many" if many else "")
        return told.say("history", key, sides=sides, score=score)
    return told.say("history", "now" if present else "left", score=score)


def _hands(game: PastGame) -> Shown:
    told = words()
    totals = [(0,) * game.sides, *(hand.scored.total for hand in game.scored_hands if hand.scored)]
    names = _sides(told, game)
    title = told.say("history", "plot_score")
    series = [Line(name, tuple(total[side] for total in totals)) for side, name in enumerate(names)]
    shown = [hand for hand in game.hands if hand.tricks or hand.laid or hand.promised or hand.scored]
    tiles = {laid.tile for hand in shown for trick in _tricks_told(hand) for laid in trick.laid}
    tiles |= {laid.tile for hand in shown for laid in hand.laid}
    return {
        "plot": lines(title, series) if len(totals) > 2 else None,
        "sides": names,
        "total": game.total,
        "bids": any(hand.promised for hand in shown),
        "drawings": ends_drawn(tiles),
        "hands": [_hand(told, game, hand) for hand in shown],
    }


def _tricks_told(hand: PastHand) -> tuple[Any, ...]:
    return () if hand.hides else hand.tricks


def _hand(told: Words, game: PastGame, hand: PastHand) -> Shown:
    scored = hand.scored
    gained = [f"+{own}" if game.in_marks and own else "" for own in scored.marks] if scored else []
    return {
        "number": hand.number,
        "bid": _bid(told, game, hand),
        "won": told.joined([_side(told, game, side) for side in winners_of(game, hand)]) if scored else "",
        "tone": hand.promised.result.value if hand.promised and hand.promised.result else "",
        "result": told.say("history", hand.promised.result.value)
        if hand.promised and hand.promised.result
        else "",
        "cells": list(zip(scored.scores, gained, strict=True)) if scored else [],
        "against": told.number_of("history", "against_rules", hand.against, number=hand.against)
        if hand.against
        else "",
        "tricks": [
            {
                "number": number,
                "says": told.say("history", "takes", name=game.names[trick.winner], worth=trick.worth),
                "laid": [
                    (_drawn(told, laid.tile), game.names[laid.seat], laid.seat == trick.winner)
                    for laid in trick.laid
                ],
            }
            for number, trick in enumerate(_tricks_told(hand), 1)
        ],
        "laid": [
            (_drawn(told, laid.tile), game.names[laid.seat], f"+{laid.points}" if laid.points else "")
            for laid in hand.laid
        ],
    }


def _drawn(told: Words, tile: Any) -> Any:
    return drawn(tile, told.tile_aloud(tile))


def _bid(told: Words, game: PastGame, hand: PastHand) -> str:
    """``Nancy 32, ones``; empty where there was no auction."""
    promised = hand.promised
    if promised is None:
        return ""
    parts = [game.names[promised.seat]]
    if promised.offer is not None:
        parts[0] += f" {told.offer(promised.offer)}"
    if promised.trump is not None:
        parts.append(told.trump(promised.trump))
    return ", ".join(parts)


def _standings(told: Standings) -> Shown:
    say = words()
    bidders = [one for one in told.players if one.made or one.failed]
    averages = [Bar(p.name, p.average or 0.0, 0, say.number(p.average or 0.0)) for p in told.players]
    title_bids, title_average = say.say("history", "plot_bids"), say.say("history", "plot_average")
    return {
        "told": told,
        "about": say.number_of("history", "about", told.hands, hands=told.hands)
        + say.number_of("history", "about_games", told.games, games=told.games),
        "plot_bids": bars(
            title_bids, [Bar(p.name, p.made, p.failed, f"{p.made} / {p.made + p.failed}") for p in bidders]
        )
        if bidders
        else None,
        "plot_average": bars(title_average, averages) if told.players else None,
        "players": [
            {
                "name": one.name,
                "games": f"{one.won} / {one.games}",
                "hands": f"{one.hands_won} / {one.hands}",
                "average": say.number(one.average or 0.0),
                "bids": f"{one.made} / {one.made + one.failed}" if one.made + one.failed else "–",
                "made": "–" if one.made_of_bids is None else say.percent(one.made_of_bids),
            }
            for one in told.players
        ],
        "best": [_best(say, one) for one in told.best],
    }


def _best(told: Words, best: Best) -> Shown:
    scored = best.hand.scored
    assert scored is not None
    others = [points for side, points in enumerate(scored.scores) if side != best.side]
    if best.game.sides == 2:
        score = told.say("hand", "points", first=scored.scores[best.side], second=others[0])
    else:
        score = told.say(
            "history", "best_score", points=scored.scores[best.side], others=", ".join(map(str, others))
        )
    own = best.hand.promised is not None and best.hand.promised.seat % best.game.sides == best.side
    return {
        "id": best.game.id,
        "hand": best.hand.number,
        "side": _side(told, best.game, best.side),
        "score": score,
        "gained": f"+{scored.marks[best.side]}" if best.game.in_marks else "",
        "bid": _bid(told, best.game, best.hand) if own else "",
        "date": told.date(best.game.date),
    }
