"""Random puzzles with large arrays, whose elements are read and written at computed indices, against the reader.

    python3 tests/truth/indexed.py --wgcq build/wgcq [--count N] [--seed N]

An array has 50 to 4,000 elements, and a state up to 64 words.  Moves write one element, several at once, in turns
or in a loop, exchange two, read what they have written, and follow indices that are elements themselves; some name an
element that is not there, or one twice, which is an error.  Each puzzle is put to the program in one of the ways of
random_runs.py, and all that it says is compared.  TAP.
"""

import random
import sys
import tempfile

import random_puzzle
import random_runs
import seeds

VALUES = {"bool": ["true", "false"], "color": ["red", "green", "blue"], "color or none": ["red", "none", "blue"]}
BITS = 4096  # of a state
COLUMNS = 1880  # of a view of states; of wider ones no state is kept


class Make:
    def __init__(self, seed):
        self.r = random.Random(f"indexed {seed}")
        r = self.r
        wide = r.random() < 0.15  # one array, of values of one bit
        self.size = r.choice([50, 63, 64, 65, 100, 200]) if r.random() < 0.7 else r.randint(50, 500)
        if wide:
            self.size = r.randint(1000, 4000)
        self.window = min(self.size - 1, r.choice([3, 6, self.size]))  # the pointers' greatest value
        self.arrays = {"a": self.pick("bool", "0..1") if wide else self.type()}
        self.size = min(self.size, 62 * (64 // self.width("a")) - 8) if not wide else self.size
        self.window = min(self.window, self.size - 1)
        left = BITS // 64 - 1 - self.words("a")
        if r.random() < 0.4:
            self.arrays["b"] = self.type()
        if r.random() < 0.5:
            self.arrays["p"] = f"0..{self.size - 1}"  # indices
        for name in [name for name in self.arrays if name != "a"]:
            if left < self.words(name) + 1:
                del self.arrays[name]
            else:
                left -= self.words(name)
        self.rows = r.choice([0, 0, 5])  # of a second index
        self.lets = 0
        self.text = self.puzzle()

    def pick(self, *texts):
        return self.r.choice(texts)

    def type(self):
        least = self.r.choice([0, 0, -3, 1])
        ranges = [f"{least}..{least + self.r.choice([1, 2, 5, 60, 200])}"] * 2
        return self.pick("bool", "color", "color or none", *ranges)

    def width(self, name):
        of = self.arrays[name]
        count = len(VALUES[of]) + (of == "color or none") if of in VALUES else int(of.split("..")[1]) - int(of.split("..")[0]) + 1
        return max(count - 1, 1).bit_length()

    def words(self, name):
        """No field straddles two; the last row of a second index may be longer."""
        return -(-(self.size + 8) // (64 // self.width(name)))

    def value(self, of):
        """A value of the type, constant or computed."""
        known = VALUES.get(of)
        if known:
            first, second = self.r.sample(known, 2)
            return self.pick(first, f"({first} if x > y else {second})")
        low, high = (int(word) for word in of.split(".."))
        if self.r.random() < 0.3:
            return str(self.r.randint(low, high))
        return f"({low} + (x * 3 + y + n) % {min(high - low, 7) + 1})"

    def index(self, depth=0):
        """A number, most often one of 0..size - 1."""
        r, size = self.r, self.size
        forms = ["x", "y", "x", f"(x + {r.randint(0, size)}) % {size}", f"(x * {r.randint(2, 9)} + y) % {size}", f"{size - 1} - x",
                 f"(x if y > {self.window // 2} else y)", str(r.randrange(size)), "max(x, y)"]
        if r.random() < 0.006:
            return f"x + y + {size - self.window}"  # may be outside
        if "p" in self.arrays and depth < 2 and r.random() < 0.4:
            return self.element("p", self.index(depth + 1))
        return r.choice(forms)

    def element(self, name, index):
        if self.rows and name == "a":
            return f"a[({index}) % {self.rows}, ({index}) // {self.rows}]"
        return f"{name}[{index}]"

    def condition(self):
        name = self.r.choice(list(self.arrays))
        element = self.element(name, self.index())
        return self.pick(f"{element} {self.pick('==', '!=')} {self.value(self.arrays[name])}", f"x {self.pick('<', '>=', '!=')} y",
                         f"{element} == {self.element(name, self.index())}")

    def assignment(self):
        name = self.r.choice(list(self.arrays))
        of, form = self.arrays[name], self.r.random()
        target = self.element(name, self.index())
        value = self.value(of) if form < 0.6 else self.element(name, self.index())
        if form > 0.85:
            value = f"{value} if {self.condition()} else {self.element(name, self.index())}"
        return target, value

    def loop(self):
        name = self.r.choice(list(self.arrays))
        target = self.element(name, f"(x + {self.r.randint(1, 9)} * i) % {self.size}")
        return f"{target} for i in 0..{self.r.randint(1, 3)}{self.pick('', ' if i != y')}", self.value(self.arrays[name])

    def steps(self):
        r = self.r
        for _ in range(r.randint(1, 3)):
            form = r.random()
            if form < 0.2:
                yield f"- guard: '{self.condition()}'" + self.pick("", "\n      else: held")
                continue
            if form < 0.3:
                name = r.choice(list(self.arrays))
                self.lets += 1
                yield f"- let: 'was{self.lets} = {self.element(name, self.index())}'"
                yield f"- set: '{self.element(name, self.index())} = was{self.lets}'"
                continue
            sets = [self.assignment() if r.random() < 0.8 else self.loop()]
            if form > 0.8:
                name, one, other = r.choice(list(self.arrays)), self.index(), self.index()
                if one == other:
                    continue
                yield f"- guard: '{one} != {other}'"
                sets = [(self.element(name, one), self.element(name, other)), (self.element(name, other), self.element(name, one))]
            elif form > 0.7:
                sets.append(self.assignment())
                if sets[0][0][0] == sets[1][0][0] and r.random() < 0.8:  # one element twice is an error
                    sets.pop()
            sets = list(dict(sets).items())
            yield "- set:" + "".join(f"\n        ? '{target}'\n        : '{value}'" for target, value in sets)

    def puzzle(self):
        r = self.r
        most = r.randint(3, 5)
        lines = ["puzzle: Indexed", "types: {color: [red, green, blue]}", "state:"]
        for name, of in self.arrays.items():
            rows = (self.size + self.rows - 1) // self.rows if self.rows else 0
            index = f"0..{self.rows - 1}, 0..{rows - 1}" if rows and name == "a" else f"0..{self.size - 1}"
            lines.append(f"  {name}[{index}]: {of}")
        lines += [f"  x: 0..{self.window}", f"  y: 0..{self.window}", f"  n: 0..{most}"]
        first = {name: VALUES[of][0] if of in VALUES else of.split("..")[0] for name, of in self.arrays.items()}
        lines.append("start: {" + ", ".join(f"{name}: {value}" for name, value in first.items())
                     + f", x: {r.randint(0, self.window)}, y: {r.randint(0, self.window)}, n: 0}}")
        lines.append("moves:")
        for number in range(r.randint(1, 3)):
            shown = self.pick("", " {x}", " {to}")
            choose = shown == " {to}" or r.random() < 0.3
            lines.append(f"  \"go {number}{shown}\":")
            lines.append(f"    - guard: n < {most}")
            if choose:
                lines.append(f"    - choose: to in {self.pick('0..2', '[0, 2]', 'y..min(y + 1, ' + str(self.window) + ')')}")
            lines += ["    " + step for step in self.steps()]
            lines.append("    - set: {n: n + 1, x: '" + self.pick(f"(x + 1) % {self.window + 1}", f"(x * 5 + {'to' if choose else 'y'}) % {self.window + 1}", "x")
                         + "', y: '" + self.pick("y", f"(y + x) % {self.window + 1}", f"{self.window} - y") + "'}")
        if r.random() < 0.4:
            lines += ["never:", f"  met: '{self.condition()} and n > 1'"]
        if r.random() < 0.3:
            lines += ["invariant:", f"  kept: '{self.condition()} or n < 3'"]
        lines += ["deadlock: allowed", f"goal: '{self.condition()} and n > {r.randint(0, 2)}'"]
        return "\n".join(lines) + "\n"


def main():
    given = seeds.options(120)
    failed, counted = 0, 0
    print(f"# seeds {given.seed} to {given.seed + given.count - 1}", flush=True)
    for seed in range(given.seed, given.seed + given.count):
        made = Make(seed)
        case = random_puzzle.Case(made.text)
        if made.size * len(made.arrays) > COLUMNS:
            case.trace = "none"
        with tempfile.TemporaryDirectory(prefix="wgcq-indexed-") as folder:
            runs, wrong = random_runs.attempt(given.wgcq, folder, seed, case)
        counted += 1
        if wrong:
            failed += 1
            random_runs.report(counted, seed, wrong, runs.commands, case.text)
        else:
            print(f"ok {counted} - puzzle {seed}: " + ", ".join(f"{count} {what}" for what, count in sorted(runs.counted.items())), flush=True)
        if failed == seeds.REPORTED:
            break
    print(f"1..{counted}")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
