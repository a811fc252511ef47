"""Tests of bad input: it raises a Python exception with a message of one sentence, and changes no state."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hidden_decks import (
    Agent,
    AgentError,
    Game,
    HiddenDecksError,
    IllegalActionError,
    VectorEnv,
    load,
    play_tournament,
)


def kuhn() -> Any:
    return load("kuhn", seed=1)


def batch() -> Any:
    return VectorEnv(Game("kuhn"), 2)


CASES: list[tuple[Callable[[], Any], type[Exception], str]] = [
    (lambda: load("go"), HiddenDecksError, "there is no game 'go': choose tongiaki, wongar"),
    (lambda: load("tongiaki", players=9), HiddenDecksError, "tongiaki is for 2 to 6 players, not 9"),
    (lambda: load("tongiaki", rules={"x": 1}), HiddenDecksError, "tongiaki has no rule 'x'"),
    (lambda: load("tongiaki", rules={"turn-limit": 0}), HiddenDecksError, "turn-limit must be"),
    (lambda: load("tongiaki", rules={"edition": "b"}), HiddenDecksError, "no edition 'b'"),
    (lambda: load("wongar", rules={"board": "x"}), HiddenDecksError, "line 1"),
    (lambda: Game("kuhn", returns="cents"), HiddenDecksError, "returns is 'points', 'win_share'"),
    (lambda: load("kuhn", seed="a"), TypeError, "rng must be an int"),  # type: ignore[arg-type]
    (lambda: load("kuhn", seed=-1), HiddenDecksError, "a seed is from 0 to 2**64 - 1, not -1"),
    (lambda: kuhn().apply(2), IllegalActionError, "no action 2: kuhn has actions 0 to 1"),
    (lambda: kuhn().apply(-1), IllegalActionError, "no action -1"),
    (lambda: kuhn().apply(10**30), TypeError, "action: expected an int below 2"),
    (lambda: kuhn().apply(None), TypeError, "action: expected an int below"),
    (lambda: kuhn().apply("jump"), IllegalActionError, "'jump' is not an action of kuhn: no move begins with 'jump'"),
    (lambda: load("leduc", seed=1).apply("fold"), IllegalActionError, "('fold') is not legal here"),
    (lambda: load("kuhn").apply(0), IllegalActionError, "chance acts here"),
    (lambda: load("kuhn").step(0), IllegalActionError, "chance acts here"),
    (lambda: load("kuhn").apply_chance(6), HiddenDecksError, "no outcome 6 here"),
    (lambda: load("kuhn").apply_chance(-1), HiddenDecksError, "no outcome -1 here"),
    (lambda: load("kuhn").chance_to_string(6), HiddenDecksError, "no outcome 6 here"),
    (lambda: load("kuhn").view(), HiddenDecksError, "no seat decides here"),
    (lambda: kuhn().apply_chance(0), HiddenDecksError, "chance does not act here"),
    (lambda: kuhn().view(2), HiddenDecksError, "no seat 2: seats go from 0 to 1"),
    (lambda: kuhn().determinize(-1, 1), HiddenDecksError, "no seat -1"),
    (lambda: kuhn().observation_tensor(out=np.zeros(11)), HiddenDecksError, "not one of float64"),
    (
        lambda: kuhn().observation_tensor(out=np.zeros(3, np.float32)),
        HiddenDecksError,
        "float32 with shape (11,), not one of float32 with shape (3,)",
    ),
    (
        lambda: kuhn().observation_tensor(out=np.zeros(22, np.float32)[::2]),
        HiddenDecksError,
        "C-contiguous",
    ),
    (lambda: kuhn().legal_actions_mask(out=np.zeros(2, np.int8)), HiddenDecksError, "of bool"),
    (lambda: Game("kuhn").action_to_string(2), IllegalActionError, "no action 2"),
    (lambda: Agent("gready", Game("wongar")), AgentError, "did you mean 'greedy'?"),
    (lambda: Agent("mcts:x=1", Game("wongar")), AgentError, "has no parameter 'x'"),
    (lambda: Agent("random,random", Game("kuhn")), AgentError, "names several agents"),
    (lambda: Agent("greedy", Game("kuhn")), AgentError, "this game defines none"),
    (lambda: Agent("random").act(kuhn().view(1)), AgentError, "seat 1 does not decide here"),
    (
        lambda: Agent("random", Game("leduc")).act(kuhn().view()),
        AgentError,
        "plays leduc, 2 players, but the view is of kuhn, 2 players",
    ),
    (lambda: load("kuhn", players=-1), HiddenDecksError, "players must not be negative, as -1 is"),
    (lambda: load("kuhn", players=10**30), HiddenDecksError, "kuhn is for 2 to 3 players"),
    (lambda: load("kuhn").apply_chance(10**30), HiddenDecksError, "there is no outcome"),
    (lambda: kuhn().view(-(10**30)), HiddenDecksError, "there is no seat -"),
    (lambda: kuhn().step(-1), HiddenDecksError, "a place must not be negative"),
    (lambda: Agent("random", seed=2**64), HiddenDecksError, "a seed is from 0"),
    (lambda: kuhn().view(1).afterstates(1), HiddenDecksError, "seat 1 does not decide here"),
    (lambda: kuhn().view().finish_turn(1, 0), HiddenDecksError, "n must be 1 to 1048576"),
    (lambda: kuhn().view().finish_turn(1, -1), HiddenDecksError, "n must be 1 to 1048576"),
    (lambda: kuhn().view().afterstates(1, of="pixels"), HiddenDecksError, "of is 'observation' or 'inputs', not 'pixels'"),
    (lambda: batch().afterstates("x"), TypeError, "rng must be an int"),
    (lambda: kuhn().inputs(2), HiddenDecksError, "no seat 2"),
    (lambda: pickle.dumps(kuhn().view()), TypeError, "views cannot be pickled"),
    (lambda: VectorEnv(Game("kuhn"), 0), HiddenDecksError, "n must be 1 to 1048576"),
    (lambda: VectorEnv(Game("kuhn"), 10**30), HiddenDecksError, "n must be 1 to 1048576"),
    (lambda: VectorEnv(Game("kuhn"), 1, threads=0), HiddenDecksError, "threads 1 to 1024"),
    (
        lambda: play_tournament(["random"], game=Game("kuhn"), players=2),
        HiddenDecksError,
        "has its players and rules",
    ),
    (lambda: VectorEnv(Game("kuhn"), 1, learner=0), HiddenDecksError, "pass the opponents"),
    (lambda: VectorEnv(Game("kuhn"), 1, opponents=["a", "b"]), HiddenDecksError, "more opponents"),
    (lambda: VectorEnv(Game("kuhn"), 1, opponents=["x"]), AgentError, "there is no agent 'x'"),
    (lambda: VectorEnv(Game("kuhn"), 1, opponents=[["random"] * 50 + [["x"]]]), AgentError, "there is no agent 'x'"),
    (lambda: batch().step([0, 0, 0]), HiddenDecksError, "actions must be"),
    (lambda: batch().step([0, 0.5]), HiddenDecksError, "actions must be"),
    (lambda: batch().step(np.zeros(2)), HiddenDecksError, "not one of float64"),
    (lambda: batch().step(np.zeros(3, np.int64)), HiddenDecksError, "shape (2,), not one of int64"),
    (lambda: batch().step(np.full(2, 5)), IllegalActionError, "lane 0: there is no action 5"),
]


@pytest.mark.parametrize(("act", "error", "part"), CASES, ids=[case[2] for case in CASES])
def test_bad_input_is_told_in_one_sentence(
    act: Callable[[], Any], error: type[Exception], part: str
) -> None:
    with pytest.raises(error, match=re.escape(part)) as caught:
        act()
    assert "\n" not in str(caught.value) and len(str(caught.value)) < 250
    assert type(caught.value) is error


def test_a_finished_game_takes_no_action() -> None:
    state = kuhn()
    state.apply("bet")
    state.apply("pass")
    with pytest.raises(IllegalActionError, match="the game is over"):
        state.apply("pass")
    with pytest.raises(IllegalActionError, match="the game is over"):
        state.step(0)


def test_a_refused_action_changes_nothing() -> None:
    state, before = load("leduc", seed=2), load("leduc", seed=2)
    for bad in ("fold", 3, "jump", None):
        with pytest.raises((IllegalActionError, TypeError)):
            state.apply(bad)  # type: ignore[arg-type]
    assert state == before
    lanes = batch()
    observations = lanes.observations.copy()
    with pytest.raises(IllegalActionError, match="lane 1"):
        lanes.step(np.array([0, 2]))
    assert np.array_equal(lanes.observations, observations)


def test_all_errors_are_value_errors_or_type_errors() -> None:
    assert issubclass(HiddenDecksError, ValueError)
    assert issubclass(IllegalActionError, HiddenDecksError)
    assert issubclass(AgentError, HiddenDecksError)
