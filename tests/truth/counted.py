#!/usr/bin/python3
"""What is counted without going through plans, against every plan written down.  Prints TAP.

    python3 tests/truth/counted.py [--wgcq build/wgcq] [--count 300] [--seed 1]

Random graphs as puzzles (graphs.py): several starts, goals that are passed, ends, parallel edges, zero and final costs.  All
plans without a repeated state are listed by recursion; out of them come `all --count`, `--within`, `traffic`, `hardest` and `grade`; of puzzles with boards, sets and pairs of variables,
the measures that need more than a graph.
"""

import concurrent.futures
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter

import graphs
import seeds

PLANS_MOST = 20000
GRADED_MOST = 10000  # grade lists no more to find their classes


def ask(wgcq, *words):
    done = subprocess.run([wgcq, *words, "--quiet"], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def plans_from(g, start, most):
    """Every plan from a state: (start, (road, ...), end); None: more than `most`."""
    found = []

    def go(at, visited, path):
        if at in g.goals:
            found.append((start, path, at))
            if not g.finals:
                return True
        for i, to, _ in g.out(at):
            if to not in visited and len(found) <= most and not go(to, visited | {to}, path + (i,)):
                return False
        return len(found) <= most

    return found if go(start, {start}, ()) else None


def passed(g, plan):
    """The states and the edges of a plan."""
    at, states, edges = plan[0], [plan[0]], []
    for i in plan[1]:
        edges.append((at, i, g.roads[i][1]))
        at = g.roads[i][1]
        states.append(at)
    return states, edges


def paid(g, plan, name):
    return sum(g.weight(name, g.roads[i][2]) for i in plan[1]) + g.final(plan[2], name)


def best_plans(g, plans, name):
    """Those of least cost, and among them those of fewest moves."""
    keys = [(paid(g, p, name), len(p[1])) for p in plans]
    return [p for p, key in zip(plans, keys) if key == min(keys)]


def traffic(g, best):
    counts = Counter()
    for plan in best:
        states, edges = passed(g, plan)
        counts.update((s, None, None) for s in states)
        counts.update(edges)
    return counts


class Asked:
    """One puzzle, and what the program says of it."""

    def __init__(self, wgcq, g, folder):
        self.wgcq, self.db = wgcq, os.path.join(folder, "roads.db")
        source = os.path.join(folder, "roads.yaml")
        with open(source, "w") as file:
            file.write(g.yaml())
        self.status, _, self.err = ask(wgcq, "solve", source, "-o", self.db)
        with sqlite3.connect(self.db) as db:
            self.town = dict(db.execute("SELECT id, at FROM states"))
        db.close()

    def count(self, *words):
        return int(ask(self.wgcq, "query", self.db, "all", "--count", *words)[1])

    def rows(self, *words):
        status, out, err = ask(self.wgcq, "query", self.db, *words, "--format", "json")
        if status not in (0, 1):
            raise RuntimeError(f"{words}: {status}: {err}")
        return json.loads(out)

    def traffic(self, *words):
        return Counter({(self.town[r["id"]], r["move"] and int(r["move"].split()[1]), r["dst"] and self.town[r["dst"]]):
                        int(r["plans"]) for r in self.rows("traffic", *words)})

    def hardest(self, *words):
        return {(self.town[r["id"]], r["to_goal"], int(r["plans"])) for r in self.rows("hardest", *words)}


    def all_starts(self, *words):
        """As above, also of towns that no start leads to; None: not possible, as where no road leads anywhere."""
        status, out, err = ask(self.wgcq, "query", self.db, "hardest", "--all-starts", *words, "--format", "json")
        if status == 2 and "not possible" in err:
            return None
        if status not in (0, 1):
            raise RuntimeError(f"all starts: {status}: {err}")
        return {(int(r["shown"].split("=")[1]), r["to_goal"], int(r["plans"])) for r in json.loads(out)}


def hardest(g, states, unique):
    """(state, distance, shortest plans) of the farthest of these."""
    known = {}
    for s in states:
        short = shortest_from(g, s)
        if short and (not unique or short[1] == 1):
            known[s] = short
    most = max((d for d, _ in known.values()), default=0)
    return {(s, d, n) for s, (d, n) in known.items() if d == most}


def like_starts(g):
    """All towns, but for those that every move keeps the only variable from, or at, as the starts have it."""
    moved = {t for a, b, _ in g.roads if a != b for t in (a, b)}
    if len(g.starts) == 1 and g.starts[0] not in moved:
        return g.starts
    return [t for t in range(g.n) if t in moved or t in g.starts]


def shortest_from(g, start):
    """(moves, plans) of the shortest from a state to a goal, level by level."""
    level, moves, seen = Counter([start]), 0, {start}
    while level:
        if ends := sum(n for s, n in level.items() if s in g.goals):
            return moves, ends
        after = Counter()
        for s, n in level.items():
            for _, to, _ in g.out(s):
                if to not in seen:
                    after[to] += n
        seen |= set(after)
        level, moves = after, moves + 1
    return None


def reached(g, start):
    found, stack = {start}, [start]
    while stack:
        for _, to, _ in g.out(stack.pop()):
            if to not in found:
                found.add(to)
                stack.append(to)
    return found


def check_counts(g, said, plans, chance):
    names = ["moves", "way", "fee"][: 1 + g.costs]
    wrong = []
    if said.count() != len(plans):
        wrong.append(f"all: {said.count()}, not {len(plans)}")
    for name in names if plans else []:
        costs = sorted(paid(g, p, name) for p in plans)
        more = chance.choice([0, 1, 3, 10, 10**6])
        expected = sum(c <= costs[0] + more for c in costs)
        by = [] if name == "moves" else ["--by", name]
        for words, most in (([], costs[-1]), (["--within", str(more)], costs[0] + more)):
            rows, due = said.rows("all", "--histogram", *by, *words), Counter(c for c in costs if c <= most)
            if rows != [{name if by else "length": c, "count": str(due[c])} for c in sorted(due)]:
                wrong.append(f"histogram {words} by {name}: {rows}, not {due}")
        if (mine := said.count("--within", str(more), "--by", name)) != expected:
            wrong.append(f"within {more} by {name}: {mine}, not {expected}")
    return wrong


def check_traffic(g, said, plans):
    wrong = []
    for name in ["moves", "way", "fee"][: 1 + g.costs]:
        words = [] if name == "moves" else ["--of", "cheapest", "--by", name]
        expected = traffic(g, best_plans(g, plans, name)) if plans else Counter()
        if (mine := said.traffic(*words)) != expected:
            wrong.append(f"traffic by {name}: {mine}, not {expected}")
    return wrong


def check_hardest(g, said, chance):
    wrong = []
    towns = {t: i for i, t in said.town.items()}
    some = chance.choice(sorted(g.depth))
    for words, states in (([], g.depth), (["--reachable-from", str(towns[some])], reached(g, some))):
        for unique in (False, True):
            mine, expected = said.hardest(*words, *(["--unique"] if unique else [])), hardest(g, states, unique)
            if mine != expected:
                wrong.append(f"hardest {words} {unique}: {mine}, not {expected}")
    for unique in (False, True):
        mine, expected = said.all_starts(*(["--unique"] if unique else [])), hardest(g, like_starts(g), unique)
        if mine is not None and mine != expected:
            wrong.append(f"hardest of all starts, {unique}: {mine}, not {expected}")
    return wrong


def moves_on(g, at, before):
    return sum(to not in (at, before) for _, to, _ in g.out(at))


def common_moves(best):
    paths = [(start, *path) for start, path, _ in best]
    if len({p[0] for p in paths}) > 1:
        return 0
    return next((i for i in range(len(paths[0])) if len({p[: i + 2] for p in paths}) > 1), len(paths[0]) - 1)


def grade(g, plans):
    """The row of `grade`, as means over a list of the shortest plans."""
    best = best_plans(g, plans, "moves") if plans else []
    live = {s for s in g.depth if shortest_from(g, s)}
    dead = set(g.depth) - live
    level, seen, depth = {to for s in live for _, to, _ in g.out(s)} & dead, set(), 0
    while level:
        seen, depth = seen | level, depth + 1
        level = {to for s in level for _, to, _ in g.out(s)} - seen
    row = {"puzzle": "roads.yaml", "params": None, "states": len(g.depth), "length": None, "plans": str(len(best)), "branching": None, "forced": None, "divergence": None,
           "dead_ends": len(dead) / len(g.depth), "traps": None, "trap_depth": depth, "classes": str(len(best)), "against": None, "switches": None}
    if not best:
        return row
    row["switches"] = 0.0  # the only variable is what moves; and no road comes twice, so none commute
    left = [[s for s in passed(g, p)[0][:-1]] for p in best]
    steps = len(best[0][1])
    if steps:
        row["branching"] = sum(moves_on(g, s, s) for states in left for s in states) / len(best) / steps
    row["forced"] = sum(moves_on(g, s, states[i - 1] if i else s) == 1 for states in left for i, s in enumerate(states)) / len(best)
    row["traps"] = sum(to in dead for states in left for s in states for _, to, _ in g.out(s)) / len(best)
    row["length"], row["divergence"] = steps, common_moves(best)
    return row


def against_whole(g, best):
    """Steps against the estimate of a puzzle of so few states: the distance to a goal, as if no state were an end."""
    left = {goal: 0 for goal in g.goals}
    for _ in range(g.n):
        for a, to, _ in g.roads:
            left[a] = min(left.get(a, g.n), left.get(to, g.n) + 1)
    paths = [passed(g, plan)[0] for plan in best]
    return sum(left[to] > left[a] for p in paths for a, to in zip(p, p[1:])) / len(paths)


def check_grade(g, said, plans):
    mine, expected = said.rows("grade")[0], grade(g, plans)
    if mine["against"] is not None and plans:
        expected["against"] = against_whole(g, best_plans(g, plans, "moves"))
    wrong = [k for k in expected if mine[k] != expected[k] and
             not (isinstance(expected[k], float) and mine[k] is not None and abs(mine[k] - expected[k]) < 1e-6)]
    return [f"grade: {mine}, not {expected}: {wrong}"] if wrong or list(mine) != list(expected) else []


def check(wgcq, seed):
    """What is wrong with one puzzle, and how many plans it has; None: too many to list."""
    chance = random.Random(f"counted {seed}")
    g = graphs.Graph(chance)
    if not g.goaled:
        return [], None
    plans = []
    for start in g.starts:
        more = plans_from(g, start, PLANS_MOST)
        if more is None:
            return [], None
        plans += more
    with tempfile.TemporaryDirectory(dir=graphs.QUICK) as folder:
        said = Asked(wgcq, g, folder)
        if said.status not in (0, 1):
            return [f"solve: {said.status}: {said.err}"], None
        return (check_counts(g, said, plans, chance) + check_traffic(g, said, plans) + check_hardest(g, said, chance) +
                check_grade(g, said, plans), len(plans))


# ---- classes up to commuting moves -----------------------------------------------------------------------------------

class Counters:
    """Counters that moves raise, some only while another one is low or high enough: moves that commute here and there."""

    def __init__(self, chance):
        self.tops = [chance.randint(1, 3) for _ in range(chance.randint(2, 4))]
        pairs = [(i, j) for i in range(len(self.tops)) for j in range(len(self.tops)) if i != j]
        self.moves = [(f"m{n}", i, *self.guard(chance, pairs)) for n, i in enumerate([*range(len(self.tops)), *chance.choices(
            range(len(self.tops)), k=chance.randint(0, 2))])]

    def guard(self, chance, pairs):
        i, low, high = chance.choice(pairs)[0], 0, 3
        if chance.random() < 0.5:
            low = chance.randint(0, self.tops[i] - 1)
        elif chance.random() < 0.5:
            high = chance.randint(0, self.tops[i])
        return i, low, high

    def yaml(self):
        names = [f"x{i}" for i in range(len(self.tops))]
        lines = ["state: {" + ", ".join(f"{n}: 0..{top}" for n, top in zip(names, self.tops)) + "}",
                 "start: {" + ", ".join(f"{n}: 0" for n in names) + "}",
                 "goal: " + " and ".join(f"{n} == {top}" for n, top in zip(names, self.tops)), "moves:"]
        for name, i, j, low, high in self.moves:
            lines.append(f"  {name}: [{{guard: x{i} < {self.tops[i]} and x{j} >= {low} and x{j} <= {high}}}, {{set: x{i} = x{i} + 1}}]")
        return "\n".join(lines) + "\n"

    def plans(self):
        """All of them as words: each makes as many moves as the counters' tops add up to."""
        found = []

        def go(at, word):
            if list(at) == self.tops:
                found.append(word)
            for name, i, j, low, high in self.moves:
                if at[i] < self.tops[i] and low <= at[j] <= high:
                    go((*at[:i], at[i] + 1, *at[i + 1:]), (*word, name))

        go((0,) * len(self.tops), ())
        return found

    def classes(self):
        """Joined by each exchange of two moves: the states at its ends are those of the counters, so the same."""
        root = {word: word for word in self.plans()}

        def find(word):
            while root[word] != word:
                word = root[word]
            return word

        for word in list(root):
            for k in range(len(word) - 1):
                other = (*word[:k], word[k + 1], word[k], *word[k + 2:])
                if other in root:
                    root[find(other)] = find(word)
        return len({find(word) for word in root}), len(root)


def check_classes(wgcq, seed):
    """What is wrong, and how many classes there are of how many plans."""
    c = Counters(random.Random(f"commuting {seed}"))
    classes, plans = c.classes()
    with tempfile.TemporaryDirectory(dir=graphs.QUICK) as folder:
        source, db = os.path.join(folder, "counters.yaml"), os.path.join(folder, "counters.db")
        with open(source, "w") as file:
            file.write(c.yaml())
        ask(wgcq, "solve", source, "-o", db)
        status, out, err = ask(wgcq, "query", db, "classes", "--up-to", "commuting", "--count")
        graded = json.loads(ask(wgcq, "query", db, "grade", "--of", "classes", "--format", "json")[1])[0]["classes"]
    fine = status == (0 if classes else 1) and int(out or -1) == classes and (
        graded == str(classes) or (graded is None and plans > GRADED_MOST))
    return [] if fine else [f"classes: {status}: {out}{err}, not {classes}\n{c.yaml()}"], (classes, plans)


# ---- what moves, and what seems farther -------------------------------------------------------------------------------

def shortest_plans(start, moves, is_goal, most):
    """All of them, as lists of states; None: more than `most`.  A move is a function to a state, or None."""
    paths, seen = [[start]], {start}
    while paths and not any(is_goal(path[-1]) for path in paths):
        paths = [path + [to] for path in paths for move in moves if (to := move(path[-1])) is not None and to not in seen]
        seen |= {path[-1] for path in paths}
        if len(paths) > most:
            return None
    return [path for path in paths if is_goal(path[-1])]


class Things:
    """Pieces with a place each, two boards of places with pieces, a set, and someone who walks: assignments of constants."""
    TYPES = ["types:", "  thing: [p, q, r]", "  tile: [empty, red, blue]", "  cell: 0..3"]
    CELLS = [("y", 3, None), *((f"at[{t}]", 3, "at") for t in "pqr"), *((f"on[{i}]", 3, "on") for i in range(4)),
             *((f"opt[{i}]", 3, "opt") for i in range(4)), *((f"bag[{t}]", 2, "bag") for t in "pqr")]

    def __init__(self, chance):
        self.start = tuple(chance.randrange(n) for _, n, _ in self.CELLS)
        self.arrays = chance.random() < 0.9  # else all is in variables without an index
        self.moves = [self.move(chance) for _ in range(chance.randint(4, 12))]
        at = self.start
        for _ in range(chance.randint(2, 12)):
            after = [to for m in self.moves if (to := self.made(m, at)) is not None]
            at = chance.choice(after) if after else at
        self.goal = {i: at[i] for i in chance.sample(range(len(at)), 4)}

    def move(self, chance):
        """(cells that are asked, cells that are set); most swap two cells of one board."""
        few = chance.sample(range(len(self.CELLS)), chance.choice([0, 0, 1]))
        guard = {i: chance.randrange(self.CELLS[i][1]) for i in few}
        first = chance.choice([0, *range(len(self.CELLS))])
        alike = [i for i, cell in enumerate(self.CELLS) if cell[2] and cell[2] == self.CELLS[first][2]]
        if len(alike) > 1 and chance.random() < 0.5:
            a, b = chance.sample(alike, 2)
            value, other = chance.sample(range(self.CELLS[a][1]), 2)
            return {**guard, a: value, b: other}, {a: other, b: value}
        return guard, {i: chance.randrange(self.CELLS[i][1]) for i in {first, *chance.sample(range(len(self.CELLS)), chance.choice([0, 0, 1]))}}

    def made(self, move, state):
        guard, sets = move
        if any(state[i] != v for i, v in guard.items()):
            return None
        return tuple(sets.get(i, v) for i, v in enumerate(state))

    def name(self, i):
        name = self.CELLS[i][0]
        return name if self.arrays else name.replace("[", "_").replace("]", "")

    def value(self, i, v):
        kind = self.CELLS[i][2]
        return {"on": ["empty", "red", "blue"], "opt": ["red", "blue", "none"], "bag": ["false", "true"]}.get(kind, [0, 1, 2])[v]

    def condition(self, i, v):
        if self.CELLS[i][2] == "bag" and self.arrays:
            return f"({'' if v else 'not '}{self.CELLS[i][0][4]} in bag)"
        return f"{self.name(i)} == {self.value(i, v)}"

    def assignments(self, sets):
        """A set is written as a whole."""
        lines = [f"{self.name(i)}: {self.value(i, v)}" for i, v in sets.items() if not (self.CELLS[i][2] == "bag" and self.arrays)]
        members = [(self.CELLS[i][0][4], v) for i, v in sets.items() if self.CELLS[i][2] == "bag" and self.arrays]
        if members:
            lines.append("bag: \"(bag | [" + ", ".join(t for t, v in members if v) + "]) - [" + ", ".join(t for t, v in members if not v) + "]\"")
        return lines

    def yaml(self):
        kinds = {"y": "0..2", "at": "0..2", "on": "tile", "opt": "{red or blue}", "bag": "bool"}
        lines = [*self.TYPES, "  paint: [red, blue]", "state:"]
        if self.arrays:
            lines += ["  y: 0..2", "  at[thing]: 0..2", "  on[cell]: tile", "  opt[cell]: paint or none", "  bag: set of thing"]
        else:
            lines += [f"  {self.name(i)}: {kinds[c[2] or 'y'] if c[2] != 'opt' else 'paint or none'}" for i, c in enumerate(self.CELLS)]
        lines.append("start:")
        if self.arrays:
            lines += [f"  y: {self.start[0]}"]
            for kind in ("at", "on", "opt"):
                lines.append(f"  {kind}: [" + ", ".join(str(self.value(i, self.start[i])) for i, c in enumerate(self.CELLS) if c[2] == kind) + "]")
            lines.append("  bag: [" + ", ".join(c[0][4] for i, c in enumerate(self.CELLS) if c[2] == "bag" and self.start[i]) + "]")
        else:
            lines += [f"  {self.name(i)}: {self.value(i, v)}" for i, v in enumerate(self.start)]
        lines += ["goal: " + " and ".join(self.condition(i, v) for i, v in self.goal.items()), "moves:"]
        for n, (guard, sets) in enumerate(self.moves):
            lines.append(f"  m{n}:")
            if guard:
                lines.append("    - guard: " + " and ".join(self.condition(i, v) for i, v in guard.items()))
            lines.append("    - set:")
            lines += [f"        {line}" for line in self.assignments(sets)]
        return "\n".join(lines) + "\n"

    def is_empty(self, i, state):
        return state[i] == (2 if self.CELLS[i][2] == "opt" else 0)

    def moved(self, a, b):
        """(elements that change, where the things are then)"""
        changed = {i for i in range(len(a)) if a[i] != b[i] and (self.CELLS[i][2] or not self.arrays)}
        kind = [self.CELLS[i][2] if self.arrays else i for i in range(len(a))]
        kept = {i for i in changed if sum(kind[j] == kind[i] for j in changed) == 1 or not self.is_empty(i, b)}
        return changed, kept or changed

    def switches(self, path):
        last, count = set(), 0
        for a, b in zip(path, path[1:]):
            changed, kept = self.moved(a, b)
            if changed:
                count += bool(last) and not last & changed
                last = kept
        return count

    def plans(self):
        moves = [lambda s, m=m: self.made(m, s) for m in self.moves]
        return shortest_plans(self.start, moves, lambda s: all(s[i] == v for i, v in self.goal.items()), PLANS_MOST)


def graded(wgcq, text, *words):
    """The row of `grade`, or the rows of another question; an error is a text."""
    with tempfile.TemporaryDirectory(dir=graphs.QUICK) as folder:
        source, db = os.path.join(folder, "graded.yaml"), os.path.join(folder, "graded.db")
        with open(source, "w") as file:
            file.write(text)
        status, _, err = ask(wgcq, "solve", source, "-o", db)
        if status not in (0, 1):
            return f"solve: {status}: {err}"
        status, out, err = ask(wgcq, "query", db, *(words or ["grade"]), "--format", "json")
        rows = json.loads(out) if status == 0 else f"{words}: {status}: {err}"
        return rows if words or status else rows[0]


def check_all_starts(wgcq, seed):
    """What is wrong, and how many moves the hardest needs."""
    p = Pair(random.Random(f"all starts {seed}"))
    rows, expected = graded(wgcq, p.yaml(), "hardest", "--all-starts"), p.hardest()
    mine = rows if isinstance(rows, str) else {(*(int(v.split("=")[1]) for v in r["shown"].split()), r["to_goal"], int(r["plans"])) for r in rows}
    return [] if mine == expected else [f"{mine}, not {expected}\n{p.yaml()}"], p.depth


def check_switches(wgcq, seed):
    """What is wrong, and the mean number of switches."""
    t = Things(random.Random(f"things {seed}"))
    plans = t.plans()
    if not plans:
        return [], None
    row, mean = graded(wgcq, t.yaml()), sum(map(t.switches, plans)) / len(plans)
    fine = isinstance(row, dict) and row["plans"] == str(len(plans)) and abs(row["switches"] - mean) < 1e-6
    return [] if fine else [f"{row}, not {mean} of {len(plans)}\n{t.yaml()}"], mean


class Pair:
    """Two variables whose moves ask for the other's value: more states than a glance takes in, but each is seen alone."""
    GLANCE = 128

    def __init__(self, chance):
        self.n = chance.randint(12, 30), chance.randint(12, 30)
        self.moves = []
        for which in (0, 1):
            n, other = self.n[which], self.n[1 - which]
            steps = [(a, a + d) for a in range(n) for d in (1, -1) if 0 <= a + d < n]
            steps += [(chance.randrange(n), chance.randrange(n)) for _ in range(chance.randint(0, 6))]
            for a, b in steps:
                low, high = sorted((chance.randrange(other), chance.randrange(other)))
                self.moves.append((which, a, b, *((0, other - 1) if chance.random() < 0.7 else (low, high))))
        self.start = tuple(chance.randrange(n) for n in self.n)
        self.goal = tuple(chance.randrange(n) for n in self.n) if chance.random() < 0.7 else (chance.randrange(self.n[0]), None)

    def yaml(self):
        names = "xy"
        lines = [f"state: {{x: 0..{self.n[0] - 1}, y: 0..{self.n[1] - 1}}}", f"start: {{x: {self.start[0]}, y: {self.start[1]}}}",
                 "goal: " + " and ".join(f"{v} == {to}" for v, to in zip(names, self.goal) if to is not None), "moves:"]
        for n, (which, a, b, low, high) in enumerate(self.moves):
            v, w = names[which], names[1 - which]
            lines.append(f"  m{n}: [{{guard: {v} == {a} and {w} >= {low} and {w} <= {high}}}, {{set: {v} = {b}}}]")
        return "\n".join(lines) + "\n"

    def made(self, move, state):
        which, a, b, low, high = move
        if state[which] != a or not low <= state[1 - which] <= high:
            return None
        return (b, state[1]) if which == 0 else (state[0], b)

    def alone(self, which):
        """The distance of each value to the goal's, whatever the other one is."""
        if self.goal[which] is None:
            return Counter()
        known, level = {self.goal[which]: 0}, [self.goal[which]]
        while level:
            level = [a for to in level for w, a, b, *_ in self.moves if w == which and b == to and a not in known and
                     not known.update({a: known[to] + 1})]
        return known

    def reached(self):
        found, stack = {self.start}, [self.start]
        while stack:
            at = stack.pop()
            for m in self.moves:
                if (to := self.made(m, at)) is not None and to not in found:
                    found.add(to)
                    stack.append(to)
        return len(found)

    def is_goal(self, state):
        return all(to in (None, v) for v, to in zip(state, self.goal))

    def plans(self):
        moves = [lambda s, m=m: self.made(m, s) for m in self.moves]
        return shortest_plans(self.start, moves, self.is_goal, 2000)

    def hardest(self):
        """(x, y, moves, shortest plans) of the hardest of all starts, over the product of the domains."""
        level = {(x, y): 1 for x in range(self.n[0]) for y in range(self.n[1]) if self.is_goal((x, y))}
        seen, last = set(level), level
        while level:
            last, after = level, Counter()
            for (x, y), ways in level.items():
                for which, a, b, low, high in self.moves:
                    if b == (x, y)[which] and low <= (y, x)[which] <= high and (before := (a, y) if which == 0 else (x, a)) not in seen:
                        after[before] += ways
            seen |= set(after)
            level, self.depth = dict(after), getattr(self, "depth", -1) + 1
        return {(*state, self.depth, ways) for state, ways in last.items()}

    def against(self, plans):
        x, y = self.alone(0), self.alone(1)
        seems = {s: x[s[0]] + y[s[1]] for path in plans for s in path}
        return sum(seems[b] > seems[a] for path in plans for a, b in zip(path, path[1:])) / len(plans)


def check_against(wgcq, seed):
    """What is wrong, and the mean number of steps against the estimate."""
    p = Pair(random.Random(f"against {seed}"))
    plans = p.plans()
    if not plans or len(plans[0]) == 1 or p.reached() <= Pair.GLANCE:
        return [], None
    row, mean = graded(wgcq, p.yaml()), p.against(plans)
    fine = isinstance(row, dict) and row["plans"] == str(len(plans)) and row["against"] is not None and abs(row["against"] - mean) < 1e-6
    return [] if fine else [f"{row}, not {mean}\n{p.yaml()}"], mean


def report_means(what, numbers, results, seed):
    wrong = [f"puzzle {n}: {line}" for n, (lines, _) in zip(numbers, results) for line in lines]
    means = [mean for _, mean in results if mean is not None]
    some = sum(mean > 0 for mean in means)
    few = [] if seeds.often(some, len(numbers), 40) else [f"{some} of {len(means)} puzzles have some"]
    return (f"{what} in {len(means)} puzzles, seed {seed}", wrong), (f"many of them have {what}", few)


def main():
    given = seeds.options(300)
    numbers = range(given.seed, given.seed + given.count)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda seed: check(given.wgcq, seed), numbers))
        classes = list(pool.map(lambda seed: check_classes(given.wgcq, seed), numbers))
        things = list(pool.map(lambda seed: check_switches(given.wgcq, seed), numbers))
        hard = list(pool.map(lambda seed: check_all_starts(given.wgcq, seed), numbers))
        seeming = list(pool.map(lambda seed: check_against(given.wgcq, seed), numbers))
    wrong = [f"puzzle {seed}: {line}" for seed, (lines, _) in zip(numbers, results) for line in lines]
    counts = [n for _, n in results if n is not None]
    several = sum(n > 1 for n in counts)
    unlike = [f"puzzle {seed}: {line}" for seed, (lines, _) in zip(numbers, classes) for line in lines]
    between = sum(1 < few < many for _, (few, many) in classes)
    split = [] if seeds.often(between, len(classes), 5) else [f"{between} of {len(classes)} have classes of several plans"]
    share = [] if seeds.often(several, len(counts), 8) else [f"{several} of {len(counts)} puzzles have several plans"]
    return seeds.report((f"counts, traffic, hardest states and grades of {len(counts)} graphs, seed {given.seed}", wrong),
                        ("many of them have several plans", share),
                        (f"classes up to commuting moves of {len(classes)} puzzles, seed {given.seed}", unlike),
                        ("many of them have several classes, of several plans", split),
                        *report_means("switches of the moved thing", numbers, things, given.seed),
                        *report_means("hardest of all starts", numbers, hard, given.seed),
                        *report_means("moves against the estimate", numbers, seeming, given.seed))


if __name__ == "__main__":
    sys.exit(main())
