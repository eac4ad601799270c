/*
 * writeback.h - has the system write new bytes of a file to the disk before they are synced.
 *
 * So a commit waits for the last few of them only. Nothing depends on it: it cannot fail, and what
 * is not synced may still be lost.
 */
#ifndef TRACE_SQLITEFILE_WRITEBACK_H
#define TRACE_SQLITEFILE_WRITEBACK_H

#include <stdint.h>

typedef struct writeback {
    int descriptor; /* -1: there is none, and nothing is done */
    int64_t begun;  /* bytes before this one are on their way */
} writeback;

/* A writeback of a file that this process has open; its bytes from `at` on. */
writeback writeback_of(const char *path, int64_t at);
/* The file has bytes up to `end`, from where the last call ended. */
void writeback_note(writeback *w, int64_t end);

#endif
