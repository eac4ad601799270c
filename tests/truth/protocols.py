"""Protocols of the shelf: whether their properties over time hold, by rules written by hand and paths by their definitions.  Prints TAP.

    python3 tests/truth/protocols.py [--wgcq build/wgcq]

Each puzzle is asked as it is, without fairness, and with all that is fair weak and strong.  Its states and edges, the verdict on each property,
the moves of the shortest stem, and each path that violates one must be right.
"""

import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter

import yaml

import figures
import seeds
from fair_paths import FairPaths
from references import PROTOCOLS
from run import path_of

FAIR = re.compile(r"^fair:.*\n(?:  .*\n)+", re.MULTILINE)
FAIRNESS = {
    "as it is": (lambda text: text, lambda actions: actions),
    "without fairness": (lambda text: FAIR.sub("", text), lambda actions: []),
    "all weak": (lambda text: all_of(text, "weak"), lambda actions: [("weak", label) for _, label in actions]),
    "all strong": (lambda text: all_of(text, "strong"), lambda actions: [("strong", label) for _, label in actions]),
}


def all_of(text, kind):
    """The puzzle with all that is fair in one list."""
    found = FAIR.search(text)
    moves = [move for some in yaml.safe_load(found[0])["fair"].values() for move in some] if found else []
    return FAIR.sub(lambda _: f"fair:\n  {kind}: {json.dumps(moves)}\n", text)


def with_properties():
    for path in figures.puzzles():
        with open(path, encoding="utf-8") as file:
            if "\nproperties:" in file.read():
                yield os.path.basename(path)[:-5]


def printed_moves(report):
    """The labels of the path that --format line prints."""
    return [label for line in report.splitlines() if line.startswith("move ") and (label := line[7:].strip())]


class Asked:
    def __init__(self, wgcq, folder, reference, counted):
        self.wgcq, self.folder, self.reference, self.counted = wgcq, folder, reference, counted
        with open(path_of(reference.puzzle), encoding="utf-8") as file:
            self.text = file.read()

    def solve(self, text, form, *where):
        path = os.path.join(self.folder, "protocol.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        sets = [word for setting in self.reference.flags() for word in ("--set", setting)]
        return subprocess.run([self.wgcq, "solve", path, *(where or ("--trace", "none")), "--format", form, *sets], capture_output=True, text=True, check=False)

    def differences(self, fairness):
        edit, chosen = FAIRNESS[fairness]
        rules, graph, text = self.reference.rules, self.reference.graph, edit(self.text)
        paths = FairPaths(graph, chosen(list(rules.actions())), getattr(rules, "bounded", None))
        done = self.solve(text, "json")
        if done.returncode not in (0, 3, 5):
            return [f"exit {done.returncode}: {done.stderr}"]
        answer = json.loads(done.stdout)
        due = {"states": len(graph.depth), "edges": sum(map(len, graph.out.values()))}
        wrong = [f"{name}: {number} by hand, {answer[name]} by the program" for name, number in due.items() if answer[name] != number]
        found = answer["properties"]
        properties = list(rules.properties())
        if [(one["property"], one["kind"]) for one in found] != [(name, kind) for name, kind, *_ in properties]:
            return [*wrong, f"the properties are {found}"]
        for one, (name, kind, *conditions) in zip(found, properties):
            stem = paths.stem(kind, *conditions)
            self.counted[fairness, "violated" if stem is not None else "hold"] += 1
            if (one["holds"], one["stem"]) != (stem is None, stem):
                wrong.append(f"{name}: the shortest stem of a violation is {stem}, the program says {one}")
        return wrong or self.path_differs(paths, text, properties)

    def path_differs(self, paths, text, properties):
        """The path of each that is violated, as the file has it; the shortest is printed."""
        file = os.path.join(self.folder, "protocol.db")
        report = self.solve(text, "line", "-o", file, "--replace").stdout
        db = sqlite3.connect(file)
        rows = db.execute("SELECT property, part, move FROM lassos WHERE step > 0 ORDER BY property, part = 'cycle', step").fetchall()
        broken = db.execute("SELECT property, stem, cycle FROM properties WHERE holds = 0").fetchall()
        db.close()
        names = [name for name, *_ in properties]
        broken.sort(key=lambda one: (one[1] + one[2], names.index(one[0])))
        wrong = []
        for name, stem, cycle in broken:
            labels = [move for property_, _, move in rows if property_ == name]
            parts = Counter(part for property_, part, _ in rows if property_ == name)
            property_ = properties[names.index(name)][1:]
            self.counted["paths", "cycles" if cycle else "stems"] += 1
            if (parts["stem"], parts["cycle"]) != (stem, cycle) or not any(paths.violates(p, labels, cycle, *property_) for p in paths.walks(labels)):
                wrong.append(f"{name}: it is not violated by {'; '.join(labels)}, of which {cycle} are repeated")
        if broken and printed_moves(report) != [move for property_, _, move in rows if property_ == broken[0][0]]:
            wrong.append(f"the path that is printed is not of {broken[0][0]}:\n{report}")
        return wrong


def main():
    given = seeds.options(1)
    counted = Counter()
    known = {reference.puzzle for reference in PROTOCOLS}
    checks = [("each puzzle with properties is among them", [f"{name} is not" for name in with_properties() if name not in known])]
    with tempfile.TemporaryDirectory() as folder:
        for reference in PROTOCOLS:
            asked = Asked(given.wgcq, folder, reference, counted)
            checks += [(f"{reference.title}, {fairness}", asked.differences(fairness)) for fairness in FAIRNESS]
    status = seeds.report(*checks)
    for fairness in FAIRNESS:
        print(f"# {fairness}: {counted[fairness, 'hold']} hold, {counted[fairness, 'violated']} are violated")
    print(f"# paths: {counted['paths', 'cycles']} with a cycle, {counted['paths', 'stems']} that end")
    return status


if __name__ == "__main__":
    sys.exit(main())
