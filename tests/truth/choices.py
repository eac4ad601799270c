#!/usr/bin/python3
"""Random moves of many choices and guards, against the reader.  Prints TAP.

    python3 tests/truth/choices.py [--wgcq build/wgcq] [--count 60] [--seed N]

Which combinations of choices pass is found before the move is run, as soon as the names that a guard reads are bound; so
guards here read any of them, in any order: some fail (a division, an index), some name a rejection, some read the state,
or how many members a subset has.  Figures, rows, plans and errors are held to what reader.py finds (random_runs.py).
"""

import argparse
import os
import random
import shutil
import sys
import tempfile

import random_runs
import seeds
from random_puzzle import Case

HEAD = """puzzle: Choices
types:
  animal: [ant, bee, cat]
  few: 0..2
constants:
  odd: [1, 0, 2]
  worth[animal]: {ant: 2, bee: 0, cat: 1}
state:
  on[animal]: bool
  x: 0..3
  y[few]: 0..2
start: {on: false, x: 1, y: 0}
"""


class Make:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.names = []  # (name, item, number or subset)
        self.fresh = 0

    def chance(self, share):
        return self.r.random() < share

    def named(self, *kinds):
        return [name for name, kind in self.names if kind in kinds]

    def number(self, deep=0, state=True):
        """A number of names bound so far; few are out of range where they are used."""
        r = self.r
        ways = [str(r.randint(0, 2))]
        ways += [name for name in self.named("number") for _ in range(3)]
        ways += [f"len({name})" for name in self.named("subset") for _ in range(2)]
        ways += [f"worth[{name}]" for name in self.named("item")]
        if state and self.chance(0.25):
            ways += ["x", f"y[{self.number(2, False)}]"]
        if deep < 2:
            a, b = self.number(deep + 1, state), self.number(deep + 1, state)
            ways += [f"({a} {r.choice('+-*')} {b})", f"({a} + {b})"]
            if self.chance(0.4):
                ways += [f"({a} // {b})", f"({a} % {b})", f"odd[{a}]"] * 2
        return r.choice(ways)

    def condition(self, deep=0, state=True):
        r = self.r
        ways = [f"{self.number(0, state)} {r.choice(['==', '!=', '<', '<=', '>', '>='])} {self.number(0, state)}"] * 4
        for name in self.named("subset"):
            ways += [f"{r.choice(['ant', *self.named('item')])} in {name}", f"{r.randint(0, 1)} <= len({name}) <= {r.randint(1, 2)}",
                     f"any(worth[i] > {r.randint(0, 1)} for i in {name})"]
            if state:
                ways += [f"all(not on[i] for i in {name})"]
        if state:
            ways += [f"on[{name}]" for name in self.named("item")] + [f"x == {r.randint(0, 3)}", "not on[bee]"]
        if deep < 2:
            a, b = self.condition(deep + 1, state), self.condition(deep + 1, state)
            ways += [f"({a}) {r.choice(['and', 'and', 'or'])} ({b})"] * 3
            ways += [f"({a} if {b} else {self.condition(2, state)})"]
        return r.choice(ways)

    def clause(self):
        r = self.r
        self.fresh += 1
        kind = r.choice(["item", "number", "number", "subset"])
        name = f"{kind[0]}{self.fresh}"
        domain = {"item": ["animal"], "number": ["few", "0..2", f"0..{self.number(1)}", f"[{self.number(1)}, 1]"],
                  "subset": ["subsets(animal)", "subsets(animal, 0..2)", f"subsets(animal, 0..{self.number(2)})"]}[kind]
        text = f"{name} in {r.choice(domain[:1] if self.chance(0.5) else domain)}"
        self.names.append((name, kind))
        return text + (f" if {self.condition(1)}" if self.chance(0.3) else "")

    def step(self):
        r = self.r
        kind = r.choice(["choose"] * 4 + ["guard"] * 6 + ["set"] * 2 + ["named", "let"])
        if kind == "choose" and len(self.names) < 5:
            first = "first " if self.chance(0.1) else ""
            return f"choose: '{first}{', '.join(self.clause() for _ in range(r.randint(1, 2)))}'"
        if kind == "let":
            self.fresh += 1
            line = f"let: v{self.fresh} = {self.number()}"
            self.names.append((f"v{self.fresh}", "number"))
            return line
        if kind == "set" and self.chance(0.6):  # one that never fails, more often than not
            element = r.choice([f"on[{name}]" for name in self.named("item")] + [f"on[a] for a in {name}" for name in self.named("subset")]
                               + ["on[bee]"])
            value = r.choice(["true", "x == 1", "x < 2 and y[1] == 0", self.condition(1)])
            return f"set: {{'{element}': '{value}'}}" + self.refusal()
        if kind == "set":
            return f"set: {{x: 'min(3, max(0, {self.number()}))'}}"
        return f"guard: '{self.condition(0, self.chance(0.5))}'" + ("\n      else: refused" if kind == "named" else "")

    def refusal(self):
        """A guard behind a set, which reads names alone."""
        return "" if self.chance(0.3) else f"\n    - guard: '{self.condition(0, False)}'" + "\n      else: too late" * self.chance(0.5)

    def move(self, number):
        self.names = []
        steps = ["choose: '" + ", ".join(self.clause() for _ in range(self.r.randint(1, 3))) + "'"]
        steps += [self.step() for _ in range(self.r.randint(2, 6))]
        items, numbers = self.named("item"), self.named("number")
        steps.append(f"set: {{'on[{self.r.choice(items or ['cat'])}]': '{self.condition(1)}', x: '{self.r.choice(numbers or ['2'])} % 4'}}")
        text = " ".join("{" + name + "}" for name, _ in self.names)
        return f"  m{number} {text}:\n" + "".join(f"    - {step}\n" for step in steps)

    def make(self):
        text = HEAD + "moves:\n" + "".join(self.move(i) for i in range(self.r.randint(1, 2)))
        return Case(text + "goal: x == 3 and on[cat]\n")


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--wgcq", default=os.environ.get("WGCQ", "build/wgcq"))
    options.add_argument("--count", type=int, default=seeds.share(180))
    options.add_argument("--seed", type=int, default=int(os.environ.get("FIRST_SEED") or 0))
    given = options.parse_args()
    folder, failed, sound = tempfile.mkdtemp(prefix="wgcq-choices-"), 0, 0
    for number, seed in enumerate(range(given.seed, given.seed + given.count), 1):
        runs, wrong = random_runs.attempt(os.path.abspath(given.wgcq), folder, seed, Make(seed).make())
        sound += runs.counted["rows"] > 0
        failed += bool(wrong)
        if wrong:
            random_runs.report(number, seed, wrong, runs.commands, runs.case.text)
        else:
            print(f"ok {number} - choices {seed}", flush=True)
    shutil.rmtree(folder)
    few = sound < given.count // 12
    print(f"{'not ok' if few else 'ok'} {given.count + 1} - rows of {sound} puzzles were compared")
    print(f"1..{given.count + 1}")
    sys.exit(failed > 0 or few)


if __name__ == "__main__":
    main()
