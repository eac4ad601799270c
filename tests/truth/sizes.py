#!/usr/bin/python3
"""Sizes at which the search does something else, each a little below, at and above.  Prints TAP.

    python3 tests/truth/sizes.py [--wgcq build/wgcq]

A field of n by m points (right, up) has n * m states, and levels that grow by one; a fan has one level of n states.
Sizes are those of batches, of the table of states each time it grows, of levels that are shared by threads.  How many
states, edges and levels there are is known; rows do not depend on threads.  Another puzzle grounds to 960 moves of
which a state makes two: their order is that of the file.
"""

import hashlib
import json
import os
import sqlite3
import subprocess
import sys
import tempfile

import seeds
import tap

QUICK = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
BATCH, SLOTS = 1024, 1024  # of lib/model/model.h; the first table of lib/space/visited.c, which is full at five sixths

FAN = """puzzle: Fan
params: {{n: {n}}}
types:
  spoke: 0..n
  rim: 0..2
state: {{at: spoke, on: rim}}
start: {{at: 0, on: 0}}
moves:
  to {{k}}:
    - choose: k in 1..n
    - guard: on == 0
    - set: {{at: k, on: 1}}
  back:
    - guard: on == 1
    - set: {{at: at // 2, on: 2}}
goal: on == 2 and at == 0
"""

# 960 grounded moves; half of them look at a, half at b, in turn, and eight can be made.
SPARSE = """puzzle: Sparse
types:
  place: 0..239
state: {a: place, b: place}
start: {a: 0, b: 1}
moves:
  "{k}":
    - choose: k in 0..959
    - guard: a == k % 240 if k % 2 == 0 else b == k % 240
    - set:
        a: (k - k % 2) % 240
        b: (6 * k + 1) % 240
"""


def ask(wgcq, *words):
    done = subprocess.run([wgcq, *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def solve(wgcq, folder, text, *options):
    """(object, every row in the order of the file)."""
    source, db = os.path.join(folder, "p.yaml"), os.path.join(folder, "p.db")
    with open(source, "w") as file:
        file.write(text)
    if os.path.exists(db):
        os.unlink(db)
    status, out, err = ask(wgcq, "solve", source, "-o", db, "--solutions", "1", "--format", "json", *options)
    if status not in (0, 1, 3, 5):
        raise RuntimeError(err)
    by_key = "--order" not in options or "breadth-first" in options  # else in the order of the search
    stored = "e.src, e.move, e.dst" if by_key else "e.rowid"
    with sqlite3.connect(f"file:{db}?mode=ro", uri=True) as file:
        rows = hashlib.sha256()
        for table in ("state_1", "edge_1"):
            order = "rowid" if table == "state_1" else stored
            for row in file.execute(f"SELECT * FROM {table} AS e ORDER BY {order}"):
                rows.update(repr(row).encode())
        moves = [m for m, in file.execute("SELECT m.text FROM edge_1 AS e JOIN move_1 AS m ON m.id = e.move "
                                          f"WHERE e.src = 1 ORDER BY {stored}")]
        order = file.execute("SELECT e.src, m.text FROM edge_1 AS e JOIN move_1 AS m ON m.id = e.move "
                             f"ORDER BY {stored}").fetchall()
    return json.loads(out), rows.hexdigest(), moves, order


def fan(n):
    """(states, edges, goals) of a fan: spokes, then the states that `back` leads to."""
    behind = {k // 2 for k in range(1, n + 1)}
    return 1 + n + len(behind), 2 * n, int(n >= 1)


def check_fan(wgcq, folder, n):
    wrong, first = [], None
    for options in (["--threads", "1"], ["--threads", "2"], ["--threads", "3"], ["--threads", "3", "--trace", "none"],
                    ["--order", "depth-first"], ["--order", "cheapest"]):
        answer, rows, moves, _ = solve(wgcq, folder, FAN.format(n=n), *options)
        mine = answer["states"], answer["edges"], answer["goals"]
        if mine != fan(n) or answer["depth"] != 2 or answer["shortest"] != {"length": 2, "count": "1"}:
            wrong.append(f"{n}, {options}: {mine}, {answer['depth']}, {answer['shortest']}, not {fan(n)}")
        if options[0] == "--threads" and "none" not in options:
            first = first or rows
            if rows != first:
                wrong.append(f"{n}, {options}: other rows")
            if moves != [f"to {k}" for k in range(1, n + 1)]:
                wrong.append(f"{n}, {options}: the start's moves are in another order")
    return wrong


def check_limit(wgcq, folder, n, most):
    """Stopped in the middle of one wide state's moves, and resumed."""
    answer, _, moves, _ = solve(wgcq, folder, FAN.format(n=n), "--max-states", str(most))
    wrong = [] if (answer["states"], answer["edges"]) == (most, most - 1) else [f"{most} of {n}: {answer['states']}, {answer['edges']}"]
    wrong += [] if moves == [f"to {k}" for k in range(1, most)] else [f"{most} of {n}: {len(moves)} moves"]
    status, out, err = ask(wgcq, "resume", os.path.join(folder, "p.db"), "--format", "json")
    mine = status or (json.loads(out)["states"], json.loads(out)["edges"], json.loads(out)["goals"])
    return wrong + ([] if mine == fan(n) else [f"{most} of {n}, resumed: {mine} {err}, not {fan(n)}"])


def sparse_moves(a, b):
    """The moves of one state in the order of the puzzle."""
    return [str(k) for k in range(960) if (b if k % 2 else a) == k % 240]


def check_sparse(wgcq, folder):
    wrong = []
    for order in ("breadth-first", "depth-first", "cheapest"):
        _, _, _, rows = solve(wgcq, folder, SPARSE, "--order", order)
        with sqlite3.connect(os.path.join(folder, "p.db")) as file:
            at = {i: (a, b) for i, a, b in file.execute("SELECT id, a, b FROM states")}
            number = dict(file.execute("SELECT text, id FROM move_1"))
        mine = {}
        for src, move in rows:
            mine.setdefault(at[src], []).append(move)
        for a, b in at.values():
            due = sparse_moves(a, b)
            if order == "breadth-first":
                due.sort(key=number.get)
            if mine.get((a, b), []) != due:
                wrong.append(f"{order}: from {a}, {b} {mine.get((a, b))}, not {due}")
    return wrong


def around(*sizes):
    return sorted({n + d for n in sizes for d in (-2, -1, 0, 1, 2)})


def main():
    wgcq = seeds.options().wgcq
    full = SLOTS * 5 // 6
    checks = [
        ("a level of about a batch", [lambda f, n=n: check_fan(wgcq, f, n) for n in around(1, BATCH)[1:] if n > 0]),
        ("the table about to grow", [lambda f, n=n: check_fan(wgcq, f, n) for n in around(full, full * 2 // 3)]),
        ("a level that threads share", [lambda f, n=n: check_fan(wgcq, f, n) for n in (4 * BATCH - 1, 4 * BATCH,
                                                                                    4 * BATCH + 1, 5 * BATCH + 1)]),
        ("a limit within one wide state", [lambda f, m=m: check_limit(wgcq, f, 2000, m)
                                           for m in (2, 3, full, BATCH, BATCH + 1, 1999, 2000, 2001)]),
        ("many moves, of which few can be made: their order", [lambda f: check_sparse(wgcq, f)])]
    with tempfile.TemporaryDirectory(dir=QUICK) as folder:
        for title, parts in checks:
            tap.right(title, [line for part in parts for line in part(folder)])
    sys.exit(tap.end())


if __name__ == "__main__":
    main()
