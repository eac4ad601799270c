"""Peterson's mutual exclusion: where each process is, its flag, and whose turn it is."""

P, Q = 0, 1
NAMES = "pq"


class Rules:
    costs = ()
    columns = ("at_p", "at_q", "flag_p", "flag_q", "turn")
    invariants = (("mutual exclusion", None),)
    forbids_deadlock = True

    def __init__(self, spins=False):
        self.spins = spins

    def starts(self):
        return [(("idle", "idle"), (False, False), turn) for turn in (P, Q)]

    def goal(self, state):
        return None

    def ends(self, state):
        return False

    def violated(self, state):
        if state[0] == ("critical", "critical"):
            yield "mutual exclusion"

    def successors(self, state):
        at, flag, turn = state
        for me, other in ((P, Q), (Q, P)):

            def moved(line, up=flag[me], turn=turn):
                both, flags = list(at), list(flag)
                both[me], flags[me] = line, up
                return tuple(both), tuple(flags), turn

            if at[me] == "idle":
                yield f"{NAMES[me]} raises its flag", moved("flagged", True), None, ()
            elif at[me] == "flagged":
                yield f"{NAMES[me]} gives way", moved("waiting", turn=other), None, ()
            elif at[me] == "waiting":
                waits = flag[other] and turn == other
                yield f"{NAMES[me]} enters", moved("critical"), "the other one has the turn" if waits else None, ()
                if waits and self.spins:
                    yield f"{NAMES[me]} looks again", state, None, ()
            elif at[me] == "critical":
                yield f"{NAMES[me]} leaves", moved("idle", False), None, ()

    def names(self, state):
        at, flag, turn = state
        return (*at, *("true" if up else "false" for up in flag), NAMES[turn])

    def actions(self):
        return [("weak", f"{i} {what}") for i in NAMES for what in ("gives way", "enters", "leaves")]

    def properties(self):
        for me in (P, Q):
            yield f"{NAMES[me]} gets in", "leads to", lambda s, me=me: s[0][me] == "flagged", lambda s, me=me: s[0][me] == "critical"
        yield "both may rest", "recoverable", lambda s: s[0] == ("idle", "idle")
        yield "whoever enters has the turn or is alone", "step", self.may_enter

    def may_enter(self, before, after):
        entered = [me for me in (P, Q) if before[0][me] != "critical" and after[0][me] == "critical"]
        return all(before[2] == me or not before[1][1 - me] for me in entered)
