#!/usr/bin/python3
"""Imported Sokoban levels and boards of Rush Hour against solvers that share nothing with wgcq.  Prints TAP.

Random levels and boards, and a few written by hand.  Compared: states, edges, goals, the fewest moves, the fewest
pushes or cells.  tests/truth/boards.py [--wgcq PATH] [--count N] [--seed N]
"""

import collections
import heapq
import json
import os
import random
import subprocess
import sys
import tempfile

import seeds

MOST = 6000  # states of a random level


def explore(start, successors, most=MOST):
    """States, edges {(state, label, state): cost} from breadth-first search; None: too many."""
    edges, queue, seen = {}, collections.deque([start]), {start}
    while queue:
        state = queue.popleft()
        for label, after, cost in successors(state):
            edges[state, label, after] = cost
            if after not in seen:
                if len(seen) == most:
                    return None
                seen.add(after)
                queue.append(after)
    return seen, edges


def least(start, edges, goals, weigh):
    """The least sum of weigh(cost) to a goal; None: there is none."""
    out = collections.defaultdict(list)
    for (a, _, b), cost in edges.items():
        out[a].append((b, weigh(cost)))
    best, heap, number = {start: 0}, [(0, 0, start)], 0
    while heap:
        so_far, _, state = heapq.heappop(heap)
        if so_far > best[state]:
            continue
        if state in goals:
            return so_far
        for after, cost in out[state]:
            if so_far + cost < best.get(after, float("inf")):
                best[after] = so_far + cost
                number += 1
                heapq.heappush(heap, (so_far + cost, number, after))
    return None


def figures(start, successors, is_goal):
    found = explore(start, successors)
    if not found:
        return None
    states, edges = found
    goals = {s for s in states if is_goal(s)}
    return {"states": len(states), "edges": len(edges), "goals": len(goals),
            "length": least(start, edges, goals, lambda cost: 1), "cost": least(start, edges, goals, lambda cost: cost)}


# ---- Sokoban

STEPS = {"up": -1j, "down": 1j, "left": -1, "right": 1}


def sokoban(rows):
    cells = {c + 1j * r: sign for r, row in enumerate(rows) for c, sign in enumerate(row)}
    floor = {p for p, sign in cells.items() if sign != "#"}
    targets = {p for p, sign in cells.items() if sign in ".*+"}
    player = next(p for p, sign in cells.items() if sign in "@+")
    boxes = frozenset(p for p, sign in cells.items() if sign in "$*")

    def successors(state):
        at, crates = state
        for label, step in STEPS.items():
            to, behind = at + step, at + 2 * step
            if to in crates:
                if behind in floor and behind not in crates:
                    yield "push " + label, (to, crates - {to} | {behind}), 1
            elif to in floor:
                yield "walk " + label, (to, crates), 0

    return figures((player, boxes), successors, lambda state: state[1] >= targets)


def random_level(r):
    """A closed board with walls here and there; some in the other signs of floor."""
    high, wide, count = r.randint(4, 6), r.randint(4, 7), r.randint(1, 3)
    inner = [[" " if r.random() < 0.8 else "#" for _ in range(wide)] for _ in range(high)]
    free = [(i, j) for i in range(high) for j in range(wide)]
    r.shuffle(free)
    player = free.pop()
    boxes = [free.pop() for _ in range(count)]
    targets = [r.choice(boxes) if r.random() < 0.15 else free.pop() for _ in range(count)]
    targets = list(dict.fromkeys(targets))
    while len(targets) < count:
        targets.append(free.pop())
    if r.random() < 0.1:
        targets[0] = player
    signs = {(False, False, False): None, (True, False, False): "@", (True, False, True): "+",
             (False, True, False): "$", (False, True, True): "*", (False, False, True): "."}
    for i in range(high):
        for j in range(wide):
            sign = signs[(i, j) == player, (i, j) in boxes, (i, j) in targets]
            inner[i][j] = sign or inner[i][j]
    floor = r.choice("  -_")
    rows = ["#" * (wide + 2), *("#" + "".join(row).replace(" ", floor) + "#" for row in inner), "#" * (wide + 2)]
    shift = " " * r.randint(0, 3)
    return [shift + row for row in rows]


# ---- Rush Hour

def rush_hour(rows, side="right"):
    cars = collections.defaultdict(list)
    walls = {(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "x"}
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if sign.isupper():
                cars[sign].append((r, c))
    high, wide, names = len(rows), len(rows[0]), sorted(cars)
    leaver = "X" if "X" in cars else "A"
    start = tuple(tuple(cars[name]) for name in names)

    def successors(state):
        for i, car in enumerate(state):
            others = walls.union(*(o for j, o in enumerate(state) if j != i))
            down = car[0][1] == car[1][1]
            for sign in (-1, 1):
                step = (sign, 0) if down else (0, sign)
                moved, far = car, 0
                while True:
                    moved, far = tuple((r + step[0], c + step[1]) for r, c in moved), far + 1
                    if any(not (0 <= r < high and 0 <= c < wide) or (r, c) in others for r, c in moved):
                        break
                    yield f"{names[i]} by {sign * far}", (*state[:i], moved, *state[i + 1:]), far

    def is_goal(state):
        car = state[names.index(leaver)]
        edge = {"right": lambda r, c: c == wide - 1, "left": lambda r, c: c == 0, "bottom": lambda r, c: r == high - 1,
                "top": lambda r, c: r == 0}[side]
        return any(edge(r, c) for r, c in car)

    return figures(start, successors, is_goal)


def random_rows(r, high, wide):
    rows = [[r.choice("o.")] * wide for _ in range(high)]
    leaver = r.choice("AAX")
    line, first = r.randrange(high), r.randrange(wide - 1)
    down = r.random() < 0.3
    if down:
        line, first = r.randrange(high - 1), r.randrange(wide)
    names = [leaver, *r.sample([c for c in "BCDEFGHIJKLMN"], r.randint(2, 9))]
    for number, name in enumerate(names):
        if number:
            down = r.random() < 0.5
            line, first = r.randrange(high), r.randrange(wide)
        length = 2 if not number else r.choice((2, 2, 3))
        cells = [(line + k, first) if down else (line, first + k) for k in range(length)]
        if all(i < high and j < wide and rows[i][j] in "o." for i, j in cells):
            for i, j in cells:
                rows[i][j] = name
    for _ in range(r.choice((0, 0, 1, 2))):
        i, j = r.randrange(high), r.randrange(wide)
        if rows[i][j] in "o.":
            rows[i][j] = "x"
    rows = ["".join(row) for row in rows]
    where = [(i, j) for i in range(high) for j in range(wide) if rows[i][j] == leaver]
    return rows, where


def mark_exit(r, rows, where):
    """The rows as one word with an exit that is marked, and its side."""
    down = where[0][1] == where[1][1]
    side = r.choice(("top", "bottom") if down else ("left", "right"))
    border = "".join(("^" if side == "top" else "v") if j == where[0][1] else "o" for j in range(len(rows[0])))
    lines = [("<" if side == "left" and i == where[0][0] else "") + row + (">" if side == "right" and i == where[0][0] else "")
             for i, row in enumerate(rows)]
    lines = [border, *lines] if side == "top" else [*lines, border] if side == "bottom" else lines
    return "/".join(lines), side


# ---- what wgcq says

class Import:
    def __init__(self, wgcq, folder):
        self.wgcq, self.folder = wgcq, folder

    def call(self, *arguments):
        return subprocess.run([self.wgcq, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120)

    def solve(self, cost, *settings):
        done = self.call("solve", "p.yaml", "--trace", "none", "--format", "json", "--minimize", cost, *settings)
        if done.returncode not in (0, 1):
            return {"error": done.stderr[:600]}
        answer = json.loads(done.stdout)
        best, costs = answer["shortest"], answer["cheapest"]
        return {"states": answer["states"], "edges": answer["edges"], "goals": answer["goals"],
                "length": best and best["length"], "cost": costs and costs[cost] and costs[cost]["cost"]}

    def of(self, text, cost, *options):
        with open(os.path.join(self.folder, "board.txt"), "w", encoding="utf-8") as file:
            file.write(text)
        done = self.call("import", "board.txt", "-o", "p.yaml", "-q", *options)
        return {"error": done.stderr[:600]} if done.returncode else self.solve(cost)


def differing(due, got, text):
    return "" if due == got else f"is {got}\nnot {due}\n{text}"


def one_level(imports, seed):
    r = random.Random(seed)
    while True:
        rows = random_level(r)
        due = sokoban([row.replace("-", " ").replace("_", " ") for row in rows])
        if due:
            break
    text = "\n".join(["; 1", "", "####", "#@ #", "####", "", *rows, f"Title: level {seed}", ""])
    return differing(due, imports.of(text, "pushes", "--level", r.choice(("2", f"LEVEL {seed}"))), text)


def one_board(imports, seed):
    r = random.Random(seed)
    while True:
        plain = r.random() < 0.4
        rows, where = random_rows(r, *((6, 6) if plain else (r.randint(2, 6), r.randint(2, 7))))
        word, side = mark_exit(r, rows, where)
        if plain:
            word, side = "".join(rows), "bottom" if where[0][1] == where[1][1] else "right"
        due = rush_hour(rows, side)
        if due:
            break
    return differing(due, imports.of(f"7 {word} 12\n", "steps"), word)


def lists(imports):
    """Four boards as one puzzle: each has the figures that it has alone.  The first two are of Michael Fogleman's table (2018)."""
    boards = ["IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM", "BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN",
              "ooooooooooooooAAooBBBoooooooCCoooooo", "ooooooooooooAAoxooBBBoooooooCCoooooo"]
    wrong = []
    found = imports.of("\n".join(boards), "steps")
    if "error" in found:
        return [found["error"]]
    for number, board in enumerate(boards, 1):
        due = rush_hour([board[i:i + 6] for i in range(0, 36, 6)]) if number > 2 else None
        got = imports.solve("steps", "--set", f"board={number}")
        if number <= 2 and (got.get("length"), got.get("states")) != ((60, 2332), (58, 9192))[number - 1]:
            wrong.append(f"board {number}: {got}")
        if due and due != got:
            wrong.append(differing(due, got, board))
    return wrong


def main():
    given = seeds.options(200)
    with tempfile.TemporaryDirectory() as folder:
        imports = Import(given.wgcq, folder)
        return seeds.report(
            (f"{given.count} Sokoban levels from {given.seed}", seeds.failures(given, lambda seed: one_level(imports, seed))),
            (f"{given.count} boards of Rush Hour from {given.seed}", seeds.failures(given, lambda seed: one_board(imports, seed))),
            ("a list of boards, two with published figures", lists(imports)))


sys.exit(main())
