#!/usr/bin/python3
"""One cause, one error: the puzzles of the shelf with one name deleted, doubled, misspelled or put elsewhere.

Prints TAP.  Each mutation changes one word of a puzzle's text.  `wgcq check` must end with 0 or 2, and a puzzle with one mistake must
not be told more than MOST errors; over all of them the mean is bounded, too, and the distribution is printed.

How many errors they have is asked of LEAST mutants or more; a sanitized program tries 333 of 2,000.

tests/broken/mutations.py [--mutations N] [--seed N] [--show]     --show prints the worst
"""
import collections
import concurrent.futures
import glob
import os
import random
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
WGCQ = os.path.abspath(os.environ.get("WGCQ", os.path.join(HERE, "..", "..", "build", "wgcq")))
PATIENCE = 20 * int(os.environ.get("PATIENCE", "1"))
MOST = 2
LEAST = 1000
USUAL = 2000 if os.environ.get("WHOLE") else 6000 // int(os.environ.get("PARTS") or 3)
KEYWORDS = set("and or not if else in for true false first any all count sum min max choose guard set let cost".split())
WORD = re.compile(r"[A-Za-z_]\w*")


def option(name, default):
    return int(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else default


def words_of(text):
    """Where the names of a puzzle are: not in comments, in its title or in `about`."""
    about = re.search(r"^about: *[|>].*\n(?:(?:[ ].*)?\n)*|^about:.*\n(?:[ ].*\n)*", text, re.M)
    found = []
    for word in WORD.finditer(text):
        line = text[text.rfind("\n", 0, word.start()) + 1:word.start()]
        if "#" in line or line.startswith(("puzzle:", "about:")) or word[0] in KEYWORDS or "|" in line:
            continue
        if about and about.start() <= word.start() < about.end():
            continue
        found.append(word)
    return found


def delete(text, word, draw):
    return text[:word.start()] + text[word.end():]


def rename(text, word, draw):
    letters = list(word[0])
    letters[draw.randrange(len(letters))] = draw.choice("qxz")
    return text[:word.start()] + "".join(letters) + text[word.end():]


def double(text, word, draw):
    return text[:word.end()] + " " + word[0] + text[word.end():]


def exchange(text, word, draw):
    other = draw.choice(words_of(text))[0]
    return text[:word.start()] + other + text[word.end():]


KINDS = [delete, rename, double, exchange]


def mutate(seed, texts):
    draw = random.Random(seed)
    path = draw.choice(sorted(texts))
    kind = draw.choice(KINDS)
    word = draw.choice(words_of(texts[path]))
    return path, kind.__name__, word[0], texts[path].count("\n", 0, word.start()) + 1, kind(texts[path], word, draw)


def errors_in(folder, seed, text):
    name = "m%d.yaml" % seed
    with open(os.path.join(folder, name), "w", encoding="utf-8") as stream:
        stream.write(text)
    done = subprocess.run([WGCQ, "check", name], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE,
                          env={**os.environ, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"})
    said = done.stderr.decode("utf-8", "replace")
    os.remove(os.path.join(folder, name))
    return done.returncode, len(re.findall(r"^[^ ].*:\d+:\d+: error: ", said, re.M)), said


def main():
    count, first = option("--mutations", USUAL), option("--seed", int(os.environ.get("FIRST_SEED", "1")))
    texts = {path: open(path, encoding="utf-8").read() for path in glob.glob(os.path.join(HERE, "..", "..", "puzzles", "*.yaml"))}
    spread, worst, ends = collections.Counter(), [], set()
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        all_mutants = [(seed, *mutate(seed, texts)) for seed in range(first, first + count)]
        for mutant, (status, errors, said) in zip(all_mutants, pool.map(lambda m: errors_in(folder, m[0], m[5]), all_mutants)):
            spread[errors] += 1
            if status not in (0, 2) or (status == 2) != (errors > 0):
                ends.add("seed %d ends with %d: %s" % (mutant[0], status, said))
            if errors > MOST:
                worst.append((errors, mutant, said))
    print("1..3")
    print("# first seed %d" % first)
    print("# errors: " + ", ".join("%d in %d" % (errors, spread[errors]) for errors in sorted(spread)))
    for line in sorted(ends):
        print("# " + line)
    print("%s 1 - each mutant is right, or has errors" % ("not ok" if ends else "ok"))
    wrong = count - spread[0]
    mean = sum(errors * times for errors, times in spread.items()) / max(1, wrong)
    few = " # SKIP of %d mutants or more" % LEAST if count < LEAST else ""
    print("%s 2 - a mutant has %.3f errors in the mean%s" % ("ok" if few or mean <= 1.1 else "not ok", mean, few))
    many = len(worst) / max(1, wrong)
    for errors, mutant, said in sorted(worst, key=lambda w: -w[0])[:1000 if "--show" in sys.argv else 3]:
        print("# %d errors: seed %d, %s, %s '%s' in line %d" % (errors, mutant[0], os.path.basename(mutant[1]), *mutant[2:5]))
        if "--show" in sys.argv:
            print("\n".join("#   " + line for line in said.splitlines() if ": error: " in line))
    print("%s 3 - %d of %d wrong ones have more than %d%s" % ("ok" if few or many <= 0.01 else "not ok", len(worst), wrong, MOST, few))
    return bool(ends) or not few and (mean > 1.1 or many > 0.01)


if __name__ == "__main__":
    sys.exit(main())
