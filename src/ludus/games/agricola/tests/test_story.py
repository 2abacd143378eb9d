"""The story of the campaign in words."""

from __future__ import annotations

from ludus.core.protocol import Event, Fact
from ludus.core.text import plain
from ludus.games.agricola.ids import ROMAN
from ludus.games.agricola.tests.scene import begin, position, the_box, unit

ARMY = ["Agricola", "II Ad A", "II Ad B", "II Ad C", "Ala I", "Ala II", "Aux III"]


def told(kind: str, names: list[str]) -> str:
    """What the Romans read of an event with these units."""
    view = begin(position(romans={"3525": names})).view(ROMAN)
    facts: dict[str, Fact] = {"side": ROMAN, "units": tuple(unit(ROMAN, name) for name in names)}
    line = the_box().face.tell(view, Event(kind, facts), ["Ann", "Bob"])
    assert line is not None
    return plain(line.sentence)


def test_a_few_units_are_called_by_name() -> None:
    assert told("moved_units", ARMY[:3]) == "The force: Agricola, II Ad A, II Ad B."


def test_a_large_force_is_told_in_short() -> None:
    assert told("moved_units", ARMY) == (
        "The force: Agricola, legionary infantry (3), cavalry (2), auxiliary infantry (1)."
    )
