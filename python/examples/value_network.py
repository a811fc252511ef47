"""A network in PyTorch that learns the value of positions of Tongiaki from recorded games, for the built-in searches.

Run ``pip install './python[recipes]'`` and ``python python/examples/value_network.py``; ``--minutes 0.2 --games 20`` is a trial.
It writes the file that agents read: ``tournament match greedy:evaluation=value.safetensors greedy``.

The small built-in network plays and forecasts the games. Targets are those of TD(0.7): they mix the result with the forecasts of
later turns, because results alone have too much noise for thousands of rare inputs. After 40 minutes of one core and 116,000
games, ``greedy`` with the network took 58.9% (55.8 to 61.9) of 1,000 games from ``greedy``; one seed was tried.
"""

from __future__ import annotations

import argparse
import collections
import itertools
import json
import time
from collections.abc import Callable

import numpy as np
import torch
from safetensors.torch import save_file
from torch import nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from hidden_decks import Agent, Game, match, play_tournament
from hidden_decks.runs import Run

DECAY, PASSES, ROWS, RATE, AVERAGE = 0.7, 3, 512, 1e-3, 0.999  # TD's lambda, passes, rows and size of a step, decay of the mean
SEARCH, EXPLORATION = "greedy:samples=2:nodes=100:evaluation=net", 0.02  # in the games to learn from: share of random actions
RECENT, WIDTH = 8, 128  # the rounds of games that are learned, places for the sparse inputs of a seat
UNITS, MOST_PLAYERS = 512, 6  # of the network file: units in a sparse weight of 1, heads


class Network(nn.Module):
    """The value of a seat: a rectified layer over its inputs, its rival's and the table's, and a linear part."""

    def __init__(self, game: Game, hidden: int = 64) -> None:
        super().__init__()
        self.names = [[block.name for block in game.input_blocks if block.shape == shape] for shape in ((2,), (1,))]
        self.groups = {block.name: block.shape[0] for block in game.sparse_input_blocks}
        self.seats, table = map(len, self.names)
        self.own, self.rival = nn.Linear(self.seats, hidden, bias=False), nn.Linear(self.seats, hidden, bias=False)
        self.table, self.bias = nn.Linear(table, hidden, bias=False), nn.Parameter(torch.zeros(hidden))
        self.out, self.skip = nn.Linear(hidden, 1, bias=False), nn.Linear(self.seats, 1, bias=False)
        # A row for each sparse input: its weights in the hidden units, and in the linear part.
        self.sparse = nn.EmbeddingBag(sum(self.groups.values()), hidden + 1, mode="sum", sparse=True)
        for part in (self.skip, self.sparse):
            nn.init.zeros_(part.weight)
        self.register_buffer("scale", torch.ones(self.seats + table))

    def measure(self, inputs: torch.Tensor) -> None:
        """Choose the factors that give all dense inputs a similar spread."""
        seats, table = inputs[:, : 2 * self.seats].unflatten(1, (-1, 2)), inputs[:, 2 * self.seats :]
        self.scale.copy_(1 / (torch.cat([seats.std((0, 2)), table.std(0)]) + 0.1))

    def forward(self, dense: torch.Tensor, sparse: torch.Tensor) -> torch.Tensor:
        """Return the odds of the first seat of two as logarithms. Places without a sparse input contain -1."""
        seats = dense[:, : 2 * self.seats].unflatten(1, (-1, 2)) * self.scale[: self.seats, None]
        common = self.table(dense[:, 2 * self.seats :] * self.scale[self.seats :]) + self.bias
        counts = (sparse >= 0).sum(2).flatten()
        of_sparse = self.sparse(sparse[sparse >= 0].int(), (counts.cumsum(0) - counts).int()).unflatten(0, (-1, 2))
        values = []
        for own, rival, rows in zip(seats.unbind(2), seats.unbind(2)[::-1], of_sparse.unbind(1), strict=True):
            units = torch.relu(self.own(own) + self.rival(rival) + common + rows[:, :-1])
            values.append(self.out(units) + self.skip(own) + rows[:, -1:])
        return (values[0] - values[1]).squeeze(1)

    def write(self, path: str) -> None:
        """Write the file that ``evaluation=`` reads: tensors in the format safetensors, whose metadata names the inputs."""
        arrays = {"own": self.own.weight, "rival": self.rival.weight, "others": self.rival.weight, "table": self.table.weight}
        for players in range(2, MOST_PLAYERS + 1):
            arrays |= {f"bias.{players}": self.bias, f"out.{players}": self.out.weight[0], f"skip.{players}": self.skip.weight[0]}
        arrays["scale"] = torch.cat([self.scale, torch.ones(len(self.groups))])
        units, linear = (self.sparse.weight * UNITS).round().short().split([len(self.bias), 1], 1)
        arrays |= {"sparse": units, "sparse.skip": linear.squeeze(1)}
        groups = [f"{name}:{size}" for name, size in self.groups.items()]
        names = {"seat_inputs": self.names[0], "table_inputs": self.names[1], "sparse_inputs": groups}
        network = json.dumps(names | {"made_by": "value_network.py"})
        save_file({name: array.detach().clone() for name, array in arrays.items()}, path, {"network": network})


def explorer(game: Game) -> Callable[..., int]:
    """Return an agent that sometimes plays at random, so that the network sees bad positions, too."""
    agent = Agent(SEARCH, game, seed=1)
    return lambda view, rng: rng.choice(view.legal_actions()) if rng.random() < EXPLORATION else agent.act(view)


def positions(run: Run) -> tuple[torch.Tensor, ...]:
    """Return dense inputs, sparse inputs and targets of the positions between turns, for the first seat."""
    forecasts = run.table("forecasts").query("seat == 0").groupby("game").win_share
    rows: list[tuple[np.ndarray, np.ndarray, float]] = []
    for (_, later), states in zip(forecasts, run.games(), strict=True):
        begins = states[:1] + [after for before, after in zip(states, states[1:]) if after.turns_played() > before.turns_played()]
        value = target = states[-1].outcome()["win_shares"][0]
        for state, forecast in zip(begins[-2::-1], later.iloc[::-1], strict=True):
            target, value = (1 - DECAY) * value + DECAY * target, forecast
            (dense, own), (_, rival) = state.inputs(0), state.inputs(1)
            sparse = np.full((2, WIDTH), -1, np.int16)
            sparse[0, : len(own)], sparse[1, : len(rival)] = own, rival
            rows.append((dense, sparse, target))
    all_dense, all_sparse, targets = zip(*rows, strict=True)
    return torch.from_numpy(np.stack(all_dense)), torch.from_numpy(np.stack(all_sparse)), torch.tensor(targets)


def main() -> None:
    """Play and learn in turns, write the network, and test it inside two searches."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60, help="processor time for playing and learning")
    parser.add_argument("--round", type=int, default=2000, help="games between passes")
    parser.add_argument("--games", type=int, default=1000, help="the most games of each match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="value.safetensors")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    network = Network(game := Game("tongiaki", players=2))
    # Rare inputs change only with positions that have them: dense steps would continue for long.
    dense = [parameter for name, parameter in network.named_parameters() if not name.startswith("sparse")]
    optimizers = [torch.optim.Adam(dense, RATE), torch.optim.SparseAdam(network.sparse.parameters(), RATE)]
    average = AveragedModel(network, multi_avg_fn=get_ema_multi_avg_fn(AVERAGE), use_buffers=True)
    begin, spent, recent = time.process_time(), 0.0, collections.deque[tuple[torch.Tensor, ...]](maxlen=RECENT)
    for number in itertools.count():
        run = play_tournament([explorer(game)], games=given.round, game=game, records=True, forecasts=True, seed=given.seed + number)
        recent.append(positions(run))
        inputs, sparse, targets = map(torch.cat, zip(*recent, strict=True))
        if number == 0:
            network.measure(inputs)
        for rows in torch.randperm(len(inputs))[: PASSES * len(recent[-1][0])].split(ROWS):
            loss = nn.functional.binary_cross_entropy_with_logits(network(inputs[rows], sparse[rows]), targets[rows])
            network.zero_grad()
            loss.backward()
            for optimizer in optimizers:
                optimizer.step()
            average.update_parameters(network)
        average.module.write(given.out)
        spent = (time.process_time() - begin) / 60
        print(f"{spent:5.1f} min, {(number + 1) * given.round:,} games, loss {loss.item():.3f}", flush=True)
        if spent >= given.minutes:
            break
        for optimizer in optimizers:
            optimizer.param_groups[0]["lr"] = RATE * max(0.01, 1 - spent / given.minutes)
    for search in ("greedy", "expectimax"):
        players = f"network={search}:evaluation={given.out}", f"tuned={search}:evaluation=linear"
        print(match(*players, game=game, games=given.games, effect=0.05, seed=2**32).report)


if __name__ == "__main__":
    main()
