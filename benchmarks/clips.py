"""Drawn clips with known truth: what is found, what is asked, how soon, how quickly.

    python -m benchmarks.clips [--clips 200] [--turns 50] [--seed 0] [--doubles]

Clips are of throws of one to six dice, with a hand, a nudge, a die taken away, flicker,
a lamp switched, a swaying camera and blur. Turns are three throws with random dice kept
in between, where the kept dice must be right or asked about. `--doubles` puts the truth
in the place of the nets, so that the figures are of settling and tracking alone.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
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
    """A settler that notes how long each frame takes."""

    def __init__(self, times_ms: list[float]) -> None:
        super().__init__()
        self._times_ms = times_ms

    def feed(self, grey: Picture, taken_at_s: float):  # type: ignore[no-untyped-def]
        """Return the phase after a frame."""
        begun = time.perf_counter()
        phase = super().feed(grey, taken_at_s)
        self._times_ms.append(1000 * (time.perf_counter() - begun))
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
    return events


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
    args = parser.parse_args()
    cv2.setNumThreads(1)
    size, edge = ((320, 240), 26.0) if args.doubles else ((640, 480), 52.0)
    finds, reads = _eyes(doubles=args.doubles)
    figures, turns = Figures(), Figures()
    for number in range(args.clips):
        film = throw_clip(np.random.default_rng((args.seed, number)), size, edge)
        judge(film, watched(film, finds, reads, figures), figures)
    for number in range(args.turns):
        film = turn_clip(np.random.default_rng((args.seed, 1, number)), size, edge)
        judge_turn(film, watched(film, finds, reads, turns), turns)
    print(f"{args.clips} clips:", dict(figures.counts))
    if figures.waits_s:
        waits = sorted(figures.waits_s)
        late = waits[int(0.95 * (len(waits) - 1))]
        print(f"last motion to roll: median {median(waits):.3f} s, 95 % {late:.3f} s")
        print(f"settling: median {median(figures.settling_ms):.2f} ms a frame")
    print(f"{args.turns} turns:", dict(turns.counts))


def _eyes(*, doubles: bool) -> tuple[Finds, Reads]:
    if doubles:
        knows = Knows()
        return knows, knows
    from firmware.commands.read import FACE_CARD, FIND_CARD
    from firmware.reading import load_eyes

    eyes = load_eyes(FACE_CARD, FIND_CARD)
    return eyes.finds, eyes.reads


if __name__ == "__main__":
    main()
