#!/usr/bin/python3
"""Numbers of plans that are known: published, or by a sum that takes a line.  Prints TAP.

    python3 tests/truth/known_counts.py [--wgcq build/wgcq]

Paths without a repeated point on grids (OEIS A007764, below the diagonal A340005, on a cylinder by recursion), a rook's walks (A025608)
and one-way walks (A051708), a king's (Delannoy, A001850), words (multinomial numbers), and ways to pay a sum.
"""

import math
import os
import subprocess
import sys
import tempfile
from functools import lru_cache

import seeds

GRID = """params: {{n: 2}}
state: {{x: 0..n, y: 0..n}}
start: {{x: 0, y: 0}}
goal: {{x: n, y: n}}
{never}
moves:
  east: [{{guard: x < n}}, {{set: x = x + 1}}]
  west: [{{guard: x > 0}}, {{set: x = x - 1}}]
  north: [{{guard: y < n}}, {{set: y = y + 1}}]
  south: [{{guard: y > 0}}, {{set: y = y - 1}}]
"""
CYLINDER = """params: {n: 2, round: 3}
state: {x: 0..n, y: 0..round - 1}
start: {x: 0, y: 0}
goal: {x: n, y: 0}
moves:
  east: [{guard: x < n}, {set: x = x + 1}]
  west: [{guard: x > 0}, {set: x = x - 1}]
  left: [{set: y = (y + 1) % round}]
  right: [{set: y = (y + round - 1) % round}]
"""
ROOK = """params: {{n: 2}}
state: {{x: 0..n, y: 0..n}}
start: {{x: 0, y: 0}}
goal: {{x: n, y: n}}
moves:
  along to {{k}}:
    - choose: k in 0..n
    - guard: k {than} x
    - set: x = k
  up to {{k}}:
    - choose: k in 0..n
    - guard: k {than} y
    - set: y = k
"""
KING = """params: {n: 2}
state: {x: 0..n, y: 0..n}
start: {x: 0, y: 0}
goal: {x: n, y: n}
moves:
  right: [{guard: x < n}, {set: x = x + 1}]
  up: [{guard: y < n}, {set: y = y + 1}]
  both:
    - guard: x < n and y < n
    - set: {x: x + 1, y: y + 1}
"""
PAYING = """params: {sum: 1}
constants: {coin: [COINS]}
state: {paid: 0..sum, least: 0..MOST}
start: {paid: 0, least: 0}
goal: paid == sum
moves:
  pay {coin[k]}:
    - choose: k in 0..MOST
    - guard: k >= least and paid + coin[k] <= sum
    - set:
        paid: paid + coin[k]
        least: k
"""

PATHS = {1: 2, 2: 12, 3: 184, 4: 8512, 5: 1262816, 6: 575780564, 7: 789360053252}  # A007764, by cells along a side
BELOW = [1, 1, 2, 7, 40, 369, 5680, 150707, 6993712, 567670347]  # A340005
ROOK_WALKS = [0, 0, 2, 36, 560, 8160, 116192, 1638336, 23006720, 322513920]  # A025608, on a board of 8 by 8
ONE_WAY = [1, 2, 14, 106, 838, 6802, 56190, 470010]  # A051708
DELANNOY = [1, 3, 13, 63, 321, 1683, 8989, 48639, 265729]  # A001850


class Asked:
    def __init__(self, wgcq, folder):
        self.wgcq, self.folder, self.wrong = wgcq, folder, []

    def count(self, text, question, **params):
        source, db = os.path.join(self.folder, "known.yaml"), os.path.join(self.folder, "known.db")
        with open(source, "w") as file:
            file.write(text)
        sets = [word for name, value in params.items() for word in ("--set", f"{name}={value}")]
        subprocess.run([self.wgcq, "solve", source, "-o", db, "--quiet", "--replace", "--solutions", "1", *sets], capture_output=True, text=True)
        return subprocess.run([self.wgcq, "query", db, *question.split(), "--count", "--quiet"], capture_output=True, text=True).stdout.strip()

    def same(self, text, question, expected, **params):
        if (mine := self.count(text, question, **params)) != str(expected):
            self.wrong.append(f"{question} {params}: {mine}, not {expected}\n{text}")

    def done(self):
        found, self.wrong = self.wrong, []
        return found


def on_cylinder(length, around):
    """Paths from one end to the other without a repeated point, of which the first and last are side by side."""
    def go(x, y, met):
        if (x, y) == (length, 0):
            return 1
        met = met | {(x, y)}
        found = 0
        for move, (nx, ny) in (("e", (x + 1, y)), ("w", (x - 1, y)), ("l", (x, (y + 1) % around)), ("r", (x, (y - 1) % around))):
            if 0 <= nx <= length and (nx, ny) not in met:
                found += go(nx, ny, met)
        return found
    return go(0, 0, frozenset())


def ways_to_pay(total, coins):
    ways = [1] + [0] * total
    for coin in coins:
        for paid in range(coin, total + 1):
            ways[paid] += ways[paid - coin]
    return ways[total]


@lru_cache(maxsize=None)
def one_way(x, y):
    return 1 if x == y == 0 else sum(one_way(k, y) for k in range(x)) + sum(one_way(x, k) for k in range(y))


def words(counts):
    return math.factorial(sum(counts)) // math.prod(map(math.factorial, counts))


def counters(tops):
    names = [f"c{i}" for i in range(len(tops))]
    return "\n".join(["state: {" + ", ".join(f"{n}: 0..{top}" for n, top in zip(names, tops)) + "}",
                      "start: {" + ", ".join(f"{n}: 0" for n in names) + "}", "goal: {" + ", ".join(f"{n}: {t}" for n, t in zip(names, tops)) + "}",
                      "moves:", *(f"  {n}: [{{guard: {n} < {t}}}, {{set: {n} = {n} + 1}}]" for n, t in zip(names, tops))]) + "\n"


def paying(coins):
    return PAYING.replace("COINS", ", ".join(map(str, coins))).replace("MOST", str(len(coins) - 1))


def grids(asked):
    for n, paths in PATHS.items():
        asked.same(GRID.format(never=""), "all", paths, n=n)
    for n, paths in list(enumerate(BELOW))[1:]:
        asked.same(GRID.format(never="never: {above: y > x}"), "all", paths, n=n)
    return asked.done()


def cylinders(asked):
    for length, around in ((1, 3), (1, 6), (2, 3), (2, 5), (3, 4), (4, 3)):
        asked.same(CYLINDER, "all", on_cylinder(length, around), n=length, round=around)
    return asked.done()


def pieces(asked):
    for moves, walks in enumerate(ROOK_WALKS):
        asked.same(ROOK.format(than="!="), f"plans --length {moves}", walks, n=7)
    for n, walks in list(enumerate(ONE_WAY))[1:]:
        assert one_way(n, n) == walks
        asked.same(ROOK.format(than=">"), "all", walks, n=n)
    for n, walks in list(enumerate(DELANNOY))[1:]:
        asked.same(KING, "all", walks, n=n)
    return asked.done()


def words_and_sums(asked):
    for tops in ((3, 4), (2, 2, 2), (5, 1, 7), (6, 6, 6), (3, 3, 3, 3), (4, 5, 6, 7), (9, 9, 9, 9)):
        for question, number in (("all", words(tops)), ("shortest", words(tops)), ("classes --up-to commuting", 1), ("classes --up-to moves", 1)):
            asked.same(counters(tops), question, number)
    for total, coins, number in ((100, (1, 5, 10, 25, 50), 292), (100, (1, 5, 10, 25, 50, 100), 293), (200, (1, 2, 5, 10, 20, 50, 100, 200), 73682),
                                 (37, (3, 5, 11), None), (64, (1, 2, 4, 8, 16, 32), None), (7, (2, 4), None)):
        assert number in (None, ways_to_pay(total, coins))
        asked.same(paying(coins), "all", ways_to_pay(total, coins), sum=total)
    return asked.done()


def main():
    with tempfile.TemporaryDirectory(prefix="wgcq-known-") as folder:
        asked = Asked(seeds.options().wgcq, folder)
        return seeds.report(("paths on grids", grids(asked)), ("paths on cylinders", cylinders(asked)), ("walks of a rook and of a king", pieces(asked)),
                            ("words, and ways to pay", words_and_sums(asked)))


if __name__ == "__main__":
    sys.exit(main())
