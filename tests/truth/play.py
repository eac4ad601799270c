#!/usr/bin/python3
"""Games by script against the rows of a file: moves, distances, hints, undo, saved plans.  Prints TAP.

    python3 tests/truth/play.py [--wgcq build/wgcq] [--walks 3] [--seed N]

Each puzzle is solved into a file, and its graph read by sqlite3.  Random walks over it are entered into `wgcq play`, once
with the puzzle and once with the file.  At each state the moves it lists are the edges; the distance it tells is the fewest
moves by a search here, and its hint the first move of a plan of that cost.
"""

import argparse
import heapq
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SHELF = os.path.join(HERE, "..", "..", "puzzles")
FILES = [
    ("wolf-goat-cabbage", [], ["moves"]),
    ("bridge-torch", [], ["moves", "minutes"]),
    ("frogs", ["--set", "n=3"], ["moves"]),
    ("family", [], ["moves", "noise"]),
    ("water-jugs", [], ["moves"]),
    ("missionaries-cannibals", [], ["moves"]),
    ("romania", [], ["moves", "way"]),
]


class Graph:
    def __init__(self, path):
        db = sqlite3.connect(path)
        self.shown = dict(db.execute("SELECT id, shown FROM states"))
        self.starts = [i for i, in db.execute("SELECT id FROM states WHERE is_start ORDER BY id")]
        self.goals = {i for i, in db.execute("SELECT id FROM states WHERE is_goal")}
        columns = [row[1] for row in db.execute("PRAGMA table_info(edges)")]
        self.costs = ["moves"] + [c for c in columns if c not in ("src", "dst", "move", "moves")]
        self.edges = {i: [] for i in self.shown}
        for row in db.execute("SELECT * FROM edges"):
            edge = dict(zip(columns, row), moves=1)
            self.edges[edge["src"]].append(edge)
        db.close()

    def to_goal(self, cost):
        """The least cost to a goal from each state that reaches one."""
        back = {i: [] for i in self.shown}
        for edges in self.edges.values():
            for e in edges:
                back[e["dst"]].append(e)
        best, heap = {}, [(0, i) for i in self.goals]
        while heap:
            so_far, i = heapq.heappop(heap)
            if i in best:
                continue
            best[i] = so_far
            for e in back[i]:
                heapq.heappush(heap, (so_far + e[cost], e["src"]))
        return best


def play(wgcq, path, options, lines):
    done = subprocess.run([wgcq, "play", path, *options], input="\n".join(lines) + "\n", capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def walk(graph, chance, length):
    """Edges from the first start."""
    at, way = graph.starts[0], []
    while len(way) < length and graph.edges[at]:
        way.append(chance.choice(graph.edges[at]))
        at = way[-1]["dst"]
    return way


class Reader:
    """What a game printed, block by block."""

    def __init__(self, text):
        self.lines, self.at = text.split("\n"), 0

    def position(self):
        """(moves made, the state, the listed moves)"""
        made = int(re.match(r"(\d+) moves?\b", self.lines[self.at]).group(1))
        self.at += 1
        state = []
        while not re.match(r" +\d+  |the goal is reached$|the puzzle ends here$|no move is possible$", self.lines[self.at]):
            state.append(self.lines[self.at])
            self.at += 1
        notes, moves = [], []
        while re.match(r"the goal is reached$|the puzzle ends here$|no move is possible$", self.lines[self.at]):
            notes.append(self.lines[self.at])
            self.at += 1
        while (found := re.match(r" +\d+  (.*?)(?:  -> .*)?$", self.lines[self.at])):
            moves.append(found[1])
            self.at += 1
        return made, "\n".join(state), notes, moves

    def line(self):
        self.at += 1
        return self.lines[self.at - 1]


def number_of(graph, at, edge):
    """The move's number in the list: edges in the order of the list are those of the same label by state."""
    return [e["move"] for e in graph.edges[at]].index(edge["move"])


def check_distance(said, due):
    if due is None:
        return said == "a dead end: no goal can be reached from here"
    return said == f"a goal is {due} move{'' if due == 1 else 's'} away"


def check_hint(graph, at, said, cost, best):
    if at not in best:
        return said == "no hint: no goal can be reached from here"
    if at in graph.goals:
        return said == "this is a goal"
    shape = r"(.*): a goal in (\d+) moves?" + ("" if cost == "moves" else rf", {cost} (\d+)") + "$"
    found = re.match(shape, said)
    if not found or int(found[2 if cost == "moves" else 3]) != best[at]:
        return False
    return any(e["move"] == found[1] and best.get(e["dst"], 1 << 70) + e[cost] == best[at] for e in graph.edges[at])


def check_walk(wgcq, path, options, graph, way, costs):
    """The first thing that is wrong, or None."""
    best = {cost: graph.to_goal(cost) for cost in costs}
    lines, ats = [], [graph.starts[0]]
    questions = ["d"] + [f"h {cost}" for cost in costs]
    for edge in way:
        lines += questions + [edge["move"]]
        ats.append(edge["dst"])
    lines += questions
    status, out, err = play(wgcq, path, options, lines)
    if status or err:
        return f"status {status}: {err[:300]}"
    reader = Reader(out)
    for number, at in enumerate(ats):
        made, state, notes, moves = reader.position()
        if made != number or state != graph.shown[at]:
            return f"step {number}: {state!r}, not {graph.shown[at]!r}"
        if ("the goal is reached" in notes) != (at in graph.goals):
            return f"step {number}: goal or not: {notes}"
        if sorted(moves) != sorted(e["move"] for e in graph.edges[at]):
            return f"step {number}: moves {moves}"
        said = reader.line()
        if not check_distance(said, best["moves"].get(at)):
            return f"step {number}: {said!r}, but it is {best['moves'].get(at)}"
        for cost in costs:
            said = reader.line()
            if not check_hint(graph, at, said, cost, best[cost]):
                return f"step {number}: {said!r}, but the least {cost} is {best[cost].get(at)}"
        if number < len(way) and reader.line() != "> " + way[number]["move"]:
            return f"step {number}: another move"
    return None


def check_back_and_forth(wgcq, path, options, graph, way, folder):
    plan = os.path.join(folder, "plan.txt")
    lines = [e["move"] for e in way] + [f"u {len(way)}", f"r {len(way)}", f"s! {plan}"]
    status, out, err = play(wgcq, path, options, lines)
    if status or err:
        return f"status {status}: {err[:300]}"
    with open(plan) as file:
        saved = file.read().split("\n")[:-1]
    if saved != [e["move"] for e in way]:
        return f"saved {saved}"
    last = way[-1]["dst"] if way else graph.starts[0]
    if way and f"{len(way)} move" not in out.rsplit(graph.shown[last], 1)[0].rstrip("\n").rsplit("\n", 1)[-1]:
        return "it does not end where it was"
    return None


def unambiguous(graph, way):
    """A walk is entered by names: each label leads to one state."""
    at = graph.starts[0]
    for edge in way:
        if sum(e["move"] == edge["move"] for e in graph.edges[at]) > 1:
            return False
        at = edge["dst"]
    return True


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--wgcq", default=os.path.join(HERE, "..", "..", "build", "wgcq"))
    options.add_argument("--walks", type=int, default=3)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    chance, number, failed = random.Random(given.seed), 0, False
    with tempfile.TemporaryDirectory() as folder:
        for name, settings, costs in FILES:
            puzzle, db = os.path.join(SHELF, name + ".yaml"), os.path.join(folder, name + ".db")
            subprocess.run([given.wgcq, "solve", "-q", puzzle, *settings, "-o", db], stdout=subprocess.DEVNULL, check=False)
            graph = Graph(db)
            for path, more in ((puzzle, settings), (db, [])):
                wrong = None
                for _ in range(given.walks):
                    way = walk(graph, chance, 12)
                    if unambiguous(graph, way):
                        wrong = wrong or check_walk(given.wgcq, path, more, graph, way, costs)
                        wrong = wrong or check_back_and_forth(given.wgcq, path, more, graph, way, folder)
                number += 1
                failed = failed or bool(wrong)
                print(f"{'not ' if wrong else ''}ok {number} - {name}, {'the file' if path == db else 'the puzzle'}")
                if wrong:
                    print("#", wrong)
    print(f"1..{number}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
