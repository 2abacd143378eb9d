"""One game between bots, the same from its seed and number wherever it is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from ludus.bots.driver import play_on
from ludus.core.actions import Action
from ludus.core.chance import SeededRng, next_decision
from ludus.core.errors import RulesBug
from ludus.core.game import AnyBox
from ludus.core.protocol import Decision, Event, Outcome, Seat
from ludus.lab.plan import Plan
from ludus.lab.players import Players

MOVE_LIMIT: Final = 200_000


@dataclass(frozen=True, slots=True)
class Played:
    """One game that was played to its end."""

    outcome: Outcome
    teams: tuple[tuple[Seat, ...], ...]
    decisions: int
    moves: int
    troubles: tuple[str, ...] = ()
    """What went wrong with programs and registered bots."""


class Observer(Protocol):
    """Follows a game without taking part."""

    def on_choice(self, state: object, decision: Decision, action: Action) -> None:
        """A choice is about to be carried out in this position."""
        ...

    def on_event(self, event: Event) -> None:
        """Something happened."""
        ...


class Position:
    """A game without a table: rules and state alone, which is all that a simulation needs."""

    def __init__(self, box: AnyBox, plan: Plan, game: int, observer: Observer | None) -> None:
        self._rules = box.rules
        self._where = f"{plan.game}, seed {plan.seed}, game {game}"
        self._observer = observer
        self._emit = None if observer is None else observer.on_event
        self.state: object = box.rules.setup(plan.seats, plan.options)
        self.choices = 0
        """How many decisions of players were made."""
        self.moves = 0
        """The same with dice, draws and the clock."""

    def decisions(self) -> Sequence[Decision]:
        return self._rules.decisions(self.state)

    def view(self, viewer: Seat) -> object:
        return self._rules.view(self.state, viewer)

    def play(self, decision: Decision, action: Action) -> None:
        if self.moves == MOVE_LIMIT:
            raise RulesBug(f"{self._where}: no end after {MOVE_LIMIT} moves")
        self.moves += 1
        if decision.seat >= 0:
            self.choices += 1
        if self._observer is not None:
            self._observer.on_choice(self.state, decision, action)
        self._rules.apply(self.state, decision.seat, action, self._emit)

    def outcome(self) -> Outcome:
        outcome = self._rules.outcome(self.state)
        if outcome is None:
            raise RulesBug(f"{self._where}: over without a result")
        return outcome


def play_game(box: AnyBox, plan: Plan, game: int, observer: Observer | None = None) -> Played:
    """One game of a checked plan."""
    names = tuple(plan.bots[plan.entrant(game, seat)] for seat in range(plan.seats))
    chance = SeededRng(f"{plan.seed}/{game}")
    bot_rngs = [SeededRng(f"{plan.seed}/{game}/{seat}") for seat in range(plan.seats)]
    position = Position(box, plan, game, observer)
    with Players(box, names, names, plan.options, plan.patience) as players:
        play_on(
            position,
            players.bots,
            chance,
            bot_rngs,
            lambda decisions: next_decision(decisions, chance, plan.clock),
        )
        outcome = position.outcome()
        players.finish(position.view, outcome)
        return Played(
            outcome,
            box.rules.teams(position.state),
            position.choices,
            position.moves,
            players.troubles,
        )
