"""Wolf, goat and cabbage, by hand: a state is the four banks."""

FARMER, WOLF, GOAT, CABBAGE = range(4)
ITEMS = ("farmer", "wolf", "goat", "cabbage")


class Rules:
    costs = ()
    columns = ("farmer", "at_wolf", "at_goat", "at_cabbage")

    def starts(self):
        return ["wwww"]

    def goal(self, state):
        return state == "eeee"

    def ends(self, state):
        return False

    def eaten(self, state):
        if state[WOLF] == state[GOAT] and state[GOAT] != state[FARMER]:
            return "the wolf eats the goat"
        if state[GOAT] == state[CABBAGE] and state[GOAT] != state[FARMER]:
            return "the goat eats the cabbage"
        return None

    def successors(self, state):
        here = state[FARMER]
        there = "e" if here == "w" else "w"
        for who in range(4):
            if state[who] != here:
                continue
            after = list(state)
            after[FARMER] = after[who] = there
            text = "cross alone" if who == FARMER else "take " + ITEMS[who]
            yield text, "".join(after), self.eaten(after), ()

    def names(self, state):
        return tuple({"w": "west", "e": "east"}[bank] for bank in state)
