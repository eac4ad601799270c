#!/usr/bin/python3
"""Properties over time of random small systems against SPIN and rumur.  Prints TAP.

    python3 tests/truth/spin.py [--wgcq build/wgcq] [--count 90] [--seed N]

Each system is a puzzle and a Promela text (dialects.py).  What every path satisfies is decided without fairness; with weak fairness of
every process, which is SPIN's own (`pan -f`); with a strong or weak action as the premise of a formula that SPIN translates; and with
several actions in a `never` claim, without `-f` and with it.  A `step` is a formula over the variables and what they were before the
move; `recoverable` is rumur's `liveness`.  Then two protocols of the shelf, written in Promela by hand (liveness/).

Two faults of SPIN 6.5.2 are gone round.  A path that ends stays in its last state, and so it does in SPIN, but not with `-f`: of `byte at;
active proctype p() { do :: d_step { at == 0 -> at = 1 } od }` that says that `<> [] (at == 0)` holds.  So half of the systems have a
process that repeats such a state by a step, and the others are not asked with `-f`.  And where states are in a table, `-f` may take those
on the stack again and again until the depth ends the search; so they are in an automaton (`-DMA`).

Where SPIN is not installed all is skipped, and without rumur what it decides; the last lines say how many verdicts there were.
"""

import collections
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import seeds
from dialects import PATHS, Model, automaton, murphi

HERE = os.path.dirname(os.path.abspath(__file__))
PUZZLES = os.path.join(HERE, "..", "..", "puzzles")
BATCH = 40  # systems in one checker of rumur
CC = ["tcc", "-w"] if shutil.which("tcc") else ["cc", "-w", "-O0"]
WAYS = ["no fairness", "weak processes", "one premise", "several premises", "several premises and weak processes"]


def run(words, folder, good=(0,)):
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode not in good:
        raise RuntimeError(f"{' '.join(words)}: exit {done.returncode}: {done.stdout}{done.stderr}")
    return done.stdout


# ---- SPIN


def make_pan(text, folder, flags=()):
    with open(os.path.join(folder, "model.pml"), "w", encoding="utf-8") as file:
        file.write(text)
    run(["spin", "-a", *flags, "model.pml"], folder)
    run([*CC, "-DNOREDUCE", "-DMA=256", "-o", "pan", "pan.c"], folder)


def holds(claim, folder, weak=False, depth=50000):
    """Whether no path satisfies the claim's automaton."""
    said = run(["./pan", "-a", *(["-f"] if weak else []), "-E", "-c1", "-w14", f"-m{depth}", "-N", claim], folder, good=(0, 1))
    errors = re.search(r"errors: (\d+)", said)
    # a violation of a formula without <> is that of an assertion of its automaton
    broken = re.search(r"^pan:1: (acceptance cycle|assertion violated)", said, re.MULTILINE)
    if not errors or f"({claim})" not in said or (errors[1] == "0") == bool(broken):
        raise RuntimeError(f"{claim}: {said}")
    if not broken and "max search depth" in said:
        if depth > 10**6:
            raise RuntimeError(f"{claim}: {said}")
        return holds(claim, folder, weak, 20 * depth)
    return not broken


def of_spin(model, folder):
    """{(way, property): holds}"""
    make_pan(model.promela(), folder)
    found = {}
    for i, (kind, _, _) in enumerate(model.properties):
        if kind == "step":
            found[0, i] = holds(f"s{i}", folder)
        elif kind in PATHS:
            asked = [(f"k{i}", False), (f"k{i}", True), (f"o{i}", False), (f"n{i}", False), (f"n{i}", True)]
            found |= {(way, i): holds(claim, folder, weak) for way, (claim, weak) in enumerate(asked) if model.rests or not weak}
    return found


# ---- rumur


def run_rumur(folder):
    words = ["--deadlock-detection", "off", "--threads", "1", "--max-errors", "1000000"]
    run(["rumur", *words, "-o", "model.c", "model.m"], folder)
    run(["cc", "-w", "-O0", "-std=c11", "-march=native", "-mcx16", "-o", "model", "model.c", "-lpthread", "-latomic"], folder)
    return run(["./model"], folder, good=(0, 1))


def of_rumur(models, folder):
    """(states of all, those that are violated: {(model, property)})"""
    with open(os.path.join(folder, "model.m"), "w", encoding="utf-8") as file:
        file.write(murphi(models))
    said = run_rumur(folder)
    broken = {(int(k), int(i)) for k, i in re.findall(r'liveness property "(\d+)\.(\d+)" violated', said)}
    return int(re.search(r"(\d+) states, \d+ rules fired", said)[1]), broken


# ---- wgcq


def of_wgcq(program, text, folder):
    path = os.path.join(folder, "model.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return json.loads(run([program, "solve", path, "--trace", "none", "--format", "json", "--quiet"], folder, good=(0, 3, 5)))


def fairness(model):
    """For each way what the puzzle calls fair."""
    every = [(number, False, True) for number in range(len(model.moves))]
    return [[], every, [model.one], model.many, model.many + [one for one in every if one not in model.many]]


class Suite:
    def __init__(self, given, folder):
        self.given, self.folder = given, folder
        self.ran = collections.Counter()
        self.waiting = []      # (seed, model, states, {property: holds}) for rumur
        self.paths, self.recoverable = [], []

    def compare(self, seed):
        model = Model(seed)
        theirs = of_spin(model, self.folder)
        for way, fair in enumerate(fairness(model)):
            text = model.puzzle(fair)
            answer = of_wgcq(self.given.wgcq, text, self.folder)
            ours = [one["holds"] for one in answer["properties"]]
            for i, (kind, _, _) in enumerate(model.properties):
                if (way, i) not in theirs:
                    continue
                self.ran[kind, WAYS[way], theirs[way, i]] += 1
                if ours[i] != theirs[way, i]:
                    self.paths.append(f"seed {seed}, {WAYS[way]}, p{i}: {ours[i]}, SPIN: {theirs[way, i]}\n{text}{model.promela()}")
            if way == 0:
                back = {i: ours[i] for i, one in enumerate(model.properties) if one[0] == "recoverable"}
                self.waiting.append((seed, model, answer["states"], back))

    def compare_recoverable(self):
        if not self.waiting or not shutil.which("rumur"):
            return
        states, broken = of_rumur([model for _, model, _, _ in self.waiting], self.folder)
        if states != sum(count for _, _, count, _ in self.waiting):
            self.recoverable.append(f"seeds from {self.waiting[0][0]}: rumur has {states} states in all")
        for k, (seed, model, _, back) in enumerate(self.waiting):
            for i, ours in back.items():
                self.ran["recoverable", "rumur", (k, i) not in broken] += 1
                if ours != ((k, i) not in broken):
                    self.recoverable.append(f"seed {seed}, p{i}: {ours}, and not for rumur\n{model.puzzle([])}")
        self.waiting = []

    def compare_all(self):
        for seed in range(self.given.seed, self.given.seed + self.given.count):
            try:
                self.compare(seed)
            except RuntimeError as error:
                self.paths.append(f"seed {seed}: {error}")
            if len(self.waiting) == BATCH:
                self.compare_recoverable()
            if len(self.paths) + len(self.recoverable) >= seeds.REPORTED:
                return
        self.compare_recoverable()


# ---- by hand


DEKKER = ["{i} enters", "{i} gives way", "{i} asks again", "{i} leaves"]
# puzzle of the shelf: the properties that `never` claims decide; those of formulas, {property: claim}; of rumur; and properties of our
# own beside them; then ways to be fair: what the puzzle says, and which actions of the Promela text are strong
PROTOCOLS = {
    "dekker": (["p gets in", "q gets in"], {"a flag is its owner's": "s0", "a flag is down": "s1"}, ["both may rest", "both may be in"],
               ["a flag is down: step not flag[p] or old(flag[p])", "both may be in: recoverable at[p] == critical and at[q] == critical"],
               [([], []), ([("weak", DEKKER)], [False] * 8), ([("strong", DEKKER)], [True] * 8)]),
    "left-handed-philosopher": (["0 eats", "1 eats", "2 eats"], {}, ["all may think", "all may eat"],
                                ["all may eat: recoverable all(is[p] == eating for p in seat)"],
                                [([], []),
                                 ([("weak", ["{p} thinks", "{p} takes a fork", "{p} takes the other"])], [False] * 9),
                                 ([("weak", ["{p} thinks"]), ("strong", ["{p} takes a fork", "{p} takes the other"])], [False] * 3 + [True] * 6)]),
}


def protocol(name):
    """The puzzle up to what is fair, and that as it stands there."""
    with open(os.path.join(PUZZLES, f"{name}.yaml"), encoding="utf-8") as file:
        text = file.read()
    return text[:text.index("fair:")], text[text.index("fair:"):text.index("expect:")]


def fair_text(fair):
    return "fair:\n" + "".join(f"  {word}: {json.dumps(moves)}\n" for word, moves in fair) if fair else ""


def by_hand(name, given, folder):
    """(verdicts, what is wrong with them)"""
    claims, formulas, reached, more, ways = PROTOCOLS[name]
    text, fair_of_shelf = protocol(name)
    wrong = [] if fair_of_shelf in [fair_text(fair) for fair, _ in ways] else [f"{name}: what is fair is none of the ways"]
    with open(os.path.join(HERE, "liveness", f"{name}.pml"), encoding="utf-8") as file:
        model = file.read()
    verdicts = 0
    for fair, strong in ways:
        automata = [line for i in range(len(claims)) for line in automaton(i, "leads to", strong)]
        make_pan("\n".join(["#define NEAR true", model, *automata, ""]), folder)
        theirs = {one: holds(f"n{i}", folder) for i, one in enumerate(claims)} | {one: holds(claim, folder) for one, claim in formulas.items()}
        if shutil.which("rumur"):
            shutil.copy(os.path.join(HERE, "liveness", f"{name}.m"), os.path.join(folder, "model.m"))
            said = run_rumur(folder)
            theirs |= {one: f'"{one}" violated' not in said for one in reached}
        answer = of_wgcq(given.wgcq, text + "".join(f"  {one}\n" for one in more) + fair_text(fair), folder)
        ours = {one["property"]: one["holds"] for one in answer["properties"]}
        verdicts += len(theirs)
        wrong += [f"{name}, fair: {fair}: {one}: {ours[one]}, not {theirs[one]}" for one in theirs if ours[one] != theirs[one]]
    return verdicts, wrong


def main():
    given = seeds.options(90)
    if not shutil.which("spin"):
        print("1..0 # SKIP no spin")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        suite = Suite(given, folder)
        suite.compare_all()
        protocols = [by_hand(name, given, folder) for name in PROTOCOLS]
    by_rumur = [("from where a state can be reached is what rumur decides", suite.recoverable)] if shutil.which("rumur") else []
    status = seeds.report(("what every path satisfies is what SPIN decides", suite.paths), *by_rumur,
                          ("protocols in Promela by hand have the same verdicts", [line for _, wrong in protocols for line in wrong]))
    print(f"# {given.count} random systems from seed {given.seed}; hold and are violated:")
    for kind, way in dict.fromkeys((kind, way) for kind, way, _ in sorted(suite.ran, key=str)):
        print(f"# {kind}, {way}: {suite.ran[kind, way, True]} and {suite.ran[kind, way, False]}")
    print(f"# protocols by hand: {sum(count for count, _ in protocols)} verdicts")
    return status


if __name__ == "__main__":
    sys.exit(main())
