"""The story of a game in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ludus.core.actions import ActionSpace
from ludus.core.face import Line
from ludus.core.protocol import Event
from ludus.core.text import Bit, Sentence, roman
from ludus.games.hadrians_wall.face.voice import Voice
from ludus.games.hadrians_wall.ids import COHORTS, DIPLOMAT, GLADIATOR_KEYS, TRACE_STEP, VERBS

Teller: TypeAlias = Callable[[Voice, Event], "Line | None"]
Part: TypeAlias = Bit | Sentence | str | int

ACTIONS = ActionSpace(VERBS)


def tell(voice: Voice, event: Event) -> Line | None:
    return TELLERS[event.kind](voice, event)


def _silent(voice: Voice, event: Event) -> Line | None:
    return None


def _seat_only(voice: Voice, event: Event) -> Line:
    return Line(voice.words.say(f"event.{event.kind}", seat=voice.seat(event.number("seat"))))


def _fate(voice: Voice, event: Event) -> Line:
    items = voice.items(voice.board.fate_items[event.number("card")])
    heading = voice.words.text("heading.setup", year=roman(event.number("year")))
    return Line(voice.words.say("event.fate", items=items), sound="card", heading=heading)


def _dealt(voice: Voice, event: Event) -> Line:
    return Line(voice.words.say("event.dealt", card=voice.card(event.number("card"))))


def _reveal(voice: Voice, event: Event) -> Line:
    prospect = event.number("prospect")
    return Line(
        voice.words.say(
            "event.reveal",
            seat=voice.seat(event.number("seat")),
            path=voice.card(event.number("path")),
            prospect=voice.card(prospect),
            gain=voice.icons(voice.board.card_gives[prospect]),
        ),
        sound="card",
    )


def _neutral(voice: Voice, event: Event) -> Line:
    card = event.number("card")
    good = voice.board.card_good[card]
    name, pattern = voice.card(card), voice.pattern(card)
    return Line(voice.words.say("event.neutral", card=name, good=good, pattern=pattern))


def _income(voice: Voice, event: Event) -> Line:
    builders, civilians = event.number("builder"), event.number("civilian")
    items = voice.items((0, builders, 0, civilians, event.number("resource")))
    return Line(voice.words.say("event.income", seat=voice.seat(event.number("seat")), items=items))


def _actions(voice: Voice, event: Event) -> Line:
    heading = voice.words.text("heading.actions", year=roman(event.number("year")))
    return Line(voice.words.say("event.actions"), heading=heading)


def _road(voice: Voice, event: Event) -> Line:
    gains = voice.gains(event.numbers("trace"))
    seat = voice.seat(event.number("seat"))
    return Line(voice.words.say("event.road", seat=seat, gains=gains), sound="mark")


def _act(voice: Voice, event: Event) -> Line | None:
    """What was done, named by the box it filled, and what followed."""
    action = ACTIONS.numbered(event.number("action"))
    trace = event.numbers("trace")
    verb, arg = action.verb, action.arg
    if verb in ("good", "pattern"):
        return None
    parts: dict[str, Part] = {"seat": voice.seat(event.number("seat"))}
    skip = 0
    key = verb
    if verb in ("mining", "guard", "cippi", "wall", "fort", "citizen", "temple"):
        key = "box"
    if key in ("box", "cohort", "spar"):
        parts["box"] = voice.box(*divmod(trace[0], TRACE_STEP))
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
        skip = sum(1 for entry in trace if DIPLOMAT <= entry // TRACE_STEP < DIPLOMAT + COHORTS)
    elif verb == "place":
        parts["cells"] = voice.cells(voice.board.places[arg])
    sentence = voice.words.say(f"event.act.{key}", **parts)
    if len(trace) > skip:
        sentence += voice.words.say("event.act.gains", gains=voice.gains(trace, skip))
    else:
        sentence += voice.words.say("event.act.end")
    return Line(sentence, sound="mark")


def _gift(voice: Voice, event: Event) -> Line:
    giver, receiver = event.number("seat"), event.number("to")
    item = voice.item(event.number("item"), 1)
    seat, to = voice.seat(giver), voice.seat(receiver)
    return Line(voice.words.say("event.gift", seat=seat, to=to, item=item), sound="coin")


def _placed(voice: Voice, event: Event) -> Line:
    item, card = voice.item(event.number("item"), 1), voice.card(event.number("card"))
    seat = voice.seat(event.number("seat"))
    return Line(voice.words.say("event.placed", seat=seat, item=item, card=card), sound="coin")


def _good(voice: Voice, event: Event) -> Line:
    trace = event.numbers("trace")
    return Line(
        voice.words.say(
            "event.good.gains" if trace else "event.good",
            seat=voice.seat(event.number("seat")),
            good=event.number("good"),
            box=event.number("box") + 1,
            gains=voice.gains(trace),
        ),
        sound="card" if event.number("card") >= 0 else "mark",
    )


def _battle(voice: Voice, event: Event) -> Line:
    fighter = voice.words.text(f"gladiator.{GLADIATOR_KEYS[event.number('gladiator')]}")
    seat = voice.seat(event.number("seat"))
    return Line(voice.words.say("event.battle", seat=seat, gladiator=fighter))


def _fought(voice: Voice, event: Event) -> Line:
    trace = event.numbers("trace")
    gains: Part = voice.gains(trace) if trace else voice.words.text("item.nothing")
    return Line(
        voice.words.say(
            "event.fought.won" if event.number("alive") else "event.fought.died",
            gladiator=voice.words.text(f"gladiator.{GLADIATOR_KEYS[event.number('gladiator')]}"),
            damage=voice.board.fate_damage[event.number("card")],
            gains=gains,
        ),
        sound="card",
    )


def _returned(voice: Voice, event: Event) -> Line | None:
    items = event.numbers("items")
    if not any(items):
        return None
    seat = voice.seat(event.number("seat"))
    return Line(voice.words.say("event.returned", seat=seat, items=voice.items(items)))


def _attack(voice: Voice, event: Event) -> Line:
    heading = voice.words.text("heading.attack", year=roman(event.number("year")))
    sentence = voice.words.say("event.attack", cards=event.number("cards"))
    return Line(sentence, sound="horn", heading=heading)


def _attacker(voice: Voice, event: Event) -> Line:
    cohort = voice.cohort(event.number("cohort"))
    return Line(voice.words.say("event.attacker", cohort=cohort), sound="card")


def _favour(voice: Voice, event: Event) -> Line:
    key = "event.favour.diplomat" if event.number("diplomat") else "event.favour"
    seat, cohort = voice.seat(event.number("seat")), voice.cohort(event.number("cohort"))
    return Line(voice.words.say(key, seat=seat, cohort=cohort))


def _defence(voice: Voice, event: Event) -> Line:
    disdain, valour = event.number("disdain"), event.number("valour")
    kind = "held" if not disdain else "both" if valour else "through"
    sentence = voice.words.say(
        f"event.defence.{kind}",
        seat=voice.seat(event.number("seat")),
        through=event.number("through"),
        disdain=disdain,
        gains=voice.gains(event.numbers("trace")),
    )
    return Line(sentence)


def _cards(voice: Voice, event: Event) -> Line:
    return Line(voice.words.say(f"event.{event.kind}", cards=event.number("cards")))


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
