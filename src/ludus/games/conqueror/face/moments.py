"""Things worth stopping for: battles, sealed bids, warnings, bribes, the countdown and the end."""

from __future__ import annotations

from collections.abc import Iterator

from ludus.core.models import Column, Moment, Side, Steps, Term, Tone
from ludus.core.protocol import Decision, Event
from ludus.core.text import Sentence, die_bit, strong_bit
from ludus.games.conqueror.face.context import Context
from ludus.games.conqueror.face.names import Names, needed
from ludus.games.conqueror.face.orders import Order, hero_counts
from ludus.games.conqueror.ids import (
    ADVANCE,
    ATTACK,
    BID,
    CASUALTY,
    COUNTED,
    DEFENCE,
    HERO,
    HIDDEN,
    INDEPENDENT,
    KILL,
    NONE,
    PARTS,
    REROLL,
)
from ludus.games.conqueror.mechanics.strength import attackers
from ludus.games.conqueror.view import BattleView

STEPS = ("heroes", "dice", "losses", "advance")
STEP_OF = {HERO: 0, REROLL: 1, CASUALTY: 2, KILL: 2, ADVANCE: 3}
"""The step of a battle that each question belongs to. A retreat is chosen on the map."""
HERO_SIDES = {"attack_hero": ATTACK, "defence_hero": DEFENCE}
FOLLOWS = ("warning", "time_up", "countdown")
"""What has words for what it leads to."""


def open_moment(context: Context, decision: Decision | None) -> Moment | None:
    """What is going on in the question that is open now."""
    question = context.view.question
    if question is None:
        return None
    if question.phase == BID:
        return _bidding(context)
    fight = context.view.battle
    if fight is None or fight.defender == INDEPENDENT or question.phase not in STEP_OF:
        return None
    return _battle(context, fight, STEP_OF[question.phase], decision)


# Battles ------------------------------------------------------------------------------------------


def _battle(context: Context, fight: BattleView, step: int, decision: Decision | None) -> Moment:
    view, names, words = context.view, context.names, context.words
    target = names.place(fight.target)
    armies = [attackers(fight.joined), (view.infantry[fight.target], view.cavalry[fight.target])]
    fought = armies
    heroes = tuple(_heroes(context, fight, decision))
    losses: list[Sentence] = []
    if fight.counted:
        fought = [_fought(fight, side) for side in (ATTACK, DEFENCE)]
        for side in (ATTACK, DEFENCE):
            lost = fight.infantry_killed[side], fight.cavalry_killed[side]
            if any(lost):
                seat = names.player(_seat(fight, side))
                losses.append(words.say("moment.loses", seat=seat, army=names.army(*lost)))
    return Moment(
        f"battle-{view.round}-{view.turn}-{fight.link}-{step}",
        words.text("moment.battle", place=target),
        icon="swords",
        tone="bad",
        clause="conqueror.battle.2",
        steps=Steps(tuple(words.text(f"moment.step.{key}") for key in STEPS), step),
        sides=tuple(
            _side(names, fight, side, fought[side], bool(fight.counted))
            for side in (ATTACK, DEFENCE)
        ),
        verdict=_verdict(names, fight) if fight.counted else _before(context, fight, bool(heroes)),
        losses=tuple(losses),
        follows=_follows(context, fight) if fight.counted and fight.winner == ATTACK else (),
        columns=heroes,
    )


def _heroes(context: Context, fight: BattleView, decision: Decision | None) -> Iterator[Column]:
    """The viewer's chances with each hero and without one; dice that are rolled again aside."""
    view, words = context.view, context.words
    if decision is None or decision.seat != view.viewer or decision.prompt not in HERO_SIDES:
        return
    side = HERO_SIDES[decision.prompt]
    order = Order(fight.origin, fight.target, *attackers(fight.joined), True)
    mine, theirs = (sum(row) for row in fight.parts)
    for option in decision.options:
        title, gain, less = words.text("moment.no_hero"), 0, 0
        if option.verb == "play":
            title = context.names.hero(option.arg).name
            gain, less = hero_counts(context, order, option.arg, side)
        lead = mine - theirs + gain + min(less, view.defence[fight.target])
        if side == DEFENCE:
            lead = mine - theirs - gain
        chances = context.odds(lead)
        yield Column(title, line=context.odds_bar(*(chances if side == ATTACK else chances[::-1])))


def _fought(fight: BattleView, side: int) -> tuple[int, int]:
    infantry, cavalry = fight.counted[side * COUNTED + PARTS : (side + 1) * COUNTED]
    return infantry, cavalry


def _seat(fight: BattleView, side: int) -> int:
    return fight.attacker if side == ATTACK else fight.defender


def _side(names: Names, fight: BattleView, side: int, army: tuple[int, int], rolled: bool) -> Side:
    words = names.words
    units, bonus, hero, die = fight.parts[side]
    card = fight.hero[side]
    known: Sentence = (strong_bit(str(hero)),)
    label = words.text("moment.no_hero")
    if card == HIDDEN:
        known, label = (strong_bit("?"),), words.text("moment.hidden")
    elif card != NONE:
        label = names.hero(card).name
    thrown = (names.die(die) if die else die_bit("?", "?"),)
    total = str(units + bonus + hero + die)
    return side_of(
        names,
        _seat(fight, side),
        side,
        fight.origin if side == ATTACK else fight.target,
        army,
        (units, bonus, known, thrown),
        label,
        total if rolled else f"{total}+",
        tone="good" if fight.winner == side else "",
    )


def side_of(
    names: Names,
    seat: int,
    side: int,
    place: int,
    army: tuple[int, int],
    terms: tuple[int, int, Sentence, Sentence],
    hero: str,
    total: str,
    tone: Tone,
) -> Side:
    """One side with its summands; an attacker has no fort."""
    words = names.words
    units, bonus, known, thrown = terms
    shown: list[tuple[Sentence, str]] = [((strong_bit(str(units)),), words.text("moment.units"))]
    if side == DEFENCE:
        shown.append(((strong_bit(str(bonus)),), words.text("moment.fort")))
    shown.append((known, hero))
    shown.append((thrown, words.text("moment.die")))
    key = "moment.attacks" if side == ATTACK else "moment.defends"
    return Side(
        words.say(key, seat=names.player(seat), place=names.place(place), army=names.army(*army)),
        mark=seat,
        tone=tone,
        terms=tuple(Term(value, label) for value, label in shown),
        total=total,
    )


def _verdict(names: Names, fight: BattleView) -> Sentence:
    mine, theirs = (sum(row) for row in fight.parts)
    winner = NONE if fight.winner == NONE else _seat(fight, fight.winner)
    return verdict(names, mine, theirs, winner, fight.margin)


def verdict(names: Names, mine: int, theirs: int, winner: int, margin: int) -> Sentence:
    """Who wins, by the totals of attack and defence."""
    words = names.words
    if winner == NONE:
        return words.say("moment.draw", mine=mine, theirs=theirs)
    high, low = max(mine, theirs), min(mine, theirs)
    key = "moment.wins" if margin else "moment.wins_tie"
    return words.say(key, high=high, low=low, winner=names.player(winner), margin=margin)


def _before(context: Context, fight: BattleView, shown: bool) -> Sentence:
    """The chances of the attack; where they are shown with each hero, what they leave out."""
    if shown:
        hidden = HIDDEN in fight.hero
        return context.words.say("moment.chances_hidden" if hidden else "moment.chances")
    mine, theirs = (sum(row) for row in fight.parts)
    key = "moment.odds" if HIDDEN not in fight.hero else "moment.odds_hidden"
    return context.words.say(key, odds=context.odds_bar(*context.odds(mine - theirs)))


def _follows(context: Context, fight: BattleView) -> tuple[Sentence, ...]:
    view, words, law = context.view, context.words, context.law
    found = [words.say("moment.pays", n=law.victory_pay)]
    if law.second_attack:
        found.append(words.say(f"moment.once_more.{context.prize}"))
    if context.board.fort[fight.target] and view.owner[fight.target] != fight.attacker:
        found.append(words.say("moment.forts", n=view.forts[fight.attacker] + 1))
    return tuple(found)


def told_battle(names: Names, event: Event) -> Moment:
    """A battle when the dice have fallen, from the event that tells it."""
    words = names.words
    heroes = event.numbers("heroes")
    rows = [event.numbers("attack"), event.numbers("defence")]
    armies = [event.numbers("attackers"), event.numbers("defenders")]
    seats = [event.number("attacker"), event.number("defender")]
    places = [event.number("origin"), event.number("place")]
    winner = event.number("winner")
    sides = []
    for side in (ATTACK, DEFENCE):
        units, bonus, hero, die = rows[side]
        label = words.text("moment.no_hero")
        if heroes[side] != NONE:
            label = names.hero(heroes[side]).name
        terms = (units, bonus, (strong_bit(str(hero)),), (names.die(die),))
        infantry, cavalry = armies[side]
        tone: Tone = "good" if winner == seats[side] else ""
        total = str(sum(rows[side]))
        sides.append(
            side_of(
                names,
                seats[side],
                side,
                places[side],
                (infantry, cavalry),
                terms,
                label,
                total,
                tone,
            )
        )
    margin = event.number("margin")
    return Moment(
        f"battle-told-{places[0]}-{places[1]}-{sum(rows[0])}-{sum(rows[1])}",
        words.text("moment.battle", place=names.place(places[1])),
        icon="swords",
        tone="bad",
        clause="conqueror.battle.2",
        sides=tuple(sides),
        verdict=verdict(names, sum(rows[0]), sum(rows[1]), winner, margin),
    )


# Bids ---------------------------------------------------------------------------------------------


def _bidding(context: Context) -> Moment:
    view, names, words = context.view, context.names, context.words
    card = names.card(view.card)
    bids = [view.bids[seat] if view.alive[seat] else HIDDEN for seat in range(view.seats)]
    return Moment(
        f"bids-{view.round}",
        words.text("moment.bidding", card=card.name),
        icon="sword",
        note=words.text("moment.needed", n=needed(view, card)),
        tone="bad",
        clause="conqueror.threat.4",
        sides=tuple(
            _bidder(context.names, seat, _sealed(names, bids[seat], seat == view.viewer))
            for seat in range(view.seats)
            if view.alive[seat]
        ),
        verdict=words.say(f"chronicle.{card.id}"),
    )


def _sealed(names: Names, bid: int, own: bool) -> Sentence:
    words = names.words
    if bid == NONE:
        return words.say("moment.thinking")
    return names.coins(bid) if own and bid != HIDDEN else words.say("moment.sealed")


def _bidder(names: Names, seat: int, line: Sentence, tone: Tone = "") -> Side:
    return Side(names.player_list([seat]), mark=seat, tone=tone, lines=(line,))


def told_bids(names: Names, event: Event) -> Moment:
    """All bids opened."""
    words = names.words
    bids, won = event.numbers("bids"), bool(event.number("won"))
    shown = {seat: bid for seat, bid in enumerate(bids) if bid != NONE}
    most = max(shown.values(), default=0)
    return Moment(
        f"bids-told-{'-'.join(str(bid) for bid in bids)}",
        words.text("moment.bids"),
        icon="sword",
        note=words.text("moment.needed", n=event.number("minimum")),
        tone="good" if won else "bad",
        clause="conqueror.threat.9",
        sides=tuple(
            Side(
                names.player_list([seat]),
                mark=seat,
                tone="good" if won and bid == most else "",
                terms=(Term((strong_bit(str(bid)),), words.text("moment.coins")),),
            )
            for seat, bid in shown.items()
        ),
        verdict=words.say(
            "moment.bids_won" if won else "moment.bids_lost",
            total=event.number("total"),
            minimum=event.number("minimum"),
        ),
    )


# The clock, bribes, five forts --------------------------------------------------------------------


def told(names: Names, event: Event, icon: str, tone: Tone, clause: str, line: Sentence) -> Moment:
    """A moment with one sentence: a warning, a bribe, the countdown with its forts."""
    words = names.words
    follows = (words.say(f"moment.follows.{event.kind}"),) if event.kind in FOLLOWS else ()
    if event.kind == "countdown":
        forts = tuple(words.say("moment.hold", place=names.place(n)) for n in event.numbers("held"))
        follows = (*forts, *follows)
    mark = event.number("seat")
    return Moment(
        f"{event.kind}-{mark}-{'-'.join(str(value) for value in event.facts.values())}",
        words.text(f"moment.{event.kind}"),
        icon=icon,
        tone=tone,
        clause=clause,
        sides=(Side(line, mark=mark),),
        follows=follows,
    )


def told_end(names: Names, event: Event, reason: str) -> Moment:
    """The end: why, and what everybody holds."""
    words = names.words
    best = event.numbers("winners")
    counts = [event.numbers(name) for name in ("forts", "food", "coins")]
    icons = [words.icon(icon, 2) for icon in ("fort", "food", "coin")]
    return Moment(
        "end",
        reason,
        icon="laurel",
        tone="good",
        clause="conqueror.victory.1",
        sides=tuple(
            Side(
                names.player_list([seat]),
                mark=seat,
                tone="good" if seat in best else "",
                terms=tuple(
                    Term((strong_bit(str(count[seat])),), icon.text)
                    for count, icon in zip(counts, icons, strict=True)
                ),
            )
            for seat in range(len(names.players))
        ),
        verdict=words.say("moment.end", players=names.player_list(best), count=len(best)),
        stays=True,
    )
