/* atomic_write.c - a file that is there whole or not at all. */
#include "output/atomic_write.h"

#include "output/exit_status.h"
#include "output/messages.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_all(int file, const char *bytes, size_t length)
{
    while (length) {
        ssize_t done = write(file, bytes, length);
        if (done < 0 && errno != EINTR)
            return false;
        if (done > 0) {
            bytes += done;
            length -= (size_t)done;
        }
    }
    return true;
}

static int reject(const char *path)
{
    say_error("cannot write %s: %s", path, strerror(errno));
    return STATUS_FILE;
}

static int write_there(const char *path, const char *bytes, size_t length)
{
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return reject(path);
    bool fine = write_all(file, bytes, length);
    int trouble = errno;
    if (close(file) != 0 && fine) {
        fine = false;
        trouble = errno;
    }
    errno = trouble;
    return fine ? STATUS_FOUND : reject(path);
}

/* As a file that is newly made has them, or those of the one that it follows. */
static mode_t rights(const struct stat *before)
{
    mode_t mask = umask(0);
    umask(mask);
    return before ? before->st_mode & 0777 : 0666 & ~mask;
}

static int write_beside(const char *path, const struct stat *before, const char *bytes,
                        size_t length)
{
    size_t room = strlen(path) + sizeof ".XXXXXX";
    char *beside = memory_get(room);
    snprintf(beside, room, "%s.XXXXXX", path);
    int file = mkstemp(beside), status = STATUS_FOUND;
    if (file < 0) {
        status = reject(path);
    } else {
        bool fine =
            write_all(file, bytes, length) && fchmod(file, rights(before)) == 0 && fsync(file) == 0;
        int trouble = errno;
        if (close(file) != 0 && fine) {
            fine = false;
            trouble = errno;
        }
        if (fine && rename(beside, path) != 0) {
            fine = false;
            trouble = errno;
        }
        errno = trouble;
        if (!fine) {
            status = reject(path);
            unlink(beside);
        }
    }
    free(beside);
    return status;
}

int whole_file_write(const char *path, const char *bytes, size_t length)
{
    struct stat before;
    if (stat(path, &before) != 0)
        return write_beside(path, NULL, bytes, length);
    if (S_ISDIR(before.st_mode)) {
        errno = EISDIR;
        return reject(path);
    }
    if (!S_ISREG(before.st_mode))
        return write_there(path, bytes, length);
    char *real = realpath(path, NULL); /* a link stays one */
    int status = write_beside(real ? real : path, &before, bytes, length);
    free(real);
    return status;
}
