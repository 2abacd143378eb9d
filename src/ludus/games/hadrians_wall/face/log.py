"""The story of a game in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ludus.core.actions import ActionSpace
from ludus.core.face import Line
from ludus.core.protocol import Event
from ludus.core.text import Bit, Sentence, roman
from ludus.games.hadrians_wall.board import VERBS
from ludus.games.hadrians_wall.deeds import STEP
from ludus.games.hadrians_wall.face.marks import FIGHTERS
from ludus.games.hadrians_wall.face.voice import Voice
from ludus.games.hadrians_wall.sheet import DIPLOMAT

Teller: TypeAlias = Callable[[Voice, Event], "Line | None"]
Part: TypeAlias = Bit | Sentence | str | int

ACTIONS = ActionSpace(VERBS)


def tell(voice: Voice, event: Event) -> Line | None:
    return TELLERS[event.kind](voice, event)


def number(event: Event, name: str) -> int:
    """A fact that is a single number."""
    value = event.facts[name]
    assert isinstance(value, int)
    return value


def numbers(event: Event, name: str) -> tuple[int, ...]:
    """A fact that is a row of numbers."""
    value = event.facts[name]
    assert isinstance(value, tuple)
    return value


def _silent(voice: Voice, event: Event) -> Line | None:
    return None


def _seat_only(voice: Voice, event: Event) -> Line:
    return Line(voice.words.say(f"event.{event.kind}", seat=voice.seat(number(event, "seat"))))


def _fate(voice: Voice, event: Event) -> Line:
    items = voice.items(voice.board.fate_items[number(event, "card")])
    heading = voice.words.text("heading.setup", year=roman(number(event, "year")))
    return Line(voice.words.say("event.fate", items=items), sound="card", heading=heading)


def _dealt(voice: Voice, event: Event) -> Line:
    return Line(voice.words.say("event.dealt", card=voice.card(number(event, "card"))))


def _reveal(voice: Voice, event: Event) -> Line:
    prospect = number(event, "prospect")
    return Line(
        voice.words.say(
            "event.reveal",
            seat=voice.seat(number(event, "seat")),
            path=voice.card(number(event, "path")),
            prospect=voice.card(prospect),
            gain=voice.icons(voice.board.card_gives[prospect]),
        ),
        sound="card",
    )


def _neutral(voice: Voice, event: Event) -> Line:
    card = number(event, "card")
    good = voice.board.card_good[card]
    name, pattern = voice.card(card), voice.pattern(card)
    return Line(voice.words.say("event.neutral", card=name, good=good, pattern=pattern))


def _income(voice: Voice, event: Event) -> Line:
    builders, civilians = number(event, "builder"), number(event, "civilian")
    items = voice.items((0, builders, 0, civilians, number(event, "resource")))
    return Line(
        voice.words.say("event.income", seat=voice.seat(number(event, "seat")), items=items)
    )


def _actions(voice: Voice, event: Event) -> Line:
    heading = voice.words.text("heading.actions", year=roman(number(event, "year")))
    return Line(voice.words.say("event.actions"), heading=heading)


def _road(voice: Voice, event: Event) -> Line:
    gains = voice.gains(numbers(event, "trace"))
    seat = voice.seat(number(event, "seat"))
    return Line(voice.words.say("event.road", seat=seat, gains=gains), sound="mark")


def _act(voice: Voice, event: Event) -> Line | None:
    """What was done, named by the box it filled, and what followed."""
    action = ACTIONS.numbered(number(event, "action"))
    trace = numbers(event, "trace")
    verb, arg = action.verb, action.arg
    if verb in ("good", "pattern"):
        return None
    parts: dict[str, Part] = {"seat": voice.seat(number(event, "seat"))}
    skip = 0
    key = verb
    if verb in ("mining", "guard", "cippi", "wall", "fort", "citizen", "temple"):
        key = "box"
    if key in ("box", "cohort", "spar"):
        parts["box"] = voice.box(*divmod(trace[0], STEP))
        skip = 1
    elif verb == "build":
        parts["building"] = voice.building(arg)
    elif verb == "forum":
        parts["cost"] = voice.cost(voice.board.costs[action.number])
        parts["gain"] = voice.item(voice.board.exchanges[arg][2], 1)
        skip = 1
    elif verb in ("perform", "bribe"):
        parts["box"] = arg + 1
    elif verb in ("ruling", "diplomat"):
        parts["cohort"] = voice.cohort(arg)
        skip = sum(1 for entry in trace if DIPLOMAT <= entry // STEP < DIPLOMAT + 3)
    elif verb == "place":
        parts["cells"] = voice.cells(voice.board.places[arg])
    sentence = voice.words.say(f"event.act.{key}", **parts)
    if len(trace) > skip:
        sentence += voice.words.say("event.act.gains", gains=voice.gains(trace, skip))
    else:
        sentence += voice.words.say("event.act.end")
    return Line(sentence, sound="mark")


def _gift(voice: Voice, event: Event) -> Line:
    giver, receiver = number(event, "seat"), number(event, "to")
    item = voice.item(number(event, "item"), 1)
    seat, to = voice.seat(giver), voice.seat(receiver)
    return Line(voice.words.say("event.gift", seat=seat, to=to, item=item), sound="coin")


def _placed(voice: Voice, event: Event) -> Line:
    item, card = voice.item(number(event, "item"), 1), voice.card(number(event, "card"))
    seat = voice.seat(number(event, "seat"))
    return Line(voice.words.say("event.placed", seat=seat, item=item, card=card), sound="coin")


def _good(voice: Voice, event: Event) -> Line:
    trace = numbers(event, "trace")
    return Line(
        voice.words.say(
            "event.good.gains" if trace else "event.good",
            seat=voice.seat(number(event, "seat")),
            good=number(event, "good"),
            box=number(event, "box") + 1,
            gains=voice.gains(trace),
        ),
        sound="card" if number(event, "card") >= 0 else "mark",
    )


def _battle(voice: Voice, event: Event) -> Line:
    fighter = voice.words.text(f"gladiator.{FIGHTERS[number(event, 'gladiator')]}")
    seat = voice.seat(number(event, "seat"))
    return Line(voice.words.say("event.battle", seat=seat, gladiator=fighter))


def _fought(voice: Voice, event: Event) -> Line:
    trace = numbers(event, "trace")
    gains: Part = voice.gains(trace) if trace else voice.words.text("item.nothing")
    return Line(
        voice.words.say(
            "event.fought.won" if number(event, "alive") else "event.fought.died",
            gladiator=voice.words.text(f"gladiator.{FIGHTERS[number(event, 'gladiator')]}"),
            damage=voice.board.fate_damage[number(event, "card")],
            gains=gains,
        ),
        sound="card",
    )


def _returned(voice: Voice, event: Event) -> Line | None:
    items = numbers(event, "items")
    if not any(items):
        return None
    seat = voice.seat(number(event, "seat"))
    return Line(voice.words.say("event.returned", seat=seat, items=voice.items(items)))


def _attack(voice: Voice, event: Event) -> Line:
    heading = voice.words.text("heading.attack", year=roman(number(event, "year")))
    sentence = voice.words.say("event.attack", cards=number(event, "cards"))
    return Line(sentence, sound="horn", heading=heading)


def _attacker(voice: Voice, event: Event) -> Line:
    cohort = voice.cohort(number(event, "cohort"))
    return Line(voice.words.say("event.attacker", cohort=cohort), sound="card")


def _favour(voice: Voice, event: Event) -> Line:
    key = "event.favour.diplomat" if number(event, "diplomat") else "event.favour"
    seat, cohort = voice.seat(number(event, "seat")), voice.cohort(number(event, "cohort"))
    return Line(voice.words.say(key, seat=seat, cohort=cohort))


def _defence(voice: Voice, event: Event) -> Line:
    disdain, valour = number(event, "disdain"), number(event, "valour")
    kind = "held" if not disdain else "both" if valour else "through"
    sentence = voice.words.say(
        f"event.defence.{kind}",
        seat=voice.seat(number(event, "seat")),
        through=number(event, "through"),
        disdain=disdain,
        gains=voice.gains(numbers(event, "trace")),
    )
    return Line(sentence)


def _cards(voice: Voice, event: Event) -> Line:
    return Line(voice.words.say(f"event.{event.kind}", cards=number(event, "cards")))


def _end(voice: Voice, event: Event) -> Line:
    heading = voice.words.text("heading.end")
    return Line(voice.words.say("event.end"), sound="end", heading=heading)


TELLERS: dict[str, Teller] = {
    "year": _silent,
    "fate": _fate,
    "dealt": _dealt,
    "laid": _seat_only,
    "reveal": _reveal,
    "neutral": _neutral,
    "income": _income,
    "actions": _actions,
    "road": _road,
    "act": _act,
    "gift": _gift,
    "placed": _placed,
    "good": _good,
    "battle": _battle,
    "fought": _fought,
    "stop": _seat_only,
    "returned": _returned,
    "attack": _attack,
    "attacker": _attacker,
    "favour": _favour,
    "defence": _defence,
    "reshuffle": _cards,
    "end": _end,
}
