#!/usr/bin/env python3
"""What a node of a cluster does: it plays a shard of a plan, or merges all of them.

    work.py shard OUT.parts NUMBER
    work.py merge OUT.parts

A shard is played in a folder of the node (where TMPDIR says) and moved when it is whole: copied beside its
place and renamed, so that a shared file system shows all of it or nothing. What SIGTERM or Ctrl-C stops is
kept as NUMBER.stopped, and whoever plays that shard next goes on from there.
"""

import argparse
import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

from plan import Failure, Plan, is_finished, positive, ranges, run, sentence, tell

INTERRUPTED = 130


def play_shard(plan: Plan, number: int, parts: Path) -> None:
    """Plays a shard, unless it is there."""
    goal = parts / str(number)
    stopped = parts / f"{number}.stopped"
    if is_finished(goal):
        return
    if number > plan.shards:
        raise Failure(f"there is no shard {number}: {parts} has {plan.shards}")
    with tempfile.TemporaryDirectory(prefix="tournament-shard-") as scratch:
        folder = Path(scratch) / str(number)
        if stopped.is_dir():
            shutil.copytree(stopped, folder)
        code, errors = watch(plan.command(number, folder), plan.directory)
        if code == 0 and is_finished(folder):
            move(folder, goal)
            shutil.rmtree(stopped, ignore_errors=True)
        elif code == INTERRUPTED:
            if folder.is_dir():
                shutil.rmtree(stopped, ignore_errors=True)
                move(folder, stopped)
            tell(f"shard {number}/{plan.shards} is stopped; what it has is kept")
            raise KeyboardInterrupt
        else:
            raise Failure(f"shard {number}/{plan.shards}: {sentence(errors, code)}")


def watch(command: list[str], directory: str) -> tuple[int, str]:
    """Runs the program to its end, or lets it end in good order if this process is interrupted: its exit
    code, and what it said on standard error."""
    libc = ctypes.CDLL(None) if sys.platform == "linux" else None
    try:
        process = subprocess.Popen(
            command,
            cwd=directory,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=libc and (lambda: end_with_parent(libc)),
        )
    except OSError as error:
        raise Failure(f"cannot run {command[0]} in {directory}: {error.strerror}") from None
    try:
        _, errors = process.communicate()
    except KeyboardInterrupt:
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate()
    return process.returncode, errors


def end_with_parent(libc: ctypes.CDLL) -> None:
    """Makes sure that a worker that is killed leaves no program behind."""
    set_parent_death_signal = 1
    libc.prctl(set_parent_death_signal, signal.SIGKILL)


def move(folder: Path, goal: Path) -> None:
    """Puts a folder where all can see it, at once. Of two equal shards the first one stays.

    The copy is on the disk before it gets its name, and the name before this returns: a machine that loses its
    power leaves all of a shard or nothing."""
    draft = unique(goal)
    shutil.copytree(folder, draft)
    for path in [*draft.rglob("*"), draft]:
        sync(path)
    try:
        draft.rename(goal)
    except OSError:
        if not is_finished(goal):
            raise
        shutil.rmtree(draft)
    sync(goal.parent)


def sync(path: Path) -> None:
    """Waits until a file or the names in a folder are on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError:
        # Some file systems sync files alone, and names in their own time.
        if not path.is_dir():
            raise
    finally:
        os.close(descriptor)


def unique(goal: Path) -> Path:
    """A name beside this one that no other process uses."""
    return goal.with_name(f"{goal.name}.{socket.gethostname()}-{os.getpid()}.moving")


def merge(plan: Plan, parts: Path) -> None:
    """Makes the whole run of all shards, and prints its result."""
    out = parts.with_name(parts.name.removesuffix(".parts"))
    if is_finished(out):
        tell(f"{out} is finished: nothing to do")
        return
    missing = plan.missing(parts)
    if missing:
        raise Failure(f"shards missing in {parts}: {ranges(missing)}; the same command plays them")
    draft = unique(parts / "whole")
    shards = [str(number) for number in range(1, plan.shards + 1)]
    command = [plan.program, "merge", *shards, "--out", str(draft)]
    merged = subprocess.run(command, cwd=parts, stderr=subprocess.PIPE, text=True, check=False)
    if merged.returncode != 0:
        raise Failure(sentence(merged.stderr, merged.returncode))
    try:
        draft.rename(out)
    except OSError as error:
        raise Failure(f"cannot move {draft} to {out}: {error.strerror}") from None
    sync(out.parent)
    tell(f"{out} is finished; {parts} is no longer needed")


def main() -> None:
    parser = argparse.ArgumentParser(description="Plays a shard of a plan, or merges all of them.")
    commands = parser.add_subparsers(dest="command", required=True)
    shard = commands.add_parser("shard", help="play a shard, or go on with it")
    shard.add_argument("parts", type=Path)
    shard.add_argument("number", type=positive(int))
    commands.add_parser("merge", help="make the whole run").add_argument("parts", type=Path)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    parts = options.parts.absolute()
    plan = Plan.read(parts)
    if options.command == "shard":
        play_shard(plan, options.number, parts)
    else:
        merge(plan, parts)


if __name__ == "__main__":
    run(main)
