"""What every combination came to, in a file; and such a file of another build beside what comes now."""

import contextlib
import gzip
import json

import observed

SHOWN = 20  # differences of each kind


def line(title, question, way, fields):
    """A digest of all, so that two lines are compared by their beginning, and the fields, so that it can be said what differs."""
    return "\t".join((title, str(question), str(way), observed.digest(sorted(fields.items())), json.dumps(fields, sort_keys=True)))


@contextlib.contextmanager
def writer(path):
    """A function that writes lines; without a path it does nothing."""
    if not path:
        yield lambda lines: None
        return
    with gzip.open(path, "wt", compresslevel=3, encoding="utf-8", errors="surrogateescape") as file:
        yield lambda lines: file.writelines(text + "\n" for text in lines)


def is_answer(fields):
    return fields["exit"] in observed.ENDED


class Before:
    """Another build's file."""

    def __init__(self, path):
        self.known = {}
        with gzip.open(path, "rt", encoding="utf-8", errors="surrogateescape") as file:
            for text in file:
                *key, digest, fields = text.rstrip("\n").split("\t")
                self.known[tuple(key)] = digest, fields
        self.path, self.same, self.wrong, self.more, self.new = path, 0, [], [], 0

    def compare(self, lines):
        for text in lines:
            *key, digest, fields = text.split("\t")
            old = self.known.pop(tuple(key), None)
            if old is None:
                self.new += 1
            elif old[0] == digest:
                self.same += 1
            else:
                self.unlike(" | ".join(key), json.loads(old[1]), json.loads(fields))

    def unlike(self, key, old, new):
        if is_answer(new) and not is_answer(old):
            self.more.append(f"{key}: was: {old['error']}")
            return
        for name in sorted(old.keys() | new.keys()):
            if old.get(name) == new.get(name):
                continue
            where = self.more if old.get(name) is None else self.wrong
            where.append(f"{key}: {name}: {old.get(name)} became {new.get(name)}")

    def checks(self):
        print(f"# {self.same} combinations are as in {self.path}, {self.new} are not there, {len(self.known)} of it were not tried")
        print(f"# {len(self.more)} fields or answers where there were none:")
        for text in self.more[:SHOWN]:
            print("#   " + text.replace("\n", "\\n")[:400])
        return [(f"all that {self.path} has is the same", self.wrong)]
