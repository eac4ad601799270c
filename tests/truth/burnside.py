#!/usr/bin/python3
"""Numbers of orbits by Burnside's lemma, and published ones, against runs with --reduce symmetry.  Prints TAP.

    python3 tests/truth/burnside.py [--wgcq build/wgcq]

The number of orbits is the mean, over a group's elements, of the number of states that the element leaves as they are.  Groups
are made here out of permutations of cells; what they fix is counted by cycles, by transfer matrices, by linear algebra, or state
by state.  Nothing is explored here but boards filled in by hand.  A run's orbits are held against that, and its states, the sum
of the sizes of its orbits, against the number that the identity fixes.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from itertools import permutations, product
from math import factorial, gcd, perm, prod

import seeds
import tap

HERE = os.path.dirname(os.path.abspath(__file__))
PUZZLES = os.path.join(HERE, "..", "..", "puzzles")


# ---- groups: permutations of cells, p[i] is where the cell i of the image comes from ----


def closed(generators):
    """All products; the identity is the first."""
    found = [tuple(range(len(generators[0])))]
    met = set(found)
    for g in found:
        for h in generators:
            product_of = tuple(g[i] for i in h)
            if product_of not in met:
                met.add(product_of)
                found.append(product_of)
    return found


def of_cells(cells, *maps):
    """The group that maps from cell to cell generate."""
    number = {cell: i for i, cell in enumerate(cells)}
    return closed([tuple(number[m(*cell)] for cell in cells) for m in maps])


def board(height, width):
    cells = list(product(range(height), range(width)))
    maps = [lambda r, c: (height - 1 - r, width - 1 - c), lambda r, c: (r, width - 1 - c)]
    if height == width:
        maps.append(lambda r, c: (c, width - 1 - r))
    return of_cells(cells, *maps)


def cycles(p):
    seen, count = set(), 0
    for i in range(len(p)):
        count += i not in seen
        while i not in seen:
            seen.add(i)
            i = p[i]
    return count


def mean(group, fixed):
    """(states, orbits)"""
    counts = [fixed(g) for g in group]
    orbits, rest = divmod(sum(counts), len(group))
    assert not rest
    return counts[0], orbits


def colourings(group, colours):
    return mean(group, lambda g: colours ** cycles(g))


def of_states(group, states):
    return mean(group, lambda g: sum(tuple(s[i] for i in g) == s for s in states))


# ---- boards ----


def won(s, who):
    lines = [s[0:3], s[3:6], s[6:9], s[0::3], s[1::3], s[2::3], s[0::4], s[2:7:2]]
    return (who,) * 3 in lines


def tic_tac_toe():
    """Boards that play comes to: whoever has won was the last to move."""
    states = []
    for s in product(".xo", repeat=9):
        more = s.count("x") - s.count("o")
        if more in (0, 1) and not (won(s, "x") and more == 0) and not (won(s, "o") and more == 1):
            states.append(s)
    return states


def queens(n):
    """Boards on which no queen attacks another, row by row."""
    found = [[]]
    for row in range(n):
        found += [before + [(row, c)] for before in found for c in range(n)
                  if all(c != d and abs(c - d) != row - r for r, d in before)]
    return [tuple(cell in queen for cell in product(range(n), repeat=2)) for queen in map(set, found)]


def rank(rows):
    pivots = {}
    for row in rows:
        while row and row.bit_length() in pivots:
            row ^= pivots[row.bit_length()]
        if row:
            pivots[row.bit_length()] = row
    return len(pivots)


def lights_out(height, width):
    """Over GF(2) presses are made lamps by A, which each g commutes with.  The x for which A x is fixed by g, A (g x - x) = 0,
    make 2^(their dimension - the dimension of A's kernel) such lamps."""
    cells = list(product(range(height), range(width)))
    lamps = [sum(1 << k for k, (y, x) in enumerate(cells) if abs(y - r) + abs(x - c) <= 1) for r, c in cells]
    size, full = len(cells), rank(lamps)

    def fixed(g):
        moved = [lamps[i] ^ lamps[g[i]] for i in range(size)]
        return 2 ** (size - rank(moved) - (size - full))
    return mean(board(height, width), fixed)


# ---- rings ----


def ring(n, mirrored=False):
    cells = [(i,) for i in range(n)]
    return of_cells(cells, lambda i: ((i + 1) % n,), *([lambda i: (n - 1 - i,)] if mirrored else []))


def philosophers(n):
    """A turn by k fixes what repeats after gcd(n, k): closed walks of that length among moods that may sit side by side."""
    beside = [[1, 1, 1], [1, 1, 1], [1, 0, 0]]  # thinking, waiting, eating: beside an eater nobody has the left fork

    def walks(length):
        m = [[int(i == j) for j in range(3)] for i in range(3)]
        for _ in range(length):
            m = [[sum(a * b for a, b in zip(row, column)) for column in zip(*beside)] for row in m]
        return sum(m[i][i] for i in range(3))
    return mean(ring(n), lambda g: walks(cycles(g)))


def colours_turned(n, colours):
    """Beads under rotation and, by itself, the turn of all colours by one."""
    turns = ring(n)
    states = list(product(range(colours), repeat=n))
    counts = [sum(all(s[i] == (s[g[i]] + k) % colours for i in range(n)) for s in states) for g in turns for k in range(colours)]
    return len(states), sum(counts) // len(counts)


# ---- other groups ----


def exchanges(n):
    """All permutations of n things, as the exchanges of neighbours."""
    return [tuple(permutation) for permutation in permutations(range(n))]


def on_pairs(n, directed):
    pairs = [(i, j) for i, j in product(range(n), repeat=2) if i < j or (directed and i != j)]
    number = {pair: k for k, pair in enumerate(pairs)}
    return [tuple(number[(p[i], p[j]) if directed else tuple(sorted((p[i], p[j])))] for i, j in pairs) for p in exchanges(n)]


def on_truth_tables(n, negate):
    cells = list(product((0, 1), repeat=n))
    maps = [lambda *x, i=i: x[:i] + (x[i + 1], x[i]) + x[i + 2:] for i in range(n - 1)]
    maps += [lambda *x, i=i: x[:i] + (1 - x[i],) + x[i + 1:] for i in range(n) if negate]
    return of_cells(cells, *maps)


def cube():
    """The rotations of a cube's faces: up, front, right, back, left, down."""
    return closed([(0, 2, 3, 4, 1, 5), (1, 5, 2, 0, 4, 3)])


def rooks(n):
    """Permutations as boards with a rook in each row and column, under the board's symmetries."""
    cells = list(product(range(n), repeat=2))
    states = [tuple(p[r] == c for r, c in cells) for p in permutations(range(n))]
    return of_states(board(n, n), states)


def subsets_together(n, colours, size):
    """Things of which at most `size` have a colour, all exchanged."""
    states = [s for s in product(range(colours), repeat=n) if sum(x > 0 for x in s) <= size]
    return of_states(exchanges(n), states)


def served_in_turn(n):
    """A set of readers or one writer, beside any queue of different pairs of an actor and an action: those in pairs are fixed."""
    def fixed(g):
        still = sum(g[i] == i for i in range(n))
        return (2 ** cycles(g) + still) * sum(perm(2 * still, length) for length in range(2 * still + 1))
    return mean(exchanges(n), fixed)


# ---- groups too large to be listed: permutations by the lengths of their cycles ----


def lengths(n, most=None):
    """All ways to write n as a sum: cycles of permutations of n things."""
    if not n:
        yield ()
    for first in range(min(n, most or n), 0, -1):
        for rest in lengths(n - first, first):
            yield (first,) + rest


def with_cycles(cycles_of):
    """How many permutations have cycles of these lengths."""
    times = Counter(cycles_of)
    return factorial(sum(cycles_of)) // prod(length ** k * factorial(k) for length, k in times.items())


def matrices(rows, columns):
    """Of bits, rows and columns exchanged: a cycle of rows and one of columns have gcd(their lengths) cycles of cells."""
    total = sum(with_cycles(r) * with_cycles(c) * 2 ** sum(gcd(a, b) for a, b in product(r, c))
                for r, c in product(lengths(rows), lengths(columns)))
    return 2 ** (rows * columns), total // (factorial(rows) * factorial(columns))


def functions(n):
    """Of n things to themselves: what a cycle is mapped to lies on one whose length divides its own."""
    total = sum(with_cycles(c) * prod(sum(b for b in c if a % b == 0) for a in c) for c in lengths(n))
    return n ** n, total // factorial(n)


# ---- puzzles ----

PAINT = """puzzle: Painted
params: {{n: {n}, k: {k}}}
types:
  place: {places}
  colour: 0..k - 1
state:
  is[place]: colour
start: {{is: {start}}}
moves:
  "{{p}} becomes {{c}}":
    - choose: p in place, c in colour if c != is[p]
    - guard: "{guard}"
    - set: is[p] = c
symmetric:
{symmetric}
show: "{{is}}"
"""
RELATION = """puzzle: Relations
params: {{n: {n}}}
types:
  node: 0..n - 1
state:
  to[node, node]: bool
start: {{to: false}}
moves:
  "{{a}} {{b}}":
    - choose: a in node, b in node if {which}
    - set: {{{sets}}}
symmetric: node
show: "{{to}}"
"""
MATRIX = """puzzle: Matrices
params: {{rows: {rows}, columns: {columns}}}
types:
  row: 1..rows
  column: 1..columns
state:
  on[row, column]: bool
start: {{on: false}}
moves:
  "{{r}} {{c}}":
    - choose: r in row, c in column
    - set: on[r, c] = not on[r, c]
symmetric: [row, column]
show: "{{on}}"
"""
POINTERS = """puzzle: Functions of things
params: {{n: {n}}}
types:
  node: 1..n
state:
  next[node]: node
start:
  next[a] for a in node: a
moves:
  "{{a}} {{b}}":
    - choose: a in node, b in node if next[a] != b
    - set: next[a] = b
symmetric: node
show: "{{next}}"
"""
FUNCTION = """puzzle: Functions of truth values
types:
  bit: 0..1
state:
  f[{index}]: bool
start: {{f: false}}
moves:
  "{label}":
    - choose: {choose}
    - set: f[{x}] = not f[{x}]
symmetric:
{symmetric}
show: "{{f}}"
"""
ROOKS = """puzzle: Rooks
params: {n: %d}
types:
  line: 1..n
state:
  rook[line]: line
start: {rook: any}
always: {"none beside another": "all(rook[a] != rook[b] for a in line, b in line if a < b)"}
moves:
  "{a} {b}":
    - choose: a in line, b in line if a < b
    - set: {"rook[a]": "rook[b]", "rook[b]": "rook[a]"}
symmetric:
  - mirror:
      rook[r] for r in line: n + 1 - rook[r]
  - rows as columns:
      rook[c] for c in line: sum(r for r in line if rook[r] == c)
show: "{rook}"
"""
TURN = "  - turn: {p for p in place: (p + 1) % n}"
TURN_CELLS = "  - turn:\n      is[p] for p in place: is[(p + 1) % n]"
OVER = "  - over: {p for p in place: n - 1 - p}"
TURN_COLOURS = "  - colours: {c for c in colour: (c + 1) % k}"
CUBE = "  - around: {front: right, right: back, back: left, left: front}\n  - over: {up: front, front: down, down: back, back: up}"


def paint(n, k, symmetric, places="0..n - 1", start="0", guard="true"):
    return PAINT.format(n=n, k=k, symmetric=symmetric, places=places, start=start, guard=guard)


def relation(n, directed):
    return RELATION.format(n=n, which="a != b" if directed else "a < b",
                           sets='"to[a, b]": "not to[a, b]"' + ("" if directed else ', "to[b, a]": "not to[b, a]"'))


def function(n, negate):
    x = [f"x{i}" for i in range(n)]
    each = ", ".join(f"{name} in bit" for name in x)

    def map_of(name, to):
        return f"  - {name}:\n      f[{', '.join(x)}] for {each}: f[{', '.join(to)}]"
    maps = [map_of(f"exchange {i}", x[:i] + [x[i + 1], x[i]] + x[i + 2:]) for i in range(n - 1)]
    maps += [map_of(f"negate {i}", x[:i] + [f"1 - {x[i]}"] + x[i + 1:]) for i in range(n) if negate]
    label = "".join("{" + name + "}" for name in x)
    return FUNCTION.format(index=", ".join(["bit"] * n), x=", ".join(x), label=label, choose=each, symmetric="\n".join(maps))


def shelf(name, *settings):
    return os.path.join(PUZZLES, name + ".yaml"), settings


# Title, puzzle, (states, orbits) by Burnside, and orbits as published, where they are.
def cases():
    three, anywhere = board(3, 3), {n: queens(n) for n in (4, 5, 6, 8)}
    yield "tic-tac-toe", shelf("tic-tac-toe"), of_states(three, tic_tac_toe()), 765
    for n, boards in anywhere.items():
        yield f"{n} queens put anywhere", shelf("queens-anywhere", f"n={n}"), of_states(board(n, n), boards), None
    for height, width in ((2, 2), (2, 3), (3, 3), (4, 3), (4, 4), (1, 7), (5, 3), (4, 5)):
        puzzle = shelf("lights-out", f"height={height}", f"width={width}")
        yield f"lights out, {height} by {width}", puzzle, lights_out(height, width), None
    for n in (2, 3, 4, 6, 8, 9):
        yield f"{n} dining philosophers", shelf("dining-philosophers", f"n={n}"), philosophers(n), None
    for n in (1, 2, 3, 4):
        yield f"{n} readers and writers in a queue", shelf("readers-writers-queue", f"n={n}"), served_in_turn(n), None
    for n, orbits in ((1, 2), (2, 3), (3, 4), (4, 6), (6, 14), (9, 60), (12, 352)):  # OEIS A000031
        yield f"necklaces of {n} beads", paint(n, 2, TURN), colourings(ring(n), 2), orbits
    yield "necklaces of 12 beads, cells turned", paint(12, 2, TURN_CELLS), colourings(ring(12), 2), 352
    for n, orbits in ((3, 10), (5, 39), (7, 198)):  # OEIS A027671
        yield f"bracelets of {n} beads in 3 colours", paint(n, 3, f"{TURN}\n{OVER}"), colourings(ring(n, True), 3), orbits
    for n, k in ((4, 3), (6, 2), (3, 5)):
        yield f"{n} beads and {k} colours turned", paint(n, k, f"{TURN}\n{TURN_COLOURS}", start="any"), colours_turned(n, k), None
    for k, orbits in ((2, 10), (3, 57), (4, 240)):  # OEIS A047780
        faces = paint(6, k, CUBE, "[up, front, right, back, left, down]")
        yield f"a cube's faces in {k} colours", faces, colourings(cube(), k), orbits
    for n, k in ((2, 3), (5, 3), (7, 2), (6, 4), (8, 3)):
        yield f"{n} things exchanged, in {k} colours", paint(n, k, "  - place"), colourings(exchanges(n), k), None
    few = paint(6, 3, "  - place", guard="is[p] != 0 or count(is[q] != 0 for q in place) < 3")
    yield "at most 3 of 6 things have a colour", few, subsets_together(6, 3, 3), None
    for n, orbits in ((2, 2), (3, 4), (4, 11), (5, 34), (6, 156), (7, 1044)):  # OEIS A000088
        yield f"graphs of {n} nodes", relation(n, False), colourings(on_pairs(n, False), 2), orbits
    for n, orbits in ((3, 16), (4, 218), (5, 9608)):  # OEIS A000273
        yield f"directed graphs of {n} nodes", relation(n, True), colourings(on_pairs(n, True), 2), orbits
    for n, orbits in ((3, 36), (4, 317), (5, 5624)):  # OEIS A002724
        yield f"matrices, {n} by {n}", MATRIX.format(rows=n, columns=n), matrices(n, n), orbits
    for rows, columns in ((2, 9), (5, 3), (3, 8), (6, 4)):
        yield f"matrices, {rows} by {columns}", MATRIX.format(rows=rows, columns=columns), matrices(rows, columns), None
    for n, orbits in ((3, 7), (5, 47), (7, 343), (9, 2615), (10, 7318)):  # OEIS A001372
        yield f"functions of {n} things to themselves", POINTERS.format(n=n), functions(n), orbits
    for n, orbits in ((2, 12), (3, 80), (4, 3984)):  # OEIS A003180
        yield f"functions of {n} truth values, permuted", function(n, False), colourings(on_truth_tables(n, False), 2), orbits
    for n, orbits in ((2, 6), (3, 22), (4, 402)):  # OEIS A000616
        of_tables = colourings(on_truth_tables(n, True), 2)
        yield f"functions of {n} truth values, permuted and negated", function(n, True), of_tables, orbits
    for n, orbits in ((2, 1), (3, 2), (4, 7), (5, 23), (6, 115)):  # OEIS A000903
        yield f"{n} rooks", ROOKS % n, rooks(n), orbits


def solutions():
    """Title, puzzle, and (goals, orbits of them): published, and by Burnside."""
    for n, published in ((4, (2, 1)), (5, (10, 2)), (6, (4, 1)), (8, (92, 12))):  # OEIS A000170, A002562
        full = [s for s in queens(n) if sum(s) == n]
        yield f"{n} queens", shelf("queens-anywhere", f"n={n}"), of_states(board(n, n), full), published
    lost = [s for s in tic_tac_toe() if won(s, "o")]
    yield "tic-tac-toe, won by the second", shelf("tic-tac-toe"), of_states(board(3, 3), lost), (316, 44)


def reduced(wgcq, folder, puzzle):
    path, settings = puzzle if isinstance(puzzle, tuple) else (os.path.join(folder, "puzzle.yaml"), ())
    if isinstance(puzzle, str):
        with open(path, "w", encoding="utf-8") as file:
            file.write(puzzle)
    sets = [word for s in settings for word in ("--set", s)]
    done = subprocess.run([wgcq, "solve", path, *sets, "--trace", "none", "--reduce", "symmetry", "--format", "json"],
                          capture_output=True, text=True)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"stderr": done.stderr}


def is_each(title, found, *expected):
    tap.ok(all(found == e for e in expected), f"{title}: {found}", *(f"not {e}" for e in expected))


def main():
    wgcq = seeds.options().wgcq
    with tempfile.TemporaryDirectory(prefix="wgcq-burnside-") as folder:
        for title, puzzle, counted, published in cases():
            answer = reduced(wgcq, folder, puzzle)
            is_each(title, (answer.get("states"), answer.get("orbits", answer)), counted, (counted[0], published or counted[1]))
        for title, puzzle, counted, published in solutions():
            answer = reduced(wgcq, folder, puzzle)
            is_each(title, (answer["goals"], answer["goal_orbits"]), counted, published)
    sys.exit(tap.end())


if __name__ == "__main__":
    main()
