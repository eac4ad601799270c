/* same_source.h - whether two texts are the same puzzle. */
#ifndef PUZZLE_SAME_SOURCE_H
#define PUZZLE_SAME_SOURCE_H

#include "wgcq_base.h"

/* Whether the texts, of which at least one may be a stranger's, differ in nothing that has a
   meaning: see check/same_meaning.h.  0 or WGCQ_EMEMORY. */
int same_source(bool *same, const char *a, const char *b, wgcq_error *err);

#endif
