"""A sweep of damage: one field of a file changed at random, again and again; `wgcq verify` is to find each.  Prints TAP.

    python3 tests/truth/sweep.py [--wgcq build/wgcq] [--copies 1000] [--seed N] [--list]

A table is drawn, then one of its columns, then a row, so that a table of two rows is tried as often as one of
thousands; what is written there is of the column's type, near what was there or from another row, and never the same.
Every column of every table of the file is tried, at least once each.  The tables of SQLite itself (sqlite_stat1, what
its planner guesses by) say nothing of the puzzle and are left alone.
"""

import collections
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

import built
import seeds
import tap

HERE = os.path.dirname(os.path.abspath(__file__))
SHELF = os.path.join(HERE, "..", "..", "puzzles")

# What may go unfound, and why: without its program the moves and rejections of a model in C are not known, or what
# its states look like, as long as the figures come out the same.  Of puzzles in YAML: nothing.
EXPLAINED = {}
EXPLAINED_IN_C = {"state_1.w0", "state_1.shown", "edge_1.src", "edge_1.dst", "edge_1.move", "rejection_1.src",
                  "rejection_1.move", "rejection_1.rule"}

# Between them: costs, parameters, several solutions, named guards, an order that learns depth late, texts of states.
FILES = [
    ("wolf-goat-cabbage", []),
    ("bridge-torch", ["--solutions", "20"]),
    ("frogs", ["--set", "n=3"]),
    ("family", ["--order", "cheapest", "--minimize", "noise", "--solutions", "3"]),
    ("bridge-torch", ["--max-states", "20"]),
    ("no-farmer", ["--order", "depth-first"]),
    ("journeys/river_model.c", []),
]


def ask(db, sql, *values):
    return db.execute(sql, values).fetchall()


def columns_of(db):
    """(table, column, type) of all that can be changed."""
    tables = [t for t, in ask(db, "SELECT name FROM sqlite_schema WHERE type='table' AND name NOT LIKE 'sqlite%'")]
    found = []
    for table in sorted(tables):
        if ask(db, f'SELECT 1 FROM "{table}" LIMIT 1'):
            found += [(table, row[1], row[2]) for row in ask(db, f'PRAGMA table_info("{table}")')]
    return found


def other_text(chance, text, another):
    at = chance.randrange(len(text) + 1)
    letter = chance.choice("abcxyz019 _-,.\n'é")
    return chance.choice([
        text[:at] + letter + text[at:],
        text[:at] + letter + text[at + 1:],
        text[:at] + text[at + 1:],
        text[at:],
        text.upper(),
        str(another or ""),
    ])


def other_number(chance, number, another):
    return chance.choice([
        number + 1,
        number - 1,
        0,
        1,
        -number,
        number ^ (1 << chance.randrange(20)),
        chance.randrange(1000),
        another if isinstance(another, int) else number + 2,
    ])


def other_value(chance, kind, value, another):
    if value is not None and chance.random() < 0.1:
        return None
    if kind == "TEXT":
        return other_text(chance, value, another) if value is not None else chance.choice(["1", "x", ""])
    if kind == "REAL":
        return chance.choice([(value or 0) + 1, -(value or 1), (value or 0) * 2])
    return other_number(chance, value, another) if value is not None else chance.choice([0, 1, 7])


def key_of(db, table):
    """The columns that name a row: the primary key of a table without rowids."""
    without = ask(db, "SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?", table)[0][0]
    key = ask(db, "SELECT name FROM pragma_table_info(?) WHERE pk ORDER BY pk", table)
    return [f'"{name}"' for name, in key] if without else ["rowid"]


def damage(db, chance, table, column, kind):
    """Changes one field; returns what was changed, or None where the schema did not let it."""
    rows, key = ask(db, f'SELECT count(*) FROM "{table}"')[0][0], key_of(db, table)
    *place, value = ask(db, f'SELECT {", ".join(key)}, "{column}" FROM "{table}" LIMIT 1 OFFSET ?', chance.randrange(rows))[0]
    another = ask(db, f'SELECT "{column}" FROM "{table}" LIMIT 1 OFFSET ?', chance.randrange(rows))[0][0]
    new = other_value(chance, kind, value, another)
    if new == value and type(new) is type(value):
        return None
    try:
        where = " AND ".join(f"{name} = ?" for name in key)
        db.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE {where}', (new, *place))
        db.commit()
    except sqlite3.IntegrityError:
        db.rollback()
        return None
    return f"{table}.{column}, row {place}: {value!r:.60} became {new!r:.60}"


def found_by(wgcq, path):
    done = subprocess.run([wgcq, "verify", path, "--format", "json"], capture_output=True, text=True, timeout=60)
    found = done.returncode in (1, 4)
    places = re.findall(r'"verdict": *"does not hold", *"place": *"([^"]*)', done.stdout)
    sealed = done.returncode == 1 and len(places) == 1 and "since it was written" in places[0]
    return found, done.returncode, sealed


def make(wgcq, folder, number, puzzle, options):
    path = os.path.join(folder, f"{number}.db")
    if puzzle.endswith(".c"):
        subprocess.run([built.model_program(wgcq, folder, os.path.join(SHELF, puzzle)), path], check=True, stdout=subprocess.DEVNULL)
        return path
    source = os.path.join(SHELF, puzzle + ".yaml")
    done = subprocess.run([wgcq, "solve", source, "-o", path, "-q"] + options, capture_output=True, text=True)
    assert done.returncode in (0, 3), done.stderr
    done = subprocess.run([wgcq, "verify", path], capture_output=True, text=True)
    assert done.returncode in (0, 3), done.stdout
    return path


def sweep(wgcq, folder, original, copies, chance, reported):
    """So many copies of a file; (found, missed)."""
    tried, missed, sealed = collections.Counter(), [], 0
    with sqlite3.connect(original) as db:
        everything = columns_of(db)
    tables = sorted({table for table, _, _ in everything})
    first = list(everything)
    chance.shuffle(first)
    copy = os.path.join(folder, "copy.db")
    while sum(tried.values()) < copies:
        if first:
            table, column, kind = first.pop()
        else:
            table = chance.choice(tables)
            table, column, kind = chance.choice([c for c in everything if c[0] == table])
        shutil.copyfile(original, copy)
        db = sqlite3.connect(copy)
        what = damage(db, chance, table, column, kind)
        db.close()
        if what is None:
            continue
        found, status, by_seal = found_by(wgcq, copy)
        sealed += by_seal
        tried[table, column] += 1
        if reported:
            print(f"# {'found' if found else 'MISSED'} ({status}) {what}", flush=True)
        if not found:
            missed.append(f"{what} (verify ended with {status})")
    return sum(tried.values()), len(tried), missed, sealed


def main():
    a = seeds.options(copies=140, seed=1, list=False)  # copies of all files together
    chance = random.Random(a.seed)
    total = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, (puzzle, options) in enumerate(FILES, 1):
            original = make(a.wgcq, folder, number, puzzle, options)
            share = a.copies // len(FILES)
            count, columns, missed, sealed = sweep(a.wgcq, folder, original, share, chance, a.list)
            explained = EXPLAINED_IN_C if puzzle.endswith(".c") else EXPLAINED
            unexplained = [m for m in missed if m.split(",")[0] not in explained]
            bad = len(unexplained) > share // 1000
            total += count
            tap.ok(not bad, f"{puzzle} {' '.join(options)}: {count - len(missed)} of {count} found ({sealed} by its seal alone), "
                            f"in {columns} columns", *missed)
    print(f"# {total} copies")
    sys.exit(tap.end())


main()
