#!/usr/bin/python3
"""Small random graphs with costs, explored in every order, against brute force.  Prints TAP.

    python3 tests/truth/graphs.py [--wgcq build/wgcq] [--graphs 12] [--puzzles 10] [--seed 1]

Graphs have zero and equal costs, several starts, goals that are passed, states that are not left, estimates that are
lower bounds and no more.  Each is explored as a model in C (graph_model.c, one process for all) in every order, with
every --stop, --trace and number of threads, and limits on states and depth; a part of them as puzzles in YAML by the
program itself, with `verify`, `distances`, `farthest` and `resume`.  What is compared: states and their depths, edges,
what is proved of costs and counts, and that none of it depends on --trace or --threads.
"""

import argparse
import concurrent.futures
import heapq
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile

import built
import seeds

HERE = os.path.dirname(os.path.abspath(__file__))
ORDERS = ["breadth-first", "depth-first", "cheapest", "best-first", "a-star"]
LATE = {"cheapest", "best-first", "a-star"}  # depth is known only where the graph proves it
STOPS = ["exhausted", "shortest", "first"]
TRACES = ["all", "edges", "states", "solutions", "none"]
FOUND, PROVED, UNKNOWN = 0, 1, 2
QUICK = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # where nothing waits for a disk


# ---- graphs ----------------------------------------------------------------------------------------------------------

class Graph:
    """Nodes 0..n-1, roads (from, to, costs), in the order of the moves."""

    def __init__(self, chance):
        self.n = chance.choice([1, 2, 3, 4, 5, 6, 8, 12, 20])
        self.costs = chance.choice([0, 1, 1, 1, 2])
        weights = chance.choice([[0], [0, 1], [1], [0, 0, 3], [1, 2, 5, 10], range(20)])
        count = chance.randint(0, 3 * self.n)
        self.roads = [(chance.randrange(self.n), chance.randrange(self.n),
                       tuple(chance.choice(weights) for _ in range(self.costs))) for _ in range(count)]
        if chance.random() < 0.5:  # a long way round beside them
            for a in range(self.n - 1):
                self.roads.append((a, a + 1, tuple(chance.choice([0, 1]) for _ in range(self.costs))))
        self.starts = chance.sample(range(self.n), chance.randint(1, min(self.n, chance.choice([1, 1, 3]))))
        self.goaled = chance.random() < 0.9
        self.goals = set(chance.sample(range(self.n), chance.randint(0, min(2, self.n)))) if self.goaled else set()
        self.ends = set(chance.sample(range(self.n), chance.choice([0, 0, 1]) if self.n > 1 else 0))
        self.finals = None
        if self.costs and self.goaled and chance.random() < 0.4:
            dear = chance.choice([1, 3, 20])
            self.finals = [tuple(chance.randint(0, dear) for _ in range(self.costs)) for _ in range(self.n)]
        self.explore()
        self.bounds = self.estimate(chance)

    @classmethod
    def of(cls, n, roads, goals, bounds=None, finals=None):
        """A given graph with one cost, from 0."""
        g = cls.__new__(cls)
        g.n, g.costs, g.roads, g.starts, g.goaled = n, 1, [(a, b, (c,)) for a, b, c in roads], [0], True
        g.goals, g.ends, g.bounds, g.finals = set(goals), set(), bounds or [0] * n, finals
        g.explore()
        return g

    def out(self, node):
        return [] if node in self.ends else [(i, r[1], r[2]) for i, r in enumerate(self.roads) if r[0] == node]

    def explore(self):
        self.depth, level = {s: 0 for s in self.starts}, list(self.starts)
        while level:
            level, old = [], level
            for node in old:
                for _, to, _ in self.out(node):
                    if to not in self.depth:
                        self.depth[to] = self.depth[node] + 1
                        level.append(to)
        self.reached = set(self.depth)
        self.to_goal = self.back([1])
        self.best = {name: self.optimum(name) for name in ["moves", "way", "fee"][: self.costs + 1]}

    def back(self, _):
        """Fewest moves to a goal, of what is reached."""
        left = {g: 0 for g in self.goals & self.reached}
        for _ in self.reached:
            for a in self.reached:
                for _, to, _ in self.out(a):
                    if to in left and left[to] + 1 < left.get(a, 1 << 30):
                        left[a] = left[to] + 1
        return left

    def weight(self, name, costs):
        return 1 if name == "moves" else costs[0] if name == "way" else costs[1]

    def final(self, node, name):
        return self.weight(name, self.finals[node]) if self.finals and name != "moves" else 0

    def optimum(self, name):
        """(least, how many plans of that and, among those, of fewest moves), or None."""
        least, ways, heap, done = {}, {}, [], []
        for s in self.starts:
            least[s], ways[s] = (0, 0), 1
            heapq.heappush(heap, ((0, 0), s))
        while heap:
            key, node = heapq.heappop(heap)
            if key != least[node] or node in done:
                continue
            done.append(node)
            for _, to, costs in self.out(node):
                more = (key[0] + self.weight(name, costs), key[1] + 1)
                if to not in least or more < least[to]:
                    least[to], ways[to] = more, ways[node]
                    heapq.heappush(heap, (more, to))
                elif more == least[to]:
                    ways[to] += ways[node]
        reached = [g for g in self.goals if g in least]
        if not reached:
            return None
        ended = {g: (least[g][0] + self.final(g, name), least[g][1]) for g in reached}
        key = min(ended.values())
        return [key[0], str(sum(ways[g] for g in reached if ended[g] == key))]

    def estimate(self, chance):
        """A lower bound on what is left of the minimized cost, consistent or not; None: there is none."""
        kind = chance.choice(["none", "zero", "exact", "some", "some", "half"])
        if kind == "none":
            return None
        name = "way" if self.costs else "moves"
        left = {g: self.final(g, name) for g in self.goals}
        for _ in range(self.n):
            for a in range(self.n):
                for _, to, costs in self.out(a):
                    if to in left and left[to] + self.weight(name, costs) < left.get(a, 1 << 30):
                        left[a] = left[to] + self.weight(name, costs)
        exact = [left.get(a, 20) for a in range(self.n)]
        return [{"zero": 0, "exact": e, "half": e // 2, "some": chance.randint(0, e)}[kind] for e in exact]

    def lines(self):
        """As graph_model.c reads it."""
        words = ["graph", self.n, self.costs, int(self.goaled), len(self.starts), *self.starts, len(self.goals),
                 *self.goals, len(self.ends), *self.ends, int(self.bounds is not None), *(self.bounds or []),
                 int(self.finals is not None), *(f for all_of in self.finals or [] for f in all_of), len(self.roads)]
        for a, b, costs in self.roads:
            words += [a, b, *costs]
        return " ".join(map(str, words)) + "\n"

    def yaml(self):
        names = ["way", "fee"][: self.costs]
        rows = ", ".join(str([a, b, i, *costs]) for i, (a, b, costs) in enumerate(self.roads)) or str([0] * (3 + self.costs))
        lines = ["puzzle: Roads", "constants:", f"  roads: [{rows}]", f"  bounds: {self.bounds or [0] * self.n}",
                 f"  finals: {[list(f) for f in self.finals or [[0]]]}",
                 "types:", f"  town: 0..{self.n - 1}", "state:", "  at: town", "start:",
                 f"  - choose: s in {self.starts}", "  - set: at = s", "moves:", "  road {i}:",
                 f"    - choose: {', '.join(['a, b, i', *(['x', 'y'][: self.costs])])} in roads",
                 f"    - guard: a == at and {'true' if self.roads else 'false'}", "    - set: at = b"]
        lines += [f"    - cost: {name} = {x}" for name, x in zip(names, "xy")]
        if names:
            lines += ["costs:", *(f"  {name}: 0" for name in names), "minimize: way"]
        if self.goaled:
            lines.append(f"goal: {' or '.join(f'at == {g}' for g in sorted(self.goals)) or 'false'}")
        if self.ends:
            lines.append(f"end: {' or '.join(f'at == {e}' for e in sorted(self.ends))}")
        if self.finals:
            lines += ["final:", *(f"  {name}: finals[at, {k}]" for k, name in enumerate(names))]
        if self.bounds:
            lines.append("estimate: bounds[at]")
        return "\n".join(lines) + "\n"

    def orders(self):
        return [o for o in ORDERS if self.bounds or o not in ("best-first", "a-star")]


# What is rare among random ones.
CORNERS = [
    # 2 is found by a dear way and improved; it is taken out with 3, which lies deeper in the tree
    Graph.of(7, [(0, 2, 10), (0, 1, 0), (1, 2, 1), (1, 3, 1), (2, 4, 1), (3, 5, 1), (5, 6, 1)], [6]),
    # a cheap long way to 3, and through 7 a dear short one that comes late: what lies behind 3 is less deep then
    Graph.of(8, [(0, 1, 0), (1, 2, 0), (2, 3, 0), (3, 4, 0), (4, 5, 0), (5, 6, 0), (0, 7, 50), (7, 3, 0)], [6]),
    # the same, and nothing behind it: what was too deep is not in the end
    Graph.of(6, [(0, 1, 0), (1, 2, 0), (2, 3, 0), (3, 4, 0), (0, 5, 50), (5, 3, 0)], [4]),
    # the only state that is not expanded is a goal, and a shorter way leads through it
    Graph.of(6, [(0, 5, 20), (0, 1, 0), (1, 2, 0), (2, 3, 0), (3, 4, 0), (5, 3, 0)], [4, 5]),
    # an estimate that is a lower bound and not consistent: 3 is expanded, then a cheaper way to it is found
    Graph.of(6, [(0, 1, 1), (0, 2, 2), (1, 3, 5), (2, 3, 1), (3, 4, 2), (4, 5, 3)], [5], [0, 0, 6, 0, 0, 0]),
    # to pass two goals and end in a third is cheapest; as cheap is one that has more moves
    Graph.of(6, [(0, 1, 1), (1, 2, 1), (2, 3, 1), (3, 4, 1), (0, 5, 4)], [1, 2, 3, 4], None,
             [(9,), (9,), (8,), (3,), (2,), (0,)]),
    # of two starts one is a goal that is dear to end in
    Graph.of(3, [(0, 1, 2), (1, 2, 0)], [0, 2], None, [(5,), (0,), (1,)]),
]


# ---- what a run says -------------------------------------------------------------------------------------------------

class Run:
    def __init__(self, graph, order, stop="exhausted", trace="all", states=0, depth=0, threads=1, minimize="-"):
        self.g, self.order, self.stop, self.trace, self.states, self.depth = graph, order, stop, trace, states, depth
        self.threads, self.minimize = threads, minimize

    def line(self, db="-"):
        return (f"run {self.order} {self.stop} {self.trace} {self.states} {self.depth} {self.threads} "
                f"{self.minimize} {db}\n")

    def options(self):
        words = ["--order", self.order, "--stop", self.stop, "--trace", self.trace, "--threads", str(self.threads)]
        for name, value in (("--max-states", self.states), ("--max-depth", self.depth)):
            words += [name, str(value)] if value else []
        return words + (["--minimize", self.minimize] if self.minimize != "-" else [])

    def __str__(self):
        return " ".join(self.options())


def same(run):
    """Runs that come to the same as this one, but for what they keep."""
    for trace in TRACES:
        for threads in ([1, 2, 3] if run.order == "breadth-first" and trace in ("all", "none") else [1]):
            if (trace, threads) != (run.trace, run.threads):
                yield Run(run.g, run.order, run.stop, trace, run.states, run.depth, threads, run.minimize)


def check_answer(run, answer):
    """What is wrong with the figures of one run."""
    g, wrong = run.g, []
    if "error" in answer:
        return [f"error {answer['error']}: {answer['text']}"]

    def expect(what, mine, truth):
        if mine != truth:
            wrong.append(f"{what}: {mine}, not {truth}")

    whole = answer["status"] == "complete"
    if answer["states"] > len(g.reached):
        wrong.append(f"{answer['states']} states of {len(g.reached)}")
    if run.stop == "exhausted" and not run.depth:
        expect("states", answer["states"], min(len(g.reached), run.states or 1 << 30))
        expect("complete", whole, not run.states or len(g.reached) <= run.states)
    if run.stop == "exhausted" and run.depth and not run.states and run.order != "depth-first":
        ball = [s for s in g.reached if g.depth[s] <= run.depth]
        inner = [s for s in ball if g.depth[s] < run.depth]
        expect("states", answer["states"], len(ball))
        expect("edges", answer["edges"], sum(len(g.out(s)) for s in inner))
        expect("complete", whole, all(s in g.ends for s in ball if g.depth[s] == run.depth))
    if whole:
        expect("states", answer["states"], len(g.reached))
        expect("edges", answer["edges"], sum(len(g.out(s)) for s in g.reached))
        if run.order != "depth-first":
            expect("depth", answer["depth"], max(g.depth.values()))
        expect("goals", answer["goals"], len(g.goals & g.reached) if g.goaled else None)
        if run.trace != "none" and g.goaled:
            expect("dead ends", answer["dead_ends"], len(g.reached) - len(g.to_goal))
    verdict = FOUND if answer["goals"] else PROVED if whole else UNKNOWN
    expect("verdict", answer["verdict"], verdict if g.goaled else FOUND if whole else UNKNOWN)
    for name, best in g.best.items():
        mine = answer["cheapest"][name]
        if whole:
            expect(f"best {name}", mine, best)
        elif mine and (best is None or mine[0] != best[0] or mine[1] not in (None, best[1])):
            wrong.append(f"{name}: {mine} is reported as proved, and the least is {best}")
    expect("shortest", answer["shortest"], answer["cheapest"]["moves"])
    check_stop(run, answer, wrong)
    check_plan(run, answer, wrong)
    return wrong


def minimized(run):
    return run.minimize.split(",")[0] if run.minimize != "-" else "way" if run.g.costs else "moves"


def check_stop(run, answer, wrong):
    """What a run that stops where the best is proved has proved."""
    if run.stop != "shortest" or run.states or run.depth or not answer["goals"]:
        return
    name = {"breadth-first": "moves", "cheapest": minimized(run), "a-star": minimized(run)}.get(run.order)
    if name and not answer["cheapest"][name]:
        wrong.append(f"the least of {name} is not proved")
    if run.order == "breadth-first" and answer["shortest"] and not answer["shortest"][1]:
        wrong.append("how many shortest plans there are is not proved")


def check_plan(run, answer, wrong):
    """The plan that is shown is one, and the best where all is known."""
    plan, g = [int(m.split()[1]) for m in answer["plan"][1:]], run.g
    if not answer["plan"]:
        if answer["goals"]:
            wrong.append("no plan is shown")
        return
    heads = [g.roads[i][0] for i in plan] + ([g.roads[plan[-1]][1]] if plan else [])
    fits = all(g.roads[a][1] == g.roads[b][0] for a, b in zip(plan, plan[1:])) and not set(heads[:-1]) & g.ends
    if not fits or (heads and (heads[0] not in g.starts or heads[-1] not in g.goals)):
        wrong.append(f"{plan} is no plan")
    elif not heads and not g.goals & set(g.starts):
        wrong.append("the empty plan is none")
    cost = sum(g.weight(minimized(run), g.roads[i][2]) for i in plan)
    cost += min(g.final(s, minimized(run)) for s in g.goals & set(g.starts)) if not heads else g.final(heads[-1], minimized(run))
    sure = answer["status"] == "complete" or (run.stop == "shortest" and run.order in ("cheapest", "a-star"))
    if sure and not run.depth and not run.states and run.order != "best-first" and cost != g.best[minimized(run)][0]:
        wrong.append(f"the plan that is shown costs {cost}, not {g.best[minimized(run)][0]}")


# ---- what a file holds -----------------------------------------------------------------------------------------------

def check_file(run, answer, db):
    """The depths and distances of the view, against the graph; the tree, by the order of the edges."""
    g, wrong = run.g, []
    with sqlite3.connect(f"file:{db}?mode=ro", uri=True) as file:
        rows = file.execute("SELECT id, depth, to_goal, at FROM states ORDER BY id").fetchall()
        tree = dict(file.execute("SELECT id, depth FROM state_1"))
        edges = file.execute("SELECT src, dst FROM edge_1 ORDER BY " +
                             ("src, move, dst" if run.order == "breadth-first" else "rowid")).fetchall()
        reported = file.execute("SELECT depth FROM runs").fetchone()[0]
    whole, depths = answer["status"] == "complete", [d for _, d, _, _ in rows]
    at = {i: node for i, _, _, node in rows}
    if reported != answer["depth"]:
        wrong.append(f"the run's depth is {reported}, and {answer['depth']} was reported")
    if reported != (None if None in depths or not rows else max(depths)):
        wrong.append(f"the run's depth is {reported}, its states' are {depths}")
    for i, depth, left, node in rows:
        if run.order != "depth-first" and depth not in ([g.depth[node]] if run.order not in LATE or whole else
                                                         [g.depth[node], None]):
            wrong.append(f"{node} is {g.depth[node]} deep, not {depth}")
        if g.goaled and left not in ([g.to_goal.get(node)] if whole else [g.to_goal.get(node), None]):
            wrong.append(f"{node} is {g.to_goal.get(node)} from a goal, not {left}")
    if run.trace in ("all", "edges"):
        wrong += check_tree(g, tree, edges, at)
        if run.order in LATE and not whole:
            wrong += check_proved(g, rows, edges, at)
    return wrong


def check_tree(g, tree, edges, at):
    due = {i: 0 for i, node in at.items() if node in g.starts}
    for src, dst in edges:
        if dst not in due:
            due[dst] = due[src] + 1
    return [] if due == tree else [f"the tree of discoveries has depths {due}, not {tree}"]


def check_proved(g, rows, edges, at):
    """A depth is there if and only if no path by what is not stored can be shorter."""
    out, deep = {}, {i: 0 for i, node in at.items() if node in g.starts}
    for src, dst in edges:
        out.setdefault(src, []).append(dst)
    level = list(deep)
    while level:
        level, old = [], level
        for i in old:
            for to in out.get(i, []):
                if to not in deep:
                    deep[to] = deep[i] + 1
                    level.append(to)
    open_ = [deep[i] for i, node in at.items()
             if node not in g.ends and (i not in out or i == edges[-1][0])]
    horizon = min(open_) + 1 if open_ else 1 << 30
    due = {i: d if d <= horizon else None for i, d in deep.items()}
    mine = {i: d for i, d, _, _ in rows}
    return [] if due == mine else [f"depths {mine}, not {due}"]


# ---- as models in C --------------------------------------------------------------------------------------------------

class Models:
    def __init__(self, program, folder):
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.db = os.path.join(folder, "model.db")

    def load(self, graph):
        self.process.stdin.write(graph.lines())

    def ask(self, run, db=False):
        if db and os.path.exists(self.db):
            os.unlink(self.db)
        self.process.stdin.write(run.line(self.db if db else "-"))
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"the program has ended at: {run}")
        return json.loads(line)


def requests(g, chance):
    """How a graph is explored: all of it, to each stop, and within each kind of limit."""
    for order in g.orders():
        for stop in STOPS:
            yield Run(g, order, stop)
        minimize = chance.choice(["-", "moves", "fee,way", "fee", "way,moves", "moves,way"] if g.costs == 2 else
                                 ["-", "moves", "way,moves"] if g.costs else ["-"])
        if order != "a-star" or minimize.startswith("way"):
            yield Run(g, order, chance.choice(STOPS), minimize=minimize)
        yield Run(g, order, states=chance.randint(1, g.n))
        yield Run(g, order, depth=chance.randint(1, 4))
        yield Run(g, order, chance.choice(STOPS), states=chance.randint(1, g.n), depth=chance.randint(1, 4))


def independent(answer):
    """What does not depend on what is kept."""
    return {k: v for k, v in answer.items() if k in ("status", "limit", "verdict", "states", "edges", "starts", "depth",
                                                   "goals", "shortest", "cheapest")}


def every_limit(g):
    for order in g.orders():
        for stop in STOPS:
            yield Run(g, order, stop)
        for limit in range(1, g.n):
            yield Run(g, order, depth=limit)
            yield Run(g, order, states=limit)


def check_model(models, g, chance, tally, corner=False):
    models.load(g)
    for run in every_limit(g) if corner else requests(g, chance):
        stored = corner or chance.random() < 0.35
        answer = models.ask(run, stored)
        wrong = check_answer(run, answer)
        if stored and "error" not in answer:
            wrong += check_file(run, answer, models.db)
            if answer["verify"] not in ([0] if answer["status"] == "complete" else [0, 1]):
                wrong.append(f"verify: {answer['checks']}")
        others = list(same(run))
        for other in chance.sample(others, 1 if corner else min(3, len(others))):
            again = models.ask(other)
            tally["runs"] += 1
            if independent(again) != independent(answer):
                wrong.append(f"{other}: {independent(again)}, not {independent(answer)}")
            wrong += [f"{other}: {line}" for line in check_answer(other, again)]
        tally["runs"] += 1
        if wrong:
            yield run, wrong


# ---- as puzzles in YAML ----------------------------------------------------------------------------------------------

def ask(wgcq, *words):
    done = subprocess.run([wgcq, *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def content(db):
    with sqlite3.connect(f"file:{db}?mode=ro", uri=True) as file:
        views = [file.execute(f"SELECT * FROM {view}").fetchall()
                 for view in ("states", "edges", "rejections", "solutions", "steps", "cheapest")]
        row = file.execute("SELECT status, stopped, verdict, states, edges, starts, depth, goals, dead_ends, "
                           "shortest_length, shortest_count, solutions_stored, solutions_count FROM runs").fetchone()
    return views, row


def check_answers(wgcq, run, db):
    """distances and farthest of a run that explored everything."""
    g, wrong = run.g, []
    status, out, _ = ask(wgcq, "query", db, "distances", "--format", "json")
    mine = [(r["depth"], r["states"]) for r in json.loads(out)]
    due = sorted({d: sum(x == d for x in g.depth.values()) for d in g.depth.values()}.items())
    if status or mine != due:
        wrong.append(f"distances: {mine}, not {due} ({status})")
    status, out, _ = ask(wgcq, "query", db, "farthest", "--format", "json")
    most = max(g.depth.values())
    mine = sorted(r["shown"] for r in json.loads(out))
    due = sorted(f"at={s}" for s in g.reached if g.depth[s] == most)
    if status or mine != due:
        wrong.append(f"farthest: {mine}, not {due} ({status})")
    return wrong


def check_resumed(wgcq, run, source, folder):
    """A run that was cut short comes, resumed, to what it would have been."""
    cut, whole = os.path.join(folder, "cut.db"), os.path.join(folder, "whole.db")
    short = Run(run.g, run.order, run.stop, run.trace, run.states, run.depth, run.threads)
    limits = ["--max-depth", str(run.depth + 1)] if run.depth else []
    for path in (cut, whole):
        if os.path.exists(path):
            os.unlink(path)
    if ask(wgcq, "solve", source, "-o", cut, "-q", *short.options())[0] not in (0, 1, 3, 5):
        return ["it cannot be cut short"]
    if content(cut)[1][0] == "complete":
        return []
    ask(wgcq, "solve", source, "-o", whole, "-q", "--order", run.order, "--trace", run.trace, *limits)
    status, _, err = ask(wgcq, "resume", cut, "-q", *limits)
    mine, due = content(cut), content(whole)
    wrong = [] if mine == due else [f"resumed it is not the same ({status}, {err})"]
    status, out, err = ask(wgcq, "verify", cut)
    return wrong + ([f"resumed, verify: {out}{err}"] if status not in (0, 3) else [])


def check_puzzle(wgcq, seed):
    """One puzzle through the program: figures, file, answers, exit status, resume."""
    chance, wrong = random.Random(f"puzzle {seed}"), []
    g = Graph(chance)
    with tempfile.TemporaryDirectory(dir=QUICK) as folder:
        source, db = os.path.join(folder, "roads.yaml"), os.path.join(folder, "roads.db")
        with open(source, "w") as file:
            file.write(g.yaml())
        for run in chance.sample(list(requests(g, chance)), 4):
            if os.path.exists(db):
                os.unlink(db)
            status, out, err = ask(wgcq, "solve", source, "-o", db, "--format", "json", *run.options())
            if not out:
                wrong.append(f"{run}: {status}: {err}")
                continue
            answer = json.loads(out)
            lines = check_json(run, answer, status) + check_file(run, answer, db)
            status, out, err = ask(wgcq, "verify", db)
            if status not in ([0] if answer["status"] == "complete" else [0, 3]):
                lines.append(f"verify: {out}{err}")
            if answer["status"] == "complete" and run.order != "depth-first":
                lines += check_answers(wgcq, run, db)
            if run.stop == "exhausted" and run.minimize == "-" and (run.states or run.depth):
                lines += check_resumed(wgcq, run, source, folder)
            wrong += [f"{run}: {line}" for line in lines]
    return seed, wrong


def check_json(run, answer, status):
    """The program's own object, in the words of check_said."""
    def best(b, key):
        return b and [b[key], b["count"]]

    mine = dict(answer, verdict={0: FOUND, 1: PROVED, 3: UNKNOWN}.get(status), plan=[], shortest=best(
        answer["shortest"], "length"), cheapest={k: best(b, "cost") for k, b in answer["cheapest"].items()})
    return [line for line in check_answer(run, mine) if line != "no plan is shown"]


# ---- the whole -------------------------------------------------------------------------------------------------------

def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--wgcq", default=os.path.join(HERE, "..", "..", "build", "wgcq"))
    arguments.add_argument("--graphs", type=int, default=seeds.share(12))
    arguments.add_argument("--puzzles", type=int, default=seeds.share(10))
    arguments.add_argument("--seed", type=int, default=seeds.TURN or 1)
    a = arguments.parse_args()
    failed, tally = 0, {"runs": 0}
    print("1..2")
    with tempfile.TemporaryDirectory(dir=QUICK) as folder:
        models = Models(built.model_program(a.wgcq, folder, os.path.join(HERE, "graph_model.c")), folder)
        for number, g in enumerate(CORNERS, 1):
            for run, wrong in check_model(models, g, random.Random(number), tally, True):
                failed += 1
                print(f"# corner {number}, {run}: " + "; ".join(wrong[:3]), flush=True)
        for seed in range(a.seed, a.seed + a.graphs):
            chance = random.Random(seed)
            for run, wrong in check_model(models, Graph(chance), chance, tally):
                failed += 1
                print(f"# graph {seed}, {run}: " + "; ".join(wrong[:3]), flush=True)
        models.process.stdin.close()
        failed += models.process.wait() != 0
    print(f"{'not ok' if failed else 'ok'} 1 - {a.graphs} random graphs and {len(CORNERS)} corners as models in C, {tally['runs']} runs", flush=True)
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for seed, wrong in pool.map(lambda s: check_puzzle(a.wgcq, s), range(a.seed, a.seed + a.puzzles)):
            bad += bool(wrong)
            for line in wrong:
                print(f"# puzzle {seed}, {line}", flush=True)
    print(f"{'not ok' if bad else 'ok'} 2 - {a.puzzles} graphs as puzzles, resumed where they were cut short", flush=True)
    sys.exit(1 if failed or bad else 0)


if __name__ == "__main__":
    main()
