"""Built-in agents: they see views, and seeds decide what they do."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import ctrl_c

from hidden_decks import Agent, Game, HiddenDecksError, agents, load

SPECS = ["random", "mcts:iterations=20", "ismcts:iterations=20"]


def play(game: Game, agents: list[Agent], seed: int) -> list[float]:
    state = game.new_state(seed)
    while not state.is_terminal():
        state.apply(agents[state.current_player()].act(state.view()))
    return state.returns()


@pytest.mark.parametrize("spec", SPECS)
def test_agents_choose_legal_actions_and_follow_their_seed(game: Game, spec: str) -> None:
    one, other = Agent(spec, game, seed=4), Agent(spec, seed=4)
    state = game.new_state(4)
    for _ in range(12):
        if state.is_terminal():
            break
        action = one.act(state.view())
        assert action in state.legal_actions() and other.act(state.view()) == action
        state.apply(action)
    one.reset()
    assert one.act(game.new_state(4).view()) == Agent(spec, seed=4).act(game.new_state(4).view())


def test_what_is_hidden_changes_no_choice() -> None:
    state = load("wongar", players=3, seed=6)
    for place in range(40):
        state.step(place)
    view = state.view()
    choices = {
        Agent("mcts:iterations=30", seed=1).act(state.determinize(view.seat, guess).view(view.seat))
        for guess in range(6)
    }
    assert choices == {Agent("mcts:iterations=30", seed=1).act(view)}


@pytest.mark.parametrize("name", ["tongiaki", "wongar", "leduc"])
def test_a_search_leaves_a_table(name: str) -> None:
    state = load(name, seed=2)
    for place in range(30 if name != "leduc" else 0):
        state.step(place)
    agent = Agent("mcts:iterations=200", seed=1)
    assert agent.search_table() == {}
    while len(state.legal_actions()) < 2:
        state.step(0)
    action = agent.act(state.view())
    table = agent.search_table()
    assert action in table and set(table) <= set(state.legal_actions())
    visits = {row: visits for row, (visits, _) in table.items()}
    # A search may end early, once one plan is left.
    assert sum(visits.values()) >= 50
    # In Tongiaki the search compares plans, and several may begin with the same action.
    assert name == "tongiaki" or visits[action] == max(visits.values())
    assert all(np.isfinite(value) for _, value in table.values())
    greedy = Agent("random")
    greedy.act(state.view())
    assert greedy.search_table() == {}


def test_mcts_beats_random_in_leduc() -> None:
    game = Game("leduc")
    won = 0.0
    for seed in range(120):
        agents = [Agent("mcts:iterations=60", seed=seed), Agent("random", seed=seed)]
        won += play(game, agents, seed)[0] + play(game, agents[::-1], seed)[1]
    assert won > 60


def test_ctrl_c_stops_a_search_and_the_agent_plays_on() -> None:
    state = load("tongiaki", seed=1)
    # With this evaluation, no plan is clearly the best at once.
    plans = ("mcts:evaluation=sparse:iterations=500000000", "mcts:evaluation=sparse:time=3600000")
    for spec in (*plans, "ismcts:iterations=900000000:threads=2"):
        agent = Agent(spec, seed=1)
        with ctrl_c(after=0.3), pytest.raises(KeyboardInterrupt):
            agent.act(state.view())
        state.step(0)


def test_no_seed_is_a_fresh_one() -> None:
    view = load("tongiaki", players=4, seed=1).view()
    assert len({repr(Agent("random")) for _ in range(8)} | {repr(Agent("random", seed=None)) for _ in range(8)}) == 16
    assert len({tuple(agent.act(view) for _ in range(9)) for agent in [Agent("random") for _ in range(8)]}) > 1
    assert repr(Agent("random", seed=3)) == "Agent(\"random\", seed=3)"


def test_agents_are_listed_with_their_parameters(game: Game) -> None:
    listed = {agent.name: agent for agent in agents(game)}
    assert listed == {agent.name: agent for agent in agents(game.name)}
    iterations = next(one for one in listed["ismcts"].parameters if one.name == "iterations")
    assert iterations.meaning and iterations.values == "a whole number from 1 to 1000000000"
    assert repr(Agent(f"ismcts:iterations={iterations.default}", game, seed=1))
    assert listed["mcts"].agent in listed and all(agent.summary for agent in listed.values())
    with pytest.raises(HiddenDecksError, match="there is no game 'go'"):
        agents("go")
