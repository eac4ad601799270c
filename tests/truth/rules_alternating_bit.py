"""The alternating bit protocol by the numbers of messages, of which the bits are the last: how many the sender knows to be taken, how many
are taken, and the bits on the way."""


class Rules:
    costs = ()
    columns = ("sending", "expecting", "message", "answer", "ahead")
    invariants = (("in step", None),)
    forbids_deadlock = True

    def starts(self):
        yield 0, 0, None, None

    def goal(self, state):
        return None

    def ends(self, state):
        return False

    def violated(self, state):
        if not 0 <= state[1] - state[0] <= 1:
            yield "in step"

    @staticmethod
    def after(known, taken, message, answer):
        """Counted from the even number that is next below what the sender knows: only bits and the difference matter."""
        even = known - known % 2
        return known - even, taken - even, message, answer

    def successors(self, state):
        known, taken, message, answer = state
        yield "send", self.after(known, taken, known % 2, answer), None, ()
        if message is not None:
            yield "lose the message", self.after(known, taken, None, answer), None, ()
            yield "receive", self.after(known, taken + (message == taken % 2), None, message), None, ()
        if answer is not None:
            yield "lose the answer", self.after(known, taken, message, None), None, ()
            yield "hear", self.after(known + (answer == known % 2), taken, message, None), None, ()

    def names(self, state):
        known, taken, message, answer = state
        return tuple(None if value is None else str(value) for value in (known % 2, taken % 2, message, answer, taken - known))

    def actions(self):
        return [("weak", "send"), ("strong", "receive"), ("strong", "hear")]

    def properties(self):
        def ahead(state):
            return state[1] - state[0]

        yield "each message is taken", "leads to", lambda s: ahead(s) == 0, lambda s: ahead(s) == 1
        yield "each message is acknowledged", "leads to", lambda s: ahead(s) == 1, lambda s: ahead(s) == 0
        yield "the channels may be empty", "recoverable", lambda s: s[2] is None and s[3] is None
        yield "one at a time", "step", lambda a, b: abs(ahead(b) - ahead(a)) <= 1
