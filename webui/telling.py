"""Acts, rulings and outcomes of one fold, told in the words of one language with the players' names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.actions import (
    MEXICAN,
    NO_TRUMP,
    AcceptOffer,
    Action,
    Bid,
    Catch,
    Claim,
    Deal,
    Draw,
    HandStart,
    Leftovers,
    NameLeader,
    NameTrump,
    PassOffer,
    Play,
    Reveal,
    SetAside,
    Start,
    SuitTrump,
    TakeKitty,
    TurnUp,
    seat_of,
)
from engine.games import GAMES
from engine.journal import Correct, Entry, Insert, Unclear, Uphold, What, Withdraw, WithdrawHand
from engine.referee import Judged, Refereed
from engine.rules import Rules
from engine.rulings import Reason, Ruling
from engine.suits import Suit
from engine.table import Snapshot
from engine.tiles import Tile
from engine.trick_state import Laid, TrickState
from webui.naming import isolated
from webui.words import Facts, Words


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick of the present hand, as far as it is laid."""

    number: int
    led: Suit
    laid: tuple[Laid, ...]
    winner: int | None = None
    """None while it goes on."""


@dataclass(frozen=True, slots=True)
class Teller:
    """One snapshot in one language."""

    snapshot: Snapshot
    words: Words

    # --- who and what ---

    @property
    def rules(self) -> Rules[Any]:
        """The rules played by."""
        return self.snapshot.rules

    @property
    def refereed(self) -> Refereed[Any]:
        """The fold."""
        return self.snapshot.refereed

    def name(self, seat: int | None) -> str | None:
        """The player's name."""
        names = self.snapshot.record.seating.names
        return isolated(names[seat]) if seat is not None and 0 <= seat < len(names) else None

    def side(self, side: int) -> str:
        """``Nancy & Steve``; a player's own name where everybody plays alone."""
        names = self.snapshot.record.seating.names[side :: self.rules.sides]
        return self.words.partners([isolated(name) for name in names])

    # --- acts ---

    def what(self, what: What) -> str:
        """A line of the record as a sentence without its full stop."""
        words = self.words
        match what:
            case Unclear(candidates):
                seats = {seat_of(action) for action in candidates}
                name = self.name(seats.pop()) if len(seats) == 1 else None
                return words.say("acts", "ask", name=name) if name else words.say("acts", "ask_bare")
            case Correct(number, action):
                return words.say("acts", "correct", number=number, act=self.act(action))
            case Insert(number, action, before):
                key = "insert_before" if before else "insert"
                return words.say("acts", key, number=number, act=self.act(action))
            case Withdraw(number):
                return words.say("acts", "withdraw", number=number)
            case Uphold(number):
                return words.say("acts", "uphold", number=number)
            case WithdrawHand(hand):
                return words.say("acts", "withdraw_hand", number=hand)
        return self.act(what)

    def act(self, action: Action) -> str:
        """What was done, as a sentence without its full stop."""
        name = self.name(seat_of(action)) or "?"
        match action:
            case Play():
                return self._play(action, name)
            case Bid(_, offer):
                return self._bid(offer, name)
            case NameTrump(_, trump):
                if trump is NO_TRUMP:
                    return self.words.say("acts", "call_follow_me", name=name)
                return self.words.say("acts", "call", name=name, suits=self.words.trump(trump))
            case Draw(_, tiles):
                if all(isinstance(tile, Tile) for tile in tiles) and tiles:
                    return self.words.say(
                        "acts", "draw_known", name=name, tiles=self.words.tiles(tiles, "and")
                    )
                return self.words.number_of("acts", "draw", len(tiles), name=name, number=len(tiles))
        return self._other(action, name)

    def _play(self, play: Play, name: str) -> str:
        facts = {"name": name, "tile": play.tile}
        on = play.target.on if play.target else None
        if isinstance(on, Tile):
            return self.words.say("acts", "play_on", **facts, on=on)
        if on == MEXICAN:
            return self.words.say("acts", "play_mexican", **facts)
        if isinstance(on, int):
            return self.words.say("acts", "play_train", **facts, owner=self.name(on))
        return self.words.say("acts", "play", **facts)

    def _bid(self, offer: object, name: str) -> str:
        if isinstance(offer, PassOffer):
            return self.words.say("acts", "bid_pass", name=name)
        if isinstance(offer, AcceptOffer):
            return self.words.say("acts", "accept_alone" if offer.alone else "accept", name=name)
        return self.words.say("acts", "bid", name=name, offer=self.words.offer(offer))  # type: ignore[arg-type]

    def _other(self, action: Action, name: str) -> str:
        say = self.words.say
        match action:
            case HandStart(number, shaker):
                who = self.name(shaker)
                return (
                    say("acts", "hand", number=number, name=who)
                    if who
                    else say("acts", "hand_bare", number=number)
                )
            case Deal(_, tiles):
                return self.words.number_of("acts", "deal", len(tiles), name=name, number=len(tiles))
            case Reveal(_, ()):
                return say("acts", "reveal_none", name=name)
            case Reveal(_, tiles):
                return say("acts", "reveal", name=name, tiles=self.words.tiles(tiles, "and"))
            case TurnUp(tile):
                return say("acts", "turn_up", tile=tile)
            case Start(tile):
                return say("acts", "start", tile=tile)
            case NameLeader(seat):
                return say("acts", "lead", name=self.name(seat))
            case Leftovers(tiles):
                return say("acts", "left", tiles=self.words.tiles(tiles, "and"))
            case TakeKitty():
                return say("acts", "kitty", name=name)
            case SetAside():
                return say("acts", "aside", name=name)
            case Claim(_, claim):
                return say("acts", claim.value.replace(" ", "_"), name=name)
            case Catch(_, caught):
                return say("acts", "catch", name=name, caught=self.name(caught))
        return say("acts", "pass", name=name)

    def source(self, entry: Entry, amended: bool = False) -> str:
        """Where an entry came from: ``seen by the camera, 99 % sure``."""
        say = self.words.say
        if entry.source == "hand":
            key = "amended" if amended else "hand"
            return say("sources", f"{key}_by", by=isolated(entry.by)) if entry.by else say("sources", key)
        if entry.source == "vision" and entry.confidence is not None:
            sure = min(entry.confidence, 0.999) if entry.confidence < 1 else 1.0  # 0.9999 is not certainty
            percent = self.words.catalogue["percent"].format(number=f"{sure * 100:.3g}")
            return say("sources", "vision_sure", percent=percent)
        known = entry.source if entry.source in self.words.catalogue["sources"] else "record"
        return say("sources", known)

    # --- rulings ---

    def ruling(self, judged: Judged) -> str | None:
        """Why an act does not stand, or what it exposes; None where there is nothing to say."""
        ruling = judged.ruling
        if ruling.reason is None:
            return None
        if ruling.reason is Reason.NOT_NOW and ruling.counts and isinstance(judged.action, Play):
            said = str(self.words.catalogue["before_bids"]).format(tile=judged.action.tile)
        else:
            said = self.words.reason(ruling.reason, self._facts(judged.action, ruling, judged.number))
        if judged.act.upheld:
            said = f"{said} {self.words.catalogue['upheld']}"
        return said

    def rests_on(self, ruling: Ruling) -> str | None:
        """The house rule a ruling depends on."""
        if ruling.rests_on is None:
            return None
        game = GAMES[self.snapshot.record.game]
        name, _, value = ruling.rests_on.partition("=")
        option = next((one for one in game.options if one.name == name), None)
        said = self.words.house_rule(game.key, option).rstrip(".") if option else name.replace("_", " ")
        return str(self.words.catalogue["rests_on"]).format(option=said, choice=self.words.choice(value))

    def _facts(self, action: Action, ruling: Ruling, number: int | None) -> Facts:
        seat = seat_of(action)
        tile = getattr(action, "tile", None)
        offer = self.words.offer(action.offer) if isinstance(action, Bid) else None
        suit: Suit | None = None
        earlier = turn = None
        about = ruling.cites if ruling.cites is not None else number
        trick = self.trick_of(about)
        if trick is not None:
            suit = trick.led
            expected = self._expected(trick, about)
            turn = self.name(expected) if expected != seat else None
        if ruling.reason is Reason.NOT_YOUR_TURN and turn is None and not ruling.counts:
            turn = self.name(self.refereed.state.turn)
        if isinstance(action, NameTrump):
            suit = action.trump.end if isinstance(action.trump, SuitTrump) else action.trump
        if ruling.cites is not None:
            cited = next((one for one in self.refereed.judged if one.number == ruling.cites), None)
            if cited is not None:
                earlier = getattr(cited.action, "tile", None)
                # Who should have begun is who has the tile, not who began.
                seat = seat if ruling.reason is Reason.STARTER_WRONG else seat_of(cited.action)
        return Facts(self.name(seat), tile, suit, ruling.should, turn, offer, earlier)

    def _expected(self, trick: Trick, number: int | None) -> int | None:
        """Whose turn it was when entry *number* was laid in *trick*."""
        state = self.refereed.state
        place = next((i for i, laid in enumerate(trick.laid) if self.entry_of(laid.act) == number), None)
        if not place:
            earlier = [one for one in self.tricks() if one.number == trick.number - 1]
            return earlier[0].winner if earlier else (state.contract.leader if state.contract else None)
        seat = trick.laid[place - 1].seat
        for _ in range(self.rules.seats):
            seat = (seat + 1) % self.rules.seats
            if seat not in state.sitting_out:
                break
        return seat

    # --- tricks ---

    def entry_of(self, act: int) -> int | None:
        """The entry number of the *act*-th act applied."""
        applied = self.refereed.applied
        return applied[act] if 0 <= act < len(applied) else None

    def tricks(self) -> tuple[Trick, ...]:
        """The tricks of the present hand, the one in progress last; empty in layout games."""
        state = self.refereed.state
        if not isinstance(state, TrickState) or state.playing is None:
            return ()
        done = [Trick(i + 1, t.led, t.laid, t.winner) for i, t in enumerate(state.tricks)]
        laid = state.playing.trick
        if laid:
            done.append(
                Trick(len(done) + 1, state.playing.play.led_by(laid[0].tile, laid[0].announced), laid)
            )
        return tuple(done)

    def trick_of(self, number: int | None) -> Trick | None:
        """The trick of the present hand that entry *number* lies in."""
        if number is None:
            return None
        return next(
            (t for t in self.tricks() if any(self.entry_of(laid.act) == number for laid in t.laid)), None
        )
