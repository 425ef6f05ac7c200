"""What the referee answers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.tiles import Tile


class Reason(Enum):
    """Why an act does not stand (or what it exposes).  The values are stable; sentences live in the page's words."""

    MUST_FOLLOW_SUIT = "must_follow_suit"
    TRUMP_IS_NOT_LED_SUIT = "trump_is_not_led_suit"
    NOT_NEAREST_SEVEN = "not_nearest_seven"
    NOT_YOUR_TURN = "not_your_turn"
    BID_BELOW_MINIMUM = "bid_below_minimum"
    BID_NOT_HIGHER = "bid_not_higher"
    BID_JUMP_TOO_HIGH = "bid_jump_too_high"
    BID_STEP_TOO_SMALL = "bid_step_too_small"
    BID_NOT_MULTIPLE = "bid_not_multiple"
    BID_MUST_BE_EVEN = "bid_must_be_even"
    BID_NOT_OFFERED = "bid_not_offered"
    """A kind of bid this game or these house rules do not have."""
    SUIT_REQUIRED = "suit_required"
    SUIT_NOT_HELD = "suit_not_held"
    DOUBLES_NOT_HELD = "doubles_not_held"
    DEALER_MUST_BID = "dealer_must_bid"
    COUNT_MUST_BE_KEPT = "count_must_be_kept"
    COUNT_DISCARD_AVOIDABLE = "count_discard_avoidable"
    TRUMP_DISCARD_AVOIDABLE = "trump_discard_avoidable"
    MUST_DISCARD_TWO = "must_discard_two"
    NO_MATCH = "no_match"
    NOT_A_SPINNER = "not_a_spinner"
    SPINNER_SIDES_FIRST = "spinner_sides_first"
    NO_OPEN_SIDE = "no_open_side"
    MUST_PLAY_ON_DOUBLE = "must_play_on_double"
    MUST_SATISFY_DOUBLE = "must_satisfy_double"
    TRAIN_CLOSED = "train_closed"
    OWN_TRAIN_ONLY_FIRST_TURN = "own_train_only_first_turn"
    MUST_PLAY = "must_play"
    MUST_DRAW = "must_draw"
    ALREADY_DREW = "already_drew"
    NO_DRAW_IN_BLOCK = "no_draw_in_block"
    NOTHING_TO_DRAW = "nothing_to_draw"
    TRUMP_MUST_BE_LED_AS_TRUMP = "trump_must_be_led_as_trump"
    SUIT_NOT_ON_TILE = "suit_not_on_tile"
    SUIT_WAS_TURNED_DOWN = "suit_was_turned_down"
    RENEGE = "renege"
    SEEN_TWICE = "seen_twice"
    NOT_OF_SET = "not_of_set"
    NOT_HELD = "not_held"
    """The holding is known and the tile is not in it."""
    WRONG_NUMBER = "wrong_number"
    """More or fewer tiles than the deal, the discard or the leftovers have."""
    CLAIM_WRONG = "claim_wrong"
    STARTER_WRONG = "starter_wrong"
    MUST_START_WITH = "must_start_with"
    """Another tile has to begin (the highest double, the hub)."""
    NOT_NOW = "not_now"
    """The act belongs to another part of the hand (a bid during play, a play before the auction is over)."""
    GAME_OVER = "game_over"


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the referee says of one act."""

    stands: bool
    counts: bool
    """The act is part of the game all the same: a play in a trick always is, one in a layout if it stands."""
    reason: Reason | None = None
    should: tuple[Tile, ...] = ()
    """The tiles that would have been right, where they are known; sorted high to low."""
    rests_on: str | None = None
    """The house option the verdict depends on, as in a record: ``double_rank=by_number``."""
    cites: int | None = None
    """The earlier act that this one exposes: its place among the acts applied (0 first) inside a
    family, its entry number once the referee has it."""


STANDS = Ruling(stands=True, counts=True)


def refused(
    reason: Reason,
    should: tuple[Tile, ...] = (),
    *,
    rests_on: str | None = None,
    counts: bool = False,
    cites: int | None = None,
) -> Ruling:
    """A ruling against an act."""
    return Ruling(False, counts, reason, should, rests_on, cites)
