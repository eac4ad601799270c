#!/usr/bin/python3
"""What a run says that proves that there is no solution: the nearest state and the rules that reject most.  Prints TAP.

    python3 tests/truth/nearest.py [--wgcq build/wgcq] [--count 60] [--seed S]

Random walks on a grid with walls, rules and named guards, explored here by brute force.  Where no goal is reached, `nearest`
must be the least estimate of all states reached and the first state that has it, and `most_rejections` the three rules that
reject most, each move of a state counted once for a rule; in every order, from the file that holds the run, and from a run
that was cut short and resumed.  Where a goal is reached, both are null.
"""

import collections
import json
import os
import random
import sqlite3
import subprocess
import tempfile

import seeds
from tap import end, ok

ORDERS = ("breadth-first", "depth-first", "cheapest", "best-first", "a-star")
ESTIMATES = {  # expressions that mean the same in Python, with // and % of positive numbers
    "abs(gx - x) + abs(gy - y)": lambda x, y, g: abs(g[0] - x) + abs(g[1] - y),
    "(abs(gx - x) + 2) // 3": lambda x, y, g: (abs(g[0] - x) + 2) // 3,
    "(3 * x + 5 * y) % 7": lambda x, y, g: (3 * x + 5 * y) % 7,
    "4": lambda x, y, g: 4,
}


class Walk:
    def __init__(self, rng):
        self.size = rng.randint(2, 9)
        cells = [(x, y) for x in range(self.size + 1) for y in range(self.size + 1)]
        self.steps = rng.sample([(1, 0), (0, 1), (-1, 0), (0, -1), (2, 1), (-1, 2)], rng.randint(1, 4))
        self.rules = {f"wall {i}": rng.sample(cells[1:], rng.randint(1, 3)) for i in range(rng.randint(0, 5))}
        self.steep, self.tired = rng.randint(0, self.size), rng.randint(0, 2 * self.size)
        self.goal = rng.choice(cells[1:])
        self.estimate = rng.choice(list(ESTIMATES))

    def text(self):
        never = [f"  {name}: (x * 100 + y) in {[x * 100 + y for x, y in cells]}" for name, cells in self.rules.items()]
        steps = ", ".join(map(str, (list(s) for s in self.steps)))
        return "\n".join([
            "puzzle: walk", f"params: {{gx: {self.goal[0]}, gy: {self.goal[1]}}}",
            "state:", f"  x: 0..{self.size}", f"  y: 0..{self.size}", "start: {x: 0, y: 0}", "moves:",
            "  go {dx} {dy}:", f"    - choose: dx, dy in [{steps}]",
            f"    - guard: x + dx in 0..{self.size} and y + dy in 0..{self.size}", "      else: off the board",
            f"    - guard: x + y < {self.tired} or dx + dy < 2", "      else: tired",
            "    - set: {x: x + dx, y: y + dy}",
            "never:", *never, f"  too steep: y > x + {self.steep}",
            "goal: x == gx and y == gy", f"estimate: {self.estimate}", "costs:", "  work: x", "minimize: moves", ""])

    def broken(self, x, y):
        for name, cells in self.rules.items():
            if (x, y) in cells:
                return name
        return "too steep" if y > x + self.steep else None

    def explore(self):
        """The states, and how often each rule rejects."""
        reached, todo, rejected = {(0, 0)}, [(0, 0)], collections.Counter()
        while todo:
            x, y = todo.pop()
            for dx, dy in self.steps:
                to = (x + dx, y + dy)
                rule = ("off the board" if not all(0 <= c <= self.size for c in to)
                        else "tired" if x + y >= self.tired and dx + dy >= 2 else self.broken(*to))
                if rule:
                    rejected[rule] += 1
                elif to not in reached:
                    reached.add(to)
                    todo.append(to)
        return reached, rejected


def most_frequent(walk, rejected):
    """Three of them; rules of `never` are before guards, each in their order."""
    order = [*walk.rules, "too steep", "off the board", "tired"]
    ranked = sorted(((n, r) for r, n in rejected.items()), key=lambda p: (-p[0], order.index(p[1])))
    return [{"rule": r, "times": n} for n, r in ranked[:3]] or None


def differs(walk, report, db):
    """What is wrong, or None."""
    reached, rejected = walk.explore()
    value = lambda c: ESTIMATES[walk.estimate](*c, walk.goal)
    if walk.goal in reached:
        return (report["nearest"], report["most_rejections"]) != (None, None) and "a solvable one has them"
    with sqlite3.connect(db) as file:
        number = {(x, y): i for i, x, y in file.execute("SELECT id, x, y FROM states")}
    if set(number) != reached or report["rejections"] != sum(rejected.values()):
        return f"{len(number)} states, {report['rejections']} rejections; {len(reached)}, {sum(rejected.values())}"
    least = min(map(value, reached))
    first = min((number[c], c) for c in reached if value(c) == least)
    due = {"estimate": least, "state": first[0], "shown": f"x={first[1][0]} y={first[1][1]}"}
    if report["nearest"] != due:
        return f"{report['nearest']}, not {due}"
    due = most_frequent(walk, rejected)
    return report["most_rejections"] != due and f"{report['most_rejections']}, not {due}"


def reports_of(wgcq, path, order, db, states):
    """Of the run, of the file that holds it, and of a run that is cut short and resumed."""
    def said(*words):
        done = subprocess.run([wgcq, *words, "--format", "json"], capture_output=True, text=True, timeout=120)
        return json.loads(done.stdout) if done.returncode in (0, 1) and done.stdout else {"error": done.stderr}
    solve = ("solve", path, "--order", order, "--stop", "exhausted", "-o", db)
    yield "run", said(*solve)
    if not os.path.exists(db):
        return  # an error of the puzzle leaves no file
    yield "again", said(*solve)
    os.remove(db)
    subprocess.run([wgcq, *solve, "--max-states", str(states), "--quiet"], capture_output=True, timeout=120)
    report = said("resume", db, "--max-states", "100000")
    if "nothing to do" not in report.get("error", ""):
        yield "resumed", report


def main():
    given = seeds.options(40 * seeds.PARTS)  # as many in every run
    unsolved = collections.Counter()
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(given.seed, given.seed + given.count):
            rng = random.Random(seed)
            walk = Walk(rng)
            path, db = os.path.join(folder, "walk.yaml"), os.path.join(folder, f"{seed}.db")
            with open(path, "w") as out:
                out.write(walk.text())
            order = rng.choice(ORDERS)
            for how, report in reports_of(given.wgcq, path, order, db, rng.randint(1, 8)):
                if "no lower bound" in report.get("error", ""):
                    continue  # of a solvable puzzle
                trouble = report.get("error") or differs(walk, report, db)
                unsolved[how] += not trouble and report["nearest"] is not None
                if trouble:
                    wrong.append(f"{walk.text()}\nseed {seed}, {order}, {how}: {trouble}")
    ok(not wrong, f"{given.count} random walks from seed {given.seed}: nearest states and rules that reject most; "
                  f"{dict(unsolved)} without a solution", *wrong[:3])
    ok(all(unsolved[how] * 8 >= given.count for how in ("run", "again", "resumed")), "enough have no solution", unsolved)
    return end()


if __name__ == "__main__":
    raise SystemExit(main())
