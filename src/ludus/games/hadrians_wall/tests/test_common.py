"""The left sheet, lower half: Hotel, Workshop, Road, Forum, Landmarks, attributes."""

from __future__ import annotations

import pytest

from ludus.games.hadrians_wall.ids import ATTRIBUTES, DISCIPLINE, PIETY, RENOWN, SERVANT, VALOUR
from ludus.games.hadrians_wall.mechanics.effects import gain
from ludus.games.hadrians_wall.tests.scenes import (
    ALL_GRANARIES,
    RICH,
    Scene,
    build,
    counts,
    fresh_sheet,
    mask,
    the_board,
)

NAMES = {RENOWN: "renown", PIETY: "piety", VALOUR: "valour", DISCIPLINE: "discipline"}


# Hotel, Workshop, Road ---------------------------------------------------------------------------


@pytest.mark.clause("hw.hotel.1")
def test_small_before_large() -> None:
    for name in ("hotel", "workshop", "road"):
        scene = Scene(RICH, fort=17, built=ALL_GRANARIES)
        assert scene.refuses(build(f"{name}_large"))
        scene.set(0, built=[*ALL_GRANARIES, f"{name}_small"])
        assert scene.can(build(f"{name}_large"))


@pytest.mark.clause("hw.hotel.2")
def test_the_three_pairs_do_not_wait_for_each_other() -> None:
    scene = Scene(RICH, fort=9, built=["granary_medium"])
    scene.do(build("road_small"), "attribute:1")
    assert scene.built("road_small") and not scene["built"] & mask("hotel_small", "workshop_small")


BEFORE = {1: 0, 2: 2, 3: 4, 4: 8, 5: 10, 6: 12, 7: 14, 8: 16}
"""The Fort's length just below each Infrastructure."""


@pytest.mark.parametrize(
    ("name", "infrastructure", "cost", "gain"),
    [
        pytest.param(
            "hotel_small",
            2,
            {"servant": 1, "builder": 1, "resource": 1},
            {"civilian": 1},
            marks=pytest.mark.clause("hw.hotel.3", "hw.hotel.4"),
        ),
        pytest.param(
            "hotel_large",
            6,
            {"servant": 1, "builder": 1, "resource": 2},
            {"renown": 1, "civilian": 1},
            marks=pytest.mark.clause("hw.hotel.5", "hw.hotel.6"),
        ),
        pytest.param(
            "workshop_small",
            3,
            {"resource": 3},
            {"builder": 1},
            marks=pytest.mark.clause("hw.hotel.7", "hw.hotel.8"),
        ),
        pytest.param(
            "workshop_large",
            7,
            {"resource": 4},
            {"renown": 1, "builder": 1},
            marks=pytest.mark.clause("hw.hotel.9", "hw.hotel.10"),
        ),
    ],
)
def test_hotels_and_workshops(
    name: str, infrastructure: int, cost: dict[str, int], gain: dict[str, int]
) -> None:
    built = [*ALL_GRANARIES, name.replace("large", "small")] if "large" in name else []
    if infrastructure >= 4 and not built:
        built = list(ALL_GRANARIES)
    low = Scene(RICH, fort=BEFORE[infrastructure], built=built)
    assert low.refuses(build(name))
    for item in cost:
        short = Scene(cost, fort=BEFORE[infrastructure] + 1, built=built)
        short.set(0, **{item: cost[item] - 1})
        assert short.refuses(build(name)), f"without enough {item}"
    scene = Scene(RICH, fort=BEFORE[infrastructure] + 1, built=built)
    changes = scene.effect(build(name))
    for item, count in cost.items():
        gain[item] = gain.get(item, 0) - count
    assert changes == gain


@pytest.mark.parametrize(
    ("name", "infrastructure", "cost", "pair"),
    [
        pytest.param(
            "road_small",
            4,
            {"servant": -2, "builder": -1, "resource": -1},
            (PIETY, DISCIPLINE),
            marks=pytest.mark.clause("hw.hotel.11", "hw.hotel.12"),
        ),
        pytest.param(
            "road_large",
            8,
            {"servant": -2, "builder": -1, "resource": -2},
            (RENOWN, VALOUR),
            marks=pytest.mark.clause("hw.hotel.13", "hw.hotel.14"),
        ),
    ],
)
def test_roads(name: str, infrastructure: int, cost: dict[str, int], pair: tuple[int, int]) -> None:
    built = [*ALL_GRANARIES, "road_small"] if name == "road_large" else list(ALL_GRANARIES)
    assert Scene(RICH, fort=BEFORE[infrastructure], built=built).refuses(build(name))
    exact = {item: -count for item, count in cost.items()}
    for item in exact:
        short = exact | {item: exact[item] - 1}
        assert Scene(short, fort=BEFORE[infrastructure] + 1, built=built).refuses(build(name))
    for attribute in pair:
        scene = Scene(exact, fort=BEFORE[infrastructure] + 1, built=built)
        assert scene.effect(build(name)) == cost
        assert scene.options() == sorted(f"attribute:{a - RENOWN}" for a in pair)
        assert scene.effect(f"attribute:{attribute - RENOWN}") == {NAMES[attribute]: 1}
        assert scene.prompt() == "act"


# Forum -------------------------------------------------------------------------------------------


def exchange(text: str) -> str:
    """A Forum action by its workers' first letters: "bs c" gives a Builder and a Servant."""
    letters = {1: "b", 2: "s", 3: "c"}
    spelled = [
        "".join(letters[w] for w in row[:2]) + " " + letters[row[2]]
        for row in the_board().exchanges
    ]
    return f"forum:{spelled.index(text)}"


@pytest.mark.clause("hw.forum.1", "hw.forum.3", "hw.forum.8")
def test_two_workers_for_one() -> None:
    scene = Scene(year=1, servant=1, civilian=1)
    changes = scene.effect(exchange("sc b"))
    assert changes == {"servant": -1, "civilian": -1, "builder": 1, "forum.0": 1}
    same = Scene(year=1, servant=2)
    assert same.effect(exchange("ss c")) == {"servant": -2, "civilian": 1, "forum.0": 1}


@pytest.mark.clause("hw.forum.2", "hw.forum.4", "hw.forum.5")
def test_the_nine_exchanges() -> None:
    letters = {0: "x", 1: "b", 2: "s", 3: "c"}
    found = {
        "".join(sorted(letters[w] for w in row[:2])) + letters[row[2]]
        for row in the_board().exchanges
    }
    assert found == {"bbs", "bbc", "ssb", "ssc", "ccb", "ccs", "bsc", "bcs", "csb"}
    scene = Scene(builder=2, servant=2, civilian=2, soldier=2)
    assert len(scene.options(verb="forum")) == 9
    pair = Scene(builder=1, servant=1)
    assert pair.options(verb="forum") == [exchange("bs c")], "never one of the two returned"
    assert Scene(soldier=1, servant=1).options(verb="forum") == []


@pytest.mark.clause("hw.forum.6", "hw.forum.7")
def test_the_forum_once_a_year_four_times_in_all() -> None:
    scene = Scene(year=1, servant=4)
    scene.do(exchange("ss c"))
    assert scene.options(verb="forum") == []
    assert Scene(year=2, forum=(1, 0, 0, 0), servant=2).options(verb="forum")
    last = Scene(year=4, forum=(1, 2, 3, 0), servant=2)
    last.do(exchange("ss c"))
    last.raid("left", "left", "left", "left")
    last.next_year()
    assert last.set(0, servant=2).options(verb="forum") == [], "all four boxes are used"


@pytest.mark.clause("hw.forum.9")
def test_example_servant_and_civilian_for_a_builder() -> None:
    scene = Scene(year=2, servant=1, civilian=1)
    scene.do(exchange("sc b"))
    assert scene["builder"] == 1 and scene.row("forum") == (2, 0, 0, 0)


# Landmarks ---------------------------------------------------------------------------------------


@pytest.mark.clause("hw.landmark.1", "hw.landmark.2")
def test_a_landmark_needs_fifteen_a_builder_and_two_resources() -> None:
    assert Scene(piety=14, builder=1, resource=2).refuses(build("monolith"))
    assert Scene(piety=15, builder=1, resource=1).refuses(build("monolith"))
    assert Scene(piety=15, builder=0, resource=2).refuses(build("monolith"))
    assert Scene(piety=15, builder=1, resource=2).can(build("monolith"))


@pytest.mark.parametrize(
    ("name", "needs", "gives"),
    [
        pytest.param("archway", "renown", "valour", marks=pytest.mark.clause("hw.landmark.3")),
        pytest.param("monolith", "piety", "discipline", marks=pytest.mark.clause("hw.landmark.4")),
        pytest.param("column", "valour", "piety", marks=pytest.mark.clause("hw.landmark.5")),
        pytest.param("statue", "discipline", "renown", marks=pytest.mark.clause("hw.landmark.6")),
    ],
)
def test_landmarks(name: str, needs: str, gives: str) -> None:
    others = {"renown", "piety", "valour", "discipline"} - {needs}
    unmet = dict.fromkeys(others, 15) | {needs: 14}
    assert Scene(unmet, RICH).refuses(build(name))
    scene = Scene({needs: 15}, builder=1, resource=2)
    assert scene.effect(build(name)) == {"builder": -1, "resource": -2, gives: 2}


@pytest.mark.clause("hw.landmark.7")
def test_the_two_boxes_give_their_icons() -> None:
    scene = Scene(renown=15, valour=1, builder=1, resource=2)
    changes = scene.effect(build("archway"))
    assert changes == {"builder": -1, "resource": -2, "valour": 2, "soldier": 1}


@pytest.mark.clause("hw.landmark.8")
def test_all_four_landmarks_in_any_order() -> None:
    scene = Scene(RICH, renown=15, piety=15, valour=15, discipline=15)
    for name in ("statue", "archway", "column", "monolith"):
        scene.do(build(name))
        assert scene.refuses(build(name))


@pytest.mark.clause("hw.landmark.9", "hw.attribute.16")
def test_example_the_monolith() -> None:
    scene = Scene(renown=2, piety=16, valour=3, discipline=9, builder=1, resource=2)
    marks = ("archway", "monolith", "column", "statue")
    assert [scene.can(build(name)) for name in marks] == [False, True, False, False]
    scene.do(build("monolith"))
    assert (scene["discipline"], scene["builder"], scene["resource"]) == (11, 0, 0)


# Attributes --------------------------------------------------------------------------------------


@pytest.mark.clause("hw.attribute.1", "hw.attribute.2")
def test_four_tracks_of_25() -> None:
    scene = Scene()
    assert [scene[NAMES[a]] for a in ATTRIBUTES] == [0] * 4
    assert [the_board().size[a] for a in ATTRIBUTES] == [25] * 4
    sheet = fresh_sheet(valour=7)
    gain(the_board(), sheet, VALOUR, None)
    assert sheet[VALOUR] == 8


def climb(attribute: int) -> dict[int, str]:
    """What each box of a track gives, as one climbs from 0 to 25."""
    sheet = fresh_sheet()
    found: dict[int, str] = {}
    for box in range(1, 26):
        before = counts(sheet)
        gain(the_board(), sheet, attribute, None)
        after = counts(sheet)
        gains = [n for n in after if after[n] != before[n] and n != NAMES[attribute]]
        if gains:
            found[box] = " ".join(gains)
    return found


@pytest.mark.parametrize(
    ("attribute", "worker", "others"),
    [
        pytest.param(
            RENOWN,
            "civilian",
            ("piety", "discipline", "valour"),
            marks=pytest.mark.clause("hw.attribute.3", "hw.attribute.7", "hw.attribute.11"),
        ),
        pytest.param(
            PIETY,
            "servant",
            ("renown", "valour", "discipline"),
            marks=pytest.mark.clause("hw.attribute.4", "hw.attribute.8"),
        ),
        pytest.param(
            VALOUR,
            "soldier",
            ("discipline", "renown", "piety"),
            marks=pytest.mark.clause("hw.attribute.5", "hw.attribute.9"),
        ),
        pytest.param(
            DISCIPLINE,
            "builder",
            ("valour", "piety", "renown"),
            marks=pytest.mark.clause("hw.attribute.6", "hw.attribute.10"),
        ),
    ],
)
def test_what_the_tracks_give(attribute: int, worker: str, others: tuple[str, ...]) -> None:
    expected = dict.fromkeys((3, 6, 9, 12, 15, 19, 23), worker)
    expected |= dict(zip((17, 21, 25), others, strict=True))
    assert climb(attribute) == expected


@pytest.mark.clause("hw.attribute.12")
def test_a_chain_over_two_tracks() -> None:
    sheet = fresh_sheet(renown=16, piety=2)
    gain(the_board(), sheet, RENOWN, None)
    assert (sheet[RENOWN], sheet[PIETY], sheet[SERVANT]) == (17, 3, 1)


@pytest.mark.clause("hw.attribute.13")
def test_beyond_25_is_lost() -> None:
    sheet = fresh_sheet(renown=25)
    before = sheet[:]
    gain(the_board(), sheet, RENOWN, None)
    gain(the_board(), sheet, RENOWN, None)
    assert sheet == before
