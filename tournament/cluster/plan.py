#!/usr/bin/env python3
"""Splits a run into shards: measures its speed in a short pilot run and writes a plan.

The shards of the run OUT and their plan are stored in OUT.parts. The module needs only the standard library.

    plan.py make --out OUT [--minutes M] -- --agents mcts,greedy --games 1000000
    plan.py arrays OUT.parts 1000

`make` measures, writes the plan and prints OUT.parts; if OUT.parts contains a plan for the same run, it keeps
that plan. `arrays` prints the missing shards as Slurm job arrays of at most the given number of tasks.
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

# Options that the scripts set for each shard.
RESERVED = ("--out", "--shard", "--resume", "--threads", "--quiet")

# Several shards per worker, so that a slow shard at the end causes only a short delay.
SHARDS_PER_WORKER = 4

# The longest pilot run, in seconds; measuring fails if no block of games is finished by then.
LONGEST_PILOT = 600.0


class Failure(Exception):
    """An error whose text is one sentence for the user."""


@dataclass
class Plan:
    """The plan of a run that is split into shards."""

    program: str  # absolute path of the tournament program
    directory: str  # working directory of the command; relative paths in the arguments start here
    arguments: list[str]  # arguments of the run, without those for shards, threads and folders
    shards: int
    cores: int  # cores per task

    @staticmethod
    def read(parts: Path) -> "Plan":
        """Reads the plan from a folder of parts."""
        path = parts / "plan.json"
        try:
            plan = Plan(**json.loads(path.read_text()))
        except OSError as error:
            raise Failure(f"cannot read {path}: {error.strerror}") from None
        except (ValueError, TypeError) as error:
            raise Failure(f"{path} is not a plan: {error}") from None
        return plan

    def write(self, parts: Path) -> None:
        """Writes the plan atomically."""
        draft = parts / f"plan.json.{os.getpid()}.moving"
        try:
            parts.mkdir(parents=True, exist_ok=True)
            draft.write_text(json.dumps(asdict(self), indent=2) + "\n")
            draft.rename(parts / "plan.json")
        except OSError as error:
            raise Failure(f"cannot write {parts}: {error.strerror}") from None

    def command(self, number: int, folder: Path) -> list[str]:
        """Returns the command that plays or resumes a shard."""
        shard = f"{number}/{self.shards}"
        where = ["--shard", shard, "--out", str(folder), "--resume"]
        return [self.program, *self.arguments, *where, "--threads", str(self.cores), "--quiet"]

    def secret(self) -> list[str]:
        """Returns the option for the key of the decks, with an absolute path, for a merge in any folder."""
        parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
        parser.add_argument("--secret")
        key = parser.parse_known_args(self.arguments)[0].secret
        if key is None:
            return []
        path = Path(self.directory) / key
        return ["--secret", str(path) if path.is_file() else key]

    def missing(self, parts: Path) -> list[int]:
        """Returns the numbers of the shards that are not finished."""
        there = {name for name in os.listdir(parts) if is_finished(parts / name)}
        return [number for number in range(1, self.shards + 1) if str(number) not in there]


@dataclass
class Pilot:
    """The measurements of a pilot run on one core."""

    games: int
    core_seconds: float
    games_in_all: int
    block_size: int

    @property
    def rate(self) -> float:
        """Games per core and second."""
        return self.games / self.core_seconds

    def shards(self, minutes: float, cores: int, workers: int) -> int:
        """Returns the number of shards that take the given minutes each, and at least four per worker."""
        by_time = math.ceil(self.games_in_all / (self.rate * cores * minutes * 60))
        blocks = math.ceil(self.games_in_all / self.block_size)
        return max(1, min(blocks, max(by_time, SHARDS_PER_WORKER * workers)))


def is_finished(folder: Path) -> bool:
    """Returns whether a folder contains a finished run or shard."""
    try:
        return json.loads((folder / "manifest.json").read_text()).get("finished") is True
    except (OSError, ValueError):
        return False


def parts_of(out: Path) -> Path:
    """Returns the folder for the shards of a run."""
    return out.with_name(out.name + ".parts")


def measure(program: str, arguments: list[str], seconds: float) -> Pilot:
    """Plays on one core for the given time, or longer until a block of games is finished."""
    while True:
        pilot = measure_once(program, arguments, seconds)
        if pilot.games > 0:
            return pilot
        seconds *= 2
        if seconds > LONGEST_PILOT:
            raise Failure("no block of games was finished in ten minutes: set --shards")


def measure_once(program: str, arguments: list[str], seconds: float) -> Pilot:
    """Plays on one core for the given time. Measures CPU time, because other programs may use the machine."""
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
    """Returns the program's error message."""
    message = errors.strip().removeprefix("error: ")
    return message or f"the tournament ended with exit code {code} and no error message"


def check(arguments: list[str]) -> None:
    """Checks that the arguments start a tournament and contain no reserved option."""
    if not arguments:
        raise Failure("the arguments of the run go after `--`, as in `-- --agents mcts,greedy --games 1000000`")
    if not arguments[0].startswith("-"):
        raise Failure(f"these scripts play tournaments only: `{arguments[0]}` is not supported")
    for argument in arguments:
        if argument.split("=")[0] in RESERVED:
            raise Failure(f"{argument.split('=')[0]} is not allowed after `--`: the scripts set it for each shard")


def array_lists(numbers: list[int], most: int) -> list[tuple[int, str]]:
    """Returns numbers as job arrays with indices from 1 to `most`: pairs of an offset and the indices."""
    arrays: dict[int, list[int]] = {}
    for number in numbers:
        offset = (number - 1) // most * most
        arrays.setdefault(offset, []).append(number - offset)
    return [(offset, ranges(indices)) for offset, indices in arrays.items()]


def ranges(numbers: list[int]) -> str:
    """Formats ascending numbers as ranges: 1-3,7."""
    rows: list[list[int]] = []
    for number in numbers:
        if rows and rows[-1][1] == number - 1:
            rows[-1][1] = number
        else:
            rows.append([number, number])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in rows)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options that select the run and the size of its shards."""
    parser.add_argument("--out", type=Path, required=True, help="folder for the whole run")
    parser.add_argument("--program", default=str(PROGRAM), help="tournament program [default: %(default)s]")
    parser.add_argument("--minutes", type=positive(float), default=10.0, help="length of a task [default: 10]")
    parser.add_argument("--cores", type=positive(int), default=1, help="cores per task [default: 1]")
    parser.add_argument("--workers", type=positive(int), help="number of tasks that may run at the same time")
    parser.add_argument("--shards", type=positive(int), help="number of shards; skips measuring")
    parser.add_argument("--pilot", type=positive(float), default=10.0, help="seconds of the pilot run [default: 10]")
    parser.usage = "%(prog)s --out OUT [OPTIONS] -- ARGUMENTS AS ON ONE MACHINE"


def parse(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """Parses the options before `--` and stores the words after it in `arguments`."""
    words = sys.argv[1:]
    end = words.index("--") if "--" in words else len(words)
    options = parser.parse_args(words[:end])
    options.arguments = words[end + 1 :]
    return options


def positive(number: type):
    """Returns a parser for positive numbers."""

    def read(text: str):
        value = number(text)
        if not 0 < value < math.inf:
            raise ValueError
        return value

    read.__name__ = "positive number"
    return read


def make(options: argparse.Namespace, workers: int = 0) -> Path:
    """Makes or reads the plan of the requested run and returns its folder of parts."""
    check(options.arguments)
    out = options.out.absolute()
    parts = parts_of(out)
    program = shutil.which(options.program)
    if program is None:
        raise Failure(f"{options.program} is not a program: build it with `cargo build --release`")
    if (parts / "plan.json").exists():
        plan = Plan.read(parts)
        if plan.arguments != options.arguments:
            raise Failure(f"{parts} contains a different run: {' '.join(plan.arguments)}")
        if options.shards not in (None, plan.shards):
            raise Failure(f"{parts} contains a run in {plan.shards} shards, not {options.shards}")
        tell(f"resuming: {len(plan.missing(parts))} of {plan.shards} shards are missing in {parts}")
        return parts
    if out.exists():
        raise Failure(f"{out} already exists: choose another --out, or remove it")
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
    """Prints a message on standard error."""
    print(text, file=sys.stderr, flush=True)


def run(main) -> None:
    """Runs a script. Prints an error as one sentence, with exit code 2."""
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
        tell("interrupted: run the same command again to continue")
        sys.exit(130)


def main() -> None:
    parser = argparse.ArgumentParser(description="Splits a run into shards.")
    commands = parser.add_subparsers(dest="command", required=True)
    add_options(commands.add_parser("make", help="measure and write the plan"))
    arrays = commands.add_parser("arrays", help="print the missing shards as job arrays: an offset and indices")
    arrays.add_argument("parts", type=Path)
    arrays.add_argument("most", type=positive(int), help="maximum tasks per array")
    options = parse(parser)
    if options.command == "make":
        print(make(options))
    else:
        missing = Plan.read(options.parts).missing(options.parts)
        for offset, indices in array_lists(missing, options.most):
            print(offset, indices)


if __name__ == "__main__":
    run(main)
