"""The primitives that cards are made of, as tables: what each word on a card means for the rules.

A card's line is read by one small function from the table of its kind. Reading is strict: an
unknown word, a missing or a left-over field is refused with the place where it stands. What the
compiled cards do in play stands in `rules/`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final, TypeAlias

from ludus.core.content import demand
from ludus.core.errors import BadContent
from ludus.games.conqueror.board import BORDER, BRIDGE, COAST, RIVER, SEA_LINE, Board
from ludus.games.conqueror.cards import (
    ALL,
    ALL_BUT_LOWEST,
    AT_FORT,
    AT_GREAT_FORT,
    AT_HOME,
    AT_SEA,
    BUY_AT_FORT,
    BUY_AT_HOME,
    HIGHEST,
    LOST,
    LOWEST,
    OVER_BRIDGE,
    WON,
    Ability,
    Consequence,
    Goal,
    Law,
)
from ludus.games.conqueror.ids import CAVALRY, FACTIONS, INFANTRY, NONE

Field: TypeAlias = bool | int | str | list[str]

UNITS: Final = {"infantry": INFANTRY, "cavalry": CAVALRY}
SIDES: Final = {"attack": 1, "defend": 2}
RESULTS: Final = {"win": WON, "lose": LOST, "any": WON | LOST}
PLACES: Final = {
    "fort": AT_FORT,
    "great_fort": AT_GREAT_FORT,
    "home": AT_HOME,
    "sea": AT_SEA,
    "bridge": OVER_BRIDGE,
}
WALLS: Final = {"fort": AT_FORT, "great_fort": AT_GREAT_FORT, "home": AT_HOME}
LINKS: Final = {
    "border": BORDER,
    "coast": COAST,
    "sea": SEA_LINE,
    "bridge": BRIDGE,
    "river": RIVER,
}
WHO: Final = {"all": ALL, "lowest": LOWEST, "all_but_lowest": ALL_BUT_LOWEST, "highest": HIGHEST}


class Line:
    """One line of a card, read field by field; `finish` refuses what nobody has read."""

    def __init__(self, fields: Mapping[str, Field], path: Path, where: str) -> None:
        self._left = dict(fields)
        self._path = path
        self._where = where
        self.op = self.word("op")

    def fail(self, what: str) -> BadContent:
        return BadContent(f"{self._path}: {self._where}: {what}")

    def word(self, name: str, default: str | None = None) -> str:
        value = self._left.pop(name, default)
        if not isinstance(value, str):
            raise self.fail(f"{name!r} must be a word, not {value!r}")
        return value

    def number(self, name: str) -> int:
        value = self._left.pop(name, None)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.fail(f"{name!r} must be a number, not {value!r}")
        return value

    def flag(self, name: str) -> bool:
        value = self._left.pop(name, False)
        if not isinstance(value, bool):
            raise self.fail(f"{name!r} must be true or false, not {value!r}")
        return value

    def words(self, name: str) -> list[str]:
        value = self._left.pop(name, None)
        if not isinstance(value, list) or not value:
            raise self.fail(f"{name!r} must be a list of words, not {value!r}")
        return value

    def one_of(self, name: str, table: Mapping[str, int]) -> int:
        return self._look_up(name, self.word(name), table)

    def bits(self, name: str, table: Mapping[str, int], needed: bool = True) -> int:
        """The union of the named bits; nothing for a field that is not there and not needed."""
        if name not in self._left and not needed:
            return 0
        value = self._left.get(name)
        words = [self.word(name)] if isinstance(value, str) else self.words(name)
        found = 0
        for word in words:
            found |= self._look_up(name, word, table)
        return found

    def exactly(self, name: str, word: str) -> None:
        """A field with only one possible word, written out for the reader."""
        found = self.word(name)
        if found != word:
            raise self.fail(f"{name!r} must be {word!r}, not {found!r}")

    def finish(self) -> None:
        if self._left:
            raise self.fail(f"{self.op!r} has no field {', '.join(sorted(self._left))}")

    def _look_up(self, name: str, word: str, table: Mapping[str, int]) -> int:
        if word not in table:
            raise self.fail(f"{name!r} must be one of {', '.join(table)}, not {word!r}")
        return table[word]


# Chronicle cards that hold for a round ----------------------------------------------------------


def _forbid(law: Law, line: Line) -> None:
    what = line.word("what")
    if what == "recruit":
        law.recruit = False
    elif what == "second_attack":
        law.second_attack = False
    elif what == "play_hero":
        law.heroes_play = False
    elif what == "attack_home":
        line.exactly("spares", "holder_of_5_forts")
        law.truce = True
    else:
        raise line.fail(f"nothing called {what!r} can be forbidden")


def _hero_price(law: Law, line: Line) -> None:
    law.hero_price = line.number("n")
    law.hero_floor = line.number("min")


def _quota(law: Law, line: Line) -> None:
    n = line.number("n")
    if line.word("scope", "always") == "recruit_only":
        law.recruit_quota = n
    else:
        line.exactly("on_end", "remove_excess")
        law.quota = n


def _close_links(law: Law, line: Line) -> None:
    if line.word("touching", "") == "sea":
        law.seas_closed = True
    else:
        law.closed |= line.bits("types", LINKS)


def _income_bonus(law: Law, line: Line) -> None:
    n = line.number("n")
    if line.one_of("per", {"sea": 0, "player": 1}):
        law.income += n
    else:
        law.income_per_sea += n


def _income_limit(law: Law, line: Line) -> None:
    line.exactly("to", "home")
    law.home_income_only = True


def _set_defence(law: Law, line: Line) -> None:
    law.defence_great = line.number("great_fort")
    law.defence_home = line.number("home")


def _add_defence(law: Law, line: Line) -> None:
    law.walls = line.number("n")
    law.wall_places = line.bits("place", WALLS)


def _buy_unit(law: Law, line: Line) -> None:
    law.buy_unit = line.one_of("unit", UNITS)
    law.buy_price = line.number("price")
    law.buy_limit = line.number("limit")
    law.buy_place = line.one_of("place", {"any_fort": BUY_AT_FORT, "home": BUY_AT_HOME})


def _victory_pay(law: Law, line: Line) -> None:
    law.victory_pay = line.number("n")


def _extra_move(law: Law, line: Line) -> None:
    law.extra_moves = line.number("n")
    if law.extra_moves != 1:
        raise line.fail("the rules know of one extra move only")


def _unit_strength(law: Law, line: Line) -> None:
    line.exactly("side", "attack")
    weight = list(law.attack_weight)
    weight[line.one_of("unit", UNITS)] = line.number("value")
    law.attack_weight = (weight[INFANTRY], weight[CAVALRY])


def _bribe_factor(law: Law, line: Line) -> None:
    law.bribe_num = line.number("num")
    law.bribe_den = line.number("den")
    if law.bribe_num < 1 or law.bribe_den < 1:
        raise line.fail("a bribe's factor must be above 0")


LAW_OPS: Final[dict[str, Callable[[Law, Line], None]]] = {
    "forbid": _forbid,
    "hero_price": _hero_price,
    "quota": _quota,
    "close_links": _close_links,
    "income_bonus": _income_bonus,
    "income_limit": _income_limit,
    "set_defence": _set_defence,
    "add_defence": _add_defence,
    "buy_unit": _buy_unit,
    "victory_pay": _victory_pay,
    "extra_move": _extra_move,
    "unit_strength": _unit_strength,
    "bribe_factor": _bribe_factor,
}


def read_law(law: Law, line: Line) -> None:
    """Bend a law as the line of a card says."""
    if line.op not in LAW_OPS:
        raise line.fail(f"no primitive {line.op!r} for a round: {', '.join(LAW_OPS)}")
    LAW_OPS[line.op](law, line)
    line.finish()


# Heroes -----------------------------------------------------------------------------------------

BONUS: Final = 0
UNIT_BONUS: Final = 1
REDUCE_DEFENCE: Final = 2
EXTRA_KILL: Final = 3
SELF_LOSS: Final = 4
NO_CASUALTIES: Final = 5
PROTECT: Final = 6
RETREAT_ANYWHERE: Final = 7
EXTRA_ACTION: Final = 8
GAIN_CURRENCY: Final = 9
STEAL_CURRENCY: Final = 10
CONVERT: Final = 11
DRAW_WINS: Final = 12
REROLL: Final = 13
NULLIFY: Final = 14


def _plain(op: int, line: Line) -> Ability:
    """An ability without fields of its own."""
    return Ability(op)


def _counted(op: int, line: Line) -> Ability:
    return Ability(op, line.number("n"))


def _single(op: int, line: Line) -> Ability:
    if line.number("n") != 1:
        raise line.fail("the rules know of one such action only")
    return Ability(op, 1)


def _per_unit(op: int, line: Line) -> Ability:
    return Ability(op, line.number("n"), unit=line.one_of("unit", UNITS), cap=line.number("cap"))


def _of_kind(op: int, line: Line) -> Ability:
    return Ability(op, line.number("n"), unit=line.one_of("unit", UNITS))


def _kill(op: int, line: Line) -> Ability:
    return Ability(op, line.number("n"), unblockable=line.flag("unblockable"))


def _roll_again(op: int, line: Line) -> Ability:
    return Ability(op, 1, enemy=bool(line.one_of("who", {"self": 0, "enemy": 1})))


HERO_OPS: Final[dict[str, tuple[int, Callable[[int, Line], Ability], bool]]] = {
    # The number, how its fields are read, and whether it waits for the result of the battle.
    "bonus": (BONUS, _counted, False),
    "unit_bonus": (UNIT_BONUS, _per_unit, False),
    "reduce_defence": (REDUCE_DEFENCE, _counted, False),
    "extra_kill": (EXTRA_KILL, _kill, True),
    "self_loss": (SELF_LOSS, _counted, True),
    "no_casualties": (NO_CASUALTIES, _plain, True),
    "protect": (PROTECT, _counted, True),
    "retreat_anywhere": (RETREAT_ANYWHERE, _plain, True),
    "extra_action": (EXTRA_ACTION, _single, True),
    "gain_currency": (GAIN_CURRENCY, _counted, True),
    "steal_currency": (STEAL_CURRENCY, _counted, True),
    "convert": (CONVERT, _of_kind, True),
    "draw_wins": (DRAW_WINS, _plain, False),
    "reroll": (REROLL, _roll_again, False),
    "nullify": (NULLIFY, _plain, False),
}


def read_ability(line: Line) -> Ability:
    """An ability from the line of a hero card."""
    if line.op not in HERO_OPS:
        raise line.fail(f"no primitive {line.op!r} for a hero: {', '.join(HERO_OPS)}")
    number, read, after = HERO_OPS[line.op]
    ability = read(number, line)
    ability.sides = line.bits("side", SIDES, needed=False) or SIDES["attack"] | SIDES["defend"]
    ability.results = line.bits("result", RESULTS, needed=after)
    ability.places = line.bits("place", PLACES, needed=False)
    if ability.results and not after:
        raise line.fail(f"{line.op!r} counts before the dice and cannot wait for a result")
    line.finish()
    return ability


# Sword cards ------------------------------------------------------------------------------------

TAKE_CURRENCY: Final = 0
GIVE_CURRENCY: Final = 1
TAKE_UNITS: Final = 2
GIVE_UNITS: Final = 3


def _coins(op: int, line: Line) -> Consequence:
    return Consequence(op, line.one_of("who", WHO), line.number("n"))


def _placed(op: int, line: Line) -> Consequence:
    line.exactly("place", "home")
    return Consequence(op, line.one_of("who", WHO), line.number("n"), line.one_of("unit", UNITS))


THREAT_OPS: Final[dict[str, tuple[int, Callable[[int, Line], Consequence]]]] = {
    "lose_currency": (TAKE_CURRENCY, _coins),
    "gain_currency": (GIVE_CURRENCY, _coins),
    "lose_units": (TAKE_UNITS, _coins),
    "gain_units": (GIVE_UNITS, _placed),
}


def read_consequence(line: Line) -> Consequence:
    """What follows from a bidding, from the line of a sword card."""
    if line.op not in THREAT_OPS:
        raise line.fail(f"no primitive {line.op!r} for a threat: {', '.join(THREAT_OPS)}")
    number, read = THREAT_OPS[line.op]
    consequence = read(number, line)
    line.finish()
    return consequence


# Missions ---------------------------------------------------------------------------------------

CONTROL_ALL: Final = 0
BATTLES_WON: Final = 1


def _control_all(line: Line, board: Board, path: Path) -> Goal | None:
    places = 0
    for name in line.words("territories"):
        if name not in board.names:
            return None
        places |= 1 << board.place(name)
    return Goal(CONTROL_ALL, places=places)


def _battles_won(line: Line, board: Board, path: Path) -> Goal | None:
    faction = line.word("faction")
    demand(faction in FACTIONS, path, f"no faction {faction!r} to win battles against")
    return Goal(BATTLES_WON, faction=FACTIONS.index(faction), n=line.number("n"))


GOAL_OPS: Final[dict[str, Callable[[Line, Board, Path], Goal | None]]] = {
    "control_all": _control_all,
    "battles_won_against": _battles_won,
}


def read_goal(line: Line, board: Board, path: Path) -> Goal | None:
    """A goal as it stands on one map; None where the map lacks a territory or is not meant."""
    if line.op not in GOAL_OPS:
        raise line.fail(f"no primitive {line.op!r} for a mission: {', '.join(GOAL_OPS)}")
    meant = line.word("map", board.key)
    goal = GOAL_OPS[line.op](line, board, path)
    if goal is None:
        return None
    line.finish()
    return goal if meant == board.key else None


__all__ = ["GOAL_OPS", "HERO_OPS", "LAW_OPS", "NONE", "THREAT_OPS", "Field", "Line"]
