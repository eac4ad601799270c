#!/usr/bin/python3
"""Random puzzles explored in every way that keeps nothing: sets, packings, threads, trails.  Prints TAP.

    python3 tests/truth/sets.py [--wgcq build/wgcq] [--count 100] [--seed N]

The comparison itself is tests/unit/test_sets_agree.c, built beside the program.
"""

import os
import re
import subprocess
import sys
import tempfile

import random_puzzle
import seeds

AT_ONCE = 50


def main():
    given = seeds.options(100)
    program = os.path.join(os.path.dirname(os.path.abspath(given.wgcq)), "tests", "unit", "test_sets_agree")
    ways, wrong = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for first in range(given.seed, given.seed + given.count, AT_ONCE):
            paths = []
            for seed in range(first, min(first + AT_ONCE, given.seed + given.count)):
                paths.append(os.path.join(folder, f"seed{seed}.yaml"))
                with open(paths[-1], "w") as file:
                    file.write(random_puzzle.text(seed))
            done = subprocess.run([program, *paths], capture_output=True, text=True)
            ways += sum(map(int, re.findall(r"# swept: (\d+) ways", done.stdout + done.stderr)))
            if done.returncode:
                wrong.append((done.stdout + done.stderr)[:2000])
    counted = f"{given.count} random puzzles from seed {given.seed}, {ways} ways"
    print(f"# swept: {counted}")
    if not seeds.often(ways // 10, given.count, 1):
        wrong.append(f"too few: {counted}")
    return seeds.report(("every way agrees", wrong))


if __name__ == "__main__":
    sys.exit(main())
