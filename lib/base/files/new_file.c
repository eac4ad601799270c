/* new_file.c - a file that gets its name when it is whole and on the disk. */
#ifdef __linux__
#define _GNU_SOURCE /* O_TMPFILE, renameat2 */
#endif
#include "base/files/new_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files/file_place.h"

#define DESCRIPTORS "/proc/self/fd"
enum { USUAL = 0644 };

/* ---- opening --------------------------------------------------------------------------------- */

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? strndup(path, slash == path ? 1 : (size_t)(slash - path)) : strdup(".");
}

/* -1: there are no such files here, or none can be made; or it could not be named. */
static int open_unnamed(const char *folder)
{
#if defined O_TMPFILE
    if (access(DESCRIPTORS, X_OK))
        return -1;
    return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, USUAL);
#else
    (void)folder;
    return -1;
#endif
}

int new_file_open(new_file *out, char *path)
{
    *out = (new_file){.path = path, .folder = folder_of(path), .file = -1};
    if (!out->folder)
        return ENOMEM;
    out->file = open_unnamed(out->folder);
    if (out->file < 0 && faccessat(AT_FDCWD, out->folder, W_OK | X_OK, AT_EACCESS))
        return errno;
    return 0;
}

/* ---- writing --------------------------------------------------------------------------------- */

static int make_named_beside(new_file *f)
{
    const size_t room = strlen(f->path) + sizeof ".XXXXXX";
    f->beside = malloc(room);
    if (!f->beside)
        return ENOMEM;
    snprintf(f->beside, room, "%s.XXXXXX", f->path);
    f->file = mkostemp(f->beside, O_CLOEXEC);
    if (f->file >= 0)
        return fchmod(f->file, file_place_mode(&(file_place){0}) & USUAL) ? errno : 0;
    const int reason = errno;
    free(f->beside);
    f->beside = NULL;
    return reason;
}

int new_file_write(new_file *f, const void *bytes, size_t length, mode_t mode)
{
    int reason = f->file < 0 ? make_named_beside(f) : 0;
    for (size_t done = 0; !reason && done < length;) {
        const ssize_t count =
            pwrite(f->file, (const char *)bytes + done, length - done, (off_t)done);
        if (count < 0 && errno != EINTR)
            reason = errno;
        done += count > 0 ? (size_t)count : 0;
    }
    if (!reason && ((mode && fchmod(f->file, mode)) || fsync(f->file)))
        reason = errno;
    return reason;
}

/* ---- its name -------------------------------------------------------------------------------- */

static int link_unnamed(const new_file *f, const char *name)
{
    char from[40];
    snprintf(from, sizeof from, DESCRIPTORS "/%d", f->file);
    return linkat(AT_FDCWD, from, AT_FDCWD, name, AT_SYMLINK_FOLLOW) ? errno : 0;
}

static void end_named(new_file *f)
{
    free(f->beside);
    f->beside = NULL;
    close(f->file); /* before anything locks the file: all locks of the process would be dropped */
    f->file = -1;
    file_place_sync_folder(f->path);
}

int new_file_name(new_file *f)
{
    const int reason =
        f->beside ? file_place_rename_new(f->beside, f->path) : link_unnamed(f, f->path);
    if (!reason)
        end_named(f);
    return reason;
}

/* A link does not replace what is there, but a rename does. */
static int link_beside(new_file *f)
{
    const size_t room = strlen(f->path) + 24;
    char *name = malloc(room);
    if (!name)
        return ENOMEM;
    snprintf(name, room, "%s.%ld", f->path, (long)getpid());
    const int reason = link_unnamed(f, name);
    f->beside = reason ? NULL : name;
    if (reason)
        free(name);
    return reason;
}

int new_file_replace(new_file *f)
{
    int reason = f->beside ? 0 : link_beside(f);
    if (!reason && rename(f->beside, f->path))
        reason = errno;
    if (!reason)
        end_named(f);
    return reason;
}

void new_file_close(new_file *f)
{
    if (f->beside)
        unlink(f->beside);
    if (f->file >= 0)
        close(f->file);
    free(f->beside);
    free(f->path);
    free(f->folder);
    *f = (new_file){.file = -1};
}
