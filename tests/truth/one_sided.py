#!/usr/bin/python3
"""Classes of plans of random puzzles whose starts are not symmetric, against brute force.  Prints TAP.

    python3 tests/truth/one_sided.py [--wgcq build/wgcq] [--count N] [--seed S]

The puzzles are those of symmetric_puzzle.py.  Two shortest plans are in one class where some element of the group maps one to the
other; what is no symmetry is refused, as by `solve --reduce symmetry`.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter

import seeds
import tap
from counterexample import Judge
from symmetric_puzzle import Maker
from values import NoStart, Trouble

PLANS, IMAGES = 150, 20000


def shortest_plans(graph):
    """[(states, moves)] of all shortest plans, or None where there are more than PLANS."""
    left, found = graph.to_goal(), []
    least = min((left[s] for s in graph.starts if s in left), default=None)

    def go_on(states, moves):
        if graph.rules.goal(states[-1]):
            found.append((tuple(states), tuple(moves)))
            return len(found) <= PLANS
        return all(go_on(states + [after], moves + [text]) for text, after in graph.out[states[-1]]
                   if left.get(after) == left[states[-1]] - 1)
    fine = all(go_on([s], []) for s in graph.starts if least is not None and left.get(s) == least)
    return found if fine else None


def orbit_of(judge, states):
    """All images of a plan's states; None: too many."""
    met, todo = {states}, [states]
    while todo:
        at = todo.pop()
        for images in judge.images:
            image = tuple(images[s] for s in at)
            if image not in met:
                met.add(image)
                todo.append(image)
        if len(met) * len(states) > IMAGES:
            return None
    return met


def sizes_of_classes(judge):
    """How many plans each class has, sorted; None: too many plans or images, or moves that only their texts tell apart."""
    plans = shortest_plans(judge.graph)
    if plans is None or len({states for states, _ in plans}) < len(plans):
        return None
    left, sizes = {states for states, _ in plans}, []
    if any(max(Counter(after for _, after in judge.graph.out[s]).values(), default=1) > 1 for states in left for s in states[:-1]):
        return None
    while left:
        orbit = orbit_of(judge, next(iter(left)))
        if orbit is None:
            return None
        sizes.append(len(orbit & left))
        left -= orbit
    return sorted(sizes)


def told_otherwise(wgcq, folder, seed, found):
    """What `classes` says of a random puzzle otherwise than brute force, or None."""
    maker, path, db = Maker(seed, seed % 2, 0.8), os.path.join(folder, "random.yaml"), os.path.join(folder, "random.db")
    with open(path, "w", encoding="utf-8") as file:
        file.write(maker.text)
    done = subprocess.run([wgcq, "solve", path, "-o", db, "--quiet", "--replace"], capture_output=True, text=True)
    if done.returncode not in (0, 5):
        found["without a plan"] += 1
        return None
    try:
        judge = Judge(maker.text)
        false = judge.is_false()
        expected = None if false else sizes_of_classes(judge)
    except (NoStart, Trouble) as trouble:
        return f"{trouble}"
    if not judge.puzzle.goal_test or not (false or expected):
        found["too many plans, or none"] += 1
        return None
    done = subprocess.run([wgcq, "query", db, "classes", "--up-to", "symmetry", "--format", "json"], capture_output=True, text=True)
    if false:
        found["refused"] += 1
        return None if done.returncode == 2 else f"false by its {false}: {done.stdout}{done.stderr}"
    if done.returncode:
        return done.stderr
    mine = sorted(row["size"] for row in json.loads(done.stdout))
    found["starts that are not symmetric" if not judge.keeps_starts else "symmetric starts"] += 1
    found["the same, with several plans in a class"] += not judge.keeps_starts and max(expected) > 1
    found["the same, with several starts"] += not judge.keeps_starts and len(judge.graph.starts) > 1
    return None if mine == expected else f"{mine} instead of {expected}: {done.stderr}"


def main():
    given = seeds.options(60)
    found, wrong = Counter(), []
    with tempfile.TemporaryDirectory(prefix="wgcq-one-sided-") as folder:
        for seed in [*range(8), *range(given.seed, given.seed + given.count)]:
            if problem := told_otherwise(given.wgcq, folder, seed, found):
                wrong.append((seed, problem))
    tap.right(f"{given.count} random puzzles from seed {given.seed}: classes are those of brute force", wrong)
    for name, often in sorted(found.items()):
        print(f"# {often:6} {name}")
    sys.exit(tap.end())


if __name__ == "__main__":
    main()
