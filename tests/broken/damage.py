#!/usr/bin/python3
"""Random damage of one or two bytes at every kind of place in a file: `resume` refuses it, or comes to what it would
have come to without.

Prints TAP.  usage: damage.py [COUNT [SEED]]; without a COUNT 150 files are damaged, without a SEED a fresh one is taken,
which is printed.  Each file is a run that was cut short (puzzles, orders, levels of keeping, several runs, free pages,
long texts).  Of each damaged one:

  refused   status 4, and not a byte is written nor a file left beside it
  the same  the resumed file is whole by PRAGMA integrity_check, and every table and view of it holds what the resumed
            undamaged file holds

and nothing else may be.  Every eighth is also asked by other commands, which may not crash or hang.
"""
import collections
import os
import random
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
WGCQ = os.path.abspath(os.environ.get("WGCQ", os.path.join(HERE, "..", "..", "build", "wgcq")))
PUZZLES = os.path.join(HERE, "..", "..", "puzzles")
SECONDS_MOST = 120

# States whose text SQL cannot make, and a text and names long enough for pages of their own.
LONG = """\
puzzle: Long names
about: %s
types:
  place: [%s]
state:
  at: place
  count: 0..30
start: {at: %s, count: 0}
moves:
  go {p}:
    - choose: p in place
    - guard: p != at and count < 30
      else: nothing is left of the day
    - set: {at: p, count: count + 1}
costs:
  effort: 1 + (count %% 3)
goal: count == 30
""" % ("x" * 9000, ", ".join("%s%d" % ("n" * 300, i) for i in range(5)), "n" * 300 + "0")


# ---- files ------------------------------------------------------------------------------------------------------

def run(words, folder):
    done = subprocess.run([WGCQ] + words, cwd=folder, capture_output=True, timeout=SECONDS_MOST,
                          stdin=subprocess.DEVNULL, env=dict(os.environ, LC_ALL="C.UTF-8", TERM="dumb"))
    return done.returncode, done.stdout, done.stderr


def solve(folder, name, puzzle, *options):
    status, out, err = run(["solve", puzzle, "-o", name, "--quiet", "--threads", "1"] + list(options), folder)
    if status not in (0, 1, 3):
        raise RuntimeError("%s: %r" % (puzzle, err))


def shelf(name):
    return os.path.join(PUZZLES, name + ".yaml")


def stored(path):
    """How many states a run that is not over has in the file by now."""
    try:
        db = sqlite3.connect("file:%s?mode=ro" % path, uri=True)
        try:
            return db.execute("SELECT total(states) FROM run WHERE status='interrupted'").fetchone()[0]
        finally:
            db.close()
    except sqlite3.Error:
        return 0


def killed(folder, name, puzzle, *options):
    """A run that was killed when some of it was saved, and how many states that are."""
    path = os.path.join(folder, name)
    for _ in range(50):
        started = subprocess.Popen([WGCQ, "solve", puzzle, "-o", name, "--quiet", "--save-every", "500", "--threads", "1"]
                                   + list(options), cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + SECONDS_MOST
        while started.poll() is None and not stored(path) and time.monotonic() < until:
            time.sleep(0.002)
        started.kill()
        started.wait()
        run(["runs", name], folder)  # rolls back
        if 1 <= stored(path) <= 20000:
            return int(stored(path))
        for behind in ("", "-journal"):
            if os.path.exists(path + behind):
                os.remove(path + behind)
    raise RuntimeError("%s: no kill left a run" % puzzle)


def with_free_pages(folder, name):
    db = sqlite3.connect(os.path.join(folder, name), isolation_level=None)
    db.execute("CREATE TABLE free(a)")
    db.execute("INSERT INTO free SELECT zeroblob(3000) FROM (WITH RECURSIVE r(i) AS"
               " (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 40) SELECT i FROM r)")
    db.execute("DROP TABLE free")
    db.close()


def make_files(root):
    """name -> options of resume"""
    files = {}

    def add(name, puzzle, *options, resume=(), free=False, kill=False):
        db = name.replace(" ", "-") + ".db"
        if kill:
            resume = ["--max-states", str(killed(root, db, puzzle, *options) + 1500)]
        else:
            solve(root, db, puzzle, *options)
        if free:
            with_free_pages(root, db)
        files[name] = (db, list(resume))

    long_one = os.path.join(root, "long.yaml")
    with open(long_one, "w") as file:
        file.write(LONG)
    add("crossing, all", shelf("family-crossing"), "--max-states", "60", free=True)
    add("crossing, depth-first", shelf("family-crossing"), "--order", "depth-first", "--max-states", "20")
    add("crossing, cheapest, edges", shelf("family-crossing"), "--order", "cheapest", "--trace", "edges", "--max-states", "70")
    add("crossing, states", shelf("family-crossing"), "--trace", "states", "--max-states", "70")
    add("crossing, solutions", shelf("family-crossing"), "--trace", "solutions", "--max-states", "70")
    add("family, all", shelf("family"), "--max-states", "500")
    add("family, depth 20", shelf("family"), "--max-depth", "20", free=True)
    add("romania, a-star", shelf("romania"), "--order", "a-star", "--max-states", "9")
    add("long names", long_one, "--max-states", "90")
    add("frogs, killed", shelf("frogs"), "--set", "n=16", kill=True)
    add("frogs, killed, depth-first", shelf("frogs"), "--set", "n=16", "--order", "depth-first", kill=True)
    for options in (["--max-states", "50"], ["--order", "depth-first"], ["--max-states", "90", "--trace", "edges"]):
        solve(root, "several-runs.db", shelf("family-crossing"), *options)
    files["several runs"] = ("several-runs.db", [])
    return files


# ---- what is in a file ------------------------------------------------------------------------------------------

LEFT_OUT = ("seconds", "started", "seal", "digest")


def content(path):
    """Every row of every table and view, but the times; and whether it is whole.  Rows are sorted here: in which order
    SQLite gives them is its own choice, made by the figures in sqlite_stat1, which may be the ones that are damaged."""
    link = sqlite3.connect(path)
    link.text_factory = bytes
    whole = link.execute("PRAGMA integrity_check").fetchall()
    out = {"whole": whole, "schema": link.execute("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name").fetchall()}
    if whole == [(b"ok",)]:
        for (name,) in link.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')").fetchall():
            name = name.decode()
            if name.startswith("sqlite_stat"):
                continue
            columns = [c[1].decode() for c in link.execute('PRAGMA table_info("%s")' % name)]
            shown = ['"%s"' % c for c in columns if c not in LEFT_OUT]
            order = ",".join(str(i + 1) for i in range(len(shown)))
            out[name] = link.execute('SELECT %s FROM "%s" ORDER BY %s' % (",".join(shown), name, order)).fetchall()
    link.close()
    return out


# ---- places -----------------------------------------------------------------------------------------------------

class Places:
    """Bytes of a file by what they are for: role -> [(first, end), ...]"""

    def __init__(self, path):
        self.data = open(path, "rb").read()
        self.size = struct.unpack(">H", self.data[16:18])[0]
        self.roles = collections.defaultdict(list)
        self.at("header of the file", 0, 100)
        link = sqlite3.connect(path)
        roots = [("sqlite_schema", 1)] + link.execute(
            "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0").fetchall()
        link.close()
        for name, page in roots:
            self.tree(name.rstrip("0123456789").split("_")[0] if not name.startswith("sqlite") else name, page)
        trunk = self.number(32)
        while trunk:
            base = (trunk - 1) * self.size
            leaves = self.number(base + 4)
            self.at("trunk of the free list", base, base + 8 + 4 * leaves)
            for i in range(leaves):
                leaf = (self.number(base + 8 + 4 * i) - 1) * self.size
                self.at("free page", leaf, leaf + self.size)
            trunk = self.number(base)

    def number(self, at, bytes_=4):
        return int.from_bytes(self.data[at:at + bytes_], "big")

    def at(self, role, first, end):
        if end > first:
            self.roles[role].append((first, end))

    def varint(self, at):
        value = 0
        for i in range(9):
            byte = self.data[at]
            at += 1
            if i == 8:
                return (value << 8) | byte, at
            value = (value << 7) | (byte & 127)
            if byte < 128:
                return value, at

    def overflow(self, name, at):
        page = self.number(at)
        while page:
            base = (page - 1) * self.size
            self.at("overflow: where it goes on", base, base + 4)
            self.at("overflow: content", base + 4, base + self.size)
            page = self.number(base)

    def tree(self, name, page):
        base = (page - 1) * self.size
        head = base + (100 if page == 1 else 0)
        kind, cells = self.data[head], self.number(head + 3, 2)
        inner = kind in (2, 5)
        first = head + (12 if inner else 8)
        what = {2: "inner page of an index", 5: "inner page", 10: "leaf of an index", 13: "leaf"}[kind]
        self.at(what + ": header", head, first)
        self.at(what + ": where its cells are", first, first + 2 * cells)
        content_at = base + (self.number(head + 5, 2) or 65536)
        self.at("gap in a page", first + 2 * cells, content_at)
        for i in range(cells):
            at = base + self.number(first + 2 * i, 2)
            if inner:
                self.at(what + ": child", at, at + 4)
                self.tree(name, self.number(at))
                at += 4
            if kind == 5:
                self.at(what + ": key", at, self.varint(at)[1])
                continue
            payload, body = self.varint(at)
            rowid, body = self.varint(body) if kind == 13 else (0, body)
            self.at(what + ": length and number of a row", at, body)
            most = self.size - 35 if kind == 13 else (self.size - 12) * 64 // 255 - 23
            local = payload
            if payload > most:
                least = (self.size - 12) * 32 // 255 - 23
                local = least + (payload - least) % (self.size - 4)
                local = local if local <= most else least
                self.at("overflow: where it begins", body + local, body + local + 4)
                self.overflow(name, body + local)
            head_size, _ = self.varint(body)
            kept = name if kind == 13 else "index"
            self.at("types of a row of " + kept, body, body + min(head_size, local))
            self.at("row of " + kept, body + head_size, body + local)
        if inner:
            self.at(what + ": last child", head + 8, head + 12)
            self.tree(name, self.number(head + 8))

    def damage(self, rng):
        """What for, and the damaged bytes."""
        role = rng.choice(sorted(self.roles))
        first, end = rng.choice(self.roles[role])
        data = bytearray(self.data)
        at = rng.randrange(first, end)
        spots = [at]
        if rng.random() < 0.5:
            page = at // self.size * self.size
            spots.append(rng.choice([max(page, at - 1), min(page + self.size - 1, at + 1), rng.randrange(first, end),
                                     rng.randrange(page, page + self.size)]))
        for spot in set(spots):
            data[spot] = rng.choice([data[spot] ^ (1 << rng.randrange(8)), rng.randrange(256), 0, 255,
                                     (data[spot] + 1) % 256, (data[spot] - 1) % 256])
        return role, sorted(set(spots)), bytes(data)


# ---- one damaged file -------------------------------------------------------------------------------------------

ASKED = (["query", None, "shortest", "--limit", "3"], ["query", None, "distances"], ["verify", None], ["show", None, "1"],
         ["why", None, "2"], ["sql", None, "SELECT * FROM states"], ["runs", None])


def hold(folder, name, resume, due, damaged, ask):
    """A complaint or None, and what became of it."""
    path = os.path.join(folder, name)
    with open(path, "wb") as file:
        file.write(damaged)
    for words in ask:
        status, out, err = run([name if w is None else w for w in words] + ["--quiet"], folder)
        if status not in (0, 1, 2, 3, 4):
            return "%s ended with %d: %r" % (words[0], status, err[-300:]), "wrong"
    status, out, err = run(["resume", name, "--quiet", "--threads", "1"] + resume, folder)
    if status == 4:
        if open(path, "rb").read() != damaged:
            return "refused, but written to: %r" % err, "wrong"
        if os.path.exists(path + "-journal"):
            return "refused, but a journal is left", "wrong"
        return None, "refused"
    if status not in (0, 1, 3):
        return "resume ended with %d: %r" % (status, err[-300:]), "wrong"
    found = content(path)
    if found["whole"] != due["whole"]:
        return "accepted, and malformed: %s" % found["whole"], "wrong"
    different = [k for k in sorted(set(found) | set(due)) if found.get(k) != due.get(k)]
    return ("accepted, and different: %s" % different, "wrong") if different else (None, "the same")


def one(root, number, seed, db, resume, due, places):
    rng = random.Random(seed)
    role, spots, damaged = places.damage(rng)
    folder = os.path.join(root, "try%d" % number)
    os.mkdir(folder)
    ask = [rng.choice(ASKED)] if number % 8 == 0 else []
    try:
        wrong, became = hold(folder, "damaged.db", resume, due, damaged, ask)
    except subprocess.TimeoutExpired as e:
        wrong, became = "it does not end: %s" % e.cmd, "wrong"
    except sqlite3.Error as e:
        wrong, became = "sqlite3 cannot read it: %s" % e, "wrong"
    if wrong and os.environ.get("KEEP"):
        os.makedirs(os.environ["KEEP"], exist_ok=True)
        with open(os.path.join(os.environ["KEEP"], "seed%d.db" % seed), "wb") as file:
            file.write(damaged)
    shutil.rmtree(folder)
    return role, became, wrong and "%s at %s (seed %d): %s" % (role, spots, seed, wrong)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else int(os.environ.get("FIRST_SEED") or random.randrange(10 ** 9))
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    root = tempfile.mkdtemp(prefix="wgcq-damage-", dir=memory)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    failed = False
    roles = collections.Counter()
    try:
        files = make_files(root)
        print("1..%d\n# seeds from %d" % (len(files) + 1, seed))
        total = collections.Counter()
        with ThreadPoolExecutor(2) as pool:
            for i, (name, (db, resume)) in enumerate(files.items()):
                places = Places(os.path.join(root, db))
                shutil.copy(os.path.join(root, db), os.path.join(root, "whole.db"))
                status, out, err = run(["resume", "whole.db", "--quiet", "--threads", "1"] + resume, root)
                if places.data == open(os.path.join(root, "whole.db"), "rb").read():
                    raise RuntimeError("%s: nothing to go on with" % name)
                due = content(os.path.join(root, "whole.db"))
                mine = range(i, count, len(files))
                done = [f.result() for f in [pool.submit(one, root, n, seed + n, db, resume, due, places) for n in mine]]
                wrong = [w for _, _, w in done if w]
                became = collections.Counter(b for _, b, _ in done)
                total += became
                roles.update((r, b) for r, b, _ in done)
                good = not wrong and status in (0, 1, 3) and due["whole"] == [(b"ok",)]
                failed = failed or not good
                print("%sok %d - %s: %d damaged, %d refused, %d the same" % (
                    "" if good else "not ", i + 1, name, len(done), became["refused"], became["the same"]), flush=True)
                for w in wrong[:8]:
                    print("# " + w[:600])
        # damage where nothing is kept is passed over, all other is found
        good = total["refused"] > total["the same"] or count < 50
        print("%sok %d - %d damaged, %d refused, %d the same, %d wrong; %d kinds of places" % (
            "" if good else "not ", len(files) + 1, sum(total.values()), total["refused"], total["the same"],
            total["wrong"], len(set(r for r, _ in roles))))
        if "-v" in os.environ.get("SHOW", ""):
            for (role, became), n in sorted(roles.items()):
                print("# %s: %d %s" % (role, n, became))
        return failed or not good
    finally:
        shutil.rmtree(root, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
