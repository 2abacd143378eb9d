"""The course of a game: Years, cards, income, acting side by side, giving and undoing."""

from __future__ import annotations

import pytest

from ludus.core.chance import SeededRng
from ludus.core.codec import to_json, to_plain
from ludus.core.errors import PlayerError
from ludus.core.protocol import CHANCE, SPECTATOR, Event
from ludus.games.hadrians_wall.ids import ACTIONS, ATTACK, ITEM_KEYS, LAY, NONE, YEAR_CARD
from ludus.games.hadrians_wall.mechanics.points import paths_points
from ludus.games.hadrians_wall.tests.scenes import (
    Scene,
    build,
    card,
    fate,
    opened,
    rules,
    the_board,
)


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def random_game(seats: int, seed: int, difficulty: str = "easy") -> tuple[Scene, list[Event]]:
    """A whole game at random, with its story."""
    scene = Scene.start(seats, difficulty)
    rng = SeededRng(seed)
    story: list[Event] = []
    while decisions := scene.table.decisions():
        decision = decisions[rng.below(len(decisions))]
        story += scene.table.play(decision.seat, decision.options[rng.below(len(decision.options))])
    return scene, story


# The Years ---------------------------------------------------------------------------------------


@pytest.mark.clause("hw.flow.1", "hw.flow.2", "hw.cards.8", "hw.endgame.1")
def test_six_years_of_four_phases() -> None:
    scene, story = random_game(3, 4)
    steps = [k for k in kinds(story) if k in ("fate", "actions", "returned", "attack", "defence")]
    year = ["fate", "actions", *["returned"] * 3, "attack", *["defence"] * 3]
    assert steps == year * 6
    assert scene.state.year == 6 and scene.table.decisions() == ()
    assert scene.table.outcome is not None
    for seat in range(3):
        assert NONE not in scene.row("paths", seat) and NONE not in scene.row("prospects", seat)
        cards = {*scene.row("paths", seat), *scene.row("prospects", seat)}
        assert cards == set(range(12)) and scene.state.decks[seat] == 0


@pytest.mark.clause("hw.year.1", "hw.few.3")
def test_setup_steps_in_order() -> None:
    _, story = random_game(1, 2)
    setup = [k for k in kinds(story) if k in ("fate", "reveal", "neutral", "income", "actions")]
    assert setup == ["fate", "reveal", "neutral", "neutral", "income", "actions"] * 6


@pytest.mark.clause("hw.year.2", "hw.year.3", "hw.year.4", "hw.year.5")
def test_step_one_the_fate_card() -> None:
    scene = Scene.start(3)
    assert scene.state.fate_pile.bit_count() == 48
    number = fate(items=(2, 1, 2, 1, 2), arrow="left", damage=3)
    scene.turn(number)
    assert scene.state.fate_pile.bit_count() == 47
    assert scene.state.fate_discard == 1 << number and scene.state.fate_card == number
    for seat in range(3):
        assert [scene.of(seat, item) for item in ITEM_KEYS] == [2, 1, 2, 1, 2]
        assert scene.of(seat, "disdain") == 0 and scene.row("market", seat) == (0,) * 8
    scene.deal("planner fighter", "planner fighter", "planner fighter")
    scene.do("mining", "mining")
    assert scene["servant"] == 0, "both Servants of the card could be spent"


@pytest.mark.clause("hw.year.6", "hw.cards.1", "hw.cards.2", "hw.cards.3")
def test_step_two_two_cards_one_of_each_role() -> None:
    scene = Scene(seats=1, year=2, prospects=["architect"])
    scene.raid("left", "left")
    number = fate(good=3)
    scene.turn(number)
    first, second = (a.arg for a in scene.chance()[:2])
    scene.turn(first)
    scene.turn(second)
    assert scene.state.hands[0] == 1 << first | 1 << second
    view = scene.table.view(0)
    assert view.hand == (first, second) and view.fate_card == number
    assert view.sheets[0]["resource"] == the_board().fate_items[number][4], "already gained"
    assert scene.options() == [f"path:{first}", f"path:{second}"]
    scene.do(f"path:{first}")
    assert scene.row("paths")[2] == first and scene.row("prospects")[2] == second
    assert scene.refuses(f"path:{second}")


@pytest.mark.clause("hw.cards.4", "hw.cards.5", "hw.cards.6")
def test_choices_are_hidden_final_and_revealed_together() -> None:
    def choosing(keep: str) -> Scene:
        scene = Scene.start(3)
        scene.turn(0)
        for name in ("defender", "ranger") * 3:
            scene.turn(card(name))
        scene.do(f"path:{card(keep)}")
        return scene

    scene, other = choosing("defender"), choosing("ranger")
    for viewer in (1, 2, SPECTATOR):
        assert to_json(scene.table.view(viewer)) == to_json(other.table.view(viewer))
        assert scene.table.view(viewer).laid == NONE
    assert scene.table.view(1).has_laid == (True, False, False)
    assert scene.refuses(f"path:{card('ranger')}"), "it stays as it was laid"
    with pytest.raises(PlayerError):
        scene.table.undo(0)
    scene.do(f"path:{card('ranger')}", seat=1)
    assert scene.row("paths") == (NONE,) * 6
    told = scene.do(f"path:{card('ranger')}", seat=2)
    assert kinds(told).count("reveal") == 3
    assert [scene.row("paths", seat)[0] for seat in range(3)] == [
        card("defender"),
        card("ranger"),
        card("ranger"),
    ]


@pytest.mark.clause("hw.cards.7", "hw.cards.10", "hw.cards.11", "hw.cards.13")
def test_where_cards_lie_and_what_they_offer() -> None:
    scene = Scene(seats=3, year=3, prospects=("architect", "ranger", "architect"))
    scene.raid("left", "left", "left")
    scene.turn(scene.chance()[0].arg)
    for seat in range(3):
        cards = [a.arg for a in scene.chance()]
        assert card("ranger") not in cards or seat != 1
        scene.turn(cards[0])
        scene.turn(cards[1])
    hands = [scene.table.view(seat).hand for seat in range(3)]
    for seat in range(3):
        scene.do(f"path:{hands[seat][0]}", seat=seat)
    assert scene.row("paths", 1)[3] == hands[1][0], "slot 4 in Year 4"
    assert scene.table.view(0).sheets[1]["prospects"] == scene.row("prospects", 1)
    scene.set(0, built=["market"], traders=9, resource=2, patricians=9, soldier=1)
    scene.do("good:0", "buy:0")
    current = hands[1][1]
    assert scene.row("market")[0] == the_board().card_good[current]
    assert the_board().card_good[current] != 6, "the Ranger of Year 3 is covered"
    scene.do("pattern:0")
    pattern = the_board().card_pattern[current]
    numbers = [int(option.split(":")[1]) for option in scene.options()]
    assert all(number in the_board().places_of[pattern] for number in numbers)


@pytest.mark.clause("hw.cards.12", "hw.cards.15")
def test_example_trainer_as_prospect() -> None:
    scene = Scene(seats=3, year=2, paths=["defender", "ranger"], prospects=["architect"])
    scene.raid("left", "left")
    scene.turn(0)
    scene.turn(card("pontiff"))
    scene.turn(card("trainer"))
    for _ in range(2):
        scene.turn(scene.chance()[0].arg)
        scene.turn(scene.chance()[0].arg)
    before = [scene[item] for item in ITEM_KEYS]
    scene.do(f"path:{card('pontiff')}")
    for seat in (1, 2):
        scene.do(scene.options(seat)[0], seat=seat)
    names = [card(name) for name in ("defender", "ranger", "pontiff")]
    assert list(scene.row("paths")[:3]) == names
    after = [scene[item] for item in ITEM_KEYS]
    # One Servant and one Resource from the card, one Resource from production.
    assert [b - a for a, b in zip(before, after, strict=True)] == [0, 0, 1, 0, 2]


@pytest.mark.clause("hw.cards.9", "hw.cards.14", "hw.score.3")
def test_only_kept_paths_score() -> None:
    paths = ["architect", "defender", "fighter", "forager", "trainer", "vanguard"]
    best = Scene(
        year=6,
        paths=paths,
        prospects=["planner"],
        built=("granary_medium", "granary_large", "archway", "monolith", "column"),
        fort=21,
        wall=21,
        guard=18,
        cohorts=(6, 6, 6),
        production=9,
        strength=(6, 6),
    )
    assert paths_points(best.board, best.state.sheets[0]) == 18
    mixed = Scene(
        year=6,
        paths=paths,
        prospects=["planner"],
        built=("archway", "monolith", "column", "granary_medium"),
        fort=14,
        wall=14,
        cohorts=(6, 0, 0),
        production=9,
        strength=(6, 2),
    )
    assert paths_points(mixed.board, mixed.state.sheets[0]) == 3 + 2 + 1 + 3 + 2 + 0 == 11
    unkept = Scene(year=1, paths=["planner"], prospects=["architect"])
    unkept.set(0, built=("archway", "monolith", "column"))
    assert paths_points(unkept.board, unkept.state.sheets[0]) == 0


# Income ------------------------------------------------------------------------------------------


def income(scene: Scene) -> dict[str, int]:
    """What step 3 of the coming Year's set-up brings seat 0, by the story."""
    found: dict[str, int] = {}
    scene.stop()
    while scene.state.stack[-1].phase == ATTACK:
        scene.turn(scene.chance()[0].arg)
    while True:
        decision = scene.table.decisions()[0]
        for event in scene.do(decision.options[0].text, seat=decision.seat):
            if event.kind == "income" and event.facts["seat"] == 0:
                found = {k: v for k, v in event.facts.items() if isinstance(v, int) and v}
                found.pop("seat", None)
                return found


@pytest.mark.clause("hw.year.7", "hw.year.8", "hw.year.9", "hw.hotel.15")
def test_step_three_pays_per_circle() -> None:
    scene = Scene(production=4, built=["hotel_small", "hotel_large", "workshop_small"])
    assert income(scene) == {"resource": 4, "civilian": 2, "builder": 1}
    both = Scene(built=["workshop_small", "workshop_large", "road_small", "road_large"])
    assert income(both) == {"resource": 1, "builder": 2, "roads": 2}
    assert both.options() == [f"attribute:{n}" for n in range(4)]


@pytest.mark.clause("hw.year.13")
def test_in_year_one_only_the_printed_circle_pays() -> None:
    scene = Scene.start(3)
    scene.turn(0)
    before = [scene[item] for item in ITEM_KEYS]
    scene.deal("planner fighter", "planner fighter", "planner fighter")
    gained = [scene[item] - old for item, old in zip(ITEM_KEYS, before, strict=True)]
    assert gained == [1, 0, 0, 0, 1], "a Soldier from the Fighter, a Resource from the sheet"


@pytest.mark.clause("hw.year.10", "hw.year.11", "hw.year.12", "hw.hotel.16")
def test_roads_ask_for_attributes() -> None:
    scene = Scene(built=["hotel_small", "hotel_large", "road_small"], piety=2)
    assert income(scene) == {"resource": 1, "civilian": 2, "roads": 1}
    assert scene.prompt() == "road_year"
    assert scene.effect("attribute:1") == {"piety": 1, "servant": 1}
    assert scene.prompt() == "act"
    twice = Scene(built=["road_small", "road_large"], renown=25)
    income(twice)
    twice.do("attribute:1")
    assert twice.prompt() == "road_year"
    twice.do("attribute:1")
    assert twice["piety"] == 2 and twice.prompt() == "act"
    wasted = Scene(built=["road_small"], renown=25)
    income(wasted)
    assert wasted.effect("attribute:0") == {}


@pytest.mark.clause("hw.year.14", "hw.hotel.17")
def test_a_building_pays_from_the_next_year_on() -> None:
    scene = Scene(year=2, fort=5, resource=3)
    assert scene.effect(build("workshop_small")) == {"resource": -3, "builder": 1}
    assert income(scene) == {"resource": 1, "builder": 1}
    while scene.state.stack[-1].phase != ACTIONS:
        decision = scene.table.decisions()[0]
        scene.do(decision.options[0].text, seat=decision.seat)
    assert income(scene) == {"resource": 1, "builder": 1}, "and in the Year after"
    hotel = Scene(year=2, fort=3, servant=1, builder=1, resource=1)
    hotel.do(build("hotel_small"))
    assert income(hotel) == {"resource": 1, "civilian": 1}


@pytest.mark.clause("hw.year.15")
def test_nobody_acts_before_set_up_is_done() -> None:
    scene = Scene.start(3)
    scene.turn(0)
    for name in ("defender", "ranger") * 3:
        scene.turn(card(name))
    assert scene.refuses("fort:1")
    scene.do(f"path:{card('defender')}")
    assert scene.refuses("fort:1"), "others still choose"
    roads = Scene(seats=3, built=["road_small"])
    roads.stop()
    while roads.state.stack[-1].phase in (ATTACK, YEAR_CARD, 1, LAY):
        decision = roads.table.decisions()[0]
        roads.do(decision.options[0].text, seat=decision.seat)
    assert roads.prompt() == "road_year" and roads.options(1) == []


# Acting side by side -----------------------------------------------------------------------------


@pytest.mark.clause("hw.flow.3", "hw.flow.4")
def test_everyone_acts_at_their_own_speed() -> None:
    scene = Scene(seats=3)
    for seat in range(3):
        scene.set(seat, servant=4, builder=6)
    scene.do("mining", seat=2)
    scene.do(*["mining"] * 4, *["fort:1"] * 6, seat=0)
    scene.do("mining", seat=1)
    assert [scene.of(seat, "mining") for seat in range(3)] == [4, 1, 1]
    assert {d.seat for d in scene.table.decisions()} == {0, 1, 2}


@pytest.mark.clause("hw.flow.5", "hw.flow.6")
def test_stopping_is_free_and_the_last_stop_ends_the_phase() -> None:
    scene = Scene(seats=3, soldier=1)
    assert scene.can("guard")
    scene.do("stop")
    assert scene.options() == []
    scene.do("stop", seat=1)
    assert scene.state.stack[-1].phase == ACTIONS
    scene.do("stop", seat=2)
    assert scene.state.stack[-1].phase == ATTACK


@pytest.mark.clause("hw.flow.7")
def test_a_gift_ends_the_receivers_rest() -> None:
    scene = Scene(seats=3, built=["market"], traders=4, resource=1)
    scene.set(1, fort=1)
    scene.do("stop", seat=1)
    scene.do("stop", seat=2)
    assert scene.options(1) == [] and scene.options(2) == []
    scene.do("good:0", "buy:0", "stop")
    assert scene.state.stack[-1].phase == ACTIONS
    assert scene.can("wall", seat=1) and scene.options(2) == [], "only the receiver wakes"
    scene.do("wall", "stop", seat=1)
    assert scene.state.stack[-1].phase == ATTACK


@pytest.mark.clause("hw.flow.8")
def test_an_empty_board_stops_nobody() -> None:
    scene = Scene(built=["courthouse"], apparitores=4)
    assert scene.options() == ["ruling:0", "stop"]
    empty = Scene()
    assert empty.options() == ["stop"] and empty.state.stack[-1].phase == ACTIONS


@pytest.mark.clause("hw.flow.10")
def test_what_lies_open_and_what_does_not() -> None:
    scene = Scene.start(2)
    scene.turn(0)
    for name in ("defender", "ranger", "pontiff", "planner"):
        scene.turn(card(name))
    seen = to_plain(scene.table.view(SPECTATOR))
    assert isinstance(seen, dict)
    assert len(seen["sheets"]) == 2 and seen["sheets"][0]["servant"] > 0
    assert seen["hand"] == () and seen["hand_sizes"] == (2, 2)
    assert scene.table.view(0).hand == (card("defender"), card("ranger"))
    assert not {"deck", "decks", "hands", "fate_pile"} & set(seen)


# Undo --------------------------------------------------------------------------------------------


def start_acting(seats: int) -> Scene:
    """A real game up to the first actions, so that there is a record to go back in."""
    scene = Scene.start(seats)
    scene.turn(fate(items=(2, 2, 3, 1, 0)))
    scene.deal(*["planner fighter"] * seats)
    if scene.chance():
        while scene.chance():
            scene.turn(scene.chance()[0].arg)
    return scene


def test_undo_goes_past_what_others_do_on_their_own_sheets() -> None:
    scene = start_acting(3)
    scene.do("mining", seat=0)
    scene.do("mining", "fort:1", seat=1)
    scene.do("fort:0", seat=0)
    assert scene.table.undo(0, scene.table.undoable(0)[-1]) == 2
    assert scene["mining"] == scene["fort"] == 0
    assert (scene.of(1, "mining"), scene.of(1, "fort")) == (1, 1)
    scene.table.redo(0)
    assert scene["mining"] == 1


def test_undo_stops_at_a_card_and_at_a_gift() -> None:
    scene = start_acting(3)
    with pytest.raises(PlayerError):
        scene.table.undo(0)
    scene.do("mining", seat=1)
    for seat in (0, 1):
        scene.set(seat, built=["market"], traders=4, resource=3)
    # The moves before are not part of the changed position, so look at what the next ones bar.
    moves = len(scene.table.moves)
    scene.do("good:0", "buy:0", seat=0)
    assert [n for n in scene.table.undoable(0) if n > moves] == [], "paid to a neighbour"
    assert [n for n in scene.table.undoable(1) if n <= moves] == [], "got something"
    assert scene.table.undoable(2) == []
    scene.do("good:0", seat=1)
    assert scene.table.undoable(1) == [moves + 3]
    scene.do("buy:2", seat=1)
    scene.turn(scene.chance()[0].arg)
    assert [scene.table.undoable(seat) for seat in range(3)] == [[], [], []]


@pytest.mark.parametrize(("seats", "slot"), [(1, 0), (1, 1), (2, 1)])
def test_undo_takes_back_what_was_put_on_a_neutral_card(seats: int, slot: int) -> None:
    scene = start_acting(seats)
    scene.set(0, built=["market"], traders=4, resource=3)
    moves = len(scene.table.moves)
    scene.do("good:0", f"buy:{slot}", seat=0)
    assert sum(scene.state.neutral_items) == 1
    assert scene.table.undoable(0)[:2] == [moves + 2, moves + 1]


def test_the_other_player_does_not_undo_past_what_was_put_on_a_neutral_card() -> None:
    scene = start_acting(2)
    scene.do("mining", seat=1)
    scene.set(0, built=["market"], traders=4, resource=3)
    scene.do("good:0", "buy:1", seat=0)
    assert scene.table.undoable(1) == []


def test_the_last_move_of_the_game_stands() -> None:
    scene, _ = random_game(2, 6)
    assert [scene.table.undoable(seat) for seat in range(2)] == [[], []]


# Fate pile ---------------------------------------------------------------------------------------


@pytest.mark.clause("hw.fate.17")
def test_an_empty_pile_is_made_from_the_discards() -> None:
    scene = Scene(built=["ludus"], performers=9, strength=(6, 6))
    scene.state.fate_discard = (1 << 20) - 1
    scene.state.fate_pile = 0
    left = ((1 << 48) - 1) & ~scene.state.fate_discard
    told: list[Event] = []
    rules().apply(scene.state, 0, rules().actions["battle"][0], told.append)
    assert kinds(told) == ["battle", "reshuffle"]
    assert scene.state.fate_pile.bit_count() == 20 and not scene.state.fate_pile & left
    rules().apply(scene.state, CHANCE, rules().actions["fate"][7], None)
    assert scene.state.fate_pile.bit_count() == 19 and scene.state.fate_discard == 1 << 7


@pytest.mark.clause("hw.fate.18", "hw.fate.19")
def test_a_reshuffle_in_the_middle_of_an_attack() -> None:
    scene = Scene(seats=3, year=4, difficulty="easy")
    keep = [3, 9]
    scene.state.fate_pile = sum(1 << n for n in keep)
    scene.state.fate_discard = ((1 << 48) - 1) & ~scene.state.fate_pile
    scene.stop()
    turned: list[int] = []
    while scene.state.stack[-1].phase == ATTACK:
        turned.append(scene.chance()[-1].arg)
        assert not set(turned[:-1]) & {a.arg for a in scene.chance()}, "face up cards stay out"
        discard = scene.state.fate_discard.bit_count()
        scene.turn(turned[-1])
        if len(turned) < 4:
            assert scene.state.fate_discard.bit_count() in (discard, 0)
    assert set(turned[:2]) == set(keep) and len(set(turned)) == 4
    assert all(scene.state.fate_discard >> number & 1 for number in turned), "discarded at the end"


# Few players -------------------------------------------------------------------------------------


@pytest.mark.clause("hw.few.1", "hw.few.2", "hw.few.4", "hw.few.5", "hw.few.7")
def test_the_neutral_deck() -> None:
    assert [Scene.start(n).state.neutral_deck.bit_count() for n in (1, 2, 3)] == [12, 12, 0]
    assert [start_acting(n).table.view(0).neutral_left for n in (1, 2, 3, 6)] == [10, 11, 0, 0]
    for seats in (1, 2):
        scene = start_acting(seats)
        assert len(scene.state.neutral_cards) == 3 - seats
        # A Fighter gives one Soldier, the sheet one Resource; neutral cards nothing.
        gained = [scene[i] for i in ITEM_KEYS]
        assert gained == [2 + 1, 2, 3, 1, 0 + 1]


@pytest.mark.clause("hw.few.6", "hw.few.8", "hw.few.9", "hw.few.17", "hw.solo.2")
def test_neutral_cards_offer_good_and_pattern_and_hold_what_is_paid() -> None:
    scene = Scene(
        seats=1,
        prospects=["planner"],
        neutral=("ranger", "fighter"),
        built=["market"],
        traders=9,
        patricians=9,
        resource=3,
        soldier=3,
    )
    scene.do("good:0")
    assert scene.options() == ["buy:0", "buy:1", "buy:2"]
    scene.do("buy:0", "good:1", "buy:1")
    assert scene.row("market")[:2] == (6, 5)
    assert scene.options(verb="pattern") == ["pattern:0", "pattern:1", "pattern:2"]
    for _ in range(2):
        scene.do("pattern:0")
        scene.do(scene.options()[0])
    assert scene.state.neutral_items == [1, 1, 2, 0], "Resources, then Soldiers, by card"
    assert (scene["resource"], scene["soldier"]) == (1 + 1, 1), "a map cell gave a Resource"


@pytest.mark.clause("hw.few.10", "hw.few.11", "hw.few.12", "hw.few.13", "hw.few.14", "hw.few.15")
def test_items_on_neutral_cards_bring_more_attackers() -> None:
    scene = Scene(seats=2, year=2, built=["market"], traders=9, patricians=9, resource=2, soldier=1)
    scene.do("good:0", "buy:1", "good:1", "buy:1", "pattern:1")
    scene.do(scene.options()[0])
    before = list(scene.state.neutral_cards)
    assert scene.state.neutral_items == [2, 1]
    scene.stop()
    assert scene.state.neutral_items == [2, 1], "they stay when the boards are cleared"
    assert scene.state.stack[-1].about == 5, "two for Year 2, three more"
    told = scene.attack("left", "left", "right", "right", "centre")
    defences = [e for e in told if e.kind == "defence"]
    assert [e.facts["through"] for e in defences] == [5, 5], "both face all of them"
    assert [e.facts["disdain"] for e in defences] == [2, 2], "the flag stays 2"
    assert scene.state.neutral_items == [] and scene.state.neutral_cards == []
    scene.next_year()
    assert scene.state.neutral_items == [0, 0]
    assert scene.state.neutral_cards and scene.state.neutral_cards != before
    assert scene.table.view(0).neutral_gone == tuple(
        sorted({*before, *(c for c in scene.table.view(0).neutral_gone)})
    )


@pytest.mark.clause("hw.few.16")
def test_two_players_have_one_opponent_and_one_neutral_card() -> None:
    prospects = ("planner", "merchant")
    scene = Scene(seats=2, prospects=prospects, neutral=["ranger"], built=["market"])
    scene.set(0, traders=9, patricians=9, resource=3, soldier=1)
    scene.do("good:0")
    assert scene.options() == ["buy:0", "buy:1", "buy:2"]
    scene.do("buy:0", "good:1", "buy:1")
    assert scene.row("market")[:2] == (4, 6)
    assert scene.of(1, "resource") == 1 and scene.state.neutral_items == [1, 0]
    assert scene.options(verb="pattern") == ["pattern:0", "pattern:1", "pattern:2"]


@pytest.mark.clause("hw.few.18")
def test_the_fate_deck_brings_no_attackers() -> None:
    scene = Scene(built=["market"], traders=9, resource=1)
    scene.do("good:0", "buy:2")
    scene.turn(scene.chance()[0].arg)
    scene.stop()
    assert scene.state.stack[-1].about == 2


@pytest.mark.clause("hw.solo.9")
def test_a_solo_game_uses_up_the_neutral_deck() -> None:
    scene, story = random_game(1, 9)
    assert scene.state.neutral_deck == 0
    assert kinds(story).count("neutral") == 12


def test_the_face_tells_every_event_and_names_every_choice() -> None:
    face = opened().face
    for seats in (1, 2, 4):
        scene, story = random_game(seats, seats)
        view = scene.table.view(0)
        told = [face.tell(view, event, scene.table.names) for event in story]
        assert sum(line is not None for line in told) > len(story) // 2
