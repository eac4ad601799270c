"""Lamport's mutual exclusion: clocks, requests as each process knows them, grants, what is on the way between two, who is inside."""

from rows import Row, heads

RELEASE, GRANT = -1, 0  # a message; a request is its time


def put(values, at, value):
    return (*values[:at], value, *values[at + 1:])


def put_in(rows, at, also, value):
    return put(rows, at, put(rows[at], also, value))


class Rules:
    costs = ()
    invariants = (("mutual exclusion", None),)
    forbids_deadlock = True

    def __init__(self, n=2, most=4):
        self.n, self.most = n, most
        self.processes = range(1, n + 1)
        pairs = [f"{p}_{q}" for p in self.processes for q in self.processes]
        self.columns = heads(*((f"clock_{p}", None) for p in self.processes), *((f"request_{pair}", None) for pair in pairs),
                             *((f"granted_{p}", self.processes) for p in self.processes), *((f"channel_{pair}", range(3)) for pair in pairs),
                             ("inside", self.processes))

    def starts(self):
        each = range(self.n)
        yield tuple(1 for _ in each), tuple(tuple(0 for _ in each) for _ in each), tuple(frozenset() for _ in each), \
            tuple(tuple(() for _ in each) for _ in each), frozenset()

    def goal(self, state):
        return None

    def ends(self, state):
        return max(state[0]) > self.most

    def violated(self, state):
        if len(state[4]) > 1:
            yield "mutual exclusion"

    def sent_to_all(self, channel, p, message):
        return put(channel, p, tuple(channel[p][q] + (message,) if q != p else () for q in range(self.n)))

    def is_first(self, request, p):
        return all(request[p][q] == 0 or (request[p][p], p) < (request[p][q], q) for q in range(self.n) if q != p)

    def successors(self, state):
        clock, request, granted, channel, inside = state
        for p in range(self.n):
            if request[p][p] == 0:
                yield f"{p + 1} asks", (clock, put_in(request, p, p, clock[p]), put(granted, p, frozenset([p])),
                                        self.sent_to_all(channel, p, clock[p]), inside), None, ()
            if len(granted[p]) == self.n and self.is_first(request, p):
                yield f"{p + 1} enters", (clock, request, granted, channel, inside | {p}), None, ()
            if p in inside:
                yield f"{p + 1} leaves", (clock, put_in(request, p, p, 0), put(granted, p, frozenset()),
                                          self.sent_to_all(channel, p, RELEASE), inside - {p}), None, ()
            for q in range(self.n):
                if channel[q][p]:
                    yield self.received(state, p, q)

    def received(self, state, p, q):
        """What p does with the first message from q."""
        clock, request, granted, channel, inside = state
        message, *left = channel[q][p]
        rest = put_in(channel, q, p, tuple(left))
        if message == GRANT:
            return f"{p + 1} is granted by {q + 1}", (clock, request, put(granted, p, granted[p] | {q}), rest, inside), None, ()
        if message == RELEASE:
            return f"{p + 1} receives the release of {q + 1}", (clock, put_in(request, p, q, 0), granted, rest, inside), None, ()
        answered = put_in(rest, p, q, (*rest[p][q], GRANT))
        later = put(clock, p, max(message, clock[p]) + 1)
        return f"{p + 1} receives the request of {q + 1}", (later, put_in(request, p, q, message), granted, answered, inside), None, ()

    def names(self, state):
        clock, request, granted, channel, inside = state
        row = Row()
        for value in (*clock, *(value for line in request for value in line)):
            row.one(value)
        for members in granted:
            row.set([p + 1 for p in members], self.processes)
        for line in channel:
            for messages in line:
                row.list(messages, 3)
        row.set([p + 1 for p in inside], self.processes)
        return row.all()
