"""The shelf without properties over time, for suites of what does not decide them: several ranks, --reduce symmetry, both ends."""

import atexit
import glob
import os
import re
import shutil
import tempfile

PUZZLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "puzzles")


def without_properties(text):
    """The puzzle without its properties, what is fair, and what is expected of them."""
    if "\nproperties:" not in text:
        return text
    return re.sub(r"^(properties|fair|expect):.*\n(?:[ #].*\n|\n)*", "", text, flags=re.MULTILINE)


def without_any():
    """A folder of all puzzles so; it goes when the program ends."""
    folder = tempfile.mkdtemp(prefix="wgcq-shelf-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for path in glob.glob(os.path.join(PUZZLES, "*.yaml")):
        with open(path, encoding="utf-8") as file, open(os.path.join(folder, os.path.basename(path)), "w", encoding="utf-8") as to:
            to.write(without_properties(file.read()))
    return folder
