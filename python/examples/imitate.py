"""A network in PyTorch learns the moves of an agent from an export of its games.

Run ``pip install './python[recipes]'`` and ``python python/examples/imitate.py``. The network enters a tournament
as a function, and ``hidden_decks.bot.serve`` would make it a bot.

From 1,000 games of ``greedy:samples=2:nodes=300`` at Tongiaki for two, a similar network learned to choose 43% of the
teacher's moves. It then took 8.6% of 1,000 games from ``greedy:samples=1:nodes=40``.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pyarrow.parquet
import torch
from torch import nn

import hidden_decks

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--game", default="tongiaki")
parser.add_argument("--teacher", default="greedy:samples=2:nodes=200")
parser.add_argument("--taught", type=int, default=500, help="games of the teacher")
parser.add_argument("--epochs", type=int, default=5)
parser.add_argument("--games", type=int, default=1000, help="games of the tournament")
given = parser.parse_args()

torch.manual_seed(1)
torch.set_num_threads(1)
game = hidden_decks.Game(given.game)
with TemporaryDirectory() as folder:
    run = hidden_decks.play_tournament(
        [given.teacher], games=given.taught, game=game, records=True, out=Path(folder) / "run"
    )
    table = pyarrow.parquet.read_table(run.export(), columns=["block", "observation", "mask", "action"])


def tensor(name: str) -> torch.Tensor:
    """A column of lists as a matrix."""
    lists = table[name].combine_chunks()
    return torch.tensor(lists.flatten().to_numpy(zero_copy_only=False)).reshape(len(lists), -1)


observations, masks = tensor("observation"), tensor("mask")
actions = torch.from_numpy(table["action"].to_numpy()).long()
# Games of a block share a deck, so blocks are kept together.
is_test = torch.from_numpy(table["block"].to_numpy() % 10 == 0)
train, test = is_test.logical_not().nonzero().squeeze(1), is_test.nonzero().squeeze(1)
network = nn.Sequential(nn.Linear(game.observation_size, 256), nn.ReLU(), nn.Linear(256, game.num_actions))
optimizer = torch.optim.Adam(network.parameters(), 1e-3)


def logits(rows: torch.Tensor) -> torch.Tensor:
    """The network's answers for these rows of the table."""
    return network(observations[rows]).masked_fill(~masks[rows], -1e9)


for epoch in range(given.epochs):
    for rows in train[torch.randperm(len(train))].split(512):
        loss = nn.functional.cross_entropy(logits(rows), actions[rows])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    with torch.inference_mode():
        hits = torch.cat([logits(rows).argmax(1) == actions[rows] for rows in test.split(4096)])
    print(f"epoch {epoch + 1}: {hits.float().mean():.1%} of the teacher's moves in games that were kept apart")


def imitator(view: hidden_decks.View) -> int:
    """Choose the action that the teacher most probably would."""
    with torch.inference_mode():
        answers = network(torch.from_numpy(view.observation_tensor())).numpy()
    return int(np.where(view.legal_actions_mask(), answers, -np.inf).argmax())


agents = {"imitator": imitator, "teacher": given.teacher, "random": "random"}
print(hidden_decks.play_tournament(agents, games=given.games, game=game, seed=2).report)
