#!/usr/bin/python3
"""Runs by ranks that keep rows: each rank writes a file, and merged they are the file of one process.  Prints TAP.

    python3 tests/truth/shards.py [--wgcq build/wgcq] [--count 6] [--seed N] [--kills 20]

Puzzles of the shelf and random ones are stored by 1, 2, 3, 4 and 7 ranks, by every trace level; the merged file has every row of every
table that one process writes, under the same ids, and reports are equal.  The folder answers as the file does.  Jobs are killed, one
rank or all, and resumed by another number of ranks, or by one process.
"""

import base64
import itertools
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import zlib

import observed
import random_puzzle
import seeds
import symmetric_puzzle
import tap
from mpi_job import Job, SHELF, plain, started

LEVELS = ("all", "edges", "states", "solutions")
# with costs, a final cost, labels that depend on states, invariants, properties over time that hold and that do not, a forbidden
# deadlock, no goal, one initial state or many, lists
PUZZLES = [("family.yaml",), ("two-ovens.yaml",), ("sliding-tiles.yaml", "--set", "height=2"), ("peterson.yaml",),
           ("dining-philosophers.yaml",), ("frogs.yaml", "--set", "n=6"), ("three-jugs.yaml",), ("timetable.yaml",),
           ("leader-election.yaml",), ("conspiring-philosophers.yaml",), ("go-back-n.yaml", "--set", "numbers=2")]
SPILLED = ("--spill", "DIR", "--max-memory", "5M")  # DIR: of the comparison
IN_FILES = [(2, "family.yaml"), (3, "dining-philosophers.yaml", "--set", "n=9"), (2, "peterson.yaml"), (2, "peterson.yaml", "--stop", "first"),
            (2, "peterson.yaml", "--max-states", "33"),
            (3, "lights-out.yaml", "--set", "height=3", "--set", "width=4", "--max-depth", "4", "--trace", "edges")]
ENDED = [("frogs.yaml", "--set", "n=6", "--max-depth", "9"), ("hanoi.yaml", "--stop", "shortest"), ("water-jugs.yaml", "--set", "want=0", "--stop", "shortest"),
         ("frogs.yaml", "--solutions", "0"), ("sliding-tiles.yaml", "--set", "height=2", "--max-states", "100", "--trace", "all"),
         ("family.yaml", "--max-states", "77"), ("peterson.yaml", "--max-states", "11", "--stop", "first")]
LONG = ("frogs.yaml", "--set", "n=12", "--save-every", "200")
TRIES = 5  # for each kill: a run may have ended before
NOT_COMPARED = ("started", "seconds", "seal", "digest")  # of the run
QUICK = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # where nothing waits for a disk
TESTS = []


def test(function):
    TESTS.append(function)
    return function


def content(path):
    """Every row of every table, and the schema."""
    link = sqlite3.connect(path)
    found = {"integrity": link.execute("PRAGMA integrity_check").fetchall()}
    for name, sql, kind in link.execute("SELECT name, sql, type FROM sqlite_schema ORDER BY name").fetchall():
        found["schema of " + name] = sql
        if kind != "table" or name.startswith("sqlite_"):
            continue
        columns = [row[1] for row in link.execute(f'PRAGMA table_info("{name}")')]
        columns = [c for c in columns if name != "run" or c not in NOT_COMPARED]
        named = ",".join(f'"{c}"' for c in columns)  # in which order a table is read depends on its statistics
        rows = link.execute(f'SELECT {named} FROM "{name}" ORDER BY {named}').fetchall()
        found[name] = [row for row in rows if name != "meta" or row[0] not in ("seal", "file")]
    link.close()
    return found


def differences(due, got):
    due, got = content(due), content(got)
    return [f"{name}: {str(due.get(name))[:150]} became {str(got.get(name))[:150]}"
            for name in sorted(due.keys() | got.keys()) if due.get(name) != got.get(name)]


def report(text):
    """Without where the rows are, and without what can be asked next."""
    return [line for line in plain(text).splitlines() if not line.startswith("file ") and ".db" not in line]


class Place:
    """A folder for the files of one comparison."""

    def __init__(self):
        self.path = tempfile.mkdtemp(dir=QUICK)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path)

    def file(self, name):
        return os.path.join(self.path, name)


def alone(job, place, *arguments):
    path = arguments[0] if os.path.isabs(arguments[0]) else os.path.join(SHELF, arguments[0])
    return subprocess.run([job.wgcq, "solve", path, *arguments[1:], "-o", place.file("alone.db"), "--threads", "1"],
                          capture_output=True, text=True)


def merged(job, place):
    done = subprocess.run([job.wgcq, "merge", place.file("ranks.db.d"), "-o", place.file("merged.db")], capture_output=True, text=True)
    return [] if done.returncode == 0 else [f"merge: {done.returncode} {done.stderr}"]


def compare(job, ranks, *arguments, mca=()):
    """How a run by ranks differs from one alone."""
    with Place() as place:
        arguments = [place.file("dir") if word == "DIR" else word for word in arguments]
        due = alone(job, place, *arguments)
        got = job.run(ranks, *arguments, "-o", place.file("ranks.db"), mca=mca)
        wrong = [] if (report(due.stdout), due.returncode) == (report(got.stdout), got.returncode) else \
            [f"{got.returncode} {got.stdout}{got.stderr}\nnot {due.returncode} {due.stdout}{due.stderr}"]
        if due.returncode in (0, 1, 3, 5):
            wrong += merged(job, place) or differences(place.file("alone.db"), place.file("merged.db"))
        return [f"{ranks} ranks, {arguments}: {w}" for w in wrong]


@test
def same_content(job):
    "any number of ranks stores what one process does"
    ways = [(2, "all"), (3, "edges"), (4, "states"), (7, "solutions"), (1, "all")]
    return [w for puzzle, (ranks, level) in zip(PUZZLES, itertools.cycle(ways)) for w in compare(job, ranks, *puzzle, "--trace", level)] + \
           compare(job, 7, *PUZZLES[1], "--trace", "all")


@test
def over_tcp(job):
    "over TCP, too"
    return compare(job, 3, *PUZZLES[0], mca=("--mca", "btl", "tcp,self"))


@test
def ends(job):
    "--max-depth, --max-states, --stop and --solutions end it as they end one process"
    return [w for arguments in ENDED for w in compare(job, 2, *arguments)]


@test
def orbits(job):
    "--reduce symmetry stores the file of one process, by rank 0; one that is there is left alone, unless --replace is given"
    wrong = []
    with Place() as place:
        for ranks, *puzzle in ((2, "gripper.yaml"), (3, "family-crossing.yaml"), (2, "dining-philosophers.yaml"), (3, "peg-triangle.yaml", "--max-depth", "5"),
                               (3, "queens.yaml")):  # labels that depend on the state
            words, path = (*puzzle, "--reduce", "symmetry", "--trace", "solutions", "--replace"), place.file("orbits.db")
            due, got = alone(job, place, *words), job.run(ranks, *words, "-o", path)
            if (report(due.stdout), due.returncode) != (report(got.stdout), got.returncode):
                wrong.append(f"{words}: {got.returncode} {got.stdout}{got.stderr}\nnot {due.returncode} {due.stdout}{due.stderr}")
            wrong += [f"{words}: {w}" for w in differences(place.file("alone.db"), path)]
        words = ("dining-philosophers.yaml", "--set", "n=15", "--reduce", "symmetry", "--trace", "solutions", "--replace")
        alone(job, place, *words)
        got = job.run(2, *words, "-o", path, "--spill", place.file("dir"), "--max-memory", "6M")
        wrong += [] if got.returncode == 5 and "\nspilled " in got.stdout else [f"in files: {got.returncode} {got.stdout}{got.stderr}"]
        wrong += [f"in files: {w}" for w in differences(place.file("alone.db"), path) if not w.startswith("run: ")]
        words = ("queens.yaml", "--set", "n=11", *words[3:], "--spill", place.file("dir"), "--max-memory", "5M")
        due, got = alone(job, place, *words), job.run(3, *words, "-o", path)
        wrong += [] if got.returncode == due.returncode and "\nspilled " in got.stdout else [f"in files: {got.returncode} {got.stdout}{got.stderr}"]
        wrong += [f"in files: {w}" for w in differences(place.file("alone.db"), path)]
        words = words[:-4]
        for words, path, said in ((words[:-1], path, "orbits.db exists"), (words, place.file("none/orbits.db"), "none/orbits.db")):
            done = job.run(2, *words, "-o", path)
            if done.returncode != 4 or said not in done.stderr or done.stderr.count("error:") != 1:
                wrong.append(f"{words}: {done.returncode} {done.stderr}")
        wrong += [f"left: {os.listdir(place.path)}"] if sorted(os.listdir(place.path)) != ["alone.db", "orbits.db"] else []
    return wrong


@test
def random_orbits(job):
    "so do forked ranks, in files too, with random puzzles, many of whose labels depend on the state"
    wrong = []
    with Place() as place:
        job.local = observed.local_ranks(job.wgcq, place.path)
        for seed in range(job.seed, job.seed + 10 * job.count):
            path, files = place.file("puzzle.yaml"), ("--spill", place.file("dir"), "--max-memory", "64M") * (seed % 3 == 0)
            with open(path, "w", encoding="utf-8") as file:
                file.write(symmetric_puzzle.Maker(seed).text)
            words = ("--reduce", "symmetry", "--trace", "solutions", "--replace")
            due = alone(job, place, path, *words)
            got = subprocess.run([job.local, "solve", path, *words, "-o", place.file("ranks.db"), *files], capture_output=True, text=True,
                                 env=dict(os.environ, LOCAL_RANKS=str(2 + seed % 2)))
            if (report(due.stdout), due.returncode) != (report(got.stdout), got.returncode):
                wrong.append(f"seed {seed}: {got.returncode} {got.stdout}{got.stderr}\nnot {due.returncode} {due.stdout}{due.stderr}")
            elif due.returncode in (0, 1, 3, 5):
                wrong += [f"seed {seed}: {w}" for w in differences(place.file("alone.db"), place.file("ranks.db")) if not (files and w.startswith("run: "))]
    return wrong


@test
def limited(job):
    "ranks resume a run that --max-states cut within a level, or among its initial states"
    wrong = []
    with Place() as place:
        for ranks, most, now, puzzle in ((2, 100, 3, PUZZLES[2]), (3, 2, 2, PUZZLES[6]), (1, 57, None, PUZZLES[0])):
            shutil.rmtree(place.file("ranks.db.d"), ignore_errors=True)
            due, first = alone(job, place, *puzzle, "--replace"), job.run(ranks, *puzzle, "--max-states", str(most), "-o", place.file("ranks.db"))
            wrong += [] if first.returncode == 3 and listed(place.file("ranks.db.d")).get("states") == str(most) else [f"{puzzle}: {first}"]
            less = job.run(ranks, place.file("ranks.db.d"), "--max-states", "1", word="resume")
            wrong += [] if less.returncode == 2 and f"holds {most} states already" in less.stderr else [f"{puzzle}: {less}"]
            done = job.run(now, place.file("ranks.db.d"), word="resume") if now else \
                subprocess.run([job.wgcq, "resume", place.file("ranks.db.d")], capture_output=True, text=True)
            if done.returncode != due.returncode or report(done.stdout) != report(due.stdout):
                wrong.append(f"{puzzle}: {done.returncode} {done.stdout}{done.stderr}\nnot {due.stdout}")
            wrong += [f"{puzzle}: {w}" for w in merged(job, place) or differences(place.file("alone.db"), place.file("merged.db"))]
            os.remove(place.file("merged.db"))
    return wrong


@test
def in_files(job):
    "ranks that have their states in files, too, and leave none of them"
    return [w for ranks, *arguments in seeds.in_turn(IN_FILES, 2) for w in compare(job, ranks, *arguments, *SPILLED)]


@test
def random_puzzles(job):
    "random puzzles"
    wrong = []
    with Place() as place:
        for seed in range(job.seed, job.seed + job.count):
            path = place.file(f"seed{seed}.yaml")
            with open(path, "w") as file:
                file.write(random_puzzle.text(seed))
            wrong += compare(job, 2 + seed % 2, path, "--trace", LEVELS[seed % 4])
    print(f"# {job.count} from seed {job.seed}")
    return wrong


@test
def folder(job):
    "a folder is asked as a file is"
    wrong = []
    with Place() as place:
        alone(job, place, *PUZZLES[0])
        job.run(2, *PUZZLES[0], "-o", place.file("ranks.db"))
        os.remove(os.path.join(place.file("ranks.db.d"), "all.db"))  # made again by the first question
        for words in (("query", "shortest", "--format", "json"), ("sql", "SELECT count(*), sum(src), sum(dst) FROM edges"), ("show", "1"),
                      ("verify",), ("runs",), ("why", "7"), ("query", "dead-ends", "--count"), ("compare", "1", "2"), ("play",)):
            due, got = (subprocess.run([job.wgcq, words[0], place.file(name), *words[1:]], input="1\nhint\nquit\n", capture_output=True, text=True)
                        for name in ("alone.db", "ranks.db.d"))
            if words[0] == "runs":
                due, got = ([line.split()[:1] for line in one.stdout.splitlines()] for one in (due, got))
            else:
                due, got = (due.returncode, due.stdout), (got.returncode, got.stdout)
            wrong += [] if due == got else [f"{words}: {got}\nnot {due}"]
    return wrong


@test
def page_of_folder(job):
    "a page has the folder's own file in it, under the name of the folder"
    with Place() as place:
        job.run(2, *PUZZLES[0], "-o", place.file("ranks.db"))
        rows = os.path.join(place.file("ranks.db.d"), "all.db")
        os.remove(rows)
        shutil.copy(job.wgcq, place.file("wgcq"))
        with open(place.file("page.html"), "w") as file:
            file.write("<!--wgcq:databases-->")
        done = subprocess.run([place.file("wgcq"), "page", "ranks.db.d"], capture_output=True, text=True, cwd=place.path)
        if done.returncode:
            return [f"{done.returncode} {done.stderr}"]
        with open(place.file("ranks.html"), encoding="ascii") as file:
            (name, text), = re.findall(r'data-name="([\w+/=]*)" data-size="\d+">([\w+/=]*)</script>', file.read())
        with open(rows, "rb") as file:
            same = zlib.decompress(base64.b64decode(text)) == file.read()
        return [] if same and base64.b64decode(name) == b"ranks" else [f"{base64.b64decode(name)}, {same}"]


@test
def limits(job):
    "every command that merges a folder first ends at --max-time, and leaves the folder as it was"
    wrong = []
    with Place() as place:
        job.run(1, *PUZZLES[0], "-o", place.file("ranks.db"))
        folder = place.file("ranks.db.d")
        os.remove(os.path.join(folder, "all.db"))
        shutil.copy(job.wgcq, place.file("wgcq"))
        with open(place.file("page.html"), "w") as file:
            file.write("<!--wgcq:databases-->")
        other, due = shutil.copytree(folder, place.file("other.db.d")), sorted(os.listdir(folder))
        for words in (("merge", folder, "-o", place.file("merged.db")), ("query", folder, "shortest"), ("verify", folder),
                      ("compare", folder, "1", "2"), ("compare", folder, other), ("page", folder)):
            done = subprocess.run([place.file("wgcq"), *words, "--max-time", "0.000001"], capture_output=True, text=True, cwd=place.path)
            if (done.returncode, sorted(os.listdir(folder))) != (3, due) or "stopped at --max-time 1e-06" not in done.stderr:
                wrong.append(f"{words[0]}: {done.returncode} {os.listdir(folder)} {done.stderr}")
    return wrong


def first_part_of(job, place, name, *arguments):
    """The folder of a run by two ranks, without its own file."""
    folder = place.file(name + ".d")
    job.run(2, *arguments, "-o", place.file(name))
    os.remove(os.path.join(folder, "all.db"))
    return folder


def without_puzzle(folder):
    "Makes the list one of version 0.1, which does not say of which puzzle the parts are."
    path, seal = os.path.join(folder, "parts"), 0xcbf29ce484222325
    with open(path, encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith(("puzzle ", "sum "))]
    for byte in "".join(lines).encode():
        seal = (seal ^ byte) * 0x100000001b3 % 2 ** 64
    with open(path, "w", encoding="utf-8") as file:
        file.writelines([*lines, f"sum {seal:016x}\n"])


@test
def parts_of_others(job):
    "parts of another run with as many rows are noticed by the list; a list that does not say whose they are is read"
    wrong = []
    with Place() as place:
        with open(os.path.join(SHELF, "frogs.yaml"), encoding="utf-8") as file:
            text = file.read()
        with open(place.file("edited.yaml"), "w", encoding="utf-8") as file:
            file.write(text.replace("puzzle: ", "puzzle: Edited "))
        folder = first_part_of(job, place, "ranks.db", "frogs.yaml", "--set", "n=3")
        other = first_part_of(job, place, "other.db", place.file("edited.yaml"), "--set", "n=3")

        def ask(what, status, said):
            done = subprocess.run([job.wgcq, "merge", folder, "-o", place.file("merged.db"), "--replace"], capture_output=True, text=True)
            if done.returncode != status or said not in done.stderr:
                wrong.append(f"{what}: {done.returncode} {done.stderr}")
        ask("its own", 0, "")
        shutil.copytree(folder, place.file("older.d"))
        for name in ("0.db", "1.db"):
            shutil.copy(os.path.join(other, name), folder)
        ask("all parts of others", 4, "0.db is of another puzzle, other parameters or another order than the run")
        folder = place.file("older.d")
        without_puzzle(folder)
        ask("its own, an older list", 0, "")
        shutil.copy(os.path.join(other, "1.db"), folder)
        ask("a part of others, an older list", 4, "is a part of another run than the others")
    return wrong


@test
def own_file_of_others(job):
    "a folder's own file is believed where it is of its parts, not because it is newer"
    wrong = []
    with Place() as place:
        folder = first_part_of(job, place, "ranks.db", "frogs.yaml", "--set", "n=3")
        own, questions = os.path.join(folder, "all.db"), (("query", "shortest", "--count"), ("verify",), ("runs",), ("merge",))
        due = subprocess.run([job.wgcq, "query", folder, "shortest", "--count"], capture_output=True, text=True).stdout
        shutil.copy(own, place.file("own.db"))

        def ask(what, status, said):
            for words in questions:
                merge = ("-o", place.file("merged.db"), "--replace") if words[0] == "merge" else ()
                done = subprocess.run([job.wgcq, words[0], folder, *words[1:], *merge], capture_output=True, text=True)
                if done.returncode != status or said not in done.stderr or (not status and words[0] == "query" and done.stdout != due):
                    wrong.append(f"{what}, {words}: {done.returncode} {done.stdout} {done.stderr}")
        others = {"another puzzle": ("hanoi.yaml",), "other parameters": ("frogs.yaml", "--set", "n=4"),
                  "another order": ("frogs.yaml", "--set", "n=3", "--order", "cheapest")}
        for what, (puzzle, *more) in others.items():
            os.remove(own)
            subprocess.run([job.wgcq, "solve", os.path.join(SHELF, puzzle), *more, "-o", own, "--quiet"], capture_output=True)
            for age in (60, -3600):
                os.utime(own, (time.time() + age,) * 2)
                before = open(own, "rb").read()
                ask(what, 4, "is of another puzzle, other parameters or another order than the parts")
                wrong += [] if open(own, "rb").read() == before else [f"{what}: it was changed"]
        # of the same puzzle, but less than the parts have: it is made again
        os.remove(own)
        subprocess.run([job.wgcq, "solve", os.path.join(SHELF, "frogs.yaml"), "--set", "n=3", "--max-depth", "2", "-o", own], capture_output=True)
        ask("a part of it", 0, "")
        # damaged, and the parts of another run
        with open(own, "r+b") as file:
            file.write(b"nothing")
        ask("no file of ours", 4, "")
        shutil.copy(place.file("own.db"), own)
        ask("its own again", 0, "")
        other = first_part_of(job, place, "other.db", "frogs.yaml", "--set", "n=4")
        shutil.copy(os.path.join(other, "0.db"), os.path.join(folder, "0.db"))
        ask("a part of others", 4, "")
        os.remove(own)
        ask("a part of others, without a file", 4, "0.db is of another puzzle, other parameters or another order than the run")
        shutil.copy(os.path.join(other, "1.db"), os.path.join(folder, "1.db"))
        ask("the parts of others", 4, "is of another puzzle, other parameters or another order than the run")
        without_puzzle(folder)
        ask("the parts of others, an older list", 4, "is damaged")
        shutil.copy(place.file("own.db"), own)
        with open(os.path.join(folder, "parts"), "r+") as file:
            file.write("x")
        ask("a damaged list", 4, "parts is damaged")
    return wrong


@test
def refusals(job):
    "a folder that is there is left alone, unless --replace is given; a damaged list is noticed"
    wrong = []
    with Place() as place:
        path = place.file("ranks.db")
        for words, status, said in (((), 0, ""), ((), 4, "holds a run by ranks"), (("--replace",), 0, "")):
            done = job.run(2, *PUZZLES[0], "-o", path, *words)
            if done.returncode != status or said not in done.stderr:
                wrong.append(f"{words}: {done.returncode} {done.stderr}")
        with open(path + ".d/parts", "r+") as file:
            file.write("x")
        os.remove(path + ".d/all.db")
        done = subprocess.run([job.wgcq, "verify", path + ".d"], capture_output=True, text=True)
        if done.returncode != 4 or "parts is damaged" not in done.stderr:
            wrong.append(f"damaged: {done.returncode} {done.stderr}")
        with open(path + ".d/notes.txt", "w"):
            pass
        done = job.run(2, *PUZZLES[0], "-o", path, "--replace")
        if done.returncode != 4 or not os.path.exists(path + ".d/notes.txt") or "files that are not" not in done.stderr:
            wrong.append(f"other files: {done.returncode} {done.stderr}")
    return wrong


def listed(folder_path):
    """What the list of a folder says; {}: there is none yet."""
    try:
        with open(os.path.join(folder_path, "parts")) as file:
            return dict(line.rstrip("\n").split(" ", 1) for line in file if " " in line)
    except OSError:
        return {}


def kill(job, place, ranks, which, least, *arguments, word="solve"):
    """Ranks are killed as soon as so many states are expanded.  None: it had ended before."""
    run, found = started(job, ranks, *arguments, word=word)
    while run.poll() is None and int(listed(place.file("ranks.db.d")).get("expanded", 0)) < least:
        time.sleep(0.002)
    for rank in range(ranks) if which is None else [which]:
        if found.get(rank):
            try:
                os.kill(found[rank], signal.SIGKILL)
            except ProcessLookupError:
                pass
    out, err = run.communicate(timeout=120)
    return None if run.returncode == 0 else (run.returncode, out, err)


@test
def kills(job):
    "what all ranks have saved is resumed after a kill, of one rank or all, by any number of them or one process"
    wrong, taken = [], 0
    with Place() as place:
        due = alone(job, place, *LONG)
        folder_path, chance = place.file("ranks.db.d"), random.Random(job.seed)
        for number in range(TRIES * job.kills):
            if taken == job.kills:
                break
            shutil.rmtree(folder_path, ignore_errors=True)
            if os.path.exists(place.file("merged.db")):
                os.remove(place.file("merged.db"))
            ranks, after = 2 + number % 2, (2, 3, 1, None)[number % 4]
            which = None if number % 2 else chance.randrange(ranks)
            spilled = ("--spill", place.file("dir"), "--max-memory", "8M") if chance.randrange(2) else ()
            killed = kill(job, place, ranks, which, chance.randrange(1, 60000), *LONG, *spilled, "-o", place.file("ranks.db"))
            taken += killed is not None
            if killed and (killed[0] != 4 or "was killed by signal 9" not in killed[2]):
                wrong.append(f"{number}: {killed}")
            if killed and after:
                done = job.run(after, folder_path, word="resume")
            elif killed:
                done = subprocess.run([job.wgcq, "resume", folder_path, *("--max-memory", "1G") * bool(spilled)],  # in memory
                                      capture_output=True, text=True)
            if killed and (done.returncode != 0 or report(done.stdout) != report(due.stdout)):
                wrong.append(f"{number}, by {after}: {done.returncode} {done.stdout}{done.stderr}")
            wrong += [f"{number}, by {after}: {w}" for w in merged(job, place) or differences(place.file("alone.db"), place.file("merged.db"))
                      if not (spilled and w.startswith("run: "))]  # which has its options
            if after and after >= ranks and os.path.exists(place.file("dir")):
                wrong.append(f"{number}, by {after}: left: {os.listdir(place.file('dir'))}")
            if wrong:
                break
    print(f"# {taken} were killed before they ended")
    return wrong + ([] if wrong or taken == job.kills else ["too few were killed before they ended"])


def main():
    given = seeds.options(3 if seeds.WHOLE else 2, kills=2 if seeds.WHOLE else 1, only="")
    job = Job(given)
    job.kills = given.kills
    if not shutil.which("mpirun") or not os.path.exists(job.mpi):
        print("1..0 # SKIP Open MPI is not installed, or `make mpi` was not run")
        return 0
    for one in TESTS:
        if given.only in one.__name__:
            began = time.monotonic()
            tap.right(one.__doc__, one(job))
            print(f"# {time.monotonic() - began:.1f} s", flush=True)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
