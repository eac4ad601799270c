#!/usr/bin/python3
"""Puzzles that declare a symmetry which they do not have, each false in another way.  Prints TAP.

    python3 tests/truth/false_symmetries.py [--wgcq build/wgcq]

Each puzzle is refused by `solve --reduce symmetry`, before any figure is printed, with a counterexample, and by `query classes`.
That is held against the puzzle by counterexample.py.  With the false line replaced by another one the same puzzle is accepted, so
nothing but that line is refused.
"""

import json
import os
import subprocess
import sys
import tempfile

import seeds
import tap
from counterexample import Judge

HANDS = """
types:
  who: [ann, bob, cy]
state:
  has[who]: 0..2
start: {has: 0}
moves:
  "{w} takes one":
    - choose: w in who
    - guard: has[w] < 2
    - set: has[w] = has[w] + 1
  "{w} gives {v} one":
    - choose: w in who, v in who if v != w and has[v] < 2
    - guard: has[w] > 0
    - set: {"has[w]": "has[w] - 1", "has[v]": "has[v] + 1"}
goal: all(has[w] == 2 for w in who)
symmetric: who
"""
HOLDER = """
types:
  who: [ann, bob, cy]
state:
  holder: who
  tired[who]: bool
start: {holder: any, tired: false}
moves:
  "{holder} throws to {w}":
    - choose: w in who if w != holder
    - guard: not tired[holder]
    - set: {"tired[holder]": true, holder: w}
goal: all(tired[w] for w in who)
symmetric: who
"""
BOARD = """
params:
  n: 3
types:
  line: 0..n - 1
  step: -1..1
state:
  on[line, line]: bool
start: {on: false, "on[1, 1]": true}
constants:
  wall[line, line]: [[0, 0, 0], [0, 0, 0], [0, 0, 0]]
moves:
  "from {r}{c} to {r + i}{c + j}":
    - choose: r in line, c in line, i in step, j in step if abs(i) + abs(j) == 1 and 0 <= r + i < n and 0 <= c + j < n
    - guard: on[r, c] and not on[r + i, c + j] and wall[r + i, c + j] == 0
    - set: {"on[r, c]": false, "on[r + i, c + j]": true}
goal: on[0, 0] or on[0, n - 1] or on[n - 1, 0] or on[n - 1, n - 1]
symmetric:
  - quarter turn:
      on[r, c] for r in line, c in line: on[c, n - 1 - r]
  - mirror:
      on[r, c] for r in line, c in line: on[r, n - 1 - c]
"""
RING = """
params:
  n: 4
types:
  seat: 0..n - 1
state:
  at[seat]: [out, wants, inside]
start: {at: out}
moves:
  "{s} wants":
    - choose: s in seat
    - guard: at[s] == out
    - set: at[s] = wants
  "{s} enters":
    - choose: s in seat
    - guard: at[s] == wants and at[(s + 1) % n] != inside
    - set: at[s] = inside
  "{s} leaves":
    - choose: s in seat
    - guard: at[s] == inside
    - set: at[s] = out
invariant:
  not all at once: any(at[s] != inside for s in seat)
symmetric:
  - turn: {s for s in seat: (s + 1) % n}
"""
LOCK = """
types:
  who: 0..1
state:
  at[who]: [out, wants, inside]
  flag[who]: bool
start: {at: out, flag: false}
moves:
  "{w} wants":
    - choose: w in who
    - guard: at[w] == out
    - set: {"at[w]": wants, "flag[w]": true}
  "{w} enters":
    - choose: w in who
    - guard: at[w] == wants and not flag[1 - w]
    - set: at[w] = inside
  "{w} leaves":
    - choose: w in who
    - guard: at[w] == inside
    - set: {"at[w]": out, "flag[w]": false}
symmetric:
  - exchange:
      at[w] for w in who: at[1 - w]
      flag[w] for w in who: flag[1 - w]
"""
LAMPS = """
types:
  lamp: 0..2
state:
  lit[lamp]: bool
start: {lit: any}
moves:
  "press {l}":
    - choose: l in lamp
    - set: lit[l] = not lit[l]
symmetric:
  - mirror:
      lit[l] for l in lamp: lit[2 - l]
"""
# Name: puzzle, a line of it that is true, what stands there in the false one, and the words of the counterexample.
FALSE = {
    "a goal that singles out a value":
        (HANDS, "goal: all(has[w] == 2 for w in who)", "goal: has[cy] == 2", "only one of them"),
    "a goal that weighs values differently":
        (HANDS, "goal: all(has[w] == 2 for w in who)", "goal: has[ann] + 2 * has[bob] + has[cy] == 4", "only one of them"),
    "an end that singles out a cell":
        (BOARD, "goal: on[0, 0]", "end: on[0, 1]\ngoal: on[0, 0]", "only one of them"),
    "a guard that singles out a value":
        (HANDS, "    - guard: has[w] > 0", "    - guard: has[w] > 0 and w != cy", "has no counterpart"),
    "a guard that does so late":
        (HANDS, "    - guard: has[w] > 0", "    - guard: has[w] > 0 and not (has[ann] == 2 and has[bob] == 2 and has[cy] == 1)",
         "has no counterpart"),
    "a cost that singles out a value":
        (HANDS, "    - guard: has[w] > 0", "    - guard: has[w] > 0\n    - cost: toil = 2 if v == bob else 1",
         "has no counterpart"),
    "a cost of states that does":
        (HANDS, "goal: all", "costs:\n  toil: has[ann]\ngoal: all", "has no counterpart"),
    "a cost at the end that does":
        (HANDS, "goal: all(has[w] == 2 for w in who)",
         "costs: {toil: 1}\nfinal:\n  toil: has[ann]\ngoal: any(has[w] == 2 for w in who)",
         "final costs differ"),
    "a rule that singles out a value":
        (HANDS, "goal: all", "never:\n  bob is not alone: has[bob] == 2 and has[ann] + has[cy] == 0\ngoal: all",
         "has no counterpart"),
    "an invariant that does":
        (RING, "  not all at once: any(at[s] != inside for s in seat)", "  not all at once: at[0] != inside or at[1] != wants",
         "only one of them"),
    "two invariants, each of which the other's image violates":
        (RING, "  not all at once: any(at[s] != inside for s in seat)",
         "  even: at[0] != inside and at[2] != inside\n  odd: at[1] != inside and at[3] != inside",
         "the same invariants"),
    "a constant that is written":
        (HOLDER, 'set: {"tired[holder]": true, holder: w}', 'set: {"tired[holder]": true, holder: bob}', "has no counterpart"),
    "values that are ordered":
        (HOLDER, "choose: w in who if w != holder", "choose: w in who if w > holder", "has no counterpart"),
    "the first of the values":
        (HOLDER, "choose: w in who if w != holder", "choose: first w in who if w != holder", "has no counterpart"),
    "a wall on a board that is turned":
        (BOARD, '[[0, 0, 0], ', '[[0, 1, 0], ', "has no counterpart"),
    "a wall that the mirror keeps but not the turn":
        (BOARD, '[[0, 0, 0], ', '[[1, 0, 1], ', "has no counterpart"),
    "a ring that is a line":
        (RING, "at[s] == wants and at[(s + 1) % n] != inside", "at[s] == wants and (s == n - 1 or at[(s + 1) % n] != inside)",
         "has no counterpart"),
    "a ring that is turned and turned over":
        (RING, "(s + 1) % n}", "(n - s) % n}", "has no counterpart"),
    "only one of two variables is exchanged":
        (LOCK, "      flag[w] for w in who: flag[1 - w]\n", "", "has no counterpart"),
    "a map that forgets a value":
        (LOCK, "      at[w] for w in who: at[1 - w]\n", "      at[w] for w in who: at[0]\n", "has no counterpart"),
    "a map that makes two states one":
        (LAMPS, "lit[2 - l]", "lit[1]", "so does the one"),
    "a map that is no permutation of the cells":
        (LAMPS, "lit[2 - l]", "lit[l - l // 2]", "so does the one"),
    "a map that leaves the index":
        (BOARD, "on[c, n - 1 - r]", "on[c, n - r]", ""),
    "a map that leaves the type":
        (HANDS, "symmetric: who", "symmetric:\n  - more:\n      has[w] for w in who: has[w] + 1", ""),
}
TRUE_INSTEAD = {"a map that leaves the type": HANDS}


def reduced(wgcq, path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write("puzzle: False\n" + text)
    words = ["--trace", "none", "--reduce", "symmetry", "--format", "json"]
    return subprocess.run([wgcq, "solve", path, *words], capture_output=True, text=True)


def asked_for_classes(wgcq, path):
    """What `classes` says of the puzzle, where it does not refuse its symmetry; one rule decides for both commands."""
    db = path.replace(".yaml", ".db")
    subprocess.run([wgcq, "solve", path, "-o", db, "--replace", "--quiet"], capture_output=True, text=True)
    done = subprocess.run([wgcq, "query", db, "classes", "--up-to", "symmetry"], capture_output=True, text=True)
    return None if done.returncode == 2 and "does not hold" in done.stderr else done.stdout + done.stderr


def problem(wgcq, path, name):
    text, true, false, words = FALSE[name]
    assert text.count(true) == 1, name
    right = reduced(wgcq, path, TRUE_INSTEAD.get(name, text))
    if right.returncode not in (0, 1, 5):
        return "the true one is refused: " + right.stderr
    answer = json.loads(right.stdout)
    if not answer["orbits"] < answer["states"]:
        return "the true one is not smaller"
    wrong = text.replace(true, false)
    done = reduced(wgcq, path, wrong)
    if done.returncode != 2 or done.stdout:
        return f"status {done.returncode}: {done.stdout}{done.stderr}"
    if words not in done.stderr:
        return "another reason: " + done.stderr
    if (other := asked_for_classes(wgcq, path)) and "goal:" in wrong:
        return "classes: " + other
    judge = Judge("puzzle: False\n" + wrong)
    why = judge.wrong(done.stderr) if words else None if judge.without_image(done.stderr) else "there is an image"
    return why and f"{why}: {done.stderr}"


def main():
    wgcq = seeds.options().wgcq
    with tempfile.TemporaryDirectory(prefix="wgcq-false-") as folder:
        for name in FALSE:
            tap.right(name, problem(wgcq, os.path.join(folder, "false.yaml"), name))
    sys.exit(tap.end())


if __name__ == "__main__":
    main()
