/*
 * passing_folder.h - a folder for the rows of ranks that keep none, in the current folder: all
 * ranks see it.
 */
#ifndef CLI_RANKS_PASSING_FOLDER_H
#define CLI_RANKS_PASSING_FOLDER_H

#include "wgcq.h"

/* By all ranks together: rank 0 makes it.  Its path, malloc'd; NULL: it cannot be made, and rank 0
   has said why. */
char *passing_folder_make(const wgcq_exchange *x);
/* Removes it with all that is in it. */
void passing_folder_remove(const char *path);

#endif
