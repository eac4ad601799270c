"""Random puzzles through the whole program, against the reader.  Prints TAP.

    python3 tests/truth/random_runs.py --wgcq build/wgcq [--first-seed N] [--count 100] [--jobs 2] [--no-shrink]
                                       [--without FORM,...]

Each seed is a puzzle (random_puzzle.py) and a way to put it: an order, a level of the trace, threads, a stop, limits
and how to go on behind them.  What `solve`, `resume`, `verify`, `why`, `query` and `plans` say, and the rows of the
file, are held to what reader.py finds by brute force.  Where no first seed is given, fresh ones are drawn; the first
is printed.  A seed that fails prints its puzzle, cut down as far as it still fails in the same way, its commands and
the differences.
"""

import argparse
import collections
import json
import multiprocessing
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import traceback

import language
import random_lists
import random_puzzle
import reader
import seeds
from explored import MOST, Explored
from facts import heads, unlike_fixed
from language import Mistake
from values import List, NoStart, Subset, Trouble, Type, Value, items_of, value_text, same

TRACES = ("none", "solutions", "states", "edges", "all")
ORDERS = ("breadth-first", "depth-first", "cheapest", "best-first", "a-star")
# What the reader explores, how far it enumerates plans, and what a seed may take it.
STATES, PLANS, SECONDS = 2000, 3000, 60


class Failed(Exception):
    """`tag: what differs`"""


def text_of(value):
    return None if value is None else str(value)


class Way:
    """How a seed's puzzle is put to the program; drawn once, the same when the puzzle is cut down."""

    def __init__(self, seed):
        r = random.Random(seed * 2 + 1)
        self.r = r
        self.order = r.choice(ORDERS)
        self.trace = r.choice(("all", "all", *TRACES))
        self.threads = r.choice((1, 1, 2, 2, 3, 4, 7))
        self.stop = r.choice((None, None, None, None, "first", "shortest"))
        self.minimize = r.choice((None, None, "price", "toll", "price,moves", "moves,toll"))
        self.maximized = random.Random(f"maximize {seed}").choice((None, None, None, "score", "price,score", "moves,score"))
        self.solutions = r.choice((None, None, 0, 1, 3))
        self.limited = r.random() < 0.45
        self.by_depth = r.random() < 0.3
        self.share, self.second = r.random(), r.random()
        self.again = r.random() < 0.4
        self.estimate = r.random()
        self.extra = r.randrange(7)
        self.pick = r.random()
        self.writer = r.choice(("pages", "pages", "sql"))


class Runs:
    """One seed: what is asked, and what is found to differ."""

    def __init__(self, program, folder, seed, case=None, without=()):
        self.program, self.folder, self.seed = program, folder, seed
        self.case = case or random_puzzle.make(seed, without)
        self.way = Way(seed)
        self.way.trace = self.case.trace or self.way.trace
        self.retry = None if case or self.way.pick < 0.2 else [*without, "rules"]
        self.counted = collections.Counter()
        self.commands = []
        self.db = os.path.join(folder, "random.db")
        self.names = None

    def go(self):
        if os.path.exists(self.db):
            os.remove(self.db)
        before = os.getcwd()
        os.chdir(self.folder)  # @level.txt
        try:
            self.look()
        finally:
            os.chdir(before)

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def run(self, *words):
        self.commands.append(" ".join(words))
        self.counted["commands"] += 1
        done = subprocess.run([self.program, *words], cwd=self.folder, timeout=60, capture_output=True,
                              text=True, errors="surrogateescape")
        if done.returncode < 0 or done.returncode > 5 and done.returncode != 130:
            raise Failed(f"crash: {words[0]} ended with {done.returncode}: {done.stderr[-600:]}")
        return done.returncode, done.stdout, done.stderr

    def expect(self, tag, ours, theirs):
        self.counted["figures"] += 1
        if ours != theirs:
            raise Failed(f"{tag}: the oracle says {ours!r}, the program {theirs!r}")

    def expect_sets(self, tag, ours, theirs):
        self.counted["rows"] += len(theirs)
        if ours != theirs:
            only = [f"only the oracle has {row!r}" for row in sorted(ours - theirs, key=repr)[:3]]
            only += [f"only the program has {row!r}" for row in sorted(theirs - ours, key=repr)[:3]]
            raise Failed(f"{tag}: " + "; ".join(only))

    # ---- the puzzle ----

    def explore(self):
        for name, text in self.case.files.items():
            self.write(name, text)
        self.rules = reader.Puzzle(self.case.text, self.case.settings)
        self.graph = Explored(self.rules, STATES)

    def set_goal(self):
        """Some state that is reached, or all that are like it in a few variables; deep ones rather."""
        r = self.way.r
        self.case.wants_goal = False
        state = max((r.choice(list(self.graph.depth)) for _ in range(3)), key=self.graph.depth.get)
        count = len(state)
        for _ in range(8):
            named = sorted(r.sample(range(count), r.randint(1, count)))
            if not any(all(start[c] == state[c] for c in named) for start in self.graph.starts):
                break
        terms = [f"{self.puzzle_term(c)} == {self.value_term(state[c])}" for c in named]
        self.case.text += f"goal: '{' and '.join(terms)}'\n{self.case.final}"
        if "\nend:" not in self.case.text and r.random() < 0.3:
            self.case.text += "end: goal\n"
            return self.explore()
        if self.case.final:
            return self.explore()
        self.rules.set_goal(" and ".join(terms))
        return self.graph.mark_goals()

    def look(self):
        try:
            self.explore()
            if self.case.wants_goal and self.graph.complete:
                self.set_goal()
        except NoStart:
            if not self.retry:
                return self.refused_start()
            self.case, self.retry = random_puzzle.make(self.seed, self.retry), None
            return self.look()
        except Mistake as mistake:
            raise Failed(f"generator: the reader says: {mistake}") from None
        except Trouble:
            return self.refused_start()
        if not self.graph.complete:
            self.counted["too large"] += 1
            return None
        self.goal = self.rules.goal_test is not None
        self.counted["with final costs"] += self.graph.passes_goals()
        self.counted["with maximized costs"] += bool(self.rules.maximized)
        if self.way.order in ("a-star", "best-first") and (self.graph.errors or not self.goal):
            self.way.order = "breadth-first"  # there is no estimate
        self.by = [self.price_of(n) for n in self.minimized()]  # numbers of costs, None for moves
        self.text = self.case.text + self.estimate()
        self.write("random.yaml", self.text)
        if self.graph.errors:
            return self.refused()
        if self.way.limited or self.way.stop:
            return self.cut_short()
        self.solve()
        self.complete(self.answer)
        self.verify(complete=True)
        return self.extras()

    def minimized(self):
        """The names of the costs that are compared, in order."""
        if "score" in self.rules.maximized and self.way.maximized:
            self.way.minimize = self.way.maximized
        if self.way.minimize and (self.way.order != "a-star" or self.way.estimate > 0.8):
            names = [n for n in self.way.minimize.split(",") if n in ("moves", *self.rules.costs)]
            self.way.minimize = ",".join(names)
            if names:
                return names
        node = self.rules.parts.get("minimize")
        names = [] if node is None else [n.value for n in node.value] if isinstance(node.value, list) else [node.value]
        return [n for n in self.rules.maximized if n not in names] + names or ["moves"]

    def price_of(self, name):
        return None if name == "moves" else self.rules.costs.index(name)

    def estimate(self):
        """A bound that depends on one variable alone: what the best rest of the states with its value costs."""
        if self.way.order not in ("a-star", "best-first"):
            return ""
        column = int(self.way.estimate * 1000) % len(self.rules.columns)
        form = self.way.estimate
        if form > 0.8:  # made by the program
            self.counted["made estimates"] += 1
            return ""
        which = self.by[0]
        upward = self.graph.signed(which, 1) < 0  # it is maximized, and the estimate an upper bound
        least = self.least_left(which)
        worst = 0 if upward else MOST
        weakest = min(least.values(), default=0) if upward else 0
        if form < 0.2:
            return f"estimate: {abs(weakest)}\n"
        bound = {}
        for state in self.graph.depth:
            value = state[column]
            bound[value] = min(bound.get(value, worst), least.get(state, worst))
        if form < 0.4:  # not as good as it could be, and uneven
            bound = {value: weakest if i % 2 else most for i, (value, most) in enumerate(bound.items())}
        if self.way.order == "best-first" and form > 0.7:  # any number will do
            bound = {value: (i * 7) % 5 for i, value in enumerate(bound)}
        cell = self.puzzle_term(column)
        forms = [f"{abs(min(most, 10**6))} if {cell} == {self.value_term(value)} else " for value, most in bound.items()]
        return f"estimate: '{''.join(forms)}0'\n"

    def puzzle_term(self, column):
        """An expression that reads one element of the state."""
        variable = next(v for v in self.rules.variables.values() if v.first <= column < v.first + v.cells)
        at, indices = column - variable.first, []
        for of in reversed(variable.index):
            at, index = divmod(at, len(of.values))
            indices.append(self.value_term(of.values[index]))
        return variable.name + (f"[{', '.join(reversed(indices))}]" if indices else "")

    def value_term(self, value):
        """A value as an expression; with its type where another type has that name, too."""
        if isinstance(value, (List, Subset)):
            return f"[{', '.join(map(self.value_term, items_of(value)))}]"
        if not isinstance(value, Value):
            return f"(-{MOST} - 1)" if value == -MOST - 1 else value_text(value)
        kinds = [name for name in self.rules.type_nodes if name in ("animal", "color")
                 and self.rules.type(name).form is value.of]
        return f"{kinds[0]}.{value.name}"

    def least_left(self, which):
        """What it costs at least from each state to a goal, in that cost (None: moves); if it is maximized, as `signed` has it."""
        into = {}
        for state, _, after, costs in self.graph.edges():
            into.setdefault(after, []).append((state, 1 if which is None else costs[which]))
        left = {s: self.graph.signed(which, self.graph.final(s, which)) for s in self.graph.goals()}
        queue = list(left)
        while queue:
            state = queue.pop()
            for before, cost in into.get(state, ()):
                if left[state] + cost < left.get(before, MOST + 1):
                    left[before] = left[state] + cost
                    queue.append(before)
        return left

    # ---- solving ----

    def options(self):
        way, words = self.way, []
        for setting in self.case.settings:
            words += ["--set", setting]
        words += ["--order", way.order, "--trace", way.trace, "--threads", str(way.threads), "--writer", way.writer]
        if way.minimize and (way.order != "a-star" or way.estimate > 0.8):
            words += ["--minimize", way.minimize]
        if way.solutions is not None:
            words += ["--solutions", str(way.solutions)]
        return words

    def solve(self, *limits):
        code, out, err = self.run("solve", "random.yaml", "-o", "random.db", "--format", "json", *self.options(), *limits)
        self.answer = self.read(code, out, err)
        self.counted["runs"] += 1
        self.counted["runs with lists"] += self.case.lists
        return code

    def resume(self, *words):
        code, out, err = self.run("resume", "random.db", "--format", "json", *words)
        self.answer = self.read(code, out, err)
        self.counted["resumes"] += 1
        return code

    def read(self, code, out, err):
        if code not in (0, 1, 3, 5):
            if code == 2 and found_unread(self.rules, err):
                raise Static()
            if "64 bits" in err and self.graph.may_overflow():
                raise Overflow()
            raise Failed(f"refused: exit status {code}: {err.strip()[:600]}")
        answer = json.loads(out)
        self.status(code, answer)
        return answer

    def status(self, code, answer):
        found = answer["goals"] or (answer["solutions"]["stored"] or 0) > 0
        checked = self.rules.invariants or self.rules.forbids_deadlock
        if answer["violations"]:
            ours = 5
        elif checked and answer["status"] != "complete" and "--stop" not in answer["limit"]:
            ours = 3
        elif answer["status"] == "complete":
            ours = 0 if not self.goal or self.graph.goal_states else 1
        else:
            ours = 0 if self.goal and found else 3
        self.expect("exit status", ours, code)

    def refused_start(self):
        """The reader finds no start, or a mistake on the way there."""
        self.write("random.yaml", self.case.text)
        words = [word for s in self.case.settings for word in ("--set", s)]
        code, _, err = self.run("solve", "random.yaml", "-o", "random.db", *words)
        self.counted["refused starts"] += 1
        if code != 2 or not re.search(r"^random\.yaml:\d+:\d+: error: ", err, re.M):
            raise Failed(f"start: the reader finds no start, the program ends with {code}: {err[:300]}")

    def refused(self):
        """Somewhere a mistake is run into: it is to be named."""
        code, _, err = self.run("solve", "random.yaml", "-o", "random.db", *self.options())
        self.counted["refused"] += 1
        if code != 2 and (code != 4 or not self.case.lists):  # a list that is too long is an error of the run
            state, texts = next(iter(self.graph.errors.items()))
            raise Failed(f"mistake missed: the program ends with {code}; the reader has one in the move {texts[0]!r}, "
                         f"in the state {self.graph.spelled(state)}")
        if "64 bits" in err and "in the state" not in err and self.graph.may_overflow():
            return
        if found_unread(self.rules, err):
            return
        where = re.search(r"^random\.yaml:\d+:\d+: error: .*?(?:, in the move '(.*)')?, in the state (.*)$", err, re.M)
        if not where:
            raise Failed(f"mistake's place: no move and state in {err[:400]!r}")
        if not self.graph.names_error(where[2], where[1]):
            some = [(t, self.graph.spelled(s)) for s, texts in self.graph.errors.items() for t in texts][:3]
            raise Failed(f"mistake elsewhere: {err.splitlines()[0][:500]!r}, but the reader has {some}")

    # ---- a whole run ----

    def complete(self, answer):
        graph, figures, trace = self.graph, self.graph.figures(), self.way.trace
        self.counted["whole runs"] += 1
        self.expect("status", "complete", answer["status"])
        for name in ("states", "edges"):
            self.expect(name, figures[name], answer[name])
        if self.way.order != "depth-first":
            self.expect("depth", figures["depth"], answer["depth"])
        self.expect("goals", figures.get("goals"), answer["goals"])
        if trace != "none":
            self.expect("dead ends", figures.get("dead_ends"), answer["dead_ends"])
        self.violations(answer, figures)
        self.expect("rejections", len(graph.rejected) if trace == "all" else None, answer["rejections"])
        self.best(figures, answer)
        self.rows(whole=True)
        self.solutions(whole=True)

    def violations(self, answer, figures):
        """Of a whole run: which invariants are violated, how often, after how many moves; shortest first."""
        ours = {name: (len(states), figures["violations"][name])
                for name, states in self.graph.violations().items() if states}
        self.counted["violated"] += len(ours)
        theirs = {v["invariant"]: (v["states"], v["length"]) for v in answer["violations"]}
        self.expect("violations", ours, theirs)
        names = list(figures["violations"])
        order = sorted(ours, key=lambda name: (ours[name][1], names.index(name)))
        self.expect("order of violations", order, [v["invariant"] for v in answer["violations"]])
        if answer["deadlocks"] is not None or self.way.trace != "none":
            self.expect("deadlocks", figures["deadlocks"], answer["deadlocks"])

    def violations_partly(self, answer, figures):
        """Of a run that was cut short: what it says is so; a breadth-first one knows every length."""
        known = self.graph.violations()
        for v in answer["violations"]:
            name, states, length = v["invariant"], v["states"], v["length"]
            if not 0 < states <= len(known[name]):
                raise Failed(f"violations: {states} states violate {name}, and {len(known[name])} do when all is explored")
            self.partly(f"length of {name}", figures["violations"][name], length)
            if self.way.order == "breadth-first" and length is None:
                raise Failed(f"violations: a breadth-first run does not know after how many moves {name} is violated")
        if "--stop first" in (answer["limit"] or "") and not answer["violations"] and not answer["goals"]:
            raise Failed("stop first: the run stopped there without a goal or a violation")

    def violation_rows(self, whole):
        """None missing, none invented; a state that was not expanded was not seen to be a deadlock."""
        known = self.graph.violations()
        with self.base() as db:
            rows = db.execute("SELECT state, invariant FROM violations").fetchall()
        theirs = {(self.ids.get(state), name) for state, name in rows}
        self.expect("violations that are there twice", len(theirs), len(rows))
        stored = set(self.ids.values())
        ours = {(s, name) for name, states in known.items() for s in states & stored
                if whole or name != "deadlock" or (s, name) in theirs}
        self.expect_sets("rows of violations", ours, theirs)
        if self.answer["status"] != "interrupted":
            counts = collections.Counter(name for _, name in theirs)
            self.expect("violations counted", {v["invariant"]: v["states"] for v in self.answer["violations"]}, counts)

    def best(self, figures, answer):
        shortest = figures.get("shortest") or {}
        self.expect("shortest", self.pair(shortest, "length"), self.pair(answer["shortest"], "length"))
        if not self.goal:
            return
        for name, best in figures["cheapest"].items():
            reported = answer["cheapest"][name]
            if reported is None and (self.way.trace == "none" and name != "moves" or (best["cost"] or 0) > MOST):
                continue
            self.expect(f"cheapest {name}", self.pair(best, "cost"), self.pair(reported, "cost"))

    @staticmethod
    def pair(best, what):
        if not best or best.get(what) is None:
            return None
        return best[what], text_of(best["count"])

    # ---- a run that was cut short ----

    def cut_short(self):
        words, most = [], None
        if self.way.limited:
            words, most = self.limit(self.way.share)
        if self.way.stop:
            words += ["--stop", self.way.stop]
        self.solve(*words)
        if self.answer["status"] == "complete":
            self.complete(self.answer)
            return self.verify(complete=True)
        self.part(most)
        self.verify(complete=False)
        if self.way.again and self.way.limited:
            words, most = self.limit(self.way.second, self.answer["depth" if self.way.by_depth else "states"] or 0)
            self.go_on(most, *words)
        for _ in range(3):
            if self.answer["status"] != "complete":
                self.go_on(None, "--threads", str(1 + self.way.threads % 2))
        self.complete(self.answer)
        return self.verify(complete=True)

    def go_on(self, most, *words):
        """What stopped where it was asked to goes on only when asked otherwise."""
        stopped = "--stop" in self.answer["limit"]
        self.resume(*words, *(["--stop", "exhausted"] if stopped else []))
        if self.answer["status"] != "complete":
            self.part(most)
            self.verify(complete=False)

    def limit(self, share, least=0):
        """(options, (which, how many)), of more than what is there already."""
        if self.way.by_depth:
            most = max(1 + int(share * max(self.graph.depth.values())), least + 1)
            return ["--max-depth", str(most)], ("depth", most)
        most = max(1 + int(share * len(self.graph.depth)), least + 1)
        return ["--max-states", str(most)], ("states", most)

    def part(self, most):
        """What a run that was cut short says is so, or null."""
        answer, figures = self.answer, self.graph.figures()
        self.counted["cut short"] += 1
        if most and answer["limit"] and most[0] in answer["limit"]:
            if answer[most[0]] is not None and answer[most[0]] > most[1]:
                raise Failed(f"limit: {answer[most[0]]} {most[0]}, more than {most[1]}")
        for name in ("states", "edges"):
            if answer[name] > figures[name]:
                raise Failed(f"{name}: the oracle says {figures[name]}, the program {answer[name]} when cut short")
        shortest = figures.get("shortest") or {"length": None}
        self.partly("shortest", shortest["length"], answer["shortest"] and answer["shortest"]["length"])
        if answer["shortest"]:
            self.partly("shortest count", text_of(shortest.get("count")), answer["shortest"]["count"])
        for name, reported in answer["cheapest"].items() if answer["cheapest"] and self.goal else ():
            if reported:
                best = figures["cheapest"][name]
                self.partly(f"cheapest {name}", best["cost"], reported["cost"])
                self.partly(f"cheapest {name} count", text_of(best["count"]), reported["count"])
        self.partly("dead ends", figures.get("dead_ends"), answer["dead_ends"])
        self.violations_partly(answer, figures)
        if self.way.stop == "shortest" and "shortest" in (answer["limit"] or "") and not answer["shortest"]:
            if self.by[0] is None:
                raise Failed("stop shortest: the run stopped there, and says no shortest length")
        self.rows(whole=False)
        self.solutions(whole=False)

    def partly(self, tag, ours, theirs):
        if theirs is not None:
            self.expect(tag + ", cut short", ours, theirs)

    # ---- rows ----

    def base(self):
        return sqlite3.connect(f"file:{self.db}?mode=ro", uri=True)

    def rows(self, whole):
        kept = TRACES.index(self.way.trace)
        if kept >= TRACES.index("states"):
            self.state_rows(whole)
            self.violation_rows(whole)
        if kept >= TRACES.index("edges"):
            self.edge_rows(whole)

    def state_rows(self, whole):
        graph, rules = self.graph, self.rules
        known = {tuple(map(str, rules.stored(s))): s for s in graph.depth}
        self.ids, depths, starts = {}, {}, set(graph.starts)
        with self.base() as db:
            rows = db.execute("SELECT * FROM states ORDER BY id")
            names = [d[0] for d in rows.description]
            self.expect("columns", unlike_fixed(heads(rules)), names[6:])
            for number, depth, to_goal, start, goal, shown, *values in rows:
                state = known.get(tuple(map(str, values)))
                if state is None or state in depths:
                    raise Failed(f"states: row {number} is {'there twice' if state else 'not reachable'}: {values}")
                self.ids[number], depths[state] = state, depth
                left = graph.left.get(state) if self.goal else None
                if whole or to_goal is not None:
                    self.expect(f"to_goal of state {number}", left, to_goal)
                self.expect(f"is_start of state {number}", int(state in starts), start)
                self.expect(f"is_goal of state {number}", int(state in graph.goal_states), goal or 0)
                self.expect(f"shown of state {number}", self.rules.shown(state), shown)
        if whole:
            self.expect_sets("states", set(known.values()), set(depths))
        self.depths(depths, whole)

    def depths(self, depths, whole):
        best = self.graph.depth
        if self.way.order == "depth-first":
            return self.tree_depths(depths)
        exact = whole or self.way.order == "breadth-first"
        for state, depth in depths.items():
            if exact or depth is not None and depth < best[state]:
                self.expect(f"depth of a state ({self.graph.spelled(state)})", best[state], depth)
        return None

    def tree_depths(self, depths):
        """In a depth-first run: one more than that of a state from which a move leads there."""
        into = {}
        for state, _, after, _ in self.graph.edges():
            into.setdefault(after, set()).add(depths.get(state))
        for state, depth in depths.items():
            if depth is not None and depth > 0 and depth - 1 not in into[state]:
                raise Failed(f"depth in the tree: {self.graph.spelled(state)} is {depth} deep, behind none of {depth - 1}")
            if depth == 0 and state not in self.graph.starts:
                raise Failed(f"depth in the tree: {self.graph.spelled(state)} is no start")

    def edge_rows(self, whole):
        graph = self.graph
        edges, refused = [], []
        costs = "".join(f', "{c}"' for c in self.rules.costs)
        with self.base() as db:
            for src, move, dst, *paid in db.execute(f"SELECT src, move, dst{costs} FROM edges"):
                edges.append((self.ids.get(src), move, self.ids.get(dst), tuple(paid)))
            if self.way.trace == "all":
                for src, move, rule in db.execute("SELECT src, move, rule FROM rejections"):
                    refused.append((self.ids.get(src), move, rule))
        ours = set(graph.edges())
        self.same_rows("edges", ours, edges, whole)
        if self.way.trace == "all":
            self.same_rows("rejections", graph.rejected, refused, whole)
            if self.answer["rejections"] is not None:
                self.expect("rejections in the file", self.answer["rejections"], len(refused))
        self.expect("edges in the file", self.answer["edges"], len(edges))

    def same_rows(self, tag, ours, theirs, whole):
        rows = set(theirs)
        if len(rows) < len(theirs):
            raise Failed(f"{tag}: a row is there twice")
        self.expect_sets(tag, ours if whole else ours & rows, rows)

    # ---- solutions ----

    def key(self, costs, length):
        return tuple(length if which is None else self.graph.signed(which, costs[which]) for which in self.by) + (length,)

    def solutions(self, whole):
        most = 100 if self.way.solutions is None else self.way.solutions
        if self.way.trace == "none" or not self.goal:
            most = 0
        with self.base() as db:
            costs = "".join(f', "{c}"' for c in self.rules.costs)
            rows = db.execute(f"SELECT id, length, moves{costs} FROM solutions ORDER BY id").fetchall()
            steps = collections.defaultdict(list)
            for solution, move, *paid in db.execute(f"SELECT solution, move{costs} FROM steps ORDER BY solution, step"):
                steps[solution].append((move, tuple(paid)))
        self.expect("solutions stored", len(rows), self.answer["solutions"]["stored"])
        if len(rows) > most:
            raise Failed(f"solutions: {len(rows)} are stored, {most} were asked for")
        for number, length, moves, *paid in rows:
            self.plan(number, length, tuple(paid), steps[number])
        keys = [self.key(paid, length) for _, length, _, *paid in rows]
        found_first = "--stop first" in (self.answer["limit"] or "")  # then what was found leads
        self.expect("order of solutions", sorted(keys[found_first:]), keys[found_first:])
        if whole and most:
            self.all_plans(keys, most)

    def plan(self, number, length, paid, steps):
        """A stored plan can be made, and costs what it says."""
        self.counted["plans"] += 1
        moves = [move for move, _ in steps[1:]]
        self.expect(f"steps of solution {number}", length, len(moves))
        ways = self.graph.replay(moves)
        spent = tuple(cost for _, cost in steps)
        passes, many = self.graph.passes_goals(), len(ways)
        ways = {(path, (*so_far[:-1], self.graph.ended(so_far[-1], path[-1]))) for path, so_far in ways
                if path[-1] in self.graph.goal_states}
        fit = [path for path, so_far in ways if so_far == spent and so_far[-1] == paid
               and (passes or not any(s in self.graph.goal_states for s in path[:-1]))]
        if not fit and many < 2000:
            raise Failed(f"solution {number}: {moves} at {paid} is no plan to a first goal")

    def all_plans(self, keys, most):
        plans = self.graph.plans(PLANS)
        if plans is None:
            return
        ours = sorted(self.key(p[:-1], p[-1]) for p in plans)
        self.counted["plans counted"] += len(ours)
        self.expect("best solutions", ours[:most], keys)
        if self.answer["solutions"]["count"] is not None:
            self.expect("solutions", str(len(ours)), self.answer["solutions"]["count"])

    # ---- the other commands ----

    def verify(self, complete):
        code, out, err = self.run("verify", "random.db")
        self.counted["verified"] += 1
        if code == 0 or code == 3 and not complete:
            return
        if "64 bits" in err + out and self.graph.may_overflow() and code == 3:
            return
        answer = " / ".join(l for l in out.splitlines() if "holds " not in l and l.strip() != "")
        raise Failed(f"verify: ended with {code}: {err.strip()[:300]} {answer[:900]}")

    def extras(self):
        kept = TRACES.index(self.way.trace)
        if self.way.extra in (0, 1, 2):
            self.why()
        elif self.way.extra == 3:
            self.count(str(len(self.graph.deadlocks())), "query", "random.db", "deadlocks")
        elif self.way.extra == 4 and (self.rules.invariants or self.rules.forbids_deadlock):
            self.list_violations()
        if not self.goal:
            return
        self.greatest()
        if self.way.extra == 3:
            plans = self.graph.plans(PLANS)
            if plans is not None:
                self.count(str(len(plans)), "query", "random.db", "all")
        elif self.way.extra == 4:
            length = int(self.way.pick * 4)
            self.count(str(self.graph.walks(length)), "query", "random.db", "plans", "--length", str(length))
        elif self.way.extra == 6 and len(self.graph.depth) < 400:
            self.pareto()
        elif self.way.extra == 5 and kept:
            length = int(self.way.pick * 4)
            sets = [word for s in self.case.settings for word in ("--set", s)]
            self.count(str(self.graph.walks(length)), "plans", "random.yaml", str(length), *sets)

    def greatest(self):
        """The best plans by a cost that is maximized, and how many are within a few of the best."""
        for name in self.rules.maximized if self.graph.goal_states else ():
            which, some = self.price_of(name), int(self.way.pick * 5)
            best, moves, plans = self.graph.cheapest(which)
            code, out, err = self.run("query", "random.db", "cheapest", "--by", name, "--count", "--format", "json")
            if code:
                raise Failed(f"cheapest: ended with {code}: {err[:400]}")
            row = json.loads(out)[0]
            self.expect(f"cheapest by {name}", (best, moves, str(plans)), (row[name], row["length"], text_of(row["count"])))
            all_plans = self.graph.plans(PLANS)
            if all_plans is not None:
                near = sum(plan[which] >= best - some for plan in all_plans)
                self.count(str(near), "query", "random.db", "all", "--by", name, "--within", str(some))

    def pareto(self):
        """By all costs, in some order: no vector is missing or too many, and each has as many plans as it says."""
        names = [*self.rules.costs, "moves"]
        random.Random(self.seed).shuffle(names)
        front = self.graph.front([None if n == "moves" else self.rules.costs.index(n) for n in names])
        if any(max(vector) > MOST for vector in front):
            return
        code, out, err = self.run("query", "random.db", "pareto", "--by", ",".join(names), "--format", "json")
        if code not in (0, 1):
            raise Failed(f"pareto: ended with {code}: {err[:400]}")
        self.counted["fronts"] += 1
        theirs = {tuple(row[n] for n in names): (row["length"], text_of(row["count"])) for row in json.loads(out)}
        self.expect("pareto", {v: (moves, str(plans)) for v, (moves, plans) in front.items()}, theirs)

    def count(self, ours, *words):
        code, out, err = self.run(*words, "--count", "--format", "json")
        if code not in (0, 1):
            raise Failed(f"{words[0]}: ended with {code}: {err[:400]}")
        rows = json.loads(out)
        row = rows[0] if isinstance(rows, list) else rows
        reported = row["count"] if isinstance(row, dict) else row
        self.expect(" ".join(words[:3]), ours, text_of(reported))

    def list_violations(self):
        """The answer to a question, each with a plan that leads there in the fewest moves."""
        code, out, err = self.run("query", "random.db", "violations", "--format", "json")
        known, depth = self.graph.violations(), self.graph.depth
        if code not in (0, 1):
            raise Failed(f"query: ended with {code}: {err[:400]}")
        rows = json.loads(out)
        self.expect("lengths of violations", sorted((depth[s], name) for name, states in known.items() for s in states),
                    sorted((row["length"], row["invariant"]) for row in rows))
        self.expect("order of lengths", sorted(row["length"] for row in rows), [row["length"] for row in rows])
        for row in rows[:20]:
            moves = row["plan"]
            ends = {path[-1] for path, _ in self.graph.replay(moves)}
            self.expect(f"moves to state {row['state']}", row["length"], len(moves))
            if not ends & known[row["invariant"]]:
                raise Failed(f"violations: {moves} leads to no state that violates {row['invariant']}")

    def why(self):
        """Every move at one state: where it leads, and what rejects it."""
        states = list(self.graph.depth)
        state = states[int(self.way.pick * len(states))]
        values = self.rules.names(state)
        columns = unlike_fixed(self.rules.columns)
        where = " ".join(f"{c}={v}" for c, v in zip(columns, values))
        code, out, err = self.run("why", "random.db", where, "--format", "json")
        self.counted["why"] += 1
        if code != 0:
            raise Failed(f"why: ended with {code} at {where}: {(err + out)[:400]}")
        rows = json.loads(out)
        leads = {row["move"] for row in rows if row["outcome"] == "leads to"}
        self.expect_sets("why: moves", {text for text, _ in self.graph.out[state]}, leads)
        if TRACES.index(self.way.trace) >= TRACES.index("states"):
            ours = {(text, after) for text, after in self.graph.out[state]}
            reported = {(row["move"], self.ids.get(row["state"])) for row in rows if row["outcome"] == "leads to"}
            self.expect_sets("why: successors", ours, reported)
        violated = {name for name, found in self.graph.violations().items() if state in found}
        self.expect_sets("why: invariants", violated, {r["rule"] for r in rows if r["outcome"] == "violates"})
        refused = {(row["move"], row["rule"]) for row in rows if row["outcome"] == "refused"}
        ours = {(text, rule) for s, text, rule in self.graph.rejected if s == state}
        self.expect_sets("why: rejections", ours, {(t, r) for t, r in refused if (t, r) in ours})
        self.expect_sets("why: refused moves", {t for t, _ in ours}, {t for t, _ in refused})


NEVER_RIGHT = re.compile(
    r"^random\.yaml:\d+:\d+: error: (?:the index (?P<index>\S+) of '(?P<of>\w+)' is outside of .*"
    r"|'(?P<into>\w+)' cannot hold (?P<value>\S+): it is .*)\n(?P<line>.*)\n(?P<mark> *\^~*)$", re.M)


NO_SUCH_PLACE = re.compile(r"^random\.yaml:\d+:\d+: error: the list has room for (?P<most>\d+) values?\n(?P<line>.*)\n(?P<mark> *\^~*)$", re.M)


def no_such_place(rules, err):
    """Whether a constant place is named that a list of so many never has."""
    found = NO_SUCH_PLACE.search(err)
    if "in the state" in err or not found:
        return False
    at, most = constant_of(rules, found["line"][found["mark"].index("^"):len(found["mark"])]), int(found["most"])
    return not -most <= at < most


def found_unread(rules, err):
    """A constant index or value that is never right is a mistake before anything runs, even where no state comes to it.

    True only where the reader agrees: no type that indexes the name (or that the variable has) holds the
    value, and what is underlined comes to that value by itself."""
    found = NEVER_RIGHT.search(err)
    if no_such_place(rules, err):
        return True
    if "in the state" in err or not found:
        return False
    kind, named = rules.global_name(found["of"] or found["into"]) or (None, None)
    if kind == "constant":
        types = named.types
    elif kind == "variable":
        types = named.index if found["of"] else [rules.cells[named.first]]
    else:
        return False
    if kind == "constant" and not types and isinstance(named.data, list):
        types = [Type(int, range(len(named.data)))]
    spelled = found["index"] or found["value"]
    underlined = found["line"][found["mark"].index("^"):len(found["mark"])]
    return any(not holds(rules, of, spelled) for of in types) and comes_to(rules, underlined, spelled)


def holds(rules, of, spelled):
    value = constant_of(rules, spelled)
    try:
        return of.position(value) >= 0
    except Mistake:
        return True  # of another kind: this is not the index that is meant


def comes_to(rules, underlined, spelled):
    """Where it cannot be read by itself, the names in it are bound around it."""
    try:
        return same(constant_of(rules, underlined), constant_of(rules, spelled))
    except (Mistake, Trouble):
        return True


def constant_of(rules, words):
    return rules.constant_value(language.expression(words))


class Overflow(Exception):
    """The costs of plans outgrow 63 bits, which the program may say."""


class TooSlow(Exception):
    """The reader takes too long."""


class Static(Exception):
    """A constant is stored that its variable can never hold: a mistake even where that is not reached."""


# ---- seeds -------------------------------------------------------------------------


def attempt(program, folder, seed, case=None, without=()):
    """(what was compared, its commands, what differs or None)"""
    runs = Runs(program, folder, seed, case, without)
    wrong = None
    signal.signal(signal.SIGALRM, too_slow)
    signal.alarm(SECONDS)
    try:
        runs.go()
    except TooSlow:
        runs.counted["too slow"] += 1
    except Failed as failed:
        wrong = str(failed)
    except Overflow:
        runs.counted["overflows"] += 1
    except Static:
        runs.counted["refused unread"] += 1
    except subprocess.TimeoutExpired:
        wrong = "time: the program took a minute"
    except Exception:
        wrong = "test: " + traceback.format_exc()[-1500:]
    finally:
        signal.alarm(0)
    return runs, wrong


def too_slow(*_):
    raise TooSlow()


def tag_of(wrong):
    """What kind of difference it is: where it was found, and of a message its words without names and numbers."""
    tag, _, rest = wrong.partition(": ")
    answer = re.search(r"error: ([^\n]*)", rest) if tag in ("refused", "verify", "why", "start", "query", "plans") else None
    found = re.search(r" / (\w[\w ]*?) +\d+ +does not hold", rest) if tag == "verify" else None
    words = f"{tag}: {answer[1]}" if answer else f"{tag}: {found[1]}" if found else tag
    return re.sub(r"'[^']*'|\d+|\(.*?\)", "", words)[:80]


def blocks(lines):
    """(first, last + 1) of every line with what is indented below it, large ones first."""
    found = []
    for at, line in enumerate(lines):
        indent = len(line) - len(line.lstrip())
        end = at + 1
        while end < len(lines) and len(lines[end]) - len(lines[end].lstrip()) > indent:
            end += 1
        if line.lstrip().startswith("? "):
            end = min(end + (end == at + 1), len(lines))
        found.append((at, end))
    return sorted(found, key=lambda block: block[0] - block[1])


def shrink(program, folder, seed, case, wrong, most=400):
    """The puzzle with whatever can be left out for the same kind of difference."""
    tag, tries = tag_of(wrong), 0
    settled = False
    while not settled and tries < most:
        settled = True
        lines = case.text.splitlines()
        for first, last in blocks(lines):
            less = random_puzzle.Case("\n".join(lines[:first] + lines[last:]) + "\n", case.settings, case.files, lists=case.lists)
            tries += 1
            _, now = attempt(program, folder, seed, less)
            if now is not None and tag_of(now) == tag and tries < most:
                case, wrong, settled = less, now, False
                break
    return case, wrong


class Worker:
    """Seeds one after the other, in a folder of its own."""

    def __init__(self, given):
        self.given = given

    def __call__(self, seed):
        folder = tempfile.mkdtemp(prefix="wgcq-random-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
        try:
            runs, wrong = attempt(self.given.wgcq, folder, seed, without=self.given.without)
            case, commands, text = runs.case, runs.commands, None
            if wrong:
                if not self.given.no_shrink and not wrong.startswith(("test", "generator")):
                    case, wrong = shrink(self.given.wgcq, folder, seed, case, wrong)
                    runs, again = attempt(self.given.wgcq, folder, seed, case)
                    wrong, commands = again or wrong, runs.commands
                text = getattr(runs, "text", case.text)
            return seed, runs.counted, wrong, commands, text
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def report(number, seed, wrong, commands, text):
    print(f"not ok {number} - random puzzle {seed}")
    print(f"# {wrong[:1500]}".replace("\n", "\n# "))
    for words in commands:
        print(f"# $ wgcq {words}")
    for line in (text or "").splitlines():
        print("#   " + line)


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--wgcq", required=True)
    options.add_argument("--first-seed", type=int, default=os.environ.get("FIRST_SEED") or None,
                         help="where neither given nor in the environment as FIRST_SEED: a fresh one")
    options.add_argument("--count", type=int, default=seeds.share(180))
    options.add_argument("--jobs", type=int, default=os.cpu_count())
    options.add_argument("--no-shrink", action="store_true", help="print puzzles that fail as they are")
    options.add_argument("--quiet", action="store_true", help="print what fails, and a line each thousand")
    options.add_argument("--most", type=int, default=5, help="stop behind so many that failed (%(default)s)")
    options.add_argument("--without", default="", metavar="FORM,...",
                         help="leave these out of the puzzles: " + ", ".join([*random_puzzle.FORMS, "lists", *random_lists.FORMS]))
    given = options.parse_args()
    given.without = given.without.split(",")
    given.wgcq = os.path.abspath(given.wgcq)
    first = given.first_seed if given.first_seed is not None else random.SystemRandom().randrange(10**9)
    print(f"# seeds {first} to {first + given.count - 1}: random_runs.py --first-seed {first} --count {given.count}", flush=True)
    counted, tags, number, failed = collections.Counter(), collections.Counter(), 0, 0
    with multiprocessing.Pool(given.jobs) as pool:
        for seed, found, wrong, commands, text in pool.imap(Worker(given), range(first, first + given.count)):
            number += 1
            counted.update(found)
            if wrong:
                failed += 1
                tags[tag_of(wrong)] += 1
                report(number, seed, wrong, commands, text)
            elif not given.quiet:
                print(f"ok {number} - random puzzle {seed}")
            elif number % 1000 == 0:
                print(f"# {number} done; --first-seed {seed + 1} goes on behind them")
            sys.stdout.flush()
            if failed >= given.most:
                break
        pool.terminate()
    number += 1
    left_out = counted["too slow"] + counted["too large"]
    expected = number / 50  # at most, but for chance: four deviations
    many = left_out > expected + 4 * expected ** 0.5 + 1
    failed += many
    print(f"{'not ok' if many else 'ok'} {number} - {left_out} puzzles were too much for the reader")
    print(f"1..{number}")
    for tag, count in tags.most_common():
        print(f"# {count} failed in: {tag}")
    print(f"# swept: {number - 1} random puzzles from seed {first}: "
          + ", ".join(f"{count:,} {what}" for what, count in sorted(counted.items())))
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
