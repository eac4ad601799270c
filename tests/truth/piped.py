#!/usr/bin/python3
"""A puzzle that rank 0 alone can read, from standard input or a pipe: what one process says of it and stores.  Prints TAP.

    python3 tests/truth/piped.py [--wgcq build/wgcq] [--count 30] [--seed N]

Ranks are those of local_ranks.c; tests/truth/ranks.py has the same by mpirun.
"""

import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import threading

import observed
import random_puzzle
import seeds
import shards
from mpi_job import SHELF, plain

HERE = os.path.dirname(os.path.abspath(__file__))
BROKEN = os.path.join(HERE, "..", "broken")
PUZZLES = [("frogs", "n=6"), ("family",), ("peterson",), ("two-ovens",), ("dining-philosophers",), ("cube-walk",)]
USAGE = [("-",), ("-", "--trace", "none", "--replace"), ("-", "--keep", "--replace", "-o", "x.db"), ("-", "--threads", "9999", "--trace", "none"),
         ("-", "--trace", "none", "--set", "n=1", "--set", "n"), ("-", "--trace", "none", "--set", "absent=1")]
SPILLED = ("--trace", "none", "--max-memory", "1M", "--save-every", "20000", "--spill", "dir")


class Ranks:
    def __init__(self, wgcq, folder):
        self.wgcq, self.folder = wgcq, folder
        self.local = observed.local_ranks(wgcq, folder)
        self.environment = dict(os.environ, ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0")

    def run(self, ranks, text, *words):
        """By so many ranks, or with none by wgcq."""
        return subprocess.run([self.local if ranks else self.wgcq, *words], input=text, capture_output=True, cwd=self.folder, timeout=120,
                              env=dict(self.environment, LOCAL_RANKS=str(ranks)))

    def solve(self, ranks, text, *words):
        return self.run(ranks, text, "solve", *words, *() if ranks else ("--threads", "1"))

    def clear(self):
        for name in os.listdir(self.folder):
            if name != "local_ranks":
                path = os.path.join(self.folder, name)
                shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)


def said(run):
    """Without times, and what is called otherwise."""
    words = [re.sub(r"^wgcq: this takes a while.*\n", "", plain(part.decode()), flags=re.MULTILINE) for part in (run.stdout, run.stderr)]
    return run.returncode, re.sub(r"^(spilled|dead ends|deadlocks) .*\n", "", words[0], flags=re.MULTILINE), re.sub(r"try: \S+", "try:", words[1])


def unlike(due, got, about):
    return [] if said(due) == said(got) else [f"{about}: {said(got)}\nnot {said(due)}"]


def text_of(puzzle):
    with open(os.path.join(SHELF, puzzle[0] + ".yaml"), "rb") as file:
        return file.read(), [word for s in puzzle[1:] for word in ("--set", s)]


def reports(r):
    "the report is that of one process"
    wrong = []
    for number, puzzle in enumerate(seeds.in_turn(PUZZLES, 2)):
        text, words = text_of(puzzle)
        due = r.solve(0, text, "-", *words, "--trace", "none", "-q")
        for ranks in (1, 2 + number % 3):
            wrong += unlike(due, r.solve(ranks, text, "-", *words, "--trace", "none", "-q"), f"{ranks} ranks, {puzzle}")
    return wrong


def rows(r):
    "so are the rows, after a resume by another number of ranks too"
    wrong = []
    for number, puzzle in enumerate(seeds.in_turn(PUZZLES, 2)):
        text, words = text_of(puzzle)
        r.clear()
        r.solve(0, text, "-", *words, "-q", "-o", "due.db")
        cut = ("--max-depth", "3") if number % 2 else ()
        r.solve(2 + number % 2, text, "-", *words, "-q", "-o", "got.db", *cut)
        if cut:
            r.run(3, b"", "resume", "got.db.d", "-q")
        merged = r.run(0, b"", "merge", "got.db.d", "-o", "got.db")
        wrong += [f"{puzzle}: {merged.stderr}"] if merged.returncode else \
            [f"{puzzle}: {w}" for w in shards.differences(os.path.join(r.folder, "due.db"), os.path.join(r.folder, "got.db"))]
    return wrong


def resumed(r):
    "what was spilled is resumed by the same command, or by the folder"
    text, words = text_of(("frogs", "n=13"))
    due, wrong = r.solve(0, text, "-", *words, "--trace", "none", "-q"), []
    for ranks, again in ((2, 3), (3, 0)):
        r.clear()
        cut = r.solve(ranks, text, "-", *words, "-q", *SPILLED, "--max-depth", "150")
        if cut.returncode != 3 or not os.path.exists(os.path.join(r.folder, "dir", "0", "state")):
            wrong.append(f"{ranks} ranks: {said(cut)}")
        wrong += unlike(due, r.solve(again, text, "-", *words, "-q", *SPILLED) if again else r.run(2, b"", "resume", "dir", "-q"), f"{ranks} ranks")
        wrong += [name for name in os.listdir(r.folder) if name == "dir"]
    return wrong


def mistakes(r):
    "mistakes are said once, where they are, as by one process"
    names = sorted(name for name in os.listdir(BROKEN) if name.endswith(".yaml"))
    wrong = []
    for name in random.Random(r.seed).sample(names, 40):
        with open(os.path.join(BROKEN, name), "rb") as file:
            text = file.read()
        wrong += unlike(*(r.solve(ranks, text, "-", "--trace", "none", "-q") for ranks in (0, 2)), name)
    text, _ = text_of(PUZZLES[0])
    for given in (b"", text + b"\0", text * 700, os.urandom(3000), b"SQLite format 3\0" + text):
        wrong += unlike(*(r.solve(ranks, given, "-", "--trace", "none", "-q") for ranks in (0, 3)), given[:20])
    for words in USAGE:
        wrong += unlike(*(r.run(ranks, text, "solve", *words) for ranks in (0, 3)), words)
    got = r.solve(2, text, "-", "--trace", "none", "--set", "n=@-")
    return wrong + ([] if got.returncode == 2 and got.stderr.count(b"error: --set 'n=@-'") == 1 else [str(got)])


def pipes(r):
    "a pipe, which can be read once"
    text, words = text_of(PUZZLES[0])
    r.clear()
    path = os.path.join(r.folder, "frogs.yaml")
    os.mkfifo(path)

    def write():
        with open(path, "wb") as file:
            file.write(text)

    writer = threading.Thread(target=write)
    writer.start()
    got = r.solve(3, b"", path, *words, "--trace", "none", "-q")
    writer.join()
    return unlike(r.solve(0, text, "-", *words, "--trace", "none", "-q"), got, path)


def main():
    given = seeds.options(30)
    with tempfile.TemporaryDirectory(dir=shards.QUICK) as folder:
        r = Ranks(given.wgcq, folder)
        r.seed = given.seed

        def differences(seed):
            text = random_puzzle.text(seed).encode()
            due, got = (r.solve(ranks, text, "-", "--trace", "none", "-q", "--max-states", "900") for ranks in (0, 2))
            return "\n".join(unlike(due, got, seed))

        checks = [(check.__doc__, check(r)) for check in (reports, rows, resumed, mistakes, pipes)]
        checks.append((f"so are those of {given.count} random puzzles from seed {given.seed}", seeds.failures(given, differences)))
    return seeds.report(*checks)


if __name__ == "__main__":
    sys.exit(main())
