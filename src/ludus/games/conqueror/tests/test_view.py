"""What a seat sees, and positions drawn from it: all that is public, and nothing else changed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ludus.core.chance import SeededRng
from ludus.core.protocol import SPECTATOR
from ludus.core.table import Table
from ludus.games.conqueror.ids import HIDDEN, NONE, TURN
from ludus.games.conqueror.state import State
from ludus.games.conqueror.tests.oracle import Oracle
from ludus.games.conqueror.tests.scene import RULES, Scene, the_box
from ludus.games.conqueror.tests.test_oracle import NAMES, keen, oracle
from ludus.games.conqueror.view import View
from ludus.kit.random_play import random_play
from ludus.kit.tables import Setting

SECRET = {"hand", "mission", "bids", "pledged", "battle"}


def positions(seats: int) -> Iterator[State]:
    box = the_box()
    table: Table[State, View] = Table(box, NAMES[:seats], {"timer": "60"})
    setting = Setting(seats, box.options(seats, {}))
    for number, _ in enumerate(random_play(table, setting, SeededRng(f"view {seats}"), keen)):
        if number % 12 == 0 or table.state.battle is not None or not table.state.round:
            yield table.state


@pytest.mark.clause("conqueror.heroes.14", "conqueror.missions.7", "conqueror.threat.5")
@pytest.mark.parametrize("seats", [3, 6])
def test_a_drawn_position_keeps_what_is_public(seats: int) -> None:
    rng = SeededRng("draw")
    hidden = 0
    for state in positions(seats):
        viewer = rng.below(seats + 1)
        viewer = SPECTATOR if viewer == seats else viewer
        drawn = RULES.resample(RULES.view(state, viewer), rng)
        for name in State.__annotations__:
            if name not in SECRET:
                assert getattr(drawn, name) == getattr(state, name), name
        for seat in range(seats):
            fits(state, drawn, seat, seat == viewer)
        hidden += hand_hidden(state, viewer)
        if state.battle is not None:
            fight, other = state.battle, drawn.battle
            assert other is not None
            for side, seat in enumerate((fight.attacker, fight.defender)):
                if fight.shown or seat == viewer or fight.hero[side] == NONE:
                    assert other.hero[side] == fight.hero[side]
                else:
                    assert other.hero[side] // 4 == state.faction[seat]
                    assert drawn.hand[seat] >> other.hero[side] % 4 & 1
            other.hero = fight.hero[:]
            assert other == fight
    assert hidden > 10


def hand_hidden(state: State, viewer: int) -> int:
    return sum(bool(hand) for seat, hand in enumerate(state.hand) if seat != viewer)


def fits(state: State, drawn: State, seat: int, own: bool) -> None:
    """The secrets of a seat, as they are or as they could be."""
    assert drawn.hand[seat].bit_count() == state.hand[seat].bit_count()
    assert not drawn.hand[seat] & state.burnt[seat]
    assert (drawn.mission[seat] == NONE) == (state.mission[seat] == NONE)
    if state.mission[seat] != NONE and not own:
        assert not state.ruled_out[seat] >> drawn.mission[seat] & 1
    if own:
        assert (drawn.hand[seat], drawn.mission[seat]) == (state.hand[seat], state.mission[seat])
        assert drawn.bids[seat] == state.bids[seat]
    assert (drawn.bids[seat] == NONE) == (state.bids[seat] == NONE)


@pytest.mark.clause("conqueror.heroes.14", "conqueror.missions.7")
def test_every_secret_that_fits_is_drawn() -> None:
    scene = Scene("Egypt", "Rome", "Greece").heroes("Rome", "scipio_africanus")
    scene.state.burnt[1] = 0b1000
    scene.state.mission[1] = 0
    scene.state.ruled_out[1] = 0b010
    drawn = [RULES.resample(scene.view("Egypt"), SeededRng(f"{n}")) for n in range(40)]
    assert {each.hand[1] for each in drawn} == {0b001, 0b010, 0b100}
    assert {each.mission[1] for each in drawn} == {0, 2}
    assert {each.hand[2] for each in drawn} == {0} and {each.mission[2] for each in drawn} == {NONE}


@pytest.mark.clause("conqueror.threat.5")
def test_hidden_bids_are_drawn_from_the_purse() -> None:
    scene = Scene("Egypt", "Rome", "Greece", turn=2).purse("Egypt", 4).purse("Rome", 2)
    scene.purse("Greece", 60).end().draw("slave_revolt")
    scene.act("bid:1", 1).act("more", 2)
    mine, rome, greece, spectator = (scene.view(name) for name in ("Egypt", "Rome", "Greece", ""))
    assert mine.bids == (NONE, HIDDEN, NONE) and rome.bids == (NONE, 1, NONE)
    assert [view.pledged for view in (mine, rome, greece, spectator)] == [0, 0, 50, 0]
    drawn = [RULES.resample(mine, SeededRng(f"{n}")) for n in range(40)]
    assert {each.bids[1] for each in drawn} == {0, 1, 2}
    assert {(each.bids[0], each.bids[2]) for each in drawn} == {(NONE, NONE)}
    assert {tuple(each.pledged) for each in drawn} == {(0, 0, 0)}
    assert RULES.resample(greece, SeededRng("0")).pledged == [0, 0, 50]
    scene.act("bid:0", 0).act("bid:3", 2)
    assert scene.view("Greece").pledged == 0


@pytest.mark.clause("conqueror.food.1", "conqueror.currency.1", "conqueror.victory.13")
@pytest.mark.parametrize("seats", [4, 5])
def test_what_a_view_counts_is_so(seats: int) -> None:
    book = oracle(seats)
    for state in positions(seats):
        view = RULES.view(state, SPECTATOR)
        if state.round:
            counts(book, state, view)
            assert view.in_turn == state.order[state.turn]
        else:
            assert view.in_turn == NONE and set(view.force) == {0}
        assert view.hero_price == ()


def counts(book: Oracle, state: State, view: View) -> None:
    seats = range(state.seats)
    assert view.quota == tuple(book.quota(state, seat) for seat in seats)
    assert view.units == tuple(book.units(state, seat) for seat in seats)
    assert view.income == tuple(book.income(state, seat) for seat in seats)
    assert view.forts == tuple(len(book.forts(state, seat)) for seat in seats)
    assert view.food == tuple(book.food(book.held(state, seat)) for seat in seats)
    assert view.countdown == tuple(noted.bit_count() for noted in state.noted)
    for number, name in enumerate(book.names):
        holder = state.owner[number]
        assert view.defence[number] == (book.walls(state, name, holder) if holder != -1 else 0)
        if state.stack and state.stack[-1].phase == TURN and not state.stirred:
            mine = holder == view.in_turn
            expected = book.charge(state, book.army(state, name)) if mine else 0
            assert view.force[number] == expected
    fight, seen = state.battle, view.battle
    if fight is not None:
        assert seen is not None
        assert (seen.attacker, seen.defender) == (fight.attacker, fight.defender)


@pytest.mark.clause("conqueror.heroes.2", "conqueror.heroes.15")
def test_prices_are_those_of_the_own_heroes() -> None:
    scene = Scene("Egypt", "Rome", "Greece")
    assert scene.view("Rome").hero_price == (12, 7, 9, 5)
    assert scene.view().hero_price == ()
    early = RULES.setup(3, {"timer": "off", "income": "manual", "round_limit": "30",
                            "second_action": "attack"})  # fmt: skip
    assert RULES.view(early, 0).hero_price == ()
