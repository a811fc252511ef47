"""Formats the numbers of a run as words, so that figure titles are correct for any run."""

from hidden_decks.plots import milliseconds, share


def told(runs: dict, what: str = "games") -> str:
    """Returns the command of the first run; and folder, version, and number of games or `what` of every run."""
    key = "games_played" if what == "games" else what
    lines = [
        f"  {run.manifest['players']} players: {run.manifest[key]:,} {what}, version {run.manifest['version']}, "
        f"{run.folder.parent.name}/{run.folder.name}{'' if run.finished else ', unfinished'}"
        for run in runs.values()
    ]
    return "\n".join([next(iter(runs.values())).command, *lines])


def article(noun: str) -> str:
    """Prefixes a noun by its indefinite article."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def verdict(low: float, high: float, above: str, below: str, unclear: str, zero: float = 0.0) -> str:
    """Chooses the text for an interval that lies above zero, below zero, or on both sides."""
    if low > zero:
        return above
    if high < zero:
        return below
    return unclear


def listed(words: list, nothing: str = "none") -> str:
    """Joins words by commas and the last one by `and`; returns `nothing` if there are none."""
    *first, last = [str(word) for word in words] or [nothing]
    return f"{', '.join(first)} and {last}" if first else last
