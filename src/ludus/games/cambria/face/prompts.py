"""The prompt: what to do now, or what the game waits for."""

from __future__ import annotations

from ludus.core.face import Prompt
from ludus.core.protocol import Decision
from ludus.core.text import Bit, Sentence, joined, place_bit, roman
from ludus.games.cambria.face.names import Names
from ludus.games.cambria.ids import EAGLE, NONE, NUMBERS
from ludus.games.cambria.view import View


def prompt(view: View, names: Names, decision: Decision) -> Prompt:
    key = f"prompt.{_variant(view, names, decision)}"
    parts = _parts(view, names, decision)
    speaker = "text" if decision.seat == view.viewer else "wait"
    return Prompt(names.words.say(f"{key}.{speaker}", **parts), names.words.text(f"{key}.clause"))


def _variant(view: View, names: Names, decision: Decision) -> str:
    """The key of the prompt; rolls and boats have several."""
    verbs = {option.verb for option in decision.options}
    if decision.prompt == "start":
        return "start_again" if NONE in view.start_rolls else "start"
    if decision.prompt == "act":
        return _act(view, verbs)
    if decision.prompt == "land" and "replace" in verbs:
        return "land_doubles"
    if decision.prompt == "dummy_place" and view.question is not None:
        if view.question.die == EAGLE:
            return "dummy_eagle"
        reached = names.board.roads_of[view.question.die]
        if any(option.arg not in reached for option in decision.options if option.verb == "place"):
            return "dummy_anywhere"
    return decision.prompt


def _act(view: View, verbs: set[str]) -> str:
    if verbs <= {"sail", "end"}:
        return "act_boat"
    if view.dice[1] == EAGLE:
        return "act_eagles"
    if view.dice[0] == EAGLE:
        return "act_eagle" if "place" in verbs else "act_legion"
    return "act_doubles" if view.dice[0] == view.dice[1] else "act"


def _parts(view: View, names: Names, decision: Decision) -> dict[str, Bit | Sentence | str]:
    question = view.question
    parts: dict[str, Bit | Sentence | str] = {"dummy": names.dummy}
    if question is None:
        return parts
    parts["seat"] = names.player(question.seat)
    faces = (question.die,) if question.die else view.dice
    parts["numbers"] = names.numbers(faces)
    parts["boats"] = _boats(names, decision)
    parts["sail"] = (
        names.words.say("prompt.act.sail", boats=parts["boats"]) if parts["boats"] else ()
    )
    verbs = {option.verb for option in decision.options}
    parts["end"] = names.words.say("prompt.act.end") if "end" in verbs else ()
    parts["keep"] = names.words.say("prompt.dummy_place.keep") if "keep" in verbs else ()
    if decision.prompt == "land":
        parts["boat"] = roman(NUMBERS[question.target])
    elif question.target >= 0:
        parts["target"] = names.slot(question.target)
    return parts


def _boats(names: Names, decision: Decision) -> Sentence:
    """The boats that may be used now; only the first is called a boat."""
    roads = names.board.roads
    boats = [option.arg for option in decision.options if option.verb == "sail"]
    said = [
        place_bit(roman(NUMBERS[boat]), names.slot(roads + boat).ref)
        if number
        else names.slot(roads + boat)
        for number, boat in enumerate(boats)
    ]
    return joined([(bit,) for bit in said], names.words.text("name.or"))
