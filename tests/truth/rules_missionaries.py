"""Missionaries and cannibals, by hand: (boat's bank, missionaries near, cannibals near)."""


class Rules:
    costs = ()
    columns = ("boat", "m", "c")

    def __init__(self, missionaries=3, cannibals=3, seats=2):
        self.all, self.seats = (missionaries, cannibals), seats

    def starts(self):
        return [("near", *self.all)]

    def goal(self, state):
        return state == ("far", 0, 0)

    def ends(self, state):
        return False

    def broken(self, m, c):
        for there in ((m, c), (self.all[0] - m, self.all[1] - c)):
            if 0 < there[0] < there[1]:
                return "missionaries are eaten"
        return None

    def told(self, state):
        boat, m, c = state
        sign = -1 if boat == "near" else 1
        for a in range(self.seats + 1):
            for b in range(self.seats + 1 - a):
                after = (m + sign * a, c + sign * b)
                if a + b == 0 or not all(0 <= x <= most for x, most in zip(after, self.all)):
                    continue
                bank = "far" if boat == "near" else "near"
                yield f"{a} and {b} cross", (bank, *after), self.broken(*after), ()

    def names(self, state):
        return tuple(map(str, state))
