#!/usr/bin/python3
"""Random programs of choices, guards, cuts and nested journeys: SWI-Prolog gives the same answers, in the same order.  Prints TAP.

    python3 tests/truth/prolog.py [--wgcq build/wgcq] [--count 3000] [--seed N]

Each program (random_journey.py) is run as a journey in C (journey_programs.c) and as clauses of Prolog; all states, moves and costs are
compared, one by one.  The journey is run in other ways as well: checked for determinism, with limits gone on from, with a limit of depth,
distinct, sorted, in part, nested, and as the moves of a model; what each way must give is computed from what Prolog has found.  The smallest part of a program that
still differs is printed both ways.
"""

import collections
import os
import subprocess
import sys
import tempfile
import time

import built
import random_journey
import seeds

HERE = os.path.dirname(os.path.abspath(__file__))
BY_ORDER = {"cut", "bound", "once", "first", "all", "groups", "cheapest"}  # what depends on the order of results
BATCH = 250  # programs of one process of swipl
WAYS = ["check", "distinct", "bounded", "key", "window", "ordered", "all", "depth", "deep", "gather", "otherwise", "step", "parts"]
BY_CHOICES = ["replay", "after", "shrunk"]  # where there is a result
DONE, LIMIT = "1", "2"  # how an iteration ends
TOO_LONG = 8  # one in so many programs at most is not compared
SHRUNK_FOR = 60  # seconds
RARE = 80  # each word is run in one in so many programs


class Run:
    """What one program has printed: of each way the lines of its results, and how it ended."""

    def __init__(self):
        self.ways, self.words, self.runs, self.choices, self.bounded_before = collections.defaultdict(list), {}, 0, {}, False

    @property
    def plain(self):
        return self.ways["plain"][-1][0]

    def is_whole(self):
        return self.ways["plain"][-1][1] == DONE

    def __str__(self):
        return "\n".join(self.plain)


def parse(text):
    runs = {}
    for line in text.splitlines():
        word, _, rest = line.strip().partition(" ")
        if word == "program":
            run = runs[rest] = Run()
        elif word == "way":
            lines = []
            run.ways[rest].append([lines, None])
            way = rest
        elif word == "end":
            run.ways[way][-1][1] = rest
        elif word == "word":
            name, times, found = rest.split()
            run.words[name] = int(times), int(found)
        elif word == "choices":
            run.choices[way] = list(map(int, rest.split()))
        elif word == "runs":
            run.runs = int(rest)
        elif word == "bounded":
            run.bounded_before = True
        else:
            lines.append(line.strip())
    return runs


class Both:
    """Runs programs as journeys, and by swipl."""

    def __init__(self, wgcq, folder):
        self.folder = folder
        self.program = built.model_program(wgcq, folder, os.path.join(HERE, "journey_programs.c"))

    def journeys(self, programs, *plain):
        text = "".join(p.text() for p in programs)
        ran = subprocess.run([self.program, *plain], input=text, capture_output=True, text=True, check=False, timeout=1500)
        if ran.returncode:
            last = ran.stdout.rpartition("program ")[2].split()[0]
            raise SystemExit(f"Bail out! exit {ran.returncode}: {ran.stderr}\n" + "".join(p.text() for p in programs if p.name == last))
        return parse(ran.stdout)

    def prolog(self, programs):
        runs = {}
        for at in range(0, len(programs), BATCH):
            batch = programs[at:at + BATCH]
            path = os.path.join(self.folder, "programs.pl")
            with open(path, "w", encoding="utf-8") as file:
                file.write(f":- include('{HERE}/journey_programs.pl').\n" + "".join(p.clauses() + "\n" for p in batch))
                file.write("main :- " + ",\n    ".join(p.goal() for p in batch) + ".\n")
            ran = subprocess.run(["swipl", "-q", "-g", "main", "-t", "halt", path], capture_output=True, text=True, check=False, timeout=1500)
            if ran.returncode or ran.stderr:
                raise SystemExit(f"Bail out! swipl, exit {ran.returncode}: {ran.stderr}")
            runs.update(parse(ran.stdout))
        return runs

    def differences(self, programs):
        """Of each program that differs what does; and how those that were compared ran."""
        ours = self.journeys(programs)
        whole = [p for p in programs if ours[p.name].is_whole()]
        theirs = self.prolog(whole)
        whole = [p for p in whole if theirs[p.name].is_whole() or p.in_order() and not p.has_tables()]  # Prolog computes some time and again
        found = [(p, difference(p, ours[p.name], theirs[p.name])) for p in whole]
        return [(p, wrong) for p, wrong in found if wrong], ours, whole

    def shrink(self, program, wrong):
        """The smallest part that differs in the same way."""
        began = time.monotonic()
        while time.monotonic() - began < SHRUNK_FOR:
            found, *_ = self.differences(program.smaller())
            same = [pair for pair in found if pair[1][0] == wrong[0]]
            if not same:
                break
            program, wrong = min(same, key=lambda pair: pair[0].size())
        return program, wrong


# ---- what each way of running a program must give ----------------------------------------------------------------------------------------

def state(line):
    return tuple(map(int, line.split()[:random_journey.VARIABLES]))


def first_of_each(lines, key=state):
    seen = {}
    for line in lines:
        seen.setdefault(key(line), line)
    return list(seen.values())


def without_names(line):
    """The state and the cost."""
    return " ".join(line.split()[:random_journey.VARIABLES + 1])


def different_from_latest(lines, most):
    """Those that differ in their state from the `most` that came before."""
    given = []
    for line in lines:
        if state(line) not in [state(one) for one in given[-most:]]:
            given.append(line)
    return given


def without_moves(lines):
    return [" ".join(map(str, (*state(line), 0))) for line in lines]


def in_order(lines):
    return without_moves(sorted(lines, key=lambda line: (state(line)[1], state(line)[0])))


def is_part(some, lines):
    """Whether `some` are lines, in their order."""
    left = iter(lines)
    return all(line in left for line in some)


def wanted(number, lines):
    some = 1 + number % 4
    return {
        "check": lines, "deep": lines, "otherwise": lines, "step": lines, "parts": lines,
        "distinct": first_of_each(lines),
        "bounded": different_from_latest(lines, some),
        "key": first_of_each(lines, lambda line: state(line)[::2][:2]),
        "window": lines[some:2 * some + 2],
        "ordered": in_order(lines),
        "all": in_order(first_of_each(lines))[1:1 + some],
        "gather": without_moves(lines),
    }


def difference(program, ours, theirs):
    """None, or the way that differs, what it has given, and what Prolog has."""
    if not theirs.is_whole():
        return "plain", ours.plain, [*theirs.plain, "and more: it takes too long"]
    theirs = theirs.plain
    if not program.in_order() and sorted(ours.plain) == sorted(theirs):
        theirs = ours.plain
    if ours.plain != theirs and program.moves_vary() and sorted(map(without_names, ours.plain)) == sorted(map(without_names, theirs)):
        theirs = ours.plain  # of equally cheap ways either is right
    if ours.plain != theirs:
        return "plain", ours.plain, theirs
    number, right = program.number, wanted(program.number, theirs)
    for way in WAYS:
        *suspended, (lines, end) = ours.ways[way]
        if way == "depth":
            # What fails before it cuts or has a cost does not commit, or bound; tables have another order.
            good = lines == theirs if end == DONE else end == LIMIT and (
                {"cut", "bound"} & set(ours.words) or is_part(lines, theirs) or
                not program.in_order() and not collections.Counter(lines) - collections.Counter(theirs))
        else:
            good = lines == right[way] and end == DONE
        if not good or any(part != theirs[:len(part)] or end != LIMIT for part, end in suspended):
            return way, [*lines, f"end {end}"], right.get(way, theirs)
    return as_moves(ours, theirs) or other_orders(ours, theirs, program.moves_vary()) or by_choices(1 + number % 4, ours, theirs)


def as_moves(ours, theirs):
    """The successors that wgcq_moves_run gives: each state once."""
    right = without_moves(first_of_each(theirs))
    for lines, end in ours.ways["moves"]:
        if lines != right or end != DONE:
            return "moves", [*lines, f"end {end}"], right
    return None


def other_orders(ours, theirs, moves_vary):
    """By the number of choices, and by chance: the same results, where none depends on the order of others.  moves_vary: which of
    equally cheap ways a table has depends on the call that it began with."""
    named = without_names if moves_vary else str
    theirs = list(map(named, theirs))
    for way in ("deepening", "random", "restarts"):
        by_order = BY_ORDER & set(ours.words)
        for lines, end in ours.ways[way]:
            lines = list(map(named, lines))
            if way == "restarts" and end == LIMIT:  # the same runs again and again take more of them than are allowed
                if by_order or not collections.Counter(lines) - collections.Counter(theirs):
                    continue
            if way == "deepening" and not {"cut", "bound"} & by_order:
                deep = zip(ours.choices["plain"], theirs)
                right = [line for _, line in sorted(deep, key=lambda pair: pair[0])]
            elif way != "deepening" and not by_order:
                lines, right = sorted(lines), sorted(theirs)
            else:
                right = lines
            if lines != right or end != DONE:
                return way, [*lines, f"end {end}"], right
    return None


def by_choices(some, ours, theirs):
    """The first results, run again by their choices; those behind them; and a result of smaller choices."""
    flat = {way: [line for lines, end in ours.ways[way] for line in [*lines, *[f"end {end}"] * (way != "after" and end != "0")]] for way in BY_CHOICES}
    for way, right in (("replay", without_moves(theirs[:some])), ("after", theirs[some:])):
        # behind a result nothing is known of a bound that only runs before it have met: more results come
        more = way == "after" and ours.bounded_before
        if not is_part(right, flat[way]) if more else flat[way] != right:
            return way, flat[way], right
    any_of = without_moves(theirs)
    good = len(flat["shrunk"]) == bool(theirs) and ("bound" in ours.words or set(flat["shrunk"]) <= set(any_of))
    return None if good else ("shrunk", flat["shrunk"], any_of)


def told(program, wrong):
    way, ours, theirs = wrong
    return "\n".join([f"program {program.number}, {way}:", program.text().strip(), program.clauses(), program.goal(),
                      "the journey:", *ours, "Prolog:", *theirs])


# ---- what was compared ----------------------------------------------------------------------------------------------------------------------

def rare_words(words, compared):
    """Of few programs any word may be in none by chance."""
    return [f"{word}: in {words[word]} of {compared} programs" for word in random_journey.words()
            if compared >= 3 * RARE and not seeds.often(words[word], compared, RARE)]


def one_sided(runs):
    """Nested journeys that hardly ever have a result, or hardly ever have none, where both count."""
    wrong = []
    for word in ("none", "or_else", "whether"):
        ran = [run.words[word] for run in runs if word in run.words]
        yes, no = sum(found > 0 for _, found in ran), sum(found < times for times, found in ran)
        if not seeds.often(min(yes, no), len(ran), 10):
            wrong.append(f"{word}: {yes} with a result, {no} with none")
    return wrong


def changed_by(word, both, programs, ours):
    """How many of the programs with that word give other answers without it; and how many have it."""
    having = [p for p in programs if word in ours[p.name].words]
    other = both.journeys([p.but([random_journey.without(body, word) for body in p.procedures]) for p in having], "plain")
    return sum(other[p.name].plain != ours[p.name].plain for p in having), len(having)


def main():
    given = seeds.options(3000 if seeds.WHOLE else 1000)
    with tempfile.TemporaryDirectory() as folder:
        both = Both(given.wgcq, folder)
        programs = [random_journey.make(seed) for seed in range(given.seed, given.seed + given.count)]
        found, ours, whole = both.differences(programs)
        wrong = [told(*both.shrink(*one)) for one in found[:seeds.REPORTED]]
        changes = {word: changed_by(word, both, whole, ours) for word in ("cut", "bound")}
    runs = [ours[p.name] for p in whole]
    words = collections.Counter(word for run in runs for word in run.words)
    answers = [len(run.plain) for run in runs]
    few = [] if (len(programs) - len(whole)) * TOO_LONG <= len(programs) else [f"{len(programs) - len(whole)} programs take too long"]
    some = sum(count > 1 for count in answers)
    few += [] if seeds.often(some, len(whole), 3) else [f"{some} of {len(whole)} programs have several answers"]
    few += [f"{word}: {changed} of {having} programs are changed by it" for word, (changed, having) in changes.items()
            if not seeds.often(changed, having, 10)]
    status = seeds.report(("the answers of a journey are those of Prolog, in its order", wrong),
                          ("every statement is run in many programs", rare_words(words, len(whole))),
                          ("nested journeys have results, and have none", one_sided(runs)),
                          ("programs have answers, and cuts and bounds change them", few))
    print(f"# {len(whole)} programs from seed {given.seed}, {sum(answers)} answers, {some} programs with several; "
          f"{len(programs) - len(whole)} take too long; "
          + ", ".join(f"{word} changes the answers of {changed} of {having}" for word, (changed, having) in changes.items()))
    print("# run in so many programs: " + ", ".join(f"{word} {count}" for word, count in words.most_common()))
    return status


if __name__ == "__main__":
    sys.exit(main())
