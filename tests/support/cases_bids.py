"""Rule cases about auctions, kitties, promises and what they score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.actions import (
    Bid,
    Deal,
    HandStart,
    MarksOffer,
    NameTrump,
    PassOffer,
    Play,
    PointsOffer,
    SetAside,
    TakeKitty,
    Trump,
)
from engine.auction import Ladder
from engine.contracts import Undertaking
from engine.games import GAMES
from engine.outcomes import Promise
from engine.tiles import Tile
from engine.trick_hand import opening, won_by
from engine.trick_state import Bidding, Scored
from engine.tricks import TrickRules
from tests.support.cases_suits import designated_lead_tricks
from tests.support.trick_setups import (
    Case,
    Found,
    Tale,
    bid_out,
    letters,
    offer_of,
    rules_of,
    tiles,
    trump_of,
    with_contracts,
)

SAID = {None: "open", Promise.MADE: "made", Promise.FAILED: "set"}


def ladder_of(rules: TrickRules) -> Ladder:
    assert isinstance(rules.auction, Ladder)
    return rules.auction


def auction(case: Case) -> Found:
    setup, rules = case["setup"], rules_of(case)
    seats = letters(case, rules)
    tale = Tale(rules)
    tale.must(HandStart(1, shaker=seats.index(setup["dealer"])))
    if "hands" in setup:
        tale.knowing({seats.index(letter): tiles(hand) for letter, hand in setup["hands"].items()})
    tale.rulings.clear()
    said: dict[str, Any] = {}
    for letter, bid in case["moves"]:
        if tale.act(Bid(seats.index(letter), offer_of(bid))).stands:
            said[letter] = bid
    found: Found = {
        "accepted": [ruling.stands for ruling in tale.rulings],
        "reject": {str(at): r.reason.value for at, r in enumerate(tale.rulings) if r.reason is not None},
        "result": None,
        "turn": None if tale.state.turn is None else seats[tale.state.turn],
    }
    if tale.state.contract is not None:
        bidder = seats[tale.state.contract.seat]
        found["result"] = {"bidder": bidder, "bid": said[bidder]}
    elif isinstance(tale.state.phase, Scored):
        found["result"] = "all_pass"
    tale.act(HandStart(2))
    found["next_dealer"] = None if tale.state.shaker is None else seats[tale.state.shaker]
    return found


def first_bidder(case: Case) -> Found:
    setup, game = case["setup"], GAMES[case["game"]]
    seats = setup["seats"]
    option = next(option for option in game.options if option.name == "first_bidder")
    found = {}
    for choice in option.choices:
        tale = Tale(rules_of({**case, "options": {**case["options"], "first_bidder": choice}}))
        tale.must(HandStart(1, shaker=seats.index(setup["dealer"])))
        tale.knowing({seats.index(setup["holder_of_1_0"]): [Tile(1, 0)]})
        tale.state = replace(tale.state, phase=opening(tale.rules, tale.state))
        found[choice] = seats[tale.state.turn]
    default = next(name for name, value in option.choices.items() if value == game.rules().holder_bids_first)
    return {"first_bidder": found, "default": default}


def bid_requirement(case: Case) -> Found:
    setup, rules = case["setup"], with_contracts(rules_of(case))
    seats = letters(case, rules, setup["bidder"])
    bidder = seats.index(setup["bidder"])
    allowed, namer, leader = [], None, None
    for query in setup["queries"]:
        tale = Tale(rules)
        tale.must(HandStart(1, first=bidder))
        tale.must(Deal(bidder, tiles(query["hand"])))
        allowed.append(tale.act(Bid(bidder, offer_of(query["bid"]))).stands)
        if not allowed[-1]:
            continue
        for away in range(1, rules.seats):
            tale.must(Bid((bidder + away) % rules.seats, PassOffer()))
        assert tale.state.contract is not None
        namer, leader = tale.state.contract.namer, tale.state.turn
    return {
        "allowed": allowed,
        "names_trump": None if namer is None else seats[namer],
        "leads": None if leader is None else seats[leader],
    }


def declaration(case: Case) -> Found:
    rules = rules_of(case)
    ladder = ladder_of(rules)

    def allowed(trump: Trump) -> bool:
        tale = Tale(rules)
        if ladder.names_suit:
            tale.must(HandStart(1, first=0))
            return tale.act(Bid(0, PointsOffer(ladder.lowest, trump))).stands
        bid_out(tale, 0, PointsOffer(ladder.lowest))
        return tale.act(NameTrump(0, trump)).stands

    return {"allowed": [allowed(trump_of(declared)) for declared in case["setup"]["declare"]]}


# --- what a promise comes to ---------------------------------------------------------------------


def undertaking_of(rules: TrickRules, bid: Any, seat: int) -> Undertaking:
    undertaking = ladder_of(rules).undertaking((Bid(seat, offer_of(bid)),), rules.seats)
    assert undertaking is not None
    return undertaking


def _sides(case: Case, *scores: dict[str, Any]) -> list[str]:
    """The names of the two sides, in the order the case gives them."""
    names = dict.fromkeys(name.removesuffix("_tricks") for score in scores for name in score)
    return list(names)


def contract_progress(case: Case) -> Found:
    setup, rules = case["setup"], rules_of(case)
    names = _sides(case, case["expect"]["marks"], *setup["steps"])
    undertaking = undertaking_of(rules, setup["bid"], names.index(setup["team"]))
    status: list[Promise | None] = []
    for step in setup["steps"]:
        taken = tuple(step.get(name, 0) for name in names)
        # Where the case gives points alone, a side that has some has taken a trick.
        won = tuple(step.get(f"{name}_tricks", int(step.get(name, 0) > 0)) for name in names)
        over = sum(taken) == setup["total"] or sum(won) == rules.hand_size
        status.append(undertaking.progress(taken, won, setup["total"], over))
    last = status[-1]
    marks = (0,) * len(names) if last is None else undertaking.marks_for(last, len(names))
    return {
        "status": [SAID[one] for one in status],
        "marks": dict(zip(names, marks, strict=True)),
    }


def hand_score(case: Case) -> Found:
    setup, rules = case["setup"], rules_of(case)
    expected = case["expect"].get("points") or case["expect"].get("marks") or {}
    names = _sides(case, setup.get("taken", {}), expected)
    undertaking = undertaking_of(rules, setup["bid"], names.index(setup["team"]))
    taken = tuple(setup.get("taken", {}).get(name, 0) for name in names)
    if "made" in setup:
        result: Promise | None = Promise.MADE if setup["made"] else Promise.FAILED
    else:
        # Where the case gives points alone, a side that has some has taken a trick.
        won = tuple(int(points > 0) for points in taken)
        result = undertaking.progress(taken, won, sum(taken), over=True)
    assert result is not None
    points = undertaking.points_for(result, taken, rules.all_or_nothing)
    marks = undertaking.marks_for(result, len(names))
    return {
        "points": dict(zip(names, points, strict=True)),
        "marks": dict(zip(names, marks, strict=True)),
        "made": result is Promise.MADE,
    }


def game_end(case: Case) -> Found:
    setup, rules = case["setup"], rules_of(case)
    if "target" in setup:
        rules = replace(rules, mark_target=setup["target"], point_target=setup["target"])
    names = list(setup["scores"])
    added = setup.get("round") or setup.get("round_vp") or {}
    total = tuple(setup["scores"][name] + added.get(name, 0) for name in names)
    winners = [names[side] for side in won_by(rules, total)]
    return {
        "scores": dict(zip(names, total, strict=True)),
        "over": bool(winners),
        "winner": winners[0] if len(winners) == 1 else winners or None,
    }


def seating(case: Case) -> Found:
    def teams(players: int) -> list[list[str]]:
        profiles = GAMES[case["game"]].profiles.values()
        rules = next(rules for rules in profiles if rules.seats == players)
        seats = "ABCDEFGH"[:players]
        return [list(seats[side :: rules.sides]) for side in range(rules.sides)]

    return {"teams": [teams(players) for players in case["setup"]["players"]]}


# --- the kitty -----------------------------------------------------------------------------------


def kitty(case: Case) -> Found:
    setup, rules = case["setup"], rules_of(case)
    names = _sides(case, case["expect"].get("marks", {}))
    team = setup.get("team")
    bidder = names.index(team) if team in names else 0
    tale = Tale(rules)
    bid = dict(setup["bid"])
    bid.pop("all_tricks", None)
    offer = offer_of(bid)
    if ladder_of(rules).names_suit and isinstance(offer, PointsOffer | MarksOffer) and offer.trump is None:
        offer = replace(offer, trump=trump_of(setup.get("trump", 6)))
    bid_out(tale, bidder, offer)
    tale.must(Deal(bidder, tiles(setup["hand"])))
    tale.must(TakeKitty(bidder, tiles(setup["kitty"])))
    tale.rulings.clear()
    tale.act(SetAside(bidder, tiles(setup["set_aside"])))
    if "trump" in setup and not ladder_of(rules).names_suit:
        tale.act(NameTrump(bidder, trump_of(setup["trump"])))
    reason = next((r.reason.value for r in tale.rulings if r.reason is not None), None)
    held = tale.state.known[bidder].held
    leader = tale.state.turn
    assert leader is not None
    tale.act(Play(leader, held[0] if held else Tile(6, 6)))
    marks = rules.close(tale.state).total
    return {
        "ok": reason is None,
        "reason": reason,
        "marks": dict(zip(names, marks, strict=False)),
    }


# --- censuses ------------------------------------------------------------------------------------


def complete_auctions(rules: TrickRules) -> int:
    """How many auctions there are, every bid that stands tried at every turn."""
    ladder = ladder_of(rules)
    caps = ladder.max_marks or 10
    offers = [PassOffer(), *(PointsOffer(n) for n in range(ladder.lowest, ladder.points_to + 1))]
    offers += [MarksOffer(n) for n in range(1, caps + 2)]
    start = rules.apply(rules.start(), HandStart(1, shaker=0))

    def below(state: Any) -> int:
        if not isinstance(state.phase, Bidding):
            return 1
        bids = [Bid(state.turn, offer) for offer in offers]
        return sum(below(rules.apply(state, bid)) for bid in bids if rules.judge(state, bid).stands)

    return below(start)


def census(case: Case) -> Found:
    what: str = case["setup"]["what"]
    if what.endswith("designated_lead_tricks"):
        return {"value": designated_lead_tricks(case)}
    assert what.endswith("auction_census"), f"no adapter for the census {what}"
    rules = rules_of(case)
    caps: Sequence[int] = case["setup"]["caps"]
    capped = [replace(rules, auction=replace(ladder_of(rules), max_marks=cap)) for cap in caps]
    return {"values": list(map(complete_auctions, capped))}
