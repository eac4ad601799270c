"""A knapsack: the items that are taken; they are taken in their order."""

from rows import Row, heads

P01 = (165, (23, 31, 29, 44, 53, 38, 63, 85, 89, 82), (92, 57, 49, 68, 60, 43, 67, 84, 87, 72))
P07 = (750, (70, 73, 77, 80, 82, 87, 90, 94, 98, 106, 110, 113, 115, 118, 120),
       (135, 139, 149, 150, 156, 163, 173, 184, 192, 201, 210, 214, 221, 229, 240))


def settings(instance):
    capacity, weights, profits = instance
    return {"capacity": capacity, "weight": str(list(weights)), "profit": str(list(profits))}


class Rules:
    costs = ("worth",)
    maximized = ("worth",)
    finals = True

    def __init__(self, capacity, weights, profits):
        self.capacity, self.weights, self.profits = capacity, weights, profits
        self.columns = heads(("taken", range(len(weights))))

    def starts(self):
        return [()]

    def goal(self, state):
        return True

    def final(self, state):
        return (sum(self.profits[item] for item in state),)

    def ends(self, state):
        return False

    def successors(self, state):
        for item in range(state[-1] + 1 if state else 0, len(self.weights)):
            if sum(self.weights[i] for i in (*state, item)) <= self.capacity:
                yield f"take {item}", (*state, item), None, (0,)

    def names(self, state):
        row = Row()
        row.set(state, range(len(self.weights)))
        return row.all()
