"""Where a small screen opens the map."""

from __future__ import annotations

from ludus.games.conqueror.drawing import load_sheets
from ludus.games.conqueror.face import ConquerorFace
from ludus.games.conqueror.tests.scene import CONTENTS, PACK, Scene, the_box
from ludus.games.conqueror.tests.test_bribery import late

NAMES = ("Livia", "Marcus", "Quinta")
SPOTS = {
    region.id: region.stack for region in load_sheets(PACK, CONTENTS.boards)["campaign"].regions
}


def in_sight(scene: Scene, who: str) -> set[str]:
    """The territories whose armies a player's phone shows."""
    face, view = the_box().face, scene.view(who)
    assert isinstance(face, ConquerorFace)
    decision = next((each for each in scene.decisions() if each.seat == view.viewer), None)
    focus = face.scenes(view, decision, (), NAMES)[0].focus
    assert focus is not None
    x, y, width, height = focus
    return {
        name for name, (at, line) in SPOTS.items() if x < at < x + width and y < line < y + height
    }


def test_it_shows_most_of_ones_own_armies() -> None:
    """Not the middle between all of them, where nobody may stand."""
    scene = Scene(acting=True).army("Rome", "Sicilia", 1).army("Rome", "Sardinia", 1)
    scene.army("Rome", "Brundium", 1).army("Rome", "Syria", 1)
    seen = in_sight(scene, "Rome")
    assert {"Sicilia", "Sardinia", "Brundium"} <= seen and "Syria" not in seen


def test_it_shows_a_battle() -> None:
    scene = Scene(acting=True).army("Rome", "Brundium", 3).army("Greece", "Sicilia", 2)
    scene.army("Greece", "Syria", 1).army("Greece", "Asia Minor", 1).army("Greece", "Rhodes", 1)
    seen = in_sight(scene, "Greece")
    assert {"Asia Minor", "Rhodes"} <= seen and "Sicilia" not in seen
    scene.attack("Brundium", "Sicilia")
    assert {"Brundium", "Sicilia"} <= in_sight(scene, "Greece")


def test_it_shows_what_can_be_bribed() -> None:
    scene = late().army("Rome", "Gaul", 1).army("Rome", "Espanga", 1).army("Rome", "Averni", 1)
    assert "Cyrene" not in in_sight(scene, "Rome")
    scene.time()
    assert "Cyrene" in in_sight(scene, "Rome")
