"""Writes `leaders.csv`, which shows who wins in the end after a stall, into the folder of a run under the house rule `stall`.

    python notebooks/leaders.py results/editions-schmidt-2 results/stalls-rounds4-2

Both runs play the same decks. Where the second one ends with a stall, its winner led after that number of rounds without a
tile. The row shows how often that seat also wins the game of the first run, which continues by the printed rules.
"""

import sys
from pathlib import Path

import pandas as pd
from intervals import independent


def leaders(on: list[pd.DataFrame], stopped: list[pd.DataFrame]) -> pd.DataFrame:
    """Returns rows for all stalls and for stalls that last to the turn limit; each argument lists a run's games and seats."""
    (games_on, seats_on), (games, seats) = on, stopped
    seats = seats.merge(seats_on[["game", "seat", "win_share"]], on=["game", "seat"], suffixes=("", "_on"))
    games = games.merge(games_on[["game", "cause", "turns"]], on="game", suffixes=("", "_on"))
    leading = seats[seats.win_share == 1].merge(games[games.cause == "stall"], on="game")
    rows = []
    for which, those in [("all", leading), ("to the limit", leading[leading.cause_on == "turn_limit"])]:
        row = independent(those.win_share_on) if len(those) else pd.Series({"mean": float("nan")})
        longer = (those.turns_on - those.turns).mean()
        rows.append({"stalls": which, "games": len(games), "led": len(those), "turns_longer": longer} | row.to_dict())
    return pd.DataFrame(rows)


def main() -> int:
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    folders = [Path(argument) for argument in sys.argv[1:]]
    tables = [[pd.read_csv(folder / f"{name}.csv") for name in ("games", "seats")] for folder in folders]
    leaders(*tables).to_csv(folders[1] / "leaders.csv", index=False, lineterminator="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
