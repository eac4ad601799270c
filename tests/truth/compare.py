#!/usr/bin/python3
"""What wgcq compare says of solutions and files, held to the puzzles' rules alone.  Prints TAP.

    python3 tests/truth/compare.py [--wgcq build/wgcq] [--count N] [--seed S]

Plans are taken by their moves' texts and made again by rules_*.py; what two have in common, whether one
becomes the other by renaming or by moves that commute, and what graphs hold is found by brute force.  So are the pairs of
solutions of random puzzles (symmetric_puzzle.py), of which some declare a symmetry that does not hold.
"""

import itertools
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter

import rules_family
import rules_family_crossing
import rules_missionaries
import seeds
from classes import CUBE, PUZZLES, Cube, Explored, ask, by_swaps, loopless, shortest_plans, solve, successors
from counterexample import Judge
from symmetric_puzzle import Maker
from tap import end, ok
from values import value_text


def remade(rules, moves):
    """The states of a plan."""
    states = [rules.starts()[0]]
    for text in moves:
        after = [a for t, a in successors(rules, states[-1]) if t == text]
        assert len(after) == 1, (states[-1], text)
        states.append(after[0])
    assert rules.goal(states[-1])
    return tuple(states), tuple(moves)


def stored(wgcq, db, rules, count):
    """The first stored solutions, by what `show` prints."""
    plans = []
    for n in range(1, count + 1):
        rows = json.loads(ask(wgcq, "show", db, str(n), "--format", "json", "--quiet"))
        plans.append(remade(rules, [r["move"] for r in rows[1:]]))
    return plans


def compare(wgcq, *words):
    return json.loads(ask(wgcq, "compare", *words, "--part", "all", "--format", "json", "--quiet"))


def swaps_of(text):
    """ "a <-> b, c -> d -> e -> c" as what becomes what. """
    becomes = {}
    for cycle in filter(None, (text or "").split(", ")):
        if " <-> " in cycle:
            a, b = cycle.split(" <-> ")
            becomes.update({a: b, b: a})
        else:
            names = cycle.split(" -> ")
            becomes.update(zip(names, names[1:]))
    return becomes


def lines_up(answer, plans, numbers):
    """Every step of each is there once, in order; rows that are met are of one state, and as many as can be."""
    for n, (states, moves) in zip(numbers, plans):
        mine = [(r[f"step {n}"], r[f"move {n}"]) for r in answer["steps"] if r[f"step {n}"] is not None]
        if mine != list(enumerate((None,) + moves)):
            return f"steps of {n}"
    met = 0
    for r in answer["steps"]:
        at = [r[f"step {n}"] for n in numbers]
        here = None if None in at else {p[0][i] for p, i in zip(plans, at)}
        if r["where"] in ("part", "apart"):
            continue
        met += 1
        if not here or len(here) > 1 or r["differs"]:
            return f"no one state: {r}"
    a, b = plans[0][0], plans[1][0]
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, j in itertools.product(range(len(a)), range(len(b))):
        table[i + 1][j + 1] = table[i][j] + 1 if a[i] == b[j] else max(table[i][j + 1], table[i + 1][j])
    return None if len(plans) > 2 or met == table[-1][-1] else f"{met} met, {table[-1][-1]} could"


def all_pairs(wgcq, db, rules, plans, symmetric, commuting, name):
    """symmetric(p, q): the set of renamings that make p q, or None where nothing is declared."""
    home = {moves: i for i, part in enumerate(commuting) for _, moves in part}
    wrong, found = [], Counter()
    numbers = [str(i + 1) for i in range(len(plans))]
    answer = compare(wgcq, db, *numbers)["pairs"]
    for row, (i, j) in zip(answer, itertools.combinations(range(len(plans)), 2)):
        p, q = plans[i], plans[j]
        renamings = symmetric(p, q)
        expected = {"one": numbers[i], "other": numbers[j], "in common": len(set(p[0]) & set(q[0])), "same": p == q,
                    "symmetry": bool(renamings), "commuting": home[p[1]] == home[q[1]],
                    "multiset": Counter(p[1]) == Counter(q[1])}
        fine = all(row[k] == v for k, v in expected.items())
        if row["symmetry"]:
            fine = fine and any({a: b for a, b in m.items() if a != b} == swaps_of(row["exchange"]) for m in renamings)
        found.update(k for k in ("symmetry", "commuting", "multiset") if row[k])
        if not fine:
            wrong.append((row, expected))
    ok(not wrong and len(answer) == len(plans) * (len(plans) - 1) // 2,
       f"{name}: {len(answer)} pairs of {len(plans)} solutions, equal by {dict(found)}", *wrong[:3])


def crossing(wgcq, folder):
    rules, db = rules_family_crossing.Rules(), solve(wgcq, folder, "family-crossing.yaml")
    plans = stored(wgcq, db, rules, 8)
    names = [("son1", "son2"), ("daughter1", "daughter2")]
    groups = [{**dict(zip(names[0], a)), **dict(zip(names[1], b))}
              for a in itertools.permutations(names[0]) for b in itertools.permutations(names[1])]

    def symmetric(p, q):
        return [m for m in groups if tuple((s[0], frozenset(m.get(x, x) for x in s[1])) for s in p[0]) == q[0]]
    all_pairs(wgcq, db, rules, plans, symmetric, by_swaps(rules, list(loopless(rules))), "family-crossing")
    for numbers in (("1", "4"), ("2", "7"), ("3", "6", "8"), ("5", "1", "2", "8")):
        chosen = [plans[int(n) - 1] for n in numbers]
        answer = compare(wgcq, db, *numbers)
        ok(lines_up(answer, chosen, numbers) is None, f"family-crossing: {' '.join(numbers)} lined up", lines_up(answer, chosen, numbers))
        visits = Counter(s for states, _ in chosen for s in set(states))
        mine = [r["visited"] for r in answer["states"]]
        ok(Counter(mine) == Counter(n for n in visits.values() if n > 1), "... with the states that two or more visit", mine)
        only = [set(c[1]) - {m for d in chosen if d is not c for m in d[1]} for c in chosen]
        mine = [set(r["moves only here"]) for r in answer["solutions"]]
        ok(mine == only, "... and the moves of one alone", mine, only)


def cube(wgcq, folder):
    """All 18 ways through a cube; a square has 2."""
    puzzle = os.path.join(folder, "cube.yaml")
    with open(puzzle, "w", encoding="utf-8") as file:
        file.write(CUBE)
    for n, count in ((2, 2), (3, 18)):
        rules, db = Cube(n), os.path.join(folder, f"cube{n}.db")
        ask(wgcq, "solve", puzzle, "-o", db, "--quiet", "--set", f"n={n}", "--trace", "solutions" if n == 2 else "all")
        plans = stored(wgcq, db, rules, count)

        def symmetric(p, q, n=n):
            fitting = [w for w in itertools.permutations(range(n))
                       if tuple(tuple(s[w.index(i)] for i in range(n)) for s in p[0]) == q[0]]
            return [{str(i + 1): str(w[i] + 1) for i in range(n)} for w in fitting]
        all_pairs(wgcq, db, rules, plans, symmetric, by_swaps(rules, list(loopless(rules))), f"cube of {n} dimensions")


def family(wgcq, folder):
    rules = rules_family.Rules()
    short, quiet = os.path.join(folder, "short.db"), os.path.join(folder, "quiet.db")
    yaml = os.path.join(PUZZLES, "family.yaml")
    for db, by in ((short, "moves"), (quiet, "noise")):
        ask(wgcq, "solve", yaml, "-o", db, "--quiet", "--minimize", by, "--solutions", "12")
    plans = stored(wgcq, short, rules, 12)
    all_pairs(wgcq, short, rules, plans, lambda p, q: p == q and [{}], by_swaps(rules, shortest_plans(Explored(rules))), "family")
    for words in ((short, "1", f"{quiet}:1"), (short, quiet), (short, quiet, "1", "1")):
        answer = compare(wgcq, *words)
        labels = [r["solution"] for r in answer["solutions"]]
        pair = [plans[0], stored(wgcq, quiet, rules, 1)[0]]
        ok(lines_up(answer, pair, labels) is None, "family: the shortest against the quietest, lined up", lines_up(answer, pair, labels))
        costs = [(len(m), sum(c[0] for s, t, a in zip(st, m, st[1:]) for (x, y), c in successors(rules, s).items() if (x, y) == (t, a)))
                 for st, m in pair]
        mine = [(r["moves"], r["noise"], r["moves more"], r["noise more"], r["in common"]) for r in answer["solutions"]]
        theirs = [(*c, c[0] - costs[0][0], c[1] - costs[0][1], len(set(pair[0][0]) & set(pair[1][0]))) for c in costs]
        ok(mine == theirs and costs[0][0] <= costs[1][0] and costs[0][1] > costs[1][1], f"... with what they cost: {costs}", mine, theirs)
        explored = Explored(rules)
        figures = {r["figure"]: r for r in answer["files"]}
        edges = sum(map(len, explored.out.values()))
        ok(figures["states"][short] == figures["states"][quiet] == len(explored.out) and
           figures["edges"][short] == edges and figures["edges"][f"more {quiet}"] == 0,
           f"... and the files have {len(explored.out)} states and {edges} edges", figures)
        ok(answer["only"] == [], "... and nothing is in one alone", answer["only"])


def missionaries(wgcq, folder):
    dbs = [os.path.join(folder, f"seats{s}.db") for s in (2, 3)]
    rules = [rules_missionaries.Rules(3, s) for s in (2, 3)]
    for seats, db in zip((2, 3), dbs):
        ask(wgcq, "solve", os.path.join(PUZZLES, "missionaries-cannibals.yaml"), "-o", db, "--quiet", "--set", f"seats={seats}",
            "--trace", "solutions" if seats == 3 else "all")
    answer = compare(wgcq, *dbs)
    labels = [r["solution"] for r in answer["solutions"]]
    plans = [remade(r, [s[f"move {l}"] for s in answer["steps"] if s[f"move {l}"]]) for r, l in zip(rules, labels)]
    ok(lines_up(answer, plans, labels) is None, "missionaries, 2 seats against 3: lined up", lines_up(answer, plans, labels))
    explored = [Explored(r) for r in rules]
    counted = [e.optimal(lambda costs: (1,)) for e in explored]
    expected = {"param seats": (2, 3), "param n": (3, 3), "states": [len(e.out) for e in explored],
                "edges": [sum(map(len, e.out.values())) for e in explored],
                "shortest_length": [c[0][0] for c in counted], "shortest_count": [c[1] for c in counted]}
    figures = {r["figure"]: r for r in answer["files"]}
    fine = all((figures[k][dbs[0]], figures[k][dbs[1]], figures[k][f"more {dbs[1]}"]) == (*v, v[1] - v[0]) for k, v in expected.items())
    ok(fine, f"... the figures of both: {expected}", figures)
    made = [{t for out in e.out.values() for t, _ in out} for e in explored]
    theirs = {("move", m, db) for m, o, db in [(m, made[1 - i], dbs[i]) for i in (0, 1) for m in made[i]] if m not in o}
    mine = {(r["kind"], r["name"], r["only in"]) for r in answer["only"]}
    ok(mine == theirs and theirs, f"... and the {len(theirs)} moves that only one makes", mine, theirs)


# ---- random puzzles: true and false symmetries, several moves between the same states ----

PLANS, SWAPS_MOST = 5, 3000
# Always among the random puzzles: one of all kinds of pairs whose symmetry holds; four whose does not, the last one of invariants alone;
# one that holds as all initial states are ends, from which some moves would have no counterpart.
ALWAYS = 42, 20, 44, 45, 225088505, 14617984


def orbit_of(images, states):
    """All images of a sequence of states under a group."""
    met, left = {states}, [states]
    while left:
        at = left.pop()
        for image in ({tuple(map(g.get, at)) for g in images} - met):
            met.add(image)
            left.append(image)
    return met


def is_parallel(graph, states):
    """Whether several moves join two states that follow one another."""
    return any(sum(after == b for _, after in graph.out[a]) > 1 for a, b in zip(states, states[1:]))


def by_neighbours(judge, plan):
    """What becomes of a plan by swapping neighbouring moves of different texts; None: too many."""
    met, left, goal = {plan}, [plan], judge.puzzle.goal
    out, passes = judge.graph.out, judge.graph.passes_goals()
    while left:
        states, moves = left.pop()
        for i in range(len(moves) - 1):
            for text, middle in out[states[i]]:
                if text != moves[i + 1] or text == moves[i] or (goal(middle) and not passes):
                    continue
                if (moves[i], states[i + 2]) not in out[middle] or middle in states[:i + 1] + states[i + 2:]:
                    continue
                other = states[:i + 1] + (middle,) + states[i + 2:], moves[:i] + (moves[i + 1], moves[i]) + moves[i + 2:]
                if other not in met:
                    met.add(other)
                    left.append(other)
        if len(met) > SWAPS_MOST:
            return None
    return met


def expected_pair(judge, false, p, q):
    """{column: what it holds}; a column that brute force leaves open is missing."""
    same, counted = p == q, Counter(p[1]) == Counter(q[1])
    found = {"in common": len(set(p[0]) & set(q[0])), "same": same, "multiset": counted}
    if same or len(p[1]) != len(q[1]):
        found["symmetry"] = same
    elif false:
        found["symmetry"] = None
    else:
        found["symmetry"] = q[0] in orbit_of(judge.images, p[0])
        if found["symmetry"] and is_parallel(judge.graph, q[0]):
            del found["symmetry"]
    swapped = by_neighbours(judge, p)
    if swapped is not None:
        found["commuting"] = q in swapped
    return found


def random_pairs(wgcq, folder, seed, found):
    """What `compare` says otherwise of the stored solutions of a random puzzle than brute force, or None."""
    maker, path, db = Maker(seed, seed % 4 != 0), os.path.join(folder, "random.yaml"), os.path.join(folder, "random.db")
    with open(path, "w", encoding="utf-8") as file:
        file.write(maker.text)
    done = subprocess.run([wgcq, "solve", path, "-o", db, "--quiet", "--replace", "--solutions", str(PLANS), "--format", "json",
                           "--trace", maker.r.choice(["solutions", "edges", "all"])], capture_output=True, text=True)
    count = json.loads(done.stdout or "{}").get("solutions", {}).get("stored", 0) if done.returncode in (0, 5) else 0
    if not count:
        found["puzzles without a plan"] += 1
        return None
    judge = Judge(maker.text)
    false, shown = judge.is_false(), {judge.puzzle.shown(s): s for s in judge.graph.depth}
    plans = []
    for n in range(1, count + 1):
        rows = json.loads(ask(wgcq, "show", db, str(n), "--format", "json", "--quiet"))
        plans.append((tuple(shown[r["shown"]] for r in rows), tuple(r["move"] for r in rows[1:])))
    numbers = [str(n + 1) for n in range(count)] + ["1"]
    answer = compare(wgcq, db, *numbers)["pairs"]
    pairs = list(itertools.combinations([*plans, plans[0]], 2))
    found["puzzles whose symmetry is false" if false else "puzzles whose symmetry holds"] += 1
    for row, (p, q) in zip(answer, pairs):
        expected = expected_pair(judge, false, p, q)
        for k, v in expected.items():
            found.update([f"{k}: {v}"] if k != "in common" else [])
            if row[k] != v:
                return {k: v}, row, p, q
        if row["exchange"] and not row["same"] and not maps_by(judge, row["exchange"], p[0], q[0]):
            return "exchange", row, p, q
    return None if len(answer) == len(pairs) else (len(answer), len(pairs))


def maps_by(judge, text, one, other):
    """Whether what is named, generators one after another or what becomes what, makes the states of one plan the other's."""
    parts = [part.removesuffix(")").rsplit(" (", 1) if part.endswith(")") else [part, None] for part in text.split(", ")]
    if judge.generators:
        for part, of in parts:
            exchanged = tuple(part.split(" <-> ")) if " <-> " in part else None
            fitting = [t for t, pair in judge.maps() if exchanged and of in (t, None) and pair in (exchanged, exchanged[::-1])]
            if exchanged and len(fitting) != 1:
                return False
            declared = fitting[0] if exchanged else part
            one = tuple(judge.image(declared, exchanged, s) for s in one)
        return one == other
    # Types may share names of values: the text then says of which type a cycle is.
    names = {declared: {value_text(v): v for v in judge.puzzle.type(declared).values} for declared in judge.types}
    owners = [[t for t in judge.types if of in (t, None) and swaps_of(cycle).keys() <= names[t].keys()] for cycle, of in parts]
    if any(len(fitting) != 1 for fitting in owners):
        return False
    for declared in judge.types:
        values = {names[declared][a]: names[declared][b] for (cycle, _), (t,) in zip(parts, owners) if t == declared
                  for a, b in swaps_of(cycle).items()}
        one = tuple(judge.renamed(s, judge.puzzle.type(declared), values) for s in one)
    return one == other


def randoms(wgcq, folder, count, seed):
    found, wrong = Counter(), []
    for s in [*ALWAYS, *range(seed, seed + count)]:
        if problem := random_pairs(wgcq, folder, s, found):
            wrong.append((s, problem))
    ok(not wrong, f"{count} random puzzles from seed {seed}: pairs of solutions are what brute force says", *wrong[:5])
    kinds = [f"{k}: {v}" for k in ("symmetry", "commuting", "multiset") for v in (True, False)] + ["symmetry: None"]
    ok(all(found[k] for k in kinds), "each answer is among them", found)
    for name, often in sorted(found.items()):
        print(f"# {often:6} {name}")


def main():
    given = seeds.options(45)
    with tempfile.TemporaryDirectory(prefix="wgcq-compare-") as folder:
        for part in (crossing, cube, family, missionaries):
            part(given.wgcq, folder)
        randoms(given.wgcq, folder, given.count, given.seed)
    sys.exit(end())


if __name__ == "__main__":
    main()
