"""How a camera looked at dice that lie flat, which no photograph says."""

from __future__ import annotations

from collections.abc import Sequence

from vision.arrays import Picture
from vision.lean import Lean, View, fit_view
from vision.read import Place
from vision.recognise import Reads

LEAST_EDGE = 16.0  # px; of smaller dice little is seen but the pips


def view_of_flat_dice(
    picture: Picture, places: Sequence[Place], reads: Reads
) -> View | None:
    """Return the view of dice at places that people noted.

    Nobody noted leans, and nets that learnt them from renders alone err by ten degrees
    and more on single dice of photographs. But dice that were photographed lie flat:
    three and more say together how the camera looked, and that says how each of them
    leans. None where there are fewer of a fair size.
    """
    fair = [place for place in places if place.edge >= LEAST_EDGE]
    if len(fair) < 3:
        return None
    readings = reads.read(picture, fair)
    leans = [Lean(p.centre, r.lean) for p, r in zip(fair, readings, strict=True)]
    return fit_view(leans, max(picture.shape[:2]))
