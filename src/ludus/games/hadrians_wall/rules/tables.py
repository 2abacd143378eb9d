"""What the rules look things up in: the printed board, the actions, and decisions made before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from ludus.core.actions import Action, ActionSpace
from ludus.core.protocol import Decision
from ludus.games.hadrians_wall.board import Board
from ludus.games.hadrians_wall.ids import PROMPT_COUNT, PROMPTS, VERBS

ByBytes: TypeAlias = list[list[tuple[Action, ...]]]
"""Per byte of a mask and per value of that byte, the actions it stands for."""

MOST_SEATS: Final = 6
REMEMBER: Final = 4
"""How many decisions per seat and prompt are kept: an offer seldom outlives a few moves."""


class Tables:
    """Everything that stays the same through all games with this content."""

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self.actions: Final = ActionSpace(VERBS)
        self.every_action: Final[ByBytes] = by_bytes(self.actions.all)
        self.fate_cards: Final[ByBytes] = by_bytes(self.actions["fate"])
        self.player_cards: Final[ByBytes] = by_bytes(self.actions["card"])
        self.neutral_cards: Final[ByBytes] = by_bytes(self.actions["neutral"])
        # A decision is fixed by seat, prompt and offer, and most offers stay as they are while
        # others act, so each is built once and handed out again.
        self.known: Final[list[dict[int, Decision]]] = [
            {} for _ in range(MOST_SEATS * PROMPT_COUNT)
        ]

    def new_decision(self, seat: int, prompt: int, offer: int) -> Decision:
        """A decision that is not known yet."""
        known = self.known[seat * PROMPT_COUNT + prompt]
        if len(known) >= REMEMBER:
            known.clear()
        decision = Decision(seat, PROMPTS[prompt], tuple(listed(self.every_action, offer)))
        known[offer] = decision
        return decision


def by_bytes(actions: Sequence[Action]) -> ByBytes:
    """Actions by the bytes of a mask in which bit `n` is the action of index `n`."""
    return [
        [
            tuple(
                actions[start + bit]
                for bit in range(8)
                if value >> bit & 1 and start + bit < len(actions)
            )
            for value in range(256)
        ]
        for start in range(0, len(actions), 8)
    ]


def listed(table: ByBytes, mask: int) -> list[Action]:
    """The actions of a mask, in order."""
    found: list[Action] = []
    for index, value in enumerate(mask.to_bytes(len(table), "little")):
        if value:
            found += table[index][value]
    return found
