"""The finder's training from end to end, tiny."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

torch = pytest.importorskip("torch", reason="training needs: pip install '.[train]'")
onnx = pytest.importorskip("onnx", reason="training needs: pip install '.[train]'")
pytest.importorskip("PIL", reason="training needs: pip install '.[train]'")

from models.card import load_card  # noqa: E402
from models.training.average import average  # noqa: E402
from models.training.crops import Crops  # noqa: E402
from models.training.dice import Ingredients  # noqa: E402
from models.training.finder.batches import SIDE, Batches  # noqa: E402
from models.training.finder.cards import finder_of, write_card  # noqa: E402
from models.training.finder.heaps import Habits  # noqa: E402
from models.training.finder.labelled import Labelled  # noqa: E402
from models.training.finder.net import FinderNet  # noqa: E402
from models.training.finder.recipes import RECIPES  # noqa: E402
from models.training.finder.targets import CELL, loss_of, targets  # noqa: E402
from models.training.finder.train import Run  # noqa: E402
from models.training.finder.trays import Tray, tray  # noqa: E402
from models.training.finder.windows import Windows, rows_of  # noqa: E402
from models.training.glyphs import icons  # noqa: E402
from models.training.mine import mined_from_photographs  # noqa: E402
from models.training.photographs import Face, Photograph  # noqa: E402
from models.training.run import train  # noqa: E402
from models.training.weak import label, weakly_labelled  # noqa: E402
from tests.vision.doubles import SaysFound, SaysRead, reading, sighting  # noqa: E402
from vision.find import Found, peaks  # noqa: E402
from vision.find import Look as FinderLook  # noqa: E402

TINY = replace(RECIPES["smoke"], windows=8, batch=2)


@pytest.fixture(scope="module")
def windows() -> Windows:
    rng = np.random.default_rng(3)
    trays = [tray(rng, Ingredients(), icons(8, 1)) for _ in range(8)]
    labels = [
        np.column_stack([np.full(len(one.labels), index), rows_of(one.labels)])
        for index, one in enumerate(trays)
    ]
    return Windows(
        np.stack([one.picture for one in trays]),
        np.stack([np.packbits(one.hands, axis=1) for one in trays]),
        np.concatenate(labels).astype(np.float32),
        np.asarray([one.upright for one in trays]),
    )


def batches(windows: Windows, seed: int = 1) -> Batches:
    photo = Labelled(
        np.full((90, 120, 3), 128, np.uint8),
        np.asarray([[60, 40, 30, np.nan, np.nan, np.nan, 0]], np.float32),
        0,
    )
    return Batches([windows], [[photo]], TINY.batch, 0.5, seed)


def row(x: float, y: float, edge: float, hidden: float = 0.0) -> list[float]:
    return [x, y, edge, 0.3, 0.2, -0.1, hidden]


def wanted(*rows: list[float]) -> FinderLook:
    """Return targets as a net would say them."""
    found = targets(np.asarray(rows, np.float32).reshape(-1, 7), SIDE, None)
    return FinderLook(1.0, found.heat, found.places, found.hands)


def test_targets_say_what_the_finder_reads_from_them() -> None:
    (found,) = peaks(wanted(row(101.0, 77.0, 33.0)), 0.9)
    assert found.centre == pytest.approx((101.0, 77.0), abs=0.01)
    assert found.edge == pytest.approx(33.0, rel=1e-4)
    assert found.lean == pytest.approx((0.2, -0.1), abs=1e-5)
    assert found.turn == pytest.approx(0.3, abs=1e-4)


def test_dice_too_large_are_ground_and_hidden_ones_do_not_count() -> None:
    found = targets(np.asarray([row(128, 128, 150)], np.float32), SIDE, None)
    assert found.heat.max() == 0
    assert found.heat_weight.min() == 1
    found = targets(np.asarray([row(128, 128, 40, hidden=0.6)], np.float32), SIDE, None)
    assert found.heat.max() == 0
    assert found.heat_weight[128 // CELL, 128 // CELL] == 0


def test_a_net_that_says_the_targets_has_the_least_loss() -> None:
    want = targets(np.asarray([row(101, 77, 33), row(50, 60, 20)], "f"), SIDE, None)
    heat = torch.from_numpy(np.where(want.heat > 0.999, 8.0, -8.0).astype("f"))
    said = {
        "heat": heat[None, None],
        "places": torch.from_numpy(want.places)[None],
        "hands": torch.full((1, 1, *want.heat.shape), -9.0),
    }
    worse = said | {"places": said["places"] + 0.1}
    assert float(loss_of(said, [want])) < 0.01 < float(loss_of(worse, [want]))


def test_labels_of_trays_lie_on_their_dice(windows: Windows) -> None:
    bare = Ingredients(materials=False, glare=False)
    rng = np.random.default_rng(5)
    trays = [tray(rng, bare, icons(8, 1)) for _ in range(6)]
    assert sum(len(one.labels) for one in trays) > 3
    for one in trays:
        for die in one.labels:
            assert 8 < die.edge < 200
            assert 0 <= die.hidden <= 1


def test_habits_say_how_trays_are_seen_and_how_dice_lie() -> None:
    rng, bare = np.random.default_rng(6), Ingredients(materials=False, glare=False)
    aslant = [tray(rng, bare, icons(8, 1), Habits(aslant=1.0)) for _ in range(8)]
    above = [tray(rng, bare, icons(8, 1), Habits(aslant=0.0)) for _ in range(8)]
    assert sum(one.upright for one in aslant) > 4 > sum(one.upright for one in above)
    habits = Habits(leaning=1.0, aslant=0.0)
    leaning = [tray(rng, bare, icons(8, 1), habits) for _ in range(8)]
    assert _median_lean(leaning) > 0.3 > _median_lean(above)


def _median_lean(trays: list[Tray]) -> float:
    return float(np.median([math.hypot(*d.lean) for one in trays for d in one.labels]))


def test_the_same_seed_gives_the_same_batches(windows: Windows) -> None:
    one, two = batches(windows).take(), batches(windows).take()
    assert (one.views == two.views).all()
    assert one.views.shape == (2, 3, SIDE, SIDE)


def test_a_run_goes_on_where_it_stopped(windows: Windows, tmp_path: Path) -> None:
    whole = train(Run(TINY, batches(windows)), tmp_path / "whole.pt", every=2)
    part = Run(TINY, batches(windows))
    part.advance()
    part.advance()
    part.save(tmp_path / "part.pt")
    rest = train(Run(TINY, batches(windows)), tmp_path / "part.pt", every=2)
    for name, value in whole.state_dict().items():
        assert torch.equal(value, rest.state_dict()[name]), name


def test_an_exported_finder_is_loaded_by_its_card(
    windows: Windows, tmp_path: Path
) -> None:
    net = FinderNet()
    card = write_card(net, "find", tmp_path, TINY, "data", ["byler"])
    finder = finder_of(card)
    assert isinstance(finder.find(windows.pictures[0]), Found)
    run = Run(TINY, batches(windows))
    run.start_from_file(tmp_path / "artefacts" / "find.onnx")
    again = write_card(run.net, "again", tmp_path, TINY, "data", [])
    ours = finder_of(card, 0.001).find(windows.pictures[0]).sightings
    theirs = finder_of(again, 0.001).find(windows.pictures[0]).sightings
    assert [round(one.score, 3) for one in ours] == pytest.approx(
        [round(one.score, 3) for one in theirs], abs=0.01
    )


def test_the_mean_of_two_finders_lies_between_them(
    windows: Windows, tmp_path: Path
) -> None:
    nets = [FinderNet() for _ in range(2)]
    cards = [
        write_card(net, "find", tmp_path / str(i), TINY, "data", ["byler"])
        for i, net in enumerate(nets)
    ]
    card = average(cards[0], cards[1], tmp_path)
    for mean, one, other in zip(
        *(weights_of(load_card(path).artefact) for path in (card, *cards)), strict=True
    ):
        assert mean == pytest.approx((one + other) / 2, abs=1e-6)
    assert isinstance(finder_of(card).find(windows.pictures[0]), Found)


def weights_of(path: Path) -> list[NDArray[np.float32]]:
    """The weights of a model file, in order."""
    return [
        onnx.numpy_helper.to_array(one) for one in onnx.load(path).graph.initializer
    ]


def test_mining_keeps_false_finds_but_no_die_and_no_side_face(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), np.full((200, 200, 3), 90, np.uint8))
    face = Face((100, 100), 40, 5, (100, 100))
    photo = Photograph(tmp_path / "0.png", 4, True, (face,), ((100, 100, 60, 60),))
    finds = SaysFound(
        (
            sighting(101, 99, edge=38),  # the die
            sighting(100, 128, edge=36),  # its side face
            sighting(110, 110, edge=9),  # a pip
            sighting(30, 30, edge=40),  # nothing at all
        )
    )
    found = mined_from_photographs(finds, [photo])
    assert isinstance(found, Crops)
    assert found.values.tolist() == [0, 0]
    assert found.scenes.tolist() == [4, 4]


@pytest.mark.parametrize(
    ("face", "confidence", "kept"), [("5", 0.9, 1), ("4", 0.9, 0), ("5", 0.3, 0)]
)
def test_values_alone_become_labels_where_two_nets_agree(
    tmp_path: Path, face: str, confidence: float, kept: int
) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), np.full((200, 200, 3), 90, np.uint8))
    truth = {"photos": [{"image": "0.png", "values": [5]}]}
    (tmp_path / "labels.json").write_text(json.dumps(truth))
    finds = SaysFound((sighting(100, 100, edge=40),))
    reads = SaysRead({(100, 100): reading({face: confidence})})
    out = tmp_path / "weak.json"
    assert label(tmp_path, finds, reads, out) == (kept, 1)
    found = list(weakly_labelled(tmp_path, out))
    assert [[one.value for one in photo.faces] for photo in found] == [[5]] * kept
