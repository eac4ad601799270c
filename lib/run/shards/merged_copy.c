/* merged_copy.c - the file that was made of the rows of ranks, once more under another name. */
#ifdef __linux__
#define _GNU_SOURCE /* O_TMPFILE */
#endif
#include "run/shards/merged_copy.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files/own_file.h"
#include "wgcq_trace.h"

static bool copy_until_end(int from, int to)
{
    static const size_t some = 1 << 16;
    char *bytes = malloc(some);
    ssize_t count = 1;
    bool ok = bytes;
    while (ok && count) {
        count = read(from, bytes, some);
        ok = count >= 0 && write(to, bytes, (size_t)count) == count;
    }
    free(bytes);
    return ok && !fsync(to);
}

/* In the folder of `path`, without a name; -1: there is no such thing. */
static int open_nameless(const char *path, mode_t mode)
{
    int file = -1;
#ifdef O_TMPFILE
    const char *slash = strrchr(path, '/');
    char *folder = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
    if (folder)
        file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, mode ? mode : 0666);
    free(folder);
#else
    (void)path, (void)mode;
#endif
    return file;
}

static int give_name(int file, const char *path, wgcq_error *err)
{
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    if (!linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW))
        return 0;
    return errno == EEXIST ? error_set(err, WGCQ_EFILE, "%s: %s", path, strerror(errno))
                           : (int)WGCQ_DONE;
}

static int copy_file(const char *from_path, const char *to_path, mode_t mode, wgcq_error *err)
{
    int from = -1;
    const int to = open_nameless(to_path, mode);
    int code = to < 0 ? (int)WGCQ_DONE : own_file_open_path(&from, from_path, O_RDONLY, err);
    if (!code && !copy_until_end(from, to))
        code = error_set(err, WGCQ_EFILE, "%s: %s", to_path, strerror(errno));
    code = code ? code : give_name(to, to_path, err);
    if (from >= 0)
        close(from);
    if (to >= 0)
        close(to);
    return code;
}

/* While its rows are read, SQLite keeps writers from the file. */
int merged_copy(const char *from, const char *to, mode_t mode, wgcq_error *err)
{
    wgcq_trace *trace = NULL;
    wgcq_rows *held = NULL;
    int code = wgcq_trace_open(&trace, from, err);
    code = code ? code : wgcq_trace_sql(&held, trace, "SELECT id FROM runs", err);
    if (!code && (code = wgcq_rows_next(held, err)) == 0)
        code = copy_file(from, to, mode, err);
    else if (code == WGCQ_DONE)
        code = error_set(err, WGCQ_ESTORE, "%s has no run", from);
    wgcq_rows_free(held);
    wgcq_trace_free(trace);
    return code;
}
