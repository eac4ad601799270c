"""What suites share: their options, which seeds they try, and how they report."""

import argparse
import os
import random

import tap

HERE = os.path.dirname(os.path.abspath(__file__))
FEW = 50  # puzzles, of which any share may be small by chance
REPORTED = 3  # puzzles that fail, after which no further one is tried
WHOLE = bool(os.environ.get("WHOLE"))  # everything is tried, as `make check-long` does
PARTS = 1 if WHOLE else int(os.environ.get("PARTS") or 3)  # of what is tried in turns, one part of so many
TURN = int(os.environ.get("FIRST_SEED") or 0)


def options(count=None, more=None, **others):
    """--wgcq of the command line; of a suite that tries a number of puzzles --count and --seed (FIRST_SEED in the environment is
    one too); an option for each of `others`, with its default; and what `more` adds.
    """
    parser = argparse.ArgumentParser()
    parser.add_argument("--wgcq", default=os.path.join(HERE, "..", "..", "build", "wgcq"))
    if count:
        parser.add_argument("--count", type=int, default=share(count))
        parser.add_argument("--seed", type=int, default=os.environ.get("FIRST_SEED") or random.randrange(10**9))
    for name, default in others.items():
        how = {"action": "store_true"} if default is False else {"type": type(default), "default": default}
        parser.add_argument(f"--{name}", **how)
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
    for title, wrong in checks:
        tap.right(title, wrong)
    return tap.end()
