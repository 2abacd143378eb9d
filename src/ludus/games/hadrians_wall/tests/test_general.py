"""What holds for all boxes and tracks, and the cohorts."""

from __future__ import annotations

import pytest

from ludus.core.text import plain
from ludus.games.hadrians_wall.ids import BUILDINGS, COHORT
from ludus.games.hadrians_wall.tests.scenes import (
    RICH,
    Scene,
    build,
    opened,
    the_board,
)

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
