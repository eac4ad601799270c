"""Values, types and tables of the puzzle language.

Integers, truth values and characters are Python's own; enumerations, lists, sets and tables of
constants are here.  A name that several enumerations share stays undecided until it meets a value
or a type that decides.
"""

from language import Mistake


class Trouble(Exception):
    """A mistake that exploring ran into: an index out of range, an overflow."""


class NoStart(Trouble):
    """Every start breaks a rule."""


class Enumeration:
    def __init__(self, names, glyphs=None):
        glyphs = glyphs or names
        self.values = [Value(self, i, n, g) for i, (n, g) in enumerate(zip(names, glyphs))]
        self.named = {v.name: v for v in self.values}


class Value:
    __slots__ = ("of", "ordinal", "name", "glyph")

    def __init__(self, of, ordinal, name, glyph):
        self.of, self.ordinal, self.name, self.glyph = of, ordinal, name, glyph


class Nothing:
    """`none`, of any type."""


NONE = Nothing()


class Undecided:
    """A name of several enumerations."""

    def __init__(self, name, options):
        self.name, self.options = name, options

    def settle(self, of):
        if of not in self.options:
            raise Mistake(f"{self.name} is no value of that enumeration")
        return self.options[of]


class Subset:
    def __init__(self, members):
        self.members = tuple(members)

    def __eq__(self, other):
        return isinstance(other, Subset) and self.members == other.members

    def __hash__(self):
        return hash(self.members)

    def text(self, text_of):
        return ", ".join(map(text_of, self.members))


class Set(Subset):
    """A variable has one, and set algebra makes one: it is shown in brackets, and what `subsets` gives is not."""

    def text(self, text_of):
        return f"[{', '.join(map(text_of, self.members))}]"


class List:
    def __init__(self, items):
        self.items = tuple(items)

    def __eq__(self, other):
        return isinstance(other, List) and self.items == other.items

    def __hash__(self):
        return hash(self.items)

    def text(self, text_of):
        return f"[{', '.join(map(text_of, self.items))}]"


class Type:
    """Some values in an order; `values` is a range or a list."""

    def __init__(self, form, values, optional=False):
        self.form, self.values = form, [*values, NONE] if optional else values  # form: int, bool, or an Enumeration
        self.optional = optional
        values = self.values
        if isinstance(values, range) and values.stop - values.start >= 2**64:
            raise Mistake("more values than can be counted")
        if not isinstance(values, range):
            self.places = {v: i for i, v in enumerate(values)}

    def all_values(self):
        """What `any` in a start stands for, in order."""
        return self.values

    def settle(self, value):
        """The value as one of this kind, whether or not it is in the type."""
        if value is NONE:
            return value
        if isinstance(self.form, Enumeration):
            if isinstance(value, Undecided):
                value = value.settle(self.form)
            if not isinstance(value, Value) or value.of is not self.form:
                raise Mistake(f"{value_text(value)} is of another kind")
        elif self.form is bool:
            if type(value) is not bool:
                raise Mistake(f"{value_text(value)} is no truth value")
        elif type(value) not in (int, bool):
            raise Mistake(f"{value_text(value)} is no number")
        return int(value) if self.form is int else value

    def value_named(self, name):
        """The enumeration's value of that name, or None."""
        return self.form.named.get(name) if isinstance(self.form, Enumeration) else None

    def position(self, value):
        """Where the value stands in the type's order; -1: nowhere."""
        value = self.settle(value)
        if value is NONE and not self.optional:
            return -1
        if isinstance(self.values, range):
            return value - self.values.start if value in self.values else -1
        return self.places.get(value, -1)

    def index(self, value):
        at = self.position(value)
        if at < 0:
            raise Trouble(f"index {value_text(value)} is out of range")
        return at

    def store(self, value):
        value = self.settle(value)
        if self.position(value) < 0:
            raise Trouble(f"{value_text(value)} is out of range")
        return value


BOOL = Type(bool, [False, True])


class Table:
    """Constants: nested lists and dicts; the first levels may be indexed by types."""

    def __init__(self, data, types=()):
        self.data, self.types = data, tuple(types)

    def __len__(self):
        return len(self.data)

    def get(self, indices):
        data = self.data
        for i, index in enumerate(indices):
            if i < len(self.types):
                data = data[self.types[i].index(index)]
            elif isinstance(data, dict):
                data = data[self.key(data, index)]
            elif isinstance(data, list):
                if type(index) is not int:
                    raise Mistake("a list is indexed by numbers")
                if not 0 <= index < len(data):
                    raise Trouble(f"index {index} is out of range")
                data = data[index]
            else:
                raise Mistake("too many indices")
        if data is None:
            raise Trouble("this constant is not given")
        return Table(data, self.types[len(indices):]) if isinstance(data, (list, dict)) else data

    @staticmethod
    def key(data, index):
        for key in data:
            if type(key) is type(index) and key == index:
                return key
            if isinstance(key, Undecided) and isinstance(index, Value):
                if key.options.get(index.of) is index:
                    return key
            if isinstance(index, Undecided) and isinstance(key, Value):
                if index.options.get(key.of) is key:
                    return key
        raise Trouble(f"index {value_text(index)} is out of range")

    def rows(self):
        """What a name runs over."""
        data = list(self.data.values()) if isinstance(self.data, dict) else self.data
        return [tuple(row) if isinstance(row, list) else row for row in data]


# ---- kinds ----


def value_text(value):
    """A value as moves and columns have it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (Value, Undecided)):
        return value.name
    if isinstance(value, (Subset, List)):
        return value.text(value_text)
    if value is NONE:
        return "none"
    return str(value)


def shown(value):
    """A value as `show` has it."""
    if isinstance(value, (Subset, List)):
        return value.text(shown)
    return value.glyph if isinstance(value, Value) else value_text(value)


def together(a, b):
    """Two values of one kind."""
    if isinstance(a, Undecided) and isinstance(b, Value):
        a = a.settle(b.of)
    if isinstance(b, Undecided) and isinstance(a, Value):
        b = b.settle(a.of)
    if type(a) is not type(b) or isinstance(a, Undecided):
        raise Mistake(f"{value_text(a)} and {value_text(b)} are not of one kind")
    if isinstance(a, Value) and a.of is not b.of:
        raise Mistake(f"{value_text(a)} and {value_text(b)} are of two enumerations")
    return a, b


def same(a, b):
    if a is NONE or b is NONE:
        return a is b
    if type(a) is int is type(b):
        return a == b
    if isinstance(a, (Subset, List)) or isinstance(b, (Subset, List)):
        return same_listed(a, b)
    if isinstance(a, Undecided) and isinstance(b, Undecided) and set(a.options) & set(b.options):
        return a.name == b.name  # of one kind, whichever that is
    a, b = together(a, b)
    return a == b


def same_listed(a, b):
    """Two lists place by place; a set and a set or a list by their members."""
    if isinstance(a, Subset) or isinstance(b, Subset):
        a, b = items_of(a), items_of(b)
        return all(holds(b, item) for item in a) and all(holds(a, item) for item in b)
    a, b = items_of(a), items_of(b)
    return len(a) == len(b) and all(map(same, a, b))


def holds(items, value):
    return any(same(item, value) for item in items)


def items_of(value):
    """What is in a list, a set, or a row of constants."""
    if isinstance(value, Subset):
        return value.members
    if isinstance(value, List):
        return value.items
    if isinstance(value, Table) and not any(isinstance(row, tuple) for row in value.rows()):
        return tuple(value.rows())
    raise Mistake(f"{value_text(present(value))} is neither a list nor a set")


def rank(value):
    """Something that orders values of one kind."""
    present(value)
    if isinstance(value, Value):
        return value.ordinal
    if isinstance(value, (int, str)):
        return value
    raise Mistake(f"{value_text(value)} has no order")


def present(value):
    if value is NONE:
        raise Trouble("this is none")
    return value


def less(a, b):
    present(a), present(b)
    if type(a) in (int, bool) and type(b) in (int, bool):
        return a < b
    a, b = together(a, b)
    return rank(a) < rank(b)


def truth(value):
    present(value)
    if type(value) is not bool:
        raise Mistake(f"{value_text(value)} is no truth value")
    return value


def number(value):
    present(value)
    if type(value) not in (int, bool):
        raise Mistake(f"{value_text(value)} is no number")
    return int(value)


def fit(value):
    if not -(2**63) <= value < 2**63:
        raise Trouble("overflow")
    return value
