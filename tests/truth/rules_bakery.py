"""Lamport's bakery: of each process where it is in the program of 1974, its number, the number it has read, and whom it waits for."""

from typing import NamedTuple

AWAY, CHOOSING, DRAWING, LOOP, COMPARE, CRITICAL = "away", "choosing", "drawing", "waiting", "passing", "critical"


class Process(NamedTuple):
    at: str = AWAY
    drawn: int = 0
    number: int = 0
    j: int = 0


class Rules:
    costs = ()
    invariants = (("mutual exclusion", None), ("the smallest number is in", None))
    forbids_deadlock = True

    def __init__(self, n=2, most=4):
        self.n, self.most = n, most
        self.columns = tuple(f"{what}_{i + 1}" for what in ("at", "drawn", "number", "next") for i in range(n))

    def starts(self):
        return [(Process(),) * self.n]

    def goal(self, state):
        return None

    def bounded(self, state):
        return any(one.number > self.most for one in state)

    def ends(self, state):
        return self.bounded(state)

    def violated(self, state):
        inside = [(one.number, i) for i, one in enumerate(state) if one.at == CRITICAL]
        if len(inside) > 1:
            yield "mutual exclusion"
        if any((one.number, i) < first for first in inside for i, one in enumerate(state) if one.number):
            yield "the smallest number is in"

    def step(self, state, i):
        """(what process i does, what it is then), or None: it waits."""
        me = state[i]
        if me.at == AWAY:
            return "begins to choose", me._replace(at=CHOOSING)
        if me.at == CHOOSING:
            return "reads the numbers", me._replace(at=DRAWING, drawn=max(one.number for one in state) + 1)
        if me.at == DRAWING:
            return "draws its number", Process(LOOP, 0, me.drawn, 1)
        if me.at == CRITICAL:
            return "leaves", Process()
        other = state[me.j - 1]
        if me.at == LOOP:
            return None if other.at in (CHOOSING, DRAWING) else (f"sees that {me.j} is not choosing", me._replace(at=COMPARE))
        if other.number and (other.number, me.j - 1) < (me.number, i):
            return None
        return f"goes before {me.j}", me._replace(at=LOOP, j=me.j + 1) if me.j < self.n else me._replace(at=CRITICAL, j=0)

    def successors(self, state):
        for i in range(self.n):
            if found := self.step(state, i):
                yield f"{i + 1} {found[0]}", (*state[:i], found[1], *state[i + 1:]), None, ()

    def names(self, state):
        return tuple(str(value) for values in zip(*state) for value in values)

    def actions(self):
        for i in range(1, self.n + 1):
            yield from (("weak", f"{i} {what}") for what in ("reads the numbers", "draws its number", "leaves"))
            for j in range(1, self.n + 1):
                yield from (("weak", f"{i} sees that {j} is not choosing"), ("weak", f"{i} goes before {j}"))

    def properties(self):
        for i in range(self.n):
            yield f"{i + 1} gets in", "leads to", lambda s, i=i: s[i].at == CHOOSING, lambda s, i=i: s[i].at == CRITICAL
        yield "all may be away", "recoverable", lambda s: all(one.at == AWAY for one in s)
