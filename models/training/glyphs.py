"""Symbols for the faces of rendered dice: numerals in many fonts, icons of free sets.

All come from packages that pip installs with the extra ``train``; the licence of each
is named in the card of every model that they train.
"""

from __future__ import annotations

import importlib.util
import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

SIDE = 64
ICON_SETS = {  # file in the package qtawesome: licence of its icons
    "materialdesignicons6-webfont-6.9.96": "Apache-2.0",
    "phosphor-1.3.0": "MIT",
    "remixicon-2.5.0": "Apache-2.0",
    "fontawesome6-solid-webfont-6.7.2": "CC BY 4.0",
}
FONT_PACKAGES = (  # SIL OFL 1.1, Apache-2.0 or the Bitstream Vera licence
    "font_amatic_sc",
    "font_caladea",
    "font_fredoka_one",
    "font_hanken_grotesk",
    "font_intuitive",
    "font_manrope",
    "font_roboto",
    "font_source_sans_pro",
    "font_source_serif_pro",
    "matplotlib",
)
NUMERALS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "20")
# Plain spots and dice would teach that pips are none.
TOO_LIKE_PIPS = ("dice", "circle", "dot", "record", "ellipse", "blank", "disc", "drag")


@dataclass(frozen=True)
class Glyph:
    """A mask (SIDE, SIDE) of 0 to 1 and the name that makes it one identity."""

    name: str
    mask: NDArray[np.float32]


def package_folder(name: str) -> Path:
    """Return the folder of an installed package, without importing it."""
    spec = importlib.util.find_spec(name)
    if spec is None or not spec.submodule_search_locations:
        raise FileNotFoundError(
            f"expected the package {name!r}, which is not installed: "
            "pip install -c constraints.txt '.[train]'"
        )
    return Path(next(iter(spec.submodule_search_locations)))


@lru_cache
def numeral_fonts() -> tuple[Path, ...]:
    """Return the files of all fonts for numerals, in order of name."""
    files = [
        path
        for name in FONT_PACKAGES
        for path in sorted(package_folder(name).rglob("*.ttf"))
    ]
    return tuple(
        path
        for path in files
        if not path.name.startswith(("STIX", "cm", "LastResort"))
        or path.name.startswith("STIXGeneral")
    )


def numeral(rng: np.random.Generator) -> Glyph:
    """Return a numeral in a random font; 6 and 9 sometimes underlined."""
    text = NUMERALS[rng.integers(len(NUMERALS))]
    fonts = numeral_fonts()
    mask = _drawn(text, fonts[rng.integers(len(fonts))])
    if text in ("6", "9") and rng.random() < 0.6:
        mask[-5:-2, SIDE // 4 : -SIDE // 4] = 1
    return Glyph(f"numeral {text}", mask)


@lru_cache
def icons(count: int, seed: int) -> tuple[Glyph, ...]:
    """Return `count` icons, drawn evenly from all sets, the same for the same seed."""
    rng = np.random.default_rng(seed)
    folder = package_folder("qtawesome") / "fonts"
    chosen: list[Glyph] = []
    for stem in ICON_SETS:
        names = _icon_names(folder / _charmap_name(stem))
        order = rng.permutation(len(names))
        share = _distinct(folder / f"{stem}.ttf", [names[i] for i in order])
        chosen += share[: count // len(ICON_SETS)]
    return tuple(chosen)


def _charmap_name(stem: str) -> str:
    family, version = stem.rsplit("-", 1)
    return f"{family}-charmap-{version}.json"


def _icon_names(charmap: Path) -> list[tuple[str, str]]:
    """Return (name, character) of a set's icons, none twice, none like pips."""
    points = json.loads(charmap.read_text())
    kept: dict[str, tuple[str, str]] = {}
    for name, point in sorted(points.items()):
        if not any(word in name for word in TOO_LIKE_PIPS):
            kept.setdefault(name.split("-")[0], (name, chr(int(point, 16))))
    return list(kept.values())


def _distinct(font: Path, names: list[tuple[str, str]]) -> list[Glyph]:
    """Return those icons that have enough ink to be a face."""
    glyphs = []
    for name, character in names[:400]:
        mask = _drawn(character, font)
        if 0.06 < mask.mean() < 0.7:
            glyphs.append(Glyph(f"{font.stem} {name}", mask))
    return glyphs


def _drawn(text: str, font: Path) -> NDArray[np.float32]:
    """Return `text` in `font`, as large as fits."""
    face = ImageFont.truetype(str(font), SIDE)
    left, top, right, bottom = face.getbbox(text)
    across = max(right - left, bottom - top, 1)
    face = ImageFont.truetype(str(font), SIDE * (SIDE - 6) / across)
    picture = Image.new("L", (SIDE, SIDE))
    middle = (SIDE / 2, SIDE / 2)
    left, top, right, bottom = face.getbbox(text)
    place = (middle[0] - (left + right) / 2, middle[1] - (top + bottom) / 2)
    ImageDraw.Draw(picture).text(place, text, font=face, fill=255)
    return np.asarray(np.asarray(picture) / 255, np.float32)
