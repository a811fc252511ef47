"""Types that the signatures of the package name."""

from __future__ import annotations

import random
from typing import SupportsIndex, TypeAlias, TypedDict

import numpy as np

#: A seed, or a generator from which one is drawn.
Rng: TypeAlias = SupportsIndex | np.random.Generator | random.Random


class Outcome(TypedDict):
    """The outcome of a game, by seat."""

    points: list[int]
    #: 1 is best; tied seats share the lower number.
    ranks: list[int]
    #: 1 divided among all seats of rank 1.
    win_shares: list[float]
