#!/usr/bin/python3
"""The twelve questions of schemas/trace.sql, each put by a stock sqlite3 as it stands there.  Prints TAP.

    python3 tests/truth/queries.py [--wgcq build/wgcq]

The answers are held to what plain Python makes of the rows of the file and to the published
figures of the puzzle; and views of any size answer by the indices that trace.sql names.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter

import seeds
from tap import end, ok

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.join(HERE, "..", "..")


def questions():
    """{number: SQL} out of the comments."""
    text = open(os.path.join(ROOT, "schemas", "trace.sql")).read()
    found = {}
    for number, block in re.findall(r"^-- (\d+)\. .*\n((?:--.*\n)*?)(?=-- (?:\d+\.|From other|While))", text, re.M):
        found[int(number)] = "\n".join(re.findall(r"^--   (.*)$", block, re.M))
    return found


def ask(db, sql):
    done = subprocess.run(["sqlite3", "-readonly", "-json", db, sql], capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return json.loads(done.stdout or "[]")


def plan(db, sql):
    done = subprocess.run(["sqlite3", "-readonly", db, "EXPLAIN QUERY PLAN " + sql], capture_output=True, text=True)
    return done.stdout + done.stderr


class Graph:
    """The rows as they are, and what follows from them, in Python."""

    def __init__(self, db):
        self.states = {r["id"]: r for r in ask(db, "SELECT * FROM states")}
        self.edges = ask(db, "SELECT src, dst, move FROM edges")
        self.out = {s: [] for s in self.states}
        into = {s: [] for s in self.states}
        for e in self.edges:
            self.out[e["src"]].append((e["move"], e["dst"]))
            into[e["dst"]].append(e["src"])
        self.to_goal = self.distances([s for s, r in self.states.items() if r["is_goal"]], into)
        self.depth = self.distances([s for s, r in self.states.items() if r["is_start"]],
                                    {s: [d for _, d in o] for s, o in self.out.items()})

    @staticmethod
    def distances(first, after):
        known, level, n = dict.fromkeys(first, 0), list(first), 0
        while level:
            n += 1
            level = [d for d in {d for s in level for d in after[s]} if d not in known]
            known.update(dict.fromkeys(level, n))
        return known

    def shortest(self):
        starts = [s for s, r in self.states.items() if r["is_start"]]
        best = min(self.to_goal[s] for s in starts)
        ways = Counter({s: 1 for s in starts if self.to_goal[s] == best})
        on = [set(ways)]
        for left in range(best - 1, -1, -1):
            after = Counter()
            for s, n in ways.items():
                for _, d in self.out[s]:
                    if self.to_goal.get(d) == left:
                        after[d] += n
            ways = after
            on.append(set(ways))
        return best, sum(ways.values()), on


def answers(q, db):
    g = Graph(db)
    best, plans, on = g.shortest()
    steps = ask(db, "SELECT * FROM steps")
    first = sorted((s for s in steps if s["solution"] == 1), key=lambda s: s["step"])
    second = {s["step"]: s for s in steps if s["solution"] == 2}

    rows = ask(db, q[1])
    ok([(r["step"], r["move"], r["noise"], r["shown"]) for r in rows] ==
       [(s["step"], s["move"], s["noise"], s["shown"]) for s in first] and len(rows) == 63, "1: the best solution", rows)
    at = 1
    for r in rows[1:]:
        at = next((d for m, d in g.out[at] if m == r["move"] and g.states[d]["shown"] == r["shown"]), None)
    ok(at and g.states[at]["is_goal"], "1: its moves lead from the start to a goal")

    into_dead_ends = sorted((e["src"], e["move"], e["dst"]) for e in g.edges if e["src"] in g.to_goal and e["dst"] not in g.to_goal)
    rows = ask(db, q[2])
    ok([(r["shown"], r["move"], r["dead_end"]) for r in rows] ==
       [(g.states[s]["shown"], m, g.states[d]["shown"]) for s, m, d in into_dead_ends[:10]], "2: transitions into dead ends", rows)

    rejections = Counter(r["rule"] for r in ask(db, "SELECT rule FROM rejections"))
    rows = ask(db, q[3])
    ok([(r["rule"], r["times"]) for r in rows] == sorted(rejections.items(), key=lambda x: (-x[1], x[0])) and
       rows[0] == {"rule": "the raft is overloaded", "times": 1180}, "3: the rule that rejects most", rows)

    rows = ask(db, q[4])
    ok([(r["move"], r["dst"], r["to_goal"]) for r in rows] == sorted((m, d, g.to_goal.get(d)) for m, d in g.out[1]),
       "4: what can be done at the start", rows)

    rows = ask(db, q[5])
    ok([r["id"] for r in rows] == [s for s, r in sorted(g.states.items()) if (r["raft"], r["at_prisoner"], r["at_father"]) ==
                                   ("far", "far", "near")] and rows, "5: states by their values", rows)

    rows = ask(db, q[6])
    expected = [(d, n, sum(g.states[s]["is_goal"] for s, at in g.depth.items() if at == d),
                 sum(s not in g.to_goal for s, at in g.depth.items() if at == d))
                for d, n in sorted(Counter(g.depth.values()).items())]
    ok([tuple(r.values()) for r in rows] == expected and sum(r["states"] for r in rows) == 614, "6: how deep they lie", rows)

    rows = ask(db, q[7])
    ok(rows == [{"length": best, "plans": plans}] and (best, plans) == (62, 2048), "7: how many shortest plans", rows, plans)

    rows = ask(db, q[8])
    ok([(r["depth"], r["id"]) for r in rows] == [(d, min(s)) for d, s in enumerate(on) if len(s) == 1],
       "8: what every shortest plan passes", rows)

    rows = ask(db, q[9])
    ok([(r["step"], r["first"], r["second"], r["more"]) for r in rows] ==
       [(s["step"], s["move"], second[s["step"]]["move"], second[s["step"]]["noise"] - s["noise"])
        for s in first if s["step"] in second and s["move"] != second[s["step"]]["move"]] and rows, "9: two solutions", rows)

    spent = sorted(((b["noise"] - a["noise"], -b["step"]) for a, b in zip(first, first[1:]) if b["noise"] > a["noise"]), reverse=True)
    rows = ask(db, q[10])
    ok([(r["cost"], -r["step"]) for r in rows] == spent[:5] and rows, "10: the dearest steps", rows)

    rows = ask(db, q[11])
    ok([r["id"] for r in rows] == [s for level in on for s in sorted(level)], "11: what some shortest plan passes", rows)

    rows = ask(db, q[12])
    ok([(r["raft"], r["at_prisoner"]) for r in rows] ==
       sorted({(g.states[s]["raft"], g.states[s]["at_prisoner"]) for level in on for s in level}), "12: the values there", rows)


PLANS = [
    ("SELECT * FROM states WHERE id = 7", r"SEARCH s USING INTEGER PRIMARY KEY"),
    ("SELECT id, farmer FROM states WHERE depth = 3", r"SEARCH s USING (COVERING )?INDEX state_1_depth \(depth=\?\)"),
    ("SELECT count(*) FROM states WHERE depth BETWEEN 3 AND 5", r"INDEX state_1_depth"),
    ("SELECT id FROM states ORDER BY depth", r"INDEX state_1_depth"),
    ("SELECT * FROM edges WHERE src = 7", r"SEARCH e USING PRIMARY KEY \(src=\?\)"),
    ("SELECT * FROM edges WHERE dst = 7", r"SEARCH e USING (COVERING )?INDEX edge_1_dst"),
    ("SELECT * FROM rejections WHERE src = 7", r"SEARCH r USING INDEX rejection_1_src"),
    ("SELECT * FROM edges e JOIN states s ON s.id = e.dst WHERE e.src = 7",
     r"(?s)SEARCH e USING PRIMARY KEY \(src=\?\).*SEARCH s USING INTEGER PRIMARY KEY"),
    ("SELECT * FROM states WHERE farmer = 'east'", r"(?m)^`--SCAN s$|^\|--SCAN s$"),
    ("SELECT count(*) FROM states WHERE to_goal IS NULL", r"SEARCH d USING INTEGER PRIMARY KEY"),
]


def main():
    wgcq = seeds.options().wgcq
    q = questions()
    with tempfile.TemporaryDirectory(prefix="wgcq-queries-") as folder:
        def solve(puzzle, name, *more):
            db = os.path.join(folder, name)
            subprocess.run([wgcq, "solve", os.path.join(ROOT, "puzzles", puzzle), "-o", db, "--quiet", *more],
                           check=True, stdout=subprocess.DEVNULL)
            return db
        ok(sorted(q) == list(range(1, 13)), "there are twelve questions", sorted(q))
        answers(q, solve("family.yaml", "family.db"))
        frogs = solve("frogs.yaml", "frogs.db")
        rows = ask(frogs, q[2])
        ok(len(rows) == 10 and rows[0]["dead_end"] == "GGGGBB_BB", "2: of a puzzle with dead ends", rows)
        ok(ask(frogs, q[7]) == [{"length": 24, "plans": 2}], "7: of the frogs", ask(frogs, q[7]))
        wolf = solve("wolf-goat-cabbage.yaml", "wolf.db")
        late = solve("wolf-goat-cabbage.yaml", "late.db", "--order", "cheapest")
        for sql, expected in PLANS:
            ok(re.search(expected, plan(wolf, sql)), "by which index: " + sql, plan(wolf, sql))
        for sql, expected in (("SELECT id FROM states WHERE depth = 3", r"SEARCH d USING COVERING INDEX distance_1_depth"),
                              ("SELECT * FROM states WHERE id = 7", r"SEARCH s USING INTEGER PRIMARY KEY")):
            ok(re.search(expected, plan(late, sql)), "where depth is known late: " + sql, plan(late, sql))
    return end()


if __name__ == "__main__":
    sys.exit(main())
