"""What a puzzle declares before it moves: types, constants and params, state, defines.

Everything is looked up on demand, so that a type may need a param, and a constant a type.
"""

import re

import yaml

import language
from compiler import TYPE_WORDS, Compiler, Scope
from language import Mistake
from lists import Listed, ListType, SetType, heads
from values import BOOL, Enumeration, Table, Type, Undecided, number, value_text

KEYS = {"puzzle", "about", "params", "constants", "types", "state", "start", "moves", "define",
        "never", "always", "bound", "invariant", "properties", "fair", "deadlock", "goal", "end", "costs", "final", "maximize", "minimize", "estimate", "symmetric", "show",
        "picture", "expect"}


LIST, SET = re.compile(r"list\((.*?)\)\s+of\s+(.*)", re.S), re.compile(r"set\s+of\s+(.*)", re.S)


class Variable:
    def __init__(self, name, index, of, first):
        self.name, self.index, self.of, self.first = name, index, of, first
        self.cells = 1
        for i in index:
            self.cells *= len(i.values)


class Define:
    def __init__(self, name, parameters, text):
        self.name, self.parameters, self.text = name, parameters, text
        self.scope = self.body = None


# ---- YAML ----


def scalar(node):
    return isinstance(node, yaml.ScalarNode)


def sequence(node):
    return isinstance(node, yaml.SequenceNode)


def mapping(node):
    return isinstance(node, yaml.MappingNode)


def is_text(node):
    """A text map or a picture."""
    return scalar(node) and node.style in ("|", ">")


def rows_of(node):
    text = node.value[:-1] if node.value.endswith("\n") else node.value
    return text.split("\n")


def entries(node):
    """A mapping's (key's text, value), each key once."""
    if not mapping(node):
        raise Mistake(f"a mapping is needed at line {node.start_mark.line + 1}")
    seen = set()
    for key, value in node.value:
        if not scalar(key):
            raise Mistake(f"a key is no text at line {key.start_mark.line + 1}")
        if key.value in seen:
            raise Mistake(f"{key.value} is there twice")
        seen.add(key.value)
        yield key.value, value


def compose(text):
    return yaml.compose(text, Loader=yaml.BaseLoader)


class Declarations:
    def __init__(self, text, settings=()):
        self.parts = dict(entries(compose(text)))
        unknown = set(self.parts) - KEYS
        if unknown:
            raise Mistake(f"unknown keys: {', '.join(sorted(unknown))}")
        self.compiler = Compiler(self)
        self.types, self.type_nodes = {}, dict(self.section("types"))
        self.constants, self.constant_nodes = {}, {}
        for part in ("params", "constants"):
            for key, node in self.section(part):
                name, index, _ = language.heading(key)
                self.constant_nodes[name] = (index or [], node)
        self.override(settings)
        self.collect_enumerations()
        self.defines = {}
        for key, node in self.section("define"):
            name, _, parameters = language.heading(key)
            self.defines[name] = Define(name, parameters or [], node.value)
        self.variables, self.columns, self.cells, self.cell_names = {}, [], [], []
        self.variable_names = {language.heading(key)[0] for key, _ in self.section("state")}
        for key, node in self.section("state"):
            self.declare_variable(key, node)

    def section(self, name):
        node = self.parts.get(name)
        return list(entries(node)) if node is not None else []

    def override(self, settings):
        for setting in settings:
            name, _, value = setting.partition("=")
            if name not in {language.heading(k)[0] for k, _ in self.section("params")}:
                raise Mistake(f"no param {name}")
            index, old = self.constant_nodes[name]
            if value.startswith("@"):
                with open(value[1:], encoding="utf-8") as file:
                    value = file.read()
                if is_text(old):
                    new = yaml.ScalarNode("tag:yaml.org,2002:str", value, style="|")
                    self.constant_nodes[name] = (index, new)
                    continue
            self.constant_nodes[name] = (index, compose(value))

    # ---- names, as the compiler asks for them ----

    def global_name(self, name):
        if name in self.variable_names:
            if name not in self.variables:
                raise Mistake(f"{name}: state cannot be read here")
            return "variable", self.variables[name]
        if name in self.constant_nodes:
            return "constant", self.constant(name)
        if name in self.defines:
            return "define", self.defines[name]
        return None

    def type_named(self, name):
        return self.type(name) if name in self.type_nodes else None

    def value_named(self, name):
        options = {e: e.named[name] for e in self.enumerations if name in e.named}
        if len(options) > 1:
            return Undecided(name, options)
        return next(iter(options.values()), None)

    def compile_define(self, define):
        if define.scope is not None:
            if define.body is None:
                raise Mistake(f"{define.name} is defined by itself")
            return
        define.scope = Scope()
        for parameter in define.parameters:
            define.scope.bind(parameter)
        define.body = self.compiler.compile(language.expression(define.text), define.scope.inner())

    def constant_value(self, tree):
        scope = Scope()
        function = self.compiler.compile(tree, scope)
        return function(None, scope.locals())

    # ---- types ----

    def collect_enumerations(self):
        """Lists of names are enumerations, or parts of the one larger list that holds them all."""
        lists = []
        for _, node in self.section("types") + self.section("state"):
            names = listed_names(node)
            if names is not None:
                lists.append((node, names))
        self.enumerations, self.owner = [], {}
        for node, names in lists:
            if not self.wholes(node, names, lists):
                self.owner[node] = self.enumeration(node, names, lists)
        for node, names in lists:
            if node not in self.owner:
                self.owner[node] = self.owner[self.wholes(node, names, lists)[0]]

    @staticmethod
    def wholes(node, names, lists):
        """The largest lists that hold all of these names and more."""
        if mapping(node):
            return []
        larger = [(n, set(ns)) for n, ns in lists if set(ns) > set(names)]
        largest = [n for n, ns in larger if not any(ns < others for _, others in larger)]
        if len({frozenset(listed_names(n)) for n in largest}) > 1:
            raise Mistake(f"{names} could be a part of two enumerations")
        return largest

    def enumeration(self, node, names, lists):
        inline = node not in self.type_nodes.values()
        for other, others in lists:
            if other is node:
                break
            if inline and sequence(other) and others == names and other in self.owner:
                return self.owner[other]
        glyphs = [v.value for _, v in entries(node)] if mapping(node) else None
        self.enumerations.append(Enumeration(names, glyphs))
        return self.enumerations[-1]

    def type(self, name):
        if name not in self.types:
            self.types[name] = None
            self.types[name] = self.type_at(self.type_nodes[name])
        if self.types[name] is None:
            raise Mistake(f"type {name} is defined by itself")
        return self.types[name]

    def type_at(self, node):
        names = listed_names(node)
        if names is not None:
            of = self.owner[node]
            return Type(of, [v for v in of.values if v.name in names])
        if sequence(node):
            return Type(int, sorted(int(item.value) for item in node.value))
        return self.type_written(node.value)

    def type_written(self, text):
        """What a text of a declaration says: a term, or a list or a set of one."""
        if found := LIST.fullmatch(text.strip()):
            return ListType(self.type_written(found[2]), number(self.constant_value(language.expression(found[1]))))
        if found := SET.fullmatch(text.strip()):
            return SetType(self.type_written(found[1]))
        return self.type_term(language.expression(text))

    def type_term(self, tree):
        if tree[0] == "or" and tree[2] == ("name", "none"):
            of = self.type_term(tree[1])
            if isinstance(of, Listed):
                raise Mistake("a list is empty, not none")
            return Type(of.form, of.values, optional=True)
        if tree[0] == "range":
            low, high = (number(self.constant_value(t)) for t in tree[1:])
            return Type(int, range(low, high + 1))
        if tree[0] == "name" and tree[1] in TYPE_WORDS:
            return BOOL
        found = self.type_named(tree[1]) if tree[0] == "name" else None
        if found is None:
            raise Mistake(f"no type: {tree}")
        return found

    # ---- constants ----

    def constant(self, name):
        if name not in self.constants:
            self.constants[name] = None
            index, node = self.constant_nodes[name]
            types = [self.type_term(t) for t in index]
            self.constants[name] = self.indexed(node, types) if types else self.plain(node)
            if types:
                self.constants[name] = Table(self.constants[name], types)
        if self.constants[name] is None:
            raise Mistake(f"{name} is defined by itself")
        return self.constants[name]

    def plain_text(self, name):
        """A text map without index types as it is written, or None."""
        index, node = self.constant_nodes[name]
        return "\n".join(rows_of(node)) if not index and is_text(node) else None

    def table_sizes(self, name):
        """How many places a constant has by its index types; None where these are not known yet, or there are none."""
        index = self.constant_nodes.get(name, ([], None))[0]
        try:
            return [len(self.type_term(t).values) for t in index]
        except Mistake:  # they ask for the size of this very constant
            return None

    def raw_table(self, name):
        """A list or a map before its index types are known: for rows, cols, len."""
        if name not in self.constant_nodes:
            return None
        _, node = self.constant_nodes[name]
        if is_text(node):
            return Table(rows_of(node))
        if sequence(node):
            return Table([i.value if sequence(i) else None for i in node.value])
        if mapping(node):
            return Table([None] * len(node.value))
        return None

    def indexed(self, node, types):
        if not types:
            value = self.constant_value(language.expression(node.value))
            if isinstance(value, Table):
                raise Mistake("a list where one value is meant")
            return value
        size = len(types[0].values)
        if is_text(node):
            return text_cells(rows_of(node), [len(t.values) for t in types])
        if sequence(node):
            if len(node.value) != size:
                raise Mistake(f"{len(node.value)} values for {size} places")
            return [self.indexed(item, types[1:]) for item in node.value]
        if mapping(node):
            cells = [None] * size
            for key, value in entries(node):
                at = types[0].index(self.constant_value(language.expression(key)))
                cells[at] = self.indexed(value, types[1:])
            return cells
        value = self.constant_value(language.expression(node.value))
        if isinstance(value, Table):
            if len(value) != size:
                raise Mistake(f"{len(value)} values for {size} places")
            return list(value.rows())
        return [self.indexed(node, types[1:]) for _ in range(size)]

    def plain(self, node):
        data = self.data(node)
        return Table(data) if isinstance(data, (list, dict)) else data

    def data(self, node):
        if is_text(node):
            rows = rows_of(node)
            return text_cells(rows, [len(rows), max(map(len, rows))])
        if sequence(node):
            return [self.data(item) for item in node.value]
        if mapping(node):
            keys = self.map_keys([key for key, _ in entries(node)])
            return dict(zip(keys, (self.data(value) for _, value in entries(node))))
        value = self.constant_value(language.expression(node.value))
        return value.data if isinstance(value, Table) else value

    def map_keys(self, texts):
        """Values, numbers or characters: one of these all of them."""
        if all(re.fullmatch("-?[0-9]+", text) for text in texts):
            return list(map(int, texts))
        values = [self.key_value(text) for text in texts]
        if None not in values:
            return values
        if all(len(text) == 1 for text in texts):
            return texts
        raise Mistake(f"keys of several kinds: {texts}")

    def key_value(self, text):
        """A value by its name, or as in `frog.empty`; None: it is none."""
        of, _, name = text.rpartition(".")
        if not of:
            return self.value_named(text)
        form = self.type(of).form if of in self.type_nodes else None
        return form.named.get(name) if isinstance(form, Enumeration) else None

    # ---- state ----

    def declare_variable(self, key, node):
        name, index, _ = language.heading(key)
        types = [self.type_term(t) for t in index or []]
        if any(isinstance(of, Listed) for of in types):
            raise Mistake(f"{name} is indexed by lists")
        variable = Variable(name, types, self.type_at(node), len(self.columns))
        self.variables[name] = variable
        suffixes = [()]
        for of in types:
            suffixes = [s + (v,) for s in suffixes for v in of.values]
        for suffix in suffixes:
            self.columns.append("_".join([name] + [value_text(v) for v in suffix]))
            self.cell_names.append(f"{name}[{', '.join(map(value_text, suffix))}]" if suffix else name)
            self.cells.append(variable.of)

    @property
    def heads(self):
        """The columns of the database: those of a list's places and of a set's members, too."""
        return heads(self.columns, self.cells)


def one_kind(keys):
    """The keys, all integers or of one enumeration; those that several share are decided."""
    if all(type(key) is int for key in keys):
        return keys
    options = [set(key.options) if isinstance(key, Undecided) else {getattr(key, "of", None)}
               for key in keys]
    common = set.intersection(*options) - {None}
    if len(common) != 1:
        raise Mistake("keys of several kinds")
    of = common.pop()
    return [key.settle(of) if isinstance(key, Undecided) else key for key in keys]


def listed_names(node):
    """The names of an enumeration (or a part), or None where a node is none."""
    if mapping(node):
        return [key for key, _ in entries(node)]
    if not sequence(node) or not all(scalar(item) for item in node.value):
        return None
    names = [item.value for item in node.value]
    if not names or names[0].lstrip("-").isdigit() or names[0] in ("true", "false"):
        return None
    if len(set(names)) < len(names):
        raise Mistake(f"a value is there twice: {names}")
    return names


def text_cells(rows, sizes):
    """Rows of characters, short ones padded with blanks."""
    if len(sizes) == 1:
        if len(rows) != 1 or len(rows[0]) > sizes[0]:
            raise Mistake("the text does not fit")
        return list(rows[0].ljust(sizes[0]))
    if len(rows) != sizes[0] or max(map(len, rows)) > sizes[1]:
        raise Mistake("the text map does not fit its types")
    return [list(row.ljust(sizes[1])) for row in rows]
