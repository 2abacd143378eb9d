"""The inner loops in C give the same numbers as what does their work without them."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, cast

import numpy as np
import pytest

import ludus.core
from ludus.core import columns, net
from ludus.core.chance import SeededRng, pick
from ludus.core.columns import Columns
from ludus.core.errors import RulesBug
from ludus.core.net import Net, rows_of
from ludus.core.protocol import SPECTATOR
from ludus.core.registry import open_box
from ludus.games import PUBLISHED
from ludus.lab.research import features, masks
from ludus.lab.research.features import Features
from ludus.lab.research.masks import mark

if TYPE_CHECKING:
    from ludus.core.native import Kernels

SETUP = "from setuptools import Extension, setup\nsetup(ext_modules=[Extension('kernels', [{!r}])])"


@pytest.fixture(scope="module")
def kernels(tmp_path_factory: pytest.TempPathFactory) -> Kernels:
    """Compiled from this checkout's source, whatever build runs."""
    folder = tmp_path_factory.mktemp("kernels")
    source = Path(ludus.core.__file__).parent / "kernels.c"
    here = folder / source.name
    here.write_bytes(source.read_bytes())
    command = [sys.executable, "-c", SETUP.format(here.name), "-q", "build_ext", "--inplace"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    (path,) = (path for path in folder.iterdir() if path.suffix in (".so", ".pyd"))
    spec = spec_from_file_location("kernels", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return cast("Kernels", module)


@pytest.fixture(params=[False, True], ids=["numpy", "c"])
def build(
    request: pytest.FixtureRequest, kernels: Kernels, monkeypatch: pytest.MonkeyPatch
) -> Kernels | None:
    """A build without the module in C, and one with it."""
    found = kernels if request.param else None
    for module in (columns, net, features, masks):
        monkeypatch.setattr(module, "kernels", found)
    return found


def test_features_of_columns(build: Kernels | None) -> None:
    made = Columns([(0, 3), (2, -1)], [(1, 5), (0, 4)], [(2, 0.1)], [(3, 5)])
    rows = np.array([[4, 5, -2, 0b10110], [3, 4, 7, -1]], np.int64)
    expected = [[1, 0, 1, 1, -0.2, 0, 1, 1, 0, 1], [0, 1, 0, 0, 0.7, 1, 1, 1, 1, 1]]
    assert made.width == 10
    assert made.of(rows) == pytest.approx(np.array(expected, np.float32))
    assert (made.of(rows[::-1]) == made.of(rows)[::-1]).all()
    assert made.of(rows[:0]).shape == (0, 10)


def test_features_of_columns_are_the_same_to_the_bit(
    kernels: Kernels, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nets are trained on them."""
    rng = np.random.default_rng(1)
    rows = rng.integers(-3, 2**40, (50, 9))
    pairs = [(int(column), int(rows[0, column])) for column in rng.integers(0, 9, 40)]
    made = Columns(pairs, pairs, [(c, 0.3 / (n + 1)) for n, (c, _) in enumerate(pairs)], [(3, 60)])
    monkeypatch.setattr(columns, "kernels", None)
    by_numpy = made.of(rows)
    monkeypatch.setattr(columns, "kernels", kernels)
    assert (made.of(rows) == by_numpy).all()


@pytest.mark.parametrize("sizes", [[40, 3], [70, 33, 5], [120, 64, 16, 4]])
def test_what_a_net_says(
    sizes: list[int], kernels: Kernels, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(2)
    judge = Net.new(sizes, 3)
    judge.layers[-1].weights[:] = rng.normal(0, 1, judge.layers[-1].weights.shape)
    rows = rng.normal(0, 1, (30, sizes[0])).astype(np.float32)
    rows[rng.random(rows.shape) < 0.7] = 0
    monkeypatch.setattr(net, "kernels", None)
    expected = judge.outputs(rows)
    monkeypatch.setattr(net, "kernels", kernels)
    assert judge.outputs(rows) == pytest.approx(expected, abs=1e-4)
    assert judge.outputs(rows[:, ::-1][:, ::-1]) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("game", PUBLISHED)
def test_rows_of_positions(game: str, kernels: Kernels, monkeypatch: pytest.MonkeyPatch) -> None:
    box = open_box(game)
    assert box.encoding is not None
    encoding = box.encoding()
    seats = min(count for count in box.meta.seats if count > 1)
    positions = [(box.rules.setup(seats, box.options(seats, {})), seat) for seat in range(seats)]
    monkeypatch.setattr(net, "kernels", None)
    expected = rows_of(encoding, positions)
    monkeypatch.setattr(net, "kernels", kernels)
    assert (rows_of(encoding, positions) == expected).all()
    assert expected.tolist() == [list(encoding.pack(*position)) for position in positions]


@pytest.mark.parametrize("game", PUBLISHED)
def test_rows_of_views(game: str, build: Kernels | None) -> None:
    box = open_box(game)
    seats = min(count for count in box.meta.seats if count > 1)
    options = box.options(seats, {})
    made = Features(box, seats, options)
    assert (made._reader is None) == (build is None)
    state = box.rules.setup(seats, options)
    rng = SeededRng(4)
    found = np.zeros((2, made.size), np.float32)
    looked = 0
    while decisions := box.rules.decisions(state):
        if not rng.below(15):
            looked += 1
            for row, viewer in enumerate((0, SPECTATOR)):
                view = box.rules.view(state, viewer)
                made.read(view, found, row)
                assert found[row].tolist() == made.row(view)
        box.rules.apply(state, decisions[0].seat, pick(decisions[0], rng), None)
    assert looked > 3


def test_masks_wider_than_a_machine_word(build: Kernels | None) -> None:
    box = open_box("cambria")
    options = box.options(2, {})
    made = Features(box, 2, options, features.FeatureTable((), bits={"touched": 150}))
    view = box.rules.view(box.rules.setup(2, options), 0)
    object.__setattr__(view, "touched", 1 << 149 | 1 << 64 | 5)
    found = np.zeros(150, np.float32)
    made.read(view, found)
    assert np.flatnonzero(found).tolist() == [0, 2, 64, 149]


def test_masks_of_actions(build: Kernels | None) -> None:
    actions = open_box("cambria").rules.actions.all
    found = np.zeros((2, len(actions)), np.int8)
    mark([actions[:2], (actions[5],)], found, 1)
    assert [np.flatnonzero(row).tolist() for row in found] == [[0, 1], [5]]
    mark([(), [actions[5]]], found, 0)
    assert found.sum() == 2


def test_what_does_not_fit_is_an_error(kernels: Kernels, monkeypatch: pytest.MonkeyPatch) -> None:
    """Never a wrong read: sizes and columns are checked before anything is touched."""
    rows = np.zeros((2, 3), np.int64)
    for module in (columns, net):
        monkeypatch.setattr(module, "kernels", kernels)
    with pytest.raises(ValueError, match="fit"):
        Columns([(3, 0)]).of(rows)
    with pytest.raises(ValueError, match="fit"):
        Columns(equal=[(-1, 0)]).of(rows)
    with pytest.raises(ValueError, match="fit"):
        Columns(masks=[(0, 65)]).of(rows)
    with pytest.raises(TypeError, match="bytes"):
        Columns([(0, 0)]).of(rows.astype(np.int32))
    with pytest.raises(ValueError, match="fit"):
        Net.new([4, 2], 0).outputs(np.zeros((2, 3), np.float32))
    reader = kernels.reader([(("x",), 0, 0, 1)], 1)
    found = np.zeros(1, np.float32)
    with pytest.raises(IndexError):
        reader.read(None, found, 1)
    with pytest.raises(AttributeError):
        reader.read(3, found, 0)
    with pytest.raises(ValueError, match="within the row"):
        kernels.reader([(("x",), 0, 1, 1)], 1)
    with pytest.raises(ValueError, match="no row"):
        kernels.write((1, 2), np.zeros((1, 3), np.int64), 0)
    with pytest.raises(ValueError, match="no row"):
        kernels.write((1, 2, 3), np.zeros((1, 3), np.int64), 1)
    with pytest.raises(OverflowError):
        kernels.write((1 << 64,), np.zeros((1, 1), np.int64), 0)
    action = open_box("cambria").rules.actions.all[5]
    with pytest.raises(ValueError, match="within the row"):
        kernels.mark([[action]], np.zeros((1, 5), np.int8), 1)


def test_a_list_that_changed_its_length_is_a_bug(build: Kernels | None) -> None:
    box = open_box("cambria")
    options = box.options(2, {})
    made = Features(box, 2, options)
    view = box.rules.view(box.rules.setup(2, options), 0)
    object.__setattr__(view, "roads", (1, 2))
    with pytest.raises(RulesBug, match="must be padded"):
        made.read(view, np.zeros(made.size, np.float32))
