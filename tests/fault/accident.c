/*
 * accident.c - a library to be preloaded: the program it is loaded into has an accident with files.
 *
 *   ACCIDENT=kill:N         it is killed at the N-th change of a file, when half of it is done
 *   ACCIDENT=fail:N:ERRNO   the N-th call that touches a file fails
 *   ACCIDENT=dead:N:ERRNO   the N-th and all after it
 *   ACCIDENT=count          nothing happens
 *   ACCIDENT_COUNT=FILE     how many changes and calls there were, written there at the end
 *
 * Only regular files count.  Changes are writing, truncating, syncing and deleting; calls are
 * these and opening, reading and asking for a file's size as well.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static enum { NOTHING, KILL, FAIL, DEAD } kind;
static long at, changes, calls;
static int number = EIO;
static bool awake;

__attribute__((constructor)) static void begin(void)
{
    const char *what = getenv("ACCIDENT");
    if (!what)
        return;
    kind = !strncmp(what, "kill:", 5)   ? KILL
           : !strncmp(what, "fail:", 5) ? FAIL
           : !strncmp(what, "dead:", 5) ? DEAD
                                        : NOTHING;
    char *rest = NULL;
    if (kind != NOTHING)
        at = strtol(what + 5, &rest, 10);
    if (rest && *rest == ':')
        number = atoi(rest + 1);
    awake = true;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("ACCIDENT_COUNT");
    awake = false;
    FILE *out = path ? fopen(path, "w") : NULL;
    if (!out)
        return;
    fprintf(out, "%ld %ld\n", changes, calls);
    fclose(out);
}

static bool counts(int fd)
{
    int before = errno;
    struct stat s;
    bool regular = awake && fd > STDERR_FILENO && fstat(fd, &s) == 0 && S_ISREG(s.st_mode);
    errno = before;
    return regular;
}

/* Whether this call fails.  `half`: does half of a change before a kill. */
static bool fails(bool change)
{
    calls++;
    changes += change;
    if (kind == KILL && change && changes == at)
        kill(getpid(), SIGKILL);
    if ((kind == FAIL && calls == at) || (kind == DEAD && calls >= at)) {
        errno = number;
        return true;
    }
    return false;
}

static bool dies_next(void)
{
    return kind == KILL && changes + 1 == at;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite64(int fd, const void *from, size_t bytes, off64_t to)
{
    if (counts(fd)) {
        if (dies_next())
            REAL(pwrite64)(fd, from, bytes / 2, to);
        if (fails(true))
            return -1;
    }
    return REAL(pwrite64)(fd, from, bytes, to);
}

ssize_t pwrite(int fd, const void *from, size_t bytes, off_t to)
{
    return pwrite64(fd, from, bytes, to);
}

ssize_t write(int fd, const void *from, size_t bytes)
{
    if (counts(fd)) {
        if (dies_next())
            REAL(write)(fd, from, bytes / 2);
        if (fails(true))
            return -1;
    }
    return REAL(write)(fd, from, bytes);
}

int ftruncate64(int fd, off64_t size)
{
    return counts(fd) && fails(true) ? -1 : REAL(ftruncate64)(fd, size);
}

int ftruncate(int fd, off_t size)
{
    return ftruncate64(fd, size);
}

/* What is killed here was not pulled out of the wall: nothing needs to reach the disk. */
int fsync(int fd)
{
    return counts(fd) && fails(true) ? -1 : 0;
}

int fdatasync(int fd)
{
    return fsync(fd);
}

int unlink(const char *path)
{
    return awake && fails(true) ? -1 : REAL(unlink)(path);
}

ssize_t pread64(int fd, void *to, size_t bytes, off64_t from)
{
    return counts(fd) && fails(false) ? -1 : REAL(pread64)(fd, to, bytes, from);
}

ssize_t pread(int fd, void *to, size_t bytes, off_t from)
{
    return pread64(fd, to, bytes, from);
}

ssize_t read(int fd, void *to, size_t bytes)
{
    return counts(fd) && fails(false) ? -1 : REAL(read)(fd, to, bytes);
}
