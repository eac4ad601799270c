"""Truth: what the program says, against oracles that share nothing with it.  Prints TAP.

    python3 tests/truth/run.py [--wgcq build/wgcq] [--only WORD] [--large]

1. The oracles among themselves: rules written by hand (rules_*.py) against the puzzles under
   puzzles/ as read by reader.py.
2. The rules by hand against `wgcq`, for several sizes: figures, whole databases, plans of N moves,
   plans without a loop.
3. reader.py against the database of every puzzle that is not too large for it, and the puzzle's own
   `expect:` against both.
4. The sessions in the README.
References and whole databases are compared in turn, figures always; WHOLE in the environment compares all.
Without --wgcq only the oracles are compared.  Puzzles that are expected to have more than a million
states are left out unless --large is given.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import traceback

import facts
import figures
import reader
import readme
import seeds
from references import REFERENCES

# States that reader.py explores at most; states of a reference puzzle whose whole databases are
# compared, not only its figures; seconds after which a check says what it took; expected states that
# are too many without --large.
LARGE, WHOLE, SLOW, HUGE = 30000, 6000, 3, 10**6


class Tap:
    def __init__(self, only):
        self.only, self.count, self.failed = only, 0, 0

    def check(self, title, work):
        """`work` answers the differences, as lines; None: skipped."""
        if self.only and self.only not in title:
            return
        self.count += 1
        began = time.monotonic()
        try:
            wrong = work()
        except Exception:  # a test that breaks is a failed one
            wrong = traceback.format_exc().splitlines()[-12:]
        if wrong is None:
            print(f"ok {self.count} - {title} # SKIP too large", flush=True)
            return
        print(f"{'not ok' if wrong else 'ok'} {self.count} - {title}", flush=True)
        self.failed += bool(wrong)
        if time.monotonic() - began > SLOW:
            print(f"#   took {time.monotonic() - began:.1f} s", flush=True)
        for text in wrong[:12]:
            print("#   " + text.replace("\n", "\\n"), flush=True)


# ---- comparing ----


def unlike(name, ours, theirs):
    return [] if ours == theirs else [f"{name}: the oracle says {ours}, the program {theirs}"]


def differences(ours, theirs):
    """Of two sets of lines: some that only one of them has."""
    wrong = [f"only the oracle has {l!r}" for l in sorted(ours - theirs)[:4]]
    return wrong + [f"only the program has {l!r}" for l in sorted(theirs - ours)[:4]]


def as_text(value):
    return None if value is None else str(value)


def compare_figures(ours, answer):
    """The oracle's figures and what `solve --format json` printed."""
    wrong = []
    for name in ("states", "edges", "depth", "goals", "dead_ends"):
        wrong += unlike(name, as_text(ours.get(name)), as_text(answer.get(name)))
    if "violations" in ours:
        lengths = {v["invariant"]: v["length"] for v in answer["violations"]}
        wrong += unlike("violations", {n: l for n, l in ours["violations"].items() if l is not None}, lengths)
        # states that a bound cuts off may be such, so their number is not known then
        wrong += unlike("deadlocks", None if answer.get("bounded") else ours["deadlocks"], answer["deadlocks"])
    pairs = [("shortest", "length", ours.get("shortest"), answer["shortest"])]
    for cost, best in ours.get("cheapest", {}).items():
        pairs.append((f"cheapest {cost}", "cost", best, answer["cheapest"][cost]))
    for title, what, best, reported in pairs:
        best = best or {}
        reported = reported or {}
        wrong += unlike(f"{title} {what}", as_text(best.get(what)), as_text(reported.get(what)))
        if best.get(what) is not None:
            wrong += unlike(f"{title} count", as_text(best["count"]), reported.get("count"))
    return wrong


def flat(tree, above=""):
    found = {}
    for key, value in tree.items():
        name = f"{above}.{key}" if above else key
        found.update(flat(value, name) if isinstance(value, dict) else {name: value})
    return found


def compare_expected(expected, found):
    if isinstance(found.get("violations"), list):
        lengths = {v["invariant"]: v["length"] for v in found["violations"]}
        found = {**found, "violations": lengths}
    if isinstance(found.get("properties"), list):
        words = {True: "holds", False: "violated", None: None}
        found = {**found, "properties": {p["property"]: words[p["holds"]] for p in found["properties"]}}
    decided = "properties" in found          # the oracles decide none
    found, wrong = flat(found), []
    if isinstance(found.get("rejections"), dict):
        found["rejections"] = sum(found["rejections"].values())
    for name, value in expected.items():
        if name.startswith("solutions") or (name.startswith("properties.") and not decided):
            continue
        is_none = value == "none" and found.get(name) is None
        if not is_none and as_text(found.get(name)) != value:
            wrong.append(f"{name}: expected {value}, found {found.get(name)}")
    return wrong


# ---- the program ----


class Refused(Exception):
    """The program ended in another way than with an answer: its status, and its messages."""


class Program:
    def __init__(self, path, folder):
        self.path, self.folder = os.path.abspath(path), folder

    def run(self, *words):
        done = subprocess.run([self.path, *words], cwd=self.folder, timeout=300,
                              capture_output=True, text=True)
        within_bound = done.returncode == 3 and re.search(r'"bounded": *[1-9]', done.stdout)
        if done.returncode not in (0, 1, 5) and not within_bound:
            raise Refused(done.returncode, f"wgcq {' '.join(words)}\n{done.stderr}")
        return done.stdout

    def solve(self, puzzle, settings=()):
        """(its JSON answer, the database's path)"""
        db = os.path.join(self.folder, "truth.db")
        if os.path.exists(db):
            os.remove(db)
        sets = [word for s in settings for word in ("--set", s)]
        answer = json.loads(self.run("solve", puzzle, "-o", db, "--format", "json", *sets))
        return answer, db

    def count(self, *words):
        """What a --count came to."""
        rows = json.loads(self.run(*words, "--count", "--format", "json"))
        row = rows[0] if isinstance(rows, list) else rows
        return as_text(row["count"] if isinstance(row, dict) else row)


# ---- what is compared ----


def path_of(name):
    return os.path.join(figures.PUZZLES, name + ".yaml")


def oracles_agree(reference):
    by_hand = figures.explore(reference.rules, WHOLE)
    if by_hand is None:
        return None
    read = figures.explore(reader.load(path_of(reference.puzzle), reference.flags()))
    wrong = unlike("columns", list(by_hand.columns), list(read.columns))
    return wrong + differences(by_hand.lines, read.lines)


def rules_hold(program, reference):
    graph = reference.graph
    ours = graph.figures(reference.loopless, reference.walks)
    answer, db = program.solve(path_of(reference.puzzle), reference.flags())
    wrong = compare_figures(ours, answer)
    if ours["states"] <= WHOLE:
        columns, costs = facts.heads(reference.rules), reference.rules.costs
        wrong += differences(facts.of_graph(graph, reference.rules),
                             facts.of_database(db, columns, costs))
    for length, count in ours.get("walks", {}).items():
        reported = program.count("query", db, "plans", "--length", length)
        wrong += unlike(f"plans of {length} moves in the database", str(count), reported)
    if ours.get("loopless") is not None:
        reported = program.count("query", db, "all")
        wrong += unlike("plans without a loop", str(ours["loopless"]), reported)
        if answer["solutions"]["count"] is not None:
            wrong += unlike("solutions", str(ours["loopless"]), answer["solutions"]["count"])
    return wrong


def backtracking_agrees(program, reference, most=20000):
    """`wgcq plans N --count`, where there are not too many of them to walk through."""
    graph, wrong = reference.graph, []
    sets = [word for s in reference.flags() for word in ("--set", s)]
    for length in reference.walks:
        if sum(walked(graph, length)) > most:
            continue
        reported = program.count("plans", path_of(reference.puzzle), str(length), *sets)
        wrong += unlike(f"plans of {length} moves", str(graph.walks(length)), reported)
    return wrong


def walked(graph, length):
    """How many walks of 0, 1, ... moves there are, goals or not."""
    ways = dict.fromkeys(graph.starts, 1)
    for _ in range(length):
        after = {}
        for state, count in ways.items():
            for _, dst in graph.out[state]:
                after[dst] = after.get(dst, 0) + count
        ways = after
        yield sum(ways.values())


class Shelf:
    """The figures of the reader for each puzzle, computed or stored."""

    def __init__(self):
        self.kept = figures.stored()

    def look(self, path):
        """A Found, or None: too large."""
        with open(path, encoding="utf-8") as file:
            text = file.read()
        name = os.path.basename(path)[:-5]
        entry = self.kept.get(name)
        if entry and entry["key"] == figures.key_of(text):
            if "figures" not in entry:
                return None
            names = ("figures", "digest", "columns", "costs")
            return figures.Found(*(entry[n] for n in names))
        if entry:
            print(f"# {name} is not the text that figures.json was made of", flush=True)
        return figures.explore(reader.Puzzle(text), LARGE)


def reader_agrees(program, shelf, path, large, rows):
    """Figures, and with `rows` the whole database."""
    found = shelf.look(path)
    puzzle = reader.load(path)
    if found is None and (not program or not reader.expected(puzzle)):
        return None
    if int(reader.expected(puzzle).get("states", 0)) > HUGE and not large:
        return None
    wrong = []
    if found:
        wrong += compare_expected(reader.expected(puzzle), found.figures)
    if not program:
        return wrong
    answer, db = program.solve(path)
    wrong += compare_expected(reader.expected(puzzle), answer)
    if not found:
        return wrong
    wrong += compare_figures(found.figures, answer)
    if not rows:
        return wrong
    lines = facts.of_database(db, found.columns, found.costs)
    if facts.digest(lines) != found.digest:
        again = found if found.lines else figures.explore(puzzle, LARGE)
        wrong += differences(again.lines, lines)
    return wrong + shown_wrong(puzzle, db)


def shown_wrong(puzzle, db):
    """How states are shown, for a few of them."""
    shown = facts.shown(db)
    wrong = []
    for state in puzzle.starts()[:20]:
        wrong += unlike("shown", puzzle.shown(state), shown.get(facts.line(*getattr(puzzle, "stored", puzzle.names)(state))))
    return wrong


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--wgcq", metavar="PATH", help="the program; without it, only the oracles")
    options.add_argument("--only", metavar="WORD", help="only checks with this in their title")
    options.add_argument("--large", action="store_true", help="huge puzzles, too")
    given = options.parse_args()
    tap, shelf = Tap(given.only), Shelf()
    with tempfile.TemporaryDirectory() as folder:
        program = Program(given.wgcq, folder) if given.wgcq else None
        turn = seeds.in_turn(REFERENCES)
        for r in turn:
            tap.check(f"oracles agree: {r.title}", lambda: oracles_agree(r))
        for r in REFERENCES if program else ():
            if r.large and r not in turn:
                continue
            tap.check(f"rules by hand: {r.title}", lambda: rules_hold(program, r))
            tap.check(f"plans by backtracking: {r.title}", lambda: backtracking_agrees(program, r))
        whole = seeds.in_turn(figures.puzzles())
        for path in figures.puzzles():
            name = os.path.basename(path)[:-5]
            tap.check(f"read apart: {name}",
                      lambda: reader_agrees(program, shelf, path, given.large, path in whole))
        if program and os.path.basename(program.path) == "wgcq":
            tap.check("the README's sessions",
                      lambda: readme.rerun(program.path, figures.PUZZLES, folder))
    print(f"1..{tap.count}")
    sys.exit(bool(tap.failed))


if __name__ == "__main__":
    main()
