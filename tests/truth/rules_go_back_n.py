"""Go-back-n: the first message that is not acknowledged, the next to be sent, both channels, and what the receiver has taken."""

from rows import Row, heads


class Rules:
    costs = ()
    invariants = (("in order", None),)
    forbids_deadlock = True

    def __init__(self, messages=4, window=2, numbers=3, room=2):
        self.messages, self.window, self.numbers, self.room = messages, window, numbers, room
        self.columns = heads(("first", None), ("next", None), ("frames", range(room)), ("acknowledged", range(room)), ("taken", range(messages)))

    def starts(self):
        return [(0, 0, (), (), ())]

    def goal(self, state):
        return state[0] == self.messages

    def ends(self, state):
        return False

    def violated(self, state):
        if state[4] != tuple(range(len(state[4]))):
            yield "in order"

    def successors(self, state):
        for text, after in (*self.by_sender(*state), *self.by_receiver(*state), *self.by_channels(*state)):
            yield text, after, None, ()

    def by_sender(self, first, following, frames, acks, taken):
        if following < self.messages and following - first < self.window and len(frames) < self.room:
            yield f"send {following}", (first, following + 1, (*frames, following), acks, taken)
        if following != first:
            yield "go back", (first, first, frames, acks, taken)
        if acks:
            known = first
            while known % self.numbers != acks[0]:
                known += 1
            yield "hear the acknowledgement", (known, max(following, known), frames, acks[1:], taken)

    def by_receiver(self, first, following, frames, acks, taken):
        if not frames or len(acks) == self.room:
            return
        seen = frames[0] % self.numbers
        if seen == len(taken) % self.numbers and len(taken) < self.messages:
            taken = (*taken, frames[0])
        yield f"receive {frames[0]}", (first, following, frames[1:], (*acks, len(taken) % self.numbers), taken)

    def by_channels(self, first, following, frames, acks, taken):
        if frames:
            yield f"lose {frames[0]}", (first, following, frames[1:], acks, taken)
        if acks:
            yield "lose the acknowledgement", (first, following, frames, acks[1:], taken)

    def names(self, state):
        first, following, frames, acks, taken = state
        row = Row()
        row.one(first)
        row.one(following)
        row.list(frames, self.room)
        row.list(acks, self.room)
        row.list(taken, self.messages)
        return row.all()
