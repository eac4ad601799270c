"""What tests over random puzzles share: which seeds they try, and how they report, as TAP."""

import argparse
import os
import random

HERE = os.path.dirname(os.path.abspath(__file__))
REPORTED = 3  # puzzles that fail, after which no further one is tried


def options(count):
    """--wgcq, --count and --seed of the command line; FIRST_SEED in the environment is a seed too."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--wgcq", default=os.path.join(HERE, "..", "..", "build", "wgcq"))
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--seed", type=int, default=os.environ.get("FIRST_SEED") or random.randrange(10**9))
    given = parser.parse_args()
    given.wgcq = os.path.abspath(given.wgcq)
    return given


def failures(given, differences):
    """What `differences(seed)` finds, for each seed; None or "": nothing."""
    failed = []
    for seed in range(given.seed, given.seed + given.count):
        if found := differences(seed):
            failed.append(f"puzzle {seed}: {found}")
        if len(failed) == REPORTED:
            break
    return failed


def report(*checks):
    """Of each check its title and what is wrong, as lines; the exit status."""
    for number, (title, wrong) in enumerate(checks, 1):
        print(f"{'not ' if wrong else ''}ok {number} - {title}")
        for text in wrong[:10]:
            print("# " + text.replace("\n", "\n# "))
    print(f"1..{len(checks)}")
    return any(wrong for _, wrong in checks)
