#!/usr/bin/python3
"""Runs with --reduce symmetry against plain ones: all figures, and the plans they show.  Prints TAP.

    python3 tests/truth/reduced.py [--wgcq build/wgcq] [--count N] [--seed S]

The shelf's puzzles that declare a symmetry; then random ones of processes that are alike, on a ring or not.
Of some of these one process is no longer like the others: then the declaration is refused, or changes nothing.
"""

import argparse
import glob
import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter

from counterexample import Judge

HERE = os.path.dirname(os.path.abspath(__file__))
PUZZLES = os.path.join(HERE, "..", "..", "puzzles")
OWN = {"seconds", "memory", "orbits", "goal_orbits", "symmetry", "remark", "run", "threads", "spill_written", "spill_read", "db", "solutions",
       "rejections"}
LARGE = {"queens-anywhere": ["--set", "n=6"], "lights-out": ["--set", "width=3"]}
COUNT = FAILED = 0


def ok(fine, name, *more):
    global COUNT, FAILED
    COUNT += 1
    FAILED += not fine
    print(f"{'ok' if fine else 'not ok'} {COUNT} - {name}", flush=True)
    for m in () if fine else more:
        print(f"#   {str(m)[:1000]}")


def run(wgcq, *words):
    return subprocess.run([wgcq, "solve", *words, "--quiet"], capture_output=True, text=True)


def figures(done):
    answer = json.loads(done.stdout)
    return {k: v for k, v in answer.items() if k not in OWN} | {"exit": done.returncode}, (answer.get("orbits"), answer.get("symmetry"))


def steps_of(text):
    """The plan or counterexample that a report in --format line shows: [move, state] a step."""
    steps, name = [], None
    for line in text.splitlines():
        if line.startswith("step "):
            steps.append(["", ""])
        if steps and line.strip():
            name = line[:7].strip() or name
            if name in ("move", "state"):
                at = name == "state"
                steps[-1][at] += ("\n" if steps[-1][at] else "") + line[7:].rstrip()
    return steps


def is_walk(db, steps):
    """Each step is an edge of the plain run, and the first state a start."""
    base = sqlite3.connect(f"file:{db}?mode=ro", uri=True)
    shown = {i: "\n".join(line.rstrip() for line in text.rstrip().split("\n")) for i, text in base.execute("SELECT id, shown FROM states")}
    at = {i for i, in base.execute("SELECT id FROM states WHERE is_start") if shown[i] == steps[0][1]}
    for move, state in steps[1:]:
        at = {d for i in at for d, in base.execute("SELECT dst FROM edges WHERE src = ? AND move = ?", (i, move)) if shown[d] == state}
    base.close()
    return bool(at)


def verify(wgcq, db):
    """The exit status, what it says of the symmetry by which the run was reduced, and all of it."""
    done = subprocess.run([wgcq, "verify", db, "--format", "json"], capture_output=True, text=True)
    found = [row["verdict"] for row in json.loads(done.stdout or "[]") if row["check"] == "symmetry"]
    return done.returncode, found and found[0], done.stdout + done.stderr


def not_verified(wgcq, db, complete):
    """A file of all states that claims a false symmetry: `verify` finds that, too."""
    base = sqlite3.connect(db)
    base.execute("UPDATE run SET options = options || ' --reduce symmetry'")
    base.commit()
    base.close()
    _, verdict, text = verify(wgcq, db)
    return None if verdict == ("does not hold" if complete else "not checked") else text


def compared(wgcq, folder, path, words=()):
    """(what is wrong or None, orbits, states, steps and how it is known, or None where the declaration is refused)"""
    db = os.path.join(folder, "plain.db")
    plain = run(wgcq, path, "-o", db, "--replace", "--trace", "edges", "--format", "json", *words)
    reduced = run(wgcq, path, "--trace", "none", "--reduce", "symmetry", "--format", "json", *words)
    if plain.returncode not in (0, 1, 3, 5):
        return (None if reduced.returncode == plain.returncode else (plain.stderr, reduced.stderr)), None
    complete = json.loads(plain.stdout)["status"] == "complete"
    if reduced.returncode == 2:
        with open(path, encoding="utf-8") as file:
            wrong = reduced.stdout or Judge(file.read()).wrong(reduced.stderr) or not_verified(wgcq, db, complete)
        return wrong and f"{wrong}: {reduced.stderr}", None
    if reduced.returncode not in (0, 1, 3, 5):
        return reduced.stderr, None
    (expected, _), (answer, (orbits, known)) = figures(plain), figures(reduced)
    if expected != answer:
        return {k: (v, answer.get(k)) for k, v in expected.items() if v != answer.get(k)}, None
    if not 0 < orbits <= answer["states"]:
        return f"{orbits} orbits", None
    stored = os.path.join(folder, "reduced.db")
    reduced = run(wgcq, path, "-o", stored, "--replace", "--trace", "solutions", "--reduce", "symmetry", "--format", "json", *words)
    if figures(reduced)[0] != answer:
        return reduced.stdout + reduced.stderr, None
    status, verdict, text = verify(wgcq, stored)
    if status not in ((0,) if complete else (0, 3)) or verdict != ("holds" if complete else "not checked"):
        return text, None
    text = run(wgcq, path, "--trace", "none", "--reduce", "symmetry", "--format", "line", *words).stdout
    steps = steps_of(text)
    if steps and not is_walk(db, steps):
        return f"no walk: {steps}", None
    return None, (orbits, answer["states"], len(steps), known)


def shelf(wgcq, folder):
    for path in sorted(glob.glob(os.path.join(PUZZLES, "*.yaml"))):
        name = os.path.basename(path)[:-5]
        with open(path, encoding="utf-8") as file:
            if "\nsymmetric:" not in file.read():
                continue
        wrong, sizes = compared(wgcq, folder, path, LARGE.get(name, []))
        ok(not wrong and sizes, f"{name}: reduced as plain, orbits, states, steps: {sizes}", wrong)
    wrong, sizes = compared(wgcq, folder, os.path.join(PUZZLES, "tic-tac-toe.yaml"))
    ok(sizes and sizes[0] == 765, "tic-tac-toe has 765 positions up to symmetry", sizes)
    done = run(wgcq, os.path.join(PUZZLES, "queens-anywhere.yaml"), "--set", "n=6", "--trace", "none", "--reduce", "symmetry",
               "--format", "json")
    ok(json.loads(done.stdout)["goal_orbits"] == 1, "six queens: one way up to symmetry", done.stdout)


# ---- random puzzles ----


class Maker:
    """n processes: level[p] in 0..top, hue[p]; a shared tick.  What a move reads of others is named by `near`."""

    def __init__(self, chance):
        self.r = chance
        self.n, self.top = chance.randint(2, 4), chance.randint(1, 2)
        self.shape = chance.choice(["free", "ring", "mirror", "dyed", "both"])
        self.hues = ["a", "b", "c"][:chance.randint(2, 3)]
        self.broken = chance.random() < 0.3

    def pick(self, *of):
        return self.r.choice(of)

    def level(self):
        return str(self.r.randint(0, self.top))

    def hue(self):
        """A hue's name tells hues apart, which an exchange of a and b forbids but for c."""
        return "c" if self.shape in ("dyed", "both") and "c" in self.hues else self.r.choice(self.hues)

    def names_hues(self):
        return self.shape not in ("dyed", "both") or "c" in self.hues

    def condition(self, p):
        r = self.r
        of = [f"level[{p}] {self.pick('==', '!=', '<', '>=')} {self.level()}", f"tick == {r.randint(0, 1)}",
              f"count(level[q] == {self.level()} for q in who) {self.pick('<', '>=', '==')} {r.randint(1, self.n)}",
              f"sum(level[q] for q in who) % {r.randint(2, 3)} == {r.randint(0, 1)}",
              f"any(hue[q] == hue[{p}] and q != {p} for q in who)"]
        if self.names_hues():
            of.append(f"hue[{p}] {self.pick('==', '!=')} {self.hue()}")
        if self.shape == "ring":
            of.append(f"level[({p} + 1) % n] {self.pick('<', '>=')} level[{p}]")
            of.append(f"hue[({p} + n - 1) % n] == hue[{p}]")
        if self.shape == "mirror":
            of.append(f"all(level[q] != {self.level()} for q in who if abs(q - {p}) == 1)")
            of.append(f"count(hue[q] == hue[{p}] for q in who if abs(q - {p}) == 1) == {r.randint(0, 1)}")
        return self.pick(*of)

    def changes(self, p):
        r = self.r
        of = [f"level[{p}]: (level[{p}] + {r.randint(1, 2)}) % {self.top + 1}", "tick: 1 - tick"]
        if self.names_hues():
            of.append(f"hue[{p}]: {self.hue()}")
        if self.shape == "ring":
            of.append(f"hue[({p} + 1) % n]: hue[{p}]")
        if self.shape == "mirror":
            of.append(f"hue[q] for q in who if abs(q - {p}) == 1: hue[{p}]")
        return r.sample(of, r.randint(1, min(2, len(of))))

    def whole(self):
        return self.pick(f"all({self.condition('p')} for p in who)", f"any({self.condition('p')} for p in who)",
                         f"count({self.condition('p')} for p in who) == {self.r.randint(0, self.n)}")

    def moves(self):
        for m in range(self.r.randint(1, 3)):
            text = self.pick('"{p} does %d"', '"{p} at {level[p]} does %d"', '"some do %d"') % m
            yield f"  {text}:\n    - choose: p in who\n"
            if self.broken and not m:
                yield "    - guard: " + self.pick("p != 0", "p == n - 1", f"p != 0 or {self.condition('p')}") + "\n"
            for _ in range(self.r.randint(0, 2)):
                yield f"    - guard: {self.condition('p')}\n"
            if self.r.random() < 0.3 and self.shape == "free":
                yield "    - choose: q in who if q != p\n    - set: {\"level[p]\": \"level[q]\", \"hue[q]\": \"hue[p]\"}\n"
            else:
                yield "    - set:\n" + "".join(f"        {c}\n" for c in self.changes("p"))
        if self.shape in ("dyed", "both"):
            yield "  \"{p} takes after {q}\":\n    - choose: p in who, q in who if p != q\n    - set: hue[p] = hue[q]\n"

    def start(self):
        if self.r.random() < 0.4:
            level = self.pick(*(["any"] + [self.level()]))
            hue = "any" if self.shape in ("dyed", "both") or self.r.random() < 0.3 else self.r.choice(self.hues)
            return f"start: {{level: {level}, hue: {hue}, tick: 0}}\n"
        hue = "any" if self.shape in ("dyed", "both") and "c" not in self.hues else self.hue()
        return f"start: {{level: 0, hue: {hue}, tick: {self.pick('0', 'any')}}}\n"

    def symmetric(self):
        mirror = "  - mirror:\n      level[p] for p in who: level[n - 1 - p]\n      hue[p] for p in who: hue[n - 1 - p]\n"
        renamed = "  - mirror: {p for p in who: n - 1 - p}\n"
        turn = self.pick("  - next: {p for p in who: (p + 1) % n}\n",
                         "  - next:\n      level[p] for p in who: level[(p + 1) % n]\n      hue[p] for p in who: hue[(p + 1) % n]\n")
        dye = "  - dye: {a: b, b: a}\n"
        return {"free": "  - who\n", "ring": turn, "mirror": self.pick(mirror, renamed), "dyed": dye,
                "both": self.pick("  - who\n", turn) + dye}[self.shape]

    def text(self):
        r, of = self.r, []
        of += ["puzzle: Processes\n", f"params: {{n: {self.n}}}\n", "types:\n  who: 0..n - 1\n", f"  shade: [{', '.join(self.hues)}]\n"]
        of += ["state:\n", f"  level[who]: 0..{self.top}\n  hue[who]: shade\n  tick: 0..1\n", self.start(), "moves:\n", *self.moves()]
        if r.random() < 0.4:
            of.append(f"never:\n  first: {self.whole()} and tick == 1\n")
        if r.random() < 0.9:
            of.append(f"goal: {self.whole()}\n")
            of += ["end: goal\n"] if r.random() < 0.3 else []
            of += [f"final:\n  work: count(level[p] == {self.level()} for p in who)\n"] if r.random() < 0.2 else []
        if r.random() < 0.4 or "final" in of[-1]:
            of.append(f"costs:\n  work: 1 + count(level[p] == {self.level()} for p in who)\nminimize: work\n")
        if r.random() < 0.3:
            of.append(f"invariant:\n  one: {self.whole()}\n  other: not ({self.whole()})\n")
        of += ["deadlock: forbidden\n"] if r.random() < 0.2 else []
        return "".join(of) + 'show: "{level} {hue} {tick}"\nsymmetric:\n' + self.symmetric()


# Puzzles of these seeds are always among the random ones: one of them is refused, while among a few
# others there may be none that is.
ALWAYS = range(16)


def randoms(wgcq, folder, count, seed):
    found, wrong = Counter(), []
    path = os.path.join(folder, "random.yaml")
    for s in [*ALWAYS, *range(seed, seed + count)]:
        maker = Maker(random.Random(s))
        with open(path, "w", encoding="utf-8") as file:
            file.write(maker.text())
        words = ["--max-depth", "3"] if maker.r.random() < 0.1 else []
        problem, sizes = compared(wgcq, folder, path, words)
        found["broken" if maker.broken else "whole"] += 1
        found["refused"] += problem is None and sizes is None
        found["smaller"] += sizes is not None and sizes[0] < sizes[1]
        found["with steps"] += sizes is not None and sizes[2] > 0
        found[sizes[3] if sizes else "neither"] += 1
        if problem:
            wrong.append((s, problem))
    ok(not wrong, f"{count} random puzzles from seed {seed}: {dict(found)}", *wrong[:5])
    ok(found["smaller"] > count // 4 and found["with steps"] > count // 4 and found["refused"],
       "many of them are smaller, many show steps, some are refused", found)
    ok(found["proved"] > count // 4 and found["checked"], "many are proved by their moves, not all", found)


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--wgcq", default=os.path.join(HERE, "..", "..", "build", "wgcq"))
    options.add_argument("--count", type=int, default=60)
    options.add_argument("--seed", type=int, default=os.environ.get("FIRST_SEED") or random.randrange(10**9))
    given = options.parse_args()
    wgcq = os.path.abspath(given.wgcq)
    with tempfile.TemporaryDirectory(prefix="wgcq-reduced-") as folder:
        shelf(wgcq, folder)
        randoms(wgcq, folder, given.count, given.seed)
    print(f"1..{COUNT}")
    sys.exit(bool(FAILED))


if __name__ == "__main__":
    main()
