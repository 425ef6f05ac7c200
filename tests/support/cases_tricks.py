"""Rule cases of the trick games: each kind sets a real state up by real acts, and asks the real rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.support import cases_bids, cases_rounds, cases_suits
from tests.support.trick_setups import Case, Found

GAMES = frozenset({"texas_42", "texas_84", "texas_demons", "domino_euchre"})

SETS = ("should_have_played",)
"""Lists whose order means nothing, nor how often a twin is named."""

KINDS: Mapping[str, Callable[[Case], Found]] = {
    "suits": cases_suits.suits,
    "suit_sizes": cases_suits.suit_sizes,
    "suit_order": cases_suits.suit_order,
    "trump_order": cases_suits.trump_order,
    "tile_values": cases_suits.tile_values,
    "deck": cases_suits.deck,
    "deal": cases_suits.deal,
    "trick": cases_suits.trick,
    "low": cases_suits.low,
    "legal": cases_suits.legal,
    "renege": cases_suits.renege,
    "deal_replay": cases_suits.deal_replay,
    "lead_announce": cases_suits.lead_announce,
    "property": cases_suits.stated,
    "auction": cases_bids.auction,
    "first_bidder": cases_bids.first_bidder,
    "bid_requirement": cases_bids.bid_requirement,
    "declaration": cases_bids.declaration,
    "contract_progress": cases_bids.contract_progress,
    "hand_score": cases_bids.hand_score,
    "game_end": cases_bids.game_end,
    "seating": cases_bids.seating,
    "kitty": cases_bids.kitty,
    "census": cases_bids.census,
    "trump_from_turnup": cases_rounds.trump_from_turnup,
    "euchre_auction": cases_rounds.euchre_auction,
    "first_lead": cases_rounds.first_lead,
    "euchre_score": cases_rounds.euchre_score,
    "discard": cases_rounds.discard,
    "next_picker": cases_rounds.next_picker,
    "hand_end": cases_rounds.hand_end,
}


def check(case: Case) -> None:
    """Fails unless the rules answer *case* as expected, key by key."""
    kind = case["kind"]
    assert kind in KINDS, f"no adapter for the kind {kind}"
    found = KINDS[kind](case)
    for key, expected in case["expect"].items():
        assert key in found, f"no adapter for {key} in the kind {kind}"
        got = found[key]
        if key in SETS:
            got, expected = sorted(set(got)), sorted(set(expected))
        assert got == expected, f"{key}: {got} instead of {expected}"
