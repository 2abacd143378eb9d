"""Rules on plain values: what the rules carry out and a preview may work out for itself.

Nothing here knows a position or a view. Both hand over what they know: masks of units, places, and
the units of one side by place.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ludus.games.agricola.board import Board, Muster, units
from ludus.games.agricola.ids import (
    CALEDONIAN,
    DIE_FACES,
    FLEET,
    GUARDS,
    LEADER,
    LEGATE,
    LEGIONARY,
    NONE,
    PRAEFECTUS,
    PRAESIDIUM,
    ROMAN,
)
from ludus.games.agricola.schema import RecruitText

# Units -------------------------------------------------------------------------------------------


def lowest(mask: int) -> int:
    """The first unit of a mask."""
    return (mask & -mask).bit_length() - 1


def first_of(mask: int, preferred: int) -> int:
    """The first unit of a mask; one of the preferred if there is any."""
    return lowest(mask & preferred or mask)


def strength(muster: Muster, unit: int, disrupted: int) -> int:
    """The strength printed on the face of the counter that is up."""
    return muster.back[unit] if disrupted >> unit & 1 else muster.strength[unit]


def like(muster: Muster, unit: int, pool: int, disrupted: int, aboard: Sequence[int] | None) -> int:
    """The units of a pool that cannot be told from a unit, itself among them.

    They have the same values and the same state; `aboard` has the fleet of each unit, where that
    matters.
    """
    same = muster.twins[unit] & pool & (disrupted if disrupted >> unit & 1 else ~disrupted)
    if aboard is not None:
        for other in units(same):
            if aboard[other] != aboard[unit]:
                same &= ~(1 << other)
    return same


def one_of_each(
    muster: Muster, mask: int, disrupted: int, aboard: Sequence[int] | None
) -> list[int]:
    """The units of a mask, but only the first of those that `like` would call alike."""
    twins = muster.twins
    found: list[int] = []
    while mask:
        low = mask & -mask
        unit = low.bit_length() - 1
        found.append(unit)
        if aboard is None:
            mask &= ~(twins[unit] & (disrupted if disrupted & low else ~disrupted))
        else:
            mask &= ~like(muster, unit, mask, disrupted, aboard)
    return found


# Dice, costs and targets -------------------------------------------------------------------------


def dice_faces(count: int, number: int) -> list[int]:
    """The faces of so many dice, by the number of their combination."""
    faces: list[int] = []
    for _ in range(count):
        faces.insert(0, number % DIE_FACES + 1)
        number //= DIE_FACES
    return faces


def recruit_cost(costs: RecruitText, kind: int, special: bool) -> int:
    """What a Roman unit of a type costs; guards have a price of their own with section 28."""
    if special and kind in GUARDS:
        return costs.guard
    if kind in (LEADER, LEGATE):
        return costs.leader
    if kind in (FLEET, PRAEFECTUS):
        return costs.fleet
    if kind == LEGIONARY:
        return costs.legionary
    return costs.praesidium if kind == PRAESIDIUM else costs.other


def imperium_target(board: Board, tribes: Collection[int], camps: Collection[int]) -> int:
    """Fortresses without Caledonians, and Praesidia in center hexes [stratagem.roman.imperium]."""
    held = sum(1 for place in board.fortress_hex if place not in tribes)
    return held + sum(1 for place in board.center_hex if place in camps)


def unite_target(board: Board, romans: Collection[int]) -> int:
    """The number of centers that Romans occupy [stratagem.caledonian.unite]."""
    return sum(1 for place in board.center_hex if place in romans)


# Winter quarters [8.1] ---------------------------------------------------------------------------


def is_quartered(board: Board, side: int, place: int, camp: bool) -> bool:
    """Whether units may stay in a hex through the winter; `camp` says if a Praesidium is there."""
    if board.is_fortress[place]:
        return True
    return board.center_at[place] != NONE if side == CALEDONIAN else camp


# Supply [18.1, 26.7, 32.0.14] --------------------------------------------------------------------


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


def unsupplied_romans(
    board: Board, rome: Muster, here: Sequence[int], place: int, supplied: int
) -> int:
    """Units of a place that must roll; at sea the fleets alone, for everybody aboard."""
    if board.is_sea[place]:
        return here[place] & rome.fleets if place != supplied else 0
    hungry = here[place] & ~rome.fed
    if hungry and roman_hex_supplied(board, rome, here, place, supplied):
        return 0
    return hungry


def unsupplied_tribes(
    board: Board, tribes: Muster, here: Sequence[int], place: int, sieges: Sequence[int]
) -> int:
    """The besieged starve in their center, leaders too; the Oppidum does not [32.0.14]."""
    mobile = here[place] & ~tribes.static
    if place in sieges:
        return mobile
    if board.center_at[place] == NONE and not board.is_site[place]:
        return mobile & ~tribes.leaders
    return 0


def recovering(
    board: Board,
    muster: Muster,
    here: Sequence[int],
    place: int,
    disrupted: int,
    supplied: int,
    sieges: Sequence[int],
    hex_only: bool,
) -> int:
    """Disrupted units of a side that can be rallied in a place [19.3].

    These are all in a hex in supply. Elsewhere they are those that are in supply themselves, unless
    the table rules that the hex must be.
    """
    worn = here[place] & disrupted
    if not worn:
        return 0
    fed = muster.fed
    if muster.side == CALEDONIAN:
        if place in sieges:
            return 0
        fed = muster.leaders
        in_supply = board.center_at[place] != NONE or board.is_site[place]
    elif board.is_sea[place]:
        # A fleet at sea must check; leaders aboard are always in supply [18.1.3].
        fed = muster.leaders & ~muster.fleets
        in_supply = place == supplied
    else:
        in_supply = roman_hex_supplied(board, muster, here, place, supplied)
    if in_supply:
        return worn
    return 0 if hex_only else worn & fed


# Battles -----------------------------------------------------------------------------------------


def elites_in(muster: Muster, force: int) -> int:
    """Elite units of a force; a Legate counts only beside infantry of his own legion [22.2]."""
    count = 0
    for unit in units(force & muster.elite):
        mates = muster.legion_mates[unit]
        if not mates or mates & force:
            count += 1
    return count


def advantage_plus(
    musters: Sequence[Muster], force: Sequence[int], paid: Sequence[int], speech: Sequence[bool]
) -> list[int]:
    """What each side adds to its advantage roll: points, the Speech, more elites [15.2]."""
    counts = [elites_in(musters[side], force[side]) for side in (ROMAN, CALEDONIAN)]
    return [
        paid[side] + int(speech[side]) + int(counts[side] > counts[1 - side])
        for side in (ROMAN, CALEDONIAN)
    ]


def ahead_on_ties(board: Board, place: int) -> int:
    """Who has the advantage when the totals are equal [15.2.12]."""
    if board.is_fortress[place]:
        return ROMAN
    if board.center_at[place] != NONE or board.wild[place]:
        return CALEDONIAN
    return ROMAN


def rolls_ahead(roman_plus: int, tribal_plus: int, tie: int) -> int:
    """In how many of the 36 rolls the Romans have the advantage."""
    lead = roman_plus - tribal_plus + int(tie == ROMAN)
    faces = range(1, DIE_FACES + 1)
    return sum(1 for first in faces for second in faces if first + lead > second)
