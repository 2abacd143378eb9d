"""The positions in which the face is read back: each question, at tables of two, three and four.

They come from games of random choices, which are quick, and from scenes for what is rare in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from ludus.core.actions import Action
from ludus.core.chance import SeededRng
from ludus.core.face import Choice, Face, scenes_of
from ludus.core.protocol import SPECTATOR, Decision, Event
from ludus.games.para_bellum.ids import COLOUR_IDS
from ludus.games.para_bellum.mechanics.legions import all_spans
from ludus.games.para_bellum.state import State
from ludus.games.para_bellum.tests.scene import BOX, CATALOG, RULES, Cell, Scene, k, r
from ludus.games.para_bellum.view import Side, View

FACE: Face[View] = BOX.face
NAMES = ("Livia", "Marcus", "Quintus", "Flavia")
GAMES = 15
EACH = 2
"""So many positions of each question are kept, and every `LULL`-th of all."""
LULL = 200
TABLES: tuple[dict[str, str], ...] = (
    {},
    {"open_memory": "off", "colours": "dealt"},
    {"objectives": "by_choice", "capital_signs": "3"},
    {"bare_banners": "spent", "ars_oratoria": "once_a_turn"},
)
MOODS: tuple[frozenset[str], ...] = (
    frozenset(("command", "deploy", "use", "claim")),
    frozenset(("empower", "motivate", "consult", "march", "pact", "runner", "claim")),
    frozenset(("muster", "requisition", "end", "march")),
)
"""What a player likes to do for an action."""


@dataclass(frozen=True)
class Position:
    """A position, what was told on the way to it, and who is asked what."""

    state: State
    lately: tuple[Event, ...]
    decision: Decision | None

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.state.seats]

    def view(self, viewer: int) -> View:
        return RULES.view(self.state, viewer)


@dataclass(frozen=True)
class Look:
    """A position as one of those at the table sees it."""

    position: Position
    view: View
    decision: Decision | None
    names: tuple[str, ...]

    @property
    def mine(self) -> Decision | None:
        """The question, if it is the viewer's own."""
        decision = self.decision
        return decision if decision and decision.seat == self.view.viewer >= 0 else None

    @property
    def front(self) -> int:
        """Whose army is shown large."""
        return self.view.viewer if self.view.viewer >= 0 else max(self.view.turn, 0)

    @property
    def side(self) -> Side:
        return self.view.sides[self.front]

    @property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(FACE.choices(self.view, self.mine, self.names)) if self.mine else ()

    def pictures(self) -> list[str]:
        return [each.svg for each in scenes_of(FACE, self.view, self.mine, self.names)]


def played(number: int) -> Iterator[Position]:
    """A game of random choices, with the position before each of them; it may be changed later."""
    seats, mood = 2 + number % 3, MOODS[number // 3 % len(MOODS)]
    state = RULES.setup(seats, BOX.options(seats, TABLES[number % len(TABLES)]))
    rng, lately = SeededRng(f"face {number}"), list[Event]()
    while decisions := RULES.decisions(state):
        yield Position(state, tuple(lately), decisions[0])
        decision = decisions[rng.below(len(decisions))]
        action = _wanted(state, decision, mood, rng)
        if decision.seat >= 0:
            lately.clear()
        RULES.apply(state, decision.seat, action, lately.append)
    yield Position(state, tuple(lately), None)


def _wanted(state: State, decision: Decision, mood: frozenset[str], rng: SeededRng) -> Action:
    options: Sequence[Action] = decision.options
    if decision.prompt == "place_cell" and rng.below(3):
        return max(options, key=lambda option: _completed(state, decision.seat, option.arg))
    if decision.prompt == "act":
        options = [each for each in options if each.verb in mood] or [
            each for each in options if each.verb != "end"
        ]
    elif decision.prompt == "place_card":
        options = [each for each in options if each.verb != "decline"]
    options = options or decision.options
    return options[rng.below(len(options))]


def _completed(state: State, seat: int, cell: int) -> int:
    """How many Legions there are with the card on a cell: mostly it goes where it brings some."""
    player, card = state.players[seat], CATALOG.army[state.stack[-1].card]
    full = player.full | (1 << cell if card.full else 0)
    spans = all_spans(player.army | 1 << cell, full)
    return sum(hi - lo for lo, hi in spans if player.by_colour[card.colour] >> lo & 1)


# Scenes for what seldom happens -------------------------------------------------------------------


def _between() -> Scene:
    """A card waits for its cell, and at one of them it completes two Legions."""
    row: dict[Cell, str] = {(-2, 1): "purple", (-1, 1): "purple full", (1, 1): "purple full"}
    scene = Scene(battle="pharsalus").army(
        {**row, (2, 1): "purple full", (3, 1): "purple", (-1, 0): "azure", (1, 0): "azure"}
    )
    return scene.hand("purple").army_phase().pick("card", "purple")


def _between_two() -> Scene:
    cards: dict[Cell, str] = {(-1, 1): "azure", (1, 1): "azure", (-1, 0): "azure", (1, 0): "azure"}
    return Scene(3).army(cards).hand("azure").army_phase().pick("card", "azure")


def _fifth_colour() -> Scene:
    """A Legion in the one colour that has no Blazon yet."""
    scene = Scene().army({(-1, 1): "azure", (0, 1): "azure full", (1, 0): "azure"}).hand("azure")
    scene.player().blazons = sum(1 << at for at, key in enumerate(COLOUR_IDS) if key != "azure")
    return scene.army_phase().pick("card", "azure")


def _two_big_legions() -> Scene:
    scene = _between().pick("cell", (0, 1)).roll(4, 4, 4, 4, 4)
    return scene.roll(3).picks(("die", r(0, 0)), ("banner", "warlord"))


def _trumpets() -> Scene:
    """A die of a Legion is to take the face of another."""
    scene = Scene(battle="thapsus", start="gold")
    scene.army({(-2, 1): "azure", (-1, 1): "azure full", (0, 1): "azure full"}).hand("azure")
    return scene.army_phase().place("azure", (1, 1)).roll(3, 6, 4)


def _copied() -> Scene:
    return _trumpets().pick("die")


def _free_order() -> Scene:
    scene = Scene(4)
    scene.state.alliances = [scenes_alliance("war_council"), scenes_alliance("joint_levy")]
    scene.player(0).runner = 1
    own = ("crimson", "azure", "verdant", "gold", "purple")[scene.player(2).colour]
    scene.commands("forced_march", "bribe", seat=2).hand(own, seat=2).army({(1, 0): own}, seat=2)
    scene.dice({k(0, 0): (3, "speculatore")}, seat=2)
    return scene.act(0, 1).picks(("runner", ""), ("option", 1))


def scenes_alliance(name: str) -> int:
    alliances = RULES.tables.catalog.alliances
    return next(number for number, each in enumerate(alliances) if each.id == name)


def _two_of_a_kind() -> Scene:
    """One card twice in play, once face down, and a rival's card to be turned face down."""
    scene = Scene().perms("quaestor", "quaestor", "castra", seat=1).coins(2)
    scene.army({(0, 1): "gold"}, seat=1).dice({r(0, 0): 5}, seat=1).commands("bribe")
    return scene.act().pick("command", "bribe").roll(4).pick("option", 1)


def _used_and_down() -> Scene:
    """A card in play three times: ready, used this turn, and face down."""
    scene = Scene().army({(0, 1): "gold", (1, 0): "azure"}).dice({r(0, 0): 4, k(0, 0): 2})
    scene.perms("medicus", "medicus", "medicus")
    scene.act()
    scene.player().perms[0].used = 1
    scene.player().perms[1].down = True
    return scene


def _back() -> Scene:
    """A slot is chosen of two whose dice were lost."""
    cards: dict[Cell, str] = {(1, 0): "azure", (2, 0): "azure", (-1, 0): "azure"}
    scene = Scene().army(cards).dice({k(0, 0): 4}).lose(k(1, 0)).lose(k(-1, 0))
    return scene.commands("evocati").act().pick("command", "evocati")


def _claim() -> Scene:
    scene = Scene(objectives="by_choice").goals("full_coffers", "deep_order").coins(6)
    scene.player().goal_up = [False, False]
    return scene.act()


def _march() -> Scene:
    scene = Scene(event="night_march").army({(0, 1): "gold", (1, 1): "gold"})
    return scene.hand("azure", "gold", "gold").dice({k(0, 1): 3, r(0, 0): 6}).act()


def _lost_dice() -> Scene:
    scene = Scene(3).army({(1, 0): "azure", (2, 0): "azure"}).dice({k(0, 0): (5, "veterani")})
    scene.lose(k(1, 0)).army({(1, 0): "verdant"}, seat=1).lose(k(0, 0), seat=1)
    return scene.act()


SCENES: tuple[Callable[[], Scene], ...] = (
    _between,
    _between_two,
    _fifth_colour,
    _two_big_legions,
    _trumpets,
    _copied,
    _free_order,
    _two_of_a_kind,
    _used_and_down,
    _back,
    _claim,
    _march,
    _lost_dice,
)


# All of them --------------------------------------------------------------------------------------


@cache
def positions() -> tuple[Position, ...]:
    """Some of each question, and of what lies between; the end of each game."""
    met: Counter[str] = Counter()
    found: list[Position] = []
    for make in SCENES:
        scene = make().deal()
        found.append(Position(scene.state, tuple(scene.story), scene.decision))
        met[scene.decision.prompt] += 1
    for number in range(GAMES):
        for at, position in enumerate(played(number)):
            decision = position.decision
            name = "" if decision is None else f"{decision.prompt} {_variant(position)}"
            met[name] += 1
            if met[name] <= EACH or not at % LULL or decision is None:
                found.append(replace(position, state=RULES.copy(position.state)))
    return tuple(found)


def _variant(position: Position) -> str:
    """Questions that look unlike each other: early or late, with anything left, in teams."""
    state = position.state
    frame = state.stack[-1]
    if position.decision is None or position.decision.seat < 0:
        return ""
    return f"{state.seats == 4} {bool(state.actions)} {frame.left > 1} {min(state.round, 11) // 4}"


@cache
def looks() -> tuple[Look, ...]:
    """Each position as whoever is asked sees it, and as one of the others or someone beside."""
    found: list[Look] = []
    for number, position in enumerate(positions()):
        decision, seats = position.decision, position.state.seats
        asked = decision.seat if decision is not None and decision.seat >= 0 else number % seats
        other = (asked + 1 + number % seats) % (seats + 1)
        for viewer in {asked, SPECTATOR if other == seats else other}:
            view = position.view(viewer)
            found.append(Look(position, view, decision, position.names))
    return tuple(found)


@cache
def asked() -> tuple[Look, ...]:
    """Each position in which somebody chooses, as that player sees it."""
    return tuple(look for look in looks() if look.mine is not None)


@cache
def fewer(every: int = 4) -> tuple[Look, ...]:
    """Some of all these, where each takes longer; with a fresh one of each question among them."""
    met: Counter[tuple[str, bool]] = Counter()
    found: list[Look] = []
    for number, look in enumerate(looks()):
        name = (look.decision.prompt if look.decision else "", look.mine is not None)
        met[name] += 1
        if met[name] == 1 or not number % every:
            found.append(look)
    return tuple(found)


def test_every_question_is_among_the_positions() -> None:
    prompts = {look.decision.prompt for look in looks() if look.decision is not None}
    wanted = {key.split(".")[1] for key in FACE.words.keys("prompt.") if key.endswith(".text")}
    variants = {key for key in wanted if f"prompt.{key}.of" in FACE.words}
    assert wanted - variants - {"pay_way"} <= prompts, wanted - variants - prompts
    assert {look.view.seats for look in asked()} == {2, 3, 4}
    assert {look.view.viewer for look in looks()} >= {SPECTATOR, 0, 1, 2, 3}
