"""HTML by function calls, where nothing unescaped can slip in.

`div("a < b", class_="note", data_seat=2)` gives `<div class="note" data-seat="2">a &lt; b</div>`.
Text is escaped unless it is Markup already; attribute names, addresses and inline code are checked,
so that a page can be served under a strict Content-Security-Policy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from typing import Final, Generic, TypeAlias, TypeVar

from ludus.web.paths import at

T = TypeVar("T")


class Markup(str):
    """Text that is HTML already. Only this module and code that checked its source makes it."""

    __slots__ = ()


Child: TypeAlias = "Markup | str | int | bool | Iterable[Child] | None"
Attr: TypeAlias = str | int | float | bool | None

VOID: Final = frozenset(
    {"br", "circle", "col", "hr", "img", "input", "link", "meta", "rect", "use", "wbr"}
)
ADDRESSES: Final = frozenset(
    {"action", "formaction", "href", "src"}
    | {f"data-{name}" for name in ("picture", "position", "share", "sheet", "src", "stream", "url")}
)
"""Attributes with an address: of an element, or for a script."""

_NAME: Final = re.compile(r"[a-zA-Z][a-zA-Z0-9-]*\Z")
_SAFE_ADDRESS: Final = re.compile(r"(?:https?://|mailto:|/(?!/)|[#?.]|\Z)")
_IN_SLOT: Final = re.compile("\0[a-z]+\0")
"""A slot in place of an address: what fills it is checked then."""
_ADDRESS_NEXT: Final = re.compile(rf' (?:{"|".join(sorted(ADDRESSES))})="\Z')


def escape(text: str) -> Markup:
    """Text that means itself in HTML, in an element as well as in a quoted attribute."""
    return text if isinstance(text, Markup) else Markup(escaped(text))


def escaped(text: str) -> str:
    """The same as plain text, for what is put together in a row."""
    # Most texts hold nothing special, and a page has hundreds of them.
    if "&" in text or "<" in text or ">" in text or '"' in text or "'" in text:
        return _escaped(text)
    return text


def _escaped(text: str) -> str:
    # Much faster than a table for `translate`, which is asked for every letter.
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;").replace("'", "&#39;")


def fragment(*children: Child) -> Markup:
    """Children in a row, without an element round them. None and False leave nothing."""
    parts: list[str] = []
    _flat(children, parts)
    return Markup("".join(parts))


def _flat(children: Iterable[Child], parts: list[str]) -> None:
    for child in children:
        if isinstance(child, str):
            parts.append(child if isinstance(child, Markup) else escaped(child))
        elif child is None or child is False:
            continue
        elif isinstance(child, int):
            parts.append(str(child))
        else:
            _flat(child, parts)


SLOT: Final = "\0"
"""Marks a place that is filled later; no text of ours holds this character."""


def halves(frame: Markup) -> tuple[str, str]:
    """The markup before the slot of a frame, and the markup after it."""
    front, _, back = frame.partition(SLOT)
    return str(front), str(back)


def slot(name: str) -> str:
    """A place in a template, filled by its name."""
    return f"{SLOT}{name}{SLOT}"


class Template:
    """Markup with slots, made once from tags and filled often: half the time of new tags.

    A value between tags is escaped unless it is Markup; a value inside a tag always is, and an
    address is checked.
    """

    __slots__ = ("_fillings", "_order", "_shape")

    def __init__(self, shape: Markup) -> None:
        opening, *rest = shape.split(SLOT)
        kinds: dict[tuple[str, bool, bool], int] = {}
        order: list[int] = []
        before, inside = opening, False
        for name, then in zip(rest[::2], rest[1::2], strict=True):
            inside = _ends_in_a_tag(before, inside)
            kind = (name, inside, bool(_ADDRESS_NEXT.search(before)))
            order.append(kinds.setdefault(kind, len(kinds)))
            before = then
        self._fillings = tuple(kinds)
        """Each name once per kind of slot: whether in a tag, and whether it starts an address."""
        self._order = tuple(order) if order != list(range(len(kinds))) else ()
        """Which of these goes into each slot; empty where each goes into one, in their order."""
        self._shape = "%s".join(text.replace("%", "%%") for text in (opening, *rest[1::2]))

    def __call__(self, **filling: str | int) -> Markup:
        """The markup with its slots filled; values without a slot are ignored."""
        values: list[str | int] = []
        for name, inside, pointing in self._fillings:
            value = filling[name]
            kind = type(value)
            if (kind is Markup and not inside) or kind is int or isinstance(value, int):
                values.append(value)
                continue
            if pointing:
                if not _SAFE_ADDRESS.match(value):
                    raise ValueError(f"{value!r} is not an address that a page may point to")
                value = at(value)
            # As in `escaped`: a move fills some hundred slots.
            if "&" in value or "<" in value or ">" in value or '"' in value or "'" in value:
                value = _escaped(value)
            values.append(value)
        if self._order:
            values = [values[number] for number in self._order]
        return Markup(self._shape % tuple(values))


def _ends_in_a_tag(text: str, inside: bool) -> bool:
    """Whether the end of a text is in a tag; `inside` if its start is."""
    opened, closed = text.rfind("<"), text.rfind(">")
    return inside if opened == closed else opened > closed


class Memo(Generic[T]):
    """Values by key, for markup that most moves leave as it is.

    After `size` new ones, those not used since the last such time are dropped: so it holds at most
    twice that many, and what is used often stays.
    """

    __slots__ = ("_new", "_old", "_size")

    def __init__(self, size: int) -> None:
        self._size = size
        self._new: dict[Hashable, T] = {}
        self._old: dict[Hashable, T] = {}

    def get(self, key: Hashable) -> T | None:
        found = self._new.get(key)
        if found is None:
            found = self._old.get(key)
            if found is not None:
                self.put(key, found)
        return found

    def put(self, key: Hashable, value: T) -> T:
        if len(self._new) >= self._size:
            self._old, self._new = self._new, {}
        self._new[key] = value
        return value

    def __len__(self) -> int:
        return len(self._new.keys() | self._old.keys())


class Latest(Generic[T]):
    """The latest value for each key, as long as it would be made from the same again.

    What it is made from is compared by value, which costs less than to hash it where it is large.
    """

    __slots__ = ("_values",)

    def __init__(self, size: int) -> None:
        self._values: Memo[tuple[tuple[object, ...], T]] = Memo(size)

    def get(self, key: Hashable, inputs: tuple[object, ...], make: Callable[..., T]) -> T:
        """What `make` gives for these inputs, which is all that it may depend on."""
        known = self._values.get(key)
        if known is not None and known[0] == inputs:
            return known[1]
        return self._values.put(key, (inputs, make(*inputs)))[1]


_CHECKED: Final[dict[str, str]] = {}
"""Attribute names that were looked at, as they stand in the page with a space before them."""
_POINTING: Final[set[str]] = set()
"""Those of them that hold an address."""


def _attribute(name: str) -> str:
    shown = name.rstrip("_").replace("_", "-")
    if not _NAME.match(shown) or shown.startswith("on") or shown == "style":
        raise ValueError(f"attribute {shown!r} is not allowed: no inline code or style")
    if shown in ADDRESSES:
        _POINTING.add(name)
    _CHECKED[name] = f" {shown}"
    return f" {shown}"


def attributes(given: Iterable[tuple[str, Attr]]) -> str:
    """Attributes with a space before each. None and False leave the attribute out."""
    shown = ""
    for name, value in given:
        if value is None or value is False:
            continue
        opening = _CHECKED.get(name) or _attribute(name)
        if value is True:
            shown += opening
            continue
        # A Markup value is still text to an attribute, so it is escaped like any other.
        text = value if type(value) is str else str(value)
        if name in _POINTING:
            if not _SAFE_ADDRESS.match(text) and not _IN_SLOT.match(text):
                raise ValueError(f"{opening[1:]}={text!r} is not an address for a page")
            text = at(text)
        if "&" in text or "<" in text or ">" in text or '"' in text or "'" in text:
            text = _escaped(text)
        shown += f'{opening}="{text}"'
    return shown


class Tag:
    """An element's name, to be called with its children and attributes."""

    __slots__ = ("_closing", "_opening", "name")

    def __init__(self, name: str) -> None:
        if not _NAME.match(name) or name in {"script", "style"}:
            raise ValueError(f"{name!r} is no element that pages build")
        self.name: Final = name
        self._opening = f"<{name}"
        self._closing = "" if name in VOID else f"</{name}>"

    def __call__(self, *children: Child, **given: Attr) -> Markup:
        opening = self._opening + attributes(given.items()) if given else self._opening
        if not self._closing:
            if children:
                raise ValueError(f"<{self.name}> holds nothing")
            return Markup(opening + "/>")
        parts = [opening, ">"]
        _flat(children, parts)
        parts.append(self._closing)
        return Markup("".join(parts))


def classes(*names: str | bool | None) -> str | None:
    """A class attribute from the names that are there."""
    return " ".join(name for name in names if isinstance(name, str) and name) or None


def script(src: str) -> Markup:
    """A module of our own; inline code has no way in."""
    return Markup(f'<script type="module"{attributes([("src", src)])}></script>')


def script_now(src: str) -> Markup:
    """A script that runs before the page is painted: for the theme alone."""
    return Markup(f"<script{attributes([('src', src)])}></script>")


def noscript(*children: Child) -> Markup:
    return Markup(f"<noscript>{fragment(*children)}</noscript>")


a = Tag("a")
abbr = Tag("abbr")
article = Tag("article")
aside = Tag("aside")
b = Tag("b")
body = Tag("body")
br = Tag("br")
button = Tag("button")
circle = Tag("circle")
dd = Tag("dd")
details = Tag("details")
dialog = Tag("dialog")
div = Tag("div")
dl = Tag("dl")
dt = Tag("dt")
em = Tag("em")
fieldset = Tag("fieldset")
figcaption = Tag("figcaption")
figure = Tag("figure")
footer = Tag("footer")
form = Tag("form")
g = Tag("g")
h1 = Tag("h1")
h2 = Tag("h2")
h3 = Tag("h3")
h4 = Tag("h4")
head = Tag("head")
header = Tag("header")
html = Tag("html")
img = Tag("img")
input_ = Tag("input")
kbd = Tag("kbd")
label = Tag("label")
legend = Tag("legend")
li = Tag("li")
link = Tag("link")
main = Tag("main")
meta = Tag("meta")
nav = Tag("nav")
ol = Tag("ol")
optgroup = Tag("optgroup")
option = Tag("option")
output = Tag("output")
p = Tag("p")
path = Tag("path")
progress = Tag("progress")
rect = Tag("rect")
section = Tag("section")
select = Tag("select")
small = Tag("small")
span = Tag("span")
strong = Tag("strong")
summary = Tag("summary")
svg = Tag("svg")
table = Tag("table")
tbody = Tag("tbody")
td = Tag("td")
template = Tag("template")
text = Tag("text")
textarea = Tag("textarea")
th = Tag("th")
thead = Tag("thead")
time = Tag("time")
title = Tag("title")
tr = Tag("tr")
ul = Tag("ul")
use = Tag("use")
