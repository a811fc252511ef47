"""OpenSpiel's own suite and algorithms, against known values."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import policy
from open_spiel.python.algorithms import (
    cfr,
    expected_game_score,
    exploitability,
    external_sampling_mccfr,
    ismcts,
    mcts,
)

import hidden_decks.openspiel  # noqa: F401

NAMES = [
    "hidden_decks_tongiaki(players=3,rules=edition:hungarian;turn-limit:30)",
    "hidden_decks_wongar(players=3)",
    "hidden_decks_kuhn",
    "hidden_decks_leduc",
]


@pytest.mark.parametrize("name", NAMES)
def test_random_simulations_pass(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_random_simulations_pass_with_serialization(name: str) -> None:
    game = pyspiel.load_game(f"hidden_decks_{name}")
    pyspiel.random_sim_test(game, num_sims=20, serialize=True, verbose=False)


def test_rules_reach_the_table() -> None:
    game = pyspiel.load_game(NAMES[0])
    assert game.table.rules == {"edition": "hungarian", "turn-limit": 30}
    assert game.num_players() == 3 and game.num_distinct_actions() == 586


@pytest.mark.parametrize(("name", "due"), [("kuhn", 11 / 12), ("leduc", 4.747222222)])
def test_random_play_is_as_exploitable_as_known(name: str, due: float) -> None:
    game = pyspiel.load_game(f"hidden_decks_{name}")
    uniform = policy.UniformRandomPolicy(game)
    assert exploitability.nash_conv(game, uniform) == pytest.approx(due, abs=1e-8)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("kuhn", "kuhn_poker"),
        ("leduc", "leduc_poker"),
    ],
)
def test_cfr_goes_the_way_that_it_goes_on_openspiels_own_games(ours: str, theirs: str) -> None:
    def converge(name: str) -> list[float]:
        game = pyspiel.load_game(name)
        solver = cfr.CFRSolver(game)
        found = []
        for _ in range(3):
            for _ in range(2):
                solver.evaluate_and_update_policy()
            found.append(exploitability.nash_conv(game, solver.average_policy()))
        return found

    assert converge(f"hidden_decks_{ours}") == pytest.approx(converge(theirs), abs=1e-6)


def test_cfr_solves_kuhn_poker() -> None:
    game = pyspiel.load_game("hidden_decks_kuhn")
    solver = cfr.CFRSolver(game)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    assert exploitability.nash_conv(game, average) < 0.01
    value = expected_game_score.policy_value(game.new_initial_state(), [average] * 2)[0]
    assert value == pytest.approx(-1 / 18, abs=1e-3)


def test_external_sampling_solves_kuhn_poker() -> None:
    np.random.seed(1)
    game = pyspiel.load_game("hidden_decks_kuhn")
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(1500):
        solver.iteration()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.08


def test_external_sampling_learns_leduc() -> None:
    np.random.seed(1)
    game = pyspiel.load_game("hidden_decks_leduc")
    solver = external_sampling_mccfr.ExternalSamplingSolver(game)
    for _ in range(600):
        solver.iteration()
    # Random play begins at 4.75.
    assert exploitability.nash_conv(game, solver.average_policy()) < 3.2


def _bot(game: Any, simulations: int) -> ismcts.ISMCTSBot:
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    return ismcts.ISMCTSBot(
        game, evaluator=evaluator, uct_c=8.0, max_simulations=simulations, random_state=rng
    )


def test_ismcts_never_folds_a_king_in_kuhn_poker() -> None:
    game = pyspiel.load_game("hidden_decks_kuhn")
    bot = _bot(game, 100)
    for outcome in range(6):
        state = game.new_initial_state()
        state.apply_action(outcome)
        hands = state.position.view(1).describe()["hand"]
        state.apply_action(1)
        if hands == "K":
            assert bot.step(state) == 1
        elif hands == "J":
            assert bot.step(state) == 0


def test_ismcts_plays_a_game_of_wongar() -> None:
    game = pyspiel.load_game("hidden_decks_wongar")
    bot = _bot(game, 3)
    state = game.new_initial_state()
    rng = np.random.RandomState(2)
    decisions = 0
    while decisions < 12:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choice(outcomes, p=chances))
        else:
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
            decisions += 1


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_tensors_are_those_of_the_views(name: str) -> None:
    game = pyspiel.load_game(f"hidden_decks_{name}")
    state = game.new_initial_state()
    state.apply_action(3)
    observer = game.make_py_observer()
    for player in range(2):
        observer.set_from(state, player)
        assert observer.dict["seat"].tolist() == [player == 0, player == 1]
        assert observer.string_from(state, player) == state.information_state_string(player)
        assert np.array_equal(observer.tensor, state.position.observation_tensor(player))
