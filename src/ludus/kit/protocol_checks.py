"""What must hold at every position of every game. Each check yields faults, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ludus.core.actions import ActionSpace
from ludus.core.errors import BadRequest
from ludus.core.protocol import CHANCE, CLOCK, Decision, Event, Outcome, Seat


def decision_faults(space: ActionSpace, decisions: Sequence[Decision], seats: int) -> Iterator[str]:
    """One decision per seat, options in order and without repeats, odds that fit."""
    deciding = [decision.seat for decision in decisions]
    for seat in sorted(set(deciding)):
        if deciding.count(seat) > 1:
            yield f"seat {seat} has {deciding.count(seat)} decisions at once"
        if not 0 <= seat < seats and seat not in (CHANCE, CLOCK):
            yield f"a decision of seat {seat}, which is no seat at a table of {seats}"
    for decision in decisions:
        for fault in _option_faults(space, decision):
            yield f"prompt {decision.prompt!r} of seat {decision.seat}: {fault}"


def _option_faults(space: ActionSpace, decision: Decision) -> Iterator[str]:
    options = decision.options
    if not decision.prompt:
        yield "the prompt has no name"
    if not options:
        yield "no options"
    for option in options:
        if not 0 <= option.number < len(space) or space.all[option.number] is not option:
            yield f"{option.text!r} is not taken from the action space"
    for before, after in pairwise(options):
        if before.number == after.number:
            yield f"{after.text!r} is offered twice"
        elif before.number > after.number:
            yield f"{after.text!r} stands after {before.text!r}, against the action space's order"
    yield from _odds_and_waits(decision)
    yield from _decline_faults(decision)


def _odds_and_waits(decision: Decision) -> Iterator[str]:
    if decision.weights:
        if decision.seat != CHANCE:
            yield "has odds, but only chance may have them"
        if len(decision.weights) != len(decision.options):
            yield f"{len(decision.weights)} odds for {len(decision.options)} options"
        if any(weight <= 0 for weight in decision.weights):
            yield f"odds must be above 0, not {list(decision.weights)}"
    if decision.seat == CLOCK and decision.wait <= 0:
        yield f"the clock waits {decision.wait} ms"
    if decision.seat != CLOCK and (decision.wait or decision.timer):
        yield "waits for a timer, but is not the clock's"


def _decline_faults(decision: Decision) -> Iterator[str]:
    """What declines an optional question is on offer; chance and the clock decline nothing."""
    if decision.declines and decision.seat < 0:
        yield "can be declined, but only a player's question may be"
    for option in decision.declines:
        if option not in decision.options:
            yield f"is declined by {option.text!r}, which is not on offer"


def space_faults(space: ActionSpace) -> Iterator[str]:
    """Number and text name the same action, both ways."""
    for number, action in enumerate(space.all):
        if action.number != number or space.numbered(number) is not action:
            yield f"{action.text!r} has number {action.number} and stands at {number}"
        try:
            back = space.parse(action.text)
        except BadRequest as error:
            yield f"{action.text!r} does not parse: {error}"
            continue
        if back is not action:
            yield f"{action.text!r} parses as {back.text!r}"


def event_faults(events: Sequence[Event]) -> Iterator[str]:
    """Events hold numbers only, so that they can be stored, sent and compared."""
    for event in events:
        if not event.kind:
            yield f"an event without a kind: {event!r}"
        for name, fact in event.facts.items():
            parts = fact if isinstance(fact, tuple) else (fact,)
            if not all(type(part) in (int, bool) for part in parts):
                yield f"event {event.kind!r}: fact {name!r} must be a number, not {fact!r}"


def team_faults(teams: Sequence[Sequence[Seat]], seats: int) -> Iterator[str]:
    """Every seat is in one team."""
    if sorted(seat for team in teams for seat in team) != list(range(seats)):
        yield f"the teams {teams!r} do not share out {seats} seats"


@dataclass(frozen=True, slots=True)
class Scoring:
    """What a game promises about its scores, beyond the places.

    Places follow points: more points never mean a worse place, if points are said to have decided
    they did, and the parts of a score add up to it, those `beside` it (tie-breaks) left out.
    """

    beside: tuple[str, ...] = ()


def outcome_faults(
    outcome: Outcome, seats: int, teams: Sequence[Sequence[Seat]], scoring: Scoring | None
) -> Iterator[str]:
    """Scores and places for every seat; someone is first; teams share a place."""
    scores, ranks = outcome.scores, outcome.ranks
    if len(scores) != seats or len(ranks) != seats:
        yield f"{len(scores)} scores and {len(ranks)} ranks for {seats} seats"
        return
    if not outcome.reason:
        yield "no reason why the game ended"
    if not outcome.winners:
        yield f"nobody is in first place: ranks {ranks}"
    for rank in sorted(set(ranks)):
        ahead = [other for other in ranks if other < rank]
        if not len(set(ahead)) < rank <= len(ahead) + 1:
            yield f"rank {rank} follows {len(ahead)} seats: ranks {ranks}"
    for team in teams:
        if len({ranks[seat] for seat in team}) > 1:
            yield f"team {team} is ranked {[ranks[seat] for seat in team]}"
    if outcome.parts and len(outcome.parts) != seats:
        yield f"score parts of {len(outcome.parts)} seats, not {seats}"
    elif scoring is not None:
        yield from _part_faults(outcome, scoring)
        yield from _point_faults(outcome)


def _part_faults(outcome: Outcome, scoring: Scoring) -> Iterator[str]:
    for seat, parts in enumerate(outcome.parts):
        points = sum(value for part, value in parts.items() if part not in scoring.beside)
        if points != outcome.scores[seat]:
            yield f"seat {seat} has {outcome.scores[seat]} points, but its parts are {dict(parts)}"


def _point_faults(outcome: Outcome) -> Iterator[str]:
    scores, ranks = outcome.scores, outcome.ranks
    for one in range(len(scores)):
        for two in range(len(scores)):
            if scores[one] > scores[two] and ranks[one] > ranks[two]:
                yield f"seat {one} has more points than seat {two} and a worse place: {outcome!r}"
    losers = [scores[seat] for seat in range(len(scores)) if ranks[seat] > 1]
    firsts = [scores[seat] for seat in outcome.winners]
    if outcome.decided_by == "points" and firsts and losers and min(firsts) <= max(losers):
        yield f"points are said to have decided, but did not: {outcome!r}"
