"""Computes the studies' effects, joint models and corrected p values again, from the rows alone.

    python notebooks/science.py FOLDER...

A folder is a run of `study king-value` or `study tempo`. Means and intervals are Student's, models are least squares with HC3
errors, and p values are corrected by Holm's method, all by statsmodels. Nothing of the program's own code is used.
"""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.outliers_influence import variance_inflation_factor

# For every study: its rows, what its files are called, and what it declares to test.
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
    """The name of the study whose rows lie in the folder, and the rows; published ones are compressed."""
    for name in STUDIES:
        for path in (folder / f"{name}.csv", folder / f"{name}.csv.gz"):
            if path.exists():
                return name, pd.read_csv(path)
    raise SystemExit(f"science.py: {folder} has no rows of a study: {' or '.join(f'{name}.csv' for name in STUDIES)}")


def effect(rows: pd.DataFrame, contrast: str, outcome: str) -> pd.Series:
    """What the first arm of the contrast brings over the second, for each position."""
    first, second = contrast.split("-")
    return rows[f"{first}_{outcome}"] - rows[f"{second}_{outcome}"]


def mean(values: pd.Series) -> dict:
    """The mean, its 95% interval and the p value of 0, by Student's distribution."""
    if len(values) < 2 or values.std() == 0:
        return {"mean": values.mean(), "low": np.nan, "high": np.nan, "p": np.nan}
    test = stats.ttest_1samp(values, 0)
    low, high = test.confidence_interval(0.95)
    return {"mean": values.mean(), "low": low, "high": high, "p": test.pvalue}


def fit(predictors: pd.DataFrame, values: pd.Series) -> pd.DataFrame:
    """The coefficients of the joint model, with HC3 errors and the inflation of their variances."""
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
    """Which values lie in a range such as `less than -5`, `1 to 3` or `14 and more`."""
    words = level.split()
    if words[0] == "less":
        return values < int(words[2])
    if words[-1] == "more":
        return values >= int(words[0])
    return values.between(int(words[0]), int(words[-1]))


def close(found, expected) -> bool:
    return bool(np.allclose(np.asarray(found, float), np.asarray(expected, float), rtol=1e-6, atol=1e-8, equal_nan=True))


def check(folder: Path):
    """Compares the summaries of a run with what its rows say."""
    name, rows = rows_of(folder)
    study = STUDIES[name]
    summary, model = pd.read_csv(folder / f"summary_{name}.csv"), pd.read_csv(folder / f"{study['model']}.csv")
    compared = 0
    for point in summary.itertuples():
        # Curves over two columns, and over words, follow from these.
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
    """The declared hypotheses of a study with their p values, those that have one."""
    of_effects = summary[summary.by.isin(["all", *study["curves"]]) & summary.contrast.isin(study["declared"])]
    of_model = model[(model.outcome == "win_share") & (model.term != "intercept")].rename(columns={"term": "level"})
    return pd.concat([of_effects, of_model.assign(by="model")], ignore_index=True).dropna(subset=["p"])


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        check(Path(argument))
