/* stored_answers.h - answers about one state or one stored solution. */
#ifndef ANSWERS_QUERY_STORED_ANSWERS_H
#define ANSWERS_QUERY_STORED_ANSWERS_H

#include "trace/trace.h"

/* As wgcq_why, for a run that stores its states.  explain_state.c */
int explain_state(wgcq_rows **out, wgcq_trace *trace, const char *state, const char *move,
                  wgcq_error *err);
/* As wgcq_why_states, for a run that stores its states.  explain_state.c */
int explain_states(wgcq_rows **out, wgcq_trace *trace, uint32_t first, uint32_t last,
                   wgcq_error *err);
/* As wgcq_show and wgcq_show_count, for a run that stores its solutions.  solution_steps.c */
int solution_steps_open(wgcq_rows **out, wgcq_trace *trace, int64_t solution, wgcq_error *err);

#endif
