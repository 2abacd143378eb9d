"""Each option as a player sees it: a label, what it will do, and where it is on the sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

import msgspec

from ludus.core.actions import Action
from ludus.core.face import Choice
from ludus.core.protocol import Decision
from ludus.core.text import Sentence, joined
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.face.marks import (
    TRACK_VERBS,
    cell_id,
    places_of,
    trace_places,
)
from ludus.games.hadrians_wall.ids import (
    ASK,
    ASK_COHORT,
    ATTRIBUTES,
    BUILDER,
    CITIZENS,
    CIVILIAN,
    COHORT,
    COHORTS,
    DIPLOMAT,
    FATE_DECK,
    FORT,
    GLADIATOR_KEYS,
    GRANARY_LARGE,
    GRANARY_MEDIUM,
    IGNORED,
    ITEM_KEYS,
    MAIN,
    NEUTRAL_SLOT,
    OWN,
    RENOWN,
    SPAR_PARTNERS,
    STOCK,
    STRENGTH,
    TEMPLE,
    TRACE_STEP,
    WOUNDS,
    Sheet,
)
from ludus.games.hadrians_wall.mechanics.attack import breaches
from ludus.games.hadrians_wall.mechanics.effects import Trace
from ludus.games.hadrians_wall.mechanics.points import path_count
from ludus.games.hadrians_wall.mechanics.sheet import diplomat_count

Labeller: TypeAlias = Callable[[Context, Sheet, int, Action], str]

OWN_TRACKS = {**TRACK_VERBS, "temple": TEMPLE}
"""The track in which an action fills a box."""
FIRST_TRACKS = {"citizen": CITIZENS[0], "cohort": COHORT, "attribute": RENOWN, "diplomat": DIPLOMAT}
"""The same for verbs that range over tracks: the first of them."""


def choices_of(context: Context, decision: Decision) -> list[Choice]:
    """The options of a decision in order."""
    found = [choice_of(context, decision.seat, option) for option in decision.options]
    forts = [choice for choice in found if choice.action.verb == "fort"]
    if len(forts) < len(context.board.fort_pay):
        return found
    # Both kinds of worker could build: a switch says which one does.
    workers = {f.action: ITEM_KEYS[context.board.fort_pay[f.action.arg]] for f in forts}
    return [
        msgspec.structs.replace(choice, mode=workers.get(choice.action, "")) for choice in found
    ]


def choice_of(context: Context, seat: int, action: Action) -> Choice:
    """One option of a seat, or of chance."""
    if seat < 0:
        return Choice(action, LABELS[action.verb](context, [], seat, action))
    board, sheet = context.board, context.sheets[seat]
    label = LABELS[action.verb](context, sheet, seat, action)
    after, trace = context.foresee(seat, action)
    places = _places(board, sheet, action)
    lights = tuple(place for place in trace_places(board, trace) if place not in places)
    if action.verb == "place":
        lights = _cells(board.places[action.arg]) + lights
    hint = _hint(context, after, seat, action, trace)
    brief = BRIEF_LABELS.get(action.verb)
    shown = brief(context, action) if brief is not None else ()
    return Choice(action, label, hint, places, lights, brief=shown)


def _places(board: Board, sheet: Sheet, action: Action) -> tuple[str, ...]:
    """The places in the pictures where an action can be chosen."""
    verb, arg = action.verb, action.arg
    if verb == "path":
        return (f"hand-{arg}",)
    if verb == "buy":
        return (f"slot-{arg}" if arg != FATE_DECK else "fate-deck",)
    if verb == "pattern":
        return (*places_of(board, sheet, action), f"slot-{arg}")
    if verb == "place":
        return (f"lay-{arg}",)
    return places_of(board, sheet, action)


def _cells(mask: int) -> tuple[str, ...]:
    """The cells of a pattern, on the large map and on the sheet."""
    cells = [cell for cell in range(mask.bit_length()) if mask >> cell & 1]
    return (*(f"lay-cell-{cell}" for cell in cells), *(cell_id(cell) for cell in cells))


def _hint(context: Context, after: Sheet, seat: int, action: Action, trace: Trace) -> Sentence:
    """What an action costs, does and gives."""
    words, sheet, verb = context.words, context.sheets[seat], action.verb
    parts: list[Sentence] = []
    cost = context.board.costs[action.number] if action.number < MAIN else ()
    if cost:
        parts.append(words.say("hint.pay", cost=context.names.cost(cost)))
    special = SPECIAL_HINTS.get(verb)
    skip = 1 if trace and _names_own_box(trace[0], action) else 0
    if len(trace) > skip:
        parts.append(words.say("hint.gains", gains=context.names.gains(trace, skip)))
    elif not special and after[ASK] != ASK_COHORT:
        parts.append(words.say("hint.nothing"))
    if special is not None:
        parts += special(context, sheet, seat, action)
    if after[ASK] == ASK_COHORT and sheet[ASK] != ASK_COHORT:
        parts.append(words.say("hint.cohort"))
    return joined(parts, " ")


def _names_own_box(entry: int, action: Action) -> bool:
    """Whether the first entry of a trace is just the box that the label names already."""
    place, verb = entry // TRACE_STEP, action.verb
    if verb in OWN_TRACKS:
        return place == OWN_TRACKS[verb]
    if verb in FIRST_TRACKS:
        return place == FIRST_TRACKS[verb] + action.arg
    return verb == "spar" and place >= STRENGTH


# Labels ------------------------------------------------------------------------------------------


def _track(context: Context, sheet: Sheet, seat: int, action: Action) -> str:
    place = TRACK_VERBS[action.verb]
    name = context.names.track(place)
    return context.words.text(f"action.{action.verb}", track=name, box=sheet[place] + 1)


def _fort(context: Context, sheet: Sheet, seat: int, action: Action) -> str:
    return context.words.text(
        "action.fort",
        track=context.names.track(FORT),
        box=sheet[FORT] + 1,
        worker=context.names.worker(context.board.fort_pay[action.arg]),
    )


def _citizen(context: Context, sheet: Sheet, seat: int, action: Action) -> str:
    place = CITIZENS[action.arg]
    name = context.names.track(place)
    return context.words.text("action.citizen", track=name, box=sheet[place] + 1)


def _build(context: Context, sheet: Sheet, seat: int, action: Action) -> str:
    return context.words.text("action.build", building=context.names.building(action.arg))


def _plain(context: Context, sheet: Sheet, seat: int, action: Action) -> str:
    return context.words.text(f"action.{action.verb}")


def _box(context: Context, sheet: Sheet, seat: int, action: Action) -> str:
    return context.words.text(f"action.{action.verb}", box=action.arg + 1)


def _forum(context: Context, sheet: Sheet, seat: int, action: Action) -> str:
    gained = context.board.exchanges[action.arg][2]
    cost = context.names.cost(context.board.costs[action.number])
    gain = context.names.item(gained, 1)
    return context.words.text("action.forum", cost=cost, gain=gain)


def fighter_name(context: Context, fighter: int) -> str:
    return context.words.text(f"gladiator.{GLADIATOR_KEYS[fighter]}")


def _spar(context: Context, sheet: Sheet, seat: int, action: Action) -> str:
    return context.words.text(
        "action.spar",
        gladiator=fighter_name(context, action.arg // SPAR_PARTNERS),
        worker=context.names.worker(context.board.spar_pay[action.arg % SPAR_PARTNERS]),
    )


def _battle(context: Context, sheet: Sheet, seat: int, action: Action) -> str:
    name = fighter_name(context, action.arg)
    return context.words.text("action.battle", gladiator=name)


def _temple(context: Context, sheet: Sheet, seat: int, action: Action) -> str:
    hall = context.board.temple_of[sheet[TEMPLE]]
    worker = context.names.worker(action.arg)
    building = context.names.building(hall)
    return context.words.text("action.temple", building=building, worker=worker)


def _ruling(context: Context, sheet: Sheet, seat: int, action: Action) -> str:
    gain = context.names.icons(context.board.ruling_gives[action.arg])
    cost = context.board.costs[action.number]
    if not cost:
        return context.words.text("action.ruling", gain=gain)
    return context.words.text("action.ruling.cost", cost=context.names.cost(cost), gain=gain)


def _diplomat(context: Context, sheet: Sheet, seat: int, action: Action) -> str:
    row = diplomat_count(sheet) + 1
    cohort = context.names.cohort(action.arg)
    return context.words.text("action.diplomat", row=row, cohort=cohort)


def _side(context: Context, action: Action) -> str:
    """Which neighbour it is; two of them may have the same name."""
    return context.words.text(f"side.{action.arg}")


def _pattern(context: Context, sheet: Sheet, seat: int, action: Action) -> str:
    words, names = context.words, context.names
    card = context.card(seat, action.arg)
    pattern = names.pattern(card)
    if action.arg == OWN:
        return words.text("action.pattern.own", pattern=pattern)
    who = context.owner(seat, action.arg)
    if who >= NEUTRAL_SLOT:
        return words.text("action.pattern.neutral", card=names.card(card), pattern=pattern)
    return words.text(
        "action.pattern.seat", seat=names.player(who), side=_side(context, action), pattern=pattern
    )


def _cohort(context: Context, sheet: Sheet, seat: int, action: Action) -> str:
    box = sheet[COHORT + action.arg] + 1
    cohort = context.names.cohort(action.arg)
    return context.words.text("action.cohort", cohort=cohort, box=box)


def _attribute(context: Context, sheet: Sheet, seat: int, action: Action) -> str:
    place = ATTRIBUTES[action.arg]
    track = context.names.track(place)
    if sheet[place] >= context.board.size[place]:
        return context.words.text("action.attribute.full", track=track)
    return context.words.text("action.attribute", track=track, box=sheet[place] + 1)


def _buy(context: Context, sheet: Sheet, seat: int, action: Action) -> str:
    words = context.words
    if action.arg == FATE_DECK:
        return words.text("action.buy.fate")
    card = context.card(seat, action.arg)
    good = context.board.card_good[card]
    who = context.owner(seat, action.arg)
    if who >= NEUTRAL_SLOT:
        return words.text("action.buy.neutral", card=context.names.card(card), good=good)
    return words.text(
        "action.buy.seat", seat=context.names.player(who), side=_side(context, action), good=good
    )


def _place(context: Context, sheet: Sheet, seat: int, action: Action) -> str:
    board = context.board
    pattern = next(i for i, r in enumerate(board.places_of) if action.arg in r)
    cells = context.names.cells(board.places[action.arg])
    return context.words.text("action.place", pattern=board.pattern_keys[pattern], cells=cells)


def _card(context: Context, sheet: Sheet, seat: int, action: Action) -> str:
    card = context.names.card(action.arg)
    return context.words.text(f"action.{action.verb}", card=card)


def _ignore(context: Context, sheet: Sheet, seat: int, action: Action) -> str:
    key = "action.ignore" if action.arg < COHORTS else "action.ignore.diplomat"
    return context.words.text(key, cohort=context.names.cohort(action.arg % COHORTS))


def _arrows(context: Context, cohorts: Sequence[int]) -> str:
    if not cohorts:
        return context.words.text("attack.none")
    return ", ".join(context.names.cohort(cohort) for cohort in cohorts)


def _fate(context: Context, sheet: Sheet, seat: int, action: Action) -> str:
    board = context.board
    return context.words.text(
        "action.fate",
        arrow=_arrows(context, board.fate_arrows[action.arg]),
        damage=board.fate_damage[action.arg],
        good=board.fate_good[action.arg],
    )


LABELS: dict[str, Labeller] = {
    "mining": _track,
    "guard": _track,
    "cippi": _track,
    "wall": _track,
    "fort": _fort,
    "train": _plain,
    "build": _build,
    "forum": _forum,
    "citizen": _citizen,
    "good": _box,
    "perform": _box,
    "spar": _spar,
    "battle": _battle,
    "temple": _temple,
    "bribe": _box,
    "ruling": _ruling,
    "diplomat": _diplomat,
    "pattern": _pattern,
    "stop": _plain,
    "cohort": _cohort,
    "attribute": _attribute,
    "buy": _buy,
    "place": _place,
    "path": _card,
    "ignore": _ignore,
    "defend": _plain,
    "fate": _fate,
    "card": _card,
    "neutral": _card,
}


# Labels as icons, where one place has many choices alike ----------------------------------------


def _exchange(context: Context, action: Action, gain: Sentence) -> Sentence:
    cost = context.board.costs[action.number]
    if not cost:
        return context.words.say("brief.gain", gain=gain)
    return context.words.say("brief.exchange", cost=context.names.cost(cost), gain=gain)


def _forum_brief(context: Context, action: Action) -> Sentence:
    gained = context.board.exchanges[action.arg][2]
    return _exchange(context, action, context.names.item(gained, 1))


def _ruling_brief(context: Context, action: Action) -> Sentence:
    return _exchange(context, action, context.names.icons(context.board.ruling_gives[action.arg]))


def _spar_brief(context: Context, action: Action) -> Sentence:
    worker = context.board.spar_pay[action.arg % SPAR_PARTNERS]
    return context.words.say("brief.worker", worker=context.names.item(worker, 1))


def _temple_brief(context: Context, action: Action) -> Sentence:
    return context.words.say("brief.worker", worker=context.names.item(action.arg, 1))


BRIEF_LABELS: dict[str, Callable[[Context, Action], Sentence]] = {
    "forum": _forum_brief,
    "ruling": _ruling_brief,
    "spar": _spar_brief,
    "temple": _temple_brief,
}


# Hints that a chain of gains cannot tell ---------------------------------------------------------

Hinter: TypeAlias = Callable[[Context, Sheet, int, Action], list[Sentence]]


def _build_hint(context: Context, sheet: Sheet, seat: int, action: Action) -> list[Sentence]:
    words, board, bit = context.words, context.board, 1 << action.arg
    parts: list[Sentence] = []
    if action.arg == GRANARY_MEDIUM:
        parts.append(words.say("hint.opens_medium"))
    if action.arg == GRANARY_LARGE:
        parts.append(words.say("hint.opens_large"))
    if bit & board.yearly_attribute:
        parts += [words.say("hint.road"), words.say("hint.yearly_attribute")]
    for mask, item in ((board.yearly_civilian, CIVILIAN), (board.yearly_builder, BUILDER)):
        if bit & mask:
            parts.append(words.say("hint.yearly", gain=context.names.item(item, 1)))
    return parts


def _battle_hint(context: Context, sheet: Sheet, seat: int, action: Action) -> list[Sentence]:
    strength = sheet[STRENGTH + action.arg]
    return [
        context.words.say(
            "hint.battle",
            left=strength - sheet[WOUNDS + action.arg],
            won=context.names.icons(context.board.won[strength]),
            died=context.names.icons(context.board.died[strength]),
        )
    ]


def _stop_hint(context: Context, sheet: Sheet, seat: int, action: Action) -> list[Sentence]:
    words = context.words
    said = [words.say("hint.stop")]
    if any(sheet[:STOCK]):
        said = [words.say("hint.stop.items", items=context.names.items(sheet[:STOCK]))]
    if context.view.seats > 1:
        said.append(words.say("hint.stop.gift"))
    return said


def _buy_hint(context: Context, sheet: Sheet, seat: int, action: Action) -> list[Sentence]:
    words = context.words
    if action.arg == FATE_DECK:
        return [words.say("hint.buy.fate")]
    _, trace = context.foresee(seat, action)
    renown = sum(1 for entry in trace if entry // TRACE_STEP == RENOWN)
    who = context.owner(seat, action.arg)
    paid = (
        words.say("hint.buy.neutral")
        if who >= NEUTRAL_SLOT
        else words.say("hint.buy.seat", seat=context.names.player(who))
    )
    return [words.say("hint.new", renown=renown) if renown else words.say("hint.old"), paid]


def _pattern_hint(context: Context, sheet: Sheet, seat: int, action: Action) -> list[Sentence]:
    words = context.words
    parts = [words.say("hint.place")]
    if action.arg != OWN:
        who = context.owner(seat, action.arg)
        if who >= NEUTRAL_SLOT:
            parts.append(words.say("hint.pattern.neutral"))
        else:
            parts.append(words.say("hint.pattern.seat", seat=context.names.player(who)))
    return parts


def _path_hint(context: Context, sheet: Sheet, seat: int, action: Action) -> list[Sentence]:
    board, names = context.board, context.names
    other = next((card for card in context.view.hand if card != action.arg), action.arg)
    return [
        context.words.say(
            "hint.path",
            goal=context.words.text(f"goal.{board.card_counts[action.arg]}"),
            tiers=" / ".join(str(tier) for tier in board.card_tiers[action.arg]),
            count=path_count(board, sheet, action.arg),
            other=names.card(other),
            gain=names.icons(board.card_gives[other]),
            good=board.card_good[other],
            pattern=names.pattern(other),
        )
    ]


def _ignore_hint(context: Context, sheet: Sheet, seat: int, action: Action) -> list[Sentence]:
    after = sheet[:]
    after[IGNORED + action.arg % COHORTS] += 1
    return [context.words.say("hint.ignore", left=breaches(after, context.arrows()))]


def _defend_hint(context: Context, sheet: Sheet, seat: int, action: Action) -> list[Sentence]:
    count = breaches(sheet, context.arrows())
    flag = context.board.flag[context.view.year]
    disdain = min(count, flag)
    return [context.words.say("hint.defend", through=count, disdain=disdain, valour=flag - disdain)]


def _diplomat_hint(context: Context, sheet: Sheet, seat: int, action: Action) -> list[Sentence]:
    return [context.words.say("hint.diplomat", cohort=context.names.cohort(action.arg))]


def _key_hint(key: str) -> Hinter:
    def hint(context: Context, sheet: Sheet, seat: int, action: Action) -> list[Sentence]:
        return [context.words.say(key)]

    return hint


SPECIAL_HINTS: dict[str, Hinter] = {
    "build": _build_hint,
    "battle": _battle_hint,
    "stop": _stop_hint,
    "good": _key_hint("hint.source"),
    "buy": _buy_hint,
    "pattern": _pattern_hint,
    "path": _path_hint,
    "ignore": _ignore_hint,
    "defend": _defend_hint,
    "diplomat": _diplomat_hint,
    "bribe": _key_hint("hint.bribe"),
}
