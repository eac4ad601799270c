"""A whole graph as lines of text, out of an oracle or out of a database, so that they compare.

    S <values> depth to_goal start goal     one a state
    E <values> move <values> costs          one an edge
    R <values> move rule                    one a rejection
"""

import hashlib
import sqlite3

FIXED = ("id", "depth", "to_goal", "is_start", "is_goal", "shown")


def line(*parts):
    return "\t".join("" if p is None else str(p) for p in parts)


def of_graph(graph, rules):
    left, lines = graph.to_goal(), set()
    stored = getattr(rules, "stored", rules.names)
    starts = set(graph.starts)
    has_goal = bool(graph.starts) and rules.goal(graph.starts[0]) is not None
    for state, depth in graph.depth.items():
        goal = int(rules.goal(state)) if has_goal else 0
        lines.add(line("S", *stored(state), depth, left.get(state), int(state in starts), goal))
    for state, text, after, costs in graph.edges():
        lines.add(line("E", *stored(state), text, *stored(after), *costs))
    for state, text, rule in graph.rejected:
        lines.add(line("R", *stored(state), text, rule))
    return lines


def heads(rules):
    """The columns of the database before they are told apart; rules written by hand have no lists."""
    return getattr(rules, "heads", rules.columns)


def unlike_fixed(columns):
    """A variable's column ends in a "_" where another column has its name."""
    names = []
    for column in columns:
        while column.lower() in [n.lower() for n in (*FIXED, *names)]:
            column += "_"
        names.append(column)
    return names


def of_database(path, columns, costs):
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    names, lines = {}, set()
    rows = db.execute("SELECT * FROM states")
    heads = [d[0] for d in rows.description]
    if tuple(heads[:6]) != FIXED:
        raise ValueError(f"states begins with {heads[:6]}")
    if heads[6:] != unlike_fixed(columns):
        raise ValueError(f"the columns of states are {heads[6:]}, not {list(columns)}")
    for number, depth, to_goal, start, goal, _, *values in rows:
        names[number] = line(*values)
        lines.add(line("S", names[number], depth, to_goal, start, goal or 0))
    price = "".join(f', "{c}"' for c in costs)
    count = 0
    for src, move, dst, *paid in db.execute(f"SELECT src, move, dst{price} FROM edges"):
        count += 1
        lines.add(line("E", names[src], move, names[dst], *paid))
    for src, move, rule in db.execute("SELECT src, move, rule FROM rejections"):
        count += 1
        lines.add(line("R", names[src], move, rule))
    db.close()
    if len(lines) != count + len(names):
        raise ValueError("a row is there twice")
    return lines


def digest(lines):
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


def shown(path):
    """What the database says each state looks like, by its values."""
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    found = {line(*values): text for _, _, _, _, _, text, *values in
             db.execute("SELECT * FROM states")}
    db.close()
    return found
