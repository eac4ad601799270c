#!/usr/bin/python3
"""`query pareto` against every plan that visits no state twice.  Prints TAP.

    python3 tests/truth/pareto.py [--wgcq build/wgcq] [--count 40]

Costs are never negative, so a cost vector that no plan's dominates is that of a plan without a loop, and so is every
plan of fewest moves that has it.  Random roads with up to three tolls, of which many are nothing; and the shelf's
puzzles with costs, where loopless plans are too many by the vectors of each state, level by level (graph.py).
"""

import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter

import reader
import seeds
import tap
from explored import Explored
from graph import non_dominated

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PLANS = 400000
WIDE = (57, 70, 102, 199)  # seeds of wide fronts: random ones may all be narrow
SHELF = ("family", "family-crossing", "romania", "timetable", "two-ovens", "bridge-torch", "water-jugs", "hourglasses")


def roads(r):
    """A puzzle of a few towns and many roads."""
    towns, tolls = r.randint(3, 8), r.choice((1, 2, 2, 3, 3))
    dear, free = r.choice((1, 3, 9, 30)), r.choice((0, 0.2, 0.6))
    ways = [(a, min(a + r.randint(1, 2), towns - 1)) for a in range(towns - 1) for _ in range(r.randint(1, 3))]
    ways += [(r.randrange(towns), r.randrange(towns)) for _ in range(r.randint(0, towns))]
    r.shuffle(ways)
    rows = [[road, a, b, *(0 if r.random() < free else r.randint(0, dear) for _ in range(tolls))]
            for road, (a, b) in enumerate(ways)]
    names = ["fare", "minutes", "dirt"][:tolls]
    goals = sorted(r.sample(range(towns // 2, towns), r.randint(1, 2)))
    lines = ["puzzle: Roads", "constants:", f"  roads: {rows}", "state:", f"  at: 0..{towns - 1}",
             "start: {at: 0}" if r.random() < 0.7 else "start: {at: any}", "moves:", "  road {n}:",
             f"    - choose: n, a, b, {', '.join('c%d' % i for i in range(tolls))} in roads", "    - guard: at == a",
             *(f"    - cost: {name} = c{i}" for i, name in enumerate(names)), "    - set: at = b",
             f"goal: at in {goals}"]
    if r.random() < 0.4:
        lines.append("end: goal")
    finals = [f"  {name}: {r.randint(0, dear)} + {r.randint(0, 2)} * at" for name in names if r.random() < 0.4]
    lines += ["final:", *finals] if finals else []  # then goals may be passed
    return "\n".join(lines) + "\n"


def by_plans(graph, by):
    plans = graph.plans(PLANS)
    if plans is None:
        return None
    return non_dominated(Counter((tuple(p[c] if c is not None else p[-1] for c in by), p[-1]) for p in plans))


class Asked:
    def __init__(self, wgcq, folder, text, *options):
        self.wgcq, self.db, path = wgcq, os.path.join(folder, "p.db"), os.path.join(folder, "p.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        if os.path.exists(self.db):
            os.remove(self.db)
        self.run("solve", path, "-o", self.db, "-q", *options)
        self.graph = Explored(reader.Puzzle(text, []), 20000)

    def run(self, *words):
        done = subprocess.run([self.wgcq, *words], capture_output=True, text=True)
        if done.returncode not in (0, 1) and "--offset" not in words:
            raise RuntimeError(f"{words}: {done.returncode}: {done.stderr}")
        return done.stdout

    def names(self):
        return [*self.graph.rules.costs, "moves"]

    def look(self, names):
        """What differs by these costs."""
        by = [None if n == "moves" else self.graph.rules.costs.index(n) for n in names]
        ours = self.graph.front(by)
        wrong, brute = [], by_plans(self.graph, by)
        if brute is not None and brute != ours:
            wrong.append(f"the oracles differ: {brute} and {ours}")
        asked = ("query", self.db, "pareto", "--by", ",".join(names))
        rows = json.loads(self.run(*asked, "--format", "json"))
        theirs = [tuple(row[n] for n in names) for row in rows]
        if theirs != sorted(ours):
            return [f"{names}: the oracle has {sorted(ours)}, the program {theirs}"]
        for row, vector in zip(rows, theirs):
            found = (row["length"], str(row["count"]))
            if found != (ours[vector][0], str(ours[vector][1])):
                wrong.append(f"{names}: of {vector} the oracle has {ours[vector]}, the program {found}")
            wrong += self.replay(row["plan"], vector, by)
        if self.run(*asked, "--count").strip() != str(len(ours)):
            wrong.append("--count differs")
        some = json.loads(self.run(*asked, "--limit", "2", "--offset", "1", "--format", "json"))
        return wrong + ([] if some == rows[1:3] else [f"--limit and --offset: {some}"])

    def replay(self, moves, vector, by):
        ways = [((start,), (0,) * len(self.graph.rules.costs)) for start in self.graph.starts]
        for move in moves:
            ways = [((*path, after), tuple(map(sum, zip(spent, costs)))) for path, spent in ways
                    for (text, after), costs in self.graph.out[path[-1]].items() if text == move]
        fits = any(path[-1] in self.graph.goal_states and
                   vector == tuple(self.graph.ended(spent, path[-1])[c] if c is not None else len(moves) for c in by)
                   for path, spent in ways)
        return [] if fits else [f"{moves} is no plan of {vector}"]


def choices(names, r=None):
    """Some orders of some of the costs."""
    every = [p for n in range(1, len(names) + 1) for p in itertools.permutations(names, n)]
    return r.sample(every, min(4, len(every))) if r else every[-12:] + every[:len(names)]


def main():
    given = seeds.options(40)
    vectors = widest = 0
    with tempfile.TemporaryDirectory(prefix="wgcq-pareto-") as folder:
        for name in SHELF:
            with open(os.path.join(ROOT, "puzzles", name + ".yaml"), encoding="utf-8") as file:
                asked = Asked(given.wgcq, folder, file.read())
            tap.right(name, [line for by in choices(asked.names()) for line in asked.look(by)])
        for seed in [*WIDE, *range(given.seed, given.seed + given.count)]:
            r = random.Random(seed)
            order = r.choice(("breadth-first", "depth-first", "cheapest"))
            asked = Asked(given.wgcq, folder, roads(r), "--order", order, "--trace", r.choice(("all", "all", "edges", "solutions")))
            wrong = [line for by in choices(asked.names(), r) for line in asked.look(by)]
            tap.right(f"random roads {seed}", wrong)
            front = asked.graph.front(range(len(asked.graph.rules.costs)))
            vectors, widest = vectors + len(front), max(widest, len(front))
    tap.ok(widest > 7, "fronts are wide enough to be worth it", f"no front has more than {widest} vectors")
    print(f"# swept: {vectors} vectors of {given.count + len(WIDE)} random fronts from seed {given.seed}, {widest} in the widest")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
