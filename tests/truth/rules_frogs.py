"""Leaping frogs, by hand: a state is a row of G, B and _."""


class Rules:
    costs = ()

    def __init__(self, n=4):
        self.n = n
        self.columns = tuple(f"on_{i}" for i in range(2 * n + 1))

    def starts(self):
        return ["G" * self.n + "_" + "B" * self.n]

    def goal(self, state):
        return state == "B" * self.n + "_" + "G" * self.n

    def ends(self, state):
        return False

    def successors(self, state):
        gap = state.index("_")
        for far in (1, 2):
            for kind, stone, word in (("G", gap - far, "green"), ("B", gap + far, "brown")):
                if 0 <= stone < len(state) and state[stone] == kind:
                    after = list(state)
                    after[gap], after[stone] = kind, "_"
                    yield f"{word} leaps {far} from {stone}", "".join(after), None, ()

    def names(self, state):
        return tuple({"G": "green", "B": "brown", "_": "empty"}[frog] for frog in state)
