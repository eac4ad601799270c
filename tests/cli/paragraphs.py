"""paragraphs.py help FILE... | manual FILE...: lists what is too long to be read at once, one a line.

In a help: an introduction of more than 4 lines, an entry of more than 3 (a line at the left of its section
begins one), a section of sentences of more than 6.  In a manual (mdoc): a paragraph, or an item of a list,
of more than 8 lines of 80 columns; literal text and tables do not count.
"""

import re
import subprocess
import sys

INTRODUCTION, ENTRY, SECTION, PARAGRAPH = 4, 3, 6, 8
OF_ENTRIES = ("Examples", "Questions", "Exit status",
              "The puzzle", "The search", "Limits", "What is stored", "Selection", "Output", "Other")


def long_in_help(text):
    yield "introduction", len(text.split("\n\n")[1].split("\n")), INTRODUCTION
    for title, section in re.findall(r"^([A-Z].*)\n((?:  .*\n)+)", text, re.MULTILINE):
        if title in OF_ENTRIES:
            for entry in re.split(r"\n(?= {2,6}\S)", section.rstrip("\n")):
                yield entry.split("\n")[0].strip(), len(entry.split("\n")), ENTRY
        elif not text.split("\n\n")[1].startswith(title):
            yield title, section.count("\n"), SECTION


def long_in_manual(source):
    source = re.sub(r"^\.Bd -literal.*?^\.Ed|^\.Bl -column.*?^\.El", ".Pp", source, flags=re.DOTALL | re.MULTILINE)
    page = subprocess.run(["mandoc", "-Tascii", "-O", "width=80"], input=source.replace(" -compact", ""),
                          capture_output=True, text=True, check=True).stdout
    for paragraph in re.split(r"\n\s*\n", re.sub(".\b", "", page)):
        lines = paragraph.strip("\n").split("\n")
        heading = not lines[0].startswith("     ")
        yield lines[heading if len(lines) > 1 else 0].strip(), len(lines) - heading, PARAGRAPH


def main():
    kind, files = sys.argv[1], sys.argv[2:]
    for path in files:
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for what, lines, most in long_in_help(text) if kind == "help" else long_in_manual(text):
            if lines > most:
                print(f"{path}: {lines} lines, at most {most}: {what}")


main()
