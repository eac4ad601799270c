#!/usr/bin/python3
"""Games by script against the rows of a file: moves, distances, hints, undo, saved plans.  Prints TAP.

    python3 tests/truth/play.py [--wgcq build/wgcq] [--walks 3] [--puzzles 60] [--seed N]

Each puzzle is solved into a file, and its graph read by sqlite3.  Random walks over it are entered into `wgcq play`, once
with the puzzle and once with the file.  At each state the moves it lists are the edges; the distance it tells is the fewest
moves by a search here, and its hint the first move of a plan of that cost.

Random puzzles with rules, named guards, `final` costs, several starts and odd labels are walked back and forth: at each
position the listed moves, what was spent and what it comes to with the end, the rejected moves with their rules, `? MOVE`
of moves that are possible and of others, hints and distances; the plan that is saved is one that verify --plan confirms.
"""

import heapq
import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile

import seeds
import tap

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


# ---- random puzzles ----------------------------------------------------------------------------------------------------

LABELS = ["go", "go far", "jump", "u", "? x", '"in quotes"', '" blank"', " blank", "blank ", "two\nlines", "tab\t", "back\\\\slash", "#",
          "a\\nb", "\ttab", "say \"so\""]


def random_text(chance):
    """A puzzle of two variables, with labels that a line of a file cannot hold as they are."""
    size, labels = chance.randint(2, 4), chance.sample(LABELS, chance.randint(2, 5))
    lines = ["puzzle: walk", f"state: {{x: 0..{size}, y: 0..{size}}}", chance.choice(["start: {x: 0, y: 0}", "start: {x: any, y: 1}"]), "moves:"]
    for number, label in enumerate(labels):
        dx, dy = chance.choice([(1, 0), (0, 1), (-1, 0), (1, -1), (2, 0), (0, 2)])
        guard = f"x + {dx} in 0..{size} and y + {dy} in 0..{size}"
        named = f", else: no room {number}" if chance.random() < 0.5 else ""
        quoted = json.dumps(label)
        lines.append(f'  {quoted}: [{{guard: "{guard}"{named}}}, {{cost: "c = {chance.randint(0, 3)}"}}, {{set: {{x: "x + {dx}", y: "y + {dy}"}}}}]')
    if chance.random() < 0.6:
        lines += ["never:", f"  rule one: x == {chance.randint(1, size)} and y == {chance.randint(0, size)}"]
    lines.append(f"goal: x >= {chance.randint(1, size)}" + chance.choice(["", f" and y != {chance.randint(0, size)}"]))
    if chance.random() < 0.7:
        lines.append(f'final: {{c: "{chance.choice(["2 * x", "x * y", f"({size} - x) * 3 + y"])}"}}')
    lines.append("minimize: c")
    return "\n".join(lines) + "\n"


def on_terminal(text):
    """How play prints a label."""
    return text.replace("\n", "\\n").replace("\t", "\\t")


class Rules(Graph):
    """The graph with rejections, and with what a plan pays at its end in each goal; moves in the order of the puzzle."""

    def __init__(self, path, text):
        super().__init__(path)
        ends, order = ending(text), [json.loads(label) for label in re.findall(r'^  (".*"): \[', text, re.MULTILINE)]
        self.labels = order
        for edges in self.edges.values():
            edges.sort(key=lambda e: order.index(e["move"]))
        db = sqlite3.connect(path)
        self.rejected = {i: set() for i in self.shown}
        for src, move, rule in db.execute("SELECT src, move, rule FROM rejections"):
            self.rejected[src].add((move, rule))
        self.end = {i: ends(*values) if i in self.goals else 0 for i, *values in db.execute("SELECT id, x, y FROM states")}
        db.close()

    def least(self, at):
        """The least (c with the end, moves) of the plans from there, or None."""
        heap, seen, best = [(0, 0, at)], set(), None
        while heap:
            cost, moves, i = heapq.heappop(heap)
            if i in seen:
                continue
            seen.add(i)
            if i in self.goals:
                best = min(best or (1 << 60, 0), (cost + self.end[i], moves))
            for e in self.edges[i]:
                heapq.heappush(heap, (cost + e["c"], moves + 1, e["dst"]))
        return best

    def distance(self, at):
        layer, seen, far = {at}, {at}, 0
        while layer and not layer & self.goals:
            layer = {e["dst"] for i in layer for e in self.edges[i]} - seen
            seen |= layer
            far += 1
        return far if layer else None


def ending(text):
    """The expression of `final` as a function of the state."""
    found = re.search(r'^final: {c: "(.*)"}', text, re.MULTILINE)
    return eval(f"lambda x, y: {found[1] if found else 0}")  # of random_text


def due_position(graph, at, line, ahead):
    spent, end = sum(e["c"] for e in line), graph.end[at]
    first = f"{len(line)} move{'' if len(line) == 1 else 's'}, c {spent}"
    first += f" ({spent + end} with the end)" if end else ""
    first += f", {ahead} ahead (r makes the next)" if ahead else ""
    lines = [first, graph.shown[at]] + ["the goal is reached"] * (at in graph.goals)
    edges = graph.edges[at]
    if not edges:
        lines.append("no move is possible")
    lines += [f"{number:4}  {on_terminal(e['move'])}" for number, e in enumerate(edges, 1)]
    return lines


def due_hint(graph, at):
    """A function that says whether the line is right."""
    best = graph.least(at)
    if best is None:
        return lambda said: said == "no hint: no goal can be reached from here"
    if best[1] == 0:
        return lambda said: said == "this is a goal"
    tail = f": a goal in {best[1]} move{'' if best[1] == 1 else 's'}, c {best[0]}"
    firsts = set()
    for e in graph.edges[at]:
        rest = graph.least(e["dst"])
        if rest and (rest[0] + e["c"], rest[1] + 1) == best:
            firsts.add(on_terminal(e["move"]) + tail)
    return lambda said: said in firsts


def column(text):
    return on_terminal(text) + " " * (20 - len(on_terminal(text))) + "  "


def due_rejections(graph, at):
    """A function that takes the lines of `?`: every rejected move with its rule, and no other."""
    due = {column(move) + rule for move, rule in graph.rejected[at]}
    return lambda lines: (lines == ["no rule rejects a move here"]) if not due else \
        {next((d for d in due if s[2:].startswith(d)), s) for s in lines} == due


def due_about(graph, at, asked):
    """A function that takes the lines of `? MOVE`: the moves called so, else those that begin so, and reasons against others."""
    known = asked in graph.labels
    means = (lambda move: move == asked) if known else (lambda move: move.startswith(asked))
    due = ["  " + column(e["move"]) + "possible: leads to " + graph.shown[e["dst"]] for e in graph.edges[at] if means(e["move"])]
    names = tuple("  " + column(move) for move in graph.labels if means(move))
    if not names:
        return lambda lines: lines == ["no choice of such a move is possible here"]
    return lambda lines: lines[:len(due)] == due and bool(lines) and \
        all(s.startswith(names) and "possible: leads" not in s for s in lines[len(due):])


def random_game(graph, chance, moves):
    """What is entered, and the checks of what is printed: lines, or a function of a line or of the lines up to the next mark."""
    at, line, undone, entered, due = graph.starts[0], [], [], [], []
    if len(graph.starts) > 1:
        due.append([f"initial state 1 of {len(graph.starts)} (b N begins in another)"])
    due.append(due_position(graph, at, line, 0))
    start = at
    for _ in range(moves):
        way = graph.distance(at)
        entered += ["?", "d"]
        due += [(due_rejections(graph, at),),
                ["a dead end: no goal can be reached from here" if way is None else f"a goal is {way} move{'' if way == 1 else 's'} away"]]
        asked = chance.choice(LABELS)
        if asked == asked.strip() and "\n" not in asked:
            entered.append("? " + asked)
            due.append((due_about(graph, at, asked),))
        entered += ["h", "p"]
        due.append(due_hint(graph, at))
        due.append([f"{i:4}  {on_terminal(e['move'])}" for i, e in enumerate(line, 1)])
        kind = chance.random()
        if kind < 0.2 and line:
            undone.append(line.pop())
            at = line[-1]["dst"] if line else start
            entered.append(":u")
        elif kind < 0.3 and undone:
            line.append(undone.pop())
            at = line[-1]["dst"]
            entered.append(":r")
            due.append([f"> {on_terminal(line[-1]['move'])}"])
        elif kind < 0.35:
            number = chance.randrange(len(graph.starts))
            at = start = graph.starts[number]
            line, undone = [], []
            entered.append(f":b {number + 1}")
        elif graph.edges[at]:
            number = chance.randrange(len(graph.edges[at]))
            line.append(graph.edges[at][number])
            at, undone = line[-1]["dst"], []
            entered.append(str(number + 1))
            due.append([f"> {on_terminal(line[-1]['move'])}"])
        else:
            continue
        due.append(due_position(graph, at, line, len(undone)))
    return entered, due, line, at, start


def read_game(due, lines):
    """The first line that is wrong, or None."""
    at = 0
    for number, d in enumerate(due):
        if isinstance(d, list):
            if lines[at:at + len(d)] != d:
                return f"printed {lines[at:at + len(d)]}, not {d}"
            at += len(d)
        elif isinstance(d, tuple):
            till = at
            while lines[till].startswith(("  ", "no rule", "no choice")):
                till += 1
            if not d[0](lines[at:till]):
                return f"printed {lines[at:till]} to a question ({number})"
            at = till
        else:
            if not d(lines[at]):
                return f"printed {lines[at]!r}"
            at += 1
    return None if at == len(lines) else f"more: {lines[at:]}"


def check_random(wgcq, chance, folder, counts):
    text = random_text(chance)
    puzzle, db, plan = (os.path.join(folder, name) for name in ("walk.yaml", "walk.db", "walk.plan"))
    with open(puzzle, "w") as file:
        file.write(text)
    if os.path.exists(db):
        os.remove(db)
    done = subprocess.run([wgcq, "solve", "-q", puzzle, "-o", db], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        return None if "no start is left" in done.stderr else f"solve: {done.stderr}\n{text}"
    graph = Rules(db, text)
    for path in (puzzle, db):
        entered, due, line, at, start = random_game(graph, chance, 12)
        status, out, err = play(wgcq, path, ["--by", "c"], entered + [f":s! {plan}"])
        lines = out.split("\n")[:-1]
        saved = lines.pop() if lines else None
        wrong = read_game(due, lines)
        if not wrong and (status or err or saved != f"{len(line)} move{'s' * (len(line) != 1)} saved"):
            wrong = f"status {status}: {err[:300]} {saved}"
        if wrong:
            return f"{wrong}\n{text}{entered}"
        counts["positions"] += 1 + len(entered) // 4
        counts["ends"] += bool(graph.end[at])
        counts["quoted"] += sum(is_quoted(e["move"]) for e in line)
        done = subprocess.run([wgcq, "verify", db, "--plan", plan, "--format", "json"], capture_output=True, text=True)
        if not confirms(done, graph, line):
            return f"verify --plan: {done.returncode} {done.stdout[-400:]} {done.stderr}\n{text}"
    return None


def confirms(done, graph, line):
    """A plan of labels holds where some run of them, from some start, ends in a goal; all of its moves are there."""
    ats = set(graph.starts)
    for e in line:
        ats = {f["dst"] for i in ats for f in graph.edges[i] if f["move"] == e["move"]}
    return done.returncode == (not ats & graph.goals) and "there is no such move" not in done.stdout


def is_quoted(label):
    return label != label.strip() or "\n" in label


def main():
    given = seeds.options(walks=3, puzzles=60, seed=1)
    chance = random.Random(given.seed)
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
                tap.right(f"{name}, {'the file' if path == db else 'the puzzle'}", wrong)
        counts, wrong = {"positions": 0, "ends": 0, "quoted": 0}, None
        for _ in range(given.puzzles):
            wrong = wrong or check_random(given.wgcq, chance, folder, counts)
        wrong = wrong or (None if all(counts.values()) else "something was not drawn")
        tap.right(f"random puzzles: {counts}", wrong)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
