/*
 * record_list.h - records of one width that are read in the order in which they were added: in
 * memory, and in a file where that has no room.
 */
#ifndef SPILL_RECORD_LIST_H
#define SPILL_RECORD_LIST_H

#include "space/files/spill_folder.h"

typedef struct record_list {
    spill_folder *folder;
    size_t width;   /* bytes of a record */
    char *bytes;    /* written: those that are not in the file; read: some of them */
    size_t room;    /* of `bytes`, a multiple of the width */
    size_t used;    /* of it */
    uint64_t count; /* records */
    spill_file file;
    unsigned number;
    bool created, reading;
    const char *record; /* while it is read: the current one, NULL: at the end */
    size_t at;          /* in `bytes`, of the next one */
    uint64_t window;    /* in the file, of what comes after `bytes` */
} record_list;

/* Empty.  NULL in `bytes`: no memory; safe to close all the same. */
record_list record_list_make(spill_folder *folder, size_t width, size_t bytes);
void record_list_close(record_list *l);

/* Forgets all of them; others may be added. */
int record_list_clear(record_list *l, wgcq_error *err);
int record_list_add(record_list *l, const void *record, wgcq_error *err);
/* To the first record, also a second time; nothing is added any more. */
int record_list_read(record_list *l, wgcq_error *err);
/* To the one after it. */
int record_list_next(record_list *l, wgcq_error *err);

#endif
