#!/usr/bin/python3
"""Lunar Lockout: random cards, and the hardest of all, against a search that knows nothing but the board.  Prints TAP.

    python3 tests/truth/robots.py [--wgcq build/wgcq] [--count 60] [--seed N]

A card is a tuple of cells 0..24, red's first.  Cards that cannot be solved are drawn, too; helpers are told apart, as the puzzle
does.  Of all cards, those of three robots are searched, or with WHOLE those of five, by retreating from the middle.
"""

import collections
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import seeds

HERE = os.path.dirname(os.path.abspath(__file__))
PUZZLE = os.path.join(HERE, "..", "..", "puzzles", "lunar-lockout.yaml")
NAMES, MIDDLE = ["red", "a", "b", "c", "d"], 12


def stop(card, at, dy, dx):
    """Where a robot comes to stand; None: nothing stops it, or it does not move."""
    y, x = divmod(at, 5)
    for far in range(1, 5):
        row, col = y + far * dy, x + far * dx
        if not (0 <= row < 5 and 0 <= col < 5):
            return None
        if row * 5 + col in card:
            return at + (far - 1) * (5 * dy + dx) if far > 1 else None
    return None


def moves(card):
    for i, at in enumerate(card):
        for dy, dx in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            to = stop(card, at, dy, dx)
            if to is not None:
                yield (*card[:i], to, *card[i + 1:])


def solved(card):
    """(states, edges, length of a shortest plan or None, how many there are)"""
    ways, level, seen, edges, best = {card: 1}, [card], {card}, 0, (None, 0)
    for depth in itertools.count():
        if best[0] is None and (won := [c for c in level if c[0] == MIDDLE]):
            best = depth, sum(ways[c] for c in won)
        further = collections.Counter()
        for one in level:
            for to in moves(one):
                edges += 1
                if to not in seen:
                    further[to] += ways[one]
        if not further:
            return (len(seen), edges, *best)
        seen.update(further)
        ways, level = further, list(further)


def hardest(robots):
    """(most moves, {card: how many shortest plans it has}) of all cards; helpers in order."""
    before, level = collections.defaultdict(list), []
    for red in range(25):
        for helpers in itertools.combinations([c for c in range(25) if c != red], robots - 1):
            card = (red, *helpers)
            if red == MIDDLE:
                level.append(card)
                continue
            for to in moves(card):
                before[to[0], *sorted(to[1:])].append(card)
    far, ways = 0, {card: 1 for card in level}
    known = set(ways)
    while True:
        further = collections.Counter()
        for to, n in ways.items():
            for card in before[to]:
                if card not in known:
                    further[card] += n
        if not further:
            return far, ways
        known.update(further)
        far, ways = far + 1, further


def ask(wgcq, words, folder):
    done = subprocess.run([wgcq, *words], cwd=folder, capture_output=True, text=True, timeout=600, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{' '.join(words)}: exit {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def check_card(wgcq, seed):
    card = tuple(random.Random(f"card {seed}").sample(range(25), len(NAMES)))
    places = {name: "{" + ", ".join(f"{k}: {part(at)}" for k, at in zip(NAMES, card)) + "}"
              for name, part in (("row", lambda at: at // 5), ("col", lambda at: at % 5))}
    sets = [word for name, value in places.items() for word in ("--set", f"{name}={value}")]
    said = ask(wgcq, ["solve", PUZZLE, *sets, "--quiet", "--trace", "none", "--format", "json"], HERE)
    plan = said["shortest"] or {}
    mine = (said["states"], said["edges"], plan.get("length"), int(plan.get("count") or 0))
    return "" if mine == solved(card) else f"{card}: {mine}, not {solved(card)}"


def with_robots(robots):
    """The puzzle's text with that many robots."""
    with open(PUZZLE, encoding="utf-8") as file:
        head, body = file.read().split("state:", 1)
    for name in NAMES[robots:]:
        head = re.sub(rf", {name}\b(: \w+)?", "", head)
    return head + "state:" + body[: body.index("expect:")]


def check_hardest(wgcq, robots):
    far, ways = hardest(robots)
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "card.yaml"), "w", encoding="utf-8") as file:
            file.write(with_robots(robots))
        ask(wgcq, ["solve", "card.yaml", "--quiet", "--format", "json"], folder)
        rows = ask(wgcq, ["query", "card.db", "hardest", "--all-starts", "--format", "json"], folder)
    mine = collections.Counter()
    for row in rows:
        board = row["shown"].replace("\n", "")
        helpers = sorted(board.index(name.upper()) for name in NAMES[1:robots])
        mine[board.index("X"), *helpers] += 1
        if row["to_goal"] != far or int(row["plans"]) != ways.get((board.index("X"), *helpers)):
            return [f"{row}: {far} moves, {ways}"]
    orders = len(list(itertools.permutations(range(robots - 1))))
    return [] if mine == {card: orders for card in ways} else [f"{robots} robots: {mine}, not {orders} of each of {ways}"]


def main():
    given = seeds.options(60)
    robots = 5 if seeds.WHOLE else 3
    return seeds.report((f"{given.count} cards from seed {given.seed}", seeds.failures(given, lambda seed: check_card(given.wgcq, seed))),
                        (f"the hardest of all cards of {robots} robots", check_hardest(given.wgcq, robots)))


if __name__ == "__main__":
    sys.exit(main())
