"""Plays jobs whose files may only grow so long, then goes on with them, and compares what comes of it.

    python full_disk.py PROGRAM TRIES [SEED]

A limit on the size of a file stands for a disk that is full. The program has to end with a sentence; with `--resume` and
without the limit, the same bytes come of it as of an undisturbed job.
"""

import random
import resource
import shutil
import signal
import sys
import tempfile
from pathlib import Path

from common import JOBS, difference, run, space


def limited(size: int):
    def set_limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return set_limit


def main(program: str, tries: str, seed: str = "1") -> None:
    chance = random.Random(int(seed))
    with tempfile.TemporaryDirectory(dir=space()) as room:
        for name in ("tongiaki", "match", "king-value"):
            words = [*JOBS[name].split(), "--quiet"]
            whole = Path(room) / f"{name}-whole"
            assert run(program, *words, "--out", str(whole)).returncode == 0
            longest = max(path.stat().st_size for path in whole.iterdir())
            stopped = 0
            for _ in range(int(tries)):
                out = Path(room) / name
                done = run(program, *words, "--out", str(out), preexec_fn=limited(chance.randrange(longest)))
                if done.returncode != 0:
                    assert done.stderr.startswith("error: "), done.stderr
                    stopped += 1
                done = run(program, *words, "--out", str(out), "--resume")
                assert done.returncode == 0, done.stderr
                assert difference(out, whole) is None, f"{difference(out, whole)} differs after {name}"
                shutil.rmtree(out)
            print(f"{name}: stopped {stopped} of {tries} times, and the same bytes after --resume", flush=True)


main(*sys.argv[1:])
