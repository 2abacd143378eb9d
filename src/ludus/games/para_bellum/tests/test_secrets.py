"""What players can tell of each other's hands: worlds fit all that a seat knows."""

from __future__ import annotations

import pytest

from ludus.core.chance import SeededRng, pick
from ludus.core.protocol import EVERYONE
from ludus.core.text import plain
from ludus.games.para_bellum.ids import COLOUR_IDS, NONE
from ludus.games.para_bellum.rules.checks import broken
from ludus.games.para_bellum.state import State
from ludus.games.para_bellum.tests.scene import (
    BOX,
    CATALOG,
    OPTIONS,
    RULES,
    Scene,
    card_kind,
    k,
    look_of,
)

NAMES = ("Livia", "Marcus")


def off(seats: int) -> dict[str, str]:
    """The options of a table that leaves what was taken to the players' memory."""
    return BOX.options(seats, {"open_memory": "off"})


def worlds(scene: Scene, viewer: int, count: int = 40) -> list[State]:
    """Positions that the viewer may be in, each of which looks the same to it."""
    view = scene.view(viewer)
    rng = SeededRng(f"worlds of {viewer}")
    found = [RULES.resample(view, rng) for _ in range(count)]
    for world in found:
        assert RULES.view(world, viewer) == view
    return found


def held(world: State, seat: int) -> list[str]:
    return [CATALOG.commands[kind].id for kind in world.players[seat].commands]


def hands(scene: Scene, viewer: int, seat: int) -> set[tuple[str, ...]]:
    return {tuple(held(world, seat)) for world in worlds(scene, viewer)}


def names(kinds: tuple[int, ...]) -> list[str]:
    return [CATALOG.commands[kind].id for kind in kinds]


def cards_left(*, seats: int = 2, open_memory: str = "on") -> Scene:
    """A game in which every card is somewhere, so that worlds can be checked as a whole."""
    scene = Scene(seats, open_memory=open_memory)
    for kind in scene.state.line:
        scene.state.command_bag[kind] -= 1
        scene.state.command_size -= 1
    return scene


def give_out(scene: Scene, seat: int, *ids: str) -> Scene:
    """Command cards from the deck into a hand."""
    scene.commands(*ids, seat=seat)
    for name in ids:
        scene.state.command_bag[CATALOG.command(name)] -= 1
        scene.state.command_size -= 1
    return scene


@pytest.mark.clause("pb.line.3")
def test_a_card_taken_openly_is_remembered() -> None:
    scene = cards_left().line("raid", "medicus", "bribe", "ambush")
    scene.event("envoys_of_the_senate")
    scene.act(1).picks(("consult", ""), ("take", "raid"))
    assert names(scene.view(0).sides[1].shown) == ["raid"]
    assert scene.view(0).sides[1].commands is None
    assert hands(scene, 0, 1) == {("raid",)}
    assert names(scene.view(-1).sides[1].shown) == ["raid"], "who looks on has seen it as well"


@pytest.mark.clause("pb.gloss.4")
def test_a_card_taken_openly_is_left_to_memory_where_the_table_says_so() -> None:
    scene = cards_left(open_memory="off").line("raid", "medicus", "bribe", "ambush")
    scene.event("envoys_of_the_senate")
    scene.act(1).picks(("consult", ""), ("take", "raid")).deal()
    for viewer in (0, -1):
        side = scene.view(viewer).sides[1]
        assert side.shown == () and side.commands is None and side.command_count == 1
    (taken,) = [event for event in scene.story if event.kind == "takes"]
    lines = [BOX.face.tell(scene.view(viewer), taken, NAMES) for viewer in (0, 1, -1)]
    assert [line and plain(line.sentence) for line in lines] == [
        "Marcus takes a command card from the Battle Line.",
        "Marcus takes Raid from the Battle Line.",
        "Marcus takes a command card from the Battle Line.",
    ]
    assert len(hands(scene, 0, 1)) > 5, "it may be any card that is not in sight"
    assert names(scene.view(1).sides[1].shown) == ["raid"]


@pytest.mark.clause("pb.gloss.4")
def test_what_is_being_played_is_open_with_any_memory() -> None:
    scene = cards_left(open_memory="off")
    give_out(scene, 1, "forced_march", "vallum").army({(1, 0): "crimson"}, seat=1)
    scene.dice({k(0, 0): (3, "speculatore")}, seat=1).hand("gold", seat=1).act(1)
    scene.pick("command", "forced_march")
    assert scene.asked == (1, "order_option")
    assert names(scene.view(0).sides[1].shown) == ["forced_march"]
    assert all("forced_march" in held(world, 1) for world in worlds(scene, 0))


@pytest.mark.clause("pb.gloss.4", "pb.alliance.war_council")
def test_worlds_without_memory_fit_what_is_asked() -> None:
    """An opponent who may play an Order for nothing holds one."""
    scene = cards_left(seats=4, open_memory="off")
    scene.state.alliances = [CATALOG.alliance("war_council")] * 2
    give_out(scene, 3, "stipendium").player(1).runner = 1
    scene.act(1, 1).pick("runner")
    assert scene.asked == (1, "runner")
    for world in worlds(scene, 0):
        assert len(RULES.decisions(world)[0].options) == 2
    scene.pick("option", 1)
    assert scene.asked == (3, "play_free")
    for world in worlds(scene, 0):
        assert {option.verb for option in RULES.decisions(world)[0].options} >= {"command"}


@pytest.mark.clause("pb.alliance.war_council")
def test_a_card_handed_over_unseen_may_be_any() -> None:
    scene = give_out(cards_left(seats=4), 1, "bribe", "contio", "raid")
    give_out(scene, 3, "vallum").act(1).picks(("pact", ""), ("command", "contio"))
    view = scene.view(0)
    assert names(view.veiled[1]) == ["bribe", "raid", "contio"] and view.veiled[0] == ()
    assert names(view.sides[3].shown) == ["vallum"] and view.sides[1].shown == ()
    assert hands(scene, 0, 3) == {("bribe", "vallum"), ("raid", "vallum"), ("contio", "vallum")}
    assert hands(scene, 3, 1) == {("bribe", "raid")}, "the ally knows"


@pytest.mark.clause("pb.team.3")
def test_what_is_played_settles_who_holds_the_rest() -> None:
    scene = give_out(cards_left(seats=4), 1, "bribe", "forced_march").hand("azure", seat=1)
    give_out(scene, 3).act(1).picks(("pact", ""), ("command", "bribe"))
    assert hands(scene, 2, 3) == {("bribe",), ("forced_march",)}
    scene.pick("command", "forced_march")
    assert scene.view(2).veiled == ((), ()), "so the ally was given the other one"
    assert names(scene.view(2).sides[3].shown) == ["bribe"]
    assert hands(scene, 2, 3) == {("bribe",)}


@pytest.mark.clause("pb.alliance.war_council")
def test_of_two_alike_one_that_was_known_may_be_played() -> None:
    scene = give_out(cards_left(seats=4), 1, "contio", "raid")
    give_out(scene, 3, "contio").act(1).picks(("pact", ""), ("command", "contio"))
    assert hands(scene, 0, 3) == {("contio", "contio"), ("raid", "contio")}
    colour = COLOUR_IDS[scene.player(3).colour]
    scene.army({(1, 0): colour}, seat=3).dice({k(0, 0): 3}, seat=3)
    scene.act(3).picks(("command", "contio"), ("die", k(0, 0)))
    assert scene.grays(3) == [4]
    assert hands(scene, 0, 3) == {("contio",), ("raid",)}


@pytest.mark.clause("pb.setup.6")
def test_a_card_put_under_the_deck_is_known_when_it_is_drawn() -> None:
    scene = Scene().hand("gold", "purple").deck("azure").hand("crimson", seat=1).act()
    scene.picks(("requisition", ""), ("card", "gold"), ("end", ""))
    scene.draw("azure")
    scene.act(1).pick("muster")
    assert look_of(scene.view(0).sides[1].spied[0]) == "gold"
    assert all(card_kind("gold") in world.players[1].hand for world in worlds(scene, 0))
    assert scene.view(-1).sides[1].spied == (), "nobody else knows"
    assert scene.view(1).sides[1].spied == ()


@pytest.mark.clause("pb.setup.6")
@pytest.mark.parametrize("how", ["placed", "put_back"])
def test_what_leaves_the_hand_is_no_longer_counted_on(how: str) -> None:
    scene = Scene().hand("gold", "purple").deck("azure").hand("crimson", seat=1).act()
    scene.picks(("requisition", ""), ("card", "gold"), ("end", "")).draw("azure")
    scene.act(1).pick("muster")
    if how == "placed":
        scene.army_phase(1).pick("card", "gold").pick("cell", (0, 1))
    else:
        scene.act(1).picks(("requisition", ""), ("card", "crimson"))
    assert scene.view(0).sides[1].spied == ()


@pytest.mark.clause("pb.gloss.4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_no_view_names_what_others_took(seats: int) -> None:
    rng = SeededRng(f"memory {seats}")
    state = RULES.setup(seats, off(seats))
    for _ in range(260):
        decisions = RULES.decisions(state)
        if not decisions:
            break
        for viewer in range(-1, seats):
            view = RULES.view(state, viewer)
            for seat, side in enumerate(view.sides):
                hidden = side.commands is None
                assert hidden == (
                    viewer < 0 or (seat != viewer and (seats < 4 or seat != viewer ^ 2))
                )
                if hidden and view.question is not None and view.question.seat != seat:
                    assert side.shown == ()
            assert all(cards == () for cards in view.veiled)
        RULES.apply(state, decisions[0].seat, pick(decisions[0], rng), None)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_worlds_fit_all_that_was_taken_openly(seats: int) -> None:
    rng = SeededRng(f"open {seats}")
    state = RULES.setup(seats, OPTIONS)
    for number in range(260):
        decisions = RULES.decisions(state)
        if not decisions:
            break
        RULES.apply(state, decisions[0].seat, pick(decisions[0], rng), None)
        assert list(broken(RULES.tables, state)) == []
        if number % 13 or state.turn < 0:
            continue
        world = RULES.resample(RULES.view(state, 0), rng)
        assert world.command_bag == state.command_bag
        for seat in range(seats):
            certain = state.players[seat]
            mate = state.players[seat ^ 2] if seats == 4 else certain
            if not certain.veiled and not mate.veiled:
                assert world.players[seat].commands == certain.commands


@pytest.mark.clause("pb.obj.5")
def test_everybody_hears_which_card_is_turned_up() -> None:
    scene = Scene().goals("deep_order", "full_coffers").coins(5).commands("stipendium").act()
    scene.pick("command", "stipendium")
    told = scene.last("objective")
    assert (told["goal"], told["number"]) == (CATALOG.objective("full_coffers"), 1)


@pytest.mark.clause("pb.setup.17")
def test_how_far_an_objective_has_come_stays_with_who_may_see_it() -> None:
    scene = Scene().goals("full_coffers", "ars_oratoria").coins(4).act()
    assert [goal.count for goal in scene.view(0).sides[0].goals] == [4, NONE]
    for stranger in (1, -1):
        assert [goal.count for goal in scene.view(stranger).sides[0].goals] == [NONE, NONE]
    scene.coins(5).commands("stipendium").act().pick("command", "stipendium")
    assert [goal.count for goal in scene.view(1).sides[0].goals] == [7, NONE], "it was turned up"


@pytest.mark.clause("pb.score.11")
def test_the_end_cannot_be_taken_back() -> None:
    scene = Scene().goals("full_staff", seat=1).act()
    scene.state.ending = 1
    scene.pick("end").deal()
    assert scene.over
    assert [event.bars for event in scene.story if event.kind == "game_end"] == [EVERYONE]
