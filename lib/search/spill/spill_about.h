/* spill_about.h - the search in a folder of files, described without resuming it. */
#ifndef SEARCH_SPILL_ABOUT_H
#define SEARCH_SPILL_ABOUT_H

#include <stdbool.h>

#include "wgcq_base.h"

/* WGCQ_EFILE: no search can begin there. */
int spill_check_folder(const char *folder, wgcq_error *err);
/* Whether a search can be resumed there. */
bool spill_has_commit(const char *folder);
/* The text search_options.spill_about of that search, malloc'd.  WGCQ_DONE: there is no commit. */
int spill_read_about(char **out, const char *folder, wgcq_error *err);

#endif
