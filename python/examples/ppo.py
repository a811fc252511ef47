"""PPO in PyTorch on ``VectorEnv``, in the style of CleanRL: it learns Kuhn or Leduc poker by self-play.

Run ``pip install './python[recipes]'`` and ``python python/examples/ppo.py``. ``--minutes 0.1`` tries out the file.

It is an example of the interface: all seats learn, and OpenSpiel measures how far the policy is from an equilibrium. The last
policy of PPO does not converge to one, but circles around it. In games with long turns, compare positions instead of numbered
actions, as ``td_afterstates.py`` does.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import pyspiel
import torch
from open_spiel.python.algorithms import exploitability
from open_spiel.python.policy import tabular_policy_from_callable
from torch import nn

import hidden_decks
import hidden_decks.openspiel

STEPS, EPOCHS, ROWS = 64, 3, 2048  # decisions of a lane between updates, passes over them, rows of a step of Adam
DECAY, CLIP, ENTROPY = 0.95, 0.2, 0.03  # the lambda of advantages, the clipping of ratios, the weight of entropy


class Network(nn.Module):
    """Two layers that the policy and the value share."""

    def __init__(self, game: hidden_decks.Game, hidden: int = 64) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(game.observation_size, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.policy, self.value = nn.Linear(hidden, game.num_actions), nn.Linear(hidden, 1)
        nn.init.normal_(self.policy.weight, std=0.01)

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the logarithms of the probabilities of actions, and the expected points."""
        features = self.body(observations)
        logits = self.policy(features).masked_fill(~masks, -1e9)
        return logits.log_softmax(-1), self.value(features).squeeze(-1)

    def nash_conv(self, game: Any) -> float:
        """Return the points that both seats could gain by best responses to the policy; 0 at an equilibrium."""

        def chances(state: Any) -> dict[int, float]:
            view = state.position.view()
            with torch.inference_mode():
                logs, _ = self(torch.from_numpy(view.observation_tensor()), torch.from_numpy(view.legal_actions_mask()))
            return {action: float(logs[action].exp()) for action in view.legal_actions()}

        return float(exploitability.nash_conv(game, tabular_policy_from_callable(game, chances)))


def collect(env: hidden_decks.VectorEnv, network: Network) -> list[torch.Tensor]:
    """Play ``STEPS`` decisions in every lane: observations, masks, actions, their logarithms, advantages and returns."""
    columns: list[list[torch.Tensor]] = [[] for _ in range(8)]
    lanes = torch.arange(len(env))
    for _ in range(STEPS):
        observations, masks = torch.from_numpy(env.observations.copy()), torch.from_numpy(env.masks.copy())
        seats = torch.from_numpy(env.seats.copy())
        with torch.inference_mode():
            logs, values = network(observations, masks)
            actions = (logs - torch.empty_like(logs).exponential_().log_()).argmax(-1)
        env.step(actions.numpy())
        rewards, dones = torch.from_numpy(env.rewards.copy())[lanes, seats], torch.from_numpy(env.dones.copy())
        # What is good for the next seat is bad for this one, unless it is the same; after the end, nothing follows.
        signs = torch.where(torch.from_numpy(env.seats) == seats, 1.0, -1.0) * (~dones).float()
        row = observations, masks, actions, logs[lanes, actions], values, rewards, signs
        for column, value in zip(columns, row):
            column.append(value)
    with torch.inference_mode():
        _, following = network(torch.from_numpy(env.observations), torch.from_numpy(env.masks))
    advantage, advantages = torch.zeros(len(env)), []
    for value, reward, sign in zip(*(column[::-1] for column in columns[4:7]), strict=True):
        advantage = reward + sign * (following + DECAY * advantage) - value
        following = value
        advantages.append(advantage)
    gained = torch.cat(advantages[::-1])
    return [*(torch.cat(column) for column in columns[:4]), gained, gained + torch.cat(columns[4])]


def learn(network: Network, optimizer: torch.optim.Optimizer, rows: list[torch.Tensor]) -> None:
    """Pass over the rows with PPO's clipped objective."""
    rows[4] = (rows[4] - rows[4].mean()) / rows[4].std()
    for _ in range(EPOCHS):
        for part in torch.randperm(len(rows[0])).split(ROWS):
            observations, masks, actions, old, advantages, returns = (column[part] for column in rows)
            logs, values = network(observations, masks)
            ratio = (logs.gather(1, actions[:, None]).squeeze(1) - old).exp()
            gain = torch.minimum(ratio * advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * advantages).mean()
            entropy = -(logs.exp() * logs).sum(1).mean()
            loss = 0.5 * (values - returns).square().mean() - gain - ENTROPY * entropy
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


def main() -> None:
    """Learn, print the distance from an equilibrium, and save the network."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="leduc", choices=["kuhn", "leduc"])
    parser.add_argument("--minutes", type=float, default=10, help="processor time")
    parser.add_argument("--lanes", type=int, default=512)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="ppo.pt")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    torch.set_num_threads(1)
    game = hidden_decks.Game(given.game)
    env, network = hidden_decks.VectorEnv(game, given.lanes, seed=given.seed), Network(game)
    tree = pyspiel.load_game(f"hidden_decks_{given.game}")
    optimizer = torch.optim.Adam(network.parameters(), given.rate, eps=1e-5)
    print(f"NashConv {network.nash_conv(tree):.3f} before learning", flush=True)
    begin, tests, decisions, spent = time.process_time(), 0, 0, 0.0
    while spent < given.minutes:
        optimizer.param_groups[0]["lr"] = given.rate * (1 - spent / given.minutes)
        learn(network, optimizer, collect(env, network))
        decisions, spent = decisions + STEPS * given.lanes, (time.process_time() - begin) / 60
        if 10 * spent >= given.minutes * (tests + 1):
            tests += 1
            print(f"{spent:5.2f} min, {decisions / 1e6:5.1f} million decisions, NashConv {network.nash_conv(tree):.3f}", flush=True)
    torch.save(network.state_dict(), given.out)


if __name__ == "__main__":
    main()
