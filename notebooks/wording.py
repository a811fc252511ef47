"""Findings as words, from the figures, so that titles stay true for any run."""

import math


def share(mean: float, low: float = math.nan, high: float = math.nan) -> str:
    """A share with its interval, if there is one."""
    return f"{mean:.0%}" if math.isnan(low) else f"{mean:.0%} ({low:.0%} to {high:.0%})"


def points_of_share(effect: float) -> str:
    """A difference of shares, in percentage points."""
    return f"{100 * effect:+.1f} points"


def verdict(low: float, high: float, above: str, below: str, unclear: str, zero: float = 0.0) -> str:
    """What an interval says about a value compared with zero."""
    if low > zero:
        return above
    if high < zero:
        return below
    return unclear


def listed(words: list, nothing: str = "none") -> str:
    """Words joined by commas, and the last one by `and`; `nothing` if there are none."""
    *first, last = [str(word) for word in words] or [nothing]
    return f"{', '.join(first)} and {last}" if first else last
