"""Random edits of random puzzles: what has no meaning goes on with the same file, to the same figures; what has one is
refused with a hint and leaves the file as it was, and --replace replaces it.  Prints TAP.

    python3 tests/truth/edits.py [--wgcq build/wgcq] [--count 60] [--seed N]
"""

import json
import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile

import random_puzzle
import seeds

LIMITS = ["--max-states", "2000", "--threads", "1"]
EXPRESSIONS = ("never", "always", "define", "costs", "final", "invariant", "goal", "end")


# ---- edits without a meaning: text to text -----------------------------------------------------

def whole_lines(text):
    """Numbers of the lines before which a line may be put: not within a text of several lines, nor directly behind it,
    where a remark is part of it if it is indented so far, and a blank line by its sign."""
    places, inside = [], None
    for at, line in enumerate(text.splitlines()):
        indent = len(line) - len(line.lstrip())
        behind = inside is not None and line.strip() and indent <= inside
        if behind:
            inside = None
        if inside is None:
            places += [] if behind else [at]
            if re.search(r"[|>][-+0-9]*( +#.*)?$", line):
                inside = indent
    return places


def put_before(text, at, line):
    lines = text.splitlines()
    return "\n".join(lines[:at] + [line] + lines[at:]) + "\n"


def add_comment(r, text):
    return put_before(text, r.choice(whole_lines(text)), " " * r.choice((0, 1, 2, 7)) + r.choice(("#", "# n: 7", "#'{[")))


def add_blank_line(r, text):
    return put_before(text, r.choice(whole_lines(text)), "")


def comment_behind(r, text):
    lines, at = text.splitlines(), r.choice(whole_lines(text))
    lines[at] += r.choice((" # so", "   #", " # 'it': [1"))
    return "\n".join(lines) + "\n"


def sections(text):
    """The keys of the puzzle, each with its lines."""
    found = []
    for line in text.splitlines(keepends=True):
        if line[0] not in " #\n" or not found:
            found.append("")
        found[-1] += line
    return found


def turn_sections(r, text):
    # behind a text of several lines a remark that stands before the first key would be part of it
    first = re.search(r"^[^ #\n]", text, flags=re.M).start()
    parts = sections(text[first:])
    r.shuffle(parts)
    return text[:first] + "".join(parts)


def tell_about(r, text):
    kept = [part for part in sections(text) if not part.startswith("about:")]
    kept.insert(r.randrange(len(kept) + 1), f"about: {r.choice(('They move.', '[a, b', '|'))}\n".replace(": |", ": |\n  Two\n   lines")
                .replace(": [a, b", ": '[a, b'"))
    return "".join(kept)


def expect_anything(r, text):
    kept = [part for part in sections(text) if not part.startswith("expect:")]
    kept.insert(r.randrange(len(kept) + 1), f"expect: {{states: {r.randrange(99)}}}\n")
    return "".join(kept)


def widen_expression(r, text):
    """A blank more where there is one, or none around a sign, in a line that is an expression without texts."""
    parts = sections(text)
    lines = [(p, n) for p, part in enumerate(parts) if part.split(":")[0] in EXPRESSIONS
             for n, line in enumerate(part.splitlines())
             if re.search(r"^[^'\"#]*: '[^'\"#{\[]* [^'\"#{\[]*'$", line)]
    if not lines:
        return text
    p, n = r.choice(lines)
    inside = parts[p].splitlines()
    key, _, value = inside[n].partition(": '")
    at = r.choice([m.start() for m in re.finditer(" ", value)])
    value = value[:at] + r.choice(("  ", "   ")) + value[at + 1:]
    value = re.sub(r" (\+|==|<|>|\*) ", r.choice((r" \1 ", r"\1", r"  \1 ")), value, count=1)
    inside[n] = f"{key}: '{value}"
    parts[p] = "\n".join(inside) + "\n"
    return "".join(parts)


def widen_list(r, text):
    lines = text.splitlines()
    places = [at for at in whole_lines(text) if re.search(r": \[[^'\"#]*\]$", lines[at])]
    if places:
        at = r.choice(places)
        lines[at] = re.sub(r"\[([^\[\]]*)\]$", lambda m: f"[ {m[1].replace(', ', ',  ')} ]", lines[at])
    return "\n".join(lines) + "\n"


IDLE = (add_comment, add_blank_line, comment_behind, turn_sections, tell_about, expect_anything, widen_expression, widen_list)


# ---- edits with one ----------------------------------------------------------------------------

def another_digit(r, text):
    at = r.choice([m.start() for m in re.finditer(r"\d", text)])
    return text[:at] + r.choice([d for d in "0123456789" if d != text[at]]) + text[at + 1:]


def another_title(r, text):
    return text.replace("puzzle: Random", "puzzle: Randomly")


def another_name_of_a_move(r, text):
    return re.sub(r'^(  "?)([a-z]+) ', lambda m: f"{m[1]}{m[2]}  ", text, count=1, flags=re.M)


def without_a_section(r, text):
    parts = sections(text)
    del parts[r.randrange(1, len(parts))]
    return "".join(parts)


def turn_entries(r, text):
    """Two neighbours of one section change places: of moves, rules, variables or values."""
    parts = sections(text)
    p = r.randrange(len(parts))
    head, *rest = re.split(r"^(?=  \S)", parts[p], flags=re.M)
    if len(rest) > 1:
        at = r.randrange(len(rest) - 1)
        rest[at], rest[at + 1] = rest[at + 1], rest[at]
    parts[p] = head + "".join(rest)
    return "".join(parts)


def another_show(r, text):
    return "".join(part for part in sections(text) if not part.startswith("show:")) + "show: other\n"


TELLING = (another_digit, another_digit, another_digit, another_title, another_name_of_a_move, without_a_section, turn_entries,
           turn_entries, another_show)


# ---- runs --------------------------------------------------------------------------------------

class Edited:
    def __init__(self, wgcq, folder, seed):
        self.wgcq, self.folder, self.r = wgcq, folder, random.Random(f"edits {seed}")
        self.case = random_puzzle.make(seed)
        self.idle = self.told = self.held = 0
        self.commands = []
        for name, text in self.case.files.items():
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)

    def run(self, *words):
        self.commands.append(" ".join(words))
        done = subprocess.run([self.wgcq, *words], cwd=self.folder, capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout, done.stderr

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(text)

    def solve(self, puzzle, db, *more):
        """(status, figures, messages)"""
        sets = [word for setting in self.case.settings for word in ("--set", setting)]
        status, out, err = self.run("solve", puzzle, "-o", db, *LIMITS, *sets, *more, "--format", "json")
        figures = json.loads(out) if out.strip() else None
        for key in ("seconds", "db", "run", "memory", "threads"):
            (figures or {}).pop(key, None)
        return status, figures, err

    def bytes(self, db):
        with open(os.path.join(self.folder, db), "rb") as file:
            return file.read()

    def select(self, db, sql):
        with sqlite3.connect(os.path.join(self.folder, db)) as opened:
            return opened.execute(sql).fetchall()

    def goes_on(self, first):
        """After edits that mean nothing: what is wrong, or None."""
        text = self.case.text
        for runs in range(2, 2 + self.r.randint(1, 3)):
            edits = [self.r.choice(IDLE) for _ in range(self.r.randint(1, 4))]
            for edit in edits:
                text = edit(self.r, text)
            self.write("p.yaml", text)
            names = ", ".join(edit.__name__ for edit in edits)
            before = self.bytes("p.db")
            complete = first[1]["status"] == "complete"
            answered = self.solve("p.yaml", "p.db") if complete else first
            if answered[:2] != first[:2] or (complete and "holds this run already" not in answered[2]):
                return f"{names}: answered from the file with {answered} instead of {first}\n{text}"
            if self.bytes("p.db") != before:
                return f"{names}: the file from which it is answered has changed\n{text}"
            self.held += complete
            status, figures, err = self.solve("p.yaml", "p.db", "--again")
            if (status, figures) != first[:2]:
                return f"{names}: status {status}, {figures} instead of {first[:2]}\n{err}\n{text}"
            if len(self.select("p.db", "SELECT id FROM runs")) != runs:
                return f"{names}: the file has no run {runs}\n{text}"
            self.idle += len(edits)
        if self.select("p.db", "SELECT value FROM meta WHERE key = 'source'")[0][0] != self.case.text:
            return "the file has another text than that which it was made with"
        return None

    def replaces(self):
        """After an edit that means something: what is wrong, or None."""
        edit = self.r.choice(TELLING)
        text = edit(self.r, self.case.text)
        self.write("p.yaml", text)
        before = self.bytes("p.db")
        fresh = self.solve("p.yaml", "fresh.db") if text != self.case.text else (2, None, "")
        status, _, err = self.solve("p.yaml", "p.db") if text != self.case.text else (2, None, "")
        if not os.path.exists(os.path.join(self.folder, "fresh.db")):  # no puzzle any more, or none that runs
            replaced = self.solve("p.yaml", "p.db", "--replace") if text != self.case.text else (2,)
            good = replaced[0] == 2 and self.bytes("p.db") == before
            return None if good else f"{edit.__name__}: a mistake ended with {replaced}, or the file is another\n{text}"
        hint = err.strip().splitlines()[-1:]
        if status != 4 or hint != ["hint: --replace, or -o OTHER.db"] or self.bytes("p.db") != before:
            return f"{edit.__name__}: not refused: {status} {err}\n{text}"
        status, figures, err = self.solve("p.yaml", "p.db", "--replace")
        if (status, figures) != fresh[:2]:
            return f"{edit.__name__}: --replace ended with {status}, {figures}, not {fresh[:2]}: {err}\n{text}"
        beside = [name for name in os.listdir(self.folder) if name.startswith("p.db.")]
        if status == 2 and self.bytes("p.db") == before:  # a mistake that the run met
            return None
        held = self.select("p.db", "SELECT value FROM meta WHERE key = 'source'")
        runs = len(self.select("p.db", "SELECT id FROM runs"))
        if held != [(text,)] or runs != 1 or beside:
            return f"{edit.__name__}: replaced by {held}, {runs} runs, beside it {beside}\n{text}"
        if self.run("verify", "p.db")[0] not in (0, 3):
            return f"{edit.__name__}: the new file does not verify\n{text}"
        self.told += 1
        return None

    def wrong(self):
        self.write("p.yaml", self.case.text)
        first = self.solve("p.yaml", "p.db")
        if first[0] not in (0, 1, 3, 5):
            return None
        found = self.goes_on(first) or self.replaces()
        return found and found + "\n" + "\n".join(f"$ wgcq {words}" for words in self.commands)


def main():
    given = seeds.options(60)
    idle, told, held = 0, 0, 0

    def differences(seed):
        nonlocal idle, told, held
        with tempfile.TemporaryDirectory() as folder:
            edited = Edited(given.wgcq, folder, seed)
            wrong = edited.wrong()
        idle, told, held = idle + edited.idle, told + edited.told, held + edited.held
        return wrong

    failed = seeds.failures(given, differences)
    counted = f"{given.count} random puzzles from seed {given.seed}: {idle} edits without a meaning, {told} with one, {held} answers from the file"
    print(f"# swept: {counted}")
    enough = failed or all(seeds.often(such, given.count, one_in) for such, one_in in ((idle, 1), (told, 8), (held, 2)))
    return seeds.report(("edits of random puzzles", failed), ("there were enough of them", [] if enough else [counted]))


if __name__ == "__main__":
    sys.exit(main())
