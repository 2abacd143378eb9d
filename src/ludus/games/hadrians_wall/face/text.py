"""The sheets as plain text, for a terminal."""

from __future__ import annotations

from ludus.core.text import roman
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.face.describe import player_lines
from ludus.games.hadrians_wall.ids import (
    ATTRIBUTES,
    CIPPI,
    CITIZENS,
    COHORT,
    FORT,
    GUARD,
    MINING,
    PRODUCTION,
    STOCK,
    TEMPLE,
    TRACK_KEYS,
    WALL,
)

ROWS = (
    ("cohort.left", COHORT),
    ("cohort.centre", COHORT + 1),
    ("cohort.right", COHORT + 2),
    ("mining", MINING),
    ("guard", GUARD),
    ("cippi", CIPPI),
    ("wall", WALL),
    ("fort", FORT),
    ("production", PRODUCTION),
    *((TRACK_KEYS[place - ATTRIBUTES[0]], place) for place in (*ATTRIBUTES, *CITIZENS)),
    ("temple", TEMPLE),
)


def text(context: Context) -> str:
    """Tracks as rows of full and empty boxes, one block per player."""
    board, words = context.board, context.words
    blocks = [
        f"{words.text('screen.year', year=roman(context.view.year))}  "
        f"{words.text('screen.flag', flag=board.flag[context.view.year])}"
    ]
    for seat, sheet in enumerate(context.sheets):
        points = words.text("screen.points", n=context.view.points[seat])
        rows = [f"{context.names.of_players[seat]}  {points}  {context.names.items(sheet[:STOCK])}"]
        for key, place in ROWS:
            size = board.size[place]
            bar = "#" * sheet[place] + "." * (size - sheet[place])
            rows.append(f"  {words.text(f'track.{key}'):<20} {bar} {sheet[place]}/{size}")
        rows += [f"  {line}" for line in player_lines(context, seat)[5:]]
        blocks.append("\n".join(rows))
    return "\n\n".join(blocks)
