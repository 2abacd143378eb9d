"""What everything on the table is: cards, dice, cells, meters; and why it cannot be chosen now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from msgspec.structs import replace

from ludus.core.models import About
from ludus.core.protocol import Decision
from ludus.core.text import Sentence
from ludus.games.para_bellum.board import CELLS, SLOTS, cell_name, die_letter, slot_name
from ludus.games.para_bellum.face.art import banner_symbol, blazon_symbol
from ludus.games.para_bellum.face.cards import PRICES, TYPE_SYMBOLS
from ludus.games.para_bellum.face.choices import (
    branch_text,
    branch_title,
    choices_of,
    price_words,
)
from ludus.games.para_bellum.face.context import Context, front_seat
from ludus.games.para_bellum.face.gestures import within_reach
from ludus.games.para_bellum.face.panels import SOURCES
from ludus.games.para_bellum.face.why import why_not
from ludus.games.para_bellum.ids import (
    BANNERS,
    CHOOSE_BRANCH,
    COLOURS,
    HIDDEN,
    NONE,
    ORDER_OPTION,
    PAY_WAY,
    RUNNER_OPTION,
    TEAM_SEATS,
)
from ludus.games.para_bellum.mechanics.dice import banner_of, face_of, fitting_banners
from ludus.games.para_bellum.view import Side

Numbers: TypeAlias = Sequence[int]
Explainer: TypeAlias = Callable[[Context, Numbers], About | None]


def about_of(context: Context, decision: Decision | None, place: str) -> About | None:
    """What is at a place, whether it can be chosen, and if not, why. None if nothing is there.

    The place comes from a request, and need not exist.
    """
    name = place.removeprefix("meter-")
    if name.startswith("act-"):
        about = _basic(context, name.removeprefix("act-"))
    else:
        kind, *numbers = name.split("-")
        if not all(number.isdecimal() and len(number) < 4 for number in numbers):
            return None
        counts, explain = EXPLAINERS.get(kind, (-1, _nothing))
        if len(numbers) != counts:
            return None
        found = [int(number) for number in numbers]
        if found and kind not in OF_THE_TABLE and found[0] >= context.view.seats:
            return None
        about = explain(context, found)
    return None if about is None else _with_choice(context, decision, place, about)


def _nothing(context: Context, numbers: Numbers) -> About | None:
    return None


def _with_choice(context: Context, decision: Decision | None, place: str, about: About) -> About:
    """The same, with whether the place can be chosen now."""
    if decision is None or decision.seat != context.view.viewer:
        return about
    places = {place for choice in choices_of(context, decision) for place in choice.places}
    if place in places | within_reach(context, decision):
        return replace(about, state=context.words.text("about.open"), tone="good")
    return replace(about, why_not=why_not(context, decision, place) or about.why_not)


# Cards --------------------------------------------------------------------------------------------


def command(context: Context, kind: int, down: bool = False) -> About:
    """A command card: type and price, then everything that is printed on it."""
    words, names = context.words, context.names
    card = context.catalog.commands[kind]
    texts = [context.printed(text) for text in names.printed(kind)]
    body = [words.say("details.price", type=names.type_line(kind), count=card.actions)]
    for number, text in enumerate(texts):
        body.append(words.say("details.or", text=text) if number else text)
    return About(
        names.command(kind),
        TYPE_SYMBOLS[card.type],
        words.text("name.disabled") if down else "",
        tone="bad" if down else "",
        body=tuple(body),
        why_not=words.say("details.down") if down else (),
        clauses=("pb.order.1", "pb.perm.1", "pb.su.1")[card.type : card.type + 1],
    )


def _in_play(context: Context, numbers: Numbers) -> About | None:
    cards = context.view.sides[numbers[0]].in_play
    if numbers[1] >= len(cards):
        return None
    card = cards[numbers[1]]
    return command(context, card.kind, card.down)


def _in_hand(context: Context, numbers: Numbers) -> About | None:
    side = context.view.sides[numbers[0]]
    return _one_of(context, side.commands or (), numbers[1])


def _in_line(context: Context, numbers: Numbers) -> About | None:
    return _one_of(context, context.view.line, numbers[0])


def _one_of(context: Context, kinds: Sequence[int], index: int) -> About | None:
    if index >= len(kinds) or kinds[index] == NONE:
        return None
    return command(context, kinds[index])


def _army_kind(context: Context, kind: int, where: str = "") -> About:
    """An army card and what its pictures do."""
    words, names = context.words, context.names
    hint = context.army_hint(kind)
    body = [hint] if hint else [words.say("about.army_card")]
    title = names.army_card(kind)
    return About(
        title[0].upper() + title[1:],
        blazon_symbol(context.catalog.army[kind].colour),
        where,
        body=tuple(body),
        clauses=("pb.place.4", "pb.legion.1"),
    )


def _hand(context: Context, numbers: Numbers) -> About | None:
    hand = context.view.sides[numbers[0]].hand or ()
    return _army_kind(context, hand[numbers[1]]) if numbers[1] < len(hand) else None


def _looking(context: Context, numbers: Numbers) -> About | None:
    looking = context.view.sides[front_seat(context.view)].looking or ()
    return _army_kind(context, looking[numbers[0]]) if numbers[0] < len(looking) else None


def _colour(context: Context, numbers: Numbers) -> About | None:
    if numbers[0] >= COLOURS:
        return None
    about = _army_kind(context, context.catalog.start_kind(numbers[0]))
    return replace(about, body=(context.words.say("about.start"),), clauses=("pb.setup.1",))


def _event(context: Context, numbers: Numbers) -> About | None:
    event = context.view.event
    if event == NONE:
        return None
    text = context.words.text(f"omen.{context.catalog.events[event].id}.text")
    return About(
        context.names.event(event),
        "event",
        body=(context.printed(text),),
        clauses=("pb.events.1",),
    )


def _goal(context: Context, numbers: Numbers) -> About | None:
    """An objective and its progress."""
    goals = context.view.sides[numbers[0]].goals
    if numbers[1] >= len(goals):
        return None
    words, goal = context.words, goals[numbers[1]]
    if goal.kind == HIDDEN:
        said = words.say("about.hidden_goal")
        return About(words.text("name.objective"), "back", body=(said,), clauses=("pb.obj.1",))
    text = words.text(f"objective.{context.catalog.objectives[goal.kind].id}.text")
    return About(
        context.names.goal(goal.kind),
        "objective",
        context.progress(goal),
        body=(context.printed(text), words.say("about.goal", points=goal.points)),
        clauses=("pb.obj.1",),
    )


def _bonus(context: Context, numbers: Numbers) -> About | None:
    battle, colour = context.view.battle, numbers[0]
    if battle == NONE or colour >= COLOURS:
        return None
    words, names = context.words, context.names
    own = context.view.sides[front_seat(context.view)].colour == colour
    body = [context.printed(names.bonus_text(battle, colour))]
    body.append(words.say("about.bonus", colour=names.colour(colour)))
    if own:
        body.append(words.say("about.own_colour"))
    return About(
        names.bonus(battle, colour),
        blazon_symbol(colour),
        names.battle(battle),
        body=tuple(body),
        clauses=("pb.bonus.1",),
    )


def _alliance(context: Context, numbers: Numbers) -> About | None:
    """An alliance: its action, and what each runner brings when it arrives."""
    view, words, names = context.view, context.words, context.names
    front = front_seat(view)
    alliance = view.alliances[front & 1] if view.alliances else NONE
    if alliance == NONE:
        return None
    body: list[Sentence] = [context.printed(names.alliance_action(alliance))]
    for seat in (front, front ^ 2):
        texts = [
            context.printed(names.runner_text(alliance, seat >> 1, number)) for number in (0, 1)
        ]
        player = names.player(seat)
        body.append(words.say("about.runner", seat=player, one=texts[0], other=texts[1]))
    return About(names.alliance(alliance), "runner", body=tuple(body), clauses=("pb.ally.1",))


def _option(context: Context, numbers: Numbers) -> About | None:
    """One of the ways that the card being played, or a runner, can be used."""
    view, names, question = context.view, context.names, context.view.question
    if question is None:
        return None
    number, phase = numbers[0], question.phase
    if phase == ORDER_OPTION:
        texts = names.options(question.card)
        title, icon = names.command(question.card), "order"
    elif phase == CHOOSE_BRANCH:
        count = len(context.catalog.effects[question.effect].branches)
        texts = [branch_text(context, question.effect, each) for each in range(count)]
        title, icon = branch_title(context, question.effect), "order"
    elif phase == PAY_WAY:
        choices = context.catalog.prices[question.card].choices
        if number >= len(choices):
            return None
        title = context.words.text("price.way", number=number + 1)
        return About(title, "action", body=(price_words(context, choices[number]),))
    elif phase == RUNNER_OPTION:
        alliance = view.alliances[question.seat & 1]
        texts = [names.runner_text(alliance, question.seat >> 1, each) for each in range(2)]
        title, icon = names.alliance(alliance), "runner"
    else:
        return None
    if number >= len(texts):
        return None
    return About(title, icon, body=(context.printed(texts[number]),))


# The army -----------------------------------------------------------------------------------------


def _cell(context: Context, numbers: Numbers) -> About | None:
    seat, cell = numbers
    if cell >= CELLS:
        return None
    kind = context.view.sides[seat].cells[cell]
    if kind == NONE:
        return _free(context, numbers)
    return _army_kind(context, kind, cell_name(cell))


def _free(context: Context, numbers: Numbers) -> About | None:
    if numbers[1] >= CELLS:
        return None
    words = context.words
    title = words.text("about.cell", cell=cell_name(numbers[1]))
    return About(title, "army", body=(words.say("about.free"),), clauses=("pb.place.4",))


def _die(context: Context, numbers: Numbers) -> About | None:
    """A die, what it is good for, and its banner; or the slot of a lost one."""
    seat, slot = numbers
    if slot >= SLOTS:
        return None
    words, names = context.words, context.names
    code = context.view.sides[seat].dice[slot]
    letter = die_letter(slot)
    if not code:
        return About(
            words.text("about.slot", place=slot_name(slot)),
            f"die-{letter}",
            body=(words.say("about.lost"),),
            clauses=("pb.lose.3",),
        )
    body = [words.say(f"about.die.{letter}")]
    banner = banner_of(code)
    if banner != NONE:
        body.append(words.say("about.banner", banner=names.banner_bit(banner)))
        body.append(context.banner_hint(seat, banner))
    elif fitting_banners(slot):
        body.append(words.say("about.no_banner"))
    return About(
        names.die(code, slot),
        f"die-{letter}-{face_of(code)}",
        slot_name(slot),
        body=tuple(body),
        clauses=("pb.dice.1",),
    )


def _banner(context: Context, numbers: Numbers) -> About | None:
    banner = numbers[0]
    if banner >= BANNERS:
        return None
    return About(
        context.names.banner(banner),
        banner_symbol(banner),
        body=(context.banner_hint(front_seat(context.view), banner),),
        clauses=("pb.banner.1",),
    )


# Actions and counts -------------------------------------------------------------------------------


def _basic(context: Context, verb: str) -> About | None:
    if verb not in PRICES:
        return None
    words = context.words
    spared = context.spared(verb, front_seat(context.view))
    price = words.say("price.spared" if spared else f"price.{verb}")
    if verb == "pact":
        return _alliance(context, ()) or About(words.text("tile.pact"), "runner", body=(price,))
    return About(
        words.text(f"tile.{verb}"),
        "action",
        body=(words.say("about.price", price=price), words.say(f"hint.{verb}", count=1)),
        clauses=("pb.basic.1",),
    )


def _score(context: Context, numbers: Numbers) -> About | None:
    """The points if the game ended now, by source."""
    seat, words = numbers[0], context.words
    side = context.view.sides[seat]
    body = [
        words.say(f"about.part.{key}", points=value)
        for (key, _), value in zip(SOURCES, side.points, strict=True)
    ]
    if context.view.seats == TEAM_SEATS:
        ally = context.view.sides[seat ^ 2]
        name = context.names.player(seat ^ 2)
        body.append(words.say("about.team", ally=name, total=side.total + ally.total))
    return About(
        words.text("about.score", seat=context.names.of_players[seat]),
        "vp",
        words.text("short.points", count=side.total),
        body=tuple(body),
        clauses=("pb.score.1",),
    )


def _blazons(context: Context, numbers: Numbers) -> About | None:
    words, names = context.words, context.names
    earned = context.view.sides[numbers[0]].blazons
    body = [words.say("about.blazons")]
    missing = [colour for colour in range(COLOURS) if not earned >> colour & 1]
    if missing and len(missing) < COLOURS:
        said = ", ".join(names.colour(colour) for colour in missing)
        body.append(words.say("about.missing", colours=said))
    return About(
        words.text("short.blazons"),
        "blazon-none",
        words.text("short.progress", count=earned.bit_count(), need=COLOURS),
        body=tuple(body),
        clauses=("pb.legion.9",),
    )


def _banners(context: Context, numbers: Numbers) -> About | None:
    """The banners that are left, with the cards that ask for each."""
    words, names = context.words, context.names
    seat = front_seat(context.view)
    held = {banner_of(code) for code in context.view.sides[seat].dice}
    body = [
        words.say(
            "about.left", banner=names.banner_bit(banner), hint=context.banner_hint(seat, banner)
        )
        for banner in range(BANNERS)
        if banner not in held
    ]
    return About(
        words.text("short.banners_left"),
        "banner-strategist",
        body=(words.say("about.banners"), *body),
        clauses=("pb.banner.1",),
    )


def _count(key: str, icon: str, clause: str, cards: Callable[[Side], Sequence[int]]) -> Explainer:
    """A count of somebody's, with the cards that are known of it."""

    def explain(context: Context, numbers: Numbers) -> About | None:
        words, names = context.words, context.names
        body = [words.say(f"about.count.{key}")]
        side = context.view.sides[numbers[0]] if numbers else None
        known = cards(side) if side is not None else ()
        if known:
            said = ", ".join(names.command(kind) for kind in known)
            body.append(words.say("about.known", cards=said))
        title = words.text(f"about.title.{key}")
        return About(title, icon, body=tuple(body), clauses=(clause,))

    return explain


def _held(context: Context, numbers: Numbers) -> About | None:
    """The army cards of an ally."""
    seat = numbers[0]
    hand = context.view.sides[seat].hand
    if not hand:
        return None
    words, names = context.words, context.names
    return About(
        words.text("name.hand_of", seat=names.of_players[seat]),
        "army",
        body=tuple(words.say("about.held", card=names.army_card(kind)) for kind in hand),
        clauses=("pb.team.3",),
    )


def _none(side: Side) -> Sequence[int]:
    return ()


def _known(side: Side) -> Sequence[int]:
    """The command cards of a hand that the viewer knows."""
    return side.commands or side.shown


EXPLAINERS: Final[dict[str, tuple[int, Explainer]]] = {
    "perm": (2, _in_play),
    "command": (2, _in_hand),
    "line": (1, _in_line),
    "hand": (2, _hand),
    "look": (1, _looking),
    "colour": (1, _colour),
    "event": (0, _event),
    "goal": (2, _goal),
    "bonus": (1, _bonus),
    "alliance": (0, _alliance),
    "option": (1, _option),
    "cell": (2, _cell),
    "free": (2, _free),
    "die": (2, _die),
    "banner": (1, _banner),
    "score": (1, _score),
    "target": (1, _score),
    "gray_dice": (1, _score),
    "commanders": (1, _score),
    "objectives": (1, _score),
    "counters": (1, _score),
    "blazons": (1, _blazons),
    "banners": (0, _banners),
    "actions": (0, _count("actions", "action", "pb.action.1", _none)),
    "coins": (1, _count("coins", "coin", "pb.coin.1", _none)),
    "armies": (1, _count("armies", "army", "pb.draw.1", _none)),
    "held": (1, _held),
    "commands": (1, _count("commands", "command", "pb.cmd.1", _known)),
    "morale": (1, _count("morale", "morale", "pb.morale.1", _none)),
    "runner": (1, _count("runner", "runner", "pb.ally.1", _none)),
}
"""By kind of place: how many numbers it has, and what explains it."""
OF_THE_TABLE: Final = ("line", "look", "colour", "bonus", "option", "banner")
"""Those whose number is not a seat."""
