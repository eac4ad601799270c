/*
 * write_behind.h - blocks of a file are written by a thread of their own, while the caller fills
 * the next one.
 *
 * Blocks are written in the order in which they are handed over.  A failed write is reported by the
 * next call that returns a code, and by all after it; blocks behind it are dropped.  One thread at
 * a time may call, and touches the file only when write_behind_wait has returned.
 */
#ifndef TRACE_SQLITEFILE_WRITE_BEHIND_H
#define TRACE_SQLITEFILE_WRITE_BEHIND_H

#include <sqlite3.h>
#include <stddef.h>
#include <stdint.h>

#include "trace/sqlitefile/writeback.h"

typedef struct write_behind write_behind;

/* Both are borrowed; `early` is the thread's from now on.  NULL: no memory, or no thread. */
write_behind *write_behind_start(sqlite3_file *file, writeback *early);
/* Waits, and frees it; NULL is allowed. */
void write_behind_end(write_behind *w);

/* [IO_BYTES_MOST], to be filled: the caller's until it is handed over.  Waits where all blocks are
   yet to be written. */
uint8_t *write_behind_block(write_behind *w);
/* Hands the block over, its first `bytes` to be written at offset `at`.  An SQLite code. */
int write_behind_put(write_behind *w, unsigned bytes, int64_t at);
/* Waits until all is written.  An SQLite code. */
int write_behind_wait(write_behind *w);
/* Forgets a failure. */
void write_behind_clear(write_behind *w);

/* Bytes of its blocks. */
size_t write_behind_memory(void);

#endif
