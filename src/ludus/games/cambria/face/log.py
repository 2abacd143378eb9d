"""The log: events as sentences, and the pieces that move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ludus.core.face import Line, Motion
from ludus.core.protocol import Event
from ludus.core.text import Sentence, roman
from ludus.games.cambria.face.names import Names
from ludus.games.cambria.ids import EAGLE, NONE, REASONS

Teller: TypeAlias = Callable[[Names, Event], Line]
Mover: TypeAlias = Callable[[Names, Event], Motion]

OFF_BOARD = ("supply", "won")
"""How the ids of places beside the board begin."""


def tell(names: Names, event: Event) -> Line:
    return TELLERS[event.kind](names, event)


# What moves where ---------------------------------------------------------------------------------


def _placed(names: Names, event: Event) -> Motion:
    player, source = event.number("player"), event.number("source")
    start = f"supply-{player}" if source == NONE else names.slot(source).ref
    return Motion(start, names.slot(event.number("slot")).ref)


def _went_home(names: Names, event: Event) -> Motion:
    return Motion(f"road-{event.number('road')}", f"supply-{event.number('player')}")


def _legion_went_home(names: Names, event: Event) -> Motion:
    return Motion(f"road-{event.number('road')}", "standard")


def _legion_went(names: Names, event: Event) -> Motion:
    source = event.number("source")
    start = "standard" if source == NONE else f"road-{source}"
    return Motion(start, f"road-{event.number('road')}")


def _taken(names: Names, event: Event) -> Motion:
    return Motion(f"fort-{event.number('site')}", f"won-{event.number('player')}")


MOVERS: dict[str, Mover] = {
    "place": _placed,
    "displaced": _went_home,
    "legion_home": _legion_went_home,
    "legion": _legion_went,
    "capture": _taken,
}
"""The events of a turn in which a piece goes from one place to another."""


def traces(names: Names, lately: Sequence[Event]) -> dict[str, str]:
    """Places touched by the last move among these events: "from" where a piece left, else ""."""
    found: dict[str, str] = {}
    for event in reversed(lately):
        if event.kind == "turn" and found:
            break
        mover = MOVERS.get(event.kind)
        if mover is not None:
            motion = mover(names, event)
            found.setdefault(motion.end, "")
            found.setdefault(motion.start, "from")
    return {place: kind for place, kind in found.items() if not place.startswith(OFF_BOARD)}


# Sentences ----------------------------------------------------------------------------------------


def _seat_only(names: Names, event: Event) -> Line:
    return Line(names.words.say(f"event.{event.kind}", seat=names.player(event.number("seat"))))


def _keep(names: Names, event: Event) -> Line:
    seat = names.player(event.number("seat"))
    return Line(names.words.say("event.keep", seat=seat, dummy=names.dummy))


def _two_dice(names: Names, event: Event) -> Line:
    sentence = names.words.say(
        f"event.{event.kind}",
        seat=names.player(event.number("seat")),
        a=names.die(event.number("a")),
        b=names.die(event.number("b")),
    )
    return Line(sentence, sound="dice")


def _one_die(names: Names, event: Event) -> Line:
    face = event.number("face")
    again = event.kind == "opening_die" and face == EAGLE
    parts: dict[str, Sentence] = {
        "seat": (names.player(event.number("seat")),),
        "face": (names.die(face),),
        "dummy": (names.dummy,),
    }
    sentence = names.words.say(f"event.{event.kind}" + (".eagle" if again else ""), **parts)
    return Line(sentence, sound="dice")


def _start_tie(names: Names, event: Event) -> Line:
    return Line(names.words.say("event.start_tie", seats=names.players(event.numbers("seats"))))


def _turn(names: Names, event: Event) -> Line:
    return Line((), heading=names.words.text("event.turn", number=roman(event.number("number"))))


def _place(names: Names, event: Event) -> Line:
    player, slot, source = (event.number(name) for name in ("player", "slot", "source"))
    roads = names.board.roads
    motion = _placed(names, event)
    who, where = names.player(player), names.slot(slot)
    if source == NONE:
        key = "event.place" if slot < roads else "event.place.board"
        return Line(names.words.say(key, player=who, slot=where), (motion,), "place")
    if slot >= roads:
        key = "event.place.board_from"
    else:
        key = "event.place.road" if source < roads else "event.place.boat"
    sentence = names.words.say(key, player=who, slot=where, source=names.slot(source))
    return Line(sentence, (motion,), "place")


def _displaced(names: Names, event: Event) -> Line:
    sentence = names.words.say("event.displaced", player=names.player(event.number("player")))
    return Line(sentence, (_went_home(names, event),), "displace")


def _legion_home(names: Names, event: Event) -> Line:
    sentence = names.words.say("event.legion_home")
    return Line(sentence, (_legion_went_home(names, event),), "displace")


def _legion(names: Names, event: Event) -> Line:
    seat, road = event.number("seat"), event.number("road")
    sentence = names.words.say("event.legion", seat=names.player(seat), road=names.slot(road))
    return Line(sentence, (_legion_went(names, event),), "legion")


def _won(names: Names, event: Event) -> Line:
    site, player = event.number("site"), event.number("player")
    sentence = names.words.say(
        f"event.{event.kind}",
        player=names.player(player),
        fort=names.taken(player),
        site=names.site(site),
        points=names.board.numeral[site],
        counts=names.standing(event.numbers("counts"), player),
    )
    return Line(sentence, (_taken(names, event),), "capture")


def _victory(names: Names, event: Event) -> Line:
    site, player = event.number("site"), event.number("player")
    points = names.board.victory[site]
    if player < 0:
        return Line(names.words.say("event.victory.gone", points=points))
    sentence = names.words.say("event.victory", player=names.player(player), points=points)
    return Line(sentence, (Motion(f"token-{site}", f"won-{player}"),))


def _game_end(names: Names, event: Event) -> Line:
    reason = names.words.text(f"reason.{REASONS[event.number('reason')]}")
    sentence = names.words.say("event.game_end", reason=reason)
    return Line(sentence, sound="end", heading=names.words.text("heading.end"))


def _unclaimed(names: Names, event: Event) -> Line:
    site, counts = names.site(event.number("site")), event.numbers("counts")
    if not any(counts):
        return Line(names.words.say("event.unclaimed.empty", site=site))
    return Line(names.words.say("event.unclaimed", site=site, counts=names.standing(counts)))


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
    "keep": _keep,
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
