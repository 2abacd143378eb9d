"""The rules of a game: chapters, worked examples, and every clause under its title."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from starlette.responses import Response

from ludus.core.aid import Aid, AidWords, Part, aid_of
from ludus.core.clauses import (
    Clause,
    Ledger,
    counted,
    ledger_of,
    level_of,
    rule_of,
    rules_in,
    title_of,
)
from ludus.core.errors import LudusError
from ludus.core.examples import Example, asked_in, examples_of, table_of
from ludus.core.face import Scene, foremost, scenes_of
from ludus.core.game import AnyBox
from ludus.core.lessons import lessons_of
from ludus.core.models import Symbol
from ludus.core.registry import find_game
from ludus.core.text import Words
from ludus.web.http.errors import NotFound
from ludus.web.http.request import RequestContext
from ludus.web.live.page_models import (
    ChapterModel,
    ClauseModel,
    ExampleModel,
    MapModel,
    Progress,
    RuleModel,
    RulesModel,
    Visitor,
)
from ludus.web.tables.lobby import game_info
from ludus.web.views.games import drawn_once, find_box

OTHERS: Final = "More rules"
"""The chapter for rules that no chapter of the page has."""
_ORIGIN: Final = re.compile(
    r"(?:kept|new|revised|ours|ruled)\b[^:;.]{0,20}(?:[:;.]|$)", re.IGNORECASE
)
"""The first word of a ruling: one of an earlier reading, or our own. Other rulings have none."""
_VIEW_BOX: Final = re.compile(r'viewBox="([^"]+)"')


async def rules(ctx: RequestContext) -> Response:
    box = find_box(ctx, ctx.path("game"))
    met = await ctx.app.met.of(ctx.session_id, box.meta.name)
    visitor = await ctx.app.lobby.visitor(ctx.session)
    model = replace(await rules_of(box), visitor=visitor)
    return ctx.html(ctx.app.pages.rules(_with_met(model, met)))


def _with_met(model: RulesModel, met: frozenset[str]) -> RulesModel:
    """The rules with those marked that the visitor has met."""
    if not met:
        return model
    chapters = tuple(
        replace(
            chapter,
            rules=tuple(
                replace(rule, met=rule.counted and rule.key in met) for rule in chapter.rules
            ),
        )
        for chapter in model.chapters
    )
    return replace(model, chapters=chapters)


async def progress(ctx: RequestContext, met: Mapping[str, frozenset[str]]) -> tuple[Progress, ...]:
    """How far a visitor has come in the rules of each game that they played."""
    found: list[Progress] = []
    for info in ctx.app.lobby.games:
        if info.name not in met:
            continue
        model = _with_met(await rules_of(ctx.app.tables.box(info.name)), met[info.name])
        new = (
            (rule.title, chapter.title)
            for level in ("basic", "advanced", "optional")
            for chapter in model.chapters
            for rule in chapter.rules
            if rule.counted and not rule.met and rule.level == level
        )
        rules = model.counted
        count = sum(rule.met for rule in rules)
        found.append(Progress(info.name, info.title, count, len(rules), *next(new, ("", ""))))
    return tuple(found)


async def example(ctx: RequestContext) -> Response:
    """The drawn position of a worked example."""
    box = find_box(ctx, ctx.path("game"))
    wanted = find_example(box, ctx.path("example"))

    def draw(box: AnyBox) -> str:
        return ctx.app.pages.mini_board(_scene(box, wanted))

    return ctx.cacheable(await drawn_once(ctx, f"example {wanted.key}", draw), "text/html")


def find_example(box: AnyBox, key: str) -> Example:
    for each in examples_of(find_game(box.meta.name).folder):
        if each.key == key:
            return each
    raise NotFound(f"there is no example {key[:40]!r} of {box.meta.title}")


# What is the same for everybody -------------------------------------------------------------------


_models: Final[dict[tuple[str, str], RulesModel]] = {}
"""By game and content. There are as many as games are offered."""


async def rules_of(box: AnyBox) -> RulesModel:
    """Made in a thread, at the first visit: it takes as long as drawing dozens of tables."""
    key = (box.meta.name, box.content_hash)
    found = _models.get(key)
    if found is None:
        found = _models[key] = await asyncio.to_thread(_made, box)
    return found


def _made(box: AnyBox) -> RulesModel:
    game = box.meta.name
    folder = find_game(game).folder
    ledger, aid = ledger_of(folder), aid_of(folder)
    page = folder / "page.md"
    opening, chapters = split(page.read_text(encoding="utf-8") if page.is_file() else "")
    examples = tuple(_examples(box, ledger))
    asked = asked_in(folder)
    by_rule = _rule_models(game, ledger)
    models = [
        ChapterModel(
            title,
            text,
            tuple(by_rule.pop(rule) for rule in ledger.chapters.get(title, ()) if rule in by_rule),
            tuple(model for where, model in examples if where == title),
            tuple(each for each in asked if each.chapter == title),
            tuple(_parts(aid, title)),
            _where(box, [model.key for where, model in examples if where == title]),
        )
        for title, text in chapters
    ]
    if by_rule:
        models.append(ChapterModel(OTHERS, "", tuple(by_rule.values())))
    return RulesModel(
        Visitor(""),
        game_info(box.meta),
        opening,
        tuple(models),
        tuple(_rulings(game, ledger)),
        {clause.id: title_of(game, ledger, clause.id) for clause in ledger.clause},
        box.face.symbols,
        icon_words(box.face.words, box.face.symbols, aid.plain if aid else ()),
        AidWords(aid, box.face.words) if aid else None,
        f"{game} {box.content_hash}",
    )


def _parts(aid: Aid | None, chapter: str) -> Iterator[Part]:
    """What the player aid has about a chapter."""
    for column in aid.column if aid else ():
        yield from (part for part in column.part if part.chapter == chapter)


def split(page: str) -> tuple[str, list[tuple[str, str]]]:
    """What a page says before its first chapter, and its chapters by heading.

    The game's title, if the page opens with it, is left out.
    """
    opening, *rest = re.split(r"^## ", page.strip(), flags=re.MULTILINE)
    if opening.startswith("# "):
        opening = opening.partition("\n")[2]
    chapters = [part.partition("\n") for part in rest]
    return opening.strip(), [(title.strip(), text.strip()) for title, _, text in chapters]


def _rule_models(game: str, ledger: Ledger) -> dict[str, RuleModel]:
    """By rule, in the order of the rulebook."""
    met = set(counted(game, ledger))
    taught = _taught(game, ledger)
    return {
        rule: RuleModel(
            rule,
            title_of(game, ledger, clauses[0].id),
            level_of(game, ledger, clauses[0]),
            tuple(ClauseModel(clause.id, clause_text(clause)) for clause in clauses),
            counted=rule in met,
            lesson=taught.get(rule, ""),
        )
        for rule, clauses in rules_in(game, ledger).items()
    }


def _taught(game: str, ledger: Ledger) -> dict[str, str]:
    """By rule: the first lesson with a step that rests on it."""
    found: dict[str, str] = {}
    for name, lesson in lessons_of(game).items():
        for step in lesson.step:
            if step.why:
                found.setdefault(rule_of(game, ledger, step.why), name)
    return found


def clause_text(clause: Clause) -> str:
    """What it says, and where the rulebook leaves something open, how we play it."""
    ruled = _ruled(clause)
    return f"{clause.says} Ruling: {ruled}" if ruled else clause.says


def _ruled(clause: Clause) -> str:
    """How we play it, without the word that says where the ruling comes from."""
    origin = _ORIGIN.match(clause.ruling)
    return clause.ruling[origin.end() if origin else 0 :].strip()


def _rulings(game: str, ledger: Ledger) -> Iterator[tuple[str, tuple[ClauseModel, ...]]]:
    """What we ruled where the rulebook is silent, by the title of the rule."""
    for clauses in rules_in(game, ledger).values():
        ruled = tuple(ClauseModel(each.id, _ruled(each)) for each in clauses if _ruled(each))
        if ruled:
            yield title_of(game, ledger, clauses[0].id), ruled


def icon_words(
    words: Words, symbols: Mapping[str, Symbol], plain: Sequence[str]
) -> tuple[tuple[str, str], ...]:
    """What the rules show with a symbol: the words that stand for it at the table."""
    found: dict[str, str] = {}
    for key in symbols:
        if key in plain or f"icon.{key}" not in words:
            continue
        for said in words.template(f"icon.{key}").split("|"):
            found.setdefault(said, key)
    return tuple(sorted(found.items(), key=lambda each: -len(each[0])))


# Worked examples ----------------------------------------------------------------------------------


def _examples(box: AnyBox, ledger: Ledger) -> Iterator[tuple[str, ExampleModel]]:
    """The examples with their chapters. Another pack's board may not have their positions."""
    game = box.meta.name
    for each in examples_of(find_game(game).folder):
        try:
            table = table_of(box, each)
        except LudusError:
            continue
        address = f"/rules/{game}/examples/{each.key}"
        scene = _scene(box, each)
        part = _part(scene, each)
        _, _, width, height = part or _view_box(scene.picture.pieces[0])
        yield (
            each.chapter,
            ExampleModel(
                each.key,
                each.title,
                address,
                width / height,
                part,
                each.around,
                tuple(
                    (
                        note.says,
                        note.place,
                        note.clause,
                        title_of(game, ledger, note.clause) if note.clause else "",
                    )
                    for note in each.note
                ),
                "" if table.over else address,
                each.seats[each.seat],
            ),
        )


def _scene(box: AnyBox, example: Example) -> Scene:
    table = table_of(box, example)
    seat = example.seat
    scenes = scenes_of(box.face, table.view(seat), table.decision(seat), table.names)
    return next((each for each in scenes if each.key == example.scene), foremost(scenes))


def _where(box: AnyBox, keys: Sequence[str]) -> MapModel | None:
    """The parts of the first example's picture, with those marked that examples speak of."""
    spoken = [find_example(box, key) for key in keys]
    if not spoken or not spoken[0].section:
        return None
    scene = _scene(box, spoken[0])
    parts = {each.key: (each.title, each.box) for each in scene.sections}
    named = {each.section for each in spoken if each.scene == spoken[0].scene}
    return MapModel(
        scene.title,
        _view_box(scene.picture.pieces[0]),
        tuple(parts.values()),
        frozenset(parts[key][0] for key in named if key in parts),
    )


def _part(scene: Scene, example: Example) -> tuple[float, float, float, float] | None:
    """The section that the example names, as a box in the picture."""
    return next((each.box for each in scene.sections if each.key == example.section), None)


def _view_box(opening: str) -> tuple[float, float, float, float]:
    """The view box in a picture's opening tag."""
    found = _VIEW_BOX.search(opening)
    x, y, width, height = (float(each) for each in found[1].split()) if found else (0, 0, 1, 1)
    return x, y, width, height
