"""Tests of how shards are sized and named, and of bad input. A fake program makes the measurements exact."""

import argparse
import os
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from plan import Failure, Pilot, Plan, array_lists, check, is_finished, make, measure, ranges
from work import merge, move, play_shard

# A fake tournament of 1000 games that has played 50 of them; some arguments make it fail.
PROGRAM = """\
    #!{python}
    import json, pathlib, sys
    if "--bad" in sys.argv:
        print("error: there is no agent bad", file=sys.stderr)
        sys.exit(2)
    folder = pathlib.Path(sys.argv[sys.argv.index("--out") + 1])
    folder.mkdir(exist_ok=True)
    manifest = dict(games=1000, games_played=50, block_size=2, finished="--unfinished" not in sys.argv)
    (folder / "manifest.json").write_text(json.dumps(manifest))
    (folder / "arguments").write_text(" ".join(sys.argv[1:]))
"""


class InAFolder(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = Path(scratch.name)
        self.program = self.folder / "program"
        self.program.write_text(textwrap.dedent(PROGRAM).format(python=sys.executable))
        self.program.chmod(0o755)
        self.out = self.folder / "run"
        self.parts = self.folder / "run.parts"

    def make(self, *arguments, **options):
        defaults = dict(minutes=1.0, cores=1, workers=None, shards=None, pilot=60.0)
        options = defaults | dict(out=self.out, program=str(self.program)) | options
        return make(argparse.Namespace(**options, arguments=list(arguments)))

    def refused(self, sentence, call, *arguments, **options):
        with self.assertRaises(Failure) as refusal:
            call(*arguments, **options)
        self.assertIn(sentence, str(refusal.exception))


class Sizes(unittest.TestCase):
    # 5 games per core and second.
    pilot = Pilot(games=50, core_seconds=10.0, games_in_all=1_000_000, block_size=2)

    def test_tasks_last_as_asked(self):
        self.assertEqual(self.pilot.shards(minutes=10, cores=1, workers=0), 334)  # of 3000 games each
        self.assertEqual(self.pilot.shards(minutes=10, cores=4, workers=0), 84)
        self.assertEqual(self.pilot.shards(minutes=10_000, cores=1, workers=0), 1)

    def test_there_are_more_shards_than_workers(self):
        self.assertEqual(self.pilot.shards(minutes=10, cores=1, workers=200), 800)
        self.assertEqual(self.pilot.shards(minutes=10, cores=1, workers=2), 334)

    def test_no_shard_is_without_a_block(self):
        self.assertEqual(self.pilot.shards(minutes=1e-9, cores=1, workers=0), 500_000)


class Numbers(unittest.TestCase):
    def test_rows_are_written_as_ranges(self):
        self.assertEqual(ranges([]), "")
        self.assertEqual(ranges([1, 2, 3, 7, 9, 10]), "1-3,7,9-10")

    def test_arrays_stay_below_the_limit(self):
        self.assertEqual(array_lists([1, 2, 3, 4, 5, 6, 7], 3), [(0, "1-3"), (3, "1-3"), (6, "1")])
        self.assertEqual(array_lists([2, 7], 3), [(0, "2"), (6, "1")])
        self.assertEqual(array_lists([], 3), [])


class Plans(InAFolder):
    def test_a_pilot_is_measured(self):
        pilot = measure(str(self.program), [], 60.0)
        self.assertEqual((pilot.games, pilot.games_in_all, pilot.block_size), (50, 1000, 2))
        self.assertGreater(pilot.core_seconds, 0)

    def test_a_plan_is_kept(self):
        self.assertEqual(self.make("--agents", "a,b", shards=7, cores=3), self.parts)
        plan = Plan.read(self.parts)
        self.assertEqual((plan.shards, plan.cores, plan.arguments), (7, 3, ["--agents", "a,b"]))
        self.make("--agents", "a,b")
        self.assertEqual(Plan.read(self.parts), plan)
        self.refused("contains a different run: --agents a,b", self.make, "--agents", "c")
        self.refused("in 7 shards, not 8", self.make, "--agents", "a,b", shards=8)

    def test_what_cannot_be_played_is_refused(self):
        self.refused("`match` is not supported", check, ["match", "a", "b"])
        self.refused("go after `--`", check, [])
        self.refused("--shard is not allowed after `--`", check, ["--agents", "a", "--shard", "1/2"])
        self.refused("--threads is not allowed after `--`", check, ["--threads=2"])
        self.refused("there is no agent bad", self.make, "--bad")
        self.refused("is not a program", self.make, "--agents", "a", program=str(self.folder / "nothing"))
        self.refused("cannot read", Plan.read, self.parts)
        self.assertFalse(self.parts.exists())
        self.out.mkdir()
        self.refused("already exists", self.make, "--agents", "a")


class Work(InAFolder):
    def test_a_shard_is_moved_when_it_is_whole(self):
        self.make("--agents", "a", shards=3, cores=2)
        plan = Plan.read(self.parts)
        play_shard(plan, 2, self.parts)
        self.assertEqual(sorted(path.name for path in self.parts.iterdir()), ["2", "plan.json"])
        arguments = (self.parts / "2/arguments").read_text()
        self.assertRegex(arguments, r"^--agents a --shard 2/3 --out \S+/2 --resume --threads 2 --quiet$")
        self.assertEqual(plan.missing(self.parts), [1, 3])
        self.refused("shards missing in", merge, plan, self.parts)
        self.refused("shard 4 does not exist", play_shard, plan, 4, self.parts)

    def test_a_merge_gets_the_secret_of_the_run(self):
        for key, path in {"key": str(self.folder / "key"), "00ff": "00ff"}.items():
            plan = Plan(str(self.program), str(self.folder), ["--secret=" + key, "--seed", "1"], shards=0, cores=1)
            (self.folder / "key").touch()
            self.parts.mkdir(exist_ok=True)
            merge(plan, self.parts)
            self.assertTrue((self.out / "arguments").read_text().endswith(f"--secret {path}"))
            self.out.rename(self.folder / key[::-1])

    def test_what_is_not_finished_is_not_moved(self):
        self.make("--unfinished", shards=1)
        plan = Plan.read(self.parts)
        self.refused("shard 1/1: the tournament ended with exit code 0", play_shard, plan, 1, self.parts)
        self.assertEqual(plan.missing(self.parts), [1])

    def test_of_two_equal_shards_the_first_stays(self):
        for name in ("first", "second"):
            (self.folder / name).mkdir()
            (self.folder / name / "manifest.json").write_text('{"finished": true}')
            (self.folder / name / name).touch()
            move(self.folder / name, self.folder / "goal")
        self.assertTrue(is_finished(self.folder / "goal"))
        self.assertEqual(sorted(path.name for path in (self.folder / "goal").iterdir()), ["first", "manifest.json"])

    def test_a_shard_is_on_the_disk_before_it_has_its_name(self):
        shard, goal = self.folder / "shard", self.folder / "goal"
        (shard / "deep").mkdir(parents=True)
        for name in ("manifest.json", "deep/games.csv"):
            (shard / name).write_text('{"finished": true}')
        synced = []

        def note(descriptor):
            path = Path(os.readlink(f"/proc/self/fd/{descriptor}"))
            synced.append((path.name, goal.exists()))

        with mock.patch("os.fsync", note):
            move(shard, goal)
        before = {name for name, is_there in synced if not is_there}
        self.assertLessEqual({"manifest.json", "games.csv", "deep"}, before)
        self.assertEqual(len(before), 4)
        self.assertEqual(synced[-1], (self.folder.resolve().name, True))


if __name__ == "__main__":
    unittest.main()
