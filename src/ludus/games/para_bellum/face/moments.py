"""Moments worth stopping for: a Big Legion, a Morale test, a die that is lost, the end in sight."""

from __future__ import annotations

from ludus.core.models import Moment, Side, Term
from ludus.core.protocol import Event
from ludus.core.text import TEXT, Bit, icon_bit
from ludus.games.para_bellum.face.names import Names
from ludus.games.para_bellum.ids import BY_COLOURS
from ludus.games.para_bellum.mechanics.legions import full_cards


def morale_test(names: Names, event: Event) -> Moment:
    """The roll and what is added to it, against the limit."""
    words = names.words
    seat, roll, plus, limit = (event.number(key) for key in ("seat", "roll", "plus", "limit"))
    passed = bool(event.number("passed"))
    player = names.player(seat)
    terms = [Term((names.pips(roll),), words.text("moment.roll"))]
    if plus:
        terms.append(Term((Bit(TEXT, f"{plus:+d}"),), words.text("moment.plus")))
    dice = (icon_bit("die-b", "1"), *(icon_bit("die-r", "+1") for _ in range(limit - 1)))
    return Moment(
        "morale",
        words.text("moment.morale", seat=player),
        icon="morale",
        tone="good" if passed else "bad",
        clause="pb.morale.6",
        sides=(
            Side((player,), mark=seat, terms=tuple(terms), total=str(roll + plus)),
            Side(
                words.say("moment.limit"),
                terms=(Term(dice, words.text("moment.dice")),),
                total=str(limit),
            ),
        ),
        verdict=words.say(
            "moment.holds" if passed else "moment.fails",
            seat=player,
            result=roll + plus,
            limit=limit,
        ),
    )


def big_legion(names: Names, event: Event) -> Moment:
    words = names.words
    lo, hi, colour = (event.number(key) for key in ("lo", "hi", "colour"))
    player = names.player(event.number("seat"))
    return Moment(
        "legion",
        words.text("moment.legion", seat=player),
        icon="battle",
        tone="good",
        clause="pb.big.1",
        row=tuple(names.blazon(colour) for _ in range(lo, hi + 1)),
        row_label=words.text("moment.legion_of", count=hi - lo + 1, colour=names.colour(colour)),
        follows=(
            words.say("moment.bonus"),
            words.say("moment.tests", plus=full_cards(lo, hi)),
        ),
    )


def hit(names: Names, event: Event) -> Moment:
    """A die that somebody loses."""
    seat, slot, before = (event.number(key) for key in ("seat", "slot", "before"))
    words = names.words
    return Moment(
        "hit",
        words.text("moment.hit", seat=names.player(seat)),
        icon="die-k",
        tone="bad",
        clause="pb.lose.3",
        row=(names.pips(before, slot),),
        row_label=words.text("moment.hit_at", place=names.slot(seat, slot)),
    )


def end_is_near(names: Names, event: Event) -> Moment:
    words = names.words
    key = "colours" if event.number("by") == BY_COLOURS else "deck"
    player = names.player(event.number("seat"))
    return Moment(
        "end",
        words.text("moment.end"),
        icon="ending",
        tone="warn",
        clause="pb.end.1",
        verdict=words.say(f"event.end_triggered.{key}", seat=player),
        follows=(words.say("moment.until", seat=player),),
    )
