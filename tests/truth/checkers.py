"""Models with invariants against other model checkers.  Prints TAP.

    python3 tests/truth/checkers.py --wgcq build/wgcq

Each model under checkers/ is a puzzle of the shelf, written again in Murphi for rumur (.m) and for some in Promela for
SPIN (.pml).  What those print is kept here: verdicts, numbers of states and of transitions, lengths of counterexamples.
wgcq is held to it; and where a checker is installed (`make bench-deps`), it is run again and held to it too, with its
version in the title.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import seeds
import tap

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = os.path.join(HERE, "checkers")
PUZZLES = os.path.join(HERE, "..", "..", "puzzles")

# rumur v2022.08.20 and SPIN 6.5.2 printed: states, transitions, and moves of a shortest counterexample to each invariant.
PRINTED = {
    "naive-mutex": (9, 16, {"mutual exclusion": 4, "deadlock": None}),
    "peterson": (20, 34, {"mutual exclusion": None, "deadlock": None}),
    "dining-philosophers": (82, 265, {"nobody eats beside an eater": None, "deadlock": 5}),
    "alternating-bit": (18, 54, {"in step": None, "deadlock": None}),
    "two-phase-commit": (288, 1145, {"consistent": None, "deadlock": None}),
    "german-cache": (28647, 115020, {"an owner is alone": None, "deadlock": None}),
    "readers-writers": (127, 430, {"writers are alone": 9, "nobody reads while one writes": 4, "deadlock": None}),
}
# rumur printed: states with --symmetry-reduction exhaustive, by how many nodes.
ORBITS = {"german-cache": {2: 753, 3: 5115, 4: 28514}}
COMPILE = ["cc", "-w", "-O1", "-std=c11", "-march=native"]


def output(words, folder):
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=300).stdout


def read(name):
    with open(os.path.join(MODELS, name), encoding="utf-8") as file:
        return file.read()


# ---- rumur ----


def parts(text):
    """The model without its invariants, and each of them: {name: text}."""
    found = re.split(r'^(?=invariant ")', text, flags=re.MULTILINE)
    return found[0], {re.match(r'invariant "(.*?)"', part)[1]: part for part in found[1:]}


def rumur(text, deadlock, folder, symmetry="off"):
    """(errors, states, rules fired, steps of the error trace)"""
    with open(os.path.join(folder, "model.m"), "w", encoding="utf-8") as file:
        file.write(text)
    # with several threads the counterexample need not be a shortest one
    words = ["--threads", "1", "--deadlock-detection", deadlock, "--symmetry-reduction", symmetry]
    subprocess.run(["rumur", *words, "-o", "model.c", "model.m"], cwd=folder, check=True, capture_output=True)
    subprocess.run([*COMPILE, "-o", "model", "model.c", "-lpthread"], cwd=folder, check=True, capture_output=True)
    said = output(["./model"], folder)
    states, fired = re.search(r"(\d+) states, (\d+) rules fired", said).groups()
    return "No error found" not in said, int(states), int(fired), len(re.findall(r"^Rule .* fired\.$", said, re.MULTILINE))


def by_rumur(name, folder):
    model, invariants = parts(read(name + ".m"))
    _, states, fired, _ = rumur(model, "off", folder)
    lengths = {}
    for invariant, text in [*invariants.items(), ("deadlock", "")]:
        wrong, _, _, steps = rumur(model + text, "off" if text else "stuck", folder)
        lengths[invariant] = steps if wrong else None
    return states, fired, lengths


def orbits_by_rumur(name, folder):
    found = {}
    for n in ORBITS[name]:
        text = re.sub(r"^const n: \d+;", f"const n: {n};", read(name + ".m"), flags=re.MULTILINE)
        found[n] = rumur(text, "off", folder, "exhaustive")[1]
    return found


# ---- SPIN ----


def pan(name, flags, most, folder):
    subprocess.run(["spin", "-a", *flags, os.path.join(MODELS, name + ".pml")], cwd=folder, check=True, capture_output=True)
    subprocess.run([*COMPILE[:-2], "-std=gnu11", "-DBFS", "-DSAFETY", "-DNOREDUCE", "-o", "pan", "pan.c"], cwd=folder,
                   check=True, capture_output=True)
    return output(["./pan", *most], folder)


def by_spin(name, folder):
    """(states, transitions, {deadlock or `any`: steps of the shortest counterexample})"""
    whole = pan(name, [], ["-E"], folder)
    states, moves = (int(re.search(rf"(\d+) {word}", whole)[1]) for word in ("states, stored", "transitions"))
    lengths = {}
    for what, flags, most in (("deadlock", [], []), ("any", ["-DCHECK"], ["-E"])):
        found = re.search(r"pan:1: .* \(at depth (\d+)\)", pan(name, flags, most, folder))
        lengths[what] = int(found[1]) if found else None
    return states, moves - 1, lengths  # it counts the start as a transition


def seen_by_spin(printed):
    states, moves, lengths = printed
    others = [length for name, length in lengths.items() if name != "deadlock" and length is not None]
    return states, moves, {"deadlock": lengths["deadlock"], "any": min(others, default=None)}


# ---- wgcq ----


def by_wgcq(program, name, printed, folder):
    done = subprocess.run([program, "solve", os.path.join(PUZZLES, name + ".yaml"), "-o", name + ".db", "--format", "json"],
                          cwd=folder, capture_output=True, text=True, timeout=60)
    answer = json.loads(done.stdout)
    lengths = dict.fromkeys(printed[2]) | {v["invariant"]: v["length"] for v in answer["violations"]}
    verdict = 5 if answer["violations"] else 0
    if done.returncode != verdict:
        raise ValueError(f"{name}: exit status {done.returncode}, not {verdict}")
    return answer["states"], answer["edges"], lengths


def orbits_by_wgcq(program, name, folder):
    found = {}
    for n in ORBITS[name]:
        done = subprocess.run([program, "solve", os.path.join(PUZZLES, name + ".yaml"), "--set", f"n={n}", "--trace", "none",
                               "--reduce", "symmetry", "--format", "json"], cwd=folder, capture_output=True, text=True, timeout=60)
        found[n] = json.loads(done.stdout)["orbits"]
    return found


def main():
    program = seeds.options().wgcq

    def check(title, ours, work):
        theirs = work()
        tap.ok(ours == theirs, title, f"printed: {ours}", f"now: {theirs}")

    with tempfile.TemporaryDirectory() as folder:
        for name, printed in PRINTED.items():
            check(f"wgcq, {name}", printed, lambda: by_wgcq(program, name, printed, folder))
        for name, printed in ORBITS.items():
            check(f"wgcq, orbits of {name}", printed, lambda: orbits_by_wgcq(program, name, folder))
        if shutil.which("rumur"):
            version = output(["rumur", "--version"], folder).strip()
            for name, printed in ORBITS.items():
                check(f"{version}, orbits of {name}", printed, lambda: orbits_by_rumur(name, folder))
            for name, printed in PRINTED.items():
                check(f"{version}, {name}", printed, lambda: by_rumur(name, folder))
        if shutil.which("spin"):
            version = output(["spin", "-V"], folder).strip()
            for name in sorted(n[:-4] for n in os.listdir(MODELS) if n.endswith(".pml")):
                check(f"{version}, {name}", seen_by_spin(PRINTED[name]), lambda: by_spin(name, folder))
    sys.exit(tap.end())


if __name__ == "__main__":
    main()
