"""Games read a second time: every act is told, points and sight are worked out anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from ludus.core.actions import Action
from ludus.core.chance import SeededRng
from ludus.core.protocol import SPECTATOR, Decision, Event
from ludus.core.table import Table
from ludus.games.agricola.ids import CALEDONIAN, HIDDEN, NONE, OPPIDUM, ROMAN
from ludus.games.agricola.state import State
from ludus.games.agricola.tests.scene import tables, the_box
from ludus.games.agricola.tests.test_oracle import EVERYTHING, POLICIES
from ludus.games.agricola.view import Agricola, View
from ludus.kit.policies import Seen

TOLD: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("after_points", "monolith"): ("monolith",),
    ("march_phase", "march"): ("march", "points"),
    ("march_phase", "free"): ("march",),
    ("march_phase", "scout"): ("march",),
    ("march_phase", "build"): ("building", "points"),
    ("march_phase", "concentrate"): ("concentrate", "points"),
    ("march_phase", "free_sail"): ("voyage",),
    ("march_phase", "sail"): ("voyage", "points"),
    ("march_phase", "next"): ("marches_over",),
    ("march", "leave"): ("left",),
    ("march", "go"): ("moved", "moved_units", "march_over"),
    ("march", "step"): ("moved", "moved_units"),
    ("march", "halt"): ("march_over",),
    ("build", "done"): ("road_built",),
    ("concentrate", "come"): ("chosen",),
    ("concentrate", "done"): ("march_over",),
    ("recruit", "levy"): ("levy", "points"),
    ("recruit", "dismantle"): ("dismantled",),
    ("recruit", "recruit"): ("recruited", "recruited_unit", "points"),
    ("recruit", "quiet"): ("quiet",),
    ("recruit", "wake"): ("awake",),
    ("form", "board"): ("boards",),
    ("form", "ship"): ("ship_named",),
    ("form", "cast"): ("cast_off",),
    ("sail", "go"): ("sailed", "moved_units", "march_over"),
    ("land", "done"): ("landing_over",),
    ("land", "ashore"): ("landing_over",),
    ("land", "land"): ("landed",),
    ("embark", "board"): ("embarks",),
    ("declare", "declare"): ("declares",),
    ("stand", "fight"): ("stands",),
    ("stand", "retreat"): ("retreat", "battle_over"),
    ("reserve", "reserve"): ("reserve",),
    ("move_up", "up"): ("moves_up",),
    ("novae_gentes", "place"): ("new_center",),
    ("give", "give"): ("marker_back", "marker_returned"),
    ("take", "take"): ("marker_taken",),
    ("interrupt", "decline"): ("lets_pass",),
    ("druids", "decline"): ("passes",),
    ("tribute", "decline"): ("passes",),
    ("cancel", "decline"): ("passes",),
    ("fury", "decline"): ("passes",),
    ("siege_attack", "decline"): ("passes",),
    ("cancel", "quiet"): ("quiet",),
    ("tribute", "quiet"): ("quiet",),
    ("druids", "quiet"): ("quiet",),
    ("supply", "quiet"): ("quiet",),
    ("supply", "decline"): ("passes",),
    ("go_home", "unit"): ("withdrawn",),
    ("winter", "all"): ("withdrawn",),
    ("rally", "rally"): ("rallied", "points"),
    ("unrest", "unit"): ("unrest", "disrupted"),
}
"""What is always told of a choice, by its question and verb."""


def played(
    options: Mapping[str, str], seed: int
) -> Iterator[tuple[State, Decision, Action, list[Event]]]:
    """A whole game: each position after a choice, and what was told of it."""
    box = the_box()
    rules = box.rules
    state = Table[State, View](box, ["Aulus", "Bruna"], options).state
    rng, seen = SeededRng(f"second reading {seed}"), Seen()
    while decisions := rules.decisions(state):
        decision = decisions[rng.below(len(decisions))]
        action = POLICIES[seed % len(POLICIES)](rules, state, decision, rng, seen)
        told: list[Event] = []
        rules.apply(state, decision.seat, action, told.append)
        yield state, decision, action, told


GAMES = [(EVERYTHING, 0), ({}, 2), (EVERYTHING, 3), ({"scenario": "short"}, 4), (EVERYTHING, 6)]


@cache
def acts_told(seed: int) -> frozenset[tuple[str, str]]:
    """All acts of a game, each of which was told."""
    met: set[tuple[str, str]] = set()
    over = 0
    for _, decision, action, told in played(EVERYTHING if seed % 3 else {}, seed):
        act = decision.prompt, action.verb
        kinds = {event.kind for event in told}
        assert kinds.issuperset(TOLD.get(act, ())), (act, kinds)
        met.add(act)
        # After the end of a year, winter ends.
        over += ("year_over" in kinds) - ("winter_over" in kinds)
        assert not over
    return frozenset(met)


@pytest.mark.parametrize("seed", range(10))
def test_every_act_is_told(seed: int) -> None:
    assert acts_told(seed)


def test_the_acts_of_these_games_are_most_there_are() -> None:
    met = {act for seed in range(10) for act in acts_told(seed)}
    assert len(met & TOLD.keys()) > 0.8 * len(TOLD), TOLD.keys() - met


@pytest.mark.clause("agricola.20.0.1", "agricola.20.0.2")
@pytest.mark.parametrize(("options", "seed"), GAMES)
def test_who_sees_whom(options: dict[str, str], seed: int) -> None:
    """Enemy units are seen in a hex with both sides, in a battle, and by the tribes in centers.

    Camps, the eliminated and an Oppidum face up are seen by all.
    """
    rules = the_box().rules
    assert isinstance(rules, Agricola)
    for number, (state, *_) in enumerate(played(options, seed)):
        if number % 3 or not state.turn or not state.stack:
            continue
        t = rules.tables_for(state.short, state.south)
        board = t.board
        for viewer in (0, 1, SPECTATOR):
            view = rules.view(state, viewer)
            for side in (ROMAN, CALEDONIAN):
                if side == view.side:
                    assert view.at[side] == tuple(state.at[side])
                    continue
                for unit, place in enumerate(state.at[side]):
                    if place > board.britannia or t.musters[side].static >> unit & 1:
                        continue
                    both = place < board.hexes and all(
                        place in state.at[owner] for owner in (ROMAN, CALEDONIAN)
                    )
                    fought = state.battle is not None and state.battle.place == place
                    city = (
                        view.side == CALEDONIAN
                        and place < board.hexes
                        and place in board.center_hex
                    )
                    looked = view.side != NONE and state.peek[view.side] == place
                    if both or fought or city or looked:
                        assert view.at[side][unit] == place, (viewer, side, unit)
                    elif view.side != NONE and state.known[view.side] >> unit & 1:
                        assert view.at[side][unit] == place, "it saw where it went"
                    else:
                        assert view.at[side][unit] == HIDDEN, (viewer, side, unit)


@pytest.mark.clause("agricola.5.2.1")
@pytest.mark.parametrize(("options", "seed"), GAMES)
def test_points_are_counted_again(options: dict[str, str], seed: int) -> None:
    rules = the_box().rules
    assert isinstance(rules, Agricola)
    for number, (state, *_) in enumerate(played(options, seed)):
        if number % 5 or not state.turn:
            continue
        t = rules.tables_for(state.short, state.south)
        worth, board = t.charts.victory, t.board
        romans, tribes = state.at[ROMAN], state.at[CALEDONIAN]
        camps = {
            romans[unit.number] for unit in t.rome.units if t.rome.praesidia >> unit.number & 1
        }
        dead = [unit for unit, place in enumerate(tribes) if place == board.fallen]
        chief = [unit for unit in dead if t.tribes.supreme >> unit & 1]
        roman = (
            worth.roman_center * len(set(board.center_hex) & set(romans)),
            worth.site * len(set(board.site_hex) & camps),
            worth.calgacus * len(chief),
            worth.elite * (len(dead) - len(chief)),
        )
        secret = sum(
            kind == OPPIDUM
            and not state.center_up >> center & 1
            and tribes.count(board.center_hex[center]) == 1
            for center, kind in enumerate(state.center)
        )
        held = len(set(board.center_hex) & set(tribes)) - secret
        score = rules.view(state, SPECTATOR).score
        assert score[ROMAN] == roman
        assert score[CALEDONIAN][3] == worth.caledonian_center * held
        assert score[CALEDONIAN][0] == worth.fortress * len(set(board.fortress_hex) & set(tribes))
    assert tables().charts.victory.calgacus == 5
