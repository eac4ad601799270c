"""Both ways into a file give the same file: --writer pages against --writer sql.

Every puzzle of the shelf is solved twice into two files, one a way, in changing orders and levels of
keeping and with many saves; a stock SQLite then finds every row of every table and view equal, and
the file whole.  TAP.  usage: writers.py --wgcq PROGRAM
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

MOST = "5000"  # states
SECOND_RUNS = [
    ["--order", "depth-first", "--trace", "all"],
    ["--order", "cheapest", "--trace", "edges"],
    ["--order", "depth-first", "--trace", "states", "--max-states", "37"],
    ["--trace", "all", "--max-depth", "3"],
    ["--order", "cheapest", "--trace", "all", "--stop", "first"],
]


def solve(wgcq, puzzle, db, writer, options):
    run = subprocess.run([wgcq, "solve", puzzle, "-o", db, "--writer", writer, "--quiet", "--format", "json"]
                         + options, capture_output=True, text=True)
    return run.returncode, run.stderr.replace(db, "DB")


def content(db):
    """Every row of every table and view but the times, and what integrity_check says."""
    link = sqlite3.connect(db)
    names = link.execute("SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'view')"
                         " AND name NOT LIKE 'sqlite_%' ORDER BY name").fetchall()
    out = {"integrity": link.execute("PRAGMA integrity_check").fetchall(),
           "schema": hashlib.sha256(repr(link.execute(
               "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'"
               " ORDER BY name").fetchall()).encode()).hexdigest(),
           "options": [link.execute("PRAGMA " + p).fetchone() for p in
                       ("application_id", "user_version", "freelist_count", "page_size", "journal_mode")]}
    for kind, name in names:
        columns = [c[1] for c in link.execute(f'PRAGMA table_info("{name}")')
                   if c[1] not in ("seconds", "started", "seal", "digest")]
        shown = ",".join('"' + c.replace('"', '""') + '"' for c in columns)
        keyed = name.startswith("edge_") and '"move","dst"' in shown
        first = "rowid," if kind == "table" and not keyed else ""
        # without rowids a scan has the order of whatever index holds all that it needs
        order = " ORDER BY 1,2,3" if keyed or name.startswith("edges") else ""
        digest = hashlib.sha256()
        for row in link.execute(f'SELECT {first}{shown} FROM "{name}"{order}'):
            digest.update(repr(row).encode())
        out[name] = digest.hexdigest()
    # an index holds what its table holds
    for (name,) in link.execute("SELECT name FROM sqlite_schema WHERE type='index' AND name LIKE 'edge%'"):
        table, column = name.rsplit("_", 1)
        counted = link.execute(f"SELECT {column}, count(*) FROM {table} INDEXED BY {name}"
                               f" WHERE {column} > 0 GROUP BY {column}").fetchall()
        plain = link.execute(f"SELECT {column}, count(*) FROM {table} NOT INDEXED GROUP BY {column}").fetchall()
        out[name] = counted == plain
    link.close()
    return out


def differences(wgcq, puzzle, number, folder):
    first = ["--max-states", MOST, "--save-every", str(300 + 173 * (number % 7))]
    second = SECOND_RUNS[number % len(SECOND_RUNS)]
    if "--max-states" not in second:
        second = second + ["--max-states", MOST]
    both = []
    for writer in ("pages", "sql"):
        db = os.path.join(folder, writer + ".db")
        answer = [solve(wgcq, puzzle, db, writer, options) for options in (first, second)]
        if any(code not in (0, 1, 3, 5) for code, _ in answer):
            return [f"{writer}: {answer}"]
        both.append({**content(db), "answer": answer})
        os.remove(db)
    a, b = both
    bad = [key for key in a.keys() | b.keys() if a.get(key) != b.get(key)]
    bad += [key for key in a if a[key] is False]
    if a["integrity"] != [("ok",)]:
        bad.append(str(a["integrity"]))
    return bad


def main():
    wgcq = seeds.options().wgcq
    puzzles = seeds.in_turn(sorted(glob.glob(os.path.join(os.path.dirname(__file__), "../../puzzles/*.yaml"))))
    room = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=room) as folder:
        for number, puzzle in enumerate(puzzles, 1):
            tap.right(f"{os.path.basename(puzzle)}: pages and SQL alike", differences(wgcq, puzzle, number, folder))
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
