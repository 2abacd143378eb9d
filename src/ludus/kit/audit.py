"""One random game in which every promise of the protocol is checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Generic, TypeVar

from ludus.core.actions import Action
from ludus.core.codec import from_json, to_json
from ludus.core.errors import FileError, IllegalAction, PlayerError
from ludus.core.game import Box
from ludus.core.protocol import (
    CHANCE,
    CLOCK,
    SPECTATOR,
    Decision,
    Event,
    Rng,
    S,
    Seat,
    V,
    lets_stand,
)
from ludus.core.record import Record, read_record
from ludus.core.table import Table
from ludus.kit.broken import Broken, json_difference
from ludus.kit.policies import Policy, Seen, even
from ludus.kit.protocol_checks import (
    Scoring,
    decision_faults,
    event_faults,
    outcome_faults,
    team_faults,
)
from ludus.kit.random_play import random_decision, random_play
from ludus.kit.tables import Setting
from ludus.kit.undo import undo_faults

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Rates:
    """How often the slower checks are made: at one position in this many (0: never)."""

    keep: int = 4
    """Keep a copy and the views, to see later whether they are still the same."""
    branch: int = 8
    """Play on with a copy, to see whether the original stays unchanged."""
    codec: int = 4
    """Send state and views through JSON and go on with what comes back."""
    refuse: int = 2
    """Try some actions that are not on offer."""
    sweep: int = 100
    """Try all of them, as one seat."""
    undo: int = 12
    """Take back and redo at a fork of the table."""
    prefixes: int = 3
    """How many prefixes of the record are replayed at the end."""


THOROUGH = Rates()
LIGHT = Rates(keep=16, branch=40, codec=16, refuse=24, sweep=0, undo=120, prefixes=1)

KEPT = 12
"""At most this many copies are kept; then each new one replaces an old one."""
BRANCH = 5
"""How many moves a branch is played on."""
TRIES = 6
"""How many actions that are not on offer are tried at a position."""


class Audit(Generic[S, V]):
    """A table, a second state that makes the same moves, and copies that must never change."""

    def __init__(
        self,
        box: Box[S, V],
        setting: Setting,
        rng: Rng,
        rates: Rates = THOROUGH,
        scoring: Scoring | None = None,
        seen: Seen | None = None,
    ) -> None:
        self.box = box
        self.rules = box.rules
        self.setting = setting
        self.rng = rng
        self.rates = rates
        self.scoring = scoring
        self.seen = Seen() if seen is None else seen
        self.table: Table[S, V] = Table(box, setting.names, setting.options)
        self._twin: S = self.rules.copy(self.table.state)
        self._now: bytes = to_json(self.table.state)
        self._marks: list[bytes] = [_mark(self._now)]
        self._parallel: list[bool] = []
        self._states: list[tuple[S, bytes, int]] = []
        self._views: list[tuple[V, bytes, int]] = []

    # Playing ------------------------------------------------------------------------------------

    def run(self, bound: int, policy: Policy = even) -> None:
        """Play to the end, which must come within `bound` moves if it has to come."""
        moves = random_play(self.table, self.setting, self.rng, policy, self.seen, bound, self.step)
        for decisions in moves:
            self.look(decisions)
        self.finish()

    def step(self, decision: Decision, action: Action) -> tuple[Event, ...]:
        """Make a move at the table and, without a listener for events, in the twin state."""
        stands = lets_stand(self.table.decisions(), decision, action)
        self._parallel.append(stands or self.rules.parallel(self.table.state))
        try:
            events = self.table.play(decision.seat, action)
        except PlayerError as error:
            raise self.broken(f"{action.text!r} was offered and then refused: {error}") from error
        except Exception as error:
            error.add_note(f"while {action.text!r} of seat {decision.seat} was played")
            raise
        self.rules.apply(self._twin, decision.seat, action, None)
        for event in events:
            self.seen.events[event.kind] += 1
        self._none(event_faults(events))
        self._now = to_json(self.table.state)
        self._marks.append(_mark(self._now))
        self._same(
            self._now,
            to_json(self._twin),
            f"{action.text!r} of seat {decision.seat}, made twice from equal states, "
            "gave different ones (a state that does not survive copying or JSON, "
            "rules that remember, or a move that depends on its listener)",
        )
        return events

    # At every position ---------------------------------------------------------------------------

    def look(self, decisions: Sequence[Decision]) -> None:
        """Check this position."""
        rules, state, seats = self.rules, self.table.state, self.setting.seats
        self._none(decision_faults(rules.actions, decisions, seats))
        self._none(rules.check(state))
        self._none(team_faults(rules.teams(state), seats))
        if described(decisions) != described(rules.decisions(self._twin)):
            raise self.broken("two equal states have different decisions")
        outcome = rules.outcome(state)
        if decisions and outcome is not None:
            raise self.broken("there is an outcome while somebody still has to choose")
        if not decisions and outcome is None:
            raise self.broken("nobody has to choose, yet there is no outcome")
        self._untouched("looking at it (decisions, check, teams, outcome)")
        self._sometimes(state)
        self._untouched("looking at it (copy, view, JSON)")

    def _sometimes(self, state: S) -> None:
        if self._due(self.rates.keep):
            self._keep(state)
        if self._due(self.rates.codec):
            self._codec(state)
        if self._due(self.rates.branch):
            self._branch(state)
        if self._due(self.rates.refuse):
            self._refuse(self._some_actions())
        if self._due(self.rates.sweep):
            everyone = self._everyone()
            seat = everyone[self.rng.below(len(everyone))]
            self._refuse((seat, action) for action in self.rules.actions)
        if self._due(self.rates.undo):
            self._none(undo_faults(self.table, self._parallel, self.rng))

    def _keep(self, state: S) -> None:
        number = len(self.table.moves)
        copy = self.rules.copy(state)
        self._same(self._now, to_json(copy), "a copy differs from its original")
        self._put(self._states, (copy, self._now, number))
        view = self.rules.view(state, self._viewer())
        self._put(self._views, (view, to_json(view), number))

    def _codec(self, state: S) -> None:
        self._twin = self._through_json(state, self._now, "the state")
        if self.rng.below(2):
            self._twin = self.rules.copy(self._twin)
        view = self.rules.view(state, self._viewer())
        self._through_json(view, to_json(view), "the view")

    def _through_json(self, value: T, data: bytes, what: str) -> T:
        try:
            back = from_json(data, type(value), what)
        except FileError as error:
            raise self.broken(f"{what} cannot be read back from JSON: {error}") from error
        self._same(data, to_json(back), f"{what} does not survive JSON")
        return back

    def _branch(self, state: S) -> None:
        """Play on with a copy of this position."""
        rules = self.rules
        copy = rules.copy(state)
        trail = "on a copy"
        for _ in range(BRANCH):
            decisions = rules.decisions(copy)
            self._none(decision_faults(rules.actions, decisions, self.setting.seats), trail)
            if not decisions:
                break
            decision = random_decision(decisions, self.rng)
            action = even(rules, copy, decision, self.rng, self.seen)
            trail += f", then {action.text!r} of seat {decision.seat}"
            rules.apply(copy, decision.seat, action)
            self._none(rules.check(copy), trail)
        self._untouched("playing on with a copy")

    def _refuse(self, tries: Iterable[tuple[Seat, Action]]) -> None:
        """What is not on offer is refused, and nothing changes."""
        table = self.table
        before = len(table.moves)
        offers = {d.seat: {option.number for option in d.options} for d in table.decisions()}
        for seat, action in tries:
            if action.number in offers.get(seat, ()):
                continue
            try:
                table.play(seat, action.text)
            except IllegalAction:
                continue
            except Exception as error:
                raise self.broken(
                    f"{action.text!r} of seat {seat} is not on offer; it must be refused with "
                    f"IllegalAction, not {type(error).__name__}: {error}"
                ) from error
            raise self.broken(f"{action.text!r} of seat {seat} is not on offer, and was played")
        if len(table.moves) != before:
            raise self.broken("a refused action was written into the record")
        self._untouched("a refused action")

    # At the end ----------------------------------------------------------------------------------

    def finish(self) -> None:
        """Check the outcome, the record and the copies kept on the way."""
        outcome = self.rules.outcome(self.table.state)
        if outcome is not None:
            self.seen.reasons[outcome.reason] += 1
            teams = self.rules.teams(self.table.state)
            self._none(outcome_faults(outcome, self.setting.seats, teams, self.scoring))
        for state, data, number in self._states:
            self._same(data, to_json(state), f"the copy taken after move {number} has changed")
        for view, data, number in self._views:
            self._same(data, to_json(view), f"the view taken after move {number} has changed")
        lines = self.table.record.dump().splitlines(keepends=True)
        self._replay(lines)
        for _ in range(self.rates.prefixes):
            self._replay(lines[: 1 + self.rng.below(len(lines))])

    def _replay(self, lines: Sequence[str]) -> None:
        """The first lines of the record's text lead to the same position and story."""
        count = len(lines) - 1
        record = read_record("".join(lines))
        try:
            again = Table.replay(self.box, record)
        except FileError as error:
            raise self.broken(f"the first {count} moves do not replay: {error}") from error
        if _mark(to_json(again.state)) != self._marks[count]:
            raise self.broken(f"the first {count} moves replay to another position")
        if again.story != self.table.story[:count]:
            raise self.broken(f"the first {count} moves replay to another story")
        if _mark(to_json(self.table.at(count))) != self._marks[count]:
            raise self.broken(f"the table's position after {count} moves is another")

    # Small things --------------------------------------------------------------------------------

    def broken(self, what: str) -> Broken:
        return Broken(what, f"{self.box.meta.name}, {self.setting}", self.record)

    @property
    def record(self) -> Record:
        return self.table.record

    def _none(self, faults: Iterable[str], where: str = "") -> None:
        found = list(faults)
        if found:
            raise self.broken("; ".join(found) + (f" ({where})" if where else ""))

    def _same(self, one: bytes, two: bytes, what: str) -> None:
        if one != two:
            raise self.broken(f"{what}: {json_difference(one, two)}")

    def _untouched(self, by: str) -> None:
        self._same(self._now, to_json(self.table.state), f"the state was changed by {by}")

    def _due(self, rate: int) -> bool:
        return bool(rate) and not self.rng.below(rate)

    def _everyone(self) -> tuple[Seat, ...]:
        return (*range(self.setting.seats + 1), CHANCE, CLOCK, SPECTATOR)

    def _viewer(self) -> Seat:
        viewers: tuple[Seat, ...] = (*range(self.setting.seats), SPECTATOR)
        return viewers[self.rng.below(len(viewers))]

    def _some_actions(self) -> list[tuple[Seat, Action]]:
        everyone, space = self._everyone(), self.rules.actions
        return [
            (everyone[self.rng.below(len(everyone))], space.all[self.rng.below(len(space))])
            for _ in range(TRIES)
        ]

    def _put(self, kept: list[tuple[T, bytes, int]], item: tuple[T, bytes, int]) -> None:
        if len(kept) < KEPT:
            kept.append(item)
            return
        index = self.rng.below(KEPT)
        old, data, number = kept[index]
        self._same(data, to_json(old), f"what was kept after move {number} has changed")
        kept[index] = item


def _mark(data: bytes) -> bytes:
    """A short digest of a position, kept for every move."""
    return blake2b(data, digest_size=8).digest()


def described(decisions: Sequence[Decision]) -> bytes:
    """Decisions as bytes that are equal when the decisions are."""
    return to_json(
        [
            (
                d.seat,
                d.prompt,
                [o.number for o in d.options],
                list(d.weights),
                d.wait,
                d.timer,
                [o.number for o in d.declines],
                d.optional,
            )
            for d in decisions
        ]
    )
