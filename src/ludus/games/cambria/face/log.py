"""The story of a game in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ludus.core.face import Line, Motion
from ludus.core.protocol import Event
from ludus.core.text import Sentence, roman
from ludus.games.cambria.face.voice import Voice
from ludus.games.cambria.ids import EAGLE, NONE

Teller: TypeAlias = Callable[[Voice, Event], Line]
Mover: TypeAlias = Callable[[Voice, Event], Motion]

REASONS = {1: "forts", 2: "passes"}
"""Why a game ended, as the view and the event number it."""


def tell(voice: Voice, event: Event) -> Line:
    return TELLERS[event.kind](voice, event)


# What moves where ---------------------------------------------------------------------------------


def _placed(voice: Voice, event: Event) -> Motion:
    player, source = event.number("player"), event.number("source")
    start = f"supply-{player}" if source == NONE else voice.slot(source).ref
    return Motion(start, voice.slot(event.number("slot")).ref)


def _went_home(voice: Voice, event: Event) -> Motion:
    return Motion(f"road-{event.number('road')}", f"supply-{event.number('player')}")


def _legion_went_home(voice: Voice, event: Event) -> Motion:
    return Motion(f"road-{event.number('road')}", "standard")


def _legion_went(voice: Voice, event: Event) -> Motion:
    source = event.number("source")
    start = "standard" if source == NONE else f"road-{source}"
    return Motion(start, f"road-{event.number('road')}")


def _taken(voice: Voice, event: Event) -> Motion:
    return Motion(f"fort-{event.number('site')}", f"won-{event.number('player')}")


MOVERS: dict[str, Mover] = {
    "place": _placed,
    "displaced": _went_home,
    "legion_home": _legion_went_home,
    "legion": _legion_went,
    "capture": _taken,
}
"""The events of a turn in which a piece goes from one place to another."""


# Sentences ----------------------------------------------------------------------------------------


def _seat_only(voice: Voice, event: Event) -> Line:
    return Line(voice.words.say(f"event.{event.kind}", seat=voice.player(event.number("seat"))))


def _two_dice(voice: Voice, event: Event) -> Line:
    sentence = voice.words.say(
        f"event.{event.kind}",
        seat=voice.player(event.number("seat")),
        a=voice.die(event.number("a")),
        b=voice.die(event.number("b")),
    )
    return Line(sentence, sound="dice")


def _one_die(voice: Voice, event: Event) -> Line:
    face = event.number("face")
    again = event.kind == "opening_die" and face == EAGLE
    parts: dict[str, Sentence] = {
        "seat": (voice.player(event.number("seat")),),
        "face": (voice.die(face),),
        "dummy": (voice.dummy,),
    }
    sentence = voice.words.say(f"event.{event.kind}" + (".eagle" if again else ""), **parts)
    return Line(sentence, sound="dice")


def _start_tie(voice: Voice, event: Event) -> Line:
    return Line(voice.words.say("event.start_tie", seats=voice.players(event.numbers("seats"))))


def _turn(voice: Voice, event: Event) -> Line:
    seat, turn = voice.player(event.number("seat")), event.number("number")
    return Line((), heading=voice.words.text("event.turn", number=turn, seat=seat))


def _place(voice: Voice, event: Event) -> Line:
    player, slot, source = (event.number(name) for name in ("player", "slot", "source"))
    roads = voice.board.roads
    motion = _placed(voice, event)
    who, where = voice.player(player), voice.slot(slot)
    if source == NONE:
        key = "event.place" if slot < roads else "event.place.board"
        return Line(voice.words.say(key, player=who, slot=where), (motion,), "place")
    if slot >= roads:
        key = "event.place.board_from"
    else:
        key = "event.place.road" if source < roads else "event.place.boat"
    sentence = voice.words.say(key, player=who, slot=where, source=voice.slot(source))
    return Line(sentence, (motion,), "place")


def _displaced(voice: Voice, event: Event) -> Line:
    player, road = event.number("player"), event.number("road")
    sentence = voice.words.say(
        "event.displaced", player=voice.player(player), road=voice.slot(road)
    )
    return Line(sentence, (_went_home(voice, event),), "displace")


def _legion_home(voice: Voice, event: Event) -> Line:
    road = event.number("road")
    sentence = voice.words.say("event.legion_home", road=voice.slot(road))
    return Line(sentence, (_legion_went_home(voice, event),), "displace")


def _legion(voice: Voice, event: Event) -> Line:
    seat, road, source = (event.number(name) for name in ("seat", "road", "source"))
    who, where = voice.player(seat), voice.slot(road)
    if source == NONE:
        sentence = voice.words.say("event.legion", seat=who, road=where)
    else:
        sentence = voice.words.say(
            "event.legion.road", seat=who, road=where, source=voice.slot(source)
        )
    return Line(sentence, (_legion_went(voice, event),), "legion")


def _won(voice: Voice, event: Event) -> Line:
    site, player = event.number("site"), event.number("player")
    sentence = voice.words.say(
        f"event.{event.kind}",
        site=voice.site(site),
        counts=voice.counts(event.numbers("counts")),
        player=voice.player(player),
        points=roman(voice.board.numeral[site]),
    )
    return Line(sentence, (_taken(voice, event),), "capture")


def _victory(voice: Voice, event: Event) -> Line:
    site, player = event.number("site"), event.number("player")
    points = roman(voice.board.victory[site])
    if player < 0:
        return Line(voice.words.say("event.victory.gone", points=points))
    sentence = voice.words.say("event.victory", player=voice.player(player), points=points)
    return Line(sentence, (Motion(f"token-{site}", f"won-{player}"),))


def _game_end(voice: Voice, event: Event) -> Line:
    reason = voice.words.text(f"reason.{REASONS[event.number('reason')]}")
    sentence = voice.words.say("event.game_end", reason=reason)
    return Line(sentence, sound="end", heading=voice.words.text("heading.end"))


def _unclaimed(voice: Voice, event: Event) -> Line:
    site, counts = voice.site(event.number("site")), event.numbers("counts")
    if not any(counts):
        return Line(voice.words.say("event.unclaimed.empty", site=site))
    return Line(voice.words.say("event.unclaimed", site=site, counts=voice.counts(counts)))


TELLERS: dict[str, Teller] = {
    "start_roll": _two_dice,
    "start_tie": _start_tie,
    "start": _seat_only,
    "opening_die": _one_die,
    "dummy_die": _one_die,
    "turn": _turn,
    "pass": _seat_only,
    "dice": _two_dice,
    "nothing": _seat_only,
    "end": _seat_only,
    "stay": _seat_only,
    "place": _place,
    "displaced": _displaced,
    "legion_home": _legion_home,
    "legion": _legion,
    "capture": _won,
    "victory": _victory,
    "game_end": _game_end,
    "claim": _won,
    "unclaimed": _unclaimed,
}
