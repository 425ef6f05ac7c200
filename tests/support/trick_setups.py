"""A rule case of a trick game, and the real state it describes set up by real acts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.actions import (
    DOUBLES,
    NO_TRUMP,
    AcceptOffer,
    Action,
    Bid,
    Contract,
    ContractOffer,
    HandStart,
    MarksOffer,
    NameTrump,
    Offer,
    PassOffer,
    Play,
    PointsOffer,
    SuitOffer,
    SuitTrump,
    Trump,
    TurnUp,
)
from engine.auction import Ladder
from engine.games import GAMES
from engine.holdings import shown
from engine.rulings import Ruling
from engine.suits import Suit
from engine.tiles import Tile
from engine.trick_state import Declaring
from engine.tricks import TrickRules, TrickState

Case = Mapping[str, Any]
Found = dict[str, Any]

PROFILES = {"4p": "84_4p", "6p": "84_6p", "8p": "84_8p", "88": "88_6p"}
ALL_ON = ("nello", "plunge", "splash", "sevens", "low", "pistol")


def rules_of(case: Case, **fields: Any) -> TrickRules:
    """The rules of the case's profile with its house rules."""
    game, setup = GAMES[case["game"]], case["setup"]
    profile = setup.get("profile") or setup.get("ladder")
    if profile is None:
        profile = PROFILES.get(case.get("variant", "").split("_")[0]) or _profile_told(case)
    options = dict(case["options"])
    for option in game.options:
        # A case may say a house rule in its setup (``scoring``); ``lead`` there is a tile.
        if option.name in setup and _text(setup[option.name]) in option.choices:
            options.setdefault(option.name, setup[option.name])
    if "doubles" in setup and any(option.name == "nello_doubles" for option in game.options):
        options["nello_doubles"] = setup["doubles"]
    texts = [f"{name}={_text(value)}" for name, value in options.items()]
    rules = game.rules(profile if profile in game.profiles else None, texts)
    assert isinstance(rules, TrickRules)
    assert setup.get("doubles", rules.nello_doubles.value) == rules.nello_doubles.value
    return replace(rules, **fields)


def _profile_told(case: Case) -> str | None:
    """Where a case names no profile, what only one of them has: its seats, its unit, a bid for every trick."""
    setup = case["setup"]
    seats = len(setup.get("seats") or [seat for team in setup.get("teams", ()) for seat in team])
    if case["game"] != "texas_84":
        return None
    if setup.get("unit") == 88 or setup.get("total") == 88:
        return "88_6p"
    if seats == 8 or (isinstance(setup.get("bid"), dict) and setup["bid"].get("all_tricks")):
        return "84_8p"
    told = [*setup.get("hand", ()), *(move[1] for move in setup.get("trick", ()))]
    return "84_6p" if seats == 6 or any(text.endswith("-0") for text in told) else None


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else "none" if value is None else str(value)


def with_contracts(rules: TrickRules) -> TrickRules:
    """The rules at a table that plays every special contract."""
    assert isinstance(rules.auction, Ladder)
    return replace(rules, auction=replace(rules.auction, **dict.fromkeys(ALL_ON, True)))


def tile(text: str) -> Tile:
    return Tile.parse(text)


def tiles(texts: Iterable[str]) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, texts))


def texts(found: Iterable[Tile]) -> list[str]:
    return list(map(str, found))


def letters(case: Case, rules: TrickRules, *used: str) -> Sequence[str]:
    """The seats' letters, clockwise: as the case lists them, by its teams, or by the letters it uses."""
    setup = case["setup"]
    if "seats" in setup:
        return list(setup["seats"])
    if "teams" in setup:
        return [seat for seats in zip(*setup["teams"], strict=True) for seat in seats]
    compass = rules.seats == 4 and any(letter in "NESW" for letter in used)
    return "NESW" if compass else "ABCDEFGH"[: rules.seats]


def trump_of(text: int | str) -> Trump:
    """``6``, ``doubles``, ``none``."""
    if isinstance(text, int):
        return SuitTrump(text)
    return {"doubles": DOUBLES, "none": NO_TRUMP, "follow-me": NO_TRUMP}[text]


def suit_text(suit: Suit) -> int | str:
    return suit if isinstance(suit, int) else suit.value


def offer_of(bid: Any) -> Offer:
    """A bid as cases write it."""
    if isinstance(bid, str):
        words = {"pass": PassOffer(), "accept": AcceptOffer(), "accept alone": AcceptOffer(alone=True)}
        return words[bid] if bid in words else ContractOffer(Contract(bid))
    trump = trump_of(bid["suit"]) if "suit" in bid else None
    if "name" in bid:
        return SuitOffer(bid["name"], bool(bid.get("alone", False)))
    for contract in Contract:
        if bid.get(contract.value) or bid.get("contract") == contract.value:
            return ContractOffer(contract, bid.get("marks"))
    if "points" in bid:
        return PointsOffer(bid["points"], trump)
    return MarksOffer(bid["marks"], trump)


class Tale:
    """A state, and the rulings of what is tried on it."""

    def __init__(self, rules: TrickRules, state: TrickState | None = None) -> None:
        self.rules, self.state = rules, state or rules.start()
        self.rulings: list[Ruling] = []

    def act(self, action: Action) -> Ruling:
        """Judge, and apply what counts."""
        ruling = self.rules.judge(self.state, action)
        self.rulings.append(ruling)
        if ruling.counts:
            self.state = self.rules.apply(self.state, action)
        return ruling

    def must(self, action: Action) -> None:
        """An act that has to stand, or the set-up is not what it says."""
        ruling = self.act(action)
        assert ruling.stands, f"{action} does not stand: {ruling.reason}"

    def knowing(self, holdings: Mapping[int, Iterable[Tile]]) -> None:
        """The seats' tiles are known, whatever their number."""
        known = tuple(
            shown(holdings[seat], self.state.acts, True) if seat in holdings else before
            for seat, before in enumerate(self.state.known)
        )
        self.state = replace(self.state, known=known)


def bid_out(tale: Tale, bidder: int, offer: Offer) -> None:
    """An auction that *bidder* opens and wins."""
    seats = tale.rules.seats
    tale.must(HandStart(1, first=bidder))
    tale.must(Bid(bidder, offer))
    for away in range(1, seats):
        tale.must(Bid((bidder + away) % seats, PassOffer()))


def ready_to_lead(rules: TrickRules, leader: int, case: Case, sitting_out: Sequence[int] = ()) -> Tale:
    """A hand about to be led by *leader*, with the case's trump (or way of playing), by real acts."""
    setup = case["setup"]
    trump = setup.get("trump", "none")
    if rules.hunt is not None:
        tale = Tale(rules)
        tale.must(HandStart(1, shaker=leader))
        tale.must(TurnUp(Tile(trump, 0)))
        return tale
    if not isinstance(rules.auction, Ladder):
        return _euchre(rules, leader, trump, sitting_out)
    contract = Contract.SEVENS if setup.get("mode") == "sevens" else None
    if "doubles" in setup or sitting_out or setup.get("mode") == "nello":
        contract = Contract.NELLO
    if setup.get("mode") in ("low", "pistol"):
        contract = Contract(setup["mode"])
    if contract is not None:
        tale = Tale(with_contracts(rules))
        bid_out(tale, leader, ContractOffer(contract, 1))
        return tale
    ladder = replace(rules.auction, follow_me=True, doubles_trump=True)
    tale = Tale(replace(rules, auction=ladder))
    named = trump_of(trump) if ladder.names_suit else None
    bid_out(tale, leader, PointsOffer(ladder.lowest, named))
    if named is None:
        tale.must(NameTrump(leader, trump_of(trump)))
    return tale


def _euchre(rules: TrickRules, leader: int, trump: int, sitting_out: Sequence[int]) -> Tale:
    """A suit turned up and accepted; whoever has his partner sit out plays alone."""
    tale = Tale(rules)
    maker = (sitting_out[0] + 2) % rules.seats if sitting_out else leader
    tale.must(HandStart(1, shaker=(maker - 1) % rules.seats))
    tale.must(TurnUp(Tile(trump, trump)))
    tale.must(Bid(maker, AcceptOffer(bool(sitting_out))))
    assert isinstance(tale.state.phase, Declaring)
    # It may be a later trick of the hand: then another than the seat that the rules name leads.
    tale.state = replace(tale.state, phase=replace(tale.state.phase, leader=leader))
    return tale


def play_of(move: Sequence[Any], seats: Sequence[str]) -> Play:
    """``["A", "6-3", 3]``."""
    announced = move[2] if len(move) > 2 else None
    return Play(seats.index(move[0]), tile(move[1]), end=announced)
