#!/usr/bin/python3
"""Properties over time of random small graphs, against every set of states that a path may repeat.  Prints TAP.

    python3 tests/truth/paths.py [--wgcq build/wgcq] [--count 400] [--seed N]

A graph is written out as a puzzle of one variable, with moves of one label and of several, weak and strong, by themselves and as one.
A fair path repeats some set of states for ever; all sets are tried, by the definitions in wgcq-puzzle(5).  Whether each property holds, the
moves of the shortest stem, and the path that is printed must be right.
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
from itertools import combinations

import seeds

KINDS = ["eventually", "infinitely often", "eventually always", "leads to", "recoverable", "step"]


class Model:
    """A random graph, its properties and what is fair."""

    def __init__(self, seed):
        r = self.r = random.Random(f"paths {seed}")
        self.n = r.randint(2, 7)
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
        return sorted(self.r.sample(range(self.n), self.r.randint(1, self.n)))

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
        self.repeated = [s for s in self.subsets() if self.repeats(s)]

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


def printed_path(text):
    rows = [re.match(r" *(\d+)  (.*?) +(\d+)$", line) for line in text[text.index("\nstep "):].splitlines()]
    return [(row[2].strip(), int(row[3])) for row in rows if row]


def check_path(truth, kind, sets, stem, cycle, path):
    """What is wrong with a printed lasso; None: nothing."""
    states = [state for _, state in path]
    if len(path) != stem + cycle + 1 or states[0] not in truth.m.starts:
        return "it has other moves, or begins elsewhere"
    steps = [(a, path[i + 1][0], b) for i, (a, b) in enumerate(zip(states, states[1:]))]
    if not set(steps) <= truth.edges:
        return "a move is none of the graph"
    p, q = map(set, sets)
    if kind in ("recoverable", "step"):
        return None if kind == "recoverable" or (states[-1] not in p and states[-2] not in q) else "the last move violates nothing"
    loop = set(states[stem:])
    if states[stem] != states[-1] or not (truth.is_fair(loop, steps[stem:]) if cycle else truth.repeats(loop)):
        return "the cycle is not closed, or not fair"
    wrong = {"eventually": not p & set(states), "infinitely often": not p & loop, "eventually always": loop - p,
             "leads to": any(s in p - q and not q & set(states[i:]) for i, s in enumerate(states[:stem + 1]))}
    return None if wrong[kind] else "the property holds on it"


def differences(given, folder, seed, ran):
    model = Model(seed)
    truth = Truth(model)
    path = os.path.join(folder, "paths.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(model.text())
    command = [given.wgcq, "solve", path, "--trace", "none"]
    done = subprocess.run([*command, "--format", "json"], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 3, 5):
        return [f"seed {seed}: exit {done.returncode}: {done.stderr}\n{model.text()}"]
    found = json.loads(done.stdout)["properties"]
    wrong = []
    for one, (kind, p, q) in zip(found, model.properties):
        stem = truth.stem(kind, p, q)
        ran.append((kind, stem is None))
        if one["kind"] != kind or one["holds"] != (stem is None) or one["stem"] != stem:
            wrong.append(f"seed {seed}: {one}, where the stem is {stem}\n{model.text()}")
    broken = [(one["stem"] + one["cycle"], i) for i, one in enumerate(found) if one["holds"] is False]
    if broken and not wrong:
        one, (kind, *sets) = found[min(broken)[1]], model.properties[min(broken)[1]]
        text = subprocess.run(command, capture_output=True, text=True, check=False).stdout
        fault = check_path(truth, kind, sets, one["stem"], one["cycle"], printed_path(text))
        if fault:
            wrong.append(f"seed {seed}: {one}: {fault}\n{text}{model.text()}")
    return wrong


def main():
    given = seeds.options(400)
    ran = []
    with tempfile.TemporaryDirectory() as folder:
        wrong = seeds.failures(given, lambda seed: "\n".join(differences(given, folder, seed, ran)[:3]))
    status = seeds.report(("properties over time are decided as by their definitions", wrong))
    print(f"# {given.count} random graphs from seed {given.seed}; hold and are violated: "
          + ", ".join(f"{kind} {ran.count((kind, True))} and {ran.count((kind, False))}" for kind in KINDS))
    return status


if __name__ == "__main__":
    sys.exit(main())
