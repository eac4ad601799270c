/* file_place.c - a new file takes its place under a name, whole or not at all. */
#ifdef __linux__
#define _GNU_SOURCE /* renameat2 */
#endif
#include "base/files/file_place.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files/real_path.h"

enum { WRITTEN_AT_ONCE = 1 << 20 };

static int cannot_write(const char *path, int reason, wgcq_error *err)
{
    return error_set(err, WGCQ_EFILE, "cannot write %s: %s", path, strerror(reason));
}

/* ---- what stands there ----------------------------------------------------------------------- */

int file_place_find(file_place *out, const char *path, wgcq_error *err)
{
    *out = (file_place){.path = strdup(path), .real = real_path(path, true)};
    const int reason = errno;
    if (!out->path || (!out->real && reason == ENOMEM))
        return error_set_memory(err);
    if (!out->real)
        return cannot_write(path, reason, err);
    out->there = lstat(out->real, &out->old) == 0;
    if (!out->there)
        return errno == ENOENT ? 0 : cannot_write(path, errno, err);
    if (S_ISDIR(out->old.st_mode))
        return cannot_write(path, EISDIR, err);
    if (!S_ISREG(out->old.st_mode))
        return 0;
    if (out->old.st_uid != geteuid() && geteuid() != 0)
        return error_set(err, WGCQ_EFILE, "cannot write %s: it belongs to another user", path);
    /* a rename would not ask */
    return faccessat(AT_FDCWD, out->real, W_OK, AT_EACCESS) ? cannot_write(path, errno, err) : 0;
}

void file_place_free(file_place *place)
{
    free(place->path);
    free(place->real);
    *place = (file_place){0};
}

/* ---- taking it ------------------------------------------------------------------------------- */

static bool is_as_before(const file_place *p)
{
    struct stat now;
    if (lstat(p->real, &now) != 0)
        return errno == ENOENT;
    /* a number is given again, so that a link may have that of a file that was removed */
    return p->there && now.st_dev == p->old.st_dev && now.st_ino == p->old.st_ino &&
           (now.st_mode & S_IFMT) == (p->old.st_mode & S_IFMT);
}

/* A group that this user is not in is given up, with all that it may do. */
static int take_owner(const file_place *p, const char *from)
{
    struct stat new;
    mode_t mode = p->old.st_mode & 07777;
    if (lstat(from, &new))
        return -1;
    if (new.st_gid != p->old.st_gid && chown(from, (uid_t)-1, p->old.st_gid))
        mode &= ~(mode_t)S_IRWXG;
    if (new.st_uid != p->old.st_uid && chown(from, p->old.st_uid, (gid_t)-1))
        return -1;
    return chmod(from, mode);
}

int file_place_rename_new(const char *from, const char *to)
{
#if defined RENAME_NOREPLACE
    if (!renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE))
        return 0;
    if (errno != EINVAL && errno != ENOSYS)
        return errno;
#endif
    return rename(from, to) ? errno : 0;
}

void file_place_sync_folder(const char *real)
{
    const char *slash = strrchr(real, '/');
    char *folder = slash ? strndup(real, slash == real ? 1 : (size_t)(slash - real)) : NULL;
    int at = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (at >= 0) {
        fsync(at);
        close(at);
    }
    free(folder);
}

int file_place_take(const file_place *p, const char *from, wgcq_error *err)
{
    if (!is_as_before(p))
        return error_set(err, WGCQ_EFILE, "another program has put a file in its place");
    if (p->there && !S_ISREG(p->old.st_mode))
        return error_set(err, WGCQ_EFILE, "it is a pipe or a device");
    const int failed = !p->there ? file_place_rename_new(from, p->real)
                       : take_owner(p, from) || rename(from, p->real) ? errno
                                                                      : 0;
    if (failed == EEXIST)
        return error_set(err, WGCQ_EFILE, "another program has put a file in its place");
    if (failed)
        return error_set(err, WGCQ_EFILE, "%s", strerror(failed));
    file_place_sync_folder(p->real);
    return 0;
}

/* ---- bytes ----------------------------------------------------------------------------------- */

static void list_signals(sigset_t *out)
{
    sigemptyset(out);
    sigaddset(out, SIGINT);
    sigaddset(out, SIGTERM);
    sigaddset(out, SIGHUP);
}

static bool is_signalled(void)
{
    sigset_t waiting;
    return !sigpending(&waiting) &&
           (sigismember(&waiting, SIGINT) == 1 || sigismember(&waiting, SIGTERM) == 1 ||
            sigismember(&waiting, SIGHUP) == 1);
}

/* 0 or an errno; EINTR: a signal waits. */
static int write_bytes(int file, const char *bytes, size_t length, bool stops)
{
    while (length) {
        if (stops && is_signalled())
            return EINTR;
        const size_t some = length < WRITTEN_AT_ONCE ? length : WRITTEN_AT_ONCE;
        ssize_t count = write(file, bytes, some);
        if (count < 0 && errno != EINTR)
            return errno;
        if (count > 0) {
            bytes += count;
            length -= (size_t)count;
        }
    }
    return 0;
}

static int write_as_it_is(const file_place *p, const char *bytes, size_t length, wgcq_error *err)
{
    if (!S_ISFIFO(p->old.st_mode) && !S_ISCHR(p->old.st_mode))
        return error_set(err, WGCQ_EFILE, "cannot write %s: it is neither a file nor a pipe",
                         p->path);
    int file = open(p->path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    int reason = file < 0 ? errno : write_bytes(file, bytes, length, false);
    if (file >= 0 && close(file) && !reason)
        reason = errno;
    return reason ? cannot_write(p->path, reason, err) : 0;
}

/* Only setting the mask says what it is. */
mode_t file_place_mode(const file_place *p)
{
    if (p->there)
        return p->old.st_mode & 07777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/* A whole file of a name that nobody else has. */
static int write_beside(const char *beside, int file, mode_t mode, const void *bytes, size_t length)
{
    int reason = write_bytes(file, bytes, length, true);
    if (!reason && (fchmod(file, mode) || fsync(file)))
        reason = errno;
    if (close(file) && !reason)
        reason = errno;
    if (reason)
        unlink(beside);
    return reason;
}

static int put_beside(const file_place *p, char *beside, const void *bytes, size_t length,
                      wgcq_error *err)
{
    wgcq_error why = {0};
    const int file = mkostemp(beside, O_CLOEXEC);
    const int reason =
        file < 0 ? errno : write_beside(beside, file, file_place_mode(p), bytes, length);
    if (reason)
        return reason == EINTR ? error_set(err, WGCQ_EINTERRUPT, "interrupted")
                               : cannot_write(p->path, reason, err);
    if (!file_place_take(p, beside, &why))
        return 0;
    unlink(beside);
    return error_set(err, WGCQ_EFILE, "cannot write %s: %s", p->path, why.text);
}

static int put_whole(const file_place *p, const void *bytes, size_t length, wgcq_error *err)
{
    sigset_t held, before;
    const size_t room = strlen(p->real) + sizeof ".XXXXXX";
    char *beside = malloc(room);
    if (!beside)
        return error_set_memory(err);
    snprintf(beside, room, "%s.XXXXXX", p->real);
    list_signals(&held);
    pthread_sigmask(SIG_BLOCK, &held, &before);
    int code = put_beside(p, beside, bytes, length, err);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    free(beside);
    return code;
}

int file_place_put(const char *path, const void *bytes, size_t length, wgcq_error *err)
{
    file_place place;
    int code = file_place_find(&place, path, err);
    if (!code)
        code = place.there && !S_ISREG(place.old.st_mode)
                   ? write_as_it_is(&place, bytes, length, err)
                   : put_whole(&place, bytes, length, err);
    file_place_free(&place);
    return code;
}

int wgcq_write_file(const char *path, const void *bytes, size_t length, wgcq_error *err)
{
    if (error_if_null(err, GIVEN({"path", path}, {"bytes", bytes})))
        return WGCQ_EREQUEST;
    return file_place_put(path, bytes, length, err);
}
