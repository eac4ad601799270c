#!/usr/bin/python3
"""Puzzles with a bound, against the same puzzles without.  Prints TAP.

    python3 tests/truth/bounds.py [--wgcq build/wgcq] [--count 60] [--seed N]

A random puzzle (random_puzzle.py) gets a bound that some of its states violate.  The run within it has the states and moves of the
reader's, which does not expand those states; and whatever it says is proved (the shortest and cheapest plans and their numbers, moves to
a goal, dead ends, that there is no solution, that an invariant holds) is so in the whole puzzle, which the reader explores without the
bound.  By every order, trace level, several threads and ranks, in memory and in files; what levels alone prove is as much as the stored
run does.
"""

import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile

import facts
import observed
import random_puzzle
import reader
import seeds
from explored import Explored
from language import Mistake
from values import List, NoStart, Subset, Trouble, items_of, value_text

HERE = os.path.dirname(os.path.abspath(__file__))
LIMIT = 1500
WITHOUT = ["settings", "wrong", "edges", "vast", "final", "shown"]
WAYS = [("--order", order) for order in ("breadth-first", "depth-first", "cheapest")] + [
    ("--threads", "3"), ("--trace", "solutions"), ("--trace", "states", "--threads", "2")]
LEVELS = [("--trace", "none"), ("--trace", "none", "--threads", "3"), ("--trace", "none", "--spill", "files"),
          ("--trace", "none", "ranks"), ("--trace", "none", "--spill", "files", "ranks")]
PROVED = ["status", "limit", "states", "edges", "depth", "goals", "bounded", "shortest", "violations", "remark"]


def written(rules, value):
    """A value as an expression; with its type where two have that name."""
    if isinstance(value, (List, Subset)):
        return f"[{', '.join(written(rules, item) for item in items_of(value))}]"
    text = value_text(value)
    if sum(text in e.named for e in rules.enumerations) < 2:
        return text
    kind = next(n for n in rules.type_nodes if rules.type(n).form is value.of)
    return f"{kind}.{text}"


class Pair:
    """The puzzle with a bound, and without."""

    def __init__(self, seed):
        r = random.Random(f"bound {seed}")
        self.text = random_puzzle.make(seed, WITHOUT).text
        self.whole = self.explore(self.text)
        if not self.whole or len(self.whole.depth) < 4:
            self.within = None
            return
        rules, states = self.whole.rules, list(self.whole.depth)
        cell, state = r.randrange(len(rules.cells)), r.choice(states[1:])
        value = written(rules, state[cell])
        alike = [name for name, of in zip(rules.cell_names, rules.cells) if of.form is rules.cells[cell].form]
        also = f" or {r.choice(alike)} == {rules.cell_names[cell]}" if r.random() < 0.2 else ""
        self.text += f"bound:\n  cut: '{rules.cell_names[cell]} != {value}{also}'\n"
        self.within = self.explore(self.text)

    def explore(self, text):
        try:
            found = Explored(reader.Puzzle(text), LIMIT)
        except (Mistake, Trouble, NoStart):
            return None
        return found if found.complete and not found.errors else None

    def bounded(self):
        return sum(self.within.rules.bounded(s) for s in self.within.depth)


def best(graph, which):
    found = graph.cheapest(which)
    return (None, None) if found is None else (found[0], found[2])


class Run:
    def __init__(self, given, folder, pair, way):
        self.given, self.folder, self.pair, self.way, self.wrong = given, folder, pair, way, []
        with open(os.path.join(folder, "p.yaml"), "w", encoding="utf-8") as file:
            file.write(pair.text)
        for name in os.listdir(folder):
            if name.startswith("p.db"):
                os.unlink(os.path.join(folder, name))

    def call(self, *arguments):
        ranks = "ranks" in arguments
        return subprocess.run([self.given.ranks if ranks else self.given.wgcq, *(a for a in arguments if a != "ranks")], cwd=self.folder,
                              env=dict(os.environ, LOCAL_RANKS="2"), capture_output=True, text=True, timeout=60)

    def expect(self, what, due, got):
        if due != got:
            self.wrong.append(f"{' '.join(self.way)}: {what}: {got}, not {due}")

    def check(self):
        file = () if "none" in self.way else ("-o", "p.db")
        done = self.call("solve", "p.yaml", *file, "--format", "json", *self.way)
        if done.returncode not in (0, 1, 3, 5):
            return [f"{' '.join(self.way)}: {done.returncode}: {done.stderr[:600]}"]
        answer = json.loads(done.stdout)
        self.figures(answer, done.returncode)
        if "none" in self.way:
            self.levels(answer)
        elif "solutions" not in self.way:
            self.rows()
        if self.way == WAYS[0]:
            self.pair.stored = answer
        return self.wrong

    def levels(self, answer):
        for name in PROVED:
            self.expect(name, self.pair.stored[name], answer[name])

    def figures(self, answer, code):
        within, whole, bounded = self.pair.within, self.pair.whole, self.pair.bounded()
        self.expect("states", len(within.depth), answer["states"])
        self.expect("edges", sum(len(out) for out in within.out.values()), answer["edges"])
        self.expect("bounded", bounded, answer["bounded"])
        self.expect("status", "limit" if bounded else "complete", answer["status"])
        if bounded:
            self.expect("limit", "the bound cut", answer["limit"])
        broken, nearest = within.violations(), whole.violations()
        deadlocks = {name: {s for s in states if not within.rules.bounded(s)} if name == "deadlock" else states for name, states in broken.items()}
        self.expect("violations", {name: len(states) for name, states in deadlocks.items() if states},
                    {v["invariant"]: v["states"] for v in answer["violations"]})
        for v in answer["violations"]:
            if v["length"] is not None:
                self.expect(f"moves to {v['invariant']}", min(whole.depth[s] for s in nearest[v["invariant"]]), v["length"])
        has_goal = whole.rules.goal(whole.starts[0]) is not None
        if not has_goal:
            return
        self.expect("goals", len(within.goal_states), answer["goals"])
        if answer["dead_ends"] is not None:
            self.expect("dead ends", len(whole.depth) - len(whole.left), answer["dead_ends"])
        self.best("shortest", answer.get("shortest"), "length", None)
        if code == 1 and whole.goal_states:
            self.wrong.append("no solution is proved, and there is one")
        if bounded and not within.goal_states:
            self.expect("exit status", True, code in (3, 5))

    def best(self, name, found, key, which):
        if not found:
            return
        length, count = best(self.pair.whole, which)
        if found.get(key) is not None:
            self.expect(f"{name}.{key}", length, found[key])
        if found.get("count") is not None:
            self.expect(f"{name}.count", str(count), str(found["count"]))

    def rows(self):
        within, whole = self.pair.within, self.pair.whole
        rules = within.rules
        known = {facts.line(*rules.stored(s)) for s in within.depth}
        left = {facts.line(*whole.rules.stored(s)): moves for s, moves in whole.left.items()}
        with sqlite3.connect(f"file:{self.folder}/p.db?mode=ro", uri=True) as db:
            rows = list(db.execute("SELECT * FROM states"))
            edges = db.execute("SELECT count(*) FROM edges").fetchone()[0]
        found = {facts.line(*values): to_goal for _, _, to_goal, _, _, _, *values in rows}
        self.expect("states of the file", known, set(found))
        if "states" not in self.way:
            self.expect("edges of the file", sum(len(out) for out in within.out.values()), edges)
        for line, to_goal in found.items():
            if to_goal is not None:
                self.expect(f"to_goal of {line}", left.get(line), to_goal)
        lines = {number: facts.line(*values) for number, _, _, _, _, _, *values in rows}
        dead = self.call("query", "p.db", "dead-ends", "--format", "json")
        if dead.returncode in (0, 1, 3) and dead.stdout:
            self.wrong += [f"{row} is no dead end" for row in json.loads(dead.stdout) if lines[row["id"]] in left]
        verified = self.call("verify", "p.db")
        if verified.returncode not in (0, 3):
            self.wrong.append(f"{' '.join(self.way)}: verify: {verified.returncode} {verified.stdout[-900:]}{verified.stderr[-300:]}")


def differences(given, folder, seed, ran):
    pair = Pair(seed)
    if pair.within is None:
        return []
    ran.append(pair.bounded() > 0)
    return [line for way in WAYS + LEVELS for line in Run(given, folder, pair, way).check()]


def main():
    given = seeds.options(90)
    ran = []
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as beside:
        given.ranks = observed.local_ranks(given.wgcq, beside)
        wrong = seeds.failures(given, lambda seed: "\n".join(differences(given, folder, seed, ran)[:5]))
    status = seeds.report(("what is said within a bound holds in the whole puzzle", wrong))
    print(f"# {len(ran)} of {given.count} random puzzles from seed {given.seed}, {sum(ran)} of them with states that violate the bound")
    return status


if __name__ == "__main__":
    sys.exit(main())
