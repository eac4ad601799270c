/* replacement.c - a file that is to take the place of another. */
#include "trace/write/replacement.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/strbuf.h"
#include "trace/schema/admit.h"
#include "trace/schema/database.h"

enum { PATIENCE = 10000, NAP = 5 }; /* milliseconds */

struct replacement {
    char *path;     /* as the caller wrote it */
    char *real;     /* without symbolic links */
    char *new_path; /* beside that            */
    struct stat old;
    sqlite3 *db; /* the old file, in a transaction */
};

static int cannot(const char *path, wgcq_error *err)
{
    return error_set(err, WGCQ_EFILE, "%s: %s", path, strerror(errno));
}

/* ---- locking --------------------------------------------------------------------------------- */

/* SQLite has rolled back a journal that was to be; what is there yet, under the lock, is the
   beginning of one that no change of the file relies on. */
static int remove_stale_journal(sqlite3 *db, wgcq_error *err)
{
    strbuf name = {0};
    strbuf_printf(&name, "%s-journal", sqlite3_db_filename(db, "main"));
    int code = name.failed ? error_set_memory(err) : 0;
    if (!code && unlink(name.bytes) != 0 && errno != ENOENT)
        code = cannot(name.bytes, err);
    strbuf_free(&name);
    return code;
}

/* A trace that exists, opened in a transaction that keeps other writers out, without a journal
   beside it.  Close *out also after a failure. */
static int open_locked(sqlite3 **out, const char *path, wgcq_error *err)
{
    int code = admit_file(path, err);
    if (!code)
        code = database_open(out, path, SQLITE_OPEN_READWRITE, err);
    if (code)
        return code;
    database_defend(*out);
    code = database_run(*out, path, "BEGIN IMMEDIATE", err);
    return code ? code : remove_stale_journal(*out, err);
}

/* Waits for readers; new ones have to wait meanwhile. */
static int lock_alone(sqlite3 *db)
{
    sqlite3_file *file = database_file(db);
    int code = file->pMethods->xLock(file, SQLITE_LOCK_EXCLUSIVE);
    for (int waited = 0; code == SQLITE_BUSY && waited < PATIENCE; waited += NAP) {
        nanosleep(&(struct timespec){0, NAP * 1000000}, NULL);
        code = file->pMethods->xLock(file, SQLITE_LOCK_EXCLUSIVE);
    }
    return code;
}

/* ---- the beginning --------------------------------------------------------------------------- */

/* Left by a run that was killed or interrupted; a process that resumes it holds its lock. */
static int remove_leftover(const char *path, wgcq_error *err)
{
    struct stat file;
    sqlite3 *db = NULL;
    if (lstat(path, &file) != 0)
        return errno == ENOENT ? 0 : cannot(path, err);
    if (!S_ISREG(file.st_mode))
        return error_set(err, WGCQ_EFILE, "%s is in the way: the new file is to be written there",
                         path);
    int code = open_locked(&db, path, err);
    if (!code && unlink(path) != 0)
        code = cannot(path, err);
    sqlite3_close(db);
    return code;
}

/* In the words of the caller, unless those are a link into another folder. */
static char *path_beside(const char *path, const char *real)
{
    struct stat file;
    strbuf beside = {0};
    bool is_link = lstat(path, &file) == 0 && S_ISLNK(file.st_mode);
    strbuf_printf(&beside, "%s.new", is_link ? real : path);
    if (beside.failed)
        strbuf_free(&beside);
    return beside.bytes;
}

static int begin(replacement *r, wgcq_error *err)
{
    int code = open_locked(&r->db, r->path, err);
    if (code)
        return code;
    r->real = strdup(sqlite3_db_filename(r->db, "main"));
    r->new_path = r->real ? path_beside(r->path, r->real) : NULL;
    if (!r->new_path)
        return error_set_memory(err);
    if (lstat(r->real, &r->old) != 0)
        return cannot(r->path, err);
    return remove_leftover(r->new_path, err);
}

int replacement_begin(replacement **out, const char *path, wgcq_error *err)
{
    *out = NULL;
    if (access(path, F_OK) != 0) /* if it cannot be created, creating it reports why */
        return 0;
    replacement *r = calloc(1, sizeof *r);
    if (r)
        r->path = strdup(path);
    int code = r && r->path ? begin(r, err) : error_set_memory(err);
    if (code)
        replacement_free(r);
    else
        *out = r;
    return code;
}

const char *replacement_path(const replacement *r)
{
    return r->new_path;
}

/* ---- the end --------------------------------------------------------------------------------- */

/* A rename is on the disk once its folder is. */
static void sync_folder(const char *real)
{
    const char *slash = strrchr(real, '/');
    assert(slash);
    char *folder = strndup(real, slash == real ? 1 : (size_t)(slash - real));
    int at = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    if (at >= 0) {
        fsync(at);
        close(at);
    }
    free(folder);
}

/* Whether the old file is still the one that is locked, or gone. */
static bool is_old_in_place(const replacement *r)
{
    struct stat now;
    if (lstat(r->real, &now) != 0)
        return errno == ENOENT;
    return now.st_dev == r->old.st_dev && now.st_ino == r->old.st_ino;
}

static int not_replaced(const replacement *r, const char *why, wgcq_error *err)
{
    return error_set(err, WGCQ_EFILE, "%s is not replaced: %s; the new file is whole, in %s",
                     r->path, why, r->new_path);
}

int replacement_commit(replacement *r, wgcq_error *err)
{
    int code = lock_alone(r->db);
    if (code)
        return not_replaced(
            r, code == SQLITE_BUSY ? "another program is reading it" : sqlite3_errstr(code), err);
    if (!is_old_in_place(r))
        return not_replaced(r, "another program has put a file in its place", err);
    if (chmod(r->new_path, r->old.st_mode & 07777) != 0 || rename(r->new_path, r->real) != 0)
        return not_replaced(r, strerror(errno), err);
    sync_folder(r->real);
    return 0;
}

void replacement_free(replacement *r)
{
    if (!r)
        return;
    sqlite3_close(r->db);
    free(r->path);
    free(r->real);
    free(r->new_path);
    free(r);
}
