"""Trees of expressions into Python functions of (state, locals).

The state is a sequence with one value a cell; locals are a list, each name with a slot of its own.
What names outside of an expression mean is asked of the puzzle: `puzzle.global_name(name)` answers
("constant", value), ("variable", Variable), ("define", Define) or None, `puzzle.type_named`
a Type or None, `puzzle.value_named` a value of an enumeration or None.
"""

from itertools import combinations, islice

from language import Mistake
from lists import ALGEBRA, INCLUSION, Listed, is_listed, ordered, part, place
from values import (BOOL, NONE, Enumeration, List, Subset, Table, Trouble, Undecided, Value, fit, holds, less, number,
                    present, rank, same, truth)

TYPE_WORDS = {"bool": BOOL}
LOOP_MOST = 5_000_000  # values; the program ends an evaluation after 50,000,000 steps
AGGREGATES = {"all", "any", "count", "sum", "min", "max"}


class Scope:
    """Names bound so far and their slots; `frame` counts the slots of one list of locals."""

    def __init__(self, names=None, frame=None):
        self.names = dict(names or {})
        self.frame = frame if frame is not None else [0]

    def inner(self):
        return Scope(self.names, self.frame)

    def bind(self, name):
        self.names[name] = self.frame[0]
        self.frame[0] += 1
        return self.names[name]

    def locals(self):
        return [None] * self.frame[0]


class Compiler:
    def __init__(self, puzzle):
        self.puzzle = puzzle

    def compile(self, tree, scope):
        form = tree[0]
        if form in ("+", "-", "*", "//", "%", "|", "&"):
            return self.arithmetic(tree, scope)
        if form == "range":
            raise Mistake(f"a {form} is no value")
        return getattr(self, "compile_" + form)(tree, scope)

    def condition(self, tree, scope):
        inner = self.compile(tree, scope)
        return lambda st, lo: truth(inner(st, lo))

    # ---- leaves ----

    def compile_number(self, tree, scope):
        value = fit(tree[1])
        return lambda st, lo: value

    def compile_string(self, tree, scope):
        value = tree[1]
        if len(value) != 1:
            raise Mistake(f"{value!r} is not one character")
        return lambda st, lo: value

    def compile_name(self, tree, scope):
        name = tree[1]
        if name in scope.names:
            slot = scope.names[name]
            return lambda st, lo: lo[slot]
        if name in ("true", "false"):
            return lambda st, lo: name == "true"
        meaning = self.puzzle.global_name(name)
        if meaning is None:
            value = self.puzzle.value_named(name)
            if value is None and name == "none":
                value = NONE
            if value is None:
                raise Mistake(f"unknown name {name}")
            return lambda st, lo: value
        what, thing = meaning
        if what == "constant":
            return lambda st, lo: thing
        if what == "define":
            return self.call_define(thing, [], scope)
        return self.cell(thing, [])

    def compile_dotted(self, tree, scope):
        _, name, member = tree
        of = self.puzzle.type_named(name)
        if of is None or not isinstance(of.form, Enumeration) or member not in of.form.named:
            raise Mistake(f"unknown value {name}.{member}")
        value = of.form.named[member]
        return lambda st, lo: value

    # ---- lists ----

    def compile_list(self, tree, scope):
        items = [self.compile(item, scope) for item in tree[1]]
        return lambda st, lo: List(item(st, lo) for item in items)

    def compile_at(self, tree, scope):
        whole, index = self.compile(tree[1], scope), self.compile(tree[2], scope)
        return lambda st, lo: place(whole(st, lo), number(index(st, lo)))

    def compile_slice(self, tree, scope):
        whole = self.compile(tree[1], scope)
        low, high = (self.compile(end, scope) if end else None for end in tree[2:])

        def some(st, lo):
            return part(whole(st, lo), low and number(low(st, lo)), high and number(high(st, lo)))

        return some

    def is_list_by_name(self, name, meaning, scope):
        """Whether brackets behind a name are those of a place: it is bound, defined, or a variable without indices."""
        if name in scope.names:
            return True
        return meaning is not None and (meaning[0] == "define" or (
            meaning[0] == "variable" and not meaning[1].index and isinstance(meaning[1].of, Listed)))

    # ---- variables and tables ----

    def compile_index(self, tree, scope):
        _, name, arguments = tree
        indices = [self.compile(a, scope) for a in arguments]
        meaning = self.puzzle.global_name(name)
        if self.is_list_by_name(name, meaning, scope) and len(indices) == 1:
            return self.compile_at(("at", ("name", name), arguments[0]), scope)
        if name in scope.names or meaning is None or meaning[0] == "define":
            raise Mistake(f"{name} cannot be indexed")
        what, thing = meaning
        if what == "variable":
            return self.cell(thing, indices)
        return lambda st, lo: thing.get([i(st, lo) for i in indices])

    def place(self, variable, indices, partly=False):
        """The number of a variable's cell; `partly`: of the first below these indices."""
        if len(indices) != len(variable.index) and not (partly and len(indices) < len(variable.index)):
            raise Mistake(f"{variable.name} takes {len(variable.index)} indices")
        first, pairs, below = variable.first, list(zip(indices, variable.index)), 1
        for of in variable.index[len(indices):]:
            below *= len(of.values)

        def find(st, lo):
            at = 0
            for index, of in pairs:
                at = at * len(of.values) + of.index(index(st, lo))
            return first + at * below

        return find

    def cell(self, variable, indices):
        find = self.place(variable, indices)

        def read(st, lo):
            if st is None:
                raise Mistake(f"{variable.name}: state cannot be read here")
            value = st[find(st, lo)]
            if value is None:
                raise Mistake(f"{variable.name} has no value yet")
            return value

        return read

    # ---- logic ----

    def compile_not(self, tree, scope):
        inner = self.condition(tree[1], scope)
        return lambda st, lo: not inner(st, lo)

    def compile_and(self, tree, scope):
        a, b = self.condition(tree[1], scope), self.condition(tree[2], scope)
        return lambda st, lo: a(st, lo) and b(st, lo)

    def compile_or(self, tree, scope):
        a, b = self.condition(tree[1], scope), self.condition(tree[2], scope)
        return lambda st, lo: a(st, lo) or b(st, lo)

    def compile_if(self, tree, scope):
        condition = self.condition(tree[1], scope)
        then, otherwise = self.compile(tree[2], scope), self.compile(tree[3], scope)
        return lambda st, lo: then(st, lo) if condition(st, lo) else otherwise(st, lo)

    def compile_compare(self, tree, scope):
        """a < b in c: each link holds, b is evaluated once."""
        first, links = self.compile(tree[1], scope), []
        for sign, right in tree[2]:
            if sign in ("in", "not in"):
                if right is not tree[2][-1][1]:
                    raise Mistake("nothing can follow `in`")
                links.append((self.membership(right, scope, sign == "in"), None))
            else:
                links.append((COMPARE[sign], self.compile(right, scope)))

        def compare(st, lo):
            left = first(st, lo)
            for test, right in links:
                if right is None:
                    return test(left, st, lo)
                value = right(st, lo)
                if not test(left, value):
                    return False
                left = value
            return True

        return compare

    def membership(self, tree, scope, wanted):
        contains = self.contains(tree, scope)
        return lambda value, st, lo: contains(value, st, lo) == wanted

    def contains(self, tree, scope):
        if tree[0] == "list":
            items = [self.compile(item, scope) for item in tree[1]]
            return lambda value, st, lo: any(same(value, item(st, lo)) for item in items)
        if tree[0] == "range":
            low, high = self.compile(tree[1], scope), self.compile(tree[2], scope)
            return lambda value, st, lo: value is not NONE and low(st, lo) <= number(value) and value <= high(st, lo)
        of = self.type_of(tree, scope)
        if of is not None:
            return lambda value, st, lo: of.position(value) >= 0
        inner = self.compile(tree, scope)

        def contains(value, st, lo):
            whole = inner(st, lo)
            if is_listed(whole):
                return holds(whole.members if isinstance(whole, Subset) else whole.items, value)
            if isinstance(whole, Table):
                return any(same(value, item) for item in whole.rows())
            raise Mistake("`in` needs a list, a range, a type or a set")

        return contains

    # ---- arithmetic ----

    def arithmetic(self, tree, scope):
        sign, a, b = tree[0], self.compile(tree[1], scope), self.compile(tree[2], scope)
        work = {
            "+": lambda x, y: x + y,
            "-": lambda x, y: x - y,
            "*": lambda x, y: x * y,
            "//": lambda x, y: x // y,
            "%": lambda x, y: x % y,
        }.get(sign)

        def calculate(st, lo):
            x, y = a(st, lo), b(st, lo)
            if sign in ALGEBRA and (work is None or is_listed(x) or is_listed(y)):
                return ALGEBRA[sign](x, y)
            x, y = number(x), number(y)
            if y == 0 and sign in ("//", "%"):
                raise Trouble("division by zero")
            return fit(work(x, y))

        return calculate

    def compile_negate(self, tree, scope):
        inner = self.compile(tree[1], scope)
        return lambda st, lo: fit(-number(inner(st, lo)))

    # ---- calls ----

    def compile_call(self, tree, scope):
        _, name, arguments = tree
        meaning = self.puzzle.global_name(name)
        if meaning and meaning[0] == "define":
            return self.call_define(meaning[1], arguments, scope)
        if name in ("rows", "cols", "len"):
            return self.measure(name, arguments, scope)
        values = [self.compile(a, scope) for a in arguments]
        if name in ("min", "max") and values:
            pick = least if name == "min" else most
            return lambda st, lo: pick([v(st, lo) for v in values])
        if name == "sorted" and len(values) == 1:
            return lambda st, lo: ordered(values[0](st, lo))
        if name == "abs" and len(values) == 1:
            return lambda st, lo: fit(abs(number(values[0](st, lo))))
        if name == "int" and len(values) == 1:
            return lambda st, lo: digit(values[0](st, lo))
        raise Mistake(f"unknown function {name} of {len(arguments)}")

    def measure(self, name, arguments, scope):
        if len(arguments) != 1:
            raise Mistake(f"{name} takes one argument")
        tree = arguments[0]
        of = self.type_of(tree, scope) if name == "len" else None
        if of is not None:
            count = fit(len(of.values))
            return lambda st, lo: count
        raw = None
        if tree[0] == "name" and tree[1] not in scope.names:
            raw = self.puzzle.raw_table(tree[1])
            sizes = self.puzzle.table_sizes(tree[1])
            if sizes and (name != "cols" or len(sizes) > 1):
                return lambda st, lo: sizes[name == "cols"]
        inner = (lambda st, lo: raw) if raw is not None else self.compile(tree, scope)

        def size(st, lo):
            table = inner(st, lo)
            if name == "len" and is_listed(table):
                return len(table.members if isinstance(table, Subset) else table.items)
            if not isinstance(table, Table):
                raise Mistake(f"{name} needs a list or a map")
            if name == "cols":
                return max((len(row) for row in table.data), default=0)
            return len(table)

        return size

    def call_define(self, define, arguments, scope):
        if len(arguments) != len(define.parameters):
            raise Mistake(f"{define.name} takes {len(define.parameters)} arguments")
        values = [self.compile(a, scope) for a in arguments]
        self.puzzle.compile_define(define)

        def call(st, lo):
            mine = define.scope.locals()
            for i, value in enumerate(values):
                mine[i] = value(st, lo)
            return define.body(st, mine)

        return call

    def compile_over(self, tree, scope):
        _, name, body, clauses = tree
        if name not in AGGREGATES:
            raise Mistake(f"{name} does not run over anything")
        inner = scope.inner()
        loop = self.loop(clauses, inner)
        value = self.compile(body, inner)
        values = lambda st, lo: (value(st, lo) for _ in loop(st, lo))
        if name == "all":
            return lambda st, lo: all(map(truth, values(st, lo)))
        if name == "any":
            return lambda st, lo: any(map(truth, values(st, lo)))
        if name == "count":
            return lambda st, lo: sum(map(truth, values(st, lo)))
        if name == "sum":
            return lambda st, lo: total(values(st, lo))
        pick = least if name == "min" else most
        return lambda st, lo: pick(list(values(st, lo)))

    # ---- what names run over ----

    def loop(self, clauses, scope, first=False):
        """A generator function: each of its steps has bound the names in `lo`."""
        levels = []
        for names, domain, condition in clauses:
            items = self.domain(domain, scope)
            slots = [scope.bind(n) for n in names]
            levels.append((items, slots, condition and self.condition(condition, scope)))

        def run(st, lo, level=0):
            if level == len(levels):
                yield
                return
            items, slots, condition = levels[level]
            for done, item in enumerate(items(st, lo)):
                if done > LOOP_MOST:
                    raise Trouble("a loop without an end")
                bind(lo, slots, item)
                if condition is None or condition(st, lo):
                    yield from run(st, lo, level + 1)

        return (lambda st, lo: islice(run(st, lo), 1)) if first else run

    def domain(self, tree, scope):
        if tree[0] == "range":
            low, high = self.compile(tree[1], scope), self.compile(tree[2], scope)
            return lambda st, lo: range(number(low(st, lo)), number(high(st, lo)) + 1)
        if tree[0] == "list":
            items = [self.item(item, scope) for item in tree[1]]
            return lambda st, lo: (item(st, lo) for item in items)
        if tree[0] == "call" and tree[1] == "subsets":
            return self.subsets(tree[2], scope)
        of = self.type_of(tree, scope)
        if of is not None:
            return lambda st, lo: of.values
        inner = self.compile(tree, scope)

        def items(st, lo):
            whole = inner(st, lo)
            if is_listed(whole):
                return whole.members if isinstance(whole, Subset) else whole.items
            if isinstance(whole, Table):
                return whole.rows()
            raise Mistake("a type, a range or a list is needed to choose from")

        return items

    def item(self, tree, scope):
        """One of a written list: a value, or a row of them."""
        if tree[0] != "list":
            return self.compile(tree, scope)
        cells = [self.compile(cell, scope) for cell in tree[1]]
        return lambda st, lo: tuple(cell(st, lo) for cell in cells)

    def subsets(self, arguments, scope):
        of = self.type_of(arguments[0], scope)
        if arguments[0][0] == "range":
            of = self.puzzle.type_term(arguments[0])
        if of is None or len(arguments) > 2:
            raise Mistake("subsets(TYPE, LOW..HIGH)")
        sizes = lambda st, lo: range(len(of.values) + 1)
        if len(arguments) == 2 and arguments[1][0] == "range":
            sizes = self.domain(arguments[1], scope)
        elif len(arguments) == 2:
            size = self.compile(arguments[1], scope)
            sizes = lambda st, lo: [number(size(st, lo))]

        def items(st, lo):
            wanted = sizes(st, lo)
            for size in range(len(of.values) + 1):
                if size in wanted:
                    yield from map(Subset, combinations(of.values, size))

        return items

    def type_of(self, tree, scope):
        """The type that a term names, or None."""
        if tree[0] == "name" and tree[1] not in scope.names:
            return TYPE_WORDS.get(tree[1]) or self.puzzle.type_named(tree[1])
        return None


def bind(lo, slots, item):
    if len(slots) == 1:
        lo[slots[0]] = item
        return
    if not isinstance(item, tuple) or len(item) != len(slots):
        raise Mistake("as many names as the row has values are needed")
    for slot, value in zip(slots, item):
        lo[slot] = value


def least(values):
    if not values:
        raise Trouble("min of nothing")
    return min(plain(values), key=rank)


def most(values):
    if not values:
        raise Trouble("max of nothing")
    return max(plain(values), key=rank)


def plain(values):
    """Undecided names decided by their neighbours; truth values are numbers here."""
    of = next((v.of for v in values if isinstance(v, Value)), None)
    values = [v.settle(of) if isinstance(v, Undecided) and of else v for v in values]
    return [int(v) if isinstance(v, bool) else v for v in values]


def total(values):
    result = 0
    for value in values:
        result = fit(result + number(value))
    return result


def digit(value):
    if not isinstance(value, str):
        raise Mistake("int() takes a character")
    if value not in "0123456789":
        raise Trouble(f"int({value!r}) is no number")
    return int(value)


def ordering(sign, single):
    """Of sets which is within which, of other values which is the lesser."""
    def compare(a, b):
        if not isinstance(a, Subset) and not isinstance(b, Subset):
            return single(a, b)
        return INCLUSION[sign](present(a), present(b))

    return compare


COMPARE = {
    "==": same,
    "!=": lambda a, b: not same(a, b),
    "<": ordering("<", less),
    ">": ordering(">", lambda a, b: less(b, a)),
    "<=": ordering("<=", lambda a, b: not less(b, a)),
    ">=": ordering(">=", lambda a, b: not less(a, b)),
}
