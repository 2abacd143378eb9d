"""What anything in sight is: its costs, what it gives and opens, and what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.models import About, Need, Tone
from ludus.core.protocol import Decision
from ludus.core.text import Sentence, joined
from ludus.games.hadrians_wall.face.about_cards import about_card
from ludus.games.hadrians_wall.face.choices import choices_of
from ludus.games.hadrians_wall.face.context import Context
from ludus.games.hadrians_wall.face.marks import building_id, marks_of, track_id
from ludus.games.hadrians_wall.face.names import icon_of
from ludus.games.hadrians_wall.face.things import Thing
from ludus.games.hadrians_wall.face.why import level_of, why_not
from ludus.games.hadrians_wall.ids import (
    APPARITORES,
    ATTRIBUTES,
    BUILDER,
    BUILDINGS,
    BUILT,
    CIPPI,
    CITIZENS,
    CIVILIAN,
    DO_BRIBE,
    DO_BUILD,
    DO_GOOD,
    DO_PERFORM,
    FORT,
    GRANARY_LARGE,
    GRANARY_MEDIUM,
    ITEM_KEYS,
    NONE,
    PATRICIANS,
    PERFORMERS,
    PRIESTS,
    PRODUCTION,
    WALL,
    WORKERS,
    Sheet,
)
from ludus.games.hadrians_wall.mechanics.sheet import open_column

CLAUSES: Final[Mapping[str, tuple[str, ...]]] = {
    "renown": ("hw.attribute.2", "hw.attribute.3"),
    "piety": ("hw.attribute.2", "hw.attribute.4"),
    "valour": ("hw.attribute.2", "hw.attribute.5"),
    "discipline": ("hw.attribute.2", "hw.attribute.6"),
    "cohort": ("hw.cohort.2", "hw.attack.8"),
    "mining": ("hw.mining.1",),
    "guard": ("hw.guard.1", "hw.guard.2"),
    "cippi": ("hw.cippi.1", "hw.cippi.3"),
    "wall": ("hw.wall.1", "hw.wall.3"),
    "fort": ("hw.fort.1", "hw.fort.6"),
    "production": ("hw.production.2", "hw.production.5"),
    "traders": ("hw.citizen.3", "hw.citizen.6"),
    "performers": ("hw.citizen.3", "hw.citizen.7"),
    "priests": ("hw.citizen.3", "hw.citizen.8"),
    "apparitores": ("hw.citizen.3", "hw.citizen.9"),
    "patricians": ("hw.citizen.3", "hw.citizen.10"),
    "temple": ("hw.temple.10",),
    "build.granary": ("hw.granary.3", "hw.granary.7"),
    "build.hotel": ("hw.hotel.1", "hw.fort.7"),
    "build.workshop": ("hw.hotel.1", "hw.hotel.7"),
    "build.road": ("hw.hotel.12", "hw.year.10"),
    "build.precinct": ("hw.precinct.1",),
    "build.market": ("hw.market.1", "hw.market.4"),
    "build.theatre": ("hw.theatre.1", "hw.theatre.4"),
    "build.ludus": ("hw.ludus.1", "hw.ludus.4"),
    "build.gardens": ("hw.garden.1",),
    "build.temple": ("hw.temple.1",),
    "build.baths": ("hw.bath.1", "hw.bath.4"),
    "build.courthouse": ("hw.court.1", "hw.court.4"),
    "landmark": ("hw.landmark.1", "hw.landmark.2"),
    "training": ("hw.training.1", "hw.training.4"),
    "forum": ("hw.forum.1", "hw.forum.6"),
    "theatre": ("hw.theatre.5", "hw.theatre.6"),
    "baths": ("hw.bath.5", "hw.bath.8"),
    "market": ("hw.market.5", "hw.market.6"),
    "court": ("hw.court.5",),
    "spar": ("hw.ludus.6", "hw.ludus.7"),
    "battle": ("hw.ludus.12", "hw.ludus.16"),
    "favour": ("hw.favour.1", "hw.favour.4"),
    "diplomat": ("hw.diplomat.2", "hw.diplomat.6"),
    "disdain": ("hw.disdain.1", "hw.disdain.4"),
    "score": ("hw.score.1",),
    "scout": ("hw.scout.3", "hw.scout.4"),
    "map": ("hw.scout.19",),
}
"""The rules behind each kind of thing."""
GRANARIES: Final = (GRANARY_MEDIUM, GRANARY_LARGE)


def about(
    context: Context, decision: Decision | None, place: str, things: Mapping[str, Thing]
) -> About | None:
    """What is at a place; None if nothing is."""
    view = context.view
    seat = view.viewer if 0 <= view.viewer < view.seats else 0
    thing = things.get(place)
    if thing is None:
        return about_card(context, seat, place)
    sheet, words = context.sheets[seat], context.words
    own = decision if decision is not None and decision.seat == view.viewer else None
    choices = () if own is None else choices_of(context, own)
    chosen = any(place in choice.places for choice in choices)
    filled = place in marks_of(context.board, sheet).filled and thing.area != "score"
    needs = () if filled else tuple(_needs(context, sheet, thing))
    state, tone = _state(context, thing, filled, chosen)
    reason: Sentence | None = None
    if not chosen and not filled and thing.area != "score":
        reason = why_not(context, decision, place)
    return About(
        thing.title,
        icon=thing.icon,
        state=state,
        tone=tone,
        body=(words.say(f"about.{thing.area}"),),
        needs=needs,
        gives=tuple(_gives(context, thing)),
        opens=tuple(opens(context, thing)),
        why_not=reason or (),
        helps=() if chosen or filled else _helps(context, sheet, needs),
        clauses=sources(thing.area),
        rings=_rings(context, thing),
    )


def sources(area: str) -> tuple[str, ...]:
    """One clause of each part of the rules; a page shows that part's title."""
    found: dict[str, str] = {}
    for clause in CLAUSES.get(area, ()):
        found.setdefault(clause.split(".")[1], clause)
    return tuple(found.values())


def _state(context: Context, thing: Thing, filled: bool, chosen: bool) -> tuple[str, Tone]:
    words = context.words
    if filled:
        return words.text("state.filled"), "good"
    if chosen:
        return words.text("state.open"), "good"
    if thing.action is None:
        return "", ""
    return words.text("state.closed"), "warn"


# What it asks for --------------------------------------------------------------------------------


def _needs(context: Context, sheet: Sheet, thing: Thing) -> Iterator[Need]:
    board, words, action = context.board, context.words, thing.action
    if action is None:
        return
    yield from _level_need(context, sheet, thing, action)
    column = _column(context, thing)
    if column > open_column(sheet[BUILT]):
        granary = words.text(f"building.{BUILDINGS[GRANARIES[column - 1]]}")
        yield Need("granary", granary, 0, 1)
    link = _link(context, thing)
    if link:
        yield Need("fort", context.names.track(FORT), sheet[FORT], link)
    if action.verb == "build" and not board.building_first >> action.arg & 1:
        before = action.arg - 1
        have = sheet[BUILT] >> before & 1
        yield Need(thing.icon, words.text(f"building.{BUILDINGS[before]}"), have, 1)
    yield from _cost_needs(context, sheet, action)


def _level_need(context: Context, sheet: Sheet, thing: Thing, action: Action) -> Iterator[Need]:
    board, words = context.board, context.words
    place, need = level_of(board, sheet, action)
    if place == NONE:
        return
    if place == FORT:
        levels = board.infrastructure
        label = words.text("meter.infrastructure")
        yield Need("infrastructure", label, levels[sheet[FORT]], levels[need])
    elif need <= board.size[place]:
        yield Need(icon_of(place), context.names.track(place), sheet[place], need)


def _cost_needs(context: Context, sheet: Sheet, action: Action) -> Iterator[Need]:
    board, words = context.board, context.words
    either = {"fort": board.fort_pay, "spar": board.spar_pay, "temple": tuple(range(WORKERS))}
    if action.verb in either:
        kinds = either[action.verb]
        label = " / ".join(context.names.worker(item) for item in kinds)
        if action.verb == "temple":
            label = words.text("about.any_worker")
        icon = "worker" if action.verb == "temple" else ITEM_KEYS[kinds[-1]]
        yield Need(icon, label, sum(sheet[item] for item in kinds), 1)
        return
    if action.verb == "forum":
        yield Need("worker", words.text("about.two_workers"), sum(sheet[1:WORKERS]), 2)
        return
    for item, count in board.costs[action.number]:
        yield Need(ITEM_KEYS[item], words.text(f"meter.{ITEM_KEYS[item]}"), sheet[item], count)


def _column(context: Context, thing: Thing) -> int:
    """The granary column of a box beside the Fort: 0 Small, 1 Medium, 2 Large."""
    ends = context.board.columns.get(thing.track) if thing.box else None
    if ends is None:
        return 0
    return sum(thing.box > end for end in ends[:2])


def _link(context: Context, thing: Thing) -> int:
    """The Fort box that a box of the Wall or the Cippi stands on; 0 for others."""
    links = {WALL: context.board.wall_link, CIPPI: context.board.cippi_link}.get(thing.track)
    return links[thing.box - 1] if links is not None and thing.box else 0


# What it gives and opens -------------------------------------------------------------------------


def _gives(context: Context, thing: Thing) -> Iterator[Sentence]:
    board, words, names = context.board, context.words, context.names
    if thing.area == "build.road":
        attributes = [words.icon(icon_of(place)) for place in thing.gives]
        choice = joined([(icon,) for icon in attributes], words.text("about.or"))
        yield words.say("about.now", gain=choice)
    elif thing.gives:
        yield words.say("about.now", gain=names.icons(thing.gives))
    elif thing.track != NONE and thing.box and not _infrastructure(context, thing):
        yield words.say("about.nothing")
    if thing.action is None or thing.action.verb != "build":
        return
    bit = 1 << thing.action.arg
    for mask, item in ((board.yearly_civilian, CIVILIAN), (board.yearly_builder, BUILDER)):
        if bit & mask:
            yield words.say("about.yearly", gain=names.item(item, 1))
    if bit & board.yearly_attribute:
        yield words.say("about.yearly", gain=words.say("about.any_attribute"))


def _infrastructure(context: Context, thing: Thing) -> int:
    """The Infrastructure that a Fort box brings; 0 if it brings none."""
    levels = context.board.infrastructure
    if thing.track != FORT or not thing.box or levels[thing.box] == levels[thing.box - 1]:
        return 0
    return levels[thing.box]


def opens(context: Context, thing: Thing) -> Iterator[Sentence]:
    """What can be done once a box is filled."""
    board, names, words = context.board, context.names, context.words
    if thing.track == FORT and thing.box:
        level = _infrastructure(context, thing)
        if level:
            yield words.say("about.infrastructure", n=level)
        for place, links in ((WALL, board.wall_link), (CIPPI, board.cippi_link)):
            for box, link in enumerate(links[:-1], 1):
                if link == thing.box:
                    yield names.box(place, box)
    if thing.box:
        yield from _opened_by_level(context, thing.track, thing.box)
    elif thing.action is not None and thing.action.verb == "build":
        yield from _opened_by_building(context, thing.action.arg)


def _opened_by_level(context: Context, track: int, box: int) -> Iterator[Sentence]:
    """What needs just this value of a track."""
    board, names, words = context.board, context.names, context.words
    for number, (place, need) in enumerate(board.needs):
        if place != track or need != box:
            continue
        if DO_BUILD <= number < DO_BUILD + len(BUILDINGS):
            yield (names.building(number - DO_BUILD),)
        elif DO_GOOD <= number < DO_GOOD + len(board.good_gives):
            yield words.say("thing.market", box=number - DO_GOOD + 1)
        elif DO_PERFORM <= number < DO_PERFORM + len(board.play_gives):
            yield words.say("thing.theatre", box=number - DO_PERFORM + 1)
        else:
            yield words.say("thing.baths", box=number - DO_BRIBE + 1)
    rows: tuple[tuple[int, str, Sequence[int]], ...] = (
        (PERFORMERS, "about.strength", board.spar_needs),
        (PRIESTS, "about.temple_box", board.temple_needs),
        (PATRICIANS, "about.diplomat_row", board.diplomat_needs),
        (PATRICIANS, "about.scout_box", board.scout_needs),
    )
    for place, key, needs in rows:
        boxes = [str(index) for index, need in enumerate(needs, 1) if need == box]
        if place == track and boxes:
            yield words.say(key, box=", ".join(boxes))
    if track == APPARITORES and any(box in needs for needs in board.ruling_needs):
        yield words.say("thing.court")


def _opened_by_building(context: Context, building: int) -> Iterator[Sentence]:
    words, board = context.words, context.board
    key = f"about.opens.{BUILDINGS[building]}"
    if key in words:
        yield words.say(key)
    after = building + 1
    if after < len(BUILDINGS) and not board.building_first >> after & 1:
        yield (context.names.building(after),)


# What would help ---------------------------------------------------------------------------------


def _helps(context: Context, sheet: Sheet, needs: Sequence[Need]) -> Sentence:
    """How to come by what is missing, thing by thing."""
    said = [_help(context, sheet, need) for need in needs if not need.met]
    return joined([each for each in said if each], " ")


def _help(context: Context, sheet: Sheet, need: Need) -> Sentence:
    board, words, names = context.board, context.words, context.names
    if need.icon == "infrastructure":
        box = board.infrastructure.index(need.needed)
        return words.say("help.infrastructure", box=names.box(FORT, box), n=need.needed)
    if need.icon == "fort":
        return words.say("help.fort", box=names.box(FORT, need.needed))
    for place in CITIZENS:
        if need.icon == icon_of(place):
            return words.say("help.citizens", track=names.track(place))
    if need.icon == "resource":
        return words.say("help.resource", n=sheet[PRODUCTION])
    if need.icon not in ITEM_KEYS:
        return ()
    item = ITEM_KEYS.index(need.icon)
    for place in ATTRIBUTES:
        gives = board.gives[place]
        for box in range(sheet[place] + 1, len(gives)):
            if item in gives[box]:
                gain = names.item(item, 1)
                return words.say("help.gift", box=names.box(place, box), gain=gain)
    return ()


def _rings(context: Context, thing: Thing) -> tuple[str, ...]:
    """Places that belong to a thing: what it stands on, or the building before it."""
    link = _link(context, thing)
    if link:
        return (track_id(FORT, link, context.board),)
    if thing.action is not None and thing.action.verb == "build":
        place, need = context.board.needs[thing.action.number]
        if place != NONE:
            return (track_id(place, need, context.board),)
        return (building_id(thing.action.arg),)
    return ()
