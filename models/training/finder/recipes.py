"""All settings of the finder's training, in one place."""

from __future__ import annotations

from models.training.finder.train import Recipe

TRAYS, TRAY_SEED = 12_000, 21

# A core of a 2-core AVX2 machine trains on 35 windows a second: `smoke` takes 2 minutes
# on it, `default` 46 and `finish` 19.
RECIPES = {
    "smoke": Recipe(windows=4_000),
    "comparison": Recipe(windows=10_000),  # for ablations: the same for every row
    "default": Recipe(windows=96_000),
    "finish": Recipe(windows=40_000, rate=1e-3),
}
