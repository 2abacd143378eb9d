"""The models of a face in random play: icons, cards, counts, previews, explanations, gestures.

Every icon that is used is one of the game's symbols and stands for words; every choice has a
preview that counts on meters that are there; a wish, however hostile, never leads to anything but
one of the options or a reason. A game that has symbols says by that that it fills in the models:
then every card, meter and place that can ever be chosen has an explanation too, at any time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Generic

import msgspec

from ludus.core.actions import Action
from ludus.core.chance import SeededRng
from ludus.core.face import Choice, Scene
from ludus.core.game import Box
from ludus.core.models import Dashboard, Gesture, Meter, Wish
from ludus.core.protocol import SPECTATOR, Decision, Rng, S, Seat, V
from ludus.core.table import Table
from ludus.core.text import ICON, Bit
from ludus.kit.broken import Broken
from ludus.kit.faces import MALFORMED
from ludus.kit.policies import POLICIES, Seen
from ludus.kit.random_play import BOUND, random_play
from ludus.kit.tables import Setting, settings

OFTEN = 6
"""How often positions are looked at: after move N, the next is N divided by this much later."""
PREVIEWS = 8
"""So many choices of a decision are previewed."""
ASKED = 24
"""So many places are asked about at a position."""
DIGITS = re.compile(r"\d+")
IDS = re.compile(r'\bid="([^"]+)"')
ICONS = ("icon", "next_icon")
"""The fields of models that hold the key of a symbol."""
HOSTILE = (
    Wish(""),
    Wish("no such gesture", {"x": 1}, "y"),
    Wish("\x00" * 80, {"": -1}, "-0-99999"),
)


def icons_in(model: object) -> Iterator[tuple[str, str]]:
    """Every key of a symbol in a model, with the words that stand for it there."""
    if isinstance(model, Bit):
        if model.kind == ICON:
            yield model.ref, model.text
    elif isinstance(model, msgspec.Struct):
        words = str(getattr(model, "label", "") or getattr(model, "title", "") or "-")
        for field in model.__struct_fields__:
            value = getattr(model, field)
            if field in ICONS:
                if value:
                    yield value, words
            elif field == "icons":
                yield from ((key, words) for key in value)
            else:
                yield from icons_in(value)
        if isinstance(model, Dashboard):
            yield from model.legend
    elif isinstance(model, (tuple, list)):
        for each in model:
            yield from icons_in(each)


class ModelCheck(Generic[S, V]):
    """One random game, as the models of its face show it."""

    def __init__(self, box: Box[S, V], setting: Setting, rng: Rng) -> None:
        self.box = box
        self.face = box.face
        self.names = setting.names
        self.setting = setting
        self.rng = rng
        self.table: Table[S, V] = Table(box, setting.names, setting.options)
        self.modelled = bool(self.face.symbols)
        """Whether the game fills in the models, as having symbols says."""
        self._kinds: set[str] = set()
        """The names of places that could be chosen so far, less their numbers."""
        self._strayed: set[str] = set()
        """The kinds of places for which nonsense was asked already."""

    def run(self, bound: int) -> None:
        """Play a game; look closely at the start, at the end, and ever less often between."""
        games = random_play(self.table, self.setting, self.rng, POLICIES["curious"], Seen(), bound)
        due = 0
        for number, decisions in enumerate(games):
            if number >= due or not decisions:
                due = number + 1 + number // OFTEN
                self.look(decisions, number)

    def look(self, decisions: Sequence[Decision], number: int) -> None:
        """Look at the position as one of those who have to choose, and as somebody who has not."""
        own = {decision.seat: decision for decision in decisions if decision.seat >= 0}
        others = [seat for seat in (*range(self.setting.seats), SPECTATOR) if seat not in own]
        viewers = [others[self.rng.below(len(others))]]
        if own:
            viewers.append([*own][number % len(own)])
        for viewer in viewers:
            faults = [*self.faults(viewer, own.get(viewer))]
            if faults:
                raise Broken(
                    f"viewer {viewer}: {'; '.join(faults[:6])}",
                    f"{self.box.meta.name}, {self.setting}",
                    self.table.record,
                )

    def faults(self, viewer: Seat, decision: Decision | None) -> Iterator[str]:
        view, face, names = self.table.view(viewer), self.face, self.names
        choices = () if decision is None else face.choices(view, decision, names)
        dashboard = face.dashboard(view, decision, choices, names)
        panels = face.panels(view, names)
        meters = [*dashboard.supply, *dashboard.tracks]
        meters += [meter for panel in panels for meter in panel.meters]
        shown: list[object] = [dashboard, *panels, *choices]
        if decision is not None:
            shown.append(face.prompt(view, decision, names).sentence)
            gestures = face.gestures(view, decision, choices, names)
            shown += gestures
            yield from self._preview_faults(view, decision, choices, meters, shown)
            yield from self._gesture_faults(view, decision, gestures)
        lately = self.table.story[-1] if self.table.story else ()
        scenes = face.scenes(view, decision, choices, names, lately)
        yield from self._about_faults(view, decision, self._things(dashboard, meters), shown)
        yield from self._about_faults(view, decision, self._places(choices, scenes), shown)
        yield from self._stray_faults(view, decision)
        shown += [line for event in lately if (line := face.tell(view, event, names)) is not None]
        yield from icon_faults(shown, face.symbols)

    def _preview_faults(
        self,
        view: V,
        decision: Decision,
        choices: Sequence[Choice],
        meters: Sequence[Meter],
        shown: list[object],
    ) -> Iterator[str]:
        keys = {meter.key for meter in meters}
        start = self.rng.below(len(choices))
        for choice in (*choices[start:], *choices[:start])[:PREVIEWS]:
            what = f"the preview of {choice.action.text!r}"
            preview = self.face.preview(view, decision, choice, self.names)
            if not preview.title or not preview.verb:
                yield f"{what} has no title or no verb"
            for key, _ in preview.changes:
                if key not in keys:
                    yield f"{what} changes {key!r}, which is no meter in sight"
            shown.append(preview)

    def _things(self, dashboard: Dashboard, meters: Iterable[Meter]) -> set[str]:
        """The places that explain cards and meters."""
        explained = {card.explained_at for card in dashboard.cards}
        if dashboard.scale is not None:
            explained.add(f"meter-{dashboard.scale.key}")
        return explained | {meter.place or f"meter-{meter.key}" for meter in meters}

    def _places(self, choices: Iterable[Choice], scenes: Iterable[Scene]) -> set[str]:
        """Every place in the pictures of a kind that can be chosen, if not now then once."""
        places = {place for choice in choices for place in choice.places}
        self._kinds |= {DIGITS.sub("", place) for place in places}
        for scene in scenes:
            if not scene.away:
                names = IDS.findall(scene.svg)
                places |= {name for name in names if DIGITS.sub("", name) in self._kinds}
        return places

    def _about_faults(
        self, view: V, decision: Decision | None, places: Iterable[str], shown: list[object]
    ) -> Iterator[str]:
        for place in self._some(sorted(places)):
            about = self.face.about(view, decision, place, self.names)
            if about is not None:
                shown.append(about)
            if self.modelled and (about is None or not about.title):
                yield f"{place!r} can be seen, but nothing says what it is"

    def _stray_faults(self, view: V, decision: Decision | None) -> Iterator[str]:
        """Anybody may ask about any place, also about one that was never there."""
        kinds = {*(kind.partition("-")[0] for kind in self._kinds), "meter"} - self._strayed
        self._strayed |= kinds
        for kind in sorted(kinds):
            for place in (kind + end for end in MALFORMED):
                try:
                    self.face.about(view, decision, place, self.names)
                except (ArithmeticError, LookupError, ValueError) as error:
                    yield f"asked what the place {place!r} is it fails: {error!r}"

    def _some(self, places: list[str]) -> list[str]:
        """At most `ASKED` of the places, drawn without repeats."""
        if len(places) <= ASKED:
            return places
        for index in range(ASKED):
            other = index + self.rng.below(len(places) - index)
            places[index], places[other] = places[other], places[index]
        return places[:ASKED]

    def _gesture_faults(
        self, view: V, decision: Decision, gestures: Sequence[Gesture]
    ) -> Iterator[str]:
        strange = self.box.rules.actions.all
        done: tuple[Action, ...] = (strange[self.rng.below(len(strange))],)
        for wish in (*HOSTILE, *(wish for gesture in gestures for wish in wishes(gesture))):
            for before in ((), done):
                try:
                    self.face.aims(view, decision, wish, self.names)
                    option = self.face.follow(view, decision, wish, before, self.names)
                except (ArithmeticError, LookupError, TypeError, ValueError) as error:
                    yield f"the wish {wish} fails: {error!r}"
                    continue
                if isinstance(option, Action) and option not in decision.options:
                    yield f"the wish {wish} leads to {option.text!r}, which is not on offer"
                if option == "":
                    yield f"the wish {wish} is refused without a word"


def wishes(gesture: Gesture) -> Iterator[Wish]:
    """Wishes for a gesture: as it is offered, and as nobody should send it."""
    targets = [target.key for target in gesture.targets] or [""]
    most = {pick.key: pick.most for pick in gesture.picks}
    for target in (targets[0], targets[-1]):
        yield Wish(gesture.key, most, target)
        yield Wish(gesture.key, dict.fromkeys(most, 1), target)
    for shortcut in gesture.shortcuts:
        yield Wish(gesture.key, dict(shortcut.picks), targets[0])
    yield Wish(gesture.key)
    yield Wish(gesture.key, {key: count + 1_000_000 for key, count in most.items()}, targets[0])
    yield Wish(gesture.key, dict.fromkeys(most, -1), targets[0])
    yield Wish(gesture.key, {**most, "no such thing": 3}, targets[0])
    yield Wish(gesture.key, most, "no-such-place")


def icon_faults(shown: Iterable[object], symbols: Mapping[str, object]) -> Iterator[str]:
    """Icons that are not among the symbols, or stand for no words."""
    for key, words in sorted({found for model in shown for found in icons_in(model)}):
        if key not in symbols:
            yield f"the icon {key!r} is none of the game's symbols"
        if not words.strip():
            yield f"the icon {key!r} stands for no words"


def check_models(
    box: Box[S, V],
    games: int = 2,
    seed: int = 0,
    seats: Iterable[int] | None = None,
    bound: int = BOUND,
) -> None:
    """Check the models in random games; raises Broken."""
    for number, setting in enumerate(settings(box.meta, games, seats)):
        rng = SeededRng(f"models {seed} {number} {setting}")
        ModelCheck(box, setting, rng).run(bound)
