"""The trick-taking family: what its four games share, and the fields that make one differ from another."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from engine.actions import NO_TRUMP, Action, Contract, Play, SuitTrump, Trump
from engine.auction import Ladder
from engine.changing import changed
from engine.contracts import Undertaking
from engine.counting import five_count
from engine.declaring import led_off
from engine.demons import DemonHunt
from engine.holdings import HIDDEN_HOLDING
from engine.kitty import Kitty
from engine.outcomes import Outcome
from engine.rulings import Reason, Ruling, refused
from engine.suits import SEVENS, DoubleRank, SuitPlay, TrickPlay
from engine.tiles import Tile, TileSet
from engine.trick_acts import apply_act, judge_act
from engine.trick_hand import begins_hand, begun, close, progressed, won_by
from engine.trick_play import audited, judge_play, lay
from engine.trick_scores import RenegePenalty, Scores, by_bid, by_promise, forced_count, penalised
from engine.trick_state import Decision, Playing, Ready, TrickState
from engine.turnups import TurnUps

__all__ = ["TrickRules", "TrickState"]

Trumps = tuple[tuple[Tile, ...], tuple[Tile, ...]]
"""Trumps beside the tiles of the suit: above all others (best first), below all others."""


NONE: Trumps = ((), ())


def only_the_suit(end: int, highest: int) -> Trumps:
    """The tiles showing *end* and no others."""
    return NONE


@dataclass(frozen=True, slots=True)
class TrickRules:
    """One trick game.  Its fields are what makes it differ; its methods are what all of them share."""

    key: str
    seats: int
    tiles: TileSet
    hand_size: int
    auction: Ladder | TurnUps | None
    """None: no bidding, a Picker names the seat that leads (Texas Demons)."""
    mark_target: int = 7
    point_target: int = 0
    sides: int = 2
    tile_worth: Callable[[Tile], int] = five_count
    double_worth: int = 0
    trick_worth: int = 1
    kitty: Kitty | None = None
    free_discard: bool = False
    """The house lets anything be laid aside (``discard=free``)."""
    hunt: DemonHunt | None = None
    kept_out: frozenset[Tile] = frozenset()
    """Tiles of the set that are not dealt (the suit tiles of Texas Demons)."""
    trumps: Callable[[int, int], Trumps] = only_the_suit
    double_rank: DoubleRank = DoubleRank.HIGH
    nello_doubles: DoubleRank = DoubleRank.OWN_SUIT
    announced: bool = False
    """The leader of a plain tile says which of its two suits it is (Domino Euchre)."""
    holder_bids_first: bool = False
    """In the first hand the holder of the 1-0 opens the auction (42)."""
    scores_points: bool = False
    all_or_nothing: bool = False
    """In points, a bid for every trick is worth its value to one side or the other and nothing else."""
    stop_when_decided: bool | None = None
    """Whether a decided hand is over; None: in marks it is, in points it is played out."""
    renege: RenegePenalty = RenegePenalty.REPORT
    decide: Callable[[TrickRules, Playing], Decision | None] = by_promise
    settle: Callable[[TrickRules, TrickState, Playing], Scores] = by_bid
    hand_total: int = field(init=False, repr=False, compare=False, default=0)
    """The points of a hand: all tiles dealt and all tricks."""
    dealt_faces: frozenset[Tile] = field(init=False, repr=False, compare=False, default=frozenset())
    """The tiles that can be held and played."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "dealt_faces", frozenset(self.dealt_tiles))
        tiles = sum(map(self.worth, self.dealt_tiles))
        object.__setattr__(self, "hand_total", tiles + self.trick_worth * self.hand_size)

    @property
    def target(self) -> int:
        """The score that wins the game."""
        return self.point_target if self.scores_points else self.mark_target

    @property
    def stops_when_decided(self) -> bool:
        """Whether the next hand may begin once this one is decided."""
        return not self.scores_points if self.stop_when_decided is None else self.stop_when_decided

    @property
    def dealt_tiles(self) -> tuple[Tile, ...]:
        """The tiles that are dealt out, leftovers and kitty included; twins twice."""
        return tuple(tile for tile in self.tiles if tile not in self.kept_out)

    def worth(self, tile: Tile) -> int:
        """Points *tile* brings to the side that takes it."""
        return self.tile_worth(tile) + (self.double_worth if tile.high == tile.low else 0)

    def play_of(self, trump: Trump | None, undertaking: Undertaking | None = None) -> TrickPlay:
        """How tricks are followed and won with *trump* (None: not named) under *undertaking*."""
        special = undertaking.special if undertaking else None
        if special is Contract.SEVENS:
            return SEVENS
        if special in (Contract.NELLO, Contract.PISTOL):
            return SuitPlay(NO_TRUMP, self.nello_doubles)
        if special is Contract.LOW and undertaking is not None:
            seat, sides = undertaking.seat, self.sides
            others = tuple(s for s in range(self.seats) if s % sides != seat % sides)
            return SuitPlay(NO_TRUMP, DoubleRank.HIGH, lowest_of=(seat, *others))
        strong, weak = self.trumps(trump.end, self.tiles.highest) if isinstance(trump, SuitTrump) else NONE
        return SuitPlay(trump or NO_TRUMP, self.double_rank, strong, weak)

    def follows(self, tile: Tile, state: TrickState) -> bool:
        """Whether *tile* follows what was led to the trick on the table (any tile does where none is)."""
        playing = state.playing
        if playing is None or not playing.trick:
            return True
        first = playing.trick[0]
        led = playing.play.led_by(first.tile, first.announced)
        return playing.play.lacking(tile, led) is None

    def legal(self, holding: Iterable[Tile], state: TrickState, seat: int | None = None) -> tuple[Tile, ...]:
        """The tiles of a known *holding* that *seat* (else whose turn it is) may play now: a filter over ``judge``."""
        tiles = tuple(holding)
        if seat is None:
            seat = state.turn if state.turn is not None else 0
        told = state.knowing(seat, tiles)
        return tuple(tile for tile in tiles if self.judge(told, Play(seat, tile)).stands)

    def rests_on(self, playing: Playing, tiles: Iterable[Tile]) -> str | None:
        """The house option a verdict about *tiles* depends on: where doubles go in nello (no choice with two sets)."""
        special = playing.undertaking.special if playing.undertaking else None
        if special is Contract.NELLO and self.tiles.copies == 1 and any(tile.is_double for tile in tiles):
            return f"nello_doubles={self.nello_doubles.value}"
        return None

    def is_trump(self, trump: Trump | None) -> Callable[[Tile], bool]:
        """The question whether a tile is a trump, with *trump* named (None: nothing is)."""
        play = self.play_of(trump)
        return play.is_trump if isinstance(play, SuitPlay) else bool

    def judge_announced(self, play: TrickPlay, action: Play) -> Ruling | None:
        """What is wrong with the suit announced with a lead, where leaders announce one."""
        if action.end is None or not self.announced or not isinstance(play, SuitPlay):
            return None
        if play.is_trump(action.tile):
            if action.end == play.trump_suit:
                return None
            return refused(Reason.TRUMP_MUST_BE_LED_AS_TRUMP, counts=True, rests_on="lead=announced")
        if action.end in action.tile:
            return None
        return refused(Reason.SUIT_NOT_ON_TILE, counts=True, rests_on="lead=announced")

    # --- the contract of engine.rules ---------------------------------------------------------

    def start(self, total: tuple[int, ...] | None = None) -> TrickState:
        """Before the first hand; *total* is a score brought along from an earlier record."""
        score = (0,) * self.sides if total is None else total
        known = (HIDDEN_HOLDING,) * self.seats
        winners = () if total is None else won_by(self, total)
        return TrickState(0, (), 0, None, score, winners, (), (), known, Ready())

    def judge(self, state: TrickState, action: Action, /) -> Ruling:
        """What the referee says of *action* now."""
        if self._is_tile_of_a_trick(state, action) and not state.winners:
            return judge_play(self, state, state.phase, action)  # type: ignore[arg-type]
        if state.winners:
            return refused(Reason.GAME_OVER, counts=type(action) is Play and 0 <= action.seat < self.seats)
        if begins_hand(self, state, action):
            state = begun(self, state, action)
            if state.winners:
                # The hand that this act closes wins the game: it counts, so that the score is told.
                return refused(Reason.GAME_OVER, counts=True)
        return judge_act(self, state, action)

    def apply(self, state: TrickState, action: Action, /) -> TrickState:
        """The state after *action*."""
        if self._is_tile_of_a_trick(state, action):
            return self._laid(state, action)  # type: ignore[arg-type]
        closing: tuple[Outcome, ...] = ()
        if begins_hand(self, state, action):
            state = begun(self, state, action)
            closing = state.outcomes
        if type(action) is Play and 0 <= action.seat < self.seats:
            after = self._laid(state, action)
        else:
            after = apply_act(self, state, action)
        return changed(after, outcomes=closing + after.outcomes) if closing else after

    def close(self, state: TrickState, /) -> TrickState:
        """The state if the record ends here: a decided or finished hand not yet scored is scored."""
        return close(self, state)

    def _is_tile_of_a_trick(self, state: TrickState, action: Action) -> bool:
        phase = state.phase
        return (
            type(action) is Play
            and type(phase) is Playing
            and phase.turn is not None
            and 0 <= action.seat < self.seats
        )

    def _laid(self, state: TrickState, action: Play) -> TrickState:
        seat, act, before = action.seat, state.acts, state.phase
        forfeit: tuple[Outcome, ...] = ()
        if type(before) is not Playing:
            state = led_off(self, state, seat, action.tile)
            before, forfeit = state.phase, state.outcomes
            assert isinstance(before, Playing)
        known, holding = state.known, state.known[seat]
        trusted = audited(self, state, before, seat, action.tile) is None
        after, outcomes = lay(self, state.hand, before, action, act, holding, trusted)
        if holding.held or holding.complete:
            known = (*known[:seat], holding.less(action.tile), *known[seat + 1 :])
        reneged = len(after.reneges) != len(before.reneges)
        laid = TrickState(
            act + 1,
            outcomes,
            state.hand,
            state.shaker,
            state.total,
            state.winners,
            state.auction,
            state.turned,
            known,
            after,
            state.first,
            state.turned_acts,
        )
        if outcomes or reneged:
            laid = progressed(self, laid, penalised(self, before, after), outcomes)
        return changed(laid, outcomes=forfeit + laid.outcomes) if forfeit else laid

    def retrumped(self, state: TrickState, playing: Playing, trump: Trump) -> TrickState:
        """*state* with trump named after the lead: the tiles laid since are looked at anew, and tricks told again."""
        told: tuple[Outcome, ...] = ()
        winners = {(trick.winner, number) for number, trick in enumerate(playing.tricks, 1)}
        laid = [one for trick in playing.tricks for one in trick.laid] + list(playing.trick)
        anew = changed(
            playing,
            trump=trump,
            named=True,
            play=self.play_of(trump, playing.undertaking),
            turn=None,
            left=(self.hand_size,) * self.seats,
            trick=(),
            tricks=(),
            taken=forced_count(self, playing),
            won=(0,) * self.sides,
            off=(),
            reneges=(),
            decision=None,
        )
        held = [
            known.plus(one.tile for one in laid if one.seat == seat) if known.complete else known
            for seat, known in enumerate(state.known)
        ]
        for at, one in enumerate(laid):
            again = Play(one.seat, one.tile, end=one.announced)
            before = sum(other.tile == one.tile for other in laid[:at])
            trusted = one.tile in self.dealt_faces and before < self.tiles.copies
            anew, taken = lay(self, state.hand, anew, again, one.act, held[one.seat], trusted)
            if taken and (anew.tricks[-1].winner, len(anew.tricks)) not in winners:
                told += taken
            held[one.seat] = held[one.seat].less(one.tile)
        return progressed(self, state, changed(anew, out=playing.out), told)
