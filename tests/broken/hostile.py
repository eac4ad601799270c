#!/usr/bin/python3
"""Puzzles that were made to hurt: each ends soon, in little memory, and in clear words.

Prints TAP.  Inputs are made in a temporary folder.  `refused` ones must end with status 2 and an error,
`taken` ones with 0 (they are large, and yet puzzles); where memory may run out first, the message says so.  No message may hold no byte that a
terminal would act on.  Memory is limited, but under sanitizers, whose own needs are larger; time is
reported as a remark, and only a runaway fails.
"""
import os
import re
import resource
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
WGCQ = os.path.abspath(os.environ.get("WGCQ", os.path.join(HERE, "..", "..", "build", "wgcq")))
SANITIZED = b"__asan_init" in open(WGCQ, "rb").read()
MEMORY_MOST = {"check": 128 << 20, "solve": 256 << 20}  # of address space
# A sanitized program tries every second case, in turn.
EVERY, TURN = 2 if not os.environ.get("WHOLE") and int(os.environ.get("PARTS") or 3) > 3 else 1, int(os.environ.get("FIRST_SEED") or 0)
SECONDS_MOST = 100 if SANITIZED else 10
MIB = 1 << 20

CASES = []


def refused(name, text, says="error: ", command=("check",)):
    CASES.append((name, text, (2,), says, command))


def taken(name, text, command=("check",)):
    CASES.append((name, text, (0,), "", command))


def puzzle(goal="x == 8", state="x: 0..8", start="{x: 0}", move="set: x = min(8, x + 1)", more=""):
    return ("puzzle: Counting\nstate:\n  %s\nstart: %s\nmoves:\n  go:\n    - %s\ngoal: %s\n%s"
            % (state, start, move, goal, more))


def cut(text, size=MIB - 1):
    return (text * (size // len(text) + 1))[:size]


# ---- YAML ----

for sign in ("[", "{a: ", "- ", "? ", "[{a: ", "!!a ", "&a ", "'", '"', "*a ", "|\n", "# "):
    refused("4 MiB of %r" % sign, cut(sign, 4 * MIB), "longer than 1 MiB")
    refused("1 MiB of %r" % sign, cut(sign))
refused("nested lists in the value of a key", "a: " + "[" * 500000 + "]" * 500000, "nested more than 64 deep")
refused("nested mappings, a line each", "".join("%sa:\n" % (" " * i) for i in range(1400)))
refused("70,000 anchors", "".join("- &a%d x\n" % i for i in range(70000)), "1,000 anchors")
refused("billion laughs", "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
        + "".join("a%d: &a%d [%s]\n" % (i, i, ", ".join(["*a%d" % (i - 1)] * 9)) for i in range(1, 10)), "10,000 nodes")
refused("quadratic laughs", "a: &a [" + "x, " * 9000 + "x]\nb: [" + "*a, " * 9000 + "*a]\n", "10,000 nodes")
refused("a scalar of 10 MiB", "puzzle: " + "x" * (10 * MIB), "longer than 1 MiB")
refused("a plain scalar of 1 MiB", cut("x"))
refused("a title of 1 MiB and nothing else", "puzzle: " + cut("x", MIB - 100))
refused("a quoted scalar of 1 MiB", 'puzzle: "' + cut("\\x41", MIB - 104) + '"\n')
refused("a folded scalar of 1 MiB", "puzzle: >\n" + cut(" x\n", MIB - 101))
refused("lines of one key", "a: 1\n" * 49000, "appears twice")
refused("lines of different keys", "".join("k%d: 1\n" % i for i in range(49000)), "unknown key")
refused("200,000 values", "a: [" + "x, " * 200000 + "x]\n", "100,000 nodes")
refused("keys of 1,000 letters", "".join("%s%d: 1\n" % ("k" * 1000, i) for i in range(1000)))
refused("a key of 100,000 letters", "k" * 100000 + ": 1\n", "1,024 characters")
refused("a million line ends", "\n" * (MIB - 1), "empty")
refused("a million comments", cut("#\n"), "empty")
refused("a million blanks", cut(" "), "empty")
refused("a million tabs", cut("\t"))
refused("a million carriage returns", cut("\r"))
refused("a million dashes", cut("-"))
refused("a million colons", cut(":"))
refused("documents", cut("---\n"))
refused("directives", cut("%YAML 1.1\n"))
refused("quotes over many lines", "a: '" + cut("\n\n x", MIB - 9) + "'")
refused("a zero byte", b"puzzle: a\0b\n", "U+0000")
refused("bytes that are not UTF-8", b"puzzle: \xff\xfe\x80\xc0\xaf\n", "not UTF-8")
refused("an overlong slash", b"puzzle: \xc0\xaf\n", "not UTF-8")
refused("half a surrogate", b"puzzle: \xed\xa0\x80\n", "not UTF-8")
refused("an escape sequence", b"puzzle: \x1b[31mred\n", "U+001B")
refused("an escape sequence of one letter", b"puzzle: \xc2\x9b31mred\n", "U+009B")
refused("an escape sequence, escaped", b'puzzle: "\\e[31mred"\n', "U+001B")
refused("a key with an escape sequence, escaped", b'"\\e[31mred": 1\n')
refused("a bell in a name", b'state: {"x\\a": 0..1}\n')
refused("text from right to left", "st\u202eate: 1\n", "\\u{202E}")
refused("a delete character", b"goal: x \x7f y\n", "U+007F")
refused("control characters one after another", bytes(range(1, 32)))
refused("every byte", bytes(range(256)))
refused("UTF-16", puzzle().encode("utf-16"), "UTF-16")
refused("UTF-32", puzzle().encode("utf-32"))

# ---- expressions ----

refused("parentheses", puzzle("(" * 100000 + "x" + ")" * 100000), "nested deeper than 64")
refused("parentheses that stay open", puzzle("(" * 500000), "nested deeper than 64")
refused("nots", puzzle("not " * 100000 + "x == 8"), "nested deeper than 64")
refused("minuses", puzzle("x == " + "- " * 100000 + "8"), "nested deeper than 64")
refused("brackets", puzzle("x in " + "[" * 100000, start="{x: 0}"), "nested deeper than 64")
refused("indices", puzzle("x" + "[x" * 100000 + "]" * 100000 + " == 8"), "nested deeper than 64")
refused("a long sum", puzzle(" + ".join(["x"] * 100000) + " == 8"), "over 400 operations")
refused("a long chain of ors", puzzle(" or ".join(["x == 8"] * 50000)), "over 400 operations")
refused("a long chain of comparisons", puzzle(" <= ".join(["x"] * 100000)), "over 400 operations")
refused("a long chain of ifs", puzzle("x == 8 if x == 1 else " * 20000 + "x == 8"), "nested deeper than 64")
refused("a long list", puzzle("x in [" + "8, " * 400000 + "8]"))
refused("aggregates in one another", puzzle("all(" * 100 + "x == 8" + "".join(" for a%d in 0..1)" % i for i in range(100))), "nested deeper than 64")
refused("indices after one another", puzzle("x" + "[0]" * 100000 + " == 8"), "over 400 operations")
refused("names after one another", puzzle("count(x == 8" + "".join(" for a%d in 0..1" % i for i in range(30000)) + ") == 1"), "more than 64 bindings")
refused("a choose of many names", puzzle(move="choose: " + ", ".join("a%d in 0..1" % i for i in range(30000))), "more than 64 bindings")
refused("a name of 1 MiB", puzzle("x" * 900000 + " == 8"))
refused("a number of 1 MiB", puzzle("x == " + "9" * 900000), "64 bits")
refused("calls of nothing", puzzle("f(" * 60 + "x" + ")" * 60 + " == 8"), "unknown function")
refused("20,000 mistakes", puzzle(more="never:\n" + "".join("  r%d: y%d == 1\n" % (i, i) for i in range(20000))), "20 errors or more")
refused("ifs that are guessed", puzzle("(" * 60 + "nothing" + " if x == 1 else y)" * 60 + " == 8"))
refused("a define that doubles 64 times, evaluated", puzzle(
    "x == 8", state="x: 0..8\n  y: 0..d64", start="{x: 0, y: 0}",
    more="define:\n  d0: 1\n" + "".join("  d%d: d%d + d%d\n" % (i, i - 1, i - 1) for i in range(1, 65))))
refused("a define with a parameter that doubles 40 times, evaluated", puzzle(
    "x == 8", state="x: 0..8\n  y: 0..d40(1)", start="{x: 0, y: 0}",
    more="define:\n  d0(a): a\n" + "".join("  d%d(a): d%d(a) + d%d(a)\n" % (i, i - 1, i - 1) for i in range(1, 41))))
refused("a sum that never ends", puzzle("x == 8", more="constants:\n  n: sum(a for a in 0..9223372036854775807 if a < 0)\n"))
refused("defines that call each other", puzzle("d1000 == 8", more="define:\n  d0: x\n" + "".join(
    "  d%d: d%d\n" % (i, i - 1) for i in range(1, 1001))), "64 deep")

# ---- sizes ----

HUGE = "0..9223372036854775807"
refused("an array over all numbers", puzzle(state="x: 0..8\n  y[%s]: bool" % HUGE, start="{x: 0, y: true}"), "65536")
refused("an array over all numbers squared", puzzle(state="x: 0..8\n  y[0..4294967295, 0..4294967295]: bool", start="{x: 0, y: true}"), "65536")
refused("a state of 100,000 elements", puzzle(state="x: 0..8\n  y[0..99999]: 0..0", start="{x: 0, y: 0}"), "65536")
refused("a state of 65,536 numbers", puzzle(state="x: 0..8\n  y[0..65534]: %s" % HUGE, start="{x: 0, y: 0}"), "4096 bits")
refused("a constant over all numbers", puzzle(more="constants:\n  c[%s]: 1\n" % HUGE), "1000000")
refused("subsets of 63", puzzle(move="choose: s in subsets(many)", more="types:\n  many: 1..63\n"), "62")
refused("a map of a long row and many short ones", puzzle(more="constants:\n  m: |\n    " + "#" * 2000 + "\n" + "    #\n" * 2000), "more than 1000000 cells")
CASES.append(("starts without number", puzzle(state="x: 0..8\n  y: %s" % HUGE, start="{x: 0, y: any}"), (2, 4), "error: ", ("solve", "--trace", "none")))
refused("moves without number", puzzle(move="choose: a in %s\n    - set: x = 0 if a > 0 else 8" % HUGE), command=("solve", "--trace", "none"))
refused("filters without number", puzzle(move="choose: a in %s if a < 0\n    - set: x = 0" % HUGE), command=("solve", "--trace", "none"))
refused("subsets of 62, all of them", puzzle(move="choose: s in subsets(many) if len(s) + x > 71\n    - set: x = 8", more="types:\n  many: 1..62\n"), command=("solve", "--trace", "none"))
refused("a goal that counts without end", puzzle("count(a > x for a in %s) == 0" % HUGE), command=("solve", "--trace", "none"))
taken("45,000 params", puzzle(more="params:\n" + "".join("  p%d: 1\n" % i for i in range(45000))))
taken("20,000 constants, each from the one before", puzzle(more="constants:\n  c0: 1\n" + "".join("  c%d: 1 + c%d\n" % (i, i // 2) for i in range(1, 20000))))
taken("90,000 values", puzzle(more="types:\n  t: [" + ", ".join("v%d" % i for i in range(90000)) + "]\n"))
taken("9,000 types of ten values", puzzle(more="types:\n" + "".join("  t%d: [%s]\n" % (i, ", ".join("v%d_%d" % (i, k) for k in range(8))) for i in range(9000))))
taken("5,000 parts of one type", puzzle(more="types:\n  t: [" + ", ".join("v%d" % i for i in range(5000)) + "]\n" + "".join("  t%d: [v%d, v%d]\n" % (i, i, (i + 1) % 5000) for i in range(5000))))
refused("10,000 names that are missing among 10,000", puzzle(more="params:\n" + "".join("  p%d: 1\n" % i for i in range(10000)) + "never:\n" + "".join("  r%d: q%d == 1\n" % (i, i) for i in range(10000))))
taken("20,000 rules", puzzle(more="never:\n" + "".join("  r%d: x == 9\n" % i for i in range(20000))))
taken("9,000 costs", puzzle(more="costs:\n" + "".join("  c%d: x\n" % i for i in range(9000))))
taken("30,000 steps", puzzle(move="\n    - ".join("guard: x < %d" % (i % 9) for i in range(30000))))
taken("10,000 names of guards", puzzle(move="\n    - ".join("guard: x < 9\n      else: g%d" % i for i in range(10000))))
taken("a list of 90,000 numbers", puzzle("x in n", more="constants:\n  n: [" + ", ".join(map(str, range(90000))) + "]\n"))
taken("a mapping of 40,000 keys", puzzle("n[x] == 1", more="constants:\n  n: {" + ", ".join("%d: 1" % i for i in range(40000)) + "}\n"))
refused("a mapping with a key that is there twice", puzzle("n[x] == 1", more="constants:\n  n: {1: 1, 1 : 2}\n"), "appears twice")
taken("a variable of 63 bits", puzzle(state="x: 0..8\n  y: %s" % HUGE, start="{x: 0, y: 0}"))
taken("a state of 4,000 bits", puzzle(state="x: 0..8\n  y[0..3999]: bool", start="{x: 0, y: false}"))
taken("subsets of 62, none of them", puzzle(move="choose: s in subsets(many) if len(s) > 62\n    - set: x = 8", more="types:\n  many: 1..62\n"))
taken("subsets of 62, few of them", puzzle(move="choose: s in subsets(many, 0..1)\n    - set: x = 8", more="types:\n  many: 1..62\n"))
taken("64 deep, and no deeper", puzzle("(" * 63 + "x" + ")" * 63 + " == 8"))
taken("2,000 moves", puzzle(more="").replace("moves:\n", "moves:\n" + "".join("  m%d:\n    - set: x = %d\n" % (i, i % 9) for i in range(2000))))


def limit(most):
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not SANITIZED:
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def run(text, command, folder):
    path = os.path.join(folder, "hostile.yaml")
    with open(path, "wb") as stream:
        stream.write(text.encode() if isinstance(text, str) else text)
    begun = time.monotonic()
    process = subprocess.Popen([WGCQ, command[0], "hostile.yaml", *command[1:]], cwd=folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=lambda: limit(MEMORY_MOST[command[0]]))
    try:
        out, err = process.communicate(timeout=SECONDS_MOST)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return None, b"", b"", time.monotonic() - begun
    return process.returncode, out, err, time.monotonic() - begun


def judge(status, wanted, says, out, err):
    """What is wrong, in lines."""
    output = out + err
    wrong = []
    if status is None:
        return ["it is not done in %d seconds" % SECONDS_MOST]
    if status not in wanted:
        wrong.append("it ends with status %d" % status)
    if says and says.encode() not in err:
        wrong.append("it does not say %r" % says)
    if status == 2 and not re.search(rb"^hostile\.yaml(:\d+:\d+)?: error: ", err, re.M):
        wrong.append("it does not say where")
    if re.search(rb"[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]", output):
        wrong.append("a control character comes out")
    try:
        output.decode()
    except UnicodeDecodeError:
        wrong.append("what comes out is not UTF-8")
    if len(err) > 100000:
        wrong.append("it says %d bytes" % len(err))
    return wrong


def main():
    failed = 0
    cases = [case for case in CASES if any(word in case[0] for word in sys.argv[1:])] if sys.argv[1:] else CASES[TURN % EVERY::EVERY]
    print("1..%d" % len(cases))
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, text, wanted, says, command) in enumerate(cases, 1):
            status, out, err, seconds = run(text, command, folder)
            wrong = judge(status, wanted, says, out, err)
            print("%s %d - %s" % ("not ok" if wrong else "ok", number, name.replace("#", "\\#")))
            print("# %.2f s" % seconds)
            for line in wrong:
                print("# " + line)
            if wrong:
                for line in err.decode("utf-8", "backslashreplace").splitlines()[:6]:
                    print("# | " + line[:200])
            failed += bool(wrong)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
