"""Players' panels, the verdict, and the whole position in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.face import Panel
from ludus.core.protocol import Outcome
from ludus.core.text import Bit, Sentence, Words, joined, roman, seat_bit
from ludus.games.cambria.face.choices import Adviser
from ludus.games.cambria.face.voice import DUMMY_MARK, Voice, mark_of
from ludus.games.cambria.face.why import fort_words
from ludus.games.cambria.ids import NONE, NUMBERS
from ludus.games.cambria.view import View


def forts_of(view: View, voice: Voice, player: int) -> list[int]:
    """The numerals of the fort tokens that a player has won, high ones first."""
    won = [voice.board.numeral[site] for site, who in enumerate(view.captor) if who == player]
    return sorted(won, reverse=True)


def victory_of(view: View, voice: Voice, player: int) -> list[int]:
    """The points of the victory point tokens that a player has won, high ones first."""
    won = [voice.board.victory[site] for site, who in enumerate(view.second) if who == player]
    return sorted(won, reverse=True)


def boats_of(view: View, player: int) -> list[int]:
    """The numbers of the boats with a player's warrior."""
    return [NUMBERS[boat] for boat, who in enumerate(view.boats) if who == player]


def numerals(values: Sequence[int]) -> str:
    return ", ".join(roman(value) for value in values)


def panels(view: View, voice: Voice) -> list[Panel]:
    known = voice.lore.panels
    drawn: list[Panel] = []
    for player in range(view.players):
        facts = (_owned(view, player), player == view.start)
        drawn.append(
            known.get(player, facts) or known.put(player, facts, _panel(view, voice, player))
        )
    return drawn


def _owned(view: View, player: int) -> tuple[object, ...]:
    """What a player has, as far as it is told."""
    return (
        view.points[player],
        view.supply[player],
        view.boats,
        view.captor,
        view.second,
        view.seats,
    )


def _panel(view: View, voice: Voice, player: int) -> Panel:
    words = voice.words
    forts, victory = forts_of(view, voice, player), victory_of(view, voice, player)
    lines: list[Sentence] = []
    if forts:
        lines.append(words.say("panel.forts", count=len(forts), list=numerals(forts)))
    else:
        lines.append(words.say("panel.no_forts"))
    if victory:
        lines.append(words.say("panel.victory", count=len(victory), list=numerals(victory)))
    lines.append(words.say("panel.supply", count=view.supply[player]))
    boats = boats_of(view, player)
    if boats:
        lines.append(words.say("panel.boats", count=len(boats), list=numerals(boats)))
    if player == view.start:
        lines.append(words.say("panel.start"))
    if player >= view.seats:
        lines.append(words.say("panel.dummy"))
    seat = player if player < view.seats else -1
    name = voice.player(player).text
    return Panel(seat, name, view.points[player], tuple(lines), mark_of(player, view.seats))


def verdict(words: Words, outcome: Outcome, names: Sequence[str]) -> Sentence:
    order = sorted(range(len(names)), key=lambda seat: outcome.ranks[seat])
    first, second = order[0], order[1]
    parts = [words.say("verdict.reason", reason=words.text(f"reason.{outcome.reason}"))]
    parts.append(
        words.say(
            f"decided.{outcome.decided_by}",
            winner=seat_bit(first, names[first]),
            points=outcome.scores[first],
            tokens=outcome.parts[first]["tokens"],
            other=outcome.parts[second]["tokens"],
        )
    )
    rest = [
        words.say("verdict.place", player=seat_bit(seat, names[seat]), points=outcome.scores[seat])
        for seat in order[1:]
    ]
    parts.append(words.say("verdict.rest", places=joined(rest)))
    if "dummy" in outcome.others:
        points = outcome.others["dummy"]
        key = "verdict.dummy_ahead" if points > outcome.scores[first] else "verdict.dummy"
        dummy = seat_bit(DUMMY_MARK, words.text("name.dummy"))
        parts.append(words.say(key, dummy=dummy, points=points))
    return joined(parts, " ")


def describe(view: View, adviser: Adviser) -> str:
    voice, words = adviser.voice, adviser.words
    said = [words.text("describe.side", side=words.text(f"option.side.{view.side}"))]
    said.append(_now(view, voice))
    if view.dice:
        said.append(words.text("describe.dice", dice=voice.dice(view.dice)))
    known = voice.lore.sentences
    for player in range(view.players):
        facts = (_owned(view, player), view.roads.count(player))
        said += known.get(player, facts) or known.put(player, facts, _player(view, voice, player))
    said += fort_words(adviser)
    if view.legion == NONE:
        said.append(words.text("describe.legion_standard"))
    else:
        said.append(words.text("describe.legion_road", road=voice.slot(view.legion)))
    for player in range(view.players):
        held = [voice.road_name(road) for road, piece in enumerate(view.roads) if piece == player]
        if held:
            roads = "; ".join(held)
            said.append(words.text("describe.roads", player=voice.player(player), roads=roads))
    boats = known.get("boats", view.boats)
    said += boats or known.put("boats", view.boats, _boats(view, voice))
    return "\n".join(said)


def _boats(view: View, voice: Voice) -> list[str]:
    words = voice.words
    said: list[str] = []
    for boat, owner in enumerate(view.boats):
        holder: Bit | str = words.text("describe.free") if owner == NONE else voice.player(owner)
        said.append(words.text("describe.boat", boat=roman(NUMBERS[boat]), holder=holder))
    return said


def _now(view: View, voice: Voice) -> str:
    words = voice.words
    if view.ended:
        return words.text("describe.over")
    if view.start == NONE:
        return words.text("describe.setup")
    if not view.turn:
        return words.text("describe.opening")
    seat = max(range(view.seats), key=lambda player: view.latest_turn[player])
    return words.text("describe.turn", number=view.turn, seat=voice.player(seat))


def _player(view: View, voice: Voice, player: int) -> list[str]:
    words = voice.words
    boats = boats_of(view, player)
    lines = [
        words.text(
            "describe.player",
            player=voice.player(player),
            points=view.points[player],
            supply=view.supply[player],
            out=view.roads.count(player),
            boats=words.text("describe.boats", list=numerals(boats), count=len(boats))
            if boats
            else words.text("describe.no_boats"),
        )
    ]
    forts, victory = forts_of(view, voice, player), victory_of(view, voice, player)
    if forts:
        lines.append(words.text("describe.won", list=numerals(forts)))
    if victory:
        lines.append(words.text("describe.won_victory", list=numerals(victory)))
    return lines
