"""Counterexamples to a declared symmetry, as `solve --reduce symmetry` prints them, held against the puzzle by reader.py.

The state must be reachable, its image the one that the declaration makes of it, and what is said of the two must be so.
"""

import re
from collections import Counter

import language
from compiler import Scope
from declarations import entries, scalar
from graph import Graph
from reader import Puzzle
from values import Enumeration, value_text

CELL = r"\w+(?:\[[^\]]*\])?=\w+"
STATE = rf"the state {CELL}(?: {CELL})*"
MESSAGE = rf"'symmetric: (.*?)' does not hold: (.*?)({STATE}) becomes ({STATE}), (.*)"


class Judge:
    def __init__(self, text):
        self.puzzle = Puzzle(text)
        self.graph = Graph(self.puzzle)
        node = self.puzzle.parts["symmetric"]
        items = [node] if scalar(node) else node.value
        self.generators = dict(entry for item in items if not scalar(item) for entry in entries(item))

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

    def renamed(self, state, of, values):
        """The values wherever a variable holds one, and in the indices of arrays."""
        after, cells = list(state), {}

        def becomes(value, its):
            same = its.form is of.form if isinstance(of.form, Enumeration) else its is of
            return values.get(value, value) if same else value
        for variable in self.puzzle.variables.values():
            suffixes = [()]
            for its in variable.index:
                suffixes = [s + (v,) for s in suffixes for v in its.values]
            for at, suffix in enumerate(suffixes, variable.first):
                cells[variable.name, suffix] = at
        for (name, suffix), at in cells.items():
            types = self.puzzle.variables[name].index
            to = cells[name, tuple(map(becomes, suffix, types))]
            after[to] = becomes(state[at], self.puzzle.cells[at])
        return tuple(after)

    # ---- what is said ----

    def state(self, text):
        values = re.findall(r"=(\w+)", text)
        assert len(values) == len(self.puzzle.cells), text
        return tuple(next(v for v in of.values if value_text(v) == value) for of, value in zip(self.puzzle.cells, values))

    def edges(self, state):
        """[(text, next state, costs)]"""
        return [(text, after, costs) for (text, after), costs in self.graph.edges_of(state).items()]

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
        found = re.search(MESSAGE, message)
        if not found:
            return "no counterexample"
        declared, how, first, second, why = found.groups()
        exchanged = re.findall(r"with (\w+) and (\w+) exchanged", how)
        state, other = self.state(first), self.state(second)

        def image(of):
            return self.image(declared, exchanged and exchanged[0], of)
        if state not in self.graph.depth:
            return "the state is not reachable"
        if image(state) != other:
            return "its image is another"
        return None if self.holds(why, image, state, other) else "it is none"

    def holds(self, why, image, state, other):
        if why == "which is no start":
            return state in self.graph.starts and other not in self.graph.starts
        if why.startswith("and so does "):
            third = self.state(why)
            return third != state and image(third) == other
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
