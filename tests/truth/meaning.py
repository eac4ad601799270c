"""What puzzles mean at the places where readers could differ, against a reader of its own.  Prints TAP.

    python3 tests/truth/meaning.py [--wgcq build/wgcq] [--only WORD]

Each puzzle here is explored by reader.py and by the program, and the two graphs are compared row by row; `wgcq verify`,
which enumerates every state again with the reference interpreter, must confirm the file too.  What has no meaning must be rejected by
both, by the program with status 2 and a place in the file.

1. Names that are bound (by choose, let, for, as parameters) in every place where an expression can stand: keys of
   mappings, rows of written lists, ranges, sizes of subsets, left sides.
2. Ranges from one edge of 64 bits to the other, in every use of a range.
3. What is never reached is no mistake: indices, values, divisions.
4. Names that mean several things: characters that are names, values of two enumerations, `any`, parameters.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

import facts
import figures
import reader
import seeds
from language import Mistake
from run import Program, Refused, Tap, compare_figures, differences
from values import Trouble

LIMIT = 20000


def indented(text, by):
    return "".join(" " * by + line + "\n" for line in text.strip("\n").split("\n"))


def puzzle(steps="- guard: false", goal="a[0] == 9", **parts):
    """A puzzle of two arrays and one move; other sections by their names."""
    parts.setdefault("state", "a[n]: 0..9\nb[n, n]: 0..3")
    parts.setdefault("types", "n: 0..3")
    parts.setdefault("start", "{a: 0, b: 0}")
    parts.setdefault("move", "go")
    text = "puzzle: a case\n"
    for name in ("params", "constants", "types", "state", "start"):
        if name in parts:
            text += section(name, parts[name])
    text += f"moves:\n  {parts['move']}:\n{indented(steps, 4)}"
    for name in ("define", "never", "always", "costs", "end", "minimize", "show"):
        if name in parts:
            text += section(name, parts[name])
    return text + section("goal", goal)


def section(name, value):
    one_line = "\n" not in value.strip("\n") and (value[0] in "{[" or ": " not in value)
    return f"{name}: {value}\n" if one_line else f"{name}:\n{indented(value, 2)}"


# ---- 1. bound names --------------------------------------------------------------------------------------------------

# How k comes to be 0 to 2.
BOUND = {
    "chosen": "- choose: k in 0..2\n",
    "chosen of rows": "- choose: j, k in [[5, 0], [6, 1], [7, 2]]\n",
    "chosen behind another": "- choose: h in 0..1, k in h..h + 1\n",
    "let": "- choose: j in 0..2\n- let: k = j\n",
}

# Where it is read.
STEPS = {
    "key": "- set: {a: {k: 1}}",
    "keys, one of them a constant": "- set: {a: {k: 1, 3: k}}",
    "key of a row": "- set: {b: {k: {1: 2}}}",
    "key in a row": "- set: {b: {1: {k: 2}}}",
    "key behind brackets": '- set:\n    "b[k]": {1: 2}',
    "keys twice": "- set: {b: {k: {k: 3}}}",
    "key that is reckoned": "- set: {a: {k + 1: 1}}",
    "key to a list": "- set: {b: {k: [0, 1, 2, 3]}}",
    "key to an array": "- set: {b: {k: 1}}",
    "key of the state": "- guard: a[3] == 0\n- set: {a: {'a[k]': k + 4, 3: 1}}",
    "key of a range on the left": '- set:\n    "b[i] for i in 0..k": {k: i}',
    "key of a conditional left side": '- set:\n    "b[k] if a[k] == 0": {k: 1}',
    "key in a guard": "- guard: {a: {k: 0}}\n- set: a[k] = 1",
    "key in a guard with for": '- guard: {"b[i] for i in 0..k": {k: 0}}\n- set: {b: {k: {k: 1}}}',
    "row to choose from": "- choose: p, q in [[k, 1], [3, k]]\n- set: a[p] = q",
    "row of the state to choose from": "- choose: p, q in [[k, a[k] + 1], [3, 2]] if q < 4\n- set: a[p] = q",
    "row with a filter": "- choose: p, q in [[k, 1], [3, k]] if p != q\n- set: a[p] = q",
    "row after another name": "- choose: i in 0..1, p, q in [[k, i], [i, k]]\n- set: a[p] = q",
    "first row that fits": "- choose: first p, q in [[k, 1], [k + 1, 2]] if a[p] == 0\n- set: a[p] = q",
    "rows on the left": '- set:\n    "a[p] for p, q in [[k, 1], [3, k]] if q != 0": q',
    "row in any": "- guard: any(a[p] == q for p, q in [[k, 0], [3, k]])\n- set: a[k] = k + 1",
    "row in all": "- guard: all(a[p] <= q for p, q in [[k, 0], [3, k]])\n- set: a[3] = 1",
    "row in count": "- set: a[k] = count(p == q for p, q in [[k, 0], [3, k], [k, k]])",
    "row in sum": "- set: a[k] = sum(p * q for p, q in [[k, 1], [2, k]])",
    "row in min": "- set: a[3] = min(p + q for p, q in [[k, 1], [2, k]])",
    "row in max": "- set: a[3] = max(p + q for p, q in [[k, 1], [2, k]] if p > 0)",
    "row of a row's names": "- set: a[3] = sum(count(r == s for r, s in [[p, q], [q, k]]) for p, q in [[k, 1]])",
    "row in a cost": "- cost: toll = sum(p * q for p, q in [[k, 1], [2, k]])\n- set: a[k] = 1",
    "row in a let": "- let: v = max(q for p, q in [[0, k], [1, 1]])\n- set: a[k] = v",
    "list": "- choose: p in [k, 3]\n- set: a[p] = 1",
    "range": "- choose: p in k..3\n- set: a[p] = 1",
    "sizes of subsets": "- choose: g in subsets(n, k..2)\n- set: a[p] = 1 for p in g",
    "members": "- guard: a[k] in [k, 0]\n- set: a[k] = k + 1",
    "argument": "- set: a[k] = twice(k)",
}

# Names of for and parameters: whole puzzles.
BOUND_ELSEWHERE = {
    "for in a goal": puzzle("- choose: k in n\n- set: a[k] = k", '{"a[i] for i in n": i}'),
    "for as a goal's key": puzzle("- choose: k in 0..1\n- set: {b: {k: {k: 1}}}",
                                  '{"b[i] for i in 0..1": {i: 1}}'),
    "for as a rule's key": puzzle("- choose: i in n, j in 0..1\n- set: b[i, j] = 1",
                                  never='both: {"b[i] for i in 0..1": {i: 1}}'),
    "for as the key of a rule that must hold": puzzle(
        "- choose: i in n, j in n\n- guard: i + j < 4\n- set: b[i, j] = 1",
        always='corner: {"b[i] for i in n if i > 1": {i: 0}}'),
    "for as the key of an end": puzzle("- choose: i in 0..1, j in 0..1\n- set: b[i, j] = 1",
                                       end='{"b[i] for i in 0..1": {i: 1}}'),
    "for as the key of a start": puzzle("- choose: k in n\n- set: a[k] = 1",
                                        start='a: 0\nb: 0\n"b[i] for i in n": {i: 1}'),
    "for as the key of any": puzzle("- choose: k in n\n- set: a[k] = 1",
                                    start='a: 0\nb: 0\n"b[i] for i in 0..1": {i: any}'),
    "chosen as a key of a start": puzzle("- choose: k in n\n- guard: b[k, k] == 1\n- set: a[k] = 1",
                                         start="- set: {a: 0, b: 0}\n- choose: k in 0..1, p, q in [[k, 1], [2, k]]\n"
                                               "- set: {b: {k: {p: q}}}\n- let: m = k + 1\n- set: {b: {m: {m: 1}}}"),
    "parameter in a row": puzzle("- choose: k in n\n- set: a[k] = mix(k, 1)",
                                 define="mix(s, t): sum(p * q for p, q in [[s, t], [1, s]])"),
    "parameter over a chosen name": puzzle("- choose: k in 0..2\n- set: a[k] = far(k + 1)",
                                           define="far(k): max(q for p, q in [[k, k], [1, 2]])"),
    "for over a define's name": puzzle("- choose: k in 0..2\n- set: a[k] = far(1)",
                                       define="far(p): sum(count(q == r for q, r in [[p, s], [s, s]]) for s in 1..2)"),
    "chosen set in a row's sum": puzzle("- choose: g in subsets(n, 1..2)\n"
                                        "- set: a[0] = sum(p for p, q in [[len(g), 1], [2, 2]] if q in g)"),
    "row in a cost of the state": puzzle("- choose: k in n\n- set: a[k] = 1",
                                         costs="toll: sum(p * q for p, q in [[a[0], 1], [2, a[1]]])"),
    "row in a rule": puzzle("- choose: k in n\n- set: a[k] = a[k] + 1",
                            never="uneven: any(a[p] > q for p, q in [[0, a[1] + 1], [1, a[2]], [2, 1], [3, 0]])"),
    "row of values": puzzle("- choose: to, k in [[east, 1], [there, 0]]\n- set: {where: to, a: {k: 1}}",
                            "where == east", types="n: 0..3\nside: [west, east]", state="a[n]: 0..9\nwhere: side",
                            start="{a: 0, where: west}", define="there: west"),
    "row of a value of two types": puzzle("- choose: v, k in [[none, 1], [hat, 0]]\n- set: {head: v, a: {k: 1}}",
                                          "head == none",
                                          types="n: 0..3\ncover: [none, hat]\nfeet: [none, shoe]",
                                          state="a[n]: 0..9\nhead: cover\nfoot: feet",
                                          start="{a: 0, head: hat, foot: none}"),
    "value as a key though a variable has its name": puzzle(
        "- choose: v in side\n- set: {seen: {v: true}}\n", "{seen: true}", types="side: [west, east]",
        state="west: bool\nseen[side]: bool", start="{west: true, seen: {west: false, east: false}}"),
    "name that hides a value as a key": puzzle(
        "- choose: west in side\n- set: {seen: {west: true}}\n", "{seen: true}", types="side: [west, east]",
        state="seen[side]: bool", start="{seen: false}"),
}

# What has no meaning: each must be an error with a place.
NO_CONSTANT = {
    "chosen name as an end of a type": puzzle("- choose: k in 0..2, g in subsets(0..k, 1)\n- set: a[k] = 1"),
    "parameter as an end of a type": puzzle("- choose: k in 0..2\n- guard: f(k) > 0\n- set: a[k] = 1",
                                            define="f(k): count(0 in g for g in subsets(0..k, 1))"),
    "subsets of a chosen name": puzzle("- choose: k in 0..2, g in subsets(k, 1)\n- set: a[k] = 1"),
    "subsets of a name that hides a type": puzzle("- guard: any(0 in g for n in 0..2, g in subsets(n, 1))\n"
                                                  "- set: a[0] = 1"),
    "key of another kind": puzzle("- choose: k in side\n- set: {a: {k: 1}}", types="n: 0..3\nside: [west, east]"),
    "row of another kind": puzzle("- choose: k in side, p, q in [[1, 2], [k, 1]]\n- set: a[p] = q",
                                  types="n: 0..3\nside: [west, east]"),
    "state by a define in a start": puzzle("- set: a[0] = 1", start="{a: 0, b: f}", define="f: a[0]",
                                           never="much: f > 3"),
    "one element twice": puzzle("- choose: k in 0..2\n- set: {a: {k: 1, 1: 2}}"),
    "key that is outside at last": puzzle("- choose: k in 0..4\n- set: {a: {k: 1}}"),
}

# ---- 2. ranges -------------------------------------------------------------------------------------------------------

LEAST, GREATEST = -2**63, 2**63 - 1
EDGES = [LEAST, LEAST + 1, -1, 0, 2**32, GREATEST]
CELLS, SUBSETS = 65536, 62


def number(value):
    return str(value) if value > LEAST else f"{LEAST + 1} - 1"


def count_of(low, high):
    return max(high - low + 1, 0)


def ranges():
    """(title, text, whether it has a meaning) for every use of a range from edge to edge."""
    for low in EDGES:
        for high in EDGES:
            yield from uses(low, high, f"{number(low)}..{number(high)}", f"{low}..{high}")


def uses(low, high, span, title):
    values, small = count_of(low, high), "state: {x: 0..9}\nstart: {x: 0}\n"
    edges = ", ".join(number(v) for v in EDGES)
    asked = f"- choose: k in [{edges}]\n    - guard: %s\n    - set: x = 1\n"
    yield f"in a type: {title}", (f"puzzle: r\ntypes:\n  wide: {span}\n{small}moves:\n  m {{k}}:\n    "
                                  + asked % "k in wide" + "goal: x == 1\n"), values < 2**64
    yield f"in a range: {title}", (f"puzzle: r\n{small}moves:\n  m {{k}}:\n    "
                                   + asked % f"k in {span}" + "goal: x == 1\n"), True
    yield f"len: {title}", (f"puzzle: r\ntypes:\n  wide: {span}\n{small}moves:\n  m:\n"
                            f"    - set: x = 2 if len(wide) > 9 else 1\ngoal: x == 2\n"), values < 2**63
    yield f"subsets of so many: {title}", (
        f"puzzle: r\n{small}moves:\n  m {{g}}:\n    - choose: g in subsets(1..3, {span})\n"
        f"    - set: x = len(g)\ngoal: x == 3\n"), True
    if values <= 8 or values > SUBSETS:
        yield f"subsets of it: {title}", (
            f"puzzle: r\n{small}moves:\n  m {{g}}:\n    - choose: g in subsets({span}, 1)\n"
            f"    - set: x = len(g)\ngoal: x == 1\n"), values <= SUBSETS
    if values <= 8 or values > CELLS:
        yield f"index: {title}", (
            f"puzzle: r\nstate:\n  x: 0..9\n  a[{span}]: bool\nstart: {{x: 0, a: false}}\nmoves:\n  m {{k}}:\n"
            f"    - choose: k in {span}\n    - set: a[k] = true\ngoal: {{a: true}}\n"), values <= CELLS
        yield f"part of an array: {title}", (
            f"puzzle: r\ntypes:\n  none: 1..0\nstate:\n  x: 0..9\n  a[none, {span}, {span}, {span}]: bool\n"
            "start: {x: 0}\nmoves:\n  m:\n    - set: x = 1\n  never:\n    - guard: x > 9\n    - set: a[x] = true\n"
            "goal: x == 1\n"), max(values, 1)**3 <= CELLS
    yield from stored(low, high, span, title, values)


def stored(low, high, span, title, values):
    """A variable of the range, and one behind it."""
    moves = "".join(f"  to {i}:\n    - guard: x != {number(v)}\n    - set: x = {number(v)}\n"
                    for i, v in enumerate(EDGES) if low <= v <= high)
    moves += f"  up:\n    - guard: x < {number(high)}\n    - set: {{x: x + 1, y: 6 - y + 5}}\n" if values > 1 else ""
    moves += f"  down {{v}}:\n    - choose: v in [-1, {number(low)}] if v == x and v < 0\n    - set: y = 5\n"
    yield f"variable: {title}", (
        f"puzzle: r\nstate:\n  x: {span}\n  y: 5..6\n  z: 7..7\nstart: {{x: {number(low)}, y: 5, z: 7}}\nmoves:\n"
        f"{moves}goal: x == {number(high)}\nend: x > {number(high - 1)} or y == 6\n"
        if high > LEAST else f"puzzle: r\nstate: {{x: {span}}}\nstart: {{x: 0}}\nmoves:\n  m: []\n"), \
        0 < values < 2**64 and high > LEAST


# ---- 3. never reached ------------------------------------------------------------------------------------------------

THREE = {"params": "n3: 3", "constants": "tab: [4, 5, 6]"}
NEVER_REACHED = {
    "index in the branch not taken": "- set: a[0] = tab[n3] if n3 < 3 else 1",
    "index in the other branch not taken": "- set: a[0] = 1 if n3 == 3 else tab[n3]",
    "index behind and": "- guard: not (n3 < 3 and tab[n3] > 1)\n- set: a[0] = 1",
    "index behind or": "- guard: n3 == 3 or tab[n3] > 1\n- set: a[0] = 1",
    "index behind a condition of the state": "- guard: a[0] < 9 or tab[3] > 1\n- set: a[0] = 1",
    "element in the branch not taken": "- set: a[0] = a[n3 + 1] if n3 < 3 else 1",
    "element that a literal names": "- set: a[0] = a[7] if a[1] > 8 else 1",
    "division in the branch not taken": "- set: a[0] = 1 // (n3 - 3) if n3 != 3 else 1",
    "division behind and": "- guard: not (n3 != 3 and 1 // (n3 - 3) > 1)\n- set: a[0] = 1",
    "remainder behind a condition of the state": "- guard: a[1] == 0 or 5 % a[1] > 1\n- set: a[0] = 1",
    "index in a list that ends before": "- guard: n3 in [3, tab[n3]]\n- set: a[0] = 1",
    "index in a range that ends before": "- guard: not (0 in 1..tab[n3])\n- set: a[0] = 1",
    "index in a chain that ends before": "- guard: not (3 < n3 < tab[n3])\n- set: a[0] = 1",
    "index in all of nothing": "- guard: all(tab[n3] > i for i in 1..0)\n- set: a[0] = 1",
    "index in a filter of nothing": "- guard: count(true for i in 1..0 if tab[n3] > i) == 0\n- set: a[0] = 1",
    "index in a second domain of nothing": "- guard: count(true for i in 1..0, j in 0..tab[n3]) == 0\n- set: a[0] = 1",
    "index in any that ends before": "- guard: any(i == 0 or tab[n3] > 1 for i in 0..1)\n- set: a[0] = 1",
    "index in a row that is not come to": "- guard: any(p == 0 for p, q in [[0, 1], [tab[n3], 1]])\n- set: a[0] = 1",
    "division in a row that is not come to": "- guard: any(p == 0 for p, q in [[0, 1], [1 // 0, 1]])\n- set: a[0] = 1",
    "index in an item that is not come to": "- guard: any(p == 0 for p in [0, tab[n3]])\n- set: a[0] = 1",
    "index behind a constant guard": "- guard: n3 < 3\n- set: a[0] = tab[n3]",
    "index behind a guard on what is chosen": "- choose: i in 0..2\n- guard: i >= 3\n- set: a[0] = tab[n3]",
    "index behind an empty choice": "- choose: i in 1..n3 - 3\n- set: a[0] = tab[n3]",
    "index behind a filter on what is chosen": "- choose: i in 0..2 if i > n3\n- set: a[0] = tab[n3]",
    "element on the left behind a constant guard": "- guard: n3 < 3\n- set: a[n3 + 4] = 1",
    "element named by a key behind a constant guard": "- guard: n3 < 3\n- set: {a: {7: 1}}",
    "element on the left that a condition rules out": '- set:\n    "a[7] if n3 < 3": 1\n    "a[0]": 1',
    "element on the left of nothing": '- set:\n    "a[7] for i in 1..0": 1\n    "a[0]": 1',
    "value that a condition rules out": '- set:\n    "a[1] if n3 < 3": 77\n    "a[0]": 1',
    "value behind a constant guard": "- guard: n3 < 3\n- set: a[0] = 77",
    "value in the branch not taken": "- set: a[0] = 77 if n3 < 3 else 1",
    "character that is no digit": '- set: a[0] = int("x") if n3 < 3 else 1',
}
NEVER_REACHED_ELSEWHERE = {
    "index in a definition that nothing calls": puzzle("- set: a[0] = 1", define="bad: tab[n3]", **THREE),
    "index in a definition with a parameter that nothing calls": puzzle(
        "- set: a[0] = 1", define="bad(p): tab[n3] + p", **THREE),
    "index in a definition called where it is not reached": puzzle(
        "- set: a[0] = bad if n3 < 3 else 1", define="bad: tab[n3]", **THREE),
    "value in a goal that a condition rules out": puzzle(
        "- set: a[0] = 9", '{"a[7] if n3 < 3": 1, "a[0]": 9}', **THREE),
    "value in a start that a condition rules out": puzzle(
        "- set: a[0] = 9", start='a: 0\nb: 0\n"a[0] if n3 < 3": 77', **THREE),
    "index in a step of a start": puzzle(
        "- set: a[0] = 9", start="- set: {a: 0, b: 0}\n- choose: i in 0..1\n- guard: i < 2 or tab[n3] > 1\n"
                                 "- set: a[1] = i", **THREE),
}
REACHED = {
    "index in the branch taken": "- set: a[0] = tab[n3] if n3 == 3 else 1",
    "index in a row that is come to": "- guard: any(p == 0 for p, q in [[1, 1], [tab[n3], 1]])\n- set: a[0] = 1",
    "division in a row that is come to": "- guard: any(p == 0 for p, q in [[1, 1], [1 // 0, 1]])\n- set: a[0] = 1",
    "index behind a guard that passes": "- choose: i in 0..3\n- guard: i >= 3\n- set: a[0] = tab[n3]",
    "value that a condition lets in": '- set:\n    "a[1] if n3 == 3": 77',
    "value that a chosen name lets in": '- choose: i in 0..3\n- guard: i == 3\n- set: a[1] = 77',
    "key outside where it is reached": "- choose: i in 0..3\n- guard: i == 3\n- set: {a: {7: 1}}",
    "key outside": "- set: {a: {7: 1}}",
    "index outside": "- set: a[0] = tab[n3]",
    "definition called where it is reached": "- set: a[0] = bad",
}

# ---- 4. several meanings ---------------------------------------------------------------------------------------------

SHARED = {"types": "frog: [empty, green]\njar: [empty, full]", "state": "on: frog\nin_it: jar",
          "start": "{on: green, in_it: full}"}
LETTERS = {"types": "n: 0..3\nt: [a, c]", "state": "x: 0..9\nat: t", "start": "{x: 0, at: a}"}
READ = "- choose: k in 0..2\n- set: x = weight[map[0, k]]"
MAP = "map: |\n  ab#"
SIDES = {"types": "side: [west, east]\nwho: [ann, bob]", "state": "at[who]: side\nlamp: side\nx: 0..3"}
MEANINGS = {
    "characters of which the first is a value": puzzle(READ, "x == 3", **LETTERS,
                                                       constants=MAP + '\nweight: {a: 1, b: 2, "#": 3}'),
    "characters of which the last is a value": puzzle(READ, "x == 3", **LETTERS,
                                                      constants=MAP + '\nweight: {"#": 3, b: 2, a: 1}'),
    "characters of which the first is a variable": puzzle(READ, "x == 3", **{**LETTERS, "state": "x: 0..9\na: t",
                                                                             "start": "{x: 0, a: c}"},
                                                          constants=MAP + '\nweight: {a: 1, b: 2, "#": 3}'),
    "characters of which the first is a param": puzzle(READ, "x == 3", **LETTERS, params="b: 4",
                                                       constants=MAP + '\nweight: {b: 2, a: 1, "#": 3}'),
    "characters of which the first is a type": puzzle(READ, "x == 3", **{**LETTERS, "types": "b: [a, c]",
                                                                         "state": "x: 0..9\nat: b"},
                                                      constants=MAP + '\nweight: {b: 2, a: 1, "#": 3}'),
    "characters of which the first is a digit": puzzle(READ, "x == 3", **LETTERS,
                                                       constants='map: |\n  1b#\nweight: {1: 1, b: 2, "#": 3}'),
    "a type and a variable of one name": puzzle(
        "- choose: c in colour if c in colour and c > colour.red or colour == c\n- set: {colour: c, 'on[side.west]': len(colour)}",
        "colour == colour.blue and on[west] == len(colour) and sum(1 for c in colour if colour >= c) == 3",
        types="colour: [red, green, blue]\nside: [west, east]", state="colour: colour\non[side]: 0..9\nside: side",
        start="{colour: red, on: 0, side: any}", move='"paint {c} beside {side}"', show='"{colour} {side} {on[side]}"'),
    "an array with the name of its own type": puzzle(
        "- choose: w in who if who[w] != bob\n- set: who[w] = bob",
        "all(who[w] == bob for w in who)", types="who: [ann, bob, cy]", state="who[who]: who", start="{who: [ann, cy, bob]}"),
    "characters of two enumerations": puzzle(READ, "x == 3", **{**LETTERS, "types": "t: [a, c]\nu: [b, d]"},
                                             constants=MAP + "\nweight: {a: 1, b: 2, '#': 3}"),
    "letters that are values": puzzle("- choose: v in t\n- set: x = weight[v]", "x == 2", **LETTERS,
                                      constants="weight: {a: 1, c: 2}"),
    "digits that are numbers": puzzle("- choose: v in 1..2\n- set: x = weight[v]", "x == 2", **LETTERS,
                                      constants="weight: {1: 1, 2: 2}"),
    "keys that two enumerations share": puzzle("- set: x = weight[on]", "x == 2", **{
        **SHARED, "state": "on: frog\nin_it: jar\nx: 0..9", "start": "{on: green, in_it: full, x: 0}"},
        constants="weight: {empty: 1, green: 2}"),
    "argument that two enumerations share": puzzle(
        "- guard: frog_is(green) or frog_is(empty)\n- set: {on: empty, in_it: empty}",
        "frog_is(empty) and jar_is(empty)", **SHARED, define="frog_is(v): on == v\njar_is(v): in_it == v"),
    "argument that a branch shares": puzzle(
        "- set: {on: empty, in_it: empty}", "frog_is(empty if jar_is(full) else empty)", **SHARED,
        define="frog_is(v): on == v\njar_is(v): in_it == v"),
    "argument beside one that decides": puzzle("- set: {on: empty}", "same(on, empty) and same(empty, on)", **SHARED,
                                               define="same(v, w): v == w"),
    "two arguments of two types": puzzle("- set: {on: empty, in_it: empty}", "both(empty, empty)", **SHARED,
                                         define="both(v, w): on == v and in_it == w"),
    "argument handed on": puzzle("- set: {on: empty, in_it: empty}", "far(empty)", **SHARED,
                                 define="near(v): on == v\nfar(v): near(v) or near(green)"),
    "argument that comes back": puzzle("- set: {on: 'pick(empty, true)', in_it: 'pick(empty, true)'}",
                                       "on == pick(empty, true)", **SHARED, define="pick(v, b): v if b else v"),
    "parameter that hides a variable": puzzle("- set: x = 1", "x == 1", state="x: 0..9", start="{x: 0}",
                                              define="f(x): x + 1"),
    "parameter that hides a variable, called": puzzle("- set: x = f(0)", "x == 1", state="x: 0..9", start="{x: 0}",
                                                      define="f(x): x + 1"),
    "parameters that hide a type, a constant and a value": puzzle(
        "- set: a[0] = 1", types="n: 0..3\nside: [west, east]", constants="c: 3",
        define="f(n): n + 1\ng(c): c + 1\nh(west): west + 1"),
    "any in a step": puzzle("- set: lamp = west", "lamp == east", **SIDES,
                            start="- set: {lamp: any, x: 0}\n- set: at = west"),
    "any on a line": puzzle("- set: lamp = west", "lamp == east", **SIDES,
                            start="- set: lamp = any\n- set: {x: 0, at: west}"),
    "any of an array": puzzle("- set: lamp = west", "lamp == east", **SIDES,
                              start="- set: {at: any, x: 0, lamp: west}\n- guard: at[ann] != at[bob]"),
    "any of one element": puzzle("- set: lamp = west", "lamp == east", **SIDES,
                                 start="- set: {at: {ann: any, bob: west}, x: 0, lamp: west}"),
    "any over a range": puzzle("- set: lamp = west", "lamp == east", **SIDES,
                               start="- set: {x: 0, lamp: west}\n- set: at[p] = any for p in who"),
    "any under a condition": puzzle("- set: lamp = west", "lamp == east", **SIDES,
                                    start='- set: {x: 0, lamp: any, at: west}\n'
                                          '- set:\n    "at[ann] if lamp == east": any'),
    "any twice, and what follows sees it": puzzle(
        "- set: lamp = west", "lamp == east", **SIDES,
        start="- set: lamp = any\n- set: x = any\n- choose: p in who\n- guard: x > 0 or lamp == west\n"
              "- set: {at: lamp}\n- set: at[p] = west"),
    "any before a choice, and again": puzzle(
        "- set: lamp = west", "lamp == east", **SIDES,
        start="- set: {lamp: any, x: 0, at: west}\n- choose: k in 0..2\n- set: {x: any, at: any}\n"
              "- guard: x <= k and at[ann] == lamp"),
    "any of a named value": puzzle("- set: v = any", "v == none", types="t: [any, none]", state="v: t",
                                   start="- choose: any in t\n- set: v = any"),
    "any, and some starts break a rule": puzzle("- set: lamp = west", "lamp == east", **SIDES,
                                                start="- set: {lamp: any, at: any, x: any}",
                                                never="far: at[ann] == lamp or x == 2"),
}
UNDECIDED = {
    "argument that fits neither": puzzle("- set: {on: empty}", "more(empty)", **SHARED, define="more(v): v + 1 > 0"),
    "any twice in one step": puzzle("- set: lamp = west", "lamp == east", **SIDES,
                                    start='- set: {x: 0, lamp: west, at: any, "at[ann]": any}'),
    "any in a move": puzzle("- set: lamp = any", "lamp == east", **SIDES, start="{at: west, lamp: west, x: 0}"),
}


# ---- all of it -------------------------------------------------------------------------------------------------------

def meanings():
    for bound, before in BOUND.items():
        for place, steps in STEPS.items():
            yield f"{place}: {bound}", puzzle(before + steps, move="go {k}", define="twice(k): k + k")
    yield from BOUND_ELSEWHERE.items()
    for title, steps in NEVER_REACHED.items():
        yield f"not reached: {title}", puzzle(steps, **THREE)
    for title, text in NEVER_REACHED_ELSEWHERE.items():
        yield f"not reached: {title}", text
    yield from MEANINGS.items()


def invalid_puzzles():
    yield from NO_CONSTANT.items()
    for title, steps in REACHED.items():
        yield f"reached: {title}", puzzle(steps, **THREE, define="bad: tab[n3]")
    yield from UNDECIDED.items()


class Cases:
    def __init__(self, wgcq, folder):
        self.program, self.path = Program(wgcq, folder), os.path.join(folder, "case.yaml")

    def write(self, text):
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text)

    def means(self, text):
        self.write(text)
        try:
            found = figures.explore(reader.Puzzle(text), LIMIT)
        except (Mistake, Trouble) as trouble:
            return [f"the reader rejects it: {trouble}", text]
        try:
            answer, db = self.program.solve(self.path)
            self.program.run("verify", db)
        except Refused as refused:
            return ["refused by the program", *map(str, refused.args), text]
        wrong = compare_figures(found.figures, answer)
        return wrong + differences(found.lines, facts.of_database(db, found.columns, found.costs))

    def refused(self, text, apart=True):
        self.write(text)
        wrong = self.refused_apart(text) if apart else []
        left = os.path.join(self.program.folder, "refused.db")
        done = subprocess.run([self.program.path, "solve", self.path, "-o", left], cwd=self.program.folder,
                              capture_output=True, text=True, timeout=60)
        if os.path.exists(left):
            os.remove(left)
        if done.returncode != 2:
            wrong.append(f"the program ends with {done.returncode}, not 2")
        if not re.search(r"case\.yaml:\d+:\d+: error: ", done.stderr):
            wrong.append(f"the program names no place: {done.stderr[:200]!r}")
        return wrong + ([text] if wrong else [])

    @staticmethod
    def refused_apart(text):
        try:
            figures.explore(reader.Puzzle(text), LIMIT)
        except (Mistake, Trouble):
            return []
        return ["the reader takes it"]


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--wgcq", metavar="PATH", default=os.path.join(figures.HERE, "..", "..", "build", "wgcq"))
    options.add_argument("--only", metavar="WORD", help="only checks with this in their title")
    given = options.parse_args()
    tap = Tap(given.only)
    with tempfile.TemporaryDirectory() as folder:
        cases = Cases(given.wgcq, folder)
        for title, text in seeds.in_turn(meanings()):
            tap.check(f"means the same: {title}", lambda: cases.means(text))
        for title, text in seeds.in_turn(invalid_puzzles()):
            tap.check(f"refused: {title}", lambda: cases.refused(text))
        for title, text, has_meaning in seeds.in_turn(ranges()):
            if has_meaning:
                tap.check(f"range {title}", lambda: cases.means(text))
            else:
                tap.check(f"range refused {title}", lambda: cases.refused(text, apart=False))
    print(f"1..{tap.count}")
    sys.exit(bool(tap.failed))


if __name__ == "__main__":
    main()
