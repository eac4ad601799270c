/*
 * spill_folder.h - the folder of a search in files.
 *
 * Its files have numbers.  A commit writes a text, from which the search can resume, into the file
 * `state`, and then removes the files that this text needs no more.  Between two commits files only
 * grow; what is in them beyond the last commit is cut off when the folder is opened again.  One
 * process at a time has the folder.
 */
#ifndef SPILL_SPILL_FOLDER_H
#define SPILL_SPILL_FOLDER_H

#include "base/strbuf.h"
#include "space/files/spill_file.h"

typedef struct spill_folder {
    int fd; /* -1: not open */
    int lock;
    char *path;
    bool committed; /* there is a text in it */
    bool stays;     /* when all that is in it is removed */
    unsigned next_file;
    size_t ahead; /* spill_file.ahead, of files from now on */
    size_t doomed_count, doomed_room;
    unsigned *doomed;       /* files to be removed after the next commit */
    uint64_t written, read; /* bytes */
} spill_folder;

/* Creates the folder where there is none.  *text becomes what was committed last, malloc'd, or
   NULL. WGCQ_EFILE: it cannot be read or written; WGCQ_ESTORE: another process uses it, it is
   damaged, or it has other files.
 */
int spill_folder_open(spill_folder *d, const char *path, char **text, wgcq_error *err);
/* The text that was prepared last and not committed, malloc'd; NULL: there is none. */
int spill_folder_read_prepared(spill_folder *d, char **text, wgcq_error *err);
/* Files without a commit are of no use, and removed. */
void spill_folder_close(spill_folder *d);

/* Files from now on are read and written in pieces that suit a search of so many bytes of memory.
 */
void spill_folder_fit(spill_folder *d, size_t memory);
/* A new file, or one of those before, cut to its `end`. */
int spill_folder_create(spill_folder *d, spill_file *f, unsigned *number, wgcq_error *err);
int spill_folder_reopen(spill_folder *d, spill_file *f, unsigned number, uint64_t end,
                        wgcq_error *err);
/* It is removed after the next commit. */
int spill_folder_doom(spill_folder *d, unsigned number, wgcq_error *err);
/* Files that were synced, and this text, are what survives from now on. */
int spill_folder_commit(spill_folder *d, const char *text, wgcq_error *err);
/* As spill_folder_commit in two steps, for several folders that are committed together: a prepared
   text is on the disk, beside the one committed last, which still holds. */
int spill_folder_prepare(spill_folder *d, const char *text, wgcq_error *err);
int spill_folder_commit_prepared(spill_folder *d, wgcq_error *err);
/* Removes files that the committed text does not name: `needed` of `count`. */
int spill_folder_sweep(spill_folder *d, const unsigned *needed, size_t count, wgcq_error *err);
/* The search is over: removes all that is in the folder, and the folder. */
void spill_folder_remove(spill_folder *d);

#endif
