"""Missionaries and cannibals, by hand: (boat's bank, missionaries, cannibals on the west bank)."""


class Rules:
    costs = ()
    columns = ("boat", "missionaries", "cannibals")

    def __init__(self, n=3, seats=2):
        self.n, self.seats = n, seats

    def starts(self):
        return [("west", self.n, self.n)]

    def goal(self, state):
        return state[1:] == (0, 0)

    def ends(self, state):
        return False

    def broken(self, m, c):
        if 0 < m < c:
            return "eaten in the west"
        if 0 < self.n - m < self.n - c:
            return "eaten in the east"
        return None

    def successors(self, state):
        boat, m, c = state
        for a in range(self.seats + 1):
            for b in range(self.seats + 1 - a):
                if a + b == 0:
                    continue
                after = (m - a, c - b) if boat == "west" else (m + a, c + b)
                if min(after) < 0 or max(after) > self.n:
                    continue
                bank = "east" if boat == "west" else "west"
                text = f"take {a} missionaries and {b} cannibals"
                yield text, (bank, *after), self.broken(*after), ()

    def names(self, state):
        return tuple(map(str, state))
