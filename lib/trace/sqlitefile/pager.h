/*
 * pager.h - pages into an SQLite file without SQLite, under its locks and its recovery.
 *
 * New pages go behind the end that the header tells of, where no reader looks; pages below it are
 * set aside until the commit, which saves what they were in a rollback journal of SQLite's own
 * format before it changes them.  So whatever happens, any SQLite finds the file as it was after
 * the last commit, if need be by rolling back.
 *
 * All of it goes through the connection's own file object: a second descriptor would drop the
 * process's locks when it is closed.  The connection is in a transaction (BEGIN IMMEDIATE) that has
 * changed nothing, and its cache is out of date after a commit.  One thread at a time.
 *
 * Answers are codes of SQLite.
 */
#ifndef TRACE_SQLITEFILE_PAGER_H
#define TRACE_SQLITEFILE_PAGER_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct pager_patch {
    uint32_t number;
    uint8_t *page;
} pager_patch;

typedef struct pager {
    sqlite3_file *file;
    sqlite3_vfs *vfs;
    const char *journal; /* its name; the connection's */
    unsigned size;       /* of a page                  */
    uint32_t count;      /* pages by the header        */
    uint32_t next;       /* number of the page that comes next */
    uint8_t *stream;     /* pages on their way to the file, up to next - 1 */
    unsigned streamed;
    pager_patch *patches; /* pages below the end as they shall be */
    size_t patch_count, patch_room;
    bool schema; /* a reader's idea of the schema is out of date */
    bool hot;    /* a commit broke off: its journal is there     */
} pager;

/* *fit: the file is of the kind that this can write: pages of one transaction stand by themselves
   on the disk, UTF-8, the newest formats.  To be closed whatever the answer. */
int pager_open(pager *p, sqlite3 *db, bool *fit);
void pager_close(pager *p);
/* The header again, after SQLite has written. */
int pager_reload(pager *p);

/* A new page, copied; its number comes out. */
int pager_append(pager *p, const uint8_t *page, uint32_t *number);
/* The number that follows another. */
uint32_t pager_number_after(const pager *p, uint32_t number);
/* A page of before, copied, for the next commit. */
int pager_set(pager *p, uint32_t number, const uint8_t *page);
/* As it shall be after the next commit. */
int pager_get(const pager *p, uint32_t number, uint8_t *page);
/* New pages are all in the file; of others that changed, what they shall be, or NULL. */
int pager_flush(pager *p);
const uint8_t *pager_patched(const pager *p, uint32_t number);
bool pager_changed(const pager *p);

/* Nobody else reads from here on.  SQLITE_BUSY: somebody does after so many milliseconds. */
int pager_lock(pager *p, int milliseconds);
/* With the lock held: all of it is in the file. */
int pager_commit(pager *p);
/* Readers may come again; other writers may not. */
int pager_unlock(pager *p, int milliseconds);
/* Takes what was not committed away again. */
int pager_discard(pager *p);

#endif
