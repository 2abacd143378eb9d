"""The fine print: who is asked, what counts, what may lie hidden, and content that is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludus.core.chance import SeededRng, pick
from ludus.core.errors import BadContent
from ludus.core.protocol import SPECTATOR
from ludus.games.para_bellum import schema
from ludus.games.para_bellum.board import RED, members
from ludus.games.para_bellum.cards import check_costs, check_effects
from ludus.games.para_bellum.ids import (
    BANNER,
    GRAY_DIE,
    MAX_REDS,
    MOD,
    NONE,
    RED_DIE,
    SEEN_SHIFT,
    SET_DIE,
)
from ludus.games.para_bellum.mechanics.dice import face_of, shifted
from ludus.games.para_bellum.rules.army import dice_of
from ludus.games.para_bellum.rules.decks import discard_command
from ludus.games.para_bellum.rules.effects import turn_up
from ludus.games.para_bellum.rules.objectives import COUNTS, goal_count, goal_worth
from ludus.games.para_bellum.rules.phases import PHASES
from ludus.games.para_bellum.rules.possible import (
    die_candidates,
    lost_slots,
    program_possible,
)
from ludus.games.para_bellum.rules.setup import shares_dealt
from ludus.games.para_bellum.state import State
from ludus.games.para_bellum.tests.scene import CATALOG, OPTIONS, RULES, Scene, k
from ludus.games.para_bellum.tests.test_acts_told import GAMES, played

T = RULES.tables
HERE = Path("cards.toml")


# Setting up ---------------------------------------------------------------------------------------


def set_up(seats: int, prompt: str) -> State:
    """A new game, played at random until a question is asked."""
    rng = SeededRng(f"up {seats}")
    state = RULES.setup(seats, OPTIONS)
    while (decision := RULES.decisions(state)[0]).prompt != prompt:
        RULES.apply(state, decision.seat, pick(decision, rng))
    return state


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_command_cards_are_picked_before_the_first_hand_is_drawn(seats: int) -> None:
    state = set_up(seats, "opening")
    assert not any(player.hand or player.commands for player in state.players)
    assert NONE not in state.line
    state = set_up(seats, "draw")
    assert all(player.commands for player in state.players)


def test_shared_objectives_are_there_once_both_are_dealt() -> None:
    rng = SeededRng("shared")
    state = RULES.setup(4, OPTIONS)
    dealt: list[bool] = []
    while state.turn == NONE:
        dealt.append(shares_dealt(state))
        decision = RULES.decisions(state)[0]
        RULES.apply(state, decision.seat, pick(decision, rng))
    assert not dealt[0] and dealt[-1] and dealt == sorted(dealt) and shares_dealt(state)
    state.stack.clear()
    assert shares_dealt(state)
    assert not shares_dealt(RULES.setup(3, OPTIONS))


# Who is asked -------------------------------------------------------------------------------------


@pytest.mark.clause("pb.action.10")
@pytest.mark.parametrize("game", [n for n, (seats, *_) in enumerate(GAMES) if seats < 4])
def test_whoever_acts_is_asked(game: int) -> None:
    """Without allies, what a turn brings is for whose turn it is to choose."""
    for act in played(*GAMES[game]):
        prompt, seat = act.decision.prompt, act.decision.seat
        if prompt in ("banner_die", "banner_type", "perm_disable", "perm_discard", "play_free"):
            assert seat == act.before.turn, prompt
            assert not act.decision.options or "decline" not in {
                option.verb for option in act.decision.options
            }
        for event in act.told:
            if event.kind == "objective":
                index, owner = event.number("number"), event.number("seat")
                before = act.before.players[owner].goal_points[index]
                assert event.number("points") > before, "an objective pays more than before"


# What is possible ---------------------------------------------------------------------------------


@pytest.mark.clause("pb.lose.5", "pb.mix.20")
def test_lost_dice_come_back_by_their_colour_and_while_there_are_any() -> None:
    scene = Scene().army({(0, 0): "azure", (1, 0): "azure"}).dice({k(0, 0): 3})
    player = scene.player()
    player.lost = 1 << 2 | 1 << (RED + 4)
    assert lost_slots(player, GRAY_DIE) == 1 << 2
    assert lost_slots(player, RED_DIE) == 1 << (RED + 4)
    assert lost_slots(player, GRAY_DIE | RED_DIE) == player.lost
    assert lost_slots(player, 0) == 0
    player.reds = (1 << MAX_REDS) - 1
    assert lost_slots(player, GRAY_DIE | RED_DIE) == 1 << 2


@pytest.mark.clause("pb.dice.7", "pb.lose.7")
def test_a_die_can_be_changed_where_it_would_show_something_else() -> None:
    scene = Scene().army({(0, 0): "azure", (1, 0): "azure", (2, 0): "azure"})
    rng = SeededRng("faces")
    changes = [e for e in CATALOG.effects if e.op == MOD and e.n and not e.last_legion]
    assert len(changes) > 10
    for effect in changes:
        for _ in range(20):
            scene.dice({k(0, 0): 1 + rng.below(6), k(1, 0): 1 + rng.below(6)})
            scene.general(1 + rng.below(6))
            player = scene.player()
            wanted = [
                slot
                for slot in members(dice_of(player, effect.die))
                if shifted(face_of(player.dice[slot]), slot, effect.n, effect.floor)
                != face_of(player.dice[slot])
            ]
            assert members(die_candidates(player, effect, 0, 0, NONE, NONE)) == wanted


def test_a_banner_for_a_legion_needs_a_bare_die_in_it() -> None:
    (number,) = [
        number
        for number, program in enumerate(CATALOG.programs)
        if any(effect.what == BANNER and effect.last_legion for effect in program)
    ]
    cards = {(c, 0): "azure" for c in range(3)}
    scene = Scene().army(cards).dice({k(0, 0): (3, "veterani"), k(1, 0): 4})
    first, second = scene.spans()
    state = scene.state
    assert not program_possible(T, state, 0, NONE, *first, number)
    assert program_possible(T, state, 0, NONE, *second, number)


def test_one_die_takes_the_face_of_another_and_that_is_all() -> None:
    (effect,) = [effect for effect in CATALOG.effects if effect.op == SET_DIE]
    assert effect.count == 1
    for act in (act for game in range(len(GAMES)) for act in played(*GAMES[game])):
        if act.decision.prompt == "die_copy":
            assert RULES.decisions(act.after)[0].prompt not in ("die_set", "die_copy")


# What counts --------------------------------------------------------------------------------------


def test_every_measure_is_counted() -> None:
    scene = Scene().army({(0, 0): "azure", (1, 0): "azure"}).dice({k(0, 0): 3})
    player = scene.player()
    counted = set()
    for number, goal in enumerate(CATALOG.objectives):
        if goal.measure == NONE:
            assert goal_count(T, player, number) == NONE
        else:
            assert goal_count(T, player, number) == COUNTS[goal.measure](T, player)
            counted.add(goal.measure)
    assert counted == set(range(len(COUNTS)))


def test_cards_that_are_turned_up_again_are_counted_again() -> None:
    scene = Scene().perms("architecti").down("architecti")
    scene.state.dirty = 0
    turn_up(scene.state, 0, (1 << len(CATALOG.commands)) - 1, None)
    assert scene.state.dirty == 1 and not scene.player().perms[0].down


def test_an_event_in_force_is_its_own() -> None:
    assert CATALOG.event_in_force(NONE) is CATALOG.calm
    for number, event in enumerate(CATALOG.events):
        assert CATALOG.event_in_force(number) is event
        assert event is not CATALOG.calm


# What may lie hidden ------------------------------------------------------------------------------


def drawn_goals(state: State, viewer: int, draws: int = 150) -> set[int]:
    """Objectives of the other player that a viewer imagines."""
    rng = SeededRng("goals")
    view = RULES.view(state, viewer)
    found: set[int] = set()
    for _ in range(draws):
        drawn = RULES.resample(view, rng)
        assert RULES.view(drawn, viewer) == view
        found |= set(drawn.players[1 - viewer].goals)
    return found


@pytest.mark.clause("pb.obj.5")
@pytest.mark.parametrize(("objectives", "met_too"), [("at_once", False), ("by_choice", True)])
def test_what_would_have_been_turned_up_does_not_lie_hidden(objectives: str, met_too: bool) -> None:
    goals = CATALOG.objectives
    scene = Scene(objectives=objectives).goals("deep_order", seat=1).goals("great_host", seat=0)
    scene.coins(8, seat=1)
    player = scene.player(1)
    met = {n for n, goal in enumerate(goals) if not goal.at_end and goal_worth(T, player, n)}
    named = {goals[n].id for n in met}
    assert "full_coffers" in named
    found = drawn_goals(scene.turn().state, 0)
    assert not {n for n in found if goals[n].open}
    own = {goals[n].id for n in scene.player(0).goals}
    for number, goal in enumerate(goals):
        if goal.open or goal.id in own:
            continue
        assert (number in found) == (met_too or number not in met), goal.id


def test_before_the_first_turn_any_objective_may_be_held() -> None:
    state = set_up(2, "opening")
    own = set(state.players[0].goals)
    seen = {
        goal
        for goal, team in zip(state.goal_bottom, state.goal_bottom_seen, strict=True)
        if team & 1
    }
    assert drawn_goals(state, 0) == set(range(len(CATALOG.objectives))) - own - seen


@pytest.mark.clause("pb.gloss.4")
def test_a_card_in_a_hand_is_known_to_whoever_put_it_in_the_deck() -> None:
    scene = Scene(seats=3).hand("gold", "azure", seat=1)
    kind = scene.player(1).hand[0]
    scene.player(1).spied.append(kind << SEEN_SHIFT | 1 << 2)
    for viewer, known in ((0, ()), (2, (kind,)), (SPECTATOR, ())):
        assert scene.view(viewer).sides[1].spied == known


# Positions and content that cannot be -------------------------------------------------------------


def test_faults_of_a_position_are_found_and_no_others() -> None:
    scene = Scene().commands(CATALOG.commands[0].id, CATALOG.commands[1].id)
    state = scene.turn().state
    before = set(RULES.check(state))
    state.players[0].veiled = state.players[0].commands[:]
    assert set(RULES.check(state)) == before, "all of a hand may be in doubt"
    state.players[0].veiled.append(0)
    assert "seat 0: a veiled command card is not in hand" in set(RULES.check(state))


def test_no_event_is_missing_while_none_is_in_force() -> None:
    state = RULES.setup(2, OPTIONS)
    assert "an event is missing" not in set(RULES.check(state))
    state.event_bag &= ~1
    assert "an event is missing" in set(RULES.check(state))


def test_an_empty_pile_is_not_shuffled() -> None:
    scene = Scene()
    state = scene.turn().state
    state.command_discard = [0] * len(state.command_bag)
    state.command_bag = state.command_discard[:]
    state.command_size = 0
    state.line[0] = NONE
    kind = next(kind for kind in state.line if kind != NONE)
    told: list[str] = []
    discard_command(state, kind)
    assert state.command_discard[kind] == 1 and state.stack[-1].seat == state.turn
    state.command_discard[kind] = 0
    PHASES.settle(T, state, lambda event: told.append(event.kind))
    assert "reshuffled" not in told


def test_prices_that_ask_for_nothing_or_too_much_are_refused() -> None:
    good = [
        schema.Cost(k=1),
        schema.Cost(r=2),
        schema.Cost(b=1),
        schema.Cost(coin=1),
        schema.Cost(actions=1),
        schema.Cost(banner="veterani"),
        schema.Cost(requires_coin=2),
    ]
    for number, cost in enumerate(good):
        check_costs([cost], HERE, "card", [])
        others = [*good[number:], *good[:number]]
        check_costs(others[:4], HERE, "card", [])
        with pytest.raises(BadContent, match="at most four ways"):
            check_costs(others[:5], HERE, "card", [])
        with pytest.raises(BadContent, match="price 3: it stands there twice"):
            check_costs([*others[:2], cost], HERE, "card", [])
    with pytest.raises(BadContent, match="price 2: it asks for nothing"):
        check_costs([schema.Cost(k=1), schema.Cost()], HERE, "card", [])


def test_effects_inside_effects_are_checked() -> None:
    good = schema.Gain(what="coin", n=1)
    with pytest.raises(BadContent, match="no effect"):
        check_effects([schema.Choose(of=[[good], []])], "order", HERE, "card", [])
    empty = schema.Roll(n=1, table=[schema.Faces(faces=(1, 2, 3, 4, 5, 6), effects=[])])
    with pytest.raises(BadContent, match="no effect"):
        check_effects([empty], "order", HERE, "card", [])
