#!/usr/bin/python3
"""Every way to explore against every other: one answer to a question, whatever explores, and the oracle's.  Prints TAP.

    python3 tests/truth/matrix.py [--wgcq build/wgcq] [--all] [--count 20] [--seed N] [--only TEXT] [--jobs 2]
                                  [--digests FILE] [--against FILE] [--refusals]

A question is a puzzle, an order, costs, a stop, limits, a reduction; a way is a trace level, threads, ranks, files, a resume (ways.py).
What each way says and stores (observed.py) is compared field by field with the others that were asked the same, and with brute force.
The ways that may say less, those that stop elsewhere and what is refused stand in the tables of ways.py, and nowhere else.
Twelve puzzles of the shelf and random ones; --all takes all combinations of the former, else both are sampled by the seed.
--digests writes all that was observed; --against compares with such a file of another build, sampled by the same seed.
"""

import collections
import itertools
import json
import multiprocessing
import os
import random
import re
import sys
import tempfile
import time
import traceback
from typing import NamedTuple

import digests
import observed
import random_runs
import reader
import refusals
import seeds
import ways
from explored import Explored
from language import Mistake
from shelf import without_properties
from symmetric_puzzle import Maker
from values import NoStart, Trouble

HERE = os.path.dirname(os.path.abspath(__file__))
SHELF = os.path.join(HERE, "..", "..", "puzzles")
QUICK = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
# (puzzle, settings): a goal, two costs, a final cost, an estimate, end: goal; several starts, none solvable, no goal; invariants that
# hold, that do not, a forbidden deadlock, a bound; symmetric; lists and sets; the last two are large enough to spill with the least memory.
PUZZLES = [("wolf-goat-cabbage",), ("coins",), ("two-ovens",), ("romania",), ("snakes-ladders",), ("cube-walk",), ("peterson",),
           ("readers-writers",), ("dining-philosophers",), ("queens", "n=5"), ("three-cups",), ("family-crossing",), ("timetable",),
           ("lock",), ("lamport-mutex",), ("railway-switching",), ("leader-election", "n=3"), ("go-back-n", "messages=2"), ("readers-writers-queue", "n=2"),
           ("dining-philosophers", "n=10"), ("frogs", "n=10")]
# Those that take the oracle seconds, and where limits cut them: explored by it with --all only.
LARGE = {("dining-philosophers", "n=10"): ways.Sizes(2700, 5), ("frogs", "n=10"): ways.Sizes(8800, 70)}


class Shape(NamedTuple):
    """What a sample takes of a puzzle: questions, and ways of each."""

    questions: int
    ways: int


SAMPLE, SAMPLE_RANDOM, SPILLING, SPILLING_ALL = Shape(5, 10), Shape(3, 7), Shape(2, 7), Shape(6, 30)


# ---- puzzles ----


class Case:
    """A puzzle as a file in a folder, and its graph by brute force (None: too large)."""

    def __init__(self, title, folder, text, settings=(), files=None):
        self.title, self.folder, self.settings, self.text = title, folder, list(settings), text
        for name, content in {**(files or {}), "puzzle.yaml": text}.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(content)
        self.checked = re.search("^(never|always|deadlock):", text, re.M) is not None
        self.symmetric = "\nsymmetric:" in text
        self.rules, self.graph, self.figures, self.overflows = None, None, None, False

    def explore(self, limit):
        self.rules = reader.Puzzle(self.text, self.settings)
        graph = Explored(self.rules, limit)
        if graph.complete:
            self.graph, self.figures = graph, graph.figures()
            self.overflows = graph.may_overflow()
            self.sizes = ways.Sizes(max(1, len(graph.depth) * 2 // 5), max(1, self.figures["depth"] * 3 // 5))
        return graph.complete


def shelf_case(folder, name, *settings):
    with open(os.path.join(SHELF, name + ".yaml"), encoding="utf-8") as file:
        return Case(" ".join((name, *settings)), folder, without_properties(file.read()), settings)


def random_case(folder, seed):
    """One of random_puzzle.py, with the goal that random_runs.py gives it, or one that declares a symmetry; None: too large."""
    if seed % 5 == 0:
        return Case(f"symmetric {seed}", folder, Maker(seed).text)
    made = random_runs.Runs("", folder, seed)
    made.explore()
    if made.case.wants_goal and made.graph.complete:
        made.set_goal()
    return Case(f"random {seed}", folder, made.case.text, made.case.settings, made.case.files)


# ---- what is asked, and how ----


def resumed(question, known, sizes):
    """Those ways cut short by each limit, and resumed."""
    if question.order != "breadth-first" or question.solutions is not None or question.reduce:
        return []
    return [way._replace(cut=cut) for way in known if way.trace != "none" for cut in ways.cuts(question, sizes)]


def everything(case):
    for question in ways.questions(case.rules.costs, case.sizes, case.symmetric):
        known = ways.ways(question.order)
        few = [way for way in known if way.spill != "large" and (way.threads, way.ranks) in ((1, 0), (2, 0), (1, 2))]
        yield from ((question, way) for way in known + resumed(question, few, case.sizes))


def drawn(chance, known, count):
    """So many ways, one of each driver before a second of any: nothing kept or rows, in memory or files, threads or ranks."""
    drivers = collections.defaultdict(list)
    for way in chance.sample(known, len(known)):
        drivers[way.trace == "none", way.ranks > 0, bool(way.spill)].append(way)
    in_turn = itertools.chain.from_iterable(itertools.zip_longest(*chance.sample(list(drivers.values()), len(drivers))))
    return list(itertools.islice((way for way in in_turn if way), count))


def sample(case, shape, seed):
    """So many questions, three in four of them level by level, and ways of each: always the one of one thread that keeps all."""
    chance = random.Random(f"{seed} {case.title}")
    first, *asked = ways.questions(case.rules.costs, case.sizes, case.symmetric)
    by_level = [q for q in asked if q.order == "breadth-first" and q.stop != "first"]
    others = [q for q in asked if q not in by_level]  # most drivers refuse them
    few = shape.questions * 3 // 4
    for question in [first, *chance.sample(by_level, few), *chance.sample(others, shape.questions - few - 1)]:
        plain, *known = ways.ways(question.order)
        cut = resumed(question, [plain, *known], case.sizes)
        cut = chance.sample(cut, min(shape.ways // 4, len(cut)))
        yield from ((question, way) for way in [plain, *drawn(chance, known, shape.ways - 1 - len(cut)), *cut])


def spilling(case, shape, seed):
    """What --spill does not refuse, mostly in files; without rows more often, as only then files hold what memory held before."""
    chance = random.Random(f"{seed} {case.title}")
    first, *asked = [q for q in ways.questions(case.rules.costs, case.sizes, False)
                     if q.order == "breadth-first" and q.solutions is None]
    plain, *known = ways.ways("breadth-first")
    without = [way for way in known if way.spill in ("small", "least") and way.trace == "none"]
    rows = [way for way in known if way.spill == "small" and way.trace != "none"]
    for question in [first, *chance.sample(asked, min(shape.questions - 1, len(asked)))]:
        yield from ((question, way) for way in [plain, *chance.sample(without, min(shape.ways // 2, len(without))),
                                                *chance.sample(rows, shape.ways - shape.ways // 2 - 1)])


def combinations(case, spec, given):
    """(question, way) of a puzzle."""
    if given.refusals:
        return ((question, way) for question, way in everything(case) if len(question.kinds()) < 2)
    if spec[1:] in LARGE:
        return spilling(case, SPILLING_ALL if given.all else SPILLING, given.seed)
    if spec[0] == "shelf" and given.all:
        return everything(case)
    return sample(case, SAMPLE if spec[0] == "shelf" else SAMPLE_RANDOM, given.seed)


# ---- what is wrong ----


def as_text(value):
    return None if value is None else str(value)


def flat_oracle(case):
    """The fields of a report, as brute force has them."""
    figures, found = case.figures, {}
    for name in ("states", "edges", "depth", "goals", "dead_ends", "deadlocks"):
        found[name] = figures.get(name)
    known = case.graph.violations()
    order = list(figures["violations"])
    rows = [{"invariant": n, "states": len(s), "length": figures["violations"][n]} for n, s in known.items() if s]
    found["violations"] = sorted(rows, key=lambda row: (row["length"], order.index(row["invariant"])))
    shortest = figures.get("shortest") or {}
    found["shortest"] = (shortest["length"], str(shortest["count"])) if shortest.get("length") is not None else None
    for name, best in figures.get("cheapest", {}).items():
        found["cheapest." + name] = (best["cost"], str(best["count"])) if best["cost"] is not None else None
    return found


def reported(fields):
    """The same of a run; `shortest` and `cheapest.NAME` are pairs."""
    found = {name: fields.get(name) for name in ("states", "edges", "depth", "goals", "dead_ends", "deadlocks", "violations")}
    length = fields.get("shortest.length")
    found["shortest"] = None if length is None else (length, fields["shortest.count"])
    for name, best in fields.items():
        if name.startswith("cheapest."):
            found[name] = None if best is None else (best["cost"], best["count"])
    return found


def agrees(value, oracle):
    """A figure is right or absent; so are a pair's count, and how many states violate."""
    if isinstance(value, tuple) and value[1] is None:
        return oracle is not None and value[0] == oracle[0]
    if isinstance(value, list):
        known = [row | ({"states": due["states"]} if row["states"] is None else {}) for row, due in zip(value, oracle)]
        return len(value) == len(oracle) and known == oracle
    return value is None or value == oracle


class Tried(NamedTuple):
    """What became of one puzzle."""

    title: str
    combinations: int
    lines: list
    wrong: list
    asked: collections.Counter = collections.Counter()
    rules_used: set = frozenset()
    runs: int = 0
    spilled: int = 0


def without_place(fields):
    """Of an error: not the move and state in which it occurred."""
    return dict(fields, error=fields["error"].split(", in the ")[0]) if fields["error"] else fields


class Comparison:
    """Of one case: what was observed, and what is wrong with it."""

    def __init__(self, case, found):
        self.case, self.found, self.wrong = case, found, []
        self.rules_used, self.asked = set(), collections.Counter()

    def fail(self, question, way, text):
        self.wrong.append(f"{self.case.title}: {question} | {way}: {text}")

    def judge(self):
        groups = collections.defaultdict(list)
        graph = self.case.graph
        oracle = flat_oracle(self.case) if graph and not graph.errors and not self.case.overflows else None
        for question, way, fields in self.found:
            if self.is_refused(question, way, fields):
                continue
            if not self.is_full(question, way, fields):
                apart = ways.apart(self.case, question, way) + ((ways.error_apart(way),) if fields["error"] else ())
                groups[question, apart].append((way, without_place(fields) if way.cut else fields))
            if oracle:
                self.against_oracle(question, way, fields, oracle)
        for (question, _), answers in groups.items():
            self.alike(question, answers)
        return self

    def is_refused(self, question, way, fields):
        why = ways.refusal(fields["error"]) if fields["error"] else None
        self.asked[self.case.checked, question.kinds(), way.kinds(), why] += 1
        return why is not None

    def is_full(self, question, way, fields):
        """The verdict is of a second run, which may end there alone."""
        said = f"{fields.get('limit')} {fields.get('verdict')}"
        return "--max-memory" in said and ways.may_fill(self.case, question, way)

    def alike(self, question, answers):
        """All ways of one question say the same, but for what may be absent."""
        values = collections.defaultdict(dict)
        for way, fields in answers:
            for name, value in fields.items():
                if value is not None:
                    values[name].setdefault(json.dumps(value), way)
        for name, by_value in values.items():
            if len(by_value) > 1:
                several = [f"{value[:90]} by {way}" for value, way in by_value.items()]
                self.fail(question, "", f"{name}: " + "; ".join(several[:3]))
            for way, fields in answers:
                if fields.get(name) is None and self.may_lack(question, way, name, fields) is False:
                    self.fail(question, way, f"{name} is absent, and is {next(iter(by_value))[:90]} by {next(iter(by_value.values()))}")

    def may_lack(self, question, way, name, fields):
        if observed.is_of_some(name) and name not in fields or fields["exit"] not in observed.ENDED:
            return True
        rule = ways.absence(self.case, question, way, name)
        self.rules_used.add(rule)
        return rule is not None

    def against_oracle(self, question, way, fields, oracle):
        """A whole run's figures are those of brute force; what a run that was cut short says is so, or null."""
        if fields["exit"] not in observed.ENDED:
            return self.fail(question, way, f"exit status {fields['exit']}: {fields['error']}")
        mine, whole = reported(fields), fields["status"] == "complete"
        for name, value in mine.items():
            exact = whole or name.startswith(("shortest", "cheapest", "dead_ends"))
            if not exact or name == "depth" and question.order == "depth-first" or question.order == "both-ends":
                continue
            if not agrees(value, oracle.get(name)):
                self.fail(question, way, f"{name}: the oracle says {oracle.get(name)}, the program {value}")
        by_depth = question == question._replace(order="breadth-first", stop=None, states=None) and question.depth
        if by_depth and not self.is_full(question, way, fields):
            self.by_depth(question, way, mine)
        return None

    def by_depth(self, question, way, mine):
        """--max-depth N: the states of N moves, and the edges of those of fewer."""
        depth = self.case.graph.depth
        states = sum(d <= question.depth for d in depth.values())
        edges = sum(len(out) for state, out in self.case.graph.out.items() if depth[state] < question.depth)
        if question.reduce and mine["states"] is None and mine["edges"] is None:
            return  # starts that are not symmetric
        if (mine["states"], mine["edges"]) != (states, edges):
            self.fail(question, way, f"the oracle has {states} states and {edges} edges, the program {mine['states']} and {mine['edges']}")


# ---- all of it ----


def make_case(spec, folder, given):
    """A case with its oracle; None: nothing to be asked."""
    kind, *rest = spec
    try:
        case = shelf_case(folder, *rest) if kind == "shelf" else random_case(folder, *rest)
        if spec[1:] in LARGE and not given.all:
            case.rules, case.sizes = reader.Puzzle(case.text, case.settings), LARGE[spec[1:]]
            return case
        return case if case.explore(random_runs.STATES if kind == "random" else 10**6) else None
    except (NoStart, Trouble, Mistake):
        return None


def tried(task):
    """One puzzle; None: there is nothing to be asked."""
    spec, given = task
    with tempfile.TemporaryDirectory(dir=QUICK) as folder:
        os.chdir(folder)  # @level.txt
        try:
            case = make_case(spec, folder, given)
            if not case:
                return None
            program = observed.Program(given.wgcq, given.local, folder, "puzzle.yaml", case.settings)
            found = [(q, w, f) for q, w in combinations(case, spec, given)
                     if (f := program.observe(q, w)) is not None]
            compared = Comparison(case, found).judge()
            lines = [digests.line(case.title, q, w, f) for q, w, f in found] if given.digests or given.against else []
            return Tried(case.title, len(found), lines, compared.wrong, compared.asked, compared.rules_used, program.runs, program.spilled)
        except Exception:  # a test that breaks is a failed one
            return Tried(str(spec), 0, [], [f"{spec}: {traceback.format_exc()}"])
        finally:
            os.chdir(HERE)


def arguments(parser):
    parser.add_argument("--all", action="store_true", help="all combinations of the shelf's puzzles")
    parser.add_argument("--only", default="", help="puzzles whose title contains this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--digests", help="write all that was observed")
    parser.add_argument("--against", help="compare with what another build wrote")
    parser.add_argument("--refusals", action="store_true", help="all ways to ask for one option, and what is refused of them")


def all_of(given):
    """What the puzzles came to, as they end."""
    small = [p for p in PUZZLES if p not in LARGE]
    specs = [("shelf", *p) for p in [*seeds.in_turn(small, max(1, seeds.PARTS // 3)), *LARGE]]
    if given.refusals:
        specs = [("shelf", *p) for p in small]
    else:
        specs += [("random", s) for s in range(given.seed, given.seed + given.count)]
    specs = [s for s in specs if given.only in " ".join(map(str, s))]
    with tempfile.TemporaryDirectory(dir=QUICK) as folder, multiprocessing.Pool(given.jobs) as pool:
        given.local = observed.local_ranks(given.wgcq, folder)
        for one in pool.imap_unordered(tried, [(s, given) for s in specs], 1):
            if one:
                yield one


def main():
    given = seeds.options(12, arguments)
    began, done = time.monotonic(), []
    before = digests.Before(given.against) if given.against else None
    with digests.writer(given.digests) as write:
        for one in all_of(given):
            write(one.lines)
            if before:
                before.compare(one.lines)
            done.append(one._replace(lines=None))
    asked = sum((one.asked for one in done), collections.Counter())
    print(f"# {len(done)} puzzles, {sum(one.combinations for one in done)} combinations, {sum(one.runs for one in done)} runs, "
          f"{sum(one.spilled for one in done)} of them spilled; --seed {given.seed} --count {given.count}; {time.monotonic() - began:.0f} s")
    if given.refusals:
        refusals.show(asked)
    checks = [("every way gives one answer, and the oracle's", [text for one in done for text in one.wrong])]
    if not given.only and not given.refusals:
        checks.append(("some runs spilled, some were refused", [] if any(one.spilled for one in done) and refusals.count(asked) else ["none"]))
    if given.all and not given.only:
        used = set().union(*(one.rules_used for one in done))
        checks.append(("every rule of what may be absent is needed",
                       [rule[0] for number, rule in enumerate(ways.ABSENT) if number not in used]))
    if before:
        checks += before.checks()
    return seeds.report(*checks)


if __name__ == "__main__":
    sys.exit(main())
