"""What a choice would do, shown before it is made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ludus.core.face import Choice
from ludus.core.models import Preview
from ludus.core.protocol import Decision
from ludus.core.text import Sentence, joined, roman
from ludus.games.cambria.face.choices import landings
from ludus.games.cambria.face.context import Context
from ludus.games.cambria.face.outlook import Outlook, outlook
from ludus.games.cambria.face.rings import Ring
from ludus.games.cambria.ids import FREE, LEGION, NONE, NUMBERS

Title: TypeAlias = Callable[[Context, Decision, Choice], tuple[str, str]]


def preview_of(context: Context, decision: Decision, choice: Choice) -> Preview:
    seen = outlook(context, decision, choice.action)
    title, verb = TITLES.get(choice.action.verb, _button)(context, decision, choice)
    takes = _takes(context, seen.falls)
    if takes:
        verb = context.words.text("preview.verb.and", verb=verb, takes=takes)
    gained = _gained(context, seen)
    now = context.view.points[context.names.viewer] if context.names.viewer >= 0 else 0
    return Preview(
        title,
        verb,
        chips=tuple(_chips(context, choice, seen)),
        rows=tuple(_row(context, seen, ring) for ring in seen.rings),
        changes=tuple(_changes(context, decision, choice, seen)),
        path=_path(context, decision, choice, seen),
        points=(now, now + gained) if gained else None,
        # What the legion is moved for is what it sends home and holds, not how many stand there.
        reason=choice.hint if choice.action.verb == "legion" else (),
    )


# Title and button ---------------------------------------------------------------------------------


def _at_road(context: Context, decision: Decision, choice: Choice) -> tuple[str, str]:
    verb = context.words.text(f"preview.verb.{choice.action.verb}")
    return context.names.road_name(choice.action.arg), verb


def _at_boat(context: Context, decision: Decision, choice: Choice) -> tuple[str, str]:
    numeral = roman(NUMBERS[choice.action.arg])
    title = context.words.text("preview.boat", boat=numeral)
    return title, context.words.text(f"preview.verb.{choice.action.verb}", boat=numeral)


def _lift(context: Context, decision: Decision, choice: Choice) -> tuple[str, str]:
    source = context.names.slot(choice.action.arg)
    title = context.words.text("preview.lift", source=source)
    return title, context.words.text("preview.verb.lift")


def _button(context: Context, decision: Decision, choice: Choice) -> tuple[str, str]:
    return choice.label, choice.label


TITLES: dict[str, Title] = {
    "place": _at_road,
    "replace": _at_road,
    "legion": _at_road,
    "sail": _at_boat,
    "board": _at_boat,
    "lift": _lift,
}


def _takes(context: Context, falls: Sequence[Ring]) -> str:
    """Who takes which forts, to go on after the verb; the viewer first."""
    names, words = context.names, context.words
    said: list[str] = []
    leaders = dict.fromkeys(ring.leader for ring in falls)
    for leader in sorted(leaders, key=lambda leader: leader != names.viewer):
        sites = names.sites([ring.site for ring in falls if ring.leader == leader])
        if leader == names.viewer:
            said.append(words.text("preview.take", sites=sites))
        else:
            said.append(words.text("preview.takes", sites=sites, player=names.player(leader)))
    return ", ".join(said)


# What happens -------------------------------------------------------------------------------------


def _chips(context: Context, choice: Choice, seen: Outlook) -> list[Sentence]:
    view, words, names = context.view, context.words, context.names
    chips = [_fall(context, ring) for ring in seen.falls]
    if seen.home == LEGION:
        chips.append(words.say("preview.home.legion"))
    elif seen.home != FREE:
        chips.append(words.say("preview.home", player=names.mark(seen.home)))
    if choice.action.verb == "legion":
        chips.append(words.say("preview.legion"))
    if choice.action.verb == "sail":
        boat = choice.action.arg
        count = len(landings(context, boat))
        chips.append(words.say("preview.sail", count=count, boat=roman(NUMBERS[boat])))
    if seen.from_supply:
        left = view.supply[seen.player]
        chips.append(words.say("preview.supply", before=left, after=left - 1))
    if seen.lift_next:
        chips.append(words.say("preview.lift_next"))
    return chips


def _fall(context: Context, ring: Ring) -> Sentence:
    """A fort that falls, and who gets what for it."""
    names, words, board = context.names, context.words, context.board
    said = words.say(
        "preview.fall",
        fort=names.taken(ring.leader),
        site=names.site(ring.site),
        points=board.numeral[ring.site],
    )
    if not board.victory[ring.site] or ring.second == NONE:
        return said
    second = words.say(
        "preview.second", player=names.mark(ring.second), points=board.victory[ring.site]
    )
    return joined([said, second], " ")


def _row(context: Context, seen: Outlook, ring: Ring) -> Sentence:
    """How things stand at a fort afterwards."""
    names, words = context.names, context.words
    counts = names.standing(ring.counts, seen.player)
    return words.say(
        "preview.row", site=names.site(ring.site), counts=counts, what=_what(context, seen, ring)
    )


def _what(context: Context, seen: Outlook, ring: Ring) -> Sentence:
    words, names = context.words, context.names
    points = context.board.numeral[ring.site]
    if ring.legion:
        return words.say("preview.held")
    if ring.free:
        return words.say("preview.free", count=ring.free)
    if ring.leader == NONE:
        return words.say("preview.tied")
    if ring not in seen.falls:
        return words.say("preview.manned")
    if ring.leader == names.viewer:
        return words.say("preview.falls", points=points)
    return words.say("preview.falls.other", player=names.player(ring.leader), points=points)


def _gained(context: Context, seen: Outlook) -> int:
    """The points that the viewer wins."""
    board, viewer = context.board, context.names.viewer
    return sum(
        board.numeral[ring.site] * (ring.leader == viewer)
        + board.victory[ring.site] * (ring.second == viewer)
        for ring in seen.falls
        if viewer >= 0
    )


def _changes(
    context: Context, decision: Decision, choice: Choice, seen: Outlook
) -> list[tuple[str, int]]:
    """By how much the meters of the panels change."""
    board = context.board
    changes: dict[str, int] = {}

    def add(key: str, player: int, by: int) -> None:
        changes[f"{key}-{player}"] = changes.get(f"{key}-{player}", 0) + by

    if seen.from_supply:
        add("warriors", seen.player, -1)
    if seen.home >= 0:
        add("warriors", seen.home, 1)
    if seen.source >= board.roads:
        add("boats", seen.player, -1)
    if choice.action.verb == "board":
        add("boats", seen.player, 1)
    for ring in seen.falls:
        add("forts", ring.leader, 1)
        if board.victory[ring.site] and ring.second != NONE:
            add("tokens", ring.second, 1)
    return list(changes.items())


def _path(context: Context, decision: Decision, choice: Choice, seen: Outlook) -> tuple[str, ...]:
    """Where a piece comes from and where it goes, if it is on the board already."""
    question = context.view.question
    if choice.action.verb == "legion":
        start = context.view.legion
        source = "standard" if start == NONE else context.names.slot(start).ref
        return (source, f"road-{choice.action.arg}")
    if seen.source == NONE or question is None:
        return ()
    target = question.target if choice.action.verb == "lift" else choice.action.arg
    return (context.names.slot(seen.source).ref, context.names.slot(target).ref)
