"""The odds of a battle: one die on each side, faces 1, 1, 2, 3, 4, 4."""

from __future__ import annotations

from ludus.games.conqueror.ids import FACE_ODDS, FACES


def odds(attack: int, defence: int) -> tuple[int, int, int]:
    """Per cent won, drawn and lost for the attacker, heroes and rerolls aside."""
    won = drawn = 0
    for mine, many in zip(FACES, FACE_ODDS, strict=True):
        for theirs, more in zip(FACES, FACE_ODDS, strict=True):
            margin = attack + mine - defence - theirs
            if margin > 0:
                won += many * more
            elif margin == 0:
                drawn += many * more
    every = sum(FACE_ODDS) ** 2
    win = round(100 * won / every)
    draw = round(100 * drawn / every)
    return win, draw, 100 - win - draw
