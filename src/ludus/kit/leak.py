"""Leak test: what a seat may not know never changes what it is told.

Two worlds are *alike* to a viewer if it has heard the same in both. Then it must also be told the
same: its view, its options, who is waited for, the clock, what stands round the board, previews,
explanations and gestures, the outcome, refusals and what it may take back. Worlds that are alike
come from two sources:

- siblings: one decision answered in different ways, of which the viewer hears the same;
- resampling: `resample` of the viewer's own view.

From each such pair both worlds are played on in step for a few moves, for as long as the viewer
hears the same in both. If a seat's own move tells it which of two such worlds it is in, it has
learned something hidden, and that move must bar its undo.

The limit of the test: it trusts the audience written on events. An event that is told to everyone
by mistake needs a position test.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic

from ludus.core.actions import Action
from ludus.core.chance import SeededRng, pick
from ludus.core.codec import to_json
from ludus.core.errors import LudusError
from ludus.core.game import Box
from ludus.core.protocol import (
    CHANCE,
    CLOCK,
    SPECTATOR,
    Decision,
    Event,
    Rng,
    Rules,
    S,
    Seat,
    V,
    may_see,
)
from ludus.core.table import Table
from ludus.core.text import plain
from ludus.kit.audit import described
from ludus.kit.broken import Broken, json_difference
from ludus.kit.random_play import BOUND, random_decision, random_play
from ludus.kit.staged import table_from
from ludus.kit.tables import Setting, settings
from ludus.kit.undo import bars

ASKED = 4
"""So many choices are previewed, and their places explained."""
SHOWN = 12
"""What the face shows is compared in one of so many pairs of worlds."""
THIN_OUT = 200
"""After this many moves positions are looked at half as often, after twice as many a third."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is tried, and what the game says of its moves.

    `siblings` and `resamples` are tried at one position in this many, less often in long games.
    """

    siblings: int = 2
    resamples: int = 2
    width: int = 6
    """How many answers to a decision are compared."""
    draws: int = 2
    """How often chance is settled after each of them."""
    depth: int = 10
    """How many moves two worlds are played on."""
    refusals: int = 4
    open_verbs: tuple[str, ...] = ()
    """Moves that are made openly: everyone hears the action itself, even without an event."""
    silence_tells: bool = True
    """Whether a seat learns something when it hears nothing where it might have heard something.

    An example is a trap that was not there; such a move must bar undo too. False leaves that
    out, for a game in which nearly every move might have set off something hidden.
    """


@dataclass(slots=True)
class Tally:
    """What was compared, to see that the test had something to compare."""

    pairs: int = 0
    """Siblings of which some viewer heard the same."""
    resamples: int = 0
    different: int = 0
    """Those that differed from the truth."""
    steps: int = 0
    """Moves made in step in two worlds."""


class World(Generic[S, V]):
    """A state and what has happened since it became one of a pair."""

    __slots__ = ("open_verbs", "rules", "state", "steps", "why")

    def __init__(
        self, rules: Rules[S, V], state: S, why: str, open_verbs: tuple[str, ...] = ()
    ) -> None:
        self.rules = rules
        self.state = state
        self.why = why
        self.open_verbs = open_verbs
        self.steps: list[tuple[Seat, bool, tuple[Event, ...]]] = []

    def fork(self) -> World[S, V]:
        other = World(self.rules, self.rules.copy(self.state), self.why, self.open_verbs)
        other.steps = self.steps[:]
        return other

    def act(self, seat: Seat, action: Action) -> None:
        events: list[Event] = []
        parallel = self.rules.parallel(self.state)
        if action.verb in self.open_verbs:
            events.append(Event("played", {"seat": seat, "action": action.number}))
        self.rules.apply(self.state, seat, action, events.append)
        self.steps.append((seat, parallel, tuple(events)))

    def settle(self, rng: Rng) -> None:
        """Answer chance until somebody else has to choose."""
        while (decision := self.decision(CHANCE)) is not None:
            self.act(CHANCE, pick(decision, rng))

    def decision(self, seat: Seat) -> Decision | None:
        for decision in self.rules.decisions(self.state):
            if decision.seat == seat:
                return decision
        return None

    def heard(self, viewer: Seat) -> tuple[str, ...]:
        """What the viewer heard since: kinds and facts only, as a page gets them."""
        return tuple(
            to_json([event.kind, dict(event.facts)]).decode()
            for _, _, events in self.steps
            for event in events
            if may_see(event.seen_by, viewer)
        )

    def barred(self, viewer: Seat) -> bool:
        """Whether something has happened since that the viewer's undo cannot go back past."""
        return any(bars(viewer, mover, parallel, events) for mover, parallel, events in self.steps)


class LeakTest(Generic[S, V]):
    """The leak test at one table."""

    def __init__(
        self,
        box: Box[S, V],
        setting: Setting,
        rng: Rng,
        effort: Effort,
        tally: Tally | None = None,
    ) -> None:
        self.tally = Tally() if tally is None else tally
        self.box = box
        self.rules = box.rules
        self.setting = setting
        self.rng = rng
        self.effort = effort
        self.table: Table[S, V] = Table(box, setting.names, setting.options)
        self.viewers: tuple[Seat, ...] = (*range(setting.seats), SPECTATOR)
        self._compared = 0

    def run(self, bound: int) -> None:
        """Play a random game and look for leaks on the way."""
        for decisions in random_play(self.table, self.setting, self.rng, bound=bound):
            self.position(decisions)

    def position(self, decisions: Sequence[Decision]) -> None:
        """Compare the worlds that can follow, and those that could be the true one instead."""
        # Where nothing is secret, a choice may change the view without a word.
        if self.box.meta.secrets and decisions and self._due(self.effort.siblings):
            self.siblings(decisions[self.rng.below(len(decisions))])
        if not decisions or self._due(self.effort.resamples):
            self.resampled()

    def _due(self, rate: int) -> bool:
        return self.rng.below(rate * (THIN_OUT + len(self.table.moves))) < THIN_OUT

    def _world(self, state: S, why: str) -> World[S, V]:
        return World(self.rules, state, why, self.effort.open_verbs)

    # Siblings ------------------------------------------------------------------------------------

    def siblings(self, decision: Decision) -> None:
        """Answer one decision in several ways; viewers who hear the same must be told the same."""
        worlds: list[World[S, V]] = []
        for option in self._some(decision.options, self.effort.width):
            why = f"after {option.text!r} of seat {decision.seat}"
            world = self._world(self.rules.copy(self.table.state), why)
            world.act(decision.seat, option)
            worlds.append(world)
        settled: list[World[S, V]] = []
        for world in worlds:
            for _ in range(self.effort.draws if world.decision(CHANCE) else 1):
                later = world.fork()
                later.settle(self.rng)
                settled.append(later)
        outsiders = self._outsiders(decision.seat)
        for viewer in outsiders:
            self._compare(viewer, worlds)
            self._compare(viewer, settled)
        if outsiders:
            self._twins(outsiders[self.rng.below(len(outsiders))], settled)

    def _outsiders(self, seat: Seat) -> list[Seat]:
        """Viewers outside the seat's team."""
        friends = {
            friend for team in self.rules.teams(self.table.state) if seat in team for friend in team
        }
        return [viewer for viewer in self.viewers if viewer not in friends]

    def _compare(self, viewer: Seat, worlds: Iterable[World[S, V]]) -> None:
        first: dict[tuple[str, ...], World[S, V]] = {}
        for world in worlds:
            known = first.setdefault(world.heard(viewer), world)
            if known is not world:
                self.tally.pairs += 1
                self.alike(viewer, known, world)

    def _twins(self, viewer: Seat, worlds: Sequence[World[S, V]]) -> None:
        """Play on from two worlds that are alike to the viewer, if there are any."""
        start = self.rng.below(len(worlds))
        one = worlds[start]
        for two in (*worlds[start + 1 :], *worlds[:start]):
            if one.heard(viewer) == two.heard(viewer):
                self.in_step(viewer, one.fork(), two.fork())
                return

    # Resampling ----------------------------------------------------------------------------------

    def resampled(self) -> None:
        """A position resampled from a view looks to its viewer like the true one."""
        chosen = self.viewers[self.rng.below(len(self.viewers))]
        for viewer in self.viewers:
            state = self.table.state
            view = self.rules.view(state, viewer)
            seed = self.rng.below(1 << 30)
            drawn = self.rules.resample(view, SeededRng(seed))
            if to_json(drawn) != to_json(self.rules.resample(view, SeededRng(seed))):
                raise self.broken(f"{_who(viewer)}: resample draws on more than its generator")
            for fault in self.rules.check(drawn):
                raise self.broken(f"{_who(viewer)}: resample gives a broken position: {fault}")
            self.tally.resamples += 1
            self.tally.different += to_json(drawn) != to_json(state)
            if not self.box.meta.secrets and to_json(drawn) != to_json(state):
                raise self.broken(
                    f"{_who(viewer)}: nothing is secret, but resample gives another position: "
                    f"{json_difference(to_json(state), to_json(drawn))}"
                )
            real = self._world(self.rules.copy(state), "in truth")
            other = self._world(drawn, "in a position resampled from its view")
            self.alike(viewer, real, other)
            self._refusals(viewer, real, other)
            if viewer == chosen and self.box.meta.secrets:
                self.in_step(viewer, real, other)

    def _refusals(self, viewer: Seat, real: World[S, V], other: World[S, V]) -> None:
        """A refused action must be refused in the same words."""
        if viewer < 0:
            return
        one = table_from(self.box, self.setting, real.state)
        two = table_from(self.box, self.setting, other.state)
        decision = real.decision(viewer)
        offered = {option.text for option in decision.options} if decision else set()
        for action in self._some(self.rules.actions.all, self.effort.refusals):
            if action.text in offered:
                continue
            words = [_refusal(table, viewer, action) for table in (one, two)]
            if words[0] != words[1]:
                raise self.broken(
                    f"{_who(viewer)}: the refusal of {action.text!r} speaks of what it may not "
                    f"know: {words[0]!r} in truth, {words[1]!r} in a position resampled from its "
                    "view"
                )

    # Two worlds ----------------------------------------------------------------------------------

    def alike(self, viewer: Seat, one: World[S, V], two: World[S, V]) -> None:
        """The viewer has heard the same in both worlds: it must be told the same."""
        views = [to_json(self.rules.view(world.state, viewer)) for world in (one, two)]
        if views[0] != views[1]:
            raise self._leak(viewer, one, two, f"its view differs: {json_difference(*views)}")
        pending = [world.decision(CHANCE) is not None for world in (one, two)]
        if pending[0] != pending[1]:
            # Chance is settled before anybody looks; the settled worlds are compared as well.
            return
        offers = [_own(world, viewer) for world in (one, two)]
        if offers[0] != offers[1]:
            raise self._leak(viewer, one, two, f"its options differ: {offers[0]} or {offers[1]}")
        if not any(pending):
            waits = [self._waiting(world, viewer) for world in (one, two)]
            if waits[0] != waits[1]:
                what = f"who is waited for differs: {waits[0]} or {waits[1]}"
                raise self._leak(viewer, one, two, what)
        self._compared += 1
        if self._compared % SHOWN == 0:
            faces = [self._shown(world, viewer) for world in (one, two)]
            if faces[0] != faces[1]:
                what = f"what its page shows differs: {json_difference(*faces)}"
                raise self._leak(viewer, one, two, what)
        ends = [_ending(world) for world in (one, two)]
        if ends[0] != ends[1]:
            raise self._leak(viewer, one, two, f"the outcome differs: {json_difference(*ends)}")
        if viewer >= 0 and one.barred(viewer) != two.barred(viewer):
            raise self._leak(viewer, one, two, "it may take back a move in one of them only")

    def in_step(self, viewer: Seat, one: World[S, V], two: World[S, V]) -> None:
        """Play both worlds on for as long as the viewer hears the same in both."""
        for _ in range(self.effort.depth):
            decisions = self.rules.decisions(one.state)
            if not decisions:
                return
            here = random_decision(decisions, self.rng)
            there = two.decision(here.seat)
            if there is None:
                return
            if here.seat == viewer:
                follow = self._own_move(viewer, here, one, two)
            else:
                follow = self._other_move(viewer, here, there, one, two)
            if follow is None:
                return
            one, two = follow
            self.tally.steps += 1
            self.alike(viewer, one, two)

    def _own_move(
        self, viewer: Seat, decision: Decision, one: World[S, V], two: World[S, V]
    ) -> tuple[World[S, V], World[S, V]] | None:
        action = pick(decision, self.rng)
        one, two = one.fork(), two.fork()
        one.steps, two.steps = [], []
        for world in (one, two):
            world.act(viewer, action)
            world.why += f", then its own {action.text!r}"
        if one.heard(viewer) == two.heard(viewer):
            return one, two
        for world, other in ((one, two), (two, one)):
            mine, others = world.heard(viewer), other.heard(viewer)
            surprised = self.effort.silence_tells or not set(mine) <= set(others)
            if surprised and not world.barred(viewer):
                raise self.broken(
                    f"{_who(viewer)} learns something hidden by its own {action.text!r} and could "
                    f"take it back: {world.why}, it hears {' '.join(mine) or 'nothing'}, and not "
                    f"{' '.join(others) or 'nothing'}; an event must bar its undo"
                )
        return None

    def _other_move(
        self,
        viewer: Seat,
        here: Decision,
        there: Decision,
        one: World[S, V],
        two: World[S, V],
    ) -> tuple[World[S, V], World[S, V]] | None:
        """Moves of somebody else that sound the same to the viewer, often different ones."""
        for first, second in self._pairs(here, there):
            left, right = one.fork(), two.fork()
            left.steps, right.steps = [], []
            left.act(here.seat, first)
            right.act(here.seat, second)
            if left.heard(viewer) == right.heard(viewer):
                left.why += f", then {first.text!r} of seat {here.seat}"
                right.why += f", then {second.text!r} of seat {here.seat}"
                return left, right
        return None

    def _pairs(self, here: Decision, there: Decision) -> Iterator[tuple[Action, Action]]:
        for attempt in range(4):
            first = pick(here, self.rng)
            if attempt % 2 == 0 and first in there.options:
                yield first, first
            else:
                yield first, pick(there, self.rng)

    # Small things --------------------------------------------------------------------------------

    def _waiting(self, world: World[S, V], viewer: Seat) -> list[str]:
        """Who is waited for and why, as a page shows it to the viewer; and the clock's timer."""
        view = self.rules.view(world.state, viewer)
        lines: list[str] = []
        for decision in self.rules.decisions(world.state):
            if decision.seat == CLOCK:
                lines.append(f"timer {decision.timer} of {decision.wait} ms")
            elif decision.seat >= 0:
                prompt = self.box.face.prompt(view, decision, self.setting.names)
                kind = "may" if decision.optional else "must"
                lines.append(f"seat {decision.seat} {kind}: {plain(prompt.sentence)}")
        return sorted(lines)

    def _shown(self, world: World[S, V], viewer: Seat) -> bytes:
        """What stands round the pictures, and what can be asked about it."""
        face, names = self.box.face, self.setting.names
        view = self.rules.view(world.state, viewer)
        decision = world.decision(viewer) if viewer >= 0 else None
        choices = () if decision is None else face.choices(view, decision, names)
        dashboard = face.dashboard(view, decision, choices, names)
        places = [card.explained_at for card in dashboard.cards]
        places += [place for choice in choices[:ASKED] for place in choice.places]
        told: list[object] = [dashboard, face.panels(view, names), choices]
        told += [face.about(view, decision, place, names) for place in places]
        if decision is not None:
            told += [face.preview(view, decision, each, names) for each in choices[:ASKED]]
            told.append(face.gestures(view, decision, choices, names))
        return to_json([repr(each) for each in told])

    def _leak(self, viewer: Seat, one: World[S, V], two: World[S, V], what: str) -> Broken:
        return self.broken(
            f"{_who(viewer)} is told what it may not know: {what}. It hears the same {one.why} "
            f"and {two.why}. Tell it by an event, or keep it back everywhere"
        )

    def broken(self, what: str) -> Broken:
        return Broken(what, f"{self.box.meta.name}, {self.setting}", self.table.record)

    def _some(self, options: Sequence[Action], count: int) -> list[Action]:
        """At most `count` of the options, drawn without repeats."""
        pool = list(options)
        for index in range(min(count, len(pool))):
            other = index + self.rng.below(len(pool) - index)
            pool[index], pool[other] = pool[other], pool[index]
        return pool[:count]


def leak(
    box: Box[S, V],
    games: int = 2,
    seed: int = 0,
    seats: Iterable[int] | None = None,
    bound: int = BOUND,
    effort: Effort | None = None,
) -> Tally:
    """Look for leaks in at least `games` games per seat count; raises Broken at the first one.

    In a game with secrets something must have been hidden from somebody at some time.
    """
    tally = Tally()
    together = False
    for number, setting in enumerate(settings(box.meta, games, seats)):
        rng = SeededRng(f"leak {seed} {number} {setting}")
        LeakTest(box, setting, rng, effort or Effort(), tally).run(bound)
        together = together or setting.seats > 1
    if box.meta.secrets and together and not tally.different:
        raise Broken(
            f"{box.meta.name} is said to have secrets, but in {tally.resamples} positions every "
            "view held the whole of it; if that is right play more games, else the views tell too "
            "much"
        )
    return tally


def _who(viewer: Seat) -> str:
    return "a spectator" if viewer == SPECTATOR else f"seat {viewer}"


def _own(world: World[S, V], viewer: Seat) -> str:
    decision = world.decision(viewer) if viewer >= 0 else None
    return "none" if decision is None else described([decision]).decode()


def _ending(world: World[S, V]) -> bytes:
    outcome = world.rules.outcome(world.state)
    if outcome is None:
        return b"null"
    parts = [dict(part) for part in outcome.parts]
    others = dict(outcome.others)
    return to_json(
        [outcome.scores, outcome.ranks, outcome.reason, outcome.decided_by, parts, others]
    )


def _refusal(table: Table[S, V], seat: Seat, action: Action) -> str:
    try:
        table.play(seat, action.text)
    except LudusError as error:
        return str(error)
    return "not refused"
