"""Means with their 95% intervals from the rows of a run."""

import numpy as np
import pandas as pd
from scipy import stats


def by_blocks(table: pd.DataFrame, column: str) -> pd.Series:
    """The mean of a column and its 95% interval from the totals of blocks, because games of a block share a deck.

    The interval is empty with fewer than two blocks."""
    blocks = table.groupby("block")[column].agg(["size", "sum"])
    mean = table[column].mean()
    if len(blocks) < 2:
        return pd.Series({"mean": mean, "low": np.nan, "high": np.nan})
    residuals = blocks["sum"] - mean * blocks["size"]
    error = np.sqrt((residuals**2).sum() * len(blocks) / (len(blocks) - 1)) / len(table)
    reach = stats.t.ppf(0.975, len(blocks) - 1) * error
    return pd.Series({"mean": mean, "low": mean - reach, "high": mean + reach})


def of_groups(table: pd.DataFrame, by: str | list[str], column: str) -> pd.DataFrame:
    """The same for every group of rows, as columns `mean`, `low` and `high`."""
    rows = {key: by_blocks(group, column) for key, group in table.groupby(by)}
    found = pd.DataFrame(rows).T
    found.index.names = [by] if isinstance(by, str) else by
    return found.reset_index()


def independent(values: pd.Series) -> pd.Series:
    """The mean of independent values and its 95% interval by Student's distribution."""
    return by_blocks(pd.DataFrame({"block": range(len(values)), "value": values.to_numpy()}), "value")
