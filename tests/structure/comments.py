#!/usr/bin/python3
"""A comment's first sentence has a subject: it does not begin with Of, What, Those, Such or The same.  Prints TAP."""
import glob
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BEGIN = re.compile(r"^[ \t]*(?:/\*|//)\s*(?:Of|What|Those|Such|The same)\b.*", re.MULTILINE)


def main():
    os.chdir(ROOT)
    wrong = []
    for path in sorted(path for top in ("lib", "cli", "tests/unit") for path in glob.glob(f"{top}/**/*.*", recursive=True)
                       if path.endswith((".c", ".h", ".cc", ".hpp", ".def"))):
        with open(path, encoding="utf-8") as stream:
            text = stream.read()
        wrong += [f"{path}:{text.count(chr(10), 0, found.start()) + 1}: {found[0].strip()}" for found in BEGIN.finditer(text)]
    print(f"{'not ok' if wrong else 'ok'} 1 - every comment begins with its subject")
    for line in wrong:
        print(f"#   {line}")
    print("1..1")


main()
