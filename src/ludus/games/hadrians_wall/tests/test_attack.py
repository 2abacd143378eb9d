"""The Picts, Favours, Disdain, the end, Paths and points."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from ludus.core.examples import examples_of, table_of
from ludus.core.protocol import Outcome
from ludus.core.registry import open_box
from ludus.games.hadrians_wall import GAME
from ludus.games.hadrians_wall.ids import ITEM_KEYS
from ludus.games.hadrians_wall.mechanics.points import (
    final_disdain,
    path_points,
    paths_points,
    penalty,
    solo_rank,
    strength,
    total,
)
from ludus.games.hadrians_wall.rules.scoring import outcome_of
from ludus.games.hadrians_wall.tests.scenes import (
    ALL_GRANARIES,
    RICH,
    Scene,
    Value,
    build,
    card,
    cells,
    fresh_sheet,
    mask,
    opened,
    the_board,
)


def defence(scene: Scene, *arrows: str, seat: int = 0) -> tuple[int, int]:
    """End the Year with this attack; Disdain and Valour gained."""
    before = (scene.of(seat, "disdain"), scene.of(seat, "valour"))
    scene.raid(*arrows)
    return scene.of(seat, "disdain") - before[0], scene.of(seat, "valour") - before[1]


# The end of a Year -------------------------------------------------------------------------------


@pytest.mark.clause("hw.endyear.1", "hw.endyear.2", "hw.endyear.3")
def test_unspent_items_go_back_first() -> None:
    scene = Scene(seats=3, soldier=2, resource=2, built=["market"], traders=4)
    scene.do("good:0", "buy:0")
    assert scene.of(1, "resource") == 1
    told = scene.stop()
    kinds = [event.kind for event in told]
    assert kinds[-4:] == ["returned", "returned", "returned", "attack"]
    for seat in range(3):
        assert [scene.of(seat, item) for item in ITEM_KEYS] == [0] * 5


@pytest.mark.parametrize(
    ("difficulty", "cards", "left"),
    [
        pytest.param("easy", [1, 2, 3, 4, 6, 8], 18, marks=pytest.mark.clause("hw.attack.1")),
        pytest.param("normal", [1, 2, 4, 6, 8, 10], 11, marks=pytest.mark.clause("hw.attack.2")),
        pytest.param("hard", [1, 3, 5, 7, 9, 12], 5, marks=pytest.mark.clause("hw.attack.3")),
    ],
)
@pytest.mark.clause("hw.attack.12")
def test_attackers_by_difficulty(difficulty: str, cards: list[int], left: int) -> None:
    scene = Scene.start(3, difficulty)
    found: list[int] = []
    while decisions := scene.table.decisions():
        decision = decisions[0]
        stop = next((o for o in decision.options if o.verb == "stop"), decision.options[0])
        told = scene.do(stop.text, seat=decision.seat)
        for event in told:
            count = event.facts.get("cards", 0)
            if event.kind == "attack" and isinstance(count, int):
                found.append(count)
    assert found == cards
    assert scene.state.fate_pile.bit_count() == left


@pytest.mark.clause("hw.attack.4", "hw.attack.5", "hw.attack.6", "hw.attack.7", "hw.attack.14")
def test_one_set_of_cards_for_all_and_only_arrows_count() -> None:
    scene = Scene(seats=3, year=3, cohorts=(0, 0, 0), strength=(2, 0))
    scene.set(1, cohorts=(2, 0, 1))
    scene.stop()
    stocks = [[scene.of(seat, item) for item in ITEM_KEYS] for seat in range(3)]
    pile = scene.state.fate_pile.bit_count()
    told = scene.attack("left", "left", "right")
    assert pile - 3 == scene.state.fate_pile.bit_count()
    through = {e.facts["seat"]: e.facts["through"] for e in told if e.kind == "defence"}
    assert through == {0: 3, 1: 0, 2: 3}
    assert [scene.of(seat, "disdain") for seat in range(3)] == [2, 0, 2]
    assert scene.row("wounds") == (0, 0) and scene.row("market") == (0,) * 8
    assert [[scene.of(seat, item) for item in ITEM_KEYS] for seat in range(3)] == stocks
    assert [event.facts["cohorts"] for event in told if event.kind == "attacker"] == [
        (0,),
        (0,),
        (2,),
    ]


@pytest.mark.clause("hw.attack.8", "hw.attack.9", "hw.attack.10")
def test_what_gets_through() -> None:
    assert defence(Scene(year=2, cohorts=(2, 0, 0)), "left", "left") == (0, 2)
    scene = Scene(year=5, cohorts=(3, 0, 1))
    scene.raid("left", "centre", "centre", "right", "right", "left")
    assert scene["through"] == 2 + 1
    spare = Scene(year=1, cohorts=(6, 0, 0))
    spare.raid("centre")
    assert spare["through"] == 1


@pytest.mark.clause("hw.attack.11")
def test_defending_uses_nothing_up() -> None:
    scene = Scene(year=2, cohorts=(2, 2, 2))
    scene.raid("left", "centre")
    scene.next_year()
    assert scene.row("cohorts") == (2, 2, 2)


@pytest.mark.clause("hw.attack.13")
def test_walls_do_not_stop_attacks_by_themselves() -> None:
    scene = Scene(year=1, built=ALL_GRANARIES, fort=21, wall=21, cippi=7, guard=18)
    assert defence(scene, "left") == (1, 0)


@pytest.mark.clause("hw.attack.16")
def test_full_defence_earns_the_flag() -> None:
    scene = Scene(year=6, cohorts=(6, 6, 6))
    assert defence(scene, *["left", "centre"] * 4) == (0, 4)


@pytest.mark.clause("hw.attack.17", "hw.attack.19")
def test_disdain_up_to_the_flag() -> None:
    assert defence(Scene(year=4), "left", "left", "left", "right") == (3, 0)
    assert defence(Scene(year=1), "left") == (1, 0)


@pytest.mark.clause("hw.attack.18")
def test_some_of_both() -> None:
    scene = Scene(year=5, cohorts=(2, 2, 1))
    assert defence(scene, "left", "left", "centre", "centre", "right", "right") == (1, 2)


@pytest.mark.clause("hw.attack.20", "hw.attack.21", "hw.attack.22")
def test_valour_of_a_defence_gives_its_icons_and_workers_stay() -> None:
    scene = Scene(year=2, cohorts=(2, 0, 0), valour=16, discipline=2)
    scene.raid("left", "left")
    assert (scene["valour"], scene["discipline"]) == (18, 3)
    assert scene["builder"] == 1, "from Discipline 3, through Valour 17"
    soldier = Scene(seats=3, year=2, cohorts=(2, 0, 0), valour=1)
    soldier.raid("left", "left")
    assert soldier["valour"] == 3 and soldier["soldier"] == 1
    number = 0
    soldier.turn(number)
    assert soldier["soldier"] == 1 + the_board().fate_items[number][0], "besides the new gains"


ARROWS = ("centre", "right", "right")


@pytest.mark.clause("hw.attack.23", "hw.attack.24", "hw.attack.25", "hw.attack.26")
def test_example_year_three() -> None:
    assert defence(Scene(year=3, cohorts=(0, 1, 2)), *ARROWS) == (0, 2)
    assert defence(Scene(year=3, cohorts=(0, 1, 0)), *ARROWS) == (2, 0)
    assert defence(Scene(year=3, cohorts=(0, 0, 0)), *ARROWS) == (2, 0)
    assert defence(Scene(year=3, cohorts=(0, 1, 1)), *ARROWS) == (1, 1)
    hard = Scene(year=3, difficulty="hard")
    hard.stop()
    assert hard.state.stack[-1].about == 5
    easy = Scene(year=3)
    easy.stop()
    assert easy.state.stack[-1].about == 3


# Favours -----------------------------------------------------------------------------------------

TEMPLES: dict[str, Value] = {
    "built": ("temple_small", "temple_medium", "temple_large"),
    "priests": 9,
    "temple": 14,
}


@pytest.mark.clause("hw.favour.1")
def test_favours_are_for_the_attack_only() -> None:
    scene = Scene(RICH, TEMPLES, favour=3)
    assert scene.options(verb="ignore") == []


@pytest.mark.clause("hw.favour.2", "hw.favour.4", "hw.favour.6", "hw.favour.9")
def test_a_temple_favour_ignores_any_one_card_once() -> None:
    scene = Scene(TEMPLES, year=2, favour=1)
    scene.raid("left", "right")
    assert scene.options() == ["ignore:0", "ignore:2", "defend"]
    scene.do("ignore:2")
    assert scene["favour"] == 0 and scene["through"] == 1
    scene.next_year()
    scene.raid("right", "right", "right")
    assert scene.options() == [], "it is gone, so nothing is asked"
    assert scene["through"] == 3, "and what it did was for one attack"
    late = Scene(TEMPLES, year=6, favour=1)
    late.raid(*["left"] * 8)
    assert late.can("ignore:0"), "kept over the Years"


@pytest.mark.clause("hw.favour.3")
def test_a_diplomats_favour_is_for_its_cohort() -> None:
    scene = Scene(year=2, patricians=1, diplomats=(1, 0, 0), mediation=(2, 0, 0))
    scene.raid("right", "right")
    assert scene.row("mediation") == (2, 0, 0)
    assert scene["through"] == 2, "nobody was asked"
    left = Scene(year=2, patricians=1, diplomats=(1, 0, 0), mediation=(2, 0, 0))
    left.raid("left", "right")
    assert left.options() == ["ignore:3", "defend"]
    left.do("ignore:3")
    assert left["through"] == 1 and left.row("mediation") == (1, 0, 0)


@pytest.mark.clause("hw.favour.5")
def test_a_card_is_ignored_for_oneself_alone() -> None:
    scene = Scene(TEMPLES, seats=3, year=1, favour=1)
    scene.raid("left")
    scene.do("ignore:0")
    assert [scene.of(seat, "through") for seat in range(3)] == [0, 1, 1]


@pytest.mark.clause("hw.favour.7", "hw.favour.8")
def test_any_number_of_favours_each_card_once() -> None:
    for used in range(4):
        scene = Scene(TEMPLES, year=3, favour=3)
        scene.raid("left", "left", "right")
        for _ in range(used):
            assert scene.can("defend")
            scene.do(scene.options()[0])
        if used < 3:
            scene.do("defend")
        assert scene["through"] == 3 - used and scene["favour"] == 3 - used
    held = Scene(TEMPLES, year=1, favour=3, cohorts=(1, 0, 0))
    held.raid("left")
    assert held.options() == ["ignore:0", "defend"], "even a harmless card"
    held.do("ignore:0")
    assert held["favour"] == 2, "and then there is no card left to ignore"


@pytest.mark.clause("hw.favour.10", "hw.favour.11")
def test_diplomats_favours_from_the_same_year_on_nine_in_all() -> None:
    scene = Scene(year=2, patricians=1, servant=1, soldier=1, resource=2)
    scene.do("diplomat:0")
    scene.raid("left", "right")
    assert scene.can("ignore:3")
    most = Scene(RICH, TEMPLES, year=6, favour=3, patricians=6)
    most.do("diplomat:0", "diplomat:1", "diplomat:2")
    assert most["favour"] + sum(most.row("mediation")) == 9


@pytest.mark.clause("hw.favour.12")
def test_example_a_favour_turns_disdain_into_valour() -> None:
    scene = Scene(TEMPLES, year=3, cohorts=(0, 1, 1), favour=1)
    scene.raid(*ARROWS)
    valour = scene["valour"]
    scene.do("ignore:2")
    assert (scene["disdain"], scene["valour"] - valour) == (0, 2)


# Disdain -----------------------------------------------------------------------------------------


@pytest.mark.clause("hw.disdain.1", "hw.disdain.6")
def test_disdain_is_circled_box_by_box() -> None:
    scene = Scene(year=2, disdain=2)
    scene.raid("left", "left")
    assert scene["disdain"] == 4
    removed = Scene(year=1, disdain=1, removed=1)
    removed.raid("left")
    assert (removed["disdain"], removed["removed"]) == (2, 1), "a filled box is not used again"


@pytest.mark.clause("hw.disdain.3", "hw.score.7")
def test_current_disdain() -> None:
    board = the_board()
    assert final_disdain(board, fresh_sheet(disdain=5, removed=2)) == 3
    assert penalty(board, fresh_sheet(disdain=5, removed=1)) == 7


@pytest.mark.clause("hw.disdain.4", "hw.disdain.5")
def test_only_baths_remove_it_and_only_attacks_bring_it() -> None:
    everything: dict[str, Value] = dict.fromkeys(("traders", "performers", "priests"), 9)
    everything |= {"apparitores": 9, "patricians": 9, "fort": 21, "disdain": 3, "strength": (3, 3)}
    halls = [*ALL_GRANARIES, "market", "theatre", "ludus", "temple_small", "courthouse"]
    scene = Scene(RICH, everything, built=halls)
    for action in scene.options():
        if action == "stop":
            continue
        again = Scene(RICH, everything, built=halls)
        again.do(action)
        assert (again["disdain"], again["removed"]) == (3, 0), action
    assert scene.set(0, built=[*halls, "baths"]).can("bribe:0")


@pytest.mark.clause("hw.disdain.7", "hw.score.4", "hw.score.5")
def test_what_disdain_costs() -> None:
    board = the_board()
    costs = [penalty(board, fresh_sheet(disdain=n)) for n in range(16)]
    assert costs == [0, 1, 3, 5, 7, 9, 12, 15, 18, *[22] * 7]
    assert total(board, fresh_sheet(renown=5, disdain=1)) == 4


# The end and the score ---------------------------------------------------------------------------


def finished(*sheets: Mapping[str, Value], seats: int = 0) -> Outcome:
    """The outcome of a finished game with these sheets."""
    scene = Scene.start(seats or len(sheets))
    for sheet, parts in zip(scene.state.sheets, sheets, strict=True):
        sheet[:] = fresh_sheet(**parts)
    scene.state.stack = []
    return outcome_of(the_board(), scene.state)


@pytest.mark.clause("hw.aim.1", "hw.endgame.4")
def test_most_points_win() -> None:
    ended = finished({"renown": 25}, {"piety": 20}, {"valour": 23, "renown": 9})
    assert ended.scores == (25, 20, 32) and ended.ranks == (2, 3, 1)
    assert ended.decided_by == "points"
    sixty = finished({"renown": 25, "piety": 25, "valour": 10}, {"renown": 25, "piety": 25})
    assert sixty.winners == (0,)


@pytest.mark.clause("hw.aim.2")
def test_attributes_raise_the_score_disdain_lowers_it() -> None:
    board = the_board()
    base = total(board, fresh_sheet(renown=3, disdain=1))
    for name in ("renown", "piety", "valour", "discipline"):
        more = {"renown": 3, "disdain": 1}
        more[name] = more.get(name, 0) + 1
        assert total(board, fresh_sheet(**more)) == base + 1
    assert total(board, fresh_sheet(renown=3, disdain=2)) < base


@pytest.mark.clause("hw.attribute.14", "hw.score.1", "hw.score.2", "hw.score.8")
def test_the_sum() -> None:
    board = the_board()
    names = ("renown", "piety", "valour", "discipline")

    def sheet_of(numbers: tuple[int, ...], **more: Value) -> int:
        return total(board, fresh_sheet(**dict(zip(names, numbers, strict=True)), **more))

    assert sheet_of((10, 5, 0, 25)) == 40
    assert sheet_of((25, 25, 25, 25)) == 100
    three = (card("forager"), card("trainer"), card("fighter"))
    kept: dict[str, Value] = {"paths": (*three, -1, -1, -1), "production": 9, "strength": (6, 6)}
    assert sheet_of((10, 10, 10, 10), **kept, cohorts=(6, 6, 0), disdain=2) == 40 + 8 - 3
    four: dict[str, Value] = {"paths": (*three, card("vanguard"), -1, -1), "guard": 18}
    more = {**kept, **four}
    assert sheet_of((6, 23, 12, 16), **more, cohorts=(6, 6, 0), disdain=3) == 57 + 11 - 5


@pytest.mark.clause("hw.score.8", "hw.score.1")
@pytest.mark.parametrize("last", ["ignore:1", "ignore:2"])
def test_the_drawn_example_ends_with_the_points_of_the_rulebook(last: str) -> None:
    box = open_box("hadrians_wall")
    example = next(each for each in examples_of(GAME.folder) if "hw.score.8" in each.clauses)
    table = table_of(box, example)
    table.play(example.seat, last)
    ended = table.outcome
    assert ended is not None
    assert ended.scores == (63,) and ended.parts[0] == {
        "renown": 6,
        "piety": 23,
        "valour": 12,
        "discipline": 16,
        "paths": 11,
        "disdain": -5,
    }
    assert list(box.rules.check(table.state)) == []


@pytest.mark.clause("hw.score.6")
def test_a_total_may_be_negative() -> None:
    assert total(the_board(), fresh_sheet(renown=5, disdain=9)) == -17


@pytest.mark.clause("hw.endgame.2", "hw.endgame.3")
def test_the_last_attack_counts_for_attributes_not_for_workers() -> None:
    scene = Scene(year=6, cohorts=(6, 6, 6), valour=16, discipline=4)
    scene.raid(*["left", "right"] * 4)
    assert (scene["valour"], scene["discipline"]) == (20, 5)
    assert scene["soldier"] == 1 and scene.options() == []
    ended = scene.table.outcome
    assert ended is not None
    paths = paths_points(the_board(), scene.state.sheets[0])
    assert ended.scores[0] == 25 + paths, "the Soldier of Valour 19 is worth nothing"


@pytest.mark.clause("hw.endgame.5", "hw.endgame.6", "hw.endgame.7")
def test_ties() -> None:
    one = {"renown": 25, "piety": 1, "disdain": 1}
    two = {"renown": 25, "piety": 3, "disdain": 2}
    ended = finished(one, two)
    assert ended.scores == (25, 25) and ended.ranks == (1, 2)
    assert ended.decided_by == "disdain"
    past = finished({**one, "disdain": 5, "removed": 4}, two)
    assert past.ranks == (1, 2), "what was removed does not count"
    paths: dict[str, Value] = {"paths": (card("forager"), -1, -1, -1, -1, -1), "production": 6}
    tied = finished({"renown": 10}, {"renown": 8, **paths})
    assert tied.scores == (10, 10) and tied.ranks == (2, 1) and tied.decided_by == "paths"
    clean = finished({"renown": 25}, two, {"renown": 1})
    assert clean.ranks == (1, 2, 3) and clean.decided_by == "disdain"
    third = finished({"renown": 10}, {"renown": 8, **paths}, {"renown": 7, "disdain": 3})
    assert third.ranks == (2, 1, 3) and third.decided_by == "paths"
    shared = finished({"renown": 10}, {"piety": 10}, {"valour": 9})
    assert shared.ranks == (1, 1, 3) and shared.winners == (0, 1)
    assert shared.decided_by == "shared"


@pytest.mark.clause("hw.endgame.8")
def test_leftovers_score_nothing() -> None:
    board = the_board()
    bare = {"renown": 7, "temple": 14, "priests": 9}
    more: dict[str, Value] = {"favour": 3, "market": (1, 2, 3), "scouts": 2, "servant": 5}
    assert total(board, fresh_sheet(**bare)) == total(board, fresh_sheet(**bare, **more))


@pytest.mark.clause("hw.solo.1")
def test_a_solo_game_ends_with_a_rank() -> None:
    ended = finished({"renown": 25, "piety": 20})
    assert ended.decided_by == "rank.centurion"
    words = opened().face.verdict(ended, ["Livia"])
    assert "".join(bit.text for bit in words) == "Livia reaches 45 points: Centurion."


@pytest.mark.parametrize(
    ("points", "rank"),
    [
        pytest.param((0, 39), "miles", marks=pytest.mark.clause("hw.solo.3")),
        pytest.param((40, 49), "centurion", marks=pytest.mark.clause("hw.solo.4")),
        pytest.param((50, 59), "primus_pilus", marks=pytest.mark.clause("hw.solo.5")),
        pytest.param((60, 69), "praefectus_castrorum", marks=pytest.mark.clause("hw.solo.6")),
        pytest.param((70, 95), "legatus_legionis", marks=pytest.mark.clause("hw.solo.7")),
        pytest.param((-3, -22), "miles", marks=pytest.mark.clause("hw.solo.8")),
    ],
)
def test_solo_ranks(points: tuple[int, int], rank: str) -> None:
    assert [solo_rank(the_board(), n) for n in points] == [rank, rank]


# Paths -------------------------------------------------------------------------------------------


def points(name: str, **parts: Value) -> int:
    return path_points(the_board(), fresh_sheet(**parts), card(name))


MARKS = ("archway", "monolith", "column", "statue")
LARGE = ("granary", "hotel", "workshop", "road", "precinct", "gardens", "temple")


@pytest.mark.clause("hw.path.1", "hw.path.2", "hw.path.4")
def test_architect() -> None:
    found = [points("architect", built=mask(*MARKS[:n])) for n in range(5)]
    assert found == [0, 1, 2, 3, 3]


@pytest.mark.clause("hw.path.3")
def test_paths_are_scored_after_the_last_attack() -> None:
    scene = Scene(year=6, paths=["aristocrat"], disdain=2, cohorts=(6, 0, 0))
    assert path_points(the_board(), scene.state.sheets[0], card("aristocrat")) == 2
    scene.raid(*["left"] * 6, "right", "right")
    assert scene["disdain"] == 4
    ended = scene.table.outcome
    assert ended is not None
    others = sum(
        path_points(the_board(), scene.state.sheets[0], c)
        for c in scene.row("paths")
        if c != card("aristocrat")
    )
    assert ended.parts[0]["paths"] - others == 1


@pytest.mark.clause("hw.path.5")
def test_aristocrat() -> None:
    assert [points("aristocrat", disdain=n) for n in range(6)] == [3, 2, 2, 1, 1, 0]


@pytest.mark.clause("hw.path.6", "hw.path.7")
def test_defender() -> None:
    assert [points("defender", wall=n) for n in (6, 7, 13, 14, 20, 21)] == [0, 1, 1, 2, 2, 3]


@pytest.mark.clause("hw.path.8", "hw.path.9", "hw.path.10")
def test_engineer() -> None:
    names = [f"{name}_large" for name in LARGE]
    found = [points("engineer", built=mask(*names[:n])) for n in (1, 2, 4, 6, 7)]
    assert found == [0, 1, 2, 3, 3]
    board = the_board()
    assert board.building_large == mask(*names)
    others = ("market", "theatre", "ludus", "baths", "courthouse")
    assert not board.building_large & mask(*others)
    temple = Scene(RICH, built=("temple_small", "temple_medium", "precinct_large"), priests=6)
    temple.set(0, built=("temple_small", "temple_medium", "hotel_large", "hotel_small"))
    temple.do(build("temple_large"))
    assert temple["temple"] == 0
    assert path_points(board, temple.state.sheets[0], card("engineer")) == 1


@pytest.mark.clause("hw.path.11")
def test_fighter() -> None:
    found = [points("fighter", cohorts=c) for c in ((5, 5, 5), (6, 5, 0), (6, 5, 6), (6, 6, 6))]
    assert found == [0, 1, 2, 3]


@pytest.mark.clause("hw.path.12")
def test_forager() -> None:
    assert [points("forager", production=n) for n in (2, 3, 5, 6, 8, 9)] == [0, 1, 1, 2, 2, 3]


@pytest.mark.clause("hw.path.13")
def test_merchant() -> None:
    found = [points("merchant", market=(1,) * n) for n in (3, 4, 5, 6, 7, 8)]
    assert found == [0, 1, 1, 2, 2, 3]


@pytest.mark.clause("hw.path.14")
def test_planner() -> None:
    names = ("traders", "performers", "priests", "apparitores", "patricians")
    found = [points("planner", **dict.fromkeys(names[:n], 9)) for n in range(6)]
    assert found == [0, 0, 1, 1, 2, 3]
    assert points("planner", traders=9, performers=8) == 0


@pytest.mark.clause("hw.path.15")
def test_pontiff() -> None:
    assert [points("pontiff", temple=n) for n in (1, 2, 7, 8, 13, 14)] == [0, 1, 1, 2, 2, 3]


@pytest.mark.clause("hw.path.16")
def test_ranger() -> None:
    columns = [cells(" ".join(f"r{r}c{c}" for r in range(1, 5))) for c in range(1, 6)]
    assert [points("ranger", map=sum(columns[:n])) for n in range(6)] == [0, 1, 1, 2, 2, 3]
    assert points("ranger", map=cells("r1c1 r2c1 r3c1")) == 0


@pytest.mark.clause("hw.path.17", "hw.path.18")
def test_trainer() -> None:
    found = [points("trainer", strength=s) for s in ((3, 0), (4, 0), (5, 3), (6, 6))]
    assert found == [0, 1, 2, 3]
    sheet = fresh_sheet(strength=(4, 4), wounds=(4, 2))
    assert strength(the_board(), sheet) == 8
    assert path_points(the_board(), sheet, card("trainer")) == 2


@pytest.mark.clause("hw.path.19")
def test_vanguard() -> None:
    assert [points("vanguard", guard=n) for n in (5, 6, 11, 12, 17, 18)] == [0, 1, 1, 2, 2, 3]
