#!/usr/bin/python3
"""Lists and sets, checked against values and graphs written by hand.  Prints TAP.

    python3 tests/truth/listed.py [--wgcq build/wgcq] [--only WORD]

1. reader.py reads expressions; each must be shown as the text beside it.
2. reader.py explores puzzles; states and edges must be those of the same rules in plain Python over tuples.
3. Moves must end in an error; puzzles with a mistake must be refused.
4. The program must do all of this, too.
"""

import argparse
import itertools
import os
import subprocess
import sys
import tempfile

import figures
import reader
from explored import Explored
from language import Mistake
from meaning import Cases
from run import Tap, differences, unlike

LIMIT = 20000

# ---- 1. expressions ------------------------------------------------------------------------------

# The expressions' state: q and r are lists, s and t sets, n has numbers, o has a none, g is an array of lists.
DECLARED = """puzzle: expressions
constants:
  rows: {1: [a], 3: [b, c, a]}
  names: [c, a]
types:
  name: [a, b, c, d]
  some: [b, d]
  line: list(4) of name
state:
  q: line
  r: line
  n: list(5) of -2..9
  o: list(3) of (name or none)
  k: list(2) of bool
  g[0..1]: list(2) of some
  s: set of name
  t: set of name
  m: set of 1..4
  x: name
start:
  q: [b, a, b]
  r: []
  n: [3, -1, 9, 3]
  o: [d, none, a]
  k: [true, false]
  g: [[d], [b, d]]
  s: [c, a]
  t: []
  m: [4, 2]
  x: b
define:
  push(l, y): l + [y]
  rest(l): l[1:]
  larger(u, v): u if len(u) > len(v) else v
"""

TEXTS = {
    "q": "[b, a, b]", "r": "[]", "n": "[3, -1, 9, 3]", "o": "[d, none, a]", "k": "[true, false]", "s": "[a, c]", "t": "[]", "m": "[2, 4]",
    "len(q)": "3", "len(r)": "0", "len(s)": "2", "len(g[1])": "2", "len(q + q)": "6",
    "q[0]": "b", "q[1]": "a", "q[-1]": "b", "q[-3]": "b", "g[1][0]": "b", "g[1][-1]": "d", "n[len(n) - 2]": "9", "o[1]": "none",
    "q[1:]": "[a, b]", "q[:1]": "[b]", "q[:-1]": "[b, a]", "q[-2:]": "[a, b]", "q[1:2]": "[a]", "q[2:1]": "[]", "q[:]": "[b, a, b]",
    "q[5:]": "[]", "q[:9]": "[b, a, b]", "q[-9:2]": "[b, a]", "q[-1:-3]": "[]", "r[1:]": "[]", "r[:-1]": "[]", "g[1][1:]": "[d]",
    "q + r": "[b, a, b]", "r + [x]": "[b]", "[x] + q[1:]": "[b, a, b]", "q + q + r": "[b, a, b, b, a, b]", "g[0] + g[1]": "[d, b, d]",
    "q[1:] + q[:1]": "[a, b, b]", "(q + r)[1:]": "[a, b]", "(q + r)[1]": "a", "push(q, d)": "[b, a, b, d]", "rest(push(r, x))": "[]",
    "push(rest(q), x)[-1]": "b", "larger(q, r)": "[b, a, b]", "larger(r, q[:1])": "[b]", "len(larger(s, t))": "2",
    "sorted(q)": "[a, b, b]", "sorted(n)": "[-1, 3, 3, 9]", "sorted(o)": "[a, d, none]", "sorted(k)": "[false, true]", "sorted(r)": "[]",
    "sorted(q + [a])[:2]": "[a, a]", "q == [b, a, b]": "true", "q == [b, b, a]": "false", "sorted(q) == sorted([b, b, a])": "true",
    "q != r": "true", "r == []": "true", "[] == r": "true", "q[1:1] == r": "true", "g[0] == g[1][1:]": "true", "o == [d, none, a]": "true",
    "a in q": "true", "c in q": "false", "c not in q": "true", "none in o": "true", "x in q[1:]": "true",
    "x in r": "false", "a in q and not d in q": "true",
    "sum(y for y in n)": "14", "count(y == b for y in q)": "2", "max(y for y in n if y < 9)": "3", "all(y in q for y in [a, b])": "true",
    "any(y == none for y in o)": "true", "all(y == a for y in r)": "true", "sum(len(g[i]) for i in 0..1)": "3",
    "count(true for y in q for z in s if y == z)": "1", "min(y for y in q)": "a", "sum(y * 10 for y in m)": "60",
    "q if x == a else r": "[]", "(q if x == b else r) + [c]": "[b, a, b, c]", "(s if x == a else t) | [d]": "[d]",
    "s | [d]": "[a, c, d]", "s | t": "[a, c]", "s & [a, b]": "[a]", "s - [a]": "[c]", "s - s": "[]", "t - s": "[]", "s & t": "[]",
    "((s | [b, d]) - [a]) & s": "[c]", "t | [d, a, d]": "[a, d]", "m | [1]": "[1, 2, 4]", "m - [3]": "[2, 4]",
    "s == [c, a]": "true", "s == [a, c, a]": "true", "s == [a]": "false", "s != t": "true", "t == []": "true", "m == [2, 4]": "true",
    "t <= s": "true", "s <= s": "true", "s < s": "false", "[a] < s": "true", "s >= [c]": "true", "s > [a, c]": "false", "s <= [a]": "false",
    "[b] <= s": "false", "a in s": "true", "b not in s": "true", "7 in m": "false", "count(y in q for y in s)": "1",
    "q + rows[1]": "[b, a, b, a]", "q == rows[3]": "false", "q[:2] + names": "[b, a, c, a]",
    "s | names": "[a, c]", "sum(len(rows[y]) for y in [1, 3])": "4",
}


def expressions(wanted=None):
    """A puzzle with a move for each expression (those numbered `wanted`), whose label shows the value."""
    moves = "".join(f'  "{number} is {{{expression}}}":\n    - set: x = a\n' for number, expression in enumerate(TEXTS)
                    if wanted is None or number in wanted)
    return DECLARED + "moves:\n" + moves + "goal: x == d\nend: x == a\n"


def texts_read():
    puzzle, wrong = reader.Puzzle(expressions()), []
    labels = [text for text, *_ in puzzle.successors(puzzle.starts()[0])]
    for number, ((expression, due), label) in enumerate(zip(TEXTS.items(), labels)):
        wrong += unlike(expression, f"{number} is {due}", label)
    return wrong


def columns_read():
    puzzle = reader.Puzzle(expressions((0,)))
    wrong = unlike("columns", "q_0 q_1 q_2 q_3 r_0 r_1 r_2 r_3 n_0 n_1 n_2 n_3 n_4 o_0 o_1 o_2 k_0 k_1 g_0_0 g_0_1 g_1_0 g_1_1 "
                   "s_a s_b s_c s_d t_a t_b t_c t_d m_1 m_2 m_3 m_4 x q r n o k g_0 g_1 s t m", " ".join(puzzle.heads))
    stored = dict(zip(puzzle.heads, puzzle.stored(puzzle.starts()[0])))
    due = {"q": '["b","a","b"]', "q_2": "b", "q_3": None, "r": "[]", "r_0": None, "n": "[3,-1,9,3]", "n_1": "-1", "n_4": None,
           "o": '["d",null,"a"]', "o_1": None, "k": '["true","false"]', "k_1": "false", "g_0": '["d"]', "g_1": '["b","d"]', "g_1_1": "d",
           "s": '["a","c"]', "s_a": "true", "s_b": "false", "t": "[]", "m": "[2,4]", "m_4": "true", "m_3": "false", "x": "b"}
    for column, value in due.items():
        wrong += unlike(column, value, stored[column])
    return wrong + unlike("shown", "q=[b, a, b] r=[] n=[3, -1, 9, 3] o=[d, none, a] k=[true, false] g_0=[d] g_1=[b, d] s=[a, c] t=[] "
                          "m=[2, 4] x=b", puzzle.shown(puzzle.starts()[0]))


# ---- 2. rules ------------------------------------------------------------------------------------


class Rules:
    """Rules in plain Python whose states are tuples; `texts` gives a state's values as reader.py shows them."""

    costs = ()

    def starts(self):
        return [self.start]

    def goal(self, state):
        return None

    def ends(self, state):
        return False

    def names(self, state):
        return tuple(self.texts(state))


def bracketed(items):
    return f"[{', '.join(map(str, items))}]"


class Queue(Rules):
    """A queue: up to n letters come in at the end and leave at the front."""

    start, n, letters = ((), "none"), 3, "ab"
    puzzle = """puzzle: queue
types: {letter: [a, b]}
state: {q: list(3) of letter, last: letter or none}
start: {q: [], last: none}
moves:
  "{x} comes":
    - choose: x in letter
    - guard: len(q) < 3
      else: full
    - set: q = q + [x]
  "{x} goes":
    - guard: len(q) > 0
    - let: x = q[0]
    - set: {q: "q[1:]", last: x}
goal: {q: [b, b, a]}
"""

    def goal(self, state):
        return state[0] == ("b", "b", "a")

    def successors(self, state):
        q, last = state
        for x in self.letters:
            if len(q) < self.n:
                yield f"{x} comes", (q + (x,), last), None, ()
            else:
                yield f"{x} comes", None, "full", ()
        if q:
            yield f"{q[0]} goes", (q[1:], q[0]), None, ()

    def texts(self, state):
        yield bracketed(state[0])
        yield state[1]


class Stacks(Rules):
    """Three towers as stacks of discs: a disc goes from the end of one to the end of another, onto a larger one."""

    start, n = ((3, 2, 1), (), ()), 3
    puzzle = """puzzle: towers
types: {peg: 0..2, disc: 1..3}
state: {"on[peg]": list(3) of disc}
start: {on: [[3, 2, 1], [], []]}
moves:
  "{on[a][-1]} from {a} to {b}":
    - choose: a in peg, b in peg if a != b and len(on[a]) > 0
    - guard: len(on[b]) == 0 or on[b][-1] > on[a][-1]
    - set:
        "on[a]": on[a][:-1]
        "on[b]": on[b] + [on[a][-1]]
goal: {on: {2: [3, 2, 1]}}
"""

    def goal(self, state):
        return state[2] == (3, 2, 1)

    def successors(self, state):
        for a, b in itertools.permutations(range(3), 2):
            if state[a] and (not state[b] or state[b][-1] > state[a][-1]):
                after = list(state)
                after[a], after[b] = state[a][:-1], state[b] + state[a][-1:]
                yield f"{state[a][-1]} from {a} to {b}", tuple(after), None, ()

    def texts(self, state):
        return map(bracketed, state)


class Ferry(Rules):
    """Sets: a boat carries up to two passengers; those who quarrel never stay behind together."""

    start = frozenset("abc"), "near"
    puzzle = """puzzle: ferry
types: {who: [a, b, c], bank: [near, far]}
state: {here: set of who, boat: bank}
start: {here: [c, a, b], boat: near}
define:
  there: "([a, b, c] if boat == near else []) == []"
  quarrel(s): "s >= [a, b] or s >= [b, c]"
moves:
  "{g} go":
    - choose: g in subsets(who, 0..2)
    - guard: boat == near and g <= here
    - let: left = here - g
    - guard: not quarrel(left)
      else: quarrel
    - set: {here: left, boat: far}
  "{g} come":
    - choose: g in subsets(who, 0..2) if len(here & g) == 0
    - guard: boat == far
    - set: {here: "here | g", boat: near}
  "{x} alone":
    - choose: x in here
    - guard: boat == near and here == [x]
    - set: {here: [], boat: far}
goal: {here: [], boat: far}
"""

    def goal(self, state):
        return state == (frozenset(), "far")

    def successors(self, state):
        here, boat = state
        for size in range(3):
            for g in map(frozenset, itertools.combinations("abc", size)):
                text = ", ".join(sorted(g))
                if boat == "near" and g <= here:
                    left = here - g
                    bad = left >= set("ab") or left >= set("bc")
                    yield (f"{text} go", None, "quarrel", ()) if bad else (f"{text} go", (left, "far"), None, ())
                if boat == "far" and not g & here:
                    yield f"{text} come", (here | g, "near"), None, ()
        if boat == "near" and len(here) == 1:
            yield f"{min(here)} alone", (frozenset(), "far"), None, ()

    def texts(self, state):
        yield bracketed(sorted(state[0]))
        yield state[1]


class Bag(Rules):
    """A sorted list of numbers or none; a value is taken out from wherever it is."""

    start = ()
    puzzle = """puzzle: bag
types: {size: 0..2}
state: {bag: list(3) of (size or none)}
start: {bag: []}
moves:
  "in {x}":
    - choose: x in [0, 2]
    - guard: len(bag) < 3
    - set: bag = sorted(bag + [x])
  "in none":
    - guard: len(bag) < 3
    - set: bag = sorted(bag + [none])
  "out {x}":
    - choose: x in bag if x != none
    - choose: first i in 0..2 if i < len(bag) and bag[i] == x
    - set: bag = bag[:i] + bag[i + 1:]
costs:
  held: sum(1 if x == none else x for x in bag)
minimize: held
goal: "[2, 2] == bag[:-1] and none in bag"
"""
    costs = ("held",)

    @staticmethod
    def key(x):
        return (x == "none", x if x != "none" else 0)

    def goal(self, state):
        return state[:-1] == (2, 2) and "none" in state

    def successors(self, state):
        for x in (0, 2, "none"):
            if len(state) < 3:
                after = tuple(sorted((*state, x), key=self.key))
                yield f"in {x}", after, None, (sum(1 if y == "none" else y for y in after),)
        for x in set(state) - {"none"}:
            i = state.index(x)
            after = state[:i] + state[i + 1:]
            yield f"out {x}", after, None, (sum(1 if y == "none" else y for y in after),)

    def texts(self, state):
        yield bracketed(state)


def graphs_agree(rules):
    read = reader.Puzzle(rules.puzzle)
    ours, theirs = figures.Graph(rules, LIMIT), figures.Graph(read, LIMIT)
    wrong = unlike("states", {rules.names(s): d for s, d in ours.depth.items()}, {read.names(s): d for s, d in theirs.depth.items()})
    edges = [{(by.names(a), text, by.names(b), costs) for a, text, b, costs in graph.edges()} for by, graph in ((rules, ours), (read, theirs))]
    refused = [{(by.names(a), text, rule) for a, text, rule in graph.rejected} for by, graph in ((rules, ours), (read, theirs))]
    wrong += differences(*edges) + differences(*refused)
    one, other = ours.figures(), theirs.figures()
    return wrong + [line for name in one for line in unlike(name, one[name], other.get(name))]


# ---- 3. errors -----------------------------------------------------------------------------------


def erring(step, kind="list(2) of 0..3", start="[1]"):
    return f"puzzle: error\nstate: {{q: {kind}, x: 0..9}}\nstart: {{q: {start}, x: 0}}\nmoves:\n  go:\n    - {step}\ngoal: x == 9\n"


# The move ends in an error.
ERRORS = {
    "too long": erring('set: q = q + q + q[:1] + q[:x]'),
    "a place behind the end": erring("set: x = q[1]"),
    "a place before the first": erring("set: x = q[-2]"),
    "a place of an empty list": erring("set: x = q[0]", start="[]"),
    "a value out of the type": erring("set: q = q + [x + 4]"),
    "a member out of the type": erring("set: q = q | [x + 4]", "set of 0..3"),
    "least of nothing": erring("set: x = min(y for y in q)", start="[]"),
    "none among numbers": erring("set: x = sum(y for y in q)", "list(2) of (0..3 or none)", "[none]"),
    "none as a number": erring("set: x = q[0] + 1", "list(2) of (0..3 or none)", "[none]"),
}
# No move ends in an error.
SOUND = {
    "parts never fail": erring("set: {q: \"q[7:] + q[-9:1]\", x: 1}"),
    "a place that is not looked at": erring("set: x = q[1] if len(q) > 1 else 9"),
    "what is too long by itself": erring("set: x = len(q + q + q)"),
    "an empty set": erring("set: {q: [], x: 9}", "set of 0..3"),
}
# The puzzle is refused.
MISTAKES = {
    "a list as a number": erring("set: x = q + 1"),
    "a number as a list": erring("set: q = 1"),
    "lists by size": erring("guard: q < [1]"),
    "a set of truth values": erring("set: q = []", "set of bool"),
    "a list of lists": erring("set: q = []", "list(2) of list(2) of 0..1", "[]"),
    "no places": erring("set: q = []", "list(0) of 0..1", "[]"),
    "too many places": erring("set: q = []", "list(129) of 0..1", "[]"),
    "too many members": erring("set: q = []", "set of 0..62", "[]"),
    "an optional of lists": erring("set: q = []", "list(2) of 0..1 or none", "[]").replace("list(2) of 0..1 or none", "line or none").replace(
        "state:", "types: {line: list(2) of 0..1}\nstate:"),
}


def errs(text):
    graph = Explored(reader.Puzzle(text), LIMIT)
    found = [texts for texts in graph.errors.values()]
    return [] if found == [["go"]] else [f"errors: {found}"]


def is_sound(text):
    graph = Explored(reader.Puzzle(text), LIMIT)
    return [f"errors: {graph.errors}"] if graph.errors else []


def mistaken(text):
    try:
        Explored(reader.Puzzle(text), LIMIT)
    except Mistake:
        return []
    return ["the reader takes it"]


# ---- 4. the program ------------------------------------------------------------------------------


class Asked(Cases):
    """The cases above, put to the program."""

    def errs(self, text):
        self.write(text)
        done = subprocess.run([self.program.path, "solve", self.path, "-o", os.path.join(self.program.folder, "e.db"), "--replace"],
                              cwd=self.program.folder, capture_output=True, text=True, timeout=60)
        wrong = [] if done.returncode in (2, 4) else [f"the program ends with {done.returncode}"]
        if "in the move 'go', in the state " not in done.stderr:
            wrong.append(f"no move and state are named: {done.stderr[:300]!r}")
        return wrong + ([text] if wrong else [])


def check_program(tap, wgcq, folder):
    asked = Asked(wgcq, folder)
    for number, expression in enumerate(TEXTS):
        tap.check(f"the program: {expression}", lambda: asked.means(expressions((number,))))
    for rules in RULES:
        tap.check(f"the program: {rules.__doc__}", lambda: asked.means(rules.puzzle))
    for title, text in SOUND.items():
        tap.check(f"the program: {title}", lambda: asked.means(text))
    for title, text in ERRORS.items():
        tap.check(f"the program: {title}", lambda: asked.errs(text))
    for title, text in MISTAKES.items():
        tap.check(f"the program: {title}", lambda: asked.refused(text))


RULES = [Queue, Stacks, Ferry, Bag]


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--wgcq", metavar="PATH", default=os.path.join(figures.HERE, "..", "..", "build", "wgcq"))
    options.add_argument("--only", metavar="WORD", help="only checks with this in their title")
    given = options.parse_args()
    tap = Tap(given.only)
    tap.check("expressions", texts_read)
    tap.check("columns", columns_read)
    for rules in RULES:
        tap.check(f"rules: {rules.__doc__}", lambda: graphs_agree(rules()))
    for title, text in ERRORS.items():
        tap.check(f"an error: {title}", lambda: errs(text))
    for title, text in SOUND.items():
        tap.check(f"sound: {title}", lambda: is_sound(text))
    for title, text in MISTAKES.items():
        tap.check(f"a mistake: {title}", lambda: mistaken(text))
    with tempfile.TemporaryDirectory() as folder:
        check_program(tap, os.path.abspath(given.wgcq), folder)
    print(f"1..{tap.count}")
    sys.exit(bool(tap.failed))


if __name__ == "__main__":
    main()
