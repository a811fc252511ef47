"""Findings as words, from the numbers of a run, so that headlines stay true for any run."""

import math


def share(mean: float, low: float = math.nan, high: float = math.nan) -> str:
    """A share with its interval, if there is one."""
    return f"{mean:.0%}" if math.isnan(low) else f"{mean:.0%} ({low:.0%} to {high:.0%})"


def milliseconds(microseconds: float) -> str:
    """A time in milliseconds with two significant digits or none after the point, never as a power of ten."""
    time = microseconds / 1000
    return f"{time:,.0f} ms" if time >= 10 else f"{time:.2g} ms"


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
