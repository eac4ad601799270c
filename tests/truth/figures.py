"""Makes figures.json: what reader.py found for the puzzles that take it long.

    python3 tests/truth/figures.py [--limit STATES]

For each puzzle under puzzles/ of more than SMALL edges: its figures, and a digest of the whole
graph as lines (facts.py).  An entry is good for one text of a puzzle, comments, words and symmetries aside;
where the text has changed, run.py explores again, however long it takes, and says so.
"""

import argparse
import hashlib
import json
import os
import sys

import facts
import reader
from declarations import compose
from graph import Graph

HERE = os.path.dirname(os.path.abspath(__file__))
PUZZLES = os.path.join(HERE, "..", "..", "puzzles")
FILE = os.path.join(HERE, "figures.json")
SMALL, LIMIT = 2500, 30000
WORDS = {"puzzle", "about", "expect", "symmetric"}


def key_of(text):
    """A digest of what matters in a puzzle's text."""

    def plain(node, top=False):
        if node.id == "mapping":
            return [[plain(k), plain(v)] for k, v in node.value
                    if not (top and k.value in WORDS)]
        if node.id == "sequence":
            return [plain(item) for item in node.value]
        return [node.style in ("|", ">"), node.value]

    canonical = json.dumps(plain(compose(text), True), ensure_ascii=False)
    return hashlib.sha256(canonical.encode()).hexdigest()


def stored():
    try:
        with open(FILE, encoding="utf-8") as file:
            return json.load(file)["puzzles"]
    except FileNotFoundError:
        return {}


class Found:
    """What an oracle says of a puzzle; `lines` None: too many to keep, the digest stands for them."""

    def __init__(self, figures, digest, columns, costs, lines=None):
        self.figures, self.digest, self.lines = figures, digest, lines
        self.columns, self.costs = columns, costs


def explore(rules, limit=LIMIT):
    """None: more states than that."""
    graph = Graph(rules, limit)
    if not graph.complete:
        return None
    lines = facts.of_graph(graph, rules)
    return Found(graph.figures(), facts.digest(lines), facts.heads(rules), rules.costs, lines)


def puzzles():
    return sorted(os.path.join(PUZZLES, f) for f in os.listdir(PUZZLES) if f.endswith(".yaml"))


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--limit", type=int, default=LIMIT)
    given = options.parse_args()
    old, new = stored(), {}
    for path in puzzles():
        name = os.path.basename(path)[:-5]
        with open(path, encoding="utf-8") as file:
            text = file.read()
        key = key_of(text)
        if old.get(name, {}).get("key") == key:
            new[name] = old[name]
            continue
        found = explore(reader.Puzzle(text), given.limit)
        entry = {"key": key, "too_large": given.limit}
        if found:
            entry = {"key": key, "figures": found.figures, "digest": found.digest,
                     "columns": list(found.columns), "costs": list(found.costs)}
        if not found or found.figures["edges"] > SMALL:
            new[name] = entry
            print(name, found.figures["states"] if found else "too large", file=sys.stderr)
    made = f"python3 tests/truth/figures.py --limit {given.limit}"
    with open(FILE, "w", encoding="utf-8") as file:
        json.dump({"made_by": made, "puzzles": new}, file, indent=1, ensure_ascii=False)
        file.write("\n")


if __name__ == "__main__":
    main()
