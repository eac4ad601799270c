#!/usr/bin/python3
"""What `wgcq graph` draws, in each of its languages, held to the views of the same file.  Prints TAP.

Each picture is read by a parser of its own, that takes nothing but what the language surely
understands, and comes to the same terms: nodes with their labels, edges with their moves.
What a picture should have is made of the rows of the file alone.
"""
import argparse
import json
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from collections import Counter

import hostile_puzzle
import random_puzzle
import seeds
import tap

PUZZLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "puzzles")
SHELF = """wolf-goat-cabbage family-crossing frogs no-farmer missionaries-cannibals bridge-torch water-jugs
hourglasses swap-coins river-tower fox-in-holes romania broken-calculator blocks-world chinese-rings
naive-mutex alternating-bit three-cups monkey-bananas hanoi-cyclic
lock go-back-n
family koenigsberg hanoi-adjacent jealous-husbands cube-walk""".split()
RANDOM, HOSTILE = range(12), range(12)
# It pays to pass the goal x = 1, and not to go on from x = 2.
ENDS = """puzzle: Ends cost
state: {x: 0..3, wet: bool}
start: {x: 0, wet: false}
costs: {toll: 1}
minimize: toll
moves:
  go:
    - guard: x < 3
    - cost: toll = 2
    - set: x = x + 1
  swim:
    - guard: x == 0
    - cost: toll = 2
    - set: {x: 1, wet: true}
goal: x > 0
final: {toll: 9 - 4 * x + 4 * (x == 3)}
"""
MOST = 700  # states of a puzzle
SMALL = 100, 300
NARROW = "500", "1000"  # points; many a picture is broken into bands
DRAWN = 3  # moves at an arrow; more are only counted


class Picture:
    """nodes: {id: {label, is_start, is_goal, dead_end, passed, ...}}; edges: {(src, dst, move): number};
    counted: {(src, dst): number} where only the number of moves is drawn; made: {(src, dst)}."""

    def __init__(self):
        self.nodes, self.edges, self.counted, self.made = {}, Counter(), Counter(), set()
        self.shown, self.costs = {}, {}
        self.band, self.numbered, self.continued, self.leaving = {}, set(), (set(), set()), set()


# ---- DOT ----

TOKEN = re.compile(r'\s*(?:(->)|([{}\[\];,=+])|([A-Za-z_][A-Za-z0-9_]*|-?[0-9.]+)|"((?:[^"\\]|\\.)*)")', re.S)
ESCAPE = re.compile(r'\\(.)|&amp;', re.S)


def dot_tokens(text):
    at = 0
    text = text.rstrip()
    while at < len(text):
        found = TOKEN.match(text, at)
        if not found:
            raise ValueError(f"no DOT: {text[at:at + 40]!r}")
        arrow, sign, word, quoted = found.groups()
        yield ("sign", arrow or sign) if arrow or sign else ("word", word) if word else ("text", quoted)
        at = found.end()


def dot_text(quoted):
    """What dot makes of the inside of quotes; every & is an entity, every backslash is known, and it is not
    longer than dot reads."""
    if len(quoted.encode()) > 16000 or re.search(r"&(?!amp;)", quoted) or re.search(r"[\x00-\x1f\x7f]", quoted):
        raise ValueError(f"not for dot: {quoted!r}")

    def plain(found):
        if found.group(0) == "&amp;":
            return "&"
        return {"n": "\n", "l": "\n", '"': '"', "\\": "\\"}[found.group(1)]
    return ESCAPE.sub(plain, quoted)


def dot_attributes(tokens):
    found = {}
    while True:
        kind, name = next(tokens)
        if kind != "word" or next(tokens) != ("sign", "="):
            raise ValueError(f"no attribute: {name!r}")
        if name in found:
            raise ValueError(f"{name} twice")
        kind, value = next(tokens)
        found[name] = dot_text(value) if kind == "text" else value
        following = next(tokens)
        while following == ("sign", "+"):  # a text in pieces, which dot limits
            found[name] += dot_text(next(tokens)[1])
            following = next(tokens)
        if following == ("sign", "]"):
            return found
        if following != ("sign", ","):
            raise ValueError(f"after {name}: {following}")


def dot_attributes_of_cluster(tokens):
    """Of a band: label=...; color=...; up to its first node, whose number is returned."""
    found = {}
    while True:
        kind, word = next(tokens)
        if kind != "word" or word.isdigit() or word.startswith(("on_", "marked_")):
            return found, (kind, word)
        if next(tokens) != ("sign", "="):
            raise ValueError(f"in a band: {word}")
        kind, value = next(tokens)
        found[word] = dot_text(value) if kind == "text" else value
        if next(tokens) != ("sign", ";"):
            raise ValueError(f"after {word}")


def dot_continued(p, name, given, projected):
    """Moves that are lines beside a state, since they lead to another band."""
    src, told = int(name.split("_")[1]), given.get("tooltip", given["label"])
    if src in p.continued[name.startswith("marked_")]:
        raise ValueError(f"{name} twice")
    p.continued[name.startswith("marked_")].add(src)
    for line in given["label"].removesuffix("\n").split("\n"):
        many = re.fullmatch(r"([\d,]+) moves [→↔] (\d+)", line)
        if not many and line not in told.split("\n"):
            raise ValueError(f"{line} is not told")
    for line in told.removesuffix("\n").split("\n"):
        text, arrow, dst = re.fullmatch(r"(.*) ([→↔]) (\d+)", line, re.S).groups()
        text, number = re.fullmatch(r"(.*) ×([\d,]+)", text, re.S).groups() if projected else (text, "1")
        for way in [(src, int(dst))] + ([(int(dst), src)] if arrow == "↔" else []):
            p.edges[(*way, text)] += int(number.replace(",", ""))
        p.numbered.add(int(dst))
        p.leaving.add((src, int(dst)))
        if name.startswith("marked_"):
            p.made.add((src, int(dst)))


def dot_moves(p, src, dst, given, projected):
    label = [line[1:] for line in given["label"].split("\n")]
    many = re.fullmatch(r"([\d,]+) moves", label[0]) if len(label) == 1 and "tooltip" in given else None
    reported = given["tooltip"].split("\n") if "tooltip" in given else label
    if not many and reported != label:
        raise ValueError(f"{label} is not {reported}")
    moves = Counter()
    for line in reported:
        text, number = line, 1
        if projected:
            text, number = re.fullmatch(r"(.*) ×([\d,]+)", line, re.S).groups()
        moves[text] += int(str(number).replace(",", ""))
    if many and int(many.group(1).replace(",", "")) != sum(moves.values()):
        raise ValueError(f"{label} of {moves}")
    if not many and len(reported) > (DRAWN if src != dst else 1):
        raise ValueError(f"too many at one arrow: {reported}")
    ways = [(src, dst)] + ([(dst, src)] if given.get("dir") == "both" else [])
    for way in ways:
        for text, number in moves.items():
            p.edges[(*way, text)] += number
    if "penwidth" in given:
        p.made.add((src, dst))
        if len(ways) > 1 and given.get("arrowtail") != "empty":
            raise ValueError("a way that does not say where it goes")


def dot_row(p, tokens):
    """{rank=same; 1; 2}: its nodes are of one depth."""
    p.rows = getattr(p, "rows", []) + [[]]
    for kind, word in tokens:
        if (kind, word) == ("sign", "}"):
            return
        if kind == "word" and word.isdigit():
            p.rows[-1].append(int(word))


def dot_node(p, word, given, band):
    label = given["label"]
    p.nodes[int(word)] = {"label": label[:-1] if label.endswith("\n") else label,
                          "is_goal": given.get("peripheries") == "2",
                          "is_start": given.get("fillcolor") == "#ddf4ff",
                          "dead_end": "dashed" in given.get("style", ""),
                          "bad": given.get("fillcolor") == "#ffebe9",
                          "passed": given.get("color") == "#d9480f"}
    p.shown[int(word)] = given.get("tooltip")
    p.band[int(word)] = band


def without_numbers(p):
    """Of a picture in bands: the number in front of a label that others name, and no other, is its node's."""
    for n in p.numbered:
        number, _, p.nodes[n]["label"] = p.nodes[n]["label"].partition("\n")
        if number != str(n):
            raise ValueError(f"{n} is numbered {number}")
    if any(p.band[a] == p.band[b] for a, b in p.leaving):
        raise ValueError("a move within its band is not drawn")


def read_dot(text, projected):
    p, tokens, band = Picture(), iter(list(dot_tokens(text))), None
    if [next(tokens) for _ in range(3)] != [("word", "digraph"), ("word", "wgcq"), ("sign", "{")]:
        raise ValueError("no digraph")
    for kind, word in tokens:
        if (kind, word) == ("sign", "}"):
            if band is None:
                break
            band = None
            continue
        if (kind, word) == ("sign", ";"):
            continue
        if (kind, word) == ("sign", "{"):
            dot_row(p, tokens)
            continue
        if (kind, word) == ("word", "subgraph"):
            band = next(tokens)[1]
            next(tokens)
            of, (kind, word) = dot_attributes_of_cluster(tokens)
            p.bands = getattr(p, "bands", {}) | {band: of["label"]}
        sign = next(tokens)
        dst = next(tokens)[1] if sign == ("sign", "->") else None
        if dst and next(tokens) != ("sign", "[") or not dst and sign != ("sign", "["):
            raise ValueError(f"after {word}: {sign}")
        given = dot_attributes(tokens)
        if given.get("style") == "invis":
            continue
        if dst and not dst.isdigit():
            if (dst.split("_")[1] != word) or int(word) not in p.continued[dst.startswith("marked_")]:
                raise ValueError(f"{word} -> {dst}")
        elif dst:
            if p.band.get(int(word)) != p.band.get(int(dst)):
                raise ValueError(f"{word} -> {dst} leaves its band")
            dot_moves(p, int(word), int(dst), given, projected)
        elif word.startswith(("on_", "marked_")):
            dot_continued(p, word, given, projected)
        elif word not in ("graph", "node", "edge"):
            dot_node(p, word, given, band)
    without_numbers(p)
    return p


# ---- Mermaid ----

LABEL = r'"((?:[^"#<>&`|;\\%{}\[\]*~$\x00-\x1f\x7f]|#\w+;|<br>)+)"'
NODE = re.compile(rf'  s(\d+)(\[\[|\(|\[){LABEL}(\]\]|\)|\])')
ARROW = re.compile(rf'  s(\d+) (-->|<-->|==>)\|{LABEL}\| s(\d+)')
NAMED = {"quot": '"', "amp": "&", "lt": "<", "gt": ">"}


def mermaid_text(label):
    label = label.replace("<br>", "\n")
    text = re.sub(r"#(\w+);", lambda m: NAMED.get(m.group(1)) or chr(int(m.group(1))), label)
    return text.replace("\xa0", " ")


def read_mermaid(text, projected):
    p, arrows, classes = Picture(), [], {}
    lines = text.split("\n")
    if not lines[0].startswith("%%{init: {") or lines[1] != "flowchart TD" or lines.pop() != "":
        raise ValueError("no flowchart")
    for line in lines[2:]:
        node, arrow = NODE.fullmatch(line), ARROW.fullmatch(line)
        styled = re.fullmatch(r"  class ([s0-9,]+) (\w+)", line)
        links = re.fullmatch(r"  linkStyle ([0-9,]+) stroke:#d9480f,stroke-width:3px", line)
        if node:
            number, left, label, right = node.groups()
            if (left, right) not in (("[[", "]]"), ("(", ")"), ("[", "]")):
                raise ValueError(line)
            p.nodes[int(number)] = {"label": mermaid_text(label), "shape": left}
        elif arrow:
            arrows.append(arrow.groups())
        elif styled:
            classes[styled.group(2)] = {int(s[1:]) for s in styled.group(1).split(",")}
        elif links:
            p.links = [int(n) for n in links.group(1).split(",")]
        elif not re.fullmatch(r"  classDef \w+ [a-z0-9:,# -]+", line):
            raise ValueError(f"no Mermaid: {line!r}")
    for number, node in p.nodes.items():
        for name in ("start", "goal", "dead", "violates", "passed"):
            node[{"start": "is_start", "goal": "is_goal", "dead": "dead_end", "violates": "bad"}.get(name, name)] = \
                number in classes.get(name, ())
        if node.pop("shape") != ("[[" if node["is_goal"] else "(" if node["is_start"] else "["):
            raise ValueError(f"the shape of {number}")
    for i, (src, line, label, dst) in enumerate(arrows):
        way = int(src), int(dst)
        if (line == "==>") != (i in getattr(p, "links", ())):
            raise ValueError(f"the colour of arrow {i}")
        if line == "==>":
            p.made.add(way)
        label = mermaid_text(label)
        many = re.fullmatch(r"([\d,]+) moves", label)
        for one in [way] + ([way[::-1]] if line == "<-->" else []):
            if many:
                p.counted[one] += int(many.group(1).replace(",", ""))
                continue
            for text in label.split("\n"):
                text, number = re.fullmatch(r"(.*) ×([\d,]+)", text, re.S).groups() if projected else (text, 1)
                p.edges[(*one, text)] += int(str(number).replace(",", ""))
    return p


# ---- GraphML ----

def read_graphml(text, projected):
    p, space = Picture(), "{http://graphml.graphdrawing.org/xmlns}"
    root = xml.fromstring(text)
    keys = {(k.get("for"), k.get("id")): k.get("attr.name") for k in root.findall(space + "key")}
    if len(keys) != len(root.findall(space + "key")):
        raise ValueError("one key twice")

    def data(of):
        kind = of.tag[len(space):]
        return {keys[kind, d.get("key")]: d.text or "" for d in of.findall(space + "data")}
    graph = root.find(space + "graph")
    for node in graph.findall(space + "node"):
        given = data(node)
        p.nodes[int(node.get("id")[1:])] = given
    for edge in graph.findall(space + "edge"):
        given, way = data(edge), (int(edge.get("source")[1:]), int(edge.get("target")[1:]))
        p.edges[(*way, given.pop("move"))] += int(given.pop("edges", 1))
        if given.pop("on_solution", "") == "true":
            p.made.add(way)
        p.costs[way] = given
    return p


READ = {"dot": read_dot, "mermaid": read_mermaid, "graphml": read_graphml}


# ---- what should be there ----

class File:
    def __init__(self, path):
        db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        db.row_factory = sqlite3.Row
        self.states = {r["id"]: dict(r) for r in db.execute("SELECT * FROM states")}
        self.edges = [dict(r) for r in db.execute("SELECT * FROM edges")]
        self.columns = list(next(iter(self.states.values())))[6:]
        self.names = {r[0]: r[1] for r in db.execute('SELECT "column", said FROM field')}
        self.spell_lists(db)
        self.steps = [dict(r) for r in db.execute("SELECT * FROM steps WHERE solution = 1 ORDER BY step")]
        self.complete = db.execute("SELECT status FROM runs").fetchone()[0] == "complete"
        self.has_goal = db.execute("SELECT has_goal FROM run").fetchone()[0]
        costs = dict(db.execute('SELECT name, "column" FROM cost ORDER BY id'))
        wanted = [name.strip() for name in db.execute("SELECT minimize FROM run").fetchone()[0].split(",")]
        self.minimized = [costs.get(name, name) for name in wanted]
        has_final = db.execute("SELECT count(*) FROM meta WHERE key = 'finals'").fetchone()[0]
        finals = [f"f{list(costs).index(name)}" if has_final and name in costs else "0" for name in wanted]
        self.final = {r[0]: tuple(r)[1:] for r in db.execute(f"SELECT id, {', '.join(finals)} FROM state_1 WHERE marks & 1")}
        self.passes = bool(has_final)  # plans may go on from a goal
        self.passed = {s["dst"] for s in self.steps}
        self.bad = {r[0] for r in db.execute("SELECT state FROM violations")}
        self.made = {(s["src"], s["dst"]) for s in self.steps[1:]}

    def spell_lists(self, db):
        """Pictures have a list as a puzzle writes it, and no columns of its places."""
        column = dict(db.execute('SELECT id, "column" FROM field'))
        for of in json.loads((db.execute("SELECT value FROM meta WHERE key = 'lists'").fetchone() or ["[]"])[0]):
            whole = column[of["field"]]
            for at in range(of["first"], of["first"] + of["count"]):
                self.columns.remove(column[at])
            for state in self.states.values():
                values = ["none" if v is None else str(v) for v in json.loads(state[whole])]
                state[whole] = f"[{', '.join(values)}]"

    def near(self, first, out=True, back=False, most=10**9):
        """{state: moves from the first ones}, along edges, against them, or either way."""
        after = {s: set() for s in self.states}
        for e in self.edges:
            if out:
                after[e["src"]].add(e["dst"])
            if back:
                after[e["dst"]].add(e["src"])
        known, level, n = dict.fromkeys(first, 0), set(first), 0
        while level and n < most:
            n += 1
            level = {d for s in level for d in after[s]} - set(known)
            known.update(dict.fromkeys(level, n))
        return known

    def starts(self):
        return [s for s, r in self.states.items() if r["is_start"]]

    def whole(self):
        return set(self.states), self.edges

    def within(self, states):
        return states, [e for e in self.edges if e["src"] in states and e["dst"] in states]

    def shortest(self):
        ahead = self.near(self.starts())
        left = self.near([s for s, r in self.states.items() if r["is_goal"]], out=False, back=True)
        best = min((left[s] for s in self.starts() if s in left), default=None)
        if best is None:
            return None
        on = {s for s in ahead if s in left and ahead[s] + left[s] == best}
        return on, [e for e in self.edges if e["src"] in on and e["dst"] in on
                    and ahead[e["src"]] + 1 + left[e["dst"]] == best]

    def price(self, edge):
        return tuple(edge[c] for c in self.minimized) + (1,)

    def cheapest(self):
        """States and edges of the plans that cost least by what is minimized, and then make the fewest moves."""
        ending = {s: (*final, 0) for s, final in self.final.items()}
        left, changed = dict(ending), True
        on_from = [e for e in self.edges if self.passes or e["src"] not in ending]
        while changed:
            changed = False
            for e in on_from:
                if e["dst"] in left:
                    cost = tuple(map(sum, zip(self.price(e), left[e["dst"]])))
                    if e["src"] not in left or cost < left[e["src"]]:
                        left[e["src"]], changed = cost, True
        best = min((left[s] for s in self.starts() if s in left), default=None)
        if best is None or max(best) >= 2**63:
            return None
        states, edges = {s for s in self.starts() if left.get(s) == best}, []
        waiting = list(states)
        while waiting:
            at = waiting.pop()
            for e in self.edges if left[at] != ending.get(at) else ():
                if e["src"] == at and e["dst"] in left and \
                        tuple(map(sum, zip(self.price(e), left[e["dst"]]))) == left[at]:
                    edges.append(e)
                    waiting += [e["dst"]] if e["dst"] not in states else []
                    states.add(e["dst"])
        return states, edges

    def small(self, part):
        return len(part[0]) <= SMALL[0] and len(part[1]) <= SMALL[1]

    def unasked(self):
        if self.small(self.whole()):
            return self.whole(), False
        part = self.shortest()
        if part and self.small(part):
            return part, False
        if part and self.steps:
            return self.within(self.passed), True
        ahead = self.near(self.starts())
        depth = 0
        while self.small(self.within({s for s, n in ahead.items() if n <= depth + 1})):
            depth += 1
        return self.within({s for s, n in ahead.items() if n <= depth}), False


def dead(file, state):
    return bool(file.complete and file.has_goal and file.states[state]["to_goal"] is None)


def meant(file, part, columns, marked, language):
    """(Picture, {node: states}) of what should be drawn; columns: of a projection, else None."""
    states, edges = part
    p, node, ids = Picture(), {}, {}
    for s in sorted(states):
        key = tuple(file.states[s][c] for c in columns) if columns else s
        node[s] = ids.setdefault(key, len(ids) + 1) if columns else s
    members = {}
    for s in sorted(states):
        members.setdefault(node[s], []).append(s)
    for n, of in members.items():
        rows = [file.states[s] for s in of]
        p.nodes[n] = {"is_start": any(r["is_start"] for r in rows), "is_goal": any(r["is_goal"] for r in rows),
                      "dead_end": all(dead(file, s) for s in of), "bad": any(s in file.bad for s in of),
                      "passed": marked and any(s in file.passed for s in of)}
    for e in edges:
        move = e["move"]
        if language != "graphml":
            move = move.replace("\t", "    ").replace("\n", "↵")
        p.edges[(node[e["src"]], node[e["dst"]], move)] += 1
        if marked and (e["src"], e["dst"]) in file.made:
            p.made.add((node[e["src"]], node[e["dst"]]))
    return p, members


def least(values):
    values = [v for v in values if v is not None]
    return str(min(values)) if values else None


def wrong_graphml(file, p, members, columns, marked):
    wrong = []
    for n, given in p.nodes.items():
        rows = [file.states[s] for s in members[n]]
        due = {"depth": least(r["depth"] for r in rows), "to_goal": least(r["to_goal"] for r in rows)}
        due.update({c: None if rows[0][c] is None else str(rows[0][c]) for c in columns or file.columns})
        due.update({"states": str(len(rows))} if columns else {"shown": rows[0]["shown"]})
        due = {k: v for k, v in due.items() if v is not None}
        reported = {k: v for k, v in given.items()
                if k not in ("is_start", "is_goal", "dead_end", "violates", "on_solution")}
        if reported != due:
            wrong.append(f"node {n} is {reported}, not {due}")
        given["passed"], given["bad"] = given.pop("on_solution", "false"), given.pop("violates", "false")
        for k in ("is_start", "is_goal", "dead_end", "bad", "passed"):
            given[k] = {"true": True, "false": False}[given[k]]
    for e in file.edges if not columns else ():
        costs = {k: str(v) for k, v in e.items() if k not in ("src", "dst", "move", "moves")}
        if (e["src"], e["dst"], e["move"]) in p.edges and len([1 for k in p.edges if k[:2] == (e["src"], e["dst"])]) == 1 \
                and p.costs[e["src"], e["dst"]] != costs:
            wrong.append(f"edge {e} costs {p.costs[e['src'], e['dst']]}")
    return wrong


def wrong_labels(file, p, members, columns, language):
    """Pictures have a node for each state, with its text."""
    wrong, labels = [], Counter(n["label"] for n in p.nodes.values())
    if len(labels) != len(p.nodes):
        shown = Counter(file.states[s]["shown"] for s in members) if not columns else {}
        if columns or len(shown) == len(members):
            wrong.append(f"labels twice: {labels.most_common(2)}")
    for n, node in p.nodes.items():
        rows = [file.states[s] for s in members[n]]
        if columns and node["label"].split("\n")[-1] != f"{len(rows):,} state{'s' * (len(rows) != 1)}":
            wrong.append(f"{node['label']!r} stands for {len(rows)}")
        shown = rows[0]["shown"].replace("\t", "    ")
        if not columns and language == "dot" and (p.shown[n] or node["label"]) != shown:
            wrong.append(f"{n} is shown as {p.shown[n] or node['label']!r}")
    return wrong


def unlike(p, due, file, language):
    wrong = []
    any_goal = any(r["is_goal"] for r in file.states.values())
    if set(p.nodes) != set(due.nodes):
        return [f"nodes {sorted(p.nodes)[:9]}, due {sorted(due.nodes)[:9]}"]
    for n, node in due.nodes.items():
        if language != "graphml":  # a look is of one kind
            node["dead_end"] = node["dead_end"] and any_goal and not node["is_start"]
            node["is_start"] = node["is_start"] and not node["is_goal"]
        if language == "dot" and node["bad"]:
            node["dead_end"] = node["is_start"] = False
        for k, v in node.items():
            if p.nodes[n][k] != v:
                wrong.append(f"{k} of {n} is {p.nodes[n][k]}, due {v}")
    left = Counter(due.edges)
    for way, number in p.counted.items():
        texts = [k for k in due.edges if k[:2] == way]
        if sum(due.edges[k] for k in texts) != number or len(texts) <= (DRAWN if way[0] != way[1] else 1):
            wrong.append(f"{number} moves {way}: {texts}")
        for k in texts:
            del left[k]
    if left != p.edges:
        wrong.append(f"only due {list((left - p.edges).items())[:3]}, only drawn {list((p.edges - left).items())[:3]}")
    if p.made != due.made:
        wrong.append(f"made {p.made}, due {due.made}")
    return wrong


def wrong_bands(p, file):
    """A band has the depths that it says, all of them."""
    wrong = []
    for band, label in getattr(p, "bands", {}).items():
        found = re.fullmatch(r"depth (\d+)(?: to (\d+))?", label)
        first, last = int(found.group(1)), int(found.group(2) or found.group(1))
        within = {n for n, other in p.band.items() if other == band}
        due = {n for n in p.nodes if first <= file.states[n]["depth"] <= last}
        if within != due or not within:
            wrong.append(f"{label} has {sorted(within)[:9]}, due {sorted(due)[:9]}")
    return wrong


def wrong_rows(p, file):
    depths = [{file.states[s]["depth"] for s in row} for row in getattr(p, "rows", [])]
    return [f"rows of depths {depths}"] if any(len(d) != 1 for d in depths) or \
        len({min(d) for d in depths}) != len(depths) else []


def views(file):
    """(title, words, part, columns, marked) of the pictures that are asked for."""
    part, marked = file.unasked()
    yield "unasked", [], part, None, marked
    yield "all", ["--all"], file.whole(), None, False
    if file.shortest():
        yield "shortest", ["--only", "shortest", "--all"], file.shortest(), None, False
    if file.cheapest():
        yield "cheapest", ["--only", "cheapest", "--all"], file.cheapest(), None, False
    yield "depth 2", ["--depth", "2", "--all"], file.within(set(file.near(file.starts(), most=2))), None, False
    some = file.columns[::max(1, len(file.columns) // 2)][:2]
    yield f"by {some}", ["--project", ",".join(some), "--all"], file.whole(), some, False
    if file.steps:
        around = set(file.near(file.passed, back=True, most=1))
        yield "around 1", ["--around", "1"], file.within(file.passed), None, True
        yield "around 1 by 1", ["--around", "1", "--radius", "1", "--all"], file.within(around), None, True
        yield "all with 1", ["--all", "--mark", "1"], file.whole(), None, True
        array = re.split(r"\[", file.names[file.columns[-1]])[0]
        of = [c for c in file.columns if re.split(r"\[", file.names[c])[0] == array]
        if array not in file.columns:
            yield f"by all of {array}", ["--project", array, "--all", "--mark", "1"], file.whole(), of, True


def judge(file, text, language, part, columns, marked):
    """What is wrong with a picture."""
    due, members = meant(file, part, columns, marked, language)
    try:
        p = READ[language](text, columns is not None)
        if set(p.nodes) != set(members):
            return [f"nodes {sorted(p.nodes)[:9]}, due {sorted(members)[:9]}"]
        wrong = wrong_graphml(file, p, members, columns, marked) if language == "graphml" else \
            wrong_labels(file, p, members, columns, language)
        rows = wrong_rows(p, file) + wrong_bands(p, file) if columns is None else []
        return wrong + unlike(p, due, file, language) + rows
    except (ValueError, KeyError, StopIteration, AttributeError, xml.ParseError) as trouble:
        return [repr(trouble)]


def draw(program, db, *words):
    done = subprocess.run([program, "graph", db, *words], capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise RuntimeError(f"{words}: {done.returncode}: {done.stderr}")
    return done.stdout


def compare(program, db, tap, name):
    file = File(db)
    for title, words, *about in views(file):
        wrong = []
        for language in READ:
            text = draw(program, db, *words, "--format", language)
            wrong += [f"{language}: {w}" for w in judge(file, text, language, *about)]
        for width in NARROW:
            text = draw(program, db, *words, "--width", width)
            wrong += [f"{width} points: {w}" for w in judge(file, text, "dot", *about)]
        tap.right(f"{name}: {title}", wrong)


def is_drawn(line):
    """Whether a line of a picture is about a node or an edge."""
    return re.match(r"  s?\d|    <(node|edge) |  class s|  linkStyle", line)


def spoil(program, db, tap, name):
    """A picture that lacks a line, or has one twice, or the colours of another, is found wrong."""
    file = File(db)
    about = file.whole(), None, True
    for language in READ:
        lines = draw(program, db, "--all", "--mark", "1", "--format", language).split("\n")
        reported = [i for i, line in enumerate(lines) if is_drawn(line)]
        passed = [f"without {lines[i]}" for i in reported
                  if not judge(file, "\n".join(lines[:i] + lines[i + 1:]), language, *about)]
        passed += [f"twice {lines[i]}" for i in reported if re.search(r"->|==>|<edge", lines[i])
                   and not judge(file, "\n".join(lines[:i] + lines[i:i + 1] + lines[i:]), language, *about)]
        tap.right(f"{name}: {language} of {len(reported)} lines, spoilt", passed if reported else ["nothing drawn"])


def look(program, path, folder):
    name = os.path.basename(path)[:-5]
    db = os.path.join(folder, f"{name}.db")
    subprocess.run([program, "solve", path, "-o", db, "-q"], capture_output=True, timeout=120)
    if not os.path.exists(db):  # some random puzzles are refused
        return
    if sqlite3.connect(db).execute("SELECT count(*) FROM states").fetchone()[0] <= MOST:
        compare(program, db, tap, name)
    if name == SHELF[0]:
        spoil(program, db, tap, name)
    if name.startswith("hostile"):
        tap.right(f"{name}: dot", wrong_svg(draw(program, db, "--mark", "1")))


def wrong_svg(text):
    """What dot says of a picture, and what XML says of dot's."""
    done = subprocess.run(["dot", "-Tsvg"], input=text, capture_output=True, text=True, timeout=120)
    try:
        root = xml.fromstring(done.stdout)
    except xml.ParseError as trouble:
        return [repr(trouble)]
    alien = {e.tag.split("}")[1] for e in root.iter()} - {"svg", "g", "title", "a", "path", "polygon", "text"}
    return [t for t in (done.stderr, *alien) if t]


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--wgcq", required=True)
    options.add_argument("--puzzle", action="append", help="only that file")
    given = options.parse_args()
    program = os.path.abspath(given.wgcq)
    with tempfile.TemporaryDirectory() as folder:
        for path in given.puzzle or [os.path.join(PUZZLES, f"{name}.yaml") for name in SHELF[:1] + seeds.in_turn(SHELF[1:])]:
            look(program, path, folder)
        if not given.puzzle:
            path = os.path.join(folder, "ends.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(ENDS)
            look(program, path, folder)
        for kind, numbers in ((random_puzzle, RANDOM), (hostile_puzzle, HOSTILE)) if not given.puzzle else ():
            for seed in seeds.in_turn(numbers):
                path = os.path.join(folder, f"{kind.__name__} {seed}.yaml")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(kind.text(seed))
                look(program, path, folder)
    sys.exit(tap.end())


if __name__ == "__main__":
    main()
