"""A puzzle from Python: solved by the library through ctypes, then queried by the sqlite3 module.

    ask.py PUZZLE.yaml DB        libwgcq.so.0.2 is found by the dynamic linker; LIBWGCQ overrides it

The structures are those of wgcq.h, member by member.  Handles are freed by their own functions;
error codes become exceptions.
"""

import ctypes
import os
import sqlite3
import sys

U64 = ctypes.c_uint64


class Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("line", ctypes.c_int), ("column", ctypes.c_int),
                ("end_column", ctypes.c_int), ("text", ctypes.c_char * 1000)]


class Options(ctypes.Structure):
    """All zero: breadth-first, exhausted, everything stored, no limits."""
    _fields_ = [("order", ctypes.c_int), ("stop", ctypes.c_int), ("trace_level", ctypes.c_int),
                ("minimize", ctypes.c_char_p), ("solutions", U64), ("no_solutions", ctypes.c_bool),
                ("max_states", U64), ("max_depth", U64), ("max_memory", U64),
                ("max_time", ctypes.c_double), ("threads", ctypes.c_uint), ("save_every", U64),
                ("later", ctypes.c_char * 128)]  # members of later versions, zero


def library():
    wgcq = ctypes.CDLL(os.environ.get("LIBWGCQ", "libwgcq.so.0.2"))
    pointer, text, error = ctypes.c_void_p, ctypes.c_char_p, ctypes.POINTER(Error)
    out = ctypes.POINTER(pointer)
    wgcq.wgcq_puzzle_load.argtypes = [out, text, pointer, ctypes.c_size_t, pointer, error]
    wgcq.wgcq_solve.argtypes = [out, pointer, text, ctypes.POINTER(Options), pointer, error]
    wgcq.wgcq_puzzle_title.argtypes, wgcq.wgcq_puzzle_title.restype = [pointer], text
    for free in wgcq.wgcq_puzzle_free, wgcq.wgcq_result_free:
        free.argtypes, free.restype = [pointer], None
    return wgcq


def solve(wgcq, path, db, **options):
    """Explores a puzzle into the file at `db`; its title."""
    error, puzzle, result = Error(), ctypes.c_void_p(), ctypes.c_void_p()
    try:
        code = wgcq.wgcq_puzzle_load(ctypes.byref(puzzle), os.fsencode(path), None, 0, None,
                                     ctypes.byref(error))
        if code == 0:
            code = wgcq.wgcq_solve(ctypes.byref(result), puzzle, os.fsencode(db),
                                   ctypes.byref(Options(**options)), None, ctypes.byref(error))
        if code < 0:
            raise RuntimeError(error.text.decode())
        return wgcq.wgcq_puzzle_title(puzzle).decode()
    finally:
        wgcq.wgcq_result_free(result)
        wgcq.wgcq_puzzle_free(puzzle)


def report(db):
    """Prints the first solution and the number of rejections by rule, from the views of the file."""
    trace = sqlite3.connect(db)
    for step, move in trace.execute("SELECT step, move FROM steps WHERE solution = 1 AND step > 0"):
        print(f"{step:3} {move}")
    for rule, times in trace.execute("SELECT rule, count(*) FROM rejections GROUP BY rule ORDER BY rule"):
        print(f"rejected {times} times: {rule}")
    trace.close()


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: ask.py PUZZLE.yaml DB")
    try:
        print(solve(library(), *sys.argv[1:]))
    except (RuntimeError, OSError) as trouble:
        sys.exit(f"ask.py: {trouble}")
    report(sys.argv[2])


if __name__ == "__main__":
    main()
