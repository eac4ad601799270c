#!/usr/bin/python3
"""Conditions of properties over time: `wgcq solve` evaluates them compiled, `wgcq verify` by the interpreter.  Prints TAP.

    python3 tests/truth/compiled.py [--wgcq build/wgcq] [--count 150] [--seed N]

To random puzzles, a fifth of them with lists or sets, properties of each kind are added, made of conditions that stand in the puzzle, of
what they were before a move, and of cells whose index is computed.  verify must say that verdicts and paths hold.
"""

import json
import os
import random
import subprocess
import sys
import tempfile

import coverage
import random_puzzle
import seeds
from reader import Mistake, Trouble

TWO_STATES = """puzzle: two states
params: {{most: {most}}}
types: {{slot: 0..{last}, colour: [red, green, blue]}}
state:
  at: slot
  c[slot]: colour
  n: -3..40
  q: list(2) of colour
  s: set of colour
  o: colour or none
start: {{at: 0, c: red, n: 0, q: [], s: [], o: none}}
moves:
  "paint {{x}}": [{{choose: x in colour}}, {{guard: n < most}}, {{set: {{"c[at]": x, n: n + 1}}}}]
  go: [{{set: at = (at + 1) % {size}}}]
  push: [{{guard: len(q) < 2}}, {{set: {{q: "q + [c[at]]", s: "s | [c[at]]", o: "c[at]"}}}}]
  pop: [{{guard: "q != []"}}, {{set: {{q: "q[1:]", o: none}}}}]
fair: {{weak: [go], strong: [pop, {{any: "paint {{x}}"}}]}}
properties:
{properties}
"""
NOW = ["at == {k}", "c[at] == red", "c[(at + {k}) % {size}] != c[at]", "n > {k}", "len(q) == {k} % 3", "green in q", "blue in s", "o == none",
       "count(c[i] == green for i in slot) > {k} % 2", "n - at in 0..{k}", "sum(i for i in slot if c[i] == red) == {k}", "s <= [red, green]"]


def conditions(r, size):
    return [text.format(k=r.randrange(size), size=size) for text in NOW]


def moved(r, now):
    """A condition of a move."""
    a, b = r.choice(now), r.choice(now)
    return r.choice([f"({a}) == old({b})", f"old({a}) or ({b})", f"(({a}) if old({b}) else ({a}) == old({a}))",
                     "c[old(at)] == old(c[at]) or old(at) == at", "n - old(n) in 0..1", "old(q) == q or q == old(q[1:]) or len(q) > 1",
                     "sum(1 for i in slot if c[i] != old(c[i])) <= 1", f"old(c[(at + 1) % {r.randrange(1, 3)}]) == c[at]"])


def properties(now, moves, r):
    def pick():
        return r.choice(now)

    lines = [f"eventually {pick()}", f"infinitely often {pick()}", f"eventually always {pick()}", f"({pick()}) leads to ({pick()})", f"recoverable {pick()}",
             f"({pick()}) and ({pick()}) leads to ({pick()})", *(f"step {one}" for one in moves)]
    return "\n".join(f"  p{i}: '{line}'" for i, line in enumerate(lines))


def of_two_states(r):
    size = r.randrange(2, 4)
    now = conditions(r, size)
    text = properties(now, [moved(r, now) for _ in range(4)], r)
    named = f"\n  \"{{j}} seen for j in slot\": '(at == j) leads to ({r.choice(now)})'\n  \"{{j}} kept for j in slot\": 'step c[j] == old(c[j]) or old(at) == j'"
    return TWO_STATES.format(most=r.randrange(1, 4), last=size - 1, size=size, properties=text + named), {}


def of_random(seed, r):
    case = random_puzzle.make(seed)
    try:
        now = coverage.conditions_of(case.text)
    except (Mistake, Trouble):
        return None
    if case.settings or not now:
        return None
    moves = [f"({r.choice(now)}) or old({r.choice(now)})" for _ in range(3)]
    return case.text + "\nproperties:\n" + properties(now, moves, r) + "\n", case.files


def differences(given, folder, seed, ran):
    r = random.Random(f"compiled {seed}")
    made = of_two_states(r) if seed % 3 == 0 else of_random(seed, r)
    if not made:
        return None
    text, files = made
    for name, content in {**files, "compiled.yaml": text}.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(content)
    run = lambda *words: subprocess.run([given.wgcq, *words], cwd=folder, capture_output=True, text=True, check=False, timeout=300)  # noqa: E731
    solved = run("solve", "compiled.yaml", "-o", "compiled.db", "--replace", "--max-states", "30000", "--format", "json")
    if solved.returncode not in (0, 1, 3, 5):
        ran["refused"] += 1
        return f"exit {solved.returncode}: {solved.stderr}\n{text}" if solved.returncode < 0 or seed % 3 == 0 else None
    for one in json.loads(solved.stdout)["properties"]:
        ran[str(one["holds"])] += 1
    rows = json.loads(run("verify", "compiled.db", "--format", "json").stdout or "[]")
    said = next((row for row in rows if row["check"] == "properties"), {})
    return None if said.get("verdict") == "holds" else f"verify says {said}\n{text}"


def main():
    given = seeds.options(150)
    ran = {"True": 0, "False": 0, "None": 0, "refused": 0}
    with tempfile.TemporaryDirectory() as folder:
        wrong = seeds.failures(given, lambda seed: differences(given, folder, seed, ran))
    few = [] if seeds.often(min(ran["True"], ran["False"]), given.count, 2) else [str(ran)]
    status = seeds.report(("verdicts by compiled conditions are those of the interpreter", wrong), ("properties hold, and are violated", few))
    print(f"# {given.count} random puzzles from seed {given.seed}: {ran['True']} properties hold, {ran['False']} are violated, {ran['None']} are open; {ran['refused']} puzzles refused")
    return status


if __name__ == "__main__":
    sys.exit(main())
