"""Which fair paths a graph has, and whether they violate a property over time: strong components, by the definitions in wgcq-puzzle(5).

The rules of a puzzle (rules_*.py) say, beside what graph.py asks for:

    actions()     ("weak" or "strong", the label of a move), one for each that is fair; may be missing
    properties()  (name, kind, condition of a state, for `leads to` a second one); of `step` a condition of two states
    bounded(state)  whether it lies beyond a bound; may be missing
"""

import heapq
import itertools


def components(states, after):
    """The strong components of the graph on `states`, of which `after(state)` are the successors: Kosaraju, without recursion."""
    order, seen = [], set()
    for root in states:
        if root in seen:
            continue
        seen.add(root)
        stack = [(root, iter(after(root)))]
        while stack:
            state, rest = stack[-1]
            for found in rest:
                if found in states and found not in seen:
                    seen.add(found)
                    stack.append((found, iter(after(found))))
                    break
            else:
                order.append(state)
                stack.pop()
    before = {}
    for state in states:
        for found in after(state):
            before.setdefault(found, []).append(state)
    left = set(states)
    for root in reversed(order):
        if root not in left:
            continue
        left.remove(root)
        members, level = {root}, [root]
        while level:
            for found in before.get(level.pop(), ()):
                if found in left:
                    left.remove(found)
                    members.add(found)
                    level.append(found)
        yield members


class FairPaths:
    def __init__(self, graph, actions, bounded=None):
        self.depth, self.starts, self.actions = graph.depth, graph.starts, list(actions)
        self.out = {state: list(found) for state, found in graph.out.items()}  # state: [(label, next)]
        self.beyond = {s for s in self.depth if bounded and bounded(s)}
        self.labels = {state: {label for label, _ in found} for state, found in self.out.items()}

    def after(self, state):
        return [found for _, found in self.out[state]]

    # ---- what a path may repeat for ever ----

    def repeated(self, within):
        """Sets of states that a fair path can visit again and again, and no others, as large as they may be."""
        found, left = [], [set(within) - self.beyond]
        while left:
            for members in components(left.pop(), self.after):
                taken = {label for state in members for label, after in self.out[state] if after in members}
                if not taken:
                    (state,) = members  # a path stays in it only where it ends
                    found += [] if self.out[state] else [members]
                    continue
                neglected = [(kind, {s for s in members if label in self.labels[s]}) for kind, label in self.actions if label not in taken]
                if any(kind == "weak" and enabled == members for kind, enabled in neglected):
                    continue
                too_often = set().union(*(enabled for kind, enabled in neglected if kind == "strong"))
                if too_often:
                    left.append(members - too_often)
                else:
                    found.append(members)
        return found

    def is_fair(self, states, labels):
        """Whether one that repeats these states by these moves is."""
        if not labels:
            return len(states) == 1 and not any(self.out[s] for s in states)
        enabled = {(kind, label): [label in self.labels[s] for s in states] for kind, label in self.actions}
        return all(label in labels or not (all(on) if kind == "weak" else any(on)) for (kind, label), on in enabled.items())

    # ---- violations: the moves of the shortest stem, or None ----

    def distances(self, begin, within):
        """Fewest moves to each state, where it takes begin[state] to come to the first, and the others are `within`."""
        best, order = {}, itertools.count()  # of equal moves the first, for states do not compare
        heap = [(moves, next(order), state) for state, moves in begin.items()]
        heapq.heapify(heap)
        while heap:
            moves, _, state = heapq.heappop(heap)
            if state in best:
                continue
            best[state] = moves
            for found in self.after(state):
                if found in within and found not in best:
                    heapq.heappush(heap, (moves + 1, next(order), found))
        return best

    def reaching(self, targets):
        before = {}
        for state in self.depth:
            for found in self.after(state):
                before.setdefault(found, []).append(state)
        found, level = set(targets), list(targets)
        while level:
            for state in before.get(level.pop(), ()):
                if state not in found:
                    found.add(state)
                    level.append(state)
        return found

    def stem(self, kind, first, second=None):
        every = set(self.depth)
        if kind == "step":
            return min((self.depth[s] + 1 for s in every for after in self.after(s) if not first(s, after)), default=None)
        if kind == "recoverable":
            way_back = self.reaching({s for s in every if first(s)} | self.beyond)
            return min((self.depth[s] for s in every - way_back), default=None)
        if kind == "eventually always":
            ends = [members for members in self.repeated(every) if not all(map(first, members))]
            return min((self.depth[s] for members in ends for s in members), default=None)
        avoided = second if kind == "leads to" else first
        stay = {s for s in every if not avoided(s)}
        begin = {"eventually": {s: 0 for s in self.starts if s in stay}, "infinitely often": {s: self.depth[s] for s in stay},
                 "leads to": {s: self.depth[s] for s in stay if first(s)}}[kind]
        near = self.distances(begin, stay)
        return min((near[s] for members in self.repeated(stay) for s in members if s in near), default=None)

    # ---- a counterexample: its moves from a start, of which the last `cycle` are repeated ----

    def walks(self, labels):
        """The states of each path by moves of these labels."""
        found = [[s] for s in self.starts]
        for label in labels:
            found = [[*path, after] for path in found for name, after in self.out[path[-1]] if name == label]
        return found

    def violates(self, path, labels, cycle, kind, first, second=None):
        stem = len(labels) - cycle
        if kind == "step":
            return cycle == 0 and not first(*path[-2:])
        if kind == "recoverable":
            return cycle == 0 and path[-1] not in self.reaching({s for s in self.depth if first(s)} | self.beyond)
        loop = path[stem:]
        if path[-1] != path[stem] or set(loop) & self.beyond or not self.is_fair(set(loop), set(labels[stem:])):
            return False
        if kind == "eventually":
            return not any(map(first, path))
        if kind == "infinitely often":
            return not any(map(first, loop))
        if kind == "eventually always":
            return not all(map(first, loop))
        return any(first(s) and not any(map(second, path[i:])) for i, s in enumerate(path[:stem + 1]))
