/*
 * pager.h - pages into an SQLite file without SQLite, under its locks and its recovery.
 *
 * New pages are written behind the end that the header gives, where no reader looks; changed pages
 * below it stay in memory until the commit, which first saves their old contents in a rollback
 * journal of SQLite's format. So after a crash at any instant any SQLite finds the file as of the
 * last commit, by rolling back where necessary.
 *
 * All of it goes through the connection's own file object: a second descriptor would drop the
 * process's locks when it is closed.  The connection is in a transaction (BEGIN IMMEDIATE) that has
 * changed nothing, and its cache is stale after a commit. One thread at a time may call; where it
 * is asked to write behind, new pages reach the file by another one.
 *
 * Functions return SQLite codes.
 */
#ifndef TRACE_SQLITEFILE_PAGER_H
#define TRACE_SQLITEFILE_PAGER_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/sqlitefile/write_behind.h"
#include "trace/sqlitefile/writeback.h"

typedef struct pager_patch {
    uint32_t number;
    uint8_t *page;
} pager_patch;

typedef struct pager {
    sqlite3_file *file;
    sqlite3_vfs *vfs;
    const char *journal; /* its path; the connection owns it */
    unsigned size;       /* of a page                  */
    uint32_t count;      /* pages by the header        */
    uint32_t next;       /* number of the next new page */
    uint8_t *stream;     /* [streamed] new pages not written yet, up to number next - 1 */
    unsigned streamed;
    uint8_t *buffer;      /* [IO_BYTES_MOST]: the stream's where there is no thread */
    writeback early;      /* of what is written */
    write_behind *behind; /* NULL: new pages are written by the caller's thread */
    pager_patch *patches; /* changed pages below the end; they stay in memory until the commit */
    size_t patch_count, patch_room;
    bool schema; /* the schema changes with the next commit */
    bool hot;    /* a commit failed midway: its journal exists */
} pager;

/* *fit: this pager can write the file: power-safe sectors no larger than a page, rollback journal,
   UTF-8, no autovacuum, schema format 4. pager_close it also after a failure. */
int pager_open(pager *p, sqlite3 *db, bool *fit);
void pager_close(pager *p);

/* Appends a copy of the page; *number is its number. */
int pager_append(pager *p, const uint8_t *page, uint32_t *number);
/* The next page number that may be used: one is the lock page's. */
uint32_t pager_number_after(const pager *p, uint32_t number);
/* Changes an existing page (a copy) with the next commit. */
int pager_set(pager *p, uint32_t number, const uint8_t *page);
/* The page as of the next commit, into `page` [size]. */
int pager_get(const pager *p, uint32_t number, uint8_t *page);
/* The first bytes of the file from a page on, as they are without the changes of the next commit:
   pages that are buffered are not there. */
int pager_read(const pager *p, uint32_t number, uint8_t *to, unsigned bytes);
/* Writes the new pages that are buffered; they are in the file when it returns. */
int pager_flush(pager *p);
/* From now on a thread writes new pages, and may report a failure some pages later.  Where there is
   no thread to be had, nothing changes.  The pager stays where it is in memory. */
void pager_write_behind(pager *p);
/* The new contents of an existing page that changed, borrowed until the next call; else NULL. */
const uint8_t *pager_patched(const pager *p, uint32_t number);

/* Takes the exclusive lock. SQLITE_BUSY: there still are readers after so many milliseconds. */
int pager_lock(pager *p, int milliseconds);
/* With the lock held: commits, synced. After a failure `hot` is true while the journal remains. */
int pager_commit(pager *p);
/* Lets readers in again, and keeps other writers out. */
int pager_unlock(pager *p, int milliseconds);
/* Drops what is not committed. */
int pager_discard(pager *p);

#endif
