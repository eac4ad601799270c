"""Rows of the database for rules written by hand whose states have lists and sets.

A list has a column for each place, NULL behind the end, a set one for each value; behind all of them stands each as an array of JSON.
"""

import json


class Row:
    """Filled in the order of the puzzle's variables: row.one(value), row.list(values, places), row.set(members, values)."""

    def __init__(self):
        self.found, self.behind = [], []

    def one(self, value):
        self.found.append(None if value is None else str(value))

    def list(self, values, places):
        self.found += [*map(str, values), *[None] * (places - len(values))]
        self._json(values)

    def set(self, members, values):
        self.found += ["true" if v in members else "false" for v in values]
        self._json([v for v in values if v in members])

    def _json(self, values):
        self.behind.append(json.dumps(list(values), separators=(",", ":")))

    def all(self):
        return tuple(self.found + self.behind)


def heads(*variables):
    """The names of the columns: of each variable (name, its places or values, or None)."""
    found = [f"{name}_{place}" if places is not None else name for name, places in variables for place in ([0] if places is None else places)]
    return tuple(found + [name for name, places in variables if places is not None])
