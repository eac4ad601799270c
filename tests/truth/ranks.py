#!/usr/bin/python3
"""One run by several processes of Open MPI: the report of one process.  Prints TAP.

    python3 tests/truth/ranks.py [--wgcq build/wgcq] [--count 8] [--seed N]

Puzzles of the shelf are solved by 1, 2, 3, 4 and 7 ranks, over shared memory and over TCP; the report of each is that of
wgcq --trace none but for time and memory.  Then limits, refusals, a rank that is killed, one that stands still, signals.  Random puzzles
are explored by ranks that are threads of one process: tests/unit/test_ranks.c, built beside the program.
"""

import contextlib
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import random_puzzle
import seeds
import shelf
import tap
from mpi_job import SHELF, Job, plain, started

AT_ONCE = 50
TRIES = 5  # for each kill: a run may have ended before
RANKS = (1, 2, 3, 4, 7)
PUZZLES = [("wolf-goat-cabbage.yaml",), ("frogs.yaml", "--set", "n=5"), ("hanoi.yaml", "--set", "disks=4"),
           ("sliding-tiles.yaml", "--set", "height=2"), ("lights-out.yaml", "--set", "height=3", "--set", "width=4"),
           ("leader-election.yaml",)]
LIMITED = [("frogs.yaml", "--set", "n=6", "--max-depth", "9"), ("hanoi.yaml", "--stop", "shortest"), ("sliding-tiles.yaml", "--stop", "first"),
           ("sliding-tiles.yaml", "--max-states", "1000"), ("romania.yaml", "--max-states", "17"), ("water-jugs.yaml", "--max-states", "9", "--stop", "first"),
           ("frogs.yaml", "--set", "n=4", "--solutions", "0")]
REFUSED = [(("frogs.yaml", "--order", "depth-first"), "--order breadth-first"),
           (("frogs.yaml", "--watch"), "--watch is for wgcq solve"),
           (("hanoi.yaml", "--set", "disks=1..3"), "--set: disks has 3 values, and a job of ranks makes one run"),
           (("hanoi.yaml", "--set", "disks=2,4"), "--set: disks has 2 values"),
           (("none.yaml", "--trace", "none"), "none.yaml")]
SPILLED_LONG = ("frogs.yaml", "--set", "n=15")
SPILLED = [(ranks, SPILLED_LONG) for ranks in RANKS[:4]] + [(2, (os.path.join(shelf.without_any(), "peterson.yaml"),)), (3, ("dining-philosophers.yaml",))]
# least final costs, properties over time, an end within a level: what takes the graph, and more than 4 MiB with it
SPILLED_GRAPHS = [("knapsack.yaml", "--set", "capacity=520", "--set", "weight=[23,31,29,44,53,38,63,85,89,82,27,35,41,58,61,71]",
                   "--set", "profit=[92,57,49,68,60,43,67,84,87,72,33,44,55,66,77,88]"),
                  ("conspiring-philosophers.yaml", "--set", "n=10"), ("hanoi.yaml", "--set", "disks=10", "--stop", "first")]
# an error in each of four states of level 10, which is found in the order up, down, right, left
ERRORS = """puzzle: errors
state: {x: 0..40, y: 0..40}
start: {x: 20, y: 20}
moves:
  up: [set: {x: x + 1 if x < 30 else 1 // (y - y)}]
  down: [set: {x: x - 1 if x > 10 else 1 // (y - y)}]
  right: [set: {y: y + 1 if y < 30 else 1 // (x - x)}]
  left: [set: {y: y - 1 if y > 10 else 1 // (x - x)}]
goal: x == 40
"""
LONG = ("frogs.yaml", "--set", "n=22", "--trace", "none")
TESTS = []


def test(function):
    TESTS.append(function)
    return function


@test
def equal_reports(job):
    "any number of ranks reports what one process does"
    return [w for ranks in RANKS for puzzle in (seeds.in_turn(PUZZLES) if ranks == 2 else PUZZLES[:2] if ranks < 4 else PUZZLES[:1])
            if (w := job.both(ranks, *puzzle))]


@test
def over_tcp(job):
    "over TCP, too"
    return [w for ranks in (3,) if (w := job.both(ranks, *PUZZLES[1], mca=("--mca", "btl", "tcp,self")))]


@test
def standard_input(job):
    "a puzzle from standard input, which mpirun gives to rank 0"
    with open(os.path.join(SHELF, "frogs.yaml")) as file:
        text = file.read()
    due, got = job.alone("frogs.yaml"), job.run(3, "-", "--trace", "none", text=text)
    wrong = [] if (plain(due.stdout), due.returncode) == (plain(got.stdout), got.returncode) else [f"{got.returncode} {got.stdout}{got.stderr}"]
    bad = job.run(2, "-", "--trace", "none", text=text.replace("goal:", "gaol:"))
    return wrong + ([] if bad.returncode == 2 and bad.stderr.count("<stdin>:") == bad.stderr.count(": error:") == 1 else [f"{bad.returncode} {bad.stderr}"])


@test
def limits(job):
    "limits end a run as in one process"
    wrong = [w for arguments in LIMITED if (w := job.both(2, *arguments))]
    for arguments, word, least in (("--max-time", "1"), "--max-time 1", 1), (("--max-memory", "20M"), "--max-memory 20971520", 1001):
        done = job.run(2, *LONG, *arguments, "--format", "json")
        answer = json.loads(done.stdout or "{}")
        if done.returncode != 3 or answer.get("limit") != word or answer["states"] < least:
            wrong.append(f"{arguments}: {done.returncode} {done.stdout}{done.stderr}")
    return wrong


@test
def checks(job):
    "invariants and deadlocks, by the states of each rank"
    return [w for ranks in (2, 3) for puzzle in ("peterson.yaml", "naive-mutex.yaml", "readers-writers.yaml") if (w := job.both(ranks, puzzle))]


@test
def errors(job):
    "of the states of a level that have an error the least packed is named, by every loop"
    wrong = []
    with tempfile.TemporaryDirectory() as place:
        puzzle, rows, files = os.path.join(place, "errors.yaml"), ("-o", os.path.join(place, "out.db"), "--replace"), ("--spill", os.path.join(place, "dir"))
        with open(puzzle, "w") as file:
            file.write(ERRORS)
        for ranks, *words in ((0, *rows), (0, *rows, "--threads", "3"), (0, *rows, *files), (0, "--trace", "none"), (0, "--trace", "none", *files),
                              (2, *rows), (2, *rows, *files), (3, "--trace", "none"), (3, "--trace", "none", *files)):
            done = job.run(ranks, puzzle, *words) if ranks else subprocess.run([job.wgcq, "solve", puzzle, *words], capture_output=True, text=True)
            if done.returncode != 2 or "in the move 'left', in the state x=20 y=10\n" not in done.stderr:
                wrong.append(f"{ranks} ranks, {words}: {done.returncode} {done.stderr}")
        done = subprocess.run([job.wgcq, "merge", rows[1] + ".d", "-o", os.path.join(place, "whole.db")], capture_output=True, text=True)
        wrong += [] if "out.db.d: nothing of the run is saved yet" in done.stderr else [f"merge: {done.returncode} {done.stderr}"]
    return wrong


@test
def what_takes_the_graph(job):
    "least costs, bounds, properties over time and orbits, in the memory of rank 0, if a folder for more is given or not"
    asked = [("family.yaml",), ("romania.yaml",), ("bakery.yaml",), ("lock.yaml", "--reduce", "symmetry"), ("water-sort.yaml", "--reduce", "symmetry"),
             ("dekker.yaml",), ("conspiring-philosophers.yaml",)]
    with tempfile.TemporaryDirectory() as place:
        spill = ("--spill", os.path.join(place, "dir"))
        return [w for ranks in (2, 3) for puzzle in seeds.in_turn(asked, 3) if (w := job.both(ranks, *puzzle, *spill * (ranks == 3)))]


@test
def refusals(job):
    "what cannot be shared is refused before anything is explored"
    wrong = []
    for arguments, word in REFUSED:
        done = job.run(2, *arguments)
        if done.returncode not in (2, 4) or word not in done.stderr or done.stdout or done.stderr.count("error:") != 1:
            wrong.append(f"{arguments}: {done.returncode} {done.stdout}{done.stderr}")
    return wrong


def in_files(text):
    return re.sub(r"^(spilled|dead ends|deadlocks) .*\n", "", plain(text), flags=re.MULTILINE)


def figures_in_files(due, done, folder):
    """How a run in files differs from one in memory."""
    wrong = [] if (in_files(done.stdout), done.returncode) == (in_files(due.stdout), due.returncode) and "\nspilled " in done.stdout else \
        [f"{done.returncode} {done.stdout[:600]}{done.stderr}\nnot {due.returncode} {due.stdout[:600]}"]
    return wrong + ([f"left: {os.listdir(folder)}"] if os.path.exists(folder) else [])


@test
def spilled(job):
    "any number of ranks resumes in files to what one process reports, invariants and deadlocks too"
    with tempfile.TemporaryDirectory() as place:
        folder = os.path.join(place, "dir")
        return [f"{ranks} ranks, {puzzle}: {w}" for ranks, puzzle in seeds.in_turn(SPILLED, 2)
                for w in figures_in_files(job.alone(*puzzle), job.run(ranks, *puzzle, "--trace", "none", "--max-memory", "2M", "--save-every",
                                                                      "300000", "--spill", folder), folder)]


@test
def graph_in_files(job):
    "what takes the graph has it in files of rank 0 when the memory of some rank is full"
    with tempfile.TemporaryDirectory() as place:
        folder = os.path.join(place, "dir")
        return [f"{ranks} ranks, {puzzle}: {w}" for ranks, puzzle in zip((2, 3, 2), SPILLED_GRAPHS)
                for w in figures_in_files(job.alone(*puzzle), job.run(ranks, *puzzle, "--trace", "none", "--max-memory", "4M", "--spill", folder),
                                          folder)]


@test
def limited_in_files(job):
    "ranks in files that a limit ended are resumed by any number, from where they ended"
    wrong, due = [], job.alone(*SPILLED_LONG)
    with tempfile.TemporaryDirectory() as place:
        folder = os.path.join(place, "dir")
        how = ("--trace", "none", "--max-memory", "1M", "--save-every", str(10**9), "--spill", folder)
        for ranks, now, limit in seeds.in_turn([(2, 3, ("--max-depth", "150")), (3, 1, ("--max-depth", "200"))], 2):
            first = job.run(ranks, *SPILLED_LONG, *how, *limit)
            if first.returncode != 3 or not os.path.exists(folder):
                wrong.append(f"{limit}: {first.returncode} {first.stdout[:600]}{first.stderr}")
                continue
            wrong += [f"{limit}: {w}" for w in figures_in_files(due, job.run(now, folder, "--max-memory", "1M", word="resume"), folder)]
    return wrong


@test
def spilled_kills(job):
    "ranks in files that are killed, one or all, are resumed by any number"
    wrong, taken, due, chance = [], 0, job.alone(*SPILLED_LONG), random.Random(job.seed)
    with tempfile.TemporaryDirectory() as place:
        folder = os.path.join(place, "dir")
        how = ("--trace", "none", "--max-memory", "2M", "--save-every", "20000")
        for number in range(TRIES * job.kills):
            if taken == job.kills:
                break
            ranks, which = 2 + number // 2 % 2, None if number % 2 else chance.randrange(2)
            run, found = started(job, ranks, *SPILLED_LONG, *how, "--spill", folder)
            while run.poll() is None and not os.path.exists(os.path.join(folder, "0", "state")):
                time.sleep(0.002)
            time.sleep(chance.random() * 0.4)
            taken += run.poll() is None
            for rank in range(ranks) if which is None else [which]:
                with contextlib.suppress(KeyError, ProcessLookupError):
                    os.kill(found[rank], signal.SIGKILL)
            run.communicate(timeout=60)
            if not os.path.exists(folder):
                continue
            now = chance.choice((1, 2, 3, 4))
            done = job.run(now, folder, *how[2:], word="resume") if number % 3 else job.run(now, *SPILLED_LONG, *how, "--spill", folder)
            wrong += [f"{number}, {ranks} to {now} ranks: {w}" for w in figures_in_files(due, done, folder)]
    print(f"# {taken} were killed before they ended")
    return wrong + ([] if wrong or taken == job.kills else ["too few were killed before they ended"])


@test
def killed(job):
    "a rank that is killed ends the job with a message and status 4"
    wrong = []
    for rank in (0, 1):
        run, found = started(job, 2, *LONG)
        os.kill(found[rank], signal.SIGKILL)
        out, err = run.communicate(timeout=60)
        if run.returncode != 4 or f"rank {rank} was killed by signal 9 (Killed), so the run ends" not in err or out:
            wrong.append(f"rank {rank}: {run.returncode} {out}{err}")
    return wrong


@test
def standing_still(job):
    "a rank that stands still for a while changes nothing"
    run, found = started(job, 2, "frogs.yaml", "--set", "n=17", "--trace", "none")
    os.kill(found[1], signal.SIGSTOP)
    time.sleep(1)
    os.kill(found[1], signal.SIGCONT)
    out, err = run.communicate(timeout=120)
    due = job.alone("frogs.yaml", "--set", "n=17")
    return [] if run.returncode == 0 and plain(out) == plain(due.stdout) else [f"{run.returncode} {out[:300]}{err}"]


@test
def interrupted(job):
    "a signal to one rank ends the run of all with a report and status 130"
    run, found = started(job, 2, *LONG, "--format", "json")
    os.kill(found[1], signal.SIGTERM)
    out, err = run.communicate(timeout=60)
    answer = json.loads(out or "{}")
    return [] if run.returncode == 130 and answer.get("status") == "interrupted" else [f"{run.returncode} {out}{err}"]


@test
def random_puzzles(job):
    "random puzzles by ranks that are threads"
    program = os.path.join(os.path.dirname(job.wgcq), "tests", "unit", "test_ranks")
    ways, wrong = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for first in range(job.seed, job.seed + job.count, AT_ONCE):
            paths = []
            for seed in range(first, min(first + AT_ONCE, job.seed + job.count)):
                paths.append(os.path.join(folder, f"seed{seed}.yaml"))
                with open(paths[-1], "w") as file:
                    file.write(random_puzzle.text(seed))
            done = subprocess.run([program, *paths], capture_output=True, text=True)
            ways += sum(map(int, re.findall(r"# swept: (\d+) ways", done.stdout + done.stderr)))
            if done.returncode:
                wrong.append((done.stdout + done.stderr)[:2000])
    print(f"# swept: {job.count} random puzzles from seed {job.seed}, {ways} ways")
    return wrong + ([] if seeds.often(ways // 5, job.count, 1) else [f"only {ways} ways"])


def main():
    given = seeds.options(15, kills=2 if seeds.WHOLE else 1, only="")
    job = Job(given)
    job.kills = given.kills
    if not shutil.which("mpirun") or not os.path.exists(job.mpi):
        print("1..0 # SKIP Open MPI is not installed, or `make mpi` was not run")
        return 0
    for one in TESTS:
        if given.only in one.__name__:
            began = time.monotonic()
            tap.right(one.__doc__, one(job))
            print(f"# {time.monotonic() - began:.1f} s", flush=True)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
