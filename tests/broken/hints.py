#!/usr/bin/python3
"""A hint can be followed: what it says to write is written, and the error is gone.

Prints TAP.  Every error of tests/broken/NAME.expected whose hint has text to be typed (behind "did you mean", "write", "as in",
"say", "quote") is mended in NAME.yaml as the hint says, by a rule below, and checked again.  The error must be gone, and no other
may be in what was written.  A hint of words alone is one of WORDS; one that is neither is a failure, so that a new hint gets a rule.
"""
import collections
import glob
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
WGCQ = os.path.abspath(os.environ.get("WGCQ", os.path.join(HERE, "..", "..", "build", "wgcq")))
PATIENCE = 10 * int(os.environ.get("PATIENCE", "1"))

Error = collections.namedtuple("Error", "line column length text hint")

# Hints that name no text, or leave a part of it to the writer ("...").
WORDS = [
    r"rename one of them$", r"^if they are several", r"^a name is letters", r"^is the closing quote missing", r"over several lines, or in quotes$",
    r"^`:5`, `:05`", r"line of its own for each key$", r"^put the (whole text|comment)", r"make one of them: count", r"must be quoted",
    r"^a define may not be recursive", r"\.\.\.", r"^true and false are the type bool", r"^to be (one of several|in a range)",
    r"^the keys are", r"^the key `deadlock: forbidden`", r"^the aggregates are", r"^numbers are decimal", r"begins with '#' and is a comment",
    r"^len takes", r"^leave it out", r"^its glyphs are", r"missing", r"^inside of ", r"^indent ", r"^give a part of it a name", r"^a step is one of",
    r"^a text of rows", r"^a row: write", r"^a range holds both its ends", r"^count in a smaller unit", r"^begin it", r"^as in `",
    r"^a value of it is written", r"^'for' is a keyword", r"^at least is ", r"^write v for v in TYPE", r"^write a product: a \* a",
    r"^write 'A if C else B'", r"^'//' divides", r"one ':' behind", r"^a literal .* is written", r"^an empty text is written",
    r"written with two dots", r"^an element of an array is written", r"^write '\|", r"^a cost that no move has", r"^did you mean '.*' or '.*'\?",
    r"^quote a glyph", r"^quote a literal '.': \".\"$", r"^the key '.*' exists",
    r"^`final` alone gives it", r"^what may be none is declared so", r"^begin with \[\]", r"^give it one under `types`", r"^lists are joined by", r"^set all of it", r"^an enumeration has no successor", r"^a number has a range",
    r"^old\(x\) is x before a move", r"every state (is an|under) `invariant`$", r"^write `infinitely often`$", r"^write `A leads to B` alone$",
    r"^write what varies in braces", r"^a move is `weak` or `strong`$", r"^its attributes are", r"^the shapes are", r"^a colour is a name",
]


def errors_of(said):
    found, lines = [], said.splitlines()
    for number, line in enumerate(lines):
        head = re.match(r"[^:]*:(\d+):(\d+): error: (.*)", line)
        if not head:
            continue
        caret = re.match(r" *(\^~*)", lines[number + 2]) if number + 2 < len(lines) else None
        hint = next((l[6:] for l in lines[number + 1:number + 4] if l.startswith("hint: ")), None)
        found.append(Error(int(head[1]), int(head[2]), len(caret[1]) if caret else 1, head[3], hint))
    return found


def replaced(lines, error, text):
    """The puzzle with what is underlined replaced."""
    made = list(lines)
    line, at = made[error.line - 1], error.column - 1
    made[error.line - 1] = line[:at] + text + line[at + error.length:]
    return made


def with_type(lines, declaration):
    """A type more."""
    for number, line in enumerate(lines):
        if line.startswith("types: {"):
            return lines[:number] + [line.replace("{", "{%s, " % declaration, 1)] + lines[number + 1:]
        if line.rstrip() == "types:":
            return lines[:number + 1] + ["  " + declaration] + lines[number + 1:]
    return lines + ["types:", "  " + declaration]


def name_its_list(lines, error, found):
    return with_type(replaced(lines, error, found[2]), found[1])


def step_of_its_own(lines, error, found):
    line = lines[error.line - 1]
    indent = line[:len(line) - len(line.lstrip())]
    before = line[:error.column - 1].rstrip().rstrip(",")
    return lines[:error.line - 1] + [before, indent + found[1]] + lines[error.line:]


def pairs(lines, error, found):
    name = found[1].split(":")[0]
    made = [re.sub(r"^( +)%s: .*" % name, r"\g<1>" + found[1].replace("\\", ""), line) for line in lines]
    line = made[error.line - 1]
    made[error.line - 1] = re.sub(r"\b\w+ in %s\[[^]]*\]" % name, found[2], line)
    return made


def whole_text(lines, error, text):
    """The scalar that the place is in: what is behind the last ': ' or '- ' before it."""
    made = list(lines)
    line = made[error.line - 1]
    behind = max(line.rfind(": ", 0, error.column), line.rfind("- ", 0, error.column)) + 2
    made[error.line - 1] = line[:behind] + text
    return made


def as_mapping(lines, error, found):
    line = lines[error.line - 1]
    said = re.split("[,;]", line[line.index("set: ") + 5:].strip('"'))
    return whole_text(lines, error, "{%s}" % ", ".join(": ".join(part.strip() for part in one.split("=", 1)) for one in said))


def rename(lines, error, found):
    """The name that is underlined, everywhere."""
    line, at = lines[error.line - 1], error.column - 1
    return [other.replace(line[at:at + error.length], found[1]) for other in lines]


def write(lines, error, found):
    return replaced(lines, error, found[1])


RULES = [
    (r"give its list a name under `types`, as in '([^']*)', and write '([^']*)'", name_its_list),
    (r"^say which, as in '([^']*)'", write),
    (r"^did you mean '([^']*)'\?$", write),
    (r"^did you mean '([^']*)' in place of '([^']*)'\?$",
     lambda lines, error, found: lines[:error.line - 1] + [lines[error.line - 1].replace(found[2], found[1])] + lines[error.line:]),
    (r"'(- choose: first .*)'$", step_of_its_own),
    (r"^write it as pairs, '([^']*)', and '(.*)'$", pairs),
    (r"^a character has quotes within them: write (.*)$", write),
    (r"^a character has quotes: write (\"[^\"]*\")$", write),
    (r"^a character has quotes: write (.*)$", lambda lines, error, found: whole_text(lines, error, found[1])),
    (r"^write (\w+)$", rename),
    (r"^write (not \w+)$", write),
    (r"^choices are separated by '(,)'$", write),
    (r"several (?:assignments )?are a mapping", as_mapping),
    (r"^write '(not)' for '!'",
     lambda lines, error, found: lines[:error.line - 1] + [lines[error.line - 1].replace("!", "not ")] + lines[error.line:]),
    (r"^write '(not [a-z]+)', or put it in quotes", lambda lines, error, found: whole_text(lines, error, found[1])),
    (r"^write (\{[^{}]*: [^{}]*\})$", lambda lines, error, found: whole_text(lines, error, found[1])),
    (r"^write (\"[^\"]*\")$", lambda lines, error, found: replaced(lines, error, found[1])),
]


def check(lines, folder, name):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as stream:
        stream.write("\n".join(lines) + "\n")
    done = subprocess.run([WGCQ, "check", name], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE,
                          env={**os.environ, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"})
    return done.returncode, done.stderr.decode("utf-8", "replace")


def mended(lines, error):
    for pattern, rule in RULES:
        found = re.search(pattern, error.hint)
        if found:
            return rule(lines, error, found)
    return None


def judge(name, folder, lines, all_errors, error):
    """None: the hint was followed, and helped."""
    new = mended(lines, error)
    if new is None:
        return None if any(re.search(words, error.hint) for words in WORDS) else "no rule says how to follow it"
    status, said = check(new, folder, name)
    left = errors_of(said)
    place = range(error.column, error.column + max(1, len(new[error.line - 1]) - len(lines[error.line - 1]) + error.length))
    if any(other.text == error.text and other.line == error.line for other in left):
        return "the error is still there: %s" % new[error.line - 1]
    if any(other.line == error.line and other.column in place for other in left):
        return "another error is in its place: %s" % said
    return "status %d: %s" % (status, said) if status and not left else None


def main():
    print("# hints that are followed")
    number = followed = worded = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(glob.glob(os.path.join(HERE, "*.expected"))):
            name = os.path.basename(path)[:-len(".expected")] + ".yaml"
            with open(path, encoding="utf-8") as stream:
                all_errors = errors_of(stream.read())
            try:
                with open(os.path.join(HERE, name), encoding="utf-8") as stream:
                    lines = stream.read().splitlines()
            except UnicodeDecodeError:
                continue
            if not any(error.hint for error in all_errors) or lines[0].startswith("# arguments: "):
                continue
            for error in all_errors:
                if not error.hint:
                    continue
                number += 1
                wrong = judge(name, folder, lines, all_errors, error)
                followed += mended(lines, error) is not None
                worded += mended(lines, error) is None
                failed += wrong is not None
                print("%s %d - %s:%d: %s" % ("not ok" if wrong else "ok", number, name, error.line, error.hint.replace("#", "\\#")))
                for line in (wrong or "").splitlines():
                    print("# " + line)
    print("# %d hints followed, %d of words alone" % (followed, worded))
    print("1..%d" % number)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
