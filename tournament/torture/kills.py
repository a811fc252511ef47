"""Kills jobs of every kind again and again, goes on with them, and compares what comes of it with an undisturbed job.

    python kills.py PROGRAM KILLS [JOB...]

Every job is killed so often, at moments from all over it, however many times it has to be begun anew for that. The program is
run with one thread and with two in turn. Every file has to have the same bytes in the end, `timing.csv` apart, which is of
the clock. What is written from files of other jobs (`merge`, `analyse`) is there whole or not at all, and the same
when it is written again; a merge that was killed can also be gone on with as a run.
"""

import random
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from common import JOBS, difference, run, space

LONGEST = 600  # seconds that a job goes on undisturbed before it counts as hanging


def main(program: str, kills: str, *names: str) -> None:
    with tempfile.TemporaryDirectory(dir=space()) as folder:
        for name in names or [*JOBS, *FROM_FILES]:
            place = Path(folder) / name
            place.mkdir()
            if name in FROM_FILES:
                FROM_FILES[name](name, program, place, int(kills))
            else:
                torture(name, [program, *JOBS[name].split(), "--quiet"], place, int(kills))


def torture(name: str, command: list[str], folder: Path, kills: int) -> None:
    whole = folder / "whole"
    length = timed(lambda: finish(start(command, whole, 2)))
    chance = random.Random(name)
    killed = runs = 0
    while killed < kills:
        out = folder / f"killed-{runs}"
        while killed < kills:
            begun = time.monotonic()
            if not kill(start([*command, "--resume"], out, 1 + killed % 2), chance.uniform(0, length)):
                # The machine may have become quicker since the first run.
                length = min(length, 2 * (time.monotonic() - begun))
                break
            killed += 1
        finish(start([*command, "--resume"], out, 2))
        compare(whole, out)
        runs += 1
    print(f"{name}: killed {killed} times in {runs} runs, and the bytes of one that was left alone", flush=True)


RUN = [*JOBS["tongiaki"].split(), "--quiet"]
SMALL = "--agents a=random,b=random --games 30 --records --seed 3 --quiet".split()


def merging(name: str, program: str, folder: Path, kills: int) -> None:
    """Merges two parts; what is left of that is no whole run, and goes on as one."""
    parts = [folder / "part-1", folder / "part-2"]
    for number, part in enumerate(parts, 1):
        finish(start([program, *RUN, "--shard", f"{number}/2"], part, 2))
    command = [program, "merge", *map(str, parts)]
    whole, out = folder / "whole", folder / "out"
    length = timed(lambda: finish(begin([*command, "--out", str(whole)])))
    chance = random.Random(name)
    killed = left = 0
    while killed < kills:
        begun = time.monotonic()
        if not kill(begin([*command, "--out", str(out)]), chance.uniform(0, length)):
            length = min(length, time.monotonic() - begun)
            compare(whole, out)
            shutil.rmtree(out)
            continue
        killed += 1
        if not out.exists():
            continue
        is_whole = run(program, "verify", str(out)).returncode == 0
        assert not is_whole or difference(whole, out) is None, "a part of a merge is said to be whole"
        if killed % 4 == 0 and not is_whole:
            left += 1
            finish(start([program, *RUN, "--resume"], out, 2))
            compare(whole, out)
        shutil.rmtree(out)
    print(f"{name}: killed {killed} times, {left} of them gone on with, and the bytes of one that was left alone", flush=True)


def one_file(arguments: str, ending: str):
    """Writes one file from the records of a run."""

    def torture_file(name: str, program: str, folder: Path, kills: int) -> None:
        finish(start([program, *SMALL], folder / "run", 2))
        command = [program, *arguments.format(run=folder / "run").split(), "--quiet", "--threads", "2"]
        whole, out = folder / f"whole{ending}", folder / f"out{ending}"
        length = timed(lambda: finish(begin([*command, "--out", str(whole)])))
        chance = random.Random(name)
        killed = 0
        while killed < kills:
            begun = time.monotonic()
            is_killed = kill(begin([*command, "--out", str(out)]), chance.uniform(0, length))
            assert is_killed or out.exists()
            length = length if is_killed else min(length, time.monotonic() - begun)
            if out.exists():
                assert out.read_bytes() == whole.read_bytes(), f"{name} left another file"
                out.unlink()
            killed += is_killed
        finish(begin([*command, "--out", str(out)]))
        assert out.read_bytes() == whole.read_bytes(), f"{name} wrote another file"
        print(f"{name}: killed {killed} times, and nothing but the whole file was ever there", flush=True)

    return torture_file


FROM_FILES = {
    "merge": merging,
    "analyse": one_file("analyse {run}/records.jsonl.zst --agent mcts:iterations=4:evaluation=linear", ".jsonl.zst"),
}


def timed(act) -> float:
    begun = time.monotonic()
    act()
    return time.monotonic() - begun


def begin(command: list[str]) -> subprocess.Popen:
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )


def start(command: list[str], out: Path, threads: int) -> subprocess.Popen:
    return begin([*command, "--out", str(out), "--threads", str(threads)])


def kill(process: subprocess.Popen, seconds: float) -> bool:
    """Whether the process still ran after so many seconds, and was killed."""
    try:
        _, errors = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return True
    assert process.returncode == 0, f"{process.args}: {errors}"
    return False


def finish(process: subprocess.Popen) -> None:
    assert not kill(process, LONGEST), f"{process.args} hangs"


def compare(one: Path, other: Path) -> None:
    name = difference(one, other)
    assert name is None, f"{name} differs in {one} and {other}"


main(*sys.argv[1:])
