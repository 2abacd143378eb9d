"""What everything on the table is: lands, armies, forts, cards, counts and heroes of others."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from ludus.core.models import About
from ludus.core.protocol import Decision
from ludus.core.text import Sentence
from ludus.games.conqueror.face.cards import factions, hero_words, told_of
from ludus.games.conqueror.face.choices import places_of
from ludus.games.conqueror.face.context import Context
from ludus.games.conqueror.face.names import counts, land_id
from ludus.games.conqueror.face.why import why_not
from ludus.games.conqueror.ids import (
    FORT,
    GREAT_FORT,
    NO_FORT,
    NOBODY,
    NONE,
    WIN_FORTS,
)
from ludus.games.conqueror.mechanics.costs import coins

Explainer: TypeAlias = Callable[[Context, int], "About | None"]


def about_of(context: Context, decision: Decision | None, place: str) -> About | None:
    """What is at a place, whether it can be chosen, and if not, why."""
    name = place.removeprefix("meter-")
    kind, _, text = name.partition("-")
    explain = EXPLAINERS.get(kind)
    if explain is None:
        return None
    number = 0
    if kind not in ALONE:
        if not text.isascii() or not text.isdecimal() or len(text) > 3:
            return None
        number = int(text)
    elif text:
        return None
    about = explain(context, number)
    return about and _with_choice(context, decision, name, about)


def _with_choice(context: Context, decision: Decision | None, place: str, about: About) -> About:
    if decision is None or decision.seat != context.view.viewer:
        return about
    if any(place in places_of(context, option) for option in decision.options):
        return replace(about, state=context.words.text("about.open"), tone="good")
    kind, _, number = place.partition("-")
    if kind in ("land", "army", "fort"):
        said = why_not(context, decision, land_id(int(number)))
        return replace(about, why_not=said or ())
    return about


# The map ------------------------------------------------------------------------------------------


def _land(context: Context, place: int) -> About | None:
    board, view, words, names = context.board, context.view, context.words, context.names
    if place >= board.places:
        return None
    owner = view.owner[place]
    body: list[Sentence] = []
    if owner == NOBODY:
        body.append(words.say("about.empty"))
    else:
        army = names.army(view.infantry[place], view.cavalry[place])
        body.append(words.say("about.army", player=names.player_list([owner]), army=army))
        body.append(words.say("about.defence", n=context.defence_of(place)))
    if context.bribable(place):
        who = names.player_list(context.payers(place)) or words.say("about.nobody")
        body.append(words.say("about.price", n=view.bribe_price[place], who=who))
    ways = [end for start, end, _ in board.links if start == place]
    near = ", ".join(board.names[end] for end in ways)
    body.append(words.say("about.ways", places=near))
    return About(
        board.names[place],
        icon=_icon(context, place),
        state=words.text("about.sea") if board.sea_mask >> place & 1 else "",
        body=tuple(body),
        gives=_gives(context, place),
        clauses=("conqueror.control.1", "conqueror.move.1"),
        rings=tuple(land_id(end) for end in ways),
    )


def _icon(context: Context, place: int) -> str:
    board = context.board
    if board.home_of[place] != NONE:
        return "home"
    return {NO_FORT: "", FORT: "fort", GREAT_FORT: "great_fort"}[board.fort[place]]


def _gives(context: Context, place: int) -> tuple[Sentence, ...]:
    board, words = context.board, context.words
    territory = board.territories[place]
    found: list[Sentence] = []
    if territory.fort:
        key = "home" if territory.home >= 0 else "fort" if territory.fort == FORT else "great_fort"
        found.append(words.say(f"about.gives.{key}"))
    if territory.food:
        found.append(words.say("about.gives.food", n=territory.food))
    if territory.currency:
        found.append(words.say("about.gives.coin", n=territory.currency))
    return tuple(found)


def _fort(context: Context, place: int) -> About | None:
    if place >= context.board.places or not context.board.fort[place]:
        return None
    about = _land(context, place)
    return about and replace(about, clauses=("conqueror.fort.1", "conqueror.great_fort.1"))


# Cards --------------------------------------------------------------------------------------------


def _chronicle(context: Context, _: int) -> About:
    view, names, words = context.view, context.names, context.words
    left = words.say("about.cards_left", n=view.cards_left)
    if view.card == NONE:
        body = (words.say("card.first_round"), left)
        return About(words.text("card.chronicle"), "chronicle", body=body)
    card = names.card(view.card)
    body = (words.say(f"chronicle.{card.id}"), left)
    clause = "conqueror.threat.4" if card.threat is not None else "conqueror.chronicles.1"
    icon = "sword" if card.threat is not None else "chronicle"
    return About(card.name, icon, body=body, clauses=(clause,))


def _mission(context: Context, _: int) -> About | None:
    view = context.view
    if context.own == NONE or view.mission == NONE:
        return None
    return _mission_of(context, view.faction[context.own] * context.missions_each + view.mission)


def _mission_of(context: Context, number: int) -> About:
    names, words = context.names, context.words
    card = names.mission(number)
    return About(
        card.name,
        "mission",
        body=(words.say(f"mission.{card.id}"), words.say("about.mission_when")),
        gives=(names.coins(card.pays),),
        clauses=("conqueror.missions.5",),
    )


def _bribes(context: Context, _: int) -> About:
    words = context.words
    return About(
        words.text("card.bribes"),
        "coin",
        body=(words.say("about.bribes"), words.say("about.bribes_when")),
        clauses=("conqueror.bribe.1", "conqueror.bribe.9", "conqueror.bribe.11"),
    )


def _realm(context: Context, _: int) -> About | None:
    if context.own == NONE:
        return None
    return _faction(context, context.view.faction[context.own])


def _hero(context: Context, number: int) -> About | None:
    view, words = context.view, context.words
    if context.own == NONE or number >= context.heroes_each or not view.hero_price:
        return None
    hero = view.faction[context.own] * context.heroes_each + number
    bit = 1 << number
    key = "played" if view.burnt[context.own] & bit else "in_hand" if view.hand & bit else "costs"
    return About(
        context.names.hero(hero).name,
        "hero",
        body=(
            words.say("about.hero", strength=context.names.hero(hero).strength),
            words.say(f"hero.{context.names.hero(hero).id}"),
            words.say(f"card.{key}", n=view.hero_price[number]),
        ),
        clauses=("conqueror.heroes.7", f"conqueror.hero.{context.names.hero(hero).id}"),
    )


def _faction(context: Context, faction: int) -> About | None:
    """A faction with all of its heroes and missions in full."""
    if faction not in factions(context):
        return None
    names, words = context.names, context.words
    home = context.board.home[faction]
    army, _ = context.first_army(faction)
    body = [words.say("about.faction", home=names.place(home), army=army)]
    return About(
        names.faction(faction),
        "home",
        body=(*body, *told_of(context, faction)),
        clauses=("conqueror.setup.3", "conqueror.heroes.7", "conqueror.missions.3"),
        rings=(land_id(home),),
    )


# Counts of a player -------------------------------------------------------------------------------


def _counted(key: str, icon: str, clause: str) -> Explainer:
    def explain(context: Context, seat: int) -> About | None:
        if seat >= context.view.seats:
            return None
        words = context.words
        said = words.say(f"about.meter.{key}", most=WIN_FORTS, **counts(context.view, seat))
        title = words.text(
            "about.of", what=words.text(f"meter.{key}"), player=context.names.players[seat]
        )
        return About(title, icon, body=(said, *_more(context, key, seat)), clauses=(clause,))

    return explain


def _more(context: Context, key: str, seat: int) -> list[Sentence]:
    """The heroes that a player may have, or the missions that were done."""
    view, names, words = context.view, context.names, context.words
    faction = view.faction[seat]
    if faction == NONE:
        return []
    if key == "coins" and view.purse[seat]:
        row = ", ".join(str(coin) for coin in coins(view.purse[seat]))
        return [words.say("about.in_coins", coins=row)]
    if key == "heroes":
        rows = []
        for number in range(context.heroes_each):
            said = "hero_played" if view.burnt[seat] >> number & 1 else "hero_left"
            hero = hero_words(context, faction * context.heroes_each + number)
            rows.append(words.say(f"about.{said}", hero=hero))
        return rows
    if key == "missions":
        first = faction * context.missions_each
        done = [n for n in range(context.missions_each) if view.done[seat] >> n & 1]
        return [
            words.say("about.mission_done", mission=names.mission(first + n).name) for n in done
        ]
    return []


ALONE = ("chronicle", "mission", "bribes", "realm")
EXPLAINERS: dict[str, Explainer] = {
    "land": _land,
    "army": _land,
    "fort": _fort,
    "chronicle": _chronicle,
    "mission": _mission,
    "bribes": _bribes,
    "realm": _realm,
    "hero": _hero,
    "faction": _faction,
    "forts": _counted("forts", "fort", "conqueror.victory.1"),
    "units": _counted("units", "infantry", "conqueror.food.3"),
    "food": _counted("food", "food", "conqueror.food.3"),
    "coins": _counted("coins", "coin", "conqueror.currency.1"),
    "heroes": _counted("heroes", "hero", "conqueror.heroes.7"),
    "missions": _counted("missions", "laurel", "conqueror.missions.5"),
}
