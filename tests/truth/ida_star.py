#!/usr/bin/python3
"""Runs by iterative deepening A* against breadth-first search in Python.  Prints TAP.

    python3 tests/truth/ida_star.py [--wgcq build/wgcq] [--count 60] [--seed S]

A seed is a random graph, put as a puzzle: several starts and goals, goals that end and goals that are passed, edges with
parallel labels and loops, and an estimate in a table: exact, too low here and there (so that it is not consistent), 0, or
none, so that one is made.  Least moves, their number of plans and the plan that is shown are held to the graph; so are
what is said of a graph without a plan, and runs that a limit cuts short.  An estimate that is too high is an error, or
does no harm.
"""

import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import seeds
import tap

ORDER = ("--order", "ida-star", "--trace", "none")
FAR = 99  # the estimate where no goal can be reached


class Graph:
    def __init__(self, seed):
        r = self.r = random.Random(seed)
        self.size = size = r.choice((2, 5, 12, 40, 150))
        some = range(size)
        degree = r.choice((1, 1.5, 2, 3))
        self.edges = []  # (source, target, label), each once
        for number in range(r.choice((1, 2, 3))):
            for v in some:
                if r.random() < degree / 2:
                    self.edges.append((v, r.randrange(size), f"move {number}"))
        if r.random() < 0.2:  # no cycle
            self.edges = [(min(a, b), max(a, b), label) for a, b, label in self.edges if a != b]
        self.edges = sorted(set(self.edges))
        self.starts = sorted(r.sample(some, r.randint(1, min(3, size))))
        self.goals = set(r.sample(some, r.randint(0 if r.random() < 0.1 else 1, max(1, size // 8))))
        self.ends = {v for v in some if r.random() < 0.05}
        self.explore()

    def explore(self):
        """Fewest moves to each state, the number of ways by as many, and moves from each to a goal."""
        out, into = collections.defaultdict(list), collections.defaultdict(list)
        for a, b, _ in self.edges:
            if a not in self.ends:
                out[a].append(b)
                into[b].append(a)
        self.depth, self.ways = dict.fromkeys(self.starts, 0), dict.fromkeys(self.starts, 1)
        level = list(self.starts)
        while level:
            after = []
            for v in level:
                for w in out[v]:
                    if w not in self.depth:
                        self.depth[w], self.ways[w] = self.depth[v] + 1, 0
                        after.append(w)
                    if self.depth[w] == self.depth[v] + 1:
                        self.ways[w] += self.ways[v]
            level = after
        self.left = dict.fromkeys(self.goals, 0)
        level = list(self.goals)
        while level:
            after = []
            for v in level:
                for w in into[v]:
                    if w not in self.left:
                        self.left[w] = self.left[v] + 1
                        after.append(w)
            level = after
        self.least = min((self.depth[g] for g in self.goals if g in self.depth), default=None)
        self.plans = sum(self.ways[g] for g in self.goals if self.depth.get(g) == self.least and self.least is not None)

    def estimate(self, kind):
        exact = [min(self.left.get(v, FAR), FAR) for v in range(self.size)]
        return {"exact": exact, "low": [self.r.randint(0, h) for h in exact], "none": None, "zero": [0] * self.size,
                "high": [h + self.r.choice((0, 0, 1, 3)) for h in exact]}[kind]

    def text(self, kind):
        h = self.estimate(kind)
        lists = {label: [[b for a, b, l in self.edges if (a, l) == (v, label)] for v in range(self.size)]
                 for label in sorted({l for _, _, l in self.edges})}
        lines = ["types:", f"  place: 0..{self.size - 1}", "constants:"]
        for i, (label, rows) in enumerate(lists.items()):
            lines.append(f"  way{i}: {json.dumps(rows)}")
        lines += [f"  goals: {json.dumps([int(v in self.goals) for v in range(self.size)])}",
                  f"  ends: {json.dumps([int(v in self.ends) for v in range(self.size)])}"]
        if h:
            lines.append(f"  h: {json.dumps(h)}")
        lines += ["state:", "  at: place", "start:", f"  - choose: s in {json.dumps(self.starts)}", "  - set: at = s", "moves:"]
        for i, label in enumerate(lists):
            lines += [f'  "{label}":', f"    - choose: to in place if to in way{i}[at]", "    - set: at = to"]
        if not lists:
            lines += ['  "none":', "    - guard: at > 999", "    - set: at = 0"]
        lines += ["goal: goals[at] == 1", "end: ends[at] == 1"]
        if h:
            lines.append("estimate: h[at]")
        return "\n".join(lines) + "\n"


def run(wgcq, path, *words):
    done = subprocess.run([wgcq, "solve", path, *ORDER, "--format", "json", "-q", *words], capture_output=True, text=True, timeout=120)
    return done.returncode, json.loads(done.stdout) if done.stdout else {}, done.stderr


def shown_plan(wgcq, path, *words):
    """Its states and moves, by the report; a move that changes nothing has none."""
    done = subprocess.run([wgcq, "solve", path, *ORDER, *words], capture_output=True, text=True, timeout=120).stdout
    start = re.search(r"^start +at=(\d+)", done, re.M)
    at, labels = [int(start[1])] if start else [], []
    for label, place in re.findall(r"^ +\d+ *(move \d)? *(?:at=(\d+))?$", done, re.M):
        at += [int(place)] if place else [at[-1]] if labels else []
        labels.append(label)
    return at, labels


def wrong_plan(graph, at, labels):
    """Whether the plan is one of the graph's."""
    if at[0] not in graph.starts or at[-1] not in graph.goals or len(at) != graph.least + 1:
        return f"no plan: {at}"
    for i in range(1, len(at)):
        if (at[i - 1], at[i], labels[i]) not in graph.edges or at[i - 1] in graph.ends:
            return f"no step: {at[i - 1]} {labels[i]} {at[i]}"
    return None


def compared(wgcq, graph, path, kind, stop, counted):
    status, answer, message = run(wgcq, path, "--stop", stop, "--max-depth", "1000")
    if kind == "high" and status == 2:
        counted["too high"] += 1
        return None if "no lower bound" in message else message
    if graph.least is None:
        counted["without a plan"] += 1
        return None if status == 1 else f"exit status {status}, and there is no plan: {message}"
    if status:
        return f"exit status {status}: {message}"
    shortest = answer["shortest"]
    if kind == "high":  # not admissible: a plan, not always of fewest moves
        return None if shortest["length"] >= graph.least else f"{shortest}"
    counted[f"solved, {kind}"] += 1
    if shortest["length"] != graph.least:
        return f"{shortest}, and it is {graph.least}"
    if shortest["count"] != (str(graph.plans) if stop == "shortest" else None):
        return f"{shortest}, and there are {graph.plans} plans"
    return wrong_plan(graph, *shown_plan(wgcq, path, "--stop", stop)) or limited(wgcq, graph, path, answer, counted)


def limited(wgcq, graph, path, whole, counted):
    """What a limit cuts short says less, and nothing else."""
    limits = [("--max-depth", str(max(1, graph.least - 1))), ("--max-depth", str(max(1, graph.least))),
              ("--max-states", str(max(1, whole["states"] // 2)))]
    for limit in limits:
        status, answer, message = run(wgcq, path, "--stop", "shortest", *limit)
        found = answer["shortest"]
        counted["limits"] += 1
        if status not in (0, 3) or (status == 0) != bool(found):
            return f"{limit}: exit status {status}, {found} {message}"
        if found and found["length"] != graph.least:
            return f"{limit}: {found}"
        if found and found["count"] not in (None, str(graph.plans)):
            return f"{limit}: {found}"
        if limit == limits[0] and graph.least > 1 and found:
            return f"{limit}: {found}"
        if limit == limits[1] and graph.least and not found:
            return f"{limit}: nothing"
    return None


def main():
    given = seeds.options(300)
    print(f"# --seed {given.seed} --count {given.count}")
    counted, wrong = collections.Counter(), []
    with tempfile.TemporaryDirectory() as place:
        for seed in range(given.seed, given.seed + given.count):
            graph = Graph(seed)
            kind, stop = graph.r.choice(("exact", "low", "low", "zero", "none", "high")), graph.r.choice(("first", "shortest"))
            path = os.path.join(place, f"{seed}.yaml")
            with open(path, "w") as file:
                file.write(graph.text(kind))
            found = compared(given.wgcq, graph, path, kind, stop, counted)
            if found:
                wrong.append(f"seed {seed}, {kind}, --stop {stop}: {found}")
                with open(path) as file:
                    wrong.append(file.read())
    tap.right(f"{given.count} random graphs: {dict(counted)}", wrong)
    enough = sum(n for what, n in counted.items() if what.startswith("solved"))
    tap.ok(seeds.often(enough, given.count, 3), "enough of them have a plan")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
