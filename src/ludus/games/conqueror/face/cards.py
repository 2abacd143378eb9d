"""Cards: chronicle, mission and bribe watch on the table; the viewer's realm and heroes below."""

from __future__ import annotations

from ludus.core.models import Card, Goal, Meter, Tray
from ludus.core.text import Sentence, icon_bit, joined, strong_bit
from ludus.games.conqueror.cards import CONTROL_ALL
from ludus.games.conqueror.cards import Goal as MissionGoal
from ludus.games.conqueror.face.context import Context
from ludus.games.conqueror.face.panels import meters
from ludus.games.conqueror.ids import FACTIONS, NONE, WIN_FORTS

MOST_AT_RISK = 5
"""So many armies are named in the bribe watch, the dearest first."""


def trays(context: Context) -> tuple[Tray, ...]:
    view = context.view
    if not view.round:
        shown = tuple(_faction(context, faction) for faction in factions(context))
        table = Tray("table", "", "common", (chronicle(context),))
        return table, Tray("factions", "", "hand", shown)
    common = [chronicle(context)]
    seat = context.own
    if seat != NONE and view.mission != NONE:
        common.append(mission(context, view.faction[seat] * context.missions_each + view.mission))
    watch = _bribes(context)
    common += [watch] if watch is not None else []
    found = [Tray("table", "", "common", tuple(common))]
    if seat != NONE:
        found.append(Tray("realm", "", "mine", (_realm(context, seat),)))
        heroes = tuple(_hero(context, seat, number) for number in range(context.heroes_each))
        found.append(Tray("heroes", "", "hand", heroes))
    return tuple(found)


# Before the first round ---------------------------------------------------------------------------


def factions(context: Context) -> list[int]:
    """The factions that so many players may choose from."""
    seats = context.names.contents.faction_seats
    return [each for each in range(len(FACTIONS)) if context.view.seats in seats[each]]


def told_of(context: Context, faction: int) -> tuple[Sentence, ...]:
    """All heroes and missions of a faction in full."""
    each, more = context.heroes_each, context.missions_each
    heroes = [hero_words(context, faction * each + n) for n in range(each)]
    missions = [mission_words(context, faction * more + n) for n in range(more)]
    return (*heroes, *missions)


def _faction(context: Context, faction: int) -> Card:
    """A faction with the names of its heroes; their words and the missions explain it."""
    view, names, words = context.view, context.names, context.words
    first = faction * context.heroes_each
    heroes = ", ".join(
        f"{names.hero(first + n).name} +{names.hero(first + n).strength}"
        for n in range(context.heroes_each)
    )
    taken = view.faction.index(faction) if faction in view.faction else NONE
    foot: Sentence = words.say("card.faction_free", home=names.place(context.board.home[faction]))
    if taken != NONE:
        foot = words.say("card.faction_taken", player=names.player(taken))
    return Card(
        f"faction-{faction}",
        names.faction(faction),
        icon="home",
        band=f"seat-{taken}" if taken != NONE else "gold",
        body=words.say("card.faction", heroes=heroes),
        more=told_of(context, faction),
        foot=foot,
        face="spent" if taken != NONE else "up",
        places=(f"faction-{faction}",),
    )


def hero_words(context: Context, hero: int) -> Sentence:
    """A hero in one line: strength, price, ability."""
    card = context.names.hero(hero)
    return context.words.say(
        "about.hero_line",
        hero=card.name,
        strength=card.strength,
        price=card.price,
        text=context.names.hero_text(hero),
    )


def mission_words(context: Context, number: int) -> Sentence:
    card = context.names.mission(number)
    text = context.names.mission_text(number)
    return context.words.say("about.mission_line", mission=card.name, n=card.pays, text=text)


# On the table -------------------------------------------------------------------------------------


def chronicle(context: Context) -> Card:
    view, names, words = context.view, context.names, context.words
    kind = words.text("card.chronicle")
    if view.card == NONE:
        return Card(
            "chronicle",
            words.text("card.no_chronicle"),
            kind=kind,
            icon="chronicle",
            band="gold",
            body=words.say("card.first_round"),
            places=("chronicle",),
        )
    card = names.card(view.card)
    return Card(
        "chronicle",
        card.name,
        kind=kind,
        icon="sword" if card.threat is not None else "chronicle",
        band="red" if card.threat is not None else "gold",
        body=words.say(f"chronicle.{card.id}"),
        foot=words.say("card.this_round"),
        places=("chronicle",),
    )


def mission(context: Context, number: int) -> Card:
    """The viewer's own mission as a list of what is done and what is not."""
    names, words = context.names, context.words
    card = names.mission(number)
    return Card(
        "mission",
        card.name,
        kind=words.text("card.mission"),
        icon="mission",
        band="purple",
        cost=names.coins(card.pays),
        goals=goals(context, context.own, number),
        foot=words.say("card.secret"),
        places=("mission",),
    )


def goals(context: Context, seat: int, number: int) -> tuple[Goal, ...]:
    """What a mission asks for; alternatives one after the other, joined by `or`."""
    map_number = context.names.contents.boards.index(context.board)
    found: list[Goal] = []
    for way, goal in enumerate(context.names.mission(number).goals[map_number]):
        lead = context.words.text("card.or") if way else ""
        found += _goal(context, seat, goal, lead)
    return tuple(found)


def _goal(context: Context, seat: int, goal: MissionGoal, lead: str) -> list[Goal]:
    view, names, words = context.view, context.names, context.words
    if goal.op == CONTROL_ALL:
        places = [place for place in range(context.board.places) if goal.places >> place & 1]
        return [
            Goal(
                words.text("card.hold", lead="" if number else lead, place=names.place(place)),
                done=seat != NONE and view.owner[place] == seat,
            )
            for number, place in enumerate(places)
        ]
    won = 0
    if seat != NONE and goal.faction in view.faction:
        won = view.wins[seat * view.seats + view.faction.index(goal.faction)]
    faction = names.faction(goal.faction)
    said = words.text("card.battles", lead=lead, n=won, most=goal.n, faction=faction)
    return [Goal(said, done=won >= goal.n)]


def _bribes(context: Context) -> Card | None:
    """What the armies of the player in turn cost, and who could pay, while the clock runs."""
    view, names, words = context.view, context.names, context.words
    risks = [place for place in range(context.board.places) if context.bribable(place)]
    if not risks:
        return None
    risks.sort(key=lambda place: -view.bribe_price[place])
    paid = [(place, payers) for place in risks if (payers := context.payers(place))]
    rows = []
    for place, payers in paid[:MOST_AT_RISK]:
        who = joined([(icon_bit(f"mark-{seat}", names.players[seat]),) for seat in payers], "")
        price = view.bribe_price[place]
        rows.append(words.say("card.at_risk", n=price, place=names.place(place), who=who))
    if len(paid) > MOST_AT_RISK:
        rows.append(words.say("card.more_at_risk", n=len(paid) - MOST_AT_RISK))
    if len(paid) < len(risks):
        rows.append(words.say("card.no_payer", n=len(risks) - len(paid)))
    return Card(
        "bribes",
        words.text("card.bribes"),
        kind=words.text("card.armies_of", player=names.players[view.in_turn]),
        icon="coin",
        band="red",
        body=joined(rows, "\n"),
        foot=words.say("card.homes_safe"),
        places=("bribes",),
    )


# The viewer's own ---------------------------------------------------------------------------------


def _realm(context: Context, seat: int) -> Card:
    view, words = context.view, context.words
    missing = WIN_FORTS - view.forts[seat]
    if view.countdown[seat]:
        cost = words.say("card.counting")
    elif missing > 0:
        cost = words.say("card.missing", n=missing)
    else:
        cost = words.say("card.hold_on")
    forts, units, food, coins, *_ = meters(context, seat)
    rows: tuple[Meter, ...] = (forts, units, food, coins)
    return Card(
        "realm",
        context.names.faction(view.faction[seat]),
        icon=f"mark-{seat}",
        band=f"seat-{seat}",
        cost=cost,
        meters=rows,
        places=("realm",),
    )


def _hero(context: Context, seat: int, number: int) -> Card:
    view, names, words = context.view, context.names, context.words
    hero = view.faction[seat] * context.heroes_each + number
    card = names.hero(hero)
    bit = 1 << number
    if view.hand & bit:
        foot = words.say("card.in_hand")
    elif view.burnt[seat] & bit:
        foot = words.say("card.played")
    else:
        foot = words.say("card.costs", n=view.hero_price[number])
    return Card(
        f"hero-{number}",
        card.name,
        icon="hero",
        band=f"seat-{seat}" if view.hand & bit else "",
        cost=(strong_bit(f"+{card.strength}"),),
        body=words.say(f"hero.{card.id}"),
        foot=foot,
        face="spent" if view.burnt[seat] & bit else "up",
        places=(f"hero-{number}",),
        shape="banner",
    )
