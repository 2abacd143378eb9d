"""Panels, the verdict, and the position in words: as sentences and as a board of letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludus.core.face import Panel
from ludus.core.protocol import Outcome
from ludus.core.text import Sentence, Words, joined, plain, seat_bit
from ludus.games.agricola.board import units
from ludus.games.agricola.face.voice import Voice
from ludus.games.agricola.ids import (
    CALEDONIAN,
    HIBERNIA,
    HIDDEN,
    MARKERS,
    NONE,
    OPEN,
    ROMAN,
    SEA,
    WILDERNESS,
)
from ludus.games.agricola.view import View


def panels(view: View, voice: Voice) -> list[Panel]:
    return [_panel(view, voice, seat) for seat in (0, 1)]


def _panel(view: View, voice: Voice, seat: int) -> Panel:
    words = voice.words
    side = seat ^ view.flip
    lines: list[Sentence] = []
    if view.turn:
        lines.append(words.say("panel.side", side=voice.side(side)))
        lines.append(words.say("panel.points", n=view.points[side]))
        lines.append(words.say("panel.markers", n=view.hands[side], left=view.bins[side]))
        if seat == view.viewer and view.hand:
            held = ", ".join(voice.marker(side, kind) for kind in units(view.hand))
            lines.append(words.say("panel.own", list=held))
        lines.append(words.say("panel.box", n=voice.in_box(side)))
        if side == CALEDONIAN and view.spare:
            lines.append(words.say("panel.spare", n=view.spare))
        if view.gone[side]:
            gone = ", ".join(voice.marker(side, kind) for kind in units(view.gone[side]))
            lines.append(words.say("panel.gone", list=gone))
        silent = [kind for kind in range(MARKERS + 1) if not view.asks[side] >> kind & 1]
        if silent:
            names = ", ".join(voice.about(side, kind) for kind in silent)
            lines.append(words.say("panel.quiet", list=names))
        if seat == view.viewer and view.pending:
            lines.append(words.say("panel.pending"))
    return Panel(seat, voice.names[seat], sum(view.score[side]), tuple(lines), seat)


def verdict(words: Words, outcome: Outcome, names: Sequence[str]) -> Sentence:
    winner = outcome.winners[0]
    roman = 0 if "roman_centers" in outcome.parts[0] else 1
    return joined(
        [
            words.say(f"reason.{outcome.reason}"),
            words.say(
                f"decided.{outcome.decided_by}",
                winner=seat_bit(winner, names[winner]),
                roman=outcome.scores[roman],
                tribes=outcome.scores[1 - roman],
            ),
        ],
        " ",
    )


# The position in sentences -----------------------------------------------------------------------


def describe(view: View, voice: Voice) -> str:
    words = voice.words
    lines: list[Sentence] = [_now(view, voice)]
    if view.turn:
        last = voice.contents.tables.turns.last
        year = voice.year(view.turn)
        lines.append(words.say("describe.turn", n=view.turn, last=last, year=year))
    else:
        lines.append(words.say("describe.before"))
    lines.append(
        words.say(
            "describe.sides",
            romans=voice.player(ROMAN),
            tribes=voice.player(CALEDONIAN),
            first=view.points[ROMAN],
            second=view.points[CALEDONIAN],
        )
    )
    roman, tribes = (sum(part) for part in view.score)
    lines.append(words.say("describe.score", roman=roman, tribes=tribes))
    lines.append(words.say("name.reconstructed"))
    for side in (ROMAN, CALEDONIAN):
        lines += _stacks(view, voice, side)
    for center, kind in enumerate(view.center):
        place = voice.place(voice.board.center_hex[center])
        lines.append(
            words.say(
                "describe.center",
                center=voice.center(center),
                place=place,
                counter=voice.counter(kind),
            )
        )
    lines += _doings(view, voice)
    return "\n".join(plain(line) for line in lines)


def _now(view: View, voice: Voice) -> Sentence:
    if view.ended:
        return voice.words.say("describe.over")
    seats = joined([(voice.seat(seat),) for seat in view.waiting])
    return voice.words.say("describe.waiting", seats=seats)


def _stacks(view: View, voice: Voice, side: int) -> list[Sentence]:
    """Every place with units of a side, and who they are as far as the viewer knows."""
    found: list[Sentence] = []
    last = voice.board.britannia
    known: dict[int, list[int]] = {}
    for unit, place in enumerate(view.at[side]):
        if 0 <= place <= last:
            known.setdefault(place, []).append(unit)
    for place in sorted({*known, *view.veiled[side]}):
        names = voice.units(side, known.get(place, []))
        if place in view.veiled[side]:
            unknown = voice.words.text("name.unknown")
            names = f"{names}, {unknown}" if names else unknown
        found.append(
            voice.words.say(
                "describe.stack", place=voice.place(place), side=voice.side(side), units=names
            )
        )
    return found


def _doings(view: View, voice: Voice) -> list[Sentence]:
    words = voice.words
    lines: list[Sentence] = []
    if view.road:
        lines.append(words.say("describe.road", n=view.road))
    lines += [words.say("describe.siege", place=voice.place(place)) for place in view.sieges]
    lines += [words.say("describe.pillaged", place=voice.place(place)) for place in view.pillaged]
    if view.battle is not None:
        where = voice.place(view.battle.place)
        lines.append(words.say("describe.battle", place=where, n=view.battle.round))
    return lines


# The map in letters ------------------------------------------------------------------------------

LAND: Final = {OPEN: ".", WILDERNESS: "^", SEA: " ", HIBERNIA: "#"}


def text(view: View, voice: Voice) -> str:
    """Rows of hexes: sea blank, open land, wilderness, forts and centers, and who stands there."""
    board = voice.board
    rows: dict[int, list[tuple[int, str]]] = {}
    for place, name in enumerate(board.ids):
        letter = _letter(view, voice, place)
        rows.setdefault(int(name[:2]), []).append((-int(name[2:]), letter))
    lines = []
    for row, cells in sorted(rows.items()):
        shift = " " if row % 2 else ""
        lines.append(f"{row} {shift}" + " ".join(letter for _, letter in sorted(cells)).rstrip())
    return describe(view, voice) + "\n\n" + "\n".join(lines)


def _letter(view: View, voice: Voice, place: int) -> str:
    board = voice.board
    if place in view.stacks[ROMAN]:
        return "R"
    if place in view.stacks[CALEDONIAN]:
        return "C"
    rome = voice.contents.musters[ROMAN]
    if any(view.at[ROMAN][unit] == place for unit in units(rome.praesidia)):
        return "P"
    if board.is_fortress[place]:
        return "F"
    center = board.center_at[place]
    if center != NONE:
        kind = view.center[center]
        return "?" if kind == HIDDEN else "o"
    return LAND[board.terrain[place]]
