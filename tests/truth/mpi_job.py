"""Jobs of Open MPI: how wgcq-mpi is called, and which processes its ranks are."""

import os
import random
import re
import signal
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SHELF = os.path.join(HERE, "..", "..", "puzzles")
# where a rank ends with another status than 0, mpirun would wait a second or two before it ends the others
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_odls_base_sigkill_timeout="0",
                   ASAN_OPTIONS=os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0")  # Open MPI's own


class Job:
    """What is measured, and how it is called."""

    def __init__(self, given):
        self.wgcq, self.mpi = os.path.abspath(given.wgcq), os.path.abspath(given.wgcq) + "-mpi"
        self.count, self.seed = given.count, given.seed

    def command(self, ranks, *arguments, mca=(), word="solve"):
        path = arguments[0] if arguments[0] == "-" or word != "solve" else os.path.join(SHELF, arguments[0])
        return ["mpirun", "--oversubscribe", *mca, "-n", str(ranks), self.mpi, word, path, *arguments[1:]]

    def run(self, ranks, *arguments, mca=(), word="solve", text=""):
        return subprocess.run(self.command(ranks, *arguments, mca=mca, word=word), capture_output=True, text=True, timeout=300, env=ENVIRONMENT,
                              input=text)

    def start(self, ranks, *arguments, word="solve"):
        return subprocess.Popen(self.command(ranks, *arguments, word=word), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                env=ENVIRONMENT, stdin=subprocess.DEVNULL)

    def alone(self, *arguments):
        return subprocess.run([self.wgcq, "solve", os.path.join(SHELF, arguments[0]), *arguments[1:], "--trace", "none", "--threads", "1"],
                              capture_output=True, text=True)

    def both(self, ranks, *arguments, mca=()):
        """None, or how the report of the ranks differs from that of one process."""
        due, got = self.alone(*arguments), self.run(ranks, *arguments, "--trace", "none", mca=mca)
        report = plain(got.stdout)
        if "\ndead ends " not in due.stdout:  # one process that checks invariants keeps no graph, and ranks do
            report = re.sub(r"^dead ends .*\n", "", report, flags=re.MULTILINE)
        if (plain(due.stdout), due.returncode) == (report, got.returncode):
            return None
        return f"{ranks} ranks, {arguments}: {got.returncode} {got.stdout}{got.stderr}\nnot {due.returncode} {due.stdout}"


def plain(report):
    return re.sub(r"^(seconds|memory) .*\n", "", report, flags=re.MULTILINE)


def processes_of(parent):
    """The ranks of a job: [rank] process, without the guards beside them."""
    found = {}
    for name in os.listdir("/proc"):
        try:
            with open(f"/proc/{name}/comm") as file:
                if file.read().strip() != "wgcq-mpi":
                    continue
            # only now: before the program begins, the environment is mpirun's, which has no rank
            with open(f"/proc/{name}/environ", "rb") as file:
                words = dict(word.split(b"=", 1) for word in file.read().split(b"\0") if b"=" in word)
            with open(f"/proc/{name}/stat") as file:
                above = int(file.read().rsplit(")", 1)[1].split()[1])
        except (OSError, ValueError):
            continue
        if words.get(b"WGCQ_TEST") == str(parent).encode():
            found.setdefault(int(words[b"OMPI_COMM_WORLD_RANK"]), []).append((above, int(name)))
    # a guard is the parent of its rank
    return {rank: next((pid for above, pid in pids if above in {p for _, p in pids}), None) for rank, pids in found.items()}


def hears_signals(process):
    try:
        with open(f"/proc/{process}/status") as file:
            caught = int(re.search(r"^SigCgt:\s*(\w+)", file.read(), re.MULTILINE)[1], 16)
    except OSError:
        return False
    return caught >> (signal.SIGTERM - 1) & 1


def started(job, ranks, *arguments, word="solve"):
    """A job, and its ranks' processes as soon as they all explore."""
    mark = str(random.randrange(10**12))
    ENVIRONMENT["WGCQ_TEST"] = mark
    run = job.start(ranks, *arguments, word=word)
    del ENVIRONMENT["WGCQ_TEST"]
    for _ in range(1000):
        if run.poll() is not None:
            return run, {}
        found = processes_of(mark)
        if len(found) == ranks and all(pid and hears_signals(pid) for pid in found.values()):
            return run, found
        time.sleep(0.02)
    run.kill()
    raise RuntimeError(f"the ranks did not begin: {run.communicate()}")
