"""Rules as pure functions: the rules carry them out, the face uses them for previews."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.games.cambria.ids import EAGLE, NONE


def leader_and_second(counts: Sequence[int]) -> tuple[int, int]:
    """Of the warriors that each player has at a fort: who has most, and who comes second.

    Either is NONE where the place is shared; so it is, by all, where nobody has a warrior for it
    [capture.3,8].
    """
    rest = list(counts)
    most = max(rest)
    if rest.count(most) > 1:
        return NONE, NONE
    leader = rest.index(most)
    rest[leader] = 0
    most = max(rest)
    if rest.count(most) > 1:
        return leader, NONE
    return leader, rest.index(most)


def boat_makes_doubles(number: int, a: int, b: int, boats: bool, eagles: bool) -> bool:
    """Whether a boat of this number and the die that is kept make doubles [subst.13-17].

    The number exchanged leaves the other die; rolled doubles of the same number stay. `boats` and
    `eagles` are options of the table: whether a boat can complete doubles at all, and whether an
    eagle can be the face that is exchanged for it.
    """
    if number not in (a, b):
        return False
    return a == b or (boats and (eagles or EAGLE not in (a, b)))
