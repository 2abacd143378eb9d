"""The faults that can be planted in a text: small changes that a test should notice.

In Python: another comparison, a number one off, another operator, a branch or an operand dropped, a
seat taken for another, a step skipped. In content: another figure, where the rulebook states it.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

COMPARISON: Final = "comparison"
OFF_BY_ONE: Final = "off by one"
OPERATOR: Final = "operator"
BRANCH: Final = "dropped branch"
SEAT: Final = "swapped seat"
STEP: Final = "skipped step"
FIGURE: Final = "changed figure"
KINDS: Final = (COMPARISON, OFF_BY_ONE, OPERATOR, BRANCH, SEAT, STEP, FIGURE)
NUMBERS: Final = frozenset({OFF_BY_ONE, OPERATOR, FIGURE})
"""Kinds that change numbers: not wanted in drawings, where they are sizes and offsets."""

_COMPARED: Final[dict[type[ast.cmpop], tuple[str, str]]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
_OPERATORS: Final[dict[type[ast.operator], tuple[str, str]]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}
_SEATS: Final = frozenset(
    {"seat", "player", "owner", "rival", "mover", "viewer", "attacker", "defender", "leader"}
    | {"second", "other", "who", "enemy"}
)
"""How seats are called; a fault takes one of them for another in the same function."""
FEWEST_CODES: Final = 3
_LISTENER: Final = "emit"
"""Events are only built for somebody who listens: those questions are no branches of the rules."""
_CHECKED: Final = "strict"
"""`zip(a, b, strict=True)` is an assertion: it never changes what is right."""
_TEXTS: Final = (ast.JoinedStr, ast.Tuple, ast.List, ast.ListComp, ast.Set, ast.Dict)
_INT: Final = re.compile(rb"(?<![\w.\"'-])\d+(?![\w.\"'])")
_QUOTED: Final = re.compile(rb"\"(?:[^\"\\]|\\.)*\"|'[^']*'|#.*$")
_SOURCE: Final = re.compile(rb'\bsource\s*=\s*"(rulebook|public|reconstruction)"')

_SINGLE: Final = re.compile(rb"\bsources\s*=\s*\{([^}]*)\}")
_NAMED: Final = re.compile(rb'(\w+)\s*=\s*"(\w+)"')
"""Single values of an entry with a source of their own."""
_KEY: Final = re.compile(rb"(\w+)\s*=")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One fault: where it is, and what stands there instead."""

    file: str
    """The path from the game's folder, with slashes."""
    line: int
    column: int
    kind: str
    before: str
    after: str
    source: str
    """The line where it begins, as it is."""
    start: int
    """Bytes from the beginning of the file."""
    end: int
    lines: tuple[int, int]
    """The first and the last line of its statement: who runs one of them may notice the fault."""
    twin: int
    """How many before it are alike in everything but their line."""

    @property
    def key(self) -> str:
        """Tells a mutant from all others, and stays the same while its line does."""
        twin = f" #{self.twin}" if self.twin else ""
        return f"{self.file}: {self.source}: {self.column}: {self.change}{twin}"

    @property
    def change(self) -> str:
        return f"{_short(self.before)} → {_short(self.after)}"

    def planted(self, text: bytes) -> bytes:
        """The text of the file with the fault in it."""
        return text[: self.start] + self.after.encode() + text[self.end :]


def _short(text: str) -> str:
    """A piece of code on one line."""
    return " ".join(text.split())


Spot: TypeAlias = tuple[int, int, str, str]
"""Start, end, kind and what to put there."""
Found: TypeAlias = tuple[Spot, tuple[int, int]]
"""The same with the lines of its statement."""


def python_mutants(file: str, text: bytes, unwanted: frozenset[str] = frozenset()) -> list[Mutant]:
    """All faults for a module, in the order of its lines, but those of unwanted kinds."""
    return _mutants(file, text, Planter(text).found(), unwanted)


def content_mutants(file: str, text: bytes) -> list[Mutant]:
    """Another figure for each number in TOML that the rulebook states."""
    return _mutants(file, text, _figures(text))


def _mutants(
    file: str, text: bytes, found: Iterator[Found], unwanted: frozenset[str] = frozenset()
) -> list[Mutant]:
    lines = text.splitlines()
    starts = _line_starts(text)
    wanted = {
        (start, end, after): (kind, reach)
        for (start, end, kind, after), reach in found
        if kind not in unwanted
    }
    made: dict[str, Mutant] = {}
    for (start, end, after), (kind, reach) in sorted(wanted.items()):
        line = bisect_right(starts, start)
        mutant = Mutant(
            file,
            line,
            start - starts[line - 1] + 1,
            kind,
            text[start:end].decode(),
            after,
            lines[line - 1].decode().strip(),
            start,
            end,
            reach,
            0,
        )
        while mutant.key in made:
            mutant = replace(mutant, twin=mutant.twin + 1)
        made[mutant.key] = mutant
    return list(made.values())


def _line_starts(text: bytes) -> list[int]:
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _figures(text: bytes) -> Iterator[Found]:
    """The numbers of TOML whose entry, or whose line, has the rulebook as its source."""
    offset = 0
    blocks: list[list[tuple[int, int, bytes]]] = [[]]
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if line.startswith(b"["):
            blocks.append([])
        blocks[-1].append((number, offset, line))
        offset += len(line)
    for block in blocks:
        own = [_SOURCE.match(line.strip()) for _, _, line in block]
        sources = {found[1] for found in own if found is not None}
        single = dict(
            pair
            for _, _, line in block
            if line.startswith(b"sources")
            for pair in _NAMED.findall(line)
        )
        for row, begin, line in block:
            told = _SOURCE.search(line)
            source = told[1] if told is not None else next(iter(sources), b"")
            source = single.get(line.partition(b"=")[0].strip(), source)
            if source != b"rulebook" or line.startswith(b"["):
                continue
            plain = _QUOTED.sub(lambda found: b'"' * len(found[0]), line)
            apart = _SINGLE.search(line)
            others = dict(_NAMED.findall(apart[1])) if apart is not None else {}
            for figure in _INT.finditer(plain):
                *_, key = [b"", *_KEY.findall(plain[: figure.start()])]
                if others.get(key, source) != b"rulebook":
                    continue
                after = str(int(figure[0]) + 1)
                spot = (begin + figure.start(), begin + figure.end(), FIGURE, after)
                yield spot, (row, row)


class Planter:
    """Walks through a module and names its faults."""

    def __init__(self, text: bytes) -> None:
        self._text = text
        self._starts = _line_starts(text)
        self._seats: list[str] = []
        """What names a seat in the function at hand."""
        self._inside = False
        """Whether a function is at hand, and not the module or a class."""

    def found(self) -> Iterator[Found]:
        body = ast.parse(self._text).body
        codes = _codes(body)
        yield from self._body([node for node in body if node not in codes])

    # Statements ----------------------------------------------------------------------------------

    def _body(self, body: Sequence[ast.stmt]) -> Iterator[Found]:
        for statement in body:
            yield from self._statement(statement)

    def _statement(self, node: ast.stmt) -> Iterator[Found]:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from self._function(node)
            return
        if isinstance(node, ast.ClassDef):
            yield from self._body(node.body)
            return
        if isinstance(node, (ast.Raise, ast.Assert, ast.Import, ast.ImportFrom)):
            return
        if isinstance(node, ast.If) and _is_listener(node.test):
            yield from self._body(node.body)
            return
        if _is_remark(node) or _is_list_of_names(node):
            return
        lines = _head_lines(node)
        yield from ((spot, lines) for spot in self._own(node))
        for name in ("body", "orelse", "finalbody"):
            yield from self._body(getattr(node, name, ()))
        for handler in getattr(node, "handlers", ()):
            yield from self._body(handler.body)

    def _own(self, node: ast.stmt) -> Iterator[Spot]:
        """The faults of a statement itself, without those of the statements in it."""
        yield from self._skipped(node)
        yield from self._dropped(node)
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "target", "targets"):
                continue
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.expr):
                    yield from self._expression(each)
                elif isinstance(each, ast.withitem):
                    yield from self._expression(each.context_expr)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Found]:
        seats, inside = self._seats, self._inside
        named = [each for each in ast.walk(node) if _names_seat(each)]
        self._seats = list(dict.fromkeys(map(self._code, named)))
        self._inside = True
        yield from self._body(node.body)
        self._seats, self._inside = seats, inside

    def _skipped(self, node: ast.stmt) -> Iterator[Spot]:
        """A step that is left out."""
        if not self._inside:
            return
        step = isinstance(node, (ast.AugAssign, ast.Delete, ast.Continue, ast.Break))
        if isinstance(node, ast.Assign):
            step = isinstance(node.targets[0], (ast.Attribute, ast.Subscript))
        elif isinstance(node, ast.Expr):
            step = isinstance(node.value, ast.Call)
        if step:
            yield *self._span(node), STEP, "pass"
        if isinstance(node, ast.AugAssign):
            yield from self._operator(node.op, node.target, node.value, "=")

    def _dropped(self, node: ast.stmt) -> Iterator[Spot]:
        """A branch that is never taken, or the other one."""
        if isinstance(node, (ast.If, ast.While)):
            yield *self._span(node.test), BRANCH, "False"
            other = node.orelse and not isinstance(node.orelse[0], ast.If)
            if isinstance(node, ast.If) and other:
                yield *self._span(node.test), BRANCH, "True"

    # Expressions ---------------------------------------------------------------------------------

    def _expression(self, node: ast.expr) -> Iterator[Spot]:
        if isinstance(node, (ast.JoinedStr, ast.Lambda)) or _is_listener(node):
            return
        for kind, plant in self.PLANTED:
            if isinstance(node, kind):
                yield from plant(self, node)
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from self._expression(child)
            elif isinstance(child, ast.keyword) and child.arg != _CHECKED:
                yield from self._expression(child.value)
            elif isinstance(child, ast.comprehension):
                yield from self._expression(child.iter)
                for test in child.ifs:
                    yield *self._span(test), BRANCH, "True"
                    yield from self._expression(test)

    def _comparison(self, node: ast.expr) -> Iterator[Spot]:
        assert isinstance(node, ast.Compare)
        left = node.left
        for operator, right in zip(node.ops, node.comparators, strict=True):
            word, other = _COMPARED[type(operator)]
            yield from self._between(left, right, word, COMPARISON, other)
            left = right

    def _number(self, node: ast.expr) -> Iterator[Spot]:
        assert isinstance(node, ast.Constant)
        if isinstance(node.value, bool):
            yield *self._span(node), BRANCH, str(not node.value)
        elif isinstance(node.value, int):
            kind = OFF_BY_ONE if self._inside else FIGURE
            yield *self._span(node), kind, str(node.value + 1)

    def _binary(self, node: ast.expr) -> Iterator[Spot]:
        assert isinstance(node, ast.BinOp)
        yield from self._operator(node.op, node.left, node.right)

    def _operator(
        self, operator: ast.operator, left: ast.expr, right: ast.expr, after: str = ""
    ) -> Iterator[Spot]:
        if type(operator) not in _OPERATORS or _is_text(left) or _is_text(right):
            return
        word, other = _OPERATORS[type(operator)]
        yield from self._between(left, right, word + after, OPERATOR, other + after)

    def _chosen(self, node: ast.expr) -> Iterator[Spot]:
        assert isinstance(node, ast.IfExp)
        for kept in (node.body, node.orelse):
            yield *self._span(node), BRANCH, self._in_brackets(kept)

    def _joined(self, node: ast.expr) -> Iterator[Spot]:
        assert isinstance(node, ast.BoolOp)
        word = " and " if isinstance(node.op, ast.And) else " or "
        for index in range(len(node.values)):
            rest = [self._in_brackets(each) for at, each in enumerate(node.values) if at != index]
            yield *self._span(node), BRANCH, word.join(rest)

    def _inverted(self, node: ast.expr) -> Iterator[Spot]:
        assert isinstance(node, ast.UnaryOp)
        if isinstance(node.op, ast.Not):
            yield *self._span(node), COMPARISON, f"bool({self._code(node.operand)})"

    def _seat(self, node: ast.expr) -> Iterator[Spot]:
        if not _names_seat(node) or not self._inside:
            return
        here = self._code(node)
        others = [each for each in self._seats if each != here]
        if others:
            place = self._seats.index(here)
            yield *self._span(node), SEAT, others[place % len(others)]

    PLANTED: Final[
        tuple[tuple[type[ast.expr], Callable[[Planter, ast.expr], Iterator[Spot]]], ...]
    ] = (
        (ast.Compare, _comparison),
        (ast.Constant, _number),
        (ast.BinOp, _binary),
        (ast.IfExp, _chosen),
        (ast.BoolOp, _joined),
        (ast.UnaryOp, _inverted),
        (ast.Name, _seat),
        (ast.Attribute, _seat),
    )

    # Places in the text --------------------------------------------------------------------------

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None and node.end_col_offset is not None
        start = self._starts[node.lineno - 1] + node.col_offset
        return start, self._starts[node.end_lineno - 1] + node.end_col_offset

    def _code(self, node: ast.AST) -> str:
        assert isinstance(node, ast.expr)
        start, end = self._span(node)
        return self._text[start:end].decode()

    def _in_brackets(self, node: ast.expr) -> str:
        """The code of an operand, so that it binds as it did."""
        return f"({self._code(node)})"

    def _between(
        self, left: ast.expr, right: ast.expr, word: str, kind: str, after: str
    ) -> Iterator[Spot]:
        """The operator between two operands; brackets and comments may stand beside it."""
        begin, end = self._span(left)[1], self._span(right)[0]
        pattern = r"\s+".join(map(re.escape, word.split()))
        gap = re.sub(rb"#[^\n]*", lambda found: b" " * len(found[0]), self._text[begin:end])
        found = re.search(pattern.encode(), gap)
        if found is not None:
            yield begin + found.start(), begin + found.end(), kind, after


def _names_seat(node: ast.AST) -> bool:
    if isinstance(node, ast.Name):
        return node.id in _SEATS and isinstance(node.ctx, ast.Load)
    return (
        isinstance(node, ast.Attribute)
        and node.attr in _SEATS
        and isinstance(node.ctx, ast.Load)
        and isinstance(node.value, ast.Name)
    )


def _head_lines(node: ast.stmt) -> tuple[int, int]:
    """The lines of a statement, of one with a body only its head."""
    body = getattr(node, "body", None)
    if isinstance(body, list):
        return node.lineno, max(node.lineno, body[0].lineno - 1)
    return node.lineno, node.end_lineno or node.lineno


def _is_listener(node: ast.expr) -> bool:
    """`emit is not None`, also together with something that is there for the listener alone."""
    if isinstance(node, ast.BoolOp):
        return _is_listener(node.values[0]) and all(map(_is_there, node.values))
    left = node.left if isinstance(node, ast.Compare) else None
    return isinstance(left, ast.Name) and left.id == _LISTENER


def _is_there(node: ast.expr) -> bool:
    """`name is not None`."""
    return (
        isinstance(node, ast.Compare)
        and isinstance(node.left, ast.Name)
        and isinstance(node.ops[0], ast.IsNot)
    )


def _is_text(node: ast.expr) -> bool:
    """Whether something is a text or a list, which are joined and not added."""
    return isinstance(node, _TEXTS) or (
        isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))
    )


def _is_remark(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _codes(body: Sequence[ast.stmt]) -> set[ast.stmt]:
    """Constants of a module that only number things: three or more in a row, 0, 1, 2 and so on.

    What they are does not matter, as long as they differ; they are no figures of the rulebook.
    """
    found: set[ast.stmt] = set()
    row: list[ast.stmt] = []
    for node in (each for each in body if not _is_remark(each)):
        value = node.value if isinstance(node, ast.AnnAssign) else None
        number = value.value if isinstance(value, ast.Constant) else None
        if number == len(row) and type(number) is int:
            row.append(node)
        else:
            row = [node] if number == 0 and type(number) is int else []
        if len(row) >= FEWEST_CODES:
            found.update(row)
    return found


def _is_list_of_names(node: ast.stmt) -> bool:
    """`__all__`, `__slots__`, and names for types."""
    if isinstance(node, ast.AnnAssign):
        return isinstance(node.annotation, ast.Name) and node.annotation.id == "TypeAlias"
    if not isinstance(node, ast.Assign) or not isinstance(node.targets[0], ast.Name):
        return False
    return node.targets[0].id.startswith("__") or (
        isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "TypeVar"
    )
