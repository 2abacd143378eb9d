"""What an army allows and what changes in it: cells, Legions, dice and banners of one player."""

from __future__ import annotations

from ludus.games.para_bellum.board import COLUMNS, FIELD, GENERAL, RED, members, sides, touching
from ludus.games.para_bellum.ids import (
    BANNER_SHIFT,
    BLUE_DIE,
    FACE,
    GRAY_BANNERS,
    GRAY_DIE,
    MAX_FACE,
    NONE,
    RED_BANNERS,
    RED_DIE,
)
from ludus.games.para_bellum.state import Player


def legal_cells(player: Player, colour: int) -> int:
    """Where an army card of a colour may go [place.4-13, su.9-10], as a mask."""
    units = player.units
    taken = player.army | units
    barred = sides((player.army & ~player.by_colour[colour]) | units) | units << COLUMNS
    return touching(taken) & ~taken & ~barred & FIELD


def unit_cells(player: Player) -> int:
    """Where a Special Unit may go [su.3-7], as a mask."""
    army = player.army
    taken = army | player.units
    return touching(taken) & ~taken & ~sides(army) & ~(army >> COLUMNS) & FIELD


def spans_at(player: Player, cell: int) -> list[tuple[int, int]]:
    """The Legions that the card at a cell belongs to, as first and last cells, left to right."""
    army = player.army
    full = player.full
    low = cell - cell % COLUMNS
    high = low + COLUMNS - 1
    left = cell - 1
    while left >= low and full >> left & 1:
        left -= 1
    if left < low or not army >> left & 1:
        left = NONE
    right = cell + 1
    while right <= high and full >> right & 1:
        right += 1
    if right > high or not army >> right & 1:
        right = NONE
    if full >> cell & 1:
        return [(left, right)] if left != NONE and right != NONE else []
    spans: list[tuple[int, int]] = []
    if left != NONE:
        spans.append((left, cell))
    if right != NONE:
        spans.append((cell, right))
    return spans


def span_seams(lo: int, hi: int) -> int:
    """The gray slots of a Legion, as a mask."""
    return (1 << hi) - (1 << lo)


def legion_of(player: Player, slot: int) -> int:
    """The gray slots of the Legion that a gray slot belongs to, as a mask."""
    full = player.full
    lo = slot
    while full >> lo & 1:
        lo -= 1
    hi = slot + 1
    while full >> hi & 1:
        hi += 1
    return span_seams(lo, hi)


def all_spans(player: Player) -> list[tuple[int, int]]:
    """Every completed Legion of an army."""
    found: list[tuple[int, int]] = []
    for cell in members(player.army & ~player.full):
        found.extend(span for span in spans_at(player, cell) if span[0] == cell)
    return found


# Dice --------------------------------------------------------------------------------------------


def face(player: Player, slot: int) -> int:
    return player.dice[slot] & FACE


def banner_on(player: Player, slot: int) -> int:
    """The banner on a die, or NONE."""
    return (player.dice[slot] >> BANNER_SHIFT) - 1


def dice_of(player: Player, kinds: int) -> int:
    """All slots with a die of these colours, as a mask."""
    mask = 0
    if kinds & GRAY_DIE:
        mask = player.grays
    if kinds & RED_DIE:
        mask |= player.reds << RED
    if kinds & BLUE_DIE:
        mask |= 1 << GENERAL
    return mask


def kind_of(slot: int) -> int:
    """The colour of the die that a slot is for."""
    if slot < RED:
        return GRAY_DIE
    return RED_DIE if slot < GENERAL else BLUE_DIE


def put_die(player: Player, slot: int, value: int) -> None:
    """A new die on an empty slot."""
    player.dice[slot] = value
    player.lost &= ~(1 << slot)
    if slot < RED:
        player.grays |= 1 << slot
    else:
        player.reds |= 1 << (slot - RED)


def remove_die(player: Player, slot: int) -> None:
    """A die is lost, and its banner goes back to the reserve [lose.2, banner.9-10]."""
    banner = player.dice[slot] >> BANNER_SHIFT
    if banner:
        player.banners &= ~(1 << (banner - 1))
    player.dice[slot] = 0
    player.lost |= 1 << slot
    if slot < RED:
        player.grays &= ~(1 << slot)
    else:
        player.reds &= ~(1 << (slot - RED))


def set_face(player: Player, slot: int, value: int) -> None:
    """The die shows another face; its banner stays [banner.13]."""
    player.dice[slot] = player.dice[slot] & ~FACE | value


def shift_die(player: Player, slot: int, by: int, floor: int = 0) -> bool:
    """Raise or lower a die [dice.7, lose.1, lose.7]; whether it was lost by it."""
    value = (player.dice[slot] & FACE) + by
    if value > MAX_FACE:
        value = MAX_FACE
    if slot == GENERAL and floor < 1:
        floor = 1
    if by < 0 and value < floor:
        value = floor
    if value <= 0:
        remove_die(player, slot)
        return True
    player.dice[slot] = player.dice[slot] & ~FACE | value
    return False


def slot_with(player: Player, banner: int) -> int:
    """The slot of the die that carries a banner, or NONE."""
    if not player.banners >> banner & 1:
        return NONE
    mark = banner + 1
    dice = player.dice
    if RED_BANNERS >> banner & 1:
        for cell in members(player.reds):
            if dice[RED + cell] >> BANNER_SHIFT == mark:
                return RED + cell
    else:
        for slot in members(player.grays):
            if dice[slot] >> BANNER_SHIFT == mark:
                return slot
    return NONE


def raise_banner(player: Player, slot: int, banner: int) -> None:
    """Put a banner from the reserve on a die without one."""
    player.dice[slot] |= (banner + 1) << BANNER_SHIFT
    player.banners |= 1 << banner


def fitting(slot: int) -> int:
    """The banners that fit the die of a slot, as a mask."""
    if slot < RED:
        return GRAY_BANNERS
    return RED_BANNERS if slot < GENERAL else 0


def bare_dice(player: Player, types: int, within: int) -> int:
    """Dice without a banner that one of these types fits, as a mask of slots."""
    reserve = types & ~player.banners
    slots = 0
    if reserve & GRAY_BANNERS:
        slots = player.grays
    if reserve & RED_BANNERS:
        slots |= player.reds << RED
    slots &= within
    bare = 0
    dice = player.dice
    while slots:
        low = slots & -slots
        slots ^= low
        if dice[low.bit_length() - 1] <= FACE:
            bare |= low
    return bare
