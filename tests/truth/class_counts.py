#!/usr/bin/python3
"""How many classes of best plans there are, against every plan written down.  Prints TAP.

    python3 tests/truth/class_counts.py [--wgcq build/wgcq] [--count 240] [--seed 1]

Random puzzles of interchangeable people with a counter each, several starts, moves that join the same two states, and costs.  All
shortest and all cheapest plans are listed by recursion and put together by renaming people, by exchanging neighbours, and by sorting.
"""

import concurrent.futures
import itertools
import os
import random
import subprocess
import sys
import tempfile

import graphs
import seeds

PLANS_MOST = 1000
PEOPLE = ["ann", "bob", "cid", "dan"]


class People:
    """A state: (counters, tick, holder); holder -1 where there is none."""

    def __init__(self, chance):
        self.n, self.top, self.ticks = chance.randint(2, 4), chance.randint(1, 3), chance.randint(0, 2)
        self.top = min(self.top, 2) if self.n == 4 else self.top
        self.held = chance.random() < 0.5
        self.any = self.held and chance.random() < 0.7
        guards = ["True", f"y >= {chance.randint(0, 2)}", f"y <= {chance.randint(0, 2)}", f"sum(x) <= {chance.randint(1, 5)}",
                  "all(x[v] >= x[w] for v in who)", "all(x[v] <= x[w] for v in who)"]
        guards += ["h == w", "h != w"] if self.held else []
        raises = [("raise", 1, chance.choice(guards)), ("also", 1, chance.choice(guards)), ("jump", 2, chance.choice(guards))]
        self.raises = raises[:1] + [r for r in raises[1:] if chance.random() < 0.4]
        self.passes = self.held and chance.random() < 0.6
        self.costs = {kind: chance.choice([1, 1, 2, 3]) for kind in ("raise", "also", "jump", "tick", "pass")}
        self.cost_is_fee = chance.random() < 0.6
        least = chance.randint(1, self.n * self.top)
        self.goal = chance.choice([f"sum(x) >= {least}", f"all(x[w] == {self.top} for w in who)", f"sum(x) == {least} and y == {self.ticks}",
                                   f"any(x[w] == {self.top} for w in who)", f"sum(x) >= {least} and y == {self.ticks}"])

    def yaml(self):
        spell = lambda text: text.replace("sum(x)", "sum(x[p] for p in who)").replace("True", "true")
        who = ", ".join(PEOPLE[: self.n])
        lines = ["types:", f"  who: [{who}]", "state:", f"  x[who]: 0..{self.top}", f"  y: 0..{self.ticks}"] + ["  h: who"] * self.held
        held = f", h: {'any' if self.any else 'ann'}" if self.held else ""
        lines += ["start: {x: 0, y: 0" + held + "}", "costs: {fee: 0}" if self.cost_is_fee else "", "moves:"]
        for kind, by, guard in self.raises:
            lines += [f"  {kind} {{w}}:", "    - choose: w in who", f"    - guard: x[w] <= {self.top - by} and ({spell(guard)})", f"    - set: x[w] = x[w] + {by}"] + self.pay(kind)
        if self.ticks:
            lines += ["  tick:", f"    - guard: y < {self.ticks}", "    - set: y = y + 1"] + self.pay("tick")
        if self.passes:
            lines += ["  pass {w}:", "    - choose: w in who", "    - guard: h != w", "    - set: h = w"] + self.pay("pass")
        lines += [f"goal: {spell(self.goal)}", "symmetric: who"] + ["minimize: fee"] * self.cost_is_fee
        return "\n".join(line for line in lines if line) + "\n"

    def pay(self, kind):
        return [f"    - cost: fee = {self.costs[kind]}"] if self.cost_is_fee else []

    def starts(self):
        return [((0,) * self.n, 0, h) for h in (range(self.n) if self.any else [0 if self.held else -1])]

    def holds(self, text, state, w=None):
        x, y, h = state
        return eval(text, {"x": x, "y": y, "h": h, "w": w, "who": range(self.n), "sum": sum, "all": all, "any": any})

    def is_goal(self, state):
        return bool(eval(self.goal, {"x": state[0], "y": state[1], "who": range(self.n)}))

    def out(self, state):
        """[((kind, person), cost, state)]"""
        x, y, h = state
        found = []
        for kind, by, guard in self.raises:
            found += [((kind, w), self.costs[kind], (x[:w] + (x[w] + by,) + x[w + 1:], y, h)) for w in range(self.n)
                      if x[w] + by <= self.top and self.holds(guard, state, w)]
        if y < self.ticks:
            found.append((("tick", -1), self.costs["tick"], (x, y + 1, h)))
        if self.passes:
            found += [(("pass", w), self.costs["pass"], (x, y, w)) for w in range(self.n) if w != h]
        return found

    def best(self, fee):
        """All best plans, as (states, moves); None: too many."""
        price = lambda cost: (cost, 1) if fee and self.cost_is_fee else (0, 1)
        left = {}  # state: least (cost, moves) to a goal
        states, stack = set(self.starts()), list(self.starts())
        while stack:
            for _, _, to in self.out(stack.pop()):
                if to not in states:
                    states.add(to)
                    stack.append(to)
        left = {s: (0, 0) for s in states if self.is_goal(s)}
        changed = True
        while changed:
            changed = False
            for s in states:
                for _, cost, to in self.out(s):
                    if to in left:
                        more = tuple(a + b for a, b in zip(left[to], price(cost)))
                        if s not in left or more < left[s]:
                            left[s], changed = more, True
        begins = [s for s in self.starts() if s in left]
        least = min((left[s] for s in begins), default=None)
        plans, heap = [], [((s,), ()) for s in begins if left[s] == least]
        while heap:
            at, moves = heap.pop()
            if left[at[-1]] == (0, 0):
                plans.append((at, moves))
            for move, cost, to in self.out(at[-1]) if left[at[-1]] != (0, 0) else []:
                if to in left and tuple(a + b for a, b in zip(left[to], price(cost))) == left[at[-1]]:
                    heap.append((at + (to,), moves + (move,)))
            if len(plans) + len(heap) > PLANS_MOST:
                return None
        return plans

    def renamed(self, plan, by):
        """The plan with person i called by[i]."""
        states, moves = plan
        back = [by.index(i) for i in range(self.n)]
        return (tuple((tuple(x[back[i]] for i in range(self.n)), y, h if h < 0 else by[h]) for x, y, h in states),
                tuple((kind, w if w < 0 else by[w]) for kind, w in moves))

    def classes(self, plans):
        """{what they are equal up to: how many classes}"""
        orbits = {min(self.renamed(p, by) for by in itertools.permutations(range(self.n))) for p in plans}
        return {"symmetry": len(orbits), "commuting": exchanged(plans), "moves": len({tuple(sorted(moves)) for _, moves in plans})}


def exchanged(plans):
    """Classes of plans joined by each exchange of two moves between the same two states."""
    root = {p: p for p in plans}

    def find(p):
        while root[p] != p:
            p = root[p]
        return p

    there = {}
    for states, moves in plans:
        for i in range(len(moves) - 1):
            there.setdefault((i, moves[:i] + moves[i + 2:], states[:i + 1] + states[i + 2:]), []).append((states, moves))
    for (i, *_), alike in there.items():
        for a, b in itertools.combinations(alike, 2):
            if a[1][i] == b[1][i + 1] and a[1][i + 1] == b[1][i]:
                root[find(a)] = find(b)
    return len({find(p) for p in plans})


def ask(wgcq, *words):
    done = subprocess.run([wgcq, *words, "--quiet"], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def check(wgcq, seed):
    """What is wrong, and how many plans and classes there are: [(plans, classes), ...]."""
    p = People(random.Random(f"class counts {seed}"))
    wrong, drawn = [], []
    with tempfile.TemporaryDirectory(dir=graphs.QUICK) as folder:
        source, db = os.path.join(folder, "people.yaml"), os.path.join(folder, "people.db")
        with open(source, "w") as file:
            file.write(p.yaml())
        status, _, err = ask(wgcq, "solve", source, "-o", db, "--solutions", "1")
        if status not in (0, 1):
            return [f"solve: {status}: {err}\n{p.yaml()}"], []
        for plan_set, fee in (("shortest", False), ("cheapest", True)):
            if (plans := p.best(fee)) is None:
                continue
            for up_to, classes in p.classes(plans).items():
                status, out, err = ask(wgcq, "query", db, "classes", "--up-to", up_to, "--of", plan_set, "--count")
                if up_to == "symmetry" and p.held and not p.any and status == 2 and "does not hold" in err:
                    continue
                if status != (0 if classes else 1) or int(out or -1) != classes:
                    wrong.append(f"{plan_set} up to {up_to}: {status}: {out}{err}, not {classes} of {len(plans)}\n{p.yaml()}")
                drawn.append((up_to, len(plans), classes))
    return wrong, drawn


def main():
    given = seeds.options(240)
    numbers = range(given.seed, given.seed + given.count)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda seed: check(given.wgcq, seed), numbers))
    wrong = [f"puzzle {seed}: {line}" for seed, (lines, _) in zip(numbers, results) for line in lines]
    checks = [(f"classes of the best plans of {len(numbers)} puzzles, seed {given.seed}", wrong)]
    for kind in ("symmetry", "commuting", "moves"):
        counts = [(plans, classes) for _, drawn in results for up_to, plans, classes in drawn if up_to == kind]
        between = sum(1 < classes < plans for plans, classes in counts)
        few = [] if seeds.often(between, len(counts), 10) else [f"{between} of {len(counts)} have classes of several plans"]
        checks.append((f"up to {kind}: many have several classes, of several plans", few))
    return seeds.report(*checks)


if __name__ == "__main__":
    sys.exit(main())
