#!/usr/bin/python3
"""What is refused is not touched, and nothing but the database and its own journal ever is.

Prints TAP.  Each case is a folder with a database in it and something hostile about the database, what lies beside it,
or the way to it.  Every command is put to it, by its name and through symbolic links, and before and after everything
in the folder is compared: kind, bytes, inode, links, time of change.  `refused`: every command ends with status 4;
`read`: what only reads answers, and what writes is refused; `taken`: the command that is named does its work.
"""
import hashlib
import os
import shutil
import signal
import socket
import sqlite3
import stat
import struct
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
WGCQ = os.path.abspath(os.environ.get("WGCQ", os.path.join(HERE, "..", "..", "build", "wgcq")))
SANITIZED = b"__asan_init" in open(WGCQ, "rb").read()
# A sanitized program is put to each case by one of the four names, in turn.
PARTS, TURN = (1 if os.environ.get("WHOLE") else int(os.environ.get("PARTS") or 3)), int(os.environ.get("FIRST_SEED") or 0)
SECONDS_MOST = 100 if SANITIZED else 20
PAGE = 4096
APPLICATION = 0x57474351

PUZZLE = """\
puzzle: Counting
state:
  x: 0..40
start: {x: 0}
moves:
  one:
    - guard: x < 40
    - set: {x: x + 1}
  two:
    - guard: x < 39
    - set: {x: x + 2}
goal: x == 40
"""

READING = {
    "query": ["query", None, "shortest", "--limit", "2"],
    "show": ["show", None, "1"],
    "why": ["why", None, "3"],
    "compare": ["compare", None, "1", "2"],
    "graph": ["graph", None, "--only", "shortest", "--format", "mermaid"],
    "sql": ["sql", None, "SELECT count(*) FROM states"],
    "runs": ["runs", None],
    "verify": ["verify", None],
}
WRITING = {
    "drop": ["runs", None, "--drop", "1"],
    "resume": ["resume", None, "--max-states", "30"],
    "solve": ["solve", "counting.yaml", "--again", "-o", None],
}
COMMANDS = dict(READING, **WRITING)
CASES = []


def case(name, expected, *only):
    def add(change):
        CASES.append((name, expected, only or tuple(COMMANDS), change))
        return change
    return add


# ---- journals ---------------------------------------------------------------------------------------------------

MAGIC = bytes.fromhex("d9d505f920a163d7")


def journal(size, records, nonce=17, count=None):
    """A rollback journal of SQLite: records are (page, bytes)."""
    head = MAGIC + struct.pack(">IIIII", len(records) if count is None else count, nonce, size, 512, PAGE)
    out = head + bytes(512 - len(head))
    for page, data in records:
        check, at = nonce, PAGE - 200
        while at > 0:
            check = (check + data[at]) & 0xFFFFFFFF
            at -= 200
        out += struct.pack(">I", page) + data + struct.pack(">I", check)
    return out


def super_journal(victim):
    name = os.path.abspath(victim).encode()
    return (struct.pack(">I", 0x40000000 // PAGE + 1) + name + struct.pack(">II", len(name), sum(name) & 0xFFFFFFFF)
            + MAGIC)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def hot(db):
    """A journal whose rollback changes nothing."""
    data = read(db)
    return journal(len(data) // PAGE, [(1, data[:PAGE])])


@case("a journal that would remove another file", "refused")
def _(db):
    write(db + ".victim", b"precious\n")
    write(db + "-journal", hot(db) + super_journal(db + ".victim"))


@case("a journal without records that would remove another file", "refused")
def _(db):
    write(db + ".victim", b"precious\n")
    write(db + "-journal", journal(1, [], count=0) + super_journal(db + ".victim"))


@case("a journal that leaves a stranger's file", "refused")
def _(db):
    stranger = os.path.join(os.path.dirname(db), "stranger")
    made = sqlite3.connect(stranger)
    made.executescript("PRAGMA page_size=%d; CREATE TABLE t(a); INSERT INTO t VALUES(1)" % PAGE)
    made.close()
    other = read(stranger)
    write(db + "-journal", journal(len(other) // PAGE,
                                   [(i + 1, other[i * PAGE:i * PAGE + PAGE]) for i in range(len(other) // PAGE)]))


@case("a journal that leaves a stranger's file with our number", "refused")
def _(db):
    data = read(db)
    write(db + "-journal", journal(3, [(1, data[:PAGE])]))


@case("a journal that leaves nothing", "refused", *[c for c in COMMANDS if c != "solve"])
def _(db):
    write(db + "-journal", journal(0, []))


@case("a journal of a file larger than any", "refused")
def _(db):
    write(db + "-journal", journal(0xfffffffe, [(1, read(db)[:PAGE])]))


@case("a stranger's file with a text for a journal", "refused")
def _(db):
    write(db, b"a text, longer than the header of a database, about nothing at all\n" * 99)
    write(db + "-journal", b"a journal, in the word's older sense\n")


@case("a journal of several names", "refused")
def _(db):
    write(db + ".diary", b"a journal, in the word's older sense\n")
    os.link(db + ".diary", db + "-journal")


@case("the database itself for a journal", "refused")
def _(db):
    os.link(db, db + "-journal")


@case("a link for a journal", "refused")
def _(db):
    write(db + ".other", hot(db))
    os.symlink(db + ".other", db + "-journal")


@case("a link to nothing for a journal", "refused")
def _(db):
    os.symlink(db + ".not-there", db + "-journal")


@case("a log beside it", "refused")
def _(db):
    write(db + "-wal", bytes.fromhex("377f0682002de218") + bytes(9000))


@case("an empty log beside it", "refused")
def _(db):
    write(db + "-wal", b"")


@case("a link to nothing for a log", "refused")
def _(db):
    os.symlink(db + ".not-there", db + "-wal")


def special(path, kind):
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "socket":
        s = socket.socket(socket.AF_UNIX)
        s.bind(path)
        s.close()
    elif kind == "folder":
        os.mkdir(path)
    else:
        os.symlink("/dev/zero", path)


def add_special(kind, behind):
    def change(db):
        if not behind:
            os.remove(db)
        special(db + behind, kind)
    case("a %s for %s" % (kind, behind or "a database"), "refused")(change)


for kind in ("pipe", "socket", "folder", "device"):
    for behind in ("", "-journal", "-wal"):
        add_special(kind, behind)


@case("a pipe for a log's index, which no process opens", "taken", "query", "resume")
def _(db):
    os.mkfifo(db + "-shm")


@case("a text for the journal of a file that is not there", "refused")
def _(db):
    os.remove(db)
    write(db + "-journal", b"a journal, in the word's older sense\n")


@case("the journal of a file that was moved away", "refused")
def _(db):
    write(db + "-journal", hot(db))
    os.remove(db)


@case("the journal of a file that was emptied", "refused")
def _(db):
    write(db + "-journal", hot(db))
    write(db, b"")


# ---- databases --------------------------------------------------------------------------------------------------

def stranger(db, *statements):
    os.remove(db)
    made = sqlite3.connect(db, isolation_level=None)
    made.execute("CREATE TABLE letters(a)")
    for s in statements:
        made.execute(s)
    made.close()


@case("a stranger's database", "refused")
def _(db):
    stranger(db)


@case("a stranger's database with our number", "refused")
def _(db):
    stranger(db, "PRAGMA application_id=%d" % APPLICATION, "PRAGMA user_version=%d" % VERSION)


@case("a stranger's database in WAL mode", "refused")
def _(db):
    stranger(db, "PRAGMA journal_mode=WAL")


@case("a stranger's database in WAL mode with our number", "refused")
def _(db):
    stranger(db, "PRAGMA application_id=%d" % APPLICATION, "PRAGMA user_version=%d" % VERSION,
             "PRAGMA journal_mode=WAL")


@case("one of ours in WAL mode", "refused")
def _(db):
    made = sqlite3.connect(db)
    made.execute("PRAGMA journal_mode=WAL")
    made.close()


@case("one of ours in WAL mode that another program reads", "refused")
def _(db):
    made = sqlite3.connect(db, isolation_level=None)
    made.execute("PRAGMA journal_mode=WAL")
    made.execute("UPDATE run SET seconds=1")
    pid = os.fork()
    if pid == 0:
        os.kill(os.getpid(), signal.SIGKILL)  # what it would put away stays
    os.waitpid(pid, 0)
    for behind in ("", "-wal", "-shm"):
        shutil.copy(db + behind, db + ".copy" + behind)
    made.close()
    for behind in ("", "-wal", "-shm"):
        os.rename(db + ".copy" + behind, db + behind)


@case("a link to itself", "refused")
def _(db):
    os.remove(db)
    os.symlink(db, db)


@case("a database of two names", "read")
def _(db):
    os.link(db, db + ".other")


# ---- what is taken ----------------------------------------------------------------------------------------------

@case("its own journal", "taken", "query", "resume", "solve")
def _(db):
    write(db + "-journal", hot(db))


@case("its own journal, cut short by a power cut", "taken", "resume", "solve")
def _(db):
    write(db + "-journal", bytes(700))


@case("its own journal, empty", "taken", "resume", "solve")
def _(db):
    write(db + "-journal", b"")


@case("the journal of a file that was just begun", "taken", "solve")
def _(db):
    write(db, b"")
    write(db + "-journal", journal(0, []))


@case("nothing yet", "taken", "solve")
def _(db):
    os.remove(db)


# ---- running ----------------------------------------------------------------------------------------------------

def entry(path):
    about = os.lstat(path)
    kind = stat.S_IFMT(about.st_mode)
    if stat.S_ISREG(kind):
        content = hashlib.sha256(read(path)).hexdigest() if about.st_size < 1 << 26 else about.st_size
    elif stat.S_ISLNK(kind):
        content = os.readlink(path)
    else:
        content = None
    return kind, content, about.st_ino, about.st_nlink, None if stat.S_ISDIR(kind) else about.st_mtime_ns


def everything(folder):
    found = {}
    for base, folders, files in os.walk(folder):
        for name in folders + files:
            path = os.path.join(base, name)
            found[os.path.relpath(path, folder)] = entry(path)
    return found


def run(words, path, folder):
    command = [WGCQ] + [path if w is None else w for w in words] + ["--quiet"]
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=SECONDS_MOST, stdin=subprocess.DEVNULL,
                              env=dict(os.environ, LC_ALL="C.UTF-8", TERM="dumb"))
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return -999, b"", b"it does not end"


def ways(folder):
    """The same file by several names; the links are in other folders."""
    os.mkdir(os.path.join(folder, "links"))
    os.symlink("../d/real.db", os.path.join(folder, "links", "link.db"))
    os.symlink("link.db", os.path.join(folder, "links", "twice.db"))
    os.symlink("../d", os.path.join(folder, "links", "folder"))
    return {"its name": "d/real.db", "a link": "links/link.db", "a link to a link": "links/twice.db",
            "a folder that is a link": "links/folder/real.db"}


def differences(before, after):
    for name in sorted(set(before) | set(after)):
        if before.get(name) != after.get(name):
            yield "%s: %s, then %s" % (name, before.get(name), after.get(name))


def hold(command, way, path, folder, expected):
    """One command, one way: complaints."""
    before = everything(folder)
    status, out, err = run(COMMANDS[command], path, folder)
    what = "%s by %s" % (command, way)
    if status != 4 or out or not err.startswith(b"wgcq: error: ") or err.count(b"\n") != 1:
        if expected == "refused" or command in WRITING:
            yield "%s ended with %d: %r %r" % (what, status, out[:200], err[:300])
        elif status not in (0, 1, 2, 3):
            yield "%s ended with %d: %r" % (what, status, err[:300])
    elif expected == "read" and command not in WRITING:
        yield "%s is refused: %r" % (what, err)
    for line in differences(before, everything(folder)):
        yield "%s changed %s" % (what, line)


def take(command, way, path, folder):
    status, out, err = run(COMMANDS[command], path, folder)
    if status not in (0, 3):
        yield "%s by %s ended with %d: %r" % (command, way, status, err[:300])
    for name in ("d/real.db-journal", "d/real.db-wal"):
        if os.path.lexists(os.path.join(folder, name)):
            yield "%s by %s left %s" % (command, way, name)
    db = sqlite3.connect(os.path.join(folder, "d/real.db"))
    (whole,) = db.execute("PRAGMA integrity_check").fetchone()
    db.close()
    if whole != "ok":
        yield "%s by %s left a file: %s" % (command, way, whole)
    if not stat.S_ISREG(os.lstat(os.path.join(folder, "d/real.db")).st_mode):
        yield "the file is none any more"


def fresh(root, name, change):
    folder = os.path.join(root, name)
    os.makedirs(os.path.join(folder, "d"))
    shutil.copy(os.path.join(root, "counting.yaml"), folder)
    db = os.path.join(folder, "d", "real.db")
    shutil.copy(os.path.join(root, "good.db"), db)
    change(db)
    return folder


def one(number, expected, commands, change, root):
    wrong = []
    tried = range(4) if PARTS <= 3 else [(number + TURN) % 4]
    if expected != "taken":
        folder = fresh(root, "case%d" % number, change)
        names = list(ways(folder).items())
        for way, path in [names[i] for i in tried]:
            for command in commands:
                wrong += hold(command, way, path, folder, expected)
        return wrong
    for command in commands:
        for i in tried:
            folder = fresh(root, "case%d-%s-%d" % (number, command, i), change)
            way, path = list(ways(folder).items())[i]
            wrong += take(command, way, path, folder)
    return wrong


def term_ends_it(root):
    """The first SIGTERM ends a run that something hostile lies beside."""
    folder = fresh(root, "term", lambda db: os.mkfifo(db + "-journal"))
    started = subprocess.Popen([WGCQ, "solve", "counting.yaml", "-o", "d/real.db"], cwd=folder,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(0.3)
    if started.poll() is None:
        started.terminate()
    try:
        started.wait(SECONDS_MOST)
        return []
    except subprocess.TimeoutExpired:
        started.kill()
        return ["it does not end"]


def make_good(root):
    """A run that is complete, and one that was cut short."""
    write(os.path.join(root, "counting.yaml"), PUZZLE.encode())
    for more in ([], ["--max-states", "20"]):
        status, out, err = run(["solve", "counting.yaml", "-o", None] + more, "good.db", root)
        if status not in (0, 3):
            print("Bail out! the good file: %r" % err)
            sys.exit(1)
    db = sqlite3.connect(os.path.join(root, "good.db"))
    (version,) = db.execute("PRAGMA user_version").fetchone()
    db.close()
    return version


VERSION = 0


def main():
    global VERSION
    root = tempfile.mkdtemp(prefix="wgcq-beside-")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    try:
        VERSION = make_good(root)
        print("1..%d" % (len(CASES) + 1))
        wrong = term_ends_it(root)
        print("%sok 1 - the first SIGTERM ends it" % ("not " if wrong else ""))
        failed = bool(wrong)
        with ThreadPoolExecutor(2) as pool:
            waiting = [(n, e, pool.submit(one, i, e, c, f, root)) for i, (n, e, c, f) in enumerate(CASES)]
            for i, (name, expected, future) in enumerate(waiting):
                wrong = future.result()
                failed = failed or wrong
                print("%sok %d - %s (%s)" % ("not " if wrong else "", i + 2, name, expected))
                for w in wrong[:6]:
                    print("# " + w.replace("\n", "\n# "))
        return bool(failed)
    finally:
        shutil.rmtree(root, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
