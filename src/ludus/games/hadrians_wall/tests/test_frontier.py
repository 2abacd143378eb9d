"""The left sheet, upper half: cohorts, the frontier, granaries, production, training."""

from __future__ import annotations

import pytest

from ludus.core.text import plain
from ludus.games.hadrians_wall.board import BUILDINGS
from ludus.games.hadrians_wall.sheet import (
    COHORT,
    DISCIPLINE,
    ITEM_KEYS,
    PIETY,
    RENOWN,
    VALOUR,
)
from ludus.games.hadrians_wall.tests.scenes import (
    ALL_GRANARIES,
    RICH,
    Scene,
    build,
    counts,
    opened,
    rules,
    the_board,
)

NAMES = {RENOWN: "renown", PIETY: "piety", VALOUR: "valour", DISCIPLINE: "discipline"}


# General concepts --------------------------------------------------------------------------------


@pytest.mark.clause("hw.general.1")
def test_what_cannot_be_paid_in_full_is_refused() -> None:
    scene = Scene(fort=1, servant=1, builder=1, resource=0)
    assert scene.refuses(build("granary_medium"))
    assert scene.set(0, resource=1).can(build("granary_medium"))


@pytest.mark.clause("hw.general.2")
def test_a_reward_cannot_pay_for_itself() -> None:
    scene = Scene(traders=3, piety=2, civilian=1, servant=0)
    assert scene.refuses(build("precinct_small"))
    scene.set(0, servant=1).do(build("precinct_small"))
    assert scene["servant"] == 1, "the Servant of Piety 3 came after the payment"


@pytest.mark.clause("hw.general.4", "hw.general.13")
def test_a_box_gives_all_it_shows_at_once() -> None:
    scene = Scene(fort=4, wall=3, resource=1)
    assert scene.effect("wall") == {"resource": -1, "wall": 1, "renown": 1}
    assert scene.options() == ["cohort:0", "cohort:1", "cohort:2"]
    scene.do("cohort:1")
    assert scene.row("cohorts") == (0, 1, 0)
    scene = Scene(built=["temple_small"], priests=2, civilian=1)
    assert scene.effect("citizen:2") == {"civilian": -1, "priests": 1, "servant": 1}
    assert scene.prompt() == "act", "the Servant came without a question"


@pytest.mark.clause("hw.general.5")
def test_a_blank_box_gives_nothing() -> None:
    assert Scene(servant=1).effect("mining") == {"servant": -1, "mining": 1}


@pytest.mark.clause("hw.general.6")
def test_tracks_have_no_gaps() -> None:
    scene = Scene(fort=3, builder=1)
    assert scene.effect("fort:1") == {"builder": -1, "fort": 1, "civilian": 1}
    view, decision = scene.table.view(0), scene.set(0, builder=1).table.decision(0)
    face = opened().face
    assert decision is not None
    assert face.why_not(view, decision, "fort-5", ["x"]) is None
    why = face.why_not(view, decision, "fort-6", ["x"])
    assert why is not None and plain(why) == "Fort is filled in order; box 5 comes first."


@pytest.mark.clause("hw.general.9", "hw.general.10", "hw.endyear.4")
def test_year_marks_limit_their_own_year_only() -> None:
    scene = Scene(
        RICH,
        year=2,
        built=["theatre", "baths", "courthouse", "ludus"],
        performers=9,
        apparitores=8,
        strength=(3, 3),
        disdain=6,
    )
    scene.do("forum:0", "train", "cohort:0", "perform:0", "bribe:0", "bribe:1")
    scene.do("ruling:0", "ruling:1", "ruling:2")
    scene.battle(0, 1)
    scene.battle(1, 1)
    limited = ("forum", "train", "perform", "bribe", "ruling", "battle")
    assert [scene.options(verb=verb) for verb in limited] == [[]] * 6
    assert scene.row("forum") == (2, 0, 0, 0)
    scene.raid("left", "left")
    scene.next_year()
    scene.set(0, **RICH)
    assert scene.state.year == 3
    assert all(scene.options(verb=verb) for verb in limited)
    scene.do("forum:0")
    assert scene.row("forum") == (2, 3, 0, 0), "the box of Year 2 stays used"


@pytest.mark.clause("hw.general.11")
def test_a_used_box_stays_used() -> None:
    scene = Scene(year=2, built=["theatre"], performers=3, theatre=(1, 0, 0, 0, 0, 0), resource=1)
    assert scene.options(verb="perform") == ["perform:1"]


@pytest.mark.clause("hw.general.12")
def test_icons_in_printed_order_each_resolved_to_the_end() -> None:
    scene = Scene(fort=13, built=["granary_medium"], discipline=16, valour=2, builder=1)
    changes = scene.effect("fort:1")
    assert changes == {"builder": -1, "fort": 1, "discipline": 1, "valour": 1, "soldier": 1}
    assert scene.prompt() == "cohort", "the cohort is asked for after Discipline's whole chain"


@pytest.mark.clause("hw.general.14")
def test_conditions_are_not_spent() -> None:
    scene = Scene(built=["precinct_small"], traders=6, servant=1, civilian=2)
    scene.do(build("precinct_medium"))
    assert scene["traders"] == 6


@pytest.mark.clause("hw.general.15")
def test_each_building_once() -> None:
    scene = Scene(RICH, built=["market"], traders=9)
    assert scene.refuses(build("market"))
    everything = Scene(
        RICH,
        built=BUILDINGS,
        fort=21,
        traders=9,
        performers=9,
        priests=9,
        apparitores=9,
        renown=20,
        piety=20,
        valour=20,
        discipline=20,
    )
    assert everything.options(verb="build") == []


@pytest.mark.clause("hw.general.16")
def test_example_two_wall_boxes() -> None:
    scene = Scene(fort=7, wall=5, resource=2)
    assert scene.effect("wall") == {"resource": -1, "wall": 1}
    assert scene.prompt() == "act"
    assert scene.effect("wall") == {"resource": -1, "wall": 1}
    assert scene.prompt() == "cohort"
    scene.do("cohort:2")
    assert scene.prompt() == "act" and scene["resource"] == 0


@pytest.mark.clause("hw.general.17")
def test_example_one_performance() -> None:
    scene = Scene(year=1, built=["theatre"], performers=4, resource=1)
    scene.do("perform:0")
    assert [(n, y) for n, y in enumerate(scene.row("theatre"), 1) if y] == [(1, 1)]


# Cohorts -----------------------------------------------------------------------------------------


@pytest.mark.clause("hw.cohort.1")
def test_three_cohorts_of_six() -> None:
    assert Scene().row("cohorts") == (0, 0, 0)
    assert [the_board().size[COHORT + c] for c in range(3)] == [6, 6, 6]


@pytest.mark.clause("hw.cohort.2", "hw.cohort.4")
def test_an_icon_fills_the_next_box_of_one_cohort_now() -> None:
    scene = Scene(soldier=2, servant=3)
    scene.do("guard")
    assert scene.options() == ["cohort:0", "cohort:1", "cohort:2"]
    assert scene.refuses("mining") and scene.refuses("stop")
    scene.do("cohort:0")
    assert scene.row("cohorts") == (1, 0, 0) and scene.can("mining")


@pytest.mark.clause("hw.cohort.3", "hw.cohort.9")
def test_cohorts_are_independent_and_end_at_six() -> None:
    scene = Scene(soldier=2, cohorts=(5, 0, 0), guard=2)
    scene.do("guard", "cohort:0")
    assert scene.row("cohorts") == (6, 0, 0)
    scene.set(0, guard=5).do("guard")
    assert scene.options() == ["cohort:1", "cohort:2"]


@pytest.mark.clause("hw.cohort.5", "hw.cohort.6", "hw.cohort.7")
def test_what_cohort_boxes_give() -> None:
    for cohort in range(3):
        for filled, gains in enumerate(({}, {}, "discipline", {}, "valour", "discipline")):
            start = [0, 0, 0]
            start[cohort] = filled
            scene = Scene(soldier=1, guard=2, cohorts=start)
            scene.do("guard")
            expected = {f"cohorts.{cohort}": 1}
            if isinstance(gains, str):
                expected[gains] = 1
            assert scene.effect(f"cohort:{cohort}") == expected


@pytest.mark.clause("hw.cohort.8")
def test_cohort_boxes_cannot_be_bought() -> None:
    scene = Scene(RICH, fort=7, traders=9)
    assert scene.options(verb="cohort") == []
    face, decision = opened().face, scene.table.decision(0)
    why = face.why_not(scene.table.view(0), decision, "cohort-left-1", ["x"])
    assert why is not None and "Cohort icons" in plain(why)


@pytest.mark.clause("hw.cohort.11")
def test_example_left_for_discipline_or_centre_for_cover() -> None:
    left = Scene(soldier=1, guard=2, cohorts=(2, 0, 1))
    left.do("guard")
    assert left.effect("cohort:0") == {"cohorts.0": 1, "discipline": 1}
    centre = Scene(soldier=1, guard=2, cohorts=(2, 0, 1))
    centre.do("guard")
    assert centre.effect("cohort:1") == {"cohorts.1": 1}


# Mining, Wall Guard, Fort, Wall, Cippi -----------------------------------------------------------


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
    scene = Scene(year=6, training=(1, 2, 3, 4, 5), guard=5, builder=1)
    assert scene.refuses("train")
