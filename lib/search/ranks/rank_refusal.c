/* rank_refusal.c - puzzles and options that several ranks refuse. */
#include "search/ranks/rank_refusal.h"

const char *rank_refusal(const wgcq_model *m, const wgcq_options *o, bool stores)
{
    return stores || o->trace_level != WGCQ_TRACE_NONE
               ? "several ranks go with --trace none, without -o"
           : o->order != WGCQ_BREADTH_FIRST ? "several ranks go with --order breadth-first"
           : o->stop == WGCQ_STOP_FIRST     ? "several ranks do not go with --stop first"
           : o->spill                       ? "several ranks do not go with --spill"
           : o->threads > 1 ? "a rank has one thread: more ranks use more processors"
           : m->invariant_count || m->forbids_deadlock
               ? "several ranks do not go with invariants or forbidden deadlocks"
           : m->has_goal && m->costs ? "several ranks do not go with costs beside a goal"
                                     : NULL;
}
