"""Markdown for our own pages, by markdown-it-py: CommonMark with tables and without raw HTML.

What was parsed is written out with `html`, so text is always escaped and addresses are always
checked; raw HTML in the source is shown as text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter
from markdown_it.tree import SyntaxTreeNode

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

_HEADINGS: Final = tuple(Tag(f"h{level}") for level in range(1, 7))
_br = Tag("br")
_code = Tag("code")
_hr = Tag("hr")
_pre = Tag("pre")
_quote = Tag("blockquote")


# The rules of a game take a tenth of a second, and are the same each time they are asked for.
@lru_cache(maxsize=64)
def render(source: str, lowest: int = 2) -> Markup:
    """The source as HTML. `#` becomes a heading of level `lowest`, `##` one below, and so on."""
    return fragment(_children(SyntaxTreeNode(_PARSER.parse(source)), lowest))


@lru_cache(maxsize=8192)
def inline(source: str) -> Markup:
    """One line's worth of Markdown."""
    return fragment(_children(SyntaxTreeNode(_PARSER.parseInline(source)), 1))


def slug(words: str) -> str:
    """A heading's anchor."""
    return re.sub(r"[^a-z0-9]+", "-", words.lower()).strip("-")


# Parsing ------------------------------------------------------------------------------------------


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.inline.ruler.at("emphasis", _emphasis)
    # An address that must not be linked to is dropped when the link is written, and its text stays.
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    return parser


def _emphasis(state: StateInline, silent: bool) -> bool:
    """Emphasis as in CommonMark, but a single `*` within a word is a sign like any other: 2*3*4."""
    marker = state.src[state.pos]
    if silent or marker not in "*_":
        return False
    run = state.scanDelims(state.pos, marker == "*")
    if run.length == 1:
        run = state.scanDelims(state.pos, False)
    for _ in range(run.length):
        token = state.push("text", "", 0)
        token.content = marker
        state.delimiters.append(
            Delimiter(
                marker=ord(marker),
                length=run.length,
                token=len(state.tokens) - 1,
                end=-1,
                open=run.can_open,
                close=run.can_close,
            )
        )
    state.pos += run.length
    return True


# Writing ------------------------------------------------------------------------------------------


def _children(node: SyntaxTreeNode, lowest: int) -> Iterator[Child]:
    for child in node.children:
        yield _KINDS[child.type](child, lowest)


def _text(node: SyntaxTreeNode, lowest: int) -> Child:
    return node.content


def _words(node: SyntaxTreeNode) -> str:
    """The text below a node, without its markup."""
    if node.children:
        return "".join(_words(child) for child in node.children)
    return node.content if node.type in ("text", "code_inline") else " "


def _heading(node: SyntaxTreeNode, lowest: int) -> Child:
    level = min(int(node.tag[1:]) + lowest - 1, 6)
    return _HEADINGS[level - 1](_children(node, lowest), id=slug(_words(node)) or None)


def _paragraph(node: SyntaxTreeNode, lowest: int) -> Child:
    # The paragraphs of a list without empty lines are hidden: their text stands in the item itself.
    return fragment(_children(node, lowest)) if node.hidden else p(_children(node, lowest))


def _ordered_list(node: SyntaxTreeNode, lowest: int) -> Child:
    start = node.attrs.get("start")
    return ol(_children(node, lowest), start=None if start is None else int(start))


def _code_block(node: SyntaxTreeNode, lowest: int) -> Child:
    return _pre(_code(node.content.removesuffix("\n")), tabindex=0)


def _link(node: SyntaxTreeNode, lowest: int) -> Child:
    try:
        return a(_children(node, lowest), href=str(node.attrs["href"]))
    except ValueError:
        return fragment(_children(node, lowest))


def _table(node: SyntaxTreeNode, lowest: int) -> Child:
    return div(
        table(_children(node, lowest)),
        class_="scroll-x",
        role="group",
        aria_label="Table",
        tabindex=0,
    )


def _head_cell(node: SyntaxTreeNode, lowest: int) -> Child:
    # The empty corner above the names of rows is no heading.
    return th(_children(node, lowest), scope="col") if _words(node).strip() else td()


def _in(tag: Tag) -> Callable[[SyntaxTreeNode, int], Child]:
    return lambda node, lowest: tag(_children(node, lowest))


_KINDS: Final[Mapping[str, Callable[[SyntaxTreeNode, int], Child]]] = {
    "blockquote": _in(_quote),
    "bullet_list": _in(ul),
    "code_block": _code_block,
    "code_inline": lambda node, lowest: _code(node.content),
    "em": _in(em),
    "fence": _code_block,
    "hardbreak": lambda node, lowest: _br(),
    "heading": _heading,
    "hr": lambda node, lowest: _hr(),
    "image": lambda node, lowest: _words(node),
    "inline": lambda node, lowest: fragment(_children(node, lowest)),
    "link": _link,
    "list_item": _in(li),
    "ordered_list": _ordered_list,
    "paragraph": _paragraph,
    "softbreak": lambda node, lowest: " ",
    "strong": _in(strong),
    "table": _table,
    "tbody": _in(tbody),
    "td": _in(td),
    "text": _text,
    "th": _head_cell,
    "thead": _in(thead),
    "tr": _in(tr),
}
_PARSER: Final = _parser()
