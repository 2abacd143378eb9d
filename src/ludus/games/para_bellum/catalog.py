"""The cards as tables of small numbers: what rules and bots look things up in.

An effect list is a program, known by its number; effects, prices and cards are known by number too,
so that a position holds numbers only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ludus.games.para_bellum.ids import ANY_CARD, CHOSEN, FILTERS, MAX_FACE, MAX_SEATS, NONE, SELF


class Effect:
    """One effect. Fields that it does not use keep their defaults."""

    __slots__ = (
        "banners",
        "branches",
        "by_roll",
        "chooser",
        "condition",
        "count",
        "die",
        "filter",
        "floor",
        "last_legion",
        "match",
        "n",
        "number",
        "op",
        "per",
        "source",
        "up_to",
        "what",
        "which",
        "who",
    )

    def __init__(self, number: int, op: int) -> None:
        self.number = number
        self.op = op
        self.who = SELF
        self.source = SELF
        self.chooser = SELF
        self.die = 0
        self.n = 0
        self.count = 1
        self.up_to = False
        self.which = CHOSEN
        self.by_roll = False
        self.floor = 0
        self.last_legion = False
        self.match = False
        self.filter = ANY_CARD
        self.what = NONE
        self.banners = 0
        self.condition = NONE
        self.per = 1
        self.branches: tuple[int, ...] = ()
        """Programs: `then` and `else` of a condition, one per face, or those to choose from."""


class Price:
    """What is paid besides a card's actions. `ways` are alternatives of (colour, pips, banner).

    All of it is paid: one of the ways, every part, coins, further actions. Where there are choices,
    one of them is the price.
    """

    __slots__ = ("actions", "banner", "choices", "coinable", "coins", "holds", "parts", "ways")

    def __init__(
        self, ways: Sequence[tuple[int, int, int]], banner: int, coins: int, holds: int
    ) -> None:
        self.ways = tuple(ways)
        self.banner = banner
        """A banner that must be in the army and stays there, or NONE."""
        self.coins = coins
        self.holds = holds
        """Coins that must be there and are not spent."""
        self.actions = 0
        """Actions on top of those that every card and every use takes."""
        self.coinable = True
        """Whether coins may stand in for pips."""
        self.parts: tuple[int, ...] = ()
        """Prices of one die each, for a price of several dice."""
        self.choices: tuple[int, ...] = ()
        """Prices of which one is paid."""


class Printed:
    """A price and a program: an option of an Order, or an action of a card in play."""

    __slots__ = ("price", "program", "targets")

    def __init__(self, price: int, program: int, targets: bool) -> None:
        self.price = price
        self.program = program
        self.targets = targets
        """Whether one opponent has to be named."""


class CommandKind:
    """One kind of command card."""

    __slots__ = ("actions", "copies", "id", "printed", "subtypes", "type")

    def __init__(
        self, id: str, type: int, subtypes: int, copies: int, actions: int, printed: list[Printed]
    ) -> None:
        self.id = id
        self.type = type
        self.subtypes = subtypes
        self.copies = copies
        self.actions = actions
        self.printed = printed


class ArmyKind:
    """One kind of army card. Cards that look the same are of one kind."""

    __slots__ = ("colour", "copies", "cornicine", "full", "id", "mounted")

    def __init__(self, id: str, colour: int, full: bool, cornicine: bool, mounted: int) -> None:
        self.id = id
        self.colour = colour
        self.full = full
        self.cornicine = cornicine
        self.mounted = mounted
        """1 for a commander that faces up, -1 for one that faces down, 0 for none."""
        self.copies = [0] * (MAX_SEATS + 1)
        """How many are in the deck, by number of players."""


class EventKind:
    """One event: the program of its reveal, and the rules it changes."""

    __slots__ = (
        "actions",
        "cap",
        "cheap_consult",
        "cheap_muster",
        "id",
        "legion",
        "march",
        "morale",
        "no_motivate",
        "reveal",
        "rolls",
    )

    def __init__(self, id: str) -> None:
        self.id = id
        self.reveal = NONE
        self.actions = 0
        self.no_motivate = False
        self.cheap_consult = False
        self.cheap_muster = False
        self.rolls = 1
        self.cap = MAX_FACE
        self.march = False
        self.morale = 0
        self.legion = NONE
        """The program that runs for the owner of each completed Legion, or NONE."""


class ObjectiveKind:
    __slots__ = ("at_end", "id", "measure", "open", "points", "tiers", "trigger")

    def __init__(
        self,
        id: str,
        open: bool,
        at_end: bool,
        measure: int,
        tiers: Sequence[tuple[int, int]],
        trigger: int,
        points: int,
    ) -> None:
        self.id = id
        self.open = open
        self.at_end = at_end
        self.measure = measure
        self.tiers = tuple(tiers)
        """(count needed, points in total) per tier, rising."""
        self.trigger = trigger
        self.points = points


class BattleKind:
    __slots__ = ("bonuses", "id")

    def __init__(self, id: str, bonuses: Sequence[int]) -> None:
        self.id = id
        self.bonuses = tuple(bonuses)
        """A program per colour."""


class AllianceKind:
    __slots__ = ("action", "id", "sides", "spaces")

    def __init__(
        self, id: str, spaces: int, action: int, sides: tuple[tuple[int, ...], tuple[int, ...]]
    ) -> None:
        self.id = id
        self.spaces = spaces
        self.action = action
        self.sides = sides
        """The programs to choose from, for the first and the second teammate."""


class Hook:
    """A rule that command cards change: the kinds that do it, as a mask, and what each gives.

    Copies of one card do not add up; different cards of one player do.
    """

    __slots__ = ("given", "kinds")

    def __init__(self) -> None:
        self.kinds = 0
        self.given: list[tuple[int, int]] = []
        """The kind as a mask of one, and its number or program."""

    def values(self, up: int) -> list[int]:
        """What the face-up kinds of a player give."""
        return [value for kind, value in self.given if up & kind]

    def total(self, up: int) -> int:
        return sum(self.values(up)) if up & self.kinds else 0


class Hooks:
    """All rules that command cards change."""

    __slots__ = (
        "action_phase_start",
        "construct_extra_action",
        "draw_phase",
        "hand_limit",
        "morale_roll",
        "motivate",
        "prevent_k_loss",
        "requisition_gain",
        "targeted_order_tax",
    )

    def __init__(self) -> None:
        self.construct_extra_action = Hook()
        self.draw_phase = Hook()
        self.action_phase_start = Hook()
        """Its value is a program."""
        self.morale_roll = Hook()
        self.motivate = Hook()
        self.prevent_k_loss = Hook()
        self.targeted_order_tax = Hook()
        self.hand_limit = Hook()
        self.requisition_gain = Hook()


class Catalog:
    """Everything printed on cards. Filled by the loader, never changed afterwards."""

    def __init__(self) -> None:
        self.effects: list[Effect] = []
        self.programs: list[tuple[Effect, ...]] = []
        self.prices: list[Price] = [Price((), NONE, 0, 0)]
        """The first price is none at all."""
        self.commands: list[CommandKind] = []
        self.army: list[ArmyKind] = []
        """The kinds of the deck, then one starting card per colour."""
        self.deck_kinds = 0
        self.events: list[EventKind] = []
        self.calm = EventKind("")
        """No event: nothing is changed."""
        self.objectives: list[ObjectiveKind] = []
        self.battles: list[BattleKind] = []
        self.alliances: list[AllianceKind] = []
        self.filter: list[int] = [0] * len(FILTERS)
        """The command kinds that fit each filter, as a mask."""
        self.hooks = Hooks()
        self.consult = 0
        """The price of Consult."""
        self.empower = 0
        """The effect of Empower on the red die that is chosen."""
        self.owner = ""
        """Where the words of the card at hand stand, while it is compiled."""
        self.branches: dict[int, list[str]] = {}
        """By effect: where the words of its branches stand."""
        self.branch_names: Counter[str] = Counter()

    @property
    def most_options(self) -> int:
        """The most ways that a choice between ways can have: of an Order, a price, an effect."""
        prices = max(len(price.choices) for price in self.prices)
        branches = max((len(keys) for keys in self.branches.values()), default=0)
        return max(2, prices, branches)

    def command(self, id: str) -> int:
        """A command kind by its id."""
        return [kind.id for kind in self.commands].index(id)

    def event_in_force(self, number: int) -> EventKind:
        """The event with a number, or for NONE one that changes nothing."""
        return self.calm if number == NONE else self.events[number]

    def event(self, id: str) -> int:
        return [kind.id for kind in self.events].index(id)

    def objective(self, id: str) -> int:
        return [kind.id for kind in self.objectives].index(id)

    def battle(self, id: str) -> int:
        return [kind.id for kind in self.battles].index(id)

    def alliance(self, id: str) -> int:
        return [kind.id for kind in self.alliances].index(id)

    def start_kind(self, colour: int) -> int:
        """The starting card of a colour."""
        return self.deck_kinds + colour
