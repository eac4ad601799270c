#!/usr/bin/python3
"""Properties over time of random small graphs, against every set of states that a path may repeat.  Prints TAP.

    python3 tests/truth/paths.py [--wgcq build/wgcq] [--count 400] [--seed N] [--changes 2]

A graph is written out as a puzzle of one variable, with moves of one label and of several, weak and strong, by themselves and as one.
A fair path repeats some set of states for ever; all sets are tried, by the definitions in wgcq-puzzle(5), or in graphs of up to 200 states,
every fourth one, the strong components of fair_paths.py.  Whether each property holds, the
moves of the shortest stem, and each stored path must be right.  Then verdicts and paths in the file are changed, and `wgcq verify` must say
what is wrong by the definitions, and only that.
"""

import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from itertools import combinations

import fair_paths
import seeds

KINDS = ["eventually", "infinitely often", "eventually always", "leads to", "recoverable", "step"]


class Model:
    """A random graph, its properties and what is fair."""

    def __init__(self, seed):
        r = self.r = random.Random(f"paths {seed}")
        self.large = r.random() < 0.25
        self.n = r.randint(20, 200) if self.large else r.randint(2, 7)
        self.starts = sorted(r.sample(range(self.n), r.choice([1, 1, 2])))
        self.moves = {"go {x}": self.edges(["go 0", "go 1", "go 2"]), "turn": self.edges(["turn"]), "back": self.edges(["back"])}
        self.end = self.some() if r.random() < 0.3 else []
        self.bound = self.some() if r.random() < 0.25 else list(range(self.n))
        self.fair = []                       # (move, strong, any)
        for move in self.moves:
            if r.random() < 0.6:
                self.fair.append((move, r.random() < 0.5, r.random() < 0.3))
        self.properties = [(kind, self.some(), self.some()) for kind in KINDS + r.sample(KINDS, 2)]

    def some(self):
        few = self.r.choice([1, 3, self.n // 2, self.n - 3, self.n - 1]) if self.large else self.r.randint(1, self.n)
        return sorted(self.r.sample(range(self.n), few))

    def edges(self, labels):
        count = self.r.randint(1, 2 * self.n)
        return sorted({(self.r.randrange(self.n), self.r.choice(labels), self.r.randrange(self.n)) for _ in range(count)})

    def condition(self, kind, p, q):
        if kind == "leads to":
            return f"at in {p} leads to at in {q}"
        if kind == "step":
            return f"step at in {p} or old(at) in {q}"
        return f"{kind} at in {p}"

    def text(self):
        lines = ["puzzle: paths", f"state: {{at: 0..{self.n - 1}}}", "start:", f"  - choose: s in {self.starts}", "  - set: at = s", "constants:"]
        for number, edges in enumerate(self.moves.values()):
            lines.append(f"  edges_{number}: {[[s, int(label[3:]) if number == 0 else 0, d] for s, label, d in edges]}")
        lines.append("moves:")
        for number, move in enumerate(self.moves):
            lines += [f'  "{move}":', f"    - choose: s, x, d in edges_{number} if s == at", "    - set: at = d"]
        if self.end:
            lines.append(f"end: at in {self.end}")
        if len(self.bound) < self.n:
            lines += ["bound:", f"  few: at in {self.bound}"]
        lines.append("properties:")
        lines += [f"  p{i}: {self.condition(*one)}" for i, one in enumerate(self.properties)]
        for strong in (False, True):
            of = [f'{{any: "{move}"}}' if whole else f'"{move}"' for move, is_strong, whole in self.fair if is_strong == strong]
            if of and "fair:" not in lines:
                lines.append("fair:")
            if of:
                lines.append(f"  {'strong' if strong else 'weak'}: [{', '.join(of)}]")
        return "\n".join([*lines, 'show: "{at}"', ""])


class Truth:
    """By the definitions alone."""

    def __init__(self, model):
        self.m = model
        outside = set(range(model.n)) - set(model.bound)
        closed = set(model.end) | outside
        edges = {e for of in model.moves.values() for e in of if e[0] not in closed}
        self.depth = self.distances(model.starts, edges, set(range(model.n)))
        self.edges = {e for e in edges if e[0] in self.depth}
        self.open = outside
        self.actions = []                    # (strong, labels)
        for move, strong, whole in model.fair:
            labels = sorted({label for _, label, _ in model.moves[move]})
            self.actions += [(strong, labels)] if whole else [(strong, [label]) for label in labels]
        self.repeated = [] if model.large else [s for s in self.subsets() if self.repeats(s)]

    @staticmethod
    def distances(sources, edges, within):
        depth = {s: 0 for s in sources if s in within}
        level = list(depth)
        while level:
            found = sorted({d for s, _, d in edges if s in level and d in within and d not in depth})
            depth.update({d: depth[level[0]] + 1 for d in found})
            level = found
        return depth

    def subsets(self):
        states = sorted(set(self.depth) - self.open)
        return [set(c) for size in range(1, len(states) + 1) for c in combinations(states, size)]

    def repeats(self, states):
        """Whether a fair path can be in these states again and again, and in no others."""
        inner = {e for e in self.edges if e[0] in states and e[2] in states}
        if not inner:
            return len(states) == 1 and not any(e[0] in states for e in self.edges)
        one = min(states)
        back = {(d, label, s) for s, label, d in inner}
        if set(self.distances([one], inner, states)) != states or set(self.distances([one], back, states)) != states:
            return False
        return self.is_fair(states, inner)

    def is_fair(self, states, taken):
        for strong, labels in self.actions:
            enabled = [any(e[0] == s and e[1] in labels for e in self.edges) for s in states]
            if (any(enabled) if strong else all(enabled)) and not any(e[1] in labels for e in taken):
                return False
        return True

    def stem(self, kind, p, q):
        """The moves of the shortest stem of a violation; None: it holds."""
        p, q, every = set(p), set(q), set(self.depth)
        if self.m.large:
            return self.stem_by_components(kind, p, q)
        if kind == "recoverable":
            worse = [self.depth[s] for s in every if not (set(self.distances([s], self.edges, every)) & (p | self.open))]
            return min(worse, default=None)
        if kind == "step":
            return min((self.depth[s] + 1 for s, _, d in self.edges if d not in p and s not in q), default=None)
        stay = every - p if kind in ("eventually", "infinitely often") else every - q if kind == "leads to" else every
        enter = stay & p if kind == "leads to" else stay
        starts = set(self.m.starts)
        if kind == "eventually":
            second = self.distances(sorted(enter & starts), self.edges, stay)
        else:
            second = {}
            for s in enter:
                for state, more in self.distances([s], self.edges, stay).items():
                    second[state] = min(second.get(state, 1000), self.depth[s] + more)
        ends = [s for s in self.repeated if s <= stay and (kind != "eventually always" or s - p)]
        return min((second[state] for s in ends for state in s if state in second), default=None)


    def stem_by_components(self, kind, p, q):
        """Labels of a move that is fair as one are one there."""
        one_of = {label: move for move, _, whole in self.m.fair if whole for _, label, _ in self.m.moves[move]}
        self.starts, self.out = self.m.starts, {s: [] for s in self.depth}
        for s, label, d in sorted(self.edges):
            self.out[s].append((one_of.get(label, label), d))
        actions = [("strong" if strong else "weak", one_of.get(labels[0], labels[0])) for strong, labels in self.actions]
        paths = fair_paths.FairPaths(self, actions, lambda s: s in self.open)
        step = kind == "step"
        return paths.stem(kind, (lambda s, d: d in p or s in q) if step else lambda s: s in p, lambda s: s in q)


class Stored:
    """What a file says: the states by number, a row for each property, and the steps of each path."""

    def __init__(self, db):
        with sqlite3.connect(db) as file:
            self.states = dict(file.execute("SELECT id, shown FROM states"))
            self.properties = [list(row) for row in file.execute("SELECT id, name, kind, holds, stem, cycle FROM property_1 ORDER BY id")]
            self.steps = [[list(row) for row in file.execute(
                "SELECT step, move, src, dst, shown FROM lasso_1 WHERE property = ? ORDER BY step", [one[0]])] for one in self.properties]

    def write(self, db):
        with sqlite3.connect(db) as file:
            file.execute("DELETE FROM lasso_1")
            for one, steps in zip(self.properties, self.steps):
                file.execute("UPDATE property_1 SET holds = ?, stem = ?, cycle = ? WHERE id = ?", [*one[3:], one[0]])
                file.executemany("INSERT INTO lasso_1 VALUES (?, ?, ?, ?, ?, ?)", [[one[0], *step] for step in steps])
        file.close()

    def fault(self, truth, i):
        """What is wrong with what is said of property i; None: nothing."""
        (_, _, kind, holds, stem, cycle), steps = self.properties[i], self.steps[i]
        sets = truth.m.properties[i][1:]
        if holds is None:
            return None if truth.open & set(truth.depth) else "all was explored"
        if holds:
            return "there is a path, and it holds" if steps or stem is not None or cycle is not None else (
                "it is violated" if truth.stem(kind, *sets) is not None else None)
        if [step[0] for step in steps] != list(range(len(steps))) or not steps or None in (stem, cycle):
            return "the path is not there"
        if any(b[2] != a[3] for a, b in zip(steps, steps[1:])) or any(self.states.get(step[3]) != step[4] for step in steps):
            return "the steps do not follow one another, or show other states"
        return check_path(truth, kind, sets, stem, cycle, [(step[1], int(step[4])) for step in steps])


def check_path(truth, kind, sets, stem, cycle, path):
    """What is wrong with a lasso; None: nothing."""
    states = [state for _, state in path]
    if min(stem, cycle) < 0 or len(path) != stem + cycle + 1 or states[0] not in truth.m.starts:
        return "it has other moves, or begins elsewhere"
    steps = [(a, path[i + 1][0], b) for i, (a, b) in enumerate(zip(states, states[1:]))]
    if not set(steps) <= truth.edges:
        return "a move is none of the graph"
    p, q = map(set, sets)
    if kind == "step":
        return None if not cycle and steps and states[-1] not in p and states[-2] not in q else "the last move violates nothing"
    if kind == "recoverable":
        behind = set(truth.distances([states[-1]], truth.edges, set(truth.depth)))
        return None if not cycle and not behind & (p | truth.open) else "its end leads to the condition, or to what is not known"
    loop = set(states[stem:])
    if states[stem] != states[-1] or loop & truth.open or not (truth.is_fair(loop, steps[stem:]) if cycle else not any(e[0] in loop for e in truth.edges)):
        return "the cycle is not closed, or not fair"
    wrong = {"eventually": not p & set(states), "infinitely often": not p & loop, "eventually always": loop - p,
             "leads to": any(s in p and not q & (set(states[i:]) | loop) for i, s in enumerate(states))}
    return None if wrong[kind] else "the property holds on it"


# ---- files that are changed ------------------------------------------------------------------

def walk(r, truth, stored):
    """Steps of a random path up to a state that it has visited, or that has no successor; and where its cycle begins."""
    number = {shown: state for state, shown in stored.states.items()}
    at, states, steps = r.choice(truth.m.starts), [], []
    while at not in states:
        states.append(at)
        after = sorted(e for e in truth.edges if e[0] == at)
        steps.append([len(steps), steps[-1][1] if steps else None, number[str(states[-2])] if len(states) > 1 else None, number[str(at)], str(at)])
        if steps[1:]:
            steps[-1][1] = label
        if not after:
            return steps, len(steps) - 1, 0
        _, label, at = r.choice(after)
    steps.append([len(steps), label, number[str(states[-1])], number[str(at)], str(at)])
    return steps, states.index(at), len(states) - states.index(at)


def change(r, truth, stored):
    """Changes what is said of one property; returns its number."""
    i = r.randrange(len(stored.properties))
    one, steps = stored.properties[i], stored.steps[i]
    kind = r.choice(["verdict", "unknown", "another's", "walk", "walk", "walk", "split", "step", "label", "shown", "end"])
    if kind == "verdict":
        one[3], one[4:], steps[:] = 1, [None, None], []
    elif kind == "unknown":
        one[3], one[4:], steps[:] = None, [None, None], []
    elif kind == "another's":
        j = r.randrange(len(stored.properties))
        one[3:], steps[:] = stored.properties[j][3:], stored.steps[j]
    elif kind == "walk" or not steps:
        steps[:], stem, cycle = walk(r, truth, stored)
        one[3:] = [0, stem, cycle]
    elif kind == "split":
        by = r.choice([-1, 1])
        one[4:] = [one[4] + by, one[5] - by]
    elif kind == "step":
        at = r.randrange(len(steps))
        steps[at][3], steps[at][4] = r.choice(sorted(stored.states.items()))
        if at + 1 < len(steps):
            steps[at + 1][2] = steps[at][3]
    elif kind == "label":
        steps[-1][1] = r.choice(["go 0", "go 1", "go 2", "turn", "back", "flee"])
    elif kind == "shown":
        r.choice(steps)[4] = str(r.randrange(truth.m.n))
    else:
        steps.pop()
        one[5] -= 1
    return i


def verdict(given, db):
    """What verify says of the properties, and with which words."""
    done = subprocess.run([given.wgcq, "verify", db, "--format", "json"], capture_output=True, text=True, check=False)
    row = next((row for row in json.loads(done.stdout) if row["check"] == "properties"), None)
    return (row["verdict"], row["place"]) if row else (None, done.stdout + done.stderr)


def tampered(given, db, seed, truth, ran):
    """Whether verify finds what is wrong in changed files, and nothing else."""
    r, wrong = random.Random(f"changed {seed}"), []
    said, why = verdict(given, db)
    if said != "holds":
        return [f"seed {seed}: verify says {said}: {why}\n{truth.m.text()}"]
    for _ in range(given.changes):
        stored, copy = Stored(db), db + ".changed"
        i = change(r, truth, stored)
        shutil.copy(db, copy)
        stored.write(copy)
        fault, (said, why) = stored.fault(truth, i), verdict(given, copy)
        ran.append(("changed", fault is not None))
        if said != ("does not hold" if fault else "holds"):
            wrong.append(f"seed {seed}: property {i}: {fault}; verify says {said}: {why}\n{stored.properties[i]} {stored.steps[i]}\n{truth.m.text()}")
    return wrong


def differences(given, folder, seed, ran):
    model = Model(seed)
    truth = Truth(model)
    path, db = os.path.join(folder, "paths.yaml"), os.path.join(folder, "paths.db")
    with open(path, "w", encoding="utf-8") as file:
        file.write(model.text())
    command = [given.wgcq, "solve", path, "-o", db, "--replace", "--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 3, 5):
        return [f"seed {seed}: exit {done.returncode}: {done.stderr}\n{model.text()}"]
    found = json.loads(done.stdout)["properties"]
    stored, wrong = Stored(db), []
    for i, (one, (kind, p, q)) in enumerate(zip(found, model.properties)):
        stem = truth.stem(kind, p, q)
        ran.append((kind, stem is None))
        same = [one["property"], kind, one["holds"], one["stem"], one["cycle"]] == stored.properties[i][1:]
        if one["kind"] != kind or one["holds"] != (stem is None) or one["stem"] != stem or not same or stored.fault(truth, i):
            wrong.append(f"seed {seed}: {one}, where the stem is {stem}: {stored.fault(truth, i)}\n{stored.properties[i]} {stored.steps[i]}\n{model.text()}")
    return wrong or tampered(given, db, seed, truth, ran)


def main():
    given = seeds.options(400, lambda parser: parser.add_argument("--changes", type=int, default=2))
    ran = []
    with tempfile.TemporaryDirectory() as folder:
        wrong = seeds.failures(given, lambda seed: "\n".join(differences(given, folder, seed, ran)[:3]))
    found = ran.count(("changed", True))
    enough = given.changes == 0 or seeds.often(found, given.count * given.changes, 3)
    status = seeds.report(("properties over time are decided, stored and verified as by their definitions", wrong),
                          ("a third of the changed files are wrong", [] if enough else [f"only {found} are"]))
    print(f"# {given.count} random graphs from seed {given.seed}; hold and are violated: "
          + ", ".join(f"{kind} {ran.count((kind, True))} and {ran.count((kind, False))}" for kind in KINDS)
          + f"; changed files: {found} wrong, {ran.count(('changed', False))} right as well")
    return status


if __name__ == "__main__":
    sys.exit(main())
