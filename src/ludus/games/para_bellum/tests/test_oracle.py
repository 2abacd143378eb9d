"""Whole games beside a second reading of the rulebook: cells, Legions, Centurions and points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from ludus.core.chance import SeededRng
from ludus.core.protocol import Decision, Event
from ludus.core.table import Table
from ludus.games.para_bellum.board import RED, members, row_of
from ludus.games.para_bellum.ids import CHARACTER, COLOUR_IDS, CONSTRUCT
from ludus.games.para_bellum.rules.scoring import parts_of
from ludus.games.para_bellum.state import Player, State
from ludus.games.para_bellum.tests.listener import Listener
from ludus.games.para_bellum.tests.oracle import OBJECTIVES, Army, Cell, places
from ludus.games.para_bellum.tests.scene import BOX, CATALOG, column_of, look_of
from ludus.games.para_bellum.view import View
from ludus.kit.policies import Keen
from ludus.kit.random_play import random_play
from ludus.kit.tables import NAMES, Setting

KEEN = Keen(BOX, glances=3)
OTHERWISE = {"objectives": "by_choice", "bare_banners": "spent"}


def cell_of(number: int) -> Cell:
    return column_of(number), row_of(number)


def army_of(player: Player) -> Army:
    """What lies before a player, in the oracle's words."""
    shown = [perm.kind for perm in player.perms if not perm.down]
    names = {CONSTRUCT: "construct", CHARACTER: "character"}
    return Army(
        {cell_of(cell): look_of(player.cells[cell]) for cell in members(player.army)},
        {cell_of(cell) for cell in members(player.units)},
        {cell_of(slot): player.dice[slot] % 8 for slot in members(player.grays)},
        {cell_of(slot): player.dice[RED + slot] % 8 for slot in members(player.reds)},
        player.banners.bit_count(),
        player.coins,
        [
            " ".join(word for key, word in names.items() if CATALOG.filter[key] >> kind & 1)
            for kind in shown
        ],
    )


class Compared:
    """A game in which every position is judged twice."""

    def __init__(self, seats: int, options: dict[str, str], seed: int) -> None:
        self.setting = Setting(seats, BOX.options(seats, options))
        self.table: Table[State, View] = Table(BOX, NAMES[:seats], self.setting.options)
        self.rng = SeededRng(f"oracle {seed}")
        self.armies: list[Army] = []
        self.dice: list[tuple[str, int, Cell]] = []
        """Dice that a placed card still has to bring: gray or red, whose, where."""
        self.seen: Counter[str] = Counter()
        self.listener = Listener(self.table.state)

    def run(self) -> Counter[str]:
        asked = ""
        for decisions in random_play(self.table, self.setting, self.rng, KEEN):
            before, state = self.armies, self.table.state
            self.armies = [army_of(player) for player in state.players]
            story = self.table.story[-1] if self.table.moves else ()
            for event in story:
                self.follow(event, before)
                self.listener.hear(event)
            self.listener.agrees(story, state)
            if asked == "act":
                move = self.table.moves[-1]
                self.listener.acted(story, move.seat, BOX.rules.actions.parse(move.act))
            asked = decisions[0].prompt if decisions else ""
            self.same_options(decisions)
            for player, army in zip(state.players, self.armies, strict=True):
                self.same_army(player, army)
        self.same_result()
        return self.seen

    # What a placed card completes ----------------------------------------------------------------

    def follow(self, event: Event, before: Sequence[Army]) -> None:
        if event.kind == "places":
            assert not self.dice, self.dice
            seat, cell = event.number("seat"), cell_of(event.number("cell"))
            army, old = self.armies[seat], before[seat]
            self.dice = [("new_gray", seat, slot) for slot in army.new_grays(cell, len(old.grays))]
            self.dice += [("new_red", seat, slot) for slot in army.new_reds(cell, len(old.reds))]
            self.seen["legion"] += len(army.completed_by(cell))
            self.seen["big"] += sum(len(troop) > 2 for troop in army.completed_by(cell))
        elif event.kind in ("new_gray", "new_red"):
            slot = cell_of(event.number("slot") % RED)
            assert self.dice.pop(0) == (event.kind, event.number("seat"), slot)
            self.seen[event.kind] += 1
        elif event.kind == "morale":
            army = self.armies[event.number("seat")]
            limit = event.number("limit")
            assert limit == 1 + len(army.reds)
            total = event.number("roll") + event.number("plus")
            assert event.number("passed") == (total <= limit)
            self.seen["morale"] += 1

    # One position --------------------------------------------------------------------------------

    def same_options(self, decisions: Sequence[Decision]) -> None:
        for decision in decisions:
            if decision.prompt not in ("place_card", "place_cell", "unit_cell"):
                continue
            army, player = self.armies[decision.seat], self.table.state.players[decision.seat]
            offered = {action.arg for action in decision.options if action.verb != "decline"}
            if decision.prompt == "place_card":
                looks = {kind: look_of(kind).split()[0] for kind in player.hand}
                assert offered == {kind for kind, colour in looks.items() if army.room_for(colour)}
                continue
            if decision.prompt == "place_cell":
                colour = look_of(self.table.state.stack[-1].card).split()[0]
                room = army.room_for(colour)
            else:
                room = army.room_for_unit()
            assert {cell_of(cell) for cell in offered} == room, len(self.table.moves)
            self.seen[decision.prompt] += 1

    def same_army(self, player: Player, army: Army) -> None:
        troops = army.legions()
        colours = Counter(army.cards[troop[0]].split()[0] for troop in troops)
        assert player.legions == [colours[colour] for colour in COLOUR_IDS]
        assert player.big == army.counted("big_legions")
        assert player.rows.bit_count() == army.counted("rows_with_legion")
        parts = parts_of(player)
        assert parts["gray_dice"] == army.gray_points(), len(self.table.moves)
        assert parts["commanders"] == army.commander_points(), len(self.table.moves)
        self.seen["horns"] += army.gray_points() > sum(army.grays.values())
        self.seen["riders"] += army.commander_points() > 0
        for index, goal in enumerate(player.goals):
            card = OBJECTIVES[CATALOG.objectives[goal].id]
            waits = card.get("at_end", False) or self.table.state.chosen_goals
            if "measure" in card and not waits:
                assert player.goal_points[index] >= army.worth_of(card["id"]), card["id"]

    def same_result(self) -> None:
        outcome = self.table.outcome
        assert outcome is not None
        state = self.table.state
        scores: list[int] = []
        for player, army in zip(state.players, self.armies, strict=True):
            for index, goal in enumerate(player.goals):
                card = OBJECTIVES[CATALOG.objectives[goal].id]
                if card.get("at_end"):
                    assert player.goal_points[index] == army.worth_of(card["id"])
                elif "measure" in card:
                    assert player.goal_points[index] >= army.worth_of(card["id"])
            points = army.gray_points() + army.commander_points()
            scores.append(points + sum(player.goal_points) + player.points)
        assert list(outcome.scores) == scores
        grays = [army.gray_points() for army in self.armies]
        assert list(outcome.ranks) == places(scores, grays)
        five = max(army.counted("legion_colours") for army in self.armies) == 5
        assert five or outcome.reason == "deck"
        self.seen[outcome.reason] += 1


@pytest.mark.clause(
    "pb.place.4",
    "pb.place.10",
    "pb.legion.1",
    "pb.legion.19",
    "pb.cent.1",
    "pb.cent.5",
    "pb.morale.6",
    "pb.score.1",
    "pb.score.5",
    "pb.score.6",
    "pb.tie.1",
)
def test_a_second_reading_of_the_rules_agrees() -> None:
    seen: Counter[str] = Counter()
    for seats in (2, 3, 4, 2):
        options = OTHERWISE if seen else {}
        seen += Compared(seats, options, seats + len(seen)).run()
    wanted = ("legion", "big", "new_gray", "new_red", "place_cell", "horns", "riders", "morale")
    assert min(seen[what] for what in wanted) > 0, seen


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, OTHERWISE])
def test_a_second_reading_agrees_in_many_games(seats: int, options: dict[str, str]) -> None:
    total: Counter[str] = Counter()
    for seed in range(50):
        total += Compared(seats, options, 100 + seed).run()
    assert total["unit_cell"] > 5, total
    wanted = ("legion", "big", "new_gray", "new_red", "place_cell", "horns", "riders")
    assert min(total[what] for what in (*wanted, "morale")) > 50, total
