"""No question is mute: off a terminal, with default options, each ends within ten seconds, or has said on
standard error what it does.

The questions are those of questions.def, of puzzles on the shelf that are solved within two seconds; one
that speaks is not waited for.  --all: of every such puzzle, else of SOME.  TAP.
usage: mute.py --wgcq PROGRAM [--all]
"""
import glob
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

import seeds
import tap

HERE = os.path.dirname(os.path.abspath(__file__))
SHELF = os.path.join(HERE, "../../puzzles")
QUESTIONS = os.path.join(HERE, "../../lib/answers/query/questions.def")
SOME = ("family", "wolf-goat-cabbage", "sliding-tiles")
SECONDS_TO_SOLVE, SECONDS_MUTE = 2, 10
NEEDED = {"plans": ["--length", "12"]}  # without it the question is none
ENDS = (0, 1, 2, 3)  # 2: the puzzle has no goal, which such a question needs
SPOKEN = "this takes a while: "
AT_LEAST = "there are at least "


def names_of_questions():
    with open(QUESTIONS, encoding="utf-8") as file:
        return re.findall(r'^QUESTION\("([^"]+)"', file.read(), re.MULTILINE)


def is_solved(wgcq, puzzle, db):
    solved = subprocess.run([wgcq, "solve", puzzle, "-o", db, "--quiet", "--max-time", str(SECONDS_TO_SOLVE)],
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    return solved.returncode in (0, 1) and os.path.exists(db)


def stop(child):
    child.send_signal(signal.SIGINT)
    try:
        child.wait(SECONDS_MUTE)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def ask(wgcq, db, question, said):
    """None, or what is wrong; and whether it spoke."""
    with open(said, "w", encoding="utf-8") as errors:
        child = subprocess.Popen([wgcq, "query", db, question, *NEEDED.get(question, [])], stdin=subprocess.DEVNULL,
                                 stdout=subprocess.DEVNULL, stderr=errors)
    began, text = time.monotonic(), ""
    while child.poll() is None and time.monotonic() - began < SECONDS_MUTE:
        time.sleep(0.02)
        with open(said, encoding="utf-8") as errors:
            text = errors.read()
        if SPOKEN in text or AT_LEAST in text:
            stop(child)
            return None, True
    if child.poll() is None:
        stop(child)
        return f"{question}: it went on for {SECONDS_MUTE} s, and said nothing but {text!r}", False
    wrong = child.returncode not in ENDS
    return f"{question}: exit status {child.returncode}, {text!r}" if wrong else None, False


def main():
    given, questions = seeds.options(all=False), names_of_questions()
    puzzles = spoke = 0
    with tempfile.TemporaryDirectory() as folder:
        for puzzle in sorted(glob.glob(os.path.join(SHELF, "*.yaml"))):
            name = os.path.basename(puzzle)[:-len(".yaml")]
            db = os.path.join(folder, name + ".db")
            if not (given.all or name in SOME) or not is_solved(given.wgcq, puzzle, db):
                continue
            puzzles += 1
            answers = [ask(given.wgcq, db, question, os.path.join(folder, "said")) for question in questions]
            spoke += sum(spoken for _, spoken in answers)
            tap.right(f"{len(questions)} questions of {name}", [wrong for wrong, _ in answers if wrong])
            os.remove(db)
    print(f"# {puzzles} puzzles, {puzzles * len(questions)} questions, {spoke} of them were long and said so")
    tap.ok(puzzles and questions, "there are puzzles and questions")
    sys.exit(tap.end())


main()
