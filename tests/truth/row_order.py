#!/usr/bin/python3
"""No answer depends on the order in which SQLite gives rows, which is its own choice by statistics and version.  Prints TAP.

    python3 tests/truth/row_order.py [--wgcq build/wgcq]

Every question is put to files twice, the second time with a library preloaded by which a SELECT without ORDER BY gives
its rows backwards (reverse_rows.c): output, messages and exit status are equal.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
SHELF = os.path.join(HERE, "..", "..", "puzzles")
# with costs, dead ends, violations, several starts, labels that depend on states, symmetry, no goal
PUZZLES = ("bridge-torch", "dining-philosophers", "family-crossing", "german-cache", "missionaries-cannibals", "naive-mutex",
           "no-farmer", "peg-triangle", "romania", "snakes-ladders", "timetable", "two-ovens")
# whole, cut short, and with less in the file than most questions need
WAYS = (("--solutions", "20"), ("--max-states", "40"), ("--trace", "states"))
QUESTIONS = (("shortest", "--limit", "3"), ("cheapest", "--limit", "20", "--format", "json"), ("best", "--k", "5", "--format", "csv"),
             ("all", "--limit", "7"), ("dead-ends",), ("deadlocks", "--format", "json"), ("violations",), ("bottlenecks",),
             ("distances", "--format", "csv"), ("farthest",), ("rules",), ("pareto", "--limit", "5"),
             ("classes", "--up-to", "permutation"), ("classes", "--up-to", "set", "--format", "json"))
COMMANDS = (("show", 2), ("show", 1, "--format", "json"), ("compare", 1, 2, 3), ("compare", 1, 2, "--format", "json"),
            ("graph", "--format", "dot"), ("graph", "--format", "json"), ("graph", "--project", "depth"), ("why", 3),
            ("why", 5, "--format", "json"), ("runs",), ("verify",), ("page", "-o", "-"))
SECONDS_MOST = 60


def asked(database):
    for words in QUESTIONS:
        yield ("query", database, *words)
    for word, *rest in COMMANDS:
        yield (word, database, *map(str, rest))


class Asker:
    def __init__(self, wgcq, folder):
        self.wgcq, self.folder = os.path.abspath(wgcq), folder
        self.library = os.path.join(folder, "reverse_rows.so")
        subprocess.run([*os.environ.get("CC", "cc").split(), "-shared", "-fPIC", "-o", self.library,
                        os.path.join(HERE, "reverse_rows.c"), "-ldl"], check=True)

    def ask(self, words, backwards=False):
        environment = dict(os.environ, LC_ALL="C.UTF-8", TERM="dumb",
                           ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0")
        if backwards:
            environment["LD_PRELOAD"] = self.library
        done = subprocess.run([self.wgcq, *words], capture_output=True, text=True, cwd=self.folder, env=environment,
                              stdin=subprocess.DEVNULL, timeout=SECONDS_MOST)
        return done.returncode, re.sub(r"\d+\.\d+ s\b", "? s", done.stdout), done.stderr

    def differences(self, puzzle):
        wrong, count = [], 0
        for number, way in enumerate(WAYS):
            database = f"{puzzle}-{number}.db"
            self.ask(("solve", os.path.join(SHELF, puzzle + ".yaml"), "-o", database, "--quiet", *way))
            for words in asked(database):
                due, got = self.ask(words), self.ask(words, backwards=True)
                count += 1
                if due != got:
                    at = next((i for i, (a, b) in enumerate(zip(due[1], got[1])) if a != b), 0)
                    wrong.append(f"{words}: {got[0]} {got[2]}{got[1][at:at + 300]}\nnot {due[0]} {due[2]}{due[1][at:at + 300]}")
        return wrong, count


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--wgcq", default=os.path.join(HERE, "..", "..", "build", "wgcq"))
    given = options.parse_args()
    print(f"1..{len(PUZZLES) + 1}")
    failed = total = 0
    with tempfile.TemporaryDirectory() as folder:
        asker = Asker(given.wgcq, folder)
        for number, puzzle in enumerate(PUZZLES, 1):
            wrong, count = asker.differences(puzzle)
            total += count
            failed += bool(wrong)
            print(f"{'not ' if wrong else ''}ok {number} - {puzzle}", flush=True)
            for text in wrong[:3]:
                print("# " + text.replace("\n", "\n# "))
        question = ("sql", PUZZLES[0] + "-0.db", "SELECT id FROM states")
        works = asker.ask(question) != asker.ask(question, backwards=True)
        failed += not works
        print(f"{'' if works else 'not '}ok {len(PUZZLES) + 1} - rows do come backwards where there is no ORDER BY")
    print(f"# swept: {total} answers")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
