/*
 * divided_folders.h - folders of ranks that take the place of those there were, all at once.
 *
 * Rank K's folder is DIR/K.  New ones are written in DIR/next; when that is renamed to DIR/of-N
 * they count, and what is left to do can be done again after a kill: each takes its place, and
 * folders of more ranks than N are removed.
 */
#ifndef SEARCH_SPILL_DIVIDED_FOLDERS_H
#define SEARCH_SPILL_DIVIDED_FOLDERS_H

#include <stdbool.h>

#include "wgcq_base.h"

/* DIR/K, or DIR/next/K of a new one; malloc'd, NULL: no memory. */
char *divided_folder_path(const char *dir, bool is_new, unsigned rank);
bool divided_folder_is_there(const char *path);
/* An empty DIR/next; what an earlier attempt left there is removed. */
int divided_folders_begin(const char *dir, wgcq_error *err);
void divided_folders_drop(const char *dir);
/* Moves DIR/next, committed by spill_folder_commit and closed, into its place. */
int divided_folders_commit(const char *dir, unsigned ranks, wgcq_error *err);
/* Removes folders of ranks that were killed before all of them had prepared their first commit,
   where DIR has nothing else in it.  WGCQ_ESTORE: another process is using one. */
int divided_folders_clear(const char *dir, wgcq_error *err);
/* Does what a kill has kept from being done, if anything. */
int divided_folders_finish(const char *dir, wgcq_error *err);

#endif
