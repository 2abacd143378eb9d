"""Positions of every kind as somebody sees them, for tests that read the face back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from ludus.core.actions import Action
from ludus.core.chance import SeededRng, pick
from ludus.core.protocol import CHANCE, SPECTATOR, Decision, Event, Rng, Rules, S, Seat, V
from ludus.core.table import Table
from ludus.games.conqueror.board import Board
from ludus.games.conqueror.cards import Law
from ludus.games.conqueror.face import ConquerorFace
from ludus.games.conqueror.ids import EXTRA, FACTIONS, MARCHED, NONE, VICTOR, VICTOR_EXTRA
from ludus.games.conqueror.rules import army
from ludus.games.conqueror.state import State
from ludus.games.conqueror.tests.scene import CONTENTS, FREE, Scene, the_box
from ludus.games.conqueror.view import View
from ludus.kit.policies import Policy, Seen, against_odds, rare
from ludus.kit.random_play import random_play
from ludus.kit.tables import NAMES, Setting

OFTEN = 5
"""So many positions of a question are looked at in a game, and then one in SELDOM."""
SELDOM = 12
EAGER = {
    "attack": 60,
    "collect": 60,
    "hire": 40,
    "buy": 25,
    "recruit_infantry": 20,
    "recruit_cavalry": 20,
    "march": 8,
    "play": 6,
    "join": 5,
    "join_all": 4,
    "wait": 4,
    "move_infantry": 3,
    "move_cavalry": 3,
}
"""How much rather than anything else somebody fights who wants to."""


@dataclass(frozen=True)
class Look:
    """A position as somebody sees it, what is asked there, and what was told before."""

    where: str
    view: View
    decision: Decision | None
    told: Sequence[Event] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.view.seats]

    @property
    def mine(self) -> Decision | None:
        """What the viewer is asked."""
        asked = self.decision
        return asked if asked is not None and asked.seat == self.view.viewer else None

    @property
    def board(self) -> Board:
        return board_of(self.view)

    @property
    def law(self) -> Law:
        card = self.view.card
        return CONTENTS.peace if card == NONE else CONTENTS.cards[card].law


def face() -> ConquerorFace:
    found = the_box().face
    assert isinstance(found, ConquerorFace)
    return found


def board_of(view: View) -> Board:
    return next(board for board in CONTENTS.boards if board.key == view.map)


def eager(rules: Rules[S, V], state: S, decision: Decision, rng: Rng, seen: Seen) -> Action:
    """Whoever wants to fight."""
    if decision.seat == CHANCE:
        return pick(decision, rng)
    weights = [EAGER.get(option.verb, 2) for option in decision.options]
    left = rng.below(sum(weights))
    for option, weight in zip(decision.options, weights, strict=True):
        left -= weight
        if left < 0:
            return option
    raise AssertionError("one of them is drawn")


GAMES: tuple[tuple[int, str, str, Policy], ...] = (
    (3, "60", "attack", eager),
    (4, "off", "any", rare),
    (5, "90", "attack", against_odds),
    (6, "60", "any", eager),
)


@cache
def looks() -> tuple[Look, ...]:
    """All of them: staged ones, and those of a few games."""
    return (*staged(), *(look for row in GAMES for look in _game(*row)))


@cache
def own_looks() -> tuple[Look, ...]:
    """Those of who has to choose."""
    return tuple(look for look in looks() if look.mine is not None)


def asked(*prompts: str) -> Iterator[tuple[Look, Decision]]:
    """Own looks at these questions."""
    for look in own_looks():
        if look.mine is not None and look.mine.prompt in prompts:
            yield look, look.mine


def _game(seats: int, timer: str, reading: str, policy: Policy) -> Iterator[Look]:
    options = {"timer": timer, "round_limit": "20", "second_action": reading}
    setting = Setting(seats, the_box().options(seats, options))
    table: Table[State, View] = Table(the_box(), NAMES[:seats], setting.options)
    seen: Counter[str] = Counter()
    for number, decisions in enumerate(random_play(table, setting, SeededRng(seats), policy)):
        told = table.story[-1] if table.story else ()
        for decision in decisions:
            seen[decision.prompt] += 1
            count = seen[decision.prompt]
            if decision.seat >= 0 and (count <= OFTEN or count % SELDOM == 0):
                where = f"{seats} seats, move {number}"
                yield Look(where, table.view(decision.seat), decision, told)
                if count % 3 == 0:
                    other = (decision.seat + count) % seats if count % 2 else SPECTATOR
                    yield Look(where, table.view(other), decision, told)
        if not decisions:
            for viewer in (0, SPECTATOR):
                yield Look(f"{seats} seats, the end", table.view(viewer), None, told)


# Staged -------------------------------------------------------------------------------------------


@cache
def staged() -> tuple[Look, ...]:
    """What seldom occurs in games."""
    found: list[Look] = []
    for name, scenes in STAGED.items():
        for number, scene in enumerate(scenes()):
            found += _seen(f"{name} {number}", scene)
            scene.events.clear()
    return tuple(found)


def _seen(where: str, scene: Scene) -> Iterator[Look]:
    """A scene as all who are asked see it, and as one who is not."""
    decisions = [each for each in scene.decisions() if each.seat >= 0]
    told = tuple(scene.events)
    for decision in decisions:
        yield Look(where, scene.rules.view(scene.state, decision.seat), decision, told)
    waiting: set[Seat] = {each.seat for each in decisions}
    idle = next((seat for seat in range(scene.state.seats) if seat not in waiting), SPECTATOR)
    for viewer in (idle, SPECTATOR):
        first = decisions[0] if decisions else None
        yield Look(where, scene.rules.view(scene.state, viewer), first, told)


def _planning() -> Iterator[Scene]:
    """Recruits, heroes and what a card sells, with food for some or none."""
    for card in ("", "mercenaries", "horse_fair", "poor_harvest", "age_of_heroes", "golden_age"):
        scene = Scene(card=card).purse("Rome", 20).heroes("Rome", "gaius_duilius")
        scene.army("Rome", "Sicilia", 1, 1).army("Rome", "Rome", 2).army("Rome", "Alpes", 1)
        scene.army(FREE, "Gaul", 2, 1).army("Greece", "Brundium", 2).mission("our_sea")
        yield scene
        if "recruit_infantry" in scene.verbs():
            yield scene.do("recruit_infantry", "Rome")
        scene.do("collect")
        yield scene.do("hire") if "hire" in scene.verbs() else scene
    full = Scene().army("Rome", "Rome", 5).army("Rome", "Sicilia", 3)
    yield full
    forts = Scene(turn=1).army("Carthage", "Carthage", 2)
    for place in ("Alpes", "Gaul", "Espanga", "Sicilia", "Creta"):
        forts.army("Carthage", place, 1)
    yield forts


def _acting() -> Iterator[Scene]:
    """Orders to armies beside everybody, under every law."""
    for card in (
        *("", "bridges_down", "storms_at_sea", "danube_in_flood", "olympic_truce", "war_fever"),
        *("bitter_winter", "cavalry_charge", "ill_omens", "siege_engines", "walls_restored"),
    ):
        for reading in ("attack", "any"):
            scene = Scene(acting=True, card=card, second_action=reading)
            scene.army("Rome", "Brundium", 3, 1).army("Greece", "Sicilia", 2)
            scene.army(FREE, "Alpes", 1, 1).army("Rome", "Rome", 1).army("Rome", "Sardinia", 4, 1)
            scene.army("Carthage", "Carthage", 1).army("Rome", "Illyria", 1, spent=True)
            scene.army("Rome", "Celtica", 1).army("Greece", "Thracia", 1)
            scene.heroes("Rome", "gaius_duilius", "scipio_africanus", "fabius_maximus")
            yield scene
    four = Scene(acting=True).army("Rome", "Brundium", 0, 3).army("Greece", "Sicilia", 1)
    for place in ("Alpes", "Gaul", "Espanga"):
        four.army("Rome", place, 1)
    yield four
    hungry = Scene(acting=True).army("Rome", "Sicilia", 1).army("Rome", "Rome", 7)
    yield hungry
    hungry.move("Sicilia", "Ionian Sea")
    yield hungry
    grand = Scene("Gaul", "Persia", "Egypt", "Greece", "Rome", "Carthage", acting=True)
    grand.army("Gaul", "Gaul", 3, 2).army("Rome", "Averni", 1).army("Gaul", "Alpes", 0, 2)
    yield grand.heroes("Gaul", "brennus", "viridomarus", "concolitanus")


def _statuses() -> Iterator[Scene]:
    """Units that can do different things, in one territory."""
    for reading in ("attack", "any"):
        scene = Scene(acting=True, card="forced_march", second_action=reading)
        scene.army("Rome", "Brundium", 1, 1).army("Greece", "Sicilia", 2)
        place = scene.place("Brundium")
        for kind, status in ((0, MARCHED), (0, VICTOR), (0, VICTOR_EXTRA), (1, EXTRA)):
            army.add(scene.state, 0, place, kind, 1, status)
        yield scene
        scene.do("move_infantry", "Brundium>Ionian Sea")
        yield scene
        scene.act(scene.decision().options[0].text).do("attack", "Brundium>Sicilia")
        yield scene
        scene.act(scene.decision().options[-1].text)
        yield scene


def _fights() -> Iterator[Scene]:
    """Battles from their declaration to their end."""
    scene = Scene(acting=True).army("Rome", "Brundium", 4, 2).army("Greece", "Sicilia", 3, 2)
    scene.heroes("Rome", "gaius_duilius", "scipio_africanus")
    scene.heroes("Greece", "cleomenes_of_sparta", "aratus_of_sicyon")
    scene.do("attack", "Brundium>Sicilia")
    yield scene
    scene.act("join:0")
    yield scene
    for text in ("join:0", "join:4", "fight"):
        scene.act(text)
    yield scene
    scene.do("play", "gaius_duilius")
    yield scene
    scene.do("play", "aratus_of_sicyon").roll(4, 1)
    yield scene
    yield scene.act("keep")
    while scene.asked() not in ("act", "plan"):
        scene.act(scene.decision().options[-1].text)
        yield scene
    for faces in ((1, 4), (4, 1), (2, 2)):
        for mine, theirs in (((4, 3), (2, 1)), ((2, 2), (3, 3)), ((3, 3), (0, 4))):
            scene = Scene(acting=True, timer="60").army("Rome", "Brundium", *mine)
            scene.army("Greece", "Sicilia", *theirs).army("Greece", "Ionian Sea", 1)
            scene.do("attack", "Brundium>Sicilia").act("join_all")
            while scene.decision().seat != CHANCE:
                scene.act("no_hero")
            scene.roll(*faces)
            yield scene
            while scene.asked() not in ("act", "plan"):
                scene.act(scene.decision().options[-1].text)
                yield scene


def _heroes() -> Iterator[Scene]:
    """What heroes ask for: a further unit, one of one's own, a die again, other shelters."""
    for mine, theirs, faces in (
        ("claudius_marcellus", "", (4, 1)),
        ("pyrrhus_of_epirus", "", (4, 1)),
        ("antigonus_gonatas", "", (1, 1)),
        ("", "sosibius", (2, 3)),
        ("", "barca_hasdrubal", (4, 1)),
        ("barca_hannibal", "arsaces", (4, 1)),
        ("", "berenice", (3, 2)),
    ):
        own, other = _owner(mine, "Gaul"), _owner(theirs, "Persia")
        scene = Scene(*dict.fromkeys((own, other, *FACTIONS)), acting=True)
        scene.army(own, "Illyria", 5, 3).army(other, "Thracia", 4, 3).army(other, "Dacia", 1)
        scene.heroes(own, *[mine][: bool(mine)]).heroes(other, *[theirs][: bool(theirs)])
        scene.do("attack", "Illyria>Thracia").act("join_all")
        yield scene
        while scene.decision().seat != CHANCE:
            scene.act(scene.decision().options[-1].text)
        scene.roll(*faces)
        for _ in range(9):
            if scene.decision().seat == CHANCE:
                scene.roll(3)
            if scene.asked() in ("act", "plan"):
                break
            yield scene
            scene.act(scene.decision().options[-1].text)


def _owner(hero: str, other: str) -> str:
    found = [each.faction for each in CONTENTS.heroes if each.id == hero]
    return FACTIONS[found[0]] if found else other


def _losses() -> Iterator[Scene]:
    """Too little food, threats, and bids against them."""
    scene = Scene(acting=True).army("Rome", "Sicilia", 1).army("Rome", "Rome", 6, 1)
    scene.army("Rome", "Ionian Sea", 1)
    yield scene.move("Sicilia", "Brundium")
    scene = Scene(turn=2).purse("Rome", 70).purse("Carthage", 0).purse("Greece", 7)
    scene.army("Rome", "Sicilia", 2).army("Greece", "Creta", 1, 1).army("Carthage", "Numidia", 1)
    yield scene.end().draw("cilician_pirates")
    yield scene.act("more", 0)
    yield scene.act("bid:0", 0)
    yield scene.act("bid:0", 1)
    yield scene.act("bid:0", 2)


def _clocks() -> Iterator[Scene]:
    """Warnings, bribes and claims; who cannot pay or feed, and what is exempt."""
    for acting in (False, True):
        scene = Scene("Egypt", "Rome", "Greece", "Carthage", timer="60", acting=acting)
        scene.army("Egypt", "Cyrene", 1, 1).army("Egypt", "Alexandria", 1).army("Egypt", "Libya", 4)
        for place in ("Syria", "Palestina", "Arabia", "Sinai"):
            if place in scene.board.names:
                scene.army("Egypt", place, 1)
        for place in ("Creta", "Rhodes", "Asia Minor"):
            scene.army("Egypt", place, 1)
        scene.army("Rome", "Rome", 6).purse("Rome", 9).purse("Greece", 5).purse("Carthage", 1)
        yield scene
        if acting:
            yield scene.time()
            yield scene.act("warn", 1)
        yield scene.time()
        yield scene.do("bribe", "Cyrene", 2)
        yield scene.time()
    spies = Scene(timer="60", card="spies_and_traitors", acting=True).army("Rome", "Sicilia", 2, 1)
    yield spies.purse("Greece", 4).purse("Carthage", 1)


def _ends() -> Iterator[Scene]:
    """Five forts, the end, and players who are out."""
    scene = Scene(acting=True).army("Greece", "Creta", 1)
    for place in ("Alpes", "Gaul", "Espanga", "Sicilia"):
        scene.army("Rome", place, 1)
    yield scene
    yield scene.end()
    scene = Scene("Rome", "Carthage", "Greece", "Egypt", acting=True).out("Carthage")
    yield scene.army("Rome", "Brundium", 1).army("Greece", "Sicilia", 1, 1)
    scene = Scene(acting=True, turn=2, round=30).army("Rome", "Alpes", 1)
    yield scene.end()
    lost = Scene(acting=True).lose_home("Carthage", "Greece", 2).army("Carthage", "Numidia", 1)
    yield lost.army("Rome", "Sicilia", 3)
    vacant = Scene(acting=True).army("Rome", "Sicilia", 3).lose_home("Greece")
    yield vacant.army("Greece", "Thracia", 2)


STAGED = {
    "planning": _planning,
    "acting": _acting,
    "statuses": _statuses,
    "fights": _fights,
    "heroes": _heroes,
    "losses": _losses,
    "clocks": _clocks,
    "ends": _ends,
}
