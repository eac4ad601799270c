"""Bottlenecks, against taking states and moves away one at a time.  Prints TAP.

    python3 tests/truth/bottlenecks.py [--wgcq build/wgcq]

For every puzzle of the shelf that has a goal and is small enough: a state is a bottleneck if without
it no goal can be reached from any start; so is an edge.  The graph is read out of the database with
nothing but sqlite3.
"""

import argparse
import glob
import json
import os
import sqlite3
import subprocess
import sys
import tempfile

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
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--wgcq", default=os.path.join(HERE, "..", "..", "build", "wgcq"))
    program = os.path.abspath(options.parse_args().wgcq)
    count = failed = compared = 0
    with tempfile.TemporaryDirectory() as folder:
        for puzzle in sorted(glob.glob(os.path.join(HERE, "..", "..", "puzzles", "*.yaml"))):
            name = os.path.basename(puzzle)[:-5]
            wrong = compare(program, puzzle, os.path.join(folder, name + ".db"))
            count += 1
            compared += wrong is not None
            failed += bool(wrong)
            note = " # SKIP too large, or without a goal" if wrong is None else ""
            print(f"{'not ok' if wrong else 'ok'} {count} - bottlenecks: {name}{note}", flush=True)
            for line in wrong or ():
                print(f"#   {line[:300]}")
        count += 1
        failed += compared < 10
        print(f"{'ok' if compared >= 10 else 'not ok'} {count} - {compared} puzzles were compared")
    print(f"1..{count}")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
