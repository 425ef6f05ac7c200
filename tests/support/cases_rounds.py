"""Rule cases of Domino Euchre's auction and score, and of a round of Texas Demons."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.actions import (
    AcceptOffer,
    Bid,
    Deal,
    HandStart,
    PassOffer,
    SetAside,
    SuitOffer,
    SuitTrump,
    TurnUp,
)
from engine.demons import next_picker as picker_after
from engine.outcomes import HandScored
from engine.tiles import Tile
from engine.trick_scores import final_demons
from engine.trick_state import Laid, Offering, Playing, Scored, Trick
from engine.turnups import acceptance, euchre_points
from tests.support.trick_setups import (
    Case,
    Found,
    Tale,
    letters,
    offer_of,
    rules_of,
    texts,
    tile,
    tiles,
    trump_of,
)

# --- Domino Euchre -------------------------------------------------------------------------------


def trump_from_turnup(case: Case) -> Found:
    rules = rules_of(case)

    def trump(turned: Tile) -> int:
        tale = Tale(rules)
        tale.must(HandStart(1, shaker=3))
        tale.must(TurnUp(turned))
        tale.must(Bid(0, AcceptOffer()))
        assert isinstance(tale.state.trump, SuitTrump)
        return tale.state.trump.end

    return {"trump": [trump(tile(text)) for text in case["setup"]["turnups"]]}


def euchre_auction(case: Case) -> Found:
    setup, rules = case["setup"], rules_of(case)
    seats = letters(case, rules)
    dealer = seats.index(setup["dealer"])
    tale = Tale(rules)
    tale.must(HandStart(1, shaker=dealer))
    tale.must(TurnUp(tile(setup["turnup"])))
    yard, turned = list(tiles(setup["boneyard"])), []
    tale.rulings.clear()
    for letter, bid in case["moves"]:
        tale.act(Bid(seats.index(letter), offer_of(bid)))
        while _waits_for_a_tile(tale) and yard:
            turned.append(yard.pop(0))
            tale.rules.judge(tale.state, TurnUp(turned[-1]))
            tale.state = tale.rules.apply(tale.state, TurnUp(turned[-1]))
    contract = tale.state.contract
    found: Found = {
        "accepted": [ruling.stands for ruling in tale.rulings],
        "reject": {str(at): r.reason.value for at, r in enumerate(tale.rulings) if r.reason is not None},
        "turned": texts(turned),
        "maker": None,
    }
    if contract is None:
        closed = rules.close(tale.state)
        over = [one for one in (*tale.state.outcomes, *closed.outcomes) if isinstance(one, HandScored)]
        if not isinstance(closed.phase, Scored):
            return found
        assert len(over) == 1
        names = ["".join(seats[side :: rules.sides]) for side in range(rules.sides)]
        tale.must(HandStart(2))
        assert tale.state.shaker is not None
        return found | {
            "next_dealer": seats[tale.state.shaker],
            "points": dict(zip(names, over[0].marks, strict=True)),
        }
    named = isinstance(tale.state.auction[-1].offer, SuitOffer)
    out = contract.sitting_out
    assert isinstance(contract.trump, SuitTrump)
    return found | {
        "maker": seats[contract.seat],
        "trump": contract.trump.end,
        "round": (len(tale.state.auction) - 1) // rules.seats + 1,
        "dealer_takes": None if named else str(tale.state.turned[-1]),
        "term": None if named else acceptance(contract.seat, dealer).value,
        "alone": contract.alone,
        "sits_out": seats[out[0]] if out else None,
        "leads": None if tale.state.turn is None else seats[tale.state.turn],
    }


def _waits_for_a_tile(tale: Tale) -> bool:
    phase = tale.state.phase
    return isinstance(phase, Offering) and not phase.on_offer


def first_lead(case: Case) -> Found:
    setup, rules = case["setup"], rules_of(case)
    seats = letters(case, rules)
    dealer = seats.index(setup["dealer"])
    leads, sits_out = [], []
    for query in setup["queries"]:
        tale = Tale(rules)
        tale.must(HandStart(1, shaker=dealer))
        tale.must(TurnUp(Tile(6, 2)))
        maker = seats.index(query["maker"])
        while tale.state.turn != maker:
            assert tale.state.turn is not None
            tale.must(Bid(tale.state.turn, PassOffer()))
        tale.must(Bid(maker, AcceptOffer(query.get("alone", False))))
        assert tale.state.turn is not None
        leads.append(seats[tale.state.turn])
        sits_out.append(seats[tale.state.sitting_out[0]] if tale.state.sitting_out else None)
    return {"leads": leads, "sits_out": sits_out}


def euchre_score(case: Case) -> Found:
    setup, rules = case["setup"], rules_of(case)
    asked = [(query["tricks"], query.get("alone", setup.get("alone", False))) for query in setup["queries"]]
    return {"points": [list(euchre_points(tricks, rules.hand_size, alone)) for tricks, alone in asked]}


def discard(case: Case) -> Found:
    setup, rules = case["setup"], rules_of(case)
    dealer = 3

    def stands(text: str) -> bool:
        tale = Tale(rules)
        tale.must(HandStart(1, shaker=dealer))
        tale.must(Deal(dealer, tiles(setup["hand"])))
        tale.must(TurnUp(tile(setup["turnup"])))
        tale.must(Bid(0, AcceptOffer()))
        return tale.act(SetAside(dealer, (tile(text),))).stands

    return {"ok": [stands(text) for text in setup["discards"]]}


# --- Texas Demons --------------------------------------------------------------------------------


def next_picker(case: Case) -> Found:
    setup, rules = case["setup"], rules_of(case)
    seats = setup["seats"]
    pickers = []
    for query in setup["queries"]:
        total = tuple(
            next(score for name, score in query["scores"].items() if seats[side] in name)
            for side in range(rules.sides)
        )
        pickers.append(seats[picker_after(seats.index(query["prev"]), total, rules.seats)])
    return {"pickers": pickers}


def hand_end(case: Case) -> Found:
    setup, rules = case["setup"], rules_of(case)
    names = list(setup["tricks"])
    playing = _played(case, names)
    state = Tale(rules).state
    holdings = setup.get("hands_left", {})
    tale = Tale(rules, state)
    tale.knowing({names.index(name): tiles(held) for name, held in holdings.items()})
    if playing.over:
        playing = replace(playing, leftovers=tiles(setup.get("leftovers", ())))
    decision = rules.decide(rules, playing)
    playing = replace(playing, decision=decision)
    demons = final_demons(rules, tale.state, playing)
    points = rules.settle(rules, tale.state, playing)[1]
    asked = case["expect"].get("final_demons", {})
    return {
        "ended": decision is not None,
        "reason": None if decision is None else decision.why.value,
        "winner": None if decision is None else names[decision.side],
        "vp": dict(zip(names, points, strict=True)),
        "leftovers_turned": playing.over,
        "final_demons": {name: texts(demons[names.index(name)]) for name in asked},
    }


def _played(case: Case, names: list[str]) -> Playing:
    """The play of a round in which the sides took these tricks, with these demons in them."""
    setup, rules = case["setup"], rules_of(case)
    trump = trump_of(setup["trump"])
    demons: dict[str, Any] = setup["demons"]
    last = setup["last_trick_winner"]
    order = [name for name in names for _ in range(setup["tricks"][name])]
    order.sort(key=lambda name: name == last)
    tricks = []
    for number, name in enumerate(order):
        first = order.index(name) == number
        laid = tuple(Laid(names.index(name), t, 0) for t in tiles(demons[name])) if first else ()
        side = names.index(name)
        tricks.append(Trick(side, side, side, laid, 0, 1))
    number = setup["tricks_played"]
    assert number == len(tricks)
    won = tuple(setup["tricks"][name] for name in names)
    left = (rules.hand_size - number,) * rules.seats
    turn = None if number == rules.hand_size else names.index(last) if last else 0
    return Playing(
        undertaking=None,
        trump=trump,
        named=True,
        play=rules.play_of(trump),
        turn=turn,
        left=left,
        trick=(),
        in_order=True,
        tricks=tuple(tricks),
        taken=won,
        won=won,
        out=(frozenset(),),
        off=(),
        reneges=(),
        decision=None,
    )
