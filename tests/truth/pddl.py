#!/usr/bin/python3
"""Imported PDDL against a reader in Python that shares nothing with wgcq (pddl_reader.py).  Prints TAP.

Compared: states, edges, goals, the fewest moves, the least total cost; of domains written by hand (pddl/) and random ones
(random_pddl.py).  tests/truth/pddl.py [--wgcq PATH] [--count N] [--seed N]
"""

import glob
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import pddl_reader
import random_pddl
import seeds

HERE = os.path.dirname(os.path.abspath(__file__))
MOST = 1500  # states of a random problem


class Import:
    def __init__(self, wgcq, folder):
        self.wgcq, self.folder = wgcq, folder

    def call(self, *arguments):
        return subprocess.run([self.wgcq, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120)

    def read(self, domain, problem):
        for name, text in (("d.pddl", domain), ("p.pddl", problem)):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        return self.call("import", "d.pddl", "p.pddl", "-o", "p.yaml", "-q")

    def figures(self, domain, problem):
        done = self.read(domain, problem)
        if done.returncode:
            return {"error": done.stderr[:900]}
        done = self.call("solve", "p.yaml", "--trace", "none", "--format", "json")
        if done.returncode not in (0, 1):
            return {"error": done.stderr[:900]}
        answer = json.loads(done.stdout)
        best, costs = answer["shortest"], answer["cheapest"]
        least = re.search(r"^minimize: (\w+)", self.puzzle(), re.M)
        cost = costs and least and costs.get(least.group(1)) and costs[least.group(1)]["cost"]
        return {"states": answer["states"], "edges": answer["edges"], "goals": answer["goals"],
                "length": best and best["length"], "cost": cost}

    def puzzle(self):
        with open(os.path.join(self.folder, "p.yaml"), encoding="utf-8") as file:
            return file.read()


def shown(imports, due, got, domain, problem):
    if due == got:
        return ""
    return f"is {got}\nnot {due}\n{domain}{problem}" + ("" if "error" in got and "d.pddl" in got["error"] else imports.puzzle())


TRIED = {"known": 0, "solved": 0, "values": 0, "numbers": 0, "refused": 0}
REFUSED = "a puzzle cannot say (a number without|two changes of one number|forall beside|many values for one number)"


def one(imports, seed):
    domain, problem = random_pddl.texts(seed)
    task = pddl_reader.Task(domain, problem)
    if seed % 3 and (goal := task.far_goal(MOST, random.Random(seed))):
        problem = re.sub(r"\(:goal .*", goal, problem)
        task = pddl_reader.Task(domain, problem)
    due = task.figures(MOST)
    if not due:
        return ""
    TRIED["known"] += 1
    TRIED["solved"] += bool(due["length"])
    got = imports.figures(domain, problem)
    if "num" in domain and "error" in got and re.search(REFUSED, got["error"]) and "d.pddl" in got["error"]:
        TRIED["refused"] += 1
        return ""
    TRIED["values"] += " == " in imports.puzzle()
    TRIED["numbers"] += bool(re.search(r"num\d.*: -?\d+\.\.", imports.puzzle()))
    return shown(imports, due, got, domain, problem)


# The fewest moves.  Logistics: 10 loads and unloads, 3 drives, 2 flights.  Miconic: each floor of three waits for another one, so one
# of them is visited twice; a move and a stop for each.  Jugs: the well-known six.
KNOWN = {"gripper-4": 11, "blocks-4": 6, "hanoi-5": 31, "logistics-1": 15, "miconic-3": 8, "jugs-1": 6}


def by_hand(imports):
    wrong = []
    for problem in sorted(glob.glob(os.path.join(HERE, "pddl", "*.pddl"))):
        if problem.endswith("-domain.pddl"):
            continue
        texts = []
        for path in (problem.rsplit("-", 1)[0] + "-domain.pddl", problem):
            with open(path, encoding="utf-8") as file:
                texts.append(file.read())
        due, got = pddl_reader.Task(*texts).figures(10**6), imports.figures(*texts)
        if "minimize: " not in imports.puzzle():
            due["cost"] = None
        if KNOWN.get(os.path.basename(problem)[:-5], due["length"]) != got.get("length"):
            wrong.append(f"{problem}: {got}")
        if found := shown(imports, due, got, "", problem):
            wrong.append(found)
    return wrong


def plans(imports):
    """The best plans of `show --format pddl`, followed by the reader."""
    wrong = []
    for problem in sorted(glob.glob(os.path.join(HERE, "pddl", "*-[0-9]*.pddl"))):
        domain = problem.rsplit("-", 1)[0] + "-domain.pddl"
        done = imports.call("solve", domain, problem, "-o", "p.db", "--replace", "-q")
        if done.returncode not in (0, 1):
            wrong.append(done.stderr)
            continue
        texts = [open(path, encoding="utf-8").read() for path in (domain, problem)]
        task = pddl_reader.Task(*texts)
        for number in ("1", "2", "3"):
            shown_plan = imports.call("show", "p.db", number, "--format", "pddl").stdout.splitlines()
            if not shown_plan:
                continue
            said = int(re.search(r"cost = (\d+)", shown_plan[-1]).group(1))
            cost = task.follow([line.strip("()") for line in shown_plan[:-1]])
            if cost is None or said != (cost if "general" in shown_plan[-1] else len(shown_plan) - 1):
                wrong.append(f"{problem}, plan {number}: {shown_plan}")
    return wrong


def problem(domain, objects, facts, goal):
    return f"(define (problem p) (:domain {domain}) (:objects {objects}) (:init {' '.join(facts)}) (:goal (and {' '.join(goal)})))"


def gripper(n):
    """Two hands: a trip takes two balls, and comes back but for the last one."""
    balls = [f"ball{i}" for i in range(n)]
    facts = ["(room a) (room b) (gripper left) (gripper right) (free left) (free right) (at-robby a)", *(f"(ball {b}) (at {b} a)" for b in balls)]
    return problem("gripper", f"a b left right {' '.join(balls)}", facts, [f"(at {b} b)" for b in balls]), 2 * n + 2 * ((n + 1) // 2) - 1


def hanoi(n):
    """2^n - 1 (Lucas, 1883)."""
    pegs, discs = ["p1", "p2", "p3"], [f"d{i}" for i in range(1, n + 1)]
    tower = [f"(on {x} {y})" for x, y in zip(discs, discs[1:])]
    facts = [f"(smaller {y} {x})" for i, x in enumerate(discs) for y in (*pegs, *discs[i + 1:])]
    facts += [*tower, f"(on {discs[-1]} p1)", "(clear p2) (clear p3)", f"(clear {discs[0]})"]
    return problem("hanoi", " ".join(pegs + discs), facts, [*tower, f"(on {discs[-1]} p3)"]), 2**n - 1


def tower(n):
    """From the table to one tower: each block but the lowest one is picked up and stacked."""
    blocks = [f"b{i}" for i in range(n)]
    facts = ["(handempty)", *(f"(ontable {b}) (clear {b})" for b in blocks)]
    return problem("blocks", f"{' '.join(blocks)} - block", facts, [f"(on {x} {y})" for x, y in zip(blocks, blocks[1:])]), 2 * (n - 1)


def turned(n):
    """A tower is turned over: each block leaves its place, with two actions, and no block does so twice."""
    blocks = [f"b{i}" for i in range(n)]
    facts = ["(handempty)", f"(clear {blocks[0]}) (ontable {blocks[-1]})", *(f"(on {x} {y})" for x, y in zip(blocks, blocks[1:]))]
    return problem("blocks", f"{' '.join(blocks)} - block", facts, [f"(on {y} {x})" for x, y in zip(blocks, blocks[1:])]), 2 * n


def closed_forms(imports):
    wrong = []
    for name, make, numbers in (("gripper", gripper, (1, 2, 3, 4, 6, 7, 8)), ("hanoi", hanoi, range(1, 8)), ("blocks", tower, range(2, 7)), ("blocks", turned, range(2, 7))):
        with open(os.path.join(HERE, "pddl", f"{name}-domain.pddl"), encoding="utf-8") as file:
            domain = file.read()
        for n in seeds.in_turn(numbers):
            text, due = make(n)
            got = imports.figures(domain, text)
            if got.get("length") != due:
                wrong.append(f"{make.__name__} {n} is {got}, not {due}")
    return wrong


def main():
    given = seeds.options(600)
    with tempfile.TemporaryDirectory() as folder:
        imports = Import(given.wgcq, folder)
        checks = [("domains written by hand", by_hand(imports)), ("closed forms: gripper, towers of Hanoi, blocks", closed_forms(imports)),
                  ("plans as PDDL, followed", plans(imports)),
                  (f"{given.count} random domains and problems from {given.seed}", seeds.failures(given, lambda seed: one(imports, seed)))]
        few = [] if seeds.often(TRIED["values"], given.count, 8) and seeds.often(TRIED["known"], given.count, 2) and seeds.often(TRIED["solved"], given.count, 12) else [f"{TRIED} of {given.count}"]
        return seeds.report(*checks, ("most of them are small, and many have a solution", few))


sys.exit(main())
