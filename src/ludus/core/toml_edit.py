"""Changes in a TOML text that leave the rest as it was: comments, order, spaces.

A change is data: what to do at which place. It is carried out on the text, and the outcome is read
again and compared with what the change means, so that a text is either changed as asked or not.
"""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from ludus.core.errors import BadRequest
from ludus.core.toml_lines import Layout, Place, Step, Steps, layout_of

WIDTH: Final = 100
INDENT: Final = "  "
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+\Z")
_COMMA: Final = re.compile(r"[ \t]*,[ \t]*(?:#[^\n]*)?")
_REST: Final = re.compile(r"[ \t]*,?[ \t]*(?:#[^\n]*)?(?:\n|\Z)")


class Edit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One change: `set` a value, `insert` an item before the place, `remove` or `move` one."""

    op: Literal["set", "insert", "remove", "move"]
    path: tuple[Step, ...]
    value: object = None
    to: int = 0
    """For `move`: the number that the item has afterwards."""


def edited(text: str, edit: Edit) -> str:
    """The text with a change; a change that is not possible is refused."""
    before: dict[str, object] = tomllib.loads(text)
    wanted = changed(before, edit)
    after = _Writer(text).write(edit)
    if _filled(tomllib.loads(after)) != _filled(wanted):
        raise BadRequest(f"{_said(edit.path)}: cannot be changed here; change it in the file")
    return after


def _filled(value: object) -> object:
    """Without tables that hold nothing: `a.b = 1` leaves none when it goes."""
    if isinstance(value, dict):
        parts = ((key, _filled(part)) for key, part in value.items())
        return {key: part for key, part in parts if part != {}}
    return [_filled(part) for part in value] if isinstance(value, list) else value


def changed(document: dict[str, object], edit: Edit) -> dict[str, object]:
    """What a change means: the values as they are to be."""
    if not edit.path:
        raise BadRequest("a change needs a place")
    found = copy.deepcopy(document)
    holder = _holder(found, edit)
    last = edit.path[-1]
    if isinstance(holder, dict) and isinstance(last, str):
        if edit.op == "set":
            holder[last] = edit.value
        elif edit.op == "remove" and last in holder:
            del holder[last]
        else:
            raise _no_place(edit.path)
    elif isinstance(holder, list) and isinstance(last, int):
        _change_list(holder, last, edit)
    else:
        raise _no_place(edit.path)
    return found


def _change_list(holder: list[object], at: int, edit: Edit) -> None:
    most = len(holder) + (edit.op == "insert")
    if not 0 <= at < most or not 0 <= edit.to < max(most, 1):
        raise _no_place(edit.path)
    if edit.op == "set":
        holder[at] = edit.value
    elif edit.op == "insert":
        holder.insert(at, edit.value)
    else:
        item = holder.pop(at)
        if edit.op == "move":
            holder.insert(edit.to, item)


def _holder(document: dict[str, object], edit: Edit) -> object:
    """What holds the place; tables and lists on the way there are made."""
    here: object = document
    makes = edit.op in ("set", "insert")
    for step, after in zip(edit.path, edit.path[1:], strict=False):
        if isinstance(here, dict) and isinstance(step, str):
            if step not in here and makes:
                here[step] = [] if isinstance(after, int) else {}
            here = here.get(step)
        elif isinstance(here, list) and isinstance(step, int) and 0 <= step < len(here):
            here = here[step]
        else:
            raise _no_place(edit.path)
    return here


def _no_place(path: Sequence[Step]) -> BadRequest:
    return BadRequest(f"{_said(path)}: there is no such place")


def _said(path: Sequence[Step]) -> str:
    return ".".join(str(step) for step in path)[:120]


# Values as text -----------------------------------------------------------------------------------


def written(value: object, indent: str = "", room: int = WIDTH) -> str:
    """A value as a person would write it: on one line where it fits."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    if isinstance(value, dict):
        pairs = [f"{_key(key)} = {written(part, indent)}" for key, part in value.items()]
        return f"{{ {', '.join(pairs)} }}" if pairs else "{}"
    if isinstance(value, list):
        return _list(value, indent, room)
    raise BadRequest(f"{type(value).__name__} is nothing that a file can hold")


def _list(value: list[object], indent: str, room: int) -> str:
    parts = [written(part, indent + INDENT) for part in value]
    line = f"[{', '.join(parts)}]"
    tables = any(isinstance(part, dict) for part in value)
    if len(line) <= room and not (tables and len(value) > 1) and "\n" not in line:
        return line
    if tables or any("\n" in part for part in parts):
        rows = [f"{indent}{INDENT}{part}," for part in parts]
    else:
        rows = [""]
        for part in parts:
            joined = f"{rows[-1]} {part}," if rows[-1] else f"{indent}{INDENT}{part},"
            if len(joined) > WIDTH:
                rows.append(f"{indent}{INDENT}{part},")
            else:
                rows[-1] = joined
    return "\n".join(["[", *rows, f"{indent}]"])


def _key(name: str) -> str:
    return name if _BARE.match(name) else json.dumps(name, ensure_ascii=False)


def _names(steps: Sequence[Step]) -> tuple[str, ...]:
    return tuple(step for step in steps if isinstance(step, str))


def _is_tables(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, dict) for one in value)


# The text -----------------------------------------------------------------------------------------


class _Writer:
    def __init__(self, text: str) -> None:
        self.text = text if text.endswith("\n") or not text else f"{text}\n"
        self.layout: Layout = layout_of(self.text)
        self.places = self.layout.places

    def write(self, edit: Edit) -> str:
        steps = tuple(edit.path)
        if edit.op == "set":
            return self._set(steps, edit.value)
        if edit.op == "insert":
            return self._insert(steps, edit.value)
        if edit.op == "remove":
            return self._remove(steps)
        return self._move(steps, edit.to)

    def _splice(self, start: int, end: int, new: str) -> str:
        return self.text[:start] + new + self.text[end:]

    # Setting --------------------------------------------------------------------------------------

    def _set(self, steps: Steps, value: object) -> str:
        place = self.places.get(steps)
        if place is None:
            return self._add(steps, value)
        if place.kind in ("value", "array", "inline"):
            indent, column = self._indent(place.value)
            return self._splice(place.value, place.end, written(value, indent, WIDTH - column))
        if place.kind in ("table", "item") and isinstance(value, dict):
            start, end = self._block(steps)
            head = self._above(start)
            comments = self.text[head:start]
            block = comments + self._tables(steps, value, place.kind == "item")
            return self._splice(head, end, f"{block}\n" if end < len(self.text) else block)
        removed = _Writer(self._remove(steps))
        return removed._add(steps, value)

    def _add(self, steps: Steps, value: object) -> str:
        """A key that its table does not have yet."""
        *above, name = steps
        holder = tuple(above)
        place = self.places.get(holder)
        if isinstance(name, int):
            return self._insert(steps, value)
        if place is None:
            if holder and isinstance(holder[-1], int):
                raise _no_place(steps)
            return self._add(holder, {name: value})
        if place.kind == "inline":
            return self._add_inside(place, name, value)
        if place.kind == "implied":
            return self._add_implied(holder, name, value)
        if _is_tables(value) and (not holder or self._tabled(_names(steps))):
            return self._add_block(steps, value)
        if isinstance(value, dict) and self._headed(_names(steps)):
            return self._add_block(steps, [value], False)
        return self._add_line(place, f"{_key(name)} = {written(value, '', WIDTH - len(name) - 3)}")

    def _add_line(self, place: Place, line: str) -> str:
        """A line below the last one of a table."""
        at = self._line_end(max(place.value, place.end))
        if place.start == place.value == place.end == 0:
            # The file itself, with nothing before its first table.
            at = self._above(self.layout.headers[0][0]) if self.layout.headers else len(self.text)
            return self._splice(at, at, f"{line}\n\n" if at < len(self.text) else f"{line}\n")
        return self._splice(at, at, f"{line}\n")

    def _add_inside(self, place: Place, name: str, value: object) -> str:
        inside = self.text[place.value + 1 : place.end - 1]
        pair = f"{_key(name)} = {written(value)}"
        new = f"{{ {inside.strip()}, {pair} }}" if inside.strip() else f"{{ {pair} }}"
        return self._splice(place.value, place.end, new)

    def _add_implied(self, holder: Steps, name: str, value: object) -> str:
        under = [steps for _, steps in self.layout.headers if steps[: len(holder)] == holder]
        if under:
            kept = value if isinstance(value, dict) else {name: value}
            steps = (*holder, name) if isinstance(value, dict) else holder
            at = self._block(under[-1])[1]
            block = self._tables(steps, kept, False)
            return self._splice(at, at, self._apart(at, block))
        # Dotted keys: one more, below the last of them.
        last = max(
            (place for steps, place in self.places.items() if steps[: len(holder)] == holder),
            key=lambda place: place.end,
        )
        table = next(n for n in range(len(holder), -1, -1) if self._has_header(holder[:n]))
        dotted = ".".join(_key(str(step)) for step in (*holder[table:], name))
        at = self._line_end(last.end)
        return self._splice(at, at, f"{dotted} = {written(value)}\n")

    def _has_header(self, steps: Steps) -> bool:
        return not steps or self.places[steps].kind in ("table", "item")

    # Lists ----------------------------------------------------------------------------------------

    def _insert(self, steps: Steps, value: object, raw: str = "") -> str:
        *above, number = steps
        holder = tuple(above)
        place = self.places.get(holder)
        if not isinstance(number, int):
            raise _no_place(steps)
        if place is None:
            return self._add(holder, [value])
        if place.kind == "tables":
            return self._insert_block(holder, number, value, raw)
        return self._insert_item(holder, place, number, value, raw)

    def _insert_item(
        self, holder: Steps, place: Place, number: int, value: object, raw: str
    ) -> str:
        count = self._count(holder)
        if not count:
            indent, column = self._indent(place.value)
            return self._splice(place.value, place.end, written([value], indent, WIDTH - column))
        own = "\n" in self.text[place.value : self.places[(*holder, 0)].start]
        near = self.places[(*holder, min(number, count - 1))]
        indent = self._indent(near.start)[0]
        item = raw or written(value, indent)
        if number < count:
            behind = f",\n{indent}" if own and self._leads(near.start) else ", "
            return self._splice(near.start, near.start, item + behind)
        comma = _COMMA.match(self.text, near.end)
        apart = f"\n{indent}" if own and self._leads(near.start) else " "
        if comma is not None:
            return self._splice(comma.end(), comma.end(), f"{apart}{item},")
        return self._splice(near.end, near.end, f",{apart}{item}")

    def _insert_block(self, holder: Steps, number: int, value: object, raw: str) -> str:
        count = self._count(holder)
        if not raw and not isinstance(value, dict):
            raise BadRequest(f"{_said(holder)}: its items are tables")
        block = raw or self._tables((*holder, number), value, True)
        if number < count:
            at = self._above(self._block((*holder, number))[0])
            return self._splice(at, at, f"{block}\n")
        at = self._block((*holder, count - 1))[1]
        return self._splice(at, at, self._apart(at, block))

    def _add_block(self, steps: Steps, value: object, listed: bool = True) -> str:
        """The first tables of a list, or a table, below everything that its holder has."""
        holder = steps[:-1]
        at = self._block(holder)[1] if holder else len(self.text)
        items = value if isinstance(value, list) else []
        blocks = [
            self._tables((*steps, number) if listed else steps, item, listed)
            for number, item in enumerate(items)
        ]
        return self._splice(at, at, self._apart(at, "\n".join(blocks)))

    def _tables(self, steps: Steps, value: object, listed: bool) -> str:
        """A table with its header, and those inside of it that have headers in this file."""
        names = _names(steps)
        head = ".".join(_key(name) for name in names)
        lines = [f"[[{head}]]" if listed else f"[{head}]"]
        below: list[str] = []
        for key, part in value.items() if isinstance(value, dict) else ():
            if _is_tables(part) and self._tabled((*names, key)):
                below += [self._tables((*names, key, 0), item, True) for item in part]
            elif isinstance(part, dict) and self._headed((*names, key)):
                below.append(self._tables((*names, key), part, False))
            else:
                lines.append(f"{_key(key)} = {written(part, '', WIDTH - len(key) - 3)}")
        return "\n".join([*lines, "", *below]) if below else "\n".join([*lines, ""])

    def _apart(self, at: int, block: str) -> str:
        """A block with an empty line before it, and one behind it where something follows."""
        before = self.text[:at]
        gap = "" if not before or before.endswith("\n\n") else "\n"
        return f"{gap}{block}\n" if at < len(self.text) else f"{gap}{block}"

    def _tabled(self, names: tuple[str, ...]) -> bool:
        """Whether items of such a list have headers in this file."""
        return any(
            _names(steps) == names and bool(steps) and isinstance(steps[-1], int)
            for _, steps in self.layout.headers
        )

    def _headed(self, names: tuple[str, ...]) -> bool:
        """Whether such a table has a header in this file."""
        return any(
            _names(steps) == names and bool(steps) and isinstance(steps[-1], str)
            for _, steps in self.layout.headers
        )

    # Removing and moving --------------------------------------------------------------------------

    def _remove(self, steps: Steps, last: bool = False) -> str:
        """`last`: whether what holds it goes too."""
        place = self.places.get(steps)
        if place is None:
            raise _no_place(steps)
        if place.kind in ("table", "item"):
            start, end = self._block(steps)
            without = self._splice(self._above(start), end, "")
            if place.kind == "item" and self._count(steps[:-1]) == 1 and not last:
                # A list that has no items left is still a list.
                return _Writer(without)._add(steps[:-1], [])
            return without
        if place.kind in ("implied", "tables"):
            return self._remove_parts(steps)
        holder = self.places[self._written_in(steps)]
        if holder.kind in ("inline", "array"):
            return self._remove_item(holder, place)
        return self._splice(self._line_start(place.start), self._line_end(place.end), "")

    def _remove_parts(self, steps: Steps) -> str:
        """What stands in several places, the last first."""
        parts = [other for other in self.places if len(other) > len(steps)]
        inside = [other for other in parts if other[: len(steps)] == steps]
        tops = [other for other in inside if self.places[other].kind not in ("implied", "tables")]
        outer = [one for one in tops if not any(one[:n] in tops for n in range(1, len(one)))]
        writer = self
        for one in sorted(outer, key=lambda other: -self.places[other].start):
            writer = _Writer(writer._remove(one, True))
        return writer.text

    def _written_in(self, steps: Steps) -> Steps:
        """The nearest table or list with a place of its own."""
        for length in range(len(steps) - 1, 0, -1):
            if self.places[steps[:length]].kind != "implied":
                return steps[:length]
        return ()

    def _remove_item(self, holder: Place, place: Place) -> str:
        rest = _REST.match(self.text, place.end)
        if rest is not None and self._leads(place.start):
            return self._splice(self._line_start(place.start), rest.end(), "")
        before = self.text[holder.value + 1 : place.start]
        if before.strip():
            # With the comma before it; what follows keeps its own.
            return self._splice(holder.value + 1 + len(before.rstrip(", \n")), place.end, "")
        follows = re.compile(r"\s*,\s*").match(self.text, place.end)
        return self._splice(place.start, follows.end() if follows else place.end, "")

    def _move(self, steps: Steps, to: int) -> str:
        place = self.places.get(steps)
        if place is None:
            raise _no_place(steps)
        if steps[-1] == to:
            return self.text
        if place.kind == "item":
            start, end = self._block(steps)
            raw = self.text[self._above(start) : end].rstrip("\n") + "\n"
        else:
            raw = self.text[place.value : place.end]
        cut = _Writer(self._remove(steps))
        return cut._insert((*steps[:-1], to), None, raw)

    # Lines ----------------------------------------------------------------------------------------

    def _count(self, steps: Steps) -> int:
        count = 0
        while (*steps, count) in self.places:
            count += 1
        return count

    def _block(self, steps: Steps) -> tuple[int, int]:
        """From the header of a table to what comes after everything inside of it."""
        start = self.places[steps].start
        for at, other in self.layout.headers:
            if at > start and other[: len(steps)] != steps:
                return start, self._above(at)
        return start, len(self.text)

    def _above(self, at: int) -> int:
        """The start of the comments right above a header."""
        start = self._line_start(at)
        while start:
            line = self._line_start(start - 1)
            if not self.text[line:start].startswith("#"):
                break
            start = line
        return start

    def _line_start(self, at: int) -> int:
        return self.text.rfind("\n", 0, at) + 1

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end + 1

    def _leads(self, at: int) -> bool:
        """Whether something is the first on its line."""
        return not self.text[self._line_start(at) : at].strip()

    def _indent(self, at: int) -> tuple[str, int]:
        """The space before the line of a place, and how far in it is."""
        start = self._line_start(at)
        line = self.text[start:at]
        return line[: len(line) - len(line.lstrip())], at - start
