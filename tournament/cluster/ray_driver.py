#!/usr/bin/env python3
"""Plays a tournament on a Ray cluster: plays shards as tasks and merges them into the same bytes as one machine.

    ray_driver.py --out results/big --minutes 10 -- --agents mcts,greedy --games 1000000

Without a cluster (--address, or RAY_ADDRESS), it uses the cores of this machine. If a node is lost, its shard is
played on another node. After an interruption, run the same command again to play the missing shards.

By default, the nodes share the folders of --out and of the program. With --no-shared-folder, the program is sent
to the nodes with the tasks, and the shards are returned as results.
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
    """Ray task: plays a shard with the sent program and returns its folder as an archive."""
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
    """Unpacks a shard from a node and moves it to its destination atomically."""
    with tempfile.TemporaryDirectory(prefix="tournament-sent-") as scratch:
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extractall(scratch, filter="data")
        move(Path(scratch), goal)


class Progress:
    """Prints the number of finished shards, at most once a second."""

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
    """Plays all missing shards, and stores each as soon as it is finished."""
    missing = plan.missing(parts)
    task = play_and_send if options.no_shared_folder else play_shard
    where = ray.put(Path(plan.program).read_bytes()) if options.no_shared_folder else parts
    task = ray.remote(num_cpus=plan.cores, max_retries=options.retries)(task)
    numbers = {task.remote(plan, number, where): number for number in missing}
    progress = Progress(plan.shards - len(missing), plan.shards)
    while numbers:
        # Collects all finished tasks once a second; waiting for one at a time is slow with ten thousand tasks.
        done, _ = ray.wait(list(numbers), num_returns=len(numbers), timeout=1)
        for task in done:
            number = numbers.pop(task)
            archive = result(ray, task, number)
            if archive is not None:
                unpack(archive, parts / str(number))
            progress.advance()


def result(ray, task, number: int):
    """Returns the result of a finished task."""
    try:
        return ray.get(task)
    except ray.exceptions.RayTaskError as error:
        raise Failure(str(error.cause or error)) from None
    except ray.exceptions.RayError as error:
        reason = str(error).split("\n")[0]
        again = "run the same command again to continue"
        raise Failure(f"shard {number} was lost after all retries ({reason}); {again}") from None


def check_room(cores: int, nodes: list[float]) -> None:
    """Checks that a task fits on a node; otherwise, Ray would wait for a larger node forever."""
    if cores > max(nodes):
        raise Failure(f"--cores {cores}: no node of the cluster has more than {max(nodes):.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Plays a tournament on a Ray cluster.")
    add_options(parser)
    parser.add_argument("--address", help="address of the cluster [default: RAY_ADDRESS, or this machine]")
    parser.add_argument("--retries", type=positive(int), default=5, help="attempts to replay a lost shard [default: 5]")
    parser.add_argument("--no-shared-folder", action="store_true", help="nodes cannot access the folder of --out")
    options = parse(parser)
    try:
        import ray
    except ImportError:
        raise Failure("Ray is not installed: pip install ray") from None
    try:
        ray.init(options.address, log_to_driver=False, logging_level="error")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise Failure(f"cannot connect to a Ray cluster: {str(error).splitlines()[0]}") from None
    # Sends these scripts with the tasks, so that the nodes need no copy.
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
