"""Tournaments with agents written in Python, which the runner plays as it plays all others."""

from __future__ import annotations

import importlib.util
import inspect
import json
import random
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ctrl_c, play

from hidden_decks import Game, HiddenDecksError, View, match, play_tournament, tune
from hidden_decks._messages import EXPECTED, in_python
from hidden_decks.tournament import _specs

pytest.importorskip("pandas")


def first(view: View) -> int:
    return view.legal_actions()[0]


def dice(view: View, rng: random.Random) -> int:
    return rng.choice(view.legal_actions())


class Better:
    """Bets or calls with a king, passes with a jack; remembers its own game only."""

    def __init__(self) -> None:
        self.decisions = 0

    def act(self, view: View) -> int:
        self.decisions += 1
        assert self.decisions <= 2, "every game has a new object"
        hand = view.describe()["hand"]
        return {"T": 0, "J": 0, "Q": self.decisions - 1, "K": 1}[hand]


def breaks(view: View) -> int:
    return 1 // (view.seat - view.seat)


class NeverMade:
    def __init__(self) -> None:
        raise ValueError("no weights")

    def act(self, view: View) -> int:
        return 0


def cheats(view: View) -> int:
    return 7


def files(folder: Path) -> dict[str, bytes]:
    """The files of a run, without those that contain times."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if not path.name.startswith("timing")}


@pytest.mark.parametrize(
    ("agents", "arguments", "options"),
    [
        (["greedy:samples=1", "random"], "--game tongiaki --players 3 --records", {"game": "tongiaki", "players": 3, "records": True}),
        ({"m": "mcts:iterations=30", "r": "random"}, "--game leduc --luck --seed 7 --design williams", {"game": "leduc", "seed": 7, "design": "williams", "luck": False}),
        (["random", "greedy"], "--game wongar --edition advanced --repeats 2", {"game": "wongar", "rules": {"edition": "advanced"}, "repeats": 2}),
    ],
    ids=["records", "labels", "rules"],
)
def test_the_files_are_those_of_the_command(agents: Any, arguments: str, options: dict[str, Any], tmp_path: Path) -> None:
    specs = agents if isinstance(agents, list) else [f"{label}={spec}" for label, spec in agents.items()]
    arguments = arguments.replace(" --luck", "")
    command = play(tmp_path / "command", "--agents", ",".join(specs), "--games", "60", *arguments.split())
    run = play_tournament(agents, games=60, out=tmp_path / "here", threads=2, **options)
    assert files(command.folder) == files(run.folder) and len(files(run.folder)) > 5
    assert run.report is not None and "win share" in run.report


def test_intervals_do_not_collapse_after_200_won_games() -> None:
    with pytest.warns(UserWarning, match="the agent never failed"):
        run = play_tournament({"never": NeverMade, "dice": dice}, games=200, game="kuhn")
    row = run.summary().set_index("agent").loc["dice"]
    assert row.win_share == 1 and 0.9 < row.ci_low < 1 and row.ci_high == 1


def test_equal_arguments_give_equal_results() -> None:
    agents: list[Any] = ["random", dice, Better]
    one, other = (play_tournament(agents, games=60, game="kuhn", threads=threads) for threads in (1, 2))
    assert files(one.folder) == files(other.folder)
    assert one.summary().agent.tolist() == ["random", "dice", "Better"]
    changed = play_tournament(agents, games=60, game="kuhn", seed=2)
    assert not one.table("seats").equals(changed.table("seats"))


def test_the_better_agent_wins() -> None:
    run = play_tournament({"better": Better, "dice": dice}, games=600, game="kuhn")
    summary = run.summary().set_index("agent")
    better = summary.loc["better"]
    assert better.mean_points > 0.1 and better.ci_low < better.win_share < better.ci_high
    assert (summary.games == 600).all() and summary.mean_points.sum() == pytest.approx(0)


def test_a_default_argument_is_left_alone() -> None:
    seen: list[object] = []

    def noted(note: object, place: int = 0) -> int:
        seen.append(note)
        return place

    agents: dict[str, Any] = {f"k{k}": lambda view, k=k: noted(k, k) for k in (0, 1)}
    agents["tempered"] = lambda view, temperature=0.5: noted(temperature)
    agents["named"] = lambda view, rng=None: noted(type(rng))
    agents["keyword"] = lambda view, *, rng: noted(type(rng))
    run = play_tournament(agents, games=48, game="kuhn")
    assert set(seen) == {0.5, 0, 1, random.Random}
    assert run.table("games").forfeits.isna().all()


def test_objects_play_all_games() -> None:
    class Counter:
        def __init__(self) -> None:
            self.calls = 0

        def act(self, view: View) -> str:
            self.calls += 1
            return view.game.action_to_string(view.legal_actions()[-1])

    counter = Counter()
    agents: dict[str, Any] = {"object": counter, "random": "random"}
    run = play_tournament(agents, games=20, game="leduc")
    assert counter.calls >= 20 and run.table("games").forfeits.isna().all()


def test_a_crash_forfeits_the_game() -> None:
    agents: dict[str, Any] = {"breaks": breaks, "cheats": cheats, "never": NeverMade, "dice": dice}
    with pytest.warns(UserWarning, match="forfeited these games") as warned:
        run = play_tournament(agents, games=48, game="kuhn")
    told = "|".join(run.table("games").forfeits.dropna())
    for cause in ("ZeroDivisionError: integer", "no action 7", "ValueError: no weights"):
        assert cause in told
    summary = run.summary().set_index("agent")
    assert summary.win_share["dice"] == 1 and summary.forfeits["dice"] == 0
    assert {str(one.message).partition(" failed")[0].split()[-1] for one in warned} == {"breaks", "cheats", "never"}
    assert (summary.forfeits.drop("dice") > 0).all() and summary.forfeits.sum() == told.count("|") + 1
    arrow = run.summary("arrow") if importlib.util.find_spec("pyarrow") else None
    assert arrow is None or arrow["forfeits"].to_pylist() == summary.forfeits.tolist()


@pytest.mark.parametrize("answer", ["jump", None, 0.5, -1, [0]])
def test_answers_that_are_no_actions_are_warned_of(answer: Any) -> None:
    def odd(view: View) -> Any:
        return answer

    with pytest.warns(UserWarning, match=r"the agent odd failed \d+ times .*: .* is not a legal action"):
        run = play_tournament([odd, "random"], games=40, game="kuhn")
    assert run.summary("arrow" if importlib.util.find_spec("pyarrow") else "pandas")["forfeits"][0]


def test_agents_that_play_are_not_warned_of() -> None:
    texts: Any = lambda view: view.game.action_to_string(view.legal_actions()[0])
    run = play_tournament({"texts": texts, "dice": dice, "numpy": lambda view: np.int64(view.legal_actions()[0])}, games=24, game="kuhn")
    assert "forfeits" not in run.summary()


def test_views_belong_to_the_table() -> None:
    game = Game("tongiaki", players=3, rules={"edition": "hungarian"})
    seen = set()

    def looks(view: View) -> int:
        seen.add(view.game.rules["edition"])
        assert view.determinize(1).view(view.seat) == view
        return int(view.legal_actions_mask().argmax())

    run = play_tournament([looks, "random"], games=6, game=game)
    assert seen == {"hungarian"} and "--edition hungarian" in run.manifest["command"]
    assert run.manifest["players"] == 3 and run.table("games").forfeits.isna().all()


def test_custom_boards_and_standard_boards_play(tmp_path: Path) -> None:
    standard = Game("wongar")
    assert Game("wongar", rules=standard.rules) == standard
    text = (Path(__file__).parents[2] / "engine/games/wongar/data/board.toml").read_text()
    board = text.replace('"reconstruction-1"', '"mine"')
    game = Game("wongar", rules={"board": board})
    assert Game("wongar", rules=game.rules) == game and game != standard
    run = play_tournament(["random", first], games=6, game=game, out=tmp_path / "run")
    assert "--board mine" in run.manifest["command"]


def test_ctrl_c_in_an_agent_keeps_what_was_played(tmp_path: Path) -> None:
    calls = [0]

    def patient(view: View) -> int:
        calls[0] += 1
        if calls[0] == 40:
            raise KeyboardInterrupt
        return view.legal_actions()[0]

    folder = tmp_path / "run"
    with pytest.raises(KeyboardInterrupt):
        play_tournament([patient, "random"], games=200, game="kuhn", out=folder, threads=1)
    manifest = json.loads((folder / "manifest.json").read_text())
    assert not manifest["finished"]
    again = play_tournament([patient, "random"], games=200, game="kuhn", out=folder, resume=True)
    whole = play_tournament([patient, "random"], games=200, game="kuhn")
    assert files(again.folder) == files(whole.folder)


def test_ctrl_c_is_heard_during_built_in_agents(tmp_path: Path) -> None:
    games = tmp_path / "run/games.csv"

    def has_rows() -> bool:
        return games.exists() and games.stat().st_size > 1000

    with ctrl_c(when=has_rows), pytest.raises(KeyboardInterrupt):
        play_tournament(["greedy", "mcts:iterations=20"], games=1_000_000, out=tmp_path / "run")
    assert has_rows()


def test_ctrl_c_calls_no_further_agents(tmp_path: Path) -> None:
    calls = [0]

    def slow(view: View) -> int:
        calls[0] += 1
        time.sleep(600)  # until the signal
        return view.legal_actions()[0]

    with ctrl_c(when=lambda: calls[0] > 0), pytest.raises(KeyboardInterrupt):
        play_tournament([slow, "random"], games=200, game="kuhn", threads=8)
    assert calls[0] == 1


def test_equal_names_are_not_identical_agents(capfd: pytest.CaptureFixture[str]) -> None:
    agents = [lambda view: view.legal_actions()[0], lambda view: view.legal_actions()[-1]]
    play_tournament(agents, games=20, game="leduc")
    assert "identical" not in capfd.readouterr().err
    third = [lambda view: view.legal_actions()[-1]]
    specs, _ = _specs([*agents, *third, agents[0], *third])
    assert [spec.partition("#")[2] for spec in specs] == ["", "2", "3", "", "3"]
    play_tournament([first, first], games=20, game="leduc")
    assert "identical" in capfd.readouterr().err


def test_labels_stay_text() -> None:
    labels = ["NA", "01", "1", "None"]
    run = play_tournament(dict.fromkeys(labels, "random"), games=48, game="kuhn")
    assert sorted(run.summary().agent) == sorted(labels)
    assert run.table("seats").agent.nunique() == 4


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    play_tournament(["random"], games=5, game="leduc", progress=lambda *at: told.append(at))
    assert told[-1] == (5, 5)

    def fails(done: int, games: int) -> None:
        raise LookupError("no bar")

    with pytest.raises(LookupError, match="no bar"):
        play_tournament(["random"], games=5, game="leduc", progress=fails)


def test_wrong_entries_are_refused(tmp_path: Path) -> None:
    wrong: list[tuple[Any, str]] = [
        ("random", "put the spec into a list"),
        ([], "name at least one"),
        (["gready"], "there is no agent 'gready'"),
        (["random,greedy"], "names several agents"),
        ([3], "a spec, a function, a class or an object with a method act, not int"),
        ([Game], "class Game has no method act"),
        ({"a b": "random"}, "found ' '"),
    ]
    for agents, sentence in wrong:
        with pytest.raises(HiddenDecksError, match=sentence):
            play_tournament(agents, game="leduc")
    options: list[tuple[dict[str, Any], str]] = [
        ({"games": 0}, "games= must be at least 1"),
        ({"design": "round"}, "design is 'auto' or"),
        ({"seed": -1}, "seed cannot be -1: expected a whole number from 0"),
        ({"games": 1e3}, "games cannot be 1000.0: expected a whole number"),
        ({"resume": "yes"}, "resume cannot be 'yes': expected True or False"),
        ({"threads": 0}, "threads= must be between 1 and 1024, not 0"),
        ({"game": "kuhn", "luck": True}, "no outcome model"),
    ]
    for option, sentence in options:
        with pytest.raises(HiddenDecksError, match=sentence):
            play_tournament(["random"], **option)
    play_tournament(["random"], games=2, game="kuhn", out=tmp_path)
    with pytest.raises(HiddenDecksError, match="resume=True continues it, force=True replaces it; or choose another out="):
        play_tournament(["random"], games=2, game="kuhn", out=tmp_path)


def test_messages_know_every_argument_that_has_a_flag() -> None:
    arguments = {name for job in (play_tournament, match, tune) for name in inspect.signature(job).parameters}
    assert arguments - set(EXPECTED) == {"agent", "agents", "first", "second", "game", "rules", "progress"}
    assert in_python("set --repeats 2 and --records: x/--out, --turn-limit and --shared-decks stay") == (
        "set repeats=2 and records=True: x/--out, --turn-limit and --shared-decks stay"
    )
    with pytest.raises(HiddenDecksError, match="choose parameters to tune with only="):
        tune("random", game="kuhn", games=2)


def test_a_match_has_the_files_of_the_command(tmp_path: Path) -> None:
    pair = ["greedy:samples=1:nodes=40", "r=random"]
    options = {"--players": "3", "--effect": "0.1", "--seed": "7", "--games": "600", "--edition": "hungarian"}
    command = play(tmp_path / "command", "match", *pair, *(word for option in options.items() for word in option))
    run = match(*pair, players=3, effect=0.1, seed=7, games=600, rules={"edition": "hungarian"}, out=tmp_path / "here", threads=2)
    assert files(command.folder) == files(run.folder) and (run.folder / "match.csv").is_file()
    assert run.manifest["accepted"] == "effect" and "effect accepted" in (run.report or "")
    assert run.summary().loc[0, "accepted"] == "effect" and "accepted" in run._repr_html_()


def test_agents_written_in_python_play_matches() -> None:
    with pytest.warns(UserWarning, match="the agent cheats failed .*; the first cause: 7 is not a legal action"):
        run = match(Better, cheats, game="kuhn", effect=0.3)
    assert run.manifest["accepted"] == "effect" and "python:name=Better" in run.command
    with pytest.raises(HiddenDecksError, match="effect="):
        match(Better, cheats, game="kuhn", effect=-0.1)


def test_tuning_has_the_files_of_the_command(tmp_path: Path) -> None:
    agent, only = "greedy:samples=1:nodes=5", ["weights.exposed"]
    arguments = ("tune", agent, "--only", *only, "--games", "64", "--blocks", "2", "--confirm", "20", "--pool", "random")
    command = play(tmp_path / "command", *arguments)
    run = tune(agent, only=only, games=64, blocks=2, confirm=20, pool=["random"], out=tmp_path / "here")
    assert files(command.folder) == files(run.folder) and (run.folder / "tuned.txt").is_file()
    assert run.summary().parameter.tolist() == only and "tuned" in (run.report or "")
    with pytest.raises(HiddenDecksError, match="payoff is 'margin' or 'win'"):
        tune(agent, payoff="points")  # type: ignore[arg-type]
