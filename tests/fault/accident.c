/*
 * accident.c - a library to be preloaded: the program it is loaded into has an accident with files.
 *
 *   ACCIDENT=kill:N         it is killed at the N-th change of a file, when half of it is done
 *   ACCIDENT=fail:N:ERRNO   the N-th call that touches a file fails
 *   ACCIDENT=dead:N:ERRNO   the N-th and all after it
 *   ACCIDENT=count          nothing happens
 *   ACCIDENT=record:FILE    nothing happens, and every change is written down there: see crash.py
 *   ACCIDENT_COUNT=FILE     how many changes and calls there were, and how many calls until a file was
 *                           removed first, written there at the end
 *
 * Only regular files count.  Changes are writing, truncating, taking room, syncing, deleting, renaming and naming; calls
 * are these and opening, locking, reading and asking for the size as well.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static enum { NOTHING, KILL, FAIL, DEAD, RECORD } kind;
static long at;
static atomic_long changes, calls, until_removed;
static int number = EIO, record = -1;
static bool awake;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

/* ---- beginning and end -------------------------------------------------------------------------- */

static bool is(const char *what, const char *word, int as)
{
    if (strncmp(what, word, strlen(word)))
        return false;
    kind = as;
    return true;
}

__attribute__((constructor)) static void begin(void)
{
    const char *what = getenv("ACCIDENT");
    char *rest = NULL;
    if (!what)
        return;
    if (is(what, "record:", RECORD))
        record = REAL(open)(strchr(what, ':') + 1, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    else if (is(what, "kill:", KILL) || is(what, "fail:", FAIL) || is(what, "dead:", DEAD))
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
    fprintf(out, "%ld %ld %ld\n", changes, calls, until_removed);
    fclose(out);
}

/* ---- what is written down ----------------------------------------------------------------------- */

static bool is_unnamed(int flags)
{
    return (flags & O_TMPFILE) == O_TMPFILE;
}

/* A file that was made without a name goes by its number, also when it has one. */
static const char *unnamed_of(int fd, char room[4096])
{
    struct stat64 s;
    snprintf(room, 4096, "#%lld", REAL(fstat64)(fd, &s) ? -1 : (long long)s.st_ino);
    return room;
}

/* The last part of a descriptor's name. */
static const char *name_of(int fd, char room[4096])
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, room, 4095);
    room[length < 0 ? 0 : length] = 0;
    const char *slash = strrchr(room, '/');
    if (slash && slash[1] == '#')
        return unnamed_of(fd, room);
    return slash ? slash + 1 : room;
}

/* A line, and behind it the bytes that were written. */
static void note(const void *bytes, size_t count, const char *format, ...)
{
    static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;
    char line[4400];
    int before = errno;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&one);
    if (syscall(SYS_write, record, line, (size_t)length) != length ||
        (count && syscall(SYS_write, record, bytes, count) != (long)count))
        abort();
    pthread_mutex_unlock(&one);
    errno = before;
}

static void note_file(int fd, const void *bytes, size_t count, const char *what, long long where)
{
    char room[4096];
    if (kind == RECORD)
        note(bytes, count, "%s %lld %zu %s\n", what, where, count, name_of(fd, room));
}

/* ---- whether it happens now --------------------------------------------------------------------- */

static bool counts(int fd)
{
    int before = errno;
    struct stat64 s;
    bool regular = awake && fd > STDERR_FILENO && REAL(fstat64)(fd, &s) == 0 && S_ISREG(s.st_mode);
    errno = before;
    return regular;
}

/* Whether this call fails.  A change to be killed at was half done before. */
static bool fails(bool change)
{
    long call = ++calls, changed = change ? ++changes : 0;
    if (kind == KILL && changed == at && change)
        kill(getpid(), SIGKILL);
    if ((kind == FAIL && call == at) || (kind == DEAD && call >= at)) {
        errno = number;
        return true;
    }
    return false;
}

static bool dies_next(void)
{
    return kind == KILL && changes + 1 == at;
}

/* ---- changes ------------------------------------------------------------------------------------ */

ssize_t pwrite64(int fd, const void *from, size_t bytes, off64_t to)
{
    if (counts(fd)) {
        if (dies_next())
            REAL(pwrite64)(fd, from, bytes / 2, to);
        if (fails(true))
            return -1;
        note_file(fd, from, bytes, "write", to);
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
        note_file(fd, from, bytes, "write", lseek(fd, 0, SEEK_CUR));
    }
    return REAL(write)(fd, from, bytes);
}

int ftruncate64(int fd, off64_t size)
{
    if (counts(fd)) {
        if (fails(true))
            return -1;
        note_file(fd, NULL, 0, "truncate", size);
    }
    return REAL(ftruncate64)(fd, size);
}

int ftruncate(int fd, off_t size)
{
    return ftruncate64(fd, size);
}

/* Room on the disk for a mapped file. */
int posix_fallocate64(int fd, off64_t from, off64_t bytes)
{
    return counts(fd) && fails(true) ? errno : REAL(posix_fallocate64)(fd, from, bytes);
}

int posix_fallocate(int fd, off_t from, off_t bytes)
{
    return posix_fallocate64(fd, from, bytes);
}

/* Nothing needs to reach a disk: what is killed here was not pulled out of the wall, and what was
   pulled out is made by crash.py.  A folder is synced too. */
int fsync(int fd)
{
    bool regular = counts(fd);
    if (regular && fails(true))
        return -1;
    if (awake)
        note_file(fd, NULL, 0, regular ? "sync" : "syncdir", 0);
    return 0;
}

int fdatasync(int fd)
{
    return fsync(fd);
}

int unlink(const char *path)
{
    if (awake) {
        const char *slash = strrchr(path, '/');
        if (fails(true))
            return -1;
        if (!until_removed)
            until_removed = calls;
        if (kind == RECORD)
            note(NULL, 0, "unlink 0 0 %s\n", slash ? slash + 1 : path);
    }
    return REAL(unlink)(path);
}

int rename(const char *from, const char *to)
{
    if (awake && fails(true))
        return -1;
    if (awake && kind == RECORD)
        note(NULL, 0, "rename 0 0 %s %s\n", from, to);
    return REAL(rename)(from, to);
}

int unlinkat(int folder, const char *path, int flags)
{
    return awake && fails(true) ? -1 : REAL(unlinkat)(folder, path, flags);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to)
{
    return awake && fails(true) ? -1 : REAL(renameat)(from_folder, from, to_folder, to);
}

/* A file without a name, which has a descriptor, gets one. */
int linkat(int from_folder, const char *from, int to_folder, const char *to, int flags)
{
    char room[4096];
    const char *slash = strrchr(to, '/');
    if (awake && fails(true))
        return -1;
    int fd = -1, code = REAL(linkat)(from_folder, from, to_folder, to, flags);
    if (awake && !code && kind == RECORD && sscanf(from, "/proc/self/fd/%d", &fd) == 1) {
        const char *was = unnamed_of(fd, room);
        note(was, strlen(was), "link 0 %zu %s\n", strlen(was), slash ? slash + 1 : to);
    }
    return code;
}

/* ---- other calls -------------------------------------------------------------------------------- */

int open64(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT || is_unnamed(flags) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    bool file = awake && (is_unnamed(flags) || !(flags & O_DIRECTORY));
    bool makes = is_unnamed(flags) || (flags & O_CREAT && access(path, F_OK));
    if (file && fails(false))
        return -1;
    int fd = REAL(open64)(path, flags, mode);
    if (file && makes && fd >= 0)
        note_file(fd, NULL, 0, is_unnamed(flags) ? "unnamed" : "create", 0);
    return fd;
}

int open(const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT || is_unnamed(flags) ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return open64(path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    if (awake && !(flags & O_DIRECTORY) && fails(false))
        return -1;
    return REAL(openat64)(folder, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
    va_list arguments;
    va_start(arguments, flags);
    mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
    va_end(arguments);
    return openat64(folder, path, flags, mode);
}

/* Locks; everything else is passed on. */
int fcntl64(int fd, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    bool locks = command == F_SETLK || command == F_SETLKW || command == F_GETLK;
    return locks && counts(fd) && fails(false) ? -1 : REAL(fcntl64)(fd, command, argument);
}

int fcntl(int fd, int command, ...)
{
    va_list arguments;
    va_start(arguments, command);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    return fcntl64(fd, command, argument);
}

int fstat64(int fd, struct stat64 *out)
{
    return counts(fd) && fails(false) ? -1 : REAL(fstat64)(fd, out);
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
