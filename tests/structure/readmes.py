#!/usr/bin/python3
"""The READMEs name what exists: their paths, the functions of the walk in lib/README.md, and its table of rooms.  Prints TAP.

tests/structure/readmes.py [--update]     --update writes what rooms.py allows into the table
"""
import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = "lib/README.md"
EXTENSIONS = "ts mjs css html c h md py def sql sh bats yaml json bash"


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def files():
    return set(subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard"],
                              capture_output=True, text=True, check=True).stdout.split())


def missing_paths(page, known):
    """File names in code marks or figures that are the end of no path of the tree; NAME and x stand for any."""
    text = read(page)
    names = set(re.findall(r"`([\w./-]+\.(?:%s))`" % EXTENSIONS.replace(" ", "|"), text))
    for figure in re.findall(r"```text\n(.*?)```", text, re.DOTALL):
        names |= set(re.findall(r"[\w/]+\.[ch]\b", figure))
    return sorted(f"{page}: {name}" for name in names if not re.search(r"NAME|(?:^|[/_])x\.", name)
                  and not any(path == name or path.endswith("/" + name.removeprefix("../")) for path in known))


def missing_functions():
    """Functions of the walk, by `name()`, that no source defines."""
    walk = re.search(r"```text\n(.*?)```", read(PAGE), re.DOTALL).group(1)
    sources = "\n".join(read(path) for top in ("lib", "cli") for path in glob.glob(f"{top}/**/*.c", recursive=True))
    return sorted(name for name in set(re.findall(r"\b(\w+)\(\)", walk))
                  if not re.search(rf"^[a-z][^;=\n]*\b{name}\(", sources, re.MULTILINE))


def rooms():
    """{room: [the rooms it may use]}: the table in rooms.py."""
    text = read("tests/structure/rooms.py")
    return {room: used.split() for room, used in re.findall(r'^    "([\w/]+)": "(.*)",$', text, re.MULTILINE)}


def cell(room):
    return ", ".join(name.removeprefix("lib/") for name in rooms()[room]) or "-"


def update():
    text = re.sub(r"^\| `(lib/[\w/]+)/` \| (.*) \|[^|]*\|$",
                  lambda row: f"| `{row[1]}/` | {row[2]} | {cell(row[1])} |", read(PAGE), flags=re.MULTILINE)
    with open(PAGE, "w", encoding="utf-8") as file:
        file.write(text)


def wrong_rows():
    rows = dict(re.findall(r"^\| `(lib/[\w/]+)/` \| .* \| ?([^|]*) \|$", read(PAGE), re.MULTILINE))
    known = [room for room in rooms() if room.startswith("lib/")]
    return [f"{room}: {rows.get(room, 'no row')}, should be {cell(room)}" for room in known
            if rows.get(room) != cell(room)] + [f"{room}: no such room" for room in rows if room not in known]


def main():
    os.chdir(ROOT)
    if "--update" in sys.argv:
        return update()
    known = files()
    results = [(f"the files named in {page}", missing_paths(page, known))
               for page in sorted(path for path in known if path.endswith("README.md"))]
    results += [(f"the functions of the walk in {PAGE}", missing_functions()),
                (f"the table of rooms in {PAGE} (--update)", wrong_rows())]
    for number, (name, wrong) in enumerate(results, 1):
        print(f"{'not ok' if wrong else 'ok'} {number} - {name}")
        for line in wrong[:20]:
            print(f"#   {line}")
    print(f"1..{len(results)}")


main()
