"""The face of a game in random play: it has words for everything and shows each choice.

At every position each decision has a prompt that names a clause and one labelled choice per option
in order, every event and the outcome can be told, pictures are valid SVG whose places exist, and
descriptions are not empty. What occurred is kept for the check of words.
"""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator, Sequence
from typing import Generic

from ludus.core.chance import SeededRng
from ludus.core.face import Choice
from ludus.core.game import Box
from ludus.core.protocol import CHANCE, SPECTATOR, Decision, Event, Outcome, Rng, S, Seat, V
from ludus.core.table import Table
from ludus.core.text import plain
from ludus.kit.broken import Broken
from ludus.kit.policies import POLICIES, Policy, Seen
from ludus.kit.random_play import BOUND, random_play
from ludus.kit.tables import Setting, settings

PICTURES = 40
"""Pictures are drawn at one position in this many, and at the end."""
MALFORMED = ("", "-", "-x", "-0", "-0-", "-0-x", "-0-0", "-0-99999", "-99999", "--1")
"""Malformed ends of the name of a place, as in a URL that was tampered with."""
SVG = "{http://www.w3.org/2000/svg}"
STYLES = ("curious", "even", "rare", "against_odds")


class FaceCoverage:
    """What a face was asked to show and tell."""

    def __init__(self) -> None:
        self.seen = Seen()
        self.silent: set[str] = set()
        """Kinds of event for which the face had no words."""
        self.told: set[str] = set()
        """Kinds of event for which it had."""
        self.clauses: dict[str, str] = {}
        """The clause that each prompt named."""
        self.reasons: set[str] = set()
        self.decided: set[str] = set()
        self.parts: set[str] = set()


class FaceCheck(Generic[S, V]):
    """One random game, as its face shows it."""

    def __init__(self, box: Box[S, V], setting: Setting, rng: Rng, coverage: FaceCoverage) -> None:
        self.box = box
        self.face = box.face
        self.setting = setting
        self.names = setting.names
        self.rng = rng
        self.coverage = coverage
        self.table: Table[S, V] = Table(box, setting.names, setting.options)
        self._viewers: tuple[Seat, ...] = (*range(setting.seats), SPECTATOR)
        self._lately: tuple[Event, ...] = ()
        self._pictures: tuple[str, ...] = ()

    def run(self, bound: int, policy: Policy) -> None:
        games = random_play(self.table, self.setting, self.rng, policy, self.coverage.seen, bound)
        for number, decisions in enumerate(games):
            self._lately = self.table.story[-1] if self.table.story else ()
            self.look(decisions, number)

    def look(self, decisions: Sequence[Decision], number: int) -> None:
        """Look at the position as a random viewer, and as one of those who have to choose."""
        pictures = not decisions or number % PICTURES == 0
        choosing = [decision.seat for decision in decisions if decision.seat >= 0]
        turn = choosing[number % len(choosing)] if choosing else SPECTATOR
        for viewer in {self._viewers[self.rng.below(len(self._viewers))], turn}:
            view = self.table.view(viewer)
            faults = [*self._decision_faults(view, viewer, decisions)]
            faults += self._event_faults(view, viewer)
            if pictures:
                faults += self._picture_faults(view, viewer, decisions)
                faults += self._summary_faults(view)
            if faults:
                raise self.broken(f"viewer {viewer}: {'; '.join(faults)}")

    def _decision_faults(
        self, view: V, viewer: Seat, decisions: Iterable[Decision]
    ) -> Iterator[str]:
        for decision in decisions:
            if decision.seat == CHANCE and viewer != SPECTATOR:
                continue
            prompt = self.face.prompt(view, decision, self.names)
            self.coverage.clauses[decision.prompt] = prompt.clause
            if not plain(prompt.sentence).strip():
                yield f"the prompt {decision.prompt!r} says nothing"
            if decision.seat != viewer:
                continue
            choices = self.face.choices(view, decision, self.names)
            if [choice.action for choice in choices] != list(decision.options):
                yield f"the choices of {decision.prompt!r} are not its options in order"
            labels = [choice.label for choice in choices]
            for label in {label for label in labels if labels.count(label) > 1 or not label}:
                yield f"in {decision.prompt!r} the label {label!r} does not tell choices apart"

    def _event_faults(self, view: V, viewer: Seat) -> Iterator[str]:
        for event in self._lately:
            self.coverage.seen.events[event.kind] += 1
            line = self.face.tell(view, event, self.names)
            if line is None:
                self.coverage.silent.add(event.kind)
                continue
            self.coverage.told.add(event.kind)
            if not plain(line.sentence).strip() and not line.heading:
                yield f"the event {event.kind!r} has an empty line in the log"

    def _picture_faults(
        self, view: V, viewer: Seat, decisions: Iterable[Decision]
    ) -> Iterator[str]:
        own = next((decision for decision in decisions if decision.seat == viewer), None)
        places: set[str] = set()
        choices = () if own is None else self.face.choices(view, own, self.names)
        scenes = self.face.scenes(view, own, choices, self.names, self._lately)
        keys = tuple(scene.key for scene in scenes)
        self._pictures = self._pictures or keys
        if keys != self._pictures:
            yield f"the pictures are {keys}, and were {self._pictures}: a page keeps them all"
        for scene in scenes:
            try:
                root = ET.fromstring(scene.svg)
            except ET.ParseError as error:
                yield f"the picture {scene.key!r} is not sound SVG: {error}"
                continue
            ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
            for repeated in sorted({id for id in ids if ids.count(id) > 1}):
                yield f"the picture {scene.key!r} has two elements with the id {repeated!r}"
            # A page shows all pictures and finds things by their ids; shapes may come with each.
            defined = {
                element.attrib["id"]
                for shapes in root.iter(f"{SVG}defs")
                for element in shapes.iter()
                if "id" in element.attrib
            }
            for repeated in sorted(places & set(ids) - defined):
                yield f"the id {repeated!r} is in the picture {scene.key!r} and in another"
            places.update(ids)
        if own is not None and places:
            cards = self._cards(view, own, choices)
            yield from self._missing_places(choices, places | cards)
        yield from self._reason_faults(view, own, places)

    def _cards(self, view: V, own: Decision, choices: Sequence[Choice]) -> set[str]:
        """The places of cards: they stand beside the pictures."""
        dashboard = self.face.dashboard(view, own, choices, self.names)
        return {place for card in dashboard.cards for place in card.places}

    def _reason_faults(self, view: V, own: Decision | None, places: Iterable[str]) -> Iterator[str]:
        """A visitor may ask about any place, also about one that was never drawn."""
        for kind in sorted({place.partition("-")[0] for place in places}):
            for place in (kind + end for end in MALFORMED):
                try:
                    self.face.why_not(view, own, place, self.names)
                except (ArithmeticError, LookupError, ValueError) as error:
                    yield f"asked about the place {place!r} it fails: {error!r}"

    def _missing_places(self, choices: Iterable[Choice], places: set[str]) -> Iterator[str]:
        for choice in choices:
            for place in (*choice.places, *choice.lights):
                if place not in places:
                    where = f"{place!r}, which is in no picture and on no card"
                    yield f"{choice.action.text!r} points at {where}"

    def _summary_faults(self, view: V) -> Iterator[str]:
        if not self.face.describe(view, self.names).strip():
            yield "the description is empty"
        if not self.face.text(view, self.names).strip():
            yield "the plain text is empty"
        seats = [panel.seat for panel in self.face.panels(view, self.names) if panel.seat >= 0]
        if sorted(seats) != list(range(self.setting.seats)):
            yield f"there are panels for seats {seats}, not one for each"
        outcome = self.table.outcome
        if outcome is not None:
            self.coverage.reasons.add(outcome.reason)
            self.coverage.decided.add(outcome.decided_by)
            self.coverage.parts.update(key for parts in outcome.parts for key in parts)
            if not plain(self.face.verdict(outcome, self.names)).strip():
                yield "the verdict says nothing"
            self.face.ahead(outcome, self.names)
            yield from self._piece_faults(view, outcome)

    def _piece_faults(self, view: V, outcome: Outcome) -> Iterator[str]:
        """What a part of a score consists of makes up all of it."""
        for seat in range(self.setting.seats):
            parts = outcome.parts[seat] if outcome.parts else {}
            for key, pieces in self.face.pieces(view, seat).items():
                total = sum(piece.points for piece in pieces)
                if total != parts.get(key):
                    yield f"the pieces of {key!r} of seat {seat} make {total}, not {parts.get(key)}"

    def broken(self, what: str) -> Broken:
        return Broken(what, f"{self.box.meta.name}, {self.setting}", self.table.record)


def check_faces(
    box: Box[S, V],
    games: int = 2,
    seed: int = 0,
    seats: Iterable[int] | None = None,
    bound: int = BOUND,
) -> FaceCoverage:
    """Check the face in random games; raises Broken, or returns what it covered."""
    coverage = FaceCoverage()
    for number, setting in enumerate(settings(box.meta, games, seats)):
        rng = SeededRng(f"face {seed} {number} {setting}")
        FaceCheck(box, setting, rng, coverage).run(bound, POLICIES[STYLES[number % len(STYLES)]])
    return coverage
