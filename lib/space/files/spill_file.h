/* spill_file.h - a file that grows at its end and is read at any place. */
#ifndef SPILL_SPILL_FILE_H
#define SPILL_SPILL_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wgcq_base.h"

typedef struct spill_file {
    int fd; /* -1: closed */
    char name[32];
    const char *folder; /* its path, for messages; borrowed */
    uint64_t end;
    bool unsynced;
    size_t ahead;             /* bytes that are best read or written at once */
    uint64_t *written, *read; /* bytes of all files, counted; borrowed */
} spill_file;

#define SPILL_FILE_WHOLE UINT64_MAX

/* Creates the file, or opens it and cuts it to `end` bytes (SPILL_FILE_WHOLE: to none less); the
   folder is open as `folder`.  WGCQ_ESTORE: it has fewer bytes. */
int spill_file_create(spill_file *f, int folder, const char *name, wgcq_error *err);
int spill_file_open(spill_file *f, int folder, const char *name, uint64_t end, wgcq_error *err);
void spill_file_close(spill_file *f);

int spill_file_append(spill_file *f, const void *bytes, size_t count, wgcq_error *err);
int spill_file_read(const spill_file *f, uint64_t offset, void *bytes, size_t count,
                    wgcq_error *err);
/* Forgets what is in it; its room on the disk is free again. */
int spill_file_clear(spill_file *f, wgcq_error *err);
/* Appended records survive a power cut from here on.  A closed file has none. */
int spill_file_sync(spill_file *f, wgcq_error *err);

#endif
