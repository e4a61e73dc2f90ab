"""All settings of the finder's training, in one place."""

from __future__ import annotations

from models.training.finder.heaps import Habits
from models.training.finder.train import Recipe
from models.training.finder.windows import Trays

FLUSH = Habits(alike=0.9, aslant=0.25, crowds=(1.0,), flush=0.7, fewest=2, reach=0.3)
TRAYS = (
    Trays(12_000, 31),
    Trays(4_000, 32, Habits(leaning=0.3, aslant=0.25)),
    Trays(4_000, 33, Habits(leaning=0.5, aslant=0.25, crowds=(0.0, 0.4))),
    Trays(5_000, 34, Habits(alike=0.8, crowds=(0.9, 1.0)), white=0.35),
    Trays(5_000, 35, Habits(aslant=1.0), white=0.2),
    Trays(6_000, 36, FLUSH, white=0.7),
)

# A core of a 2-core AVX2 machine trains on 35 to 45 windows a second: `smoke` takes 2
# minutes on it, `default` 46, `further` and `near` 60, `wide` and `crisp` 75. What
# ships went through `default` without one set, then on all of them through `finish`
# twice, `long` and `further`; the mean of what the last two gave was made deeper by
# blocks that changed nothing at first, and went through `wide` and `crisp`, then
# through `near` on trays drawn anew and photographs whose faces the reader had placed.
RECIPES = {
    "smoke": Recipe(windows=4_000),
    "comparison": Recipe(windows=10_000),  # for ablations: the same for every row
    "default": Recipe(windows=96_000),
    "finish": Recipe(windows=40_000, rate=1e-3),
    "long": Recipe(windows=204_000, rate=1.5e-3, seed=2),
    "further": Recipe(windows=150_000, rate=1.5e-3, seed=3),
    "wide": Recipe(windows=144_000, rate=1.5e-3, seed=4),
    "crisp": Recipe(windows=144_000, rate=1.5e-3, seed=6),
    "near": Recipe(windows=120_000, rate=1.5e-3, seed=8),
}
