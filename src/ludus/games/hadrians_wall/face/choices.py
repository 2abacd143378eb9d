"""Each option as a player sees it: a label, what it will do, and where it is on the sheets."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ludus.core.actions import Action
from ludus.core.face import Choice
from ludus.core.text import Sentence, joined
from ludus.games.hadrians_wall.face.marks import (
    cell_id,
    places_of,
    trace_places,
)
from ludus.games.hadrians_wall.face.table import Table
from ludus.games.hadrians_wall.face.voice import Voice
from ludus.games.hadrians_wall.ids import (
    ASK,
    ASK_COHORT,
    ATTRIBUTES,
    BUILDER,
    CIPPI,
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
    GUARD,
    IGNORED,
    MAIN,
    MINING,
    NEUTRAL_SLOT,
    OWN,
    RENOWN,
    SPAR_PARTNERS,
    STOCK,
    STRENGTH,
    TEMPLE,
    TRACE_STEP,
    WALL,
    WOUNDS,
    Sheet,
)
from ludus.games.hadrians_wall.mechanics.attack import breaches
from ludus.games.hadrians_wall.mechanics.effects import Trace
from ludus.games.hadrians_wall.mechanics.points import path_count
from ludus.games.hadrians_wall.mechanics.sheet import diplomat_count

Labeller: TypeAlias = Callable[["Adviser", Sheet, int, Action], str]

TRACK_VERBS = {"mining": MINING, "guard": GUARD, "cippi": CIPPI, "wall": WALL}


class Adviser:
    """Explains the options of one seat."""

    def __init__(self, table: Table, voice: Voice) -> None:
        self.table = table
        self.voice = voice
        self.board = table.board

    def choice(self, seat: int, action: Action) -> Choice:
        sheet = self.table.sheets[seat] if seat >= 0 else []
        if seat < 0:
            return Choice(action, self.label(sheet, seat, action))
        after, trace = self.table.foresee(seat, action)
        places = self._places(sheet, seat, action)
        lights = tuple(p for p in trace_places(self.board, trace) if p not in places)
        if action.verb == "place":
            lights = self._cells(seat, action.arg) + lights
        hint = self._hint(sheet, after, seat, action, trace)
        return Choice(action, self.label(sheet, seat, action), hint, places, lights)

    def label(self, sheet: Sheet, seat: int, action: Action) -> str:
        return LABELS[action.verb](self, sheet, seat, action)

    def _places(self, sheet: Sheet, seat: int, action: Action) -> tuple[str, ...]:
        verb, arg = action.verb, action.arg
        if verb == "path":
            return (f"hand-{arg}",)
        if verb == "buy":
            slot = f"slot-{arg}" if arg != FATE_DECK else "fate-deck"
            return (f"row-{slot}", slot)
        if verb == "pattern":
            return (*places_of(self.board, sheet, action), f"row-slot-{arg}", f"slot-{arg}")
        if verb == "place":
            return (f"lay-{arg}",)
        if verb == "ignore":
            return (f"attack-{arg % COHORTS}",)
        return places_of(self.board, sheet, action)

    def _cells(self, seat: int, place: int) -> tuple[str, ...]:
        mask = self.board.places[place]
        cells = [cell for cell in range(mask.bit_length()) if mask >> cell & 1]
        return (
            *(f"lay-cell-{cell}" for cell in cells),
            *(cell_id(cell) for cell in cells),
        )

    # Hints ---------------------------------------------------------------------------------------

    def _hint(
        self, sheet: Sheet, after: Sheet, seat: int, action: Action, trace: Trace
    ) -> Sentence:
        words = self.voice.words
        verb = action.verb
        parts: list[Sentence] = []
        cost = self.board.costs[action.number] if action.number < MAIN else ()
        if cost:
            parts.append(words.say("hint.pay", cost=self.voice.cost(cost)))
        special = SPECIAL_HINTS.get(verb)
        if special is not None:
            parts += special(self, sheet, seat, action)
        skip = 1 if trace and self._own_box(trace[0], action) else 0
        if len(trace) > skip:
            parts.append(words.say("hint.gains", gains=self.voice.gains(trace, skip)))
        elif not special and after[ASK] != ASK_COHORT:
            parts.append(words.say("hint.nothing"))
        if after[ASK] == ASK_COHORT and sheet[ASK] != ASK_COHORT:
            parts.append(words.say("hint.cohort"))
        return joined(parts, " ")

    def _own_box(self, entry: int, action: Action) -> bool:
        """Whether the first entry of a trace is just the box that the label names already."""
        place = entry // TRACE_STEP
        if action.verb in TRACK_VERBS:
            return place == TRACK_VERBS[action.verb]
        own = {"fort": FORT, "temple": TEMPLE}
        if action.verb == "citizen":
            return place == CITIZENS[action.arg]
        if action.verb == "cohort":
            return place == COHORT + action.arg
        if action.verb == "attribute":
            return place == ATTRIBUTES[action.arg]
        if action.verb == "spar":
            return place >= STRENGTH
        if action.verb == "diplomat":
            return place == DIPLOMAT + action.arg
        return action.verb in own and place == own[action.verb]


# Labels ------------------------------------------------------------------------------------------


def _track(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> str:
    place = TRACK_VERBS[action.verb]
    name = adviser.voice.track(place)
    return adviser.voice.words.text(f"action.{action.verb}", track=name, box=sheet[place] + 1)


def _fort(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> str:
    return adviser.voice.words.text(
        "action.fort",
        track=adviser.voice.track(FORT),
        box=sheet[FORT] + 1,
        worker=adviser.voice.worker(adviser.board.fort_pay[action.arg]),
    )


def _citizen(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> str:
    place = CITIZENS[action.arg]
    name = adviser.voice.track(place)
    return adviser.voice.words.text("action.citizen", track=name, box=sheet[place] + 1)


def _build(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> str:
    return adviser.voice.words.text("action.build", building=adviser.voice.building(action.arg))


def _plain(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> str:
    return adviser.voice.words.text(f"action.{action.verb}")


def _box(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> str:
    return adviser.voice.words.text(f"action.{action.verb}", box=action.arg + 1)


def _forum(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> str:
    gained = adviser.board.exchanges[action.arg][2]
    cost = adviser.voice.cost(adviser.board.costs[action.number])
    gain = adviser.voice.item(gained, 1)
    return adviser.voice.words.text("action.forum", cost=cost, gain=gain)


def fighter_name(adviser: Adviser, fighter: int) -> str:
    return adviser.voice.words.text(f"gladiator.{GLADIATOR_KEYS[fighter]}")


def _spar(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> str:
    return adviser.voice.words.text(
        "action.spar",
        gladiator=fighter_name(adviser, action.arg // SPAR_PARTNERS),
        worker=adviser.voice.worker(adviser.board.spar_pay[action.arg % SPAR_PARTNERS]),
    )


def _battle(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> str:
    name = fighter_name(adviser, action.arg)
    return adviser.voice.words.text("action.battle", gladiator=name)


def _temple(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> str:
    hall = adviser.board.temple_of[sheet[TEMPLE]]
    worker = adviser.voice.worker(action.arg)
    building = adviser.voice.building(hall)
    return adviser.voice.words.text("action.temple", building=building, worker=worker)


def _ruling(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> str:
    gain = adviser.voice.icons(adviser.board.ruling_gives[action.arg])
    cost = adviser.board.costs[action.number]
    if not cost:
        return adviser.voice.words.text("action.ruling", gain=gain)
    return adviser.voice.words.text("action.ruling.cost", cost=adviser.voice.cost(cost), gain=gain)


def _diplomat(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> str:
    row = diplomat_count(sheet) + 1
    cohort = adviser.voice.cohort(action.arg)
    return adviser.voice.words.text("action.diplomat", row=row, cohort=cohort)


def _side(adviser: Adviser, action: Action) -> str:
    """Which neighbour it is; two of them may have the same name."""
    return adviser.voice.words.text(f"side.{action.arg}")


def _pattern(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> str:
    words, voice = adviser.voice.words, adviser.voice
    card = adviser.table.card(seat, action.arg)
    pattern = voice.pattern(card)
    if action.arg == OWN:
        return words.text("action.pattern.own", pattern=pattern)
    who = adviser.table.owner(seat, action.arg)
    if who >= NEUTRAL_SLOT:
        return words.text("action.pattern.neutral", card=voice.card(card), pattern=pattern)
    return words.text(
        "action.pattern.seat", seat=voice.seat(who), side=_side(adviser, action), pattern=pattern
    )


def _cohort(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> str:
    box = sheet[COHORT + action.arg] + 1
    cohort = adviser.voice.cohort(action.arg)
    return adviser.voice.words.text("action.cohort", cohort=cohort, box=box)


def _attribute(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> str:
    place = ATTRIBUTES[action.arg]
    track = adviser.voice.track(place)
    if sheet[place] >= adviser.board.size[place]:
        return adviser.voice.words.text("action.attribute.full", track=track)
    return adviser.voice.words.text("action.attribute", track=track, box=sheet[place] + 1)


def _buy(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> str:
    words = adviser.voice.words
    if action.arg == FATE_DECK:
        return words.text("action.buy.fate")
    card = adviser.table.card(seat, action.arg)
    good = adviser.board.card_good[card]
    who = adviser.table.owner(seat, action.arg)
    if who >= NEUTRAL_SLOT:
        return words.text("action.buy.neutral", card=adviser.voice.card(card), good=good)
    return words.text(
        "action.buy.seat", seat=adviser.voice.seat(who), side=_side(adviser, action), good=good
    )


def _place(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> str:
    board = adviser.board
    pattern = next(i for i, r in enumerate(board.places_of) if action.arg in r)
    cells = adviser.voice.cells(board.places[action.arg])
    return adviser.voice.words.text(
        "action.place", pattern=board.pattern_keys[pattern], cells=cells
    )


def _card(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> str:
    card = adviser.voice.card(action.arg)
    return adviser.voice.words.text(f"action.{action.verb}", card=card)


def _ignore(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> str:
    key = "action.ignore" if action.arg < COHORTS else "action.ignore.diplomat"
    return adviser.voice.words.text(key, cohort=adviser.voice.cohort(action.arg % COHORTS))


def _fate(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> str:
    board = adviser.board
    return adviser.voice.words.text(
        "action.fate",
        arrow=adviser.voice.cohort(board.fate_arrow[action.arg]),
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


# Hints that a chain of gains cannot tell ---------------------------------------------------------

Hinter: TypeAlias = Callable[[Adviser, Sheet, int, Action], list[Sentence]]


def _build_hint(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> list[Sentence]:
    words, board, bit = adviser.voice.words, adviser.board, 1 << action.arg
    parts: list[Sentence] = []
    if action.arg == GRANARY_MEDIUM:
        parts.append(words.say("hint.opens_medium"))
    if action.arg == GRANARY_LARGE:
        parts.append(words.say("hint.opens_large"))
    if bit & board.yearly_attribute:
        parts += [words.say("hint.road"), words.say("hint.yearly_attribute")]
    for mask, item in ((board.yearly_civilian, CIVILIAN), (board.yearly_builder, BUILDER)):
        if bit & mask:
            parts.append(words.say("hint.yearly", gain=adviser.voice.item(item, 1)))
    return parts


def _battle_hint(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> list[Sentence]:
    strength = sheet[STRENGTH + action.arg]
    return [
        adviser.voice.words.say(
            "hint.battle",
            left=strength - sheet[WOUNDS + action.arg],
            won=adviser.voice.icons(adviser.board.won[strength]),
            died=adviser.voice.icons(adviser.board.died[strength]),
        )
    ]


def _stop_hint(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> list[Sentence]:
    words = adviser.voice.words
    said = [words.say("hint.stop")]
    if any(sheet[:STOCK]):
        said = [words.say("hint.stop.items", items=adviser.voice.items(sheet[:STOCK]))]
    if adviser.table.view.seats > 1:
        said.append(words.say("hint.stop.gift"))
    return said


def _buy_hint(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> list[Sentence]:
    words = adviser.voice.words
    if action.arg == FATE_DECK:
        return [words.say("hint.buy.fate")]
    _, trace = adviser.table.foresee(seat, action)
    renown = sum(1 for entry in trace if entry // TRACE_STEP == RENOWN)
    who = adviser.table.owner(seat, action.arg)
    paid = (
        words.say("hint.buy.neutral")
        if who >= NEUTRAL_SLOT
        else words.say("hint.buy.seat", seat=adviser.voice.seat(who))
    )
    return [words.say("hint.new", renown=renown) if renown else words.say("hint.old"), paid]


def _pattern_hint(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> list[Sentence]:
    words = adviser.voice.words
    parts = [words.say("hint.place")]
    if action.arg != OWN:
        who = adviser.table.owner(seat, action.arg)
        if who >= NEUTRAL_SLOT:
            parts.append(words.say("hint.pattern.neutral"))
        else:
            parts.append(words.say("hint.pattern.seat", seat=adviser.voice.seat(who)))
    return parts


def _path_hint(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> list[Sentence]:
    board, voice = adviser.board, adviser.voice
    other = next((card for card in adviser.table.view.hand if card != action.arg), action.arg)
    return [
        voice.words.say(
            "hint.path",
            goal=voice.words.text(f"goal.{board.card_counts[action.arg]}"),
            tiers=" / ".join(str(tier) for tier in board.card_tiers[action.arg]),
            count=path_count(board, sheet, action.arg),
            other=voice.card(other),
            gain=voice.icons(board.card_gives[other]),
            good=board.card_good[other],
            pattern=voice.pattern(other),
        )
    ]


def _ignore_hint(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> list[Sentence]:
    after = sheet[:]
    after[IGNORED + action.arg % COHORTS] += 1
    return [adviser.voice.words.say("hint.ignore", left=breaches(after, adviser.table.arrows()))]


def _defend_hint(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> list[Sentence]:
    count = breaches(sheet, adviser.table.arrows())
    flag = adviser.board.flag[adviser.table.view.year]
    disdain = min(count, flag)
    return [
        adviser.voice.words.say(
            "hint.defend", through=count, disdain=disdain, valour=flag - disdain
        )
    ]


def _diplomat_hint(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> list[Sentence]:
    return [adviser.voice.words.say("hint.diplomat", cohort=adviser.voice.cohort(action.arg))]


def _key_hint(key: str) -> Hinter:
    def hint(adviser: Adviser, sheet: Sheet, seat: int, action: Action) -> list[Sentence]:
        return [adviser.voice.words.say(key)]

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
