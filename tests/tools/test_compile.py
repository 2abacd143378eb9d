"""The compiled build: what goes into it, and what is written out for it."""

from __future__ import annotations

import dataclasses
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

TOOL = Path(__file__).resolve().parents[2] / "tools" / "compile.py"


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    spec = spec_from_file_location("tools_compile", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_game_is_found_with_its_rules_and_without_its_face(tool: ModuleType) -> None:
    groups = {name: set(paths) for paths, name in tool.hot_groups()}
    assert "ludus/core/chance.py" in groups["ludus_core"]
    cambria = groups["ludus_cambria"]
    assert {
        f"ludus/games/cambria/{name}.py" for name in ("state", "rules/game", "view/view")
    } <= cambria
    assert {"ludus/bots/turns.py", "ludus/lab/research/vector.py"} <= groups["ludus_core"]
    for path in cambria:
        assert not {"content.py", "__init__.py", "face", "tests"} & set(Path(path).parts)


SOURCE = '''
from dataclasses import dataclass, field

NONE = -1


@dataclass(slots=True)
class Frame:
    """A question."""

    phase: int
    target: int = NONE

    def twice(self) -> int:
        return 2 * self.phase


@dataclass(frozen=True, slots=True)
class View:
    frames: tuple[Frame, ...]


@dataclass(slots=True)
class Odd:
    items: list[int] = field(default_factory=list)


class Plain:
    size: int = 0
'''


def test_plain_dataclasses_get_their_constructor(tool: ModuleType) -> None:
    text = tool.written_out(SOURCE)
    space: dict[str, type] = {"__name__": "written_out"}  # type: ignore[dict-item]  # a module's name
    sys.modules["written_out"] = ModuleType("written_out")
    exec(compile(text, "written_out", "exec"), space)
    del sys.modules["written_out"]
    assert text.count("def __init__") == 2, "of Frame and View"
    frame = space["Frame"](3)
    assert (frame.phase, frame.target, frame.twice()) == (3, -1, 6)
    assert [field.name for field in dataclasses.fields(space["Frame"])] == ["phase", "target"]
    assert space["View"].__annotations__ == {"frames": "tuple[Frame, ...]"}
    assert space["Odd"]().items == []


def test_a_frame_on_the_common_base_needs_its_phase(tool: ModuleType) -> None:
    """A compiled base has `phase` as a descriptor, which must not count as a default."""
    text = SOURCE.replace("class Frame:", "class Frame(BaseFrame):")
    text = text.replace("NONE = -1", "NONE = -1\n\n\nclass BaseFrame:\n    phase = slot")
    text = text.replace("    target: int = NONE", "    seat: int\n    target: int = NONE")
    slot = property(lambda self: self.__dict__["phase"], lambda self, value: None)
    space: dict[str, object] = {"__name__": "written_out", "slot": slot}
    sys.modules["written_out"] = ModuleType("written_out")
    exec(compile(tool.written_out(text), "written_out", "exec"), space)
    del sys.modules["written_out"]
    frame = space["Frame"]
    assert isinstance(frame, type)
    with pytest.raises(TypeError):
        frame()
    assert frame(3, 4).seat == 4
    needed = [
        field.name for field in dataclasses.fields(frame) if field.default is dataclasses.MISSING
    ]
    assert needed == ["phase", "seat"]


def test_a_module_without_dataclasses_stays_as_it_is(tool: ModuleType) -> None:
    text = "X = 1\n\n\nclass Plain:\n    size: int = 0\n"
    assert tool.written_out(text) == text


def test_errors_of_two_classes_under_one_name_are_found(tool: ModuleType) -> None:
    text = """
def f() -> None:
    try:
        g()
    except ValueError as error:
        print(error)
    try:
        g()
    except OSError as error:
        print(error)
"""
    assert tool.traps(text) == [9]
    assert tool.traps(text.replace("OSError", "ValueError")) == []


def test_a_mirror_touches_only_what_differs(tool: ModuleType, tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    (source / "deep").mkdir(parents=True)
    (source / "a.py").write_text("a = 1\n", encoding="utf-8")
    (source / "deep" / "b.toml").write_text("b = 1\n", encoding="utf-8")
    tool.mirror(source, target, set())
    before = (target / "a.py").stat().st_mtime_ns
    (source / "deep" / "b.toml").unlink()
    (target / "a.so").write_bytes(b"")
    tool.mirror(source, target, set())
    assert (target / "a.py").stat().st_mtime_ns == before
    assert {path.name for path in target.rglob("*") if path.is_file()} == {"a.py", "a.so"}
