"""The clauses of a game's rules: every rule as one sentence of our own, with an id.

Prompts, explanations and tests name a rule by its id; players read its title instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from ludus.core.content import read_toml

CLAUSES_FILE: Final = "clauses.toml"


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One atomic rule, in our own words."""

    id: str
    where: str
    """The section of the rulebook, or the ruling where it is silent."""
    says: str
    check: str
    """How a test can tell that it holds."""
    ruling: str = ""
    example: bool = False
    """Whether it is a worked example of the rulebook."""
    module: str = ""


class Ledger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All clauses of a game, and the titles of their groups."""

    clause: tuple[Clause, ...]
    titles: Mapping[str, str] = {}
    """By group: what stands in an id between the game's name and the last dot. `12` also names
    the groups `12.1` and `12.2`."""


def read_ledger(path: Path) -> Ledger:
    return read_toml(path, Ledger)


@cache
def ledger_of(folder: Path) -> Ledger:
    """The clauses of the game in a folder; none if it has no such file."""
    path = folder / CLAUSES_FILE
    return read_ledger(path) if path.is_file() else Ledger(())


def group_of(game: str, id: str) -> str:
    """The group that a clause belongs to."""
    return id.removeprefix(f"{game}.").rpartition(".")[0]


def title_of(game: str, ledger: Ledger, id: str) -> str:
    """What players read for a clause: the title of its group."""
    group = group_of(game, id)
    known = group
    while known:
        if known in ledger.titles:
            return ledger.titles[known]
        known = known.rpartition(".")[0]
    return group.rpartition(".")[2].replace("_", " ").replace("-", " ").capitalize() or id
