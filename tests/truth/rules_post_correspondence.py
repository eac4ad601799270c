"""Post's correspondence: what one row of tiles has and the other has not yet, which row that is, and whether a tile is laid."""

from rows import Row, heads

TILES = (("100", "1"), ("0", "100"), ("1", "0"))


class Rules:
    costs = ()

    def __init__(self, most=20):
        self.most = most
        self.columns = heads(("ahead", range(most)), ("up", None), ("laid", None))

    def starts(self):
        return [("", True, False)]

    def goal(self, state):
        return state[2] and not state[0]

    def ends(self, state):
        return False

    def successors(self, state):
        ahead, up, _ = state
        for number, (above, below) in enumerate(TILES):
            top, bottom = (ahead + above, below) if up else (above, ahead + below)
            if not (top.startswith(bottom) or bottom.startswith(top)):
                continue
            rest = max(top, bottom, key=len)[min(len(top), len(bottom)):]
            if len(rest) > self.most:
                yield str(number), None, "the overhang is too long", ()
            else:
                yield str(number), (rest, len(top) >= len(bottom), True), None, ()

    def names(self, state):
        row = Row()
        row.list([int(bit) for bit in state[0]], self.most)
        row.one("true" if state[1] else "false")
        row.one("true" if state[2] else "false")
        return row.all()
