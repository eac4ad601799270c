"""A file keeps its parameters exactly: whatever value one was given, every reader has it again.

Each value is given in three ways: by the text of the puzzle, by --set NAME=VALUE, by --set NAME=@FILE.
The labels of moves contain every element of it, so that `wgcq verify`, which makes them again from what is stored,
compares them all.  Where a value was set, the text of the puzzle has one that is wrong for it; readers that
look at that fail.  TAP.  usage: parameters.py --wgcq PROGRAM
"""

import json
import os
import random
import sqlite3
import subprocess
import sys
import tempfile

import seeds
import tap

TABLE = """puzzle: Read it out
params:
{param}
types:
  row: 0..rows(value) - 1
  col: 0..cols(value) - 1
state:
  n: 0..{most}
start: {{n: 0}}
moves:
  "see {{value[r, c]}}{{r}}":
    - choose: r in row, c in col
    - guard: n == r * cols(value) + c
    - set: n = n + 1
goal: n == rows(value) * cols(value) {sure}
"""

LIST = """puzzle: Read it out
params:
{param}
state:
  n: 0..{most}
start: {{n: 0}}
moves:
  "see {{value[i]}}":
    - choose: i in 0..len(value) - 1
    - guard: n == i
    - set: n = n + 1
goal: n == len(value) {sure}
"""

ONE = """puzzle: Read it out
params:
{param}
types:
  animal: [ant, bee, ünicorn]
state:
  n: 0..{most}
start: {{n: 0}}
moves:
  "see {{{expression}}}":
    - guard: n == 0
    - set: n = 1
goal: n == 1 {sure}
"""

WEIRD = "ab #\"'\\{}[],:&*!|>%@`?-~\t é→𝄞_0\u00a0\u2028\ufeff"


def quoted(text):
    return json.dumps(text, ensure_ascii=True)


def texts(r):
    """Texts of rows; (text, number of cells)"""
    fixed = ["#", " #\n#", "  a\n b\n", "a\\nb\n", "\"\n'\n", "---\n...\n", "- a\n? b\n: c\n", "&a *b\n!!str c\n",
             "# no comment\n  # nor this\n", "a" * 1500 + "\n", "x\n" * 40, "é→𝄞\n \n", "a\u2028b\ufeffc\n", "\t\ta\n"]
    fixed += ["".join(r.choice(WEIRD + "\n\n") for _ in range(r.randint(1, 30))) + "\n" for _ in range(12)]
    for text in fixed:
        text = "#" + text if not text.strip("\n \t") else text
        rows = text[:-1].split("\n") if text.endswith("\n") else text.split("\n")
        yield text, len(rows) * max(len(row) for row in rows)


def block(text):
    """The text as a literal block of YAML under `  value:`, where that can hold it."""
    if not text.endswith("\n") or text.endswith("\n\n") or "\u2028" in text or "\ufeff" in text or "\t" in text:
        return None
    return "  value: |2\n" + "".join(f"    {row}\n" if row else "\n" for row in text[:-1].split("\n"))


def lists(r):
    """Lists of expressions, as lists of the scalars that YAML is to hold."""
    yield ["1", "-2", "3 + 4", "min(5, 6)", "- - 7", "(8)", "9 if true else 10"]
    yield ['"a"', '","', '"#"', '" "', '"é"', '"]"', '":"', '"\'"']
    yield ["true", "not true", "1 < 2", "3 in 1..3"]
    for _ in range(6):
        yield [json.dumps(r.choice([c for c in WEIRD if c not in "\t\"\\\\\u2028"]), ensure_ascii=False)
               for _ in range(r.randint(1, 6))]


def ones():
    yield "5", "value"
    yield "-5", "value"
    yield "--- 5", "value"
    yield "2 * (3 + 4) // 5 % 3", "value"
    yield "min(1, 2)", "value"
    yield '"#"', "value"
    yield '", "', None
    yield "bee", "value"
    yield "ünicorn", "value"
    yield "animal.ant", "value"
    yield "true", "value"
    yield "1 if 2 > 1 and not false else 0", "value"


def maps():
    """Mappings by one-character keys, as pairs of the scalars that YAML is to hold."""
    yield [("#", "1"), (",", "2"), (" ", "3"), (":", "4"), ("\"", "5"), ("'", "6"), ("é", "7"), ("]", "8"), ("-", "9")], [
        'value["#"]', 'value[","]', 'value["é"]']
    yield [("5", "min(1, 2)"), ("6", "2")], ["value[5]", "value[6]"]
    yield [("1 + 2", "4"), (" " * 990 + "5", "6")], ["value[3]", "value[5]"]


class Shop:
    def __init__(self, wgcq, folder):
        self.wgcq, self.folder, self.count, self.wrong = os.path.abspath(wgcq), folder, 0, []

    def run(self, *args):
        return subprocess.run([self.wgcq, *args], capture_output=True, text=True, cwd=self.folder)

    def expect(self, what, status, *args):
        answer = self.run(*args)
        if answer.returncode not in status:
            self.wrong.append(f"{what}: {' '.join(args)}: exit {answer.returncode}: {answer.stderr.strip()[:300]}")
        return answer.returncode in status

    def held(self, what, puzzle, *settings):
        """Solved with the settings, then asked without them."""
        self.count += 1
        with open(os.path.join(self.folder, "p.yaml"), "w", newline="") as out:
            out.write(puzzle)
        for name in os.listdir(self.folder):
            if name.endswith(".db"):
                os.unlink(os.path.join(self.folder, name))
        given = [x for s in settings for x in ("--set", s)]
        if not self.expect(what, (0,), "solve", "p.yaml", "-q", "-o", "p.db", *given):
            return None
        self.expect(what, (0, 3), "solve", "p.yaml", "-q", "-o", "cut.db", "--max-states", "1", *given)
        self.expect(what, (0,), "resume", "cut.db", "-q")
        for question in (["verify", "p.db"], ["why", "p.db", "1"], ["compare", "p.db", "cut.db"],
                         ["query", "p.db", "classes", "--up-to", "moves"]):
            self.expect(what, (0,), *question)
        self.expect(what, (0,), "verify", "cut.db")
        self.expect(what, (0,), "solve", "p.yaml", "-q", "-o", "none.db", "--trace", "none", *given)
        self.expect(what, (0,), "query", "none.db", "shortest")
        self.expect(what, (0,), "solve", "p.yaml", "-q", "-o", "p.db", "--again", *given)  # a second run of the same
        link = sqlite3.connect(os.path.join(self.folder, "p.db"))
        moves = [row[0] for row in link.execute("SELECT move FROM steps WHERE solution = 1 AND step > 0 ORDER BY step")]
        (stored,) = link.execute("SELECT value FROM param WHERE name = 'value'").fetchone()
        link.close()
        if "\n" in stored or "\t" in stored:
            self.wrong.append(f"{what}: it is stored on several lines: {stored!r}")
        return moves

    def file(self, text):
        with open(os.path.join(self.folder, "value"), "w", newline="", encoding="utf-8") as out:
            out.write(text)
        return "value=@value"


SURE = dict(sure="and sure")  # a parameter of the goal, whose value in the text is wrong


def check_texts(shop, r):
    for text, cells in seeds.in_turn(texts(r), 2 * seeds.PARTS):
        rows = text[:-1].split("\n") if text.endswith("\n") else text.split("\n")
        wide = max(len(row) for row in rows)
        due = [f"see {c}{i}" for i, row in enumerate(rows) for c in row.ljust(wide)]
        param = "  sure: 1 // 0\n  value: |\n    wrong\n"
        puzzle = TABLE.format(param=param, most=cells, **SURE)
        ways = [("file", puzzle, [shop.file(text), "sure=true"])]
        whole = block(text)
        if whole:
            ways.append(("block", TABLE.format(param="  sure: 1 // 0\n" + whole, most=cells, **SURE), ["sure=true"]))
        for name, puzzle, settings in ways:
            if shop.held(f"text {text!r} by {name}", puzzle, *settings) not in (due, None):
                shop.wrong.append(f"text {text!r} by {name}: it is another text")


def check_scalars(shop, what, template, scalars, yaml, most):
    def puzzle(param):
        return template.format(param="  sure: 1 // 0\n" + param, most=most, **SURE)
    wrong = "  value: [1 // 0]\n"
    reported = [shop.held(f"{what} {scalars!r} by {name}", *how) for name, how in (
        ("text", (puzzle(f"  value: {yaml}\n"), "sure=true")),
        ("--set", (puzzle(wrong), f"value={yaml}", "sure=true")),
        ("@file", (puzzle(wrong), shop.file(yaml), "sure=true")),
    )]
    if reported[0] != reported[1] or reported[0] != reported[2]:
        shop.wrong.append(f"{what} {scalars!r}: {reported}")


def check_lists(shop, r):
    for scalars in seeds.in_turn(lists(r), 2 * seeds.PARTS):
        flow = "[" + ", ".join(quoted(s) for s in scalars) + "]"
        check_scalars(shop, "list", LIST, scalars, flow, len(scalars))
        lines = "".join(f"\n    - {s if s[0] not in '-[' and chr(34) not in s and '#' not in s else quoted(s)}" for s in scalars)
        puzzle = LIST.format(param=f"  sure: 1 // 0\n  value:{lines}\n", most=len(scalars), **SURE)
        shop.held(f"block list {scalars!r}", puzzle, "sure=true")


def check_ones(shop):
    for scalar, expression in seeds.in_turn(ones(), 2 * seeds.PARTS):
        if expression:
            check_scalars(shop, "scalar", ONE.replace("{expression}", expression), scalar, quoted(scalar), 1)


def check_maps(shop):
    for pairs, expressions in maps():
        yaml = "{" + ", ".join(f"{quoted(k)}: {quoted(v)}" for k, v in pairs) + "}"
        for e in expressions:
            template = ONE.replace("{expression}", e.replace('"', '\\"'))
            check_scalars(shop, f"map {e}", template, pairs, yaml, 1)
    # a key that is short in a file of its own, and longer than libyaml's keys with its tabs escaped
    template = ONE.replace("{expression}", "value[5]").format(param="  sure: 1 // 0\n  value: 1", most=1, **SURE)
    long = shop.file('{"' + "\t" * 600 + '5": 6}')
    if shop.held("a long key", template, long, "sure=true") != ["see 6"]:
        shop.wrong.append("a long key: it is another")


def check_tampered(shop):
    """A parameter that is not stored, or is stored and not there, is no reason to take the text's."""
    puzzle = ONE.format(param="  value: 1\n  other: 2", expression="value", most=1, sure="")
    for sql in ("DELETE FROM param WHERE name = 'value'", "UPDATE param SET name = 'valve' WHERE name = 'value'",
                "INSERT INTO param VALUES ('third', '3')", "UPDATE param SET name = 'other'",
                "UPDATE param SET value = '[1, 2' WHERE name = 'value'", "UPDATE param SET value = '@/etc/passwd'",
                "UPDATE param SET value = '' WHERE name = 'value'", "UPDATE param SET value = '!!int 1'"):
        if shop.held("tampered", puzzle) is None:
            continue
        link = sqlite3.connect(os.path.join(shop.folder, "p.db"))
        link.execute(sql)
        link.commit()
        link.close()
        for command in (["verify", "p.db"], ["why", "p.db", "1"], ["verify", "p.db", "--plan", "p.yaml"]):
            shop.expect(sql, (4,), *command)


def main():
    given = seeds.options(seed=1)
    r = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as folder:
        shop = Shop(given.wgcq, folder)
        parts = [("texts", lambda: check_texts(shop, r)), ("lists", lambda: check_lists(shop, r)),
                 ("scalars", lambda: check_ones(shop)), ("mappings", lambda: check_maps(shop)),
                 ("what is stored is all there is", lambda: check_tampered(shop))]
        for name, part in parts:
            before = shop.count
            shop.wrong = []
            part()
            tap.right(f"{name}: {shop.count - before} files", shop.wrong)
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
