"""Lets bots spy: on the deck, by traces of an earlier process, and on the other seats of a game.

    python spying.py PROGRAM [on|off] [CHANNEL...]

In the sandbox no channel may help: over at least 400 draws, a bot predicts no more than chance explains in one of 30,000 cases.
With `off` the harness shows that the channels work without the sandbox.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
TILES = json.loads((HERE.parent.parent / "engine/games/tongiaki/data/example-deck.json").read_text())
CHANNELS = ["no-wait", "cachestat", "mincore", "faults", "access", "position"]
SECRET = "00112233445566778899aabbccddeeff"  # the decks, and so the draws that are hit by chance, are always the same
GAMES = {"on": 20, "off": 8}
BITS = 321  # of a channel
POSITIONS = 8  # files that the program inherits
# Without the sandbox, processes inherit no files either.
CLOSED = {"on": {"talk", *CHANNELS}, "off": {"position"}}


def files(room: Path, groups: int) -> None:
    """Files of a page each, last read long ago."""
    for group in range(groups):
        (room / str(group)).mkdir(parents=True)
        for number in range(BITS):
            path = room / str(group) / str(number)
            path.write_bytes(bytes(4096))
            os.utime(path, (0, 0))
    # Pages that still have to be written cannot leave the cache.
    os.sync()


def play(program: str, sandbox: str, words: str, rest: str) -> list[list[float]]:
    """The numbers that the bot printed at the end of each of its games."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        room = Path(folder)
        files(room / "marks", GAMES[sandbox] if words.startswith("access") else 1)
        (room / "position").write_bytes(b"")
        words = words.replace("MARKS", str(room / "marks"))
        bot = f"external:cmd=\"/usr/bin/python3 '{HERE}/spy.py' {words}\":stderr={room}/told:sandbox={sandbox}:isolate=game:move_ms=60000"
        inherited = "; ".join(f"exec {number}<position" for number in range(3, 3 + POSITIONS))
        command = [program, "--agents", rest.replace("BOT", bot), "--games", str(GAMES[sandbox]), "--threads", "1", "--secret", SECRET]
        command += "--game wongar --players 3".split() if words.startswith("talk") else []
        # By default no deck comes twice, so the channels have nothing to carry.
        command += ["--shared-decks"] if sandbox == "off" else []
        subprocess.run(
            ["bash", "-c", f'{inherited}; exec "$@"', "bash", *command, "--quiet", "--out", "run"],
            cwd=room, check=True, stdout=subprocess.DEVNULL,
        )
        lines = [line.split() for line in (room / "told").read_text().splitlines()]
    return [[float(number) for number in line[1:]] for line in lines if line[0] in ("drawn", "heard")]


def main(program: str, sandbox: str = "on", *chosen: str) -> None:
    program = str(Path(program).resolve())
    for channel in chosen or [*CHANNELS, "talk"]:
        if channel == "talk":
            told = play(program, sandbox, "talk /usr/bin/env", "a=BOT,b=BOT,random")
            heard = int(sum(number for number, in told))
            assert len(told) > GAMES[sandbox], "the bots play"
            found = f"{heard} messages from other seats in {GAMES[sandbox]} games"
            helps = heard > 0
        else:
            told = play(program, sandbox, f"{channel} {','.join(TILES)} MARKS", "BOT,random")
            draws, chance, variance, hits = (sum(numbers) for numbers in zip(*told))
            assert sandbox == "off" or draws >= 400, f"only {draws} draws"
            errors = (hits - chance) / math.sqrt(variance)
            found = f"{hits:.0f} of {draws:.0f} draws predicted; by chance {chance:.1f}, standard error {math.sqrt(variance):.1f}"
            helps = errors >= 4
        print(f"{channel}, sandbox={sandbox}: {found}", flush=True)
        assert helps != (channel in CLOSED[sandbox]), f"{channel}: unexpected with sandbox={sandbox}"


main(*sys.argv[1:])
