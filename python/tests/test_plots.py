"""Tests of the plots of runs: what they draw and what their titles state."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hidden_decks import HiddenDecksError, open_run, play_tournament
from hidden_decks.runs import Run

pytest.importorskip("pandas")
matplotlib = pytest.importorskip("matplotlib")
matplotlib.use("agg")
from matplotlib import pyplot as plt

from hidden_decks import plots
from hidden_decks.__main__ import main

PUBLISHED = Path(__file__).parents[2] / "results/reference"
NAMES = ["win_shares", "seats", "points", "ratings", "payoffs", "kings", "times"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("results") / "mine"
    return play_tournament(["random", "greedy:samples=1:nodes=5", "r=random"], games=48, players=3, out=folder, streams="agent")


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    plt.close("all")


def title(axes: Any) -> str:
    return " ".join(axes.get_title(loc="left").split())


@pytest.mark.parametrize("name", NAMES)
def test_a_title_states_the_result_the_run_and_its_games(run: Run, name: str) -> None:
    before = dict(matplotlib.rcParams)
    axes = getattr(run.plot, name)()
    axes.figure.canvas.draw()
    result, _, origin = title(axes).replace(" ", "").rpartition(f"{run.folder.name}:48gamesoftongiaki,finished")
    assert len(result) > 30 and origin.startswith(",version")
    assert axes.get_xlabel() and dict(matplotlib.rcParams) == before


def test_points_and_intervals_are_those_of_the_table() -> None:
    shown = open_run(PUBLISHED / "agents")
    table = shown.table("summary_agents").sort_values("win_share", ascending=False)
    axes: Any = shown.plot.win_shares()
    assert [label.get_text() for label in axes.get_yticklabels()] == table.agent.tolist()
    drawn = [bar.lines[0].get_xdata()[0] for bar in axes.containers]
    ends = [bar.lines[2][0].get_segments()[0][:, 0].tolist() for bar in axes.containers]
    assert drawn == table.win_share.tolist()
    assert [end for pair in ends for end in pair] == pytest.approx(table[["ci_low", "ci_high"]].to_numpy().ravel())
    assert title(axes).startswith("mcts wins 76% (75% to 77%); the expected share is 33%")
    assert "rated significantly above greedy" in title(shown.plot.ratings())
    assert title(shown.plot.payoffs()).startswith("Every pair agrees with the ratings")


def test_a_missing_table_is_named(run: Run) -> None:
    kuhn = play_tournament(["random", "random"], games=8, game="kuhn", streams="agent")
    with pytest.raises(HiddenDecksError, match="has no table 'kings'"):
        kuhn.plot.kings()
    with pytest.raises(HiddenDecksError, match="has no table 'timing_histogram'"):
        open_run(PUBLISHED / "agents").plot.times()


def test_text_can_be_read_on_every_colour() -> None:
    def luminance(paint: Any) -> float:
        channels = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in matplotlib.colors.to_rgb(paint)]
        return float(sum(weight * one for weight, one in zip((0.2126, 0.7152, 0.0722), channels)))

    for place in range(256):
        paper = plt.get_cmap("PuOr")(place)
        light, dark = sorted([luminance(paper), luminance(plots.ink(paper))], reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_upsets_are_named() -> None:
    table = play_tournament(["random", "random"], games=8, game="kuhn", streams="agent").table("payoffs")
    table = table.assign(agent=["a", "b"], opponent=["b", "a"], score=[0.9, 0.1], score_low=[0.8, 0.05], score_high=[0.95, 0.2])
    axes = plt.subplots()[1]
    assert plots.payoffs(axes, table, ["b", "a"]) == "Contrary to the ratings, a beats b"
    assert plots.payoffs(axes, table, ["a", "b"]).startswith("Every pair agrees")


def test_a_page_tells_of_a_run_in_one_small_file(run: Run, tmp_path: Path) -> None:
    page = run.report_html(tmp_path / "page.html")
    text = page.read_text()
    assert page.stat().st_size < 300_000 and text.count("<img") == len(NAMES)
    headline = run.plot.win_shares().get_label()
    assert f"<h1>{headline}</h1>" in text and f"<pre>{str(run.report).split(chr(10))[0]}"[:40] in text
    assert "src=\"http" not in text and "Forfeited" not in text and str(run.folder.parent) not in text
    main(["report", str(run.folder), "--out", str(tmp_path / "again.html")])
    assert "<h1>" in (tmp_path / "again.html").read_text()


def test_a_page_without_times_is_the_same_for_the_same_run(run: Run, tmp_path: Path) -> None:
    other = play_tournament(
        ["random", "greedy:samples=1:nodes=5", "r=random"], games=48, players=3, out=tmp_path / "mine", streams="agent"
    )
    pages = [of.report_html(tmp_path / f"{number}.html", times=False) for number, of in enumerate([run, other])]
    assert pages[0].read_bytes() == pages[1].read_bytes() and pages[0].read_text().count("<img") == len(NAMES) - 1


def test_a_page_names_agents_that_failed(tmp_path: Path) -> None:
    with pytest.warns(UserWarning, match="failed"):
        run = play_tournament({"broken": lambda view: 1 // 0, "r": "random"}, game="kuhn", games=8, out=tmp_path / "run")
    assert run.report_html() == run.folder / "report.html"
    assert "Forfeited seats, by agent: broken (8)." in (run.folder / "report.html").read_text()


def test_only_tournaments_have_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "manifest.json").write_text('{"game": "kuhn", "players": 2}')
    with pytest.raises(HiddenDecksError, match="only finished tournaments have a page"):
        open_run(tmp_path).report_html()
    with pytest.raises(SystemExit) as stopped:
        main(["report", str(tmp_path / "nowhere")])
    assert stopped.value.code == 2 and "is not a run folder" in capsys.readouterr().err
