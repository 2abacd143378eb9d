"""Watches games and counts.

What it watches is what the protocol offers for every game: choices and their options, events, the
scores on the panels, and the outcome.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.game import AnyBox
from ludus.core.protocol import SPECTATOR, Decision, Event, Outcome, Seat
from ludus.lab.balance.census import STEPS, About, Asked, Census, Item
from ludus.lab.balance.splits import Split, splits_of
from ludus.lab.match import Played, play_game
from ludus.lab.plan import Plan
from ludus.lab.simulate import WHOLE, shares_of
from ludus.lab.stats import Spread

MOST_LOOKS: Final = 64
"""The most samples of the scores in a game; beyond that every second one is dropped."""


def about(plan: Plan, box: AnyBox) -> About:
    """What a checked plan plays."""
    return About(
        plan.game,
        box.meta.version,
        box.content_hash,
        box.pack.info.name,
        plan.seats,
        dict(plan.options),
        list(plan.bots),
        plan.clock,
    )


class CensusObserver:
    """Counts the games of one plan into one census."""

    def __init__(self, plan: Plan, box: AnyBox) -> None:
        self.census = Census.empty(about(plan, box))
        self._plan = plan
        self._box = box
        self._names = [str(seat + 1) for seat in range(plan.seats)]
        compared = splits_of(plan.game)
        splits = compared.split
        self._start = compared.start
        self._by_verb = _grouped(splits, "verb")
        self._by_event = _grouped(splits, "event")
        self._by_view = [split for split in splits if split.view]
        self._offered = [0] * len(box.rules.actions)
        self._chosen = [0] * len(box.rules.actions)
        self._had: list[dict[tuple[str, int], int]] = []
        self._first: list[Action | None] = []
        self._order: tuple[int, ...] = ()
        self._looks: list[tuple[int, ...]] = []
        self._end: object = None
        self._clear()

    def watch(self, game: int) -> None:
        """Play one game and count it."""
        self._clear()
        played = play_game(self._box, self._plan, game, self)
        self._count(game, played)

    def result(self) -> Census:
        """The census of all games watched."""
        census = self.census
        actions = self._box.rules.actions
        census.offered = {a.text: n for a in actions if (n := self._offered[a.number])}
        census.chosen = {a.text: n for a in actions if (n := self._chosen[a.number])}
        return census

    def _clear(self) -> None:
        seats = self._plan.seats
        self._had = [{} for _ in range(seats + 1)]
        """By seat what was seen and how often; the last is the table's own."""
        self._first = [None] * seats
        self._order = ()
        """The seats in the order of their turns, once the game has said it."""
        self._looks = []
        self._mover: Seat = SPECTATOR
        self._every = 1
        self._since = 0

    # While a game goes on ------------------------------------------------------------------------

    def on_choice(self, state: object, decision: Decision, action: Action) -> None:
        self._end = state
        seat = decision.seat
        options = decision.options
        self._chosen[action.number] += 1
        offered = self._offered
        for option in options:
            offered[option.number] += 1
        census = self.census
        asked = census.asked.get(decision.prompt)
        if asked is None:
            asked = census.asked[decision.prompt] = Asked()
        asked.times += 1
        asked.options += len(options)
        if seat < 0:
            return
        count = len(options)
        census.branching[count] = census.branching.get(count, 0) + 1
        if count > 1 and self._first[seat] is None:
            self._first[seat] = action
            if action.text not in census.labels:
                self._label(state, decision, action)
        for split in self._by_verb.get(action.verb, ()):
            if not split.asked or decision.prompt in split.asked:
                self._note(split, seat, action.arg)
        if seat != self._mover:
            self._mover = seat
            self._look(state)

    def on_event(self, event: Event) -> None:
        events = self.census.events
        events[event.kind] = events.get(event.kind, 0) + 1
        start = self._start
        if start is not None and event.kind == start.event and not self._order:
            self._order = start.order(event.facts, self._plan.seats)
        for split in self._by_event.get(event.kind, ()):
            item = event.facts[split.fact]
            seat = event.facts[split.whose] if split.whose else self._plan.seats
            if isinstance(item, int) and isinstance(seat, int):
                self._note(split, seat, item)

    def _note(self, split: Split, seat: Seat, item: int) -> None:
        # Seats without a player (a dummy, the bank) have nothing to win.
        if 0 <= seat <= self._plan.seats:
            key = (split.key, item - split.offset + split.apiece * seat)
            had = self._had[seat]
            had[key] = had.get(key, 0) + 1

    def _look(self, state: object) -> None:
        """The points as the panels show them to everybody."""
        self._since += 1
        if self._since < self._every:
            return
        self._since = 0
        self._looks.append(self._points(state))
        if len(self._looks) > MOST_LOOKS:
            self._looks = self._looks[::2]
            self._every *= 2

    def _points(self, state: object) -> tuple[int, ...]:
        view = self._box.rules.view(state, SPECTATOR)
        points = [0] * self._plan.seats
        for panel in self._box.face.panels(view, self._names):
            if 0 <= panel.seat < len(points):
                points[panel.seat] = panel.score
        return tuple(points)

    def _label(self, state: object, decision: Decision, action: Action) -> None:
        view = self._box.rules.view(state, decision.seat)
        for choice in self._box.face.choices(view, decision, self._names):
            self.census.labels.setdefault(choice.action.text, choice.label)

    # Afterwards ----------------------------------------------------------------------------------

    def _count(self, game: int, played: Played) -> None:
        census = self.census
        outcome = played.outcome
        shares = shares_of(played)
        self._note_views()
        for seat, score in enumerate(outcome.scores):
            census.seats[seat].add(1, shares[seat], score)
            for (key, item), times in self._had[seat].items():
                found = census.items.setdefault(key, {}).setdefault(item, Item())
                found.add(times, shares[seat], score)
            first = self._first[seat]
            if first is not None:
                census.first.setdefault(first.text, Item()).add(1, shares[seat], score)
        for place, seat in enumerate(self._order):
            census.order[place].add(1, shares[seat], outcome.scores[seat])
        for (key, item), times in self._had[-1].items():
            found = census.items.setdefault(key, {}).setdefault(item, Item())
            found.seats += 1
            found.times += times
        census.games += 1
        census.seeds.append((self._plan.seed, game, game + 1))
        census.decisions.add(played.decisions)
        _bump(census.by_decisions, played.decisions)
        census.moves.add(played.moves)
        _bump_word(census.reasons, outcome.reason)
        _bump_word(census.decided, outcome.decided_by)
        self._count_points(outcome, shares)
        self._count_course(outcome, shares)

    def _note_views(self) -> None:
        for seat in range(self._plan.seats):
            if self._by_view:
                view = self._box.rules.view(self._end, seat)
                for split in self._by_view:
                    self._note(split, seat, _at(view, split.view, seat))

    def _count_points(self, outcome: Outcome, shares: Sequence[int]) -> None:
        census = self.census
        for seat, score in enumerate(outcome.scores):
            _bump(census.winning_points if shares[seat] else census.other_points, score)
        ranked = sorted(outcome.scores, reverse=True)
        if len(ranked) > 1:
            _bump(census.margins, ranked[0] - ranked[1])
        for seat, parts in enumerate(outcome.parts):
            for name, value in parts.items():
                pair = census.parts.setdefault(name, (Spread(), Spread()))
                pair[0 if shares[seat] else 1].add(value)

    def _count_course(self, outcome: Outcome, shares: Sequence[int]) -> None:
        census = self.census
        looks = [*self._looks, tuple(outcome.scores)]
        last = len(looks) - 1
        for step in range(STEPS + 1):
            for seat, value in enumerate(looks[last * step // STEPS]):
                census.course[step][0 if shares[seat] else 1].add(value)
        leaders = [_leader(points) for points in looks]
        changes, latest, ahead = 0, 0, -1
        for index, leader in enumerate(leaders):
            if leader >= 0 and leader != ahead:
                if ahead >= 0:
                    changes += 1
                    latest = index
                ahead = leader
        lead = census.lead
        lead.changes.add(changes)
        _bump(lead.by_changes, changes)
        if changes:
            lead.settled[min(STEPS - 1, latest * STEPS // max(1, last))] += 1
        half = leaders[last // 2]
        if half >= 0 and len(outcome.scores) > 1:
            lead.half_way += 1
            lead.held += shares[half] == WHOLE


def _grouped(splits: Sequence[Split], by: str) -> Mapping[str, list[Split]]:
    found: dict[str, list[Split]] = {}
    for split in splits:
        name = split.verb if by == "verb" else split.event
        if name:
            found.setdefault(name, []).append(split)
    return found


def _leader(points: Sequence[int]) -> Seat:
    """The seat that is ahead of all others; -1 if nobody is."""
    best = max(points)
    ahead = [seat for seat, value in enumerate(points) if value == best]
    return ahead[0] if len(ahead) == 1 else -1


def _at(view: object, way: str, seat: Seat) -> int:
    """The number at a path in a view; -1 if there is none."""
    found = view
    for part in way.split("."):
        place = str(seat) if part == "*" else part
        if place.isdecimal() and isinstance(found, (tuple, list)):
            found = found[int(place)]
        else:
            found = getattr(found, place)
    return found if isinstance(found, int) else -1


def _bump(counts: dict[int, int], value: int) -> None:
    counts[value] = counts.get(value, 0) + 1


def _bump_word(counts: dict[str, int], word: str) -> None:
    counts[word] = counts.get(word, 0) + 1
