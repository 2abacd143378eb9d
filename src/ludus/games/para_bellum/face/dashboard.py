"""What stands round the armies: phases, one's own counts, cards of the table and of the hand."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from ludus.core.models import Card, Dashboard, Meter, Steps, Tray
from ludus.core.protocol import Decision
from ludus.core.text import Sentence, roman
from ludus.games.para_bellum.face.art import banner_symbol, blazon_symbol
from ludus.games.para_bellum.face.cards import (
    PRICES,
    TYPE_SYMBOLS,
    alliance_card,
    army_card,
    basic_card,
    bonus_card,
    command_card,
    event_card,
    goal_card,
    in_play,
    option_cards,
)
from ludus.games.para_bellum.face.choices import branch_text, branch_title, price_words
from ludus.games.para_bellum.face.context import Context, front_seat
from ludus.games.para_bellum.face.names import phase_of
from ludus.games.para_bellum.face.why import command_reason
from ludus.games.para_bellum.ids import BANNERS, COLOURS, NONE
from ludus.games.para_bellum.mechanics.costs import turn_actions
from ludus.games.para_bellum.mechanics.dice import banner_of, face_of
from ludus.games.para_bellum.view import Side

PHASES: Final = ("army", "action", "draw")


def dashboard_of(context: Context, decision: Decision | None) -> Dashboard:
    view = context.view
    return Dashboard(
        turn=context.words.text("name.round", round=roman(view.round)) if view.round else "",
        steps=_steps(context),
        supply=tuple(supply(context)),
        trays=(*_table(context, decision), *_own(context, decision), *_offer(context, decision)),
        progress=_progress(context),
    )


def _steps(context: Context) -> Steps | None:
    """The phases of the turn; none before the first one and after the last."""
    now = phase_of(context.view).removeprefix("phase.")
    if now not in PHASES:
        return None
    names = tuple(context.words.text(f"short.{phase}") for phase in PHASES)
    return Steps(names, PHASES.index(now))


def _progress(context: Context) -> Sentence:
    """The army deck is the clock of the game; who ends it."""
    view, words = context.view, context.words
    if view.ending != NONE:
        return words.say("dashboard.ending", seat=context.names.player(view.ending))
    return words.say("dashboard.deck", count=view.army_deck)


# Counts -------------------------------------------------------------------------------------------


def supply(context: Context) -> list[Meter]:
    """What the seat in front has: actions, coins, Blazons, banners that are left."""
    view, words = context.view, context.words
    seat = front_seat(view)
    side = view.sides[seat]
    left = view.actions if view.turn == seat else 0
    full = max(turn_actions(view.seats), left)
    held = {banner_of(code) for code in side.dice}
    spare = [banner for banner in range(BANNERS) if banner not in held]
    return [
        Meter(
            "actions",
            "action",
            words.text("short.actions"),
            left,
            icons=("action",) * left + ("action-spent",) * (full - left),
        ),
        Meter(f"coins-{seat}", "coin", words.text("short.coins"), side.coins),
        blazons(context, seat),
        Meter(
            "banners",
            "banner-strategist",
            words.text("short.banners_left"),
            len(spare),
            icons=tuple(map(banner_symbol, spare)),
        ),
        morale(context, seat),
    ]


def blazons(context: Context, seat: int) -> Meter:
    earned = context.view.sides[seat].blazons
    return Meter(
        f"blazons-{seat}",
        "blazon-none",
        context.words.text("short.blazons"),
        earned.bit_count(),
        most=COLOURS,
        icons=tuple(
            blazon_symbol(colour) if earned >> colour & 1 else "blazon-none"
            for colour in range(COLOURS)
        ),
    )


def morale(context: Context, seat: int) -> Meter:
    limit = context.field(seat).limit
    label = context.words.text("short.morale")
    return Meter(f"morale-{seat}", "morale", label, limit, shown=f"≤{limit}")


# Cards --------------------------------------------------------------------------------------------


def _table(context: Context, decision: Decision | None) -> list[Tray]:
    """Event, Battle Line and battle; at four the alliance too."""
    view, words = context.view, context.words
    found: list[Tray] = []
    events = (event_card(context, view.event),) if view.event != NONE else ()
    found.append(Tray("event", words.text("name.event"), "common", events))
    line = tuple(
        command_card(context, kind, f"line-{index}")
        for index, kind in enumerate(view.line)
        if kind != NONE
    )
    left = words.text("short.left", count=view.command_deck)
    found.append(Tray("line", words.text("name.line"), "common", line, left))
    seat = front_seat(view)
    alliance = alliance_card(context, seat)
    if alliance is not None:
        found.insert(1, Tray("alliance", words.text("name.alliance"), "common", (alliance,)))
    found.append(_battle(context, decision))
    return found


def _battle(context: Context, decision: Decision | None) -> Tray:
    view, words = context.view, context.words
    title = words.text("name.battle")
    asked = decision is not None and decision.prompt == "bonus"
    if view.battle == NONE or asked:
        return Tray("battle", title, "common", (), rows=True)
    cards = tuple(bonus_card(context, view.battle, colour) for colour in range(COLOURS))
    title = words.text("name.battle_of", battle=context.names.battle(view.battle))
    return Tray("battle", title, "common", cards, words.text("name.bonus"), rows=True)


def _own(context: Context, decision: Decision | None) -> list[Tray]:
    """What the seat in front plays from: hand, actions, cards in play; and its objectives."""
    view, words = context.view, context.words
    seat = front_seat(view)
    side = view.sides[seat]
    found = [*_banners_first(context, decision), *_hand(context, decision, seat, side)]
    asked = decision.prompt if decision is not None else ""
    mine = seat == view.viewer
    cards = tuple(
        in_play(context, card, f"perm-{seat}-{index}")
        for index, card in enumerate(side.in_play)
        if card.cell == NONE
    )
    if mine:
        found.append(_basics(context, seat, cards))
    else:
        # Somebody who looks on has no hand, and the row of cards must not come and go.
        title = words.text("short.in_play")
        found.append(Tray("play", title, "mine", cards, rows=True, beside=True))
    if side.goals and asked != "return":
        goals = tuple(_goals(context, seat, side))
        found.append(Tray("goals", words.text("name.objectives"), "mine", goals, small=True))
    return found


def _goals(context: Context, seat: int, side: Side) -> list[Card]:
    return [
        goal_card(context, goal, f"goal-{seat}-{index}") for index, goal in enumerate(side.goals)
    ]


def _basics(context: Context, seat: int, played: tuple[Card, ...]) -> Tray:
    """The basic actions and the cards in play; what cannot be used now does not glow."""
    view = context.view
    march = context.catalog.event_in_force(view.event).march
    verbs = [verb for verb in PRICES if verb not in ("pact", "runner") or view.alliances]
    verbs = [verb for verb in verbs if verb != "march" or march]
    basics = (basic_card(context, verb, seat) for verb in verbs)
    cards = (*basics, *played)
    title = context.words.text("short.actions_and_cards" if played else "short.actions")
    return Tray("basics", title, "hand", cards, small=True, beside=True)


def _hand(context: Context, decision: Decision | None, seat: int, side: Side) -> list[Tray]:
    words = context.words
    if side.hand is None or side.commands is None:
        return []
    army = tuple(
        army_card(context, kind, f"hand-{seat}-{index}") for index, kind in enumerate(side.hand)
    )
    commands = tuple(
        command_card(
            context,
            kind,
            f"command-{seat}-{index}",
            command_reason(context, decision, kind),
        )
        for index, kind in enumerate(side.commands)
    )
    found: list[Tray] = []
    if army:
        found.append(Tray("hand", words.text("name.army_cards"), "hand", army, beside=True))
    if commands:
        title = words.text("name.command_cards")
        found.append(Tray("commands", title, "hand", commands, beside=True))
    return found


def _offer(context: Context, decision: Decision | None) -> list[Tray]:
    """Cards to choose from that are not in sight otherwise, while they are asked for."""
    if decision is None or decision.seat != context.view.viewer:
        return []
    make = OFFERS.get(decision.prompt)
    cards = make(context, decision) if make is not None else []
    if not cards:
        return []
    return [Tray("offer", context.words.text("name.offer"), "hand", tuple(cards), brief=True)]


def _colours(context: Context, decision: Decision) -> list[Card]:
    first = context.catalog.start_kind(0)
    return [
        army_card(context, first + option.arg, f"colour-{option.arg}")
        for option in decision.options
    ]


def _options(context: Context, decision: Decision) -> list[Card]:
    question = context.view.question
    if question is None:
        return []
    kind, names = question.card, context.names
    icon = TYPE_SYMBOLS[context.catalog.commands[kind].type]
    cards = option_cards(context, names.options(kind), names.command(kind), icon)
    return [cards[option.arg] for option in decision.options]


def _runner(context: Context, decision: Decision) -> list[Card]:
    seat, names = decision.seat, context.names
    alliance = context.view.alliances[seat & 1]
    texts = [names.runner_text(alliance, seat >> 1, number) for number in range(2)]
    cards = option_cards(context, texts, names.alliance(alliance), "runner")
    return [cards[option.arg] for option in decision.options]


def _bonuses(context: Context, decision: Decision) -> list[Card]:
    battle = context.view.battle
    return [bonus_card(context, battle, colour, whole=True) for colour in range(COLOURS)]


def _looking(context: Context, decision: Decision) -> list[Card]:
    looking = context.view.sides[decision.seat].looking or ()
    return [army_card(context, kind, f"look-{index}") for index, kind in enumerate(looking)]


def _returned(context: Context, decision: Decision) -> list[Card]:
    return _goals(context, decision.seat, context.view.sides[decision.seat])


def _branches(context: Context, decision: Decision) -> list[Card]:
    question = context.view.question
    if question is None:
        return []
    numbers = [option.arg for option in decision.options]
    texts = [branch_text(context, question.effect, number) for number in numbers]
    title = branch_title(context, question.effect)
    cards = option_cards(context, texts, title, "order")
    return [
        replace(card, key=f"option-{number}", places=(f"option-{number}",))
        for card, number in zip(cards, numbers, strict=True)
    ]


def _ways(context: Context, decision: Decision) -> list[Card]:
    """The ways in which a price can be paid."""
    question = context.view.question
    if question is None:
        return []
    choices = context.catalog.prices[question.card].choices
    return [
        Card(
            f"option-{option.arg}",
            context.words.text("price.way", number=option.arg + 1),
            icon="action",
            body=price_words(context, choices[option.arg]),
            places=(f"option-{option.arg}",),
        )
        for option in decision.options
    ]


def _banners(context: Context, decision: Decision) -> list[Card]:
    """Banners to choose from, with the cards that ask for them."""
    return [_banner(context, decision.seat, option.arg) for option in decision.options]


def _banners_first(context: Context, decision: Decision | None) -> list[Tray]:
    """While the die is chosen: each banner with the die that it goes to if nothing is said.

    They lie with the hand: over the army they would hide the dice.
    """
    if decision is None or decision.prompt != "banner_die" or decision.seat != context.view.viewer:
        return []
    dice, words = context.view.sides[decision.seat].dice, context.words
    cards = tuple(
        replace(
            _banner(context, decision.seat, banner),
            cost=words.say("chip.bearer", die=context.names.pips(face_of(dice[slot]), slot)),
        )
        for banner, slot in context.bearers(decision).items()
    )
    title = words.text("name.new_banner")
    return [Tray("banners", title, "hand", cards, small=True, beside=True)]


def _banner(context: Context, seat: int, banner: int) -> Card:
    return Card(
        f"banner-{banner}",
        context.names.banner(banner),
        icon=banner_symbol(banner),
        body=context.banner_hint(seat, banner),
        places=(f"banner-{banner}",),
    )


def _permanents(context: Context, decision: Decision) -> list[Card]:
    """Permanents of a rival; Special Units are chosen in the army, and one's own in their row."""
    owner = context.owner(decision)
    if owner == context.view.viewer:
        return []
    cards = context.view.sides[owner].in_play
    return [
        command_card(context, cards[option.arg].kind, f"perm-{owner}-{option.arg}")
        for option in decision.options
        if cards[option.arg].cell == NONE
    ]


def _targets(context: Context, decision: Decision) -> list[Card]:
    """Opponents to name, with what a test or a hit would meet."""
    found: list[Card] = []
    for option in decision.options:
        seat = option.arg
        field = context.field(seat)
        found.append(
            Card(
                f"target-{seat}",
                context.names.of_players[seat],
                icon="battle",
                band=f"seat-{seat}",
                body=context.words.say("hint.target", limit=field.limit, grays=field.grays),
                places=(f"target-{seat}",),
            )
        )
    return found


OFFERS: Final = {
    "colour": _colours,
    "order_option": _options,
    "runner": _runner,
    "bonus": _bonuses,
    "keep": _looking,
    "return": _returned,
    "branch": _branches,
    "pay_way": _ways,
    "banner_type": _banners,
    "perm_disable": _permanents,
    "perm_discard": _permanents,
    "target": _targets,
    "order_target": _targets,
}
