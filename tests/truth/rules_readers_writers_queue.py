"""Readers and writers, served in turn: who reads, who writes, and the queue of pairs (actor, what it waits for)."""

from rows import Row, heads


class Rules:
    costs = ()
    invariants = (("nobody reads while one writes", None), ("one writes at a time", None))
    forbids_deadlock = True

    def __init__(self, n=3):
        self.actors = range(1, n + 1)
        self.columns = heads(("readers", self.actors), ("writers", self.actors), ("waiting", range(2 * n)), ("wants", range(2 * n)))

    def starts(self):
        return [(frozenset(), frozenset(), ())]

    def goal(self, state):
        return None

    def ends(self, state):
        return False

    def violated(self, state):
        readers, writers, _ = state
        if readers and writers:
            yield "nobody reads while one writes"
        if len(writers) > 1:
            yield "one writes at a time"

    def successors(self, state):
        readers, writers, queue = state
        for actor in self.actors:
            for action in ("read", "write"):
                if (actor, action) not in queue:
                    yield f"{actor} waits to {action}", (readers, writers, (*queue, (actor, action))), None, ()
        if queue and not writers:
            actor, action = queue[0]
            if action == "read":
                yield f"{actor} reads", (readers | {actor}, writers, queue[1:]), None, ()
            elif not readers:
                yield f"{actor} writes", (readers, writers | {actor}, queue[1:]), None, ()
        for actor in readers | writers:
            yield f"{actor} ends", (readers - {actor}, writers if actor in readers else writers - {actor}, queue), None, ()

    def names(self, state):
        readers, writers, queue = state
        row = Row()
        row.set(readers, self.actors)
        row.set(writers, self.actors)
        row.list([actor for actor, _ in queue], 2 * len(self.actors))
        row.list([action for _, action in queue], 2 * len(self.actors))
        return row.all()
