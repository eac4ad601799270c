#!/usr/bin/python3
"""Files of older formats: opened, asked, verified, resumed, added to.

format3/ (edges with rowids and an index on their source), format4/ (views without declared types) and format5/ (without
properties over time) hold three files of puzzles/frogs.yaml with n=4 as an older wgcq made them: a whole breadth-first run, one cut at 60 states, and a depth-first
one cut there.  Each has to say what a run of today says, in tables as they were.  format3/places is of
wolf-goat-cabbage.yaml, cut at 8 states; format4/violated is of naive-mutex.yaml.  TAP.
usage: old_files.py --wgcq PROGRAM
"""
import gzip
import json
import os
import sqlite3
import subprocess
import sys
import tempfile

import seeds
from tap import end, ok

HERE = os.path.dirname(os.path.abspath(__file__))
PLACES = os.path.join(HERE, "..", "..", "puzzles", "wolf-goat-cabbage.yaml")
VIEWS = ("states", "edges", "rejections", "solutions", "steps")
QUESTIONS = (["shortest"], ["all", "--limit", "9"], ["dead-ends"], ["bottlenecks"], ["distances"], ["rules"], ["coverage"])

def ask(wgcq, *words):
    done = subprocess.run([wgcq, *words], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def unpack(version, name, folder, put_as=None):
    db = os.path.join(folder, (put_as or name) + ".db")
    with gzip.open(os.path.join(HERE, f"format{version}", name + ".db.gz")) as old, open(db, "wb") as new:
        new.write(old.read())
    return db


def solve(wgcq, db, *options, version=3):
    """The puzzle as it was when that format was new."""
    puzzle = os.path.join(os.path.dirname(db), "frogs.yaml")
    with sqlite3.connect(f"file:{unpack(version, 'whole', os.path.dirname(db), 'then')}?mode=ro", uri=True) as old, open(puzzle, "w") as file:
        file.write(old.execute("SELECT value FROM meta WHERE key = 'source'").fetchone()[0])
    return ask(wgcq, "solve", puzzle, "--set", "n=4", "-o", db, "--quiet", "--again", *options)[0]


def rows(db, run=""):
    with sqlite3.connect(f"file:{db}?mode=ro", uri=True) as file:
        out = {v: sorted(map(repr, file.execute(f"SELECT * FROM {v}{run}"))) for v in VIEWS}
        out["cheapest"] = file.execute("SELECT cost, least, count FROM cheapest WHERE run=?",
                                       [(run or "_1")[1:]]).fetchall()
        return out


def layout(db, run=1):
    """(format, whether integrity_check is content, whether the run's edges have an index on their source)."""
    with sqlite3.connect(f"file:{db}?mode=ro", uri=True) as file:
        return (file.execute("PRAGMA user_version").fetchone()[0], file.execute("PRAGMA integrity_check").fetchall() == [("ok",)],
                file.execute("SELECT count(*) FROM sqlite_schema WHERE name=?", [f"edge_{run}_src"]).fetchone()[0])


def main():
    wgcq = seeds.options().wgcq
    with tempfile.TemporaryDirectory(prefix="wgcq-old-") as folder:
        new, deep = os.path.join(folder, "new.db"), os.path.join(folder, "deep-new.db")
        solve(wgcq, new)
        solve(wgcq, deep, "--order", "depth-first")
        ok(layout(new) == (6, True, 0), "a file of today is of format 6", layout(new))
        for version, sources in ((3, 1), (4, 0), (5, 0)):
            old_files(wgcq, folder, version, sources, new, deep)
        states_shown_before(wgcq, folder)
        violations_before(wgcq, folder)
    return end()


def old_files(wgcq, folder, version, sources, new, deep):
    """The files of one format; breadth-first ones have `sources` indices of edges on their source."""
    name = f"format {version}"
    old = unpack(version, "whole", folder)
    ok(layout(old) == (version, True, sources), f"{name}: the old file is of it", layout(old))
    ok(ask(wgcq, "verify", old)[0] == 0, f"{name}: it holds", ask(wgcq, "verify", old))
    ok(rows(old) == rows(new), f"{name}: its views have the rows of today")
    for question in QUESTIONS:
        mine = [ask(wgcq, "query", db, *question, "--format", "json")[:2] for db in (old, new)]
        ok(mine[0] == mine[1] and mine[0][0] == 0, f"{name}, {question[0]}: one answer", *mine)
    status, out, err = ask(wgcq, "compare", old, new)
    ok(status == 0, f"{name}: it compares equal to a file of today", out, err)
    ok(solve(wgcq, old, version=version) == 0 and rows(old, "_2") == rows(new), f"{name}: a run is added to it")
    ok(layout(old, 2) == (version, True, sources), f"{name}: as it was", layout(old, 2))
    ok(ask(wgcq, "verify", old)[0] == 0, f"{name}: which holds", ask(wgcq, "verify", old))
    for cut, whole in (("cut", new), ("deep", deep)):
        due = (version, True, 1 if cut == "deep" else sources)
        for writer in ("pages", "sql"):
            db = unpack(version, cut, folder)
            ok(ask(wgcq, "verify", db)[0] == 3, f"{name}, {cut}: what is in it holds", ask(wgcq, "verify", db))
            status, out, err = ask(wgcq, "resume", db, "--writer", writer, "--max-states", "100000", "--format", "json")
            ok(status == 0 and json.loads(out)["status"] == "complete", f"{name}, {cut}, {writer}: it is resumed", out, err)
            ok(layout(db) == due, f"{name}, {cut}, {writer}: as it was", layout(db))
            ok(rows(db) == rows(whole), f"{name}, {cut}, {writer}: to the rows of today")
            ok(ask(wgcq, "verify", db)[0] == 0, f"{name}, {cut}, {writer}: they hold", ask(wgcq, "verify", db))


def violations_before(wgcq, folder):
    db = unpack(4, "violated", folder)
    with sqlite3.connect(f"file:{db}?mode=ro", uri=True) as file:
        stored = file.execute("SELECT state, invariant FROM violations").fetchall()
    status, out, _ = ask(wgcq, "query", db, "violations", "--format", "json")
    asked = [(row["state"], row["invariant"]) for row in json.loads(out)]
    ok(status == 0 and stored and asked == stored, "format 4: violations are read", stored, out)
    ok(ask(wgcq, "verify", db)[0] == 0, "format 4: and hold", ask(wgcq, "verify", db))


def states_shown_before(wgcq, folder):
    """A puzzle without `show`, whose states a file of today shows by place."""
    def listed(db):
        with sqlite3.connect(f"file:{db}?mode=ro", uri=True) as file:
            return all(text.startswith("farmer=") for text, in file.execute("SELECT shown FROM states UNION SELECT shown FROM steps"))

    db = unpack(3, "places", folder)
    ok(listed(db) and ask(wgcq, "verify", db)[0] == 3, "states as a list: what is in it holds", ask(wgcq, "verify", db))
    why = ask(wgcq, "why", db, "2", "--format", "json")
    ok(why[0] == 0 and "farmer=" in why[1] and "west:" not in why[1], "why shows them so", why)
    status, _, err = ask(wgcq, "solve", PLACES, "-o", db)
    ok(status == 4 and "shows the states" in err, "a run of today is not added", status, err)
    ok(ask(wgcq, "resume", db)[0] == 0 and listed(db), "it is resumed, and shows them so")
    ok(ask(wgcq, "verify", db)[0] == 0, "they hold", ask(wgcq, "verify", db))


if __name__ == "__main__":
    sys.exit(main())
