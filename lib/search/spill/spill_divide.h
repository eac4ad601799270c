/* spill_divide.h - a search in files by several ranks, resumed by another number of them. */
#ifndef SEARCH_SPILL_DIVIDE_H
#define SEARCH_SPILL_DIVIDE_H

#include "wgcq_base.h"

/* Divides the files of the folders DIR/0, DIR/1, ..., from the last level that all have committed,
   among `ranks` ranks.  WGCQ_DONE: they are already, or there is nothing to resume.  WGCQ_ESTORE: a
   folder is damaged, missing, or in use by another process.  An error or a kill leaves the
   committed files, for either number of ranks.  No search may be under way in DIR. */
int spill_divide(const char *dir, unsigned ranks, wgcq_error *err);

#endif
