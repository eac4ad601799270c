/* own_file.c - files in a folder that wgcq made. */
#include "base/files/own_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/strbuf.h"

/* A pipe does not block, a terminal does not become the process's own. */
enum { FLAGS_ALWAYS = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, NEW_MODE = 0644 };

static int refuse_file(const char *shown, const char *name, const char *why, wgcq_error *err)
{
    return error_set(err, WGCQ_ESTORE, "%s/%s %s: it is not a file of wgcq, and stays as it is",
                     shown, name, why);
}

/* Why the file is not ours, or NULL. */
static const char *find_fault(const struct stat *file, int folder, bool write)
{
    struct stat around;
    if (S_ISLNK(file->st_mode))
        return "is a symbolic link";
    if (!S_ISREG(file->st_mode))
        return "is a folder, a pipe or a device";
    if (file->st_nlink > 1)
        return "has another name, too (a hard link)";
    if (file->st_uid == geteuid())
        return NULL;
    if (!write && !fstat(folder, &around) && file->st_uid == around.st_uid)
        return NULL;
    return "belongs to another user";
}

static int report_refusal(int folder, const char *shown, const char *name, bool write,
                          wgcq_error *err)
{
    const int reason = errno;
    struct stat file;
    const char *why = !fstatat(folder, name, &file, AT_SYMLINK_NOFOLLOW)
                          ? find_fault(&file, folder, write)
                          : NULL;
    if (why)
        return refuse_file(shown, name, why, err);
    error_set(err, WGCQ_EFILE, "cannot open %s/%s: %s", shown, name, strerror(reason));
    errno = reason;
    return WGCQ_EFILE;
}

int own_file_open(int *fd, int folder, const char *shown, const char *name, int flags,
                  wgcq_error *err)
{
    const bool write = (flags & O_ACCMODE) != O_RDONLY;
    struct stat file;
    *fd = openat(folder, name, (flags & ~O_TRUNC) | FLAGS_ALWAYS, NEW_MODE);
    if (*fd < 0)
        return report_refusal(folder, shown, name, write, err);
    const char *why = fstat(*fd, &file) ? strerror(errno) : find_fault(&file, folder, write);
    int code = why ? refuse_file(shown, name, why, err) : 0;
    if (!code && flags & O_TRUNC && file.st_size && ftruncate(*fd, 0))
        code = error_set(err, WGCQ_EFILE, "cannot write %s/%s: %s", shown, name, strerror(errno));
    if (code) {
        close(*fd);
        *fd = -1;
    }
    return code;
}

/* ---- by its path ----------------------------------------------------------------------------- */

/* The folder of a path, opened; *name is its last part and *shown, malloc'd, the rest. */
static int open_around(int *folder, char **shown, const char **name, const char *path,
                       wgcq_error *err)
{
    const char *slash = strrchr(path, '/');
    *name = slash ? slash + 1 : path;
    *shown = slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
    *folder = *shown ? open(*shown, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (!*shown)
        return error_set_memory(err);
    return *folder >= 0 ? 0 : error_set(err, WGCQ_EFILE, "%s: %s", *shown, strerror(errno));
}

static void close_around(int folder, char *shown)
{
    const int reason = errno;
    if (folder >= 0)
        close(folder);
    free(shown);
    errno = reason;
}

int own_file_open_path(int *fd, const char *path, int flags, wgcq_error *err)
{
    int folder;
    char *shown;
    const char *name;
    *fd = -1;
    int code = open_around(&folder, &shown, &name, path, err);
    code = code ? code : own_file_open(fd, folder, shown, name, flags, err);
    close_around(folder, shown);
    return code;
}

int own_file_check(const char *path, bool write, wgcq_error *err)
{
    int folder;
    char *shown;
    const char *name;
    struct stat file;
    int code = open_around(&folder, &shown, &name, path, err);
    if (!code && !fstatat(folder, name, &file, AT_SYMLINK_NOFOLLOW)) {
        const char *why = find_fault(&file, folder, write);
        code = why ? refuse_file(shown, name, why, err) : 0;
    }
    close_around(folder, shown);
    return code;
}

char *own_file_path(const char *folder, const char *name)
{
    strbuf path = {0};
    strbuf_printf(&path, "%s/%s", folder, name);
    if (path.failed)
        strbuf_free(&path);
    return path.bytes;
}

int own_folder_check(const char *path, wgcq_error *err)
{
    struct stat found;
    return !lstat(path, &found) && S_ISLNK(found.st_mode)
               ? error_set(err, WGCQ_ESTORE,
                           "%s is a symbolic link: it is not a folder of wgcq, and stays as it is",
                           path)
               : 0;
}

int wgcq_check_own_file(const char *path, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"path", path})))
        return WGCQ_EREQUEST;
    return own_file_check(path, true, err);
}
