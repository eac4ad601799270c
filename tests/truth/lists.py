"""Lists and sets: the operators on their values, their types, and their columns in the database.  See values.py, compiler.py.

The members of a set are in the order of their type.  A literal `[a, b]` is a list; an operator with a set, or a variable that is
a set, turns it into one.
"""

import json
from itertools import compress, product

from language import Mistake
from values import NONE, List, Set, Subset, Trouble, Type, Undecided, Value, holds, items_of, present, rank, value_text

PLACES = 128  # at most, in a list
MEMBERS = 62  # at most, in a set


def to_list(value):
    if isinstance(value, Subset):
        raise Mistake("a set where a list is meant")
    return value if isinstance(value, List) else List(items_of(value))


def to_set(value):
    """The values without repeats, in order."""
    if isinstance(value, Subset):
        return value
    members = []
    for item in map(present, items_of(value)):
        if not holds(members, item):
            members.append(item)
    return Set(in_order(members))


def in_order(values):
    """The values in the order of their type, none last."""
    of = next((v.of for v in values if isinstance(v, Value)), None)
    values = [v.settle(of) if isinstance(v, Undecided) and of else v for v in values]
    if any(isinstance(v, Undecided) for v in values):
        return values  # names whose type is not known yet; their order is not asked for before it is
    return sorted(values, key=lambda v: (v is NONE, 0 if v is NONE else rank(v)))


def within(a, b):
    a, b = to_set(a), to_set(b)
    return all(holds(b.members, member) for member in a.members)


def is_listed(value):
    return isinstance(value, (List, Subset))


# ---- operators ----


def union(a, b):
    a, b = to_set(a), to_set(b)
    return Set(in_order([*a.members, *(m for m in b.members if not holds(a.members, m))]))


def both(a, b):
    a, b = to_set(a), to_set(b)
    return Set(m for m in a.members if holds(b.members, m))


def without(a, b):
    a, b = to_set(a), to_set(b)
    return Set(m for m in a.members if not holds(b.members, m))


def joined(a, b):
    return List(to_list(a).items + to_list(b).items)


ALGEBRA = {"+": joined, "-": without, "|": union, "&": both}

INCLUSION = {
    "<=": within,
    ">=": lambda a, b: within(b, a),
    "<": lambda a, b: within(a, b) and not within(b, a),
    ">": lambda a, b: within(b, a) and not within(a, b),
}


def place(value, index):
    """value[index]; a negative index counts from the end."""
    items = to_list(value).items
    if not -len(items) <= index < len(items):
        raise Trouble(f"[{index}] of a list of {len(items)}")
    return items[index]


def part(value, low, high):
    return List(to_list(value).items[low:high])


def ordered(value):
    return List(in_order(to_list(value).items))


# ---- types ----


class Listed:
    """What types of lists and of sets share; `of` is the type of their values."""

    optional = False

    def __init__(self, of):
        if not isinstance(of, Type):
            raise Mistake("a list has values, not lists")
        self.of, self.form = of, self

    def position(self, value):
        """-1 where the type cannot hold the value, as Type.position has it; else 0."""
        try:
            self.store(value)
        except Trouble:
            return -1
        return 0


class ListType(Listed):
    def __init__(self, of, most):
        super().__init__(of)
        if not 1 <= most <= PLACES:
            raise Mistake(f"a list has 1 to {PLACES} places")
        self.most = most

    def all_values(self):
        """The order is that of the first place, then of the next; the end is behind all values."""
        return self.lists_of(self.most)

    def lists_of(self, most):
        if not most:
            return [List([])]
        rest = self.lists_of(most - 1)
        return [List([value, *more.items]) for value in self.of.values for more in rest] + [List([])]

    def settle(self, value):
        return List(map(self.of.settle, to_list(value).items))

    def store(self, value):
        items = to_list(value).items
        if len(items) > self.most:
            raise Trouble(f"{len(items)} values in a list of {self.most}")
        return List(map(self.of.store, items))

    def columns(self, column):
        return [f"{column}_{at}" for at in range(self.most)]

    def cells(self, value):
        """Its columns' values; None is SQL's NULL, for none and behind the end."""
        known = [cell(item) for item in value.items]
        return known + [None] * (self.most - len(known))

    def json(self, value):
        return as_json(value.items)


class SetType(Listed):
    def __init__(self, of):
        super().__init__(of)
        if of.form is bool or of.optional:
            raise Mistake("a set is of names or of numbers")
        if len(of.values) > MEMBERS:
            raise Mistake(f"a set is of at most {MEMBERS} values")

    def all_values(self):
        """The order is that of the first value: the sets without it, then those with it; then of the next value."""
        values = self.of.values
        return [Set(compress(values, has)) for has in product((False, True), repeat=len(values))]

    def settle(self, value):
        return Set(map(self.of.settle, to_set(value).members))

    def store(self, value):
        return Set(sorted({self.of.store(member) for member in to_set(value).members}, key=self.of.position))

    def columns(self, column):
        return [f"{column}_{value_text(v)}" for v in self.of.values]

    def cells(self, value):
        return [value_text(member in value.members) for member in self.of.values]

    def json(self, value):
        return as_json(value.members)


def cell(value):
    return None if value is NONE else value_text(value)


def as_json(values):
    return json.dumps([v if type(v) is int else cell(v) for v in values], ensure_ascii=False, separators=(",", ":"))


def heads(columns, cells):
    """The columns of the database: single values, places and members first, then a column for each whole list or set."""
    found, behind = [], []
    for column, of in zip(columns, cells):
        if isinstance(of, Listed):
            found += of.columns(column)
            behind.append(column)
        else:
            found.append(column)
    return found + behind


def stored(state, cells):
    """A state's values in those columns."""
    found, behind = [], []
    for value, of in zip(state, cells):
        if isinstance(of, Listed):
            found += of.cells(value)
            behind.append(of.json(value))
        else:
            found.append(cell(value))
    return tuple(found + behind)
