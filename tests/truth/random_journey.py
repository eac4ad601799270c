"""Random programs of choices, guards, cuts and nested journeys, each written out twice: as journey_programs.c reads them, and as clauses of
Prolog (journey_programs.pl has what they call).

A program is a list of procedures, a procedure a list of statements, a statement a tuple: its word, then expressions, numbers and lists of
statements as the word has them.  A procedure that is called directly stands in the clause of its caller, so that a cut in it is the
caller's; one that is called by a nested journey is a predicate of its own.

Every program ends: a procedure calls those behind it, or any if it counts up to a bound first (tick, and a guard).
"""

import random

TICKS = 3  # the variable that only grows
VARIABLES = 4
LABELS = ["go", "hop", "lift", "drop", "turn"]
INLINE_MOST = 60  # statements of a clause
CALLS = {"call": [1], "once": [1], "any": [1], "none": [1], "or_else": [1, 2], "whether": [1], "count": [2], "all": [2], "first": [2],
         "min": [2], "max": [2], "sum": [2], "groups": [2], "repeat": [2], "until": [2], "tabled": [1], "tabled_best": [1], "cheapest": [1], "interleave": [1, 2, 3]}  # which of their parts are procedures
LISTS = {"if": [2, 3], "whether": [2, 3]}  # and which are lists of statements
PLAIN = ["set", "choose", "from", "bit", "subset", "permutation", "guard", "fail", "cut", "move", "bound", "tick", "if"]
NESTED = ["call", "call", "once", "any", "none", "or_else", "or_else", "or_else", "whether", "count", "all", "first", "min", "max", "sum", "groups",
          "cheapest", "repeat", "repeat", "until", "tabled", "tabled_best"]


def words():
    return [*PLAIN, *CALLS]


class Program:
    def __init__(self, number, start, procedures, recursive=(), variant=""):
        self.number, self.start, self.procedures = number, start, procedures
        self.recursive = recursive  # procedures that are only called from tables, and may meet themselves; the others come before them
        self.name = f"p{number}{variant}"

    def text(self):
        """As journey_programs.c reads it."""
        lists = [c_list(body) for body in self.procedures]
        return "\n".join([f"program {self.name} {self.number} {' '.join(map(str, self.start))} {len(lists)}", *lists]) + "\n"

    def clauses(self):
        """In Prolog."""
        return "\n".join(Clause(self, number).text() for number in sorted(reached(self.procedures)))

    def in_order(self):
        """Whether Prolog gives the answers in the order of the journey: its tables have another one, and alternatives follow each other."""
        used = reached(self.procedures)
        return not set(self.recursive) & used and all(s[0] != "interleave" for number in used for s in statements(self.procedures[number]))

    def has_tables(self):
        return any(s[0] in ("tabled", "tabled_best") for number in reached(self.procedures) for s in statements(self.procedures[number]))

    def moves_vary(self):
        """Whether a cheapest way of some is made, by chance one of several: of recursive tables the order of discovery is not known."""
        return any(s[0] == "tabled_best" and s[1] in self.recursive for number in reached(self.procedures)
                   for s in statements(self.procedures[number]))

    def goal(self):
        most = 20000000 if self.in_order() else 2000000  # inferences
        return f"run({self.name}, {self.name}_0, s({', '.join(map(str, self.start))}), {most})"

    def size(self):
        return sum(size_of(self.procedures[number]) for number in reached(self.procedures))

    def but(self, procedures, variant=""):
        return Program(self.number, self.start, procedures, self.recursive, variant)

    def smaller(self):
        """Programs with a part less."""
        used = reached(self.procedures)
        bodies = ((at, body) for at, old in enumerate(self.procedures) if at in used for body in smaller(old))
        return [self.but([body if i == at else old for i, old in enumerate(self.procedures)], f"_{number}")
                for number, (at, body) in enumerate(bodies)]


# ---- what a program consists of ----------------------------------------------------------------------------------------------------------

def size_of(body):
    return sum(1 + sum(size_of(s[i]) for i in LISTS.get(s[0], [])) for s in body)


def statements(body):
    for s in body:
        yield s
        for i in LISTS.get(s[0], []):
            yield from statements(s[i])


def called(body):
    return {s[i] for s in statements(body) for i in CALLS.get(s[0], [])}


def reached(procedures):
    """The procedures that the first one comes to."""
    seen, left = set(), [0]
    while left:
        number = left.pop()
        if number not in seen:
            seen.add(number)
            left += called(procedures[number])
    return seen


def without(body, word):
    """The body without the statements of that word."""
    return [tuple(without(part, word) if i in LISTS.get(s[0], []) else part for i, part in enumerate(s)) for s in body if s[0] != word]


def smaller(body):
    """The body without one of its statements, or with one part of it in its place."""
    for i, s in enumerate(body):
        yield body[:i] + body[i + 1:]
        for part in LISTS.get(s[0], []):
            yield body[:i] + s[part] + body[i + 1:]
            for less in smaller(s[part]):
                yield body[:i] + [s[:part] + (less,) + s[part + 1:]] + body[i + 1:]


# ---- random ones ---------------------------------------------------------------------------------------------------------------------------

class Maker:
    def __init__(self, seed):
        self.r = random.Random(f"journey {seed}")
        self.count = self.r.randrange(3, 9)
        self.modulus = self.r.randrange(3, 6)
        self.ticking = [self.r.random() < 0.4 for _ in range(self.count)]  # counts up, so that a loop of it ends
        self.bounded = [ticks and self.r.random() < 0.6 for ticks in self.ticking]  # up to a bound, so that it may call any
        self.sizes = [0] * self.count  # of the bodies with those that they call directly

    def variable(self):
        return self.r.randrange(TICKS)

    def operand(self):
        return ("v", self.r.randrange(VARIABLES)) if self.r.random() < 0.75 else self.r.randrange(self.modulus)

    def value(self):
        """An expression of 0 to modulus - 1."""
        if self.r.random() < 0.2:
            return self.r.randrange(self.modulus)
        return ("%", (self.r.choice("++-*"), self.operand(), self.operand()), self.modulus)

    def few(self, most):
        """One of 0 to most, mostly not 0."""
        if self.r.random() < 0.9:
            return self.r.randrange(1, most + 1)
        return ("%", ("+", self.operand(), self.operand()), most + 1)

    def condition(self, deep=1):
        if deep and self.r.random() < 0.25:
            return (self.r.choice("&|"), self.condition(0), self.condition(0))
        if self.r.random() < 0.3:
            return (self.r.choice("=!"), ("%", ("+", self.operand(), self.operand()), 2), self.r.randrange(2))
        return (self.r.choice("<!!!="), self.operand(), self.value() if self.r.random() < 0.5 else self.operand())

    def choice(self):
        to, kind = self.variable(), self.r.choice(["choose"] * 4 + ["from"] * 2 + ["bit"] * 2 + ["subset", "permutation"])
        if kind == "choose":
            return (kind, to, self.few(3))
        if kind == "from":
            low = self.operand()
            return (kind, to, low, ("+", low, self.few(2)) if self.r.random() < 0.9 else self.value())
        if kind == "bit":
            return (kind, to, self.r.randrange(1, 16) if self.r.random() < 0.5 else ("%", ("+", self.operand(), self.r.randrange(1, 16)), 16))
        if kind == "subset":
            count = self.r.randrange(1, 4)
            return (kind, to, count, self.r.randrange(2), self.r.randrange(1, count + 1))
        return (kind, to, self.r.choice([0, 1, 2, 2, 3]))

    def callee(self, at, ticking=False):
        first = 0 if self.bounded[at] else at + 1
        among = [k for k in range(first, self.count) if self.ticking[k] or not ticking]
        return self.r.choice(among) if among else None

    def nested(self, at):
        word = self.r.choice(NESTED)
        first, second = self.callee(at, word == "until"), self.callee(at)
        if first is None or second is None:
            return self.choice()
        if word == "call":
            behind = [k for k in range(at + 1, self.count) if self.sizes[k] < INLINE_MOST // 4]
            return (word, self.r.choice(behind)) if behind else self.choice()
        if word == "or_else":
            return (word, first, second)
        if word == "whether":
            return (word, first, self.body(at, 1), self.body(at, 1))
        if word in ("count", "all", "min", "max", "sum"):
            return (word, self.variable(), first, self.modulus)
        if word in ("first", "groups"):
            return (word, self.variable(), first, self.modulus, self.r.randrange(1, 4))
        if word == "repeat":
            return (word, self.few(3), first)
        if word == "until":
            return (word, self.r.randrange(12), first)
        return (word, first)

    def statement(self, at, deep):
        kind = self.r.random()
        if kind < 0.30:
            return self.choice()
        if kind < 0.38:
            return ("guard", self.condition()) if deep == 0 or self.r.random() < 0.5 else self.choice()
        if kind < 0.46:
            return ("cut",)
        if kind < 0.53:
            return ("move", self.r.randrange(len(LABELS)), self.r.randrange(-2, 6)) if self.r.random() < 0.8 else ("bound", self.few(2))
        if kind < 0.60:
            return ("set", self.variable(), self.value())
        if kind < 0.67 and deep:
            return ("if", self.condition(), self.body(at, deep - 1), self.body(at, deep - 1))
        if kind < 0.69:
            return ("fail",) if deep == 0 else ("tick",)
        return self.nested(at)

    def body(self, at, deep):
        return [self.statement(at, deep) for _ in range(self.r.randrange(3))]

    def procedure(self, at):
        before = [("guard", ("<", ("v", TICKS), self.r.randrange(1, 4)))] * self.bounded[at] + [("tick",)] * self.ticking[at]
        body = before + [self.choice()] * (at == 0 or self.r.random() < 0.5)
        body += [self.statement(at, 1) for _ in range(self.r.randrange(1, 5) + 2 * (at == 0))]
        self.sizes[at] = size_of(body) + sum(self.sizes[s[1]] for s in statements(body) if s[0] == "call")
        return body

    def program(self, number):
        bodies = {at: self.procedure(at) for at in reversed(range(self.count))}
        start = [self.r.randrange(self.modulus) for _ in range(TICKS)] + [0]
        return Program(number, start, [bodies[at] for at in range(self.count)])


class TablesMaker(Maker):
    """Programs around recursive tables: what they do with the results does not depend on their order."""

    AROUND = ["call", "any", "none", "or_else", "whether", "count", "min", "max", "sum", "repeat", "tabled", "tabled", "tabled_best"]

    def __init__(self, seed):
        super().__init__(seed)
        self.modulus = self.r.choice([2, 2, 3])
        self.outside = self.r.randrange(1, 4)  # so many procedures come before the recursive ones
        self.count = self.outside + self.r.randrange(1, 4)
        self.ticking = self.bounded = [False] * self.count
        self.tables = self.r.choice([["tabled"], ["tabled_best"], ["tabled", "tabled_best"]])

    def a_table(self):
        return (self.r.choice(self.tables), self.r.randrange(self.outside, self.count))

    def choice(self):
        to, kind = self.variable(), self.r.choice(["choose", "choose", "from", "bit"])
        if kind == "choose":
            return (kind, to, self.r.randrange(1, self.modulus + 1))
        if kind == "from":
            return (kind, to, self.r.randrange(self.modulus), self.r.randrange(1, self.modulus))
        return (kind, to, self.r.randrange(1, 1 << self.modulus))

    def nested(self, at):
        word = self.r.choice(self.AROUND)
        among = range(at + 1, self.outside)
        if word in ("tabled", "tabled_best") and (not among or self.r.random() < 0.8):
            return self.a_table()
        if not among:
            return self.choice()
        first, second = self.r.choice(among), self.r.choice(among)
        if word == "or_else":
            return (word, first, second)
        if word == "whether":
            return (word, first, self.body(at, 1), self.body(at, 1))
        if word in ("count", "min", "max", "sum"):
            return (word, self.variable(), first, self.modulus)
        return (word, self.few(2), first) if word == "repeat" else (word, first)

    def statement(self, at, deep):
        statement = super().statement(at, deep)
        return self.a_table() if statement[0] in ("cut", "tick", "bound") else statement

    def step(self, deep=1):
        """A statement of a recursive procedure: monotone, over finitely many states."""
        kind = self.r.random()
        if kind < 0.25:
            return ("set", self.variable(), self.value())
        if kind < 0.40:
            return self.choice()
        if kind < 0.50:
            return ("guard", self.condition())
        if kind < 0.60 and deep:
            return ("if", self.condition(), self.steps(deep - 1), self.steps(deep - 1))
        if kind < 0.65:
            return ("any", self.r.randrange(self.count, 2 * self.count - self.outside))
        if kind < 0.70:
            return ("move", self.r.randrange(len(LABELS)), self.r.randrange(6))
        return self.a_table()

    def steps(self, deep=1):
        return [self.step(deep) for _ in range(self.r.randrange(3))]

    def procedure(self, at):
        """A recursive one has alternatives, of which one at least calls no table."""
        if at < self.outside:
            return [self.choice(), *[self.statement(at, 1) for _ in range(self.r.randrange(3))], self.a_table()]
        by = self.variable()
        plain = [("set", self.variable(), self.value()), *[self.choice()] * self.r.randrange(2)]
        alternatives = [plain, *[self.steps() + [self.a_table()] + self.steps() for _ in range(self.r.randrange(1, 3))]]
        self.r.shuffle(alternatives)
        body = alternatives.pop()
        for number, other in enumerate(alternatives):
            body = [("if", ("=", ("v", by), number), other, body)]
        return [("choose", by, len(alternatives) + 1), *body]

    def program(self, number):
        """Behind the others stand procedures that only call a table: what asks them for any result does not nest without end."""
        made = super().program(number)
        made.procedures += [[("tabled", at)] for at in range(self.outside, self.count)]
        made.recursive = tuple(range(self.outside, len(made.procedures)))
        return made


class TurnsMaker(Maker):
    """Programs whose first procedure takes alternatives in turn; it does nothing that depends on the order of results."""

    def procedure(self, at):
        if at:
            return super().procedure(at)
        alternatives = [self.r.randrange(1, self.count) for _ in range(3)]
        around = [("move", 0, 1), ("set", self.variable(), self.value()), ("guard", self.condition())]
        return [self.choice(), self.r.choice(around), ("interleave", *alternatives), self.r.choice(around)]

    def callee(self, at, ticking=False):
        """Not the first: its order is not known."""
        first = 1 if self.bounded[at] else at + 1
        among = [k for k in range(first, self.count) if self.ticking[k] or not ticking]
        return self.r.choice(among) if among else None


def make(seed):
    """The program of that seed."""
    kind = TablesMaker if seed % 4 == 0 else TurnsMaker if seed % 16 == 1 else Maker
    made = kind(seed).program(seed)
    if seed % 32 == 1 or seed % 5 == 0:  # so that its results can be the moves of a model
        made = made.but([without(body, "move") for body in made.procedures])
    return made


# ---- as journey_programs.c reads it ----------------------------------------------------------------------------------------------------------

def c_expression(e):
    if isinstance(e, int):
        return str(e)
    if e[0] == "v":
        return f"v{e[1]}"
    return f"{e[0]} {c_expression(e[1])} {c_expression(e[2])}"


def c_part(part):
    return c_list(part) if isinstance(part, list) else c_expression(part)


def c_list(body):
    return "[ " + " ".join(" ".join([s[0], *map(c_part, s[1:])]) for s in body) + " ]"


# ---- as Prolog ---------------------------------------------------------------------------------------------------------------------------------

COMPARED = {"<": "<", "=": "=:=", "!": "=\\=", "&": ",", "|": ";"}
COMPUTED = {"+": "+", "-": "-", "*": "*", "%": "mod"}


class Clause:
    """A procedure as one clause, name(S0, S, M0, M): from a state and the moves made to those behind it.  `self.now` are the variables of
    Prolog that hold the four numbers, `self.moves` the one that holds the moves."""

    def __init__(self, program, number):
        self.program, self.number, self.made = program, number, 0

    def fresh(self):
        self.made += 1
        return f"X{self.made}"

    def predicate(self, number):
        return f"{self.program.name}_{number}"

    def text(self):
        self.now, self.moves = [self.fresh() for _ in range(VARIABLES)], self.fresh()
        if self.number in self.program.recursive:
            return self.table()
        head, first = self.state(), self.moves
        goals = self.goals(self.program.procedures[self.number])
        return f"{self.predicate(self.number)}({head}, {self.state()}, {first}, {self.moves}) :- {', '.join(goals or ['true'])}."

    def table(self):
        """Its answers are states, without moves; of another predicate the least cost of each."""
        return self.table_of("2", "") + "\n" + self.table_of("(_, _, min)", ", C")

    def table_of(self, arguments, cost):
        self.now, self.moves = [self.fresh() for _ in range(VARIABLES)], "m(0,[],j(none,no))"
        head, name = self.state(), self.predicate(self.number)
        goals = self.goals(self.program.procedures[self.number]) + [f"{self.moves} = m(C, _, _)"] * bool(cost)
        table = name + (arguments if cost else "/" + arguments)
        return f":- table {table}.\n{name}({head}, {self.state()}{cost}) :- {', '.join(goals or ['true'])}."

    def state(self):
        return f"s({','.join(self.now)})"

    def expression(self, e):
        if isinstance(e, int):
            return str(e)
        if e[0] == "v":
            return self.now[e[1]]
        return f"({self.expression(e[1])} {COMPUTED[e[0]]} {self.expression(e[2])})"

    def condition(self, e):
        inside = self.condition if e[0] in "&|" else self.expression
        return f"({inside(e[1])} {COMPARED[e[0]]} {inside(e[2])})"

    def goals(self, body):
        return [goal for s in body for goal in getattr(self, s[0])(*s[1:])]

    def assigned(self, to):
        """A new variable of Prolog for that number of the state."""
        self.now = self.now[:]
        self.now[to] = self.fresh()
        return self.now[to]

    def apart(self, number):
        """A nested journey whose results are not kept."""
        return self.results(number, "_")

    def results(self, number, to, moves=None):
        """The results of a nested journey from the present state: the states, and the moves."""
        moves = moves or self.fresh()
        return f"nested({self.predicate(number)}, {self.state()}, {to}, {moves})"

    def onwards(self, *wrapped):
        """Calls, alternatives to each other, that go from the present state to one new one."""
        before, moves = self.state(), self.moves
        self.now, self.moves = [self.fresh() for _ in range(VARIABLES)], self.fresh()
        return [f"{self.predicate(number)}({before}, {self.state()}, {moves}, {self.moves})" for number in wrapped]

    def branches(self, condition, yes, no):
        before, moves = self.now, self.moves
        ends = []
        for body in (yes, no):
            self.now, self.moves = before, moves
            ends.append((self.goals(body), self.now, self.moves))
        self.now, self.moves = [self.fresh() for _ in range(VARIABLES)], self.fresh()
        texts = [", ".join([*goals, f"{self.state()} = s({','.join(now)})", f"{self.moves} = {last}"]) for goals, now, last in ends]
        return [f"( {condition} -> {texts[0]} ; {texts[1]} )"]

    def set(self, to, value):
        text = self.expression(value)
        return [f"{self.assigned(to)} is {text}"]

    def choose(self, to, count):
        text = self.expression(count)
        return [f"choose({text}, {self.assigned(to)})"]

    def __getattr__(self, word):
        return getattr(self, "_" + word)

    def _from(self, to, low, high):
        texts = self.expression(low), self.expression(high)
        return [f"from({texts[0]}, {texts[1]}, {self.assigned(to)})"]

    def bit(self, to, bits):
        text = self.expression(bits)
        return [f"bit({text}, {self.assigned(to)})"]

    def subset(self, to, count, least, most):
        return [f"subset({count}, {least}, {most}, {self.assigned(to)})"]

    def permutation(self, to, count):
        return [f"ordering({count}, {self.assigned(to)})"]

    def guard(self, condition):
        return [f"( {self.condition(condition)} -> true )"]  # once, though either of two may hold

    def fail(self):
        return ["fail"]

    def cut(self):
        return ["!"]

    def move(self, label, cost):
        before, self.moves = self.moves, self.fresh()
        return [f"move({LABELS[label]}, {cost}, {before}, {self.moves})"]

    def tick(self):
        return self.set(TICKS, ("+", ("v", TICKS), 1))

    def _if(self, condition, yes, no):
        return self.branches(self.condition(condition), yes, no)

    def call(self, number):
        return self.goals(self.program.procedures[number])

    def once(self, number):
        return self.one([number], "once({})")

    def cheapest(self, number):
        return self.one([number], "cheapest({})")

    def one(self, numbers, of):
        """A result of one of these nested journeys, with its moves."""
        before, made = self.moves, self.fresh()
        now, self.moves = [self.fresh() for _ in range(VARIABLES)], self.fresh()
        goal = of.format(" ; ".join(self.results(number, f"s({','.join(now)})", made) for number in numbers))
        self.now = now
        return [goal, f"adopted({made}, {before}, {self.moves})"]

    def bound(self, least):
        return [f"bound({self.expression(least)}, {self.moves})"]

    def tabled(self, number):
        before, self.now = self.state(), [self.fresh() for _ in range(VARIABLES)]
        if number in self.program.recursive:
            return [f"{self.predicate(number)}({before}, {self.state()})"]
        return [f"different({self.predicate(number)}, {before}, {self.state()})"]

    def tabled_best(self, number):
        before, made, moves = self.state(), self.fresh(), self.moves
        self.now, self.moves = [self.fresh() for _ in range(VARIABLES)], self.fresh()
        if number in self.program.recursive:
            cost = self.fresh()
            best = f"{self.predicate(number)}({before}, {self.state()}, {cost}), {made} = m({cost}, [], none)"
        else:
            best = f"least({self.predicate(number)}, {before}, {self.state()}, {made})"
        return [best, f"adopted({made}, {moves}, {self.moves})"]

    def any(self, number):
        if number in self.program.recursive:
            return [f"{self.predicate(number)}({self.state()}, _)"]  # \\+ waits for no table that is not complete
        return [f"\\+ \\+ {self.apart(number)}"]

    def none(self, number):
        return [f"\\+ {self.apart(number)}"]

    def or_else(self, number, other):
        tested = self.apart(number)  # by a nested journey, whose bounds are its own
        first, second = self.onwards(number, other)
        return [f"( \\+ \\+ {tested} -> {first} ; {second} )"]

    def interleave(self, *numbers):
        return self.one(numbers, "( {} )")  # each alternative is a journey of its own

    def whether(self, number, yes, no):
        return self.branches(f"\\+ \\+ {self.apart(number)}", yes, no)

    def count(self, to, number, modulus):
        goal, counted = self.apart(number), self.fresh()
        return [f"aggregate_all(count, {goal}, {counted})", f"{self.assigned(to)} is {counted} mod {modulus}"]

    def aggregate(self, kind, to, number, modulus):
        one, value, result = self.fresh(), self.fresh(), self.fresh()
        goal = f"{self.results(number, one)}, value({one}, {value})"
        return [f"aggregate_all({kind}({value}), ({goal}), {result})", f"{self.assigned(to)} is {result} mod {modulus}"]

    def min(self, *parts):
        return self.aggregate("min", *parts)

    def max(self, *parts):
        return self.aggregate("max", *parts)

    def sum(self, *parts):
        return self.aggregate("sum", *parts)

    def groups(self, to, number, modulus, most):
        one, found = self.fresh(), self.fresh()
        return [f"findall({one}, {self.results(number, one)}, {found})",
                f"grouped({found}, {most}, {modulus}, {self.assigned(to)})"]

    def all(self, to, number, modulus):
        return self.found(to, number, modulus, "{}")

    def first(self, to, number, modulus, most):
        return self.found(to, number, modulus, f"limit({most}, {{}})")

    def found(self, to, number, modulus, among):
        one, found = self.fresh(), self.fresh()
        goal = among.format(self.results(number, one))
        return [f"findall({one}, {goal}, {found})", f"hashed({found}, {modulus}, {self.assigned(to)})"]

    def repeat(self, count, number):
        text, before, moves = self.expression(count), self.state(), self.moves
        self.now, self.moves = [self.fresh() for _ in range(VARIABLES)], self.fresh()
        return [f"repeated({text}, {self.predicate(number)}, {before}, {self.state()}, {moves}, {self.moves})"]

    def until(self, test, number):
        before, moves = self.state(), self.moves
        self.now, self.moves = [self.fresh() for _ in range(VARIABLES)], self.fresh()
        return [f"until({test}, {self.predicate(number)}, {before}, {self.state()}, {moves}, {self.moves})"]
