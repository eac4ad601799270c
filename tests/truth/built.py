"""What was built: whether a sanitizer is in it, and models in C linked with its library."""

import os
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))


def has_sanitizer(path):
    with open(path, "rb") as file:
        return b"__asan_init" in file.read()


def model_program(wgcq, folder, source, *flags):
    """The model in C as a program in that folder."""
    library = os.path.join(os.path.dirname(wgcq), "libwgcq.a")
    program = os.path.join(folder, os.path.splitext(os.path.basename(source))[0])
    subprocess.run([*os.environ.get("CC", "cc").split(), "-std=c11", "-O1", *flags, f"-I{os.path.join(HERE, '..', '..', 'lib')}",
                    "-o", program, source, library, "-lyaml", "-lsqlite3", "-lgmp", "-lutf8proc", "-pthread", "-lm"]
                   + ["-fsanitize=address,undefined"] * has_sanitizer(library), check=True)
    return program
