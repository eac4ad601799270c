"""Random domains and problems of PDDL: every construct that wgcq import reads."""

import random


class Maker:
    def __init__(self, seed):
        self.r = random.Random(seed)
        r = self.r
        self.typed = r.random() < 0.75
        self.types = {"thing": "object", "big-thing": "thing", "place": "object"} if self.typed else {}
        if self.typed and r.random() < 0.3:
            self.types["tool"] = "thing"
        self.constants, self.objects = {}, {}
        for i in range(r.randint(3, 5)):
            kind = r.choice([*self.types, "place"]) if self.typed else "object"
            (self.constants if r.random() < 0.2 else self.objects)[r.choice(["A", "b-", "c_", "x"]) + str(i)] = kind
        self.all = {**self.constants, **self.objects}
        self.symbols = {}
        for i in range(r.randint(2, 4)):
            self.symbols[r.choice(["at", "on", "Has", "is-", "in"]) + str(i)] = [self.kind() for _ in range(r.choice((0, 1, 1, 2, 2)))]
        self.fixed = {f"fix{i}": [self.kind() for _ in range(r.choice((0, 1, 2, 2, 3)))] for i in range(r.randint(0, 2))}
        self.functions = {f"far{i}": [self.kind() for _ in range(r.choice((0, 1, 2)))] for i in range(r.randint(0, 1))}
        self.numbers = {f"num{i}": [self.kind() for _ in range(r.choice((0, 1, 1)))] for i in range(r.choice((0, 0, 0, 1, 2)))}
        self.caps = {f"cap-{n}": kinds for n, kinds in self.numbers.items() if r.random() < 0.5}
        self.number = 0

    def kind(self):
        if not self.typed:
            return "object"
        kinds = list(self.types)
        if self.r.random() < 0.1:
            return "(either big-thing place)"
        return self.r.choice(kinds)

    def below(self, kind):
        """Types whose objects an argument of that kind takes."""
        if kind == "object" or not self.typed:
            return ["object", *self.types]
        if kind.startswith("("):
            return ["big-thing", "place", kind]
        return [k for k in self.types if k == kind or self.types[k] == kind]

    def term(self, kind, scope):
        fits = [v for v, k in scope if k in self.below(kind)] * 3 + [o for o, k in self.all.items() if k in self.below(kind) and o in self.constants]
        return self.r.choice(fits) if fits else None

    def atom(self, scope, symbols):
        name = self.r.choice(list(symbols))
        terms = [self.term(kind, scope) for kind in symbols[name]]
        return None if None in terms else f"({' '.join([name, *terms])})"

    def variable(self):
        self.number += 1
        return f"?{self.r.choice('xyZ')}{self.number if self.r.random() < 0.7 else ''}", self.kind()

    def formula(self, scope, depth=2):
        r = self.r
        if depth and r.random() < 0.35:
            how = r.choice(["and", "or", "not", "imply", "forall", "exists"])
            if how in ("forall", "exists"):
                v, k = self.variable()
                return f"({how} ({v}{self.of(k)}) {self.formula([*((a, b) for a, b in scope if a != v), (v, k)], depth - 1)})"
            parts = [self.formula(scope, depth - 1) for _ in range({"not": 1, "imply": 2}.get(how) or r.randint(1, 3))]
            return f"({how} {' '.join(parts)})"
        if r.random() < 0.12 and len(scope) > 1:
            return f"(= {r.choice(scope)[0]} {r.choice(scope)[0]})"
        if r.random() < 0.08 and self.functions:
            f = self.atom(scope, self.functions)
            if f:
                return f"({r.choice(['<', '<=', '>', '>=', '='])} {f} {r.randint(1, 4)})"
        if r.random() < 0.2 and self.numbers:
            f, g = self.atom(scope, self.numbers), r.choice((str(r.randint(0, 4)), self.atom(scope, {**self.numbers, **self.caps})))
            if f and g:
                return f"({r.choice(['<', '<=', '>', '>=', '='])} {f} {g})"
        if r.random() < 0.25 and self.fixed:
            return self.atom(scope, self.fixed) or "()"
        found = self.atom(scope, self.symbols) or "()"
        return f"(not {found})" if found != "()" and r.random() < 0.25 else found

    def of(self, kind):
        return f" - {kind}" if self.typed else ""

    def effect(self, scope):
        r = self.r
        if r.random() < 0.2:
            return f"(when {self.formula(scope, 1)} {self.effect(scope)})"
        if r.random() < 0.15:
            v, k = self.variable()
            return f"(forall ({v}{self.of(k)}) {self.effect([*((a, b) for a, b in scope if a != v), (v, k)])})"
        if r.random() < 0.1 and self.numbers and (f := self.atom(scope, self.numbers)):
            return f"(assign {f} {r.choice((str(r.randint(0, 3)), self.atom(scope, {**self.numbers, **self.caps}) or '1'))})"
        if r.random() < 0.1:
            return f"(increase (total-cost) {r.randint(0, 3)})"
        found = self.atom(scope, self.symbols)
        if not found:
            return "(and)"
        return f"(not {found})" if r.random() < 0.5 else found

    def action(self, number):
        r = self.r
        scope = []
        for _ in range(r.randint(0, 3)):
            v, k = self.variable()
            if v not in (a for a, _ in scope):
                scope.append((v, k))
        needs = [self.formula(scope) for _ in range(r.randint(0, 3))]
        effects = [self.effect(scope) for _ in range(r.randint(1, 4))]
        if r.random() < 0.6:
            needs, effects = self.shift(scope, needs, effects)
        if self.numbers and r.random() < 0.7:
            need, effect = self.count(scope)
            needs, effects = [*needs[:1], need], [*effects[:2], *effect]
        if r.random() < 0.5:
            f = self.functions and self.atom(scope, self.functions)
            amount = f if f and r.random() < 0.7 else str(r.randint(0, 3))
            effects.append(f"(increase (total-cost) {f'(+ {amount} (* 2 {amount}))' if r.random() < 0.2 else amount})")
        params = " ".join(f"{v}{self.of(k)}" for v, k in scope)
        return f"(:action Do-{number}\n  :parameters ({params})\n  :precondition (and {' '.join(needs)})\n  :effect (and {' '.join(effects)}))"

    def amount(self, scope):
        return self.r.choice((str(self.r.randint(0, 3)), self.atom(scope, {**self.numbers, **self.caps}) or "1"))

    def count(self, scope):
        """A change of a number, often with the condition that bounds it."""
        r = self.r
        f, by = self.atom(scope, self.numbers), self.amount(scope)
        if not f:
            return "()", []
        cap = "cap-" + f[1:-1].split()[0]
        most = f.replace("(", "(cap-", 1) if cap in self.caps and r.random() < 0.8 else str(r.randint(1, 5))
        g = self.atom(scope, self.numbers)
        if r.random() < 0.25 and g and g != f:
            more = [f"(decrease {g} {by})"]
            down = f"(>= {g} {by})" if r.random() < 0.9 else "()"
        else:
            more, down = [], "()"
        kind = r.random()
        if kind < 0.45:
            return f"(and (<= (+ {f} {by}) {most}) (<= 0 {by}) {down})", [f"(increase {f} {by})", *more]
        if kind < 0.85:
            return f"(and (>= {f} {by}) (>= {by} 0))", [f"(decrease {f} {by})"]
        if kind < 0.93:
            return f"(not (>= {f} {r.randint(1, 4)}))", [f"(increase {f} {r.randint(0, 2)})"]
        if kind < 0.97:
            v, k = self.variable()
            each = self.atom([*((a, b) for a, b in scope if a != v), (v, k)], self.numbers)
            if each:
                return "()", [f"(forall ({v}{self.of(k)}) (when (< {each} 3) (increase {each} 1)))"]
        return "()", [f"(increase {f} {by})"]

    def shift(self, scope, needs, effects):
        """One value of a predicate takes the place of another, as moves do."""
        names = [n for n, kinds in self.symbols.items() if kinds]
        if not names:
            return needs, effects
        name = self.r.choice(names)
        kinds = self.symbols[name]
        before = [self.term(k, scope) for k in kinds]
        after = list(before)
        spot = self.r.randrange(len(kinds))
        after[spot] = self.term(kinds[spot], scope)
        if None in before or None in after:
            return needs, effects
        key = self.r.choice([i for i in range(len(kinds)) if i != spot] or [spot])
        each = key != spot and self.r.random() < 0.4 and f"?each{spot}"
        if each:
            before[key] = after[key] = each
        old, new = f"({name} {' '.join(before)})", f"({name} {' '.join(after)})"
        if each:
            more = f" {self.effect(scope)}" if self.r.random() < 0.2 else ""
            return needs[:1], [f"(forall ({each}{self.of(kinds[key])}) (when {old} (and (not {old}) {new}{more})))", *effects[:1]]
        if self.r.random() < 0.7:
            effects = []
        return [old, *needs[:1]], [f"(not {old})", new, *effects[:1]]

    def rows(self, kinds, share):
        def fits(kind):
            return [o for o, k in self.all.items() if k in self.below(kind)]
        rows = [[]]
        for kind in kinds:
            rows = [[*row, o] for row in rows for o in fits(kind)]
        return [row for row in rows if self.r.random() < share]

    def declared(self, symbols):
        return " ".join(f"({n} {' '.join(f'?a{i}{self.of(k)}' for i, k in enumerate(kinds))})" for n, kinds in symbols.items())

    def texts(self):
        r = self.r
        listed = {"types": " ".join(f"{t} - {p}" for t, p in self.types.items()),
                  "constants": " ".join(f"{o}{self.of(k)}" for o, k in self.constants.items()),
                  "predicates": self.declared({**self.symbols, **self.fixed}),
                  "functions": "(total-cost) - number " + self.declared({**self.functions, **self.numbers, **self.caps})}
        domain = "; random\n(define (domain d)\n" + "\n".join(f"(:{k} {v})" for k, v in listed.items() if v)
        domain += "\n" + "\n".join(self.action(i) for i in range(r.randint(1, 3))) + ")\n"
        facts = [f"({' '.join([n, *row])})" for n, kinds in self.symbols.items() for row in self.first_rows(kinds)]
        facts += [f"({' '.join([n, *row])})" for n, kinds in self.fixed.items() for row in self.rows(kinds, 0.6)]
        share = r.choice((1, 0.7))
        facts += [f"(= ({' '.join([n, *row])}) {r.randint(0, 4)})" for n, kinds in self.functions.items() for row in self.rows(kinds, share)]
        facts += [f"(= ({' '.join([n, *row])}) {r.randint(0, 2)})" for n, kinds in self.numbers.items() for row in self.rows(kinds, 1)]
        facts += [f"(= ({' '.join([n, *row])}) {r.randint(2, 4)})" for n, kinds in self.caps.items() for row in self.rows(kinds, 1)]
        r.shuffle(facts)
        objects = " ".join(f"{o}{self.of(k)}" for o, k in self.objects.items())
        goal = " ".join(self.formula([], 2) for _ in range(r.randint(1, 2)))
        problem = f"(define (problem p) (:domain d)\n(:objects {objects})\n(:init {' '.join(facts)} (= (total-cost) 0))\n(:goal (and {goal}))\n"
        return domain, problem + "(:metric minimize (total-cost)))\n"

    def first_rows(self, kinds):
        """Often exactly one value for each of the other arguments."""
        rows = self.rows(kinds, 0.4)
        if not kinds or self.r.random() < 0.3:
            return rows
        spot, seen, kept = self.r.randrange(len(kinds)), set(), []
        rows = self.rows(kinds, 1)
        self.r.shuffle(rows)
        for row in rows:
            key = tuple(row[:spot] + row[spot + 1:])
            if key not in seen:
                seen.add(key)
                kept.append(row)
        return kept


def texts(seed):
    return Maker(seed).texts()
