"""Winter quarters: which forces still need a place, and what the winter brings."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.core.models import Card, Tray, bits_of
from ludus.core.text import Sentence
from ludus.games.agricola.board import units
from ludus.games.agricola.face.context import Context
from ludus.games.agricola.face.forces import homeless
from ludus.games.agricola.face.names import hex_id
from ludus.games.agricola.ids import NONE, ROMAN


def row_id(place: int) -> str:
    """The id of the line that stands for the units of a place that need quarters."""
    return f"quarters-{place}"


def quarters_note(context: Context, place: int) -> Sentence:
    """What sort of quarters a place is."""
    board, words = context.board, context.words
    if place == board.britannia:
        return words.say("quarters.britannia")
    if context.view.side != ROMAN:
        return words.say("quarters.center")
    return words.say("quarters.fortress" if board.is_fortress[place] else "quarters.camp")


def quarters_trays(context: Context) -> list[Tray]:
    """The forces without quarters, each as a line that takes it; and what follows the winter."""
    view, words, names = context.view, context.words, context.names
    pool = homeless(context)
    at = view.at[view.side]
    here: dict[int, int] = {}
    for unit in units(pool):
        here[at[unit]] = here.get(at[unit], 0) + 1
    rows = [
        Card(
            row_id(place),
            names.short_name(place),
            icon="snow",
            band=f"seat-{view.side ^ view.flip}",
            cost=bits_of(str(count)),
            places=(row_id(place),),
            about=hex_id(place),
        )
        for place, count in here.items()
    ]
    settled = sum(1 for place in at if 0 <= place <= context.board.britannia) - pool.bit_count()
    note = words.text("tray.settled", n=settled)
    found = [Tray("quarters", words.text("tray.quarters"), "mine", tuple(rows), note, rows=True)]
    after = tuple(_after(context, pool))
    if after:
        found.append(Tray("after", words.text("tray.after"), "mine", after, rows=True))
    return found


def _after(context: Context, pool: int) -> Iterator[Card]:
    """What the winter takes and gives: Action Points, centers that are left, elites."""
    view, words, board = context.view, context.words, context.board
    side, at = view.side, view.at[view.side]
    muster = context.names.contents.musters[side]
    spots = {place for place in at if board.center_at[place] != NONE}
    kept = {place for unit, place in enumerate(at) if place in spots and not pool >> unit & 1}
    back = [
        u for u, place in enumerate(at) if place == board.fallen and not muster.supreme >> u & 1
    ]
    found = (
        ("points", "ap", f"meter-ap-{side}", view.points[side], 0),
        ("centers", "center", f"meter-centers-{side}", len(spots), len(kept)),
        ("elites", "recruits", f"meter-box-{side}", 0, len(back)),
    )
    for key, icon, about, now, then in found:
        if now != then:
            cost = words.say("quarters.change", n=now, to=then)
            yield Card(
                f"after-{key}", words.text(f"quarters.{key}"), icon=icon, cost=cost, about=about
            )
