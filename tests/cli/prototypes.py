#!/usr/bin/env python3
"""prototypes.py HEADER PAGE... - holds the functions of a header to the manual pages that describe them.

Says every function that no SYNOPSIS has, every prototype there that is not the header's, every one that is
there twice, and every wgcq_ function in a page's text that the header does not declare (names that end in _fn are types).
"""
import re
import sys


def squeezed(text):
    """One blank between words, and none beside a star or a parenthesis."""
    return re.sub(r" ?([*()]) ?", r"\1", " ".join(text.split()))


def split(parameters):
    """At the commas that are in no parentheses."""
    return re.split(r",\s*(?![^()]*\))", parameters)


def of_header(text):
    text = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
    text = re.sub(r"^#(?:.*\\\n)*.*$", " ", text, flags=re.M)
    found = re.findall(r"WGCQ_API\s+([^;]*?)\b(wgcq_\w+)\(([^;]*)\)\s*;", text)
    return {name: [squeezed(part) for part in [kind] + split(parameters)] for kind, name, parameters in found}


def words(line):
    """The arguments of a macro; those in quotes are one."""
    return [quoted or bare for quoted, bare in re.findall(r'"([^"]*)"|(\S+)', line)]


def of_page(text):
    kind, found = None, []
    synopsis = text.split(".Sh SYNOPSIS", 1)[1].split("\n.Sh ", 1)[0]
    for line in synopsis.split("\n"):
        if line.startswith(".Ft "):
            kind = " ".join(words(line[4:]))
        elif line.startswith(".Fn "):
            name, *parameters = words(line[4:])
            found.append((name, [squeezed(part) for part in [kind] + parameters]))
    return found


def main(header, *pages):
    declared, described, faults = of_header(open(header).read()), {}, []
    for page in pages:
        text = open(page).read()
        for name, prototype in of_page(text):
            if name in described:
                faults.append(f"{page}: {name} is in a SYNOPSIS before")
            if name in declared and prototype != declared[name]:
                faults.append(f"{page}: {name} is {prototype}, in the header {declared[name]}")
            described[name] = prototype
        for name in sorted(set(re.findall(r"\bFn (wgcq_\w+)|\b(wgcq_\w+)\(", text))):
            name = name[0] or name[1]
            if name not in declared and not name.endswith("_fn"):
                faults.append(f"{page}: there is no {name}")
    faults += [f"no page has {name}" for name in declared if name not in described]
    print("\n".join(faults) if faults else f"{len(declared)} functions")
    return bool(faults)


sys.exit(main(*sys.argv[1:]))
