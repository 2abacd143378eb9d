"""The frontier: Mining, Wall Guard, Fort, Wall and Cippi."""

from __future__ import annotations

import pytest

from ludus.games.hadrians_wall.tests.scenes import (
    ALL_GRANARIES,
    RICH,
    Scene,
    build,
    counts,
    the_board,
)


@pytest.mark.clause("hw.mining.1", "hw.mining.2")
def test_mining_costs_a_servant_and_fills_the_next_box() -> None:
    scene = Scene(mining=3, servant=1)
    assert scene.effect("mining") == {"servant": -1, "mining": 1}
    assert scene["mining"] == 4 and scene.refuses("mining")
    full = Scene(mining=14, built=ALL_GRANARIES, servant=1)
    assert full.refuses("mining")


def gains_of(scene: Scene, action: str, times: int) -> list[str]:
    """What each of some equal actions gives, Cohort icons included; blanks as ""."""
    found: list[str] = []
    for _ in range(times):
        before = counts(scene.state.sheets[0])
        scene.do(action)
        after = counts(scene.state.sheets[0])
        paid = {name for cost in COSTS[action] for name in (cost,)}
        gains = [n for n in after if after[n] > before[n] and n not in (action.split(":")[0],)]
        if paid & {n for n in after if after[n] == before[n] and n in paid}:
            gains += sorted(paid)
        if scene.prompt() == "cohort":
            gains.append("cohort")
            free = next(c for c in range(3) if scene.row("cohorts")[c] in (0, 1, 3))
            scene.do(f"cohort:{free}")
            scene.set(0, cohorts=(0, 0, 0))
        found.append(" ".join(gains))
    return found


COSTS = {
    "mining": ("servant",),
    "guard": ("soldier",),
    "wall": ("resource",),
    "cippi": ("resource",),
    "fort:1": ("builder",),
    **{f"citizen:{n}": ("civilian",) for n in range(5)},
}


@pytest.mark.parametrize(
    ("start", "built", "gives"),
    [
        pytest.param(
            0, [], ["", "production resource", "", ""], marks=pytest.mark.clause("hw.mining.3")
        ),
        pytest.param(
            4,
            ["granary_medium"],
            ["resource production", "", "", "resource production", ""],
            marks=pytest.mark.clause("hw.mining.4"),
        ),
        pytest.param(
            9,
            ALL_GRANARIES,
            ["", "production resource", "", "", "production resource"],
            marks=pytest.mark.clause("hw.mining.5"),
        ),
    ],
)
def test_mining_columns(start: int, built: list[str], gives: list[str]) -> None:
    scene = Scene(mining=start, built=built, servant=9)
    found = [set(text.split()) for text in gains_of(scene, "mining", len(gives))]
    assert found == [set(text.split()) for text in gives]


@pytest.mark.clause("hw.mining.6")
def test_mining_as_often_as_one_likes() -> None:
    scene = Scene(servant=4)
    scene.do("mining", "mining", "mining", "mining")
    assert scene["mining"] == 4


@pytest.mark.clause("hw.mining.7", "hw.production.2", "hw.production.5")
def test_example_the_second_mining_box() -> None:
    scene = Scene(mining=1, servant=1)
    changes = scene.effect("mining")
    assert changes == {"servant": -1, "mining": 1, "production": 1, "resource": 1}


@pytest.mark.clause("hw.guard.1", "hw.guard.3")
def test_a_soldier_fills_the_next_wall_guard_box() -> None:
    assert Scene(soldier=1, guard=3).effect("guard") == {"soldier": -1, "guard": 1}
    assert Scene(guard=3).refuses("guard")
    assert Scene(guard=18, built=ALL_GRANARIES, soldier=1).refuses("guard")


@pytest.mark.clause("hw.guard.2", "hw.training.1", "hw.training.5", "hw.training.7")
def test_a_trained_builder_goes_straight_to_the_wall_guard() -> None:
    scene = Scene(year=1, builder=1, soldier=0)
    changes = scene.effect("train")
    assert changes == {"builder": -1, "guard": 1, "training.0": 1}
    assert scene["soldier"] == 0 and scene.prompt() == "cohort"
    assert Scene(builder=0).refuses("train")


@pytest.mark.parametrize(
    ("start", "built", "gives"),
    [
        pytest.param(
            0,
            [],
            ["cohort", "discipline", "cohort", "", "discipline", "cohort"],
            marks=pytest.mark.clause("hw.guard.4"),
        ),
        pytest.param(
            6,
            ["granary_medium"],
            ["", "discipline", "cohort", "", "discipline", "cohort"],
            marks=pytest.mark.clause("hw.guard.5"),
        ),
        pytest.param(
            12,
            ALL_GRANARIES,
            ["", "discipline", "cohort", "", "discipline", "cohort"],
            marks=pytest.mark.clause("hw.guard.6"),
        ),
    ],
)
def test_wall_guard_columns(start: int, built: list[str], gives: list[str]) -> None:
    scene = Scene(guard=start, built=built, soldier=9)
    assert gains_of(scene, "guard", 6) == gives


@pytest.mark.clause("hw.guard.7")
def test_wall_guard_as_often_as_one_likes() -> None:
    scene = Scene(guard=1, soldier=3)
    scene.do("guard", "guard", "cohort:0", "guard")
    assert scene["guard"] == 4


@pytest.mark.clause("hw.guard.8")
def test_example_the_third_wall_guard_box() -> None:
    scene = Scene(guard=2, soldier=1)
    scene.do("guard")
    assert scene["guard"] == 3 and scene.prompt() == "cohort"


@pytest.mark.clause("hw.fort.1")
def test_the_fort_takes_a_builder_or_a_soldier() -> None:
    scene = Scene(builder=1, soldier=1, servant=5)
    assert scene.options(verb="fort") == ["fort:0", "fort:1"]
    assert scene.effect("fort:1") == {"builder": -1, "fort": 1}
    assert scene.effect("fort:0") == {"soldier": -1, "fort": 1}
    assert scene.refuses("fort:0") and scene.refuses("fort:1")


@pytest.mark.clause("hw.fort.2", "hw.wall.2")
def test_fort_and_wall_are_21_boxes_in_order() -> None:
    scene = Scene(fort=7, wall=2, built=["granary_medium"], builder=1, resource=1)
    scene.do("fort:1", "wall")
    assert scene["fort"] == 8 and scene["wall"] == 3
    assert the_board().size[16] == the_board().size[15] == 21
    assert Scene(fort=21, built=ALL_GRANARIES, builder=1).refuses("fort:1")
    assert Scene(fort=21, wall=21, built=ALL_GRANARIES, resource=1).refuses("wall")


@pytest.mark.parametrize(
    ("start", "built", "gives", "infrastructure"),
    [
        pytest.param(
            0,
            [],
            ["", "", "", "civilian", "", "civilian", "discipline"],
            [1, 1, 2, 2, 3, 3, 3],
            marks=pytest.mark.clause("hw.fort.3", "hw.fort.8"),
        ),
        pytest.param(
            7,
            ["granary_medium"],
            ["civilian", "", "civilian", "", "civilian", "", "discipline cohort"],
            [3, 4, 4, 5, 5, 6, 6],
            marks=pytest.mark.clause("hw.fort.4"),
        ),
        pytest.param(
            14,
            ALL_GRANARIES,
            ["", "civilian", "", "civilian", "", "civilian", "discipline cohort"],
            [7, 7, 8, 8, 8, 8, 8],
            marks=pytest.mark.clause("hw.fort.5"),
        ),
    ],
)
def test_fort_columns(
    start: int, built: list[str], gives: list[str], infrastructure: list[int]
) -> None:
    scene = Scene(fort=start, built=built, builder=9)
    assert gains_of(scene, "fort:1", 7) == gives
    assert the_board().infrastructure[start + 1 : start + 8] == infrastructure


@pytest.mark.clause("hw.fort.6")
def test_infrastructure_by_length() -> None:
    found = [the_board().infrastructure[n] for n in (0, 1, 2, 3, 8, 9, 17, 21)]
    assert found == [0, 1, 1, 2, 3, 4, 8, 8]


@pytest.mark.clause("hw.fort.7")
def test_common_buildings_need_infrastructure() -> None:
    assert Scene(RICH, fort=4).refuses(build("workshop_small"))
    assert Scene(RICH, fort=5).can(build("workshop_small"))


@pytest.mark.clause("hw.fort.9")
def test_fort_and_wall_as_often_as_one_likes() -> None:
    scene = Scene(RICH, year=1)
    for _ in range(7):
        scene.do("fort:1")
    for _ in range(7):
        scene.do("wall")
        if scene.prompt() == "cohort":
            scene.do("cohort:0")
    scene.do("cippi", "cippi", "cippi", "cohort:1")
    assert (scene["fort"], scene["wall"], scene["cippi"]) == (7, 7, 3)


@pytest.mark.clause("hw.fort.10")
def test_example_five_wall_boxes_are_open() -> None:
    scene = Scene(fort=6, cippi=2, wall=1, resource=9)
    assert scene.refuses("cippi")
    filled = 0
    while scene.can("wall"):
        scene.do("wall")
        filled += 1
        if scene.prompt() == "cohort":
            scene.do("cohort:0")
    assert filled == 5
    assert scene.set(0, fort=7).can("cippi")


@pytest.mark.clause("hw.fort.11")
def test_example_medium_granary_yes_large_no() -> None:
    scene = Scene(RICH, fort=6)
    assert the_board().infrastructure[6] == 3
    assert scene.can(build("granary_medium")) and scene.refuses(build("granary_large"))
    scene.do(build("granary_medium"))
    assert scene.refuses(build("granary_large"))


@pytest.mark.clause("hw.wall.1")
def test_a_wall_box_costs_a_resource() -> None:
    scene = Scene(fort=1, resource=1)
    assert scene.effect("wall") == {"resource": -1, "wall": 1, "civilian": 1}
    assert Scene(fort=1, resource=0).refuses("wall")


@pytest.mark.clause("hw.wall.3")
def test_wall_boxes_hang_on_fort_boxes() -> None:
    scene = Scene(fort=4, wall=4, resource=1, builder=1)
    assert scene.refuses("wall")
    scene.do("fort:1")
    assert scene.can("wall")
    assert the_board().wall_link[:21] == list(range(1, 22))


@pytest.mark.parametrize(
    ("start", "built", "fort", "gives"),
    [
        pytest.param(
            0,
            [],
            7,
            ["civilian", "", "civilian", "renown cohort", "civilian", "", "cohort"],
            marks=pytest.mark.clause("hw.wall.4"),
        ),
        pytest.param(
            7,
            ["granary_medium"],
            14,
            ["renown", "civilian", "", "renown cohort", "", "civilian", "cohort"],
            marks=pytest.mark.clause("hw.wall.5"),
        ),
        pytest.param(
            14,
            ALL_GRANARIES,
            21,
            ["renown", "civilian", "", "renown cohort", "civilian", "", "cohort"],
            marks=pytest.mark.clause("hw.wall.6"),
        ),
    ],
)
def test_wall_columns(start: int, built: list[str], fort: int, gives: list[str]) -> None:
    scene = Scene(fort=fort, wall=start, built=built, resource=9)
    assert gains_of(scene, "wall", 7) == gives


@pytest.mark.clause("hw.cippi.1")
def test_a_cippi_box_costs_a_resource() -> None:
    assert Scene(fort=1, resource=1).effect("cippi") == {"resource": -1, "cippi": 1}
    assert Scene(fort=1).refuses("cippi")


@pytest.mark.clause("hw.cippi.2", "hw.cippi.4")
def test_seven_cippi_boxes_and_what_they_give() -> None:
    scene = Scene(fort=21, built=ALL_GRANARIES, resource=9)
    gives = ["", "", "cohort", "civilian", "cohort", "renown", "cohort"]
    assert gains_of(scene, "cippi", 7) == gives
    assert scene.refuses("cippi")


@pytest.mark.clause("hw.cippi.3")
def test_cippi_hang_on_fort_boxes() -> None:
    scene = Scene(fort=9, cippi=3, built=["granary_medium"], resource=1, builder=1)
    assert scene.refuses("cippi")
    scene.do("fort:1")
    assert scene.can("cippi")
    assert the_board().cippi_link[:7] == [1, 4, 7, 10, 13, 16, 20]


@pytest.mark.clause("hw.cippi.5")
def test_cippi_do_not_wait_for_the_wall() -> None:
    scene = Scene(fort=4, wall=0, resource=2)
    scene.do("cippi", "cippi")
    assert scene["cippi"] == 2
