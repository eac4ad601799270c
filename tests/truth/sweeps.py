"""Random sweeps of random puzzles: numbers in their expressions become parameters, which are given several values.  Every row
is what a `wgcq solve` with its values says, in memory; table, csv and json hold the same; a limit or a mistake is that of its row.
Prints TAP.

    python3 tests/truth/sweeps.py [--wgcq build/wgcq] [--count 30] [--seed N]
"""

import csv
import io
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import random_puzzle
import seeds

EXPRESSIONS = ("moves", "never", "always", "define", "costs", "final", "invariant", "goal", "end")
RUNS = 12  # of a sweep, at most
WORST = (4, 2, 5, 3)


def with_parameters(r, text):
    """The puzzle with one to three of its numbers as parameters: (text, {name: number})."""
    section, places, at = "", [], 0
    for line in text.splitlines(keepends=True):
        if line[0] not in " #\n":
            section = line.split(":")[0]
        if section in EXPRESSIONS and '"' not in line and "else:" not in line:
            behind = line.find(": ") + 2 if ": " in line else len(line)
            places += [at + m.start() for m in re.finditer(r"(?<![\w.\[])\d(?![\w.\]])", line) if m.start() >= behind]
        at += len(line)
    chosen = sorted(r.sample(places, min(len(places), r.randint(1, 3))), reverse=True)
    numbers = {}
    for place in chosen:
        name = f"given{len(numbers)}"
        numbers[name] = int(text[place])
        text = text[:place] + name + text[place + 1:]
    return text.replace("params:\n", "params:\n" + "".join(f"  {n}: {v}\n" for n, v in numbers.items()), 1), numbers


def some_values(r, number, most):
    """What stands behind --set NAME=, and the values that it means."""
    parts, values = [], []
    while not parts or (len(values) < most and r.random() < 0.5):
        low = max(number + r.randint(-2, 2), -1)
        if most - len(values) > 1 and r.random() < 0.5:
            high = low + r.randint(0, min(3, most - len(values) - 1))
            parts.append(f"{low}..{high}")
            values += range(low, high + 1)
        else:
            parts.append(str(low))
            values.append(low)
    return ",".join(parts), values


class Sweep:
    def __init__(self, wgcq, folder, seed):
        self.wgcq, self.folder, self.r = wgcq, folder, random.Random(f"sweeps {seed}")
        self.text, self.numbers = with_parameters(self.r, random_puzzle.text(seed))
        self.rows = self.limits = self.mistakes = 0
        self.commands = []

    def run(self, *words):
        self.commands.append(" ".join(words))
        done = subprocess.run([self.wgcq, *words], cwd=self.folder, capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout, done.stderr

    def alone(self, settings, options):
        """The row that the run by itself comes to, but for its remark and seconds; and its exit status."""
        sets = [word for name, value in settings for word in ("--set", f"{name}={value}")]
        stored = [] if "none" in options else ["-o", "alone.db", "--replace"]
        words = ("solve", "p.yaml", *sets, *options, "--format", "json")
        status, out, said = self.run(*words, *stored)
        if status == 2 and "the cost of a plan does not fit 64 bits" in said:  # of one that is stored: a sweep lists none
            status, out, _ = self.run(*words, "--trace", "none")
        row = {name: value for name, value in settings if name in self.columns}
        if not out.strip():
            return row, status
        found = json.loads(out)
        for key in ("states", "edges", "depth", "goals", "dead_ends", "status"):
            row[key] = found[key]
        checked = "\ninvariant:" in self.text or "\ndeadlock: forbidden" in self.text
        row["violated_invariants"] = len(found["violations"]) if checked else None
        shortest = found["shortest"] or {}
        row["shortest_length"], row["shortest_count"] = shortest.get("length"), shortest.get("count")
        for cost, best in (found["cheapest"] or {}).items():
            if cost != "moves":
                row[f"cheapest_{cost}_cost"] = (best or {}).get("cost")
                row[f"cheapest_{cost}_count"] = (best or {}).get("count")
        return row, status

    def same_rows(self, rows, combinations, options):
        """What is wrong with the rows of JSON, or None; and the exit status that they make."""
        statuses = []
        if len(rows) != len(combinations):
            return f"{len(rows)} rows for {len(combinations)} combinations", None
        for row, settings in zip(rows, combinations):
            expected, status = self.alone(settings, options)
            statuses.append(status)
            if "status" not in expected:
                self.mistakes += 1
                fine = row["status"] in ("mistake", "error") and row["remark"] and row["states"] is None
                fine = fine and {name: row[name] for name in expected} == expected
            else:
                fine = {key: row.get(key, "none") for key in expected} == expected
                self.limits += status == 3
            if not fine:
                return f"a run by itself comes to {expected} ({status}), the row is {row}", None
            self.rows += 1
        worst = next((s for s in WORST if s in statuses), 0 if 0 in statuses else 1)
        return None, worst

    def other_formats(self, words, rows):
        """csv, table and jsonl against json, but for the seconds."""
        text = lambda value: "" if value is None else str(value)
        expected = [[text(v) for k, v in row.items() if k != "seconds"] for row in rows]
        without = lambda names, cells: [c for n, c in zip(names, cells) if n != "seconds"]
        for form in ("csv", "table", "jsonl"):
            out = self.run(*words, "--format", form, "--wide")[1]
            if form == "jsonl":
                found = [[text(v) for k, v in json.loads(line).items() if k != "seconds"] for line in out.splitlines()]
            elif form == "csv":
                names, *cells = csv.reader(io.StringIO(out))
                found = [without(names, row) for row in cells]
            else:
                lines = out.splitlines()
                dashes = next(at for at, line in enumerate(lines) if line and not line.strip("- "))
                spans = [m.span() for m in re.finditer("-+", lines[dashes])]
                spans[-1] = (spans[-1][0], None)
                cells = [[line[a:b].strip() for a, b in spans] for line in lines]
                cells = [["" if cell == "-" else cell for cell in row] for row in cells]
                found = [without(cells[dashes - 1], row) for row in cells[dashes + 1:] if row[0]]
            # a mistake has several lines in a table
            if [row[:-1] for row in found[:len(expected)]] != [row[:-1] for row in expected]:
                return f"{form} has {found}, json {expected}"
        return None

    def wrong(self):
        with open(os.path.join(self.folder, "p.yaml"), "w") as file:
            file.write(self.text)
        if not self.numbers or self.run("check", "p.yaml")[0]:
            return None
        if self.r.random() < 0.9 and self.run("solve", "p.yaml", "--max-states", "40", "--trace", "none")[0] == 2:
            return None
        sets, values, most = [], [], RUNS
        for name, number in self.numbers.items():
            if most < 2 and values:
                break
            given, meant = some_values(self.r, number, most if not values else min(most, 3))
            most //= len(meant)
            sets += ["--set", f"{name}={given}"]
            values.append([(name, value) for value in meant])
        combinations = list(itertools.product(*values))
        if len(combinations) < 2:
            return None
        options = ["--max-states", str(self.r.choice((3, 10, 40, 1000, 1000)))]
        options += self.r.choice(([], [], ["--order", "depth-first"], ["--order", "cheapest"], ["--stop", "first"]))
        trace = self.r.choice(([], ["--trace", "none"], ["--trace", "states"]))
        options += trace  # plans that are stored may cost too much for 64 bits
        words = ["solve", "p.yaml", *sets, *options, "--threads", self.r.choice("123")]
        words += ["--spill", "dir"] if "--order" not in options and self.r.random() < 0.5 else []
        self.columns = {name for name, given in (word.split("=") for word in sets[1::2]) if re.search(r",|\.\.", given)}
        status, out, err = self.run(*words, "--format", "json")
        if not out:  # a value that all have is wrong
            alone = self.alone(combinations[0], options)
            return None if status == 2 == alone[1] else f"ended with {status}, without a row: {err}, alone {alone}"
        rows = json.loads(out)
        wrong, expected = self.same_rows(rows, combinations, [*options, "--threads", "1"])
        if not wrong and status != expected:
            wrong = f"ended with {status}, not with {expected}: {err}"
        wrong = wrong or self.other_formats(words, rows)
        wrong = wrong or ("left: dir" if os.path.exists(os.path.join(self.folder, "dir")) else None)
        return wrong and wrong + "\n" + self.text + "\n".join(f"$ wgcq {words}" for words in self.commands)


def main():
    given = seeds.options(30)
    rows, limits, mistakes = 0, 0, 0

    def differences(seed):
        nonlocal rows, limits, mistakes
        with tempfile.TemporaryDirectory() as folder:
            sweep = Sweep(given.wgcq, folder, seed)
            wrong = sweep.wrong()
        rows, limits, mistakes = rows + sweep.rows, limits + sweep.limits, mistakes + sweep.mistakes
        return wrong

    failed = seeds.failures(given, differences)
    counted = f"{given.count} random puzzles from seed {given.seed}: {rows} rows, {limits} cut by a limit, {mistakes} mistakes"
    print(f"# swept: {counted}")
    enough = failed or seeds.often(rows, given.count, 1)
    return seeds.report(("sweeps of random puzzles", failed), ("there were enough of them", [] if enough else [counted]))


if __name__ == "__main__":
    sys.exit(main())
