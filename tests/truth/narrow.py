#!/usr/bin/python3
"""Searches that keep nothing against those that keep states: narrow states against plain ones.  Prints TAP.

    python3 tests/truth/narrow.py [--wgcq build/wgcq] [--count 60] [--seed N]

Random puzzles with an array of which one element has a value that no other has, or that has each value once; most of them
always have, and are explored in a narrow packing, or ranked, where nothing is kept.  Then leaping frogs, of which there is a closed form: of n frogs a side
    24 * 2^n - 12 F(n) - 18 F(n + 1) - 2 n^2 - 7 n - 3      states
    24 * 2^n - 6 F(n) - 8 F(n + 1) - 2 n^2 - 12 n - 14      edges
with F(1) = F(2) = 1; n (n + 2) moves in two ways.  For n = 25 these are 802,219,566 states of 57 bits, 803,883,510 edges.
"""

import json
import os
import subprocess
import sys
import tempfile

import random_puzzle
import seeds

HERE = os.path.dirname(os.path.abspath(__file__))
FROGS = os.path.join(HERE, "..", "..", "puzzles", "frogs.yaml")
FIGURES = ("status", "states", "edges", "depth", "goals", "shortest", "remark")


def solve(wgcq, path, *options):
    """The figures; None for an error, which may be another state's."""
    done = subprocess.run([wgcq, "solve", path, "--format", "json", *options], capture_output=True, text=True)
    if done.returncode not in (0, 1, 3, 5):
        return None
    answer = json.loads(done.stdout)
    return {name: answer[name] for name in FIGURES}


def solve_kept(wgcq, path, db, *options):
    found = solve(wgcq, path, "-o", db, "--trace", "states", *options)
    if os.path.exists(db):
        os.unlink(db)
    return found


def check_random(wgcq, folder, seed):
    text = random_puzzle.text(seed)
    path, db = os.path.join(folder, "p.yaml"), os.path.join(folder, "p.db")
    if "pegs" not in text and "ring" not in text:
        return None
    with open(path, "w") as file:
        file.write(text)
    kept = solve_kept(wgcq, path, db)
    for threads in ("1", "3"):
        none = solve(wgcq, path, "--trace", "none", "--threads", threads)
        if none and not kept:  # of the plans to be stored, which are more than the one shown, one costs too much for 64 bits
            kept = solve_kept(wgcq, path, db, "--solutions", "0")
        if none != kept:
            return f"seed {seed}, {threads} threads: {none}, not {kept}"
    return ""


def fibonacci(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def check_frogs(wgcq, folder, n):
    f, g = fibonacci(n), fibonacci(n + 1)
    states = 24 * 2**n - 12 * f - 18 * g - 2 * n * n - 7 * n - 3
    edges = 24 * 2**n - 6 * f - 8 * g - 2 * n * n - 12 * n - 14
    mine = solve(wgcq, FROGS, "--set", f"n={n}", "--trace", "none")
    shortest = {"length": n * (n + 2), "count": "2"}
    if not mine or (mine["states"], mine["edges"], mine["depth"], mine["shortest"]) != (states, edges, n * (n + 2), shortest):
        return f"n = {n}: {mine}, not {states} states, {edges} edges, {shortest}"
    return ""


def main():
    given = seeds.options(60)
    wrong, met, seed = [], 0, given.seed
    with tempfile.TemporaryDirectory() as folder:
        while met < given.count:
            found = check_random(given.wgcq, folder, seed)
            met += found is not None
            wrong += [found] if found else []
            seed += 1
        leaps = [found for n in range(1, 15) if (found := check_frogs(given.wgcq, folder, n))]
    return seeds.report((f"{met} random puzzles from seed {given.seed}", wrong), ("frogs", leaps))


if __name__ == "__main__":
    sys.exit(main())
