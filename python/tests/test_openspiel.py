"""OpenSpiel's own suite and algorithms, against known values."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
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

from hidden_decks.openspiel import nash_conv, sampled_policy, write_policy

SOLUTIONS = Path(__file__).parents[2] / "engine/games/poker/src"

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


def _read(file: Path, game: Any) -> policy.TabularPolicy:
    rows = [json.loads(line) for line in file.read_text().splitlines()[1:]]
    chances = {json.dumps(row["view"], sort_keys=True): dict(zip(row["moves"], row["probabilities"])) for row in rows}
    table = policy.TabularPolicy(game)
    assert len(table.states) == len(chances)
    for state, row in zip(table.states, table.action_probability_array, strict=True):
        view = state.position.view(state.current_player()).describe()
        for move, chance in chances[json.dumps(view, sort_keys=True)].items():
            row[game.table.string_to_action(move)] = chance
    return table


def _value(game: Any, solution: Any) -> float:
    players = [solution] * game.num_players()
    return float(expected_game_score.policy_value(game.new_initial_state(), players)[0])


@pytest.mark.parametrize(
    ("file", "name", "value"),
    [
        ("kuhn/data/policy-2.jsonl", "kuhn", -1 / 18),
        ("kuhn/data/policy-3.jsonl", "kuhn(players=3)", None),
        ("leduc/data/policy.jsonl", "leduc", -0.0856),
    ],
)
def test_the_solutions_of_the_games_are_equilibria(file: str, name: str, value: float | None) -> None:
    game = pyspiel.load_game(f"hidden_decks_{name}")
    solution = _read(SOLUTIONS / file, game)
    assert exploitability.nash_conv(game, solution) < 2e-5
    assert value is None or _value(game, solution) == pytest.approx(value, abs=2e-5)


@pytest.mark.parametrize(
    ("name", "rounds", "file", "bound"),
    [("kuhn", 300, "kuhn/data/policy-2.jsonl", 0.01), ("leduc", 15, "leduc/data/policy.jsonl", 1.0)],
)
def test_cfr_plus_approaches_the_solutions(name: str, rounds: int, file: str, bound: float, tmp_path: Path) -> None:
    game = pyspiel.load_game(f"hidden_decks_{name}")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    distance = exploitability.nash_conv(game, average)
    assert distance < bound
    # No player can do better against its strategy than by NashConv.
    assert abs(_value(game, average) - _value(game, _read(SOLUTIONS / file, game))) <= distance
    write_policy(average, tmp_path / "policy.jsonl")
    again = _read(tmp_path / "policy.jsonl", game)
    assert np.array_equal(again.action_probability_array, average.action_probability_array)
    assert sampled_policy(f"table:file={tmp_path}/policy.jsonl", game, samples=1) is not None


def test_nash_conv_of_samples_is_near_the_exact_one() -> None:
    game = pyspiel.load_game("hidden_decks_kuhn")
    # The standard error is about 0.03, and a best response adds as much to the exact 11/12.
    assert nash_conv("random", game, samples=400) == pytest.approx(11 / 12, abs=0.15)
    assert nash_conv("ismcts:iterations=100", game, samples=40) == pytest.approx(1 / 3, abs=0.06)
    assert nash_conv("random", game, samples=20) == nash_conv("random", game, samples=20)


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
