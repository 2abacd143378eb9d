"""Control, victory, moving and the ways over water."""

from __future__ import annotations

import pytest

from ludus.core.errors import PlayerError
from ludus.core.face import scenes_of
from ludus.core.protocol import CHANCE
from ludus.games.conqueror.ids import FACTIONS
from ludus.games.conqueror.rules import army
from ludus.games.conqueror.tests.scene import FREE, Scene, T, the_box
from ludus.kit.positions import Script

WEST = ("Espanga", "Gaul", "Alpes", "Sicilia")
EAST = ("Asia Minor", "Thracia", "Syria", "Cyrene")


def rich(*forts: str, timer: str = "off") -> Scene:
    """Rome about to end a turn with its home and these forts."""
    scene = Scene("Rome", "Carthage", "Greece", acting=True, round=3, timer=timer)
    for fort in forts:
        scene.army("Rome", fort, 1)
    return scene


def others_pass(scene: Scene, card: str = "war_fever") -> Scene:
    """Rome ends its turn, so do the others, and a card is drawn."""
    return scene.end().end().end().draw(card)


# Victory -----------------------------------------------------------------------------------------


@pytest.mark.clause("conqueror.victory.1", "conqueror.victory.2", "conqueror.victory.4")
@pytest.mark.parametrize("forts", (WEST, EAST))
def test_five_forts_for_a_round(forts: tuple[str, ...]) -> None:
    scene = rich(*forts)
    assert scene.winner == ""
    scene.end()
    assert scene.winner == "" and scene.view().countdown[0] == 5
    scene.end().end()
    assert scene.winner == ""
    scene.draw("war_fever")
    assert scene.winner == "Rome"
    outcome = scene.rules.outcome(scene.state)
    assert outcome is not None and outcome.reason == "forts"


@pytest.mark.clause("conqueror.victory.4")
def test_no_win_when_the_fifth_fort_falls() -> None:
    scene = rich("Espanga", "Gaul", "Alpes").army("Rome", "Brundium", 1).move("Brundium", "Sicilia")
    assert army.forts_of(T, scene.state, 0) == 5
    assert scene.winner == ""


@pytest.mark.clause("conqueror.victory.3")
def test_great_forts_and_homes_count_once() -> None:
    scene = rich("Espanga", "Gaul", "Alpes", "Carthage")
    assert army.forts_of(T, scene.state, 0) == 5


@pytest.mark.clause("conqueror.victory.5")
@pytest.mark.parametrize("regained", ("Sicilia", "Thracia"))
def test_swapping_a_fort_breaks_the_countdown(regained: str) -> None:
    scene = rich(*WEST, timer="60").army("Carthage", "Carthage", 0, 3).purse("Rome", 9)
    scene.army("Greece", "Thracia", 2)
    scene.end()
    scene.fight("Carthage", "Sicilia", 4, 1).act("stay:4")
    assert scene.state.noted[0].bit_count() == 4
    scene.end()
    # In Greece's turn a fort comes back by a bribe: the count is five again.
    if regained == "Sicilia":
        army.take(scene.state, 2, scene.place("Sicilia"))
        place = scene.place("Sicilia")
        scene.state.size[1] -= scene.state.infantry[place] + scene.state.cavalry[place]
        scene.state.size[2] += scene.state.infantry[place] + scene.state.cavalry[place]
        scene.state.unsettled = 0
    scene.time().do("bribe", regained, 0)
    assert army.forts_of(T, scene.state, 0) == 5
    while scene.decisions()[0].prompt != "plan" or scene.decision().seat != 2:
        scene.act("time", -2)
    scene.end().draw("war_fever")
    assert scene.winner == ""


@pytest.mark.clause("conqueror.victory.6")
def test_a_surplus_protects() -> None:
    scene = rich(*WEST, "Thracia").army("Greece", "Macedonia", 0, 2)
    scene.end().end().fight("Macedonia", "Thracia", 4, 1).act("stay:4").end().draw("war_fever")
    assert scene.winner == "Rome"


@pytest.mark.clause("conqueror.victory.7")
def test_a_broken_countdown_starts_again() -> None:
    scene = rich(*WEST).army("Carthage", "Carthage", 0, 3).army("Rome", "Brundium", 0, 3)
    scene.end().fight("Carthage", "Sicilia", 4, 1).act("stay:4").end().end().draw("war_fever")
    assert scene.winner == "" and scene.view().countdown[0] == 0
    scene.fight("Brundium", "Sicilia", 4, 1)
    while scene.asked() != "act":
        scene.act(scene.decision().options[0].text)
    scene.end()
    assert scene.winner == "" and scene.state.noted[0].bit_count() == 5
    scene.end().end().draw("golden_age")
    assert scene.winner == "Rome"


@pytest.mark.clause("conqueror.victory.8")
def test_a_fort_gained_in_a_rivals_turn_counts_later() -> None:
    scene = rich("Espanga", "Gaul", "Alpes", timer="60").purse("Rome", 5)
    scene.army("Greece", "Thracia", 1).end().end()
    scene.time().do("bribe", "Thracia", 0)
    assert scene.owner("Thracia") == "Rome"
    scene.end().draw("war_fever")
    assert scene.winner == "" and scene.state.noted[0] == 0
    scene.end()
    assert scene.state.noted[0].bit_count() == 5


@pytest.mark.clause("conqueror.victory.9")
def test_the_card_comes_before_the_test_of_victory() -> None:
    scene = rich(*WEST).end().end().end().draw("cilician_pirates").bids(0, 0, 0)
    assert scene.asked() == "lose"
    scene.do("drop_infantry", "Gaul").do("drop_infantry", "Alpes")
    assert scene.winner == "" and scene.decision().seat == 0 and scene.asked() == "plan"


@pytest.mark.clause("conqueror.victory.10")
def test_the_next_in_turn_wins_first() -> None:
    scene = rich(*WEST)
    for fort in ("Asia Minor", "Thracia", "Syria", "Cyrene"):
        scene.army("Greece", fort, 1)
    seat = scene.seat("Greece")
    scene.state.noted[seat] = scene.state.held[seat] & scene.board.fort_mask
    scene.end().end()
    assert scene.winner == "Greece"


@pytest.mark.clause("conqueror.victory.11", "conqueror.control.12")
def test_the_last_one_left_wins_at_once() -> None:
    scene = Scene("Rome", "Carthage", "Greece", acting=True).army("Rome", "Celtica", 0, 6)
    scene.lose_home("Greece", "Rome").lose_home("Carthage", "Rome")
    scene.state.alive &= ~(1 << scene.seat("Greece"))
    scene.army("Carthage", "Averni", 1).fight("Celtica", "Averni", 4, 1)
    if not scene.winner:
        scene.act("advance")
    assert scene.winner == "Rome"
    outcome = scene.rules.outcome(scene.state)
    assert outcome is not None and outcome.reason == "survival"


@pytest.mark.clause("conqueror.victory.11")
def test_a_player_may_lose_the_game_in_the_own_turn() -> None:
    scene = Scene("Rome", "Carthage", "Greece", acting=True).army("Carthage", "Averni", 3)
    scene.lose_home("Greece", "Carthage").lose_home("Rome", "Carthage")
    scene.state.alive &= ~(1 << scene.seat("Greece"))
    scene.army("Rome", "Celtica", 1).fight("Celtica", "Averni", 1, 4)
    assert scene.winner == "Carthage"


@pytest.mark.clause("conqueror.victory.12")
def test_the_round_limit() -> None:
    def decided_by(scene: Scene) -> str:
        outcome = scene.rules.outcome(scene.state)
        assert outcome is not None and outcome.reason == "rounds"
        return outcome.decided_by

    scene = Scene("Rome", "Carthage", "Greece", turn=2, round=30).army("Carthage", "Sicilia", 1)
    scene.end()
    assert scene.winner == "Carthage" and decided_by(scene) == "forts"
    tied = Scene("Rome", "Carthage", "Greece", turn=2, round=30).army("Greece", "Rhodes", 1).end()
    assert tied.winner == "Greece" and decided_by(tied) == "food"
    coins = Scene("Rome", "Carthage", "Greece", turn=2, round=30).purse("Rome", 1).end()
    assert coins.winner == "Rome" and decided_by(coins) == "currency"
    # What the third one has decides nothing.
    close = Scene("Rome", "Carthage", "Greece", turn=2, round=30).purse("Rome", 3)
    close.army("Rome", "Rhodes", 1).army("Carthage", "Libya", 1).purse("Greece", 9).end()
    assert close.view().food == (2, 2, 1) and decided_by(close) == "currency"
    shared = Scene("Rome", "Carthage", "Greece", turn=2, round=30).end()
    assert shared.winner == "Rome,Carthage,Greece"
    endless = Scene("Rome", "Carthage", "Greece", turn=2, round=30, round_limit="off").end()
    assert endless.winner == "" and endless.state.round == 31


@pytest.mark.clause("conqueror.victory.13")
def test_forts_and_countdowns_are_open() -> None:
    scene = rich(*WEST).end()
    for who in ("Rome", "Carthage", ""):
        view = scene.view(who)
        assert view.forts == (5, 1, 1) and view.countdown == (5, 0, 0)


@pytest.mark.clause("conqueror.victory.1", "conqueror.victory.13")
def test_four_forts_start_no_countdown() -> None:
    scene = rich(*WEST[1:]).end()
    assert scene.view().forts[0] == 4 and scene.view().countdown[0] == 0
    assert "countdown" not in scene.kinds()
    told = rich(*WEST).end()
    (countdown,) = [event for event in told.events if event.kind == "countdown"]
    assert countdown.facts["held"] == tuple(sorted(told.place(name) for name in ("Rome", *WEST)))
    assert countdown.facts["forts"] == 5


# Control -----------------------------------------------------------------------------------------


@pytest.mark.clause("conqueror.control.1", "conqueror.control.2", "conqueror.control.3")
def test_a_unit_holds_a_territory() -> None:
    scene = Scene().army("Rome", "Brundium", 1).army("Rome", "Adriatic Sea", 1)
    assert scene.owner("Brundium") == "Rome" and scene.owner("Adriatic Sea") == "Rome"
    assert scene.view().income[0] == 2
    scene.move("Adriatic Sea", "Illyria")
    assert scene.owner("Adriatic Sea") == ""
    scene.move("Brundium", "Adriatic Sea")
    assert scene.owner("Brundium") == "" and scene.view().income[0] == 1


@pytest.mark.clause("conqueror.control.4", "conqueror.control.5")
def test_the_own_home_may_stand_empty() -> None:
    scene = Scene().army("Rome", "Rome", 0, 1).move("Rome", "Alpes", "cavalry")
    assert scene.owner("Rome") == "Rome" and scene.units("Rome") == (0, 0)
    scene.end().end().end().draw("cilician_pirates").bids(0, 0, 0)
    assert scene.owner("Rome") == "Rome" and scene.size("Rome") == 0


@pytest.mark.clause("conqueror.control.6")
def test_a_vacant_home_of_another_is_attacked_not_entered() -> None:
    scene = Scene().army("Rome", "Sicilia", 1)
    assert "Carthage" not in scene.targets("move_infantry", "Sicilia")
    assert "Carthage" in scene.targets("attack", "Sicilia")


@pytest.mark.clause("conqueror.control.7", "conqueror.control.8")
def test_a_captured_home_must_be_garrisoned() -> None:
    scene = Scene().army("Rome", "Carthage", 1).army("Carthage", "Berber", 1)
    scene.move("Carthage", "Libya")
    assert scene.owner("Carthage") == ""
    assert scene.view().income[1] == 0
    scene.end()
    assert "Carthage" in scene.targets("move_infantry", "Berber")
    scene.move("Berber", "Carthage")
    assert scene.owner("Carthage") == "Carthage" and scene.view().income[1] == 1


@pytest.mark.clause("conqueror.control.9")
def test_a_home_retaken_has_all_its_rights() -> None:
    scene = Scene("Carthage", "Rome", "Greece").lose_home("Carthage").army("Carthage", "Berber", 1)
    scene.move("Berber", "Carthage")
    assert scene.bonus("Carthage") == 4
    scene.end().end().end().draw("war_fever").move("Carthage", "Libya")
    assert scene.owner("Carthage") == "Carthage"


@pytest.mark.clause("conqueror.control.10")
def test_one_side_per_territory() -> None:
    """The state can hold nothing else: one owner per territory, and its units."""
    scene = Scene().army("Rome", "Sicilia", 0, 4).army("Carthage", "Carthage", 1)
    scene.fight("Sicilia", "Carthage", 4, 1).act("advance")
    assert scene.owner("Carthage") == "Rome" and scene.units("Carthage") == (0, 4)
    assert len(scene.state.owner) == len(scene.state.infantry) == len(scene.state.cavalry)


@pytest.mark.clause("conqueror.control.12", "conqueror.control.13")
def test_out_of_the_game() -> None:
    scene = Scene("Rome", "Carthage", "Greece", "Egypt", acting=True, round=3)
    scene.army("Rome", "Celtica", 0, 5).lose_home("Carthage", "Greece").army(
        "Carthage", "Averni", 1
    )
    scene.purse("Carthage", 4).heroes("Carthage", "xanthippus").mission("the_oath")
    scene.attack("Celtica", "Averni")
    scene.act("no_hero").roll(4, 1).act("advance")
    view = scene.view()
    assert view.alive == (True, False, True, True)
    assert view.purse[1] == 0 and view.hand_sizes[1] == 0 and not view.has_mission[1]
    assert sum(view.purse) == 1
    scene.end()
    assert scene.decision().seat == 2
    scene.end().end().draw("slave_revolt")
    assert {decision.seat for decision in scene.decisions()} == {0, 2, 3}


# Moves -------------------------------------------------------------------------------------------


@pytest.mark.clause("conqueror.move.1", "conqueror.move.3")
@pytest.mark.parametrize("board", (0, 1))
def test_units_move_to_neighbours_only(board: int) -> None:
    scene = Scene(*FACTIONS[: 3 if board == 0 else 5])
    scene.lose_home("Rome")
    for start in range(scene.board.places):
        if scene.state.owner[start] == -1:
            name = scene.board.names[start]
            one = Scene(*FACTIONS[: 3 if board == 0 else 5]).lose_home("Rome").army("Rome", name, 1)
            near = {b for a, b, _ in one.board.links if a == start and one.state.owner[b] == -1}
            found = {one.place(end) for end in one.targets("move_infantry", name)}
            assert found == near


@pytest.mark.clause("conqueror.move.2", "conqueror.move.6", "conqueror.action.1")
def test_a_move_between_own_lands_uses_the_action() -> None:
    scene = Scene().army("Rome", "Rome", 1).army("Rome", "Alpes", 1).move("Rome", "Alpes")
    assert scene.units("Alpes") == (2, 0) and scene.spent("Alpes") == 1
    scene.move("Alpes", "Averni")
    assert scene.targets("move_infantry", "Alpes") == set()


@pytest.mark.clause("conqueror.move.4")
def test_no_move_into_held_ground() -> None:
    scene = Scene().army("Rome", "Rome", 1).army("Greece", "Sardinia", 1).army(FREE, "Alpes", 1, 1)
    assert scene.targets("move_infantry", "Rome") == {"Brundium", "Tyrrhenian Sea"}


@pytest.mark.clause("conqueror.move.5")
def test_entering_takes_control() -> None:
    scene = Scene().army("Rome", "Rome", 1).move("Rome", "Sardinia")
    assert scene.owner("Sardinia") == "Rome"


@pytest.mark.clause("conqueror.move.7", "conqueror.move.8")
def test_spent_units_lie_down_and_stand_up() -> None:
    scene = Scene().army("Rome", "Rome", 2).move("Rome", "Brundium")
    face = the_box().face
    for who in ("Rome", "Greece", ""):
        view = scene.view(who)
        assert view.tired_infantry[scene.place("Brundium")] == 1
        assert "man spent" in scenes_of(face, view, None, "abc")[0].svg
    scene.end()
    assert "man spent" not in scenes_of(face, scene.view(), None, "abc")[0].svg
    assert scene.spent("Brundium") == 0


@pytest.mark.clause("conqueror.move.9")
def test_units_go_to_sea() -> None:
    scene = Scene().army("Rome", "Brundium", 1).move("Brundium", "Ionian Sea")
    assert scene.owner("Ionian Sea") == "Rome"


@pytest.mark.clause("conqueror.move.10", "conqueror.attack.12")
def test_nothing_is_taken_back() -> None:
    scene = Scene().army("Rome", "Rome", 3).army("Carthage", "Sardinia", 1)
    script = Script.at(the_box(), scene.state, 3, {"timer": "off"})
    move = scene.rules.actions["move_infantry"][scene.board.link("Rome", "Brundium")]
    script.table.play(0, move.text)
    with pytest.raises(PlayerError, match="final by the rules"):
        script.table.undo(0)
    attack = scene.rules.actions["attack"][scene.board.link("Rome", "Sardinia")]
    script.table.play(0, attack.text)
    with pytest.raises(PlayerError, match="final by the rules"):
        script.table.undo(0)
    (decision,) = script.table.decisions()
    assert {action.verb for action in decision.options} == {"join", "join_all"}


@pytest.mark.clause("conqueror.action.2", "conqueror.action.3")
def test_one_moves_one_attacks_one_stays() -> None:
    scene = Scene().army("Rome", "Rome", 3).army("Carthage", "Sardinia", 1)
    scene.move("Rome", "Brundium").fight("Rome", "Sardinia", 4, 1, infantry=1)
    assert scene.owner("Sardinia") == "Rome"
    assert scene.units("Rome") == (1, 0) and "Brundium" in scene.targets("move_infantry", "Rome")
    alone = (
        Scene().army("Rome", "Brundium", 1).army("Carthage", "Sicilia", 1).move("Brundium", "Rome")
    )
    assert alone.offers("attack") == set()


@pytest.mark.clause("conqueror.danube.1", "conqueror.danube.5")
def test_down_the_river() -> None:
    scene = Scene(acting=True).army("Rome", "Celtica", 1)
    scene.army("Greece", "Thracia", 1).army("Greece", "Dacia", 1)
    assert "Black Sea" in scene.targets("move_infantry", "Celtica")
    scene.move("Celtica", "Black Sea")
    assert scene.spent("Black Sea") == 1
    empty = Scene(acting=True).army("Rome", "Celtica", 1)
    assert {"Thracia", "Dacia"} <= empty.targets("move_infantry", "Celtica")


@pytest.mark.clause("conqueror.danube.2", "conqueror.danube.4")
def test_attacks_by_river() -> None:
    scene = Scene(acting=True).army("Rome", "Celtica", 3).army("Greece", "Dacia", 1)
    scene.army("Greece", "Black Sea", 1).army("Greece", "Thracia", 1)
    assert {"Dacia", "Black Sea", "Thracia"} <= scene.targets("attack", "Celtica")
    scene.attack("Celtica", "Thracia")
    assert scene.before_die(1) == 2
    for start in ("Dacia", "Black Sea"):
        back = Scene(acting=True).army("Rome", start, 1).army("Greece", "Celtica", 1)
        assert "Celtica" in back.targets("attack", start)


@pytest.mark.clause("conqueror.bridge.2", "conqueror.bridge.4")
def test_crossing_a_bridge() -> None:
    scene = Scene().army("Rome", "Rome", 1).army("Carthage", "Tyrrhenian Sea", 3)
    scene.move("Rome", "Sardinia")
    assert scene.spent("Sardinia") == 1


@pytest.mark.clause("conqueror.bridge.3")
def test_attacking_over_a_bridge() -> None:
    scene = Scene().army("Rome", "Brundium", 1).army("Carthage", "Sicilia", 1)
    assert "Sicilia" in scene.targets("attack", "Brundium")


# Independents ------------------------------------------------------------------------------------


@pytest.mark.clause("conqueror.independent.1")
def test_independents_belong_to_nobody() -> None:
    scene = Scene().army(FREE, "Alpes", 1, 1)
    assert scene.state.owner[scene.place("Alpes")] not in range(3)
    assert "plate free" in scenes_of(the_box().face, scene.view(), None, "abc")[0].svg


@pytest.mark.clause("conqueror.independent.2", "conqueror.independent.4")
def test_independents_only_defend() -> None:
    scene = Scene().army(FREE, "Alpes", 1, 1).army("Rome", "Rome", 5)
    scene.attack("Rome", "Alpes").act("advance")
    assert scene.owner("Alpes") == "Rome"
    scene.end().end().end().draw("war_fever")
    scene.do("march", "Alpes>Rome")
    assert scene.owner("Alpes") == "" and scene.units("Alpes") == (0, 0)
    scene.end().end().end().draw("golden_age")
    assert scene.owner("Alpes") == ""


@pytest.mark.clause("conqueror.independent.3", "conqueror.independent.9", "conqueror.attack.1")
def test_independents_need_a_superior_force() -> None:
    weak = Scene().army(FREE, "Alpes", 1, 1).army("Rome", "Rome", 4)
    assert "Alpes" not in weak.targets("attack", "Rome")
    reason = the_box().face.why_not(
        weak.view("Rome"), weak.decision(), f"land-{weak.place('Alpes')}", "abc"
    )
    assert reason is not None and "a strength of 4" in "".join(bit.text for bit in reason)
    assert "Alpes" in Scene().army(FREE, "Alpes", 1, 1).army("Rome", "Rome", 5).targets(
        "attack", "Rome"
    )


@pytest.mark.clause("conqueror.independent.13", "conqueror.independent.14")
def test_the_rulebooks_independents_example() -> None:
    scene = Scene("Greece", "Rome", "Carthage").army(FREE, "Asia Minor", 0, 2)
    assert army.guard(T, scene.state, scene.place("Asia Minor")) == 6
    scene.army("Greece", "Syria", 2, 2)
    assert "Asia Minor" not in scene.targets("attack", "Syria")
    scene.army("Greece", "Syria", 1).attack("Syria", "Asia Minor").act("advance")
    assert scene.owner("Asia Minor") == "Greece"


@pytest.mark.clause(
    "conqueror.independent.5", "conqueror.independent.6", "conqueror.independent.10"
)
@pytest.mark.clause("conqueror.independent.11", "conqueror.independent.12")
def test_beating_independents() -> None:
    scene = Scene().army(FREE, "Alpes", 1, 1).army("Rome", "Rome", 3, 1).purse("Rome", 2)
    scene.heroes("Rome", "scipio_africanus").attack("Rome", "Alpes")
    assert scene.asked() == "advance"
    assert "die" not in scene.kinds() and scene.state.hand[0]
    assert scene.offers("stay") == {"0", "4"}
    scene.act("stay:0")
    assert scene.units("Alpes") == (2, 1) and scene.units("Rome") == (1, 0)
    assert scene.coins("Rome") == 2 and scene.size("Rome") == 4


@pytest.mark.clause("conqueror.independent.7")
def test_every_defender_gets_one() -> None:
    scene = Scene("Rome", "Carthage", "Greece", "Egypt", "Persia").army(FREE, "Palestina", 1, 1)
    assert army.guard(T, scene.state, scene.place("Palestina")) + 1 == 5


@pytest.mark.clause("conqueror.independent.8")
def test_independents_in_a_home() -> None:
    scene = Scene("Rome", "Greece", "Egypt").army(FREE, "Carthage", 1, 1)
    assert army.guard(T, scene.state, scene.place("Carthage")) + 1 == 6


@pytest.mark.clause("conqueror.attack.2")
def test_after_independents_units_are_spent() -> None:
    scene = Scene().army(FREE, "Alpes", 1, 1).army("Rome", "Rome", 5).army("Carthage", "Averni", 1)
    scene.attack("Rome", "Alpes").act("advance")
    assert scene.offers("attack") == set() and scene.spent("Alpes") == 5
    scene.end().end().end().draw("war_fever")
    assert "Averni" in scene.targets("attack", "Alpes")


@pytest.mark.clause("conqueror.attack.4")
def test_all_units_may_join_at_once_or_some_of_them() -> None:
    scene = Scene(acting=True).army("Rome", "Brundium", 3, 2).army("Greece", "Sicilia", 2)
    scene.do("attack", "Brundium>Sicilia").act("join_all")
    assert scene.parts(0)[0] == 7
    assert scene.decision().seat == CHANCE
    some = Scene(acting=True).army("Rome", "Brundium", 3, 2).army("Greece", "Sicilia", 2)
    some.do("attack", "Brundium>Sicilia").act("join:4").act("fight")
    assert some.parts(0)[0] == 2
    # Having gone on to cavalry, all that is left of it joins, and no more infantry.
    rest = Scene(acting=True).army("Rome", "Brundium", 3, 3).army("Greece", "Sicilia", 2)
    rest.do("attack", "Brundium>Sicilia").act("join:0").act("join:4").act("join_all")
    assert rest.parts(0)[0] == 7
    # Against independents no unit is passed over whose strength is needed.
    strong = Scene(acting=True).army("Rome", "Rome", 3, 1).army(FREE, "Alpes", 1, 1)
    assert strong.do("attack", "Rome>Alpes").offers("join") == {"0"}
    assert strong.act("join:0").offers("join") == {"0"} and "fight" not in strong.verbs()
    # One unit alone attacks unasked, and the last one needs no word for all.
    one = Scene(acting=True).army("Rome", "Brundium", 1).army("Greece", "Sicilia", 2)
    assert one.do("attack", "Brundium>Sicilia").decision().seat == CHANCE
    last = Scene(acting=True).army("Rome", "Brundium", 2).army("Greece", "Sicilia", 2)
    last.do("attack", "Brundium>Sicilia").act("join:0")
    assert last.verbs() == {"join", "fight"}


@pytest.mark.clause("conqueror.move.10")
def test_planning_can_be_taken_back_until_the_first_action() -> None:
    scene = Scene().army("Rome", "Rome", 1).army("Rome", "Brundium", 1)
    table = Script.at(the_box(), scene.state, 3, {"timer": "off"}).table
    place = scene.place("Rome")
    table.play(0, "collect")
    table.play(0, f"recruit_infantry:{place}")
    assert table.undo(0) == 1
    assert table.undo(0) == 1
    (decision,) = table.decisions()
    assert "collect" in {action.verb for action in decision.options}


@pytest.mark.clause("conqueror.control.12", "conqueror.chronicles.1")
def test_when_the_last_in_order_is_out_a_new_round_begins() -> None:
    scene = Scene("Rome", "Carthage", "Egypt", timer="60", turn=2).lose_home("Egypt", "Rome")
    scene.army("Egypt", "Cyrene", 1).purse("Rome", 5).time().do("bribe", "Cyrene", 0)
    assert scene.view().alive == (True, True, False)
    assert scene.asked() == "card" and scene.state.round == 3


@pytest.mark.clause("conqueror.control.12")
def test_players_go_out_in_the_order_of_turns() -> None:
    """Both lose their last unit to the same threat; who sits first after the start goes first."""
    scene = Scene("Rome", "Carthage", "Egypt", "Greece", turn=3)
    for name, place in (("Carthage", "Libya"), ("Greece", "Cyrene")):
        scene.lose_home(name, "Rome").army(name, place, 1)
    scene.army("Rome", "Sicilia", 2).army("Egypt", "Alexandria", 2)
    scene.end().draw("cilician_pirates").bids(0, 0, 0, 0)
    while scene.asked() == "lose":
        scene.act(scene.decision().options[0].text)
    out = [event.number("seat") for event in scene.events if event.kind == "eliminated"]
    assert out == [1, 3]
