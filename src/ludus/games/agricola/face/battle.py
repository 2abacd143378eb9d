"""A battle as it stands and as it was told: both lines with their dice, advantage, losses."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.models import Figure, Moment, Side, Steps, Term, bits_of
from ludus.core.protocol import Decision, Event
from ludus.core.text import Sentence, die_bit, joined, odds_bit
from ludus.games.agricola.board import units
from ludus.games.agricola.face.context import Context
from ludus.games.agricola.face.pieces import unit_card
from ludus.games.agricola.face.stacks import in_order
from ludus.games.agricola.ids import CALEDONIAN, NONE, ROMAN
from ludus.games.agricola.mechanics import advantage_plus, ahead_on_ties, rolls_ahead, strength
from ludus.games.agricola.view.view import BattleView

STEPS = ("lines", "advantage", "first", "answer", "losses")
COLOURS = ("red", "blue")
FACES = 6


def open_battle(context: Context, decision: Decision | None) -> Moment | None:
    """The battle that is being fought."""
    b = context.view.battle
    if b is None:
        return None
    words, names = context.words, context.names
    sides = [_side(context, b, side, decision) for side in (ROMAN, CALEDONIAN)]
    return Moment(
        f"battle-{b.place}-{b.round}",
        words.text("battle.title", place=names.short_name(b.place)),
        icon="swords",
        note=words.text("battle.round", n=b.round) if b.round else "",
        tone="bad",
        clause="agricola.15.2.4",
        steps=Steps(tuple(words.text(f"battle.step.{step}") for step in STEPS), _step(b, decision)),
        row=_advantage(context, b),
        row_label=_struck(context, b),
        sides=tuple(sides),
        follows=tuple(_notes(context, b)),
    )


def _step(b: BattleView, decision: Decision | None) -> int:
    if decision is not None and decision.prompt == "hits":
        return 4
    if not b.round:
        return 0
    if b.advantage == NONE:
        return 1
    return 2 if b.firing in (NONE, b.advantage) else 3


def _side(context: Context, b: BattleView, side: int, decision: Decision | None) -> Side:
    words, names, view = context.words, context.names, context.view
    muster = names.contents.musters[side]
    row = in_order(muster, units(b.force[side]))
    total = sum(strength(muster, unit, view.disrupted[side]) for unit in row)
    fired = volley(context, b, side)
    scored = sum(1 for _, face, need in fired if face <= need)
    badge = words.text("battle.hits", n=scored) if fired else ""
    return Side(
        joined([bits_of(names.side(side)), words.say("battle.strength", n=total)], " \u00b7 "),
        mark=side ^ view.flip,
        badge=badge,
        figures=tuple(_figure(context, b, side, unit, fired) for unit in row),
        lines=tuple(_expected(context, b, side, row)),
    )


def volley(context: Context, b: BattleView, side: int) -> list[tuple[int, int, int]]:
    """What a side rolled in this round: the unit, its die and what it had to roll at most."""
    if b.firing == side:
        pairs = zip(b.rollers, b.rolled, strict=False)
        return [(unit, face, factor(context, b, side, unit)) for unit, face in pairs]
    return list(zip(b.struck[::3], b.struck[1::3], b.struck[2::3], strict=True))


def _figure(
    context: Context, b: BattleView, side: int, unit: int, fired: Sequence[tuple[int, int, int]]
) -> Figure:
    """A unit in its line, with the die that it rolled."""
    words = context.words
    mine = side == context.view.side
    card = unit_card(context, side, unit, key="" if mine else f"foe-{side}-{unit}")
    if side == ROMAN and b.reserve >> unit & 1:
        return Figure(card, note=words.text("battle.reserve"), tone="faded")
    rolled = [(face, face <= need) for roller, face, need in fired if roller == unit]
    if not rolled:
        return Figure(card)
    hits = sum(hit for _, hit in rolled)
    dice: Sentence = tuple(
        die_bit(f"{COLOURS[side]}:{face}" if hit else str(face), str(face)) for face, hit in rolled
    )
    return Figure(
        card,
        dice,
        words.text("battle.hit" if hits else "battle.miss"),
        "good" if hits else "faded",
    )


def factor(context: Context, b: BattleView, side: int, unit: int) -> int:
    """What a unit must roll at most to hit."""
    muster = context.names.contents.musters[side]
    value = strength(muster, unit, context.view.disrupted[side])
    if side == ROMAN:
        return value + int(b.assault and muster.legionaries >> unit & 1)
    return value + int(b.fury and muster.furious >> unit & 1)


def _expected(context: Context, b: BattleView, side: int, row: Sequence[int]) -> list[Sentence]:
    """How many hits may be expected from a line: a sixth for each point of strength."""
    front = [unit for unit in row if side != ROMAN or not b.reserve >> unit & 1]
    hits = sum(min(FACES, factor(context, b, side, unit)) for unit in front) / FACES
    return [context.words.say("battle.expected", n=f"{hits:.1f}")]


def _advantage(context: Context, b: BattleView) -> Sentence:
    """Who has the advantage, with both rolls."""
    words, names = context.words, context.names
    if b.advantage == NONE:
        return _odds(context, b) if b.round else ()
    if len(b.dice) < 2:
        return words.say("battle.surprise", side=names.side(b.advantage))
    added = [_modifiers(context, b, side) for side in (ROMAN, CALEDONIAN)]
    first, second = (
        die_bit(f"{COLOURS[side]}:{b.dice[side]}", str(b.dice[side]))
        for side in (ROMAN, CALEDONIAN)
    )
    return words.say(
        "battle.advantage",
        first=first,
        second=second,
        sum=b.dice[ROMAN] + b.plus[ROMAN],
        foe=b.dice[CALEDONIAN] + b.plus[CALEDONIAN],
        romans=joined(added[ROMAN], " "),
        tribes=joined(added[CALEDONIAN], " "),
    )


def chance_ahead(context: Context, b: BattleView, side: int, more: int = 0) -> int:
    """In how many of a hundred rolls a side strikes first as things stand, with so much added."""
    musters = context.names.contents.musters
    plus = advantage_plus(musters, b.force, b.paid, b.speech)
    plus[side] += more
    romans = rolls_ahead(plus[ROMAN], plus[CALEDONIAN], ahead_on_ties(context.board, b.place))
    share = round(100 * romans / FACES**2)
    return share if side == ROMAN else 100 - share


def _odds(context: Context, b: BattleView) -> Sentence:
    """How likely each side is to strike first, before the dice fall."""
    side = ROMAN if context.view.side == NONE else context.view.side
    first = chance_ahead(context, b, side)
    names, text = context.names, context.words.text
    own, foe = names.side(side), names.side(1 - side)
    win, lost = (
        (share, text("battle.odds.part", side=name, n=share))
        for share, name in ((first, own), (100 - first, foe))
    )
    said = text("battle.odds.words", side=own, n=first)
    flip = context.view.flip
    return (odds_bit(win, (0, ""), lost, said, (side ^ flip, 1 - side ^ flip)),)


def _struck(context: Context, b: BattleView) -> str:
    """Who strikes first by both rolls; before they are made, what the bar of chances tells."""
    if b.advantage == NONE:
        return context.words.text("battle.odds.label") if b.round else ""
    if len(b.dice) < 2:
        return ""
    side = context.names.side(b.advantage)
    if b.dice[ROMAN] + b.plus[ROMAN] == b.dice[CALEDONIAN] + b.plus[CALEDONIAN]:
        return context.words.text(f"battle.tie.{_ground(context, b.place)}", side=side)
    return context.words.text("battle.first", side=side)


def _ground(context: Context, place: int) -> str:
    """What settles equal totals in a place [15.2.12]."""
    board = context.board
    if board.is_fortress[place]:
        return "fortress"
    if board.center_at[place] != NONE:
        return "center"
    return "wild" if board.wild[place] else "open"


def _modifiers(context: Context, b: BattleView, side: int) -> list[Sentence]:
    """What a side added to its advantage roll, each by name."""
    words = context.words
    found: list[Sentence] = []
    if b.paid[side]:
        found.append(words.say("battle.plus.point"))
    if b.speech[side]:
        found.append(words.say("battle.plus.speech"))
    if len(found) < b.plus[side]:
        found.append(words.say("battle.plus.elites"))
    return found


def _notes(context: Context, b: BattleView) -> list[Sentence]:
    """What else matters in this battle."""
    words, board = context.words, context.board
    found: list[Sentence] = []
    for side in (ROMAN, CALEDONIAN):
        muster = context.names.contents.musters[side]
        static = b.force[side] & muster.static
        halves = side != b.attacker and (
            bool(static) or (side == ROMAN and board.is_fortress[b.place])
        )
        if halves and not b.stormed:
            found.append(words.say("battle.fortified", side=context.names.side(side)))
    if b.major:
        found.append(words.say("battle.major"))
    if b.fury:
        found.append(words.say("battle.fury"))
    return found


# As it is told ------------------------------------------------------------------------------------


def told_fire(context: Context, event: Event) -> Moment | None:
    """A volley as it was rolled: who rolled what, who was hit for it."""
    words, names = context.words, context.names
    side = event.number("side")
    rollers, dice, needs = (event.numbers(key) for key in ("units", "dice", "factors"))
    figures = tuple(
        Figure(
            unit_card(context, side, unit, key=f"told-{side}-{unit}-{number}", told=need),
            (die_bit(f"{COLOURS[side]}:{face}" if face <= need else str(face), str(face)),),
            words.text("battle.hit" if face <= need else "battle.miss"),
            "good" if face <= need else "faded",
        )
        for number, (unit, face, need) in enumerate(zip(rollers, dice, needs, strict=False))
    )
    hoped = sum(min(FACES, need) for need in needs) / FACES
    scored, hits = event.number("scored"), event.number("hits")
    return Moment(
        f"fire-{side}-{len(dice)}-{scored}",
        words.text("battle.fire", side=names.side(side)),
        icon="swords",
        tone="bad",
        clause="agricola.battle-results.1",
        sides=(
            Side(
                bits_of(names.side(side)),
                mark=side ^ context.view.flip,
                badge=words.text("battle.hits", n=scored),
                figures=figures,
                lines=(words.say("battle.expected", n=f"{hoped:.1f}"),),
            ),
        ),
        verdict=words.say(
            "battle.taken" if hits == scored else "battle.halved",
            n=hits,
            scored=scored,
            side=names.side(1 - side),
        ),
        stays=True,
    )


def told_advantage(context: Context, event: Event) -> Moment:
    """Both rolls for the advantage, with what each side added."""
    words, names = context.words, context.names
    dice, plus = event.numbers("dice"), event.numbers("plus")
    winner = event.number("side")
    return Moment(
        f"advantage-{dice}-{plus}",
        words.text("battle.step.advantage"),
        icon="swords",
        clause="agricola.15.2.4",
        sides=tuple(
            Side(
                bits_of(names.side(side)),
                mark=side ^ context.view.flip,
                badge=words.text("battle.strikes") if side == winner else "",
                tone="good" if side == winner else "",
                terms=(
                    Term((names.die(dice[side]),), words.text("battle.die")),
                    *_added(context, event, side),
                ),
                total=str(dice[side] + plus[side]),
            )
            for side in (ROMAN, CALEDONIAN)
        ),
        verdict=words.say("battle.tied")
        if dice[ROMAN] + plus[ROMAN] == dice[CALEDONIAN] + plus[CALEDONIAN]
        else (),
    )


def _added(context: Context, event: Event, side: int) -> list[Term]:
    """What a side added to its roll, each with its name."""
    words = context.words
    paid, speech = event.numbers("paid")[side], event.numbers("speech")[side]
    more = {"point": paid, "speech": speech, "elites": event.numbers("plus")[side] - paid - speech}
    return [
        Term(bits_of(str(count)), words.text(f"battle.added.{key}"))
        for key, count in more.items()
        if count
    ]
