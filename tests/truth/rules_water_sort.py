"""Water sort: what each tube holds, from its bottom."""

from itertools import groupby

from rows import Row, heads

ROOM = 4


class Rules:
    costs = ()

    def __init__(self):
        self.columns = heads(*((f"holds_{tube}", range(ROOM)) for tube in "abcde"))

    def starts(self):
        return [(("red", "green", "blue", "red"), ("green", "blue", "red", "blue"), ("blue", "green", "green", "red"), (), ())]

    def goal(self, state):
        return all(len(set(tube)) <= 1 and len(tube) in (0, ROOM) for tube in state)

    def ends(self, state):
        return False

    def successors(self, state):
        for x, source in enumerate(state):
            for y, target in enumerate(state):
                if x == y or not source or len(target) == ROOM or (target and target[-1] != source[-1]):
                    continue
                colour, run = next(groupby(reversed(source)))
                parts = min(len(list(run)), ROOM - len(target))
                after = list(state)
                after[x] = source[:len(source) - parts]
                after[y] = target + (colour,) * parts
                yield f"{'abcde'[x]} into {'abcde'[y]}", tuple(after), None, ()

    def names(self, state):
        row = Row()
        for tube in state:
            row.list(tube, ROOM)
        return row.all()
