#!/usr/bin/python3
"""Runs from both ends against breadth-first ones: the shortest length, its plans, one of them.  Prints TAP.

    python3 tests/truth/both_ends.py [--wgcq build/wgcq] [--count 66] [--seed S] [--slices 8]

The shelf's puzzles and random ones (random_puzzle.py, with the goals of random_runs.py).  A puzzle is refused with a reason,
or both runs have the same exit status, shortest length, number of shortest plans and plan; some are cut short by a limit.
What leads to the states of the random puzzles is held to all their edges by tests/unit/test_inverse.c.
"""

import collections
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

import random_runs
import seeds
from language import Mistake
from shelf import without_any
from tap import end, ok
from values import NoStart, Trouble

HERE = os.path.dirname(os.path.abspath(__file__))
SHELF = without_any()  # properties over time are decided on the whole graph, of which both ends see a part
REFUSALS = ("needs a goal", "is not possible: the move '", "is not possible: more than ", "is not possible: listing ",
            "is not possible: the goal is too large", "checks no invariants")
COMMON = ("--stop", "shortest", "--trace", "none", "--minimize", "moves", "--quiet")
CHECKED = re.compile(r"^(invariant|deadlock):.*\n(?: .*\n?)*", re.M)  # a run from both ends checks no invariants


def run(wgcq, path, order, *words):
    return subprocess.run([wgcq, "solve", path, "--order", order, *COMMON, *words], capture_output=True, text=True,
                          errors="surrogateescape", timeout=120, cwd=os.path.dirname(path))


def plan_of(done):
    """The steps that a report shows, behind the figures."""
    return done.stdout.split("\n\n", 2)[2:]


def compared(wgcq, path, words, counted):
    """What is wrong, or None."""
    ours, theirs = (run(wgcq, path, order, *words, "--format", "json") for order in ("both-ends", "breadth-first"))
    if ours.returncode == 2 and any(r in ours.stderr for r in REFUSALS):
        counted["refused"] += 1
        counted[next(r for r in REFUSALS if r in ours.stderr)] += 1
        return None if not ours.stdout else ours.stdout
    if theirs.returncode not in (0, 1, 3):  # a mistake in a state, which a run from both ends may not come to
        counted["mistakes"] += 1
        return None if ours.returncode in (0, 1, 2) else ours.stderr
    if ours.returncode != theirs.returncode:
        return f"exit status {ours.returncode}, breadth-first {theirs.returncode}", ours.stdout + ours.stderr
    a, b = json.loads(ours.stdout), json.loads(theirs.stdout)
    counted["solved" if ours.returncode == 0 else "without a plan"] += 1
    if a["shortest"] != b["shortest"]:
        return f"shortest {a['shortest']}, breadth-first {b['shortest']}"
    if ours.returncode == 0 and a["goals"] > b["goals"]:
        return f"{a['goals']} goals, breadth-first {b['goals']}"
    plans = [plan_of(run(wgcq, path, order, *words)) for order in ("both-ends", "breadth-first")]
    if plans[0] != plans[1]:
        return "another plan", plans
    counted["fewer states"] += a["states"] + a["states_from_goals"] < b["states"]
    return cut_short(wgcq, path, words, a, counted)


def cut_short(wgcq, path, words, whole, counted):
    """At a limit it says less, but nothing else; it holds a start and a goal at least."""
    most = max(2, (whole["states"] + whole["states_from_goals"]) * 2 // 3)
    for limit in (["--max-states", str(most)], ["--max-depth", str(max(1, (whole["shortest"] or {"length": 4})["length"] - 1))]):
        done = run(wgcq, path, "both-ends", *words, *limit, "--format", "json")
        answer = json.loads(done.stdout)
        counted["limits"] += 1
        if limit[0] == "--max-states" and answer["states"] + answer["states_from_goals"] > most:
            return f"{limit}: {answer['states']} and {answer['states_from_goals']} states"
        if answer["shortest"] and answer["shortest"]["length"] != whole["shortest"]["length"]:
            return f"{limit}: {answer['shortest']}"
        if answer["shortest"] and answer["shortest"]["count"] not in (None, whole["shortest"]["count"]):
            return f"{limit}: {answer['shortest']}"
        if done.returncode not in (0, 1, 3) or (done.returncode == 0) != bool(answer["shortest"]):
            return f"{limit}: exit status {done.returncode}"
        if limit[0] == "--max-depth" and whole["shortest"] and whole["shortest"]["length"] > 1 and answer["shortest"]:
            return f"{limit}: {answer['shortest']}"
    return None


def shelf(wgcq):
    for path in seeds.in_turn(sorted(glob.glob(os.path.join(SHELF, "*.yaml")))):
        counted = collections.Counter()
        wrong = compared(wgcq, path, ["--max-states", "2000000"], counted)
        ok(not wrong, f"{os.path.basename(path)}: {', '.join(counted)}", wrong)


# ---- random puzzles ----


def random_one(wgcq, folder, seed):
    """(path, words), or None where the puzzle has too many states, or none."""
    made = random_runs.Runs(wgcq, folder, seed)
    made.way.order = "breadth-first"
    before = os.getcwd()
    os.chdir(folder)
    try:
        made.explore()
        if made.case.wants_goal and made.graph.complete:
            made.set_goal()
    except (NoStart, Mistake, Trouble):
        return None
    finally:
        os.chdir(before)
    if not made.graph.complete or "\ngoal:" not in made.case.text:
        return None
    made.write("random.yaml", CHECKED.sub("", made.case.text))
    return os.path.join(folder, "random.yaml"), [w for s in made.case.settings for w in ("--set", s)]


def has_no_mistakes(wgcq, path):
    return subprocess.run([wgcq, "check", path], capture_output=True, check=False).returncode == 0


def slice_of(given, number):
    counted, wrong, plain = collections.Counter(), [], []
    with tempfile.TemporaryDirectory() as place:
        for seed in range(given.seed + number, given.seed + given.count, given.slices):
            folder = os.path.join(place, str(seed))
            os.mkdir(folder)
            made = random_one(given.wgcq, folder, seed)
            if not made:
                counted["left out"] += 1
                continue
            found = compared(given.wgcq, *made, counted)
            wrong += [(seed, found)] if found else []
            plain += [made[0]] if not made[1] and has_no_mistakes(given.wgcq, made[0]) else []
        tested = subprocess.run([given.tester, *plain], capture_output=True, text=True, cwd=os.path.join(HERE, "..", "..")) \
            if plain else None
    ok(not wrong, f"random puzzles, slice {number}: {dict(counted)}", *wrong)
    note = [line for line in tested.stdout.splitlines() if line.startswith("# ")] if tested else []
    ok(not tested or not tested.returncode, f"edges backwards, slice {number} {' '.join(note)}",
       *((tested.stdout, tested.stderr) if tested else ()))
    return counted


def main():
    given = seeds.options(100, slices=8)
    given.tester = os.path.join(os.path.dirname(given.wgcq), "tests", "unit", "test_inverse")
    print(f"# --seed {given.seed} --count {given.count}")
    shelf(given.wgcq)
    counted = collections.Counter()
    for number in range(given.slices):
        counted += slice_of(given, number)
    ok(seeds.often(counted["solved"], given.count, 4), f"enough puzzles have a plan: {dict(counted)}")
    return end()


if __name__ == "__main__":
    sys.exit(main())
