"""A game followed by its story alone: coins, dice, banners, cards, points, as far as it is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from ludus.core.actions import Action
from ludus.core.protocol import EVERYONE, Event
from ludus.games.para_bellum.board import RED
from ludus.games.para_bellum.ids import ACT_VERBS, FIVE_COLOURS_POINTS, NONE
from ludus.games.para_bellum.state import Player, State


class Told:
    """What one player has, by what was told."""

    def __init__(self, player: Player) -> None:
        self.coins = player.coins
        self.faces = [code & 7 for code in player.dice]
        self.banners = [code >> 3 for code in player.dice]
        self.cells = player.cells[:]
        self.hand = Counter(player.hand)
        self.commands = Counter(player.commands)
        self.perms = Counter(perm.kind for perm in player.perms)
        self.points = player.points
        self.goal_points = player.goal_points[:]
        self.blazons = player.blazons


class Listener:
    """Hears every event in order; each change of a counted thing must be among them."""

    def __init__(self, state: State) -> None:
        self.told = [Told(player) for player in state.players]
        self.seats = state.seats
        self.begun = False
        self.heard: Counter[str] = Counter()

    def hear(self, event: Event) -> None:
        self.heard[event.kind] += 1
        hear = HEARD.get(event.kind)
        if hear is not None:
            hear(self, self.told[event.number("seat")], event)

    def team(self, seat: int) -> int:
        return 1 << seat | (1 << (seat ^ 2) if self.seats == 4 else 0)

    # Coins and points ----------------------------------------------------------------------------

    def on_coins(self, mine: Told, event: Event) -> None:
        mine.coins += event.number("count")
        assert event.bars == ~self.team(event.number("seat"))

    def on_coins_paid(self, mine: Told, event: Event) -> None:
        mine.coins -= event.number("count")

    def on_coins_given(self, mine: Told, event: Event) -> None:
        mine.coins -= event.number("count")
        self.told[event.number("to")].coins += event.number("count")
        assert event.bars == ~self.team(event.number("to"))

    def on_points(self, mine: Told, event: Event) -> None:
        mine.points += event.number("count")

    def on_end_triggered(self, mine: Told, event: Event) -> None:
        if event.number("by") == 2:
            mine.points += FIVE_COLOURS_POINTS

    def on_objective(self, mine: Told, event: Event) -> None:
        mine.goal_points[event.number("number")] = event.number("points")

    def on_blazon(self, mine: Told, event: Event) -> None:
        mine.blazons |= 1 << event.number("colour")

    # Dice ----------------------------------------------------------------------------------------

    def fresh(self, mine: Told, event: Event) -> None:
        slot = event.number("slot")
        assert mine.faces[slot] == 0 and event.number("face") > 0
        mine.faces[slot] = event.number("face")

    def on_new_gray(self, mine: Told, event: Event) -> None:
        assert event.number("slot") < RED
        self.fresh(mine, event)

    def on_new_red(self, mine: Told, event: Event) -> None:
        assert event.number("slot") >= RED
        self.fresh(mine, event)

    def turned(self, mine: Told, event: Event) -> None:
        slot = event.number("slot")
        assert mine.faces[slot] == event.number("before")
        mine.faces[slot] = event.number("face")
        if not mine.faces[slot]:
            # Lowered to nothing, the die is lost, and its banner with it.
            mine.banners[slot] = 0

    def on_die_lost(self, mine: Told, event: Event) -> None:
        slot = event.number("slot")
        assert mine.faces[slot] == event.number("before")
        mine.faces[slot] = mine.banners[slot] = 0

    def on_banner(self, mine: Told, event: Event) -> None:
        mine.banners[event.number("slot")] = event.number("banner") + 1

    def on_banner_spent(self, mine: Told, event: Event) -> None:
        assert mine.banners[event.number("slot")] == event.number("banner") + 1
        mine.banners[event.number("slot")] = 0

    def on_motivates(self, mine: Told, event: Event) -> None:
        slot = event.number("slot")
        assert slot >= RED and mine.faces[slot] > 0, "a red die motivates"

    # Cards ---------------------------------------------------------------------------------------

    def on_draws(self, mine: Told, event: Event) -> None:
        mine.hand[event.number("card")] += 1
        self._for_the_team(event)

    def _for_the_team(self, event: Event) -> None:
        assert event.seen_by == self.team(event.number("seat")), event

    def on_looks(self, mine: Told, event: Event) -> None:
        self._for_the_team(event)

    def for_the_others(self, mine: Told, event: Event) -> None:
        assert event.seen_by == ~self.team(event.number("seat"))
        assert "card" not in event.facts

    def on_places(self, mine: Told, event: Event) -> None:
        mine.hand[event.number("card")] -= 1
        assert mine.cells[event.number("cell")] == NONE
        mine.cells[event.number("cell")] = event.number("card")

    def on_requisitions(self, mine: Told, event: Event) -> None:
        mine.hand[event.number("card")] -= 1
        self._for_the_team(event)

    def on_gives(self, mine: Told, event: Event) -> None:
        ally, card = self.told[event.number("to")], event.number("card")
        for owner, change in ((mine, -1), (ally, 1)):
            (owner.hand if event.number("army") else owner.commands)[card] += change
        self._for_the_team(event)

    def on_takes(self, mine: Told, event: Event) -> None:
        mine.commands[event.number("kind")] += 1

    def on_order(self, mine: Told, event: Event) -> None:
        mine.commands[event.number("kind")] -= 1

    def on_deploys(self, mine: Told, event: Event) -> None:
        mine.commands[event.number("kind")] -= 1
        mine.perms[event.number("kind")] += 1

    # Comparing -----------------------------------------------------------------------------------

    def agrees(self, events: Sequence[Event], state: State) -> None:
        """What was told is what is on the table; before the first turn it is only looked at."""
        if not self.begun:
            self.begun = state.turn != NONE
            self.told = [Told(player) for player in state.players]
            return
        kinds = [event.kind for event in events]
        for seat, (told, player) in enumerate(zip(self.told, state.players, strict=True)):
            assert told.coins == player.coins, (seat, kinds)
            assert told.faces == [code & 7 for code in player.dice], (seat, kinds)
            assert told.banners == [code >> 3 for code in player.dice], (seat, kinds)
            assert told.cells == player.cells, (seat, kinds)
            assert +told.commands == Counter(player.commands), (seat, kinds)
            assert told.points == player.points, (seat, kinds)
            assert told.blazons == player.blazons, (seat, kinds)
            if "buries" not in kinds:
                assert +told.hand == Counter(player.hand), (seat, kinds)
            told.hand = Counter(player.hand)
            if len(told.goal_points) == len(player.goal_points):
                assert told.goal_points == player.goal_points, (seat, kinds)
            told.goal_points = player.goal_points[:]

    def acted(self, events: Sequence[Event], seat: int, action: Action) -> None:
        """An action of the action phase is told first of all, by its verb."""
        first = events[0]
        assert first.kind == "acts" and first.seen_by == EVERYONE
        assert first.number("seat") == seat and first.number("arg") == action.arg
        assert ACT_VERBS[first.number("verb")] == action.verb


HEARD: Final[dict[str, Callable[[Listener, Told, Event], None]]] = {
    "coins": Listener.on_coins,
    "coins_paid": Listener.on_coins_paid,
    "coins_given": Listener.on_coins_given,
    "points": Listener.on_points,
    "end_triggered": Listener.on_end_triggered,
    "objective": Listener.on_objective,
    "blazon": Listener.on_blazon,
    "new_gray": Listener.on_new_gray,
    "new_red": Listener.on_new_red,
    "die_lost": Listener.on_die_lost,
    "banner": Listener.on_banner,
    "banner_spent": Listener.on_banner_spent,
    "motivates": Listener.on_motivates,
    "draws": Listener.on_draws,
    "looks": Listener.on_looks,
    "places": Listener.on_places,
    "requisitions": Listener.on_requisitions,
    "gives": Listener.on_gives,
    "takes": Listener.on_takes,
    "order": Listener.on_order,
    "deploys": Listener.on_deploys,
    "die_back": Listener.fresh,
    "die_changed": Listener.turned,
    "rerolled": Listener.turned,
    "cornicine": Listener.turned,
    "draws_hidden": Listener.for_the_others,
    "buries_hidden": Listener.for_the_others,
    "gives_hidden": Listener.for_the_others,
    "requisitions_hidden": Listener.for_the_others,
    "discards": Listener.on_order,
}
