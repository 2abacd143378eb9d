"""Turns, rounds, events, the Draw Phase, and both ways to end."""

from __future__ import annotations

import pytest

from ludus.games.para_bellum.ids import BY_COLOURS, BY_DECK, COLOUR_IDS, NONE, RUNNING
from ludus.games.para_bellum.tests.scene import CATALOG, Cell, Scene, card_kind, k, r


def pass_turns(scene: Scene, count: int) -> list[int]:
    """Players end their turns without placing anything; who had them."""
    seats: list[int] = []
    for _ in range(count):
        for player in scene.state.players:
            player.hand.clear()
        scene.deal()
        if scene.over:
            break
        assert scene.decision.prompt == "act", scene.decision
        seats.append(scene.decision.seat)
        scene.pick("end").deal()
        clear(scene)
    return seats


def clear(scene: Scene) -> None:
    """Put back what was drawn, so that the Army Phase is skipped."""
    while not scene.over and scene.decision.prompt == "place_card":
        frame = scene.state.stack[-1]
        for kind in scene.player(frame.seat).hand:
            scene.state.bag[kind] += 1
            scene.state.bag_size += 1
        scene.player(frame.seat).hand.clear()
        scene.action_phase(frame.seat)


# Turns -------------------------------------------------------------------------------------------


@pytest.mark.clause("pb.turn.2", "pb.turn.6", "pb.turn.7")
def test_clockwise() -> None:
    scene = Scene(3, first=1).turn(1)
    rounds: list[int] = []
    seats: list[int] = []
    for _ in range(9):
        seats += pass_turns(scene, 1)
        rounds.append(scene.state.round)
    assert seats == [1, 2, 0] * 3
    # It rises when the First Player's turn begins, and not else.
    assert rounds == [2, 2, 3, 3, 3, 4, 4, 4, 5]


@pytest.mark.clause("pb.turn.3")
def test_three_phases() -> None:
    scene = Scene().hand("azure").turn().reveal("ill_omens")
    assert scene.asked[1] == "place_card"
    scene.place("azure", (1, 0)).roll(4)
    assert scene.asked[1] == "act"
    scene.pick("end")
    assert scene.decision.prompt == "draw"
    scene.deal()
    told = scene.told("turn", "places", "action_phase", "draws")
    assert told[:4] == ["turn", "places", "action_phase", "draws"]


@pytest.mark.clause("pb.turn.4", "pb.turn.5", "pb.turn.6")
def test_turns_of_teams() -> None:
    assert pass_turns(Scene(4).turn(0), 8) == [0, 1, 2, 3] * 2
    assert pass_turns(Scene(4, first=1).turn(1), 4) == [1, 0, 3, 2]


# Events ------------------------------------------------------------------------------------------


@pytest.mark.clause("pb.events.1", "pb.events.2")
def test_an_event_before_the_army_phase() -> None:
    scene = Scene().hand("azure")
    scene.state.event_bag = 0b111111111111
    scene.turn()
    assert scene.decision.prompt == "event" and len(scene.decision.options) == 12
    scene.reveal("ill_omens")
    assert scene.asked[1] == "place_card"
    assert scene.state.event_bag.bit_count() == 11


@pytest.mark.clause("pb.events.3", "pb.events.4", "pb.events.5", "pb.event.driving_rain")
def test_an_event_holds_for_the_round() -> None:
    scene = Scene()
    for seat in (0, 1):
        scene.army({(0, 1): "gold", (1, 1): "gold"}, seat=seat)
        scene.dice({r(0, 0): 4, k(0, 1): 3}, seat=seat).perms("tribunus", seat=seat)
    scene.turn(0).reveal("driving_rain")
    assert "motivate" not in scene.verbs()
    pass_turns(scene, 1)
    assert scene.state.turn == 1 and scene.state.event == CATALOG.event("driving_rain")
    assert "motivate" not in scene.verbs()
    scene.pick("end").draw("gold").reveal("ill_omens")
    assert scene.state.event_discard == 1 << CATALOG.event("driving_rain")
    clear(scene)
    assert scene.state.turn == 0 and "motivate" in scene.verbs()


@pytest.mark.clause("pb.events.6", "pb.event.foragers_return")
def test_foragers_return() -> None:
    scene = Scene(3).coins(2).coins(0, seat=1).coins(5, seat=2).turn().reveal("foragers_return")
    assert [player.coins for player in scene.state.players] == [3, 1, 6]
    pass_turns(scene, 2)
    assert [player.coins for player in scene.state.players] == [3, 1, 6]


@pytest.mark.clause("pb.events.7", "pb.event.desertions", "pb.mix.11")
def test_desertions() -> None:
    scene = Scene(3, first=1).perms("castra", seat=2)
    scene.army({(1, 0): "azure", (2, 0): "azure", (0, 1): "gold", (1, 1): "gold"})
    scene.dice({k(0, 0): 6, k(1, 0): 2, k(0, 1): 6})
    for seat, face in ((1, 4), (2, 1)):
        colour = COLOUR_IDS[scene.player(seat).colour]
        scene.army({(1, 0): colour}, seat=seat).dice({k(0, 0): face}, seat=seat)
    scene.turn(1).reveal("desertions")
    assert scene.face(k(0, 1)) == 5 and scene.face(k(0, 0)) == 6, "the upper row comes first"
    assert scene.grays(1) == [3] and scene.grays(2) == [1]
    assert not scene.player(2).shielded
    changed = [e.facts["seat"] for e in scene.story if e.kind == "die_changed"]
    assert changed[:2] == [1, 2] and changed[-1] == 0


@pytest.mark.clause("pb.events.8")
def test_a_thirteenth_event() -> None:
    scene = Scene(event="dilectus")
    scene.state.event_bag = 0
    scene.state.event_discard = (1 << 12) - 1 & ~(1 << CATALOG.event("dilectus"))
    scene.turn()
    assert len(scene.decision.options) == 12
    scene.reveal("night_march")
    assert scene.state.event_bag.bit_count() == 11 and scene.state.event_discard == 0


@pytest.mark.clause("pb.events.9", "pb.end.9")
def test_events_stay_with_the_first_seat() -> None:
    scene = Scene(3).deck("gold").act(1).pick("end").draw("gold")
    assert scene.state.ending == 1
    clear(scene)
    pass_turns(scene, 1)
    assert scene.decision.prompt == "event" or scene.state.turn == 0
    scene.deal()
    assert scene.state.turn == 0 and scene.state.round == 2
    clear(scene)
    scene.pick("end")
    assert scene.over, "seat 1 would be next"


@pytest.mark.clause("pb.event.rubicon_crossed")
@pytest.mark.parametrize(("seats", "actions"), [(3, 4), (4, 3)])
def test_rubicon_crossed(seats: int, actions: int) -> None:
    for seat in range(seats):
        assert Scene(seats, event="rubicon_crossed").action_phase(seat).state.actions == actions


@pytest.mark.clause("pb.event.good_auspices")
def test_good_auspices() -> None:
    scene = Scene(event="good_auspices").hand("azure").army_phase().place("azure", (1, 0))
    scene.roll(1, 4)
    assert scene.grays() == [4] and scene.asked == (0, "act")
    assert scene.told("rolled", "new_gray") == ["rolled", "rolled", "new_gray"]
    assert scene.last("rolled")["face"] == 4
    two = Scene(event="good_auspices").army({(1, 0): "azure full"}).hand("azure").army_phase()
    assert two.place("azure", (2, 0)).roll(1, 4, 5, 2).grays() == [4, 5], "each die twice"
    low = Scene(event="good_auspices").hand("azure").army_phase().place("azure", (1, 0)).roll(2, 1)
    assert low.grays() == [2] and low.asked == (0, "take")


@pytest.mark.clause("pb.event.ill_omens")
def test_ill_omens() -> None:
    scene = Scene(event="ill_omens").hand("azure").army_phase().place("azure", (1, 0)).roll(6)
    assert scene.grays() == [4] and not scene.told("rolled")
    low = Scene(event="ill_omens").hand("azure").army_phase().place("azure", (1, 0)).roll(2)
    assert low.grays() == [2] and low.asked == (0, "take")
    back = Scene(event="ill_omens").army({(1, 0): "azure"}).lose(k(0, 0)).commands("evocati").act()
    assert back.pick("command", "evocati").roll(6).grays() == [6]


@pytest.mark.clause("pb.event.envoys_of_the_senate")
def test_envoys() -> None:
    scene = Scene(event="envoys_of_the_senate").coins(0).act().pick("consult")
    scene.pick("take", "medicus")
    assert scene.held() == ["medicus"] and scene.state.actions == 2


@pytest.mark.clause("pb.event.dilectus")
def test_dilectus() -> None:
    scene = Scene(event="dilectus").general(1).act().pick("muster").deal()
    assert len(scene.player().hand) == 1 and scene.face("b") == 1


@pytest.mark.clause("pb.event.night_march", "pb.mix.12")
def test_night_march() -> None:
    scene = Scene(event="night_march").hand("azure", "gold").act().pick("march")
    scene.place("azure", (1, 0)).roll(5)
    assert scene.state.actions == 2 and scene.grays() == [5]
    assert "march" not in scene.verbs()
    scene.pick("end").deal().event("night_march")
    assert "march" in scene.act().verbs(), "when the event comes again"
    late = Scene(event="night_march").army_phase()
    assert late.asked == (0, "act") and "march" not in late.verbs()
    late.pick("muster").draw("gold")
    late.pick("march").pick("card", "gold")
    assert late.options("cell") == [(0, -1), (0, 1)]


@pytest.mark.clause("pb.event.silver_convoy", "pb.mix.15")
def test_silver_convoy() -> None:
    scene = Scene(event="silver_convoy").army({(1, 0): "azure", (0, 1): "gold"}).coins(5)
    scene.goals("full_coffers").hand("azure").army_phase().place("azure", (2, 0)).roll(5)
    assert scene.player().coins == 6 and scene.scored() == {"full_coffers": 5}
    told = scene.told("objective", "action_phase")
    assert told == ["objective", "action_phase"]
    two = Scene(event="silver_convoy").army({(-1, 0): "azure", (0, 1): "gold", (1, 1): "gold"})
    two.army({(2, 1): "gold", (2, 0): "azure"}).hand("azure").army_phase()
    two.place("azure", (1, 0)).roll(5, 5)
    assert two.player().coins == 4, "one for each Legion"


@pytest.mark.clause("pb.event.speech_to_the_army")
def test_speech() -> None:
    scene = Scene().general(1).general(5, seat=1).turn().reveal("speech_to_the_army")
    assert (scene.face("b"), scene.face("b", 1)) == (3, 6)


# The Draw Phase ----------------------------------------------------------------------------------

SEVEN = ("gold", "gold", "gold", "azure", "azure")


@pytest.mark.clause("pb.draw.1")
def test_drawing_one() -> None:
    scene = Scene().deck(*["gold"] * 10).act().pick("end").draw("gold")
    assert scene.deck_size() == 9 and scene.looks() == ["gold"]


@pytest.mark.clause("pb.draw.3", "pb.draw.4", "pb.max.4")
def test_discarding() -> None:
    scene = Scene().hand(*SEVEN).commands("raid", "contio").act().pick("end").draw("purple")
    assert scene.asked == (0, "discard")
    assert scene.options() == ["azure", "gold", "purple", "raid", "contio"]
    scene.pick("command", "raid").deal()
    assert scene.discarded() == ["raid"] and scene.state.turn == 1
    assert len(scene.player().hand) + len(scene.player().commands) == 7
    army = Scene().hand(*SEVEN).commands("raid", "contio").act().pick("end").draw("purple")
    army.pick("card", "purple").deal()
    assert army.state.bottom == [card_kind("purple")]


@pytest.mark.clause("pb.max.5")
def test_the_hand_is_checked_at_the_end_only() -> None:
    scene = Scene().hand(*SEVEN).commands("raid", "contio").coins(2).act()
    scene.pick("consult").pick("take", "medicus").pick("muster").deal()
    assert scene.asked == (0, "act") and len(scene.player().hand) + len(scene.held()) == 9
    scene.pick("end").deal()
    assert scene.asked == (0, "discard") and scene.state.stack[-1].left == 3


# The end -----------------------------------------------------------------------------------------


@pytest.mark.clause("pb.end.1", "pb.end.2", "pb.end.8", "pb.gloss.5", "pb.comp.4")
def test_the_last_army_card() -> None:
    scene = Scene(3, first=1).deck("gold").hand("azure").act()
    assert scene.state.ending == NONE and scene.state.trigger == RUNNING
    scene.pick("muster").draw("gold")
    assert scene.state.ending == 0 and scene.state.trigger == BY_DECK
    assert scene.player().points == 0
    scene.pick("requisition").pick("card", "azure")
    assert scene.state.ending == 0, "a card put back changes nothing"


@pytest.mark.clause("pb.end.3")
def test_via_militaris_at_the_end() -> None:
    scene = Scene().perms("via_militaris").deck("gold", "azure").act().pick("end").deal()
    scene.pick("card", "gold")
    assert scene.deck_size() == 1 and scene.state.ending == NONE
    last = Scene().perms("via_militaris").deck("gold").act().pick("end").draw("gold")
    assert last.state.ending == 0 and last.looks() == ["gold"]


FOUR: dict[Cell, str] = {
    (1, 0): "azure",
    (0, 1): "gold",
    (1, 1): "gold",
    (0, 2): "purple",
    (1, 2): "purple",
    (0, -1): "crimson",
    (1, -1): "crimson",
}


def four_colours(seats: int = 2) -> Scene:
    """Legions in four colours, and a verdant card one short of the fifth."""
    scene = Scene(seats).army({**FOUR, (2, 0): "azure", (3, 0): "azure", (3, 1): "verdant"})
    scene.dice({r(0, 0): 1, r(0, 1): 1, r(0, -1): 1, r(1, 0): 1, r(1, 1): 1})
    assert scene.player().blazons.bit_count() == 4
    return scene.hand("verdant")


@pytest.mark.clause("pb.end.4", "pb.end.5")
def test_five_colours() -> None:
    scene = four_colours().army_phase().place("verdant", (4, 1)).roll(5)
    assert scene.state.ending == 0 and scene.state.trigger == BY_COLOURS
    assert scene.player().points == 5


@pytest.mark.clause("pb.end.6", "pb.end.7")
def test_the_first_trigger_counts() -> None:
    scene = four_colours()
    scene.state.ending, scene.state.trigger = 1, BY_DECK
    scene.army_phase().place("verdant", (4, 1)).roll(5)
    assert scene.state.ending == 1 and scene.player().points == 0
    deck = four_colours().deck("gold").army_phase().place("verdant", (4, 1)).roll(5)
    deck.pick("end").draw("gold")
    assert deck.state.ending == 0 and deck.state.trigger == BY_COLOURS


@pytest.mark.clause("pb.end.9")
def test_one_more_turn_for_the_others() -> None:
    scene = Scene(3, first=1).deck("gold", "azure", "azure").act(1).pick("muster").draw("gold")
    scene.deck().state.ending = 1
    scene.pick("end")
    assert [*pass_turns(scene, 5)] == [2, 0]
    assert scene.over and scene.rules.outcome(scene.state) is not None


@pytest.mark.clause("pb.end.10")
def test_triggered_in_another_players_turn() -> None:
    scene = Scene(4).deck("gold", "azure")
    scene.state.alliances = [CATALOG.alliance("joint_levy"), 0]
    scene.player(0).runner = 1
    scene.act(0, actions=1).pick("runner")
    scene.draw("gold", "azure")
    assert scene.state.ending == 2, "the ally drew the last card"
    scene.hand(seat=0).hand(seat=2).pick("end")
    assert pass_turns(scene, 5) == [1]
    assert scene.over


@pytest.mark.clause("pb.end.11")
def test_colours_before_bonus_draws() -> None:
    scene = Scene(battle="thapsus").army({(1, 0): "azure", (2, 0): "azure", (3, 0): "azure"})
    scene.army({(0, 1): "gold", (1, 1): "gold", (0, 2): "purple", (1, 2): "purple"})
    scene.army({(-1, 0): "azure", (-1, -1): "crimson", (0, -1): "crimson", (4, 0): "azure"})
    scene.army({(2, -1): "verdant", (3, -1): "verdant full"}).deck("gold", "azure")
    scene.dice(dict.fromkeys((r(0, 0), r(0, 1), r(1, 0), r(1, 1), r(0, -1)), 1))
    scene.hand("verdant").army_phase().place("verdant", (4, -1)).roll(5, 5)
    scene.picks(("die", r(0, 0)), ("banner", "warlord")).draw("gold", "azure")
    assert scene.player().points == 5 and scene.state.trigger == BY_COLOURS


@pytest.mark.clause("pb.mix.13", "pb.mix.14")
def test_cards_put_under_an_empty_deck() -> None:
    scene = Scene().deck("gold").hand(*SEVEN).commands("raid", "contio").act().pick("end")
    scene.draw("gold").pick("card", "azure")
    assert scene.state.ending == 0 and scene.deck_size() == 1
    assert scene.state.turn == 1
    scene.pick("end")
    assert scene.looks(1) == ["azure"] and scene.state.ending == 0
    empty = Scene().deck().hand("gold").act()
    empty.state.ending, empty.state.trigger = 1, BY_DECK
    empty.pick("requisition").pick("end")
    assert empty.looks() == ["gold"], "the next to be drawn"
    assert empty.told("end_triggered") == []
