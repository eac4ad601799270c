/*
 * listing.h - rows that are all made before the first is given.
 *
 * Cells are appended from left to right, row after row.  A failed allocation sticks and shows when
 * the listing is given.
 */
#ifndef ANSWERS_LISTING_H
#define ANSWERS_LISTING_H

#include "base/rows.h"

typedef struct listing listing;

listing *listing_new(size_t columns, const char *const *names); /* NULL: no memory */
void listing_free(listing *l);
void listing_null(listing *l);
void listing_integer(listing *l, int64_t value);
void listing_bool(listing *l, bool value);
void listing_text(listing *l, const char *copied); /* NULL: null */
uint64_t listing_count(const listing *l);          /* of whole rows */
/* What is to be said of the whole, to be appended to. */
text *listing_remark(listing *l);
/* Gives it as rows (never the listing itself after that, also when it fails).  question may be
   NULL; its limit and offset choose a part, and with `count` there is one row, `count`.  Not
   complete: the run was cut short before it could be. */
int listing_give(wgcq_rows **out, listing *l, const wgcq_question *question, bool complete,
                 wgcq_error *err);

#endif
