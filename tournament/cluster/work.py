#!/usr/bin/env python3
"""Runs on a node of a cluster: plays a shard of a plan, or merges all shards.

    work.py shard OUT.parts NUMBER
    work.py merge OUT.parts

A shard is played in a local folder of the node (TMPDIR). When it is finished, it is copied next to its
destination and renamed, so that a shared file system never shows a partial shard. If SIGTERM or Ctrl-C stops
a shard, its progress is saved as NUMBER.stopped, and the next attempt resumes from there.
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
    """Plays a shard unless it is finished."""
    goal = parts / str(number)
    stopped = parts / f"{number}.stopped"
    if is_finished(goal):
        return
    if number > plan.shards:
        raise Failure(f"shard {number} does not exist: {parts} has {plan.shards} shards")
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
            tell(f"shard {number}/{plan.shards} is stopped; its progress is saved")
            raise KeyboardInterrupt
        else:
            raise Failure(f"shard {number}/{plan.shards}: {sentence(errors, code)}")


def watch(command: list[str], directory: str) -> tuple[int, str]:
    """Runs the program and, if this process is interrupted, lets it shut down cleanly. Returns its exit code
    and standard error."""
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
    """Kills the program when its parent process dies."""
    set_parent_death_signal = 1
    libc.prctl(set_parent_death_signal, signal.SIGKILL)


def move(folder: Path, goal: Path) -> None:
    """Moves a folder to its destination atomically. If an equal shard is already there, keeps that one.

    The copy is synced to disk before it is renamed, and the rename before this function returns, so a power cut
    never leaves a partial shard."""
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
    """Syncs a file, or the entries of a folder, to disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    except OSError:
        # Some file systems cannot sync folders.
        if not path.is_dir():
            raise
    finally:
        os.close(descriptor)


def unique(goal: Path) -> Path:
    """Returns a path next to the destination that no other process uses."""
    return goal.with_name(f"{goal.name}.{socket.gethostname()}-{os.getpid()}.moving")


def merge(plan: Plan, parts: Path) -> None:
    """Merges all shards into the whole run."""
    out = parts.with_name(parts.name.removesuffix(".parts"))
    if is_finished(out):
        tell(f"{out} is finished: nothing to do")
        return
    missing = plan.missing(parts)
    if missing:
        raise Failure(f"shards missing in {parts}: {ranges(missing)}; run the same command again to play them")
    draft = unique(parts / "whole")
    shards = [str(number) for number in range(1, plan.shards + 1)]
    command = [plan.program, "merge", *shards, "--out", str(draft), *plan.secret()]
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
    parser = argparse.ArgumentParser(description="Plays a shard of a plan, or merges all shards.")
    commands = parser.add_subparsers(dest="command", required=True)
    shard = commands.add_parser("shard", help="play or resume a shard")
    shard.add_argument("parts", type=Path)
    shard.add_argument("number", type=positive(int))
    commands.add_parser("merge", help="merge all shards into the whole run").add_argument("parts", type=Path)
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
