"""Questions that a run answers, ways to explore that must not change the answer, and the tables of what is so not yet.

A question is all that an answer depends on; a way is the driver: the trace level, threads, ranks, files, a resume.
"""

import itertools
import re
from typing import NamedTuple, Optional

TRACES = ("all", "edges", "states", "solutions", "none")
THREADS, RANKS = (1, 2, 3, 7), (1, 2, 3)
ORDERS = ("breadth-first", "depth-first", "cheapest", "best-first", "a-star", "both-ends")
ESTIMATED = ("best-first", "a-star")
SPILLS = {"large": "1G", "small": "4M", "least": "512K"}  # what the program takes at least: with rows, and where nothing is kept


class Question(NamedTuple):
    order: str = "breadth-first"
    minimize: Optional[str] = None
    stop: Optional[str] = None
    states: Optional[int] = None  # --max-states
    depth: Optional[int] = None  # --max-depth
    solutions: Optional[int] = None
    reduce: bool = False

    def limits(self):
        return [w for name in ("states", "depth") if (n := getattr(self, name)) is not None for w in (f"--max-{name}", str(n))]

    def words(self):
        words = [] if self.order == "breadth-first" else ["--order", self.order]
        words += [w for name in ("minimize", "stop", "solutions") if (n := getattr(self, name)) is not None for w in ("--" + name, str(n))]
        return words + self.limits() + ["--reduce", "symmetry"] * self.reduce

    def kinds(self):
        """The options that are not what they are by themselves."""
        found = [f"--{name}" for name in ("minimize", "solutions") if getattr(self, name) is not None]
        found += [f"--stop {self.stop}"] if self.stop else []
        found += [f"--max-{name}" for name in ("states", "depth") if getattr(self, name) is not None]
        return tuple(found + ["--reduce"] * self.reduce + [f"--order {self.order}"] * (self.order != "breadth-first"))

    def is_whole(self):
        return not (self.stop or self.states or self.depth)

    def __str__(self):
        return " ".join(self.words())


class Way(NamedTuple):
    trace: str = "all"
    threads: int = 1
    ranks: int = 0  # 0: wgcq, which knows no ranks
    spill: Optional[str] = None
    cut: Optional[tuple] = None  # options of a first run, which is then resumed

    def kinds(self):
        """The trace level, the team, whether in files, and by which cut it was resumed."""
        team = f"{self.ranks} ranks" if self.ranks else f"{self.threads} threads"
        return self.trace, team, bool(self.spill), self.cut[0] if self.cut else None

    def memory(self):
        return SPILLS[self.spill]

    def __str__(self):
        text = f"--trace {self.trace} --threads {self.threads}"
        text += f" --ranks {self.ranks}" if self.ranks else ""
        text += f" --spill DIR --max-memory {self.memory()}" if self.spill else ""
        return text + (f", {' '.join(self.cut)}, resumed" if self.cut else "")


# Who explores: one process by so many threads, or so many ranks, and ranks of two threads.
TEAMS = [(t, 0) for t in THREADS] + [(1, r) for r in RANKS] + [(2, 2)]


def ways(order):
    if order != "breadth-first":  # the others go step by step; what has ranks or files is refused, whatever the trace level
        few = [Way(trace, threads) for trace in TRACES for threads in (1, 2)]
        return few + [Way("none", 1, 2), Way("all", 1, 2), Way("none", 1, 0, "large"), Way("all", 1, 0, "large")]
    return [Way(trace, *team, spill) for trace in TRACES for team in TEAMS for spill in (None, *SPILLS) if spill != "least" or trace == "none"]


def cuts(question, least):
    """The ways to cut a run short before it comes to this question's answer: options that are taken back when it is resumed."""
    found = []
    if least.states > 2 and (question.states is None or question.states > least.states // 2):
        found.append(("--max-states", str(max(1, least.states // 2))))
    if least.depth > 1 and (question.depth is None or question.depth > least.depth // 2):
        found.append(("--max-depth", str(max(1, least.depth // 2))))
    if question.is_whole():
        found += [("--stop", "first"), ("--stop", "shortest")]
    return found


class Sizes(NamedTuple):
    """A limit that cuts a puzzle's run: states, and depth."""

    states: int
    depth: int


def questions(costs, sizes, symmetric):
    """All that is asked of a puzzle."""
    minimized = [None, *([costs[-1], ",".join((*reversed(costs), "moves")), "moves"] if costs else [])]
    stops = (None, "first", "shortest")
    limits = [(None, None), (sizes.states, None), (None, sizes.depth), (sizes.states, sizes.depth)]
    for minimize, stop, limit, reduce in itertools.product(minimized, stops, limits, (False, True) if symmetric else (False,)):
        yield Question("breadth-first", minimize, stop, *limit, None, reduce)
    yield Question(solutions=0)
    yield Question(solutions=3, states=sizes.states)
    for order, minimize, stop, limit in itertools.product(ORDERS[1:], minimized, stops, limits):
        yield Question(order, minimize, stop, *limit)


# ---- what is not the same for every way, and why: each rule is gone when one loop explores ----

# (why, whose, fields), whose of a puzzle, a question and a way: null, or not said at all, in these fields of these ways.  A field that ends in `.` names all that begin so.
ABSENT = [
    ("nothing is stored", lambda c, q, w: w.trace == "none", ("rows.", "stored.", "solutions.")),
    ("where nothing is kept, there may be no edges to count dead ends by",
     lambda c, q, w: w.trace == "none", ("dead_ends", "deadlocks")),
    ("in files, where nothing is kept, no cost but moves is summed",
     lambda c, q, w: w.trace == "none" and w.spill, ("cheapest.",)),
    ("--trace solutions stores no states", lambda c, q, w: w.trace == "solutions", ("rows.state_1", "rows.distance_1", "stored.expanded")),
    ("only --trace edges and all store edges", lambda c, q, w: w.trace in ("states", "solutions"), ("rows.edge_1",)),
    ("--solutions 0 stores no plan, and what is not stored is not shown", lambda c, q, w: q.solutions == 0 and w.trace != "none", ("plan",)),
    ("only --trace all lists rejections", lambda c, q, w: w.trace != "all", ("rejections", "stored.rejections", "most_rejections")),
    ("where there is no graph, no state is the nearest; ranks count rejections each for itself",
     lambda c, q, w: w.trace == "none" or w.ranks, ("nearest.", "most_rejections")),
]

# (why, whose): these ways have an answer of their own to this question, and are compared among themselves only.
APART = [
    ("a plan that is not stored may cost more than 63 bits hold",
     lambda c, q, w: c.overflows and w.trace == "none"),
]

# (why, whose): with the least memory these ways may end at --max-memory; what they say by then is compared with the oracle only.
FULL = [
    ("what needs rows does not go to files with less than 4M: least costs but moves, by ranks all costs, an end within a level, orbits",
     lambda c, q, w: w.spill == "least" and (c.rules.costs and (q.minimize != "moves" or w.ranks) or q.states or q.stop == "first" or q.reduce)),
]

# What is refused, and why: the messages.  A run that is refused otherwise, without a mistake in the puzzle, is a failure.
REFUSED = [
    "several ranks go with --order breadth-first",
    "the run in out.db.d ended as requested, at --stop (first|shortest)",
    "--spill goes with --order breadth-first only",
    "--reduce symmetry goes with --trace solutions or none: rows would be those of all states",
    "--reduce symmetry and a file do not go with --max-states, which would be of orbits",
    "--reduce symmetry and a file do not go with --stop, which would come after other states",
    "--reduce symmetry goes with --order breadth-first only",
    "--order both-ends needs a goal",
    "--order both-ends goes with --stop shortest only",
    "--order both-ends goes with --trace none only: states found from the goals need not be reachable",
    "--order both-ends finds the fewest moves; --minimize moves asks for that",
    "--order both-ends checks no invariants, and this puzzle has some",
    "--order both-ends is not possible: the move '",
    "the estimate is of [a-z_]+, so a-star cannot minimize [a-z_]+ first",
    "'symmetric: [a-z]+' does not hold: ",
]


def absence(case, question, way, field):
    """Why a field may be null, as the number of the rule; or None."""
    for number, (_, whose, fields) in enumerate(ABSENT):
        if any(field == name or name.endswith(".") and field.startswith(name) for name in fields) and whose(case, question, way):
            return number
    return None


def apart(case, question, way):
    return tuple(why for why, whose in APART if whose(case, question, way))


def may_fill(case, question, way):
    return any(whose(case, question, way) for _, whose in FULL)


def error_apart(way):
    """Of a level's states that have an error the least packed is named, by every way.  Where a plan's cost overflows, it is the
    first that is summed, which resuming changes."""
    return f"an error of a run resumed from {way.cut[0]}" if way.cut else "an error"


def refusal(stderr):
    """The message by which options are refused, without what is of this run; None: it is another error."""
    first = re.sub(r"^\S+: error: ", "", stderr.splitlines()[0])
    return next((pattern for pattern in REFUSED if re.match(pattern, first)), None)
