/* plan_changes.h - what a step of a plan has changed, in the text of the state behind it. */
#ifndef CLI_ROWS_PLAN_CHANGES_H
#define CLI_ROWS_PLAN_CHANGES_H

/* Sets marks[i] to 1 for each byte of `now` that is of something changed since `before`, else to 0:
   in "west: goat | east: wolf" words that have come to another place; in boards of one shape the
   cells that differ; in other texts the words that differ, by place or name.  [strlen(now)] */
void plan_changes_mark(unsigned char *marks, const char *before, const char *now);

#endif
