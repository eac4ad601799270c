"""Random small systems of processes, each written three times: as a puzzle, in Promela for SPIN and in Murphi for rumur.

A process is one move of the puzzle, with a label for each of its edges or for several; in Promela it is a process, each edge one step,
so that SPIN's weak fairness of processes is that of `weak: [{any: MOVE}]`.  The last action and what the variables were before it are
kept beside the state in Promela, for premises of strong fairness and for `step`.
"""

import random

PATHS = ["eventually", "infinitely often", "eventually always", "leads to"]
KINDS = [*PATHS, "recoverable", "step"]

# ---- expressions: ("is", flag), ("==" or "<", name, number), ("in", name, numbers), ("same", name, name), ("not", e), ("and" or "or", e, e)

WORDS = {
    "puzzle": {"not": "not ", "and": "and", "or": "or", "==": "=="},
    "promela": {"not": "!", "and": "&&", "or": "||", "==": "=="},
    "murphi": {"not": "!", "and": "&", "or": "|", "==": "="},
}


def spell(e, language, before="old({})"):
    """`before` says how a variable named ("old", name) is written."""
    words = WORDS[language]

    def name(v):
        return v if isinstance(v, str) else before.format(v[1])

    def text(e):
        match e:
            case ("is", v):
                return name(v)
            case ("==", v, n):
                return f"({name(v)} {words['==']} {n})"
            case ("<", v, n):
                return f"({name(v)} < {n})"
            case ("same", v, w):
                return f"({name(v)} {words['==']} {name(w)})"
            case ("in", v, numbers) if language == "puzzle":
                return f"({name(v)} in {numbers})"
            case ("in", v, numbers):
                return "(" + f" {words['or']} ".join(f"{name(v)} {words['==']} {n}" for n in numbers) + ")"
            case ("not", a):
                return f"({words['not']}{text(a)})"
            case ("and" | "or" as op, a, b):
                return f"({text(a)} {words[op]} {text(b)})"
        raise ValueError(e)

    return text(e)


# ---- models


class Edge:
    def __init__(self, label, guard, sets):
        self.label, self.guard, self.sets = label, guard, sets  # sets: {name: number, "not", ("next", size) or ("copy", name)}
        self.id = None


class Model:
    """Variables {name: size, or None for a flag}, processes of edges, starts, what is fair and the properties."""

    def __init__(self, seed):
        r = self.r = random.Random(f"dialects {seed}")
        if seed % 2:
            self.make_graph()
        else:
            self.make_program()
        ids = {}
        for number, edges in enumerate(self.moves):
            for edge in edges:
                edge.id = ids.setdefault((number, edge.label), len(ids) + 1)
        self.end = self.condition() if r.random() < 0.15 else None
        self.bound = ("not", self.condition()) if r.random() < 0.15 else None
        self.rests = seed % 4 < 2  # in Promela a step of a process of its own repeats a state in which all others are blocked
        self.one = (r.randrange(len(self.moves)), r.random() < 0.7, True)
        self.many = self.fairness()
        self.properties = [(kind, *self.conditions(kind)) for kind in [*KINDS, *r.sample(PATHS, 2)]]
        self.properties += [("step", self.step_condition(), None)]

    # -- of one variable: any edges

    def make_graph(self):
        r = self.r
        self.n = r.randint(3, 14)
        self.variables = {"at": self.n}
        self.starts = [{"at": s} for s in r.sample(range(self.n), r.choice([1, 1, 2]))]
        self.moves = []
        for _ in range(r.randint(2, 3)):
            labels = r.randint(1, 2)
            count = r.randint(1, self.n + 2)
            of = {(r.randrange(self.n), r.randint(1, labels), r.randrange(self.n)) for _ in range(count)}
            if not self.moves and r.random() < 0.6:  # a circle: no path ends
                of |= {(s, r.randint(1, labels), (s + 1) % self.n) for s in range(self.n)}
            self.moves.append([Edge(x, ("==", "at", s), {"at": d}) for s, x, d in sorted(of)])

    # -- of several: each process has a place, and they share variables

    def make_program(self):
        r = self.r
        self.n = None
        places = [r.randint(2, 4) for _ in range(r.randint(2, 3))]
        self.variables = {f"c{i}": size for i, size in enumerate(places)} | {"x": None, "y": 3, "z": None}
        self.starts = [dict.fromkeys(self.variables, 0)]
        if r.random() < 0.3:
            self.starts.append(self.starts[0] | {"y": 2})
        self.moves = []
        for i, size in enumerate(places):
            pairs = [(p, (p + 1) % size) for p in range(size)]
            pairs += [(r.randrange(size), r.randrange(size)) for _ in range(r.randint(0, 3))]
            self.moves.append([self.program_edge(f"c{i}", label, *pair) for label, pair in enumerate(pairs, 1)])

    def program_edge(self, place, label, source, target):
        r = self.r
        guard = ("==", place, source)
        if r.random() < 0.4:
            guard = ("and", guard, self.condition(["x", "y", "z"], depth=1))
        sets = {place: target}
        for name in ("x", "y", "z"):
            if r.random() < 0.3:
                sets[name] = r.choice([r.randrange(3), ("next", 3)]) if name == "y" else r.choice([0, 1, "not"])
        if "z" not in sets and r.random() < 0.1:
            sets["x"] = ("copy", "z")
        return Edge(label, guard, sets)

    def atom(self, names):
        name = self.r.choice(names)
        size = self.variables[name]
        if size is None:
            return ("is", name)
        if size > 4 or self.r.random() < 0.2:
            return ("in", name, sorted(self.r.sample(range(size), self.r.randint(1, size - 1))))
        return ("==", name, self.r.randrange(size)) if self.r.random() < 0.8 else ("<", name, self.r.randrange(1, size))

    def condition(self, names=None, depth=2):
        r = self.r
        names = names or list(self.variables)
        if depth == 0 or r.random() < 0.4:
            return self.atom(names)
        op = r.choice(["not", "and", "or"])
        return (op, *(self.condition(names, depth - 1) for _ in range(1 if op == "not" else 2)))

    def conditions(self, kind):
        """Of a property: any two, or what a label of a process leads from and to, which is what fairness decides."""
        p, q = self.condition(), self.condition()
        if kind not in PATHS or self.r.random() < 0.3:
            return p, q
        edges = self.r.choice(self.moves)
        label = self.r.choice(edges).label
        place = next(iter(edges[0].sets))
        targets = ("in", place, sorted({e.sets[place] for e in edges if e.label == label}))
        sources = ("in", place, sorted({self.source(e) for e in edges if e.label == label}))
        if kind == "leads to":
            return sources, targets if self.r.random() < 0.8 else q
        return ("not", sources) if self.r.random() < 0.4 else targets, q

    @staticmethod
    def source(edge):
        guard = edge.guard if edge.guard[0] == "==" else edge.guard[1]
        return guard[2]

    def step_condition(self):
        """Of the state after a move, and of what it was before."""
        name = self.r.choice(list(self.variables))
        same, now = ("same", name, ("old", name)), self.condition()
        before = self.atom([name])
        before = (before[0], ("old", name), *before[2:])
        return self.r.choice([("or", same, now), ("or", before, now), ("not", ("and", before, now)), ("not", ("and", same, now))])

    def fairness(self):
        """[(move, strong, any)] of 1 to 4 actions, of which 2 are strong at most."""
        while True:
            found = [(m, self.r.random() < 0.5, self.r.random() < 0.4) for m in range(len(self.moves)) if self.r.random() < 0.7]
            actions = self.actions(found)
            if 1 <= len(actions) <= 4 and sum(strong for strong, _ in actions) <= 2:
                return found
            if self.r.random() < 0.3:
                return [self.one]

    def actions(self, fair):
        """[(strong, edges)] of what the puzzle says"""
        found = []
        for move, strong, whole in fair:
            edges = self.moves[move]
            labels = sorted({e.label for e in edges})
            found += [(strong, edges)] if whole else [(strong, [e for e in edges if e.label == x]) for x in labels]
        return found

    # -- as a puzzle

    def puzzle(self, fair):
        lines = ["puzzle: processes", "state:"]
        lines += [f"  {v}: {'bool' if size is None else f'0..{size - 1}'}" for v, size in self.variables.items()]
        rows = [[self.number(v, start[v]) for v in self.variables] for start in self.starts]
        free = next(i for i, v in enumerate(self.variables) if len({row[i] for row in rows}) > 1 or len(rows) == 1)
        lines += ["start:", f"  - choose: s in [{', '.join(row[free] for row in rows)}]"]
        values = ["s" if i == free else value for i, value in enumerate(rows[0])]
        lines.append("  - set: {" + ", ".join(f"{v}: {value}" for v, value in zip(self.variables, values)) + "}")
        lines.append("moves:")
        for number, edges in enumerate(self.moves):
            lines.append(f'  "m{number} {{e}}":')
            lines += self.table(edges) if self.n else self.chain(edges)
        if self.end:
            lines.append(f"end: {spell(self.end, 'puzzle')}")
        if self.bound:
            lines += ["bound:", f"  near: {spell(self.bound, 'puzzle')}"]
        lines.append("properties:")
        lines += [f"  p{i}: {self.sentence(*one)}" for i, one in enumerate(self.properties)]
        for number, strong in enumerate((False, True)):
            of = [f'{{any: "m{m} {{e}}"}}' if whole else f'"m{m} {{e}}"' for m, is_strong, whole in fair if is_strong == strong]
            if of:
                lines += ["fair:"] * ("fair:" not in lines) + [f"  {('weak', 'strong')[number]}: [{', '.join(of)}]"]
        return "\n".join([*lines, ""])

    def number(self, name, value):
        return str(value) if self.variables[name] is not None else "true" if value else "false"

    @staticmethod
    def table(edges):
        rows = ", ".join(f"[{e.guard[2]}, {e.label}, {e.sets['at']}]" for e in edges)
        return [f"    - choose: s, e, d in [{rows}] if s == at", "    - set: at = d"]

    def chain(self, edges):
        guard = " else ".join(f"{spell(e.guard, 'puzzle')} if e == {e.label}" for e in edges) + " else false"
        lines = [f"    - choose: e in 1..{len(edges)}", f"    - guard: {guard}", "    - set:"]
        for name in self.variables:
            values = [(e.label, self.value(name, e.sets[name])) for e in edges if name in e.sets]
            if values:
                lines.append(f"        {name}: " + " else ".join(f"{v} if e == {x}" for x, v in values) + f" else {name}")
        return lines

    def value(self, name, what):
        match what:
            case "not":
                return f"(not {name})"
            case ("next", size):
                return f"(({name} + 1) % {size})"
            case ("copy", other):
                return other
        return self.number(name, what)

    @staticmethod
    def sentence(kind, p, q):
        if kind == "leads to":
            return f"{spell(p, 'puzzle')} leads to {spell(q, 'puzzle')}"
        return f"{kind} {spell(p, 'puzzle')}"

    # -- in Promela

    def promela(self):
        free = len(self.starts) > 1
        lines = [f"bool up = {0 if free else 1}, moved; byte last;"]
        for v, size in self.variables.items():
            kind = "bool" if size is None else "byte"
            lines.append(f"{kind} {v} = {self.starts[0][v]}, was_{v};")
        live = [f"up && !{spell(self.end, 'promela')}" if self.end else "up"]
        live += [spell(self.bound, "promela")] if self.bound else []
        lines.append(f"#define LIVE ({' && '.join(live)})")
        lines.append(f"#define NEAR (!up || {spell(self.bound, 'promela')})" if self.bound else "#define NEAR true")
        lines.append("#define KEEP(k) " + "; ".join(f"was_{v} = {v}" for v in self.variables) + "; last = k; moved = true")
        for i, (kind, p, q) in enumerate(self.properties):
            lines.append(f"#define P{i} (up && {spell(p, 'promela', 'was_{}')})")
            if kind == "leads to":
                lines.append(f"#define Q{i} (up && {spell(q, 'promela')})")
        for number, edges in enumerate(self.moves):
            lines.append(f"active proctype m{number}() {{")
            if free and number == 0:
                begins = ("; ".join(f"{v} = {value}" for v, value in start.items()) for start in self.starts)
                lines += ["  if", *(f"  :: d_step {{ up = true; {begin} }}" for begin in begins), "  fi;"]
            lines += ["  do", *(self.step(e) for e in edges), "  od", "}"]
        if self.rests:
            guards = sorted({spell(e.guard, "promela") for edges in self.moves for e in edges})
            lines += ["active proctype rest() {", f"  do :: d_step {{ up && !(LIVE && ({' || '.join(guards)})) -> skip }} od", "}"]
        lines += self.claims_of_one(*self.actions([self.one])[0])
        for number, (_, edges) in enumerate(self.actions(self.many)):
            lines += self.enabled_and_taken(number, edges)
        for i, (kind, _, _) in enumerate(self.properties):
            if kind == "step":
                lines.append(f"ltl s{i} {{ [] (moved -> P{i}) }}")
            elif kind in PATHS:
                lines.append(f"ltl k{i} {{ ([] NEAR) -> {self.formula(i, kind)} }}" if self.bound else f"ltl k{i} {{ {self.formula(i, kind)} }}")
                lines += automaton(i, kind, [strong for strong, _ in self.actions(self.many)])
        return "\n".join([*lines, ""])

    @staticmethod
    def step(e):
        def value(name, what):
            match what:
                case "not":
                    return f"{name} = !{name}"
                case ("next", size):
                    return f"{name} = ({name} + 1) % {size}"
                case ("copy", other):
                    return f"{name} = {other}"
            return f"{name} = {what}"

        sets = "; ".join(value(*one) for one in e.sets.items())
        return f"  :: d_step {{ LIVE && {spell(e.guard, 'promela')} -> KEEP({e.id}); {sets} }}"

    @staticmethod
    def enabled_and_taken(number, edges):
        enabled = " || ".join(sorted({spell(e.guard, "promela") for e in edges})) or "false"
        taken = " || ".join(f"last == {n}" for n in sorted({e.id for e in edges})) or "false"
        return [f"#define ENABLED{number} (LIVE && ({enabled}))", f"#define TAKEN{number} ({taken})"]

    @staticmethod
    def formula(i, kind):
        return {"eventually": f"<> P{i}", "infinitely often": f"[] <> P{i}", "eventually always": f"<> [] P{i}",
                "leads to": f"[] (P{i} -> <> Q{i})"}[kind]

    def claims_of_one(self, strong, edges):
        """One premise, in the logic itself."""
        lines = self.enabled_and_taken("", edges)
        near = "([] NEAR) && " if self.bound else ""
        premise = f"{near}({'[]<>' if strong else '<>[]'} ENABLED -> []<> TAKEN)"
        return lines + [f"ltl o{i} {{ ({premise}) -> {self.formula(i, kind)} }}" for i, (kind, _, _) in enumerate(self.properties) if kind in PATHS]


def automaton(i, kind, strong):
    """A claim in Promela: the automaton of the paths that violate property `i` and are fair to actions, which are strong or not.

    The property is violated from some state on; then the strong actions of a set are never enabled again, and the other conditions are
    met one after the other, time and again.  NEAR, P, Q, ENABLED and TAKEN are macros of the model.
    """
    enter, stay, visits = {"eventually": ("true", f"!P{i}", []), "infinitely often": ("true", f"!P{i}", []),
                           "eventually always": ("true", "true", [f"up && !P{i}"]), "leads to": (f"P{i} && !Q{i}", f"!Q{i}", [])}[kind]
    which = [n for n, is_strong in enumerate(strong) if is_strong]
    sets = [{n for bit, n in enumerate(which) if mode >> bit & 1} for mode in range(1 << len(which))]
    lines = [f"never n{i} {{", "WAIT:", "  if"]
    lines += ["  :: NEAR -> goto WAIT"] if kind != "eventually" else []
    lines += [f"  :: NEAR && {enter} && {stay} -> goto LEFT", "  fi;", "LEFT:", "  if", f"  :: NEAR && {stay} -> goto LEFT"]
    lines += [f"  :: NEAR && {stay} -> goto N{mode}_0" for mode in range(len(sets))] + ["  fi;"]
    for mode, never in enumerate(sets):
        inside = " && ".join(["NEAR", stay, *(f"!ENABLED{n}" for n in sorted(never))])
        meets = visits + [f"TAKEN{n}" if is_strong else f"(!ENABLED{n} || TAKEN{n})" for n, is_strong in enumerate(strong) if n not in never]
        for k, meet in enumerate(meets):
            after = f"N{mode}_{k + 1}" if k + 1 < len(meets) else f"accept_{mode}"
            lines += [f"N{mode}_{k}:", "  if", f"  :: {inside} && {meet} -> goto {after}",
                      f"  :: {inside} && !({meet}) -> goto N{mode}_{k}", "  fi;"]
        lines += [] if meets else [f"N{mode}_0:", "  if", f"  :: {inside} -> goto accept_{mode}", "  fi;"]
        lines += [f"accept_{mode}:", "  if", f"  :: {inside} -> goto N{mode}_0", "  fi;"]
    return [*lines, "}"]


# ---- in Murphi: many models in one, which have nothing in common but their variables


def murphi(models):
    numbers = {}
    for m in models:
        for v, size in m.variables.items():
            numbers[v] = None if size is None else max(size, numbers.get(v) or 0)
    lines = ["var", f"  model: 0..{len(models)};"]
    lines += [f"  {v}: {'boolean' if size is None else f'0..{size}'};" for v, size in numbers.items()]

    def puts(values):
        return " ".join(f"{v} := {value};" for v, value in values)

    def constant(v, n):
        return ("true" if n else "false") if numbers[v] is None else n

    def change(v, what):
        match what:
            case "not":
                return f"!{v}"
            case ("next", size):
                return f"({v} + 1) % {size}"
            case ("copy", other):
                return other
        return constant(v, what)

    for k, m in enumerate(models):
        for s, start in enumerate(m.starts):
            every = [(v, constant(v, start.get(v, 0))) for v in numbers]
            lines.append(f'startstate "{k} {s}" begin model := {k}; {puts(every)} end;')
        here = [f"model = {k}"] + ([spell(("not", m.end), "murphi")] if m.end else []) + ([spell(m.bound, "murphi")] if m.bound else [])
        for e in (e for edges in m.moves for e in edges):
            guard = " & ".join([*here, spell(e.guard, "murphi")])
            lines.append(f'rule "{k} {e.id}" {guard} ==> begin {puts((v, change(v, x)) for v, x in e.sets.items())} end;')
        beyond = f" | {spell(('not', m.bound), 'murphi')}" if m.bound else ""
        for i, (kind, p, _) in enumerate(m.properties):
            if kind == "recoverable":
                lines.append(f'liveness "{k}.{i}" model != {k} | {spell(p, "murphi")}{beyond};')
    return "\n".join([*lines, ""])
