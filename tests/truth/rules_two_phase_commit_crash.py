"""Two-phase commit whose coordinator may crash: the participants' states, and the coordinator's."""


class Rules:
    costs = ()
    invariants = (("consistent", None),)

    def __init__(self, n=2, crashes=True):
        self.n, self.crashes = n, crashes
        self.columns = (*(f"is_{p + 1}" for p in range(n)), "coordinator")

    def starts(self):
        return [("working",) * self.n + ("asking",)]

    def goal(self, state):
        return None

    def ends(self, state):
        return set(state[:-1]) <= {"committed", "aborted"}

    def violated(self, state):
        if {"committed", "aborted"} <= set(state[:-1]):
            yield "consistent"

    def successors(self, state):
        *votes, coordinator = state
        for p, vote in enumerate(votes):

            def becomes(what):
                return (*votes[:p], what, *votes[p + 1:], coordinator)

            if vote == "working":
                yield f"{p + 1} votes yes", becomes("ready"), None, ()
                yield f"{p + 1} votes no", becomes("aborted"), None, ()
            if vote == "ready":
                for outcome, order in (("committed", "commit"), ("aborted", "abort")):
                    if outcome in state:  # whoever knows it tells it, the coordinator or a participant
                        yield f"{p + 1} is told to {order}", becomes(outcome), None, ()
        if coordinator == "asking" and set(votes) == {"ready"}:
            yield "decide to commit", (*votes, "committed"), None, ()
        if coordinator == "asking" and "aborted" in votes:
            yield "decide to abort", (*votes, "aborted"), None, ()
        if self.crashes and coordinator != "crashed":
            yield "crash", (*votes, "crashed"), None, ()

    def names(self, state):
        return state

    def actions(self):
        yield from (("weak", "decide to commit"), ("weak", "decide to abort"))
        for p in range(self.n):
            yield from (("weak", f"{p + 1} {what}") for what in ("votes yes", "votes no", "is told to commit", "is told to abort"))

    def properties(self):
        known = {"committed", "aborted"}
        for p in range(self.n):
            yield f"{p + 1} decides", "eventually", lambda s, p=p: s[p] in known
        yield "all may decide", "recoverable", lambda s: set(s[:-1]) <= known
        yield "a decision stays", "step", lambda a, b: all(a[p] not in known or a[p] == b[p] for p in range(self.n))
