"""The story of the campaign in words."""

from __future__ import annotations

from ludus.core.protocol import Event, Fact
from ludus.core.text import SEAT, plain
from ludus.games.agricola.ids import CALEDONIAN, ROMAN
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


def test_a_side_s_turn_has_one_heading_and_no_empty_ones() -> None:
    view = begin(position(romans={"3525": ARMY})).view(ROMAN)
    said = [
        the_box().face.tell(view, Event("phase", {"side": ROMAN, "phase": phase}), ["Ann", "Bob"])
        for phase in (0, 2, 3, 4, 6)
    ]
    assert [line.heading for line in said if line is not None] == ["Turn of the Romans"]


def test_a_march_is_the_line_of_the_player_who_made_it() -> None:
    """Else "Since your last turn" would list one's own Marches."""
    view = begin(position(romans={"3525": ARMY})).view(ROMAN)
    facts: dict[str, dict[str, Fact]] = {
        "moved": {"side": CALEDONIAN, "place": 0, "to": 1},
        "sailed": {"place": 0, "to": 1},
        "retreat": {"side": ROMAN, "place": 0, "to": 1},
    }
    whose = {}
    for kind, known in facts.items():
        line = the_box().face.tell(view, Event(kind, known), ["Ann", "Bob"])
        assert line is not None and line.motions
        whose[kind] = [bit.ref for bit in line.sentence if bit.kind == SEAT]
    assert whose == {"moved": ["1"], "sailed": ["0"], "retreat": ["0"]}
