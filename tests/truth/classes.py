#!/usr/bin/python3
"""Solutions and their classes, counts and costs, out of the puzzles' rules alone.  Prints TAP.

    python3 tests/truth/classes.py [--wgcq build/wgcq]

Plans are enumerated by rules_*.py, one move after another; classes are made by renaming people in states
and by swapping moves in lists.  Nothing is read out of a database but what the commands print.
"""

import heapq
import itertools
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter

import rules_family
import rules_family_crossing
import rules_wolf
import seeds
from tap import end, ok

HERE = os.path.dirname(os.path.abspath(__file__))
PUZZLES = os.path.join(HERE, "..", "..", "puzzles")
BEST, WALKS, DISKS = 1000, 200, 8


def successors(rules, state):
    """{(move, next): costs}; what breaks a rule is none."""
    return {(text, after): costs for text, after, broken, costs in rules.successors(state) if broken is None}


def loopless(rules):
    """Every plan (states, moves) that visits no state twice and ends at the first goal it meets."""
    def go_on(states, moves):
        if rules.goal(states[-1]):
            yield tuple(states), tuple(moves)
            return
        for text, after in successors(rules, states[-1]):
            if after not in states:
                yield from go_on(states + [after], moves + [text])
    sys.setrecursionlimit(10000)
    for start in rules.starts():
        yield from go_on([start], [])


class Explored:
    def __init__(self, rules):
        self.rules = rules
        self.out, level = {}, rules.starts()
        while level:
            for state in level:
                self.out[state] = successors(rules, state)
            level = list({a for s in level for _, a in self.out[s]} - self.out.keys())

    def left(self, weigh):
        """The least to a goal by weigh(costs), a tuple that grows with each move."""
        into, known, number = {}, {}, 0
        for s, out in self.out.items():
            for (_, after), costs in out.items():
                into.setdefault(after, []).append((s, weigh(costs)))
        none = tuple(0 for _ in weigh((0,) * len(self.rules.costs)))
        heap = [(none, n, g) for n, g in enumerate(s for s in self.out if self.rules.goal(s))]
        number = len(heap)
        while heap:
            cost, _, s = heapq.heappop(heap)
            if s in known:
                continue
            known[s] = cost
            for before, more in into.get(s, ()):
                if before not in known and not self.rules.goal(before):
                    number += 1
                    heapq.heappush(heap, (add(cost, more), number, before))
        return known

    def optimal(self, weigh):
        """The least, and how many plans come to it."""
        left, ways = self.left(weigh), {}
        for s in sorted(left, key=left.get):
            ways[s] = 1 if self.rules.goal(s) else sum(
                ways[after] for (_, after), costs in self.out[s].items()
                if after in left and add(left[after], weigh(costs)) == left[s])
        least = min(left[s] for s in self.rules.starts())
        return least, sum(ways[s] for s in self.rules.starts() if left[s] == least)

    def best_costs(self, weigh, count):
        """What the `count` best loopless plans cost, in order."""
        left, number, costs = self.left(weigh), 0, []
        none = tuple(0 for _ in left[self.rules.starts()[0]])
        heap = [(left[s], 0, 0, none, (s,)) for s in self.rules.starts()]
        while heap and len(costs) < count:
            _, _, _, spent, way = heapq.heappop(heap)
            if self.rules.goal(way[-1]):
                costs.append(spent)
                continue
            for (_, after), more in self.out[way[-1]].items():
                if after in left and after not in way:
                    number, now = number + 1, add(spent, weigh(more))
                    heapq.heappush(heap, (add(now, left[after]), -len(way), number, now, way + (after,)))
        return costs


def add(a, b):
    return tuple(x + y for x, y in zip(a, b))


# ---- classes ------------------------------------------------------------------------------------


def renamed(plan, swaps, rename):
    """The states of the least of all images of a plan."""
    return min(tuple(rename(s, swap) for s in plan[0]) for swap in swaps)


def by_key(plans, key):
    classes = {}
    for plan in plans:
        classes.setdefault(key(plan), []).append(plan)
    return list(classes.values())


def by_swaps(rules, plans):
    """Components under making two neighbouring moves in the other order, between the same two states."""
    left, classes = set(plans), []
    while left:
        part = [left.pop()]
        for states, moves in part:
            for i in range(len(moves) - 1):
                for (text, middle) in successors(rules, states[i]):
                    if text != moves[i + 1] or (moves[i], states[i + 2]) not in successors(rules, middle):
                        continue
                    other = (states[:i + 1] + (middle,) + states[i + 2:],
                             moves[:i] + (moves[i + 1], moves[i]) + moves[i + 2:])
                    if other in left:
                        left.remove(other)
                        part.append(other)
        classes.append(part)
    return classes


def ask(wgcq, *words):
    done = subprocess.run([wgcq, *words], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(done.stderr)
    return done.stdout


def solve(wgcq, folder, puzzle, *more):
    db = os.path.join(folder, puzzle.replace(".yaml", ".db"))
    ask(wgcq, "solve", os.path.join(PUZZLES, puzzle), "-o", db, "--quiet", *more)
    return db


def same_classes(wgcq, db, words, expected, name):
    """Each row stands for another class, and has its size."""
    if not {"--of", "--k", "--within"} & set(words):
        words = [*words, "--of", "all"]
    rows = json.loads(ask(wgcq, "query", db, "classes", *words, "--format", "json", "--quiet"))
    home = {tuple(moves): i for i, c in enumerate(expected) for _, moves in c}
    mine = [(home.get(tuple(r["plan"])), r["size"]) for r in rows]
    theirs = [(i, len(c)) for i, c in enumerate(expected)]
    ok(sorted(mine, key=str) == sorted(theirs, key=str) and theirs,
       f"{name}: {len(expected)} classes of {sum(map(len, expected))} plans", rows[:5], [len(c) for c in expected][:20])


def crossing(wgcq, folder):
    rules, db = rules_family_crossing.Rules(), solve(wgcq, folder, "family-crossing.yaml")
    plans = list(loopless(rules))
    all_of_them = {tuple(m) for _, m in plans}
    rows = [tuple(json.loads(line)["plan"]) for line in ask(wgcq, "query", db, "all", "--format", "jsonl", "--quiet").splitlines()]
    ok(sorted(rows) == sorted(all_of_them), f"family-crossing: its {len(plans)} loopless plans", rows[:3])
    sons, daughters = {"son1": "son2", "son2": "son1"}, {"daughter1": "daughter2", "daughter2": "daughter1"}
    swaps = [{}, sons, daughters, {**sons, **daughters}]

    def rename(state, swap):
        return state[0], tuple(sorted(swap.get(p, p) for p in state[1]))
    symmetric = by_key(plans, lambda p: renamed(p, swaps, rename))
    same_classes(wgcq, db, ["--up-to", "symmetry"], symmetric, "family-crossing, up to symmetry")
    same_classes(wgcq, db, ["--up-to", "moves"], by_key(plans, lambda p: tuple(sorted(p[1]))), "family-crossing, up to the order of moves")
    same_classes(wgcq, db, ["--up-to", "commuting"], by_swaps(rules, plans), "family-crossing, up to moves that commute")


def shortest_plans(explored):
    left, plans = explored.left(lambda costs: (1,)), []

    def go_on(states, moves):
        if explored.rules.goal(states[-1]):
            plans.append((tuple(states), tuple(moves)))
        for text, after in explored.out[states[-1]]:
            if not explored.rules.goal(states[-1]) and left.get(after, (-1,))[0] + 1 == left[states[-1]][0]:
                go_on(states + [after], moves + [text])
    go_on([explored.rules.starts()[0]], [])
    return plans


def family(wgcq, folder):
    rules, db = rules_family.Rules(), solve(wgcq, folder, "family.yaml")
    explored = Explored(rules)
    ways = {"moves": lambda costs: (1,), "moves,noise": lambda costs: (1, costs[0]), "noise,moves": lambda costs: (costs[0], 1)}
    least, count = explored.optimal(ways["moves"])
    answer = json.loads(ask(wgcq, "query", db, "shortest", "--count", "--format", "json"))
    answer = answer[0] if isinstance(answer, list) else answer
    ok((int(answer["count"]), answer["length"]) == (count, least[0]), f"family: {count} shortest plans", answer)
    least, count = explored.optimal(ways["noise,moves"])
    answer = json.loads(ask(wgcq, "query", db, "cheapest", "--by", "noise", "--count", "--format", "json"))
    answer = answer[0] if isinstance(answer, list) else answer
    ok((int(answer["count"]), answer["noise"], answer["length"]) == (count, *least), f"family: {count} plans of least noise {least[0]}, of {least[1]} moves", answer)
    for by in ("moves,noise", "noise,moves"):
        out = ask(wgcq, "query", db, "best", "--k", str(BEST), "--by", by, "--format", "jsonl", "--quiet")
        rows = [json.loads(line) for line in out.splitlines()]
        mine = [tuple(r[c] for c in by.split(",")) for r in rows]
        ok(mine == explored.best_costs(ways[by], BEST) and len(mine) == BEST, f"family: what the best {BEST} plans cost by {by}", mine[:5])
        ok(len({tuple(r["plan"]) for r in rows}) == BEST and all(is_plan(rules, r) for r in rows), f"family: they are plans, and none comes twice, by {by}")
    plans = shortest_plans(explored)
    for words, classes in (("moves", by_key(plans, lambda p: tuple(sorted(p[1])))), ("commuting", by_swaps(rules, plans))):
        same_classes(wgcq, db, ["--up-to", words, "--of", "shortest"], classes, f"family, the shortest up to {words}")


def is_plan(rules, row):
    """Its moves lead from the start to the first goal, over no state twice, at the costs in its row."""
    at, noise = rules.starts()[0], 0
    seen = {at}
    for move in row["plan"]:
        after = [(a, c) for (text, a), c in successors(rules, at).items() if text == move]
        if len(after) != 1 or rules.goal(at) or after[0][0] in seen:
            return False
        at, noise = after[0][0], noise + after[0][1][0]
        seen.add(at)
    return rules.goal(at) and (row["moves"], row["noise"]) == (len(seen) - 1, noise)


def wolf(wgcq, folder):
    rules, db, wrong = rules_wolf.Rules(), solve(wgcq, folder, "wolf-goat-cabbage.yaml"), []
    ways = Counter(rules.starts())
    for length in range(WALKS + 1):
        expected = sum(n for s, n in ways.items() if rules.goal(s))
        answer = ask(wgcq, "query", db, "plans", "--length", str(length), "--count").strip()
        if answer != str(expected):
            wrong.append((length, answer, expected))
        after = Counter()
        for s, n in ways.items():
            for _, a in successors(rules, s):
                after[a] += n
        ways = after
    ok(not wrong, f"wolf-goat-cabbage: plans of 0 to {WALKS} moves", *wrong[:3])
    plans = list(loopless(rules))
    swaps = by_swaps(rules, plans)
    same_classes(wgcq, db, ["--up-to", "commuting"], swaps, "wolf-goat-cabbage, up to moves that commute")


def hanoi(wgcq, folder):
    """A level at a time: the peg of every disk, the smallest first."""
    start, goal = (0,) * DISKS, (3,) * DISKS
    seen, level, length = {start}, Counter({start: 1}), 0
    while goal not in level:
        after, length = Counter(), length + 1
        for state, n in level.items():
            tops = {}
            for disk in range(DISKS - 1, -1, -1):
                tops[state[disk]] = disk
            for peg, disk in tops.items():
                for to in range(4):
                    if to != peg and tops.get(to, DISKS) > disk:
                        next_one = state[:disk] + (to,) + state[disk + 1:]
                        if next_one not in seen:
                            after[next_one] += n
        seen.update(after)
        level = after
    db = solve(wgcq, folder, "hanoi.yaml", "--set", f"disks={DISKS}", "--set", "pegs=4")
    answer = ask(wgcq, "query", db, "shortest", "--count").strip()
    ok(answer == str(level[goal]), f"hanoi, 4 pegs and {DISKS} disks: {level[goal]} plans of {length} moves", answer)


CUBE = """puzzle: A cube
params: {n: 4}
types:
  edge: 1..n
state:
  at[edge]: bool
start: {at: false}
moves:
  "along {e}":
    - choose: e in edge
    - set: at[e] = not at[e]
goal: {at: true}
symmetric: edge
"""


class Cube:
    costs = ()

    def __init__(self, n):
        self.n = n

    def starts(self):
        return [(0,) * self.n]

    def goal(self, state):
        return all(state)

    def successors(self, state):
        for e in range(self.n):
            yield f"along {e + 1}", state[:e] + (1 - state[e],) + state[e + 1:], None, ()


def cube(wgcq, folder):
    """Ways through a cube from corner to corner: 18 of three dimensions, 6432 of four."""
    puzzle = os.path.join(folder, "cube.yaml")
    with open(puzzle, "w", encoding="utf-8") as file:
        file.write(CUBE)
    for n, count in ((3, 18), (4, 6432)):
        rules, db = Cube(n), os.path.join(folder, f"cube{n}.db")
        ask(wgcq, "solve", puzzle, "-o", db, "--quiet", "--set", f"n={n}")
        plans = list(loopless(rules))
        ok(len(plans) == count, f"cube: {count} ways through {n} dimensions", len(plans))
        swaps = list(itertools.permutations(range(n)))
        for words, classes in (
                ("symmetry", by_key(plans, lambda p, s=swaps: renamed(p, s, lambda x, w: tuple(x[i] for i in w)))),
                ("commuting", by_swaps(rules, plans)),
                ("moves", by_key(plans, lambda p: tuple(sorted(p[1]))))):
            same_classes(wgcq, db, ["--up-to", words], classes, f"cube of {n} dimensions, up to {words}")


BOARD = """puzzle: A board
params: {{n: {n}}}
types:
  line: 0..n - 1
  hue: [red, green, blue]
state:
  cell[line, line]: hue
start: {{cell: {start}}}
moves:
  "{{r}} {{c}} becomes {{h}}":
    - choose: r in line, c in line, h in hue
    - guard: cell[r, c] == {start} and h != {start}
    - guard: {guard}
    - set: cell[r, c] = h
goal: count(cell[r, c] != {start} for r in line, c in line) == {filled}
symmetric:
{symmetric}
"""
TURN = """  - quarter turn:
      cell[r, c] for r in line, c in line: cell[c, n - 1 - r]"""
MIRROR = """  - mirror:
      cell[r, c] for r in line, c in line: cell[r, n - 1 - c]"""
DYED = "  - other hue: {red: blue, blue: red}"
RENAMED = "  - upside down: {r for r in line: n - 1 - r}"      # renames columns, too: a half turn
TWISTED = """  - turn and dye:
      cell[r, c] for r in line, c in line: cell[c, n - 1 - r] if cell[c, n - 1 - r] == green else red if cell[c, n - 1 - r] == blue else blue"""


class Board:
    """Cells of an n by n board, by row and column, become red or blue, once each, where the guard lets them."""
    costs = ()

    def __init__(self, n, filled, guard):
        self.n, self.filled, self.guard = n, filled, guard

    def starts(self):
        return [("green",) * self.n ** 2]

    def goal(self, state):
        return len(state) - state.count("green") == self.filled

    def successors(self, state):
        for i, hue in itertools.product(range(self.n ** 2), ("red", "blue")):
            if state[i] == "green" and self.guard(state, *divmod(i, self.n), hue):
                yield f"{i // self.n} {i % self.n} becomes {hue}", state[:i] + (hue,) + state[i + 1:], None, ()


def turned(n, state):
    return tuple(state[c * n + n - 1 - r] for r in range(n) for c in range(n))


def mirrored(n, state):
    return tuple(state[r * n + n - 1 - c] for r in range(n) for c in range(n))


def dyed(_, state):
    return tuple({"red": "blue", "blue": "red"}.get(h, h) for h in state)


GENERATORS = {
    TURN: turned, MIRROR: mirrored, DYED: dyed,
    RENAMED: lambda n, s: turned(n, turned(n, s)),
    TWISTED: lambda n, s: dyed(n, turned(n, s))}


def orbit_of_plan(generators, n, states):
    met, left = {states}, [states]
    while left:
        at = left.pop()
        for g in generators:
            image = tuple(g(n, s) for s in at)
            if image not in met:
                met.add(image)
                left.append(image)
    return min(met)


def boards(wgcq, folder):
    """Every set of generators of a board, and what each does to plans; false ones have a counterexample."""
    puzzle, db = os.path.join(folder, "board.yaml"), os.path.join(folder, "board.db")
    guards = [("true", lambda s, r, c, h: True),
              ("(r + c) % 2 == 0 or h == red", lambda s, r, c, h: (r + c) % 2 == 0 or h == "red"),
              ("r == 0", lambda s, r, c, h: r == 0)]
    sizes, refused, wrong = Counter(), 0, []
    for (text, guard), n, k in itertools.product(guards, (2, 3), (1, 2)):
        rules = Board(n, 2, guard)
        plans = list(loopless(rules))
        edges = {(p[0][i], p[0][i + 1]) for p in plans for i in range(len(p[1]))}
        every = list(itertools.combinations(GENERATORS, k))
        for chosen in every if n == 2 else seeds.in_turn(every):
            with open(puzzle, "w", encoding="utf-8") as file:
                file.write(BOARD.format(n=n, start="green", guard=text, filled=2, symmetric="\n".join(chosen))
                           .replace("goal:", "end: goal\ngoal:"))
            maps = [GENERATORS[g] for g in chosen]
            ask(wgcq, "solve", puzzle, "-o", db, "--quiet", "--replace")
            holds = all((g(n, a), g(n, b)) in edges for g in maps for a, b in edges)
            done = subprocess.run([wgcq, "query", db, "classes", "--up-to", "symmetry", "--of", "all", "--format", "json"], capture_output=True, text=True)
            if not holds:
                refused += 1
                if done.returncode != 2 or "does not hold" not in done.stderr:
                    wrong.append((text, n, chosen, done.returncode, done.stderr))
                continue
            orbits = Counter(orbit_of_plan(maps, n, p[0]) for p in plans)
            mine = sorted(r["size"] for r in json.loads(done.stdout))
            sizes[len(orbits)] += 1
            if mine != sorted(orbits.values()):
                wrong.append((text, n, chosen, mine[:9], sorted(orbits.values())[:9]))
            least = min(len(states) for states, _ in plans)
            shortest = {orbit_of_plan(maps, n, states) for states, _ in plans if len(states) == least}
            counted = subprocess.run([wgcq, "query", db, "classes", "--up-to", "symmetry", "--count"], capture_output=True, text=True).stdout
            if counted != f"{len(shortest)}\n":
                wrong.append((text, n, chosen, counted, len(shortest)))
    ok(not wrong and refused > 10 and len(sizes) > 5,
       f"boards: classes of plans under {sum(sizes.values())} groups by generators, and {refused} declarations that do not hold", *wrong[:3], sizes)


def main():
    wgcq = seeds.options().wgcq
    with tempfile.TemporaryDirectory(prefix="wgcq-classes-") as folder:
        for part in (crossing, family, wolf, hanoi, cube, boards):
            part(wgcq, folder)
    sys.exit(end())


if __name__ == "__main__":
    main()
