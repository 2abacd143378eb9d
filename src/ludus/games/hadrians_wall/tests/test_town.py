"""The right sheet, first half: citizens, Precincts, Market, Theatre, Gardens, Temples."""

from __future__ import annotations

import pytest

from ludus.games.hadrians_wall.ids import MARKET, MARKET_HALL, RENOWN
from ludus.games.hadrians_wall.mechanics.effects import record_good
from ludus.games.hadrians_wall.tests.scenes import (
    RICH,
    Scene,
    build,
    counts,
    fate,
    fresh_sheet,
    the_board,
)

TRACKS = ("traders", "performers", "priests", "apparitores", "patricians")


# Citizen tracks ----------------------------------------------------------------------------------


@pytest.mark.clause("hw.citizen.1", "hw.citizen.3")
def test_a_civilian_fills_a_box_of_a_track_of_choice() -> None:
    scene = Scene(civilian=1)
    assert [scene[track] for track in TRACKS] == [0] * 5
    assert scene.options(verb="citizen") == [f"citizen:{n}" for n in range(5)]
    assert scene.effect("citizen:2") == {"civilian": -1, "priests": 1, "servant": 1}
    assert scene.options(verb="citizen") == []


@pytest.mark.clause("hw.citizen.4")
def test_a_citizen_icon_needs_no_civilian() -> None:
    scene = Scene(built=["theatre"], performers=1, resource=1, civilian=0)
    changes = scene.effect("perform:0")
    assert changes == {"resource": -1, "theatre.0": 2, "traders": 1, "servant": 1}


@pytest.mark.clause("hw.citizen.5", "hw.citizen.15")
def test_tracks_are_independent_and_unlimited() -> None:
    scene = Scene(civilian=5)
    for _ in range(5):
        scene.do("citizen:4")
    assert scene["patricians"] == 5 and scene["traders"] == 0


@pytest.mark.parametrize(
    ("track", "gives"),
    [
        pytest.param(
            0,
            "servant - builder - resource - builder renown resource",
            marks=pytest.mark.clause("hw.citizen.6"),
        ),
        pytest.param(
            1,
            "builder - servant - soldier - servant renown builder",
            marks=pytest.mark.clause("hw.citizen.7"),
        ),
        pytest.param(
            2,
            "servant - servant piety servant piety servant piety servant",
            marks=pytest.mark.clause("hw.citizen.8"),
        ),
        pytest.param(
            3,
            "builder - soldier discipline builder discipline soldier discipline builder",
            marks=pytest.mark.clause("hw.citizen.9"),
        ),
        pytest.param(
            4,
            "resource - soldier renown resource renown soldier renown resource",
            marks=pytest.mark.clause("hw.citizen.10"),
        ),
    ],
)
def test_what_citizen_boxes_give(track: int, gives: str) -> None:
    scene = Scene(civilian=9, renown=10, piety=10, discipline=3)
    found: list[str] = []
    for _ in range(9):
        before = counts(scene.state.sheets[0])
        scene.do(f"citizen:{track}")
        after = counts(scene.state.sheets[0])
        names = [n for n in after if after[n] > before[n] and n != TRACKS[track]]
        # An attribute may itself have given a worker of its track; the box shows the attribute.
        attributes = [n for n in names if n in ("renown", "piety", "discipline")]
        found.append((attributes or names or ["-"])[0])
    assert " ".join(found) == gives


@pytest.mark.clause("hw.citizen.11")
def test_a_box_gives_its_icon_however_it_was_filled() -> None:
    scene = Scene(traders=2, performers=1, priests=4, servant=1, builder=1, resource=1)
    scene.do(build("gardens_small"))
    assert scene["traders"] == 3
    assert scene["builder"] == 1, "one paid, one from the third Trader"


@pytest.mark.clause("hw.citizen.12")
def test_citizens_open_buildings() -> None:
    assert Scene(RICH, performers=2).refuses(build("ludus"))
    assert Scene(RICH, performers=3).can(build("ludus"))


@pytest.mark.clause("hw.citizen.14")
def test_no_civilian_for_a_full_track() -> None:
    scene = Scene(priests=9, civilian=1)
    assert scene.refuses("citizen:2") and scene["civilian"] == 1
    assert scene.can("citizen:0")


# Buildings of the right sheet --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "track", "level", "built", "cost", "gain"),
    [
        pytest.param(
            "precinct_small",
            "traders",
            3,
            [],
            {"servant": 1, "civilian": 1},
            {"piety": 1, "production": 1, "resource": 1},
            marks=pytest.mark.clause("hw.precinct.2", "hw.precinct.3", "hw.precinct.4"),
        ),
        pytest.param(
            "precinct_medium",
            "traders",
            6,
            ["precinct_small"],
            {"servant": 1, "civilian": 2},
            {"discipline": 1, "production": 1, "resource": 1},
            marks=pytest.mark.clause("hw.precinct.5", "hw.precinct.6", "hw.precinct.7"),
        ),
        pytest.param(
            "precinct_large",
            "traders",
            9,
            ["precinct_small", "precinct_medium"],
            {"servant": 1, "civilian": 3},
            {"renown": 1, "production": 1, "resource": 1},
            marks=pytest.mark.clause("hw.precinct.8", "hw.precinct.9", "hw.precinct.10"),
        ),
        pytest.param(
            "market",
            "traders",
            4,
            [],
            {"servant": 1, "builder": 1, "resource": 2},
            {"renown": 1},
            marks=pytest.mark.clause("hw.market.1", "hw.market.2", "hw.market.3"),
        ),
        pytest.param(
            "theatre",
            "performers",
            1,
            [],
            {"servant": 1, "builder": 1, "resource": 1},
            {"renown": 1},
            marks=pytest.mark.clause("hw.theatre.1", "hw.theatre.2"),
        ),
        pytest.param(
            "ludus",
            "performers",
            3,
            [],
            {"servant": 2, "builder": 1, "resource": 2},
            {"renown": 1},
            marks=pytest.mark.clause("hw.ludus.1", "hw.ludus.2", "hw.ludus.3"),
        ),
        pytest.param(
            "gardens_small",
            "priests",
            4,
            [],
            {"servant": 1, "builder": 1, "resource": 1},
            {"piety": 1, "traders": 1, "performers": 1, "priests": 1},
            marks=pytest.mark.clause("hw.garden.2", "hw.garden.3"),
        ),
        pytest.param(
            "gardens_large",
            "priests",
            7,
            ["gardens_small"],
            {"servant": 1, "builder": 1, "resource": 2},
            {
                "piety": 1,
                "traders": 1,
                "performers": 1,
                "priests": 1,
                "apparitores": 1,
                "patricians": 1,
            },
            marks=pytest.mark.clause("hw.garden.5", "hw.garden.6"),
        ),
        pytest.param(
            "temple_small",
            "priests",
            1,
            [],
            {"servant": 1, "builder": 1, "resource": 1},
            {"piety": 1},
            marks=pytest.mark.clause("hw.temple.2", "hw.temple.3", "hw.temple.8"),
        ),
        pytest.param(
            "temple_medium",
            "priests",
            3,
            ["temple_small"],
            {"servant": 1, "builder": 1, "resource": 2},
            {"piety": 1},
            marks=pytest.mark.clause("hw.temple.4", "hw.temple.5", "hw.temple.8"),
        ),
        pytest.param(
            "temple_large",
            "priests",
            6,
            ["temple_small", "temple_medium"],
            {"servant": 2, "builder": 1, "resource": 2},
            {"piety": 1},
            marks=pytest.mark.clause("hw.temple.6", "hw.temple.7", "hw.temple.8"),
        ),
        pytest.param(
            "baths",
            "apparitores",
            3,
            [],
            {"servant": 2, "builder": 1, "resource": 2},
            {"renown": 1},
            marks=pytest.mark.clause("hw.bath.1", "hw.bath.2", "hw.bath.3"),
        ),
        pytest.param(
            "courthouse",
            "apparitores",
            4,
            [],
            {"servant": 2, "builder": 1, "resource": 2},
            {"renown": 1},
            marks=pytest.mark.clause("hw.court.1", "hw.court.2", "hw.court.3"),
        ),
    ],
)
def test_buildings(
    name: str,
    track: str,
    level: int,
    built: list[str],
    cost: dict[str, int],
    gain: dict[str, int],
) -> None:
    """The level that opens it, each item of its cost, and what it gives."""
    # The other citizen tracks stand at 1, where the next box is blank.
    blank = dict.fromkeys(TRACKS, 1)
    below = Scene(RICH, {track: level - 1}, built=built)
    assert below.refuses(build(name))
    for item, count in cost.items():
        short = Scene(cost, {item: count - 1, track: level}, built=built)
        assert short.refuses(build(name)), f"without enough {item}"
    scene = Scene(blank, cost, {track: level}, built=built)
    changes = scene.effect(build(name))
    expected = {item: -count for item, count in cost.items()}
    for what, count in gain.items():
        expected[what] = expected.get(what, 0) + count
    if name == "gardens_small":
        expected["servant"] += 1  # From the fifth Priest.
    if name == "gardens_large":
        expected["piety"] += 1  # From the eighth Priest.
    assert changes == {what: count for what, count in expected.items() if count}
    assert scene.built(name) and scene.refuses(build(name))


@pytest.mark.clause("hw.precinct.1", "hw.temple.1", "hw.garden.1")
def test_small_medium_large_in_this_order() -> None:
    for name in ("precinct", "temple"):
        scene = Scene(RICH, traders=9, priests=9)
        assert scene.refuses(build(f"{name}_medium")) and scene.refuses(build(f"{name}_large"))
        scene.set(0, built=[f"{name}_small"])
        assert scene.can(build(f"{name}_medium")) and scene.refuses(build(f"{name}_large"))
        scene.set(0, built=[f"{name}_small", f"{name}_medium"])
        assert scene.can(build(f"{name}_large"))
    scene = Scene(RICH, priests=9)
    assert scene.refuses(build("gardens_large"))
    assert scene.set(0, built=["gardens_small"]).can(build("gardens_large"))


@pytest.mark.clause("hw.precinct.11")
def test_example_the_medium_precinct() -> None:
    scene = Scene(built=["precinct_small"], traders=6, servant=1, civilian=2)
    changes = scene.effect(build("precinct_medium"))
    expected = {"servant": -1, "civilian": -2, "discipline": 1, "production": 1, "resource": 1}
    assert changes == expected


@pytest.mark.clause("hw.theatre.3")
def test_the_theatre_gives_a_box_of_renown_with_its_icon() -> None:
    scene = Scene(performers=1, renown=2, servant=1, builder=1, resource=1)
    changes = scene.effect(build("theatre"))
    assert changes["renown"] == 1 and changes["civilian"] == 1


# Market ------------------------------------------------------------------------------------------


@pytest.mark.clause("hw.market.4", "hw.market.5")
def test_goods_need_the_market_and_a_resource() -> None:
    assert Scene(traders=9, resource=3).options(verb="good") == []
    assert Scene(built=["market"], traders=9, resource=0).options(verb="good") == []
    scene = Scene(built=["market"], traders=4, resource=1)
    scene.do("good:0", "buy:0")
    assert scene["resource"] == 0 and scene.row("market")[0] != 0
    assert the_board().costs[scene.table.box.rules.actions["good"][0].number] == ((4, 1),)


@pytest.mark.clause("hw.market.6", "hw.market.8", "hw.market.25")
def test_eight_boxes_in_any_order_as_many_as_one_likes() -> None:
    scene = Scene(built=["market"], traders=9, resource=8, neutral=("architect", "pontiff"))
    assert scene.effect("good:7", "buy:0")["builder"] == 1
    changes = scene.effect("good:0", "buy:0")
    assert set(changes) == {"resource", "market.0"}, "the same good again, from the same card"
    assert scene.effect("good:6", "buy:0")["servant"] == 1
    for box in (1, 2, 3, 4, 5):
        scene.do(f"good:{box}", "buy:1")
    assert 0 not in scene.row("market") and scene["resource"] == 0
    assert scene.set(0, resource=1).options(verb="good") == []


@pytest.mark.clause("hw.market.7")
def test_market_boxes_need_traders() -> None:
    needs = [4, 5, 5, 6, 6, 7, 8, 9]
    for traders in range(10):
        scene = Scene(built=["market"], traders=traders, resource=1)
        expected = [f"good:{n}" for n, need in enumerate(needs) if need <= traders]
        assert scene.options(verb="good") == expected


@pytest.mark.clause("hw.market.9")
def test_a_duplicate_in_box_seven_still_gives_the_worker() -> None:
    scene = Scene(
        built=["market"], traders=8, market=(1,), resource=1, neutral=("planner", "pontiff")
    )
    changes = scene.effect("good:6", "buy:0")
    assert changes == {"resource": -1, "servant": 1, "market.6": 1}


@pytest.mark.clause("hw.market.10", "hw.market.11", "hw.market.12", "hw.prospect.15")
def test_sources_are_both_neighbours_and_the_fate_deck() -> None:
    prospects = ("ranger", "fighter", "forager", "merchant")  # goods 6, 5, 3, 4
    scene = Scene(seats=4, prospects=prospects, built=["market"], traders=9, resource=3)
    scene.do("good:0")
    assert scene.options() == ["buy:0", "buy:1", "buy:2"]
    scene.do("buy:0", "good:1", "buy:1")
    assert scene.row("market")[:2] == (5, 4), "of seats 1 and 3, never the own 6 or seat 2's 3"
    other = Scene(seats=4, prospects=prospects)
    other.set(2, built=["market"], traders=9, resource=2)
    other.do("good:0", "buy:0", "good:1", "buy:1", seat=2)
    assert other.row("market", 2)[:2] == (4, 5)


@pytest.mark.clause("hw.market.13", "hw.market.14", "hw.market.26")
def test_a_neighbour_is_paid_unasked_and_may_spend_it() -> None:
    scene = Scene(seats=3, built=["market"], traders=9, resource=1)
    scene.set(1, fort=1)
    assert not scene.state.sheets[1][31] >> MARKET_HALL & 1 and scene.of(1, "resource") == 0
    assert not scene.can("wall", seat=1)
    scene.do("good:0", "buy:0")
    assert scene["resource"] == 0 and scene.of(1, "resource") == 1
    scene.do("wall", seat=1)
    assert scene.of(1, "resource") == 0 and scene.of(1, "wall") == 1


@pytest.mark.clause("hw.market.15", "hw.market.16", "hw.market.17")
def test_buying_from_the_fate_deck() -> None:
    scene = Scene(seats=3, built=["market"], traders=9, resource=1, strength=(2, 0))
    pile = scene.state.fate_pile.bit_count()
    scene.do("good:1", "buy:2")
    assert scene.table.decisions()[0].prompt == "fate", "box and payment come before the card"
    number = fate(good=4, damage=3)
    scene.turn(number)
    assert scene.row("market") == (0, 4, 0, 0, 0, 0, 0, 0)
    assert scene.state.fate_pile.bit_count() == pile - 1
    assert scene.state.fate_discard >> number & 1
    assert scene["resource"] == 0 and scene.row("wounds") == (0, 0)
    for seat in (1, 2):
        assert [scene.of(seat, item) for item in ("resource", "soldier", "servant")] == [0, 0, 0]


@pytest.mark.clause("hw.market.18", "hw.market.19", "hw.market.20", "hw.market.21")
def test_renown_for_different_goods() -> None:
    sheet = fresh_sheet()
    gained: list[int] = []
    for box, good in enumerate((4, 2, 6, 1, 5, 3)):
        before = sheet[RENOWN]
        record_good(the_board(), sheet, box, good, None)
        gained.append(sheet[RENOWN] - before)
    assert gained == [1, 1, 1, 2, 2, 3] and sum(gained) == 10


@pytest.mark.clause("hw.market.22", "hw.market.23")
def test_duplicates_take_a_box_and_count_for_nothing() -> None:
    sheet = fresh_sheet()
    gained: list[int] = []
    for box, good in enumerate((1, 1, 2, 2, 3)):
        before = sheet[RENOWN]
        record_good(the_board(), sheet, box, good, None)
        gained.append(sheet[RENOWN] - before)
    assert gained == [1, 0, 1, 0, 1]
    assert sheet[MARKET : MARKET + 5] == [1, 1, 2, 2, 3]


@pytest.mark.clause("hw.market.27")
def test_example_a_six_from_the_fate_deck() -> None:
    prospects = ("architect", "planner", "merchant")  # neighbours offer 1 and 4
    scene = Scene(
        seats=3, prospects=prospects, built=["market"], traders=6, market=(5, 4), resource=1
    )
    before = [scene.of(seat, "resource") for seat in (1, 2)]
    scene.do("good:2", "buy:2")
    scene.turn(fate(good=6))
    assert scene["renown"] == 1 and scene.row("market")[2] == 6
    assert [scene.of(seat, "resource") for seat in (1, 2)] == before


# Theatre -----------------------------------------------------------------------------------------


@pytest.mark.clause("hw.theatre.4", "hw.theatre.5")
def test_performances_need_the_theatre_and_a_resource() -> None:
    assert Scene(performers=9, resource=2).options(verb="perform") == []
    assert Scene(built=["theatre"], performers=9).options(verb="perform") == []
    scene = Scene(built=["theatre"], performers=9, resource=1)
    assert scene.effect("perform:2")["resource"] == -1


@pytest.mark.clause("hw.theatre.6", "hw.theatre.7", "hw.theatre.8")
def test_one_performance_a_year_each_box_once() -> None:
    scene = Scene(year=5, built=["theatre"], performers=9, resource=3, theatre=(0, 0, 0, 0, 0, 1))
    assert scene.refuses("perform:5"), "given in Year 1"
    scene.do("perform:2")
    assert scene.row("theatre") == (0, 0, 5, 0, 0, 1)
    assert scene.options(verb="perform") == []


@pytest.mark.parametrize(
    ("box", "level", "gain"),
    [
        pytest.param(0, 1, {"traders": 1}, marks=pytest.mark.clause("hw.theatre.9")),
        pytest.param(
            1, 3, {"discipline": 1, "soldier": 1}, marks=pytest.mark.clause("hw.theatre.10")
        ),
        pytest.param(2, 5, {"piety": 1, "servant": 1}, marks=pytest.mark.clause("hw.theatre.11")),
        pytest.param(
            3, 6, {"discipline": 1, "apparitores": 1}, marks=pytest.mark.clause("hw.theatre.12")
        ),
        pytest.param(4, 8, {"piety": 1, "priests": 1}, marks=pytest.mark.clause("hw.theatre.13")),
        pytest.param(
            5, 9, {"renown": 1, "patricians": 1}, marks=pytest.mark.clause("hw.theatre.14")
        ),
    ],
)
def test_performances(box: int, level: int, gain: dict[str, int]) -> None:
    blank = dict.fromkeys(TRACKS, 1)
    low = Scene(blank, {"performers": level - 1}, built=["theatre"], resource=1)
    assert low.refuses(f"perform:{box}")
    scene = Scene(blank, {"performers": level}, built=["theatre"], resource=1)
    changes = scene.effect(f"perform:{box}")
    assert changes == gain | {"resource": -1, f"theatre.{box}": 2}


@pytest.mark.clause("hw.theatre.15")
def test_a_citizen_for_a_full_track_is_lost() -> None:
    scene = Scene(built=["theatre"], performers=9, patricians=9, resource=1)
    assert scene.effect("perform:5") == {"resource": -1, "theatre.5": 2, "renown": 1}


@pytest.mark.clause("hw.theatre.16")
def test_example_two_performances_are_left() -> None:
    scene = Scene(year=3, built=["theatre"], performers=6, theatre=(1, 0, 2, 0, 0, 0), resource=1)
    assert scene.options(verb="perform") == ["perform:1", "perform:3"]


# Gardens -----------------------------------------------------------------------------------------


@pytest.mark.clause("hw.garden.4", "hw.garden.9")
def test_the_small_gardens() -> None:
    assert Scene(RICH, priests=3).refuses(build("gardens_small")), "its own Priest comes too late"
    scene = Scene(RICH, traders=1, performers=1, priests=4)
    scene.do(build("gardens_small"))
    assert [scene[track] for track in TRACKS] == [2, 2, 5, 0, 0]
    assert scene["piety"] == 1 and scene["servant"] == 20, "a Servant came with the fifth Priest"


@pytest.mark.clause("hw.garden.7", "hw.garden.8")
def test_the_large_gardens() -> None:
    scene = Scene(RICH, dict.fromkeys(TRACKS, 7), built=["gardens_small"])
    scene.do(build("gardens_large"))
    assert [scene[track] for track in TRACKS] == [8] * 5
    full = Scene(RICH, dict.fromkeys(TRACKS, 7), {"traders": 9}, built=["gardens_small"])
    full.do(build("gardens_large"))
    assert [full[track] for track in TRACKS] == [9, 8, 8, 8, 8]


# Temples -----------------------------------------------------------------------------------------


@pytest.mark.clause("hw.temple.9")
def test_the_next_temple_may_be_built_before_the_first_is_full() -> None:
    scene = Scene(RICH, built=["temple_small"], priests=3)
    scene.do(build("temple_medium"))
    assert scene["temple"] == 0


@pytest.mark.clause("hw.temple.10")
def test_any_worker_fills_a_temple_box() -> None:
    for number, worker in enumerate(("soldier", "builder", "servant", "civilian")):
        scene = Scene({worker: 1}, built=["temple_small"], priests=1)
        assert scene.options(verb="temple") == [f"temple:{number}"]
        assert scene.effect(f"temple:{number}") == {worker: -1, "temple": 1}
    assert Scene(resource=9, built=["temple_small"], priests=1).options(verb="temple") == []


@pytest.mark.clause("hw.temple.11", "hw.temple.13", "hw.temple.14")
def test_temples_are_filled_one_after_the_other_once_built() -> None:
    scene = Scene(built=["temple_small"], priests=9, servant=9, temple=2)
    assert scene.options(verb="temple") == []
    half = Scene(built=["temple_small", "temple_medium"], priests=3, servant=1, temple=1)
    half.do("temple:2")
    assert half["favour"] == 1, "it was the last box of the Small Temple"
    three = ["temple_small", "temple_medium", "temple_large"]
    almost = Scene(built=three, priests=9, servant=2, temple=7)
    almost.do("temple:2")
    assert almost["favour"] == 1 and almost["temple"] == 8, "the Medium one first"
    two = Scene(built=three[:2], priests=9, servant=1, temple=8)
    assert two.options(verb="temple") == []


@pytest.mark.clause("hw.temple.12")
def test_rows_need_priests() -> None:
    three = ["temple_small", "temple_medium", "temple_large"]
    needs = [1, 3, 5, 6, 6, 8, 9]
    for row, need in enumerate(needs):
        for box in (0, 1):
            filled = 2 * row + box
            low = Scene(built=three, priests=need - 1, servant=1, temple=filled)
            assert low.options(verb="temple") == []
            assert Scene(built=three, priests=need, servant=1, temple=filled).can("temple:2")


@pytest.mark.clause("hw.temple.15", "hw.temple.16", "hw.temple.17", "hw.temple.18", "hw.temple.20")
def test_what_temple_boxes_give() -> None:
    three = ["temple_small", "temple_medium", "temple_large"]
    assert the_board().temple_ends == [2, 8, 14], "2, 6 and 6 boxes"
    scene = Scene(built=three, priests=9, soldier=14, piety=3)
    found: list[str] = []
    for box in range(1, 15):
        changes = scene.effect("temple:0")
        assert scene["temple"] == box, "from the top, row by row"
        found.append(" ".join(sorted(set(changes) - {"soldier", "temple", "servant"})))
    row, last = ["", "piety"], ["", "favour piety"]
    assert found == last + 2 * row + last + 2 * row + last
    assert scene["favour"] == 3


@pytest.mark.clause("hw.temple.19")
def test_a_favour_can_be_used_in_the_year_it_was_gained() -> None:
    scene = Scene(year=2, built=["temple_small"], priests=1, servant=2)
    scene.do("temple:2", "temple:2")
    scene.raid("left", "right")
    assert scene.options() == ["ignore:0", "ignore:2", "defend"]


@pytest.mark.clause("hw.temple.21")
def test_eight_boxes_in_a_year() -> None:
    scene = Scene(built=["temple_small", "temple_medium"], priests=6, soldier=8)
    for _ in range(8):
        scene.do("temple:0")
    assert scene["temple"] == 8


@pytest.mark.clause("hw.temple.22")
def test_example_the_middle_of_the_medium_temple() -> None:
    built = ["temple_small", "temple_medium"]
    scene = Scene(built=built, priests=5, temple=5, favour=1, builder=1)
    assert scene.effect("temple:1") == {"builder": -1, "temple": 1, "piety": 1}
    assert scene["favour"] == 1 and scene["temple"] == 6
