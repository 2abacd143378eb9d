"""The players' panels: meters, and a badge for each token that was won."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ludus.core.face import Panel, Piece
from ludus.core.models import Meter
from ludus.core.text import Sentence, roman
from ludus.games.cambria.face.context import Context
from ludus.games.cambria.face.names import BoardNames, mark_of
from ludus.games.cambria.ids import NONE, NUMBERS, WARRIORS

COUNTS = 4
"""How many meters of a panel are counts; the others are the tokens won."""


class Lot(NamedTuple):
    """A player's lot: all that the panel is made from, the same for every viewer."""

    places: BoardNames
    seated: Sentence
    player: int
    seats: int
    points: int
    supply: int
    boats: tuple[int, ...]
    captor: tuple[int, ...]
    second: tuple[int, ...]
    note: str

    @property
    def name(self) -> str:
        seated = self.seated
        return (seated[self.player] if self.player < len(seated) else self.places.dummy).text


def lots(context: Context) -> list[Lot]:
    view, names = context.view, context.names
    return [
        Lot(
            names.places,
            names.seated,
            player,
            view.seats,
            view.points[player],
            view.supply[player],
            view.boats,
            view.captor,
            view.second,
            context.words.text("panel.dummy") if player >= view.seats else _rolled(context, player),
        )
        for player in range(view.players)
    ]


def numerals(values: Sequence[int]) -> str:
    return "·".join(roman(value) for value in values)


def panels(context: Context) -> list[Panel]:
    return [panel_of(lot) for lot in lots(context)]


def pieces(context: Context, seat: int) -> dict[str, list[Piece]]:
    """Each fort by its numeral; of the victory point tokens only the sum matters."""
    return {"forts": [Piece(roman(points), points) for points in context.won[seat][0]]}


def panel_of(lot: Lot) -> Panel:
    player = lot.player
    return Panel(
        -1 if player >= lot.seats else player,
        lot.name,
        lot.points,
        mark=mark_of(player, lot.seats),
        unit=lot.places.words.text("panel.unit", points=lot.points),
        meters=(*_counts(lot), *_badges(lot)),
        note=lot.note,
        about=f"score-{player}",
    )


def _rolled(context: Context, seat: int) -> str:
    """What a player rolled for the start, until that is decided."""
    view = context.view
    roll = view.start_rolls[seat]
    if view.start != NONE or roll <= 0:
        return ""
    return context.words.text("panel.rolled", roll=roll)


def _counts(lot: Lot) -> list[Meter]:
    """What a player has, in numbers."""
    player, left = lot.player, lot.supply
    labels = lot.places.meters
    mark = mark_of(player, lot.seats)
    boats = [NUMBERS[boat] for boat, who in enumerate(lot.boats) if who == player]
    forts, tokens = lot.captor.count(player), lot.second.count(player)
    return [
        Meter(f"forts-{player}", "fort", labels["forts"], forts, mark=mark),
        Meter(f"tokens-{player}", "token", labels["tokens"], tokens, mark=mark),
        Meter(
            f"warriors-{player}",
            "warrior",
            labels["warriors"],
            left,
            most=WARRIORS,
            shown=lot.places.left[left],
            tone="" if left else "faded",
            mark=mark,
            place=f"supply-{player}",
        ),
        Meter(
            f"boats-{player}",
            "boat",
            labels["boats"],
            len(boats),
            shown=numerals(boats),
            mark=mark,
        ),
    ]


def _badges(lot: Lot) -> list[Meter]:
    """The tokens won, by their points."""
    player, board = lot.player, lot.places.board
    mark = mark_of(player, lot.seats)
    forts = [site for site, captor in enumerate(lot.captor) if captor == player]
    tokens = [site for site, second in enumerate(lot.second) if second == player]
    if not forts and not tokens:
        return []
    return [
        Meter(
            f"{kind}-{site}",
            icon,
            board.site_name[site],
            values[site],
            shown=roman(values[site]),
            mark=mark if kind == "fort" else -1,
            group=1,
            place=f"fort-{site}",
            stamped=True,
        )
        for kind, icon, sites, values in (
            ("fort", f"mark-{mark}", forts, board.numeral),
            ("token", "coin", tokens, board.victory),
        )
        for site in sorted(sites, key=values.__getitem__, reverse=True)
    ]
