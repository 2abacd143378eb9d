"""Panels, the verdict, and the position in words: as sentences and as a board of letters."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.face import Panel
from ludus.core.protocol import Outcome
from ludus.core.text import Sentence, Words, joined, plain, seat_bit
from ludus.games.conqueror.face.voice import Voice
from ludus.games.conqueror.ids import (
    FORT,
    GREAT_FORT,
    HEROES_EACH,
    HIDDEN,
    INDEPENDENT,
    MISSIONS_EACH,
    NOBODY,
    NONE,
)
from ludus.games.conqueror.view import View


def panels(view: View, voice: Voice) -> list[Panel]:
    return [_panel(view, voice, seat) for seat in range(view.seats)]


def _panel(view: View, voice: Voice, seat: int) -> Panel:
    words = voice.words
    lines: list[Sentence] = []
    if view.faction[seat] != NONE:
        lines.append(words.say("panel.faction", faction=voice.faction(view.faction[seat])))
    if view.round:
        lines += _standing(view, voice, seat) if view.alive[seat] else [words.say("panel.out")]
    return Panel(seat, voice.names[seat], view.forts[seat], tuple(lines), seat)


def _standing(view: View, voice: Voice, seat: int) -> list[Sentence]:
    words = voice.words
    lines = [
        words.say("panel.forts", n=view.forts[seat]),
        words.say(
            "panel.units", units=view.units[seat], quota=view.quota[seat], food=view.food[seat]
        ),
        words.say("panel.purse", n=view.purse[seat], income=view.income[seat]),
        words.say("panel.heroes", n=view.hand_sizes[seat]),
    ]
    if view.countdown[seat]:
        lines.insert(1, words.say("panel.countdown", n=view.countdown[seat]))
    if seat == view.viewer and view.hand:
        lines.append(words.say("panel.own_heroes", list=heroes(view, voice, seat, view.hand)))
    if view.burnt[seat]:
        lines.append(words.say("panel.burnt", list=heroes(view, voice, seat, view.burnt[seat])))
    first = view.faction[seat] * MISSIONS_EACH
    done = [voice.mission(first + n).name for n in range(MISSIONS_EACH) if view.done[seat] >> n & 1]
    if done:
        lines.append(words.say("panel.missions_done", list=", ".join(done)))
    if seat == view.viewer and view.mission != NONE:
        lines.append(words.say("panel.mission", mission=voice.mission_text(first + view.mission)))
    if view.bids[seat] == HIDDEN:
        lines.append(words.say("panel.bid_made"))
    return lines


def heroes(view: View, voice: Voice, seat: int, mask: int) -> str:
    """Names of a seat's heroes, from a mask of its faction's four."""
    first = view.faction[seat] * HEROES_EACH
    return ", ".join(voice.hero(first + n).name for n in range(HEROES_EACH) if mask >> n & 1)


def verdict(words: Words, outcome: Outcome, names: Sequence[str]) -> Sentence:
    order = sorted(range(len(names)), key=lambda seat: outcome.ranks[seat])
    winners = outcome.winners
    first = order[0]
    key = "shared" if len(winners) > 1 else outcome.decided_by
    parts = [words.say(f"reason.{outcome.reason}")]
    parts.append(
        words.say(
            f"decided.{key}",
            winner=joined([(seat_bit(seat, names[seat]),) for seat in winners]),
            forts=outcome.parts[first]["forts"],
            food=outcome.parts[first]["food"],
            currency=outcome.parts[first]["currency"],
        )
    )
    rest = [
        words.say("verdict.place", player=seat_bit(seat, names[seat]), forts=outcome.scores[seat])
        for seat in order
        if seat not in winners
    ]
    if rest:
        parts.append(words.say("verdict.rest", places=joined(rest)))
    return joined(parts, " ")


# The position in sentences -----------------------------------------------------------------------


def describe(view: View, voice: Voice) -> str:
    words = voice.words
    lines: list[Sentence] = []
    name = words.text(f"mapname.{view.map}")
    lines.append(words.say("describe.map", map=name, round=view.round))
    lines.append(_now(view, voice))
    if view.card != NONE:
        text = voice.card_text(view.card)
        lines.append(words.say("describe.card", card=voice.card(view.card).name, text=text))
    lines += [_player(view, voice, seat) for seat in range(view.seats)]
    if view.battle is not None:
        lines.append(
            words.say(
                "describe.battle",
                place=voice.place(view.battle.target),
                attacker=voice.player(view.battle.attacker),
                defender=voice.player(view.battle.defender),
            )
        )
    lines += [_place(view, voice, place) for place in range(voice.board.places)]
    return "\n".join(plain(line) for line in lines)


def _now(view: View, voice: Voice) -> Sentence:
    words = voice.words
    if view.ended:
        return words.say("describe.over")
    if not view.round:
        return words.say("describe.setup")
    phase = words.text("describe.acting" if view.acting else "describe.planning")
    return words.say("describe.turn", seat=voice.player(view.in_turn), phase=phase)


def _player(view: View, voice: Voice, seat: int) -> Sentence:
    words = voice.words
    player = voice.player(seat)
    if view.faction[seat] == NONE:
        return words.say("describe.nobody_yet", player=player)
    faction = voice.faction(view.faction[seat])
    if not view.alive[seat]:
        return words.say("describe.out", player=player, faction=faction)
    return words.say(
        "describe.player",
        player=player,
        faction=faction,
        forts=view.forts[seat],
        units=view.units[seat],
        quota=view.quota[seat],
        food=view.food[seat],
        purse=view.purse[seat],
        heroes=view.hand_sizes[seat],
    )


def _place(view: View, voice: Voice, place: int) -> Sentence:
    words = voice.words
    shown = voice.icons(place)
    icons = words.text("describe.place_icons", icons=shown) if shown else ""
    name = voice.place(place)
    if view.owner[place] == NOBODY:
        return words.say("describe.place_empty", place=name, icons=icons)
    tired = view.tired_infantry[place] + view.tired_cavalry[place]
    return words.say(
        "describe.place",
        place=name,
        icons=icons,
        holder=voice.player(view.owner[place]),
        army=voice.army(view.infantry[place], view.cavalry[place]),
        spent=words.text("describe.spent", n=tired) if tired else "",
    )


# The board in letters ----------------------------------------------------------------------------

LETTERS = "ABCDEF"
"""The seats' letters."""
FORT_LETTERS = {FORT: "F", GREAT_FORT: "G"}


def text(view: View, voice: Voice) -> str:
    """Territories in two columns, then the players."""
    board = voice.board
    cells = [_cell(view, voice, place) for place in range(board.places)]
    half = (len(cells) + 1) // 2
    rows = []
    for index in range(half):
        right = cells[half + index] if half + index < len(cells) else ""
        rows.append(f"{cells[index]:<42}{right}".rstrip())
    rows.append("")
    if view.card != NONE:
        card, words = voice.card(view.card).name, voice.card_text(view.card)
        rows.append(voice.words.text("describe.card", card=card, text=words))
    for seat in range(view.seats):
        faction = voice.faction(view.faction[seat]) if view.faction[seat] != NONE else "-"
        rows.append(
            voice.words.text(
                "board.player",
                letter=_letter(seat),
                name=voice.names[seat],
                faction=faction,
                forts=view.forts[seat],
                units=view.units[seat],
                quota=view.quota[seat],
                purse=view.purse[seat],
                heroes=view.hand_sizes[seat],
            )
        )
    return "\n".join(rows)


def _letter(owner: int) -> str:
    if owner == INDEPENDENT:
        return "*"
    return "." if owner < 0 else LETTERS[owner]


def _cell(view: View, voice: Voice, place: int) -> str:
    territory = voice.board.territories[place]
    icons = FORT_LETTERS.get(territory.fort, "")
    icons += "f" * territory.food + "c" * territory.currency
    mark = "~" if territory.sea else "+" if territory.home >= 0 else " "
    army = ""
    if view.owner[place] != NOBODY:
        army = f"{view.infantry[place]}i {view.cavalry[place]}c"
    return f"{mark}{territory.name:<15}{icons:<5}{_letter(view.owner[place])} {army}"
