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
        cost = costs and costs.get("total_cost") and costs["total_cost"]["cost"]
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


# (file: the fewest moves)
KNOWN = {"gripper-4": 11, "blocks-4": 6, "hanoi-5": 31}


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
            due["cost"] = got["cost"] = None
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


def gripper(imports):
    """n even balls take 3n - 1 moves."""
    wrong = []
    with open(os.path.join(HERE, "pddl", "gripper-domain.pddl"), encoding="utf-8") as file:
        domain = file.read()
    for n in (2, 4, 6, 8):
        balls = [f"ball{i}" for i in range(n)]
        problem = f"""(define (problem g) (:domain gripper) (:objects a b left right {' '.join(balls)})
          (:init (room a) (room b) (gripper left) (gripper right) (free left) (free right) (at-robby a)
            {' '.join(f'(ball {b}) (at {b} a)' for b in balls)}) (:goal (and {' '.join(f'(at {b} b)' for b in balls)})))"""
        got = imports.figures(domain, problem)
        if got.get("length") != 3 * n - 1:
            wrong.append(f"{n} balls: {got}")
    return wrong


def main():
    given = seeds.options(600)
    with tempfile.TemporaryDirectory() as folder:
        imports = Import(given.wgcq, folder)
        checks = [("domains written by hand", by_hand(imports)), ("gripper's closed form", gripper(imports)),
                  ("plans as PDDL, followed", plans(imports)),
                  (f"{given.count} random domains and problems from {given.seed}", seeds.failures(given, lambda seed: one(imports, seed)))]
        few = [] if seeds.often(TRIED["values"], given.count, 8) and seeds.often(TRIED["known"], given.count, 2) and seeds.often(TRIED["solved"], given.count, 12) else [f"{TRIED} of {given.count}"]
        return seeds.report(*checks, ("most of them are small, and many have a solution", few))


sys.exit(main())
