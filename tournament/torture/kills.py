"""Kills jobs of every kind again and again, goes on with them, and compares what comes of it with an undisturbed job.

    python kills.py PROGRAM KILLS [JOB...]

Every job is killed so often, at moments from all over it, however many times it has to be begun anew for that. The program is
run with one thread and with two in turn. Every file has to have the same bytes in the end, `timing.csv` apart, which is of
the clock.
"""

import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from common import JOBS, difference

LONGEST = 600  # seconds that a job goes on undisturbed before it counts as hanging


def main(program: str, kills: str, *names: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name in names or JOBS:
            command = [program, *JOBS[name].split(), "--quiet"]
            torture(name, command, Path(folder) / name, int(kills))


def torture(name: str, command: list[str], folder: Path, kills: int) -> None:
    whole = folder / "whole"
    folder.mkdir()
    begun = time.monotonic()
    finish(start(command, whole, 2))
    length = time.monotonic() - begun
    chance = random.Random(name)
    killed = runs = 0
    while killed < kills:
        out = folder / f"killed-{runs}"
        while killed < kills and kill(start([*command, "--resume"], out, 1 + killed % 2), chance.uniform(0, length)):
            killed += 1
        finish(start([*command, "--resume"], out, 2))
        compare(whole, out)
        runs += 1
    print(f"{name}: killed {killed} times in {runs} runs, and the bytes of one that was left alone", flush=True)


def start(command: list[str], out: Path, threads: int) -> subprocess.Popen:
    return subprocess.Popen(
        [*command, "--out", str(out), "--threads", str(threads)],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )


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
