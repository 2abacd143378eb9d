"""The check of models passes what is sound, and catches each planted fault."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import pytest
from tests.kit.toys import TOYS, Sheets
from tests.kit.toys.common import toy_box
from tests.kit.toys.sheets import SheetFace

from ludus.core.actions import Action
from ludus.core.face import Choice, Panel
from ludus.core.game import AnyBox
from ludus.core.models import About, Card, Dashboard, Meter, Preview, Symbol, Tray, Wish
from ludus.core.protocol import Decision
from ludus.core.text import icon_bit
from ludus.kit.broken import Broken
from ludus.kit.leak import leak
from ludus.kit.models import check_models, icons_in

NEW = Symbol("<circle r='9'/>")


class ModelFace(SheetFace):
    """A face with models: a symbol, a meter, a card, and what each of them is."""

    @property
    def symbols(self) -> Mapping[str, Symbol]:
        return {"gift": NEW}

    def dashboard(
        self,
        view: object,
        decision: Decision | None,
        choices: Sequence[Choice],
        names: Sequence[str],
    ) -> Dashboard:
        card = Card("card", "A card", body=(icon_bit("gift", "gift"),))
        return Dashboard(
            supply=(Meter("gift", "gift", "Gifts", 1),),
            trays=(Tray("hand", "Hand", "hand", (card,)),),
        )

    def about(
        self, view: object, decision: Decision | None, place: str, names: Sequence[str]
    ) -> About | None:
        return About("It") if place in ("card", "meter-gift") else None


def box_of(face: SheetFace) -> AnyBox:
    return toy_box("sheets", Sheets(), (2,), secrets=False, face=face)


@pytest.mark.parametrize("toy", TOYS)
def test_the_defaults_pass(toy: Callable[[], AnyBox]) -> None:
    check_models(toy(), games=3)


def test_a_face_with_models_passes() -> None:
    check_models(box_of(ModelFace()))


class UnknownIcon(ModelFace):
    @property
    def symbols(self) -> Mapping[str, Symbol]:
        return {"other": NEW}


class SilentIcon(ModelFace):
    def panels(self, view: object, names: Sequence[str]) -> Sequence[Panel]:
        line = (icon_bit("gift", " "),)
        return [Panel(seat, name, 0, (line,)) for seat, name in enumerate(names)]


class NoMeter(ModelFace):
    def about(
        self, view: object, decision: Decision | None, place: str, names: Sequence[str]
    ) -> About | None:
        return About("It") if place == "card" else None


class NoTitle(ModelFace):
    def about(
        self, view: object, decision: Decision | None, place: str, names: Sequence[str]
    ) -> About | None:
        return About("")


class Fragile(ModelFace):
    def about(
        self, view: object, decision: Decision | None, place: str, names: Sequence[str]
    ) -> About | None:
        if place.startswith("meter-") and place != "meter-gift":
            return About(str(int(place.partition("-")[2])))
        return super().about(view, decision, place, names)


class NoVerb(ModelFace):
    def preview(
        self, view: object, decision: Decision, choice: Choice, names: Sequence[str]
    ) -> Preview:
        return Preview("Title", "")


class StrangeMeter(ModelFace):
    def preview(
        self, view: object, decision: Decision, choice: Choice, names: Sequence[str]
    ) -> Preview:
        return Preview("Title", "Do it", changes=(("gift", 1), ("glory", 1)))


class Obliging(ModelFace):
    """Does whatever is wished for, on offer or not."""

    def follow(
        self,
        view: object,
        decision: Decision,
        wish: Wish,
        done: Sequence[Action],
        names: Sequence[str],
    ) -> Action | str | None:
        return done[-1] if done else "Nothing was done yet."


class Gullible(ModelFace):
    """Believes that there is what is wished for."""

    def follow(
        self,
        view: object,
        decision: Decision,
        wish: Wish,
        done: Sequence[Action],
        names: Sequence[str],
    ) -> Action | str | None:
        return decision.options[max(wish.picks.values(), default=0)]


class Mute(ModelFace):
    def follow(
        self,
        view: object,
        decision: Decision,
        wish: Wish,
        done: Sequence[Action],
        names: Sequence[str],
    ) -> Action | str | None:
        return ""


@pytest.mark.parametrize(
    ("face", "message"),
    [
        (UnknownIcon(), "the icon 'gift' is none of the game's symbols"),
        (SilentIcon(), "the icon 'gift' stands for no words"),
        (NoMeter(), "'meter-gift' can be seen, but nothing says what it is"),
        (NoTitle(), "'card' can be seen, but nothing says what it is"),
        (Fragile(), "asked what the place 'meter-x' is it fails|asked what the place 'meter-' is"),
        (NoVerb(), "has no title or no verb"),
        (StrangeMeter(), "changes 'glory', which is no meter in sight"),
        (Obliging(), "which is not on offer"),
        (Gullible(), "fails: IndexError"),
        (Mute(), "is refused without a word"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, ModelFace) else "",
)
def test_a_planted_fault_is_found(face: ModelFace, message: str) -> None:
    with pytest.raises(Broken, match=message):
        check_models(box_of(face), games=4)


def test_icons_are_found_wherever_they_stand() -> None:
    board = Dashboard(
        supply=(Meter("a", "one", "Ones", 1, next_icon="two"),),
        legend=(("three", "a third"),),
        lead=(icon_bit("four", "a fourth"),),
    )
    assert dict(icons_in(board)) == {
        "one": "Ones",
        "two": "Ones",
        "three": "a third",
        "four": "a fourth",
    }


class Forgetful(ModelFace):
    """Shows how often it was asked, and with that more than the view says."""

    asked = 0

    def panels(self, view: object, names: Sequence[str]) -> Sequence[Panel]:
        self.asked += 1
        return [Panel(seat, name, self.asked) for seat, name in enumerate(names)]


def test_what_a_page_shows_is_a_matter_of_the_view_alone() -> None:
    leak(box_of(ModelFace()), games=4)
    with pytest.raises(Broken, match="what its page shows differs"):
        leak(box_of(Forgetful()), games=4)
