"""Every counter and marker of the content as it looks at the table, for whoever edits it."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.core.models import Card
from ludus.games.agricola.face.context import Context
from ludus.games.agricola.face.pieces import marker_card, unit_card


def every_card(context: Context) -> Iterator[tuple[str, Card]]:
    contents = context.names.contents
    for side, muster in enumerate(contents.musters):
        for unit in muster.units:
            card = unit_card(context, side, unit.number, key=f"unit-{side}-{unit.number}")
            yield f"units.toml:{unit.name}", card
    for number, (side, kind) in enumerate(contents.printed):
        yield f"stratagems.toml:stratagem.{number}", marker_card(context, side, kind)
