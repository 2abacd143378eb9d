"""Each choice, read back: its name, what it says it will do, and where it can be made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from ludus.core.actions import Action
from ludus.core.face import Choice
from ludus.core.text import Part, plain
from ludus.games.conqueror.board import Board
from ludus.games.conqueror.ids import ATTACK, FORT, GREAT_FORT, INDEPENDENT, NOBODY, NONE, SPENT
from ludus.games.conqueror.mechanics.odds import percents
from ludus.games.conqueror.tests.looks import Look, asked, face, own_looks
from ludus.games.conqueror.tests.scene import CONTENTS
from ludus.games.conqueror.view import View

WORDS = face().words
STATUSES, ROW = 5, 10
Hints = Callable[[Look, Action], Sequence[str]]


def hint(key: str, **parts: Part) -> str:
    return WORDS.text(f"hint.{key}", **parts)


def unit(kind: int) -> str:
    return WORDS.text(f"unit.{kind}")


def army(infantry: int, cavalry: int) -> str:
    key = {(0, 0): "none", (1, 1): "both", (1, 0): "infantry", (0, 1): "cavalry"}
    said = key[min(infantry, 1), min(cavalry, 1)]
    return plain(WORDS.say(f"army.{said}", infantry=infantry, cavalry=cavalry))


def carried(board: Board, place: int) -> str:
    """What a territory carries, in words."""
    land = board.territories[place]
    fort = {FORT: ["fort"], GREAT_FORT: ["great_fort"]}.get(land.fort, [])
    home = ["home"] if land.home >= 0 else []
    icons = home + fort + ["food"] * land.food + ["currency"] * land.currency
    return ", ".join(WORDS.text(f"icons.{icon}") for icon in icons)


def ready(view: View, place: int, kind: int, *done: int) -> int:
    """Units of a kind in a territory but those with these statuses."""
    whole = (view.infantry, view.cavalry)[kind][place]
    row = place * ROW + kind * STATUSES
    return whole - sum(view.acted[row + status - 1] for status in done)


def fed(look: Look, seat: int, gained: int = NONE, lost: int = NONE) -> int:
    """How many units a seat's food allows with one territory more and one less."""
    lands = look.board.territories
    held = {place for place, owner in enumerate(look.view.owner) if owner == seat} | {gained}
    food = sum(lands[place].food for place in held - {lost, NONE})
    return CONTENTS.quota[food] + look.law.quota


def takes(look: Look, place: int) -> str:
    shown = carried(look.board, place)
    return hint("takes", icons=shown) if shown else hint("takes_bare")


def defends(view: View, place: int) -> int:
    return view.infantry[place] + 2 * view.cavalry[place] + view.defence[place]


def unpaid(look: Look) -> list[str]:
    """What is lost with the first action of a turn."""
    view = look.view
    if view.acting or view.collected or not view.income[view.viewer]:
        return []
    return [hint("income_lost", n=view.income[view.viewer])]


def prize(look: Look) -> str:
    second = "any" if look.view.second_move else "attack"
    return second if look.law.second_attack else "none"


# What each verb does ------------------------------------------------------------------------------


def nothing(look: Look, action: Action) -> list[str]:
    return []


def same(look: Look, action: Action) -> list[str]:
    return [hint(action.verb)]


def faction(look: Look, action: Action) -> list[str]:
    rows = [row for row in CONTENTS.garrisons if row.faction == action.arg]
    rows = [row for row in rows if look.view.seats in row.seats]
    units = army(sum(row.infantry for row in rows), sum(row.cavalry for row in rows))
    home = next(land.name for land in look.board.territories if land.home == action.arg)
    return [hint("faction", home=home, army=units)]


def bid(look: Look, action: Action) -> list[str]:
    left = look.view.purse[look.view.viewer] - look.view.pledged - action.arg
    return [hint("bid", n=left) if left else hint("bid_all")]


def collect(look: Look, action: Action) -> list[str]:
    return [hint("collect", n=look.view.income[look.view.viewer])]


def recruit(look: Look, action: Action) -> list[str]:
    seat = look.view.viewer
    return [hint("recruit", units=look.view.units[seat] + 1, quota=look.view.quota[seat])]


def hero(look: Look, action: Action) -> list[str]:
    card = CONTENTS.heroes[action.arg]
    return [hint(action.verb, strength=card.strength, text=WORDS.text(f"hero.{card.id}"))]


def move(look: Look, action: Action) -> list[str]:
    view, board, seat = look.view, look.board, look.view.viewer
    start, end, _ = board.links[action.arg]
    there = view.infantry[start] + view.cavalry[start]
    free = view.owner[end] == NOBODY
    rows = unpaid(look)
    rows.append(takes(look, end) if free else hint("joins"))
    if free and board.fort[end]:
        rows.append(hint("fort_now", n=view.forts[seat] + 1))
    lost = NONE
    home = board.territories[start].home == view.faction[seat]
    if (action.verb == "march" or there == 1) and not home:
        lost = start
        shown = carried(board, start)
        tail = hint("leaves_icons", icons=shown) if shown else ""
        rows.append(hint("leaves", place=board.names[start], icons=tail))
    quota = fed(look, seat, end if free else NONE, lost)
    if view.units[seat] > quota:
        rows.append(hint("hungry", quota=quota, n=view.units[seat] - quota))
    return rows


def attack(look: Look, action: Action) -> list[str]:
    view = look.view
    start, end, _ = look.board.links[action.arg]
    able = [ready(view, start, kind, 1, SPENT) for kind in (0, 1)]
    mine = sum(count * weight for count, weight in zip(able, look.law.attack_weight, strict=True))
    theirs, owner = defends(view, end), view.owner[end]
    if owner == INDEPENDENT:
        return [*unpaid(look), hint("independent", mine=mine, theirs=theirs), takes(look, end)]
    win, draw, lost = percents(mine - theirs)
    odds = {"win": win, "draw": draw, "lost": lost}
    said = hint("battle", mine=mine, theirs=theirs, rival=look.names[owner], **odds)
    pay = hint(f"battle_pay.{prize(look)}", n=look.law.victory_pay)
    return [*unpaid(look), said, pay]


def end(look: Look, action: Action) -> list[str]:
    view, seat = look.view, look.view.viewer
    rows = [hint("end")]
    if unpaid(look):
        rows.append(hint("uncollected", n=view.income[seat]))
    if view.forts[seat] >= 5:
        rows.append(hint("end_count", n=view.forts[seat]))
    return rows


def sums(look: Look) -> tuple[int, int]:
    fight = look.view.battle
    assert fight is not None
    mine, theirs = (sum(row) for row in fight.parts)
    return mine, theirs


def join(look: Look, action: Action) -> list[str]:
    mine, theirs = sums(look)
    weight = look.law.attack_weight[action.arg // 4]
    return [hint("join", mine=mine + weight, theirs=theirs)]


def join_all(look: Look, action: Action) -> list[str]:
    view = look.view
    assert view.battle is not None and view.question is not None
    start = view.battle.origin
    # A kind of units that was gone past stays behind.
    if view.question.count:
        return []
    able = [ready(view, start, kind, 1, SPENT) for kind in (0, 1)]
    mine = sum(count * weight for count, weight in zip(able, look.law.attack_weight, strict=True))
    return [hint("join", mine=mine, theirs=sums(look)[1])]


def stand(look: Look, action: Action) -> list[str]:
    mine, theirs = sums(look)
    return [hint(action.verb, mine=mine, theirs=theirs)]


def retreat(look: Look, action: Action) -> list[str]:
    own = look.view.owner[action.arg] == look.view.viewer
    return [hint("retreat_own") if own else takes(look, action.arg)]


def stay(look: Look, action: Action) -> list[str]:
    fight = look.view.battle
    if fight is None:
        return [hint("stay_spent")]
    return [hint("stay", place=look.board.names[fight.origin])]


def drop(look: Look, action: Action) -> list[str]:
    view, place = look.view, action.arg
    home = look.board.territories[place].home == view.faction[view.viewer]
    if view.infantry[place] + view.cavalry[place] > 1 or home:
        return []
    shown = carried(look.board, place)
    tail = hint("leaves_icons", icons=shown) if shown else ""
    return [hint("drop_last", place=look.board.names[place], icons=tail)]


def warn(look: Look, action: Action) -> list[str]:
    return [hint("warn", late=look.names[look.view.in_turn])]


def bribe(look: Look, action: Action) -> list[str]:
    view, place = look.view, action.arg
    left = view.purse[view.viewer] - view.bribe_price[place]
    return [hint("bribe", army=army(view.infantry[place], view.cavalry[place]), n=left)]


HINTS: dict[str, Hints] = {
    "faction": faction,
    "bid": bid,
    "more": same,
    "collect": collect,
    "recruit_infantry": recruit,
    "recruit_cavalry": recruit,
    "hire": lambda look, action: [
        hint(
            "recruit",
            units=look.view.units[look.view.viewer] + 1,
            quota=look.view.quota[look.view.viewer],
        )
    ],
    "buy": hero,
    "play": hero,
    "move_infantry": move,
    "move_cavalry": move,
    "march": move,
    "attack": attack,
    "end": end,
    "which": nothing,
    "join": join,
    "join_all": join_all,
    "fight": stand,
    "keep": stand,
    "no_hero": same,
    "reroll": same,
    "lose": nothing,
    "kill": nothing,
    "retreat": retreat,
    "retreat_infantry": retreat,
    "retreat_cavalry": retreat,
    "advance": same,
    "stay": stay,
    "drop_infantry": drop,
    "drop_cavalry": drop,
    "wait": same,
    "warn": warn,
    "bribe": bribe,
}
ORDERS = ("move_infantry", "move_cavalry", "march", "attack")
AT_FORT = ("recruit_infantry", "recruit_cavalry", "hire")


def spots(look: Look, action: Action) -> tuple[str, ...]:
    """Where a choice is made."""
    verb, arg = action.verb, action.arg
    if verb in ORDERS:
        return (f"army-{look.board.links[arg][0]}",)
    if verb in AT_FORT:
        return (f"fort-{arg}",)
    if verb in ("buy", "play"):
        return (f"hero-{arg % 4}",)
    if verb in ("drop_infantry", "drop_cavalry"):
        return (f"army-{arg}",)
    if verb in ("retreat", "retreat_infantry", "retreat_cavalry", "bribe"):
        army = () if look.view.owner[arg] == NOBODY else (f"army-{arg}",)
        return (*army, f"land-{arg}")
    if verb == "more" or (verb == "bid" and look.view.purse[look.view.viewer]):
        return ("realm",)
    return (f"faction-{arg}",) if verb == "faction" else ()


def lights(look: Look, action: Action) -> tuple[str, ...]:
    """What is lit while a choice is pointed at."""
    if action.verb in ORDERS:
        start, end, _ = look.board.links[action.arg]
        return f"land-{start}", f"land-{end}"
    if action.verb != "faction":
        return ()
    rows = [row for row in CONTENTS.garrisons if row.faction == action.arg]
    rows = [row for row in rows if look.view.seats in row.seats]
    return tuple(f"land-{look.board.place(row.place)}" for row in rows)


def offered(look: Look) -> Sequence[Choice]:
    assert look.mine is not None
    return face().choices(look.view, look.mine, look.names)


def test_a_choice_says_what_it_does() -> None:
    met: Counter[str] = Counter()
    for look in own_looks():
        for choice in offered(look):
            expected = " ".join(HINTS[choice.action.verb](look, choice.action))
            assert plain(choice.hint) == expected, (look.where, choice.action)
            met[choice.action.verb] += 1
    assert met.keys() == HINTS.keys()


def test_a_choice_is_made_where_it_happens() -> None:
    for look in own_looks():
        for choice in offered(look):
            told = (look.where, choice.action)
            assert choice.places == spots(look, choice.action), told
            assert choice.lights == lights(look, choice.action), told
            assert choice.main == choice.by_hand == (choice.action.verb == "end"), told


def test_a_choice_is_called_by_what_it_is_about() -> None:
    for look in own_looks():
        names, view = look.board.names, look.view
        for choice in offered(look):
            verb, arg, said = choice.action.verb, choice.action.arg, choice.label
            if verb in ORDERS:
                start, end, _ = look.board.links[arg]
                assert said == WORDS.text(f"action.{verb}", start=names[start], place=names[end])
            elif verb in AT_FORT or verb.startswith(("drop", "retreat")):
                law = look.law
                hired: dict[str, Part] = {"unit": unit(max(law.buy_unit, 0))}
                hired["price"] = law.buy_price
                assert said == WORDS.text(f"action.{verb}", place=names[arg], **hired)
            elif verb == "bribe":
                price = view.bribe_price[arg]
                assert said == WORDS.text("action.bribe", place=names[arg], price=price)
            elif verb in ("buy", "play"):
                price = view.hero_price[arg % 4]
                name = CONTENTS.heroes[arg].name
                assert said == WORDS.text(f"action.{verb}", hero=name, price=price)
            elif verb in ("join", "kill", "stay"):
                group = WORDS.text(f"group.{arg % 4}", unit=unit(arg // 4))
                assert said == WORDS.text(f"action.{verb}", unit=group)
            elif verb == "bid":
                assert said == WORDS.text("action.bid", n=arg + view.pledged)


def test_which_unit_moves_is_told_by_what_it_may_do() -> None:
    for look, decision in asked("which"):
        assert look.view.question is not None
        kind = look.view.question.count
        for choice in offered(look):
            status = WORDS.text(f"status.{choice.action.arg}")
            assert choice.label == WORDS.text("action.which", unit=unit(kind), status=status)
        assert len(decision.options) > 1


def test_losses_are_worth_the_margin_or_the_least_more() -> None:
    met = set()
    for look, _ in asked("casualty"):
        view = look.view
        fight, question = view.battle, view.question
        assert fight is not None and question is not None
        met.add(question.which)
        army_there = (view.infantry[fight.target], view.cavalry[fight.target])
        if question.which == ATTACK:
            army_there = (sum(fight.joined[:4]), sum(fight.joined[4:]))
        lost = []
        for choice in offered(look):
            horses = choice.action.arg
            feet = next(
                feet
                for feet in range(army_there[0] + 1)
                if choice.label == WORDS.text("action.lose", army=army(feet, horses))
            )
            assert horses <= army_there[1]
            lost.append(feet + 2 * horses)
        assert len(set(lost)) == 1 and lost[0] - question.count in (0, 1)
    assert met == {0, 1}
