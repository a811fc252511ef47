"""Lets every hostile bot play against an honest one, three times with one secret.

    python bots.py PROGRAM [KIND...]

The run has to end, the honest bot forfeits nothing, the three runs have the same bytes (unless the bot races with itself), and
afterwards neither processes nor folders are left, even after the program was killed 20 times. While it goes on, the program's threads and open files are counted: a run of
many games must not have more of them at its end than at its beginning. A bot that kills or fills what it can must not reach
anything else.
"""

import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from common import difference, space

BOTS = Path(__file__).parent.parent / "program/tests/end_to_end/bots"
SECRET = "00112233445566778899aabbccddeeff"
GAMES = 6
KILLS = 20
PATIENCE = 300  # seconds
# Those who never answer are waited for in vain; all others have time enough on a busy machine, too.
SILENT = {"stop-group", "hang", "busy", "trickle", "no-line-end", "closed-output", "shut-down", "death-signal", "exec-from-thread"}
# Two processes of one bot answer in whatever order the system runs them, and a process that ends serves other games in each run,
# so the bot's own moves differ.
RACING = {"fork", "closed-errors", "nested"}
# A game more or less may be going on when they are counted: a bot has four threads, one of which lasts 0.1 s longer, and up to nine files.
THREADS, FILES = 10, 18


def kinds() -> list[str]:
    text = (BOTS / "hostile.py").read_text()
    return re.findall(r'^    "([a-z-]+)":', text[text.index("DEEDS = {"):], flags=re.MULTILINE)


def are_gone(room: Path, kind: str) -> None:
    """All that bots could have left behind: processes with the name of the room in their commands, and files."""
    until = time.monotonic() + PATIENCE
    while True:
        # A busy machine takes its time to end what was killed, but less than bots take that were not killed.
        left = []
        for line in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                left += [line] if room.name.encode() in line.read_bytes() else []
            except OSError:
                pass
        if not left:
            break
        assert time.monotonic() < until, f"{kind}: processes are left: {left}"
        time.sleep(0.05)
    files = list((room / "temporary").iterdir())
    assert not files, f"{kind}: left in the folder for temporary files: {files}"


def count(process: subprocess.Popen, seen: list[tuple[int, int]]) -> None:
    """Counts threads and open files as long as the process runs."""
    while process.poll() is None:
        try:
            seen.append(tuple(len(list(Path(f"/proc/{process.pid}/{what}").iterdir())) for what in ("task", "fd")))
        except OSError:
            pass
        time.sleep(0.02)


def begin(program: str, kind: str, folder: Path, games: int) -> subprocess.Popen:
    allowed = 10_000 if kind in SILENT else 60_000
    agents = (
        f"bad=external:cmd=\"python3 '{BOTS}/hostile.py' {kind} /nowhere/{folder.parent.name}\":stderr=bad.txt:move_ms={allowed},"
        f"good=external:cmd=\"python3 '{BOTS}/faulty.py' none\":move_ms=60000"
    )
    threads = GAMES if kind in SILENT else 2  # all games wait at once
    command = [program, "--agents", agents, "--games", str(games), "--threads", str(threads), "--secret", SECRET, "--quiet"]
    folder.mkdir()
    environment = {**os.environ, "TMPDIR": str(folder.parent / "temporary")}
    return subprocess.Popen(
        [*command, "--out", "run"], cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )


def play(program: str, kind: str, folder: Path) -> list[tuple[int, int]]:
    process = begin(program, kind, folder, GAMES)
    seen: list[tuple[int, int]] = []
    counter = threading.Thread(target=count, args=(process, seen))
    counter.start()
    _, errors = process.communicate(timeout=900)
    counter.join()
    assert process.returncode == 0, f"{kind}: {errors}"
    return seen


def honest_forfeits(out: Path) -> list[str]:
    seats = [row.split(",") for row in (out / "seats.csv").read_text().splitlines()[1:]]
    good = {row[0]: row[2] for row in seats if row[3] == "good"}
    games = [row.split(",") for row in (out / "games.csv").read_text().splitlines()[1:]]
    return [row[7] for row in games if any(one.startswith(f"{good[row[0]]}:") for one in row[7].split("|"))]


def killed(program: str, room: Path, kills: int) -> None:
    """Kills the program at moments from all over its games, most of which bots take to begin."""
    chance = random.Random("kills")
    for number in range(kills):
        process = begin(program, "daemon-in-a-session", room / f"killed-{number}", 10_000)
        time.sleep(chance.uniform(0, 0.5))
        process.kill()
        process.communicate()
        are_gone(room, "killed")
    print(f"killed {kills} times, and nothing was left", flush=True)


def main(program: str, *chosen: str) -> None:
    names = chosen or kinds()
    program = str(Path(program).resolve())
    # Programs that remove nested folders one by one run out of files, or of stack if they may open many.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory(prefix="hostile-", dir=space()) as folder:
        room = Path(folder)
        (room / "temporary").mkdir()
        killed(program, room, KILLS)
        for kind in names:
            outs = [room / f"{kind}-{number}" / "run" for number in range(3)]
            for out in outs:
                seen = play(program, kind, out.parent)
                half = len(seen) // 2
                # All games of a silent bot are waited for at once, so none of them is early.
                for what, allowed in ((0, THREADS), (1, FILES)) if kind not in SILENT else ():
                    early, late = (max((one[what] for one in part), default=0) for part in (seen[:half], seen[half:]))
                    assert late <= early + allowed, f"{kind}: {early} became {late}"
                forfeits = honest_forfeits(out)
                assert not forfeits, f"{kind}: the honest bot forfeits {forfeits}"
            for out in outs[1:] if kind not in RACING else []:
                assert difference(outs[0], out) is None, f"{kind}: {difference(outs[0], out)} differs"
            are_gone(room, kind)
            told = sum(bool(row.split(",")[7]) for row in (outs[0] / "games.csv").read_text().splitlines()[1:])
            same = "its own order" if kind in RACING else "the same bytes"
            print(f"{kind}: 3 runs with {same}; games that it forfeited: {told} of {GAMES}", flush=True)
            for out in outs:
                shutil.rmtree(out.parent)
    print(f"{len(names)} hostile bots, and the honest one forfeited nothing", flush=True)


main(*sys.argv[1:])
