"""Tests of the components of variance, with known values and with simulated results whose components are known."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from conftest import play

from hidden_decks import HiddenDecksError, open_run
from hidden_decks._variance import decompose
from hidden_decks.runs import Run

pandas = pytest.importorskip("pandas")

Array = npt.NDArray[np.float64]

COMPONENTS = "agent seat assignment deck deck_agent deck_assignment play".split()
#: The orders of three agents, and their signs: in the even orders every agent has every seat once, and also in the odd ones.
ORDERS = np.array([[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
SIGNS = np.array([1, -1, -1, 1, 1, -1])
DUEL = np.array([[0, 1], [1, 0]])


def made_up(folder: Path, strata: list[tuple[Any, int]], repeats: int = 3, missing: int = 0, **changes: Any) -> Run:
    """A run of made-up games: each stratum has its seat assignments and its number of blocks."""
    rows: list[tuple[Any, ...]] = []
    block = 0
    for agents, count in strata:
        for _ in range(count):
            for repeat in range(repeats):
                for assignment, row in enumerate(agents):
                    for seat, agent in enumerate(row):
                        value = (17 * block + 5 * repeat * (block + seat) + 3 * assignment * seat + 11 * agent * (block % 4 + 1)) % 19
                        rows.append((len(rows) // len(row), block, seat, str(agent), value / 4, (value - 9) ** 2))
            block += 1
    table = pandas.DataFrame(rows, columns=["game", "block", "seat", "agent", "win_share", "margin"])
    if missing:
        table = table[: -missing * len(strata[-1][0][0])]
    folder.mkdir(exist_ok=True)
    table.to_csv(folder / "seats.csv", index=False)
    (folder / "games.csv").touch()
    manifest = {"game": "kuhn", "players": len(strata[0][0][0]), "finished": True, "repeats": repeats}
    (folder / "manifest.json").write_text(json.dumps(manifest | {"missing_in_last_block": missing} | changes))
    return open_run(folder)


STRATA = [(ORDERS.tolist(), 12), ([[0, 0, 1], [0, 1, 0], [1, 0, 0]], 7), ([[2, 2, 2]], 2)]

#: What version 0.4.0 of the program computed for the made-up games.
KNOWN = """\
result,component,blocks,variance,variance_low,variance_high,share,share_low,share_high
win_share,agent,19,-0.00579545957383,-0.0306407301922,0.0190498110445,-0.00312869607848,-0.0165413992967,0.0102840071397
win_share,seat,19,-0.00300169154709,-0.0354597344662,0.029456351372,-0.00162047210451,-0.019154820102,0.015913875893
win_share,assignment,19,-0.015110031015,-0.117657075067,0.0874370130373,-0.00815719515946,-0.0635744576111,0.0472600672922
win_share,deck,19,-0.0148382470664,-0.108063978859,0.0783874847266,-0.0080104717869,-0.0590030456931,0.0429821021193
win_share,deck_agent,19,0.0111510615916,-0.0694449846885,0.0917471078718,0.00601993374781,-0.0374772614497,0.0495171289453
win_share,deck_assignment,19,0.0251865277627,-0.105052603561,0.155425659087,0.013597021882,-0.0567411397459,0.0839351835099
win_share,play,19,1.85476403823,1.68047111987,2.02905695659,1.0012998795,0.900976047471,1.10162371153
win_share,total,19,1.85235619838,1.75009121721,1.95462117956,1,,
margin,agent,19,-3.54379048684,-14.2928370852,7.20525611154,-0.00488063664592,-0.0196282977704,0.00986702447852
margin,seat,19,-0.847842556723,-10.3284168374,8.63273172393,-0.00116767948548,-0.014207058534,0.011871699563
margin,assignment,19,-10.008715859,-52.3613720216,32.3439403036,-0.0137843660852,-0.0719880633311,0.0444193311607
margin,deck,19,-19.2586357401,-42.7858144688,4.26854298853,-0.0265236908595,-0.0597977361838,0.00675035446486
margin,deck_agent,19,16.5348299134,-4.81472736976,37.8843871965,0.0227723667945,-0.00630865535147,0.0518533889405
margin,deck_assignment,19,20.5529213548,-42.9196008922,84.0254436017,0.0283062278985,-0.0579704588103,0.114582914607
margin,play,19,722.663082437,664.141479802,781.184685072,0.995277778383,0.892306708676,1.09824884809
margin,total,19,726.091849063,672.279407867,779.904290258,1,,
"""


def test_known_results_have_the_known_components(tmp_path: Path) -> None:
    known = pandas.read_csv(io.StringIO(KNOWN), dtype={"result": str, "component": str})
    found = made_up(tmp_path / "run", STRATA).variance()
    pandas.testing.assert_frame_equal(found, known, check_dtype=False, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("backend", ["polars", "arrow"])
def test_other_frames_have_the_same_values(tmp_path: Path, backend: Any) -> None:
    pytest.importorskip("polars" if backend == "polars" else "pyarrow")
    run = made_up(tmp_path / "run", STRATA)
    expected, table = run.variance(), run.variance(backend)
    columns = table.to_dict(as_series=False) if backend == "polars" else table.to_pydict()
    for name in expected:
        assert columns[name] == [None if value != value else value for value in expected[name].tolist()]


def test_a_block_cut_short_does_not_count(tmp_path: Path) -> None:
    whole = made_up(tmp_path / "whole", [(DUEL, 5)]).variance()
    cut = made_up(tmp_path / "cut", [(DUEL, 6)], missing=2).variance()
    pandas.testing.assert_frame_equal(whole, cut)


def test_components_of_a_run_add_up(tmp_path: Path) -> None:
    # One player of `random` meets two of the other agent, and the other way round: blocks with different seat assignments.
    agents = ["--agents", "hasty=greedy:samples=1:nodes=1,random", "--players", "3", "--games", "119", "--repeats", "2"]
    table = play(tmp_path / "run", *agents).variance().set_index("component")
    for _, rows in table.groupby("result"):
        assert (rows.blocks == 19).all()
        sums = rows.loc[COMPONENTS, ["variance", "share"]].sum()
        assert sums.tolist() == pytest.approx(rows.loc["total", ["variance", "share"]].tolist())


def test_runs_without_enough_blocks_are_refused(tmp_path: Path) -> None:
    for blocks, changes, sentence in (
        (2, {}, "fewer than three whole blocks with the same seat assignments: play more games"),
        (9, {"repeats": 1}, "play the run with --repeats 2"),
        (9, {"finished": False}, "is not finished"),
    ):
        with pytest.raises(HiddenDecksError, match=sentence):
            made_up(tmp_path / "run", [(DUEL, blocks)], **changes).variance()


def test_a_single_agent_has_the_textbook_estimates() -> None:
    results = np.array([[6.0, 4.0], [1.0, 3.0], [2.0, 2.0]])
    found = decompose([(np.array([[0, 0]]), np.stack([results, -results], axis=-1)[:, :, None])])
    # The block means are 5, 2, 2: mean 3, variance 3. The variances within blocks are 2, 2, 0.
    noise = 4 / 3
    assert found[:7, 0] == pytest.approx([0, 9 - 3 / 3, 0, 3 - noise / 2, 0, 0, noise])
    # Leaving out one block changes play to 1, 1 and 2.
    reach = 4.302652729911275 * np.sqrt(2 / 3 * (1 / 9 + 1 / 9 + 4 / 9))
    assert found[6, 1:3] == pytest.approx([noise - reach, noise + reach])


def test_without_random_numbers_play_is_exactly_nothing() -> None:
    shares = np.arange(9)[:, None] + DUEL[None, :, 0]
    shares = shares % 4 / 3
    tables = np.repeat(np.stack([shares, 1 - shares], axis=-1)[:, None], 3, axis=1)
    found = decompose([(DUEL, tables)])
    assert found[6, 0] == found[6, 3] == 0 and np.isnan(found[6, [1, 2, 4, 5]]).all()
    assert found[3, 0] > 0


def trio(rng: np.random.Generator, blocks: int, truth: Array, is_shared: bool = False) -> Array:
    """Results of three agents with these true components. With common random numbers, play is the same in all assignments."""

    def noise(variance: float, *shape: int) -> Any:
        return rng.normal(scale=np.sqrt(variance), size=(blocks, *shape))

    def contrast(variance: float) -> Any:
        drawn = noise(1.5 * variance, 3)
        return drawn - drawn.mean(axis=1, keepdims=True)

    agent, seat, assignment, deck, deck_agent, deck_assignment, chance = truth
    # The mean square of -1, 0 and 1 is 2/3.
    of_agent = np.sqrt(1.5 * agent) * np.array([-1, 0, 1]) + contrast(deck_agent)
    of_seat = np.sqrt(1.5 * seat) * np.array([-1, 0, 1]) + contrast(deck / 2) + noise(deck / 2, 1)
    of_assignment = np.sqrt(assignment) + noise(deck_assignment, 1)
    fixed = of_agent[:, ORDERS] + of_seat[:, None] + (of_assignment * SIGNS)[:, :, None]
    return np.asarray(10 + fixed[:, None] + noise(chance, 3, 1 if is_shared else 6, 3))


@pytest.mark.parametrize("only", [*range(7), "independent", "shared"])
def test_every_component_is_found_where_it_is(only: int | str) -> None:
    truth = np.array([0.3, 0.5, 0.7, 0.9, 1.1, 1.3, 1.5]) if isinstance(only, str) else np.eye(7)[only]
    found = decompose([(ORDERS, trio(np.random.default_rng(4), 8000, truth, only == "shared"))])
    for values, expected in ((found[:7, :3], truth), (found[:7, 3:], truth / truth.sum())):
        error = np.nan_to_num((values[:, 2] - values[:, 1]) / 2 / 1.96)
        assert (abs(values[:, 0] - expected) <= 4 * error + 1e-9).all()
        assert (error < 0.1 * np.maximum(expected, 0.1)).all()
    assert found[7, 0] == pytest.approx(truth.sum(), rel=0.05)


@pytest.mark.parametrize("truth", [[0.3, 0.5, 0.7, 0.9, 1.1, 1.3, 1.5], [0, 0, 0, 0, 0.5, 0, 1.5]])
def test_intervals_cover_the_truth(truth: list[float]) -> None:
    rng, expected = np.random.default_rng(100), np.array(truth)
    found = np.array([decompose([(ORDERS, trio(rng, 40, expected))])[:7] for _ in range(200)])
    missed = [(of < found[..., low]) | (found[..., low + 1] < of) for of, low in ((expected, 1), (expected / expected.sum(), 4))]
    # In the long run one interval in twenty misses the truth, and fewer miss it for effects that do not exist.
    assert (np.mean(missed, axis=(0, 1)) < 0.12).all()
    assert 0.01 < np.mean(missed) < 0.08


def products(tables: Array) -> Array:
    """The mean product of two different tables along the first axis, averaged over cells, by the other axes."""
    count = len(tables)
    pairs = (tables.sum(axis=0) ** 2 - (tables**2).sum(axis=0)) / (count * (count - 1))
    return np.asarray(pairs.mean(axis=(-2, -1)))


def test_components_are_mean_products_of_different_blocks_and_repeats() -> None:
    """Products of different blocks contain the constant effects; products of different repeats also contain the deck."""
    tables = trio(np.random.default_rng(7), 30, np.array([0.3, 0.5, 0.7, 0.9, 1.1, 1.3, 1.5]))
    level = np.broadcast_to(tables.mean(axis=(-2, -1), keepdims=True), tables.shape)
    seat = np.broadcast_to(tables.mean(axis=-2, keepdims=True), tables.shape) - level
    agent = np.stack([tables[..., ORDERS == name].mean(axis=-1) for name in range(3)], axis=-1)[..., ORDERS] - level
    parts = [level, agent, seat, tables - level - agent - seat]
    constant = np.array([products(part.mean(axis=1)) for part in parts])
    deck = np.array([products(part.swapaxes(0, 1)).mean() for part in parts]) - constant
    expected = [*constant[1:], deck[0] + deck[2], deck[1], deck[3], tables.var(axis=1, ddof=1).mean()]
    assert decompose([(ORDERS, tables)])[:7, 0] == pytest.approx(expected)
