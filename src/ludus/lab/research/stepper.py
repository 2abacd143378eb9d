"""A game as learners step through it: whose turn, what they see, what they may do.

All the interfaces are built on this one. Chance is answered inside, from a seed. Where several
seats must choose at once, they are asked one after the other, lowest first; nobody sees another's
choice first, since they see views. The clock stays silent while anybody else can act.

An action is its number in the game's action space, which is fixed by the rules and the content; the
numbers that chance uses are never legal for a player. Rewards come at the end: 1 for a win alone,
and all rewards of a game add up to 0. Alone at the table a hundred points are 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludus.bots import AnyBot
from ludus.bots.driver import play_on
from ludus.core.actions import Action
from ludus.core.chance import SeededRng, next_decision
from ludus.core.codec import from_json, to_json
from ludus.core.errors import BadRequest, RulesBug
from ludus.core.game import AnyBox
from ludus.core.protocol import Decision, Outcome, Rng, Seat
from ludus.core.registry import open_box
from ludus.lab.research.features import Features
from ludus.lab.research.masks import mark
from ludus.lab.rows import winning_teams

ViewFrom: TypeAlias = Callable[[object, Seat, Sequence[Decision]], object]
"""Makes a view for a caller that has listed the decisions already."""

NOBODY: Final = -1
"""The seat to move once the game is over."""
WHOLE: Final = 100.0
"""As many points alone are as much as a win: rewards of all games have one scale."""


class Kept(NamedTuple):
    """What is pickled of a stepper: content and rules are opened again, the position is JSON."""

    game: str
    seats: int
    options: dict[str, str]
    pack: Path | None
    position: tuple[type[object], bytes] | None
    seat: Seat
    moves: int
    rng: SeededRng
    bot_rngs: tuple[Rng, ...]


class Stepper:
    """One game, from set-up to end and again. It can be pickled and copied at any point."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, str] | None = None,
        pack: Path | None = None,
    ) -> None:
        self.box: Final[AnyBox] = open_box(game, pack)
        self._pack = pack
        self.seats: Final = seats or min(count for count in self.box.meta.seats if count > 1)
        self.options: Final = self.box.options(self.seats, options or {})
        self.rules: Final = self.box.rules
        self.actions: Final = len(self.rules.actions)
        self.features: Final = Features(self.box, self.seats, self.options)
        self.seat: Seat = NOBODY
        self.decision: Decision | None = None
        self.outcome: Outcome | None = None
        self.moves = 0
        """How many choices of players were carried out."""
        self.state: object = None
        self.rng = SeededRng(0)
        self._asked: Sequence[Decision] | None = None
        """The decisions of the position, where they have been listed."""
        self._view_from: ViewFrom | None = getattr(self.rules, "view_from", None)
        self._bots: Sequence[AnyBot | None] = ()
        self._bot_rngs: Sequence[Rng] = ()

    def reset(
        self, seed: int, bots: Sequence[AnyBot | None] = (), bot_rngs: Sequence[Rng] = ()
    ) -> None:
        """A new game, the same for the same seed and choices.

        `bots` play their own seats, each with its own generator; seats without a bot, all
        of them by default, are stepped.
        """
        self.rng = SeededRng(seed)
        self._bots = bots or [None] * self.seats
        self._bot_rngs = bot_rngs
        self.state = self.rules.setup(self.seats, self.options)
        self._asked = None
        self.outcome = None
        self.moves = 0
        self._advance()

    def seat_bots(self, bots: Sequence[AnyBot | None]) -> None:
        """Let these play from now on, with the generators of those that played so far."""
        self._bots = bots

    def __reduce__(self) -> tuple[Callable[[Kept], Stepper], tuple[Kept]]:
        state = self.state
        kept = Kept(
            self.box.meta.name,
            self.seats,
            self.options,
            self._pack,
            None if state is None else (type(state), to_json(state)),
            self.seat,
            self.moves,
            self.rng,
            tuple(self._bot_rngs),
        )
        return stepper_from, (kept,)

    def take_up(self, kept: Kept) -> None:
        """Go on from there. Bots are not kept: whoever gave them gives them again."""
        self.moves, self.rng, self._bot_rngs = kept.moves, kept.rng, kept.bot_rngs
        self._bots = [None] * kept.seats
        if kept.position is None:
            return
        kind, data = kept.position
        self.state = from_json(data, kind)
        self._asked = None
        if kept.seat == NOBODY:
            self.outcome = self.rules.outcome(self.state)
        else:
            self.turn_to(kept.seat)

    def legal(self, number: int) -> bool:
        """Whether the seat to move may choose this action."""
        return self.decision is not None and any(
            option.number == number for option in self.decision.options
        )

    def step(self, number: int) -> None:
        """Carry out an action of the seat to move; what is not on offer changes nothing."""
        decision = self.decision
        if decision is None:
            raise BadRequest("the game is over: reset it first")
        for option in decision.options:
            if option.number == number:
                self.play(decision, option)
                self._advance()
                return
        raise BadRequest(f"action {number} is not on offer to seat {decision.seat}")

    def decisions(self) -> Sequence[Decision]:
        self._asked = self.rules.decisions(self.state)
        return self._asked

    def view(self, viewer: Seat) -> object:
        if self._view_from is None or self._asked is None:
            return self.rules.view(self.state, viewer)
        return self._view_from(self.state, viewer, self._asked)

    def play(self, decision: Decision, action: Action) -> None:
        """Carry out a move that is known to be legal."""
        self._asked = None
        self.rules.apply(self.state, decision.seat, action, None)
        if decision.seat >= 0:
            self.moves += 1

    def waiting(self) -> dict[Seat, Decision]:
        """All choices that players have now, by seat: several where they act side by side, or where
        some of them are optional."""
        return {decision.seat: decision for decision in self.decisions() if decision.seat >= 0}

    def turn_to(self, seat: Seat) -> None:
        """Let another of the seats that must choose be the one to move."""
        waiting = self.waiting()
        if seat not in waiting:
            raise BadRequest(f"seat {seat} has nothing to choose now")
        self.seat, self.decision = seat, waiting[seat]

    def mask(self, decision: Decision | None = None) -> NDArray[np.int8]:
        """1 for every action that may be chosen: by the seat to move, or in a decision."""
        found = np.zeros(self.actions, np.int8)
        asked = self.decision if decision is None else decision
        if asked is not None:
            mark([asked.options], found, 1)
        return found

    def observe(self, seat: Seat) -> NDArray[np.float32]:
        """What a seat may know now, as features."""
        found = np.empty(self.features.size, np.float32)
        self.features.read(self.view(seat), found)
        return found

    @property
    def over(self) -> bool:
        return self.decision is None

    def rewards(self) -> list[float]:
        """Each seat's reward at the end; 0 before it."""
        if self.outcome is None:
            return [0.0] * self.seats
        return rewards_of(self.outcome, self.rules.teams(self.state))

    def _advance(self) -> None:
        """Answer chance and let the bots play, until another player has to choose."""
        self.decision = play_on(self, self._bots, self.rng, self._bot_rngs, next_decision)
        if self.decision is not None:
            self.seat = self.decision.seat
            return
        self.seat = NOBODY
        self.outcome = self.rules.outcome(self.state)
        if self.outcome is None:
            raise RulesBug(f"{self.box.meta.name}: over without a result")


def stepper_from(kept: Kept) -> Stepper:
    """A stepper that was kept."""
    stepper = Stepper(kept.game, kept.seats, kept.options, kept.pack)
    stepper.take_up(kept)
    return stepper


def rewards_of(outcome: Outcome, teams: Sequence[Sequence[Seat]]) -> list[float]:
    """1 for winning alone, less for winning together; what the others lose adds up to it.

    Alone at the table there is nobody to beat: then the reward is the score, in hundreds.
    """
    count = len(outcome.ranks)
    if count == 1:
        return [outcome.scores[0] / WHOLE]
    winners = winning_teams(outcome, teams)
    shares = [0.0] * count
    for team in winners:
        for seat in team:
            shares[seat] = 1.0 / len(winners)
    even = sum(shares) / count
    return [(share - even) / (1.0 - even) if even < 1.0 else 0.0 for share in shares]
