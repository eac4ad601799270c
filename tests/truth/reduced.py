#!/usr/bin/python3
"""Runs with --reduce symmetry: all figures, and the plans they show.  Prints TAP.

    python3 tests/truth/reduced.py [--wgcq build/wgcq] [--count N] [--seed S]

The shelf's puzzles that declare a symmetry, against plain runs; then random ones (symmetric_puzzle.py), against brute force: all
figures where the declaration holds in what is reached, and otherwise a refusal with a counterexample.  What was drawn is printed.
"""

import glob
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter

import seeds
from counterexample import Judge
from shelf import without_any
from symmetric_puzzle import Maker
from tap import end, ok
from values import NoStart, Trouble

HERE = os.path.dirname(os.path.abspath(__file__))
PUZZLES = os.path.join(HERE, "..", "..", "puzzles")
OWN = {"seconds", "memory", "orbits", "goal_orbits", "dead_end_orbits", "deadlock_orbits", "symmetry", "remark", "run", "threads", "spill_written", "spill_read", "db", "solutions",
       "rejections", "nearest", "most_rejections"}
LARGE = {"queens-anywhere": ["--set", "n=6"], "lights-out": ["--set", "width=3"]}


def run(wgcq, *words):
    return subprocess.run([wgcq, "solve", *words, "--quiet"], capture_output=True, text=True)


def figures(done):
    answer = json.loads(done.stdout)
    return {k: v for k, v in answer.items() if k not in OWN} | {"exit": done.returncode}, (answer.get("orbits"), answer.get("symmetry"))


def steps_of(text):
    """The plan or counterexample that a report in --format line shows: [move, state] a step."""
    steps, name = [], None
    for line in text.splitlines():
        if line.startswith("step "):
            steps.append(["", ""])
        if steps and line.strip():
            name = line[:7].strip() or name
            if name in ("move", "state"):
                at = name == "state"
                steps[-1][at] += ("\n" if steps[-1][at] else "") + line[7:].rstrip()
    return steps


def is_walk(db, steps):
    """Each step is an edge of the plain run, and the first state a start."""
    base = sqlite3.connect(f"file:{db}?mode=ro", uri=True)
    shown = {i: "\n".join(line.rstrip() for line in text.rstrip().split("\n")) for i, text in base.execute("SELECT id, shown FROM states")}
    at = {i for i, in base.execute("SELECT id FROM states WHERE is_start") if shown[i] == steps[0][1]}
    for move, state in steps[1:]:
        at = {d for i in at for d, in base.execute("SELECT dst FROM edges WHERE src = ? AND move = ?", (i, move)) if shown[d] == state}
    base.close()
    return bool(at)


def verify(wgcq, db):
    """The exit status, what it says of the symmetry by which the run was reduced, and all of it."""
    done = subprocess.run([wgcq, "verify", db, "--format", "json"], capture_output=True, text=True)
    found = [row["verdict"] for row in json.loads(done.stdout or "[]") if row["check"] == "symmetry"]
    return done.returncode, found and found[0], done.stdout + done.stderr


def not_verified(wgcq, db, complete, judge):
    """A file of all states that claims a false symmetry: `verify` finds that, too, where it is seen in states that are there."""
    base = sqlite3.connect(db)
    base.execute("UPDATE run SET options = options || ' --reduce symmetry'")
    base.commit()
    base.close()
    _, verdict, text = verify(wgcq, db)
    return None if verdict == ("not checked" if not complete else "does not hold" if judge.is_seen() else "holds") else text


def known_in_orbits(answer, expected):
    """A report whose starts are not symmetric: what may be null in it, but no 0 of a run that is complete, is filled in."""
    filled = dict(answer)
    for name in ("states", "edges", "depth", "goals", "dead_ends", "deadlocks", "bounded"):
        if answer.get(name) is None and (expected.get(name) or name in ("states", "edges", "depth")):
            filled[name] = expected[name]
    by_name = {v["invariant"]: v["states"] for v in expected["violations"]}
    filled["violations"] = [v | {"states": by_name.get(v["invariant"])} if v["states"] is None else v for v in answer["violations"]]
    return filled


def closes_first(plain, reduced):
    """Whether a limit cut the run of all states alone: those behind it are in orbits that were met before it."""
    if {plain.returncode, reduced.returncode} - {0, 1, 3, 5}:
        return False
    plain, reduced = json.loads(plain.stdout), json.loads(reduced.stdout)
    return reduced["states"] is None and (plain["status"], reduced["status"]) == ("limit", "complete")


def compared(wgcq, folder, path, words=()):
    """(what is wrong or None, orbits, states, steps and how it is known, or None where the declaration is refused)"""
    db = os.path.join(folder, "plain.db")
    plain = run(wgcq, path, "-o", db, "--replace", "--trace", "edges", "--format", "json", *words)
    reduced = run(wgcq, path, "--trace", "none", "--reduce", "symmetry", "--format", "json", *words)
    if plain.returncode not in (0, 1, 3, 5):
        return (None if reduced.returncode == plain.returncode else (plain.stderr, reduced.stderr)), None
    if closes_first(plain, reduced):
        plain = run(wgcq, path, "-o", db, "--replace", "--trace", "edges", "--format", "json")
    complete = json.loads(plain.stdout)["status"] == "complete"
    if reduced.returncode == 2:
        with open(path, encoding="utf-8") as file:
            judge = Judge(file.read())
        judge.is_false()
        wrong = reduced.stdout or judge.wrong(reduced.stderr) or not_verified(wgcq, db, complete, judge)
        return wrong and f"{wrong}: {reduced.stderr}", None
    if reduced.returncode not in (0, 1, 3, 5):
        return reduced.stderr, None
    (expected, _), (answer, (orbits, known)) = figures(plain), figures(reduced)
    answer = answer if answer["states"] else known_in_orbits(answer, expected)
    if expected != answer:
        return {k: (v, answer.get(k)) for k, v in expected.items() if v != answer.get(k)}, None
    if not 0 < orbits <= expected["states"]:
        return f"{orbits} orbits", None
    stored = os.path.join(folder, "reduced.db")
    reduced = run(wgcq, path, "-o", stored, "--replace", "--trace", "solutions", "--reduce", "symmetry", "--format", "json", *words)
    mine = figures(reduced)[0]
    if (mine if mine["states"] else known_in_orbits(mine, expected)) != answer:
        return reduced.stdout + reduced.stderr, None
    status, verdict, text = verify(wgcq, stored)
    if status not in ((0,) if complete else (0, 3)) or verdict != ("holds" if complete else "not checked"):
        return text, None
    text = run(wgcq, path, "--trace", "none", "--reduce", "symmetry", "--format", "line", *words).stdout
    steps = steps_of(text)
    if steps and not is_walk(db, steps):
        return f"no walk: {steps}", None
    return None, (orbits, expected["states"], len(steps), known)


def shelf(wgcq, folder):
    for path in sorted(glob.glob(os.path.join(without_any(), "*.yaml"))):
        name = os.path.basename(path)[:-5]
        with open(path, encoding="utf-8") as file:
            if "\nsymmetric:" not in file.read():
                continue
        wrong, sizes = compared(wgcq, folder, path, LARGE.get(name, []))
        ok(not wrong and sizes, f"{name}: reduced as plain, orbits, states, steps: {sizes}", wrong)
    wrong, sizes = compared(wgcq, folder, os.path.join(PUZZLES, "tic-tac-toe.yaml"))
    ok(sizes and sizes[0] == 765, "tic-tac-toe has 765 positions up to symmetry", sizes)
    done = run(wgcq, os.path.join(PUZZLES, "queens-anywhere.yaml"), "--set", "n=6", "--trace", "none", "--reduce", "symmetry",
               "--format", "json")
    ok(json.loads(done.stdout)["goal_orbits"] == 1, "six queens: one way up to symmetry", done.stdout)


# ---- random puzzles, against brute force ----

UNKNOWN = "goals", "dead_ends", "deadlocks"  # with starts that are not symmetric, unless there are none
FIGURES = ("states", "edges", "depth", "goals", "dead_ends", "deadlocks", "shortest", "cheapest", "violations", "orbits", "goal_orbits", "dead_end_orbits", "deadlock_orbits")


def figures_of(judge):
    """What a report of the puzzle says, by brute force."""
    graph, orbits = judge.graph, [orbit for orbit in judge.orbits() if not orbit.isdisjoint(judge.graph.depth)]
    found, to_goal, deadlocks = graph.figures(), judge.closed.to_goal(), judge.closed.deadlocks()
    lengths, found["violations"] = found["violations"], []
    for name, states in graph.violations().items():
        if states:
            found["violations"].append({"invariant": name, "states": len(states), "length": lengths[name]})
    found["orbits"] = len(orbits)
    found["goal_orbits"] = sum(any(map(judge.puzzle.goal, orbit)) for orbit in orbits)
    found["dead_end_orbits"] = sum(to_goal.keys().isdisjoint(orbit) for orbit in orbits)
    found["deadlock_orbits"] = sum(not deadlocks.isdisjoint(orbit) for orbit in orbits)
    if not judge.puzzle.goal_test:
        found.update(goals=None, dead_ends=None, shortest=None, goal_orbits=None, dead_end_orbits=None, cheapest={})
    if not judge.keeps_starts:
        found.update(states=None, edges=None, depth=None, violations=[v | {"states": None} for v in found["violations"]],
                     **{name: None for name in UNKNOWN if found[name]})
    return found


def plans(found):
    """A cost and the number of plans, which is text in a report; None: there is no plan."""
    if not found or found.get("length", found.get("cost")) is None:
        return None
    return found.get("length", found.get("cost")), int(found["count"])


def unlike(answer, expected):
    """{figure: (brute force, the report)} of those that differ."""
    found = {}
    for name in FIGURES:
        mine, theirs = answer.get(name), expected.get(name)
        if name == "shortest":
            mine, theirs = plans(mine), plans(theirs)
        if name == "cheapest":
            mine, theirs = ({k: plans(v) for k, v in x.items() if plans(v)} for x in (mine or {}, theirs))
        if name == "violations":
            mine, theirs = (sorted(x or [], key=str) for x in (mine, theirs))
        if mine != theirs:
            found[name] = theirs, mine
    return found


def is_walk_of(judge, steps):
    """Each step is a move of the puzzle, and the first state a start."""
    def shown(state):
        return "\n".join(line.rstrip() for line in judge.puzzle.shown(state).rstrip().split("\n"))
    at = {s for s in judge.graph.starts if shown(s) == steps[0][1]}
    for move, state in steps[1:]:
        at = {after for s in at for text, after in judge.graph.out[s] if text == move and shown(after) == state}
    return bool(at)


def stored_and_shown(wgcq, folder, path, judge, answer):
    """What is wrong with the file of a reduced run, or with the plan that its report shows, or None."""
    db = os.path.join(folder, "reduced.db")
    reduced = run(wgcq, path, "-o", db, "--replace", "--trace", "solutions", "--reduce", "symmetry", "--format", "json")
    if figures(reduced)[0] != figures(answer)[0]:
        return reduced.stdout + reduced.stderr
    status, verdict, text = verify(wgcq, db)
    if status or verdict != "holds":
        return text
    steps = steps_of(run(wgcq, path, "--trace", "none", "--reduce", "symmetry", "--format", "line").stdout)
    return f"no walk: {steps}" if steps and not is_walk_of(judge, steps) else None


def refused(wgcq, folder, path, judge, done, false):
    """What is wrong with the refusal of a symmetry that is false, or None."""
    if done.returncode != 2 or done.stdout:
        return f"false by its {false}, and yet: {done.stdout}{done.stderr}"
    wrong = None if false == "types" and " has no " in done.stderr else judge.wrong(done.stderr)
    if wrong or judge.r.random() < 0.8:
        return wrong and f"{wrong}: {done.stderr}"
    db = os.path.join(folder, "plain.db")
    run(wgcq, path, "-o", db, "--replace", "--trace", "edges")
    return not_verified(wgcq, db, True, judge)


def held(wgcq, folder, seed, found):
    """What a reduced run of a random puzzle says otherwise than brute force, or None; `found` counts what was drawn."""
    maker, path = Maker(seed), os.path.join(folder, "random.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(maker.text)
    found.update(maker.drawn)
    done = run(wgcq, path, "--trace", "none", "--reduce", "symmetry", "--format", "json")
    try:
        judge = Judge(maker.text)
    except (NoStart, Trouble) as trouble:
        found["without a start, or with a move that fails"] += 1
        return None if done.returncode == 2 else f"{trouble}: {done.stdout}{done.stderr}"
    judge.r = maker.r
    false = judge.is_false()
    if false:
        found["refused: " + false] += 1
        return refused(wgcq, folder, path, judge, done, false)
    if done.returncode not in (0, 1, 5):
        return done.stderr
    answer, expected = json.loads(done.stdout), figures_of(judge)
    found[answer["symmetry"]] += 1
    found["smaller"] += answer["orbits"] < len(judge.graph.depth)
    found["with starts that are not symmetric"] += not judge.keeps_starts
    found["the same, and smaller"] += not judge.keeps_starts and answer["orbits"] < len(judge.graph.depth)
    found["with violating states"] += bool(answer["violations"])
    found["with deadlocks"] += bool(answer["deadlocks"])
    found["with plans"] += bool(answer["goals"])
    if wrong := unlike(answer, expected):
        return wrong
    if maker.r.random() < 0.1:
        return compared(wgcq, folder, path, ["--max-depth", "3"])[0]
    return stored_and_shown(wgcq, folder, path, judge, done) if maker.r.random() < 0.3 else None


# Puzzles of these seeds are always among the random ones, so that each kind of figure is there; the last four are refused.
ALWAYS = *range(12), 16, 20, 80, 189


def randoms(wgcq, folder, count, seed):
    found, wrong = Counter(), []
    for s in [*ALWAYS, *range(seed, seed + count)]:
        if problem := held(wgcq, folder, s, found):
            wrong.append((s, problem))
    tried = count + len(ALWAYS)
    ok(not wrong, f"{tried} random puzzles, {count} from seed {seed}: all figures are those of brute force", *wrong[:5])
    if tried < seeds.FEW:
        return
    ok(found["smaller"] > tried // 4 and found["with plans"] > tried // 4 and found["with violating states"],
       "many of them are smaller, many have plans, some have states that violate an invariant", found)
    ok(found["proved"] > tried // 4 and found["checked"], "many are proved by their moves, not all", found)
    refusals = {k: n for k, n in found.items() if k.startswith("refused")}
    ok(refusals, "some are refused", found)
    for name, often in sorted(found.items()):
        print(f"# {often:6} {name}")


def limited(wgcq, folder):
    """Orbits that are all met before a limit, where their states are not: such a run is complete."""
    path = os.path.join(folder, "random.yaml")
    for seed in 63995392, 63995742:
        with open(path, "w", encoding="utf-8") as file:
            file.write(Maker(seed).text)
        cut = run(wgcq, path, "--trace", "none", "--format", "json", "--max-depth", "3")
        whole = run(wgcq, path, "--trace", "none", "--format", "json", "--max-depth", "3", "--reduce", "symmetry")
        wrong = None if closes_first(cut, whole) else cut.stdout + whole.stdout
        wrong = wrong or compared(wgcq, folder, path, ["--max-depth", "3"])[0]
        ok(not wrong, f"orbits before a limit, not all of their states, seed {seed}", wrong)


def main():
    given = seeds.options(60)
    with tempfile.TemporaryDirectory(prefix="wgcq-reduced-") as folder:
        shelf(given.wgcq, folder)
        limited(given.wgcq, folder)
        randoms(given.wgcq, folder, given.count, given.seed)
    sys.exit(end())


if __name__ == "__main__":
    main()
