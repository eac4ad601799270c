"""How a state is shown: the text of `show`, or by place, or as a list.  See reader.py."""

import language
from compiler import Scope
from language import Mistake
from lists import Listed
from values import NONE, Enumeration, Table, Value, shown, truth


def narrow_values(of):
    """Whether all of an enumeration's values are shown as one character."""
    return all(len(v.glyph) == 1 for v in of.values)


class Displays:
    def __init__(self, puzzle, text):
        self.puzzle, self.scope = puzzle, Scope()
        self.parts = []
        for piece in language.shows(text):
            if isinstance(piece, str):
                self.parts.append(lambda st, lo, text=piece: text)
            else:
                self.parts.append(self.padded(*piece))

    def text(self, state):
        lo = self.scope.locals()
        return "".join(part(state, lo) for part in self.parts)

    # ---- one expression ----

    def padded(self, tree, pad):
        if tree[0] == "sequence":
            return self.sequence(tree, self.scope, True, pad)
        if pad is None:
            return self.display(tree, self.scope)
        return self.filled(tree, self.scope, pad)

    def filled(self, tree, scope, pad):
        """To a width; of a whole array each element, side by side."""
        fill, whole = self.padding(pad, self.is_number(tree, scope, getattr(scope, "kinds", {}))), self.whole(tree, scope)
        if whole is not None and not isinstance(whole, str):
            return self.layout(whole, "", fill)
        inner = self.display(tree, scope)
        return lambda st, lo: fill(inner(st, lo))

    def display(self, tree, scope):
        form = tree[0]
        if form == "sequence":
            return self.sequence(tree, scope, False)
        if form == "string":
            return lambda st, lo: tree[1]
        if form == "if":
            condition = self.puzzle.compiler.compile(tree[1], scope)
            then, otherwise = self.display(tree[2], scope), self.display(tree[3], scope)
            return lambda st, lo: then(st, lo) if truth(condition(st, lo)) else otherwise(st, lo)
        if form == "or" and self.begins_with_sequence(tree):
            first, second = self.display(tree[1], scope), self.display(tree[2], scope)
            return lambda st, lo: first(st, lo) or second(st, lo)
        whole = self.whole(tree, scope)
        if isinstance(whole, str):
            return lambda st, lo: whole
        if whole is not None:
            return self.layout(whole, "" if self.whole_is_narrow(whole) else " ", lambda text: text)
        value = self.puzzle.compiler.compile(tree, scope)
        return lambda st, lo: shown(value(st, lo))

    def begins_with_sequence(self, tree):
        return tree[0] == "sequence" or (tree[0] == "or" and self.begins_with_sequence(tree[1]))

    def sequence(self, tree, scope, board, pad=None):
        """A board: the last names run within a line, those before from line to line, further ones from plane to plane.
        Within an expression: a row."""
        _, item, clauses = tree
        inner, loops, kinds = scope.inner(), [], dict(getattr(scope, "kinds", {}))
        for clause in clauses:
            names, domain, _ = clause
            kinds.update(self.bound_kinds(names, domain, inner, kinds))
            loops.append(self.puzzle.compiler.loop([clause], inner))
        inner.kinds = kinds
        part = self.display(item, inner) if pad is None else self.filled(item, inner, pad)
        between = "" if pad or self.is_narrow(item, inner, kinds) else " "
        if not board:
            whole = self.puzzle.compiler.loop(clauses, again := scope.inner())
            part = self.display(item, self.with_kinds(again, kinds))
            return self.joined(part, whole, between)
        for outside, loop in enumerate(reversed(loops)):
            part = self.joined(part, loop, [between, "\n"][outside] if outside < 2 else "\n\n")
        return part

    @staticmethod
    def with_kinds(scope, kinds):
        scope.kinds = kinds
        return scope

    @staticmethod
    def joined(part, loop, between):
        return lambda st, lo: between.join([part(st, lo) for _ in loop(st, lo)])

    @staticmethod
    def padding(pad, number):
        align, zero, width = pad
        align = align or (">" if number else "<")
        if zero and not number:
            raise Mistake("only a number has zeros in front")
        if zero:
            return lambda text: text.zfill(width)
        return lambda text: f"{text:{align}{width}}"

    # ---- whole arrays, texts, tables ----

    def whole(self, tree, scope):
        """A text, a table or an array variable that is named by itself."""
        if tree[0] != "name" or tree[1] in scope.names:
            return None
        if tree[1] in self.puzzle.variables:
            variable = self.puzzle.variables[tree[1]]
            return variable if variable.index else None
        if tree[1] not in self.puzzle.constant_nodes:
            return None
        text = self.puzzle.plain_text(tree[1])
        if text is not None:
            return text
        table = self.puzzle.constant(tree[1])
        return table if isinstance(table, Table) else None

    def whole_is_narrow(self, whole):
        if isinstance(whole, Table):
            leaves = list(self.leaves(whole))
            if NONE in leaves:
                return False
            named = bool(leaves) and isinstance(leaves[0], Value)  # then by all values that there are
            return self.all_narrow(leaves[0].of.values if named else leaves, False)
        if isinstance(whole.of, Listed):
            return False
        return self.all_narrow(whole.of.values, isinstance(whole.of.values, range))

    @staticmethod
    def all_narrow(values, is_range):
        if is_range:
            return len(values) <= 10 and 0 <= values[0] and values[-1] <= 9
        if any(isinstance(v, bool) for v in values):
            return False
        return all(len(shown(v)) == 1 for v in values)

    def leaves(self, whole):
        def walk(data):
            if isinstance(data, (list, dict)):
                for inner in data.values() if isinstance(data, dict) else data:
                    yield from walk(inner)
            elif data is not None:
                yield data

        if isinstance(whole, Table):
            return walk(whole.data)
        return iter([None] if isinstance(whole.of, Listed) else whole.of.values)

    def layout(self, whole, between, fill):
        if isinstance(whole, Table):
            text = self.table_text(whole.data, between, fill)[0]
            return lambda st, lo: text

        def show(st, lo):
            texts = [fill(shown(v)) for v in st[whole.first:whole.first + whole.cells]]
            for level, of in enumerate(reversed(whole.index)):
                wide = len(of.values)
                glue = [between, "\n"][level] if level < 2 else "\n\n"
                texts = [glue.join(texts[at:at + wide]) for at in range(0, len(texts), wide)]
            return texts[0]

        return show

    def table_text(self, data, between, fill):
        """(text, how many levels are below)"""
        if not isinstance(data, (list, dict)):
            return fill(shown(data)), 0
        below = [self.table_text(d, between, fill) for d in (data.values() if isinstance(data, dict) else data) if d is not None]
        level = max((n for _, n in below), default=0)
        glue = [between, "\n"][level] if level < 2 else "\n\n"
        return glue.join(text for text, _ in below), level + 1

    # ---- kinds: "number", "character", an Enumeration, or None ----

    def kind(self, tree, scope, kinds):
        form = tree[0]
        if form == "at" or self.elements(tree, scope, kinds) is not None:
            return self.kind_of_place(tree, scope, kinds)
        if form in ("number", "+", "-", "*", "//", "%", "negate"):
            return "number"
        if form == "string":
            return "character"
        if form == "if":
            return self.kind(tree[2], scope, kinds) or self.kind(tree[3], scope, kinds)
        if form == "dotted":
            return self.puzzle.type_named(tree[1]).form
        if form == "over":
            if tree[1] in ("count", "sum"):
                return "number"
            if tree[1] in ("min", "max"):
                inner, more = scope.inner(), dict(kinds)
                for names, domain, _ in tree[3]:
                    more.update(self.bound_kinds(names, domain, inner, more))
                    for name in names:
                        inner.bind(name)
                return self.kind(tree[2], inner, more)
            return None
        if form == "call":
            return self.kind_of_call(tree, scope, kinds)
        if self.is_place_by_name(tree):
            return self.kind_of_type(self.puzzle.variables[tree[1]].of.of)
        if form in ("name", "index"):
            return self.kind_of_name(tree[1], scope, kinds)
        return None

    # ---- lists and sets ----

    def elements(self, tree, scope, kinds):
        """The type of what is in a list or a set of variables; None: it is none, or none of variables."""
        form = tree[0]
        if form == "if":
            return self.elements(tree[2], scope, kinds) or self.elements(tree[3], scope, kinds)
        if form in ("+", "-", "|", "&"):
            return self.elements(tree[1], scope, kinds) or self.elements(tree[2], scope, kinds)
        if form == "slice":
            return self.elements(tree[1], scope, kinds)
        if form == "call" and tree[1] == "sorted":
            return self.elements(tree[2][0], scope, kinds)
        if form not in ("name", "index") or tree[1] in scope.names:
            return None
        variable = self.puzzle.variables.get(tree[1])
        if variable is None or not isinstance(variable.of, Listed):
            return None
        return variable.of.of if len(variable.index) == (len(tree[2]) if form == "index" else 0) else None

    def kind_of_place(self, tree, scope, kinds):
        """A list has no kind that is shown, one of its places that of its type."""
        of = self.elements(tree[1], scope, kinds) if tree[0] == "at" else None
        return of and self.kind_of_type(of)

    def is_place_by_name(self, tree):
        """Whether brackets name a place of a list that is a variable without indices."""
        variable = self.puzzle.variables.get(tree[1])
        return tree[0] == "index" and variable is not None and isinstance(variable.of, Listed) and not variable.index

    def kind_of_call(self, tree, scope, kinds):
        _, name, arguments = tree
        meaning = self.puzzle.global_name(name)
        if meaning and meaning[0] == "define":
            define = meaning[1]
            inner = dict(zip(define.parameters, (self.kind(a, scope, kinds) for a in arguments)))
            mine = Scope()
            for parameter in define.parameters:
                mine.bind(parameter)
            return self.kind(language.expression(define.text), mine, inner)
        return self.kind(arguments[0], scope, kinds) if name in ("min", "max") else "number"

    def kind_of_name(self, name, scope, kinds):
        if name in scope.names:
            return kinds.get(name)
        meaning = self.puzzle.global_name(name)
        if meaning is None:
            value = self.puzzle.value_named(name)
            return value.of if isinstance(value, Value) else None
        what, thing = meaning
        if what == "define":
            return self.kind(language.expression(thing.text), Scope(), {})
        if what == "variable":
            return self.kind_of_type(thing.of)
        return self.kind_of_value(next(self.leaves(thing)) if isinstance(thing, Table) else thing)

    @staticmethod
    def kind_of_type(of):
        if of.optional or isinstance(of, Listed):
            return None
        return of.form if isinstance(of.form, Enumeration) else "number" if of.form is int else None

    @staticmethod
    def kind_of_value(value):
        if isinstance(value, Value):
            return value.of
        return {int: "number", str: "character"}.get(type(value))

    def bound_kinds(self, names, domain, scope, kinds):
        """What each of a clause's names is."""
        if domain[0] == "range":
            return {names[0]: "number"}
        if domain[0] == "list":
            first = domain[1][0] if domain[1] else ("number", 0)
            cells = first[1] if first[0] == "list" else [first]
            return {n: self.kind(cell, scope, kinds) for n, cell in zip(names, cells)}
        of = self.puzzle.compiler.type_of(domain, scope)
        of = of or self.elements(domain, scope, kinds)
        if of is not None:
            return {names[0]: self.kind_of_type(of)}
        if domain[0] not in ("name", "index") or domain[1] in scope.names or domain[1] not in self.puzzle.constant_nodes:
            return {}
        if domain[0] == "index":  # a row of a list of lists
            return {names[0]: self.kind_of_value(next(self.leaves(self.puzzle.constant(domain[1])), None))}
        rows = self.puzzle.constant(domain[1]).rows()
        row = rows[0] if rows else ()
        cells = row if isinstance(row, tuple) else (row,)
        return {n: self.kind_of_value(cell) for n, cell in zip(names, cells)}

    def is_number(self, tree, scope, kinds):
        """Whether all that it can show are numbers."""
        form = tree[0]
        if form == "sequence":
            return self.is_number(tree[1], *self.inside(tree, scope, kinds))
        if form == "if":
            return self.is_number(tree[2], scope, kinds) and self.is_number(tree[3], scope, kinds)
        if form == "or" and self.begins_with_sequence(tree):
            return self.is_number(tree[1], scope, kinds) and self.is_number(tree[2], scope, kinds)
        whole = self.whole(tree, scope)
        if whole is not None:
            return not isinstance(whole, str) and all(type(v) is int for v in self.leaves(whole))
        return form != "string" and self.kind(tree, scope, kinds) == "number"

    def is_narrow(self, tree, scope, kinds):
        """Whether all that it can show are single characters."""
        form = tree[0]
        if form == "string":
            return len(tree[1]) == 1
        if form == "sequence":
            return self.is_narrow(tree[1], *self.inside(tree, scope, kinds))
        if form == "if":
            return self.is_narrow(tree[2], scope, kinds) and self.is_narrow(tree[3], scope, kinds)
        if form == "or" and self.begins_with_sequence(tree):
            return self.is_narrow(tree[1], scope, kinds) and self.is_narrow(tree[2], scope, kinds)
        whole = self.whole(tree, scope)
        if whole is not None:
            return isinstance(whole, str) and len(whole) == 1
        kind = self.kind(tree, scope, kinds)
        return kind == "character" or (isinstance(kind, Enumeration) and narrow_values(kind))

    def inside(self, tree, scope, kinds):
        inner, more = scope.inner(), dict(kinds)
        for names, domain, _ in tree[2]:
            more.update(self.bound_kinds(names, domain, inner, more))
            for name in names:
                inner.bind(name)
        return inner, more


# ---- without `show` ----


def shares_places(puzzle):
    """The enumeration whose values all variables have, if states are shown by it."""
    forms = {of.form for of in puzzle.cells}
    form = next(iter(forms), None)
    if any(of.optional for of in puzzle.cells) or len(forms) != 1 or not isinstance(form, Enumeration) or not 3 <= len(puzzle.cells) <= 100:
        return None
    for variable in puzzle.variables.values():
        if len(variable.index) > 1 or any(not isinstance(i.form, Enumeration) for i in variable.index):
            return None
    return form if len(puzzle.cells) > len(form.values) else None


def things(puzzle):
    """Short names of the cells; a column's name where two would have the same."""
    names = []
    for variable in puzzle.variables.values():
        names += [v.name for v in variable.index[0].values] if variable.index else [variable.name]
    return [column if names.count(name) > 1 else name for name, column in zip(names, puzzle.columns)]


def by_default(puzzle, state):
    """By place, or the list of all variables."""
    places = shares_places(puzzle)
    if places is None:
        return " ".join(f"{column}={shown(v)}" for column, v in zip(puzzle.columns, state))
    found = []
    for place in places.values:
        here = [name for name, v in zip(things(puzzle), state) if v is place]
        found.append(" ".join([f"{place.name}:", *here]))
    return " | ".join(found)
