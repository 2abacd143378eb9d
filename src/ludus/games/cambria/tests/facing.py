"""What tests of the face share: the face, games played at random, and positions looked at."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ludus.core.chance import SeededRng, pick
from ludus.core.face import Choice, Face, scenes_of
from ludus.core.protocol import Decision, Event, Outcome
from ludus.core.table import Table
from ludus.core.text import plain
from ludus.games.cambria import GAME
from ludus.games.cambria.state import State
from ludus.games.cambria.tests.scene import NUMERAL, Scene
from ludus.games.cambria.view import View

BOX = GAME.open()
FACE: Face[View] = BOX.face
NAMES = ("Livia", "Marcus", "Quintus", "Flavia", "Titus")
SEATS = (2, 3, 4, 5)
SIDES = ("cambria", "cumbria")
SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True, slots=True)
class Step:
    """One choice of a game: what was asked, what was seen before it, and what came of it."""

    view: View
    decision: Decision
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game."""

    names: tuple[str, ...]
    steps: tuple[Step, ...]
    last: View
    outcome: Outcome


@cache
def played(seats: int, side: str, seed: int = 0, other_reading: bool = False) -> Played:
    """A game at random, in which nobody passes while the dice can be rolled, but for a few."""
    rng = SeededRng(seed)
    options = {"side": side}
    if other_reading:
        options |= {"decline_after_rolling": "on", "dummy_may_stay": "on"}
    table: Table[State, View] = Table(BOX, NAMES[:seats], options)
    steps: list[Step] = []
    while not table.over:
        (decision,) = table.decisions()
        view = table.view(decision.seat)
        action = pick(decision, rng)
        if action.verb == "pass" and rng.below(8):
            action = BOX.rules.actions.the("roll")
        steps.append(Step(view, decision, table.play(decision.seat, action)))
    outcome = table.outcome
    assert outcome is not None
    return Played(table.names, tuple(steps), table.view(0), outcome)


def all_games() -> Iterator[Played]:
    """One game for each number of seats and side."""
    for seats in SEATS:
        for side in SIDES:
            yield played(seats, side)


def few_games() -> Iterator[Played]:
    """A game with the dummy, and more choices, and one with everybody: for what looks at words."""
    yield played(2, "cambria", other_reading=True)
    yield played(5, "cumbria")


def names_of(scene: Scene) -> tuple[str, ...]:
    return NAMES[: scene.state.seats]


def choices(scene: Scene) -> dict[str, Choice]:
    """The choices of a scene, by the names that scenes give them."""
    view = scene.rules.view(scene.state, scene.seat)
    found = FACE.choices(view, scene.decision, names_of(scene))
    return {scene.name(each.action.verb, each.action.arg): each for each in found}


def hint(scene: Scene, name: str) -> str:
    return plain(choices(scene)[name].hint)


def prompt(scene: Scene) -> str:
    view = scene.rules.view(scene.state, scene.seat)
    return plain(FACE.prompt(view, scene.decision, names_of(scene)).sentence)


def why_not(scene: Scene, place: str) -> str:
    """Why the seat that is asked can do nothing at a place."""
    view = scene.rules.view(scene.state, scene.seat)
    sentence = FACE.why_not(view, scene.decision, place, names_of(scene))
    return "" if sentence is None else plain(sentence)


def road_id(scene: Scene, road: str) -> str:
    return f"road-{scene.road(road)}"


def boat_id(name: str) -> str:
    return f"boat-{[NUMERAL[number] for number in (2, 3, 4, 5, 6)].index(name)}"


def log(scene: Scene) -> list[str]:
    """The scene's story in plain sentences, headings left out."""
    told = (FACE.tell(scene.view, event, names_of(scene)) for event in scene.events)
    return [plain(line.sentence) for line in told if line is not None and line.sentence]


def draw(scene: Scene) -> ET.Element:
    """The picture that the seat to choose sees."""
    view = scene.rules.view(scene.state, scene.seat)
    (picture,) = scenes_of(FACE, view, scene.decision, names_of(scene), scene.events)
    return ET.fromstring(picture.svg)


def by_id(root: ET.Element, name: str) -> ET.Element:
    """The one element with an id."""
    found = [element for element in root.iter() if element.get("id") == name]
    assert len(found) == 1, f"{len(found)} elements with the id {name!r}"
    return found[0]
