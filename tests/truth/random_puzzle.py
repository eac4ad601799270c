"""Random puzzles: `random_puzzle.make(seed)` is a Case: the YAML of one, small enough to be explored,
and the settings it takes.

They mean nothing; they put the language's forms together in ways that no author would write.  Most
are sound; some run into an index out of range, a negative cost or a sum of more than 63 bits, which
a reader must find too.  Some are right only with the settings.
"""

import json
import math
import random
import sys

from random_lists import Lists

NAMES = "ant bee cat dog eel fox gnu hen a b".split()
EDGE = 2**63 - 1
# What a seed's puzzle has or has not: drawn for each, so that no form is beside all the others always.
FORMS = {"hiding": 0.3, "uncalled": 0.3, "signs": 0.3, "lazy": 0.4, "keys": 0.5, "rows": 0.5, "any in steps": 0.4,
         "shared arguments": 0.4, "edges": 0.3, "settings": 0.3, "vast": 0.1, "wrong": 0.3, "shown": 0.5,
         "hidden values": 0.4, "rules": 0.4}
# Forms that came later, drawn apart so that the puzzle of a seed is what it was but for them.
LATER = {"final": 0.5}
# The share of puzzles that have lists or sets (random_lists.py), and of those with a goal that maximize something.
LISTS, MAXIMIZED = 0.28, 0.2


class Case:
    """A puzzle's text, what --set is given, and the files that go with it: {name: text}."""

    def __init__(self, text, settings=(), files=None, wants_goal=False, final="", lists=False):
        self.text, self.settings, self.files = text, list(settings), files or {}
        self.wants_goal = wants_goal  # one of the states that are reached, which a reader knows
        self.final = final  # goes with that goal
        self.lists = lists  # whether it has lists or sets
        self.trace = None  # what is kept of it; else the way says


class Make(Lists):
    def __init__(self, seed, without=()):
        self.r = random.Random(seed)
        self.r_pegs = random.Random(f"pegs {seed}")
        self.r_final = random.Random(f"final {seed}")
        self.r_ring = random.Random(f"ring {seed}")
        self.r_held = random.Random(f"held {seed}")
        self.r_best = random.Random(f"maximize {seed}")
        self.r_rows = random.Random(f"rows {seed}")
        rows = self.r_rows.randint(1, 4) if self.r_rows.random() < 0.2 else 0
        self.ragged = [[self.r_rows.randint(0, 3) for _ in range(self.r_rows.randint(0, 3))] for _ in range(rows)]
        self.has = {form for form, often in FORMS.items() if self.chance(often)} - set(without)
        self.has |= {form for form, often in LATER.items() if self.r_final.random() < often} - set(without)
        self.maximizes = self.r_best.random() < MAXIMIZED and not {"final", "maximize"} & set(without)
        self.lines, self.locals, self.fresh = [], [], 0
        self.settings, self.files = [], {}
        self.large = self.chance(0.02)
        self.hidden, self.spent = set(), set()
        self.kept = None  # the value that exactly one of pegs has
        self.seats = 0  # of ring, a permutation
        self.draw_lists(seed, LISTS, without)
        self.types()
        self.state()
        # without costs a search that keeps nothing needs no graph
        self.priced = not self.kept or self.r_pegs.random() < 0.5
        if self.seats:
            self.priced = self.priced and self.r_ring.random() < 0.5

    def chance(self, p):
        return self.r.random() < p

    def one(self, items):
        return self.r.choice(list(items))

    def put(self, indent, text):
        self.lines.append("  " * indent + text)

    # ---- declarations ----

    def types(self):
        r = self.r
        self.values = {"animal": r.sample(NAMES, r.randint(2, 4))}
        self.values["color"] = ["red", "blue", "green"][: r.randint(2, 3)]
        if self.chance(0.4):  # a name of two enumerations
            self.values["color"][0] = self.values["animal"][0]
        self.glyphs = self.chance(0.5)
        self.part = None
        if len(self.values["animal"]) > 2 and not set(self.values["color"]) & set(NAMES):
            self.part = sorted(r.sample(self.values["animal"], 2))
        self.n = r.randint(1, 3)
        self.gain = [r.randint(0, 3) for _ in range(self.n + 1)]
        self.kinds = {"animal": "animal", "color": "color", "step": "int", "bool": "bool"}
        self.table = [r.randint(0, 3) for _ in range(r.randint(2, 4))]
        self.roads = [(self.one(self.values["animal"]), r.randint(0, self.n)) for _ in range(3)]

        self.signs = self.one(["ab#07", "ab#", "ab#"])
        self.level = ["".join(self.one(self.signs) for _ in range(r.randint(1, 3))) for _ in range(2)]
        self.maze = ["".join(self.one(self.signs) for _ in range(r.randint(1, 2))) for _ in range(2)]
        animals = [a for a in self.values["animal"] if not self.shared(a)]
        self.kin = r.sample(animals, r.randint(1, len(animals)))
        self.herd = [self.one(self.values["animal"]) for _ in self.values["animal"]]
        self.glyph = dict(zip(self.values["animal"], "ABCD"))

    def shared(self, name):
        return sum(name in v for v in self.values.values()) > 1

    def head(self):
        self.put(0, "puzzle: Random")
        self.params()
        self.put(0, "constants:")
        weights = {a: self.r.randint(0, 4) for a in self.values["animal"]}
        pairs = ", ".join(f"{a}: {w}" for a, w in weights.items())
        self.put(1, f"weight[animal]: {{{pairs}}}")
        self.put(1, f"gain[step]: {self.gain}")
        self.put(1, f"roads: [{', '.join(f'[{a}, {k}]' for a, k in self.free_roads())}]")
        self.put(1, "kin: {%s}" % ", ".join(f"{a}: {self.r.randint(0, 3)}" for a in self.kin))
        if "signs" in self.has:
            self.put(1, "mark: {%s}" % ", ".join(f'{c}: {self.r.randint(0, 3)}' for c in ("a", "b", '"#"', '" "')))
        if self.ragged:
            self.put(1, f"ragged: {self.ragged}")
        self.put(1, f"herd: [{', '.join(self.full(a) for a in self.herd)}]")
        self.text_map(1, "maze[0..1, 0..1]", self.maze)
        self.put(0, "types:")
        if self.glyphs:
            self.put(1, "animal: {" + ", ".join(f"{a}: {g}" for a, g in self.glyph.items()) + "}")
        else:
            self.put(1, f"animal: [{', '.join(self.values['animal'])}]")
        self.put(1, f"color: [{', '.join(self.values['color'])}]")
        self.put(1, "step: 0..n")
        if self.kept:
            self.put(1, f"hole: 0..{self.holes - 1}")
        if self.seats:
            self.put(1, f"seat: 0..{self.seats - 1}")
        if self.part:
            self.put(1, f"pet: [{', '.join(self.part)}]")
        for line in self.named_lists():
            self.put(1, line)

    def params(self):
        """Some have another value in the text than --set gives them, and are wrong without it."""
        n, table, level = self.n, self.table, self.level
        given = "settings" in self.has
        if given and self.chance(0.5):
            n = self.one([self.n + 1, 7, 0])
            self.settings.append(f"n={self.n}")
        if given and self.chance(0.3):
            table = [0, 1, 2]
            self.settings.append(f"table={self.table}")
        if given and self.chance(0.5):
            level = ["#"]
            self.settings.append("level=@level.txt")
            self.files["level.txt"] = "".join(row + "\n" for row in self.level)
        self.put(0, "params:")
        self.put(1, f"n: {n}")
        self.put(1, f"table: {table}")
        self.text_map(1, "level", level)

    def text_map(self, indent, name, rows):
        self.put(indent, name + ": |")
        for row in rows:
            self.put(indent + 1, row)

    def full(self, name, kind="animal"):
        """A value's name, with its type where another type or a local name has it too."""
        hidden = self.shared(name) or any(name == n for n, _, _ in self.locals)
        return f"{kind}.{name}" if hidden else name

    def pet(self):
        return self.full(self.one(self.part))

    def free_roads(self):
        return [(self.full(a), k) for a, k in self.roads]

    def state(self):
        """Two to four variables, of few states in all."""
        self.variables, room = {}, 1500 if self.large else 100
        sizes = {"animal": len(self.values["animal"]), "color": len(self.values["color"]),
                 "step": self.n + 1, "bool": 2, "pet": 2, "vast": 2}
        kinds = ["animal", "color", "step", "bool"] + (["pet"] if self.part else [])
        kinds += ["vast"] if "vast" in self.has else []
        self.vast = self.one([f"{EDGE - 1}..{EDGE}", f"-{EDGE} - 1..-{EDGE}"])
        indices = [[], [], ["animal"], ["step"], ["0..1"], ["0..1", "color"]]
        indices += [["pet"]] if self.part else []
        room = self.declare_lists(sizes, self.optional(sizes, self.ring(self.pegs(sizes, room))))
        for name in ("here", "at", "left", "lamp"):
            of, index = self.one(kinds), self.one(indices)
            cells = 1
            for i in index:
                cells *= 2 if i == "0..1" else sizes[i]
            if sizes[of] ** cells <= room:
                room //= sizes[of] ** cells
                named_as_type = of != "bool" and of not in self.variables and self.r_final.random() < 0.1
                self.variables[of if named_as_type else name] = (index, of)
        if not set(self.variables) - {"held", *self.lists}:
            self.variables["here"] = ([], "animal")

    def pegs(self, sizes, room):
        """An array of which one element has a value that the others have not; then less room for the rest."""
        r = self.r_pegs
        if r.random() > 0.25:
            return room
        of = r.choice(["animal", "color", "step", "bool"])
        self.holes = 4 if sizes[of] < 4 else 3
        values = {"step": range(self.n + 1), "bool": ["true", "false"]}.get(of) or self.values[of]
        values = [self.full(v, of) if of in self.values else str(v) for v in values]
        self.kept = r.choice(values)
        self.others = [v for v in values if v != self.kept]
        self.variables["pegs"] = (["hole"], of)
        return max(room // (self.holes * len(self.others) ** (self.holes - 1)), 3)

    def ring(self, room):
        """An array in which each value is once; then less room for the rest."""
        r = self.r_ring
        if r.random() > 0.2:
            return room
        self.seats = r.choice([2, 3, 3, 4, 4, 5])
        self.variables["ring"] = (["seat"], "seat")
        return max(room // math.factorial(self.seats), 3)

    def optional(self, sizes, room):
        """A variable, or an array, that may be none; then less room for the rest."""
        r = self.r_held
        self.held = None
        if r.random() > 0.2:
            return room
        of = r.choice(["animal", "color", "step", "step", "bool"] + (["pet"] if self.part else []))
        index, cells = r.choice([([], 1), ([], 1), (["0..1"], 2)])
        self.held = of
        self.variables["held"] = (index, f"{of} or none")
        return max(room // (sizes[of] + 1) ** cells, 3)

    def holds(self):
        """Moves of held, and what reads it."""
        r, of = self.r_held, self.held
        kind, (index, _) = self.kind(of), self.variables["held"]
        self.locals, self.sets, self.fresh = [("x", kind, of)] + [("k", "int", "0..1")] * len(index), [], 0
        held = "held[k]" if index else "held"
        chosen = f"k in 0..1, x in {of}" if index else f"x in {of}"
        plain = lambda: self.value(kind, 1)  # of the kind, and perhaps no value of the type
        inside = f"{held} in {of}" if kind != "bool" else f"not {held} in [none]"
        same = lambda: r.choice([f"{held} == {plain()}", f"{held} != x", inside, f"{held} in [{plain()}, none]",
                                 f"x == {held}", f"{held} != none and {held} == {plain()}"])
        used = [f"{held} < x", f"not {held} >= x", f"max({held}, x) == x"] if kind != "bool" else [f"{held}", f"not {held}", f"{held} or x"]
        used += [f"weight[{held}] > 1"] if kind == "animal" else []
        used += [f"{held} + 1 > x", f"gain[{held}] > 0", f"{held} in 1..2"] if kind == "int" else []
        self.put(1, '"take {k} {x} from {held[k]}":' if index else '"take {x} from {held}":')
        self.put(2, f"- choose: '{chosen}'")
        self.put(2, f"- guard: '{r.choice([f'{held} == none', same(), same(), 'true'])}'")
        self.put(2, f"- set: '{held} = {r.choice(['x', 'x', f'x if {same()} else none', f'none if {self.truth(1)} else x'])}'")
        self.put(1, f'"leave {r.choice(["{k}", "{held[k]}"]) if index else ""}":')
        self.put(2, f"- choose: '{chosen}'")
        often = r.choice([f"{held} != none and "] * 5 + [""])
        self.put(2, f"- guard: '{often}({r.choice(used + [same()])})'")
        if r.random() < 0.3:
            self.put(2, f"- let: 'was = {held}'")
            held = "was" if r.random() < 0.5 else held
        place = "held[k]" if index else "held"
        self.put(2, f"- set: '{place} = {r.choice(['none', 'none', f'{plain()} if x == {held} else none'])}'")

    def set_ring(self):
        seats = self.r_ring.sample(range(self.seats), self.seats)
        if self.r_ring.random() < 0.05:
            seats[0] = seats[1]
        return f"ring: {seats}"

    def spins(self):
        """Moves of ring: elements change places; seldom, one gets what another keeps."""
        r = self.r_ring
        self.locals, self.sets, self.fresh = [("i", "int", "seat"), ("j", "int", "seat")], [], 0
        self.put(1, '"spin {i} {j}":')
        self.put(2, f"- choose: 'i in seat, j in seat if {r.choice(['i != j', 'i < j', 'j == i + 1', 'i != j and (i + j) % 2 == 1'])}'")
        value = r.randrange(self.seats)
        if r.random() < 0.6:
            self.put(2, f"- guard: '{r.choice(['ring[i] == {0}', 'ring[j] == {0} and ({1})', 'ring[i] < ring[j]', '{1}']).format(value, self.truth(1))}'")
        back = r.choice(["ring[i]"] * 9 + [str(value)])
        self.put(2, "- set:")
        self.put(4, "ring[i]: ring[j]")
        self.put(4, f"ring[j]: {back}")
        if r.random() < 0.4 and self.seats > 2:
            a, b, c = r.sample(range(self.seats), 3)
            self.put(1, '"turn":')
            if r.random() < 0.5:
                self.put(2, f"- guard: 'ring[{a}] == {r.randrange(self.seats)}'")
            self.put(2, "- set:")
            self.put(4, f"ring[{a}]: ring[{b}]")
            self.put(4, f"ring[{b}]: ring[{c}]")
            self.put(4, f"ring[{c}]: {r.choice([f'ring[{a}]'] * 9 + [f'ring[{b}]'])}")

    def set_out(self):
        """The elements of pegs at the start."""
        cells = [self.r_pegs.choice(self.others) for _ in range(self.holes)]
        cells[self.r_pegs.randrange(self.holes)] = self.kept
        return f"pegs: [{', '.join(cells)}]"

    def loose(self):
        """The variables that moves write as they like; seldom pegs, which then may lose the value."""
        names = [name for name in self.variables if name not in ("held", *self.lists)]
        if self.kept and len(names) > 1 and self.r_pegs.random() < 0.9:
            names.remove("pegs")
        if self.seats and len(names) > 1 and self.r_ring.random() < 0.9:
            names.remove("ring")
        return names

    def hops(self):
        """Moves of pegs: the value changes places with another, others turn into each other."""
        r = self.r_pegs
        self.locals, self.sets, self.fresh = [("i", "int", "hole"), ("j", "int", "hole")], [], 0
        self.put(1, '"hop {i} {j}":')
        self.put(2, f"- choose: 'i in hole, j in hole if {r.choice(['i != j', 'abs(i - j) == 1', 'j == i + 1 or i == 0 < j'])}'")
        self.put(2, f"- guard: '{r.choice(['pegs[i] == {0}', '{0} == pegs[i] and ({1})']).format(self.kept, self.truth(1))}'")
        self.put(2, "- set:")
        self.put(4, r.choice(["pegs[i]: pegs[j]", f"pegs[i]: {r.choice(self.others)}"]))
        self.put(4, f"pegs[j]: {self.kept}")
        if r.random() < 0.5:
            self.put(1, '"swap {i}":')
            self.put(2, "- choose: i in hole")
            self.put(2, f"- guard: {r.choice(['pegs[i] != {0}', 'not (pegs[i] == {0})', 'pegs[i] == {1}']).format(self.kept, r.choice(self.others))}")
            self.put(2, f"- set: pegs[i] = {r.choice(self.others)}")

    def kind(self, of):
        if of.endswith(" or none"):
            return "optional"
        return {"step": "int", "0..1": "int", "hole": "int", "seat": "int", "pet": "animal", "vast": "int"}.get(of, of)

    # ---- expressions ----

    def literal(self, kind):
        if kind == "int":
            return str(self.r.randint(0, self.n))
        if kind == "bool":
            return self.one(["true", "false"])
        return self.full(self.one(self.values[kind]), kind)

    def expected(self, kind):
        """A literal where its kind is expected: a shared name may stand alone."""
        if kind in ("int", "bool") or self.chance(0.4):
            return self.literal(kind)
        name = self.one(self.values[kind])
        return name if self.shared(name) else self.full(name, kind)

    def index(self, of, depth):
        """An expression good as an index of that type, nearly always."""
        fit = [n for n, k, t in self.locals if t == of]
        if fit and self.chance(0.7):
            return self.one(fit)
        if depth <= 0:
            if of == "0..1":
                return self.one("01")
            if of == "hole":
                return str(self.r_pegs.randrange(self.holes))
            if of == "seat":
                return str(self.r_ring.randrange(self.seats))
            return self.pet() if of == "pet" else self.literal(self.kind(of))
        if of == "0..1":
            return self.one(["0", "1", f"({self.value('int', depth - 1)}) % 2"])
        if of == "hole":
            return f"({self.value('int', depth - 1)}) % {self.holes}"
        if of == "seat":
            return f"({self.value('int', depth - 1)}) % {self.seats}"
        if of == "step":
            return self.one([self.literal("int"), "n", f"({self.value('int', depth - 1)}) % (n + 1)"])
        if of == "pet":
            return self.pet()
        return self.value(of, depth - 1) if self.chance(0.4) else self.expected(of)

    def read(self, name, depth):
        index, _ = self.variables[name]
        if not index:
            return name
        return f"{name}[{', '.join(self.index(i, depth) for i in index)}]"

    def leaf(self, kind, depth):
        forms = [self.literal(kind)]
        forms += [n for n, k, _ in self.locals if k == kind] * 2
        forms += [self.read(n, depth) for n, (_, of) in self.variables.items()
                  if self.kind(of) == kind and n not in self.hidden and (of != "vast" or self.chance(0.2))] * 2
        return self.one(forms)

    def value(self, kind, depth):
        if depth <= 0 or self.chance(0.25):
            return self.leaf(kind, 0)
        if self.chance(0.12):
            a, b = self.value(kind, depth - 1), self.value(kind, depth - 1)
            return f"({a} if {self.truth(depth - 1)} else {b})"
        if kind == "int":
            return self.number(depth - 1)
        if kind == "bool":
            return f"({self.truth(depth)})"
        return self.one([self.leaf(kind, depth), f"pick_{kind}({self.value('int', depth - 1)})"])

    def over(self, depth, body, names):
        """EXPR for name in DOMAIN: the body sees the name."""
        self.fresh += 1
        name, before = f"x{self.fresh}", list(self.locals)
        kind, of, domain = self.domain(depth)
        self.locals.append((name, kind, of))
        text = f"{names}({body()} for {name} in {domain}"
        if self.chance(0.4):
            text += f" if {self.truth(depth - 1)}"
        self.locals = before
        return text + ")"

    def pair(self, depth, body, name):
        """EXPR for a in DOMAIN for b, k in ROWS."""
        self.fresh += 1
        a, b, k, before = f"x{self.fresh}", f"y{self.fresh}", f"k{self.fresh}", list(self.locals)
        kind, of, domain = self.domain(depth)
        self.locals.append((a, kind, of))
        rows = self.rows()
        self.locals += [(b, "animal", "animal"), (k, "int", None)]
        text = f"{name}({body()} for {a} in {domain} for {b}, {k} in {rows}"
        if self.chance(0.5):
            text += f" if {self.truth(depth - 1)}"
        self.locals = before
        return text + ")"

    def rows(self):
        """Rows of an animal and a number, written out; local names among them."""
        if "rows" not in self.has or self.chance(0.4):
            return "roads"
        cells = lambda: f"[{self.leaf('animal', 0)}, {self.leaf('int', 0)}]"
        return f"[{', '.join(cells() for _ in range(self.r.randint(1, 3)))}]"

    def character(self):
        if self.chance(0.3):
            cell = f"maze[{self.index('0..1', 1)}, {self.index('0..1', 1)}]"
            return f"{cell} {self.one(['==', '!=', '<'])} " + '"%s"' % self.one("ab# ")
        cell = f"level[{self.index('0..1', 1)}, {self.one(['0', '0', '1'])} % cols(level)]"
        return f"{cell} {self.one(['==', '!=', '<', '>='])} " + '"%s"' % self.one('ab#0 ')

    def domain(self, depth):
        forms = [("animal", "animal", "animal"), ("color", "color", "color"), ("int", "step", "step"),
                 ("int", "0..1", "0..1"), ("int", None, f"1..{self.r.randint(0, 3)}"),
                 ("int", None, "table"), ("bool", "bool", "bool")]
        if self.part:
            forms.append(("animal", "pet", "pet"))
        kind = self.one(["animal", "color"])
        written = self.leaf if "rows" in self.has else lambda kind, _: self.literal(kind)
        forms.append((kind, kind, f"[{written(kind, 0)}, {self.literal(kind)}]"))
        forms.append(("int", None, f"[{written('int', 0)}, {self.literal('int')}]"))
        forms.append(("animal", "animal", "herd"))
        if depth > 0:
            most = "({}) % 4" if "vast" in self.has else "{}"
            low, high = (most.format(self.leaf("int", 0)) for _ in range(2))
            forms.append(("int", None, f"{low}..{high}"))
        found = self.one(forms)
        if self.ragged and self.r_rows.random() < 0.25:
            at = self.leaf("int", 0) if depth > 0 else str(self.r_rows.randrange(4))
            return "int", None, f"ragged[({at}) % {len(self.ragged)}]"
        return self.list_domain() or found

    def number(self, depth):
        if self.reads_lists():
            return self.list_number(depth)
        v = lambda: self.value("int", depth)
        return self.one([
            lambda: f"({v()} {self.one('+-*')} {v()})",
            lambda: f"({v()} {self.one(['//', '%'])} {self.r.randint(1, 3)})",
            lambda: f"(-{v()} // {self.one(['2', '-2', '3'])})",
            lambda: f"{self.one(['min', 'max'])}({v()}, {v()})",
            lambda: f"abs({v()} - {v()})",
            lambda: f"weight[{self.index('animal', depth)}]",
            lambda: f"table[({v()}) % len(table)]",
            lambda: self.over(depth, lambda: self.truth(depth - 1), "count"),
            lambda: self.over(depth, lambda: self.value("int", depth - 1), "sum"),
            lambda: f"twice({v()})",
            lambda: f"kin[{self.one([self.full(a) for a in self.kin] + [n for n, k, _ in self.locals if k == 'animal'])}]",
            lambda: f"{self.one(['rows', 'cols'])}(level)",
            lambda: 'int("%d")' % self.r.randint(0, 9),
            lambda: self.pair(depth, lambda: self.value("int", depth - 1), self.one(["sum", "min", "max"])),
            lambda: f"({self.truth(depth)}) + {v()}",
            lambda: f"gain[{self.index('step', depth)}]",
            lambda: f"mark[level[{self.index('0..1', 1)}, 0]]" if self.signs == "ab#" and "signs" in self.has else v(),
            lambda: self.lazy(v()) if "lazy" in self.has else v(),
            lambda: f"plus({v()}, {v()})",
            *[lambda: self.risky(v())] * (4 if "wrong" in self.has else 0),
            lambda: f"{self.one(['len(herd)', 'len(color)', 'rows(maze)', 'cols(maze)'])}",
        ])()

    def risky(self, value):
        """Right for some values, a mistake for others."""
        self.fresh += 1
        z = f"z{self.fresh}"
        return self.one([f"({EDGE - 1} + {value} - {EDGE - 2})", f"(4 // ({value}))", f"table[{value}]",
                         f"gain[{value}]", f"({value} * {2**62} // {2**61})", f"(9 % {value})",
                         f"abs(-{EDGE} - ({value})) % 3", f"min({z} for {z} in 1..{value})"])

    def lazy(self, other):
        """A value beside one that is out of range, or no number, and never looked at."""
        self.fresh += 1
        wrong = self.one(["table[n + 9]", "table[9]", "7 // (n - n)", "gain[n + 1]", "gain[0 - 1]",
                          "5 % 0", "int(\"a\")", f"{EDGE} + n", "abs(-9223372036854775807 - n)",
                          *[f"{name}[9]" for name, (index, of) in self.variables.items()
                            if index in (["step"], ["0..1"]) and self.kind(of) == "int"]])
        return self.one([f"({wrong} if n > 9 else {other})", f"({other} if n < 9 else {wrong})",
                         f"sum({wrong} + {other} for z{self.fresh} in 1..0)", f"((n < 9 or {wrong} > 0) + {other})",
                         f"((n > 9 and {wrong} > 0) + {other})"])

    def truth(self, depth):
        if depth <= 0:
            return self.compare(0)
        if self.reads_lists():
            return self.list_truth(depth)
        t = lambda: self.truth(depth - 1)
        return self.one([
            lambda: self.compare(depth), lambda: self.compare(depth), lambda: self.compare(depth),
            lambda: f"({t()} {self.one(['and', 'or'])} {t()})",
            lambda: f"not ({t()})",
            lambda: self.over(depth, lambda: self.truth(depth - 1), self.one(["all", "any"])),
            lambda: self.within(depth),
            lambda: self.member(depth),
            self.character,
            lambda: f"alike({self.argument('animal', depth - 1)}, {self.value('int', depth - 1)})",
            lambda: f"near({self.argument('color', depth - 1)}, {self.value('int', depth - 1)})",
            lambda: self.pair(depth, lambda: self.truth(depth - 1), self.one(["all", "any"])),
        ])()

    def within(self, depth):
        low, high = self.value("int", depth - 1), self.value("int", depth - 1)
        return f"{low} {self.one(['in', 'not in'])} 0..{high}"

    def argument(self, kind, depth):
        alone = "shared arguments" in self.has and self.chance(0.4)
        return self.expected(kind) if alone else self.value(kind, depth)

    def member(self, depth):
        kind = self.one(["animal", "color"])
        left = self.decided(kind, depth)
        if kind == "animal" and self.part and self.chance(0.5):
            return f"{left} in pet"
        if kind == "animal" and self.chance(0.2):
            return f"{left} in herd"
        return f"{left} in [{self.expected(kind)}, {self.expected(kind)}]"

    def decided(self, kind, depth):
        return self.value(kind, depth - 1)

    def compare(self, depth):
        kind = self.one(["animal", "color", "int", "int", "bool"])
        signs = ["==", "!="] if kind == "bool" else ["==", "!=", "<", "<=", ">", ">="]
        right = self.expected(kind) if self.chance(0.15) else self.value(kind, depth - 1)
        text = f"{self.decided(kind, depth)} {self.one(signs)} {right}"
        if kind != "bool" and self.chance(0.2):
            text += f" {self.one(signs)} {self.value(kind, depth - 1)}"
        return text

    def stored(self, of, depth=2):
        """A value for a variable of that type, nearly always in range."""
        if of == "step":
            if "wrong" in self.has and self.chance(0.15):
                return self.value("int", depth)
            return self.one([f"({self.value('int', depth)}) % (n + 1)",
                             f"min(max({self.value('int', depth)}, 0), n)", self.literal("int")])
        if of == "seat":
            return f"({self.value('int', depth)}) % {self.seats}"
        if of == "pet":
            return self.one([self.pet(), f"{self.pet()} if {self.truth(depth)} else {self.pet()}"])
        if of == "vast":
            low = self.vast.split("..")[0]
            return self.one([low, f"{low} + ({self.truth(1)})"])
        return self.expected(of) if self.chance(0.2) else self.value(of, depth)

    # ---- the rest of the puzzle ----

    def start(self):
        self.put(0, "start:")
        if self.chance(0.25):
            return self.start_steps()
        for name, (index, of) in self.variables.items():
            if name in self.lists:
                self.start_list(1, name)
            elif index == ["hole"]:
                self.put(1, self.set_out())
            elif index == ["seat"]:
                self.put(1, self.set_ring())
            else:
                self.start_of(name, index, of)

    def constant(self, of):
        """A value where one of that type is expected."""
        if of == "vast":
            return self.one(self.vast.split(".."))
        if of == "seat":
            return str(self.r_ring.randrange(self.seats))
        if of.endswith(" or none"):
            return self.r_held.choice(["none", "none", self.constant(of.removesuffix(" or none"))])
        return self.pet() if of == "pet" else self.expected(self.kind(of))

    def length(self, i):
        return {"0..1": 2, "step": self.n + 1, "pet": 2, "seat": self.seats, "hole": self.holes if i == "hole" else 0}.get(i) or len(self.values[i])

    def start_of(self, name, index, of):
        form = self.r.randrange(8)
        if form == 0 and len(index) < 2:
            self.put(1, f"{name}: any")
        elif form == 1 and len(index) == 1:
            cells = [self.constant(of) for _ in range(self.length(index[0]))]
            self.put(1, f"{name}: [{', '.join(cells)}]")
        elif form == 2 and len(index) == 1:
            self.put(1, f"{name}[i] for i in {index[0]}: {self.constant(of)}")
            if index[0] == "0..1":
                self.put(1, f"{name}[1]: any")
        elif form == 3 and len(index) == 1 and self.glyphs and of == "animal":
            row = "".join(self.glyph[self.one(self.values["animal"])] for _ in range(self.length(index[0])))
            self.put(1, f"{name}: |")
            self.put(2, row)
        elif form == 4 and index == ["animal"] and of == "animal":
            self.put(1, f"{name}: herd")
        elif form == 5 and index == ["step"] and of == "step":
            self.put(1, f"{name}[i] for i in step: gain[i] % (n + 1)")
        else:
            self.put(1, f"{name}: {self.constant(of)}")

    def start_steps(self):
        self.put(1, "- choose: begin in step, who in animal")
        self.put(1, "- guard: begin > 0 or weight[who] % 2 == 0")
        self.locals = [("begin", "int", "step"), ("who", "animal", "animal")]
        self.put(1, "- set:")
        for name, (index, of) in self.variables.items():
            if name in self.lists:
                self.start_list(3, name)
                continue
            value = {"step": "begin", "animal": "who"}.get(of) or self.constant(of)
            if index in (["hole"], ["seat"]):
                self.put(3, self.set_out() if index == ["hole"] else self.set_ring())
                continue
            if "any in steps" in self.has and len(index) < 2 and self.chance(0.4):
                value = "any"
            elif index == ["animal"] and self.chance(0.4):
                others = [f"{self.full(a)}: {self.constant(of)}" for a in self.values["animal"]]
                self.put(3, f"{name}: {{{', '.join(others)}}}")
                continue
            self.put(3, f"{name}: {value}")
        fit = [n for n, (index, _) in self.variables.items() if index in (["animal"], ["step"])]
        if fit and "keys" in self.has:
            name = self.one(fit)
            index, of = self.variables[name]
            key = {"animal": "who", "step": "begin"}[index[0]]
            self.put(1, f"- set: {{{name}: {{{key}: {self.constant(of)}}}}}")
        free = [n for n, (index, _) in self.variables.items() if not index and n not in self.lists]
        if free and "any in steps" in self.has and self.chance(0.5):
            self.put(1, f"- set: {self.one(free)} = any")
        self.locals = []

    def bind(self, name, kind, of):
        self.locals.append((name, kind, of))
        return name

    def choose(self):
        self.fresh += 1
        name = f"c{self.fresh}"
        form = self.r.random()
        if form < 0.15:
            self.put(2, f"- choose: {name}, {name}k in {self.rows()}")
            self.bind(name, "animal", "animal")
            self.bind(name + "k", "int", None)
            return [name, name + "k"]
        if form < 0.23:
            self.put(2, f"- choose: {name} in subsets({self.one(['animal', 'color'])}, {self.one(['1..2', '0..1', '2'])})")
            self.sets.append(name)
            return [name]
        first = self.chance(0.15)
        clauses, names = [], []
        for number in range(2 if self.chance(0.25) else 1):
            kind, of, domain = self.domain(2)
            own = self.own_name(kind, name + "xy"[number])
            self.bind(own, kind, of)
            names.append(own)
            text = f"{own} in {domain}"
            if self.chance(0.3):
                text += f" if {self.truth(1)}"
            clauses.append(text)
        self.put(2, f"- choose: '{'first ' if first else ''}{', '.join(clauses)}'")
        return names

    def own_name(self, kind, name):
        """Sometimes one that hides a value's name, which nothing else speaks of here."""
        free = [a for a in ("gnu", "hen", "cat") if a not in [n for n, _, _ in self.locals]
                and a in self.values["animal"] and not self.shared(a)]
        return self.one(free) if free and "hidden values" in self.has and self.chance(0.5) else name

    def keyed(self, name, index, of):
        """A mapping of which a local name is the key: `{k: VALUE}`; None where none fits."""
        fit = [n for n, _, t in self.locals if t == index[0]]
        if index[0] == "step" and self.chance(0.3):
            fit.append("n")
        if not fit:
            return None
        inside = self.stored(of, 1)
        if len(index) > 1:
            fit_2 = [n for n, _, t in self.locals if t == index[1]]
            if fit_2:
                return f"{name}: {{{self.one(fit)}: {{{self.one(fit_2)}: {inside}}}}}"
        return f"{name}: {{{self.one(fit)}: {inside}}}"

    def assign(self, name):
        """One entry of a `set` mapping."""
        index, of = self.variables[name]
        before = list(self.locals)
        keyed = self.keyed(name, index, of) if index and "keys" in self.has and self.chance(0.5) else None
        if keyed:
            text = keyed
        elif not index:
            condition = f" if {self.truth(1)}" if self.chance(0.2) else ""
            text = f"{name}{condition}: {self.stored(of)}"
        elif len(index) == 1 and self.chance(0.35):
            self.fresh += 1
            x = self.bind(f"x{self.fresh}", self.kind(index[0]), index[0])
            condition = f" if {self.truth(1)}" if self.chance(0.5) else ""
            text = f"{name}[{x}] for {x} in {index[0]}{condition}: {self.stored(of)}"
        elif self.chance(0.15):
            text = f"{name}: {self.stored(of, 1)}"
        elif len(index) == 1 and self.chance(0.15):
            cells = [self.stored(of, 1) for _ in range(self.length(index[0]))]
            text = f"{name}: [{'; '.join(cells)}]"
        elif index[0] == "pet" and self.chance(0.3):
            text = f"{name}: {{{self.pet()}: {self.stored(of, 1)}}}"
        elif index == ["animal"] and of == "animal" and self.chance(0.2):
            text = f"{name}: herd"
        else:
            text = f"{self.read(name, 1)}: {self.stored(of)}"
        self.locals = before
        return text

    def move(self, number):
        self.locals, self.sets, self.fresh = [], [], 0
        at = len(self.lines)
        self.put(1, "")
        label = [f"go {number}"]
        for _ in range(self.r.randint(0, 2)):
            label += ["{%s}" % n for n in self.choose() if self.chance(0.85)]
        if self.chance(0.6):
            self.put(2, f"- guard: '{self.truth(2)}'")
            if self.chance(0.4):
                self.put(2, f"  else: no way {number}")
        if self.chance(0.25):
            label += self.let(number)
        for _ in range(self.r.randint(1, 2)):
            names = self.loose()
            names = self.r.sample(names, self.r.randint(1, min(2, len(names))))
            self.put(2, "- set:")
            for name in names:
                self.put(4, "? " + self.quoted(self.assign(name)))
        for name in self.sets:
            label.append("{len(%s)}" % name)
            self.put(2, f"- guard: 'len({name}) < 2 or {self.truth(1)}'")
        if self.chance(0.2) and self.priced:
            self.put(2, f"- cost: toll = {self.toll()}")
            self.spent.add("toll")
        elif self.chance(0.2):
            self.put(2, "- choose: late in bool")
            self.put(2, f"- guard: 'late == ({self.truth(1)})'")
            self.put(2, "  else: too late")
        self.lines[at] = '  "' + " ".join(label) + '":'

    def toll(self):
        if "edges" in self.has and self.chance(0.4):
            return self.one([str(EDGE), str(EDGE // 2), str(EDGE // 2 + 1), f"{EDGE} - {self.r.randint(0, 3)}"])
        return f"abs({self.value('int', 1)})"

    def let(self, number):
        """Names for values, one or several of which the second sees the first."""
        kinds = [self.one(["int", "animal", "color"]) for _ in range(self.one([1, 1, 2]))]
        names = [f"v{number}{'ab'[i]}" for i in range(len(kinds))]
        lines = []
        for name, kind in zip(names, kinds):
            lines.append((name, self.value(kind, 2)))
            self.bind(name, kind, kind if kind != "int" else None)
        if len(lines) == 1 and self.chance(0.7):
            self.put(2, f"- let: '{lines[0][0]} = {lines[0][1]}'")
        else:
            self.put(2, "- let:")
            for name, value in lines:
                self.put(4, f"{name}: '{value}'")
        return ["{%s}" % name for name in names if self.chance(0.8)]

    def plain_move(self, number):
        """One that nearly always leads somewhere: a variable takes a value that is chosen."""
        self.locals, self.sets, self.fresh = [], [], 0
        name = self.one(self.loose())
        index, of = self.variables[name]
        keys = [f"i{i}" for i in range(len(index))]
        clauses = [f"{key} in {i}" for key, i in zip(keys, index)]
        for key, i in zip(keys, index):
            self.bind(key, self.kind(i), i)
        self.bind("to", self.kind(of), of)
        domain = self.vast if of == "vast" else of
        clauses.append(f"to in {domain}{self.nearby(name, keys)}")
        braces = " ".join("{%s}" % key for key in [*keys, "to"] if self.chance(0.95))
        self.put(1, f'"{self.one(["put", "turn"])} {number} {braces}":')
        self.put(2, f"- choose: '{', '.join(clauses)}'")
        if self.chance(0.35):
            self.put(2, f"- guard: '{self.truth(1)}'")
            if self.chance(0.6):
                self.put(2, f"  else: {self.one(['no', 'off', 'not here'])}")
        if len(index) == 1 and "keys" in self.has:
            self.put(2, f"- set: {{{name}: {{{keys[0]}: to}}}}")
        else:
            self.put(2, f"- set: {name}{'[' + ', '.join(keys) + ']' if index else ''} = to")
        if self.chance(0.3) and self.priced:
            name = self.one(["toll", "price"])
            self.spent.add(name)
            self.put(2, f"- cost: '{name} = {self.toll()}'")

    def nearby(self, name, keys):
        """A filter that lets `to` be one of few, so that the graph is deep."""
        cell = f"{name}[{', '.join(keys)}]" if keys else name
        of = self.variables[name][1]
        forms = ["", f" if {self.truth(0)}", f" if to != {cell}"]
        if of == "step":
            forms += [f" if abs(to - {cell}) == 1", f" if to == ({cell} + 1) % (n + 1)"] * 2
        elif of != "bool":
            forms += [f" if to > {cell}"]
        return self.one(forms)

    def quoted(self, entry):
        """`key: value`, both in quotes: an expression may hold anything."""
        key, _, value = entry.partition(": ")
        return f"'{key}'\n" + "  " * 4 + ": " + self.quoted_value(value)

    def quoted_value(self, value):
        if value[0] == "[":
            return "[%s]" % ", ".join(f"'{cell}'" for cell in value[1:-1].split("; "))
        if value[0] == "{":
            name, _, cell = value[1:-1].partition(": ")
            return f"{{{name}: {self.quoted_value(cell)}}}"
        return f"'{value}'"

    def make(self):
        self.put(0, "state:")
        for name, (index, of) in self.variables.items():
            of = self.type_of_listed(name) if name in self.lists else self.vast if of == "vast" else of
            self.put(1, f"{name}{'[' + ', '.join(index) + ']' if index else ''}: {of}")
        self.start()
        self.put(0, "moves:")
        for number in range(self.r.randint(0, 3)):
            self.move(number)
        for number in range(self.r.randint(1, 3)):
            self.plain_move(number)
        if self.kept:
            self.hops()
        if self.seats:
            self.spins()
        if self.held:
            self.holds()
        self.list_moves()
        self.locals, self.fresh = [], 0
        self.ends()
        body, self.lines = self.lines, []
        self.head()
        text = "\n".join(self.lines + body) + "\n"
        if self.wants_goal or self.has_goal:
            text, self.final = self.maximize(text)
        if self.has_goal:
            text += self.final
        return Case(text, self.settings, self.files, self.wants_goal, self.final, bool(self.lists))

    def ends(self):
        self.defines()
        for part in ("never", "always"):
            if "rules" in self.has and self.chance(0.6):
                self.rules(part)
        self.wants_goal, self.has_goal = self.chance(0.45), False
        if not self.wants_goal and self.chance(0.7):
            self.goal()
            self.has_goal = True
        elif self.chance(0.1):
            self.put(0, f"end: '{self.truth(1)}'")
        self.costs()
        self.final = self.finals() if self.wants_goal or self.has_goal else ""
        self.shown()
        self.checked()

    def checked(self):
        """Invariants, which prune nothing; some hold everywhere, some nowhere."""
        if self.chance(0.45):
            self.put(0, "invariant:")
            for number in range(self.r.randint(1, 3)):
                if self.chance(0.2):
                    self.put(1, f"holds {number}:")
                    self.part_of_mapping(2, self.one(list(self.variables)))
                else:
                    self.put(1, f"holds {number}: '{self.one(['', '', 'not '])}({self.truth(self.r.randint(1, 2))})'")
        if self.chance(0.5):
            self.put(0, f"deadlock: {self.one(['forbidden', 'forbidden', 'forbidden', 'allowed'])}")

    def defines(self):
        self.put(0, "define:")
        self.put(1, "twice(k): 2*k - 1")
        # parameters may hide variables, types, constants
        hiding = "hiding" in self.has
        who, k = (self.one(["here", "color", "table"]), self.one(["lamp", "left", "n"])) if hiding else ("who", "k")
        self.hidden = {who, k}
        self.locals = [(who, "animal", "animal"), (k, "int", None)]
        self.put(1, f'alike({who}, {k}): \'{self.plain_compare(who)} or {who} == {self.plain_leaf("animal")}\'')
        own, k = (self.one(["at", "lamp", "step"]), self.one(["q", "weight"])) if hiding else ("hue", "q")
        self.hidden = {own, k}
        self.put(1, f"near({own}, {k}): '{own} == {self.plain_leaf('color')} and {k} < 2'")
        one, other = self.one([("left", "here"), ("lamp", "at"), ("n", "table")]) if hiding else ("u", "v")
        self.put(1, f"plus({one}, {other}): {one} + {other} if {one} < {EDGE // 2} else {other}")
        self.locals, self.hidden = [], set()
        for kind in ("animal", "color"):
            a, b = self.literal(kind), self.literal(kind)
            self.put(1, f"pick_{kind}(k): {a} if k % 2 == 0 else {b}")
        for number in range(2 if "uncalled" in self.has else 0):
            self.put(1, f"{self.one(['uncalled', 'unused'])}{number}{self.one(self.UNCALLED)}")
        self.list_defines()

    # Definitions that nothing calls: what is wrong in them only when it is evaluated is legal.
    UNCALLED = ["(here): here + 1", "(lamp, at): lamp + table[9] if at else 7 // 0", "(k): table[k + 99]",
                ": table[9] + 1", ": 1 // 0", "(n): table[n] + len(table)", "(table): table * 2",
                "(color): color == 3", ": gain[n + 1] > 0", "(k): kin[k] + weight[k]", ": int(\"x\")",
                ": 9223372036854775807 + 1"]

    def plain_leaf(self, kind):
        """A literal, or a variable that no parameter hides."""
        names = [n for n, (index, of) in self.variables.items()
                 if not index and self.kind(of) == kind and n not in self.hidden]
        return self.one(names + [self.literal(kind)])

    def plain_compare(self, who):
        k = self.locals[1][0]
        rows = f"[[{self.literal('animal')}, {k}], [{who}, 1]]" if "rows" in self.has else "roads"
        return self.one([f"weight[{who}] > {k}", f"{k} % 2 == 0", f"{who} in herd",
                         f"any({who} == y and {k} > z for y, z in {rows})"])

    def rules(self, part):
        self.put(0, f"{part}:")
        for number in range(self.r.randint(1, 2)):
            if part == "never" and self.chance(0.2):
                self.put(1, f"{part} {number}:")
                for name in self.r.sample(list(self.variables), min(2, len(self.variables))):
                    self.part_of_mapping(2, name)
                continue
            word = " and " if part == "never" else " or "
            often = word.join(f"({t})" for t in (self.truth(2), self.truth(1), self.truth(1)))
            self.put(1, f'{part} {number}: \'{often}\'')

    def part_of_mapping(self, indent, name):
        """`at: V`, `at: {a: V}` or `at[i] for i in ...: V`."""
        if name in self.lists:
            return self.list_part(indent, name)
        index, of = self.variables[name]
        value = self.constant(of)
        if index == ["animal"] and self.chance(0.5):
            self.put(indent, f"{name}: {{{self.one(self.values['animal'])}: {value}}}")
        elif len(index) == 1 and self.chance(0.3):
            self.put(indent, f"{name}[i] for i in {index[0]}: {value}")
        else:
            self.put(indent, f"{name}: {value}")
        return None

    def costs(self):
        """Declared, or given by steps alone."""
        if self.chance(0.9) and self.priced:
            self.put(0, "costs:")
            self.put(1, f"price: '{self.price()}'")
            self.put(1, "toll: 0")
            self.spent |= {"price", "toll"}
        if self.spent and self.chance(0.35):
            one, other = (self.one(sorted(self.spent)) for _ in range(2))
            self.put(0, f"minimize: {self.one([one, f'[{one}, moves]', f'[moves, {one}]'] + [f'[{one}, {other}]'] * (one != other))}")

    def finals(self):
        """What ends cost: often small, so that it pays to pass a goal."""
        before, self.r = self.r, self.r_final
        lines = ["final:"]
        for name in sorted(self.spent):
            if self.chance(0.7):
                lines.append(f"  {name}: '{self.one([str(self.r.randint(0, 9)), f'7 - 2*({self.truth(1)})', self.price()])}'")
        self.r = before
        return "\n".join(lines) + "\n" if len(lines) > 1 and "final" in self.has else ""

    def maximize(self, text):
        """(the text, the lines of `final`), with one or two costs that are maximized.  Comes last: it changes nothing else."""
        if not self.maximizes:
            return text, self.final
        self.r, self.r_lists, self.locals = self.r_best, self.r_best, []
        names = self.one([["score"], ["score"], ["score", "worth"], ["worth", "score"]])
        values = [self.one([str(self.r.randint(0, 9)), f"7 - 2*({self.truth(1)})", self.price(), self.price()]) for _ in names]
        if "edges" in self.has and self.chance(0.3):
            values[0] = f"{EDGE - 1} if {self.truth(1)} else {self.one(['0', EDGE - 1, EDGE])}"
        final = (self.final or "final:\n") + "".join(f"  {name}: '{value}'\n" for name, value in zip(names, values))
        if self.chance(0.3):
            text = text.replace("\ncosts:\n", "\ncosts:\n  score: 0\n")
        if "\nminimize:" not in text and self.chance(0.3):
            others = sorted(self.spent) + ["moves"]
            final += f"minimize: {self.one([f'[{self.one(others)}, score]', 'score', f'[score, {self.one(others)}]', self.one(others)])}\n"
        return text, final + f"maximize: {names[0] if len(names) == 1 else '[%s]' % ', '.join(names)}\n"

    def price(self):
        form = self.r.random()
        if form < 0.08 and "edges" in self.has:
            return f"{EDGE} if {self.truth(1)} else {self.r.randint(0, 2)}"
        if form < 0.5 and "edges" in self.has:
            return f"{EDGE // 3} * ({self.truth(1)}) + {self.r.randint(0, 2)}"
        if form < 0.3:
            return str(self.r.randint(0, 2))
        if form < 0.9 or "wrong" not in self.has:
            return f"abs({self.value('int', 2)})"
        return self.value("int", 1)

    def shown(self):
        """Boards, choices, widths, whole arrays and tables, texts; nothing that may fail."""
        if "shown" not in self.has:
            return
        self.locals = []
        plain = ["same", "{{", "}}", "|", "\n", "é", ": "]
        pieces = [self.one([self.braces, self.braces, lambda: self.one(plain)])() for _ in range(self.r.randint(1, 4))]
        lines = ("s" + self.one(["", " "]).join(pieces)).split("\n")
        if self.chance(0.5):
            self.put(0, "show: |" + self.one(["", "-", "+"]))
            for line in lines:
                self.put(1, line)
        else:
            self.put(0, "show: " + json.dumps("\n".join(lines), ensure_ascii=False))

    WHOLE = ["table", "level", "maze", "weight", "gain", "herd", "kin"]

    def braces(self):
        form = self.r.random()
        if form < 0.2:
            name = self.one([n for n, (index, _) in self.variables.items() if not index or n not in self.lists] + self.WHOLE)
            return "{%s%s}" % (name, self.one(["", "", ":3", ":^4"]))
        if form < 0.3:
            return "{%s:%s}" % (self.leaf("int", 0), self.one(["3", "03", "<4", "^5", ">02"]))
        if form < 0.7:
            return "{%s%s}" % (self.repeated(2), self.one(["", "", ":2", ":<3"]))
        return "{%s%s}" % (self.display(2), self.one(["", "", " :4"]))

    def display(self, depth):
        form = self.r.random()
        if self.reads_lists():
            return self.shown_list()
        if depth <= 0 or form < 0.4:
            return self.leaf(self.one(["animal", "color", "int", "bool"]), 0)
        if form < 0.55:
            return '"%s"' % self.one(["#", "-", "ab", "", "}", "{", "a:b", "é"])
        if form < 0.65:
            return self.one(self.WHOLE)
        if form < 0.85:
            return f"{self.display(depth - 1)} if {self.safe_truth()} else {self.display(depth - 1)}"
        return f"({self.repeated(depth - 1)}) or {self.display(depth - 1)}"

    def safe_truth(self):
        kind = self.one(["animal", "color", "int", "bool"])
        return f"{self.leaf(kind, 0)} {self.one(['==', '!='])} {self.leaf(kind, 0)}"

    def repeated(self, depth):
        """X for x in DOMAIN, ..."""
        before, clauses = list(self.locals), []
        for _ in range(self.one([1, 2, 2, 3])):
            self.fresh += 1
            kind, of, domain = self.domain(0)
            clause = f"x{self.fresh} in {domain}"
            self.locals.append((f"x{self.fresh}", kind, of))
            clauses.append(clause + (f" if {self.safe_truth()}" if self.chance(0.3) else ""))
        item = self.display(depth - 1)
        self.locals = before
        return f"{item} for {self.one([', ', ' for ']).join(clauses)}"

    def goal(self):
        if self.chance(0.4):
            self.put(0, f"goal: '{self.truth(2)}'")
        else:
            self.put(0, "goal:")
            for name in self.r.sample(list(self.variables), self.r.randint(1, min(2, len(self.variables)))):
                self.part_of_mapping(1, name)
        if self.chance(0.4):
            self.put(0, self.one(["end: goal", f"end: '{self.truth(1)}'"]))


def make(seed, without=()):
    return Make(seed, without).make()


def text(seed):
    """One that needs no settings."""
    return make(seed, ["settings"]).text


def main():
    case = make(int(sys.argv[1]))
    for setting in case.settings:
        print(f"# --set '{setting}'")
    for name, text in case.files.items():
        print(f"# {name}: {text!r}")
    print(case.text, end="")


if __name__ == "__main__":
    main()
