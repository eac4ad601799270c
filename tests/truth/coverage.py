#!/usr/bin/python3
"""`query coverage` against an evaluation of its own, row by row.  Prints TAP.

    python3 tests/truth/coverage.py [--wgcq build/wgcq] [--count N] [--seed N]

reader.py reads a puzzle; here every reachable state is looked at by brute force: each move is run from it, each guard
and filter that is evaluated counts as false or true, each constraint that is evaluated as one that rejects or does not,
and so on.  What is left is what the program must list.

1. Puzzles written for this, with the rows that they must have.
2. The shelf's puzzles, and random ones to which implications and properties are added.
3. The same of runs that are cut short, over the states that they store; of all trace levels and orders, and of runs by
   one state of each orbit, which must come to what the whole run comes to.
"""

import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile

import facts
import language
import random_puzzle
import reader
import seeds
import symmetric_puzzle
from compiler import Compiler, Scope
from declarations import scalar
from language import Mistake
from lists import Listed, is_listed
from values import NONE, Trouble, items_of, value_text

HERE = os.path.dirname(os.path.abspath(__file__))
SHELF = os.path.join(HERE, "..", "..", "puzzles")
# States that are looked at: of a puzzle of the shelf, of a random one.
SHELF_STATES, STATES = 20000 if seeds.WHOLE else 6000, 1500
SECTIONS = ("never", "always", "bound", "invariant", "properties")
FORMS = ("eventually always", "infinitely often", "eventually", "recoverable", "step")


# ---- the puzzle, watched -------------------------------------------------------------------------


class Item:
    """A condition that is counted; `of`: what it is written in."""

    def __init__(self, form, tree, of=None, place=None):
        self.form, self.tree, self.of, self.place = form, tree, of, place
        self.times = [0, 0]

    def note(self, value):
        self.times[bool(value)] += 1


class WatchingCompiler(Compiler):
    """Counts conditions of implications, and of those filters that `watched` has."""

    def __init__(self, puzzle):
        super().__init__(puzzle)
        self.watched = {}

    def condition(self, tree, scope):
        test, item = super().condition(tree, scope), self.watched.get(id(tree))
        if item is None:
            return test

        def counted(st, lo):
            value = test(st, lo)
            item.note(value)
            return value

        return counted

    def implication(self, tree, condition, scope):
        item = self.puzzle.implication(tree, condition)
        test = self.condition(condition, scope)

        def counted(st, lo):
            value = test(st, lo)
            if self.puzzle.noting:
                item.note(value)
            return value

        return counted

    def compile_if(self, tree, scope):
        if tree[3] != ("name", "true"):
            return super().compile_if(tree, scope)
        condition = self.implication(tree, tree[1], scope)
        then = self.compile(tree[2], scope)
        return lambda st, lo: then(st, lo) if condition(st, lo) else True

    def compile_or(self, tree, scope):
        if tree[1][0] != "not":
            return super().compile_or(tree, scope)
        condition = self.implication(tree, tree[1][1], scope)
        other = self.condition(tree[2], scope)
        return lambda st, lo: not condition(st, lo) or other(st, lo)

    def compile_call(self, tree, scope):
        if tree[1] != "old" or self.puzzle.global_name("old"):
            return super().compile_call(tree, scope)
        inner = self.compile(tree[2][0], scope)
        return lambda st, lo: inner(self.puzzle.before, lo)

    def call_define(self, define, arguments, scope):
        call = super().call_define(define, arguments, scope)
        self.puzzle.reaches(define)
        return call


class Entries(list):
    """Of a section; while one of them is looked at, it is the puzzle's context."""

    def __init__(self, puzzle, part, found):
        super().__init__(found)
        self.puzzle, self.part = puzzle, part

    def __iter__(self):
        for name, node in list.__iter__(self):
            self.puzzle.context = (self.part, name)
            yield name, node
        self.puzzle.context = None


class WatchedJourney(reader.Journey):
    def read_choose(self, node, otherwise):
        compiler = self.puzzle.compiler
        first, clauses = language.choose(node.value)
        for _, _, condition in clauses:
            if condition is not None:
                item = Item("filter", condition)
                compiler.watched[id(condition)] = item
                self.puzzle.conditions[-1].append(item)
        loop = compiler.loop(clauses, self.scope, first)
        for names, _, _ in clauses:
            self.chosen.update(names)
        return loop

    def read_guard(self, node, otherwise):
        item = Item("guard", language.expression(node.value) if scalar(node) else None, place=place_of(node))
        self.puzzle.conditions[-1].append(item)
        test = self.puzzle.condition(node, self.scope)

        def guard(state, lo, spent):
            value = test(state, lo)
            item.note(value)
            if not value:
                raise reader.Broken(None)
            return state, spent

        return guard


def place_of(node, key=False):
    """line:column of what a plain or quoted scalar says; None: of others it is not known."""
    if not scalar(node) or node.style in ("|", ">"):
        return None
    inside = 1 if node.style in ("'", '"') and not key else 0
    return f"{node.start_mark.line + 1}:{node.start_mark.column + 1 + inside}"


class Watched(reader.Puzzle):
    def __init__(self, text, settings=()):
        self.noting, self.before, self.context = False, None, None
        self.items, self.reached, self.conditions, self.runs = {}, {}, [], set()
        super().__init__(text, settings)
        self.properties = self.read_properties()
        self.name_implications()

    def section(self, name):
        return Entries(self, name, super().section(name))

    def override(self, settings):
        super().override(settings)
        self.compiler = WatchingCompiler(self)

    def compile_define(self, define):
        outer, self.context = self.context, define
        super().compile_define(define)
        self.context = outer

    def type_term(self, tree):
        of = super().type_term(tree)
        if tree[0] == "or" and isinstance(super().type_term(tree[1]).values, range):
            self.runs.add(of)
        return of

    def read_move(self, name, node):
        self.conditions.append([])
        journey = WatchedJourney(self, node)
        for item in self.conditions[-1]:
            item.of = name
        return journey, None

    # ---- implications ----

    def implication(self, tree, condition):
        if id(tree) not in self.items:
            self.items[id(tree)] = Item("implication", condition), tree
        item = self.items[id(tree)][0]
        self.reaches(item)
        return item

    def reaches(self, what):
        self.reached.setdefault(self.context, []).append(what)

    def name_implications(self):
        """Each is of the first entry of SECTIONS that reaches it; the others are not looked for."""
        self.implications = []
        for part in SECTIONS:
            for name, _ in list(super().section(part)):
                self.follow((part, name), name, set())

    def follow(self, context, name, seen):
        if context in seen:
            return
        seen.add(context)
        for what in self.reached.get(context, ()):
            if not isinstance(what, Item):
                self.follow(what, name, seen)
            elif what.of is None:
                what.of = name
                self.implications.append(what)

    # ---- properties ----

    def read_properties(self):
        """(form, name, condition, second condition, locals) for each combination of names"""
        found = []
        for key, node in self.section("properties"):
            scope = Scope()
            name, clauses = loop_of(key)
            loop = self.compiler.loop(clauses, scope) if clauses else lambda st, lo: [None]
            form, texts = form_of(node.value)
            tests = [self.compiler.condition(language.expression(text), scope) for text in texts]
            pieces = [piece if isinstance(piece, str) else self.compiler.compile(piece, scope)
                      for piece in language.template(name)]
            lo = scope.locals()
            for _ in loop(None, lo):
                text = "".join(p if isinstance(p, str) else value_text(p(None, lo)) for p in pieces)
                found.append((form, text, key, tests, list(lo)))
        return found


def loop_of(key):
    """A property's name, and what its names run over."""
    for match in re.finditer(r"\{[^}]*\}| for ", key):
        if match.group() == " for " and " in " in key[match.start():]:
            return key[:match.start()], language.Parser(key[match.start() + 1:]).fors()
    return key, []


def form_of(text):
    before, leads, after = text.partition(" leads to ")
    if leads:
        return "leads to", [before, after]
    form = next(form for form in FORMS if text.startswith(form + " "))
    return form, [text[len(form):]]


# ---- coverage ------------------------------------------------------------------------------------


class TooLarge(Exception):
    pass


class Coverage:
    """Everything that is counted over the reachable states, or over those that `keep` says."""

    def __init__(self, text, settings=(), limit=STATES, keep=None):
        p = self.puzzle = Watched(text, settings)
        self.states = self.expanded = 0
        self.made = [False] * len(p.moves)
        self.evaluated, self.rejects = [0] * len(p.rules), [False] * len(p.rules)
        self.cuts, self.ends = [False] * len(p.bounds), False
        self.begins = [False] * len(p.properties)
        self.taken = {name: set() for name in p.variables}
        known = dict.fromkeys(s for s in p.list_starts() if self.keeps_rules(s))
        if not known:
            raise Mistake("no start")
        waiting = list(known)
        for state in waiting:  # it grows
            if len(known) > limit:
                raise TooLarge
            after = self.look(state) if keep is None or keep(state) else []
            fresh = [s for s in dict.fromkeys(after) if s not in known]
            known.update(dict.fromkeys(fresh))
            waiting += fresh
        self.known = known

    def keeps_rules(self, state):
        p = self.puzzle
        p.noting = True
        fine = True
        for i, (_, test, never) in enumerate(p.rules):
            self.evaluated[i] += 1
            if test(state) == never:
                self.rejects[i], fine = True, False
                break
        p.noting = False
        return fine

    def look(self, state):
        """Counts, and gives the successors."""
        p = self.puzzle
        self.states += 1
        for name, variable in p.variables.items():
            for value in state[variable.first:variable.first + variable.cells]:
                self.taken[name].update(value_text(v) for v in members(value))
        ended = bool(p.end_test(state))
        self.ends |= ended
        p.noting = True
        for i, test in enumerate(p.bounds):
            if not test(state):
                self.cuts[i] = ended = True
        for _, test in p.invariants:
            test(state)
        self.look_at_properties(state, False)
        p.noting = False
        if ended:
            return []
        self.expanded += 1
        found = []
        for i, (journey, _) in enumerate(p.moves):
            for after in walk(journey, 0, list(state), journey.scope.locals()):
                if self.keeps_rules(after):
                    self.made[i] = True
                    found.append(after)
                    p.noting, p.before = True, state
                    self.look_at_properties(after, True)
                    p.noting, p.before = False, None
        return found

    def look_at_properties(self, state, step):
        for i, (form, _, _, tests, lo) in enumerate(self.puzzle.properties):
            if (form == "step") == step:
                values = [test(state, list(lo)) for test in tests]
                self.begins[i] |= form == "leads to" and bool(values[0])

    # ---- rows ----

    def key_place(self, part, name):
        return next(place_of(key, True) for key, _ in self.puzzle.parts[part].value if key.value == name)

    def rows(self):
        """(kind, name, condition's tree or None, place or None, count)"""
        return [*self.move_rows(), *self.condition_rows(), *self.value_rows()]

    def move_rows(self):
        p = self.puzzle
        for (name, _), made, items in zip(list(reader.Puzzle.section(p, "moves")), self.made, p.conditions):
            if not made:
                yield "move never made", name, None, self.key_place("moves", name), self.expanded
            for item in items:
                if bool(item.times[0]) != bool(item.times[1]):
                    never = "false" if item.times[1] else "true"
                    yield f"{item.form} never {never}", item.of, item.tree or (), item.place, sum(item.times)

    def condition_rows(self):
        p = self.puzzle
        rules = [(part, name) for part in ("never", "always") for name, _ in reader.Puzzle.section(p, part)]
        for (part, name), count, rejects in zip(rules, self.evaluated, self.rejects):
            if not rejects:
                yield "constraint never rejects", name, None, self.key_place(part, name), count
        for (name, _), cuts in zip(reader.Puzzle.section(p, "bound"), self.cuts):
            if not cuts:
                yield "bound never cuts", name, None, self.key_place("bound", name), self.states
        if "end" in p.parts and not self.ends:
            yield "end never holds", None, None, None, self.states
        for (form, name, key, _, _), begins in zip(p.properties, self.begins):
            if form == "leads to" and not begins:
                yield "leads to never begins", name, None, self.key_place("properties", key), self.states
        for item in p.implications:
            if not item.times[1]:
                yield "implication never applies", item.of, item.tree, None, item.times[0]

    def value_rows(self):
        for name, variable in self.puzzle.variables.items():
            of, listed = variable.of, isinstance(variable.of, Listed)
            of = of.of if listed else of
            place = next(place_of(key, True) for key, _ in self.puzzle.parts["state"].value
                         if language.heading(key.value)[0] == name)
            for text in self.values_missing(of, self.taken[name]):
                yield "value never taken", f"{text} in {name}" if listed else f"{name} = {text}", None, place, self.states

    def values_missing(self, of, taken):
        missing = [v for v in of.values if value_text(v) not in taken]
        if of.form is not int or not (isinstance(of.values, range) or of in self.puzzle.runs):
            return list(map(value_text, missing))
        runs = []
        for value in missing:
            if runs and value is not NONE and runs[-1][1] is not NONE and runs[-1][1] + 1 == value:
                runs[-1][1] = value
            else:
                runs.append([value, value])
        return [value_text(a) if a == b else f"{value_text(a)}..{value_text(b)}" for a, b in runs]


def members(value):
    """What a list or set has; any other value is its own."""
    return items_of(value) if is_listed(value) else [value]


def walk(journey, at, state, lo):
    """The states that the runs of a move lead to."""
    if at == len(journey.steps):
        yield tuple(state)
        return
    form, step, _ = journey.steps[at]
    if form == "choose":
        for _ in step(state, lo):
            yield from walk(journey, at + 1, state, lo)
        return
    try:
        state, _ = step(state, lo, {})
    except reader.Broken:
        return
    yield from walk(journey, at + 1, state, lo)


# ---- the program ---------------------------------------------------------------------------------


class Failed(Exception):
    pass


def unlike(expected, row):
    """What is wrong with one row, or None."""
    kind, name, tree, place, count = expected
    if row["kind"] != kind or row["count"] != count:
        return "another finding"
    if place and not (row["place"] or "").endswith(":" + place):
        return f"place {place}"
    if tree is None:
        return None if name in (None, row["name"]) else "another name"
    if not row["name"].startswith(name + ": "):
        return "another name"
    if tree == ():  # a mapping
        return None
    try:
        written = language.expression(row["name"][len(name) + 2:])
    except Mistake as mistake:
        return f"no expression: {mistake}"
    return None if written == tree else f"another condition: {written}, not {tree}"


def compare(expected, rows):
    """The differences of rows in this order, but for implications, which are in any."""
    wrong, apart = [], [e for e in expected if e[0].startswith("implication")]
    for e in apart:
        same = next((r for r in rows if unlike(e, r) is None), None)
        if same is None:
            wrong.append(f"not listed: {e}")
        else:
            rows = [r for r in rows if r is not same]
    expected = [e for e in expected if not e[0].startswith("implication")]
    for e, r in zip(expected, rows):
        if found := unlike(e, r):
            wrong.append(f"{found}: the oracle has {e}, the program {r}")
    wrong += [f"not listed: {e}" for e in expected[len(rows):]]
    wrong += [f"too many: {r}" for r in rows[len(expected):]]
    return wrong


class Program:
    def __init__(self, path, folder):
        self.path, self.folder, self.db = path, folder, os.path.join(folder, "coverage.db")

    def run(self, *words):
        done = subprocess.run([self.path, *words], cwd=self.folder, capture_output=True, text=True, timeout=300)
        if done.returncode < 0 or done.returncode > 5:
            raise Failed(f"{' '.join(words)} ended with {done.returncode}: {done.stderr[-500:]}")
        return done

    def solve(self, file, settings, *options):
        """The exit status."""
        for end in ("", "-journal"):
            if os.path.exists(self.db + end):
                os.remove(self.db + end)
        sets = [word for setting in settings for word in ("--set", setting)]
        return self.run("solve", "-q", file, *sets, "-o", self.db, "--solutions", "0", *options).returncode

    def coverage(self):
        """(rows, exit status)"""
        done = self.run("query", self.db, "coverage", "--format", "json", "-q")
        if done.returncode not in (0, 1, 3):
            raise Failed(f"query coverage ended with {done.returncode}: {done.stderr[-500:]}")
        return json.loads(done.stdout or "[]"), done.returncode

    def stored(self, heads):
        base = sqlite3.connect(f"file:{self.db}?mode=ro", uri=True)
        names = ", ".join('"' + h.replace('"', '""') + '"' for h in facts.unlike_fixed(heads))
        try:
            return {tuple(None if v is None else str(v) for v in row) for row in base.execute(f"SELECT {names} FROM states")}
        finally:
            base.close()


def differences(program, file, text, settings, limit=STATES, options=()):
    """Of a run that explores everything; None: it does not, or the oracle cannot."""
    try:
        mine = Coverage(text, settings, limit)
    except (Mistake, Trouble, TooLarge, RecursionError):
        return None
    status = program.solve(file, settings, *options)
    if status in (2, 4):
        return None
    rows, code = program.coverage()
    expected = list(mine.rows())
    open_beyond = bool(expected) and any(mine.cuts)
    due = 3 if open_beyond else int(bool(expected))
    return compare(expected, rows) + ([f"exit status {code}, not {due}"] if code != due else [])


# ---- 1. by hand ----------------------------------------------------------------------------------

LIFT = """puzzle: a lift
types:
  floor: 0..5
  mood: [calm, busy, broken]
  note: [ring, buzz, hum]
state:
  at: floor
  mood: mood
  last: mood or none
  heard: list(2) of note
  seen: set of note
  lamp[0..1]: bool
start: {at: 1, mood: calm, last: none, heard: [], seen: [], lamp: false}
moves:
  up {d}:
    - choose: d in 1..2 if d < 3
    - guard: at + d <= 3
    - guard: mood != broken
      else: it is broken
    - set: at = at + d
  down:
    - guard: at > 1
    - set: {at: at - 1, heard: "[ring]"}
  repair:
    - guard: mood == broken
    - guard: at == 0
    - set: mood = calm
  wink {i}:
    - choose: i in 0..1 if i == 0
    - set: {"lamp[i]": "not lamp[i]", seen: "[hum]"}
define:
  safe(x): not x or at < 4
never:
  too high: at > 3
always:
  not beneath: at >= 1
bound:
  not five: at < 5
invariant:
  broken is on the ground: at == 0 if mood == broken else true
  lamps: all(not lamp[i] or i == 0 for i in 0..1)
  safe: safe(mood == busy)
properties:
  "repaired on {f} for f in floor if f < 2": mood == broken and at == f leads to mood == calm
  calm: mood == calm leads to at >= 0
  steps: step at != old(at) if mood == busy else true
end: at == 5
"""

LIFT_ROWS = [
    ("filter never false", "up {d}: d < 3", "16:28", 36),
    ("guard never false", "up {d}: mood != broken", "18:14", 18),
    ("move never made", "repair", "24:3", 18),
    ("guard never true", "repair: mood == broken", "25:14", 18),
    ("constraint never rejects", "too high", "34:3", 49),
    ("constraint never rejects", "not beneath", "36:3", 49),
    ("bound never cuts", "not five", "38:3", 18),
    ("end never holds", "at == 5", "47:6", 18),
    ("leads to never begins", "repaired on 0", "44:3", 18),
    ("leads to never begins", "repaired on 1", "44:3", 18),
    ("implication never applies", "broken is on the ground: mood == broken", "40:39", 18),
    ("implication never applies", "safe: x", "32:16", 18),
    ("implication never applies", "steps: mood == busy", "46:32", 48),
    ("value never taken", "at = 0", "7:3", 18),
    ("value never taken", "at = 4..5", "7:3", 18),
    ("value never taken", "mood = busy", "8:3", 18),
    ("value never taken", "mood = broken", "8:3", 18),
    ("value never taken", "last = calm", "9:3", 18),
    ("value never taken", "last = busy", "9:3", 18),
    ("value never taken", "last = broken", "9:3", 18),
    ("value never taken", "buzz in heard", "10:3", 18),
    ("value never taken", "hum in heard", "10:3", 18),
    ("value never taken", "ring in seen", "11:3", 18),
    ("value never taken", "buzz in seen", "11:3", 18),
]


def check_by_hand(program):
    file = os.path.join(program.folder, "lift.yaml")
    with open(file, "w", encoding="utf-8") as out:
        out.write(LIFT)
    program.solve(file, ())
    rows, code = program.coverage()
    wrong = [f"exit status {code}, not 1"] if code != 1 else []
    for due, row in zip(LIFT_ROWS, rows):
        place = row["place"].rpartition("lift.yaml:")[2] if row["place"] else None
        mine = row["kind"], row["name"], place, row["count"]
        if mine != due:
            wrong.append(f"{mine}, not {due}")
    if len(rows) != len(LIFT_ROWS):
        wrong.append(f"{len(rows)} rows, not {len(LIFT_ROWS)}: {rows}")
    return wrong + (differences(program, file, LIFT, ()) or [])


# ---- 2. the shelf, and random puzzles ------------------------------------------------------------


def shelf():
    return sorted(os.path.join(SHELF, name) for name in os.listdir(SHELF) if name.endswith(".yaml"))


def check_shelf(program):
    wrong, tried = [], 0
    for file in seeds.in_turn(shelf()):
        with open(file, encoding="utf-8") as text:
            found = differences(program, file, text.read(), (), SHELF_STATES)
        tried += found is not None
        wrong += [f"{os.path.basename(file)}: {text}" for text in (found or [])[:3]]
    print(f"# {tried} puzzles of the shelf")
    return wrong


def conditions_of(text):
    """Conditions on a state alone that a puzzle has."""
    puzzle = reader.Puzzle(text)
    nodes = [node for part in ("never", "always", "invariant") for _, node in puzzle.section(part)]
    nodes += [puzzle.parts[part] for part in ("goal", "end") if part in puzzle.parts]
    found = [node.value for node in nodes if scalar(node) and "\n" not in node.value and "'" not in node.value]
    return [text for text in found if text.strip() != "goal"]


def with_implications(case, seed):
    """A random puzzle with implications and properties of conditions that it has."""
    try:
        conditions = conditions_of(case.text)
    except (Mistake, Trouble):
        return case.text
    if not conditions:
        return case.text
    a, b = conditions[seed % len(conditions)], conditions[seed // 7 % len(conditions)]
    lines = [f"  added one: '({b}) if ({a}) and {seed % 2} == 1 else true'",
             f"  added two: 'not (not ({a})) or ({b}) or ({a})'",
             f"  added three: 'all(not (({a}) and i > {seed % 4}) or ({b}) for i in 0..2)'"]
    text = case.text
    if "\ninvariant:\n" in text:
        text = text.replace("\ninvariant:\n", "\ninvariant:\n" + "\n".join(lines) + "\n", 1)
    else:
        text += "\ninvariant:\n" + "\n".join(lines) + "\n"
    if seed % 4 == 0:
        text += f"\nbound:\n  added six: 'not ({b}) or ({a})'\n"
    return text + ("\nproperties:\n"
                   f"  added four: '({a}) leads to ({b}) if ({a}) else true'\n"
                   f"  'added {{i}} for i in 1..2 if i > 0': '({b}) and i == {seed % 3} leads to ({a})'\n"
                   f"  added five: 'step ({b}) if old({a}) else true'\n")


def check_random(program, given):
    tried = findings = 0
    kinds = {}

    def one(seed):
        nonlocal tried, findings
        case = random_puzzle.make(seed)
        for name, text in case.files.items():
            with open(os.path.join(program.folder, name), "w", encoding="utf-8") as out:
                out.write(text)
        before = os.getcwd()
        os.chdir(program.folder)
        try:
            text = with_implications(case, seed) if not case.settings else case.text
            file = os.path.join(program.folder, "random.yaml")
            with open(file, "w", encoding="utf-8") as out:
                out.write(text)
            found = differences(program, file, text, case.settings)
            if found is None and text != case.text:
                text = case.text
                with open(file, "w", encoding="utf-8") as out:
                    out.write(text)
                found = differences(program, file, text, case.settings)
            if found is not None:
                tried += 1
                for row in program.coverage()[0]:
                    kinds[row["kind"]] = kinds.get(row["kind"], 0) + 1
            return "\n".join([*found, text]) if found else None
        finally:
            os.chdir(before)

    wrong = seeds.failures(given, one)
    print(f"# {tried} of {given.count} random puzzles explored; findings: {json.dumps(kinds)}")
    if not seeds.often(tried, given.count, 4):
        wrong.append(f"only {tried} of {given.count} puzzles were explored")
    return wrong


# ---- 3. other runs -------------------------------------------------------------------------------

FEW = ("german-cache", "hourglasses", "leader-election", "wythoff", "timetable", "queens")
WAYS = (("--trace", "none"), ("--trace", "solutions"), ("--trace", "states"), ("--trace", "all"),
        ("--order", "depth-first"), ("--threads", "2"), ("--trace", "none", "--order", "both-ends"))


def check_ways(program):
    """Every trace level and order comes to the same rows."""
    wrong = []
    for name in seeds.in_turn(FEW):
        file = os.path.join(SHELF, name + ".yaml")
        program.solve(file, ())
        due = program.coverage()
        for way in WAYS:
            if program.solve(file, (), *way) in (2, 4):
                continue  # not for this puzzle
            if program.coverage() != due:
                wrong.append(f"{name} {' '.join(way)}: {program.coverage()}, not {due}")
    return wrong


def check_cut(program):
    """A run that is cut short, over the states that it stores."""
    wrong = []
    for file in seeds.in_turn(shelf()):
        with open(file, encoding="utf-8") as source:
            text = source.read()
        if program.solve(file, (), "--max-states", "40", "--trace", "all") not in (0, 1, 3, 5):
            continue
        puzzle = Watched(text)
        stored = program.stored(puzzle.heads)
        keep = lambda st: tuple(None if v is None else str(v) for v in puzzle.stored(st)) in stored
        try:
            mine = Coverage(text, (), SHELF_STATES, keep)
        except TooLarge:
            continue
        rows, code = program.coverage()
        expected = list(mine.rows())
        found = compare(expected, rows)
        whole = sqlite3.connect(program.db).execute("SELECT status FROM run").fetchone()[0] == "complete"
        if code != ((1 if whole else 3) if expected else 0):
            found.append(f"exit status {code} with {len(rows)} rows of a run that is {'' if whole else 'not '}whole")
        wrong += [f"{os.path.basename(file)}: {text}" for text in found[:3]]
    return wrong


def check_reduced(program, given):
    """A run by one state of each orbit comes to the rows of all."""
    wrong, tried = [], 0
    sources = [(os.path.basename(file), file) for file in shelf() if "\nsymmetric:" in open(file, encoding="utf-8").read()]
    for seed in range(given.seed, given.seed + max(given.count // 4, 2)):
        file = os.path.join(program.folder, f"symmetric{seed}.yaml")
        with open(file, "w", encoding="utf-8") as out:
            out.write(symmetric_puzzle.Maker(seed).text)
        sources.append((f"puzzle {seed}", file))
    for name, file in sources:
        if program.solve(file, (), "--max-states", "30000") not in (0, 1, 5):
            continue
        due = program.coverage()
        if program.solve(file, (), "--reduce", "symmetry", "--trace", "solutions") not in (0, 1, 5):
            continue
        tried += 1
        if program.coverage() != due:
            wrong.append(f"{name}: {program.coverage()}, not {due}")
    print(f"# {tried} puzzles reduced by symmetry")
    return wrong


def main():
    given = seeds.options(150)
    with tempfile.TemporaryDirectory() as folder:
        program = Program(given.wgcq, folder)
        checks = [
            ("a puzzle of which every kind of finding is known", check_by_hand(program)),
            ("puzzles of the shelf", check_shelf(program)),
            (f"random puzzles from {given.seed}", check_random(program, given)),
            ("every trace level and order", check_ways(program)),
            ("runs that are cut short", check_cut(program)),
            ("runs by one state of each orbit", check_reduced(program, given)),
        ]
    return seeds.report(*checks)


if __name__ == "__main__":
    sys.exit(main())
