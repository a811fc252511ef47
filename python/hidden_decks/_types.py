"""Types in the signatures of the package."""

from __future__ import annotations

import random
from typing import SupportsIndex, TypeAlias, TypedDict

import numpy as np

#: A seed, or a random generator from which a seed is drawn.
Rng: TypeAlias = SupportsIndex | np.random.Generator | random.Random


class Outcome(TypedDict):
    """The outcome of a game, by seat."""

    points: list[int]
    #: Rank of each seat. 1 is best; tied seats share the lower number.
    ranks: list[int]
    #: Share of the win of each seat: 1 divided among all seats with rank 1.
    win_shares: list[float]
