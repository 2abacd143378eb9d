"""A small Markdown for our own pages: headings, lists, tables, quotes, code, emphasis, links.

It builds its output with `html`, so text is always escaped and addresses are always checked; raw
HTML in the source is shown as text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from ludus.web.pages.html import (
    Child,
    Markup,
    Tag,
    a,
    div,
    em,
    fragment,
    li,
    ol,
    p,
    strong,
    table,
    tbody,
    td,
    th,
    thead,
    tr,
    ul,
)

_HEADING: Final = re.compile(r"(#{1,5})\s+(.*?)\s*#*\Z")
_ITEM: Final = re.compile(r"(\s*)(?:([-*+])|\d+[.)])\s+(.*)\Z")
_RULE: Final = re.compile(r"\s*(?:-{3,}|\*{3,}|_{3,})\s*\Z")
_DIVIDER: Final = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*\Z")
_INLINE: Final = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|\*\*(?P<strong>.+?)\*\*"
    r"|(?<![\w*])\*(?P<em>[^*\s](?:[^*]*[^*\s])?)\*(?![\w*])"
    r"|(?<!\w)_(?P<em2>[^_\s](?:[^_]*[^_\s])?)_(?!\w)"
    r"|\[(?P<words>[^\]]+)\]\((?P<address>[^()\s]+)\)"
    r"|\\(?P<plain>[\\`*_\[\]()#|-])"
)

_HEADINGS: Final = tuple(Tag(f"h{level}") for level in range(1, 7))
_code = Tag("code")
_pre = Tag("pre")
_quote = Tag("blockquote")
_hr = Tag("hr")


def render(source: str, lowest: int = 2) -> Markup:
    """The source as HTML. `#` becomes a heading of level `lowest`, `##` one below, and so on."""
    return fragment(_blocks(source.replace("\r\n", "\n").expandtabs(4).split("\n"), lowest))


def slug(words: str) -> str:
    """A heading's anchor."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


def inline(source: str) -> Markup:
    """One line's worth of Markdown."""
    return fragment(_inline(source))


def _inline(source: str) -> Iterator[Child]:
    at = 0
    for match in _INLINE.finditer(source):
        yield source[at : match.start()]
        at = match.end()
        if (code := match["code"]) is not None:
            yield _code(code)
        elif (words := match["strong"]) is not None:
            yield strong(_inline(words))
        elif (words := match["em"] or match["em2"]) is not None:
            yield em(_inline(words))
        elif (words := match["words"]) is not None:
            yield _link(words, match["address"])
        else:
            yield match["plain"]
    yield source[at:]


def _link(words: str, address: str) -> Markup:
    try:
        return a(_inline(words), href=address)
    except ValueError:
        return fragment(_inline(words))


def _blocks(lines: list[str], lowest: int) -> Iterator[Child]:
    at = 0
    while at < len(lines):
        if not lines[at].strip():
            at += 1
            continue
        for matches, build in _KINDS:
            if matches(lines, at):
                block, at = build(lines, at, lowest)
                yield block
                break


def _heading(lines: list[str], at: int, lowest: int) -> tuple[Child, int]:
    match = _HEADING.match(lines[at])
    assert match is not None
    level = min(len(match[1]) + lowest - 1, 6)
    return _HEADINGS[level - 1](_inline(match[2]), id=slug(match[2]) or None), at + 1


def _fence(lines: list[str], at: int, lowest: int) -> tuple[Child, int]:
    end = at + 1
    while end < len(lines) and not lines[end].startswith("```"):
        end += 1
    return _pre(_code("\n".join(lines[at + 1 : end])), tabindex=0), end + 1


def _ruler(lines: list[str], at: int, lowest: int) -> tuple[Child, int]:
    return _hr(), at + 1


def _quoted(lines: list[str], at: int, lowest: int) -> tuple[Child, int]:
    end = at
    while end < len(lines) and lines[end].startswith(">"):
        end += 1
    inner = [line[1:].removeprefix(" ") for line in lines[at:end]]
    return _quote(_blocks(inner, lowest)), end


def _is_table(lines: list[str], at: int) -> bool:
    return "|" in lines[at] and at + 1 < len(lines) and bool(_DIVIDER.match(lines[at + 1]))


def _table(lines: list[str], at: int, lowest: int) -> tuple[Child, int]:
    end = at + 2
    while end < len(lines) and "|" in lines[end]:
        end += 1
    heads = _cells(lines[at])
    rows = [_cells(line) for line in lines[at + 2 : end]]
    return (
        div(
            table(
                # The corner above the names of rows has nothing to say: it is no heading.
                thead(tr(th(_inline(cell), scope="col") if cell else td() for cell in heads)),
                tbody(tr(td(_inline(cell)) for cell in row) for row in rows),
            ),
            class_="scroll-x",
            role="group",
            aria_label="Table",
            tabindex=0,
        ),
        end,
    )


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _list(lines: list[str], at: int, lowest: int) -> tuple[Child, int]:
    """Items of one depth; deeper lines belong to the item before them."""
    first = _ITEM.match(lines[at])
    assert first is not None
    depth = len(first[1])
    items: list[list[str]] = []
    while at < len(lines):
        line = lines[at]
        match = _ITEM.match(line)
        if match and len(match[1]) == depth and bool(match[2]) == bool(first[2]):
            items.append([match[3]])
        elif match and len(match[1]) <= depth:
            break
        elif line.strip() and (match or line.startswith(" " * (depth + 1))):
            items[-1].append(line)
        elif line.strip() and lines[at - 1].strip():
            items[-1][-1] += " " + line.strip()
        elif line.strip() or not _goes_on(lines, at, depth):
            break
        else:
            items[-1].append("")
        at += 1
    kind = ul if first[2] else ol
    return kind(li(_item(item, lowest)) for item in items), at


def _goes_on(lines: list[str], at: int, depth: int) -> bool:
    """Whether a list continues after an empty line."""
    return at + 1 < len(lines) and (
        lines[at + 1].startswith(" " * (depth + 2)) or bool(_ITEM.match(lines[at + 1]))
    )


def _item(lines: list[str], lowest: int) -> Child:
    """An item's own text, and what is nested in it."""
    words = [lines[0]]
    rest = lines[1:]
    while rest and rest[0].strip() and not _ITEM.match(rest[0]):
        words.append(rest.pop(0).strip())
    if not any(line.strip() for line in rest):
        return fragment(_inline(" ".join(words)))
    indent = min(len(line) - len(line.lstrip()) for line in rest if line.strip())
    return fragment(_inline(" ".join(words)), _blocks([line[indent:] for line in rest], lowest))


def _paragraph(lines: list[str], at: int, lowest: int) -> tuple[Child, int]:
    end = at + 1
    while end < len(lines) and lines[end].strip():
        if any(matches(lines, end) for matches, build in _KINDS if build is not _paragraph):
            break
        end += 1
    return p(_inline(" ".join(line.strip() for line in lines[at:end]))), end


_KINDS: Final[
    tuple[
        tuple[Callable[[list[str], int], bool], Callable[[list[str], int, int], tuple[Child, int]]],
        ...,
    ]
] = (
    (lambda lines, at: bool(_HEADING.match(lines[at])), _heading),
    (lambda lines, at: lines[at].startswith("```"), _fence),
    (lambda lines, at: bool(_RULE.match(lines[at])), _ruler),
    (lambda lines, at: lines[at].startswith(">"), _quoted),
    (_is_table, _table),
    (lambda lines, at: bool(_ITEM.match(lines[at])), _list),
    (lambda lines, at: True, _paragraph),
)
