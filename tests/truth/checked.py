#!/usr/bin/python3
"""What `wgcq check` refuses is what `wgcq solve` refuses before it explores: the puzzles of tests/broken/run, and random ones.

Prints TAP.  An error of a move, which the message names, is found by exploring alone.

tests/truth/checked.py [--count N] [--seed N] [--wgcq PROGRAM]
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

import random_puzzle
import seeds


def differences(wgcq, folder, text):
    def run(*words):
        return subprocess.run([wgcq, *words], cwd=folder, capture_output=True, text=True, timeout=100)

    with open(os.path.join(folder, "p.yaml"), "w", encoding="utf-8") as stream:
        stream.write(text)
    checked = run("check", "p.yaml")
    rows = run("check", "p.yaml", "--format", "json")
    if rows.returncode != checked.returncode or (checked.returncode != 0) != bool(json.loads(rows.stdout)):
        return f"check ends with {checked.returncode}, and with rows {rows.returncode}: {rows.stdout}"
    if checked.returncode:
        solved = run("solve", "p.yaml", "--trace", "none")
        said = checked.stderr.split("\n")[0]
        return None if solved.returncode == 2 and said in solved.stderr else f"check says {said}, and solve says {solved.stderr}"
    solved = run("solve", "p.yaml", "--max-states", "1", "--trace", "none")
    if solved.returncode == 2 and ", in the move" not in solved.stderr:
        return f"check finds nothing, and solve says {solved.stderr}"
    return None


def main():
    given = seeds.options(150)
    paths = sorted(glob.glob(os.path.join(seeds.HERE, "..", "broken", "run", "*.yaml")))
    with tempfile.TemporaryDirectory() as folder:
        wrong = [f"{os.path.basename(path)}: {found}" for path in paths
                 for found in [differences(given.wgcq, folder, open(path, encoding="utf-8").read())] if found]
        failed = seeds.failures(given, lambda seed: differences(given.wgcq, folder, random_puzzle.text(seed)))
    return seeds.report((f"{len(paths)} puzzles of tests/broken/run", wrong), (f"{given.count} random puzzles from {given.seed}", failed))


if __name__ == "__main__":
    sys.exit(main())
