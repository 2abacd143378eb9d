"""What everything on the table is: forts, roads, boats, the standard, tokens, meters, dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from msgspec.structs import replace

from ludus.core.models import About
from ludus.core.protocol import Decision
from ludus.core.text import Sentence, roman
from ludus.games.cambria.face.choices import places_of
from ludus.games.cambria.face.context import Context
from ludus.games.cambria.face.rings import ring_of, standing
from ludus.games.cambria.face.why import why_not
from ludus.games.cambria.ids import (
    FREE,
    GONE,
    LAST_FORTS,
    LEGION,
    NONE,
    NUMBERS,
    STANDARD,
    WARRIORS,
)

Explainer: TypeAlias = Callable[[Context, int], About]


def about_of(context: Context, decision: Decision | None, place: str) -> About | None:
    """What is at a place, whether it can be chosen, and if not, why."""
    name = place.removeprefix("meter-")
    if name == "legion":
        name = "standard"  # The legion is the same wherever it stands.
    kind, _, text = name.partition("-")
    explainer, sizes = EXPLAINERS.get(kind, (None, ""))
    number = int(text) if text.isdecimal() and len(text) < 4 else NONE
    if explainer is None or not _exists(context, sizes, text, number):
        return None
    about = explainer(context, number)
    return _with_choice(context, decision, name, about)


def _exists(context: Context, sizes: str, text: str, number: int) -> bool:
    """Whether there is a thing of this number; a thing without number has no `sizes`."""
    if not sizes:
        return not text
    most = {
        "roads": context.board.roads,
        "sites": context.board.sites,
        "tokens": context.board.sites,
        "boats": len(NUMBERS),
        "players": context.view.players,
    }[sizes]
    if sizes == "tokens" and 0 <= number < most:
        return bool(context.board.victory[number])
    return 0 <= number < most


def _with_choice(context: Context, decision: Decision | None, place: str, about: About) -> About:
    """The same, with whether the place can be chosen now."""
    if decision is None or decision.seat != context.names.viewer:
        return about
    roads = context.board.roads
    if any(place in places_of(option, roads) for option in decision.options):
        state = context.words.text("about.open")
        return replace(about, state=state, tone="good")
    return replace(about, why_not=why_not(context, decision, place) or ())


# Places of the board ------------------------------------------------------------------------------


def _fort(context: Context, site: int) -> About:
    view, words, names, board = context.view, context.words, context.names, context.board
    numeral = roman(board.numeral[site])
    title = words.text("about.fort", site=names.site(site), numeral=numeral)
    roads = board.roads_at[site]
    rings = tuple(f"road-{road}" for road in roads)
    captor = view.captor[site]
    if not standing(view, site):
        key = "about.unclaimed" if captor == GONE else "about.taken"
        player = words.text("name.dummy") if captor == GONE else names.player(captor)
        return About(
            title,
            "fort",
            words.text("about.state.fallen"),
            body=(words.say(key, player=player), words.say("about.still_counts", numeral=numeral)),
            clauses=("cambria.capture.12", "cambria.place.5"),
            rings=rings,
        )
    return About(
        title,
        "fort",
        _lead(context, site),
        body=tuple(_road_at(context, site, road) for road in roads),
        gives=_gives(context, site),
        clauses=("cambria.capture.3", "cambria.vp.1" if board.victory[site] else "cambria.vp.5"),
        rings=rings,
    )


def _lead(context: Context, site: int) -> str:
    """Who leads at a fort."""
    words, names = context.words, context.names
    ring = ring_of(context.board, context.view.roads, context.view.players, site)
    if not ring.most:
        return words.text("about.state.empty")
    if ring.leader == NONE:
        return words.text("about.state.tied", most=ring.most)
    key = "about.state.you" if ring.leader == names.viewer else "about.state.leads"
    return words.text(
        key, player=names.player(ring.leader), most=ring.most, next=ring.rival(ring.leader)
    )


def _road_at(context: Context, site: int, road: int) -> Sentence:
    """One of a fort's roads: where it leads and who holds it."""
    a, b = context.board.ends[road]
    there = context.names.site(b if a == site else a)
    piece = context.view.roads[road]
    if piece == FREE:
        return context.words.say("about.road.free", site=there)
    if piece == LEGION:
        return context.words.say("about.road.legion", site=there)
    return context.words.say("about.road.held", site=there, player=context.names.player(piece))


def _gives(context: Context, site: int) -> tuple[Sentence, ...]:
    words, board = context.words, context.board
    first = words.say("about.gives", points=board.numeral[site])
    if not board.victory[site]:
        return (first,)
    return first, words.say("about.gives.second", points=board.victory[site])


def _road(context: Context, road: int) -> About:
    words, names, board = context.words, context.names, context.board
    a, b = board.ends[road]
    piece = context.view.roads[road]
    numbers = names.numbers([board.numeral[a], board.numeral[b]])
    if piece == FREE:
        stands = words.say("about.free")
    else:
        stands = words.say("about.stands", piece=names.piece(piece))
    return About(
        names.road_name(road),
        "road",
        body=(stands, words.say("about.reached", numbers=numbers), words.say("about.both")),
        clauses=("cambria.board.13", "cambria.place.2"),
        rings=(f"fort-{a}", f"fort-{b}"),
    )


def _boat(context: Context, boat: int) -> About:
    words, names = context.words, context.names
    numeral = roman(NUMBERS[boat])
    owner = context.view.boats[boat]
    if owner == NONE:
        stands = words.say("about.free")
    else:
        stands = words.say("about.aboard", piece=names.piece(owner))
    return About(
        words.text("preview.boat", boat=numeral),
        "boat",
        body=(stands, words.say("about.boat", boat=numeral), words.say("about.boat.how")),
        clauses=("cambria.boat.1", "cambria.subst.1"),
    )


def _standard(context: Context, number: int) -> About:
    words, view = context.words, context.view
    if view.legion == STANDARD:
        where = words.say("about.legion.home")
    else:
        where = words.say("about.legion.road", road=context.names.slot(view.legion))
    rings = () if view.legion == STANDARD else (f"road-{view.legion}",)
    return About(
        words.text("about.legion"),
        "legion",
        body=(where, words.say("about.legion.blocks")),
        clauses=("cambria.capture.6", "cambria.legion.1", "cambria.doubles.6"),
        rings=rings,
    )


def _token(context: Context, site: int) -> About:
    words, board = context.words, context.board
    return About(
        words.text("about.token", points=roman(board.victory[site])),
        "token",
        body=(words.say("about.token.who", site=context.names.site(site)),),
        gives=(words.say("about.gives.second", points=board.victory[site]),),
        clauses=("cambria.vp.1",),
        rings=(f"fort-{site}",),
    )


# Counts and dice ----------------------------------------------------------------------------------


def _supply(context: Context, player: int) -> About:
    left = context.view.supply[player]
    return _count(
        context,
        player,
        "warrior",
        context.words.say("about.supply", left=left, most=WARRIORS),
        ("cambria.supply.1",),
    )


def _forts(context: Context, player: int) -> About:
    forts, _ = context.won[player]
    said = context.words.say("about.forts", count=len(forts), points=sum(forts))
    return _count(context, player, "fort", said, ("cambria.score.1", "cambria.capture.3"))


def _tokens(context: Context, player: int) -> About:
    _, tokens = context.won[player]
    said = context.words.say("about.tokens", count=len(tokens), points=sum(tokens))
    return _count(context, player, "token", said, ("cambria.score.2", "cambria.vp.1"))


def _boats(context: Context, player: int) -> About:
    count = context.view.boats.count(player)
    said = context.words.say("about.boats", count=count)
    return _count(context, player, "boat", said, ("cambria.boat.1", "cambria.subst.9"))


def _score(context: Context, player: int) -> About:
    words, (forts, tokens) = context.words, context.won[player]
    return About(
        words.text("about.score", player=context.names.player(player)),
        "laurel",
        body=(
            words.say("about.forts", count=len(forts), points=sum(forts)),
            words.say("about.tokens", count=len(tokens), points=sum(tokens)),
            words.say("about.score.tie"),
        ),
        clauses=("cambria.score.3", "cambria.score.4"),
    )


def _progress(context: Context, number: int) -> About:
    words, view, board = context.words, context.view, context.board
    most = board.sites - LAST_FORTS
    fallen = sum(not standing(view, site) for site in range(board.sites))
    return About(
        words.text("about.end"),
        "fort",
        body=(words.say("about.end.when", fallen=fallen, most=most), words.say("about.end.claims")),
        clauses=("cambria.end.1", "cambria.end.4"),
    )


def _count(
    context: Context, player: int, icon: str, said: Sentence, clauses: tuple[str, ...]
) -> About:
    words = context.words
    meter = {"warrior": "warriors", "fort": "forts", "token": "tokens", "boat": "boats"}[icon]
    what = context.names.places.meters[meter]
    title = words.text("about.count", player=context.names.player(player), what=what)
    return About(title, icon, body=(said,), clauses=clauses)


def _dice(context: Context, number: int) -> About:
    words = context.words
    return About(
        words.text("about.dice"),
        "eagle",
        body=(
            words.say("about.dice.numbers"),
            words.say("about.dice.doubles"),
            words.say("about.dice.eagle"),
        ),
        clauses=("cambria.place.1", "cambria.doubles.1", "cambria.eagle.1", "cambria.legion.1"),
    )


EXPLAINERS: dict[str, tuple[Explainer, str]] = {
    "fort": (_fort, "sites"),
    "road": (_road, "roads"),
    "boat": (_boat, "boats"),
    "standard": (_standard, ""),
    "token": (_token, "tokens"),
    "supply": (_supply, "players"),
    "won": (_forts, "players"),
    "warriors": (_supply, "players"),
    "forts": (_forts, "players"),
    "tokens": (_tokens, "players"),
    "boats": (_boats, "players"),
    "score": (_score, "players"),
    "dice": (_dice, ""),
    "lead": (_dice, ""),
    "progress": (_progress, ""),
}
"""What explains a kind of place, and what its numbers count."""
