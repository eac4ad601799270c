#!/usr/bin/env python3
"""fields.py HEADER PAGE - holds the structs and constants of a header to the manual page that describes them.

A struct NAME has a section `.Ss Fields of NAME`, a list whose items begin with the fields: `.It Va one , other`.
Says every struct without a section, every field without an item, every item that is no field or is there twice,
every item without a text, every section of no struct, and every constant of an enum that the page does not name.
"""
import re
import sys


def names(declaration):
    """Of `const char *const *a, *b`, `char text[1000]`, `int (*report)(void *self)`."""
    if "(*" in declaration:
        return re.findall(r"\(\*(\w+)\)", declaration)[:1]
    return [re.findall(r"\w+", re.sub(r"\[.*?\]", "", part))[-1] for part in declaration.split(",")]


def constants(text):
    enums = re.findall(r"\benum\b[^{;]*\{(.*?)\}", text, flags=re.S)
    return [re.findall(r"\w+", constant)[0] for body in enums for constant in body.split(",") if constant.strip()]


def of_header(text):
    found = re.findall(r"^typedef struct (\w+)\s*\{(.*?)^\}\s*\1;", text, flags=re.S | re.M)
    return {name: [field for part in body.split(";") if part.strip() for field in names(part)] for name, body in found}


def of_page(text):
    """Of each section its items, as pairs of the fields and the text."""
    sections = re.findall(r"^\.Ss Fields of (\w+)\n(.*?)(?=^\.S[sh] )", text, flags=re.S | re.M)
    items = r"^\.It Va (.*)\n((?:(?!\.It |\.El).*\n)*)"
    return {name: [(re.findall(r"\w+", head), said) for head, said in re.findall(items, body, flags=re.M)]
            for name, body in sections}


def faults(declared, described):
    yield from (f"{name} has no section" for name in declared if name not in described)
    yield from (f"there is no struct {name}" for name in described if name not in declared)
    for name in sorted(declared.keys() & described.keys()):
        listed = [field for fields, _ in described[name] for field in fields]
        yield from (f"{name}.{field} is not described" for field in declared[name] if field not in listed)
        yield from (f"there is no {name}.{field}" for field in listed if field not in declared[name])
        yield from (f"{name}.{field} is there twice" for field in sorted(set(listed)) if listed.count(field) > 1)
        yield from (f"{name}.{fields[0]} has no text" for fields, said in described[name] if not said.strip())


def main(header, page):
    code, text = re.sub(r"/\*.*?\*/", " ", open(header).read(), flags=re.S), open(page).read()
    declared, described = of_header(code), of_page(text)
    found = list(faults(declared, described))
    found += [f"{name} is not named" for name in constants(code) if not re.search(rf"\b{name}\b", text)]
    print("\n".join(found) if found else f"{sum(map(len, declared.values()))} fields of {len(declared)} structs")
    return bool(found)


sys.exit(main(*sys.argv[1:]))
