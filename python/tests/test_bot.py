"""Policies as bots of tournaments."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from conftest import program

from hidden_decks import open_run, play_tournament

pytest.importorskip("pandas")

BOT = """
import numpy as np

import hidden_decks.bot

seeds = []


def policy(observation, mask):
    print("this is not an answer")
    assert observation.dtype == np.float32 and mask.dtype == np.bool_
    return np.random.default_rng(seeds[-1]).choice(np.flatnonzero(mask))


hidden_decks.bot.serve(policy, name="dice", version="2", begin=lambda game: seeds.append(game["seed"]))
"""


def test_a_policy_plays_in_a_tournament(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    bot = f"dice=external:cmd=\"'{sys.executable}' '{tmp_path}/bot.py'\":sandbox=off:stderr={tmp_path}/errors.txt"
    for game, players in [("kuhn", "3"), ("tongiaki", "2"), ("wongar", "3")]:
        out = tmp_path / game
        arguments = ["--game", game, "--players", players, "--agents", f"{bot},random", "--games", "6"]
        played = program(*arguments, "--quiet", "--out", str(out))
        assert (played.returncode, played.stderr) == (0, "")
        manifest = json.loads((out / "manifest.json").read_text())
        assert '"dice"' in json.dumps(manifest)
    assert "this is not an answer" in (tmp_path / "errors.txt").read_text()


def test_an_illegal_action_forfeits(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("import hidden_decks.bot\nhidden_decks.bot.serve(lambda observation, mask: 99)\n")
    bot = f"external:cmd=\"'{sys.executable}' '{tmp_path}/bot.py'\":sandbox=off"
    played = program("--game", "kuhn", "--agents", f"{bot},random", "--games", "2", "--quiet", "--out", str(tmp_path / "run"))
    assert played.returncode == 0
    assert "illegal action 99" in played.stderr
    with pytest.warns(UserWarning, match=r"^the agent bot forfeited 2 games: the table games contains the causes$"):
        run = play_tournament({"bot": bot, "dice": "random"}, games=2, game="kuhn", out=tmp_path / "again")
    assert run.summary().forfeits.tolist() == [2, 0]
    with pytest.warns(UserWarning, match=r"^the agent bot forfeited 2 games, so the results do not show its strength$"):
        assert open_run(tmp_path / "again").summary().forfeits.tolist() == [2, 0]
