/* location.c - the resolved path of a file, and what is beside it. */
#include "trace/schema/location.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files/real_path.h"
#include "base/strbuf.h"
#include "trace/schema/journal_check.h"

/* ---- checks ---------------------------------------------------------------------------------- */

static int check_file_kind(const char *path, const struct stat *file, bool write, wgcq_error *err)
{
    if (!S_ISREG(file->st_mode))
        return error_set(err, WGCQ_EFILE, "%s is not a file (but a folder, a pipe or a device)",
                         path);
    if (write && file->st_nlink > 1)
        return error_set(
            err, WGCQ_ESTORE,
            "%s has %lu names (hard links), and the journal of a write is found by one of "
            "them only; write to a copy",
            path, (unsigned long)file->st_nlink);
    return 0;
}

/* Where a log is beside a file, SQLite reads the file in WAL mode, against its header. */
static int check_log(const char *path, const char *real, wgcq_error *err)
{
    struct stat file;
    strbuf name = {0};
    strbuf_printf(&name, "%s-wal", real);
    bool there = !name.failed && lstat(name.bytes, &file) == 0;
    bool failed = name.failed;
    strbuf_free(&name);
    if (failed)
        return error_set_memory(err);
    return there
               ? error_set(err, WGCQ_ESTORE,
                           "%s cannot be trusted: beside it lies %s-wal, a write-ahead log, which "
                           "wgcq never makes",
                           path, path)
               : 0;
}

static int check_location(const char *path, const char *real, bool write, wgcq_error *err)
{
    struct stat file = {0};
    bool there = lstat(real, &file) == 0;
    int code = there ? check_file_kind(path, &file, write, err) : 0;
    code = code ? code : check_log(path, real, err);
    return code ? code : journal_check_beside(path, real, !there, !file.st_size, err);
}

int location_find(char **real, const char *path, bool write, bool create, wgcq_error *err)
{
    *real = real_path(path, create);
    if (!*real)
        return errno == ENOMEM ? error_set_memory(err)
                               : error_set(err, WGCQ_EFILE, "%s: %s", path, strerror(errno));
    int code = check_location(path, *real, write, err);
    if (code) {
        free(*real);
        *real = NULL;
    }
    return code;
}
