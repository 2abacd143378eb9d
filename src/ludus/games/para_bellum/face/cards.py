"""Cards as pages show them: army and command cards, event, battle, objectives, the alliance."""

from __future__ import annotations

from typing import Final

from ludus.core.models import Card, Goal, Meter
from ludus.core.text import TEXT, Bit, Sentence, icon_bit, roman, strong_bit
from ludus.games.para_bellum.face.art import blazon_symbol
from ludus.games.para_bellum.face.context import Context
from ludus.games.para_bellum.ids import CONSTRUCT, HIDDEN, NONE
from ludus.games.para_bellum.view.view import Goal as Objective
from ludus.games.para_bellum.view.view import InPlay

TYPE_SYMBOLS: Final = ("order", "permanent", "special")
BANDS: Final = ("red", "green", "purple")
"""By type: Order, Permanent, Special Unit."""
PRICES: Final = {
    "muster": ("action", "pay-b1"),
    "empower": ("action", "pay-b1"),
    "consult": ("action", "pay-r1"),
    "motivate": ("action", "pay-r1"),
    "requisition": ("action", "army"),
    "march": ("action",),
    "pact": ("action",),
    "runner": ("action",),
}
"""The basic actions in their order, and the symbols of what they cost."""


def army_card(context: Context, kind: int, place: str, note: str = "") -> Card:
    """A card of the army deck, drawn as it lies in an army."""
    names = context.names
    colour = context.catalog.army[kind].colour
    return Card(
        place,
        names.colour(colour).capitalize(),
        kind=note,
        icon=blazon_symbol(colour),
        # The drawing is higher than the space for art; a page lets it go beyond.
        art=f'<use href="#i-army-{kind}" x="0" y="-10" width="100" height="80"/>',
        places=(place,),
    )


def command_text(context: Context, kind: int) -> Sentence:
    """Everything that is printed on a command card; options with `or` between them."""
    texts = [text.removesuffix(".") for text in context.names.printed(kind)]
    said: list[Bit] = []
    for number, text in enumerate(texts):
        if number:
            said += [Bit(TEXT, " "), strong_bit(context.words.text("name.or")), Bit(TEXT, " ")]
        said += context.printed(text)
    return (*said, Bit(TEXT, "."))


def actions(context: Context, count: int) -> Sentence:
    """So many actions, as symbols."""
    words = context.words.text("price.actions", count=count)
    return tuple(icon_bit("action", words if not number else "+") for number in range(count))


def command_card(context: Context, kind: int, place: str, foot: Sentence = ()) -> Card:
    card = context.catalog.commands[kind]
    return Card(
        place,
        context.names.command(kind),
        kind=context.names.type_line(kind),
        icon=TYPE_SYMBOLS[card.type],
        band=BANDS[card.type],
        cost=actions(context, card.actions),
        body=command_text(context, kind),
        foot=foot,
        places=(place,),
    )


def price_of(context: Context, verb: str, seat: int) -> Sentence:
    """What a basic action costs a seat now, as symbols; in words it is all on the first one."""
    spared = context.spared(verb, seat)
    said = context.words.text("price.spared" if spared else f"price.{verb}")
    price = PRICES[verb][:1] if spared else PRICES[verb]
    return tuple(icon_bit(icon, said if not number else "+") for number, icon in enumerate(price))


def basic_card(context: Context, verb: str, seat: int) -> Card:
    """One of the basic actions, with its price."""
    place = f"act-{verb}"
    title = context.words.text(f"tile.{verb}")
    return Card(place, title, cost=price_of(context, verb, seat), places=(place,))


def sort_symbol(context: Context, kind: int) -> str:
    """The symbol of a Permanent by what it is."""
    construct = context.catalog.commands[kind].subtypes >> CONSTRUCT & 1
    return "construct" if construct else "character"


def in_play(context: Context, card: InPlay, place: str) -> Card:
    """A Permanent in play."""
    return Card(
        place,
        context.names.command(card.kind),
        icon=sort_symbol(context, card.kind),
        band=BANDS[context.catalog.commands[card.kind].type],
        face="spent" if card.down else "up",
        places=(place,),
    )


def event_card(context: Context, event: int) -> Card:
    kind, words = context.catalog.events[event], context.words
    when = words.text("name.this_round" if kind.reveal == NONE else "name.when_up")
    return Card(
        "event",
        context.names.event(event),
        icon="event",
        band="gold",
        cost=(Bit(TEXT, when),),
        body=context.printed(words.text(f"omen.{kind.id}.text")),
    )


def bonus_card(context: Context, battle: int, colour: int, whole: bool = False) -> Card:
    """A Battle Bonus: in short, or with its text."""
    names = context.names
    return Card(
        f"bonus-{colour}",
        names.bonus(battle, colour),
        icon=blazon_symbol(colour),
        cost=() if whole else context.printed(names.bonus_short(battle, colour)),
        body=context.printed(names.bonus_text(battle, colour)) if whole else (),
        places=(f"bonus-{colour}",),
    )


def goal_card(context: Context, goal: Objective, place: str) -> Card:
    """An objective with its tiers and its progress, or a card that lies face down."""
    words = context.words
    if goal.kind == HIDDEN:
        return Card(place, words.text("name.objective"), face="down", places=(place,))
    kind = context.catalog.objectives[goal.kind]
    state = "met" if goal.points else "open" if goal.up else "face_down"
    label = words.text(f"name.{state}")
    if goal.shared:
        label = f"{words.text('name.shared')} · {label}"
    tiers = [points for _, points in kind.tiers] or [goal.points or kind.points]
    return Card(
        place,
        context.names.goal(goal.kind),
        kind=label,
        icon="objective",
        band="purple",
        body=context.printed(words.text(f"objective.{kind.id}.text")),
        goals=tuple(
            Goal(words.text("short.points", count=points), "", goal.points >= points)
            for points in tiers
        ),
        foot=(Bit(TEXT, context.progress(goal)),),
        places=(place,),
    )


def alliance_card(context: Context, seat: int) -> Card | None:
    """The alliance of a team: its action, and where the runners are."""
    view, words, names = context.view, context.words, context.names
    alliance = view.alliances[seat & 1] if view.alliances else NONE
    if alliance == NONE:
        return None
    return Card(
        "alliance",
        names.alliance(alliance),
        icon="runner",
        band="blue",
        cost=(icon_bit("action", words.text("price.pact")),),
        body=context.printed(names.alliance_action(alliance)),
        meters=tuple(runner(context, mate, (f"mark-{mate}",)) for mate in (seat, seat ^ 2)),
    )


def runner(context: Context, seat: int, before: tuple[str, ...] = ()) -> Meter:
    """How far a seat's runner has come: a row of spaces after icons that say whose it is."""
    view, words = context.view, context.words
    spaces = context.catalog.alliances[view.alliances[seat & 1]].spaces
    at = view.sides[seat].runner
    row = ["space"] * spaces
    row[at] = "runner"
    return Meter(
        f"runner-{seat}",
        "runner",
        words.text("short.runner", seat=context.names.of_players[seat]),
        at,
        shown=words.text("short.runner_at", at=roman(at + 1), last=roman(spaces)),
        icons=(*before, *row),
    )


def option_cards(context: Context, texts: list[str], title: str, icon: str) -> list[Card]:
    """The ways that a card can be used, one card each."""
    return [
        Card(
            f"option-{number}",
            title,
            kind=roman(number + 1),
            icon=icon,
            body=context.printed(text),
            places=(f"option-{number}",),
        )
        for number, text in enumerate(texts)
    ]
