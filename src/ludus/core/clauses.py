"""The clauses of a game's rules: every rule as one sentence of our own, with an id.

Prompts, explanations and tests name a rule by its id; players read its title instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from ludus.core.content import read_toml

CLAUSES_FILE: Final = "clauses.toml"

RuleLevel: TypeAlias = Literal["basic", "advanced", "optional"]
"""Whether a rule is needed to play at all, comes later, or only with some players or options."""


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
    module: RuleLevel | Literal[""] = ""
    """Its level, where that differs from the rest of its group."""


class Ledger(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All clauses of a game, and the titles of their groups."""

    clause: tuple[Clause, ...]
    titles: Mapping[str, str] = {}
    """By group: what stands in an id between the game's name and the last dot. `12` also names
    the groups `12.1` and `12.2`. What players call a rule is a group with a title."""
    chapters: Mapping[str, tuple[str, ...]] = {}
    """By heading of the game's page: the groups whose clauses stand below that chapter."""
    levels: Mapping[str, RuleLevel] = {}
    """By group, like the titles; a group that is not listed is basic."""
    reference: tuple[str, ...] = ()
    """Groups that list pieces or terms: to look things up in, not counted as rules."""


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


def rule_of(game: str, ledger: Ledger, id: str) -> str:
    """The rule that a clause belongs to, as a player would count: its group with a title."""
    group = group_of(game, id)
    return _known(group, ledger.titles) or group


def title_of(game: str, ledger: Ledger, id: str) -> str:
    """What players read for a clause: the title of its group."""
    rule = rule_of(game, ledger, id)
    if rule in ledger.titles:
        return ledger.titles[rule]
    return rule.rpartition(".")[2].replace("_", " ").replace("-", " ").capitalize() or id


def level_of(game: str, ledger: Ledger, clause: Clause) -> RuleLevel:
    """Its own level, or else that of its group."""
    if clause.module:
        return clause.module
    known = _known(group_of(game, clause.id), ledger.levels)
    return ledger.levels[known] if known else "basic"


def rules_in(game: str, ledger: Ledger) -> dict[str, tuple[Clause, ...]]:
    """The clauses by rule, in the order of the rulebook."""
    found: dict[str, list[Clause]] = {}
    for clause in ledger.clause:
        found.setdefault(rule_of(game, ledger, clause.id), []).append(clause)
    return {rule: tuple(clauses) for rule, clauses in found.items()}


def counted(game: str, ledger: Ledger) -> tuple[str, ...]:
    """The rules that a player can meet: all but those that are only looked up."""
    return tuple(rule for rule in rules_in(game, ledger) if rule not in ledger.reference)


def _known(group: str, among: Mapping[str, object]) -> str:
    """The longest part of a group's name that is listed; empty if none is."""
    while group and group not in among:
        group = group.rpartition(".")[0]
    return group
