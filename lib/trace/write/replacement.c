/* replacement.c - a file that is to take the place of another. */
#include "trace/write/replacement.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/files/file_place.h"
#include "base/progress_clock.h"
#include "base/strbuf.h"
#include "trace/schema/admit.h"
#include "trace/schema/database.h"
#include "trace/schema/location.h"

static const double PATIENCE = 10; /* seconds */
enum { NAP = 5 };                  /* milliseconds */

struct replacement {
    file_place place;
    char *new_path; /* beside that */
    sqlite3 *db;    /* the old file, in a transaction; NULL: there is none */
};

static int report_errno(const char *path, wgcq_error *err)
{
    return error_set(err, WGCQ_EFILE, "%s: %s", path, strerror(errno));
}

/* ---- locking --------------------------------------------------------------------------------- */

/* SQLite has rolled back a journal that was to be; what is there yet, under the lock, is the
   beginning of one that no change of the file relies on. */
static int remove_journal(const char *real, wgcq_error *err)
{
    strbuf name = {0};
    strbuf_printf(&name, "%s-journal", real);
    int code = name.failed ? error_set_memory(err) : 0;
    if (!code && unlink(name.bytes) != 0 && errno != ENOENT)
        code = report_errno(name.bytes, err);
    strbuf_free(&name);
    return code;
}

/* A trace that exists, opened in a transaction that keeps other writers out, without a journal
   beside it.  Close *out also after a failure. */
static int open_locked(sqlite3 **out, const char *path, wgcq_error *err)
{
    int code = admit_file(path, err);
    code = code ? code : database_open(out, path, SQLITE_OPEN_READWRITE, err);
    if (code)
        return code;
    database_defend(*out);
    code = database_run(*out, path, "BEGIN IMMEDIATE", err);
    return code ? code : remove_journal(sqlite3_db_filename(*out, "main"), err);
}

/* Waits for readers; new ones have to wait meanwhile. */
static int lock_alone(sqlite3 *db)
{
    sqlite3_file *file = database_file(db);
    struct timespec began;
    clock_gettime(CLOCK_MONOTONIC, &began);
    int code = file->pMethods->xLock(file, SQLITE_LOCK_EXCLUSIVE);
    while (code == SQLITE_BUSY && seconds_since(&began) < PATIENCE) {
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
        return errno == ENOENT ? 0 : report_errno(path, err);
    if (!S_ISREG(file.st_mode))
        return error_set(err, WGCQ_EFILE, "%s is in the way: the new file is to be written there",
                         path);
    int code = open_locked(&db, path, err);
    if (!code && unlink(path) != 0)
        code = report_errno(path, err);
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

/* Where there is no file: nothing that would be taken for a journal of the new one. */
static int check_free_place(const char *path, wgcq_error *err)
{
    char *real = NULL;
    int code = location_find(&real, path, true, true, err);
    free(real);
    return code;
}

static int begin(replacement *r, const char *path, wgcq_error *err)
{
    int code = 0;
    if (access(path, F_OK) == 0)
        code = open_locked(&r->db, path, err);
    code = code ? code : file_place_find(&r->place, path, err);
    if (!code && !r->db)
        code = check_free_place(path, err);
    if (code)
        return code;
    r->new_path = path_beside(path, r->place.real);
    code = r->new_path ? remove_leftover(r->new_path, err) : error_set_memory(err);
    return code ? code : check_free_place(r->new_path, err);
}

int replacement_begin(replacement **out, const char *path, wgcq_error *err)
{
    *out = NULL;
    replacement *r = calloc(1, sizeof *r);
    int code = r ? begin(r, path, err) : error_set_memory(err);
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

mode_t replacement_mode(const replacement *r)
{
    return r->place.there ? r->place.old.st_mode & 07777 : 0;
}

/* ---- the end --------------------------------------------------------------------------------- */

static int not_replaced(const replacement *r, const char *why, wgcq_error *err)
{
    return error_set(err, WGCQ_EFILE, "%s is not %s: %s; the new file is whole, in %s",
                     r->place.path, r->db ? "replaced" : "written", why, r->new_path);
}

int replacement_commit(replacement *r, wgcq_error *err)
{
    wgcq_error why = {0};
    int locked = r->db ? lock_alone(r->db) : SQLITE_OK;
    if (locked)
        return not_replaced(
            r, locked == SQLITE_BUSY ? "another program is reading it" : sqlite3_errstr(locked),
            err);
    int code = r->db ? 0 : check_free_place(r->place.path, &why);
    if (!code && !r->db)
        code = remove_journal(r->place.real, &why);
    code = code ? code : file_place_take(&r->place, r->new_path, &why);
    return code ? not_replaced(r, why.text, err) : 0;
}

void replacement_drop(replacement *r)
{
    remove_leftover(r->new_path, NULL);
}

void replacement_free(replacement *r)
{
    if (!r)
        return;
    sqlite3_close(r->db);
    file_place_free(&r->place);
    free(r->new_path);
    free(r);
}
