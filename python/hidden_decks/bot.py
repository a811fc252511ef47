"""Bots for tournaments from policies over observations and masks.

A policy can be a network of PyTorch, a model of Stable-Baselines3, or any other function:

    import hidden_decks.bot

    def policy(observation, mask):
        logits = network(torch.from_numpy(observation)).detach().numpy()
        return np.where(mask, logits, -np.inf).argmax()

    hidden_decks.bot.serve(policy)

The agent ``external:cmd="python3 bot.py"`` then plays by the policy. The page *Write a bot* of the guide describes the
sandbox, in which ``read=`` gives access to virtual environments and models.
"""

from __future__ import annotations

import json
import operator
import sys
from typing import TYPE_CHECKING, Any, TextIO

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

__all__ = ["serve"]


def serve(
    policy: Callable[[NDArray[np.float32], NDArray[np.bool_]], Any],
    *,
    name: str = "policy",
    version: str = "1",
    begin: Callable[[dict[str, Any]], object] | None = None,
) -> None:
    """Answers the messages of a tournament until it quits.

    Parameters
    ----------
    policy
        Function of the observation tensor of the seat, float32 of shape (observation_size,), and the mask of legal actions,
        bool of shape (num_actions,). It returns the number of a legal action.
    name, version
        Description of the bot, for manifests.
    begin
        Function that receives the message ``new_game`` before each game. Its ``seed`` makes random choices repeatable.

    Notes
    -----
    Messages use standard input and output. Whatever the policy prints goes to standard error instead.
    """
    messages, answers = sys.stdin, sys.stdout
    sys.stdout = sys.stderr
    try:
        _answer(policy, name, version, begin, messages, answers)
    finally:
        sys.stdout = answers


def _answer(
    policy: Callable[..., Any],
    name: str,
    version: str,
    begin: Callable[[dict[str, Any]], object] | None,
    messages: TextIO,
    answers: TextIO,
) -> None:
    action_count = 0
    for line in messages:
        message = json.loads(line)
        kind = message["type"]
        answer: dict[str, Any] = {"type": "ready"}
        if kind == "hello":
            answer |= {"protocol": 1, "name": name, "version": version, "tensors": True}
        elif kind == "new_game":
            action_count = message["action_count"]
            if begin is not None:
                begin(message)
        elif kind == "decide":
            mask = np.zeros(action_count, dtype=np.bool_)
            mask[message["actions"]] = True
            observation = np.asarray(message["observation"], dtype=np.float32)
            answer = {"action": operator.index(policy(observation, mask))}
        elif kind == "quit":
            return
        else:
            continue
        print(json.dumps(answer), file=answers, flush=True)
