#!/usr/bin/python3
"""Files that are broken or were made to hurt, under the names of traces: what every command makes of them.

Prints TAP.  Each case changes a good file in one way, and verify, solve and three other commands, which take turns by
FIRST_SEED, are put to it.  What must be:

  refused   every command ends with status 4 and a reason, and the file stays as it was, byte by byte
  found     a command that never looks at the damage may answer; `verify` ends with 1 or 4
  less      it holds, but says less than the good file
  any       damage that may lie where nothing is kept

and of all of them: no command dies of a signal, hangs, or says anything else than one line, and
perhaps a hint below it, on standard error; where `verify` says that the file holds, every other answer is that of the good file.

--long, or WHOLE in the environment: every command for each case, and more bits are flipped.
"""
import os
import re
import shutil
import signal
import socket
import sqlite3
import struct
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
WGCQ = os.path.abspath(os.environ.get("WGCQ", os.path.join(HERE, "..", "..", "build", "wgcq")))
SPARED = max(int(os.environ.get("PARTS") or 3) // 3, 1)  # one case in so many is tried
SANITIZED = b"__asan_init" in open(WGCQ, "rb").read()
LONG = "--long" in sys.argv or bool(os.environ.get("WHOLE"))
SEED = int(os.environ.get("FIRST_SEED") or 0)
SECONDS_MOST = 120 if SANITIZED else 20
PAGE = 4096

PUZZLE = """\
puzzle: Ferry with little fuel
params:
  fuel: 40
types:
  bank: [west, east]
  cargo: [wolf, goat, cabbage]
state:
  farmer: bank
  at[cargo]: bank
  left: 0..fuel
start: {farmer: west, at: west, left: fuel}
moves:
  cross alone:
    - guard: left > 0
      else: the tank is empty
    - set: {farmer: other(farmer), left: left - 1}
  take {c}:
    - choose: c in cargo
    - guard: at[c] == farmer and left > 0
    - set: {"at[c]": other(farmer), farmer: other(farmer), left: left - 1}
define:
  other(b): east if b == west else west
never:
  the wolf eats the goat: at[wolf] == at[goat] != farmer
  the goat eats the cabbage: at[goat] == at[cabbage] != farmer
costs:
  effort: 1 + (at[cabbage] == farmer)
goal: {farmer: east, at: east}
"""

SUM = ("SELECT (SELECT count(*) FROM states), (SELECT total(src + 7 * dst) FROM edges), "
       "(SELECT group_concat(move || effort) FROM edges), (SELECT group_concat(rule || move || src) FROM rejections), "
       "(SELECT group_concat(shown || depth || to_goal || is_start || is_goal || left) FROM states), "
       "(SELECT group_concat(id || length || effort) FROM solutions), "
       "(SELECT group_concat(solution || step || move || src || dst || shown) FROM steps)")

# solve comes last: where a file is not refused, it is added to.
COMMANDS = {
    "query shortest": ["query", None, "shortest", "--limit", "5"],
    "query dead-ends": ["query", None, "dead-ends", "--limit", "5"],
    "query distances": ["query", None, "distances"],
    "query rules": ["query", None, "rules"],
    "query coverage": ["query", None, "coverage"],
    "show": ["show", None, "1"],
    "why": ["why", None, "3"],
    "compare": ["compare", None, "1", "2"],
    "graph": ["graph", None, "--only", "shortest", "--format", "mermaid"],
    "sql": ["sql", None, SUM],
    "runs": ["runs", None],
    "verify": ["verify", None],
    "solve": ["solve", "ferry.yaml", "-o", None],
}

CASES = []


def case(name, expected):
    def add(change):
        CASES.append((name, expected, change))
        return change
    return add


def bytes_case(name, expected, change):
    """change(bytes) -> bytes of the good file"""
    def to_file(path):
        data = open(path, "rb").read()
        open(path, "wb").write(change(data))
    CASES.append((name, expected, to_file))


def sql_case(name, expected, *statements):
    """Statements of a stranger with a writable schema."""
    def to_file(path):
        db = sqlite3.connect(path, isolation_level=None)
        db.execute("PRAGMA writable_schema=ON")
        for s in statements:
            db.execute(s)
        db.close()
    CASES.append((name, expected, to_file))


def put(data, at, value):
    return data[:at] + value + data[at + len(value):]


def flip(data, at, bit):
    return put(data, at, bytes([data[at] ^ (1 << bit)]))


# ---- what is no file of SQLite, or none of ours ---------------------------------------------

bytes_case("a text", "refused", lambda d: b"puzzle: this is only a text, and longer than a header of SQLite is, " * 3)
bytes_case("zeros", "refused", lambda d: bytes(len(d)))
bytes_case("noise", "refused", lambda d: bytes((i * 7919 + i // 3) % 251 for i in range(len(d))))
bytes_case("the header and noise", "refused", lambda d: d[:100] + bytes((i * 7919) % 251 for i in range(len(d) - 100)))
bytes_case("upside down", "refused", lambda d: d[::-1])
for size in (2, 15, 16, 50, 99, 100, 101, 512, PAGE - 1, PAGE, PAGE + 1):
    bytes_case("cut at byte %d" % size, "refused", lambda d, size=size: d[:size])
for part in (3, 10, 25, 50, 75, 90):
    bytes_case("cut at %d %%" % part, "refused", lambda d, part=part: d[:len(d) * part // 100])
bytes_case("its last page missing", "refused", lambda d: d[:-PAGE])
bytes_case("its last byte missing", "refused", lambda d: d[:-1])
bytes_case("a page too many", "any", lambda d: d + bytes(PAGE))
bytes_case("a page of zeros in the middle", "found", lambda d: put(d, len(d) // PAGE // 2 * PAGE, bytes(PAGE)))
bytes_case("two pages exchanged", "found",
           lambda d: put(put(d, 4 * PAGE, d[9 * PAGE:10 * PAGE]), 9 * PAGE, d[4 * PAGE:5 * PAGE]))
sql_case("another application", "refused", "PRAGMA application_id=252006674")
sql_case("no application", "refused", "PRAGMA application_id=0")
sql_case("a newer format", "refused", "PRAGMA user_version=1000")
sql_case("a format before the first", "refused", "PRAGMA user_version=0")
sql_case("a negative format", "refused", "PRAGMA user_version=-1")

# ---- the header's fields ---------------------------------------------------------------------

for name, at, value, expected in (
        ("page size 0", 16, b"\0\0", "refused"), ("page size 512", 16, b"\2\0", "refused"),
        ("page size 65536", 16, b"\0\1", "refused"), ("page size 3000", 16, b"\x0b\xb8", "refused"),
        ("a newer SQLite's file to write", 18, b"\3", "any"), ("a newer SQLite's file to read", 19, b"\3", "refused"),
        ("a reserved half of each page", 20, b"\xff", "refused"), ("a little reserved", 20, b"\x08", "found"),
        ("payload fractions", 21, b"\1\2\3", "refused"), ("one page, it says", 28, b"\0\0\0\1", "refused"),
        ("a million pages, it says", 28, b"\0\x10\0\0", "refused"), ("a free list from nowhere", 32, b"\x7f\0\0\0", "found"),
        ("a free list that is a table", 32, b"\0\0\0\5\0\0\0\7", "found"),
        ("schema format 9", 44, b"\0\0\0\x09", "refused"), ("UTF-16", 56, b"\0\0\0\2", "refused"),
        ("an encoding that is none", 56, b"\0\0\0\x77", "refused"), ("auto-vacuum", 52, b"\0\0\0\1", "found"),
        ("another change counter", 24, b"\1\2\3\4", "any"), ("another schema cookie", 40, b"\1\2\3\4", "any")):
    bytes_case("header: " + name, expected, lambda d, at=at, value=value: put(d, at, value))
bytes_case("header: says write-ahead log", "any", lambda d: put(d, 18, b"\2\2"))

# ---- objects that are not ours ----------------------------------------------------------------

for name, sql in {
        "a trigger": "CREATE TRIGGER evil AFTER UPDATE ON run BEGIN DELETE FROM meta; END",
        "a trigger on a new run": "CREATE TRIGGER evil AFTER INSERT ON run BEGIN DELETE FROM run; END",
        "a trigger instead of a view": "CREATE TRIGGER evil INSTEAD OF INSERT ON states BEGIN SELECT 1; END",
        "one more view": "CREATE VIEW more AS SELECT 1",
        "one more table": "CREATE TABLE more(a)",
        "a table of a module": "CREATE VIRTUAL TABLE more USING fts5(a)",
        "one more index": "CREATE INDEX more ON edge_1(move)",
        "an index on an expression": "CREATE INDEX more ON edge_1(abs(move))",
        "one more run's table": "CREATE TABLE state_2(id INTEGER PRIMARY KEY)",
}.items():
    sql_case(name, "refused", sql)
sql_case("a view that never ends", "refused", "DROP VIEW states",
         "CREATE VIEW states AS WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT i AS id FROM r")
sql_case("a view of itself", "refused", "UPDATE sqlite_schema SET sql='CREATE VIEW states AS SELECT * FROM states' WHERE name='states'")
sql_case("views of each other", "refused",
         "UPDATE sqlite_schema SET sql='CREATE VIEW states AS SELECT * FROM edges' WHERE name='states'",
         "UPDATE sqlite_schema SET sql='CREATE VIEW edges AS SELECT * FROM states' WHERE name='edges'")
sql_case("a view that lies", "refused", "DROP VIEW runs", "CREATE VIEW runs AS SELECT randomblob(1000000000) AS id")
sql_case("a view changed by a letter", "refused",
         "UPDATE sqlite_schema SET sql=replace(sql,'s.depth','9') WHERE name='states_1'")
sql_case("a view missing", "refused", "DROP VIEW steps_1")
sql_case("a table missing", "refused", "DROP TABLE distance_1")
sql_case("a table without its text", "refused", "UPDATE sqlite_schema SET sql=NULL WHERE name='meta'")
sql_case("a schema of nonsense", "refused", "UPDATE sqlite_schema SET sql='CREATE NONSENSE' WHERE name='meta'")
sql_case("a schema with a huge text", "refused",
         "UPDATE sqlite_schema SET sql=sql||printf('%%*c',900000,'x') WHERE name='states_1'".replace("%%", "%"))
sql_case("a generated column", "refused", "DROP TABLE param",
         "CREATE TABLE param(name TEXT NOT NULL, value TEXT NOT NULL GENERATED ALWAYS AS (zeroblob(1000000000)||'')) STRICT")
sql_case("columns in another order", "refused",
         "UPDATE sqlite_schema SET sql=replace(sql,'src INTEGER NOT NULL REFERENCES state_1(id),move','move INTEGER NOT NULL,src') WHERE name='edge_1'")
sql_case("a root page of another table", "refused",
         "UPDATE sqlite_schema SET rootpage=(SELECT rootpage FROM sqlite_schema WHERE name='edge_1') WHERE name='state_1'")
sql_case("a root page beyond the file", "refused", "UPDATE sqlite_schema SET rootpage=99999 WHERE name='meta'")
sql_case("a root page of a state's table beyond the file", "refused",
         "UPDATE sqlite_schema SET rootpage=99999 WHERE name='state_1'")
sql_case("an index with the root of another", "found",
         "UPDATE sqlite_schema SET rootpage=(SELECT rootpage FROM sqlite_schema WHERE name='rejection_1_src') WHERE name='edge_1_dst'")
sql_case("a default that runs a function", "refused",
         "UPDATE sqlite_schema SET sql=replace(sql,'value TEXT NOT NULL','value TEXT NOT NULL DEFAULT (randomblob(9))') WHERE name='meta'")

# ---- what the file says of its puzzle -----------------------------------------------------------

for key in ("title", "file", "source", "version", "words"):
    sql_case("no %s" % key, "refused", "DELETE FROM meta WHERE key='%s'" % key)
    sql_case("two of %s" % key, "refused", "INSERT INTO meta SELECT key, value || '9' FROM meta WHERE key='%s'" % key)
sql_case("a key that is not known", "refused", "INSERT INTO meta VALUES('more', '1')")
sql_case("nothing of the puzzle", "refused", "DELETE FROM meta")
sql_case("a title of 50 MB", "any", "UPDATE meta SET value=printf('%.*c', 50000000, 'x') WHERE key='title'")
sql_case("a text of 50 MB", "found", "UPDATE meta SET value=printf('%.*c', 50000000, 'x') WHERE key='source'")
for words in ("0", "-1", "3", "1e9", "99999999999999999999", "x"):
    sql_case("%s words" % words, "refused", "UPDATE meta SET value='%s' WHERE key='words'" % words)
sql_case("another SQL of shown", "refused", "UPDATE meta SET value='(SELECT 1)' WHERE key='shown'")
sql_case("a text that is no puzzle", "found", "UPDATE meta SET value='not: [a puzzle' WHERE key='source'")
sql_case("no text at all", "found", "UPDATE meta SET value='' WHERE key='source'")
sql_case("a text of braces", "found", "UPDATE meta SET value=replace(printf('%.*c', 100000, 'x'), 'x', '{a: ') WHERE key='source'")
sql_case("another puzzle", "found", "UPDATE meta SET value=replace(value,'cargo: [wolf, goat, cabbage]','cargo: [wolf, goat, salad]') WHERE key='source'")
sql_case("a puzzle with another rule", "found", "UPDATE meta SET value=replace(value,'left > 0','left > 1') WHERE key='source'")
sql_case("a puzzle with a larger state", "found", "UPDATE meta SET value=replace(value,'left: 0..fuel','left: 0..9*fuel') WHERE key='source'")
sql_case("another parameter's value", "found", "UPDATE param SET value='39'")
sql_case("a parameter that is a file", "found", "UPDATE param SET value='@/etc/passwd'")
sql_case("a parameter too many", "found", "INSERT INTO param VALUES('more','1')")
sql_case("a million parameters", "found", "WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM r WHERE i<1000000) "
         "INSERT INTO param SELECT 'p'||i, '1' FROM r")
sql_case("a variable missing", "refused", "DELETE FROM field WHERE id=1")
for column, values in {"shift": (-1, 64, 5), "word": (-1, 1, 1 << 40), "width": (-1, 65, 9, 0), "low": (1, -(1 << 63)),
                       "domain": (7, -1, "NULL"), "name": ("'x'",), "id": (9,)}.items():
    for value in values:
        sql_case("a variable's %s %s" % (column, value), "refused", "UPDATE field SET %s=%s WHERE id=1" % (column, value))
sql_case("a value's name changed", "refused", "UPDATE value SET name='north' WHERE id=1")
sql_case("a value missing", "refused", "DELETE FROM value WHERE id=2")
sql_case("values in another order", "refused", "UPDATE value SET value=1-value")
sql_case("a rule missing", "found", "DELETE FROM rule WHERE id=2")
sql_case("a rule renamed", "found", "UPDATE rule SET name='another' WHERE id=1")
sql_case("a cost renamed", "refused", "UPDATE cost SET name='another'")
sql_case("a cost missing", "refused", "DELETE FROM cost")

# ---- runs -----------------------------------------------------------------------------------------

sql_case("no run", "refused", "DELETE FROM run")
sql_case("a run without tables", "refused", "INSERT INTO run SELECT 2,\"order\",options,keep,minimize,has_goal,started,seconds,"
         "status,stopped,verdict,expanded,states,edges,rejections,starts,depth,goals,dead_ends,shortest_length,"
         "shortest_count,solutions_stored,solutions_count,seal,digest FROM run")
sql_case("a run renumbered", "refused", "UPDATE run SET id=7")
sql_case("a run of a negative number", "refused", "UPDATE run SET id=-1")
sql_case("an order that is none", "refused", "UPDATE run SET \"order\"='nonsense'")
for column, value in {"keep": "'nonsense'", "minimize": "'nonsense'", "has_goal": "0", "states": "17", "edges": "9999999999999",
                      "rejections": "1", "starts": "5", "depth": "-1", "goals": "0", "dead_ends": "3", "expanded": "100000",
                      "verdict": "'proved'", "shortest_length": "6", "shortest_count": "'99999999999999999999'",
                      "solutions_stored": "1", "solutions_count": "'1'"}.items():
    sql_case("a run with another %s" % column, "found", "UPDATE run SET %s=%s" % (column, value))
# It holds, and says less than it could.
sql_case("a run that says it was cut short", "less", "UPDATE run SET status='limit'")
sql_case("a run without figures", "found", "UPDATE run SET states=NULL, edges=NULL")
sql_case("a least that is not", "found", "UPDATE best SET least=least-1 WHERE cost='effort'")
sql_case("a count that is not", "found", "UPDATE best SET count='99' WHERE cost='moves'")
sql_case("a count that is no number", "found", "UPDATE best SET count='many' WHERE cost='moves'")


def step_row(solution, step):
    """Where a step of a solution is stored."""
    return "id=(SELECT first+%d-step FROM piece_1 WHERE solution=%d AND %d BETWEEN step AND step+steps-1)" % (step, solution, step)


# ---- states, edges, rejections ----------------------------------------------------------------------

for name, sql in {
        "an edge to nowhere": "UPDATE edge_1 SET dst=100000 WHERE (src,move,dst)=(SELECT src,move,dst FROM edge_1 ORDER BY src,move,dst LIMIT 1 OFFSET 8)",
        "an edge from nowhere": "UPDATE edge_1 SET src=0 WHERE (src,move,dst)=(SELECT src,move,dst FROM edge_1 ORDER BY src,move,dst LIMIT 1 OFFSET 8)",
        "an edge to a huge number": "UPDATE edge_1 SET dst=9223372036854775807 WHERE (src,move,dst)=(SELECT src,move,dst FROM edge_1 ORDER BY src,move,dst LIMIT 1 OFFSET 8)",
        "an edge to a negative number": "UPDATE edge_1 SET dst=-1 WHERE (src,move,dst)=(SELECT src,move,dst FROM edge_1 ORDER BY src,move,dst LIMIT 1 OFFSET 8)",
        "an edge from later": "UPDATE edge_1 SET src=300 WHERE (src,move,dst)=(SELECT src,move,dst FROM edge_1 ORDER BY src,move,dst LIMIT 1 OFFSET 0)",
        "a move that has no text": "UPDATE edge_1 SET move=99 WHERE (src,move,dst)=(SELECT src,move,dst FROM edge_1 ORDER BY src,move,dst LIMIT 1 OFFSET 0)",
        "a move of a huge number": "UPDATE edge_1 SET move=4294967295",
        "a cost below zero": "UPDATE edge_1 SET c0=-5 WHERE (src,move,dst)=(SELECT src,move,dst FROM edge_1 ORDER BY src,move,dst LIMIT 1 OFFSET 2)",
        "a cost near the end of numbers": "UPDATE edge_1 SET c0=9223372036854775807",
        "another cost": "UPDATE edge_1 SET c0=c0+1 WHERE (src,move,dst)=(SELECT src,move,dst FROM edge_1 ORDER BY src,move,dst LIMIT 1 OFFSET 2)",
        "a circle of edges": "UPDATE edge_1 SET dst=src WHERE src < 50",
        "an edge to another state": "UPDATE edge_1 SET dst=dst+1 WHERE (src,move,dst)=(SELECT src,move,dst FROM edge_1 ORDER BY src,move,dst LIMIT 1 OFFSET 11)",
        "an edge missing": "DELETE FROM edge_1 WHERE (src,move,dst)=(SELECT src,move,dst FROM edge_1 ORDER BY src,move,dst LIMIT 1 OFFSET 4)",
        "an edge too many": "INSERT INTO edge_1 SELECT src,move,dst+1,c0 FROM edge_1 WHERE (src,move,dst)=(SELECT src,move,dst FROM edge_1 ORDER BY src,move,dst LIMIT 1 OFFSET 4)",
        "no edge": "DELETE FROM edge_1",
        "a state missing": "DELETE FROM state_1 WHERE id=40",
        "a state too many": "INSERT INTO state_1 SELECT max(id)+1, depth, marks, w0 FROM state_1",
        "the first state missing": "DELETE FROM state_1 WHERE id=1",
        "a state of number 0": "INSERT INTO state_1 SELECT 0, depth, marks, w0 FROM state_1 WHERE id=1",
        "a state of a negative number": "INSERT INTO state_1 SELECT -5, depth, marks, w0 FROM state_1 WHERE id=1",
        "a state of a huge number": "INSERT INTO state_1 SELECT 9223372036854775807, depth, marks, w0 FROM state_1 WHERE id=1",
        "no state": "DELETE FROM state_1",
        "two states that are one": "UPDATE state_1 SET w0=(SELECT w0 FROM state_1 WHERE id=7) WHERE id=8",
        "a state out of its domain": "UPDATE state_1 SET w0=w0|1008 WHERE id=9",
        "a state with bits beyond its own": "UPDATE state_1 SET w0=-1 WHERE id=9",
        "marks that do not exist": "UPDATE state_1 SET marks=99 WHERE id=9",
        "a goal that is none": "UPDATE state_1 SET marks=marks|1 WHERE id=9",
        "a start that is none": "UPDATE state_1 SET marks=marks|4 WHERE id=9",
        "a depth of a huge number": "UPDATE state_1 SET depth=1<<40 WHERE id=9",
        "a depth below zero": "UPDATE state_1 SET depth=-1 WHERE id=9",
        "another depth": "UPDATE state_1 SET depth=depth+1 WHERE id=9",
        "a way to a goal that is longer": "UPDATE distance_1 SET to_goal=to_goal+2 WHERE id=9",
        "a way to a goal of a huge number": "UPDATE distance_1 SET to_goal=1<<62 WHERE id=9",
        "a dead end that is none": "DELETE FROM distance_1 WHERE id=9",
        "a distance of no state": "INSERT INTO distance_1 VALUES(100000, 1, NULL)",
        "a refusal of no rule": "UPDATE rejection_1 SET rule=99 WHERE rowid=1",
        "a refusal of another rule": "UPDATE rejection_1 SET rule=(rule+1)%3 WHERE rowid=1",
        "a refusal of no state": "UPDATE rejection_1 SET src=100000 WHERE rowid=1",
        "a refusal of no move": "UPDATE rejection_1 SET move=100000 WHERE rowid=1",
        "a refusal missing": "DELETE FROM rejection_1 WHERE rowid=1",
        "a move's text changed": "UPDATE move_1 SET text='take salad' WHERE text='take goat'",
        "a move's text missing": "DELETE FROM move_1 WHERE text='take goat'",
        "a move's text of 50 MB": "UPDATE move_1 SET text=printf('%.*c', 50000000, 'x') WHERE text='take goat'",
        "two moves' texts exchanged": "UPDATE move_1 SET text=CASE text WHEN 'take goat' THEN 'take wolf' WHEN 'take wolf' THEN 'take goat' ELSE text END",
        "a text that ends early": "UPDATE move_1 SET text='take'||char(0)||'x' WHERE text='take goat'",
        "a text that a terminal acts on": "UPDATE move_1 SET text=char(27)||'[2Jtake' WHERE text='take goat'",
        "a solution too long": "UPDATE solution_1 SET length=99 WHERE id=1",
        "a solution of a huge length": "UPDATE solution_1 SET length=1<<40 WHERE id=1",
        "a solution's cost": "UPDATE solution_1 SET c0=1 WHERE id=1",
        "a solution missing": "DELETE FROM solution_1 WHERE id=1",
        "a solution without steps": "DELETE FROM piece_1 WHERE solution=1",
        "a step missing": "DELETE FROM step_1 WHERE " + step_row(1, 3),
        "a step twice": "INSERT INTO piece_1 SELECT solution,3,1,first+3-step,c0 FROM piece_1 WHERE solution=1 AND 3 BETWEEN step AND step+steps-1",
        "a step of no move": "UPDATE step_1 SET move=99 WHERE " + step_row(1, 3),
        "a step without a move": "UPDATE step_1 SET move=NULL WHERE " + step_row(1, 3),
        "a step of another move": "UPDATE step_1 SET move=(move+1)%4 WHERE " + step_row(1, 3),
        "a step shown otherwise": "UPDATE step_1 SET dst=1 WHERE " + step_row(1, 3),
        "a step to nowhere": "UPDATE step_1 SET dst=100000 WHERE " + step_row(1, 3),
        "a step of a huge number": "UPDATE piece_1 SET step=1<<62 WHERE solution=1",
        "a step that cost more": "UPDATE step_1 SET c0=c0+1 WHERE " + step_row(1, 3),
}.items():
    sql_case(name, "found", sql)


def loosely(name, table, statement):
    """What STRICT and NOT NULL would not let in: the table is declared without them, changed, and declared again."""
    loose = ("UPDATE sqlite_schema SET sql=replace(replace(replace(sql,' STRICT,',' '),' STRICT',''),' NOT NULL','') WHERE name='%s'" % table)

    def to_file(path):
        db = sqlite3.connect(path, isolation_level=None)
        (good,) = db.execute("SELECT sql FROM sqlite_schema WHERE name=?", [table]).fetchone()
        db.execute("PRAGMA writable_schema=ON")
        db.execute(loose)
        db.close()
        db = sqlite3.connect(path, isolation_level=None)
        db.execute(statement)
        db.execute("PRAGMA writable_schema=ON")
        db.execute("UPDATE sqlite_schema SET sql=? WHERE name=?", [good, table])
        db.close()
    CASES.append((name, "found", to_file))


for kind, value in {"nothing": "NULL", "a text": "'nine'", "a blob": "x'0909'", "a fraction": "9.5"}.items():
    loosely("%s for a state" % kind, "state_1", "UPDATE state_1 SET w0=%s WHERE id=9" % value)
    loosely("%s for a depth" % kind, "state_1", "UPDATE state_1 SET depth=%s WHERE id=9" % value)
    if value != "NULL":  # no key has one
        loosely("%s for an edge's end" % kind, "edge_1", "UPDATE edge_1 SET dst=%s WHERE (src,move,dst)=(SELECT src,move,dst FROM edge_1 ORDER BY src,move,dst LIMIT 1 OFFSET 8)" % value)
    loosely("%s for a cost" % kind, "edge_1", "UPDATE edge_1 SET c0=%s WHERE (src,move,dst)=(SELECT src,move,dst FROM edge_1 ORDER BY src,move,dst LIMIT 1 OFFSET 8)" % value)
    loosely("%s for a refusal's rule" % kind, "rejection_1", "UPDATE rejection_1 SET rule=%s WHERE rowid=1" % value)
    loosely("%s for a step" % kind, "step_1", "UPDATE step_1 SET dst=%s WHERE %s" % (value, step_row(1, 2)))
    loosely("%s for a number of states" % kind, "run", "UPDATE run SET states=%s" % value)
loosely("nothing for a move's text", "move_1", "UPDATE move_1 SET text=NULL WHERE text='take goat'")
loosely("a blob for a move's text", "move_1", "UPDATE move_1 SET text=x'ff00ff' WHERE text='take goat'")
loosely("nothing for the puzzle", "meta", "UPDATE meta SET value=NULL WHERE key='source'")
loosely("a blob for the puzzle", "meta", "UPDATE meta SET value=x'70ff00' WHERE key='source'")
loosely("nothing for a status", "run", "UPDATE run SET status=NULL")

# ---- what lies beside it, and what is no file -----------------------------------------------------------

JOURNAL = bytes.fromhex("d9d505f920a163d7")


def journal(pages, size, records, nonce=17):
    """A rollback journal of SQLite: records are (page, bytes)."""
    head = JOURNAL + struct.pack(">IIIII", len(records), nonce, size, 512, PAGE)
    out = head + bytes(512 - len(head))
    for page, data in records:
        check, at = nonce, PAGE - 200
        while at > 0:
            check = (check + data[at]) & 0xFFFFFFFF
            at -= 200
        out += struct.pack(">I", page) + data + struct.pack(">I", check)
    return out


@case("a journal of noise beside it", "any")
def noise_journal(path):
    open(path + "-journal", "wb").write(bytes((i * 31) % 256 for i in range(5000)))


@case("a journal that puts noise onto the first page", "refused")
def page_journal(path):
    data = open(path, "rb").read()
    page = data[:24] + bytes((i * 31) % 256 for i in range(PAGE - 24))
    open(path + "-journal", "wb").write(journal(1, len(data) // PAGE, [(1, page)]))


@case("a journal that cuts the file", "refused")
def cut_journal(path):
    data = open(path, "rb").read()
    open(path + "-journal", "wb").write(journal(1, 3, [(1, data[:PAGE])]))


@case("a journal that would remove another file", "refused")
def super_journal(path):
    victim = path + ".victim"
    open(victim, "wb").write(b"precious\n")
    name = os.path.abspath(victim).encode()
    check = sum(name) & 0xFFFFFFFF
    data = open(path, "rb").read()
    body = journal(1, len(data) // PAGE, [(1, data[:PAGE])])
    tail = struct.pack(">I", 0x40000000 // PAGE + 1) + name + struct.pack(">II", len(name), check) + JOURNAL
    open(path + "-journal", "wb").write(body + tail)


@case("a write-ahead log of noise beside it", "refused")
def wal(path):
    open(path + "-wal", "wb").write(bytes.fromhex("377f0682002de218") + bytes((i * 31) % 256 for i in range(9000)))


@case("a write-ahead log of noise, and a header that asks for it", "refused")
def wal_asked(path):
    data = open(path, "rb").read()
    open(path, "wb").write(put(data, 18, b"\2\2"))
    open(path + "-wal", "wb").write(bytes.fromhex("377f0682002de218") + bytes((i * 31) % 256 for i in range(9000)))


@case("a folder", "refused")
def folder(path):
    os.remove(path)
    os.mkdir(path)


@case("a pipe without a writer", "refused")
def pipe(path):
    os.remove(path)
    os.mkfifo(path)


@case("a socket", "refused")
def a_socket(path):
    os.remove(path)
    s = socket.socket(socket.AF_UNIX)
    s.bind(path)
    s.close()


@case("a device that never ends", "refused")
def device(path):
    os.remove(path)
    os.symlink("/dev/zero", path)


@case("a link to itself", "refused")
def link(path):
    os.remove(path)
    os.symlink(path, path)


@case("a link to nothing", "no file")
def dangling(path):
    os.remove(path)
    os.symlink(path + ".not-there", path)


@case("nothing at all", "no file")
def nothing(path):
    os.remove(path)


@case("an empty file", "no file")
def empty(path):
    open(path, "wb").close()


@case("a file that may not be read", "unreadable")
def unreadable(path):
    os.chmod(path, 0)


# ---- bits ---------------------------------------------------------------------------------------------------

def roots(path):
    db = sqlite3.connect(path)
    found = db.execute("SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0").fetchall()
    db.close()
    return [("sqlite_schema", 1)] + found


def places(data, page):
    """Bytes of a page that mean something: each field of its header, a cell pointer, a cell."""
    base = (page - 1) * PAGE
    at = base + (100 if page == 1 else 0)
    kind = data[at]
    head = 12 if kind in (2, 5) else 8
    found = {"the kind of page": at, "the first free block": at + 1, "the number of cells": at + 4,
             "where cells begin": at + 6, "how many bytes are free": at + 7}
    if head == 12:
        found["the last page below"] = at + 11
    cells = struct.unpack(">H", data[at + 3:at + 5])[0]
    if cells:
        found["a place of a cell"] = at + head + 1
        cell = base + struct.unpack(">H", data[at + head:at + head + 2])[0]
        found["the length of a cell"] = cell
        found["the number of a cell"] = cell + 1
        found["the types of a cell"] = cell + 3
        found["the end of a cell"] = cell + 6
    return found


def flips(good):
    data = open(good, "rb").read()
    count = 0
    for name, page in roots(good):
        for what, at in places(data, page).items():
            for bit in range(8) if LONG else (0, 6):
                count += 1
                if LONG or count % 10 == SEED % 10:
                    bytes_case("bit %d of %s, %s" % (bit, what, name), "any",
                               lambda d, at=at, bit=bit: flip(d, at, bit))


# ---- running --------------------------------------------------------------------------------------------------

def run(words, folder, path, user=None):
    command = [WGCQ] + [path if w is None else w for w in words] + ["--quiet"]
    if words[0] != "graph":
        command += ["--format", "json"]
    environment = dict(os.environ, LC_ALL="C.UTF-8", TERM="dumb")
    done = subprocess.run(command, cwd=folder, capture_output=True, timeout=SECONDS_MOST, stdin=subprocess.DEVNULL,
                          env=environment, preexec_fn=(lambda: os.setuid(user)) if user else None)
    return done.returncode, done.stdout, done.stderr


def commands_of(number):
    """The names of the commands that are put to a case."""
    if LONG:
        return list(COMMANDS)
    others = [name for name in COMMANDS if name not in ("verify", "solve")]
    return [others[(number + SEED) % len(others)], "verify", "solve"]


def put_to(folder, path, user=None, names=tuple(COMMANDS)):
    answers = {}
    for name in names:
        try:
            answers[name] = run(COMMANDS[name], folder, path, user)
        except subprocess.TimeoutExpired:
            answers[name] = (-999, b"", b"it does not end")
    return answers


def content(path):
    if os.path.islink(path) or not os.path.isfile(path):
        return None
    return open(path, "rb").read()


def contents(path):
    """Of the file, and of what SQLite may put or find beside it."""
    return [content(path + behind) for behind in ("", "-journal", "-wal", "-shm", ".victim")]


def complaints(expected, answers, good):
    verified = answers["verify"][0]
    for name, (status, out, err) in answers.items():
        if status not in (0, 1, 2, 3, 4):
            yield "%s ended with %d: %s" % (name, status, err.decode("utf-8", "replace")[-600:])
        elif status == 4 and not re.fullmatch(rb"wgcq: error: [^\n]*\n(hint: [^\n]*\n)?", err):
            yield "%s says: %r" % (name, err[:300])
        elif status == 2 and verified not in (1, 4) and expected != "less":
            yield "%s blames the user: %r" % (name, err[:300])
        if any(c < 32 and c != 10 or c == 127 for c in err):
            yield "%s says what a terminal acts on: %r" % (name, err[:300])
    if expected == "refused":
        for name, (status, out, err) in answers.items():
            if status != 4 or out:
                yield "%s ended with %d: %r %r" % (name, status, out[:200], err[:200])
    if expected == "found" and verified not in (1, 4):
        yield "verify ended with %d: %s" % (verified, answers["verify"][1].decode()[-1500:])
    if verified == 0 and expected != "less":
        for name in answers:
            if name not in ("verify", "solve") and answers[name][:2] != good[name][:2]:
                yield "%s answers otherwise, and verify has not found why: %r" % (name, answers[name])


def one(number, name, expected, change, root, good):
    folder = os.path.join(root, "case%d" % number)
    os.mkdir(folder)
    shutil.copy(os.path.join(root, "ferry.yaml"), folder)
    path = os.path.join(folder, "broken.db")
    shutil.copy(os.path.join(root, "good.db"), path)
    change(path)
    user = None
    if expected == "unreadable":
        if os.getuid() == 0:
            user = 65534
            try:
                if run(["--version"], folder, path, user)[0]:
                    raise PermissionError
            except (PermissionError, OSError):
                return "skip", ["the program cannot be run as another user"]
            os.chmod(folder, 0o755)
        expected = "refused"
    before = contents(path) if not user else None
    answers = put_to(folder, path, user, commands_of(number))
    wrong = []
    if expected == "no file":
        for name, (status, out, err) in answers.items():
            if status != (0 if name == "solve" else 4):
                wrong.append("%s ended with %d: %r" % (name, status, err[:300]))
    else:
        wrong = list(complaints(expected, answers, good))
    if expected == "refused" and before is not None and contents(path) != before:
        wrong.append("the file, or what lies beside it, was changed")
    if os.path.exists(path + ".victim.not-there") or (name.endswith("another file") and not os.path.exists(path + ".victim")):
        wrong.append("the other file is gone")
    statuses = " ".join(str(a[0]) for a in answers.values())
    if user:
        os.chmod(path, 0o600)
    if not wrong:
        shutil.rmtree(folder, ignore_errors=True)
    return statuses, wrong


def make_good(root):
    with open(os.path.join(root, "ferry.yaml"), "w") as f:
        f.write(PUZZLE)
    path = os.path.join(root, "good.db")
    status, out, err = run(["solve", "ferry.yaml", "-o", None], root, path)
    if status:
        print("Bail out! the good file: %r" % err)
        sys.exit(1)
    again = os.path.join(root, "again.db")
    shutil.copy(path, again)
    return put_to(root, again), path


def main():
    root = tempfile.mkdtemp(prefix="wgcq-databases-")
    os.chmod(root, 0o755)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        good, path = make_good(root)
        flips(path)
        bad = [n for n, a in good.items() if a[0] != 0]
        print("%sok 1 - every command answers from the good file" % ("not " if bad else ""))
        for n in bad:
            print("# %s: %r" % (n, good[n]))
        failed = len(bad)
        only = [a for a in sys.argv[1:] if not a.startswith("-")]
        with ThreadPoolExecutor(2) as pool:
            waiting = [(n, e, pool.submit(one, i, n, e, c, root, good)) for i, (n, e, c) in enumerate(CASES)
                       if (LONG or i % SPARED == SEED % SPARED) and (not only or any(o in n for o in only))]
            print("1..%d" % (len(waiting) + 1))
            for i, (name, expected, future) in enumerate(waiting):
                statuses, wrong = future.result()
                skipped = statuses == "skip"
                print("%sok %d - %s (%s)%s" % ("not " if wrong and not skipped else "", i + 2, name,
                                               expected, " # SKIP " + wrong[0] if skipped else ""))
                if not skipped:
                    failed += bool(wrong)
                    if wrong:
                        print("# statuses: %s" % statuses)
                    for w in wrong[:4]:
                        print("# " + w.replace("\n", "\n# "))
        return failed > 0
    finally:
        shutil.rmtree(root, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
