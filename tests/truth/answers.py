#!/usr/bin/python3
"""Every question to a file, held to brute force over its decoded edges; after a limit as well.

    python3 tests/truth/answers.py [--wgcq build/wgcq] [--all] [--most 400] [NAME...]

Prints TAP.  A puzzle's graph is what the views `states` and `edges` of a complete run say, read by
sqlite3; everything else is worked out here.  The same questions are put to runs that were cut short
by states or depth, in several orders: what such a run says must be so in the whole graph, and where
it ends with another status than 3 it must be the whole answer.  What it must be able to say is worked
out as well, so that knowing nothing is no way through.

--all takes every puzzle of the shelf that has at most --most states, instead of a selection.
"""
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter, deque

import seeds
import tap

HERE = os.path.dirname(os.path.abspath(__file__))
SHELF = os.path.join(HERE, "..", "..", "puzzles")

SELECTION = ["wolf-goat-cabbage", "three-jugs", "bridge-torch", "naive-mutex"]
# Small puzzles for what the shelf has little of: costs that pull against the moves, dead ends, several starts,
# states that end, texts that depend on the state, moves that are never made, no goal.
OWN = {
    "roads": """puzzle: Roads
constants:
  road: [[0, 2, 10], [0, 1, 5], [1, 2, 1], [2, 3, 2], [1, 4, 1], [4, 3, 9], [4, 5, 1], [5, 5, 1], [0, 6, 3], [6, 3, 7]]
state: {at: 0..6}
start: {at: 0}
moves:
  from {at} to {b}:
    - choose: a, b, km in road if a == at
    - set: at = b
    - cost: way = km
  never {at}:
    - guard: at > 6
    - set: at = 0
costs: {way: 0}
minimize: way
goal: at == 3
""",
    "ends": """puzzle: Ends
state: {x: 0..9, y: 0..3}
start: {x: any, y: 0}
moves:
  right: [{guard: x < 9 and y < 3}, {set: x = x + 1}]
  up:
    - guard: y < 3
      else: too high
    - set: y = y + 1
  down: [{guard: y > 0 and x % 3 == 0}, {set: y = y - 1}]
never:
  a pit: x == 4 and y == 2
goal: x == 7 and y == 2
end: x == 7 or x == 9
""",
    "no-goal": """puzzle: No goal
state: {x: 0..5, y: 0..2}
start: {x: 0, y: 0}
moves:
  x: [{guard: x < 5}, {set: x = x + 1}]
  y: [{guard: y < 2 and x > 1}, {set: y = y + 1}]
""",
    "lamps": """puzzle: Lamps
types:
  lamp: [a, b, c]
state:
  lit[lamp]: bool
start: {lit: false}
moves:
  light {k}:
    - choose: k in lamp if not lit[k]
    - set: lit[k] = true
costs:
  late: (lit[a] and not lit[b]) * 3 + lit[c]
minimize: late
goal: lit[a] and lit[b]
""",
}

COMPARED = 0
PLANS_MOST = 3000   # loopless plans of a graph that are listed here
EFFORT_MOST = 60000  # steps of looking for them


class Graph:
    """A file's rows; states by their variables, so that two files can be held to each other."""

    def __init__(self, path):
        db = sqlite3.connect(path)
        db.row_factory = sqlite3.Row
        rows = db.execute("SELECT * FROM states").fetchall()
        self.key = {r["id"]: tuple(list(r)[6:]) + (r["shown"],) for r in rows}
        self.id_of = {k: s for s, k in self.key.items()}
        self.starts = [r["id"] for r in rows if r["is_start"]]
        self.goals = {r["id"] for r in rows if r["is_goal"]}
        self.has_goal = db.execute("SELECT has_goal FROM run ORDER BY id DESC").fetchone()[0]
        run = db.execute("SELECT max(id) FROM run").fetchone()[0]
        self.ends = {r[0] for r in db.execute(f"SELECT id FROM state_{run} WHERE marks & 2")}
        edges = db.execute("SELECT * FROM edges").fetchall()
        self.costs = list(edges[0].keys())[4:] if edges else []
        self.out = {s: [] for s in self.key}
        for e in edges:
            self.out[e["src"]].append((e["move"], e["dst"], tuple(list(e)[4:])))
        self.rejected = Counter(r[0] for r in db.execute("SELECT rule FROM rejections"))
        self.made = Counter(r[0] for r in db.execute("SELECT move FROM edges"))
        self.refused_moves = {r[0] for r in db.execute("SELECT move FROM rejections")}
        self.rules = {r[0] for r in db.execute("SELECT name FROM rule")}
        db.close()
        self.into = {s: [] for s in self.key}
        for s, row in self.out.items():
            for _, d, _ in row:
                self.into[d].append(s)
        self.after = {s: [d for _, d, _ in row] for s, row in self.out.items()}
        self.depth = spread(self.starts, self.after)
        self.to_goal = spread(self.goals, self.into)

    # ---- plans

    def vector(self, by, cost, moves):
        return tuple(moves if b == "moves" else cost[self.costs.index(b)] for b in by) + (moves,)

    def plans(self):
        """All plans without a state twice up to their first goal: (moves' texts, states, costs); None: too many."""
        found, effort = [], 0
        zero = (0,) * len(self.costs)
        stack = [((s,), (), zero) for s in self.starts]
        while stack:
            states, moves, cost = stack.pop()
            effort += 1
            if effort > EFFORT_MOST or len(found) > PLANS_MOST:
                return None
            if states[-1] in self.goals:
                found.append((moves, states, cost))
                continue
            for move, dst, spent in self.out[states[-1]]:
                if dst not in states and dst in self.to_goal:
                    stack.append((states + (dst,), moves + (move,), tuple(a + b for a, b in zip(cost, spent))))
        return found

    def walks(self, length):
        ways = Counter(self.starts)
        for _ in range(length):
            ways, before = Counter(), ways
            for s, n in ways_items(before):
                for _, d, _ in self.out[s]:
                    ways[d] += n
        return sum(n for s, n in ways.items() if s in self.goals)

    # ---- states

    def reach_goal_without(self, state=None, edge=None):
        seen = {s for s in self.starts if s != state}
        left = deque(seen)
        while left:
            s = left.popleft()
            if s in self.goals:
                return True
            for move, d, _ in self.out[s]:
                if d != state and d not in seen and (s, move, d) != edge:
                    seen.add(d)
                    left.append(d)
        return False

    def bottlenecks(self):
        if not self.reach_goal_without():
            return []
        passed = [s for s in self.key if not self.reach_goal_without(s)]
        passed.sort(key=lambda s: self.depth[s])
        rows, before = [], None
        for s in passed:
            moves = [m for m, d, _ in self.out.get(before, ()) if d == s]
            only = [m for m in moves if not self.reach_goal_without(edge=(before, m, s))]
            rows.append((self.key[s], only[0] if only else None))
            before = s
        return rows

    def levels(self):
        rows = []
        for depth in range(max(self.depth.values()) + 1):
            level = [s for s in self.key if self.depth[s] == depth]
            far = [self.to_goal[s] for s in level if s in self.to_goal]
            rows.append((depth, len(level)) + ((
                sum(s in self.goals for s in level), sum(s not in self.to_goal for s in level),
                min(far) if far else None, max(far) if far else None) if self.has_goal else (None,) * 4))
        return rows


def ways_items(ways):
    return list(ways.items())


def spread(first, after):
    known, level, n = dict.fromkeys(first, 0), list(first), 0
    while level:
        n += 1
        level = list({d for s in level for d in after[s]} - set(known))
        known.update(dict.fromkeys(level, n))
    return known


class Partial:
    """What a cut graph proves, from its rows alone: open is what has no moves and is no end, and the last that has some;
    breadth-first whatever comes before that, or before where the run says that it has come to, is not, and where a
    level was ended the last is not either."""

    def __init__(self, graph, path):
        g = self.graph = graph
        with sqlite3.connect(path) as db:
            run, order, stopped = db.execute("SELECT id, \"order\", stopped FROM run ORDER BY id DESC").fetchone()
            by = "src" if order == "breadth-first" else "rowid"
            last = db.execute(f"SELECT src FROM edge_{run} ORDER BY {by} DESC").fetchone()
            stored = db.execute("SELECT coalesce(expanded, 0) FROM run WHERE id = ?", (run,)).fetchone()[0]
        newest = last[0] if last else 0
        expanded = max(newest - 1, stored) if order == "breadth-first" else 0
        if (stopped.startswith("--max-depth") and order in ("breadth-first", "depth-first")
                or stopped == "--stop shortest" and order == "breadth-first"):
            newest = 0
        self.open = {s for s in g.key if s > expanded and (not g.out[s] or s == newest) and s not in g.ends}
        self.level = min((g.depth[s] for s in self.open if s in g.depth), default=None)
        to_open = spread([s for s in self.open if s not in g.goals], g.into)
        self.dead = {s for s in g.key if s not in g.to_goal and s not in to_open}


class Asker:
    def __init__(self, wgcq, path, what):
        self.wgcq, self.path, self.what, self.wrong = wgcq, path, what, []

    def ask(self, *words):
        done = subprocess.run([self.wgcq, "query", self.path, *words, "--format", "json", "-q"], capture_output=True, text=True)
        self.words, self.status = words, done.returncode
        if done.returncode not in (0, 1, 3, 5):
            self.fail("status %d: %s" % (done.returncode, done.stderr))
            return None
        return json.loads(done.stdout) if done.stdout.strip() else None

    def check(self, fine, *more):
        global COMPARED
        COMPARED += 1
        if not fine:
            self.fail(*more)

    def fail(self, *more):
        self.wrong.append("%s: query %s: status %s: %s" % (self.what, " ".join(self.words), self.status, " ".join(map(str, more))))


def plan_of(row):
    return tuple(row["plan"])


class Truth:
    def __init__(self, graph):
        g = self.graph = graph
        self.plans = g.plans() if g.has_goal else []
        if self.plans is not None:
            self.costs_of = {}
            for moves, states, cost in self.plans:
                self.costs_of.setdefault(moves, Counter())[(len(moves),) + cost] += 1
        self.bottlenecks = g.bottlenecks() if g.has_goal else []
        self.bys = [["moves"]] + [[c] for c in g.costs] + ([[g.costs[0], "moves"]] if g.costs else [])

    def ordered(self, by):
        g = self.graph
        return sorted(g.vector(by, cost, len(moves)) for moves, _, cost in self.plans)

    def optimal(self, by):
        all_of = self.ordered(by)
        return Counter(moves for moves, _, cost in self.plans if self.graph.vector(by, cost, len(moves)) == all_of[0]) if all_of else Counter()


def row_vector(g, by, row):
    return g.vector(by, tuple(row[c] for c in g.costs), row["moves"])


def hold_plans(a, t, rows, known, expected, by, few=None):
    """Rows are plans of the counter `expected`; where the answer is known all of them, or `few`; by cost."""
    g = t.graph
    reported = Counter(plan_of(r) for r in rows)
    a.check(not reported - expected, "plans that are none, or twice", list((reported - expected).items())[:2])
    a.check(all(t.costs_of.get(plan_of(r), {}).get((r["moves"],) + tuple(r[c] for c in g.costs)) for r in rows), "costs")
    vectors = [row_vector(g, by, r) for r in rows]
    a.check(vectors == sorted(vectors), "order", vectors[:5])
    total = sum(expected.values())
    if known:
        a.check(len(rows) == (total if few is None else min(few, total)), "so many:", len(rows), "of", total)
    a.check([r["solution"] for r in rows] == list(range(1, len(rows) + 1)), "numbers")


def hold_status(a, rows, cut):
    a.check(a.status == (3 if a.status == 3 and cut else 0 if rows else 1), "status with", len(rows), "rows")


def ask_plans(a, t, cut):
    g = t.graph
    for question, by in [("shortest", ["moves"])] + [("cheapest", by) for by in t.bys]:
        words = [question] + (["--by", ",".join(by)] if question == "cheapest" else [])
        expected = t.optimal(by)
        total = sum(expected.values())
        rows = a.ask(*words)
        hold_status(a, rows, cut)
        hold_plans(a, t, rows, a.status != 3, expected, by)
        row = a.ask(*words, "--count")[0]
        best = t.ordered(by)[0] if total else None
        a.check(row["count"] in ([None] if a.status == 3 else []) + [str(total)], "count", row, total)
        a.check(row["length"] is None or row["length"] == best[-1], "length", row, best)
        a.check(all(row[c] is None or row[c] == best[i] for i, c in enumerate(by) if c in row), "cost", row, best)
        a.check((a.status == 3) == (row["count"] is None), "a null is not known")
        rows = a.ask(*words, "--limit", "1")
        hold_plans(a, t, rows, a.status != 3, expected, by, 1)
    shortest = t.optimal(["moves"])
    for by in t.bys[1:]:
        rows = a.ask("shortest", "--by", ",".join(by))
        hold_plans(a, t, rows, a.status != 3, shortest, ["moves"] + by)
    everything = Counter(moves for moves, _, _ in t.plans)
    for by in t.bys:
        order = t.ordered(by)
        rows = a.ask("all", "--by", ",".join(by))
        hold_status(a, rows, cut)
        hold_plans(a, t, rows, a.status != 3, everything, by)
        if a.status != 3:
            a.check([row_vector(g, by, r) for r in rows] == order, "the costs of all")
        for k in (1, 3):
            rows = a.ask("best", "--k", str(k), "--by", ",".join(by))
            hold_plans(a, t, rows, a.status != 3, everything, by, k)
            a.check([row_vector(g, by, r) for r in rows] == order[:len(rows)], "the best are not the best")
            rows = a.ask("all", "--limit", str(k), "--by", ",".join(by))
            if a.status != 3:
                a.check([row_vector(g, by, r) for r in rows] == order[:k], "the first are not the first")
        within = Counter(m for m, _, c in t.plans if g.vector(by, c, len(m))[0] <= order[0][0] + 2)
        rows = a.ask("all", "--within", "2", "--by", ",".join(by))
        hold_plans(a, t, rows, a.status != 3, within, by)
        row = a.ask("all", "--within", "2", "--by", ",".join(by), "--count")[0]
        a.check(row["count"] in ([None] if a.status == 3 else []) + [str(sum(within.values()))], "count within", row)
    row = a.ask("all", "--count")[0]
    a.check(row["count"] in ([None] if a.status == 3 else []) + [str(len(t.plans))], "count", row, len(t.plans))


def grouped(plans, up_to, g):
    """Sizes and members of classes: plans of equal moves; or equal by exchanging neighbours that commute."""
    if up_to == "moves":
        groups = {}
        for p in plans:
            groups.setdefault(tuple(sorted(p[0])), []).append(p)
        return list(groups.values())
    by_key = {(p[0], p[1]): i for i, p in enumerate(plans)}
    parent = list(range(len(plans)))

    def root(i):
        while parent[i] != i:
            i = parent[i]
        return i

    for i, (moves, states, _) in enumerate(plans):
        for k in range(len(moves) - 1):
            swapped = moves[:k] + (moves[k + 1], moves[k]) + moves[k + 2:]
            for m, d, _ in g.out[states[k]]:
                j = by_key.get((swapped, states[:k + 1] + (d,) + states[k + 2:])) if m == moves[k + 1] else None
                if j is not None:
                    parent[root(j)] = root(i)
    groups = {}
    for i, p in enumerate(plans):
        groups.setdefault(root(i), []).append(p)
    return list(groups.values())


def ask_classes(a, t, cut, default):
    g = t.graph
    orders = [default] + [by for by in t.bys[1:] if by != default]
    for up_to in ("moves", "commuting"):
        for of in ("shortest", "cheapest", "all"):
            for by in orders:
                chosen = t.optimal(["moves"] if of == "shortest" else by)
                plans = t.plans if of == "all" else [p for p in t.plans if p[0] in chosen]
                words = ["classes", "--up-to", up_to, "--of", of] + (["--by", ",".join(by)] if by != default else [])
                rows = a.ask(*words)
                if a.status == 3:
                    a.check(cut and not rows, "rows of classes that are not known")
                    continue
                groups = grouped(plans, up_to, g)
                a.check(sorted(r["size"] for r in rows) == sorted(map(len, groups)), "sizes", [r["size"] for r in rows][:5])
                weigh = (["moves"] if of == "shortest" else []) + by
                best = sorted((len(c), min(g.vector(weigh, p[2], len(p[0])) for p in c)) for c in groups)
                reported = sorted((r["size"], row_vector(g, weigh, r)) for r in rows)
                a.check(reported == best, "the best of each", reported[:3], best[:3])
                row = a.ask(*words, "--count")[0]
                a.check(int(row["count"]) == len(groups), "count", row)


def ask_states(a, t, g, cut, proved):
    """g: the truth; `cut` what the file itself holds."""
    f = cut or g
    name = lambda row: f.key[row["id"]]
    if g.has_goal:
        dead = {g.key[s] for s in g.key if s not in g.to_goal}
        rows = a.ask("dead-ends")
        hold_status(a, rows, cut)
        reported = [name(r) for r in rows]
        a.check(len(reported) == len(set(reported)) and set(reported) <= dead, "no dead ends", set(reported) - dead)
        a.check(all(r["depth"] in (None, g.depth[g.id_of[name(r)]]) for r in rows), "depth of dead ends")
        a.check(a.status == 3 or set(reported) == dead, "dead ends are missing", dead - set(reported))
        if cut:
            a.check({f.key[s] for s in proved.dead} == set(reported), "what is proved a dead end")
        count = a.ask("dead-ends", "--count")[0]["count"]
        a.check(count == (None if a.status == 3 else len(dead)), "count of dead ends", count)
        rows = a.ask("bottlenecks")
        hold_status(a, rows, cut)
        reported = [(name(r), r["move"]) for r in rows]
        if a.status == 3:
            moves = dict(t.bottlenecks)
            order = [k for k, _ in t.bottlenecks]
            a.check(all(k in moves and m in (None, moves[k]) for k, m in reported), "bottlenecks that are none", reported)
            a.check([order.index(k) for k, _ in reported if k in moves] == sorted(order.index(k) for k, _ in reported if k in moves), "their order")
        else:
            a.check(reported == t.bottlenecks, "bottlenecks", reported[:4], t.bottlenecks[:4])
    levels = g.levels()
    rows = a.ask("distances")
    hold_status(a, rows, cut)
    reported = [tuple(r[c] for c in ("depth", "states", "goals", "dead_ends", "nearest", "farthest")) for r in rows]
    if a.status == 3:
        a.check(len(reported) == proved.level + 1, "levels that are known", len(reported), proved.level + 1)
        for row, true in zip(reported, levels):
            a.check(row[:3] == true[:3] and all(x in (None, y) for x, y in zip(row, true)), "level", row, true)
    else:
        a.check(reported == levels, "levels", reported[:3], levels[:3])
    deepest = max(g.depth.values())
    rows = a.ask("farthest")
    reported = sorted((name(r), r["depth"], r["to_goal"]) for r in rows)
    a.check(reported == ([] if a.status == 3 else sorted((g.key[s], deepest, g.to_goal.get(s)) for s in g.key if g.depth[s] == deepest)),
            "the deepest", reported[:3])
    rows = a.ask("rules")
    reported = {(r["kind"], r["name"]): r["times"] for r in rows}
    a.check(len(reported) == len(rows) and {n for k, n in reported if k == "rule"} == g.rules, "rules")
    if a.status == 3:
        a.check(cut and not any(n is not None for n in reported.values()), "how often, though not known")
    else:
        a.check(all(n == (g.rejected[x] if k == "rule" else g.made[x]) for (k, x), n in reported.items()), "how often")
        a.check({n for k, n in reported if k == "move"} >= set(g.made) | g.refused_moves, "moves are missing")


def ask_walks(a, g, cut, proved):
    least = min((g.to_goal[s] for s in g.starts if s in g.to_goal), default=2)
    for length in sorted({0, 1, least, least + 2, 3}):
        expected = g.walks(length)
        row = a.ask("plans", "--length", str(length), "--count")[0]
        a.check(row["count"] == (None if a.status == 3 else str(expected)), "count", row, expected)
        if cut:
            a.check((a.status != 3) == (proved.level is None or proved.level >= length), "is it known?", proved.level)
        if expected <= 200:
            rows = a.ask("plans", "--length", str(length))
            a.check(len(rows) == (0 if a.status == 3 else expected), "so many plans", len(rows), expected)
            a.check(len({plan_of(r) for r in rows}) <= len(rows) and all(len(plan_of(r)) == length for r in rows), "their length")


def ask_all(wgcq, path, what, truth, cut, proved, default):
    a = Asker(wgcq, path, what)
    g = truth.graph
    ask_states(a, truth, g, cut, proved)
    if g.has_goal:
        ask_walks(a, g, cut, proved)
        if truth.plans:
            ask_plans(a, truth, cut)
            if len(truth.plans) <= 300:
                ask_classes(a, truth, cut, default)
        elif truth.plans is not None:
            for question in ("shortest", "all"):
                rows = a.ask(question)
                a.check(rows == [] and a.status in ((1, 3) if cut else (1,)), "plans of a puzzle without")
    return a.wrong


def solve(wgcq, source, path, *words):
    done = subprocess.run([wgcq, "solve", source, "-o", path, "-q", *words], capture_output=True, text=True)
    return done.returncode


def cuts(g, thorough):
    """Where runs are cut: options of solve."""
    n, deep = len(g.key), max(g.depth.values())
    states = sorted({max(len(g.starts), 1) + 1, n // 4, n // 2, n - 2} - {0}) if thorough else sorted({n // 3 + 1, n - 2})
    for most in states:
        if len(g.starts) <= most < n:
            for order in ("breadth-first", "depth-first", "best-first", "cheapest"):
                if order == "breadth-first" or thorough or most == states[0]:
                    yield ["--max-states", str(most), "--order", order]
    for most in sorted({1, deep // 2, deep - 1} if thorough else {deep // 2, deep - 1}):
        if 0 < most < deep:
            yield ["--max-depth", str(most)]
            if thorough:
                yield ["--max-depth", str(most), "--order", "depth-first"]
    if g.has_goal:
        yield ["--stop", "shortest"]
        yield ["--stop", "first", "--order", "cheapest"]
    yield ["--order", "depth-first"]  # whole, with other numbers


def try_puzzle(wgcq, folder, name, source, most, thorough):
    """(mistakes, how many files), or None where it is too large."""
    path = os.path.join(folder, name + ".db")
    if solve(wgcq, source, path, "--max-states", str(most)) not in (0, 1, 5):
        return None
    g = Graph(path)
    truth = Truth(g)
    default = json.loads(json.dumps(sqlite3.connect(path).execute("SELECT minimize FROM run").fetchone()[0])).split(",")
    wrong, files = ask_all(wgcq, path, name, truth, None, None, default), 1
    for number, words in seeds.in_turn(enumerate(cuts(g, thorough)), 1 if thorough else seeds.PARTS):
        path = os.path.join(folder, "cut.db")
        for extra in ["", "-journal"]:
            if os.path.exists(path + extra):
                os.remove(path + extra)
        status = solve(wgcq, source, path, *words)
        if status not in (0, 1, 3, 5):
            continue  # an order that this puzzle has not
        cut = Graph(path)
        whole = sqlite3.connect(path).execute("SELECT status FROM run").fetchone()[0] == "complete"
        proved = None if whole else Partial(cut, path)
        what = name + " " + " ".join(words)
        wrong += ask_whole(wgcq, path, what, default) if whole else ask_all(wgcq, path, what, truth, cut, proved, default)
        files += 1
        if not whole and (thorough or name in ("roads", "ends")) and number % 3 == 0:
            keep = ("states", "none")[number // 3 % 2]
            os.remove(path)
            solve(wgcq, source, path, *words, "--trace", keep)
            wrong += ask_all(wgcq, path, what + " --trace " + keep, truth, cut, proved, default)
            files += 1
    return wrong, files


def ask_whole(wgcq, path, what, default):
    """A complete run is its own truth."""
    return ask_all(wgcq, path, what, Truth(Graph(path)), None, None, default)


def main():
    given = seeds.options(None, lambda parser: parser.add_argument("names", nargs="*"), all=False, most=400)  # states of a puzzle
    shelf = sorted(n[:-5] for n in os.listdir(SHELF) if n.endswith(".yaml")) if given.all else seeds.in_turn(SELECTION)
    files = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in given.names or list(OWN) + shelf:
            source = os.path.join(SHELF, name + ".yaml")
            if name in OWN:
                source = os.path.join(folder, name + ".yaml")
                with open(source, "w") as out:
                    out.write(OWN[name])
            before = COMPARED
            tried = try_puzzle(given.wgcq, folder, name, source, given.most, given.all)
            if tried is None:
                continue
            files += tried[1]
            tap.right(f"{name}: {COMPARED - before} answers of {tried[1]} files", tried[0])
    print("# swept: %d answers of %d files" % (COMPARED, files))
    return tap.end()


sys.exit(main())
