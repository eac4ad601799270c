"""Lists and sets in random puzzles: their declarations, their moves, and the expressions that read them.

They have a random stream of their own, which leaves puzzles without lists unchanged.  Most moves keep a list within its length
and look at places that it has.  A few do not; the run must end in an error there.
"""

import random

# Each form's share of the puzzles that have lists.  `postfix` is brackets behind parentheses and calls: (q + r)[0], f(q)[1:].
FORMS = {"postfix": 0.4, "constant lists": 0.4, "list defines": 0.5, "list errors": 0.25, "literals first": 0.3, "sets of sets": 0.6}
ENDS = ["1:", ":-1", ":1", "-1:", "1:2", "-2:", ":2", ":", "2:1", "5:", ":7", "-9:2"]


class Listed:
    """A variable that is a list or a set, or an array of two: `of` is the type of its values, `most` its places (0 of a set)."""

    def __init__(self, name, of, most, index, named):
        self.name, self.most, self.index, self.named = name, most, index, named
        self.optional = of.endswith(" or none")
        self.of = of.removesuffix(" or none")
        inside = f"({of})" if self.optional else of
        self.written = f"list({most}) of {inside}" if most else f"set of {inside}"

    def is_set(self):
        return not self.most

    def states(self, size):
        """How many values the variable has, where the type of its own values has `size`."""
        size += self.optional
        whole = sum(size ** k for k in range(self.most + 1)) if self.most else 2 ** size
        return whole ** (2 if self.index else 1)


class Lists:
    """A part of random_puzzle.Make."""

    def draw_lists(self, seed, share, without):
        self.r_lists = random.Random(f"lists {seed}")
        wanted = self.r_lists.random() < share and "lists" not in without
        self.has_lists = {form for form, often in FORMS.items() if self.r_lists.random() < often} - set(without)
        self.lists = {}  # name: Listed
        self.wants_lists = wanted

    def often(self, p):
        return self.r_lists.random() < p

    def pick(self, items):
        return self.r_lists.choice(list(items))

    def may(self, form, p):
        return form in self.has_lists and self.often(p)

    # ---- declarations ----

    def declare_lists(self, sizes, room):
        """A list, a set, or both, if `room` states allow it.  Returns the states that remain for other variables."""
        if not self.wants_lists or room < 12:
            return room
        names = self.pick([["queue"], ["queue"], ["crowd"], ["queue", "crowd"]])
        for name in names:
            for _ in range(20):
                one = self.draw_listed(name)
                if one.states(sizes[one.of]) <= max(min(room, 40), 8):
                    break
            else:
                one = Listed(name, "color", 1 if name == "queue" else 0, [], None)
            self.lists[name] = one
            self.variables[name] = one.index, one.written
            room = max(room // one.states(sizes[one.of]), 2)
        return room

    def draw_listed(self, name):
        kinds = ["animal", "color", "step"] + (["pet"] if self.part else [])
        of = self.pick(kinds + (["bool"] if name == "queue" else []))
        index = self.pick([[], [], [], ["0..1"]])
        if name == "queue" and self.often(0.2):
            of += " or none"
        return Listed(name, of, self.pick([1, 2, 2, 3, 3, 4]) if name == "queue" else 0, index,
                      {"queue": "line", "crowd": "group"}[name] if self.often(0.4) else None)

    def named_lists(self):
        """Lines of `types`."""
        return [f"{one.named}: {one.written}" for one in self.lists.values() if one.named]

    def type_of_listed(self, name):
        one = self.lists[name]
        return one.named or one.written

    def list_defines(self):
        """Definitions for each list of its own: a parameter has one type."""
        for one in self.lists.values():
            if one.is_set():
                self.put(1, f"with_{one.name}(l, x): '{self.pick(['l | [x]', 'l | [x]', '(l - [x]) | [x]'])}'")
                self.put(1, f"common_{one.name}(l, k): '{self.pick(['l & k', 'l - (l - k)'])}'")
            else:
                self.put(1, f"push_{one.name}(l, x): '{self.pick(['l + [x]', '[x] + l', 'l[:1] + [x] + l[1:]'])}'")
                self.put(1, f"less_{one.name}(l): '{self.pick(['l[1:]', 'l[:-1]', 'l if len(l) < 2 else l[1:]'])}'")

    # ---- values that are written where they stand ----

    def list_literal(self, one, most=None):
        """Up to three constants in brackets, without repeats for a set."""
        count = self.r_lists.randint(0, min(most or one.most or 3, 3))
        cells = [self.list_constant(one) for _ in range(count)]
        return f"[{', '.join(dict.fromkeys(cells) if one.is_set() else cells)}]"

    def list_constant(self, one):
        """A value of a list's type."""
        if one.optional and self.often(0.35):
            return "none"
        if one.of == "pet":
            return self.full(self.pick(self.part))
        if one.of == "step":
            return str(self.r_lists.randint(0, self.n))
        return self.pick(["true", "false"]) if one.of == "bool" else self.full(self.pick(self.values[one.of]), one.of)

    def list_kind(self, one):
        return self.kind(one.of)

    def list_value(self, one, depth):
        """A value for a list or a set, nearly always of its type."""
        kind = self.list_kind(one)
        if one.optional and self.often(0.2):
            return "none"
        fit = [n for n, _, t in self.locals if t == one.of]
        if fit and self.often(0.5):
            return self.pick(fit)
        others = [o for o in self.lists.values() if o.of == one.of and not (o.optional or o.is_set())]
        if others and self.may("list errors", 0.1):
            return f"{self.cell_of(self.pick(others))}[{self.pick(['0', '-1', '1'])}]"
        if depth <= 0 or one.of == "pet" or self.often(0.4):
            return self.list_constant(one)
        if kind == "int" and not self.may("list errors", 0.3):
            return f"({self.value('int', depth - 1)}) % (n + 1)"
        return self.value(kind, depth - 1)

    # ---- expressions of lists and of sets ----

    def cell_of(self, one, depth=0):
        """The variable, or an element of the array."""
        return f"{one.name}[{self.index('0..1', depth)}]" if one.index else one.name

    def list_constants(self, one):
        """Names of constants whose values the list can hold; with "list errors", a plain list gets those too whose numbers are outside its type."""
        if "constant lists" not in self.has_lists or one.of not in ("animal", "step"):
            return []
        if one.of == "animal":
            return ["herd"]
        named = [("table", self.table)] + [(f"ragged[{at}]", row) for at, row in enumerate(self.ragged)]
        any_number = "list errors" in self.has_lists and not one.optional and not one.is_set()
        return [name for name, row in named if any_number or max(row, default=0) <= self.n]

    def some_list(self, one, depth):
        """An expression for a list, of any length, or for a set."""
        fit = [n for n, _, t in self.locals if t == one.written]
        if depth <= 0 or self.often(0.3):
            return self.pick(fit) if fit and self.often(0.5) else self.cell_of(one)
        return (self.some_set if one.is_set() else self.some_queue)(one, depth)

    def some_queue(self, one, depth):
        less = lambda: self.some_list(one, depth - 1)
        forms = [lambda: f"{less()} + [{self.list_value(one, depth - 1)}]", lambda: f"{less()} + {less()}", lambda: f"sorted({less()})",
                 lambda: f"({less()} if {self.truth(depth - 1)} else {less()})", lambda: f"{self.cell_of(one)}[{self.pick(ENDS)}]",
                 lambda: f"{self.cell_of(one)}[{self.list_end(one)}:{self.list_end(one)}]",
                 lambda: f"({less()} if {self.truth(depth - 1)} else [])"]
        if "postfix" in self.has_lists:
            forms += [lambda: f"({less()})[{self.pick(ENDS)}]", lambda: f"sorted({less()})[{self.pick(ENDS)}]"]
        if "literals first" in self.has_lists:
            forms.append(lambda: f"[{self.list_value(one, 0)}] + {less()}")
        if "list defines" in self.has_lists:
            forms += [lambda: f"push_{one.name}({less()}, {self.list_value(one, depth - 1)})", lambda: f"less_{one.name}({less()})"]
        if self.list_constants(one):
            forms.append(lambda: f"{less()} + {self.pick(self.list_constants(one))}")
        return self.pick(forms)()

    def list_end(self, one):
        return self.pick(["", "0", "1", "-1", f"len({self.cell_of(one)}) - 1", self.index("0..1", 1), "n"])

    def some_set(self, one, depth):
        less = lambda: self.some_list(one, depth - 1)
        item = lambda: f"[{self.list_value(one, depth - 1)}]"
        forms = [lambda: f"({less()} | {item()})", lambda: f"({less()} - {item()})", lambda: f"({less()} & {less()})",
                 lambda: f"({less()} | {less()})", lambda: f"({less()} - {less()})",
                 lambda: f"({less()} if {self.truth(depth - 1)} else {less()})", lambda: f"({less()} & {self.list_literal(one)})"]
        if "literals first" in self.has_lists:
            forms.append(lambda: f"({self.list_literal(one)} {self.pick('|&-')} {less()})")
        if "list defines" in self.has_lists:
            forms += [lambda: f"with_{one.name}({less()}, {self.list_value(one, 0)})", lambda: f"common_{one.name}({less()}, {less()})"]
        if self.list_constants(one):
            forms.append(lambda: f"({less()} {self.pick('|&-')} {self.pick(self.list_constants(one))})")
        return self.pick(forms)()

    def kept_list(self, one, depth=2):
        """An expression that fits into the variable; with "list errors", perhaps one too long."""
        whole = self.some_list(one, depth)
        if one.is_set() or self.may("list errors", 0.3):
            return whole
        if "postfix" in self.has_lists:
            return f"({whole})[{self.pick([f':{one.most}', f'-{one.most}:'])}]"
        return f"{whole} if len({whole}) <= {one.most} else {self.cell_of(one)}"

    # ---- expressions of other types that read them ----

    def reads_lists(self):
        """Whether the next truth or number reads a list."""
        return bool(self.lists) and self.often(0.12)

    def list_truth(self, depth):
        one = self.pick(self.lists.values())
        whole = lambda: self.some_list(one, min(depth, 2))
        value = lambda: self.list_value(one, min(depth, 1))
        forms = [lambda: f"{value()} {self.pick(['in', 'not in'])} {self.pick([self.cell_of(one), f'({whole()})'])}",
                 lambda: f"len({whole()}) {self.pick(['==', '<', '>', '!='])} {self.r_lists.randint(0, 3)}",
                 lambda: f"{whole()} {self.pick(['==', '!='])} {self.pick([self.list_literal(one), '[]', whole(), *self.list_constants(one)])}",
                 lambda: self.over_list(one, depth, self.pick(["any", "all"]))]
        if one.is_set():
            forms += [lambda: f"{whole()} {self.pick(['<=', '<', '>=', '>'])} {self.pick([self.list_literal(one), whole()])}"] * 2
        else:
            forms.append(lambda: self.placed(one, value()))
            if one.index:
                forms.append(lambda: f"{one.name}[0] {self.pick(['==', '!='])} {one.name}[1]")
        return f"({self.pick(forms)()})"

    def placed(self, one, value):
        """A comparison of one place, behind a guard on the length; with "list errors", perhaps without it."""
        cell, (at, more) = self.cell_of(one), self.pick([("0", 0), ("-1", 0), ("1", 1), ("-2", 1), (f"n - {self.n}", 0)])
        truth = f"{cell}[{at}] {self.pick(['==', '!='])} {value}"
        return truth if self.may("list errors", 0.15) else f"len({cell}) > {more} and {truth}"

    def over_list(self, one, depth, name):
        self.fresh += 1
        x, before = f"x{self.fresh}", list(self.locals)
        domain = self.some_list(one, min(depth, 1))
        self.locals.append((x, "optional" if one.optional else self.list_kind(one), one.written + " item" if one.optional else one.of))
        same = f"{x} {self.pick(['==', '!='])} {self.list_value(one, 0)}"
        text = f"{name}({self.pick([same, self.truth(depth - 1)])} for {x} in {domain}"
        if self.often(0.3):
            text += f" if {self.truth(depth - 1)}"
        self.locals = before
        return text + ")"

    def list_number(self, depth):
        one = self.pick(self.lists.values())
        whole = self.some_list(one, min(depth, 2))
        forms = [lambda: f"len({whole})", lambda: self.over_list(one, depth, "count")]
        if self.list_kind(one) == "int" and not one.optional:
            self.fresh += 1
            x = f"x{self.fresh}"
            forms += [lambda: f"sum({x} for {x} in {whole})"] * 2
            least = f"{self.pick(['min', 'max'])}({x} for {x} in {self.cell_of(one)})"
            forms.append(lambda: f"({least} if len({self.cell_of(one)}) > 0 else 0)" if not one.index else f"len({whole})")
        return self.pick(forms)()

    def list_domain(self):
        """(kind, type, domain) of a list without none that a name runs over; None: take another domain."""
        fit = [one for one in self.lists.values() if not one.optional]
        if not fit or not self.often(0.15):
            return None
        one = self.pick(fit)
        return self.list_kind(one), one.of, f"{one.name}[{self.pick('01')}]" if one.index else one.name

    # ---- start, conditions, moves ----

    def start_list(self, indent, name):
        one = self.lists[name]
        if self.often(0.15):
            return self.put(indent, self.pick([f"{name}: any", f'"{name}[i] for i in 0..1": any'] if one.index else [f"{name}: any"]))
        for line in self.list_entries(one, name, self.often(0.5)):
            self.put(indent, line)
        return None

    def list_entries(self, one, name, plain):
        """Entries `name: value` of `start` or of a condition, for the whole variable."""
        if not one.index:
            if self.may("constant lists", 0.2) and self.list_constants(one) and not one.is_set():
                return [f"{name}: '{self.pick(self.list_constants(one))}[:{one.most}]'"] if "postfix" in self.has_lists else [f"{name}: []"]
            return [f"{name}: {self.pick([self.list_literal(one), self.list_literal(one), '[]'])}"]
        return self.pick([[f"{name}: []"], [f"{name}: [{self.list_literal(one)}, {self.list_literal(one)}]"],
                          [f"{name}: {{0: {self.list_literal(one)}, 1: {self.list_literal(one)}}}"],
                          [f'"{name}[i] for i in 0..1": {self.list_literal(one)}'],
                          [f'"{name}[0]": {self.list_literal(one)}', f'"{name}[1]": {self.list_literal(one)}']] if plain else
                         [[f"{name}: {{1: {self.list_literal(one)}, 0: []}}"], [f"{name}: []"]])

    def list_part(self, indent, name):
        """An entry of a condition: the whole variable, or one element of an array."""
        one = self.lists[name]
        if one.index and self.often(0.6):
            self.put(indent, self.pick([f"{name}: {{{self.pick('01')}: {self.list_literal(one)}}}", f'"{name}[{self.pick("01")}]": {self.list_literal(one)}']))
        else:
            self.put(indent, self.list_entries(one, name, True)[0])

    def list_moves(self):
        for one in self.lists.values():
            moves = [self.comes, self.goes] + self.r_lists.sample([self.changes_list, self.is_chosen, self.gives], 2)
            moves = moves if not one.is_set() else [self.joins, self.leaves] + self.r_lists.sample(
                [self.changes_list, self.is_chosen, self.subset_comes], 2)
            for number, move in enumerate(moves[:self.r_lists.randint(2, 4)]):
                self.locals, self.sets, self.fresh = [], [], 0
                if one.index:
                    self.locals.append(("k", "int", "0..1"))
                move(one, f"{one.name} {number}")

    def head_of(self, one, words, *chosen):
        """The move's label and its choices; k is the array's index."""
        chosen = (["k in 0..1"] if one.index else []) + list(chosen)
        self.put(1, f'"{words}{" at {k}" if one.index and self.often(0.9) else ""}":')
        if chosen:
            self.put(2, f"- choose: '{', '.join(chosen)}'")

    def own(self, one):
        return f"{one.name}[k]" if one.index else one.name

    def guard_maybe(self, p=0.3):
        if self.often(p):
            self.put(2, f"- guard: '{self.truth(1)}'")
            if self.often(0.4):
                self.put(2, "  else: not now")

    def put_set(self, one, value, *more):
        """A `set` step in one of its notations; `more` are entries for other variables."""
        own = self.own(one)
        if more or self.often(0.5):
            self.put(2, "- set:")
            key = f"{one.name}" if not one.index else own
            if one.index and not more and self.often(0.3):
                return self.put(4, f"{one.name}: {{k: '{value}'}}")
            for name, it in [(key, value), *more]:
                self.put(4, f"'{name}': '{it}'")
            return None
        return self.put(2, f"- set: '{own} = {value}'")

    def beside(self, one, x):
        """An entry that puts x, a value from a list, into another variable."""
        fit = [n for n, (index, of) in self.variables.items() if n in self.loose() and not index and of == one.of and not one.optional]
        return [(self.pick(fit), x)] if fit and self.often(0.6) else []

    def comes(self, one, words):
        own, x = self.own(one), "{x}"
        self.head_of(one, f"{words} {x if self.often(0.9) else 'one'} comes", f"x in {one.of}")
        self.locals.append(("x", self.list_kind(one), one.of))
        room = f"len({own}) < {one.most}"
        self.put(2, f"- guard: '{room if not self.may('list errors', 0.3) else self.truth(1)}'")
        if self.often(0.3):
            self.put(2, "  else: full")
        self.guard_maybe()
        item = self.pick(["x", "x", "x", self.list_value(one, 1)])
        if "list defines" in self.has_lists and self.often(0.3):
            return self.put_set(one, f"push_{one.name}({own}, {item})")
        return self.put_set(one, self.pick([f"{own} + [{item}]", f"{own} + [{item}]", f"[{item}] + {own}" if "literals first" in self.has_lists
                                            else f"{own} + [{item}]", f"sorted({own} + [{item}])"]))

    def goes(self, one, words):
        own, at = self.own(one), self.pick(["0", "-1", f"len({self.own(one)}) - 1"])
        looks = not self.may("list errors", 0.3)
        self.head_of(one, f"{words} {{{own}[{at}]}} goes" if looks and self.often(0.3) else f"{words} goes" + self.pick([" of {%s}" % own, ""]))
        self.put(2, f"- guard: '{f'len({own}) > 0' if looks else self.truth(1)}'")
        self.put(2, f"- let: 'x = {own}[{at}]'")
        self.locals.append(("x", "optional" if one.optional else self.list_kind(one), "item" if one.optional else one.of))
        self.guard_maybe()
        rest = self.pick([f"{own}[1:]", f"{own}[:-1]", f"{own}[1:]" if at == "0" else f"{own}[:-1]"])
        return self.put_set(one, rest, *self.beside(one, "x"))

    def gives(self, one, words):
        """A place is chosen, and the value there is taken out."""
        own = self.own(one)
        self.head_of(one, f"{words} {{i}} out", f"i in 0..{max(one.most - 1, 0)} if i < len({own})")
        self.locals.append(("i", "int", None))
        self.guard_maybe()
        return self.put_set(one, f"{own}[:i] + {own}[i + 1:]", *self.beside(one, f"{own}[i]"))

    def is_chosen(self, one, words):
        """A value of the list or set is chosen."""
        own, first = self.own(one), "first " if self.often(0.2) else ""
        filter_ = f" if x != {self.list_constant(one)}" if self.often(0.3) else ""
        self.put(1, f'"{words} {{x}} of {{{own if self.often(0.5) else "len(" + own + ")"}}}":')
        if one.index:
            self.put(2, "- choose: k in 0..1")
        self.put(2, f"- choose: '{first}x in {own}{filter_}'")
        self.locals.append(("x", "optional" if one.optional else self.list_kind(one), "item" if one.optional else one.of))
        self.guard_maybe()
        if self.often(0.3):
            self.put(2, f"- let: 'kept = {own}'")
            self.locals.append(("kept", "list", one.written))
        value = f"{own} - [x]" if one.is_set() and self.often(0.5) else self.kept_list(one, 1)
        return self.put_set(one, value, *self.beside(one, "x"))

    def changes_list(self, one, words):
        self.head_of(one, f"{words} {{len({self.own(one)})}} turns")
        if self.often(0.4):
            self.put(2, f"- let: 'was = {self.some_list(one, 1)}'")
            self.locals.append(("was", "list", one.written))
        self.put(2, f"- guard: '{self.truth(2)}'")
        return self.put_set(one, self.kept_list(one))

    def joins(self, one, words):
        own = self.own(one)
        self.head_of(one, f"{words} {{x}} joins", f"x in {one.of}{self.pick(['', f' if x not in {own}'])}")
        self.locals.append(("x", self.list_kind(one), one.of))
        self.guard_maybe()
        if "list defines" in self.has_lists and self.often(0.3):
            return self.put_set(one, f"with_{one.name}({own}, x)")
        return self.put_set(one, self.pick([f"{own} | [x]", f"{own} | [x]", f"({own} - [x]) | [x, {self.list_value(one, 0)}]"]))

    def leaves(self, one, words):
        own = self.own(one)
        self.head_of(one, f"{words} {{x}} leaves {{{own}}}", f"x in {one.of} if x in {own}")
        self.locals.append(("x", self.list_kind(one), one.of))
        self.guard_maybe()
        return self.put_set(one, f"{own} - [x]", *self.beside(one, "x"))

    def subset_comes(self, one, words):
        own = self.own(one)
        if "sets of sets" not in self.has_lists:
            return self.changes_list(one, words)
        self.head_of(one, f"{words} {{g}}", f"g in subsets({one.of}, {self.pick(['1..2', '0..1', '2'])})")
        self.put(2, f"- guard: '{self.pick([f'len(g & {own}) == 0', f'g <= {own}', f'g != {own}', f'not ({own} < g)', f'len(g) < 2 or {self.truth(1)}'])}'")
        return self.put_set(one, self.pick([f"{own} | g", f"{own} - g", "g", f"{own} & g", f"g - {own}"]))

    # ---- shown ----

    def shown_list(self):
        """An expression for `show`, which never fails."""
        one = self.pick(self.lists.values())
        cell = f"{one.name}[{self.pick('01')}]" if one.index else one.name
        return self.pick([cell, cell, f"len({cell})", f"{cell} if len({cell}) > 1 else 7"])
