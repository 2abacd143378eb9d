"""Preview of supply: what moving a force would mean for it, from the viewer's own units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ludus.games.agricola.board import units
from ludus.games.agricola.content import Contents
from ludus.games.agricola.ids import BUILD, CONCENTRATE, MARCH, NONE, ROMAN, SAIL
from ludus.games.agricola.mechanics import recovering, unsupplied_romans, unsupplied_tribes
from ludus.games.agricola.view import View

ON_THE_WAY = (MARCH, SAIL, BUILD, CONCENTRATE)


@dataclass(frozen=True, slots=True)
class OutOfSupply:
    """Units that would be out of supply after a move."""

    force: int
    """Units of the force; at sea the fleets alone, for everybody aboard."""
    left: int
    """Other units that are in supply now."""


class SupplyPreview:
    """The supply of the viewer's side, with some of its units about to move."""

    def __init__(self, contents: Contents, view: View, force: int) -> None:
        self._board = contents.board
        self._view = view
        self._side = view.side
        self._muster = contents.musters[view.side]
        self._force = force
        now = [0] * self._board.places
        rest = [0] * self._board.places
        for unit, place in enumerate(view.at[view.side]):
            now[place] |= 1 << unit
            rest[place] |= 1 << unit & ~force
        self._rest = rest
        """Everybody but the force, by place."""
        starts = {view.at[view.side][unit] for unit in units(force)}
        self._fed = self._dependent(starts, now)

    def _dependent(self, starts: set[int], now: list[int]) -> dict[int, int]:
        """Units in supply now, in the places where the force may be what supplies them."""
        if self._side != ROMAN:
            return {}
        board, rest = self._board, self._rest
        feeds = self._force & (self._muster.trains | self._muster.fleets)
        found: dict[int, int] = {}
        for start in starts:
            if start >= board.hexes or not (feeds or board.is_fortress[start]):
                continue
            for place in (start, *board.around[start]):
                if rest[place]:
                    found[place] = rest[place] & ~self._hungry(place, now)
        return found

    def _hungry(self, place: int, here: list[int]) -> int:
        if self._side == ROMAN:
            return unsupplied_romans(self._board, self._muster, here, place, self._view.supplied)
        return unsupplied_tribes(self._board, self._muster, here, place, self._view.sieges)

    def hungry(self) -> int:
        """Units that would have to roll if nothing moved."""
        mask = 0
        for place in {*self._view.stacks[self._side]}:
            mask |= self._hungry(place, self._rest)
        return mask

    def after(self, end: int) -> OutOfSupply:
        """Units that would have to roll if the force ended its move there."""
        here = self._rest
        before = here[end]
        here[end] |= self._force
        force = self._hungry(end, here) & self._force
        left = 0
        for place, fed in self._fed.items():
            left |= self._hungry(place, here) & fed
        here[end] = before
        return OutOfSupply(force, left)


def romans_by_place(contents: Contents, view: View) -> list[int]:
    """The Romans that the viewer knows of, as a set of bits for each place."""
    here = [0] * contents.board.places
    for unit, spot in enumerate(view.at[ROMAN]):
        here[spot] |= 1 << unit
    return here


def feeder(contents: Contents, here: Sequence[int], place: int) -> int:
    """The neighbouring place whose train or fortress feeds the viewer's Romans, or NONE.

    NONE too where they are fed by what stands with them, or by nothing.
    """
    board, rome = contents.board, contents.musters[ROMAN]
    if place >= board.hexes or not board.is_land[place] or board.is_fortress[place]:
        return NONE
    if here[place] & (rome.praesidia | rome.trains | rome.fleets):
        return NONE
    for other in board.around[place]:
        if board.is_fortress[other] and here[other]:
            return other
        if here[other] & rome.trains and board.is_land[other]:
            return other
    return NONE


def rallied(contents: Contents, view: View, place: int) -> int:
    """The viewer's units that a point would rally in a place."""
    muster = contents.musters[view.side]
    here = [0] * contents.board.places
    for unit, spot in enumerate(view.at[view.side]):
        here[spot] |= 1 << unit
    worn = view.disrupted[view.side]
    board, only = contents.board, view.hex_rally
    return recovering(board, muster, here, place, worn, view.supplied, view.sieges, only)


def out_of_supply(contents: Contents, view: View) -> int:
    """The viewer's units that would have to roll if supply were checked now."""
    if view.side == NONE or not view.turn:
        return 0
    return SupplyPreview(contents, view, 0).hungry()


def moving_force(contents: Contents, view: View) -> SupplyPreview | None:
    """The supply of the viewer's force that is about to move, if there is one."""
    question = view.question
    if question is None or question.side != view.side or view.side == NONE:
        return None
    if question.phase not in ON_THE_WAY:
        return None
    return SupplyPreview(contents, view, question.mask | view.passengers)
