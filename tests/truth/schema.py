#!/usr/bin/python3
"""The JSON Schema accepts every shipped puzzle and rejects the mistakes of shape.

Prints TAP.  The broken puzzles are those of tests/broken whose every complaint is of kind "shape" and
about a key or a form that the schema can see; their names are listed in tests/broken/schema.txt.
"""
import glob
import json
import os
import sys

import jsonschema
import yaml

import tap

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


class Loader(yaml.SafeLoader):
    """YAML as editors' servers read it (1.2 core): y, no, on and off are texts."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in resolvers if not tag.endswith((":bool", ":timestamp"))]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def text_keys(value):
    """JSON has text keys only."""
    if isinstance(value, dict):
        return {str(key): text_keys(item) for key, item in value.items()}
    if isinstance(value, list):
        return [text_keys(item) for item in value]
    return value


def load(path):
    with open(path, encoding="utf-8") as stream:
        return text_keys(yaml.load(stream, Loader=Loader))


def main():
    with open(os.path.join(ROOT, "schemas", "puzzle.schema.json"), encoding="utf-8") as stream:
        schema = json.load(stream)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    for path in sorted(glob.glob(os.path.join(ROOT, "puzzles", "*.yaml"))):
        errors = [error.message for error in validator.iter_errors(load(path))]
        tap.right(f"schema accepts {os.path.basename(path)}", errors)
        with open(path, encoding="utf-8") as stream:
            modeline = stream.readline().strip()
        tap.ok(modeline == "# yaml-language-server: $schema=../schemas/puzzle.schema.json",
               f"{os.path.basename(path)} names the schema in its first line")
    broken = os.path.join(ROOT, "tests", "broken", "schema.txt")
    names = open(broken, encoding="utf-8").read().split() if os.path.exists(broken) else []
    for name in names:
        data = load(os.path.join(ROOT, "tests", "broken", name))
        tap.ok(not validator.is_valid(data), f"schema rejects {name}")
    return tap.end()


if __name__ == "__main__":
    sys.exit(main())
