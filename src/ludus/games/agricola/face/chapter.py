"""A year of the campaign as a chapter: how the points stand, and what for."""

from __future__ import annotations

from ludus.core.models import Moment, Side, Term, bits_of
from ludus.core.protocol import Event
from ludus.games.agricola.face.about import SCORED
from ludus.games.agricola.face.context import Context
from ludus.games.agricola.ids import CALEDONIAN, ROMAN

EVENTS = {ROMAN: "roman", CALEDONIAN: "tribes"}


def told_year(context: Context, event: Event) -> Moment:
    """The end of a year: each side's points by what they are for."""
    words, names = context.words, context.names
    year = event.number("year")
    totals = [sum(event.numbers(EVENTS[side])) for side in (ROMAN, CALEDONIAN)]
    return Moment(
        f"year-{year}",
        words.text("chapter.title", year=year),
        icon="snow",
        clause="agricola.5.2.1",
        sides=tuple(
            Side(
                bits_of(names.side(side)),
                mark=side ^ context.view.flip,
                terms=tuple(
                    Term(bits_of(str(points)), words.text(f"part.{key}"))
                    for key, points in zip(SCORED[side], event.numbers(EVENTS[side]), strict=False)
                    if points
                ),
                total=str(totals[side]),
            )
            for side in (ROMAN, CALEDONIAN)
        ),
        verdict=words.say("chapter.balance", n=f"{totals[ROMAN] - totals[CALEDONIAN]:+}"),
        stays=True,
    )
