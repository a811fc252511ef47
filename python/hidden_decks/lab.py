"""The design lab: the effects of a changed rule on a game.

    tournament --agents greedy --players 2 --games 4000 --vary ships=11,13,15,17 --out results/ships

plays the same decks under each value, and here the runs are compared:

    from hidden_decks import lab
    ships = lab.open("results/ships")
    ships.table()
    ships.report_html("ships.html")
"""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hidden_decks import _compare, _effects, _forecasts, _frames
from hidden_decks._core import Game, HiddenDecksError
from hidden_decks.runs import MissingRunError, Run

if TYPE_CHECKING:
    from collections.abc import Sequence
    from os import PathLike

    from hidden_decks._frames import Backend

__all__ = ["PRIMARIES", "Lab", "open"]

#: The metrics whose p values are corrected together, unless ``Lab.table`` gets others.
PRIMARIES = ("turns", "stalls", "first_seat", "luck_share", "skill_steps")


def open(  # noqa: A001
    folder: str | PathLike[str], base: object = None, boards: Sequence[str | PathLike[str]] = ()
) -> Lab:
    """Return the runs that ``tournament --vary`` has played in the subfolders of a folder.

    Parameters
    ----------
    folder
        The folder that was given as ``--out``, or with several player counts its subfolder, such as ``p2``.
    base
        The value of the rule with which all others are compared; by default the rule of the game, if it was played, or
        else the first value.
    boards
        The files of custom boards on which the runs were played, if they have records.

    Raises
    ------
    MissingRunError
        If there are fewer than two runs with different values of one rule.
    HiddenDecksError
        If a run is unfinished, if the runs play different games, or if no run has the value ``base``.
    """
    folder = Path(folder)
    found = [Run(path.parent) for path in sorted(folder.glob("*/manifest.json"))]
    named = [run.folder.name.rpartition("-") for run in found]
    keys = {key for key, _, value in named if key and value}
    if len(found) < 2 or len(keys) != 1:
        raise MissingRunError(f"{folder} has no runs of a rule with several values: play them with 'tournament --vary RULE=VALUE,VALUE'")
    (key,) = keys
    runs = dict(sorted(((value, run) for (_, _, value), run in zip(named, found)), key=_order))
    for run in found:
        run._check_finished()
    first, *others = runs.values()
    for other in others:
        _compare._labels(first, other)
    return Lab(folder, key, runs, _base(key, runs) if base is None else str(base), boards)


def _order(run: tuple[str, Run]) -> tuple[bool, int, str]:
    value, _ = run
    return (not value.isdigit(), int(value) if value.isdigit() else 0, value)


def _base(key: str, runs: dict[str, Run]) -> str:
    """Return the value that the game's own rules have, or the first one."""
    name = key.replace("-", "_")
    for value, run in runs.items():
        # A manifest leaves out house rules that are not in force.
        if name not in run.manifest or str(Game(run.manifest["game"], players=run.players).rules.get(key)) == value:
            return value
    return next(iter(runs))


class Lab:
    """Runs of the same decks under several values of a rule.

    Attributes
    ----------
    folder
        The folder with the runs.
    rule
        The name of the rule that varies.
    runs
        The runs by the value of the rule, as text.
    base
        The value with which all others are compared.
    boards
        The files of custom boards.
    """

    def __init__(self, folder: Path, rule: str, runs: dict[str, Run], base: str, boards: Sequence[str | PathLike[str]]) -> None:
        if base not in runs:
            raise HiddenDecksError(f"no run of {folder} has {rule} {base}: there are {', '.join(runs)}")
        self.folder, self.rule, self.runs, self.base, self.boards = folder, rule, runs, base, boards

    def metrics(self) -> dict[str, str]:
        """Return the meaning of each metric that these runs have, by its name."""
        return {name: metric.meaning for name, metric in self._measured[self.base].items()}

    def table(self, primary: Sequence[str] = PRIMARIES, backend: Backend = "pandas") -> Any:
        """Return what each value of the rule does to each metric.

        Parameters
        ----------
        primary
            The metrics that you decided to look at before you played. Their p values are corrected together by Holm's method,
            over all metrics and values; other metrics have no p value. Metrics that the runs don't have are left out.
        backend
            "pandas", "polars" or "arrow".

        Returns
        -------
        data frame
            A row for each ``metric`` and each ``value`` of the rule.

            Columns: the number of ``games``, the ``mean`` with its 95% interval (``low``, ``high``), the ``effect``, which is
            the mean less that of the base, with its interval (``effect_low``, ``effect_high``), ``p_holm``, and the
            ``correlation`` of the value's blocks with those of the base. A correlation of 0.5 halves the variance
            of the effect, compared with runs on different decks. All intervals count blocks. Empty cells do not apply.

        Raises
        ------
        HiddenDecksError
            If a metric of ``primary`` does not exist.
        """
        measured = self._measured
        base = measured[self.base]
        if unknown := set(primary) - set(PRIMARIES) - base.keys():
            raise HiddenDecksError(f"there is no metric {min(unknown)!r}: there are {', '.join(base)}")
        rows = []
        for name in base:
            for value, metrics in measured.items():
                row = {"metric": name, "value": value, "primary": name in primary} | metrics[name].row()
                if value != self.base:
                    row |= metrics[name].effect(base[name])
                rows.append(row)
        frame = _frames.optional("pandas").DataFrame(rows)
        # Only the p values of the primary metrics belong to the family.
        p = _compare.holm(frame.pop("p").where(frame.primary))
        frame.insert(frame.columns.get_loc("effect_high") + 1, "p_holm", p)
        return _frames.converted(frame, backend)

    def robust(self, other: Lab, primary: Sequence[str] = PRIMARIES, backend: Backend = "pandas") -> Any:
        """Return which effects another lab confirms, usually one of the same rule with other agents.

        Parameters
        ----------
        other
            A lab with the same rule and base. Values and metrics that only one of the labs has are left out.
        primary, backend
            As in ``table``.

        Returns
        -------
        data frame
            A row for each primary ``metric`` and each ``value`` other than the base, with the ``effect`` in this lab and its
            interval (``effect_low``, ``effect_high``), the same in the other lab (``other_effect``, ``other_low``,
            ``other_high``), and whether the effect is ``robust``: both have the same sign, and both intervals leave out 0.

        Raises
        ------
        HiddenDecksError
            If the other lab has another rule or base.
        """
        if (self.rule, self.base) != (other.rule, other.base):
            raise HiddenDecksError(f"{other.folder} compares {other.rule} with {other.base}, not {self.rule} with {self.base}")
        columns = ["metric", "value", "effect", "effect_low", "effect_high"]
        here, there = (table[table.primary & (table.value != self.base)][columns] for table in (self.table(primary), other.table(primary)))
        there = there.set_axis(["metric", "value", "other_effect", "other_low", "other_high"], axis=1)
        both = here.merge(there, on=["metric", "value"])
        above = (both.effect_low > 0) & (both.other_low > 0)
        below = (both.effect_high < 0) & (both.other_high < 0)
        return _frames.converted(both.assign(robust=above | below), backend)

    def report_html(self, path: str | PathLike[str] | None = None, *, other: Lab | None = None) -> Path:
        """Write a page about the effects of the rule: one file with the results in words, plots and tables. Return its path.

        Parameters
        ----------
        path
            The file; by default ``lab.html`` in the folder of the runs. An existing file is replaced.
        other
            A lab with other agents, whose effects the page shows beside the effects here, as in ``robust``.

        Raises
        ------
        HiddenDecksError
            If the other lab has another rule or base.
        ModuleNotFoundError
            If matplotlib or pandas is not installed.
        """
        from hidden_decks import _lab_page

        page = self.folder / "lab.html" if path is None else Path(path)
        page.write_text(_lab_page.page(self, other), encoding="utf-8", newline="\n")
        return page

    @cached_property
    def _measured(self) -> dict[str, dict[str, _effects.Metric]]:
        """The metrics of each run by the value of the rule, read once: the runs are finished."""
        every = _effects.measure(self.runs, self.base, self.boards)
        shared = [name for name in every[self.base] if all(name in metrics for metrics in every.values())]
        return {value: {name: metrics[name] for name in shared} for value, metrics in every.items()}

    @cached_property
    def _courses(self) -> dict[str, _forecasts.Course]:
        """The forecasts of each run by the value of the rule, read once for all plots."""
        return {value: _forecasts.of(run) for value, run in self.runs.items()}

    def __repr__(self) -> str:
        return f"<Lab in {self.folder}: {self.rule} {', '.join(self.runs)}, compared with {self.base}>"
