"""Snake: where its body is, head first, as pairs (row, column), and how many apples it has eaten."""

from rows import Row, heads

STEPS = {"north": (-1, 0), "west": (0, -1), "east": (0, 1), "south": (1, 0)}


class Rules:
    costs = ()

    def __init__(self, width=4, height=3, apples=(10, 3, 8, 6)):
        self.width, self.height = width, height
        self.apples = [divmod(apple, width) for apple in apples]
        self.columns = heads(("body", range(len(apples) + 2)), ("eaten", None))

    def starts(self):
        return [(((0, 1), (0, 0)), 0)]

    def goal(self, state):
        return state[1] == len(self.apples)

    def ends(self, state):
        return self.goal(state)

    def successors(self, state):
        body, eaten = state
        for name, (down, right) in STEPS.items():
            head = body[0][0] + down, body[0][1] + right
            if not (0 <= head[0] < self.height and 0 <= head[1] < self.width):
                continue
            eats = self.apples[eaten:eaten + 1] == [head]
            rest = body if eats else body[:-1]
            if head not in rest:
                yield name, ((head, *rest), eaten + eats), None, ()

    def names(self, state):
        row = Row()
        row.list([r * self.width + c for r, c in state[0]], len(self.apples) + 2)
        row.one(state[1])
        return row.all()
