#!/usr/bin/python3
"""No answer depends on the order in which SQLite gives rows, which is its own choice by statistics and version.  Prints TAP.

    python3 tests/truth/row_order.py [--wgcq build/wgcq]

Every question is put to files twice, to the program that is linked with shared libraries (build/tests/wgcq-shared, made with
the unit tests), the second time with a library preloaded by which a SELECT without ORDER BY gives its rows backwards
(reverse_rows.c): output, messages and exit status are equal.  Some files have no answer to some questions, but each
question must have one in some file.  Each puzzle is solved in one of three ways, which take turns by FIRST_SEED, and
asked a third of the questions; with WHOLE in the environment in all ways all questions.
"""

import glob
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter

import seeds
import tap

HERE = os.path.dirname(os.path.abspath(__file__))
SHELF = os.path.join(HERE, "..", "..", "puzzles")
# with costs, dead ends, violations, symmetry, many plans, no goal, lists
PUZZLES = ("three-jugs", "dining-philosophers", "family-crossing", "german-cache", "leader-election", "missionaries-cannibals", "naive-mutex",
           "no-farmer", "peg-triangle", "romania", "timetable", "two-ovens", "wolf-goat-cabbage")
# whole, cut short, and with less in the file than most questions need
WAYS = (("--solutions", "20"), ("--max-states", "40"), ("--trace", "states"))
QUESTIONS = (("shortest", "--limit", "3"), ("cheapest", "--limit", "20", "--format", "json"), ("best", "--k", "5", "--format", "csv"),
             ("all", "--limit", "7"), ("dead-ends",), ("deadlocks", "--format", "json"), ("violations",), ("bottlenecks",),
             ("distances", "--format", "csv"), ("farthest",), ("rules",), ("coverage",), ("pareto", "--limit", "5"),
             ("classes", "--up-to", "symmetry"), ("classes", "--up-to", "commuting", "--limit", "5"),
             ("classes", "--up-to", "moves", "--limit", "5", "--format", "json"))
# VARIABLE: the puzzle's first one
COMMANDS = (("show", "2"), ("show", "1", "--format", "json"), ("compare", "1", "2", "3"), ("compare", "1", "2", "--format", "json"),
            ("graph", "--format", "dot", "--all"), ("graph", "--format", "mermaid", "--around", "1", "--radius", "1"),
            ("graph", "--format", "graphml", "--depth", "3"), ("graph", "--project", "VARIABLE"), ("why", "3"),
            ("why", "5", "--format", "json"), ("runs",), ("verify",))
SEED = int(os.environ.get("FIRST_SEED") or 0)
SECONDS_MOST = 300
ANSWERED = (0, 1, 3, 5)  # exit statuses; others refuse the question


def asked():
    """Each question: a command, and what stands behind its database."""
    return [("query", *words) for words in QUESTIONS] + list(COMMANDS)


def first_variable(path):
    """The views of states name the variables behind `shown`."""
    link = sqlite3.connect(path)
    names = [row[1] for row in link.execute("PRAGMA table_info(states)")]
    link.close()
    return names[names.index("shown") + 1]


class Asker:
    def __init__(self, wgcq, folder):
        self.wgcq, self.folder = os.path.join(os.path.dirname(os.path.abspath(wgcq)), "tests", "wgcq-shared"), folder
        self.answered, self.refused = Counter(), Counter()
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
        # whether a question takes long depends on the load of the machine
        remarks = re.sub(r"^wgcq: this takes a while.*\n", "", done.stderr, flags=re.MULTILINE)
        return done.returncode, re.sub(r"\d+\.\d+ s\b", "? s", done.stdout), remarks

    def differences(self, turn, puzzle):
        wrong = []
        for number, way in enumerate(WAYS):
            if not os.environ.get("WHOLE") and number != (turn + SEED) % len(WAYS):
                continue
            database = f"{puzzle}-{number}.db"
            solved = self.ask(("solve", os.path.join(SHELF, puzzle + ".yaml"), "-o", database, "--quiet", *way))
            if solved[0] not in ANSWERED:
                return [f"{database}: {solved}"]
            variable = first_variable(os.path.join(self.folder, database))
            for question in asked()[(turn + SEED) % seeds.PARTS::seeds.PARTS]:
                words = [question[0], database, *(variable if word == "VARIABLE" else word for word in question[1:])]
                due, got = self.ask(words), self.ask(words, backwards=True)
                (self.answered if due[0] in ANSWERED else self.refused)[question] += 1
                if due != got:
                    at = next((i for i, (a, b) in enumerate(zip(due[1], got[1])) if a != b), 0)
                    wrong.append(f"{words}: {got[0]} {got[2]}{got[1][at:at + 300]}\nnot {due[0]} {due[2]}{due[1][at:at + 300]}")
        return wrong


def main():
    with tempfile.TemporaryDirectory() as folder:
        asker = Asker(seeds.options().wgcq, folder)
        for number, puzzle in enumerate(PUZZLES, 1):
            tap.right(puzzle, asker.differences(number, puzzle))
        never = [question for question in asked() if not asker.answered[question]]
        part = "" if seeds.WHOLE else " # SKIP a part of the questions was asked"
        tap.right(f"each question has an answer in some file{part}", never if seeds.WHOLE else [])
        question = ("sql", glob.glob(os.path.join(folder, PUZZLES[0] + "-*.db"))[0], "SELECT id FROM states")
        works = asker.ask(question) != asker.ask(question, backwards=True)
        tap.ok(works, "rows do come backwards where there is no ORDER BY")
    print(f"# swept: {asker.answered.total()} answers, {asker.refused.total()} questions refused")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
