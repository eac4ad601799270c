/* open_journey.h - the file of a command that holds the tree of a journey. */
#ifndef CLI_OPENED_OPEN_JOURNEY_H
#define CLI_OPENED_OPEN_JOURNEY_H

#include "args/request.h"

/* As open_trace, for such a file (wgcq_is_tree). */
int open_journey(const request *r, int (*ask)(const request *r, wgcq_trace *trace));

/* The answer of wgcq_tree_ask; returns the exit status. */
int open_journey_ask(const request *r, wgcq_trace *trace, const char *what, uint64_t number);

#endif
