"""The family, step by step: who is at n(ear), r(iver) or f(ar); the raft's place comes first."""

PEOPLE = ("mother", "father", "daughter1", "daughter2", "son1", "son2", "policeman", "prisoner")
MOTHER, FATHER, D1, D2, S1, S2, POLICEMAN, PRISONER = range(8)
LONG = {"n": "near", "r": "river", "f": "far"}


class Rules:
    costs = ("noise",)
    columns = ("raft",) + tuple("at_" + p for p in PEOPLE)

    def __init__(self, seats=2, w1=2, w2=1):
        self.seats, self.w1, self.w2 = seats, w1, w2

    def starts(self):
        return [("n", "n" * 8)]

    def goal(self, state):
        return state[1] == "f" * 8

    def ends(self, state):
        return False

    def broken(self, raft, at):
        aboard = [p for p in range(8) if at[p] == "r"]
        if len(aboard) > self.seats:
            return "the raft is overloaded"
        for daughter in (D1, D2):
            if at[daughter] == at[FATHER] and at[daughter] != at[MOTHER]:
                return "a daughter is with the father alone"
        for son in (S1, S2):
            if at[son] == at[MOTHER] and at[son] != at[FATHER]:
                return "a son is with the mother alone"
        if raft != "r":
            return None
        for child in (D1, D2, S1, S2):
            if child in aboard:
                others = [p for p in aboard if p != child]
                if len(others) != 1 or others[0] not in (MOTHER, FATHER, POLICEMAN):
                    return "a child sails without one adult"
        if at[PRISONER] != at[POLICEMAN]:
            for relative in (MOTHER, FATHER, D1, D2, S1, S2):
                if at[relative] == at[PRISONER]:
                    return "the prisoner is with the family"
        if aboard == [PRISONER]:
            return "the prisoner sails alone"
        return None

    def changes(self, raft, at):
        if raft == "r":
            for shore in "nf":
                yield f"land {LONG[shore]}", shore, at.replace("r", shore)
            return
        for p in range(8):
            if at[p] == raft:
                yield f"{PEOPLE[p]} boards", raft, at[:p] + "r" + at[p + 1:]
            if at[p] == "r":
                yield f"{PEOPLE[p]} goes ashore", raft, at[:p] + raft + at[p + 1:]
        if "r" in at:
            yield "push off", "r", at

    def successors(self, state):
        for text, raft, at in self.changes(*state):
            noise = (self.w1 if at[S1] == "n" else 0) + (self.w2 if at[S2] == "n" else 0)
            yield text, (raft, at), self.broken(raft, at), (noise,)

    def names(self, state):
        return tuple(LONG[place] for place in state[0] + state[1])
