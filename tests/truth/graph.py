"""A puzzle's whole graph by brute force, and the figures that are read off it.

What is explored answers five questions; everything is hashable, nothing is clever:

    starts()        the start states
    successors(state)  (move's text, next state, broken rule or None, costs) for each journey
    goal(state)     True, False, or None where the puzzle has no goal
    ends(state)     whether the state is kept and not expanded
    names(state)    the values of its variables as text, in the order of the columns
    costs, columns  the names
    final(state)    what a plan that ends in this goal costs beside its moves; may be missing
    finals          whether it may be something: then plans may pass a goal, to end in another
    maximized       the names of the costs whose greatest value is the best; may be missing
"""

import heapq
from collections import Counter
from operator import le


class Unlike(Exception):
    """Two journeys make one edge and cost differently, or a cost is negative."""


def non_dominated(ends):
    """{vector: (moves, plans)} of {(vector, moves): plans}: those that no other vector is nowhere above."""
    fewest = {}
    for vector, moves in ends:
        fewest[vector] = min(moves, fewest.get(vector, moves))
    return {v: (moves, ends[v, moves]) for v, moves in fewest.items()
            if not any(w != v and all(map(le, w, v)) for w in fewest)}


class Graph:
    def __init__(self, rules, limit=None):
        self.rules = rules
        self.starts = list(dict.fromkeys(rules.starts()))
        self.depth = {s: 0 for s in self.starts}
        self.out = {}  # state: {(text, next): costs}
        self.rejected = set()  # (state, text, rule)
        self.complete = self._explore(limit)

    def _explore(self, limit):
        level = self.starts
        while level:
            found = []
            for state in level:
                self.out[state] = self.edges_of(state)
                for _, after in self.out[state]:
                    if after not in self.depth:
                        self.depth[after] = self.depth[state] + 1
                        found.append(after)
                if limit and len(self.depth) > limit:
                    return False
            level = found
        return True

    def edges_of(self, state):
        """{(move's text, next state): costs}"""
        edges = {}
        if self.rules.ends(state):
            return edges
        for text, after, rule, costs in self.rules.successors(state):
            if rule is not None:
                self.rejected.add((state, text, rule))
                continue
            if any(c < 0 for c in costs):
                raise Unlike(f"{text}: a negative cost")
            if edges.setdefault((text, after), costs) != costs:
                raise Unlike(f"{text}: one edge, two costs")
        return edges

    # ---- what is asked of it ----

    def edges(self):
        for state, out in self.out.items():
            for (text, after), costs in out.items():
                yield state, text, after, costs

    def goals(self):
        return [s for s in self.depth if self.rules.goal(s)]

    def deadlocks(self):
        """States without a successor that are neither goal nor end."""
        return {s for s, out in self.out.items() if not out and not self.rules.goal(s) and not self.rules.ends(s)}

    def violations(self):
        """{name of an invariant, or `deadlock` where that is forbidden: the states that violate it}"""
        found = {name: set() for name, _ in getattr(self.rules, "invariants", ())}
        for state in self.depth if found else ():
            for name in self.rules.violated(state):
                found[name].add(state)
        if getattr(self.rules, "forbids_deadlock", False):
            found["deadlock"] = self.deadlocks()
        return found

    def to_goal(self):
        """Fewest moves to a goal, for every state that reaches one."""
        into = {}
        for state, _, after, _ in self.edges():
            into.setdefault(after, []).append(state)
        left = {s: 0 for s in self.goals()}
        level = list(left)
        while level:
            found = []
            for state in level:
                for before in into.get(state, ()):
                    if before not in left:
                        left[before] = left[state] + 1
                        found.append(before)
            level = found
        return left

    def cheapest(self, which):
        """(best cost, fewest moves at that cost, how many such plans); which: None for moves."""
        best = {s: (0, 0) for s in self.starts}
        ways = {s: 1 for s in self.starts}
        order = {s: i for i, s in enumerate(self.depth)}
        heap = [(0, 0, order[s], s) for s in self.starts]
        done = set()
        while heap:
            cost, moves, _, state = heapq.heappop(heap)
            if state in done:
                continue
            done.add(state)
            for (_, after), costs in self.out[state].items():
                at = (cost + (costs[which] if which is not None else 1), moves + 1)
                if after not in best or at < best[after]:
                    best[after], ways[after] = at, 0
                    heapq.heappush(heap, (*at, order[after], after))
                if at == best[after]:
                    ways[after] += ways[state]
        ends = {s: (self.signed(which, best[s][0] + self.final(s, which)), best[s][1]) for s in self.goals() if s in best}
        if not ends:
            return None, None, 0
        least = min(ends.values())
        return self.signed(which, least[0]), least[1], sum(ways[s] for s, paid in ends.items() if paid == least)

    def passes_goals(self):
        return bool(getattr(self.rules, "finals", None))

    def final(self, state, which):
        return self.rules.final(state)[which] if which is not None and self.passes_goals() else 0

    def signed(self, which, cost):
        """The cost, negative if it is maximized: less is better.  Twice gives the cost again."""
        maximized = which is not None and self.rules.costs[which] in getattr(self.rules, "maximized", ())
        return -cost if maximized else cost

    def front(self, by):
        """{non-dominated cost vector: (fewest moves at it, how many such plans)}; `by`: costs, None for moves.

        Level by level: all cost vectors of so many moves, but for those that fewer moves have beaten."""
        best = {s: {} for s in self.depth}  # state: {vector: (moves, plans)}
        level, moves = {(s, (0,) * len(by)): 1 for s in self.starts}, 0
        while level:
            for (state, vector), ways in level.items():
                best[state][vector] = moves, ways
            moves, after = moves + 1, Counter()
            for (state, vector), ways in level.items():
                for (_, dst), costs in self.out[state].items():
                    total = tuple(v + (costs[c] if c is not None else 1) for v, c in zip(vector, by))
                    if not any(all(map(le, v, total)) for v in best[dst]):
                        after[dst, total] += ways
            level = after
        ends = Counter()
        for state in self.goals():
            for vector, (length, ways) in best[state].items():
                ends[tuple(self.signed(c, v + self.final(state, c)) for v, c in zip(vector, by)), length] += ways
        return {tuple(map(self.signed, by, vector)): found for vector, found in non_dominated(ends).items()}

    def walks(self, length):
        """How many plans of exactly so many moves end in a goal; they may pass goals and repeat."""
        ways = Counter(self.starts)
        for _ in range(length):
            after = Counter()
            for state, count in ways.items():
                for _, dst in self.out[state]:
                    after[dst] += count
            ways = after
        return sum(count for state, count in ways.items() if self.rules.goal(state))

    def loopless(self, limit):
        """How many plans visit no state twice and end at their first goal, unless they may pass it; None beyond `limit`."""
        useful, found, steps = self.to_goal(), 0, 0
        for start in self.starts:
            if self.rules.goal(start):
                found += 1
                if not self.passes_goals():
                    continue
            path, stack = {start}, [(start, iter(self.out[start]))]
            while stack:
                state, rest = stack[-1]
                for _, after in rest:
                    steps += 1
                    if steps > limit:
                        return None
                    if after in path or after not in useful:
                        continue
                    if self.rules.goal(after):
                        found += 1
                        if not self.passes_goals():
                            continue
                    path.add(after)
                    stack.append((after, iter(self.out[after])))
                    break
                else:
                    path.discard(state)
                    stack.pop()
        return found

    def figures(self, loopless=0, lengths=()):
        """What `wgcq solve --format json` says, and more."""
        goals = self.goals()
        figures = {
            "states": len(self.depth),
            "edges": sum(map(len, self.out.values())),
            "starts": len(self.starts),
            "depth": max(self.depth.values(), default=0),
            "rejections": dict(sorted(Counter(rule for *_, rule in self.rejected).items())),
        }
        figures["deadlocks"] = len(self.deadlocks())
        figures["violations"] = {name: min((self.depth[s] for s in states), default=None)
                                 for name, states in self.violations().items()}
        if self.starts and self.rules.goal(self.starts[0]) is None:
            return figures
        figures["goals"] = len(goals)
        figures["dead_ends"] = len(self.depth) - len(self.to_goal())
        least, _, count = self.cheapest(None)
        figures["shortest"] = {"length": least, "count": count}
        figures["cheapest"] = {"moves": {"cost": least, "count": count}}
        for i, name in enumerate(self.rules.costs):
            cost, _, plans = self.cheapest(i)
            figures["cheapest"][name] = {"cost": cost, "count": plans}
        if loopless:
            figures["loopless"] = self.loopless(loopless)
        if lengths:
            figures["walks"] = {str(n): self.walks(n) for n in lengths}
        if least is not None:  # counted a second way
            assert least == min(self.depth[s] for s in goals)
            assert self.walks(least) == count
        return figures
