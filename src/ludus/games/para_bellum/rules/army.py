"""The dice and banners of one player's army: looking them up and changing them."""

from __future__ import annotations

from ludus.games.para_bellum.board import GENERAL, RED
from ludus.games.para_bellum.ids import (
    BANNER_SHIFT,
    BLUE_DIE,
    FACE,
    GRAY_BANNERS,
    GRAY_DIE,
    RED_BANNERS,
    RED_DIE,
)
from ludus.games.para_bellum.mechanics.dice import shifted
from ludus.games.para_bellum.state import Player


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
    """Raise or lower a die; whether it was lost by it."""
    code = player.dice[slot]
    value = shifted(code & FACE, slot, by, floor)
    if value <= 0:
        remove_die(player, slot)
        return True
    player.dice[slot] = code & ~FACE | value
    return False


def raise_banner(player: Player, slot: int, banner: int) -> None:
    """Put a banner from the reserve on a die without one."""
    player.dice[slot] |= (banner + 1) << BANNER_SHIFT
    player.banners |= 1 << banner


def spend_banner(player: Player, banner: int) -> int:
    """A banner goes back to the reserve, and its die stays; the slot of that die."""
    player.banners &= ~(1 << banner)
    for slot in range(GENERAL):
        if player.dice[slot] >> BANNER_SHIFT == banner + 1:
            player.dice[slot] &= FACE
            return slot
    raise ValueError(f"banner {banner} is not in the army")


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
