"""Granaries, Resource Production and Training Grounds."""

from __future__ import annotations

import pytest

from ludus.games.hadrians_wall.ids import BUILDINGS, ITEM_KEYS
from ludus.games.hadrians_wall.tests.scenes import (
    ALL_GRANARIES,
    RICH,
    Scene,
    build,
    rules,
    the_board,
)

# Granaries and production ------------------------------------------------------------------------


@pytest.mark.clause("hw.granary.1", "hw.granary.2")
def test_the_small_granary_is_there_from_the_start() -> None:
    assert not any("small" in name for name in BUILDINGS if name.startswith("granary"))
    scene = Scene(RICH, year=1)
    for _ in range(4):
        scene.do("mining")
    assert scene["mining"] == 4 and scene.refuses("mining")


@pytest.mark.clause("hw.granary.3", "hw.granary.4")
def test_columns_need_their_granary() -> None:
    ends = {"mining": (4, 9), "guard": (6, 12), "fort": (7, 14), "wall": (7, 14), "cippi": (3, 5)}
    actions = {"mining": "mining", "guard": "guard", "fort": "fort:1", "wall": "wall"}
    actions["cippi"] = "cippi"
    for track, stops in ends.items():
        for column, stop in enumerate(stops):
            fort = {"fort": (stop, stop)[column] if track == "fort" else (7, 14)[column]}
            if track in ("wall", "cippi"):
                # The Fort is beyond the border, so only the granary can bar the way.
                parts = {track: stop, "fort": 21}
                scene = Scene(parts, RICH, built=ALL_GRANARIES)
                assert scene.can(actions[track])
                continue
            scene = Scene(fort | {track: stop}, RICH, built=ALL_GRANARIES[:column])
            assert scene.refuses(actions[track]), (track, column)
            scene.set(0, built=ALL_GRANARIES[: column + 1])
            assert scene.can(actions[track]), (track, column)


@pytest.mark.clause("hw.granary.6", "hw.training.8")
def test_a_sword_needs_an_open_wall_guard_box() -> None:
    scene = Scene(guard=6, builder=1)
    assert scene.refuses("train")
    assert scene.set(0, built=["granary_medium"]).can("train")
    assert Scene(guard=18, built=ALL_GRANARIES, builder=1).refuses("train")


@pytest.mark.clause("hw.granary.7", "hw.granary.8", "hw.granary.9", "hw.granary.14")
def test_the_medium_granary() -> None:
    exact = {"servant": 1, "builder": 1, "resource": 1}
    assert Scene(exact, fort=0).refuses(build("granary_medium"))
    for item in exact:
        assert Scene(exact | {item: 0}, fort=1).refuses(build("granary_medium"))
    scene = Scene(exact, fort=1)
    changes = scene.effect(build("granary_medium"))
    assert changes == {"servant": -1, "builder": -1, "resource": -1}
    assert scene.built("granary_medium")


@pytest.mark.clause("hw.granary.10", "hw.granary.11", "hw.granary.12", "hw.granary.13")
def test_the_large_granary() -> None:
    action = build("granary_large")
    exact = {"servant": 1, "builder": 1, "resource": 2}
    medium = ["granary_medium"]
    assert Scene(RICH, fort=7).refuses(action), "needs the Medium one"
    assert Scene(exact, fort=10, built=medium).refuses(action), "Infrastructure 4"
    assert Scene(exact | {"resource": 1}, fort=11, built=medium).refuses(action)
    scene = Scene(exact, fort=11, built=medium, renown=4)
    changes = scene.effect(action)
    assert changes == {"servant": -1, "builder": -1, "resource": -2, "renown": 1}


@pytest.mark.clause("hw.granary.15")
def test_granaries_bring_nothing_in() -> None:
    scene = Scene(seats=3, built=ALL_GRANARIES, fort=11)
    scene.raid("left", "left")
    year_card = 0
    scene.turn(year_card)
    for seat in range(3):
        for action in scene.chance()[:1]:
            scene.turn(action.arg)
        scene.turn(scene.chance()[0].arg)
        del seat
    before = [scene.of(0, item) for item in ITEM_KEYS]
    hand = [a.arg for a in rules().decisions(scene.state)[0].options]
    for seat in range(3):
        scene.do(f"path:{hand[0]}", seat=seat)
    gained = list(the_board().card_gives[hand[1]])
    expected = [before[n] + gained.count(n) for n in range(5)]
    expected[4] += 1
    assert [scene.of(0, item) for item in ITEM_KEYS] == expected


@pytest.mark.clause("hw.granary.16")
def test_example_a_sheet_beyond_the_small_column() -> None:
    tracks = {"mining": 6, "fort": 9, "guard": 3, "cippi": 3, "wall": 3}
    scene = Scene(tracks, built=["granary_medium"])
    assert list(rules().check(scene.state)) == []
    scene.state.sheets[0][31] = 0
    complaints = " ".join(rules().check(scene.state))
    assert "beyond its granary column" in complaints


@pytest.mark.clause("hw.production.1")
def test_nine_circles_the_first_one_printed() -> None:
    assert Scene()["production"] == 1 and the_board().size[17] == 9


@pytest.mark.clause("hw.production.4")
def test_nine_is_all_there_is() -> None:
    scene = Scene(RICH, built=ALL_GRANARIES, traders=9)
    for _ in range(14):
        scene.do("mining")
    for name in ("precinct_small", "precinct_medium", "precinct_large"):
        scene.do(build(name))
    assert scene["production"] == 9


# Training Grounds --------------------------------------------------------------------------------


@pytest.mark.clause("hw.training.2", "hw.training.3", "hw.training.4")
def test_one_training_a_year_marked_with_the_year() -> None:
    scene = Scene(year=4, training=(2, 0, 0, 0, 0), guard=1, builder=2)
    changes = scene.effect("train")
    assert changes == {"builder": -1, "guard": 1, "discipline": 1, "training.1": 4}
    assert scene.row("training") == (2, 4, 0, 0, 0)
    assert scene.refuses("train")
    later = Scene(year=5, training=(2, 4, 0, 0, 0), guard=3, builder=1)
    assert later.can("train")


@pytest.mark.clause("hw.training.6")
def test_five_trainings_at_most() -> None:
    scene = Scene(year=4, training=(1, 2, 3, 0, 0), guard=3, builder=2)
    scene.do("train")
    scene.raid("left", "left", "left", "left")
    scene.next_year()
    scene.set(0, builder=2, guard=3).do("train")
    assert scene.row("training") == (1, 2, 3, 4, 5)
    scene.raid("left", "left", "left", "left", "left", "left")
    scene.next_year()
    assert scene.set(0, builder=1).refuses("train")
