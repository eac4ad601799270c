"""--max-memory holds for the whole run: what is kept, the answers and the writer too.

The most memory a run ever had, as the system counted it (wait4), is no more than was given and 16 MiB:
the program itself, its libraries, and a batch of states.  That holds for a limit several times as high,
where what a forecast leaves out is more than those 16 MiB.  The puzzle would take more still; each run
ends at the limit with what it has, and what is in the file is whole.

With --spill a tenth of the memory that a run took is enough for the same figures, and what the process
holds stays within it and what a process of a few states holds, and 1 MiB for the stack and the heap.  TAP.
usage: memory.py --wgcq PROGRAM
"""
import argparse
import json
import os
import sqlite3
import sys
import tempfile

import built

SHELF = os.path.join(os.path.dirname(__file__), "../../puzzles")
FIGURES = ("status", "states", "edges", "depth", "goals", "shortest", "remark")
# in such a part of the memory; a tenth of 2.4 MB, which sliding tiles hold, is less than any run in files needs
SPILLED = [(4, "sliding-tiles.yaml", "--set", "height=2", "--set", "width=5"), (10, "frogs.yaml", "--set", "n=17")]
GIVEN, MORE, BESIDE = 40, 200, 16  # MiB
RUNS = [(keep, "breadth-first", "pages", "1") for keep in ("none", "solutions", "states", "all")] + [
    ("all", "breadth-first", "sql", "1"), ("none", "breadth-first", "pages", "2"),
    ("all", "breadth-first", "pages", "2"), ("none", "depth-first", "pages", "1"),
    ("all", "depth-first", "pages", "1"), ("all", "cheapest", "pages", "1"), ("states", "cheapest", "sql", "1")]


def run(wgcq, arguments, out):
    """Its exit status, and the most memory it had in MiB."""
    pid = os.fork()
    if pid == 0:
        os.dup2(os.open(out, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666), 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.execv(wgcq, [wgcq] + arguments)
    _, status, usage = os.wait4(pid, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_maxrss / 1024


def problems(wgcq, puzzle, folder, given, keep, order, writer, threads):
    db, out = os.path.join(folder, "x.db"), os.path.join(folder, "out")
    arguments = ["solve", *puzzle, "--order", order, "--threads", threads, "--trace", keep, "--format", "json",
                 "--quiet", "--max-memory", f"{given}M"]
    if keep != "none":
        arguments += ["-o", db, "--writer", writer]
    status, most = run(wgcq, arguments, out)
    with open(out, encoding="utf-8") as file:
        answer = json.load(file)
    found = []
    if status not in (0, 3) or answer["status"] != "limit":
        found.append(f"exit status {status}, {answer['status']}")
    if most > given + BESIDE:
        found.append(f"it took {most:.1f} MiB")
    if most < given / 3:
        found.append(f"it stopped at {most:.1f} MiB already")
    if keep != "none":
        link = sqlite3.connect(db)
        row = link.execute("SELECT status, stopped, states FROM runs").fetchone()
        if row != ("limit", f"--max-memory {given << 20}", answer["states"]):
            found.append(f"the file says {row}")
        if keep != "solutions" and link.execute("SELECT count(*) FROM states").fetchone()[0] != answer["states"]:
            found.append("states are missing")
        if link.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            found.append("it is not whole")
        link.close()
        os.remove(db)
    return found


def spilled_problems(wgcq, puzzle, part, folder):
    out, answers = os.path.join(folder, "out"), []
    _, least = run(wgcq, ["solve", os.path.join(SHELF, "frogs.yaml"), "--set", "n=1", "--trace", "none"], out)
    beside = ["--trace", "none", "--format", "json"]
    for limit in (False, True):
        given = answers[0]["memory"] // part if limit else 0
        more = ["--max-memory", str(given), "--spill", os.path.join(folder, "dir")] if limit else []
        status, most = run(wgcq, ["solve", *puzzle, *beside, *more], out)
        if status not in (0, 3):
            return [f"exit status {status}"]
        with open(out, encoding="utf-8") as file:
            answers.append(json.load(file))
    found = [f"{key}: {answers[1][key]}, not {answers[0][key]}" for key in FIGURES if answers[0][key] != answers[1][key]]
    if not answers[1]["spill_written"]:
        found.append("no file was written")
    if most > least + given / (1 << 20) + 1:
        found.append(f"it took {most:.1f} MiB, of which {least:.1f} for a few states, and {given / (1 << 20):.1f} were given")
    return found


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--wgcq", required=True)
    wgcq = os.path.abspath(options.parse_args().wgcq)
    puzzle = [os.path.join(SHELF, "frogs.yaml"), "--set", "n=19"]
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        if built.has_sanitizer(wgcq):
            print("1..0 # SKIP a sanitizer is in the program, whose memory is not counted")
            return
        runs = [(GIVEN, *how) for how in RUNS] + [
            (MORE, keep, "breadth-first", "pages", "1") for keep in ("solutions", "all")]
        for number, (given, *how) in enumerate(runs, 1):
            found = problems(wgcq, puzzle, folder, given, *how)
            bad += bool(found)
            print("not ok" if found else "ok", number, f"- {given} MiB:",
                  "--trace %s --order %s --writer %s --threads %s" % tuple(how))
            for line in found:
                print("#", line)
        for number, (part, name, *how) in enumerate(SPILLED, len(runs) + 1):
            found = spilled_problems(wgcq, [os.path.join(SHELF, name), *how], part, folder)
            bad += bool(found)
            print("not ok" if found else "ok", number, f"- 1/{part} of the memory, and files:", name, *how)
            for line in found:
                print("#", line)
    print(f"1..{len(runs) + len(SPILLED)}")
    sys.exit(bool(bad))


main()
