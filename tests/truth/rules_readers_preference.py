"""Readers and writers, where readers or writers come first: which of them are away, wait, or are in."""

WAITING, IN = 1, 2
STATES = ("away", "waiting")


class Rules:
    costs = ()
    invariants = (("writers are alone", None), ("nobody reads while one writes", None))
    forbids_deadlock = True

    def __init__(self, readers=2, writers=2, readers_first=True):
        self.sizes, self.readers_first = (readers, writers), readers_first
        self.columns = tuple(f"{kind}_{i + 1}" for kind, size in zip("rw", self.sizes) for i in range(size))

    def starts(self):
        return [tuple((0,) * size for size in self.sizes)]

    def goal(self, state):
        return None

    def ends(self, state):
        return False

    def violated(self, state):
        readers, writers = state
        if writers.count(IN) > 1:
            yield "writers are alone"
        if IN in readers and IN in writers:
            yield "nobody reads while one writes"

    def may_enter(self, kind, readers, writers):
        if kind == "writer":
            return IN not in readers and IN not in writers
        return IN not in writers and (self.readers_first or WAITING not in writers)

    def successors(self, state):
        for number, (kind, enter) in enumerate((("reader", "reads"), ("writer", "writes"))):
            for i, now in enumerate(state[number]):
                what = ("comes", enter, "leaves")[now]
                if what == enter and not self.may_enter(kind, *state):
                    continue
                after = list(state)
                after[number] = (*state[number][:i], (now + 1) % 3, *state[number][i + 1:])
                yield f"{kind} {i + 1} {what}", tuple(after), None, ()

    def names(self, state):
        return tuple((*STATES, inside)[now] for inside, states in zip(("reading", "writing"), state) for now in states)

    def actions(self):
        for kind, enter, size in zip(("reader", "writer"), ("reads", "writes"), self.sizes):
            for i in range(size):
                yield from (("weak", f"{kind} {i + 1} leaves"), ("strong", f"{kind} {i + 1} {enter}"))

    def properties(self):
        for number, (kind, what) in enumerate((("reader", "read"), ("writer", "write"))):
            for i in range(self.sizes[number]):
                yield (f"{kind} {i + 1} gets to {what}", "leads to", lambda s, k=number, i=i: s[k][i] == WAITING,
                       lambda s, k=number, i=i: s[k][i] == IN)
        yield "all may be away", "recoverable", lambda s: not any(s[0]) and not any(s[1])
