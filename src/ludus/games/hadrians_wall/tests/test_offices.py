"""The right sheet, second half: Ludus, Baths, Courthouse, Diplomats, Scouts."""

from __future__ import annotations

import pytest

from ludus.games.hadrians_wall.tests.scenes import (
    RICH,
    Scene,
    card,
    cells,
    fate,
    place,
    the_board,
)

LUDUS = ["ludus"]
COURT = ["courthouse"]
BATHS = ["baths"]


# Ludus Gladiatorius ------------------------------------------------------------------------------


@pytest.mark.clause("hw.ludus.4")
def test_no_gladiators_without_the_ludus() -> None:
    scene = Scene(RICH, performers=9)
    assert scene.options(verb="spar") == [] and scene.options(verb="battle") == []
    assert Scene(RICH, performers=9, built=LUDUS).options(verb="spar")


@pytest.mark.clause("hw.ludus.5", "hw.ludus.6", "hw.ludus.7")
def test_training_costs_a_servant_or_a_civilian() -> None:
    scene = Scene(built=LUDUS, performers=9, servant=2, builder=5, soldier=5, strength=(2, 0))
    assert scene.options(verb="spar") == ["spar:0", "spar:2"]
    assert scene.effect("spar:0") == {"servant": -1, "strength.0": 1}
    assert scene.row("strength") == (3, 0)
    civilian = Scene(built=LUDUS, performers=9, civilian=1)
    assert civilian.options(verb="spar") == ["spar:1", "spar:3"]
    assert civilian.effect("spar:1") == {"civilian": -1, "strength.0": 1}
    assert Scene(built=LUDUS, performers=9, builder=5, soldier=5).options(verb="spar") == []


@pytest.mark.clause("hw.ludus.8", "hw.ludus.9")
def test_strength_boxes_need_performers_and_there_are_six() -> None:
    for gladiator in (0, 1):
        for strength, need in enumerate((3, 4, 5, 6, 8, 9)):
            marks = [0, 0]
            marks[gladiator] = strength
            action = f"spar:{2 * gladiator}"
            low = Scene(built=LUDUS, performers=need - 1, servant=1, strength=marks)
            assert low.refuses(action)
            at = Scene(built=LUDUS, performers=need, servant=1, strength=marks)
            assert at.can(action)
    full = Scene(built=LUDUS, performers=9, servant=1, strength=(6, 0))
    assert full.refuses("spar:0")


@pytest.mark.clause("hw.ludus.10")
def test_training_as_often_as_one_likes() -> None:
    scene = Scene(built=LUDUS, performers=9, servant=6)
    for _ in range(6):
        scene.do("spar:0")
    assert scene.row("strength") == (6, 0)


@pytest.mark.clause("hw.ludus.11", "hw.ludus.12", "hw.ludus.13", "hw.ludus.14", "hw.ludus.29")
def test_a_battle_is_free_once_a_year_and_named_before_the_card() -> None:
    scene = Scene(year=4, built=LUDUS, performers=3, strength=(1, 3))
    pile = scene.state.fate_pile.bit_count()
    assert [scene[item] for item in ("soldier", "servant", "resource")] == [0, 0, 0]
    scene.do("battle:1")
    assert scene.row("battles")[6:8] == (4, 0), "the log is written before the card is turned"
    assert scene.options(0) == [] and scene.chance(), "nothing can be changed now"
    scene.turn(fate(damage=2))
    assert scene.state.fate_pile.bit_count() == pile - 1
    assert scene.state.fate_discard.bit_count() == 1
    assert scene.refuses("battle:1") and scene.can("battle:0")


@pytest.mark.clause("hw.ludus.15", "hw.ludus.16", "hw.ludus.23")
def test_only_the_damage_of_the_card_counts() -> None:
    scene = Scene(built=[*LUDUS, "market"], performers=9, traders=9, strength=(5, 0))
    changes = scene.battle(0, 2)
    assert changes == {"wounds.0": 2, "renown": 2, "battles.0": 2}
    assert scene.row("strength") == (5, 0) and scene.row("market") == (0,) * 8


@pytest.mark.clause("hw.ludus.17", "hw.ludus.18")
def test_damage_fills_from_the_left_and_no_further_than_the_circles() -> None:
    scene = Scene(built=LUDUS, performers=9, strength=(4, 1))
    scene.battle(0, 3)
    assert scene.row("wounds") == (3, 0)
    assert scene.row("strength") == (4, 1), "box 4 stays circled"
    scene.battle(1, 3)
    assert scene.row("wounds") == (3, 1) and scene.row("strength")[1] == 1


@pytest.mark.clause("hw.ludus.19", "hw.ludus.22")
def test_a_dead_gladiator_neither_trains_nor_battles() -> None:
    scene = Scene(year=2, built=LUDUS, performers=9, servant=9, strength=(0, 2))
    scene.battle(1, 2)
    scene.raid("left", "left")
    scene.next_year()
    scene.set(0, servant=3)
    assert scene.refuses("spar:2") and scene.refuses("battle:1")
    assert scene.can("spar:0")


@pytest.mark.clause("hw.ludus.20", "hw.ludus.21")
def test_piety_for_the_dead() -> None:
    for strength, piety in enumerate((2, 2, 1, 1, 0, 0), 1):
        marks, wounds = (strength, 0), (strength - 1, 0)
        scene = Scene(built=LUDUS, performers=9, strength=marks, wounds=wounds)
        changes = scene.battle(0, 1)
        expected = {"wounds.0": 1, "battles.0": 2}
        assert changes == (expected | {"piety": piety} if piety else expected)


@pytest.mark.clause("hw.ludus.24", "hw.ludus.25")
def test_renown_for_the_living() -> None:
    for strength, renown in enumerate((1, 1, 2, 2, 2), 2):
        scene = Scene(built=LUDUS, performers=9, strength=(strength, 0))
        changes = scene.battle(0, 1)
        assert changes.pop("resource", 0) == (1 if strength == 6 else 0)
        assert changes == {"wounds.0": 1, "battles.0": 2, "renown": renown}


@pytest.mark.clause("hw.ludus.26")
def test_wounds_add_up_and_training_goes_on_to_the_right() -> None:
    scene = Scene(built=LUDUS, performers=8, servant=1, strength=(4, 0), wounds=(3, 0))
    scene.do("spar:0")
    assert scene.row("strength") == (5, 0) and scene.row("wounds") == (3, 0)


@pytest.mark.clause("hw.ludus.27")
def test_an_untrained_gladiator_cannot_battle() -> None:
    assert Scene(built=LUDUS, performers=9).options(verb="battle") == []


@pytest.mark.clause("hw.ludus.28")
def test_training_and_battle_in_one_year_in_either_order() -> None:
    scene = Scene(built=LUDUS, performers=9, servant=2, strength=(2, 0))
    scene.do("spar:0")
    scene.battle(0, 1)
    scene.do("spar:0")
    assert scene.row("strength") == (4, 0)


@pytest.mark.clause("hw.ludus.30")
def test_example_four_more_trainings() -> None:
    scene = Scene(built=LUDUS, performers=6, servant=10, strength=(3, 1))
    done = 0
    while spars := scene.options(verb="spar"):
        scene.do(spars[-1] if done % 2 else spars[0])
        done += 1
    assert done == 4 and scene.row("strength") == (4, 4)


@pytest.mark.clause("hw.ludus.31", "hw.ludus.32")
def test_example_red_lives_and_blue_dies() -> None:
    scene = Scene(year=4, built=LUDUS, performers=9, strength=(4, 2))
    assert scene.battle(0, 3) == {"wounds.0": 3, "renown": 2, "battles.0": 4}
    assert scene.battle(1, 2) == {"wounds.1": 2, "piety": 2, "battles.6": 4}
    assert scene.set(0, servant=1).refuses("spar:2")


# Baths -------------------------------------------------------------------------------------------


@pytest.mark.clause("hw.bath.4")
def test_no_bribe_without_baths() -> None:
    assert Scene(disdain=2, apparitores=8, resource=9).options(verb="bribe") == []


@pytest.mark.clause("hw.bath.5", "hw.bath.6", "hw.bath.7", "hw.bath.9")
def test_bribes_by_box() -> None:
    costs, needs = (1, 1, 2, 2, 3, 3), (3, 4, 5, 6, 7, 8)
    for apparitores in range(10):
        scene = Scene(built=BATHS, apparitores=apparitores, disdain=3, resource=9)
        expected = [f"bribe:{n}" for n, need in enumerate(needs) if need <= apparitores]
        assert scene.options(verb="bribe") == expected
    for box, cost in enumerate(costs):
        scene = Scene(year=3, built=BATHS, apparitores=8, disdain=3, resource=cost)
        changes = scene.effect(f"bribe:{box}")
        assert changes == {"resource": -cost, "removed": 1, f"baths.{box}": 3}
        poor = Scene(built=BATHS, apparitores=8, disdain=3, resource=cost - 1)
        assert poor.refuses(f"bribe:{box}")
    scene = Scene(built=BATHS, apparitores=8, disdain=3, resource=9)
    scene.do("bribe:4", "bribe:0")
    assert scene.refuses("bribe:4")


@pytest.mark.clause("hw.bath.8")
def test_two_bribes_a_year() -> None:
    scene = Scene(year=3, built=BATHS, apparitores=8, disdain=3, resource=9)
    scene.do("bribe:0", "bribe:1")
    assert scene.options(verb="bribe") == []
    later = Scene(year=4, built=BATHS, apparitores=8, disdain=3, removed=2, resource=9)
    later.set(0, baths=(3, 3, 0, 0, 0, 0))
    assert later.can("bribe:2")


@pytest.mark.clause("hw.bath.10", "hw.bath.11", "hw.bath.12")
def test_a_bribe_removes_one_disdain_that_is_there() -> None:
    scene = Scene(built=BATHS, apparitores=8, disdain=2, resource=9)
    scene.do("bribe:0")
    assert (scene["disdain"], scene["removed"]) == (2, 1)
    scene.do("bribe:1")
    assert scene.options(verb="bribe") == []
    none = Scene(year=1, built=BATHS, apparitores=8, resource=9)
    assert none.options(verb="bribe") == [], "nobody has Disdain in Year 1"


@pytest.mark.clause("hw.bath.13", "hw.bath.14")
def test_example_two_more_bribes() -> None:
    scene = Scene(year=3, built=BATHS, apparitores=5, disdain=3, removed=1, resource=3)
    scene.set(0, baths=(2, 0, 0, 0, 0, 0))
    assert scene["disdain"] - scene["removed"] == 2
    assert scene.options(verb="bribe") == ["bribe:1", "bribe:2"]
    scene.do("bribe:1", "bribe:2")
    assert scene["resource"] == 0 and scene["disdain"] == scene["removed"]


# Courthouse --------------------------------------------------------------------------------------


@pytest.mark.clause("hw.court.4")
def test_no_ruling_without_courthouse() -> None:
    assert Scene(RICH, apparitores=8).options(verb="ruling") == []


@pytest.mark.clause("hw.court.5", "hw.court.6")
def test_one_ruling_per_column_and_year() -> None:
    scene = Scene(RICH, built=COURT, apparitores=8)
    scene.do("ruling:0")
    assert scene.refuses("ruling:0")
    scene.do("ruling:1", "ruling:2")
    assert scene.options(verb="ruling") == []


@pytest.mark.clause("hw.court.7", "hw.court.8", "hw.court.9")
def test_what_rulings_do() -> None:
    scene = Scene(built=COURT, apparitores=8)
    assert scene.options(verb="ruling") == ["ruling:0"], "the others cost a worker"
    assert scene.effect("ruling:0") == {"servant": 1, "court.0": 2}
    builder = Scene(built=COURT, apparitores=8, builder=1)
    assert builder.effect("ruling:1") == {"builder": -1, "servant": 2, "court.3": 2}
    servant = Scene(built=COURT, apparitores=8, servant=1)
    assert servant.effect("ruling:2") == {"servant": -1, "builder": 1, "court.6": 2}


@pytest.mark.parametrize(
    ("column", "needs"),
    [
        pytest.param(0, (4, 5, 6), marks=pytest.mark.clause("hw.court.10")),
        pytest.param(1, (5, 6, 7), marks=pytest.mark.clause("hw.court.11")),
        pytest.param(2, (6, 7, 8), marks=pytest.mark.clause("hw.court.12")),
    ],
)
def test_rulings_need_apparitores(column: int, needs: tuple[int, ...]) -> None:
    for used, need in enumerate(needs):
        court = [0] * 9
        for box in range(used):
            court[3 * column + box] = box + 1
        low = Scene(RICH, year=6, built=COURT, apparitores=need - 1, court=court)
        assert low.refuses(f"ruling:{column}")
        assert Scene(RICH, year=6, built=COURT, apparitores=need, court=court).can(
            f"ruling:{column}"
        )


@pytest.mark.clause("hw.court.13", "hw.court.14")
def test_the_lowest_free_box_is_marked_three_in_all() -> None:
    scene = Scene(year=4, built=COURT, apparitores=6)
    scene.do("ruling:0")
    assert scene.row("court") == (4, 0, 0, 0, 0, 0, 0, 0, 0)
    full = Scene(year=4, built=COURT, apparitores=8, court=(1, 2, 3, 0, 0, 0, 0, 0, 0))
    assert full.options(verb="ruling") == []


@pytest.mark.clause("hw.court.15", "hw.court.16", "hw.court.17")
def test_example_three_rulings_of_year_four() -> None:
    scene = Scene(year=4, built=COURT, apparitores=7, builder=1)
    scene.set(0, court=(2, 3, 0, 3, 4, 0, 2, 0, 0))
    assert scene.effect("ruling:0") == {"servant": 1, "court.2": 4}
    assert scene.effect("ruling:2") == {"servant": -1, "builder": 1, "court.7": 4}
    assert scene.refuses("ruling:1"), "the centre column has a ruling of Year 4"


# Diplomats ---------------------------------------------------------------------------------------


@pytest.mark.clause("hw.diplomat.1", "hw.diplomat.2", "hw.diplomat.9")
def test_three_diplomats_at_their_levels_in_one_year() -> None:
    exact = {"servant": 1, "soldier": 1, "resource": 2}
    for count, need in enumerate((1, 3, 6)):
        rows = [0, 0, 0]
        for row in range(count):
            rows[row] = row + 1
        low = Scene(exact, patricians=need - 1, diplomats=rows)
        assert low.options(verb="diplomat") == []
        assert Scene(exact, patricians=need, diplomats=rows).options(verb="diplomat")
    scene = Scene(RICH, patricians=6)
    scene.do("diplomat:2", "diplomat:0", "diplomat:1")
    assert scene.options(verb="diplomat") == []
    assert scene.row("diplomats") == (2, 3, 1)


@pytest.mark.clause("hw.diplomat.3", "hw.diplomat.4", "hw.diplomat.6")
def test_a_diplomat_takes_the_first_free_row() -> None:
    scene = Scene(seats=3, patricians=6, servant=1, soldier=1, resource=2)
    changes = scene.effect("diplomat:0")
    expected = {"servant": -1, "soldier": -1, "resource": -2, "valour": 1}
    assert changes == expected | {"diplomats.0": 1, "mediation.0": 2}
    for seat in (1, 2):
        assert [scene.of(seat, item) for item in ("servant", "soldier", "resource")] == [0] * 3
    for item in ("servant", "soldier", "resource"):
        short = {"servant": 1, "soldier": 1, "resource": 2} | {item: 0}
        assert Scene(short, patricians=6).options(verb="diplomat") == []


@pytest.mark.clause("hw.diplomat.5")
def test_a_diplomat_gives_valour_with_its_icon() -> None:
    scene = Scene(patricians=1, valour=2, servant=1, soldier=1, resource=2)
    scene.do("diplomat:1")
    assert scene["valour"] == 3 and scene["soldier"] == 1


@pytest.mark.clause("hw.diplomat.7", "hw.diplomat.8")
def test_each_serves_another_cohort_for_good() -> None:
    scene = Scene(RICH, patricians=6, diplomats=(2, 0, 1), mediation=(2, 0, 2))
    assert scene.options(verb="diplomat") == ["diplomat:1"]
    assert scene.refuses("diplomat:0") and scene.refuses("diplomat:2")


@pytest.mark.clause("hw.diplomat.10")
def test_example_the_second_diplomat() -> None:
    scene = Scene(RICH, patricians=5, diplomats=(0, 0, 1), mediation=(0, 0, 1))
    assert scene.options(verb="diplomat") == ["diplomat:0", "diplomat:1"]
    scene.do("diplomat:0")
    assert scene.options(verb="diplomat") == []


# Scouts ------------------------------------------------------------------------------------------


def scout(scene: Scene, slot: int, where: str, seat: int = 0) -> dict[str, int]:
    """Use a pattern and lay it; what changes on the sheet."""
    return scene.effect(f"pattern:{slot}", place(where), seat=seat)


@pytest.mark.clause("hw.scout.1", "hw.scout.2", "hw.scout.3")
def test_scout_boxes_cost_a_soldier_and_need_patricians() -> None:
    rows = ["r1c1 r1c2 r1c3 r1c4", "r2c1 r2c2 r2c3 r2c4", "r3c1 r3c2 r3c3 r3c4"]
    for used, need in enumerate((2, 4, 5, 7)):
        filled = cells(" ".join(rows[:used]))
        low = Scene(patricians=need - 1, soldier=1, scouts=used, map=filled)
        assert low.options(verb="pattern") == []
        scene = Scene(patricians=need, soldier=1, scouts=used, map=filled)
        assert "pattern:2" in scene.options(verb="pattern")
    column = "r1c5 r2c5 r3c5 r4c5"
    filled = cells(" ".join([*rows, column]))
    assert Scene(patricians=8, soldier=1, scouts=4, map=filled).options(verb="pattern") == []
    last = Scene(patricians=9, soldier=1, scouts=4, map=filled)
    assert last.can("pattern:2")
    first = Scene(patricians=9, soldier=1)
    first.do("pattern:2", place(rows[1]))
    assert first["scouts"] == 1
    assert Scene(patricians=9, soldier=0, builder=3).options(verb="pattern") == []


@pytest.mark.clause("hw.scout.4")
def test_one_box_and_four_cells() -> None:
    scene = Scene(patricians=2, soldier=1)
    scene.do("pattern:2")
    assert scene.prompt() == "place"
    scene.do(place("r3c1 r3c2 r3c3 r3c4"))
    assert scene["scouts"] == 1 and scene["map"].bit_count() == 4


@pytest.mark.clause("hw.scout.5", "hw.prospect.14", "hw.flow.9")
def test_patterns_of_oneself_and_both_neighbours() -> None:
    prospects = ("ranger", "fighter", "forager", "planner")  # I, O, T, S
    keys = the_board().pattern_keys

    def offered(seat: int) -> set[str]:
        scene = Scene(seats=4, prospects=prospects)
        scene.set(seat, patricians=2, soldier=1)
        found: set[str] = set()
        for action in scene.options(seat, "pattern"):
            again = Scene(seats=4, prospects=prospects)
            again.set(seat, patricians=2, soldier=1)
            again.do(action, seat=seat)
            number = int(again.options(seat)[0].split(":")[1])
            ranges = the_board().places_of
            found.add(keys[next(n for n, r in enumerate(ranges) if number in r)])
        return found

    assert offered(0) == {"I", "O", "S"}
    assert offered(1) == {"I", "O", "T"}
    assert offered(2) == {"O", "T", "S"}
    assert offered(3) == {"I", "T", "S"}


@pytest.mark.clause("hw.scout.6", "hw.scout.7")
def test_who_gets_the_soldier() -> None:
    scene = Scene(seats=3, patricians=4, soldier=2)
    scout(scene, 2, "r1c1 r1c2 r1c3 r1c4")
    assert [scene.of(seat, "soldier") for seat in range(3)] == [1, 0, 0]
    scout(scene, 0, "r2c1 r2c2 r2c3 r2c4")
    assert [scene.of(seat, "soldier") for seat in range(3)] == [0, 1, 0]


@pytest.mark.clause("hw.scout.8")
def test_the_neighbour_may_use_the_soldier() -> None:
    scene = Scene(seats=3, patricians=2, soldier=1)
    assert scene.refuses("guard", seat=2)
    scout(scene, 1, "r1c1 r1c2 r1c3 r1c4")
    scene.do("guard", seat=2)
    assert scene.of(2, "guard") == 1


@pytest.mark.clause("hw.scout.9", "hw.scout.15")
def test_the_same_pattern_again_anywhere() -> None:
    scene = Scene(prospects=["fighter"], patricians=4, soldier=2)
    scout(scene, 2, "r1c4 r1c5 r2c4 r2c5")
    scout(scene, 2, "r3c1 r3c2 r4c1 r4c2")
    assert scene["soldier"] == 0 and scene["scouts"] == 2


@pytest.mark.clause("hw.scout.10", "hw.scout.11", "hw.scout.12", "hw.scout.13", "hw.scout.14")
def test_turning_mirroring_edges_and_filled_cells() -> None:
    upright = Scene(prospects=["ranger"], patricians=2, soldier=1)
    upright.do("pattern:2")
    assert upright.can(place("r1c2 r2c2 r3c2 r4c2"))
    places = [the_board().places[int(o.split(":")[1])] for o in upright.options()]
    assert all(p.bit_count() == 4 for p in places), "always all four cells"
    rows = {p for p in places if p in [0b1111 << shift for shift in range(17)]}
    starts = {(p.bit_length() - 4) % 5 for p in rows}
    assert starts == {0, 1}, "a row of four cannot start at column 3"
    mirror = Scene(prospects=["defender"], patricians=2, soldier=1)
    mirror.do("pattern:2")
    assert mirror.can(place("r1c1 r2c1 r2c2 r2c3")) and mirror.can(place("r1c3 r2c1 r2c2 r2c3"))
    filled = Scene(prospects=["defender"], patricians=4, soldier=1)
    filled.set(0, scouts=1, map=cells("r4c1 r4c2 r4c3 r4c4"))
    filled.do("pattern:2")
    taken = [the_board().places[int(o.split(":")[1])] & filled["map"] for o in filled.options()]
    assert taken and not any(taken)


@pytest.mark.clause("hw.scout.16")
def test_no_scout_without_room() -> None:
    # Four patterns leave the cells r1c1, r2c3, r3c5 and r4c1, of which no two touch.
    free = cells("r1c1 r2c3 r3c5 r4c1")
    full = (1 << 20) - 1
    scene = Scene(patricians=9, soldier=1, scouts=4, map=full & ~free)
    assert scene.options(verb="pattern") == []


@pytest.mark.clause("hw.scout.19")
def test_covered_icons_are_gained() -> None:
    scene = Scene(prospects=["fighter"], patricians=2, soldier=1)
    changes = scout(scene, 2, "r1c1 r1c2 r2c1 r2c2")
    assert changes == {"soldier": -1, "scouts": 1, "resource": 1, "servant": 1}


@pytest.mark.clause("hw.scout.20", "hw.scout.21", "hw.scout.22")
def test_rows_give_valour_once_columns_nothing() -> None:
    one = Scene(prospects=["ranger"], patricians=4, soldier=1)
    one.set(0, scouts=1, map=cells("r3c1 r3c2 r3c3 r3c4"))
    assert scout(one, 2, "r1c5 r2c5 r3c5 r4c5")["valour"] == 1, "a row, and a whole column"
    column = Scene(prospects=["ranger"], patricians=4, soldier=1)
    assert "valour" not in scout(column, 2, "r1c2 r2c2 r3c2 r4c2")
    again = Scene(prospects=["fighter"], patricians=7, soldier=1)
    again.set(0, scouts=3, map=cells("r3c1 r3c2 r3c3 r3c4 r3c5 r4c1 r4c2 r4c3 r4c4 r4c5 r1c1 r2c1"))
    assert "valour" not in scout(again, 2, "r1c3 r1c4 r2c3 r2c4"), "rows 3 and 4 are old"
    two = Scene(prospects=["fighter"], patricians=5, soldier=1)
    two.set(0, scouts=2, map=cells("r3c1 r3c2 r3c3 r4c1 r4c2 r4c3 r2c1 r2c2"))
    assert scout(two, 2, "r3c4 r3c5 r4c4 r4c5")["valour"] == 2


@pytest.mark.clause("hw.scout.28")
def test_five_scouts_in_a_year() -> None:
    scene = Scene(prospects=["ranger"], patricians=9, soldier=5)
    for column in range(1, 6):
        scout(scene, 2, " ".join(f"r{row}c{column}" for row in range(1, 5)))
    assert scene["scouts"] == 5 and scene["map"] == (1 << 20) - 1


@pytest.mark.clause("hw.scout.29")
def test_example_a_neighbours_pattern() -> None:
    filled = cells("r2c5 r3c3 r3c4 r3c5 r4c2 r4c3 r4c4 r4c5")
    scene = Scene(
        seats=3,
        prospects=("architect", "vanguard", "architect"),
        patricians=5,
        soldier=1,
        scouts=2,
        map=filled,
    )
    changes = scout(scene, 0, "r2c2 r3c2 r3c1 r4c1")
    assert changes == {"soldier": -1, "scouts": 1, "servant": 1, "resource": 1, "valour": 2}
    assert scene.of(1, "soldier") == 1
    assert the_board().card_pattern[card("vanguard")] == 4
