#!/usr/bin/python3
"""Which of the best plans is shown first: the same whatever is kept, and the one that content chooses.  Prints TAP.

    python3 tests/truth/chosen.py [--wgcq build/wgcq] [--count 8] [--seed N]

Each puzzle of the shelf that is small (a third of them, in turns), and random ones, is solved with every --trace, 1, 2 and 3 threads, by both writers, in
other orders: the plan shown is the same, and but for the orders so are all stored ones.  Out of the states and edges of a file the plan is chosen again, by brute
force: it ends in the goal of the least packed state, each state on it is the least packed one that an optimal plan leads
through to the next, each move is that of the first text by bytes that leads there at least cost.  And a file that stores no
plan lists the same ones in the same order.
"""

import glob
import heapq
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile

import random_puzzle
import seeds
import symmetric_puzzle

HERE = os.path.dirname(os.path.abspath(__file__))
SHELF = sorted(glob.glob(os.path.join(HERE, "..", "..", "puzzles", "*.yaml")))
WAYS = [("none", threads, "pages") for threads in "123"] + [
    (keep, threads, writer) for keep in ("all", "states", "edges", "solutions") for threads in "123" for writer in ("pages", "sql")]
ORDERS = ("cheapest", "depth-first")
FEW = [way for way in WAYS if way[0] in ("none", "all", "solutions") and way[1:] in (("1", "pages"), ("2", "pages"), ("3", "sql"))]
STATES_MOST = 20000  # of a puzzle of the shelf


class Plain(random_puzzle.Make):
    """Without costs and invariants: a search that keeps nothing needs no graph."""

    def __init__(self, seed):
        super().__init__(seed, ["settings"])
        self.priced = False

    def checked(self):
        pass


def run(wgcq, *arguments):
    done = subprocess.run([wgcq, *arguments], capture_output=True, text=True)
    return (done.stdout if done.returncode in (0, 1, 3, 5) else None), done.returncode


def remove(db):
    for path in (db, db + "-journal"):
        if os.path.exists(path):
            os.unlink(path)


def shown_plan(text):
    """The table of steps in a report."""
    if "\nstep " not in text:
        return ""
    table = re.split(r"\n\s*\n(?=\S)", text[text.index("\nstep ") + 1:])[0]  # states of several lines may have blank ones
    return "\n".join(line.rstrip() for line in table.rstrip().split("\n"))


# ---- chosen again ----


class Graph:
    def __init__(self, db):
        with sqlite3.connect(db) as file:
            table = lambda name: file.execute(f"SELECT * FROM {name}")
            states = table("state_1")
            names = [column[0] for column in states.description]
            words = [i for i, name in enumerate(names) if name.startswith("w") and name[1:].isdigit()]
            rows = states.fetchall()
            self.packed = {row[0]: tuple(row[i] % 2**64 for i in words) for row in rows}
            marks = {row[0]: row[names.index("marks")] for row in rows}
            self.goals = {s for s in marks if marks[s] & 1}
            self.starts = {s for s in marks if marks[s] & 4}
            minimize = file.execute("SELECT minimize FROM run").fetchone()[0].replace(",", " ").split()
            column = {name: f"c{number}" for number, name in file.execute("SELECT id, name FROM cost")}
            cost = "".join(f", {column.get(name, 1)}" for name in [*minimize, "moves"])
            self.edges = [(row[0], row[1], row[2], row[3:]) for row in file.execute(f"SELECT src, dst, move{cost} FROM edge_1")]
            self.text = dict(file.execute("SELECT id, text FROM move_1"))
            self.violations = file.execute("SELECT state, invariant FROM violation_1").fetchall()
        file.close()

    def to_goal(self):
        """Least cost vectors, of states that reach a goal."""
        into = {}
        for src, dst, _, cost in self.edges:
            into.setdefault(dst, []).append((src, cost))
        nothing = (0,) * len(self.edges[0][3]) if self.edges else (0,)
        best, queue = {}, [(nothing, s) for s in self.goals]
        heapq.heapify(queue)
        while queue:
            cost, s = heapq.heappop(queue)
            if s in best:
                continue
            best[s] = cost
            for src, more in into.get(s, ()):
                if src not in best and src not in self.goals:
                    heapq.heappush(queue, (tuple(a + b for a, b in zip(cost, more)), src))
        return best

    def plan(self):
        """(state, move that led there), from a start on."""
        left = self.to_goal()
        least = min((left[s] for s in self.starts if s in left), default=None)
        here, tight = {s for s in self.starts if left.get(s, ()) == least}, {}
        for src, dst, move, cost in self.edges:
            if src in left and dst in left and src not in self.goals and left[src] == tuple(a + b for a, b in zip(left[dst], cost)):
                tight.setdefault(src, []).append((dst, move))
        met, before = set(), {}
        while here:
            s = here.pop()
            met.add(s)
            for dst, _ in tight.get(s, ()):
                before.setdefault(dst, set()).add(s)
                here |= {dst} - met
        if not met & self.goals:
            return []
        at = min(met & self.goals, key=lambda s: self.packed[s])
        steps = []
        while at in before:
            source = min(before[at], key=lambda s: self.packed[s])
            steps.append((at, min((self.text[move] for dst, move in tight[source] if dst == at), key=str.encode)))
            at = source
        return [(at, None)] + steps[::-1]


    def counterexample(self):
        """The moves to the violating state of least depth and, of the first invariant, the least packed."""
        depth, before, level = dict.fromkeys(self.starts, 0), {}, self.starts
        while level:
            found = {}
            for src, dst, move, _ in self.edges:
                if src in level and dst not in depth:
                    found.setdefault(dst, []).append((self.packed[src], self.text[move].encode(), src, self.text[move]))
            before.update({dst: min(edges)[2:] for dst, edges in found.items()})
            depth.update({dst: depth[before[dst][0]] + 1 for dst in found})
            level = set(found)
        at = min(self.violations, key=lambda v: (depth[v[0]], v[1], self.packed[v[0]]))[0]
        moves = []
        while at in before:
            at, move = before[at]
            moves.append(move)
        return moves[::-1]


def stored_plan(db):
    with sqlite3.connect(db) as file:
        found = file.execute("SELECT dst, move FROM steps WHERE solution = 1 ORDER BY step").fetchall()
    file.close()
    return found


def is_shown(table, moves):
    """Whether the steps of a report's table are these moves."""
    return all(re.search(rf"^ *{step}  {re.escape(move)}(  |$)", table, re.M) for step, move in enumerate(moves, 1)) and \
        not re.search(rf"^ *{len(moves) + 1}  ", table, re.M)


# ---- the comparison ----


def difference(wgcq, path, db, ways, settings=()):
    """None: no plan is found, or none that could be shown; "": no difference."""
    seen, lists = {}, {}
    for keep, threads, writer in ways:
        remove(db)
        text, code = run(wgcq, "solve", path, *settings, "--trace", keep, "--threads", threads,
                         *([] if keep == "none" else ["-o", db, "--writer", writer]))
        seen.setdefault(text and shown_plan(text), []).append((keep, threads, writer))
        if keep != "none" and text:
            lists.setdefault(run(wgcq, "query", db, "all", "--limit", "30"), []).append((keep, threads, writer))
    is_lasso = " does not hold: after " in (text or "").split("\n")[0]
    for order in () if is_lasso else ORDERS:  # of equal paths that violate a property an order shows that of the states it met first
        remove(db)
        text, code = run(wgcq, "solve", path, *settings, "--order", order, "-o", db)
        seen.setdefault(text and shown_plan(text), []).append(order)
    if None in seen:
        return None  # an error, which may be that of a plan to be stored
    if len(seen) > 1 or len(lists) > 1:
        return f"plans differ by what is kept: {list(seen.values())}, {list(lists.values())}"
    if "" in seen or is_lasso:
        return None if "" in seen else ""
    remove(db)
    text, code = run(wgcq, "solve", path, *settings, "-o", db)
    if code == 5:
        moves = Graph(db).counterexample()
        return "" if is_shown(shown_plan(text), moves) else f"the counterexample is {shown_plan(text)}, and content chooses {moves}"
    chosen = "final:" not in open(path).read() and Graph(db).plan()
    stored = stored_plan(db)
    if stored and chosen and stored != chosen:
        return f"the first stored plan is {stored}, and content chooses {chosen}"
    listed = run(wgcq, "query", db, "all", "--limit", "30")
    remove(db)
    run(wgcq, "solve", path, *settings, "-o", db, "--solutions", "0")
    again = run(wgcq, "query", db, "all", "--limit", "30")
    return "" if listed == again or not stored else f"stored {listed}, without stored ones {again}"


def check_shelf(wgcq, folder):
    wrong, met = [], 0
    for path in seeds.in_turn(SHELF):
        text, _ = run(wgcq, "solve", path, "--trace", "none", "--max-states", str(STATES_MOST), "--format", "json")
        if not text or json.loads(text)["status"] != "complete":
            continue
        found = difference(wgcq, path, os.path.join(folder, "p.db"), FEW)
        met += found is not None
        wrong += [f"{os.path.basename(path)}: {found}"] if found else []
    return wrong, met


def check_random(wgcq, folder, seed, make):
    path = os.path.join(folder, "p.yaml")
    text = make(seed)
    if not re.search("^(goal|invariant):", text, re.M):
        return None
    with open(path, "w") as file:
        file.write(text)
    found = difference(wgcq, path, os.path.join(folder, "p.db"), WAYS if seed % 8 == 0 else FEW)
    return found and f"seed {seed}: {found}"


def with_goal(seed):
    return Plain(seed).make().text if seed % 3 else random_puzzle.text(seed)


def violated(seed):
    """Without costs a search that keeps nothing needs no graph, without a goal no other plan is shown."""
    text = re.sub("^(costs|minimize|goal|end):.*\n(  .*\n)*", "", symmetric_puzzle.Maker(seed).text, flags=re.M)
    return text if "\ninvariant:" in text and "cost:" not in text else ""


def check_some(wgcq, folder, first, count, make):
    wrong, met, seed = [], 0, first
    while met < count:
        found = check_random(wgcq, folder, seed, make)
        met += found is not None
        wrong += [found] if found else []
        seed += 1
    return wrong, f"{met} random ones of seeds {first} to {seed - 1}"


def main():
    given = seeds.options(25)
    with tempfile.TemporaryDirectory() as folder:
        of_shelf, of_shelf_met = check_shelf(given.wgcq, folder)
        wrong, met = check_some(given.wgcq, folder, given.seed, given.count, with_goal)
        broken, broken_met = check_some(given.wgcq, folder, given.seed, given.count, violated)
    print(f"# swept: {of_shelf_met} puzzles of the shelf, {met}, {broken_met} with an invariant")
    if of_shelf_met < 5:
        of_shelf.append(f"only {of_shelf_met} puzzles were compared")
    return seeds.report(("the shelf", of_shelf), ("random puzzles", wrong), ("random puzzles that are violated", broken))


if __name__ == "__main__":
    sys.exit(main())
