"""crash.py - what a disk may hold when the power is cut, from a record of what was written to it.

usage: crash.py RECORD BEFORE OUT POINTS SEED [--unsynced]

RECORD is what accident.c wrote down: one line a change ("write PLACE SIZE NAME", then the bytes).
BEFORE is a folder with the files as they were, all on the disk.  At POINTS places spread over the
record the power is cut, and OUT/point.N is a folder as it may be found then:

- what was written to a file before its last sync is there; of what came later each write is there,
  or lost, or some of its sectors of 512 bytes are there and others are not, whatever the order;
- a file may have grown without the bytes it grew by: zeros or rubbish stand there;
- truncating a file may have happened or not, and so may making and removing a name, until the
  folder is synced.

A commit is the removal of a journal, or a file's first name.  It prints how many were not synced at once, of how many.
OUT/commit.K is the folder after the K-th, with nothing lost.  OUT/points has a
line a point: its number, the last commit that was on the disk for certain, the last that was made.
With --unsynced no sync counts: that has to show.
"""
import os
import random
import sys

SECTOR = 512


class File:
    def __init__(self, content=b""):
        self.there = bytearray(content)  # for certain
        self.later = []                  # (place, bytes) of a write, (size, None) of a truncation

    def sync(self):
        for place, written in self.later:
            change(self.there, place, written)
        self.later = []

    def now(self):
        content = bytearray(self.there)
        for place, written in self.later:
            change(content, place, written)
        return content


class Disk:
    def __init__(self, folder):
        self.names = {}   # as programs see them
        for name in os.listdir(folder):
            with open(os.path.join(folder, name), "rb") as file:
                self.names[name] = File(file.read())
        self.there = dict(self.names)
        self.later = []   # (name, file) of one made, (name, None) of one removed
        self.unnamed = {} # files that have no name yet, by what they are called in the record

    def sync(self):
        rename(self.there, self.later)
        self.later = []

    def apply(self, what, place, written, name, syncs):
        file = self.unnamed.get(name) or self.names.get(name)
        if what == "unnamed":
            self.unnamed[name] = File()
        elif what == "link":
            self.names[name] = self.unnamed.pop(written.decode())
            self.later.append((name, self.names[name]))
        elif what == "create":
            self.names[name] = File()
            self.later.append((name, self.names[name]))
        elif what == "unlink" and file:
            del self.names[name]
            self.later.append((name, None))
        elif what == "syncdir" and syncs:
            self.sync()
        elif what == "sync" and file and syncs:
            file.sync()
        elif what == "write" and file:
            file.later.append((place, written))
        elif what == "truncate" and file:
            file.later.append((place, None))


def change(content, place, written):
    if written is None:
        del content[place:]
    end = place + len(written or b"")
    if len(content) < end:
        content.extend(bytes(end - len(content)))
    if written is not None:
        content[place:end] = written


def rename(names, changes):
    for name, file in changes:
        if file:
            names[name] = file
        else:
            names.pop(name, None)


def read_record(path):
    with open(path, "rb") as file:
        while line := file.readline():
            what, place, size, name = line.decode().rstrip("\n").split(" ", 3)
            yield what, int(place), file.read(int(size)), name


# ---- cutting the power --------------------------------------------------------------------------

def tear(content, place, written, chance):
    """Some of its sectors; where the file has grown, what stands in the others is anything."""
    end = place + len(written)
    if len(content) < end:
        grown = end - len(content)
        content.extend(chance.randbytes(grown) if chance.random() < 0.5 else bytes(grown))
    at = place
    while at < end:
        stop = min(end, at - at % SECTOR + SECTOR)
        if chance.random() < 0.5:
            content[at:stop] = written[at - place:stop - place]
        at = stop


def cut_file(file, chance):
    content = bytearray(file.there)
    kept = chance.choice((0, 0.3, 0.5, 0.8, 0.95, 1))  # how much of it got there
    for place, written in file.later:
        if chance.random() < kept:
            change(content, place, written)
        elif written is not None and chance.random() < 0.5:
            tear(content, place, written, chance)
    return content


def cut(disk, chance):
    kept = chance.choice((0, 0.5, 1))
    names = dict(disk.there)
    rename(names, [entry for entry in disk.later if chance.random() < kept])
    return {name: cut_file(file, chance) for name, file in names.items()}


def save(folder, files):
    os.makedirs(folder)
    for name, content in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)


def main():
    record, before, out, points, seed = sys.argv[1:6]
    syncs = "--unsynced" not in sys.argv
    changes = list(read_record(record))
    points = min(int(points), len(changes))
    due = {len(changes) * (i + 1) // points: i + 1 for i in range(points)}
    disk = Disk(before)
    made = certain = late = 0
    removed = False  # just now
    save(os.path.join(out, "commit.0"), {name: file.now() for name, file in disk.names.items()})
    with open(os.path.join(out, "points"), "w", encoding="ascii") as log:
        for number, (what, place, written, name) in enumerate(changes, 1):
            disk.apply(what, place, written, name, syncs)
            late += removed and what != "syncdir"
            removed = (what == "unlink" and name.endswith("-journal")) or what == "link"
            if removed:
                made += 1
                save(os.path.join(out, f"commit.{made}"), {n: file.now() for n, file in disk.names.items()})
            if what == "syncdir":
                certain = made
            if number in due:
                chance = random.Random(f"{seed} {due[number]}")
                save(os.path.join(out, f"point.{due[number]}"), cut(disk, chance))
                print(due[number], certain, made, file=log)
    print(late + removed, made)


main()
