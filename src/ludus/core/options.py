"""Table options: what can be set before the first move, and its validation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from ludus.core.errors import BadRequest


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One option: its key, its values, the default, and the clause it is based on.

    `seats` limits it to some player counts (empty: all of them). With a value in `endless`, a game
    need not end unless somebody tries to win it. `with_bots` is what a form proposes to somebody
    who plays against bots alone, `first_game` what a beginner's table has; both are empty for the
    default. A `ruling` is another honest reading of the
    rulebook; the others are variants that it offers itself.
    """

    key: str
    choices: tuple[str, ...]
    default: str
    clause: str
    seats: tuple[int, ...] = ()
    endless: tuple[str, ...] = ()
    with_bots: str = ""
    first_game: str = ""
    ruling: bool = False


def settle(options: Sequence[Option], given: Mapping[str, str], seats: int) -> dict[str, str]:
    """All options with their values: the given ones validated, the others by default."""
    here = {option.key: option for option in options if not option.seats or seats in option.seats}
    for key in given:
        if key not in here:
            known = ", ".join(here) or "none"
            raise BadRequest(f"unknown option {key!r} with {seats} seats: there are {known}")
    settled: dict[str, str] = {}
    for key, option in here.items():
        value = given.get(key, option.default)
        if value not in option.choices:
            allowed = ", ".join(option.choices)
            raise BadRequest(f"option {key!r} cannot be {value!r}: choose one of {allowed}")
        settled[key] = value
    return settled


def proposed(options: Sequence[Option], seats: int, first: bool = False) -> dict[str, str]:
    """What somebody who plays against bots alone is proposed, in a first game or a later one."""
    found: dict[str, str] = {}
    for option in options:
        value = (option.first_game if first else "") or option.with_bots
        if value and (not option.seats or seats in option.seats):
            found[option.key] = value
    return found
