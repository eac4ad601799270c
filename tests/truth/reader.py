"""The puzzle language interpreted independently and slowly: a YAML puzzle as rules that graph.py explores.

It shares nothing with the engine but the language's description.  As a program:

    reader.py PUZZLE.yaml [--set NAME=VALUE]... [--limit STATES] [--list states|edges|rejections]
"""

import argparse
import json
import sys
from itertools import product

import language
from compiler import Scope, bind
from declarations import Declarations, compose, entries, is_text, mapping, rows_of, scalar, sequence
from displays import Displays, by_default
from graph import Graph
from language import Mistake
from lists import Listed, stored, to_list
from values import List, NoStart, Table, Trouble, fit, number, value_text, same, shown

ANY = object()  # `any` in a start: every value


class Broken(Exception):
    """A journey ends; `rule` is the name of the guard, or None."""


class Puzzle(Declarations):
    def __init__(self, text, settings=()):
        super().__init__(text, settings)
        self.title = self.parts["puzzle"].value if "puzzle" in self.parts else ""
        self.rules = [
            (name, self.holds(node), part == "never")
            for part in ("never", "always")
            for name, node in self.section(part)
        ]
        self.invariants = [(name, self.holds(node)) for name, node in self.section("invariant")]
        self.forbids_deadlock = "deadlock" in self.parts and self.parts["deadlock"].value == "forbidden"
        self.goal_test = self.holds(self.parts["goal"]) if "goal" in self.parts else None
        self.end_test = self.read_end()
        self.bounds = [self.holds(node) for _, node in self.section("bound")]
        self.costs, self.prices = [], []
        self.read_costs()
        self.moves = [self.read_move(name, node) for name, node in self.section("moves")]
        self.prices += [None] * (len(self.costs) - len(self.prices))
        self.maximized = self.read_maximized()
        self.finals = self.read_finals()
        self.show = self.read_show()

    # ---- conditions ----

    def holds(self, node):
        """A condition as a function of a state."""
        scope = Scope()
        test = self.condition(node, scope)
        return lambda st: test(st, scope.locals())

    def condition(self, node, scope):
        """An expression, or a mapping all of which holds, as a function of a state and locals."""
        if scalar(node):
            return self.compiler.condition(language.expression(node.value), scope)
        parts = [self.assignment(key, value, scope) for key, value in entries(node)]
        return lambda st, lo: all(same(st[cell], self.cells[cell].settle(value))
                                  for part in parts for cell, value in part(st, lo))

    def set_goal(self, text):
        """Gives a puzzle without a goal one."""
        self.parts["goal"] = compose(f"'{text}'")
        self.goal_test = self.holds(self.parts["goal"])

    def read_end(self):
        node = self.parts.get("end")
        if node is None:
            return lambda st: False
        if scalar(node) and node.value.strip() == "goal":
            return self.goal_test
        return self.holds(node)

    def expression(self, node, scope):
        return self.compiler.compile(language.expression(node.value), scope)

    def read_costs(self):
        node = self.parts.get("costs")
        if node is None:
            return
        named = [(n.value, None) for n in node.value] if sequence(node) else entries(node)
        for name, value in named:
            scope = Scope()
            price = None
            if value is not None and value.value:
                price = (self.expression(value, scope), scope)
            self.costs.append(name)
            self.prices.append(price)

    def read_maximized(self):
        """The names of the costs whose greatest value is the best; they need no declaration."""
        node = self.parts.get("maximize")
        names = [] if node is None else [n.value for n in node.value] if sequence(node) else [node.value]
        final = [name for name, _ in self.section("final")]
        for name in names:
            if name == "moves" or name not in final or names.count(name) > 1:
                raise Mistake(f"maximize: {name} is no cost of final, or is there twice")
            if self.cost_number(name) == len(self.prices):
                self.prices.append(None)
        return names

    def read_finals(self):
        """{cost: (function, scope)}"""
        found = {}
        for name, value in self.section("final"):
            if name not in self.costs:
                raise Mistake(f"final: unknown cost {name}")
            scope = Scope()
            found[name] = self.expression(value, scope), scope
        return found

    def cost_number(self, name):
        if name not in self.costs:
            self.costs.append(name)
        return self.costs.index(name)

    def read_show(self):
        node = self.parts.get("show")
        return None if node is None else Displays(self, node.value)

    # ---- assignments: of a start, a set, a goal ----

    def assignment(self, key, node, scope, start=False):
        return self.targeted(language.target(key), node, scope, start)

    def targeted(self, target, value, scope, start=False):
        """A function of (state, locals) that lists (cell, value).  `value`: a node or a tree."""
        name, index, clauses, condition = target
        if name not in self.variables:
            raise Mistake(f"{name} is no variable")
        variable, inner = self.variables[name], scope.inner()
        loop = self.compiler.loop(clauses, inner) if clauses else lambda st, lo: [None]
        test = self.compiler.condition(condition, inner) if condition else lambda st, lo: True
        if index is None:
            find, types = (lambda st, lo: variable.first), variable.index
        else:
            indices = [self.compiler.compile(i, inner) for i in index]
            find = self.compiler.place(variable, indices, partly=True)
            types = variable.index[len(indices):]
        fill = self.filling(value, types, inner, start, variable.of)

        def assigned(st, lo):
            found = []
            for _ in loop(st, lo):
                if test(st, lo):
                    first = find(st, lo)
                    found += [(first + at, v) for at, v in fill(st, lo)]
            return found

        return assigned

    def filling(self, value, types, scope, start, of):
        """A function that lists (offset, value) over the cells of an array of these types; `of`: the type of a cell."""
        if isinstance(value, tuple):
            return self.filling_expression(value, types, scope, start, of)
        if is_text(value):
            return self.filling_picture(rows_of(value), types)
        if scalar(value):
            return self.filling_expression(language.expression(value.value), types, scope, start, of)
        if sequence(value) and isinstance(of, Listed) and (not types or not value.value):
            return self.filling_list(value, types, scope)
        if not types:
            raise Mistake("one value is meant here")
        step, parts = size_of(types[1:]), []
        if sequence(value):
            if len(value.value) != len(types[0].values):
                raise Mistake(f"{len(value.value)} values for {len(types[0].values)}")
            numbered = [(lambda st, lo, at=at: at, item) for at, item in enumerate(value.value)]
        else:
            numbered = [(self.key(key, types[0], scope), item) for key, item in entries(value)]
        for find, item in numbered:
            parts.append((find, self.filling(item, types[1:], scope, start, of)))
        return lambda st, lo: [(find(st, lo) * step + at, v)
                               for find, part in parts for at, v in part(st, lo)]

    def filling_list(self, node, types, scope):
        """A list that is written; an empty one is every cell's."""
        items = [self.expression(item, scope) for item in node.value]

        def fill(st, lo):
            value = List(item(st, lo) for item in items)
            return [(at, value) for at in range(size_of(types))]

        return fill

    def key(self, text, of, scope):
        """Where a mapping's key stands in an index type: what brackets would name."""
        tree = language.expression(text)
        value = of.value_named(text) if tree[0] == "name" and text not in scope.names else None
        if value is not None and not self.is_of_kind(text, of):
            return lambda st, lo: of.index(value)
        index = self.compiler.compile(tree, scope)
        return lambda st, lo: of.index(index(st, lo))

    def is_of_kind(self, name, of):
        """Whether a variable, constant or define of that name is of a type's kind."""
        what, thing = self.global_name(name) or (None, None)
        if what == "variable":
            return not thing.index and thing.of.form is of.form
        return what == "define" or (what == "constant" and getattr(thing, "of", None) is of.form)

    def filling_expression(self, tree, types, scope, start, of):
        if start and tree == ("name", "any"):
            return lambda st, lo: [(at, ANY) for at in range(size_of(types))]
        inner = self.compiler.compile(tree, scope)
        size = size_of(types)

        def fill(st, lo):
            value = inner(st, lo)
            if isinstance(of, Listed) and isinstance(value, Table) and not types:
                value = to_list(value)
            if isinstance(value, Table):
                return list(enumerate(flat(value, types)))
            return [(at, value) for at in range(size)]

        return fill

    def filling_picture(self, rows, types):
        sizes = [len(t.values) for t in types]
        if len(sizes) not in (1, 2):
            raise Mistake("a picture has one or two dimensions")
        high, wide = ([1] + sizes)[-2:]
        if len(rows) != high or max(map(len, rows)) > wide:
            raise Mistake("the picture does not fit")
        glyphs = "".join(row.ljust(wide) for row in rows)
        return lambda st, lo: [(at, Glyph(g)) for at, g in enumerate(glyphs)]

    def settle(self, cell, value):
        """What a cell is given, as one of its type's values."""
        of = self.cells[cell]
        if isinstance(value, Glyph):
            found = [v for v in of.values if shown(v) == value.text]
            if len(found) != 1:
                raise Mistake(f"{value.text!r} is the glyph of {len(found)} values")
            return found[0]
        return of.store(value)

    # ---- the start ----

    def starts(self):
        found = [s for s in self.list_starts() if self.broken(s) is None]
        if not found:
            raise NoStart("no start keeps all rules")
        return list(dict.fromkeys(found))

    def list_starts(self):
        node, empty = self.parts["start"], [None] * len(self.cells)
        if sequence(node):
            journey = Journey(self, node, starting=True)
            for end in journey.runs(empty):
                if end.trouble:
                    raise end.trouble
                if end.rule is None:
                    yield self.full(end.after)
            return
        scope, cells = Scope(), {}
        for key, value in entries(node):
            part = self.assignment(key, value, scope, start=True)
            cells.update(part(empty, scope.locals()))
        choices = []
        for cell, of in enumerate(self.cells):
            value = cells.get(cell)
            choices.append(of.all_values() if value is ANY
                           else [None if value is None else self.settle(cell, value)])
        for state in product(*choices):
            yield self.full(state)

    def spread(self, state):
        """The states that one with `any` in it stands for."""
        choices = [of.all_values() if value is ANY else [value] for of, value in zip(self.cells, state)]
        return product(*choices) if any(value is ANY for value in state) else [state]

    def full(self, state):
        if None in state:
            raise Mistake(f"{self.columns[list(state).index(None)]} has no start")
        return tuple(state)

    # ---- the face that graph.py explores ----

    def goal(self, state):
        return self.goal_test and self.goal_test(state)

    def ends(self, state):
        return self.end_test(state) or self.bounded(state)

    def bounded(self, state):
        """Whether it is kept and not expanded though moves may leave it."""
        return any(not test(state) for test in self.bounds)

    def broken(self, state):
        return next((name for name, test, never in self.rules if test(state) == never), None)

    def violated(self, state):
        """The names of the invariants that do not hold."""
        return [name for name, test in self.invariants if not test(state)]

    def successors(self, state):
        """(move's text, next state, broken rule or None, costs) for each journey."""
        for text, after, rule, costs, trouble in self.journeys(state):
            if trouble:
                raise trouble
            yield text, after, rule, costs

    def journeys(self, state):
        """The same, and behind each what went wrong in it, or None."""
        for journey, text in self.moves:
            for end in journey.runs(state):
                label = text(state, end.locals, end.bound)
                try:
                    yield (label, *self.arrival(end))
                except Trouble as trouble:
                    yield label, None, None, (), trouble

    def arrival(self, end):
        """(next state, broken rule or None, costs, what went wrong)"""
        if end.trouble or end.rule is not None:
            return None, end.rule, (), end.trouble
        after = tuple(end.after)
        rule = self.broken(after)
        return after, rule, () if rule else self.price(after, end.spent), None

    def price(self, state, spent):
        total = []
        for name, price in zip(self.costs, self.prices):
            seen = 0
            if price is not None:
                function, scope = price
                seen = number(function(state, scope.locals()))
            if seen < 0:
                raise Trouble("a negative cost")
            total.append(fit(seen + spent.get(name, 0)))
            if name in self.maximized and total[-1]:
                raise Mistake(f"a move adds to {name}, which is maximized")
        return tuple(total)

    def final(self, state):
        """What a plan costs that ends in this goal, beside its moves."""
        total = []
        for name in self.costs:
            function, scope = self.finals.get(name, (None, None))
            seen = number(function(state, scope.locals())) if function else 0
            if seen < 0:
                raise Trouble("a negative cost")
            if name in self.maximized and seen >= 2**63 - 1:
                raise Trouble("a maximized cost is at most 2^63 - 2")
            total.append(seen)
        return tuple(total)

    def names(self, state):
        return tuple(map(value_text, state))

    def stored(self, state):
        """As the columns of the database (`heads`) have it: none is NULL."""
        return stored(state, self.cells)

    def shown(self, state):
        return by_default(self, state) if self.show is None else self.show.text(state)

    # ---- moves ----

    def read_move(self, name, node):
        journey = Journey(self, node)
        pieces = []
        for piece in language.template(name):
            if isinstance(piece, str):
                pieces.append((set(), lambda st, lo, piece=piece: piece))
                continue
            needs = language.free_names(piece) & journey.chosen
            pieces.append((needs, self.compiler.compile(piece, journey.scope)))

        def text(state, lo, bound):
            return "".join(value_text(f(state, lo)) if needs <= bound else "?" for needs, f in pieces)

        return journey, text


class Glyph:
    def __init__(self, text):
        self.text = text


def size_of(types):
    size = 1
    for of in types:
        size *= len(of.values)
    return size


def flat(table, types):
    """A table's values, row by row, where it has the shape of the types."""
    if not types:
        raise Mistake("one value is meant here")
    data = table.data
    if isinstance(data, dict):
        data = [table.get([v]) for v in types[0].values]
        data = [d.data if isinstance(d, Table) else d for d in data]
    if len(data) != len(types[0].values):
        raise Mistake("a list of another length")
    if len(types) == 1:
        return data
    return [v for row in data for v in flat(Table(row), types[1:])]


class JourneyEnd:
    """How one journey ended: in a state, rejected by a rule, or in an error; `bound`: what was chosen by then."""

    def __init__(self, lo, bound, after=None, spent=None, rule=None, trouble=None):
        self.locals, self.bound = lo, bound
        self.after, self.spent, self.rule, self.trouble = after, spent, rule, trouble


class Journey:
    """A list of steps, run for every choice."""

    def __init__(self, puzzle, node, starting=False):
        self.puzzle, self.scope, self.chosen, self.starting = puzzle, Scope(), set(), starting
        nodes = node.value if sequence(node) else [node]
        self.steps = [self.read_step(dict(entries(step))) for step in nodes]

    def runs(self, state):
        """A JourneyEnd for each run that reaches a state, is rejected by name or meets an error."""
        return self.run(0, list(state), self.scope.locals(), {})

    def run(self, at, state, lo, spent):
        if at == len(self.steps):
            yield JourneyEnd(lo, frozenset(self.chosen), state, spent)
            return
        form, step, bound = self.steps[at]
        if form == "choose":
            try:
                for _ in step(state, lo):
                    yield from self.run(at + 1, state, lo, spent)
            except Trouble as trouble:
                yield JourneyEnd(lo, bound, trouble=trouble)
            return
        try:
            state, spent = step(state, lo, spent)
        except Broken as broken:
            if broken.args[0] is not None:
                yield JourneyEnd(lo, bound, rule=broken.args[0])
            return
        except Trouble as trouble:
            yield JourneyEnd(lo, bound, trouble=trouble)
            return
        for one in self.decided(state):
            yield from self.run(at + 1, one, lo, spent)

    def decided(self, state):
        """In a start: a state for every value of what is `any`."""
        if not self.starting or ANY not in state:
            return [state]
        return map(list, product(*(of.all_values() if value is ANY else [value]
                                   for value, of in zip(state, self.puzzle.cells))))

    # ---- steps ----

    def read_step(self, parts):
        for form in ("choose", "guard", "let", "set", "cost"):
            if form in parts:
                if set(parts) - {form} - ({"else"} if form == "guard" else set()):
                    raise Mistake(f"a step is one thing: {sorted(parts)}")
                step = getattr(self, "read_" + form)(parts[form], parts.get("else"))
                return form, step, frozenset(self.chosen)
        raise Mistake(f"unknown step: {sorted(parts)}")

    def read_choose(self, node, _):
        first, clauses = language.choose(node.value)
        loop = self.puzzle.compiler.loop(clauses, self.scope, first)
        for names, _, _ in clauses:
            self.chosen.update(names)
        return loop

    def read_guard(self, node, otherwise):
        test = self.puzzle.condition(node, self.scope)
        rule = otherwise.value if otherwise is not None else None

        def guard(state, lo, spent):
            if not test(state, lo):
                raise Broken(rule)
            return state, spent

        return guard

    def definitions(self, node):
        """(name, tree) of `let: x = EXPR`, or of a mapping of them."""
        if mapping(node):
            return [(key, language.expression(value.value)) for key, value in entries(node)]
        (name, index, clauses, _), tree = language.assignment(node.value)
        if index is not None or clauses:
            raise Mistake(f"a plain name is meant in {node.value!r}")
        return [(name, tree)]

    def read_let(self, node, _):
        values = []
        for name, tree in self.definitions(node):
            function = self.puzzle.compiler.compile(tree, self.scope)
            values.append((self.scope.bind(name), function))
            self.chosen.add(name)

        def let(state, lo, spent):
            for slot, function in values:
                bind(lo, [slot], function(state, lo))
            return state, spent

        return let

    def read_set(self, node, _):
        if mapping(node):
            parts = [self.puzzle.assignment(key, value, self.scope, self.starting)
                     for key, value in entries(node)]
        else:
            target, value = language.assignment(node.value)
            parts = [self.puzzle.targeted(target, value, self.scope, self.starting)]

        def change(state, lo, spent):
            after, done = list(state), set()
            for part in parts:
                for cell, value in part(state, lo):
                    if cell in done:
                        raise Trouble(f"{self.puzzle.columns[cell]} is set twice")
                    done.add(cell)
                    after[cell] = value if value is ANY else self.puzzle.settle(cell, value)
            return after, spent

        return change

    def read_cost(self, node, _):
        values = []
        for name, tree in self.definitions(node):
            self.puzzle.cost_number(name)
            values.append((name, self.puzzle.compiler.compile(tree, self.scope)))

        def pay(state, lo, spent):
            spent = dict(spent)
            for name, function in values:
                value = number(function(state, lo))
                if value < 0:
                    raise Trouble("a negative cost")
                spent[name] = fit(spent.get(name, 0) + value)
            return state, spent

        return pay


# ---- expect ----


def expected(puzzle):
    """The figures under `expect:` as {"shortest.length": "7"}."""
    found = {}

    def collect(node, above):
        for key, value in entries(node):
            name = f"{above}.{key}" if above else key
            if mapping(value):
                collect(value, name)
            else:
                found[name] = value.value

    if "expect" in puzzle.parts:
        collect(puzzle.parts["expect"], "")
    return found


def load(path, settings=()):
    with open(path, encoding="utf-8") as file:
        return Puzzle(file.read(), settings)


def listing(puzzle, graph, what):
    if what == "states":
        for state, depth in graph.depth.items():
            yield {"depth": depth, **dict(zip(puzzle.columns, puzzle.names(state)))}
    if what == "edges":
        for state, text, after, costs in graph.edges():
            yield {"src": puzzle.names(state), "move": text, "dst": puzzle.names(after),
                   **dict(zip(puzzle.costs, costs))}
    if what == "rejections":
        for state, text, rule in graph.rejected:
            yield {"src": puzzle.names(state), "move": text, "rule": rule}


def main():
    options = argparse.ArgumentParser(description="Explore a puzzle by a reader of its own.")
    options.add_argument("puzzle")
    options.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    options.add_argument("--limit", type=int, help="give up beyond so many states")
    options.add_argument("--list", choices=("states", "edges", "rejections"))
    given = options.parse_args()
    try:
        puzzle = load(given.puzzle, given.set)
        graph = Graph(puzzle, given.limit)
    except (Mistake, Trouble) as error:
        sys.exit(f"{given.puzzle}: {type(error).__name__.lower()}: {error}")
    if not graph.complete:
        sys.exit(f"{given.puzzle}: more than {given.limit} states")
    if given.list:
        for row in listing(puzzle, graph, given.list):
            print(json.dumps(row, ensure_ascii=False))
        return
    print(json.dumps({"puzzle": puzzle.title, **graph.figures()}, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()
