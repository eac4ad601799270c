"""Philosophers who take both forks at once: who is hungry, and who eats."""


class Rules:
    costs = ()
    invariants = (("neighbours do not eat together", None),)
    forbids_deadlock = True

    def __init__(self, n=4):
        self.n = n
        self.columns = tuple(f"is_{p}" for p in range(n))

    def starts(self):
        return [(frozenset(), frozenset())]

    def goal(self, state):
        return None

    def ends(self, state):
        return False

    def beside(self, p):
        return {(p + 1) % self.n, (p - 1) % self.n}

    def violated(self, state):
        if any(self.beside(p) & state[1] for p in state[1]):
            yield "neighbours do not eat together"

    def successors(self, state):
        hungry, eating = state
        for p in range(self.n):
            if p in eating:
                yield f"{p} thinks", (hungry, eating - {p}), None, ()
            elif p not in hungry:
                yield f"{p} gets hungry", (hungry | {p}, eating), None, ()
            elif not self.beside(p) & eating:
                yield f"{p} eats", (hungry - {p}, eating | {p}), None, ()

    def names(self, state):
        return tuple("hungry" if p in state[0] else "eating" if p in state[1] else "thinking" for p in range(self.n))

    def actions(self):
        for p in range(self.n):
            yield from (("weak", f"{p} thinks"), ("strong", f"{p} eats"))

    def properties(self):
        for p in range(self.n):
            yield f"{p} gets to eat", "leads to", lambda s, p=p: p in s[0], lambda s, p=p: p in s[1]
        for p in range(self.n):
            yield f"{p} may always eat", "recoverable", lambda s, p=p: p in s[1]
        yield "somebody gets to eat", "leads to", lambda s: bool(s[0]), lambda s: bool(s[1])
