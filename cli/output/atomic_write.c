/* atomic_write.c - writes a file completely or not at all. */
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

static bool write_bytes(int file, const char *bytes, size_t length)
{
    while (length) {
        ssize_t count = write(file, bytes, length);
        if (count < 0 && errno != EINTR)
            return false;
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        }
    }
    return true;
}

static int report_write_error(const char *path)
{
    message_error("cannot write %s: %s", path, strerror(errno));
    return STATUS_FILE;
}

static int write_in_place(const char *path, const char *bytes, size_t length)
{
    int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return report_write_error(path);
    bool ok = write_bytes(file, bytes, length);
    int saved_errno = errno;
    if (close(file) != 0 && ok) {
        ok = false;
        saved_errno = errno;
    }
    errno = saved_errno;
    return ok ? STATUS_FOUND : report_write_error(path);
}

/* The mode of the file that is replaced, else that of a new file. */
static mode_t file_mode(const struct stat *before)
{
    mode_t mask = umask(0);
    umask(mask);
    return before ? before->st_mode & 0777 : 0666 & ~mask;
}

static int write_and_rename(const char *path, const struct stat *before, const char *bytes,
                            size_t length)
{
    size_t size = strlen(path) + sizeof ".XXXXXX";
    char *temporary = memory_alloc(size);
    snprintf(temporary, size, "%s.XXXXXX", path);
    int file = mkstemp(temporary), status = STATUS_FOUND;
    if (file < 0) {
        status = report_write_error(path);
    } else {
        bool ok = write_bytes(file, bytes, length) && fchmod(file, file_mode(before)) == 0 &&
                  fsync(file) == 0;
        int saved_errno = errno;
        if (close(file) != 0 && ok) {
            ok = false;
            saved_errno = errno;
        }
        if (ok && rename(temporary, path) != 0) {
            ok = false;
            saved_errno = errno;
        }
        errno = saved_errno;
        if (!ok) {
            status = report_write_error(path);
            unlink(temporary);
        }
    }
    free(temporary);
    return status;
}

int atomic_write(const char *path, const char *bytes, size_t length)
{
    struct stat before;
    if (stat(path, &before) != 0)
        return write_and_rename(path, NULL, bytes, length);
    if (S_ISDIR(before.st_mode)) {
        errno = EISDIR;
        return report_write_error(path);
    }
    if (!S_ISREG(before.st_mode))
        return write_in_place(path, bytes, length);
    char *real = realpath(path, NULL); /* a link stays one */
    int status = write_and_rename(real ? real : path, &before, bytes, length);
    free(real);
    return status;
}
