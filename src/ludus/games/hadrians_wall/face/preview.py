"""What a choice would do, step by step, worked out on a copy of the sheet by the game's rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ludus.core.face import Choice
from ludus.core.models import Preview
from ludus.core.text import ICON, STRONG, TEXT, Bit, Sentence, joined
from ludus.games.hadrians_wall.face.about import opens
from ludus.games.hadrians_wall.face.attack import outcome, spent
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.face.marks import trace_places
from ludus.games.hadrians_wall.face.names import SHOWN_BY_ICON, icon_of
from ludus.games.hadrians_wall.face.things import Thing
from ludus.games.hadrians_wall.ids import (
    ASK,
    ASK_COHORT,
    ATTRIBUTES,
    COHORT_KEYS,
    COHORTS,
    DIPLOMAT,
    DISDAIN,
    FAVOUR,
    FORT,
    ITEM_KEYS,
    MAIN,
    REMOVED,
    RENOWN,
    STOCK,
    STRENGTH,
    TRACE_STEP,
    TRACE_WASTED,
    TRACK_KEYS,
    VALOUR,
    Sheet,
)
from ludus.games.hadrians_wall.mechanics.effects import gain
from ludus.games.hadrians_wall.mechanics.points import final_disdain, total
from ludus.games.hadrians_wall.mechanics.sheet import favours_left

TITLED: Final = ("forum", "ruling")
"""Verbs whose previews are headed by the building; their chips tell what is paid and gained."""
UNPAID: Final = ("good", "pattern")
"""Verbs that are paid for with the answer to the question that they ask."""


def preview(context: Context, seat: int, choice: Choice, things: Mapping[str, Thing]) -> Preview:
    """The chain that a choice sets off, what it changes, and the points before and after."""
    action, words = choice.action, context.words
    verb = words.text(f"verb.{action.verb}", what=choice.label)
    if not 0 <= seat < context.view.seats:
        return Preview(choice.label, verb)
    sheet = context.sheets[seat]
    if action.verb in ("ignore", "defend"):
        return _defence(context, seat, choice, verb)
    after, trace = context.foresee(seat, action)
    places = trace_places(context.board, trace)
    path = (*choice.places[:1], *(place for place in places if place not in choice.places[:1]))
    own = choice.places[0] if choice.places else ""
    if action.verb in UNPAID:
        for item, count in context.board.costs[action.number]:
            after[item] -= count
    return Preview(
        words.text(f"title.{action.verb}") if action.verb in TITLED else choice.label,
        verb,
        chips=_chips(context, choice, trace, own, sheet, after),
        rows=_rows(context, choice, things.get(own)),
        changes=changes(context, sheet, after),
        path=path if len(path) > 1 else (),
        points=(total(context.board, sheet), total(context.board, after)),
    )


def _rows(context: Context, choice: Choice, thing: Thing | None) -> tuple[Sentence, ...]:
    """The hint, and what the box opens."""
    opened = () if thing is None else tuple(opens(context, thing))
    rows = [choice.hint] if choice.hint else []
    if opened:
        rows.append(context.words.say("chip.opens", what=joined(opened)))
    return tuple(rows)


def changes(context: Context, before: Sheet, after: Sheet) -> tuple[tuple[str, int], ...]:
    """By how much the meters of the dashboard change."""
    board = context.board
    counted = [(key, before[item], after[item]) for item, key in enumerate(ITEM_KEYS)]
    levels = board.infrastructure
    counted.append(("infrastructure", levels[before[FORT]], levels[after[FORT]]))
    counted.append(("favour", favours_left(before), favours_left(after)))
    counted += [(TRACK_KEYS[place - RENOWN], before[place], after[place]) for place in ATTRIBUTES]
    counted.append(("disdain", final_disdain(board, before), final_disdain(board, after)))
    counted.append(("points", total(board, before), total(board, after)))
    return tuple((key, new - old) for key, old, new in counted if new != old)


def _chips(
    context: Context, choice: Choice, trace: Sequence[int], own: str, before: Sheet, after: Sheet
) -> tuple[Sentence, ...]:
    words, names, board = context.words, context.names, context.board
    found: list[Sentence] = []
    cost = board.costs[choice.action.number] if choice.action.number < MAIN else ()
    if cost:
        found.append(words.say("chip.pay", cost=names.cost(cost)))
    step = 0
    for entry, count in _counted(trace):
        place, box = divmod(entry, TRACE_STEP)
        if trace_places(board, [entry]) == (own,):
            continue
        if place < STOCK or place == FAVOUR:
            found.append((Bit(TEXT, f"+{count} "), words.icon(icon_of(place), count)))
        elif place == REMOVED:
            found.append(words.say("trace.removed"))
        elif DIPLOMAT <= place < DIPLOMAT + COHORTS:
            cohort = words.icon(f"pict-{COHORT_KEYS[place - DIPLOMAT]}")
            found.append(words.say("chip.diplomat", n=board.diplomat_favours, cohort=cohort))
        elif place >= STRENGTH:
            found.append(words.say("chip.strength", n=box))
        elif box == TRACE_WASTED:
            found.append(words.say("trace.wasted", track=names.track(place)))
        else:
            step += 1
            found.append((Bit(STRONG, str(step)), Bit(TEXT, " "), *_reached(context, place, box)))
    return (*found, *_after(context, choice, before, after))


def _after(context: Context, choice: Choice, before: Sheet, after: Sheet) -> Iterator[Sentence]:
    """What follows the chain: Infrastructure, a card to be turned, a question."""
    words, levels = context.words, context.board.infrastructure
    if levels[after[FORT]] > levels[before[FORT]]:
        yield words.say("about.infrastructure", n=levels[after[FORT]])
    if choice.action.verb == "battle":
        yield words.say("chip.battle")
    if after[ASK] == ASK_COHORT and before[ASK] != ASK_COHORT:
        yield words.say("chip.cohort")
    elif after[ASK] != before[ASK] and after[ASK]:
        yield words.say("chip.then")


def _reached(context: Context, place: int, box: int) -> Sentence:
    if place in SHOWN_BY_ICON:
        return (Bit(ICON, context.names.track(place), icon_of(place)), Bit(TEXT, f" {box}"))
    return (Bit(TEXT, f"{context.names.track(place)} {box}"),)


def _counted(trace: Sequence[int]) -> list[tuple[int, int]]:
    """The entries of a trace in order, equal ones in a row counted together."""
    found: list[tuple[int, int]] = []
    for entry in trace:
        if found and found[-1][0] == entry:
            found[-1] = (entry, found[-1][1] + 1)
        else:
            found.append((entry, 1))
    return found


def _defence(context: Context, seat: int, choice: Choice, verb: str) -> Preview:
    """The attack with one Favour more, or as it stands."""
    words, action = context.words, choice.action
    sheet = context.sheets[seat]
    less = spent(sheet, action)
    through, disdain, valour, points = outcome(context, less)
    chips: list[Sentence] = []
    if action.verb == "ignore":
        cohort = words.icon(f"pict-{COHORT_KEYS[action.arg % COHORTS]}")
        chips.append(words.say("chip.favour", cohort=cohort))
    chips.append(words.say("chip.through", n=through))
    chips.append(words.say("chip.disdain", n=disdain))
    chips.append(words.say("chip.valour", n=valour))
    after = less[:]
    after[DISDAIN] += disdain
    for _ in range(valour):
        gain(context.board, after, VALOUR, None)
    return Preview(
        choice.label,
        verb,
        chips=tuple(chips),
        rows=(choice.hint,) if choice.hint else (),
        changes=changes(context, sheet, after),
        points=(total(context.board, sheet), points),
    )
