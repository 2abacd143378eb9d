"""The players' panels: Action Points, stratagems, the Recruit box, and what is out of play."""

from __future__ import annotations

from ludus.core.face import Panel
from ludus.core.models import Meter
from ludus.games.agricola.face.names import Names
from ludus.games.agricola.face.stacks import places_of
from ludus.games.agricola.ids import CALEDONIAN, ROMAN
from ludus.games.agricola.view import View


def panels(view: View, names: Names) -> list[Panel]:
    return [_panel(view, names, seat) for seat in (0, 1)]


def _panel(view: View, names: Names, seat: int) -> Panel:
    words = names.words
    side = seat ^ view.flip
    # While the sides are bid for, nobody leads one.
    known = bool(view.turn) or not view.bidding
    return Panel(
        seat,
        names.players[seat],
        sum(view.score[side]),
        mark=seat,
        unit=words.text("panel.unit"),
        meters=tuple(_meters(view, names, side, seat)) if view.turn else (),
        note=names.side(side) if known else "",
        state=words.text("panel.pending") if seat == view.viewer and view.pending else "",
    )


def _meters(view: View, names: Names, side: int, seat: int) -> list[Meter]:
    words, board = names.words, names.board
    most = names.contents.tables.points.most
    lost = sum(1 for place in view.at[side] if place == board.fallen)
    lost += view.fallen.bit_count() if side == ROMAN else 0
    standing = {*view.stacks[side], *places_of(view, side, names.contents.musters[side].all)}
    held = sum(1 for place in board.center_hex if place in standing)

    def meter(key: str, icon: str, value: int, shown: str = "", group: int = 0) -> Meter:
        return Meter(
            f"{key}-{side}",
            icon,
            words.text(f"meter.{key}"),
            value,
            shown=shown,
            mark=seat,
            group=group,
            tone="" if value else "faded",
        )

    points = view.points[side]
    found = [
        Meter(
            f"points-{side}",
            "ap",
            words.text("meter.points"),
            points,
            most=most,
            shown=words.text("panel.points", n=points, most=most),
            mark=seat,
            icons=("ap",) * points + ("no_ap",) * (most - points),
        ),
        meter("held", "stratagem", view.hands[side]),
        meter("box", "recruits", names.in_box(side)),
        meter("centers", "center", held, group=1),
        meter("lost", "lost", lost, group=1),
    ]
    if side == CALEDONIAN:
        forts = sum(1 for place in board.fortress_hex if place in standing)
        found.append(meter("forts", "fortress", forts, group=1))
        found.append(meter("spare", "counter-mines", view.spare, group=1))
    else:
        camps = places_of(view, ROMAN, names.contents.musters[ROMAN].praesidia)
        built = sum(1 for place in board.site_hex if place in camps)
        found.append(meter("sites", "site", built, group=1))
    return found
