/* location.c - the resolved path of a file, and what is beside it. */
#include "trace/schema/location.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "trace/schema/journal_check.h"

enum { LINKS_MOST = 40 }; /* as many as Linux follows */

/* ---- paths ----------------------------------------------------------------------------------- */

/* `name`, relative to the folder of `path`; malloc'd. */
static char *join_folder(const char *path, const char *name)
{
    const char *slash = *name == '/' ? NULL : strrchr(path, '/');
    strbuf joined = {0};
    strbuf_add(&joined, path, slash ? (size_t)(slash - path) + 1 : 0);
    strbuf_put(&joined, name);
    if (joined.failed) {
        strbuf_free(&joined);
        errno = ENOMEM;
        return NULL;
    }
    return joined.bytes;
}

/* The target of a symbolic link, one step; NULL with errno EINVAL: not a link. */
static char *read_link(const char *path)
{
    char target[PATH_MAX];
    ssize_t length = readlink(path, target, sizeof target - 1);
    if (length < 0)
        return NULL;
    target[length] = '\0';
    return join_folder(path, target);
}

/* The path of a file that does not exist, its folder resolved. */
static char *resolve_new(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    char *start = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    errno = ENOMEM;
    char *folder = start ? realpath(start, NULL) : NULL;
    strbuf joined = {0};
    int why = errno;
    free(start);
    errno = why;
    if (!folder)
        return NULL;
    strbuf_printf(&joined, "%s/%s", strcmp(folder, "/") ? folder : "", name);
    free(folder);
    if (joined.failed || !*name) {
        errno = joined.failed ? ENOMEM : ENOENT;
        strbuf_free(&joined);
        return NULL;
    }
    return joined.bytes;
}

/* A file to be created may be the missing target of a symbolic link. */
static char *resolve_path(const char *path, bool create)
{
    char *real = realpath(path, NULL), *at = NULL;
    if (real || errno != ENOENT || !create)
        return real;
    at = strdup(path);
    errno = at ? ELOOP : ENOMEM;
    for (int i = 0; at && i < LINKS_MOST; i++) {
        char *next = read_link(at);
        if (!next && (errno == EINVAL || errno == ENOENT)) {
            real = resolve_new(at);
            break;
        }
        free(at);
        at = next;
    }
    int why = errno;
    free(at);
    errno = why;
    return real;
}

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

/* Where a log is beside a file, SQLite reads the file in WAL mode, whatever its header says. */
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
    if (!code)
        code = check_log(path, real, err);
    return code ? code : journal_check_beside(path, real, !there, !file.st_size, err);
}

int location_find(char **real, const char *path, bool write, bool create, wgcq_error *err)
{
    *real = resolve_path(path, create);
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
