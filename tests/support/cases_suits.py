"""Rule cases about tiles, suits, tricks and reneges."""

from __future__ import annotations

from itertools import combinations
from math import comb

from engine.actions import DOUBLES
from engine.auction import Ladder
from engine.outcomes import Promise
from engine.suits import SuitPlay
from engine.trick_state import Trick
from tests.support.trick_setups import (
    Case,
    Found,
    Tale,
    letters,
    play_of,
    ready_to_lead,
    rules_of,
    suit_text,
    texts,
    tile,
    tiles,
    trump_of,
)


def _suit_play(case: Case) -> SuitPlay:
    play = rules_of(case).play_of(trump_of(case["setup"]["trump"]))
    assert isinstance(play, SuitPlay)
    return play


def suits(case: Case) -> Found:
    play = _suit_play(case)
    shown = tiles(case["setup"]["tiles"])
    return {
        "lead_suit": {str(t): suit_text(play.led_by(t)) for t in shown},
        "follows": {str(t): list(map(suit_text, play.suits_of(t))) for t in shown},
    }


def suit_sizes(case: Case) -> Found:
    rules, play = rules_of(case), _suit_play(case)
    dealt = rules.dealt_tiles
    return {
        "sizes": {n: sum(play.has(int(n), t) for t in dealt) for n in case["expect"].get("sizes", {})},
        "playing_tiles": len(dealt),
        "suit_tiles": len(rules.kept_out),
        "demons": 0 if rules.hunt is None else len(list(filter(rules.hunt.is_demon, dealt))),
    }


def suit_order(case: Case) -> Found:
    rules, play, asked = rules_of(case), _suit_play(case), case["setup"]["suit"]
    suit = asked if isinstance(asked, int) else DOUBLES
    faces = [t for t in rules.tiles.faces() if t not in rules.kept_out]
    showing = [t for t in faces if suit in t and t not in play.strong]
    return {
        "order": texts(play.order(suit, faces)),
        # The sheet counts all tiles of the number but the bower, though one of them is a trump.
        "seed_says": len(showing),
    }


def trump_order(case: Case) -> Found:
    play = _suit_play(case)
    assert play.trump_suit is not None
    return {"order": texts(play.order(play.trump_suit, rules_of(case).tiles.faces()))}


def tile_values(case: Case) -> Found:
    rules = rules_of(case)
    return {
        "values": {text: rules.worth(tile(text)) for text in case["expect"].get("values", {})},
        "per_trick": rules.trick_worth,
        "hand_total": rules.hand_total,
    }


def deck(case: Case) -> Found:
    rules = rules_of(case)
    asked = case["expect"].get("suit_tiles", {})
    return {
        "tiles": len(rules.dealt_tiles),
        "faces": len(set(rules.dealt_tiles)),
        "suit_tiles": {n: sum(int(n) in t for t in rules.dealt_tiles) for n in asked},
        "hand": rules.hand_size,
        "kitty": rules.kitty.size if rules.kitty else 0,
    }


def deal(case: Case) -> Found:
    rules = rules_of(case)
    hands = rules.seats * rules.hand_size
    stacked = len(rules.kept_out) - 1
    return {
        "hand": rules.hand_size,
        "hand_size": rules.hand_size,
        "turned_up": int(not isinstance(rules.auction, Ladder)),
        "leftovers": len(rules.dealt_tiles) - hands,
        "boneyard_after": len(rules.dealt_tiles) - hands - 1,
        "suit_stacks": [stacked // 2, stacked - stacked // 2],
        "total_tiles": len(rules.tiles),
    }


# --- tricks --------------------------------------------------------------------------------------


def _sitting_out(case: Case, seats: list[str]) -> list[int]:
    setup, moves = case["setup"], case["moves"]
    if "sitting_out" in setup:
        return [seats.index(letter) for letter in setup["sitting_out"]]
    laid = {move[0] for move in moves}
    return [at for at, letter in enumerate(seats) if letter not in laid]


def trick(case: Case) -> Found:
    rules, moves = rules_of(case), case["moves"]
    seats = letters(case, rules, *(move[0] for move in moves))
    tale = ready_to_lead(rules, seats.index(moves[0][0]), case, _sitting_out(case, list(seats)))
    for move in moves:
        tale.act(play_of(move, seats))
    (taken,) = tale.state.tricks
    winning = next(one.tile for one in taken.laid if one.seat == taken.winner)
    decision = tale.state.decision
    return {
        "led_suit": suit_text(taken.led),
        "winner": seats[taken.winner],
        "winning_tile": str(winning),
        "points": taken.worth,
        "captured_demons": [
            str(one.tile) for one in taken.laid if rules.hunt and rules.hunt.is_demon(one.tile)
        ],
        "bidder_ok": decision is None or decision.result is Promise.MADE,
    }


def low(case: Case) -> Found:
    rules, moves = rules_of(case), case["moves"]
    seats = letters(case, rules)
    told = {**case, "setup": {**case["setup"], "mode": "low"}}
    tale = ready_to_lead(rules, seats.index(case["setup"]["bidder"]), told)
    for move in moves:
        tale.act(play_of(move, seats))
    decision = tale.state.decision
    return {"bid_lost": decision is not None and decision.result is Promise.FAILED}


def legal(case: Case) -> Found:
    setup = case["setup"]
    hand = tiles(setup["hand"])
    before = setup.get("trick", [])
    rules = rules_of(case)
    seats = letters(case, rules, setup["seat"], *(move[0] for move in before))
    leader, seat = seats.index((before[0] if before else [setup["seat"]])[0]), seats.index(setup["seat"])
    tale = ready_to_lead(rules, leader, case)
    for move in before:
        tale.act(play_of(move, seats))
    tale.knowing({seat: hand})
    rulings = {t: tale.rules.judge(tale.state, play_of([setup["seat"], str(t)], seats)) for t in hand}
    refused = {t: ruling for t, ruling in rulings.items() if not ruling.stands}
    should = {str(t) for ruling in refused.values() for t in ruling.should}
    listed = tale.rules.legal(hand, tale.state, seat)
    assert listed == tuple(t for t in hand if rulings[t].stands)
    return {
        "legal": texts(listed),
        "illegal": {str(t): ruling.reason.value for t, ruling in refused.items() if ruling.reason},
        "should_have_played": sorted(should),
    }


def renege(case: Case) -> Found:
    rules, told = rules_of(case), case["moves"]
    used = [move[0] for moves in told for move in moves]
    seats = letters(case, rules, *used)
    tale = ready_to_lead(rules, seats.index(used[0]), case)
    for moves in told:
        for move in moves:
            tale.act(play_of(move, seats))
    return {
        "reneges": [
            {
                "seat": seats[one.seat],
                "trick": one.trick,
                "played": str(one.tile),
                "should_have_played": [str(one.should)],
                "proved_by_trick": one.proved_in,
            }
            for one in tale.state.reneges
        ]
    }


def deal_replay(case: Case) -> Found:
    setup, rules = case["setup"], rules_of(case)
    seats = letters(case, rules, *setup["hands"])
    tale = ready_to_lead(rules, seats.index(setup["leader"]), case)
    tale.knowing({seats.index(letter): tiles(hand) for letter, hand in setup["hands"].items()})
    legal_second: dict[str, list[str]] = {}
    for move in case["moves"]:
        play = play_of(move, seats)
        if not tale.state.tricks and tale.state.trick:
            held = tale.state.known[play.seat].held
            legal_second[move[0]] = texts(tale.rules.legal(held, tale.state, play.seat))
        tale.must(play)
    taken = tale.state.taken
    names = ["".join(seats[side :: rules.sides]) for side in range(rules.sides)]
    tricks: tuple[Trick, ...] = tale.state.tricks
    return {
        "winners": [seats[one.winner] for one in tricks],
        "legal_second": legal_second,
        "points": dict(zip(names, taken, strict=True)),
    }


def lead_announce(case: Case) -> Found:
    setup, rules = case["setup"], rules_of(case)
    tale: Tale = ready_to_lead(rules, 0, case)
    ruling = tale.act(play_of(["A", setup["lead"], setup["announced"]], "ABCD"))
    return {"ok": ruling.stands, "reason": None if ruling.reason is None else ruling.reason.value}


# --- counts and statements -----------------------------------------------------------------------


def designated_lead_tricks(rules_case: Case) -> int:
    """Declarations times leads times three other tiles, of those with exactly one winner."""
    rules = rules_of(rules_case)
    faces = rules.tiles.faces()
    followers = rules.seats - 1
    declarations = (*range(rules.tiles.highest + 1), "doubles", "none")
    tricks = 0
    for declared in declarations:
        play = rules.play_of(trump_of(declared))
        assert isinstance(play, SuitPlay)
        for lead in faces:
            led = play.led_by(lead)
            own = play.strength(lead, led)
            strengths = [play.strength(t, led) for t in faces if t != lead]
            winners = (max(own, *three) for three in combinations(strengths, followers))
            tricks += sum(best > 0 or best == own for best in winners)
            # Only tiles that cannot win may be equal: then the winner is the one best tile.
            able = [strength for strength in strengths if strength >= 0]
            assert len(set(able)) == len(able)
            assert own not in able
    assert tricks <= len(declarations) * len(faces) * comb(len(faces) - 1, followers)
    return tricks


def stated(case: Case) -> Found:
    setup, rules = case["setup"], rules_of(case)
    statement: str = setup["statement"]
    if statement == "both_teams_five_demons_possible":
        assert rules.hunt is not None
        demons = setup.get("demon_count", len(list(filter(rules.hunt.is_demon, rules.dealt_tiles))))
        return {"value": demons >= rules.sides * rules.hunt.demons_to_win}
    profile, said, _ = statement.partition("_points_on_doubles")
    assert said, f"no adapter for the statement {statement}"
    rules = rules_of({**case, "setup": {**setup, "profile": profile}})
    return {"value": sum(rules.worth(t) for t in rules.dealt_tiles if t.is_double)}
