"""Why nothing can be done at a place now."""

from __future__ import annotations

from collections.abc import Sequence

from ludus.core.protocol import Decision
from ludus.core.text import Sentence, joined, plain, roman
from ludus.games.cambria.face.choices import Adviser
from ludus.games.cambria.face.rings import changed, ring_of, standing
from ludus.games.cambria.face.voice import Forts, lettered
from ludus.games.cambria.ids import EAGLE, LEGION, NONE, NUMBERS
from ludus.games.cambria.view import View

ROLLING = ("opening", "dummy", "turn")
LIFTING = ("lift", "dummy_lift")


def why_not(adviser: Adviser, decision: Decision | None, place: str) -> Sentence | None:
    """The reason for a place that offers nothing; None for one that does, or that there is not."""
    kind, number = _parse(adviser, place)
    if not kind:
        return None
    if decision is None or decision.seat != adviser.voice.viewer:
        return _idle(adviser)
    if any(place in adviser.choice(decision, option).places for option in decision.options):
        return None
    if kind == "fort":
        return joined([adviser.words.say("why.fort"), fort_status(adviser, number)], " ")
    if decision.prompt in ROLLING:
        return adviser.words.say("why.roll")
    if kind == "road":
        return lettered(_road(adviser, decision, number))
    if kind == "boat":
        return lettered(_boat(adviser, decision, number))
    return adviser.words.say(f"why.{kind}")


def fort_words(adviser: Adviser) -> tuple[str, ...]:
    """How things stand at each fort, in plain words. A move has news of few."""
    view, board, lore = adviser.view, adviser.board, adviser.voice.lore
    last = lore.forts
    if last is None:
        sites = set(range(board.sites))
        words = [""] * board.sites
    else:
        sites = {site for road in changed(last.roads, view.roads) for site in board.ends[road]}
        sites.update(changed(last.captor, view.captor))
        if not sites:
            return last.words
        words = list(last.words)
    for site in sites:
        words[site] = plain(fort_status(adviser, site))
    lore.forts = Forts(view.roads, view.captor, tuple(words))
    return lore.forts.words


def fort_status(adviser: Adviser, site: int) -> Sentence:
    """How things stand at a fort."""
    view, words, voice = adviser.view, adviser.words, adviser.voice
    name = voice.site(site)
    numeral = roman(adviser.board.numeral[site])
    if not standing(view, site):
        captor = view.captor[site]
        if captor < 0:
            return words.say("describe.fallen_nobody", site=name, numeral=numeral)
        who = voice.player(captor)
        return words.say("describe.fallen", site=name, numeral=numeral, player=who)
    ring = ring_of(adviser.board, view.roads, view.players, site)
    points = adviser.board.victory[site]
    victory = words.say("describe.fort_victory", victory=roman(points)) if points else ()
    counts = voice.counts(ring.counts) or words.say("describe.fort_nobody")
    return words.say(
        "describe.fort",
        site=name,
        numeral=numeral,
        victory=victory,
        counts=counts,
        open=ring.free,
        size=adviser.board.numeral[site],
        legion=words.say("describe.fort_legion") if ring.legion else (),
    )


def _parse(adviser: Adviser, place: str) -> tuple[str, int]:
    """The kind of a place and its number; an empty kind for an unknown one."""
    if place == "standard":
        return "standard", 0
    kind, _, text = place.partition("-")
    sizes = {
        "road": adviser.board.roads,
        "boat": len(NUMBERS),
        "fort": adviser.board.sites,
        "supply": adviser.view.players,
    }
    if text.isdecimal() and int(text) < sizes.get(kind, 0):
        return kind, int(text)
    return "", 0


def _idle(adviser: Adviser) -> Sentence:
    view, words = adviser.view, adviser.words
    if view.ended:
        return words.say("why.over")
    if not view.waiting:
        return words.say("why.chance")
    seats = adviser.voice.players(view.waiting)
    return words.say("why.wait", seats=seats, count=len(view.waiting))


def _wanted(view: View, prompt: str) -> Sequence[int]:
    """The faces that open roads now."""
    question = view.question
    if question is None:
        return ()
    if prompt == "land":
        return (NUMBERS[question.target],)
    return view.dice if prompt == "act" else (question.die,)


def _road(adviser: Adviser, decision: Decision, road: int) -> Sentence:
    view, words, voice = adviser.view, adviser.words, adviser.voice
    if decision.prompt == "board":
        return words.say("why.board_only")
    if decision.prompt in LIFTING:
        return words.say("why.lift_only")
    faces = _wanted(view, decision.prompt)
    piece = view.roads[road]
    eagle = EAGLE in faces and decision.prompt == "act"
    reached = any(road in adviser.board.roads_of[face] for face in faces if face in NUMBERS)
    if (
        not reached
        and any(face in NUMBERS for face in faces)
        and not _any_road(adviser, decision, faces)
    ):
        first, second = (_end(adviser, site) for site in adviser.board.ends[road])
        return words.say(
            "why.not_reached",
            road=voice.slot(road),
            first=first,
            second=second,
            numbers=voice.numbers(faces),
        )
    if piece == LEGION:
        key = "why.legion_same" if eagle else "why.legion_here"
        return words.say(key, road=voice.slot(road))
    if decision.prompt == "dummy_place":
        return words.say(
            "why.dummy_never",
            piece=voice.piece(piece),
            road=voice.slot(road),
            dummy=voice.dummy,
        )
    if piece == voice.viewer:
        return words.say("why.own", road=voice.slot(road))
    return words.say("why.occupied", piece=voice.piece(piece), road=voice.slot(road))


def _any_road(adviser: Adviser, decision: Decision, faces: Sequence[int]) -> bool:
    """Whether the dummy may go to any free road, since none of its number is free."""
    if decision.prompt != "dummy_place":
        return False
    reached = {road for face in faces for road in adviser.board.roads_of[face]}
    return any(option.arg not in reached for option in decision.options)


def _end(adviser: Adviser, site: int) -> Sentence:
    numeral = roman(adviser.board.numeral[site])
    return adviser.words.say("slot.end", site=adviser.voice.site(site), numeral=numeral)


def _boat(adviser: Adviser, decision: Decision, boat: int) -> Sentence:
    view, words, voice = adviser.view, adviser.words, adviser.voice
    if decision.prompt in LIFTING:
        return words.say("why.lift_only")
    owner = view.boats[boat]
    numeral = roman(NUMBERS[boat])
    if decision.prompt == "board":
        return words.say("why.boat_taken", piece=voice.piece(owner), boat=numeral)
    if decision.prompt != "act":
        return words.say("why.boat_not_now")
    if owner == NONE:
        return words.say("why.boat_later")
    if owner != voice.viewer:
        return words.say("why.boat_other", piece=voice.piece(owner), boat=numeral)
    if view.dice == (EAGLE, EAGLE):
        return words.say("why.boat_eagles")
    return words.say("why.boat_no_road", boat=numeral)
