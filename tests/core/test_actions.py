"""Actions: one object, one number, one text."""

from __future__ import annotations

import pytest

from ludus.core.actions import ActionSpace
from ludus.core.errors import BadRequest

SPACE = ActionSpace({"roll": 0, "place": 3, "sail": 1})


def test_every_action_has_one_number_and_one_text() -> None:
    assert [action.text for action in SPACE] == ["roll", "place:0", "place:1", "place:2", "sail:0"]
    for number, action in enumerate(SPACE):
        assert action.number == number
        assert SPACE.numbered(number) is action
        assert SPACE.parse(action.text) is action


def test_verbs_give_their_actions_by_argument() -> None:
    assert [action.arg for action in SPACE["place"]] == [0, 1, 2]
    assert SPACE.the("roll").text == "roll"
    assert SPACE.verbs == ("roll", "place", "sail")
    assert len(SPACE) == 5


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("fly:1", "the verbs are roll, place, sail"),
        ("place:3", "'place' goes as place:0 to place:2"),
        ("place", "'place' goes as place:0 to place:2"),
        ("roll:0", "'roll' goes as roll"),
        ("place:01", "goes as place:0"),
        ("", "unknown action ''"),
    ],
)
def test_an_unknown_text_says_what_is_allowed(text: str, message: str) -> None:
    with pytest.raises(BadRequest, match=message):
        SPACE.parse(text)


@pytest.mark.parametrize("number", [-1, 5])
def test_an_unknown_number_says_what_is_allowed(number: int) -> None:
    with pytest.raises(BadRequest, match="from 0 to 4"):
        SPACE.numbered(number)
