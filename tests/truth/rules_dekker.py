"""Dekker's algorithm: where each process is, its flag, and whose turn it is."""

NAMES = "pq"
# what a process does: (where it is, whether the other's flag is up, whether it has the turn; None: either), (where it goes, its flag)
STEPS = {
    "asks": (("idle", None, None), ("asking", True)),
    "enters": (("asking", False, None), ("critical", True)),
    "gives way": (("asking", True, False), ("waiting", False)),
    "asks again": (("waiting", None, True), ("asking", True)),
    "leaves": (("critical", None, None), ("idle", False)),
}


class Rules:
    costs = ()
    columns = ("at_p", "at_q", "flag_p", "flag_q", "turn")
    invariants = (("mutual exclusion", None),)
    forbids_deadlock = True

    def starts(self):
        return [("idle", "idle", False, False, "p")]

    def goal(self, state):
        return None

    def ends(self, state):
        return False

    def violated(self, state):
        if state[0] == state[1] == "critical":
            yield "mutual exclusion"

    def successors(self, state):
        for me, name in enumerate(NAMES):
            now = (state[me], state[3 - me], state[4] == name)
            for what, (needs, (goes, flag)) in STEPS.items():
                if all(need is None or need == is_so for need, is_so in zip(needs, now)):
                    after = list(state)
                    after[me], after[2 + me] = goes, flag
                    if what == "leaves":
                        after[4] = NAMES[1 - me]
                    yield f"{name} {what}", tuple(after), None, ()

    def names(self, state):
        return tuple(str(value).lower() for value in state)

    def actions(self):
        return [("weak", f"{i} {what}") for i in NAMES for what in STEPS if what != "asks"]

    def properties(self):
        for me, name in enumerate(NAMES):
            yield f"{name} gets in", "leads to", lambda s, me=me: s[me] == "asking", lambda s, me=me: s[me] == "critical"
        yield "both may rest", "recoverable", lambda s: s[:2] == ("idle", "idle")
        yield "a flag is its owner's", "step", lambda a, b: all(a[i] != b[i] or a[2 + i] == b[2 + i] for i in (0, 1))
