#!/usr/bin/python3
"""The limits of puzzles are those of the manual: what reaches one is taken, and one more is refused with one error that names it.

Prints TAP.  The figures are read from the table in schemas/wgcq-puzzle.5.  Each row of it has a maker below: make(n) is a puzzle with
n of what the row counts; or is one of ELSEWHERE, with the reason why it is not made here.  A row without either is a failure.
"""
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
WGCQ = os.path.abspath(os.environ.get("WGCQ", os.path.join(HERE, "..", "..", "build", "wgcq")))
# A sanitized program tries every second limit, in turn.
EVERY, TURN = 2 if not os.environ.get("WHOLE") and int(os.environ.get("PARTS") or 3) > 3 else 1, int(os.environ.get("FIRST_SEED") or 0)
PATIENCE = 60 * int(os.environ.get("PATIENCE", "1"))


def puzzle(goal="x == 8", state="x: 0..8", start="{x: 0}", move="set: x = min(8, x + 1)", more=""):
    return "puzzle: Counting\nstate:\n  %s\nstart: %s\nmoves:\n  go:\n    - %s\ngoal: %s\n%s" % (state, start, move, goal, more)


def text_of(n):
    text = puzzle() + "#"
    return text + "." * (n - len(text.encode()) - 1) + "\n"


def nodes(n):
    """The puzzle's own nodes are counted by what it is refused for: a list under `constants` fills the rest."""
    own = 23  # mappings, keys and values of puzzle() with the constant
    return puzzle(more="constants:\n  c: [" + ", ".join(["1"] * (n - own)) + "]\n")


def aliased(n):
    return puzzle(more="constants:\n  a: &a [" + ", ".join(["1"] * (n // 10 - 1)) + "]\n  b: [" + ", ".join(["*a"] * 10)
                  + (", 1" if n % 10 == 0 else ", " + "*a") + "]\n")


def anchors(n):
    items = ["&a%d [1]" % i for i in range(n)]
    return puzzle(more="constants:\n  a: [%s]\n  b: [%s]\n" % (", ".join(items), ", ".join("*a%d" % i for i in range(n))))


def nested(n):
    return puzzle("(" * (n - 1) + "x == 8" + ")" * (n - 1))


def nested_yaml(n):
    return puzzle(more="constants:\n  c: " + "[" * (n - 2) + "1" + "]" * (n - 2) + "\n")


def calls(n):
    more = "define:\n  d1: x\n" + "".join("  d%d: d%d\n" % (i, i - 1) for i in range(2, n + 1))
    return puzzle("d%d == 8" % n, more=more)


def map_of(n):
    rows = ["    " + "#" * 1000 for _ in range(n // 1000)] + ["    " + "#" * 1000] * (n % 1000 > 0)
    return puzzle(more="constants:\n  m: |\n" + "\n".join(rows) + "\n")


def tables(n):
    """16 constants of a sixteenth, and one of a cell where it is one more."""
    more = "constants:\n" + "".join("  c%d[0..%d]: 0\n" % (i, n // 16 - 1) for i in range(16))
    return puzzle(more=more + ("  one[0..0]: 0\n" if n % 16 else ""))


def indices(n):
    return puzzle("c[%s] == x" % ", ".join(["0"] * n), more="constants:\n  c: " + "[" * n + "1" + "]" * n + "\n")


def renamed(n):
    return puzzle(state="x: v", more="types:\n  v: 0..%d\nsymmetric:\n  turn:\n    v for v in v: (v + 1) %% %d\n" % (n - 1, n)).replace(
        "v for v in v: (v", "u for u in v: (u")


def shown(n):
    """A state in values of 1,000 bytes."""
    return puzzle(more="show: \"{x for i in 1..%d:1000}\"\n" % (n // 1000))


def looped(n):
    """A guard of about n steps: each value is one, and its condition another."""
    return puzzle(move="guard: count(false for a in 1..%d) == 0" % (n // 2) + "\n    - set: x = min(8, x + 1)")


def constant_loop(n):
    return puzzle(more="constants:\n  c: count(false for a in 1..%d)\n" % (n // 2))


# row of the manual: maker, command, what the refusal says; where steps are counted, how far above and below the figure is tried
MAKERS = {
    "bytes of a puzzle's text": (text_of, "check", "1 MiB"),
    "lists and mappings within each other": (nested_yaml, "check", "nested more than 64 deep"),
    "texts, lists and mappings in a puzzle": (nodes, "check", "100,000 nodes"),
    "anchors": (anchors, "check", "1,000 anchors"),
    "characters of a key": (lambda n: puzzle(more="never:\n  %s: x < 0\n" % ("k" * n)), "check", "1,024 characters"),
    "parentheses, signs": (nested, "check", "nested deeper than 64"),
    "operations in a row": (lambda n: puzzle("x " + "+ 1 " * n + "== 8"), "check", "over 400 operations"),
    "choices in one": (lambda n: puzzle("count(x == 8" + "".join(" for a%d in 0..0" % i for i in range(n)) + ") == 1"), "check",
                       "more than 64 bindings"),
    "parameters of a define": (lambda n: puzzle(more="define:\n  d(%s): x == a0\n" % ", ".join("a%d" % i for i in range(n))), "check",
                               "at most 64 parameters"),
    "defines that call each other": (calls, "check", "more than 64 deep"),
    "elements of the state": (lambda n: puzzle(state="x: 0..8\n  y[1..%d]: 0..0" % (n - 1), start="{x: 0, y: 0}"), "check", "65536 elements"),
    "bits of a state": (lambda n: puzzle(state="x: 0..7\n  y[1..%d]: bool" % (n - 3), start="{x: 0, y: false}", goal="x == 7",
                                         move="set: x = min(7, x + 1)"), "check", "4096 bits"),
    "members of a set": (lambda n: puzzle(move="choose: s in subsets(many, 1)\n    - set: x = 8", more="types:\n  many: 1..%d\n" % n), "check",
                         "at most 62 values"),
    "cells of a constant": (map_of, "check", "1000000 cells"),
    "cells of all constants": (tables, "check", "16000000 elements in all"),
    "indices of a constant": (indices, "check", "is one value and takes no index|not nested evenly|more than 8"),
    "characters that a shown": (lambda n: puzzle(more="show: \"{x:%d}\"\n" % n), "check", "1000"),
    "values of a type that a generator": (renamed, "check", "too many values to be renamed"),
    "evaluation steps of one move": (looped, "solve --trace none", "takes more than 50,000,000 steps"),
    "evaluation steps of a constant": (constant_loop, "check", "takes more than 20,000,000 steps"),
    "bytes of a state as it is shown": (shown, "solve --trace all", "more than 1048576 bytes"),
}
ABOUT = {"evaluation steps of one move", "evaluation steps of a constant", "characters of a key", "bytes of a state as it is shown",
         "operations in a row", "texts, lists and mappings in a puzzle"}  # tried a little below and above
ELSEWHERE = {
    "of them that aliases stand for": "hostile.py: two puzzles that are laughed at",
    "initial states": "50,000,001 of them take long",
    "states of an orbit": "unit/reduced_model",
    "bytes of memory": "hostile.py: what it takes depends on the machine's words",
    "errors that are printed": "hostile.py: 20,000 mistakes",
}


def rows():
    with open(os.path.join(HERE, "..", "..", "schemas", "wgcq-puzzle.5"), encoding="utf-8") as stream:
        table = re.search(r"^\.Sh LIMITS\n.*?\.Bl.*?\n(.*?)\.El", stream.read(), re.S | re.M).group(1)
    return [(int(figure.replace(",", "")), what) for figure, what in re.findall(r"^\.It ([\d,]+)\n(.*)", table, re.M)]


def says(command, text, folder):
    with open(os.path.join(folder, "p.yaml"), "w", encoding="utf-8") as stream:
        stream.write(text)
    words = [WGCQ, *command.split(), "p.yaml"]
    if os.path.exists(os.path.join(folder, "p.db")):
        os.remove(os.path.join(folder, "p.db"))
    done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE,
                          env={**os.environ, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"})
    return done.returncode, done.stderr.decode("utf-8", "replace")


def judge(figure, what, maker, folder):
    make, command, words = maker
    slack = max(2, figure // 50) if any(what.startswith(about) for about in ABOUT) else 0
    status, said = says(command, make(figure - slack), folder)
    if status not in (0, 1):
        return "%d is refused: %s" % (figure - slack, said[:400])
    status, said = says(command, make(figure + max(1, slack)), folder)
    if status != 2 or not re.search(words, said):
        return "%d ends with %d: %s" % (figure + max(1, slack), status, said[:400])
    errors = len(re.findall(r"error: ", said))
    return None if errors == 1 else "%d errors: %s" % (errors, said[:400])


def main():
    all_rows, failed = rows()[TURN % EVERY::EVERY], 0
    print("1..%d" % len(all_rows))
    with tempfile.TemporaryDirectory() as folder:
        for number, (figure, what) in enumerate(all_rows, 1):
            maker = next((MAKERS[row] for row in MAKERS if what.startswith(row)), None)
            reason = next((ELSEWHERE[row] for row in ELSEWHERE if what.startswith(row)), None)
            wrong = judge(figure, what, maker, folder) if maker else None if reason else "no maker"
            failed += wrong is not None
            print("%s %d - %d %s%s" % ("not ok" if wrong else "ok", number, figure, what, " (%s)" % reason if reason else ""))
            for line in (wrong or "").splitlines():
                print("# " + line[:300])
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
