"""Means and 95% intervals computed from the rows of a run."""

import numpy as np
import pandas as pd
from scipy import stats


def by_blocks(table: pd.DataFrame, column: str, is_share: bool = False) -> pd.Series:
    """Returns the mean of a column and its 95% interval, computed from block totals because games of a block share a deck.

    The interval is Student's or, for shares, Wilson's with the effective sample size, because Student's is too narrow near
    0 and 1. It is missing with fewer than two blocks."""
    blocks = table.groupby("block")[column].agg(["size", "sum"])
    mean, count = table[column].mean(), len(blocks)
    if count < 2:
        return pd.Series({"mean": mean, "low": np.nan, "high": np.nan})
    residuals = blocks["sum"] - mean * blocks["size"]
    error = np.sqrt((residuals**2).sum() * count / (count - 1)) / len(table)
    if not is_share:
        reach = stats.t.ppf(0.975, count - 1) * error
        return pd.Series({"mean": mean, "low": mean - reach, "high": mean + reach})
    if error < 1e-9:
        # The largest fraction of differing blocks that is compatible with seeing none of them.
        others = 1 - 0.025 ** (1 / count)
        return pd.Series({"mean": mean, "low": mean * (1 - others), "high": mean + others * (1 - mean)})
    # The fewer blocks account for the variance, the less precisely it is known.
    kurtosis = (residuals**4).mean() / (residuals**2).mean() ** 2
    freedom = 2 / ((kurtosis - 3) / count + 2 / (count - 1))
    quantile = stats.t.ppf(0.975, min(max(freedom, 4), count - 1))
    part = quantile**2 * error**2 / (mean * (1 - mean))
    middle = (mean + part / 2) / (1 + part)
    reach = np.sqrt(quantile**2 * error**2 + part**2 / 4) / (1 + part)
    return pd.Series({"mean": mean, "low": max(middle - reach, 0), "high": min(middle + reach, 1)})


def of_groups(table: pd.DataFrame, by: str | list[str], column: str, is_share: bool = False) -> pd.DataFrame:
    """Returns mean and interval of every group of rows, as columns `mean`, `low` and `high`."""
    rows = {key: by_blocks(group, column, is_share) for key, group in table.groupby(by)}
    found = pd.DataFrame(rows).T
    found.index.names = [by] if isinstance(by, str) else by
    return found.reset_index()


def holm(values: pd.Series) -> pd.Series:
    """Corrects the p values of a family of tests by Holm's method; tests without a p value do not belong to the family."""
    ordered = values.dropna().sort_values()
    factors = np.arange(len(ordered), 0, -1)
    return (ordered * factors).cummax().clip(upper=1).reindex(values.index)


def p_value(mean: pd.Series, low: pd.Series, high: pd.Series) -> pd.Series:
    """Returns the two-sided p values of zero that correspond to 95% intervals from many blocks."""
    return pd.Series(2 * stats.norm.sf(abs(mean) / (high - low) * 2 * stats.norm.ppf(0.975)), mean.index)


def holm_of(table: pd.DataFrame, column: str) -> pd.Series:
    """Returns the p values of zero for an effect with its interval, corrected over all rows of the table."""
    return holm(p_value(table[column], table[f"{column}_low"], table[f"{column}_high"]))


def independent(values: pd.Series) -> pd.Series:
    """Returns the mean of independent values and its 95% interval, by Student's distribution."""
    return by_blocks(pd.DataFrame({"block": range(len(values)), "value": values.to_numpy()}), "value")
