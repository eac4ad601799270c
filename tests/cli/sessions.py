"""sessions.py PAGE [--update]: runs the examples of a manual (mdoc), and lists what is printed otherwise, one difference a line.

A literal block that begins with a key of a puzzle is a puzzle, or keys that replace its keys of the same name: the file is the one named in the
first `.Pa NAME.yaml`.  One that begins with `$` is commands and what they print; seconds differ from run to run.  --update writes
down what is printed.
"""

import re
import shutil
import subprocess
import sys

BLOCK = re.compile(r"(?<=^\.Bd -literal -offset indent\n)(.*?)(?=^\.Ed$)", re.DOTALL | re.MULTILINE)


def plain(source):
    return re.sub(r"^\\&", "", source, flags=re.MULTILINE).replace("\\e", "\\")


def source_of(text):
    return re.sub(r"^(?=[.'])", r"\\&", text.replace("\\", "\\e"), flags=re.MULTILINE)


def settled(text):
    return re.sub(r"^(seconds +)[0-9.]+$", r"\g<1>0.000", re.sub(r" +$", "", text, flags=re.MULTILINE), flags=re.MULTILINE)


def keys_of(text):
    """{key: its lines} of the top level."""
    return {part.split(":")[0]: part for part in re.split(r"^(?=[a-z]+:)", text, flags=re.MULTILINE) if part}


class Page:
    def __init__(self, source):
        self.file = re.search(r"^\.Pa (\S+\.yaml)", source, re.MULTILINE)[1]
        self.keys, self.wrong, self.commands = {}, [], 0

    def example(self, block):
        """The block with what its commands print now."""
        text = plain(block[0])
        if not text.startswith("$ "):
            if re.match(r"[a-z]+:", text):
                self.keys.update(keys_of(text))
                with open(self.file, "w", encoding="utf-8") as file:
                    file.write("".join(self.keys.values()))
            return block[0]
        found = ""
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, lines = part.partition("\n")
            self.commands += 1
            done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60)
            said = settled(done.stdout + done.stderr)
            said += "" if not said or said.endswith("\n") else "\n"
            if settled(lines) != said:
                self.wrong += [f"$ {command}", *(f"the page has {line!r}" for line in lines.splitlines() if line not in said.splitlines()),
                               *(f"the program has {line!r}" for line in said.splitlines() if line not in lines.splitlines())]
            found += f"$ {command}\n{said}"
        return source_of(found)


def main():
    path = sys.argv[1]
    if not shutil.which("wgcq"):
        sys.exit("sessions.py: no wgcq in PATH")
    with open(path, encoding="utf-8") as file:
        source = file.read()
    page = Page(source)
    found = BLOCK.sub(page.example, source)
    if "--update" in sys.argv:
        with open(path, "w", encoding="utf-8") as file:
            file.write(found)
        return 0
    print("\n".join([*page.wrong, f"{page.commands} commands"]))
    return bool(page.wrong)


if __name__ == "__main__":
    sys.exit(main())
