"""--max-memory holds for the whole run: what is kept, the answers and the writer too.

The most memory a run ever had, as the system counted it (wait4), is no more than was given and 16 MiB:
the program itself, its libraries, and a batch of states.  That holds for a limit several times as high,
where what a forecast leaves out is more than those 16 MiB.  The puzzle would take more still; each run
ends at the limit with what it has, and what is in the file is whole.

Plans whose number has hundreds of digits, on a grid, are counted by the run, by verify and by pareto in
little more memory than the same graph takes without a goal.

Reading a puzzle takes so much memory for each of its moves, however many cells it has and however many
moves there are.

With --spill a tenth of the memory that a run took is enough for the same figures, and what the process
holds stays within it and what a process of a few states holds, and 1 MiB for the stack and the heap.  TAP.
usage: memory.py --wgcq PROGRAM
"""
import argparse
import json
import math
import os
import sqlite3
import sys
import tempfile

import built
import seeds

SHELF = os.path.join(os.path.dirname(__file__), "../../puzzles")
FIGURES = ("status", "states", "edges", "depth", "goals", "shortest", "remark")
# in such a part of the memory; a tenth of 2.4 MB, which sliding tiles hold, is less than any run in files needs
SPILLED = [(4, "sliding-tiles.yaml", "--set", "height=2", "--set", "width=5"), (10, "frogs.yaml", "--set", "n=17")]
GIVEN, MORE, BESIDE = 40, 200, 16  # MiB
RUNS = [(keep, "breadth-first", "pages", "1") for keep in ("none", "solutions", "states", "all")] + [
    ("all", "breadth-first", "sql", "1"), ("none", "breadth-first", "pages", "2"),
    ("all", "breadth-first", "pages", "2"), ("none", "depth-first", "pages", "1"),
    ("all", "depth-first", "pages", "1"), ("all", "cheapest", "pages", "1"), ("states", "cheapest", "sql", "1")]

GRID = """puzzle: Grid
state: {y: 0..SIDE, x: 0..SIDE}
start: {y: 0, x: 0}
moves:
  right:
    - guard: x < SIDE
    - set: x = x + 1
  down:
    - guard: y < SIDE
    - set: y = y + 1
"""
SIDE = 600
COUNTED = ("solve", "verify", "pareto")


def run(wgcq, arguments, out):
    """Its exit status, and the most memory it had in MiB."""
    pid = os.fork()
    if pid == 0:
        os.dup2(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666), 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.execv(wgcq, [wgcq] + arguments)
    _, status, usage = os.wait4(pid, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_maxrss / 1024


def problems(wgcq, puzzle, folder, given, keep, order, writer, threads):
    db, out = os.path.join(folder, "x.db"), os.path.join(folder, "out")
    arguments = ["solve", *puzzle, "--order", order, "--threads", threads, "--trace", keep, "--format", "json",
                 "--quiet", "--max-memory", f"{given}M"]
    if keep != "none":
        arguments += ["-o", db, "--writer", writer]
    status, most = run(wgcq, arguments, out)
    with open(out, encoding="utf-8") as file:
        answer = json.load(file)
    found = []
    if status not in (0, 3) or answer["status"] != "limit":
        found.append(f"exit status {status}, {answer['status']}")
    if most > given + BESIDE:
        found.append(f"it took {most:.1f} MiB")
    if most < given / 3:
        found.append(f"it stopped at {most:.1f} MiB already")
    if keep != "none":
        link = sqlite3.connect(db)
        row = link.execute("SELECT status, stopped, states FROM runs").fetchone()
        if row != ("limit", f"--max-memory {given << 20}", answer["states"]):
            found.append(f"the file says {row}")
        if keep != "solutions" and link.execute("SELECT count(*) FROM states").fetchone()[0] != answer["states"]:
            found.append("states are missing")
        if link.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            found.append("it is not whole")
        link.close()
        os.remove(db)
    return found


def spilled_problems(wgcq, puzzle, part, folder):
    out, answers = os.path.join(folder, "out"), []
    _, least = run(wgcq, ["solve", os.path.join(SHELF, "frogs.yaml"), "--set", "n=1", "--trace", "none"], out)
    beside = ["--trace", "none", "--format", "json"]
    for limit in (False, True):
        given = answers[0]["memory"] // part if limit else 0
        more = ["--max-memory", str(given), "--spill", os.path.join(folder, "dir")] if limit else []
        status, most = run(wgcq, ["solve", *puzzle, *beside, *more], out)
        if status not in (0, 3):
            return [f"exit status {status}"]
        with open(out, encoding="utf-8") as file:
            answers.append(json.load(file))
    found = [f"{key}: {answers[1][key]}, not {answers[0][key]}" for key in FIGURES if answers[0][key] != answers[1][key]]
    if not answers[1]["spill_written"]:
        found.append("no file was written")
    if most > least + given / (1 << 20) + 1:
        found.append(f"it took {most:.1f} MiB, of which {least:.1f} for a few states, and {given / (1 << 20):.1f} were given")
    return found


# Name, kilobytes of a move, moves, and the puzzle: cells that each move chooses, one that the state chooses, none.
MOVES = [("cells that are chosen", 12, 45 * 45 * 4, """
state:
  a[0..44, 0..44]: 0..2
start: {a: 0}
moves:
  step:
    - choose: i in 0..44
    - choose: j in 0..44
    - choose: d in 1..4
    - guard: i + d < 45 and j + d < 45
    - guard: all(a[i + k, j] == 0 for k in 0..d)
    - set:
        a[i, j]: 1
        a[i + d, j + d]: 2
"""), ("a cell that the state chooses", 8, 8000, """
state:
  a[0..999]: 0..3
  x: 0..999
start: {a: 0, x: 0}
moves:
  step:
    - choose: i in 1..8000
    - guard: a[x] < 3
    - set: {"a[x]": "a[x] + 1", x: (x + i) % 1000}
"""), ("a number that is chosen", 1.7, 99999, """
state: {x: 0..99999}
start: {x: 0}
moves:
  step:
    - choose: i in 1..99999
    - guard: x == 0
    - set: x = i
""")]


def move_problems(wgcq, folder, text, moves, most_of_each):
    """Of a run that ends with its tenth state."""
    name, out = os.path.join(folder, "moves.yaml"), os.path.join(folder, "out")
    with open(name, "w", encoding="utf-8") as file:
        file.write("puzzle: Moves" + text)
    _, least = run(wgcq, ["solve", os.path.join(SHELF, "frogs.yaml"), "--set", "n=1", "--trace", "none"], out)
    status, most = run(wgcq, ["solve", name, "--trace", "none", "--threads", "1", "--max-states", "10"], out)
    each = (most - least) * 1024 / moves
    return [f"exit status {status}"] * (status != 3) + [f"a move takes {each:.1f} KB"] * (each > most_of_each)


def grid_most(wgcq, folder, name, goal):
    """The most memory of each of COUNTED on a grid, and the number of its shortest plans."""
    puzzle, db, out = (os.path.join(folder, name + end) for end in (".yaml", ".db", ".out"))
    with open(puzzle, "w", encoding="utf-8") as file:
        file.write((GRID + goal).replace("SIDE", str(SIDE)))
    solved = run(wgcq, ["solve", puzzle, "-o", db, "--format", "json", "--threads", "1", "--solutions", "1"], out)
    with open(out, encoding="utf-8") as file:
        count = json.load(file)["shortest"]
    return count, {"solve": solved[1], "verify": run(wgcq, ["verify", db], out)[1],
                   "pareto": run(wgcq, ["query", db, "pareto", "--by", "moves"], out)[1]}


def counted_problems(wgcq, folder):
    """Of each of COUNTED.  Pareto has no answer without a goal, and is held to verify."""
    _, without = grid_most(wgcq, folder, "plain", "")
    count, most = grid_most(wgcq, folder, "counted", "goal: {y: SIDE, x: SIDE}\n")
    without["pareto"] = without["verify"]
    wrong = [] if count == {"length": 2 * SIDE, "count": str(math.comb(2 * SIDE, SIDE))} else [f"the count is {count}"]
    return {what: wrong + [f"it took {most[what]:.1f} MiB, {without[what]:.1f} without a goal"] * (
        most[what] > 2 * without[what] + BESIDE) for what in COUNTED}


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--wgcq", required=True)
    wgcq = os.path.abspath(options.parse_args().wgcq)
    puzzle, over_time = [os.path.join(SHELF, "frogs.yaml"), "--set", "n=19"], [os.path.join(SHELF, "../tests/bench/fair/readers.yaml"), "--set", "readers=12"]
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        if built.has_sanitizer(wgcq):
            print("1..0 # SKIP a sanitizer is in the program, whose memory is not counted")
            return
        runs = [(puzzle, GIVEN, *how) for how in seeds.in_turn(RUNS)] + [
            (puzzle, MORE, keep, "breadth-first", "pages", "1") for keep in ("solutions", "all")] + [
            (over_time, GIVEN, keep, "breadth-first", "pages", "1") for keep in ("none", "all")]
        for number, (solved, given, *how) in enumerate(runs, 1):
            found = problems(wgcq, solved, folder, given, *how)
            bad += bool(found)
            print("not ok" if found else "ok", number, f"- {os.path.basename(solved[0])}, {given} MiB:",
                  "--trace %s --order %s --writer %s --threads %s" % tuple(how))
            for line in found:
                print("#", line)
        spilled, moves_of = seeds.in_turn(SPILLED, 2), seeds.in_turn(MOVES)
        for number, (part, name, *how) in enumerate(spilled, len(runs) + 1):
            found = spilled_problems(wgcq, [os.path.join(SHELF, name), *how], part, folder)
            bad += bool(found)
            print("not ok" if found else "ok", number, f"- 1/{part} of the memory, and files:", name, *how)
            for line in found:
                print("#", line)
        wide = counted_problems(wgcq, folder)
        for number, what in enumerate(COUNTED, len(runs) + len(spilled) + 1):
            bad += bool(wide[what])
            print("not ok" if wide[what] else "ok", number, "- wide counts of a grid:", what)
            for line in wide[what]:
                print("#", line)
        for number, (name, each, moves, text) in enumerate(moves_of, len(runs) + len(spilled) + len(COUNTED) + 1):
            found = move_problems(wgcq, folder, text, moves, each)
            bad += bool(found)
            print("not ok" if found else "ok", number, f"- {moves} moves, of each {each} KB:", name)
            for line in found:
                print("#", line)
    print(f"1..{len(runs) + len(spilled) + len(COUNTED) + len(moves_of)}")
    sys.exit(bool(bad))


main()
