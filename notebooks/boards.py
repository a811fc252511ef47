"""Pictures of positions in recorded games for notebooks, drawn by `tournament show`."""

import os
import subprocess
import tempfile
from pathlib import Path

from IPython.display import SVG

ROOT = Path(__file__).resolve().parent.parent


def board(record_file: str | Path, line: int = 1, turn: int | None = None) -> SVG:
    """Draws the position after a turn in the game on one line of a record file; without a turn, the final position.

    Runs the program named by the environment variable TOURNAMENT, or else cargo's release build.
    """
    program = [os.environ["TOURNAMENT"]] if "TOURNAMENT" in os.environ else [
        "cargo", "run", "--release", "--quiet", "--manifest-path", str(ROOT / "Cargo.toml"), "--",
    ]
    with tempfile.TemporaryDirectory() as folder:
        picture = Path(folder) / "board.svg"
        command = [*program, "show", "--record", str(record_file), "--line", str(line), "--svg", str(picture)]
        if turn is not None:
            command += ["--turn", str(turn)]
        finished = subprocess.run(command, capture_output=True, text=True)
        if finished.returncode != 0:
            raise ValueError(finished.stderr.strip())
        return SVG(picture.read_text())
