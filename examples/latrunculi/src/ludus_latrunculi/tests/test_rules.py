"""The clauses of Latrunculi, one by one, on boards drawn as text."""

from __future__ import annotations

import pytest

from ludus.core.game import Box
from ludus.core.table import Table
from ludus_latrunculi import GAME
from ludus_latrunculi.content import MOST_SOLDIERS
from ludus_latrunculi.ids import EMPTY, NONE, TURN
from ludus_latrunculi.state import Frame, State
from ludus_latrunculi.view import View

BOX: Box[State, View] = GAME.open()
SIGNS = ".xoXO"


def drawn(*rows: str, seat: int = 0, quiet: int = 0) -> Table[State, View]:
    """A table with this board, from its top row; capitals are bound. `seat` is to move."""
    squares, bound = [EMPTY] * 64, []
    for row, line in enumerate(rows):
        for column, sign in enumerate(line.replace(" ", "")):
            squares[row * 8 + column] = (SIGNS.index(sign) - 1) % 2 if sign != "." else EMPTY
            if sign in "XO":
                bound.append(row * 8 + column)
    state = State(squares, bound, [0, 0], quiet, "", NONE, [Frame(TURN, seat)])
    table = Table(BOX, ["Ann", "Ben"])
    table.set_position(state)
    return table


def offered(table: Table[State, View]) -> set[str]:
    return {action.text for decision in table.decisions() for action in decision.options}


def move(table: Table[State, View], start: int, end: int, seat: int = 0) -> None:
    table.play(seat, f"pick:{start}")
    table.play(seat, f"to:{end}")


@pytest.mark.clause("latrunculi.board.1", "latrunculi.place.1")
def test_players_place_in_turn_on_empty_squares() -> None:
    table = Table(BOX, ["Ann", "Ben"])
    assert offered(table) == {f"place:{square}" for square in range(64)}
    table.play(0, "place:0")
    assert [decision.seat for decision in table.decisions()] == [1]
    assert "place:0" not in offered(table)


@pytest.mark.clause("latrunculi.board.2", "latrunculi.place.2")
@pytest.mark.parametrize("soldiers", ["8", "12", "16"])
def test_all_soldiers_are_placed_and_none_is_bound(soldiers: str) -> None:
    table = Table(BOX, ["Ann", "Ben"], {"soldiers": soldiers})
    # Side by side along the rows, so that many stand between two enemies.
    for square in range(2 * int(soldiers)):
        table.play(square % 2, f"place:{square}")
    state = table.state
    assert [state.squares.count(seat) for seat in (0, 1)] == [int(soldiers)] * 2
    assert state.bound == []
    assert int(soldiers) <= MOST_SOLDIERS
    assert all(action.startswith("pick:") for action in offered(table))


@pytest.mark.clause("latrunculi.move.1")
def test_a_soldier_steps_along_row_and_column() -> None:
    table = drawn("........", ".x......", "........", "........", "....x.oo")
    table.play(0, "pick:9")
    assert offered(table) == {"to:1", "to:8", "to:10", "to:17"}
    blocked = drawn("xx......", "o.......", "o.......", "oo......")
    blocked.play(0, "pick:0")
    assert offered(blocked) == {"to:2"}


@pytest.mark.clause("latrunculi.move.2")
def test_a_soldier_jumps_over_one_neighbour() -> None:
    table = drawn("xo......", "x.......", "........", "...oo...")
    table.play(0, "pick:0")
    assert offered(table) == {"to:2", "to:16"}
    walled = drawn("xoo.....", "x.......", "o.......", "x.......")
    walled.play(0, "pick:8")
    assert offered(walled) == {"to:9"}


@pytest.mark.clause("latrunculi.bind.1")
def test_an_enemy_between_two_is_bound() -> None:
    table = drawn(".xo.....", "...x....", "....oo..")
    move(table, 11, 3)
    assert table.state.bound == [2]
    far = drawn("xo......", "...x....", "....oo..")
    move(far, 11, 3)
    assert far.state.bound == []
    corner = drawn("o.......", ".x......", "x...oo..")
    move(corner, 9, 1)
    assert corner.state.bound == []


@pytest.mark.clause("latrunculi.bind.2")
def test_moving_between_two_enemies_is_safe() -> None:
    table = drawn("o.o.....", ".x......", "...x....")
    move(table, 9, 1)
    assert table.state.bound == []
    # Nor is it bound later, unless an enemy moves to its side.
    table.play(1, "pick:2")
    table.play(1, "to:3")
    assert table.state.bound == []


@pytest.mark.clause("latrunculi.bind.3")
def test_a_bound_soldier_neither_moves_nor_binds() -> None:
    table = drawn("oXo.....", ".o......", "..x.....", "........", "x.......")
    assert "pick:1" not in offered(table)
    move(table, 18, 17)
    assert table.state.bound == [1]
    free = drawn("o.......", ".x......", ".o......", "..x.....", "x.....o.")
    move(free, 26, 25)
    assert free.state.bound == [17]


@pytest.mark.clause("latrunculi.bind.4")
def test_a_soldier_is_freed_when_a_captor_leaves_or_is_bound() -> None:
    left = drawn("oXo.....", "........", "x.......", seat=1)
    move(left, 2, 10, seat=1)
    assert left.state.bound == []
    caught = drawn("........", "..x.....", "oXo.....", "........", "...x....", "x......o")
    move(caught, 35, 34)
    assert caught.state.bound == [17]
    move(caught, 47, 46, seat=1)
    # Now the captor on its right stands between two itself.
    move(caught, 34, 26)
    assert caught.state.bound == [18]


@pytest.mark.clause("latrunculi.take.1")
def test_a_bound_enemy_is_taken_instead_of_a_move() -> None:
    table = drawn("xOx.....", "........", "...oo...")
    assert "take:1" in offered(table)
    table.play(0, "take:1")
    assert table.state.squares[1] == EMPTY
    assert [decision.seat for decision in table.decisions()] == [1]


@pytest.mark.clause("latrunculi.end.1")
def test_whoever_has_one_soldier_left_loses() -> None:
    table = drawn("xOx.....", "........", "...o....")
    table.play(0, "take:1")
    assert table.over
    assert table.outcome is not None
    assert table.outcome.ranks == (1, 2)
    assert table.outcome.reason == "captured"


@pytest.mark.clause("latrunculi.end.2")
def test_whoever_cannot_move_loses() -> None:
    table = drawn("ooxx....", "xx......", "xx..x...")
    move(table, 20, 21)
    assert table.over
    assert table.outcome is not None
    assert table.outcome.ranks == (1, 2)
    assert table.outcome.reason == "shut_in"


@pytest.mark.clause("latrunculi.end.3")
@pytest.mark.parametrize(("others", "ranks"), [("oo", (1, 1)), ("ooo", (2, 1))])
def test_sixty_quiet_turns_end_the_game(others: str, ranks: tuple[int, int]) -> None:
    table = drawn("x.x.....", "........", "........", "...." + others, quiet=59)
    move(table, 0, 8)
    assert table.over
    assert table.outcome is not None
    assert table.outcome.ranks == ranks
    assert table.outcome.reason == "quiet"
    early = drawn("x.x.....", "........", "........", "...." + others, quiet=58)
    move(early, 0, 8)
    assert not early.over
