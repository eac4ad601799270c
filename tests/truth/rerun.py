"""Every question, to files that keep less and less: the answers are those of the file that keeps all.

    python3 tests/truth/recall.py [--wgcq build/wgcq] [--all]

Puzzles of the shelf that are small enough are solved with each --trace, in the orders that number
states differently, and cut short by limits; then the questions are put to all of the files.  A few
puzzles are asked everything, each question of one file in turn, the others in turn a little of a file
that keeps nothing; WHOLE in the environment asks every file of all of these, --all everything of every puzzle.
What a file does not keep the program explores again, so nothing but the words on standard error may
differ.  Prints TAP.
"""

import glob
import os
import subprocess
import sys
import tempfile

import seeds
import tap

HERE = os.path.dirname(os.path.abspath(__file__))
LESS = ("edges", "states", "solutions", "none")
MOST = 5000  # states
QUESTIONS = (
    ("query", "shortest", "--limit", "20"), ("query", "shortest", "--count"),
    ("query", "cheapest", "--limit", "20"), ("query", "cheapest", "--count"),
    ("query", "all", "--limit", "20"), ("query", "best", "--k", "7"),
    ("query", "plans", "--length", "11", "--count"), ("query", "dead-ends"),
    ("query", "classes", "--up-to", "moves", "--of", "shortest"), ("query", "bottlenecks"), ("query", "traffic"), ("query", "hardest"), ("query", "grade"), ("query", "distances"), ("query", "farthest"), ("query", "rules"), ("query", "coverage"),
    ("show",), ("show", "2"), ("why", "2"), ("why", "4"), ("compare", "1", "2"),
    ("graph", "--only", "shortest"), ("graph", "--format", "graphml"))
# What is asked of puzzles and runs that are not asked everything.
FEW = tuple(QUESTIONS[i] for i in (1, 7, 10, 11, 12, 15))
WAYS = (((), QUESTIONS), (("--order", "depth-first"), FEW), (("--order", "cheapest"), FEW),
        (("--max-states", "60"), FEW), (("--max-depth", "4"), FEW), (("--stop", "first"), FEW))
ASKED = {"family.yaml", "water-jugs.yaml"}  # everything


class Asking:
    def __init__(self, program, folder, less):
        self.program, self.folder, self.less = program, folder, less
        self.asked, self.turn = 0, seeds.TURN

    def run(self, *words):
        done = subprocess.run([self.program, *words], capture_output=True, text=True,
                              cwd=self.folder, timeout=120)
        return done.returncode, done.stdout, done.stderr

    def solve(self, puzzle, way, keep):
        path = os.path.join(self.folder, f"{keep}.db")
        if os.path.exists(path):
            os.remove(path)
        code, _, answer = self.run("solve", puzzle, "-o", path, "--quiet", "--trace", keep, *way)
        return answer if code not in (0, 1, 3, 5) else None

    def differs(self, question):
        """What is not as it should be, in a line; None: nothing."""
        command, *rest = question
        right = self.run(command, "all.db", *rest)
        if right[0] == 130 or right[0] < 0:
            return f"{question}: status {right[0]}"
        self.turn += 1
        parts = min(seeds.PARTS, len(self.less))
        for keep in self.less[self.turn % parts::parts]:
            self.asked += 1
            got = self.run(command, f"{keep}.db", *rest)
            if keep == "none" and got[0] in (0, 1) and "run again" not in got[2]:
                return f"{' '.join(question)} of --trace none: the search was not run again"
            if got[:2] != (right[0], right[1].replace("all.db", f"{keep}.db")):
                return (f"{' '.join(question)} of --trace {keep}: status {got[0]}, not {right[0]}: "
                        f"{(got[2] or got[1])[:300]!r}")
        return None


def puzzle_differs(asking, puzzle, ways):
    wrong = []
    for way, questions in ways:
        troubles = [asking.solve(puzzle, way, keep) for keep in ("all", *asking.less)]
        if any(troubles):
            if len({t is None for t in troubles}) > 1:
                wrong.append(f"{way}: {troubles}")
            continue
        wrong += [f"{' '.join(way)} {answer}" for answer in map(asking.differs, questions) if answer]
    return wrong


def small(asking, puzzle, most):
    code, answer, _ = asking.run("solve", puzzle, "--trace", "none", "--quiet", "--max-states",
                               str(most), "--format", "json")
    return code in (0, 1) and '"status": "complete"' in answer.replace('":"', '": "')


def main():
    given, asked = seeds.options(all=False), 0
    shelf = sorted(glob.glob(os.path.join(HERE, "../../puzzles/*.yaml")))
    turn = shelf if given.all else seeds.in_turn(shelf)
    for puzzle in shelf:
        name = os.path.basename(puzzle)
        if puzzle not in turn and name not in ASKED:
            continue
        with tempfile.TemporaryDirectory(prefix="wgcq-rerun-") as folder:
            whole = given.all or name in ASKED
            asking = Asking(given.wgcq, folder, LESS if whole else LESS[-1:])
            puzzle = os.path.abspath(puzzle)
            if not small(asking, puzzle, MOST if given.all else 700):
                continue
            wrong = puzzle_differs(asking, puzzle, WAYS if whole else (((), FEW),))
            left = sorted(set(os.listdir(folder)) - {f"{k}.db" for k in ("all", *LESS)})
        asked += asking.asked
        wrong += [f"left behind: {left}"] if left else []
        tap.right(f"{name}: {asking.asked} answers of files that keep less", wrong)
    tap.ok(asked >= 400 // seeds.PARTS, f"{asked} answers in all")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
