#!/usr/bin/python3
"""What each room of lib/ and cli/ may include, and whose symbols its objects may take.  Prints TAP.

A room is a folder.  ALLOWED has every room once, with the rooms it may use; data and includes flow
one way, so the table has no cycle.  A room may always use lib/wgcq.h and its parts.  Folders stay small enough to
be read as a list.

tests/structure/rooms.py [--table]     --table prints the edges that there are
"""
import collections
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get("BUILD", os.path.join(ROOT, "build"))
LINES_MOST = 4500
TOP = set("lib cli schemas puzzles tests Makefile README.md LICENSE".split())

ALLOWED = {
    "cli": "cli/args cli/commands cli/help cli/output",
    "cli/args": "cli/output cli/rows",
    "cli/commands": "cli/args cli/design cli/embed cli/opened cli/output cli/play cli/report cli/rows cli/sweep cli/watch",
    "cli/design": "cli/output cli/rows cli/sweep",
    "cli/embed": "cli/output cli/rows",
    "cli/help": "cli/args cli/commands cli/output",
    "cli/opened": "cli/args cli/output cli/report",
    "cli/output": "",
    "cli/play": "cli/args cli/output cli/rows",
    "cli/ranks": "cli/args cli/commands cli/help cli/opened cli/output",
    "cli/report": "cli/args cli/output cli/rows",
    "cli/rows": "cli/output",
    "cli/sqlite": "",
    "cli/sweep": "cli/output cli/report cli/rows",
    "cli/watch": "cli/output",
    "lib": "",
    "lib/answers": "lib/answers/classes lib/answers/counts lib/answers/coverage lib/answers/query lib/base lib/model lib/trace lib/trace/read",
    "lib/answers/classes": "lib/answers/query lib/answers/replay lib/base lib/base/containers lib/graph lib/graph/algorithms lib/graph/counts lib/model lib/puzzle lib/trace/read",
    "lib/answers/compare": "lib/answers/classes lib/answers/replay lib/base lib/base/containers lib/model lib/puzzle lib/trace lib/trace/read lib/trace/schema",
    "lib/answers/counts": "lib/answers/query lib/answers/replay lib/base lib/base/containers lib/graph lib/graph/algorithms lib/graph/counts lib/model lib/space lib/trace lib/trace/read",
    "lib/answers/coverage": "lib/answers/query lib/answers/replay lib/base lib/model lib/puzzle lib/trace lib/trace/read",
    "lib/answers/draw": "lib/answers/replay lib/base lib/base/containers lib/graph lib/graph/algorithms lib/graph/counts lib/model lib/trace lib/trace/read lib/trace/schema",
    "lib/answers/journeys": "lib/base lib/journey/iterate lib/trace lib/trace/read",
    "lib/answers/query": "lib/answers/replay lib/base lib/base/containers lib/graph lib/graph/algorithms lib/graph/counts lib/model lib/puzzle lib/trace lib/trace/read lib/trace/schema",
    "lib/answers/replay": "lib/base lib/base/containers lib/graph lib/graph/algorithms lib/model lib/puzzle lib/space lib/trace lib/trace/read",
    "lib/answers/verify": "lib/answers/replay lib/base lib/base/containers lib/graph lib/model lib/properties lib/properties/recheck lib/puzzle lib/trace lib/trace/read",
    "lib/base": "",
    "lib/base/containers": "lib/base",
    "lib/base/files": "lib/base",
    "lib/graph": "lib/base lib/base/containers lib/model",
    "lib/graph/algorithms": "lib/base lib/base/containers lib/graph",
    "lib/graph/fair": "lib/base lib/base/containers lib/graph",
    "lib/graph/counts": "lib/base lib/base/containers lib/graph lib/graph/algorithms",
    "lib/c_model": "lib/base lib/base/containers lib/journey lib/model",
    "lib/imports": "lib/base lib/imports/pddl lib/imports/task lib/puzzle/source",
    "lib/imports/pddl": "lib/base lib/base/containers lib/imports/task lib/puzzle/source",
    "lib/imports/task": "lib/base lib/base/containers lib/puzzle/source",
    "lib/journey": "lib/base lib/journey/trace lib/journey/tables",
    "lib/journey/iterate": "lib/base lib/journey lib/journey/trace",
    "lib/journey/tables": "lib/base",
    "lib/journey/trace": "lib/base lib/trace/schema lib/trace/sqlitefile",
    "lib/model": "lib/base",
    "lib/properties": "lib/base lib/base/containers lib/graph lib/graph/fair lib/model",
    "lib/properties/recheck": "lib/base lib/base/containers lib/graph lib/model",
    "lib/puzzle": "lib/base lib/base/containers lib/model lib/puzzle/ast lib/puzzle/backward lib/puzzle/compile lib/puzzle/interp lib/puzzle/patterns lib/puzzle/sections lib/puzzle/source lib/puzzle/symmetry lib/puzzle/vm",
    "lib/puzzle/ast": "lib/base lib/model lib/puzzle/source",
    "lib/puzzle/backward": "lib/base lib/base/containers lib/model lib/puzzle/ast lib/puzzle/compile lib/puzzle/patterns lib/puzzle/vm",
    "lib/puzzle/scope": "lib/base lib/base/containers lib/puzzle/ast lib/puzzle/parse lib/puzzle/source",
    "lib/puzzle/check": "lib/base lib/base/containers lib/puzzle/ast lib/puzzle/interp lib/puzzle/parse lib/puzzle/scope lib/puzzle/source",
    "lib/puzzle/dag": "lib/base",
    "lib/puzzle/compile": "lib/base lib/base/containers lib/puzzle/ast lib/puzzle/dag",
    "lib/puzzle/formula": "lib/base lib/puzzle/parse lib/puzzle/source",
    "lib/puzzle/interp": "lib/base lib/base/containers lib/model lib/puzzle/ast",
    "lib/puzzle/parse": "lib/base lib/puzzle/source",
    "lib/puzzle/sections": "lib/base lib/base/containers lib/puzzle/ast lib/puzzle/check lib/puzzle/parse lib/puzzle/scope lib/puzzle/source",
    "lib/puzzle/codegen": "lib/base lib/puzzle/compile lib/puzzle/dag",
    "lib/puzzle/patterns": "lib/base lib/model lib/puzzle/ast lib/puzzle/compile lib/puzzle/dag",
    "lib/puzzle/source": "lib/base",
    "lib/puzzle/symmetry": "lib/base lib/base/containers lib/puzzle/ast lib/puzzle/compile lib/puzzle/dag",
    "lib/puzzle/vm": "lib/base lib/base/containers lib/model lib/puzzle/ast lib/puzzle/codegen lib/puzzle/compile lib/puzzle/dag lib/puzzle/interp",
    "lib/run": "lib/answers/replay lib/base lib/base/containers lib/base/files lib/graph lib/graph/algorithms lib/model lib/properties lib/run/options lib/run/rows lib/run/shards lib/search lib/search/engine lib/search/ranks lib/search/spill lib/search/spill_rows lib/trace lib/trace/read lib/trace/write",
    "lib/run/solve": "lib/base lib/base/containers lib/graph/algorithms lib/model lib/puzzle lib/run lib/run/options lib/run/rows lib/search lib/search/engine lib/search/ranks lib/space lib/trace lib/trace/read lib/trace/write",
    "lib/run/options": "lib/base lib/model lib/trace",
    "lib/run/rows": "lib/base lib/base/containers lib/graph lib/model lib/trace lib/trace/write",
    "lib/run/shards": "lib/base lib/base/files lib/model lib/space lib/trace lib/trace/read",
    "lib/run/stored": "lib/answers lib/answers/compare lib/answers/draw lib/answers/query lib/answers/replay lib/answers/verify lib/base lib/base/files lib/model lib/puzzle lib/run lib/run/options lib/run/shards lib/trace lib/trace/read lib/trace/write",
    "lib/run/unstored": "lib/base lib/base/containers lib/model lib/run lib/search lib/space lib/trace lib/trace/write",
    "lib/search": "lib/base lib/base/containers lib/model lib/search/engine lib/search/levels lib/search/ranks lib/search/spill lib/search/spill_rows lib/search/sweep lib/space",
    "lib/search/engine": "lib/base lib/base/containers lib/model lib/space",
    "lib/search/levels": "lib/base lib/base/containers lib/model lib/search/engine lib/space",
    "lib/search/ranks": "lib/base lib/base/containers lib/model lib/search/engine lib/search/levels lib/search/sweep lib/space lib/space/sets",
    "lib/search/spill": "lib/base lib/base/containers lib/base/files lib/model lib/search/engine lib/search/levels lib/search/ranks lib/search/sweep lib/space/files",
    "lib/search/spill_rows": "lib/base lib/model lib/search/engine lib/search/levels lib/search/ranks lib/search/sweep lib/space/files",
    "lib/search/sweep": "lib/base lib/base/containers lib/model lib/search/engine lib/search/levels lib/space lib/space/sets",
    "lib/space": "lib/base lib/base/containers lib/model lib/space/sets",
    "lib/space/files": "lib/base lib/base/containers lib/base/files lib/space",
    "lib/space/sets": "lib/base lib/base/containers lib/model",
    "lib/stream": "lib/answers/query lib/answers/replay lib/base lib/graph lib/graph/algorithms lib/model lib/run lib/run/options lib/search lib/trace lib/trace/read lib/trace/schema",
    "lib/trace": "lib/base lib/graph lib/model",
    "lib/trace/read": "lib/base lib/graph lib/model lib/trace lib/trace/schema lib/trace/sqlitefile",
    "lib/trace/schema": "lib/base lib/base/files lib/model lib/trace lib/trace/sqlitefile",
    "lib/trace/sqlitefile": "lib/base lib/base/containers",
    "lib/trace/write": "lib/base lib/base/files lib/graph lib/model lib/trace lib/trace/read lib/trace/schema lib/trace/sqlitefile",
}


def sources():
    return sorted(path for top in ("lib", "cli") for ending in ("c", "h")
                  for path in glob.glob(f"{top}/**/*.{ending}", recursive=True) if not path.startswith("cli/page/"))


def page_sources():
    """The page is no room of C, nor are the headers its engine has in place of a system's: its files are counted only."""
    return [path for top in ("cli/page", "tests/page") for path in glob.glob(f"{top}/**/*.*", recursive=True)]


def target(path, name):
    """The file that an include in quotation marks means."""
    for folder in ("lib", "cli", os.path.dirname(path)):
        found = os.path.normpath(os.path.join(folder, name))
        if os.path.exists(found):
            return found
    return None


def includes():
    """{(room, room): [what includes what]}, and includes of nothing."""
    edges, missing = collections.defaultdict(list), []
    for path in sources():
        with open(path, encoding="utf-8") as stream:
            names = re.findall(r'^\s*#\s*include\s+"([^"]+)(?<!\.lines)"', stream.read(), re.MULTILINE)  # .lines: made of a text
        for name in names:
            found = target(path, name)
            if not found:
                missing.append(f"{path}: {name}")
            elif not re.fullmatch(r"lib/wgcq\w*\.h", found) and os.path.dirname(path) != os.path.dirname(found):
                edges[os.path.dirname(path), os.path.dirname(found)].append(f"{path} includes {name}")
    return edges, missing


def symbols(paths):
    """Object, name and kind of each symbol."""
    lines = subprocess.run(["nm", "-P", "-A", "-g", *paths], capture_output=True, text=True, check=True).stdout.splitlines()
    return [(path[:-1], name, kind) for path, name, kind, *_ in map(str.split, lines)]


def links():
    """The same edges out of the library's objects, but for the functions of wgcq.h, which any room may define."""
    objects = {os.path.join(BUILD, source[:-2] + ".o"): source for source in sources() if re.match("lib/.*[.]c$", source)}
    owner, takes = {}, collections.defaultdict(set)
    for path, name, kind in symbols(filter(os.path.exists, objects)):
        if kind == "U":
            takes[objects[path]].add(name)
        elif kind.isupper():
            owner[name] = objects[path]
    edges = collections.defaultdict(list)
    for source, names in takes.items():
        for name in names:
            other = owner.get(name)
            if other and not name.startswith("wgcq_") and os.path.dirname(other) != os.path.dirname(source):
                edges[os.path.dirname(source), os.path.dirname(other)].append(f"{source} takes {name} of {other}")
    return edges


def circle():
    """A room that reaches itself through the table, or None."""
    def reached(room, seen):
        for other in ALLOWED[room].split():
            if other not in seen:
                seen.add(other)
                reached(other, seen)
        return seen
    return next((room for room in ALLOWED if room in reached(room, set())), None)


def alike():
    """Files of one name: a header and its source are one."""
    places = collections.defaultdict(set)
    for path in sources():
        places[os.path.basename(path)[:-2]].add(os.path.dirname(path))
    return [f"{name}: {' '.join(sorted(folders))}" for name, folders in places.items() if len(folders) > 1]


def strays():
    """What lies at the top and should not: dotfiles and a licence may."""
    tracked = subprocess.run(["git", "ls-files"], capture_output=True, text=True, check=True).stdout.split("\n")
    return sorted({path.split("/")[0] for path in tracked if path and not path.startswith(".")} - TOP)


def main():
    os.chdir(ROOT)
    edges, missing = includes()
    linked = links()
    if "--table" in sys.argv:
        uses = collections.defaultdict(set)
        for a, b in [*edges, *linked]:
            uses[a].add(b)
        for room in sorted({os.path.dirname(path) for path in sources()}):
            print(f'    "{room}": "{" ".join(sorted(uses[room]))}",')
        return
    rooms = sorted({os.path.dirname(path) for path in sources()})
    folders = collections.Counter()
    for path in [*sources(), *page_sources()]:
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            folders[os.path.dirname(path)] += sum(1 for _ in file)
    crowds = [f"{room}: {n}" for room, n in folders.items() if n > LINES_MOST]
    results = [("only what belongs there lies at the top", strays()),
               ("every include is there", missing),
               ("no two files of one name", alike()),
               (f"no folder of more than {LINES_MOST} lines", crowds),
               ("the table is of the rooms that there are", sorted(set(rooms) ^ set(ALLOWED))),
               ("no room uses itself through others", [c for c in [circle()] if c])]
    for room in rooms:
        allowed = set(ALLOWED.get(room, "").split())
        wrong = [line for found in (edges, linked) for (a, b), lines in sorted(found.items())
                 if a == room and b not in allowed for line in lines[:3]]
        results.append((f"{room} uses what it may", wrong))
    for number, (name, wrong) in enumerate(results, 1):
        print(f"{'not ok' if wrong else 'ok'} {number} - {name}")
        for line in wrong[:20]:
            print(f"#   {line}")
    print(f"1..{len(results)}")


main()
