"""Positions drawn from a view: alike for the viewer, sound, and with all that is public."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludus.core.chance import SeededRng, pick
from ludus.core.protocol import SPECTATOR
from ludus.core.table import Table
from ludus.games.agricola.ids import CALEDONIAN, ROMAN
from ludus.games.agricola.rules.checks import broken
from ludus.games.agricola.state import State
from ludus.games.agricola.tests.scene import the_box
from ludus.games.agricola.tests.test_oracle import EVERYTHING, keen
from ludus.games.agricola.view import Agricola, View
from ludus.kit.random_play import random_play
from ludus.kit.tables import Setting

PUBLIC = (
    "special", "roads", "lines", "looting", "siege_rules", "balanced", "bidding", "short", "south",
    "ships_stop", "hex_rally", "flip", "center_up", "road", "pillaged", "sieges", "points", "gone",
    "shelved", "turn", "active", "event", "tribes_home", "supplied", "declined", "ended", "winner",
)  # fmt: skip
OWN = ("at", "disrupted", "hand", "bin")


def positions(options: dict[str, str], seed: int, every: int) -> Iterator[State]:
    box = the_box()
    table: Table[State, View] = Table(box, ["Aulus", "Bruna"], options)
    setting = Setting(2, box.options(2, options))
    for number, _ in enumerate(random_play(table, setting, SeededRng(f"drawn {seed}"), keen)):
        if number % every == 0:
            yield table.state


@pytest.mark.clause("agricola.20.0.1", "agricola.20.0.2", "agricola.4.0.1")
@pytest.mark.parametrize(
    ("options", "seed"), [({"scenario": "short"}, 0), (EVERYTHING, 1), ({"bidding": "on"}, 2)]
)
def test_a_drawn_position_looks_the_same(options: dict[str, str], seed: int) -> None:
    rules = the_box().rules
    assert isinstance(rules, Agricola)
    rng = SeededRng("draws")
    for state in positions(options, seed, 4):
        for viewer in (0, 1, SPECTATOR):
            view = rules.view(state, viewer)
            drawn = rules.resample(view, rng)
            assert rules.view(drawn, viewer) == view
            for name in PUBLIC:
                assert getattr(drawn, name) == getattr(state, name), name
            for side in (ROMAN, CALEDONIAN):
                for name in OWN if view.side == side else ():
                    assert getattr(drawn, name)[side] == getattr(state, name)[side], name
                assert drawn.hand[side].bit_count() == state.hand[side].bit_count()
            assert not list(broken(rules.tables_for(drawn.short, drawn.south), drawn))
            same_questions(rules, state, drawn, viewer)
            played_on(rules, drawn, rng)


def same_questions(rules: Agricola, state: State, drawn: State, viewer: int) -> None:
    """The same seats are asked the same, and the viewer has the same options."""
    before, after = rules.decisions(state), rules.decisions(drawn)
    assert [(d.seat, d.prompt) for d in before] == [(d.seat, d.prompt) for d in after]
    for one, other in zip(before, after, strict=True):
        if one.seat == viewer:
            assert one.options == other.options, one.prompt


def played_on(rules: Agricola, drawn: State, rng: SeededRng) -> None:
    """Whoever is to decide can, and what follows is sound."""
    for _ in range(2):
        decisions = rules.decisions(drawn)
        if decisions:
            rules.apply(drawn, decisions[0].seat, pick(decisions[0], rng))
    assert not list(broken(rules.tables_for(drawn.short, drawn.south), drawn))
