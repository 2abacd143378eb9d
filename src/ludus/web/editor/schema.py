"""The types by which a game reads its content files, described for a page that makes forms of them.

A description is plain data. Types that are used within themselves, such as effects of effects, are
named once and referred to by their names.
"""

from __future__ import annotations

import ast
import inspect as python
import textwrap
from functools import cache
from typing import TypeAlias

import msgspec
from msgspec import inspect

from ludus.core.content import PackInfo, noting_kinds
from ludus.core.game import AnyGame

Shape: TypeAlias = dict[str, object]
"""What a form is made of: `t` says which kind of type it is."""
PACK = "pack.toml"


def schema_of(game: AnyGame) -> dict[str, Shape]:
    """The shape of each content file of a game, and under `""` those that are referred to."""
    with noting_kinds() as kinds:
        game.open()
    describer = _Describer()
    files = {PACK: describer.shape(inspect.type_info(PackInfo))}
    for name, kind in kinds.items():
        files[name] = describer.shape(inspect.type_info(kind))
    files[""] = describer.named
    return files


class _Describer:
    def __init__(self) -> None:
        self.named: Shape = {}

    def shape(self, kind: inspect.Type) -> Shape:
        if isinstance(kind, inspect.Metadata):
            return self.shape(kind.type)
        if isinstance(kind, inspect.StructType):
            return self._struct(kind)
        if isinstance(kind, inspect.UnionType):
            return self._union(kind)
        if isinstance(kind, inspect.LiteralType):
            return {"t": "choice", "of": list(kind.values)}
        if isinstance(kind, inspect.DictType):
            return {
                "t": "map",
                "key": self.shape(kind.key_type),
                "value": self.shape(kind.value_type),
            }
        if isinstance(kind, inspect.TupleType):
            return {"t": "tuple", "of": [self.shape(each) for each in kind.item_types]}
        if isinstance(kind, inspect.CollectionType):
            return {"t": "list", "of": self.shape(kind.item_type), "least": kind.min_length or 0}
        return _plain(kind)

    def _struct(self, kind: inspect.StructType) -> Shape:
        name = f"{kind.cls.__module__}.{kind.cls.__qualname__}"
        if name not in self.named:
            self.named[name] = None
            docs = _docs(kind.cls)
            tag = {"key": kind.tag_field, "is": kind.tag} if kind.tag_field else None
            self.named[name] = {
                "t": "struct",
                "tag": tag,
                "row": kind.array_like,
                "fields": [self._field(field, docs) for field in kind.fields],
            }
        return {"t": "ref", "to": name}

    def _field(self, field: inspect.Field, docs: dict[str, str]) -> Shape:
        found: Shape = {
            "name": field.encode_name,
            "type": self.shape(field.type),
            "needed": field.required,
            "hint": docs.get(field.name, ""),
        }
        if not field.required:
            default = field.default
            if default is msgspec.NODEFAULT:
                factory = field.default_factory
                default = factory() if callable(factory) else None
            found["default"] = msgspec.to_builtins(default)
        return found

    def _union(self, kind: inspect.UnionType) -> Shape:
        parts = [self.shape(each) for each in kind.types]
        choices = [part for part in parts if part["t"] == "choice"]
        if len(choices) > 1:
            # Several lists of words are one list of words.
            values = [value for part in choices for value in _values(part)]
            parts = [part for part in parts if part["t"] != "choice"]
            parts.append({"t": "choice", "of": list(dict.fromkeys(values))})
        return parts[0] if len(parts) == 1 else {"t": "union", "of": parts}


def _values(part: Shape) -> list[object]:
    found = part["of"]
    return found if isinstance(found, list) else []


def _plain(kind: inspect.Type) -> Shape:
    if isinstance(kind, inspect.BoolType):
        return {"t": "bool"}
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        name = "int" if isinstance(kind, inspect.IntType) else "float"
        return {"t": name, "least": kind.ge, "most": kind.le}
    if isinstance(kind, inspect.NoneType):
        return {"t": "none"}
    return {"t": "text"}


@cache
def _docs(kind: type) -> dict[str, str]:
    """What stands below the fields of a class, to be shown beside them."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        try:
            body = ast.parse(textwrap.dedent(python.getsource(each))).body[0]
        except (OSError, TypeError, SyntaxError):
            # Built without its source: forms do without hints then.
            continue
        if isinstance(body, ast.ClassDef):
            found |= _docs_in(body)
    return found


def _docs_in(body: ast.ClassDef) -> dict[str, str]:
    found: dict[str, str] = {}
    for field, below in zip(body.body, body.body[1:], strict=False):
        named = isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        text = below.value if isinstance(below, ast.Expr) else None
        if named and isinstance(text, ast.Constant) and isinstance(text.value, str):
            assert isinstance(field, ast.AnnAssign)
            assert isinstance(field.target, ast.Name)
            found[field.target.id] = " ".join(text.value.split())
    return found
