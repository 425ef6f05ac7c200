"""Hypothesis strategies for all that a record can hold."""

from __future__ import annotations

from hypothesis import strategies as st

from engine import actions as a
from engine.journal import Correct, Entry, Insert, Unclear, Uphold, Withdraw
from engine.record import Record, Seating
from engine.tiles import HIDDEN, PartTile, Tile

ENDS = st.integers(0, 18)
SEATS = st.integers(0, 3)
TILES = st.builds(Tile.of, ENDS, ENDS)
ANY_TILES = st.one_of(TILES, st.just(HIDDEN), st.builds(PartTile, ENDS))
SOME = st.lists(ANY_TILES, max_size=8).map(tuple)
TRUMPS = st.one_of(st.builds(a.SuitTrump, ENDS), st.sampled_from(a.SpecialTrump))
MAYBE_TRUMP = st.one_of(st.none(), TRUMPS)
NUMBERS = st.integers(0, 400)
OFFERS = st.one_of(
    st.just(a.PassOffer()),
    st.builds(a.MarksOffer, NUMBERS, MAYBE_TRUMP),
    st.builds(a.ContractOffer, st.sampled_from(a.Contract), st.one_of(st.none(), NUMBERS)),
    st.builds(a.AcceptOffer, st.booleans()),
    st.builds(a.SuitOffer, ENDS, st.just(True)),
)
TARGETS = st.builds(
    a.Target,
    st.one_of(TILES, SEATS, st.just(a.MEXICAN)),
    st.one_of(st.none(), st.sampled_from(a.Where), ENDS),
)
MAYBE_SEAT = st.one_of(st.none(), SEATS)
MAYBE_END = st.one_of(st.none(), ENDS)
HANDS = st.builds(a.HandStart, NUMBERS, MAYBE_SEAT, MAYBE_SEAT, MAYBE_END)


def actions(*, euchre: bool = False) -> st.SearchStrategy[a.Action]:
    """Any action; a bare number is a suit in Domino Euchre and points elsewhere."""
    numbers = st.builds(a.SuitOffer, ENDS) if euchre else st.builds(a.PointsOffer, NUMBERS, MAYBE_TRUMP)
    return st.one_of(
        st.builds(a.Deal, SEATS, SOME),
        st.builds(a.Reveal, SEATS, SOME),
        st.builds(a.Bid, SEATS, st.one_of(OFFERS, numbers)),
        st.builds(a.NameTrump, SEATS, TRUMPS),
        st.builds(a.TurnUp, TILES),
        st.builds(a.Start, TILES),
        st.builds(a.NameLeader, SEATS),
        st.builds(a.Leftovers, SOME),
        st.builds(a.TakeKitty, SEATS, SOME, SOME),
        st.builds(a.SetAside, SEATS, SOME),
        st.builds(a.Play, SEATS, TILES, st.one_of(st.none(), TARGETS), MAYBE_END, st.booleans()),
        st.builds(a.Draw, SEATS, SOME),
        st.builds(a.Pass, SEATS),
        st.builds(a.Claim, SEATS, st.sampled_from(a.Claims)),
        st.builds(a.Catch, SEATS, SEATS),
    )


WHY = st.sampled_from(["unsure", "seen_twice", "moved", "N", "deal"])
SURENESS = st.one_of(st.none(), st.integers(0, 1000).map(lambda n: n / 1000))
TIMES = st.one_of(st.just(0.0), st.integers(0, 90_000_000).map(lambda ms: ms / 1000))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Whole records: seating, tags, and a journal whose amendments name entries that are there."""
    euchre = draw(st.booleans())
    action = actions(euchre=euchre)
    entries: list[Entry] = []
    for number in range(1, draw(st.integers(0, 12)) + 1):
        if draw(st.booleans()):
            entries.append(Entry(None, draw(HANDS)))
        earlier = st.integers(1, max(number - 1, 1))
        amendments = st.one_of(
            st.builds(Correct, earlier, st.one_of(action, HANDS)),
            st.builds(Withdraw, earlier),
            st.builds(Insert, st.integers(0, number - 1), st.one_of(action, HANDS)),
            st.builds(Insert, earlier, st.one_of(action, HANDS), st.just(True)),
            st.builds(Uphold, earlier),
        )
        doubts = st.builds(Unclear, st.lists(action, max_size=3).map(tuple), WHY)
        what = draw(st.one_of(action, doubts, amendments) if number > 1 else st.one_of(action, doubts))
        entries.append(Entry(number, what, at_s=draw(TIMES), confidence=draw(SURENESS)))
    seating = Seating(tuple("NESW"), ("Nancy Lee", "Søren", "", "W"))
    place = ("Place", draw(st.text(st.characters(exclude_categories=("C", "Z")), max_size=9)))
    game = ("Game", "domino_euchre" if euchre else "texas_42")
    tags = (("DGN", "1"), game, ("Seats", str(seating)), place)
    return Record(tags, seating, tuple(entries))
