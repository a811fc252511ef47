"""A network in PyTorch that learns by self-play how good positions are, and plays the best of many ways to finish its turn.

Run ``pip install './python[recipes]'`` and ``python python/examples/td_afterstates.py``; ``--minutes 0.2 --games 20`` is a trial.

It compares the positions that follow actions (*afterstates*) and learns by TD(0.8) (Tesauro: *TD-Gammon*, 1995). After 20 minutes of
one core, it took 59.0% (55.9 to 62.0) of 1,000 games from ``greedy:samples=1:nodes=40``; one seed was tried. A better network wins
more: the one of ``evaluation=net`` took 75.5% (69.0 to 81.0) of 200 games in its place.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import torch
from torch import nn

from hidden_decks import Afterstates, Game, VectorEnv, View, play_tournament

Array: TypeAlias = np.ndarray[Any, Any]
DECAY, EPOCHS, ROWS, TESTS = 0.8, 2, 512, 5  # TD's lambda, passes over a batch, rows of a step, points of the learning curve
LANES, WAYS, EXPLORATION = 256, 16, 0.02  # in self-play: games at once, ways to finish a turn, the share of random actions


class Network(nn.Module):
    """Estimates the share of the win of every seat from the inputs of a position: a value for each seat, and a softmax."""

    def __init__(self, game: Game, hidden: int = 64) -> None:
        super().__init__()
        self.players = game.num_players
        self.of_seats = sum(block.shape[0] for block in game.input_blocks if block.shape[0] > 1)
        self.body = nn.Sequential(nn.Linear(game.input_size, hidden), nn.ReLU(), nn.Linear(hidden, 1))
        self.linear = nn.Linear(game.input_size, 1, bias=False)
        self.register_buffer("scale", torch.ones(game.input_size))

    def forward(self, inputs: torch.Tensor) -> torch.Tensor:
        """Return the logarithms of the shares, the observer's first, then in turn order."""
        seats, table = (inputs * self.scale).split([self.of_seats, inputs.shape[1] - self.of_seats], 1)
        seats = seats.unflatten(1, (-1, self.players))
        views = [torch.cat([seats.roll(-seat, 2).flatten(1), table], 1) for seat in range(self.players)]
        return torch.cat([self.body(view) + self.linear(view) for view in views], 1).log_softmax(1)

    def shares(self, inputs: Array) -> Array:
        """Return the shares of the win as an array."""
        with torch.inference_mode():
            return self(torch.from_numpy(inputs)).exp().numpy()


def best(network: Network, after: Afterstates) -> Array:
    """Return the best action of each lane: chance is not ours to choose, so the mean of an action's best quarter counts."""
    values = np.where(np.isnan(after.returns), network.shares(after.positions)[:, 0], after.returns)
    lanes = np.repeat(np.arange(len(after.offsets) - 1), np.diff(after.offsets))
    order = np.lexsort((-values, after.actions, lanes))
    lanes, actions, sums = lanes[order], after.actions[order], np.append(0, values[order].cumsum())
    first = np.flatnonzero(np.append(True, (np.diff(lanes) != 0) | (np.diff(actions) != 0)))
    quarter = (np.diff(first, append=len(order)) + 3) // 4
    means = (sums[first + quarter] - sums[first]) / quarter
    ranked = np.lexsort((means, lanes[first]))
    last = np.searchsorted(lanes[first][ranked], np.arange(len(after.offsets) - 1), side="right") - 1
    return actions[first][ranked[last]]


def player(network: Network, ways: int) -> Callable[[View], int]:
    """Return an agent that plays the first action of the best turn."""
    rng = np.random.default_rng(1)
    return lambda view: int(best(network, view.finish_turn(rng, ways, of="inputs"))[0])


class SelfPlay:
    """Games of the network against itself, and the positions of those that have ended."""

    def __init__(self, network: Network, game: Game, seed: int) -> None:
        self.network, self.env, self.rng = network, VectorEnv(game, LANES, seed=seed), np.random.default_rng(seed)
        self.lanes, self.games = [[] for _ in range(LANES)], 0

    def batch(self, rows: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Play until games with this many positions have ended: their inputs, and the shares of the win to learn."""
        env, inputs, targets, count = self.env, [], [], 0
        while count < rows:
            for lane, view in zip(self.lanes, env.views(), strict=True):
                if not lane or lane[-1][1] != view.seat:
                    lane.append((view.determinize(self.rng).inputs(view.seat)[0], view.seat))
            actions = best(self.network, env.finish_turn(self.rng, WAYS, of="inputs"))
            env.step(np.where(self.rng.random(LANES) < EXPLORATION, env.sample_actions(), actions))
            for number in np.flatnonzero(env.dones):
                positions, seats = zip(*self.lanes[number], strict=True)
                inputs.append(np.stack(positions))
                targets.append(self.learned(inputs[-1], np.array(seats), env.rewards[number]))
                self.lanes[number], self.games, count = [], self.games + 1, count + len(seats)
        return torch.from_numpy(np.concatenate(inputs)), torch.from_numpy(np.concatenate(targets))

    def learned(self, inputs: Array, seats: Array, result: Array) -> Array:
        """Return what TD learns for the positions of a game: a mean of the result and of later values, the observer first."""
        order = (np.arange(len(result)) + seats[:, None]) % len(result)  # the seats in the order of each row
        values, targets = np.empty((2, *order.shape), np.float32)
        np.put_along_axis(values, order, self.network.shares(inputs), 1)
        targets[-1] = result
        for at in range(len(seats) - 2, -1, -1):
            targets[at] = (1 - DECAY) * values[at + 1] + DECAY * targets[at + 1]
        return np.take_along_axis(targets, order, 1)


def win_share(network: Network, given: argparse.Namespace, games: int, seed: int) -> str:
    """Play the opponent on unseen decks: the share of the win with its 95% interval."""
    agents = {"td": player(network, given.ways), "opponent": given.opponent}
    row = play_tournament(agents, games=games, game=given.game, seed=2**32 + seed).summary().iloc[0]
    return f"{row.win_share:.1%} ({row.ci_low:.1%} to {row.ci_high:.1%}) of {games} games against {given.opponent}"


def main() -> None:
    """Learn, print the learning curve, save the network, and play the final games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="tongiaki", choices=["tongiaki", "wongar"])
    parser.add_argument("--opponent", default="greedy:samples=1:nodes=40")
    parser.add_argument("--minutes", type=float, default=20, help="processor time for learning")
    parser.add_argument("--games", type=int, default=1000, help="games of the last test; the others have a fifth of them")
    parser.add_argument("--ways", type=int, default=128, help="ways to finish a turn that a decision compares in tests")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="td.pt")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    game = Game(given.game, returns="win_share")
    network = Network(game)
    play, optimizer = SelfPlay(network, game, given.seed), torch.optim.Adam(network.parameters(), 1e-3)
    network.scale.copy_(1 / (play.batch(4096)[0].std(0) + 0.1))
    spent, tests = 0.0, 0
    while tests < TESTS:
        begin = time.process_time()
        optimizer.param_groups[0]["lr"] = 1e-3 * max(0.05, 1 - spent / given.minutes)
        inputs, shares = play.batch(4096)
        for _ in range(EPOCHS):
            for rows in torch.randperm(len(inputs)).split(ROWS):
                loss = -(shares[rows] * network(inputs[rows])).sum(1).mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        spent += (time.process_time() - begin) / 60
        if spent * TESTS >= given.minutes * (tests + 1):
            tests += 1
            games = given.games if tests == TESTS else given.games // 5
            print(f"{spent:5.1f} min, {play.games:,} games: {win_share(network, given, games, given.seed + tests)}", flush=True)
            torch.save(network.state_dict(), given.out)


if __name__ == "__main__":
    main()
