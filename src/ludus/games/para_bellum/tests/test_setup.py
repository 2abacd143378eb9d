"""Set-up in its printed order, for two, three and four."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludus.core.actions import Action
from ludus.core.chance import SeededRng, pick
from ludus.core.codec import to_json
from ludus.core.errors import BadRequest
from ludus.core.protocol import CHANCE, SPECTATOR, Decision
from ludus.core.table import Table
from ludus.games.para_bellum.board import GENERAL, START_CELL
from ludus.games.para_bellum.ids import HIDDEN, NONE, RUNNING, SETUP
from ludus.games.para_bellum.rules.tables import ally_of, opponents_of, turn_order
from ludus.games.para_bellum.state import State
from ludus.games.para_bellum.tests.scene import BOX, CATALOG, OPTIONS, RULES, Scene

NAMES = ("Livia", "Marcus", "Quintus", "Flavia")


class Opening:
    """The set-up of one game, answered at random but for the first rolls."""

    def __init__(
        self, seats: int, rolls: tuple[int, ...] = (), seed: int = 1, **options: str
    ) -> None:
        self.state: State = RULES.setup(seats, {**OPTIONS, **options})
        self.rng = SeededRng(seed)
        self.rolls = list(rolls)
        self.log: list[tuple[int, str, Action]] = []

    @property
    def decision(self) -> Decision:
        return RULES.decisions(self.state)[0]

    def step(self, action: Action | None = None) -> None:
        decision = self.decision
        chosen = action or pick(decision, self.rng)
        if action is None and decision.prompt == "roll" and self.rolls:
            chosen = decision.options[self.rolls.pop(0) - 1]
        self.log.append((decision.seat, decision.prompt, chosen))
        RULES.apply(self.state, decision.seat, chosen)

    def until(self, prompt: str) -> Decision:
        """Go on until something is asked; leaves it unanswered."""
        while self.decision.prompt != prompt:
            self.step()
        return self.decision

    def through(self) -> State:
        """To the first turn, its event turned up."""
        while self.state.turn == NONE or self.decision.prompt == "event":
            self.step()
        return self.state

    def asked(self, prompt: str) -> Iterator[int]:
        return (seat for seat, what, _ in self.log if what == prompt)


@pytest.mark.clause("pb.goal.2", "pb.goal.3", "pb.team.1")
def test_two_three_or_four_play() -> None:
    for seats in (1, 5):
        with pytest.raises(BadRequest, match="2 to 4"):
            Table(BOX, ("Anna",) * seats)
    sides = {seats: RULES.teams(Opening(seats).state) for seats in (2, 3, 4)}
    assert sides == {2: ((0,), (1,)), 3: ((0,), (1,), (2,)), 4: ((0, 2), (1, 3))}
    four = Opening(4).state
    for seat in range(4):
        assert ally_of(four, seat) == (seat + 2) % 4
        assert len(opponents_of(four, seat)) == 2


@pytest.mark.clause("pb.goal.4")
def test_camps_are_names_only() -> None:
    first, second = (Table(BOX, names) for names in (("Caesar", "Pompeius"), ("Rome", "Senate")))
    for _ in range(40):
        decision = first.decisions()[0]
        assert [o.text for o in decision.options] == [o.text for o in second.decisions()[0].options]
        for table in (first, second):
            table.play(decision.seat, decision.options[0])


@pytest.mark.clause("pb.setup.1", "pb.setup.2", "pb.setup.3")
def test_starting_cards() -> None:
    opening = Opening(3)
    crimson, *rest = RULES.actions["colour"]
    assert [o.arg for o in opening.decision.options] == [0, 1, 2, 3, 4]
    opening.step(crimson)
    assert opening.decision.seat == 1
    assert list(opening.decision.options) == rest
    opening.step(rest[2])
    opening.step(rest[0])
    assert [player.colour for player in opening.state.players] == [0, 3, 1]
    for viewer in (0, 1, 2, SPECTATOR):
        for side in RULES.view(opening.state, viewer).sides:
            cells = [cell for cell, kind in enumerate(side.cells) if kind != NONE]
            assert cells == [START_CELL]
            assert side.cells[START_CELL] == CATALOG.start_kind(side.colour)
    dealt = Opening(3, colours="dealt")
    assert dealt.decision.seat == CHANCE
    assert dealt.decision.total == 5


@pytest.mark.clause("pb.setup.4", "pb.comp.8")
def test_decks_are_shuffled_by_chance() -> None:
    opening = Opening(4)
    opening.through()
    by_chance = {prompt for seat, prompt, _ in opening.log if seat == CHANCE}
    assert by_chance == {"battle", "alliance", "objective", "reveal", "roll", "draw", "event"}
    fresh = Opening(2)
    fresh.until("roll")
    assert [o.text for o in fresh.decision.options] == [f"roll:{face}" for face in range(6)]
    assert not fresh.decision.weights and fresh.decision.total == 6
    # A card drawn from a deck of several alike is as likely as there are copies.
    fresh.until("draw")
    assert sum(fresh.decision.weights) == 25 - 0


@pytest.mark.clause("pb.setup.5", "pb.setup.30", "pb.setup.31", "pb.setup.32", "pb.comp.15")
def test_before_the_first_turn() -> None:
    for seats in (2, 3, 4):
        state = Opening(seats).through()
        assert sum(state.command_discard) == 0
        assert state.event_discard == 0
        for player in state.players:
            assert player.blazons == 0 and player.banners == 0
            assert (player.grays, player.reds, player.dice[GENERAL]) == (0, 0, 6)
            assert player.runner == 0
        assert len(state.alliances) == (2 if seats == 4 else 0)


@pytest.mark.clause("pb.setup.6", "pb.setup.7", "pb.setup.8", "pb.setup.9", "pb.setup.28")
@pytest.mark.parametrize(("seats", "left"), [(2, 21), (3, 34), (4, 47)])
def test_army_deck(seats: int, left: int) -> None:
    state = Opening(seats).through()
    assert state.bag_size == left
    hands = [len(player.hand) for player in state.players]
    assert hands == [2] * seats
    assert [len(player.commands) for player in state.players] == [2] * seats
    cards = [kind for player in state.players for kind in player.hand]
    whole = [count + cards.count(kind) for kind, count in enumerate(state.bag)]
    right = [kind.copies[seats] for kind in CATALOG.army[: CATALOG.deck_kinds]]
    assert whole == right
    assert sum(right) == left + 2 * seats


@pytest.mark.clause("pb.setup.10", "pb.setup.11")
@pytest.mark.parametrize("battle", [0, 1, 2])
def test_battle(battle: int) -> None:
    opening = Opening(2)
    opening.until("battle")
    opening.step(RULES.actions["battle"][battle])
    state = opening.through()
    for viewer in (0, 1, SPECTATOR):
        assert RULES.view(state, viewer).battle == battle
    assert state.battle == battle, "the other two are nowhere: one number is all there is"


@pytest.mark.clause("pb.setup.12", "pb.setup.13", "pb.setup.16", "pb.obj.1")
@pytest.mark.parametrize("seats", [2, 3])
def test_objectives(seats: int) -> None:
    opening = Opening(seats)
    for seat in range(seats):
        decision = opening.until("return")
        assert decision.seat == seat
        assert len(decision.options) == 3
        assert not opening.state.players[seat].hand
        assert not opening.state.players[seat].commands
        assert opening.state.line == [NONE] * 4
        opening.step(decision.options[1])
        assert len(opening.state.players[seat].goals) == 2
        assert opening.state.goal_bottom[-1] == decision.options[1].arg
        assert decision.options[1].arg not in opening.state.players[seat].goals
    state = opening.through()
    assert [len(player.goals) for player in state.players] == [2] * seats


@pytest.mark.clause("pb.setup.14", "pb.setup.15")
def test_objectives_of_teams() -> None:
    opening = Opening(4)
    for _ in range(4):
        decision = opening.until("return")
        assert len(decision.options) == 2
        opening.step()
        assert len(opening.state.players[decision.seat].goals) == 1
    state = opening.through()
    goals = [player.goals for player in state.players]
    assert [len(own) for own in goals] == [2] * 4
    assert goals[0][1] == goals[2][1] and goals[1][1] == goals[3][1]
    assert goals[0][1] != goals[1][1]
    left = state.goal_bag.bit_count() + len(state.goal_bottom)
    assert left == 6
    assert all(seat == CHANCE for seat, prompt, _ in opening.log if prompt == "objective")


@pytest.mark.clause("pb.setup.17")
def test_face_down_objectives_are_secret() -> None:
    scene = Scene(seats=4).goals("great_host", "deep_order").act()
    scene.goals("great_host", "deep_order", seat=2)
    before = [to_json(scene.view(viewer)) for viewer in (1, 3, SPECTATOR)]
    own = to_json(scene.view(0))
    scene.player(0).goals[0] = CATALOG.objective("full_coffers")
    scene.player(2).goals[0] = CATALOG.objective("full_coffers")
    scene.state.goal_bag ^= 1 << CATALOG.objective("full_coffers")
    scene.state.goal_bag ^= 1 << CATALOG.objective("great_host")
    assert [to_json(scene.view(viewer)) for viewer in (1, 3, SPECTATOR)] == before
    assert to_json(scene.view(0)) != own
    assert scene.view(1).sides[0].goals[0].kind == HIDDEN
    assert scene.view(2).sides[0].goals[0].kind == CATALOG.objective("full_coffers")


@pytest.mark.clause("pb.setup.18", "pb.setup.24")
def test_battle_line_and_picks_of_two() -> None:
    opening = Opening(2)
    opening.until("opening")
    state = opening.state
    assert NONE not in state.line and state.command_size == 43
    for viewer in (0, 1, SPECTATOR):
        assert RULES.view(state, viewer).line == tuple(state.line)
    for _ in range(3):
        opening.until("opening")
        opening.step()
    assert state.line.count(NONE) == 3
    opening.step()
    opening.until("draw")
    assert NONE not in state.line and state.command_size == 39


@pytest.mark.clause("pb.setup.19", "pb.setup.35", "pb.turn.1", "pb.comp.4")
def test_highest_roll_begins() -> None:
    opening = Opening(3, (3, 5, 2))
    state = opening.through()
    assert state.order[0] == 1
    assert state.turn == 1 and opening.decision.seat == 1
    assert state.ending == NONE and state.trigger == RUNNING


@pytest.mark.clause("pb.setup.20")
def test_tied_rolls() -> None:
    opening = Opening(3, (6, 6, 4, 2, 2, 1, 3))
    state = opening.through()
    assert state.order[0] == 1
    assert len(list(opening.asked("roll"))) == 7


@pytest.mark.clause("pb.setup.21", "pb.setup.34", "pb.setup.29")
def test_general_and_coins() -> None:
    state = Opening(2, (2, 5)).through()
    assert [player.dice[GENERAL] for player in state.players] == [6, 6]
    # Two coins each; an event may have added to them since.
    opening = Opening(2, (2, 5))
    while opening.state.stack[0].phase == SETUP:
        opening.step()
    assert [player.coins for player in opening.state.players] == [2, 2]


@pytest.mark.clause("pb.setup.22", "pb.setup.23", "pb.setup.25")
def test_picks_of_three() -> None:
    opening = Opening(3, (1, 6, 2))
    opening.until("opening")
    counts: list[int] = []
    for _ in range(6):
        opening.until("opening")
        counts.append(4 - opening.state.line.count(NONE))
        opening.step()
    assert list(opening.asked("opening")) == [2, 0, 1, 2, 0, 1]
    assert counts == [4, 3, 2, 1, 4, 3]
    state = opening.through()
    assert NONE not in state.line
    assert [len(player.commands) for player in state.players] == [2, 2, 2]


@pytest.mark.clause("pb.setup.26", "pb.setup.27", "pb.team.5", "pb.team.6")
def test_picks_of_four() -> None:
    opening = Opening(4, (6, 1, 2, 3))
    counts: list[int] = []
    for _ in range(8):
        opening.until("opening")
        counts.append(4 - opening.state.line.count(NONE))
        opening.step()
    # A1, B1, A2, B2 sit at 0, 1, 2, 3.
    assert list(opening.asked("opening")) == [1, 2, 3, 0] * 2
    assert counts == [4, 3, 2, 1] * 2
    state = opening.through()
    assert state.command_size == 35
    assert len(set(state.alliances)) == 2 and NONE not in state.alliances
    assert all(player.runner == 0 for player in state.players)


@pytest.mark.clause("pb.team.2", "pb.turn.4", "pb.turn.5")
def test_order_of_teams() -> None:
    """A1 is 0, B1 is 1, A2 is 2 and B2 is 3; near opponents differ in the last bit."""
    names = ("A1", "B1", "A2", "B2")
    orders = {names[first]: [names[seat] for seat in turn_order(4, first)] for first in range(4)}
    assert orders["A1"] == ["A1", "B1", "A2", "B2"]
    assert orders["B1"] == ["B1", "A1", "B2", "A2"]
    assert orders["A2"] == ["A2", "B2", "A1", "B1"]
    nearest = {names[first]: orders[names[first]][1] for first in range(4)}
    assert nearest == {"A1": "B1", "A2": "B2", "B1": "A1", "B2": "A2"}


@pytest.mark.clause("pb.obj.2", "pb.obj.10")
def test_open_objectives_are_shown_from_the_first_turn() -> None:
    for seed in range(30):
        opening = Opening(3, seed=seed)
        state = opening.through()
        for seat, player in enumerate(state.players):
            shown = RULES.view(state, (seat + 1) % 3).sides[seat].goals
            for index, goal in enumerate(player.goals):
                is_open = CATALOG.objectives[goal].open
                assert shown[index].kind == (goal if is_open else HIDDEN)
    assert CATALOG.objectives[CATALOG.objective("terror")].open
    assert not CATALOG.objectives[CATALOG.objective("great_host")].open


@pytest.mark.clause("pb.team.3", "pb.gloss.4")
def test_hands_are_private_but_for_the_ally() -> None:
    scene = Scene(seats=4).hand("gold", "azure full").commands("raid").act()
    assert scene.view(2).sides[0].hand == scene.view(0).sides[0].hand
    assert scene.view(2).sides[0].commands == (CATALOG.command("raid"),)
    for viewer in (1, 3, SPECTATOR):
        side = scene.view(viewer).sides[0]
        assert side.hand is None and side.commands is None
        assert (side.army_count, side.command_count) == (2, 1)
