"""What tests over random puzzles share: which seeds they try, and how they report, as TAP."""

import argparse
import os
import random

HERE = os.path.dirname(os.path.abspath(__file__))
FEW = 50  # puzzles, of which any share may be small by chance
REPORTED = 3  # puzzles that fail, after which no further one is tried
WHOLE = bool(os.environ.get("WHOLE"))  # everything is tried, as `make check-long` does
PARTS = 1 if WHOLE else int(os.environ.get("PARTS") or 3)  # of what is tried in turns, one part of so many
TURN = int(os.environ.get("FIRST_SEED") or 0)


def options(count, more=None):
    """--wgcq, --count and --seed of the command line, and what `more` adds; FIRST_SEED in the environment is a seed too."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--wgcq", default=os.path.join(HERE, "..", "..", "build", "wgcq"))
    parser.add_argument("--count", type=int, default=share(count))
    parser.add_argument("--seed", type=int, default=os.environ.get("FIRST_SEED") or random.randrange(10**9))
    if more:
        more(parser)
    given = parser.parse_args()
    given.wgcq = os.path.abspath(given.wgcq)
    return given


def share(count):
    """How many of `count` puzzles are tried: one part of PARTS."""
    return count if count < 10 else max(count // PARTS, 2)


def in_turn(items, of=PARTS):
    """Every `of`-th item, beginning with one that FIRST_SEED chooses; of few items one at least; WHOLE: all."""
    items = list(items)
    return items if WHOLE else items[TURN % min(of, len(items) or 1)::of]


def often(such, tried, one_in):
    """Whether one in `one_in` of what was tried was such; nothing is asked of a few."""
    return tried < FEW or such * one_in >= tried


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
