"""Damages files of jobs at random, and sees whether anything is silently taken.

    python damage.py PROGRAM TRIES [SEED [WAY...]]

TRIES damages each for `--resume` of an interrupted run, for `merge` of two parts and for `verify` of a finished run. After
each, the program has to refuse, to heal (the same bytes come of it as without the damage), or to say that something was
wrong. Anything else ends the harness. The same seed damages the same bytes of the same files.
"""

import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from common import OF_THE_CLOCK, difference, run, space

# Small, because every damage costs a run: what matters is that all kinds of files are there. Agents with random numbers of
# their own are nothing to warn of.
RUN = "--agents a=random,b=random --streams agent --games 24 --records --luck --seed 3 --quiet --threads 1".split()


def bit(data: bytearray, chance: random.Random) -> None:
    data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)


def digit(data: bytearray, chance: random.Random) -> None:
    places = [place for place, byte in enumerate(data) if chr(byte).isdigit()]
    place = chance.choice(places or range(len(data)))
    data[place] = chance.choice(b"0123456789".replace(bytes([data[place]]), b""))


def lines(data: bytearray) -> list[bytes]:
    return bytes(data).splitlines(keepends=True)


def line_gone(data: bytearray, chance: random.Random) -> None:
    rows = lines(data)
    del rows[chance.randrange(len(rows))]
    data[:] = b"".join(rows)


def line_doubled(data: bytearray, chance: random.Random) -> None:
    rows = lines(data)
    place = chance.randrange(len(rows))
    rows.insert(place, rows[place])
    data[:] = b"".join(rows)


def lines_swapped(data: bytearray, chance: random.Random) -> None:
    rows = lines(data)
    one, other = chance.randrange(len(rows)), chance.randrange(len(rows))
    rows[one], rows[other] = rows[other], rows[one]
    data[:] = b"".join(rows)


def cut(data: bytearray, chance: random.Random) -> None:
    del data[chance.randrange(len(data)):]


def zeros(data: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(data))
    length = min(chance.randrange(1, 600), len(data) - start)
    data[start:start + length] = bytes(length)


def garbage(data: bytearray, chance: random.Random) -> None:
    start = chance.randrange(len(data) + 1)
    data[start:start] = chance.randbytes(chance.randrange(1, 400))


def header_only(data: bytearray, chance: random.Random) -> None:
    del data[data.find(b"\n") + 1:]


def garbage_behind(data: bytearray, chance: random.Random) -> None:
    data += chance.randbytes(chance.randrange(1, 400))


def strange(data: bytearray, chance: random.Random) -> None:
    """Stands for the exchange of a file."""


KINDS = [
    bit, bit, digit, digit, line_gone, line_doubled, lines_swapped, cut, zeros, garbage, garbage_behind, header_only, strange,
    None,
]


def damage(folder: Path, chance: random.Random, strangers: list[Path]) -> tuple[str, str]:
    """Damages one file of a folder; says which and how."""
    # Files of the clock have no hashes, so not every change of them can be found.
    files = [path for path in folder.iterdir() if path.stat().st_size > 0 and path.name not in OF_THE_CLOCK]
    path = chance.choice(sorted(files))
    kind = chance.choice(KINDS)
    if kind is None:
        path.unlink()
        return path.name, "removed"
    if kind is strange:
        # The file of the same name of another run or part.
        others = [place / path.name for place in strangers if (place / path.name).exists()]
        before = path.read_bytes()
        after = chance.choice(others).read_bytes() if others else before
        path.write_bytes(after)
        return path.name, "of another" if after != before else "nothing"
    data = bytearray(path.read_bytes())
    before = bytes(data)
    kind(data, chance)
    path.write_bytes(data)
    return path.name, kind.__name__ if data != before else "nothing"


def interrupted(program: str, folder: Path) -> None:
    """A run that was killed after some checkpoints. These follow each other in time, so it is held up again and again."""
    for _ in range(20):
        shutil.rmtree(folder, ignore_errors=True)
        process = subprocess.Popen([program, *RUN, "--out", str(folder)], stdout=subprocess.DEVNULL)
        checkpoints = folder / "checkpoints.csv"
        while process.poll() is None:
            time.sleep(0.002)
            process.send_signal(signal.SIGSTOP)
            if checkpoints.exists() and checkpoints.read_bytes().count(b"\n") > 3:
                process.kill()
            time.sleep(0.25)
            process.send_signal(signal.SIGCONT)
        if checkpoints.exists():
            return
    sys.exit("the run ends too soon to be interrupted")


def judge(name: str, what: str, done: subprocess.CompletedProcess, out: Path, whole: Path) -> str:
    """What the program made of a damage."""
    if done.returncode != 0:
        assert done.stderr.startswith("error: ") and "panicked" not in done.stderr, f"{name}, {what}: {done.stderr}"
        return "refused"
    if difference(out, whole) is not None:
        sys.exit(f"{name} ({what}) was silently taken, and {difference(out, whole)} differs")
    if done.stderr:
        return "healed and told"
    if name in OF_THE_CLOCK and what != "nothing":
        sys.exit(f"{name} ({what}) was silently taken")
    return "healed"


def main(program: str, tries: str, seed: str = "1", *chosen: str) -> None:
    chance = random.Random(int(seed))
    with tempfile.TemporaryDirectory(dir=space()) as room:
        base = Path(room)
        whole, begun, other = base / "whole", base / "begun", base / "other"
        assert run(program, *RUN, "--out", str(whole)).returncode == 0
        interrupted(program, begun)
        elsewhere = [word if word != "3" else "4" for word in RUN]
        assert run(program, *elsewhere, "--out", str(other)).returncode == 0
        parts = [base / f"part-{number}" for number in (1, 2)]
        for number, part in enumerate(parts, 1):
            assert run(program, *RUN, "--shard", f"{number}/2", "--out", str(part)).returncode == 0
        merged = base / "merged"
        assert run(program, "merge", *map(str, parts), "--out", str(merged)).returncode == 0

        def resume(out: Path) -> tuple[str, str, str]:
            shutil.copytree(begun, out)
            name, what = damage(out, chance, [whole, other])
            return name, what, judge(name, what, run(program, *RUN, "--out", str(out), "--resume"), out, whole)

        def merge(out: Path) -> tuple[str, str, str]:
            copies = [Path(shutil.copytree(part, out.with_name(part.name + "-damaged"))) for part in parts]
            name, what = damage(chance.choice(copies), chance, [*parts, whole])
            found = judge(name, what, run(program, "merge", *map(str, copies), "--out", str(out)), out, merged)
            for copy in copies:
                shutil.rmtree(copy)
            return name, what, found

        def verify(out: Path) -> tuple[str, str, str]:
            shutil.copytree(whole, out)
            name, what = damage(out, chance, [*parts, other])
            done = run(program, "verify", str(out))
            if done.returncode == 0 and done.stderr:
                return name, what, "told"
            if done.returncode == 0 and what != "nothing":
                sys.exit(f"verify does not notice {name} ({what})")
            return name, what, "refused" if done.returncode else "unchanged"

        for way in (resume, merge, verify):
            if chosen and way.__name__ not in chosen:
                continue
            found = Counter()
            for number in range(int(tries)):
                if number and number % 100 == 0:
                    print(f"{way.__name__}: {number} so far, {dict(found)}", file=sys.stderr, flush=True)
                out = base / "damaged"
                found[way(out)[2]] += 1
                shutil.rmtree(out, ignore_errors=True)
            print(f"{way.__name__}: {', '.join(f'{count} {what}' for what, count in sorted(found.items()))}", flush=True)


main(*sys.argv[1:])
