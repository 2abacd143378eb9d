"""What must hold in every position is looked for: each fault is told, and nothing where none is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludus.games.conqueror.ids import ACTED_ROW, BY_ROUNDS, SPENT, TRIM
from ludus.games.conqueror.rules.checks import broken
from ludus.games.conqueror.state import Frame, State
from ludus.games.conqueror.tests.scene import FREE, Scene, T

CYRENE = Scene("Egypt").place("Cyrene")
ALPES = Scene("Egypt").place("Alpes")


def scene() -> Scene:
    return Scene("Egypt", "Rome", "Greece").army("Egypt", "Cyrene", 1, 1).army(FREE, "Alpes", 1, 1)


def set_at(field: str, place: int, value: int) -> Callable[[State], None]:
    def change(state: State) -> None:
        getattr(state, field)[place] = value

    return change


def unowned(state: State) -> None:
    state.owner[CYRENE] = -1
    state.held[0] &= ~(1 << CYRENE)
    state.size[0] = 0


def deserted(state: State) -> None:
    state.infantry[CYRENE] = state.cavalry[CYRENE] = 0
    state.size[0] = 0


def all_gone(state: State) -> None:
    state.infantry[ALPES] = state.cavalry[ALPES] = 0


def acted(kind: int, count: int, stirred: bool = True) -> Callable[[State], None]:
    def change(state: State) -> None:
        state.acted[CYRENE * ACTED_ROW + kind * (ACTED_ROW // 2) + SPENT - 1] = count
        state.stirred = 1 << CYRENE if stirred else 0

    return change


def burnt(state: State) -> None:
    state.hand[1] = state.burnt[1] = 2


def out(field: str) -> Callable[[State], None]:
    """Seat 2 is out, and still has one thing."""

    def change(state: State) -> None:
        state.alive &= ~4
        home = state.owner.index(2)
        if field != "held":
            state.owner[home] = -1
            state.held[2] = 0
        if field == "purse":
            state.purse[2] = 1

    return change


def hungry(state: State) -> None:
    state.infantry[CYRENE] = 9
    state.size[0] = 10


def fed(state: State) -> None:
    state.stack.append(Frame(TRIM, 0))


def just_fed(state: State) -> None:
    room = 6
    state.infantry[CYRENE] = room - 1
    state.size[0] = room
    fed(state)


def over(state: State) -> None:
    state.ended = BY_ROUNDS


FAULTS: dict[str, tuple[Callable[[State], None], str]] = {
    "infantry": (set_at("infantry", CYRENE, -1), "Cyrene has fewer than no units"),
    "cavalry": (set_at("cavalry", CYRENE, -1), "Cyrene has fewer than no units"),
    "unowned": (unowned, "Cyrene has units of nobody"),
    "independent": (all_gone, "Alpes is independent without units"),
    "deserted": (deserted, "Cyrene is held by seat 0 without units"),
    "acted infantry": (acted(0, 2), "Cyrene: of 1 units"),
    "acted cavalry": (acted(1, 2), "Cyrene: of 1 units"),
    "acted below none": (acted(0, -1), "Cyrene: of 1 units"),
    "not stirred": (acted(0, 1, stirred=False), "not among the stirred"),
    "held": (set_at("held", 1, 0), "what seat 1 holds differ"),
    "size": (set_at("size", 1, 3), "seat 1 has 0 units, noted are 3"),
    "purse": (set_at("purse", 1, -1), "seat 1 has a purse of -1"),
    "burnt": (burnt, "seat 1 holds a burnt hero"),
    "noted": (set_at("noted", 1, 1 << CYRENE), "noted forts that it does not hold"),
    "out with land": (out("held"), "seat 2 is out of the game and owns something"),
    "out with coins": (out("purse"), "seat 2 is out of the game and owns something"),
    "hungry": (hungry, "seat 0 has more units than food allows"),
    "fed": (fed, "seat 0 is asked to give up units it can feed"),
    "just fed": (just_fed, "seat 0 is asked to give up units it can feed"),
    "over": (over, "the game is over and goes on"),
}


def test_nothing_is_wrong() -> None:
    assert list(broken(T, scene().state)) == []
    assert scene().quota("Egypt") == 6
    stirred = scene()
    acted(0, 1)(stirred.state)
    acted(1, 1)(stirred.state)
    assert list(broken(T, stirred.state)) == []
    vacant = scene()
    vacant.state.alive &= ~4
    vacant.state.held[2] = 0
    vacant.state.owner[vacant.state.owner.index(2)] = -1
    assert list(broken(T, vacant.state)) == []


@pytest.mark.parametrize("name", FAULTS)
def test_a_broken_position_is_told(name: str) -> None:
    change, told = FAULTS[name]
    position = scene()
    change(position.state)
    faults = list(broken(T, position.state))
    assert any(told in fault for fault in faults), faults


def test_units_that_fight_may_leave_a_place_empty_for_a_moment() -> None:
    fought = Scene("Egypt", "Rome", "Greece", acting=True).army("Egypt", "Cyrene", 1)
    fought.army("Rome", "Libya", 1).attack("Cyrene", "Libya")
    place = fought.place("Libya")
    fought.state.infantry[place] = 0
    fought.state.size[1] = 0
    assert list(broken(T, fought.state)) == []
