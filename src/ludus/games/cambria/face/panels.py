"""The players' panels: meters, and a badge for each token that was won."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.face import Panel, Piece
from ludus.core.models import Meter
from ludus.core.text import roman
from ludus.games.cambria.face.context import Context
from ludus.games.cambria.face.names import mark_of
from ludus.games.cambria.ids import NONE, NUMBERS, WARRIORS
from ludus.games.cambria.view import View


def boats_of(view: View, player: int) -> list[int]:
    """The numbers of the boats with a player's warrior."""
    return [NUMBERS[boat] for boat, who in enumerate(view.boats) if who == player]


def numerals(values: Sequence[int]) -> str:
    return "·".join(roman(value) for value in values)


def panels(context: Context) -> list[Panel]:
    return [_panel(context, player) for player in range(context.view.players)]


def pieces(context: Context, seat: int) -> dict[str, list[Piece]]:
    """Each fort by its numeral; of the victory point tokens only the sum matters."""
    return {"forts": [Piece(roman(points), points) for points in context.won[seat][0]]}


def _panel(context: Context, player: int) -> Panel:
    view, words = context.view, context.words
    dummy = player >= view.seats
    points = view.points[player]
    return Panel(
        -1 if dummy else player,
        context.names.player(player).text,
        points,
        mark=mark_of(player, view.seats),
        unit=words.text("panel.unit", points=points),
        meters=(*counts_of(context, player), *badges_of(context, player)),
        note=words.text("panel.dummy") if dummy else _rolled(context, player),
        about=f"score-{player}",
    )


def _rolled(context: Context, seat: int) -> str:
    """What a player rolled for the start, until that is decided."""
    view = context.view
    roll = view.start_rolls[seat]
    if view.start != NONE or roll <= 0:
        return ""
    return context.words.text("panel.rolled", roll=roll)


def counts_of(context: Context, player: int) -> list[Meter]:
    """What a player has, in numbers."""
    view, places = context.view, context.names.places
    labels = places.meters
    mark = mark_of(player, view.seats)
    forts, tokens = context.won[player]
    boats = boats_of(view, player)
    left = view.supply[player]
    return [
        Meter(f"forts-{player}", "fort", labels["forts"], len(forts), mark=mark),
        Meter(f"tokens-{player}", "token", labels["tokens"], len(tokens), mark=mark),
        Meter(
            f"warriors-{player}",
            "warrior",
            labels["warriors"],
            left,
            most=WARRIORS,
            shown=places.left[left],
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


def badges_of(context: Context, player: int) -> list[Meter]:
    """The tokens won, by their points."""
    view, board = context.view, context.board
    mark = mark_of(player, view.seats)
    forts = [site for site, captor in enumerate(view.captor) if captor == player]
    tokens = [site for site, second in enumerate(view.second) if second == player]
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
