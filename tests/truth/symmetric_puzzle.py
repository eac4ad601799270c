"""Random puzzles that declare a symmetry: `Maker(seed)` has the YAML of one, `text`, and what was drawn for it, `drawn`.

Things, `who`, have values of small types; what is declared moves things, or values, or both.  Each type is drawn in one of the
ways in which the language writes it: a range, an enumeration, a part of one with a gap, a list of numbers, inline or by a name.
Most puzzles are symmetric as they are made: moves name no thing and no value that is moved.  The others are `broken` somewhere.
"""

import random
import sys
from collections import Counter

from random_puzzle import LISTS

NAMES = {"who": "ann bob cy dot eve fay".split(), "shade": "red blue green gold pink".split(),
         "side": "left right top low".split(), "rung": "ground one two three four".split()}
NUMBERS = [-3, -1, 0, 1, 2, 4, 5, 7, 9, 60, 1000]
MOST_STATES = 700  # in all, reached or not


class Domain:
    """A type of `size` values: `values` as they are written, `text` where a variable is declared, `lines` among the types."""

    def __init__(self, r, name, size, forms, inline):
        self.name, self.form, self.lines, self.inline = name, r.choice(forms), [], False
        if self.form == "bool":
            self.values, self.text = ["false", "true"], "bool"
            return
        if self.form == "range":
            low = r.choice([0, 0, 0, 1, -1, 5])
            self.values, written = [str(low + i) for i in range(size)], f"{low}..{low + size - 1}"
        elif self.form == "list":
            self.values = [str(v) for v in sorted(r.sample(NUMBERS, size))]
            written = f"[{', '.join(self.values)}]"
        else:
            self.values = r.sample(NAMES[name], size)
            if self.form == "part":
                whole = NAMES[name][:]
                r.shuffle(whole)
                self.values = sorted(self.values, key=whole.index)
                self.lines.append(f"any_{name}: [{', '.join(whole)}]")
            written = f"[{', '.join(self.values)}]"
        self.inline = inline and r.random() < 0.5
        self.text = written if self.inline else name
        if not self.inline:
            self.lines.append(f"{name}: {written}")

    def is_number(self):
        return self.form in ("range", "list")

    def has_gap(self):
        return self.form in ("part", "list")


class Maker:
    def __init__(self, seed, far=False, one_sides=0.4):
        """`far`: the goal is some moves away, most of which commute; `one_sides`: how often starts are not symmetric."""
        self.r = r = random.Random(seed)
        self.drawn, self.far = Counter(), far
        self.moved = r.choice(["exchange", "exchange", "ring", "ring", "mirror", "dihedral", "none"])
        self.dyed = r.choice(["none", "none", "none", "dye", "turn", "exchange"])
        self.flipped = r.choice(["none", "none", "swap", "exchange"])
        if self.moved == self.dyed == self.flipped == "none":
            self.moved = r.choice(["exchange", "ring"])
        self.broken = r.random() < 0.3
        self.types()
        self.r_lists, self.lists = random.Random(f"lists {seed}"), {}
        self.r_label = random.Random(f"label {seed}")
        self.r_start, self.one_sides = random.Random(f"start {seed}"), one_sides
        self.variables()
        self.text = self.puzzle()

    def one(self, *of):
        return self.r.choice(of)

    def chance(self, p):
        return self.r.random() < p

    # ---- declarations ----

    def types(self):
        r, names = self.r, ["enumeration", "enumeration", "part", "part", "list", "range"]
        self.who = Domain(r, "who", r.choice([2, 2, 3, 3, 4]), names, False)
        self.shade = Domain(r, "shade", r.choice([2, 2, 3]), names + ["bool"] * (self.dyed == "none"), self.dyed == "none")
        self.rung = Domain(r, "rung", r.choice([2, 2, 3]), ["range", "range", "list", "part", "bool", "enumeration"], True)
        self.side = Domain(r, "side", 2, names, False)
        self.step = 1 if len(self.who.values) < 4 or self.chance(0.7) else 2

    def variables(self):
        """Name: (indices, type); as many as there is room for."""
        n, room, self.state = len(self.who.values), self.draw_lists(MOST_STATES), {}
        wanted = [("level", ["who"], self.rung), ("hue", ["who"], self.shade), ("holder", [], self.who), ("other", ["side"], self.shade),
                  ("pair", ["who", "side"], None), ("at", ["side"], self.who), ("tick", [], None)]
        first = [w for w in wanted if (w[0] == "level") or (w[0] == "hue" and self.dyed != "none")
                 or (w[0] in ("other", "at") and self.flipped != "none")]
        rest = [w for w in wanted if w not in first]
        self.r.shuffle(rest)
        for name, index, of in first[:3] + rest[:self.r.randint(1, 3)]:
            cells = (n if "who" in index else 1) * (2 if "side" in index else 1)
            states = (len(of.values) if of else 2) ** cells
            if states <= room:
                self.state[name] = index, of
                room //= states
        if not self.state:
            self.state["level"] = ["who"], self.rung
        self.leave_out_what_touches_nothing()
        self.far = self.far and self.has("level")
        self.fixed = self.shade.values if self.dyed == "none" else self.shade.values[2:] if self.dyed == "dye" else []

    def draw_lists(self, room):
        """A line of things, a crowd of them, shades in a row: {name: (type, places)}; the room that is left."""
        r, n, shades = self.r_lists, len(self.who.values), len(self.shade.values)
        if r.random() >= LISTS:
            return room
        most = 3 if n < 4 else 2
        drawn = {"line": (self.who, most, sum(n ** k for k in range(most + 1))), "crowd": (self.who, 0, 2 ** n),
                 "row": (self.shade, 2, 1 + shades + shades ** 2)}
        for name in r.sample(list(drawn), r.choice([1, 1, 2])):
            of, places, states = drawn[name]
            if states * 4 <= room and not (name == "row" and self.shade.inline):
                self.lists[name], room = (of, places), room // states
        return room

    def has_list(self, name):
        return name in self.lists

    def leave_out_what_touches_nothing(self):
        if not self.has("hue") and not self.has("other"):
            self.dyed = "none"
        if not self.has("other") and not self.has("at") and not self.has("pair"):
            self.flipped = "none"
        if not any("who" in index or of is self.who for index, of in self.state.values()):
            self.state["level"] = ["who"], self.rung
        if self.moved == self.dyed == self.flipped == "none":
            self.moved = "exchange"

    def has(self, name):
        return name in self.state

    def head(self):
        values = self.who.values
        turned = values[self.step:] + values[:self.step]
        back = values[-self.step:] + values[:-self.step]
        lines = ["puzzle: Symmetric", "constants:", f"  after[who]: [{', '.join(turned)}]", f"  before[who]: [{', '.join(back)}]",
                 f"  over[who]: [{', '.join(reversed(values))}]"]
        if not self.shade.inline and self.shade.form != "bool":
            lines.append(f"  dyes[shade]: [{', '.join(self.dyes())}]")
        lines += ["types:"] + [f"  {line}" for d in (self.who, self.shade, self.rung, self.side) for line in d.lines]
        if self.who.form in ("enumeration", "part") and self.chance(0.05):
            lines.append(f"  some: [{', '.join(values[:-1])}]")
            self.state["liked"] = [], None
            self.drawn["a variable of a part of what is moved"] += 1
        lines.append("state:")
        for name, (of, places) in self.lists.items():
            lines.append(f"  {name}: {f'list({places})' if places else 'set'} of {of.text}")
        for name, (index, of) in self.state.items():
            written = of.text if of else {"liked": "some", "pair": "bool"}.get(name, "0..1")
            lines.append(f"  {name}{'[' + ', '.join(index) + ']' if index else ''}: {written}")
        return lines

    def dyes(self):
        """What each shade becomes."""
        v = self.shade.values
        return v[1:] + v[:1] if self.dyed == "turn" else [v[1], v[0]] + v[2:]

    def start(self):
        """Values that are not moved, or any."""
        parts = []
        for name, (index, of) in self.state.items():
            value = "any" if self.chance(0.3) else self.fixed_value(name, of)
            value = self.rung.values[0] if self.far and name == "level" else value
            parts.append(f"{name}: {value}")
        if self.broken and self.chance(0.15) and self.has("level"):
            parts.append(f'"level[{self.one(*self.who.values)}]": {self.one(*self.rung.values)}')
        for name, (of, places) in self.lists.items():
            everyone = of is self.who and not places and self.r_lists.random() < 0.4
            fixed = [self.r_lists.choice(self.fixed)] if of is self.shade and self.fixed and self.r_lists.random() < 0.5 else []
            parts.append(f"{name}: [{', '.join(of.values if everyone else fixed)}]")
        return [f"start: {{{', '.join(self.one_sided(parts))}}}"]

    def one_sided(self, parts):
        """With values of some things in which they start: few starts, not all of an orbit."""
        r = self.r_start
        if r.random() >= self.one_sides:
            return parts
        self.drawn["one-sided starts"] += 1
        values = {"pair": ["true", "false"], "tick": ["0", "1"], "liked": self.who.values[:-1]}
        for name, (index, of) in self.state.items():
            if not index and r.random() < 0.8:
                parts = [p for p in parts if not p.startswith(f"{name}: ")]
                parts.append(f"{name}: {r.choice(of.values if of else values[name])}")
            places = [()]
            for i in index:
                places = [p + (v,) for p in places for v in (self.who if i == "who" else self.side).values]
            parts += [f'"{name}[{", ".join(p)}]": {r.choice(of.values if of else values[name])}' for p in places
                      if index and r.random() < 0.7 and not any(part.startswith(f'"{name}[{", ".join(p)}]"') for part in parts)]
        return parts

    def fixed_value(self, name, of):
        if name == "pair":
            return self.one("true", "false")
        if name == "liked":
            return self.who.values[0]
        if of is None:
            return self.one("0", "1")
        if of is self.shade:
            return self.one(*self.fixed) if self.fixed else "any"
        if of is self.who and self.moved != "none":
            return "any"
        return self.one(*of.values)

    # ---- what moves read and write ----

    def rung_value(self):
        return self.one(*self.rung.values)

    def conditions(self, p):
        of = ["true"]
        if self.has("level"):
            of += [f"level[{p}] {self.one('==', '!=')} {self.rung_value()}",
                   f"count(level[o] == {self.rung_value()} for o in who) {self.one('<', '>=', '==')} {self.r.randint(1, len(self.who.values))}"]
            if self.rung.is_number():
                of += [f"level[{p}] {self.one('<', '>=')} {self.rung_value()}",
                       f"sum(level[o] for o in who) % {self.r.randint(2, 3)} == {self.r.randint(0, 1)}"]
        if self.has("hue"):
            of.append(f"any(hue[o] == hue[{p}] and o != {p} for o in who)")
            of += [f"hue[{p}] {self.one('==', '!=')} {self.one(*self.fixed)}"] if self.fixed else []
        if self.has("holder"):
            of += [f"holder {self.one('==', '!=')} {p}"]
            of += [f"level[holder] == {self.rung_value()}"] if self.has("level") else []
        if self.has("tick"):
            of.append(f"tick == {self.one(0, 1)}")
        if self.has("pair"):
            of.append(f"{self.one('any', 'all')}(pair[{p}, t] for t in side)")
        if self.has("at"):
            of.append(f"count(at[t] == {p} for t in side) {self.one('==', '>=')} 1")
        if self.has("other") and self.has("hue"):
            of.append(f"{self.one('any', 'all')}(other[t] {self.one('==', '!=')} hue[{p}] for t in side)")
        next_to = {"ring": "after", "mirror": "over"}.get(self.moved)
        if next_to and self.has("level"):
            of += [f"level[{next_to}[{p}]] {self.one('==', '!=')} {self.one(self.rung_value(), f'level[{p}]')}"] * 2
        if self.moved == "dihedral" and self.has("level"):
            of.append(f"level[after[{p}]] == level[before[{p}]]")
        return of + self.list_conditions(p)

    def list_conditions(self, p):
        r, of = self.r_lists, []
        if self.has_list("line"):
            of += [f"{p} {r.choice(['in', 'not in'])} line", f"len(line) {r.choice(['==', '<'])} {r.randint(1, 2)}",
                   f"len(line) > 0 and line[{r.choice(['0', '-1'])}] == {p}", f"line[1:] {r.choice(['==', '!='])} []",
                   f"count(x == {p} for x in line) {r.choice(['==', '<'])} 1"]
        if self.has_list("crowd"):
            of += [f"{p} {r.choice(['in', 'not in'])} crowd", f"len(crowd) {r.choice(['==', '>'])} {r.randint(0, 2)}", f"crowd {r.choice(['==', '>='])} [{p}]",
                   f"len(crowd - [{p}]) < 2"]
        if self.has_list("line") and self.has_list("crowd"):
            of += ["all(x in crowd for x in line)", "any(x not in line for x in crowd)"]
        if self.has_list("row") and self.has("hue"):
            of += [f"hue[{p}] {r.choice(['in', 'not in'])} row", f"row == [hue[{p}]]"]
        return of

    def condition(self, p="p"):
        return self.one(*self.conditions(p))

    def whole(self):
        return self.one(f"all({self.condition()} for p in who)", f"any({self.condition()} for p in who)",
                        f"count({self.condition()} for p in who) {self.one('==', '>')} {self.r.randint(0, len(self.who.values))}")

    def changes(self):
        """{what is set: to what}; p and q are two things, s a side."""
        of = {}
        if self.has("level"):
            of["level[p]"] = [self.rung_value(), self.rung_value(), "level[q]"]
            if self.rung.form == "bool":
                of["level[p]"].append("not level[p]")
            if self.moved in ("ring", "mirror"):
                of[f"level[{'after' if self.moved == 'ring' else 'over'}[p]]"] = [self.rung_value(), "level[p]"]
        if self.has("hue"):
            of["hue[p]"] = ["hue[q]"] + self.fixed + (["hue[after[p]]"] if self.moved == "ring" else [])
        if self.has("holder"):
            of["holder"] = ["p", "q"] + (["after[p]"] if self.moved == "ring" else [])
        if self.has("tick"):
            of["tick"] = ["1 - tick", "0"]
        if self.has("pair"):
            of["pair[p, s]"] = ["not pair[p, s]", "true"]
        if self.has("at"):
            of["at[s]"] = ["p", "q"]
        if self.has("other"):
            of["other[s]"] = (["hue[p]"] if self.has("hue") else []) + self.fixed or ["other[s]"]
        return of

    def guard(self):
        """What breaks the symmetry, mostly."""
        spoils = [f"p {self.one('!=', '==')} {self.one(*self.who.values)}"]
        if self.has("hue"):
            spoils.append(f"hue[p] != {self.one(*self.shade.values)}")
        if self.has("at"):
            spoils.append(f"at[{self.one(*self.side.values)}] == p")
        if self.has("pair"):
            spoils.append(f"pair[p, {self.one(*self.side.values)}]")
        if self.has_list("line"):
            spoils += ["line == sorted(line)", f"line == [{self.one(*self.who.values)}]"]
        if self.has_list("crowd"):
            spoils += [f"{self.one(*self.who.values)} in crowd", f"crowd <= [{', '.join(self.who.values[:-1])}]"]
        return self.one(*spoils) if self.chance(0.6) else f"{self.one(*spoils)} or {self.condition()}"

    def moves(self):
        spoiled = self.broken and self.chance(0.7)
        yield "moves:"
        for m in range(self.r.randint(1, 3)):
            changes = self.changes()
            chosen = self.r.sample(list(changes), self.r.randint(1, min(2, len(changes))))
            if m == 0 and self.has("level"):
                chosen = ["level[p]"] + [c for c in chosen if not c.startswith("level")]
            sets = {c: self.one(*changes[c]) for c in chosen}
            words = " ".join(list(sets) + list(sets.values()))
            text = self.one("{p} does %d", "{p} of many does %d", "some do %d") % m
            if "[s" in words or ", s]" in words or self.chance(0.1):
                text += self.one(" at {s}", "")
            yield f'  "{text}{self.of_state()}":'
            yield f"    - choose: p in who{f' if {self.condition()}' if self.chance(0.4) else ''}"
            if "q" in words:
                yield f"    - choose: q in who{self.one(' if q != p', '', '')}"
            if "s]" in words or "{s}" in text:
                yield "    - choose: s in side"
            if spoiled and not m:
                yield f"    - guard: {self.guard()}"
            for _ in range(self.r.randint(0, 2)):
                yield f"    - guard: {self.condition()}"
            yield "    - set:"
            for c, value in sets.items():
                yield f'        "{c}": {value}'
        yield from self.list_moves()
        if self.far:
            guards = [f"hue[p] == {value}" for value in self.fixed] if self.has("hue") else []
            yield '  "{p} arrives":'
            yield f"    - choose: p in who if level[p] != {self.rung.values[-1]}"
            yield f"    - guard: {self.one('true', self.condition(), *guards)}"
            yield f"    - set: level[p] = {self.rung.values[-1]}"
        if self.has("hue") and self.dyed != "none" or self.has("hue") and self.chance(0.2):
            yield '  "{p} takes after {q}":'
            yield f"    - choose: p in who, q in who if p != q{f' and {self.condition()}' if self.chance(0.4) else ''}"
            yield "    - set: hue[p] = hue[q]"

    def of_state(self):
        """What a label has of the state, often nothing."""
        of = [text for name, text in (("level", " from {level[p]}"), ("hue", " in {hue[p]}"), ("holder", " by {holder}"), ("tick", " {tick}"))
              if self.has(name)]
        return self.r_label.choice(of) if of and self.r_label.random() < 0.4 else ""

    def list_moves(self):
        """Moves of lists and sets that name no thing."""
        r, (rung, last) = self.r_lists, (self.rung.values[0], self.rung.values[-1])
        maybe = lambda: f" and {self.condition()}" if r.random() < 0.4 else ""
        if self.has_list("line"):
            once = " and p not in line" if r.random() < 0.6 else ""
            yield '  "{p} comes":'
            yield f"    - choose: p in who if len(line) < {self.lists['line'][1]}{once}{maybe()}"
            yield f"    - set: line = {r.choice(['line + [p]', 'line + [p]', '[p] + line'])}"
            yield r.choice(['  "one goes":', '  "{line[0]} goes":'])
            yield "    - guard: len(line) > 0"
            yield "    - let: p = line[0]"
            yield f"    - guard: true{maybe()}"
            yield "    - set:"
            yield "        line: line[1:]"
            if self.has("level"):
                yield f"        \"level[p]\": {r.choice([rung, last])}"
            elif self.has("holder"):
                yield "        holder: p"
        if self.has_list("crowd"):
            yield '  "{p} joins":'
            yield f"    - choose: p in who if p not in crowd{maybe()}"
            yield "    - set: crowd = crowd | [p]"
            yield r.choice(['  "{p} parts":', '  "{p} parts from {len(crowd)}":'])
            yield "    - choose: p in crowd"
            yield f"    - guard: true{maybe()}"
            yield f"    - set: crowd = {r.choice(['crowd - [p]', 'crowd & [p]'])}"
        if self.has_list("row") and self.has("hue"):
            yield '  "{p} adds":'
            yield f"    - choose: p in who if len(row) < 2{maybe()}"
            yield "    - set: row = row + [hue[p]]"
            yield '  "{p} takes":'
            yield "    - choose: p in who, v in row"
            yield "    - set: {row: \"row[1:]\", \"hue[p]\": v}"

    def rest(self):
        r, of = self.r, []
        if r.random() < 0.3:
            of += [f"{self.one('never', 'always')}:", f"  first: {self.whole()}"]
        if self.far or r.random() < 0.8:
            of.append(f"goal: all(level[p] == {self.rung.values[-1]} for p in who)" if self.far else f"goal: {self.whole()}")
            if self.broken and self.chance(0.2) and self.has("level"):
                of[-1] += f" and level[{self.one(*self.who.values)}] == {self.rung_value()}"
            of += ["end: goal"] if r.random() < 0.3 else []
            priced = r.random() < 0.4
            final = priced and r.random() < 0.3
        else:
            priced, final = False, False
        if r.random() < 0.1 and "end: goal" not in of:
            of.append(f"end: {self.whole()}")
        if priced:
            of += ["costs:", f"  work: 1 + count({self.condition()} for p in who)", "minimize: work"]
        if final:
            of += ["final:", f"  work: count({self.condition()} for p in who)"]
        if r.random() < 0.4:
            of += ["invariant:", f"  one: {self.whole()}", f"  other: not ({self.whole()})"][:r.randint(2, 3)]
            if self.broken and self.chance(0.2) and self.has("level"):
                of[-1] += f" or level[{self.one(*self.who.values)}] == {self.rung_value()}"
        of += ["deadlock: forbidden"] if r.random() < 0.4 else []
        return of

    def shown(self):
        return [f'show: "{" ".join("{" + name + "}" for name in [*self.lists, *self.state])}"']

    # ---- symmetric ----

    def assigning(self, name, by, back):
        """A generator that sets variables: what stands at p afterwards stood at by[p]."""
        lines = [f"  - {name}:"]
        for variable, (index, of) in self.state.items():
            where = ", ".join({"who": "p", "side": "s"}[i] for i in index)
            source = where.replace("p", f"{by}[p]")
            value = f"{variable}[{source}]" if index else variable
            if of is self.who or variable == "liked":
                value = f"{back}[{value}]"
            loop = ", ".join(f"{'p' if i == 'who' else 's'} in {i}" for i in index)
            if "who" in index or of is self.who:
                lines.append(f"      {variable}{f'[{where}] for {loop}' if index else ''}: {value}")
        return lines if len(lines) > 1 else self.renaming(name, "who", by)

    def renaming(self, name, of, by):
        self.drawn["generators that rename values by a formula"] += 1
        return [f"  - {name}:", f"      v for v in {of}: {by}[v]"]

    def listing(self, name, becomes, domain):
        self.drawn["generators that list values"] += 1
        pairs = ", ".join(f"{a}: {b}" for a, b in zip(domain.values, becomes) if a != b)
        return [f"  - {name}: {{{pairs}}}"] if pairs else []

    def generator(self, name, by, back, becomes):
        if not any(of is self.who for of, _ in self.lists.values()) and self.chance(0.4):  # no expression renames what is in a list
            self.drawn["generators that set variables"] += 1
            return self.assigning(name, by, back)
        if self.who.form in ("enumeration", "part") and self.chance(0.5):
            return self.listing(name, becomes, self.who)
        return self.renaming(name, "who", by)

    def symmetric(self):
        v, lines = self.who.values, []
        if self.moved == "exchange":
            lines.append("  - who")
        if self.moved in ("ring", "dihedral"):
            lines += self.generator("turn", "after", "before", v[self.step:] + v[:self.step])
        if self.moved in ("mirror", "dihedral"):
            lines += self.generator("mirror", "over", "over", v[::-1])
        if self.dyed == "exchange":
            lines.append("  - shade")
        elif self.dyed != "none":
            listed = self.shade.form in ("enumeration", "part") and self.chance(0.6)
            lines += self.listing("dye", self.dyes(), self.shade) if listed else self.renaming("dye", "shade", "dyes")
        if self.flipped == "exchange" or (self.flipped == "swap" and self.side.is_number()):
            lines.append("  - side")
        elif self.flipped == "swap":
            lines += self.listing("flip", self.side.values[::-1], self.side)
        return ["symmetric:"] + lines

    def puzzle(self):
        lines = self.head() + self.start() + list(self.moves()) + self.rest() + self.shown() + self.symmetric()
        self.count(lines)
        return "\n".join(lines) + "\n"

    def count(self, lines):
        """What was drawn."""
        d, keys = self.drawn, {line.split(":")[0] for line in lines}
        declared = [x for x in (self.moved, self.dyed, self.flipped) if x != "none"]
        d["broken" if self.broken else "whole"] += 1
        d["several declared at once"] += len(declared) > 1 or self.moved == "dihedral"
        d["several types exchanged at once"] += declared.count("exchange") > 1
        d["lists and sets of what is moved"] += any(of is self.who for of, _ in self.lists.values()) and self.moved != "none"
        d["rotations"] += self.moved in ("ring", "dihedral") or (self.dyed == "turn" and len(self.shade.values) > 2)
        for domain in (self.who, self.shade, self.rung, self.side):
            used = any(of is domain or domain.name in index for index, of in self.state.values())
            d[f"types: {domain.form}"] += used
            d["types: inline"] += used and domain.inline
            moved = {"who": self.moved, "shade": self.dyed, "side": self.flipped}.get(domain.name, "none") != "none"
            d["types with gaps that are renamed"] += used and moved and domain.has_gap()
        held = any(of and of.has_gap() and of not in (self.who, self.shade, self.side) and "who" in index for index, of in self.state.values())
        d["types with gaps that are moved"] += held and self.moved != "none"
        for key in ("goal", "end", "invariant", "costs", "final", "never", "always"):
            d[key] += key in keys
        d["deadlock: forbidden"] += "deadlock" in keys


if __name__ == "__main__":
    print(Maker(int(sys.argv[1])).text, end="")
