"""One run of the program, or a run that is cut short and resumed, as a dict of all that a user gets."""

import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import zlib

import built

HERE = os.path.dirname(os.path.abspath(__file__))
LIBRARIES = ["-ledit", "-lz", "-lyaml", "-lsqlite3", "-lgmp", "-lutf8proc", "-pthread", "-lm"]
ENDED = (0, 1, 3, 5)
# Of the report: what tells of the run itself.
OWN = {"puzzle", "params", "db", "seconds", "memory", "threads", "spill_written", "spill_read", "run"}
OWN_COLUMNS = {"options", "started", "seconds", "seal", "keep", "digest"}  # of the table run
OWN_PAGES = ("run", "meta")  # tables whose pages have times and seals


def local_ranks(wgcq, folder):
    """A program like wgcq-mpi, whose ranks are forked."""
    build, root = os.path.dirname(wgcq), os.path.join(HERE, "..", "..")
    program = os.path.join(folder, "local_ranks")
    objects = [os.path.join(at, name) for at, _, names in os.walk(os.path.join(build, "cli")) for name in names
               if name.endswith(".o") and os.path.basename(at) not in ("cli", "ranks", "sqlite")]
    subprocess.run([*os.environ.get("CC", "cc").split(), "-std=c11", "-D_POSIX_C_SOURCE=200809L", "-D_DEFAULT_SOURCE", "-O1",
                    f"-I{root}/lib", f"-I{root}/cli", "-o", program, os.path.join(HERE, "local_ranks.c"),
                    os.path.join(root, "cli", "ranks", "wgcq_mpi.c"), *objects, os.path.join(build, "libwgcq.a"), *LIBRARIES]
                   + ["-fsanitize=address,undefined"] * built.has_sanitizer(wgcq), check=True)
    return program


def digest(value):
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]


class Program:
    """Runs in a folder that is its own."""

    def __init__(self, wgcq, ranks, folder, puzzle, settings=()):
        self.wgcq, self.local, self.folder, self.puzzle = wgcq, ranks, folder, puzzle
        self.settings = [w for s in settings for w in ("--set", s)]
        self.environment = dict(os.environ, ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0")
        self.runs, self.spilled = 0, 0

    def path(self, name):
        return os.path.join(self.folder, name)

    def run(self, ranks, *words):
        self.runs += 1
        environment = dict(self.environment, LOCAL_RANKS=str(ranks)) if ranks else self.environment
        return subprocess.run([self.local if ranks else self.wgcq, *words], capture_output=True, text=True, cwd=self.folder, timeout=120,
                              env=environment, stdin=subprocess.DEVNULL, errors="surrogateescape")

    def clear(self):
        for name in os.listdir(self.folder):
            if name.startswith(("out.db", "whole.db", "spill")):
                shutil.rmtree(self.path(name)) if os.path.isdir(self.path(name)) else os.remove(self.path(name))

    # ---- one way ----

    def solve(self, question, way, form, cut=()):
        # without --save-every a busy machine commits, and lays out pages, as it finds time
        words = ["solve", self.puzzle, *self.settings, *question.words(), *cut, "--trace", way.trace, "--format", form, "--quiet"]
        words += ["--threads", str(way.threads)] if way.threads > 1 or not way.ranks else []
        words += ["-o", "out.db", "--save-every", "1000000000"] if way.trace != "none" else []
        words += ["--spill", "spill", "--max-memory", way.memory()] if way.spill else []
        return self.run(way.ranks, *words)

    def resume(self, question, way, form):
        ranks = way.ranks % 3 + 1 if way.ranks and not question.reduce else 0  # by another number of them; orbits by one process
        words = ["resume", "out.db.d" if ranks else "out.db", *question.limits(), "--format", form, "--quiet"]
        words += ["--stop", question.stop or "exhausted"]
        words += ["--threads", str(way.threads % 3 + 1)] if not ranks else []
        return self.run(ranks, *words)

    def answered(self, question, way, form):
        """The run that answers, and None; or why there is none."""
        self.clear()
        if not way.cut:
            return self.solve(question, way, form), None
        first = self.solve(question._replace(states=None, depth=None), way, "json", way.cut)
        if first.returncode not in ENDED:
            return first, "cut"
        said = json.loads(first.stdout)
        beyond = any(said[name] > (most or said[name]) for name, most in (("depth", question.depth), ("states", question.states)))
        if beyond or not (said["limit"] or "").startswith(" ".join(way.cut)):
            return first, "whole"  # or beyond the question's limits, which are then refused
        return self.resume(question, way, form), None

    def observe(self, question, way):
        """All that this way says and stores; None: it was not cut short, as it was to be."""
        done, without = self.answered(question, way, "json")
        if without == "whole":
            return None
        found = {"exit": done.returncode, "error": self.error_of(done)}
        if done.returncode not in ENDED:
            return found
        answer = json.loads(done.stdout)
        self.spilled += bool(answer["spill_written"])
        found |= figures(answer)
        if way.trace == "none":
            del found["solutions.stored"]
        else:
            found |= self.stored(question, way)
        if way.trace == "none" or self.looks(question, way):
            again = self.answered(question, way, "line")[0]
            if again.returncode != done.returncode:  # an answer that depends on time
                return found | {"exit": again.returncode, "error": self.error_of(again)}
            found |= shown(again.stdout)
        return found

    @staticmethod
    def looks(question, way):
        """One way in four is asked for its plan, too."""
        return zlib.crc32(f"{question} {way}".encode()) % 4 == 0

    def error_of(self, done):
        lines = [line for line in done.stderr.splitlines() if not line.startswith("hint: ")] if done.returncode not in ENDED else []
        return "\n".join(lines).replace(self.folder, ".") or None

    # ---- what is in the file ----

    def stored(self, question, way):
        path = self.path("out.db")
        if way.ranks and not question.reduce:
            path = self.path("whole.db")
            done = self.run(0, "merge", "out.db.d", "-o", "whole.db")
            if done.returncode:
                return {"stored.merge": done.stderr}
        link = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            return rows_of(link, way.trace) | (
                {f"bytes of {way.trace}": bytes_of(link, path)} if way == way._replace(threads=1, ranks=0, spill=None, cut=None) else {})
        finally:
            link.close()


def is_of_some(field):
    """Whether only some ways are asked for it: the plan by one in four of those that keep rows, bytes by one."""
    return field in ("plan", "verdict") or " of " in field


def of_answer(text):
    """A remark without what it says of the rows that are stored."""
    return re.sub(r";? ?symmetric variants of the stored solutions .*", "", text) if text else text


def figures(answer):
    found = {}
    answer["remark"] = of_answer(answer["remark"])
    for key, value in answer.items():
        if key in OWN:
            continue
        if isinstance(value, dict):
            found |= {f"{key}.{k}": v for k, v in value.items()}
        else:
            found[key] = value
    return found


def shown(text):
    """The verdict, and the plan or counterexample behind the figures."""
    parts = text.split("\n\n", 2)
    return {"verdict": of_answer(parts[0]), "plan": digest(parts[2]) if len(parts) > 2 and parts[2] else None}


# Tables that have the same rows by several trace levels; the others are compared among those of one level.
ALIKE = {"state_1": ("all", "edges", "states"), "distance_1": ("all", "edges", "states"), "edge_1": ("all", "edges")}
LABEL = "(SELECT text FROM move_1 WHERE id = move)"
VIEWS = {"solutions": "SELECT * FROM solutions ORDER BY id",
         "steps": "SELECT solution, step, move FROM steps ORDER BY solution, step"}


def rows_of(link, trace):
    """Of each table all rows, and how many; the solutions as their views have them."""
    found = {f"rows.{name}": digest(link.execute(query).fetchall()) for name, query in VIEWS.items()}
    for name, in link.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'").fetchall():
        columns = [row[1] for row in link.execute(f'PRAGMA table_info("{name}")')]
        named = ",".join(f'"{c}"' for c in columns if name != "run" or c not in OWN_COLUMNS)
        where = " WHERE key NOT IN ('seal', 'file')" if name == "meta" else ""
        # the numbers of labels depend on whether rejected moves, too, are named by the state they are tried in
        asked = named.replace('"move"', LABEL) if name == "edge_1" else named
        rows = link.execute(f'SELECT {asked} FROM "{name}"{where}').fetchall()
        rows.sort(key=repr)  # in which order a table without rowids is read depends on its statistics
        if name == "run":
            found |= {f"stored.{c}": v for c, v in zip(named.replace('"', "").split(","), rows[0])}
        else:
            found[f"rows.{name}" if trace in ALIKE.get(name, ()) else f"rows.{name} of {trace}"] = f"{len(rows)} {digest(rows)}"
    found["stored.schema of " + trace] = digest(sorted(map(repr, link.execute("SELECT type, name, sql FROM sqlite_schema"))))
    return found


def bytes_of(link, path):
    """The file, page by page, without those that say when it was made."""
    own = {page for page, in link.execute(f"SELECT pageno FROM dbstat WHERE name IN {OWN_PAGES}")} | {1}
    size, = link.execute("PRAGMA page_size").fetchone()
    sums = hashlib.sha256()
    with open(path, "rb") as file:
        for number, page in enumerate(iter(lambda: file.read(size), b""), 1):
            if number not in own:
                sums.update(page)
    return sums.hexdigest()[:16]


def message_of(done):
    return re.sub(r"^error: ", "", done.stderr.strip().splitlines()[0]) if done.stderr.strip() else ""
