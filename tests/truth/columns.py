"""Costs, variables and parameters of random puzzles that are called as columns of results are.  Each column has a name of its
own, also for readers that ignore case: ours keep theirs, and the others get as few "_" as make them unique; under each name
stand the values of that cost.  Prints TAP.

    python3 tests/truth/columns.py [--wgcq build/wgcq] [--count 4] [--seed N]
"""

import collections
import csv
import io
import json
import os
import random
import subprocess
import sys
import tempfile

import seeds

WORDS = """length count solution step move shown plan moves class size at_least shortest shortest_count by_length id depth
    to_goal is_start is_goal src dst states edges goals dead_ends violated_invariants violated_properties shortest_length status seconds db remark
    run least rule name state a a_count""".split()
FORMATS = "json", "jsonl", "csv", "tsv"
PLANS = "solution length moves".split(), ["plan"]
FRONT = ["solution"], "count length plan".split()
STEPS = "step move shown moves".split(), []
CLASSES = "class size length moves".split(), ["plan"]
COUNT = ["count", "length"], []
# of a sweep, before and behind those of costs
BEHIND = "status seconds remark".split()
FIGURES = "states edges depth goals dead_ends violated_invariants violated_properties shortest_length shortest_count".split()
QUESTIONS = "all pareto dead-ends deadlocks violations bottlenecks distances farthest rules coverage".split()


def some_names(r, count, but=()):
    """Distinct names, some of which differ by case or underscores alone."""
    found, used = [], {name.lower() for name in but}
    while len(found) < count:
        word = r.choice(WORDS)
        word = r.choice([word, word, word.capitalize(), word.upper()]) + "_" * r.choice([0, 0, 0, 1, 2])
        if word not in (*found, "moves") and word.lower() not in used:
            found.append(word)
    return found


def misnamed(columns, given, before, after):
    """What is wrong with names that were given, between columns of ours; None: nothing."""
    found = columns[len(before):len(columns) - len(after)]
    if [*before, *found, *after] != columns or len(found) != len(given):
        return f"{columns} are not {before}, {given}, {after}"
    ours = {name.lower() for name in [*before, *after]} | {"moves"} & {*given}
    taken, earlier = ours | {name.lower() for name in [*given, *found]}, set(ours)
    for name, column in zip(given, found):
        if name == column == "moves":  # the cost that is ours
            continue
        more = len(column) - len(name)
        if column != name + "_" * more or (more > 0) != (name.lower() in earlier):
            return f"{name} is called {column} among {columns}"
        if any(name.lower() + "_" * k not in taken for k in range(1, more)):
            return f"{name} is called {column}, with more than it needs among {columns}"
        earlier.add(name.lower())
    return None


class Hostile:
    def __init__(self, wgcq, folder, seed):
        self.wgcq, self.folder, self.r = wgcq, folder, random.Random(f"columns {seed}")
        r, self.outputs, self.named = self.r, 0, 0
        self.costs = some_names(r, r.randint(4, 9))
        self.params = some_names(r, 2)
        self.variables = some_names(r, 4, self.params)
        first, spare = self.variables[0], self.variables[1:]
        # the moves have other costs each, so that a sum tells whose it is
        self.weights = {move: {c: 10 ** 3 * k + i + 1 for i, c in enumerate(self.costs)} for k, move in enumerate("ab", 1)}
        lines = ["puzzle: columns", "params:", *(f"  {p}: 2" for p in self.params), "state:",
                 *(f"  {v}: 0..3" for v in self.variables), "start: {%s}" % ", ".join(f"{v}: 0" for v in self.variables),
                 "costs: {%s}" % ", ".join(f"{c}: 0" for c in self.costs), "moves:"]
        for move, of in self.weights.items():
            lines += [f"  {move}:", f"    - guard: {first} < {self.params[0]} and {self.params[1]} > 0", f"    - set: {first} = {first} + 1",
                      *([f"    - set: {spare[0]} = 1"] if move == "a" else []),
                      *(f"    - cost: {c} = {n}" for c, n in of.items())]
        self.text = "\n".join([*lines, f"goal: {first} == {self.params[0]}", f"invariant:\n  low: {first} < 2"]) + "\n"

    def run(self, *words):
        done = subprocess.run([self.wgcq, *words], cwd=self.folder, capture_output=True, text=True, timeout=120)
        if done.returncode in (2, 4) or done.returncode < 0:
            raise AssertionError(f"wgcq {' '.join(words)}: {done.returncode} {done.stderr}")
        return done.stdout

    def rows(self, form, out):
        """[(columns, cells)]; raises ValueError where a name comes twice."""
        if form in ("csv", "tsv"):
            names, *rows = csv.reader(io.StringIO(out)) if form == "csv" else (line.split("\t") for line in out.splitlines())
            self.distinct([name.lower() for name in names])
            return [(names, row) for row in rows]
        found = json.loads(out, object_pairs_hook=self.pairs) if form == "json" else \
            [json.loads(line, object_pairs_hook=self.pairs) for line in out.splitlines()]
        rows = [([*row], [*row.values()]) for row in found] if isinstance(found, list) else []
        for names, _ in rows:
            self.distinct([name.lower() for name in names])
        return rows

    def pairs(self, items):
        """An object: a map of costs in it may have names that differ by case alone."""
        self.distinct([name for name, _ in items])
        return dict(items)

    def distinct(self, names):
        self.outputs += 1
        twice = [name for name, times in collections.Counter(names).items() if times > 1]
        if twice:
            raise ValueError(f"{twice} come twice among {names}")

    # ---- values ----

    def spent(self, cost, moves):
        return sum(self.weights[move][cost] for move in moves)

    def moves_of(self, plan):
        return plan if isinstance(plan, list) else plan.split("; ")

    def costs_are(self, row, at, costs, moves):
        expected = [len(moves) if c == "moves" else self.spent(c, moves) for c in costs]
        found = [int(v) for v in row[at:at + len(costs)]]
        self.named += 1
        return None if found == expected else f"{costs} of {moves} are {expected}, and it has {found}"

    def steps_are(self, rows, costs):
        moves = [row[1] for _, row in rows if row[1]]
        return next((w for i, (_, row) in enumerate(rows) if (w := self.costs_are(row, 4, costs, moves[:i]))), None)

    def named_as(self, rows, shape, costs, check):
        """What is wrong with names and values of one answer."""
        if not rows:
            return None
        if wrong := misnamed(rows[0][0], costs, *shape):
            return wrong
        return check(rows, costs)

    def plans_are(self, rows, costs, at=3):
        return next((w for _, row in rows if (w := self.costs_are(row, at, costs, self.moves_of(row[-1])))), None)

    def front_is(self, rows, costs):
        return self.plans_are(rows, costs, 1)

    def classes_are(self, rows, costs):
        return self.plans_are(rows, costs, 4)

    def cheapest_is(self, rows, costs):
        """Its row of --count: move a is the cheaper one."""
        row = rows[0][1]
        return self.costs_are(row, 2, costs, "aa") if [int(v) for v in row[:2]] == [1, 2] else f"{row[:2]} for one plan of two moves"

    # ---- questions ----

    def asked(self):
        """(words, names that were given, columns of ours around them, check of the values)"""
        r, costs = self.r, self.costs
        some = r.sample(costs, 3)
        plans = (costs, PLANS, self.plans_are)
        yield ("plans", "p.yaml", "2"), *plans
        for question in ("shortest", "cheapest", "all", "best", "plans"):
            length = {"plans": ["--length", "2"], "best": ["--k", "3"]}.get(question, [])
            yield ("query", "p.db", question, *length), *plans
            if question != "best":
                yield ("query", "p.db", question, *length, "--limit", "2"), *plans
            if question != "plans":
                yield ("query", "p.db", question, *length, "--by", ",".join(some)), *plans
        yield ("query", "p.db", "cheapest", "--by", ",".join(some), "--count"), some, COUNT, self.cheapest_is
        by = r.sample([*some, "moves"], 4)
        yield ("query", "p.db", "pareto", "--by", ",".join(by)), by, FRONT, self.front_is
        yield ("query", "p.db", "pareto"), [*costs, "moves"], FRONT, self.front_is
        yield ("query", "p.db", "classes", "--up-to", "commuting"), costs, CLASSES, self.classes_are
        yield ("show", "p.db", "1"), costs, STEPS, self.steps_are

    def questions(self):
        """Others, whose names need only be distinct."""
        for question in QUESTIONS:
            yield "query", "p.db", question
            yield "query", "p.db", question, "--count"
        yield from (("sql", "p.db", f"SELECT * FROM {view}")
                    for view in ("states", "edges", "rejections", "solutions", "steps", "violations", "runs", "cheapest",
                                 "solutions JOIN steps", "states AS a JOIN states AS b"))
        yield "sql", "p.db", "SELECT 1 AS x, 2 AS X, 3 AS x_, 4 AS x, 5"
        yield "compare", "p.db", "1", "2"
        yield "compare", "p.db", "more figure", "figure"
        yield "solve", "p.yaml", "--replace", "-o", "q.db"
        yield from (("runs", "p.db"), ("verify", "p.db"), ("why", "p.db", "1"), ("check", "p.yaml"))

    def swept(self):
        """A sweep over both parameters: its rows have the values and the figures."""
        words = ["solve", "p.yaml", *(w for p in self.params for w in ("--set", f"{p}=1..2")), "--trace", "none"]
        for form in FORMATS:
            rows = self.rows(form, self.run(*words, "--format", form))
            names, count = rows[0][0], len(self.params)
            figures = names[count:]
            if figures[:len(FIGURES)] != FIGURES or figures[-len(BEHIND):] != BEHIND:
                return f"sweep, {form}: {names}"
            if wrong := misnamed(names, self.params, [], figures):
                return f"sweep, {form}: {wrong}"
            settings = [(int(a), int(b)) for _, (a, b, *_) in rows]
            if settings != [(1, 1), (1, 2), (2, 1), (2, 2)]:
                return f"sweep, {form}: {settings}"
            for (length, _), (_, row) in zip(settings, rows):
                cheapest = [int(v) for v in row[count + len(FIGURES):count + len(FIGURES) + 2 * len(self.costs):2]]
                if cheapest != [self.spent(c, "a" * length) for c in self.costs]:
                    return f"sweep, {form}: {self.costs} of {length} moves are {cheapest}"
                self.named += 1
        return None

    def wrong(self):
        path = os.path.join(self.folder, "p.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.text)
        self.run("solve", "p.yaml", "-o", "p.db")
        for copy in ("more figure", "figure"):
            with open(os.path.join(self.folder, "p.db"), "rb") as file, open(os.path.join(self.folder, copy), "wb") as to:
                to.write(file.read())
        for form in FORMATS:
            for words, costs, shape, check in self.asked():
                try:
                    rows = self.rows(form, self.run(*words, "--format", form))
                    found = self.named_as(rows, shape, costs, check)
                except ValueError as error:
                    found = error
                if found:
                    return f"{' '.join(words)}, {form}: {found}"
                if not rows:
                    return f"{' '.join(words)}, {form}: no rows"
            for words in self.questions():
                try:
                    out = self.run(*words, "--format", form)
                    if out.strip():
                        self.rows(form, out)
                except ValueError as error:
                    return f"{' '.join(words)}, {form}: {error}"
        return self.swept()


def main():
    given = seeds.options(4 if seeds.WHOLE else 2)
    totals = collections.Counter()

    def differences(seed):
        with tempfile.TemporaryDirectory() as folder:
            puzzle = Hostile(given.wgcq, folder, seed)
            try:
                found = puzzle.wrong()
            except (AssertionError, ValueError) as error:
                found = error
            totals.update(heads=puzzle.outputs, values=puzzle.named)
            return found and f"{found}\n{puzzle.text}"
    failed = seeds.failures(given, differences)
    print(f"# {totals['heads']} lists of names, {totals['values']} rows with the values of costs")
    return seeds.report(("names of columns are unique, and stand for their costs", failed),
                        ("rows were compared", [] if totals["values"] > 100 * min(given.count, 1) else ["hardly any"]))


if __name__ == "__main__":
    sys.exit(main())
