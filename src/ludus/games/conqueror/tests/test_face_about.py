"""What is said of everything on the table, and why nothing can be done there, read back."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from ludus.core.protocol import SPECTATOR
from ludus.core.text import plain
from ludus.games.conqueror.ids import FACTIONS, INDEPENDENT, NOBODY, NONE, TURN
from ludus.games.conqueror.tests.looks import Look, face, looks
from ludus.games.conqueror.tests.scene import CONTENTS, FREE, Scene
from ludus.games.conqueror.tests.test_face_cards import (
    HEROES_EACH,
    at_risk,
    explained,
    hero_line,
    in_full,
    own,
    payers,
    rows,
)
from ludus.games.conqueror.tests.test_face_choices import (
    ORDERS,
    WORDS,
    army,
    defends,
    spots,
)
from ludus.games.conqueror.tests.test_face_orders import say

# What everything is -------------------------------------------------------------------------------


def test_a_territory_says_what_it_holds_costs_and_gives() -> None:
    for look in looks()[::13]:
        view, board = look.view, look.board
        for place, land in enumerate(board.territories):
            about = explained(look, f"land-{place}")
            owner = view.owner[place]
            body = []
            if owner == NOBODY:
                body.append(say("about.empty"))
            else:
                who = say("name.independents") if owner == INDEPENDENT else look.names[owner]
                units = army(view.infantry[place], view.cavalry[place])
                body.append(say("about.army", player=who, army=units))
                body.append(say("about.defence", n=defends(view, place)))
            if place in at_risk(look):
                found = [look.names[seat] for seat in payers(look, place)]
                named = ", ".join(found) or say("about.nobody")
                body.append(say("about.price", n=view.bribe_price[place], who=named))
            near = [end for start, end, _ in board.links if start == place]
            body.append(say("about.ways", places=", ".join(board.names[end] for end in near)))
            assert rows(about.body) == body, (look.where, land.name)
            assert about.rings == tuple(f"land-{end}" for end in near)
            gives = ["home" if land.home >= 0 else ("", "fort", "great_fort")[land.fort]]
            expected = [say(f"about.gives.{key}") for key in gives if key]
            if land.food:
                expected.append(say("about.gives.food", n=land.food))
            if land.currency:
                expected.append(say("about.gives.coin", n=land.currency))
            assert rows(about.gives) == expected, land.name
            fort = face().about(view, look.mine, f"fort-{place}", look.names)
            if fort is not None:
                assert fort.body == about.body and fort.clauses != about.clauses


def test_the_state_of_a_place_is_that_it_can_be_chosen_or_is_a_sea() -> None:
    for look in looks()[::11]:
        options = look.mine.options if look.mine is not None else ()
        offered = {place for option in options for place in spots(look, option)}
        for place, land in enumerate(look.board.territories):
            for name in (f"land-{place}", f"army-{place}", f"fort-{place}"):
                about = face().about(look.view, look.mine, name, look.names)
                if about is None:
                    assert name.startswith("fort") and not land.fort
                elif name in offered:
                    assert (about.state, about.tone) == (WORDS.text("about.open"), "good")
                    assert about.why_not == ()
                else:
                    assert about.state == (WORDS.text("about.sea") if land.sea else "")
                    expected = reason(look, f"land-{place}") if look.mine is not None else ""
                    assert isinstance(about.why_not, tuple)
                    assert plain(about.why_not) == expected, (look.where, name)


def test_counts_say_how_many_and_of_what() -> None:
    met: Counter[str] = Counter()
    for look in looks()[::7]:
        view = look.view
        done = [number % 8 for number in range(view.seats)]
        burnt = tuple(5 * number % 16 for number in range(view.seats))
        seen = replace(look, view=replace(view, done=tuple(done), burnt=burnt))
        for seat, faction in enumerate(view.faction):
            counts = {
                "forts": view.forts[seat],
                "units": view.units[seat],
                "quota": view.quota[seat],
                "food": view.food[seat],
                "purse": view.purse[seat],
                "income": view.income[seat],
                "heroes": view.hand_sizes[seat],
                "missions": done[seat].bit_count(),
            }
            for key in ("forts", "units", "food", "coins", "heroes", "missions"):
                about = explained(seen, f"{key}-{seat}")
                assert about == explained(seen, f"meter-{key}-{seat}")
                what = WORDS.text(f"meter.{key}")
                assert about.title == WORDS.text("about.of", what=what, player=look.names[seat])
                first, *rest = rows(about.body)
                assert first == say(f"about.meter.{key}", most=5, **counts)
                assert rest == in_detail(seen, key, seat), (look.where, key)
                met[key] += bool(rest) and faction != NONE
    assert met["coins"] and met["heroes"] and met["missions"] and not met["food"]


def in_detail(look: Look, key: str, seat: int) -> list[str]:
    """A purse in coins, the heroes of a faction, the missions that were done."""
    view, faction = look.view, look.view.faction[seat]
    if faction == NONE:
        return []
    if key == "coins" and view.purse[seat]:
        fives, rest = divmod(view.purse[seat], 5)
        row = ["5"] * fives + ["2"] * (rest // 2) + ["1"] * (rest % 2)
        return [say("about.in_coins", coins=", ".join(row))]
    if key == "heroes":
        said = ("hero_left", "hero_played")
        return [
            say(f"about.{said[view.burnt[seat] >> n & 1]}", hero=hero_line(faction * 4 + n))
            for n in range(HEROES_EACH)
        ]
    if key == "missions":
        tasks = CONTENTS.missions[faction * 3 : faction * 3 + 3]
        return [
            say("about.mission_done", mission=task.name)
            for number, task in enumerate(tasks)
            if view.done[seat] >> number & 1
        ]
    return []


def test_what_there_is_not_is_not_explained() -> None:
    look = next(look for look in looks() if own(look) != NONE and look.view.round)
    seats, places = look.view.seats, look.board.places
    for place in (
        *("", "land", "land-", "land--1", "land-x", "land-1x", "land-\u0661", "land-0001", "x-1"),
        *(f"land-{places}", f"army-{places}", f"fort-{places}", "land-999", "land-\u00b2"),
        *(f"forts-{seats}", f"coins-{seats}", f"heroes-{seats}", "hero-4", "hero-99", "faction-6"),
        *("chronicle-1", "mission-0", "realm-0", "bribes-2", "meter-"),
    ):
        assert face().about(look.view, None, place, look.names) is None, place
    onlooker = next(look for look in looks() if look.view.viewer == SPECTATOR and look.view.round)
    for place in ("mission", "realm", "hero-0"):
        assert face().about(onlooker.view, None, place, onlooker.names) is None, place
    before = next(look for look in looks() if not look.view.round and own(look) != NONE)
    assert face().about(before.view, None, "hero-0", before.names) is None


def test_the_realm_is_explained_by_its_faction() -> None:
    for look in looks()[::8]:
        seat = own(look)
        if seat == NONE:
            continue
        faction = look.view.faction[seat]
        about = explained(look, "realm")
        assert about.body == explained(look, f"faction-{faction}").body
        assert about.title == FACTIONS[faction] and rows(about.body[1:]) == in_full(faction)
        rows_of = [row for row in CONTENTS.garrisons if row.faction == faction]
        rows_of = [row for row in rows_of if look.view.seats in row.seats]
        units = army(sum(r.infantry for r in rows_of), sum(r.cavalry for r in rows_of))
        home = next(land.name for land in look.board.territories if land.home == faction)
        assert plain(about.body[0]) == say("about.faction", home=home, army=units)


# Why not ------------------------------------------------------------------------------------------


def reason(look: Look, place: str) -> str:
    """Why nothing can be done at a territory, or nothing if something can."""
    view, law = look.view, look.law
    kind, _, digits = place.partition("-")
    number = int(digits)
    name, owner = look.board.names[number], view.owner[number]
    if view.ended:
        return say("why.over")
    if look.mine is None:
        if not view.waiting:
            return say("why.chance")
        seats = ", ".join(look.names[seat] for seat in view.waiting)
        return say("why.wait", seats=seats, count=len(view.waiting))
    for option in look.mine.options:
        goal = look.board.links[option.arg][1] if option.verb in ORDERS else NONE
        if place in spots(look, option) or place == f"land-{goal}":
            return ""
    if view.question is None or view.question.phase != TURN:
        return say("why.here", place=name)
    if owner == view.viewer:
        return say("why.spent", place=name)
    links = [(end, kinds) for start, end, kinds in look.board.links if start == number]
    forces = [(end, kinds) for end, kinds in links if view.force[end]]
    lands = look.board.territories
    near = [
        end
        for end, kinds in forces
        if kinds & ~law.closed and not (law.seas_closed and (lands[end].sea or lands[number].sea))
    ]
    if forces and not near:
        return say("why.closed", place=name)
    if owner == INDEPENDENT and near:
        return say("why.guard", place=name, theirs=defends(view, number))
    if owner >= 0 and near and law.truce:
        return say("why.home")
    return say("why.empty" if kind == "army" else "why.far", place=name)


def test_a_place_says_why_nothing_can_be_done_there() -> None:
    met: Counter[str] = Counter()
    for look in looks()[::5]:
        for place in range(look.board.places):
            for name in (f"land-{place}", f"army-{place}"):
                found = face().why_not(look.view, look.decision, name, look.names)
                expected = reason(look, name)
                assert plain(found or ()) == expected, (look.where, name, look.board.names[place])
                met[expected.partition(" ")[0]] += 1
        for name in (f"fort-{0}", f"land-{look.board.places}", "land-x", "mission", "army-"):
            assert face().why_not(look.view, look.decision, name, look.names) is None


def test_who_is_waited_for_is_named() -> None:
    scene = Scene(turn=2).purse("Rome", 3)
    scene.end()
    view = scene.view("Rome")
    names = ("Livia", "Marcus", "Quinta")
    said = face().why_not(view, None, "land-0", names)
    assert said is not None and plain(said) == say("why.chance")
    scene.draw("slave_revolt").act("bid:0", 0)
    said = face().why_not(scene.view("Rome"), None, "land-0", names)
    assert said is not None
    assert plain(said) == say("why.wait", seats="Marcus, Quinta", count=2)


def test_only_what_is_meant_is_guarded_closed_or_under_a_truce() -> None:
    names = ("Livia", "Marcus", "Quinta")

    def why(scene: Scene, name: str) -> str:
        place = f"land-{scene.place(name)}"
        said = face().why_not(scene.view("Rome"), scene.decision(), place, names)
        return plain(said or ())

    truce = Scene(acting=True, card="olympic_truce").army("Rome", "Sicilia", 3)
    truce.army("Greece", "Creta", 1).army("Greece", "Brundium", 1)
    assert why(truce, "Carthage") == say("why.home")
    assert why(truce, "Brundium") == "", "no home: it can be attacked"
    assert why(truce, "Creta") == say("why.far", place="Creta")
    peace = Scene(acting=True).army("Rome", "Sicilia", 3, spent=True).army("Rome", "Alpes", 1)
    assert why(peace, "Carthage") == say("why.far", place="Carthage")
    guard = Scene(acting=True).army("Rome", "Rome", 2).army(FREE, "Alpes", 1, 1)
    assert why(guard, "Alpes") == say("why.guard", place="Alpes", theirs=4)
