"""Two-phase commit: what each participant is, how many the manager has heard of, its verdict, how many it has told, and the messages
on the way, a bag."""

from collections import Counter

from rows import Row, heads

MESSAGES = ("prepared", "commit", "abort")


class Rules:
    costs = ()
    invariants = (("consistent", None),)

    def __init__(self, n=3):
        self.n = n
        self.columns = heads(*((f"is_{p + 1}", None) for p in range(n)), ("heard", None), ("decided", None), ("told", None), ("way", range(2 * n)))

    def starts(self):
        yield ("working",) * self.n, 0, None, 0, frozenset()

    def goal(self, state):
        return None

    def ends(self, state):
        return all(one in ("committed", "aborted") for one in state[0])

    def violated(self, state):
        if {"committed", "aborted"} <= set(state[0]):
            yield "consistent"

    def successors(self, state):
        are, heard, decided, told, way = state
        bag = Counter(dict(way))

        def after(are=are, heard=heard, decided=decided, told=told, more=(), less=()):
            changed = bag + Counter(more)
            changed.subtract(less)
            return are, heard, decided, told, frozenset((+changed).items())

        def with_one(p, become):
            return (*are[:p], become, *are[p + 1:])

        for p, one in enumerate(are):
            if one == "working":
                yield f"{p + 1} prepares", after(are=with_one(p, "ready"), more=["prepared"]), None, ()
                yield f"{p + 1} gives up", after(are=with_one(p, "aborted")), None, ()
            for verdict, become in (("commit", "committed"), ("abort", "aborted")):
                if bag[verdict] and one in ("working", "ready"):
                    yield f"{p + 1} hears {verdict}", after(are=with_one(p, become), less=[verdict]), None, ()
        if bag["prepared"] and decided is None:
            yield "hear that one is ready", after(heard=heard + 1, less=["prepared"]), None, ()
        if decided is None:
            yield "decide to abort", after(decided="abort"), None, ()
        if decided is None and heard == self.n:
            yield "decide to commit", after(decided="commit"), None, ()
        if decided and told < self.n:
            yield "tell one of them", after(told=told + 1, more=[decided]), None, ()
        for message in set(bag.elements()):
            yield f"{message} is lost", after(less=[message]), None, ()

    def names(self, state):
        are, heard, decided, told, way = state
        row = Row()
        for value in (*are, heard, decided, told):
            row.one(value)
        bag = dict(way)
        row.list([m for m in MESSAGES for _ in range(bag.get(m, 0))], 2 * self.n)
        return row.all()
