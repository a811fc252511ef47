"""Recomputes the effects, joint models and corrected p values of studies from their rows alone.

    python notebooks/science.py FOLDER...
    python notebooks/science.py --tables kings-greedy kings-net

A folder is a run of `study king-value` or `study tempo`. Means and intervals are Student's, models are least squares with HC3
errors, and p values are corrected by Holm's method, all by statsmodels. The script shares no code with the program.

With `--tables`, it prints the tables of the reports for all runs of these names, from 2 to 6 players, in Markdown.
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.outliers_influence import variance_inflation_factor

# For every study: the names of its files, the declared contrasts and curves, and the predictors of its model.
STUDIES = {
    "king_value": {
        "model": "summary_king_model",
        "declared": ["now-later", "now-never"],
        "curves": ["value", "king"],
        "predictors": lambda rows: rows.assign(second_king=rows.king - 1)[["value", "round", "second_king", "lead"]],
    },
    "tempo": {
        "model": "summary_tempo_model",
        "declared": ["turn-pass"],
        "curves": ["round", "lead"],
        "predictors": lambda rows: rows[["round", "lead"]],
    },
}
OUTCOMES = ["margin", "win_share"]


def rows_of(folder: Path) -> tuple[str, pd.DataFrame]:
    """Returns the name and the rows of the study in a folder; the rows of published studies are compressed."""
    for name in STUDIES:
        for path in (folder / f"{name}.csv", folder / f"{name}.csv.gz"):
            if path.exists():
                return name, pd.read_csv(path)
    raise SystemExit(f"science.py: {folder} has no rows of a study: {' or '.join(f'{name}.csv' for name in STUDIES)}")


def effect(rows: pd.DataFrame, contrast: str, outcome: str) -> pd.Series:
    """Returns the difference between the first and the second arm of a contrast at each position."""
    first, second = contrast.split("-")
    return rows[f"{first}_{outcome}"] - rows[f"{second}_{outcome}"]


def mean(values: pd.Series) -> dict:
    """Returns the mean, its 95% interval and the p value of 0, by Student's distribution."""
    if len(values) < 2 or values.std() == 0:
        return {"mean": values.mean(), "low": np.nan, "high": np.nan, "p": np.nan}
    test = stats.ttest_1samp(values, 0)
    low, high = test.confidence_interval(0.95)
    return {"mean": values.mean(), "low": low, "high": high, "p": test.pvalue}


def fit(predictors: pd.DataFrame, values: pd.Series) -> pd.DataFrame:
    """Fits the joint model; returns its coefficients with HC3 errors and variance inflation factors."""
    used = predictors.loc[:, predictors.std() > 0]
    design = sm.add_constant(used.astype(float), has_constant="add").rename(columns={"const": "intercept"})
    found = sm.OLS(values, design).fit(cov_type="HC3", use_t=True)
    table = found.conf_int().rename(columns={0: "low", 1: "high"})
    table["coefficient"], table["p"] = found.params, found.pvalues
    table["inflation"] = [variance_inflation_factor(design.to_numpy(), place) for place in range(design.shape[1])]
    table.loc["intercept", "inflation"] = np.nan
    correlations = np.atleast_2d(np.corrcoef(used.to_numpy(float).T))
    table["condition"] = np.linalg.cond(correlations) ** 0.5
    return table


def in_range(values: pd.Series, level: str) -> pd.Series:
    """Returns a mask of the values in a range such as `less than -5`, `1 to 3` or `14 and more`."""
    words = level.split()
    if words[0] == "less":
        return values < int(words[2])
    if words[-1] == "more":
        return values >= int(words[0])
    return values.between(int(words[0]), int(words[-1]))


def close(found, expected) -> bool:
    return bool(np.allclose(np.asarray(found, float), np.asarray(expected, float), rtol=1e-6, atol=1e-8, equal_nan=True))


def check(folder: Path):
    """Checks the summaries of a run against values computed from its rows."""
    name, rows = rows_of(folder)
    study = STUDIES[name]
    summary, model = pd.read_csv(folder / f"summary_{name}.csv"), pd.read_csv(folder / f"{study['model']}.csv")
    compared = 0
    for point in summary.itertuples():
        # Curves over two columns or over words are not checked.
        if point.by == "all":
            own = rows
        elif point.by in rows and point.by != "policy":
            own = rows[in_range(rows[point.by], str(point.level))]
        else:
            continue
        assert len(own) == point.positions, f"{folder.name}: {point.by} {point.level} has {len(own)} positions"
        for outcome in OUTCOMES:
            expected = mean(effect(own, point.contrast, outcome))
            ends = [expected["low"], expected["high"]]
            if outcome == "win_share":
                ends = np.clip(ends, -1, 1)
                assert close(point.p, expected["p"]), f"{folder.name}: p of {point}, computed again {expected['p']}"
            found = [getattr(point, outcome), getattr(point, f"{outcome}_low"), getattr(point, f"{outcome}_high")]
            assert close(found, [expected["mean"], *ends]), f"{folder.name}: {found} of {point}, computed again {expected}"
        compared += 1
    for (contrast, outcome), found in model.groupby(["contrast", "outcome"]):
        found = found.set_index("term").dropna(subset=["coefficient"])
        if found.empty:
            continue
        expected = fit(study["predictors"](rows), effect(rows, contrast, outcome)).loc[found.index]
        for column in ("coefficient", "low", "high", "p", "inflation", "condition"):
            assert close(found[column], expected[column]), f"{folder.name}: {column} of {contrast}, {outcome}\n{found}\n{expected}"
        compared += len(found)
    family = declared(study, summary, model)
    if len(family):
        corrected = multipletests(family.p, method="holm")[1]
        assert close(family.p_holm, corrected), f"{folder.name}: p corrected by Holm's method"
    outside = summary.p_holm.notna().sum() + model.p_holm.notna().sum()
    assert outside == len(family), f"{folder.name}: {outside} corrected values, {len(family)} declared hypotheses"
    print(f"{folder.name}: {compared} effects and coefficients agree; {len(family)} hypotheses, corrected by Holm's method")


def declared(study: dict, summary: pd.DataFrame, model: pd.DataFrame) -> pd.DataFrame:
    """Returns the declared hypotheses of a study that have a p value."""
    of_effects = summary[summary.by.isin(["all", *study["curves"]]) & summary.contrast.isin(study["declared"])]
    of_model = model[(model.outcome == "win_share") & (model.term != "intercept")].rename(columns={"term": "level"})
    return pd.concat([of_effects, of_model.assign(by="model")], ignore_index=True).dropna(subset=["p"])


def corrected(summary: pd.DataFrame, model: pd.DataFrame) -> pd.DataFrame:
    """Returns the declared hypotheses of several runs; `p_all` is corrected over all runs of a policy together.

    Both tables contain the policy. Coefficients of the model are in the columns of effects, with `model` as their curve."""
    study = next(study for study in STUDIES.values() if set(study["declared"]) <= set(summary.contrast))
    model = model.rename(columns={"coefficient": "win_share", "low": "win_share_low", "high": "win_share_high"})
    family = declared(study, summary, model)
    family["level"] = family.level.astype(str)
    family["p_all"] = np.nan
    for _, own in family.groupby("policy"):
        family.loc[own.index, "p_all"] = multipletests(own.p, method="holm")[1]
    return family


def told(row, of: str = "win_share", unit: float = 100, decimals: int = 1) -> str:
    """Formats an effect with its interval, or a dash if there is no interval."""
    low, mean, high = (unit * getattr(row, column) for column in (f"{of}_low", of, f"{of}_high"))
    if np.isnan(low):
        return "-"
    return f"{mean:+.{decimals}f} ({low:+.{decimals}f} to {high:+.{decimals}f})"


def print_table(header: list[str], lines: list[list]):
    for line in (header, ["---"] * len(header), *lines):
        print("|", " | ".join(str(cell) for cell in line), "|")
    print()


def print_tables(family: str):
    """Prints the tables of a report: effects over all positions, declared curves, model, and significant hypotheses."""
    from hidden_decks.runs import find_all, together

    runs = find_all(f"{family}-{{}}")
    name = "tempo" if family == "tempo" else "king_value"
    study = STUDIES[name]
    effects = together(runs, f"summary_{name}").assign(policy=family)
    model = together(runs, study["model"]).assign(policy=family)
    tested = corrected(effects, model)
    print(f"{family}: {len(tested)} declared hypotheses over {len(runs)} tables\n")
    overall = effects[effects.by == "all"]
    contrasts = list(dict.fromkeys(overall.contrast))
    for of, unit, what in (("win_share", 100, "win share, percentage points"), ("margin", 1, "margin, points")):
        lines = [
            [players, own.positions.iloc[0], *(told(row, of, unit) for row in own.itertuples())]
            for players, own in overall.groupby("players")
        ]
        print_table(["players", "positions", *(f"{contrast}, {what}" for contrast in contrasts)], lines)
    for contrast in study["declared"]:
        for by in study["curves"]:
            own = effects[(effects.contrast == contrast) & (effects.by == by)]
            levels = list(dict.fromkeys(own.level.astype(str)))
            lines = []
            for players, there in own.groupby("players"):
                cells = {str(row.level): f"{told(row)}, n = {row.positions}" for row in there.itertuples()}
                lines.append([players, *(cells.get(level, "-") for level in levels)])
            print_table(["players", *(f"{by} {level}" for level in levels)], lines)
        own = model[(model.contrast == contrast) & (model.outcome == "win_share") & (model.term != "intercept")]
        own = own.rename(columns={"coefficient": "win_share", "low": "win_share_low", "high": "win_share_high"})
        terms = list(dict.fromkeys(own.term))
        lines = [
            [players, *("-" if np.isnan(row.win_share) else f"{told(row)}, x{row.inflation:.1f}" for row in there.itertuples()), f"{there.condition.iloc[0]:.1f}"]
            for players, there in own.groupby("players")
        ]
        print_table([f"{contrast}: players", *terms, "condition"], lines)
    lasting = tested[tested.p_all <= 0.05]
    lines = [
        [row.players, row.contrast, f"{row.by} {row.level}", told(row), f"{row.p:.2g}", f"{row.p_all:.2g}"]
        for row in lasting.itertuples()
    ]
    print_table(["players", "contrast", "hypothesis", "win share, percentage points", "p", "p by Holm"], lines)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--tables"]:
        for argument in sys.argv[2:]:
            print_tables(argument)
    else:
        for argument in sys.argv[1:]:
            check(Path(argument))
