"""Counterexamples to a declared symmetry, as `solve --reduce symmetry` prints them, held against the puzzle by reader.py.

The state must be reachable, or the image of one that is; its image must be the one that the declaration makes of it, and what is
said of the two must be so.  Starts need not be mapped to starts: what is declared is judged on all that is reachable from all images
of them.
"""

import re
from collections import Counter

import language
from compiler import Scope
from declarations import entries, scalar
from lists import Listed
from graph import Graph
from reader import Puzzle
from values import Enumeration, List, Set, Trouble, items_of, value_text

VALUE = r"(?:[\w-]+|\[[^\]]*\])"
CELLS = rf"(?: \w+(?:\[[^\]]*\])?={VALUE})+(?: and \d+ more)?"
APART = rf"(?: with)?{CELLS}"
VARIABLES = r"(?: \((\w+(?:[^()]|\(\d+\))*)\))?"
MESSAGE = rf"'symmetric: (.*?)' does not hold: (.*?), the (state)({APART}) becomes (itself|one{APART}), (.*?){VARIABLES}$"


class FromAll:
    """A puzzle that starts in other states."""
    def __init__(self, puzzle, starts):
        self.puzzle, self.from_all = puzzle, starts

    def __getattr__(self, name):
        return getattr(self.puzzle, name)

    def starts(self):
        return self.from_all


class Judge:
    def __init__(self, text):
        self.puzzle = Puzzle(text)
        self.graph = Graph(self.puzzle)
        node = self.puzzle.parts["symmetric"]
        items = [node] if scalar(node) else node.value
        self.types = [item.value for item in items if scalar(item)]
        self.generators = dict(entry for item in items if not scalar(item) for entry in entries(item))
        self.closed = self.graph

    def close(self):
        """Explores from all images of the starts."""
        starts = list(self.graph.starts)
        for state in starts:
            for x in self.maps():
                image = self.image(*x, state)
                if image not in starts:
                    starts.append(image)
        self.keeps_starts = len(starts) == len(self.graph.starts)
        if not self.keeps_starts:
            self.closed = Graph(FromAll(self.puzzle, starts))

    # ---- the declared maps ----

    def image(self, declared, exchanged, state):
        """Of a generator by its text; of a type's exchange by the two values that the message names."""
        node = self.generators.get(declared)
        if node is None:
            of = self.puzzle.type(declared)
            one, other = (next(v for v in of.values if value_text(v) == name) for name in exchanged)
            return self.renamed(state, of, {one: other, other: one})
        if language.target(next(entries(node))[0])[0] in self.puzzle.variables:
            return self.assigned(state, node)
        return self.renamed(state, *self.renaming(node))

    def assigned(self, state, node):
        scope, after = Scope(), list(state)
        for key, value in entries(node):
            for cell, becomes in self.puzzle.assignment(key, value, scope)(state, scope.locals()):
                after[cell] = self.puzzle.settle(cell, becomes)
        return tuple(after)

    def renaming(self, node):
        """(the type, {value: what it becomes})"""
        found, of = {}, None
        for key, value in entries(node):
            name, _, clauses, _ = language.target(key)
            if not clauses:
                one, other = self.puzzle.value_named(key), self.puzzle.value_named(value.value)
                of, found[one] = next(t for t in map(self.puzzle.type, self.puzzle.type_nodes) if t.form is one.of), other
                continue
            scope = Scope()
            loop = self.puzzle.compiler.loop(clauses, scope)
            one = self.puzzle.compiler.compile(("name", name), scope)
            other = self.puzzle.compiler.compile(language.expression(value.value), scope)
            of, lo = self.puzzle.type(clauses[0][1][1]), scope.locals()
            found.update({one(None, lo): other(None, lo) for _ in loop(None, lo)})
        return of, found

    def becomes(self, value, its, of, values):
        """What a value of the type `its` becomes where values of `of` are renamed."""
        if isinstance(its, Listed):
            inside = [self.becomes(v, its.of, of, values) for v in items_of(value)]
            return List(inside) if isinstance(value, List) else Set(sorted(inside, key=its.of.position))
        same = its.form is of.form if isinstance(of.form, Enumeration) else its is of
        return values.get(value, value) if same else value

    def renamed(self, state, of, values):
        """The values wherever a variable holds one, and in the indices of arrays."""
        after, cells = list(state), {}
        for variable in self.puzzle.variables.values():
            suffixes = [()]
            for its in variable.index:
                suffixes = [s + (v,) for s in suffixes for v in its.values]
            for at, suffix in enumerate(suffixes, variable.first):
                cells[variable.name, suffix] = at
        for (name, suffix), at in cells.items():
            types = self.puzzle.variables[name].index
            to = cells[name, tuple(self.becomes(v, its, of, values) for v, its in zip(suffix, types))]
            after[to] = self.becomes(state[at], self.puzzle.cells[at], of, values)
        return tuple(after)

    # ---- the whole group ----

    def maps(self):
        """Its generators as (declared, the two values exchanged or None)."""
        found = []
        for declared in self.types:
            names = [value_text(v) for v in self.puzzle.type(declared).values]
            found += [(declared, pair) for pair in zip(names, names[1:])]
        return found + [(declared, None) for declared in self.generators]

    def leaves_a_type(self, declared, exchanged):
        """Whether some variable's type has a value and not what that becomes."""
        if exchanged:
            of = self.puzzle.type(declared)
            one, other = (next(v for v in of.values if value_text(v) == name) for name in exchanged)
            values = {one: other, other: one}
        elif language.target(next(entries(self.generators[declared]))[0])[0] in self.puzzle.variables:
            return False
        else:
            of, values = self.renaming(self.generators[declared])
        types = [its for v in self.puzzle.variables.values() for its in [*v.index, v.of.of if isinstance(v.of, Listed) else v.of]]
        return any(self.becomes(value, its, of, values) not in its.values for its in types for value in its.values)

    def is_false(self):
        """What of the reachable graph some generator does not map onto itself, or None."""
        self.images = []
        if any(self.leaves_a_type(*x) for x in self.maps()):
            return "types"
        try:
            self.close()
        except Trouble:
            return "moves that fail"
        for declared, exchanged in self.maps():
            images = {s: self.image(declared, exchanged, s) for s in self.closed.depth}
            if set(images.values()) != set(images):
                return "states"
            self.images.append(images)
            for s, to in images.items():
                if self.marks(s) != self.marks(to) or set(self.puzzle.violated(s)) != set(self.puzzle.violated(to)):
                    return "marks"
                if self.puzzle.goal(s) and self.puzzle.final(s) != self.puzzle.final(to):
                    return "final costs"
                if Counter((images[after], costs) for _, after, costs in self.edges(s)) != \
                        Counter((after, costs) for _, after, costs in self.edges(to)):
                    return "edges"
        return None

    def is_seen(self):
        """Whether that is seen in a type, or in the reachable states whose images are reachable; `verify` has no others."""
        if any(self.leaves_a_type(*x) for x in self.maps()):
            return True
        for declared, exchanged in self.maps():
            images = {s: self.image(declared, exchanged, s) for s in self.graph.depth}
            keeps = all(images[s] in self.graph.starts for s in self.graph.starts)
            if any((to not in images and keeps) or (to in images and not self.agree(s, images)) for s, to in images.items()):
                return True
        return False

    def agree(self, state, images):
        to = images[state]
        return self.marks(state) == self.marks(to) and set(self.puzzle.violated(state)) == set(self.puzzle.violated(to)) and (
            not self.puzzle.goal(state) or self.puzzle.final(state) == self.puzzle.final(to)) and Counter(
                (images[after], costs) for _, after, costs in self.edges(state)) == Counter((after, costs) for _, after, costs in self.edges(to))

    def orbits(self):
        """Of a group that is not false: sets of states."""
        found, met = [], set()
        for state in self.closed.depth:
            if state in met:
                continue
            orbit, left = {state}, [state]
            while left:
                at = left.pop()
                more = {images[at] for images in self.images} - orbit
                orbit |= more
                left += more
            met |= orbit
            found.append(orbit)
        return found

    # ---- what is said ----

    def tells_apart(self, text, state, other):
        """Whether the text names the cells in which a state is not as the other, or all, with their values."""
        apart = [i for i, (a, b) in enumerate(zip(state, other)) if a != b] or range(len(state))
        expected = [(self.puzzle.cell_names[i], value_text(state[i])) for i in apart]
        named = re.findall(rf"(\w+(?:\[[^\]]*\])?)=({VALUE})", text)
        more = re.search(r" and (\d+) more$", text)
        return named == expected[:len(named)] and len(expected) - len(named) == (int(more[1]) if more else 0)

    def declares(self, text, state, other):
        """Whether it names the variables that differ, or the first of them, as they are declared."""
        declared = {re.sub(r"\s", "", key) for key, _ in self.puzzle.section("state")}
        apart = [v.name for v in self.puzzle.variables.values()
                 if state[v.first:v.first + v.cells] != other[v.first:v.first + v.cells]]
        named = [part.rsplit(": ", 1)[0] for part in (text or "").split("; ") if part]
        if named and named[-1] == "...":
            named, apart = named[:-1], apart[:len(named) - 1]
        return [n.split("[")[0] for n in named] == apart and all(
            re.sub(r"\s", "", n) in declared for n in named)

    def edges(self, state):
        """[(text, next state, costs)]"""
        return [(text, after, costs) for (text, after), costs in self.closed.edges_of(state).items()]

    def lacks(self, image, state, other, move, whose):
        """Whether such a move of one of them leads where fewer moves of the other do."""
        ways = Counter((image(after), costs) for _, after, costs in self.edges(state))
        others = Counter((after, costs) for _, after, costs in self.edges(other))
        if whose == "former":
            return any(text == move and ways[image(after), costs] > others[image(after), costs]
                       for text, after, costs in self.edges(state))
        return any(text == move and others[after, costs] > ways[after, costs] for text, after, costs in self.edges(other))

    def marks(self, state):
        return bool(self.puzzle.goal(state)), bool(self.puzzle.ends(state)), bool(self.puzzle.violated(state))

    def wrong(self, message):
        """What is wrong with the counterexample, or None."""
        found = re.search(MESSAGE, message, re.MULTILINE)
        if not found:
            return "no counterexample"
        declared, how, _, first, second, why, variables = found.groups()
        exchanged = re.findall(r"with (-?\w+) and (-?\w+) exchanged", how)

        def image(of):
            return self.image(declared, exchanged and exchanged[0], of)
        those = [(s, image(s)) for s in self.closed.depth]
        those = [(s, to) for s, to in those if self.tells_apart(first, s, to)
                 and (s == to if second == "itself" else self.tells_apart(second, to, s))]
        if not those:
            return "no such state is reachable, or has that image"
        if not all(self.declares(variables, s, to) for s, to in those):
            return f"the variables are not those: {variables}"
        return None if any(self.holds(why, image, s, to) for s, to in those) else "it is none"

    def holds(self, why, image, state, other):
        if third := re.match(rf"and so does the one({APART})$", why):
            return any(s != state and self.tells_apart(third[1], s, state) and image(s) == other for s in self.closed.depth)
        if move := re.match(r"and '(.*)' from the (former|latter) has no counterpart$", why):
            return self.lacks(image, state, other, *move.groups())
        if why == "and only one of them is a goal, ends, or violates an invariant":
            return self.marks(state) != self.marks(other)
        if why == "which does not violate the same invariants":
            return set(self.puzzle.violated(state)) != set(self.puzzle.violated(other))
        return why == "and their final costs differ" and self.puzzle.final(state) != self.puzzle.final(other)

    def without_image(self, message):
        """Whether the map that the message names has no image of some reachable state."""
        name = re.search(r"'symmetric: (.*?)' does not hold: ", message)
        if not name or name[1] not in self.generators:
            return False
        for state in self.graph.depth:
            try:
                self.image(name[1], None, state)
            except Exception:  # whatever the reader says of it
                return True
        return False
