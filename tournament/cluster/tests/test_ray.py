#!/usr/bin/env python3
"""Plays on a real Ray cluster of two nodes, and kills one of them while it plays a shard.

    test_ray.py TOURNAMENT

Run with a Python that has Ray.
"""

import filecmp
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Ray gives its workers a low priority by default; here other processes wait for them.
os.environ["RAY_worker_niceness"] = "0"

from ray.cluster_utils import Cluster

DRIVER = Path(__file__).resolve().parents[1] / "ray_driver.py"
GAMES = "--agents mcts:iterations=200,greedy --games 120 --records"
SHARDS = 6
PATIENCE = 240.0


def main() -> None:
    program = str(Path(sys.argv[1]).absolute())
    with tempfile.TemporaryDirectory(prefix="tournament-ray-") as scratch:
        folder = Path(scratch)
        command = [program, *GAMES.split(), "--quiet", "--out", str(folder / "whole")]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        # Two nodes, and a head that plays nothing. The shard that the doomed node has begun is in a separate folder.
        head = {"num_cpus": 0, "include_dashboard": False}
        cluster = Cluster(initialize_head=True, head_node_args=head)
        try:
            play_with_a_node_lost(cluster, program, folder)
        finally:
            cluster.shutdown()


def play_with_a_node_lost(cluster: Cluster, program: str, folder: Path) -> None:
    doomed_scratch = folder / "doomed"
    doomed_scratch.mkdir()
    cluster.add_node(num_cpus=1)
    doomed = cluster.add_node(num_cpus=1, env_vars={"TMPDIR": str(doomed_scratch)})
    out = folder / "shared"
    driver = start(cluster, program, out, "--shards", str(SHARDS))
    wait_for(driver, lambda: list(doomed_scratch.glob("tournament-shard-*/*/games.csv")))
    cluster.remove_node(doomed, allow_graceful=False)
    assert driver.wait(PATIENCE) == 0
    lost = list(doomed_scratch.glob("tournament-shard-*/*/games.csv"))
    assert lost, "no shard was lost with its node"
    compare(folder / "whole", out)
    print(f"ray: one of two nodes lost with shard {lost[0].parent.name}/{SHARDS}, and the bytes of one machine")

    sent = folder / "sent"
    driver = start(cluster, program, sent, "--pilot", "0.5", "--no-shared-folder")
    assert driver.wait(PATIENCE) == 0
    compare(folder / "whole", sent)
    print("ray: without a shared folder, and the bytes of one machine")

    shutil.rmtree(folder / "sent.parts")
    for out, games, options, sentence in (
        (sent, GAMES, ["--cores", "99"], "--cores 99: no node of the cluster has more than 1"),
        (sent, GAMES, ["--shards", "2"], f"{sent} already exists: choose another --out, or remove it"),
        (folder / "other", "--agents nobody", ["--shards", "1"], "shard 1/1: there is no agent 'nobody'"),
    ):
        driver = start(cluster, program, out, *options, games=games, stderr=subprocess.PIPE)
        _, errors = driver.communicate(timeout=PATIENCE)
        assert driver.returncode == 2 and errors.count("\n") == 1, errors
        assert errors.startswith(f"error: {sentence}"), errors
    print("ray: what cannot be is refused in a sentence")


def start(cluster: Cluster, program: str, out: Path, *options: str, games=GAMES, **streams) -> subprocess.Popen:
    command = [sys.executable, str(DRIVER), "--address", cluster.address, "--program", program]
    command += ["--out", str(out), *options, "--", *games.split()]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, text=True, env=os.environ, **streams)


def wait_for(driver: subprocess.Popen, happened) -> None:
    start = time.monotonic()
    while not happened():
        assert driver.poll() is None, "the driver ended too early"
        assert time.monotonic() - start < PATIENCE, "nothing happened"
        time.sleep(0.02)


def compare(whole: Path, merged: Path) -> None:
    """Checks that all files are equal, except for the thinking times."""
    names = sorted(path.name for path in whole.iterdir())
    assert names == sorted(path.name for path in merged.iterdir())
    names = [name for name in names if not name.startswith("timing")]
    _, different, unreadable = filecmp.cmpfiles(whole, merged, names, shallow=False)
    assert not different and not unreadable, different + unreadable


if __name__ == "__main__":
    main()
