"""Philosophers, one of them left-handed: what each does, and which forks lie on the table."""


class Rules:
    costs = ()
    invariants = (("neighbours do not eat together", None),)
    forbids_deadlock = True

    def __init__(self, n=3):
        self.n = n
        self.columns = tuple(f"{what}_{p}" for what in ("is", "taken") for p in range(n))
        self.forks = [(p, (p + 1) % n) for p in range(n - 1)] + [(0, n - 1)]  # in the order in which they are taken

    def starts(self):
        return [(("thinking",) * self.n, frozenset(range(self.n)))]

    def goal(self, state):
        return None

    def ends(self, state):
        return False

    def violated(self, state):
        if any(state[0][p] == state[0][p - 1] == "eating" for p in range(self.n)):
            yield "neighbours do not eat together"

    def successors(self, state):
        doing, table = state
        for p, (first, second) in enumerate(self.forks):

            def does(what, table):
                return (*doing[:p], what, *doing[p + 1:]), table

            if doing[p] == "thinking":
                yield f"{p} gets hungry", does("hungry", table), None, ()
            if doing[p] == "hungry" and first in table:
                yield f"{p} takes a fork", does("holding", table - {first}), None, ()
            if doing[p] == "holding" and second in table:
                yield f"{p} takes the other", does("eating", table - {second}), None, ()
            if doing[p] == "eating":
                yield f"{p} thinks", does("thinking", table | {first, second}), None, ()

    def names(self, state):
        doing, table = state
        return (*doing, *("false" if fork in table else "true" for fork in range(self.n)))

    def actions(self):
        for p in range(self.n):
            yield from (("weak", f"{p} thinks"), ("strong", f"{p} takes a fork"), ("strong", f"{p} takes the other"))

    def properties(self):
        for p in range(self.n):
            yield f"{p} eats", "leads to", lambda s, p=p: s[0][p] == "hungry", lambda s, p=p: s[0][p] == "eating"
        yield "all may think", "recoverable", lambda s: set(s[0]) == {"thinking"}
