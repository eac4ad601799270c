/* real_path.c - the absolute path of a file, without symbolic links. */
#include "base/files/real_path.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/strbuf.h"

enum { LINKS_MOST = 40 }; /* as many as Linux follows */

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
char *real_path(const char *path, bool create)
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
