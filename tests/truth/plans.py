#!/usr/bin/python3
"""Plans in order, and exact counts of plans and walks, against a plain search over the rows.  Prints TAP.

    python3 tests/truth/plans.py [--wgcq build/wgcq]

The graph is read out of the database with nothing but sqlite3.  The best plans come from a best-first
search over paths, led by the exact cost that is left; shortest plans and walks are counted by adding up.
"""

import heapq
import json
import os
import sqlite3
import subprocess
import tempfile

import seeds
import tap

HERE = os.path.dirname(os.path.abspath(__file__))
PUZZLES = os.path.join(HERE, "..", "..", "puzzles")
BEST, WALKS = 1000, 200


class Graph:
    def __init__(self, path, costs):
        db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        self.starts = [i for (i,) in db.execute("SELECT id FROM states WHERE is_start")]
        self.goals = {i for (i,) in db.execute("SELECT id FROM states WHERE is_goal")}
        self.out, self.back = {}, {}
        columns = ", ".join("1" if c == "moves" else f'"{c}"' for c in costs)
        for src, dst, move, *cost in db.execute(f"SELECT src, dst, move, {columns} FROM edges"):
            self.out.setdefault(src, []).append((move, dst, tuple(cost)))
            self.back.setdefault(dst, []).append((src, tuple(cost)))
        db.close()
        self.zero = (0,) * len(costs)

    def left(self):
        """The least cost to a goal; a goal that was met is not left again."""
        known = {}
        heap = [(self.zero, g) for g in self.goals]
        while heap:
            cost, state = heapq.heappop(heap)
            if state in known:
                continue
            known[state] = cost
            for src, more in self.back.get(state, ()):
                if src not in known and src not in self.goals:
                    heapq.heappush(heap, (add(cost, more), src))
        return known

    def best(self):
        """(cost, moves) of every loopless plan, best first, lazily."""
        left, number = self.left(), 0
        heap = [(left[s], 0, 0, self.zero, (s,), ()) for s in self.starts if s in left]
        while heap:
            _, _, _, cost, path, moves = heapq.heappop(heap)
            if path[-1] in self.goals:
                yield cost, moves
                continue
            for move, dst, more in self.out.get(path[-1], ()):
                if dst in left and dst not in path:
                    number, now = number + 1, add(cost, more)
                    heapq.heappush(heap, (add(now, left[dst]), -len(path), number, now,
                                          path + (dst,), moves + (move,)))

    def optimal(self):
        """How many plans cost least; every move must cost something, so that the order of what is left ends."""
        left, ways = self.left(), {}
        for state in sorted(left, key=left.get):
            ways[state] = 1 if state in self.goals else sum(
                ways[dst] for _, dst, more in self.out[state]
                if dst in left and add(left[dst], more) == left[state])
        least = min(left[s] for s in self.starts if s in left)
        return sum(ways[s] for s in self.starts if left.get(s) == least)

    def walks(self, length):
        """Walks of so many moves from a start to a goal, through goals as well."""
        ways = {s: 1 for s in self.starts}
        for _ in range(length):
            after = {}
            for state, n in ways.items():
                for _, dst, _ in self.out.get(state, ()):
                    after[dst] = after.get(dst, 0) + n
            ways = after
        return sum(n for s, n in ways.items() if s in self.goals)


def add(a, b):
    return tuple(x + y for x, y in zip(a, b))


def ask(program, *arguments):
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr)
    return done.stdout


def solve(program, puzzle, db, *more):
    ask(program, "solve", os.path.join(PUZZLES, puzzle), "-o", db, "--trace", "all", "--quiet", *more)
    return db


def check_best(program, db, costs):
    """Lines that are wrong: the costs in order, no plan twice, and the same plans at every cost but the
    last, of which there may be more than were asked for."""
    out = ask(program, "query", db, "best", "--k", str(BEST), "--by", ",".join(costs), "--format", "jsonl")
    rows = [json.loads(line) for line in out.splitlines()]
    mine = [(tuple(r[c] for c in costs), tuple(r["plan"])) for r in rows]
    search, theirs = Graph(db, costs).best(), []
    for cost, moves in search:
        if mine and cost > mine[-1][0]:
            break
        theirs.append((cost, moves))
        if len(theirs) > 100 * BEST:
            return ["too many plans at the last cost for this test"]
    wrong = []
    if len(mine) != BEST:
        wrong.append(f"{len(mine)} plans, not {BEST}")
    if [c for c, _ in mine] != [c for c, _ in theirs[:BEST]]:
        wrong.append("the costs differ")
    if len(set(mine)) != len(mine):
        wrong.append("a plan comes twice")
    if not set(mine) <= set(theirs):
        wrong.append("a plan that is none")
    return wrong


def check_count(program, db, question, costs):
    answer, mine = ask(program, *question, "--count").strip(), Graph(db, costs).optimal()
    return [] if answer == str(mine) else [f"{answer}, not {mine}"]


def check_walks(program, db):
    graph, wrong = Graph(db, ("moves",)), []
    for length in range(WALKS + 1):
        answer = ask(program, "query", db, "plans", "--length", str(length), "--count").strip()
        if answer != str(graph.walks(length)):
            wrong.append(f"{length} moves: {answer}, not {graph.walks(length)}")
    return wrong


def main():
    program = seeds.options().wgcq
    with tempfile.TemporaryDirectory() as at:
        family = solve(program, "family.yaml", os.path.join(at, "family.db"))
        hanoi = solve(program, "hanoi.yaml", os.path.join(at, "hanoi.db"), "--set", "disks=8", "--set", "pegs=4")
        wolf = solve(program, "wolf-goat-cabbage.yaml", os.path.join(at, "wolf.db"))
        checks = [
            (f"family: the best {BEST} plans by moves, then noise", check_best, family, ("moves", "noise")),
            (f"family: the best {BEST} plans by noise, then moves", check_best, family, ("noise", "moves")),
            ("family: how many shortest plans", check_count, family, ("query", family, "shortest"), ("moves",)),
            ("family: how many plans of least noise", check_count, family,
             ("query", family, "cheapest", "--by", "noise"), ("noise", "moves")),
            ("hanoi, 4 pegs and 8 disks: how many shortest plans", check_count, hanoi,
             ("query", hanoi, "shortest"), ("moves",)),
            (f"wolf-goat-cabbage: walks of 0 to {WALKS} moves", check_walks, wolf)]
        for title, check, *more in checks:
            tap.right(title, check(program, *more))
    return tap.end()


if __name__ == "__main__":
    raise SystemExit(main())
