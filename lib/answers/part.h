/* part.h - the part of a SELECT's rows that a question's limit and offset leave. */
#ifndef ANSWERS_PART_H
#define ANSWERS_PART_H

#include "answers/asking.h"

/* The rows of a SELECT over the run's views; or how many they are; or a part of them, and whether
   there are more. */
int part_select(wgcq_rows **out, asking *a, const char *sql);
/* What every answer says that a limit ended. */
void part_say_stopped(text *out, uint64_t limit);

#endif
