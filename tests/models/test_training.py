"""Training from end to end, tiny: the same again, going on, exported as trained."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs: pip install '.[train]'")
pytest.importorskip("PIL", reason="training needs: pip install '.[train]'")

from models.card import check_artefact, load_card  # noqa: E402
from models.training.batches import (  # noqa: E402
    Batches,
    Source,
    aim,
    placed,
    seen,
    turned,
)
from models.training.cards import calibrate_anew, write_card  # noqa: E402
from models.training.compare import compare, results, rows  # noqa: E402
from models.training.crops import EDGE_PX, MIDDLE, SIDE, Crops  # noqa: E402
from models.training.data import Data, real_cache  # noqa: E402
from models.training.dice import Ingredients  # noqa: E402
from models.training.export import export  # noqa: E402
from models.training.net import FaceNet  # noqa: E402
from models.training.recipes import SMOKE, TRAIN_SETS, Mix  # noqa: E402
from models.training.renders import identities, rendered  # noqa: E402
from models.training.run import train  # noqa: E402
from models.training.train import Run  # noqa: E402
from vision.read import SEEN, VIEW, FaceReader, Settings, view  # noqa: E402

TINY = replace(SMOKE, samples=24, batch=4)


@pytest.fixture(scope="module")
def crops() -> Crops:
    return rendered(24, 3, Ingredients(), workers=1)


def run(crops: Crops) -> Run:
    return Run(TINY, [Source(crops, 1.0, 0.0)], len(identities()))


def weights(net: FaceNet) -> np.ndarray:
    parts = [p.detach().flatten() for p in net.parameters()]
    return np.asarray(torch.cat(parts).numpy())


def test_renders_repeat_and_differ_by_seed(crops: Crops) -> None:
    assert rendered(24, 3, Ingredients(), workers=1).digest() == crops.digest()
    assert rendered(24, 4, Ingredients(), workers=1).digest() != crops.digest()
    assert set(crops.values.tolist()) <= set(range(7))


def test_ingredients_change_the_renders(crops: Crops) -> None:
    plain = rendered(24, 3, Ingredients(nothing=False, symbols=False), workers=1)
    assert (plain.values > 0).all()


def test_the_same_seed_trains_the_same_net(crops: Crops, tmp_path: Path) -> None:
    nets = [train(run(crops), tmp_path / f"{i}.pt") for i in range(2)]
    assert (weights(nets[0]) == weights(nets[1])).all()


def test_a_run_goes_on_from_its_checkpoint(crops: Crops, tmp_path: Path) -> None:
    whole = train(run(crops), tmp_path / "whole.pt")
    first = run(crops)
    for _ in range(3):
        first.advance()
    first.save(tmp_path / "half.pt")
    second = run(crops)
    rest = train(second, tmp_path / "half.pt")
    assert second.step == TINY.steps
    assert weights(rest) == pytest.approx(weights(whole), abs=1e-6)


def test_the_exported_net_answers_as_the_trained_one(
    crops: Crops, tmp_path: Path
) -> None:
    net = train(run(crops), tmp_path / "net.pt")
    path = tmp_path / "net.onnx"
    export(net, path, seed=1, samples=24, data="d")
    pictures = list(crops.pictures[:5])
    views = np.stack([view(picture, MIDDLE) for picture in pictures])
    reader = FaceReader(path, replace(Settings.of_file(path), sure=0.0))
    planes = torch.from_numpy(views.transpose(0, 3, 1, 2).astype(np.float32) / 255)
    with torch.no_grad():
        values, _, embeddings, leans, places = net.eval()(planes)
    answers = reader.answer(pictures, [MIDDLE] * 5)
    wanted = torch.log_softmax(values, 1).numpy()
    assert answers.values == pytest.approx(wanted, abs=1e-4)
    assert answers.embeddings == pytest.approx(embeddings.numpy(), abs=1e-4)
    assert answers.leans == pytest.approx(leans.numpy(), abs=1e-4)
    assert answers.places == pytest.approx(places.numpy(), abs=1e-4)
    weights_in_file = 2 * sum(part.numel() for part in net.parameters())
    assert weights_in_file < path.stat().st_size < 1.1 * weights_in_file


def test_a_batch_knows_where_its_faces_are(crops: Crops) -> None:
    """A view of a spot has it where its label says, as large as it says."""
    rng = np.random.default_rng(5)
    spot = np.zeros((SIDE, SIDE, 3), np.uint8)
    middle, radius = (SIDE - 1) / 2, EDGE_PX / 4
    rows, columns = np.ogrid[:SIDE, :SIDE]
    spot[(rows - middle) ** 2 + (columns - middle) ** 2 < radius**2] = 255
    for _ in range(20):
        way = aim(rng, mirror=True)
        x, y, log = placed(way)
        edge = VIEW / SEEN
        shown = cv2.warpAffine(spot, way, (VIEW, VIEW))[:, :, 0] > 127
        found = np.argwhere(shown)[:, ::-1]
        wanted = (VIEW - 1) / 2 + np.asarray([x, y]) * edge
        assert found.mean(0) == pytest.approx(wanted, abs=0.3)
        across = 2 * math.sqrt(len(found) / math.pi)
        assert across == pytest.approx(edge * math.exp(log) / 2, rel=0.05)


def test_places_are_known_of_rendered_faces_alone(crops: Crops) -> None:
    mixed = replace(crops, scenes=np.arange(len(crops), dtype=np.int16) % 2 - 1)
    batch = Batches([Source(mixed, 1.0, 0.0)], 64, 3).take()
    known = np.isfinite(batch.places).all(1)
    assert 0 < int(known.sum()) < 64
    assert np.isfinite(batch.leans[known]).all()


def test_a_batch_turns_leans_as_it_turns_its_views() -> None:
    """Whichever way a view is turned or mirrored, the lean points at the same spot."""
    rng = np.random.default_rng(8)
    spot = np.zeros((SIDE, SIDE, 3), np.uint8)
    lean = np.asarray([0.25, -0.15], np.float32)
    at = np.full(2, (SIDE - 1) / 2)
    place = np.rint(at + lean * EDGE_PX).astype(int).tolist()
    cv2.circle(spot, place, 2, (255, 255, 255), -1)
    for _ in range(20):
        way = aim(rng, mirror=True)
        shown = seen(spot, way, rng)[:, :, 0].astype(float)
        shown[shown < 0.5 * shown.max()] = 0  # what a packed picture has beside it
        rows, columns = np.indices(shown.shape)
        found = np.asarray([(columns * shown).sum(), (rows * shown).sum()])
        found /= shown.sum()
        middle = way[:, :2] @ at + way[:, 2]
        edge = math.sqrt(abs(float(np.linalg.det(way[:, :2])))) * EDGE_PX
        assert turned(way, lean) == pytest.approx((found - middle) / edge, abs=0.06)


def test_a_comparison_goes_on_where_it_stopped(crops: Crops, tmp_path: Path) -> None:
    for name in TRAIN_SETS:
        crops.save(real_cache(tmp_path, name))
    out, mix = tmp_path / "out.jsonl", Mix(renders=8)
    for _ in range(2):  # the second time there is nothing left to do
        compare(tmp_path, out, TINY, mix, turn=0, of=len(rows()))
        found = results(out)
        assert [r["row"] for r in found] == ["blob counting"] * 4 + [
            "renders alone"
        ] * 4
    compare(tmp_path, out, TINY, mix, turn=1, of=len(rows()))
    (left_out,) = results(out)[8:]
    assert left_out["samples"] == TINY.samples
    assert left_out["set"] not in left_out["train"]
    assert 0 <= left_out["right"] <= left_out["faces"] == int((crops.values > 0).sum())


def test_a_card_is_written_that_loads(crops: Crops, tmp_path: Path) -> None:
    net = train(run(crops), tmp_path / "net.pt")
    data = Data((Source(crops, 1.0, 0.0),), (crops,), crops.digest())
    card = load_card(write_card(net, "tiny", tmp_path, TINY, data, ["byler"]))
    assert check_artefact(card).name == "tiny.onnx"
    assert card.data == crops.digest()
    assert 0.5 <= card.settings["threshold"] <= 0.999


def test_a_card_is_calibrated_anew(crops: Crops, tmp_path: Path) -> None:
    net = train(run(crops), tmp_path / "net.pt")
    data = Data((Source(crops, 1.0, 0.0),), (crops,), crops.digest())
    path = write_card(net, "tiny", tmp_path, TINY, data, ["byler"])
    before = path.read_text()
    path.write_text(before.replace("temperature = ", "temperature = 9"))
    calibrate_anew(path, (crops,))
    assert path.read_text() == before
