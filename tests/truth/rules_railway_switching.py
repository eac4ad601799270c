"""Railway switching: the wagons on the track, in the siding, and out of the yard."""

from rows import Row, heads


class Rules:
    costs = ()

    def __init__(self, n=4):
        self.n = n
        self.columns = heads(*((name, range(n)) for name in ("track", "siding", "out")))

    def starts(self):
        return [(tuple(range(1, self.n + 1)), (), ())]

    def goal(self, state):
        return len(state[2]) == self.n

    def ends(self, state):
        return False

    def successors(self, state):
        track, siding, out = state
        if track:
            yield f"{track[0]} into the siding", (track[1:], (*siding, track[0]), out), None, ()
        if siding:
            yield f"{siding[-1]} out", (track, siding[:-1], (*out, siding[-1])), None, ()

    def names(self, state):
        row = Row()
        for wagons in state:
            row.list(wagons, self.n)
        return row.all()
