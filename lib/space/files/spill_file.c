/* spill_file.c - a file that grows at its end and is read at any place. */
#include "space/files/spill_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "base/files/own_file.h"

static int file_error(const spill_file *f, const char *verb, int reason, wgcq_error *err)
{
    return error_set(err, WGCQ_EFILE, "cannot %s %s/%s: %s", verb, f->folder, f->name,
                     strerror(reason));
}

static int open_in_folder(spill_file *f, int folder, const char *name, int flags, wgcq_error *err)
{
    assert(strlen(name) < sizeof f->name);
    snprintf(f->name, sizeof f->name, "%s", name);
    return own_file_open(&f->fd, folder, f->folder, name, O_RDWR | flags, err);
}

int spill_file_create(spill_file *f, int folder, const char *name, wgcq_error *err)
{
    f->end = 0;
    f->unsynced = true;
    return open_in_folder(f, folder, name, O_CREAT | O_TRUNC, err);
}

int spill_file_open(spill_file *f, int folder, const char *name, uint64_t end, wgcq_error *err)
{
    struct stat found;
    f->unsynced = false;
    int code = open_in_folder(f, folder, name, 0, err);
    if (code)
        return code;
    if (fstat(f->fd, &found))
        return file_error(f, "read", errno, err);
    f->end = end == SPILL_FILE_WHOLE ? (uint64_t)found.st_size : end;
    if ((uint64_t)found.st_size < f->end)
        return error_set(err, WGCQ_ESTORE, "%s/%s is damaged: it has fewer bytes than were written",
                         f->folder, name);
    return ftruncate(f->fd, (off_t)f->end) ? file_error(f, "write", errno, err) : 0;
}

void spill_file_close(spill_file *f)
{
    if (f->fd >= 0)
        close(f->fd);
    f->fd = -1;
}

int spill_file_append(spill_file *f, const void *bytes, size_t count, wgcq_error *err)
{
    const char *at = bytes;
    f->unsynced = true;
    while (count) {
        ssize_t put = pwrite(f->fd, at, count, (off_t)f->end);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return file_error(f, "write", put ? errno : ENOSPC, err);
        at += put;
        count -= (size_t)put;
        f->end += (uint64_t)put;
        *f->written += (uint64_t)put;
    }
    return 0;
}

int spill_file_read(const spill_file *f, uint64_t offset, void *bytes, size_t count,
                    wgcq_error *err)
{
    char *at = bytes;
    while (count) {
        ssize_t got = pread(f->fd, at, count, (off_t)offset);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return file_error(f, "read", errno, err);
        if (!got)
            return error_set(err, WGCQ_ESTORE, "%s/%s is damaged: it ends too early", f->folder,
                             f->name);
        at += got;
        count -= (size_t)got;
        offset += (uint64_t)got;
        *f->read += (uint64_t)got;
    }
    return 0;
}

int spill_file_clear(spill_file *f, wgcq_error *err)
{
    f->end = 0;
    return ftruncate(f->fd, 0) ? file_error(f, "write", errno, err) : 0;
}

int spill_file_sync(spill_file *f, wgcq_error *err)
{
    if (f->fd < 0 || !f->unsynced)
        return 0;
    f->unsynced = false;
    return fdatasync(f->fd) ? file_error(f, "write", errno, err) : 0;
}
