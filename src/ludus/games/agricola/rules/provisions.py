"""Who is in supply where [18.1, 26.7, 32.0.14].

Reckoned from where one side's own units stand, so that the rules can ask about the position there
is, and a view about one that a March would lead to.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludus.games.agricola.board import Board, Muster
from ludus.games.agricola.ids import NONE


def roman_hex_supplied(
    board: Board, rome: Muster, here: Sequence[int], place: int, supplied: int
) -> bool:
    """Whether any Roman in a place on land is in supply there.

    `here` has the Roman units by place, `supplied` is the place that Officium feeds, or NONE.
    """
    if place == board.britannia or place == supplied or board.is_fortress[place]:
        return True
    if here[place] & (rome.praesidia | rome.trains | rome.fleets):
        return True
    for other in board.around[place]:
        if board.is_fortress[other] and here[other]:
            return True
        if here[other] & rome.trains and board.is_land[other]:
            return True
    return False


def hungry_romans(
    board: Board, rome: Muster, here: Sequence[int], place: int, supplied: int
) -> int:
    """Units of a place that must roll; at sea the fleets alone, for everybody aboard."""
    if board.is_sea[place]:
        return here[place] & rome.fleets if place != supplied else 0
    hungry = here[place] & ~rome.fed
    if hungry and roman_hex_supplied(board, rome, here, place, supplied):
        return 0
    return hungry


def hungry_tribes(
    board: Board, tribes: Muster, here: Sequence[int], place: int, sieges: Sequence[int]
) -> int:
    """The besieged starve in their center, leaders too; the Oppidum does not [32.0.14]."""
    mobile = here[place] & ~tribes.static
    if place in sieges:
        return mobile
    if board.center_at[place] == NONE and not board.is_site[place]:
        return mobile & ~tribes.leaders
    return 0
