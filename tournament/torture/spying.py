"""Lets two bots of one game talk to each other by locks of a file that both can read.

    python spying.py PROGRAM [on|off]

In the sandbox they must not hear each other. With `off` the harness shows that the locks work without the sandbox.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
GAMES = {"on": 20, "off": 8}


def main(program: str, sandbox: str = "on") -> None:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        errors = Path(folder) / "told"
        bot = f"external:cmd=\"/usr/bin/python3 '{HERE}/spy.py' /usr/bin/env\":stderr={errors}:sandbox={sandbox}:move_ms=60000"
        command = [str(Path(program).resolve()), "--agents", f"a={bot},b={bot},random", "--games", str(GAMES[sandbox])]
        command += "--game wongar --players 3 --threads 1 --quiet --out run".split()
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        lines = [line.split() for line in errors.read_text().splitlines()]
    heard = [int(line[1]) for line in lines if line[0] == "heard"]
    assert len(heard) > GAMES[sandbox], "the bots play"
    print(f"sandbox={sandbox}: {sum(heard)} messages from other seats in {GAMES[sandbox]} games", flush=True)
    assert (sum(heard) > 0) == (sandbox == "off")


main(*sys.argv[1:])
