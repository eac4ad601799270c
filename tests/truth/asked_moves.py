#!/usr/bin/python3
"""What `wgcq why` lists can be asked: of random puzzles, every move in the list of a state is a move that `why DB STATE MOVE` answers,
with that very line; and no move that leads somewhere, or that a rule refuses, is said not to be possible.  Prints TAP.

tests/truth/asked_moves.py [--count N] [--seed N] [--wgcq PROGRAM]
"""
import json
import os
import subprocess
import sys
import tempfile

import random_puzzle
import seeds

STATES, MOVES = 3, 6  # of a puzzle, of a state


def rows_of(text):
    return [tuple(sorted((key, str(value)) for key, value in row.items())) for row in json.loads(text)]


def differences(wgcq, folder, seed):
    def run(*words):
        return subprocess.run([wgcq, *words], cwd=folder, capture_output=True, text=True, timeout=100)

    with open(os.path.join(folder, "p.yaml"), "w", encoding="utf-8") as stream:
        stream.write(random_puzzle.text(seed))
    run("solve", "p.yaml", "-o", "p.db", "--replace", "--max-states", "200")
    if not os.path.exists(os.path.join(folder, "p.db")):
        return None
    for state in range(1, STATES + 1):
        listed = run("why", "p.db", str(state), "--format", "json")
        if listed.returncode:
            break  # no such state, or an error of the puzzle in it
        lines = rows_of(listed.stdout)
        outcomes = {}
        for line in lines:
            row = dict(line)
            outcomes.setdefault(row["move"], set()).add(row["outcome"])
        for move, found in outcomes.items():
            if "not possible" in found and len(found) > 1:
                return f"state {state}, move {move!r}: {sorted(found)}"
        moves = sorted({move for line in lines for key, move in line if key == "move" and move != "None"}, key=lambda m: ("?" not in m, m))
        for move in moves[:MOVES]:
            asked = run("why", "p.db", str(state), move, "--format", "json")
            if asked.returncode:
                return f"state {state}, move {move!r}: status {asked.returncode}: {asked.stderr}"
            missing = [line for line in lines if ("move", move) in line and line not in rows_of(asked.stdout)]
            if missing:
                return f"state {state}, move {move!r}: {missing[0]} is not in its answer"
    os.remove(os.path.join(folder, "p.db"))
    return None


def main():
    given = seeds.options(100)
    with tempfile.TemporaryDirectory() as folder:
        failed = seeds.failures(given, lambda seed: differences(given.wgcq, folder, seed))
    return seeds.report((f"the moves that why lists, of {given.count} puzzles from {given.seed}", failed))


if __name__ == "__main__":
    sys.exit(main())
