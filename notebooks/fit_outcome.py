"""Fits the margin of an outcome model to the luck of recorded games.

    tournament luck results/RUN/records.jsonl.zst --terms --out results/terms
    python notebooks/fit_outcome.py results/terms/luck_terms.csv ...

The luck in the margin of finished games is given. The fit chooses the weights of a lead in value and of a point of the
current margin so that subtracting all luck leaves the least variance. Fit the model to other games than you correct.
"""

import sys

import numpy as np
import pandas as pd


def weights(terms: pd.DataFrame) -> tuple:
    """Fits the weights of lead and score by least squares. Also returns the fraction of variance that remains without luck."""
    plain = (terms.margin - terms.margin.mean()).to_numpy()
    signs = terms[["lead_surprise", "score_surprise"]].to_numpy()
    rest = plain - terms.over_surprise.to_numpy()
    best = np.linalg.lstsq(signs, rest, rcond=None)[0]
    return best, (rest - signs @ best).var() / plain.var()


if __name__ == "__main__":
    for players, terms in pd.concat(map(pd.read_csv, sys.argv[1:])).groupby("players"):
        (lead, score), left = weights(terms)
        games = len(terms) // players
        print(f"{players} players, {games} games: [0.0, {lead:.1f}, {score:.2f}] leaves {left:.1%} of the variance")
