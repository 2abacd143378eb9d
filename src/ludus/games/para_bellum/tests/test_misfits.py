"""What a pack may print where: effects that nobody could carry out are refused, others are not."""

from __future__ import annotations

import msgspec
import pytest

from ludus.games.para_bellum import schema
from ludus.games.para_bellum.cards import ALLIANCE, BATTLE, CARD, EVENT, ORDER, misfit

ANYWHERE = (ALLIANCE, BATTLE, ORDER, CARD, EVENT)


def effect(op: str, **fields: object) -> schema.Effect:
    found: schema.Effect = msgspec.convert({"op": op, **fields}, schema.Effect)
    return found


COIN = {"op": "gain", "what": "coin"}
BRANCH = [COIN]


@pytest.mark.parametrize(
    "fine",
    [
        effect("gain", what="coin"),
        effect("gain", what="banner", banner="any_gray"),
        effect("mod", die="k", n=1),
        effect("mod", die="k", n=-1, which="highest"),
        effect("mod", die="r", n=1, who="target", chooser="target"),
        effect("reroll", die="k"),
        effect("reroll", die="any", who="target", chooser="target"),
        effect("lose_die", die="k"),
        effect("lose_die", die="r", who="target", chooser="target"),
        effect("set", die="k"),
        effect("set", die="r"),
        effect("add_die", die="k"),
        effect("add_die", die="r"),
        effect("disable", filter="via", who="target"),
        effect("play_free", filter="order"),
        effect("choose", of=[BRANCH] * 2),
        effect("choose", of=[BRANCH] * 4),
        effect("roll", n=1, table=[{"faces": [1, 2], "effects": BRANCH}]),
        effect("roll", n=2, then=BRANCH),
    ],
    ids=str,
)
def test_what_can_be_carried_out_anywhere(fine: schema.Effect) -> None:
    for place in ANYWHERE:
        assert misfit(fine, place, False) == ""


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (effect("gain", what="banner"), "a banner is named"),
        (effect("gain", what="coin", banner="any_gray"), "a banner is named"),
        (effect("gain", what="banner", banner="any_gray", who="target"), "by the player who acts"),
        (effect("mod", die="k"), "not 0, or by the roll"),
        (effect("mod", die="k", n=1, by_roll=True), "not 0, or by the roll"),
        (effect("mod", die="k", by_roll=True), "in the `then` of a roll"),
        (effect("mod", die="r", n=1, which="highest"), "the highest die is a gray one"),
        (effect("mod", die="k", n=1, chooser="target"), "a target that chooses"),
        (effect("reroll", die="b"), "the General die is not rolled"),
        (effect("reroll", die="k", chooser="target"), "a target that chooses"),
        (effect("lose_die", die="b"), "cannot be lost"),
        (effect("lose_die", die="any"), "cannot be lost"),
        (effect("lose_die", die="k", match="picked"), "in the `then` of a roll"),
        (effect("lose_die", die="k", chooser="target"), "a target that chooses"),
        (effect("set", die="b"), "copies a gray or red die"),
        (effect("add_die", die="any"), "a gray or red die comes back"),
        (effect("disable", filter="order", who="target"), "never in play"),
        (effect("play_free", filter="any"), "name an Order"),
        (effect("coin_move", source="self", to="self"), "to somebody else"),
        (effect("choose", of=[BRANCH]), "two to four"),
        (effect("choose", of=[BRANCH] * 5), "two to four"),
        (effect("roll", n=1), "a table or a `then`"),
        (effect("roll", n=1, then=BRANCH, table=[{"faces": [1], "effects": BRANCH}]), "a table or"),
        (effect("roll", n=2, table=[{"faces": [1], "effects": BRANCH}]), "for one die"),
        (
            effect("roll", n=1, table=[{"faces": [1, 2], "effects": BRANCH}] * 2),
            "stands in one row of the table",
        ),
    ],
    ids=str,
)
def test_what_nobody_could_carry_out(wrong: schema.Effect, reason: str) -> None:
    for place in ANYWHERE:
        assert reason in misfit(wrong, place, False)


@pytest.mark.parametrize(
    ("special", "places", "reason"),
    [
        (effect("gain", what="coin", who="ally"), (ALLIANCE,), "speak of an ally"),
        (effect("draw", what="army", who="both"), (ALLIANCE,), "speak of an ally"),
        (effect("give", what="army"), (ALLIANCE,), "speak of an ally"),
        (effect("coin_move", source="self", to="ally"), (ALLIANCE,), "speak of an ally"),
        (effect("this_morale", plus=1), (BATTLE,), "a Morale test of its own"),
        (effect("mod", die="k", n=1, scope="last_legion"), (BATTLE,), "knows the last Legion"),
    ],
    ids=str,
)
def test_what_fits_in_one_place_alone(
    special: schema.Effect, places: tuple[str, ...], reason: str
) -> None:
    for place in ANYWHERE:
        told = misfit(special, place, False)
        assert told == "" if place in places else reason in told


def test_below_a_roll_its_result_counts() -> None:
    for below in (
        effect("mod", die="k", by_roll=True),
        effect("lose_die", die="k", match="picked"),
    ):
        assert misfit(below, CARD, True) == ""
