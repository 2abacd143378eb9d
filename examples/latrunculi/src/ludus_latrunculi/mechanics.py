"""Moving and binding on a bare board, for the rules and for previews in the face."""

from collections.abc import Sequence

from ludus_latrunculi.content import Board
from ludus_latrunculi.ids import EMPTY, NONE


class Grid:
    """Neighbours of each square in four directions; opposite directions are two apart."""

    def __init__(self, board: Board) -> None:
        self.columns, self.rows = board.columns, board.rows
        self.size = self.columns * self.rows
        self.next = [
            [self._step(square, right, down) for right, down in ((1, 0), (0, 1), (-1, 0), (0, -1))]
            for square in range(self.size)
        ]

    def _step(self, square: int, right: int, down: int) -> int:
        row, column = divmod(square, self.columns)
        if not (0 <= column + right < self.columns and 0 <= row + down < self.rows):
            return NONE
        return square + right + down * self.columns

    def name(self, square: int) -> str:
        """As on a chessboard: `a1` is at the bottom left."""
        row, column = divmod(square, self.columns)
        return f"{'abcdefghijklmnopqrstuvwxyz'[column]}{self.rows - row}"


def targets(grid: Grid, squares: Sequence[int], square: int) -> list[int]:
    """Where a soldier can go: a step, or a jump over one neighbour [move.1, move.2]."""
    found: list[int] = []
    for direction, near in enumerate(grid.next[square]):
        if near == NONE:
            continue
        if squares[near] == EMPTY:
            found.append(near)
            continue
        far = grid.next[near][direction]
        if far != NONE and squares[far] == EMPTY:
            found.append(far)
    return sorted(found)


def caught(grid: Grid, squares: Sequence[int], bound: Sequence[int], square: int) -> list[int]:
    """The enemies that the soldier on a square binds together with a comrade [bind.1, bind.3]."""
    own = squares[square]
    found: list[int] = []
    for direction, near in enumerate(grid.next[square]):
        if near == NONE or squares[near] in (own, EMPTY) or near in bound:
            continue
        far = grid.next[near][direction]
        if far != NONE and squares[far] == own and far not in bound:
            found.append(near)
    return sorted(found)


def held(grid: Grid, squares: Sequence[int], bound: Sequence[int], square: int) -> bool:
    """Whether a bound soldier still stands between two free enemies [bind.4]."""
    near = grid.next[square]
    for one, other in ((near[0], near[2]), (near[1], near[3])):
        if one == NONE or other == NONE or one in bound or other in bound:
            continue
        if squares[one] == squares[other] == 1 - squares[square]:
            return True
    return False
