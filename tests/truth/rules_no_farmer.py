"""Crossing without a farmer, by hand: wolf, goat and cabbage at 1, ~ (travelling) or 2."""

ITEMS = ("wolf", "goat", "cabbage")
LONG = {"1": "shore1", "~": "travelling", "2": "shore2"}


class Rules:
    costs = ()
    columns = tuple("at_" + i for i in ITEMS)

    def starts(self):
        return ["111"]

    def goal(self, state):
        return state == "222"

    def ends(self, state):
        return False

    def broken(self, state):
        wolf, goat, cabbage = state
        if state.count("~") >= 2:
            return "two travel at once"
        if cabbage == "~" and wolf == goat:
            return "the wolf eats the goat"
        if wolf == "~" and goat == cabbage:
            return "the goat eats the cabbage"
        return None

    def successors(self, state):
        for i, item in enumerate(ITEMS):
            for place in "~" if state[i] != "~" else "12":
                after = state[:i] + place + state[i + 1:]
                text = f"{item} sets out" if place == "~" else f"{item} lands on {LONG[place]}"
                yield text, after, self.broken(after), ()

    def names(self, state):
        return tuple(LONG[place] for place in state)
