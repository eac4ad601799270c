/* draw.h - a picture of a stored graph, or of a part of it. */
#ifndef ANSWERS_DRAW_DRAW_H
#define ANSWERS_DRAW_DRAW_H

#include "trace/trace.h"
#include "wgcq_trace.h"

/* As wgcq_draw, for a run that stores its edges. */
int draw_stored_graph(char **out, char **remark, wgcq_trace *trace, const wgcq_draw_options *how,
                      wgcq_error *err);

#endif
