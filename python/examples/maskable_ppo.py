"""MaskablePPO of sb3-contrib learns Leduc hold'em against a built-in agent.

Run ``pip install './python[recipes]'`` and ``python python/examples/maskable_ppo.py``.
"""

from __future__ import annotations

import argparse

import gymnasium
import torch
from sb3_contrib import MaskablePPO

import hidden_decks
import hidden_decks.gymnasium

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--game", default="leduc")
parser.add_argument("--opponent", default="mcts:iterations=100")
parser.add_argument("--steps", type=int, default=100_000)
parser.add_argument("--games", type=int, default=1000, help="games of the tournament")
given = parser.parse_args()

torch.set_num_threads(1)
env = gymnasium.make(f"hidden_decks/{given.game}-v0", opponents=[given.opponent], returns="margin")
model = MaskablePPO("MlpPolicy", env, n_steps=1024, ent_coef=0.01, gamma=1.0, seed=1)
model.learn(given.steps)
model.save("maskable_ppo.zip")


def ppo(view: hidden_decks.View) -> int:
    """Draw an action from the policy."""
    action, _ = model.predict(view.observation_tensor(), action_masks=view.legal_actions_mask())
    return int(action)


run = hidden_decks.play_tournament([ppo, given.opponent, "random"], games=given.games, game=given.game, seed=2)
print(run.report)
