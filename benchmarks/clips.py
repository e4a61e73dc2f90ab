"""Drawn clips with known truth: what is found, what is asked, how soon, how quickly.

    python -m benchmarks.clips [--clips 200] [--turns 50] [--doubles] [--out FILE]

Clips are of throws of one to six dice, with a hand, a nudge, a die taken away, flicker,
a lamp switched, a swaying camera and blur. Turns are three throws with random dice kept
in between, where the kept dice must be right or asked about. `--doubles` puts the truth
in the place of the nets, so that the figures are of settling and tracking alone. With
`--out` it goes on where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from firmware.rolls import RollEvent, RollWatcher
from vision.arrays import Picture
from vision.film import Faults, Film, Rest
from vision.frame import Frame
from vision.knowing import Knows
from vision.recognise import Finds, Reads
from vision.settle import Settler

FPS = 30.0
SLACK = 5  # frames that a rest may be off


@dataclass
class Figures:
    """What many clips add up to."""

    counts: Counter[str] = field(default_factory=Counter)
    waits_s: list[float] = field(default_factory=list)
    settling_ms: list[float] = field(default_factory=list)


class Timed(Settler):
    """A settler that notes how long each frame takes its thread, whoever else runs."""

    def __init__(self, times_ms: list[float]) -> None:
        super().__init__()
        self._times_ms = times_ms

    def feed(self, grey: Picture, taken_at_s: float):  # type: ignore[no-untyped-def]
        """Return the phase after a frame."""
        begun = time.thread_time()
        phase = super().feed(grey, taken_at_s)
        self._times_ms.append(1000 * (time.thread_time() - begun))
        return phase


def throw_clip(rng: np.random.Generator, size: tuple[int, int], edge: float) -> Film:
    """Return a throw of one to six dice, and what may befall it."""
    faults = Faults(
        sway=float(rng.choice([0.0, 0.0, 1.0, 2.0])),
        flicker=float(rng.choice([0.0, 0.0, 0.1])),
        blur=float(rng.choice([0.0, 0.6, 1.0])),
        noise=float(rng.uniform(0.5, 3.0)),
    )
    film = Film(rng, size, edge, faults)
    film.rest(12)
    film.reach(0.35)
    film.throw(int(rng.integers(1, 7)))
    film.reach(0.0)
    film.rest(20)
    what = rng.integers(5)
    if what == 0:
        film.push(0, over=bool(rng.integers(2)))
    elif what == 1:
        film.switch_lamp()
    elif what == 2:
        film.reach(0.6)
        film.take([0])
        film.reach(0.0)
    elif what == 3:
        film.reach(0.7)
        film.rest(15)  # a hand that lies still is no roll
        film.reach(0.0)
    film.rest(16)
    return film


def turn_clip(rng: np.random.Generator, size: tuple[int, int], edge: float) -> Film:
    """Return three throws of five dice; some are kept where they lie."""
    film = Film(rng, size, edge)
    film.rest(12)
    kept = 0
    for _ in range(3):
        film.reach(0.3)
        film.throw(5 - kept)
        film.reach(0.0)
        film.rest(18)
        kept = int(rng.integers(1, 5))
        film.reach(0.6)
        film.take(list(rng.choice(5, 5 - kept, replace=False)))
        film.reach(0.0)
        film.rest(10)
    return film


def watched(
    film: Film, finds: Finds, reads: Reads, figures: Figures
) -> list[RollEvent]:
    """Return the rolls that are seen in a clip."""
    watcher = RollWatcher(finds, reads, settler=Timed(figures.settling_ms))
    events: list[RollEvent] = []
    for number, frame in enumerate(frames(film)):
        if isinstance(finds, Knows):
            finds.film, finds.number = film, number
        events += watcher.feed(frame)
    return [*events, *watcher.end()]


def frames(film: Film) -> Iterator[Frame]:
    """Yield the frames of a film as a camera would."""
    for number, picture in enumerate(film.frames):
        yield Frame(picture, number / FPS, number)


def judge(film: Film, events: list[RollEvent], figures: Figures) -> None:
    """Count what was said against what lay there."""
    count, left = figures.counts, list(events)
    for rest in _rolls(film.rests):
        count["rolls"] += 1
        said = [e for e in left if rest.first - SLACK <= e.first <= rest.last + SLACK]
        if not said:
            count["missed"] += 1
            continue
        last = said[-1]  # with what corrects it
        for event in said:
            left.remove(event)
        count["found"] += 1
        asked = any(event.doubt for event in said)
        exact = sorted(str(d.face) for d in last.tray) == sorted(rest.faces)
        count["exact"] += exact
        count["asked"] += asked
        count["silent errors"] += not exact and not asked
        figures.waits_s.append(said[0].read_at_s - rest.first / FPS)
    for event in left:
        count["asked for nothing" if event.doubt else "invented"] += 1


def _rolls(rests: list[Rest]) -> Iterator[Rest]:
    """Yield the rests that a throw began, each with what became of it."""
    for place, rest in enumerate(rests):
        if not rest.thrown or (place and not _new(rests[place - 1], rest)):
            continue
        pushed = [r for r in rests[place + 1 :] if r.stirs]
        yield rest if not pushed else _after(rest, pushed[-1])


def _new(before: Rest, rest: Rest) -> bool:
    return not rest.stirs and rest.thrown != before.thrown and _more(before, rest)


def _more(before: Rest, rest: Rest) -> bool:
    return len(rest.faces) > len(before.faces)


def _after(rest: Rest, pushed: Rest) -> Rest:
    return Rest(rest.first, pushed.last, pushed.faces, pushed.thrown)


def judge_turn(film: Film, events: list[RollEvent], figures: Figures) -> None:
    """Count whether what was kept is right, or asked about, at every throw."""
    count = figures.counts
    for rest in _rolls(film.rests):
        count["throws"] += 1
        said = [e for e in events if rest.first - SLACK <= e.first <= rest.last + SLACK]
        kept = sorted(rest.faces)
        for face in rest.thrown:
            kept.remove(face)
        if not said:
            count["throws missed"] += 1
        elif said[-1].doubt or said[-1].kept is None:
            count["throws asked"] += 1
        elif list(said[-1].kept) != kept:
            count["kept wrong"] += 1
        elif sorted(said[-1].answer.roll) != sorted(rest.thrown):  # type: ignore[union-attr]
            count["throw wrong"] += 1
        else:
            count["throws right"] += 1


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clips", type=int, default=200)
    parser.add_argument("--turns", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--doubles", action="store_true")
    parser.add_argument("--out", type=Path, help="a line a clip; those there are kept")
    parser.add_argument("--share", default="0/1", help="0/2 and 1/2 run side by side")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    part, parts = (int(number) for number in args.share.split("/"))
    done = _done(args.out)
    wanted = [("clip", n) for n in range(args.clips)]
    wanted += [("turn", n) for n in range(args.turns)]
    most = {"clip": args.clips, "turn": args.turns}
    wanted.sort(key=lambda one: one[1] / most[one[0]])  # some of each, if it is stopped
    eyes = _eyes(doubles=args.doubles)
    size, edge = ((320, 240), 26.0) if args.doubles else ((640, 480), 52.0)
    for kind, number in wanted[part::parts]:
        if (kind, number) in done:
            continue
        figures = measured(kind, (args.seed, number), size, edge, eyes)
        done[kind, number] = figures
        if args.out:
            with args.out.open("a") as file:
                file.write(json.dumps([kind, number, vars(figures)]) + "\n")
    for kind in ("clip", "turn"):
        _print(kind, [done[one] for one in sorted(done) if one[0] == kind])


def measured(
    kind: str,
    seed: tuple[int, int],
    size: tuple[int, int],
    edge: float,
    eyes: tuple[Finds, Reads],
) -> Figures:
    """Draw a clip, watch it, and count."""
    figures = Figures()
    if kind == "clip":
        film = throw_clip(np.random.default_rng(seed), size, edge)
        judge(film, watched(film, *eyes, figures), figures)
    else:
        film = turn_clip(np.random.default_rng((seed[0], 1, seed[1])), size, edge)
        judge_turn(film, watched(film, *eyes, figures), figures)
    return figures


def _done(path: Path | None) -> dict[tuple[str, int], Figures]:
    """Return the figures that a file holds already."""
    if path is None or not path.exists():
        return {}
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return {
        (kind, number): Figures(Counter(f["counts"]), f["waits_s"], f["settling_ms"])
        for kind, number, f in lines
    }


def _print(kind: str, each: Sequence[Figures]) -> None:
    counts = sum((figures.counts for figures in each), Counter[str]())
    print(f"{len(each)} {kind}s:", dict(counts))
    waits = sorted(wait for figures in each for wait in figures.waits_s)
    if waits:
        late = waits[int(0.95 * (len(waits) - 1))]
        print(f"last motion to roll: median {median(waits):.3f} s, 95 % {late:.3f} s")
    times = [ms for figures in each for ms in figures.settling_ms]
    if times:
        print(f"settling: median {median(times):.2f} ms a frame")


def _eyes(*, doubles: bool) -> tuple[Finds, Reads]:
    if doubles:
        knows = Knows()
        return knows, knows
    from firmware.model_options import FACE_CARD, FIND_CARD
    from firmware.reading import load_eyes

    eyes = load_eyes(FACE_CARD, FIND_CARD)
    return eyes.finds, eyes.reads


if __name__ == "__main__":
    main()
