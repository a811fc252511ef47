"""PettingZoo's own suites.

Its ``max_cycles_test`` asks for a parallel interface, in which all agents act at once and any action may
be played. Our games are sequential, so a test of our own checks ``max_cycles``.
"""

from __future__ import annotations

import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, render_test, seed_test

from hidden_decks import Game, IllegalActionError
from hidden_decks.pettingzoo import env, raw_env


@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
def test_the_api_is_kept(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(env(game), num_cycles=400)
    api_test(raw_env(game), num_cycles=400)
    assert "Passed" in capsys.readouterr().out


def test_seeds_decide_games(game: Game) -> None:
    seed_test(lambda: env(game), num_cycles=200)


def test_boards_are_rendered(game: Game) -> None:
    render_test(lambda render_mode=None: env(game, render_mode=render_mode))


def test_long_games_are_truncated() -> None:
    environment = env("tongiaki", players=3, max_cycles=7)
    environment.reset(seed=1)
    steps = 0
    for agent in environment.agent_iter():
        observation, _, terminated, truncated, _ = environment.last()
        assert not terminated
        if truncated:
            environment.step(None)
            continue
        environment.action_space(agent).seed(steps)
        environment.step(environment.action_space(agent).sample(observation["action_mask"]))
        steps += 1
    assert steps == 7


def test_rewards_come_at_the_end_and_to_all() -> None:
    environment = raw_env("leduc", returns="points")
    for seed in range(30):
        environment.reset(seed=seed)
        totals = dict.fromkeys(environment.possible_agents, 0.0)
        for agent in environment.agent_iter():
            observation, reward, terminated, _, _ = environment.last()
            totals[agent] += reward
            environment.action_space(agent).seed(seed)
            mask = observation["action_mask"]
            environment.step(None if terminated else environment.action_space(agent).sample(mask))
        assert sum(totals.values()) == 0 and 0 <= max(totals.values()) <= 13


def test_illegal_actions_are_refused() -> None:
    environment = raw_env("leduc")
    environment.reset(seed=1)
    with pytest.raises(IllegalActionError):
        environment.step(0)


def test_unknown_render_modes_are_refused() -> None:
    with pytest.raises(ValueError, match="no render mode 'rgb_array'"):
        env("kuhn", render_mode="rgb_array")
