#!/usr/bin/env python3
"""Plays a tournament on a Ray cluster: shards as tasks, merged at the end into the bytes of one machine.

    ray_driver.py --out results/big --minutes 10 -- --agents mcts,greedy --games 1000000

Without a cluster in sight (--address, or RAY_ADDRESS) it uses this machine's cores. A shard whose node is
lost is played on another one. Interrupted, the same command plays what is missing.

Nodes share the folders of --out and of the program, unless --no-shared-folder says that they do not: then the
program goes to the nodes with the tasks, and the shards come back as results.
"""

import argparse
import io
import tarfile
import tempfile
import time
from dataclasses import replace
from pathlib import Path

import plan as plan_module
import work as work_module
from plan import Failure, Plan, add_options, make, parse, positive, run, tell
from work import merge, move, play_shard


def play_and_send(plan: Plan, number: int, program: bytes) -> bytes:
    """A task: plays a shard with the program that was sent, and returns its folder as an archive."""
    with tempfile.TemporaryDirectory(prefix="tournament-node-") as scratch:
        folder = Path(scratch)
        binary = folder / "tournament"
        binary.write_bytes(program)
        binary.chmod(0o755)
        play_shard(replace(plan, program=str(binary), directory=scratch), number, folder)
        archive = io.BytesIO()
        with tarfile.open(fileobj=archive, mode="w:gz", compresslevel=1) as tar:
            tar.add(folder / str(number), arcname=".")
        return archive.getvalue()


def unpack(archive: bytes, goal: Path) -> None:
    """Puts a shard that a node sent where it belongs, at once."""
    with tempfile.TemporaryDirectory(prefix="tournament-sent-") as scratch:
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extractall(scratch, filter="data")
        move(Path(scratch), goal)


class Progress:
    """Says how many shards are there, once a second at most."""

    def __init__(self, done: int, shards: int):
        self.at_first, self.done, self.shards = done, done, shards
        self.start, self.last = time.monotonic(), -1.0

    def advance(self) -> None:
        self.done += 1
        now = time.monotonic()
        if now - self.last < 1 and self.done < self.shards:
            return
        self.last = now
        left = (now - self.start) / (self.done - self.at_first) * (self.shards - self.done)
        tell(f"{self.done} of {self.shards} shards, about {left / 60:.1f} minutes left")


def play(ray, plan: Plan, parts: Path, options: argparse.Namespace) -> None:
    """Plays all missing shards; each counts as soon as it is there."""
    missing = plan.missing(parts)
    task = play_and_send if options.no_shared_folder else play_shard
    where = ray.put(Path(plan.program).read_bytes()) if options.no_shared_folder else parts
    task = ray.remote(num_cpus=plan.cores, max_retries=options.retries)(task)
    numbers = {task.remote(plan, number, where): number for number in missing}
    progress = Progress(plan.shards - len(missing), plan.shards)
    while numbers:
        # All that are ready once a second: with one at a time, ten thousand tasks would keep this loop busy.
        done, _ = ray.wait(list(numbers), num_returns=len(numbers), timeout=1)
        for task in done:
            number = numbers.pop(task)
            archive = result(ray, task, number)
            if archive is not None:
                unpack(archive, parts / str(number))
            progress.advance()


def result(ray, task, number: int):
    """What a task that has ended returned."""
    try:
        return ray.get(task)
    except ray.exceptions.RayTaskError as error:
        raise Failure(str(error.cause or error)) from None
    except ray.exceptions.RayError as error:
        reason = str(error).split("\n")[0]
        raise Failure(f"shard {number} was lost for good ({reason}); the same command goes on") from None


def check_room(cores: int, nodes: list[float]) -> None:
    """Makes sure that a task fits on a node: Ray would wait for one that is large enough."""
    if cores > max(nodes):
        raise Failure(f"--cores {cores}: no node of the cluster has more than {max(nodes):.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Plays a tournament on a Ray cluster.")
    add_options(parser)
    parser.add_argument("--address", help="of the cluster [default: RAY_ADDRESS, or this machine]")
    parser.add_argument("--retries", type=positive(int), default=5, help="of a lost shard [default: 5]")
    parser.add_argument("--no-shared-folder", action="store_true", help="nodes do not see --out")
    options = parse(parser)
    try:
        import ray
    except ImportError:
        raise Failure("Ray is not installed: pip install ray") from None
    try:
        ray.init(options.address, log_to_driver=False, logging_level="error")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise Failure(f"there is no Ray cluster: {str(error).splitlines()[0]}") from None
    # The nodes need not have these scripts.
    ray.cloudpickle.register_pickle_by_value(plan_module)
    ray.cloudpickle.register_pickle_by_value(work_module)
    nodes = [node["Resources"].get("CPU", 0) for node in ray.nodes() if node["Alive"]]
    check_room(options.cores, nodes)
    parts = make(options, workers=int(sum(nodes)) // options.cores)
    plan = Plan.read(parts)
    check_room(plan.cores, nodes)
    play(ray, plan, parts, options)
    merge(plan, parts)


if __name__ == "__main__":
    run(main)
