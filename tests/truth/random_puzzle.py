"""Random puzzles: `random_puzzle.make(seed)` is the YAML of one, small enough to be explored.

They mean nothing; they put the language's forms together in ways that nobody would write.  Most
are sound; some run into an index out of range or a negative cost, which a reader must find too.
"""

import random
import sys

NAMES = "ant bee cat dog eel fox gnu hen".split()


class Make:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.lines, self.locals, self.fresh = [], [], 0
        self.types()
        self.state()

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
        self.kinds = {"animal": "animal", "color": "color", "step": "int", "bool": "bool"}
        self.table = [r.randint(0, 3) for _ in range(r.randint(2, 4))]
        self.roads = [(self.one(self.values["animal"]), r.randint(0, self.n)) for _ in range(3)]

        self.level = ["".join(self.one("ab#07") for _ in range(r.randint(1, 3))) for _ in range(2)]
        animals = [a for a in self.values["animal"] if not self.shared(a)]
        self.kin = r.sample(animals, r.randint(1, len(animals)))

    def shared(self, name):
        return sum(name in v for v in self.values.values()) > 1

    def head(self):
        self.put(0, "puzzle: Random")
        self.put(0, "params:")
        self.put(1, f"n: {self.n}")
        self.put(1, f"table: {self.table}")
        self.put(0, "constants:")
        weights = {a: self.r.randint(0, 4) for a in self.values["animal"]}
        pairs = ", ".join(f"{a}: {w}" for a, w in weights.items())
        self.put(1, f"weight[animal]: {{{pairs}}}")
        self.put(1, f"roads: [{', '.join(f'[{a}, {k}]' for a, k in self.free_roads())}]")
        self.put(1, "kin: {%s}" % ", ".join(f"{a}: {self.r.randint(0, 3)}" for a in self.kin))
        self.put(1, "level: |")
        for row in self.level:
            self.put(2, row)
        self.put(0, "types:")
        if self.glyphs:
            self.put(1, "animal: {" + ", ".join(f"{a}: {a[0].upper()}" for a in self.values["animal"]) + "}")
        else:
            self.put(1, f"animal: [{', '.join(self.values['animal'])}]")
        self.put(1, f"color: [{', '.join(self.values['color'])}]")
        self.put(1, "step: 0..n")
        if self.part:
            self.put(1, f"pet: [{', '.join(self.part)}]")

    def free_roads(self):
        return [(f"animal.{a}" if self.shared(a) else a, k) for a, k in self.roads]

    def state(self):
        """Two to four variables, of few states in all."""
        self.variables, room = {}, 1500
        sizes = {"animal": len(self.values["animal"]), "color": len(self.values["color"]),
                 "step": self.n + 1, "bool": 2, "pet": 2}
        kinds = ["animal", "color", "step", "bool"] + (["pet"] if self.part else [])
        indices = [[], [], ["animal"], ["step"], ["0..1"], ["0..1", "color"]]
        indices += [["pet"]] if self.part else []
        for name in ("here", "at", "left", "lamp"):
            of, index = self.one(kinds), self.one(indices)
            cells = 1
            for i in index:
                cells *= 2 if i == "0..1" else sizes[i]
            if sizes[of] ** cells <= room:
                room //= sizes[of] ** cells
                self.variables[name] = (index, of)

    def kind(self, of):
        return {"step": "int", "0..1": "int", "pet": "animal"}.get(of, of)

    # ---- expressions ----

    def literal(self, kind):
        if kind == "int":
            return str(self.r.randint(0, self.n))
        if kind == "bool":
            return self.one(["true", "false"])
        value = self.one(self.values[kind])
        return f"{kind}.{value}" if self.shared(value) else value

    def index(self, of, depth):
        """An expression good as an index of that type, nearly always."""
        fit = [n for n, k, t in self.locals if t == of]
        if fit and self.chance(0.7):
            return self.one(fit)
        if depth <= 0:
            return self.one({"0..1": "01", "pet": self.part}.get(of) or [self.literal(self.kind(of))])
        if of == "0..1":
            return self.one(["0", "1", f"({self.value('int', depth - 1)}) % 2"])
        if of == "step":
            return self.one([self.literal("int"), f"({self.value('int', depth - 1)}) % (n + 1)"])
        if of == "pet":
            return self.one(self.part)
        return self.value(of, depth - 1) if self.chance(0.4) else self.literal(of)

    def read(self, name, depth):
        index, _ = self.variables[name]
        if not index:
            return name
        return f"{name}[{', '.join(self.index(i, depth) for i in index)}]"

    def leaf(self, kind, depth):
        forms = [self.literal(kind)]
        forms += [n for n, k, _ in self.locals if k == kind] * 2
        forms += [self.read(n, depth) for n, (_, of) in self.variables.items() if self.kind(of) == kind] * 2
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
        self.locals += [(a, kind, of), (b, "animal", "animal"), (k, "int", None)]
        text = f"{name}({body()} for {a} in {domain} for {b}, {k} in roads"
        if self.chance(0.5):
            text += f" if {self.truth(depth - 1)}"
        self.locals = before
        return text + ")"

    def character(self):
        cell = f"level[{self.index('0..1', 1)}, {self.one(['0', '0', '1'])} % cols(level)]"
        return f"{cell} {self.one(['==', '!=', '<', '>='])} " + '"%s"' % self.one('ab#0 ')

    def domain(self, depth):
        forms = [("animal", "animal", "animal"), ("color", "color", "color"), ("int", "step", "step"),
                 ("int", "0..1", "0..1"), ("int", None, f"1..{self.r.randint(0, 3)}"),
                 ("int", None, "table"), ("bool", "bool", "bool")]
        if self.part:
            forms.append(("animal", "pet", "pet"))
        kind = self.one(["animal", "color"])
        forms.append((kind, kind, f"[{self.literal(kind)}, {self.literal(kind)}]"))
        if depth > 0:
            forms.append(("int", None, f"{self.leaf('int', 0)}..{self.leaf('int', 0)}"))
        return self.one(forms)

    def number(self, depth):
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
            lambda: f"kin[{self.one(self.kin + [n for n, k, _ in self.locals if k == 'animal'])}]",
            lambda: f"{self.one(['rows', 'cols'])}(level)",
            lambda: 'int("%d")' % self.r.randint(0, 9),
            lambda: self.pair(depth, lambda: self.value("int", depth - 1), self.one(["sum", "min", "max"])),
            lambda: f"({self.truth(depth)}) + {v()}",
        ])()

    def truth(self, depth):
        if depth <= 0:
            return self.compare(0)
        t = lambda: self.truth(depth - 1)
        return self.one([
            lambda: self.compare(depth), lambda: self.compare(depth), lambda: self.compare(depth),
            lambda: f"({t()} {self.one(['and', 'or'])} {t()})",
            lambda: f"not ({t()})",
            lambda: self.over(depth, lambda: self.truth(depth - 1), self.one(["all", "any"])),
            lambda: self.within(depth),
            lambda: self.member(depth),
            self.character,
            lambda: f"alike({self.value('animal', depth - 1)}, {self.value('int', depth - 1)})",
            lambda: self.pair(depth, lambda: self.truth(depth - 1), self.one(["all", "any"])),
        ])()

    def within(self, depth):
        low, high = self.value("int", depth - 1), self.value("int", depth - 1)
        return f"{low} {self.one(['in', 'not in'])} 0..{high}"

    def member(self, depth):
        kind = self.one(["animal", "color"])
        left = self.decided(kind, depth)
        if kind == "animal" and self.part and self.chance(0.5):
            return f"{left} in pet"
        return f"{left} in [{self.literal(kind)}, {self.literal(kind)}]"

    def decided(self, kind, depth):
        return self.value(kind, depth - 1)

    def compare(self, depth):
        kind = self.one(["animal", "color", "int", "int", "bool"])
        signs = ["==", "!="] if kind == "bool" else ["==", "!=", "<", "<=", ">", ">="]
        text = f"{self.decided(kind, depth)} {self.one(signs)} {self.value(kind, depth - 1)}"
        if kind != "bool" and self.chance(0.2):
            text += f" {self.one(signs)} {self.value(kind, depth - 1)}"
        return text

    def stored(self, of, depth=2):
        """A value for a variable of that type, nearly always in range."""
        if of == "step":
            if self.chance(0.15):
                return self.value("int", depth)
            return self.one([f"({self.value('int', depth)}) % (n + 1)",
                             f"min(max({self.value('int', depth)}, 0), n)", self.literal("int")])
        if of == "pet":
            return self.one([*self.part, f"{self.part[0]} if {self.truth(depth)} else {self.part[1]}"])
        return self.value(of, depth)

    # ---- the rest of the puzzle ----

    def start(self):
        self.put(0, "start:")
        if self.chance(0.25):
            return self.start_steps()
        for name, (index, of) in self.variables.items():
            self.start_of(name, index, of)

    def constant(self, of):
        return self.one(self.part) if of == "pet" else self.literal(self.kind(of))

    def length(self, i):
        return {"0..1": 2, "step": self.n + 1, "pet": 2}.get(i) or len(self.values[i])

    def start_of(self, name, index, of):
        form = self.r.randrange(6)
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
            row = "".join(self.one(self.values["animal"])[0].upper() for _ in range(self.length(index[0])))
            self.put(1, f"{name}: |")
            self.put(2, row)
        else:
            self.put(1, f"{name}: {self.constant(of)}")

    def start_steps(self):
        self.put(1, "- choose: begin in step, who in animal")
        self.put(1, "- guard: begin > 0 or weight[who] % 2 == 0")
        self.put(1, "- set:")
        for name, (index, of) in self.variables.items():
            value = {"step": "begin", "animal": "who"}.get(of) or self.constant(of)
            self.put(3, f"{name}: {value}")

    def bind(self, name, kind, of):
        self.locals.append((name, kind, of))
        return name

    def choose(self):
        self.fresh += 1
        name = f"c{self.fresh}"
        form = self.r.random()
        if form < 0.12:
            self.put(2, f"- choose: {name}, {name}k in roads")
            self.bind(name, "animal", "animal")
            self.bind(name + "k", "int", None)
            return [name, name + "k"]
        if form < 0.24:
            self.put(2, f"- choose: {name} in subsets({self.one(['animal', 'color'])}, 1..2)")
            self.sets.append(name)
            return [name]
        kind, of, domain = self.domain(2)
        self.bind(name, kind, of)
        text = f"{name} in {domain}"
        if self.chance(0.3):
            text += f" if {self.truth(1)}"
        if self.chance(0.15):
            text = "first " + text
        self.put(2, f"- choose: {text}")
        return [name]

    def assign(self, name):
        """One entry of a `set` mapping."""
        index, of = self.variables[name]
        before = list(self.locals)
        if not index:
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
            text = f"{name}: {{{self.one(self.part)}: {self.stored(of, 1)}}}"
        else:
            text = f"{self.read(name, 1)}: {self.stored(of)}"
        self.locals = before
        return text

    def move(self, number):
        self.locals, self.sets, self.fresh = [], [], 0
        at = len(self.lines)
        self.put(1, "")
        said = [f"go {number}"]
        for _ in range(self.r.randint(0, 2)):
            said += ["{%s}" % n for n in self.choose() if self.chance(0.85)]
        if self.chance(0.75):
            self.put(2, f"- guard: {self.truth(2)}")
            if self.chance(0.4):
                self.put(2, f"  else: no way {number}")
        if self.chance(0.25):
            kind = self.one(["int", "animal", "color"])
            self.put(2, f"- let: v{number} = {self.value(kind, 2)}")
            self.bind(f"v{number}", kind, kind if kind != "int" else None)
            said.append("{v%d}" % number)
        for _ in range(self.r.randint(1, 2)):
            names = self.r.sample(list(self.variables), self.r.randint(1, min(2, len(self.variables))))
            self.put(2, "- set:")
            for name in names:
                self.put(4, "? " + self.quoted(self.assign(name)))
        for name in self.sets:
            said.append("{len(%s)}" % name)
            self.put(2, f"- guard: len({name}) < 2 or {self.truth(1)}")
        if self.chance(0.2):
            self.put(2, f"- cost: toll = abs({self.value('int', 1)})")
        elif self.chance(0.2):
            self.put(2, "- choose: late in bool")
            self.put(2, f"- guard: late == ({self.truth(1)})")
            self.put(2, "  else: too late")
        self.lines[at] = '  "' + " ".join(said) + '":'

    def quoted(self, entry):
        """`key: value`, both in quotes: an expression may hold anything."""
        key, _, value = entry.partition(": ")
        if value[0] == "[":
            cells = ", ".join(f"'{cell}'" for cell in value[1:-1].split("; "))
            return f"'{key}'\n" + "  " * 4 + f": [{cells}]"
        if value[0] == "{":
            name, _, cell = value[1:-1].partition(": ")
            return f"'{key}'\n" + "  " * 4 + f": {{{name}: '{cell}'}}"
        return f"'{key}'\n" + "  " * 4 + f": '{value}'"

    def make(self):
        self.head()
        self.put(0, "state:")
        for name, (index, of) in self.variables.items():
            self.put(1, f"{name}{'[' + ', '.join(index) + ']' if index else ''}: {of}")
        self.start()
        self.put(0, "moves:")
        for number in range(self.r.randint(1, 4)):
            self.move(number)
        self.locals, self.fresh = [], 0
        self.ends()
        return "\n".join(self.lines) + "\n"

    def ends(self):
        self.put(0, "define:")
        self.put(1, "twice(k): 2*k - 1")
        self.locals = [("who", "animal", "animal"), ("k", "int", None)]
        self.put(1, f'alike(who, k): \'{self.compare(1)} or who == {self.leaf("animal", 1)}\'')
        self.locals = []
        for kind in ("animal", "color"):
            a, b = self.literal(kind), self.literal(kind)
            self.put(1, f"pick_{kind}(k): {a} if k % 2 == 0 else {b}")
        for part in ("never", "always"):
            if self.chance(0.4):
                self.put(0, f"{part}:")
                for number in range(self.r.randint(1, 2)):
                    test = self.truth(2)
                    word = " and " if part == "never" else " or "
                    often = word.join(f"({t})" for t in (test, self.truth(1), self.truth(1)))
                    self.put(1, f'{part} {number}: \'{often}\'')
        if self.chance(0.6):
            self.goal()
        self.put(0, "costs:")
        price = f"abs({self.value('int', 2)})" if self.chance(0.9) else self.value("int", 1)
        self.put(1, f"price: {price}")
        self.put(1, "toll: 0")

    def goal(self):
        if self.chance(0.5):
            self.put(0, f"goal: '{self.truth(2)}'")
        else:
            self.put(0, "goal:")
            for name in self.r.sample(list(self.variables), 1):
                self.put(1, f'{name}: "{self.constant(self.variables[name][1])}"')
        if self.chance(0.4):
            self.put(0, self.one(["end: goal", f"end: '{self.truth(1)}'"]))


def make(seed):
    return Make(seed).make()


if __name__ == "__main__":
    print(make(int(sys.argv[1])), end="")
