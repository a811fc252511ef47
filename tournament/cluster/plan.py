#!/usr/bin/env python3
"""How a run is cut into shards: its plan, and the short measurement that it rests on.

The shards of the run OUT and their plan live in OUT.parts. Only the standard library is needed.

    plan.py make --out OUT [--minutes M] -- --agents mcts,greedy --games 1000000
    plan.py arrays OUT.parts 1000

`make` measures, writes the plan and prints OUT.parts; where there is a plan of the same run already, that
one counts. `arrays` prints the shards that are missing as Slurm's job arrays of at most so many tasks.
"""

import argparse
import json
import math
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[2] / "target/release/tournament"

# What these scripts say themselves.
RESERVED = ("--out", "--shard", "--resume", "--threads", "--quiet")

# More shards than workers, so that a slow one at the end holds up little.
SHARDS_PER_WORKER = 4

# Where no block of games ends in so many seconds, measuring is given up.
LONGEST_PILOT = 600.0


class Failure(Exception):
    """What is wrong, in one sentence for the user."""


@dataclass
class Plan:
    """A run in shards."""

    program: str  # the binary, an absolute path
    directory: str  # where its arguments were typed: names of files in them count from here
    arguments: list[str]  # what is played, without shards, threads and folders
    shards: int
    cores: int  # of each task

    @staticmethod
    def read(parts: Path) -> "Plan":
        """The plan in a folder of parts."""
        path = parts / "plan.json"
        try:
            plan = Plan(**json.loads(path.read_text()))
        except OSError as error:
            raise Failure(f"cannot read {path}: {error.strerror}") from None
        except (ValueError, TypeError) as error:
            raise Failure(f"{path}: it is no plan: {error}") from None
        return plan

    def write(self, parts: Path) -> None:
        """Writes the plan; whoever looks sees all of it or nothing."""
        draft = parts / f"plan.json.{os.getpid()}.moving"
        try:
            parts.mkdir(parents=True, exist_ok=True)
            draft.write_text(json.dumps(asdict(self), indent=2) + "\n")
            draft.rename(parts / "plan.json")
        except OSError as error:
            raise Failure(f"cannot write {parts}: {error.strerror}") from None

    def command(self, number: int, folder: Path) -> list[str]:
        """What plays a shard, or goes on with it."""
        shard = f"{number}/{self.shards}"
        where = ["--shard", shard, "--out", str(folder), "--resume"]
        return [self.program, *self.arguments, *where, "--threads", str(self.cores), "--quiet"]

    def missing(self, parts: Path) -> list[int]:
        """The shards that are not finished."""
        there = {name for name in os.listdir(parts) if is_finished(parts / name)}
        return [number for number in range(1, self.shards + 1) if str(number) not in there]


@dataclass
class Pilot:
    """What a short run on one core showed."""

    games: int
    core_seconds: float
    games_in_all: int
    block_size: int

    @property
    def rate(self) -> float:
        """Games per core and second."""
        return self.games / self.core_seconds

    def shards(self, minutes: float, cores: int, workers: int) -> int:
        """Shards that take so many minutes each on so many cores, and enough to keep all workers busy."""
        by_time = math.ceil(self.games_in_all / (self.rate * cores * minutes * 60))
        blocks = math.ceil(self.games_in_all / self.block_size)
        return max(1, min(blocks, max(by_time, SHARDS_PER_WORKER * workers)))


def is_finished(folder: Path) -> bool:
    """Whether a folder holds a run or a shard with all its games."""
    try:
        return json.loads((folder / "manifest.json").read_text()).get("finished") is True
    except (OSError, ValueError):
        return False


def parts_of(out: Path) -> Path:
    """Where the shards of a run are."""
    return out.with_name(out.name + ".parts")


def measure(program: str, arguments: list[str], seconds: float) -> Pilot:
    """Plays on one core for so long, or until a block of games is whole."""
    while True:
        pilot = measure_once(program, arguments, seconds)
        if pilot.games > 0:
            return pilot
        seconds *= 2
        if seconds > LONGEST_PILOT:
            raise Failure("no block of games ended in ten minutes: say yourself how many --shards")


def measure_once(program: str, arguments: list[str], seconds: float) -> Pilot:
    """Plays on one core for so long. CPU time counts: the machine may be busy with something else."""
    with tempfile.TemporaryDirectory(prefix="tournament-pilot-") as scratch:
        folder = Path(scratch) / "pilot"
        command = [program, *arguments, "--threads", "1", "--quiet", "--out", str(folder)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        try:
            process = subprocess.Popen(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
            )
        except OSError as error:
            raise Failure(f"cannot run {program}: {error.strerror}") from None
        try:
            _, errors = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate()
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if process.returncode not in (0, 130):
            raise Failure(sentence(errors, process.returncode))
        manifest = json.loads((folder / "manifest.json").read_text())
    return Pilot(
        games=manifest["games_played"],
        core_seconds=after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
        games_in_all=manifest["games"],
        block_size=manifest["block_size"],
    )


def sentence(errors: str, code: int) -> str:
    """What the program said went wrong."""
    said = errors.strip().removeprefix("error: ")
    return said or f"the tournament ended with exit code {code} and said nothing"


def check(arguments: list[str]) -> None:
    """Makes sure that the arguments leave room for those that are added here."""
    if not arguments:
        raise Failure("what is played goes after `--`, as in `-- --agents mcts,greedy --games 1000000`")
    if not arguments[0].startswith("-"):
        raise Failure(f"`{arguments[0]}` cannot be played in shards, only the main job can")
    for argument in arguments:
        if argument.split("=")[0] in RESERVED:
            raise Failure(f"{argument.split('=')[0]} does not go after `--`: it is set for every shard")


def array_lists(numbers: list[int], most: int) -> list[tuple[int, str]]:
    """Numbers as job arrays with indices from 1 to at most `most`: what to add to the indices, and these."""
    arrays: dict[int, list[int]] = {}
    for number in numbers:
        offset = (number - 1) // most * most
        arrays.setdefault(offset, []).append(number - offset)
    return [(offset, ranges(indices)) for offset, indices in arrays.items()]


def ranges(numbers: list[int]) -> str:
    """Ascending numbers as people write them: 1-3,7."""
    rows: list[list[int]] = []
    for number in numbers:
        if rows and rows[-1][1] == number - 1:
            rows[-1][1] = number
        else:
            rows.append([number, number])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in rows)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options that say what is played and how it is cut."""
    parser.add_argument("--out", type=Path, required=True, help="where the whole run goes")
    parser.add_argument("--program", default=str(PROGRAM), help="the tournament [default: %(default)s]")
    parser.add_argument("--minutes", type=positive(float), default=10.0, help="a task's length [default: 10]")
    parser.add_argument("--cores", type=positive(int), default=1, help="of each task [default: 1]")
    parser.add_argument("--workers", type=positive(int), help="tasks that may run at a time, if known")
    parser.add_argument("--shards", type=positive(int), help="so many, without measuring")
    parser.add_argument("--pilot", type=positive(float), default=10.0, help="seconds to measure [default: 10]")
    parser.usage = "%(prog)s --out OUT [OPTIONS] -- WHAT IS PLAYED, AS ON ONE MACHINE"


def parse(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """Reads the options before `--`; what follows becomes `arguments`."""
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    options = parser.parse_args(words[:end])
    options.arguments = words[end + 1 :]
    return options


def positive(number: type):
    """Reads a number that is more than 0."""

    def read(text: str):
        value = number(text)
        if not 0 < value < math.inf:
            raise ValueError
        return value

    read.__name__ = "positive number"
    return read


def make(options: argparse.Namespace, workers: int = 0) -> Path:
    """The folder of parts of the run that is asked for, with a plan in it."""
    check(options.arguments)
    out = options.out.absolute()
    parts = parts_of(out)
    program = shutil.which(options.program)
    if program is None:
        raise Failure(f"{options.program} is no program: `cargo build --release` makes it")
    if (parts / "plan.json").exists():
        plan = Plan.read(parts)
        if plan.arguments != options.arguments:
            raise Failure(f"{parts} holds another run: {' '.join(plan.arguments)}")
        if options.shards not in (None, plan.shards):
            raise Failure(f"{parts} holds a run in {plan.shards} shards, not {options.shards}")
        tell(f"going on: {len(plan.missing(parts))} of {plan.shards} shards are missing in {parts}")
        return parts
    if out.exists():
        raise Failure(f"{out} is there already: choose another --out, or remove it")
    shards = options.shards
    if shards is None:
        pilot = measure(program, options.arguments, options.pilot)
        shards = pilot.shards(options.minutes, options.cores, options.workers or workers)
        core_hours = pilot.games_in_all / pilot.rate / 3600
        tell(
            f"measured: {pilot.rate:.3g} games per core and second, "
            f"{pilot.games_in_all} games take {core_hours:.3g} core-hours in {shards} shards"
        )
    program = str(Path(program).absolute())
    Plan(program, os.getcwd(), options.arguments, shards, options.cores).write(parts)
    return parts


def tell(text: str) -> None:
    """Says something to whoever started this."""
    print(text, file=sys.stderr, flush=True)


def run(main) -> None:
    """Runs a script: what is wrong is said in one sentence, with exit code 2."""
    try:
        sys.exit(main())
    except Failure as failure:
        tell(f"error: {failure}")
        sys.exit(2)
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        tell(f"error: {place}{error.strerror or error}")
        sys.exit(2)
    except KeyboardInterrupt:
        tell("interrupted: the same command goes on")
        sys.exit(130)


def main() -> None:
    parser = argparse.ArgumentParser(description="Cuts a run into shards.")
    commands = parser.add_subparsers(dest="command", required=True)
    add_options(commands.add_parser("make", help="measure, and write the plan"))
    arrays = commands.add_parser("arrays", help="the missing shards as job arrays: an offset and indices")
    arrays.add_argument("parts", type=Path)
    arrays.add_argument("most", type=positive(int), help="tasks of an array")
    options = parse(parser)
    if options.command == "make":
        print(make(options))
    else:
        missing = Plan.read(options.parts).missing(options.parts)
        for offset, indices in array_lists(missing, options.most):
            print(offset, indices)


if __name__ == "__main__":
    run(main)
