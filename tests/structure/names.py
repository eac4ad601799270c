#!/usr/bin/python3
"""No name stands for two things: functions and types of lib/ and cli/ are defined once.  Prints TAP.

A static function says what it does without the name of its file, so that a backtrace or a search finds one place.

tests/structure/names.py [FOLDER]     only what FOLDER has part in
"""
import collections
import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FUNCTION = re.compile(r"^(?!typedef|extern|return|else)[A-Za-z_][\w \t*]*?\b(\w+)\((?:[^;{}()]|\([^;{}()]*\))*\)\s*\n\{", re.MULTILINE)
TYPE = re.compile(r"^typedef (?:struct|enum|union)(?: \w+)? \{.*?^\} (\w+);", re.MULTILINE | re.DOTALL)


def sources():
    return sorted(path for top in ("lib", "cli") for ending in ("c", "h")
                  for path in glob.glob(f"{top}/**/*.{ending}", recursive=True))


def twice(pattern):
    places = collections.defaultdict(list)
    for path in sources():
        with open(path, encoding="utf-8") as stream:
            for name in pattern.findall(stream.read()):
                places[name].append(path)
    places.pop("main", None)  # a program's
    folder = sys.argv[1] if len(sys.argv) > 1 else ""
    return [f"{name}: {' '.join(paths)}" for name, paths in sorted(places.items())
            if len(paths) > 1 and any(path.startswith(folder) for path in paths)]


def main():
    os.chdir(ROOT)
    for number, (what, pattern) in enumerate((("function", FUNCTION), ("type", TYPE)), 1):
        wrong = twice(pattern)
        print(f"{'not ok' if wrong else 'ok'} {number} - no {what} is defined twice")
        for line in wrong:
            print(f"#   {line}")
    print("1..2")


main()
