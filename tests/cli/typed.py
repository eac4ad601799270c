#!/usr/bin/python3
"""typed.py SHELL SCRIPT WGCQ <LINES: what a program named wgcq gets as its words, where each line is typed into an interactive
SHELL that has read the completion SCRIPT, with Tab and Enter behind it: LINE|[WORD][WORD]..., or - if nothing ran.

SHELL is bash, zsh or fish; WGCQ answers for the words of the file at hand."""
import os
import pathlib
import pty
import select
import sys
import tempfile
import time

STARTS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], "stty -echo; source '{}'"),
    "zsh": (["zsh", "-f", "-i"], "stty -echo; autoload -Uz compinit; compinit -u -D; source '{}'; unsetopt beep; zstyle ':completion:*' insert-tab false"),
    "fish": (["fish", "--no-config", "-i"], "source '{}'"),
}
SECONDS_MOST = 20
STUB = """#!/bin/bash
[ "$1" != --complete ] || exec '{wgcq}' "$@"
{{ printf '[%s]' "$@"; echo; }} >'{heard}.new' && mv '{heard}.new' '{heard}'
"""


def hear(terminal, end):
    text = b""
    while end not in text and select.select([terminal], [], [], SECONDS_MOST)[0]:
        text += os.read(terminal, 4096)


def start(shell, script, folder):
    command, setup = STARTS[shell]
    child, terminal = pty.fork()
    if child == 0:
        os.environ.update(PS1="", TERM="dumb", INPUTRC="/dev/null", HOME=str(folder), PATH=f"{folder}:{os.environ['PATH']}")
        os.execvp(command[0], command)
    os.write(terminal, (setup.format(script) + "; echo rea''dy\n").encode())
    hear(terminal, b"ready\r\n")
    return child, terminal


def typed(terminal, heard, line):
    os.write(terminal, line.encode() + b"\t\n")
    end = time.monotonic() + SECONDS_MOST
    while not heard.exists() and time.monotonic() < end:
        if select.select([terminal], [], [], 0.02)[0]:
            os.read(terminal, 65536)
    words = heard.read_text().removesuffix("\n") if heard.exists() else "-"
    heard.unlink(missing_ok=True)
    return words


def main():
    shell, script, wgcq = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        stub, heard = folder / "wgcq", folder / "heard"
        stub.write_text(STUB.format(wgcq=wgcq, heard=heard))
        stub.chmod(0o755)
        child, terminal = start(shell, script, folder)
        for line in sys.stdin.read().splitlines():
            print(f"{line}|{typed(terminal, heard, line)}")
        os.close(terminal)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
