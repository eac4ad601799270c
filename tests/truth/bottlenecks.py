"""Bottlenecks, against taking states and moves away one at a time.  Prints TAP.

    python3 tests/truth/bottlenecks.py [--wgcq build/wgcq]

For every puzzle of the shelf that has a goal and is small enough: a state is a bottleneck if without
it no goal can be reached from any start; so is an edge.  The graph is read out of the database with
nothing but sqlite3.
"""

import glob
import json
import os
import sqlite3
import subprocess
import sys
import tempfile

import seeds
import tap

HERE = os.path.dirname(os.path.abspath(__file__))
STATES, WORK = 3000, 3 * 10**6  # explored at most; states and edges times edges


def reaches(starts, goals, out, state=None, edge=None):
    stack = [s for s in starts if s != state]
    seen = set(stack)
    while stack:
        at = stack.pop()
        if at in goals:
            return True
        for number, dst in out.get(at, ()):
            if number != edge and dst != state and dst not in seen:
                seen.add(dst)
                stack.append(dst)
    return False


def by_removal(path):
    """[state], {(state, move that is always made to reach it)}; None: too much work."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    starts = [i for (i,) in db.execute("SELECT id FROM states WHERE is_start")]
    goals = {i for (i,) in db.execute("SELECT id FROM states WHERE is_goal")}
    ids = [i for (i,) in db.execute("SELECT id FROM states")]
    edges = db.execute("SELECT src, move, dst FROM edges").fetchall()
    db.close()
    if (len(edges) + len(ids)) * len(edges) > WORK:
        return None
    out = {}
    for number, (src, _, dst) in enumerate(edges):
        out.setdefault(src, []).append((number, dst))
    if not reaches(starts, goals, out):
        return set(), set()
    states = {s for s in ids if not reaches(starts, goals, out, state=s)}
    moves = {(dst, move) for number, (_, move, dst) in enumerate(edges)
             if not reaches(starts, goals, out, edge=number)}
    return states, moves


def compare(program, puzzle, db):
    """Lines that are wrong; None: not for this test."""
    done = subprocess.run([program, "solve", puzzle, "-o", db, "--quiet", "--max-states",
                           str(STATES), "--solutions", "0"], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        return None
    reported = subprocess.run([program, "query", db, "bottlenecks", "--format", "json", "--quiet"],
                          capture_output=True, text=True)
    if reported.returncode in (2, 3):  # no goal, or not all was explored
        return None
    expected = by_removal(db)
    if expected is None:
        return None
    rows = json.loads(reported.stdout)
    states = {r["id"] for r in rows}
    moves = {(r["id"], r["move"]) for r in rows if r["move"] is not None}
    wrong = []
    if states != expected[0]:
        wrong.append(f"states: reported {sorted(states)}, found {sorted(expected[0])}")
    if moves != expected[1]:
        wrong.append(f"moves: reported {sorted(moves)}, found {sorted(expected[1])}")
    return wrong


def main():
    program = seeds.options().wgcq
    compared = 0
    with tempfile.TemporaryDirectory() as folder:
        for puzzle in sorted(glob.glob(os.path.join(HERE, "..", "..", "puzzles", "*.yaml"))):
            name = os.path.basename(puzzle)[:-5]
            wrong = compare(program, puzzle, os.path.join(folder, name + ".db"))
            compared += wrong is not None
            tap.right(f"bottlenecks: {name}" + (" # SKIP too large, or without a goal" if wrong is None else ""), wrong)
    tap.ok(compared >= 10, f"{compared} puzzles were compared")
    sys.exit(tap.end())


if __name__ == "__main__":
    main()
