"""Whole games act by act: what is told, what it takes, who is asked, and what a card completes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import pytest

from ludus.core.actions import Action
from ludus.core.chance import SeededRng
from ludus.core.protocol import CHANCE, SPECTATOR, Decision, Event
from ludus.games.para_bellum.board import RED
from ludus.games.para_bellum.ids import BY_COLOURS, NONE
from ludus.games.para_bellum.mechanics.legions import Completion, completion_of
from ludus.games.para_bellum.state import State
from ludus.games.para_bellum.tests.scene import BOX, CATALOG, RULES
from ludus.kit.policies import Keen, Seen

KEEN = Keen(BOX, glances=3)
ONE_EACH = frozenset(("muster", "empower", "consult", "motivate", "requisition", "march"))
"""Acts that take one action and give none."""
MAYBE_MORE = frozenset(("use", "pact", "runner"))
"""Acts that take one, and may bring some."""
TOLD: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("act", "claim"): ("acts", "objective"),
    ("act", "empower"): ("acts", "die_changed"),
    ("act", "end"): ("acts",),
    ("act", "runner"): ("acts", "runner"),
    ("alliance", "alliance"): ("alliance",),
    ("banner_die", "die"): ("die_named",),
    ("banner_type", "banner"): ("banner",),
    ("battle", "battle"): ("battle",),
    ("bonus", "bonus"): ("bonus",),
    ("colour", "colour"): ("colour",),
    ("dealt_colour", "colour"): ("colour",),
    ("die_add", "die"): ("die_named",),
    ("die_lower", "die"): ("die_changed",),
    ("die_raise", "die"): ("die_changed",),
    ("die_reroll", "die"): ("die_named",),
    ("die_set", "die"): ("die_named",),
    ("discard", "card"): ("buries", "buries_hidden"),
    ("discard", "command"): ("discards",),
    ("event", "event"): ("event",),
    ("give", "card"): ("gives", "gives_hidden"),
    ("give", "command"): ("gives", "gives_hidden"),
    ("keep", "card"): ("draws", "draws_hidden"),
    ("legion_order", "legion"): ("legion_first",),
    ("motivate", "die"): ("motivates",),
    ("motivate_dice", "reroll"): ("rerolls",),
    ("objective", "objective"): ("objective_dealt",),
    ("opening", "take"): ("takes",),
    ("order_target", "target"): ("order",),
    ("pay", "coins"): ("coins_paid",),
    ("perm_disable", "perm"): ("disabled",),
    ("perm_discard", "perm"): ("discarded",),
    ("pick", "pick"): ("picked",),
    ("place_card", "decline"): ("declines",),
    ("place_cell", "cell"): ("places",),
    ("play_free", "command"): ("plays_free",),
    ("play_free", "deploy"): ("plays_free",),
    ("play_free", "decline"): ("declines",),
    ("requisition", "card"): ("coins", "requisitions", "requisitions_hidden"),
    ("return", "return"): ("objective_returned", "objective_returned_hidden"),
    ("reveal", "reveal"): ("revealed",),
    ("runner", "option"): ("arrives",),
    ("take", "take"): ("takes",),
    ("target", "target"): ("target",),
    ("unit_cell", "cell"): ("deploys",),
}
"""What is always told of a choice, by its question and verb."""
NAMED_BY_WHO_ASKS = frozenset(("die_named", "declines", "plays_free", "done", "legion_first"))
"""What the player who is asked is told to do."""

GAMES = [
    (2, {}, 1),
    (3, {"objectives": "by_choice", "bare_banners": "spent"}, 3),
    (4, {}, 2),
    (4, {"colours": "dealt", "open_memory": "off"}, 5),
    (2, {"open_memory": "off", "ars_oratoria": "once_a_turn"}, 6),
]


@dataclass(frozen=True)
class Act:
    """A choice, the position before it and after it, and what was told."""

    before: State
    after: State
    decision: Decision
    action: Action
    told: list[Event]

    @property
    def kinds(self) -> set[str]:
        return {event.kind for event in self.told}


def played(seats: int, options: Mapping[str, str], seed: int) -> Iterator[Act]:
    """A whole game, one choice after the other."""
    state = RULES.setup(seats, BOX.options(seats, options))
    rng, seen = SeededRng(f"acts {seed}"), Seen()
    while decisions := RULES.decisions(state):
        decision = decisions[rng.below(len(decisions))]
        action = KEEN(RULES, state, decision, rng, seen)
        before = RULES.copy(state)
        told: list[Event] = []
        RULES.apply(state, decision.seat, action, told.append)
        yield Act(before, state, decision, action, told)


@cache
def acts_told(game: int) -> frozenset[tuple[str, str]]:
    """All acts of a game, each of which was told; a seat is named by its number."""
    met: set[tuple[str, str]] = set()
    for act in played(*GAMES[game]):
        name = act.decision.prompt, act.action.verb
        assert act.kinds.issuperset(TOLD.get(name, ())), (name, act.kinds)
        met.add(name)
        for event in act.told:
            if "seat" in event.facts:
                assert 0 <= event.number("seat") < act.before.seats, event
        for event in act.told[:1]:
            if event.kind in NAMED_BY_WHO_ASKS:
                assert event.number("seat") == act.decision.seat, (name, event)
        assert ("reshuffled" in act.kinds) <= bool(sum(act.before.command_discard))
    return frozenset(met)


@pytest.mark.parametrize("game", range(len(GAMES)))
def test_every_act_is_told(game: int) -> None:
    assert acts_told(game)


def test_the_acts_of_these_games_are_most_there_are() -> None:
    met = {act for game in range(len(GAMES)) for act in acts_told(game)}
    assert len(met & TOLD.keys()) > 0.8 * len(TOLD), TOLD.keys() - met


@pytest.mark.clause("pb.action.1", "pb.action.3")
@pytest.mark.parametrize("game", range(len(GAMES)))
def test_an_act_takes_its_action(game: int) -> None:
    for act in played(*GAMES[game]):
        if act.decision.prompt == "act" and act.action.verb in ONE_EACH | MAYBE_MORE:
            gained = "actions" in act.kinds or "turn" in act.kinds
            if act.action.verb in ONE_EACH:
                assert act.after.actions == act.before.actions - 1, act.action
            elif not gained:
                paid = sum(e.number("count") for e in act.told if e.kind == "actions_paid")
                assert act.after.actions == act.before.actions - 1 - paid, act.action
        for event in act.told:
            if event.kind in ("actions_paid", "coins_paid"):
                assert event.number("count") > 0, "nothing is no payment"
        if act.decision.prompt == "discard":
            assert act.before.actions == 0, "what was not spent is lost by now"


@pytest.mark.clause("pb.action.6", "pb.perm.5")
@pytest.mark.parametrize("game", range(len(GAMES)))
def test_a_card_in_play_is_used_once_by_its_copy(game: int) -> None:
    for act in played(*GAMES[game]):
        seat = act.decision.seat
        if act.decision.prompt != "act" or act.action.verb != "use" or act.after.turn != seat:
            continue
        before, after = act.before.players[seat].perms, act.after.players[seat].perms
        if len(before) != len(after):
            continue
        changed = [(a, b) for a, b in zip(before, after, strict=True) if a.used != b.used]
        assert len(changed) == 1
        ((old, new),) = changed
        assert not old.down and (new.used ^ old.used).bit_count() == 1 and not old.used & ~new.used


@pytest.mark.parametrize("game", range(len(GAMES)))
def test_every_position_says_who_is_waited_for(game: int) -> None:
    for number, act in enumerate(played(*GAMES[game])):
        for player in act.after.players:
            assert len(player.goals) == len(player.goal_up) == len(player.goal_points)
        if number % 5:
            continue
        waiting = tuple(d.seat for d in RULES.decisions(act.after) if d.seat != CHANCE)
        for viewer in (*range(act.after.seats), SPECTATOR):
            assert RULES.view(act.after, viewer).waiting == waiting


COMPLETED = ("new_gray", "new_red", "blazon", "centurion")
"""What a placed card brings at once."""


def ends_by_colours(event: Event) -> bool:
    return event.kind == "end_triggered" and event.number("by") == BY_COLOURS


class Following:
    """A game followed from one placed card to the next: what it was said to complete comes."""

    def __init__(self) -> None:
        self.seat = NONE
        self.foretold: Completion | None = None
        self.dice: list[int] = []
        self.blazon = False
        self.centurions = 0
        self.seen: Counter[str] = Counter()

    def places(self, before: State, event: Event) -> None:
        self.over()
        self.seat = event.number("seat")
        player = before.players[self.seat]
        cell, kind = event.number("cell"), event.number("card")
        card = CATALOG.army[kind]
        said = completion_of(
            kind,
            card.colour,
            cell,
            player.army | 1 << cell,
            player.full | (1 << cell if card.full else 0),
            player.grays.bit_count(),
            player.reds.bit_count(),
            player.blazons,
        )
        assert all(slot < RED for slot in said.grays) and all(slot >= RED for slot in said.reds)
        self.foretold, self.dice = said, [*said.grays, *said.reds]
        self.blazon, self.centurions = said.blazon, said.centurions

    def brings(self, event: Event) -> None:
        assert self.foretold is not None and event.number("seat") == self.seat
        if event.kind in ("new_gray", "new_red"):
            assert event.number("slot") == self.dice.pop(0)
        elif event.kind == "blazon":
            assert self.blazon
            self.blazon = False
        elif event.kind == "centurion":
            self.centurions -= 1
        else:
            assert self.foretold.fifth, "the fifth colour brings the end"
        self.seen[event.kind] += 1

    def over(self) -> None:
        """All that was said has come."""
        assert not self.dice and not self.blazon and not self.centurions


@pytest.mark.clause("pb.legion.9", "pb.legion.19", "pb.cent.5", "pb.end.4")
@pytest.mark.parametrize("game", range(len(GAMES)))
def test_what_a_card_is_said_to_complete_is_what_it_completes(game: int) -> None:
    following = Following()
    for act in played(*GAMES[game]):
        for event in act.told:
            if event.kind == "places":
                following.places(act.before, event)
            elif event.kind in COMPLETED or ends_by_colours(event):
                following.brings(event)
    following.over()
    for kind in COMPLETED:
        assert following.seen[kind] > 0
