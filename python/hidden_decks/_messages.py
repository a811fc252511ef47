"""Messages of the program, with the arguments of Python instead of the flags of the command line."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING

from hidden_decks._core import HiddenDecksError

if TYPE_CHECKING:
    from collections.abc import Iterator

_SWITCHES = frozenset("analysis force forecasts luck records resume".split())
#: The values that each argument of a job may have, for arguments that a flag of the command also sets.
EXPECTED = {
    **dict.fromkeys("blocks confirm games repeats seed".split(), "a whole number from 0 to 2**64 - 1"),
    **dict.fromkeys("alpha beta effect gain margin null perturbation".split(), "a number"),
    **dict.fromkeys(_SWITCHES, "True or False"),
    **dict.fromkeys("design payoff streams".split(), "a word"),
    "only": "a list of names",
    "out": "a path or None",
    "pool": "a list of specs or None",
    **dict.fromkeys(("players", "threads"), "a whole number or None"),
}
_FLAG = re.compile(r"(?<![\w/\\-])--([a-z]+)\b(?!-)(?: (-?\d[\w.]*))?")
_WRONG_TYPE = re.compile(r"(\w+) cannot be .*")


def in_python(message: str) -> str:
    """Return a message of the program with arguments for flags: ``games=`` for ``--games``, ``force=True`` for ``--force``."""

    def argument(flag: re.Match[str]) -> str:
        name, value = flag.groups()
        if name not in EXPECTED:
            return flag[0]
        return f"{name}=True" if name in _SWITCHES else f"{name}={value or ''}"

    wrong = _WRONG_TYPE.fullmatch(message)
    if wrong and wrong[1] in EXPECTED:
        return f"{message}: expected {EXPECTED[wrong[1]]}"
    return _FLAG.sub(argument, message)


@contextlib.contextmanager
def spoken_in_python() -> Iterator[None]:
    """Translate the messages of errors that the program raises inside of a block."""
    try:
        yield
    except HiddenDecksError as error:
        error.args = (in_python(str(error)),)
        raise
