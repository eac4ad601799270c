"""The reference puzzles, each beside its rules written by hand: sizes that are tried, and what for.

`walks` are lengths for which plans are counted; `loopless` a limit of steps for enumerating them;
what is `large` is tried in turn.
"""

from functools import cached_property

import rules_alternating_bit
import rules_bakery
import rules_conspiring_philosophers
import rules_dekker
import rules_family
import rules_family_crossing
import rules_frogs
import rules_go_back_n
import rules_knapsack
import rules_lamport_mutex
import rules_leader_election
import rules_left_handed_philosopher
import rules_missionaries
import rules_no_farmer
import rules_peterson
import rules_post_correspondence
import rules_railway_switching
import rules_readers_preference
import rules_readers_writers_queue
import rules_snake
import rules_two_phase_commit_bag
import rules_two_phase_commit_crash
import rules_water_sort
import rules_wolf
from graph import Graph


class Reference:
    def __init__(self, puzzle, rules, settings=None, walks=(), loopless=0, large=False):
        self.puzzle, self.rules, self.settings = puzzle, rules, settings or {}
        self.walks, self.loopless, self.large = walks, loopless, large

    @cached_property
    def graph(self):
        return Graph(self.rules)

    @property
    def title(self):
        return " ".join([self.puzzle] + [f"{n}={v}" for n, v in self.settings.items()])

    def flags(self):
        return [f"{n}={v}" for n, v in self.settings.items()]


def family(seats, w1, w2):
    settings = {"seats": seats, "w1": w1, "w2": w2}
    return Reference("family", rules_family.Rules(seats, w1, w2), settings, walks=(62, 64))


def missionaries(n, seats):
    return Reference("missionaries-cannibals", rules_missionaries.Rules(n, seats),
                     {"n": n, "seats": seats}, walks=(11, 13), loopless=10**5)


def go_back_n(window, numbers):
    return Reference("go-back-n", rules_go_back_n.Rules(window=window, numbers=numbers), {"window": window, "numbers": numbers},
                     walks=(12, 13))


# What has properties over time, which protocols.py decides.
PROTOCOLS = [
    *(Reference("peterson", rules_peterson.Rules(spins), {"spins": str(spins).lower()}) for spins in (False, True)),
    Reference("dekker", rules_dekker.Rules()),
    *(Reference("left-handed-philosopher", rules_left_handed_philosopher.Rules(n), {"n": n}) for n in (2, 3, 4)),
    *(Reference("conspiring-philosophers", rules_conspiring_philosophers.Rules(n), {"n": n}) for n in (3, 4, 5)),
    Reference("alternating-bit", rules_alternating_bit.Rules()),
    *(Reference("leader-election", rules_leader_election.Rules(n), {"n": n}, walks=(2 * n - 1, n * (n + 1) // 2), loopless=10**5,
                large=n > 4) for n in range(2, 6)),
    *(Reference("two-phase-commit-crash", rules_two_phase_commit_crash.Rules(n, crashes), {"n": n, "crashes": str(crashes).lower()})
      for n, crashes in ((1, True), (2, True), (2, False), (3, True), (3, False))),
    *(Reference("readers-preference", rules_readers_preference.Rules(readers, writers, first),
                {"readers": readers, "writers": writers, "readers_first": str(first).lower()})
      for readers, writers, first in ((2, 2, True), (2, 2, False), (1, 2, True), (3, 1, True), (2, 1, False))),
    *(Reference("bakery", rules_bakery.Rules(n, most), {"n": n, "most": most}, large=n > 2) for n, most in ((2, 4), (2, 2), (2, 7), (3, 2))),
]

REFERENCES = [
    *PROTOCOLS,
    Reference("wolf-goat-cabbage", rules_wolf.Rules(), walks=(7, 9, 11, 13), loopless=10**5),
    Reference("no-farmer", rules_no_farmer.Rules(), walks=(10, 12, 14), loopless=10**5),
    *(Reference("frogs", rules_frogs.Rules(n), {"n": n}, walks=(n * (n + 2),), loopless=10**6,
                large=n > 10) for n in (*range(1, 11), 14)),
    family(2, 2, 1), family(2, 1, 2), family(3, 2, 1), family(3, 1, 2),
    Reference("family-crossing", rules_family_crossing.Rules(2), {"seats": 2},
              walks=(17, 19), loopless=10**5),
    Reference("family-crossing", rules_family_crossing.Rules(3), {"seats": 3}, walks=(7, 9)),
    missionaries(3, 2), missionaries(4, 2), missionaries(5, 3),
    go_back_n(2, 3), go_back_n(2, 2), go_back_n(1, 2), go_back_n(1, 1), go_back_n(3, 4), go_back_n(3, 3),
    *(Reference("readers-writers-queue", rules_readers_writers_queue.Rules(n), {"n": n}, large=n > 2) for n in (1, 2, 3)),
    *(Reference("lamport-mutex", rules_lamport_mutex.Rules(n, most), {"n": n, "most": most}, large=n > 2)
      for n, most in ((2, 4), (2, 6), (2, 1), (3, 3))),
    *(Reference("railway-switching", rules_railway_switching.Rules(n), {"wagons": str(list(range(1, n + 1)))}, walks=(2 * n,), loopless=10**5)
      for n in range(1, 8)),
    *(Reference("post-correspondence", rules_post_correspondence.Rules(most), {"most": most}) for most in (12, 16, 18)),
    Reference("snake", rules_snake.Rules(), walks=(14, 16)),
    Reference("snake", rules_snake.Rules(5, 3, (7, 14, 2)), {"width": 5, "apples": "[7, 14, 2]"}),
    Reference("water-sort", rules_water_sort.Rules()),
    *(Reference("two-phase-commit-bag", rules_two_phase_commit_bag.Rules(n), {"n": n}) for n in (1, 2, 3)),
    Reference("knapsack", rules_knapsack.Rules(*rules_knapsack.P01)),
    Reference("knapsack", rules_knapsack.Rules(*rules_knapsack.P07), rules_knapsack.settings(rules_knapsack.P07), large=True),
]
