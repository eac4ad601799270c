"""Chang and Roberts's election: the numbers around the ring, what is on the way to each process, and the leader."""

from itertools import permutations

from rows import Row, heads


class Rules:
    costs = ()
    invariants = (("the leader is the largest", None), ("no message is left", None))
    forbids_deadlock = True

    def __init__(self, n=4):
        self.n = n
        self.columns = heads(*((f"own_{p}", None) for p in range(n)), *((f"channel_{p}", range(n)) for p in range(n)), ("leader", None))

    def starts(self):
        for own in permutations(range(1, self.n + 1)):
            yield own, tuple((own[p - 1],) for p in range(self.n)), None

    def goal(self, state):
        return state[2] is not None

    def ends(self, state):
        return False

    def violated(self, state):
        _, channel, leader = state
        if leader is not None and leader < self.n:
            yield "the leader is the largest"
        if leader is not None and any(channel):
            yield "no message is left"

    def successors(self, state):
        own, channel, leader = state
        for p in range(self.n):
            if not channel[p]:
                continue
            number, *rest = channel[p]
            after, elected = list(channel), leader
            after[p] = tuple(rest)
            if number > own[p]:
                after[(p + 1) % self.n] += (number,)
            elif number == own[p]:
                elected = number
            yield f"{p} reads {number}", (own, tuple(after), elected), None, ()

    def names(self, state):
        row = Row()
        for number in state[0]:
            row.one(number)
        for messages in state[1]:
            row.list(messages, self.n)
        row.one(state[2])
        return row.all()

    def actions(self):
        return []

    def properties(self):
        yield "a leader is elected", "eventually", lambda s: s[2] is not None
        yield "the largest stays the leader", "eventually always", lambda s: s[2] == self.n
        yield "no leader is replaced", "step", lambda a, b: a[2] in (None, b[2])
