"""What a March means for supply, as the choices say it before it is made [18.1, 26.7]."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludus.core.text import plain
from ludus.games.agricola.face.supply import moving_force
from ludus.games.agricola.ids import CALEDONIAN, ROMAN
from ludus.games.agricola.rules.supply import unsupplied
from ludus.games.agricola.tests.scene import Scene, mask_of, place, tables, the_box

T = tables()
NAMES = ("Livia", "Marcus")


def hint(scene: Scene, words: str) -> str:
    """What a choice of the side in turn says about itself."""
    seat = scene.state.active ^ scene.state.flip
    decision = scene.script.decision(seat)
    wanted = scene.text(words, seat)
    choices = the_box().face.choices(scene.script.view(seat), decision, NAMES)
    return next(plain(choice.hint) for choice in choices if choice.action.text == wanted)


def test_a_march_out_of_supply_says_so() -> None:
    scene = Scene(romans={"3525": "Karus, II Ad A, Ala I", "3425": "Aux V"}, ap=(1, 0))
    scene.do("march 3525", "leave Ala I")
    assert "In supply there." in hint(scene, "go 3425")
    assert "Out of supply there: 1 unit rolls" in hint(scene, "go 3326")
    scene.do("go 3326")
    assert unsupplied(T, scene.state, ROMAN) == mask_of("II Ad A")


def test_emptying_a_fortress_cuts_off_its_neighbours() -> None:
    scene = Scene(romans={"3525": "II Ad A", "3425": "Aux V"}, ap=(1, 0)).do("march 3525")
    told = hint(scene, "go 3326")
    assert "Out of supply there: 1 unit rolls" in told and "without supply: Aux V." in told
    assert "In supply" not in hint(scene, "go 3526")


def test_a_train_takes_its_supply_along() -> None:
    scene = Scene(romans={"3328": "Imped I, II Ad A", "3327": "Aux V"}, ap=(1, 0))
    scene.do("march 3328", "leave II Ad A")
    near, far = hint(scene, "go 3228"), hint(scene, "go 3329")
    assert "In supply there." in near and "In supply there." in far
    for told in (near, far):
        assert ("II Ad A" in told, "Aux V" in told) == (False, True)


def test_leaders_and_scouts_are_fed_anywhere() -> None:
    scene = Scene(romans={"3525": "Karus, Exploratores"}, ap=(1, 0)).do("march 3525")
    assert "In supply there." in hint(scene, "go 3326")


def test_the_tribes_are_fed_in_centers_and_sites() -> None:
    scene = Scene("caledonian", tribes={"2530": "Calgacus, Warband 1, Warband 2"}, ap=(0, 1))
    scene.do("march 2530")
    assert "Out of supply there: 2 units roll" in hint(scene, "halt")
    assert "In supply there." in hint(scene, "go 2529")


def test_a_fleet_feeds_a_coast_and_nobody_at_sea() -> None:
    scene = Scene(
        romans={"3731": "Classis I, Classis II, Aux V, Aux VI"},
        aboard={"Classis I": "Aux V"},
        ap=(1, 0),
    )
    scene.do("sail 3731", "cast", "dice 1 1")
    told = hint(scene, "go 3631")
    assert "No supply at sea: each fleet rolls" in told and "without supply: Aux VI." in told
    assert "Out of supply" not in hint(scene, "halt")


def test_nobody_else_is_told_of_a_march() -> None:
    scene = Scene(romans={"3525": "II Ad A"}, ap=(1, 0)).do("march 3525")
    for viewer in (1, -3):
        assert moving_force(T.contents, scene.script.view(viewer)) is None


@pytest.mark.clause("agricola.18.1.9")
@pytest.mark.parametrize("start", ["3525", "3328", "3731"])
def test_what_is_said_is_what_the_supply_check_finds(start: str) -> None:
    """Wherever a force goes without a fight, the same units are out of supply as was said."""
    force = "Karus, II Ad A, Aux V, Imped I"
    romans = {start: force, "3425": "Aux VI", "3327": "Aux VII", "3730": "Aux VIII"}
    scene = Scene(romans=romans, ap=(9, 0)).do(f"march {start}", "leave Imped I")
    stores = moving_force(T.contents, scene.script.view(0))
    assert stores is not None
    before = unsupplied(T, scene.state, ROMAN)
    marching = scene.state.stack[-1].mask
    ends = scene.choices("go")
    assert len(ends) > 3
    for end in ends:
        told = stores.after(place(end))
        gone = Scene(romans=romans, ap=(9, 0)).do(f"march {start}", "leave Imped I", f"go {end}")
        found = unsupplied(T, gone.state, ROMAN)
        assert (told.force, told.left) == (found & marching, found & ~marching & ~before)


def test_nothing_moves_where_nothing_is_asked() -> None:
    view = Scene(romans={"3525": "Karus"}, ap=(1, 0)).do("march 3525").script.view(0)
    assert moving_force(T.contents, view) is not None
    assert moving_force(T.contents, replace(view, questions=())) is None
    assert moving_force(T.contents, replace(view, side=CALEDONIAN)) is None
