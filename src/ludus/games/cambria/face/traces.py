"""Where the last move went: roads, boats, forts and the standard that it touched."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.protocol import Event
from ludus.games.cambria.face.log import MOVERS
from ludus.games.cambria.face.voice import Voice

OFF_BOARD = ("supply", "won")


def traces(voice: Voice, lately: Sequence[Event]) -> dict[str, str]:
    """Places touched by the last move among these events: "from" where a piece left, else ""."""
    found: dict[str, str] = {}
    for event in reversed(lately):
        if event.kind == "turn" and found:
            break
        mover = MOVERS.get(event.kind)
        if mover is not None:
            motion = mover(voice, event)
            found.setdefault(motion.end, "")
            found.setdefault(motion.start, "from")
    return {place: kind for place, kind in found.items() if not place.startswith(OFF_BOARD)}
