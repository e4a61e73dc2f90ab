"""The finder's net: a dense U-net with nine outputs a cell of four pixels.

>>> import torch
>>> net = FinderNet()
>>> {name: tuple(part.shape) for name, part in net(torch.zeros(1, 3, 64, 96)).items()}
{'heat': (1, 1, 16, 24), 'places': (1, 7, 16, 24), 'hands': (1, 1, 16, 24)}
"""

from __future__ import annotations

from torch import Tensor, nn
from torch.nn import functional as F  # noqa: N812

from models.training.net import Residual, convolution

WIDTHS = (16, 24, 40, 64)
PLACES = 7  # offset x, y; log of the edge; cos and sin of four turns; lean x, y


class FinderNet(nn.Module):
    """Pictures (n, 3, height, width), BGR from 0 to 1, sides multiples of 16.

    `heat` and `hands` come as logits (n, 1, height / 4, width / 4), `places` as
    (n, 7, ...): the way to the die's middle in edges, the log of its edge in 24 px, its
    turn as cosine and sine of four times the angle, its lean.
    """

    def __init__(self, widths: tuple[int, int, int, int] = WIDTHS) -> None:
        super().__init__()
        a, b, c, d = widths
        relu = nn.ReLU(inplace=True)
        self.stem = nn.Sequential(convolution(3, a, 2), relu)
        self.quarter = nn.Sequential(convolution(a, b, 2), relu, Residual(b))
        self.eighth = nn.Sequential(
            convolution(b, c, 2), relu, *(Residual(c) for _ in range(2))
        )
        self.sixteenth = nn.Sequential(
            convolution(c, d, 2), relu, *(Residual(d) for _ in range(4))
        )
        self.up_one = nn.Conv2d(d, c, 1)
        self.mix_one = nn.Sequential(convolution(c, c), relu)
        self.up_two = nn.Conv2d(c, b + 8, 1)
        self.side = nn.Conv2d(b, b + 8, 1)
        self.mix_two = nn.Sequential(convolution(b + 8, b + 8), relu)
        self.head = nn.Sequential(convolution(b + 8, b + 8), relu)
        self.heat = nn.Conv2d(b + 8, 1, 1)
        self.places = nn.Conv2d(b + 8, PLACES, 1)
        self.hands = nn.Conv2d(b + 8, 1, 1)
        # So that the first steps do not drown in empty cells.
        nn.init.constant_(self.heat.bias, -4.0)  # type: ignore[arg-type]

    def forward(self, pictures: Tensor) -> dict[str, Tensor]:
        quarter = self.quarter(self.stem(pictures * 4 - 2))
        eighth = self.eighth(quarter)
        deep = self.up_one(self.sixteenth(eighth))
        eighth = self.mix_one(eighth + F.interpolate(deep, scale_factor=2.0))
        above = F.interpolate(self.up_two(eighth), scale_factor=2.0)
        fine = self.head(self.mix_two(self.side(quarter) + above))
        return {
            "heat": self.heat(fine),
            "places": self.places(fine),
            "hands": self.hands(fine),
        }
