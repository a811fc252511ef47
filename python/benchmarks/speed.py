"""Measure what the package does in a second, beside OpenSpiel and fastcatan where they are installed.

    python python/benchmarks/speed.py

All programs take turns, round by round, so that a busy machine slows them alike. A figure is the median
of the rounds with the lowest and the highest; a ratio is the median of the ratios of each round. Loops
and single threads are measured in processor time, two threads by the clock.
"""

from __future__ import annotations

import argparse
import itertools
import os
import platform
import random
import statistics
import time
from collections.abc import Callable
from typing import Any

os.environ["OMP_NUM_THREADS"] = "1"  # of fastcatan

import numpy as np  # noqa: E402

import hidden_decks  # noqa: E402

try:
    import pyspiel
except ModuleNotFoundError:
    pyspiel = None
try:
    import fastcatan
except ModuleNotFoundError:
    fastcatan = None

#: Lanes of a batch.
LANES = 1024
#: Random numbers drawn beforehand, where the choice is to cost as little as possible.
DRAWS = [random.Random(1).getrandbits(30) for _ in range(1 << 16)]

Measure = Callable[[], float]
Clock = Callable[[], float]


def chosen(new_state: Callable[[], Any], play: str, games: int) -> float:
    """Decisions a second of a loop that chooses with ``random.choice``."""
    choice, decisions, begin = random.choice, 0, time.process_time()
    for _ in range(games):
        state = new_state()
        apply = getattr(state, play)
        while not state.is_terminal():
            apply(choice(state.legal_actions()))
            decisions += 1
    return decisions / (time.process_time() - begin)


def drawn(new_state: Callable[[], Any], play: str, games: int) -> float:
    """The same, choosing with numbers that were drawn beforehand."""
    draws = itertools.cycle(DRAWS)
    decisions, begin = 0, time.process_time()
    for _ in range(games):
        state = new_state()
        apply, legal = getattr(state, play), state.legal_actions
        while actions := legal():
            apply(actions[next(draws) % len(actions)])
            decisions += 1
    return decisions / (time.process_time() - begin)


def tongiaki(loop: Callable[..., float], games: int) -> float:
    """A loop over our Tongiaki."""
    game = hidden_decks.Game("tongiaki")
    rng = random.Random(1)
    return loop(lambda: game.new_state(rng), "apply", games)


def hearts(loop: Callable[..., float], games: int) -> float:
    """A loop over OpenSpiel's hearts in C++, where dealing a card counts as a decision."""
    return loop(pyspiel.load_game("hearts").new_initial_state, "apply_action", games)


def nothing(loop: Callable[..., float], games: int) -> float:
    """A loop over methods that do next to nothing: Python's own share in the time of the others."""
    return loop(Nothing, "apply", games)


class Nothing:
    """A game of 118 decisions among five actions, put together from methods of lists and sets."""

    def __init__(self) -> None:
        turns = [[1, 2, 3, 4, 5] for _ in range(118)] + [[]]
        self.legal_actions = iter(turns).__next__
        self.is_terminal = iter([False] * 118 + [True]).__next__
        self.apply = set().discard


def steps(games: int) -> float:
    """Decisions a second by one call each."""
    game, draws = hidden_decks.Game("tongiaki"), itertools.cycle(DRAWS)
    decisions, begin = 0, time.process_time()
    for seed in range(games):
        step, player = game.new_state(seed).step, 0
        while player >= 0:
            player = step(next(draws))
            decisions += 1
    return decisions / (time.process_time() - begin)


class Batch:
    """A batch of Tongiaki: a step writes observations, masks, rewards, seats and ends of games."""

    def __init__(self, threads: int) -> None:
        game = hidden_decks.Game("tongiaki")
        self.env = hidden_decks.VectorEnv(game, LANES, threads=threads, seed=1)

    def __call__(self, clock: Clock, count: int, sampling: bool = False) -> float:
        """Decisions a second."""
        taken = 0.0
        for _ in range(count):
            begin = clock()
            actions = self.env.sample_actions()
            if not sampling:
                begin = clock()
            self.env.step(actions)
            taken += clock() - begin
        return count * LANES / taken


class Catan:
    """A batch of fastcatan on one thread: with observations up to version 1, without them from 2 on."""

    def __init__(self) -> None:
        self.env = fastcatan.BatchedEnv(LANES, seed=1)
        self.env.reset()
        self.masks = np.zeros((LANES, fastcatan.MASK_WORDS), np.uint64)
        self.dones = np.zeros(LANES, np.uint8)
        self.rewards = np.zeros(LANES, np.float32)
        self.has_observations = hasattr(self.env, "write_obs")
        size = fastcatan.OBS_SIZE if self.has_observations else 0
        self.observations = np.zeros((LANES, size), np.float32)
        self.rng = np.random.default_rng(1)
        self.env.write_masks(self.masks)

    def __call__(self, count: int) -> float:
        """Decisions a second; choosing the actions is not counted."""
        taken = 0.0
        for _ in range(count):
            legal = np.unpackbits(self.masks.view(np.uint8), axis=1, bitorder="little")
            keys = legal * self.rng.random(legal.shape, np.float32)
            actions = keys.argmax(axis=1).astype(np.uint32)
            begin = time.process_time()
            if self.has_observations:
                self.env.step(actions, self.rewards, self.dones)
                self.env.write_obs(self.observations)
            else:
                self.env.step_autoreset(actions, self.dones)
            self.env.write_masks(self.masks)
            taken += time.process_time() - begin
        return count * LANES / taken


def measures(scale: int) -> tuple[dict[str, Measure], list[tuple[str, str]]]:
    """What is measured, and which of it is compared."""
    alone, together = Batch(1), Batch(2)
    processor, clock = time.process_time, time.perf_counter
    found: dict[str, Measure] = {
        "loop, random.choice": lambda: tongiaki(chosen, 10 * scale),
        "loop, numbers drawn before": lambda: tongiaki(drawn, 10 * scale),
        "nothing, random.choice": lambda: nothing(chosen, 10 * scale),
        "nothing, numbers drawn before": lambda: nothing(drawn, 10 * scale),
        "step(place)": lambda: steps(40 * scale),
        "VectorEnv, 1 thread": lambda: alone(processor, 4 * scale),
        "VectorEnv, 1 thread, with sample_actions": lambda: alone(processor, 4 * scale, True),
        "VectorEnv, 2 threads": lambda: together(clock, 4 * scale),
    }
    pairs: list[tuple[str, str]] = []
    if pyspiel is None:
        print("pyspiel is not installed: its hearts is left out.")
    else:
        found["hearts, random.choice"] = lambda: hearts(chosen, 10 * scale)
        found["hearts, numbers drawn before"] = lambda: hearts(drawn, 10 * scale)
        for choice in ("random.choice", "numbers drawn before"):
            pairs += [(f"{kind}, {choice}", f"hearts, {choice}") for kind in ("loop", "nothing")]
    if fastcatan is None:
        print("fastcatan is not installed (it needs Python 3.12): its batches are left out.")
    else:
        catan = Catan()
        name = "fastcatan, 1 thread" + (", with observations" if catan.has_observations else "")
        found[name] = lambda: catan(4 * scale)
        pairs.append(("VectorEnv, 1 thread", name))
    return found, pairs


def main() -> None:
    """Measure, and print two tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--scale", type=int, default=20, help="the length of a round")
    asked = parser.parse_args()
    found, pairs = measures(asked.scale)
    results: dict[str, list[float]] = {name: [] for name in found}
    for _ in range(asked.rounds):
        for name, measure in found.items():
            results[name].append(measure())
    print(f"\nhidden_decks {hidden_decks.__version__}, Python {platform.python_version()}, ", end="")
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}, {asked.rounds} rounds\n")
    print("| decisions/s | median | lowest | highest |\n| --- | --- | --- | --- |")
    for name, values in results.items():
        figures = (statistics.median(values), min(values), max(values))
        print(f"| {name} | " + " | ".join(f"{figure:,.0f}" for figure in figures) + " |")
    if pairs:
        print("\n| ratio | median | lowest | highest |\n| --- | --- | --- | --- |")
    for ours, theirs in pairs:
        ratios = [one / other for one, other in zip(results[ours], results[theirs], strict=True)]
        figures = (statistics.median(ratios), min(ratios), max(ratios))
        print(f"| {ours} / {theirs} | " + " | ".join(f"{figure:.1f}" for figure in figures) + " |")


if __name__ == "__main__":
    main()
