"""Figures and pictures for the docs and cards, made from what was measured.

    python -m models.training report    measure the cards on dev/, draw, fill in tables

Tables stand in the Markdown files between ``<!-- NAME -->`` and ``<!-- /NAME -->``.
Every die in the pictures is drawn by the renderer.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import matplotlib
import numpy as np

matplotlib.use("Agg")

from matplotlib import pyplot

from models.card import Card, load_card
from models.training.compare import ALL, WITHOUT
from models.training.evaluate import (
    Said,
    figures,
    read_set,
    reader_of,
    risk_coverage,
    wilson,
)
from vision.arrays import Picture

BLIND = "without train/byler"
SETS = ("dev/byler", "dev/mixed15")
TRAINED = {  # the card of each model, and how its row is called
    Path("models/cards/face.md"): "with train/byler (this one ships)",
    Path("benchmarks/models/cards/face-without-byler.md"): "without train/byler",
}


def report(photos: Path, docs: Path = Path("docs")) -> None:
    """Measure, draw the curves, and fill in the tables of docs and cards."""
    found = measure(photos, docs)
    results = [
        json.loads(line)
        for line in (docs / "figures" / "comparison.jsonl").read_text().splitlines()
    ]
    draw_left_out(results, docs / "pictures" / "reading-left-out.png")
    samples = {str(result["row"]): int(result["samples"]) for result in results}
    tables = {
        "figures": table_of_figures(found),
        "left-out": table_left_out(results),
        "ingredients": table_of_ingredients(results),
        "comparison": f"{samples[ALL]:,}",
    }
    whole = json.loads((docs / "figures" / "photographs.json").read_text())
    tables |= {
        "photographs": table_of_photographs(whole),
        "parts": table_of_parts(whole),
    }
    fill(docs / "reading.md", tables)
    for path in TRAINED:
        fill(path, {"figures": card_table(load_card(path), found)})


def measure(photos: Path, docs: Path) -> dict[str, Any]:
    """Measure both models on the sets that measure; draw their curves; keep figures."""
    found: dict[str, Any] = {}
    curves: dict[str, list[Said]] = {}
    for path, trained in TRAINED.items():
        card = load_card(path)
        for folder in SETS:
            said = read_set(reader_of(card), photos / folder)
            found[f"{card.name} {folder}"] = figures(said) | {
                "confusions": confusions(said),
                "per_face": per_face(said),
            }
            curves[f"{folder}, {trained}"] = said
    out = docs / "figures" / "reading.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(found, indent=1) + "\n")
    draw_risk(curves, docs / "pictures" / "reading-risk.png")
    return found


def confusions(said: Sequence[Said]) -> list[str]:
    """Return the commonest mistakes as "3 read as 2: 4"."""
    wrong: dict[tuple[int, str], int] = {}
    for one in said:
        if not one.right:
            pair = (one.face.value, one.reading.face or "none")
            wrong[pair] = wrong.get(pair, 0) + 1
    ordered = sorted(wrong.items(), key=lambda item: (-item[1], item[0]))
    return [f"{true} read as {face}: {n}" for (true, face), n in ordered[:5]]


def per_face(said: Sequence[Said]) -> dict[str, str]:
    """Return right of all for each value."""
    table = {}
    for value in range(1, 7):
        own = [one.right for one in said if one.face.value == value]
        table[str(value)] = f"{sum(own)}/{len(own)}"
    return table


def table_of_figures(found: dict[str, Any]) -> str:
    """Return the Markdown table of both models on every set that measures."""
    rows = [
        "| set | trained | right | 95 % | called read | of these wrong | "
        "calibration error |",
        "|---|---|---|---|---|---|---|",
    ]
    for folder in SETS:
        for path, trained in TRAINED.items():
            f = found[f"{path.stem} {folder}"]
            rows.append(
                f"| {folder} | {trained} | {_share(f['right'], f['faces'])} | "
                f"{100 * f['low']:.1f}-{100 * f['high']:.1f} | "
                f"{_share(f['read'], f['faces'])} | {f['silent']} | "
                f"{f['calibration_error']:.3f} |"
            )
    return "\n".join(rows)


def table_left_out(results: Sequence[dict[str, Any]]) -> str:
    """Return the table of sets never seen: four ways to read them."""
    ways = (
        "blob counting",
        "renders alone",
        "photographs alone",
        "renders and photographs",
    )
    rows = ["| set never seen | " + " | ".join(ways) + " |", "|---|" + "---|" * 4]
    for name in _sets(results):
        cells = []
        for way in ways:
            own = [r for r in results if r["row"] == way and r["set"] == name]
            cells.append(_with_interval(own[0]) if own else "-")
        rows.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def table_of_ingredients(results: Sequence[dict[str, Any]]) -> str:
    """Return what renders alone reach, whole and with one ingredient changed."""
    sets = _sets(results)
    rows = ["| renders | " + " | ".join(sets) + " |", "|---|" + "---|" * len(sets)]
    for name in (ALL, *WITHOUT):
        own = {r["set"]: r for r in results if r["row"] == name}
        cells = [_percent(own[s]) if s in own else "-" for s in sets]
        changed = "all ingredients" if name == ALL else name
        rows.append(f"| {changed} | " + " | ".join(cells) + " |")
    return "\n".join(rows)


def table_of_photographs(whole: dict[str, Any]) -> str:
    """Return the Markdown table of whole photographs, every set apart."""
    rows = [
        "| set | trained | dice right | called read | silent errors | rolls exact | "
        "asked back |",
        "|---|---|---|---|---|---|---|",
    ]
    names = {"ships": "with all sets (ships)", BLIND: "without train/byler"}
    for folder in next(iter(whole.values())):
        for row, label in names.items():
            c = Counter(whole[row][folder])
            rolls, photos = c["rolls"], c["photos"]
            right = _share(c["right"], c["dice"]) if c["dice"] else "-"
            read = _share(c["read"], c["dice"]) if c["dice"] else "-"
            if not c["dice"]:
                read = f"{c['false_read']} false dice on {photos} photographs"
            exact = f"{c['exact']}/{rolls}" if rolls else "-"
            asked = f"{c['asked']}/{rolls}" if rolls else "-"
            rows.append(
                f"| {folder} | {label} | {right} | {read} | {c['silent']} | {exact} | "
                f"{asked} |"
            )
    return "\n".join(rows)


def table_of_parts(whole: dict[str, Any]) -> str:
    """Return the Markdown table of readers with one part taken away."""
    rows = [
        "| reader | dice right | called read | silent errors | rolls exact | "
        "asked back |",
        "|---|---|---|---|---|---|",
    ]
    for row, sets in whole.items():
        total: Counter[str] = Counter()
        for counts in sets.values():
            total.update(counts)
        rows.append(
            f"| {row} | {_share(total['right'], total['dice'])} | "
            f"{_share(total['read'], total['dice'])} | {total['silent']} | "
            f"{_share(total['exact'], total['rolls'])} | "
            f"{_share(total['asked'], total['rolls'])} |"
        )
    return "\n".join(rows)


def draw_left_out(results: Sequence[dict[str, Any]], path: Path) -> None:
    """Draw what renders and photographs each bring on sets never seen."""
    ways = {
        "blob counting": "#999999",
        "renders alone": "#4c8bd6",
        "photographs alone": "#e0a13c",
        "renders and photographs": "#3c9a5f",
    }
    sets = _sets(results)
    figure, axes = pyplot.subplots(figsize=(8, 3.6))
    for index, (way, colour) in enumerate(ways.items()):
        for place, name in enumerate(sets):
            own = [r for r in results if r["row"] == way and r["set"] == name]
            if own:
                right, faces = int(own[0]["right"]), int(own[0]["faces"])
                low, high = (100 * bound for bound in wilson(right, faces))
                height = 100 * right / faces
                axes.bar(
                    place + (index - 1.5) * 0.2,
                    height,
                    0.18,
                    color=colour,
                    label=way if place == 0 else None,
                    yerr=[[height - low], [high - height]],
                    error_kw={"lw": 1},
                )
    axes.set_xticks(range(len(sets)), [f"{name}, never seen" for name in sets])
    axes.set_ylabel("faces right, %")
    axes.legend(fontsize=8, ncols=2, loc="lower left")
    _save(figure, path)


def draw_risk(curves: dict[str, list[Said]], path: Path) -> None:
    """Draw how many faces are wrong when ever more of them are called read."""
    figure, axes = pyplot.subplots(figsize=(8, 3.6))
    for name, said in curves.items():
        coverage, risk = risk_coverage(said)
        axes.plot(100 * coverage, 100 * risk, label=name)
    axes.set_xlabel("faces called read, % (the surest first)")
    axes.set_ylabel("of these wrong, %")
    axes.set_xlim(40, 100)
    axes.legend(fontsize=8)
    _save(figure, path)


def fill(path: Path, tables: dict[str, str]) -> None:
    """Put tables between their marks in a Markdown file."""
    text = path.read_text(encoding="utf-8")
    for name, table in tables.items():
        gap = "\n" if "\n" in table else ""
        before, after = f"<!-- {name} -->", f"<!-- /{name} -->"
        head, rest = text.split(before, 1)
        text = head + before + gap + table + gap + after + rest.split(after, 1)[1]
    path.write_text(text, encoding="utf-8")


def card_table(card: Card, found: dict[str, Any]) -> str:
    """Return the figures of one card: each set, each face, the worst confusions."""
    rows = [
        "| set | right | 95 % | called read | of these wrong | calibration error |",
        "|---|---|---|---|---|---|",
    ]
    details = []
    for folder in SETS:
        f = found[f"{card.name} {folder}"]
        rows.append(
            f"| {folder} | {_share(f['right'], f['faces'])} | "
            f"{100 * f['low']:.1f}-{100 * f['high']:.1f} | "
            f"{_share(f['read'], f['faces'])} | {f['silent']} | "
            f"{f['calibration_error']:.3f} |"
        )
        faces = ", ".join(f"{v}: {n}" for v, n in f["per_face"].items())
        worst = "; ".join(f["confusions"]) or "none"
        details.append(f"{folder}, right by face: {faces}. Confused most: {worst}.")
    return "\n".join(rows) + "\n\n" + "\n\n".join(details)


def sheet(pictures: Sequence[Picture], across: int) -> Picture:
    """Return pictures of one size side by side."""
    rows = [
        np.concatenate(list(pictures[at : at + across]), 1)
        for at in range(0, len(pictures) - across + 1, across)
    ]
    return np.concatenate(rows)


def save_picture(path: Path, picture: Picture) -> None:
    """Write a picture as JPEG, small enough for a repository."""
    path.parent.mkdir(parents=True, exist_ok=True)
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
    path.write_bytes(packed.tobytes())


def _save(figure: Any, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    pyplot.close(figure)


def _sets(results: Sequence[dict[str, Any]]) -> list[str]:
    return sorted({str(result["set"]) for result in results})


def _share(hits: int, of: int) -> str:
    return f"{hits}/{of} = {100 * hits / max(of, 1):.1f} %"


def _percent(result: dict[str, Any]) -> str:
    return f"{100 * int(result['right']) / int(result['faces']):.1f} %"


def _with_interval(result: dict[str, Any]) -> str:
    right, faces = int(result["right"]), int(result["faces"])
    low, high = wilson(right, faces)
    share = f"{100 * right / faces:.1f} % ({100 * low:.1f}-{100 * high:.1f})"
    return f"{share}, {right}/{faces}"
