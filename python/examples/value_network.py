"""A network in PyTorch that learns the value of positions from recorded games, for the built-in searches to play with.

Run ``pip install './python[recipes]'`` and ``python python/examples/value_network.py``; ``--minutes 0.2 --games 20`` is a trial.
It writes the file that agents read: ``tournament match greedy:evaluation=value.safetensors greedy``.
"""

from __future__ import annotations

import argparse
import collections
import itertools
import json
import struct
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import torch
from torch import nn

from hidden_decks import Agent, Game, match, play_tournament
from hidden_decks.runs import Run

DECAY, EPOCHS, ROWS = 0.8, 2, 512  # the lambda of TD, passes over the recent games, rows of a step of Adam
EXPLORATION, SEARCH = 0.03, "greedy:nodes=100"  # in the games to learn from: the share of random actions, the search
RECENT, MOST_PLAYERS = 10, 6  # the rounds of games that are learned, the heads of a network file
Games: TypeAlias = list[tuple[torch.Tensor, float]]  # of each game, the inputs of its positions and the first seat's share of the win


class Network(nn.Module):
    """The value of a seat: a rectified layer over the inputs of the seat, of its rival and of the table, and a linear part."""

    def __init__(self, game: Game, hidden: int = 64) -> None:
        super().__init__()
        self.names = [[block.name for block in game.input_blocks if block.shape == shape] for shape in ((2,), (1,))]
        self.seats, table = map(len, self.names)
        self.own, self.rival = nn.Linear(self.seats, hidden, bias=False), nn.Linear(self.seats, hidden, bias=False)
        self.table, self.bias = nn.Linear(table, hidden, bias=False), nn.Parameter(torch.zeros(hidden))
        self.out, self.skip = nn.Linear(hidden, 1, bias=False), nn.Linear(self.seats, 1, bias=False)
        nn.init.zeros_(self.skip.weight)
        self.register_buffer("scale", torch.ones(self.seats + table))

    def measure(self, inputs: torch.Tensor) -> None:
        """Choose the factors that give all inputs a similar spread."""
        seats, table = inputs[:, : 2 * self.seats].unflatten(1, (-1, 2)), inputs[:, 2 * self.seats :]
        self.scale.copy_(1 / (torch.cat([seats.std((0, 2)), table.std(0)]) + 0.1))

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return the odds of the first seat of two as logarithms."""
        seats = inputs[:, : 2 * self.seats].unflatten(1, (-1, 2)) * self.scale[: self.seats, None]
        common = self.table(inputs[:, 2 * self.seats :] * self.scale[self.seats :]) + self.bias
        values = [
            self.out(torch.relu(self.own(own) + self.rival(rival) + common)) + self.skip(own)
            for own, rival in (seats.unbind(2), seats.unbind(2)[::-1])
        ]
        return (values[0] - values[1]).squeeze(1)

    def write(self, path: str) -> None:
        """Write the file that ``evaluation=`` reads: tensors in the format safetensors, whose metadata names the inputs."""
        arrays = {"own": self.own.weight, "rival": self.rival.weight, "others": self.rival.weight, "table": self.table.weight}
        for players in range(2, MOST_PLAYERS + 1):
            arrays |= {f"bias.{players}": self.bias, f"out.{players}": self.out.weight[0], f"skip.{players}": self.skip.weight[0]}
        arrays["scale"] = self.scale
        network = json.dumps({"seat_inputs": self.names[0], "table_inputs": self.names[1], "made_by": "value_network.py"})
        header: dict[str, Any] = {"__metadata__": {"network": network}}
        data = b""
        for name, tensor in arrays.items():
            values = tensor.detach().numpy().astype("<f4")
            header[name] = {"dtype": "F32", "shape": values.shape, "data_offsets": [len(data), len(data) + values.nbytes]}
            data += values.tobytes()
        text = json.dumps(header).encode()
        Path(path).write_bytes(struct.pack("<Q", len(text)) + text + data)


def explorer(spec: str, game: Game) -> Callable[..., int]:
    """Return an agent that sometimes plays at random, so that the network sees bad positions, too."""
    agent = Agent(spec, game, seed=1)

    return lambda view, rng: rng.choice(view.legal_actions()) if rng.random() < EXPLORATION else agent.act(view)


def positions(run: Run) -> Games:
    """Return the positions between turns of the recorded games, as the first seat sees them."""
    games = []
    for states in run.games():
        turns = [after.turns_played() > before.turns_played() for before, after in zip(states, states[1:])]
        inputs = [states[0].inputs(0)[0]] + [state.inputs(0)[0] for state, ends in zip(states[1:], turns) if ends]
        games.append((torch.from_numpy(np.stack(inputs)), states[-1].outcome()["win_shares"][0]))
    return games


def learn(network: Network, optimizer: torch.optim.Optimizer, games: Games) -> float:
    """Pass over the games with TD targets: means of the result and of the values of later positions."""
    inputs = torch.cat([game for game, _ in games])
    for _ in range(EPOCHS):
        with torch.inference_mode():
            values = network(inputs).sigmoid().split([len(game) for game, _ in games])
        targets = []
        for value, (_, result) in zip(values, games, strict=True):
            later = [result]
            for of_next in reversed(value[1:].tolist()):
                later.append((1 - DECAY) * of_next + DECAY * later[-1])
            targets += later[::-1]
        goal = torch.tensor(targets, dtype=torch.float32)
        for rows in torch.randperm(len(inputs)).split(ROWS):
            loss = nn.functional.binary_cross_entropy_with_logits(network(inputs[rows]), goal[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    return loss.item()


def main() -> None:
    """Play and learn in turns, write the network, and test it inside two searches."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="tongiaki", choices=["tongiaki", "wongar"])
    parser.add_argument("--minutes", type=float, default=60, help="processor time for playing and learning")
    parser.add_argument("--round", type=int, default=500, help="games between updates of the network that plays")
    parser.add_argument("--games", type=int, default=1000, help="the most games of each match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="value.safetensors")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    network = Network(game := Game(given.game, players=2))
    optimizer = torch.optim.Adam(network.parameters(), 1e-3)
    begin, recent = time.process_time(), collections.deque[Games](maxlen=RECENT)
    for number in itertools.count():
        # The tuned weights play the first games. Their positions alone teach little, so the network plays from then on.
        player = explorer(f"{SEARCH}:evaluation={given.out}" if number else SEARCH, game)
        run = play_tournament([player], games=given.round, game=game, records=True, seed=given.seed + number)
        recent.append(positions(run))
        if number == 0:
            network.measure(torch.cat([inputs for inputs, _ in recent[0]]))
        loss = learn(network, optimizer, list(itertools.chain(*recent)))
        network.write(given.out)
        spent = (time.process_time() - begin) / 60
        print(f"{spent:5.1f} min, {(number + 1) * given.round:,} games, loss {loss:.3f}", flush=True)
        if spent >= given.minutes:
            break
        optimizer.param_groups[0]["lr"] = 1e-3 * max(0.05, 1 - spent / given.minutes)
    for search in ("greedy", "expectimax"):
        players = f"network={search}:evaluation={given.out}", f"tuned={search}"
        print(match(*players, game=game, games=given.games, effect=0.05, seed=2**32).report)


if __name__ == "__main__":
    main()
