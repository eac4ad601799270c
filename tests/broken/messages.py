#!/usr/bin/python3
"""The messages about broken puzzles, word for word.

Prints TAP.  `wgcq check NAME.yaml` is run for every tests/broken/NAME.yaml, and for every
tests/broken/run/NAME.yaml, whose mistakes only show while it is explored, `wgcq solve NAME.yaml
--trace none`; in the file's own folder, with the arguments of its first line where that begins with
"# arguments: ".  Each must end with status 2 and say what stands in NAME.expected, to standard error
alone, and leave nothing behind.

tests/broken/messages.py [--update] [NAME...]     --update writes the present messages; read them before you commit them
"""
import glob
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
WGCQ = os.environ.get("WGCQ", os.path.join(HERE, "..", "..", "build", "wgcq"))
SECONDS_MOST = 10 * int(os.environ.get("PATIENCE", "1"))


def arguments_of(path):
    with open(path, encoding="utf-8", errors="replace") as stream:
        first = stream.readline()
    return shlex.split(first[len("# arguments: "):]) if first.startswith("# arguments: ") else []


def say(path, command, folder):
    """What the program says: (status, stdout, stderr, files left behind)."""
    name = os.path.basename(path)
    shutil.copy(path, folder)
    words = [os.path.abspath(WGCQ), command[0], name, *command[1:], *arguments_of(path)]
    done = subprocess.run(words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS_MOST,
                          env={**os.environ, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"})
    left = [other for other in os.listdir(folder) if other != name]
    os.remove(os.path.join(folder, name))
    return done.returncode, done.stdout, done.stderr, left


def judge(path, command, update):
    """None where all is well, else what is not, in lines."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            status, out, err, left = say(path, command, folder)
        except subprocess.TimeoutExpired:
            return ["it takes longer than %d seconds" % SECONDS_MOST]
    expected = path[:-len(".yaml")] + ".expected"
    if update:
        with open(expected, "wb") as stream:
            stream.write(err)
    with open(expected, "rb") as stream:
        wanted = stream.read()
    wrong = []
    if status != 2:
        wrong.append("it ends with status %d" % status)
    if out:
        wrong.append("it writes to standard output")
    if left:
        wrong.append("it leaves " + ", ".join(left))
    if err != wanted:
        wrong += ["it should say:", *wanted.decode("utf-8", "replace").splitlines(), "and says:",
                  *err.decode("utf-8", "replace").splitlines()]
    return wrong


def main():
    names = [word for word in sys.argv[1:] if word != "--update"]
    cases = [(path, ["check"]) for path in sorted(glob.glob(os.path.join(HERE, "*.yaml")))]
    cases += [(path, ["solve", "--trace", "none"]) for path in sorted(glob.glob(os.path.join(HERE, "run", "*.yaml")))]
    cases = [case for case in cases if not names or os.path.basename(case[0])[:-len(".yaml")] in names]
    failed = 0
    print("1..%d" % len(cases))
    for number, (path, command) in enumerate(cases, 1):
        wrong = judge(path, command, "--update" in sys.argv)
        name = os.path.relpath(path, HERE)[:-len(".yaml")]
        print("%s %d - %s" % ("not ok" if wrong else "ok", number, name))
        for line in wrong:
            print("# " + line)
        failed += bool(wrong)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
