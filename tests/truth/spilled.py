#!/usr/bin/python3
"""Runs with --spill that keep rows: the file of a run in memory, row for row.  Prints TAP.

    python3 tests/truth/spilled.py [--wgcq build/wgcq] [--count 12] [--seed N] [--kills 4]

Puzzles of the shelf and random ones are stored by every trace level with their states, and the graph of all rows, in a folder; every
table is compared with that of a run in memory.  One run is killed, with rows in files, and resumed.
"""

import contextlib
import itertools
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time

import random_puzzle
import seeds
import shards
import tap
from mpi_job import SHELF

ENDED = [*shards.ENDED, ("hanoi.yaml", "--set", "pegs=4", "--set", "disks=5", "--max-depth", "8"), ("queens.yaml",)]
# so many plans, and all that is compared, fit in what 8 MiB leave
LONG = (os.path.join(SHELF, "frogs.yaml"), "--set", "n=12", "--save-every", "1000")


def report(text):
    return [line for line in shards.report(text) if not line.startswith("spilled")]


def run(wgcq, place, *arguments):
    return subprocess.run([wgcq, *arguments], capture_output=True, text=True, cwd=place.path)


def differences(place):
    found = shards.differences(place.file("alone.db"), place.file("spilled.db"))
    return found + ([f"left: {os.listdir(place.file('dir'))}"] if os.path.exists(place.file("dir")) else [])


def compare(wgcq, path, *arguments):
    with shards.Place() as place:
        due = run(wgcq, place, "solve", path, *arguments, "-o", "alone.db")
        got = run(wgcq, place, "solve", path, *arguments, "-o", "spilled.db", "--spill", "dir")
        wrong = [] if (report(due.stdout), due.returncode) == (report(got.stdout), got.returncode) else \
            [f"{got.returncode} {got.stdout}{got.stderr}\nnot {due.returncode} {due.stdout}{due.stderr}"]
        if due.returncode in (0, 1, 3, 5):
            wrong += differences(place)
        return [f"{path} {arguments}: {w}" for w in wrong]


def shelf(given):
    "the rows of the shelf are those of a run in memory"
    ways = zip(itertools.chain(shards.PUZZLES, ENDED), itertools.cycle(shards.LEVELS))
    return [w for puzzle, level in ways for w in compare(given.wgcq, os.path.join(SHELF, puzzle[0]), *puzzle[1:], "--trace", level)]


def random_puzzles(given):
    "and those of random puzzles"
    wrong = []
    with shards.Place() as place:
        for seed in range(given.seed, given.seed + given.count):
            path = place.file(f"seed{seed}.yaml")
            with open(path, "w") as file:
                file.write(random_puzzle.text(seed))
            for limit in ((), ("--max-states", str(random.Random(seed).randint(1, 300)))):
                wrong += compare(given.wgcq, path, "--trace", shards.LEVELS[seed % 4], *limit)
    print(f"# {given.count} from seed {given.seed}")
    return wrong


def has_run(path):
    """Whether its row was committed; what is killed before that left nothing."""
    if not os.path.exists(path):
        return False
    with contextlib.closing(sqlite3.connect(path)) as link, contextlib.suppress(sqlite3.OperationalError):
        return link.execute("SELECT count(*) FROM run").fetchone()[0] == 1
    return False


def spill_long(given, place):
    return subprocess.Popen([given.wgcq, "solve", *LONG, "-o", "spilled.db", "--max-memory", "8M", "--spill", "dir"],
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=place.path)


def remove_spilled(place):
    for name in os.listdir(place.path):
        if name.startswith("spilled.db"):
            os.remove(place.file(name))


def kills(given):
    "a run that is killed is resumed to the same rows"
    wrong, taken = [], 0
    with shards.Place() as place:
        run(given.wgcq, place, "solve", *LONG, "-o", "alone.db")
        began = time.monotonic()
        spill_long(given, place).wait()
        seconds = time.monotonic() - began
        wrong += [f"not killed: {w}" for w in differences(place)]
        for number in range(given.kills):
            remove_spilled(place)
            job = spill_long(given, place)
            time.sleep((number + random.random()) / given.kills * 0.9 * seconds)
            taken += job.poll() is None
            job.kill()
            job.wait()
            if not has_run(place.file("spilled.db")):
                continue
            done = run(given.wgcq, place, "resume", "spilled.db")
            if "nothing to do" in done.stderr:  # killed when all but the folder was done
                shutil.rmtree(place.file("dir"), ignore_errors=True)
            if done.returncode:
                wrong.append(f"{number}: {done.returncode} {done.stderr}")
            wrong += [f"{number}: {w}" for w in differences(place)]
    print(f"# {taken} of {given.kills} were killed before they ended")
    return wrong + ([] if taken else ["none was killed before it ended"])


def properties(given):
    "properties over time are decided without rows, too, where their graph is larger than memory"
    with shards.Place() as place:
        asked = ("solve", os.path.join(SHELF, "conspiring-philosophers.yaml"), "--set", "n=10", "--trace", "none")
        due, got = run(given.wgcq, place, *asked), run(given.wgcq, place, *asked, "--spill", "dir", "--max-memory", "4M")
        same = (report(due.stdout), due.returncode) == (report(got.stdout), got.returncode) and "\nspilled " in got.stdout
        return [] if same and "does not hold" in due.stdout else [f"{got.stdout}{got.stderr}\nnot {due.stdout}"]


def main():
    given = seeds.options(12, kills=4)
    shards.NOT_COMPARED += ("options",)  # where the folder is named
    for one in (shelf, random_puzzles, properties, kills):
        tap.right(one.__doc__, one(given))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
