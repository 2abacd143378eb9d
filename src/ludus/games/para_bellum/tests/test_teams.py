"""Four players in teams: alliances, runners, what may pass between allies."""

from __future__ import annotations

import pytest

from ludus.games.para_bellum.ids import COLOUR_IDS
from ludus.games.para_bellum.tests.scene import CATALOG, Cell, Scene, k, r


def team(alliance: str, runner: int = 0, seat: int = 0, actions: int = 2) -> Scene:
    """Seats 0 and 2 are bound by an alliance; the seat's runner has come this far."""
    scene = Scene(4)
    other = (CATALOG.alliance(alliance) + 1) % 3
    scene.state.alliances = [CATALOG.alliance(alliance), other]
    scene.player(seat).runner = runner
    return scene.act(seat, actions)


def own_grays(scene: Scene, seat: int, *faces: int) -> Scene:
    colour = COLOUR_IDS[scene.player(seat).colour]
    scene.army({(c + 1, 0): colour for c in range(len(faces))}, seat=seat)
    return scene.dice({k(c, 0): face for c, face in enumerate(faces)}, seat=seat)


@pytest.mark.clause("pb.team.4")
def test_nothing_passes_without_an_effect() -> None:
    scene = team("war_chest").hand("gold").commands("stipendium")
    assert scene.act(0, 2).verbs() == {
        "command",
        "muster",
        "consult",
        "requisition",
        "pact",
        "runner",
        "end",
    }
    assert "pact" not in scene.coins(0).act(0, 2).verbs()


@pytest.mark.clause("pb.ally.2", "pb.ally.3", "pb.alliance.war_chest")
def test_giving_coins() -> None:
    scene = team("war_chest").pick("pact")
    assert scene.options("coins") == [1, 2], "giving none is not offered"
    scene.pick("coins", 1)
    assert (scene.player(0).coins, scene.player(2).coins) == (1, 3)
    scene.pick("pact")
    assert (scene.player(0).coins, scene.player(2).coins) == (0, 4), "again in the same turn"
    assert "pact" in team("war_chest", seat=2).verbs()
    assert "pact" not in team("war_chest").coins(0).act(0, 2).verbs()


@pytest.mark.clause("pb.ally.4", "pb.ally.5", "pb.ally.8", "pb.ally.11", "pb.ally.7")
def test_a_runner() -> None:
    scene = team("war_chest")
    assert scene.player(0).runner == 0
    scene.pick("runner")
    assert (scene.player(0).runner, scene.player(2).runner) == (1, 0)
    assert scene.asked == (0, "act") and scene.state.actions == 1
    scene.pick("runner")
    spaces = [event.facts["space"] for event in scene.story if event.kind == "runner"]
    assert spaces == [1, 2]
    assert scene.asked == (0, "act") and scene.player(0).runner == 0
    assert (scene.player(0).coins, scene.player(2).coins) == (4, 4)
    more = team("war_chest", 1, actions=3).pick("runner")
    assert more.state.actions == 2 and "runner" in more.verbs()


@pytest.mark.clause("pb.ally.6", "pb.ally.9", "pb.ally.10", "pb.alliance.war_chest")
def test_sides_of_war_chest() -> None:
    first = team("war_chest", 1).general(3).act(0, 1).pick("runner")
    assert first.asked == (0, "runner") and first.options() == [0, 1]
    first.pick("option", 0)
    assert (first.player(0).coins, first.player(2).coins) == (4, 4)
    dice = team("war_chest", 1).general(3).coins(5).act(0, 1)
    dice.picks(("runner", ""), ("option", 1))
    assert dice.options("coins") == [2, 4]
    own_grays(dice, 0, 2).pick("coins", 4).picks(("die", "b"), ("die", k(0, 0)))
    assert dice.player(0).coins == 1
    assert (dice.face("b"), dice.face(k(0, 0))) == (4, 3)
    second = team("war_chest", 1, seat=2).general(3, seat=2).coins(2, seat=2).coins(1, seat=0)
    second.act(2, 1).picks(("runner", ""), ("option", 0))
    assert second.asked == (2, "convert") and "decline" in second.verbs()
    second.picks(("coins", 2), ("take", "contio"), ("take", "medicus"))
    assert second.asked == (0, "convert")
    second.picks(("coins", 1), ("take", "stipendium"))
    assert second.held(2) == ["contio", "medicus"] and second.held(0) == ["stipendium"]


@pytest.mark.clause("pb.ally.12", "pb.alliance.war_council")
def test_war_council() -> None:
    scene = team("war_council").commands("raid", "contio").act(0, 2).pick("pact")
    scene.pick("command", "contio")
    assert scene.held(0) == ["raid"] and scene.held(2) == ["contio"]
    both = team("war_council", 1).pick("runner")
    both.picks(("take", "contio"), ("take", "medicus"))
    assert (both.held(0), both.held(2)) == (["contio"], ["medicus"])
    side_b = own_grays(own_grays(team("war_council", 1, seat=2), 0, 1, 2, 3), 2, 1, 2, 3)
    side_b.act(2, 1).pick("runner")
    assert side_b.asked == (2, "die_raise"), "the mover first, then the ally, each for themselves"
    side_b.picks(("die", k(0, 0)), ("die", k(1, 0)))
    assert side_b.asked == (0, "die_raise")
    side_b.picks(("die", k(1, 0)), ("die", k(2, 0)))
    assert side_b.grays(2) == [2, 3, 3] and side_b.grays(0) == [1, 3, 4]
    up = team("war_council", 1, seat=2).perms("medicus", seat=2).perms("castra", seat=0)
    up.down("medicus", seat=2).down("castra", seat=0).act(2, 1).pick("runner")
    assert not up.player(2).perms[0].down and not up.player(0).perms[0].down
    assert up.player(2).up and up.player(0).up


@pytest.mark.clause("pb.alliance.war_council", "pb.action.10")
def test_a_free_order_of_the_ally() -> None:
    own = COLOUR_IDS[team("war_council").player(2).colour]
    scene = team("war_council", 1).commands("forced_march", "bribe", seat=2).hand(own, seat=2)
    scene.army({(1, 0): own}, seat=2).dice({k(0, 0): (3, "speculatore")}, seat=2)
    scene.act(0, 1).picks(("runner", ""), ("option", 1))
    assert scene.asked == (2, "play_free") and "decline" in scene.verbs()
    scene.pick("command", "forced_march")
    assert scene.asked == (2, "place_card"), "two actions in another's turn are not offered"
    scene.commands("forced_march", "bribe", seat=2).hand(seat=2)
    scene.player(0).runner = 1
    scene.act(0, 1).picks(("runner", ""), ("option", 1))
    assert scene.options("command") == ["bribe"], "nor is an Order that brings nothing else"
    declined = team("war_council", 1).commands("stipendium", seat=2).act(0, 1)
    declined.picks(("runner", ""), ("option", 1), ("decline", ""))
    assert declined.held(2) == ["stipendium"] and declined.asked == (0, "act")
    walls = own_grays(team("war_council", 1), 1, 5).perms("vallum", seat=1)
    walls.commands("raid", seat=2).act(0, 1).picks(("runner", ""), ("option", 1))
    walls.pick("command", "raid")
    assert walls.grays(1) == [], "no action is paid, not even the one that Vallum asks"


@pytest.mark.clause("pb.alliance.joint_levy", "pb.ally.6")
def test_joint_levy() -> None:
    scene = team("joint_levy").hand("gold", "azure").act(0, 2).pick("pact").pick("card", "gold")
    assert scene.looks(0) == ["azure"] and scene.looks(2) == ["gold"]
    draws = team("joint_levy", 1).pick("runner")
    draws.draw("gold", "azure")
    assert (draws.looks(0), draws.looks(2)) == (["gold"], ["azure"])
    own = COLOUR_IDS[team("joint_levy").player(2).colour]
    play = team("joint_levy", 1).hand(own, seat=2).act(0, 1).pick("runner")
    assert play.asked == (0, "runner"), "the choice of the effect is the next decision"
    play.pick("option", 1)
    assert play.asked == (2, "place_card") and "decline" in play.verbs()
    play.place(own, (1, 0)).roll(2)
    assert play.asked == (2, "take"), "the low roll is the ally's"
    play.pick("take", "contio").deal()
    assert play.player(2).blazons and play.held(2) == ["contio"]
    tests = team("joint_levy", 1, seat=2).pick("runner").roll(1, 1)
    tested = [event.facts["seat"] for event in tests.story if event.kind == "morale"]
    assert tested == [3, 1] and tests.last("morale")["plus"] == 0


@pytest.mark.clause("pb.action.10")
def test_an_action_in_the_turn_of_the_ally_is_lost() -> None:
    scene = team("joint_levy", 1).hand("verdant", seat=2)
    scene.army({(0, 1): "verdant", (1, 1): "verdant full"}, seat=2)
    scene.act(0, 1).picks(("runner", ""), ("option", 1)).place("verdant", (2, 1)).roll(6, 6)
    scene.pick("bonus", "verdant")
    assert scene.told("bonus", "actions", "coins") == ["bonus", "actions", "coins"]
    assert scene.last("actions")["kept"] == 0 and scene.player(2).coins == 3
    assert scene.roll(1, 1).state.actions == 0
    assert scene.action_phase(2).state.actions == 2


@pytest.mark.clause("pb.alliance.joint_levy")
def test_joint_levy_raises_red_dice() -> None:
    scene = team("joint_levy", 1, seat=2)
    for seat in (0, 2):
        scene.army({(0, 1): "gold"}, seat=seat).dice({r(0, 0): 2}, seat=seat)
    scene.act(2, 1).picks(("runner", ""), ("option", 0))
    assert scene.reds(0) == [4] and scene.reds(2) == [4]


@pytest.mark.clause("pb.mix.17")
def test_an_ally_completes_the_fifth_colour() -> None:
    scene = team("joint_levy", 1)
    own = COLOUR_IDS[scene.player(2).colour]
    others = [colour for colour in COLOUR_IDS if colour != own]
    army: dict[Cell, str] = {(1, 0): own, (2, 0): own, (3, 0): own}
    for row, colour in zip((1, 2, -1), others, strict=False):
        army |= {(0, row): colour, (1, row): colour}
    scene.army({**army, (3, 1): others[3]}, seat=2)
    scene.dice(dict.fromkeys((r(0, 0), r(0, 1), r(0, -1), r(1, 0), r(1, 1)), 1), seat=2)
    scene.army({(4, 0): own}, seat=2).hand(others[3], seat=2)
    scene.act(0, 1).picks(("runner", ""), ("option", 1)).place(others[3], (4, 1)).roll(5)
    assert scene.player(2).points == 5 and scene.state.ending == 2


@pytest.mark.clause("pb.comp.14", "pb.comp.15")
def test_no_alliance_without_teams() -> None:
    for seats in (2, 3):
        scene = Scene(seats).act()
        assert scene.state.alliances == [] and not scene.verbs() & {"pact", "runner"}
    assert len(set(team("war_chest").state.alliances)) == 2
