"""The functions of a loaded package, so that a changed file can be taken over without an import."""

from __future__ import annotations

import gc
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType


@dataclass(frozen=True, slots=True)
class Functions:
    """The functions of all files: by file and by qualified name, in the order of their lines."""

    by_file: Mapping[str, Mapping[str, Sequence[FunctionType]]]

    def take_over(self, path: Path, text: bytes) -> bool:
        """Let the functions of a file do what the text says; False where they cannot."""
        try:
            codes = _codes(compile(text, str(path), "exec", dont_inherit=True))
        except SyntaxError:
            return False
        for name, functions in self.by_file.get(str(path), {}).items():
            versions = _by_code(functions)
            if len(versions) != len(codes.get(name, ())):
                return False
            for same, code in zip(versions, codes[name], strict=True):
                for function in same:
                    if function.__code__.co_freevars != code.co_freevars:
                        return False
                    function.__code__ = code
        return True


def functions_below(folder: Path) -> Functions:
    """All functions whose code is in files of a folder."""
    found: dict[str, dict[str, list[FunctionType]]] = defaultdict(lambda: defaultdict(list))
    start = f"{folder}/"
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(start):
            found[each.__code__.co_filename][each.__code__.co_qualname].append(each)
    return Functions(found)


def _by_code(functions: Sequence[FunctionType]) -> list[list[FunctionType]]:
    """Functions of one name, those made from the same lines together."""
    made: dict[int, list[FunctionType]] = defaultdict(list)
    for function in functions:
        made[function.__code__.co_firstlineno].append(function)
    return [made[line] for line in sorted(made)]


def _codes(module: CodeType) -> dict[str, list[CodeType]]:
    found: dict[str, list[CodeType]] = defaultdict(list)
    for code in _within(module):
        found[code.co_qualname].append(code)
    return found


def _within(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _within(each)
