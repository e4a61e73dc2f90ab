"""All settings of training, in one place."""

from __future__ import annotations

from dataclasses import dataclass

TRAIN_SETS = ("byler", "catan", "colours", "webcam")
WEAK_SETS = ("carpet", "cup", "paper")  # values without places


@dataclass(frozen=True)
class Recipe:
    """The settings of a run; `samples` are crops seen, whatever the machine's pace."""

    samples: int
    batch: int = 64
    rate: float = 2e-3
    decay: float = 0.02
    smoothing: float = 0.05
    state_weight: float = 0.1
    identity_weight: float = 0.3
    lean_weight: float = 1.0
    place_weight: float = 1.0
    average: float = 0.998  # of the weights, per step
    hard: bool = False  # whether it sees the renders of what is hardest, too
    seed: int = 1
    threads: int = 1

    @property
    def steps(self) -> int:
        """Return how many batches the run takes."""
        return self.samples // self.batch


@dataclass(frozen=True)
class Mix:
    """Which crops there are and how often each kind is seen.

    `real` is the share of photographs where there are renders too, `nothing` the share
    without a face among them; `held_out` is the share of faces, in whole scenes, that
    calibrate and never train.
    """

    renders: int = 60_000
    hard_renders: int = 12_000
    render_seed: int = 14
    real: float = 0.5
    nothing: float = 0.15
    mined: float = 0.05  # of the renders: false finds on trays; as many again: things
    things: int = 8_000  # halves of dominoes, playing cards, chips, batteries
    held_out: float = 0.12
    held_out_seed: int = 5
    crop_seed: int = 7


# A core of a 2-core AVX2 machine trains on 650 crops a second: `smoke` takes 3 minutes
# on it, `default` and `finish` 17, `extra` 7, `broad` 32, `wide` 20, `crisp` 15, and of
# the deeper net on 520, `deep` and `near` 60 and `shy` 20. What ships went through
# `default` without one set and `finish` on all of them; through `finish` with renders
# of sixes whose rows lie apart and of large ones; through `finish` with what a finder
# had mistaken for dice and with photographs of which only the values are known; through
# `extra` with dominoes and playing cards, with dice pushed together, and with white
# ones pushed together; through `broad` with crops that are further off and coarser,
# dice of two colours, and faint pips; through `wide` with pips further out and dominoes
# that are told by their body alone; through `crisp` twice, with seeds 7 and 8, with
# crops as sharp as telephones take them. Then it was made deeper by three blocks that
# changed nothing at first, and went through `deep` with twice as many renders and with
# leans; through `shy` with more that is no die. 160,000 crops taught it where faces
# are; then it placed the faces of photographs anew and went through `near`, with new
# renders, more dice that lean, chips and better batteries.
SMOKE = Recipe(samples=100_000)
DEFAULT = Recipe(samples=640_000)
FINISH = Recipe(samples=640_000, rate=1e-3, hard=True)
EXTRA = Recipe(samples=256_000, rate=7e-4, hard=True)
BROAD = Recipe(samples=1_280_000, rate=1e-3, hard=True, seed=2)
WIDE = Recipe(samples=960_000, rate=7e-4, hard=True, seed=3)
CRISP = Recipe(samples=704_000, rate=8e-4, hard=True, seed=7)
DEEP = Recipe(samples=1_920_000, rate=1.2e-3, hard=True, seed=9)
SHY = Recipe(samples=640_000, rate=8e-4, hard=True, seed=11)
NEAR = Recipe(samples=1_920_000, rate=1.2e-3, hard=True, seed=15)
LONG = Recipe(samples=5_000_000)
COMPARISON = Recipe(samples=192_000)  # five minutes, the same for every row
RECIPES = {
    "smoke": SMOKE,
    "default": DEFAULT,
    "finish": FINISH,
    "extra": EXTRA,
    "broad": BROAD,
    "wide": WIDE,
    "crisp": CRISP,
    "deep": DEEP,
    "shy": SHY,
    "near": NEAR,
    "long": LONG,
    "comparison": COMPARISON,
}
