"""One game between bots, the same from its seed and number wherever it is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from ludus.bots import AnyBot, RandomBot
from ludus.core.actions import Action
from ludus.core.chance import SeededRng, pick, waking
from ludus.core.errors import RulesBug
from ludus.core.game import AnyBox
from ludus.core.protocol import CHANCE, Decision, Event, Outcome, Rng, S, Seat
from ludus.lab.entrants import seated, troubles_of
from ludus.lab.outside import OutsideBot
from ludus.lab.plan import Plan

MOVE_LIMIT: Final = 200_000


@dataclass(frozen=True, slots=True)
class Played:
    """One game that was played to its end."""

    outcome: Outcome
    teams: tuple[tuple[Seat, ...], ...]
    decisions: int
    moves: int
    troubles: tuple[str, ...] = ()
    """What went wrong with bots that are programs of their own."""


class Watch(Protocol):
    """Somebody who looks on."""

    def chosen(self, state: object, decision: Decision, action: Action) -> None:
        """A choice is about to be carried out in this position."""
        ...

    def told(self, event: Event) -> None:
        """Something happened."""
        ...


def play_game(box: AnyBox, plan: Plan, game: int, watch: Watch | None = None) -> Played:
    """One game of a checked plan."""
    with seated(box, plan, game) as bots:
        return _play(box, plan, game, bots, watch)


def _play(
    box: AnyBox, plan: Plan, game: int, bots: Sequence[AnyBot], watch: Watch | None
) -> Played:
    rules = box.rules
    chance = SeededRng(f"{plan.seed}/{game}")
    minds = [SeededRng(f"{plan.seed}/{game}/{seat}") for seat in range(plan.seats)]
    emit = None if watch is None else watch.told
    state = rules.setup(plan.seats, plan.options)
    decisions = 0
    for moves in range(MOVE_LIMIT):
        owed = rules.decisions(state)
        if not owed:
            outcome = result_of(box, plan, game, state)
            for seat, bot in enumerate(bots):
                if isinstance(bot, OutsideBot):
                    bot.end(rules.view(state, seat), outcome)
            return Played(outcome, rules.teams(state), decisions, moves, troubles_of(bots))
        decision = owed[0] if len(owed) == 1 else next_of(owed, chance)
        seat = decision.seat
        if seat < 0:
            action = pick(decision, chance)
        else:
            decisions += 1
            bot = bots[seat]
            # The random bot never looks, so no view is built for it.
            view = None if isinstance(bot, RandomBot) else rules.view(state, seat)
            action = bot.choose(view, decision, minds[seat])
        if watch is not None:
            watch.chosen(state, decision, action)
        rules.apply(state, seat, action, emit)
    raise RulesBug(f"{plan.game}, seed {plan.seed}, game {game}: no end after {MOVE_LIMIT} moves")


def result_of(box: AnyBox, plan: Plan, game: int, state: S) -> Outcome:
    outcome = box.rules.outcome(state)
    if outcome is None:
        raise RulesBug(f"{plan.game}, seed {plan.seed}, game {game}: over without a result")
    return outcome


def next_of(owed: Sequence[Decision], rng: Rng) -> Decision:
    """Chance first; of several players one is drawn; the clock waits until nobody else can act."""
    for decision in owed:
        if decision.seat == CHANCE:
            return decision
    awake = waking(owed)
    return awake[rng.below(len(awake))]
