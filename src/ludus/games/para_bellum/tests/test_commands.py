"""The Battle Line, and how Orders, Permanents and Special Units work."""

from __future__ import annotations

import pytest

from ludus.core.protocol import SPECTATOR
from ludus.games.para_bellum.ids import CHARACTER
from ludus.games.para_bellum.tests.scene import CATALOG, Cell, Scene, k, r


def gray_victim(scene: Scene, *faces: int, seat: int = 1) -> Scene:
    """Give a seat gray dice in a row."""
    colour = ("crimson", "azure", "verdant", "gold", "purple")[scene.player(seat).colour]
    scene.army({(c + 1, 0): colour for c in range(len(faces))}, seat=seat)
    return scene.dice({k(c, 0): face for c, face in enumerate(faces)}, seat=seat)


# The Battle Line ---------------------------------------------------------------------------------


@pytest.mark.clause("pb.line.2", "pb.line.7")
def test_taking_two() -> None:
    scene = Scene(4).coins(2).act(0).coins(1, seat=2)
    scene.state.alliances = [CATALOG.alliance("war_chest"), 1]
    scene.player(2).runner = 1
    scene.act(2, actions=1).coins(2, seat=2).pick("runner")
    scene.picks(("coins", 2), ("take", "contio"))
    scene.reveal("castra")
    assert len(scene.in_line()) == 4
    assert "castra" in scene.options("take"), "the gap was filled before the second pick"
    scene.pick("take", "castra").deal()
    assert scene.held(2) == ["contio", "castra"] and len(scene.in_line()) == 4


@pytest.mark.clause("pb.line.8")
def test_an_empty_command_deck() -> None:
    scene = Scene().command_deck(discards=("raid", "raid", "bribe", "castra", "vallum"))
    scene.act().pick("consult").pick("take", "contio")
    assert scene.told("reshuffled") == ["reshuffled"]
    assert {option.arg for option in scene.decision.options} == {
        CATALOG.command(name) for name in ("raid", "bribe", "castra", "vallum")
    }
    scene.reveal("raid")
    assert scene.state.command_size == 4 and scene.discarded() == []


@pytest.mark.clause("pb.line.9")
def test_no_card_to_refill_with() -> None:
    scene = Scene().command_deck().coins(9).commands("stipendium").act(actions=9)
    scene.pick("consult").pick("take", "contio")
    assert len(scene.in_line()) == 3 and scene.asked == (0, "act")
    scene.pick("consult").pick("take", "medicus")
    scene.pick("command", "stipendium").deal()
    assert "stipendium" in scene.in_line() and len(scene.in_line()) == 3
    empty = Scene().line().command_deck().act()
    assert "consult" not in empty.verbs()


# Orders ------------------------------------------------------------------------------------------


@pytest.mark.clause("pb.cmd.3")
def test_one_common_pile() -> None:
    scene = gray_victim(Scene(), 5, 4).commands("raid").perms("sicarius").perms("medicus", seat=1)
    scene.army({(0, 1): "gold"}).dice({r(0, 0): (4, "warlord")}).act()
    scene.picks(("command", "raid"), ("die", k(0, 0)), ("use", ("sicarius", 0)))
    scene.pick("die", r(0, 0))
    assert scene.discarded() == ["raid", "medicus"]


@pytest.mark.clause("pb.order.3")
def test_one_of_two_options() -> None:
    scene = Scene().army({(1, 0): "azure", (2, 0): "azure", (0, 1): "gold"}).commands("contio")
    scene.dice({k(0, 0): 1, k(1, 0): 2, r(0, 0): (4, "field_commander")}).act()
    scene.pick("command", "contio")
    assert scene.options("option") == [0, 1]
    scene.picks(("option", 1), ("die", k(0, 0)))
    assert scene.grays() == [4, 2] and scene.asked == (0, "act")


@pytest.mark.clause("pb.order.4")
def test_a_single_instruction() -> None:
    scene = Scene().commands("bribe").act().pick("command", "bribe")
    assert scene.decision.prompt == "roll"


@pytest.mark.clause("pb.order.5")
def test_an_option_has_to_be_paid() -> None:
    scene = Scene().general(3).coins(1).commands("stipendium").act().pick("command", "stipendium")
    assert scene.player().coins == 3, "only the option without a price was there"
    rich = Scene().general(3).coins(2).commands("stipendium").act().pick("command", "stipendium")
    assert rich.options("option") == [0, 1]


@pytest.mark.clause("pb.order.6")
def test_an_option_must_do_something() -> None:
    assert "raid" not in Scene().commands("raid").act().options("command")
    scene = Scene().army({(1, 0): "azure"}).dice({k(0, 0): (3, "veterani")}).commands("raid")
    scene.perms(("balista", (0, 1)), seat=1).act().pick("command", "raid")
    assert scene.in_play(1) == [], "without a gray die the second option alone was left"


@pytest.mark.clause("pb.order.7")
def test_the_opponent_is_named_first() -> None:
    scene = Scene(3).commands("ambush").act().pick("command", "ambush")
    assert scene.asked == (0, "order_target")
    assert scene.state.actions == 3, "the price is not taken yet"
    scene.pick("target", 2)
    assert scene.state.actions == 2


# Permanents --------------------------------------------------------------------------------------


@pytest.mark.clause("pb.perm.1", "pb.disable.1")
def test_permanents_stay() -> None:
    scene = Scene().commands("medicus").act().pick("deploy", "medicus")
    for seat in (1, 0, 1):
        scene.act(seat).pick("end").deal()
    kind = CATALOG.command("medicus")
    for viewer in (0, 1, SPECTATOR):
        assert [card.kind for card in scene.view(viewer).sides[0].in_play] == [kind]
    scene.down("medicus")
    for viewer in (0, 1, SPECTATOR):
        assert scene.view(viewer).sides[0].in_play[0].down


@pytest.mark.clause("pb.perm.3", "pb.disable.2")
def test_permanents_work_for_their_owner_while_face_up() -> None:
    for owner, down, plus in ((0, False, 1), (1, False, -1), (1, True, 1)):
        scene = Scene().commands("ambush").perms("aquilifer", seat=owner)
        if down:
            scene.down("aquilifer", seat=owner)
        scene.act().pick("command", "ambush").roll(3)
        assert scene.last("morale")["plus"] == plus


@pytest.mark.clause("pb.perm.4")
def test_used_in_the_turn_it_is_played() -> None:
    scene = Scene().army({(1, 0): "azure"}).dice({k(0, 0): 2}).commands("medicus").act(actions=2)
    scene.pick("deploy", "medicus")
    assert scene.options("use") == [("medicus", 0)]


@pytest.mark.clause("pb.perm.5")
def test_two_copies() -> None:
    scene = Scene().army({(1, 0): "azure"}).dice({k(0, 0): 1}).coins(2).perms("medicus", "medicus")
    scene.act().pick("use", ("medicus", 0)).pick("use", ("medicus", 0))
    assert scene.grays() == [5] and scene.options("use") == []
    scene.commands("ambush", seat=1).perms("aquilifer", "aquilifer").act(1)
    scene.pick("command", "ambush").roll(3)
    assert scene.last("morale")["plus"] == -1


@pytest.mark.clause("pb.perm.6")
def test_any_number_of_permanents() -> None:
    scene = Scene().perms("medicus", "medicus", "quaestor", "aquilifer", "castra", "vallum")
    scene.commands("tribunus").act().pick("deploy", "tribunus")
    assert len(scene.in_play()) == 7


# Special Units -----------------------------------------------------------------------------------


def unit_cells(scene: Scene) -> set[object]:
    """Where the Onager could go; a single cell is not asked for."""
    before = scene.player().units
    scene.commands("onager").act()
    if "onager" not in scene.options("deploy"):
        return set()
    scene.pick("deploy", "onager")
    if scene.decision.prompt == "unit_cell":
        return set(scene.options("cell"))
    (cell,) = [c for c in range(36) if (scene.player().units ^ before) >> c & 1]
    return {(cell % 9 - 4, cell // 9 - 1)}


@pytest.mark.clause("pb.su.3", "pb.su.5")
def test_a_unit_on_the_starting_card() -> None:
    assert unit_cells(Scene()) == {(0, 1)}


@pytest.mark.clause("pb.su.4")
def test_no_army_card_beside_a_unit() -> None:
    scene = Scene().army({(0, 1): "azure", (1, 0): "azure"})
    assert unit_cells(scene) == {(0, 2)}


@pytest.mark.clause("pb.su.6", "pb.su.7")
def test_units_side_by_side_and_stacked() -> None:
    cells = unit_cells(Scene().perms(("balista", (0, 1))))
    assert {(1, 1), (-1, 1), (0, 2)} <= cells


@pytest.mark.clause("pb.su.8", "pb.su.11")
def test_units_complete_nothing() -> None:
    scene = Scene().commands("balista").act().pick("deploy", "balista")
    assert scene.told("centurion", "banner", "legion") == []
    assert scene.reds() == [] and scene.player().units == 1 << 22
    row = Scene().army({(1, 0): "azure"}).dice({k(0, 0): 3}).perms(("balista", (0, 1)))
    assert row.player().legions == [0, 1, 0, 0, 0]
    row.dice({r(0, 0): 3})
    assert "motivate" not in row.act().verbs(), "the unit above is no army card"


@pytest.mark.clause("pb.su.9", "pb.su.10", "pb.gloss.2")
def test_army_cards_and_units() -> None:
    scene = Scene().perms(("balista", (0, 1))).hand("azure").army_phase().pick("card", "azure")
    assert not {(-1, 1), (1, 1), (0, 2)} & set(scene.options("cell"))
    roof: dict[Cell, str] = {}
    three = Scene().perms(("balista", (0, 1)), ("onager", (1, 1)), ("balista", (2, 1))).army(roof)
    three.hand("gold").army_phase().pick("card", "gold")
    assert (2, 0) in three.options("cell")
    three.pick("cell", (2, 0))
    assert three.reds() == [] and three.asked == (0, "act")


@pytest.mark.clause("pb.su.12")
def test_no_cell_for_a_unit() -> None:
    scene = Scene().army({(0, 1): "gold", (0, 2): "gold"})
    assert unit_cells(scene) == set()


@pytest.mark.clause("pb.su.13")
def test_a_discarded_unit_leaves_a_gap() -> None:
    scene = Scene().perms(("balista", (0, 1)), ("onager", (0, 2)), seat=1)
    scene.army({(1, 0): "azure"}).dice({k(0, 0): (4, "veterani")}).commands("raid").act()
    scene.picks(("command", "raid"), ("perm", "balista"))
    assert scene.in_play(1) == ["onager"] and scene.player(1).units == 1 << 31
    scene.hand("gold", seat=1).army_phase(1).pick("card", "gold")
    assert (0, 1) in scene.options("cell"), "the cell can be used again"
    working = gray_victim(Scene().perms(("onager", (0, 2)), seat=1), 5, seat=0)
    working.army({(1, 0): "crimson"}, seat=1).dice({k(0, 0): (5, "artifex")}, seat=1)
    assert ("onager", 0) in working.act(1).options("use")


@pytest.mark.clause("pb.su.14")
def test_a_disabled_unit() -> None:
    scene = gray_victim(Scene(), 5).perms(("balista", (0, 1)))
    scene.army({(1, 0): "azure"}).dice({k(0, 0): (4, "veterani")})
    assert ("balista", 0) in scene.act().options("use")
    scene.down("balista").act()
    assert scene.options("use") == [] and scene.player().units == 1 << 22


# Subtypes and disabling --------------------------------------------------------------------------


@pytest.mark.clause("pb.subtype.2")
def test_a_subtype_does_nothing_by_itself() -> None:
    scene = Scene().perms("quaestor").commands("contio", "raid").act()
    before = scene.options()
    card = CATALOG.commands[CATALOG.command("quaestor")]
    kinds = CATALOG.filter[CHARACTER]
    subtypes = card.subtypes
    try:
        card.subtypes = 0
        CATALOG.filter[CHARACTER] = kinds & ~(1 << CATALOG.command("quaestor"))
        assert scene.options() == before
    finally:
        card.subtypes = subtypes
        CATALOG.filter[CHARACTER] = kinds


@pytest.mark.clause("pb.subtype.3", "pb.subtype.4")
def test_subtypes_are_what_cards_name() -> None:
    scene = Scene().perms("sicarius").perms("castra", "quaestor", seat=1).act()
    scene.pick("use", ("sicarius", 1))
    assert scene.player(1).perms[1].down and not scene.player(1).perms[0].down
    walls = Scene().perms("sicarius").perms("castra", seat=1).act()
    assert walls.options("use") == []
    siege = Scene().perms(("balista", (0, 1)), seat=1).commands("sabotage").act()
    siege.pick("command", "sabotage")
    assert siege.player(1).perms[0].down


@pytest.mark.clause("pb.disable.3")
def test_a_disable_costs_a_turn() -> None:
    scene = Scene().perms("sicarius").perms("medicus", seat=1).act().pick("use", ("sicarius", 1))
    scene.army({(1, 0): "crimson"}, seat=1).dice({k(0, 0): 2}, seat=1)
    scene.pick("end").deal()
    while scene.decision.prompt != "act":
        scene.pick(scene.decision.options[0].verb) if scene.decision.seat >= 0 else scene.roll(3)
    assert scene.state.turn == 1 and scene.options("use") == []
    scene.pick("end").deal()
    assert not scene.player(1).perms[0].down


@pytest.mark.clause("pb.disable.4")
def test_a_disabled_card_does_not_count() -> None:
    scene = Scene().perms("via_militaris").down("via_militaris").commands("reinforcements")
    scene.act().pick("command", "reinforcements").deal()
    assert len(scene.player().hand) == 1
    pride = Scene().goals("engineers_pride").perms("castra").down("castra").commands("vallum")
    pride.act().pick("deploy", "vallum")
    assert pride.scored() == {"engineers_pride": 0}


@pytest.mark.clause("pb.disable.5")
def test_a_disabled_card_can_be_discarded() -> None:
    scene = Scene().army({(0, 1): "gold"}).dice({r(0, 0): (4, "warlord")}).perms("sicarius")
    scene.perms("quaestor", seat=1).down("quaestor", seat=1).coins(0).act()
    assert scene.options("use") == [("sicarius", 0)], "it cannot be turned down twice"
    scene.pick("use", ("sicarius", 0))
    assert scene.in_play(1) == []
