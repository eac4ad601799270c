#!/usr/bin/python3
"""Shortest plans of puzzles whose moves can be undone, where nothing is kept, against a search written down here.  Prints TAP.

    python3 tests/truth/undone.py [--wgcq build/wgcq] [--count 4] [--seed 1]

Such plans are counted from the goals back, once a level has some 30,000 states.  Tiles slide along random edges, several a pair of
places, and discs from peg to peg; of some an edge leads one way only.  By one thread and by two; every step of the plan is checked.
"""

import itertools
import os
import random
import re
import subprocess
import sys
import tempfile

import seeds
import tap

PLACES = 9
STATES_LEAST = 50000


class Tiles:
    """A gap, 0, goes along labelled edges (label, from, to)."""

    def __init__(self, chance):
        self.chance = chance
        pairs = [(i, chance.randrange(i)) for i in range(1, PLACES)]
        pairs += [tuple(chance.sample(range(PLACES), 2)) for _ in range(chance.randint(2, 5))]
        self.edges = [(f"{k}{way}", *ends) for k, pair in enumerate(pairs) for way, ends in (("a", pair), ("b", pair[::-1]))]
        if chance.random() < 0.5:  # another move of the same effect, there or back
            self.edges.append(("again", *chance.choice(self.edges)[1:]))
        if chance.random() < 0.3:  # no way back, perhaps
            self.edges.append(("away", *chance.sample(range(PLACES), 2)))
        self.start = tuple(chance.sample(range(PLACES), PLACES))

    def next(self, state):
        for label, a, b in self.edges:
            if state[a] == 0:
                to = list(state)
                to[a], to[b] = to[b], 0
                yield f"slide {label}", tuple(to)

    def goals(self, reached):
        return set(self.chance.sample(reached, self.chance.randint(1, 3)))

    def yaml(self, goals):
        moves = "".join(f"  slide {label}:\n    - guard: at[{a}] == 0\n    - set:\n        at[{a}]: at[{b}]\n        at[{b}]: 0\n"
                        for label, a, b in self.edges)
        goal = " or ".join("(" + " and ".join(f"at[{i}] == {v}" for i, v in enumerate(g)) + ")" for g in sorted(goals))
        return (f"puzzle: Tiles\nstate:\n  at[0..{PLACES - 1}]: 0..{PLACES - 1}\nstart:\n  at: {list(self.start)}\n"
                f"moves:\n{moves}goal: {goal}\n")


class Discs(Tiles):
    """Disc 0 is the smallest, peg 0 the first."""

    def __init__(self, chance):
        self.chance, self.count = chance, 10
        self.start = tuple(chance.randrange(3) for _ in range(self.count))

    def next(self, state):
        tops = {}
        for d, peg in enumerate(state):
            tops.setdefault(peg, d)
        for (peg, d), to in itertools.product(tops.items(), range(3)):
            if to != peg and tops.get(to, self.count) > d:
                yield f"disc {d} to {to}", state[:d] + (to,) + state[d + 1:]

    def yaml(self, goals):
        goal = " or ".join("(" + " and ".join(f"at[{i}] == {v}" for i, v in enumerate(g)) + ")" for g in sorted(goals))
        return (f"puzzle: Discs\nstate:\n  at[0..{self.count - 1}]: 0..2\nstart:\n  at: {list(self.start)}\nmoves:\n"
                f"  disc {{d}} to {{p}}:\n    - choose: d in 0..{self.count - 1}, p in 0..2\n    - guard: p != at[d]\n"
                f"    - guard: all(at[e] != at[d] and at[e] != p for e in 0..d - 1)\n    - set: at[d] = p\ngoal: {goal}\n")


def explore(puzzle):
    """Depth and ways of each state."""
    depth, ways, order = {puzzle.start: 0}, {puzzle.start: 1}, [puzzle.start]
    for state in order:
        for _, to in puzzle.next(state):
            if to not in depth:
                depth[to], ways[to] = depth[state] + 1, 0
                order.append(to)
            if depth[to] == depth[state] + 1:
                ways[to] += ways[state]
    return depth, ways, order


def wrong_plan(puzzle, goals, text):
    """What is wrong with the plan that was printed; None: nothing."""
    moves = re.findall(r"^ *\d+  ((?:slide|disc) .*?) +at_\d", text, re.M)
    state = puzzle.start
    for move in moves:
        state = dict(puzzle.next(state)).get(move)
        if state is None:
            return f"no {move}"
    return None if state in goals else f"ends in {state}"


def differences(wgcq, folder, seed):
    chance = random.Random(seed)
    puzzle = (Discs if seed % 3 == 0 else Tiles)(chance)
    depth, ways, order = explore(puzzle)
    while len(order) < STATES_LEAST:
        puzzle = type(puzzle)(chance)
        depth, ways, order = explore(puzzle)
    goals = puzzle.goals(order[len(order) // 2:])
    shortest = min(depth[g] for g in goals)
    plans = sum(ways[g] for g in goals if depth[g] == shortest)
    want = f"solved: shortest {shortest:,} moves, {plans:,} way{'s' if plans > 1 else ''}"
    path = os.path.join(folder, "undone.yaml")
    with open(path, "w") as file:
        file.write(puzzle.yaml(goals))
    outputs = set()
    for threads in ("1", "2"):
        done = subprocess.run([wgcq, "solve", path, "--trace", "none", "--threads", threads], capture_output=True, text=True)
        if done.returncode or not done.stdout.startswith(want + "\n"):
            return f"{want}: {done.returncode}: {done.stdout[:200]}{done.stderr[:200]}"
        outputs.add(re.sub(r"seconds .*", "", done.stdout))
        if wrong := wrong_plan(puzzle, goals, done.stdout):
            return wrong
    return None if len(outputs) == 1 else "two threads differ"


def main():
    given = seeds.options(4)
    with tempfile.TemporaryDirectory() as folder:
        wrong = seeds.failures(given, lambda seed: differences(given.wgcq, folder, seed))
    tap.right(f"{given.count} puzzles from seed {given.seed}: plans are those of the search written down", wrong)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
