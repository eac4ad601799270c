#!/usr/bin/python3
"""`wgcq design` against a search by hand.  Prints TAP.

Random mazes with a map, a number and a list that vary.  Every candidate in the file has the states, length, plans and
dead ends that a breadth-first search in Python finds, or is refused, without a plan or cut short as that says;
the wanted ones are those for which Python evaluates the expression to true, the best first.  A result that is solved anew by its settings has the
measures that are stored.  A search that is killed or interrupted again and again comes to the same
file and the same output as one that is not.  tests/truth/design.py [--wgcq PATH] [--count N] [--seed N]
"""

import csv
import io
import json
import os
import random
import re
import shlex
import signal
import sqlite3
import subprocess
import sys
import tempfile

import seeds

PUZZLE = """\
puzzle: Maze
params:
  map: |
{map}
  far: {far}
  ways: [{ways}]
types:
  row: 0..rows(map) - 1
  col: 0..cols(map) - 1
  way: 0..3
constants:
  dy: [0, 1, 0, -1]
  dx: [1, 0, -1, 0]
state:
  y: row
  x: col
  fuel: 0..{fuel}
start:
  - guard: count(map[r, c] == "S" for r in row for c in col) == 1
    else: one start
  - choose: r in row, c in col if map[r, c] == "S"
  - set: {{y: r, x: c, fuel: {fuel}}}
moves:
  go {{w}} {{n}}:
    - choose: w in way, n in 1..far
    - guard: ways[w] and map[y, x] != "~" and fuel > 0
    - guard: all(free(y + k * dy[w], x + k * dx[w]) for k in 1..n)
    - set:
        y: y + n * dy[w]
        x: x + n * dx[w]
        fuel: fuel - (map[y, x] == ",")
define:
  free(r, c): r in row and c in col and map[r, c] != "#"
goal: map[y, x] == "G"
"""
GLYPHS = "SG.#~,"
FAR = [1, 2, 3]
MOST = 40  # --max-states


class Maze:
    """What a candidate is, and its figures by hand."""

    def __init__(self, rows, far, ways, fuel):
        self.rows, self.far, self.ways, self.fuel = rows, far, ways, fuel
        self.width = max(map(len, rows))

    def at(self, y, x):
        row = self.rows[y]
        return row[x] if x < len(row) else " "

    def free(self, y, x):
        return 0 <= y < len(self.rows) and 0 <= x < self.width and self.at(y, x) != "#"

    def moves(self, state):
        """(label, state): two labels to one state are two plans."""
        y, x, fuel = state
        if self.at(y, x) == "~" or not fuel:
            return
        for w, (dy, dx) in enumerate(((0, 1), (1, 0), (0, -1), (-1, 0))):
            for n in range(1, self.far + 1) if self.ways[w] else ():
                if not self.free(y + n * dy, x + n * dx):
                    break
                yield (w, n), (y + n * dy, x + n * dx, fuel - (self.at(y, x) == ","))

    def figures(self):
        """"refused", "cut short", "no plan", or the measures."""
        starts = [(y, x) for y in range(len(self.rows)) for x in range(self.width) if self.at(y, x) == "S"]
        if len(starts) != 1:
            return "refused"
        depth, plans, queue, back = {(*starts[0], self.fuel): 0}, {(*starts[0], self.fuel): 1}, [(*starts[0], self.fuel)], {}
        for state in queue:
            for _, after in self.moves(state):
                back.setdefault(after, []).append(state)
                if after not in depth:
                    depth[after], plans[after] = depth[state] + 1, 0
                    queue.append(after)
                if depth[after] == depth[state] + 1:
                    plans[after] += plans[state]
        if len(queue) > MOST:
            return "cut short"
        goals = [s for s in queue if self.at(*s[:2]) == "G"]
        if not goals:
            return "no plan"
        alive, todo = set(goals), list(goals)
        while todo:
            for before in back.get(todo.pop(), ()):
                if before not in alive:
                    alive.add(before)
                    todo.append(before)
        length = min(depth[s] for s in goals)
        return {"states": len(queue), "length": length, "plans": sum(plans[s] for s in goals if depth[s] == length),
                "dead_ends": round(1 - len(alive) / len(queue), 6)}


def random_maze(r):
    height, width = r.randint(1, 4), r.randint(2, 5)
    cells = [[r.choice("...#~,") for _ in range(width)] for _ in range(height)]
    for glyph in "SG" if r.random() < 0.8 else "SGGS":
        cells[r.randrange(height)][r.randrange(width)] = glyph
    rows = ["".join(row) for row in cells]
    if rows[0][0] not in GLYPHS:
        rows[0] = "." + rows[0][1:]
    return Maze(rows, r.choice(FAR), [r.random() < 0.8 for _ in range(4)], r.randint(1, 2))


def text_of(maze):
    return PUZZLE.format(map="\n".join("    " + row for row in maze.rows), far=maze.far, fuel=maze.fuel,
                         ways=", ".join("true" if w else "false" for w in maze.ways))


def random_formulas(r):
    want = r.choice([f"length >= {r.randint(1, 8)}", f"length >= {r.randint(1, 5)} and plans == {r.randint(1, 3)}",
                     f"0.{r.randint(0, 6)} < dead_ends <= 0.{r.randint(4, 9)}",
                     f"not plans > {r.randint(1, 4)} or states // 3 == {r.randint(1, 5)}",
                     f"min(length, plans) in [{r.randint(0, 2)}, {r.randint(2, 4)}]"])
    return want, r.choice(["length", "-length", "length * 2 - states", "plans", "dead_ends + states % 5"])


def random_vary(r):
    """Options, and what of a maze they vary."""
    glyphs = "".join(sorted(set(r.choice((GLYPHS, "S.", "SG.", ".#~,S")))))
    parts = [f"map={glyphs}", "far=1..3", "ways=true,false"]
    chosen = r.sample(parts, r.randint(1, 3))
    return [word for part in chosen for word in ("--vary", part)], chosen


class Search:
    """One question, asked as often as it takes."""

    def __init__(self, wgcq, folder, maze, r, seed):
        self.wgcq, self.folder, self.maze, self.seed = wgcq, folder, maze, seed
        self.want, self.best = random_formulas(r)
        self.vary, self.varied = random_vary(r)
        self.count = r.randint(1, 4)
        self.path = os.path.join(folder, "maze.yaml")
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text_of(maze))

    def command(self, db, seconds):
        return [self.wgcq, "design", self.path, *self.vary, "--want", self.want, "--best", self.best, "--seed",
                str(self.seed), "--count", str(self.count), "--max-states", str(MOST), "--max-time", str(seconds),
                "--format", "csv", "-o", os.path.join(self.folder, db)]

    def run(self, db, seconds=2):
        done = subprocess.run(self.command(db, seconds), capture_output=True, text=True)
        return done.returncode, done.stdout, done.stderr

    def run_disturbed(self, db, r):
        """Killed or interrupted some times, then left alone."""
        for _ in range(r.randint(1, 4)):
            process = subprocess.Popen(self.command(db, 20), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                process.wait(r.uniform(0.02, 0.6))
            except subprocess.TimeoutExpired:
                process.send_signal(r.choice((signal.SIGKILL, signal.SIGINT, signal.SIGTERM)))
                process.wait()


def rows_of(path, sql="SELECT * FROM candidates ORDER BY step"):
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    try:
        return [dict(row) for row in connection.execute(sql)]
    finally:
        connection.close()


def candidate_of(search, row):
    maze = search.maze
    rows = row["map"].splitlines() if "map" in row else maze.rows
    far = int(row["far"]) if "far" in row else maze.far
    ways = [w == "true" for w in row["ways"].strip("[]").split(", ")] if "ways" in row else maze.ways
    return Maze(rows, far, ways, maze.fuel)


def wrong_row(search, row):
    due = candidate_of(search, row).figures()
    status = due if isinstance(due, str) else "graded"
    if row["status"] != status:
        return f"step {row['step']}: {row['status']} ({row['reason']}), not {status}"
    if status != "graded":
        return f"step {row['step']} is wanted, and {status}" if row["wanted"] else None
    used = set(re.findall(r"\w+", search.want + " " + search.best))
    for measure, value in due.items():
        if measure not in used and not row["wanted"]:
            if row[measure] is not None:
                return f"step {row['step']}: {measure} is {row[measure]}, and was not asked for"
        elif abs(float(row[measure]) - value) > 1e-6:
            return f"step {row['step']}: {measure} is {row[measure]}, not {value}"
    wanted, best = (eval(text, {"min": min}, due) for text in (search.want, search.best))  # pylint: disable=eval-used
    if bool(row["wanted"]) != bool(wanted) or abs(row["best"] - best) > 1e-9:
        return f"step {row['step']}: wanted {row['wanted']}, best {row['best']}, not {wanted}, {best}"
    return None


def solved_anew(search, row):
    """The measures of a result by its settings alone."""
    db = os.path.join(search.folder, "anew.db")
    settings = shlex.split(row["settings"])
    subprocess.run([search.wgcq, "solve", search.path, "--replace", "-q", "-o", db, *settings], stdout=subprocess.DEVNULL, check=False)
    asked = subprocess.run([search.wgcq, "query", db, "grade", "--format", "json"], capture_output=True, text=True)
    grade = json.loads(asked.stdout)[0] if asked.returncode == 0 else {}
    for name, value in grade.items():
        if name not in ("puzzle", "params") and value != row[name]:
            return f"step {row['step']} anew: {name} is {value}, not {row[name]}"
    return None if grade else f"step {row['step']} anew: {asked.stderr}"


def space_size(search):
    size = 1
    if any(v.startswith("map") for v in search.varied):
        glyphs = next(v for v in search.varied if v.startswith("map"))[4:]
        size *= len(glyphs) ** sum(c in glyphs for row in search.maze.rows for c in row)
    size *= 3 if "far=1..3" in search.varied else 1
    return size * (16 if "ways=true,false" in search.varied else 1)


def wrong_end(search, status, rows, error):
    found = sum(row["wanted"] for row in rows)
    cut = any(row["status"] == "cut short" for row in rows)
    tried_all = len(rows) == space_size(search)
    due = 0 if found == search.count else 1 if tried_all and not cut else 3
    if status != due:
        return f"exit status {status}, not {due}: {found} found of {len(rows)} candidates, {space_size(search)} there are: {error}"
    if len({row["settings"] for row in rows}) != len(rows):
        return "a candidate is there twice"
    return None


def wrong_when_disturbed(search, r, due, rows):
    """Where time was the limit, as far as both came."""
    search.run_disturbed("b.db", r)
    again, out, error = search.run("b.db", 2 if due[0] == 3 else 60)
    disturbed = rows_of(os.path.join(search.folder, "b.db"))
    both = min(len(rows), len(disturbed)) if due[0] == 3 else None
    if disturbed[:both] != rows[:both] or (due[0] != 3 and (again, out) != due):
        return f"disturbed: {again}, not {due[0]}: {error}, {len(disturbed)} candidates, not {len(rows)}"
    return None


def one_search(given, folder, seed):
    r = random.Random(seed)
    search = Search(given.wgcq, folder, random_maze(r), r, seed)
    for name in ("a.db", "b.db"):
        if os.path.exists(os.path.join(folder, name)):
            os.unlink(os.path.join(folder, name))
    status, out, error = search.run("a.db")
    if status == 2:
        return None if "none of these values" in error else error
    path = os.path.join(folder, "a.db")
    rows = rows_of(path)
    wrong = wrong_end(search, status, rows, error)
    for row in rows:
        wrong = wrong or wrong_row(search, row)
    results = rows_of(path, "SELECT * FROM results")
    for row in results[:2]:
        wrong = wrong or solved_anew(search, row)
    wanted = [row for row in rows if row["wanted"]]
    if [row["step"] for row in results] != [row["step"] for row in sorted(wanted, key=lambda row: (-row["best"], row["step"]))]:
        wrong = wrong or "the view results is not the wanted candidates, best first"
    printed = list(csv.DictReader(io.StringIO(out, newline="")))
    if [int(row["step"]) for row in printed] != [row["step"] for row in wanted]:
        wrong = wrong or "what is printed is not what is wanted"
    wrong = wrong or wrong_when_disturbed(search, r, (status, out), rows)
    return wrong and f"{wrong}\n{' '.join(search.command('b.db', 9))}\n{text_of(search.maze)}"


def seeds_differ(given, folder):
    """Other seeds make other candidates; the same one the same; another question of the file is refused."""
    maze = Maze(["S..", "..G", "..."], 1, [True] * 4, 2)
    r = random.Random(1)
    made, wrong = set(), []
    for seed in range(5):
        search = Search(given.wgcq, folder, maze, r, seed)
        search.want, search.best, search.vary, search.count = "length >= 5", "length", ["--vary", "map=SG.#"], 3
        path = os.path.join(folder, f"seed{seed}.db")
        search.run(path, 20)
        made.add(tuple(row["settings"] for row in rows_of(path)))
        search.want = "length >= 6"
        status, _, error = search.run(path, 20)
        if status != 4 or "its want is 'length >= 5'" not in error:
            wrong.append(f"another question: {status}, {error}")
    return wrong + ([] if len(made) == 5 else ["two seeds make the same candidates"])


def main():
    given = seeds.options(60)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TMPDIR"] = "/dev/shm" if os.path.isdir("/dev/shm") else folder
        return seeds.report(
            (f"{given.count} searches from {given.seed}", seeds.failures(given, lambda seed: one_search(given, folder, seed))),
            ("other seeds, other candidates", seeds_differ(given, folder)))


sys.exit(main())
