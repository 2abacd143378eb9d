"""Army cards: where they may go, and the Centurions and Legions they complete."""

from __future__ import annotations

import pytest

from ludus.core.chance import SeededRng, pick
from ludus.games.para_bellum.board import CELLS, members, row_of
from ludus.games.para_bellum.ids import MAX_SEATS, NONE
from ludus.games.para_bellum.rules.army import remove_die
from ludus.games.para_bellum.tests.scene import (
    CATALOG,
    OPTIONS,
    RULES,
    Cell,
    Scene,
    Slot,
    column_of,
    k,
    r,
    slot_of,
)


def cells(scene: Scene, look: str) -> set[object]:
    """Where a card of this look could go."""
    return set(scene.pick("card", look).options("cell"))


def remove(scene: Scene, column: int, row: int) -> None:
    """Take a card out again, to leave a gap that other cards stand round."""
    cell = (row + 1) * 9 + column + 4
    player = scene.player()
    player.by_colour[CATALOG.army[player.cells[cell]].colour] &= ~(1 << cell)
    player.army &= ~(1 << cell)
    player.cells[cell] = NONE
    scene.army({})


def lone(look: str, seats: int = 2) -> Scene:
    """Only the azure starting card, and one card in hand."""
    return Scene(seats).hand(look).army_phase()


ROW = {(1, 0): "azure", (2, 0): "azure", (3, 0): "azure", (4, 0): "azure"}


@pytest.mark.clause("pb.place.1", "pb.place.2", "pb.core.1")
def test_one_card_is_placed() -> None:
    scene = Scene().army({(0, 1): "gold", (0, 2): "gold"}).hand("gold", "azure", "purple")
    scene.army_phase()
    assert scene.verbs() == {"card"}, "there is no way to pass"
    scene.place("azure", (1, 0)).roll(5)
    assert scene.asked[1] == "act"
    assert scene.looks() == ["gold", "purple"]
    assert scene.player().army.bit_count() == 4
    assert len(scene.spans()) == 1


@pytest.mark.clause("pb.place.3")
def test_nothing_to_place() -> None:
    scene = Scene().army_phase()
    assert scene.asked == (0, "act")
    assert scene.state.actions == 3


@pytest.mark.clause("pb.place.4", "pb.place.5", "pb.place.11")
def test_neighbours() -> None:
    assert cells(lone("azure"), "azure") == {(0, 1), (0, -1), (-1, 0), (1, 0)}
    assert cells(lone("gold"), "gold") == {(0, 1), (0, -1)}


@pytest.mark.clause("pb.place.6", "pb.place.7", "pb.place.8", "pb.place.9", "pb.place.13")
def test_limits_of_the_field() -> None:
    tall = Scene().army({(0, 1): "gold", (0, 2): "gold", (0, -1): "gold"})
    offered = cells(tall.hand("gold").army_phase(), "gold")
    assert offered == {(1, 1), (-1, 1), (1, 2), (-1, 2), (1, -1), (-1, -1)}
    right = cells(Scene().army(ROW).hand("azure").army_phase(), "azure")
    assert (4, 1) in right and (5, 0) not in right and (4, 0) not in right
    left: dict[Cell, str] = {(-c, 0): look for (c, _), look in ROW.items()}
    mirrored = cells(Scene().army(left).hand("azure").army_phase(), "azure")
    assert (-4, 1) in mirrored and (-5, 0) not in mirrored
    grid = {(column_of(cell), row_of(cell)) for cell in range(CELLS)}
    assert grid == {(c, row) for c in range(-4, 5) for row in range(-1, 3)}
    assert len(grid) == 36


@pytest.mark.clause("pb.place.10", "pb.place.12")
def test_colours_side_by_side() -> None:
    gold = cells(lone("gold"), "gold")
    assert not gold & {(1, 0), (-1, 0)}
    scene = Scene(start="azure").army({(0, 1): "azure", (1, 0): "azure", (1, -1): "gold"})
    offered = cells(scene.hand("gold").army_phase(), "gold")
    assert (1, 1) not in offered, "it would rest on azure but lie beside azure in its row"
    assert (2, -1) in offered and (0, -1) in offered


@pytest.mark.clause("pb.place.14")
def test_cards_are_not_turned() -> None:
    scene = lone("gold up")
    assert scene.pick("card", "gold up").options() == [(0, -1), (0, 1)]
    scene.pick("cell", (0, 1))
    placed = CATALOG.army[scene.player().cells[22]]
    assert placed.mounted == 1


@pytest.mark.clause("pb.place.15")
def test_a_troop_may_stay_open_at_the_edge() -> None:
    row: dict[Cell, str] = {(1, 0): "azure", (2, 0): "azure", (3, 0): "azure"}
    assert (4, 0) in cells(Scene().army(row).hand("azure full").army_phase(), "azure full")


@pytest.mark.clause(
    "pb.place.16", "pb.cent.1", "pb.cent.2", "pb.cent.3", "pb.cent.4", "pb.banner.7"
)
def test_first_card_above_the_start() -> None:
    scene = lone("purple").pick("card", "purple").pick("cell", (0, 1)).roll(4)
    assert scene.face(r(0, 0)) == 4
    assert scene.asked == (0, "banner_type"), "no gray die: the new red one takes a red banner"
    assert scene.options() == ["strategist", "field_commander", "warlord"]
    scene.pick("banner", "warlord")
    assert scene.asked == (0, "act")
    scene.coins(0).pick("consult")
    assert scene.face(r(0, 0)) == 3
    assert scene.told("centurion", "new_red", "banner") == ["centurion", "new_red", "banner"]


@pytest.mark.clause("pb.cent.5")
def test_a_gap_in_a_column_makes_two_centurions() -> None:
    scene = Scene().army({(1, 0): "azure", (0, 1): "gold", (0, 2): "gold", (1, 2): "gold"})
    remove(scene, 0, 1)
    scene.dice({k(0, 0): 3, k(0, 2): 3}).hand("purple")
    scene.army_phase().place("purple", (1, 1)).roll(6, 2)
    assert scene.face(r(1, 1)) == 6, "the upper seam first"
    assert scene.face(r(1, 0)) == 2
    scene.picks(("die", r(1, 1)), ("banner", "warlord"), ("die", r(1, 0)), ("banner", "strategist"))
    assert scene.banners() == {"warlord", "strategist"}


FIVE_REDS: dict[Slot, int | tuple[int, str]] = {
    r(0, 0): 1,
    r(0, 1): 1,
    r(1, 0): 1,
    r(1, 1): 1,
    r(2, 0): (1, "strategist"),
}
TALL: dict[Cell, str] = {
    (1, 0): "azure",
    (2, 0): "azure",
    (0, 1): "azure",
    (1, 1): "azure",
    (2, 1): "azure",
    (0, 2): "azure",
    (1, 2): "azure",
}


@pytest.mark.clause("pb.cent.6", "pb.cent.7", "pb.max.1")
def test_a_sixth_centurion() -> None:
    scene = Scene().army(TALL).dice(FIVE_REDS).hand("gold").army_phase()
    scene.place("gold", (0, -1))
    assert len(scene.reds()) == 5
    scene.picks(("die", r(0, 0)), ("banner", "warlord"))
    assert scene.banners() == {"strategist", "warlord"}
    assert scene.face(r(0, -1)) == 0
    assert not scene.player().lost


@pytest.mark.clause("pb.legion.1", "pb.legion.2", "pb.legion.3", "pb.legion.5")
def test_what_a_legion_is() -> None:
    scene = lone("azure").place("azure", (1, 0)).roll(5)
    assert scene.told("legion") == ["legion"]
    open_troop = lone("azure full").place("azure full", (1, 0))
    assert open_troop.told("legion", "new_gray") == []
    open_troop.hand("azure").army_phase().place("azure", (2, 0)).roll(4, 3)
    assert open_troop.grays() == [4, 3]
    for length in (2, 3, 4):
        row: dict[Cell, str] = {(c, 0): "azure full" for c in range(1, length - 1)}
        row[(length - 1, 0)] = "azure"
        army = Scene().army(row)
        assert army.spans() == [(13, 13 + length - 1)]


@pytest.mark.clause("pb.legion.4", "pb.dice.2", "pb.dice.3")
def test_dice_of_a_legion() -> None:
    scene = Scene().army({(1, 0): "azure full"}).hand("azure").army_phase()
    scene.place("azure", (2, 0)).roll(5, 3)
    assert (scene.face(k(0, 0)), scene.face(k(1, 0))) == (5, 3)
    for slot in members(scene.player().grays):
        assert scene.player().army >> slot & scene.player().army >> (slot + 1) & 1


@pytest.mark.clause("pb.legion.6", "pb.legion.7", "pb.line.3", "pb.line.4")
def test_a_low_roll_brings_a_card() -> None:
    scene = Scene().army({(1, 0): "azure full"}).hand("azure").army_phase()
    size = scene.state.command_size
    scene.place("azure", (2, 0)).roll(1, 2)
    assert scene.asked == (0, "take")
    assert scene.options() == ["contio", "stipendium", "quaestor", "medicus"]
    scene.pick("take", "medicus")
    scene.reveal("castra")
    assert scene.held() == ["medicus"]
    assert "castra" in scene.in_line() and scene.state.command_size == size - 1
    assert scene.told("takes") == ["takes"], "once, however many dice are low"
    better = lone("azure").place("azure", (1, 0)).roll(3)
    assert better.told("takes") == [] and better.asked[1] == "act"


@pytest.mark.clause("pb.legion.8", "pb.gloss.8")
def test_the_low_card_comes_once_a_turn() -> None:
    scene = Scene().hand("azure", "gold", "gold").commands("forced_march")
    scene.army({(0, 1): "gold"}).dice({r(0, 0): 1}).army_phase()
    scene.place("azure", (1, 0)).roll(2).pick("take", "medicus")
    scene.pick("command", "forced_march").place("gold", (1, 1)).roll(1)
    assert scene.told("takes") == ["takes"]
    scene.roll(3).picks(("die", k(0, 0)), ("banner", "artifex"))
    scene.pick("end").deal()
    scene.turn(0).reveal("rubicon_crossed").place("gold", (2, 1)).roll(1)
    assert scene.asked == (0, "take"), "a new turn, a new card"


@pytest.mark.clause("pb.legion.9", "pb.legion.10", "pb.legion.11", "pb.legion.13")
def test_blazons() -> None:
    scene = Scene().army({(0, 1): "gold"}).hand("gold").army_phase()
    scene.place("gold", (1, 1)).roll(6)
    assert scene.player().blazons == 1 << 3
    scene.hand("gold").army_phase().place("gold", (2, 1)).roll(4)
    assert scene.grays() == [6, 4], "only the new slot gets a die"
    assert scene.player().blazons == 1 << 3
    assert scene.told("blazon") == ["blazon"]


@pytest.mark.clause("pb.legion.12", "pb.big.3", "pb.bonus.7")
def test_three_ordinary_cards_are_two_legions() -> None:
    scene = Scene().army({(1, 0): "azure"}).dice({k(0, 0): 3}).hand("azure").army_phase()
    scene.place("azure", (2, 0)).roll(5)
    assert scene.player().legions[1] == 2 and len(scene.grays()) == 2
    assert scene.told("bonus", "no_bonus", "morale") == []
    assert scene.asked[1] == "act"


@pytest.mark.clause("pb.legion.14")
def test_a_card_between_two() -> None:
    scene = Scene().army({(-1, 0): "azure", (-1, 1): "gold", (0, 1): "gold", (1, 1): "gold"})
    remove(scene, 0, 1)
    scene.hand("gold").army_phase().place("gold", (0, 1)).roll(3, 5)
    assert (scene.face(k(-1, 1)), scene.face(k(0, 1))) == (3, 5)
    assert scene.player().legions[3] == 2


@pytest.mark.clause("pb.legion.15", "pb.comp.7", "pb.dice.1", "pb.max.2", "pb.max.3", "pb.comp.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_invariants_of_whole_games(seats: int) -> None:
    """Rows of one colour, dice within their numbers: all through random games."""
    for seed in range(3):
        rng = SeededRng(f"invariants {seats} {seed}")
        state = RULES.setup(seats, OPTIONS)
        while decisions := RULES.decisions(state):
            RULES.apply(state, decisions[0].seat, pick(decisions[0], rng))
            assert list(RULES.check(state)) == []
            if state.turn != NONE:
                assert all(1 <= player.dice[72] <= 6 for player in state.players)
        assert sum(player.reds.bit_count() for player in state.players) <= 5 * MAX_SEATS


@pytest.mark.clause("pb.legion.16", "pb.legion.17", "pb.big.4", "pb.big.6")
def test_the_order_of_what_is_completed() -> None:
    scene = Scene(battle="thapsus", start="azure")
    scene.army({(0, 1): "gold", (1, 1): "gold full", (1, 0): "azure", (2, 0): "azure"})
    scene.dice({r(0, 0): 4, k(0, 0): 4, k(1, 0): 4, r(1, 0): 4}).hand("gold").army_phase()
    scene.place("gold", (2, 1)).roll(1, 4).pick("take", "medicus").roll(3)
    scene.picks(("die", r(2, 0)), ("banner", "warlord")).roll(1)
    told = scene.told(
        "new_gray", "takes", "blazon", "new_red", "banner", "bonus", "morale", "legion", "places"
    )
    assert told == [
        "places",
        "legion",
        "new_gray",
        "new_gray",
        "takes",
        "blazon",
        "new_red",
        "banner",
        "bonus",
        "morale",
    ]
    # No Quarter comes first: one full-colour card and 2 more.
    assert scene.last("morale")["plus"] == 3


TEN_GRAYS: dict[Cell, str] = {
    **{(c, 0): "azure" for c in (-4, -3, -2, -1, 1, 2, 3, 4)},
    (0, 1): "gold",
    (1, 1): "gold",
    (2, 1): "gold",
    (3, 1): "gold",
    (0, -1): "purple",
}
TEN_DICE = {k(c, 0): 2 for c in range(-4, 4)} | {k(0, 1): 2, k(1, 1): 2}


@pytest.mark.clause("pb.legion.18", "pb.lose.6")
def test_an_eleventh_gray_die() -> None:
    scene = Scene().army(TEN_GRAYS).dice(TEN_DICE).hand("purple").commands("evocati")
    scene.army_phase().place("purple", (1, -1))
    while scene.decision.prompt == "roll":
        scene.roll(3)
    assert len(scene.grays()) == 10
    assert scene.player().blazons >> 4 & 1
    remove_die(scene.player(), slot_of(k(3, 0)))
    scene.player().lost = 0
    scene.act()
    assert "evocati" not in scene.options("command"), "an empty seam is no lost slot"


@pytest.mark.clause("pb.legion.19")
def test_as_many_dice_as_there_are() -> None:
    nine = {place: face for place, face in TEN_DICE.items() if place != k(1, 1)}
    scene = Scene().army({**TEN_GRAYS, (1, -1): "purple full"}).dice(nine)
    scene.hand("purple").army_phase().pick("card", "purple").pick("cell", (2, -1)).roll(5)
    assert scene.face(k(0, -1)) == 5 and scene.face(k(1, -1)) == 0


@pytest.mark.clause("pb.legion.20")
def test_a_legion_stays_completed() -> None:
    scene = Scene(2).army({(0, 1): "gold", (1, 1): "gold"}, seat=1).dice({k(0, 1): 6}, seat=1)
    scene.commands("raid").act().pick("command", "raid")
    assert scene.grays(1) == []
    assert scene.player(1).legions[3] == 1 and scene.player(1).blazons == 1 << 3


# Banners -----------------------------------------------------------------------------------------


@pytest.mark.clause("pb.banner.1", "pb.banner.2", "pb.banner.3", "pb.banner.4", "pb.banner.11")
@pytest.mark.clause("pb.gloss.1")
def test_banners_go_on_any_die_without_one() -> None:
    scene = Scene().army({(1, 0): "azure", (0, 1): "gold"})
    scene.dice({k(0, 0): 4, r(0, 0): (3, "warlord")}).hand("purple").army_phase()
    scene.place("purple", (0, -1)).roll(2)
    assert scene.options("die") == [k(0, 0), r(0, -1)], "the die with the Warlord is not offered"
    scene.pick("die", r(0, -1))
    assert scene.options("banner") == ["strategist", "field_commander"]
    scene.pick("banner", "strategist")
    assert scene.flag(r(0, -1)) == "strategist"
    assert scene.banners() == {"warlord", "strategist"}


@pytest.mark.clause("pb.banner.5", "pb.banner.6")
def test_gray_banners_and_the_general() -> None:
    scene = Scene().army({(1, 0): "azure"}).dice({k(0, 0): 4}).hand("gold").army_phase()
    scene.place("gold", (0, 1)).roll(2)
    assert scene.options("die") == [k(0, 0), r(0, 0)], "never the General"
    scene.pick("die", k(0, 0))
    assert scene.options("banner") == ["artifex", "veterani", "speculatore"]


@pytest.mark.clause("pb.banner.8")
def test_a_banner_moves_with_its_die() -> None:
    scene = Scene().army({(0, 1): "gold", (0, 2): "gold"}).dice({r(0, 0): (3, "warlord")})
    dice = scene.player().dice
    here, there = 36 + 13, 36 + 22
    dice[there], dice[here] = dice[here], 0
    assert scene.flag(r(0, 1)) == "warlord" and scene.face(r(0, 1)) == 3


@pytest.mark.clause("pb.banner.9", "pb.banner.10")
def test_a_lost_banner_can_be_earned_again() -> None:
    scene = Scene(2).army({(1, 0): "azure"}).dice({k(0, 0): (6, "veterani")})
    scene.commands("raid", seat=1).act(1).pick("command", "raid")
    assert scene.banners() == set()
    scene.army({(1, 0): "azure"}).dice({k(0, 0): 3}).hand("gold").army_phase()
    scene.place("gold", (0, 1)).roll(3).pick("die", k(0, 0))
    assert "veterani" in scene.options("banner")


@pytest.mark.clause("pb.banner.12")
def test_no_banner_fits() -> None:
    scene = Scene().army({(1, 0): "azure", (0, 1): "gold", (0, 2): "gold", (1, 1): "gold"})
    scene.dice(
        {r(0, 0): (2, "warlord"), r(0, 1): (2, "strategist"), r(1, 0): (2, "field_commander")}
    )
    scene.dice({k(0, 0): (2, "artifex"), k(0, 1): (2, "veterani")}).hand("purple").army_phase()
    scene.place("purple", (0, -1)).roll(5)
    assert scene.asked == (0, "act")
    assert scene.player().banners.bit_count() == 5


@pytest.mark.clause("pb.banner.13")
def test_a_banner_survives_other_faces() -> None:
    scene = (
        Scene()
        .army({(1, 0): "azure", (0, -1): "gold"})
        .dice({k(0, 0): (5, "artifex"), r(0, -1): 6})
    )
    scene.commands("contio", "stipendium").act(actions=5)
    scene.pick("motivate").roll(2)
    assert (scene.face(k(0, 0)), scene.flag(k(0, 0))) == (2, "artifex")
    scene.picks(("command", "contio"), ("die", k(0, 0)))
    assert (scene.face(k(0, 0)), scene.flag(k(0, 0))) == (3, "artifex")
