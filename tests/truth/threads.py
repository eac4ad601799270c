"""The number of threads changes nothing: the views have the same rows for 1, 2 and 4; where nothing
is kept, what is said is the same for 1, 2, 3, 4 and 7.

Every puzzle of the shelf (its first --most states) in three orders, and some whose levels are wide enough for all
threads to work, with goals and without, in sets of ranks and of slots.  TAP.
usage: threads.py --wgcq PROGRAM [--most STATES]
"""
import glob
import hashlib
import os
import sqlite3
import subprocess
import sys
import tempfile

import seeds
import tap

PUZZLES = os.path.join(os.path.dirname(__file__), "..", "..", "puzzles")
WIDE = [["frogs", "--set", "n=12"], ["lights-out"], ["sliding-tiles"], ["eight-puzzle"]]
FILES = [["frogs", "--set", "n=10"], ["lights-out"], ["eight-puzzle", "--max-depth", "18"], ["dining-philosophers", "--set", "n=9"]]
SWEPT = [["frogs", "--set", "n=13"], ["lights-out", "--set", "height=4", "--set", "width=5"], ["hanoi", "--set", "disks=9"],
         ["sliding-tiles"], ["eight-puzzle"], ["pancakes"], ["pocket-cube", "--max-depth", "6"], ["top-spin"],
         ["eight-puzzle", "--max-depth", "17"], ["eight-puzzle", "--stop", "shortest"],
         ["dining-philosophers", "--set", "n=12"], ["german-cache", "--set", "n=3"], ["lamport-mutex"]]
OTHER_ORDERS = ["depth-first", "cheapest"]
ORDERS = {"states": "id", "edges": "rowid", "rejections": "rowid", "solutions": "id", "steps": "solution, step"}


def digest(wgcq, puzzle, options, threads, place):
    """How the run ended, and a hash over the rows of the views in their order."""
    db = os.path.join(place, f"{threads}.db")
    if os.path.exists(db):
        os.remove(db)
    run = subprocess.run([wgcq, "solve", os.path.join(PUZZLES, puzzle + ".yaml"), "-o", db, "--quiet",
                          "--threads", str(threads), *options], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1, 3, 5):
        return run.returncode, run.stderr
    link = sqlite3.connect(db)
    sums = hashlib.sha256()
    for view, order in ORDERS.items():
        # edges and rejections come in the order of their rows
        by = f" ORDER BY {order}" if order != "rowid" else ""
        for row in link.execute(f"SELECT * FROM {view}{by}"):
            sums.update(repr(row).encode())
    sums.update(repr(link.execute("SELECT status, stopped, states, edges, rejections, depth, goals, dead_ends,"
                                  " shortest_length, shortest_count FROM runs").fetchall()).encode())
    link.close()
    return run.returncode, sums.hexdigest()


def swept(wgcq, puzzle, options, threads):
    """How a run that keeps nothing ended, and all it said: figures, counts, the one plan or the way to a violation."""
    run = subprocess.run([wgcq, "solve", os.path.join(PUZZLES, puzzle + ".yaml"), "--trace", "none",
                          "--quiet", "--threads", str(threads), *options], capture_output=True, text=True, check=False)
    if run.returncode not in (0, 1, 3, 5):
        return run.returncode, run.stderr
    return run.returncode, "".join(line for line in run.stdout.splitlines(True) if not line.startswith("seconds"))


def main():
    options = seeds.options(most="3000")
    shelf = sorted(os.path.basename(p)[:-len(".yaml")] for p in glob.glob(os.path.join(PUZZLES, "*.yaml")))
    cases = seeds.in_turn([name, "--max-states", options.most] for name in shelf) + seeds.in_turn(WIDE) \
        + seeds.in_turn([name, "--max-states", options.most, "--order", order] for name in shelf for order in OTHER_ORDERS)
    levels = seeds.in_turn(SWEPT)
    with tempfile.TemporaryDirectory() as place:
        cases += [[*words, "--spill", os.path.join(place, "files")] for words in seeds.in_turn(FILES)]
        for puzzle, *words in cases:
            found = {t: digest(options.wgcq, puzzle, words, t, place) for t in (1, 2, 4)}
            same = found[1] == found[2] == found[4] and found[1][0] in (0, 1, 3, 5)
            tap.ok(same, f"{puzzle} {' '.join(words)}", found)
    for puzzle, *words in levels:
        found = {t: swept(options.wgcq, puzzle, words, t) for t in (1, 2, 3, 4, 7)}
        same = len(set(found.values())) == 1 and found[1][0] in (0, 1, 3, 5)
        tap.ok(same, f"--trace none: {puzzle} {' '.join(words)}", found)
    return tap.end()


sys.exit(main())
