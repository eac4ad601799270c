"""Wide and huge puzzles: limits and signals take effect wherever the run is, and memory follows.

One state with hundreds of thousands to millions of successors, or millions of starts: a run ends at
--max-memory, at --max-time and at Ctrl-C in the midst of such a state; what is in the file is whole, and of a
state that was not expanded to its end no edge is there.  A huge puzzle is read within 512 MiB, and its first
state expanded, or the error says at which place it is too large.  No time is asserted: a guard far above it ends
what hangs.  TAP.
usage: wide.py --wgcq PROGRAM [--all] [--measure]
--all: every puzzle, not a few of each kind; --measure: prints peak memory and seconds instead, as a table
"""
import argparse
import os
import signal
import sqlite3
import sys
import tempfile
import time

import built
import seeds

GUARD = 120  # seconds
CHECK_MOST = 512  # MiB
GIVEN, BESIDE = 50, 24  # MiB; given: beside the puzzle; beside: what threads work in, on top of what the puzzle takes as it is read


def one_move(high, choices, steps, more=""):
    return (f"puzzle: Wide\nstate: {{x: 0..{high}}}\nstart: {{x: 0}}\nmoves:\n  go {{a}} {{b}}:\n"
            f"    - choose: a in 1..{choices}, b in 1..{choices}\n{steps}{more}goal: {{x: {high}}}\n")


FAR = "    - set: x = (x * 7919 + a * 1000 + b) % 100000000\n"
# name: text, further options, whether a few will do without it
WIDE = {
    "grounded": (one_move(100000000, 300, FAR), [], False),
    "interpreted": (one_move(100000000, 1000, FAR), [], False),
    "any start": ("puzzle: Wide\nstate:\n  on[1..22]: bool\nstart: {on: any}\nmoves:\n  flip {i}:\n"
                  "    - choose: i in 1..22\n    - set: on[i] = not on[i]\ngoal: all(on[i] for i in 1..22)\n", [], False),
    "refused": (one_move(100000000, 1000, "    - guard: (a + b) % 2 == 0\n      else: odd\n" + FAR), [], True),
    "texts": (one_move(100000000, 300, FAR).replace("{b}:", "{b} {x}:"), [], True),
    "cheapest": (one_move(100000000, 400, FAR, "    - cost: c = a + b\ncosts: {c: 0}\nminimize: c\n"),
                 ["--order", "cheapest"], True),
    "depth-first": (one_move(100000000, 300, FAR), ["--order", "depth-first"], True),
    "no trace, three threads": (one_move(100000000, 300, FAR), ["--trace", "none", "--threads", "3"], True),
}


def many_moves(count, choices):
    moves = "".join(f"  m{i} {{a}}:\n    - choose: a in 1..{choices}\n    - guard: x == {i}\n    - set: x = a\n"
                    for i in range(count))
    return f"puzzle: Huge\nstate: {{x: 0..100000}}\nstart: {{x: 0}}\nmoves:\n{moves}goal: {{x: 100000}}\n"


def many_cells(cells):
    return ("puzzle: Huge\ntypes: {one: 0..0}\nstate:\n"
            f"  z[1..{cells}]: one\n  x: 0..10\nstart: {{x: 0, z: 0}}\nmoves:\n  go {{i}}:\n"
            f"    - choose: i in 1..{cells}\n    - guard: z[i] == 0\n    - set: x = (x + i) % 11\ngoal: {{x: 10}}\n")


def many_tables(tables):
    lines = "".join(f"  t{i}[k, l]: {i}\n" for i in range(tables))
    return (f"puzzle: Huge\ntypes: {{k: 0..999, l: 0..999}}\nconstants:\n{lines}state: {{x: 0..9}}\nstart: {{x: 0}}\n"
            "moves:\n  go {i}:\n    - choose: i in 0..999\n    - set: x = (x + t3[i, x] + t4[x, i]) % 10\ngoal: {x: 9}\n")


ONE_STATE = ("puzzle: One state\nstate: {x: 0..99999}\nstart: {x: 0}\nmoves:\n  pick {i}:\n    - choose: i in 1..99999\n"
             "    - guard: x == 0\n    - set: x = i\n")
# name: text, the error where it is too large, None where it is not, the most that it takes to read it, MiB
HUGE = {
    "8,000 moves of 10,000 choices": (many_moves(8000, 10000), None, CHECK_MOST),
    "65,535 elements": (many_cells(65535), None, CHECK_MOST),
    "90 tables of a million": (many_tables(90), ":20:3: error: with 't16' the constants have more than 16000000 "
                                                "elements in all", CHECK_MOST),
    "15 tables of a million": (many_tables(15), None, CHECK_MOST),
    "99,999 moves of one state": (ONE_STATE, None, 128),
}


# name: text, a command of its first state, its exit status
FIRST_STATES = {
    "play: 65,535 moves of 65,535 elements": (many_cells(65535), ["play", "x.yaml"], 0),
    "solve: 1,600 moves of 4,200 choices": (many_moves(1600, 4200),
                                            ["solve", "x.yaml", "--max-states", "1", "--trace", "none"], 3),
}


class Ended:
    def __init__(self, status, seconds, mebibytes, answered, errors):
        self.status, self.seconds, self.mebibytes = status, seconds, mebibytes
        self.answered = answered  # seconds from the signal to the end
        self.errors = errors


def run(wgcq, arguments, folder, interrupted=False):
    """Until it ends.  Interrupted: a second after its file is there, or two without one."""
    err = os.path.join(folder, "err")
    pid = os.fork()
    if pid == 0:
        os.chdir(folder)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(os.open(err, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666), 2)
        os.execv(wgcq, [wgcq] + arguments)
    began, there, sent = time.monotonic(), None, None
    while True:
        done, status, usage = os.wait4(pid, os.WNOHANG)
        now = time.monotonic()
        if done:
            break
        if there is None and os.path.exists(os.path.join(folder, "x.db")):
            there = now
        if interrupted and sent is None and now - began > 1 and (now - (there or now) > 1 or now - began > 8):
            os.kill(pid, signal.SIGINT)
            sent = now
        if now - began > GUARD:
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.005)
    with open(err, encoding="utf-8") as file:
        answer = file.read()
    return Ended(os.waitstatus_to_exitcode(status), now - began, usage.ru_maxrss / 1024,
                 now - sent if sent else None, answer)


def what_is_stored(folder):
    """What is wrong with the file of a run that was cut short."""
    db, found = os.path.join(folder, "x.db"), []
    if not os.path.exists(db):
        return []
    link = sqlite3.connect(db)
    states, edges, status = link.execute("SELECT states, edges, status FROM runs").fetchone()
    if link.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
        found.append("the file is not whole")
    if link.execute("SELECT count(*) FROM states").fetchone()[0] != states:
        found.append("states are missing")
    if link.execute("SELECT count(*) FROM edges").fetchone()[0] != edges:
        found.append("edges are missing")
    if status not in ("limit", "interrupted", "complete"):
        found.append(f"the run is {status}")
    link.close()
    return found


def run_seconds(folder):
    db = os.path.join(folder, "x.db")
    if not os.path.exists(db):
        return "     -"
    link = sqlite3.connect(db)
    seconds = link.execute("SELECT seconds FROM runs").fetchone()[0]
    link.close()
    return f"{seconds or 0:6.2f}"


def clean(folder):
    for name in os.listdir(folder):
        if name.startswith("x.db"):
            os.remove(os.path.join(folder, name))


def wide_runs(wgcq, folder, text, options):
    """Three ways to cut it short: name, how it ended, what is wrong."""
    with open(os.path.join(folder, "x.yaml"), "w", encoding="utf-8") as file:
        file.write(text)
    read = run(wgcq, ["check", "x.yaml"], folder).mebibytes
    most = GIVEN + int(read)  # for the puzzle alone would end the run at once
    ways = [("--max-memory", ["--max-memory", f"{most}M"], False, (0, 3)), ("--max-time 1", ["--max-time", "1"], False, (0, 3)),
            ("Ctrl-C", [], True, (0, 3, 130))]
    for name, further, interrupted, statuses in ways:
        clean(folder)
        stored = [] if "none" in options else ["-o", "x.db"]
        ended = run(wgcq, ["solve", "x.yaml", "--quiet", *stored, *options, *further], folder, interrupted)
        found = what_is_stored(folder)
        if ended.status not in statuses:
            found.append(f"exit status {ended.status}: {ended.errors.strip()[:200]}")
        if "memory" in name and ended.mebibytes > most + read + BESIDE:
            found.append(f"it took {ended.mebibytes:.0f} MiB, {read:.0f} of them to read the puzzle")
        yield name, ended, found


def too_large_for_limit(wgcq, folder):
    """A puzzle that alone takes more than --max-memory: the run ends at once, says so, and writes nothing."""
    clean(folder)
    with open(os.path.join(folder, "x.yaml"), "w", encoding="utf-8") as file:
        file.write(ONE_STATE)
    ended, found = run(wgcq, ["solve", "x.yaml", "-o", "x.db", "--max-memory", "20M"], folder), []
    if ended.status != 3 or "--max-memory 20.0 MiB: the compiled puzzle alone takes " not in ended.errors:
        found.append(f"exit status {ended.status}: {ended.errors.strip()[:200]}")
    if os.path.exists(os.path.join(folder, "x.db")):
        found.append("a file is there")
    return ended, found


def huge_run(wgcq, folder, text, command, status, wanted=None, most=CHECK_MOST):
    with open(os.path.join(folder, "x.yaml"), "w", encoding="utf-8") as file:
        file.write(text)
    ended = run(wgcq, command, folder)
    found = []
    if ended.status != status:
        found.append(f"exit status {ended.status}: {ended.errors.strip()[:200]}")
    if wanted and wanted not in ended.errors:
        found.append(f"it says {ended.errors.strip()[:200]}")
    if ended.mebibytes > most:
        found.append(f"it took {ended.mebibytes:.0f} MiB")
    return ended, found


def results(wgcq, folder, every):
    """A name, how it ended, what is wrong; the file is there until the next."""
    usual = [item for item in WIDE.items() if not item[1][2]]
    for name, (text, options, _) in WIDE.items() if every else seeds.in_turn(usual):
        for way, ended, found in wide_runs(wgcq, folder, text, options):
            yield f"{name}: {way}", ended, found
    clean(folder)
    for name, (text, wanted, most) in seeds.in_turn(HUGE.items()):
        yield (f"check: {name}", *huge_run(wgcq, folder, text, ["check", "x.yaml"], 2 if wanted else 0, wanted, most))
    for name, (text, command, status) in FIRST_STATES.items():
        yield (name, *huge_run(wgcq, folder, text, command, status))
    yield ("a puzzle beyond --max-memory", *too_large_for_limit(wgcq, folder))


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--wgcq", required=True)
    options.add_argument("--all", action="store_true")
    options.add_argument("--measure", action="store_true")
    given = options.parse_args()
    wgcq, bad, number = os.path.abspath(given.wgcq), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        if built.has_sanitizer(wgcq):
            print("1..0 # SKIP a sanitizer is in the program, whose memory is not counted")
            return
        for number, (name, ended, found) in enumerate(results(wgcq, folder, given.all), 1):
            bad += bool(found)
            if given.measure:
                answered = f"{ended.answered:6.2f}" if ended.answered is not None else "     -"
                print(f"{name:42} exit {ended.status:4} {ended.seconds:7.2f} s, of the run {run_seconds(folder)}, "
                      f"after the signal {answered} s, {ended.mebibytes:6.1f} MiB", flush=True)
            else:
                print("not ok" if found else "ok", number, "-", name)
            for line in found:
                print("#", line, flush=True)
    if not given.measure:
        print(f"1..{number}")
    sys.exit(bool(bad))


main()
