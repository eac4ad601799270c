/* spill_divide.h - a search in files by several ranks, gone on with by another number of them. */
#ifndef SEARCH_SPILL_DIVIDE_H
#define SEARCH_SPILL_DIVIDE_H

#include "wgcq.h"

/* What the folders DIR/0, DIR/1, ... of all ranks hold, from the last level that all have
   committed, becomes that of `ranks` ranks.  WGCQ_DONE: it is already, or there is nothing to go on
   with. WGCQ_ESTORE: a folder is damaged, or not there; in use by another process.  An error or a
   kill leaves what was committed, for either number of ranks.  No search may be under way in DIR.
 */
int spill_divide(const char *dir, unsigned ranks, wgcq_error *err);

#endif
