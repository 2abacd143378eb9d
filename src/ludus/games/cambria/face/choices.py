"""What each choice is called and what it will do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ludus.core.actions import Action
from ludus.core.face import Choice
from ludus.core.protocol import Decision
from ludus.core.text import Bit, Sentence, joined, roman
from ludus.games.cambria.face.rings import Ring, falling, ring_of, standing
from ludus.games.cambria.face.voice import Voice
from ludus.games.cambria.ids import FACES, FREE, LEGION, NONE, NUMBERS, PAIRS
from ludus.games.cambria.view import View

Label: TypeAlias = Callable[["Adviser", Decision, Action], Choice]


class Adviser:
    """Reckons, from a view alone, what a move would lead to."""

    def __init__(self, view: View, voice: Voice) -> None:
        self.view = view
        self.voice = voice
        self.words = voice.words
        self.board = voice.board
        self._falling: list[Ring] | None = None
        """The forts that fall if nothing more happens; asked for with every choice."""

    def choice(self, decision: Decision, action: Action) -> Choice:
        return CHOICES[action.verb](self, decision, action)

    # Hints ---------------------------------------------------------------------------------------

    def placing(self, player: int, slot: int, source: int, ends_turn: bool) -> Sentence:
        """What comes of a warrior going to a slot; `source` NONE is the supply.

        With nothing in supply a warrior is lifted next, so nothing is said to be settled yet.
        """
        view, words, board = self.view, self.words, self.board
        lift_next = source == NONE and not view.supply[player]
        parts: list[Sentence] = []
        roads = list(view.roads)
        touched: list[int] = []
        if source != NONE:
            parts.append(words.say("hint.leaves", place=self.voice.slot(source)))
            if source < board.roads:
                roads[source] = FREE
        if slot < board.roads:
            parts += self._homecoming(roads[slot])
            roads[slot] = player
            touched += board.ends[slot]
        if source != NONE and source < board.roads:
            touched += [site for site in board.ends[source] if site not in touched]
        parts += self._rings(player, roads, touched, ends_turn and not lift_next)
        if lift_next:
            parts.append(words.say("hint.lift_next"))
        return joined(parts, " ")

    def moving_legion(self, road: int) -> Sentence:
        """What comes of the legion going to a road."""
        view, words = self.view, self.words
        parts = self._homecoming(view.roads[road])
        held = [site for site in self.board.ends[road] if standing(view, site)]
        if held:
            parts.append(words.say("hint.blocks", sites=self.voice.sites(held)))
        else:
            parts.append(words.say("hint.idle"))
        roads = [FREE if piece == LEGION else piece for piece in view.roads]
        roads[road] = LEGION
        parts += self.fallen(roads)
        return joined(parts, " ")

    def fallen(self, roads: Sequence[int]) -> list[Sentence]:
        """The forts that fall if the turn ends so, in words."""
        return self._also(falling(self.view, self.board, roads))

    def _also(self, rings: Sequence[Ring]) -> list[Sentence]:
        return [self.falls("hint.also", ring) for ring in rings]

    def _homecoming(self, piece: int) -> list[Sentence]:
        """The piece that a move sends off its road, in words."""
        if piece == FREE:
            return []
        if piece == LEGION:
            return [self.words.say("hint.home.legion")]
        if piece == self.voice.viewer:
            return [self.words.say("hint.home.own")]
        return [self.words.say("hint.home", piece=self.voice.piece(piece))]

    def _rings(
        self, player: int, roads: list[int], touched: list[int], ends_turn: bool
    ) -> list[Sentence]:
        """What becomes of the forts touched by a move, and of others that then fall."""
        parts: list[Sentence] = []
        live = [site for site in touched if standing(self.view, site)]
        for site in live:
            ring = ring_of(self.board, roads, self.view.players, site)
            parts.append(self._ring(player, ring, ends_turn))
        if touched and not live:
            parts.append(self.words.say("hint.idle"))
        if ends_turn:
            # Forts that the move does not touch fall with it or without it.
            if self._falling is None:
                self._falling = falling(self.view, self.board, self.view.roads)
            parts += self._also([ring for ring in self._falling if ring.site not in touched])
        return parts

    def _ring(self, player: int, ring: Ring, ends_turn: bool) -> Sentence:
        words, voice = self.words, self.voice
        site = voice.site(ring.site)
        if ring.manned and ring.leader != NONE:
            if ends_turn:
                return self.falls("hint.falls", ring)
            return words.say(
                "hint.ringed.you" if ring.leader == voice.viewer else "hint.ringed",
                site=site,
                leader=voice.player(ring.leader),
                most=ring.most,
                next=ring.rival(ring.leader),
            )
        if ring.manned:
            return words.say("hint.tied", site=site, most=ring.most, next=ring.most)
        if not ring.free:
            return words.say("hint.held", site=site)
        mine, best = ring.counts[player], ring.rival(player)
        if not mine and not best:
            return words.say("hint.bare", site=site)
        key = "alone" if not best else "lead" if mine > best else "tie" if mine == best else "trail"
        return words.say(
            f"hint.{key}.you" if player == voice.viewer else f"hint.{key}",
            player=voice.player(player),
            site=site,
            mine=mine,
            best=best,
            size=self.board.numeral[ring.site],
        )

    def falls(self, key: str, ring: Ring) -> Sentence:
        words, voice = self.words, self.voice
        site = voice.site(ring.site)
        points = roman(self.board.numeral[ring.site])
        if ring.leader == voice.viewer:
            first = words.say(f"{key}.you", site=site, points=points)
        else:
            leader = voice.player(ring.leader)
            first = words.say(key, site=site, leader=leader, points=points)
        victory = roman(self.board.victory[ring.site])
        if not victory or ring.second == NONE:
            return first
        if ring.second == voice.viewer:
            then = words.say("hint.falls.second_you", victory=victory)
        else:
            second = voice.player(ring.second)
            then = words.say("hint.falls.second", second=second, victory=victory)
        return joined([first, then], " ")

    # Choices by verb -----------------------------------------------------------------------------

    def road(self, key: str, action: Action, hint: Sentence, **parts: Bit | Sentence) -> Choice:
        road = action.arg
        a, b = self.board.ends[road]
        name = self.voice.road_name(road)
        return Choice(
            action,
            self.words.text(f"action.{key}", road=name, **parts),
            hint,
            (f"road-{road}",),
            (f"fort-{a}", f"fort-{b}"),
        )

    def boat(self, key: str, action: Action, boat: int, hint: Sentence) -> Choice:
        label = self.words.text(f"action.{key}", boat=roman(NUMBERS[boat]))
        return Choice(action, label, hint, (f"boat-{boat}",))

    def button(self, key: str, action: Action, hint: Sentence) -> Choice:
        return Choice(action, self.words.text(f"action.{key}"), hint)


def _mover(adviser: Adviser) -> int:
    """Whose warrior the question is about."""
    question = adviser.view.question
    return NONE if question is None else question.player


def _roll(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    words = adviser.words
    if decision.prompt == "opening":
        return adviser.button("roll.one", action, words.say("hint.roll.opening"))
    if decision.prompt == "dummy":
        hint = words.say("hint.roll.dummy", dummy=adviser.voice.dummy)
        return adviser.button("roll.one", action, hint)
    return adviser.button("roll", action, words.say("hint.roll"))


def _pass(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    view, words = adviser.view, adviser.words
    key = "hint.pass.last" if view.passes + 1 >= 2 * view.seats else "hint.pass"
    hint = joined([words.say(key), *adviser.fallen(view.roads)], " ")
    return adviser.button("pass", action, hint)


def _place(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    view = adviser.view
    source = NONE
    if decision.prompt == "land" and view.question is not None:
        source = adviser.board.roads + view.question.target
    ends_turn = decision.prompt in ("act", "land")
    hint = adviser.placing(_mover(adviser), action.arg, source, ends_turn)
    if action.verb == "place":
        return adviser.road("place", action, hint)
    piece = adviser.voice.piece(view.roads[action.arg])
    return adviser.road("replace", action, hint, piece=piece)


def _legion(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    return adviser.road("legion", action, adviser.moving_legion(action.arg))


def _sail(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    view = adviser.view
    number = NUMBERS[action.arg]
    open_roads = landings(view, adviser, action.arg)
    hint = adviser.words.say("hint.sail", boat=roman(number), count=len(open_roads))
    choice = adviser.boat("sail", action, action.arg, hint)
    lights = tuple(f"road-{road}" for road in open_roads)
    return Choice(action, choice.label, hint, choice.places, lights)


def landings(view: View, adviser: Adviser, boat: int) -> list[int]:
    """The roads that the warrior on a boat may go to."""
    number = NUMBERS[boat]
    a, b = view.dice
    doubles = number in (a, b) and (a == b or view.boat_can_make_doubles)
    return [
        road
        for road in adviser.board.roads_of[number]
        if view.roads[road] == FREE or (doubles and view.roads[road] != view.boats[boat])
    ]


def _board(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    words, view = adviser.words, adviser.view
    parts = [words.say("hint.board", boat=roman(NUMBERS[action.arg]))]
    if not view.supply[decision.seat]:
        parts.append(words.say("hint.lift_next"))
    else:
        parts += adviser.fallen(view.roads)
    return adviser.boat("board", action, action.arg, joined(parts, " "))


def _ending(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    falls = adviser.fallen(adviser.view.roads)
    hint = joined([adviser.words.say(f"hint.{action.verb}"), *falls], " ")
    return adviser.button(action.verb, action, hint)


def _lift(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    question = adviser.view.question
    target = NONE if question is None else question.target
    own = decision.prompt == "lift"
    hint = adviser.placing(_mover(adviser), target, action.arg, ends_turn=own)
    if action.arg < adviser.board.roads:
        return adviser.road("lift", action, hint)
    return adviser.boat("lift.boat", action, action.arg - adviser.board.roads, hint)


def _dice(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    a, b = PAIRS[action.arg]
    voice = adviser.voice
    return Choice(action, adviser.words.text("action.dice", a=voice.die(a), b=voice.die(b)))


def _die(adviser: Adviser, decision: Decision, action: Action) -> Choice:
    face = adviser.voice.die(FACES[action.arg])
    return Choice(action, adviser.words.text("action.die", face=face))


CHOICES: dict[str, Label] = {
    "roll": _roll,
    "pass": _pass,
    "place": _place,
    "replace": _place,
    "legion": _legion,
    "sail": _sail,
    "board": _board,
    "stay": _ending,
    "end": _ending,
    "lift": _lift,
    "dice": _dice,
    "die": _die,
}
