"""What the face previews is what the rules then do."""

from __future__ import annotations

import pytest

from ludus.core.chance import SeededRng, pick
from ludus.core.protocol import Event
from ludus.games.para_bellum.board import CELLS, RED, members
from ludus.games.para_bellum.face.field import Field
from ludus.games.para_bellum.ids import NEW_GRAY, NEW_RED
from ludus.games.para_bellum.state import State
from ludus.games.para_bellum.tests.scene import CATALOG, OPTIONS, RULES


def field_of(state: State, seat: int) -> Field:
    return Field(RULES.view(state, seat).sides[seat], CATALOG.army)


def dice_to_roll(state: State) -> tuple[list[int], list[int]]:
    """The slots that wait for a new die: gray ones, then red ones."""
    frame = state.stack[-1]
    grays = members(frame.mask) if frame.phase == NEW_GRAY else []
    reds = [RED + cell for cell in members(frame.mask)] if frame.phase == NEW_RED else []
    return grays, reds


@pytest.mark.parametrize("seats", [2, 4])
def test_a_preview_names_what_the_card_completes(seats: int) -> None:
    """Legions and gray dice at once; red dice too, where no gray die has to be rolled first."""
    rng = SeededRng(seats)
    state = RULES.setup(seats, OPTIONS)
    completed = 0
    while decisions := RULES.decisions(state):
        decision = decisions[0]
        action = pick(decision, rng)
        seat, kind = decision.seat, state.stack[-1].card
        field = field_of(state, seat) if decision.prompt == "place_cell" else None
        events: list[Event] = []
        RULES.apply(state, seat, action, events.append)
        if field is None:
            continue
        seen = field.preview(kind, action.arg)
        spans = [(e.number("lo"), e.number("hi")) for e in events if e.kind == "legion"]
        assert spans == list(seen.spans)
        grays, reds = dice_to_roll(state)
        assert grays == list(seen.grays)
        if not grays:
            assert reds == sorted(seen.reds)
            centurions = [e for e in events if e.kind == "centurion"]
            assert len(centurions) == seen.centurions
        completed += bool(spans or seen.centurions)
    assert completed > 10


def test_a_reason_is_given_for_exactly_the_cells_that_are_not_offered() -> None:
    rng = SeededRng(7)
    state = RULES.setup(3, OPTIONS)
    asked = 0
    while decisions := RULES.decisions(state):
        decision = decisions[0]
        if decision.prompt == "place_cell":
            asked += 1
            field = field_of(state, decision.seat)
            colour = CATALOG.army[state.stack[-1].card].colour
            free = {cell for cell in range(CELLS) if not field.why_not(colour, cell)}
            assert free == {option.arg for option in decision.options}
        RULES.apply(state, decision.seat, pick(decision, rng))
    assert asked > 20
