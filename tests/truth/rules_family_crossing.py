"""The family, a crossing a move: a state is the raft's bank and the set of those on the near one."""

from itertools import combinations

PEOPLE = ("mother", "father", "daughter1", "daughter2", "son1", "son2", "policeman", "prisoner")


class Rules:
    costs = ()
    columns = ("raft",) + tuple("at_" + p for p in PEOPLE)

    def __init__(self, seats=2):
        self.seats = seats

    def starts(self):
        return [("near", frozenset(PEOPLE))]

    def goal(self, state):
        return not state[1]

    def ends(self, state):
        return False

    def broken(self, near):
        banks = [near, frozenset(PEOPLE) - near]
        for bank in banks:
            if "prisoner" in bank and "policeman" not in bank and len(bank) > 1:
                return "the prisoner has company and no policeman"
        for bank in banks:
            if "father" in bank and "mother" not in bank and bank & {"daughter1", "daughter2"}:
                return "a daughter is with the father alone"
        for bank in banks:
            if "mother" in bank and "father" not in bank and bank & {"son1", "son2"}:
                return "a son is with the mother alone"
        return None

    def successors(self, state):
        raft, near = state
        here = [p for p in PEOPLE if (p in near) == (raft == "near")]
        for size in range(1, self.seats + 1):
            for group in combinations(here, size):
                text = ", ".join(group) + " cross"
                if not {"mother", "father", "policeman"} & set(group):
                    yield text, None, "nobody aboard can steer", ()
                    continue
                after = near - set(group) if raft == "near" else near | set(group)
                yield text, ("far" if raft == "near" else "near", after), self.broken(after), ()

    def names(self, state):
        return (state[0],) + tuple("near" if p in state[1] else "far" for p in PEOPLE)
