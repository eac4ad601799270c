#!/usr/bin/python3
"""Runs a command on a pseudo-terminal: on_terminal.py COLUMNS LINES [--keys TEXT] COMMAND...

What it prints goes to standard output, without carriage returns; the status is the command's (128 + N for signal N).
With --keys these are typed as soon as the screen rests for half a second, one at a time; ^C is an interrupt.
"""
import fcntl
import os
import pty
import select
import struct
import sys
import termios

SECONDS_MOST = 30


def main():
    columns, lines, words, keys = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:], ""
    if words[0] == "--keys":
        keys, words = words[1].replace("^C", "\x03"), words[2:]
    child, terminal = pty.fork()
    if child == 0:
        os.read(0, 1)  # until the window has its size
        os.execvp(words[0], words)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    os.write(terminal, b"\n")
    out, idle = b"", 0
    while idle < SECONDS_MOST * 2:
        ready, _, _ = select.select([terminal], [], [], 0.5)
        if not ready:
            idle += 1
            if keys:
                os.write(terminal, keys[0].encode())
                keys = keys[1:]
            continue
        try:
            more = os.read(terminal, 65536)
        except OSError:
            break
        if not more:
            break
        out += more
    else:
        os.kill(child, 9)
    _, status = os.waitpid(child, 0)
    sys.stdout.buffer.write(out.replace(b"\r", b"").removeprefix(b"\n"))
    sys.stdout.flush()
    return os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)


if __name__ == "__main__":
    sys.exit(main())
