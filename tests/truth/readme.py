"""The README's sessions, run again: every command of its ```console blocks and what it prints; and its
pictures, each by the last indented command before it.

`rerun(program, puzzles, folder)` returns the lines that differ.  Seconds differ from run to run, and are
left out of the comparison.
"""

import os
import re
import subprocess

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "README.md")


def sessions(path=FILE):
    """[(command, the lines it prints)]"""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    found = []
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *lines = part.rstrip("\n").split("\n")
            found.append((command, lines))
    for picture in re.finditer(r"```mermaid\n(.*?)```", text, re.DOTALL):
        commands = re.findall(r"^    (wgcq graph .*)$", text[:picture.start()], re.MULTILINE)
        found.append((commands[-1], picture.group(1).rstrip("\n").split("\n")))
    return found


def settled(lines):
    return [re.sub(r"^(seconds +)[0-9.]+$", r"\1...", line.rstrip()) for line in lines]


def sanitizers(program):
    """Their libraries, if wgcq is built with them: a program that loads it has to load these first."""
    used = subprocess.run(["ldd", program], capture_output=True, text=True).stdout
    return ":".join(re.findall(r"=> (\S*lib(?:a|ub)san\S*)", used))


def rerun(program, puzzles, folder):
    """Runs them all in `folder`; the lines that differ."""
    for name, meant in (("puzzles", puzzles), ("build", os.path.dirname(program))):
        link = os.path.join(folder, name)
        if not os.path.exists(link):
            os.symlink(os.path.abspath(meant), link)
    names = {**os.environ, "PATH": os.path.dirname(program) + ":" + os.environ["PATH"],
             "NO_COLOR": "1"}
    names.pop("COLUMNS", None)
    wrong = []
    for command, lines in sessions():
        first = {"LD_PRELOAD": sanitizers(program)} if ".load" in command else {}
        done = subprocess.run(command, shell=True, cwd=folder, env={**names, **first}, timeout=60,
                              capture_output=True, text=True)
        reported = settled(done.stdout.rstrip("\n").split("\n") if done.stdout else [])
        if reported != settled(lines):
            missing = [f"the README has {l!r}" for l in settled(lines) if l not in reported]
            extra = [f"the program has {l!r}" for l in reported if l not in settled(lines)]
            wrong += [f"$ {command}", *missing[:4], *extra[:4], *done.stderr.split("\n")[:2]]
    return wrong
