"""The clock, warnings and bribes."""

from __future__ import annotations

import pytest

from ludus.core.protocol import CHANCE, CLOCK
from ludus.core.table import Table
from ludus.games.conqueror.ids import CLAIM_TIME, EXTRA, INFANTRY, QUIET_TIME, READY
from ludus.games.conqueror.rules import army, bribery, threats
from ludus.games.conqueror.tests.scene import CARDS, FREE, Scene, T, the_box


def late(*, acting: bool = False, card: str = "", timer: str = "60") -> Scene:
    """Egypt in its turn with an army in Cyrene, rivals with coins; time is still running."""
    scene = Scene("Egypt", "Rome", "Greece", timer=timer, acting=acting, card=card)
    scene.army("Egypt", "Cyrene", 1, 1).army("Egypt", "Alexandria", 1)
    return scene.purse("Rome", 5).purse("Greece", 5)


def clock(scene: Scene) -> tuple[int, int]:
    """How long the clock waits, and the timer's number."""
    decision = scene.decision(CLOCK)
    return decision.wait, decision.timer


def seats(scene: Scene) -> list[int]:
    return [decision.seat for decision in scene.decisions()]


def expired(scene: Scene) -> Scene:
    """Run the clock out, through quiet and warning in the action phase."""
    if scene.state.acting:
        scene.time().act("warn", 1)
    return scene.time()


@pytest.mark.clause("conqueror.planning.3", "conqueror.planning.4")
@pytest.mark.parametrize(("timer", "wait"), (("60", 60_000), ("90", 90_000), ("120", 120_000)))
def test_the_planning_clock(timer: str, wait: int) -> None:
    scene = late(timer=timer)
    assert clock(scene) == (wait, 1)
    scene.do("collect")
    assert clock(scene) == (wait, 1)
    scene.end()
    assert clock(scene) == (wait, 2)


@pytest.mark.clause("conqueror.planning.4")
def test_no_clock_no_bribe() -> None:
    scene = late(timer="off")
    assert seats(scene) == [0]
    scene.move("Cyrene", "Libya")
    assert seats(scene) == [0]


@pytest.mark.clause("conqueror.bribe.1")
def test_bribes_open_when_time_is_up() -> None:
    scene = late()
    assert seats(scene) == [0, CLOCK]
    scene.time()
    assert seats(scene) == [0, 1, 2]
    assert scene.verbs(1) == {"wait", "bribe"} and scene.offers("bribe", 1) == {"Cyrene"}
    scene.act("wait", 1)
    assert seats(scene) == [0, 2]


@pytest.mark.clause(
    "conqueror.bribe.2", "conqueror.bribe.3", "conqueror.bribe.4", "conqueror.bribe.21"
)
@pytest.mark.clause("conqueror.bribe.22", "conqueror.bribe.19")
def test_the_rulebooks_bribe() -> None:
    scene = late().time().do("bribe", "Cyrene", 1).act("wait", 2)
    assert scene.owner("Cyrene") == "Rome" and scene.units("Cyrene") == (1, 1)
    assert scene.state.purse == [0, 2, 5]
    assert scene.view().forts[1] == 2
    assert not {"battle", "die", "hero_said", "reward"} & set(scene.kinds())
    assert scene.state.wins == [0] * 9
    assert late().purse("Rome", 2).time().decisions()[1].seat == 2


@pytest.mark.clause("conqueror.bribe.5", "conqueror.planning.12", "conqueror.bribe_action.4")
def test_an_action_closes_the_window() -> None:
    scene = late().time().move("Cyrene", "Libya")
    assert seats(scene) == [0, CLOCK]
    ended = late().time().end()
    assert seats(ended) == [1, CLOCK]
    early = late().end()
    assert seats(early) == [1, CLOCK]


@pytest.mark.clause("conqueror.planning.13")
def test_a_late_player_may_still_plan() -> None:
    scene = late().purse("Egypt", 4).time().do("buy", "sosibius").do("recruit_infantry", "Cyrene")
    assert seats(scene) == [0, 1, 2]
    scene.do("bribe", "Cyrene", 1).act("wait", 2)
    assert scene.coins("Rome") == 1


@pytest.mark.clause("conqueror.bribe.6", "conqueror.bribe.7")
def test_one_bribe_and_no_more() -> None:
    scene = late().army("Egypt", "Thebes", 1).time().do("bribe", "Cyrene", 1).act("wait", 2)
    assert seats(scene) == [0, CLOCK] and scene.asked() == "plan"
    assert scene.coins("Greece") == 5
    scene.do("collect")
    assert seats(scene) == [0, CLOCK]


@pytest.mark.clause("conqueror.bribe.23", "conqueror.bribe.7", "conqueror.planning.6")
def test_after_a_planning_bribe_a_second_minute_ends_the_planning() -> None:
    scene = late().army("Egypt", "Thebes", 1).time()
    before = scene.state.timer
    scene.do("bribe", "Cyrene", 1).act("wait", 2)
    assert clock(scene)[0] == 60_000 and clock(scene)[1] > before
    assert "recruit_infantry" in scene.verbs()
    scene.time()
    # Nobody may bribe again in planning; but it is over, and rivals may warn after a while.
    assert scene.kinds()[-1] == "planning_over" and scene.owner("Thebes") == "Egypt"
    assert scene.asked() == "act" and "recruit_infantry" not in scene.verbs()
    assert seats(scene) == [0, CLOCK] and clock(scene)[0] == QUIET_TIME
    scene.time().act("warn", 2).time()
    assert scene.offers("bribe", 2) == {"Thebes"}


@pytest.mark.clause("conqueror.bribe.24", "conqueror.bribe.1")
def test_who_lets_a_bribe_pass_is_asked_again_when_the_late_player_does_something() -> None:
    scene = late().time().act("wait", 1).act("wait", 2)
    assert seats(scene) == [0]
    scene.do("recruit_infantry", "Cyrene")
    assert seats(scene) == [0, 1, 2] and scene.offers("bribe", 1) == {"Cyrene"}
    warning = late(acting=True).time().act("wait", 1)
    assert seats(warning) == [0, 2]
    warning.move("Cyrene", "Libya").time()
    assert seats(warning) == [0, 1, 2]


@pytest.mark.clause("conqueror.bribe.24")
def test_letting_a_bribe_pass_can_be_taken_back_until_something_happens() -> None:
    scene = late().time()
    table = Table(the_box(), ("a", "b", "c"), {"timer": "60"})
    table.set_position(scene.state)
    table._snapshots = [scene.state.copy()]
    table.play(1, "wait")
    table.play(2, "wait")
    assert table.undoable(1) == [1]
    table.undo(1)
    assert [decision.seat for decision in table.decisions()] == [0, 1]
    table.play(1, table.decisions()[1].options[1])
    assert table.undoable(2) == []


@pytest.mark.clause("conqueror.bribe.1", "conqueror.bribe_action.1", "conqueror.bribe.8")
def test_warnings_and_bribes_are_optional() -> None:
    scene = late(acting=True).time()
    for decisions in (scene.decisions(), scene.act("warn", 1).time().decisions()):
        assert [decision.optional for decision in decisions] == [False, True, True]
        assert {option.text for each in decisions[1:] for option in each.declines} == {"wait"}
        assert scene.view().waiting == (0,)
    claimed = late().time().do("bribe", "Cyrene", 1)
    assert claimed.view().waiting == (2,)
    assert claimed.decision(2).optional and not claimed.decision(CLOCK).optional


@pytest.mark.clause("conqueror.bribe.8")
def test_claims_at_the_same_moment_are_rolled_for() -> None:
    scene = late().army("Egypt", "Thebes", 1).time().do("bribe", "Cyrene", 1)
    assert seats(scene) == [CLOCK, 2]
    assert scene.decision(CLOCK).wait == CLAIM_TIME
    scene.do("bribe", "Thebes", 2)
    assert scene.decision().seat == CHANCE
    scene.roll(3, 3).roll(2, 4)
    assert scene.owner("Thebes") == "Greece" and scene.owner("Cyrene") == "Egypt"
    assert scene.state.purse == [0, 5, 4]
    assert seats(scene) == [0, CLOCK] and scene.asked() == "plan"


@pytest.mark.clause("conqueror.bribe.8")
def test_a_second_call_answers_the_question_that_was_open_before_the_first() -> None:
    """Over a network the second caller has not yet heard of the first: it must not be too late."""
    scene = late().time()
    before = scene.decision(2)
    scene.do("bribe", "Cyrene", 1)
    after = scene.decision(2)
    assert (after.prompt, after.options) == (before.prompt, before.options)


@pytest.mark.clause("conqueror.bribe.6", "conqueror.bribe.8")
def test_when_the_moment_is_over_the_first_claim_wins() -> None:
    scene = late().time().do("bribe", "Cyrene", 1).time()
    assert scene.owner("Cyrene") == "Rome" and scene.state.purse == [0, 2, 5]


@pytest.mark.clause("conqueror.bribe.4", "conqueror.bribe.9")
def test_the_price_may_take_the_last_coin() -> None:
    scene = late().purse("Rome", 3).purse("Greece", 2).time()
    assert seats(scene) == [0, 1] and scene.offers("bribe", 1) == {"Cyrene"}
    assert scene.do("bribe", "Cyrene", 1).coins("Rome") == 0


@pytest.mark.clause("conqueror.bribe.8", "conqueror.bribe_action.8")
def test_every_wait_is_a_clock_of_its_own() -> None:
    scene = late().time()
    before = scene.state.timer
    scene.do("bribe", "Cyrene", 1)
    assert clock(scene) == (CLAIM_TIME, before + 1)
    fought = late(acting=True).army("Rome", "Libya", 1)
    fought.attack("Cyrene", "Libya", 0, 1)
    declared = fought.state.timer
    fought.roll(1, 1)
    assert clock(fought)[0] == QUIET_TIME and clock(fought)[1] > declared


@pytest.mark.clause("conqueror.bribe.9", "conqueror.bribe.10")
def test_the_price() -> None:
    scene = late().army("Egypt", "Asia Minor", 1, 2)
    assert bribery.price_of(T, scene.state, scene.place("Asia Minor")) == 5


@pytest.mark.clause(
    "conqueror.bribe.11", "conqueror.bribe.13", "conqueror.bribe.14", "conqueror.bribe.15"
)
def test_which_armies_can_be_bribed() -> None:
    scene = late().army("Egypt", "Egyptian Sea", 1).army("Egypt", "Libya", 1).army(FREE, "Alpes", 1)
    scene.army("Greece", "Creta", 1).time()
    assert scene.offers("bribe", 1) == {"Cyrene", "Egyptian Sea", "Libya"}


@pytest.mark.clause("conqueror.bribe.12")
def test_captured_homes_are_safe_if_played() -> None:
    scene = late().army("Egypt", "Rome", 1).army("Egypt", "Carthage", 1).time()
    assert scene.offers("bribe", 2) == {"Cyrene", "Carthage"}


@pytest.mark.clause("conqueror.bribe.16")
def test_the_briber_must_feed_them() -> None:
    scene = (
        late().army("Egypt", "Cyrene", 1).army("Egypt", "Libya", 3).army("Rome", "Rome", 5).time()
    )
    assert scene.quota("Rome") == 6
    assert scene.offers("bribe", 1) == {"Libya"}
    # A place in the quota is for a unit, whatever its strength.
    riders = late().army("Egypt", "Creta", 0, 2).army("Rome", "Rome", 4).time()
    assert "Creta" in riders.offers("bribe", 1)


@pytest.mark.clause("conqueror.bribe.16", "conqueror.chronicle.bountiful_harvest")
def test_a_rich_harvest_feeds_bribed_units_too() -> None:
    hungry = late().army("Rome", "Rome", 5).time()
    assert hungry.quota("Rome") == 6 and 1 not in seats(hungry)
    fed = late(card="bountiful_harvest").army("Rome", "Rome", 5).time()
    assert fed.quota("Rome") == 8 and fed.offers("bribe", 1) == {"Cyrene"}
    full = late(card="bountiful_harvest").army("Rome", "Rome", 7).time()
    assert 1 not in seats(full)


@pytest.mark.clause("conqueror.bribe.17")
def test_a_bribe_can_bring_hunger() -> None:
    scene = late().army("Egypt", "Libya", 1).army("Egypt", "Alexandria", 4)
    assert scene.size("Egypt") == scene.quota("Egypt") == 8
    scene.time().do("bribe", "Libya", 1).act("wait", 2)
    assert scene.asked() == "trim" and scene.decision().seat == 0


@pytest.mark.clause("conqueror.bribe.18")
def test_bribed_units_are_ready() -> None:
    scene = late(acting=True).move("Cyrene", "Libya").time().act("warn", 1).time()
    scene.do("bribe", "Libya", 1)
    while scene.asked() != "act":
        scene.act("time", CLOCK)
    assert scene.spent("Libya") == 0
    scene.end()
    assert "Libya" in {name.split(">")[0] for name in scene.offers("move_infantry", 1)}


@pytest.mark.clause("conqueror.bribe.20", "conqueror.bribe_action.1")
def test_everybody_sees_the_same_clock() -> None:
    scene = late()
    face = the_box().face
    for who in ("Egypt", "Rome", ""):
        view = scene.view(who)
        assert (view.clock, view.timer) == (scene.state.clock, 1)
        assert face.panels(view, "abc")[scene.state.turn].state == "planning 60 s"
    scene = late(acting=True).time().act("warn", 2)
    assert clock(scene)[0] == 60_000
    assert face.panels(scene.view(), "abc")[scene.state.turn].state == "warned 60 s"


@pytest.mark.clause("conqueror.bribe_action.9", "conqueror.bribe_action.1")
def test_a_warning_needs_a_moment_of_quiet() -> None:
    scene = late().move("Cyrene", "Libya")
    assert seats(scene) == [0, CLOCK] and clock(scene)[0] == QUIET_TIME == 10_000
    scene.time()
    assert scene.verbs(1) == {"wait", "warn"} and "time_up" not in scene.kinds()
    assert "time_up" in scene.act("warn", 1).time().kinds()


@pytest.mark.clause("conqueror.bribe_action.2", "conqueror.bribe_action.5")
def test_after_a_warning_has_run_out() -> None:
    scene = expired(late(acting=True))
    assert scene.offers("bribe", 1) == {"Cyrene"}
    scene.do("bribe", "Cyrene", 2).act("wait", 1)
    assert scene.owner("Cyrene") == "Greece" and scene.state.purse == [0, 5, 2]


@pytest.mark.clause("conqueror.bribe_action.3")
def test_an_action_stops_the_warning() -> None:
    scene = late(acting=True).time().act("warn", 1)
    assert clock(scene)[0] == 60_000
    scene.move("Cyrene", "Libya")
    assert clock(scene)[0] == QUIET_TIME and seats(scene) == [0, CLOCK]


@pytest.mark.clause("conqueror.bribe_action.6", "conqueror.bribe_action.7")
def test_one_territory_per_warning() -> None:
    scene = expired(late(acting=True).army("Egypt", "Thebes", 1))
    scene.do("bribe", "Cyrene", 1).act("wait", 2)
    assert seats(scene) == [0, CLOCK] and clock(scene)[0] == QUIET_TIME
    scene.time().act("warn", 2).time()
    assert scene.offers("bribe", 2) == {"Thebes"}
    scene.do("bribe", "Thebes", 2)
    while scene.asked() != "act":
        scene.act("time", CLOCK)
    assert scene.owner("Thebes") == "Greece"


@pytest.mark.clause("conqueror.bribe_action.8")
def test_nobody_warns_during_a_battle() -> None:
    scene = late(acting=True).time().act("warn", 1)
    scene.army("Rome", "Libya", 1).heroes("Rome", "gaius_duilius").attack("Cyrene", "Libya")
    assert seats(scene) == [1] and scene.asked() == "defence_hero"
    scene.act("no_hero")
    assert seats(scene) == [CHANCE]


def joining() -> Scene:
    """Egypt has declared an attack and thinks about who joins; Thebes stands apart."""
    scene = late(acting=True).army("Egypt", "Thebes", 1).army("Egypt", "Cyrene", 2)
    scene.army("Rome", "Libya", 1)
    return scene.do("attack", "Cyrene>Libya")


@pytest.mark.clause("conqueror.bribe_action.10")
def test_declaring_an_attack_buys_no_time() -> None:
    scene = joining()
    assert scene.asked() == "join"
    assert seats(scene) == [0, CLOCK] and clock(scene)[0] == QUIET_TIME
    scene.time()
    assert seats(scene) == [0, 1, 2] and scene.verbs(2) == {"wait", "warn"}
    scene.act("warn", 2)
    assert scene.asked() == "join" and clock(scene)[0] == 60_000
    scene.time()
    assert scene.offers("bribe", 1) == {"Thebes"}
    scene.do("bribe", "Thebes", 1).act("wait", 2)
    # The battle goes on where it was, and the quiet time starts anew.
    assert scene.owner("Thebes") == "Rome" and scene.asked() == "join"
    assert clock(scene)[0] == QUIET_TIME


@pytest.mark.clause("conqueror.bribe_action.10", "conqueror.bribe_action.3")
def test_an_answer_inside_an_action_is_acting() -> None:
    scene = joining().time().act("warn", 1)
    warned = clock(scene)
    assert warned[0] == 60_000
    scene.do("join")
    assert scene.asked() == "join"
    assert clock(scene)[0] == QUIET_TIME and clock(scene)[1] > warned[1]


@pytest.mark.clause("conqueror.bribe_action.10")
def test_the_clock_runs_in_every_question_of_the_own_turn() -> None:
    hero = late(acting=True).army("Rome", "Libya", 1).heroes("Egypt", "sosibius")
    hero.attack("Cyrene", "Libya")
    assert hero.asked() == "attack_hero" and seats(hero) == [0, CLOCK]
    won = late(acting=True).army("Egypt", "Cyrene", 3).army("Rome", "Libya", 1)
    won.fight("Cyrene", "Libya", 4, 1)
    assert won.asked() == "advance" and seats(won) == [0, CLOCK]
    which = late(acting=True).army("Egypt", "Cyrene", 1, spent=False)
    place = which.place("Cyrene")
    army.change(which.state, place, INFANTRY, 1, READY, EXTRA)
    which.move("Cyrene", "Libya")
    assert which.asked() == "which" and seats(which) == [0, CLOCK]


@pytest.mark.clause("conqueror.bribe_action.11")
def test_units_that_are_fighting_or_under_way_cannot_be_bribed() -> None:
    scene = joining().time().act("warn", 1).time()
    assert scene.offers("bribe", 2) == {"Thebes"}
    assert scene.view().bribe_price[scene.place("Cyrene")] == 0
    open_now = late(acting=True).army("Egypt", "Thebes", 1).time().act("warn", 1).time()
    assert open_now.offers("bribe", 2) == {"Thebes", "Cyrene"}
    which = late(acting=True).army("Egypt", "Thebes", 1).army("Egypt", "Cyrene", 1)
    army.change(which.state, which.place("Cyrene"), INFANTRY, 1, READY, EXTRA)
    which.move("Cyrene", "Libya").time().act("warn", 1).time()
    assert which.asked() == "which" and which.offers("bribe", 2) == {"Thebes"}


@pytest.mark.clause("conqueror.bribe_action.10", "conqueror.bribe.17")
def test_a_bribe_may_end_the_hunger_it_was_called_in() -> None:
    """Egypt has to give up units; the army that is bribed meanwhile takes the excess with it."""
    scene = late().army("Egypt", "Libya", 1).army("Egypt", "Alexandria", 4).purse("Rome", 20)
    scene.time().do("bribe", "Libya", 1).act("wait", 2)
    assert scene.asked() == "trim" and seats(scene) == [0, CLOCK]
    scene.time()
    assert scene.asked() == "trim" and clock(scene)[0] == QUIET_TIME
    scene.time().act("warn", 2).time().do("bribe", "Cyrene", 2)
    while scene.asked() == "claim_time":
        scene.act("time", CLOCK)
    assert scene.asked() == "act" and scene.size("Egypt") <= scene.quota("Egypt")


@pytest.mark.clause("conqueror.bribe.17", "conqueror.control.12")
def test_a_bribe_can_end_a_player() -> None:
    scene = Scene("Egypt", "Rome", "Greece", timer="60").lose_home("Egypt", "Rome")
    scene.army("Egypt", "Cyrene", 1).purse("Rome", 5).time().do("bribe", "Cyrene", 1)
    assert scene.view().alive == (False, True, True)
    assert scene.decision().seat == 1 and scene.asked() == "plan"


@pytest.mark.clause("conqueror.bribe_action.10", "conqueror.bribe.23")
def test_every_clock_has_a_number_of_its_own() -> None:
    scene = late(acting=True).army("Egypt", "Thebes", 1).army("Egypt", "Libya", 1)
    numbers = [clock(scene)[1]]
    for step in ("move", "warn", "bribe", "claim"):
        if step == "move":
            scene.move("Cyrene", "Ionian Sea")
        elif step == "warn":
            scene.time().act("warn", 1)
        elif step == "bribe":
            scene.time().do("bribe", "Thebes", 1)
        else:
            scene.act("wait", 2)
        numbers.append(clock(scene)[1])
    assert numbers == sorted(set(numbers)) and len(numbers) == 5


@pytest.mark.clause("conqueror.bribe.24", "conqueror.bribe_action.7")
def test_the_first_seat_is_asked_again_too() -> None:
    scene = Scene("Egypt", "Rome", "Greece", timer="60", acting=True, turn=1)
    scene.army("Rome", "Sicilia", 2).purse("Egypt", 5)
    scene.time().act("wait", 0)
    assert seats(scene) == [1, 2]
    scene.move("Sicilia", "Tyrrhenian Sea")
    assert scene.state.declined == 0
    assert seats(scene.time()) == [1, 0, 2]


@pytest.mark.clause("conqueror.bribe_action.1", "conqueror.control.13")
def test_who_is_out_of_the_game_is_not_asked() -> None:
    for acting in (False, True):
        scene = late(acting=acting).out("Greece")
        if acting:
            assert seats(scene.time()) == [0, 1]
            scene.act("warn", 1)
        assert seats(scene.time()) == [0, 1]


@pytest.mark.clause("conqueror.bribe.14", "conqueror.bribe.8", "conqueror.control.13")
def test_who_may_join_in_a_bribe() -> None:
    scene = Scene("Egypt", "Rome", "Greece", "Carthage", timer="60").purse("Egypt", 9)
    scene.army("Egypt", "Cyrene", 1, 1).purse("Rome", 5).purse("Greece", 5).out("Carthage")
    scene.time().do("bribe", "Cyrene", 1)
    # Neither the late player, nor who has claimed, nor who is out.
    assert seats(scene) == [CLOCK, 2]


@pytest.mark.clause("conqueror.bribe.13")
def test_an_army_in_the_first_territory_can_be_bribed() -> None:
    scene = late()
    first = scene.board.names[0]
    scene.army("Egypt", first, 1).time()
    assert scene.offers("bribe", 1) == {first, "Cyrene"}


@pytest.mark.clause("conqueror.bribe_action.10", "conqueror.bribe.17")
def test_hunger_ends_with_the_last_unit_too_many() -> None:
    """After the second bribe Egypt has exactly as many units as it can feed."""
    scene = late().army("Egypt", "Libya", 1).purse("Rome", 20)
    scene.army("Egypt", "Alexandria", scene.quota("Egypt") - scene.size("Egypt"))
    scene.time().do("bribe", "Libya", 1).act("wait", 2)
    assert scene.asked() == "trim" and scene.size("Egypt") == scene.quota("Egypt") + 1
    scene.time().time().act("warn", 2)
    place = scene.place("Cyrene")
    army.drop(T, scene.state, place, INFANTRY)
    army.add(scene.state, 0, scene.place("Alexandria"), INFANTRY, 1)
    scene.time().do("bribe", "Cyrene", 2)
    while scene.asked() == "claim_time":
        scene.act("time", CLOCK)
    assert scene.size("Egypt") == scene.quota("Egypt")
    assert scene.asked() == "act" and scene.state.unsettled == 0


@pytest.mark.clause("conqueror.victory.11", "conqueror.bribe_action.10")
def test_a_game_that_ends_in_a_turn_asks_nothing_more() -> None:
    scene = late(acting=True).army("Egypt", "Libya", 2).out("Greece")
    scene.lose_home("Rome", "Egypt").army("Rome", "Ionian Sea", 1)
    scene.attack("Libya", "Ionian Sea")
    scene.roll(4, 1)
    if scene.decisions():
        scene.do("advance")
    outcome = scene.rules.outcome(scene.state)
    assert scene.decisions() == [] and scene.winner == "Egypt"
    assert outcome is not None and outcome.decided_by == outcome.reason == "survival"
    assert not scene.rules.parallel(scene.state)


@pytest.mark.clause("conqueror.threat.5")
def test_only_bids_are_made_side_by_side() -> None:
    scene = late()
    assert not scene.rules.parallel(scene.state)
    scene.state.card = CARDS["slave_revolt"]
    threats.open_bidding(T, scene.state, None)
    assert scene.rules.parallel(scene.state)


@pytest.mark.clause("conqueror.bribe.8", "conqueror.bribe.24")
def test_who_let_the_time_pass_may_join_in_the_moment_of_a_bribe() -> None:
    scene = late().time().act("wait", 2)
    assert seats(scene) == [0, 1]
    scene.do("bribe", "Cyrene", 1)
    assert seats(scene) == [CLOCK, 2] and scene.offers("bribe", 2) == {"Cyrene"}


@pytest.mark.clause("conqueror.bribe_action.3", "conqueror.bribe_action.9")
def test_to_declare_an_attack_is_to_act() -> None:
    """A warning is answered by it: the quiet time starts again, with a clock of its own."""
    scene = late(acting=True).army("Rome", "Libya", 1).time().act("warn", 2)
    warned = clock(scene)
    scene.do("attack", "Cyrene>Libya")
    assert scene.asked() == "join"
    assert clock(scene)[0] == QUIET_TIME != warned[0] and clock(scene)[1] > warned[1]
